package rules

import (
	"fmt"
	"math/big"
	"testing"

	"hybrid/rules/source"
)

// fraction is an exact chance: 110/3 is 36 and two thirds.
type fraction struct{ num, den int64 }

func (x fraction) float() float64 { return float64(x.num) / float64(x.den) }

func (x fraction) String() string { return big.NewRat(x.num, x.den).RatString() }

// least is the chance that counts: below 1 it is 1, unless the ruling says otherwise.
func (x fraction) least(one bool) fraction {
	if one && x.num < x.den {
		return fraction{1, 1}
	}
	return x
}

// The places of the degrees in Table 2.1, best first.
const (
	amazingSuccess = iota
	veryNotableSuccess
	notableSuccess
	solidSuccess
	plainSuccess
	plainFailure
	solidFailure
	notableFailure
	veryNotableFailure
	amazingFailure
	degrees
)

// successOf is the degree of a roll that succeeds; ok is false for one that does not. Only integers are compared:
// roll ≤ num / (den · part) is roll · den · part ≤ num.
func successOf(c fraction, roll int64) (degree int, ok bool) {
	for i, part := range []int64{100, 10, 4, 2, 1} {
		if roll*c.den*part <= c.num {
			return amazingSuccess + i, roll*c.den <= c.num
		}
	}
	return 0, false
}

// byBands is Table 2.1: a failure is as bad as the farthest multiple of the chance it is above.
func byBands(c fraction, roll int64) int {
	if degree, ok := successOf(c, roll); ok {
		return degree
	}
	degree := plainFailure
	for i, halves := range []int64{3, 4, 5, 6} { // 1.5, 2, 2.5, 3 times the chance
		if 2*roll*c.den > halves*c.num {
			degree = solidFailure + i
		}
	}
	return degree
}

// critical reports whether a miss is one under ruling failures: margin, R9.
func critical(c fraction, roll int64) bool {
	by := 2*roll*c.den - 2*c.num // twice what is missed by, in parts of den
	return by >= 100*c.den && by >= c.num && by > 0
}

// byMargin is the degree under ruling failures: margin; severity is the second die.
func byMargin(c fraction, roll, severity int64) int {
	if degree, ok := successOf(c, roll); ok {
		return degree
	}
	if !critical(c, roll) {
		return plainFailure
	}
	missed := roll*c.den - c.num
	for i, part := range []int64{100, 10, 4, 2} {
		if severity*part*c.den <= missed {
			return amazingFailure - i
		}
	}
	return plainFailure
}

// chances are all that matter: whole ones from -20 to 250, and those with thirds and tenths between.
func chances(short bool) []fraction {
	var list []fraction
	for whole := int64(-20); whole <= 250; whole++ {
		list = append(list, fraction{whole, 1})
	}
	list = append(list, fraction{110, 3}, fraction{819, 10})
	step := int64(1)
	if short {
		step = 7
	}
	for n := int64(-60); n <= 750; n += step {
		list = append(list, fraction{n, 3})
	}
	for n := int64(-200); n <= 2500; n += step {
		list = append(list, fraction{n, 10})
	}
	return list
}

// degreeOf is the degree of a roll at a chance; severity is the ladder's own die, where one is due.
func degreeOf(rs *Ruleset, chance float64, roll, severity int) *Degree {
	p := rs.previewAt(nil, chance)
	_, _, degree := p.Check.judgeRoll(p.frame, roll, func(int) int { return severity })
	return degree
}

// judgeOf is what degreeOf does, on one frame for all rolls.
func judgeOf(rs *Ruleset) func(c fraction, roll, severity int64) *Degree {
	f := rs.newFrame(nil)
	return func(c fraction, roll, severity int64) *Degree {
		f.chk.numbers[len(rs.check.numbers)-1] = c.float()
		_, _, degree := rs.check.judgeRoll(f, int(roll), func(int) int { return int(severity) })
		return degree
	}
}

func TestDegreeOf(t *testing.T) {
	rs := packWith(t, map[string]string{"failures": "margin"})
	for _, written := range []fraction{{1, 1}, {100, 3}, {110, 3}, {819, 10}, {120, 1}} {
		for roll := int64(1); roll <= 200; roll++ {
			for _, severity := range []int64{1, 2, 20, 50, 100} {
				want := rs.Degrees.All[byMargin(written, roll, severity)]
				if got := degreeOf(rs, written.float(), int(roll), int(severity)); got != want {
					t.Fatalf("chance %s roll %d severity %d: got %s, want %s", written, roll, severity, got.Name, want.Name)
				}
			}
		}
	}
}

func TestBandsOfEveryRoll(t *testing.T) {
	sequential(t)
	for _, least := range []string{"one", "none"} {
		t.Run("least_chance "+least, func(t *testing.T) {
			rs := packWith(t, map[string]string{"least_chance": least})
			judge := judgeOf(rs)
			for _, written := range chances(false) {
				c := written.least(least == "one")
				for roll := int64(1); roll <= 200; roll++ {
					want := byBands(c, roll)
					got := judge(c, roll, 0)
					if got != rs.Degrees.All[want] {
						t.Fatalf("chance %s roll %d: got %s, want %s", c, roll, got.Name, rs.Degrees.All[want].Name)
					}
				}
			}
		})
	}
}

func TestMarginsOfEveryRoll(t *testing.T) {
	sequential(t)
	rs := packWith(t, map[string]string{"failures": "margin"})
	judge := judgeOf(rs)
	for i, written := range chances(true) {
		c := written.least(true)
		step := int64(1)
		if c.den > 1 && i%5 > 0 {
			step = 9 // every face of the severity die for whole chances, every ninth for most others
		}
		for roll := int64(1); roll <= 200; roll++ {
			if _, ok := successOf(c, roll); ok || !critical(c, roll) {
				want := byMargin(c, roll, 0)
				if got := judge(c, roll, 1); got != rs.Degrees.All[want] {
					t.Fatalf("chance %s roll %d: got %s, want %s", c, roll, got.Name, rs.Degrees.All[want].Name)
				}
				continue
			}
			for severity := int64(1); severity <= 100; severity += step {
				want := byMargin(c, roll, severity)
				if got := judge(c, roll, severity); got != rs.Degrees.All[want] {
					t.Fatalf("chance %s roll %d severity %d: got %s, want %s", c, roll, severity, got.Name, rs.Degrees.All[want].Name)
				}
			}
		}
	}
}

// The printed checks of R9: at a chance of 90 a failure is critical from 140 on, at 120 from 180 on.
func TestCriticalFrom(t *testing.T) {
	rs := packWith(t, map[string]string{"failures": "margin"})
	for _, row := range []struct {
		chance float64
		from   int
	}{{90, 140}, {120, 180}, {1, 51}, {100, 150}, {36, 86}, {250, 375}} {
		for roll := int(row.chance) + 1; roll <= row.from+5; roll++ {
			drawn := false
			f := rs.newFrame(nil)
			f.chk.numbers[len(rs.check.numbers)-1] = row.chance
			rs.check.judgeRoll(f, roll, func(int) int { drawn = true; return 100 })
			if want := roll >= row.from; drawn != want {
				t.Errorf("chance %g roll %d: severity drawn %v, want %v", row.chance, roll, drawn, want)
			}
		}
	}
}

// A check through the engine, with every pair of faces: the second die is thrown for a 100 and only then, and the
// severity die only for a critical miss.
func TestEveryPairOfFaces(t *testing.T) {
	for _, ladder := range []string{"bands", "margin"} {
		rs := packWith(t, map[string]string{"failures": ladder})
		s := &State{Actors: []*Actor{rs.NewActor("a", plainSheet(t, rs))}}
		for _, written := range []fraction{{-7, 1}, {1, 1}, {110, 3}, {819, 10}, {120, 1}} {
			c := written.least(true)
			d := OngoingAction{Action: "skill_use", Given: []ManualModifier{{Modifier: "percent", Value: written.float()}}}
			for first := 1; first <= 100; first++ {
				for second := 1; second <= 100; second++ {
					dice := &TypedDice{Faces: []int{first, second, 37}}
					if first < 100 {
						dice.Faces = []int{first, 37}
					}
					roll, used := int64(first), 1
					if first == 100 {
						roll, used = int64(first+second), 2
					}
					want := byBands(c, roll)
					if ladder == "margin" {
						want = byMargin(c, roll, 37)
						if critical(c, roll) {
							used++
						}
					}
					checkPair(t, rs, s, d, dice, roll, used, want)
					if first < 100 {
						break
					}
				}
			}
		}
	}
}

func checkPair(t *testing.T, rs *Ruleset, s *State, d OngoingAction, dice *TypedDice, roll int64, used, want int) {
	t.Helper()
	given := len(dice.Faces)
	got, err := rs.Perform(s, "a", d, DecisionInput{Dice: dice})
	if err != nil {
		t.Fatal(err)
	}
	out := got.Outcomes[0]
	degree := rs.Degrees.All[want]
	if out.Roll != int(roll) || out.Degree != degree.Label || out.Factor != degree.Factor || given-len(dice.UnusedFaces()) != used {
		t.Fatalf("dice %v at %g: got roll %d, %s ×%g with %d dice; want %d, %s ×%g with %d", dice.Faces, out.Chance,
			out.Roll, out.Degree, out.Factor, given-len(dice.UnusedFaces()), roll, degree.Label, degree.Factor, used)
	}
	if margin := out.Chance - float64(out.Roll); TrimNoise(margin) != out.Margin || out.Success != (want <= plainSuccess) {
		t.Fatalf("dice %v at %g: margin %g, success %v", dice.Faces, out.Chance, out.Margin, out.Success)
	}
}

// Every chance as the engine works it out: below 1 it counts as 1, and that is said.
func TestLeastChance(t *testing.T) {
	for _, least := range []string{"one", "none"} {
		rs := packWith(t, map[string]string{"least_chance": least})
		s := &State{Actors: []*Actor{rs.NewActor("a", plainSheet(t, rs))}}
		for _, written := range chances(true) {
			preview, err := rs.Preview(s, "a", OngoingAction{Action: "skill_use", Given: []ManualModifier{{Modifier: "percent", Value: written.float()}}}, nil)
			if err != nil {
				t.Fatal(err)
			}
			want := TrimNoise(written.least(least == "one").float())
			told := ""
			if least == "one" && written.num < written.den {
				told = "no real chance"
			}
			if preview.Roll.Chance != want || preview.Roll.Notice != told {
				t.Errorf("%s: got chance %g told %q, want %g %q", written, preview.Roll.Chance, preview.Roll.Notice, want, told)
			}
		}
	}
}

// oddsBrute counts every face, exactly: how likely each degree is at a chance. A 100 is rolled again up to `most`
// times; from a depth at which every roll has one degree for certain, the rest is that degree.
func oddsBrute(c fraction, margin bool, most int) [degrees]*big.Rat {
	var sums [degrees]*big.Rat
	for i := range sums {
		sums[i] = new(big.Rat)
	}
	weight := big.NewRat(1, 1)
	for base := int64(0); ; base += 100 {
		counts := [degrees]int64{} // in hundredths of a face
		for face := int64(1); face <= 100; face++ {
			if face == 100 && int(base/100) < most {
				continue
			}
			roll := base + face
			if margin && critical(c, roll) {
				for severity := int64(1); severity <= 100; severity++ {
					counts[byMargin(c, roll, severity)]++
				}
				continue
			}
			if margin {
				counts[byMargin(c, roll, 0)] += 100
				continue
			}
			counts[byBands(c, roll)] += 100
		}
		for i, n := range counts {
			sums[i].Add(sums[i], new(big.Rat).Mul(weight, big.NewRat(n, 10000)))
		}
		if int(base/100) >= most {
			return sums
		}
		weight = new(big.Rat).Mul(weight, big.NewRat(1, 100))
		next := base + 101 // the lowest roll from here on
		if next*c.den > 3*c.num && (!margin || (next*c.den-c.num) >= 10000*c.den) {
			sums[amazingFailure].Add(sums[amazingFailure], weight)
			return sums
		}
	}
}

func TestOddsCountEveryFace(t *testing.T) {
	sequential(t)
	for _, row := range []struct {
		failures, open string
		step           int
	}{
		{"bands", "once", 1}, {"margin", "once", 4}, {"bands", "again_and_again", 3}, {"margin", "again_and_again", 150},
	} {
		t.Run(row.failures+" "+row.open, func(t *testing.T) {
			rs := packWith(t, map[string]string{"failures": row.failures, "open_die": row.open})
			most := 1
			if row.open == "again_and_again" {
				most = 1000
			}
			// At 100/3 a 100 is three times the chance, but what is rolled on from there is above it.
			list := append([]fraction{{100, 3}, {110, 3}, {819, 10}, {1, 3}, {-5, 1}, {0, 1}}, chances(true)...)
			for i := 0; i < len(list); i++ {
				if i > 5 && i%row.step > 0 {
					continue
				}
				c := list[i].least(true)
				compareOdds(t, rs, c, oddsBrute(c, row.failures == "margin", most))
			}
		})
	}
}

func TestOddsBelowLeast(t *testing.T) {
	rs := packWith(t, map[string]string{"least_chance": "none"})
	for _, c := range []fraction{{-20, 1}, {-1, 3}, {0, 1}, {1, 2}, {99, 100}} {
		compareOdds(t, rs, c, oddsBrute(c, false, 1))
	}
}

func compareOdds(t *testing.T, rs *Ruleset, c fraction, want [degrees]*big.Rat) {
	t.Helper()
	sum := new(big.Rat)
	for i, odd := range rs.Odds(nil, c.float()) {
		got, ok := new(big.Rat).SetString(odd.Exact)
		if !ok || got.Cmp(want[i]) != 0 {
			t.Fatalf("chance %s, %s: got %s, want %s", c, odd.Name, odd.Exact, want[i].RatString())
		}
		if p, _ := got.Float64(); p != odd.Probability {
			t.Errorf("chance %s, %s: probability %g of %s", c, odd.Name, odd.Probability, odd.Exact)
		}
		sum.Add(sum, got)
	}
	if sum.Cmp(big.NewRat(1, 1)) != 0 {
		t.Fatalf("chance %s: the odds add up to %s", c, sum.RatString())
	}
}

// The degrees themselves, best to worst: Table 2.1.
func TestFactors(t *testing.T) {
	rs := hybridPack(t)
	want := []float64{3, 2, 1.5, 1.25, 1, 0, -0.25, -0.75, -1, -2}
	for i, degree := range rs.Degrees.All {
		if degree.Factor != want[i] {
			t.Errorf("%s: got ×%g, want ×%g", degree.Label, degree.Factor, want[i])
		}
	}
	if len(rs.Degrees.All) != len(want) {
		t.Error(fmt.Sprint(len(rs.Degrees.All), " degrees"))
	}
}

// A layer puts a degree of its own where it belongs in a ladder of the pack, and moves another.
func TestLayerAddsAStep(t *testing.T) {
	rs := packWith(t, nil, Layer{Name: "own", Files: []source.File{{Name: "own.yaml", Data: []byte(`
degrees: {graze: {factor: 0.5, after: plain_success}}
ladders: {bands: {steps: {graze: {when: made and roll > chance - 5, after: solid_success}, notable_failure: {after: amazing_failure}}}}
`)}}})
	for roll, want := range map[int]string{20: "solid_success", 40: "plain_success", 45: "plain_success", 46: "graze", 50: "graze", 51: "plain_failure"} {
		if got := degreeOf(rs, 50, roll, 0).Name; got != want {
			t.Errorf("%d of 50: got %s, want %s", roll, got, want)
		}
	}
	ladder, _ := rs.Ladders.Get("bands")
	if got := ladder.Steps[7].Name; got != "notable_failure" {
		t.Errorf("behind the amazing failure stands %s", got)
	}
	_, err := loadPack(nil, Layer{Name: "own", Files: []source.File{{Name: "own.yaml", Data: []byte("degrees: {graze: {factor: 0.5}}\nladders: {bands: {steps: {graze: {after: solid_success}}}}")}}})
	if want := "own.yaml:2:34: This step needs `when`, a yes/no formula."; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}
