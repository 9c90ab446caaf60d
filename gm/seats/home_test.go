package seats

import (
	"bytes"
	"encoding/json"
	"image/png"
	"net/http"
	"strings"
	"testing"
)

// TestHomeScreen loads what every page names for a home screen, without a seat, and reads what a browser without scripts is told.
func TestHomeScreen(t *testing.T) {
	tb := newTable(t, Options{})
	with := tb.seat("kira")
	tb.listen("/seat/events", with).message()
	for path, as := range map[string]func(*http.Request){"/": func(*http.Request) {}, "/table": func(*http.Request) {}, "/seat?as=kira": with} {
		page := parsed(t, tb.ask("GET", path, "", as).Body.String())
		links, colours := map[string]string{}, 0
		for _, e := range page.all("link", "meta", "noscript") {
			switch {
			case e.Data == "link":
				links[e.value("rel")] = e.value("href")
			case e.value("name") == "theme-color":
				colours++
			case e.Data == "noscript":
				links["noscript"] = e.text()
			}
		}
		if links["icon"] != iconPath || links["apple-touch-icon"] != iconPath || links["manifest"] != manifestPath || colours != 2 || !strings.Contains(links["noscript"], "needs JavaScript") {
			t.Errorf("%s has %v and %d colours", path, links, colours)
		}
	}
	w := tb.ask("GET", manifestPath, "")
	var app struct {
		Name    string
		Start   string `json:"start_url"`
		Display string
		Icons   []struct{ Src, Sizes string }
	}
	if err := json.Unmarshal(w.Body.Bytes(), &app); err != nil || app.Name == "" || app.Start != "/" || app.Display != "standalone" || len(app.Icons) != 1 {
		t.Fatalf("the manifest is %v, %v", app, err)
	}
	size, err := png.DecodeConfig(bytes.NewReader(tb.ask("GET", app.Icons[0].Src, "").Body.Bytes()))
	if err != nil || size.Width != 512 || size.Height != 512 || app.Icons[0].Sizes != "512x512" {
		t.Errorf("the icon is %v, %v", size, err)
	}
	if policy := tb.ask("GET", "/", "").Header().Get("Content-Security-Policy"); !strings.Contains(policy, "manifest-src 'self'") {
		t.Errorf("the policy is %s", policy)
	}
}
