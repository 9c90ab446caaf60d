package gm

import "hybrid/gm/command"

// recent is how many entries back it is looked for what a combatant did lately, however long a session is.
const recent = 300

// Ranking puts what an actor may do in order, by what it did lately too.
func (s *Session) Ranking(who string) command.Ranking {
	r := command.Ranking{Game: s.Game()}
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
