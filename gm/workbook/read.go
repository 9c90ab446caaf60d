package workbook

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
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

// Reading of a character's contents from a workbook. find.go locates the cells, xlsx.go reads the file. A number is a value of the
// character that the layout names: a statistic, a pool, or one derived from them. The main sheet shows the numbers. The sheet of statistics
// has the raw value of each statistic and the changes of numbers (see Adjustment). An aspect is a property of a skill that a column gives
// by codes.

// Contents holds a character's data from a workbook, in the terms of its layout.
type Contents struct {
	Name      string                // character's name; empty if none was found
	About     []string              // lines of free text about the character's looks
	Notes     []string              // other texts of the main sheet, line by line
	Stats     map[string]float64    // values of statistics as the main sheet shows them, by name
	Pools     map[string]float64    // values of pools as the main sheet shows them, by name
	RawValues map[string]float64    // values of statistics before changes, by name
	Changes   map[string]Adjustment // changes of statistics and of derived numbers, by name of the number
	Skills    []SkillRow            // rows of the list of skills, except those of rank 0
	layout    *Layout               // places of the values in workbooks, as used for reading this one
	found     *finder               // located cells
	list      skillList             // position of the list of skills
	remarks   []remark              // problems found while reading
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
	Rank    float64           // rank as in the sheet, always above 0
	Stats   []string          // statistics that it is based on, as written but in upper case
	Codes   map[string]string // codes in upper case without spaces, by name of the aspect
	DF      *float64          // difficulty factor; this and the other pointers are nil if their cells are empty
	Mean    *float64          // mean of the statistics
	Chance  *float64          // chance in per cent
	Speed   *float64          // points that one use adds, to be spent on speed
	Cost    *float64          // price of the next rank in points of experience
	Related map[int]float64   // amount that each rank in another row adds to the chance, by row number
	Why     map[string]string // reason why a number can contradict the rules, by heading: typed in, or a formula unlike that of other rows
}

// Read reads the workbook of a character.
func Read(name string, layout *Layout) (*Contents, error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, message.Unreadable(name, err)
	}
	advice := fmt.Sprintf("Convert it with `libreoffice --headless --convert-to xlsx %s`.", quoteShell(name))
	isOldFormat := bytes.HasPrefix(data, []byte("\xd0\xcf\x11\xe0")) // also that of encrypted workbooks
	switch {
	case isOldFormat && bytes.Contains(data, encodeUTF16("EncryptedPackage")):
		return nil, fmt.Errorf("%s is locked with a password. Save it without one.", name)
	case isOldFormat || strings.EqualFold(filepath.Ext(name), ".xls"):
		return nil, fmt.Errorf("%s is an old .xls workbook. %s", name, advice)
	}
	b, err := openBook(data)
	switch {
	case errors.Is(err, errDamaged):
		return nil, fmt.Errorf("%s %w. Open it in a spreadsheet program and save it again.", name, err)
	case err != nil:
		return nil, fmt.Errorf("%s isn't an .xlsx workbook. %s", name, advice)
	}
	r := reader{newFinder(b, layout), &Contents{Stats: map[string]float64{}, Pools: map[string]float64{}, RawValues: map[string]float64{}, Changes: map[string]Adjustment{}, layout: layout}}
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
		r.sheet.remarks = append(r.sheet.remarks, remark{kind: remarkNoValue, where: p.String(), item: p.String()})
	}
	if text == "" {
		return nil
	}
	if x, ok := parseNumber(text); ok {
		return &x
	}
	r.sheet.remarks = append(r.sheet.remarks, remark{kind: remarkStrayCell, where: p.String(), item: fmt.Sprintf("%s “%s”", p, shortenText(text))})
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

// commaNumber matches a number with a decimal comma, or with points or commas as thousands separators.
var commaNumber = regexp.MustCompile(`^[-−+]?([0-9]*|[0-9]{1,3}(\.[0-9]{3})+),[0-9]+$|^[-−+]?[0-9]{1,3}(,[0-9]{3})+\.[0-9]+$`)

// parseNumber parses a number with a decimal comma or point, and an optional percent sign: 45% is 45.
func parseNumber(text string) (float64, bool) {
	text = strings.TrimSpace(strings.TrimSuffix(trimCell(text), "%"))
	if commaNumber.MatchString(text) {
		i := strings.LastIndexAny(text, ".,")
		text = strings.NewReplacer(".", "", ",", "").Replace(text[:i]) + "." + text[i+1:]
	}
	if strings.Contains(text, "/") { // source.ReadNumber would read a fraction
		return 0, false
	}
	return source.ReadNumber(text)
}

// readMainSheet reads the numbers, the name and the free texts of the main sheet.
func (r reader) readMainSheet() {
	r.readNumbers(r.layout.Main.Stats, r.sheet.Stats)
	r.readNumbers(r.layout.Main.Pools, r.sheet.Pools)
	used := r.readName() // cells that were read, so that they aren't notes, too
	r.readAbout(used)
	r.readNotes(used)
}

// readNumbers reads the values of the numbers in list and stores them in values, by name.
func (r reader) readNumbers(list source.Map[string], values map[string]float64) {
	for _, entry := range list {
		if p, found := r.cellByNumber[entry.Name]; found {
			if x := r.cellNumber(p); x != nil {
				values[entry.Name] = *x
			}
		}
	}
}

// readAbout reads the texts about the character that the layout names, such as its height, and adds their cells to used.
func (r reader) readAbout(used map[cellPosition]bool) {
	for _, entry := range r.layout.Main.About {
		var parts []string
		for _, a := range r.aboutCells(entry.Name, entry.Value, used) {
			used[a] = true
			if text := r.cellText(a); text != "" {
				parts = append(parts, strings.Join(strings.Fields(text), " "))
			}
		}
		_, isHeight := parseNumber(strings.Join(parts[:min(1, len(parts))], "")) // whether the first part is a number
		if len(parts) == 2 && isHeight {                                         // two cells hold feet and inches
			parts = []string{strings.TrimSuffix(parts[0], ".0") + " ft " + strings.TrimSuffix(parts[1], ".0") + " in"}
		}
		if len(parts) > 0 {
			r.sheet.About = append(r.sheet.About, entry.Name+": "+strings.TrimSuffix(strings.Join(parts, " "), ".0"))
		}
	}
}

// readNotes reads the notes of the main sheet: the texts in the layout's columns for notes, and those above the numbers. Cells in used
// aren't notes.
func (r reader) readNotes(used map[cellPosition]bool) {
	from, ok1 := readColumn(r.layout.Main.Notes.From)
	to, ok2 := readColumn(r.layout.Main.Notes.To)
	if !ok1 || !ok2 {
		return
	}
	first := r.firstRow()
	lines := map[int][]string{} // notes, by row
	var rows []int              // rows with notes, in order
	r.eachFilledCell(r.main, func(a cellPosition, c cell) {
		column := a.column - r.offset.column
		text := strings.Join(strings.Fields(trimCell(c.text)), " ")
		isNote := column >= from && column <= to || a.row < first && column < from // next to the numbers, or above them
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
		// a label ends less than three columns before its number
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

// readName reads the character's name: right of its label, else at its position in the layout, else from the first words above the numbers.
// It returns the set of the cells with the name and its label.
func (r reader) readName() map[cellPosition]bool {
	l := &r.layout.Main
	first := r.firstRow()
	used := map[cellPosition]bool{}
	take := func(a cellPosition) { // takes the cell's text as the name, unless there is one already
		if text := r.cellText(a); text != "" && r.sheet.Name == "" {
			r.sheet.Name, used[a] = strings.Join(strings.Fields(text), " "), true
		}
	}
	r.eachFilledCell(r.main, func(a cellPosition, c cell) {
		label := strings.TrimRight(trimCell(c.text), ": ")
		isNameLabel := slices.ContainsFunc(l.Named, func(word string) bool { return strings.EqualFold(word, label) })
		if isNameLabel && a.row < first {
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
		r.sheet.remarks = append(r.sheet.remarks, remark{kind: remarkNoName, where: r.main, item: r.main})
	}
	return used
}

// aboutCells returns the cells of the free text with the given name. If the main sheet has its label, it returns the cells to the right of
// the label, as many as the layout lists in cells, and adds the label to used. Otherwise it returns the listed cells.
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
	raws, changes := r.findStatistics()
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
		r.sheet.RawValues[name] = *raw
		if _, shown := r.sheet.Stats[name]; !shown {
			r.sheet.Stats[name] = r.sheet.Changes[name].applyTo(*raw)
			r.sheet.remarks = append(r.sheet.remarks, remark{kind: remarkOnlyRaw, where: p.String(), item: fmt.Sprintf("%s (%s)", name, p)})
		}
	}
}

// findStatistics returns the cells of the raw values and of the changes, by name of the number: those with a defined name or a label or, if
// there are none at all, those of the layout.
func (r reader) findStatistics() (raws map[string]place, changes map[string][]place) {
	l := &r.layout.Statistics
	raws, changes = map[string]place{}, map[string][]place{}
	for _, entry := range append(slices.Clone(r.layout.Main.Stats), r.layout.Main.Pools...) {
		if p, ok := r.findPart(l.Names.Raw, entry.Name); ok {
			raws[entry.Name] = p
		}
		if p, ok := r.findPart(l.Names.Change, entry.Name); ok {
			changes[entry.Name] = []place{p}
		}
	}
	sheet := r.findSheet(l.Sheet)
	if len(raws)+len(changes) > 0 || sheet == "" {
		return raws, changes
	}
	cellAt := func(row int, letters string) place {
		column, _ := readColumn(letters)
		return place{sheet, cellPosition{row, column}}
	}
	for _, entry := range l.Rows { // only statistics have a raw value, derived numbers don't
		raws[entry.Name] = cellAt(entry.Value, l.Raw)
	}
	for _, entry := range append(slices.Clone(l.Rows), l.Derived...) {
		for _, letters := range l.Changes {
			changes[entry.Name] = append(changes[entry.Name], cellAt(entry.Value, letters))
		}
	}
	return raws, changes
}

// readChange reads the change of a number from cells. Their amounts are added or, for a factor, multiplied.
func (r reader) readChange(name string, cells []place) {
	c := Adjustment{Times: slices.Contains(r.layout.Main.Factors, name)}
	if c.Times {
		c.By = 1 // no change
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
			r.sheet.remarks = append(r.sheet.remarks, remark{kind: remarkStrayCell, where: p.String(), item: fmt.Sprintf("%s × %s (%s)", name, command.Number(*x), p)})
		}
	}
	if c.Where != "" {
		r.sheet.Changes[name] = c
	}
}

// readSkillRows reads the list of skills. Skills of rank 0 are only counted, in a remark.
func (r reader) readSkillRows(l skillList) {
	r.sheet.list = l
	zeroRanks := 0
	common := r.commonFormulas(l)
	for row := l.head + 1; row <= r.rows[l.sheet]; row++ {
		name, rank, ok := r.readNameAndRank(&l, row)
		switch {
		case !ok:
		case rank == 0:
			zeroRanks++
		default:
			r.sheet.Skills = append(r.sheet.Skills, r.readSkillRow(&l, row, name, rank, common))
		}
	}
	if zeroRanks > 0 {
		r.sheet.remarks = append(r.sheet.remarks, remark{kind: remarkRankZero, where: l.sheet, item: strconv.Itoa(zeroRanks)})
	}
}

// placeOf returns the cell in the given row of the list of skills, in the column of the given heading.
func (l *skillList) placeOf(row int, head string) place {
	return place{l.sheet, cellPosition{row, l.columns[head]}}
}

// contentOf returns the content of the cell in the given row of the list of skills, in the column of the given heading.
func (r reader) contentOf(l *skillList, row int, head string) cell {
	return r.cells[l.sheet][l.placeOf(row, head).cellPosition]
}

// readNameAndRank reads the name and the rank of the skill in a row. ok is false if the row has no skill, or if its name or rank can't be
// used; in that case it adds a remark.
func (r reader) readNameAndRank(l *skillList, row int) (name string, rank float64, ok bool) {
	addRemark := func(k remarkKind, format string, args ...any) {
		r.sheet.remarks = append(r.sheet.remarks, remark{kind: k, where: fmt.Sprintf("%s row %d", l.sheet, row), row: row, item: fmt.Sprintf(format, args...)})
	}
	nameCell, rankCell := r.contentOf(l, row, "name"), r.contentOf(l, row, "rank")
	name = strings.Join(strings.Fields(trimCell(nameCell.text)), " ")
	text := trimCell(rankCell.text)
	rank, isRank := parseNumber(text)
	switch {
	case nameCell.unsaved && (text != "" || rankCell.unsaved):
		addRemark(remarkNoValue, "%s", l.placeOf(row, "name"))
	case name != "" && rankCell.unsaved:
		addRemark(remarkNoValue, "%s (%s)", l.placeOf(row, "rank"), name)
	case name == "" && isRank && rank != 0:
		addRemark(remarkNoSkillName, "row %d", row)
	case name == "" || text == "": // the row has no skill
	case !isRank || rank < 0:
		addRemark(remarkBadRank, "%s “%s”", name, shortenText(text))
	default:
		return name, rank, true
	}
	return name, rank, false
}

// readSkillRow reads the row of the skill with the given name and rank. common holds the formulas that most rows have, by heading (see
// commonFormulas).
func (r reader) readSkillRow(l *skillList, row int, name string, rank float64, common map[string]string) SkillRow {
	s := SkillRow{Row: row, Name: name, Rank: rank, Codes: map[string]string{}, Related: map[int]float64{}, Why: map[string]string{}}
	for _, entry := range r.layout.Skills.Aspects {
		if l.columns[entry.Name] > 0 {
			s.Codes[entry.Name] = strings.ToUpper(strings.Join(strings.Fields(r.contentOf(l, row, entry.Name).text), ""))
		}
	}
	for _, column := range l.stats {
		if text := strings.ToUpper(trimCell(r.cells[l.sheet][cellPosition{row, column}].text)); text != "" {
			s.Stats = append(s.Stats, text)
		}
	}
	if len(s.Stats) == 0 {
		s.Stats = termsOfMean(r.contentOf(l, row, "mean").formula)
	}
	numbers := map[string]**float64{"df": &s.DF, "mean": &s.Mean, "chance": &s.Chance, "speed": &s.Speed, "cost": &s.Cost}
	for _, head := range slices.Sorted(maps.Keys(numbers)) { // in a fixed order, since cellNumber can add remarks
		if l.columns[head] > 0 {
			*numbers[head] = r.cellNumber(l.placeOf(row, head))
			s.explainFormula(head, r.contentOf(l, row, head).formula, common[head])
		}
	}
	if formula := r.contentOf(l, row, "chance").formula; formula != "" {
		s.addRelated(formula, columnName(l.columns["rank"]))
	}
	return s
}

// explainFormula sets the reason why the number under a heading can contradict the rules, if there is one: it has no formula, or one other
// than common, the formula that most rows have. For chance and mean, only a missing formula is a reason.
func (row *SkillRow) explainFormula(head, formula, common string) {
	switch {
	case formula == "" && common != "":
		row.Why[head] = "typed in"
	case head != "chance" && head != "mean" && common != "" && relativeToRow(formula, row.Row) != common:
		row.Why[head] = "another formula"
		if more, longer := strings.CutPrefix(relativeToRow(formula, row.Row), common); longer {
			row.Why[head] = "its formula adds " + more
		}
	}
}

// commonFormulas returns, by heading, the formula that most rows have, if at least two have it, in the form that relativeToRow returns.
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

// termsOfMean returns the words whose mean a formula computes, or nil if it is another kind of formula.
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

// addRelated adds to row.Related the amounts that a formula adds for each rank in other rows. The formula refers to these ranks as I12,
// I12*2 or 2*I12, where I stands for the given column, that of the ranks.
func (row *SkillRow) addRelated(formula, column string) {
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
