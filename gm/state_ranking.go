package gm

import (
	"iter"
	"slices"

	"hybrid/gm/advice"
	"hybrid/gm/command"
	"hybrid/rules"
)

// The recent lines of a session, from which the targets and the likely choices of combatants are derived.

// maxRecent is the maximum number of entries that are searched for an actor's recent lines.
const maxRecent = 300

// Aim is a combatant and its target.
type Aim struct {
	Who  string // key of the combatant
	Whom string // key of the target or, if the combatant moves, of the actor at its destination; "" for none
}

// AimOf returns the aim of an entry. who and whom are the keys of its actor and its target. If whom is "", the destination is read from the
// line. g is the game before the entry.
func AimOf(g *command.Game, who, whom, line string) Aim {
	if who != "" && whom == "" {
		whom = g.MoveTarget(line)
	}
	return Aim{who, whom}
}

// LastAims returns the key of the last target of each combatant, or of the actor at its last destination, by key of the combatant. newest
// yields the latest aim first. Only aims at another side count; combatants without such an aim are missing from the map.
func LastAims(state *rules.State, newest iter.Seq[Aim]) map[string]string {
	targets := map[string]string{}
	for aim := range newest {
		who, whom := state.Find(aim.Who), state.Find(aim.Whom)
		if who != nil && whom != nil && whom.Side != who.Side && targets[who.Key] == "" {
			targets[who.Key] = whom.Key
		}
		if len(targets) == len(state.Actors) {
			break
		}
	}
	return targets
}

// Targets returns the result of LastAims for the entries of the running encounter.
func (s *Session) Targets() map[string]string {
	return LastAims(s.game.State, func(yield func(Aim) bool) {
		for _, k := range slices.Backward(s.inForce) {
			if k.beginEvent() != nil {
				return
			}
			if content := k.payload(); !yield(AimOf(&s.game, content.Who, content.Whom, content.Line)) {
				return
			}
		}
	})
}

// Ranking returns the ranking of an actor's choices, which considers its recent lines.
func (s *Session) Ranking(who string) advice.Ranking {
	r := advice.Ranking{Game: s.Game()}
	for i := len(s.inForce) - 1; i >= max(0, len(s.inForce)-maxRecent); i-- {
		content := s.inForce[i].payload()
		if content.Who != who {
			continue
		}
		if l, ok := r.ParseHabit(content.Line); ok {
			r.Habits = append(r.Habits, l)
		}
	}
	return r
}
