package workbook

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/xuri/excelize/v2"

	"hybrid/gm/command"
	"hybrid/rules/source"
)

// Contents is what a workbook says of a character, in the words of its layout.
type Contents struct {
	Name   string
	About  []string // what is said of looks, a line each
	Notes  []string
	Stats  map[string]float64 // as shown
	Pools  map[string]float64
	Raw    map[string]float64 // of statistics, before they are changed
	Change map[string]Adjustment
	Skills []SkillRow
	Told   []Note // what in it is no number, or not there
	layout *Layout
}

// Adjustment is what the sheet of statistics says a number is changed by.
type Adjustment struct {
	Where string  // its row
	By    float64 // added, or a factor where it is Times
	Times bool
}

// apply is a number with the change; the zero value changes nothing.
func (a Adjustment) apply(x float64) float64 {
	if a.Times {
		return x * a.By
	}
	return x + a.By
}

// String is the change as people write it: +3, or × 2.
func (a Adjustment) String() string {
	if a.Times {
		return "× " + command.Number(a.By)
	}
	return command.Signed(a.By)
}

// SkillRow is a row of the list of skills.
type SkillRow struct {
	At      int // its number
	Name    string
	Rank    float64
	Stats   []string
	Codes   map[string]string // by aspect, as written
	DF      *float64
	Mean    *float64
	Chance  *float64
	Speed   *float64
	Cost    *float64
	Related map[int]float64 // by row, what each of its ranks adds to the chance
}

// Note is something to be told, with the cell or the row that it is about.
type Note struct {
	Where string `json:"where"`
	Text  string `json:"text"`
	row   int    // of the list of skills; 0 for what stands elsewhere
}

func noteOf(l *Layout, row int, text string) Note {
	return Note{fmt.Sprintf("%s row %d", l.Skills.Sheet, row), text, row}
}

// String is the note as a line.
func (n Note) String() string { return n.Where + ": " + n.Text }

// Read reads the workbook of a character.
func Read(name string, layout *Layout) (*Contents, error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, fmt.Errorf("%s cannot be read: %w", name, pathless(err))
	}
	if strings.EqualFold(filepath.Ext(name), ".xls") || bytes.HasPrefix(data, []byte("\xd0\xcf\x11\xe0")) {
		return nil, fmt.Errorf("%s is of the old kind, or locked with a password: open it, save it as .xlsx without a password, and import that", name)
	}
	book, err := excelize.OpenReader(bytes.NewReader(data), excelize.Options{RawCellValue: true})
	if err != nil {
		return nil, fmt.Errorf("%s is no .xlsx workbook; open it in the program it was made with and save it as .xlsx", name)
	}
	defer book.Close()
	b := reader{book: book, sheet: &Contents{Stats: map[string]float64{}, Pools: map[string]float64{}, Raw: map[string]float64{}, Change: map[string]Adjustment{}, layout: layout}}
	for _, wanted := range []string{layout.Main.Sheet, layout.Skills.Sheet} {
		if b.find(wanted) == "" {
			return nil, fmt.Errorf("%s has no sheet %s; it has %s", name, wanted, strings.Join(book.GetSheetList(), ", "))
		}
	}
	b.main()
	b.statistics()
	b.skills()
	return b.sheet, nil
}

func pathless(err error) error {
	var of *os.PathError
	if errors.As(err, &of) {
		return of.Err
	}
	return err
}

// reader is a workbook being read.
type reader struct {
	book  *excelize.File
	sheet *Contents
}

// find is the sheet of a name, whatever its capitals and spaces; empty where there is none.
func (b *reader) find(name string) string {
	for _, each := range b.book.GetSheetList() {
		if strings.EqualFold(strings.TrimSpace(each), name) {
			return each
		}
	}
	return ""
}

func (b *reader) tell(where, format string, args ...any) {
	b.sheet.Told = append(b.sheet.Told, Note{Where: where, Text: fmt.Sprintf(format, args...)})
}

// text is what a cell shows.
func (b *reader) text(sheet, cell string) string {
	value, err := b.book.GetCellValue(b.find(sheet), cell)
	if err != nil {
		return ""
	}
	return strings.TrimSpace(strings.ReplaceAll(value, "\u00a0", " "))
}

// number is the number that a cell shows; nil for an empty one. Anything else is told.
func (b *reader) number(sheet, cell string) *float64 {
	text := b.text(sheet, cell)
	if text == "" {
		return nil
	}
	if x, ok := number(text); ok {
		return &x
	}
	b.tell(sheet+" "+cell, "%s is no number, and is left out", text)
	return nil
}

// number reads a number, with a comma or a point, or percent.
func number(text string) (float64, bool) {
	text, percent := strings.CutSuffix(strings.TrimSpace(text), "%")
	if strings.Count(text, ",") == 1 && !strings.Contains(text, ".") {
		text = strings.Replace(text, ",", ".", 1)
	}
	if strings.Contains(text, "/") {
		return 0, false
	}
	x, ok := source.ReadNumber(strings.TrimSpace(text))
	_ = percent // 45 % of a chance is 45
	return x, ok
}

func (b *reader) main() {
	l := &b.sheet.layout.Main
	if b.sheet.Name = b.text(l.Sheet, l.Name); b.sheet.Name == "" {
		b.tell(l.Sheet+" "+l.Name, "there is no name; the file's stands for it")
	}
	for _, entry := range l.Stats {
		if x := b.number(l.Sheet, entry.Value); x != nil {
			b.sheet.Stats[entry.Name] = *x
		}
	}
	for _, entry := range l.Pools {
		if x := b.number(l.Sheet, entry.Value); x != nil {
			b.sheet.Pools[entry.Name] = *x
		}
	}
	for _, entry := range l.About {
		var parts []string
		for _, cell := range entry.Value {
			if text := b.text(l.Sheet, cell); text != "" {
				parts = append(parts, text)
			}
		}
		_, feet := number(strings.Join(parts[:min(1, len(parts))], ""))
		if len(parts) == 2 && feet {
			parts = []string{parts[0] + " ft " + parts[1] + " in"}
		}
		if len(parts) > 0 {
			b.sheet.About = append(b.sheet.About, entry.Name+": "+strings.Join(parts, " "))
		}
	}
	rows, err := b.book.GetRows(b.find(l.Sheet))
	from, err1 := excelize.ColumnNameToNumber(l.Notes.From)
	to, err2 := excelize.ColumnNameToNumber(l.Notes.To)
	if errors.Join(err, err1, err2) != nil {
		return
	}
	for _, row := range rows {
		var parts []string
		for i := from - 1; i < min(to, len(row)); i++ {
			if text := strings.Join(strings.Fields(row[i]), " "); text != "" {
				parts = append(parts, text)
			}
		}
		if len(parts) > 0 {
			b.sheet.Notes = append(b.sheet.Notes, strings.Join(parts, " "))
		}
	}
}

// statistics reads the raw values and what changes them and the numbers that are worked out. A value that the first page does
// not show is taken from there.
func (b *reader) statistics() {
	l := &b.sheet.layout.Statistics
	if b.find(l.Sheet) == "" {
		return
	}
	for _, entry := range l.Derived {
		b.change(entry.Name, entry.Value)
	}
	for _, entry := range l.Rows {
		b.change(entry.Name, entry.Value)
		raw := b.number(l.Sheet, l.Raw+strconv.Itoa(entry.Value))
		if raw == nil {
			continue
		}
		b.sheet.Raw[entry.Name] = *raw
		if _, shown := b.sheet.Stats[entry.Name]; !shown {
			b.sheet.Stats[entry.Name] = b.sheet.Change[entry.Name].apply(*raw)
			b.tell(l.Sheet+" "+l.Raw+strconv.Itoa(entry.Value), "%s is not on %s; it is taken from here", entry.Name, b.sheet.layout.Main.Sheet)
		}
	}
}

// change reads what a row says a number is changed by.
func (b *reader) change(name string, row int) {
	l := &b.sheet.layout.Statistics
	c := Adjustment{Where: fmt.Sprintf("%s row %d", l.Sheet, row), Times: slices.Contains(b.sheet.layout.Main.Factors, name)}
	if c.Times {
		c.By = 1
	}
	for _, column := range l.Changes {
		x := b.number(l.Sheet, column+strconv.Itoa(row))
		switch {
		case x == nil:
		case !c.Times:
			c.By += *x
		case *x > 0:
			c.By *= *x
		default:
			b.tell(c.Where, "%s × %s is no factor, and is left out", name, command.Number(*x))
		}
	}
	if c.apply(1) != 1 {
		b.sheet.Change[name] = c
	}
}

func (b *reader) skills() {
	l := &b.sheet.layout.Skills
	rows, err := b.book.GetRows(b.find(l.Sheet))
	if err != nil {
		b.tell(l.Sheet, "it cannot be read: %v", err)
		return
	}
	for at := 2; at <= len(rows); at++ {
		cell := func(column string) string { return column + strconv.Itoa(at) }
		tell := func(format string, args ...any) {
			b.sheet.Told = append(b.sheet.Told, noteOf(b.sheet.layout, at, fmt.Sprintf(format, args...)))
		}
		name := strings.Join(strings.Fields(b.text(l.Sheet, cell(l.Name))), " ")
		rank, isRank := number(b.text(l.Sheet, cell(l.Rank)))
		switch {
		case name == "" && isRank:
			tell("a rank without a name is left out")
			continue
		case name == "":
			continue
		case !isRank:
			if text := b.text(l.Sheet, cell(l.Rank)); text != "" {
				tell("%s has the rank %q, which is no number, and is left out", name, text)
			}
			continue
		}
		row := SkillRow{At: at, Name: name, Rank: rank, Codes: map[string]string{}, Related: map[int]float64{}}
		for _, entry := range l.Aspects {
			if entry.Value.At != "" {
				row.Codes[entry.Name] = strings.ToUpper(strings.Join(strings.Fields(b.text(l.Sheet, cell(entry.Value.At))), ""))
			}
		}
		for _, column := range l.Stats {
			if text := strings.ToUpper(b.text(l.Sheet, cell(column))); text != "" {
				row.Stats = append(row.Stats, text)
			}
		}
		row.DF, row.Mean, row.Chance, row.Speed, row.Cost = b.number(l.Sheet, cell(l.DF)), b.number(l.Sheet, cell(l.Mean)), b.number(l.Sheet, cell(l.Chance)), b.number(l.Sheet, cell(l.Speed)), b.number(l.Sheet, cell(l.Cost))
		if formula, err := b.book.GetCellFormula(b.find(l.Sheet), cell(l.Chance)); err == nil && formula != "" {
			row.related(formula, l.Rank)
		}
		b.sheet.Skills = append(b.sheet.Skills, row)
	}
}

// related finds what a formula adds for the ranks of other rows: I12, I12*2 or 2*I12.
func (row *SkillRow) related(formula, column string) {
	formula = strings.ToUpper(strings.NewReplacer("$", "", " ", "").Replace(formula))
	found := regexp.MustCompile(`([+-]?)(?:([0-9.]+)\*)?\b`+regexp.QuoteMeta(column)+`([0-9]+)(?:([*/])([0-9.]+))?`).FindAllStringSubmatch(formula, -1)
	for _, m := range found {
		at, err := strconv.Atoi(m[3])
		if err != nil || at == row.At {
			continue
		}
		by := 1.0
		if x, err := strconv.ParseFloat(m[2], 64); err == nil {
			by = x
		}
		if x, err := strconv.ParseFloat(m[5], 64); err == nil && m[4] == "*" {
			by *= x
		} else if err == nil && x != 0 {
			by /= x
		}
		if m[1] == "-" {
			by = -by
		}
		row.Related[at] += by
	}
}
