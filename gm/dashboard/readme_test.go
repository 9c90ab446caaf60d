package dashboard

import (
	"os"
	"strings"
	"testing"
)

// TestReadmePicture holds the picture in the README against the program: the sample fight with dice from seed 7, after the
// keys n, n and a. UPDATE=1 draws it anew.
func TestReadmePicture(t *testing.T) {
	const file, fence = "../../README.md", "```\n"
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(data), "## At the table\n\n"+fence)
	picture, after, closed := strings.Cut(rest, fence)
	if !ok || !closed {
		t.Fatal("no picture under At the table")
	}
	session := sampleSession(t)
	play(t, session, "begin warehouse")
	frame := newStage(t, session, 120, 37).keys("n", "n", "a").frame()
	if os.Getenv("UPDATE") != "" {
		text := before + "## At the table\n\n" + fence + frame + fence + after
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if picture != frame {
		t.Errorf("the picture differs; UPDATE=1 draws it anew\ngot\n%s\nwant\n%s", frame, picture)
	}
}
