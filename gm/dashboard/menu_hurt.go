package dashboard

import (
	"slices"
	"strconv"
	"strings"

	"hybrid/gm/command"
	"hybrid/gm/dashboard/draw"
	"hybrid/gm/verbs"
	"hybrid/rules"
	"hybrid/rules/collect"
)

// The form that harms a combatant with a hazard, such as a fall of 6 metres, or with plain dice, and shows the likely effect. Its fields are
// the hazard, the amount that it asks for (a number or dice), the kind of harm, the part of the body and whether armour counts; those that
// don't apply are hidden. Their values form a `hurt` line, the text of a command.

// openHurtForm asks what harms a combatant, or the ticked ones. The hazard with the given name is selected, and typing changes its amount.
func (m menus) openHurtForm(actor *rules.Actor, name string) {
	m.openHurtFormAt(actor, name, m.d.session.Game(), "", "")
}

// openHurtFormAt opens openHurtForm for the state of game, which can be an earlier one. head, such as "amend 12 before ", is put before
// the form's line, and when after its title; both may be "".
func (m menus) openHurtFormAt(actor *rules.Actor, name string, game *command.Game, head, when string) {
	hazards := m.d.session.Rules().Hazards.All
	if len(hazards) == 0 {
		m.d.showMessage("These rules have no hazards. Press s to set a pool.")
		return
	}
	places, _, _ := m.d.session.Rules().WornPlaces("")
	h := &hurtFields{m: m, actor: actor, hazards: hazards, places: places, hazard: &formField{label: "by"}, amount: &formField{}, kind: &formField{}}
	hitsPlace := newBodyPartCheck(game, h.wholeBodyLine)
	h.place = &formField{label: "place", choices: []string{"rolled"}, isHidden: func() bool { return len(places) == 0 || !hitsPlace() }}
	h.armour = &formField{label: "armour", choices: []string{"counts", "does not count"}, isHidden: h.place.isHidden}
	h.hazard.choices = append(h.hazard.choices, collect.Map(hazards, func(hazard *rules.Hazard) string { return rules.MidSentence(hazard.Label) })...)
	h.place.choices = append(h.place.choices, collect.Map(places, func(row *rules.Row) string { return row.Label })...)
	h.amount.isHidden = func() bool { return h.chosenHazard().Ask == nil }
	h.amount.suffix = h.unitText
	h.amount.onArrow = func(step int) { h.hazard.cycleChoice(step) }
	h.amount.letterField = func(text string) *formField {
		if h.chosenHazard().Ask.Dice && strings.EqualFold(text, "d") {
			return nil // part of an amount such as 2d6
		}
		return h.hazard
	}
	h.kind.isHidden = func() bool { return len(h.chosenHazard().Kinds) == 0 }
	h.hazard.onChoose = func(int) { h.resetAmount() }
	h.hazard.chosen = max(0, slices.IndexFunc(hazards, func(h *rules.Hazard) bool { return h.Name == name }))
	h.resetAmount()
	title := m.d.tickedNames(actor) + collect.Choose(len(m.d.tickedActors()) > 1, " are hurt", " is hurt") + when
	f := &form{d: m.d, title: title, fields: []*formField{h.hazard, h.amount, h.kind, h.place, h.armour}}
	f.line = func() string { return head + h.line() }
	f.below = hurtText(game, h.line)
	if f.at = 1; !h.amount.isShown() { // the cursor begins on the amount if there is one
		f.at = 0
	}
	m.d.openOverlay(f)
}

// hurtFields holds the fields of the form that harms a combatant, and their choices.
type hurtFields struct {
	m       menus
	actor   *rules.Actor    // combatant to harm, unless others are ticked
	hazards []*rules.Hazard // all hazards; the choices of the field hazard
	places  []*rules.Row    // parts of the body; the choices of the field place after the first choice, which rolls for the part

	hazard, amount, kind, place, armour *formField // hazard; its number or dice; kind of harm; part of the body; whether armour counts
}

// chosenHazard returns the chosen hazard.
func (h *hurtFields) chosenHazard() *rules.Hazard { return h.hazards[h.hazard.chosen] }

// unitText returns the unit of the amount, such as "metres", or "" if it has none.
func (h *hurtFields) unitText() string {
	if ask := h.chosenHazard().Ask; ask != nil && !ask.Dice {
		n, _ := strconv.ParseFloat(h.amount.edit.Text, 64)
		return verbs.UnitNoun(ask, n)
	}
	return ""
}

// resetAmount sets the amount to the usual one of the chosen hazard, and the choices of the kind to the hazard's kinds of harm.
func (h *hurtFields) resetAmount() {
	hazard := h.chosenHazard()
	h.amount.setValue("2d6")
	if ask := hazard.Ask; ask != nil && !ask.Dice {
		h.amount.setValue(draw.Tenths(ask.InitialNumber()))
	}
	if h.kind.choices, h.kind.chosen = nil, 0; len(hazard.Kinds) > 0 {
		h.kind.choices = append(h.kind.choices, collect.Map(hazard.KindNames(), func(name string) string { return strings.ReplaceAll(name, "_", " ") })...)
	}
}

// wholeBodyLine returns the `hurt` line without the part of the body and armour.
func (h *hurtFields) wholeBodyLine() string {
	words := []string{"hurt", h.m.d.targetWords(h.actor), h.chosenHazard().Name}
	if h.amount.isShown() {
		words = append(words, h.amount.edit.Text)
	}
	if len(h.kind.choices) > 0 && h.kind.chosen > 0 { // the first kind is the hazard's usual one
		words = append(words, h.chosenHazard().KindNames()[h.kind.chosen])
	}
	return strings.Join(words, " ")
}

// line returns the `hurt` line.
func (h *hurtFields) line() string {
	line := h.wholeBodyLine()
	if h.place.chosen > 0 && h.place.isShown() {
		line += " " + h.places[h.place.chosen-1].Name
	}
	if h.armour.chosen > 0 && h.place.isShown() {
		line += ", without armour"
	}
	return line
}

// newBodyPartCheck returns a function that reports whether the line that line returns harms a part of the body, which can have armour,
// rather than the whole body. It computes the answer again only if the line has changed.
func newBodyPartCheck(game *command.Game, line func() string) func() bool {
	previous, hitsPlace := "", true
	return func() bool {
		if now := line(); now != previous {
			previous = now
			_, odds, err := verbs.HarmGame{Game: game}.Odds(now)
			hitsPlace = err != nil || len(odds.Rows) > 0
		}
		return hitsPlace
	}
}

// hurtText returns a function that describes the likely effect of the `hurt` line that line returns, or the reason why it is impossible. It
// computes the text again only if the line has changed.
func hurtText(game *command.Game, line func() string) func() string {
	previous, text := "", ""
	return func() string {
		if now := line(); now != previous {
			previous = now
			g := verbs.HarmGame{Game: game}
			h, odds, err := g.Odds(now)
			if err != nil {
				text, _ = errorText(err)
				return text
			}
			if text = g.EffectsText(&h, odds); h.DamageText(g.Rules) != "" {
				text = h.DamageText(g.Rules) + ": " + text
			}
		}
		return text
	}
}
