package players

import (
	"testing"

	"hybrid/gm"
)

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
