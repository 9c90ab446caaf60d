package rules

import (
	"strings"
	"testing"

	"hybrid/rules/source"
)

// vetGame is what is wrong with a game of its own over the one of a file, or what it is warned of, one on each line.
func vetGame(t *testing.T, path, yaml string) string {
	t.Helper()
	layers := []Layer{{Name: "game", Files: []source.File{fileOf(t, path)}}, {Name: "own", Files: []source.File{{Name: "own.yaml", Data: []byte(yaml)}}}}
	_, warnings, err := Vet(layers, nil)
	list, ok := err.(source.Mistakes)
	if err != nil && !ok {
		t.Fatal(err)
	}
	var lines []string
	for _, m := range append(list, warnings...) {
		if strings.HasPrefix(m.Error(), "own.yaml") {
			lines = append(lines, m.Error()+" ["+string(m.Code)+"]")
		}
	}
	return strings.Join(lines, "\n")
}

func TestMistakesInCosts(t *testing.T) {
	for name, row := range map[string]struct{ yaml, want string }{
		"no pool":        {"actions: {walk: {cost: {APP: 1}}}", "own.yaml:1:25: No pool named “APP”. Did you mean “AP”? [unknown-name]"},
		"no formula":     {"actions: {walk: {cost: {AP: PACES}}}", "own.yaml:1:29: Unknown name “PACES”. Did you mean “PACE”? [unknown-name]"},
		"goes on":        {"pools: {DEBT: {max: none, least: none}}\nactions: {walk: {cost: {DEBT: 1}}}", "own.yaml:2:25: DEBT has no lower limit (least: none), so it can't be a cost. Choose a pool with a limit. [bad-value]"},
		"always nothing": {"actions: {walk: {cost: {AP: 0}}}", "own.yaml:1:25: walk: the cost of AP is always 0, so nothing is paid. Remove it. [unused]"},
		"at times":       {"actions: {walk: {cost: {AP: \"is.quick ? 0 : 1\"}}}", ""},
	} {
		t.Run(name, func(t *testing.T) {
			if got := vetGame(t, "testdata/games/costs.yaml", row.yaml); got != row.want {
				t.Errorf("got\n%s\nwant\n%s", got, row.want)
			}
		})
	}
}

// What an action and an answer cost is in no loss of the odds.
func TestCostsAreNoLossOfTheOdds(t *testing.T) {
	s := &scene{t: t, load: func(choices map[string]string) *Ruleset { return gamePack(t, "testdata/games/costs.yaml", choices) }}
	s.clear()
	s.play("who ann MIGHT 3, PACE 4\nwho bob MIGHT 1, PACE 1\nbegin\n----\n")
	o, err := s.rules().ActionOdds(s.state, "ann", OngoingAction{Action: "strike", Whom: "bob"}, map[string]string{"bob.guard": "duck"})
	if err != nil {
		t.Fatal(err)
	}
	for _, end := range o.Ends {
		want := 0.0
		if end.Who == "bob" {
			want = 1.5
		}
		lost := 0.0
		for _, pool := range end.Pools {
			lost += pool.Mean
		}
		if end.Loss != want || lost != want {
			t.Errorf("%s: loses %g, of pools %g, want %g", end.Who, end.Loss, lost, want)
		}
	}
}
