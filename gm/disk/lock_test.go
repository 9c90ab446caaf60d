package disk

import (
	"os"
	"path/filepath"
	"testing"
)

// One has the lock, of one process too; what is in the file others read and write meanwhile, as the owner does.
func TestLock(t *testing.T) {
	name := filepath.Join(t.TempDir(), "evening.lock")
	one, err := TryLock(name)
	if err != nil || one == nil {
		t.Fatal(one, err)
	}
	if other, err := TryLock(name); other != nil || err != nil {
		t.Fatalf("a second one has it: %v, %v", other, err)
	}
	if err := os.WriteFile(name, []byte("open"), 0o600); err != nil {
		t.Errorf("it cannot be written while it is locked: %v", err)
	}
	if data, err := os.ReadFile(name); string(data) != "open" || err != nil {
		t.Errorf("read %q, %v", data, err)
	}
	if err := os.Truncate(name, 0); err != nil {
		t.Errorf("it cannot be emptied while it is locked: %v", err)
	}
	if err := one.Unlock(); err != nil {
		t.Fatal(err)
	}
	if one, err = TryLock(name); one == nil || err != nil {
		t.Fatalf("it is not free: %v", err)
	}
	if err := one.Remove(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(name); !os.IsNotExist(err) {
		t.Errorf("it is still there: %v", err)
	}
	if lock, err := TryLock(filepath.Join(t.TempDir(), "none", "evening.lock")); lock != nil || err == nil {
		t.Errorf("a lock without a folder: %v", err)
	}
}
