package gm

import (
	"errors"

	"hybrid/rules"
)

// inRounds decides the later lines of a game in which sides have turns: each in its order, as long as that goes.
type inRounds struct{ *redeciding }

// next decides the first line that is left. Where a turn that ended then is still open now, it is given up; where the turn of
// whoever declares has not come yet, time goes on to it.
func (m inRounds) next() error {
	it := m.rest[0]
	err := m.redo(0)
	var refused *rules.Refusal
	switch {
	case !errors.As(err, &refused):
		return err
	case it.next:
		if done := rules.TurnsLeft(m.game.Rules, m.game.State); done != "" {
			return m.put(done+": done", refused)
		}
	case it.declares && m.ahead(it.who):
		if i := m.find(func(it *replayed) bool { return it.next }); i >= 0 {
			return m.must(i)
		}
	}
	return m.refuse(0, refused)
}

// put makes a line that was not said then, before the first line that is left; that is refused for the reason given where
// there are too many.
func (m inRounds) put(line string, why error) error {
	if m.extra++; m.extra > 1000 {
		return m.refuse(0, why)
	}
	return m.final(m.make(&replayed{name: m.rest[0].name, line: line, near: m.rest[0].near, fresh: true}), 0)
}

// ahead reports whether the turn of an actor is still to come, in the turn of another side.
func (m inRounds) ahead(who string) bool {
	s := m.game.State
	a := s.Find(who)
	return s.Running && a != nil && !a.IsSide() && s.Round.Side() != a.Side && a.Turn >= 0 && a.Turn <= s.Count
}
