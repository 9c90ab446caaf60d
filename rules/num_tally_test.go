package rules

import "testing"

func TestMistakesInNumbers(t *testing.T) {
	for name, row := range map[string]struct{ yaml, want string }{
		"of the opponent": {"numbers: {AC: {reach: {add: other.PACE}}}", "own.yaml:1:29: A sheet has no opponent, so it can't show AC. Remove sheet or other.PACE. [bad-value]"},
		"no field":        {"numbers: {AC: {reach: {add: worn.wards}}}", "own.yaml:1:29: Unknown name “worn.wards”. Did you mean “worn.ward”? [unknown-name]"},
		"in a circle":     {"items: {cap: {ward: AC}}", "own.yaml:1:21: This depends on itself: number AC → field ward → number AC. Change one of these formulas. [circle]"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := vetGame(t, "testdata/games/trial.yaml", row.yaml); got != row.want {
				t.Errorf("got\n%s\nwant\n%s", got, row.want)
			}
		})
	}
}
