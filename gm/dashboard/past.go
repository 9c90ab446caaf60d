package dashboard

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"hybrid/gm"
	"hybrid/gm/dashboard/draw"
	"hybrid/rules"
)

// pastMoment is an earlier moment that is looked at. The present stays as it is.
type pastMoment struct {
	seq           int64
	state         *rules.State
	entry         gm.Entry
	showCombatant bool // the one under the cursor is shown, instead of the entry
}

// openPast shows the history, with everything as it was after the entry under the cursor.
func (d *Dashboard) openPast() {
	if len(d.session.Log()) == 0 {
		d.say("nothing has happened yet")
		return
	}
	d.past = &pastMoment{}
	d.focus = focusLog
	d.loadPast()
}

// loadPast takes over the entry under the cursor of the log.
func (d *Dashboard) loadPast() {
	seq := d.log.selectedSeq(d)
	if d.past == nil || seq == d.past.seq {
		return
	}
	entry, err := d.session.Entry(seq)
	state := d.session.State()
	if err == nil {
		state, err = d.session.At(seq)
	}
	if err != nil {
		d.warn(err)
		return
	}
	d.past.seq, d.past.state, d.past.entry = seq, state, entry
	if state.Find(entry.Who) != nil {
		d.selected = entry.Who
	}
	d.inspector.Home()
}

// leavePast leaves the past.
func (d *Dashboard) leavePast() {
	d.past = nil
	d.closeInspector()
}

// movePast moves the cursor of the history towards older entries.
func (d *Dashboard) movePast(by int) {
	d.past.showCombatant = false
	d.log.move(d, by)
	d.loadPast()
}

// movePastCombatant moves the cursor among those who were there then, and shows that one.
func (d *Dashboard) movePastCombatant(by int) {
	s := d.shownState()
	if len(s.Actors) > 0 {
		d.selected = s.Actors[moveIndex(d.selectedAt(), by, len(s.Actors))].Key
		d.past.showCombatant = true
		d.inspector.Home()
	}
}

// pastPage is the entry that is looked at, or the one under the cursor as it was then.
func (d *Dashboard) pastPage() *draw.Page {
	if a := d.shownState().Find(d.selected); a != nil && d.past.showCombatant {
		return d.actorPage(a)
	}
	p := d.entryPage(&d.past.entry, d.showSources)
	if len(p.Lines) == 0 {
		p.Text(draw.RoleText, d.past.entry.Line)
	}
	return p
}

// pastTitle marks the screen as one of another moment.
func (d *Dashboard) pastTitle() string {
	return fmt.Sprintf(" LOOKING AT ENTRY %d · count %s · Esc back to the present ", d.past.seq, draw.Number(d.shownState().Count))
}

// pastText says what is looked at, where the prompt would say what comes next.
func (d *Dashboard) pastText() string {
	e := &d.past.entry
	text := "said: " + e.Line
	if e.Undone {
		text = "undone, " + text
	}
	for _, key := range slices.Sorted(maps.Keys(e.Answers)) {
		text += " · " + key + ": " + e.Answers[key]
	}
	return text
}

// goBack makes the moment that is looked at the present.
func (d *Dashboard) goBack() { d.do(fmt.Sprintf("back to %d", d.past.seq)) }

// amendable says which entry is to be changed, or that it cannot be.
func (d *Dashboard) amendable() (seq int64, ok bool) {
	switch e := &d.past.entry; {
	case e.Undone:
		d.say("this entry was undone; only those that stand can be mended")
	case len(e.Events) == 0 && len(e.Outcomes) == 0 && e.Who == "":
		d.say("this entry only mends the past or goes back; undo it, or mend another one")
	default:
		return d.past.seq, true
	}
	return 0, false
}

// amendLine opens the prompt to say what should have been said.
func (d *Dashboard) amendLine() {
	if seq, ok := d.amendable(); ok {
		d.prompt.open(fmt.Sprintf("mend %d %s", seq, d.past.entry.Line))
	}
}

// amendOption opens the prompt for one more option of what was said.
func (d *Dashboard) amendOption() {
	if seq, ok := d.amendable(); ok {
		d.prompt.open(fmt.Sprintf("mend %d, ", seq))
	}
}

// amendDice opens the prompt to say what the dice show.
func (d *Dashboard) amendDice() {
	seq, ok := d.amendable()
	if !ok {
		return
	}
	if len(d.past.entry.Dice) == 0 {
		d.say("no dice fell for this entry")
		return
	}
	faces := make([]string, len(d.past.entry.Dice))
	for i, die := range d.past.entry.Dice {
		faces[i] = draw.Number(float64(die.Result))
	}
	d.prompt.open(fmt.Sprintf("mend %d dice %s", seq, strings.Join(faces, " ")))
}

// amendDrop plans that an entry never happened.
func (d *Dashboard) amendDrop() {
	if seq, ok := d.amendable(); ok {
		d.do(fmt.Sprintf("mend %d drop", seq))
	}
}

// amendBefore opens the prompt for a line that should have come before the entry.
func (d *Dashboard) amendBefore() {
	if seq, ok := d.amendable(); ok {
		d.prompt.open(fmt.Sprintf("mend %d before ", seq))
	}
}

// amendMenu lists what can be done about the entry that is looked at.
func (d *Dashboard) amendMenu() {
	seq, ok := d.amendable()
	if !ok {
		return
	}
	items := []item{}
	add := func(label, hint string, do func()) {
		items = append(items, item{label: label, hint: hint, run: func() { d.overlays = nil; do() }})
	}
	add("Change what was said …", "m", d.amendLine)
	add("Add an option that was forgotten …", ",", d.amendOption)
	if len(d.past.entry.Dice) > 0 {
		add("Change its dice …", "d", d.amendDice)
	}
	if len(overrulable(&d.past.entry)) > 0 {
		add("Overrule a step …", "o", d.overrule)
	}
	if d.past.entry.Line != "next" {
		add("It never happened", "x", d.amendDrop)
	}
	add("Something came before it …", "b", d.amendBefore)
	if d.past.entry.Who != "" && d.past.entry.Line == "next" {
		add("Waive what was owed …", "w", d.amendWaive)
	}
	add("Go back to this moment", "g", d.goBack)
	d.push(&picker{title: fmt.Sprintf("Entry %d", seq), load: func() []item { return items }, inspect: func(*item) *draw.Page { return d.pastPage() }})
}

// amendWaive opens the prompt to say that what was owed then is waived instead.
func (d *Dashboard) amendWaive() {
	if seq, ok := d.amendable(); ok {
		d.prompt.open(fmt.Sprintf("mend %d waive %s because ", seq, d.past.entry.Who))
	}
}

// overrulable lists the steps of an entry that may be overruled, each once.
func overrulable(e *gm.Entry) (list []*rules.Outcome) {
	seen := map[string]bool{}
	for i := range e.Outcomes {
		o := &e.Outcomes[i]
		if o.Step == "" || seen[o.Step] || o.Degree == "" && o.Row == "" && o.Total == nil && o.Choice == "" {
			continue
		}
		if _, acts := actsAt(o); acts {
			continue
		}
		seen[o.Step] = true
		list = append(list, o)
	}
	return list
}

// actsAt is when a step says that somebody acts, if that is all it is about.
func actsAt(o *rules.Outcome) (float64, bool) {
	if o.Step != o.Kind || o.Total == nil {
		return 0, false
	}
	for _, e := range o.Events {
		if e.Kind == rules.EventTurn {
			return e.At, true
		}
	}
	return 0, false
}

// overrule lets a step be chosen that is to be overruled, then what it is to be. The reason is typed behind it.
func (d *Dashboard) overrule() {
	seq, ok := d.amendable()
	if !ok {
		return
	}
	list := overrulable(&d.past.entry)
	if len(list) == 0 {
		d.say("no step of this entry can be overruled")
		return
	}
	items := make([]item, len(list))
	for i, o := range list {
		items[i] = item{name: o.Step, label: o.Label, hint: outcomeResult(o), run: func() { d.overruleWith(seq, o) }}
	}
	d.push(&picker{title: "Overrule which step?", load: func() []item { return items }, inspect: func(*item) *draw.Page { return d.pastPage() }})
}

// overruleWith lets be chosen what a step is to be.
func (d *Dashboard) overruleWith(seq int64, o *rules.Outcome) {
	head := fmt.Sprintf("mend %d, overrule %s ", seq, o.Step)
	var items []item
	add := func(name, label string) {
		items = append(items, item{name: name, label: label, run: func() {
			d.promptAt(head+name, len(head)+len(name))
			d.say("add: because …, and Enter shows what comes of it")
		}})
	}
	if o.Degree != "" {
		add("made", "Made")
		add("missed", "Missed")
		for _, degree := range d.session.Rules().Degrees.All {
			add(degree.Name, degree.Label)
		}
	}
	add("skip", "Left out")
	if o.Row != "" || o.Total != nil {
		items = append(items, item{name: "else", label: "Something else: type it …", run: func() { d.promptAt(head, len(head)) }})
	}
	d.push(&picker{title: o.Label + ": what is it?", load: func() []item { return items }, inspect: func(*item) *draw.Page { return d.pastPage() }})
}
