package message

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
)

// Messages for files and folders that can't be read or written, with the fix.

// Unreadable returns the error for a file or folder that can't be read. It wraps err without the path that err names.
func Unreadable(name string, err error) error {
	return cannotError("read "+name, err, "Check the path.", "Replace it, or name another file.")
}

// Unwritable returns the error for a file or folder that can't be written. It wraps err without the path that err names.
func Unwritable(name string, err error) error {
	return cannotError("write "+name, err, "Make its folder first.", "Choose another place.")
}

// cannotError returns the error “Can't …: reason. Fix.” task is the part that replaces the dots. The fix is fixIfMissing if the path
// doesn't exist, a fixed sentence if permissions are lacking, else otherFix. A reason that ends in a full stop contains its own fix.
func cannotError(task string, err error, fixIfMissing, otherFix string) error {
	err = WithoutPath(err)
	fix := otherFix
	switch {
	case strings.HasSuffix(err.Error(), "."):
		return fmt.Errorf("Can't %s: %w", task, err)
	case errors.Is(err, fs.ErrNotExist):
		fix = fixIfMissing
	case errors.Is(err, fs.ErrPermission):
		fix = "Change its permissions."
	}
	return fmt.Errorf("Can't %s: %w. %s", task, err, fix)
}

// WithoutPath returns the cause of a file system error, without the path, which the message has already named.
func WithoutPath(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}
