package seats

import (
	"fmt"
	"html/template"
	"maps"
	"math/rand/v2"
	"strings"
	"testing"

	"hybrid/gm"
	"hybrid/gm/command"
	"hybrid/gm/gmtest"
	"hybrid/gm/players"
)

// shown is what a device shows by the messages that it got.
type shown struct {
	title string
	parts map[string]template.HTML
	log   string
}

// apply does with a message what the script of the page does.
func (s *shown) apply(m update) {
	if m.Title != "" {
		s.title = m.Title
	}
	maps.Copy(s.parts, m.Parts)
	if all, anew := m.Parts["log"]; anew {
		s.log = string(all)
		delete(s.parts, "log")
	}
	for range m.Drop {
		s.log = s.log[:strings.LastIndex(s.log, "<li")]
	}
	s.log += string(m.Log)
}

// differs says where a device shows something else than a page.
func (s *shown) differs(p *page) string {
	if s.title != p.title {
		return fmt.Sprintf("the title %q, want %q", s.title, p.title)
	}
	for name, want := range p.parts {
		if got := s.parts[name]; got != want {
			return fmt.Sprintf("%s is\n%s\nwant\n%s", name, got, want)
		}
	}
	want := string(joinLines(p.log)) // of which a device has the last lines, and the script lets the oldest go
	if n := strings.Count(s.log, "<li"); !strings.HasSuffix(s.log, want) && !(strings.HasSuffix(want, s.log) && n >= min(linesAtOnce/2, len(p.log))) {
		return fmt.Sprintf("the log ends with\n%s\nwant\n%s", s.log[max(0, len(s.log)-len(want)):], want)
	}
	return ""
}

// truth is a character's page as it has to be now, drawn from its start.
func (tb *table) truth(key string) (p *page) {
	tb.within(func() {
		seen, err := players.NewTelling(tb.session).SeatViewOf(key)
		tb.mu.Lock()
		defer tb.mu.Unlock()
		p = drawPage(seatSnapshot{key: key, seen: seen, err: err, number: tb.rooms[key].question.number})
	})
	return p
}

// TestNoChangeIsLost does all kinds of things, many of them again and again, so that the same is said twice, undone, asked
// and withdrawn; after each of them every open page shows what is so, with no message more to wait for. A lost change
// would never come, and nothing sent twice would go unnoticed.
func TestNoChangeIsLost(t *testing.T) {
	tb := newTable(t, Options{}, "begin warehouse", "reveal shooter", "turn shooter 1", "turn kira 2", "next")
	keys := []string{"kira", "bram"}
	var streams []*listener
	var devices []*shown
	for i, key := range keys {
		streams, devices = append(streams, tb.listen("/seat/events", tb.seat(key))), append(devices, &shown{parts: map[string]template.HTML{}})
		devices[i].apply(streams[i].message())
	}
	rng := rand.New(rand.NewPCG(1, 1))
	random := gmtest.NewRandom(1, func() *command.Game { return tb.session.Game() })
	for range players.MaxPassages + 10 { // the same again and again, more than a page has lines
		tb.do("whisper kira again")
		for told := false; !told; {
			m := streams[0].message()
			devices[0].apply(m)
			told = strings.Contains(string(m.Log), "again")
		}
	}
	changes, steps := 0, 80
	for n := range steps {
		if n%25 == 24 { // the connection is lost: what comes then is all, in the place of what there is
			i := n / 25 % 2
			streams[i] = tb.listen("/seat/events?at=lost", tb.seat(keys[i]))
		}
		line := []string{"whisper kira again", "set kira PFT -1", "set kira PFT +1", "undo", "redo", "next", "dice kira", "dice nobody", "attack kira",
			"put bram prone", "end bram prone", "note nothing to see", "scene light_half", "scene", "accept", "history", "roll climbing by kira", ""}[rng.IntN(18)]
		tb.within(func() {
			switch q := tb.session.OpenQuestion(); {
			case q != nil && rng.IntN(3) == 0:
				_ = tb.session.Withdraw(q.ID)
			case q != nil && q.Need.Die == 0:
				_, _ = tb.session.Reply(q.ID, gm.Reply{Choice: "none"})
			case q != nil && rng.IntN(2) == 0:
				_, _ = tb.session.Reply(q.ID, gm.Reply{Rest: true})
			case line == "":
				line = random.Line()
				_, _ = tb.session.Do(command.Command{Line: line})
			default:
				_, _ = tb.session.Do(command.Command{Line: line, Typed: true})
			}
		})
		for i, key := range keys {
			for {
				differs := devices[i].differs(tb.truth(key))
				if differs == "" {
					break
				}
				changes++
				event, data := streams[i].next()
				for beats := 0; event == "beat" && beats < 3; beats++ { // a slow machine draws longer than from beat to beat
					event, data = streams[i].next()
				}
				if event != "" {
					t.Fatalf("after %d, %s, %s waits in vain, with %q %q: %s", n, line, key, event, data, differs)
				}
				devices[i].apply(streams[i].read(data))
			}
		}
	}
	if changes < steps/2 {
		t.Errorf("%d messages: too few for this test", changes)
	}
}
