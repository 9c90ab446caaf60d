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

// cannotError returns the error “Can't …: reason. Fix.” do says what can't be done. The fix is absent if the path doesn't exist, else
// other, unless there are no permissions or the reason ends in a full stop, and so has its own fix.
func cannotError(do string, err error, absent, other string) error {
	err = WithoutPath(err)
	fix := other
	switch {
	case strings.HasSuffix(err.Error(), "."):
		return fmt.Errorf("Can't %s: %w", do, err)
	case errors.Is(err, fs.ErrNotExist):
		fix = absent
	case errors.Is(err, fs.ErrPermission):
		fix = "Change its permissions."
	}
	return fmt.Errorf("Can't %s: %w. %s", do, err, fix)
}

// WithoutPath returns the cause of a file system error, without the path, which the message has already named.
func WithoutPath(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}
