package dashboard

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"hybrid/gm"
	"hybrid/gm/dashboard/draw"
	"hybrid/rules"
	"hybrid/rules/collect"
)

// The history: a view of the log in which the cursor is on one entry and the panels show the state after it. An entry can be amended,
// deleted or preceded by another; everything after it is then replayed, and the result is a plan to accept or discard (mode_plan.go).
//
// An entry has the line that was typed, the dice rolled, its events (the changes of the state), and its outcomes, the results of its steps
// such as rolls. Overruling a step replaces its result; waiving an event skips it. The log's cursor and back (view_log.go) count entries from
// the newest, which is 0.

// pastMoment is the open history: the entry under the cursor of the log. The session itself doesn't change.
type pastMoment struct {
	d             *Dashboard
	seq           int64    // number of the entry; 0 before one is loaded
	entry         gm.Entry // the entry itself
	showCombatant bool     // whether the page is about the selected combatant instead of the entry
	deskSelected  string   // key of the combatant that was selected when the history was opened
}

// openHistory opens the history at the entry under the log's cursor, without a filter.
func (p *pastMoment) openHistory() {
	if len(p.d.session.Log()) == 0 {
		p.d.showMessage("Nothing has happened yet.")
		return
	}
	p.seq, p.showCombatant, p.deskSelected, p.d.log.filterWords = 0, false, p.d.selected, ""
	p.d.focus = focusLog
	if p.d.log.cursor == p.d.log.back && !p.d.log.isListed(p.d.log.cursor) { // the last entry isn't listed: take the one before
		p.d.log.moveCursor(1)
	}
	p.loadEntry()
}

// loadEntry loads the entry under the log's cursor and the state after it, and selects the entry's actor.
func (p *pastMoment) loadEntry() {
	seq := p.d.log.selectedSeq()
	if seq == p.seq {
		return
	}
	entry, err := p.d.session.Entry(seq)
	state := p.d.session.State()
	if err == nil {
		state, err = p.d.session.StateAfter(seq)
	}
	if err != nil {
		p.d.showError(err)
		return
	}
	p.seq, p.d.moment, p.entry = seq, state, entry
	if state.Find(entry.Who) != nil {
		p.d.selected = entry.Who
	}
	p.d.forecast.findAlternatives(seq)
	p.d.inspector.ScrollToTop()
}

// leaveHistory closes the history and returns to the current state.
func (p *pastMoment) leaveHistory() {
	p.d.moment = nil
	p.d.closeInspector()
}

// filterHistory asks for words, and lists only the entries that contain them, updated with every letter. A digit right after a word
// overrules the step with this number, as in the history itself.
func (p *pastMoment) filterHistory() {
	startCursor := p.d.log.cursor
	filterBy := func(text string) bool { // filters the log, and reports whether any entry contains text
		oldCursor := p.d.log.cursor
		p.d.log.cursor = startCursor
		if !p.d.log.filterEntries(text) {
			p.d.log.cursor = oldCursor
			return false
		}
		p.d.log.back = 0
		p.loadEntry()
		return true
	}
	filterDialog := &dialog{d: p.d, title: "filter the history", label: "/", hint: "words in the entries; empty shows all"}
	filterDialog.take = func(text string) error {
		if !filterBy(text) {
			return errors.New("No entry contains " + text)
		}
		p.d.closeOverlay()
		return nil
	}
	filterDialog.onChange = func(text string) {
		if !filterBy(text) {
			p.d.showMessage("No entry contains " + text)
		}
	}
	filterDialog.digit = func(text, digit string) bool {
		if text == "" || strings.HasSuffix(text, " ") {
			return false
		}
		p.d.closeOverlay()
		p.overruleStep(int(digit[0] - '1'))
		return true
	}
	filterDialog.edit.Set(p.d.log.filterWords)
	p.d.openOverlay(filterDialog)
}

// moveCursor moves the cursor by a number of entries, towards older ones if it is positive.
func (p *pastMoment) moveCursor(by int) {
	p.showCombatant = false
	p.d.log.moveCursor(by)
	p.loadEntry()
}

// moveTurn moves the cursor to the first entry of the previous turn if by is 1, or of the next turn if it is -1. A turn here is the entries
// at one count. While no one takes turns, it moves to the adjacent entry.
func (p *pastMoment) moveTurn(by int) {
	startCount, lastSeq := p.entry.Count, p.seq
	for { // leave the current turn, or stop at the first or last entry
		p.moveCursor(by)
		if p.seq == lastSeq || p.entry.Count != startCount || !p.d.shownState().Running {
			break
		}
		lastSeq = p.seq
	}
	if by > 0 { // the cursor is on the last entry of the previous turn
		p.moveToTurnStart()
	}
}

// moveToTurnStart moves the cursor back to the first entry of its turn.
func (p *pastMoment) moveToTurnStart() {
	for turnCount := p.entry.Count; p.d.shownState().Running; {
		lastSeq := p.seq
		if p.moveCursor(1); p.seq == lastSeq { // this is the oldest entry
			return
		}
		if p.entry.Count != turnCount { // the cursor moved one entry too far
			p.moveCursor(-1)
			return
		}
	}
}

// hurtBefore opens the form for damage that was forgotten, to be inserted before the entry. The harmed combatant is the one whose page
// is shown or, if the entry's page is shown, the one that was selected when the history was opened.
func (p *pastMoment) hurtBefore() {
	seq, ok := p.amendableEntry()
	if !ok {
		return
	}
	key := p.deskSelected
	if p.showCombatant {
		key = p.d.selected
	}
	before := *p.d.session.Game()
	if state, err := p.d.session.StateAfter(seq - 1); err == nil {
		before.State = state
	}
	a := before.State.Find(key)
	if a == nil {
		p.d.showMessage("Choose a combatant with → first.")
		return
	}
	p.d.menus.openHurtFormAt(a, "", &before, fmt.Sprintf("amend %d before ", seq), fmt.Sprintf(", before %d %s", seq, p.entry.Title))
}

// moveCombatant selects the next combatant of the shown state (by is 1) or the previous one (-1), and shows its page instead of the
// entry's.
func (p *pastMoment) moveCombatant(by int) {
	s := p.d.shownState()
	if len(s.Actors) > 0 {
		p.d.selected = s.Actors[moveIndex(p.d.selectedAt(), by, len(s.Actors))].Key
		p.showCombatant = true
		p.d.inspector.ScrollToTop()
	}
}

// currentPage returns the page of the entry, or of the selected combatant as it was then.
func (p *pastMoment) currentPage() *draw.Page {
	if a := p.d.shownState().Find(p.d.selected); a != nil && p.showCombatant {
		return p.d.pages.actorPage(a)
	}
	page := p.d.pages.entryPage(&p.entry, p.d.showSources)
	if len(page.Lines) == 0 {
		page.Text(draw.RoleText, p.entry.Line)
	}
	return page
}

// titleText returns the text of the title bar: a note that the screen shows the past, and the entry shown.
func (p *pastMoment) titleText() string {
	log := p.d.session.Log()
	detail := "the present is as you left it"
	if text := p.d.pastChanceText(p.seq); text != "" {
		detail = text
	}
	if p.d.log.filterWords != "" {
		detail = "only /" + p.d.log.filterWords
	}
	when := p.d.timeText(p.d.shownState())
	return fmt.Sprintf(" PAST · entry %d of %d · %s · %s", p.seq, log[len(log)-1].Seq(), when, detail)
}

// commandText returns the entry's line with its answers, for the row of the prompt.
func (p *pastMoment) commandText() string {
	e := &p.entry
	text := "typed: " + e.Line
	if e.Undone {
		text = "undone, " + text
	}
	for _, key := range slices.Sorted(maps.Keys(e.Answers)) {
		who, _, _ := strings.Cut(key, ".")
		answer := strings.ToLower(rules.ReadableName(e.Answers[key]))
		if e.Answers[key] == rules.NoAnswer {
			answer = "no answer"
		}
		text += " · " + p.d.shortNameOf(who) + ": " + answer
	}
	return text
}

// makePresent makes the shown state the current one by undoing all later entries.
func (p *pastMoment) makePresent() { p.d.doLine(fmt.Sprintf("back to %d", p.seq)) }

// amendableEntry returns the number of the entry if it can be amended; otherwise it shows the reason why not.
func (p *pastMoment) amendableEntry() (seq int64, ok bool) {
	switch e := &p.entry; {
	case e.Undone:
		p.d.showMessage("This entry was undone. Press u to redo, or choose another.")
	case len(e.Events) == 0 && len(e.Outcomes) == 0 && e.Who == "": // only the entry of an accepted plan changes nothing itself
		p.d.showMessage("This entry amended the past. Press u to undo it.")
	default:
		return p.seq, true
	}
	return 0, false
}

// amendLine opens the prompt to replace the entry's line.
func (p *pastMoment) amendLine() {
	if seq, ok := p.amendableEntry(); ok {
		p.d.prompt.openWith(fmt.Sprintf("amend %d %s", seq, p.entry.Line))
	}
}

// amendOption opens the prompt for another option of the entry's line.
func (p *pastMoment) amendOption() {
	if seq, ok := p.amendableEntry(); ok {
		p.d.prompt.openWith(fmt.Sprintf("amend %d, ", seq))
	}
}

// amendDice opens the prompt for the faces of the entry's dice.
func (p *pastMoment) amendDice() {
	seq, ok := p.amendableEntry()
	if !ok {
		return
	}
	if len(p.entry.Dice) == 0 {
		p.d.showMessage("No dice were rolled for this entry.")
		return
	}
	faces := collect.Map(p.entry.Dice, func(die rules.Die) string { return die.TypedText() })
	head := fmt.Sprintf("amend %d dice ", seq)
	p.d.prompt.openForOvertyping(head+strings.Join(faces, " "), len(head))
	p.d.showMessage("Type each die's new face. Space keeps it.")
}

// amendDrop makes a plan that deletes the entry.
func (p *pastMoment) amendDrop() {
	if seq, ok := p.amendableEntry(); ok {
		p.d.doLine(fmt.Sprintf("amend %d drop", seq))
	}
}

// openWhatIf opens the prompt for a what-if line that replaces the entry's line.
func (p *pastMoment) openWhatIf() {
	if seq, ok := p.amendableEntry(); ok {
		p.d.prompt.openWith(fmt.Sprintf("whatif %d %s", seq, p.entry.Line))
	}
}

// openAmendBefore opens the prompt for a line before the entry.
func (p *pastMoment) openAmendBefore() {
	if seq, ok := p.amendableEntry(); ok {
		p.d.prompt.openWith(fmt.Sprintf("amend %d before ", seq))
	}
}

// openAmendMenu lists the ways to amend the entry.
func (p *pastMoment) openAmendMenu() {
	seq, ok := p.amendableEntry()
	if !ok {
		return
	}
	items := []listItem{}
	add := func(label, hint string, do func()) {
		items = append(items, listItem{label: label, hint: hint, run: func() { p.d.overlays = nil; do() }})
	}
	add("Edit the command …", "m", p.amendLine)
	add("Add a forgotten option …", ",", p.amendOption)
	if len(p.entry.Dice) > 0 {
		add("Change its dice …", "d", p.amendDice)
	}
	if len(overrulableSteps(&p.entry)) > 0 {
		add("Overrule a step …", "o", p.openOverruleMenu)
	}
	if p.entry.Line != "next" {
		add("Delete it: it never happened", "x", p.amendDrop)
	}
	add("Insert a command before it …", "b", p.openAmendBefore)
	if len(p.d.session.Rules().Hazards.All) > 0 {
		add("Insert forgotten damage before it …", "h", p.hurtBefore)
	}
	if p.entry.Who != "" && p.entry.Line == "next" {
		add("Waive the pending event …", "w", p.amendWaive)
	}
	add("Go back to this moment", "g", p.makePresent)
	p.d.openOverlay(&picker{title: fmt.Sprintf("entry %d", seq), load: func() []listItem { return items }, inspect: func(*listItem) *draw.Page { return p.currentPage() }})
}

// amendWaive opens the prompt to waive the event that the entry triggered; the user types the reason.
func (p *pastMoment) amendWaive() {
	if seq, ok := p.amendableEntry(); ok {
		p.d.prompt.openWith(fmt.Sprintf("amend %d waive %s because ", seq, p.entry.Who))
	}
}

// openOverruleMenu lists the steps of the entry, such as its rolls, whose results can be overruled.
func (p *pastMoment) openOverruleMenu() {
	if _, ok := p.amendableEntry(); !ok {
		return
	}
	list := overrulableSteps(&p.entry)
	if len(list) == 0 {
		p.d.showMessage("No step of this entry can be overruled.")
		return
	}
	items := make([]listItem, len(list))
	for i, o := range list {
		items[i] = listItem{name: o.UniqueName(), label: o.Label, hint: outcomeResult(o), run: func() { p.overruleStep(i) }}
	}
	p.d.openOverlay(&picker{title: "Overrule which step?", load: func() []listItem { return items }, inspect: func(*listItem) *draw.Page { return p.currentPage() }})
}

// overruleHint is the hint shown after a new result is typed.
const overruleHint = "Press Enter to preview. You can add a reason: because …"

// typeOverrule opens the prompt for the new result of a step; head is the line up to that result.
func (p *pastMoment) typeOverrule(head string) {
	p.d.openPromptAt(head, len(head))
	p.d.showMessage(overruleHint)
}

// overruleStep overrules the step with the index at among overrulableSteps: a number is typed, other results are listed.
func (p *pastMoment) overruleStep(at int) {
	seq, ok := p.amendableEntry()
	if !ok {
		return
	}
	switch list := overrulableSteps(&p.entry); {
	case at >= len(list):
		p.d.showMessage("This entry has no step " + strconv.Itoa(at+1))
	case list[at].Degree == "" && (list[at].Total != nil || list[at].Throw != ""): // a sum of dice, or a throw of faced dice
		p.typeOverrule(fmt.Sprintf("amend %d, overrule %s ", seq, list[at].UniqueName()))
	default:
		p.overruleWith(seq, list[at])
	}
}

// overruleWith lists the other possible results of a step. The user types the reason after the chosen one.
func (p *pastMoment) overruleWith(seq int64, o *rules.Outcome) {
	head := fmt.Sprintf("amend %d, overrule %s ", seq, o.UniqueName())
	var items []listItem
	add := func(name, label string) {
		items = append(items, listItem{name: name, label: label, run: func() {
			p.d.openPromptAt(head+name, len(head)+len(name))
			p.d.showMessage(overruleHint)
		}})
	}
	if o.Degree != "" {
		add("made", "Made")
		add("missed", "Missed")
		for _, degree := range p.d.session.Rules().Degrees.All {
			add(degree.Name, degree.Label)
		}
	}
	if o.Row != "" || o.Total != nil {
		items = append(items, listItem{name: "else", label: "Type it …", run: func() { p.typeOverrule(head) }})
	}
	add("skip", "Skip this step")
	p.d.openOverlay(&picker{title: rules.MidSentence(o.Label) + ": change to …", load: func() []listItem { return items },
		inspect: func(*listItem) *draw.Page { return p.currentPage() }})
}
