package dashboard

import (
	"strconv"
	"strings"

	"hybrid/gm/dashboard/draw"
	"hybrid/rules"
	"hybrid/rules/collect"
	"hybrid/rules/message"
)

// Cards: the piles of a combatant and its side, such as a hand, grouped by the deck to which the cards belong. A hidden pile is one whose
// cards only its holder knows; the game master sees their names on request.

// addPileLines adds the piles of a combatant and of its side to p. It only counts the cards of hidden piles.
func (ps pages) addPileLines(p *draw.Page, a *rules.Actor) {
	holders := []*rules.Actor{a}
	if side := ps.shownState().Find(a.Side); side != nil && side != a {
		holders = append(holders, side)
	}
	for _, holder := range holders {
		ps.addPilesOf(p, holder, collect.Choose(holder == a, "", holder.Name), false)
	}
}

// addPilesOf adds the piles of a holder to p, by deck. whose, which may be "", follows the deck's label and names the holder. If hidden is
// set, the cards of hidden piles are named, too.
func (ps pages) addPilesOf(p *draw.Page, holder *rules.Actor, whose string, hidden bool) {
	var deck *rules.Table
	for _, pile := range ps.session.Rules().Piles(ps.shownState(), holder) {
		if pile.Deck != deck {
			deck = pile.Deck
			p.Gap()
			p.Text(draw.RoleTitle, strings.Join(nonEmpty(deck.Label, whose), " · "))
		}
		names := ""
		if hidden || !pile.Hidden {
			names = pile.Text()
		}
		p.Add(draw.PageLine{Left: message.Capitalise(pile.Name), Note: names, Right: strconv.Itoa(pile.Number)})
	}
}

// cardsPage returns a page with the piles of a holder. If hidden is set, it also names the cards of hidden piles.
func (ps pages) cardsPage(holder *rules.Actor, hidden bool) *draw.Page {
	p := &draw.Page{Title: "cards of " + holder.Name}
	ps.addPilesOf(p, holder, "", hidden)
	return p
}
