package verbs

import (
	"errors"
	"fmt"
	"math"
	"strings"

	"hybrid/gm/command"
	"hybrid/rules"
	"hybrid/rules/collect"
)

// Date and time of a state, and what a line that lets time pass would come to.

// Date returns the date and time of a state, such as "day 1, 21:40"; empty if the campaign does not say when it begins.
func (g Endings) Date(s *rules.State) string {
	if g.Campaign.Begins == nil {
		return ""
	}
	return rules.Date(*g.Campaign.Begins + s.Elapsed)
}

// Passing is what a line that lets time go by would come to.
type Passing struct {
	Ends   string // what the clock shows then, with the day where it is another one; empty where the campaign does not say when it begins
	Effect string // what it costs and restores
	Stops  string // what it would stop at and ask; empty if nothing
	Comes  string // the reminders that come at its end, empty for none
	Early  bool   // they stop it before it is over
	Barred string // who can't rest by it, and why; empty if everyone can
}

// Passing works out what a line that lets time go by would come to, up to where it would ask. Nothing happens. Where dice
// fall meanwhile, what they do is left out.
func (g Endings) Passing(text string) (p Passing, err error) {
	l, err := g.Parse(text)
	if err != nil {
		return p, err
	}
	what, who, err := downtime(g).span(&l)
	if err != nil {
		return p, err
	}
	p.Barred = strings.Join(downtime(g).barsRest(what.Activity, who), ", ")
	for answers := map[string]string{}; ; {
		l := l
		l.Options = []string{anyway}
		w, err := downtime(g).pass(&l, rules.Known{Dice: rules.NewSeededDice([32]byte{}), Answers: answers, Brief: true})
		var need *rules.Need
		switch {
		case errors.As(err, &need) && len(need.Choices) > 0 && p.Stops == "":
			p.Stops = need.About
			answers[need.Key] = rules.NoAnswer
			continue
		case err != nil && p.Stops != "":
			return p, nil
		case err != nil:
			return p, err
		}
		after, err := g.Rules.Apply(g.State, w.Events)
		if err != nil {
			return p, err
		}
		if g.Campaign.Begins != nil {
			p.Ends = rules.TimeOfDay(*g.Campaign.Begins + after.Elapsed)
			if date := g.Date(after); !strings.HasPrefix(g.Date(g.State), strings.TrimSuffix(date, p.Ends)) {
				p.Ends = date // another day
			}
		}
		due := collect.Filter(g.State.Reminders, func(m rules.Reminder) bool { return m.At <= after.Elapsed })
		p.Comes = strings.Join(collect.Map(due, func(m rules.Reminder) string { return m.Text }), " · ")
		p.Early = len(due) > 0 && after.Elapsed-g.State.Elapsed < what.Seconds
		p.Effect = g.restored(who, after)
		return p, nil
	}
}

// maxShort is how many of those who are not full are named.
const maxShort = 2

// restored describes what the shown pools of who gain or lose up to a state.
func (g Endings) restored(who []*rules.Actor, after *rules.State) string {
	var parts []string
	for _, pool := range g.Rules.PoolsFor(who...) {
		if len(who) == 0 {
			continue
		}
		changed, minimum, maximum := false, 0.0, 0.0 // by less than half a point is not worth a word
		var short []string                           // who is not full
		for i, a := range who {
			b := after.Find(a.Key)
			by := b.Now(pool) - a.Now(pool)
			top, limited := a.Sheet.Max(pool)
			changed = changed || math.Round(by) != 0
			if !limited || b.Now(pool) < top {
				short = append(short, a.Short+" "+command.Signed(math.Round(by)))
			}
			if i == 0 || by < minimum {
				minimum = by
			}
			maximum = max(maximum, by)
			if i == 0 {
				maximum = by
			}
		}
		switch {
		case !changed:
		case len(short) == 0:
			parts = append(parts, pool.Name+" full")
		case len(short) < len(who) && len(short) <= maxShort:
			parts = append(parts, pool.Name+" full except "+strings.Join(short, ", "))
		case math.Round(minimum) == math.Round(maximum):
			parts = append(parts, pool.Name+" "+command.Signed(math.Round(maximum)))
		default:
			parts = append(parts, fmt.Sprintf("%s %s to %s", pool.Name, command.Signed(math.Round(minimum)), command.Signed(math.Round(maximum))))
		}
	}
	return strings.Join(parts, ", ")
}
