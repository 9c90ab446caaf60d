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

	"hybrid/gm/command"
	"hybrid/rules/collect"
	"hybrid/rules/message"
	"hybrid/rules/source"
)

// Reading of a character's contents from a workbook. find.go locates the cells, xlsx.go reads the file.

// Contents holds a character's data from a workbook, in the terms of its layout.
type Contents struct {
	Name    string                // character's name; empty if none was found
	About   []string              // lines of free text about the character's looks
	Notes   []string              // other texts, line by line
	Stats   map[string]float64    // values of statistics as shown, by name
	Pools   map[string]float64    // values of pools as shown, by name
	Raw     map[string]float64    // values of statistics before changes, by name
	Change  map[string]Adjustment // changes, by name of the number
	Skills  []SkillRow            // rows of the list of skills, except those of rank 0
	layout  *Layout
	found   *finder   // located cells
	list    skillList // position of the list of skills
	remarks []remark  // problems found while reading
}

// Adjustment is a change to a number, read from the sheet of statistics.
type Adjustment struct {
	Where string  // sheet and row of the change
	By    float64 // amount added, or factor if Times is set
	Times bool    // whether By is a factor
}

// applyTo returns x with the change applied. The zero value changes nothing.
func (a Adjustment) applyTo(x float64) float64 {
	if a.Times {
		return x * a.By
	}
	return x + a.By
}

// String formats the change as +3, or × 2.
func (a Adjustment) String() string {
	if a.Times {
		return "× " + command.Number(a.By)
	}
	return command.FormatSigned(a.By)
}

// SkillRow is a row of the list of skills.
type SkillRow struct {
	Row     int               // row number, from 1
	Name    string            // name of the skill, as written
	Rank    float64           // above 0
	Stats   []string          // statistics that it is based on, as written but in upper case
	Codes   map[string]string // codes of the aspects, as written
	DF      *float64          // difficulty factor; this and the other pointers are nil if their cells are empty
	Mean    *float64          // mean of the statistics
	Chance  *float64          // chance in per cent
	Speed   *float64          // points that one use adds, to be spent on speed
	Cost    *float64          // price of the next rank
	Related map[int]float64   // amount that each rank in another row adds to the chance, by row number
	Why     map[string]string // reason why a number can contradict the rules, by heading: it is typed in, or its formula differs from other rows
}

// Read reads the workbook of a character.
func Read(name string, layout *Layout) (*Contents, error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, message.Unreadable(name, err)
	}
	convert := fmt.Sprintf("Convert it with `libreoffice --headless --convert-to xlsx %s`.", quoteShell(name))
	old := bytes.HasPrefix(data, []byte("\xd0\xcf\x11\xe0"))
	switch {
	case old && bytes.Contains(data, encodeUTF16("EncryptedPackage")):
		return nil, fmt.Errorf("%s is locked with a password. Save it without one.", name)
	case old || strings.EqualFold(filepath.Ext(name), ".xls"):
		return nil, fmt.Errorf("%s is an old .xls workbook. %s", name, convert)
	}
	b, err := openBook(data)
	switch {
	case errors.Is(err, errDamaged):
		return nil, fmt.Errorf("%s %w. Open it in a spreadsheet program and save it again.", name, err)
	case err != nil:
		return nil, fmt.Errorf("%s isn't an .xlsx workbook. %s", name, convert)
	}
	r := reader{newFinder(b, layout), &Contents{Stats: map[string]float64{}, Pools: map[string]float64{}, Raw: map[string]float64{}, Change: map[string]Adjustment{}, layout: layout}}
	r.sheet.found = r.finder
	if !r.findNumbers() {
		return nil, fmt.Errorf("%s has no sheet “%s”, and no cells named or labelled as statistics. Its sheets: %s.", name, layout.Main.Sheet, strings.Join(b.sheets, ", "))
	}
	skills, ok := r.findSkills()
	if !ok {
		return nil, fmt.Errorf("%s has no sheet “%s”, and no list with the headings Name and Rank. Its sheets: %s.", name, layout.Skills.Sheet, strings.Join(b.sheets, ", "))
	}
	r.readMainSheet()
	r.readStatistics()
	r.readSkillRows(skills)
	return r.sheet, nil
}

// quoteShell quotes a file name for a shell command.
func quoteShell(name string) string {
	if strings.ContainsAny(name, " '\"()&;$") {
		return "'" + strings.ReplaceAll(name, "'", `'\''`) + "'"
	}
	return name
}

// encodeUTF16 encodes ASCII text as UTF-16, the encoding of stream names in an .xls file.
func encodeUTF16(text string) []byte {
	var list []byte
	for i := range len(text) {
		list = append(list, text[i], 0)
	}
	return list
}

// reader reads a character's data from the cells located by its finder.
type reader struct {
	*finder
	sheet *Contents // result
}

// trimCell returns the text of a cell without the spaces around it.
func trimCell(text string) string { return strings.TrimSpace(strings.ReplaceAll(text, "\u00a0", " ")) }

// cellText returns the text of a cell of the main sheet.
func (r reader) cellText(a cellPosition) string { return trimCell(r.cells[r.main][a].text) }

// cellNumber returns the number in a cell, or nil if it is empty. It adds a remark about any other content.
func (r reader) cellNumber(p place) *float64 {
	text := trimCell(r.cells[p.sheet][p.cellPosition].text)
	if r.cells[p.sheet][p.cellPosition].unsaved {
		r.sheet.remarks = append(r.sheet.remarks, remark{kind: noValue, where: p.String(), item: p.String()})
	}
	if text == "" {
		return nil
	}
	if x, ok := parseNumber(text); ok {
		return &x
	}
	r.sheet.remarks = append(r.sheet.remarks, remark{kind: strayCell, where: p.String(), item: fmt.Sprintf("%s “%s”", p, shortenText(text))})
	return nil
}

// shortenText returns text, cut to at most 24 letters.
func shortenText(text string) string {
	const maxLetters = 24
	if letters := []rune(strings.Join(strings.Fields(text), " ")); len(letters) > maxLetters {
		return string(letters[:maxLetters-1]) + "…"
	}
	return text
}

// withComma matches a number with a decimal comma, or with points or commas as thousands separators.
var withComma = regexp.MustCompile(`^[-−+]?([0-9]*|[0-9]{1,3}(\.[0-9]{3})+),[0-9]+$|^[-−+]?[0-9]{1,3}(,[0-9]{3})+\.[0-9]+$`)

// parseNumber parses a number with a decimal comma or point, and an optional percent sign: 45% is 45.
func parseNumber(text string) (float64, bool) {
	text = strings.TrimSpace(strings.TrimSuffix(trimCell(text), "%"))
	if withComma.MatchString(text) {
		i := strings.LastIndexAny(text, ".,")
		text = strings.NewReplacer(".", "", ",", "").Replace(text[:i]) + "." + text[i+1:]
	}
	if strings.Contains(text, "/") { // source.ReadNumber would read a fraction
		return 0, false
	}
	return source.ReadNumber(text)
}

// readMainSheet reads the numbers, the name and the free text of the main sheet.
func (r reader) readMainSheet() {
	l := &r.layout.Main
	for i, list := range []source.Map[string]{l.Stats, l.Pools} {
		into := []map[string]float64{r.sheet.Stats, r.sheet.Pools}[i]
		for _, entry := range list {
			if p, found := r.cellByNumber[entry.Name]; found {
				if x := r.cellNumber(p); x != nil {
					into[entry.Name] = *x
				}
			}
		}
	}
	used := r.findName()
	for _, entry := range l.About {
		var parts []string
		for _, a := range r.aboutCells(entry.Name, entry.Value, used) {
			used[a] = true
			if text := r.cellText(a); text != "" {
				parts = append(parts, strings.Join(strings.Fields(text), " "))
			}
		}
		_, isHeight := parseNumber(strings.Join(parts[:min(1, len(parts))], ""))
		if len(parts) == 2 && isHeight { // two cells hold feet and inches
			parts = []string{strings.TrimSuffix(parts[0], ".0") + " ft " + strings.TrimSuffix(parts[1], ".0") + " in"}
		}
		if len(parts) > 0 {
			r.sheet.About = append(r.sheet.About, entry.Name+": "+strings.TrimSuffix(strings.Join(parts, " "), ".0"))
		}
	}
	from, ok1 := readColumn(l.Notes.From)
	to, ok2 := readColumn(l.Notes.To)
	if !ok1 || !ok2 {
		return
	}
	first := r.firstRow()
	lines := map[int][]string{} // notes, by row
	var rows []int              // rows with notes, in order
	r.eachFilledCell(r.main, func(a cellPosition, c cell) {
		column := a.column - r.offset.column
		text := strings.Join(strings.Fields(trimCell(c.text)), " ")
		isNote := column >= from && column <= to || a.row < first && column < from // beside the numbers, or above them
		if text == "" || used[a] || !isNote || r.isNumberCell(a) {
			return
		}
		if lines[a.row] == nil {
			rows = append(rows, a.row)
		}
		lines[a.row] = append(lines[a.row], strings.TrimSuffix(text, ".0"))
	})
	r.sheet.Notes = append(r.sheet.Notes, collect.Map(rows, func(row int) string { return strings.Join(lines[row], " ") })...)
}

// isNumberCell reports whether a cell of the main sheet contains one of the numbers or its label.
func (r reader) isNumberCell(a cellPosition) bool {
	for name, p := range r.cellByNumber {
		// A label ends at most three columns before its number.
		isLabel := a.row == p.row && a.column < p.column && p.column-r.nextCell(r.main, a).column < 3 && r.numberOfLabel(r.main, a) == name
		if p.sheet == r.main && (p.cellPosition == a || isLabel) {
			return true
		}
	}
	return false
}

// firstRow returns the first row of the main sheet with one of the numbers.
func (r reader) firstRow() int {
	first := 1 << 20 // more rows than a sheet has
	for _, p := range r.cellByNumber {
		if p.sheet == r.main {
			first = min(first, p.row)
		}
	}
	return first
}

// findName reads the character's name: right of its label, else at its position in the layout, else from the first words above the numbers.
// It returns the cells used.
func (r reader) findName() map[cellPosition]bool {
	l := &r.layout.Main
	first := r.firstRow()
	used := map[cellPosition]bool{}
	take := func(a cellPosition) { // takes the cell's text as the name, unless there is one already
		if text := r.cellText(a); text != "" && r.sheet.Name == "" {
			r.sheet.Name, used[a] = strings.Join(strings.Fields(text), " "), true
		}
	}
	r.eachFilledCell(r.main, func(a cellPosition, c cell) {
		if named := slices.ContainsFunc(l.Named, func(word string) bool { return strings.EqualFold(word, strings.TrimRight(trimCell(c.text), ": ")) }); named && a.row < first {
			used[a] = true
			if next, ok := r.cellRightOf(r.main, a); ok {
				take(next)
			}
		}
	})
	if a, ok := readCell(l.Name); ok && r.sheet.Name == "" && (a.row < first || len(r.cellByNumber) == 0) {
		take(a)
	}
	r.eachFilledCell(r.main, func(a cellPosition, c cell) {
		if _, isNumber := parseNumber(c.text); a.row < first && !isNumber && !used[a] {
			take(a)
		}
	})
	if r.sheet.Name == "" {
		r.sheet.remarks = append(r.sheet.remarks, remark{kind: noName, where: r.main, item: r.main})
	}
	return used
}

// aboutCells returns the cells of a free text, as many as in the layout: those to the right of its label, or else those given by the
// layout. A label found is added to used.
func (r reader) aboutCells(name string, cells []string, used map[cellPosition]bool) (list []cellPosition) {
	r.eachFilledCell(r.main, func(a cellPosition, c cell) {
		if list == nil && strings.EqualFold(name, strings.TrimRight(trimCell(c.text), ": ")) {
			used[a] = true
			for next := a; len(list) < len(cells); {
				next = r.nextCell(r.main, next)
				list = append(list, next)
			}
		}
	})
	if list != nil {
		return list
	}
	list = append(list, collect.FilterMap(cells, readCell)...)
	return list
}

// readStatistics reads the raw values of statistics, and the changes of statistics and derived numbers. A statistic that the main sheet
// lacks gets its changed raw value.
func (r reader) readStatistics() {
	l := &r.layout.Statistics
	own := r.findSheet(l.Sheet)
	raws, changes := map[string]place{}, map[string][]place{} // their cells, by name of the number
	for _, entry := range append(slices.Clone(r.layout.Main.Stats), r.layout.Main.Pools...) {
		if p, ok := r.findPart(l.Names.Raw, entry.Name); ok {
			raws[entry.Name] = p
		}
		if p, ok := r.findPart(l.Names.Change, entry.Name); ok {
			changes[entry.Name] = []place{p}
		}
	}
	column := func(letters string) int { n, _ := readColumn(letters); return n }
	if len(raws)+len(changes) == 0 && own != "" {
		for i, list := range []source.Map[int]{l.Rows, l.Derived} {
			for _, entry := range list {
				if i == 0 { // only statistics have a raw value, derived numbers don't
					raws[entry.Name] = place{own, cellPosition{entry.Value, column(l.Raw)}}
				}
				for _, letters := range l.Changes {
					changes[entry.Name] = append(changes[entry.Name], place{own, cellPosition{entry.Value, column(letters)}})
				}
			}
		}
	}
	for _, entry := range append(slices.Clone(r.layout.Main.Stats), r.layout.Main.Pools...) {
		name := entry.Name
		r.readChange(name, changes[name])
		p, has := raws[name]
		if !has {
			continue
		}
		raw := r.cellNumber(p)
		if raw == nil {
			continue
		}
		r.sheet.Raw[name] = *raw
		if _, shown := r.sheet.Stats[name]; !shown {
			r.sheet.Stats[name] = r.sheet.Change[name].applyTo(*raw)
			r.sheet.remarks = append(r.sheet.remarks, remark{kind: onlyRaw, where: p.String(), item: fmt.Sprintf("%s (%s)", name, p)})
		}
	}
}

// readChange reads the change of a number from cells.
func (r reader) readChange(name string, cells []place) {
	c := Adjustment{Times: slices.Contains(r.layout.Main.Factors, name)}
	if c.Times {
		c.By = 1
	}
	for _, p := range cells {
		x := r.cellNumber(p)
		if x == nil {
			continue
		}
		if c.Times && strings.HasSuffix(trimCell(r.cells[p.sheet][p.cellPosition].text), "%") {
			*x /= 100
		}
		c.Where = fmt.Sprintf("%s row %d", p.sheet, p.row)
		switch {
		case !c.Times:
			c.By += *x
		case *x > 0:
			c.By *= *x
		default:
			r.sheet.remarks = append(r.sheet.remarks, remark{kind: strayCell, where: p.String(), item: fmt.Sprintf("%s × %s (%s)", name, command.Number(*x), p)})
		}
	}
	if c.Where != "" {
		r.sheet.Change[name] = c
	}
}

// readSkillRows reads the list of skills.
func (r reader) readSkillRows(l skillList) {
	r.sheet.list = l
	zeroRanks := 0
	common := r.commonFormulas(l)
	for row := l.head + 1; row <= r.rows[l.sheet]; row++ {
		cellAt := func(head string) cell { return r.cells[l.sheet][cellPosition{row, l.columns[head]}] }
		addRemark := func(k kind, format string, args ...any) {
			r.sheet.remarks = append(r.sheet.remarks, remark{kind: k, where: fmt.Sprintf("%s row %d", l.sheet, row), row: row, item: fmt.Sprintf(format, args...)})
		}
		name := strings.Join(strings.Fields(trimCell(cellAt("name").text)), " ")
		text := trimCell(cellAt("rank").text)
		rank, isRank := parseNumber(text)
		placeAt := func(head string) place { return place{l.sheet, cellPosition{row, l.columns[head]}} }
		switch {
		case cellAt("name").unsaved && (text != "" || cellAt("rank").unsaved):
			addRemark(noValue, "%s", placeAt("name"))
			continue
		case name != "" && cellAt("rank").unsaved:
			addRemark(noValue, "%s (%s)", placeAt("rank"), name)
			continue
		case name == "" && isRank && rank != 0:
			addRemark(noSkillName, "row %d", row)
			continue
		case name == "" || text == "":
			continue
		case !isRank || rank < 0:
			addRemark(badRank, "%s “%s”", name, shortenText(text))
			continue
		case rank == 0:
			zeroRanks++
			continue
		}
		s := SkillRow{Row: row, Name: name, Rank: rank, Codes: map[string]string{}, Related: map[int]float64{}, Why: map[string]string{}}
		for _, entry := range r.layout.Skills.Aspects {
			if l.columns[entry.Name] > 0 {
				s.Codes[entry.Name] = strings.ToUpper(strings.Join(strings.Fields(cellAt(entry.Name).text), ""))
			}
		}
		for _, column := range l.stats {
			if text := strings.ToUpper(trimCell(r.cells[l.sheet][cellPosition{row, column}].text)); text != "" {
				s.Stats = append(s.Stats, text)
			}
		}
		if len(s.Stats) == 0 {
			s.Stats = termsOfMean(cellAt("mean").formula)
		}
		for head, into := range map[string]**float64{"df": &s.DF, "mean": &s.Mean, "chance": &s.Chance, "speed": &s.Speed, "cost": &s.Cost} {
			if l.columns[head] == 0 {
				continue
			}
			*into = r.cellNumber(place{l.sheet, cellPosition{row, l.columns[head]}})
			switch formula := cellAt(head).formula; {
			case formula == "" && common[head] != "":
				s.Why[head] = "typed in"
			case head != "chance" && head != "mean" && common[head] != "" && relativeToRow(formula, row) != common[head]:
				s.Why[head] = "another formula"
				if more, longer := strings.CutPrefix(relativeToRow(formula, row), common[head]); longer {
					s.Why[head] = "its formula adds " + more
				}
			}
		}
		if formula := cellAt("chance").formula; formula != "" {
			s.relatedRows(formula, columnName(l.columns["rank"]))
		}
		r.sheet.Skills = append(r.sheet.Skills, s)
	}
	if zeroRanks > 0 {
		r.sheet.remarks = append(r.sheet.remarks, remark{kind: rankZero, where: l.sheet, item: strconv.Itoa(zeroRanks)})
	}
}

// commonFormulas returns, by heading, the formula that most rows have, as returned by relativeToRow.
func (r reader) commonFormulas(l skillList) map[string]string {
	common := map[string]string{}
	for head, column := range l.columns {
		count, highest := map[string]int{}, 1
		for row := l.head + 1; row <= r.rows[l.sheet]; row++ {
			formula := relativeToRow(r.cells[l.sheet][cellPosition{row, column}].formula, row)
			if count[formula]++; formula != "" && count[formula] > highest {
				highest, common[head] = count[formula], formula
			}
		}
	}
	return common
}

// relativeToRow rewrites a formula so that corresponding formulas of different rows become equal: a reference to a cell in the given row
// becomes its column and #, any other reference $.
func relativeToRow(formula string, row int) string {
	return reference.ReplaceAllStringFunc(strings.ReplaceAll(formula, " ", ""), func(text string) string {
		if m := reference.FindStringSubmatch(text); m[4] == strconv.Itoa(row) {
			return m[2] + "#"
		}
		return "$" // references to other rows can differ from row to row
	})
}

// meanFormula matches a formula that is a single word or the mean of up to three words, rounded or not. Its groups are the three words and
// the divisor.
var meanFormula = regexp.MustCompile(`^(?:ROUND\()?\(?([A-Z_]+)(?:\+([A-Z_]+))?(?:\+([A-Z_]+))?\)?(?:/([0-9]))?(?:,0\))?$`)

// termsOfMean returns the words of which a formula computes the mean, or nil if it is another kind of formula.
func termsOfMean(formula string) (words []string) {
	m := meanFormula.FindStringSubmatch(strings.ToUpper(strings.ReplaceAll(formula, " ", "")))
	if m == nil {
		return nil
	}
	words = collect.Filter(m[1:4], func(word string) bool { return word != "" })
	if m[4] != strconv.Itoa(len(words)) && (m[4] != "" || len(words) > 1) {
		return nil
	}
	return words
}

// relatedRows records in row.Related what a formula adds for ranks of other rows: I12, I12*2 or 2*I12, if I is the given column of ranks.
func (row *SkillRow) relatedRows(formula, column string) {
	formula = strings.ToUpper(strings.NewReplacer("$", "", " ", "").Replace(formula))
	// groups: 1 sign, 2 factor before the reference, 3 row, 4 operator after it, 5 second factor or divisor
	found := regexp.MustCompile(`([+-]?)(?:([0-9.]+)\*)?\b`+regexp.QuoteMeta(column)+`([0-9]+)(?:([*/])([0-9.]+))?`).FindAllStringSubmatch(formula, -1)
	for _, m := range found {
		at, err := strconv.Atoi(m[3])
		if err != nil || at == row.Row {
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
