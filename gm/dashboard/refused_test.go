package dashboard

import (
	"strings"
	"testing"

	"hybrid/gm/campaign"
)

// TestRefusedKeys holds what a key says that can't do anything now, and what to press instead.
func TestRefusedKeys(t *testing.T) {
	for _, row := range []struct {
		campaign string
		lines    []string
		selected string
		keys     []string
		want     string
	}{
		{campaign.Sample, []string{"begin warehouse", "finish"}, "kira", []string{"w"}, "Who is here?"},
		{campaign.Sample, []string{"begin warehouse", "place kira 0", "put kira gripped by grell", "put kira held 3 by grell"}, "kira", []string{"f"}, "Kira can't move: held"},
		{campaign.Sample, []string{"begin warehouse"}, "ilse", []string{"W"}, "No pending event of Ilse can be skipped. Select another combatant with j and k."},
		{campaign.Sample, []string{"begin warehouse", "place kira 10"}, "kira", []string{"M", "Enter", "x", "Enter"}, "A place is a number of metres along the line, such as 20."},
		{"../testdata/turns/game", nil, "", []string{"I"}, "No sides yet. Press b to begin a scene."},
	} {
		session := sessionOf(t, row.campaign, nil)
		play(t, session, row.lines...)
		s := newStage(t, session, 120, 40)
		s.d.selected = row.selected
		if s.keys(row.keys...); s.d.message.text != row.want && !strings.Contains(s.frame(), row.want) {
			t.Errorf("%s: got %q\n%s", row.want, s.d.message.text, s.frame())
		}
	}
}
