package seats

import (
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"

	"hybrid/gm/campaign"
	"hybrid/gm/command"
	"hybrid/gm/gmtest"
	"hybrid/gm/players"
	"hybrid/rules"
)

// screens are the sizes of screens on which pages are looked at; the last one is the first at 200 %.
var screens = []struct{ w, h int64 }{{360, 640}, {390, 844}, {768, 1024}, {1920, 1080}, {844, 390}, {180, 320}}

// chart is a picture of the kind that is shown at a table.
func chart(t *testing.T, name string) {
	m := image.NewRGBA(image.Rect(0, 0, 900, 600))
	for y := range 600 {
		for x := range 900 {
			c := color.RGBA{214, 196, 160, 255}
			switch {
			case (x-450)*(x-450)/4+(y-300)*(y-300) < 40000 && (x/40+y/40)%2 == 0:
				c = color.RGBA{120, 150, 170, 255}
			case x%150 < 4 || y%150 < 4:
				c = color.RGBA{90, 70, 50, 255}
			}
			m.Set(x, y, c)
		}
	}
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	f, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := png.Encode(f, m); err != nil {
		t.Fatal(err)
	}
	f.Close()
}

// longNames is the sample with names as long as they get, and a picture.
func longNames(t *testing.T) *campaign.Campaign {
	dir := gmtest.Folder(t, map[string]string{
		"campaign.yaml": "campaign: {label: The Reckoning of the Nine Drowned Parishes, pack: hybrid}\ncast: [kira, dov, ilse, bram, grell, harpooner, bruiser]\n",
		"encounters/hatch.yaml": `encounter: {label: Hatch, read: "The tide is out and the old salt warehouse stands on its legs in the mud. Inside, two lanterns swing over crates stacked to the rafters, and a voice has just broken off."}
combatants:
  kira:  {side: party, name: Kira-Maximiliane von und zu Vance-Hohenbrunn}
  dov:   {side: party}
  ilse:  {side: party, name: Ilse the Unforgettablyandunbreakablylong}
  bram:  {side: party}
  grell: {side: gang, looks: a man in a long oilskin coat with brass buttons and a lantern at his belt}
  hanne: {side: gang, from: harpooner, looks: a woman with a harpoon}
  bruiser: {side: gang}
  two:   {side: gang, from: harpooner, looks: a woman with a harpoon}
`})
	chart(t, filepath.Join(dir, "pictures", "chart.png"))
	c, err := campaign.Open(dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// TestHowPagesLook looks at pages in the states in which they are seldom seen: empty, overfull, with a whisper and a
// picture, in and out of an encounter; and at the screen that all look at.
func TestHowPagesLook(t *testing.T) {
	if testing.Short() {
		t.Skip("skipped: a browser takes seconds")
	}
	t.Parallel()
	b := newBrowser(t)
	full := []string{"begin hatch", "turn kira 0", "turn dov 12", "turn ilse 7.5", "turn bram 21", "reveal hanne hand PFT", "set kira PFT -25", "set kira PEX -9", "put kira bleeding", "put kira prone",
		"put kira surprised", "set bram PFT -30", "put bram bleeding", "set hanne PFT -22", "put hanne prone", "whisper kira The man by the stove lies, and he has lied since you came in; watch his left hand.", "show chart.png"}
	for i := range 30 {
		full = append(full, []string{"set dov PFT -1", "put dov prone", "end dov prone", "set kira MFT -1", "whisper dov nothing"}[i%5])
	}
	fight := []string{"begin warehouse", "reveal grell", "turn kira 6", "turn dov 11", "turn ilse 14", "turn bram 9", "turn cutter_1 2", "turn hanne 4"}
	for _, state := range []struct {
		name  string
		as    string
		lines []string
		tabs  []string
	}{
		{"nothing", "kira", nil, []string{"now", "sheet", "log"}},
		{"out", "dov", []string{"begin hatch", "remove dov"}, []string{"now"}},
		{"dead", "kira", []string{"begin hatch", "set kira PBD -27", "set kira PFT -41"}, []string{"now"}},
		{"full", "kira", slices.Concat(full, []string{"end kira surprised", "next"}), []string{"now", "sheet", "log"}},
		{"table", players.TableSeat, full, []string{""}},
		{"table-scene", players.TableSeat, slices.Concat(full, []string{"conceal chart.png", "end kira surprised", "next"}), []string{""}},
		{"table-many", players.TableSeat, slices.Concat(full, []string{"conceal chart.png", "add 7 bruiser side gang"}), []string{""}},
		{"badly", "kira", slices.Concat(fight, []string{"turn kira 9", "turn ilse 10", "set kira PFT -31", "put kira bleeding", "put kira closed_upon by grell", "put kira closed_upon by hanne"}), []string{"now"}},
		{"die", "kira", []string{"begin warehouse", "reveal grell", "set kira PFT -4", "dice kira", "turn kira 1", "next", "attack grell"}, []string{"now"}},
		{"table-closed", players.TableSeat, slices.Concat(fight, []string{"put grell closed_upon by dov", "put grell closed_upon by bram", "put hanne closed_upon by kira", "put hanne closed_upon by ilse"}), []string{""}},
		{"fight", "kira", fight, []string{"now", "sheet", "log"}},
		{"table-fight", players.TableSeat, fight, []string{""}},
		{"table-nothing", players.TableSeat, nil, []string{""}},
	} {
		t.Run(state.name, func(t *testing.T) {
			b.T = t
			c := longNames(t)
			if slices.Contains(state.lines, "begin warehouse") {
				c = sample()
			}
			if strings.HasSuffix(state.name, "fight") && *pictures == "" {
				t.Skip("only for pictures")
			}
			tb := newTableOf(t, c, Options{}, state.lines...)
			if strings.HasSuffix(state.name, "fight") {
				tb.fights(18)
			}
			if state.name == "die" {
				tb.asks(command.Command{Line: "next"}, true)
			}
			b.views(tb, "look-"+state.name, state.as, state.name == "full", func(look func(string)) {
				for _, tab := range state.tabs {
					if tab != "" {
						b.click(`[data-to=` + tab + `]`)
					}
					look(tab)
				}
			})
			b.mu.Lock()
			defer b.mu.Unlock()
			if len(b.errors) > 0 {
				t.Errorf("the page's scripts fail: %s", strings.Join(b.errors, "\n"))
				b.errors = nil
			}
		})
	}
}

// views opens the page of a seat on screens of all sizes, or of few, where no pictures are taken and all is not asked for, and lets show bring
// about what is looked at there.
func (b *browser) views(tb *table, name, as string, all bool, show func(look func(state string))) {
	b.Helper()
	r, _ := http.NewRequest("GET", tb.URL(), nil)
	tb.seat(as)(r)
	cookie := r.Cookies()[0]
	for _, size := range screens {
		usual := size.w == 360 && (*long || as != players.TableSeat) || size.w == 1920 && (*long || as == players.TableSeat)
		if *pictures == "" && !usual && !all || size.w < 200 && as == players.TableSeat {
			continue
		}
		phone := func(e *emulation.SetDeviceMetricsOverrideParams, _ *emulation.SetTouchEmulationEnabledParams) {
			e.Mobile = size.w < 1000
		}
		b.do(chromedp.EmulateViewport(size.w, size.h, phone), network.SetCookie(cookie.Name, cookie.Value).WithURL(tb.URL()), chromedp.Navigate(tb.URL()+"seat?as="+as))
		b.sees(`document.body && document.querySelector("header") !== null && document.querySelector("[data-offline]").hidden && ![...document.images].some((i) => !i.complete || !i.naturalWidth)`)
		show(func(state string) { b.looks(strings.Trim(name+"-"+state, "-") + fmt.Sprintf("-%d", size.w)) })
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	for message := range strings.Lines(b.heard.String()) {
		var m update
		if json.Unmarshal([]byte(message), &m) != nil { // a beat
			continue
		}
		if _, all := m.Parts[logPart]; all { // the device has the page, and hears only which parts have changed since
			b.Errorf("%s: the whole page is sent once more", name)
		}
	}
}

// asks carries out a command until kira is asked for a die, or for an answer; what others are asked is answered with the first answer.
func (tb *table) asks(c command.Command, die bool) {
	tb.Helper()
	c.Typed, c.Answers = true, map[string]string{}
	tb.within(func() {
		for {
			_, err := tb.session.Do(c)
			var need *rules.Need
			if !errors.As(err, &need) {
				tb.Fatalf("%s: kira is not asked: %v", c.Line, err)
			}
			if need.Who == "kira" && (need.Die > 0) == die {
				return
			}
			c.Answers[need.Key] = need.ChoiceNames()[0]
		}
	})
}

// fights lets a fight go on, and tells of it.
func (tb *table) fights(turns int) {
	tb.Helper()
	tb.strikes(turns)
	tb.doAll("set dov PFT -15", "put dov bleeding", "whisper kira You have seen that ring before, on the excise man’s hand.")
}

// strikes lets all strike at one of the other side; who can't waits.
func (tb *table) strikes(turns int) {
	tb.Helper()
	entries := func() (n int) {
		tb.within(func() { n = len(tb.session.Log()) })
		return n
	}
	for range turns {
		line, before := "?next", entries()
		tb.within(func() {
			if open := tb.session.Game().OpenActor(); open != nil && open.Side == "party" {
				line = "?attack grell"
			} else if open != nil {
				line = "?attack bram"
			}
		})
		tb.doAll(line)
		if entries() == before {
			tb.doAll("?wait")
		}
	}
}

// TestALongTextFitsInABrowser shows a text of 120 words on the table screen: all of it is there, in letters that are read across a room.
func TestALongTextFitsInABrowser(t *testing.T) {
	if testing.Short() {
		t.Skip("skipped: a browser takes seconds")
	}
	t.Parallel()
	b, c := newBrowser(t), longNames(t)
	for _, e := range c.Encounters() {
		e.Read = strings.Repeat("The lamps along the quay have burned low and the tide is turning under the planks. ", 8)[:120*5]
	}
	tb := newTableOf(t, c, Options{}, "begin hatch")
	r, _ := http.NewRequest("GET", tb.URL(), nil)
	tb.seat(players.TableSeat)(r)
	cookie := r.Cookies()[0]
	b.do(chromedp.EmulateViewport(1920, 1080), network.SetCookie(cookie.Name, cookie.Value).WithURL(tb.URL()), chromedp.Navigate(tb.URL()+"seat?as="+players.TableSeat))
	b.sees(`document.querySelector(".scene") && document.querySelector(".story").scrollHeight <= document.querySelector(".story").clientHeight + 1`)
	b.sees(`parseFloat(getComputedStyle(document.querySelector(".scene")).fontSize) >= 28`)
}
