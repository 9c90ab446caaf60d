package workbook

import (
	"archive/zip"
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"path"
	"regexp"
	"strconv"
	"strings"
)

// An .xlsx file in memory: cells, formulas and names, within limits.

// book is an .xlsx workbook in memory: what its cells show, and their formulas. Of the format (ECMA-376 part 1, 18) it reads
// what a table of values needs: sheets, shared and inline strings, formulas with those that cells share, and defined names.
type book struct {
	sheets []string // names, in order
	cells  map[string]map[at]cell
	rows   map[string]int       // the last row with a cell, by sheet
	names  map[string]place     // of single cells, by upper-case name
	called map[place][]string   // the names of a cell
	links  map[string]string    // targets of the workbook's relations, by ID
	kinds  map[string]string    // their types
	parts  map[string]*zip.File // by path
	shared []string             // shared strings
	shares []bool               // whether a cell's number is shown in percent, by style
	merged map[place]int        // the last column of a merged cell
}

// at is where a cell is, both from 1.
type at struct{ row, column int }

// place is a cell of a workbook.
type place struct {
	sheet string
	at
}

// cell is what a cell holds. A number is text as a cell wide enough shows it, without its format but for percent.
type cell struct {
	text    string
	formula string // without the =; "" if it has none
	unsaved bool   // whether the file lacks the formula's value: programs that calculate nothing write no values
}

// errDamaged is wrapped by the errors of a workbook of which a part cannot be read to its end.
var errDamaged = errors.New("is damaged")

// maxPart is the most bytes that a part of a workbook may have, unpacked.
const maxPart = 64 << 20

// openBook reads a workbook. The error is errDamaged if it is one whose parts cannot be read.
func openBook(data []byte) (*book, error) {
	archive, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, err
	}
	b := &book{cells: map[string]map[at]cell{}, rows: map[string]int{}, names: map[string]place{}, called: map[place][]string{},
		links: map[string]string{}, kinds: map[string]string{}, parts: map[string]*zip.File{}, merged: map[place]int{}}
	for _, part := range archive.File {
		b.parts[strings.TrimPrefix(strings.ReplaceAll(part.Name, `\`, "/"), "/")] = part
	}
	main := "xl/workbook.xml"
	if err := b.relations("_rels/.rels"); err == nil {
		for id, kind := range b.kinds {
			if kind == "officeDocument" {
				main = strings.TrimPrefix(b.links[id], "/")
			}
		}
	}
	if b.parts[main] == nil {
		return nil, fmt.Errorf("no %s", main)
	}
	clear(b.links)
	clear(b.kinds)
	if err := b.relations(path.Join(path.Dir(main), "_rels", path.Base(main)+".rels")); err != nil {
		return nil, err
	}
	target := func(id string) string {
		if strings.HasPrefix(b.links[id], "/") {
			return b.links[id][1:]
		}
		return path.Join(path.Dir(main), b.links[id])
	}
	for id, kind := range b.kinds {
		read := map[string]func(string) error{"sharedStrings": b.sharedStrings, "styles": b.styles}[kind]
		if read == nil {
			continue
		}
		if err := read(target(id)); err != nil {
			return nil, err
		}
	}
	var top struct {
		Sheets []struct {
			Name string `xml:"name,attr"`
			ID   string `xml:"id,attr"` // of one namespace in Strict Open XML, and of another in the usual one
		} `xml:"sheets>sheet"`
		Names []struct {
			Name string `xml:"name,attr"`
			Text string `xml:",chardata"`
		} `xml:"definedNames>definedName"`
	}
	if err := b.decode(main, &top); err != nil {
		return nil, err
	}
	for _, sheet := range top.Sheets {
		if b.kinds[sheet.ID] != "worksheet" {
			continue // a chart
		}
		b.sheets = append(b.sheets, sheet.Name)
		if err := b.sheet(sheet.Name, target(sheet.ID)); err != nil {
			return nil, err
		}
	}
	for _, name := range top.Names {
		if p, ok := readPlace(name.Text); ok && b.cells[p.sheet] != nil {
			b.names[strings.ToUpper(name.Name)] = p
			b.called[p] = append(b.called[p], strings.ToUpper(name.Name))
		}
	}
	return b, nil
}

// part returns the unpacked bytes of a part.
func (b *book) part(name string) ([]byte, error) {
	file := b.parts[name]
	if file == nil {
		return nil, fmt.Errorf("%w: %s is missing", errDamaged, name)
	}
	open, err := file.Open()
	if err != nil {
		return nil, fmt.Errorf("%w: %s: %w", errDamaged, name, err)
	}
	defer open.Close()
	data, err := io.ReadAll(io.LimitReader(open, maxPart+1))
	if err == nil && len(data) > maxPart {
		err = errors.New("it is too large")
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %s: %w", errDamaged, name, err)
	}
	return data, nil
}

// decode decodes a part that is read as a whole.
func (b *book) decode(name string, into any) error {
	data, err := b.part(name)
	if err != nil {
		return err
	}
	if err := xml.Unmarshal(data, into); err != nil {
		return fmt.Errorf("%w: %s: %w", errDamaged, name, err)
	}
	return nil
}

// relations reads which files the part name refers to, by ID.
func (b *book) relations(name string) error {
	var list struct {
		Relations []struct {
			ID     string `xml:"Id,attr"`
			Type   string `xml:"Type,attr"`
			Target string `xml:"Target,attr"`
		} `xml:"Relationship"`
	}
	if err := b.decode(name, &list); err != nil {
		return err
	}
	for _, each := range list.Relations {
		b.links[each.ID], b.kinds[each.ID] = each.Target, path.Base(each.Type)
	}
	return nil
}

// richText is a text that may consist of runs, each with a format of its own.
type richText struct {
	Text string `xml:"t"`
	Runs []struct {
		Text string `xml:"t"`
	} `xml:"r"`
}

func (t *richText) String() string {
	text := t.Text
	for _, run := range t.Runs {
		text += run.Text
	}
	return unescape(text)
}

// escaped is a character that XML can't hold, or the beginning of what looks like one, as texts of a workbook have it.
var escaped = regexp.MustCompile(`_x[0-9A-Fa-f]{4}_`)

// unescape returns a text with the characters that are escaped in it.
func unescape(text string) string {
	return escaped.ReplaceAllStringFunc(text, func(code string) string {
		n, _ := strconv.ParseUint(code[2:6], 16, 16)
		return string(rune(n))
	})
}

// styles reads which styles show a number in percent.
func (b *book) styles(name string) error {
	var list struct {
		Formats []struct {
			ID   int    `xml:"numFmtId,attr"`
			Code string `xml:"formatCode,attr"`
		} `xml:"numFmts>numFmt"`
		Cells []struct {
			Format int `xml:"numFmtId,attr"`
		} `xml:"cellXfs>xf"`
	}
	if err := b.decode(name, &list); err != nil {
		return err
	}
	percent := map[int]bool{9: true, 10: true} // 0% and 0.00%
	for _, format := range list.Formats {
		percent[format.ID] = strings.Contains(quotedFormat.ReplaceAllString(format.Code, ""), "%")
	}
	for _, style := range list.Cells {
		b.shares = append(b.shares, percent[style.Format])
	}
	return nil
}

// quotedFormat is what a number's format shows as it stands.
var quotedFormat = regexp.MustCompile(`"[^"]*"|\\.`)

// formatNumber returns a number as a cell shows it: 15 digits of it, as spreadsheet programs do, and in percent if its style says so.
func (b *book) formatNumber(text string, style int) string {
	x, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
	if err != nil {
		return text
	}
	unit := ""
	if style >= 0 && style < len(b.shares) && b.shares[style] {
		x, unit = x*100, "%"
	}
	const digits = 15
	if x, err = strconv.ParseFloat(strconv.FormatFloat(x, 'g', digits, 64), 64); err != nil {
		return text
	}
	return strconv.FormatFloat(x, 'f', -1, 64) + unit
}

// sharedStrings reads the texts that cells refer to by number.
func (b *book) sharedStrings(name string) error {
	var list struct {
		Items []richText `xml:"si"`
	}
	if err := b.decode(name, &list); err != nil {
		return err
	}
	for i := range list.Items {
		b.shared = append(b.shared, list.Items[i].String())
	}
	return nil
}

// sheet reads the cells of a sheet.
func (b *book) sheet(name, part string) error {
	var content struct {
		Rows []struct {
			At    int `xml:"r,attr"`
			Cells []struct {
				At      string   `xml:"r,attr"`
				Type    string   `xml:"t,attr"`
				Style   int      `xml:"s,attr"`
				Value   *string  `xml:"v"`
				Inline  richText `xml:"is"`
				Formula *struct {
					Text   string `xml:",chardata"`
					Type   string `xml:"t,attr"`
					Shared string `xml:"si,attr"`
				} `xml:"f"`
			} `xml:"c"`
		} `xml:"sheetData>row"`
		Merged []struct {
			Cells string `xml:"ref,attr"`
		} `xml:"mergeCells>mergeCell"`
	}
	if err := b.decode(part, &content); err != nil {
		return err
	}
	cells := map[at]cell{}
	masters := map[string]struct {
		at
		formula string
	}{}
	last := 0
	for _, row := range content.Rows {
		if last++; row.At > 0 {
			last = row.At
		}
		column := 0
		for _, c := range row.Cells {
			if column++; c.At != "" {
				if p, ok := readCell(c.At); ok {
					column = p.column
				}
			}
			here, text := at{last, column}, ""
			if c.Value != nil {
				text = *c.Value
			}
			value := cell{text: text}
			switch c.Type {
			case "s":
				i, err := strconv.Atoi(strings.TrimSpace(text))
				if err != nil || i < 0 || i >= len(b.shared) {
					return fmt.Errorf("%w: %s %s has no text", errDamaged, name, here)
				}
				value.text = b.shared[i]
			case "inlineStr":
				value.text = c.Inline.String()
			case "str":
				value.text = unescape(text)
			case "", "n":
				value.text = b.formatNumber(text, c.Style)
			}
			if f := c.Formula; f != nil {
				value.formula = f.Text
				if master, known := masters[f.Shared]; f.Type == "shared" && known && f.Text == "" {
					value.formula = moveFormula(master.formula, here.row-master.row, here.column-master.column)
				} else if f.Type == "shared" {
					masters[f.Shared] = struct {
						at
						formula string
					}{here, f.Text}
				}
				value.unsaved = c.Value == nil || text == "" && c.Type == ""
			}
			if value != (cell{}) {
				cells[here] = value
				b.rows[name] = max(b.rows[name], here.row)
			}
		}
	}
	b.cells[name] = cells
	for _, each := range content.Merged {
		first, last, _ := strings.Cut(each.Cells, ":")
		from, ok1 := readCell(first)
		to, ok2 := readCell(last)
		if ok1 && ok2 {
			b.merged[place{name, from}] = to.column
		}
	}
	return nil
}

// nextCell returns the cell right of another one, which may be merged of several.
func (b *book) nextCell(sheet string, a at) at {
	return at{a.row, max(a.column, b.merged[place{sheet, a}]) + 1}
}

// reference is a reference to a cell in a formula, with $ before what does not move with the formula.
var reference = regexp.MustCompile(`(\$?)\b([A-Za-z]{1,3})(\$?)([0-9]{1,7})\b`)

// moveFormula returns a formula as it reads so many rows and columns farther on.
func moveFormula(formula string, rows, columns int) string {
	return reference.ReplaceAllStringFunc(formula, func(text string) string {
		m := reference.FindStringSubmatch(text)
		p, ok := readCell(m[2] + m[4])
		if !ok {
			return text
		}
		if m[1] == "" {
			p.column += columns
		}
		if m[3] == "" {
			p.row += rows
		}
		return m[1] + columnName(p.column) + m[3] + strconv.Itoa(p.row)
	})
}

// readPlace reads a reference to a single cell, such as 'My sheet'!$B$4.
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

// readCell reads the name of a cell, such as B4.
func readCell(text string) (at, bool) {
	letters := strings.TrimRight(text, "0123456789")
	row, err := strconv.Atoi(text[len(letters):])
	column, ok := readColumn(letters)
	return at{row, column}, ok && err == nil && row > 0
}

// readColumn reads the letters of a column.
func readColumn(letters string) (column int, ok bool) {
	for _, c := range strings.ToUpper(letters) {
		if c < 'A' || c > 'Z' || column > 1<<14 {
			return 0, false
		}
		column = 26*column + int(c-'A') + 1
	}
	return column, column > 0
}

// columnName returns the letters of a column.
func columnName(column int) string {
	if column < 1 {
		return "?"
	}
	name := ""
	for ; column > 0; column = (column - 1) / 26 {
		name = string(rune('A'+(column-1)%26)) + name
	}
	return name
}

// String returns the name of a cell, such as B4.
func (a at) String() string { return columnName(a.column) + strconv.Itoa(a.row) }

// String returns a cell with its sheet, as notes name it.
func (p place) String() string { return p.sheet + " " + p.at.String() }
