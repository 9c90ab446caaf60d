package rules

import "testing"

func TestMistakesInRounds(t *testing.T) {
	for name, row := range map[string]struct{ yaml, want string }{
		"counts only":        {"order: {first: 2}", "own.yaml:1:16: first belongs to `scheme: counts`. Remove it. [unknown-key]"},
		"over":               {"order: {over: is.kos}", "own.yaml:1:15: Unknown name “is.kos”. Did you mean “is.ko”? [unknown-name]"},
		"cost":               {"order: {cost: {SAVE: 1}}", "own.yaml:1:16: No pool named “SAVE”. Did you mean “SAV”? [unknown-name]"},
		"three rounds":       {"actions: {rest: {counts: 3}}", "own.yaml:1:26: rest prevents actions for 3 rounds. Did you mean “cost”? [out-of-range]"},
		"scheme":             {"order: {scheme: turns}", "own.yaml:1:17: scheme can't be “turns”. Choose: counts, rounds. [bad-value]"},
		"whose pool":         {"pools: {AIR: {of: team, max: none}}", "own.yaml:1:19: of can't be “team”. Choose: side, item. [bad-value]"},
		"again":              {"actions: {rest: {steps: {up: {do: [{again: trun}]}}}}", "own.yaml:1:44: No earlier step named “trun”. [unknown-name]"},
		"refill":             {"pools: {AIR: {max: none, refill: BREATH}}", "own.yaml:1:34: Unknown name “BREATH”. `hybrid help names` lists them. [unknown-name]"},
		"of people":          {"pools: {RAGE: {of: side, max: MIGHT}}", "own.yaml:1:31: MIGHT belongs to actors, RAGE to a side. ours(…) adds up the values of its actors. [unknown-name]"},
		"of a person":        {"conditions: {mad: {of: side, holds: other.HP.now > 2}}", "own.yaml:1:37: other.HP.now belongs to actors, mad to a side. ours(…) adds up the values of its actors. [unknown-name]"},
		"added up":           {"conditions: {mad: {of: side, holds: ours(HP.now) > 2}}", ""},
		"sum of the side":    {"conditions: {mad: {holds: ours(SAV.now) > 2}}", "own.yaml:1:27: ours(SAV.now): SAV belongs to the side. SAV.now reads it. [bad-formula]"},
		"sum of the others":  {"conditions: {mad: {holds: theirs(is.feast) > 0}}", "own.yaml:1:27: theirs(is.feast): feast belongs to the side. other.is.feast reads it. [bad-formula]"},
		"sum of people, too": {"conditions: {mad: {holds: ours(SAV.now > 2 and HP.now > 1) > 0}}", ""},
		"throw of a turn":    {"actions: {rest: {basis: {else: MIGHT}, steps: {turn: {check: luck}, more: {do: [{again: turn}]}}}}", "own.yaml:1:48: again: turn gives an extra turn and doesn't reroll this step. Rename it. [hidden]"},
		"no figures":         {"order: {figures: 0}", "own.yaml:1:18: figures must be 1 to 100, or all, not 0. [out-of-range]"},
		"too many figures":   {"order: {figures: 1000}", "own.yaml:1:18: figures must be 1 to 100, or all, not 1000. [out-of-range]"},
		"all figures":        {"order: {figures: all}", ""},
		"figures of people":  {"order: {figures: MIGHT}", "own.yaml:1:18: MIGHT belongs to actors, order.figures to a side. ours(…) adds up the values of its actors. [unknown-name]"},
		"wins of people":     {"order: {wins: \"ours(is.ko) > HP.now\"}", "own.yaml:1:15: HP.now belongs to actors, order.wins to a side. ours(…) adds up the values of its actors. [unknown-name]"},
		"rolled by a side":   {"order: {initiative: {die: {add: MIGHT}}}", "own.yaml:1:33: MIGHT belongs to actors, order.initiative to a side. ours(…) adds up the values of its actors. [unknown-name]"},
		"done by a side":     {"actions: {howl: {of: side, when: other.HP.now > 0 and HP.now > 0}}", "own.yaml:1:34: HP.now belongs to actors, howl to a side. ours(…) adds up the values of its actors. [unknown-name]"},
		"last":               {"order: {last: 0}", "own.yaml:1:15: last must be 1 turn or more. Remove it for no limit. [out-of-range]"},
		"half a turn":        {"order: {last: 1.5}", "own.yaml:1:15: last must be 1 turn or more. Remove it for no limit. [out-of-range]"},
		"over for good":      {"order: {over: \"true\"}", "own.yaml:1:15: This is always true, so no actor ever has a turn. [unreachable]"},
		"won from the start": {"order: {wins: \"true\"}", "own.yaml:1:15: This reads no side, actor or count, so it's always true. [unreachable]"},
		"until a round":      {"conditions: {shaken: {until: rond}}", "own.yaml:1:30: until can't be “rond”. Did you mean “round”? [bad-value]"},
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
		"last": {"order: {last: 1}", "own.yaml:1:15: last belongs to `scheme: rounds`. Remove it. [unknown-key]"},
		"unit": {"pack: {unit: turn}", "own.yaml:1:14: unit can't be “turn”. Choose: s, min, h, d. [bad-value]"},
		"turn": {"actions: {rest: {any_time: true, steps: {up: {do: [{again: turn}]}}}}", "own.yaml:1:60: No earlier step named “turn”. [unknown-name]"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := vetGame(t, "testdata/games/costs.yaml", row.yaml); got != row.want {
				t.Errorf("got\n%s\nwant\n%s", got, row.want)
			}
		})
	}
}
