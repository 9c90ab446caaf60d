package rules

import "testing"

// The parts of a term that takes them off count with the other sign, at any depth, but factors and what is in another unit stay.
func TestAsCounted(t *testing.T) {
	terms := []Term{
		{Label: "Bonus", Value: -1.25, Parts: []Term{{Label: "Fight", Value: 3}, {Label: "Rank", Parts: []Term{{Label: "Own", Value: 3}, {Label: "Cap", Value: -3}}}, {Label: "Guard", Value: -1.75, Parts: []Term{{Label: "Parry", Value: 1.75}}}}},
		{Label: "DF", Value: -5, Parts: []Term{{Label: "Dark", Value: -1}, {Label: "Haste", Value: 2, Times: true}}},
	}
	got := WithEffectSigns(terms)
	bonus := got[0].Parts
	if bonus[0].Value != -3 || bonus[1].Parts[0].Value != -3 || bonus[1].Parts[1].Value != 3 || bonus[2].Value != 1.75 || bonus[2].Parts[0].Value != 1.75 {
		t.Errorf("the bonus counts as %+v", bonus)
	}
	if df := got[1].Parts; df[0].Value != -1 || df[1].Value != 2 {
		t.Errorf("the DF counts as %+v", df)
	}
	if terms[0].Parts[0].Value != 3 {
		t.Error("the terms themselves are changed")
	}
}
