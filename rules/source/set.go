package source

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
)

// Changing values in a YAML file without touching comments and layout. In YAML, a flow map or list is one in brackets, as in {a: 1}; a
// block map has an entry on each line.

// Setting is a plain value for a key in a section of a file.
type Setting struct {
	Section, Key string // names of the section and the key
	Value        string // value as YAML
	Part         string // key to set within the value of Key, if that is a map; "" to set Key itself
}

// SetValues returns a file with changed values. Everything else stays the same, byte by byte: comments, order, indentation, line ends. A
// new key is added at the end of its section, a new section at the end of the file. It returns Mistakes if the file has mistakes, and an
// error if its form does not allow the change.
func SetValues(name string, data []byte, list ...Setting) ([]byte, error) {
	for _, s := range list {
		f := valueSetter{Setting: s, data: data, lineEnding: "\n"}
		if bytes.Contains(data, []byte("\r\n")) {
			f.lineEnding = "\r\n"
		}
		var report Report
		before := Parse(name, data, &report)
		if err := report.Err(); err != nil {
			return nil, err
		}
		if before == nil {
			before = &Node{Kind: Mapping}
		}
		path := []string{s.Section, s.Key}
		if existing := before.At(path...); s.Part != "" && existing != nil && existing.Kind == Mapping {
			path = append(path, s.Part)
		}
		changed := f.setAtPath(before, path)
		if changed == nil {
			return nil, f.unchangeableError(name)
		}
		// The edit relies on the usual layout; this makes sure that only the one value changed.
		after := Parse(name, changed, &report)
		if report.Err() != nil || after == nil || !equalNodes(before.withSetting(s.Value, path), after) {
			return nil, f.unchangeableError(name)
		}
		data = changed
	}
	return data, nil
}

// valueSetter inserts a value into a file.
type valueSetter struct {
	Setting           // value to set, and its key
	data       []byte // content of the file
	lineEnding string // line ending of the file: "\n" or "\r\n"
}

// unchangeableError returns the error for a file whose form does not allow the change.
func (s *valueSetter) unchangeableError(name string) error {
	return fmt.Errorf("%s has %s.%s in a form that can't be changed here. Change it in an editor.", name, s.Section, s.Key)
}

// withSetting returns a copy of n with a value set at path.
func (n *Node) withSetting(value string, path []string) *Node {
	if len(path) == 0 {
		return &Node{Kind: Scalar, Text: value}
	}
	if n == nil || n.Kind == Null {
		n = &Node{Kind: Mapping}
	}
	inner := n.Get(path[0]).withSetting(value, path[1:])
	if _, found := n.Find(path[0]); found {
		return n.WithValueAt(inner, path[0])
	}
	copied := *n
	copied.Fields = append(slices.Clone(n.Fields), Field{Key: path[0], Value: inner})
	return &copied
}

// setAtPath returns the content of the file with the value set at path, or nil if that isn't possible.
func (s *valueSetter) setAtPath(root *Node, path []string) []byte {
	key := path[len(path)-1]
	entry := key + ": " + s.Value
	section, found := root.Find(path[0])
	if !found { // no such section: add it at the end
		indent := ""
		if len(root.Fields) > 0 {
			indent = s.indentBefore(root.Fields[0].Pos)
		}
		return s.insertLine(len(s.data), indent+s.Section+": {"+entry+"}")
	}
	for _, inner := range path[1 : len(path)-1] {
		section, _ = section.Value.Find(inner)
	}
	switch {
	case section.Value.Kind == Null: // `section:` without entries
		return s.insertLine(s.nextLineOffset(section.Pos), s.indentBefore(section.Pos)+"  "+entry)
	case section.Value.Kind != Mapping:
		return nil
	case len(section.Value.Fields) == 0: // `section: {}`
		return s.insertText(s.byteOffset(section.Value.Pos)+1, entry)
	}
	if field, found := section.Value.Find(key); found {
		if field.Value.Kind == Null { // `key:` without a value
			afterColon := s.byteOffset(field.Pos) + len(key) + 1
			return s.insertText(afterColon, " "+s.Value)
		}
		from, upto := s.scalarRange(field.Value)
		if from < 0 {
			return nil
		}
		return s.replaceRange(from, upto, s.Value)
	}
	return s.appendEntry(section.Value, entry)
}

// appendEntry returns the file with an entry added at the end of a section that has entries, or nil if that is not possible.
func (s *valueSetter) appendEntry(section *Node, entry string) []byte {
	fields := section.Fields
	last := fields[len(fields)-1].Value
	end := s.endOffset(last)
	switch isFlow := s.data[s.byteOffset(section.Pos)] == '{'; {
	case isFlow && end < 0:
		return nil
	case isFlow: // `{a: 1}`: add after the last entry
		return s.insertText(end, ", "+entry)
	case end < 0: // the last value is empty: add on the next line
		return s.insertLine(s.nextLineOffset(last.Pos), s.indentBefore(fields[0].Pos)+entry)
	}
	if newline := bytes.IndexByte(s.data[end:], '\n'); newline >= 0 { // a comment can follow on the same line
		end += newline + 1
	} else {
		end = len(s.data)
	}
	return s.insertLine(end, s.indentBefore(fields[0].Pos)+entry)
}

// endOffset returns the byte offset of the end of a node in the file, including a closing bracket; -1 if it isn't known.
func (s *valueSetter) endOffset(n *Node) int {
	start := s.byteOffset(n.Pos)
	end := start
	switch {
	case n.Kind == Scalar:
		_, upto := s.scalarRange(n)
		return upto
	case len(n.Fields) > 0:
		end = s.endOffset(n.Fields[len(n.Fields)-1].Value)
	case len(n.Items) > 0:
		end = s.endOffset(n.Items[len(n.Items)-1])
	}
	if end < 0 || start >= len(s.data) || !strings.ContainsRune("{[", rune(s.data[start])) {
		return end
	}
	closing := bytes.IndexAny(s.data[end:], "}]#")
	if closing < 0 || s.data[end+closing] == '#' { // a comment could contain the bracket
		return -1
	}
	return end + closing + 1
}

// byteOffset returns the byte offset of p in the file.
func (s *valueSetter) byteOffset(p Pos) int {
	offset := 0
	for line := 1; line < p.Line; line++ {
		offset += bytes.IndexByte(s.data[offset:], '\n') + 1
	}
	for i := range string(s.data[offset:]) {
		if p.Col--; p.Col == 0 {
			return offset + i
		}
	}
	return len(s.data)
}

// indentBefore returns the indentation at p: the text before it on its line.
func (s *valueSetter) indentBefore(p Pos) string {
	return string(s.data[s.byteOffset(Pos{Line: p.Line, Col: 1}):s.byteOffset(p)])
}

// nextLineOffset returns the byte offset of the line after the line of p.
func (s *valueSetter) nextLineOffset(p Pos) int {
	offset := s.byteOffset(p)
	if end := bytes.IndexByte(s.data[offset:], '\n'); end >= 0 {
		return offset + end + 1
	}
	return len(s.data)
}

// scalarRange returns the range of a scalar in the file, in bytes, or -1, -1 if n is not a scalar or its text does not appear in the file
// unchanged.
func (s *valueSetter) scalarRange(n *Node) (from, upto int) {
	from = s.byteOffset(n.Pos)
	upto = from + len(n.Text)
	if n.Quoted {
		upto += 2
	}
	if n.Kind != Scalar || upto > len(s.data) || !strings.Contains(string(s.data[from:upto]), n.Text) {
		return -1, -1
	}
	return from, upto
}

// replaceRange returns the file with the bytes from from to upto replaced by text.
func (s *valueSetter) replaceRange(from, upto int, text string) []byte {
	return slices.Concat(s.data[:from], []byte(text), s.data[upto:])
}

// insertText returns the file with text inserted at an offset.
func (s *valueSetter) insertText(offset int, text string) []byte {
	return s.replaceRange(offset, offset, text)
}

// insertLine returns the file with a line inserted at an offset, which is the beginning of a line or the end of the file.
func (s *valueSetter) insertLine(offset int, text string) []byte {
	if offset > 0 && s.data[offset-1] != '\n' {
		text = s.lineEnding + text
	}
	return s.insertText(offset, text+s.lineEnding)
}
