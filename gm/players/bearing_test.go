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

// Two sessions that differ in a secret wound alone give a player the same bytes; the same wound put on the page is found.
func TestSecretWoundsMakeNoDifference(t *testing.T) {
	bearing := func(who string) func(s *gm.Session) any {
		return func(s *gm.Session) any { return s.State().Find(who).Bearing(s.Rules()).Word }
	}
	first := openedFiles(t, propertyFiles(t))
	for _, k := range []secret{
		{name: "of a friend", both: ownTable("conditions: {bruised: {bad: true, health: 1/4}}"), lines: said("put dov bruised, secret"), plant: bearing("dov")},
		{name: "of the player's character", both: ownTable("conditions: {bruised: {bad: true, health: 1/4}}"), lines: said("put kira bruised, secret"), plant: bearing("kira")},
		{name: "that holds", both: ownTable("conditions: {marked: {secret: true}, doomed: {holds: is.marked, secret: true, bad: true, health: 0}}"), lines: said("put kira marked"), plant: bearing("kira")},
	} {
		games, found := k.theGames(t, first), false
		for i := range uint64(4) {
			if end := k.play(t, games, i, false); end.leak != "" {
				t.Errorf("%s: %s", k.name, end.leak)
				break
			}
		}
		for i := uint64(0); !found && i < 6; i++ {
			found = k.play(t, games, i, true).leak != ""
		}
		if !found {
			t.Errorf("%s: put on the page, it is not found", k.name)
		}
	}
}
