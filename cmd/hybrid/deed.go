package main

import (
	"fmt"
	"strings"

	"hybrid/gm/command"
	"hybrid/rules"
)

// deed is an action that was carried out, and on whom.
type deed struct {
	*program
	state    *rules.State
	actor    *rules.Actor
	target   *rules.Actor // the one it was done to; the actor, where it is done to nobody
	cast     *rules.ActionPreview
	doing    *rules.Doing
	decision *rules.Decision
	brief    map[held]bool // conditions that came and went within it
}

// held is a condition that somebody has.
type held struct {
	who string
	id  int
}

// fleeting finds the conditions that came and went within a decision.
func fleeting(events []rules.Event) map[held]bool {
	came, gone := map[held]bool{}, map[held]bool{}
	for _, e := range events {
		switch key := (held{e.Who, e.ID}); e.Kind {
		case rules.EventPut:
			came[key] = true
		case rules.EventEnd:
			gone[key] = came[key]
		}
	}
	return gone
}

func (d *deed) json() object {
	done := played{decision: d.decision, before: d.state, after: d.after(), who: d.actor.Key, doing: d.doing, watched: d.target.Key}
	var o object
	o.set("counts", d.cast.Counts)
	addPlayed(d.campaign.Rules, &o, &done)
	return o
}

// conditions are the labels of what the target has now and had not before.
func (d *deed) conditions() []string {
	labels := []string{}
	for _, e := range d.decision.Events {
		if e.Kind == rules.EventPut && e.Who == d.target.Key && !d.brief[held{e.Who, e.ID}] {
			labels = append(labels, d.label(e.What))
		}
	}
	return append(labels, d.holding()...)
}

// holding are the labels of the conditions that hold by themselves only since the action.
func (d *deed) holding() (labels []string) {
	after := d.after().Find(d.target.Key)
	before := map[*rules.Condition]bool{}
	for _, c := range d.campaign.Rules.Holding(d.target) {
		before[c] = true
	}
	for _, c := range d.campaign.Rules.Holding(after) {
		if !before[c] {
			labels = append(labels, c.Label)
		}
	}
	return labels
}

// after is how the action left everybody.
func (d *deed) after() *rules.State {
	state, err := d.campaign.Rules.Apply(d.state, d.decision.Events)
	if err != nil {
		return d.state
	}
	return state
}

func (d *deed) label(condition string) string {
	if c, ok := d.campaign.Rules.Conditions.Get(condition); ok {
		return c.Label
	}
	return condition
}

func (d *deed) name(key string) string {
	if a := d.state.Find(key); a != nil {
		return a.Name
	}
	return key
}

func (d *deed) write(w *paper) error {
	title := d.actor.Name + ": " + strings.ToLower(d.cast.Action.Label)
	if d.target != d.actor {
		title += " → " + d.target.Name
	}
	if d.cast.Tool != nil && len(d.cast.Action.With) > 0 {
		title += " (" + strings.ToLower(d.cast.Tool.Label) + ")"
	}
	w.title("%s", title)
	if d.cast.Counts > 0 {
		w.line("%s", w.paint(bold, "Takes "+command.Number(d.cast.Counts)+" counts"))
		w.table(termRows(d.cast.Time))
		w.line("")
	}
	told := map[string]int{}
	for i := range d.decision.Outcomes {
		d.step(w, &d.decision.Outcomes[i], told)
	}
	d.loose(w, told)
	d.summary(w)
	return w.err
}

// step writes one step: how it went, why, and what it changed.
func (d *deed) step(w *paper, o *rules.Outcome, told map[string]int) {
	label := o.Label
	if o.Whom != "" && o.Whom != d.target.Key && o.Whom != d.actor.Key {
		label += " → " + d.name(o.Whom)
	}
	if o.Who != d.actor.Key {
		label = d.name(o.Who) + ": " + lowered(label)
	}
	w.line("%s", w.paint(bold, label)+d.result(w, o))
	if o.Text != "" {
		w.line("  %s", w.paint(bad, "! "+o.Text))
	}
	w.table(termRows(o.Terms))
	w.dice(o.Dice)
	for _, e := range o.Events {
		told[eventKey(e)]++
		if text := d.change(e); text != "" {
			w.line("  %s", text)
		}
	}
	w.line("")
}

// result is a step in a few words.
func (d *deed) result(w *paper, o *rules.Outcome) string {
	switch {
	case o.Degree != "":
		return fmt.Sprintf(" %s%s, %s", command.Number(o.Chance), w.unit, w.verdict(o))
	case o.Row != "":
		return ": " + strings.TrimSpace(o.Side+" "+o.Row)
	case o.Choice != "":
		return ": " + o.Choice
	case o.Total != nil && o.Belief:
		return ": believes " + command.Number(*o.Total)
	case o.Total != nil:
		return ": " + command.Number(*o.Total)
	}
	return ""
}

// change is an event in a few words; empty for those that say nothing here.
func (d *deed) change(e rules.Event) string {
	if d.brief[held{e.Who, e.ID}] {
		return ""
	}
	switch e.Kind {
	case rules.EventPool:
		if text := command.Changed(&e); text != "" {
			return fmt.Sprintf("%s: %s, %s left", d.name(e.Who), text, command.Number(e.Value))
		}
	case rules.EventPut:
		return d.name(e.Who) + ": " + d.condition(&e)
	case rules.EventEnd:
		return d.name(e.Who) + ": no longer " + lowered(d.condition(&e))
	case rules.EventTell:
		return "! " + e.Text
	}
	return ""
}

// condition is what an event calls the condition it is about.
func (d *deed) condition(e *rules.Event) string {
	if c, ok := d.campaign.Rules.Conditions.Get(e.What); ok && c.Paired() && e.Other != "" {
		return c.With(d.name(e.Other))
	}
	return d.label(e.What)
}

func eventKey(e rules.Event) string { return fmt.Sprint(e.Kind, e.Who, e.What, e.ID, e.Value, e.Text) }

// loose writes what changed outside any step.
func (d *deed) loose(w *paper, told map[string]int) {
	wrote := false
	for _, e := range d.decision.Events {
		if told[eventKey(e)] > 0 {
			told[eventKey(e)]--
			continue
		}
		if text := d.change(e); text != "" {
			w.line("%s", text)
			wrote = true
		}
	}
	if wrote {
		w.line("")
	}
}

// summary writes what the action says of itself, and how the target is now.
func (d *deed) summary(w *paper) {
	var rows [][]cell
	for _, reported := range d.decision.Report {
		if text := reportText(reported.Value); text != "" {
			rows = append(rows, []cell{{text: rules.Words(reported.Name)}, {text: text}})
		}
	}
	if after := d.after().Find(d.target.Key); d.target != d.actor {
		var levels []string
		for _, name := range d.campaign.Rules.Pack.Watch {
			pool, _ := d.campaign.Rules.Pools.Get(name)
			text := name + " " + command.Number(after.Now(pool))
			if most, limited := after.Sheet.Max(pool); limited {
				text += "/" + command.Number(most)
			}
			levels = append(levels, text)
		}
		rows = append(rows, []cell{{text: d.target.Name}, {text: strings.Join(append(levels, d.conditions()...), ", ")}})
	}
	w.table(rows)
}

func reportText(value any) string {
	switch value := value.(type) {
	case nil:
		return ""
	case bool:
		return map[bool]string{true: "yes", false: "no"}[value]
	case float64:
		return command.Number(value)
	}
	return fmt.Sprint(value)
}
