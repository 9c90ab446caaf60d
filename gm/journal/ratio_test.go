package journal

import (
	"bytes"
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"
	"testing"

	"hybrid/gm/gmtest"
)

// entryOf is a record of so many bytes: a sixth of it command and report each, as usual.
func entryOf(size int) *Record {
	part := func(c byte, n int) []byte { return bytes.Repeat([]byte{c}, n) }
	return &Record{At: start, Command: part('c', size/6), Events: part('e', size-2*(size/6)), Report: part('r', size/6)}
}

// BenchmarkRatioAppend holds an Append, of what is usual and of ten times that, against writing the same bytes to the end of a
// file and an fsync.
func BenchmarkRatioAppend(b *testing.B) {
	for _, size := range []int{600, 6000} {
		dir := b.TempDir()
		f, err := os.Create(filepath.Join(dir, "plain"))
		if err != nil {
			b.Fatal(err)
		}
		defer f.Close()
		j, r := mustOpen(b, filepath.Join(dir, "c.db")), entryOf(size)
		line := bytes.Repeat([]byte("x"), size)
		gmtest.Ratio(b, fmt.Sprint("durable/", size), func() {
			if err := j.Append(r); err != nil {
				b.Fatal(err)
			}
		}, func() {
			if _, err := f.Write(line); err != nil {
				b.Fatal(err)
			}
			if err := f.Sync(); err != nil {
				b.Fatal(err)
			}
		})
	}
}

// BenchmarkRatioReopen holds opening a journal of 5,000 entries and reading each of them against reading its file once,
// with a checksum of it.
func BenchmarkRatioReopen(b *testing.B) {
	path := filepath.Join(b.TempDir(), "c.db")
	j := mustOpen(b, path)
	list := make([]*Record, 5000)
	for i := range list {
		list[i] = entryOf(600)
	}
	if err := j.AppendAll(list); err != nil {
		b.Fatal(err)
	}
	j.Close()
	gmtest.Ratio(b, "open and each", func() {
		j := mustOpen(b, path)
		if err := j.Each(func(Record) error { return nil }); err != nil {
			b.Fatal(err)
		}
		j.Close()
	}, func() {
		data, err := os.ReadFile(path)
		if err != nil || crc32.Checksum(data, castagnoli) == 0 {
			b.Fatal(err)
		}
	})
}
