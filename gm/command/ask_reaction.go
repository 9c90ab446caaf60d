package command

import (
	"slices"

	"hybrid/rules"
)

// Released reactions: the planned one, and its chance to come before the action that triggered it.

// PlannedLine returns the line of the reaction that an actor planned and released, which it does in its turn; empty if there is none or it
// isn't possible any more.
func PlannedLine(g *Game, a *rules.Actor) (line string) {
	for i := range a.Conditions {
		h := &a.Conditions[i]
		if !h.Condition.Says || h.Text == "" || slices.ContainsFunc(g.Rules.Actions.All, func(x *rules.Action) bool { return x.AnyTime && x.Because(a) == h }) {
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

// FiresFirst returns the chance that a released reaction comes before the action in progress of another actor: that the planned action
// lands or, without one, that the turn comes. ok is false if that actor has no action in progress, or the dice can fall in too many ways.
func FiresFirst(g *Game, t *Trigger, line, other string) (chance float64, ok bool) {
	threat := g.State.Find(other)
	if threat == nil || threat.Doing == nil {
		return 0, false
	}
	l, err := g.Parse(line)
	if err != nil {
		return 0, false
	}
	first := map[float64]bool{} // by the count of the turn
	dice := &everyFall{}
	for dice.nextCombination() {
		dice.Rewind()
		w, err := g.DecideOnce(&l, rules.Known{Dice: dice, Brief: true})
		if err != nil {
			return 0, false
		}
		turn := nextTurnOf(t.Who, w.Events)
		before, known := first[turn]
		if !known {
			after, err := g.Rules.Apply(g.State, w.Events)
			if err != nil {
				return 0, false
			}
			before = g.comesFirst(after, t, turn, other)
			first[turn] = before
		}
		if before {
			chance += dice.probability()
		}
		if dice.ways > maxFalls {
			return 0, false
		}
	}
	return chance, true
}

// comesFirst reports whether a reaction comes before the action in progress of another actor, once its turn is known.
func (g *Game) comesFirst(s *rules.State, t *Trigger, turn float64, other string) bool {
	then := *s
	then.Actors = slices.Clone(s.Actors)
	at := slices.IndexFunc(then.Actors, func(a *rules.Actor) bool { return a.Key == t.Who })
	who := *then.Actors[at]
	if t.Planned != "" {
		game := *g
		game.State = s
		if p, err := game.Preview(t.Who + ": " + t.Planned); err == nil {
			who.Turn, who.Doing = -1, &rules.Doing{Action: p.Action.Name, From: turn, At: turn + p.Counts}
		}
	}
	then.Actors[at] = &who
	for _, next := range g.Rules.ListOwed(&then) {
		switch {
		case next.Kind == rules.OwedTick:
		case next.Actor.Key == t.Who:
			return true
		case next.Actor.Key == other:
			return false
		}
	}
	return false
}

// maxFalls is the number of dice combinations of a release that are computed.
const maxFalls = 20000

// everyFall is a source of dice that enumerates all combinations of their faces.
type everyFall struct {
	faces, sides []int
	at, ways     int
}

// nextCombination moves on to the next combination; it returns false after the last.
func (d *everyFall) nextCombination() bool {
	if d.ways++; d.ways == 1 {
		return true
	}
	for i := len(d.sides) - 1; i >= 0; i-- {
		if d.sides[i]++; d.sides[i] <= d.faces[i] {
			d.sides, d.faces = d.sides[:i+1], d.faces[:i+1]
			return true
		}
	}
	return false
}

// Rewind starts the present combination again at its first die.
func (d *everyFall) Rewind() { d.at = 0 }

// Roll returns the die's face.
func (d *everyFall) Roll(faces int, _ string) (int, bool, error) {
	if d.at == len(d.sides) {
		d.sides, d.faces = append(d.sides, 1), append(d.faces, faces)
	}
	d.at++
	return d.sides[d.at-1], false, nil
}

// probability returns the probability of the present combination.
func (d *everyFall) probability() float64 {
	w := 1.0
	for _, faces := range d.faces {
		w /= float64(faces)
	}
	return w
}
