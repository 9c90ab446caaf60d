package sheet

import (
	"cmp"
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"math"
	"slices"
	"strings"

	"hybrid/rules"
)

// The sheet as a page that prints on A4 and Letter: what the template (sheet.html) needs besides the model, such as joined
// tables.

// sheetPage is the page of a sheet: one file that needs nothing else, laid out in millimetres for what A4 and Letter share.
//
//go:embed sheet.html
var sheetPage string

// Boxes are the points of a pool in tens, each ticked or not: those that are gone are ticked. Where there are too many to
// tick, or no maximum, there are none.
func (p Pool) Boxes() (tens [][]bool) {
	points := int(math.Floor(p.Most))
	if !p.Limited || points > maxBoxes {
		return nil
	}
	for i := range points {
		if i%10 == 0 {
			tens = append(tens, nil)
		}
		tens[len(tens)-1] = append(tens[len(tens)-1], float64(points-i) > p.Now)
	}
	return tens
}

// maxBoxes is how many points of a pool there are boxes for.
const maxBoxes = 120

// Skilled reports whether weapons are used with skills.
func (v *Sheet) Skilled() bool {
	return slices.ContainsFunc(v.Weapons, func(w Weapon) bool { return w.Skill != "" })
}

// Located reports whether places are rolled for.
func (v *Sheet) Located() bool {
	return slices.ContainsFunc(v.Armour, func(p Place) bool { return p.Roll != "" })
}

// AllStats returns the statistics of all groups, in order.
func (v *Sheet) AllStats() (list []Stat) {
	for _, group := range v.Stats {
		list = append(list, group.Stats...)
	}
	return list
}

// Wide reports whether the name of a statistic and its value take the room of two.
func (s Stat) Wide() bool { return len([]rune(s.Name)) > maxStatName }

// maxStatName is how many letters of a statistic's name stand beside its value.
const maxStatName = 5

// Few reports whether a table has so few columns that it needn't take the whole width of the page.
func (t Table) Few() bool { return len(t.Heads) <= maxFew }

// maxFew is how many columns such a table has at the most, besides the first.
const maxFew = 3

// BlankLines are the lines to write on, as many as a page of either paper has; those that find no room are cut off.
func (v *Sheet) BlankLines() [48]struct{} { return [48]struct{}{} }

// Bounds says what the faces in the columns of degrees mean.
func (v *Sheet) Bounds() string {
	for _, skill := range v.Skills {
		if len(skill.Rolls) > 0 && !skill.Rolls[0].Made {
			return "the lowest roll of each degree"
		}
	}
	return "the highest roll of each degree"
}

// Fights returns the weapons with the numbers of attacks with them: a row a weapon, its fields, then its chances.
func (v *Sheet) Fights() Table {
	t := Table{}
	if v.Skilled() {
		t.Heads, t.texts = []string{"skill"}, 1
	}
	t.Heads = append(t.Heads, v.Fields...)
	chances := v.Attacks.Without("skill", "counts")
	if len(chances.Heads) == 0 && v.Skilled() {
		t.Heads = append(t.Heads, "chance")
	}
	t.strong = len(t.Heads)
	t.Heads = append(t.Heads, chances.Heads...)
	done := map[string]bool{}
	for _, weapon := range v.Weapons {
		l := Line{Label: weapon.Label}
		if v.Skilled() {
			l.Cells = append(l.Cells, weapon.Skill)
		}
		l.Cells = append(l.Cells, weapon.Fields...)
		if len(chances.Heads) == 0 && v.Skilled() {
			l.Cells = append(l.Cells, weapon.Chance)
		}
		for _, own := range chances.Rows {
			if own.Label == weapon.Label {
				l.Cells, done[own.Label] = append(l.Cells, own.Cells...), true
				break
			}
		}
		l.Cells = append(l.Cells, make([]string, len(t.Heads)-len(l.Cells))...)
		t.Rows = append(t.Rows, l)
	}
	for _, own := range chances.Rows { // attacks without a weapon, or several with one
		if !done[own.Label] {
			t.Rows = append(t.Rows, Line{Label: own.Label, Cells: append(make([]string, t.strong), own.Cells...)})
		}
	}
	return t.filled()
}

// Guards returns the defences with a weapon, a row a weapon, and a column for each defence, or several if its chance goes by
// what attacks. Those without a weapon are the lines of Bare.
func (v *Sheet) Guards() Table {
	const fixed = 2 // with and counts
	t := Table{}
	if len(v.Defences.Keys) <= fixed || v.Defences.Keys[0] != "with" {
		return t
	}
	kinds := v.Defences.Heads[fixed:]
	row := func(label string) int {
		for i := range t.Rows {
			if t.Rows[i].Label == label {
				return i
			}
		}
		t.Rows = append(t.Rows, Line{Label: label, Cells: make([]string, len(t.Heads))})
		return len(t.Rows) - 1
	}
	for _, weapon := range v.Weapons {
		for _, l := range v.Defences.Rows {
			if l.Cells[0] == weapon.Label {
				row(weapon.Label)
			}
		}
	}
	for from := 0; from < len(v.Defences.Rows); {
		to := from
		for to < len(v.Defences.Rows) && v.Defences.Rows[to].order == v.Defences.Rows[from].order {
			to++
		}
		of := v.Defences.Rows[from:to]
		from = to
		if of[0].Cells[0] == "" {
			continue
		}
		for _, group := range alike(of, fixed, len(kinds)) {
			head := of[0].Label
			if len(group) < countKinds(of, fixed, len(kinds)) {
				var names []string
				for _, kind := range group {
					names = append(names, kinds[kind])
				}
				head += " (" + strings.Join(names, ", ") + ")"
			}
			t.Heads = append(t.Heads, head)
			for i := range t.Rows {
				t.Rows[i].Cells = append(t.Rows[i].Cells, "")
			}
			for _, l := range of {
				cell := &t.Rows[row(l.Cells[0])].Cells[len(t.Heads)-1]
				for _, kind := range group {
					*cell = cmp.Or(*cell, likely(l.Cells[fixed+kind]))
				}
			}
		}
	}
	return t.joined()
}

// joined returns t with one row for each series of cells, under the labels of all rows that have it.
func (t Table) joined() Table {
	var rows []Line
	for _, l := range t.Rows {
		if i := slices.IndexFunc(rows, func(other Line) bool { return slices.Equal(other.Cells, l.Cells) }); i >= 0 {
			rows[i].Label += ", " + l.Label
			continue
		}
		rows = append(rows, l)
	}
	t.Rows = rows
	return t
}

// likely returns a chance, or "" for the least that rules leave to what is hopeless.
func likely(chance string) string {
	if chance == "1%" || chance == "0%" {
		return ""
	}
	return chance
}

// countKinds returns against how many kinds of attack lines have a chance.
func countKinds(lines []Line, fixed, kinds int) (n int) {
	for kind := range kinds {
		if slices.ContainsFunc(lines, func(l Line) bool { return likely(l.Cells[fixed+kind]) != "" }) {
			n++
		}
	}
	return n
}

// alike groups the kinds of attacks against which every line has the same chance, or none against one of them.
func alike(lines []Line, fixed, kinds int) (groups [][]int) {
	for kind := range kinds {
		if !slices.ContainsFunc(lines, func(l Line) bool { return likely(l.Cells[fixed+kind]) != "" }) {
			continue
		}
		same := func(group []int) bool {
			return !slices.ContainsFunc(lines, func(l Line) bool {
				return slices.ContainsFunc(group, func(other int) bool {
					a, b := likely(l.Cells[fixed+kind]), likely(l.Cells[fixed+other])
					return a != b && a != "" && b != ""
				})
			})
		}
		if i := slices.IndexFunc(groups, same); i >= 0 {
			groups[i] = append(groups[i], kind)
		} else {
			groups = append(groups, []int{kind})
		}
	}
	return groups
}

// Bare returns the defences without a weapon, with what they do or their chance.
func (v *Sheet) Bare() (list []string) {
	for _, l := range v.Defences.Rows {
		if v.Defences.texts > 0 && l.Cells[0] != "" {
			continue
		}
		text := l.Note
		for i := len(l.Cells) - 1; text == "" && i >= 0; i-- {
			if strings.HasSuffix(l.Cells[i], "%") {
				text = l.Cells[i]
			}
		}
		if text != "" {
			text = ": " + text
		}
		list = append(list, l.Label+text)
	}
	return list
}

// Made returns the degrees with which a roll is made, best first.
func (v *Sheet) Made() (list []*rules.Degree) {
	for _, degree := range v.Degrees {
		if degree.Factor > 0 {
			list = append(list, degree)
		}
	}
	return list
}

// Snug reports whether the label of a skill takes one line, beside the columns of the degrees.
func (v *Sheet) Snug(label string) bool {
	const letters, columns = 20, 4
	return len(label) <= letters && len(v.Made()) <= columns
}

// Bound returns the last face that comes to a degree, or the first if high faces are good; "" if none does.
func (r Skill) Bound(d *rules.Degree) string {
	low := len(r.Rolls) > 0 && r.Rolls[0].Made
	for _, roll := range r.Rolls {
		switch {
		case roll.band.Degree != d:
		case low:
			return fmt.Sprint(roll.To)
		default:
			return fmt.Sprintf("%d+", roll.From)
		}
	}
	return ""
}

// Limited returns the pools with a maximum, and Counters those without one.
func (v *Sheet) Limited() []Pool { return v.poolsBy(true) }

// Counters returns the pools without a maximum.
func (v *Sheet) Counters() []Pool { return v.poolsBy(false) }

// poolsBy returns the pools that have a maximum, or those that have none.
func (v *Sheet) poolsBy(limited bool) (list []Pool) {
	for _, p := range v.Pools {
		if p.Limited == limited {
			list = append(list, p)
		}
	}
	return list
}

// Parts returns how many parts the page has, each on a sheet of paper of its own: one if all of it fits on one sheet of either
// paper, else the skills stand on a second one.
func (v *Sheet) Parts() int {
	if v.height() > paper {
		return 2
	}
	return 1
}

// Noted reports whether there is room to write notes in.
func (v *Sheet) Noted() bool { return v.Parts() > 1 || v.height()+notesHeight <= paper }

const (
	paper       = 264 // mm that Letter has, and something to spare
	notesHeight = 12  // mm of the least room for notes
)

// height returns how high all of it is on paper but room for notes, in mm, by the rows of its tables. A little too much is no harm.
func (v *Sheet) height() float64 {
	const row, head, skillRow, columns, box = 4.56, 5.9, 4.3, 3.4, 2.95
	lines := func(n, of int) float64 { return float64((n + of - 1) / of) }
	title := 8.9
	if n := len([]rune(v.Notes)); n > 0 {
		title += .6 + 3.8*lines(n, notesLetters)
	}
	if v.Portrait != "" {
		title = max(title, portraitHeight+1.4)
	}
	height := title
	if stats := v.AllStats(); len(stats) > 0 {
		n := len(stats)
		for _, stat := range stats {
			if stat.Wide() {
				n++
			}
		}
		height += head + 9*lines(n, statsBeside)
	}
	if pools := v.Limited(); len(pools) > 0 {
		height += head
		for beside := range slices.Chunk(pools, poolsBeside) {
			tall := 0.0
			for i, p := range beside {
				wide := 1
				if i == len(beside)-1 {
					wide += poolsBeside - len(beside) // the last one takes the rest of its row
				}
				tall = max(tall, lines(len(p.Boxes()), 2*wide))
			}
			height += 6.6 + box*max(1, tall)
		}
	}
	for _, n := range []int{len(v.Fights().Rows), len(v.Guards().Rows)} {
		if n > 0 {
			height += head + columns + row*float64(n)
		}
	}
	if n := len(v.Skills); n > 0 {
		height += head + columns + skillRow*lines(n, 2)
	}
	height += row * lines(len([]rune(strings.Join(v.Bare(), " · "))), notesLetters)
	const narrow = 9 // letters of a label that fit beside many degrees
	for _, skill := range v.Skills {
		if !v.Snug(skill.Label) && len(skill.Label) > narrow {
			height += 3.8 / 2 // of two columns
		}
	}
	leftColumn := 2*head + 9 + 4.5*float64(len(v.Counters()))
	for _, list := range [][]string{v.Conditions, v.Gear} {
		leftColumn += 4.5 * lines(len(strings.Join(list, ", ")), 38)
	}
	for _, group := range v.Rates {
		leftColumn += head/float64(len(v.Rates)) + 4*lines(17*len(group.Rates), 38)
	}
	return height + max(leftColumn, head+columns+row*float64(len(v.Armour)))
}

// notesLetters is how many letters of a text stand on one line of the page.
const notesLetters = 120

// portraitHeight is how high a portrait is, in mm, as the page has it.
const portraitHeight = 13

// statsBeside and poolsBeside are how many statistics and pools stand beside each other.
const (
	statsBeside = 12
	poolsBeside = 3
)

// WriteHTML writes the sheet as a page that prints.
func (v *Sheet) WriteHTML(out io.Writer, campaign string) error {
	page, err := template.New("sheet").Funcs(template.FuncMap{
		"number": Decimal,
		"chance": func(x float64) string { return Decimal(x) + "%" },
		"short":  ShortDegree,
		"join":   func(list []string) string { return strings.Join(list, ", ") },
	}).Parse(sheetPage)
	if err != nil {
		return err
	}
	return page.Execute(out, struct {
		*Sheet
		Campaign string
	}{v, campaign})
}
