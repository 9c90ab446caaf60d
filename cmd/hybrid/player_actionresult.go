package main

import (
	"fmt"
	"strings"

	"hybrid/gm/command"
	"hybrid/rules"
	"hybrid/rules/collect"
)

// The result of an action, as text and JSON. player_action.go carries out the action; player_actionodds.go shows its odds instead.
//
// A decision (rules.Decision) is the result of an action: an outcome for each step, such as a roll, and the events that change the state,
// such as a loss of points or a new condition. Most events belong to a step.

// actionResult is an action that was carried out.
type actionResult struct {
	*program
	state      *rules.State           // state before the action, whose actors are the acting one, then its targets
	actor      *rules.Actor           // acting actor, before the action
	target     *rules.Actor           // first target, before the action; the actor itself if there is none
	preview    *rules.ActionPreview   // time and chance of the action
	doing      *rules.OngoingAction   // action with its options
	decision   *rules.Decision        // outcomes of the action's steps, and events
	shortLived map[heldCondition]bool // conditions that began and ended within the action
}

// heldCondition identifies a condition of an actor.
type heldCondition struct {
	who string // key of the actor
	id  int    // ID of the condition, unique for the actor; 0 for an event that isn't about a condition
}

// shortLivedConditions returns the conditions that began and ended within one decision.
func shortLivedConditions(events []rules.Event) map[heldCondition]bool {
	began, passing := map[heldCondition]bool{}, map[heldCondition]bool{}
	for _, e := range events {
		switch key := (heldCondition{e.Who, e.ID}); e.Kind {
		case rules.EventPut:
			began[key] = true
		case rules.EventEnd:
			passing[key] = began[key]
		}
	}
	return passing
}

// resultJSON returns the action and its changes as an object for --json.
func (d *actionResult) resultJSON() object {
	record := decisionRecord{decision: d.decision, before: d.state, after: d.stateAfter(), who: d.actor.Key, ongoing: d.doing, watched: d.target.Key}
	var o object
	o.setKey("counts", d.preview.Counts)
	addDecision(d.campaign.Rules, &o, &record)
	return o
}

// targets returns the targets of the action, or nil if it has none.
func (d *actionResult) targets() []*rules.Actor {
	if d.target == d.actor {
		return nil
	}
	return d.state.Actors[1:]
}

// newConditions returns the labels of a target's new conditions.
func (d *actionResult) newConditions(target *rules.Actor) []string {
	labels := []string{}
	for _, e := range d.decision.Events {
		if e.Kind == rules.EventPut && e.Who == target.Key && !d.shortLived[heldCondition{e.Who, e.ID}] {
			labels = append(labels, d.conditionLabel(e.What))
		}
	}
	return append(labels, d.newAutomaticConditions(target)...)
}

// newAutomaticConditions returns the labels of the automatic conditions that apply to a target after the action, but didn't before. An
// automatic condition applies while its formula is true.
func (d *actionResult) newAutomaticConditions(target *rules.Actor) (labels []string) {
	after := d.stateAfter().Find(target.Key)
	before := map[*rules.Condition]bool{}
	for _, c := range target.FormulaConditions(d.campaign.Rules) {
		before[c] = true
	}
	return collect.MapIf(after.FormulaConditions(d.campaign.Rules), func(c *rules.Condition) bool { return !before[c] }, func(c *rules.Condition) string { return c.Label })
}

// stateAfter returns the state after the action, or the one before it if its events can't be applied.
func (d *actionResult) stateAfter() *rules.State {
	state, err := d.campaign.Rules.Apply(d.state, d.decision.Events)
	if err != nil {
		return d.state
	}
	return state
}

// conditionLabel returns the label of a condition, or its name if the rules don't have it.
func (d *actionResult) conditionLabel(condition string) string {
	if c, ok := d.campaign.Rules.Conditions.Get(condition); ok {
		return c.Label
	}
	return condition
}

// actorName returns the name of the actor with the given key, or the key if there is none.
func (d *actionResult) actorName(key string) string {
	if a := d.state.Find(key); a != nil {
		return a.Name
	}
	return key
}

// targetsText formats the targets of an action as a suffix of its name: “ → Grell, Dov”.
func targetsText(targets []*rules.Actor) (text string) {
	separator := " → "
	for _, target := range targets {
		text += separator + target.Name
		separator = ", "
	}
	return text
}

// writeText writes the course of the action: duration, each step, and a summary of losses and conditions.
func (d *actionResult) writeText(w *textWriter) {
	title := d.actor.Name + ": " + rules.MidSentence(d.preview.Action.Label)
	title += targetsText(d.targets())
	if d.preview.Tool != nil && len(d.preview.Action.With) > 0 {
		title += " (" + rules.MidSentence(d.preview.Tool.Label) + ")"
	}
	w.writeTitle("%s", title)
	if d.preview.Counts > 0 {
		w.writeLine("%s", w.paintText(bold, "Takes "+command.FormatCounts(d.campaign.Rules, d.preview.Counts)))
		w.writeTable(termRows(d.preview.Time))
		w.writeLine("")
	}
	written := map[string]int{} // number of times each event was written, by eventIdentity
	for i := range d.decision.Outcomes {
		d.writeStep(w, &d.decision.Outcomes[i], written)
	}
	d.writeStepless(w, written)
	d.writeSummary(w)
}

// writeStep writes one step: its result, its terms, its dice and its events, which it counts in written, by eventIdentity.
func (d *actionResult) writeStep(w *textWriter, o *rules.Outcome, written map[string]int) {
	label := o.Label
	if o.Whom != "" && o.Whom != d.target.Key && o.Whom != d.actor.Key {
		label += " → " + d.actorName(o.Whom)
	}
	if o.Who != d.actor.Key {
		label = d.actorName(o.Who) + ": " + lowerLabel(label)
	}
	w.writeLine("%s", w.paintText(bold, label)+d.stepText(w, o))
	if o.Text != "" {
		w.writeLine("  %s", w.paintText(bad, "! "+o.Text))
	}
	w.writeTable(termRows(o.Terms))
	w.writeDice(o.Dice)
	for _, e := range o.Events {
		written[eventIdentity(e)]++
		if text := d.changeText(e); text != "" {
			w.writeLine("  %s", text)
		}
	}
	w.writeLine("")
}

// stepText returns the result of a step in a few words, to follow the step's label.
func (d *actionResult) stepText(w *textWriter, o *rules.Outcome) string {
	switch {
	case o.Versus != "":
		return fmt.Sprintf(" %s, %s, %s", o.Versus, rules.FormatPercent(o.Chance/100), w.verdictText(o))
	case o.Throw != "":
		return ": " + o.Throw
	case o.Degree != "":
		return fmt.Sprintf(" %s, %s", w.comparedNumber(o), w.verdictText(o))
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

// changeText describes an event in a few words, or returns "" if it is not shown here.
func (d *actionResult) changeText(e rules.Event) string {
	if d.shortLived[heldCondition{e.Who, e.ID}] {
		return ""
	}
	switch e.Kind {
	case rules.EventPool, rules.EventPaid:
		if text := command.FormatChange(d.campaign.Rules, &e); text != "" {
			suffix := "left"
			pool, ok := d.campaign.Rules.Pools.Get(e.What)
			isUnlimited := ok && (pool.Max.Text == "none" || pool.BelongsToSide())
			if isUnlimited && e.By > 0 || ok && pool.StartsAtZero() { // the number is an amount reached, not a remainder
				suffix = "now"
			}
			return fmt.Sprintf("%s: %s, %s %s", d.actorName(e.Who), text, command.Number(e.Value), suffix)
		}
	case rules.EventPut:
		return d.actorName(e.Who) + ": " + d.eventCondition(&e)
	case rules.EventEnd:
		return d.actorName(e.Who) + ": no longer " + lowerLabel(d.eventCondition(&e))
	case rules.EventTell:
		return "! " + e.Text
	}
	return ""
}

// eventCondition returns the label of an event's condition, with the other actor of a pair.
func (d *actionResult) eventCondition(e *rules.Event) string {
	if c, ok := d.campaign.Rules.Conditions.Get(e.What); ok && c.IsPaired() && e.Other != "" {
		item, _ := d.campaign.Rules.Items.Get(e.Tool)
		return c.LabelOf(item, d.actorName(e.Other))
	}
	return d.conditionLabel(e.What)
}

// eventIdentity returns a text that is the same for equal events. Steps hold copies of the decision's events, so events are compared by
// this text.
func eventIdentity(e rules.Event) string {
	return fmt.Sprint(e.Kind, e.Who, e.What, e.ID, e.Value, e.Text)
}

// writeStepless writes the events of the decision that belong to no step. written holds, by eventIdentity, how many of each the steps wrote
// already; writeStepless counts these down to 0.
func (d *actionResult) writeStepless(w *textWriter, written map[string]int) {
	wrote := false
	for _, e := range d.decision.Events {
		if written[eventIdentity(e)] > 0 {
			written[eventIdentity(e)]--
			continue
		}
		if text := d.changeText(e); text != "" {
			w.writeLine("%s", text)
			wrote = true
		}
	}
	if wrote {
		w.writeLine("")
	}
}

// writeSummary writes the values that the rules report for the action, and the resulting pools and new conditions of each target.
func (d *actionResult) writeSummary(w *textWriter) {
	var rows [][]cell
	for _, reported := range d.decision.Report {
		if text := reportText(reported.Value); text != "" {
			rows = append(rows, []cell{{text: rules.ReadableName(reported.Name)}, {text: text}})
		}
	}
	for _, target := range d.targets() {
		after := d.stateAfter().Find(target.Key)
		var levels []string
		for _, pool := range d.campaign.Rules.PoolsFor(after) {
			if !pool.IsShownFor(after) {
				continue
			}
			text := pool.Name + " " + command.Number(after.PoolValue(pool))
			if maximum, limited := after.Sheet.Max(pool); limited {
				text += "/" + command.Number(maximum)
			}
			levels = append(levels, text)
		}
		rows = append(rows, []cell{{text: target.Name}, {text: strings.Join(append(levels, d.newConditions(target)...), ", ")}})
	}
	w.writeTable(rows)
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
