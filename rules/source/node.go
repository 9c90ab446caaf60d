package source

import "slices"

// Kind tells what a node is.
type Kind int

// The kinds of node. Null is a value left empty, or an unquoted `~` or `null`.
const (
	Null Kind = iota
	Scalar
	List
	Mapping
)

// String names the kind as mistakes do: "nothing", "a value", "a list", "a map".
func (k Kind) String() string {
	switch k {
	case Scalar:
		return "a value"
	case List:
		return "a list"
	case Mapping:
		return "a map"
	}
	return "nothing"
}

// Node is one value of a YAML file and its place. Nodes are shared between layers: do not change one once read.
type Node struct {
	Kind   Kind
	Pos    Pos     // of the first character, the quotation mark included; an empty value has the place of its key
	Text   string  // of a scalar, exactly as written, without its quotation marks
	Quoted bool    // a scalar in ' or "
	Items  []*Node // of a list
	Fields []Field // of a map, in file order, no key twice
}

// Field is one `key: value` of a map. The key is as written; Value is never nil.
type Field struct {
	Key   string
	Pos   Pos // of the key
	Value *Node
}

// Get is the value of a key, nil without it; a nil node and one that is no map have none.
func (n *Node) Get(key string) *Node {
	if n == nil {
		return nil
	}
	for i := range n.Fields {
		if n.Fields[i].Key == key {
			return n.Fields[i].Value
		}
	}
	return nil
}

// Entries are the fields of a map; a nil node and one that is no map have none.
func (n *Node) Entries() []Field {
	if n == nil {
		return nil
	}
	return n.Fields
}

// At is what stands at the end of a path of keys, nil where one of them is not there.
func (n *Node) At(path ...string) *Node {
	for _, key := range path {
		n = n.Get(key)
	}
	return n
}

// Word is the text of a scalar, empty for a nil node.
func (n *Node) Word() string {
	if n == nil {
		return ""
	}
	return n.Text
}

// With is the node with another value at the end of a path of keys that is there.
func (n *Node) With(value *Node, path ...string) *Node {
	if len(path) == 0 {
		return value
	}
	copied := *n
	copied.Fields = slices.Clone(n.Fields)
	for i, f := range copied.Fields {
		if f.Key == path[0] {
			copied.Fields[i].Value = f.Value.With(value, path[1:]...)
		}
	}
	return &copied
}

// Without is a map without one of its keys.
func (n *Node) Without(key string) *Node {
	copied := *n
	copied.Fields = slices.DeleteFunc(slices.Clone(n.Fields), func(f Field) bool { return f.Key == key })
	return &copied
}

// Only is a map with no more than one of its keys.
func (n *Node) Only(key string) *Node {
	copied := *n
	copied.Fields = slices.DeleteFunc(slices.Clone(n.Fields), func(f Field) bool { return f.Key != key })
	return &copied
}

// found says what stands at a node, for mistakes: `"abc"`, "a list".
func (n *Node) found() string {
	if n.Kind == Scalar {
		return quote(n.Text)
	}
	return n.Kind.String()
}

// Find is the field of a key.
func (n *Node) Find(key string) (field Field, ok bool) {
	for _, field := range n.Entries() {
		if field.Key == key {
			return field, true
		}
	}
	return Field{}, false
}

// Keys are the keys of a map, in file order.
func (n *Node) Keys() []string {
	keys := make([]string, len(n.Fields))
	for i := range n.Fields {
		keys[i] = n.Fields[i].Key
	}
	return keys
}

// Words are the words that a list or the keys of a map say; none of a nil node.
func (n *Node) Words() (words []string) {
	if n == nil {
		return nil
	}
	words = n.Keys()
	for _, item := range n.Items {
		words = append(words, item.Text)
	}
	return words
}

// Contains reports whether a scalar of a node matches.
func (n *Node) Contains(matches func(text string) bool) bool {
	if n == nil {
		return false
	}
	return n.Kind == Scalar && matches(n.Text) ||
		slices.ContainsFunc(n.Items, func(item *Node) bool { return item.Contains(matches) }) ||
		slices.ContainsFunc(n.Fields, func(f Field) bool { return f.Value.Contains(matches) })
}
