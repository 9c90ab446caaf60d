package dashboard

import (
	"sort"
	"strings"

	"hybrid/gm/command"
	"hybrid/gm/dashboard/draw"
	"hybrid/rules"
)

// stateText says what a combatant does and suffers: first what keeps it from acting, then what else is bad, each with a
// sign. bad reports whether there is any such thing.
func (v *view) stateText(a *rules.Actor) (text string, bad bool) {
	var first, rest []string
	note := func(c *rules.Condition, name string, x float64, times int) {
		label := c.Words(name) + numberSuffix(x)
		if times > 1 {
			label = c.Words(name) + " ×" + draw.Number(float64(times))
		}
		if c.Bad {
			first = append(first, "! "+label)
			return
		}
		rest = append(rest, label)
	}
	able, why := a.CanAct(v.session.Rules())
	if !able {
		first = append(first, "! "+strings.ToLower(why.Label))
	}
	for i := range a.Conditions {
		held := &a.Conditions[i]
		if c := held.Condition; c != why && !alreadyListed(a, i) {
			note(c, v.nameOf(held.Other), held.Number, timesHeld(a, held))
		}
	}
	for _, c := range a.Holding(v.session.Rules()) {
		if c != why {
			note(c, "", 0, 1)
		}
	}
	for _, activity := range a.Activities {
		rest = append(rest, strings.ToLower(activity.Label))
	}
	if j, ok := v.journeyOf(v.shownState(), a); ok && j.left > 0 {
		rest = append(rest, "» "+j.text())
	}
	return strings.Join(append(first, rest...), " · "), len(first) > 0
}

// timesHeld returns how often a combatant has a condition.
func timesHeld(a *rules.Actor, as *rules.Held) (times int) {
	for i := range a.Conditions {
		if sameCondition(&a.Conditions[i], as) {
			times++
		}
	}
	return times
}

// alreadyListed reports whether a condition stands farther up in the list already.
func alreadyListed(a *rules.Actor, at int) bool {
	for i := range at {
		if sameCondition(&a.Conditions[i], &a.Conditions[at]) {
			return true
		}
	}
	return false
}

// sameCondition reports whether two conditions of a combatant are shown as one.
func sameCondition(x, y *rules.Held) bool {
	return x.Condition == y.Condition && (!x.Condition.Paired() || x.Other == y.Other)
}

// conditionNames lists the conditions of a combatant, those that were put and those that hold by themselves.
func (v *view) conditionNames(a *rules.Actor) (list []string) {
	for i := range a.Conditions {
		list = append(list, a.Conditions[i].Words(v.nameOf(a.Conditions[i].Other))+numberSuffix(a.Conditions[i].Number))
	}
	for _, c := range a.Holding(v.session.Rules()) {
		list = append(list, strings.ToLower(c.Label))
	}
	return list
}

// burdenOf returns the burden of a combatant in the state that is shown: the sum of the modifier that people give by
// hand, over all that the pack counts as a burden.
func (v *view) burdenOf(a *rules.Actor) float64 {
	if v.shownState() != v.session.State() {
		return v.burdenIn(v.shownState(), a)
	}
	value, _ := v.session.Burden(a.Key)
	return value
}

// burdenIn returns the burden of a combatant in any state.
func (v *view) burdenIn(s *rules.State, a *rules.Actor) float64 {
	rs := v.session.Rules()
	m := rs.HandModifier()
	if m == nil {
		return 0
	}
	value, _ := a.Burden(rs, s, m.Name, rs.Pack.Burden...)
	return value
}

// burdenLabel returns the label of that modifier.
func (v *view) burdenLabel() string {
	if m := v.session.Rules().HandModifier(); m != nil {
		return m.Label
	}
	return ""
}

func (v *view) situationLabel(name string) string {
	if situation, ok := v.session.Rules().Situations.Get(name); ok {
		return strings.ToLower(situation.Label)
	}
	return rules.Words(name)
}

// combatantBrief puts a combatant into a few words: its distance, pools and state.
func (v *view) combatantBrief(from, a *rules.Actor, pools []*rules.Pool) string {
	var parts []string
	if far := distanceText(from, a); far != "" {
		parts = append(parts, draw.PadLeft(far, 5))
	} else if anyPlaced(v.session.State()) {
		parts = append(parts, draw.PadLeft("", 5))
	}
	for _, pool := range pools {
		parts = append(parts, draw.PadLeft(draw.Number(a.Now(pool)), 2))
	}
	state, _ := v.stateText(a)
	return strings.TrimRight(strings.Join(parts, " ")+"  "+state, " ")
}

// chance formats a chance with its unit.
func (v *view) chance(x float64) string {
	return draw.Number(x) + command.ChanceUnit(v.session.Rules())
}

// previewChance formats the chance of a roll, with a mark if it is an average.
func (v *view) previewChance(p *rules.CheckPreview) string {
	if p.Varies() {
		return "~" + v.chance(p.Chance)
	}
	return v.chance(p.Chance)
}

// durationText formats some counts, as time if they are many.
func (v *view) durationText(counts float64) string {
	const many = 1200
	if unit := v.session.Rules().Pack.Count; counts >= many && unit > 0 {
		return rules.Span(counts * unit)
	}
	return draw.Number(counts)
}

// owedText puts what the timeline owes into a few words.
func (v *view) owedText(o rules.Owed) string {
	switch o.Kind {
	case rules.OwedTick:
		return "· " + o.Actor.Name + " " + strings.ToLower(o.Held.Condition.Label) + " " + draw.Number(o.At)
	case rules.OwedAct:
		return "▶ " + o.Actor.Name + " " + draw.Number(o.At)
	}
	return o.Actor.Name + " " + draw.Number(o.At)
}

// nextLine says what the timeline owes next.
func (v *view) nextLine() string {
	s := v.session.State()
	if !s.Running {
		return "no encounter: b begins one, : types a line, / finds anything"
	}
	owed := v.session.Owed()
	if len(owed) == 0 {
		return v.standstill()
	}
	o := owed[0]
	if o.Actor.Open {
		return o.Actor.Name + " declares now"
	}
	return "next at " + draw.Number(o.At) + ": " + v.session.OwedText(o)
}

// standstill says why nothing is owed, and what would help.
func (v *view) standstill() string {
	for _, a := range v.session.State().Actors {
		if a.Waiting {
			return a.Name + " waits, and nothing else is owed: choose what " + a.Name + " does, or I rolls initiative"
		}
	}
	return "nobody has a turn yet: n rolls for everybody when to act"
}

// likelyTargets lists the targets of an action, the likeliest first: the last one, those of other sides who can act,
// those who cannot, the own side, and the actor itself.
func (v *view) likelyTargets(who, last string) []*rules.Actor {
	s := v.session.State()
	own := s.Find(who)
	rank := func(a *rules.Actor) int {
		able, _ := a.CanAct(v.session.Rules())
		switch {
		case a.Key == who:
			return 4
		case a.Key == last && able:
			return 0
		case own != nil && a.Side == own.Side:
			return 3
		case !able:
			return 2
		}
		return 1
	}
	list := append([]*rules.Actor(nil), s.Actors...)
	sort.SliceStable(list, func(i, j int) bool { return rank(list[i]) < rank(list[j]) })
	return list
}
