package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hybrid/gm/campaign"
)

// What the schemas are to find of the broken texts, in percent.
const mostlyFound = 84

// TestSchemasFindBrokenTexts holds the schemas against a collection of broken texts. VET=1 looks whether vet finds a mistake in
// each, too, which takes some seconds.
func TestSchemasFindBrokenTexts(t *testing.T) {
	all := compiled(t, campaign.Sample)
	data, err := os.ReadFile("testdata/broken.tsv")
	if err != nil {
		t.Fatal(err)
	}
	found, count := 0, 0
	var missed []string
	for line := range strings.Lines(string(data)) {
		kind, text, ok := strings.Cut(strings.TrimSpace(line), "\t")
		if !ok {
			continue
		}
		count++
		text = strings.ReplaceAll(text, `\n`, "\n")
		if err := valid(all[kind], []byte(text)); err != nil {
			found++
		} else {
			missed = append(missed, line)
		}
		if os.Getenv("VET") != "" {
			vetFinds(t, kind, text)
		}
	}
	t.Logf("%d of %d found, all but\n%s", found, count, strings.Join(missed, ""))
	if found*100 < count*mostlyFound {
		t.Errorf("%d of %d found, want %d%%", found, count, mostlyFound)
	}
}

// vetFinds looks whether vet finds a mistake in a text.
func vetFinds(t *testing.T, kind, text string) {
	t.Helper()
	files := map[string]string{"campaign.yaml": "campaign: {label: Mine}\n"}
	switch kind {
	case "pack":
		files["tables/own.yaml"] = text
	case "campaign":
		files["campaign.yaml"] = text
	case "encounter":
		files["encounters/one.yaml"] = text
	default:
		stats := "stats: {PST: 10, PEN: 10, DEX: 10, PAG: 10, PAW: 10, MST: 10, MEN: 10, MAG: 10, MAW: 10, PSI: 10}"
		files["campaign.yaml"] += "cast: [ned]\n"
		files["characters/ned.yaml"] = strings.Replace(text, "stats: {PST: 10}", stats, 1)
	}
	home := t.TempDir()
	for name, text := range files {
		path := filepath.Join(home, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if _, _, err := campaign.Vet(home, nil); err == nil {
		t.Errorf("vet finds no mistake in %s", text)
	}
}
