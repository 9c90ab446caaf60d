package rules

import (
	"errors"
	"testing"

	"hybrid/rules/source"
)

// TestBands: every face of the die is in one band, and comes to its degree.
func TestBands(t *testing.T) {
	rs := hybridPack(t)
	for _, chance := range []float64{1, 9.6, 50, 65, 130} {
		p := rs.Bare(rs.check, chance)
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
				if want := degreeOf(rs, chance, next, 1); b.Degree != want || b.Made != (float64(next) <= chance) {
					t.Errorf("chance %g: %d is %s, made %v; want %s", chance, next, b.Degree.Label, b.Made, want.Label)
				}
			}
		}
		if next != 101 {
			t.Errorf("chance %g: the bands end at %d", chance, next-1)
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
		_, err := rs.Throw(nil, 50, Known{Dice: &Typed{Faces: row.faces}})
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
