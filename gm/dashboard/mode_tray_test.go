package dashboard

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"time"

	"hybrid/gm"
	"hybrid/gm/command"
)

// proposes puts a proposal of a player into a session.
func proposes(t *testing.T, s *gm.Session, p gm.Proposal) gm.Proposal {
	t.Helper()
	p, err := s.Proposals().Propose(p)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// lineOf is the row of a frame with a text; empty without one.
func lineOf(frame, text string) string {
	for row := range strings.Lines(frame) {
		if strings.Contains(row, text) {
			return strings.TrimRight(row, "\n ")
		}
	}
	return ""
}

// TestTray shows what players propose over the keys, takes it with Y, changes it with E and refuses it with X.
func TestTray(t *testing.T) {
	session := warehouse(t)
	s := newStage(t, session, 80, 24)
	proposes(t, session, gm.Proposal{By: "dov", Line: "dov: wait"})
	proposes(t, session, gm.Proposal{By: "kira", Line: "kira: attack grell", Text: "low"})
	s.draw()
	if row := lineOf(s.frame(), "Y take"); !strings.Contains(row, "Kira attacks Grell with their short sword. “low”") || !strings.Contains(row, "Y take  E edit  X no  +1") {
		t.Errorf("got %q in\n%s", row, s.frame())
	}
	s.d.showMessage("No scene is open.") // a message that was there before hides no proposal
	s.draw()
	s.shows(t, "No scene is open.", "Kira attacks Grell", "Y take")
	before := len(session.Log())
	s.keys("E")
	if frame := s.frame(); !strings.Contains(frame, ": kira: attack grell") {
		t.Errorf("edit\n%s", frame)
	}
	s.keys("Esc", "Y")
	if e := lastEntry(t, session); e.Line != "kira: attack grell" || e.By != "kira" || len(session.Log()) != before+1 {
		t.Errorf("taken: %+v", e)
	}
	s.keys("Esc")
	if row := lineOf(s.frame(), "E edit"); !strings.Contains(row, "Dov plans: wait") || strings.Contains(row, "+1") || !strings.HasPrefix(row, " : n") {
		t.Errorf("the plan: %q", row)
	}
	s.keys("Y")
	if frame := s.frame(); !strings.Contains(frame, "their turn comes") || len(session.Log()) != before+1 {
		t.Errorf("too early\n%s", frame)
	}
	s.keys("X").types("not now").keys("Enter")
	of := session.Proposals().ProposalsBy("dov")[0]
	if frame := s.frame(); !of.Declined || of.Why != "not now" || strings.Contains(frame, "E edit") || len(session.Log()) != before+1 {
		t.Errorf("refused: %+v\n%s", of, frame)
	}
	s.keys("X")
	if frame := s.frame(); !strings.Contains(frame, "No player proposes anything.") {
		t.Errorf("nothing is left\n%s", frame)
	}
}

// TestUndoThatIsAskedFor is taken back with Y.
func TestUndoThatIsAskedFor(t *testing.T) {
	session := warehouse(t)
	if _, err := session.Do(command.Command{Line: "kira: wait", By: "kira"}); err != nil {
		t.Fatal(err)
	}
	proposes(t, session, gm.Proposal{By: "kira", Undo: session.Proposals().LastDeedSeq("kira"), Text: "I meant later"})
	s := newStage(t, session, 80, 24)
	if row := lineOf(s.frame(), "Y take"); !strings.Contains(row, "Kira asks: undo kira: wait “I meant later”") {
		t.Errorf("got %q", row)
	}
	s.keys("Y")
	if !session.State().Find("kira").Open || len(session.Proposals().List()) != 0 {
		t.Errorf("it stands\n%s", s.frame())
	}
}

// TestAuto lets what a seat proposes go through at its turn, but not while something is being typed or chosen.
func TestAuto(t *testing.T) {
	session := warehouse(t, "turn kira 37")
	s := newStage(t, session, 80, 24).keys(":").types("seats auto kira").keys("Enter")
	if frame := s.frame(); !strings.Contains(frame, "Kira's proposals are carried out") {
		t.Errorf("got\n%s", frame)
	}
	proposes(t, session, gm.Proposal{By: "kira", Line: "kira: wait"})
	before := len(session.Log())
	s.keys("↓")
	if len(session.Log()) != before {
		t.Error("it goes through before the turn")
	}
	s.keys(":").types("next").keys("Enter")
	if e := lastEntry(t, session); e.Line != "kira: wait" || e.By != "kira" || len(session.Log()) != before+2 {
		t.Errorf("at the turn: %+v\n%s", e, s.frame())
	}
	s.keys("u", ":").types("no")
	proposes(t, session, gm.Proposal{By: "kira", Line: "kira: wait"})
	s.types("te")
	if !session.State().Find("kira").Open {
		t.Error("it goes through while a line is typed")
	}
	s.keys("Esc")
	if session.State().Find("kira").Open || !strings.Contains(s.frame(), "done automatically: Kira: wait") {
		t.Errorf("it does not go through after that\n%s", s.frame())
	}
}

// TestOnWhosePhone says on whose phone a question is, for how long, and who is away; it is answered here all the same.
func TestOnWhosePhone(t *testing.T) {
	session := warehouse(t)
	s := newStage(t, session, 80, 24)
	now := time.Date(2024, 5, 1, 20, 0, 0, 0, time.UTC)
	s.d.phones.options.Clock = func() time.Time { return now }
	s.keys(":").types("seats 127.0.0.1:0").keys("Enter")
	t.Cleanup(s.d.phones.closeSeats)
	server := s.d.phones.server
	s.keys("Esc")
	cookie := post(t, server.URL(), `{"Code":"`+server.Code()+`","Key":"kira","Player":"Ana"}`)
	s.keys("J", "Enter", "Esc")
	play(t, session, "dice kira")
	ask := func() {
		if _, err := session.Do(command.Command{Line: "roll dodging by kira", Typed: true}); err == nil {
			t.Fatal("nothing is asked")
		}
		now = session.OpenQuestion().At.Add(8500 * time.Millisecond)
		s.draw()
	}
	ask()
	if frame := s.frame(); !strings.Contains(frame, "Ana is away: answer here") {
		t.Errorf("got\n%s", frame)
	}
	ctx, hangUp := context.WithCancel(context.Background())
	defer hangUp()
	r, _ := http.NewRequestWithContext(ctx, "GET", server.URL()+"seat/events", nil)
	r.AddCookie(cookie)
	stream, err := http.DefaultClient.Do(r)
	if err != nil || stream.StatusCode != http.StatusOK {
		t.Fatal(err, stream)
	}
	defer stream.Body.Close()
	s.draw()
	if frame := s.frame(); !strings.Contains(frame, "on the phone of Ana · 8 s · here too") || !strings.Contains(frame, "1 on phones") {
		t.Errorf("got\n%s", frame)
	}
	s.keys("Esc")
	if frame := s.frame(); strings.Contains(frame, "here too") || session.OpenQuestion() != nil {
		t.Errorf("taken back\n%s", frame)
	}
}

// TestBarredProposal says at the turn why what is proposed cannot happen.
func TestBarredProposal(t *testing.T) {
	session := warehouse(t)
	s := newStage(t, session, 120, 40)
	proposes(t, session, gm.Proposal{By: "kira", Line: "kira: give up"})
	s.draw()
	if row := lineOf(s.frame(), "Y take"); !strings.Contains(row, "Kira: give up ! ") {
		t.Errorf("got %q", row)
	}
}

// TestTrayTakesBack: in the middle of a fight the tray shows that a player is back, and Y lets the player play again.
func TestTrayTakesBack(t *testing.T) {
	session := warehouse(t)
	play(t, session, "absent kira")
	s := newStage(t, session, 80, 24)
	proposes(t, session, gm.Proposal{By: "kira", Line: "here kira", Told: "back at the table"})
	s.draw()
	s.shows(t, "Kira: back at the table", "Y take")
	s.keys("Y")
	if got := lastEntry(t, session).Line; got != "here kira" || len(session.Proposals().List()) > 0 {
		t.Errorf("got %q\n%s", got, s.frame())
	}
	play(t, session, "absent kira, out")
	proposes(t, session, gm.Proposal{By: "kira", Line: "here kira", Told: "back at the table"})
	s.keys("Esc").shows(t, "Kira: back at the table")
}
