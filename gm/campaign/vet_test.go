package campaign

import (
	"errors"
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
		"an entry left empty":        {house, "conditions:\n  chilled:\n    give:\n    df: -2\n", ":4:5: unknown key df; if it belongs to give above, indent it farther [unknown-key]"},
		"brace":                      {house, "conditions:\n  chilled: {give: {df: -2}\n", ":2:12: this { is never closed [not-yaml]"},
		"apostrophe":                 {house, "conditions: {chilled: {label: 'It's cold'}}\n", ":1:34: the quotation mark that closes the text is here, and more follows; write it twice within ' ', or put \" \" around the whole [not-yaml]"},
		"choice without quotes":      {house, "numbers:\n  guard: {value: {add: PST > 3 ? 1 : 2}}\n", ":2:24: this value holds `: `, so it needs quotes around it [not-yaml]"},
		"another encoding":           {house, "conditions:\n  chilled: {label: K\xe4lte}\n", ":2:21: byte E4 is not UTF-8; save the file as UTF-8 [not-yaml]"},
		"mark of the encoding":       {house, "\xef\xbb\xbfconditions:\r\n  chilled:\r\n    giev: {df: -2}\r\n", ":3:5: unknown key giev. Did you mean give? [unknown-key]"},
		"degree":                     {house, "tasks: {climb: {skill: climbing, basis: PAG, results: {succes: done}}}", ":1:56: unknown degree succes; there are amazing_success, very_notable_success, notable_success, solid_success, plain_success, plain_failure, solid_failure, notable_failure, very_notable_failure, amazing_failure [unknown-name]"},
		"faces":                      {house, "tables: {omen: {roll: d6, rows: {good: {roll: one}, bad: {roll: 4-6}}}}", ":1:47: expected faces like 7-30, or a number like 25+, found one [bad-value]"},
		"two dice":                   {house, "tables: {omen: {roll: 2d6, rows: {good: {roll: 2-6}, bad: {roll: 7-12}}}}", ":1:23: expected one die like d100, of 2 to 10000 faces, found 2d6; dice that are added up stand in a tally, or a check throws them: hybrid help dice [bad-value]"},
		"statistic further down":     {house, "stats: {AAA: {formula: BBB + 1}, BBB: {formula: PST}}\nnumbers: {guard: {extra: AAA + BBB}}", ":1:24: BBB cannot be read here; a statistic reads only those above it [unknown-name]"},
		"step further down":          {house, "actions: {hop: {counts: 3, steps: {a: {stop: jump.missed}, jump: {check: percent, basis: PAG}}}}", ":1:46: jump.missed is not known yet; a step reads only those before it [unknown-name]"},
		"name of another place":      {house, "conditions: {chilled: {give: {df: -roll}}}", ":1:36: roll is not known here; hybrid help formulas lists what is at each place [unknown-name]"},
		"comma":                      {house, "numbers: {guard: {extra: {add: \"PST * 1,5\"}}}", ":1:40: unexpected ,; write 1.5 with a point [bad-formula]"},
		"dice":                       {house, "stats: {LCK: {formula: 2d6 + 3}}\nnumbers: {guard: {extra: LCK}}", ":1:24: dice cannot stand here, only where something is rolled: in tallies, effects, intervals and some fields of items [bad-formula]"},
		"field of items":             {house, "fields: {item: {hook: numbr}}", ":1:23: a field of items holds number or dice, not numbr. Did you mean number? [bad-value]"},
		"currency":                   {house, "skill: {currency: XP}", ":1:19: unknown pool XP; there are PFT, PBD, PEX, MFT, MBD, MEX, EEP, SP [unknown-name]"},
		"pool to watch":              {house, "pack: {watch: [PTF]}", ":1:16: unknown pool PTF. Did you mean PFT? [unknown-name]"},
		"count of no time":           {house, "pack:\n  label: House\n  count: 0\n", ":3:10: a count takes time: `pack: {count: 0.1, unit: s}`, for example [out-of-range]"},
		"a check without a roll":     {house, "pack: {use: get_up}", ":1:13: action get_up rolls nothing, and a bare check of a skill is to be this action; name one with a check [missing]"},
		"how to combine":             {house, "modifiers: {luck: {combine: multiply}}\nnumbers: {guard: {extra: mod.luck}}", ":1:29: combine is one of add, times, not multiply [bad-value]"},
		"how to round":               {house, "numbers: {guard: {extra: {round: upward}}}", ":1:34: round is one of nearest, down, up, not upward [bad-value]"},
		"who":                        {house, "actions: {hop: {counts: 3, steps: {a: {do: [{lose: PFT, by: 1, who: otehr}]}}}}", ":1:69: who is one of other, both, ours, theirs, not otehr. Did you mean other? [bad-value]"},
		"end of a condition":         {house, "conditions: {chilled: {until: acton}}", ":1:31: until is one of used, action, turn, declaration, sequence, round, encounter, or a yes/no formula, not acton. Did you mean action? [bad-value]"},
		"interval":                   {house, "conditions: {bleeds: {every: {do: [{lose: PFT, by: 1}]}}}", ":1:30: `every` needs `counts`, how many pass from one time to the next [missing]"},
		"interval of nothing":        {house, "conditions: {bleeds: {every: {counts: 0, do: [{lose: PFT, by: 1}]}}}", ":1:39: an interval is at least 1 count, not 0 [out-of-range]"},
		"pool beyond":                {house, "pools: {MANA: {max: MST * 3, beyond: PTF}}", ":1:38: unknown pool PTF. Did you mean PFT? [unknown-name]"},
		"drain":                      {house, "pools: {MANA: {max: MST * 3, drain: {every: 0, lose: PFT}}}", ":1:37: drain of pool MANA needs `every` above 0 [out-of-range]"},
		"answer nobody asks for":     {house, "actions: {duck: {answers: attak, counts: 2, steps: {a: {value: 1}}}}", ":1:11: action duck answers attak, which no step offers. Did you mean attack? [unused]"},
		"an entry and another":       {house, "conditions:\n  chilled: {giev: {df: -2}}\n  wet: {give: {fd: 1}}\n", ":2:13: unknown key giev. Did you mean give? [unknown-key]\ntables/house.yaml:3:16: unknown modifier fd. Did you mean df? [unknown-name]"},
		"conditions in a circle":     {house, "conditions: {aa: {put: [bb]}, bb: {put: [aa]}}", ":1:25: condition aa brings itself with it; take one `put` out [circle]\ntables/house.yaml:1:42: condition bb brings itself with it; take one `put` out [circle]"},
		"condition nobody puts":      {house, "conditions: {chilled: {holds: PFT.now < 3, put: [prone]}}", ":1:31: chilled holds by itself and is never put, so it neither gives nor acts nor ends nor brings anything with it; a situation with holds gives [bad-value]"},
		"condition that only holds":  {house, "conditions: {chilled: {holds: PFT.now < 3, give: {df: -2}}}", ":1:31: chilled holds by itself and is never put, so it neither gives nor acts nor ends nor brings anything with it; a situation with holds gives [bad-value]"},
		"offer to onlookers":         {house, "actions: {hop: {counts: 3, steps: {a: {offer: attack, who: onlookers}}}}", ":1:47: step a asks the other one for an answer (who: other) or, without who, the one who acts, and nobody else [bad-value]"},
		"numbers in a circle":        {house, "numbers: {aa: {x: bb}, bb: {x: aa}, guard: {y: aa}}", ":1:32: this is worked out from itself: number aa → number bb → number aa [circle]"},
		"condition by itself":        {house, "conditions: {c1: {holds: not is.c1}}", ":1:26: this is worked out from itself: condition c1 → condition c1 [circle]"},
		"table by itself":            {house, "tables: {pay: {by: to, rows: {0+: pay(to) + 1}}}\nnumbers: {guard: {y: pay(PST)}}", ":1:35: this is worked out from itself: table pay → table pay [circle]"},
		"basis by itself":            {house, "actions: {hop: {counts: 3, basis: {else: basis}, steps: {a: {check: percent}}}}", ":1:42: this is worked out from itself: basis of a roll → basis of a roll [circle]"},
		"field of items by itself":   {house, "items: {sabre: {counts: tool.reach, reach: tool.counts}}", ":1:44: this is worked out from itself: field counts → field reach → field counts [circle]"},
		"situation and number":       {house, "numbers: {nn: {a: mod.defence}, guard: {b: nn}}\nsituations: {s1: {holds: nn > 3, give: {defence: 2}}}", ":1:19: this is worked out from itself: modifier defence → number nn → modifier defence [circle]"},
		"pool without its field":     {house, "conditions: {chilled: {holds: PFT < 3}}", ":1:31: PFT is a pool; write PFT.now, PFT.max or PFT.lost [unknown-name]"},
		"condition without is":       {house, "conditions: {chilled: {holds: prone}}", ":1:31: prone is a condition; write is.prone [unknown-name]"},
		"word without quotes":        {house, "conditions: {chilled: {holds: ruling.failures == margin}}", ":1:50: unknown name margin; a text stands in quotes: \"margin\" [unknown-name]"},
		"number like a statistic":    {house, "numbers: {PST: {a: 3}}", ":1:11: PST is a statistic already, at tables/hybrid/stats.yaml:3:3; give the number another name [repeated]"},
		"check that says too little": {house, "checks: {mine: {numbers: {chance: {a: 50}}, roll: d100, results: {margin: chance - roll}, ladder: bands}}\nactions: {hop: {counts: 1, steps: {a: {check: mine}}}}", ":1:10: check mine needs the results made and margin [missing]"},
		"ladder":                     {house, "checks: {percent: {ladder: nosuch}}", ":1:28: unknown ladder nosuch; there are bands, severity [unknown-name]"},
		"cost by who has it":         {house, "skill: {cost: 3 * PST}", ":1:19: PST cannot stand here: what a skill costs, how hard it is and its percent per rank are the same for everybody [bad-formula]"},
		"difficulty by who has it":   {house, "skill: {difficulty: PST}", ":1:21: PST cannot stand here: what a skill costs, how hard it is and its percent per rank are the same for everybody [bad-formula]"},
		"difficulty of tools":        {house, "tables: {tools: {rows: {complex: {df: PST - 20}}}}", ":1:39: PST cannot stand here: what a skill costs, how hard it is and its percent per rank are the same for everybody [bad-formula]"},
		"cost of a type":             {house, "tables: {type: {rows: {art: {cost: PST - 20}}}}", ":1:36: PST cannot stand here: what a skill costs, how hard it is and its percent per rank are the same for everybody [bad-formula]"},
		"percent of a scope":         {house, "tables: {scope: {rows: {specific: {percent: other.PST}}}}", ":1:45: other.PST cannot stand here: what a skill costs, how hard it is and its percent per rank are the same for everybody [bad-formula]"},
		"relation without a word":    {house, "skills: {axe: {related: {sword: }}}", ":1:26: table nearness has no row ; there are similar, dissimilar, stretch [unknown-name]"},
		"check without a ladder":     {house, "checks: {percent: {ladder: removed}}", ":1:10: check percent needs a ladder, which names its degrees [missing]"},
		"check without a die":        {house, "checks: {percent: {roll: removed}}", ":1:10: check percent needs `roll`, its die, such as d100 [missing]"},
		"pool that drains itself":    {house, "pools: {PFT: {drain: {every: 1, lose: PFT}}}", ":1:39: what is lost here goes round for ever: PFT → PFT [circle]"},
		"pools in a ring":            {house, "pools: {AA: {max: 5, drain: {every: 1, lose: BB}}, BB: {max: 5, beyond: AA}}", ":1:73: what is lost here goes round for ever: AA → BB → AA [circle]"},
		"dice without end":           {house, "items: {sabre: {damage: 1000d1000000}}", ":1:25: expected dice such as 2d6, which come to 10000 together at the most [bad-formula]"},
		"numbers to ask for":         {house, "situations: {s1: {ask: {what: how far, least: 5, most: 1}, give: {df: -asked}}}", ":1:24: no number is at least 5 and at most 1 [out-of-range]"},
		"label without an end":       {house, "numbers: {nn: {a: {label: \"{PST\", add: PST}}}", ":1:16: the label \"{PST\" has a { without a } [bad-formula]"},
		"label with a wrong name":    {house, "numbers: {nn: {a: {label: \"{PSTT} × 3\", add: PST}}}", ":1:16: unknown name PSTT. Did you mean PST? [unknown-name]"},
		"toward nobody":              {house, "actions: {hop: {counts: 3, toward: theirs}}", ":1:36: hop is done to nobody, so it has no toward; add whom: true [missing]"},
		"toward whoever":             {house, "actions: {hop: {counts: 3, whom: true, toward: foes}}", ":1:48: toward is one of anyone, theirs, ours, not foes [bad-value]"},
		"scene that asks":            {house, "situations: {s1: {ask: {what: how far}, scene: true, give: {df: -asked}}}", ":1:14: s1 asks for something or holds by itself, so the scene cannot hold it; leave out scene [bad-value]"},
		"check on nothing":           {house, "actions: {hop: {counts: 1, tags: [mental], steps: {a: {check: percent}}}}", ":1:52: step a of action hop rolls on nothing; say its skill, or its basis [no-basis]"},
		"action of no kind":          {house, "actions: {hop: {counts: 1}, skip: {counts: 1, tags: [mental]}}", ":1:11: Action hop is not physical or mental. Add one of them to its tags. [no-kind]"},
		"another ending":             {"tables/house.yml", "conditions: {}", ": nothing reads this file; end its name in .yaml [unseen]"},
		"a folder too deep":          {"tables/weapons/clubs.yaml", "items: {}", ": nothing reads this file; put it into tables, characters, encounters or the folder of the pack itself [unseen]"},
		"choice of a ruling":         {own, "campaign: {label: Mine}\nrulings: {failures: margn}", ":2:21: ruling failures has no choice margn. Did you mean margin? [unknown-name]"},
		"choice that is a map":       {own, "campaign: {label: Mine}\nrulings: {failures: {choice: margin}}", ":2:21: expected a value, found a map [wrong-kind]\ncampaign.yaml:2:21: ruling failures has no choice ; there are bands, margin [unknown-name]"},
		"ruling":                     {own, "campaign: {label: Mine}\nrulings: {failurs: margin}", ":2:11: No ruling named failurs. Did you mean failures? [unknown-name]"},
		"ruling that is a reading":   {own, "campaign: {label: Mine}\nrulings: {worst_step: best}", ":2:11: Ruling worst_step has no choices. Remove it. [unknown-name]"},
		"ruling without anything":    {house, "rulings: {mud: {src: R9}}", ":1:11: Ruling mud needs a choice and its choices, or only a text. Add them. [missing]"},
		"pack":                       {own, "campaign: {pack: hybird}", ":1:18: No pack named hybird: neither one that comes along nor a folder of the campaign, nor one beside it. Did you mean hybrid? [unknown-name]"},
		"pack that is a campaign":    {own, "campaign: {pack: .}", ":1:18: . is the folder of a campaign; a pack is a folder that holds nothing but tables [bad-value]"},
		"cast without brackets":      {own, "cast: kira, dov", ":1:7: no character file kira, dov.yaml; several stand in a list: [kira, dov] [unknown-name]"},
		"statistic in words":         {rook, "character: {name: Rook}\n" + strings.Replace(stats, "10", "ten", 1), ":2:14: expected a number, found \"ten\" [wrong-kind]"},
		"statistics as a list":       {rook, "character: {name: Rook}\nstats: [10, 10]\n", ":2:8: expected a map of names, found a list [wrong-kind]"},
		"name":                       {rook, "character: {nmae: Rook}\n" + stats, ":1:13: unknown key nmae. Did you mean name? [unknown-key]"},
		"a situation that is a map":  {one, "encounter: {situations: [{fog: {}}]}\ncombatants: {}\n", ":1:26: expected a value, found a map [wrong-kind]\nencounters/one.yaml:1:26: unknown situation  [unknown-name]"},
		"combatant without a side":   {one, "combatants:\n  kira: {side: party}\n  grell: {}\n", ":3:3: grell is on no side, so nobody's friend; write `side: …` [no-side]"},
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
		"characters/anna.yaml:4:17: claw is a weapon, which is of no use as one while it is worn; what is both is two items, one in gear",
		"tables/own.yaml:3:3: nobody of the cast has 2 of the skills: weaving, dyeing",
		"encounters/loft.yaml:1:1: nobody takes part in The loft; name who does: `combatants: {NAME: {side: …}}`",
	} {
		if strings.Count(got, want) != 1 {
			t.Errorf("not told once: %s\n%s", want, got)
		}
	}
	write("characters/anna.yaml", "name: Anna\n"+stats)
	if got := vetted(); len(got) != 1 || !strings.Contains(got[0], "anna.yaml:1:1: unknown key name; it stands under character") {
		t.Errorf("a name at the top: %q", got)
	}
}
