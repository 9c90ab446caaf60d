package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestManualAsHTML writes the manual and follows its links: every page is there, has a title and its text, and needs no network.
func TestManualAsHTML(t *testing.T) {
	folder, out := filepath.Join(t.TempDir(), "manual"), &bytes.Buffer{}
	if code := run([]string{"help", "--html", folder}, strings.NewReader(""), out, out); code != 0 {
		t.Fatalf("exit %d: %s", code, out)
	}
	link := regexp.MustCompile(`(?:href|src)="([^"]*)"`)
	seen, open := map[string]bool{}, []string{"index.html"}
	for len(open) > 0 {
		name := open[0]
		if open = open[1:]; seen[name] || strings.HasPrefix(name, "#") {
			continue
		}
		seen[name] = true
		text, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			t.Errorf("a page links to %s: %v", name, err)
			continue
		}
		if bytes.Count(text, []byte("<h1>")) != 1 || bytes.Contains(text, []byte(`="http`)) || len(text) < 1000 {
			t.Errorf("%s: %d headings, %d bytes", name, bytes.Count(text, []byte("<h1>")), len(text))
		}
		for _, to := range link.FindAllSubmatch(text, -1) {
			open = append(open, string(to[1]))
		}
	}
	if files, _ := filepath.Glob(filepath.Join(folder, "*")); len(files) != len(seen) || len(files) < 60 {
		t.Errorf("%d pages are linked, %d written", len(seen), len(files))
	}
}
