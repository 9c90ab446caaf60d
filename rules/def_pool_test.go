package rules

import "testing"

func TestMistakesInPools(t *testing.T) {
	for name, row := range map[string]struct{ yaml, want string }{
		"a side's pool in counts": {"pools: {CARDS: {of: side, max: none, start: 0, refill: 2}}", "own.yaml:1:56: CARDS is never refilled, because a side has no turn in counts. Remove refill. [bad-value]"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := vetGame(t, "testdata/games/trial.yaml", row.yaml); got != row.want {
				t.Errorf("got\n%s\nwant\n%s", got, row.want)
			}
		})
	}
}
