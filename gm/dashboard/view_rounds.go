package dashboard

import (
	"reflect"
	"slices"
	"strings"

	"hybrid/gm/dashboard/draw"
	"hybrid/rules"
	"hybrid/rules/collect"
)

// Games in rounds, in which sides take turns: the current turn as text and signs. In some of them a round has stages with steps in which
// a side, for example, orders its figures (its combatants). Each combatant has a turn within its side's turn; in some games the side pays
// a price for the combatant's turn. A blocking turn is one for which the next side has to wait. view_sidecolumns.go has the columns of
// the sides.

// inRounds reports whether sides take turns in this game.
func (v *view) inRounds() bool { return v.session.Rules().Order.InRounds() }

// countText returns the current count of the encounter in s, with the game's word for it: "count 12" or, in rounds, "turn 3" or "before
// turn 1".
func countText(rs *rules.Ruleset, s *rules.State) string {
	if rs.Order.InRounds() && s.Count == 0 {
		return "before " + rs.CountWord() + " 1"
	}
	return rs.CountWord() + " " + draw.Tenths(s.Count)
}

// timeText returns the time of a state: its date while no one takes turns, if the campaign has a calendar, otherwise its count.
func (v *view) timeText(s *rules.State) string {
	if date := v.endings().Date(s); date != "" && v.session.Rules().IsAtRest(s) {
		return date
	}
	return countText(v.session.Rules(), s)
}

// notInTurnText explains why the combatant a can't act now, in a game in rounds, and which key helps. It returns "" if it can.
func (v *view) notInTurnText(a *rules.Actor) string {
	s, rs := v.session.State(), v.session.Rules()
	if rs.CanActNow(s, a) {
		return ""
	}
	if able, why := a.CanAct(rs); !able {
		return a.Short + " can't act: " + rules.MidSentence(why.Label)
	}
	if step := v.stepText(); step != "" {
		return step
	}
	remedy := collect.Choose(rs.BlockingTurn(s) != "", ". j k choose another, n n ends the turn.", ". Press n to continue.")
	switch state := rs.TurnOf(s, a); state {
	case rules.TurnTaken, rules.TurnSaved:
		return a.Short + " " + turnWords[state] + remedy
	}
	if side := s.Find(s.Round.Side()); side != nil && side.Key != a.Side {
		return "Another side acts: " + side.Name + remedy
	}
	if first := rs.ActorBefore(s, a); first != nil {
		return first.Short + " acts before " + a.Short + remedy
	}
	return a.Short + " can't take its turn now" + remedy
}

// stepSide returns the side that would end the current step of a stage: the selected combatant's side if the step waits for it, or
// else the first side for which the step waits. It returns "" if the step waits for no side, asks for an order of figures, or is taken
// by one figure after another (Each).
func (v *view) stepSide() string {
	rs, s := v.session.Rules(), v.session.State()
	sides := rs.StageSides(s)
	if _, step := rs.CurrentStage(s); len(sides) == 0 || rs.StageOrderCondition(s) != nil || step.Each != "" {
		return ""
	}
	if a := s.Find(v.selected); a != nil && slices.Contains(sides, a.Side) {
		return a.Side
	}
	return sides[0]
}

// followStep selects a member of the side that the current step of a stage waits for, unless the selected combatant is already a member,
// or the step was already current in the previous state. previous is nil if there was none.
func (v *view) followStep(previous *rules.State) {
	s, side := v.session.State(), v.stepSide()
	a := s.Find(v.selected)
	isMember := a != nil && a.Side == side
	if side == "" || isMember || previous != nil && reflect.DeepEqual(previous.Stage, s.Stage) {
		return
	}
	for _, a := range s.Actors {
		if a.Side == side {
			v.selected = a.Key
			return
		}
	}
}

// followSideTurn selects the next combatant who may act, if the selected one may not. If the same side still has its turn, the selection
// changes only if the selected combatant could act in the previous state, so that it doesn't override the user's choice. previous is nil
// if there was no previous state.
func (v *view) followSideTurn(previous *rules.State) {
	v.followStep(previous)
	s, rs := v.session.State(), v.session.Rules()
	a := s.Find(v.selected)
	if v.stepSide() != "" || s.Round.Side() == "" || a != nil && rs.CanActNow(s, a) {
		return
	}
	isSameTurn := previous != nil && previous.Round.Side() == s.Round.Side() && previous.Count == s.Count
	if isSameTurn && rs.BlockingTurn(previous) != "" {
		if before := previous.Find(v.selected); before == nil || !rs.CanActNow(previous, before) {
			return
		}
	}
	from := v.selectedAt() + 1 // index of the combatant after the selected one
	for i := range s.Actors {
		if next := s.Actors[(from+i)%len(s.Actors)]; rs.CanActNow(s, next) {
			v.selected = next.Key
			return
		}
	}
}

// sideForStepTactic returns the first side without players that the current step of a stage waits for. If no side that it waits for has
// players, side is "", since the tactics choose the side that acts. ok is false if there is no side without players.
func (v *view) sideForStepTactic() (side string, ok bool) {
	waiting, withoutPlayers := v.session.Rules().StageSides(v.session.State()), sidesWithoutPlayers(v.session.State())
	idle := collect.Filter(waiting, func(side string) bool { return slices.Contains(withoutPlayers, side) })
	if len(idle) == 0 || len(idle) == len(waiting) {
		return "", len(idle) > 0
	}
	return idle[0], true
}

// sidesWithoutPlayers returns the keys of the sides on which no present player has a character.
func sidesWithoutPlayers(s *rules.State) (sides []string) {
	played := map[string]bool{}
	for _, a := range s.Actors {
		played[a.Side] = played[a.Side] || a.IsPlayed()
		if !slices.Contains(sides, a.Side) {
			sides = append(sides, a.Side)
		}
	}
	return slices.DeleteFunc(sides, func(side string) bool { return played[side] })
}

// stepText describes the current step of a stage, the sides that it waits for, and the key that continues. It returns "" if it waits for
// none.
func (v *view) stepText() string {
	s, rs := v.session.State(), v.session.Rules()
	sides, advice := rs.StageSides(s), "x ends it"
	_, step := rs.CurrentStage(s)
	if len(sides) == 0 {
		return ""
	}
	switch {
	case rs.StageOrderCondition(s) != nil:
		advice = "/ gives the order"
	case step.Each != "":
		advice = "n ends it"
	}
	if _, ok := v.sideForStepTactic(); ok {
		advice += ", z by tactic"
	}
	return step.Label + ": " + strings.Join(collect.Map(sides, s.SideName), ", ") + " · " + advice
}

// comingTurnText returns the text for the row of the prompt in a game in rounds: who may act now, or what comes next, and which key
// continues.
func (v *view) comingTurnText() string {
	s, rs := v.session.State(), v.session.Rules()
	step := v.stepText()
	if s.Won != "" {
		if step != "" {
			return v.actorName(s.Won) + " won · " + step
		}
		text := v.actorName(s.Won) + " won · F ends the fight"
		if rs.IsOver(s) {
			return text
		}
		return text + " · n continues"
	}
	if step != "" {
		return step
	}
	if end := v.decidedText(); end != "" {
		return strings.TrimPrefix(end, " · ") + " · n continues"
	}
	if rs.BlockingTurn(s) == "" {
		if next := s.Find(rs.NextSide(s)); next != nil && s.Running {
			return "n: next turn: " + next.Name
		}
		text := "n: " + rs.CountWord() + " " + draw.Tenths(s.Count+1) + " begins"
		if len(rs.SidesToRoll(s)) > 0 {
			text += " · I: " + rules.MidSentence(rs.Order.InitiativeWord()) + " with modifiers"
		}
		return text
	}
	names := collect.MapIf(s.Actors, func(a *rules.Actor) bool { return v.turnStatus(a).canAct }, func(a *rules.Actor) string { return a.Short })
	const maxCells = 32
	text := strings.Join(names, ", ")
	if draw.Width(text) > maxCells {
		text = draw.Tenths(float64(len(names)))
	}
	return text + " can act · x ends one turn, n n the side's"
}

// turnMark is the status of a combatant's turn.
type turnMark struct {
	state  rules.TurnState // whether the turn is to come, open, taken or saved by waiting, or there is none
	canAct bool            // whether the combatant may act now
	costs  []rules.Price   // prices of the turn; nil once it has begun, or if it is free
}

// turnSigns are the signs before a combatant's name, by the status of its turn.
var turnSigns = [...]string{rules.NoTurn: "·", rules.TurnTaken: "●", rules.TurnToCome: "○", rules.TurnOpen: "▶", rules.TurnSaved: "~"}

// turnWords describe the status of a turn.
var turnWords = [...]string{rules.NoTurn: "no turn", rules.TurnTaken: "has taken its turn", rules.TurnToCome: "turn to come",
	rules.TurnOpen: "acts now", rules.TurnSaved: "waits for another side"}

// turnStatus returns the status of a combatant's turn in the shown state, computed once per state. If sides act together, the turn of every
// combatant who may act is open; a combatant that can't pay for a turn has none.
func (v *view) turnStatus(a *rules.Actor) turnMark {
	s, rs := v.shownState(), v.session.Rules()
	if v.markedState != s {
		v.markedState, v.marks = s, make(map[string]turnMark, len(s.Actors))
	}
	m, known := v.marks[a.Key]
	if known {
		return m
	}
	if s.Running {
		m = turnMark{state: rs.TurnOf(s, a), canAct: rs.CanActNow(s, a)}
	}
	if m.state == rules.TurnToCome {
		m.costs = rs.TurnPrices(s, a)
		switch {
		case slices.ContainsFunc(m.costs, rules.Price.IsShort):
			m.state = rules.NoTurn
		case m.canAct && rs.Order.ActsTogether():
			m.state = rules.TurnOpen
		}
	}
	v.marks[a.Key] = m
	return m
}

// turnSignOf returns the sign before a combatant's name: a sign for the status of its turn, or for being out of the
// fight.
func (v *view) turnSignOf(a *rules.Actor) draw.StyledText {
	mark, rs := v.turnStatus(a), v.session.Rules()
	if able, why := a.CanAct(rs); !able && (why.Bad || a.IsOut(rs)) {
		return draw.StyledText{Text: "✗", Role: draw.RoleOut}
	}
	sign := draw.StyledText{Text: turnSigns[mark.state], Role: draw.RoleDim}
	if !v.shownState().Running {
		sign.Text = " "
	}
	if mark.canAct {
		sign.Role = draw.RoleKey
	}
	return sign
}
