package source

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Mistakes in files, each with its position, and the report that collects them.

// Pos is a position in a file. Line and Col count from 1, Col in characters; a Line of 0 means the file as a whole.
type Pos struct {
	File      string // name of the file, with its folder
	Line, Col int    // position within the file, from 1; 0 for the file as a whole
}

// String returns file:line:col, or only the file if there is no line.
func (p Pos) String() string {
	if p.Line == 0 {
		return p.File
	}
	return p.File + ":" + strconv.Itoa(p.Line) + ":" + strconv.Itoa(p.Col)
}

// Before reports whether p comes before q.
func (p Pos) Before(q Pos) bool { return p.Compare(q) < 0 }

// Compare compares two positions by file, line and column, as [cmp.Compare] does.
func (p Pos) Compare(q Pos) int {
	return cmp.Or(cmp.Compare(p.File, q.File), cmp.Compare(p.Line, q.Line), cmp.Compare(p.Col, q.Col))
}

// Mistake is a mistake in a user's file and its position. If Warning is set, the game can be played in spite of it.
type Mistake struct {
	Pos     Pos    // position of the mistake; zero if it isn't in a file
	Text    string // problem and fix, on one line
	Code    Code   // kind of the mistake
	Warning bool   // whether the game can be played in spite of it
}

// Error returns the mistake on one line: "skills.yaml:12:17: No stat named “sped”. Did you mean “speed”?"
func (m Mistake) Error() string {
	if m.Pos == (Pos{}) {
		return m.Text
	}
	return m.Pos.String() + ": " + m.Text
}

// Mistakes is a list of mistakes, sorted by file, line and column, without duplicates.
type Mistakes []Mistake

// Error returns the mistakes, one on each line.
func (ms Mistakes) Error() string {
	lines := make([]string, len(ms))
	for i, m := range ms {
		lines[i] = m.Error()
	}
	return strings.Join(lines, "\n")
}

// Report collects the mistakes of a load. The zero value is ready for use; it is not safe for concurrent use.
type Report struct {
	// AnyText allows non-printing characters, for old files from before they became a mistake.
	AnyText bool

	outer    *outerMap // map around the one being decoded; nil at the top of a file and in an entry with a free name
	mistakes []Mistake // mistakes that prevent loading, in the order in which they were added
	warnings []Mistake // warnings, which don't prevent loading
}

// Add adds a mistake at a position. The text is one line: the problem and the fix.
func (r *Report) Add(code Code, pos Pos, format string, args ...any) {
	r.Adopt(Mistake{Pos: pos, Text: oneLine(fmt.Sprintf(format, args...)), Code: code})
}

// Addf adds a mistake without a special code.
func (r *Report) Addf(pos Pos, format string, args ...any) {
	r.Add(Other, pos, format, args...)
}

// Warn adds a warning, which Err and Len do not count.
func (r *Report) Warn(code Code, pos Pos, format string, args ...any) {
	r.Adopt(Mistake{Pos: pos, Text: oneLine(fmt.Sprintf(format, args...)), Code: code, Warning: true})
}

// Adopt adds a mistake or a warning of another report.
func (r *Report) Adopt(m Mistake) {
	if m.Warning {
		r.warnings = append(r.warnings, m)
		return
	}
	r.mistakes = append(r.mistakes, m)
}

// Warnings returns all warnings, sorted and without duplicates.
func (r *Report) Warnings() Mistakes { return sortMistakes(r.warnings) }

// oneLine returns s with line breaks and the spaces around them replaced by one space.
func oneLine(s string) string {
	if !strings.ContainsAny(s, "\r\n") {
		return s
	}
	return strings.Join(strings.Fields(s), " ")
}

// Len returns the number of mistakes added, including duplicates.
func (r *Report) Len() int {
	return len(r.mistakes)
}

// Err returns all mistakes as Mistakes, sorted, or nil if there are none.
func (r *Report) Err() error {
	if len(r.mistakes) == 0 {
		return nil
	}
	return sortMistakes(r.mistakes)
}

// sortMistakes returns mistakes by file, line and column, without duplicates.
func sortMistakes(list []Mistake) Mistakes {
	list = slices.Clone(list)
	slices.SortStableFunc(list, func(a, b Mistake) int {
		return cmp.Or(a.Pos.Compare(b.Pos), cmp.Compare(a.Text, b.Text))
	})
	list = slices.CompactFunc(list, func(a, b Mistake) bool { return a.Pos == b.Pos && a.Text == b.Text })
	return foldNeeded(list)
}

// NeededHere is in the text of each mistake at a place that needs an entry which a layer removes.
const NeededHere = " is needed here, but "

// foldNeeded replaces the mistakes of all places that need the same removed entry by that of the first place, which counts the others.
func foldNeeded(list []Mistake) []Mistake {
	places := map[string]int{}
	for _, m := range list {
		places[m.Text]++
	}
	var folded []Mistake
	for _, m := range list {
		n := places[m.Text]
		if !strings.Contains(m.Text, NeededHere) || n == 1 {
			folded = append(folded, m)
			continue
		}
		if places[m.Text] = 0; n > 0 {
			others := fmt.Sprintf(" is needed here and in %d more places, but ", n-1)
			if n == 2 {
				others = " is needed here and in one more place, but "
			}
			m.Text = strings.Replace(strings.Replace(m.Text, NeededHere, others, 1), "change this too", "change them too", 1)
			folded = append(folded, m)
		}
	}
	return folded
}
