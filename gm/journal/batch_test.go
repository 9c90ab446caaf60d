package journal

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"hybrid/gm/gmtest"
)

// batch is the samples that follow the last entry.
func batch(j *Journal, n int64) (list []*Record) {
	for i := range n {
		r := sample(j.Len() + 1 + i)
		list = append(list, &r)
	}
	return list
}

func TestAppendAll(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "c.db")
	j := mustOpen(t, path)
	fill(t, j, 3)
	list := batch(j, 40)
	if err := j.AppendAll(list); err != nil {
		t.Fatal(err)
	}
	if list[0].Seq != 4 || list[39].Seq != 43 {
		t.Errorf("numbered %d to %d, want 4 to 43", list[0].Seq, list[39].Seq)
	}
	if err := j.AppendAll(nil); err != nil {
		t.Errorf("nothing to append: %v", err)
	}
	fill(t, j, 50)
	mustHold(t, j, 50)
	j.Close()
	mustHold(t, mustOpen(t, path), 50)
}

// TestAppendAllFull lets the file become full in the middle: nothing of the batch is there, and it goes on later.
func TestAppendAllFull(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "c.db")
	j := mustOpen(t, path)
	fill(t, j, 10)
	if err := execStatement(j.db, `PRAGMA max_page_count = 40`); err != nil {
		t.Fatal(err)
	}
	list := batch(j, 100)
	for _, r := range list {
		r.Report = bytes.Repeat([]byte("big"), 1000)
	}
	mustFail(t, j.AppendAll(list), ErrFull)
	if list[0].Seq != 0 {
		t.Errorf("a failed AppendAll set Seq to %d", list[0].Seq)
	}
	mustHold(t, j, 10)
	fill(t, j, 11)
	if err := execStatement(j.db, `PRAGMA max_page_count = 1000000`); err != nil {
		t.Fatal(err)
	}
	if err := j.AppendAll(batch(j, 100)); err != nil {
		t.Fatal(err)
	}
	mustHold(t, j, 111)
}

// TestAppendAllTorn cuts the power while a batch is written, at every place of the -wal file: all of it is there or
// none.
func TestAppendAllTorn(t *testing.T) {
	gmtest.SkipIfShort(t)
	t.Parallel()
	folder := t.TempDir()
	path := filepath.Join(folder, "c.db")
	j := mustOpen(t, path)
	fill(t, j, 5)
	before := size(t, path+"-wal")
	if err := j.AppendAll(batch(j, 60)); err != nil {
		t.Fatal(err)
	}
	data, wal := read(t, path), read(t, path+"-wal")
	seen := map[int64]int{}
	torn := filepath.Join(folder, "torn.db")
	for cut := before; ; cut = min(cut+1021, len(wal)) {
		for _, file := range []struct {
			name string
			data []byte
		}{{torn, data}, {torn + "-wal", wal[:cut]}} {
			if err := os.WriteFile(file.name, file.data, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		k := mustOpen(t, torn)
		if k.Len() != 5 && k.Len() != 65 {
			t.Fatalf("cut at %d of %d: %d entries", cut, len(wal), k.Len())
		}
		seen[k.Len()]++
		mustHold(t, k, k.Len())
		k.Close()
		if cut == len(wal) {
			break
		}
	}
	if seen[5] == 0 || seen[65] != 1 {
		t.Errorf("entries found after how many cuts: %v", seen)
	}
}

func size(t *testing.T, path string) int { return len(read(t, path)) }

func read(t *testing.T, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}
