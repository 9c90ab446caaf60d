package main

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"hybrid/rules"
)

// Whoever follows the manual from its first line to its last sees what it shows, and so in the README. Files are
// written, commands are carried out, in order and in one folder. A line … stands for any lines, at the end of one for
// the rest of it; long lines of a log go on farther in. UPDATE=1 writes down what commands say now; where the last line
// is …, as many lines as there were before it.
func TestManual(t *testing.T) {
	var parts []rules.Part
	for _, chapter := range rules.Manual() {
		parts = append(parts, chapter.Parts...)
	}
	followed(t, "../../rules/doc.go", "//\t", parts)
}

func TestReadme(t *testing.T) {
	const file = "../../README.md"
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	_, mine, _ := strings.Cut(string(text), "\n## Your own campaign\n")
	mine, _, _ = strings.Cut(mine, "\n## ")
	var parts []rules.Part
	for i, block := range strings.Split("\n"+mine, "\n```") {
		if i%2 == 1 {
			_, block, _ = strings.Cut(block, "\n")
			parts = append(parts, rules.Part{Text: block, Example: true})
		}
	}
	followed(t, file, "", parts)
}

// followed does what the examples in a file say, one after the other; each line of them stands there behind a prefix.
func followed(t *testing.T, file, prefix string, parts []rules.Part) {
	update := os.Getenv("UPDATE") != ""
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	path, err := filepath.Abs(file)
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	typed, done := 0, 0
	for _, part := range parts {
		if name := part.File(); name != "" {
			if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(name, []byte(part.Text+"\n"), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if !part.Typed() {
			continue
		}
		typed++
		before := behind(prefix, part.Lines())
		after := behind(prefix, typedAgain(t, part.Lines(), update))
		at := done + bytes.Index(text[done:], []byte(before))
		text = slices.Replace(text, at, at+len(before), []byte(after)...)
		done = at + len(after)
	}
	if typed < 5 {
		t.Errorf("%d examples are typed", typed)
	}
	if update {
		if err := os.WriteFile(path, text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// behind is lines as they stand behind a prefix.
func behind(prefix string, lines []string) string {
	var b strings.Builder
	for _, line := range lines {
		b.WriteString(strings.TrimRight(prefix+line, "\t") + "\n")
	}
	return b.String()
}

// typedAgain carries out the commands of an example, and gives the lines with what they say now.
func typedAgain(t *testing.T, lines []string, update bool) (shown []string) {
	for len(lines) > 0 {
		command, begin := strings.TrimPrefix(lines[0], "$ "), 1
		for strings.HasSuffix(command, "\\") {
			command, begin = strings.TrimSuffix(command, "\\")+lines[begin], begin+1
		}
		end := begin
		for end < len(lines) && !strings.HasPrefix(lines[end], "$ ") {
			end++
		}
		said := say(t, command)
		want := lines[begin:end]
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
			t.Errorf("$ %s\nsays:\n%s\nshown is:\n%s", command, strings.Join(said, "\n"), strings.Join(want, "\n"))
		}
		lines = lines[end:]
	}
	return shown
}

// say is what a command says, line by line.
func say(t *testing.T, command string) []string {
	words := strings.Fields(command)
	switch words[0] {
	case "cd":
		t.Chdir(words[1])
		return nil
	case "hybrid":
		var out bytes.Buffer
		run(words[1:], strings.NewReader(""), &out, &out)
		text := strings.TrimRight(out.String(), "\n")
		if text == "" {
			return nil
		}
		return strings.Split(text, "\n")
	}
	t.Fatalf("the manual types %s", command)
	return nil
}

// showing tells whether lines that are shown are these, where … stands for anything.
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

// cut makes lines as short as the manual is wide.
func cut(lines []string) []string {
	const most = 76
	short := make([]string, len(lines))
	for i, line := range lines {
		short[i] = line
		if text := []rune(line); len(text) > most {
			short[i] = strings.TrimRight(string(text[:most-1]), " ") + "…"
		}
	}
	return short
}
