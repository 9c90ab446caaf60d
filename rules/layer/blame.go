package layer

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"hybrid/rules/source"
)

// Search for the layer that caused a mistake: an upper layer can remove or change an entry that a lower layer needs. The changes that a
// choice of a ruling makes are merged like a layer, above all others; that layer is called a choice here. stack.go collects the mistakes.

// Err returns the reported mistakes as source.Mistakes, or nil for none. Each is at its own position or at the change in another layer that
// caused it.
func (s *Stack) Err() error {
	var mistakes source.Mistakes
	if !errors.As(s.Report.Err(), &mistakes) {
		return nil
	}
	placed, changes := &source.Report{}, s.upperChanges()
	for _, m := range mistakes {
		if moved := s.blameUpperLayer(m); moved != m {
			placed.Adopt(moved)
			continue
		}
		placed.Adopt(changes.blameChange(m))
	}
	return placed.Err()
}

// blameUpperLayer moves a mistake in a lower layer to the position where a layer above removes the entry that it names, or where a choice
// changes it. Other mistakes are returned unchanged.
func (s *Stack) blameUpperLayer(m source.Mistake) source.Mistake {
	own, known := s.layers[m.Pos.File]
	for n, layer := range s.mergedLayers {
		if layer.isChoice || !known || own >= n { // only layers of files above the mistake's
			continue
		}
		if pos, found := findRemoval(layer.node, m); found && m.Pos != pos && !strings.Contains(m.Text, pos.String()) {
			m.Text, m.Pos = fmt.Sprintf("%s (%s)", m.Text, m.Pos), pos
			return m
		}
	}
	for _, choice := range s.mergedLayers {
		if choice.isChoice && containsPos(choice.node, m.Pos) {
			if pos, found := s.findCulprit(choice.node, m); found {
				m.Text, m.Pos = fmt.Sprintf("Layer %s doesn't work: %s (%s)", choice.name, m.Text, m.Pos), pos
			}
			return m
		}
	}
	return m
}

// findRemoval returns the position where the layer over removes an entry that the mistake names.
func findRemoval(over *source.Node, m source.Mistake) (pos source.Pos, found bool) {
	words := splitWords(m.Text)
	for _, section := range over.Entries() {
		for _, f := range section.Value.Removals() {
			if slices.Contains(words, f.Key) {
				return f.Pos, true
			}
		}
	}
	return pos, false
}

// findCulprit returns the position where a layer above the mistake's layer changes an entry that the mistake names, or one that the choice
// also changes.
func (s *Stack) findCulprit(choice *source.Node, m source.Mistake) (pos source.Pos, found bool) {
	own, known := s.layers[m.Pos.File]
	words := splitWords(m.Text)
	for n, layer := range s.mergedLayers {
		if !known || layer.isChoice || n <= own {
			continue
		}
		for _, section := range layer.node.Entries() {
			for _, entry := range section.Value.Entries() {
				changed := choice.At(section.Key, entry.Key)
				if slices.Contains(words, entry.Key) || changed != nil && containsPos(changed, m.Pos) {
					return entry.Pos, true
				}
			}
		}
	}
	return pos, false
}

// containsPos reports whether pos is on the line of n or of a node below it, at its column or later.
func containsPos(n *source.Node, pos source.Pos) (found bool) {
	eachPosition(source.Field{Pos: n.Pos, Value: n}, func(other source.Pos) {
		found = found || other.File == pos.File && other.Line == pos.Line && other.Col <= pos.Col
	})
	return found
}

// eachPosition calls visit with the positions of a field and of everything below it.
func eachPosition(f source.Field, visit func(source.Pos)) {
	visit(f.Pos)
	visit(f.Value.Pos)
	for _, item := range f.Value.Items {
		eachPosition(source.Field{Pos: item.Pos, Value: item}, visit)
	}
	for _, below := range f.Value.Fields {
		eachPosition(below, visit)
	}
}

// layerChanges holds the entries of lower layers that upper layers change, with the positions of the changes. If several layers change an
// entry, the uppermost counts.
type layerChanges struct {
	layers map[string]int             // index of each file's layer in Stack.mergedLayers, by file name
	byName map[string]layerChange     // uppermost change of each entry, by name of the entry
	byLine map[source.Pos]layerChange // changes by line of the changed entry in lower layers, with column 0
}

// layerChange is a change that an upper layer makes to an entry.
type layerChange struct {
	layer int        // index of that layer, from the lowest
	pos   source.Pos // position of the change
	name  string     // changed entry's name
}

// upperChanges returns the entries of lower layers that upper layers change.
func (s *Stack) upperChanges() layerChanges {
	x := layerChanges{s.layers, map[string]layerChange{}, map[source.Pos]layerChange{}}
	for n, layer := range s.mergedLayers {
		if layer.isChoice || layer.isSelection || layer.base == nil {
			continue
		}
		for _, section := range layer.node.Entries() {
			for _, entry := range section.Value.Entries() {
				below := layer.base.At(section.Key, entry.Key)
				if below == nil {
					continue
				}
				change := layerChange{n, innermostField(entry).Pos, entry.Key}
				x.byName[entry.Key] = change
				eachPosition(source.Field{Pos: below.Pos, Value: below}, func(pos source.Pos) { x.byLine[source.Pos{File: pos.File, Line: pos.Line}] = change })
			}
		}
	}
	return x
}

// innermostField follows single fields downwards and returns the last one.
func innermostField(f source.Field) source.Field {
	for f.Value.Kind == source.Mapping && len(f.Value.Fields) == 1 {
		f = f.Value.Fields[0]
	}
	return f
}

// blameChange adds to a mistake in a lower layer the position where an upper layer changes the entry that contains the mistake, or an entry
// that its text names, since the change may have caused it. Other mistakes are returned unchanged.
func (x layerChanges) blameChange(m source.Mistake) source.Mistake {
	own, known := x.layers[m.Pos.File]
	if !known || len(x.byName) == 0 {
		return m
	}
	change, found := x.byLine[source.Pos{File: m.Pos.File, Line: m.Pos.Line}]
	if !found || change.layer <= own {
		change, found = x.findNamed(m, own)
	}
	if found && !strings.Contains(m.Text, change.pos.File+":") {
		m.Text = fmt.Sprintf("%s (%s changes %s)", m.Text, change.pos, change.name)
	}
	return m
}

// findNamed returns the first entry named in the text of the mistake that a layer above own changes, as a layerChange.
func (x layerChanges) findNamed(m source.Mistake, own int) (change layerChange, found bool) {
	for _, word := range splitWords(m.Text) {
		if change, found = x.byName[word]; found && change.layer > own {
			return change, true
		}
	}
	return layerChange{}, false
}
