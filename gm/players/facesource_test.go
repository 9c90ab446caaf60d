package players

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// reckoned is source in which a chance is compared, printed or subtracted beside [rules.Likelihood].
var reckoned = regexp.MustCompile(`(Roll|Check|Odds|odds|preview|outlook)\.Chance\b|ChanceUnit|\.Percent\(\)|Number\([^()]*(Chance|Number)\) ?\+ ?"%"`)

// reckonedFiles are the files that may, with why.
var reckonedFiles = map[string]string{
	"cmd/hybrid/design_trychanges.go": "asks for the odds at that very number",

	"gm/gmtest/transcript/transcript.go": "prints what transcripts compare",
	"gm/workbook/character.go":           "compares with the per cents of a spreadsheet",
}

// Outside of package rules nobody compares, prints or subtracts a chance by itself: a number carries its own unit.
func TestNoFaceReckons(t *testing.T) {
	used := map[string]bool{}
	eachSource(t, []string{"gm", "cmd"}, func(name string, line int, text string) {
		if found := reckoned.FindString(text); found != "" {
			if used[name] = true; reckonedFiles[name] == "" {
				t.Errorf("%s:%d: “%s”. Take a Likelihood: it knows its unit.", name, line, found)
			}
		}
	})
	for name := range reckonedFiles {
		if !used[name] {
			t.Errorf("%s is listed and does not reckon", name)
		}
	}
}

// door is source that takes a fact from its one maker in rules.
var door = regexp.MustCompile(`\.(Likelihood|Bearing|PreviewAwaited|ForecastReplies|ForecastDefences)\(|FormatRoll\(`)

// Every source outside of rules that takes a fact is named by a face that TestFacesAgree compares, or by the test elsewhere that does.
func TestFacesAreListed(t *testing.T) {
	listed, used := map[string]bool{}, map[string]bool{}
	for _, f := range listFaces() {
		for _, file := range strings.Fields(f.files) {
			listed[file] = true
		}
	}
	for file, test := range facesElsewhere {
		listed[file] = true
		dir, name, _ := strings.Cut(test, " ")
		if !declaresTest(t, filepath.Join("..", "..", filepath.FromSlash(dir)), name) {
			t.Errorf("%s is compared by %s, which does not exist", file, test)
		}
	}
	eachSource(t, []string{"gm", "cmd", "rules/purchase", "rules/rulebook"}, func(name string, line int, text string) {
		if found := door.FindString(text); found != "" && !strings.HasPrefix(text, "func FormatRoll") {
			if used[name] = true; !listed[name] {
				t.Errorf("%s:%d: %s shows a fact. Name the file in a row of listFaces that compares it.", name, line, found)
			}
		}
	})
	for file := range listed {
		if !used[file] && !strings.HasSuffix(file, "player_stats.go") && !strings.HasSuffix(file, "html.go") && !strings.HasSuffix(file, "statistics.go") {
			t.Errorf("%s is listed and shows no fact", file)
		}
	}
}

// declaresTest reports whether a test of a name is in a folder.
func declaresTest(t *testing.T, dir, name string) bool {
	files, err := filepath.Glob(filepath.Join(dir, "*_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	return slices.ContainsFunc(files, func(file string) bool {
		data, _ := os.ReadFile(file)
		return strings.Contains(string(data), "func "+name+"(")
	})
}

// eachSource yields the lines of the sources in some folders, but for tests and comments.
func eachSource(t *testing.T, roots []string, yield func(name string, line int, text string)) {
	for _, root := range roots {
		err := filepath.WalkDir(filepath.Join("..", "..", filepath.FromSlash(root)), func(path string, d os.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			data, err := os.ReadFile(path)
			name := filepath.ToSlash(strings.TrimPrefix(path, filepath.Join("..", "..")+string(filepath.Separator)))
			for i, line := range strings.Split(string(data), "\n") {
				if !strings.HasPrefix(strings.TrimSpace(line), "//") {
					yield(name, i+1, line)
				}
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}
