package rules

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"hybrid/rules/source"
)

// watched is a Live of which each tally, specialised, is held against all its lines, carried out as they are written.
type watched struct {
	*Live
	t        *testing.T
	where    string
	dice     *counted
	compared int
}

// counted is dice that count how many fell.
type counted struct {
	*SeededDice
	fell int
}

func (d *counted) Roll(faces int, purpose string) (int, bool, error) {
	d.fell++
	return d.SeededDice.Roll(faces, purpose)
}

func (w *watched) tallyTotal(t *Tally, f *Frame) float64 {
	used, fell := len(f.run.usedUp), w.dice.fell
	got := w.Live.tallyTotal(t, f)
	if w.dice.fell != fell {
		return got // the same dice do not fall twice
	}
	after, frame, moving, ranking := len(f.run.usedUp), *f, w.canVary, w.specialisesRank
	want, _ := applyLines(t.lines, 0, f, nil)
	f.run.usedUp = f.run.usedUp[:max(used, min(after, len(f.run.usedUp)))]
	*f, w.canVary, w.specialisesRank = frame, moving, ranking
	w.compared++
	if math.Abs(got-want) > 1e-9 {
		w.t.Errorf("%s: %s of %s against %s is %g specialised, and %g", w.where, t.Name, f.sides[0].actor.Key, f.sides[1].actor.Key, got, want)
	}
	return got
}

// randomLayer gives modifiers to entries of a pack at random, and situations that hold by themselves to all.
func randomLayer(rng *rand.Rand, rs *Ruleset) string {
	pick := func(list []string) string { return list[rng.IntN(len(list))] }
	number := func(more ...string) string {
		list := append([]string{"1", "-2", "0", "1/2", "PFT.lost / 4", "PBD.lost - 3", "other.PST - 9", "other.PFT.lost / 8", "PST / 5", "distance"}, more...)
		return pick(list)
	}
	gives := func(has *giver, more ...string) string {
		m := rs.Modifiers.All[rng.IntN(len(rs.Modifiers.All))]
		for i := range has.gifts {
			if has.gifts[i].modifier == m {
				return ""
			}
		}
		if rng.IntN(3) == 0 {
			return fmt.Sprintf("give: {%s: {offence: %s, physical: %s, else: %s}}", m.Name, number(more...), number(more...), number(more...))
		}
		return fmt.Sprintf("give: {%s: %s}", m.Name, number(more...))
	}
	var text strings.Builder
	section := func(name string, times, n int, of func(i int) (*Head, *giver), more ...string) {
		fmt.Fprintf(&text, "%s:\n", name)
		for _, i := range rng.Perm(n)[:min(times, n)] {
			head, has := of(i)
			if given := gives(has, more...); given != "" {
				fmt.Fprintf(&text, "  %s: {%s}\n", head.Name, given)
			}
		}
	}
	section("actions", 6, len(rs.Actions.All), func(i int) (*Head, *giver) { return &rs.Actions.All[i].Head, &rs.Actions.All[i].giver }, "action.counts / 4", "window / 3")
	section("items", 30, len(rs.Items.All), func(i int) (*Head, *giver) { return &rs.Items.All[i].Head, &rs.Items.All[i].giver })
	put := slices.DeleteFunc(slices.Clone(rs.Conditions.All), func(c *Condition) bool { return c.holds != nil })
	section("conditions", 12, len(put), func(i int) (*Head, *giver) { return &put[i].Head, &put[i].giver }, "number", "number / 2")
	section("activities", 4, len(rs.Activities.All), func(i int) (*Head, *giver) { return &rs.Activities.All[i].Head, &rs.Activities.All[i].giver })
	text.WriteString("situations:\n")
	for i := range 5 {
		group := ""
		if rng.IntN(2) == 0 {
			group = ", group: strain"
		}
		holds := pick([]string{"PFT.lost > 2", "other.PFT.lost > 4", "is.prone", "not other.aware", "PBD.lost > 0", "tag.offence and PFT.lost > 1"})
		fmt.Fprintf(&text, "  strain_%d: {for: [%s]%s, holds: %s, %s}\n", i, pick([]string{"offence", "defence", "physical", "hindered"}), group, holds, gives(&giver{}))
	}
	return text.String()
}

// twins makes one actor the same character as another one, wounded otherwise.
func (w *walk) twins(of, is int) {
	a, b := w.state.Actors[of], w.state.Actors[is]
	b.Sheet, b.stats, b.worn, b.Tool, b.OffHand = a.Sheet, a.stats, a.worn, a.Tool, a.OffHand
	for i := range b.Levels {
		b.Levels[i].Now = math.Floor(a.Levels[i].Now * 3 / 4)
	}
}

// Numbers that a Live specialises come to what their lines and all that gives something come to, in packs to which
// something was given at random.
func TestSpecialisedIsAsWritten(t *testing.T) {
	sequential(t)
	plain, compared := hybridPack(t), 0
	for seed := range uint64(8) {
		rng := rand.New(rand.NewPCG(seed, 11))
		layer := randomLayer(rng, plain)
		rs := packWith(t, nil, Layer{Name: "own", Files: []source.File{{Name: "own.yaml", Data: []byte(layer)}}})
		for fight := range uint64(6) {
			w := newWalk(t, rs, seed*6+fight)
			if fight%2 == 0 {
				w.twins(1, 2)
			}
			dice := &counted{SeededDice: NewSeededDice([32]byte{byte(seed), byte(fight)})}
			live := rs.Live(w.state, func(_ *Actor, o Offer) int { return rng.IntN(len(o.Answers())+1) - 1 })
			look := &watched{Live: live, t: t, dice: dice}
			live.sink = look
			live.Begin(dice)
			for step := range 60 {
				look.where = fmt.Sprintf("seed %d, fight %d, step %d", seed, fight, step)
				w.state = live.State
				open := false
				for i, a := range live.State.Actors {
					if a.Open {
						doing := w.deed(a)
						live.Declare(live.Actor(i), &doing)
						open = a.Open
						break
					}
				}
				if open || live.Next() != nil {
					live.RollInitiative(live.Actor(rng.IntN(len(live.State.Actors))))
				}
			}
			compared += look.compared
			if t.Failed() {
				t.Fatal(layer)
			}
		}
	}
	if compared < 10_000 {
		t.Errorf("only %d numbers were compared", compared)
	}
}

// Those who are the same character have what is specialised in common, and what they are at the moment each their own.
func TestTwinsAreToldApart(t *testing.T) {
	rs := packWith(t, nil, Layer{Name: "own", Files: []source.File{{Name: "own.yaml", Data: []byte("numbers: {gap: {a: {add: PFT.now - 2 * other.PFT.now}}}")}}})
	var gap *Tally
	for _, number := range rs.Numbers {
		if number.Name == "gap" {
			gap = number
		}
	}
	w := newWalk(t, rs, 1)
	w.twins(1, 2)
	live := rs.Live(w.state, nil)
	live.Begin(NewSeededDice([32]byte{}))
	if live.classes != 3 {
		t.Errorf("four of whom two are alike are of %d classes", live.classes)
	}
	r := live.beginRun()
	for range 2 {
		for _, a := range live.State.Actors {
			for _, b := range live.State.Actors {
				f := r.newFrame(a, b)
				want, _ := applyLines(gap.lines, 0, f, nil)
				if got := live.tallyTotal(gap, f); got != want {
					t.Errorf("%s against %s: %g, not %g", a.Key, b.Key, got, want)
				}
			}
		}
	}
}

// What is kept of an action from one time to the next holds against what the other one has in hand, and against nothing else.
func TestTimeAgainstAnotherWeapon(t *testing.T) {
	rs := packWith(t, nil, Layer{Name: "own", Files: []source.File{{Name: "own.yaml", Data: []byte(`actions:
  size_up: {label: Size up, whom: true, any_time: true, counts: 2 + other.tool.counts, steps: {look: {label: Look, do: [{tell: done}]}}}
  open_hands: {label: Let go, any_time: true, counts: 0, steps: {let: {label: Let go, do: [{empty_hands: true}]}}}
`)}}})
	s := &State{Running: true, Actors: []*Actor{rs.NewActor("kira", sheetOf(t, rs, "kira")), rs.NewActor("grell", sheetOf(t, rs, "grell"))}}
	none := func(*Actor, Offer) int { return -1 }
	live, known := rs.Live(s, none), DecisionInput{Dice: NewSeededDice([32]byte{1}), Choose: none}
	live.Begin(NewSeededDice([32]byte{1}))
	var lasts []float64
	for _, step := range []struct {
		who int
		OngoingAction
	}{{0, OngoingAction{Action: "size_up", Whom: "grell"}}, {0, OngoingAction{}}, {1, OngoingAction{Action: "open_hands"}}, {0, OngoingAction{Action: "size_up", Whom: "grell"}}} {
		var decision Decision
		var err, inPlace error
		if step.Action == "" {
			decision, err = rs.Next(s, known)
			inPlace = live.Next()
		} else {
			decision, err = rs.Declare(s, s.Actors[step.who].Key, step.OngoingAction, known)
			inPlace = live.Declare(live.Actor(step.who), &step.OngoingAction)
		}
		if err != nil || inPlace != nil {
			t.Fatal(step.Action, err, inPlace)
		}
		if s, err = rs.Apply(s, decision.Events); err != nil {
			t.Fatal(err)
		}
		if want, got := standing(s), standing(live.State); got != want {
			t.Fatalf("%s: decided\n%s\nin place\n%s", step.Action, want, got)
		}
		if doing := s.Actors[0].Doing; doing != nil {
			lasts = append(lasts, doing.At-doing.From)
		}
	}
	if !slices.Equal(lasts, []float64{12, 2}) {
		t.Errorf("it takes %g counts against a sword and against bare hands", lasts)
	}
}
