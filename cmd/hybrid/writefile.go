package main

import (
	"fmt"
	"io"

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
