package dashboard

import (
	"cmp"
	"context"
	"reflect"
	"slices"

	"hybrid/gm/command"
	"hybrid/gm/simulate"
	"hybrid/rules"
)

// Combatants without a player act by their tactics, rules by which the program chooses for them. The program plays one of them for a
// turn, or a whole side until a member of the party is affected. gm/simulate chooses the lines, the texts of commands. Computing a
// choice takes time and is done in the background (ask_beside.go) while key presses are queued.
//
// In a game with counts, a combatant whose turn has come is Open: it may declare an action. In a game in rounds, sides take turns, and a
// round can have stages, whose steps wait for a side. A trigger is an event for which a combatant with a prepared action waits. The party
// consists of the combatants on sides on which someone has a player.

// hasPlayer reports whether a is played by a player who is present.
func hasPlayer(a *rules.Actor) bool { return a != nil && a.IsPlayed() }

// actingCombatant returns the combatant whose turn a tactic could take: the selected one if it can declare now or is waiting, otherwise
// another one who can declare or, if there is none, the selected one. It returns nil if there is none.
func (m menus) actingCombatant() *rules.Actor {
	s := m.d.session.State()
	if a := s.Find(m.d.selected); a != nil && (a.Open || a.Waiting) {
		return a
	}
	if a := s.Find(m.d.declarer()); a != nil {
		return a
	}
	return s.Find(m.d.selected)
}

// tacticTurn returns the key of the actor for whom a tactic can act now: the side that a step of a stage waits for, or the combatant
// without a player whose turn it is. instead is then nil. If there is neither, instead is the function that the key z calls: it shows
// what is missing, or performs the action that is possible in place of a tactic's turn.
func (m menus) tacticTurn() (key string, instead func()) {
	game, a := m.d.session.Game(), m.actingCombatant()
	side, inStep := m.d.sideForStepTactic()
	switch {
	case inStep && (a == nil || !a.Open):
		return side, nil
	case game.AtRest() && len(m.d.session.Asks()) > 0:
		return "", func() { m.d.doLine(rollRestLine) }
	case a == nil:
		return "", func() { m.d.showMessage(m.d.nobodyText()) }
	case hasPlayer(a):
		return "", func() {
			m.d.showMessage(a.Sheet.Person.Player + " plays " + a.Name + ". Type `advise` for the value of each action.")
		}
	case game.AtRest():
		return "", func() { m.beginTurns(needsFightText("A tactic"), "") }
	case a.Open || a.Waiting || game.Rules.CanActNow(game.State, a):
		return a.Key, nil
	case m.d.inRounds():
		return "", func() { m.takeTacticTurn(a.Key) } // fails with an error that says what has to come first
	}
	return "", func() { m.d.showRefusal(m.d.notDueText(a.Key, nil)) }
}

// actByTactic handles the key z: it lets the combatant whose turn it is, or a side that the current step of a stage waits for, act by its
// tactic, and shows the reason. While no one takes turns, it instead rolls for the players who were asked for a check.
func (m menus) actByTactic() {
	key, instead := m.tacticTurn()
	if instead != nil {
		instead()
		return
	}
	m.takeTacticTurn(key)
}

// takeTacticTurn carries out the choice of the tactic of the combatant or side with the given key once it is computed, unless the state has
// changed meanwhile. In a game in rounds, key can be "", which lets the side's tactics choose the combatant.
func (m menus) takeTacticTurn(key string) {
	game, targets, state := m.d.session.Game(), m.d.session.Targets(), m.d.session.State()
	m.d.computeAndWait(func(ctx context.Context) func() {
		turn, err := simulate.TacticTurn(game.WithContext(ctx), targets, key)
		return func() {
			switch {
			case err != nil:
				m.d.showError(err)
			case m.d.session.State() == state:
				m.carryOutTurn(state.Find(turn.Who), &turn)
			}
		}
	})
}

// carryOutTurn carries out a turn, which a's tactic chose, and shows the reason for it. If the line stops at a question to a itself, such
// as whether to change its own throw, the tactic also answers the question.
func (m menus) carryOutTurn(a *rules.Actor, turn *simulate.Turn) {
	before := m.d.session.State()
	if !m.d.doLine(turn.LineWithReason()) {
		open := m.d.session.OpenQuestion()
		asksItself := open != nil && a != nil && open.Need.Who == a.Key
		if asksItself && !hasPlayer(a) && m.d.awaited.side == nil {
			m.answerAllByTactic(a.Key, before)
		}
		return
	}
	if turn.Why == "" || len(m.d.menus.happenedTriggers) > 0 { // a triggered reaction is shown instead
		return
	}
	now := m.d.session.State().Find(a.Key)
	if now == nil || now.Doing == nil { // the action took effect at once, so that the log has the reason
		log := m.d.session.Log()
		m.d.showMessage(logLineText(log[len(log)-1]))
		if now != nil && now.Open && now.Going != a.Going { // the actor only began a journey, and still has its turn
			m.passIfIdle(now, m.d.message)
		}
		return
	}
	text := now.Doing.WithActorName(now.Short, m.d.session.Rules())
	if now.Doing.Whom != "" {
		text += " → " + m.d.shortNameOf(now.Doing.Whom)
	}
	m.d.showMessage(text + ": " + turn.Why)
}

// answerQuestionByTactic handles the key z at a question to a combatant without a player: the tactic answers it and, if the answer asks the
// same combatant for more, such as which dice to throw again, that as well.
func (m menus) answerQuestionByTactic() {
	m.answerAllByTactic(m.d.session.OpenQuestion().Need.Who, m.d.session.State())
	m.d.resumeQueue()
}

// answerAllByTactic begins to answer the questions of the entry in progress to the actor with the given key. before is the state before the
// entry.
func (m menus) answerAllByTactic(key string, before *rules.State) {
	m.d.beginWait()
	m.d.awaited.side = &sideTurns{m: m, only: key, stateBefore: before}
}

// passIfIdle ends an actor's turn if its tactic would do nothing more in it, and then shows message again.
func (m menus) passIfIdle(a *rules.Actor, message bottomLine) {
	game, targets, key, state := m.d.session.Game(), m.d.session.Targets(), a.Key, m.d.session.State()
	m.d.computeAndWait(func(ctx context.Context) func() {
		next, err := simulate.TacticTurn(game.WithContext(ctx), targets, key)
		return func() {
			if err == nil && next.Passes() && m.d.session.State() == state && m.d.doLine(next.Line) {
				m.d.message = message
			}
		}
	})
}

// maxSideSteps is the maximum number of entries for which a side is played after one key press.
const maxSideSteps = 60

// playSide handles the key Z: it lets a side without players act by its tactics until a member of the party has a turn, is the target of
// the next effect, or was affected by the last entry. The side is that of the combatant whose turn it is or, if a player plays that
// combatant, the only side without players.
func (m menus) playSide() {
	a := m.actingCombatant()
	if a == nil {
		m.d.showMessage(m.d.nobodyText())
		return
	}
	side := a.Side
	if hasPlayer(a) && !m.d.inRounds() {
		others := sidesWithoutPlayers(m.d.session.State())
		if len(others) != 1 {
			m.d.showMessage(a.Name + "'s side has players. Z is for sides without players.")
			return
		}
		side = others[0]
	}
	m.d.beginWait()
	m.d.awaited.side = &sideTurns{m: m, side: side}
	m.d.resumeQueue()
}

// sideTurns plays a side by its tactics, one entry of the log at a time. The tactics are computed in the background; Esc stops the side
// between two entries. In a game in rounds it is the side whose turn it is. If only is set, a single actor is played instead, for one
// entry.
type sideTurns struct {
	m            menus        // menus of the dashboard
	side         string       // key of the side; "" if only is set
	only         string       // key of the only actor that is played, to answer a question about its own action; "" for the whole side
	steps        int          // number of entries begun
	stateBefore  *rules.State // state before the entry in progress; nil between two entries
	isTick       bool         // whether that entry is the effect of a condition, such as bleeding
	lastAnswered int64        // ID of the question that a tactic answered last; 0 if there was none
}

// playStep continues the entry in progress, or begins the next one: a tactic's turn, or an advance to the next event. When the awaited
// result is available, Dashboard.resumeQueue calls playStep again.
func (r *sideTurns) playStep() {
	if r.stateBefore != nil {
		if !r.finishEntry() {
			return
		}
	}
	if r.steps == maxSideSteps {
		r.stopPlaying(r.withEntryCount("stopped after many entries. Press Z to continue."))
		return
	}
	if why := r.haltReason(); why != "" {
		r.stopPlaying(r.withEntryCount(why))
		return
	}
	r.steps++
	r.stateBefore = r.m.d.session.State()
	a := r.nextTacticActor()
	side, inStep := r.m.d.sideForStepTactic()
	switch {
	case a == nil && inStep:
		r.m.takeTacticTurn(side)
		return
	case a != nil && r.m.d.inRounds():
		r.m.takeTacticTurn("")
		return
	case a != nil:
		r.m.takeTacticTurn(a.Key)
		return
	}
	next, _ := r.m.d.session.Rules().NextPending(r.stateBefore)
	r.isTick = next.Kind == rules.PendingTick
	r.m.d.doLine("next")
}

// finishEntry reports whether the entry in progress is complete and the side can continue. If a question to a combatant without a player is
// open, it lets a tactic answer and returns false; playStep then runs again. Any other question, a requested die or a refusal stops the side
// and stays on the screen.
func (r *sideTurns) finishEntry() bool {
	d := r.m.d
	if question := d.session.OpenQuestion(); question != nil {
		isForOther := r.only != "" && question.Need.Who != r.only
		if question.ID == r.lastAnswered || isForOther || !r.m.answerByTactic() { // the same ID again: the tactic's answer was refused
			r.stopPlaying("")
		}
		r.lastAnswered = question.ID
		return false
	}
	before, why := r.stateBefore, ""
	switch {
	case d.session.State() == before, len(d.menus.happenedTriggers) > 0, r.only != "": // refused, a reaction was triggered, or the only entry
		r.stopPlaying("")
		return false
	case r.isTick:
		why = r.m.newlyUnableMember(before)
	case d.inRounds():
		why = cmp.Or(affectedTarget(r.m), r.m.affectedMember(before))
	default:
		why = r.m.affectedMember(before)
	}
	r.stateBefore, r.isTick = nil, false
	if why != "" {
		r.stopPlaying(r.withEntryCount(why))
	}
	return why == ""
}

// stopPlaying stops the side and shows the reason why, unless it is "".
func (r *sideTurns) stopPlaying(why string) {
	r.m.d.awaited.side = nil
	if why != "" {
		r.m.d.showMessage(why)
	}
}

// withEntryCount returns text after the number of entries played, without that number if there are none or the game has rounds.
func (r *sideTurns) withEntryCount(text string) string {
	if r.steps == 0 || r.m.d.inRounds() {
		return text
	}
	return command.CountText(r.steps, "entry", "entries") + ": " + text
}

// nextTacticActor returns an actor who can act now, or nil if time must advance first. In rounds, several can often act; it then returns the
// first.
func (r *sideTurns) nextTacticActor() *rules.Actor {
	s := r.m.d.session.State()
	if !r.m.d.inRounds() {
		return s.Find(r.m.d.declarer())
	}
	at := slices.IndexFunc(s.Actors, func(a *rules.Actor) bool {
		return a.Side == s.Round.Side() && r.m.d.session.Rules().CanActNow(s, a)
	})
	if at < 0 {
		return nil
	}
	return s.Actors[at]
}

// haltReason returns the reason why the side must not continue now, or "" if it can.
func (r *sideTurns) haltReason() string {
	m := r.m
	if !m.d.inRounds() {
		return m.timelineHaltReason(r.side)
	}
	s := m.d.session.State()
	a, side := r.nextTacticActor(), s.Round.Side()
	refusal := m.d.session.Rules().RefuseWaitingStep(s)
	_, inStep := m.d.sideForStepTactic()
	switch {
	case a == nil && inStep:
		return ""
	case refusal != nil:
		return refusal.Error()
	case m.d.session.Rules().IsOver(s):
		return m.d.comingTurnText() + "."
	case side == "":
		return "No side has its turn. Press n to continue."
	case a == nil:
		return "No one of " + rules.MidSentence(m.d.actorName(side)) + " can act. Press n to continue."
	case isOfParty(s, a):
		return "Players decide for " + rules.MidSentence(m.d.actorName(side)) + "."
	}
	return ""
}

// timelineHaltReason returns the reason why a side that is played by its tactics must not continue now, in a game with counts, or "" if
// it can.
func (m menus) timelineHaltReason(side string) string {
	s := m.d.session.State()
	if !s.Running {
		return "The fight is over."
	}
	if a := s.Find(m.d.declarer()); a != nil {
		if a.Side != side || hasPlayer(a) {
			return a.Name + " declares"
		}
		return ""
	}
	next, ok := m.d.session.Rules().NextPending(s)
	if !ok {
		return "No event is pending."
	}
	switch {
	case next.Kind == rules.PendingTick:
		return "" // an effect of a condition, such as loss of blood, is no one's turn
	case next.Actor.Side != side || isOfParty(s, next.Actor):
		return next.Actor.Name + " is next. Press n to continue."
	case next.Kind == rules.PendingAct && isOfParty(s, s.Find(next.Doing.Whom)):
		return m.d.session.Game().PendingEventText(next) + " is next. Press n to continue."
	}
	return ""
}

// isOfParty reports whether a combatant, which may be nil, belongs to the party, that is, to a side on which someone has a player.
func isOfParty(s *rules.State, a *rules.Actor) bool {
	return a != nil && slices.ContainsFunc(s.Actors, func(other *rules.Actor) bool { return other.Side == a.Side && hasPlayer(other) })
}

// affectedTarget names the member of the party that was the target of the last entry, or returns "" if none was.
func affectedTarget(m menus) string {
	list := m.d.session.Log()
	last, err := m.d.session.Entry(list[len(list)-1].Seq())
	if err != nil || !isOfParty(m.d.session.State(), m.d.session.State().Find(last.Whom)) {
		return ""
	}
	return m.d.actorName(last.Whom) + " is affected."
}

// affectedMember names a member of the party who has changed since the state before, or returns "" if none has.
func (m menus) affectedMember(before *rules.State) string {
	s := m.d.session.State()
	for _, a := range s.Actors {
		if earlier := before.Find(a.Key); isOfParty(s, a) && !reflect.DeepEqual(earlier, a) {
			return a.Name + " is affected."
		}
	}
	return ""
}

// newlyUnableMember names a member of the party who could act in the state before and can't any more, or returns "" if there is none.
func (m menus) newlyUnableMember(before *rules.State) string {
	s := m.d.session.State()
	for _, a := range s.Actors {
		if earlier := before.Find(a.Key); earlier != nil && isOfParty(s, a) && m.d.cannotAct(a) && !m.d.cannotAct(earlier) {
			return a.Name + " is out"
		}
	}
	return ""
}

// answerByTactic lets the tactic of the combatant who is asked answer the question on top. It returns false if the tactic can't, since
// the combatant has a player or the question asks for a die.
func (m menus) answerByTactic() bool {
	var answer func()
	switch top := m.d.overlayOnTop().(type) {
	case *picker:
		answer = top.answerByTactic
	case *dialog:
		answer = top.byTactic
	}
	if answer == nil {
		return false
	}
	answer()
	return true
}
