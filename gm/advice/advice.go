package advice

import (
	"cmp"
	"math"
	"slices"
	"sync"

	"hybrid/rules"
)

// What an actor could do now and what each choice is worth, by the engine's odds. rank.go only orders what is offered, by
// habit.

// Advice is something an actor could do, and what it is worth within the next turns by the engine's own odds.
type Advice struct {
	Line   string  // line without its subject
	Counts float64 // counts that it takes
	At     float64 // count at which it takes effect
	Hurt   float64 // chance to hurt the target
	Loss   float64 // average loss of the target
	Out    float64 // chance that the target cannot act afterwards
	Down   float64 // chance that the actor is put out before, by actions in progress
	Worth  float64 // worth, used to sort the list

	harms bool    // whether it can hurt another actor or put one out
	own   float64 // worth of the harm to the actor itself, weighed as for an opponent; 0 for none
}

// The most that is weighed: to how many an action is done, and with how many things.
const (
	maxTargets = 4
	maxTools   = 4
)

// Advise weighs what the actor a could do now, best first: putting an opponent out counts fully, a wound a quarter, by the
// time it takes compared with the quickest, as likely as a is not put out before. What puts a itself out, such as a
// surrender, or wounds it, comes last, and what would harm a's own side is left out. Nothing happens.
func (r Ranking) Advise(a *rules.Actor) (list []Advice) {
	w := weighing{r, a, r.listThreats(a)}
	for _, c := range r.Actions(a) {
		if c.Refused != "" || c.Action.Ask != nil {
			continue
		}
		if c.Whom == nil {
			list = w.addIfPossible(list, c.Line())
			continue
		}
		for i, target := range r.Targets(a, c.Action) {
			if able, _ := target.Whom.CanAct(r.Rules); i >= maxTargets || target.Refused != "" || c.Action.Aim() == rules.TowardTheirs && (!able || target.Whom.Side == a.Side) {
				continue
			}
			list = w.addIfPossible(list, target.Line())
			if i == 0 {
				list = w.withOthers(list, &target)
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
			v.Worth = (v.Out + v.Hurt/4) * quickest / max(1, v.Counts) * (1 - v.Down)
		}
		v.Worth -= v.own
	}
	slices.SortStableFunc(list, func(x, y Advice) int { return cmp.Compare(y.Worth, x.Worth) })
	return list
}

// weighing holds the data for weighing an actor's choices.
type weighing struct {
	Ranking
	a       *rules.Actor
	threats []threat
}

// threat is something that is on the way to an actor: the count at which it takes effect, and how likely it puts the actor out.
type threat struct {
	at  float64
	out func() float64
}

// listThreats lists what is on the way to an actor. The chance that each puts the actor out is computed once, when it is needed.
func (r Ranking) listThreats(a *rules.Actor) (list []threat) {
	for _, other := range r.State.Actors {
		for d := other.Doing; d != nil && other != a; d = d.Beside {
			if d.Whom == a.Key {
				list = append(list, threat{d.At, sync.OnceValue(func() float64 {
					odds, err := r.Rules.OddsAfter(r.State, other.Key, *d, nil, nil, r.Stale)
					if err != nil {
						return 0
					}
					return odds.Whom().Out
				})})
			}
		}
	}
	return list
}

// withOthers weighs a choice with the other things an actor carries that it can be done with.
func (w weighing) withOthers(list []Advice, c *Choice) []Advice {
	if len(c.Action.With) == 0 {
		return list
	}
	n := 0
	for _, item := range w.a.Sheet.Items {
		if item == w.a.Tool || n == maxTools || !item.IsAny(c.Action.With) {
			continue
		}
		before := len(list)
		if list = w.addIfPossible(list, c.Line()+" with "+item.Name); len(list) > before {
			n++
		}
	}
	return list
}

// addIfPossible adds a line with its worth, if it is possible.
func (w weighing) addIfPossible(list []Advice, line string) []Advice {
	if w.IsStale() {
		return list
	}
	whole := w.a.Key + ": " + line
	p, err := w.Preview(whole)
	if err != nil {
		return list
	}
	v := Advice{Line: line, Counts: p.Counts, At: p.At}
	if o, err := w.LineOdds(whole, false); err == nil && o.ActionOdds != nil {
		end := o.Whom()
		if v.Hurt, v.Out = end.Hurt, end.Out; end.Hurt > 0 {
			v.Loss = end.Loss / end.Hurt
		}
		v.harms = end.Who != w.a.Key && (end.Hurt > 0 || end.Out > 0 && p.Whom != "")
		own := o.End(w.a.Key)
		v.own = own.Out + own.Hurt/4
	}
	if whom := w.State.Find(p.Whom); v.harms && whom != nil && whom.Side == w.a.Side {
		return list
	}
	stands := 1.0
	for _, t := range w.threats {
		if t.at <= v.At {
			stands *= 1 - t.out()
		}
	}
	v.Down = 1 - stands
	return append(list, v)
}
