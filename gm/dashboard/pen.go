package dashboard

import (
	"strings"
	"unicode/utf8"

	"github.com/gdamore/tcell/v2"
	"github.com/rivo/uniseg"

	"hybrid/rules/source"
)

// pen draws in one rectangle of the screen and nowhere else. Text is drawn as it is: marks that mean a style to tview
// are letters here; where a character would control a terminal or not be seen, a sign for it stands.
type pen struct {
	screen     tcell.Screen
	theme      *theme
	x, y, w, h int
}

// part is a pen for a rectangle within this one.
func (p pen) part(x, y, w, h int) pen {
	x, y = max(0, min(x, p.w)), max(0, min(y, p.h))
	w, h = max(0, min(w, p.w-x)), max(0, min(h, p.h-y))
	return pen{p.screen, p.theme, p.x + x, p.y + y, w, h}
}

// text draws text from x on, up to the edge, and returns the x behind it.
func (p pen) text(x, y int, text string, r role) int {
	return p.styled(x, y, text, p.theme.styles[r])
}

func (p pen) styled(x, y int, text string, style tcell.Style) int {
	if y < 0 || y >= p.h {
		return x
	}
	for text != "" && x < p.w {
		cluster, rest, wide := first(text)
		if wide == 0 {
			text = rest
			continue
		}
		if x+wide > p.w {
			return x
		}
		if x >= 0 {
			p.screen.Put(p.x+x, p.y+y, cluster, style)
		}
		text, x = rest, x+wide
	}
	return x
}

// first cuts the first grapheme off a text; it has no width if it must not be drawn.
func first(text string) (cluster, rest string, wide int) {
	if c := text[0]; c < utf8.RuneSelf && (len(text) == 1 || text[1] < utf8.RuneSelf) {
		if c < ' ' || c == 0x7f {
			return " ", text[1:], 1
		}
		return text[:1], text[1:], 1
	}
	cluster, rest, wide, _ = uniseg.FirstGraphemeClusterInString(text, -1)
	if !utf8.ValidString(cluster) || strings.ContainsFunc(cluster, source.NonPrinting) {
		return "\uFFFD", rest, 1
	}
	return cluster, rest, wide
}

// width is how many cells a text takes.
func width(text string) (cells int) {
	for text != "" {
		var wide int
		_, text, wide = first(text)
		cells += wide
	}
	return cells
}

// clip shortens a text to some cells; what is cut off is shown by an ellipsis.
func clip(text string, cells int) string {
	if len(text) <= cells || width(text) <= cells {
		return text
	}
	if cells <= 0 {
		return ""
	}
	kept, used := 0, 0
	for rest := text; rest != ""; {
		cluster, after, wide := first(rest)
		if used+wide > cells-1 {
			break
		}
		used += wide
		kept += len(rest) - len(after)
		_ = cluster
		rest = after
	}
	return strings.TrimRight(text[:kept], " ·,") + "…"
}

// fit draws a text in so many cells, shortened if need be, and returns the x behind it.
func (p pen) fit(x, y, cells int, text string, r role) int {
	return p.text(x, y, clip(text, min(cells, p.w-x)), r)
}

// right draws a text so that it ends before the cell at x.
func (p pen) right(x, y int, text string, r role) {
	p.text(x-width(text), y, text, r)
}

// rule draws a line across, with a label in it.
func (p pen) rule(y int, label string, r role) {
	p.text(0, y, strings.Repeat("─", p.w), roleRule)
	if label != "" {
		p.text(2, y, " "+clip(label, p.w-6)+" ", r)
	}
}

// popup wipes the rectangle, which comes up over others, and draws its edges. It returns a pen for what is within.
func (p pen) popup(title string, edge bool) pen {
	p.clear()
	p.rule(0, title, roleTitle)
	if !edge {
		return p.part(0, 1, p.w, p.h-1)
	}
	p.text(p.w-1, 0, "┐", roleRule)
	for y := 1; y < p.h; y++ {
		p.text(p.w-1, y, "│", roleRule)
	}
	return p.part(0, 1, p.w-1, p.h-1)
}

// clear wipes the rectangle.
func (p pen) clear() {
	blank := strings.Repeat(" ", p.w)
	for y := range p.h {
		p.text(0, y, blank, roleText)
	}
}

// wrap breaks a text into lines of at most so many cells, between words where it can.
func wrap(text string, cells int) []string {
	if cells < 1 {
		return nil
	}
	var lines []string
	line := ""
	for _, word := range strings.Fields(text) {
		if line != "" && width(line)+1+width(word) > cells {
			lines = append(lines, line)
			line = ""
		}
		if line != "" {
			line += " "
		}
		line += word
		for width(line) > cells {
			head := strings.TrimSuffix(clip(line, cells+1), "…")
			if head == "" || len(head) >= len(line) {
				break
			}
			lines = append(lines, head)
			line = line[len(head):]
		}
	}
	if line != "" || len(lines) == 0 {
		lines = append(lines, line)
	}
	return lines
}
