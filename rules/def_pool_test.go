package rules

import (
	"testing"

	"hybrid/rules/source"
)

func TestMistakesInPools(t *testing.T) {
	for name, row := range map[string]struct{ yaml, want string }{
		"a paid pool of items":    {"pools: {CHARGES: {of: item, max: 3, paid: true}}", "own.yaml:1:9: CHARGES belongs to items and can't be paid. Remove paid. [bad-value]"},
		"a side's pool in counts": {"pools: {CARDS: {of: side, max: none, start: 0, refill: 2}}", "own.yaml:1:56: CARDS is never refilled, because a side has no turn in counts. Remove refill. [bad-value]"},
		"dice at 0":               {"pools: {HP: {at_zero: [{lose: AP, by: 1d6}]}}", "own.yaml:1:24: at_zero can't roll dice. Put a condition with at_turn or every. [bad-value]"},
		"dice when full":          {"pools: {HP: {at_full: [{lose: AP, by: 1d6}]}}", "own.yaml:1:24: at_full can't roll dice. Put a condition with at_turn or every. [bad-value]"},
		"never full":              {"pools: {HITS: {max: none, start: 0, at_full: [{lose: AP, by: 1}]}}", "own.yaml:1:47: HITS has no maximum, so it's never full. Give it a max. [bad-value]"},
		"initiative at 0":         {"pools: {HP: {at_zero: [{again: initiative}]}}", "own.yaml:1:24: at_zero can't do this. Put a condition with at_turn or every. [bad-value]"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := vetGame(t, "testdata/games/trial.yaml", row.yaml); got != row.want {
				t.Errorf("got\n%s\nwant\n%s", got, row.want)
			}
		})
	}
}

// What pools bring about at 0 without end is refused.
func TestPoolsThatComeToZeroWithoutEnd(t *testing.T) {
	own := source.File{Name: "own.yaml", Data: []byte("pools: {HP: {at_zero: [{gain: HP, by: 3}, {lose: HP, by: 3}]}}")}
	rs, err := Load([]Layer{{Name: "game", Files: []source.File{fileOf(t, "testdata/games/trial.yaml")}}, {Name: "own", Files: []source.File{own}}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	s, err := rs.Apply(&State{}, []Event{{Kind: EventJoin, Who: "ann", What: "ann", Sheet: "character: {name: Ann}\nstats: {MIGHT: 3, PACE: 4}\npools_now: {HP: 2}\n"}})
	if err != nil {
		t.Fatal(err)
	}
	_, err = rs.Perform(s, "ann", OngoingAction{Action: "feat"}, DecisionInput{Dice: &TypedDice{Faces: []int{1}}})
	if err == nil || err.Error() != "Health falls to 0 more than 20 times at once. Change its at_zero." {
		t.Error(err)
	}
}
