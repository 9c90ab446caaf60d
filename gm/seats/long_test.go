package seats

import (
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"hybrid/gm/players"
)

// TestThePageOfALongFight plays three hundred entries: the page stays as small, and what is not on it is loaded a few lines
// at a time, without a gap, as far as it is kept.
func TestThePageOfALongFight(t *testing.T) {
	tb := newTable(t, Options{}, "begin warehouse", "reveal grell")
	kira, screen := tb.seat("kira"), tb.seat(players.TableSeat)
	for entries := 0; entries < 300; {
		tb.strikes(20)
		for _, who := range []string{"grell", "bram"} {
			tb.doAll("?set "+who+" PFT +5", "?set "+who+" PBD +5", "?set "+who+" PEX +5")
		}
		tb.doAll("whisper kira " + strings.Repeat("listen ", 20))
		tb.within(func() { entries = len(tb.session.Standing()) })
	}
	page := tb.ask("GET", "/seat", "", kira).Body.String()
	if n := len(tb.ask("GET", "/seat?as="+players.TableSeat, "", screen).Body.String()); len(page) > 30_000 || n > 30_000 {
		t.Errorf("the page has %d bytes, the screen's %d", len(page), n)
	}
	t.Logf("the page has %d bytes, of which the style is %d; the script, which is loaded once, %d", len(page), len(paper().style), len(paper().script.text))
	numbers := regexp.MustCompile(`data-n="(\d+)"`)
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
	if all != players.MostPassages {
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
