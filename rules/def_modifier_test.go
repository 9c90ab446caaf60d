package rules

import (
	"testing"

	"hybrid/rules/source"
)

// A layer that names one more tag need not write the others again: what stands under else comes last.
func TestElseComesLast(t *testing.T) {
	rs := packWith(t, nil, Layer{Name: "own", Files: []source.File{{Name: "own.yaml", Data: []byte("tags: {acid: eats}\nitems: {plate: {give: {armour: {acid: 7}}}}")}}})
	plate, _ := rs.Items.Get("plate")
	armour, _ := rs.Modifiers.Get("armour")
	for tag, want := range map[string]float64{"acid": 7, "cutting": 12, "mental": 0} {
		f := rs.newFrame(nil)
		f.tags.add(rs.bits[tag])
		if got := plate.giftFormula(f, armour).Num(f); got != want {
			t.Errorf("%s: got %g, want %g", tag, got, want)
		}
	}
}
