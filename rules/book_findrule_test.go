package rules

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
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
	read("../README.md")
	for _, folder := range []string{"manual", "../tables/hybrid", "../campaigns/saltmarket", "../campaigns/cold_lantern", "testdata/digest"} {
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
	book := Rulebook(hybridPack(t))
	for ruling, files := range cited {
		if list, meant := FindRules(book, ruling); len(list) == 0 || meant != "" {
			t.Errorf("%s, cited in %s, is not found", ruling, strings.Join(files, ", "))
		}
	}
}
