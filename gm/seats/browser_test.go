package seats

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	cdplog "github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	page_ "github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"hybrid/gm/command"
	"hybrid/gm/gmtest/chromium"
)

var pictures = flag.String("pictures", "", "the `folder` that pictures of the players' pages are written to")

// browser is a real browser with one page open.
type browser struct {
	*testing.T
	ctx context.Context

	mu     sync.Mutex
	errors []string // of scripts, and what the policy kept out
	heard  strings.Builder
}

// newBrowser starts Chromium, or skips the test where there is none.
func newBrowser(t *testing.T) *browser {
	t.Helper()
	ctx := chromium.Start(t)
	b := &browser{T: t, ctx: ctx}
	chromedp.ListenTarget(ctx, func(event any) {
		b.mu.Lock()
		defer b.mu.Unlock()
		switch e := event.(type) {
		case *runtime.EventExceptionThrown:
			b.errors = append(b.errors, e.ExceptionDetails.Error())
		case *network.EventEventSourceMessageReceived:
			b.heard.WriteString(e.Data + "\n")
		case *cdplog.EventEntryAdded:
			// A closed server is one of the network; what nobody has touched does not vibrate, and that is one of an intervention.
			if e.Entry.Level == cdplog.LevelError && e.Entry.Source != cdplog.SourceNetwork && e.Entry.Source != cdplog.SourceIntervention {
				b.errors = append(b.errors, e.Entry.Text)
			}
		}
	})
	if err := chromedp.Run(ctx, cdplog.Enable()); err != nil {
		t.Fatalf("the browser does not start: %v", err)
	}
	return b
}

// fails lists what the page's scripts got wrong.
func (b *browser) fails() []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.errors
}

// received is all that streams have told the page, and the page as it is now.
func (b *browser) received() string {
	b.Helper()
	var html string
	b.do(chromedp.OuterHTML("html", &html, chromedp.ByQuery))
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.heard.String() + html
}

// do carries out actions.
func (b *browser) do(actions ...chromedp.Action) {
	b.Helper()
	if err := chromedp.Run(b.ctx, actions...); err != nil {
		b.Fatal(err)
	}
}

// sees waits until an expression of the page is true. While a page comes, what it asks for may not be there yet.
func (b *browser) sees(expression string) {
	b.Helper()
	wait := chromedp.Poll("(() => { try { return "+expression+" } catch { return false } })()", nil, chromedp.WithPollingInterval(20*time.Millisecond), chromedp.WithPollingTimeout(3*time.Minute))
	err := chromedp.Run(b.ctx, wait)
	for tries := 0; err != nil && !errors.Is(err, chromedp.ErrPollingTimeout) && tries < 20; tries++ { // it was asked of the page before
		err = chromedp.Run(b.ctx, wait)
	}
	if err != nil {
		var html string
		_ = chromedp.Run(b.ctx, chromedp.Evaluate(`location.href+"\n"+document.body.innerText`, &html))
		b.Fatalf("never true: %s: %v\n%s", expression, err, html)
	}
}

// run runs a script in the page.
func (b *browser) run(script string) {
	b.Helper()
	b.do(chromedp.Evaluate(script, nil))
}

// click clicks on what a selector finds, once it is there: a page is seen before all of it has come.
func (b *browser) click(selector string) {
	b.Helper()
	b.sees(fmt.Sprintf("document.querySelector(%q) !== null", selector))
	b.run(fmt.Sprintf("document.querySelector(%q).click()", selector))
}

// faults is a script that lists what is wrong with how a page looks: what is wider than the screen or cut off, targets that are too
// small or below the first screen, tokens that touch each other, fields and buttons without a label, and text whose contrast is less than 7:1.
const faults = `(() => {
const list = [], shown = (e) => e.getClientRects().length > 0 && getComputedStyle(e).visibility !== "hidden";
if (document.documentElement.scrollWidth > innerWidth) list.push("the page is " + document.documentElement.scrollWidth + " wide on " + innerWidth);
for (const e of document.querySelectorAll("button, a, summary, input:not([type=hidden]):not([type=radio]):not([type=checkbox]), select, label.choice")) {
  if (!shown(e)) continue;
  const r = e.getBoundingClientRect(), name = e.outerHTML.slice(0, 80);
  if (r.height < 44 || r.width < 44) list.push(Math.round(r.width) + "×" + Math.round(r.height) + " is small: " + name);
  if ((r.right > innerWidth + 1 || r.left < -1) && !e.closest(".seats")) list.push("beside the screen: " + name);
  if (e.scrollWidth > e.clientWidth + 1 && e.clientWidth && !(e.matches("select") && getComputedStyle(e).textOverflow === "ellipsis")) list.push("its text sticks out: " + name);
  if (!(e.getAttribute("aria-label") || e.textContent.trim() || (e.labels && e.labels.length))) list.push("no label: " + name);
}
for (const e of document.querySelectorAll(".tabs button")) if (shown(e) && e.getBoundingClientRect().height > 80) list.push("a tab is " + Math.round(e.getBoundingClientRect().height) + " high: " + e.textContent);
for (const e of document.querySelectorAll(".side, .side ul, .story")) if (innerWidth > 1500 && e.scrollHeight > e.clientHeight + 1) list.push(e.className + " is cut off: " + e.scrollHeight + " high in " + e.clientHeight);
for (const strip of document.querySelectorAll(".strip")) for (const kind of [":scope > .now line, circle", "text:not(.who)"]) {
  const boxes = [...strip.querySelectorAll(kind)].map((e) => e.getBoundingClientRect()).sort((a, b) => a.left - b.left);
  boxes.forEach((r, i) => { if (i && shown(strip) && r.left < boxes[i - 1].right + 3) list.push("on the strip " + kind + " " + i + " touches " + (i + 1)); });
}
for (const e of document.querySelectorAll(".side li>span:not(.pic)")) if (shown(e) && !e.closest(".many") && e.scrollHeight > e.clientHeight + 1 && e.clientHeight < 1.5 * parseFloat(getComputedStyle(e).lineHeight)) list.push("cut after one line: " + e.textContent);
const roll = document.querySelector("[data-roll]"), tabs = document.querySelector(".tabs");
if (roll && shown(roll) && shown(tabs) && !scrollY && innerWidth >= 360 && innerHeight >= 640 && roll.getBoundingClientRect().bottom > tabs.getBoundingClientRect().top) list.push("below the first screen: " + roll.textContent);
const colour = (text) => (text.match(/[\d.]+/g) || []).map(Number);
const light = (c) => { const [r, g, b] = c.map((v) => (v /= 255) <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4); return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
const under = (e) => { for (; e; e = e.parentElement) { const c = colour(getComputedStyle(e).backgroundColor); if (c.length === 3 || c[3] > 0) return c.slice(0, 3); } return [255, 255, 255]; };
const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
while (walk.nextNode()) {
  const e = walk.currentNode.parentElement;
  if (!walk.currentNode.data.trim() || ["SCRIPT", "STYLE"].includes(e.tagName) || !shown(e) || e.closest(":disabled") || e.getBoundingClientRect().height <= 1) continue;
  const [a, b] = [light(colour(getComputedStyle(e).color).slice(0, 3)), light(under(e))].sort((x, y) => y - x), ratio = (a + 0.05) / (b + 0.05);
  if (ratio < 7) list.push("contrast " + ratio.toFixed(1) + ": " + walk.currentNode.data.trim().slice(0, 40));
}
return list;
})()`

// looks holds a page to how it has to look, with a narrow, a wide and a usual font, by night and by day, and takes its picture.
func (b *browser) looks(name string) {
	b.Helper()
	for _, way := range []struct {
		font   chromium.Font
		scheme string
	}{{"narrow", "light"}, {"wide", "light"}, {"usual", "light"}, {"usual", "dark"}} {
		var list []string
		b.do(emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: way.scheme}}), way.font.Use(nil), chromedp.Evaluate(faults, &list))
		for _, fault := range list {
			b.Errorf("%s, %s, with a %s font: %s", name, way.scheme, way.font, fault)
		}
		if *pictures == "" || way.font != "usual" {
			continue
		}
		var picture []byte
		b.do(chromedp.CaptureScreenshot(&picture))
		if err := os.WriteFile(filepath.Join(*pictures, name+map[string]string{"light": "-light"}[way.scheme]+".png"), picture, 0o644); err != nil {
			b.Fatal(err)
		}
	}
}

// TestCodesInLinks opens links with wrong codes, as a foreign page could: the first is sent, and then none without a tap.
func TestCodesInLinks(t *testing.T) {
	if testing.Short() {
		t.Skip("skipped: browsers take seconds")
	}
	t.Parallel()
	b, tb := newBrowser(t), newTable(t, Options{}, "begin warehouse")
	b.do(chromedp.Navigate(tb.URL() + "ABCDEF"))
	b.sees(`document.querySelector("[data-note]").textContent.startsWith("This isn't tonight's code")`)
	for range 2 * maxWrongCodes {
		b.do(chromedp.Navigate(tb.URL() + "ABCDEG"))
		b.sees(`document.querySelector("[name=code]").value === "ABCDEG"`)
		tb.passes(time.Second) // a page takes three requests
	}
	tb.mu.Lock()
	count := tb.wrongCodes.all.count
	tb.mu.Unlock()
	if count != 1 {
		t.Errorf("%d guesses are counted", count)
	}
	b.do(chromedp.Navigate(tb.URL() + tb.Code()))
	b.click("[data-enter] button")
	b.sees(`document.querySelector("[value=kira]") !== null`)
	b.do(chromedp.Navigate(tb.URL() + tb.Code()))
	b.sees(`document.querySelector("[value=kira]") !== null`)
	if fails := b.fails(); len(fails) > 0 {
		t.Error(fails)
	}
}

// TestInABrowser joins, plays, answers and comes back after the program was closed, on screens of two sizes, with -long of four.
func TestInABrowser(t *testing.T) {
	if testing.Short() {
		t.Skip("skipped: a browser takes seconds")
	}
	t.Parallel()
	b := newBrowser(t)
	for _, size := range []struct{ w, h int64 }{{360, 640}, {390, 844}, {768, 1024}, {1920, 1080}} {
		t.Run(fmt.Sprintf("%dx%d", size.w, size.h), func(t *testing.T) {
			if size.w != 390 && size.w != 1920 && !*long {
				t.Skip("only with -long")
			}
			b.T = t
			name := func(page string) string { return fmt.Sprintf("seat-%s-%d", page, size.w) }
			tb := newTable(t, Options{}, "begin warehouse", "reveal shooter", "set kira PFT -5", "put kira bleeding", "turn shooter 1", "next", "attack kira")
			tb.mu.Lock()
			tb.weighings.burst, tb.requests.burst = 1e6, 1e6 // its clock stands still
			tb.mu.Unlock()
			phone := func(e *emulation.SetDeviceMetricsOverrideParams, _ *emulation.SetTouchEmulationEnabledParams) {
				e.Mobile = size.w < 1000
			}
			b.do(chromedp.EmulateViewport(size.w, size.h, phone), chromedp.Navigate(tb.URL()))
			b.looks(name("code"))
			b.do(chromedp.Navigate(tb.URL() + tb.Code()))
			b.sees(`document.querySelector("[value=kira]") !== null`)
			b.looks(name("join"))
			asks := make(chan struct{}, 1)
			tb.options.Notify = func() {
				select {
				case asks <- struct{}{}:
				default:
				}
			}
			b.run(`document.querySelector("[value=kira]").checked = true; document.querySelector("[name=player]").value = "Ana"; document.querySelector("form").requestSubmit()`)
			<-asks
			tb.within(func() {
				if err := tb.Accept(tb.JoinRequests()[0].ID); err != nil {
					t.Error(err)
				}
			})
			b.sees(`document.readyState !== "loading" && document.body.dataset.page === "seat" && document.querySelector("h1").textContent === "Kira Vance"`)
			b.looks(name("now"))
			b.acts(tb, name)
			tb.carry(command.Command{Line: "next"})
			b.sees(`document.querySelector("[data-question]") !== null`)
			b.looks(name("ask"))
			b.click(`[data-choice=none]`)
			b.sees(`document.querySelector("[data-question]") === null`)
			tb.do("dice kira")
			tb.carry(command.Command{Line: "roll climbing by kira", Typed: true})
			b.sees(`document.querySelector("[data-throw]") !== null`)
			b.run(`for (const key of ["3", "7"]) document.querySelector("[data-digit='" + key + "']").click()`)
			b.sees(`document.querySelector("[data-typed]").textContent === "37" && document.querySelector("[data-throw]").textContent === "It shows 37"`)
			b.looks(name("die"))
			b.click(`[data-throw]`)
			b.sees(`document.querySelector("[data-question]") === null`)
			if die := lastDie(t, tb); die != "37 typed true" {
				t.Errorf("the die shows %s", die)
			}
			for _, tab := range []string{"sheet", "log"} {
				b.click(`[data-to=` + tab + `]`)
				if tab == "sheet" {
					b.click(`[data-skill=sword]`)
					b.sees(`document.querySelector("[data-made]") !== null && /\d/.test(document.querySelector("[data-made] dl").textContent)`)
				}
				b.looks(name(tab))
			}
			b.click(`[data-skill=sword]`)
			b.sees(`document.querySelector("[data-made]") === null`)
			if size.w == 390 {
				b.playsTwo(tb)
				b.comesBack(tb)
			}
			if list := b.fails(); len(list) > 0 {
				t.Errorf("the page's scripts fail: %s", strings.Join(list, "\n"))
			}
		})
	}
}

// acts opens one person, puts an attack together, plans it, reads that it is declined, and says something in words.
func (b *browser) acts(tb *table, name func(string) string) {
	b.Helper()
	b.click(`[data-to=act]`)
	b.sees(`document.querySelector("[data-offer] [data-words]") !== null && document.querySelector(".act [data-who]") !== null`)
	b.looks(name("act"))
	b.run(`document.querySelector(".act [data-who]").focus()`)
	b.click(`.act [data-who]`)
	b.sees(`document.querySelector("dialog[open] [data-deed=attack]") !== null && document.activeElement.id === "whom"`)
	b.looks(name("person"))
	b.run(`document.querySelector("[data-close]").click(); document.querySelector(".act [data-who]").click()`) // at once again
	b.sees(`document.querySelector("dialog[open] [data-deed=attack]") !== null`)
	b.click(`[data-close]`)
	b.sees(`!document.querySelector("dialog").open && "who" in document.activeElement.dataset`)
	b.click(`.act [data-who]`)
	b.sees(`document.querySelector("dialog[open] [data-deed=attack]") !== null`)
	b.run(`{const real = fetch; window.fetch = (...a) => real(...a).then(async (r) => {
		if (!a[0].startsWith("/seat/weigh")) return r;
		const html = await r.text();
		window.fetch = real;
		document.querySelector("[data-close]").click(); // the answer comes as the dialog closes
		setTimeout(() => window.late = true, 100);
		return {ok: true, text: async () => html};
	})}`)
	b.click(`dialog [data-deed=attack]`)
	b.sees(`window.late && !document.querySelector("dialog").open`)
	b.click(`.act [data-who]`)
	b.click(`dialog [data-deed=attack]`)
	b.sees(`document.querySelector("[data-want] .sum") !== null && document.activeElement.id === "whom"`)
	b.looks(name("how"))
	b.run(`{const e = document.querySelector("[value=all_out]"); for (let d = e; d; d = d.parentElement) if (d.tagName === "DETAILS") d.open = true; window.was = document.querySelector(".sum").textContent; e.focus(); e.click()}`)
	b.sees(`document.querySelector(".sum").textContent !== window.was`)
	b.sees(`document.activeElement.value === "all_out" && document.activeElement.checked`)
	b.run(`{const e = document.querySelector("[data-want] [name=text]"); e.value = "low"}`)
	tb.do("whisper kira hush") // what is shown is renewed, and what was chosen and typed stays
	b.sees(`document.querySelector(".whisper") !== null`)
	b.sees(`document.querySelector("[value=all_out]").checked && document.querySelector("[data-want] [name=text]").value === "low"`)
	b.looks(name("chosen"))
	b.run(`document.querySelector("[data-want]").requestSubmit()`)
	b.sees(`document.querySelector(".plan") !== null && document.querySelector(".plan").textContent.includes("“low”") && !document.querySelector("dialog").open`)
	list := tb.proposed()
	if len(list) != 1 || !strings.Contains(list[0].Line, "attack") || !strings.Contains(list[0].Line, ", all_out") {
		b.Fatalf("proposed %+v", list)
	}
	b.sees(`document.querySelector("[data-words]") !== null`)
	b.looks(name("plan"))
	tb.within(func() {
		if err := tb.session.Proposals().Decline(list[0].ID, "he is out of reach"); err != nil {
			b.Error(err)
		}
	})
	b.sees(`document.querySelector(".plan").textContent.includes("“he is out of reach”")`)
	b.looks(name("declined"))
	b.click(`[data-drop]`)
	b.sees(`document.querySelector(".plan") === null`)
	b.run(`{const e = document.querySelector("[data-words] [name=text]"); e.value = "I shout"; e.form.requestSubmit()}`)
	b.sees(`document.querySelector(".plan") !== null && document.querySelector(".plan").textContent.includes("You said")`)
	b.run(`document.querySelector("[data-drop]").click(); document.querySelector("[data-say=Ready]").click()`)
	b.sees(`document.querySelector("[data-said]").textContent !== ""`)
	b.click(`[data-to=now]`)
}

// playsTwo gives the device another character, of whom it hears while it shows the page of the first.
func (b *browser) playsTwo(tb *table) {
	b.Helper()
	tb.options.Notify = func() {}
	var both []string
	for _, key := range []string{"kira", "bram"} {
		r, _ := http.NewRequest("GET", tb.URL(), nil)
		tb.seat(key)(r)
		both = append(both, r.Cookies()[0].Value)
	}
	b.do(network.SetCookie(cookieName, strings.Join(both, ".")).WithURL(tb.URL()), chromedp.Navigate(tb.URL()+"seat?as=kira"))
	const mark = `document.querySelector("[data-seat=bram] [data-mark]")`
	b.sees(`document.body && document.querySelector("[data-offline]").hidden && ` + mark + `.hidden`)
	tb.do("dice bram")
	tb.carry(command.Command{Line: "roll climbing by bram", Typed: true})
	b.sees(mark + `.textContent === "is asked" && document.title === "● Bram Teague" && document.body.classList.contains("flash")`)
	b.looks("seat-two-390")
	tb.within(func() { _ = tb.session.Withdraw(tb.session.OpenQuestion().ID) })
	b.sees(mark + `.hidden && document.title === "Kira Vance"`)
}

// comesBack closes the server, and opens another one at the same address.
func (b *browser) comesBack(tb *table) {
	b.Helper()
	at := tb.address
	b.run(`window.lines = document.querySelectorAll("[data-part=log] li").length`)
	tb.Close()
	b.sees(`!document.querySelector("[data-offline]").hidden`)
	again, err := newServer(tb.session, tb.queue, Options{})
	if err != nil {
		b.Fatal(err)
	}
	l, err := net.Listen("tcp", at.String())
	if err != nil {
		b.Fatal(err)
	}
	again.beginServing(l, nil)
	b.Cleanup(again.Close)
	b.sees(`document.querySelector("[data-offline]").hidden`)
	tb.do("whisper kira the lamp is out")
	b.sees(`document.querySelector("[data-part=log]").textContent.includes("the lamp is out")`)
	b.sees(`document.querySelectorAll("[data-part=log] li").length === window.lines + 1`) // none of them twice
}

// TestATapAtABusyTableInABrowser has a die thrown while the game master's program is busy for longer than a request waits: it is thrown as
// soon as the table is free, without another tap.
func TestATapAtABusyTableInABrowser(t *testing.T) {
	if testing.Short() {
		t.Skip("skipped: a browser takes seconds")
	}
	t.Parallel()
	b, tb := newBrowser(t), newTable(t, Options{}, "begin warehouse", "dice kira")
	tb.loopTimeout = 2 * time.Second // the page itself needs some of it on a busy machine
	r, _ := http.NewRequest("GET", tb.URL(), nil)
	tb.seat("kira")(r)
	tb.carry(command.Command{Line: "roll climbing by kira", Typed: true})
	b.do(network.SetCookie(r.Cookies()[0].Name, r.Cookies()[0].Value).WithURL(tb.URL()), chromedp.Navigate(tb.URL()+"seat?as=kira"))
	b.sees(`document.querySelector("[data-roll]") !== null && !document.querySelector("[data-roll]").disabled && document.querySelector("[data-offline]").hidden`)
	b.run(`window.refused = 0; {const f = window.fetch; window.fetch = async (...a) => { const r = await f(...a); if (r.status === 503 && a[0].startsWith("/seat/do")) window.refused++; return r }}`)
	free := make(chan struct{})
	go tb.within(func() { <-free })
	b.click(`[data-roll]`)
	for began := time.Now(); !waitsForTable(tb); time.Sleep(10 * time.Millisecond) {
		if time.Since(began) > 3*time.Minute {
			t.Fatal("the tap never came")
		}
	}
	time.Sleep(tb.loopTimeout + 500*time.Millisecond) // the tap is refused, and repeated for six seconds: a busy browser may not be able to say so in time
	close(free)
	b.sees(`window.refused > 0`)
	b.sees(`document.querySelector("[data-question]") === null`)
}

// waitsForTable reports whether something that a seat asked for waits until the table is free.
func waitsForTable(tb *table) bool {
	tb.mu.Lock()
	defer tb.mu.Unlock()
	for e := range tb.busyErrands {
		if !e.readsOnly {
			return true
		}
	}
	return false
}

// TestAPhoneSleeps puts a phone to sleep, hidden, frozen and without a network, while the game goes on: awake again it has
// all of it. Then the program is replaced by one with another page, which is loaded, but not while something is being typed.
func TestAPhoneSleeps(t *testing.T) {
	if testing.Short() {
		t.Skip("skipped: a browser takes seconds")
	}
	t.Parallel()
	b := newBrowser(t)
	tb := newTable(t, Options{}, "begin warehouse", "turn kira 5")
	r, _ := http.NewRequest("GET", tb.URL(), nil)
	tb.seat("kira")(r)
	b.do(chromedp.EmulateViewport(390, 844), network.SetCookie(r.Cookies()[0].Name, r.Cookies()[0].Value).WithURL(tb.URL()), chromedp.Navigate(tb.URL()+"seat?as=kira"))
	b.sees(`document.body && document.body.dataset.page === "seat" && document.querySelector("[data-offline]").hidden`)
	offline := func(off bool) chromedp.Action { return network.EmulateNetworkConditions(off, 0, -1, -1) }
	frozen, awake := page_.SetWebLifecycleState(page_.SetWebLifecycleStateStateFrozen), page_.SetWebLifecycleState(page_.SetWebLifecycleStateStateActive)
	for i, sleep := range []struct{ down, up []chromedp.Action }{
		{[]chromedp.Action{frozen}, []chromedp.Action{awake}},
		{[]chromedp.Action{offline(true)}, []chromedp.Action{offline(false)}},
		{[]chromedp.Action{offline(true), frozen}, []chromedp.Action{awake, offline(false)}},
	} {
		b.do(sleep.down...)
		if i == 1 {
			b.sees(`!document.querySelector("[data-offline]").hidden && [...document.querySelectorAll("main button")].every((b) => b.disabled)`)
		}
		for n := range 60 {
			tb.do([]string{"put grell prone", "whisper kira listen", "end grell prone", "whisper dov hush"}[n%4])
		}
		tb.do(fmt.Sprintf("whisper kira the tide turned %d times", i))
		b.do(sleep.up...)
		b.sees(fmt.Sprintf(`document.querySelector("[data-offline]").hidden && document.querySelector("[data-part=log]").textContent.includes("the tide turned %d times")`, i))
		want := tb.truth("kira")
		for name, html := range want.parts {
			b.sees(fmt.Sprintf(`(() => { const t = document.createElement("div"); t.innerHTML = %q; return t.textContent === document.querySelector("[data-part=%s]").textContent })()`, html, name))
		}
		b.sees(fmt.Sprintf(`(() => { const t = document.createElement("ol"); t.innerHTML = %q; const of = (e) => [...e.children].map((l) => l.textContent).join("|"), log = document.querySelector("[data-part=log]");
			return log.children.length >= %d && of(t).endsWith(of(log)) })()`, joinLines(want.log), min(linesAtOnce, len(want.log))))
	}
	another := func() {
		at := tb.address
		tb.Close()
		server, err := newServer(tb.session, tb.queue, Options{})
		if err != nil {
			t.Fatal(err)
		}
		server.version = tb.version + "x"
		tb.Server = server
		l, err := net.Listen("tcp", at.String())
		if err != nil {
			t.Fatal(err)
		}
		tb.beginServing(l, nil)
	}
	b.run(`document.querySelector("[data-to=act]").click(); window.old = true`)
	b.sees(`document.querySelector("[data-words]") !== null`)
	b.run(`document.querySelector("[data-words] [name=text]").value = "I shout"`)
	another()
	b.sees(`window.old && !document.querySelector("[data-newer]").hidden && document.querySelector("[data-words] [name=text]").value === "I shout"`)
	b.looks("seat-newer-390")
	b.click(`[data-newer]`)
	b.sees(`!window.old && document.body.dataset.of === "` + tb.version + `" && document.querySelector("[data-offline]").hidden`)
	b.click(`[data-to=log]`)
	b.sees(fmt.Sprintf(`document.querySelector("[data-part=log]").children.length === %d && !document.querySelector("[data-earlier]").hidden`, linesAtOnce))
	b.looks("seat-earlier-390")
	b.click(`[data-earlier]`)
	b.sees(fmt.Sprintf(`document.querySelector("[data-part=log]").children.length === %d && scrollY > 0`, 2*linesAtOnce))
	b.run(`window.old = true`)
	another()
	b.sees(`!window.old && document.body && document.body.dataset.of === "` + tb.version + `"`)
	if list := b.fails(); len(list) > 0 {
		t.Errorf("the page's scripts fail: %s", strings.Join(list, "\n"))
	}
}
