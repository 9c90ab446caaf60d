package dashboard

import (
	"fmt"
	"html"
	"os"
	"strings"
	"testing"

	"github.com/gdamore/tcell/v2"

	"hybrid/gm/gmtest"
)

// movie is an animated SVG of a terminal: frames that are shown one after the other, each for some time. A row that
// looks the same in several frames is stored once.
type movie struct {
	w, h   int
	frames []movieFrame
	rows   map[string]int // the number of a row by its markup
	markup []string       // of each row
}

// movieFrame is the rows of the screen, by number, how long they are shown, and the key that is pressed after it.
type movieFrame struct {
	rows    []int
	seconds float64
	key     string
}

// The size of a cell in SVG units, and the colours of the terminal.
const (
	cellWidth, cellHeight    = 8.4, 18
	movieGround, movieLetter = "#16181d", "#d7dae0"
)

// shoot adds what the stage shows for the given number of seconds, with a caption below it.
func (m *movie) shoot(s *stage, seconds float64, caption string) {
	cells, w, h := s.sim.GetContents()
	m.w, m.h = w, h
	f := movieFrame{seconds: seconds, key: caption}
	for y := range h {
		f.rows = append(f.rows, m.row(rowMarkup(cells[y*w:(y+1)*w])))
	}
	m.frames = append(m.frames, f)
}

// row returns the number of the row with this markup.
func (m *movie) row(markup string) int {
	n, known := m.rows[markup]
	if !known {
		n = len(m.markup)
		m.rows[markup] = n
		m.markup = append(m.markup, markup)
	}
	return n
}

// rowMarkup returns the cells of a row as SVG: grounds that are not the terminal's own, then the text in runs of one
// style, each at its column so that no font can shift it.
func rowMarkup(cells []tcell.SimCell) string {
	var grounds, text strings.Builder
	for x := 0; x < len(cells); {
		fg, bg, bold, dim := look(cells[x].Style)
		end := x + 1
		for end < len(cells) && cells[end].Style == cells[x].Style {
			end++
		}
		if bg != "" {
			fmt.Fprintf(&grounds, `<rect x="%.1f" width="%.1f" height="%d" fill="%s"/>`, float64(x)*cellWidth, float64(end-x)*cellWidth, cellHeight, bg)
		}
		for _, run := range wordRuns(cells[x:end]) {
			attributes := ""
			if fg != movieLetter {
				attributes += fmt.Sprintf(` fill="%s"`, fg)
			}
			if bold {
				attributes += ` font-weight="700"`
			}
			if dim {
				attributes += ` opacity=".6"`
			}
			fmt.Fprintf(&text, `<tspan x="%.1f"%s>%s</tspan>`, float64(x+run.at)*cellWidth, attributes, html.EscapeString(run.text))
		}
		x = end
	}
	if text.Len() == 0 {
		return grounds.String()
	}
	return grounds.String() + `<text y="13.5">` + text.String() + `</text>`
}

// wordRun is text without two spaces in a row, and the column where it begins.
type wordRun struct {
	at   int
	text string
}

func wordRuns(cells []tcell.SimCell) (runs []wordRun) {
	for i := 0; i < len(cells); {
		if blank(cells[i]) {
			i++
			continue
		}
		run := wordRun{at: i}
		for i < len(cells) && !(blank(cells[i]) && (i+1 == len(cells) || blank(cells[i+1]))) {
			if r := cells[i].Runes; len(r) > 0 {
				run.text += string(r)
			}
			i++
		}
		runs = append(runs, run)
	}
	return runs
}

func blank(c tcell.SimCell) bool { return len(c.Runes) == 0 || c.Runes[0] == ' ' || c.Runes[0] == 0 }

// look returns the colours of a style as SVG has them; the ground is empty where it is the terminal's own.
func look(style tcell.Style) (fg, bg string, bold, dim bool) {
	f, b, attributes := style.Decompose()
	fg, bg = hexColour(f, movieLetter), hexColour(b, "")
	if attributes&tcell.AttrReverse != 0 {
		ground := bg
		if ground == "" {
			ground = movieGround
		}
		fg, bg = ground, fg
	}
	return fg, bg, attributes&tcell.AttrBold != 0, attributes&tcell.AttrDim != 0
}

func hexColour(c tcell.Color, usual string) string {
	if hex := c.Hex(); c.Valid() && hex >= 0 {
		return fmt.Sprintf("#%06x", hex)
	}
	return usual
}

// svg returns the picture. Where motion is not wanted, it shows the frame with the number still.
func (m *movie) svg(still int) string {
	total := 0.0
	for _, f := range m.frames {
		total += f.seconds
	}
	width, height := float64(m.w)*cellWidth+16, (m.h+1)*cellHeight+20
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %.0f %d" font-family="ui-monospace,'DejaVu Sans Mono',Menlo,Consolas,monospace" font-size="14" fill="%s" role="img" aria-label="The dashboard: an attack, its odds, the answer, the blow, and undo">`, width, height, movieLetter)
	b.WriteString("\n<style>g.f{visibility:hidden;animation:a ")
	fmt.Fprintf(&b, "%.1fs step-end infinite}text{white-space:pre}", total)
	at := 0.0
	for i, f := range m.frames {
		from, to := at/total*100, (at+f.seconds)/total*100
		at += f.seconds
		fmt.Fprintf(&b, "\n#f%d{animation-name:a%d}@keyframes a%d{0%%{visibility:%s}", i, i, i, map[bool]string{true: "visible", false: "hidden"}[i == 0])
		if i > 0 {
			fmt.Fprintf(&b, "%.2f%%{visibility:visible}", from)
		}
		if i < len(m.frames)-1 {
			fmt.Fprintf(&b, "%.2f%%{visibility:hidden}", to)
		}
		b.WriteString("}")
	}
	fmt.Fprintf(&b, "\n@media(prefers-reduced-motion:reduce){g.f{animation:none}#f%d{visibility:visible}}</style>\n<defs>\n", still)
	for n, markup := range m.markup {
		fmt.Fprintf(&b, `<g id="r%d">%s</g>`+"\n", n, markup)
	}
	fmt.Fprintf(&b, `</defs><rect width="%.0f" height="%d" rx="8" fill="%s"/>`+"\n", width, height, movieGround)
	for i, f := range m.frames {
		fmt.Fprintf(&b, `<g class="f" id="f%d" transform="translate(8 6)">`, i)
		for y, n := range f.rows {
			if m.markup[n] != "" {
				fmt.Fprintf(&b, `<use href="#r%d" y="%d"/>`, n, y*cellHeight)
			}
		}
		fmt.Fprintf(&b, `<text x="%.0f" y="%d" text-anchor="end" fill="#8fb7ff">%s</text></g>`+"\n", width-20, m.h*cellHeight+19, html.EscapeString(f.key))
	}
	b.WriteString("</svg>\n")
	return b.String()
}

// TestReadmeMovie holds the moving picture of the README against the program: the sample fight with dice from seed 7, an
// attack from choosing its target to the blow, and undo. UPDATE=1 draws it again.
func TestReadmeMovie(t *testing.T) {
	gmtest.SkipIfShort(t)
	const file, limit = "../../.pictures/dashboard.svg", 300_000
	session := sampleSession(t)
	play(t, session, "begin warehouse")
	s := newStage(t, session, 120, 34)
	m := &movie{rows: map[string]int{}}
	s.keys("n", "n")
	m.shoot(s, 1.6, "Kira's turn")
	for _, shot := range []struct {
		keys    []string
		seconds float64
		caption string
	}{
		{[]string{"a"}, 1.8, "a  attack"},
		{[]string{"Enter"}, 1.6, "Enter  Grell; now how?"},
		{[]string{"%"}, 2.0, "%  exact odds"},
		{[]string{"Esc"}, 0.5, "Esc"},
		{[]string{"Enter"}, 1.2, "Enter  declared"},
	} {
		m.shoot(s.keys(shot.keys...), shot.seconds, shot.caption)
	}
	for range 20 { // the others wait until the attack lands
		if s.keys("n"); session.OpenQuestion() != nil {
			break
		}
		s.keys("w")
	}
	m.shoot(s, 2.2, "n  it lands; Grell may answer")
	m.shoot(s.keys("2"), 2.4, "2  he parries")
	m.shoot(s.keys("u"), 1.3, "u  undo")
	picture := m.svg(1)
	if len(picture) > limit {
		t.Errorf("the picture has %d bytes, at most %d", len(picture), limit)
	}
	if os.Getenv("UPDATE") != "" {
		if err := os.WriteFile(file, []byte(picture), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if drawn, err := os.ReadFile(file); err != nil {
		t.Error(err)
	} else if string(drawn) != picture {
		t.Errorf("%s is out of date; UPDATE=1 draws it again", file)
	}
}
