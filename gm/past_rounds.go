package gm

import (
	"errors"

	"hybrid/gm/command"
	"hybrid/rules"
)

// Replaying the later lines of a changed past (past_redecide.go) in a game in which sides take turns: in their order, each in its original
// round. A `next` line ends a side's turn, and thereby perhaps the round. The plan (pastReplay.plan) is the new course of play that the
// replay builds.

// decideNextInRounds decides the first remaining line. If that is impossible, it ends a turn that had originally ended by then, or advances
// time to the turn of the actor who declares the line.
func (m *pastReplay) decideNextInRounds() error {
	item := m.remaining[0]
	if item.isNext && !item.isInserted {
		if isHandled, err := m.stepTowardRound(item); isHandled || err != nil {
			return err
		}
	}
	err := m.replayLine(0)
	var refused *rules.Refusal
	switch {
	case !errors.As(err, &refused):
		return err
	case item.isNext:
		if blocking := m.game.Rules.BlockingTurn(m.game.State); blocking != "" { // key of the actor or side whose turn must end first
			return m.insertLine(item, blocking+": done", refused)
		}
	case item.declares && (m.game.State.Count < item.stateAfter.Count || m.hasTurnAhead(item.who)):
		m.earlySteps++
		return m.moveToNextTurn(item, refused)
	}
	return m.refuseLine(0, refused)
}

// stepTowardRound compares the plan's round with the round that item, a `next` line, led to originally. If turns remain before that round,
// it takes the next one; if the plan has taken this step already, it drops the line; if the round is over already, it refuses the line. It
// reports whether it did any of these; if not, the line is still to be decided.
func (m *pastReplay) stepTowardRound(item *replayedLine) (bool, error) {
	s := m.game.State
	isRoundOver := m.game.Rules.BlockingTurn(s) == "" && m.game.Rules.NextSide(s) == ""
	switch unit := m.game.Rules.CountWord(); {
	case !s.Running || s.Round == nil || s.Count > item.stateAfter.Count:
		return false, nil
	case s.Count < item.stateAfter.Count && (!isRoundOver || s.Count+1 < item.stateAfter.Count):
		return true, m.moveToNextTurn(item, refusal("%s %s doesn't reach its end", unit, command.Number(s.Count)))
	case s.Count < item.stateAfter.Count:
		return false, nil
	case s.Round.Side() == item.stateAfter.Round.Side() && m.earlySteps > 0:
		m.earlySteps-- // the plan has taken this step already
		return true, m.dropLine(0)
	case s.Round.Side() == item.stateAfter.Round.Side() && item.passedTurn: // the side that it passed the turn to has the turn already
		return true, m.dropLine(0)
	case isRoundOver:
		return true, m.refuseLine(0, refusal("%s %s is over by then.", unit, command.Number(s.Count)))
	}
	return false, nil
}

// moveToNextTurn ends the open turn, or advances time to the next one, by a line at item's entry. why is as in insertLine.
func (m *pastReplay) moveToNextTurn(item *replayedLine, why error) error {
	if blocking := m.game.Rules.BlockingTurn(m.game.State); blocking != "" {
		return m.insertLine(item, blocking+": done", why)
	}
	return m.insertLine(item, "next", why)
}

// insertLine replays a new line, which gets the evening and time of near's entry. If there are too many new lines, or this one is refused,
// insertLine refuses the first remaining line with the error why, unless why is nil.
func (m *pastReplay) insertLine(near *replayedLine, line string, why error) error {
	var refused *rules.Refusal
	if m.addedCount++; m.addedCount <= maxExtra {
		err := m.decideAndEnter(&replayedLine{name: near.name, line: line, entry: near.entry, isInserted: true})
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
func (m *pastReplay) hasTurnAhead(who string) bool {
	s := m.game.State
	a := s.Find(who)
	return s.Running && a != nil && !a.IsSide() && s.Round.Side() != a.Side && m.game.Rules.TurnOf(s, a) == rules.TurnToCome &&
		m.game.Rules.NextSide(s) != ""
}
