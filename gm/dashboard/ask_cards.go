package dashboard

import (
	"slices"
	"strings"

	"hybrid/gm/dashboard/draw"
	"hybrid/rules"
)

// Choosing cards from a hand or a pile, for an action, an option, an answer, or a question in the middle of an action. A combatant or a
// side holds piles of cards; a hidden pile is a hand. Since players may see the screen, a hand is shown only after a confirmation.

// askCards lists the cards that holder can name for a question, ask, which allows up to ask.Many of them. Enter chooses one card, or the
// ticked ones if several are allowed, and calls set with their names. If set returns a reason to refuse them, the list stays open.
func (d *Dashboard) askCards(title string, holder *rules.Actor, ask *rules.Ask, set func(names string) error) {
	var items []listItem
	var ticked []string // names of the items, in the order of their ticks
	for _, card := range d.session.Rules().CardsFor(d.session.State(), holder, ask) {
		for n := range min(card.Number, ask.Many) { // equal cards have rows of their own; spaces make their names distinct
			items = append(items, listItem{name: card.Name + strings.Repeat(" ", n), label: card.Label, note: func() string { return card.Text }})
		}
	}
	take := func(names []string) {
		words := strings.Fields(strings.Join(names, " "))
		if len(words) == 0 {
			d.showMessage("Choose " + ask.LimitText() + ", or press Esc.")
		} else if err := set(strings.Join(words, " ")); err != nil {
			d.showError(err)
		}
	}
	l := &picker{title: title, empty: holder.Name + " has no card to choose. Press Esc."}
	l.choose = func(it *listItem) { take([]string{it.name}) }
	l.load = func() []listItem { return items }
	if ask.Many > 1 {
		l.load = func() []listItem {
			for i := range items {
				items[i].sign = "[ ]"
				if slices.Contains(ticked, items[i].name) {
					items[i].sign = "[x]"
				}
			}
			return items
		}
		l.toggle = func(it *listItem) {
			switch at := slices.Index(ticked, it.name); {
			case at >= 0:
				ticked = slices.Delete(ticked, at, at+1)
			case len(ticked) >= ask.Many:
				d.showMessage("Only " + ask.LimitText() + ". Untick another one first.")
			default:
				ticked = append(ticked, it.name)
			}
		}
		l.commit = func() { take(ticked) }
	}
	d.openOverlay(l)
}

// showWithHand shows p, a page about the combatant or side a. If a has a hand of cards, the key h on the page shows it.
func (d *Dashboard) showWithHand(p *draw.Page, a *rules.Actor) {
	v := &pageView{page: p}
	if d.handHolder(a) != nil {
		v.bar = []barKey{{name: "h", label: "hand", run: func() { d.confirmHand(a) }}, {name: "Esc", label: "close"}}
	}
	d.openOverlay(v)
}

// handHolder returns a if it has a hand, otherwise its side if that has one, or nil.
func (d *Dashboard) handHolder(a *rules.Actor) *rules.Actor {
	for _, holder := range []*rules.Actor{a, d.shownState().Find(a.Side)} {
		if holder != nil && slices.ContainsFunc(d.session.Rules().Piles(d.shownState(), holder), func(p rules.Pile) bool { return p.Hidden && len(p.Cards) > 0 }) {
			return holder
		}
	}
	return nil
}

// confirmHand opens a list whose only row confirms that no player can see the screen. Choosing it shows the hand of a or of its side.
func (d *Dashboard) confirmHand(a *rules.Actor) {
	holder := d.handHolder(a)
	if holder == nil {
		d.showMessage(a.Name + " has no hand.")
		return
	}
	d.openOverlay(&picker{title: "hand of " + holder.Name, load: func() []listItem {
		return []listItem{{name: "show", label: "Show the cards", hint: "only their holder may look", run: func() {
			d.closeOverlay()
			d.showPage(d.pages.cardsPage(holder, true))
		}}}
	}})
}
