package source

import (
	"slices"
	"strings"

	"hybrid/rules/collect"
	"hybrid/rules/message"
)

// Merging of one map into another: the upper map can replace, merge, remove and move entries. rules/layer/stack.go calls it for whole
// files. The entry `x: {after: y}` of the upper map moves x directly after y.

// removed is the value that removes its key from the layer below.
const removed = "removed"

// After is the key of an entry that names the entry it must follow.
const After = "after"

// Lay returns upper merged into lower; it changes neither. Maps are merged key by key at all depths; if one of two values isn't a map, the
// upper one replaces the lower one. The value `removed`, unquoted, removes its key. The key `after` in an entry that is a map moves the
// entry directly after the one that it names; the key itself is not kept. Other new keys come last, in the order of upper. An empty value
// laid over a map changes nothing. A merged map keeps its old position unless a value or a list directly in it is new or replaced; it then
// has the new position. Either layer can be nil; laying on nil applies `after` and `removed` as well.
func Lay(lower, upper *Node, r *Report) *Node {
	if upper == nil || upper.Kind == Null && lower != nil && lower.Kind == Mapping {
		return lower
	}
	if upper.Kind != Mapping {
		return upper
	}
	if lower == nil || lower.Kind != Mapping {
		lower = &Node{Kind: Mapping, Pos: upper.Pos}
	}
	l := layer{under: lower, report: r, isRemoved: make([]bool, len(lower.Fields)), followers: map[string][]int{}, index: make(map[string]int, len(lower.Fields)+len(upper.Fields))}
	l.fields = append(make([]Field, 0, len(lower.Fields)+len(upper.Fields)), lower.Fields...)
	for i, f := range lower.Fields {
		l.index[f.Key] = i
	}
	for _, f := range upper.Fields {
		l.layField(f)
	}
	pos := lower.Pos
	if upper.hasOwnValues() {
		pos = upper.Pos
	}
	return &Node{Kind: Mapping, Pos: pos, Fields: l.orderFields()}
}

// layer merges an upper map into a lower one, field by field.
type layer struct {
	under     *Node            // lower map
	report    *Report          // receives mistakes
	index     map[string]int   // index in fields, by key
	fields    []Field          // merged map: the lower map's fields, merged with the upper map's, followed by new ones
	isRemoved []bool           // for each field, by index, whether it is removed
	moves     []move           // moves, in file order
	followers map[string][]int // for each entry, by name, the indexes of the entries that must follow it
}

// move is an entry that must follow another one.
type move struct {
	entry int   // index of the entry in layer.fields
	name  *Node // scalar with the name of the entry that it must follow
}

// layField merges field f of the upper layer: it removes, replaces, merges or adds a field.
func (l *layer) layField(f Field) {
	i, found := l.index[f.Key]
	if isRemoved(f.Value) {
		l.removeField(i, found, f)
		return
	}
	value, name := splitAfter(f.Value)
	if !found {
		i = len(l.fields)
		l.index[f.Key] = i
		l.fields = append(l.fields, Field{Key: f.Key, Pos: f.Pos, Value: Lay(nil, value, l.report)})
		l.isRemoved = append(l.isRemoved, false)
	} else if name == nil || len(value.Fields) > 0 {
		l.fields[i] = mergeFields(l.fields[i], Field{f.Key, f.Pos, value}, l.report)
	}
	if name != nil {
		l.moves = append(l.moves, move{i, name})
	}
}

// mergeFields returns upper merged into lower. The result has the position of lower unless upper directly contains values.
func mergeFields(lower, upper Field, r *Report) Field {
	value := Lay(lower.Value, upper.Value, r)
	pos := upper.Pos
	// Either nothing changed, or changes are only deeper down.
	if value == lower.Value || lower.Value.Kind == Mapping && upper.Value.Kind == Mapping && !upper.Value.hasOwnValues() {
		pos = lower.Pos
	}
	return Field{lower.Key, pos, value}
}

// removeField marks field i, for which f says `removed`, as removed. It reports a mistake if found is false or the field isn't in the lower
// layer.
func (l *layer) removeField(i int, found bool, f Field) {
	if !found || i >= len(l.under.Fields) {
		l.report.Add(NothingThere, f.Value.Pos, "%s", message.UnknownOr("entry below", f.Key, l.under.Keys(), "Nothing to remove."))
		return
	}
	l.isRemoved[i] = true
}

// hasOwnValues reports whether a map has values or lists, and not only maps.
func (n *Node) hasOwnValues() bool {
	for _, f := range n.Fields {
		if f.Value.Kind != Mapping {
			return true
		}
	}
	return false
}

// isRemoved reports whether a value removes its key.
func isRemoved(n *Node) bool {
	return n.Kind == Scalar && !n.Quoted && n.Text == removed
}

// Removals returns the fields of a map that remove their key from the layer below.
func (n *Node) Removals() (list []Field) {
	if n == nil {
		return nil
	}
	return collect.Filter(n.Fields, func(f Field) bool { return isRemoved(f.Value) })
}

// splitAfter returns an entry without its key `after`, and the value of that key; name is nil if the entry has none.
func splitAfter(n *Node) (value, name *Node) {
	if name = n.Get(After); name == nil || n.Kind != Mapping {
		return n, nil
	}
	return n.WithoutKey(After), name
}

// JoinLayers returns a layer that has the effect of lower followed by upper. It keeps removals and After, except that an entry of lower
// that upper removes is simply dropped.
func JoinLayers(lower, upper *Node) *Node {
	if lower == nil || lower.Kind != Mapping || upper.Kind != Mapping {
		return upper
	}
	joined := &Node{Kind: Mapping, Pos: lower.Pos, Fields: slices.Clone(lower.Fields)}
	for _, f := range upper.Fields {
		i := slices.IndexFunc(joined.Fields, func(g Field) bool { return g.Key == f.Key })
		switch {
		case i < 0:
			joined.Fields = append(joined.Fields, f)
		case isRemoved(f.Value):
			joined.Fields = slices.Delete(joined.Fields, i, i+1)
		default:
			joined.Fields[i] = Field{f.Key, f.Pos, JoinLayers(joined.Fields[i].Value, f.Value)}
		}
	}
	return joined
}

// orderFields returns the fields that are not removed, each followed by the entries that must follow it.
func (l *layer) orderFields() []Field {
	moved := make([]bool, len(l.fields))
	for _, m := range l.moves {
		if !l.checkMove(m) {
			continue
		}
		moved[m.entry] = true
		l.followers[m.name.Text] = append(l.followers[m.name.Text], m.entry)
	}
	w := fieldOrderer{layer: l, done: make([]bool, len(l.fields)), fields: make([]Field, 0, len(l.fields))}
	for i := range l.fields {
		if !moved[i] {
			w.visitField(i)
		}
	}
	w.reportCycles()
	return w.fields
}

// checkMove reports whether a move names a remaining entry, and reports a mistake if not.
func (l *layer) checkMove(m move) bool {
	if m.name.Kind != Scalar {
		l.report.Add(WrongKind, m.name.Pos, "Expected the name of the entry above, found %s. Write the name.", m.name.describe())
		return false
	}
	if i, found := l.index[m.name.Text]; found && !l.isRemoved[i] {
		return true
	}
	all := Node{Fields: l.fields}
	l.report.Add(NothingThere, m.name.Pos, "%s", message.Unknown("entry here", m.name.Text, all.Keys()))
	return false
}

// fieldOrderer puts the fields of a layer in order.
type fieldOrderer struct {
	layer  *layer  // layer to put in order
	done   []bool  // for each field of the layer, by index, whether it was visited
	fields []Field // fields that are not removed, in order
}

// visitField appends field i and then the entries that follow it, each once.
func (w *fieldOrderer) visitField(i int) {
	if w.done[i] {
		return
	}
	w.done[i] = true
	f := w.layer.fields[i]
	if !w.layer.isRemoved[i] {
		w.fields = append(w.fields, f)
	}
	for _, next := range w.layer.followers[f.Key] {
		w.visitField(next)
	}
}

// reportCycles reports entries whose `after` keys form a cycle.
func (w *fieldOrderer) reportCycles() {
	for _, m := range w.layer.moves {
		if w.done[m.entry] {
			continue
		}
		f := w.layer.fields[m.entry]
		w.layer.report.Add(Circle, m.name.Pos, "%s is after %s, which is after it in turn. Remove one `after`.", f.Key, strings.TrimSpace(m.name.Text))
		w.visitField(m.entry)
	}
}
