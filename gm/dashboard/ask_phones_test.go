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
			if err := session.KeepSeating(gm.Seating{Seats: []gm.Seat{{Key: "kira", Evening: session.Evening()}, {Key: "dov", Evening: session.Evening()}}}); err != nil {
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

// TestDieOfOneWhoIsAway: the title of a die says that its player is away.
func TestDieOfOneWhoIsAway(t *testing.T) {
	session := sampleSession(t)
	play(t, session, "gather", "absent kira", "dice all")
	s := newStage(t, session, 80, 24).keys(":").types("roll climbing by kira").keys("Enter")
	s.shows(t, "Kira Vance (away) rolls")
}
