package rules

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// standing is everything about a state that can change, in words.
func standing(s *State) string {
	text := fmt.Sprintln(s.Count, s.Situations)
	for _, a := range s.Actors {
		doing, _ := json.Marshal(a.Doing)
		text += fmt.Sprintln(a.Key, a.Levels, a.Turn, a.Open, a.Waiting, string(doing), a.Place, a.Placed, a.Going, a.Slow, a.serial)
		for _, held := range a.Conditions {
			text += fmt.Sprintln("  ", held.ID, held.Condition.Name, held.Number, held.Other, held.Since, held.Next, held.Text)
		}
		for _, list := range [][]*Item{{a.Tool}, a.Dropped} {
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
	rs := hybridPack(t)
	for seed := range uint64(60) {
		w := newWalk(t, rs, seed)
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
			known := Known{Dice: NewRolled([32]byte{byte(seed)}), Choose: pick(rng[0])}
			live.Begin(NewRolled([32]byte{byte(seed)}))
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
func together(w *walk, k Known, l *Live) (line string, d Decision, err, inPlace error) {
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
	d, err = w.rs.Hand(w.state, k, func(r *Run) { r.Initiative(w.state.Actors[i].Key) })
	return "initiative", d, err, l.Initiative(l.Actor(i))
}

// An answer without a roll is worth what it takes from the attack's chance; one that takes nothing is worth nothing.
func TestAnswersWithoutARollAreWeighed(t *testing.T) {
	rs := hybridPack(t)
	s := &State{Running: true, Actors: []*Actor{rs.NewActor("kira", sheetOf(t, rs, "kira")), rs.NewActor("grell", sheetOf(t, rs, "grell"))}}
	s.Actors[0].Turn, s.Actors[0].Open = 0, true
	d := Doing{Action: "attack", Whom: "grell"}
	chance := map[string]float64{}
	for _, answer := range []string{NoAnswer, "crouch", "roll_with"} {
		cast, err := rs.Forecast(s, "kira", d, map[string]string{"grell.answer": answer})
		if err != nil {
			t.Fatal(err)
		}
		chance[answer] = cast.Prospect.Chance
	}
	got := map[string]float64{}
	live := rs.Live(s, func(who *Actor, o Offer) int {
		for _, a := range o.Answers() {
			got[a.Action.Name] = a.Chance
		}
		return -1
	})
	live.Begin(NewRolled([32]byte{1}))
	if err := live.Declare(live.Actor(0), &d); err != nil {
		t.Fatal(err)
	}
	if err := live.Next(); err != nil {
		t.Fatal(err)
	}
	for _, answer := range []string{"crouch", "roll_with"} {
		want := 100 * (chance[NoAnswer] - chance[answer]) / chance[NoAnswer]
		if worth, offered := got[answer]; !offered || math.Abs(worth-want) > 1e-9 {
			t.Errorf("%s is worth %g, want %g; the attack has %v", answer, worth, want, chance)
		}
	}
	if got["crouch"] < 5 || got["roll_with"] != 0 || got["parry"] < 10 {
		t.Errorf("%v", got)
	}
}
