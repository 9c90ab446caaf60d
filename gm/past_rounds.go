package gm

import (
	"errors"

	"hybrid/gm/command"
	"hybrid/rules"
)

// Deciding the later lines again in a game in which sides have turns: each in its order, in the round in which it was said.

// nextInRounds decides the first remaining line. A turn that had ended then and is still open now is given up; if the turn of the
// combatant who declares, or the round, has not come yet, time moves on to it.
func (m *redeciding) nextInRounds() error {
	it := m.rest[0]
	if it.next && !it.inserted {
		if over, err := m.beginRoundEarly(it); over || err != nil {
			return err
		}
	}
	err := m.redecideItem(0)
	var refused *rules.Refusal
	switch {
	case !errors.As(err, &refused):
		return err
	case it.next:
		if done := m.game.Rules.TurnsLeft(m.game.State); done != "" {
			return m.insertLine(it, done+": done", refused)
		}
	case it.declares && (m.game.State.Count < it.after.Count || m.hasTurnAhead(it.who)):
		m.skipped++
		return m.moveToNextTurn(it, refused)
	}
	return m.refuseLine(0, refused)
}

// beginRoundEarly begins the round that began then with the same line and dice: turns that have not come yet come before it, and a turn that is no
// longer in the round doesn't begin the next one. It reports whether anything was done.
func (m *redeciding) beginRoundEarly(it *replayed) (bool, error) {
	s := m.game.State
	over := m.game.Rules.TurnsLeft(s) == "" && m.game.Rules.NextSide(s) == ""
	switch unit := m.game.Rules.CountWord(); {
	case !s.Running || s.Round == nil || s.Count > it.after.Count:
		return false, nil
	case s.Count < it.after.Count && (!over || s.Count+1 < it.after.Count):
		return true, m.moveToNextTurn(it, refusal("%s %s doesn't reach its end", unit, command.Number(s.Count)))
	case s.Count < it.after.Count:
		return false, nil
	case s.Round.Side() == it.after.Round.Side() && m.skipped > 0:
		m.skipped-- // the time step is taken already
		return true, m.dropLine(0)
	case s.Round.Side() == it.after.Round.Side() && it.turned:
		return true, m.dropLine(0)
	case over:
		return true, m.refuseLine(0, refusal("%s %s is over by then.", unit, command.Number(s.Count)))
	}
	return false, nil
}

// moveToNextTurn gives up the open turn, or moves on to the next one.
func (m *redeciding) moveToNextTurn(it *replayed, why error) error {
	if done := m.game.Rules.TurnsLeft(m.game.State); done != "" {
		return m.insertLine(it, done+": done", why)
	}
	return m.insertLine(it, "next", why)
}

// insertLine adds a new line near another one. If there are too many, or it is refused, the first remaining line is refused for the reason why,
// if any.
func (m *redeciding) insertLine(near *replayed, line string, why error) error {
	var refused *rules.Refusal
	if m.extra++; m.extra <= maxExtra {
		err := m.decideAndEnter(&replayed{name: near.name, line: line, near: near.near, inserted: true})
		if !errors.As(err, &refused) {
			return err
		}
	}
	if why == nil {
		return nil
	}
	return m.refuseLine(0, why)
}

// maxExtra is the number of lines that a plan may add.
const maxExtra = 1000

// hasTurnAhead reports whether the turn of an actor is still to come in this round, in the turn of another side.
func (m *redeciding) hasTurnAhead(who string) bool {
	s := m.game.State
	a := s.Find(who)
	return s.Running && a != nil && !a.IsSide() && s.Round.Side() != a.Side && m.game.Rules.TurnOf(s, a) == rules.TurnToCome &&
		m.game.Rules.NextSide(s) != ""
}
