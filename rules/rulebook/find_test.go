package rulebook_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"hybrid/gm/campaign"
	"hybrid/gm/gmtest"
	"hybrid/rules/rulebook"
)

// TestCitedRulings looks up every ruling, such as R27, that the README, a page of the manual, a file of the packs and
// campaigns, or the list of the digest cites.
func TestCitedRulings(t *testing.T) {
	citation := regexp.MustCompile(`\bR[1-9][0-9]?\b`)
	cited := map[string][]string{} // the files that cite a ruling
	read := func(file string) {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, ruling := range citation.FindAllString(string(data), -1) {
			if !slices.Contains(cited[ruling], file) {
				cited[ruling] = append(cited[ruling], file)
			}
		}
	}
	read("../../README.md")
	for _, folder := range []string{"../manual", "../../tables/hybrid", "../../campaigns/saltmarket", "../../campaigns/cold_lantern", "../testdata/digest"} {
		err := filepath.WalkDir(folder, func(file string, entry fs.DirEntry, err error) error {
			if err == nil && !entry.IsDir() && !strings.HasSuffix(file, ".go") {
				read(file)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if len(cited) < 70 {
		t.Errorf("only %d rulings are cited", len(cited))
	}
	book := rulebook.List(gmtest.Sample(t).Rules)
	for ruling, files := range cited {
		if list, meant := rulebook.Find(book, ruling); len(list) == 0 || meant != "" {
			t.Errorf("%s, cited in %s, is not found", ruling, strings.Join(files, ", "))
		}
	}
}

// TestEffectsAreDescribed looks for an action by its label and reads what its effects do.
func TestEffectsAreDescribed(t *testing.T) {
	c, err := campaign.Open(gmtest.Folder(t, map[string]string{"campaign.yaml": "campaign: {label: Mine}\n",
		"tables/own.yaml": "actions: {hurl: {label: Hurl it, counts: 3, steps: {off: {label: Off, do: [{lose: PFT, by: 2}, {leaves_hand: true}, {tell: 2*3 = 6}]}}}}"}), nil)
	if err != nil {
		t.Fatal(err)
	}
	list, _ := rulebook.Find(rulebook.List(c.Rules), "Hurl it")
	if want := "Off: loses PFT 2, lets go of the tool, 2*3 = 6"; len(list) == 0 || !strings.Contains(strings.Join(list[0].Facts, "; "), want) {
		t.Errorf("the page of the action lacks %q: %v", want, list)
	}
}
