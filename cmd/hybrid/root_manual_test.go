package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"

	"hybrid/gm/gmtest"
	"hybrid/rules"
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
	if index, _ := os.ReadFile(filepath.Join(folder, "index.html")); !regexp.MustCompile(`New here\?(?s:.*)"four_pages.html"(?s:.*)"step_01_\w+.html"(?s:.*)<h2>`).Match(index) {
		t.Errorf("the index doesn't say where to begin:\n%s", index)
	}
	if files, _ := filepath.Glob(filepath.Join(folder, "*")); len(files) != len(seen) || len(files) < 60 {
		t.Errorf("%d pages are linked, %d written", len(seen), len(files))
	}
}

// TestFeaturesWork vets the examples of all sections of the page of features, each a file of one campaign over the sample, without a warning,
// and asks for the odds of each of their actions.
func TestFeaturesWork(t *testing.T) {
	pages := rules.Manual()
	page := pages[slices.IndexFunc(pages, func(page rules.Chapter) bool { return page.Name() == "features" })]
	files, asked := map[string]string{"campaign.yaml": "campaign: {label: Features}\ncast: [kira]\n"}, [][]string{{"vet"}}
	for i, section := range sectionsOf(page) {
		for k, part := range section.parts {
			if !part.IsExample || strings.HasPrefix(part.Text, "# ") {
				continue
			}
			files[fmt.Sprintf("tables/feature_%d_%d.yaml", i, k)] = part.Text + "\n"
			var layer struct {
				Actions map[string]struct{ Answers, Whom string }
			}
			if err := yaml.Unmarshal([]byte(part.Text), &layer); err != nil {
				t.Fatal(err)
			}
			for name, action := range layer.Actions {
				if name == "skill_use" { // the check of a skill
					name = "climbing"
				}
				if line := []string{"odds", "kira", name}; action.Whom != "" {
					asked = append(asked, append(line, "grell"))
				} else if action.Answers == "" {
					asked = append(asked, line)
				}
			}
		}
	}
	folder := gmtest.Folder(t, files)
	for _, line := range asked {
		out := &bytes.Buffer{}
		if code := run(append([]string{"--campaign", folder}, line...), strings.NewReader(""), out, out); code != 0 || strings.Contains(out.String(), "warning") {
			t.Errorf("%v: exit %d, %s", line, code, out)
		}
	}
	if len(files) < 12 || len(asked) < 12 {
		t.Errorf("only %d files and %d lines were tried", len(files), len(asked))
	}
}
