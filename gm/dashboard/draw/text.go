package draw

import (
	"strings"
	"unicode/utf8"

	"github.com/rivo/uniseg"

	"hybrid/rules/source"
)

// Measuring, cutting, wrapping and padding text in cells of a terminal. A grapheme is what a reader sees as one character; it can consist
// of several code points and takes one or two cells.

// cutGrapheme cuts the first grapheme off a text, which must not be "". It replaces a control character with a space, and a grapheme that
// is invalid or not printable with U+FFFD. A grapheme whose width is 0 must not be drawn.
func cutGrapheme(text string) (cluster, rest string, width int) {
	if c := text[0]; c < utf8.RuneSelf && (len(text) == 1 || text[1] < utf8.RuneSelf) { // ASCII, with nothing that could combine with it
		if c < ' ' || c == 0x7f {
			return " ", text[1:], 1
		}
		return text[:1], text[1:], 1
	}
	if startsWithBoxDrawing(text) && (len(text) == 3 || text[3] < utf8.RuneSelf || startsWithBoxDrawing(text[3:])) {
		return text[:3], text[3:], 1
	}
	cluster, rest, width, _ = uniseg.FirstGraphemeClusterInString(text, -1)
	if !utf8.ValidString(cluster) || strings.ContainsFunc(cluster, source.IsNonPrinting) {
		return "\uFFFD", rest, 1
	}
	return cluster, rest, width
}

// startsWithBoxDrawing reports whether a text begins with a box-drawing character, U+2500 to U+257F. It exists for speed, since most
// rows have many of them.
func startsWithBoxDrawing(text string) bool {
	return len(text) >= 3 && text[0] == 0xe2 && (text[1] == 0x94 || text[1] == 0x95) && text[2]&0xc0 == 0x80
}

// Width returns the width of a text in cells.
func Width(text string) (cells int) {
	for text != "" {
		// An ASCII character before another one is a grapheme of its own.
		for len(text) > 1 && text[0] < utf8.RuneSelf && text[1] < utf8.RuneSelf {
			text = text[1:]
			cells++
		}
		var width int
		_, text, width = cutGrapheme(text)
		cells += width
	}
	return cells
}

// StyledText is a part of a row of text, drawn in one role.
type StyledText struct {
	Text string // text of this part
	Role Role   // role whose style it is drawn in
}

// SpanWidth returns the total width of spans in cells.
func SpanWidth(spans []StyledText) (cells int) {
	for _, s := range spans {
		cells += Width(s.Text)
	}
	return cells
}

// Prefix returns the longest beginning of a text that fits in the given number of cells.
func Prefix(text string, cells int) string {
	prefix, used := 0, 0
	for rest := text; rest != ""; {
		_, after, width := cutGrapheme(rest)
		if used += width; used > cells {
			break
		}
		prefix += len(rest) - len(after)
		rest = after
	}
	return text[:prefix]
}

// Clip shortens a text to at most the given number of cells. A text that is cut off ends with an ellipsis; it is cut off between two words,
// unless that would fill less than half of the cells.
func Clip(text string, cells int) string {
	if len(text) <= cells || Width(text) <= cells {
		return text
	}
	if cells <= 0 {
		return ""
	}
	prefix := Prefix(text, cells-1)
	cutsWord := strings.IndexAny(text[len(prefix):], " ·,:…") != 0
	if at := strings.LastIndexByte(prefix, ' '); cutsWord && 2*Width(prefix[:max(at, 0)]) >= cells {
		prefix = prefix[:at]
	}
	return strings.TrimRight(prefix, " ·,…") + "…"
}

// ClipName shortens a name like [Clip] but keeps a number at its end, which tells equal names apart.
func ClipName(name string, cells int) string {
	at := strings.LastIndexByte(name, ' ')
	hasNumber := at >= 0 && strings.Trim(name[at+1:], "0123456789") == ""
	if !hasNumber || Width(name) <= cells || cells-Width(name[at:]) < 2 {
		return Clip(name, cells)
	}
	return Clip(name[:at], cells-Width(name[at:])) + name[at:]
}

// Wrap breaks a text into lines of at most the given number of cells, between words if possible. All lines have the indent of the text. If
// the text is an item of a list, that is, begins with a sign such as - or •, the further lines are aligned under its first word.
func Wrap(text string, cells int) []string {
	if cells < 1 {
		return nil
	}
	if indent := len(text) - len(strings.TrimLeft(text, " ")); indent > 0 && 4*indent <= cells { // a wider indent would waste the room
		first, hang := strings.Repeat(" ", indent), indent // indent of the first line, and number of cells that indent the others
		if mark, _, isItem := strings.Cut(text[indent:], " "); isItem && Width(mark) == 1 && strings.Contains("+~-–·•*", mark) {
			hang += 2
		}
		lines := Wrap(text[indent:], cells-hang)
		for i := range lines {
			lines[i] = strings.Repeat(" ", hang) + lines[i]
		}
		lines[0] = first + lines[0][hang:]
		return lines
	}
	var lines []string
	line, width := "", 0
	for _, word := range strings.Fields(text) {
		wordWidth := Width(word)
		if line != "" && width+1+wordWidth > cells {
			lines = append(lines, line)
			line, width = "", 0
		}
		if line != "" {
			line, width = line+" ", width+1
		}
		line, width = line+word, width+wordWidth
		for width > cells { // break a word that is wider than a line
			head := Prefix(line, cells)
			if head == "" || len(head) >= len(line) {
				break
			}
			lines = append(lines, head)
			line = line[len(head):]
			width = Width(line)
		}
	}
	if line != "" || len(lines) == 0 {
		lines = append(lines, line)
	}
	return lines
}

// WrapLines wraps each line of a text into rows of at most the given number of cells, and keeps empty lines.
func WrapLines(text string, cells int) (rows []string) {
	for _, line := range strings.Split(strings.TrimSpace(text), "\n") {
		if list := Wrap(line, cells); len(list) > 0 {
			rows = append(rows, list...)
		} else {
			rows = append(rows, "")
		}
	}
	return rows
}

// PadLeft pads a text with spaces on the left to the given number of cells. A wider text stays as it is.
func PadLeft(text string, cells int) string {
	return strings.Repeat(" ", max(0, cells-Width(text))) + text
}

// PadRight pads a text with spaces on the right to the given number of cells, and adds at least one space.
func PadRight(text string, cells int) string {
	return text + strings.Repeat(" ", max(1, cells-Width(text)))
}
