// Package gmtest has what the tests of gm and of the packages above it share: campaigns, a clock, lines that are carried
// out. It does not import gm, so that gm's own tests can use it.
package gmtest

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"hybrid/gm/campaign"
	"hybrid/gm/command"
)

// Sample is the campaign that comes along.
func Sample(t testing.TB) *campaign.Campaign {
	t.Helper()
	c, err := campaign.Open(campaign.Sample, nil)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// Folder is a folder with these files, by path.
func Folder(t testing.TB, files map[string]string) string {
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

// Clock is a clock that goes on by a second and a bit whenever somebody looks.
func Clock() func() time.Time {
	now := time.Date(2024, 5, 1, 20, 0, 0, 0, time.UTC)
	return func() time.Time {
		now = now.Add(time.Second + 1500*time.Microsecond)
		return now
	}
}

// Do carries out lines that must all succeed, such as those of a *gm.Session, and gives the last entry.
func Do[E any](t testing.TB, s interface {
	Do(command.Command) (E, error)
}, lines ...string) (last E) {
	t.Helper()
	for _, line := range lines {
		entry, err := s.Do(command.Command{Line: line})
		if err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		last = entry
	}
	return last
}
