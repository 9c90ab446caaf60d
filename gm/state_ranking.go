package gm

import (
	"hybrid/gm/advice"
)

// recent is how many entries back it is looked for what a combatant did lately, however long a session is.
const recent = 300

// Targets returns whom each combatant last did something to, or set out for, in the running encounter, by key. Combatants who did
// nothing to anyone of another side are left out.
func (s *Session) Targets() map[string]string {
	state, targets := s.game.State, map[string]string{}
	for i := len(s.applied) - 1; i >= 0 && len(targets) < len(state.Actors); i-- {
		if s.applied[i].begins() != nil {
			break
		}
		content := s.applied[i].payload()
		who := state.Find(content.Who)
		if who == nil || targets[who.Key] != "" {
			continue
		}
		key := content.Whom
		if key == "" {
			key = s.game.Heading(content.Line)
		}
		if whom := state.Find(key); whom != nil && whom.Side != who.Side {
			targets[who.Key] = whom.Key
		}
	}
	return targets
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
