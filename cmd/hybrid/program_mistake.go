package main

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"unicode"

	"github.com/rivo/uniseg"

	"hybrid/campaigns"
	"hybrid/characters"
	"hybrid/gm/campaign"
	"hybrid/rules"
	"hybrid/rules/source"
	"hybrid/tables"
)

// Mistakes in files, written for people: the message, and below it the line of the file with the position marked. design_vet.go finds
// mistakes; design_vetformat.go writes them as SARIF.

// Formats of mistakes, the values of --format of `hybrid vet`.
const (
	formatAuto   = "auto"   // marked on a terminal, otherwise plain
	formatMarked = "marked" // the message and the marked line of the file
	formatPlain  = "plain"  // the message only
	formatGithub = "github" // an annotation for GitHub's workflow
	formatSarif  = "sarif"  // SARIF 2.1.0
)

// mistakeFormats returns all formats of mistakes.
func mistakeFormats() []string {
	return []string{formatAuto, formatMarked, formatPlain, formatGithub, formatSarif}
}

// writeMistake writes a mistake in the format of --format.
func (v *vetRun) writeMistake(m source.Mistake) {
	if v.format == formatGithub {
		newTextWriter(v.stdout).writeLine("%s", githubLine(m))
		return
	}
	findLine := lineAt
	if v.format == formatPlain || v.format == formatAuto && terminalOf(v.stdout) == nil {
		findLine = nil
	}
	writeMistake(newTextWriter(v.stdout), m, findLine)
}

// writeMistake writes a mistake: the message in one line and, if findLine returns the line of the file, that line with the position marked.
// findLine can be nil for the message only.
func writeMistake(w *textWriter, m source.Mistake, findLine func(source.Pos) (string, bool)) {
	kind, colour := "", bad
	if m.Warning {
		kind, colour = "warning: ", caution
	}
	place := m.Pos.String()
	if place != "" {
		place += ": "
	}
	w.writeLine("%s%s%s %s", w.paintText(bold, place), w.paintText(colour, kind), m.Text, w.paintText(dim, "["+string(m.Code)+"]"))
	if findLine == nil {
		return
	}
	if text, ok := findLine(m.Pos); ok {
		number := fmt.Sprintf("%6d", m.Pos.Line)
		w.writeLine("%s %s", w.paintText(dim, number+" |"), tabsAsSpaces(text))
		w.writeLine("%s %s", w.paintText(dim, "       |"), w.paintText(colour, caretLine(text, m.Pos.Col)))
	}
}

// caution is the style of warnings.
const caution style = "33"

// lineAt returns the line at a position of a file, which can be built in. It returns false if the line can't be read.
func lineAt(pos source.Pos) (string, bool) {
	if pos.Line == 0 {
		return "", false
	}
	data, err := campaign.ReadFile(pos.File)
	for folder, files := range map[string]fs.FS{"tables/": tables.Files, "characters/": characters.Files, "campaigns/": campaigns.Files} {
		if name, found := strings.CutPrefix(pos.File, folder); found && err != nil {
			data, err = fs.ReadFile(files, name)
		}
	}
	if err != nil {
		return "", false
	}
	lines := strings.Split(string(data), "\n")
	if pos.Line > len(lines) {
		return "", false
	}
	return strings.TrimRight(lines[pos.Line-1], "\r"), true
}

// tabsAsSpaces replaces every tab with one space, since a tab counts as one column.
func tabsAsSpaces(text string) string { return strings.ReplaceAll(text, "\t", " ") }

// caretLine returns a line to be written below text, with ^ below the character in column col, from 1, and ~ below the rest of the word
// that begins there.
func caretLine(text string, col int) string {
	runes := []rune(tabsAsSpaces(text))
	at := min(max(col-1, 0), len(runes))
	end := at + 1 // index after the word
	for end < len(runes) && isWordRune(runes[end]) && isWordRune(runes[at]) {
		end++
	}
	gap := strings.Repeat(" ", uniseg.StringWidth(source.EscapeNonPrinting(string(runes[:at]))))
	width := 1
	if end <= len(runes) {
		width = max(1, uniseg.StringWidth(string(runes[at:end])))
	}
	return gap + "^" + strings.Repeat("~", width-1)
}

// isWordRune reports whether r can be a part of a name in YAML.
func isWordRune(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_' || r == '.'
}

// withAnswerHint adds a hint to a *rules.Need, the error for a missing die or answer: how to give it in the line. It returns other errors
// unchanged.
func withAnswerHint(err error) error {
	var need *rules.Need
	if !errors.As(err, &need) {
		return err
	}
	end := "."
	if text := err.Error(); strings.HasSuffix(text, "?") || strings.HasSuffix(text, ".") {
		end = ""
	}
	switch {
	case need.Die > 0:
		return fmt.Errorf("%w%s Add it: …, dice 17", err, end)
	case need.Wants != nil: // the answer is a number or faces of a die
		return fmt.Errorf("%w%s Add it to the line: …, answer %s", err, end, cmp.Or(need.DefaultAnswer(), "FACES"))
	}
	return fmt.Errorf("%w%s Add it to the line: …, answer %s", err, end, strings.Join(need.ChoiceNames(), " / "))
}
