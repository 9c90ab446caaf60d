package rules

import (
	"cmp"
	"slices"

	"hybrid/rules/message"
)

// The exported functions for turns in rounds: taking a turn, ending it, and finding whose it is. turn_rounds.go advances rounds. In a game
// by rounds, sides take turns; in each, one or more actors of the side, called figures, take turns of their own. An actor can also wait: it
// then saves its turn, and uses it during the turn of another side. A side may have to pay for its figures' turns from its purse
// (Round.Purse), the points that it had at the start of its turn. A stage is a phase with steps before or after the turns of a round, or
// after a victory. The order's `over` is a formula that denies an actor its turn. Run.turns returns the turns of the current round
// (num_turn.go).

// BlockingTurn returns the key of the actor whose turn is open, or of the side with turns left, for which the next side must wait; "" if
// there is neither.
func (rs *Ruleset) BlockingTurn(s *State) string {
	if s.Round.Side() == "" || rs.IsOver(s) {
		return ""
	}
	r := rs.newRun(s, DecisionInput{Brief: true})
	defer r.release()
	switch open, free := r.turns().openTurnAndFreeCount(); {
	case open != nil:
		return open.Key
	case free > 0:
		return s.Round.Side()
	}
	return ""
}

// CheckActor returns an error for a side's action by a combatant, and for a combatant's action by a side.
func (a *Action) CheckActor(actor *Actor) error {
	switch {
	case actor.isSide == a.BelongsToSide():
		return nil
	case actor.isSide:
		return refuse("A side can't use %s. Name a combatant of %s.", MidSentence(a.Label), actor.Name)
	}
	return refuse("%s is an action of a side. Type `%s: %s`.", a.Label, cmp.Or(actor.Side, "SIDE"), a.Name)
}

// takeActionTurn returns an error if the actor of the action has no turn. If its turn is still to come, it takes the turn and pays for it.
func (m act) takeActionTurn() error {
	r, a := m.Run, m.f.sides[0].actor
	if m.rs.IsStageAction(m.state, m.action) {
		return nil
	}
	if err := r.refuseAfterEnd(); err != nil {
		return err
	}
	if m.action.AnyTime {
		return nil
	}
	if m.action.BelongsToSide() {
		if m.state.Round.Side() != a.Key {
			return cmp.Or(r.refuseWaitingStep(), refuse("It isn't %s's turn. Type `next`.", a.Name))
		}
		return nil
	}
	return r.takeTurn(a)
}

// refuseUnlessAllowed returns an error if the action can't be declared now.
func (m act) refuseUnlessAllowed() error {
	a := m.f.sides[0].actor
	if m.action.Answers != "" {
		return refuse("%s is an answer. Wait until it is asked for.", m.action.Label)
	}
	if err := m.action.CheckActor(a); err != nil && (m.rs.Order.InRounds() || !m.asEarlier) { // by counts, earlier versions let either act
		return err
	}
	err := m.refuseImpossible()
	if m.rs.Order.InRounds() {
		if turnErr := m.takeActionTurn(); turnErr != nil {
			return cmp.Or(err, turnErr)
		}
		return m.refuseImpossible() // taking the turn can have ended conditions and cost points
	}
	if err != nil {
		return err
	}
	if m.action.AnyTime || a.Open || a.Waiting {
		return nil
	}
	if a.Doing != nil {
		return refuse("%s lands at %s. Type `next` to continue, or `give up`.", a.Doing.WithActorName(a.Name, m.rs), formatNumber(a.Doing.At))
	}
	if i := slices.IndexFunc(m.state.Actors, func(o *Actor) bool { return o.Open }); a.Turn >= 0 && i >= 0 {
		turn := m.state.Actors[i]
		return refuse("It's %s's turn; %s acts at count %s. Let %s act, or type `wait`.", turn.Name, a.Name, formatNumber(a.Turn), turn.Name)
	}
	if a.Turn >= 0 {
		return refuse("%s acts at count %s; it's count %s. Type `next` to advance.", a.Name, formatNumber(a.Turn), formatNumber(m.count()))
	}
	return refuse("%s has no initiative yet. Type `initiative %s`.", a.Name, a.Key)
}

// refuseAfterEnd returns an error if a side has won and the victory ends the battle.
func (r *Run) refuseAfterEnd() error {
	if !r.rs.IsOver(r.state) {
		return nil
	}
	if err := r.refuseWaitingStep(); err != nil {
		return err
	}
	return &Refusal{Text: r.state.SideName(r.state.Won) + " won. Type `finish`.", Why: "the fight is over"}
}

// IsOver reports whether a side has won and, under the rules for turns (Order.Final), the victory ends the battle.
func (rs *Ruleset) IsOver(s *State) bool { return rs.Order.Final && s.Running && s.Won != "" }

// needsTurn reports whether the action needs its actor's turn.
func (a *Action) needsTurn() bool { return !a.AnyTime && !a.BelongsToSide() }

// EndTurn ends the turn of an actor, or all turns of a side.
func (rs *Ruleset) EndTurn(s *State, key string, k DecisionInput) (Decision, error) {
	return decideInRound(rs, s, key, k, (*Run).endTurn)
}

// TakeTurn takes the turn of an actor who only moves, or gives the turn to a side.
func (rs *Ruleset) TakeTurn(s *State, key string, k DecisionInput) (Decision, error) {
	return decideInRound(rs, s, key, k, func(r *Run, a *Actor) error {
		if a.isSide {
			return r.giveTurn(a)
		}
		return r.takeTurn(a)
	})
}

// decideInRound runs do for the actor or side with the given key, and returns the decision. It returns an error if no round has started.
func decideInRound(rs *Ruleset, s *State, key string, k DecisionInput, do func(*Run, *Actor) error) (Decision, error) {
	if s.Round == nil && s.Stage == nil {
		return rs.newRun(s, k).failWith(refuse("No %s has started. Type `next`.", rs.CountWord()))
	}
	return decideTurn(rs, s, key, k, do)
}

// decideTurn runs do for the actor or side with the given key, and returns the decision. It returns an error if the battle is over.
func decideTurn(rs *Ruleset, s *State, key string, k DecisionInput, do func(*Run, *Actor) error) (Decision, error) {
	r := rs.newRun(s, k)
	a := r.actorCopy(key)
	if a == nil {
		return r.failWith(refusalOf(message.Unknown("combatant", key, nil)))
	}
	if _, step := rs.CurrentStage(s); step == nil || step.Turns {
		if err := r.refuseAfterEnd(); err != nil {
			return r.finishWith(nil, err)
		}
	}
	return r.finishWith(nil, do(r, a))
}

// RefuseWaitingStep refuses a turn while a step of a stage waits for a side, else returns nil.
func (rs *Ruleset) RefuseWaitingStep(s *State) error {
	r := rs.newRun(s, DecisionInput{Brief: true})
	defer r.release()
	return r.refuseWaitingStep()
}

// CanActNow reports whether an actor can act now: its turn is open or can be taken, or it has saved its turn and it is now another side's
// turn. No one can act once the battle is over.
func (rs *Ruleset) CanActNow(s *State, a *Actor) bool {
	if s.Round == nil || s.Round.Side() != a.Side && !a.Waiting || rs.IsOver(s) {
		return false
	}
	r := rs.newRun(s, DecisionInput{Brief: true})
	defer r.release()
	own := r.actorCopy(a.Key)
	if a.Waiting {
		return s.Round.Side() != a.Side && !r.hasNoTurn(own)
	}
	if own.Open || !r.turns().hasTurnLeft(own) { // an open turn was checked for order and payment when it began
		return r.turns().hasTurnLeft(own)
	}
	first, _, _ := r.firstInOrderBefore(own)
	return first == nil && s.Round.Remaining >= 1 && r.turns().affordsTurn(own, s.Round.Purse)
}

// ActorBefore returns the actor of the same side that must take its turn before a, because the side gave it an earlier place in its
// order, or nil.
func (rs *Ruleset) ActorBefore(s *State, a *Actor) *Actor {
	r := rs.newRun(s, DecisionInput{Brief: true})
	defer r.release()
	if first, _, _ := r.firstInOrderBefore(r.actorCopy(a.Key)); first != nil {
		return s.Find(first.Key)
	}
	return nil
}

// NextSide returns the side whose turn follows the current one, or "" if the next round begins instead.
func (rs *Ruleset) NextSide(s *State) string {
	if s.Round == nil {
		return ""
	}
	r := rs.newRun(s, DecisionInput{Brief: true})
	defer r.release()
	side, _ := r.turns().nextSide()
	return side
}

// TurnPrices returns the prices of an actor's turn that are above 0. In its side's turn, Price.Has is the rest of the points that the side
// had when the turn began.
func (rs *Ruleset) TurnPrices(s *State, a *Actor) (list []Price) {
	if len(rs.Order.cost) == 0 {
		return nil
	}
	r := rs.newRun(s, DecisionInput{Brief: true})
	defer r.release()
	f := r.newFrame(r.actorCopy(a.Key), nil)
	for _, p := range rs.Order.cost.listPrices(f) {
		p.payFrom(s.purseOf(a))
		list = append(list, p)
	}
	return list
}

// TurnState is the state of an actor's turn in a round.
type TurnState int

// The states of a turn.
const (
	NoTurn     TurnState = iota // the actor has no turn in this round
	TurnTaken                   // the turn is over
	TurnToCome                  // the turn is still to come
	TurnOpen                    // the turn has begun or, if it was saved, can be used now
	TurnSaved                   // the turn is saved for another side's turn
)

// TurnOf returns the state of an actor's turn in the current round.
func (rs *Ruleset) TurnOf(s *State, a *Actor) TurnState {
	if able, _ := a.CanAct(rs); !able || s.Round == nil || rs.IsOver(s) {
		return NoTurn
	}
	r := rs.newRun(s, DecisionInput{Brief: true})
	defer r.release()
	switch own := r.actorCopy(a.Key); {
	case own.Waiting && !r.hasNoTurn(own):
		if side := s.Round.Side(); side != "" && side != a.Side {
			return TurnOpen
		}
		return TurnSaved
	case !r.turns().hasTurnLeft(own):
		return TurnTaken
	case own.Open:
		return TurnOpen
	}
	return TurnToCome
}

// ModifierValue returns the value of the named modifier for a roll of the actor without an action, and the terms of the value. words are
// the roll's tags.
func (a *Actor) ModifierValue(rs *Ruleset, s *State, modifier string, words ...string) (sum float64, parts []Term) {
	m, ok := rs.Modifiers.Get(modifier)
	if !ok {
		return 0, nil
	}
	r := rs.newRun(s, DecisionInput{})
	defer r.release()
	f := r.newFrame(a, nil)
	f.seq = r.newTagFrame()
	f.seq.seq = noSteps
	for _, word := range words {
		if bit, known := rs.bits[word]; known {
			f.seq.actionTags.add(bit)
		}
	}
	r.tagRoll(f, true, nil)
	f.run = nil // so that the modifier is read as outside a run
	sum = TrimNoise(f.sumModifier(m, &r.trace))
	return sum, r.trace.endList(0)
}
