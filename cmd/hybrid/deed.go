package main

import (
	"fmt"
	"strings"

	"hybrid/gm"
	"hybrid/rules"
	"hybrid/rules/source"
)

// deed is an action that was carried out, and on whom.
type deed struct {
	*program
	state    *rules.State
	actor    *rules.Actor
	target   *rules.Actor // the one it was done to; the actor, where it is done to nobody
	cast     *rules.Forecast
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
	var o object
	for _, reported := range d.report() {
		o.set(reported.Name, reported.Value)
	}
	check := checkOf(d.decision.Outcomes, d.actor.Key)
	if check != nil {
		o.addCheck(check)
		o.addTold(check.Text)
	}
	o.set("pools", d.losses())
	o.set("conditions", d.conditions())
	o.set("counts", d.cast.Counts)
	o.set("dice", append([]rules.Die{}, d.decision.Dice...))
	if check != nil {
		o.set("terms", lines(check.Terms))
	}
	o.set("steps", append([]rules.Outcome{}, d.decision.Outcomes...))
	return o
}

// report is what the action says of itself. A belief that nobody came to is nil: it is not a belief in 0.
func (d *deed) report() []rules.Reported {
	missing := map[string]bool{}
	for _, action := range d.campaign.Rules.Actions.All {
		believed(action.Steps, missing)
	}
	for _, sequence := range d.campaign.Rules.Sequences.All {
		believed(sequence.Steps, missing)
	}
	for _, o := range d.decision.Outcomes {
		delete(missing, o.Step)
	}
	list := append([]rules.Reported(nil), d.decision.Report...)
	for i, entry := range d.cast.Action.Report {
		for _, step := range strings.Split(entry.Value.Text, ".") {
			if missing[step] && i < len(list) {
				list[i].Value = nil
			}
		}
	}
	return list
}

// believed finds the steps that come to what somebody believes.
func believed(steps source.Map[rules.Step], names map[string]bool) {
	for _, step := range steps {
		if step.Value.Believe {
			names[step.Name] = true
		}
	}
}

// losses are what each pool of the target lost: those that the pack watches, and every other that lost something.
func (d *deed) losses() object {
	lost := map[string]float64{}
	for _, e := range d.decision.Events {
		if e.Kind == rules.EventPool && e.Who == d.target.Key {
			lost[e.What] -= e.By
		}
	}
	var o object
	for _, name := range d.campaign.Rules.Pack.Watch {
		o.set(name, lost[name])
	}
	for _, pool := range d.campaign.Rules.Pools.All {
		if lost[pool.Name] != 0 {
			o.set(pool.Name, lost[pool.Name])
		}
	}
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
	after := d.after()
	if after == nil {
		return nil
	}
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

// after is the target as the action left it.
func (d *deed) after() *rules.Actor {
	state, err := d.campaign.Rules.Apply(d.state, d.decision.Events)
	if err != nil {
		return nil
	}
	return state.Find(d.target.Key)
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
		w.line("%s", w.paint(bold, "Takes "+gm.Number(d.cast.Counts)+" counts"))
		w.table(termRows(d.cast.Time))
		w.line("")
	}
	told := map[string]bool{}
	for i := range d.decision.Outcomes {
		d.step(w, &d.decision.Outcomes[i], told)
	}
	d.loose(w, told)
	d.summary(w)
	return w.err
}

// step writes one step: how it went, why, and what it changed.
func (d *deed) step(w *paper, o *rules.Outcome, told map[string]bool) {
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
		told[eventKey(e)] = true
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
		return fmt.Sprintf(" %s%s, %s", gm.Number(o.Chance), w.unit, w.verdict(o))
	case o.Row != "":
		return ": " + strings.TrimSpace(o.Side+" "+o.Row)
	case o.Choice != "":
		return ": " + o.Choice
	case o.Total != nil && o.Belief:
		return ": believes " + gm.Number(*o.Total)
	case o.Total != nil:
		return ": " + gm.Number(*o.Total)
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
		return fmt.Sprintf("%s: %s %s, %s left", d.name(e.Who), e.What, gm.Signed(e.By), gm.Number(e.Value))
	case rules.EventPut:
		return d.name(e.Who) + ": " + d.label(e.What)
	case rules.EventEnd:
		return d.name(e.Who) + ": no longer " + lowered(d.label(e.What))
	case rules.EventTell:
		return "! " + e.Text
	}
	return ""
}

func eventKey(e rules.Event) string { return fmt.Sprint(e.Kind, e.Who, e.What, e.ID, e.Value, e.Text) }

// loose writes what changed outside any step.
func (d *deed) loose(w *paper, told map[string]bool) {
	wrote := false
	for _, e := range d.decision.Events {
		if text := d.change(e); text != "" && !told[eventKey(e)] {
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
	for _, reported := range d.report() {
		if text := reportText(reported.Value); text != "" {
			rows = append(rows, []cell{{text: rules.Words(reported.Name)}, {text: text}})
		}
	}
	if after := d.after(); after != nil && d.target != d.actor {
		var levels []string
		for _, name := range d.campaign.Rules.Pack.Watch {
			pool, _ := d.campaign.Rules.Pools.Get(name)
			text := name + " " + gm.Number(after.Now(pool))
			if most, limited := after.Sheet.Max(pool); limited {
				text += "/" + gm.Number(most)
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
		return gm.Number(value)
	}
	return fmt.Sprint(value)
}
