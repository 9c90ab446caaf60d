package seats

import (
	"flag"
	"fmt"
	"net/http"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"hybrid/gm/gmtest"
	"hybrid/gm/players"
)

var long = flag.Bool("long", false, "let tests that go on and on do so for minutes")

// TestThePageOfALongFight plays three hundred entries: the page stays as small, and what is not on it is loaded a few lines
// at a time, without a gap, as far as it is kept.
func TestThePageOfALongFight(t *testing.T) {
	gmtest.SkipIfShort(t)
	tb := newTable(t, Options{}, "begin warehouse", "reveal grell")
	kira, screen := tb.seat("kira"), tb.seat(players.TableSeat)
	for entries := 0; entries < 300; {
		tb.strikes(20)
		for _, who := range []string{"grell", "bram"} {
			tb.doAll("?set "+who+" PFT +5", "?set "+who+" PBD +5", "?set "+who+" PEX +5")
		}
		tb.doAll("whisper kira " + strings.Repeat("listen ", 20))
		tb.within(func() { entries = len(tb.session.LinesInForce()) })
	}
	page := tb.ask("GET", "/seat", "", kira).Body.String()
	if n := len(tb.ask("GET", "/seat?as="+players.TableSeat, "", screen).Body.String()); len(page) > 30_000 || n > 30_000 {
		t.Errorf("the page has %d bytes, the screen's %d", len(page), n)
	}
	t.Logf("the page has %d bytes, of which the style is %d; the script, which is loaded once, %d", len(page), len(assets().style), len(assets().script.text))
	numbers := regexp.MustCompile(`data-n=(\d+)`)
	var oldest, all int
	for more := page; ; {
		found := numbers.FindAllStringSubmatch(more, -1)
		if len(found) > linesAtOnce {
			t.Fatalf("%d lines at once", len(found))
		}
		if len(found) == 0 {
			break
		}
		all += len(found)
		last := oldest
		fmt.Sscan(found[0][1], &oldest)
		if end := oldest + len(found); last > 0 && end != last {
			t.Errorf("lines from %d to %d, and then from %d on", oldest, end-1, last)
		}
		w := tb.ask("GET", fmt.Sprint("/seat/log?before=", oldest), "", kira)
		if more = w.Body.String(); w.Code != http.StatusOK {
			t.Fatal(w.Code, more)
		}
		tb.passes(1e9)
	}
	if all != players.MaxPassages {
		t.Errorf("%d lines in all", all)
	}
	for _, path := range []string{"/seat/log", "/seat/log?before=-1", "/seat/log?before=x"} {
		if w := tb.ask("GET", path, "", kira); w.Code != http.StatusOK || w.Body.Len() > 0 {
			t.Errorf("%s: %d, %s", path, w.Code, w.Body)
		}
	}
	if w := tb.ask("GET", "/seat/log?before=999", ""); w.Code != http.StatusForbidden {
		t.Errorf("without a seat: %d", w.Code)
	}
}

// TestSeatsDoNotGrow plays on and on with eight seats open: what is kept for them stays as much.
func TestSeatsDoNotGrow(t *testing.T) {
	gmtest.SkipIfShort(t)
	const seats = 8
	tb := newTableOf(t, gmtest.Party(t, seats, "../.."), Options{}, "begin fight", "turn pc1 2", "next")
	var pages []*listener
	for i := range seats {
		key := fmt.Sprintf("pc%d", i+1)
		pages = append(pages, tb.listen("/seat/events?as="+key, tb.seat(key)))
		pages[i].message()
	}
	commands := 260
	if *long {
		commands = 10_000
	}
	var first, running int
	var used float64
	for n := range commands {
		tb.do([]string{"put foe1 prone", "whisper party listen", "end foe1 prone"}[n%3])
		for _, page := range pages {
			page.message()
		}
		if n == 200 {
			first, used, running = tb.kept(), inUse(), runtime.NumGoroutine()
		}
	}
	last := tb.kept()
	if last > first+first/4 {
		t.Errorf("after 200 commands %d values are kept for the seats, after %d %d", first, commands, last)
	}
	if now := runtime.NumGoroutine(); now > running+seats { // some may be about to end
		t.Errorf("after 200 commands there are %d goroutines, after %d %d", running, commands, now)
	}
	t.Logf("after 200 commands %d bytes are drawn for %d seats, after %d %d; the program has %.1f and %.1f MB in use, and %d and %d goroutines",
		first, seats, commands, last, used/1e6, inUse()/1e6, running, runtime.NumGoroutine())
}

// kept is about how much is kept for the seats: the bytes of all that is drawn, as text.
func (tb *table) kept() (n int) {
	tb.within(func() {
		tb.mu.Lock()
		defer tb.mu.Unlock()
		for _, room := range tb.rooms {
			for _, html := range room.latest.parts {
				n += len(html)
			}
			n += len(joinLines(room.latest.log))
		}
		n += 100 * (len(tb.busyErrands) + len(tb.lastContact) + len(tb.requests.buckets))
	})
	return n
}
