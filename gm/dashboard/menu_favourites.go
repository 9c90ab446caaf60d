package dashboard

import (
	"slices"
	"strconv"
	"strings"

	"hybrid/gm/command"
)

// Favourites: lines (texts of commands) that a combatant often uses, on the number keys 1 to 9. A favourite is saved by an entry of the
// log, so undo removes it. A draft (actionDraft, menu_compose.go) is an action or a check that is being composed; its object is the
// target.

// runFavourite runs the selected combatant's favourite with the index at, and asks for anything that the line leaves open, such as
// the target.
func (m menus) runFavourite(at int) {
	actor := m.d.session.State().Find(m.d.selected)
	if actor == nil {
		m.d.showMessage(m.d.nobodyText())
		return
	}
	if at >= len(actor.Favourites) {
		m.d.showMessage(actor.Short + " has no favourite " + strconv.Itoa(at+1) + ". Press * in a list to save one.")
		return
	}
	m.runLine(actor.Favourites[at])
}

// runLine carries out a line of the selected combatant, after asking for anything that the line leaves open.
func (m menus) runLine(text string) {
	draft, isComplete := m.parseDraft(text)
	switch {
	case draft == nil:
		m.declareLine(text)
	case isComplete:
		m.declareLine(draft.prefix + text)
	default:
		m.composeDraft(draft, false)
	}
}

// parseDraft parses a line into a draft of the selected combatant, without its object, or returns nil if the line doesn't begin with an
// action or with a verb that needs a subject. isComplete reports whether the line leaves no choice open.
func (m menus) parseDraft(text string) (draft *actionDraft, isComplete bool) {
	parts := strings.Split(text, ",")
	words := strings.Fields(parts[0])
	if len(words) == 0 {
		return nil, false
	}
	action, ok := m.d.session.Rules().Actions.Get(words[0])
	if !ok {
		if slices.Contains([]string{"check", "task", "roll", "wait", "give"}, words[0]) { // verbs with a subject
			return &actionDraft{prefix: m.d.subjectPrefix(), verb: words[0]}, true
		}
		return nil, false
	}
	draft = &actionDraft{action: action, prefix: m.d.subjectPrefix(), verb: words[0]}
	words = words[1:]
	if at := slices.Index(words, "with"); at >= 0 {
		draft.tool = strings.Join(words[at+1:], " ")
		words = words[:at]
	}
	for _, part := range parts[1:] { // options, such as "from_behind" or "range 20"
		name, value, _ := strings.Cut(strings.TrimSpace(part), " ")
		if name == "points" {
			draft.points, _ = strconv.Atoi(value)
			continue
		}
		draft.ticks = append(draft.ticks, tickedOption{name, value})
	}
	return draft, len(words) > 0 || !action.Whom && action.Ask == nil
}

// keepFavourite saves the line composed in the open list, or that of the item under the cursor, as a favourite of the selected combatant.
// The list stays open.
func (m menus) keepFavourite() {
	l := topOverlay[*picker](m.d)
	text := ""
	if l.favourite != nil {
		text = l.favourite()
	} else if it := l.currentItem(); it != nil {
		text = it.line
	}
	if text == "" || m.d.selected == "" {
		m.d.showMessage("Only a combatant's command can be a favourite.")
		return
	}
	text = strings.TrimPrefix(text, m.d.selected+": ")
	entry, err := m.d.session.Do(command.Command{Line: "favourite " + m.d.selected + " " + text})
	if err != nil {
		m.d.showError(err)
		return
	}
	m.d.showMessage(entry.Title)
}

// favouriteLine returns the line of a draft as a favourite: without its subject and target. The line of a second, simultaneous action
// stays complete.
func (draft *actionDraft) favouriteLine() string {
	bare := *draft
	if draft.isSecond {
		return draft.line()
	}
	bare.prefix = ""
	if draft.action != nil && draft.action.Whom {
		bare.object = ""
	}
	return bare.line()
}
