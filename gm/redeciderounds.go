package gm

import (
	"errors"

	"hybrid/rules"
)

// inRounds decides the later lines of a game in which sides have turns: each in its order, in the round in which it was said.
type inRounds struct{ *redeciding }

// next decides the first line that is left. Where a turn that ended then is still open now, it is given up; where the turn of
// the combatant who declares, or the round, has not come yet, time goes on to it.
func (m inRounds) next() error {
	it := m.rest[0]
	if it.next && m.skipped > 0 && m.game.State.Count == it.after.Count && m.game.State.Round.Side() == it.after.Round.Side() {
		m.skipped-- // it was gone on already
		return m.without(0)
	}
	err := m.redo(0)
	var refused *rules.Refusal
	switch {
	case err == nil && it.next:
		return m.reach(it)
	case !errors.As(err, &refused):
		return err
	case it.next:
		if done := rules.TurnsLeft(m.game.Rules, m.game.State); done != "" {
			return m.put(it, done+": done", refused)
		}
	case it.declares && (m.game.State.Count < it.after.Count || m.ahead(it.who)):
		m.skipped++
		return m.goOn(it, refused)
	}
	return m.refuse(0, refused)
}

// reach lets time go on to the round in which it was behind a line then.
func (m inRounds) reach(it *replayed) error {
	for m.game.State.Running && m.game.State.Count < it.after.Count {
		before := m.extra
		if err := m.goOn(it, nil); err != nil || m.extra == before {
			return err
		}
	}
	return nil
}

// goOn gives up the turn that is open, or lets the next one come.
func (m inRounds) goOn(it *replayed, why error) error {
	if done := rules.TurnsLeft(m.game.Rules, m.game.State); done != "" {
		return m.put(it, done+": done", why)
	}
	return m.put(it, "next", why)
}

// put makes a line that was not said then, near another one; where there are too many, or it is refused, the first line that is
// left is refused for the reason given, if any.
func (m inRounds) put(near *replayed, line string, why error) error {
	var refused *rules.Refusal
	if m.extra++; m.extra <= mostExtra {
		err := m.make(&replayed{name: near.name, line: line, near: near.near, fresh: true})
		if !errors.As(err, &refused) {
			return err
		}
	}
	if why == nil {
		return nil
	}
	return m.refuse(0, why)
}

// mostExtra is how many lines that were not said then come in at the most.
const mostExtra = 1000

// ahead reports whether the turn of an actor is still to come, in the turn of another side.
func (m inRounds) ahead(who string) bool {
	s := m.game.State
	a := s.Find(who)
	return s.Running && a != nil && !a.IsSide() && s.Round.Side() != a.Side && a.Turn >= 0 && a.Turn <= s.Count
}
