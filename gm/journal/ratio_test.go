package journal

import (
	"bytes"
	"hash/crc32"
	"os"
	"path/filepath"
	"testing"

	"hybrid/gm/gmtest"
)

// entryOf600 is a record of the usual size.
func entryOf600() *Record {
	return &Record{At: start, Command: bytes.Repeat([]byte("c"), 100), Events: bytes.Repeat([]byte("e"), 400), Report: bytes.Repeat([]byte("r"), 100)}
}

// BenchmarkRatioAppend holds an Append against writing the same bytes to the end of a file and an fsync.
func BenchmarkRatioAppend(b *testing.B) {
	dir := b.TempDir()
	f, err := os.Create(filepath.Join(dir, "plain"))
	if err != nil {
		b.Fatal(err)
	}
	defer f.Close()
	j, r := mustOpen(b, filepath.Join(dir, "c.db")), entryOf600()
	line := bytes.Repeat([]byte("x"), 600)
	gmtest.Ratio(b, "durable", func() {
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

// BenchmarkRatioReopen holds opening a journal of 5,000 entries and reading each of them against reading its file once,
// with a checksum of it.
func BenchmarkRatioReopen(b *testing.B) {
	path := filepath.Join(b.TempDir(), "c.db")
	j := mustOpen(b, path)
	list := make([]*Record, 5000)
	for i := range list {
		list[i] = entryOf600()
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
