package rules

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"hybrid/rules/message"
	"hybrid/rules/source"
)

// Layers of YAML laid over each other, and where an entry or a mistake comes from. The files are merged by rules/source;
// load.go compiles the result.

// layerStack is the layers, laid over each other one by one.
type layerStack struct {
	root     *source.Node
	report   *source.Report
	laid     []laidFile
	layers   map[string]int // by file its layer, 0 for the lowest
	excluded *exclusions    // what is not read; nil for nothing
}

// laidFile is one layer over those below it.
type laidFile struct {
	name   string
	ruling bool // what a choice of a ruling says
	taken  bool // what a campaign leaves behind
	under  *source.Node
	over   *source.Node
}

// read parses the files of all layers and lays the layers over each other.
func (s *layerStack) read(layers []Layer) {
	s.layers = map[string]int{}
	for i, layer := range layers {
		for _, file := range layer.Files {
			s.layers[file.Name] = i
		}
		if layer.Taking != nil {
			if s.root != nil && s.report.Len() == 0 {
				s.lay(layer.Name, false, s.take(layer.Taking))
				s.laid[len(s.laid)-1].taken = true
			}
			continue
		}
		over := &source.Node{Kind: source.Mapping, Pos: source.Pos{File: layer.Name}}
		for _, node := range s.strangers(s.parse(layer.Files)) {
			joinNodes(over, node, s.report)
		}
		s.lay(layer.Name, false, over)
	}
}

// parse reads the files of a layer, but for what is left out.
func (s *layerStack) parse(files []source.File) (nodes []*source.Node) {
	if s.excluded == nil {
		return source.ParseAll(files, s.report)
	}
	for _, file := range files {
		nodes = append(nodes, s.excluded.read(file))
	}
	return nodes
}

// lay lays one more layer over what there is. What the choices of its rulings lay over the game is joined as written,
// since what it takes out and what it stands behind are entries of the game.
func (s *layerStack) lay(name string, ruling bool, over *source.Node) {
	s.laid = append(s.laid, laidFile{name: name, ruling: ruling, under: s.root, over: over})
	if s.root == nil {
		s.root = over
		return
	}
	under, bare := s.root, over
	var joined [][]string
	for _, field := range over.Get(rulingsKey).Entries() {
		for _, choice := range field.Value.Get(choicesKey).Entries() {
			if choice.Value.Kind == source.Mapping {
				path := []string{rulingsKey, field.Key, choicesKey, choice.Key}
				joined, bare = append(joined, path), bare.With(choice.Value.Only(source.After), path...)
			}
		}
	}
	s.root = source.Lay(under, bare, s.report)
	for _, path := range joined {
		if s.root.At(path...) != nil {
			s.root = s.root.With(source.Join(under.At(path...), over.At(path...).Without(source.After)), path...)
		}
	}
}

// Written returns the layers laid over each other before they are compiled: all sections, with the choices for rulings by
// name. Mistakes are source.Mistakes.
func Written(layers []Layer, choices map[string]string) (*source.Node, error) {
	s := &layerStack{report: &source.Report{}}
	s.read(layers)
	if s.root != nil && s.report.Len() == 0 {
		s.choose(choices)
	}
	return s.root, s.report.Err()
}

// blamed moves a mistake in a lower layer's choice to the place where a layer above removed or changed what the choice is
// about. Other mistakes stay as they are.
func (s *layerStack) blamed(m source.Mistake) source.Mistake {
	own, known := s.layers[m.Pos.File]
	for n, layer := range s.laid {
		if layer.ruling || !known || own >= n {
			continue
		}
		if pos, found := takenBy(layer.over, m); found && m.Pos != pos && !strings.Contains(m.Text, pos.String()) {
			m.Text, m.Pos = fmt.Sprintf("%s (%s)", m.Text, m.Pos), pos
			return m
		}
	}
	for _, choice := range s.laid {
		if choice.ruling && holdsPos(choice.over, m.Pos) {
			if pos, found := s.culprit(choice.over, m); found {
				m.Text, m.Pos = fmt.Sprintf("Layer %s doesn't work: %s (%s)", choice.name, m.Text, m.Pos), pos
			}
			return m
		}
	}
	return m
}

// takenBy returns where a layer removes an entry that a mistake names.
func takenBy(over *source.Node, m source.Mistake) (pos source.Pos, found bool) {
	words := strings.FieldsFunc(m.Text, func(r rune) bool { return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	for _, section := range over.Entries() {
		for _, f := range section.Value.Removals() {
			if slices.Contains(words, f.Key) {
				return f.Pos, true
			}
		}
	}
	return pos, false
}

// culprit returns where a layer above that of a mistake changes what the mistake is about: an entry that it names, or one
// that the choice changes.
func (s *layerStack) culprit(choice *source.Node, m source.Mistake) (pos source.Pos, found bool) {
	own, known := s.layers[m.Pos.File]
	words := strings.FieldsFunc(m.Text, func(r rune) bool { return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	for n, layer := range s.laid {
		if !known || layer.ruling || n <= own {
			continue
		}
		for _, section := range layer.over.Entries() {
			for _, entry := range section.Value.Entries() {
				changed := choice.At(section.Key, entry.Key)
				if slices.Contains(words, entry.Key) || changed != nil && holdsPos(changed, m.Pos) {
					return entry.Pos, true
				}
			}
		}
	}
	return pos, false
}

// holdsPos reports whether a place is one of a node or of what is below it.
func holdsPos(n *source.Node, pos source.Pos) (found bool) {
	eachPos(source.Field{Pos: n.Pos, Value: n}, func(other source.Pos) {
		found = found || other.File == pos.File && other.Line == pos.Line && other.Col <= pos.Col
	})
	return found
}

// eachPos gives the places of a field and of all below it.
func eachPos(f source.Field, give func(source.Pos)) {
	give(f.Pos)
	give(f.Value.Pos)
	for _, item := range f.Value.Items {
		eachPos(source.Field{Pos: item.Pos, Value: item}, give)
	}
	for _, below := range f.Value.Fields {
		eachPos(below, give)
	}
}

// layerChanges are the entries of lower layers that upper ones change, each with the place of the change. Of several changes the
// uppermost counts.
type layerChanges struct {
	layers map[string]int             // by file its layer
	byName map[string]layerChange     // by the name of the entry
	byLine map[source.Pos]layerChange // by the lines of the entry in lower layers, with column 0
}

// layerChange is where an upper layer changes an entry of lower ones.
type layerChange struct {
	layer int
	pos   source.Pos
	name  string
}

// changes lists the entries of lower layers that upper ones change.
func (s *layerStack) changes() layerChanges {
	x := layerChanges{s.layers, map[string]layerChange{}, map[source.Pos]layerChange{}}
	for n, layer := range s.laid {
		if layer.ruling || layer.taken || layer.under == nil {
			continue
		}
		for _, section := range layer.over.Entries() {
			for _, entry := range section.Value.Entries() {
				below := layer.under.At(section.Key, entry.Key)
				if below == nil {
					continue
				}
				change := layerChange{n, innermost(entry).Pos, entry.Key}
				x.byName[entry.Key] = change
				eachPos(source.Field{Pos: below.Pos, Value: below}, func(pos source.Pos) { x.byLine[source.Pos{File: pos.File, Line: pos.Line}] = change })
			}
		}
	}
	return x
}

// innermost returns the field that is all that a field has below it, at any depth; the field itself if it has several, or none.
func innermost(f source.Field) source.Field {
	for f.Value.Kind == source.Mapping && len(f.Value.Fields) == 1 {
		f = f.Value.Fields[0]
	}
	return f
}

// blameChange returns a mistake in a lower layer with the place where an upper layer changes the entry that the mistake is in, or one that
// its text names, since that may have caused it. Other mistakes stay as they are.
func (x layerChanges) blameChange(m source.Mistake) source.Mistake {
	own, known := x.layers[m.Pos.File]
	if !known || len(x.byName) == 0 {
		return m
	}
	change, found := x.byLine[source.Pos{File: m.Pos.File, Line: m.Pos.Line}]
	if !found || change.layer <= own {
		found = false
		for _, word := range strings.FieldsFunc(m.Text, func(r rune) bool { return !inWord(r) }) {
			if change, found = x.byName[word]; found && change.layer > own {
				break
			}
			found = false
		}
	}
	if found && !strings.Contains(m.Text, change.pos.File+":") {
		m.Text = fmt.Sprintf("%s (%s changes %s)", m.Text, change.pos, change.name)
	}
	return m
}

// removals returns the entries that a layer removed, and where, by section and name.
func (s *layerStack) removals() map[[2]string]source.Pos {
	removed := map[[2]string]source.Pos{}
	for _, layer := range s.laid {
		for _, section := range layer.over.Fields {
			for _, f := range section.Value.Removals() {
				if s.root.Get(section.Key).Get(f.Key) == nil {
					removed[[2]string{section.Key, f.Key}] = f.Pos
				}
			}
		}
	}
	return removed
}

// choose lays what the choices of the rulings say over the pack.
func (s *layerStack) choose(choices map[string]string) {
	rulings := s.root.Get(rulingsKey)
	var names []string
	for _, field := range rulings.Entries() {
		names = append(names, field.Key)
	}
	for name, choice := range choices {
		switch ruling := rulings.Get(name); {
		case ruling == nil:
			s.report.Add(source.UnknownName, ChoicePos(name, false), "%s", message.Unknown("ruling", name, names))
			continue
		case isReading(ruling):
			s.report.Add(source.UnknownName, ChoicePos(name, false), "Ruling %s has no choices. Remove it.", name)
			continue
		}
		s.lay(fmt.Sprintf("choice of %s", name), true, nestedNode(choice, ChoicePos(name, true), rulingsKey, name, choiceKey))
	}
	for _, field := range s.root.Get(rulingsKey).Entries() {
		if isReading(field.Value) {
			continue
		}
		chosen := field.Value.Get(choiceKey)
		options := field.Value.Get(choicesKey)
		if chosen == nil || options == nil {
			s.report.Add(source.Missing, field.Pos, "Ruling %s needs a choice and its choices, or only a text. Add them.", field.Key)
			continue
		}
		words := options.Words()
		if !slices.Contains(words, chosen.Text) {
			s.report.Add(source.UnknownName, chosen.Pos, "%s", message.Lacks("ruling "+field.Key, "choice", chosen.Text, words))
			continue
		}
		if layer := options.Get(chosen.Text); layer != nil && layer.Kind == source.Mapping {
			s.lay(choiceName(field.Key, chosen.Text), true, s.withoutGone(layer.Without(source.After)))
		}
	}
}

// withoutGone returns a part of a choice, the one at a path, without what it removes and a layer has removed already.
func (s *layerStack) withoutGone(over *source.Node, path ...string) *source.Node {
	for _, f := range over.Removals() {
		if s.gone(append(path, f.Key)) {
			over = over.Without(f.Key)
		}
	}
	for _, f := range over.Entries() {
		if f.Value.Kind != source.Mapping {
			continue
		}
		below := s.withoutGone(f.Value, append(path[:len(path):len(path)], f.Key)...)
		if len(below.Fields) < len(f.Value.Fields) && len(below.Fields) == 0 {
			over = over.Without(f.Key)
		} else if below != f.Value {
			over = over.With(below, f.Key)
		}
	}
	return over
}

// gone reports whether a layer that is no choice removed what is at a path, or something that it was within.
func (s *layerStack) gone(path []string) bool {
	if s.root.At(path...) != nil {
		return false
	}
	for _, layer := range s.laid {
		for n := range path {
			if !layer.ruling && slices.ContainsFunc(layer.over.At(path[:n]...).Removals(), func(f source.Field) bool { return f.Key == path[n] }) {
				return true
			}
		}
	}
	return false
}

// Origin is an entry of a ruleset, the layer that has it first, and what other layers made of it.
type Origin struct {
	Section string
	Name    string
	Layer   string
	Pos     source.Pos
	Gone    bool // a layer took it out
	Changes []LaidChange
}

// LaidChange is a change, and the layer that makes it.
type LaidChange struct {
	Layer string
	source.Change
}

// Origins lists every entry of the layers, in the order in which each first stands, with the choices made for rulings
// by name. It needs no more than that the layers can be laid over each other; mistakes are source.Mistakes.
func Origins(layers []Layer, choices map[string]string) ([]Origin, error) {
	s := &layerStack{report: &source.Report{}}
	s.read(layers)
	if s.root == nil || s.report.Len() > 0 {
		return nil, s.report.Err()
	}
	s.choose(choices)
	var list []Origin
	at := map[[2]string]int{}
	for i, layer := range s.laid {
		if i == 0 {
			for _, section := range layer.over.Fields {
				list = newEntries(list, at, layer.name, section)
			}
			continue
		}
		for _, change := range source.Changes(layer.under, layer.over) {
			if len(change.Path) == 1 { // a section that the layers below do not have
				list = newEntries(list, at, layer.name, source.Field{Key: change.Path[0], Value: layer.over.Get(change.Path[0])})
				continue
			}
			list = changedEntry(list, at, layer.name, change)
		}
	}
	return list, s.report.Err()
}

// newEntries adds all entries of a section that only this layer has.
func newEntries(list []Origin, at map[[2]string]int, layer string, section source.Field) []Origin {
	for _, entry := range section.Value.Fields {
		at[[2]string{section.Key, entry.Key}] = len(list)
		list = append(list, Origin{Section: section.Key, Name: entry.Key, Layer: layer, Pos: entry.Pos})
	}
	return list
}

// changedEntry notes a change with the entry it is about, or the new entries it brings.
func changedEntry(list []Origin, at map[[2]string]int, layer string, c source.Change) []Origin {
	key := [2]string{c.Path[0], c.Path[1]}
	i, known := at[key]
	if !known {
		at[key] = len(list)
		return append(list, Origin{Section: key[0], Name: key[1], Layer: layer, Pos: c.Pos})
	}
	if c.Kind == source.Removed && len(c.Path) == 2 {
		list[i].Gone = true
	}
	list[i].Changes = append(list[i].Changes, LaidChange{layer, c})
	return list
}
