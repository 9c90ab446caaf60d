package dashboard

import (
	"crypto/sha256"
	"encoding/hex"
	"flag"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gdamore/tcell/v2"

	"hybrid/gm"
	"hybrid/gm/command"
	"hybrid/gm/seats"
)

var long = flag.Bool("long", false, "let tests that go on and on do so for minutes")

// TestPhoneAndDashboardRace has a phone and a key of the dashboard, which runs, answer the same questions at once: one
// answer counts, once, and a key that came too late does nothing else.
func TestPhoneAndDashboardRace(t *testing.T) {
	rounds := 25
	if *long {
		rounds = 1000
	}
	session := sampleSession(t)
	hash := sha256.Sum256([]byte("secret"))
	seating := session.Seating()
	seating.Seats = append(seating.Seats, gm.Seat{Key: "kira", Player: "Ana", Hash: hex.EncodeToString(hash[:])})
	if err := session.KeepSeating(seating); err != nil {
		t.Fatal(err)
	}
	play(t, session, "begin warehouse", "reveal shooter", "turn shooter 1", "favourite shooter note here: one", "favourite shooter note here: a key that was not meant", "next", "attack kira")

	var clock sync.Mutex
	now := time.Date(2024, 5, 1, 20, 0, 0, 0, time.UTC)
	options := Options{Screen: tcell.NewSimulationScreen("UTF-8"), OpenSeats: true, Seats: seats.Options{Addr: "127.0.0.1:0", Clock: func() time.Time {
		clock.Lock()
		defer clock.Unlock()
		now = now.Add(50 * time.Millisecond) // no request is one too many
		return now
	}}}
	d, ended := New(session, options), make(chan error)
	go func() { ended <- d.Run(options) }()
	defer func() { d.app.Stop(); <-ended }()
	url := ""
	d.Post(func() { url = d.phones.server.URL(); d.handleKey(tcell.NewEventKey(tcell.KeyEsc, 0, tcell.ModNone)) })
	ask := func(method, path, body string) (int, string) {
		r, _ := http.NewRequest(method, url+path, strings.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Origin", strings.TrimSuffix(url, "/"))
		r.AddCookie(&http.Cookie{Name: "seats", Value: "secret"})
		reply, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Error(err)
			return 0, ""
		}
		defer reply.Body.Close()
		text, _ := io.ReadAll(reply.Body)
		return reply.StatusCode, string(text)
	}

	number, phone := "", 0
	for n := range rounds {
		before := 0
		d.Post(func() {
			before = len(session.Log())
			d.handleKey(tcell.NewEventKey(tcell.KeyRune, 'n', tcell.ModNone))
			if session.OpenQuestion() == nil {
				t.Errorf("round %d: nothing is asked", n)
			}
		})
		was := number
		for number == was {
			_, page := ask("GET", "seat", "")
			if asked := regexp.MustCompile(`data-question="(\d+)"`).FindStringSubmatch(page); asked != nil {
				number = asked[1]
			}
		}
		var both sync.WaitGroup
		status := 0
		both.Go(func() { status, _ = ask("POST", "seat/do", fmt.Sprintf(`{"Question":%s,"Choice":"none"}`, number)) })
		switch n % 5 {
		case 0: // long after the phone
			both.Wait()
		case 1, 2: // a little later than the phone
			ask("GET", "joined", "")
		}
		d.Post(func() { d.handleKey(tcell.NewEventKey(tcell.KeyRune, '2', tcell.ModNone)) })
		both.Wait()
		d.Post(func() {
			list := session.Log()
			if len(list) != before+1 || session.OpenQuestion() != nil || len(d.overlays) > 0 {
				t.Errorf("round %d: %d entries, %v is asked, %d things are open", n, len(list)-before, session.OpenQuestion(), len(d.overlays))
			}
			e, err := session.Entry(list[len(list)-1].Seq())
			if err != nil || len(e.Answers) != 1 {
				t.Errorf("round %d: %v, %v", n, e.Answers, err)
			}
			for _, answer := range e.Answers {
				if late := status == http.StatusServiceUnavailable; !late && ((answer == "none") != (status == http.StatusOK) || status != http.StatusOK && status != http.StatusConflict) {
					t.Errorf("round %d: the phone is told %d, and the answer is %s", n, status, answer)
				}
				if answer == "none" {
					phone++
				}
			}
			if _, err := session.Do(command.Command{Line: "undo"}); err != nil {
				t.Error(err)
			}
		})
	}
	t.Logf("%d of %d were answered on the phone", phone, rounds)
}
