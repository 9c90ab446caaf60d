package sheet

import (
	_ "embed"
	"html/template"
	"io"
	"slices"
	"strings"
)

// The sheet as a printable page for A4 and Letter: functions for the template sheet.html.

// sheetPage is the template of the page: one self-contained file, laid out in millimetres for the area common to A4 and Letter.
//
//go:embed sheet.html
var sheetPage string

// Boxes returns the points of a pool as boxes to tick, in rows of ten; true stands for a lost point. It returns nil if there are too many
// to draw, or no maximum.
func (p Pool) Boxes() [][]bool {
	if p.Max > maxBoxes {
		return nil
	}
	points := make([]bool, int(p.Max))
	for i := range points {
		points[i] = float64(len(points)-i) > p.Now
	}
	return slices.Collect(slices.Chunk(points, 10))
}

// maxBoxes is the maximum number of points of a pool that are drawn as boxes.
const maxBoxes = 120

// Fights returns the weapons with their attack chances. If the game has attacks that can be answered, the chances are those of these
// attacks in the usual situations.
func (v *Sheet) Fights() Section {
	weapons, attacks := v.Section("weapons"), v.Section("attacks").Without("skill", "counts")
	if len(attacks.Rows) > 0 {
		weapons = weapons.Without("chance")
	}
	weapons.Label = "Weapon"
	return weapons.Join(attacks).WithoutEmptyColumns()
}

// Guards returns the defence chances by weapon; weapons with equal chances share a row.
func (v *Sheet) Guards() Section {
	return v.Section("defences").ByTool(v.Section("weapons")).MergeAlike()
}

// Bare lists the defences without a weapon, each with its effect or its chance.
func (v *Sheet) Bare() (list []string) {
	t := v.Section("defences")
	for _, row := range t.Rows {
		if t.Columns[0].Key == "with" && isFilled(row.Cells[0]) {
			continue
		}
		text := row.Label
		for _, cell := range slices.Backward(row.Cells) { // the last chance of the row
			if cell.Likely != nil {
				row.Note = cell.Text
				break
			}
		}
		if row.Note != "" {
			text += ": " + row.Note
		}
		list = append(list, text)
	}
	return list
}

// WriteHTML writes the sheet as a printable page. campaign is the label of the campaign, for the head of the page.
func (v *Sheet) WriteHTML(out io.Writer, campaign string) error {
	page, err := template.New("sheet").Funcs(template.FuncMap{
		"number": Decimal,
		"join":   func(list []string) string { return strings.Join(list, ", ") },
		"list":   func(n int) []struct{} { return make([]struct{}, n) }, // list n lets the template repeat something n times
	}).Parse(sheetPage)
	if err != nil {
		return err
	}
	return page.Execute(out, struct {
		*Sheet
		Campaign string
	}{v, campaign})
}
