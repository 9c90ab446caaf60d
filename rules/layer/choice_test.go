package layer

import (
	"strings"
	"testing"

	"hybrid/rules/source"
)

// TestChoicesThatRemoveAnEntry holds that a choice may remove what a campaign removed already, but not what another choice removes.
func TestChoicesThatRemoveAnEntry(t *testing.T) {
	const pack = `
stats: {ARM: {label: Arm}, LEG: {label: Leg}}
rulings:
  R1: {text: Arms, choice: keep, choices: {keep: none, gone: {stats: {ARM: removed}}}}
  R2: {text: Arms again, choice: keep, choices: {keep: none, gone: {stats: {ARM: removed}}}}
`
	for _, test := range []struct {
		name, campaign string
		choices        map[string]string
		want           string // the mistake; "" for none
	}{
		{"one choice", "", map[string]string{"R1": "gone"}, ""},
		{"after the campaign", "stats: {ARM: removed}\n", map[string]string{"R1": "gone", "R2": "gone"}, ""},
		{"after another choice", "", map[string]string{"R1": "gone", "R2": "gone"}, "ARM"},
	} {
		layers := []Layer{{Name: "pack", Files: []source.File{{Name: "pack.yaml", Data: []byte(pack)}}}}
		if test.campaign != "" {
			layers = append(layers, Layer{Name: "campaign", Files: []source.File{{Name: "house.yaml", Data: []byte(test.campaign)}}})
		}
		root, err := ReadMerged(layers, test.choices)
		switch {
		case test.want == "" && err != nil:
			t.Errorf("%s: %v", test.name, err)
		case test.want == "" && (root.At("stats", "ARM") != nil || root.At("stats", "LEG") == nil):
			t.Errorf("%s: the statistics are %v", test.name, root.Get("stats").Words())
		case test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)):
			t.Errorf("%s: got %v, want a mistake about %s", test.name, err, test.want)
		}
	}
}

// TestChoicesAfterARename holds that `after` in a choice follows an entry that a campaign renames.
func TestChoicesAfterARename(t *testing.T) {
	const pack = `
stats: {ARM: {label: Arm}, LEG: {label: Leg}}
rulings: {R1: {text: Hands, choice: keep, choices: {keep: none, hands: {stats: {HAND: {label: Hand, after: ARM}}}}}}
`
	for _, campaign := range []string{"stats: {ARM: {renamed: LIMB}}", "stats: {ARM: {renamed: LIMB}}\nrulings: {R1: {choices: {hands: {stats: {HAND: {after: LIMB}}}}}}"} {
		layers := []Layer{{Name: "pack", Files: []source.File{{Name: "pack.yaml", Data: []byte(pack)}}}, {Name: "campaign", Files: []source.File{{Name: "house.yaml", Data: []byte(campaign)}}}}
		root, err := ReadMerged(layers, map[string]string{"R1": "hands"})
		if err != nil {
			t.Errorf("%s: %v", campaign, err)
			continue
		}
		if got := strings.Join(root.Get("stats").Words(), " "); got != "LIMB HAND LEG" {
			t.Errorf("%s: the statistics are %s", campaign, got)
		}
	}
}
