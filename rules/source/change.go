package source

import (
	"slices"
	"strings"
)

// Lists of changes, for people: the changes that one layer makes to the layers below it (Changes), and the differences between two versions
// (Differences). A layer is a file, or several, whose content is laid over that of other files; layer.go merges them. At the top of a file
// are sections, which contain entries, which contain values.

// ChangeKind is the kind of a change.
type ChangeKind string

// Kinds of changes.
const (
	Added    ChangeKind = "new"      // a value that the layer below doesn't have
	Replaced ChangeKind = "replaces" // a value that differs from the one below
	Removed  ChangeKind = "removes"  // the value below is removed
	Moved    ChangeKind = "moves"    // an entry in a different place, or entries in a different order
	Same     ChangeKind = "same"     // repeats the value below
)

// Change is a change of one value by a layer, or between two versions. Values are shown on one line, and cut off if long.
type Change struct {
	Path   []string   // keys from the top
	Kind   ChangeKind // kind of the change
	Pos    Pos        // position in the layer; zero for a value that is missing from the newer version
	Text   string     // new value; "" if it is removed
	OldPos Pos        // position of the old value; zero if there is none
	Old    string     // old value; "" if there is none
}

// Changes returns the changes that laying upper on lower makes, in the order of upper. A new, removed or entirely repeated entry counts as
// one change; in other entries, each changed value counts.
func Changes(lower, upper *Node) []Change {
	return listChanges(nil, lower, upper)
}

// listChanges returns the changes of upper to lower, both at path, in the order of upper.
func listChanges(path []string, lower, upper *Node) (list []Change) {
	for _, f := range upper.Fields {
		fieldPath := append(path[:len(path):len(path)], f.Key)
		if f.Key == After && len(path) > 0 {
			if lower != nil {
				list = append(list, Change{Path: path, Kind: Moved, Pos: f.Pos, Text: "after " + f.Value.Text})
			}
			continue
		}
		list = append(list, fieldChanges(fieldPath, f, lower)...)
	}
	return list
}

// fieldChanges returns the changes of one field. Maps are compared key by key.
func fieldChanges(path []string, f Field, lower *Node) []Change {
	old := lower.findField(f.Key)
	c := Change{Path: path, Pos: f.Pos, Text: f.Value.Short()}
	switch {
	case isRemoved(f.Value):
		c.Kind, c.Text = Removed, ""
	case old == nil:
		c.Kind = Added
	case f.Value.Kind == Mapping && old.Value.Kind == Mapping:
		return mergeChange(path, f, listChanges(path, old.Value, f.Value))
	case f.Value.Kind == Null && old.Value.Kind == Mapping: // an empty value laid over a map changes nothing
		return nil
	case equalNodes(f.Value, old.Value):
		c.Kind = Same
	default:
		c.Kind = Replaced
	}
	if old != nil {
		c.OldPos, c.Old = old.Pos, old.Value.Short()
	}
	return []Change{c}
}

// mergeChange returns a single change for the entry f at path if all changes below it are Same, and otherwise those changes. Sections,
// whose paths have one key, are not merged.
func mergeChange(path []string, f Field, below []Change) []Change {
	if len(path) < 2 || len(below) < 2 {
		return below
	}
	for _, c := range below {
		if c.Kind != Same {
			return below
		}
	}
	return []Change{{Path: path, Kind: Same, Pos: f.Pos, Text: f.Value.Short(), OldPos: below[0].OldPos, Old: f.Value.Short()}}
}

// Differences returns the differences of a tree from an older version: new, removed and changed values, and maps whose entries are in
// another order. A removed value has its old position.
func Differences(old, current *Node) []Change { return differences(nil, old, current) }

// differences returns the differences between two versions of the node at path.
func differences(path []string, old, current *Node) (list []Change) {
	for _, f := range current.Fields {
		fieldPath := append(path[:len(path):len(path)], f.Key)
		before := old.Get(f.Key)
		switch {
		case before == nil && len(fieldPath) == 1: // a new section: each of its entries is a change
			list = append(list, differences(fieldPath, &Node{}, f.Value)...)
		case before == nil:
			list = append(list, Change{Path: fieldPath, Kind: Added, Pos: f.Pos, Text: f.Value.Short()})
		case before.Kind == Mapping && f.Value.Kind == Mapping:
			list = append(list, differences(fieldPath, before, f.Value)...)
		case !equalNodes(before, f.Value):
			list = append(list, Change{Path: fieldPath, Kind: Replaced, Pos: f.Pos, Text: f.Value.Short(), OldPos: before.Pos, Old: before.Short()})
		}
	}
	for _, f := range old.Fields {
		fieldPath := append(path[:len(path):len(path)], f.Key)
		switch removed := current.Get(f.Key) == nil; {
		case removed && len(fieldPath) == 1:
			list = append(list, differences(fieldPath, f.Value, &Node{})...)
		case removed:
			list = append(list, Change{Path: fieldPath, Kind: Removed, OldPos: f.Pos, Old: f.Value.Short()})
		}
	}
	if len(path) > 0 && !hasSameOrder(old, current) {
		list = append(list, Change{Path: path, Kind: Moved, Pos: current.Pos, OldPos: old.Pos})
	}
	return list
}

// hasSameOrder reports whether the keys that two maps share have the same order.
func hasSameOrder(a, b *Node) bool {
	last := -1
	for _, f := range a.Fields {
		i := slices.IndexFunc(b.Fields, func(other Field) bool { return other.Key == f.Key })
		if i >= 0 && i < last {
			return false
		}
		last = max(last, i)
	}
	return true
}

// equalNodes reports whether two nodes have the same content, regardless of their positions.
func equalNodes(a, b *Node) bool {
	if a.Kind != b.Kind || a.Text != b.Text || len(a.Items) != len(b.Items) || len(a.Fields) != len(b.Fields) {
		return false
	}
	for i := range a.Items {
		if !equalNodes(a.Items[i], b.Items[i]) {
			return false
		}
	}
	for i := range a.Fields {
		if a.Fields[i].Key != b.Fields[i].Key || !equalNodes(a.Fields[i].Value, b.Fields[i].Value) {
			return false
		}
	}
	return true
}

// findField returns the field of key; nil if there is none.
func (n *Node) findField(key string) *Field {
	if n == nil {
		return nil
	}
	for i := range n.Fields {
		if n.Fields[i].Key == key {
			return &n.Fields[i]
		}
	}
	return nil
}

// Short returns n on one line, cut off after 60 characters.
func (n *Node) Short() string {
	const maximum = 60
	var b strings.Builder
	n.writeShort(&b, maximum)
	if text := []rune(b.String()); len(text) > maximum {
		return string(text[:maximum-1]) + "…"
	}
	return b.String()
}

// writeShort writes n on one line to b and stops after about maximum bytes.
func (n *Node) writeShort(b *strings.Builder, maximum int) {
	switch n.Kind {
	case Scalar:
		b.WriteString(oneLine(n.Text))
	case List:
		b.WriteString("[")
		for i, item := range n.Items {
			if i > 0 {
				b.WriteString(", ")
			}
			if b.Len() > maximum {
				break
			}
			item.writeShort(b, maximum)
		}
		b.WriteString("]")
	case Mapping:
		b.WriteString("{")
		for i, f := range n.Fields {
			if i > 0 {
				b.WriteString(", ")
			}
			if b.Len() > maximum {
				break
			}
			b.WriteString(f.Key + ": ")
			f.Value.writeShort(b, maximum)
		}
		b.WriteString("}")
	}
}
