package players

import (
	"slices"
	"strings"

	"hybrid/gm"
	"hybrid/rules"
	"hybrid/rules/collect"
)

// A hand of cards at a seat, with the deeds each card may be played for, and the steps of a stage, which a side can end.

// OwnCard is a card of the player's own, with the deeds it can be played for.
type OwnCard struct {
	Card
	Deck, Pile string
	Plays      []Play
	Added      []string // labels of the options that add it to a roll
}

// Play is a deed that a card is played with.
type Play struct {
	Deed, Label, Text string
	Cards             string // the card, if the deed asks for cards
	Refused           string // reason why it is impossible, as known to the character; empty if it is possible
	Costs             string
}

// cardsFor returns the cards that may be chosen to answer ask.
func (k *knownState) cardsFor(ask *rules.Ask) []Card {
	return visibleCards(k.rs.CardsFor(k.whole, k.whole.Find(k.log.seat), ask), true)
}

// OwnCardOf returns a card of a seat or of its side by name, or nil if it has no such card.
func OwnCardOf(l *Log, s *rules.State, name string) *OwnCard {
	k := l.newKnownState(s, "")
	if k == nil {
		return nil
	}
	seen := l.Seen(s)
	for _, pile := range seen.Own.Cards {
		for _, card := range pile.Names {
			if card.Name == name && (pile.Pile == rules.PileHand || pile.Pile == rules.PileOpen) {
				h := &OwnCard{Card: card, Deck: pile.Deck, Pile: pile.Pile}
				k.fillPlays(h)
				return h
			}
		}
	}
	return nil
}

// fillPlays sets the deeds that a card may be played for.
func (k *knownState) fillPlays(h *OwnCard) {
	canName := func(ask *rules.Ask) bool {
		return ask.Cards() && ask.Of == "" && ask.Pile == h.Pile && slices.ContainsFunc(k.cardsFor(ask), func(c Card) bool { return c.Name == h.Name })
	}
	for _, action := range k.rs.Actions.All {
		own := action.CardName() == h.Name
		if !action.ByName(k.rs) || action.GM || !own && !canName(action.Ask) {
			continue
		}
		p := Play{Deed: action.Name, Label: collect.Choose(own, "Play it", action.Label), Text: action.Text}
		if !k.isOffered(action) {
			p.Refused = "Do this on the page of " + k.s.SideName(k.a.Side) + "."
			h.Plays = append(h.Plays, p)
			continue
		}
		want := Want{Deed: action.Name}
		if p.Refused = k.deedOffer(action).Refused; !own {
			p.Cards, want.Cards = h.Name, h.Name
		}
		if p.Refused == "" && !action.Whom && action.Ask == nil {
			try, _, ok := k.tryDeed(&want)
			if p.Costs = try.Costs; !ok {
				p.Refused = NotNow
			}
		}
		h.Plays = append(h.Plays, p)
	}
	for _, situation := range k.rs.Situations.All {
		if !isForMaster(situation) && canName(situation.Ask) {
			h.Added = append(h.Added, situation.Label)
		}
	}
}

// Stage holds the steps that the sides go through now, as everyone knows them.
type Stage struct {
	Label   string
	Steps   []string // steps from the current one on
	Waits   string   // names of the sides that the stage waits for; empty if there are none
	Yours   bool     // whether the stage waits for the seat's side
	Calls   bool     // whether the seat's player answers for that side
	Barred  string   // why that side can't end the step; empty if it can
	Figures []Means  // figures of that side to be put in order; nil if no order is asked for
	side    string
}

// stageSeenBy returns the current stage as a seat knows it, in the state shown to it, or nil if there is no stage. Names of other sides are
// omitted in a game that restricts what actors know.
func stageSeenBy(l *Log, s *rules.State) *Stage {
	rs, own := l.game.Rules, s.Find(l.seat)
	at := &Stage{}
	if at.Label, at.Steps = rs.StageSteps(s); at.Label == "" {
		return nil
	}
	var waits []string
	for _, key := range rs.StageSides(s) {
		if own != nil && own.OpenSide() == key {
			at.Yours, at.side = true, key
			at.Calls = own.IsSide() || !s.Find(key).Sheet.HasPlayer()
			waits = append([]string{"you"}, waits...)
		} else if !rs.Knowledge.Kept() {
			waits = append(waits, s.SideName(key))
		}
	}
	at.Waits = strings.Join(waits, ", ")
	if !at.Yours {
		return at
	}
	if !rs.Knowledge.Kept() {
		at.Barred = rs.StageHeld(s, at.side)
	}
	for _, a := range rs.StageFigures(s, at.side) {
		if p := l.people.by[a.Key]; a.Key == l.seat {
			at.Figures = append(at.Figures, Means{Name: Self, Label: a.Name})
		} else if p != nil {
			at.Figures = append(at.Figures, Means{Name: p.publicID(), Label: a.Name})
		}
	}
	return at
}

// proposeEndStep returns a proposal to end the step of the character's side, to order its figures, or to end the character's turn.
func (k *knownState) proposeEndStep(p gm.Proposal, w *Want, at *Stage) (gm.Proposal, string) {
	switch {
	case at != nil && at.Yours && w.Other == Ending && at.Figures == nil && len(w.Order) == 0:
		p.Line, p.Told = at.side+": "+Ending, "done with “"+at.Steps[0]+"”"
	case at != nil && at.Yours && w.Other == Ordering && len(w.Order) == len(at.Figures):
		p.Line, p.Told = at.side+": "+Ordering, "the order of your figures"
		for _, id := range w.Order {
			if k.keys[id] == "" || !slices.ContainsFunc(at.Figures, func(m Means) bool { return m.Name == id }) {
				return p, NotOffered
			}
			p.Line += " " + k.keys[id]
		}
	case w.Other == Ending && k.canEndTurn() && len(w.Order) == 0:
		p.Line, p.Told = k.log.seat+": "+Ending, "done for this turn"
	default:
		return p, NotOffered
	}
	return p, ""
}

// canEndTurn reports whether the character has an open turn, in a game in which turns are ended manually.
func (k *knownState) canEndTurn() bool { return k.a.Open && k.rs.Order.InRounds() && k.whole.Running }
