package dashboard

import (
	"errors"
	"testing"

	"hybrid/gm"
	"hybrid/gm/command"
	"hybrid/gm/gmtest"
	"hybrid/rules"
)

// played is the sample fight played up to a count, with dice from a seed: each combatant has another to fight, and every
// second blow is answered.
func played(t testing.TB, count float64) *gm.Session {
	t.Helper()
	session := sampleSession(t)
	play(t, session, "begin warehouse", "initiative", "next")
	does := map[string]string{"kira": "attack cutter_1", "dov": "attack grell", "ilse": "attack shooter", "bram": "attack warden with front_kick",
		"grell": "attack dov", "cutter_1": "attack kira", "warden": "attack bram", "shooter": "attack kira", "hanne": "attack ilse", "bruiser": "grapple dov"}
	for n := 0; session.State().Count < count && n < 500; n++ {
		line := "next"
		for _, a := range session.State().Actors {
			if a.Open {
				line = a.Key + ": " + does[a.Key]
			}
		}
		answers := map[string]string{}
		for {
			_, err := session.Do(command.Command{Line: line, Answers: answers})
			var need *rules.Need
			if errors.As(err, &need) && need.Die == 0 {
				answers[need.Key] = rules.NoAnswer
				if n%2 == 0 && len(need.Choices) > 0 {
					answers[need.Key] = need.Choices[0].Name
				}
				continue
			}
			if err == nil {
				break
			}
			if line == "next" {
				t.Fatal(err)
			}
			line = "wait"
		}
	}
	return session
}

// TestPlayedFight draws the sample fight as it is after some blows, at every size that is laid out differently.
func TestPlayedFight(t *testing.T) {
	gmtest.SkipIfShort(t)
	session := played(t, 80)
	for _, size := range []struct {
		name string
		w, h int
	}{{"59x15", 59, 15}, {"80x24", 80, 24}, {"120x40", 120, 40}, {"200x60", 200, 60}} {
		s := newStage(t, session, size.w, size.h)
		s.golden("played-" + size.name)
		s.keys("a", "Enter").golden("played-attack-" + size.name)
	}
}
