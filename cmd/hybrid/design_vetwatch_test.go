package main

import (
	"os"
	"path/filepath"
	"testing"
)

// What is watched are the YAML files, but for hidden folders.
func TestChangesOf(t *testing.T) {
	home := t.TempDir()
	write := func(name, text string) {
		path := filepath.Join(home, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("campaign.yaml", "campaign: {}")
	before := fileStamps([]string{home})
	write("notes.txt", "nothing")
	write(".schema/pack.yaml", "nothing")
	if now := fileStamps([]string{home}); now != before {
		t.Errorf("what is no data was watched: %s", now)
	}
	write("tables/own.yaml", "tags: {}")
	added := fileStamps([]string{home})
	if added == before {
		t.Error("a new file was not seen")
	}
	write("tables/own.yaml", "tags: {wet: wet}")
	if fileStamps([]string{home}) == added {
		t.Error("a change was not seen")
	}
}
