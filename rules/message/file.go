package message

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
)

// Files and folders that can't be read or written, and what to do.

// Unreadable says that a file or a folder can't be read, and why. It wraps err without the path that err names.
func Unreadable(name string, err error) error {
	return cannot("read "+name, err, "Check the path.", "Replace it, or name another file.")
}

// Unwritable says that a file or a folder can't be written, and why. It wraps err without the path that err names.
func Unwritable(name string, err error) error {
	return cannot("write "+name, err, "Make its folder first.", "Choose another place.")
}

// cannot says what can't be done, why and the fix: absent if there is no such path, other unless the reason says a fix of its own.
func cannot(do string, err error, absent, other string) error {
	err = Pathless(err)
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

// Pathless returns the cause of an error of the file system, without the path that a message has named already.
func Pathless(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}
