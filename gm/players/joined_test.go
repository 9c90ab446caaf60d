package players

import (
	"slices"
	"testing"
)

// What several share with one is one label, so a row of a phone reads “closed upon by you and Dov”.
func TestOneLabelForWhatSeveralShare(t *testing.T) {
	s, log := atTheHatch(t, "reveal hanne", "put hanne closed_upon by kira", "put hanne closed_upon by dov", "put hanne prone")
	for _, o := range log.Seen(s.State()).Others {
		if slices.Contains(o.Conditions, "Prone") {
			if want := []string{"Closed upon by you and Dov Hallam", "Prone"}; !slices.Equal(o.Conditions, want) {
				t.Errorf("conditions are %q, want %q", o.Conditions, want)
			}
			return
		}
	}
	t.Error("nobody seen lies on the floor")
}
