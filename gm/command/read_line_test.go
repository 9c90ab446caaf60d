package command

import (
	"slices"
	"testing"
)

func TestColonsOfTimesStay(t *testing.T) {
	for _, row := range []struct {
		text, before, after string
		found               bool
	}{
		{"kira: attack grell", "kira", " attack grell", true},
		{"clock 22:30", "clock 22:30", "", false},
		{"kira: clock 22:30", "kira", " clock 22:30", true},
		{"2: 30 by night", "2", " 30 by night", true},
		{"nothing at all", "nothing at all", "", false},
		{"9:30: late", "9:30: late", "", false},
	} {
		if before, after, found := cutAtColon(row.text); before != row.before || after != row.after || found != row.found {
			t.Errorf("cutColon(%q) = %q, %q, %v; want %q, %q, %v", row.text, before, after, found, row.before, row.after, row.found)
		}
	}
}

func TestWordsOccurInOtherForms(t *testing.T) {
	among := []string{"draws", "door", "shoot"}
	for word, want := range map[string]bool{
		"draws": true, "draw": true, "door": true, "doors": true, "doo": false, "shooting": true, "shootings": false, "open": false, "dr": false,
	} {
		if got := containsForm(word, among); got != want {
			t.Errorf("occurs(%q, %q) = %v, want %v", word, among, got, want)
		}
	}
	if !slices.Equal([]bool{containsForm("a", []string{"a"}), containsForm("a", []string{"ab"})}, []bool{true, false}) {
		t.Error("a short word occurs as it is, and in no other form")
	}
}
