package rules

import (
	"strings"
	"testing"
)

func TestMistakesInDecks(t *testing.T) {
	const deck = "tables: {tricks: {deck: all, rows: {feint: {copies: 2}, rush: {}}}, plain: {rows: {one: {}}}}\n"
	for name, row := range map[string]struct{ yaml, want string }{
		"copies without a deck":  {"tables: {tricks: {rows: {feint: {copies: 2}}}}", "Table tricks isn't a deck, so it can't have hands, covers, copies, drawn or when. Add `deck: all`, or remove them."},
		"a deck that is rolled":  {"tables: {tricks: {deck: all, by: x, rows: {feint: {}}}}", "Deck tricks is drawn from, so it can't have roll, sides or by. Remove them."},
		"an empty deck":          {"tables: {tricks: {deck: all}}", "Deck tricks has no cards. Add rows."},
		"hands of sides":         {"tables: {tricks: {deck: actor, hands: side, rows: {feint: {}}}}", "Each actor has a deck tricks of its own, so a side can't hold its cards. Write `hands: actor`."},
		"a name with a digit":    {"tables: {tricks: {deck: all, rows: {feint2: {}}}}", "A card is named with small letters and _, not “feint2”."},
		"too many copies":        {"tables: {tricks: {deck: all, rows: {feint: {copies: 100}}}}", "A deck has 1 to 99 copies of a card, not 100."},
		"names that begin alike": {"tables: {tricks: {deck: all, rows: {a_long_feint_one: {}, a_long_feint_two: {}}}}", "Cards a_long_feint_one and a_long_feint_two begin with the same 12 letters. Rename one."},
		"a pile without cards":   {"actions: {feat: {ask: {what: x, pile: open}}}", "pile, of and many belong to a question for cards. Add `card: DECK`."},
		"cards of a plain table": {deck + "actions: {feat: {ask: {what: x, card: plain}}}", "Table plain isn't a deck. Add `deck: all` to it."},
		"very many cards":        {deck + "actions: {feat: {ask: {what: x, card: tricks, many: 40}}}", "A question for cards of tricks can't take 40 of them. Write a lower many."},
		"a card of another deck": {"tables: {tricks: {deck: all, rows: {feint: {}}}, gems: {deck: all, rows: {ruby: {}}}}\nactions: {feat: {ask: {what: x, card: tricks}, first: [{deal: gems, from: hand, card: asked}]}}", "asked asks for cards of tricks, not of gems. Name the same deck."},
		"an unknown card":        {deck + "actions: {feat: {first: [{deal: tricks, card: fient}]}}", "No card or question for cards named “fient”. Did you mean “feint”?"},
		"an unknown pile":        {deck + "actions: {feat: {first: [{deal: tricks, to: hands}]}}", "No pile named “hands”. Did you mean “hand”?"},
		"an action of no card":   {deck + "actions: {feat: {card: tricks}}", "Deck tricks has no card “feat”. Choose: feint, rush."},
		"a slot of no column":    {"tables: {tricks: {deck: all, slot: part, rows: {feint: {}}}}", "slot of deck tricks must be one of its columns, with covers. Write `covers: DECK, slot: COLUMN`."},
		"a slot in a hand":       {deck + "actions: {feat: {first: [{deal: tricks, slot: 1}]}}", "A slot is for open cards. Add `to: open`."},
		"an unknown covered one": {"tables: {tricks: {deck: all, covers: trick, rows: {feint: {}}}}", "No table named “trick”. Did you mean “tricks”?"},
		"one picked of a group":  {"actions: {feat: {steps: {one: {who: ours, pick: is.out}}}}", "Step one picks from all combatants. Remove who."},
		"an unknown name":        {deck + "actions: {feat: {when: hand.trick > 0}}", "hand.tricks"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := vetGame(t, "testdata/games/trial.yaml", row.yaml); !strings.Contains(strings.ToLower(got), strings.ToLower(row.want)) {
				t.Errorf("got\n%s\nwant\n%s", got, row.want)
			}
		})
	}
}
