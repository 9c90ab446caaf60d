package source

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

// found says what stands at a node, for mistakes: `"abc"`, "a list".
func (n *Node) found() string {
	if n.Kind == Scalar {
		return quote(n.Text)
	}
	return n.Kind.String()
}

// Find is the field of a key.
func (n *Node) Find(key string) (field Field, ok bool) {
	for _, field := range n.Fields {
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
