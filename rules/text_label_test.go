package rules

import "testing"

func TestWithin(t *testing.T) {
	for label, want := range map[string]string{
		"Short bow":         "short bow",
		"Eye of the Lynx/X": "eye of the Lynx/X",
		"Speak Quayside":    "speak Quayside",
		"KO blow":           "KO blow",
		"A-03":              "A-03",
		"A fall":            "a fall",
		"Überblick":         "überblick",
		"bare damage":       "bare damage",
		"":                  "",
	} {
		if got := MidSentence(label); got != want {
			t.Errorf("%q: got %q, want %q", label, got, want)
		}
	}
}

func TestSingle(t *testing.T) {
	for words, want := range map[string]string{
		"metres": "metre", "metres away": "metre away", "dice": "die", "glasses": "glass", "boxes": "box", "hours": "hour", "points": "point",
		"damage": "damage", "": "",
	} {
		if got := Singular(words); got != want {
			t.Errorf("one of %q is %q, want %q", words, got, want)
		}
	}
}

func TestWords(t *testing.T) {
	for name, want := range map[string]string{"badly_stunned": "Badly stunned", "\u00e9ve_du_lac": "\u00c9ve du lac", "": ""} {
		if got := ReadableName(name); got != want {
			t.Errorf("%q reads %q, want %q", name, got, want)
		}
	}
}
