package rules

import (
	"errors"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Random fights among the characters that come along. Whatever happens, what is shown adds up, pools keep their
// bounds, of a group none has two, time never runs back, and the same dice give the same fight.
func TestRandomFights(t *testing.T) {
	sequential(t)
	rs := hybridPack(t)
	for seed := range 60 {
		a, b := newWalk(t, rs, uint64(seed)), newWalk(t, rs, uint64(seed))
		for range 60 {
			a.step()
		}
		for range 60 {
			b.step()
		}
		if t.Failed() {
			t.Fatalf("seed %d:\n%s", seed, strings.Join(a.log, "\n"))
		}
		if strings.Join(a.log, "\n") != strings.Join(b.log, "\n") {
			t.Fatalf("seed %d: the same dice gave another fight", seed)
		}
	}
}

// walk is a random fight under way.
type walk struct {
	t     *testing.T
	rs    *Ruleset
	rng   *rand.Rand
	dice  *SeededDice
	state *State
	log   []string
}

func newWalk(t *testing.T, rs *Ruleset, seed uint64) *walk {
	w := &walk{t: t, rs: rs, rng: rand.New(rand.NewPCG(seed, 7)), dice: NewSeededDice([32]byte{byte(seed), 9}), state: &State{Running: true}}
	paths, err := filepath.Glob("../characters/*.yaml")
	if err != nil || len(paths) == 0 {
		t.Fatal("no characters", err)
	}
	var keys []string
	for range 4 {
		path := paths[w.rng.IntN(len(paths))]
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		key := strings.TrimSuffix(filepath.Base(path), ".yaml") + string(rune('a'+len(keys)))
		keys = append(keys, key)
		w.apply([]Event{{Kind: EventJoin, Who: key, What: string(rune('a' + len(keys)%2)), Sheet: string(data)}})
	}
	w.try("enter", func(k DecisionInput) (Decision, error) { return rs.Enter(w.state, keys, k) })
	return w
}

func (w *walk) apply(events []Event) {
	next, err := w.rs.Apply(w.state, events)
	if err != nil {
		w.t.Fatal(err)
	}
	w.state = next
}

// try decides something, answering what is asked at random.
func (w *walk) try(line string, do func(DecisionInput) (Decision, error)) bool {
	answers := map[string]string{}
	for range 12 {
		dice := &recorded{from: w.dice}
		d, err := do(DecisionInput{Dice: dice, Answers: answers})
		var need *Need
		if errors.As(err, &need) {
			choice := w.rng.IntN(len(need.Choices) + 1)
			answers[need.Key] = NoAnswer
			if choice < len(need.Choices) {
				answers[need.Key] = need.Choices[choice].Name
			}
			continue
		}
		if err != nil {
			w.log = append(w.log, line+": "+err.Error())
			return false
		}
		w.log = append(w.log, line)
		w.check(line, d)
		w.apply(d.Events)
		w.bounds(line)
		return true
	}
	w.t.Errorf("%s: asked again and again", line)
	return false
}

type recorded struct{ from *SeededDice }

func (r *recorded) Roll(faces int, purpose string) (int, bool, error) {
	return r.from.Roll(faces, purpose)
}

// step lets time go on, or the one who is to declare do something at random.
func (w *walk) step() {
	var open *Actor
	for _, a := range w.state.Actors {
		if a.Open {
			open = a
		}
	}
	if open == nil {
		if !w.try("next", func(k DecisionInput) (Decision, error) { return w.rs.Next(w.state, k) }) {
			a := w.state.Actors[w.rng.IntN(len(w.state.Actors))]
			w.try("initiative "+a.Key, func(k DecisionInput) (Decision, error) {
				return w.rs.DecideManually(w.state, k, func(h *ManualChanges) { h.RollInitiative(a.Key) })
			})
		}
		return
	}
	for range 20 {
		d := w.deed(open)
		before := w.state.Count
		if _, err := w.rs.Preview(w.state, open.Key, d, nil); err != nil {
			continue
		}
		if w.try(open.Key+" "+d.Action+" "+d.Whom+" with "+d.Tool, func(k DecisionInput) (Decision, error) { return w.rs.Declare(w.state, open.Key, d, k) }) {
			if w.state.Count != before {
				w.t.Errorf("%s: declaring took time", d.Action)
			}
			return
		}
	}
	w.apply([]Event{{Kind: EventWaiting, Who: open.Key}})
}

func (w *walk) deed(a *Actor) OngoingAction {
	actions := w.rs.Actions.All
	d := OngoingAction{Action: actions[w.rng.IntN(len(actions))].Name}
	if w.rng.IntN(3) > 0 {
		d.Action = "attack"
	}
	other := w.state.Actors[w.rng.IntN(len(w.state.Actors))]
	if other.Key != a.Key {
		d.Whom = other.Key
	}
	if len(a.Sheet.Items) > 0 && w.rng.IntN(2) == 0 {
		d.Tool = a.Sheet.Items[w.rng.IntN(len(a.Sheet.Items))].Name
	}
	if w.rng.IntN(3) == 0 {
		d.Points = float64(w.rng.IntN(4))
	}
	if w.rng.IntN(3) == 0 {
		options := w.rs.Situations.All
		s := options[w.rng.IntN(len(options))]
		option := TickedOption{Situation: s.Name, Number: 0.5}
		if rows := s.Ask.Rows(); len(rows) > 0 {
			option.Row, option.Side = rows[w.rng.IntN(len(rows))], "left"
		}
		d.Options = []TickedOption{option}
	}
	d.Asked = float64(1 + w.rng.IntN(5))
	if w.rng.IntN(6) == 0 {
		second := w.deed(a)
		second.Beside, d.Beside = nil, &second
	}
	return d
}

// check looks whether what a decision shows adds up.
func (w *walk) check(line string, d Decision) {
	for _, out := range d.Outcomes {
		sum := 0.0
		for _, term := range out.Terms {
			sum += term.Value
		}
		switch {
		case out.Kind == "check":
			if math.Abs(sum-out.Chance) > 1e-6 {
				w.t.Errorf("%s: the terms of %s add up to %g, its chance is %g: %+v", line, out.Label, sum, out.Chance, out.Terms)
			}
			if out.Chance < 1 || math.Abs(out.Chance-float64(out.Roll)-out.Margin) > 1e-6 || out.Degree == "" {
				w.t.Errorf("%s: %s at %g rolled %d, margin %g, degree %q", line, out.Label, out.Chance, out.Roll, out.Margin, out.Degree)
			}
		case out.Total != nil && len(out.Terms) > 0 && out.Kind != "initiative":
			if math.Abs(sum-*out.Total) > 1e-6 {
				w.t.Errorf("%s: the terms of %s add up to %g, the total is %g: %+v", line, out.Label, sum, *out.Total, out.Terms)
			}
		}
		if out.Source == "" || out.Label == "" {
			w.t.Errorf("%s: a step without a place or a label: %+v", line, out)
		}
	}
	for _, e := range d.Events {
		for _, x := range []float64{e.Value, e.Carry, e.By, e.At} {
			if math.IsNaN(x) || math.IsInf(x, 0) {
				w.t.Errorf("%s: an event with %g: %+v", line, x, e)
			}
		}
		if e.Kind == EventClock && e.At < w.state.Count {
			w.t.Errorf("%s: time runs back from %g to %g", line, w.state.Count, e.At)
		}
		if e.Kind == EventTurn && e.At >= 0 && e.At < w.state.Count {
			w.t.Errorf("%s: a turn at %g, and it is %g already", line, e.At, w.state.Count)
		}
	}
}

// bounds looks whether all actors are as an actor can be.
func (w *walk) bounds(line string) {
	for _, a := range w.state.Actors {
		for _, pool := range w.rs.Pools.All {
			now := a.PoolValue(pool)
			most, limited := a.Sheet.Max(pool)
			if limited && now > most+1e-9 || now < pool.minimum-1e-9 {
				w.t.Errorf("%s: %s of %s is %g of %g", line, pool.Name, a.Key, now, most)
			}
			if carry := a.Levels[pool.index].Carry; pool.Drain != nil && (carry < 0 || carry >= pool.Drain.Every) {
				w.t.Errorf("%s: %s of %s remembers %g", line, pool.Name, a.Key, carry)
			}
		}
		groups := map[string]bool{}
		for i := range a.Conditions {
			group := a.Conditions[i].Condition.Group
			if group != "" && groups[group] {
				w.t.Errorf("%s: %s has two conditions of %s", line, a.Key, group)
			}
			groups[group] = true
			if a.Conditions[i].Condition.until == untilSequence {
				w.t.Errorf("%s: %s still has %s", line, a.Key, a.Conditions[i].Condition.Label)
			}
			if next := a.Conditions[i].Next; next >= 0 && next < w.state.Count {
				w.t.Errorf("%s: %s of %s was to act at %g, and it is %g", line, a.Conditions[i].Condition.Label, a.Key, next, w.state.Count)
			}
		}
		if ok, _ := a.CanAct(w.rs); !ok && (a.Doing != nil || a.Turn >= 0 || a.Open || a.Waiting) {
			w.t.Errorf("%s: %s cannot act, but has something to do", line, a.Key)
		}
		if a.Doing != nil && (a.Turn >= 0 || a.Open || a.Waiting) {
			w.t.Errorf("%s: %s is busy and has a turn too (%g)", line, a.Key, a.Turn)
		}
	}
}
