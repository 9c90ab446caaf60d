package rules

import (
	"slices"
	"testing"

	"hybrid/rules/source"
)

// arms is a small game in which ammunition belongs to things.
const arms = "../gm/testdata/things/game/arms/pack.yaml"

// TestMistakesOfThings: what is said wrongly of what belongs to a thing is said at its place.
func TestMistakesOfThings(t *testing.T) {
	for name, row := range map[string]struct{ text, want string }{
		"drains":       {"pools: {B: {of: item, max: 3, drain: {every: 2, lose: HP}}}", "own.yaml:1:38: B belongs to items, whose losses can't pass to another pool. Remove drain. [bad-value]"},
		"nobody":       {"fields: {item: {quiver: number}}\npools: {B: {of: item, max: tool.quiver}}", "own.yaml:2:28: No item has any B (max: tool.quiver). Add the field to an item. [unused]"},
		"of a field":   {"pools: {B: {of: item, max: tool.magazin}}", "own.yaml:1:28: Unknown name “tool.magazin”. `hybrid help names` lists them. [unknown-name]"},
		"over time":    {"pools: {B: {of: item, max: 3}}\nactivities: {rest: {gain: {B: 1/min}}}", "own.yaml:2:28: B belongs to items, and an activity uses none. Remove it. [bad-value]"},
		"of whom else": {"conditions: {jam: {of: items}}", "own.yaml:1:24: of can't be “items”. Did you mean “item”? [bad-value]"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := vetGame(t, arms, row.text); got != row.want {
				t.Errorf("got  %s\nwant %s", got, row.want)
			}
		})
	}
}

// TestMistakesOfCarried: a character's file may say where the pools of a thing stand that it carries, and of no other.
func TestMistakesOfCarried(t *testing.T) {
	rs, err := Load([]Layer{{Name: "arms", Files: []source.File{fileOf(t, arms)}}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		"pools_now: {crossbow: {BOLTS: 2}}": "",
		"pools_now: {crossbow: {BOLTS: 7}}": "x.yaml:4:24: BOLTS 7 is above its maximum, 6.",
		"pools_now: {club: {BOLTS: 2}}":     "x.yaml:4:20: Ann carries no club with any BOLTS.",
		"pools_now: {crossbow: {HP: 2}}":    "x.yaml:4:24: Pool HP belongs to no item. Move it out of crossbow.",
		"pools_now: {BOLTS: 2}":             "x.yaml:4:13: BOLTS belongs to items. Write, for example, {ITEM: {BOLTS: 2}}.",
		"pools_now: {crossbo: {BOLTS: 2}}":  "x.yaml:4:13: No item named “crossbo”. Did you mean “crossbow”?",
	} {
		_, err := rs.ReadSheet("x.yaml", []byte("character: {name: Ann}\nstats: {SKILL: 2}\ngear: [crossbow, club]\n"+text+"\n"))
		got := ""
		if err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%s\n got %s\nwant %s", text, got, want)
		}
	}
}

// TestFieldsOfWhatIsCarried: carried.FIELD adds up gear, each as often as it is there, and what is worn, but not what lies on the
// ground; worn.FIELD adds up what is worn alone.
func TestFieldsOfWhatIsCarried(t *testing.T) {
	over := "fields: {item: {weight: number}}\nitems: {club: {weight: 3}, crossbow: {weight: 5.5}, suit: {weight: 20}}\n" +
		"numbers: {load: {all: {label: Carried, add: carried.weight}}, mail: {all: {label: Worn, add: worn.weight}},\n" +
		"  burden: {all: {label: Laden, add: mod.aim}}}\n" +
		"situations: {laden: {holds: carried.weight > 30, give: {aim: -1}}}\n"
	rs, err := Load([]Layer{{Name: "arms", Files: []source.File{fileOf(t, arms)}}, {Name: "own", Files: []source.File{{Name: "own.yaml", Data: []byte(over)}}}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	s := &State{}
	events := []Event{{Kind: EventJoin, Who: "ann", What: "ann",
		Sheet: "character: {name: Ann}\nstats: {SKILL: 2}\ngear: [club, crossbow, club]\narmour: {body: suit}\n"}}
	for _, want := range []float64{31.5, 28.5, 25.5} {
		if s, err = rs.Apply(s, events); err != nil {
			t.Fatal(err)
		}
		number := func(name string) float64 {
			return s.Actors[0].Number(rs, rs.Numbers[slices.IndexFunc(rs.Numbers, func(n *Tally) bool { return n.Name == name })])
		}
		if got, worn := number("load"), number("mail"); got != want || worn != 20 {
			t.Errorf("carries %g and wears %g, want %g and 20", got, worn, want)
		}
		if aim := number("burden"); (aim == -1) != (want > 30) {
			t.Errorf("carries %g: aim %g", want, aim)
		}
		events = []Event{{Kind: EventDrop, Who: "ann", What: "club"}}
	}
}
