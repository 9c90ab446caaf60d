package rules

import (
	"strings"
	"testing"
)

func TestMistakesInStages(t *testing.T) {
	for name, row := range map[string]struct{ yaml, want string }{
		"a stage without steps": {"stages: {camp: {at: won}}", "Stage camp has no steps. Add some."},
		"two at one time":       {"stages: {camp: {at: won, steps: {rest: {}}}, feast: {at: won, steps: {rest: {}}}}", "Stages camp and feast both begin at won. Put their steps into one."},
		"a round without turns": {"stages: {camp: {at: round, steps: {rest: {}}}}", "Stage camp begins with each round, so it needs `scheme: rounds` and one step with `turns: true`. Add them."},
		"turns after a win":     {"stages: {camp: {at: won, steps: {rest: {turns: true}}}}", "Only a stage `at: round` has the turns of a round. Remove turns from camp."},
		"actions in turns":      {"actions: {feat: {}}\nstages: {camp: {at: round, steps: {rest: {turns: true, actions: [feat]}}}}", "Step rest has the turns of the round, so it can't have actions, orders, do or sequence. Move them to another step."},
		"until without actions": {"stages: {camp: {at: won, steps: {rest: {until: count > 1}}}}", "Step rest ends on its own, because it has no actions. Remove until."},
		"an unknown action":     {"actions: {feat: {}}\nstages: {camp: {at: won, steps: {rest: {actions: [feet]}}}}", "No action named “feet”. Did you mean “feat”?"},
		"a stage at no time":    {"stages: {camp: {steps: {rest: {}}}}", "Stage camp doesn't say when it begins. Add `at: won` or `at: round`."},
	} {
		t.Run(name, func(t *testing.T) {
			if got := vetGame(t, "testdata/games/trial.yaml", row.yaml); !strings.Contains(got, row.want) {
				t.Errorf("got\n%s\nwant\n%s", got, row.want)
			}
		})
	}
}
