package advice

import (
	"cmp"
	"math"
	"slices"
	"sync"

	"hybrid/rules"
)

// Advice on the possible actions of an actor: each with its worth, computed from the odds. rank.go only sorts the actions, by habit. A line
// is the text that declares the action at the prompt. Counts are the game's units of time. An actor that is out can't act any more.
// Computing odds is slow, so it stops as soon as Game.Stale reports that no one waits for the result.

// Advice is a possible action of an actor, with its worth according to the odds.
type Advice struct {
	Line   string  // line that declares it, without its subject
	Counts float64 // duration in counts
	At     float64 // count at which it takes effect
	Hurt   float64 // chance to hurt the target, 0 to 1
	Loss   float64 // average loss of the target in points if it is hurt
	Out    float64 // chance that the target can't act afterwards, 0 to 1
	Down   float64 // chance that actions in progress put the actor out before it takes effect, 0 to 1
	Worth  float64 // score by which advice is sorted, highest first; at most 1, and negative if the actor mostly harms itself

	canHarm  bool    // whether the action can hurt another actor or put it out
	selfHarm float64 // worth of the harm that the actor does to itself, computed as for an opponent; 0 for none
}

// Limits on the variants of one action that are weighed.
const (
	maxTargets = 4 // number of targets that are tried
	maxTools   = 4 // number of items that are tried in place of the one in hand
)

// Advise returns the possible actions of a, the best first. Putting an opponent out is worth 1 and wounding it a quarter. This is
// multiplied by the chance that a isn't put out before the action takes effect, and divided by the action's duration relative to that of
// the quickest one. Harm to a itself, such as by a surrender, is subtracted. Actions that would harm a's own side, and those that ask for
// a number or words, are omitted.
func (r Ranking) Advise(a *rules.Actor) (list []Advice) {
	w := weighing{r, a, r.listThreats(a)}
	for _, c := range r.ListActions(a) {
		if c.Refused != "" || c.Action.Ask != nil {
			continue
		}
		if c.Whom == nil {
			list = w.addIfPossible(list, c.Line())
			continue
		}
		for i, target := range r.ListTargets(a, c.Action) {
			able, _ := target.Whom.CanAct(r.Rules)
			isPointless := c.Action.UsualTargetSide() == rules.TowardTheirs && (!able || target.Whom.Side == a.Side)
			if i >= maxTargets || target.Refused != "" || isPointless {
				continue
			}
			list = w.addIfPossible(list, target.Line())
			if i == 0 { // other items are tried only against the likeliest target
				list = w.addOtherTools(list, &target)
			}
		}
	}
	quickest := math.Inf(1) // duration of the quickest action that harms, at least 1 count
	for i := range list {
		if list[i].canHarm {
			quickest = min(quickest, max(1, list[i].Counts))
		}
	}
	for i := range list {
		v := &list[i]
		if v.canHarm {
			v.Worth = (v.Out + v.Hurt/4) * quickest / max(1, v.Counts) * (1 - v.Down)
		}
		v.Worth -= v.selfHarm
	}
	slices.SortStableFunc(list, func(x, y Advice) int { return cmp.Compare(y.Worth, x.Worth) })
	return list
}

// weighing holds the data for weighing an actor's choices.
type weighing struct {
	Ranking
	actor   *rules.Actor // combatant whose choices are weighed
	threats []threat     // actions in progress against that actor
}

// threat is an action in progress against an actor.
type threat struct {
	at  float64        // count at which it takes effect
	out func() float64 // function that returns the chance, 0 to 1, that it puts the actor out; computed on the first call
}

// listThreats lists the actions in progress against an actor. Each chance is computed when it is first needed.
func (r Ranking) listThreats(a *rules.Actor) (list []threat) {
	for _, other := range r.State.Actors {
		for d := other.Doing; d != nil && other != a; d = d.Beside { // Beside is the second of two simultaneous actions
			if d.Whom == a.Key {
				list = append(list, threat{d.At, sync.OnceValue(func() float64 {
					odds, err := r.Rules.OddsAfterDice(r.State, other.Key, *d, nil, nil, r.Stale) // without answers or dice rolled so far
					if err != nil {
						return 0
					}
					return odds.TargetOdds().Out
				})})
			}
		}
	}
	return list
}

// addOtherTools returns list with a variant of c for each item that the actor could use for the action in place of the one in hand, at most
// maxTools.
func (w weighing) addOtherTools(list []Advice, c *Choice) []Advice {
	if len(c.Action.With) == 0 {
		return list
	}
	n := 0
	for _, item := range w.actor.Sheet.Items {
		if item == w.actor.Tool || n == maxTools || !item.HasAnyTag(c.Action.With) {
			continue
		}
		before := len(list)
		if list = w.addIfPossible(list, c.Line()+" with "+item.Name); len(list) > before {
			n++
		}
	}
	return list
}

// addIfPossible returns list with the advice for line, which doesn't have its worth yet. It returns list unchanged if the line isn't
// possible, if it would harm the actor's own side, or if the advice is no longer wanted (IsStale).
func (w weighing) addIfPossible(list []Advice, line string) []Advice {
	if w.IsStale() {
		return list
	}
	whole := w.actor.Key + ": " + line
	p, err := w.Preview(whole)
	if err != nil {
		return list
	}
	v := Advice{Line: line, Counts: p.Counts, At: p.At}
	if o, err := w.LineOdds(whole, false); err == nil && o.ActionOdds != nil {
		end := o.TargetOdds()
		if v.Hurt, v.Out = end.Hurt, end.Out; end.Hurt > 0 {
			v.Loss = end.Loss / end.Hurt
		}
		v.canHarm = end.Who != w.actor.Key && (end.Hurt > 0 || end.Out > 0 && p.Whom != "")
		own := o.OddsOfActor(w.actor.Key)
		v.selfHarm = own.Out + own.Hurt/4
	}
	if whom := w.State.Find(p.Whom); v.canHarm && whom != nil && whom.Side == w.actor.Side {
		return list
	}
	survival := 1.0
	for _, t := range w.threats {
		if t.at <= v.At {
			survival *= 1 - t.out()
		}
	}
	v.Down = 1 - survival
	return append(list, v)
}
