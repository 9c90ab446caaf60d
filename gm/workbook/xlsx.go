package workbook

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/xuri/excelize/v2"
)

// An .xlsx file in memory: cells, formulas and names, within limits. Package excelize reads the format.

// book is an .xlsx workbook in memory: the text shown in its cells, and their formulas.
type book struct {
	sheets    []string                         // names of the sheets, in order
	cells     map[string]map[cellPosition]cell // filled cells, by sheet
	rows      map[string]int                   // last row with a cell, by sheet
	names     map[string]place                 // single cells with a defined name, by upper-case name
	cellNames map[place][]string               // defined names of each cell, in upper case
	merged    map[place]int                    // last column of each merged cell, by its top left cell
}

// cellPosition is the position of a cell; row and column count from 1.
type cellPosition struct{ row, column int }

// place is a cell of a workbook.
type place struct {
	sheet string // name of the sheet
	cellPosition
}

// cell is the content of a cell. text shows a number as a sufficiently wide cell would; percent is the only number format that is applied.
type cell struct {
	text    string // text shown
	formula string // without the =; "" if it has none
	unsaved bool   // whether the file has no cached value for the formula, as in files from programs that do not calculate
}

// errDamaged is wrapped by errors about a workbook with an unreadable part.
var errDamaged = errors.New("is damaged")

// maxSize is the maximum size of an unpacked workbook in bytes.
const maxSize = 256 << 20

// openBook reads a workbook. The error wraps errDamaged if the file is a workbook with unreadable parts.
func openBook(data []byte) (b *book, err error) {
	packed, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, err
	}
	if !slices.ContainsFunc(packed.File, func(part *zip.File) bool { return bookPart.MatchString(part.Name) }) {
		return nil, errors.New("no workbook")
	}
	defer func() {
		if failure := recover(); failure != nil { // excelize doesn't check the numbers in a file
			b, err = nil, fmt.Errorf("%w: %v", errDamaged, failure)
		}
	}()
	file, err := excelize.OpenReader(bytes.NewReader(data), excelize.Options{UnzipSizeLimit: maxSize, UnzipXMLSizeLimit: maxSize})
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errDamaged, err)
	}
	defer file.Close()
	file.Pkg.Range(func(part, data any) bool { // mark the cells whose formula has no value with noValueText
		if strings.HasPrefix(part.(string), "xl/worksheets/") {
			file.Pkg.Store(part, formulaEnd.ReplaceAll(data.([]byte), []byte("$1<${2}v>"+noValueText+"</${2}v></${2}c>")))
		}
		return true
	})
	b = &book{cells: map[string]map[cellPosition]cell{}, rows: map[string]int{}, names: map[string]place{}, cellNames: map[place][]string{}, merged: map[place]int{}}
	percent := percentStyles(file)
	for _, sheet := range file.GetSheetList() {
		merged, err := file.GetMergeCells(sheet, true)
		if err != nil && strings.HasSuffix(err.Error(), "is not a worksheet") {
			continue // a chart
		}
		b.sheets = append(b.sheets, sheet)
		for _, area := range merged {
			from, _ := readCell(area.GetStartAxis())
			to, _ := readCell(area.GetEndAxis())
			b.merged[place{sheet, from}] = to.column
		}
		if err == nil {
			err = b.readSheet(file, sheet, percent)
		}
		if err != nil {
			return nil, fmt.Errorf("%w: %s: %w", errDamaged, sheet, err)
		}
	}
	if len(b.sheets) == 0 {
		return nil, errors.New("no sheet")
	}
	for _, name := range file.GetDefinedName() {
		if p, ok := readPlace(name.RefersTo); ok && b.cells[p.sheet] != nil {
			b.names[strings.ToUpper(name.Name)] = p
			b.cellNames[p] = append(b.cellNames[p], strings.ToUpper(name.Name))
		}
	}
	return b, nil
}

// bookPart matches the name of the part of a package that lists the sheets; its separator can be \ instead of /.
var bookPart = regexp.MustCompile(`(?i)(^|[/\\])workbook\d*\.xml$`)

// formulaEnd matches the end of a cell that has a formula without a value, with the namespace prefix of its elements.
var formulaEnd = regexp.MustCompile(`((?:</(?:\w+:)?f>|<(?:\w+:)?f\s[^>]*/>)\s*)</(\w+:)?c>`)

// noValueText is inserted in cells with a formula without a value, since excelize does not distinguish those from cells with an empty text.
const noValueText = "#NO VALUE"

// quotedFormat matches the literal parts of a number format.
var quotedFormat = regexp.MustCompile(`"[^"]*"|\\.`)

// percentStyles returns the styles that show a number in percent.
func percentStyles(file *excelize.File) map[int]bool {
	formats := map[int]bool{9: true, 10: true} // 0% and 0.00%
	if file.Styles.NumFmts != nil {
		for _, format := range file.Styles.NumFmts.NumFmt {
			formats[format.NumFmtID] = strings.Contains(quotedFormat.ReplaceAllString(format.FormatCode, ""), "%")
		}
	}
	styles := map[int]bool{}
	if file.Styles.CellXfs != nil {
		for i, style := range file.Styles.CellXfs.Xf {
			styles[i] = style.NumFmtID != nil && formats[*style.NumFmtID]
		}
	}
	return styles
}

// formatNumber formats a number as a cell shows it: with 15 digits, as spreadsheet programs do, and in percent if percent is set.
func formatNumber(text string, percent bool) string {
	x, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
	if err != nil {
		return text
	}
	unit := ""
	if percent {
		x, unit = x*100, "%"
	}
	const digits = 15
	if x, err = strconv.ParseFloat(strconv.FormatFloat(x, 'g', digits, 64), 64); err != nil {
		return text
	}
	return strconv.FormatFloat(x, 'f', -1, 64) + unit
}

// readSheet reads the cells of a sheet.
func (b *book) readSheet(file *excelize.File, name string, percent map[int]bool) error {
	// Otherwise excelize returns the value of a merged cell for all cells that it covers.
	if err := file.UnmergeCell(name, "A1", "XFD1048576"); err != nil {
		return err
	}
	rows, err := file.Rows(name)
	if err != nil {
		return err
	}
	defer rows.Close()
	b.cells[name] = map[cellPosition]cell{}
	for row := 1; rows.Next(); row++ {
		texts, err := rows.Columns(excelize.Options{RawCellValue: true})
		if err != nil {
			return err
		}
		for i, text := range texts {
			here := cellPosition{row, i + 1}
			formula, err1 := file.GetCellFormula(name, here.String())
			kind, err2 := file.GetCellType(name, here.String())
			style, err3 := file.GetCellStyle(name, here.String())
			if err := errors.Join(err1, err2, err3); err != nil {
				return err
			}
			value := cell{text: text, formula: formula}
			if kind == excelize.CellTypeUnset || kind == excelize.CellTypeNumber {
				value.text = formatNumber(text, percent[style])
				value.unsaved = formula != "" && text == ""
			}
			if text == noValueText {
				value.text, value.unsaved = "", true
			}
			if value != (cell{}) {
				b.cells[name][here], b.rows[name] = value, row
			}
		}
	}
	return rows.Error()
}

// nextCell returns the cell to the right of a cell, which can be a merged one.
func (b *book) nextCell(sheet string, a cellPosition) cellPosition {
	return cellPosition{a.row, max(a.column, b.merged[place{sheet, a}]) + 1}
}

// reference matches a reference to a cell in a formula, such as B$4. Its groups are a $, the column, a $ and the row.
var reference = regexp.MustCompile(`(\$?)\b([A-Za-z]{1,3})(\$?)([0-9]{1,7})\b`)

// readPlace parses a reference to a single cell, such as 'My sheet'!$B$4.
func readPlace(text string) (place, bool) {
	i := strings.LastIndex(text, "!")
	if i < 0 {
		return place{}, false
	}
	sheet := strings.TrimSpace(text[:i])
	if len(sheet) > 1 && sheet[0] == '\'' && sheet[len(sheet)-1] == '\'' {
		sheet = strings.ReplaceAll(sheet[1:len(sheet)-1], "''", "'")
	}
	p, ok := readCell(strings.ReplaceAll(strings.TrimSpace(text[i+1:]), "$", ""))
	return place{sheet, p}, ok
}

// readCell parses the name of a cell, such as B4.
func readCell(text string) (cellPosition, bool) {
	column, row, err := excelize.CellNameToCoordinates(text)
	return cellPosition{row, column}, err == nil
}

// readColumn parses the letters of a column.
func readColumn(letters string) (column int, ok bool) {
	column, err := excelize.ColumnNameToNumber(letters)
	return max(column, 0), err == nil
}

// columnName returns the letters of a column.
func columnName(column int) string {
	name, err := excelize.ColumnNumberToName(column)
	if err != nil {
		return "?"
	}
	return name
}

// String returns the name of a cell, such as B4.
func (a cellPosition) String() string { return columnName(a.column) + strconv.Itoa(a.row) }

// String returns a cell with its sheet, as in notes.
func (p place) String() string { return p.sheet + " " + p.cellPosition.String() }
