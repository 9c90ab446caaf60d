package command

import (
	"cmp"
	"math"
	"slices"

	"hybrid/rules"
)

// Advice is something an actor could do, and what it is worth within the next turns by the engine's own odds.
type Advice struct {
	Line   string  // without who does it
	Counts float64 // it takes
	At     float64 // the count at which it takes effect
	Hurt   float64 // that it hurts the other one
	Loss   float64 // what the other one then loses on average
	Out    float64 // that the other one cannot act afterwards
	Down   float64 // that one is put out oneself before, by what is on the way now
	Worth  float64 // by which the list is ordered

	harms bool // it may hurt another one, or put another one out
}

// The most that is weighed: to how many an action is done, and with how many things.
const (
	mostTargets = 4
	mostTools   = 4
)

// Advise weighs what an actor could do now, best first: putting a foe out counts whole, hurting a quarter, by the
// time it takes beside the quickest; and what one risks meanwhile is taken off. Nothing happens.
func (r Ranking) Advise(a *rules.Actor) (list []Advice) {
	for _, c := range r.Actions(a) {
		if c.Refused != "" || c.Action.Ask != nil {
			continue
		}
		if c.Whom == nil {
			list = r.weigh(list, a, c.Line())
			continue
		}
		for i, target := range r.Targets(a, c.Action) {
			if able, _ := target.Whom.CanAct(r.Rules); i >= mostTargets || target.Refused != "" || c.Action.Aim() == rules.TowardTheirs && (!able || target.Whom.Side == a.Side) {
				continue
			}
			list = r.weigh(list, a, target.Line())
			if i == 0 {
				list = r.withOthers(list, a, &target)
			}
		}
	}
	quickest := math.Inf(1)
	for i := range list {
		if list[i].harms {
			quickest = min(quickest, max(1, list[i].Counts))
		}
	}
	for i := range list {
		v := &list[i]
		if v.harms {
			v.Worth = (v.Out + v.Hurt/4) * quickest / max(1, v.Counts)
		}
		v.Worth -= v.Down
	}
	slices.SortStableFunc(list, func(x, y Advice) int { return cmp.Compare(y.Worth, x.Worth) })
	return list
}

// withOthers weighs a choice with the other things an actor carries that it can be done with.
func (r Ranking) withOthers(list []Advice, a *rules.Actor, c *Choice) []Advice {
	if len(c.Action.With) == 0 {
		return list
	}
	n := 0
	for _, item := range a.Sheet.Items {
		if item == a.Tool || n == mostTools || !slices.ContainsFunc(c.Action.With, func(tag string) bool { return item.Is(tag) }) {
			continue
		}
		before := len(list)
		if list = r.weigh(list, a, c.Line()+" with "+item.Name); len(list) > before {
			n++
		}
	}
	return list
}

// weigh adds a line with what it is worth, where it is possible.
func (r Ranking) weigh(list []Advice, a *rules.Actor, line string) []Advice {
	p, err := r.Preview(a.Key + ": " + line)
	if err != nil {
		return list
	}
	v := Advice{Line: line, Counts: p.Counts, At: p.At}
	if o, err := r.LineOdds(a.Key+": "+line, false); err == nil && o.ActionOdds != nil {
		end := o.Whom()
		if v.Hurt, v.Out = end.Hurt, end.Out; end.Hurt > 0 {
			v.Loss = end.Loss / end.Hurt
		}
		v.harms = end.Hurt > 0 || end.Out > 0 && p.Whom != "" && p.Whom != a.Key
	}
	stands := 1.0
	for _, other := range r.State.Actors {
		for d := other.Doing; d != nil && other != a; d = d.Beside {
			if d.Whom != a.Key || d.At > v.At {
				continue
			}
			if odds, err := r.Rules.ActionOdds(r.State, other.Key, *d, nil); err == nil {
				stands *= 1 - odds.Whom().Out
			}
		}
	}
	v.Down = 1 - stands
	return append(list, v)
}
