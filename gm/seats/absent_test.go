package seats

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"hybrid/gm/players"
)

// TestAway: the phone of a player who is away says so, is asked nothing and proposes nothing but to be back; others don't notice.
func TestAway(t *testing.T) {
	tb := newTable(t, Options{}, "begin warehouse", "turn shooter 900", "turn kira 8", "turn dov 9", "next")
	kira, dov := tb.seat("kira"), tb.seat("dov")
	others := tb.ask("GET", "/seat", "", dov).Body.String()
	for _, c := range []struct{ line, says string }{{"absent kira", "Your game master plays Kira Vance."}, {"absent kira, out", "Kira Vance isn’t in the scene."}} {
		tb.do(c.line)
		page := tb.has("/seat?as=kira", c.says, kira) // an earlier page may be away, too
		if !strings.Contains(page, "You are away.") || !strings.Contains(page, "data-other=here") || strings.Contains(page, "What do you do?") {
			t.Errorf("%s: the page says\n%s", c.line, page)
		}
		tb.within(func() {
			r, err := NewReader(tb.session, "kira")
			if err != nil {
				t.Fatal(err)
			}
			if text, err := r.Text(); err != nil || !strings.Contains(fmt.Sprint(text), "The player is away") {
				t.Errorf("%s: follow says %v, %v", c.line, text, err)
			}
		})
		if now := tb.ask("GET", "/seat", "", dov).Body.String(); now != others && c.line == "absent kira" {
			t.Errorf("%s shows on another phone\n%s", c.line, now)
		}
		if offer := tb.ask("GET", "/seat/offer", "", kira).Body.String(); strings.Contains(offer, "data-deed") {
			t.Errorf("%s: it offers\n%s", c.line, offer)
		}
		if w := tb.ask("POST", "/seat/say", sayBody(seatMessage{Want: &players.Want{Deed: "dodge"}}), kira); w.Code != http.StatusUnprocessableEntity || !strings.Contains(w.Body.String(), players.NotHere) {
			t.Errorf("%s: a deed is answered %d %s", c.line, w.Code, w.Body)
		}
		if w := tb.ask("POST", "/seat/say", sayBody(seatMessage{Want: &players.Want{Other: players.Returning}}), kira); w.Code != http.StatusOK {
			t.Fatalf("%s: %d %s", c.line, w.Code, w.Body)
		}
		tb.has("/seat?as=kira", "You told the game master", kira)
		if list := tb.proposed(); len(list) != 1 || list[0].Line != "here kira" {
			t.Fatalf("%s: proposed %+v", c.line, list)
		}
		tb.within(func() {
			if _, err := tb.session.Proposals().Take(tb.session.Proposals().List()[0].ID); err != nil {
				t.Fatal(err)
			}
		})
		tb.has("/seat?as=kira", "With you", kira)
	}
}
