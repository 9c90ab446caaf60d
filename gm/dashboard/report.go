package dashboard

import (
	"errors"
	"fmt"
	"math"
	"strings"

	"hybrid/gm"
	"hybrid/rules"
)

// entryPage shows what an entry came to, step by step. With terms, every number is explained below its step.
func (d *Dashboard) entryPage(e *gm.Entry, terms bool) *page {
	title := e.Title
	if title == "" {
		title = e.Line
	}
	p := &page{title: number(e.Count) + " " + title}
	if e.Undone {
		p.text(roleBad, "↶ undone")
	}
	if group, ok := gm.Together(e.Outcomes, e.Who); ok && !terms {
		d.togetherLines(p, &group)
		return p
	}
	last := map[string]int{} // the step that says what an event did: of steps within steps, the inner one
	for i := range e.Outcomes {
		for _, ev := range e.Outcomes[i].Events {
			last[eventKey(ev)] = i
		}
	}
	for i := range e.Outcomes {
		d.outcome(p, &e.Outcomes[i], terms, func(ev rules.Event) bool { return last[eventKey(ev)] == i })
	}
	for _, ev := range e.Events {
		if _, told := last[eventKey(ev)]; told {
			continue
		}
		if text := d.eventText(ev); text != "" {
			p.add(line{left: text, role: eventRole(ev)})
		}
	}
	return p
}

func eventKey(e rules.Event) string {
	return fmt.Sprint(e.Kind, " ", e.Who, " ", e.What, " ", e.Value, e.By, e.At, e.ID, e.Text)
}

// outcome shows one step, and those of its events that are said here.
func (d *Dashboard) outcome(p *page, o *rules.Outcome, terms bool, said func(rules.Event) bool) {
	label := o.Label
	if o.Secret {
		label += " (secret)"
	}
	if len(p.lines) > 0 && terms {
		p.gap()
	}
	p.add(line{left: label, note: o.Guide, right: outcomeShort(o), role: outcomeRole(o)})
	if text := outcomeLong(o); text != "" {
		p.add(line{left: text, indent: 2})
	}
	if o.Text != "" {
		p.add(line{left: "! " + o.Text, indent: 2, role: roleBad})
	}
	if terms {
		d.terms(p, o.Terms, 4)
		d.dice(p, o)
	}
	for _, e := range o.Events {
		if text := d.eventText(e); text != "" && said(e) {
			p.add(line{left: "→ " + text, role: eventRole(e), indent: 2})
		}
	}
}

func outcomeRole(o *rules.Outcome) role {
	if o.Degree == "" {
		return roleStrong
	}
	if o.Success {
		return roleGood
	}
	return roleLow
}

// outcomeShort is the one thing a step came to.
func outcomeShort(o *rules.Outcome) string {
	switch {
	case o.Degree != "":
		return "rolled " + number(float64(o.Roll)) + " of " + number(o.Chance)
	case o.Row != "":
		return strings.TrimSpace(o.Side + " " + strings.ToLower(o.Row))
	case o.Total != nil:
		return number(*o.Total)
	case o.Choice != "":
		return strings.ToLower(o.Choice)
	}
	return ""
}

// outcomeLong is what is to be said about a step besides.
func outcomeLong(o *rules.Outcome) string {
	if o.Degree == "" {
		if o.Row != "" && o.Roll > 0 {
			return "rolled " + number(float64(o.Roll))
		}
		return ""
	}
	text := o.Degree + " ×" + decimals(o.Factor, 2)
	if o.Skill != "" {
		text += " · " + o.Skill
	}
	if o.Margin != 0 {
		text += " · by " + number(math.Abs(o.Margin))
	}
	return text
}

// dice shows the dice of a step, typed ones marked.
func (d *Dashboard) dice(p *page, o *rules.Outcome) {
	if len(o.Dice) == 0 {
		return
	}
	list := make([]string, len(o.Dice))
	for i, die := range o.Dice {
		list[i] = die.Die + " " + number(float64(die.Result))
		if die.Typed {
			list[i] += " typed"
		}
	}
	p.add(line{left: strings.Join(list, ", "), indent: 4, role: roleDim})
}

func eventRole(e rules.Event) role {
	if e.Kind == rules.EventPool && e.By < 0 || e.Kind == rules.EventPut {
		return roleLow
	}
	return roleText
}

// eventText is an event in words; empty for what one sees anyway.
func (d *Dashboard) eventText(e rules.Event) string {
	rs, who := d.session.Rules(), d.nameOf(e.Who)
	switch e.Kind {
	case rules.EventPool:
		return who + ": " + poolLabel(rs, e.What) + " " + signed(e.By) + " → " + number(e.Value)
	case rules.EventPut:
		return who + ": " + conditionLabel(rs, e.What) + numberBehind(e.Value)
	case rules.EventEnd:
		return who + ": no longer " + conditionLabel(rs, e.What)
	case rules.EventNumber:
		return who + ": " + conditionLabel(rs, e.What) + numberBehind(e.Value)
	case rules.EventActivity:
		return who + ": " + activityLabel(rs, e.What)
	case rules.EventTurn:
		return d.turnText(e, who)
	case rules.EventOpen:
		return who + " declares now"
	case rules.EventWaiting:
		return who + " waits"
	case rules.EventDoing:
		if second := e.Doing.Beside; second != nil {
			return who + ": take effect at " + number(e.Doing.At) + " and " + number(second.At)
		}
		return who + ": takes effect at " + number(e.Doing.At)
	case rules.EventHold:
		return who + " holds " + itemLabel(rs, e.What)
	case rules.EventPlace:
		if e.By == 0 {
			return who + " stands at " + metres(e.Value)
		}
		return who + ": " + metres(math.Abs(e.By)) + " covered, at " + metres(e.Value)
	case rules.EventFavour:
		return who + " has at hand: " + strings.Join(e.Words, " · ")
	case rules.EventJoin:
		return who + " joins"
	case rules.EventLeave:
		return who + " leaves"
	case rules.EventBegin, rules.EventTell:
		return e.Text
	case rules.EventFinish:
		return "the encounter is over"
	case rules.EventScene:
		return "holds for everybody: " + strings.Join(e.Words, ", ")
	}
	return ""
}

func (d *Dashboard) turnText(e rules.Event, who string) string {
	if e.At < 0 {
		return ""
	}
	if e.By != 0 {
		return who + " is ready at " + number(e.At) + " (" + signed(e.By) + ")"
	}
	return who + " is ready at " + number(e.At)
}

func numberBehind(x float64) string {
	if x == 0 {
		return ""
	}
	return " " + number(x)
}

func (d *Dashboard) nameOf(key string) string {
	if actor := d.now().Find(key); actor != nil {
		return actor.Name
	}
	return key
}

// trouble is an error as one line, and whether it is more than a refusal.
func trouble(err error) (text string, grave bool) {
	var refusal *rules.Refusal
	if errors.As(err, &refusal) {
		return refusal.Text, false
	}
	return err.Error(), true
}

func poolLabel(rs *rules.Ruleset, name string) string {
	if pool, ok := rs.Pools.Get(name); ok {
		return pool.Label
	}
	return rules.Words(name)
}

func conditionLabel(rs *rules.Ruleset, name string) string {
	if condition, ok := rs.Conditions.Get(name); ok {
		return condition.Label
	}
	return rules.Words(name)
}

func activityLabel(rs *rules.Ruleset, name string) string {
	if activity, ok := rs.Activities.Get(name); ok {
		return activity.Label
	}
	return rules.Words(name)
}

func itemLabel(rs *rules.Ruleset, name string) string {
	if item, ok := rs.Items.Get(name); ok {
		return item.Label
	}
	return rules.Words(name)
}
