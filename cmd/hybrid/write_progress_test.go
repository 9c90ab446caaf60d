package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestProgressEnds: a redo that reads a long session while the dashboard is shown draws no line over it.
func TestProgressEnds(t *testing.T) {
	drawsOneLine(t, func(shown *progress) {
		shown.showEntries(1, 5)
		shown.stopShowing()
		shown.showEntries(2, 5)
	})
}

// TestProgressOfAnother: what comes after something that took long shows nothing before it takes long itself.
func TestProgressOfAnother(t *testing.T) {
	drawsOneLine(t, func(shown *progress) {
		shown.showEntries(1, 5)
		shown.showEntries(5, 5)
		shown.showEntries(1, 5)
	})
}

// TestProgressOfTheUnknown: of what says nothing of itself it is shown how long it takes, until it ends.
func TestProgressOfTheUnknown(t *testing.T) {
	file, err := os.Create(filepath.Join(t.TempDir(), "terminal"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	written := func() string {
		got, err := os.ReadFile(file.Name())
		if err != nil {
			t.Fatal(err)
		}
		return string(got)
	}
	shown := &progress{terminal: file, began: time.Now().Add(-7 * time.Second)}
	shown.showWhile("reading", func() {
		for !strings.Contains(written(), "reading: 7 s") {
			time.Sleep(updateInterval)
		}
	})
	if got := written(); !strings.HasSuffix(got, "\r\x1b[K") {
		t.Errorf("the line stays: %q", got)
	}
}

// drawsOneLine carries something out, of which the first of five entries alone is shown, and then no more.
func drawsOneLine(t *testing.T, carry func(*progress)) {
	t.Helper()
	file, err := os.Create(filepath.Join(t.TempDir(), "terminal"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	carry(&progress{terminal: file})
	got, err := os.ReadFile(file.Name())
	if want := "\r1 of 5 entries  " + bar(0.2, 30) + "\x1b[K\r\x1b[K"; err != nil || string(got) != want {
		t.Errorf("got %q, %v, want %q", got, err, want)
	}
}
