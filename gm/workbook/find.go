package workbook

import (
	"slices"
	"strings"

	"hybrid/rules/collect"
	"hybrid/rules/source"
)

// Location of the cells that a layout names. A number is a value of the character, such as a statistic, by its name in the layout. Several
// words can mean it: that name, its label, and others that the layout lists. A defined name is one that the workbook gives to a cell. The
// main sheet is the one with the numbers.

// finder locates the cells of a layout in a workbook: by defined name, by the label left of them, or by position. If the sheet has its
// numbers in other rows or columns than the layout, positions are shifted by the offset that most numbers have.
type finder struct {
	*book
	layout        *Layout             // cells to find
	main          string              // name of the main sheet; "" until it is found
	numberByWord  map[string]string   // name of a number, by upper-case word that means it
	wordsByNumber map[string][]string // upper-case words that mean a number, by its name
	cellByNumber  map[string]place    // cells of the numbers found, by name
	offset        cellPosition        // rows and columns to add to the numbers' positions in the layout
}

// newFinder returns a finder of the layout's cells in b.
func newFinder(b *book, layout *Layout) *finder {
	f := &finder{book: b, layout: layout, numberByWord: map[string]string{}, wordsByNumber: map[string][]string{}, cellByNumber: map[string]place{}}
	// add makes word mean a number; a word that is listed for several numbers means the first
	add := func(word, number string) {
		word = strings.ToUpper(word)
		if _, known := f.numberByWord[word]; !known {
			f.numberByWord[word] = number
			f.wordsByNumber[number] = append(f.wordsByNumber[number], word)
		}
	}
	for _, list := range []source.Map[string]{layout.Main.Stats, layout.Main.Pools, layout.Main.Labels} {
		for _, entry := range list {
			add(entry.Name, entry.Name)
		}
	}
	for _, entry := range layout.Main.Labels {
		add(entry.Value, entry.Name)
	}
	for _, entry := range layout.Main.Also {
		for _, word := range entry.Value {
			add(word, entry.Name)
		}
	}
	return f
}

// labelWords returns the upper-case words that a label stands for. For a label such as “Physical Body (PBD):”, these are the abbreviation,
// the label without it, and the whole label; for other labels, the whole label.
func labelWords(text string) (words []string) {
	text = strings.ToUpper(strings.Join(strings.Fields(strings.TrimRight(trimCell(text), ": ")), " "))
	if before, short, ok := strings.Cut(strings.TrimSuffix(text, ")"), "("); ok && strings.HasSuffix(text, ")") {
		words = append(words, strings.TrimSpace(short), strings.TrimSpace(before))
	}
	return append(words, text)
}

// numberOfLabel returns the number whose label is in the cell, or "".
func (f *finder) numberOfLabel(sheet string, a cellPosition) string {
	for _, word := range labelWords(f.cells[sheet][a].text) {
		if number := f.numberByWord[word]; number != "" {
			return number
		}
	}
	return ""
}

// cellRightOf returns the first filled cell within two columns to the right of the label at a. It returns false if there is none, or if
// that cell is another label.
func (f *finder) cellRightOf(sheet string, a cellPosition) (cellPosition, bool) {
	next := a
	for range 2 {
		next = f.nextCell(sheet, next)
		if text := trimCell(f.cells[sheet][next].text); text != "" {
			return next, f.numberOfLabel(sheet, next) == ""
		}
	}
	return cellPosition{}, false
}

// eachFilledCell calls do for each filled cell of a sheet, row by row.
func (f *finder) eachFilledCell(sheet string, do func(cellPosition, cell)) {
	list := make([]cellPosition, 0, len(f.cells[sheet]))
	for a := range f.cells[sheet] {
		list = append(list, a)
	}
	slices.SortFunc(list, func(a, b cellPosition) int {
		if a.row != b.row {
			return a.row - b.row
		}
		return a.column - b.column
	})
	for _, a := range list {
		do(a, f.cells[sheet][a])
	}
}

// findSheet returns the sheet with a name, ignoring case and the spaces around the sheet's name, or "".
func (f *finder) findSheet(name string) string {
	return collect.First(f.sheets, func(sheet string) bool { return strings.EqualFold(strings.TrimSpace(sheet), name) })
}

// enoughLabels is the number of numbers with a label that identifies the main sheet.
const enoughLabels = 5

// findNumbers locates the main sheet, and the cells of the layout's numbers. It reports whether there is such a sheet.
func (f *finder) findNumbers() bool {
	if f.main = f.findMainSheet(); f.main == "" {
		return false
	}
	f.findByName()
	f.findByLabel()
	f.findByPlace()
	// A defined name of a number's cell is as good as a word that means the number.
	for number, p := range f.cellByNumber {
		for _, word := range f.cellNames[p] { // possibly a defined name that the layout doesn't list
			if _, known := f.numberByWord[word]; !known {
				f.numberByWord[word] = number
			}
		}
	}
	return true
}

// findMainSheet returns the sheet with the numbers: the one with the name in the layout, unless another has more of the defined names that
// mean numbers, and at least three; without either, the first one with enoughLabels labels of numbers. It returns "" if there is none.
func (f *finder) findMainSheet() string {
	count := map[string]int{} // number of defined names that mean a number, by sheet
	for _, words := range f.wordsByNumber {
		for _, word := range words {
			if p, ok := f.names[word]; ok {
				count[p.sheet]++
			}
		}
	}
	best := f.findSheet(f.layout.Main.Sheet)
	for _, sheet := range f.sheets {
		if count[sheet] > max(2, count[best]) {
			best = sheet
		}
	}
	if best != "" {
		return best
	}
	for _, sheet := range f.sheets {
		labelled := map[string]bool{} // set of the numbers that have a label
		f.eachFilledCell(sheet, func(a cellPosition, _ cell) {
			if number := f.numberOfLabel(sheet, a); number != "" {
				labelled[number] = true
			}
		})
		if len(labelled) >= enoughLabels {
			return sheet
		}
	}
	return ""
}

// findByName locates numbers by the defined names of cells.
func (f *finder) findByName() {
	for number, words := range f.wordsByNumber {
		for _, word := range words {
			if p, ok := f.names[word]; ok {
				f.cellByNumber[number] = p
				break
			}
		}
	}
}

// findByLabel locates numbers by their labels. Labels with a number to the right have precedence over labels with other content there.
func (f *finder) findByLabel() {
	unsure := map[string]cellPosition{} // cells right of a label that hold something other than a number, by name of the number
	f.eachFilledCell(f.main, func(a cellPosition, _ cell) {
		name := f.numberOfLabel(f.main, a)
		if _, known := f.cellByNumber[name]; name == "" || known {
			return
		}
		next, ok := f.cellRightOf(f.main, a)
		if !ok {
			return
		}
		if _, isNumber := parseNumber(f.cells[f.main][next].text); isNumber {
			f.cellByNumber[name] = place{f.main, next}
		} else if _, known := unsure[name]; !known {
			unsure[name] = next
		}
	})
	for name, a := range unsure {
		if _, known := f.cellByNumber[name]; !known {
			f.cellByNumber[name] = place{f.main, a}
		}
	}
}

// findByPlace locates the numbers that have neither a defined name nor a label. It takes their positions in the layout, shifted by the
// offset that most of the other numbers have, and skips cells of other numbers.
func (f *finder) findByPlace() {
	votes, highest := map[cellPosition]int{}, 0 // number of cells with each offset, and the highest of them
	taken := map[place]bool{}
	lists := []source.Map[string]{f.layout.Main.Stats, f.layout.Main.Pools}
	for _, list := range lists {
		for _, entry := range list {
			p, found := f.cellByNumber[entry.Name]
			usual, ok := readCell(entry.Value)
			taken[p] = true
			if !found || !ok || p.sheet != f.main {
				continue
			}
			offset := cellPosition{p.row - usual.row, p.column - usual.column}
			if votes[offset]++; votes[offset] > highest {
				highest, f.offset = votes[offset], offset
			}
		}
	}
	for _, list := range lists {
		for _, entry := range list {
			usual, ok := readCell(entry.Value)
			p := place{f.main, cellPosition{usual.row + f.offset.row, usual.column + f.offset.column}}
			if _, found := f.cellByNumber[entry.Name]; ok && !found && !taken[p] {
				f.cellByNumber[entry.Name] = p
			}
		}
	}
}

// findPart locates a part of a number, such as its raw value: by a defined name, in which a word for the number replaces the * of pattern,
// or to the right of a label with that name on another sheet.
func (f *finder) findPart(pattern, number string) (place, bool) {
	if pattern == "" {
		return place{}, false
	}
	var labels []string
	for _, word := range f.wordsByNumber[number] {
		name := strings.ToUpper(strings.Replace(pattern, "*", word, 1))
		if p, ok := f.names[name]; ok {
			return p, true
		}
		labels = append(labels, strings.ReplaceAll(name, "_", " "))
	}
	for _, sheet := range f.sheets {
		if sheet == f.main {
			continue
		}
		var found place
		f.eachFilledCell(sheet, func(a cellPosition, c cell) {
			first := labelWords(strings.ReplaceAll(c.text, "_", " "))[0] // the abbreviation, or the whole label if it has none
			if !slices.Contains(labels, first) || found.sheet != "" {
				return
			}
			if next, ok := f.cellRightOf(sheet, a); ok {
				found = place{sheet, next}
			}
		})
		if found.sheet != "" {
			return found, true
		}
	}
	return place{}, false
}

// skillList is the position of a list of skills: its sheet, the row above the first skill, and its columns.
type skillList struct {
	sheet   string         // name of the sheet
	head    int            // number of the row above the first skill, from 1
	columns map[string]int // column of each value, from 1, by its name in the layout; 0 or missing for none
	stats   []int          // columns of the statistics
}

// findSkills locates the list of skills: on the sheet named in the layout or, if there is none, on any sheet, by a row with the headings of
// name and rank. If the named sheet has no headings, the columns are those of the layout.
func (f *finder) findSkills() (skillList, bool) {
	l := &f.layout.Skills
	namedSheet := f.findSheet(l.Sheet)
	sheets := f.sheets
	if namedSheet != "" {
		sheets = []string{namedSheet}
	}
	const maxHeadRow = 10 // last row that can have the headings
	for _, sheet := range sheets {
		for row := 1; row <= min(maxHeadRow, f.rows[sheet]); row++ {
			if found := f.findHeads(sheet, row); found.columns["name"] > 0 && found.columns["rank"] > 0 {
				return found, true
			}
		}
	}
	if namedSheet == "" {
		return skillList{}, false
	}
	found := skillList{sheet: namedSheet, head: 1, columns: map[string]int{}}
	f.addUsualColumns(&found)
	return found, true
}

// findHeads locates the columns of a list by the headings in a row. If name and rank are in the columns of the layout, columns without a
// heading are taken from the layout, too.
func (f *finder) findHeads(sheet string, row int) skillList {
	found := skillList{sheet: sheet, head: row, columns: map[string]int{}}
	columns := map[string]int{}
	f.eachFilledCell(sheet, func(a cellPosition, c cell) {
		if word := strings.ToUpper(trimCell(c.text)); a.row == row && columns[word] == 0 {
			columns[word] = a.column
		}
	})
	for _, head := range f.layout.Skills.Heads {
		for _, word := range head.Value {
			column := columns[strings.ToUpper(word)]
			if column == 0 {
				continue
			}
			if head.Name == "stats" {
				found.stats = append(found.stats, column)
			} else if found.columns[head.Name] == 0 {
				found.columns[head.Name] = column
			}
		}
	}
	name, _ := readColumn(f.layout.Skills.Name)
	rank, _ := readColumn(f.layout.Skills.Rank)
	isAsInLayout := found.columns["name"] == name && found.columns["rank"] == rank
	if isAsInLayout && len(found.stats) == 0 && found.columns["mean"] == 0 {
		f.addUsualColumns(&found)
	}
	return found
}

// addUsualColumns adds the columns of the layout for values that have no column yet.
func (f *finder) addUsualColumns(found *skillList) {
	l := &f.layout.Skills
	set := func(head, letters string) {
		if column, ok := readColumn(letters); ok && found.columns[head] == 0 {
			found.columns[head] = column
		}
	}
	for head, letters := range map[string]string{"name": l.Name, "rank": l.Rank, "mean": l.Mean, "chance": l.Chance, "speed": l.Speed, "cost": l.Cost, "df": l.DF} {
		set(head, letters)
	}
	for _, entry := range l.Aspects {
		set(entry.Name, entry.Value.At)
	}
	found.stats = append(found.stats, collect.FilterMap(l.Stats, readColumn)...) // the callers have found no columns of statistics
}
