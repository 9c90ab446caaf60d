package draw

import (
	"strings"
	"unicode/utf8"

	"github.com/rivo/uniseg"

	"hybrid/rules/source"
)

// Measuring, cutting, wrapping and padding text in cells of a terminal.

// firstGrapheme cuts the first grapheme off a text and replaces it by a visible one if necessary. A grapheme with a width of 0 must not
// be drawn.
func firstGrapheme(text string) (cluster, rest string, wide int) {
	if c := text[0]; c < utf8.RuneSelf && (len(text) == 1 || text[1] < utf8.RuneSelf) {
		if c < ' ' || c == 0x7f {
			return " ", text[1:], 1
		}
		return text[:1], text[1:], 1
	}
	if startsWithBoxDrawing(text) && (len(text) == 3 || text[3] < utf8.RuneSelf || startsWithBoxDrawing(text[3:])) {
		return text[:3], text[3:], 1
	}
	cluster, rest, wide, _ = uniseg.FirstGraphemeClusterInString(text, -1)
	if !utf8.ValidString(cluster) || strings.ContainsFunc(cluster, source.IsNonPrinting) {
		return "\uFFFD", rest, 1
	}
	return cluster, rest, wide
}

// startsWithBoxDrawing reports whether a text begins with a box-drawing character, U+2500 to U+257F. Most rows have many of them.
func startsWithBoxDrawing(text string) bool {
	return len(text) >= 3 && text[0] == 0xe2 && (text[1] == 0x94 || text[1] == 0x95) && text[2]&0xc0 == 0x80
}

// Width returns the width of a text in cells.
func Width(text string) (cells int) {
	for text != "" {
		for len(text) > 1 && text[0] < utf8.RuneSelf && text[1] < utf8.RuneSelf {
			text = text[1:]
			cells++
		}
		var wide int
		_, text, wide = firstGrapheme(text)
		cells += wide
	}
	return cells
}

// StyledText is a part of a row, drawn in one role.
type StyledText struct {
	Text string
	Role Role
}

// SpanWidth returns the width of spans in cells.
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
		_, after, wide := firstGrapheme(rest)
		if used += wide; used > cells {
			break
		}
		prefix += len(rest) - len(after)
		rest = after
	}
	return text[:prefix]
}

// Clip shortens a text to the given number of cells, between two words unless that would leave less than half of it; an ellipsis replaces
// the rest.
func Clip(text string, cells int) string {
	if len(text) <= cells || Width(text) <= cells {
		return text
	}
	if cells <= 0 {
		return ""
	}
	prefix := Prefix(text, cells-1)
	if at := strings.LastIndexByte(prefix, ' '); strings.IndexAny(text[len(prefix):], " ·,:…") != 0 && 2*Width(prefix[:max(at, 0)]) >= cells {
		prefix = prefix[:at]
	}
	return strings.TrimRight(prefix, " ·,…") + "…"
}

// ClipName shortens a name like [Clip] but keeps a number at its end, which tells equal names apart.
func ClipName(name string, cells int) string {
	at := strings.LastIndexByte(name, ' ')
	if at < 0 || Width(name) <= cells || strings.Trim(name[at+1:], "0123456789") != "" || cells-Width(name[at:]) < 2 {
		return Clip(name, cells)
	}
	return Clip(name[:at], cells-Width(name[at:])) + name[at:]
}

// Wrap breaks a text into lines of at most the given number of cells, between words if possible.
func Wrap(text string, cells int) []string {
	if cells < 1 {
		return nil
	}
	var lines []string
	line, wide := "", 0
	for _, word := range strings.Fields(text) {
		more := Width(word)
		if line != "" && wide+1+more > cells {
			lines = append(lines, line)
			line, wide = "", 0
		}
		if line != "" {
			line, wide = line+" ", wide+1
		}
		line, wide = line+word, wide+more
		for wide > cells {
			head := Prefix(line, cells)
			if head == "" || len(head) >= len(line) {
				break
			}
			lines = append(lines, head)
			line = line[len(head):]
			wide = Width(line)
		}
	}
	if line != "" || len(lines) == 0 {
		lines = append(lines, line)
	}
	return lines
}

// WrapLines wraps each line of a text and keeps empty ones.
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

// PadLeft pads a text with spaces on the left to the given number of cells.
func PadLeft(text string, cells int) string {
	return strings.Repeat(" ", max(0, cells-Width(text))) + text
}

// PadRight pads a text with spaces on the right to the given number of cells, with at least one.
func PadRight(text string, cells int) string {
	return text + strings.Repeat(" ", max(1, cells-Width(text)))
}
