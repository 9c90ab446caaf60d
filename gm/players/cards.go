package players

import (
	"slices"
	"strings"

	"hybrid/gm"
	"hybrid/rules"
	"hybrid/rules/collect"
)

// A hand of cards at a seat, with the deeds that each card can be played for, and the steps of a stage, which a side can end. A deed is an
// action as players see it. A stage is a list of steps that the sides go through in order, such as the aftermath of a battle. A knownState
// (offer.go) is the state of play as the seat's character knows it.

// OwnCard is a card of the player's own, with the deeds it can be played for.
type OwnCard struct {
	Card                // card as its owner sees it
	Deck, Pile string   // label of its deck, and the pile it is in
	Plays      []Play   // deeds that the card can be played for
	Added      []string // labels of the options that add it to a roll
}

// Play is a deed for which a card can be played.
type Play struct {
	Deed, Label, Text string // name, label and description of the deed
	Cards             string // name of the card, if the deed asks for cards; empty if the deed is the card's own
	Refused           string // reason why it is impossible, as known to the character; empty if it is possible
	Costs             string // price as text; empty if it is free or not known yet
}

// cardsFor returns the cards that can be chosen to answer ask.
func (k *knownState) cardsFor(ask *rules.Ask) []Card {
	return visibleCards(k.rs.CardsFor(k.whole, k.whole.Find(k.log.seat), ask), true)
}

// FindOwnCard returns a card of a seat or of its side by name, or nil if it has no such card.
func FindOwnCard(l *Log, s *rules.State, name string) *OwnCard {
	k := l.newKnownState(s, "")
	if k == nil {
		return nil
	}
	seen := l.SeatView(s)
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

// fillPlays sets the deeds and the options that card h can be played for.
func (k *knownState) fillPlays(h *OwnCard) {
	canName := func(ask *rules.Ask) bool {
		return ask.AsksCards() && ask.Of == "" && ask.Pile == h.Pile && slices.ContainsFunc(k.cardsFor(ask), func(c Card) bool { return c.Name == h.Name })
	}
	for _, action := range k.rs.Actions.All {
		isOwnAction := action.CardName() == h.Name // whether the action is the card's own
		if !action.IsDeclaredByName(k.rs) || action.GM || !isOwnAction && !canName(action.Ask) {
			continue
		}
		p := Play{Deed: action.Name, Label: collect.Choose(isOwnAction, "Play it", action.Label), Text: action.Text}
		if !k.isOffered(action) {
			p.Refused = "Do this on the page of " + k.state.SideName(k.actor.Side) + "."
			h.Plays = append(h.Plays, p)
			continue
		}
		want := Want{Deed: action.Name}
		if p.Refused = k.deedOffer(action).Refused; !isOwnAction {
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
		if !isOnlyForGM(situation) && canName(situation.Ask) {
			h.Added = append(h.Added, situation.Label)
		}
	}
}

// Stage is the current stage of the game: steps that the sides go through one by one, as everyone knows them.
type Stage struct {
	Label   string   // name of the stage
	Steps   []string // steps from the current one on
	Waits   string   // names of the sides that the stage waits for; empty if there are none
	Yours   bool     // whether the stage waits for the seat's side
	Calls   bool     // whether the seat's player answers for that side
	Barred  string   // reason why that side can't end the step; empty if it can
	Figures []Means  // figures of that side to be put in order; nil if no order is asked for
	side    string   // key of the seat's side; empty if the stage doesn't wait for it
}

// stageSeenBy returns the current stage as a seat knows it, or nil if there is no stage. s is the state that is shown to the seat. Names of
// other sides are omitted in a game that restricts what actors know.
func stageSeenBy(l *Log, s *rules.State) *Stage {
	rs, own := l.game.Rules, s.Find(l.seat)
	stage := &Stage{}
	if stage.Label, stage.Steps = rs.StageSteps(s); stage.Label == "" {
		return nil
	}
	var waits []string
	for _, key := range rs.StageSides(s) {
		if own != nil && own.ApparentSide() == key {
			stage.Yours, stage.side = true, key
			stage.Calls = own.IsSide() || !s.Find(key).Sheet.HasPlayer()
			waits = append([]string{"you"}, waits...)
		} else if !rs.Knowledge.IsTracked() {
			waits = append(waits, s.SideName(key))
		}
	}
	stage.Waits = strings.Join(waits, ", ")
	if !stage.Yours {
		return stage
	}
	if !rs.Knowledge.IsTracked() {
		stage.Barred = rs.StageEndRefusal(s, stage.side)
	}
	for _, a := range rs.StageFigures(s, stage.side) {
		if p := l.people.byKey[a.Key]; a.Key == l.seat {
			stage.Figures = append(stage.Figures, Means{Name: Self, Label: a.Name})
		} else if p != nil {
			stage.Figures = append(stage.Figures, Means{Name: p.publicID(), Label: a.Name})
		}
	}
	return stage
}

// proposeEndStep completes p, a proposal to end the step of the character's side, to order its figures, or to end the character's turn. If
// w isn't possible, it returns the reason.
func (k *knownState) proposeEndStep(p gm.Proposal, w *Want, stage *Stage) (gm.Proposal, string) {
	switch {
	case stage != nil && stage.Yours && w.Other == Ending && stage.Figures == nil && len(w.Order) == 0:
		p.Line, p.Told = stage.side+": "+Ending, "done with “"+stage.Steps[0]+"”"
	case stage != nil && stage.Yours && w.Other == Ordering && len(w.Order) == len(stage.Figures):
		p.Line, p.Told = stage.side+": "+Ordering, "the order of your figures"
		for _, id := range w.Order {
			if k.keys[id] == "" || !slices.ContainsFunc(stage.Figures, func(m Means) bool { return m.Name == id }) {
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
func (k *knownState) canEndTurn() bool {
	return k.actor.Open && k.rs.Order.InRounds() && k.whole.Running
}
