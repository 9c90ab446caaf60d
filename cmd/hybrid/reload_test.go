package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hybrid/campaigns"
)

// TestTerminalReload plays a campaign's folder in a real terminal while its files are saved: a good one is taken up, a
// broken one shown with its place, and what is being typed is waited for.
func TestTerminalReload(t *testing.T) {
	program, home := installed(t), filepath.Join(t.TempDir(), "stars")
	from, err := fs.Sub(campaigns.Files, "cold_lantern")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.CopyFS(home, from); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(home, "tables", "house.yaml")
	first, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	save := func(old, new string) {
		text := strings.Replace(string(first), old, new, 1)
		if text == string(first) {
			t.Fatalf("the file has no %q", old)
		}
		if err := errors.Join(os.WriteFile(home+".new", []byte(text), 0o666), os.Rename(home+".new", file)); err != nil { // never seen half written
			t.Fatal(err)
		}
	}
	s := start(t, program, t.TempDir(), "play", home, "--seed", "3")
	s.wait("Boarding at Lock Four", "Scenes")
	s.keys("\r")
	s.wait("read aloud")
	save("factor: 2.5", "factor: 2.25")
	s.wait("Reloaded: degrees.very_notable_success changed")
	save("factor: 2.5", "fcator: 2.5")
	s.wait("Not reloaded: tables/house.yaml:4:26: No key named “fcator”. Did you mean “factor”?")
	s.keys(":note typ")
	s.wait("note typ")
	save("factor: 4", "factor: 44")
	s.keys("ing\r")
	s.wait("Reloaded: degrees.amazing_success changed", "typing")
	s.keys("q")
	s.ended()
}
