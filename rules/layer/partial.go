package layer

import (
	"bytes"
	"errors"
	"maps"
	"slices"
	"sort"
	"strings"
	"unicode"

	"hybrid/rules/source"
)

// After an error the layers are loaded again without the broken entries, so that unrelated mistakes are reported in the same run. Mistakes
// caused by the omission are suppressed. The depth of a value is 0 for a section, 1 for an entry, and more for values in an entry.

// Exclusions holds the parts of the layers that are skipped because they contain mistakes.
type Exclusions struct {
	mistakes map[string]map[source.Pos]bool // positions of the mistakes, by file
	texts    map[string][]byte              // contents of the files, by name
	entries  map[source.Pos]sourceRange     // entries that lack an excluded part, by their first position
	names    map[string]bool                // names that the excluded parts may define
	layers   map[string]int                 // index of each file's layer in Stack.mergedLayers, by file name

	starts map[string][]source.Pos // positions of entries by file, sorted; nil after a change of entries
	text   []byte                  // file content that lines was split from
	lines  []string                // text, split into lines
}

// sourceRange is a part of a file: from one position up to another, or to the end.
type sourceRange struct {
	from, to source.Pos // first position, and the position after the last
	open     bool       // whether it extends to the end of the file; to is then unused
}

// containsPos reports whether pos is in the range.
func (p *sourceRange) containsPos(pos source.Pos) bool {
	return pos.File == p.from.File && !pos.Before(p.from) && (p.open || pos.Before(p.to))
}

// maxRounds is the largest number of times that layers are reloaded without the broken parts. Each time, more mistakes may appear.
const maxRounds = 6

// excludeMistakes excludes the places of mistakes. It returns false if there are none or if one can't be excluded: it has no position in a
// file, is already excluded, or is in the lowest layer although keepsLowest is set.
func (l *Exclusions) excludeMistakes(mistakes source.Mistakes, keepsLowest bool) bool {
	for _, m := range mistakes {
		_, known := l.texts[m.Pos.File]
		isKept := keepsLowest && l.layers[m.Pos.File] == 0
		if !known || m.Pos.Line == 0 || isKept || l.mistakes[m.Pos.File][m.Pos] {
			return false
		}
		if l.mistakes[m.Pos.File] == nil {
			l.mistakes[m.Pos.File] = map[source.Pos]bool{}
		}
		l.mistakes[m.Pos.File][m.Pos] = true
	}
	return len(mistakes) > 0
}

// parsePruned parses a file without the excluded parts. It returns nil if the file isn't YAML or contains no tables.
func (l *Exclusions) parsePruned(file source.File) *source.Node {
	var node *source.Node
	if len(l.mistakes[file.Name]) == 0 {
		node = source.ParseAll([]source.File{file}, &source.Report{})[0]
	} else {
		node = source.Parse(file.Name, file.Data, &source.Report{}) // a separate node, to be pruned
	}
	if node == nil {
		l.addNames(string(file.Data))
		return nil
	}
	if _, where := properPlace(node); where != "" { // not a file of tables
		return nil
	}
	places := slices.Collect(maps.Keys(l.mistakes[file.Name]))
	slices.SortFunc(places, func(a, b source.Pos) int { // from last to first, so that earlier positions stay valid
		if a.Before(b) {
			return 1
		}
		return -1
	})
	for _, pos := range places {
		l.pruneInnermost(node, pos, 0, sourceRange{from: source.Pos{File: file.Name}, open: true})
	}
	return node
}

// pruneInnermost removes the innermost value below n that contains a position. part is the range of n in the file. Sections are at depth 0,
// entries at 1.
func (l *Exclusions) pruneInnermost(n *source.Node, pos source.Pos, depth int, part sourceRange) {
	at := sort.Search(len(n.Fields), func(i int) bool { return pos.Before(n.Fields[i].Pos) }) - 1 // the last field that begins before pos
	if at < 0 {
		return
	}
	f := n.Fields[at]
	if part.from = f.Pos; at+1 < len(n.Fields) {
		part.to, part.open = n.Fields[at+1].Pos, false
	}
	if depth == 1 {
		l.addIncomplete(part)
	}
	inside := f.Value.Kind == source.Mapping && len(f.Value.Fields) > 0 && !pos.Before(f.Value.Fields[0].Pos)
	if inside {
		if depth == 1 {
			l.names[f.Key] = true // an entry that names an incomplete one can need the missing part
		}
		l.pruneInnermost(f.Value, pos, depth+1, part)
		return
	}
	if f.Value.Kind == source.List && depth > 0 {
		if i := lastNodeBefore(f.Value.Items, pos); i >= 0 { // only the item is broken
			f.Value.Items = slices.Delete(f.Value.Items, i, i+1)
			return
		}
	}
	l.names[f.Key] = true
	EachMention(f.Value, func(word string) {
		if f.Value.Kind != source.Scalar { // a section or an entry, which may define the names among its words
			l.names[word] = true
		}
	})
	n.Fields = slices.Delete(n.Fields, at, at+1)
}

// addIncomplete records an incomplete entry. If two begin at the same position, the longer one is kept.
func (l *Exclusions) addIncomplete(part sourceRange) {
	if other, found := l.entries[part.from]; found && (other.open || !part.open && part.to.Before(other.to)) {
		return
	}
	l.entries[part.from], l.starts = part, nil
}

// isIncomplete reports whether a position is in an incomplete entry.
func (l *Exclusions) isIncomplete(pos source.Pos) bool {
	if l.starts == nil {
		l.starts = map[string][]source.Pos{}
		for from := range l.entries {
			l.starts[from.File] = append(l.starts[from.File], from)
		}
		for _, list := range l.starts {
			slices.SortFunc(list, source.Pos.Compare)
		}
	}
	list := l.starts[pos.File]
	at, found := slices.BinarySearchFunc(list, pos, source.Pos.Compare)
	if !found {
		at-- // the last entry that begins before pos
	}
	if at < 0 {
		return false
	}
	part := l.entries[list[at]]
	return part.containsPos(pos)
}

// lastNodeBefore returns the index of the last node that begins at or before pos, or -1.
func lastNodeBefore(nodes []*source.Node, pos source.Pos) int {
	at := -1
	for i, n := range nodes {
		if !pos.Before(n.Pos) {
			at = i
		}
	}
	return at
}

// addNames adds all words of a text to l.names.
func (l *Exclusions) addNames(text string) {
	for _, word := range splitWords(text) {
		l.names[word] = true
	}
}

// splitWords returns the words of a text that can be names.
func splitWords(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return !isWordRune(r) })
}

// isWordRune reports whether r can be part of a word: a letter, a digit or an underscore.
func isWordRune(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) }

// IsConsequence reports whether a mistake may be a consequence of an exclusion: it is in an incomplete entry and of a kind that an omission
// can cause, such as a missing key, or it is about a name that an excluded part may define, or that an incomplete entry has. text is the
// content of its file.
func (l *Exclusions) IsConsequence(m source.Mistake, text []byte) bool {
	if l.isIncomplete(m.Pos) &&
		!slices.Contains([]source.Code{source.UnknownName, source.UnknownKey, source.WrongKind, source.BadFormula, source.BadValue, source.OutOfRange}, m.Code) {
		return true
	}
	if m.Code == source.Missing && slices.ContainsFunc(splitWords(m.Text), func(word string) bool { return l.names[word] }) {
		return true
	}
	return m.Code == source.UnknownName && slices.ContainsFunc(namePartsAt(l.cachedLines(text), m.Pos), func(word string) bool { return l.names[word] })
}

// cachedLines returns the lines of text. The lines of the last text are cached.
func (l *Exclusions) cachedLines(text []byte) []string {
	if !bytes.Equal(text, l.text) {
		l.text, l.lines = text, strings.Split(string(text), "\n")
	}
	return l.lines
}

// namePartsAt returns the parts of the dotted name at a position.
func namePartsAt(lines []string, pos source.Pos) []string {
	if pos.Line < 1 || pos.Line > len(lines) {
		return nil
	}
	line := []rune(lines[pos.Line-1])
	rest := strings.TrimLeft(string(line[min(max(0, pos.Col-1), len(line)):]), `"'`)
	name, _, _ := strings.Cut(strings.TrimFunc(rest, unicode.IsSpace), " ")
	if end := strings.IndexFunc(name, func(r rune) bool { return !isWordRune(r) && r != '.' }); end >= 0 {
		name = name[:end]
	}
	return strings.Split(name, ".")
}

// EachMention calls visit with every word below a node that can refer to an entry, including keys.
func EachMention(n *source.Node, visit func(string)) {
	if n.Kind == source.Scalar {
		for _, word := range strings.FieldsFunc(n.Text, func(r rune) bool { return !isNameRune(r) }) {
			visit(word)
		}
	}
	for _, item := range n.Items {
		EachMention(item, visit)
	}
	for _, field := range n.Fields {
		visit(field.Key)
		if !isProseKey(field.Key) {
			EachMention(field.Value, visit)
		}
	}
}

// isNameRune reports whether r can be part of an entry's name as formulas and other entries write it: an ASCII letter or digit, or _.
func isNameRune(r rune) bool {
	return r == '_' || '0' <= r && r <= '9' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z'
}

// isProseKey reports whether key holds text for people, whose words don't refer to entries.
func isProseKey(key string) bool {
	return slices.Contains([]string{"label", "short", "also", "src", "text", "refuse", "tell", "unit", "what"}, key)
}

// ReadPartial reads the layers of s repeatedly without the broken parts, until they compile or nothing more can be excluded. compile
// returns mistakes as source.Mistakes. Newly visible mistakes are added to the report of s.
func (s *Stack) ReadPartial(layers []Layer, compile func(*Stack) error) {
	excluded := &Exclusions{mistakes: map[string]map[source.Pos]bool{}, texts: map[string][]byte{}, entries: map[source.Pos]sourceRange{}, names: map[string]bool{}, layers: s.layers}
	for _, layer := range layers {
		for _, file := range layer.Files {
			excluded.texts[file.Name] = file.Data
		}
	}
	err := s.Report.Err()
	for range maxRounds {
		var mistakes source.Mistakes
		if errors.As(err, &mistakes); !excluded.excludeMistakes(mistakes, len(layers) > 1) {
			return
		}
		partial := &Stack{Report: &source.Report{}, excluded: excluded}
		partial.readLayers(layers)
		compileErr := compile(partial)
		if !errors.As(compileErr, &mistakes) { // it compiled, or failed for another reason
			return
		}
		for _, m := range mistakes {
			if m.Pos.Line > 0 && !excluded.IsConsequence(m, excluded.texts[m.Pos.File]) {
				s.Report.Adopt(m)
			}
		}
		err = compileErr
	}
}

// Exclusions returns the parts that were skipped when the stack was read; nil for none.
func (s *Stack) Exclusions() *Exclusions { return s.excluded }
