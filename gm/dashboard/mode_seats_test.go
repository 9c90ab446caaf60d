package dashboard

import (
	"net/http"
	"strings"
	"testing"
)

// TestAPlayerIsLetIn opens the seats by a line, asks from outside, and lets in with J and Enter.
func TestAPlayerIsLetIn(t *testing.T) {
	session := warehouse(t)
	s := newStage(t, session, 80, 24).keys(":").types("seats 127.0.0.1:0").keys("Enter")
	t.Cleanup(s.d.phones.closeSeats)
	server := s.d.phones.server
	frame := s.frame()
	for _, want := range []string{server.URL(), "code " + server.Code(), "everyone on this network can read", "No one is waiting to join yet.", "█▄▄▄▄▄▄▄█"} {
		if !strings.Contains(frame, want) {
			t.Errorf("no %q on\n%s", want, frame)
		}
	}
	s.keys("Esc")
	post(t, server.URL(), `{"Code":"`+server.Code()+`","Key":"kira","Player":"Ana"}`)
	s.draw()
	if frame := s.frame(); !strings.Contains(frame, "J: Ana asks for Kira") {
		t.Errorf("nobody says that she asks\n%s", frame)
	}
	before := len(session.Log())
	s.keys("J", "Enter")
	if frame := s.frame(); !strings.Contains(frame, "Ana joined as Kira") || !strings.Contains(frame, "admitted: Enter removes the device") {
		t.Errorf("got\n%s", frame)
	}
	if seats := session.Seating().Seats; len(seats) != 10 || seats[0].Key != "kira" || len(session.Log()) != before { // the files give Ana them all
		t.Errorf("the seats are %+v, and the log has %d lines more", session.Seating().Seats, len(session.Log())-before)
	}
	if s.keys("Enter"); len(session.Seating().Seats) != 10 { // one too many
		t.Errorf("%d seats are left", len(session.Seating().Seats))
	}
	s.keys("J", "↓", "Enter", "Esc")
	if frame := s.frame(); len(session.Seating().Seats) != 0 || !strings.Contains(frame, "seats open") {
		t.Errorf("the seats are %+v\n%s", session.Seating().Seats, frame)
	}
	s.keys(":").types("seats close").keys("Enter")
	if s.d.phones.server != nil {
		t.Error("they are open still")
	}
}

// post asks to be let in, and returns the cookie that counts from then on.
func post(t *testing.T, url, body string) *http.Cookie {
	t.Helper()
	r, _ := http.NewRequest("POST", url+"join", strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Origin", strings.TrimSuffix(url, "/"))
	reply, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	reply.Body.Close()
	if reply.StatusCode != http.StatusOK {
		t.Fatal(reply.Status)
	}
	return reply.Cookies()[0]
}

func TestSeatsThatCannotBeOpened(t *testing.T) {
	s := newStage(t, warehouse(t), 80, 24).keys(":").types("seats kitchen").keys("Enter")
	if frame := s.frame(); s.d.phones.server != nil || !strings.Contains(frame, "“kitchen” isn't an address") {
		t.Errorf("got\n%s", frame)
	}
}

// What may stand behind seats is completed: its words, and then whom players play.
func TestSeatsLinesAreCompleted(t *testing.T) {
	session := sampleSession(t)
	play(t, session, "begin warehouse")
	for typed, want := range map[string]string{"seats re": "seats revoke", "seats au": "seats auto ", "seats revoke il": "seats revoke ilse ", "seats accept k": "seats accept k", "seats cl": "seats close "} {
		s := newStage(t, session, 80, 24).keys(":").types(typed).keys("Tab")
		if got := s.d.prompt.edit.Text; got != want {
			t.Errorf("%s becomes %q, want %q", typed, got, want)
		}
	}
}
