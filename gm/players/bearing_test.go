package players

import (
	"testing"

	"hybrid/gm"
	"hybrid/gm/gmtest"
)

// TestWhatShowsHowOneStands checks that in a game that names no pools for it one is hurt in those of harm alone, and that one who burns
// is not unhurt.
func TestWhatShowsHowOneStands(t *testing.T) {
	for _, row := range []struct{ campaign, encounter, line, who, want string }{
		{"catacombs", "proving_ground", "set klavien PD 0", "klavien", "unhurt"},
		{"catacombs", "proving_ground", "set klavien HP 10", "klavien", "badly hurt"},
		{"catacombs", "proving_ground", "put klavien burning", "klavien", "hurt"},
		{"catacombs", "proving_ground", "put klavien poisoned", "klavien", "hurt"},
		{"cold_lantern", "choir", "set juno AIR 20", "juno", "unhurt"},
		{"cold_lantern", "choir", "put juno burning 2", "juno", "hurt"},
		{"saltmarket", "warehouse", "put kira freezing", "kira", "hurt"},
	} {
		s, _, err := gm.Open(gmtest.Campaign(t, row.campaign, nil), gm.Options{})
		if err != nil {
			t.Fatal(err)
		}
		gmtest.Do(t, s, "begin "+row.encounter, row.line)
		if got := s.State().Find(row.who).Bearing(s.Rules()).Word; got != row.want {
			t.Errorf("%s: %s is %s, want %s", row.line, row.who, got, row.want)
		}
	}
}
