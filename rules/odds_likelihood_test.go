package rules

import (
	"testing"

	"hybrid/rules/source"
)

// Every text of a likelihood, from games whose low and whose high rolls make it.
func TestLikelihoods(t *testing.T) {
	rs, err := Load([]Layer{{Name: "targets", Files: []source.File{{Name: "pack.yaml", Data: []byte(`
pack: {label: Targets, check: low, count: 1, unit: s}
numbers: {haste: {own: {label: Action, add: action.counts}}}
order: {scheme: counts, initiative: {die: {label: Die, add: 1d6}}, first: 1, time: haste}
stats: {FIGHT: {label: Fight}}
checks:
  low:   {numbers: {chance: {basis: {label: Basis, add: basis}}}, roll: d100, results: {made: roll <= chance, margin: chance - roll}, ladder: raises}
  high:  {numbers: {target: {basis: {label: Basis, add: basis}}}, roll: d100, results: {made: roll >= target, margin: roll - target}, ladder: raises}
  burst: {numbers: {target: {basis: {label: Basis, add: basis}}}, roll: d4, again: {}, results: {made: roll >= target, margin: floor(roll - target)}, ladder: raises}
  kept:  {numbers: {target: {basis: {label: Basis, add: basis}}}, roll: d8, dice: 2, keep: highest, results: {made: roll >= target, margin: roll - target}, ladder: raises}
degrees: {raise: {label: Raise, factor: 2}, good: {label: Success, factor: 1}, poor: {label: Failure, factor: 0}}
ladders: {raises: {steps: {raise: made and margin >= 4, good: made, poor: otherwise}}}
`)}}}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		check                       string
		chance                      float64
		short, share, number, onDie string
	}{
		{"low", 18.9, "18%", "18.9%", "18.9%", "18 or less on d100"},
		{"low", 110, "110%", "110%", "110%", "100 or less on d100"},
		{"low", 0, "no real chance", "0%", "0%", ""},
		{"high", 45, "56%", "56%", "target 45", "45 or more on d100"},
		{"burst", 3.5, "25%", "25%", "target 3.5", "4 or more on d4"},
		{"burst", 6, "18%", "18.75%", "target 6", "4, rolled again on d4"},
		{"burst", 1, "100%", "100%", "target 1", "1 or more on d4"},
		{"kept", 4, "85%", "85.94%", "target 4", "4 or more on the highest of 2d8"},
	} {
		check, _ := rs.Checks.Get(test.check)
		p := rs.previewAt(check, test.chance)
		p.Least, p.Most, p.KeptDice = p.Chance, p.Chance, check.describeKeptDice(p.frame.chk.dice)
		l := p.Likelihood()
		if got := [4]string{l.ShortText(), l.PercentText(), l.NumberText(), l.FacesOnDie()}; got != [4]string{test.short, test.share, test.number, test.onDie} {
			t.Errorf("%s at %g: got %q, want %q", test.check, test.chance, got, [4]string{test.short, test.share, test.number, test.onDie})
		}
	}
	check, _ := rs.Checks.Get("burst")
	bands := rs.previewAt(check, 3.5).Bands()
	if last := bands[len(bands)-1]; last.Text() != "8+" || last.Degree.Name != "raise" {
		t.Errorf("a raise by further dice: %+v", last)
	}
	l := Likelihood{Before: []string{"defence", "circumstances"}}
	if got, want := l.BeforeText("her"), "before her defence and circumstances"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
