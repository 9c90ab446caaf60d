package rules

import (
	"cmp"
	"fmt"
	"slices"
)

// Cards: the rows of a table that is a deck. A card that nobody has is in the deck, so that a deck has no order and no state: the next
// card is settled as it is drawn (run_cards.go).

// Card is a card that an actor or a side has.
type Card struct {
	Deck string  // table
	Name string  // row of it
	Pile string  // where it is
	At   float64 // place in a pile with an order, lowest first; 0 in others
}

// The piles of a card.
const (
	PileDeck    = "deck"    // face down, nobody's
	PileHand    = "hand"    // known to its holder alone
	PileAside   = "aside"   // face down before its holder, known to it alone
	PileOpen    = "open"    // face up before its holder
	PileGround  = "ground"  // lying where its holder is
	PileTop     = "top"     // laid on the deck, drawn first
	PileBottom  = "bottom"  // laid under the deck, drawn last
	PileDiscard = "discard" // used
	PileGone    = "gone"    // out of the game
)

// pileNames are the piles, in the order in which people name them.
var pileNames = []string{PileDeck, PileHand, PileAside, PileOpen, PileGround, PileTop, PileBottom, PileDiscard, PileGone}

// hiddenPile reports whether only the holder of a pile knows its cards.
func hiddenPile(pile string) bool {
	return pile == PileHand || pile == PileAside || pile == PileTop || pile == PileBottom
}

// personalPile reports whether a pile belongs to its holder, not to the deck.
func personalPile(pile string) bool {
	return pile == PileHand || pile == PileAside || pile == PileOpen || pile == PileGround
}

// apply moves the card of an event between the piles of an actor. Without Text it comes from the deck or from somebody else, without
// How it goes there.
func (c *Card) apply(e *Event, cards []Card) ([]Card, error) {
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

// compareCards orders cards so that the same cards are the same list.
func compareCards(a, b Card) int {
	return cmp.Or(cmp.Compare(a.Deck, b.Deck), cmp.Compare(a.Pile, b.Pile), cmp.Compare(a.At, b.At), cmp.Compare(a.Name, b.Name))
}

// HidingCards returns a copy of an actor whose cards have no name where only it knows them; the actor itself if it has none such.
func (a *Actor) HidingCards() *Actor {
	if !slices.ContainsFunc(a.Cards, func(card Card) bool { return hiddenPile(card.Pile) }) {
		return a
	}
	b := a.clone()
	b.Cards = slices.Clone(a.Cards)
	for i := range b.Cards {
		if hiddenPile(b.Cards[i].Pile) {
			b.Cards[i].Name = ""
		}
	}
	return b
}
