package rules

import (
	"errors"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"hybrid/rules/source"
)

// vetLayers is what vet says of layers of YAML over the game, mistakes and warnings, one on each line.
func vetLayers(t *testing.T, layers ...string) string {
	t.Helper()
	all := []Layer{hybridLayer(t)}
	for i, yaml := range layers {
		name := []string{"own", "over"}[i]
		all = append(all, Layer{Name: name, Files: []source.File{{Name: name + ".yaml", Data: []byte(yaml)}}})
	}
	_, warnings, err := Vet(all, nil)
	var mistakes source.Mistakes
	if err != nil && !errors.As(err, &mistakes) {
		t.Fatal(err)
	}
	var lines []string
	places := regexp.MustCompile(`\.\./tables/hybrid/([a-z_]+\.yaml)(:[0-9]+)+`) // lines of the game move
	for _, m := range append(mistakes, warnings...) {
		lines = append(lines, places.ReplaceAllString(m.Error(), "$1")+" ["+string(m.Code)+"]")
	}
	return strings.Join(lines, "\n")
}

// What vet says of a layer, in its words.
func TestVet(t *testing.T) {
	sequential(t)
	for name, row := range map[string]struct{ yaml, want string }{
		"a choice that a ruling has not": {
			`situations: {fog: {holds: ruling.failures == "bandz"}}`,
			`own.yaml:1:46: ruling.failures is never "bandz". Did you mean “bands”? [unknown-name]`},
		"a choice in front of its ruling": {
			`situations: {fog: {holds: '"margn" != ruling.failures'}}`,
			`own.yaml:1:28: ruling.failures is never "margn". Did you mean “margin”? [unknown-name]`},
		"a choice that it has": {`situations: {fog: {holds: ruling.failures == "margin" or 0 > 1}}`, ""},
		"a degree that there is not": {
			`actions: {hop: {counts: 4, steps: {aim: {check: percent, basis: PAG}, b: {when: aim.degree == "plane_success", stop: true}}}}`,
			`own.yaml:1:95: aim.degree is never "plane_success". Did you mean “plain_success”? [unknown-name]`},
		"a label of a degree": {
			`actions: {hop: {counts: 4, tags: [mental], steps: {aim: {check: percent, basis: PAG}, b: {when: aim.grade == "Whatever", stop: true}}}}`, ""},
		"a row that a table has not": {
			`tables: {gust: {roll: d6, rows: {weak: {roll: 1-3}, strong: {roll: 4-6}}}}
actions: {blow: {counts: 1, steps: {wind: {table: gust}, b: {when: wind.row == "strogn", stop: true}}}}`,
			`own.yaml:2:80: wind.row is never "strogn". Did you mean “strong”? [unknown-name]`},
		"a side that a table has not": {
			`tables: {gust: {roll: d6, sides: {near: odd, far: even}, rows: {weak: {roll: 1-3, paired: true}, strong: {roll: 4-6}}}}
actions: {blow: {counts: 1, steps: {wind: {table: gust}, b: {when: wind.side == "left", stop: true}}}}`,
			`own.yaml:2:81: wind.side is never "left". Choose: near, far. [unknown-name]`},
		"a row that is looked up and is not there": {
			`tables: {gust: {texts: [how], rows: {weak: {how: a little}, strong: {how: much}}}}
actions: {blow: {counts: 1, steps: {wind: {table: gust, row: '"strnog"'}}}}`,
			"own.yaml:2:62: Table gust has no row “strnog”. Did you mean “strong”? [unknown-name]"},
		"either of two texts": {
			`actions: {hop: {counts: 4, steps: {aim: {check: percent, basis: PAG}, b: {when: '(PAG > 3 ? aim.degree : "none") == "nome"', stop: true}}}}`,
			`own.yaml:1:117: PAG > 3 ? aim.degree : "none" is never "nome". Did you mean “none”? [unknown-name]`},
		"a goal that nobody comes to": {`tasks: {chase: {basis: PAG, goal: {sum: 20, tries: 2}}}`,
			"own.yaml:1:35: 20 can't be reached in 2 tries: the best degree is worth 3. [out-of-range]"},
		"a name with a dash": {`conditions: {on-fire: {give: {df: -1}, group: g}}`,
			"own.yaml:1:14: “on-fire” can't be typed everywhere or read in a formula. Rename it on_fire. [odd-name]"},
		"a name with capitals": {"conditions: {OnFire: {give: {df: -1}}}\nsituations: {x: {holds: is.OnFire}}",
			"own.yaml:1:14: “OnFire” can't be typed everywhere or read in a formula. Rename it onfire. [odd-name]"},
		"a number that is a word of formulas": {`numbers: {count: {a: {add: 1}}}
situations: {x: {holds: count > 3}}`,
			"own.yaml:1:11: “count” is a word of formulas and would hide it. Rename it. [hidden]"},
		"a reply to what is no offer": {`actions: {hop: {counts: 4, steps: {a: {value: 3}, b: {reply: a}}}}`,
			"own.yaml:1:62: Step a offers nothing, so it has no reply. Name a step with offer. [bad-value]"},
		"tags in a circle": {`tags: {wet: {when: tag.damp}, damp: {when: tag.wet}}`,
			"own.yaml:1:20: Tag wet depends on itself: wet → damp → wet. [circle]"},
		"a time with its unit": {`conditions: {wet: {until: 2 min}}`,
			"own.yaml:1:29: Unexpected min. Write numbers without units, and times in counts. [bad-formula]"},
		"a modifier outside give": {`situations: {dark: {df: -2}}`,
			"own.yaml:1:21: No key named “df”. To change a number, write `give: {df: -2}`. Keys here: label, also, text, src, for, holds, when, refuse, group, ask, lifts, flag, short, give, put, tags, filter, scene, sheet. [unknown-key]"},
		"a word of many that is near none": {`tactics: {coward: {do: [vanish]}}`,
			"own.yaml:1:25: No action named “vanish”. `hybrid show actions` lists them. [unknown-name]"},
		"a name without its colon": {"conditions:\n  wet\n    bad: true",
			"own.yaml:2:1: wet needs a colon after it: `wet:`. [not-yaml]"},
		"a comma in a label": {`skills: {sword: {label: Sword, long}}`,
			"own.yaml:1:32: long has no value. Inside { } a comma ends a value; put a value with a comma in quotes. [unknown-key]"},
		"a comma in a label of a row": {"tables: {gust: {roll: d6, rows: {weak: {label: Weak, almost nothing, roll: 1-6}}}}\nactions: {blow: {counts: 1, steps: {wind: {table: gust}}}}",
			"own.yaml:1:54: almost nothing has no value. Inside { } a comma ends a value; put a value with a comma in quotes. [unknown-key]"},
		"a row beyond the die": {"tables: {gust: {roll: d6, rows: {weak: {roll: 1-3}, strong: {roll: 4-9}}}}\nactions: {blow: {counts: 1, steps: {wind: {table: gust}}}}",
			"own.yaml:1:68: Row strong is for 9, but a d6 has no such face. [out-of-range]"},
		"dice in another language": {`items: {torch: {skill: throwing, damage: 2w6 + 1}}`,
			"own.yaml:1:42: “2w6” isn't a number. Write dice as 2d6. [bad-formula]"},
		"two letters changed places": {`items: {torch: {worn: haed}}`,
			"own.yaml:1:23: haed isn't a location for torch. The table in pack.worn lists the locations. Did you mean “head”? [unknown-name]"},
		"dice of a tool where none are rolled": {`situations: {x: {holds: tool.damage > 3}}`,
			"own.yaml:1:25: Dice can't be used here. They belong in tallies, effects, intervals and some fields of items. [bad-formula]"},
		"a pool of another game": {`situations: {x: {holds: HP < 3}}`,
			"own.yaml:1:25: “HP” isn't a statistic or a pool. Statistics: PST, PEN, DEX, PAG, PAW, MST, MEN, MAG, MAW, PSI. Pools: PFT, PBD, PEX, MFT, MBD, MEX, EEP, SP, read as PFT.now [unknown-name]"},
		"a statistic of another game": {`skills: {sword: {basis: STR + 2}}`,
			"own.yaml:1:25: “STR” isn't a statistic or a pool. Statistics: PST, PEN, DEX, PAG, PAW, MST, MEN, MAG, MAW, PSI. Pools: PFT, PBD, PEX, MFT, MBD, MEX, EEP, SP, read as PFT.now [unknown-name]"},
		"curly quotes around a text": {`skills: {sword: {label: “Sword”}}`,
			"own.yaml:1:25: Curly quotes become part of the text. Use straight ones: \" \". [bad-value]"},
		"curly quotes in a formula": {`situations: {fog: {holds: ruling.failures == “bands”}}`,
			"own.yaml:1:46: “ can't be used in a formula. It's a curly quote. Write \". [bad-formula]\nown.yaml:1:52: ” can't be used in a formula. It's a curly quote. Write \". [bad-formula]"},
		"a statistic below zero": {`stats: {SM: {label: Strength modifier, formula: (PST - 10) / 2}}`,
			"own.yaml:1:49: stat SM is −2.5 with PST 5. Write max(0, (PST - 10) / 2). Write `negative: true` if that is intended. [below-zero]"},
		"a statistic that can be below zero": {`stats: {SM: {label: Strength modifier, negative: true, formula: (PST - 10) / 2}}`, ""},
		"what a layer takes out and the pack needs": {`order: {pair: removed}`,
			"own.yaml:1:9: Two actions at once need `order: {pair: …}`, which gives their costs. (tactics.yaml) [missing]\n" +
				"rulings.yaml: Nothing reads ruling two_actions, so its choice changes nothing. Remove it with `rulings: {two_actions: removed}`. [unread]"},

		"a statistic that is worked out is bought": {`stats: {PMV: {raise: 5 * to}}`,
			"own.yaml:1:22: PMV is computed by its formula. Remove raise, or give it to the statistics in the formula. [one-kind]"},
		"a highest value that nothing buys": {`stats: {PST: {most: 20}}`,
			"own.yaml:1:9: most of PST limits what experience buys. Add its price, such as `raise: 5 * to`. [missing]"},
		"what a point costs by what is rolled": {`stats: {PST: {raise: skill.cost * to}}`,
			"own.yaml:1:22: “skill.cost” isn't known here. `hybrid help formulas` lists the names of each place. [unknown-name]"},
		"a value of the wrong kind hides nothing beside it": {`skills: {sword: {tags: {a: b}, basis: PCB, speed: fast}}
actions: {hop: {counts: [1], tags: [physicl], steps: {a: {chek: percent}}}}`,
			`own.yaml:1:24: Expected a value, found a map. [wrong-kind]
own.yaml:1:39: Unknown name “PCB”. Did you mean “PCA”? [unknown-name]
own.yaml:1:51: Unknown name “fast”. [unknown-name]
own.yaml:2:25: Expected a value, found a list. [wrong-kind]
own.yaml:2:37: No tag named “physicl”. Did you mean “physical”? [unknown-name]
own.yaml:2:59: No key named “chek”. Did you mean “check”? [unknown-key]`},
		"what follows from a mistake is not told": {`conditions: {giddy: {cannot: [sing]}, dim: {holds: is.giddy}, low: {holds: is.gidy}}
items: {torch: {tags: {a: b}}}
characters: {x: y}`,
			`own.yaml:1:31: cannot accepts act, notice, defend, move and rest, not sing. [bad-value]
own.yaml:1:76: Unknown name “is.gidy”. Did you mean “is.giddy”? [unknown-name]
own.yaml:2:23: Expected a value, found a map. [wrong-kind]
own.yaml:3:1: No key named “characters”. Keys here: pack, rulings, tags, modifiers, stats, pools, numbers, tables, dice, checks, degrees, ladders, skill, skills, skill_pools, packages, situations, conditions, activities, actions, sequences, items, hazards, fields, tasks, tactics, order, generation, knowledge, languages. [unknown-key]`},
		"a character among the tables": {"character: {name: Nell}\nstats: {PST: 3}", "own.yaml:1:1: character doesn't belong in tables. Move this file to the folder characters. [unknown-key]"},
		"a key that stands one deeper": {`actions: {hop: {counts: 4, usual: 3}}`, "own.yaml:1:28: No key named “usual”. It belongs under ask: `ask: {usual: …}`. [unknown-key]"},
		"a ladder by which nothing goes": {`ladders: {soft: {steps: {plain_success: made, plain_failure: otherwise}}}`,
			"own.yaml:1:11: No check uses ladder soft. Add `ladder: soft` to a check. [unused]"},
		"an unknown degree in a ladder that nothing uses": {`ladders: {soft: {steps: {plane_success: made, plain_failure: otherwise}}}`,
			"own.yaml:1:26: No degree named “plane_success”. Did you mean “plain_success”? [unknown-name]"},
		"a changed value that lower layers do not fit": {`pools: {MEX: {of: item}}`,
			strings.TrimSpace(strings.Repeat("activities.yaml: MEX belongs to items, and an activity uses none. Remove it. (own.yaml:1:15 changes MEX) [bad-value]\n", 4))},
		"a wrong name in a ladder that nothing uses": {`ladders: {soft: {steps: {plain_success: roll < chnce, plain_failure: otherwise}}}`,
			"own.yaml:1:48: Unknown name “chnce”. Did you mean “chance”? [unknown-name]"},
		"a ladder that nothing uses without its last step": {`ladders: {soft: {steps: {plain_success: made}}}`,
			"own.yaml:1:11: The last step of ladder soft must be `otherwise`, so that every roll has a degree. [hole]"},
		"a skill that covers itself": {`skills: {juggle: {type: art, interaction: unassisted, tools: simple, scope: specific, basis: DEX, tags: [physical], covers: [juggle]}}`,
			"own.yaml:1:126: Skill juggle can't replace itself. Name another skill. [bad-value]"},
		"faces as names of rows": {`tables: {weather: {roll: d6, rows: {1-3: 1, 4-6: 2}}}`,
			"own.yaml:1:10: No row of table weather has faces of its d6. Write rows such as `NAME: {roll: 1-6}`. [hole]"},
		"what was asked and is not": {`situations: {fog: {give: {df: -asked}}}`,
			"own.yaml:1:31: fog asks for nothing, so asked is 0. Write, for example, `ask: {what: points, least: 1}`. [unused]"},
		"a Pool without an end": {`pools: {SAN: {label: Sanity}}`, "own.yaml:1:9: Pool SAN starts at 0 and has no maximum. Write `max: FORMULA` or `max: none`. [unused]"},
		"a name that is true elsewhere": {`conditions: {yes: {group: g, give: {df: 1}}}`,
			"own.yaml:1:14: “yes” is a keyword, or means true or false to other YAML readers. Rename it. [odd-name]"},
		"per cent": {`conditions: {dim: {group: g, give: {chance: 90%}}}`,
			"own.yaml:1:48: The formula ends too early. % gives the remainder of a division; write 0.9 for 90%. [bad-formula]"},
		"dice in a list": {`items: {torch: {damage: [1d6, 2]}}`, "own.yaml:1:25: Expected a value, not a list. [wrong-kind]"},
		"a field that is not declared": {`items: {torch: {fuel: 2}}`,
			"own.yaml:1:17: No key named “fuel”. Choose: label, also, src, skill, tags, for, hands, worn, give, verbs, counts, damage, mean, reach, range, radius, falloff. Add a field with `fields: {item: {fuel: number}}`. [unknown-key]"},
		"a pool of two letters": {`conditions: {dim: {every: {counts: 10, do: [{lose: HP, by: 1}]}}}`,
			"own.yaml:1:52: No pool named “HP”. Choose: PFT, PBD, PEX, MFT, MBD, MEX, EEP, SP. [unknown-name]"},
		"a goal of nothing": {`tasks: {chase: {basis: PAG, goal: {tries: 2}}}`,
			"own.yaml:1:35: The sum of a goal must be above 0: the factors needed, such as 3. [out-of-range]"},
		"help that gives nothing": {`tasks: {chase: {basis: PAG, help: {most: 2}}}`,
			"own.yaml:1:35: help gives nothing. Write, for example, `give: {df: 1}`. [missing]"},
		"without a thing of no kind": {`tasks: {chase: {basis: PAG, may_with: true}}`,
			"own.yaml:1:9: Task chase has may_with but no items. Write `with: [TAG]`. [missing]"},
		"a task's situation that holds by itself": {`tasks: {chase: {basis: PAG, situations: {alley: {holds: PAG > 3}}}}`,
			"own.yaml:1:57: alley belongs to task chase and can't apply automatically. Move it to situations, with `for`. [bad-value]"},
		"an effect of a result": {`tasks: {chase: {basis: PAG, results: {plain_success: {do: [{put: prnoe}]}}}}`,
			"own.yaml:1:66: No condition named “prnoe”. Did you mean “prone”? [unknown-name]"},
		"a result that reads its check": {`tasks: {chase: {basis: PAG, results: {plain_success: {do: [{lose: PFT, by: "max(0, margin)", when: attempt.made}]}}}}`, ""},
	} {
		t.Run(name, func(t *testing.T) {
			if got := vetLayers(t, row.yaml); got != row.want {
				t.Errorf("got\n%s\nwant\n%s", got, row.want)
			}
		})
	}
}

// What a layer takes out is still a word to the layers below.
func TestVetKnowsWordsThatAreGone(t *testing.T) {
	below := `rulings: {wind: {choice: weak, choices: [weak, strong]}}
situations: {fog: {holds: ruling.wind == "strong"}}`
	if got := vetLayers(t, below, "rulings: {wind: {choices: [weak]}}"); got != "" {
		t.Error(got)
	}
}

// A pack with lines taken out, doubled, swapped or cut never makes the loader or the warnings panic, and every mistake
// has a place and a code.
func TestVetOfBrokenPacks(t *testing.T) {
	sequential(t)
	pack := hybridLayer(t)
	rng := rand.New(rand.NewPCG(1, 2))
	broken := 0
	for range 60 {
		files := append([]source.File(nil), pack.Files...)
		i := rng.IntN(len(files))
		lines := strings.Split(string(files[i].Data), "\n")
		j, k := rng.IntN(len(lines)), rng.IntN(len(lines))
		switch rng.IntN(5) {
		case 0:
			lines = append(lines[:j:j], lines[j+1:]...)
		case 1:
			lines = append(lines[:j:j], append([]string{lines[k]}, lines[j:]...)...)
		case 2:
			lines[j], lines[k] = lines[k], lines[j]
		case 3:
			runes := []rune(lines[j])
			lines[j] = string(runes[:rng.IntN(len(runes)+1)])
		case 4:
			lines[j] = strings.Replace(lines[j], ": ", ": x", 1)
		}
		files[i].Data = []byte(strings.Join(lines, "\n"))
		_, warnings, err := Vet([]Layer{{Name: "broken", Files: files}}, nil)
		var mistakes source.Mistakes
		if err != nil {
			broken++
			mistakes = err.(source.Mistakes)
		}
		for _, m := range append(mistakes, warnings...) {
			if m.Pos.File == "" || m.Code == "" || m.Text == "" {
				t.Errorf("%v has no place, code or text (code %q)", m, m.Code)
			}
			if m.Code == source.Other {
				t.Logf("no code of its own: %v", m)
			}
		}
	}
	if broken < 20 {
		t.Errorf("only %d of 60 were wrong", broken)
	}
}

// TestChoicesTogether: choices are tried several at once, and what is wrong with one is found as where each is tried alone. One
// may take what another one needs no longer.
func TestChoicesTogether(t *testing.T) {
	sequential(t)
	own := Layer{Name: "own", Files: []source.File{{Name: "own.yaml", Data: []byte(`stats:
  GLO: {label: Gloom, formula: PST / 10}
  DIM: {label: Dimness, formula: GLO * 2}
  MUR: {label: Murk, formula: "1"}
rulings:
  gloom: {src: ours, choice: some, choices: {some: {}, gone: {stats: {GLO: removed}}}}
  dimness: {src: ours, choice: some, choices: {some: {}, even: {stats: {DIM: {formula: "3"}}}}}
  brink: {src: ours, choice: near, choices: {near: {stats: {MUR: {formula: PST}}}, far: {}}}
  murk: {src: ours, choice: some, choices: {some: {}, wrong: {stats: {MUR: {formula: PTS}}}}}
`)}}}
	layers := []Layer{hybridLayer(t), own}
	on := &layerStack{report: &source.Report{}}
	on.read(layers)
	var want source.Mistakes
	others := on.otherChoices(nil)
	for _, other := range others {
		want = append(want, on.vetChoice(other[0], other[1], nil)...)
	}
	text := func(list source.Mistakes) string {
		lines := strings.Split(strings.TrimSuffix(list.Error(), "\n"), "\n")
		slices.Sort(lines)
		return strings.Join(lines, "\n")
	}
	if got := VetChoices(layers, nil); len(want) < 2 || text(got) != text(want) {
		t.Errorf("several at once:\n%s\neach alone:\n%s", text(got), text(want))
	}
	if trials := on.trials(others, nil); len(trials) > len(others)/3 {
		t.Errorf("%d choices in %d groups", len(others), len(trials))
	}
}
