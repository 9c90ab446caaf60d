package main

import (
	_ "embed"
	"html/template"
	"io"
	"math"
	"slices"

	"hybrid/gm/command"
)

// sheetPage is the page of a sheet: one file that needs nothing else, laid out in millimetres for what A4 and Letter share.
//
//go:embed sheet.html
var sheetPage string

// Boxes are the points of a pool in tens, each ticked or not: those that are gone are ticked. Where there are too many to
// tick, or no maximum, there are none.
func (p poolView) Boxes() (tens [][]bool) {
	points := int(math.Floor(p.Most))
	if !p.Limited || points > mostBoxes {
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

// mostBoxes is how many points of a pool there are boxes for.
const mostBoxes = 120

// Skilled reports whether weapons are used with skills, and Located whether places are rolled for.
func (v *sheetView) Skilled() bool {
	return slices.ContainsFunc(v.Weapons, func(w weaponView) bool { return w.Skill != "" })
}

func (v *sheetView) Located() bool {
	return slices.ContainsFunc(v.Armour, func(p placeView) bool { return p.Roll != "" })
}

// Dense reports whether so much stands below each other that the page is set smaller, to take one sheet: the skills, and the
// places of the body where what armour gives them is too wide to stand beside the weapons.
func (v *sheetView) Dense() bool {
	const roomy, beside = 14, 5
	rows := len(v.Skills)
	if len(v.Protects) > beside {
		rows += len(v.Armour)
	}
	return rows > roomy
}

// writeHTML writes the sheet as a page that prints.
func (v *sheetView) writeHTML(out io.Writer, campaign string) error {
	page, err := template.New("sheet").Funcs(template.FuncMap{
		"number": oneDecimal,
		"chance": func(x float64) string { return command.Number(x) + v.Unit },
		"lines":  func(n int) []struct{} { return make([]struct{}, n) },
	}).Parse(sheetPage)
	if err != nil {
		return err
	}
	return page.Execute(out, struct {
		*sheetView
		Campaign string
	}{v, campaign})
}
