package disk

import (
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

func TestWhoMayRead(t *testing.T) {
	for _, row := range []struct {
		name, system string
		mode         fs.FileMode
		want         bool
	}{
		{"everybody", "linux", 0o644, true},
		{"a group", "darwin", 0o660, true},
		{"the owner", "linux", 0o600, false},
		{"not for writing", "linux", 0o444, false},
		{"a folder", "linux", fs.ModeDir | 0o755, false},
		{"Windows, where modes say nothing of it", "windows", 0o666, false},
	} {
		if got := isTooOpen(row.system, row.mode); got != row.want {
			t.Errorf("%s: %v", row.name, got)
		}
	}
	file := filepath.Join(t.TempDir(), "evening.db")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := KeepPrivate(file, file+"-wal"); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(file); err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != Private {
		t.Errorf("%v, %v", info.Mode(), err)
	}
}
