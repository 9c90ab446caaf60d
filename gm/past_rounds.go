package gm

import (
	"errors"

	"hybrid/gm/command"
	"hybrid/rules"
)

// How the later lines of a game are decided again in which sides have turns: each in its order, in the round in which it was
// said.

// nextInRounds decides the first line that is left. Where a turn that ended then is still open now, it is given up; where the turn of
// the combatant who declares, or the round, has not come yet, time goes on to it.
func (m *redeciding) nextInRounds() error {
	it := m.rest[0]
	if it.next && !it.inserted {
		if over, err := m.early(it); over || err != nil {
			return err
		}
	}
	err := m.redo(0)
	var refused *rules.Refusal
	switch {
	case !errors.As(err, &refused):
		return err
	case it.next:
		if done := m.game.Rules.TurnsLeft(m.game.State); done != "" {
			return m.put(it, done+": done", refused)
		}
	case it.declares && (m.game.State.Count < it.after.Count || m.ahead(it.who)):
		m.skipped++
		return m.goOn(it, refused)
	}
	return m.refuse(0, refused)
}

// early lets the round that began then begin with the same line now, and with its dice: turns that have not come yet come
// before it, and a turn that is no longer in the round does not begin the next one. It reports whether anything was done.
func (m *redeciding) early(it *replayed) (bool, error) {
	s := m.game.State
	over := m.game.Rules.TurnsLeft(s) == "" && m.game.Rules.NextSide(s) == ""
	switch unit := m.game.Rules.CountWord(); {
	case !s.Running || s.Round == nil || s.Count > it.after.Count:
		return false, nil
	case s.Count < it.after.Count && (!over || s.Count+1 < it.after.Count):
		return true, m.goOn(it, refusal("%s %s doesn't reach its end", unit, command.Number(s.Count)))
	case s.Count < it.after.Count:
		return false, nil
	case s.Round.Side() == it.after.Round.Side() && m.skipped > 0:
		m.skipped-- // it was gone on already
		return true, m.without(0)
	case s.Round.Side() == it.after.Round.Side() && it.turned:
		return true, m.without(0)
	case over:
		return true, m.refuse(0, refusal("%s %s is over by then.", unit, command.Number(s.Count)))
	}
	return false, nil
}

// goOn gives up the turn that is open, or lets the next one come.
func (m *redeciding) goOn(it *replayed, why error) error {
	if done := m.game.Rules.TurnsLeft(m.game.State); done != "" {
		return m.put(it, done+": done", why)
	}
	return m.put(it, "next", why)
}

// put makes a line that was not said then, near another one; where there are too many, or it is refused, the first line that is
// left is refused for the reason given, if any.
func (m *redeciding) put(near *replayed, line string, why error) error {
	var refused *rules.Refusal
	if m.extra++; m.extra <= maxExtra {
		err := m.make(&replayed{name: near.name, line: line, near: near.near, inserted: true})
		if !errors.As(err, &refused) {
			return err
		}
	}
	if why == nil {
		return nil
	}
	return m.refuse(0, why)
}

// maxExtra is how many lines that were not said then come in at the most.
const maxExtra = 1000

// ahead reports whether the turn of an actor is still to come in this round, in the turn of another side.
func (m *redeciding) ahead(who string) bool {
	s := m.game.State
	a := s.Find(who)
	return s.Running && a != nil && !a.IsSide() && s.Round.Side() != a.Side && m.game.Rules.TurnOf(s, a) == rules.TurnToCome &&
		m.game.Rules.NextSide(s) != ""
}
