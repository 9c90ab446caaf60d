package dashboard

import (
	"slices"
	"strings"
	"testing"
)

// TestAPlayersFollowUpIsAsked: what follows for a player without a phone comes to the game master as a question of its own, unless it
// was chosen beforehand; what follows for a combatant without a player is planned.
func TestAPlayersFollowUpIsAsked(t *testing.T) {
	for _, row := range []struct {
		lines []string
		keys  string
		asked bool
	}{
		{[]string{"hold kira dagger", "turn kira 3", "next", "attack grell"}, "n Fend", true},
		{[]string{"turn cutter_1 1", "turn kira 30", "next", "attack kira with hatchet"}, "n Fend", false},
	} {
		session := sampleSession(t)
		play(t, session, append([]string{"begin warehouse"}, row.lines...)...)
		s := newStage(t, session, 120, 40)
		for _, key := range strings.Fields(row.keys) {
			for line := range strings.Lines(s.frame()) {
				if row := strings.Fields(line); key > "A" && key < "Z" && strings.Contains(line, key) {
					key = row[slices.IndexFunc(row, func(word string) bool { return word >= "1" && word <= "9" })]
					break
				}
			}
			s.keys(key)
		}
		if asked := session.OpenQuestion() != nil; asked != row.asked {
			t.Errorf("%v: asked %t\n%s", row.lines, asked, s.frame())
		}
	}
}
