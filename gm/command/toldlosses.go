package command

import (
	"math"
	"slices"
	"strings"

	"hybrid/rules"
)

// How a teller (told.go) says what became of pools.

// poolEvents lists the changes of pools of a step by a point and more, without those that drain another's loss.
func poolEvents(o *rules.Outcome) (list []*rules.Event) {
	for i := range o.Events {
		if e := &o.Events[i]; e.Kind == rules.EventPool && math.Abs(e.By) >= 0.5 {
			list = append(list, e)
		}
	}
	return list
}

// losses tells what a step took from pools, or gave.
func (t *teller) losses(o *rules.Outcome) {
	list := poolEvents(o)
	list = slices.DeleteFunc(list, func(e *rules.Event) bool { return t.drained(e, o.Events) })
	if len(list) == 0 {
		return
	}
	if o.Kind == "do" && !t.checked && t.w.Whom == "" && len(t.w.Outcomes) == 1 {
		t.drop(list[0])
	}
	var parts []string
	for _, e := range list {
		text := t.pool(e)
		// an actor's own loss needs no name, unless damage comes back from the one whom it attacks: a fend
		own := e.Who == t.w.Who && (t.w.Whom == "" || t.w.Whom == t.w.Who || !t.Rules.Order.InRounds() && !t.summing)
		if e.Who != t.w.Whom && !own {
			text += " of " + t.who(e.Who).Text
		}
		switch {
		case t.summing && len(list) == 1 && math.Abs(math.Abs(e.By)-t.total) < 0.5:
		case t.summing:
			text = Number(math.Abs(e.By)) + " " + text
		default:
			text += " " + Signed(math.Round(e.By))
		}
		parts = append(parts, text)
	}
	text := strings.Join(parts, ", ")
	switch {
	case t.summing && len(list) == 1 && !strings.ContainsAny(parts[0][:1], "0123456789"):
		text = " " + text
	case t.summing:
		text = ": " + text
	}
	if t.summing {
		t.between(&t.t.Main)
		if t.dice != "" {
			t.t.Main = append(t.t.Main, Span{Text: t.dice, As: "dim", Spare: true})
		}
		t.t.Main = append(t.t.Main, Span{Text: t.sum + text, As: "bad"})
		t.summing = false
	} else if o.Kind == "do" && o.Who == t.w.Who && t.w.Whom != "" && !t.hurt {
		t.then(text, "dim")
		return
	} else if side := t.after.Find(list[0].Who); t.Rules.Order.InRounds() && t.w.Whom != "" && side != nil && side.IsSide() {
		t.then(text, "") // what the sides gain by it comes behind what became of their people
		return
	} else {
		as := "bad"
		if list[0].By > 0 {
			as = "good"
		}
		t.add(text+t.now(list), as)
	}
	t.hurt = true
}

// now is where a pool stands that fell below nothing.
func (t *teller) now(list []*rules.Event) string {
	if e := list[0]; len(list) == 1 && e.Value < 0 {
		return ", now " + Number(math.Round(e.Value))
	}
	return ""
}

// drained reports whether a pool lost something only because another one did.
func (t *teller) drained(e *rules.Event, events []rules.Event) bool {
	return slices.ContainsFunc(events, func(other rules.Event) bool {
		pool, ok := t.Rules.Pools.Get(other.What)
		return ok && other.Kind == rules.EventPool && other.Who == e.Who && other.By <= e.By && pool.Drain != nil && pool.Drain.Lose.Text == e.What
	})
}

// pool is what a pool is called in a sentence.
func (t *teller) pool(e *rules.Event) string {
	if pool, ok := t.Rules.Pools.Get(e.What); ok {
		return rules.Within(pool.Label)
	}
	return rules.Words(e.What)
}

// drop notes what a condition takes from one who is out.
func (t *teller) drop(e *rules.Event) {
	a := t.before.Find(e.Who)
	if a == nil || e.By >= 0 {
		return
	}
	if able, _ := a.CanAct(t.Rules); !able {
		t.t.Drop = &Drop{Who: e.Who, What: t.titled(), Pool: t.pool(e), By: e.By}
	}
}
