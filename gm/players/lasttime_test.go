package players

import (
	"strings"
	"testing"
	"time"

	"hybrid/gm"
	"hybrid/gm/campaign"
	"hybrid/gm/gmtest"
)

// On a new evening a player's page says that what it tells last was played last time, until the player is told something new.
func TestLastTimeOfASeat(t *testing.T) {
	c, dir, at := gmtest.Campaign(t, campaign.Sample, nil), t.TempDir(), time.Date(2024, 5, 1, 20, 0, 0, 0, time.UTC)
	sees := func(want bool, lines ...string) {
		t.Helper()
		s, _, err := gm.Open(c, gm.Options{Dir: dir, Clock: func() time.Time { return at }})
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		gmtest.Do(t, s, lines...)
		seen, err := NewTelling(s).SeatViewOf("kira")
		if err != nil || seen == nil {
			t.Fatalf("%v, %v", seen, err)
		}
		if n := len(seen.Log); seen.LastTime != want || n == 0 || seen.Log[n-1].Text == "" {
			t.Errorf("after %q: last time %v of %d passages, want %v", lines, seen.LastTime, n, want)
		}
	}
	sees(false, "begin warehouse", "set kira PFT 5", "finish")
	at = at.AddDate(0, 0, 7)
	sees(true)
	sees(true, "note a line that players are not told")
	sees(false, "begin warehouse")
}

// A scene that begins while another one goes on is told by its name, as the first one is, and the recap knows how the first one ended.
func TestSecondSceneIsNamed(t *testing.T) {
	session, _, err := gm.Open(gmtest.Sample(t), gm.Options{Clock: gmtest.Clock()})
	if err != nil {
		t.Fatal(err)
	}
	defer session.Close()
	gmtest.Do(t, session, "begin mole", "kira: task persuade_guard, dice 3", "dov: task persuade_guard, dice 2", "begin parlour", "set kira PFT -10")
	l, told := NewLog(session.Game(), "kira"), ""
	for e, err := range session.History() {
		if err != nil {
			t.Fatal(err)
		}
		if p, ok := l.Next(e); ok {
			told += p.Text + "\n"
		}
	}
	for _, want := range []string{"The scene begins: the excise house on the mole", "The scene begins: Madame Orlo's parlour"} {
		if !strings.Contains(told, want) {
			t.Errorf("%q lacks %q", told, want)
		}
	}
	if got := l.Recap(session.State()); !strings.Contains(got, "The goal was reached") || !strings.Contains(got, "Madame Orlo's parlour") {
		t.Errorf("the recap is %q", got)
	}
}

// The night after a fight is told by its recaps, once, after the outcome; so is what was tried before the fight. Who wakes then fell in it all
// the same.
func TestNightAfterAFight(t *testing.T) {
	session, _, err := gm.Open(gmtest.Sample(t), gm.Options{Clock: gmtest.Clock()})
	if err != nil {
		t.Fatal(err)
	}
	defer session.Close()
	gmtest.Do(t, session, "begin mole", "roll hiding by party, dice 1 2 3 99", "put pell prone", "put pell unconscious", "put clerk unconscious", "set kira PBD -9",
		"finish", "pass 20 min sleeping by party", "pass 1 h sleeping by party", "pass 1 h sleeping by party")
	const before, after = "Kira, Dov and Ilse tried their hiding and succeeded, but Bram failed. ", " The fight was broken off. Kira, Dov, Ilse and Bram slept. Kira was hurt. The other three were unhurt."
	if got := session.Recap(false); !strings.Contains(got, before+"Pell and the clerk fell unconscious."+after) {
		t.Errorf("the recap is %q", got)
	}
	for seat, want := range map[string]string{TableSeat: after, "kira": " You, Dov, Ilse and Bram slept. You were hurt. The other three were unhurt."} {
		l := NewLog(session.Game(), seat)
		for e, err := range session.History() {
			if err != nil {
				t.Fatal(err)
			}
			l.Next(e)
		}
		if got := l.Recap(session.State()); !strings.HasSuffix(got, want) || seat == TableSeat && !strings.Contains(got, before) {
			t.Errorf("%s: the recap is %q", seat, got)
		}
	}
}
