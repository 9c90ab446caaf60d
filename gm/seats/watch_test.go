package seats

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// spectatorLink makes a link, and returns its path.
func (tb *table) spectatorLink() (path string) {
	tb.Helper()
	tb.within(func() {
		said, err := tb.RunLine("link")
		if err != nil {
			tb.Error(err)
			return
		}
		_, path, _ = strings.Cut(said[0], tb.URL())
	})
	return "/" + path
}

// TestSpectators opens the table screen by a link: it shows what all know, does nothing, and is taken back like a seat.
func TestSpectators(t *testing.T) {
	tb := secretly(t)
	path := tb.spectatorLink()
	w := tb.ask("GET", path, "")
	if w.Code != http.StatusOK || w.Header().Get("Refresh") != "0; url=/seat?as=/table" || len(w.Result().Cookies()) != 1 {
		t.Fatalf("%s: %d, on to %q, %d cookies", path, w.Code, w.Header().Get("Refresh"), len(w.Result().Cookies()))
	}
	cookie := w.Result().Cookies()[0]
	with := func(r *http.Request) { r.AddCookie(cookie) }
	tb.do("whisper dov the key is under the mat")
	page := tb.has("/seat?as=/table", "A woman with a harpoon", with)
	for _, not := range []string{"Hanne", "under the mat", "<button"} {
		if strings.Contains(page, not) {
			t.Errorf("%s is on it", not)
		}
	}
	for _, path := range []string{"/seat?as=kira", "/seat/offer?as=kira"} {
		if w := tb.ask("GET", path, "", with); w.Code == http.StatusOK {
			t.Errorf("%s is answered", path)
		}
	}
	if w := tb.ask("POST", "/seat/say?as=/table", `{"Ready": true}`, with); w.Code == http.StatusOK {
		t.Error("a spectator says something")
	}
	if w := tb.ask("GET", watchPath+strings.Repeat("0", 32), ""); w.Code != http.StatusNotFound || len(w.Result().Cookies()) != 0 {
		t.Errorf("a guess: %d", w.Code)
	}
	if w := tb.ask("GET", path+"?overlay=small", "", with); w.Header().Get("Refresh") != "0; url=/seat?as=/table&overlay=small" || strings.Contains(w.Result().Cookies()[0].Value, ".") {
		t.Errorf("once more, as an overlay: on to %q, %s", w.Header().Get("Refresh"), w.Result().Cookies()[0])
	}
	tb.within(func() {
		if _, err := tb.RunLine("revoke /table"); err != nil {
			t.Error(err)
		}
	})
	if w := tb.ask("GET", path, ""); w.Code != http.StatusNotFound {
		t.Errorf("taken back: %d", w.Code)
	}
}

// TestSpectatorsInABrowser opens a spectator's link from a page elsewhere, plainly and as an overlay in three sizes, whose ground is
// transparent.
func TestSpectatorsInABrowser(t *testing.T) {
	if testing.Short() {
		t.Skip("skipped: a browser takes seconds")
	}
	t.Parallel()
	b := newBrowser(t)
	tb := newTable(t, Options{}, "begin warehouse", "reveal grell", "turn kira 6", "turn dov 11", "turn ilse 14", "turn bram 9", "turn cutter_1 2", "turn hanne 4")
	tb.fights(12)
	path := strings.TrimPrefix(tb.spectatorLink(), "/")
	sizes := map[float64]bool{}
	for _, overlay := range []string{"", "small", "medium", "large"} {
		to := tb.URL() + path
		if overlay != "" {
			to += "?overlay=" + overlay
		}
		b.do(chromedp.EmulateViewport(1920, 1080), chromedp.Navigate("data:text/html,<a href="+to+">Watch</a>"))
		b.click("a")
		b.sees(`document.querySelector(".story .last") !== null && document.querySelector("button") === null && ![...document.images].some((i) => !i.complete || !i.naturalWidth)`)
		b.sees(`location.search.includes("as=/table")`)
		if overlay != "" {
			var size float64
			b.do(chromedp.Evaluate(`parseFloat(getComputedStyle(document.documentElement).fontSize)`, &size))
			sizes[size] = true
			b.sees(`[document.documentElement, document.body].every((e) => getComputedStyle(e).backgroundColor === "rgba(0, 0, 0, 0)")`)
		}
		b.looks(strings.TrimSuffix(fmt.Sprint("watch-1920-", overlay), "-"))
	}
	if len(sizes) != 3 {
		t.Errorf("the sizes of the overlay are %v", sizes)
	}
	if list := b.fails(); len(list) > 0 {
		t.Errorf("the page's scripts fail: %s", strings.Join(list, "\n"))
	}
}
