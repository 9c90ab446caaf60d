package journal

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// BenchmarkReopen is what starting with a campaign of 100,000 entries costs:
// opening, which checks the whole file, and reading every entry.
func BenchmarkReopen(b *testing.B) {
	path := filepath.Join(b.TempDir(), "c.db")
	j := mustOpen(b, path)
	if err := execStatement(j.db, `BEGIN`); err != nil {
		b.Fatal(err)
	}
	r := Record{
		At:      start,
		Command: bytes.Repeat([]byte("c"), 100),
		Events:  bytes.Repeat([]byte("e"), 400),
		Report:  bytes.Repeat([]byte("r"), 100),
	}
	for range 100_000 {
		if err := j.Append(&r); err != nil {
			b.Fatal(err)
		}
	}
	if err := execStatement(j.db, `COMMIT`); err != nil {
		b.Fatal(err)
	}
	b.Run("each", func(b *testing.B) {
		for b.Loop() {
			if err := j.Each(func(Record) error { return nil }); err != nil {
				b.Fatal(err)
			}
		}
	})
	j.Close()
	b.Run("open", func(b *testing.B) {
		for b.Loop() {
			j := mustOpen(b, path)
			j.Close()
		}
	})
	b.Run("open_new", func(b *testing.B) {
		folder := b.TempDir()
		for b.Loop() {
			j := mustOpen(b, filepath.Join(folder, "new.db"))
			j.Close()
			os.Remove(j.Path())
		}
	})
}
