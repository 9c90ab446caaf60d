package rules

import (
	"errors"
	"math"
	"testing"

	"hybrid/rules/source"
)

// TestBands: every face of the die is in one band, and comes to its degree.
func TestBands(t *testing.T) {
	rs := hybridPack(t)
	for _, chance := range []float64{1, 9.6, 50, 65, 130} {
		p := rs.BarePreview(rs.check, chance)
		next := 1
		for _, b := range p.Bands() {
			if b.Again { // of dice rolled again
				if want := degreeOf(rs, chance, b.From, 1); b.From <= 100 || b.Degree != want {
					t.Errorf("chance %g: %s is %s; want %s", chance, b.Text(), b.Degree.Label, want.Label)
				}
				continue
			}
			if b.From != next || b.To < b.From {
				t.Fatalf("chance %g: the band %d–%d follows face %d", chance, b.From, b.To, next-1)
			}
			for ; next <= b.To; next++ {
				roll := next
				if next == 100 { // it is rolled again
					roll++
				}
				if want := degreeOf(rs, chance, roll, 1); b.Degree != want || b.Made != (float64(roll) <= chance) {
					t.Errorf("chance %g: %d is %s, made %v; want %s", chance, next, b.Degree.Label, b.Made, want.Label)
				}
			}
		}
		if next != 101 {
			t.Errorf("chance %g: the bands end at %d", chance, next-1)
		}
	}
}

// TestSharesOfBands holds the shares of the bands of dice that explode to the exact odds of their degrees.
func TestSharesOfBands(t *testing.T) {
	rs := packWith(t, nil, Layer{Name: "own", Files: []source.File{{Name: "own.yaml", Data: []byte(`
checks:
  burst:
    numbers: {target: {plain: {label: Target, add: 3}}}
    roll: d6
    again: {}
    results: {margin: roll - target, made: margin >= 0}
    ladder: high
ladders:
  high:
    steps: {notable_success: margin >= 4, plain_success: made, plain_failure: otherwise}
`)}}})
	burst, _ := rs.Checks.Get("burst")
	for _, row := range []struct {
		check  *Check
		number float64
		bands  string
	}{{burst, 3, "1–2 3–5 6"}, {burst, 5, "1–4 5–6 9+"}, {burst, 6, "1–5 6 10+"}, {burst, 9, "1–6 9+ 13+"}, {rs.check, 65, ""}, {rs.check, 130, ""}} {
		p := rs.BarePreview(row.check, row.number)
		odds, _ := p.Odds()
		shares, text := map[*Degree]float64{}, ""
		for _, b := range p.Bands() {
			shares[b.Degree] += b.Share
			text += " " + b.Text()
		}
		if row.bands != "" && text != " "+row.bands {
			t.Errorf("%g: the bands are%s, want %s", row.number, text, row.bands)
		}
		for _, odd := range odds {
			if math.Abs(shares[odd.Degree]-odd.Probability) > 0.001 {
				t.Errorf("%g: %s in %.4f, by its odds in %.4f", row.number, odd.Name, shares[odd.Degree], odd.Probability)
			}
		}
	}
}

// TestNeedShowsBands: one who is asked for a die is told what its faces come to: degrees, those of a ladder's own die, or
// rows of a table.
func TestNeedShowsBands(t *testing.T) {
	rs := packWith(t, nil, Layer{Name: "own", Files: []source.File{{Name: "own.yaml", Data: []byte(`
checks: {percent: {ladder: severe}}
ladders:
  severe:
    draw: {name: severity, roll: d10, when: not made}
    steps:
      plain_success: made
      amazing_failure: severity <= 2
      plain_failure: otherwise
`)}}})
	for _, row := range []struct {
		faces []int
		from  int
		want  string
		open  bool
	}{
		{nil, 0, "Success", false},
		{nil, 1, "", true},
		{[]int{60}, 0, "Amazing Failure", false},
		{[]int{60}, 1, "Failure", false},
	} {
		_, err := rs.RollPlainCheck(nil, 50, DecisionInput{Dice: &TypedDice{Faces: row.faces}})
		var need *Need
		if !errors.As(err, &need) || len(need.Bands) != 2 {
			t.Fatalf("after %v: %v, %+v", row.faces, err, need)
		}
		b := need.Bands[row.from]
		if b.Open != row.open || b.Open != (b.Degree == nil) || !b.Open && b.Degree.Label != row.want {
			t.Errorf("after %v band %d is %+v", row.faces, row.from, b)
		}
	}
}
