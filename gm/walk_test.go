package gm

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"hybrid/gm/campaign"
	"hybrid/gm/command"
	"hybrid/gm/gmtest"
	"hybrid/rules"
)

var long = flag.Bool("long", false, "let random walks go on for minutes")

// TestWalk plays the sample encounters at random, with commands that make sense and some that do not, and after each
// one looks whether everything still holds.
func TestWalk(t *testing.T) {
	gmtest.SkipIfShort(t)
	t.Parallel()
	seeds, steps := 6, 400
	if *long {
		seeds, steps = 200, 3000
	}
	for seed := range seeds {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			newWalk(t, sample(t), uint64(seed)).wander(steps)
		})
	}
}

// roundGames are the campaigns of games in which sides have turns.
var roundGames = []string{"heresiarch", "catacombs", "two_tribes", "testdata/turns/game"}

// TestWalkInRounds does the same with the games in which sides have turns; -long makes it 20,000 commands for each.
func TestWalkInRounds(t *testing.T) {
	gmtest.SkipIfShort(t)
	t.Parallel()
	seeds, steps := 1, 160
	if *long {
		seeds, steps = 20, 1000
	}
	for _, name := range roundGames {
		c := gmtest.Campaign(t, name, nil)
		for seed := range seeds {
			t.Run(fmt.Sprint(name, " ", seed), func(t *testing.T) {
				t.Parallel()
				newWalk(t, c, uint64(seed)).wander(steps)
			})
		}
	}
}

// wander does so many random commands, opens the session again, and undoes it all.
func (w *walk) wander(steps int) {
	for range steps {
		w.step()
		if w.t.Failed() {
			w.t.FailNow()
		}
	}
	w.reopen()
	w.backAndForth()
}

// walk is a session played at random, and beside it what its state should be: each standing entry's, worked out from
// the events as they are written down.
type walk struct {
	gmtest.Random
	t      *testing.T
	c      *campaign.Campaign
	dir    string
	seed   uint64
	s      *Session
	shadow []*rules.State // [0] before the first entry
	undone []*rules.State // what redo brings back, the next one last
}

func newWalk(t *testing.T, c *campaign.Campaign, seed uint64) *walk {
	w := &walk{t: t, c: c, dir: t.TempDir(), seed: seed, shadow: []*rules.State{{}}}
	w.Random = gmtest.NewRandom(seed, func() *command.Game { return w.s.Game() })
	w.s = opened(t, c, w.dir, byte(seed))
	return w
}

// step does one random command and looks at what came of it.
func (w *walk) step() {
	line := w.Line()
	before, entries := w.s.State(), len(w.s.Log())
	entry, err := w.do(line)
	for _, came := range w.s.Log()[min(entries, len(w.s.Log())):] { // the party comes in before a line that needs it
		if first, failed := w.s.Entry(came.Seq()); failed == nil && first.Line == gatherLine && first.Seq != entry.Seq {
			w.follow(gatherLine, first)
			before, entries = w.shadow[len(w.shadow)-1], entries+1
			if err != nil {
				before = w.s.State()
			}
		}
	}
	var refusal *rules.Refusal
	switch {
	case errors.As(err, &refusal):
		oneLine(w.t, line, refusal.Text)
		if w.s.State() != before || len(w.s.Log()) != entries {
			w.t.Errorf("%s: refused, and something happened: %v", line, err)
		}
		return
	case err != nil:
		w.t.Fatalf("%s: %v", line, err)
	}
	switch word, _, _ := strings.Cut(line, " "); word {
	case "undo":
		for range steps(line) {
			w.undone, w.shadow = append(w.undone, w.shadow[len(w.shadow)-1]), w.shadow[:len(w.shadow)-1]
		}
	case "redo":
		for range steps(line) {
			w.shadow, w.undone = append(w.shadow, w.undone[len(w.undone)-1]), w.undone[:len(w.undone)-1]
		}
	default:
		if entry.Seq == 0 {
			break // it only said something
		}
		w.follow(line, entry)
		w.again(before, line, entry)
	}
	w.same(line)
	w.sound(line)
}

func steps(line string) int {
	n := 1
	fmt.Sscanf(line, "undo %d", &n)
	fmt.Sscanf(line, "redo %d", &n)
	return n
}

// do answers every question at random, with dice rolled, typed one by one, or both.
func (w *walk) do(line string) (Entry, error) {
	w.s.typists.Default = []string{typeNobody, typePlayers, typeAll}[w.Rng.IntN(3)]
	return gmtest.DoAtRandom(w.t, w.Random, w.s, line)
}

// follow applies the events of an entry, as they are written down, to the state beside.
func (w *walk) follow(line string, entry Entry) {
	data, err := json.Marshal(entry.Events)
	if err != nil {
		w.t.Fatal(err)
	}
	var events []rules.Event
	if err := json.Unmarshal(data, &events); err != nil {
		w.t.Fatal(err)
	}
	next, err := w.s.game.Rules.Apply(w.shadow[len(w.shadow)-1], events)
	if err != nil {
		w.t.Fatalf("%s: %v", line, err)
	}
	w.shadow, w.undone = append(w.shadow, next), nil
}

// same holds the state to the one worked out beside.
func (w *walk) same(line string) {
	want := w.shadow[len(w.shadow)-1]
	if !reflect.DeepEqual(w.s.State(), want) {
		w.t.Fatalf("%s: the state is not the sum of its entries: %s", line, difference(w.s.State(), want))
	}
}

// difference is where two states differ.
func difference(got, want *rules.State) string {
	for i, a := range got.Actors {
		if i < len(want.Actors) && !reflect.DeepEqual(a, want.Actors[i]) {
			return fmt.Sprintf("got %+v\nwant %+v", *a, *want.Actors[i])
		}
	}
	for i, a := range got.Away {
		if i < len(want.Away) && !reflect.DeepEqual(a, want.Away[i]) {
			return fmt.Sprintf("away: got %+v\nwant %+v", *a, *want.Away[i])
		}
	}
	return fmt.Sprintf("got %+v\nwant %+v", *got, *want)
}

// again decides an entry once more from the state before it, with the dice that fell: the same must come of it.
func (w *walk) again(before *rules.State, line string, entry Entry) {
	past := *w.s
	past.game.State = before
	l, err := past.game.Parse(entry.Line)
	if err != nil {
		w.t.Fatalf("%s again: %v", line, err)
	}
	dice := &rules.TypedDice{}
	for _, die := range entry.Dice {
		dice.Faces = append(dice.Faces, die.Result)
	}
	again, err := past.game.DecideOnce(&l, rules.DecisionInput{Dice: dice, Answers: entry.Answers})
	if err == nil {
		_, err = again.Settle(&past.game)
	}
	if err != nil {
		w.t.Fatalf("%s again: %v", line, err)
	}
	if !reflect.DeepEqual(again.Events, entry.Events) {
		w.t.Errorf("%s: decided again with the same dice, it came out otherwise:\n got %+v\nwant %+v", line, again.Events, entry.Events)
	}
}

// sound looks at everything that must hold at any moment.
func (w *walk) sound(line string) {
	s, rs := w.s.State(), w.s.game.Rules
	open := 0
	keys := map[string]bool{}
	for _, a := range s.Actors {
		if keys[a.Key] {
			w.t.Errorf("%s: two are called %s", line, a.Key)
		}
		keys[a.Key] = true
		if a.Open {
			open++
		}
		w.pools(line, a)
		if rs.Order.InRounds() {
			continue // who has its turn there, and when, is for the sides
		}
		if s.Running && a.Doing != nil && (a.Turn >= 0 || a.Open || a.Waiting) {
			w.t.Errorf("%s: %s has a turn with an action in the making", line, a.Key)
		}
		if can, why := a.CanAct(rs); s.Running && !can && (a.Doing != nil || a.Turn >= 0 || a.Waiting) {
			w.t.Errorf("%s: %s cannot act (%s) and is owed something: turn %g, waiting %v, doing %v", line, a.Key, why.Name, a.Turn, a.Waiting, a.Doing)
		}
	}
	for _, side := range s.Sides {
		w.pools(line, side)
	}
	w.turns(line)
	if open > 1 && !rs.Order.InRounds() {
		w.t.Errorf("%s: %d turns are open", line, open)
	}
	for _, owed := range w.s.game.ListPending() {
		if late := rs.Order.InRounds() && owed.Kind == rules.PendingTurn; owed.At < s.Count && !late { // a turn that was not taken there waits
			w.t.Errorf("%s: at count %g, %s of %s is owed at %g", line, s.Count, owed.Kind, owed.Actor.Key, owed.At)
		}
	}
	if log := w.s.Log(); len(log) > 0 {
		text := log[len(log)-1].Text()
		if text == "" || strings.ContainsAny(text, "\n\r\x1b") || strings.Contains(text, "%!") {
			w.t.Errorf("%s: the log says %q", line, text)
		}
	}
}

// turns looks at whose turn it is where sides have turns.
func (w *walk) turns(line string) {
	s := w.s.State()
	if s.Round == nil {
		return
	}
	if side := s.Round.Side(); side != "" && s.Find(side) == nil {
		w.t.Errorf("%s: it is the turn of %s, and there is no such side", line, side)
	}
	if s.Round.Remaining < 0 {
		w.t.Errorf("%s: %g of %s may still have their turn", line, s.Round.Remaining, s.Round.Side())
	}
	if s.Won != "" && s.Find(s.Won) == nil {
		w.t.Errorf("%s: %s has won, and there is no such side", line, s.Won)
	}
}

func (w *walk) pools(line string, a *rules.Actor) {
	for _, pool := range w.s.game.Rules.Pools.All {
		if !pool.IsOwnedBy(a) {
			continue
		}
		now := a.PoolValue(pool)
		if most, limited := a.Sheet.Max(pool); limited && now > most {
			w.t.Errorf("%s: %s of %s is %g of %g", line, pool.Name, a.Key, now, most)
		}
		if pool.Least.Text == "" && now < 0 {
			w.t.Errorf("%s: %s of %s is %g", line, pool.Name, a.Key, now)
		}
	}
}

// reopen closes the session and opens it again: nothing may be different.
func (w *walk) reopen() {
	t, old := w.t, w.s
	if err := old.Close(); err != nil {
		t.Fatal(err)
	}
	w.s = opened(t, w.c, w.dir, byte(w.seed)+1)
	w.same("opening again")
	if w.s.State().Count != old.State().Count || w.s.UndoLabel() != old.UndoLabel() || w.s.RedoLabel() != old.RedoLabel() {
		t.Errorf("opened again: count %g, undo %q, redo %q; want %g, %q, %q", w.s.State().Count, w.s.UndoLabel(), w.s.RedoLabel(),
			old.State().Count, old.UndoLabel(), old.RedoLabel())
	}
	now, before := w.s.Log(), old.Log()
	if len(now) != len(before) {
		t.Fatalf("opened again: %d lines in the log, want %d", len(now), len(before))
	}
	for i := range now {
		if now[i].Text() != before[i].Text() || now[i].IsUndone() != before[i].IsUndone() || now[i].Count() != before[i].Count() {
			t.Errorf("opened again: line %d\n got %v %s\nwant %v %s", i, now[i].IsUndone(), now[i].Text(), before[i].IsUndone(), before[i].Text())
		}
	}
	for i := range old.entries {
		w.entry(old.entries[i])
	}
}

// entry holds an entry read from the journal to the one that was written.
func (w *walk) entry(was *record) {
	got, err := w.s.Entry(was.Seq)
	if err != nil {
		w.t.Fatal(err)
	}
	if !got.At.Equal(was.At) || got.Line != was.payload().Line || !reflect.DeepEqual(got.Answers, was.payload().Answers) || !reflect.DeepEqual(got.Dice, was.payload().Dice) {
		w.t.Errorf("entry %d came back as %+v, want %+v", was.Seq, got, was.payload())
	}
	if steps, err := was.decodeSteps(); err != nil || len(got.Outcomes) != len(steps) {
		w.t.Errorf("entry %d came back with %d steps, want %d; %v", was.Seq, len(got.Outcomes), len(steps), err)
	}
}

// backAndForth undoes everything, one by one or several at a time, and does it all again.
func (w *walk) backAndForth() {
	last := w.s.UndoLabel()
	for w.s.UndoLabel() != "" {
		w.travel("undo", len(w.shadow)-1)
	}
	if s := w.s.State(); s.Running || len(s.Actors) > 0 {
		w.t.Errorf("everything is undone, and there is still %+v", s)
	}
	for len(w.undone) > 0 {
		w.travel("redo", len(w.undone))
	}
	if w.s.UndoLabel() != last && w.s.RedoLabel() == "" && last != "" {
		w.t.Logf("redone beyond %q, to %q", last, w.s.UndoLabel())
	}
}

func (w *walk) travel(verb string, far int) {
	n := 1
	if w.Rng.IntN(10) == 0 {
		n = 1 + w.Rng.IntN(min(far, 40))
	}
	line := fmt.Sprintf("%s %d", verb, n)
	do(w.t, w.s, line)
	for range n {
		if verb == "undo" {
			w.undone, w.shadow = append(w.undone, w.shadow[len(w.shadow)-1]), w.shadow[:len(w.shadow)-1]
		} else {
			w.shadow, w.undone = append(w.shadow, w.undone[len(w.undone)-1]), w.undone[:len(w.undone)-1]
		}
	}
	w.same(line)
}
