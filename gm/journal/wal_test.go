package journal

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// TestWalLost damages the -wal file that a killed program left: no entry is lost in silence.
func TestWalLost(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	path := filepath.Join(folder, "night.db")
	j := mustOpen(t, path)
	fill(t, j, 40)
	if err := execStatement(j.db, `PRAGMA wal_checkpoint(PASSIVE)`); err != nil {
		t.Fatal(err)
	}
	fill(t, j, 100)
	killed := map[string][]byte{}
	for _, tail := range []string{"", "-wal", "-shm", ".lock"} {
		killed[tail] = read(t, path+tail)
	}
	j.Close()
	wal := len(killed["-wal"])
	for name, row := range map[string]struct {
		harm  func(map[string][]byte)
		least int
	}{
		"nothing":         {nil, 100},
		"the wal removed": {func(f map[string][]byte) { delete(f, "-wal") }, 40},
		"wal and index removed": {func(f map[string][]byte) {
			delete(f, "-wal")
			delete(f, "-shm")
		}, 40},
		"emptied":           {func(f map[string][]byte) { f["-wal"] = nil }, 40},
		"cut":               {func(f map[string][]byte) { f["-wal"] = f["-wal"][:wal/2] }, 40},
		"its last page cut": {func(f map[string][]byte) { f["-wal"] = f["-wal"][:wal-100] }, 98},
		"a byte":            {func(f map[string][]byte) { f["-wal"][wal*3/4] ^= 1 }, 40},
		"its first byte":    {func(f map[string][]byte) { f["-wal"][0] ^= 1 }, 40},
		"a byte, and index removed": {func(f map[string][]byte) {
			f["-wal"][wal*3/4] ^= 1
			delete(f, "-shm")
		}, 40},
		"its first byte, and index removed": {func(f map[string][]byte) {
			f["-wal"][0] ^= 1
			delete(f, "-shm")
		}, 40},
		"its head, and index removed": {func(f map[string][]byte) {
			overwrite(f["-wal"], 0, walHeaderSize)
			delete(f, "-shm")
		}, 100},
		"its head":        {func(f map[string][]byte) { overwrite(f["-wal"], 0, walHeaderSize) }, 100},
		"a page of zeros": {func(f map[string][]byte) { copy(f["-wal"][wal*3/4:], make([]byte, pageBytes)) }, 40},
	} {
		t.Run(name, func(t *testing.T) {
			to := filepath.Join(t.TempDir(), "night.db")
			files := map[string][]byte{}
			for tail, data := range killed {
				files[tail] = bytes.Clone(data)
			}
			if row.harm != nil {
				row.harm(files)
			}
			for tail, data := range files {
				if err := os.WriteFile(to+tail, data, 0o600); err != nil {
					t.Fatal(err)
				}
			}
			s, err := Salvage(to, nil)
			if err != nil {
				t.Fatal(err)
			}
			if n := len(s.ContiguousRecords()); n < row.least {
				t.Errorf("%d entries are found, want at least %d", n, row.least)
			}
			k, err := Open(to)
			if row.harm == nil {
				if err != nil {
					t.Fatal(err)
				}
				mustHold(t, k, 100)
				k.Close()
				return
			}
			if err == nil {
				t.Errorf("opened, with %d entries", k.Len())
				k.Close()
			} else if !errors.Is(err, ErrDamaged) {
				t.Error(err)
			}
		})
	}
}

// TestClosedWhileRead: a reader keeps the -wal file from being removed, and that is no damage.
func TestClosedWhileRead(t *testing.T) {
	path := filepath.Join(t.TempDir(), "night.db")
	j := mustOpen(t, path)
	fill(t, j, 40)
	r := mustRead(t, path)
	mustHold(t, r, 40)
	j.Close()
	r.Close()
	mustHold(t, mustOpen(t, path), 40)
}
