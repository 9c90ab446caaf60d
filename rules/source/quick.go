package source

import (
	"bytes"
	"slices"
	"strings"
	"unicode/utf8"
)

// A reader of plain YAML, several times as fast as yaml.v3. It gives up at anything unusual, and must never read a file
// otherwise than yaml.v3 does.

// quick reads the plain part of YAML that packs are written in, several times as fast as yaml.v3: maps and lists
// by indentation, { } and [ ] on one line, bare values on one line, quotes without escapes but \" and \\, paragraphs
// folded by >-, comments. It never reports: at anything else, and at anything wrong, it gives up, and yaml.v3 reads the
// whole file and has the word. What it does read it reads as yaml.v3 does; FuzzQuick holds that.
type quick struct {
	*parser
	text   string
	pos    int // of the next character
	start  int // of its line
	line   int
	indent int // where in the line its text begins, or the map behind a `- `; -1 at the end of the file
	depth  int
	ascii  bool
	unsure bool
	fields []Field // of the maps around, until each is complete
	items  []*Node
}

// quick gives the file, or nil when it is for yaml.v3 to read.
func (p *parser) quick(data []byte) *Node {
	if bytes.IndexByte(data, '\t') >= 0 || bytes.IndexByte(data, '\r') >= 0 {
		return nil
	}
	q := quick{parser: p, text: "\n" + string(data), ascii: true}
	q.ascii = strings.IndexFunc(q.text, func(c rune) bool { return c >= utf8.RuneSelf }) < 0
	q.endLine()
	if q.indent != 0 || q.item() {
		return nil
	}
	n := q.block()
	if q.unsure {
		return nil
	}
	return n
}

// giveUp ends all reading; what is still returned counts for nothing.
func (q *quick) giveUp() {
	q.unsure = true
	q.pos = len(q.text)
	q.indent = -1
}

// peek returns the next character; a line break at the end of the file.
func (q *quick) peek() byte {
	return q.peekAt(q.pos)
}

// peekAt returns the byte at i, or a line break behind the end.
func (q *quick) peekAt(i int) byte {
	if i >= len(q.text) {
		return '\n'
	}
	return q.text[i]
}

func (q *quick) spaces() {
	for q.peek() == ' ' {
		q.pos++
	}
}

// here returns the position; columns count characters, from 1.
func (q *quick) here() Pos {
	if q.ascii {
		return Pos{q.file, q.line, q.pos - q.start + 1}
	}
	return Pos{q.file, q.line, utf8.RuneCountInString(q.text[q.start:q.pos]) + 1}
}

// atEnd reports whether nothing but a comment follows in the line.
func (q *quick) atEnd() bool {
	q.spaces()
	return q.peek() == '\n' || q.peek() == '#' && q.text[q.pos-1] == ' '
}

// endLine goes on to the next line with text in it.
func (q *quick) endLine() {
	if !q.atEnd() {
		q.giveUp()
		return
	}
	for {
		end := strings.IndexByte(q.text[q.pos:], '\n')
		if end < 0 {
			q.pos, q.indent = len(q.text), -1
			return
		}
		q.pos += end + 1
		q.start = q.pos
		q.line++
		q.spaces()
		if c := q.peek(); c != '\n' && c != '#' {
			break
		}
	}
	q.indent = q.pos - q.start
	if q.indent == 0 && (q.text[q.pos] == '-' || q.text[q.pos] == '.' || q.text[q.pos] == '%') {
		q.giveUp()
	}
}

func (q *quick) item() bool {
	return q.peek() == '-' && (q.peekAt(q.pos+1) == ' ' || q.peekAt(q.pos+1) == '\n')
}

// deeper counts a level of nesting and reports whether there may be one more.
func (q *quick) deeper() bool {
	const maximum = 100
	q.depth++
	if q.depth > maximum {
		q.giveUp()
	}
	return !q.unsure
}

// block reads the map or list that begins here.
func (q *quick) block() *Node {
	n := q.newNode()
	n.Pos = q.here()
	if !q.deeper() {
		return n
	}
	if q.item() {
		q.blockList(n)
	} else {
		q.blockMap(n)
	}
	q.depth--
	return n
}

// blockMap reads a map whose keys stand below each other.
func (q *quick) blockMap(n *Node) {
	n.Kind = Mapping
	indent, from, seen := q.indent, len(q.fields), keyIndex{}
	for q.indent == indent && !q.unsure {
		f, ok := q.key(&seen, from)
		if !ok {
			return
		}
		f.Value = q.blockValue(indent)
		if f.Value == nil {
			f.Value = q.newNode()
			f.Value.Pos = f.Pos
		}
		q.fields = append(q.fields, f)
	}
	q.complete(n, from)
	if q.indent > indent {
		q.giveUp()
	}
}

// complete moves the fields read since into their map.
func (q *quick) complete(n *Node, from int) {
	n.Fields = slices.Clone(q.fields[from:])
	q.fields = q.fields[:from]
}

// blockList reads a list whose items stand below each other, each after a dash.
func (q *quick) blockList(n *Node) {
	n.Kind = List
	indent, from := q.indent, len(q.items)
	for q.indent == indent && q.item() {
		q.pos++
		item := q.listItem(indent)
		if item == nil {
			q.giveUp()
			return
		}
		q.items = append(q.items, item)
	}
	n.Items = slices.Clone(q.items[from:])
	q.items = q.items[:from]
	if q.indent >= indent {
		q.giveUp()
	}
}

// listItem reads what follows a `-`; a map or a list may begin in the same line.
func (q *quick) listItem(indent int) *Node {
	q.spaces()
	if q.item() || q.colon() > 0 {
		q.indent = q.pos - q.start
		return q.block()
	}
	return q.blockValue(indent)
}

// blockValue reads the value of a key or an item at the indent, in the line or below; nil if there is none.
func (q *quick) blockValue(indent int) *Node {
	if !q.atEnd() {
		var n *Node
		if q.peek() == '>' && q.peekAt(q.pos+1) == '-' {
			n = q.folded(indent)
		} else {
			n = q.inline(false)
		}
		q.endLine()
		if q.indent > indent {
			q.giveUp()
		}
		return n
	}
	q.endLine()
	if q.indent > indent {
		return q.block()
	}
	if q.indent == indent && q.item() {
		q.giveUp()
	}
	return nil
}

// key reads a key and its colon; the fields of its map so far begin at from.
func (q *quick) key(seen *keyIndex, from int) (Field, bool) {
	colon := q.colon()
	if colon < 0 {
		q.giveUp()
		return Field{}, false
	}
	f := Field{Key: q.text[q.pos:colon], Pos: q.here()}
	if seen.find(q.fields[from:], f.Key) >= 0 {
		q.giveUp()
		return Field{}, false
	}
	q.pos = colon + 1
	return f, true
}

// colon returns the position of the colon after a plain key, or -1 if no such key begins here.
func (q *quick) colon() int {
	const maximum = 100
	if !letter(q.peek()) {
		return -1
	}
	for i := q.pos; i < q.pos+maximum; i++ {
		c := q.peekAt(i)
		if letter(c) || strings.IndexByte("-+./() ", c) >= 0 {
			continue
		}
		if c == ':' && q.text[i-1] != ' ' && (q.peekAt(i+1) == ' ' || q.peekAt(i+1) == '\n') {
			return i
		}
		break
	}
	return -1
}

func letter(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c >= utf8.RuneSelf
}

// inline reads a value in one line; flow reports whether it stands inside { } or [ ].
func (q *quick) inline(flow bool) *Node {
	n := q.newNode()
	n.Pos = q.here()
	switch q.peek() {
	case '{':
		q.flowMap(n)
	case '[':
		q.flowList(n)
	case '"', '\'':
		q.quoted(n)
	default:
		q.bare(n, flow)
	}
	return n
}

// quoted reads a text in quotes. It gives up where the text has several lines.
func (q *quick) quoted(n *Node) {
	mark := q.text[q.pos]
	rest := q.text[q.pos+1:]
	end := strings.IndexByte(rest, mark)
	if end >= 0 && mark == '"' && strings.IndexByte(rest[:end], '\\') >= 0 {
		q.escaped(n, rest)
		return
	}
	if end < 0 || strings.ContainsAny(rest[:end], "\\\n") || q.peekAt(q.pos+end+2) == mark {
		q.giveUp()
		return
	}
	n.Kind, n.Text, n.Quoted = Scalar, rest[:end], true
	q.pos += end + 2
}

// escaped reads a value in double quotes, whose first one is behind it, with \" and \\ for characters of it.
func (q *quick) escaped(n *Node, rest string) {
	var b strings.Builder
	for i := 0; i < len(rest); i++ {
		switch c := rest[i]; {
		case c == '"':
			n.Kind, n.Text, n.Quoted = Scalar, b.String(), true
			q.pos += i + 2
			return
		case c == '\\' && i+1 < len(rest) && (rest[i+1] == '"' || rest[i+1] == '\\'):
			i++
			b.WriteByte(rest[i])
		case c == '\\', c == '\n':
			q.giveUp()
			return
		default:
			b.WriteByte(c)
		}
	}
	q.giveUp()
}

// folded reads a paragraph behind >-, if it is one: lines of the same indent, farther in than what it is the value of.
func (q *quick) folded(indent int) *Node {
	n := q.newNode()
	n.Kind, n.Pos = Scalar, q.here()
	q.pos += len(">-")
	if !q.atEnd() || q.peek() != '\n' {
		q.giveUp()
		return n
	}
	var lines []string
	for inner := 0; q.pos+1 < len(q.text); {
		line, _, _ := strings.Cut(q.text[q.pos+1:], "\n")
		text := strings.TrimLeft(line, " ")
		if len(lines) == 0 {
			inner = len(line) - len(text)
		}
		if in := len(line) - len(text); in <= indent && text != "" {
			break
		} else if in != inner || inner <= indent || text == "" || strings.HasSuffix(text, " ") {
			q.giveUp()
			return n
		}
		lines = append(lines, text)
		q.pos += 1 + len(line)
		q.line++
	}
	if n.Text = strings.Join(lines, " "); len(lines) == 0 {
		q.giveUp()
	}
	return n
}

// bare reads a value without quotes; flow says that it is within brackets.
func (q *quick) bare(n *Node, flow bool) {
	end := q.bareEnd(flow)
	if end < 0 {
		q.giveUp()
		return
	}
	n.Text = strings.TrimRight(q.text[q.pos:end], " ")
	q.pos = end
	switch n.Text {
	case "~", "null", "Null", "NULL":
		return
	}
	n.Kind = Scalar
	if flow && balance(n.Text) > 0 || !q.ascii && inCurlyQuotes(n.Text) {
		q.giveUp()
	}
}

// bareEnd returns the position where a value without quotes ends, or -1 if there is none or the slow parser must decide.
func (q *quick) bareEnd(flow bool) int {
	first, second := q.peek(), q.peekAt(q.pos+1)
	if first == '-' && !letter(second) && second != '(' || first != '-' && strings.IndexByte("\n ?:,[]{}#&*!|>'\"%@`", first) >= 0 {
		return -1
	}
	for i := q.pos; ; i++ {
		switch c := q.peekAt(i); {
		case c == '\n' && !flow, c == '#' && q.text[i-1] == ' ' && !flow:
			return i
		case flow && (c == ',' || c == ']' || c == '}'):
			return i
		case c == '\n', flow && strings.IndexByte("[{?#", c) >= 0:
			return -1
		case c == ':' && (flow || q.peekAt(i+1) == ' ' || q.peekAt(i+1) == '\n'):
			return -1
		}
	}
}

// flowMap reads a map in braces.
func (q *quick) flowMap(n *Node) {
	n.Kind = Mapping
	from, seen := len(q.fields), keyIndex{}
	for q.flowNext('}', len(q.fields) == from) {
		f, ok := q.key(&seen, from)
		if !ok {
			return
		}
		q.spaces()
		f.Value = q.inline(true)
		q.fields = append(q.fields, f)
	}
	q.complete(n, from)
	q.depth--
}

// flowList reads a list in brackets.
func (q *quick) flowList(n *Node) {
	n.Kind = List
	from := len(q.items)
	for q.flowNext(']', len(q.items) == from) {
		q.items = append(q.items, q.inline(true))
	}
	n.Items = slices.Clone(q.items[from:])
	q.items = q.items[:from]
	q.depth--
}

// flowNext goes to what { } or [ ] hold next and reports whether there is more; it reads brackets and commas.
func (q *quick) flowNext(closing byte, first bool) bool {
	if first && !q.deeper() {
		return false
	}
	if first {
		q.pos++
	}
	q.spaces()
	switch c := q.peek(); {
	case q.unsure:
		return false
	case c == closing:
		q.pos++
		return false
	case first:
		return true
	case c != ',':
		q.giveUp()
		return false
	}
	q.pos++
	q.spaces()
	return true
}
