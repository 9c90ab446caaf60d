package message

import (
	"slices"
	"strings"
	"testing"
)

func TestSuggest(t *testing.T) {
	tests := []struct {
		name, word string
		words      []string
		want       string
	}{
		{"one letter wrong", "PCB", []string{"PST", "PCA", "PEN"}, "PCA"},
		{"swapped", "lable", []string{"table", "label"}, "label"},
		{"missing", "skils", []string{"spells", "skills"}, "skills"},
		{"added", "situationns", []string{"situations", "conditions"}, "situations"},
		{"other case", "pca", []string{"PCB", "PCA"}, "PCA"},
		{"one letter, other case", "x", []string{"Y", "X"}, "X"},
		{"one letter", "x", []string{"y", "z"}, ""},
		{"two letters", "bu", []string{"by", "up"}, "by"},
		{"three of eight", "notabel_sucess", []string{"success", "notable_success"}, "notable_success"},
		{"too far", "sword", []string{"knife", "axe"}, ""},
		{"two of four is too far", "cost", []string{"case"}, ""},
		{"equally near: alike in front", "PCB", []string{"ACB", "PDB", "PCA"}, "PCA"},
		{"equally near: alphabet", "bat", []string{"bad", "bag", "bab"}, "bab"},
		{"itself", "same", []string{"same"}, ""},
		{"none to choose from", "x", nil, ""},
		{"no word", "", []string{"a"}, ""},
		{"a part of it", "simple_tools", []string{"bare_handed", "simple", "complex"}, "simple"},
		{"it is a part", "gravity", []string{"sword", "zero_gravity"}, "zero_gravity"},
		{"a part of two", "sword", []string{"axe", "short_sword", "long_sword"}, "short_sword or long_sword"},
		{"a part of many", "sword", []string{"one_sword", "two_sword", "big_sword", "old_sword"}, ""},
		{"letters, not bytes", "stärke", []string{"staerke", "starke"}, "starke"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			want := tt.want
			if want != "" {
				want = ". Did you mean “" + strings.ReplaceAll(want, " or ", "” or “") + "”?"
			}
			if got := Suggest(tt.word, tt.words); got != want {
				t.Errorf("Suggest(%q): got %q, want %q", tt.word, got, want)
			}
		})
	}
}

// TestKinds holds the wording of each kind of message.
func TestKinds(t *testing.T) {
	for _, tt := range []struct {
		got  Text
		want string
	}{
		{Unknown("skill", "swrd", []string{"sword", "bow"}), "No skill named “swrd”. Did you mean “sword”?"},
		{Unknown("skill", "poor lihgt", []string{"poor_light", "bow"}), "No skill named “poor lihgt”. Did you mean “poor_light”?"},
		{Unknown("skill", "xyz", []string{"sword", "bow"}), "No skill named “xyz”. Choose: sword, bow."},
		{Unknown("skill", "xyz", nil), "No skill named “xyz”."},
		{UnknownOr("tag", "xyz", []string{"sword"}, "`hybrid show tags` lists them."), "No tag named “xyz”. `hybrid show tags` lists them."},
		{Lacking("table hits", "row", "hed", []string{"head"}), "Table hits has no row “hed”. Did you mean “head”?"},
		{NotOneOf("unit", "acton", []string{"action", "minute"}), "unit can't be “acton”. Did you mean “action”?"},
		{NotOneOf("unit", "xyz", []string{"action", "minute"}), "unit can't be “xyz”. Choose: action, minute."},
		{NotA("four", "a whole number", "Write it in digits"), "“four” isn't a whole number. Write it in digits."},
		{NotA("four", "a whole number", ""), "“four” isn't a whole number."},
		{Conflict("--csv", "--json", "Remove one"), "--csv can't be combined with --json. Remove one."},
		{Missing("Name a combatant", "attack WHOM"), "Name a combatant. Usage: attack WHOM"},
		{Exists("skills.yaml", "Choose another name"), "skills.yaml already exists; nothing was changed. Choose another name."},
		{Ambiguous("cut", []string{"cutter_1", "cutter_2", "cutter_3"}), "“cut” could be cutter_1, cutter_2 or cutter_3. Type more of the name."},
	} {
		if string(tt.got) != tt.want {
			t.Errorf("got %q, want %q", tt.got, tt.want)
		}
	}
}

// TestHasForm holds which forms of a word count as the word.
func TestHasForm(t *testing.T) {
	among := []string{"draws", "door", "shoot"}
	for word, want := range map[string]bool{
		"draws": true, "draw": true, "door": true, "doors": true, "doo": false, "shooting": true, "shootings": false, "open": false, "dr": false,
	} {
		if got := HasForm(word, among); got != want {
			t.Errorf("HasForm(%q, %q) = %v, want %v", word, among, got, want)
		}
	}
	if !slices.Equal([]bool{HasForm("a", []string{"a"}), HasForm("a", []string{"ab"})}, []bool{true, false}) {
		t.Error("a short word occurs as it is, and in no other form")
	}
}
