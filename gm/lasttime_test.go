package gm

import (
	"slices"
	"strings"
	"testing"
	"time"
)

// On a new evening the session says how the last encounter went, until the first entry.
func TestLastTime(t *testing.T) {
	c, dir := sample(t), t.TempDir()
	at := time.Date(2024, 5, 1, 20, 0, 0, 0, time.UTC)
	open := func() *Session {
		s, _, err := Open(c, Options{Dir: dir, Clock: func() time.Time { return at }})
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	s := open()
	do(t, s, "begin warehouse", "set kira PFT 0", "set grell PBD -40", "put scar unconscious", "finish")
	if last := s.PreviousRecap(); last != "" {
		t.Errorf("on the same evening: %s", last)
	}
	now := s.DescribeState(s.State())
	s.Close()
	past, _, err := Open(c, Options{Dir: dir, PastOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	if got, stands := past.Recap(false), past.DescribeState(past.LatestState()); !strings.Contains(got, "Kira was badly hurt") || !slices.Equal(stands, now) || len(now) == 0 {
		t.Errorf("read alone, it says %q and %q, want %q", got, stands, now)
	}
	if list := past.Evenings(); len(list) != 1 || len(list[0].Encounters) != 1 || past.Ending(list[0].Encounters[0]) != "won" {
		t.Errorf("the scene ended otherwise: %+v", list)
	}
	past.Close()
	at = at.AddDate(0, 0, 7)
	s = open()
	defer s.Close()
	last := s.PreviousRecap()
	if want := "Warehouse at Low Tide. Grell went down. Scar fell unconscious. The fight was won. Kira was badly hurt. Dov, Ilse and Bram were unhurt."; last != want {
		t.Errorf("got %q, want %q", last, want)
	}
	do(t, s, "begin warehouse")
	if last = s.PreviousRecap(); last != "" {
		t.Errorf("after the first entry: %s", last)
	}
}

// The recap of an evening that only goes on with a scene names the scene, who is there, and the time of that evening.
func TestLastTimeInTheSameScene(t *testing.T) {
	c, dir := sample(t), t.TempDir()
	at := time.Date(2024, 5, 1, 20, 0, 0, 0, time.UTC)
	want := "Under the Excise Lanterns: Kira, Dov, Ilse and Bram met Pell, the clerk and the gatekeeper. "
	for evening, row := range []struct{ line, want string }{
		{"begin mole", ""},
		{"pass 20 min by party", want + "The scene was not over. All four were unhurt."},
		{"roll hiding by kira, dice 50", want + "After 20 min the scene was not over. All four were unhurt."},
		{"finish", want + "Kira tried her hiding and failed. The scene was not over. All four were unhurt."},
	} {
		s, _, err := Open(c, Options{Dir: dir, Clock: func() time.Time { return at }})
		if err != nil {
			t.Fatal(err)
		}
		if got := s.PreviousRecap(); got != row.want {
			t.Errorf("evening %d: got  %q\nwant %q", evening+1, got, row.want)
		}
		do(t, s, row.line)
		s.Close()
		at = at.AddDate(0, 0, 7)
	}
}

// A recap tells the checks of a group, once for those who got the same result, and doesn't take them for attempts of one person.
func TestLastTimeTellsChecksOfGroups(t *testing.T) {
	s, _, err := Open(sample(t), Options{Clock: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	do(t, s, "begin mole", "task persuade_guard by kira, dice 90", "roll hiding by party, dice 10 90 20 95", "roll persuade_guard by party, dice 90 91 92 2")
	want := "Kira tried to persuade a guard and failed. Kira and Ilse tried their hiding and succeeded, but Dov and Bram failed. " +
		"Kira, Dov and Ilse tried to persuade a guard and failed, but Bram succeeded."
	if got := s.Recap(false); !strings.Contains(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	do(t, s, "roll climbing by party, dice 1 2 3 4", "roll climbing by party, dice 1 2 3 4")
	if got, want := s.Recap(false), "All four tried their climbing and succeeded."; strings.Count(got, want) != 1 {
		t.Errorf("%q lacks %q", got, want)
	}
}
