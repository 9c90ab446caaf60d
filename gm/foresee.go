package gm

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"hybrid/rules"
)

// Foreseen is what a line would come to, decided without doing it.
type Foreseen struct {
	Title  string
	Before *rules.State
	After  *rules.State
	Rolls  bool // it rolls dice, so that After is not known and is Before
}

// Foresee decides a line that needs no dice and tells what the state would be. Nothing happens. Of a line that rolls
// only this is told; what it refuses is refused in the same words as when it is done.
func (s *Session) Foresee(text string) (Foreseen, error) {
	l, err := s.parse(text)
	if err != nil {
		return Foreseen{}, err
	}
	seen := Foreseen{Title: l.text, Before: s.state, After: s.state}
	if l.verb == "undo" || l.verb == "redo" {
		return s.foreseeBack(&l, seen)
	}
	if l.turns() {
		return seen, nil
	}
	w, err := s.carry(&l, rules.Known{Dice: noDice{}})
	seen.Title = w.title
	var need *rules.Need
	if errors.As(err, &need) {
		seen.Rolls = true
		return seen, nil
	}
	if err != nil {
		return seen, err
	}
	seen.After, err = s.rules.Apply(s.state, w.Events)
	return seen, err
}

// foreseeBack is what undo or redo would come to.
func (s *Session) foreseeBack(l *line, seen Foreseen) (Foreseen, error) {
	times, err := s.times(l)
	if err != nil {
		return seen, err
	}
	if list := s.list(l.verb == "undo"); times > len(list) {
		return seen, refusal("there is less to %s: %s %d", l.verb, l.verb, len(list))
	}
	seen.After, err = s.stepped(times, l.verb == "undo")
	return seen, err
}

// noDice has none: whoever rolls is told so.
type noDice struct{}

// Roll asks for the die.
func (noDice) Roll(faces int, purpose string) (int, bool, error) {
	return 0, false, &rules.Need{Key: "dice", Die: faces, Text: fmt.Sprintf("%s: d%d", purpose, faces)}
}

// Began is the state in which the encounter under way, or over, began; nil if none did.
func (s *Session) Began() (*rules.State, error) {
	if s.state.Encounter == "" {
		return nil, nil
	}
	for k := s.tip(); k != nil; k = k.before {
		events, err := k.settled()
		if err != nil {
			return nil, err
		}
		if len(events) > 0 && events[0].Kind == rules.EventBegin {
			return s.sum(k, false)
		}
	}
	return nil, nil
}

// Answering is what one answer to a question would do.
type Answering struct {
	Chance  float64 // of the roll it answers; as it is now where nothing changes it
	Rolls   bool    // it is a roll itself
	Own     float64 // the chance of that roll, at its best
	Lowered bool    // it is lowered by the margin of the roll it answers
	Title   string  // of its roll
	GivesUp bool    // an action in the making is lost, and initiative rolled for the next
	Turn    float64 // when who answers acts next; -1 where it is not known or has no turn
	Odds    *rules.Outlook
}

// Answers weighs the answers to a question that a command stopped at, by name. A command that cannot be weighed has
// none.
func (s *Session) Answers(c Command, need *rules.Need) map[string]Answering {
	list := map[string]Answering{}
	probe := &tryDice{face: 1}
	none, ok := s.tried(c, need, rules.NoAnswer, probe)
	if !ok || probe.purpose == "" {
		return list
	}
	for _, choice := range append([]rules.Choice{{Name: rules.NoAnswer}}, need.Choices...) {
		if a, ok := s.answering(c, need, choice.Name, probe.purpose, none.Outcomes); ok {
			a.Odds = s.expected(c, need, choice.Name)
			list[choice.Name] = a
		}
	}
	return list
}

// answering tries an answer twice, with the roll it answers made by the most, and made by next to nothing. What is
// rolled without any answer, too, is not the answer's own roll.
func (s *Session) answering(c Command, need *rules.Need, name, purpose string, none []rules.Outcome) (a Answering, ok bool) {
	first, ok := s.tried(c, need, name, &tryDice{purpose: purpose, face: 1})
	if !ok {
		return a, false
	}
	i := firstRoll(first.Outcomes, "", nil)
	if i < 0 {
		return a, false
	}
	a.Chance = first.Outcomes[i].Chance
	least := int(math.Max(1, math.Min(99, math.Floor(a.Chance))))
	best, ok := s.tried(c, need, name, &tryDice{purpose: purpose, face: least})
	if !ok {
		return a, false
	}
	if at, low := firstRoll(best.Outcomes, need.Who, none), firstRoll(first.Outcomes, need.Who, none); at >= 0 && low >= 0 {
		own := &best.Outcomes[at]
		a.Rolls, a.Own, a.Title = true, own.Chance, own.Label
		a.Lowered = a.Own-first.Outcomes[low].Chance > 0.05
	}
	s.answered(&a, need.Who, best.Outcomes)
	return a, true
}

// answered reads what an answer does to the time of who gives it.
func (s *Session) answered(a *Answering, who string, outcomes []rules.Outcome) {
	actor := s.state.Find(who)
	if actor == nil {
		return
	}
	a.Turn = actor.Turn
	for i := range outcomes {
		o := &outcomes[i]
		for j := range o.Events {
			e := &o.Events[j]
			if o.Choice == "" || e.Who != who {
				continue
			}
			a.GivesUp = a.GivesUp || e.Kind == rules.EventDone && actor.Doing != nil
			if e.Kind == rules.EventTurn {
				a.Turn = e.At
			}
		}
	}
	if a.GivesUp {
		a.Turn = -1
	}
}

// firstRoll is the first roll of somebody, or of anybody, that is not among the others; -1 without one.
func firstRoll(outcomes []rules.Outcome, who string, others []rules.Outcome) int {
	for i := range outcomes {
		o := &outcomes[i]
		if o.Degree != "" && (who == "" || o.Who == who) && !slices.ContainsFunc(others, func(other rules.Outcome) bool { return other.Step == o.Step }) {
			return i
		}
	}
	return -1
}

// tried decides a command with an answer and dice that are not real.
func (s *Session) tried(c Command, need *rules.Need, name string, dice *tryDice) (work, bool) {
	l, err := s.parse(c.Line)
	if err != nil {
		return work{}, false
	}
	answers := map[string]string{}
	for key, answer := range c.Answers {
		answers[key] = answer
	}
	answers[need.Key] = name
	for {
		w, err := s.carry(&l, rules.Known{Dice: dice, Answers: answers})
		var other *rules.Need
		if !errors.As(err, &other) || len(other.Choices) == 0 {
			return w, err == nil
		}
		answers[other.Key] = rules.NoAnswer
	}
}

// tryDice are dice for a trial: the die for a purpose falls as said, the others near the top, so that what follows is
// missed where it can be. Without a purpose it is that of the first die.
type tryDice struct {
	purpose string
	face    int
	thrown  bool
}

// Roll gives a die its face.
func (t *tryDice) Roll(faces int, purpose string) (int, bool, error) {
	if t.purpose == "" {
		t.purpose = purpose
	}
	if !t.thrown && t.purpose == purpose {
		t.thrown = true
		return min(t.face, faces), false, nil
	}
	return max(1, faces-2), false, nil
}
