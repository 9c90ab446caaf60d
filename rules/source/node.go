package source

import "slices"

// A parsed file: nodes with kind, text and position, and functions to search and copy them.

// Kind is the kind of a node.
type Kind int

// Kinds of nodes.
const (
	Null    Kind = iota // an empty value, or an unquoted `~` or `null`
	Scalar              // a single value
	List                // a list
	Mapping             // a map
)

// String returns the word for the kind in messages: "nothing", "a value", "a list", "a map".
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

// Node is one value of a YAML file and its position. Nodes are shared between layers and must not be modified after parsing.
type Node struct {
	Kind   Kind    // Null, Scalar, List or Mapping
	Pos    Pos     // position of its first character, including a quotation mark; for an empty value, of its key
	Text   string  // scalar exactly as written, without quotation marks
	Quoted bool    // whether it is a scalar in ' or "
	Items  []*Node // elements of a list
	Fields []Field // entries of a map, in file order, no key twice
}

// Field is one `key: value` of a map.
type Field struct {
	Key   string // key as written
	Pos   Pos    // position of Key
	Value *Node  // never nil; an empty value has the kind Null
}

// Get returns the value of key, or nil if n is nil, isn't a map, or lacks the key.
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

// Entries returns n.Fields, the fields of a map; nil if n is nil or not a map.
func (n *Node) Entries() []Field {
	if n == nil {
		return nil
	}
	return n.Fields
}

// At returns the node at the end of a path of keys, or nil if a key is missing.
func (n *Node) At(path ...string) *Node {
	for _, key := range path {
		n = n.Get(key)
	}
	return n
}

// Word returns the text of a scalar, or "" for a nil node.
func (n *Node) Word() string {
	if n == nil {
		return ""
	}
	return n.Text
}

// WithValueAt returns a copy of n with the node at path, which must exist, replaced by value.
func (n *Node) WithValueAt(value *Node, path ...string) *Node {
	if len(path) == 0 {
		return value
	}
	copied := *n
	copied.Fields = slices.Clone(n.Fields)
	for i, f := range copied.Fields {
		if f.Key == path[0] {
			copied.Fields[i].Value = f.Value.WithValueAt(value, path[1:]...)
		}
	}
	return &copied
}

// WithoutKey returns a copy of a map without key.
func (n *Node) WithoutKey(key string) *Node {
	copied := *n
	copied.Fields = slices.DeleteFunc(slices.Clone(n.Fields), func(f Field) bool { return f.Key == key })
	return &copied
}

// OnlyKey returns a copy of a map with only one key.
func (n *Node) OnlyKey(key string) *Node {
	copied := *n
	copied.Fields = slices.DeleteFunc(slices.Clone(n.Fields), func(f Field) bool { return f.Key != key })
	return &copied
}

// describe describes a node in a message: a scalar by its text, such as `"abc"`, others by their kind, such as "a list".
func (n *Node) describe() string {
	if n.Kind == Scalar {
		return quoteShort(n.Text)
	}
	return n.Kind.String()
}

// Find returns the field of key; ok is false if there is none.
func (n *Node) Find(key string) (field Field, ok bool) {
	for _, field := range n.Entries() {
		if field.Key == key {
			return field, true
		}
	}
	return Field{}, false
}

// Keys returns the keys of a map, in file order.
func (n *Node) Keys() []string {
	keys := make([]string, len(n.Fields))
	for i := range n.Fields {
		keys[i] = n.Fields[i].Key
	}
	return keys
}

// Words returns the items of a list or the keys of a map; nil for a nil node.
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

// Contains reports whether n is, or contains at any depth, a scalar for whose text matches returns true. n may be nil.
func (n *Node) Contains(matches func(text string) bool) bool {
	if n == nil {
		return false
	}
	return n.Kind == Scalar && matches(n.Text) ||
		slices.ContainsFunc(n.Items, func(item *Node) bool { return item.Contains(matches) }) ||
		slices.ContainsFunc(n.Fields, func(f Field) bool { return f.Value.Contains(matches) })
}

// Rename returns a copy of n with the key at path renamed to newKey, or n itself if there is no such key.
func (n *Node) Rename(newKey string, path ...string) *Node {
	parent := n.At(path[:len(path)-1]...)
	if parent.Get(path[len(path)-1]) == nil {
		return n
	}
	copied := *parent
	copied.Fields = slices.Clone(parent.Fields)
	for i := range copied.Fields {
		if copied.Fields[i].Key == path[len(path)-1] {
			copied.Fields[i].Key = newKey
		}
	}
	return n.WithValueAt(&copied, path[:len(path)-1]...)
}
