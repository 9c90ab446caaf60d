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

// The form that harms a combatant by a hazard, such as a fall of 6 metres, or by plain dice, and shows the likely effect. Its fields are
// the hazard, the amount that it asks for, the kind of harm, the part of the body and whether armour counts; those that don't apply are
// hidden.

// hurtForm asks what harms a combatant, or the ticked ones. The hazard with the given name is selected, and typing changes its amount.
func (m menus) hurtForm(actor *rules.Actor, name string) {
	m.hurtFormAt(actor, name, m.d.session.Game(), "", "")
}

// hurtFormAt opens hurtForm for the state of game, which can be an earlier one. head is put before the form's line, such as "amend 12
// before ", and when after its title; both may be "".
func (m menus) hurtFormAt(actor *rules.Actor, name string, game *command.Game, head, when string) {
	hazards := m.d.session.Rules().Hazards.All
	if len(hazards) == 0 {
		m.d.showMessage("These rules have no hazards. Press s to set a pool.")
		return
	}
	places, _, _ := m.d.session.Rules().WornPlaces("")
	hazardField, amount, kind := &formField{label: "by"}, &formField{}, &formField{}
	var hitsPlace func() bool // whether the damage is to a part of the body
	where := &formField{label: "place", choices: []string{"rolled"}, isHidden: func() bool { return len(places) == 0 || !hitsPlace() }}
	armour := &formField{label: "armour", choices: []string{"counts", "does not count"}, isHidden: where.isHidden}
	hazardField.choices = append(hazardField.choices, collect.Map(hazards, func(hazard *rules.Hazard) string { return rules.MidSentence(hazard.Label) })...)
	where.choices = append(where.choices, collect.Map(places, func(row *rules.Row) string { return row.Label })...)
	chosen := func() *rules.Hazard { return hazards[hazardField.chosen] }
	amount.isHidden = func() bool { return chosen().Ask == nil }
	amount.suffix = func() string {
		if ask := chosen().Ask; ask != nil && !ask.Dice {
			n, _ := strconv.ParseFloat(amount.edit.Text, 64)
			return verbs.UnitNoun(ask, n)
		}
		return ""
	}
	amount.onArrow = func(step int) { hazardField.cycleChoice(step) }
	amount.letterField = func(text string) *formField {
		if chosen().Ask.Dice && strings.EqualFold(text, "d") {
			return nil // part of an amount such as 2d6
		}
		return hazardField
	}
	kind.isHidden = func() bool { return len(chosen().Kinds) == 0 }
	hazardField.onChoose = func(int) {
		amount.setValue("2d6")
		if ask := chosen().Ask; ask != nil && !ask.Dice {
			amount.setValue(draw.Tenths(ask.InitialNumber()))
		}
		if kind.choices, kind.chosen = nil, 0; len(chosen().Kinds) > 0 {
			kind.choices = append(kind.choices, collect.Map(chosen().KindNames(), func(name string) string { return strings.ReplaceAll(name, "_", " ") })...)
		}
	}
	hazardField.chosen = max(0, slices.IndexFunc(hazards, func(h *rules.Hazard) bool { return h.Name == name }))
	hazardField.onChoose(0)
	f := &form{d: m.d, title: m.d.tickedNames(actor) + collect.Choose(len(m.d.tickedActors()) > 1, " are hurt", " is hurt") + when, fields: []*formField{hazardField, amount, kind, where, armour}}
	plainLine := func() string { // returns the line without the part of the body and armour
		words := []string{"hurt", m.d.targetWords(actor), chosen().Name}
		if amount.isShown() {
			words = append(words, amount.edit.Text)
		}
		if len(kind.choices) > 0 && kind.chosen > 0 {
			words = append(words, chosen().KindNames()[kind.chosen])
		}
		return strings.Join(words, " ")
	}
	hitsPlace = newBodyPartCheck(game, plainLine)
	hurtLine := func() string {
		line := plainLine()
		if where.chosen > 0 && where.isShown() {
			line += " " + places[where.chosen-1].Name
		}
		if armour.chosen > 0 && where.isShown() {
			line += ", without armour"
		}
		return line
	}
	f.line = func() string { return head + hurtLine() }
	f.below = hurtText(game, hurtLine)
	if f.at = 1; !amount.isShown() { // the cursor begins on the amount if there is one
		f.at = 0
	}
	m.d.openOverlay(f)
}

// newBodyPartCheck returns a function that reports whether the line that line returns harms a part of the body, which can have armour,
// rather than the whole body. It computes the answer again only if the line has changed.
func newBodyPartCheck(game *command.Game, line func() string) func() bool {
	previous, hitsPlace := "", true
	return func() bool {
		if now := line(); now != previous {
			previous = now
			_, odds, err := verbs.Hurts{Game: game}.Odds(now)
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
			g := verbs.Hurts{Game: game}
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
