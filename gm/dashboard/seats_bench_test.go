package dashboard

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"testing"
	"time"

	"github.com/gdamore/tcell/v2"

	"hybrid/gm"
	"hybrid/gm/command"
	"hybrid/gm/gmtest"
	"hybrid/gm/seats"
)

// served is a dashboard that runs, and the devices that follow it.
type served struct {
	*testing.B
	d       *Dashboard
	session *gm.Session
	heard   chan gmtest.StreamMessage
	streams int
}

// newServed runs a fight of so many players, with so many devices that follow; without any the seats stay closed.
func newServed(b *testing.B, players, devices int) *served {
	b.Helper()
	session, _, err := gm.Open(gmtest.Party(b, players, "../.."), gm.Options{Dir: b.TempDir()})
	if err != nil {
		b.Fatal(err)
	}
	lines := []string{"begin fight"}
	for i := range players {
		lines = append(lines, fmt.Sprintf("turn pc%d %d", i+1, 5+i))
	}
	play(b, session, append(lines, "turn foe1 30", "next")...)
	seating := session.Seating()
	for i := range devices {
		hash := sha256.Sum256(fmt.Append(nil, "secret", i))
		seating.Seats = append(seating.Seats, gm.Seat{Key: fmt.Sprintf("pc%d", i%players+1), Player: "Ana", Hash: hex.EncodeToString(hash[:])})
	}
	if err := session.KeepSeating(seating); err != nil {
		b.Fatal(err)
	}
	sim := tcell.NewSimulationScreen("UTF-8")
	s := &served{B: b, session: session, heard: make(chan gmtest.StreamMessage, 4*devices)}
	s.d = New(session, Options{Seats: seats.Options{Addr: "127.0.0.1:0"}})
	ended := make(chan error)
	go func() { ended <- s.d.Run(Options{Screen: sim, OpenSeats: devices > 0}) }()
	s.d.Post(func() { sim.SetSize(120, 40) })
	b.Cleanup(func() {
		s.d.app.Stop()
		<-ended
		session.Close()
	})
	if devices > 0 { // the page of the seats, which is another one than without
		s.d.Post(func() { s.d.handleKey(tcell.NewEventKey(tcell.KeyEsc, 0, tcell.ModNone)) })
	}
	for i := range devices {
		gmtest.Listen(b, s.d.phones.server.URL()+"seat/events", fmt.Sprint("seats=secret", i), s.heard)
		s.streams++
		<-s.heard
	}
	return s
}

// do carries a line out, which is followed by a frame, and says when it was on disk.
func (s *served) do(line string) (at time.Time) {
	s.d.Post(func() {
		if _, err := s.session.Do(command.Command{Line: line}); err != nil {
			s.Errorf("%s: %v", line, err)
		}
		at = time.Now()
	})
	return at
}

// BenchmarkEventToPhone is how long after an entry is on disk each device has read of it, while the dashboard draws its
// frame.
func BenchmarkEventToPhone(b *testing.B) {
	for _, row := range []struct{ players, devices int }{{8, 8}, {13, 100}} {
		b.Run(fmt.Sprintf("%d seats %d connections", row.players, row.devices), func(b *testing.B) {
			s := newServed(b, row.players, row.devices)
			var late []time.Duration
			for n := 0; b.Loop(); n++ {
				at := s.do(gmtest.LineForAll(n))
				for range s.streams {
					late = append(late, (<-s.heard).At.Sub(at))
				}
			}
			b.ReportMetric(0, "ns/op")
			gmtest.Percentiles(b, "phone", late)
		})
	}
}

// BenchmarkRatioKeyWithSeats holds a key with its frame, with eight seats open, against one without seats: at rest, right
// after a command that all of them are told of, and of a key that is such a command.
func BenchmarkRatioKeyWithSeats(b *testing.B) {
	keys := []*tcell.EventKey{tcell.NewEventKey(tcell.KeyDown, 0, tcell.ModNone), tcell.NewEventKey(tcell.KeyUp, 0, tcell.ModNone)}
	for _, when := range []string{"at rest", "after a command", "a command"} {
		timed := func(devices int) func() time.Duration {
			s, n := newServed(b, 8, devices), 0
			return func() (took time.Duration) {
				began := time.Now()
				if when != "at rest" {
					s.do(gmtest.LineForAll(n))
				}
				if when != "a command" {
					began = time.Now()
					s.d.Post(func() { s.d.handleKey(keys[n%2]) })
				}
				took = time.Since(began)
				n++
				for range s.streams {
					if when != "at rest" {
						<-s.heard
					}
				}
				return took
			}
		}
		gmtest.RatioOf(b, when, timed(8), timed(0))
	}
}

// tableGap is less than what goes by between two commands at a table.
const tableGap = analysisDelay + 150*time.Millisecond

// BenchmarkRatioKeyBesideChances holds a key with its frame, one that is a command, and the last of eight phones to be told of a command,
// while chances are being worked out, against the same without them.
func BenchmarkRatioKeyBesideChances(b *testing.B) {
	keys := []*tcell.EventKey{tcell.NewEventKey(tcell.KeyDown, 0, tcell.ModNone), tcell.NewEventKey(tcell.KeyUp, 0, tcell.ModNone)}
	for _, when := range []string{"a key", "a command", "a phone"} {
		timed := func(shown bool) func() time.Duration {
			devices := 0
			if when == "a phone" {
				devices = 8
			}
			s, n := newServed(b, 8, devices), 0
			s.d.Post(func() { _ = s.session.ShowChances(shown) })
			return func() time.Duration {
				told := func(since time.Time) (took time.Duration) {
					for range s.streams {
						took = max(took, (<-s.heard).At.Sub(since))
					}
					return took
				}
				told(s.do(gmtest.LineForAll(n))) // each line begins the work again
				n++
				time.Sleep(tableGap)
				began := time.Now()
				if when == "a key" {
					s.d.Post(func() { s.d.handleKey(keys[n%2]) })
				} else {
					at := s.do(gmtest.LineForAll(n))
					if when == "a phone" {
						n++
						return told(at)
					}
				}
				n++
				return time.Since(began)
			}
		}
		gmtest.RatioOf(b, when, timed(true), timed(false))
	}
}
