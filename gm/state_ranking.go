package gm

import (
	"iter"
	"slices"

	"hybrid/gm/advice"
	"hybrid/gm/command"
	"hybrid/rules"
)

// recent is how many entries back it is looked for what a combatant did lately, however long a session is.
const recent = 300

// Aim is whom a combatant did something to, or set out for, by key.
type Aim struct{ Who, Whom string }

// AimOf returns the aim of an entry, said by who to whom, by its line in the game before it where it names nobody.
func AimOf(g *command.Game, who, whom, line string) Aim {
	if who != "" && whom == "" {
		whom = g.Heading(line)
	}
	return Aim{who, whom}
}

// LastAims returns whom each combatant of a state did something to last, or set out for, by key: the first of aims, which are given from
// the newest on, that is a combatant of another side. Who did nothing to any of them is left out.
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

// Targets returns whom each combatant last did something to, or set out for, in the running encounter, by key. Combatants who did
// nothing to anyone of another side are left out.
func (s *Session) Targets() map[string]string {
	return LastAims(s.game.State, func(yield func(Aim) bool) {
		for _, k := range slices.Backward(s.applied) {
			if k.begins() != nil {
				return
			}
			if content := k.payload(); !yield(AimOf(&s.game, content.Who, content.Whom, content.Line)) {
				return
			}
		}
	})
}

// Ranking puts what an actor may do in order, by what it did lately too.
func (s *Session) Ranking(who string) advice.Ranking {
	r := advice.Ranking{Game: s.Game()}
	for i := len(s.applied) - 1; i >= max(0, len(s.applied)-recent); i-- {
		content := s.applied[i].payload()
		if content.Who != who {
			continue
		}
		if l, ok := r.Habit(content.Line); ok {
			r.Habits = append(r.Habits, l)
		}
	}
	return r
}
