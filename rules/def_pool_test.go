package rules

import "testing"

func TestMistakesInPools(t *testing.T) {
	for name, row := range map[string]struct{ yaml, want string }{
		"a side's pool in counts": {"pools: {CARDS: {of: side, max: none, start: 0, refill: 2}}", "own.yaml:1:56: a side has no turn in counts, so CARDS is never refilled; take out refill [bad-value]"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := vetGame(t, "testdata/games/trial.yaml", row.yaml); got != row.want {
				t.Errorf("got\n%s\nwant\n%s", got, row.want)
			}
		})
	}
}
