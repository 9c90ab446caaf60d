package disk

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// Where another program has a file open, Windows refuses to rename it: that passes. What else is wrong does not, and the
// numbers of its errors mean something else elsewhere.
func TestPatience(t *testing.T) {
	of := func(n int) error { return &os.LinkError{Op: "rename", Err: syscall.Errno(n)} }
	for _, row := range []struct {
		name, system string
		err          error
		fails        int // how often
		tries        int
		done         bool
	}{
		{"at once", "windows", of(32), 0, 1, true},
		{"open elsewhere", "windows", of(32), 3, 4, true},
		{"being looked into", "windows", of(5), 1, 2, true},
		{"locked elsewhere", "windows", of(33), 1, 2, true},
		{"for ever", "windows", of(32), 99, maxTries, false},
		{"no space", "windows", of(112), 99, 1, false},
		{"not there", "windows", fs.ErrNotExist, 99, 1, false},
		{"another system", "linux", of(5), 99, 1, false},
	} {
		t.Run(row.name, func(t *testing.T) {
			tries, waited := 0, time.Duration(0)
			err := retryWhileHeld(row.system, func(d time.Duration) { waited += d }, func() error {
				if tries++; tries <= row.fails {
					return row.err
				}
				return nil
			})
			if tries != row.tries || (err == nil) != row.done || err != nil && !errors.Is(err, row.err) {
				t.Errorf("%d tries, %v", tries, err)
			}
			if (waited > 0) != (tries > 1) || waited > time.Second {
				t.Errorf("waited %v", waited)
			}
		})
	}
}

func TestWriteWhole(t *testing.T) {
	folder := t.TempDir()
	file := filepath.Join(folder, "wren.yaml")
	for _, text := range []string{"one", "another"} {
		if err := WriteWhole(file, func(to io.Writer) error { _, err := io.WriteString(to, text); return err }); err != nil {
			t.Fatal(err)
		}
		if data, err := os.ReadFile(file); string(data) != text || err != nil {
			t.Errorf("got %q, %v", data, err)
		}
	}
	if err := WriteWhole(filepath.Join(folder, "none", "wren.yaml"), nil); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
	half := errors.New("half of it")
	if err := WriteWhole(file, func(to io.Writer) error { io.WriteString(to, "ha"); return half }); err != half {
		t.Error(err)
	}
	if data, _ := os.ReadFile(file); string(data) != "another" {
		t.Errorf("written halfway it is %q", data)
	}
	if left, err := os.ReadDir(folder); len(left) != 1 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}
