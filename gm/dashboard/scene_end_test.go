package dashboard

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"net/http"
	"strings"
	"testing"

	"hybrid/gm"
	"hybrid/gm/export"
	"hybrid/gm/seats"
)

// seatsLoop hands functions of the seats to the test, which carries them out.
type seatsLoop chan func()

// Post implements seats.Loop.
func (l seatsLoop) Post(do func()) { l <- do }

// TestPlacesAfterAFight compares the places that say whether a scene goes on, as its fight begins and ends by keys, again, and as the scene
// ends: the title, the panel, the prompt's row, the campaign's page, the recap, a phone over HTTP, and the export.
func TestPlacesAfterAFight(t *testing.T) {
	session := sampleSession(t)
	hash := sha256.Sum256([]byte("secret"))
	seating := session.Seating()
	seating.Seats = append(seating.Seats, gm.Seat{Key: "kira", Player: "Ana", Hash: hex.EncodeToString(hash[:])})
	if err := session.KeepSeating(seating); err != nil {
		t.Fatal(err)
	}
	play(t, session, "begin warehouse")
	loop := make(seatsLoop)
	server, err := seats.Open(session, loop, seats.Options{Addr: "127.0.0.1:0"})
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	phone := func() string {
		reply := make(chan string)
		go func() {
			r, _ := http.NewRequest("GET", server.URL()+"seat?as=kira", nil)
			r.AddCookie(&http.Cookie{Name: "seats", Value: "secret"})
			answer, err := http.DefaultClient.Do(r)
			if err != nil {
				reply <- err.Error()
				return
			}
			defer answer.Body.Close()
			page, _ := io.ReadAll(answer.Body)
			reply <- string(page)
		}()
		for {
			select {
			case page := <-reply:
				return page
			case do := <-loop:
				do()
			}
		}
	}
	s := newStage(t, session, 120, 40)
	line := func(text string) { s.keys(":").types(text).keys("Enter") }
	const label, called = "Warehouse at Low Tide", "The old salt warehouse"
	for i, step := range []struct {
		name   string
		do     func()
		over   bool
		prompt string // row of the prompt
		ending string // status in the list of sessions
	}{
		{"a fight has ended", func() { line("initiative"); line("hurt kira 5"); s.keys("F", "2") }, false, "fight over", "fight broken off"},
		{"another has ended", func() {
			line("initiative")
			if strings.Contains(session.Log()[len(session.Log())-1].Text(), "perception on entering") {
				t.Error("those who are in the room come in again")
			}
			s.keys("F", "2")
		}, false, "fight over", "fight broken off"},
		{"the scene has ended", func() { s.keys("F", "2") }, true, "scene over", "broken off"},
		{"a fight begins after that", func() { line("initiative"); line("hurt kira 5") }, false, "n: ", ""},
		{"and ends", func() { s.keys("F", "2") }, false, "fight over", "fight broken off"},
	} {
		step.do()
		s.d.overlays = nil
		s.draw()
		desk := s.frame()
		title, _, _ := strings.Cut(desk, "\n")
		has := func(place, text, want string, wanted bool) {
			t.Helper()
			if strings.Contains(text, want) != wanted {
				t.Errorf("%s, %s: %q is there: %v\n%s", step.name, place, want, !wanted, text)
			}
		}
		has("title", title, label, true)
		has("title and panel", desk, label+": over", step.over)
		has("prompt", desk, " : "+step.prompt, true)
		s.keys("C")
		has("page C", lineOf(s.frame(), "1 "+label), " now ", !step.over)
		has("page C", s.frame(), "Now           "+label, !step.over)
		s.keys("Esc")
		summary := session.Summary()
		has("Now", strings.Join(summary.Now, "\n"), label, !step.over)
		has("recap", summary.Text, "not over", step.prompt == "n: ")
		scenes := session.Scenes()
		if got := session.Ending(scenes[0]); !strings.HasPrefix(got, step.ending) || scenes[0].Over != step.over {
			t.Errorf("%s: the list of sessions says %q", step.name, got)
		}
		page := phone()
		for range 100 { // it is drawn anew in the background
			if strings.Contains(page, called+": ") == step.over && strings.Contains(page, called) == (step.prompt != "n: ") {
				break
			}
			page = phone()
		}
		has("phone", page, called, step.prompt != "n: ")
		has("phone", page, called+": ", step.over)
		var text strings.Builder
		if err := export.Write(&text, session, export.Markdown, export.Players, 0); err != nil {
			t.Fatal(err)
		}
		has("export", text.String(), "Between scenes", i > 2)
	}
	if _, err := session.Verify(); err != nil {
		t.Error(err)
	}
}
