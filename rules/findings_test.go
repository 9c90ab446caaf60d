package rules

import (
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"hybrid/rules/source"
)

// findingsFile holds inputs and what vet finds in them. A case begins with "== NAME", or with "== PACK: NAME" for a game other than
// hybrid; below it is a layer over that game, or a character. A line of "> " is a finding, in order; "fix: OLD -> NEW" replaces a text
// of the input, and with all fixes the findings are gone. UPDATE=1 writes what is found today.
const findingsFile = "testdata/vet/findings.txt"

// A line break in a fix is written \n.
var lineBreaks, asOneLine = strings.NewReplacer(`\n`, "\n"), strings.NewReplacer("\n", `\n`)

// finding is a case of the file of findings.
type finding struct {
	name, pack, input string
	want              []string
	fixes             [][2]string
	head              string // its lines up to what is found
}

// TestFindings vets each input of the file of findings: it is told what the file says, what is suggested under "Did you mean" removes
// the finding, and with the fixes of the case they are gone, and no mistake is new. What is suggested and the fixes are tried for a third
// of the cases, for all with -long or UPDATE=1.
func TestFindings(t *testing.T) {
	sequential(t)
	updated := os.Getenv("UPDATE") != ""
	cases, opening := readFindings(t)
	packs := map[string]*findingPack{}
	var written strings.Builder
	written.WriteString(opening)
	for i := range cases {
		c := &cases[i]
		pack := packs[c.pack]
		if pack == nil {
			pack = newFindingPack(t, c.pack)
			packs[c.pack] = pack
		}
		t.Run(c.name, func(t *testing.T) {
			got := pack.vet(t, c.input)
			if updated {
				c.want = got
			}
			if told := strings.Join(got, "\n"); told != strings.Join(c.want, "\n") {
				t.Errorf("found\n%s\nwant\n%s", told, strings.Join(c.want, "\n"))
			}
			hinted, tried := 0, *long || updated || i%6 == 0
			for _, told := range got {
				if fixed, ok := followHint(c.input, told); ok {
					if hinted++; !tried {
						continue
					}
					if after := strings.Join(pack.vet(t, fixed), "\n"); strings.Contains(after, told) {
						t.Errorf("the suggestion of %s changes nothing:\n%s", told, fixed)
					}
				}
			}
			if hinted < len(got) && len(c.fixes) == 0 {
				t.Errorf("no fix is tried for\n%s", strings.Join(got, "\n"))
			}
			fixed := c.input
			for _, fix := range c.fixes {
				if !strings.Contains(fixed, fix[0]) {
					t.Errorf("nothing to fix: %s", fix[0])
				}
				fixed = strings.ReplaceAll(fixed, fix[0], fix[1])
			}
			if len(c.fixes) == 0 || !tried {
				return
			}
			for _, left := range pack.vet(t, fixed) {
				again := slices.ContainsFunc(got, func(told string) bool { return withoutPlace(told) == withoutPlace(left) })
				if again || !isWarning(left) {
					t.Errorf("after the fix:\n%s\n%s", fixed, left)
				}
			}
		})
		written.WriteString(c.head)
		for _, told := range c.want {
			written.WriteString("> " + told + "\n")
		}
		for _, fix := range c.fixes {
			written.WriteString("fix: " + asOneLine.Replace(fix[0]) + " -> " + asOneLine.Replace(fix[1]) + "\n")
		}
		written.WriteString("\n")
	}
	if updated {
		if err := os.WriteFile(findingsFile, []byte(strings.TrimSuffix(written.String(), "\n")), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if len(cases) < 110 {
		t.Errorf("only %d inputs", len(cases))
	}
}

// readFindings reads the file of findings, and returns what is in front of its first case, too.
func readFindings(t *testing.T) (cases []finding, opening string) {
	t.Helper()
	text, err := os.ReadFile(findingsFile)
	if err != nil {
		t.Fatal(err)
	}
	opening, rest, _ := strings.Cut(string(text), "== ")
	for _, block := range strings.Split("\n"+rest, "\n== ") {
		block = strings.TrimPrefix(block, "\n")
		name, _, _ := strings.Cut(block, "\n")
		c := finding{name: name, pack: "hybrid", head: "== " + name + "\n"}
		if pack, short, other := strings.Cut(name, ": "); other {
			c.pack, c.name = pack, short
		}
		for _, line := range strings.Split(strings.TrimSpace(block), "\n")[1:] {
			if told, is := strings.CutPrefix(line, "> "); is {
				c.want = append(c.want, told)
			} else if fix, is := strings.CutPrefix(line, "fix: "); is {
				was, now, _ := strings.Cut(fix, " ->")
				c.fixes = append(c.fixes, [2]string{lineBreaks.Replace(was), lineBreaks.Replace(strings.TrimPrefix(now, " "))})
			} else {
				c.input += line + "\n"
				c.head += line + "\n"
			}
		}
		cases = append(cases, c)
	}
	return cases, opening
}

// findingPack is a game over which inputs are vetted.
type findingPack struct {
	layers []Layer
	rules  *Ruleset
}

func newFindingPack(t *testing.T, name string) *findingPack {
	t.Helper()
	p := &findingPack{}
	for _, folder := range []string{name, "languages"} {
		paths, err := filepath.Glob("../tables/" + folder + "/*.yaml")
		if err != nil || len(paths) == 0 {
			t.Fatal(folder, err)
		}
		layer := Layer{Name: folder}
		for _, path := range paths {
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			layer.Files = append(layer.Files, source.File{Name: path, Data: data})
		}
		p.layers = append(p.layers, layer)
	}
	var err error
	if p.rules, _, err = Vet(p.layers, nil); err != nil {
		t.Fatal(err)
	}
	return p
}

// packPlaces matches places in the files of the game, whose lines move.
var packPlaces = regexp.MustCompile(`\.\./tables/[a-z]+/([a-z_]+\.yaml)(:[0-9]+)+`)

// vet returns what is found in an input, each finding with its code.
func (p *findingPack) vet(t *testing.T, input string) (found []string) {
	t.Helper()
	var warnings source.Mistakes
	var err error
	if strings.HasPrefix(input, "character:") {
		_, err = p.rules.ReadSheet("own.yaml", []byte(input))
	} else {
		own := Layer{Name: "own"}
		name, rest := "own.yaml", input
		for more := true; more; {
			var text string
			text, rest, more = strings.Cut(rest, "-- ")
			own.Files = append(own.Files, source.File{Name: name, Data: []byte(text)})
			name, rest, _ = strings.Cut(rest, "\n")
		}
		_, warnings, err = Vet(append(p.layers[:len(p.layers):len(p.layers)], own), nil)
	}
	var mistakes source.Mistakes
	if err != nil && !errors.As(err, &mistakes) {
		t.Fatal(err)
	}
	for _, m := range append(mistakes, warnings...) {
		found = append(found, packPlaces.ReplaceAllString(m.Error(), "$1")+" ["+string(m.Code)+"]")
	}
	ofPack := func(told string) bool {
		return !strings.HasPrefix(told, "own.yaml") && !strings.HasPrefix(told, "more.yaml")
	}
	if found = slices.Compact(found); len(found) < 5 || !slices.ContainsFunc(found, func(told string) bool { return !ofPack(told) }) {
		return found
	}
	return slices.DeleteFunc(found, ofPack) // which follow from those of the input
}

// withoutPlace returns a finding without its file, line and column.
func withoutPlace(told string) string {
	_, text, _ := strings.Cut(told, ": ")
	return text
}

// isWarning reports whether the code of a finding is that of a warning.
func isWarning(told string) bool {
	return slices.ContainsFunc(source.Codes(), func(m source.Meaning) bool {
		return m.Warning && strings.HasSuffix(told, "["+string(m.Code)+"]")
	})
}

// suggestion matches the place of a finding in an input, and the name that it suggests.
var suggestion = regexp.MustCompile(`^own\.yaml:(\d+):(\d+): .*Did you mean “([^”]+)”\?`)

// followHint replaces the word at the place of a finding with the name that it suggests; false if it suggests none, or several.
func followHint(input, told string) (fixed string, ok bool) {
	hint := suggestion.FindStringSubmatch(told)
	if hint == nil {
		return "", false
	}
	lines := strings.Split(input, "\n")
	line, _ := strconv.Atoi(hint[1])
	col, _ := strconv.Atoi(hint[2])
	runes := []rune(lines[line-1])
	from := col - 1
	for from < len(runes) && strings.ContainsRune(`"'`, runes[from]) {
		from++
	}
	to := from
	for to < len(runes) && (unicode.IsLetter(runes[to]) || unicode.IsDigit(runes[to]) || strings.ContainsRune("_.-", runes[to])) {
		to++
	}
	if !strings.Contains(told, string(runes[from:to])) {
		return "", false
	}
	lines[line-1] = string(runes[:from]) + hint[3] + string(runes[to:])
	return strings.Join(lines, "\n"), to > from
}
