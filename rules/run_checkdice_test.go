package rules

import (
	"fmt"
	"math"
	"math/big"
	"strings"
	"testing"

	"hybrid/rules/collect"
)

// trialOf is the game of trial.yaml, with ann and bob in it.
func trialOf(t testing.TB, ann, bob string) (*Ruleset, *State) {
	t.Helper()
	rs := gamePack(t, "testdata/games/trial.yaml", nil)
	s := &State{}
	for _, who := range [][2]string{{"ann", ann}, {"bob", bob}} {
		var err error
		if s, err = rs.Apply(s, []Event{{Kind: EventJoin, Who: who[0], What: who[0], Sheet: "character: {name: " + who[0] + "}\nstats: {" + who[1] + "}\n"}}); err != nil {
			t.Fatal(err)
		}
	}
	return rs, s
}

// The odds of dice of which some are kept, which have as many faces as a formula says or explode are those of every way in
// which they can fall.
func TestOddsOfKeptDiceAreThoseOfEveryWay(t *testing.T) {
	rs, s := trialOf(t, "MIGHT: 3, PACE: 4", "MIGHT: 1, PACE: 1")
	for name, d := range map[string]OngoingAction{
		"one die":            {Action: "feat"},
		"the better of two":  {Action: "feat", Options: []TickedOption{{Situation: "with_edge"}}},
		"the worst of three": {Action: "feat", Options: []TickedOption{{Situation: "hampered"}}},
		"three of four":      {Action: "sum"},
		"two that explode":   {Action: "burst", Asked: 7},
		"named dice":         {Action: "wild", Asked: 5},
		"two of named dice":  {Action: "wild", Asked: 9},
	} {
		t.Run(name, func(t *testing.T) {
			odds, err := rs.ActionOdds(s, "ann", d, nil)
			if err != nil {
				t.Fatal(err)
			}
			lost := func(after *State) string { return short(10 - after.Find("ann").Levels[0].Now) }
			ways := everyWay(t, rs, s, d, nil, lost)
			for _, p := range odds.Ends[0].Pools[0].Points {
				if want := ways[short(p.Value)]; math.Abs(want-p.Probability) > 1e-9 {
					t.Errorf("loses %s with %g, counted %g", p.Name, p.Probability, want)
				}
				delete(ways, short(p.Value))
			}
			able := everyWay(t, rs, s, d, nil, func(after *State) string {
				return short(after.Find("ann").PoolValue(rs.Pools.All[1])) + fmt.Sprint(after.Find("ann").CanAct(rs))
			})
			out := 0.0
			for end, p := range able {
				if strings.Contains(end, "false") {
					out += p
				}
			}
			if math.Abs(out-odds.Ends[0].Out) > 1e-9 {
				t.Errorf("is out with %g, counted %g", odds.Ends[0].Out, out)
			}
			for lost, p := range ways {
				t.Errorf("may lose %s with %g, which the odds leave out", lost, p)
			}
			counted := 0.0
			eachWay(t, rs, s, d, nil, func(weight float64, _ *State, _ []Event) { counted += weight })
			list, made := odds.Roll.Odds()
			if math.Abs(counted-1) > 1e-9 || math.Abs(made-odds.Made) > 1e-9 || math.Abs(list[0].Probability-made) > 1e-9 {
				t.Errorf("made with %g, exactly with %g, good with %s, of %g", odds.Made, made, list[0].Exact, counted)
			}
		})
	}
}

// A die that explodes without end comes to a target as often as counting says: 6 and more on one die of six, once for each
// six before.
func TestOddsOfADieThatExplodesWithoutEnd(t *testing.T) {
	rs, s := trialOf(t, "MIGHT: 3, PACE: 4", "MIGHT: 1, PACE: 1")
	for target := 1; target <= 40; target++ {
		sixes, left := (target-1)/6, (target-1)%6
		want := math.Pow(1.0/6, float64(sixes)) * float64(6-left) / 6
		d := OngoingAction{Action: "endless", Asked: float64(target)}
		odds, err := rs.ActionOdds(s, "ann", d, nil)
		if err != nil {
			t.Fatal(err)
		}
		if _, made := odds.Roll.Odds(); math.Abs(made-want) > 1e-12 {
			t.Errorf("%d: %g, counted %g", target, made, want)
		}
		exact := rs.Odds(odds.Roll.Check, float64(target))[0].Exact
		if counted := big.NewRat(int64(6-left), int64(math.Pow(6, float64(sixes+1)))).RatString(); exact != counted {
			t.Errorf("%d: %s, counted %s", target, exact, counted)
		}
		if mean := odds.Ends[0].Pools[0].Mean; math.Abs(mean-want) > 1e-9 {
			t.Errorf("%d: loses %g on average, counted %g", target, mean, want)
		}
	}
}

// A die of a formula that explodes adds up as often as counting says: 4 and more on one die of four, once for each four before.
func TestOddsOfAddedDiceThatExplode(t *testing.T) {
	rs, s := trialOf(t, "MIGHT: 3, PACE: 4", "MIGHT: 1, PACE: 1")
	odds, err := rs.ActionOdds(s, "ann", OngoingAction{Action: "blast"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	counted := 0
	for _, p := range odds.Ends[0].Pools[0].Points {
		fours, left := (int(p.Value)-2)/4, (int(p.Value)-2)%4
		want := math.Pow(0.25, float64(fours+1))
		if p.Value == 15 { // no more can be lost
			want = math.Pow(0.25, 3) * 3 / 4
		}
		if counted++; left == 3 || math.Abs(p.Probability-want) > 1e-12 {
			t.Errorf("loses %s with %g, counted %g", p.Name, p.Probability, want)
		}
	}
	if counted != 11 {
		t.Errorf("%d losses", counted)
	}
	typed, err := rs.Perform(s, "ann", OngoingAction{Action: "blast"}, DecisionInput{Dice: &TypedDice{Faces: []int{4, 4, 2}}})
	if err != nil || *typed.Outcomes[len(typed.Outcomes)-2].Total != 11 {
		t.Errorf("4 4 2 comes to %+v, %v", typed.Outcomes, err)
	}
}

// A die beside a check's own is typed by its name, and the log names it if it decides.
func TestTypedNamedDie(t *testing.T) {
	rs, s := trialOf(t, "MIGHT: 3, PACE: 4", "MIGHT: 1, PACE: 1")
	wild, _ := ParseDieName("wild")
	spare, _ := ParseDieName("sp")
	for _, row := range []struct {
		typed      []int
		want, dice string // the die that decides, and all dice; a + for one that is rolled again
	}{
		{[]int{2, wild, 6, 3, spare, 1}, "9 on the wild d6", "d4 d6+d6 d3"},
		{[]int{2, 5, 1}, "5 on the wild d6", "d4 d6 d3"},
		{[]int{3, 4, wild, 1, 1}, "7 on the d4", "d4+d4 d6 d3"},
		{[]int{2, wild, 1, spare, 3}, "3 on the spare die d3", "d4 d6 d3"},
	} {
		d, err := rs.Perform(s, "ann", OngoingAction{Action: "wild", Asked: 5}, DecisionInput{Dice: &TypedDice{Faces: row.typed}})
		if err != nil {
			t.Errorf("%s: %v", TypedDiceText(row.typed), err)
		} else if got := d.Outcomes[0].FaceText(); got != row.want {
			t.Errorf("%s: %s, want %s", TypedDiceText(row.typed), got, row.want)
		}
		again := ""
		for _, die := range d.Dice {
			again += collect.Choose(die.Again, "+", " ") + die.Die
		}
		if strings.TrimSpace(again) != row.dice {
			t.Errorf("%s: dice %s, want %s", TypedDiceText(row.typed), again, row.dice)
		}
	}
	_, err := rs.Perform(s, "ann", OngoingAction{Action: "wild", Asked: 5}, DecisionInput{Dice: &TypedDice{Faces: []int{2, spare, 1}}})
	if err == nil || err.Error() != "Die 2 is missing: a d6 for Leap, wild." {
		t.Error(err)
	}
}

func TestMistakesInDice(t *testing.T) {
	for name, row := range map[string]struct{ yaml, want string }{
		"neither":          {"checks: {feat: {keep: 2}}", "own.yaml:1:23: keep must be lowest, highest or a formula. `kept` sets the number of dice. [bad-value]"},
		"kept of one":      {"checks: {luck: {kept: 2}}", "own.yaml:1:23: Check luck has kept, but no keep. Write `keep: lowest` or `keep: highest`. [missing]"},
		"no faces":         {"checks: {sum: {roll: d(FACES)}}", "own.yaml:1:24: Unknown name “FACES”. Did you mean “PACE”? [unknown-name]"},
		"no keep":          {"checks: {luck: {extra: {wild: {roll: d6}}}}", "own.yaml:1:25: Check luck rolls several dice. Write `keep: lowest` or `keep: highest`. [missing]"},
		"of faces":         {"dice: {six: {faces: {blank: 5, six: 1}}}\nchecks: {luck: {roll: removed, throw: six, extra: {wild: {roll: d6}}, results: {made: six > 0, margin: six}}}", "own.yaml:2:52: Check luck throws faces. Remove extra. [one-kind]"},
		"no roll":          {"checks: {feat: {extra: {wild: {dice: 1}}}}", "own.yaml:1:25: Die wild needs `roll`, such as d6. [missing]"},
		"no such key":      {"checks: {feat: {extra: {wild: {rol: d6}}}}", "own.yaml:1:32: No key named “rol”. Did you mean “roll”? [unknown-key]"},
		"too many named":   {"checks: {feat: {extra: {a: {roll: d6}, b: {roll: d6}, c: {roll: d6}}}}", "own.yaml:1:55: At most 2 dice can have a name. For more dice of a kind, write `dice`. [out-of-range]"},
		"no face":          {"checks: {endless: {again: {at: high}}}", "own.yaml:1:32: Expected a face or faces, such as 6, 5-6 or 5+, not high. [bad-value]"},
		"every face":       {"checks: {endless: {again: {at: 1+}}}", "own.yaml:1:32: The die would be rolled again without end. Remove a face, or add `most`. [out-of-range]"},
		"one face":         {"checks: {sum: {roll: d(1)}}", "own.yaml:1:24: A die has 2 to 10000 faces; this formula never gives that. [out-of-range]"},
		"not its own face": {"checks: {endless: {again: {at: 7}}}", "own.yaml:1:27: The die can be rolled again on faces 1 to 6, at most 1000 times. [out-of-range]"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := vetGame(t, "testdata/games/trial.yaml", row.yaml); got != row.want {
				t.Errorf("got\n%s\nwant\n%s", got, row.want)
			}
		})
	}
}

// Several chosen targets are hit as often as every way in which their dice can fall says.
func TestOddsOfSeveralTargetsAreThoseOfEveryWay(t *testing.T) {
	rs, s := trialOf(t, "MIGHT: 3, PACE: 4", "MIGHT: 1, PACE: 1")
	s, err := rs.Apply(s, []Event{{Kind: EventJoin, Who: "cat", What: "cat", Sheet: "character: {name: cat}\nstats: {MIGHT: 1, PACE: 1}\n"}})
	if err != nil {
		t.Fatal(err)
	}
	d := OngoingAction{Action: "volley", Whom: "bob", Among: []string{"cat"}}
	odds, err := rs.ActionOdds(s, "ann", d, nil)
	if err != nil {
		t.Fatal(err)
	}
	hurt := 0
	for _, end := range odds.Ends {
		mean := 0.0
		eachWay(t, rs, s, d, nil, func(weight float64, after *State, _ []Event) {
			mean += weight * (10 - after.Find(end.Who).Levels[0].Now)
		})
		if mean > 0 {
			hurt++
		}
		if math.Abs(end.Loss-mean) > 1e-9 {
			t.Errorf("%s loses %g, counted %g", end.Who, end.Loss, mean)
		}
	}
	if hurt != 2 {
		t.Errorf("%d are hurt", hurt)
	}
}

func TestMistakesInTargets(t *testing.T) {
	for name, row := range map[string]struct{ yaml, want string }{
		"one of none": {"actions: {strike: {whom: 1}}", "own.yaml:1:26: Write true, false, any, or a number from 2 to 20. [bad-value]"},
		"unreached":   {"actions: {strike: {whom: 2}}", "own.yaml:1:26: No step of strike has `who: among`, so it reaches only the first target. Add who. [unused]"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := vetGame(t, "testdata/games/trial.yaml", row.yaml); got != row.want {
				t.Errorf("got\n%s\nwant\n%s", got, row.want)
			}
		})
	}
}
