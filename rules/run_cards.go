package rules

import (
	"cmp"
	"math"
	"slices"

	"hybrid/rules/message"
	"hybrid/rules/source"
)

// Moving cards between piles in a run: dealt by an effect, drawn by a step, played with an action or an option. The cards of a deck are the
// rows of a table; the row with the number N (From) has the index N-1 in counts of cards. A card that is in no other pile is in the deck
// (state_cards.go), so moving a card into the deck only takes it away from its holder. The holder of an actor's cards is the actor or, for
// some decks, its side (Table.holderOf). Open cards can lie in numbered slots. In a frame f, f.sides[0] is the side of the acting actor,
// f.sides[1] the side of the other one.

// cardDeal is the compiled form of an effect that deals cards.
type cardDeal struct {
	deck     *Table   // source of the cards
	from, to string   // names of the piles
	slot     *Formula // number of the slot in the pile to; nil for none
	cards    *Formula // chosen cards, encoded in a number like the answers to ask; nil to take the next cards of the pile
	ask      *Ask     // question whose answer is cards; for a card given by name, a stand-in without text; nil if cards is nil
}

// compileDeal compiles an effect that deals cards.
func (e *Effect) compileDeal(c *compiler, p nameScope) {
	deck := c.findDeck(e.Deal)
	if e.amount = c.compileNumber(e.By, p); deck == nil {
		return
	}
	d := &cardDeal{deck: deck, from: PileDeck, to: PileHand}
	for _, pile := range []struct {
		text source.Text // value of the key
		name *string     // place for the pile's name
	}{{e.From, &d.from}, {e.To, &d.to}} {
		if pile.text.Text == "" {
			continue
		}
		if *pile.name = pile.text.Text; !slices.Contains(pileNames, pile.text.Text) {
			c.addMistake(source.UnknownName, pile.text.Pos, "%s", message.Unknown("pile", pile.text.Text, pileNames))
		}
	}
	if d.slot = c.compileNumber(e.Slot, p); d.slot != nil && d.to != PileOpen {
		c.addMistake(source.BadValue, e.Slot.Pos, "A slot is for open cards. Add `to: open`.")
	}
	e.deal = d
	if e.Card.Text == "" {
		return
	}
	if row := deck.rowNamed(e.Card.Text); row != nil {
		d.cards, d.ask = c.compileNumber(source.Text{Text: formatNumber(row.From), Pos: e.Card.Pos}, nameScope{}), &Ask{deck: deck, Many: 1}
		return
	}
	names := deck.rowNames() // names that `card` can have, for suggestions
	if d.ask = p.findCardQuestion(e.Card.Text, &names); d.ask == nil {
		c.addMistake(source.UnknownName, e.Card.Pos, "%s", message.Unknown("card or question for cards", e.Card.Text, names))
		return
	}
	if d.ask.deck != deck {
		c.addMistake(source.BadValue, e.Card.Pos, "%s asks for cards of %s, not of %s. Name the same deck.", e.Card.Text, d.ask.deck.Name, deck.Name)
	}
	d.cards = c.compileNumber(source.Text{Text: e.Card.Text + "." + codeField, Pos: e.Card.Pos}, p)
}

// findCardQuestion returns the question for cards that name refers to in the scope p, or nil. It is the action's question if name is
// askedName, else the question of the earlier step with that name. The names of all such questions are appended to tried.
func (p *nameScope) findCardQuestion(name string, tried *[]string) (found *Ask) {
	switch {
	case name == askedName && p.ask.AsksCards():
		found = p.ask
	case p.seq != nil:
		for _, step := range p.seq.steps[:min(p.steps, len(p.seq.steps))] {
			if step.kind == stepAsk && step.Ask.AsksCards() {
				if *tried = append(*tried, step.Name); step.Name == name {
					found = step.Ask
				}
			}
		}
	}
	if p.ask.AsksCards() {
		*tried = append(*tried, askedName)
	}
	return found
}

// dealsAtRandom reports whether the effect deals random cards.
func (e *Effect) dealsAtRandom() bool {
	return e.verb == verbDeal && e.deal != nil && e.deal.cards == nil
}

// dealCards carries out an effect that deals cards to an actor, from its own piles or, with `whose: other`, from those of another (from).
// If sides instead of actors have hands of the deck, the cards belong to the actors' sides.
func (r *Run) dealCards(f *Frame, e *Effect, actor, from *Actor) {
	d := e.deal
	receiver := d.deck.holderOf(actor)
	owner := receiver
	if e.Whose == whoOther {
		owner = d.deck.holderOf(from)
	}
	if receiver == nil || owner == nil || receiver.Key == "" || owner.Key == "" {
		return
	}
	slot := 0.0
	if d.slot != nil {
		slot = d.slot.Num(f)
	}
	if d.cards != nil {
		r.dealChosen(f, d, owner, receiver, slot)
		return
	}
	n := 1.0
	if e.amount != nil {
		n = math.Floor(r.effectAmount(f, e) + slack)
	} else if d.from != PileDeck {
		r.dealWholePile(f, d, owner, receiver, slot)
		return
	}
	for ; n >= 1 && r.err == nil; n-- {
		row, pile := r.drawFromPile(f, d.deck, owner, d.from)
		if row == nil {
			if r.err == nil {
				r.withActor(receiver).emitOwn(&Event{Kind: EventTell, Text: d.deck.emptyText()})
			}
			return
		}
		r.moveCard(f, row, owner, receiver, pile, d.to, slot)
	}
}

// dealChosen moves the cards that the effect names, or that were chosen as the answer to its question. If such a card should come from the
// deck but isn't in it, the receiver is told.
func (r *Run) dealChosen(f *Frame, d *cardDeal, owner, receiver *Actor, slot float64) {
	for _, row := range d.ask.chosenCards(d.cards.Num(f)) {
		row = d.deck.rowNamed(row.Name)
		if counts, _ := r.state.countCards(f, d.deck, owner, PileDeck); d.from == PileDeck && counts[int(row.From)-1] == 0 {
			r.withActor(receiver).emitOwn(&Event{Kind: EventTell, Text: "No card is left: " + MidSentence(row.Label) + "."})
			continue
		}
		r.moveCard(f, row, owner, receiver, d.from, d.to, slot)
	}
}

// dealWholePile moves all cards of the effect's pile, in their order.
func (r *Run) dealWholePile(f *Frame, d *cardDeal, owner, receiver *Actor, slot float64) {
	var names []string
	r.state.eachCard(f, d.deck, owner, d.from, func(_ *Actor, card *Card) { names = append(names, card.Name) })
	for _, name := range names {
		if row := d.deck.rowNamed(name); row != nil {
			r.moveCard(f, row, owner, receiver, d.from, d.to, slot)
		}
	}
}

// drawFromPile returns the next card of a pile, and the pile in which it actually lies; row is nil if there is none. The next card of the
// deck is one that was put on top (PileTop), else a random one, and one that was put at the bottom (PileBottom) only if no others are left.
func (r *Run) drawFromPile(f *Frame, deck *Table, owner *Actor, pile string) (row *Row, from string) {
	if pile == PileDeck {
		if top := r.firstOfPile(f, deck, owner, PileTop); top != nil {
			return top, PileTop
		}
	}
	if pile == PileTop || pile == PileBottom {
		return r.firstOfPile(f, deck, owner, pile), pile
	}
	counts, sum := r.state.countCards(f, deck, owner, pile)
	if sum == 0 && pile == PileDeck {
		return r.firstOfPile(f, deck, owner, PileBottom), PileBottom
	}
	if sum == 0 {
		return nil, pile
	}
	die := deck.cardDie(counts)
	face := 0
	if len(die.names) > 1 { // no die is needed to draw from cards that are all alike
		wasSecret := r.secretCheck // the card is known to its drawer only
		r.rollingActor, r.purpose, r.secretCheck = owner.Key, deck.Label, true
		face = r.roller.rollFace(die, deck.Label)
		r.secretCheck = wasSecret
		if need, ok := r.err.(*Need); ok && need.Die > 0 {
			need.Text = deck.Label + ": " + die.FaceList()
		}
	}
	if r.err != nil {
		return nil, pile
	}
	return deck.rowNamed(die.names[face]), pile
}

// firstOfPile returns the first card of an ordered pile, or nil if it is empty.
func (r *Run) firstOfPile(f *Frame, deck *Table, owner *Actor, pile string) *Row {
	var first *Card
	r.state.eachCard(f, deck, owner, pile, func(_ *Actor, card *Card) {
		if first == nil || card.At < first.At {
			first = card
		}
	})
	if first == nil {
		return nil
	}
	return deck.rowNamed(first.Name)
}

// moveCard moves a card, which is a row of the deck, between piles: It goes from owner's pile named from to the pile named pile of the
// actor to. slot is the card's slot, if that pile has slots. If the card is drawn from the deck, its effects on being drawn are carried
// out.
func (r *Run) moveCard(f *Frame, row *Row, owner, to *Actor, from, pile string, slot float64) {
	deck := row.deck
	// In an ordered pile, the lowest slot comes first, so the card gets a slot before or after all others.
	r.state.eachCard(f, deck, to, pile, func(_ *Actor, card *Card) {
		switch pile {
		case PileTop:
			slot = min(slot, card.At-1)
		case PileBottom:
			slot = max(slot, card.At+1)
		}
	})
	// The event's How is the new pile, its Text the old one, and its Words the other actor involved in the move; "" stands for the deck.
	e := Event{Kind: EventCard, What: deck.Name, Other: row.Name, How: pile, Value: slot}
	if pile == PileDeck {
		e.How = ""
	}
	holder := r.actorCopy(owner.Key)
	if from != PileDeck {
		holder = nil
		r.state.eachCard(f, deck, owner, from, func(candidate *Actor, card *Card) {
			if card.Name == row.Name && (holder == nil || candidate.Key == owner.Key) {
				holder = r.actorCopy(candidate.Key)
			}
		})
		if holder == nil {
			return
		}
		if e.Text = from; holder.Key != to.Key { // one event for the actor that loses the card, and one for the actor that gets it
			r.withActor(holder).emitOwn(&Event{Kind: EventCard, What: deck.Name, Other: row.Name, Text: from, Words: []string{to.Key}})
			e.Text, e.Words = "", []string{holder.Key}
		}
	} else if pile == PileDeck { // the card stays where it is
		return
	}
	if receiver := r.actorCopy(to.Key); receiver != nil && (e.Text != "" || e.How != "") {
		r.withActor(receiver).emitOwn(&e)
	}
	if from == PileDeck || from == PileTop || from == PileBottom {
		r.applyEffects(f, row.OnDraw)
	}
}

// drawCard draws the card that is the result of a step with a deck, and puts it on the step's pile `to`, by default the discard pile. It
// returns nil if no card is left.
func (p stepper) drawCard() *Row {
	deck := p.step.table
	actor := p.f.sides[0].actor
	if p.step.isSeenBySubject() {
		actor = p.f.sides[1].actor
	}
	holder := deck.holderOf(actor)
	if holder == nil || holder.Key == "" {
		return nil
	}
	row, pile := p.drawFromPile(p.f, deck, holder, PileDeck)
	if row == nil {
		if p.err == nil {
			p.withActor(holder).emitOwn(&Event{Kind: EventTell, Text: deck.emptyText()})
		}
		return nil
	}
	to := p.step.To
	if to == "" {
		to = PileDiscard
	}
	p.moveCard(p.f, row, holder, holder, pile, to, 0)
	return row
}

// cardHindrance returns the reason that prevents the actor from playing the action's card, or nil.
func (a *Action) cardHindrance(f *Frame) *Hindrance {
	switch {
	case a.card == nil:
		return nil
	case a.card.countHeld(f, f.sides[0].actor) == 0:
		return &Hindrance{Refuse: "no such card in hand"}
	case !f.holdsOr(a.card.when, true):
		return &Hindrance{Refuse: a.card.Refuse}
	}
	return nil
}

// playCards discards the card of the action and the cards named in its options.
func (r *Run) playCards(f *Frame, action *Action, ticked []TickedSituation) {
	if len(r.rs.decks) == 0 {
		return
	}
	play := func(row *Row, actor *Actor, piles ...string) {
		holder := row.deck.holderOf(actor)
		if holder == nil {
			return
		}
		for _, pile := range piles {
			if counts, _ := r.state.countCards(f, row.deck, actor, pile); counts[int(row.From)-1] > 0 {
				r.moveCard(f, row, holder, holder, pile, PileDiscard, 0)
				return
			}
		}
	}
	if action != nil && action.card != nil {
		play(action.card, f.sides[0].actor, PileOpen, PileHand)
	}
	for _, t := range ticked {
		ask := t.Situation.Ask
		if !ask.AsksCards() {
			continue
		}
		actor := f.sides[0].actor
		if ask.Of == whoOther {
			actor = f.sides[1].actor
		}
		for _, row := range ask.chosenCards(t.Number) {
			play(row, actor, ask.Pile)
		}
	}
}

// compileCard looks up the card that the action plays, which has the name of the action or one of its former names.
func (a *Action) compileCard(c *compiler) {
	if a.Card.Text == "" {
		return
	}
	deck := c.findDeck(a.Card)
	if deck == nil {
		return
	}
	for _, name := range append([]source.Text{{Text: a.Name}}, a.Formerly...) {
		a.card = cmp.Or(a.card, deck.rowNamed(name.Text))
	}
	if a.card == nil {
		c.addMistake(source.UnknownName, a.Card.Pos, "%s", message.Lacking("deck "+deck.Name, "card", a.Name, deck.rowNames()))
	}
}

// emptyText returns the message for a draw from an empty deck.
func (t *Table) emptyText() string { return "The deck is empty: " + MidSentence(t.Label) + "." }
