package rules

import (
	"strings"
	"testing"

	"hybrid/rules/source"
)

// The sides of paired rows are what the table says: which faces mean them, and how they are called.
func TestSidesOfPairedRows(t *testing.T) {
	wings := Layer{Name: "wings", Files: []source.File{{Name: "wings.yaml", Data: []byte(`
tables:
  hit_location: {sides: {left: removed, right: removed, port: even, starboard: odd}}
`)}}}
	named := Layer{Name: "named", Files: []source.File{{Name: "named.yaml", Data: []byte(`
tables: {hit_location: {sides: {left: none}}}
`)}}}
	for _, test := range []struct {
		name          string
		over          []Layer
		odd, even     string
		said          string
		side, located string
	}{
		{"as the pack says", nil, "left", "right", "Left hand", "left", "hand"},
		{"by other names", []Layer{wings}, "starboard", "port", "port hand", "port", "hand"},
		{"and not by those of the pack", []Layer{wings}, "starboard", "port", "left hand", "", "left hand"},
		{"one that can be named alone", []Layer{named}, "", "right", "left hand", "left", "hand"},
		{"no more than a side", nil, "left", "right", "left", "", "left"},
	} {
		table, _ := packWith(t, nil, test.over...).Tables.Get("hit_location")
		hand, chest := table.rowNamed("hand"), table.rowNamed("chest")
		if odd, even := table.sideOfFace(hand, 99), table.sideOfFace(hand, 100); odd != test.odd || even != test.even {
			t.Errorf("%s: 99 is %q and 100 %q; want %q and %q", test.name, odd, even, test.odd, test.even)
		}
		if side := table.sideOfFace(chest, 9); side != "" {
			t.Errorf("%s: a chest is %s", test.name, side)
		}
		if side, rest := table.cutSide(test.said); side != test.side || rest != test.located {
			t.Errorf("%s: %s is %q of %q; want %q of %q", test.name, test.said, side, rest, test.side, test.located)
		}
	}
}

func TestMistakesInSides(t *testing.T) {
	for text, want := range map[string]string{
		"tables: {hit_location: {sides: {left: first}}}": "1:39: left can't be “first”. Choose: odd, even, none.",
		"tables: {hit_location: {sides: {right: odd}}}":  "1:40: odd faces already mean left.",
		"tables: {target_size: {sides: {near: odd}}}":    "1:38: Table target_size isn't rolled, so no face means near. Write none.",
		"tables: {hit_location: {side: odd}}":            "1:25: No key named “side”. Did you mean “sides”?",
	} {
		_, err := loadPack(nil, Layer{Name: "own", Files: []source.File{{Name: "own.yaml", Data: []byte(text)}}})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v; want %s", text, err, want)
		}
	}
}
