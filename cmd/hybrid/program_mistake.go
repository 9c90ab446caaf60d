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

// Mistakes in files, for people: the line with the place marked. design_vet.go finds them; design_vetformat.go writes SARIF.

// Formats of reports of mistakes.
const (
	formatAuto   = "auto"
	formatMarked = "marked"
	formatPlain  = "plain"
	formatGithub = "github"
	formatSarif  = "sarif"
)

// mistakeFormats returns the formats of reports of mistakes.
func mistakeFormats() []string {
	return []string{formatAuto, formatMarked, formatPlain, formatGithub, formatSarif}
}

// writeMistake writes a mistake: one line and, for people, the line of the file with the place marked.
func (v *vetRun) writeMistake(m source.Mistake) {
	if v.format == formatGithub {
		newTextWriter(v.stdout).writeLine("%s", githubLine(m))
		return
	}
	lines := lineAt
	if v.format == formatPlain || v.format == formatAuto && terminalOf(v.stdout) == nil {
		lines = nil
	}
	writeMistake(newTextWriter(v.stdout), m, lines)
}

// writeMistake writes a mistake: one line and, if lines returns the line of the file, that line with the place marked. lines may be nil.
func writeMistake(w *textWriter, m source.Mistake, lines func(source.Pos) (string, bool)) {
	kind, colour := "", bad
	if m.Warning {
		kind, colour = "warning: ", caution
	}
	place := m.Pos.String()
	if place != "" {
		place += ": "
	}
	w.writeLine("%s%s%s %s", w.paintText(bold, place), w.paintText(colour, kind), m.Text, w.paintText(dim, "["+string(m.Code)+"]"))
	if lines == nil {
		return
	}
	if text, ok := lines(m.Pos); ok {
		number := fmt.Sprintf("%6d", m.Pos.Line)
		w.writeLine("%s %s", w.paintText(dim, number+" |"), tabsAsSpaces(text))
		w.writeLine("%s %s", w.paintText(dim, "       |"), w.paintText(colour, caretLine(text, m.Pos.Col)))
	}
}

// caution is the style of warnings.
const caution style = "33"

// lineAt returns the line of a file at a position.
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

// caretLine returns a line with ^ below the character in column col, from 1, and ~ below the rest of the word.
func caretLine(text string, col int) string {
	runes := []rune(tabsAsSpaces(text))
	at := min(max(col-1, 0), len(runes))
	end := at + 1
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

// withAnswerHint adds to an error how a script gives the required answer.
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
	case need.Wants != nil:
		return fmt.Errorf("%w%s Add it to the line: …, answer %s", err, end, cmp.Or(need.DefaultAnswer(), "FACES"))
	}
	return fmt.Errorf("%w%s Add it to the line: …, answer %s", err, end, strings.Join(need.ChoiceNames(), " / "))
}
