package verbs_test

import (
	"fmt"
	"strings"
	"testing"

	"hybrid/gm"
	"hybrid/gm/gmtest"
	"hybrid/gm/verbs"
	"hybrid/rules"
)

// TestRemindersInRounds: where a round has no length, clocks and reminders come as their round begins, also again and again, and a
// condition lasts so many rounds.
func TestRemindersInRounds(t *testing.T) {
	s, _, err := gm.Open(gmtest.Campaign(t, "heresiarch", nil), gm.Options{Clock: gmtest.Clock(), Dice: rules.NewSeededDice([32]byte{3})})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	gmtest.Do(t, s, "begin prowlers", "remind round 2 the lamp goes out", "remind every 2 rounds the pump", "put purifier ambush for 3 rounds")
	if when := (verbs.Endings{Game: s.Game()}).When(s.State().Reminders[0].At); when != "round 2" {
		t.Errorf("it comes %s", when)
	}
	came := map[float64]string{}
	for s.State().Count < 8 {
		gmtest.Do(t, s, "next")
		log := s.Log()
		if _, text, ok := strings.Cut(log[len(log)-1].Text(), "· Reminder: "); ok {
			came[s.State().Count] = text
		}
		for range s.State().Sides {
			gmtest.Do(t, s, s.State().Round.Side()+": done")
		}
		if held := len(s.State().Find("purifier").Conditions); (held > 0) != (s.State().Count <= 3) {
			t.Errorf("in round %g: %v", s.State().Count, held)
		}
	}
	want := map[float64]string{2: "the lamp goes out · Reminder: the pump", 4: "half of the mission is over · Reminder: the pump", 6: "the last of six rounds begins · Reminder: the pump",
		7: "six rounds are over", 8: "the pump"}
	if fmt.Sprint(came) != fmt.Sprint(want) {
		t.Errorf("got  %v\nwant %v", came, want)
	}
}
