package gm

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestKilledAndDamaged: what a killed program left is damaged before it is opened again. What is whole comes back, and
// it is said that something is missing; nothing is lost in silence.
func TestKilledAndDamaged(t *testing.T) {
	c, dir := sample(t), t.TempDir()
	s := fairly(t, c, dir, "2024-05-01 20:00")
	do(t, s, "begin warehouse", "initiative", "note one", "undo", "next", "note two")
	files := map[string][]byte{}
	for _, tail := range []string{"", "-wal", "-shm", ".lock"} {
		data, err := os.ReadFile(s.path + tail)
		if err != nil {
			t.Fatal(err)
		}
		files[tail] = data
	}
	for name, harm := range map[string]func(path string) error{
		"its -wal removed": func(path string) error { return os.Remove(path + "-wal") },
		"its -wal cut":     func(path string) error { return os.Truncate(path+"-wal", 1000) },
		"its file removed": os.Remove,
	} {
		t.Run(name, func(t *testing.T) {
			to := t.TempDir()
			path := SessionPath(to, c)
			for tail, data := range files {
				if err := os.WriteFile(path+tail, data, 0o600); err != nil {
					t.Fatal(err)
				}
			}
			if err := harm(path); err != nil {
				t.Fatal(err)
			}
			again, notice, err := Open(c, Options{Dir: to, Clock: ticking()})
			if err != nil {
				t.Fatal(err)
			}
			defer again.Close()
			if !strings.Contains(notice, "set aside as "+filepath.Join(to, filepath.Base(path))+".damaged-") {
				t.Errorf("said: %s", notice)
			}
			if name == "its file removed" && again.seq != s.seq && !strings.Contains(notice, "are missing") {
				t.Errorf("%d records of %d came back: %s", again.seq, s.seq, notice)
			}
			if _, err := again.Verify(); err != nil {
				t.Error(err)
			}
		})
	}
}
