package main

import (
	"cmp"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"hybrid/gm/disk"
	"hybrid/rules/message"
)

// writeAtomically writes data to a file, completely or not at all. An existing file is replaced.
func writeAtomically(file string, data []byte) error {
	return writeInPlace(file, func(to io.Writer) error { _, err := to.Write(data); return err })
}

// writeInPlace creates a file with the output of the function write, or replaces it, completely or not at all. An error of write that
// doesn't mention a path is returned unchanged; other errors say that the file can't be written.
func writeInPlace(file string, write func(io.Writer) error) error {
	var writeErr error
	err := disk.WriteWhole(file, func(to io.Writer) error { writeErr = write(to); return writeErr })
	if err == nil || writeErr != nil && message.WithoutPath(writeErr) == writeErr {
		return err
	}
	return message.Unwritable(file, err)
}

// createFile writes a new file and creates its folders. It fails if the file exists.
func createFile(name, text string) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return message.Unwritable(filepath.Dir(name), err)
	}
	file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if errors.Is(err, fs.ErrExist) {
		return message.Exists(name, "Choose another name")
	}
	if err != nil {
		return message.Unwritable(name, err)
	}
	_, err = file.WriteString(text)
	if err = cmp.Or(err, file.Close()); err != nil {
		os.Remove(name) // only a part was written
		return message.Unwritable(name, err)
	}
	return nil
}
