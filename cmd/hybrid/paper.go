package main

import (
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/rivo/uniseg"

	"hybrid/gm/command"
	"hybrid/rules"
)

// paper writes results for people: aligned columns, colour where the terminal has it. Colour never says anything that
// the words do not.
type paper struct {
	out    io.Writer
	colour bool
	width  int    // of a line of text that is wrapped
	unit   string // what stands behind a chance
	err    error  // the first one that writing met
}

// newPaper is paper of the usual width on a stream; coloured on a terminal, unless NO_COLOR is set.
func newPaper(out io.Writer) *paper {
	w := &paper{out: out, width: usual}
	if file := terminal(out); file != nil && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb" {
		w.out, w.colour = &visible{out: file, coloured: true}, true
	}
	return w
}

// look is how a text stands out.
type look string

const (
	plain look = ""
	bold  look = "1"
	dim   look = "2"
	good  look = "32"
	bad   look = "31"
)

type cell struct {
	text  string
	look  look
	right bool
	none  bool // a number that says nothing happens
}

func right(text string) cell { return cell{text: text, right: true} }

func (w *paper) paint(l look, text string) string {
	if !w.colour || l == plain || text == "" {
		return text
	}
	return "\x1b[" + string(l) + "m" + text + "\x1b[0m"
}

func (w *paper) line(format string, args ...any) {
	_, err := fmt.Fprintln(w.out, strings.TrimRight(fmt.Sprintf(format, args...), " "))
	if w.err == nil {
		w.err = err
	}
}

func (w *paper) title(format string, args ...any) {
	w.line("%s", w.paint(bold, fmt.Sprintf(format, args...)))
	w.line("")
}

// Text is wrapped at the width of the terminal, within these bounds; where there is none, at the usual width.
const (
	narrowest = 60
	usual     = 80
	widest    = 100
)

// wrapped writes a long text in lines, and a gap behind it.
func (w *paper) wrapped(text string) {
	if text == "" {
		return
	}
	w.wrappedAt("", text)
	w.line("")
}

// wrappedAt writes a long text in lines that begin alike.
func (w *paper) wrappedAt(indent, text string) { w.hanging(indent, "", indent, text) }

// hanging writes a long text behind what its first line begins with, the others under it. The look of the beginning
// takes no room.
func (w *paper) hanging(beginning string, l look, indent, text string) {
	begun, row := w.paint(l, beginning), ""
	for _, word := range strings.Fields(text) {
		if row != "" && uniseg.StringWidth(indent)+uniseg.StringWidth(row)+uniseg.StringWidth(word) >= w.width {
			w.line("%s%s", begun, row)
			begun, row = indent, ""
		}
		row = strings.TrimSpace(row + " " + word)
	}
	w.line("%s%s", begun, row)
}

// lean leaves out the columns in which all rows but the heading say that nothing happens.
func lean(rows [][]cell) [][]cell {
	for i := range rows[0] {
		if slices.ContainsFunc(rows[1:], func(row []cell) bool { return !row[i].none }) {
			continue
		}
		for _, row := range rows {
			row[i].text = ""
		}
	}
	return rows
}

// table writes rows in columns, two spaces apart and two from the edge.
func (w *paper) table(rows [][]cell) {
	var widths []int
	for _, row := range rows {
		for i, c := range row {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], uniseg.StringWidth(c.text))
		}
	}
	for _, row := range rows {
		var b strings.Builder
		for i, c := range row {
			if widths[i] == 0 {
				continue
			}
			gap := strings.Repeat(" ", widths[i]-uniseg.StringWidth(c.text))
			b.WriteString("  ")
			if c.right {
				b.WriteString(gap + w.paint(c.look, c.text))
			} else {
				b.WriteString(w.paint(c.look, c.text) + gap)
			}
		}
		w.line("%s", b.String())
	}
}

// chance writes how a chance adds up.
func (w *paper) chance(terms []rules.Term, chance float64, told string) {
	rows := termRows(terms)
	rows = append(rows, []cell{{text: "Chance", look: bold}, {}, {text: command.Number(chance) + w.unit, look: bold, right: true}})
	w.table(rows)
	if told != "" {
		w.line("  %s", w.paint(bad, "! "+told))
	}
	w.line("")
}

// prospect writes a roll before it is made under its title, with the checks on filter skills that come before it and
// what it is by which of them are made.
func (w *paper) prospect(title, who string, p *rules.CheckPreview) {
	for _, f := range p.Filters {
		w.title("%s: %s, before it", who, f.Skill.Label)
		w.chance(f.Roll.Terms, f.Roll.Chance, f.Roll.Told)
	}
	for _, way := range p.Ways {
		after := "with " + strings.Join(skillNames(way.Lifted), " and ")
		if len(way.Lifted) == 0 {
			after = "without"
		}
		w.title("%s, %s (%s)", title, after, percent(way.Probability))
		w.chance(way.Roll.Terms, way.Roll.Chance, way.Roll.Told)
	}
	if len(p.Ways) == 0 {
		w.title("%s", title)
		w.chance(p.Terms, p.Chance, p.Told)
	}
}

// termRows are terms in columns: what, from which numbers, how much, and where the rule stands.
func termRows(terms []rules.Term) (rows [][]cell) {
	for _, t := range terms {
		var read []string
		for _, input := range t.Inputs {
			read = append(read, input.Name+" "+command.Number(input.Value))
		}
		rows = append(rows, []cell{{text: t.Label}, {text: strings.Join(read, ", "), look: dim}, right(command.Signed(t.Value)), {text: place(t.Source), look: dim}, {text: t.Guide, look: dim}})
		rows = append(rows, partRows(t.Parts, "  ")...)
	}
	return rows
}

// partRows say who gave what; their numbers are not of the sum, so they stand beside it.
func partRows(parts []rules.Term, indent string) (rows [][]cell) {
	for _, t := range parts {
		value := command.Signed(t.Value)
		if t.Times {
			value = "×" + command.Number(t.Value)
		}
		rows = append(rows, []cell{{text: indent + t.Label}, {text: indent + value}, {}, {text: place(t.Source), look: dim}, {text: t.Guide, look: dim}})
		rows = append(rows, partRows(t.Parts, indent+"  ")...)
	}
	return rows
}

// place is where a rule stands, as file:line.
func place(source string) string {
	if i := strings.LastIndexByte(source, ':'); strings.Count(source, ":") > 1 {
		return source[:i]
	}
	return source
}

// rolled writes how a check went.
func (w *paper) rolled(check *rules.Outcome, dice []rules.Die) {
	w.line("  %s", w.verdict(check))
	w.dice(dice)
}

// verdict is a check in a few words.
func (w *paper) verdict(check *rules.Outcome) string {
	how := bad
	if check.Success {
		how = good
	}
	return fmt.Sprintf("rolled %d, margin %s: %s", check.Roll, command.Signed(check.Margin), w.paint(how, check.Degree+" ×"+command.Number(check.Factor)))
}

func (w *paper) dice(dice []rules.Die) {
	if len(dice) == 0 {
		return
	}
	var parts []string
	for _, die := range dice {
		part := fmt.Sprintf("%s %d", die.Die, die.Result)
		if die.Typed {
			part += " (typed)"
		}
		parts = append(parts, part)
	}
	w.line("  dice: %s", strings.Join(parts, ", "))
}

// odds writes a table of degrees with bars.
func (w *paper) odds(odds []rules.Odd) {
	var rows [][]cell
	most := 0.0
	for _, odd := range odds {
		most = max(most, odd.Probability)
	}
	for _, odd := range odds {
		rows = append(rows, []cell{{text: odd.Name}, right("×" + command.Number(odd.Factor)), right(percent(odd.Probability)),
			right(odd.Exact), {text: gauge(odd.Probability/most, 20)}})
	}
	w.table(rows)
}

// percent is a probability in hundredths, with two decimals; what is there at all is never shown as 0.
func percent(p float64) string {
	if p > 0 && p < 0.00005 {
		return "<0.01 %"
	}
	return strconv.FormatFloat(p*100, 'f', 2, 64) + " %"
}

// gauge is a fraction from 0 to 1 as a bar of so many cells; anything above 0 is visible.
func gauge(fraction float64, cells int) string {
	eighths := int(math.Round(math.Max(0, math.Min(1, fraction)) * float64(cells*8)))
	if eighths == 0 && fraction > 0 {
		eighths = 1
	}
	bar := strings.Repeat("█", eighths/8)
	if eighths%8 > 0 {
		bar += string([]rune("▏▎▍▌▋▊▉")[eighths%8-1])
	}
	return bar
}

// oneDecimal is how statistics are shown.
func oneDecimal(x float64) string { return command.Number(math.Round(x*10) / 10) }
