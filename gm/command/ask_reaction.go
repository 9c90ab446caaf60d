package command

import (
	"slices"

	"hybrid/rules"
)

// Released reactions. An actor can prepare a reaction to an event, the trigger, and plan what to do then. When the event happens, the game
// master releases the reaction, and the actor rolls initiative for a turn in which it declares the planned line. These functions find the
// planned line, and the chance that the reaction comes before the action that triggered it. ask_trigger.go finds the triggers.

// PlannedLine returns the line that actor a planned as a reaction and has to declare in its turn, since the reaction was released. It
// returns "" if there is none, or it is no longer possible.
func PlannedLine(g *Game, a *rules.Actor) (line string) {
	for i := range a.Conditions {
		h := &a.Conditions[i]
		if !h.Condition.Says || h.Text == "" { // Text has the words of the action that started the condition, here the plan
			continue
		}
		releases := func(x *rules.Action) bool { return x.AnyTime && x.SuggestingCondition(a) == h }
		if slices.ContainsFunc(g.Rules.Actions.All, releases) { // the reaction can still be released, so it hasn't been yet
			continue
		}
		line := a.Key + ": " + h.Text
		if l, err := g.Parse(line); err == nil && l.IsPlayerAction() {
			if _, err := g.Preview(line); err == nil {
				return line
			}
		}
	}
	return ""
}

// ChanceToFireFirst returns the chance that a reaction released by line comes before the action in progress of the actor with the key
// other. t is the trigger of the reaction. The reaction comes first if its planned action takes effect earlier or, without a plan, if its
// turn comes earlier. ok is false if other has no action in progress, or there are too many combinations of dice.
func ChanceToFireFirst(g *Game, t *Trigger, line, other string) (chance float64, ok bool) {
	threat := g.State.Find(other)
	if threat == nil || threat.Doing == nil {
		return 0, false
	}
	l, err := g.Parse(line)
	if err != nil {
		return 0, false
	}
	first := map[float64]bool{} // whether the reaction comes first, by the count of its turn
	dice := &everyCombination{}
	for dice.nextCombination() {
		dice.Rewind()
		w, err := g.DecideOnce(&l, rules.DecisionInput{Dice: dice, Brief: true})
		if err != nil {
			return 0, false
		}
		turn := nextTurnOf(t.Who, w.Events)
		isFirst, known := first[turn]
		if !known {
			after, err := g.Rules.Apply(g.State, w.Events)
			if err != nil {
				return 0, false
			}
			isFirst = g.comesFirst(after, t, turn, other)
			first[turn] = isFirst
		}
		if isFirst {
			chance += dice.probability()
		}
		if dice.count > maxCombinations {
			return 0, false
		}
	}
	return chance, true
}

// comesFirst reports whether a reaction comes before the action in progress of the actor with the key other, if its turn is at the count
// turn. s is the state after the release, and t the trigger.
func (g *Game) comesFirst(s *rules.State, t *Trigger, turn float64, other string) bool {
	planned := *s
	planned.Actors = slices.Clone(s.Actors)
	at := slices.IndexFunc(planned.Actors, func(a *rules.Actor) bool { return a.Key == t.Who })
	who := *planned.Actors[at]
	if t.Planned != "" {
		game := *g
		game.State = s
		if p, err := game.Preview(t.Who + ": " + t.Planned); err == nil {
			who.Turn, who.Doing = -1, &rules.OngoingAction{Action: p.Action.Name, From: turn, At: turn + p.Counts}
		}
	}
	planned.Actors[at] = &who
	for _, next := range g.Rules.ListPending(&planned) {
		switch {
		case next.Kind == rules.PendingTick: // an effect of a condition, which doesn't count
		case next.Actor.Key == t.Who:
			return true
		case next.Actor.Key == other:
			return false
		}
	}
	return false
}

// maxCombinations is the maximum number of dice combinations for which the chance of a reaction is computed.
const maxCombinations = 20000

// everyCombination is a source of dice that enumerates all combinations of their faces. The number of dice can differ between combinations.
type everyCombination struct {
	faces, values []int // number of faces of each die of the current combination, and the face that it shows
	at            int   // index of the next die
	count         int   // number of combinations so far, with the current one
}

// nextCombination advances to the next combination: the last die that doesn't show its highest face shows the next one, and the dice after
// it are removed. It returns false after the last combination.
func (d *everyCombination) nextCombination() bool {
	if d.count++; d.count == 1 {
		return true
	}
	for i := len(d.values) - 1; i >= 0; i-- {
		if d.values[i]++; d.values[i] <= d.faces[i] {
			d.values, d.faces = d.values[:i+1], d.faces[:i+1]
			return true
		}
	}
	return false
}

// Rewind restarts the current combination at its first die.
func (d *everyCombination) Rewind() { d.at = 0 }

// Roll returns the face of the next die. A die that is new shows its lowest face.
func (d *everyCombination) Roll(faces int, _ string) (int, bool, error) {
	if d.at == len(d.values) {
		d.values, d.faces = append(d.values, 1), append(d.faces, faces)
	}
	d.at++
	return d.values[d.at-1], false, nil
}

// probability returns the probability of the current combination.
func (d *everyCombination) probability() float64 {
	w := 1.0
	for _, faces := range d.faces {
		w /= float64(faces)
	}
	return w
}
