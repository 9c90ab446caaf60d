package dashboard

import (
	"errors"
	"strings"

	"hybrid/gm"
	"hybrid/gm/command"
	"hybrid/gm/dashboard/draw"
	"hybrid/rules"
	"hybrid/rules/collect"
)

// Every line, from a key, a menu or the prompt, goes to the session through Dashboard.runCommand. The session returns an entry of its log,
// a question if the line first needs an answer or a die, or a refusal. An entry with text (Lines) is the reply to a line that changes
// nothing, such as a list; it isn't in the log. The declarer is the combatant whose turn it is to declare an action. A plan is a preview of
// a change of the past, which the user accepts or discards.

// doLine carries out a typed or composed line and reports whether it succeeded.
func (d *Dashboard) doLine(line string) bool {
	return d.runCommand(command.Command{Line: line, Typed: true})
}

// runCommand carries out a command and reports whether it succeeded. If it stops at a question, it shows the question and returns false; a
// reply repeats the command.
func (d *Dashboard) runCommand(c command.Command) bool {
	return runCommandAs(d, c.Line, func() (gm.Entry, error) { return d.session.Do(c) })
}

// doAsSelected carries out a line as the selected combatant.
func (d *Dashboard) doAsSelected(line string) { d.doLine(d.subjectPrefix() + line) }

// Prompt commands for a check that players are asked to roll on their phones.
const (
	rollRestLine = "ask rest" // lets the program roll for those who haven't rolled yet
	dropAskLine  = "ask drop" // withdraws the check
)

// showReply shows the reply to a line that changes nothing: the plan if the line made one, otherwise a single line as a message, or several
// lines as a page.
func (d *Dashboard) showReply(e *gm.Entry) {
	if plan := d.session.Plan(); plan != nil && plan.Title == e.Title {
		v := &planView{plan: plan}
		d.openOverlay(v)
		d.planShown(v)
		return
	}
	if len(e.Lines) == 1 {
		d.showMessage(e.Lines[0])
		return
	}
	p := &draw.Page{Title: e.Title}
	for _, text := range e.Lines {
		p.Text(draw.RoleText, text)
	}
	d.showPage(p)
}

// closeOverlay closes the overlay on top, if there is one, without a choice. If it belonged to a question of the session, the question is
// withdrawn.
func (d *Dashboard) closeOverlay() {
	if _, ok := d.overlayOnTop().(*briefing); ok {
		d.offerTour = false // closing the page declines the tour
	}
	if n := len(d.overlays); n > 0 {
		d.overlays = d.overlays[:n-1]
	}
	d.openQuestion.withdrawClosed()
}

// runCommandAs is like Dashboard.runCommand, but carries out line by calling do. do can, for example, be a reply to the line's
// question.
func runCommandAs(d *Dashboard, line string, do func() (gm.Entry, error)) bool {
	before, state := d.declarer(), d.session.State() // actor who may declare, and state, before the line
	var covered *gm.Question                         // question that was open before the line
	if d.openQuestion.id != 0 {
		covered = d.session.OpenQuestion()
	}
	entry, err := do()
	var need *rules.Need
	if errors.As(err, &need) {
		d.openQuestion.showQuestion()
		return false
	}
	if err != nil {
		d.showError(err)
		return false
	}
	d.prompt.close()
	if len(entry.Lines) > 0 && covered != nil && covered == d.session.OpenQuestion() {
		d.showReply(&entry)
		return true
	}
	d.overlays, d.openQuestion.id, d.openQuestion.commandsBefore = nil, 0, nil
	if len(entry.Lines) > 0 {
		d.showReply(&entry)
		return true
	}
	d.showNewEntry(&entry)
	d.followTurn(before, state)
	if d.declarer() == "" && entry.Who != "" && line == "next" {
		d.selected = entry.Who // no one can declare yet, so show the actor of the event
	}
	if state.Running && !d.session.State().Running && state.Encounter == d.session.State().Encounter {
		d.showSummary() // the encounter has just ended
	}
	if who := newcomerKey(entry.Line, entry.Events); who != "" {
		d.selectKey(who)
	}
	d.reportJourney(&entry)
	d.offerNextLines(&entry, before, state)
	d.reportOutcome(&entry, line, covered)
	return true
}

// showNewEntry returns to the present if the past is shown, and shows an entry in the log and, unless it was undone, in the inspector.
func (d *Dashboard) showNewEntry(entry *gm.Entry) {
	if d.isInPast() {
		d.moment, d.focus = nil, focusCombatants
	}
	d.log.scrollToNewest()
	if entry.Undone {
		d.inspector.content = inspectorContent{}
	} else {
		d.inspector.showEntry(entry, false)
	}
}

// offerNextLines opens the lists of lines that an entry suggests: for its triggers, the planned line of a combatant whose turn has just
// come, and reminders. before and state are the declarer's key and the state before the entry.
func (d *Dashboard) offerNextLines(entry *gm.Entry, before string, state *rules.State) {
	d.menus.offerTriggers(entry.Triggers, entry.Who)
	if a := d.session.State().Find(d.declarer()); a != nil && a.Key != before {
		d.menus.offerPlannedLine(a)
	} else if d.session.Game().AtRest() {
		d.menus.intendedLine = ""
	}
	if verb, _, _ := strings.Cut(entry.Line, " "); verb != "remind" && !entry.Undone {
		d.menus.offerReminderLines(state, entry.Events)
	}
}

// reportOutcome shows a message after line was carried out: what undo or redo changed, that the line replaced the open question covered
// (nil for none), or that the session can't be saved.
func (d *Dashboard) reportOutcome(entry *gm.Entry, line string, covered *gm.Question) {
	if verb, _, _ := strings.Cut(line, " "); verb == "undo" || verb == "redo" {
		d.showMessage(collect.Choose(entry.Undone, "undone: ", "redone: ") + entry.Title)
	}
	if covered != nil && d.message.text == "" {
		remedy := "Enter `" + covered.Command.Line + "` again"
		if covered.Command.Line == "next" {
			remedy = "Press n"
		}
		d.showMessage("The question was withdrawn. " + remedy + " to repeat it.")
	}
	if err := d.session.SaveError(); err != nil {
		d.message = bottomLine{text: err.Error(), bad: true}
	}
	d.isQuitConfirmed = false
}
