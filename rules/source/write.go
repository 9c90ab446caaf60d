package source

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Writing of nodes as YAML, on one line with brackets (flow style) or on several lines.

// FormatFlow returns a node on one line as YAML.
func FormatFlow(n *Node) string {
	var parts []string
	switch n.Kind {
	case List:
		for _, item := range n.Items {
			parts = append(parts, FormatFlow(item))
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case Mapping:
		for _, field := range n.Fields {
			parts = append(parts, field.Key+": "+FormatFlow(field.Value))
		}
		return "{" + strings.Join(parts, ", ") + "}"
	}
	// Texts need quotes if YAML would read some characters, or the beginning, as syntax.
	hasSyntax := strings.ContainsAny(n.Text, ",{}[]#?\n") || strings.Contains(n.Text+" ", ": ")
	beginsSyntax := n.Kind == Scalar && strings.ContainsAny(n.Text[:min(1, len(n.Text))], "?&*!|>%@`'\"") || strings.HasPrefix(n.Text, "- ")
	if n.Quoted || hasSyntax || beginsSyntax {
		return strconv.Quote(n.Text)
	}
	return n.Text
}

// FormatLines returns a map as lines of YAML. Each key begins a line with the given indent; a value that would exceed width is split over
// several lines.
func FormatLines(n *Node, indent string, width int) (lines []string) {
	for _, field := range n.Fields {
		line := indent + field.Key + ": " + FormatFlow(field.Value)
		switch v := field.Value; {
		case utf8.RuneCountInString(line) <= width || v.Kind == Scalar:
			lines = append(lines, strings.TrimRight(line, " "))
		case v.Kind == Mapping:
			lines = append(append(lines, indent+field.Key+":"), FormatLines(v, indent+"  ", width)...)
		case !slices.ContainsFunc(v.Items, func(item *Node) bool { return item.Kind != Scalar }):
			lines = append(lines, foldList(indent+field.Key+": [", v.Items, indent+"  ", width)...)
		default:
			lines = append(lines, indent+field.Key+":")
			for _, item := range v.Items {
				lines = append(lines, indent+"  - "+FormatFlow(item))
			}
		}
	}
	return lines
}

// foldList returns a list of values as lines of at most width characters; the first begins with line, the others with indent.
func foldList(line string, items []*Node, indent string, width int) (lines []string) {
	for i, item := range items {
		text := FormatFlow(item) + ","
		if i == len(items)-1 {
			text = FormatFlow(item) + "]"
		}
		if i > 0 && utf8.RuneCountInString(line+" "+text) > width {
			lines, line = append(lines, line), indent
		} else if i > 0 {
			line += " "
		}
		line += text
	}
	return append(lines, line)
}
