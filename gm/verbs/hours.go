package verbs

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"hybrid/gm/command"
	"hybrid/rules"
	"hybrid/rules/collect"
)

// The date and time of a state, and the results of a line that lets time pass. Endings (finish.go) wraps a game and adds the methods for
// the end of an encounter and the hours after it.

// Date returns the date and time of a state, such as "day 1, 21:40", or "" if the campaign has no calendar.
func (g Endings) Date(s *rules.State) string {
	if g.Campaign.Begins == nil {
		return ""
	}
	return rules.DateText(*g.Campaign.Begins + s.Elapsed)
}

// PassedTime holds the results of a line that lets time pass.
type PassedTime struct {
	EndTime     string // time of day after the time that passes, with the day if that changes; empty if the campaign has no calendar
	PoolChanges string // losses and gains in pools; empty if there are none
	Question    string // subject of the first question that would interrupt the time; empty if there is none
	Reminders   string // texts of the reminders due by then, and of conditions that end; empty if there are none
	EndsEarly   bool   // whether one of the Reminders ends the time early
	CannotRest  string // characters who can't rest, and why; empty if everyone can
}

// PreviewTime computes the results of a line that lets time pass, as if every question were answered with NoAnswer, which ends the time.
// Nothing is changed. Dice rolled in that time have arbitrary results.
func (g Endings) PreviewTime(text string) (p PassedTime, err error) {
	l, err := g.Parse(text)
	if err != nil {
		return p, err
	}
	span, who, err := downtime(g).readSpanLine(&l, 0)
	if err != nil {
		return p, err
	}
	p.CannotRest = strings.Join(downtime(g).listBarredFromRest(span.Activity, who), ", ")
	for answers := map[string]string{}; ; { // until no question is left
		l := l
		l.Options = []string{anywayOption}
		w, err := downtime(g).passTime(&l, rules.DecisionInput{Dice: rules.NewSeededDice([32]byte{}), Answers: answers, Brief: true})
		var need *rules.Need
		switch {
		case errors.As(err, &need) && len(need.Choices) > 0 && p.Question == "":
			p.Question = need.About
			answers[need.Key] = rules.NoAnswer
			continue
		case err != nil && p.Question != "":
			return p, nil
		case err != nil:
			return p, err
		}
		after, err := g.Rules.Apply(g.State, w.Events)
		if err != nil {
			return p, err
		}
		if g.Campaign.Begins != nil {
			p.EndTime = rules.TimeOfDay(*g.Campaign.Begins + after.Elapsed)
			if date := g.Date(after); !strings.HasPrefix(g.Date(g.State), strings.TrimSuffix(date, p.EndTime)) {
				p.EndTime = date // the day changes
			}
		}
		due := collect.Filter(g.State.Reminders, func(m rules.Reminder) bool { return m.At <= after.Elapsed })
		texts := append(collect.Map(due, func(m rules.Reminder) string { return m.Text }), ExpiredConditions(g.State, after)...)
		p.Reminders = strings.Join(texts, " · ")
		p.EndsEarly = len(texts) > 0 && after.Elapsed-g.State.Elapsed < span.Seconds
		p.PoolChanges = g.restoredText(who, after)
		return p, nil
	}
}

// ExpiredConditions lists the conditions with a limit that have ended between two states, such as "Dov not stunned".
func ExpiredConditions(before, after *rules.State) (list []string) {
	for _, a := range before.Actors {
		later := after.Find(a.Key)
		if later == nil {
			continue
		}
		for _, held := range a.Conditions {
			lasts := slices.ContainsFunc(later.Conditions, func(h rules.HeldCondition) bool { return h.ID == held.ID })
			if held.Limit > 0 && !lasts {
				list = append(list, a.Short+" not "+held.Condition.StateWord())
			}
		}
	}
	return list
}

// maxShort is the maximum number of characters that are listed by name because their pool isn't full.
const maxShort = 2

// restoredText describes gains and losses of some actors in the pools shown. after is the state at the end.
func (g Endings) restoredText(who []*rules.Actor, after *rules.State) string {
	var parts []string
	for _, pool := range g.Rules.PoolsFor(who...) {
		if len(who) == 0 {
			continue
		}
		changed, minimum, maximum := false, 0.0, 0.0 // a change of less than half a point isn't mentioned
		var short []string                           // names of characters whose pool isn't full
		for i, a := range who {
			later := after.Find(a.Key)
			change := later.PoolValue(pool) - a.PoolValue(pool)
			top, limited := a.Sheet.Max(pool)
			changed = changed || math.Round(change) != 0
			if !limited || later.PoolValue(pool) < top {
				short = append(short, a.Short+" "+command.FormatSigned(math.Round(change)))
			}
			if i == 0 {
				minimum, maximum = change, change
			}
			minimum, maximum = min(minimum, change), max(maximum, change)
		}
		switch {
		case !changed:
		case len(short) == 0:
			parts = append(parts, pool.Name+" full")
		case len(short) < len(who) && len(short) <= maxShort:
			parts = append(parts, pool.Name+" full except "+strings.Join(short, ", "))
		case math.Round(minimum) == math.Round(maximum):
			parts = append(parts, pool.Name+" "+command.FormatSigned(math.Round(maximum)))
		default:
			parts = append(parts, fmt.Sprintf("%s %s to %s", pool.Name, command.FormatSigned(math.Round(minimum)), command.FormatSigned(math.Round(maximum))))
		}
	}
	return strings.Join(parts, ", ")
}
