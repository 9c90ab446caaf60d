package rules

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"
)

// A Decision is what a command comes to. A run is begun here (Ruleset.run), ended, and turned into one; nothing is changed
// until the events are applied.

// Decision is what a command came to: events, which are settled facts, and how each step went.
type Decision struct {
	Events   []Event
	Outcomes []Outcome
	Dice     []Die
	Report   []Reported // what the action says of itself to scripts
}

// Append adds what came of another command right after this one; its report is its own.
func (d *Decision) Append(more *Decision) {
	d.Events, d.Outcomes, d.Dice = append(d.Events, more.Events...), append(d.Outcomes, more.Outcomes...), append(d.Dice, more.Dice...)
}

// onlyDice leaves of a decision what was rolled, and what is said of that to the game master: nothing changes by it.
func (d *Decision) onlyDice() {
	d.Events, d.Report = remarks(d.Events), nil
	for i := range d.Outcomes {
		d.Outcomes[i].Events = remarks(d.Outcomes[i].Events)
	}
}

// remarks returns those of some events that only say something, to the game master alone.
func remarks(events []Event) (list []Event) {
	for _, e := range events {
		if e.Kind == EventTell && e.What == "" {
			e.How = ForGM
			list = append(list, e)
		}
	}
	return list
}

// Outcome is one step of an action as it went, with everything that explains it.
type Outcome struct {
	Step    string   `json:"step"`
	Way     string   `json:"way,omitempty"` // the steps that led to it and its own, with points between; only of throws, and of what was overruled by it
	Label   string   `json:"label"`
	Kind    string   `json:"kind"`
	In      string   `json:"in,omitempty"`    // where in the rules it stands, a path; empty in entries from before it was kept
	By      string   `json:"by,omitempty"`    // the actor from whom the step looks; empty for a hazard
	Tool    string   `json:"tool,omitempty"`  // the item that this actor uses for it, by name
	Of      string   `json:"of,omitempty"`    // the task, skill or statistic that is tried, by name
	Asked   float64  `json:"asked,omitempty"` // of a hazard, the number that was asked for with it
	Who     string   `json:"who,omitempty"`   // whom it is about: who rolls, who suffers it, whose place it is
	Whom    string   `json:"whom,omitempty"`  // the other one, whom Who does it to
	Source  string   `json:"source,omitempty"`
	Guide   string   `json:"guide,omitempty"`
	Skill   string   `json:"skill,omitempty"`
	Chance  float64  `json:"chance,omitempty"`
	Roll    int      `json:"roll,omitempty"`
	Margin  float64  `json:"margin,omitempty"`
	Success bool     `json:"success,omitempty"`
	High    bool     `json:"high,omitempty"`    // the higher the roll, the better
	Number  string   `json:"number,omitempty"`  // name of what the die is compared with, such as target; empty for a chance in per cent
	Likely  float64  `json:"likely,omitempty"`  // that the roll succeeds; only where that does not follow from the chance
	Beyond  float64  `json:"beyond,omitempty"`  // likewise that it comes to its degree or one farther from the middle
	Die     string   `json:"die,omitempty"`     // which die decided, in words, where a number of the check may take the place of its roll
	Counted float64  `json:"counted,omitempty"` // what that die showed
	Needed  float64  `json:"needed,omitempty"`  // of a high roll, what the die is compared with; only where the roll less the margin is not that
	Degree  string   `json:"degree,omitempty"`
	Factor  float64  `json:"factor,omitempty"`
	Row     string   `json:"row,omitempty"`
	Side    string   `json:"side,omitempty"`
	Total   *float64 `json:"total,omitempty"`
	Choice  string   `json:"choice,omitempty"`
	Throw   string   `json:"throw,omitempty"`  // the faces that fell, in words
	Now     string   `json:"now,omitempty"`    // the step before it whose dice it changed: what they show now, or come to
	Versus  string   `json:"versus,omitempty"` // of a check that throws: how many dice against what; the total is what they came to
	Text    string   `json:"text,omitempty"`
	Secret  bool     `json:"secret,omitempty"`
	Belief  bool     `json:"belief,omitempty"`

	Overruled bool   `json:"overruled,omitempty"` // the game master said what came of it
	Because   string `json:"because,omitempty"`   // why

	Dice   []Die   `json:"dice,omitempty"`
	Terms  []Term  `json:"terms,omitempty"`
	Events []Event `json:"events,omitempty"`

	reply *reply // the answer that was chosen; nil in a kept entry
}

// Face returns the roll that was compared: that of the check, or of the die that decided in its place.
func (o *Outcome) Face() float64 {
	if o.Die != "" {
		return o.Counted
	}
	return float64(o.Roll)
}

// FaceText returns the roll that was compared, with the name of its die where another one is kept beside it: "5 on the wild die".
func (o *Outcome) FaceText() string {
	if o.Die != "" {
		return formatNumber(o.Counted) + " on the " + strings.TrimPrefix(o.Die, "the ")
	}
	return strconv.Itoa(o.Roll)
}

// Reported is one value of an action's report, in the order of the YAML.
type Reported struct {
	Name  string
	Value any // a number, a bool or a string; nil for what an actor would hold true and did not come to
}

// Known is what a decision is made from beside the state: dice, and the answers known so far.
type Known struct {
	Dice    Dice
	Answers map[string]string
	Earlier bool // decide as earlier versions did: a secret condition stays secret where it is put openly, a margin by hand is against answers too
	Brief   bool // do not write down steps and terms, nor tell the game master what is only a hint

	// Choose answers what Answers does not: it gives the place of an answer in the list of the offer, or -1 for none.
	// Without it the question is a Need.
	Choose func(who *Actor, offer Offer) int

	Overrule map[string]string // what the game master says of a step, by its name, instead of what came of it
	Because  string            // why
}

// finish ends the conditions that lasted for a run, and stops who cannot act any more.
func (r *Run) finish() error {
	r.settle()
	for i := 0; i < len(r.copies) && r.err == nil; i++ {
		r.of(r.copies[i]).stopUnable()
	}
	endShared(r)
	r.winner()
	r.stageGoesOn()
	return r.err
}

// endShared ends what is shared with somebody and is over by how that one is now, of those, too, with whom nothing else happened.
func endShared(r *Run) {
	if !r.rs.overByOther || r.state == nil {
		return
	}
	for before := -1; before != r.changes && r.err == nil; {
		before = r.changes
		for _, there := range r.state.Actors {
			if a := cmp.Or(r.copied(there.Key), there); slices.ContainsFunc(a.Conditions, func(held Held) bool { return held.Condition.overByOther }) {
				r.of(r.copy(there.Key)).stopUnable()
			}
		}
	}
}

// decided ends a run that came to something, or to nothing.
func (r *Run) decided(report []Reported, err error) (Decision, error) {
	if err != nil {
		return r.fail(err)
	}
	d, err := r.decision()
	d.Report = report
	return d, err
}

// fail ends a run that came to nothing. What was decided before it asked for something is kept with what it asks for.
func (r *Run) fail(err error) (Decision, error) {
	if need, ok := err.(*Need); ok {
		need.SoFar = r.outcomes(append([]Die(nil), r.rolledDice...), append([]Event(nil), r.events...)) // nil for nothing, whatever ran before
		need.events = r.openEvents()
	}
	r.over()
	return Decision{}, err
}

// openEvents returns what has happened so far, without what steps brought that are for the game master alone.
func (r *Run) openEvents() []Event {
	events := append([]Event(nil), r.events...)
	for i := range r.records {
		if n := &r.records[i]; n.out.Secret {
			clear(events[n.events[0]:n.events[1]])
		}
	}
	return slices.DeleteFunc(events, func(e Event) bool { return e.Kind == "" || e.How == Secretly })
}

// outcomes returns the recorded steps, each with its part of the dice and events.
func (r *Run) outcomes(dice []Die, events []Event) []Outcome {
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

// IsOver reports whether the formula that ends a condition of an actor, by key, holds in a state. The actor need not have the condition.
func (rs *Ruleset) IsOver(s *State, key string, held *Held) bool {
	r := rs.run(s, Known{Brief: true})
	defer r.over()
	a := r.copy(key)
	return a != nil && held.Condition.until == untilFormula && r.of(a).over(held)
}

// idle reports whether an actor is in the middle of nothing that being unable to act would stop.
func idle(a *Actor) bool {
	return a.Going == nil && a.Doing == nil && a.Turn < 0 && !a.Waiting && !slices.ContainsFunc(a.Activities, func(x *Activity) bool { return x.pace != nil })
}

// stopUnable ends what an actor can no longer do: going on, its activities, its declared action, its turn.
func (s runActor) stopUnable() {
	s.endOver(true)
	if s.timeless() || s.span != nil && idle(s.a) {
		return
	}
	why := s.a.cannot(s.rs, cannotAct)
	if (s.a.Going != nil || len(s.a.Activities) > 0) && (why != nil || s.a.cannot(s.rs, cannotMove) != nil) {
		s.stand("stops moving")
	}
	turn := s.a.place(s.count())
	for why != nil && s.a.Doing != nil && s.err == nil {
		s.happen(&Event{Kind: EventDone, Text: why.Label})
	}
	if s.rs.Order.InRounds() {
		return // turns are owed by rounds
	}
	switch keeps := s.rs.Order.Back == backKeep; {
	case why != nil && keeps && turn >= 0:
		s.happen(&Event{Kind: EventTurn, At: keptTurn - turn})
	case why != nil && (s.a.Turn >= 0 || s.a.Waiting):
		s.happen(&Event{Kind: EventTurn, At: none})
	case why != nil || s.span != nil || s.a.Turn >= 0 || s.a.Doing != nil || !s.ledger.wasUnable(s.a):
	case keeps && s.a.Turn <= keptTurn:
		at := math.Max(keptTurn-s.a.Turn, s.count())
		s.happen(&Event{Kind: EventTurn, At: at, By: at - s.count()})
	default:
		s.initiative(s.count())
	}
}

// backKeep is the word of an order in which those who can act again take the turn that they had.
const backKeep = "keep"

// keptTurn less a count is the turn of an actor who cannot act and keeps that count: below none, so that it is no turn.
const keptTurn = none - 1

// place returns the count at which the actor has its next turn, or is done with its action; none if it has neither.
func (a *Actor) place(count float64) float64 {
	switch {
	case a.Doing != nil:
		return a.Doing.At
	case a.Waiting || a.Open:
		return count
	}
	return a.Turn
}

// decision ends a run: conditions that lasted for it end, and who cannot act any more stops.
func (r *Run) decision() (Decision, error) {
	if err := r.finish(); err != nil {
		return r.fail(err)
	}
	d := Decision{Events: append([]Event(nil), r.events...), Dice: append([]Die(nil), r.rolledDice...)}
	d.Outcomes = r.outcomes(d.Dice, d.Events)
	r.over()
	return d, nil
}

// winner finds out whether a side has won: the first whose `wins` holds, as soon as nothing is under way any more.
func (r *Run) winner() {
	if r.err != nil || r.state == nil || !r.state.Running || r.state.Won != "" {
		return
	}
	for _, there := range r.state.Sides {
		if there.Sheet.wins == nil {
			continue
		}
		side := r.copy(there.Key)
		if f := r.frame(side, nil); f.holds(side.Sheet.wins) {
			e := Event{Kind: EventWon, What: side.Key, Text: side.Name}
			for _, number := range r.rs.Order.score {
				own, _ := number.total(f, nil)
				others := f.across(func(f *Frame) float64 { total, _ := number.total(f, nil); return total })
				e.Words = append(e.Words, number.name()+" "+formatNumber(own)+" to "+formatNumber(others))
			}
			r.emit(&e)
			r.beginStageWon(e.What)
			return
		}
	}
}
