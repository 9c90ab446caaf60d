package main

import (
	"fmt"
	"strings"

	"hybrid/gm/command"
	"hybrid/rules"
	"hybrid/rules/collect"
)

// The result of an action that was carried out, as text and JSON. player_action.go declares it; player_actionodds.go has the odds of an
// action that isn't carried out.

// actionResult is an action that was carried out.
type actionResult struct {
	*program
	state    *rules.State
	actor    *rules.Actor
	target   *rules.Actor // the first target; the actor itself if there is none
	preview  *rules.ActionPreview
	doing    *rules.Doing
	decision *rules.Decision
	passing  map[heldCondition]bool // conditions that began and ended within it
}

// heldCondition identifies a condition of an actor.
type heldCondition struct {
	who string
	id  int
}

// passingConditions returns the conditions that were given and ended within one decision.
func passingConditions(events []rules.Event) map[heldCondition]bool {
	came, passing := map[heldCondition]bool{}, map[heldCondition]bool{}
	for _, e := range events {
		switch key := (heldCondition{e.Who, e.ID}); e.Kind {
		case rules.EventPut:
			came[key] = true
		case rules.EventEnd:
			passing[key] = came[key]
		}
	}
	return passing
}

// json returns the action and its changes as an object for --json.
func (d *actionResult) json() object {
	done := carriedOut{decision: d.decision, before: d.state, after: d.after(), who: d.actor.Key, doing: d.doing, watched: d.target.Key}
	var o object
	o.set("counts", d.preview.Counts)
	addPlayed(d.campaign.Rules, &o, &done)
	return o
}

// targets returns the targets of the action, or nil if it has none.
func (d *actionResult) targets() []*rules.Actor {
	if d.target == d.actor {
		return nil
	}
	return d.state.Actors[1:]
}

// conditions returns the labels of a target's new conditions.
func (d *actionResult) conditions(target *rules.Actor) []string {
	labels := []string{}
	for _, e := range d.decision.Events {
		if e.Kind == rules.EventPut && e.Who == target.Key && !d.passing[heldCondition{e.Who, e.ID}] {
			labels = append(labels, d.label(e.What))
		}
	}
	return append(labels, d.startedHolding(target)...)
}

// startedHolding returns the labels of a target's automatic conditions that have held only since the action.
func (d *actionResult) startedHolding(target *rules.Actor) (labels []string) {
	after := d.after().Find(target.Key)
	before := map[*rules.Condition]bool{}
	for _, c := range target.Holding(d.campaign.Rules) {
		before[c] = true
	}
	return collect.MapIf(after.Holding(d.campaign.Rules), func(c *rules.Condition) bool { return !before[c] }, func(c *rules.Condition) string { return c.Label })
}

// after returns the state after the action.
func (d *actionResult) after() *rules.State {
	state, err := d.campaign.Rules.Apply(d.state, d.decision.Events)
	if err != nil {
		return d.state
	}
	return state
}

// label returns the label of a condition, or its name if the rules do not have it.
func (d *actionResult) label(condition string) string {
	if c, ok := d.campaign.Rules.Conditions.Get(condition); ok {
		return c.Label
	}
	return condition
}

// name returns the name of the actor with the given key, or the key if there is none.
func (d *actionResult) name(key string) string {
	if a := d.state.Find(key); a != nil {
		return a.Name
	}
	return key
}

// arrowTo formats the targets of an action as a suffix of its name.
func arrowTo(targets []*rules.Actor) (text string) {
	for i, target := range targets {
		text += []string{" → ", ", "}[min(i, 1)] + target.Name
	}
	return text
}

// write writes what happened: duration, each step, and a summary of losses and conditions.
func (d *actionResult) write(w *textWriter) {
	title := d.actor.Name + ": " + rules.MidSentence(d.preview.Action.Label)
	title += arrowTo(d.targets())
	if d.preview.Tool != nil && len(d.preview.Action.With) > 0 {
		title += " (" + rules.MidSentence(d.preview.Tool.Label) + ")"
	}
	w.title("%s", title)
	if d.preview.Counts > 0 {
		w.line("%s", w.paint(bold, "Takes "+command.Counted(d.campaign.Rules, d.preview.Counts)))
		w.table(termRows(d.preview.Time))
		w.line("")
	}
	written := map[string]int{}
	for i := range d.decision.Outcomes {
		d.writeStep(w, &d.decision.Outcomes[i], written)
	}
	d.writeLoose(w, written)
	d.writeSummary(w)
}

// writeStep writes one step: its result, its terms, and its changes.
func (d *actionResult) writeStep(w *textWriter, o *rules.Outcome, written map[string]int) {
	label := o.Label
	if o.Whom != "" && o.Whom != d.target.Key && o.Whom != d.actor.Key {
		label += " → " + d.name(o.Whom)
	}
	if o.Who != d.actor.Key {
		label = d.name(o.Who) + ": " + lowerLabel(label)
	}
	w.line("%s", w.paint(bold, label)+d.stepText(w, o))
	if o.Text != "" {
		w.line("  %s", w.paint(bad, "! "+o.Text))
	}
	w.table(termRows(o.Terms))
	w.dice(o.Dice)
	for _, e := range o.Events {
		written[eventKey(e)]++
		if text := d.changeText(e); text != "" {
			w.line("  %s", text)
		}
	}
	w.line("")
}

// stepText describes a step in a few words.
func (d *actionResult) stepText(w *textWriter, o *rules.Outcome) string {
	switch {
	case o.Versus != "":
		return fmt.Sprintf(" %s, %s, %s", o.Versus, rules.Percent(o.Chance/100), w.verdict(o))
	case o.Throw != "":
		return ": " + o.Throw
	case o.Degree != "":
		return fmt.Sprintf(" %s, %s", w.numbered(o), w.verdict(o))
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

// changeText describes an event in a few words, or returns "" for one that is not shown here.
func (d *actionResult) changeText(e rules.Event) string {
	if d.passing[heldCondition{e.Who, e.ID}] {
		return ""
	}
	switch e.Kind {
	case rules.EventPool, rules.EventPaid:
		if text := command.Changed(&e); text != "" {
			suffix := "left"
			if pool, ok := d.campaign.Rules.Pools.Get(e.What); ok && e.By > 0 && (pool.Max.Text == "none" || pool.OfSide()) {
				suffix = "now"
			}
			return fmt.Sprintf("%s: %s, %s %s", d.name(e.Who), text, command.Number(e.Value), suffix)
		}
	case rules.EventPut:
		return d.name(e.Who) + ": " + d.condition(&e)
	case rules.EventEnd:
		return d.name(e.Who) + ": no longer " + lowerLabel(d.condition(&e))
	case rules.EventTell:
		return "! " + e.Text
	}
	return ""
}

// condition returns the label of an event's condition, with the other actor of a pair.
func (d *actionResult) condition(e *rules.Event) string {
	if c, ok := d.campaign.Rules.Conditions.Get(e.What); ok && c.Paired() && e.Other != "" {
		item, _ := d.campaign.Rules.Items.Get(e.Tool)
		return c.LabelOf(item, d.name(e.Other))
	}
	return d.label(e.What)
}

func eventKey(e rules.Event) string { return fmt.Sprint(e.Kind, e.Who, e.What, e.ID, e.Value, e.Text) }

// writeLoose writes the events that belong to no step.
func (d *actionResult) writeLoose(w *textWriter, written map[string]int) {
	wrote := false
	for _, e := range d.decision.Events {
		if written[eventKey(e)] > 0 {
			written[eventKey(e)]--
			continue
		}
		if text := d.changeText(e); text != "" {
			w.line("%s", text)
			wrote = true
		}
	}
	if wrote {
		w.line("")
	}
}

// writeSummary writes the action's report and the state of each target after it.
func (d *actionResult) writeSummary(w *textWriter) {
	var rows [][]cell
	for _, reported := range d.decision.Report {
		if text := reportText(reported.Value); text != "" {
			rows = append(rows, []cell{{text: rules.Words(reported.Name)}, {text: text}})
		}
	}
	for _, target := range d.targets() {
		after := d.after().Find(target.Key)
		var levels []string
		for _, pool := range d.campaign.Rules.PoolsFor(after) {
			if !pool.Shows(after) {
				continue
			}
			text := pool.Name + " " + command.Number(after.Now(pool))
			if maximum, limited := after.Sheet.Max(pool); limited {
				text += "/" + command.Number(maximum)
			}
			levels = append(levels, text)
		}
		rows = append(rows, []cell{{text: target.Name}, {text: strings.Join(append(levels, d.conditions(target)...), ", ")}})
	}
	w.table(rows)
}

// reportText formats a reported value: yes or no, a number, or "" for nil.
func reportText(value any) string {
	switch value := value.(type) {
	case nil:
		return ""
	case bool:
		return collect.Choose(value, "yes", "no")
	case float64:
		return command.Number(value)
	}
	return fmt.Sprint(value)
}
