package campaign

import (
	"reflect"
	"slices"
	"strings"

	"hybrid/rules/source"
)

// Rewriting an encounter's file line by line, so that its comments and layout are kept. A section is a top-level key of the file, such as
// combatants, with a map as its value. Positions in the file count lines from 1, so the line at position pos is lines[pos.Line-1].

// fileRewrite is a file that is being changed from its end to its beginning, so that the line numbers of earlier parts stay valid.
type fileRewrite struct {
	lines []string     // lines with their line breaks; an element can hold several new lines
	node  *source.Node // content before the changes, with positions
}

// section is the new content of a section of a file.
type section struct {
	order       []string              // keys in the order in which new ones are written
	texts       map[string]string     // new lines of each key, by key; "" if the key is removed
	changedKeys map[string]bool       // whether the new lines of a key differ from those in the file, by key
	isKnown     func(key string) bool // function that reports whether a key is removed from the file if texts lacks it; others are kept
}

// rewriteSection changes the section f of the file, whose last line is lines[end-1], to s. Changed and removed fields are replaced in their
// places, and new ones are added at the end. A section on one line is rewritten as a whole if anything in it changes.
func (w *fileRewrite) rewriteSection(f source.Field, end int, s *section) {
	end = w.trimmedEnd(f.Pos.Line, end)
	fields := f.Value.Entries()
	existing := map[string]bool{}
	for _, field := range fields {
		existing[field.Key] = true
	}
	added := ""
	for _, key := range s.order {
		if !existing[key] && s.changedKeys[key] {
			added += s.texts[key]
		}
	}
	if len(fields) == 0 || fields[0].Pos.Line == f.Pos.Line { // on one line
		isChanged := func(field source.Field) bool { return s.changedKeys[field.Key] || s.isRemoved(field.Key) }
		if added != "" || slices.ContainsFunc(fields, isChanged) {
			w.replaceLines(f.Pos.Line-1, end, f.Key+":"+lineComment(w.lines[f.Pos.Line-1])+"\n"+s.allLines())
		}
		return
	}
	w.replaceLines(end, end, added)
	for i := len(fields) - 1; i >= 0; i-- {
		from, upto, key := fields[i].Pos.Line-1, end, fields[i].Key // the field is in lines[from:upto]
		if i+1 < len(fields) {
			upto = w.trimmedEnd(from+1, fields[i+1].Pos.Line-1)
		}
		text := s.texts[key]
		switch {
		case s.isRemoved(key):
			w.replaceLines(from, upto, "")
		case s.changedKeys[key]:
			if upto == from+1 && strings.Count(text, "\n") == 1 { // one line replaces one line, so its comment still fits
				text = strings.TrimSuffix(text, "\n") + lineComment(w.lines[from]) + "\n"
			}
			w.replaceLines(from, upto, text)
		}
	}
}

// allLines returns the new lines of all keys of the section.
func (s *section) allLines() string {
	var b strings.Builder
	for _, key := range s.order {
		b.WriteString(s.texts[key])
	}
	return b.String()
}

// isRemoved reports whether a key of the file must be removed.
func (s *section) isRemoved(key string) bool { return s.isKnown(key) && s.texts[key] == "" }

// replaceLines replaces lines[from:upto] with text.
func (w *fileRewrite) replaceLines(from, upto int, text string) {
	var lines []string
	if text != "" {
		lines = []string{text}
	}
	w.lines = slices.Replace(w.lines, from, upto, lines...)
}

// trimmedEnd returns the end of lines[from:end] without the empty lines and comments at its end, since these belong to the part that
// follows.
func (w *fileRewrite) trimmedEnd(from, end int) int {
	for end > from {
		if line := strings.TrimSpace(w.lines[end-1]); line != "" && line[0] != '#' {
			break
		}
		end--
	}
	return end
}

// lineComment returns the comment at the end of a line with a space before it, or "" if there is none.
func lineComment(line string) string {
	line = strings.TrimRight(line, "\r\n")
	quote := rune(0) // quotation mark of the string that the scan is in; 0 outside
	for i, r := range line {
		switch {
		case quote != 0:
			if r == quote {
				quote = 0
			}
		case (r == '"' || r == '\'') && (i == 0 || strings.ContainsRune(" :,[{", rune(line[i-1]))):
			quote = r
		case r == '#' && i > 0 && line[i-1] == ' ':
			return " " + line[i:]
		}
	}
	return ""
}

// rewriteEncounter changes the encounter's file from the state before to the state now. Only the head and the combatants can differ.
func (w *fileRewrite) rewriteEncounter(before, now *Encounter) {
	people := section{texts: map[string]string{}, changedKeys: map[string]bool{}, isKnown: func(string) bool { return true }}
	for i := range now.Combatants {
		m := &now.Combatants[i]
		old := before.Combatant(m.Key)
		people.order = append(people.order, m.Key)
		people.texts[m.Key], people.changedKeys[m.Key] = combatantText(m), old == nil || !reflect.DeepEqual(*old, *m)
	}
	isHeadKey := func(key string) bool { return slices.Contains(headKeys, key) }
	head := section{order: headKeys, texts: map[string]string{}, changedKeys: map[string]bool{}, isKnown: isHeadKey}
	for _, key := range headKeys {
		head.texts[key] = headLines(key, now)
		head.changedKeys[key] = head.texts[key] != headLines(key, before)
	}
	fields := w.node.Entries()
	for i := len(fields) - 1; i >= 0; i-- {
		end := len(w.lines)
		if i+1 < len(fields) {
			end = fields[i+1].Pos.Line - 1
		}
		switch fields[i].Key {
		case "combatants":
			w.rewriteSection(fields[i], end, &people)
		case "encounter":
			w.rewriteSection(fields[i], end, &head)
		}
	}
	if w.node.Get("combatants") == nil && len(people.order) > 0 {
		w.lines = append(w.lines, "combatants:\n", people.allLines())
	}
}
