package seats

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"

	"hybrid/gm/players"
)

// noteBody returns the request body with which a phone saves its own notes.
func noteBody(text string) string {
	data, _ := json.Marshal(map[string]string{"Text": text})
	return string(data)
}

// TestOwnNotes: a player's notes come back on each device of that seat, and stand on no other phone, the table screen, or in anything
// of the game master. They are no entry, and an undo leaves them.
func TestOwnNotes(t *testing.T) {
	tb := newTable(t, Options{}, "gather")
	kira, second, dov, table := tb.seat("kira"), tb.seat("kira"), tb.seat("dov"), tb.seat(players.TableSeat)
	pages := func() (all string) {
		for path, with := range map[string]func(*http.Request){"/seat": dov, "/seat/notes": dov, "/seat/sheet": dov, "/table": table, "/seat/log": dov} {
			all += path + tb.ask("GET", path, "", with).Body.String()
		}
		return all
	}
	entries := len(tb.session.Log())
	text := "Orlo lies.\r\n\n<b>Ask Wren</b> \U0001f3fb\u202e"
	if w := tb.ask("POST", "/seat/notes", noteBody(text), kira); w.Code != http.StatusOK {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
	for name, with := range map[string]func(*http.Request){"the same": kira, "another device": second} {
		if got := tb.ask("GET", "/seat/notes", "", with).Body.String(); !strings.Contains(got, "<textarea name=text rows=8 maxlength=4000>\nOrlo lies.\n\n&lt;b&gt;Ask Wren&lt;/b&gt;</textarea>") {
			t.Errorf("%s: got %s", name, got)
		}
	}
	if all := pages(); strings.Contains(all, "Orlo lies") || strings.Contains(all, "Ask Wren") {
		t.Errorf("another one reads them:\n%s", all)
	}
	tb.within(func() { entries -= len(tb.session.Log()) })
	tb.line("set kira PFT -1")
	tb.line("undo")
	tb.within(func() {
		if entries != 0 || tb.session.NotesOfPlayer("kira") == "" || tb.session.NotesOfPlayer("dov") != "" {
			t.Errorf("%d entries; notes %q", -entries, tb.session.NotesOfPlayer("kira"))
		}
	})
	for _, row := range []struct {
		path, text string
		with       func(*http.Request)
		want       int
	}{
		{"/seat/notes", strings.Repeat("ä", 5000), kira, http.StatusOK}, // cut
		{"/seat/notes", strings.Repeat("a", notesBytes), kira, http.StatusRequestEntityTooLarge},
		{"/seat/notes?as=kira", "mine", dov, http.StatusForbidden},
	} {
		if w := tb.ask("POST", row.path, noteBody(row.text), row.with); w.Code != row.want {
			t.Errorf("%s, %d letters: %d %s", row.path, len(row.text), w.Code, w.Body)
		}
	}
	tb.within(func() {
		if n := len([]rune(tb.session.NotesOfPlayer("kira"))); n != 4000 {
			t.Errorf("%d letters", n)
		}
	})
}

// TestOwnNotesOnAPhone types notes in a browser, and finds them there again after the page was loaded anew.
func TestOwnNotesOnAPhone(t *testing.T) {
	if testing.Short() {
		t.Skip("skipped: browsers take seconds")
	}
	t.Parallel()
	b, tb := newBrowser(t), newTable(t, Options{}, "gather")
	r := httptest.NewRequest("GET", "/", nil)
	tb.seat("kira")(r)
	load := func() {
		b.do(chromedp.Navigate(tb.URL() + "seat?as=kira"))
		b.sees(`document.querySelector("h1").textContent === "Kira Vance"`)
		b.click("[data-to=log]")
		b.click("[data-notes] summary")
		b.sees(`document.querySelector("[data-notes] textarea") !== null`)
	}
	b.do(chromedp.EmulateViewport(390, 844), network.SetCookie(r.Cookies()[0].Name, r.Cookies()[0].Value).WithURL(tb.URL()))
	load()
	b.do(chromedp.SendKeys("[data-notes] textarea", "Orlo lies.\nAsk Wren."))
	b.looks("notes-390")
	b.click("[data-notes] button")
	b.sees(`document.body.textContent.includes("Your notes are saved.")`)
	load()
	b.sees(`document.querySelector("[data-notes] textarea").value === "Orlo lies.\nAsk Wren."`)
	if list := b.fails(); len(list) > 0 {
		t.Errorf("the scripts: %v", list)
	}
}
