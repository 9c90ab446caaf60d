package campaign

import (
	"bytes"
	"errors"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hybrid/rules/source"
)

// What a careless designer writes, and the one line that says so.
func TestBrokenFiles(t *testing.T) {
	const house, rook, one, own = "tables/house.yaml", "characters/rook.yaml", "encounters/one.yaml", "campaign.yaml"
	const stats = "stats: {PST: 10, PEN: 10, DEX: 10, PAG: 10, PAW: 10, MST: 10, MEN: 10, MAG: 10, MAW: 10, PSI: 10}\n"
	for name, row := range map[string]struct{ file, text, want string }{
		"an entry left empty":        {house, "conditions:\n  chilled:\n    give:\n    df: -2\n", ":4:5: No key named “df”. If it belongs to give above, indent it farther. [unknown-key]"},
		"brace":                      {house, "conditions:\n  chilled: {give: {df: -2}\n", ":2:12: This { is never closed. [not-yaml]"},
		"apostrophe":                 {house, "conditions: {chilled: {label: 'It's cold'}}\n", ":1:34: The quoted text ends here, but more follows. Double the quotation mark within ' ', or use \" \" around all. [not-yaml]"},
		"choice without quotes":      {house, "numbers:\n  guard: {value: {add: PST > 3 ? 1 : 2}}\n", ":2:24: This value has `: ` in it. Put it in quotes. [not-yaml]"},
		"another encoding":           {house, "conditions:\n  chilled: {label: K\xe4lte}\n", ":2:21: Byte E4 isn't UTF-8. Save the file as UTF-8. [not-yaml]"},
		"mark of the encoding":       {house, "\xef\xbb\xbfconditions:\r\n  chilled:\r\n    giev: {df: -2}\r\n", ":3:5: No key named “giev”. Did you mean “give”? [unknown-key]"},
		"degree":                     {house, "tasks: {climb: {skill: climbing, basis: PAG, results: {succes: done}}}", ":1:56: No degree named “succes”. Choose: amazing_success, very_notable_success, notable_success, solid_success, plain_success, plain_failure, solid_failure, notable_failure, very_notable_failure, amazing_failure. [unknown-name]"},
		"text that is not seen":      {house, "items: {sabre: {label: \"\\u2800\"}}", ":1:24: label is blank. Write a text, or remove the key. [bad-value]"},
		"dice before every step":     {house, "actions: {hop: {counts: 3, tags: [physical], while: d6 > 3, steps: {a: {do: [{lose: PFT, by: 1}]}}}}", ":1:53: Dice can't be used here. They belong in tallies, effects, intervals and some fields of items. [bad-formula]"},
		"health in words":            {house, "conditions: {chilled: {bad: true, health: half}}", ":1:43: “half” isn't a share of health. Write a number such as 0, 1/4, 0.5 or 1. [bad-value]"},
		"being with a place":         {house, "conditions: {chilled: {cannot: [act], say: {being: \"{who is} cold\"}}}", ":1:52: `being` is plain words, such as `knocked out`. Write it without places. [bad-value]"},
		"a key of other programs":    {house, "decks: {fate: {label: Fate}}\n", ":1:1: No key named “decks”. Did you mean “tables”? [unknown-key]"},
		"a key too far in":           {one, "encounter:\n  label: One\n  ends: {when: side.dead, winner: party}\ncombatants: {}\n", ":3:3: No key named “ends”. It belongs next to encounter, not under it. Indent it less. [unknown-key]"},
		"an interval in a line":      {house, "conditions: {chilled: {every: 10 counts}}", ":1:31: Expected a map of label, counts, sequence, do, once, scaled, found \"10 counts\". Write `{counts: 10}`. [wrong-kind]"},
		"a choice in words":          {house, "numbers: {guard: {extra: {add: PST > 10 then 2 else 0}}}", ":1:41: Unexpected “then”. Write a choice as CONDITION ? VALUE : OTHER. [bad-formula]"},
		"being of one who acts":      {house, "conditions: {chilled: {say: {being: cold}}}", ":1:14: Nothing refers to chilled of conditions. [unused]\ntables/house.yaml:1:37: chilled doesn't keep anyone from acting, so `being` is never shown. Remove it, or add `cannot: [act]`. [unused]"},
		"wounds nothing reads":       {house, "conditions: {cut: {group: cuts, bad: true}, gashed: {group: cuts, bad: true}}", ":1:14: cut and gashed of group cuts look unhurt. Add `health: 1/2` where it hurts, or `health: 1` where it does not. [unread]"},
		"a word twice":               {house, "items: {sabre: {tags: [cutting, cutting]}}", ":1:33: tags lists cutting twice. Remove one. [doubled]"},
		"a player beyond the range":  {rook, "character: {name: Rook, player: Ann}\n" + strings.Replace(stats, "10", "99", 1), ":2:1: The statistics of Rook take 189 of 125 points (hero). Lower some, or choose another power. [over-points]\ncharacters/rook.yaml:2:14: PST 99 of Rook is outside the typical range 5-25. Change it, or remove `power` and `player`. [over-points]"},
		"faces":                      {house, "tables: {omen: {roll: d6, rows: {good: {roll: one}, bad: {roll: 4-6}}}}", ":1:47: Expected faces such as 7-30, or a number such as 25+, not one. [bad-value]"},
		"two dice":                   {house, "tables: {omen: {roll: 2d6, rows: {good: {roll: 2-6}, bad: {roll: 7-12}}}}", ":1:23: Expected one die such as d100, with 2 to 10000 faces, not 2d6. `hybrid help dice` explains several dice. [bad-value]"},
		"statistic further down":     {house, "stats: {AAA: {formula: BBB + 1}, BBB: {formula: PST}}\nnumbers: {guard: {extra: AAA + BBB}}", ":1:24: “BBB” can't be read here: a statistic reads only those above it. Move it up. [unknown-name]"},
		"step further down":          {house, "actions: {hop: {counts: 3, steps: {a: {stop: jump.missed}, jump: {check: percent, basis: PAG}}}}", ":1:46: “jump.missed” isn't known yet: a step reads only earlier steps. Move it down. [unknown-name]"},
		"step of another sequence":   {house, "sequences: {harm: {steps: {damage: {tally: {far: {add: hit.margin}}}}}}", ":1:56: “hit.margin” is a step of another sequence. Add a number to `takes` here, and set it under `with` there. [unknown-name]"},
		"what a check lacks":         {house, "actions: {bash: {whom: true, counts: 5, basis: {else: PST}, steps: {hit: {check: percent}, harm: {who: other, when: hit.mad, do: [{lose: PFT, by: 3}]}}}}", ":1:117: Unknown name “hit.mad”. Did you mean “hit.made”? [unknown-name]"},
		"name of another place":      {house, "conditions: {chilled: {give: {df: -roll}}}", ":1:36: “roll” isn't known here. `hybrid help formulas` lists the names of each place. [unknown-name]"},
		"comma":                      {house, "numbers: {guard: {extra: {add: \"PST * 1,5\"}}}", ":1:40: Unexpected “,”. Write 1.5 with a point. [bad-formula]"},
		"dice":                       {house, "stats: {LCK: {formula: 2d6 + 3}}\nnumbers: {guard: {extra: LCK}}", ":1:24: Dice can't be used here. They belong in tallies, effects, intervals and some fields of items. [bad-formula]"},
		"field of items":             {house, "fields: {item: {hook: numbr}}", ":1:23: A field of items can't be “numbr”. Did you mean “number”? [bad-value]"},
		"currency":                   {house, "skill: {currency: XP}", ":1:19: No pool named “XP”. Choose: PFT, PBD, PEX, MFT, MBD, MEX, EEP, SP. [unknown-name]"},
		"pool to watch":              {house, "pack: {watch: [PTF]}", ":1:16: No pool named “PTF”. Did you mean “PFT”? [unknown-name]"},
		"count of no time":           {house, "pack:\n  label: House\n  count: 0\n", ":3:10: A count needs a length, for example `pack: {count: 0.1, unit: s}`. [out-of-range]"},
		"a check without a roll":     {house, "pack: {use: get_up}", ":1:13: Action get_up rolls nothing, but bare skill checks use it. Name an action with a check. [missing]"},
		"how to combine":             {house, "modifiers: {luck: {combine: multiply}}\nnumbers: {guard: {extra: mod.luck}}", ":1:29: combine can't be “multiply”. Choose: add, times. [bad-value]"},
		"how to round":               {house, "numbers: {guard: {extra: {round: upward}}}", ":1:34: round can't be “upward”. Choose: nearest, down, up. [bad-value]"},
		"who":                        {house, "actions: {hop: {counts: 3, steps: {a: {do: [{lose: PFT, by: 1, who: otehr}]}}}}", ":1:69: who can't be “otehr”. Did you mean “other”? [bad-value]"},
		"end of a condition":         {house, "conditions: {chilled: {until: acton}}", ":1:31: until can't be “acton”. Did you mean “action”? [bad-value]"},
		"interval":                   {house, "conditions: {bleeds: {every: {do: [{lose: PFT, by: 1}]}}}", ":1:30: `every` needs `counts`, the counts from one time to the next. [missing]"},
		"interval of nothing":        {house, "conditions: {bleeds: {every: {counts: 0, do: [{lose: PFT, by: 1}]}}}", ":1:39: An interval must be at least 1 count, not 0. [out-of-range]"},
		"pool beyond":                {house, "pools: {MANA: {max: MST * 3, beyond: PTF}}", ":1:38: No pool named “PTF”. Did you mean “PFT”? [unknown-name]"},
		"drain":                      {house, "pools: {MANA: {max: MST * 3, drain: {every: 0, lose: PFT}}}", ":1:37: drain of pool MANA needs `every` above 0. [out-of-range]"},
		"answer nobody asks for":     {house, "actions: {duck: {answers: attak, counts: 2, steps: {a: {value: 1}}}}", ":1:11: No step offers “attak”, answered by action duck. Did you mean “attack”? [unused]"},
		"an entry and another":       {house, "conditions:\n  chilled: {giev: {df: -2}}\n  wet: {give: {fd: 1}}\n", ":2:13: No key named “giev”. Did you mean “give”? [unknown-key]\ntables/house.yaml:3:16: No modifier named “fd”. Did you mean “df”? [unknown-name]"},
		"conditions in a circle":     {house, "conditions: {aa: {put: [bb]}, bb: {put: [aa]}}", ":1:25: Condition aa puts itself. Remove one `put`. [circle]\ntables/house.yaml:1:42: Condition bb puts itself. Remove one `put`. [circle]"},
		"condition nobody puts":      {house, "conditions: {chilled: {holds: PFT.now < 3, put: [prone]}}", ":1:31: chilled applies automatically, so it can't have give, every, until or put. Use a situation with holds for `give`. [bad-value]"},
		"condition that only holds":  {house, "conditions: {chilled: {holds: PFT.now < 3, give: {df: -2}}}", ":1:31: chilled applies automatically, so it can't have give, every, until or put. Use a situation with holds for `give`. [bad-value]"},
		"offer to onlookers":         {house, "actions: {hop: {counts: 3, steps: {a: {offer: attack, who: onlookers}}}}", ":1:47: Step a can ask only the target for an answer (`who: other`) or, without who, the actor. [bad-value]"},
		"numbers in a circle":        {house, "numbers: {aa: {x: bb}, bb: {x: aa}, guard: {y: aa}}", ":1:32: This depends on itself: number aa → number bb → number aa. Change one of these formulas. [circle]"},
		"condition by itself":        {house, "conditions: {c1: {holds: not is.c1}}", ":1:26: This depends on itself: condition c1 → condition c1. Change one of these formulas. [circle]"},
		"table by itself":            {house, "tables: {pay: {by: to, rows: {0+: pay(to) + 1}}}\nnumbers: {guard: {y: pay(PST)}}", ":1:35: This depends on itself: table pay → table pay. Change one of these formulas. [circle]"},
		"basis by itself":            {house, "actions: {hop: {counts: 3, basis: {else: basis}, steps: {a: {check: percent}}}}", ":1:42: This depends on itself: basis of a roll → basis of a roll. Change one of these formulas. [circle]"},
		"field of items by itself":   {house, "items: {sabre: {counts: tool.reach, reach: tool.counts}}", ":1:25: This depends on itself: field reach → field counts → field reach. Change one of these formulas. [circle]"},
		"situation and number":       {house, "numbers: {nn: {a: mod.defence}, guard: {b: nn}}\nsituations: {s1: {holds: nn > 3, give: {defence: 2}}}", ":1:19: This depends on itself: modifier defence → number nn → modifier defence. Change one of these formulas. [circle]"},
		"pool without its field":     {house, "conditions: {chilled: {holds: PFT < 3}}", ":1:31: “PFT” is a pool. Write PFT.now, PFT.max or PFT.lost. [unknown-name]"},
		"condition without is":       {house, "conditions: {chilled: {holds: prone}}", ":1:31: “prone” is a condition. Write is.prone. [unknown-name]"},
		"word without quotes":        {house, "conditions: {chilled: {holds: ruling.failures == margin}}", ":1:50: Unknown name “margin”. Put a text in quotes: \"margin\" [unknown-name]"},
		"number like a statistic":    {house, "numbers: {PST: {a: 3}}", ":1:11: PST is already a statistic, at tables/hybrid/stats.yaml:3:3. Rename the number. [repeated]"},
		"check that says too little": {house, "checks: {mine: {numbers: {chance: {a: 50}}, roll: d100, results: {margin: chance - roll}, ladder: bands}}\nactions: {hop: {counts: 1, steps: {a: {check: mine}}}}", ":1:10: Check mine needs the results made and margin. [missing]"},
		"ladder":                     {house, "checks: {percent: {ladder: nosuch}}", ":1:28: No ladder named “nosuch”. Choose: bands, severity. [unknown-name]"},
		"cost by who has it":         {house, "skill: {cost: 3 * PST}", ":1:19: PST can't be used here: a skill's cost, difficulty and percent per rank are the same for all characters. [bad-formula]"},
		"difficulty by who has it":   {house, "skill: {difficulty: PST}", ":1:21: PST can't be used here: a skill's cost, difficulty and percent per rank are the same for all characters. [bad-formula]"},
		"difficulty of tools":        {house, "tables: {tools: {rows: {complex: {df: PST - 20}}}}", ":1:39: PST can't be used here: a skill's cost, difficulty and percent per rank are the same for all characters. [bad-formula]"},
		"cost of a type":             {house, "tables: {type: {rows: {art: {cost: PST - 20}}}}", ":1:36: PST can't be used here: a skill's cost, difficulty and percent per rank are the same for all characters. [bad-formula]"},
		"percent of a scope":         {house, "tables: {scope: {rows: {specific: {percent: other.PST}}}}", ":1:45: other.PST can't be used here: a skill's cost, difficulty and percent per rank are the same for all characters. [bad-formula]"},
		"relation without a word":    {house, "skills: {axe: {related: {sword: }}}", ":1:26: Table nearness has no row “”. Choose: similar, dissimilar, stretch. [unknown-name]"},
		"check without a ladder":     {house, "checks: {percent: {ladder: removed}}", ":1:10: Check percent needs a ladder, which names its degrees. [missing]"},
		"check without a die":        {house, "checks: {percent: {roll: removed}}", ":1:10: Check percent needs `roll`, a die such as d100. [missing]"},
		"pool that drains itself":    {house, "pools: {PFT: {drain: {every: 1, lose: PFT}}}", ":1:39: These losses go round in a circle: PFT → PFT. Remove one of them. [circle]"},
		"pools in a ring":            {house, "pools: {AA: {max: 5, drain: {every: 1, lose: BB}}, BB: {max: 5, beyond: AA}}", ":1:73: These losses go round in a circle: AA → BB → AA. Remove one of them. [circle]"},
		"dice without end":           {house, "items: {sabre: {damage: 1000d1000000}}", ":1:25: Expected dice such as 2d6, with a total of at most 10000. [bad-formula]"},
		"numbers to ask for":         {house, "situations: {s1: {ask: {what: how far, least: 5, most: 1}, give: {df: -asked}}}", ":1:24: No number is at least 5 and at most 1. [out-of-range]"},
		"label without an end":       {house, "numbers: {nn: {a: {label: \"{PST\", add: PST}}}", ":1:16: The label \"{PST\" has a { without a }. [bad-formula]"},
		"label with a wrong name":    {house, "numbers: {nn: {a: {label: \"{PSTT} × 3\", add: PST}}}", ":1:16: Unknown name “PSTT”. Did you mean “PST”? [unknown-name]"},
		"toward nobody":              {house, "actions: {hop: {counts: 3, toward: theirs}}", ":1:36: hop has no target, so no toward. Add `whom: true`. [missing]"},
		"toward whoever":             {house, "actions: {hop: {counts: 3, whom: true, toward: foes}}", ":1:48: toward can't be “foes”. Choose: anyone, theirs, ours. [bad-value]"},
		"scene that asks":            {house, "situations: {s1: {ask: {what: how far}, scene: true, give: {df: -asked}}}", ":1:14: s1 asks a question or applies automatically, so it can't belong to the scene. Remove scene. [bad-value]"},
		"check on nothing":           {house, "actions: {hop: {counts: 1, tags: [mental], steps: {a: {check: percent}}}}", ":1:52: Step a of action hop has nothing to roll on. Add a skill or a basis. [no-basis]"},
		"action of no kind":          {house, "actions: {hop: {counts: 1}, skip: {counts: 1, tags: [mental]}}", ":1:11: Action hop isn't physical or mental. Add one of them to its tags. [no-kind]"},
		"another ending":             {"tables/house.yml", "conditions: {}", ": This file isn't read. Give it a name ending in .yaml. [unseen]"},
		"a folder too deep":          {"tables/weapons/clubs.yaml", "items: {}", ": This file isn't read. Move it directly into tables, characters, encounters or the folder of the pack. [unseen]"},
		"choice of a ruling":         {own, "campaign: {label: Mine}\nrulings: {failures: margn}", ":2:21: Ruling failures has no choice “margn”. Did you mean “margin”? [unknown-name]"},
		"choice that is a map":       {own, "campaign: {label: Mine}\nrulings: {failures: {choice: margin}}", ":2:21: Expected a value, found a map. Write one value. [wrong-kind]\ncampaign.yaml:2:21: Ruling failures has no choice “”. Choose: bands, margin. [unknown-name]"},
		"ruling":                     {own, "campaign: {label: Mine}\nrulings: {failurs: margin}", ":2:11: No ruling named “failurs”. Did you mean “failures”? [unknown-name]"},
		"ruling that is a reading":   {own, "campaign: {label: Mine}\nrulings: {worst_step: best}", ":2:11: Ruling worst_step has no choices. Remove it. [unknown-name]"},
		"ruling with only a choice":  {house, "rulings: {failures: margin}", ":1:21: Expected a map of label, also, text, src, renamed, formerly, choice, choices, was, says, found \"margin\". Write `{choice: margin}`. [wrong-kind]"},
		"ruling without anything":    {house, "rulings: {mud: {src: R9}}", ":1:11: Ruling mud needs a choice and its choices, or only a text. Add them. [missing]"},
		"pack":                       {own, "campaign: {pack: hybird}", ":1:18: No pack named “hybird”. Did you mean “hybrid”? [unknown-name]"},
		"pack that is a campaign":    {own, "campaign: {pack: .}", ":1:18: . is a campaign's folder. A pack is a folder with tables only. [bad-value]"},
		"cast without brackets":      {own, "cast: kira, dov", ":1:7: No character file kira, dov.yaml. Write several as a list: [kira, dov] [unknown-name]"},
		"statistic in words":         {rook, "character: {name: Rook}\n" + strings.Replace(stats, "10", "ten", 1), ":2:14: Expected a number, found \"ten\". Write digits, such as 2.5. [wrong-kind]"},
		"statistics as a list":       {rook, "character: {name: Rook}\nstats: [10, 10]\n", ":2:8: Expected a map of names, found a list. Write `NAME: VALUE`. [wrong-kind]"},
		"name":                       {rook, "character: {nmae: Rook}\n" + stats, ":1:13: No key named “nmae”. Did you mean “name”? [unknown-key]"},
		"a situation that is a map":  {one, "encounter: {situations: [{fog: {}}]}\ncombatants: {}\n", ":1:26: Expected a value, found a map. Write one value. [wrong-kind]"},
		"a cast that is a map":       {own, "campaign: {label: Mine}\ncast: [{kira: 1}]\n", ":2:8: Expected a value, found a map. Write one value. [wrong-kind]"},
		"a tactic without a leader":  {one, "combatants:\n  kira: {side: party}\n  grell: {side: gang, tactic: follow}\n", ":3:31: Tactic follow needs a leader, and side gang has none. Add `leader: true` to a combatant. [missing]"},
		"a tactic with a side's do":  {house, "tactics: {t1: {do: attack, side: parry}}", ":1:34: parry belongs to actors, not to a side. Move it to `do`. [bad-value]"},
		"a tactic that never tries":  {house, "tactics: {t1: {do: attack, when: {get_up: placed}}}", ":1:35: Tactic t1 never tries get_up. Add it to `do`, `aims` or `side`. [unreachable]"},
		"a side without pronouns":    {one, "sides: {gang: {label: The Gang}, party: {label: Kira}}\ncombatants:\n  kira: {side: party}\n  grell: {side: gang}\n  bruiser: {side: gang}\n", ":1:9: Side gang has several combatants, but no pronouns. Add `pronouns: many` for a plural, or `pronouns: it`. [missing]"},
		"a score of no side":         {house, "pools: {LUCK: {label: Luck, max: 3, score: true}}", ":1:9: LUCK can't be a score, because it belongs to no side. Add `of: side`, or remove score. [bad-value]"},
		"who acts first, by counts":  {house, "tactics: {t1: {do: get_up, first: 2}}", ":1:35: Tactic t1 decides who acts first, but the order has no rounds. Remove first. [unreachable]"},
		"a friend of no action":      {house, "tactics: {t1: {do: get_up, whom: {get_up: ours}}}", ":1:35: get_up has no target. Remove it. [bad-value]"},
		"a number of no action":      {house, "tactics: {t1: {do: get_up, asked: {get_up: 2}}}", ":1:36: get_up asks for no number. Remove it. [bad-value]"},
		"a card of no situation":     {house, "tactics: {t1: {do: get_up, cards: {set_up: highest}}}", ":1:36: set_up asks for no card with a number. Remove it. [bad-value]"},
		"combatant without a side":   {one, "combatants:\n  kira: {side: party}\n  grell: {}\n", ":3:3: grell has no side, so no allies. Add `side: …`. [no-side]"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			home := t.TempDir()
			for file, text := range map[string]string{own: "campaign: {label: Mine}\n", row.file: row.text} {
				writeFile(t, filepath.Join(home, file), text)
			}
			_, found, err := Vet(home, nil)
			var mistakes source.Mistakes
			errors.As(err, &mistakes)
			var got []string
			for _, m := range append(mistakes, found...) {
				got = append(got, strings.TrimPrefix(m.Error(), filepath.ToSlash(home)+"/")+" ["+string(m.Code)+"]")
			}
			if want := row.file + row.want; strings.Join(got, "\n") != want {
				t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), want)
			}
		})
	}
}

// TestFormerNamesInCharacters renames a skill: the campaign's own characters are to take the new name, those of the program can't.
func TestFormerNamesInCharacters(t *testing.T) {
	home := t.TempDir()
	for file, text := range map[string]string{
		"campaign.yaml":        "campaign: {label: Mine}\ncast: [kira, rook]\n",
		"tables/house.yaml":    "skills: {knife: {renamed: blades, label: Short blades}}\n",
		"characters/rook.yaml": "character: {name: Rook}\nstats: {PST: 10, PEN: 10, DEX: 10, PAG: 10, PAW: 10, MST: 10, MEN: 10, MAG: 10, MAW: 10, PSI: 10}\nskills: {knife: 4}\n",
	} {
		writeFile(t, filepath.Join(home, file), text)
	}
	_, found, err := Vet(home, nil)
	if err != nil || len(found) != 1 || !strings.HasSuffix(found[0].Pos.File, "characters/rook.yaml") {
		t.Errorf("found %v, %v; want a warning of rook.yaml alone", found, err)
	}
}

// TestWrongFormulaOfAStatistic tells of the formula alone, not of the cast, who need no value of their own.
func TestWrongFormulaOfAStatistic(t *testing.T) {
	home := t.TempDir()
	writeFile(t, filepath.Join(home, "campaign.yaml"), "campaign: {label: Mine}\ncast: [kira]\n")
	writeFile(t, filepath.Join(home, "tables/house.yaml"), "stats: {LUCK: {label: Luck, formula: PST + DEXT}}\n")
	if _, _, err := Vet(home, nil); err == nil || !strings.Contains(err.Error(), "DEXT") || strings.Contains(err.Error(), "LUCK") {
		t.Errorf("found %v; want the unknown name alone", err)
	}
}

// writeFile writes a file, and makes its folder.
func writeFile(t *testing.T, file, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestVetPortraits tells of a portrait that cannot be shown, in a character and in an encounter.
func TestVetPortraits(t *testing.T) {
	if testing.Short() {
		t.Skip("skipped: it does one thing at a time, so there is nothing to race")
	}
	home := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		writeFile(t, filepath.Join(home, name), text)
	}
	var face bytes.Buffer
	if err := png.Encode(&face, image.NewGray(image.Rect(0, 0, 9, 9))); err != nil {
		t.Fatal(err)
	}
	write("campaign.yaml", "campaign: {label: Mine, pack: hybrid}\ncast: [anna]\n")
	const anna = "character: {name: Anna, portrait: anna.png}\nstats: {PST: 9, PEN: 9, DEX: 9, PAG: 9, PAW: 9, MST: 9, MEN: 9, MAG: 9, MAW: 9, PSI: 5}\n"
	write("characters/anna.yaml", anna)
	write("pictures/anna.png", face.String())
	write("inside.png", face.String())
	write("pictures/large.png", face.String()+strings.Repeat("x", maxPortrait))
	write("pictures/text.png", "She lies.")
	write("pictures/half.png", face.String()[:12])
	write("pictures/drawn.svg", "<svg onload='alert(1)'/>")
	if err := os.Symlink("../inside.png", filepath.Join(home, "pictures", "link.png")); err != nil {
		t.Skip("this system has no links: ", err)
	}
	for name, want := range map[string]string{ // empty for one that can be shown
		"anna.png": "", "pictures/anna.png": "", "inside.png": "", "kira.png": "",
		"none.png":  "No picture named none.png. Put it into " + filepath.ToSlash(home) + "/pictures",
		"large.png": "Can't read large.png: it's larger than 200 kB. Make it smaller.", "text.png": "text.png isn't a PNG, JPEG or WebP picture. Use one of these",
		"half.png": "half.png isn't a PNG", "drawn.svg": "drawn.svg isn't a PNG", "link.png": "link.png is a link",
		"../anna.png": "../anna.png isn't a file in the campaign's folder", "/etc/passwd": "/etc/passwd isn't a file in the campaign's folder", "pictures": "Can't read pictures: it's a folder. Name",
	} {
		write("encounters/yard.yaml", "encounter: {label: The yard}\ncombatants:\n  anna: {side: party, portrait: "+name+"}\n")
		_, warnings, err := Vet(home, nil)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, w := range warnings {
			got = append(got, w.Error())
		}
		if told := strings.Join(got, "\n"); want == "" && told != "" || !strings.Contains(told, want) || want != "" && !strings.Contains(told, "yard.yaml:3:33: ") {
			t.Errorf("%s: told %q, want %q", name, told, want)
		}
	}
	write("characters/anna.yaml", strings.Replace(anna, "anna.png", "none.png", 1))
	write("encounters/yard.yaml", "encounter: {label: The yard}\ncombatants: {anna: {side: party}}\n")
	if _, warnings, _ := Vet(home, nil); !strings.Contains(warnings.Error(), "characters/anna.yaml:1:35: No picture named none.png") {
		t.Errorf("of a character: %v", warnings)
	}
}

// Vet tells of what hardly is meant, once.
func TestVetDoubts(t *testing.T) {
	home := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		writeFile(t, filepath.Join(home, name), text)
	}
	const stats = "stats: {PST: 9, PEN: 9, DEX: 9, PAG: 9, PAW: 9, MST: 9, MEN: 9, MAG: 9, MAW: 9, PSI: 5}\n"
	write("campaign.yaml", "campaign: {label: Mine}\ncast: [anna]\n")
	write("tables/own.yaml", `items: {claw: {label: Claw, skill: brawling, counts: 6, damage: 1d6, tags: [physical, armour], give: {armour: 2}}}
skills:
  weaving: {type: art, interaction: unassisted, tools: simple, scope: specific, basis: MAW, tags: [mental]}
  dyeing: {type: art, interaction: unassisted, tools: simple, scope: specific, basis: MAW, tags: [mental]}
`)
	write("characters/anna.yaml", "character: {name: Anna}\n"+stats+"skills: {sword: 3}\narmour: {chest: claw}\n")
	write("encounters/yard.yaml", "encounter: {label: The yard}\ncombatants: {anna: {side: party}}\n")
	write("encounters/loft.yaml", "encounter: {label: The loft}\n")
	vetted := func() (lines []string) {
		_, warnings, err := Vet(home, nil)
		var mistakes source.Mistakes
		if err != nil && !errors.As(err, &mistakes) {
			t.Fatal(err)
		}
		for _, m := range append(mistakes, warnings...) {
			lines = append(lines, strings.TrimPrefix(m.Error(), filepath.ToSlash(home)+"/"))
		}
		return lines
	}
	got := strings.Join(vetted(), "\n")
	for _, want := range []string{
		"characters/anna.yaml:4:17: claw is a weapon, useless while worn. Add a second item to gear.",
		"tables/own.yaml:3:3: No character of the cast has 2 of the skills: weaving, dyeing",
	} {
		if strings.Count(got, want) != 1 {
			t.Errorf("not told once: %s\n%s", want, got)
		}
	}
	write("characters/anna.yaml", "name: Anna\n"+stats)
	if got := vetted(); len(got) != 1 || !strings.Contains(got[0], "anna.yaml:1:1: No key named “name”. It belongs under character") {
		t.Errorf("a name at the top: %q", got)
	}
}
