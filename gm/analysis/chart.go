package analysis

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"hybrid/gm/command"
	"hybrid/rules/collect"
)

// The line of a fight (the chance of its first side after each entry) as a text chart, for the dashboard and the shell.

// eighths holds characters that fill 0 to 8 eighths of a cell, by number of eighths.
var eighths = []rune(" ▁▂▃▄▅▆▇█")

// SparkLine draws the chance of the first side in one row of the given number of cells, each of which stands for an equal part of the
// entries.
func (l *Line) SparkLine(cells int) string {
	var b strings.Builder
	for _, share := range l.chancesByColumn(cells) {
		b.WriteRune(collect.Choose(share < 0, '·', eighths[1+int(math.Round(7*max(0, share)))])) // at least one eighth is filled
	}
	return b.String()
}

// chancesByColumn divides the entries into the given number of equal parts, or into single entries if there are fewer, and returns the
// chance of the first side after each part. A chance that isn't simulated yet is -1.
func (l *Line) chancesByColumn(cells int) []float64 {
	cells = max(0, min(cells, len(l.Points)))
	list := make([]float64, cells)
	for i := range list {
		list[i] = -1
		if p := &l.Points[(i+1)*len(l.Points)/cells-1]; len(p.Chances) > 0 {
			list[i] = p.Chances[0].Share
		}
	}
	return list
}

// Chart draws the chance of the first side as bars, height rows high and at most width cells wide. An additional row above them has the
// last digits of the turning points' numbers, in chronological order, and one below them has counts.
func (l *Line) Chart(width, height int) (rows []string) {
	columns := l.chancesByColumn(width - 6) // the axis takes 6 cells
	// the rows above and below the chart, two cells wider than axis and columns together
	marks, counts := []rune(strings.Repeat(" ", len(columns)+8)), []rune(strings.Repeat(" ", len(columns)+8))
	for n, i := range l.TurningInOrder() {
		marks[6+i*len(columns)/len(l.Points)] = []rune(fmt.Sprint((n + 1) % 10))[0]
	}
	rows = append(rows, strings.TrimRight(string(marks), " "))
	for row := height - 1; row >= 0; row-- {
		label := map[int]string{height - 1: "100%", (height - 1) / 2: " 50%", 0: "  0%"}[row]
		line := []rune(fmt.Sprintf("%5s┤", label))
		for _, share := range columns {
			full := int(math.Round(share*float64(8*height))) - 8*row // eighths of the bar that are above the bottom of this cell
			line = append(line, collect.Choose(share < 0 && row == 0, '·', eighths[max(0, min(8, full))]))
		}
		rows = append(rows, strings.TrimRight(string(line), " "))
	}
	for column := 0; column < len(columns); {
		text := []rune(command.Number(math.Floor(l.Points[column*len(l.Points)/len(columns)].Count)))
		if column+len(text) > len(columns) {
			break
		}
		copy(counts[6+column:], text)
		column += max(len(text)+2, 16) // a count every 16 cells
	}
	return append(rows, strings.TrimRight(string(counts), " "))
}

// TurningInOrder returns the indexes of the turning points in chronological order.
func (l *Line) TurningInOrder() []int { return slices.Sorted(slices.Values(l.Turning)) }
