package gm

import (
	"os"
	"path/filepath"
	"testing"
)

func TestSampleCampaign(t *testing.T) {
	c, err := OpenCampaign(Sample, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range c.Cast() {
		if _, _, err := c.Character(name); err != nil {
			t.Error(err)
		}
	}
	if len(c.Encounters()) < 2 {
		t.Errorf("got %d encounters, want at least 2", len(c.Encounters()))
	}
}

// folderOf is a folder with these files, by path.
func folderOf(t testing.TB, files map[string]string) string {
	t.Helper()
	home := t.TempDir()
	for name, text := range files {
		file := filepath.Join(home, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return home
}
