package dashboard

import (
	"strings"
	"testing"

	"hybrid/gm"
)

// TestAskPlayers asks two players for a check by keys: the desk goes on, says who has not rolled, and rolls the rest, at rest and in a fight.
func TestAskPlayers(t *testing.T) {
	for _, row := range []struct {
		name  string
		begin []string
		keys  string
		rest  string // the key that rolls for those who have not
	}{
		{"at rest", []string{"gather"}, "Space Space @ c l i m b Enter Enter", "z"},
		{"in a fight", []string{"begin warehouse", "turn kira 3", "turn dov 3", "next"}, "Space Space @ c l i m b Enter Enter", "Y"},
	} {
		t.Run(row.name, func(t *testing.T) {
			session := sampleSession(t)
			if err := session.KeepSeating(gm.Seating{Seats: []gm.Seat{{Key: "kira", Evening: session.EveningNumber()}, {Key: "dov", Evening: session.EveningNumber()}}}); err != nil {
				t.Fatal(err)
			}
			play(t, session, row.begin...)
			s := newStage(t, session, 80, 24)
			entries := len(session.Log())
			s.keys(strings.Fields(row.keys)...)
			if len(session.Log()) != entries || len(s.d.overlays) > 0 {
				t.Fatalf("asking made an entry, or something is open\n%s", s.frame())
			}
			s.keys("Esc")
			frame := s.frame()
			for _, want := range []string{"Asked for climbing: Kira, Dov …", row.rest + " roll the rest  X drop", "asked: climbing"} {
				if !strings.Contains(frame, want) {
					t.Errorf("no %q in\n%s", want, frame)
				}
			}
			if _, err := session.Reply(session.Questions("kira")[0].ID, gm.Reply{Text: "12"}); err != nil {
				t.Fatal(err)
			}
			s.keys("Esc")
			if frame := s.frame(); !strings.Contains(frame, "Asked for climbing: Dov …") {
				t.Errorf("after Kira's roll\n%s", frame)
			}
			s.keys(row.rest)
			if entry := lastEntry(t, session); entry.Line != "roll climbing by kira and dov" || strings.Contains(s.frame(), "Asked for") {
				t.Errorf("%q\n%s", entry.Line, s.frame())
			}
			s.keys("@", "c", "l", "i", "m", "b", "Enter", "Enter", "Esc", "X")
			if len(session.Asks()) > 0 {
				t.Errorf("X drops nothing\n%s", s.frame())
			}
		})
	}
}

// TestAskSeveral: a check of several shows the chances of all, and players without a phone are named to be asked aloud.
func TestAskSeveral(t *testing.T) {
	session := sampleSession(t)
	if err := session.KeepSeating(gm.Seating{Seats: []gm.Seat{{Key: "kira", Evening: session.EveningNumber()}}}); err != nil {
		t.Fatal(err)
	}
	play(t, session, "gather")
	newStage(t, session, 80, 24).keys(strings.Fields("Space Space Space c s n e a")...).shows(t, "Kira 21% · Dov 16% · Ilse 107%", "16–107%")
	s := newStage(t, session, 120, 40).keys(strings.Fields("Space Space Space @ s n e a")...)
	s.shows(t, "Kira Vance", "chance 21.8", "Dov Hallam", "chance 16.5", "16–107%")
	s.keys("Enter", "Enter", "Esc").shows(t, "Asked for sneaking: Kira; aloud: Dov, Ilse", "asked: sneaking", "ask aloud: sneaking")
}

// TestDieOfOneWhoIsAway: the title of a die says that its player is away.
func TestDieOfOneWhoIsAway(t *testing.T) {
	session := sampleSession(t)
	play(t, session, "gather", "absent kira", "dice all")
	s := newStage(t, session, 80, 24).keys(":").types("roll climbing by kira").keys("Enter")
	s.shows(t, "Kira Vance (away) rolls")
}
