package players

import (
	"strings"
	"testing"
)

// The screen that all look at has what all who play know: what one learnt alone is not on it, nor any number.
func TestTheTable(t *testing.T) {
	for _, row := range []struct {
		name      string
		lines     []string
		want, not string // texts, with a | between
	}{
		{"at the start", nil, `a woman with a harpoon|a shadow in the loft|"Name": "Kira Vance"|"Own": true`, "Hanne|Tilde|gang"},
		{"a name told to one", []string{"reveal hanne to kira"}, "a woman with a harpoon", "Hanne"},
		{"a name told to all", []string{"reveal hanne"}, "A woman with a harpoon is Harpoon Hanne", `"Name": "a woman`},
		{"what is whispered to one", []string{"whisper kira the mate lies"}, "", "lies"},
		{"what is whispered to all", []string{"whisper party the tide turns"}, "the tide turns", ""},
		{"a text shown to one", []string{"show letter.txt to dov"}, "", "is shown"},
		{"a text shown to all", []string{"show letter.txt"}, "A text is shown: ", ""},
		{"a picture shown to one", []string{"show map.png to kira"}, "", "picture is shown"},
		{"a picture shown to all", []string{"show map.png"}, "A picture is shown", "map.png"},
		{"a wound of the party", []string{"set kira PFT -25"}, `"Health": "badly hurt"|Kira is badly hurt`, "−25|PFT"},
		{"a secret condition", []string{"put kira prone, secret"}, "", "rone"},
		{"one who hides", []string{"put shooter unseen"}, `"Here": false`, "Tilde"},
		{"a number told to one", []string{"reveal hanne PFT to kira"}, "", "fatigue"},
		{"a number told to all", []string{"reveal hanne PFT"}, "A woman with a harpoon has 30 fatigue left|had fatigue 30", ""},
		{"one who has openly fainted", []string{"put dov unconscious", "put hanne prone"}, "Prone", ""},
		{"turns", []string{"turn kira 4", "turn hanne 77"}, `"Turn": 4`, "77"},
		{"who acts", []string{"turn kira 0", "next"}, `"Acts": true`, ""},
		{"a deed", []string{"turn kira 0", "next", "attack hanne", "next, answer none dice 1 40 3"}, "Kira slashes a woman with a harpoon in the ", "rolled"},
		{"nobody plays", []string{"remove kira", "remove dov"}, "", "harpoon"},
	} {
		t.Run(row.name, func(t *testing.T) {
			text := page(t, secretive(t, row.lines...), TableSeat)
			for _, want := range strings.Split(row.want, "|") {
				if !strings.Contains(text, want) {
					t.Errorf("without %s:\n%s", want, text)
				}
			}
			for _, not := range strings.Split(row.not, "|") {
				if not != "" && strings.Contains(text, not) {
					t.Errorf("%s stands in\n%s", not, text)
				}
			}
		})
	}
}
