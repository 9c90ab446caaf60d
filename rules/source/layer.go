package source

import (
	"slices"
	"strings"

	"hybrid/rules/collect"
	"hybrid/rules/message"
)

// Laying one map over another: replaced, merged, removed, put behind. rules/layer/stack.go calls it for whole files.

const removed = "removed"

// After is the key under which an entry names the one that it is to stand behind.
const After = "after"

// Lay lays one layer over another and gives the result; it changes neither. Maps merge key by key, all the way down;
// lists and values are replaced, and a map that meets something else replaces it or is replaced. The value `removed`,
// unquoted, takes its key out; `after: name` in an entry that is a map puts the entry behind that one, and is taken
// out itself. New keys come last otherwise, in the order of their file. An empty value laid over a map changes
// nothing. A merged map keeps its old place unless a value or a list of its own is new or replaced: its place is the new
// one then, as what that is. Either layer may be nil;
// laying over nil places and takes out just so.
func Lay(under, over *Node, r *Report) *Node {
	if over == nil || over.Kind == Null && under != nil && under.Kind == Mapping {
		return under
	}
	if over.Kind != Mapping {
		return over
	}
	if under == nil || under.Kind != Mapping {
		under = &Node{Kind: Mapping, Pos: over.Pos}
	}
	l := layer{under: under, report: r, out: make([]bool, len(under.Fields)), behind: map[string][]int{}, index: make(map[string]int, len(under.Fields)+len(over.Fields))}
	l.fields = append(make([]Field, 0, len(under.Fields)+len(over.Fields)), under.Fields...)
	for i, f := range under.Fields {
		l.index[f.Key] = i
	}
	for _, f := range over.Fields {
		l.lay(f)
	}
	pos := under.Pos
	if over.says() {
		pos = over.Pos
	}
	return &Node{Kind: Mapping, Pos: pos, Fields: l.ordered()}
}

type layer struct {
	under  *Node
	report *Report
	index  map[string]int   // key: its place among fields
	fields []Field          // the old ones, then the new ones
	out    []bool           // which of them are taken out
	moves  []move           // in file order
	behind map[string][]int // name of an entry: those that it is to be followed by
}

type move struct {
	entry int
	name  *Node
}

// lay lays field f of the upper layer over the one below: removes, replaces, merges or adds it.
func (l *layer) lay(f Field) {
	at, found := l.index[f.Key]
	if isRemoved(f.Value) {
		l.remove(at, found, f)
		return
	}
	value, name := placed(f.Value)
	if !found {
		at = len(l.fields)
		l.index[f.Key] = at
		l.fields = append(l.fields, Field{Key: f.Key, Pos: f.Pos, Value: Lay(nil, value, l.report)})
		l.out = append(l.out, false)
	} else if name == nil || len(value.Fields) > 0 {
		l.fields[at] = merged(l.fields[at], Field{f.Key, f.Pos, value}, l.report)
	}
	if name != nil {
		l.moves = append(l.moves, move{at, name})
	}
}

// merged lays over on under. Its position is that of under unless over has a value of its own.
func merged(under, over Field, r *Report) Field {
	value := Lay(under.Value, over.Value, r)
	pos := over.Pos
	if value == under.Value || under.Value.Kind == Mapping && over.Value.Kind == Mapping && !over.Value.says() {
		pos = under.Pos
	}
	return Field{under.Key, pos, value}
}

// remove takes field at out. A field that was not found, or not in the layer below, is a mistake.
func (l *layer) remove(at int, found bool, f Field) {
	if !found || at >= len(l.under.Fields) {
		l.report.Add(NothingThere, f.Value.Pos, "%s", message.UnknownOr("entry below", f.Key, l.under.Keys(), "Nothing to remove."))
		return
	}
	l.out[at] = true
}

// says reports whether a map has a value or a list of its own, and not only maps.
func (n *Node) says() bool {
	for _, f := range n.Fields {
		if f.Value.Kind != Mapping {
			return true
		}
	}
	return false
}

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

// placed takes `after` out of an entry: the entry without it, and the name to stand behind.
func placed(n *Node) (value, name *Node) {
	if name = n.Get(After); name == nil || n.Kind != Mapping {
		return n, nil
	}
	return n.Without(After), name
}

// Join lays over upon under and returns a single layer that does what both do. Removals and After stay in it, except that
// what under says and over removes is removed from it.
func Join(under, over *Node) *Node {
	if under == nil || under.Kind != Mapping || over.Kind != Mapping {
		return over
	}
	joined := &Node{Kind: Mapping, Pos: under.Pos, Fields: slices.Clone(under.Fields)}
	for _, f := range over.Fields {
		i := slices.IndexFunc(joined.Fields, func(g Field) bool { return g.Key == f.Key })
		switch {
		case i < 0:
			joined.Fields = append(joined.Fields, f)
		case isRemoved(f.Value):
			joined.Fields = slices.Delete(joined.Fields, i, i+1)
		default:
			joined.Fields[i] = Field{f.Key, f.Pos, Join(joined.Fields[i].Value, f.Value)}
		}
	}
	return joined
}

// ordered gives the fields that stay, each followed by those that are to stand behind it.
func (l *layer) ordered() []Field {
	moved := make([]bool, len(l.fields))
	for _, m := range l.moves {
		if !l.sound(m) {
			continue
		}
		moved[m.entry] = true
		l.behind[m.name.Text] = append(l.behind[m.name.Text], m.entry)
	}
	w := walk{layer: l, done: make([]bool, len(l.fields)), fields: make([]Field, 0, len(l.fields))}
	for i := range l.fields {
		if !moved[i] {
			w.visit(i)
		}
	}
	w.circles()
	return w.fields
}

// sound reports whether a move names an entry that stays.
func (l *layer) sound(m move) bool {
	if m.name.Kind != Scalar {
		l.report.Add(WrongKind, m.name.Pos, "Expected the name of the entry above, found %s. Write the name.", m.name.found())
		return false
	}
	if at, found := l.index[m.name.Text]; found && !l.out[at] {
		return true
	}
	all := Node{Fields: l.fields}
	l.report.Add(NothingThere, m.name.Pos, "%s", message.Unknown("entry here", m.name.Text, all.Keys()))
	return false
}

type walk struct {
	layer  *layer
	done   []bool
	fields []Field
}

// visit puts field i and then those placed behind it into the order, each once.
func (w *walk) visit(i int) {
	if w.done[i] {
		return
	}
	w.done[i] = true
	f := w.layer.fields[i]
	if !w.layer.out[i] {
		w.fields = append(w.fields, f)
	}
	for _, next := range w.layer.behind[f.Key] {
		w.visit(next)
	}
}

// circles reports entries that no walk from the top reaches, since each is to stand behind another of them.
func (w *walk) circles() {
	for _, m := range w.layer.moves {
		if w.done[m.entry] {
			continue
		}
		f := w.layer.fields[m.entry]
		w.layer.report.Add(Circle, m.name.Pos, "%s is after %s, which is after it in turn. Remove one `after`.", f.Key, strings.TrimSpace(m.name.Text))
		w.visit(m.entry)
	}
}
