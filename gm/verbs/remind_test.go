package verbs_test

import (
	"fmt"
	"slices"
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
	if when := (verbs.Endings{Game: s.Game()}).TimeText(s.State().Reminders[0].At); when != "round 2" {
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

// TestTimesOfRemindersInWords: before a time stands a preposition or none, and a colon or a comma can end it.
func TestTimesOfRemindersInWords(t *testing.T) {
	s, _, err := gm.Open(gmtest.Sample(t), gm.Options{Clock: gmtest.Clock()})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	gmtest.Do(t, s, "begin warehouse")
	for _, row := range []struct{ when, want string }{
		{"10 min", "21:50"}, {"in 10 min:", "21:50"}, {"10 minutes,", "21:50"}, {"me in 10 min:", "21:50"}, {"in 10 min :", "21:50"},
		{"in 1 h 30 min:", "23:10"}, {"in an hour:", "22:40"}, {"in half an hour", "22:10"}, {"in 90min:", "23:10"}, {"1h 30min", "23:10"},
		{"at 22:30:", "day 1, 22:30"}, {"22:30:", "day 1, 22:30"}, {"on day 2 06:00:", "day 2, 06:00"}, {"day 2, 06:00", "day 2, 06:00"},
		{"at 60:", "count 60"}, {"at count 60,", "count 60"}, {"in 40 counts:", "count 40"}, {"every 10 min:", "every 10 min"}, {"every hour", "every 1 h"},
	} {
		gmtest.Do(t, s, "remind "+row.when+" ask: who, then go")
		log := s.Log()
		if got, want := log[len(log)-1].Text(), "Reminder, "+row.want+": ask: who, then go"; got != want {
			t.Errorf("%s: got %q, want %q", row.when, got, want)
		}
	}
	gmtest.Do(t, s, "remind kira at 22:30: go")
	if !slices.ContainsFunc(s.State().Reminders, func(r rules.Reminder) bool { return r.Text == "go" && slices.Equal(r.Who, []string{"kira"}) }) {
		t.Errorf("Kira isn't reminded: %+v", s.State().Reminders)
	}
}
