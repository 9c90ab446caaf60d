package players

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
)

// What several share with one is one label, so a row of a phone reads “crowded by you and Dov”.
func TestOneLabelForWhatSeveralShare(t *testing.T) {
	s, log := atTheHatch(t, "reveal hanne", "put hanne closed_upon by kira", "put hanne closed_upon by dov", "put hanne prone")
	for _, o := range log.SeatView(s.State()).Others {
		if slices.Contains(o.Conditions, "Prone") {
			if want := []string{"Crowded by you and Dov", "Prone"}; !slices.Equal(o.Conditions, want) {
				t.Errorf("conditions are %q, want %q", o.Conditions, want)
			}
			return
		}
	}
	t.Error("nobody seen lies on the floor")
}

// One's own card joins them, too, says what acts next and keeps those apart who are not known.
func TestOwnLabelForWhatSeveralShare(t *testing.T) {
	s, log := atTheHatch(t, "put kira closed_upon by hanne", "put kira closed_upon by dov", "put kira gripped by hanne", "put kira gripped by shooter", "put kira bleeding")
	var list []string
	for _, c := range log.SeatView(s.State()).Own.Conditions {
		list = append(list, c.Label)
	}
	if want := []string{"Crowded by a woman with a harpoon and Dov", "Gripped by a woman with a harpoon", "Gripped by someone", "Bleeding"}; !slices.Equal(list, want) {
		t.Errorf("conditions are %q, want %q", list, want)
	}
}

// A wound that fatigue can't take goes into the body, and what the mind loses is no wound.
func TestWhereWoundsGo(t *testing.T) {
	s, log := atTheHatch(t, "set kira PFT -41")
	onward := map[string]string{}
	for _, p := range log.SeatView(s.State()).Own.Pools {
		if p.Onward != nil {
			onward[p.Label] = p.Onward.Label
		}
	}
	if want := map[string]string{"Fatigue": "Body"}; !maps.Equal(onward, want) {
		t.Errorf("wounds go on %v, want %v", onward, want)
	}
}

// Between fights a wound says how it is given back, unless a condition that is known bars rest.
func TestHowWoundsAreGivenBack(t *testing.T) {
	for _, row := range []struct{ line, want string }{
		{"set kira PFT -22", "Sitting, 10 min, 22"},
		{"set kira PFT -22\nput kira on_fire", ""},
		{"set kira PFT -22\nput kira on_fire, secret", "Sitting, 10 min, 22"},
		{"set kira PBD -3", ""},
	} {
		s, log := atTheHatch(t, append(strings.Split(row.line, "\n"), "finish")...)
		got := ""
		for _, p := range log.SeatView(s.State()).Own.Pools {
			if p.Rest != nil {
				got += fmt.Sprintf("%s, %s, %v", p.Rest.Label, p.Rest.Span, p.Rest.Gains[0].Points)
			}
		}
		if got != row.want {
			t.Errorf("%s: %q, want %q", row.line, got, row.want)
		}
	}
}

// What keeps another one from acting shows as down, unless it is secret.
func TestDownUnlessSecret(t *testing.T) {
	for line, want := range map[string]string{"put dov unconscious": "Unconscious", "put dov unconscious, secret": ""} {
		s, log := atTheHatch(t, line)
		for _, o := range log.SeatView(s.State()).Others {
			if o.Name == "Dov Hallam" && o.Down != want {
				t.Errorf("%s: Dov is %q, want %q", line, o.Down, want)
			}
		}
	}
}
