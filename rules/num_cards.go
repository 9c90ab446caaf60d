package rules

import (
	"slices"
	"strconv"
	"strings"

	"hybrid/rules/collect"
	"hybrid/rules/message"
)

// Cards in formulas and questions: the number of cards in a pile, the cards that can be chosen, and sums over cards. A deck is a table with
// the key `deck`; each row is a card, of which there can be several copies. Table.Hands says whether actors or sides hold the cards, and
// Table.Deck which holders share one deck: all, those of the same side, or none. A pile is a place for cards (state_cards.go).

// cardIndex returns the index of the card in its deck, which the row keeps as From, counted from 1.
func (row *Row) cardIndex() int { return int(row.From) - 1 }

// eachCard calls visit for each card of a deck in a pile: the actor's own cards or, for a pile of the deck, the cards of all holders that
// share it.
func (s *State) eachCard(f *Frame, deck *Table, a *Actor, pile string, visit func(*Actor, *Card)) {
	holder := deck.holderOf(a)
	if holder == nil {
		return
	}
	visitCards := func(owner *Actor) {
		for i := range owner.Cards {
			if card := &owner.Cards[i]; card.Deck == deck.Name && card.Pile == pile {
				visit(owner, card)
			}
		}
	}
	if isPersonalPile(pile) {
		visitCards(holder)
		return
	}
	s.eachHolder(f, deck, holder, visitCards)
}

// eachHolder calls visit for all holders that share a deck with holder, including actors that are away.
func (s *State) eachHolder(f *Frame, deck *Table, holder *Actor, visit func(*Actor)) {
	if s == nil {
		visit(holder)
		return
	}
	for _, list := range [][]*Actor{s.Sides, s.Actors, s.SidesAway, s.Away} {
		for _, candidate := range list {
			canHold := candidate.isSide == (deck.Hands == deckOfSide)
			if !canHold || !deck.sharesDeck(holder, candidate) {
				continue
			}
			if f != nil && f.run != nil {
				if own := f.run.findCopy(candidate.Key); own != nil {
					candidate = own
				}
			}
			visit(candidate)
		}
	}
}

// countDeck returns the number of cards left in the holder's deck, by index of the row, and their sum. A card whose place isn't known
// counts as left, so the counts exceed the sum if someone's hand is unknown.
func (s *State) countDeck(f *Frame, deck *Table, holder *Actor) (counts []int, sum int) {
	counts = make([]int, len(deck.rows))
	for i, row := range deck.rows {
		counts[i] = row.copyCount()
		sum += counts[i]
	}
	s.eachHolder(f, deck, holder, func(owner *Actor) {
		for i := range owner.Cards {
			if owner.Cards[i].Deck != deck.Name {
				continue
			}
			sum--
			if row := deck.rowNamed(owner.Cards[i].Name); row != nil && counts[row.cardIndex()] > 0 {
				counts[row.cardIndex()]--
			}
		}
	})
	return counts, sum
}

// countCards returns the number of cards that an actor sees in a pile, by index of the row, and the number of all cards in it. The latter
// is greater if the names of some cards are hidden.
func (s *State) countCards(f *Frame, deck *Table, a *Actor, pile string) (counts []int, sum int) {
	if pile == PileDeck {
		holder := deck.holderOf(a)
		if holder == nil && deck.Deck == deckOfAll { // any actor can look through a deck for all
			holder = a
		}
		if holder != nil {
			return s.countDeck(f, deck, holder)
		}
		return nil, 0
	}
	counts = make([]int, len(deck.rows))
	s.eachCard(f, deck, a, pile, func(_ *Actor, card *Card) {
		sum++
		if row := deck.rowNamed(card.Name); row != nil {
			counts[row.cardIndex()]++
		}
	})
	return counts, sum
}

// countHeld returns the number of cards of the row that an actor has in hand, or open and not covered.
func (row *Row) countHeld(f *Frame, a *Actor) int {
	s := f.state()
	hand, _ := s.countCards(f, row.deck, a, PileHand)
	if hand == nil {
		return 0
	}
	n := hand[row.cardIndex()]
	s.eachCard(f, row.deck, a, PileOpen, func(owner *Actor, card *Card) {
		if card.Name == row.Name && !owner.isCovered(f.rs, card) {
			n++
		}
	})
	return n
}

// resolveCards resolves a name for the cards of side k of a frame, 0 for the actor or 1 for the other actor: hand.DECK and the other
// piles, or has.CARD.
func (c *compiler) resolveCards(k int, parts []string) (v scopeValue, ok bool) {
	if parts[0] == "has" {
		for _, deck := range c.rs.decks {
			if row := deck.rowNamed(parts[1]); row != nil {
				c.readsWorld = true
				return flagValue(valueOfSide(k, "cards", func(f *Frame) bool { return row.countHeld(f, f.sides[k].actor) > 0 }))
			}
		}
	}
	deck, found := c.rs.Tables.Get(parts[1])
	if !found || deck.Deck == "" || !slices.Contains(pileNames, parts[0]) {
		return v, false
	}
	c.readsWorld = true
	return numberValue(valueOfSide(k, "cards", func(f *Frame) float64 {
		_, sum := f.state().countCards(f, deck, f.sides[k].actor, parts[0])
		return float64(sum)
	}))
}

// resolveCardSum resolves the sum of a column over the cards of a pile: open.DECK.COLUMN.
func (c *compiler) resolveCardSum(k int, parts []string) (v scopeValue, ok bool) {
	if len(parts) != 3 || !slices.Contains(pileNames, parts[0]) {
		return v, false
	}
	deck, found := c.rs.Tables.Get(parts[1])
	if !found || deck.Deck == "" || deck.isTextColumn(parts[2]) {
		return v, false
	}
	column, found := deck.columns[parts[2]]
	if !found {
		return v, false
	}
	c.readsWorld = true
	return numberValue(valueOfSide(k, "cards", func(f *Frame) (sum float64) {
		counts, _ := f.state().countCards(f, deck, f.sides[k].actor, parts[0])
		for i, n := range counts {
			sum += float64(n) * deck.rows[i].columnValue(f, column, 0)
		}
		return TrimNoise(sum)
	}))
}

// valueOfSide returns a function that reads get for side k of a frame. For an unknown other actor, the function returns the zero value and
// records that the fact was read.
func valueOfSide[T any](k int, fact string, get func(*Frame) T) func(*Frame) T {
	return func(f *Frame) (neutral T) {
		if k == 1 && f.isUnknown(fact) {
			return neutral
		}
		return get(f)
	}
}

// listCardNames lists the names that compiler.resolveCards resolves.
func (c *compiler) listCardNames() (list []string) {
	for _, deck := range c.rs.decks {
		for _, pile := range pileNames {
			list = append(list, pile+"."+deck.Name)
			list = append(list, withPrefix(pile+"."+deck.Name+".", slices.DeleteFunc(slices.Clone(deck.Columns), deck.isTextColumn))...)
		}
		list = append(list, withPrefix("has.", deck.rowNames())...)
	}
	return list
}

// HasNamedResults reports whether results can be typed as words: the game has dice with named faces, or decks.
func (rs *Ruleset) HasNamedResults() bool { return len(rs.FacedDice.All) > 0 || len(rs.decks) > 0 }

// IsTypedDie reports whether a word can be a typed die of the game: a number, or the beginning of a face or of a card.
func (rs *Ruleset) IsTypedDie(word string) bool {
	begins := func(name string) bool { return strings.HasPrefix(name, strings.ToLower(word)) }
	_, err := strconv.Atoi(word)
	return err == nil || slices.ContainsFunc(rs.FacedDice.All, func(die *FacedDie) bool { return slices.ContainsFunc(die.names, begins) }) ||
		slices.ContainsFunc(rs.CardNames(), begins)
}

// CardCount is the number of cards with the same name in a pile.
type CardCount struct {
	Name, Label, Text string // name and label of the card, and its text or values in words
	Number            int    // number of cards with this name in the pile
	Row               *Row   // row of the deck's table that defines the card
}

// Pile holds a holder's cards from one deck in one place.
type Pile struct {
	Deck   *Table      // deck that the cards are from
	Name   string      // name of the pile, such as hand or open
	Number int         // number of cards in it, known or not
	Cards  []CardCount // one entry for each name; only the holder may see the cards of a hidden pile
	Hidden bool        // whether other players can't see its cards; those of the deck are hidden from everyone
	Shared bool        // whether the pile belongs to the whole deck, not to the holder
}

// Piles returns the piles of an actor or a side, by deck, and the number of cards left in each deck. Empty piles are omitted.
func (rs *Ruleset) Piles(s *State, a *Actor) (list []Pile) {
	for _, deck := range rs.decks {
		if holder := deck.holderOf(a); holder == nil || holder.Key != a.Key {
			continue
		}
		for _, name := range pileNames {
			counts, sum := s.countCards(nil, deck, a, name)
			if sum == 0 && name != PileDeck {
				continue
			}
			pile := Pile{Deck: deck, Name: name, Number: sum, Hidden: isHiddenPile(name) || name == PileDeck, Shared: deck.Deck == deckOfAll && !isPersonalPile(name)}
			for i, n := range counts {
				if n > 0 && name != PileDeck {
					pile.Cards = append(pile.Cards, deck.rows[i].cardCount(n))
				}
			}
			list = append(list, pile)
		}
	}
	return list
}

// Text lists the cards of a pile, such as “2 × feint, omen”.
func (p *Pile) Text() string {
	return strings.Join(collect.Map(p.Cards, func(c CardCount) string {
		if c.Number == 1 {
			return MidSentence(c.Label)
		}
		return formatNumber(float64(c.Number)) + " × " + MidSentence(c.Label)
	}), ", ")
}

// Summary describes a pile briefly: its number of cards or, if everyone may see them, the cards.
func (p *Pile) Summary() string {
	if p.Hidden {
		return p.Name + " " + formatNumber(float64(p.Number))
	}
	return p.Name + ": " + p.Text()
}

// HasDecks reports whether the game has decks.
func (rs *Ruleset) HasDecks() bool { return len(rs.decks) > 0 }

// IsPile reports whether a word names a pile.
func IsPile(word string) bool { return slices.Contains(pileNames, word) }

// CardNames lists the names of all cards.
func (rs *Ruleset) CardNames() (list []string) {
	for _, deck := range rs.decks {
		list = append(list, deck.rowNames()...)
	}
	return list
}

// CardNamed returns the card named name that an actor can hold, or the only such card whose name begins with name.
func (rs *Ruleset) CardNamed(a *Actor, name string) (*Row, error) {
	var found []*Row
	for _, deck := range rs.decks {
		if deck.holderOf(a) == nil {
			continue
		}
		for _, row := range deck.rows {
			if row.Name == name {
				return row, nil
			}
			if name != "" && strings.HasPrefix(row.Name, name) {
				found = append(found, row)
			}
		}
	}
	switch len(found) {
	case 0:
		return nil, refusalOf(message.Unknown("card", name, rs.CardNames()))
	case 1:
		return found[0], nil
	}
	return nil, refuse("%s", message.Ambiguous(name, collect.Map(found, func(row *Row) string { return row.Name })))
}

// MoveCardEvents returns the events that move a card between piles of an actor, for the game master. It returns an error if the card is not in
// the pile.
func (rs *Ruleset) MoveCardEvents(s *State, a *Actor, row *Row, from, to string) ([]Event, error) {
	holder := row.deck.holderOf(a)
	counts, _ := s.countCards(nil, row.deck, holder, from)
	if counts[row.cardIndex()] == 0 {
		return nil, refuse("%s isn't in %s. Choose another card.", row.Label, from)
	}
	// Text and How are the piles; "" stands for the deck.
	e := Event{Kind: EventCard, Who: holder.Key, What: row.deck.Name, Other: row.Name, Text: from, How: to}
	if from == PileDeck {
		e.Text = ""
	}
	if to == PileDeck {
		e.How = ""
	}
	// The event names the actor or side that has the card. In a pile that holders share, that can be another holder; a card still in the
	// deck has none.
	s.eachCard(nil, row.deck, holder, from, func(owner *Actor, card *Card) {
		if card.Name == row.Name {
			e.Who = owner.Key
		}
	})
	return []Event{e}, nil
}

// HoldsCards reports whether an actor can hold cards of the game.
func (rs *Ruleset) HoldsCards(a *Actor) bool {
	return slices.ContainsFunc(rs.decks, func(deck *Table) bool { return a.isSide == (deck.Hands == deckOfSide) })
}

// CardName returns the name of the card that the action plays, or "" for other actions.
func (a *Action) CardName() string {
	if a.card == nil {
		return ""
	}
	return a.card.Name
}

// CardLabel returns the label of the card that an event moves or, if only the holder may know the card, the label of its deck.
func (rs *Ruleset) CardLabel(e *Event) string {
	deck, ok := rs.Tables.Get(e.What)
	if !ok {
		return ReadableName(e.What)
	}
	row := deck.rowNamed(e.Other)
	isHidden := func(pile string) bool { return pile == "" || isHiddenPile(pile) } // "" is the deck
	if row == nil || isHidden(e.Text) && isHidden(e.How) {
		return MidSentence(deck.Label)
	}
	return MidSentence(row.Label)
}

// codeField is the field of an answer for cards that encodes the cards as a number.
const codeField = "cards"

// answerFields lists the fields of an answer for cards: the deck's columns and codeField.
func (a *Ask) answerFields() (list []string) {
	if a.AsksCards() {
		list = append(slices.DeleteFunc(slices.Clone(a.deck.Columns), a.deck.isTextColumn), codeField)
	}
	return list
}

// resolveCardField resolves a field of an answer for cards: their number, the sum of a column, or codeField.
func (a *Ask) resolveCardField(parts []string, get func(*Frame) float64) (scopeValue, bool) {
	switch {
	case len(parts) == 1:
		return numberValue(func(f *Frame) float64 { return float64(len(a.chosenCards(get(f)))) })
	case len(parts) != 2:
		return scopeValue{}, false
	case parts[1] == codeField:
		return numberValue(get)
	}
	column, ok := a.deck.columns[parts[1]]
	if !ok || a.deck.isTextColumn(parts[1]) {
		return scopeValue{}, false
	}
	return numberValue(func(f *Frame) (sum float64) {
		for _, row := range a.chosenCards(get(f)) {
			sum += row.columnValue(f, column, 0)
		}
		return TrimNoise(sum)
	})
}

// withChoosable returns the question with the cards that can be chosen in a frame. If the cards of the pile aren't known in the frame's
// state, the choice stays unlimited.
func (a *Ask) withChoosable(f *Frame) *Ask {
	copied := *a
	k := 0 // side whose cards they are
	if a.Of == whoOther {
		k = 1
	}
	if a.asksUnseen() && f.unknownRecord() != nil {
		return &copied
	}
	counts, sum := f.state().countCards(f, a.deck, f.sides[k].actor, a.Pile)
	if copied.available = counts; counts == nil { // the actor holds no cards of the deck, so none can be chosen
		copied.available = make([]int, len(a.deck.rows))
	}
	for _, n := range counts {
		sum -= n
	}
	if sum > 0 { // the names of some cards are hidden
		copied.available = nil
	}
	return &copied
}

// CardsFor returns the cards that an actor can name as an answer, as it sees them: the cards in the pile or, for a hidden pile of the
// opponent, the whole deck.
func (rs *Ruleset) CardsFor(s *State, a *Actor, ask *Ask) (list []CardCount) {
	available := ask.available
	if ask.Of != whoOther && available == nil {
		available, _ = s.countCards(nil, ask.deck, a, ask.Pile)
	}
	for i, row := range ask.deck.rows {
		n := min(row.copyCount(), ask.Many) // the opponent could hold any card
		if ask.Of != whoOther {
			if n = 0; available != nil {
				n = available[i]
			}
		}
		if n > 0 {
			list = append(list, row.cardCount(n))
		}
	}
	return list
}

// cardCount returns the entry for n cards of a row, with the row's first text or, if it has none, the values of its columns.
func (row *Row) cardCount(n int) CardCount {
	cell := func(column string) string { return row.cells[row.deck.columns[column]].sourceText() }
	for _, column := range row.deck.Texts {
		if text := row.cells[row.deck.columns[column]].text; text != "" {
			return CardCount{row.Name, row.Label, text, n, row}
		}
	}
	columns := collect.MapIf(row.deck.Columns, func(column string) bool { return cell(column) != "" }, func(column string) string { return ReadableName(column) + " " + cell(column) })
	return CardCount{row.Name, row.Label, strings.Join(columns, ", "), n, row}
}

// LimitText describes the number of cards to choose, such as "up to 3 cards".
func (a *Ask) LimitText() string { return maxCountText(a.Many, "card", "cards") }

// HidesCards reports whether an answer names cards that only their holder may know.
func (a *Ask) HidesCards() bool { return a.AsksCards() && isHiddenPile(a.Pile) }

// asksUnseen reports whether the question is for cards that the answering player doesn't see.
func (a *Ask) asksUnseen() bool { return a.Of == whoOther && isHiddenPile(a.Pile) }

// ChoosableCards returns the names of the cards to choose from: the cards in the pile or, if the answering player doesn't see them, the
// whole deck. It returns nil for other questions.
func (a *Ask) ChoosableCards() []string {
	if !a.AsksCards() {
		return nil
	}
	return collect.MapIf(a.deck.rows, func(row *Row) bool {
		return a.available == nil || a.asksUnseen() || a.available[row.cardIndex()] > 0
	}, func(row *Row) string { return row.Name })
}

// checkCards returns an error if the cards are not a possible answer.
func (a *Ask) checkCards(label string, code float64) error {
	if a.available == nil {
		return nil
	}
	whereText := map[string]string{PileHand: "in hand", PileDeck: "left"}[a.Pile]
	if whereText == "" {
		whereText = "there"
	}
	chosen := a.chosenCards(code)
	if len(chosen) == 0 {
		return refuse("%s: name %s.", label, a.LimitText())
	}
	for i, row := range chosen {
		n := 1
		for _, before := range chosen[:i] {
			if before == row {
				n++
			}
		}
		if n > a.available[row.cardIndex()] {
			if n > 1 {
				return refuse("%s: only %d × %s %s.", label, a.available[row.cardIndex()], MidSentence(row.Label), whereText)
			}
			return refuse("%s: %s isn't %s.", label, MidSentence(row.Label), whereText)
		}
	}
	return nil
}
