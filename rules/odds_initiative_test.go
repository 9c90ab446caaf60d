package rules

import (
	"math"
	"testing"

	"hybrid/rules/source"
)

// TestInitiativeOdds compares the odds of a tally of two dice with every way that two nested loops count.
func TestInitiativeOdds(t *testing.T) {
	rs := hybridPack(t)
	s := &State{}
	sheet := sheetOf(t, rs, "kira")
	s.Actors = append(s.Actors, rs.NewActor("kira", sheet))
	list, err := rs.InitiativeOdds(s, "kira")
	if err != nil {
		t.Fatal(err)
	}
	counted := map[float64]float64{}
	least := list[0].Counts
	for a := 1; a <= 6; a++ {
		for b := 1; b <= 6; b++ {
			counted[least-2+float64(a+b)] += 1.0 / 36
		}
	}
	if len(list) != len(counted) {
		t.Fatalf("%d numbers of counts, not %d: %v", len(list), len(counted), list)
	}
	for _, turn := range list {
		if math.Abs(turn.Probability-counted[turn.Counts]) > 1e-12 {
			t.Errorf("count %g: %g, not %g", turn.Counts, turn.Probability, counted[turn.Counts])
		}
	}
	if sooner, same := CompareInitiative(list, list); math.Abs(2*sooner+same-1) > 1e-12 {
		t.Errorf("against the same: %g sooner, %g at the same count", sooner, same)
	}
}

// TestDelayBeforeNext has an action that delays its own actor's turn: the turn is that many counts later and no initiative is rolled,
// whatever `next` says.
func TestDelayBeforeNext(t *testing.T) {
	const own = "actions:\n  tarry: {counts: 1, steps: {on: {do: [{delay: 30}]}}}\n  nod: {counts: 1}\n"
	rs := packWith(t, nil, Layer{Name: "own", Files: []source.File{{Name: "own.yaml", Data: []byte(own)}}})
	for action, turn := range map[string]float64{"tarry": 37, "nod": 7 + 8 + 12 - 2} {
		a := rs.NewActor("kira", sheetOf(t, rs, "kira"))
		a.Turn, a.Doing = -1, &OngoingAction{Action: action, From: 6, At: 7}
		s := &State{Running: true, Count: 6, Actors: []*Actor{a}}
		d, err := rs.Next(s, DecisionInput{Dice: &TypedDice{Faces: []int{6, 6}}})
		if err != nil {
			t.Fatal(err)
		}
		after, err := rs.Apply(s, d.Events)
		if err != nil {
			t.Fatal(err)
		}
		if got := after.Actors[0].Turn; got != turn {
			t.Errorf("after %s the turn is at %g, not %g", action, got, turn)
		}
	}
}
