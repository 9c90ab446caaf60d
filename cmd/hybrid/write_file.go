package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"hybrid/gm/disk"
)

// writeWhole writes a file, all of it or nothing.
func writeWhole(file string, data []byte) error {
	return writeInPlace(file, func(to io.Writer) error { _, err := to.Write(data); return err })
}

// writeInPlace lets a function write a file, all of it or nothing. An error of the function's own is returned as it is.
func writeInPlace(file string, write func(io.Writer) error) error {
	var own error
	err := disk.WriteWhole(file, func(to io.Writer) error { own = write(to); return own })
	if err == nil || own != nil && withoutPath(own) == own {
		return err
	}
	return fmt.Errorf("write %s: %w", file, withoutPath(err))
}

// createFile writes a new file and the folders around it; one that is there already stays.
func createFile(name, text string) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return fmt.Errorf("make %s: %w", filepath.Dir(name), withoutPath(err))
	}
	file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("%s is there already, and stays as it is; choose another name", name)
	}
	if err != nil {
		return fmt.Errorf("create %s: %w", name, withoutPath(err))
	}
	_, err = file.WriteString(text)
	if err = cmp.Or(err, file.Close()); err != nil {
		os.Remove(name) // a part of it
		return fmt.Errorf("write %s: %w", name, withoutPath(err))
	}
	return nil
}

// withoutPath returns an error of the file system without the path, which the message names already.
func withoutPath(err error) error {
	var wrapped *fs.PathError
	if errors.As(err, &wrapped) {
		return wrapped.Err
	}
	return err
}
