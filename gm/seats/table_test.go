package seats

import (
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"os"
	"strings"
	"testing"

	"hybrid/gm/campaign"
	"hybrid/gm/players"
)

// secretly opens the seats of a campaign in which players know little of others.
func secretly(t *testing.T, lines ...string) *table {
	c, err := campaign.Open("../testdata/secrets", nil)
	if err != nil {
		t.Fatal(err)
	}
	return newTableOf(t, c, Options{}, append([]string{"begin hatch"}, lines...)...)
}

// has waits until a path has a text, and shows what it has in the end.
func (tb *table) has(path, text string, with func(*http.Request)) string {
	tb.Helper()
	l := tb.listen("/seat/events?as="+strings.TrimPrefix(path, "/seat?as="), with)
	for {
		page := tb.ask("GET", path, "", with).Body.String()
		if strings.Contains(page, text) {
			l.body.Close()
			return page
		}
		if _, data := l.next(); data == "" {
			tb.Fatalf("%s never has %s", path, text)
		}
	}
}

// TestPortraitsOverHTTP sends a portrait to those alone who see the face, and lets browsers keep it.
func TestPortraitsOverHTTP(t *testing.T) {
	tb := secretly(t, "put shooter unseen")
	kira, screen := tb.seat("kira"), tb.seat(players.TableSeat)
	paths := map[string]string{}
	for _, key := range []string{"kira", "hanne", "shooter"} {
		tb.within(func() {
			portrait, err := tb.session.Campaign().Portrait(tb.session.State().Find(key).Portrait)
			if err != nil {
				t.Fatal(err)
			}
			paths[key] = picturePath + portrait.Hash[:16]
		})
	}
	page := tb.has("/seat?as=kira", paths["hanne"]+"?as=kira", kira)
	if !strings.Contains(page, paths["kira"]) || strings.Contains(page, paths["shooter"]) {
		t.Error("the page has other faces than those that are seen")
	}
	tb.has("/seat?as=/table", paths["hanne"], screen)
	answers := func(key string, want int, with ...func(*http.Request)) {
		t.Helper()
		w := tb.ask("GET", paths[key]+"?as=kira", "", with...)
		if w.Code != want {
			t.Errorf("%s: %d, want %d", key, w.Code, want)
		}
		if kept := w.Header().Get("Cache-Control"); want == http.StatusOK && (kept != "private, max-age=86400, immutable" || w.Header().Get("Content-Type") != "image/png") {
			t.Errorf("%s: %s, %s", key, kept, w.Header().Get("Content-Type"))
		}
	}
	answers("kira", http.StatusOK, kira)
	answers("hanne", http.StatusOK, kira)
	answers("hanne", http.StatusNotFound)
	answers("shooter", http.StatusNotFound, kira)
	tb.do("end shooter unseen")
	tb.has("/seat?as=kira", paths["shooter"], kira)
	answers("shooter", http.StatusOK, kira)
	tb.do("put hanne cloaked")
	tb.do("whisper kira hush")
	tb.has("/seat?as=kira", "hush", kira)
	answers("hanne", http.StatusNotFound, kira)
}

// The screen that all look at is asked for with the code, let in by the game master, follows what all know, and is taken
// back like a seat.
func TestTheTableScreen(t *testing.T) {
	tb := secretly(t)
	if w := tb.ask("GET", "/table", ""); w.Code != http.StatusOK || !strings.Contains(w.Body.String(), `data-screening`) {
		t.Errorf("without a code: %d", w.Code)
	}
	if w := tb.ask("POST", "/code", `{"Code": "`+tb.Code()+`", "Screen": true}`); !strings.Contains(w.Body.String(), `data-screen="/table"`) {
		t.Errorf("with the code: %s", w.Body)
	}
	if w := tb.ask("POST", "/join", joinBody("WRONGS", players.TableSeat, "a screen")); w.Code != http.StatusForbidden {
		t.Errorf("with a wrong code: %d", w.Code)
	}
	with := tb.seat(players.TableSeat)
	if w := tb.ask("GET", "/table", "", with); w.Code != http.StatusSeeOther {
		t.Errorf("let in: %d", w.Code)
	}
	const path = "/seat?as=/table"
	page := tb.has(path, "A woman with a harpoon", with)
	for _, want := range []string{"Kira Vance", "The scene begins", "Secrets"} {
		if !strings.Contains(page, want) {
			t.Errorf("%s is not on it", want)
		}
	}
	if len(page) > 30<<10 {
		t.Errorf("it has %d bytes", len(page))
	}
	tb.do("reveal hanne to kira", "whisper dov the key is under the mat", "show letter.txt to dov", "reveal shooter")
	page = tb.has(path, "One-Eyed Tilde", with)
	for _, not := range []string{"Hanne", "under the mat", "hanne", "shooter", "gang", "PFT"} {
		if strings.Contains(page, not) {
			t.Errorf("%s is on it", not)
		}
	}
	if w := tb.ask("POST", "/seat/do?as=/table", `{"Question": 0, "Choice": "none"}`, with); w.Code == http.StatusOK {
		t.Error("it answers")
	}
	tb.within(func() {
		if said, err := tb.RunLine("revoke " + tableLabel); err != nil || said[0] != "1 device has lost its seat." {
			t.Error(said, err)
		}
	})
	if w := tb.ask("GET", path, "", with); w.Code != http.StatusSeeOther {
		t.Errorf("taken back: %d", w.Code)
	}
}

// A picture is for those to whom it is shown: guessing finds nothing, and it goes when it is taken back.
func TestPicturesAreForThoseToWhomTheyAreShown(t *testing.T) {
	tb := secretly(t)
	data, err := os.ReadFile("../testdata/secrets/pictures/map.png")
	if err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256(data)
	hash := hex.EncodeToString(sum[:])
	kira, dov, screen := tb.seat("kira"), tb.seat("dov"), tb.seat(players.TableSeat)
	get := func(as string, with ...func(*http.Request)) int {
		w := tb.ask("GET", "/picture/"+hash+"?as="+as, "", with...)
		if w.Code == http.StatusOK {
			if kind := w.Header().Get("Content-Type"); kind != "image/png" || w.Header().Get("Content-Disposition") != "" || w.Body.Len() == 0 {
				t.Errorf("it comes as %s, %d bytes", kind, w.Body.Len())
			}
		}
		return w.Code
	}
	tb.has("/seat?as=dov", "Dov Hallam", dov)
	tb.has("/seat?as=/table", "Dov Hallam", screen)
	if code := get("kira", kira); code != http.StatusNotFound {
		t.Errorf("before it is shown: %d", code)
	}
	tb.do("show map.png to kira")
	page := tb.has("/seat?as=kira", "/picture/"+hash, kira)
	if strings.Contains(page, "map.png") || strings.Contains(page, "pictures/") {
		t.Error("the name of its file is on the page")
	}
	for _, row := range []struct {
		name, as string
		with     []func(*http.Request)
		want     int
	}{
		{"to whom it is shown", "kira", []func(*http.Request){kira}, http.StatusOK},
		{"another", "dov", []func(*http.Request){dov}, http.StatusNotFound},
		{"another, in her name", "kira", []func(*http.Request){dov}, http.StatusNotFound},
		{"the screen", "/table", []func(*http.Request){screen}, http.StatusNotFound},
		{"a stranger", "kira", nil, http.StatusNotFound},
	} {
		if code := get(row.as, row.with...); code != row.want {
			t.Errorf("%s: %d, want %d", row.name, code, row.want)
		}
	}
	for _, guess := range []string{strings.Repeat("0", 64), "map.png", "..%2f..%2fcampaign.yaml", hash[:63], strings.ToUpper(hash)} {
		if w := tb.ask("GET", "/picture/"+guess+"?as=kira", "", kira); w.Code != http.StatusNotFound {
			t.Errorf("%s: %d", guess, w.Code)
		}
	}
	tb.do("show map.png to dov")
	tb.has("/seat?as=/table", "/picture/"+hash, screen)
	if code := get("/table", screen); code != http.StatusOK {
		t.Errorf("shown to all, the screen gets %d", code)
	}
	tb.do("conceal map.png from kira")
	if code := get("kira", kira); code != http.StatusNotFound {
		t.Errorf("taken back: %d", code)
	}
	if code := get("/table", screen); code != http.StatusNotFound {
		t.Errorf("taken back from one, the screen gets %d", code)
	}
	tb.do("undo", "undo")
	tb.has("/seat?as=kira", "/picture/"+hash, kira)
	if code := get("kira", kira); code != http.StatusOK {
		t.Errorf("undone: %d", code)
	}
	if code := get("dov", dov); code != http.StatusNotFound {
		t.Errorf("undone, the other one gets %d", code)
	}
}
