package players

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// reckoned is source in which a chance is compared, printed or subtracted beside [rules.Likelihood].
var reckoned = regexp.MustCompile(`(Roll|Check|Odds|odds|preview|outlook)\.Chance\b|ChanceUnit|\.Percent\(\)|Number\([^()]*(Chance|Number)\) ?\+ ?"%"`)

// reckonedFiles are the files that may, with why.
var reckonedFiles = map[string]string{
	"cmd/hybrid/design_trychanges.go": "asks for the odds at that very number",
	"cmd/hybrid/player_advance.go":    "prints per cents that are subtracted from each other in rules",
	"gm/workbook/character.go":        "compares with the per cents of a spreadsheet",
}

// Outside of package rules nobody compares, prints or subtracts a chance by itself: a number carries its own unit.
func TestNoFaceReckons(t *testing.T) {
	used := map[string]bool{}
	for _, root := range []string{"gm", "cmd"} {
		err := filepath.WalkDir(filepath.Join("..", "..", root), func(path string, d os.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			data, err := os.ReadFile(path)
			name := filepath.ToSlash(strings.TrimPrefix(path, filepath.Join("..", "..")+string(filepath.Separator)))
			for i, line := range strings.Split(string(data), "\n") {
				if found := reckoned.FindString(line); found != "" && !strings.HasPrefix(strings.TrimSpace(line), "//") {
					if used[name] = true; reckonedFiles[name] == "" {
						t.Errorf("%s:%d: “%s”. Take a Likelihood: it knows its unit.", name, i+1, found)
					}
				}
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for name := range reckonedFiles {
		if !used[name] {
			t.Errorf("%s is listed and does not reckon", name)
		}
	}
}
