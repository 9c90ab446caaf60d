package gm

import (
	"bytes"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"reflect"
	"testing"

	"hybrid/gm/gmtest"
	"hybrid/gm/journal"
)

var bitFlips = flag.Int("bitflips", 6, "how many damaged files TestBitFlips rescues of each kind")

// TestBitFlips flips thirty random bits of a session's file. With a whole backup every entry comes back, with a backup of
// an earlier evening at least its entries, and of two backups that are damaged in different places each fills the gaps of
// the other.
func TestBitFlips(t *testing.T) {
	gmtest.SkipIfShort(t)
	t.Parallel()
	c, dir := sample(t), t.TempDir()
	s := fairly(t, c, dir, "2024-05-01 20:00")
	playAtRandom(t, s, 1, 120)
	s.Close()
	s = fairly(t, c, dir, "2024-05-02 20:00")
	early := s.journal.Len()
	playAtRandom(t, s, 2, 60)
	killed := map[string][]byte{}
	for _, tail := range []string{"", "-wal", "-shm", ".lock"} {
		killed[tail] = readFile(t, s.path+tail)
	}
	s.Close()
	want := records(t, s.path)
	all := int64(len(want))
	data, earlier := readFile(t, s.path), readFile(t, ListBackups(s.path)[0])
	closed := map[string][]byte{"": data}
	for _, row := range []struct {
		name    string
		left    map[string][]byte // by what follows the name of the session's file
		backups func(flip func([]byte, int) []byte) [][]byte
		least   int64
	}{
		{"a whole backup", closed, func(func([]byte, int) []byte) [][]byte { return [][]byte{data} }, all},
		{"a whole backup after a kill", killed, func(func([]byte, int) []byte) [][]byte { return [][]byte{data} }, all},
		{"a backup of an earlier evening", closed, func(func([]byte, int) []byte) [][]byte { return [][]byte{earlier} }, early},
		{"two backups, each damaged elsewhere", closed, func(flip func([]byte, int) []byte) [][]byte {
			third := len(data) / 3
			return [][]byte{append(flip(data[:third], 2), data[third:]...), append(bytes.Clone(data[:2*third]), flip(data[2*third:], 2)...)}
		}, all},
	} {
		t.Run(row.name, func(t *testing.T) {
			for seed := range *bitFlips {
				rng := rand.New(rand.NewPCG(uint64(seed), 41))
				flip := func(data []byte, bits int) []byte {
					data = bytes.Clone(data)
					for range bits {
						data[rng.IntN(len(data))] ^= 1 << rng.IntN(8)
					}
					return data
				}
				to := t.TempDir()
				path := SessionPath(to, c)
				for tail, data := range row.left {
					if tail == "" || tail == "-wal" {
						data = flip(data, 30/min(2, len(row.left)))
					}
					write(t, path+tail, data)
				}
				for n, backup := range row.backups(flip) {
					write(t, fmt.Sprintf("%s.backup-2024-05-%02d", path, n+3), backup)
				}
				again, notice, err := Open(c, Options{Dir: to, Clock: ticking()})
				if err != nil {
					t.Fatalf("seed %d: %v", seed, err)
				}
				if n := again.journal.Len(); n < row.least {
					t.Errorf("seed %d: %d of %d entries came back, want at least %d: %s", seed, n, all, row.least, notice)
				}
				if _, err := again.Verify(); err != nil {
					t.Errorf("seed %d: %v", seed, err)
				}
				if _, _, err := again.CheckDice(); err != nil {
					t.Errorf("seed %d: %v", seed, err)
				}
				again.Close()
				for n, r := range records(t, path) {
					if n < int(row.least) && !reflect.DeepEqual(r, want[n]) {
						t.Errorf("seed %d: entry %d came back as %+v, want %+v", seed, n+1, r, want[n])
					}
				}
			}
		})
	}
}

// records reads every entry of a session's file, with its report.
func records(t *testing.T, path string) (list []journal.Record) {
	t.Helper()
	j, err := journal.OpenReadOnly(path)
	if err != nil {
		t.Fatal(err)
	}
	defer j.Close()
	if err := j.Each(func(r journal.Record) error { list = append(list, r); return nil }); err != nil {
		t.Error(err)
	}
	return list
}

// playAtRandom carries out random lines in a session that is kept on disk.
func playAtRandom(t *testing.T, s *Session, seed uint64, lines int) {
	t.Helper()
	w := &walk{Random: gmtest.NewRandom(seed, s.Game), t: t, s: s}
	for range lines {
		w.do(w.Line())
	}
}

func readFile(t *testing.T, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func write(t *testing.T, path string, data []byte) {
	t.Helper()
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
}
