package rules

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// standing is everything about a state that can change, in words.
func standing(s *State) string {
	text := fmt.Sprintln(s.Count, s.Situations)
	for _, a := range s.Actors {
		doing, _ := json.Marshal(a.Doing)
		text += fmt.Sprintln(a.Key, a.Levels, a.Turn, a.Open, a.Waiting, string(doing), a.Place, a.Placed, a.Going, a.Slow, a.serial, a.Cards)
		text += fmt.Sprintf("%q\n", a.Situations)
		for _, held := range a.Conditions {
			text += fmt.Sprintln("  ", held.ID, held.Condition.Name, held.Number, held.Other, held.Since, held.Next, held.Text, held.toolName())
		}
		for _, list := range [][]*Item{{a.Tool}, a.OffHand, a.Dropped} {
			for _, item := range list {
				if item != nil {
					text += " " + item.Name
				}
			}
		}
		for _, activity := range a.Activities {
			text += " " + activity.Name
		}
	}
	return text
}

// What is played in place comes to what decisions and their events come to, step by step, and begins anew as if nothing
// had been played.
func TestLiveIsWhatIsDecided(t *testing.T) {
	sequential(t)
	rs := hybridPack(t)
	for seed := range uint64(60) {
		w := newWalk(t, rs, seed)
		if seed%4 == 0 {
			w.twins(1, 2)
		}
		begun, first := w.state, ""
		for i, place := range []float64{0, 1, 3, 2} {
			w.state.Actors[i].Placed, w.state.Actors[i].Place = seed%3 == 0, place
		}
		pick := func(rng *rand.Rand) func(*Actor, Offer) int {
			return func(_ *Actor, o Offer) int { return rng.IntN(len(o.Answers())+1) - 1 }
		}
		var rng [2]*rand.Rand
		live := rs.Live(begun, func(a *Actor, o Offer) int { return pick(rng[1])(a, o) })
		for again := range 2 {
			w.state, w.rng = begun, rand.New(rand.NewPCG(seed, 3))
			rng[0], rng[1] = rand.New(rand.NewPCG(seed, 5)), rand.New(rand.NewPCG(seed, 5))
			known := DecisionInput{Dice: NewSeededDice([32]byte{byte(seed)}), Choose: pick(rng[0])}
			live.Begin(NewSeededDice([32]byte{byte(seed)}))
			all := ""
			for step := range 60 {
				line, d, err, liveErr := together(w, known, live)
				if (err == nil) != (liveErr == nil) {
					t.Fatalf("seed %d, step %d, %s: decided: %v; in place: %v", seed, step, line, err, liveErr)
				}
				w.apply(d.Events)
				want, got := standing(w.state), standing(live.State)
				if want != got {
					t.Fatalf("seed %d, step %d, %s: decided\n%s\nin place\n%s", seed, step, line, want, got)
				}
				all += want
			}
			if again == 0 {
				first = all
			} else if all != first {
				t.Fatalf("seed %d: another fight the second time", seed)
			}
		}
	}
}

// together does the same in both ways.
func together(w *walk, k DecisionInput, l *Live) (line string, d Decision, err, inPlace error) {
	for i, a := range w.state.Actors {
		if a.Open {
			doing := w.deed(a)
			d, err = w.rs.Declare(w.state, a.Key, doing, k)
			return a.Key + " " + doing.Action + " with " + doing.Tool, d, err, l.Declare(l.Actor(i), &doing)
		}
	}
	if d, err = w.rs.Next(w.state, k); err == nil {
		return "next", d, err, l.Next()
	}
	i := w.rng.IntN(len(w.state.Actors))
	d, err = w.rs.DecideManually(w.state, k, func(h *ManualChanges) { h.RollInitiative(w.state.Actors[i].Key) })
	return "initiative", d, err, l.RollInitiative(l.Actor(i))
}

// Each action of the game comes to the same decided and played in place, and to nothing that its odds leave out.
func TestActionsInLockstep(t *testing.T) {
	sequential(t)
	rs := hybridPack(t)
	none := func(*Actor, Offer) int { return -1 }
	for _, action := range rs.Actions.All {
		s, d, ok := possibleSomehow(t, rs, action)
		if !ok {
			t.Errorf("%s: no way was found in which it is possible", action.Name)
			continue
		}
		odds, err := rs.ActionOdds(s, "kira", d, nil)
		if err != nil {
			t.Errorf("%s: %v", action.Name, err)
			continue
		}
		live := rs.Live(s, none)
		for seed := range byte(8) {
			k := DecisionInput{Dice: NewSeededDice([32]byte{seed}), Choose: none, Brief: true}
			live.Begin(NewSeededDice([32]byte{seed}))
			decided := s
			follow := func(decision Decision, err, inPlace error) bool {
				if (err == nil) != (inPlace == nil) {
					t.Fatalf("%s, seed %d: decided: %v; in place: %v", action.Name, seed, err, inPlace)
				}
				if decided, err = rs.Apply(decided, decision.Events); err != nil {
					t.Fatal(err)
				}
				if want, got := standing(decided), standing(live.State); want != got {
					t.Fatalf("%s, seed %d: decided\n%s\nin place\n%s", action.Name, seed, want, got)
				}
				return inPlace == nil
			}
			decision, err := rs.Declare(decided, "kira", d, k)
			for more := follow(decision, err, live.Declare(live.Actor(0), &d)); more && decided.Actors[0].Doing != nil; {
				decision, err = rs.Next(decided, k)
				more = follow(decision, err, live.Next())
			}
			if decision, err = rs.Perform(s, "kira", d, k); err != nil {
				t.Fatalf("%s, seed %d: %v", action.Name, seed, err)
			}
			after, err := rs.Apply(s, decision.Events)
			if err != nil {
				t.Fatal(err)
			}
			among(t, rs, odds, s, after, action.Name)
		}
	}
}

// possibleSomehow is a moment in which an action is possible, and how it is declared.
func possibleSomehow(t *testing.T, rs *Ruleset, action *Action) (*State, OngoingAction, bool) {
	t.Helper()
	sheets := [2]*Sheet{sheetOf(t, rs, "kira"), sheetOf(t, rs, "grell")}
	carried := *sheets[0]
	for _, item := range rs.Items.All {
		if item.HasTag("explosive") {
			carried.Items = append(slices.Clone(carried.Items), item)
			break
		}
	}
	sheets[0] = &carried
	before := append([]*Condition{nil}, rs.Conditions.All...)
	for i := range 16 * len(before) {
		c := before[i/16]
		s := &State{Running: true}
		for k, sheet := range sheets {
			a := rs.NewActor([]string{"kira", "grell"}[k], sheet)
			a.Turn = -1
			if c != nil && (i%16 < 8 && (k == 0 || i%2 == 1) || i%16 >= 8 && k == 1) {
				a.Conditions = append(a.Conditions, HeldCondition{ID: 1, Condition: c, Next: -1, NextTick: -1, Other: []string{"grell", "kira"}[k], Number: 1})
				a.serial = 1
			}
			s.Actors = append(s.Actors, a)
		}
		if i%8 > 3 {
			s.Actors[0].Tool, s.Actors[0].OffHand = nil, nil
		}
		s.Actors[0].Turn, s.Actors[0].Open, s.Actors[1].Waiting = 0, true, true
		for _, skill := range []string{"", "knife"} {
			for _, item := range append([]*Item{nil}, s.Actors[0].Sheet.Items...) {
				d := OngoingAction{Action: action.Name, Skill: skill, Asked: 2}
				if item != nil {
					d.Tool = item.Name
				}
				if i%4 < 2 {
					d.Whom = "grell"
				}
				k := DecisionInput{Dice: NewSeededDice([32]byte{1}), Choose: func(*Actor, Offer) int { return -1 }}
				if _, err := rs.Perform(s, "kira", d, k); err == nil {
					return s, d, true
				}
			}
		}
	}
	return nil, OngoingAction{}, false
}

// among holds what became of all against odds: all of it must be likely at all.
func among(t *testing.T, rs *Ruleset, odds *ActionOdds, before, after *State, action string) {
	t.Helper()
	for i, a := range after.Actors {
		was := before.Actors[i]
		var end EndOdds
		for _, e := range odds.Ends {
			if e.Who == a.Key {
				end = e
			}
		}
		for _, pool := range rs.Pools.All {
			lost := TrimNoise(was.PoolValue(pool) - a.PoolValue(pool))
			likely := lost == 0
			for _, l := range end.Pools {
				for _, p := range l.Points {
					likely = likely || l.Pool == pool.Name && p.Probability > 0 && math.Abs(p.Value-lost) < 1e-6
				}
			}
			if !likely {
				t.Errorf("%s: %s loses %g of %s, and its odds know nothing of that: %+v", action, a.Key, lost, pool.Name, end.Pools)
			}
		}
		for k := range a.Conditions {
			held := &a.Conditions[k]
			likely := was.heldByID(held.ID) != nil
			for _, put := range end.Puts {
				likely = likely || put.Name == held.Condition.Label && put.Probability > 0
			}
			if !likely {
				t.Errorf("%s: %s has %s, and its odds know nothing of that: %+v", action, a.Key, held.Condition.Name, end.Puts)
			}
		}
	}
}

// TestAnswersAreRated: an answer averts what it takes from the attack's probability, or what its own roll does with the margin of
// the attack taken off; one that only softens the blow averts nothing.
func TestAnswersAreRated(t *testing.T) {
	rs := hybridPack(t)
	s := &State{Running: true, Actors: []*Actor{rs.NewActor("kira", sheetOf(t, rs, "kira")), rs.NewActor("grell", sheetOf(t, rs, "grell"))}}
	s.Actors[0].Turn, s.Actors[0].Open = 0, true
	d := OngoingAction{Action: "attack", Whom: "grell"}
	made := map[string]float64{}
	for _, answer := range []string{NoAnswer, "crouch", "roll_with"} {
		preview, err := rs.Preview(s, "kira", d, map[string]string{"grell.answer": answer})
		if err != nil {
			t.Fatal(err)
		}
		_, made[answer] = preview.Roll.Odds()
	}
	got := map[string]float64{}
	live := rs.Live(s, func(who *Actor, o Offer) int {
		for _, a := range o.Answers() {
			if _, listed := got[a.Action.Name]; !listed { // with the tool that is named first
				got[a.Action.Name] = a.Averts
			}
		}
		return -1
	})
	live.Begin(NewSeededDice([32]byte{1}))
	if err := live.Declare(live.Actor(0), &d); err != nil {
		t.Fatal(err)
	}
	if err := live.Next(); err != nil {
		t.Fatal(err)
	}
	for _, answer := range []string{"crouch", "roll_with"} {
		want := 100 * (1 - made[answer]/made[NoAnswer])
		if averts, offered := got[answer]; !offered || math.Abs(averts-want) > 1e-6 {
			t.Errorf("%s averts %g, want %g; the attack has %v", answer, averts, want, made)
		}
	}
	own := rs.AnswerOdds(s, "kira", d, nil, &Need{Key: "grell.answer", Who: "grell"}, []string{"parry", "block"}, nil)
	for answer, roll := range own {
		if math.Abs(got[answer]-roll.Mean) > 2 {
			t.Errorf("%s averts %g; its roll is made at %g on average", answer, got[answer], roll.Mean)
		}
	}
	if len(own) != 2 || got["crouch"] < 5 || got["parry"] < 10 || got["parry"] > got["block"] {
		t.Errorf("%v, %v", got, own)
	}
}
