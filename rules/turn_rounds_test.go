package rules

import "testing"

func TestMistakesInRounds(t *testing.T) {
	for name, row := range map[string]struct{ yaml, want string }{
		"counts only":        {"order: {first: 2}", "own.yaml:1:16: first belongs to scheme: counts; take it out [unknown-key]"},
		"over":               {"order: {over: is.kos}", "own.yaml:1:15: unknown name is.kos. Did you mean is.ko? [unknown-name]"},
		"cost":               {"order: {cost: {SAVE: 1}}", "own.yaml:1:16: unknown pool SAVE. Did you mean SAV? [unknown-name]"},
		"three rounds":       {"actions: {rest: {counts: 3}}", "own.yaml:1:26: rest keeps one from 3 rounds. Did you mean cost? [out-of-range]"},
		"scheme":             {"order: {scheme: turns}", "own.yaml:1:17: scheme is one of counts, rounds, not turns [bad-value]"},
		"whose pool":         {"pools: {AIR: {of: team, max: none}}", "own.yaml:1:19: of is one of side, item, not team [bad-value]"},
		"again":              {"actions: {rest: {steps: {up: {do: [{again: trun}]}}}}", "own.yaml:1:44: No step before this one named trun [unknown-name]"},
		"refill":             {"pools: {AIR: {max: none, refill: BREATH}}", "own.yaml:1:34: unknown name BREATH [unknown-name]"},
		"of people":          {"pools: {RAGE: {of: side, max: MIGHT}}", "own.yaml:1:31: MIGHT belongs to people, RAGE to a side; ours(…) adds up what its people have [unknown-name]"},
		"of a person":        {"conditions: {mad: {of: side, holds: other.HP.now > 2}}", "own.yaml:1:37: other.HP.now belongs to people, mad to a side; ours(…) adds up what its people have [unknown-name]"},
		"added up":           {"conditions: {mad: {of: side, holds: ours(HP.now) > 2}}", ""},
		"sum of the side":    {"conditions: {mad: {holds: ours(SAV.now) > 2}}", "own.yaml:1:27: ours(SAV.now): SAV is of the side; SAV.now says it [bad-formula]"},
		"sum of the others":  {"conditions: {mad: {holds: theirs(is.feast) > 0}}", "own.yaml:1:27: theirs(is.feast): feast is of the side; other.is.feast says it [bad-formula]"},
		"sum of people, too": {"conditions: {mad: {holds: ours(SAV.now > 2 and HP.now > 1) > 0}}", ""},
		"throw of a turn":    {"actions: {rest: {basis: {else: MIGHT}, steps: {turn: {check: luck}, more: {do: [{again: turn}]}}}}", "own.yaml:1:48: again: turn gives one more turn, and never rolls this step again; give it another name [hidden]"},
		"no figures":         {"order: {figures: 0}", "own.yaml:1:18: figures is how many of a side have one turn of it, 1 to 100, or all; found 0 [out-of-range]"},
		"too many figures":   {"order: {figures: 1000}", "own.yaml:1:18: figures is how many of a side have one turn of it, 1 to 100, or all; found 1000 [out-of-range]"},
		"all figures":        {"order: {figures: all}", ""},
		"figures of people":  {"order: {figures: MIGHT}", "own.yaml:1:18: MIGHT belongs to people, order.figures to a side; ours(…) adds up what its people have [unknown-name]"},
		"wins of people":     {"order: {wins: \"ours(is.ko) > HP.now\"}", "own.yaml:1:15: HP.now belongs to people, order.wins to a side; ours(…) adds up what its people have [unknown-name]"},
		"rolled by a side":   {"order: {initiative: {die: {add: MIGHT}}}", "own.yaml:1:33: MIGHT belongs to people, order.initiative to a side; ours(…) adds up what its people have [unknown-name]"},
		"done by a side":     {"actions: {howl: {of: side, when: other.HP.now > 0 and HP.now > 0}}", "own.yaml:1:34: HP.now belongs to people, howl to a side; ours(…) adds up what its people have [unknown-name]"},
		"last":               {"order: {last: 0}", "own.yaml:1:15: last is how many turns the others still have, 1 or more; leave it out for as many as they can [out-of-range]"},
		"half a turn":        {"order: {last: 1.5}", "own.yaml:1:15: last is how many turns the others still have, 1 or more; leave it out for as many as they can [out-of-range]"},
		"over for good":      {"order: {over: \"true\"}", "own.yaml:1:15: this always holds, so that nobody has a turn [unreachable]"},
		"won from the start": {"order: {wins: \"true\"}", "own.yaml:1:15: this reads no side, nobody and no count: it holds always [unreachable]"},
		"until a round":      {"conditions: {shaken: {until: rond}}", "own.yaml:1:30: until is one of used, action, turn, declaration, sequence, round, encounter, or a yes/no formula, not rond. Did you mean round? [bad-value]"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := vetGame(t, "testdata/games/tribes.yaml", row.yaml); got != row.want {
				t.Errorf("got\n%s\nwant\n%s", got, row.want)
			}
		})
	}
}

// Rounds belong to games in rounds.
func TestRoundsInAGameOfCounts(t *testing.T) {
	for name, row := range map[string]struct{ yaml, want string }{
		"last": {"order: {last: 1}", "own.yaml:1:15: last belongs to scheme: rounds; take it out [unknown-key]"},
		"unit": {"pack: {unit: turn}", "own.yaml:1:14: unit is one of s, min, h, d, not turn [bad-value]"},
		"turn": {"actions: {rest: {any_time: true, steps: {up: {do: [{again: turn}]}}}}", "own.yaml:1:60: No step before this one named turn [unknown-name]"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := vetGame(t, "testdata/games/costs.yaml", row.yaml); got != row.want {
				t.Errorf("got\n%s\nwant\n%s", got, row.want)
			}
		})
	}
}
