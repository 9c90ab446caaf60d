package rules

import "testing"

func TestSingle(t *testing.T) {
	for words, want := range map[string]string{
		"metres": "metre", "metres away": "metre away", "dice": "die", "glasses": "glass", "boxes": "box", "hours": "hour", "points": "point",
		"damage": "damage", "": "",
	} {
		if got := Single(words); got != want {
			t.Errorf("one of %q is %q, want %q", words, got, want)
		}
	}
}
