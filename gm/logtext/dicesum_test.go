package logtext

import (
	"testing"

	"hybrid/rules"
)

// TestDiceSumText explains a sum of dice up to its total: what is added to it in any number of lines, and a factor without its rounding.
func TestDiceSumText(t *testing.T) {
	half := rules.Term{Value: 3, Inputs: []rules.Input{{Value: 1.5}}} // 6 ×1.5
	for _, row := range []struct {
		total float64
		terms []rules.Term
		want  string
	}{
		{6, []rules.Term{{Value: 6}}, "2d6−4: 6 4 = "},
		{11, []rules.Term{{Value: 6}, {Value: 5}}, "2d6−4: 6 4 = 6 +5 = "},
		{11, []rules.Term{{Value: 6}, {Value: 0}, {Value: 7}, {Value: -2}}, "2d6−4: 6 4 = 6 +7 −2 = "},
		{9, []rules.Term{{Value: 6}, half}, "2d6−4: 6 4 = 6 ×1.5 = "},
		{11, []rules.Term{{Value: 6}, half, {Value: 2}}, "2d6−4: 6 4 = 6 ×1.5 +2 = "},
		{8, []rules.Term{{Value: 6}, {Value: 1.5, Inputs: []rules.Input{{Value: 1.25}}}, {Value: 0.5}}, "2d6−4: 6 4 = 6 ×1.25 = "},
		{0, []rules.Term{{Value: 6}, {Value: -15.25}, {Value: 0.25}, {Value: 9}}, "2d6−4: 6 4 = 6 −15 +9 = "},
		{10, []rules.Term{{Value: 6}, {Value: 7}}, "2d6−4: 6 4 = 6 = "}, // something else bounds it
	} {
		o := &rules.Outcome{Total: &row.total, Terms: row.terms, Dice: []rules.Die{{Die: "d6", Result: 6}, {Die: "d6", Result: 4}}}
		if got := diceSumText(o); got != row.want {
			t.Errorf("got  %s\nwant %s", got, row.want)
		}
	}
}
