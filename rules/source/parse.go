package source

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"gopkg.in/yaml.v3"
)

// Parsing of files into nodes with yaml.v3. Features of YAML that packs (games written in YAML) don't need are reported as mistakes. A torn
// value is one that YAML splits at a comma inside { } or [ ], such as max(0, x).

// File is a file to parse: its content, and the name used in positions.
type File struct {
	Name string // name for positions, with the folder
	Data []byte // content
}

// ParseAll parses several files in parallel and returns their nodes in the order of files; nil for a file with a mistake. A file that has
// not changed since it was last parsed keeps its node.
func ParseAll(files []File, r *Report) []*Node {
	nodes, reports := make([]*Node, len(files)), make([]Report, len(files))
	var group sync.WaitGroup
	for i, f := range files {
		group.Go(func() { nodes[i] = parseCached(f, &reports[i]) })
	}
	group.Wait()
	for i := range reports {
		r.mistakes = append(r.mistakes, reports[i].mistakes...)
	}
	return nodes
}

// Parse parses one file; name is the name in its positions. The top level must be a map. It returns nil after a mistake. If the file isn't
// valid YAML, it reports only the first mistake, otherwise all mistakes. Values stay as written, with composed accents: `07-30`, `010`,
// `no` and `2d6 + 4` are texts. Non-printing characters, anchors, aliases, merge keys, tags and several documents in one file are mistakes.
func Parse(name string, data []byte, r *Report) *Node {
	p := parser{file: name, report: r, before: r.Len()}
	data = bytes.TrimPrefix(data, []byte("\uFEFF"))
	if hasTooManyNodes(data) {
		p.report.Add(OutOfRange, Pos{p.file, 1, 1}, "The file has more than %d values. Split it.", maxNodes)
		return nil
	}
	if !p.checkReadable(data) {
		return nil
	}
	top, next, err := readDocuments(bytes.NewReader(data))
	if err != nil {
		p.reportSyntaxError(data, err)
		return nil
	}
	n := p.convertTop(top)
	if next != nil {
		p.addMistake(NotRead, next, "A second document starts here. Remove the `---`: a file is one document.")
	}
	if p.report.Len() > p.before {
		return nil
	}
	return n
}

// maxNodes is the largest number of values in a file.
const maxNodes = 1_000_000

// hasTooManyNodes reports whether a file may have more than maxNodes values, by the number of characters that can separate values.
func hasTooManyNodes(data []byte) bool {
	if len(data) <= maxNodes {
		return false
	}
	n := 0
	for _, b := range data {
		if b == ',' || b == ':' || b == '\n' || b == '[' || b == '{' || b == '-' {
			n++
		}
	}
	return n > maxNodes
}

// parser parses one file.
type parser struct {
	file   string  // name for positions
	report *Report // receives mistakes
	before int     // number of mistakes that report had before this file
}

// addMistake reports a mistake at the position of n.
func (p *parser) addMistake(code Code, n *yaml.Node, format string, args ...any) {
	p.report.Add(code, p.positionOf(n), format, args...)
}

// positionOf returns the position of n.
func (p *parser) positionOf(n *yaml.Node) Pos {
	return Pos{File: p.file, Line: n.Line, Col: n.Column}
}

// readDocuments returns the first document and, if there is one, the second. Some malformed inputs make yaml.v3 panic; the panic is
// returned as an error.
func readDocuments(in io.Reader) (first, second *yaml.Node, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("yaml: %v", p)
		}
	}()
	dec := yaml.NewDecoder(in)
	first, err = readDocument(dec)
	if first == nil || err != nil {
		return nil, nil, err
	}
	second, err = readDocument(dec)
	return first, second, err
}

// readDocument returns the next document of dec, or nil at the end.
func readDocument(dec *yaml.Decoder) (*yaml.Node, error) {
	n := new(yaml.Node)
	err := dec.Decode(n)
	if errors.Is(err, io.EOF) {
		return nil, nil
	}
	return n, err
}

// emptyMessage is the message for a file without sections.
const emptyMessage = "The file is empty. Write sections: a name, a colon, and its entries below."

// convertTop returns the sections of a document, or nil after a mistake.
func (p *parser) convertTop(doc *yaml.Node) *Node {
	if doc == nil || len(doc.Content) == 0 {
		p.report.Add(EmptyFile, Pos{p.file, 1, 1}, emptyMessage)
		return nil
	}
	n := p.convertNode(doc.Content[0])
	switch n.Kind {
	case Mapping: // as expected
	case Null:
		p.report.Add(EmptyFile, Pos{p.file, 1, 1}, emptyMessage)
	default:
		p.report.Add(WrongKind, n.Pos, "Expected sections, found %s. Write `name:` and its entries below.", n.describe())
	}
	return n
}

// convertNode returns y as a Node and reports the parts of YAML that are not supported.
func (p *parser) convertNode(y *yaml.Node) *Node {
	p.rejectUnsupported(y)
	n := &Node{Pos: p.positionOf(y)}
	switch y.Kind {
	case yaml.ScalarNode:
		p.fillScalar(n, y)
	case yaml.SequenceNode:
		p.fillList(n, y)
	case yaml.MappingNode:
		p.fillMapping(n, y)
	}
	return n
}

// rejectUnsupported reports features of YAML that packs can't use.
func (p *parser) rejectUnsupported(y *yaml.Node) {
	if y.Kind == yaml.AliasNode {
		p.addMistake(NotRead, y, "Aliases aren't supported. Write out the content of *%s.", y.Value)
		return
	}
	if y.Anchor != "" {
		p.addMistake(NotRead, y, "Anchors aren't supported. Remove &%s.", y.Anchor)
	}
	if y.Style&yaml.TaggedStyle != 0 {
		p.addMistake(NotRead, y, "YAML tags aren't supported. Remove %s, or put the whole value in quotes.", y.Tag)
	}
}

// fillScalar fills n from a scalar. Curly quotes around it are a mistake, because YAML keeps them.
func (p *parser) fillScalar(n *Node, y *yaml.Node) {
	n.Kind = Scalar
	n.Text = ComposeAccents(y.Value)
	n.Quoted = y.Style&(yaml.SingleQuotedStyle|yaml.DoubleQuotedStyle) != 0
	if y.Tag == "!!null" && y.Style == 0 {
		n.Kind = Null
	}
	if y.Style == 0 && hasCurlyQuotes(y.Value) {
		p.addMistake(BadValue, y, `Curly quotes become part of the text. Use straight ones: " ".`)
	}
	p.reportNonPrinting(y, firstNonPrinting)
}

// hasCurlyQuotes reports whether a text begins and ends with quotation marks that YAML treats as letters.
func hasCurlyQuotes(text string) bool {
	const marks = "“”„‘’‚"
	first, _ := utf8.DecodeRuneInString(text)
	last, size := utf8.DecodeLastRuneInString(text)
	return size < len(text) && strings.ContainsRune(marks, first) && strings.ContainsRune(marks, last)
}

// fillList fills n from a YAML list.
func (p *parser) fillList(n *Node, y *yaml.Node) {
	n.Kind = List
	if p.reportTornList(y) {
		return
	}
	n.Items = make([]*Node, len(y.Content))
	for i, item := range y.Content {
		n.Items[i] = p.convertNode(item)
	}
}

// fillMapping fills n from a YAML map. A repeated key is a mistake; its first value counts.
func (p *parser) fillMapping(n *Node, y *yaml.Node) {
	n.Kind = Mapping
	if p.reportTornMap(y) {
		return
	}
	n.Fields = make([]Field, 0, len(y.Content)/2)
	seen := make(map[string]Pos, len(y.Content)/2)
	for i := 0; i+1 < len(y.Content); i += 2 {
		key := y.Content[i]
		if !p.checkKey(key) {
			continue
		}
		f := Field{Key: ComposeAccents(key.Value), Pos: p.positionOf(key)}
		if first, repeated := seen[f.Key]; repeated {
			p.addMistake(Repeated, key, "Key %s is repeated; the first is at %s. Keep one.", f.Key, first)
			continue
		}
		seen[f.Key] = f.Pos
		p.reportNonPrinting(key, nonPrintingInLine)
		if f.Value = p.convertNode(y.Content[i+1]); f.Value.Kind == Null && f.Value.Text == "" {
			f.Value.Pos = f.Pos // an empty value has no position of its own
		}
		n.Fields = append(n.Fields, f)
	}
}

// checkKey reports whether y can be a key, and adds a mistake if it can't.
func (p *parser) checkKey(y *yaml.Node) bool {
	switch {
	case y.Kind == yaml.AliasNode, y.Anchor != "", y.Style&yaml.TaggedStyle != 0:
		p.rejectUnsupported(y)
	case y.Kind != yaml.ScalarNode:
		p.addMistake(NotYAML, y, "A name is missing before the colon. It can't be a list or a map.")
	case y.Tag == "!!merge":
		p.addMistake(NotRead, y, "Merge keys aren't supported. Write out the content of <<.")
	case IsBlank(y.Value) && firstNonPrinting(y.Value) < 0:
		p.addMistake(NotYAML, y, "A name is missing before the colon.")
	default:
		return true
	}
	return false
}

// reportTornMap reports each value in a map that was split by its own commas, and returns whether there is one: YAML parses {add: max(0,
// x)} as the keys `add` and `x)`, for example.
func (p *parser) reportTornMap(y *yaml.Node) bool {
	if y.Style&yaml.FlowStyle == 0 {
		return false
	}
	torn := false
	for i := 1; i < len(y.Content); i += 2 { // Content alternates between keys and values; this is a value
		whole := y.Content[i].Value // includes the keys without a value that follow it
		for j := i + 1; opensBracket(y.Content[i]) && j+1 < len(y.Content) && isAbsent(y.Content[j+1]); j += 2 {
			whole += ", " + y.Content[j].Value
		}
		if whole != y.Content[i].Value {
			p.reportTorn(y.Content[i], whole)
			torn = true
		}
	}
	return torn
}

// reportTornList reports the first item of a list that was split by its own commas, and returns whether there is one: YAML parses [max(0,
// x)] as the items `max(0` and `x)`, for example.
func (p *parser) reportTornList(y *yaml.Node) bool {
	if y.Style&yaml.FlowStyle == 0 {
		return false
	}
	const maximum = 8 // highest number of items into which one formula can have been split
	for i, item := range y.Content {
		whole := item.Value
		for j := i + 1; opensBracket(item) && j < min(i+maximum, len(y.Content)) && y.Content[j].Kind == yaml.ScalarNode; j++ {
			whole += ", " + y.Content[j].Value
			if bracketBalance(whole) <= 0 {
				p.reportTorn(item, whole)
				return true
			}
		}
	}
	return false
}

// reportTorn reports that value y was split by its own commas; whole is the value as it was meant.
func (p *parser) reportTorn(y *yaml.Node, whole string) {
	p.addMistake(NotYAML, y, "Inside { } and [ ] a comma ends a value. Put it in quotes: %s", quoteShort(whole))
}

// opensBracket reports whether an unquoted value opens more brackets than it closes.
func opensBracket(y *yaml.Node) bool {
	return y.Kind == yaml.ScalarNode && y.Style == 0 && bracketBalance(y.Value) > 0
}

// bracketBalance returns the number of opening parentheses in a text minus the number of closing ones.
func bracketBalance(s string) int {
	return strings.Count(s, "(") - strings.Count(s, ")")
}

// isAbsent reports whether a value is empty.
func isAbsent(y *yaml.Node) bool {
	return y.Kind == yaml.ScalarNode && y.Style == 0 && y.Value == ""
}

// quoteShort returns a text of the user in quotation marks, shortened and on one line.
func quoteShort(s string) string {
	const maximum = 60
	if utf8.RuneCountInString(s) > maximum {
		s = string([]rune(s)[:maximum]) + "…"
	}
	return strconv.Quote(s)
}

// SplitParts splits a formula at each occurrence of word, `and` or `or`, outside brackets and quotes. A formula whose outermost operator
// isn't word is one part.
func SplitParts(text, word string) (parts []string) {
	depth, quoted, from := 0, false, 0
	for i, r := range text {
		switch {
		case r == '"':
			quoted = !quoted
		case quoted: // part of a text
		case r == '(' || r == '[':
			depth++
		case r == ')' || r == ']':
			depth--
		case depth == 0 && (r == '?' || word == "and" && strings.HasPrefix(text[i:], " or ")): // an operator that binds less than word
			return []string{text}
		case depth == 0 && strings.HasPrefix(text[i:], " "+word+" "):
			parts, from = append(parts, strings.TrimSpace(text[from:i])), i+len(word)+2
		}
	}
	return append(parts, strings.TrimSpace(text[from:]))
}
