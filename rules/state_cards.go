package rules

import (
	"cmp"
	"fmt"
	"slices"
)

// Cards: the rows of a table that is a deck. A card held by no one is in the deck, so a deck needs no order and no state: the next card is
// chosen when it is drawn (run_cards.go). The cards in front of a holder lie in piles, such as its hand.

// Card is a card that an actor or a side has.
type Card struct {
	Deck string  // name of the deck
	Name string  // name of the card's row
	Pile string  // one of the Pile constants
	At   float64 // position in an ordered pile, lowest first; 0 in others
}

// The piles in which a card can be.
const (
	PileDeck    = "deck"    // face down, without a holder
	PileHand    = "hand"    // known only to its holder
	PileAside   = "aside"   // face down before its holder, known only to the holder
	PileOpen    = "open"    // face up before its holder
	PileGround  = "ground"  // lying on the ground near its holder
	PileTop     = "top"     // on top of the deck, drawn first
	PileBottom  = "bottom"  // under the deck, drawn last
	PileDiscard = "discard" // used up
	PileGone    = "gone"    // removed from the game
)

// pileNames lists the piles in their usual order.
var pileNames = []string{PileDeck, PileHand, PileAside, PileOpen, PileGround, PileTop, PileBottom, PileDiscard, PileGone}

// isHiddenPile reports whether only the holder of a pile can know its cards.
func isHiddenPile(pile string) bool {
	return pile == PileHand || pile == PileAside || pile == PileTop || pile == PileBottom
}

// isPersonalPile reports whether a pile belongs to its holder, not to the deck.
func isPersonalPile(pile string) bool {
	return pile == PileHand || pile == PileAside || pile == PileOpen || pile == PileGround
}

// applyMove returns cards after an event that moves a card. If e.Text is "", the card comes from the deck or from another actor; if e.How
// is "", it goes to one of these.
func (c *Card) applyMove(e *Event, cards []Card) ([]Card, error) {
	cards = slices.Clone(cards)
	if e.Text != "" {
		i := slices.IndexFunc(cards, func(o Card) bool { return o.Deck == c.Deck && o.Name == c.Name && o.Pile == e.Text })
		if i < 0 {
			return nil, fmt.Errorf("%s has no card “%s” there.", e.Who, c.Name)
		}
		cards = slices.Delete(cards, i, i+1)
	}
	if e.How != "" {
		c.Pile, c.At = e.How, e.Value
		i, _ := slices.BinarySearchFunc(cards, *c, compareCards)
		cards = slices.Insert(cards, i, *c)
	}
	return cards, nil
}

// compareCards orders cards, so that equal sets of cards are equal lists.
func compareCards(a, b Card) int {
	return cmp.Or(cmp.Compare(a.Deck, b.Deck), cmp.Compare(a.Pile, b.Pile), cmp.Compare(a.At, b.At), cmp.Compare(a.Name, b.Name))
}

// WithoutHiddenCards returns a copy of an actor without the names of the cards that only the actor knows, or the actor itself if it has no
// such cards.
func (a *Actor) WithoutHiddenCards() *Actor {
	if !slices.ContainsFunc(a.Cards, func(card Card) bool { return isHiddenPile(card.Pile) }) {
		return a
	}
	b := a.clone()
	b.Cards = slices.Clone(a.Cards)
	for i := range b.Cards {
		if isHiddenPile(b.Cards[i].Pile) {
			b.Cards[i].Name = ""
		}
	}
	return b
}
