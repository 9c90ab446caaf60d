package main

import (
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"strings"

	"github.com/rivo/uniseg"
	"golang.org/x/term"

	"hybrid/gm/command"
	"hybrid/rules"
	"hybrid/rules/collect"
	"hybrid/rules/message"
)

// Text for people: tables, colours and bars, wrapped at the width of the terminal. All widths are in terminal columns (uniseg.StringWidth).
// The type cell is a cell of a table.

// textWriter writes results for people: in aligned columns, and in colour if the terminal has it. Colour never adds information.
type textWriter struct {
	out     io.Writer      // destination
	colour  bool           // whether to write colours
	width   int            // width at which text is wrapped, in terminal columns
	ruleset *rules.Ruleset // rules of the campaign, which word the numbers of rolls; nil if there is no campaign
	err     error          // first write error
}

// newTextWriter returns a writer to out with the default width. It writes colours if out is a terminal, unless NO_COLOR is set.
func newTextWriter(out io.Writer) *textWriter {
	w := &textWriter{out: out, width: usualWidth}
	if file := terminalOf(out); file != nil && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb" {
		w.out, w.colour = &visibleWriter{out: file, coloured: true}, true
	}
	return w
}

// style is the ANSI code of a text's style.
type style string

const (
	plain style = ""
	bold  style = "1"
	dim   style = "2"
	good  style = "32" // green
	bad   style = "31" // red
)

// cell is a cell of a table.
type cell struct {
	text  string // content, without colour codes
	style style  // appearance of the whole text
	right bool   // whether it is aligned to the right
	none  bool   // whether it is a number without effect, such as 0; clearEmptyColumns removes columns of such cells
	place bool   // whether it is the position of a rule, as file:line, which can be shortened or omitted if there is no room
}

// rightCell returns a cell that is aligned to the right.
func rightCell(text string) cell { return cell{text: text, right: true} }

// paintText returns text in a style, or unchanged if w writes no colours.
func (w *textWriter) paintText(st style, text string) string {
	if !w.colour || st == plain || text == "" {
		return text
	}
	return "\x1b[" + string(st) + "m" + text + "\x1b[0m"
}

// writeLine writes a line without trailing spaces. The first error is kept in w.err.
func (w *textWriter) writeLine(format string, args ...any) {
	_, err := fmt.Fprintln(w.out, strings.TrimRight(fmt.Sprintf(format, args...), " "))
	if w.err == nil {
		w.err = err
	}
}

// writeTitle writes a bold line and an empty one. A title that is too wide continues on further lines, which aren't bold.
func (w *textWriter) writeTitle(format string, args ...any) {
	text, rest := fmt.Sprintf(format, args...), ""
	for uniseg.StringWidth(text) > w.width && strings.Contains(text, " ") {
		at := strings.LastIndexByte(text, ' ')
		text, rest = text[:at], text[at:]+rest
	}
	w.writeLine("%s", w.paintText(bold, text))
	if rest != "" {
		w.writeIndented("  ", rest)
	}
	w.writeLine("")
}

// Bounds of the width at which text is wrapped on a terminal, and the default width elsewhere, in terminal columns.
const (
	minWidth   = 60
	usualWidth = 80
	maxWidth   = 100
)

// writeWrapped writes a long text in wrapped lines, keeps its line breaks, and adds an empty line. It writes nothing for an empty text.
func (w *textWriter) writeWrapped(text string) {
	if text = strings.TrimSpace(text); text == "" {
		return
	}
	for _, line := range strings.Split(text, "\n") {
		w.writeIndented("", line)
	}
	w.writeLine("")
}

// writeIndented writes a long text in wrapped lines that begin with indent.
func (w *textWriter) writeIndented(indent, text string) { w.writeHanging(indent, "", indent, text) }

// writeHanging writes a long text in wrapped lines. The first line begins with beginning, which is in style st; the others begin with
// indent.
func (w *textWriter) writeHanging(beginning string, st style, indent, text string) {
	lead, rows := w.paintText(st, beginning), fillLines(strings.Fields(text), w.width-uniseg.StringWidth(beginning), w.width-uniseg.StringWidth(indent))
	if len(rows) == 0 {
		rows = []string{""}
	}
	for _, row := range rows {
		w.writeLine("%s%s", lead, row)
		lead = indent
	}
}

// clearEmptyColumns empties the columns, headings included, in which all cells below the heading have none set, and returns rows. The table
// then has no such columns.
func clearEmptyColumns(rows [][]cell) [][]cell {
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

// blocks are the characters of bars, from one eighth of a terminal column to a whole one.
const blocks = "▏▎▍▌▋▊▉█"

// minBar is the minimum width of the longest bar in a table's column. If there is less room, the bars are omitted.
const minBar = 4

// narrowBars shortens the bars in the given column of a table in proportion, so that its width decreases from oldWidth by excess. It
// returns the new width, which is 0 if the bars were removed because there is too little room.
func narrowBars(rows [][]cell, column, oldWidth, excess int) (width int) {
	if width = oldWidth - excess; width < minBar {
		width = 0
	}
	for i, row := range rows {
		if column >= len(row) || i == 0 && width > 0 && strings.Trim(row[column].text, blocks) != "" { // missing, or a heading
			continue
		}
		eighths := 0
		for _, r := range row[column].text {
			eighths += (strings.IndexRune(blocks, r) + 3) / 3 // 1 to 8, as IndexRune counts bytes and each block has three
		}
		eighths = eighths * width / oldWidth
		row[column].text = strings.Repeat("█", eighths/8)
		if rest := eighths % 8; rest > 0 {
			row[column].text += string([]rune(blocks)[rest-1])
		}
	}
	return width
}

// barColumn returns the index of the first column whose cells below the heading are bars or empty, but not all empty. It returns -1 if
// there is none.
func barColumn(rows [][]cell) int {
	for i := range rows[0] {
		if hasBars(rows[1:], i) {
			return i
		}
	}
	return -1
}

// hasBars reports whether the cells of rows in a column are bars or empty, but not all empty.
func hasBars(rows [][]cell, column int) (found bool) {
	for _, row := range rows {
		if column >= len(row) || row[column].text == "" {
			continue
		}
		if strings.Trim(row[column].text, blocks) != "" {
			return false
		}
		found = true
	}
	return found
}

// columnWidths returns the widths of the columns of a table, and its total width with gaps of two before each column that isn't empty.
func columnWidths(rows [][]cell) (widths []int, total int) {
	for _, row := range rows {
		for i, c := range row {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], uniseg.StringWidth(c.text))
		}
	}
	for _, width := range widths {
		total += min(width, 1)*2 + width // an empty column has no gap
	}
	return widths, total
}

// fitTable narrows a table that is too wide by excess terminal columns, if that is above 0: it shortens bars, then the positions of rules,
// narrows the gaps between columns to one space, and finally omits the positions. It updates widths, the widths of the columns, and returns
// the gap.
func fitTable(rows [][]cell, widths []int, excess int) (gap string) {
	gap = "  "
	if excess > 0 && len(rows) > 0 {
		if i := barColumn(rows); i >= 0 {
			oldWidth := widths[i]
			widths[i] = narrowBars(rows, i, oldWidth, excess)
			if widths[i] > 0 { // leave room for the heading
				widths[i] = max(widths[i], uniseg.StringWidth(rows[0][i].text))
			}
			if excess -= oldWidth - widths[i]; widths[i] == 0 {
				excess -= 2 // the gap before an omitted column
			}
			if excess > 0 {
				gap = " "
			}
		}
	}
	if i := placeColumn(rows); excess > 0 && i >= 0 {
		if excess -= shortenPlaces(rows, widths, i); excess > 0 {
			gap = " "
		}
		if excess > len(widths)-1 { // narrower gaps don't suffice
			widths[i] = 0 // omitted; --json has the positions
		}
	} else if excess > 0 && excess < len(widths) {
		gap = " "
	}
	return gap
}

// writeTable writes rows in columns, two spaces apart and two from the edge. Empty columns are omitted. A table that is too wide is
// narrowed by fitTable.
func (w *textWriter) writeTable(rows [][]cell) {
	widths, total := columnWidths(rows)
	gap := fitTable(rows, widths, total-w.width)
	for _, row := range rows {
		var b strings.Builder
		for i, c := range row {
			if widths[i] == 0 {
				continue
			}
			padding := strings.Repeat(" ", widths[i]-uniseg.StringWidth(c.text))
			if b.Len() == 0 {
				b.WriteString("  ")
			} else {
				b.WriteString(gap)
			}
			if c.right {
				b.WriteString(padding + w.paintText(c.style, c.text))
			} else {
				b.WriteString(w.paintText(c.style, c.text) + padding)
			}
		}
		w.writeLine("%s", b.String())
	}
}

// minLastColumn is the minimum width of the last column of a wrapped table.
const minLastColumn = 16

// writeWrappedTable writes rows in columns as writeTable does, and wraps the last column, which must contain text, at the width of w. All
// rows must have the same number of cells.
func (w *textWriter) writeWrappedTable(rows [][]cell) {
	widths, _ := columnWidths(rows)
	for _, row := range rows {
		last := len(row) - 1
		lead, indent := "  ", 2
		for i, c := range row[:last] {
			lead += w.paintText(c.style, c.text) + strings.Repeat(" ", widths[i]-uniseg.StringWidth(c.text)+2)
			indent += widths[i] + 2
		}
		width := max(w.width-indent, minLastColumn)
		for _, line := range fillLines(strings.Fields(row[last].text), width, width) {
			w.writeLine("%s%s", lead, w.paintText(row[last].style, line))
			lead = strings.Repeat(" ", indent)
		}
	}
}

// comparedNumber returns the number that a roll was compared with, as text.
func (w *textWriter) comparedNumber(o *rules.Outcome) string {
	return o.Likelihood(w.ruleset).NumberText()
}

// writeComparison writes the number that a roll was compared with, and the terms that add up to it.
func (w *textWriter) writeComparison(o *rules.Outcome) {
	w.writeLikelihood(o.Terms, o.Likelihood(w.ruleset), "")
}

// writeChance writes the number that a roll will be compared with, and the terms that add up to it.
func (w *textWriter) writeChance(p *rules.CheckPreview) {
	w.writeLikelihood(p.Terms, p.Likelihood(), p.KeptDice)
}

// writeLikelihood writes the number that a roll is compared with below its terms, and then the notice of the rules, if any. dice describes
// which dice of the roll count; it is written unless it is "".
func (w *textWriter) writeLikelihood(terms []rules.Term, likely rules.Likelihood, dice string) {
	rows := termRows(terms)
	noInputs := cell{}
	// the terms add up to this number, so the mark “~” of an average is left out
	rows = append(rows, []cell{{text: message.Capitalise(likely.Word), style: bold}, noInputs, {text: strings.TrimPrefix(likely.FormatComparison(), "~"), style: bold, right: true}})
	w.writeTable(rows)
	if dice != "" {
		w.writeLine("  Roll %s", dice)
	}
	if likely.Notice != "" {
		w.writeLine("  %s", w.paintText(bad, "! "+likely.Notice))
	}
	w.writeLine("")
}

// writeCheckPreview writes a check that hasn't been rolled yet, under a title. who is the actor's name. Filter skills limit the skill that
// is rolled, unless checks on them lift the limits. These checks come first, and the roll is written for each combination of their results.
func (w *textWriter) writeCheckPreview(title, who string, p *rules.CheckPreview) {
	for _, f := range p.Filters {
		w.writeTitle("%s: %s, before it", who, f.Skill.Label)
		w.writeChance(f.Roll)
	}
	for _, way := range p.Ways {
		after := "with " + strings.Join(skillNames(way.Lifted), " and ")
		if len(way.Lifted) == 0 {
			after = "without"
		}
		w.writeTitle("%s, %s (%s)", title, after, percent(way.Probability))
		w.writeChance(way.Roll)
	}
	if len(p.Ways) == 0 {
		w.writeTitle("%s", title)
		w.writeChance(p)
	}
}

// termRows returns terms as rows of a table, each followed by its parts: label, inputs, value, position of the rule, and chapter of the
// guide.
func termRows(terms []rules.Term) (rows [][]cell) {
	for _, t := range rules.WithEffectSigns(terms) {
		inputs := collect.Map(t.InputsToShow(), func(input rules.Input) string { return input.Name + " " + command.Number(input.Value) })
		rows = append(rows, []cell{{text: t.Label}, {text: strings.Join(inputs, ", "), style: dim},
			rightCell(command.FormatSigned(t.Value)), {text: fileLine(t.Source), style: dim, place: true}, {text: t.Guide, style: dim}})
		rows = append(rows, partRows(t.Parts, "  ")...)
	}
	return rows
}

// partRows returns the parts of a term, and their parts, as rows of the same table. The term's value already includes their numbers, so
// these are in the column next to the values. indent shows the depth.
func partRows(parts []rules.Term, indent string) (rows [][]cell) {
	for _, t := range parts {
		value := command.FormatSigned(t.Value)
		if t.Times {
			value = "×" + command.Number(t.Value)
		}
		rows = append(rows, []cell{{text: indent + t.Label}, {text: indent + value}, {}, {text: fileLine(t.Source), style: dim, place: true}, {text: t.Guide, style: dim}})
		rows = append(rows, partRows(t.Parts, indent+"  ")...)
	}
	return rows
}

// fileLine returns a position, file:line:column, without its column.
func fileLine(source string) string {
	if i := strings.LastIndexByte(source, ':'); strings.Count(source, ":") > 1 {
		return source[:i]
	}
	return source
}

// writeRoll writes the result of a check, and its dice.
func (w *textWriter) writeRoll(check *rules.Outcome, dice []rules.Die) {
	w.writeLine("  %s", w.verdictText(check))
	w.writeDice(dice)
}

// verdictText describes the result of a check in a few words.
func (w *textWriter) verdictText(check *rules.Outcome) string {
	color := collect.Choose(check.Success, good, bad)
	if check.Versus != "" { // a throw of dice with symbols, or of dice that are added up
		return fmt.Sprintf("%s, margin %s: %s", check.Throw, command.FormatSigned(check.Margin), w.paintText(color, check.Degree))
	}
	return fmt.Sprintf("rolled %s, margin %s: %s", check.FaceText(), command.FormatSigned(check.Margin), w.paintText(color, check.Degree+" ×"+command.Number(check.Factor)))
}

// writeDice writes the dice of a roll; typed ones are marked.
func (w *textWriter) writeDice(dice []rules.Die) {
	if len(dice) == 0 {
		return
	}
	var parts []string
	for _, die := range dice {
		part := die.KindText() + " " + die.ResultText()
		if die.Typed {
			part += " (typed)"
		}
		parts = append(parts, part)
	}
	w.writeLine("  dice: %s", strings.Join(parts, ", "))
}

// writeOdds writes a table of degrees with bars. bands are the ranges of the die that result in the degrees.
func (w *textWriter) writeOdds(odds []rules.Odd, bands []rules.Band) {
	ranges := map[*rules.Degree]string{}
	for _, b := range bands {
		ranges[b.Degree] = b.Text()
	}
	var rows [][]cell
	highest := 0.0
	for _, odd := range odds {
		highest = max(highest, odd.Probability)
	}
	for _, odd := range odds {
		rows = append(rows, []cell{{text: odd.Name}, rightCell("×" + command.Number(odd.Factor)), rightCell(ranges[odd.Degree]), rightCell(percent(odd.Probability)),
			rightCell(odd.Exact), {text: bar(odd.Probability/highest, 20)}})
	}
	w.writeTable(rows)
}

// percent formats a probability in per cent, with two decimals.
func percent(p float64) string { return rules.FormatPercentTo(p, 2) }

// percentCell formats a probability in percent with one decimal and without the sign; 0 is a dot.
func percentCell(x float64) string {
	if x == 0 {
		return "·"
	}
	return strings.TrimSuffix(rules.FormatPercentTo(x, 1), "%")
}

// bar draws a fraction from 0 to 1 as a bar, which has the given width for 1. Any value above 0 is visible.
func bar(fraction float64, width int) string {
	eighths := int(math.Round(math.Max(0, math.Min(1, fraction)) * float64(width*8)))
	if eighths == 0 && fraction > 0 {
		eighths = 1
	}
	bar := strings.Repeat("█", eighths/8)
	if eighths%8 > 0 {
		bar += string([]rune("▏▎▍▌▋▊▉")[eighths%8-1])
	}
	return bar
}

// oneDecimal formats a number rounded to one decimal, without a trailing zero.
func oneDecimal(x float64) string { return command.Number(math.Round(x*10) / 10) }

// countText formats a number of things: "1 file", "2 files".
func countText(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// textWriter returns a writer of text to stdout, as wide as the terminal.
func (p *program) textWriter() *textWriter {
	w := newTextWriter(p.stdout)
	if p.campaign != nil {
		w.ruleset = p.campaign.Rules
	}
	if file := terminalOf(p.stdout); file != nil {
		if columns, _, err := term.GetSize(int(file.Fd())); err == nil {
			w.width = min(max(columns, minWidth), maxWidth)
		}
	}
	return w
}

// roundShort rounds x to one decimal, or to two if it is between -10 and 10.
func roundShort(x float64) float64 {
	if math.Abs(x) < 10 {
		return math.Round(x*100) / 100
	}
	return math.Round(x*10) / 10
}

// shortNumber formats a number, rounded by roundShort.
func shortNumber(x float64) string { return command.Number(roundShort(x)) }
