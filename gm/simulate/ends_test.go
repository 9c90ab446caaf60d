package simulate

import (
	"context"
	"fmt"
	"math"
	"reflect"
	"testing"

	"hybrid/gm"
	"hybrid/gm/gmtest"
	"hybrid/rules"
)

// TestPersonDiceAreFair: each face is as frequent as the others, whoever rolls what for, and dice that have something in common do not
// follow each other.
func TestPersonDiceAreFair(t *testing.T) {
	d := newPersonDice(&rules.State{Actors: []*rules.Actor{{Key: "kira", Side: "party"}, {Key: "grell", Side: "gang"}}})
	const runs, faces = 20_000, 10
	roll := func(run int, who, purpose string, nth int) (face int) {
		d.Reset(7, run)
		d.Asks(who, false)
		for range nth {
			face, _, _ = d.Roll(faces, purpose)
		}
		return face
	}
	var counts [faces + 1]int
	var pairs [5][faces + 1][faces + 1]int
	for run := range runs {
		first := roll(run, "kira", "attack", 1)
		counts[first]++
		for i, other := range []int{roll(run, "kira", "attack", 2), roll(run, "grell", "attack", 1), roll(run, "kira", "damage", 1), roll(run+1, "kira", "attack", 1), roll(run, "kira", "attack", 3)} {
			pairs[i][first][other]++
		}
		if again := roll(run, "kira", "attack", 1); again != first {
			t.Fatalf("run %d: %d, then %d", run, first, again)
		}
	}
	far := func(n int, p float64) bool { return math.Abs(float64(n)-runs*p) > 5*math.Sqrt(runs*p*(1-p)) }
	for face := 1; face <= faces; face++ {
		if far(counts[face], 1.0/faces) {
			t.Errorf("%d falls %d times", face, counts[face])
		}
		for other := 1; other <= faces; other++ {
			for i := range pairs {
				if far(pairs[i][face][other], 1.0/faces/faces) {
					t.Errorf("pair %d: %d and %d fall %d times", i, face, other, pairs[i][face][other])
				}
			}
		}
	}
}

// TestEndsAreTheSameHowever: how runs end does not depend on how many are carried out at once, nor on whether the fight was set up for
// another moment before.
func TestEndsAreTheSameHowever(t *testing.T) {
	gmtest.SkipIfShort(t)
	for _, row := range []alikeMoment{{"saltmarket", "rooftops", 25}, {"two_tribes", "skirmish_at_the_well", 6}, {"heresiarch", "prowlers", 12}} {
		s, _, err := gm.Open(withTactics(t, row.campaign), gm.Options{Dice: rules.NewSeededDice([32]byte{3}), Clock: gmtest.Clock()})
		if err != nil {
			t.Fatal(err)
		}
		gmtest.Do(t, s, "begin "+row.encounter)
		ends := func(b *Bench, workers int) []End {
			sim, err := FromGame(s.Game(), s.Targets())
			if err != nil {
				t.Fatal(err)
			}
			sim.Runs, sim.Workers, sim.First = 6, workers, 3
			list, err := b.RunEnds(context.Background(), sim, nil)
			if err != nil {
				t.Fatal(err)
			}
			return list
		}
		used := &Bench{}
		for step := range row.before {
			tableStep(t, s)
			if step%5 > 0 || !s.State().Running {
				continue
			}
			want := ends(&Bench{}, 1)
			for name, got := range map[string][]End{"used": ends(used, 1), "eight": ends(used, 8)} {
				if !reflect.DeepEqual(got, want) {
					t.Errorf("%s, step %d, %s:\n%v\nwant\n%v", row.encounter, step, name, got, want)
				}
			}
		}
	}
}

// TestStartsComeBefore: what comes before a run has dice of the run, and the run goes on with them.
func TestStartsComeBefore(t *testing.T) {
	sim := prepared(t, duelFile)
	sim.Runs = 8
	list, err := new(Bench).RunEnds(context.Background(), sim, nil)
	if err != nil {
		t.Fatal(err)
	}
	same, err := new(Bench).RunEnds(context.Background(), sim, func(*PersonDice) (*rules.State, map[string]string, error) { return sim.State, nil, nil })
	if err != nil || !reflect.DeepEqual(list, same) {
		t.Errorf("%v\n%v\n%v", list, same, err)
	}
	one := *sim.State
	one.Actors = one.Actors[:1]
	list, err = new(Bench).RunEnds(context.Background(), sim, func(dice *PersonDice) (*rules.State, map[string]string, error) {
		dice.Asks("grell", false)
		_, _, err := dice.Roll(100, "nothing")
		return &one, nil, err
	})
	if err != nil || list[7].Winner != "party" || reflect.DeepEqual(list[7].Luck, make([]int32, len(list[7].Luck))) {
		t.Errorf("%+v, %v", list, err)
	}
}

// TestLuckIsTakenOff: where luck decides, the share of wins is as exact as that of many more fights, and its interval holds what is true.
func TestLuckIsTakenOff(t *testing.T) {
	gmtest.SkipIfShort(t)
	of := &SimulatedFight{Sides: []string{"a", "b"}, Confidence: UsualConfidence}
	d := newPersonDice(&rules.State{Actors: []*rules.Actor{{Key: "a", Side: "a"}, {Key: "b", Side: "b"}}})
	const times, runs = 200, 500
	outside, far, plain := 0, 0.0, 0.0
	for k := range times {
		counts := newCounts(of)
		for run := range runs {
			d.Reset(uint64(k), run)
			sum := 0
			for i := range 12 {
				who := []string{"a", "b"}[i%2]
				d.Asks(who, false)
				face, _, _ := d.Roll(10, fmt.Sprint(i/6))
				sum += face * (1 - 2*(i%2))
			}
			winner := -1 // nobody where it is even
			if sum != 0 {
				winner = boolToInt(sum < 0)
			} else {
				counts.Undecided++
			}
			counts.Runs++
			if winner >= 0 {
				counts.Wins[winner]++
			}
			counts.addLuck(d.luck, winner)
		}
		total, r := 0.0, of.rateOfWins(counts, -1, 1)
		total += r.Share
		for side := range of.Sides {
			r := of.rateOfWins(counts, side, StandardErrors(of.Confidence))
			total += r.Share
			const truth = 0.4802 // of the first side; both are alike
			if r.Low > truth || r.High < truth {
				outside++
			}
			far, plain = far+math.Pow(r.Share-truth, 2), plain+math.Pow(float64(r.Times)/runs-truth, 2)
		}
		if math.Abs(total-1) > 1e-9 && r.Share > 1.0/runs {
			t.Errorf("shares add up to %g", total)
		}
	}
	if outside > 2*times*8/100 || plain < 2*far {
		t.Errorf("%d of %d intervals miss the truth; squares %.4f, %.4f without luck", outside, 2*times, far, plain)
	}
}
