package seats

import (
	"bytes"
	"fmt"
	"image/color"
	"image/png"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"

	"hybrid/gm/command"
	"hybrid/gm/players"
	"hybrid/rules"
)

// TestStatesOfAPage brings about the states of a phone's page in a fight, and the table screen with more and more others. What a player looks
// for first must be on the first screen of the smallest phone.
func TestStatesOfAPage(t *testing.T) {
	if testing.Short() {
		t.Skip("skipped: a browser takes seconds")
	}
	t.Parallel()
	b := newBrowser(t)
	begin := []string{"begin warehouse", "reveal grell", "dice kira"}
	mine := slices.Concat(begin, []string{"turn kira 1", "next", "attack grell"})
	theirs := slices.Concat(begin, []string{"set grell PFT -22", "turn kira 34", "turn dov 35", "turn ilse 27", "turn bram 30", "turn grell 1", "next", "attack kira"})
	struck := slices.Concat(mine, []string{"?next", "?next", "turn grell 60", "turn kira 30", "turn dov 35", "turn ilse 41", "turn bram 46"})
	const person = `.now [data-who]`
	for _, state := range []struct {
		name  string
		as    string
		lines []string
		then  func(tb *table)
		taps  func()
		first []string // what has to be on the first screen, as selectors
	}{
		{name: "asked", lines: theirs, then: func(tb *table) { tb.asks(command.Command{Line: "next"}, false) }, first: []string{"[data-question] h2", ".answer.first", ".last button"}},
		{name: "hit", lines: mine, then: func(tb *table) { tb.asks(command.Command{Line: "next"}, true) }, first: []string{"[data-question] h2", ".ladder", "[data-throw]", "[data-roll]"}},
		{name: "damage", lines: mine, then: func(tb *table) { tb.asks(command.Command{Line: "next", Dice: map[string][]int{"kira": {5}}}, true) }, first: []string{".result", "[data-question] h2", "[data-throw]"}},
		{name: "result", lines: struck, first: []string{".result", ".strip"}},
		{name: "turn", lines: append(slices.Clone(struck), "next"), first: []string{".turn", ".now [data-again]", ".strip"}},
		{name: "person", lines: append(slices.Clone(struck), "next"), taps: func() {
			b.click(person)
			b.sees(`document.querySelector("dialog[open] [data-deed=attack]") !== null`)
		}, first: []string{"#whom", "dialog [data-deed=attack]"}},
		{name: "preview", lines: append(slices.Clone(struck), "next"), taps: func() {
			b.click(person)
			b.click(`dialog [data-deed=attack]`)
			b.sees(`document.querySelector("[data-want] .sum") !== null`)
		}, first: []string{"#whom", "[data-want] .do"}},
		{name: "ways", lines: slices.Concat(begin, []string{"place kira 0", "place grell 12", "place hanne 5", "place dov 3", "place ilse 0", "turn kira 1", "next"}), taps: func() {
			b.click(`[data-to=act]`)
			b.click(`[data-way]`)
			b.sees(`document.querySelector("[data-move] .sum") !== null`)
		}, first: []string{"#whom", "[data-move] .do"}},
		{name: "sent", lines: append(slices.Clone(struck), "next"), taps: func() {
			b.run(`document.querySelector(".plan") ? document.querySelector("[data-to=act]").click() : document.querySelector("[data-again]").click()`)
			b.sees(`document.querySelector(".plan").getClientRects().length > 0`)
		}, first: []string{".plan [data-drop]"}},
		{name: "landing", lines: slices.Concat(begin, []string{"turn kira 1", "turn dov 3", "next", "attack grell"}), taps: func() { b.click(`[data-to=act]`) }, first: []string{"[data-landing] button"}},
		{name: "whisper", lines: slices.Concat(struck, []string{"whisper kira You have seen that ring before, on the excise man’s hand."}), taps: func() { b.click(`.whisper summary`) }, first: []string{".whisper [data-away]"}},
		{name: "between", lines: slices.Concat(struck, []string{"set kira PFT -22", "finish"}), first: []string{".shout"}},
		{name: "rest", lines: slices.Concat(struck, []string{"set kira PFT -22", "finish"}), taps: func() {
			b.click(`[data-to=act]`)
			b.sees(`document.querySelector("[data-words]") !== null`)
		}},
		{name: "table-six", as: players.TableSeat, lines: struck},
		{name: "table-eight", as: players.TableSeat, lines: append(slices.Clone(struck), "add 2 bruiser side gang")},
		{name: "table-twelve", as: players.TableSeat, lines: append(slices.Clone(struck), "add 8 bruiser side gang", "set hanne PFT -22", "put cutter_1 unconscious")},
		{name: "table-turn", as: players.TableSeat, lines: append(slices.Clone(struck), "set kira PFT -31", "put kira bleeding", "next")},
	} {
		t.Run(state.name, func(t *testing.T) {
			b.T = t
			tb := newTableWithDice(t, sample(), Options{}, rules.NewSeededDice([32]byte{3}), "begin warehouse")
			tb.mu.Lock()
			tb.weighings.burst, tb.requests.burst = 1e6, 1e6 // its clock stands still
			tb.mu.Unlock()
			tb.doAll(state.lines[1:]...)
			if state.then != nil {
				state.then(tb)
			}
			as := state.as
			if as == "" {
				as = "kira"
			}
			b.views(tb, "state-"+state.name, as, false, func(look func(string)) {
				if state.taps != nil {
					state.taps()
				}
				var missing []string
				for _, selector := range state.first {
					missing = append(missing, fmt.Sprintf("%q", selector))
				}
				b.do(chromedp.Evaluate(fmt.Sprintf(`[%s].filter((q) => {
					const e = [...document.querySelectorAll(q)].find((e) => e.getClientRects().length), tabs = document.querySelector(".tabs");
					return innerHeight >= 640 && (!e || scrollY || e.getBoundingClientRect().bottom > (e.closest("dialog") || !tabs.getClientRects().length ? innerHeight : tabs.getBoundingClientRect().top) + 1)
				})`, strings.Join(missing, ", ")), &missing))
				for _, selector := range missing {
					t.Errorf("%s is not on the first screen", selector)
				}
				look("")
			})
			if list := b.fails(); len(list) > 0 {
				t.Errorf("the page's scripts fail: %s", list)
			}
		})
	}
}

// TestOverlayShowsWhatIsBehind lays the table screen over a coloured ground, by day and by night.
func TestOverlayShowsWhatIsBehind(t *testing.T) {
	if testing.Short() {
		t.Skip("skipped: a browser takes seconds")
	}
	t.Parallel()
	b, tb := newBrowser(t), newTable(t, Options{}, "begin warehouse", "reveal grell", "turn kira 30", "turn dov 35", "set kira PFT -31", "put kira bleeding")
	r, _ := http.NewRequest("GET", tb.URL(), nil)
	tb.seat(players.TableSeat)(r)
	cookie := r.Cookies()[0]
	ground := color.RGBA{40, 140, 60, 255}
	b.do(chromedp.EmulateViewport(1920, 1080), network.SetCookie(cookie.Name, cookie.Value).WithURL(tb.URL()),
		emulation.SetDefaultBackgroundColorOverride().WithColor(&cdp.RGBA{R: int64(ground.R), G: int64(ground.G), B: int64(ground.B), A: 1}))
	for _, scheme := range []string{"dark", "light"} {
		for _, size := range []string{"small", "medium", "large"} {
			var data []byte
			b.do(emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}), chromedp.Navigate(tb.URL()+"seat?as="+players.TableSeat+"&overlay="+size))
			b.sees(`document.querySelector("[data-part=story] .last") !== null && document.querySelector("[data-offline]").hidden && ![...document.images].some((i) => !i.complete)`)
			b.do(chromedp.CaptureScreenshot(&data))
			picture, err := png.Decode(bytes.NewReader(data))
			if err != nil {
				t.Fatal(err)
			}
			if at := color.RGBAModel.Convert(picture.At(960, 500)); at != ground {
				t.Errorf("%s, %s: between what is shown is %v, want %v", scheme, size, at, ground)
			}
			if *pictures == "" {
				continue
			}
			if err := os.WriteFile(filepath.Join(*pictures, "overlay-"+size+"-"+scheme+".png"), data, 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
}
