package rules

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Decisions: the end of a run, and the result built from it. The state changes only when the events are applied. If a die or an answer is
// missing, a run ends with a *Need, the question for it, and the decision is computed again from the start with the answer. A span
// (turn_pass.go) is time that passes at once, such as the hours of a rest.

// Decision is the result of a command: its events, and the outcome of each step.
type Decision struct {
	Events   []Event         // changes of the state, in order
	Outcomes []Outcome       // one for each step, in order
	Dice     []Die           // dice rolled, in order
	Report   []ReportedValue // values that the action reports to scripts; nil for none
}

// Append appends the decision of the command that follows, without its report.
func (d *Decision) Append(more *Decision) {
	d.Events, d.Outcomes, d.Dice = append(d.Events, more.Events...), append(d.Outcomes, more.Outcomes...), append(d.Dice, more.Dice...)
}

// keepOnlyDice removes everything from the decision except its dice and the texts for the game master, so that it doesn't change the state.
func (d *Decision) keepOnlyDice() {
	d.Events, d.Report = textEvents(d.Events), nil
	for i := range d.Outcomes {
		d.Outcomes[i].Events = textEvents(d.Outcomes[i].Events)
	}
}

// textEvents returns the events that only show a text to everyone, changed so that only the game master reads them.
func textEvents(events []Event) (list []Event) {
	for _, e := range events {
		if e.Kind == EventTell && e.What == "" {
			e.How = HowGMOnly
			list = append(list, e)
		}
	}
	return list
}

// Outcome is the result of one step of an action, with everything that explains it.
type Outcome struct {
	Step        string   `json:"step"`              // name of the step
	Way         string   `json:"way,omitempty"`     // path of the step, joined by dots, for throws and for steps overruled by path; else ""
	Label       string   `json:"label"`             // label of the step
	Kind        string   `json:"kind"`              // kind of the step, such as check or table
	Path        string   `json:"in,omitempty"`      // path of its sequence, see sequencePath; "" in entries of earlier versions
	Doer        string   `json:"by,omitempty"`      // key of the acting actor; "" for a hazard
	Tool        string   `json:"tool,omitempty"`    // name of the item that the acting actor uses
	Ability     string   `json:"of,omitempty"`      // name of the task, skill or statistic used
	Asked       float64  `json:"asked,omitempty"`   // number that was given with a hazard
	Who         string   `json:"who,omitempty"`     // key of the subject: the actor that rolls or is hurt, for example
	Whom        string   `json:"whom,omitempty"`    // key of the other actor, if there is one
	Source      string   `json:"source,omitempty"`  // place in the files of the game, as file:line
	Guide       string   `json:"guide,omitempty"`   // reference to the rule book
	Skill       string   `json:"skill,omitempty"`   // name of the skill rolled
	Chance      float64  `json:"chance,omitempty"`  // number that the roll was compared with
	Roll        int      `json:"roll,omitempty"`    // number rolled; 0 if nothing was rolled
	Margin      float64  `json:"margin,omitempty"`  // amount by which the check succeeded, or failed if negative
	Success     bool     `json:"success,omitempty"` // whether the check succeeded
	High        bool     `json:"high,omitempty"`    // whether higher rolls are better
	Number      string   `json:"number,omitempty"`  // name of the number that the die is compared with, such as target; "" for a percentage
	Likely      float64  `json:"likely,omitempty"`  // probability of success; 0 if it follows from the chance
	Beyond      float64  `json:"beyond,omitempty"`  // probability of the degree or a more extreme one; only with Likely
	Die         string   `json:"die,omitempty"`     // deciding die, in words, if another number, such as a second die, can replace the check's roll
	Counted     float64  `json:"counted,omitempty"` // face of that die
	Needed      float64  `json:"needed,omitempty"`  // number that a high roll had to reach; set only if it differs from Roll minus Margin
	Degree      string   `json:"degree,omitempty"`  // label of the degree of success
	Factor      float64  `json:"factor,omitempty"`  // factor of the degree
	Row         string   `json:"row,omitempty"`     // label of the table's row
	Side        string   `json:"side,omitempty"`    // side of the body, for a paired row
	Total       *float64 `json:"total,omitempty"`   // result of a tally; nil for other steps
	Choice      string   `json:"choice,omitempty"`  // answer to a question
	Throw       string   `json:"throw,omitempty"`   // faces thrown, in words
	ChangedStep string   `json:"now,omitempty"`     // name of the earlier step whose dice it changed; Throw and Roll then show the new dice
	Versus      string   `json:"versus,omitempty"`  // dice and difficulty of a check with faced dice, in words; Total is its points
	Text        string   `json:"text,omitempty"`    // text that the step shows
	Secret      bool     `json:"secret,omitempty"`  // whether only the game master may see it
	Belief      bool     `json:"belief,omitempty"`  // whether the actor believes the total, right or wrong

	Overruled bool   `json:"overruled,omitempty"` // whether the game master set the result
	Because   string `json:"because,omitempty"`   // the game master's reason

	Dice   []Die   `json:"dice,omitempty"`   // dice that the step rolled
	Terms  []Term  `json:"terms,omitempty"`  // terms that explain its number
	Events []Event `json:"events,omitempty"` // changes that it made

	reply      *reply     // chosen answer; nil in a stored entry
	faces      faceCounts // thrown dice; if the step changed a throw, the dice after the change; 0 in a stored entry
	pickedFrom float64    // number of combatants from whom one was picked; 0 in a stored entry
}

// Face returns the roll that was compared: the check's own, or the roll of the die that decided in its place.
func (o *Outcome) Face() float64 {
	if o.Die != "" {
		return o.Counted
	}
	return float64(o.Roll)
}

// FaceText returns the roll that was compared, with the name of its die if that replaced the check's die: "5 on the wild die".
func (o *Outcome) FaceText() string {
	if o.Die != "" {
		return formatNumber(o.Counted) + " on the " + strings.TrimPrefix(o.Die, "the ")
	}
	return strconv.Itoa(o.Roll)
}

// ReportedValue is one value of an action's report. Reported values keep the order of the YAML.
type ReportedValue struct {
	Name  string // name of the value
	Value any    // number, bool or string; nil for a belief that the actor doesn't hold
}

// DecisionInput holds the further input of a decision: dice, and the answers so far.
type DecisionInput struct {
	Dice    Dice              // source of the dice
	Answers map[string]string // answers given so far, by key of the question
	// AsEarlier is set to decide as earlier versions did: a secret condition stays secret if it is put openly, and a margin given by the game
	// master also applies to answers.
	AsEarlier bool
	Brief     bool // whether to omit terms, hints for the game master and the outcomes of steps

	// Choose answers questions that Answers does not: it returns the index of an answer in the offer's list, or -1 for no answer. If it is
	// nil, such a question is returned as a Need.
	Choose func(who *Actor, offer Offer) int

	Overrule map[string]string // results that the game master sets, by name of the step
	Because  string            // reason that the game master gave; "" for none
}

// settleRun completes a run: it ends conditions that were used up or lasted only for the run, stops actors who can no longer act, checks
// for a winner, and continues the stage.
func (r *Run) settleRun() error {
	r.endUsedUp()
	for i := 0; i < len(r.copies) && r.err == nil; i++ {
		r.withActor(r.copies[i]).stopUnable()
	}
	endPairedConditions(r)
	r.declareWinner()
	r.continueStage()
	return r.err
}

// endPairedConditions ends paired conditions whose `until` reads the partner and is true, even if the run has not touched their actors.
// Since one end can lead to another, it repeats until nothing changes.
func endPairedConditions(r *Run) {
	if !r.rs.hasPartnerEnds || r.state == nil {
		return
	}
	for before := -1; before != r.changes && r.err == nil; {
		before = r.changes
		for _, actor := range r.state.Actors {
			if a := cmp.Or(r.findCopy(actor.Key), actor); slices.ContainsFunc(a.Conditions, func(held HeldCondition) bool { return held.Condition.endsByPartner }) {
				r.withActor(r.actorCopy(actor.Key)).stopUnable()
			}
		}
	}
}

// finishWith ends a run with its report, or with err if it is not nil.
func (r *Run) finishWith(report []ReportedValue, err error) (Decision, error) {
	if err != nil {
		return r.failWith(err)
	}
	d, err := r.finishRun()
	d.Report = report
	return d, err
}

// failWith ends a run that failed, and returns err. If that is a Need, it gets the outcomes and events so far, to show with the question.
func (r *Run) failWith(err error) (Decision, error) {
	if need, ok := err.(*Need); ok {
		// Copy the lists, since the memory of the run is reused.
		need.SoFar = r.listOutcomes(append([]Die(nil), r.rolledDice...), append([]Event(nil), r.events...))
		need.events = r.openEvents()
	}
	r.release()
	return Decision{}, err
}

// openEvents returns the events so far, except events of secret steps.
func (r *Run) openEvents() []Event {
	events := append([]Event(nil), r.events...)
	for i := range r.records {
		if n := &r.records[i]; n.out.Secret {
			clear(events[n.events[0]:n.events[1]])
		}
	}
	return slices.DeleteFunc(events, func(e Event) bool { return e.Kind == "" || e.How == HowSecret })
}

// listOutcomes returns the recorded steps, each with its part of the dice and events.
func (r *Run) listOutcomes(dice []Die, events []Event) []Outcome {
	if len(r.records) == 0 {
		return nil
	}
	list := make([]Outcome, len(r.records))
	for i := range r.records {
		n := &r.records[i]
		list[i] = n.out
		list[i].Dice = dice[n.dice[0]:n.dice[1]:n.dice[1]]
		list[i].Events = events[n.events[0]:n.events[1]:n.events[1]]
	}
	return list
}

// IsConditionOver reports whether the formula that ends the condition is true of the actor with this key in s. The actor need not have the
// condition.
func (rs *Ruleset) IsConditionOver(s *State, key string, held *HeldCondition) bool {
	r := rs.newRun(s, DecisionInput{Brief: true})
	defer r.release()
	a := r.actorCopy(key)
	return a != nil && held.Condition.until == untilFormula && r.withActor(a).isOver(held)
}

// isIdle reports whether an actor is doing nothing that it would have to stop if it became unable to act.
func isIdle(a *Actor) bool {
	return a.Going == nil && a.Doing == nil && a.Turn < 0 && !a.Waiting && !slices.ContainsFunc(a.Activities, func(x *Activity) bool { return x.pace != nil })
}

// stopUnable ends conditions whose `until` is true, and everything that the actor can no longer do: its movement, its activities, its
// declared action, its turn. An actor that can act again gets a turn. The order's key `back` decides whether that is the turn that it had,
// or a newly rolled one.
func (s runActor) stopUnable() {
	s.endFinished(true)
	if s.isTimeless() || s.span != nil && isIdle(s.a) {
		return
	}
	why := s.a.forbiddenBy(s.rs, cannotAct)
	if (s.a.Going != nil || len(s.a.Activities) > 0) && (why != nil || s.a.forbiddenBy(s.rs, cannotMove) != nil) {
		s.stopMoving("stops moving")
	}
	turn := s.a.nextCount(s.count())
	for why != nil && s.a.Doing != nil && s.err == nil {
		s.emitOwn(&Event{Kind: EventDone, Text: why.Label})
	}
	if s.rs.Order.InRounds() {
		return // turns belong to the round
	}
	switch keeps := s.rs.Order.Back == backKeep; {
	case why != nil && keeps && turn >= 0: // store the turn
		s.emitOwn(&Event{Kind: EventTurn, At: keptTurn - turn})
	case why != nil && (s.a.Turn >= 0 || s.a.Waiting):
		s.emitOwn(&Event{Kind: EventTurn, At: noCount})
	case why != nil || s.span != nil || s.a.Turn >= 0 || s.a.Doing != nil || !s.sink.wasUnable(s.a):
		// it has no turn to lose, or gets none back
	case keeps && s.a.Turn <= keptTurn:
		count := math.Max(keptTurn-s.a.Turn, s.count())
		s.emitOwn(&Event{Kind: EventTurn, At: count, By: count - s.count()})
	default:
		s.rollInitiative(s.count())
	}
}

// backKeep is the value of `back` by which actors who can act again get back the turn that they had.
const backKeep = "keep"

// keptTurn encodes the turn of an actor who can't act but keeps its count: Actor.Turn is then keptTurn minus the count, which is below
// noCount and therefore never a real turn.
const keptTurn = noCount - 1

// nextCount returns the count at which the actor's action takes effect or its next turn comes; noCount if there is neither. count is the
// current count.
func (a *Actor) nextCount(count float64) float64 {
	switch {
	case a.Doing != nil:
		return a.Doing.At
	case a.Waiting || a.Open:
		return count
	}
	return a.Turn
}

// finishRun ends a run and returns its decision.
func (r *Run) finishRun() (Decision, error) {
	if err := r.settleRun(); err != nil {
		return r.failWith(err)
	}
	d := Decision{Events: append([]Event(nil), r.events...), Dice: append([]Die(nil), r.rolledDice...)}
	d.Outcomes = r.listOutcomes(d.Dice, d.Events)
	r.release()
	return d, nil
}

// declareWinner emits an event for the first side whose `wins` is true, with the score, and begins the stage that follows.
func (r *Run) declareWinner() {
	if r.err != nil || r.state == nil || !r.state.Running || r.state.Won != "" {
		return
	}
	for _, original := range r.state.Sides {
		if original.Sheet.wins == nil {
			continue
		}
		side := r.actorCopy(original.Key)
		if f := r.newFrame(side, nil); f.isTrue(side.Sheet.wins) {
			e := Event{Kind: EventWon, What: side.Key, Text: side.Name}
			for _, number := range r.rs.Order.score {
				own, _ := number.total(f, nil)
				others := f.evalForOther(func(f *Frame) float64 { total, _ := number.total(f, nil); return total })
				e.Words = append(e.Words, number.sentenceName()+" "+formatNumber(own)+" to "+formatNumber(others))
			}
			r.emit(&e)
			r.beginVictoryStage(e.What)
			return
		}
	}
}
