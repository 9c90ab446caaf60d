package main

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"hybrid/gm/gmtest"
	"hybrid/rules"
)

// The manual and the README show what one sees who follows them from the first line to the last. Files are written,
// commands are carried out, in order and in one folder. A line … stands for any lines, at the end of one for the rest of
// it; long lines of a log go on farther in. UPDATE=1 writes down what commands say now, without the lines of the pack's
// files, which change too often; where the last line is …, as many lines as there were before it.
func TestManual(t *testing.T) {
	gmtest.SkipIfShort(t)
	var pages []page
	for _, chapter := range rules.Manual() {
		pages = append(pages, page{"../../rules/manual/" + chapter.File, chapter.Parts})
	}
	followPages(t, 5, pages)
}

func TestReadme(t *testing.T) {
	gmtest.SkipIfShort(t)
	const file = "../../README.md"
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	_, mine, _ := strings.Cut(string(text), "\n## I design games\n")
	mine, _, _ = strings.Cut(mine, "\n## ")
	var parts []rules.ManualPart
	for i, block := range strings.Split("\n"+mine, "\n```") {
		if i%2 == 1 {
			_, block, _ = strings.Cut(block, "\n")
			parts = append(parts, rules.ManualPart{Text: block, IsExample: true})
		}
	}
	followPages(t, 2, []page{{file, parts}})
}

// page is a file, and the parts of it that are followed.
type page struct {
	file  string
	parts []rules.ManualPart
}

// followPages carries out the examples of pages, one after the other. At least least of them have to be typed.
func followPages(t *testing.T, least int, pages []page) {
	for i := range pages {
		file, err := filepath.Abs(pages[i].file)
		if err != nil {
			t.Fatal(err)
		}
		pages[i].file = file
	}
	t.Chdir(t.TempDir())
	sh := newShell(t, func(args []string, stdout, stderr io.Writer) int {
		return run(args, strings.NewReader(""), stdout, stderr)
	})
	typed := 0
	for _, p := range pages {
		typed += p.follow(sh, os.Getenv("UPDATE") != "")
	}
	if typed < least {
		t.Errorf("%d examples are typed", typed)
	}
}

// namesFile is the first line of an example that names its file, "# tables/house.yaml".
var namesFile = regexp.MustCompile(`^# (\S+\.\S*)(\n|$)`)

// follow does what the examples of a page say, and counts those that are typed.
func (p page) follow(sh *shell, update bool) (typed int) {
	t := sh.t
	text, err := os.ReadFile(p.file)
	if err != nil {
		t.Fatal(err)
	}
	done := 0
	for _, part := range p.parts {
		if m := namesFile.FindStringSubmatch(part.Text); part.IsExample && m != nil {
			name := m[1]
			if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(name, []byte(part.Text+"\n"), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if !part.IsShellSession() {
			continue
		}
		typed++
		before := []byte(part.Text)
		after := []byte(strings.Join(typedAgain(sh, part.Lines(), update), "\n"))
		at := done + bytes.Index(text[done:], before)
		text = slices.Replace(text, at, at+len(before), after...)
		done = at + len(after)
	}
	if update {
		if err := os.WriteFile(p.file, text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return typed
}

// say returns what a command writes, line by line.
func (s *shell) say(command string) []string {
	text := strings.TrimRight(s.do(command), "\n")
	if text == "" {
		return nil
	}
	return strings.Split(text, "\n")
}

// typedAgain carries out the commands of an example, and gives the lines with what they say now.
func typedAgain(sh *shell, lines []string, update bool) (shown []string) {
	for len(lines) > 0 {
		command, begin := strings.TrimPrefix(lines[0], "$ "), 1
		for strings.HasSuffix(command, "\\") {
			command, begin = command+"\n"+lines[begin], begin+1
		}
		end := begin
		for end < len(lines) && !strings.HasPrefix(lines[end], "$ ") {
			end++
		}
		said := sh.say(command)
		want := lines[begin:end]
		for _, line := range said {
			if strings.HasPrefix(line, "hybrid: ") && slices.Contains(want, "…") {
				sh.t.Errorf("$ %s\nfails, and … hides it: %s", command, line)
			}
		}
		if strings.HasPrefix(command, "hybrid script ") {
			said = folded(said)
		}
		shown = append(shown, lines[:begin]...)
		switch {
		case showing(want, said):
			shown = append(shown, want...)
		case update:
			if heads := len(want) - 1; heads >= 0 && want[heads] == "…" {
				said = append(slices.Clone(said[:min(heads, len(said))]), "…")
			}
			shown = append(shown, cut(said)...)
		default:
			sh.t.Errorf("$ %s\nsays:\n%s\nshown is:\n%s", command, strings.Join(said, "\n"), strings.Join(want, "\n"))
		}
		lines = lines[end:]
	}
	return shown
}

// showing reports whether lines that are shown are these, where … stands for anything.
func showing(want, said []string) bool {
	for i, line := range want {
		if line == "…" {
			for skip := range len(said) - i + 1 {
				if showing(want[i+1:], said[i+skip:]) {
					return true
				}
			}
			return false
		}
		if i >= len(said) {
			return false
		}
		begun, open := strings.CutSuffix(line, "…")
		if open && !strings.HasPrefix(said[i], begun) || !open && said[i] != line {
			return false
		}
	}
	return len(want) == len(said)
}

// folded is the lines of a log, none wider than the manual: what is too long goes on in a line farther in.
func folded(lines []string) (list []string) {
	const most, further = 76, "           "
	for _, line := range lines {
		for len([]rune(line)) > most {
			at := strings.LastIndexByte(string([]rune(line)[:most]), ' ')
			list = append(list, line[:at])
			line = further + line[at+1:]
		}
		list = append(list, line)
	}
	return list
}

// packPlace is a line of a file of the pack.
var packPlace = regexp.MustCompile(`((?:tables/hybrid|…)/\w+\.yaml:)\d.*`)

// cut makes lines as short as the manual is wide, and leaves out which line of a file of the pack it is.
func cut(lines []string) []string {
	const most = 76
	short := make([]string, len(lines))
	for i, line := range lines {
		line = packPlace.ReplaceAllString(line, "$1…")
		if text := []rune(line); len(text) > most {
			line = strings.TrimRight(string(text[:most-1]), " ") + "…"
		}
		short[i] = line
	}
	return short
}
