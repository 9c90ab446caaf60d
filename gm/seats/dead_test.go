package seats

import (
	"cmp"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
	"golang.org/x/net/html"

	"hybrid/gm/campaign"
	"hybrid/gm/command"
	"hybrid/gm/gmtest"
	"hybrid/gm/players"
)

// element is an element of a page.
type element struct{ *html.Node }

// parsed reads a piece of a page.
func parsed(t testing.TB, text string) element {
	t.Helper()
	root, err := html.Parse(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return element{root}
}

// attribute returns an attribute of an element; has is false where it has none of that name.
func (e element) attribute(name string) (value string, has bool) {
	i := slices.IndexFunc(e.Attr, func(a html.Attribute) bool { return a.Key == name })
	if i < 0 {
		return "", false
	}
	return e.Attr[i].Val, true
}

// value returns an attribute of an element; empty where it has none of that name.
func (e element) value(name string) string {
	value, _ := e.attribute(name)
	return value
}

// has reports whether an element has an attribute.
func (e element) has(name string) bool {
	_, has := e.attribute(name)
	return has
}

// all returns the elements below with one of these names.
func (e element) all(names ...string) (list []element) {
	for n := range e.Descendants() {
		if n.Type == html.ElementNode && slices.Contains(names, n.Data) {
			list = append(list, element{n})
		}
	}
	return list
}

// text returns what an element says.
func (e element) text() string {
	var out strings.Builder
	for n := range e.Descendants() {
		if n.Type == html.TextNode {
			out.WriteString(n.Data + " ")
		}
	}
	return strings.Join(strings.Fields(out.String()), " ")
}

// wanted returns what the form of a deed sends, as script.js reads it.
func (e element) wanted() players.Want {
	w := players.Want{Deed: e.value("data-deed"), Check: e.value("data-check")}
	first := ""
	for _, input := range e.all("input", "select", "textarea") {
		value, name := input.value("value"), input.value("name")
		if kind := input.value("type"); kind == "radio" || kind == "checkbox" {
			if name == "with" {
				first = cmp.Or(first, value)
			}
			if !input.has("checked") {
				continue
			}
		}
		if input.Data == "select" {
			value = ""
			for i, option := range input.all("option") {
				if i == 0 || option.has("selected") {
					value = option.value("value")
				}
			}
		}
		number, _ := strconv.ParseFloat(strings.ReplaceAll(value, "−", "-"), 64)
		switch tick := input.value("data-tick"); {
		case tick != "" && strings.TrimSpace(value) == "":
		case tick != "" && name == "row":
			w.Ticks = append(w.Ticks, players.Tick{Name: tick, Row: value})
		case tick != "":
			w.Ticks = append(w.Ticks, players.Tick{Name: tick, Number: number})
		case name == "tick":
			w.Ticks = append(w.Ticks, players.Tick{Name: value})
		case name == "whom":
			w.Whom = value
		case name == "with":
			w.With = value
		case name == "asked":
			w.Number = number
		case name == "points":
			w.Points = number
		}
	}
	if e.has("data-move") {
		w.Other = players.Moving
	} else if w.With == first {
		w.With = ""
	}
	return w
}

// tapper taps what a page of a seat offers, as the script does.
type tapper struct {
	*table
	with         func(*http.Request)
	key          string
	tapped, sent int
	reasons      map[string]int // why something can't be sent
}

// get asks for a piece of the page.
func (p *tapper) get(path string) element {
	p.Helper()
	p.passes(1e9)
	w := p.ask("GET", path, "", p.with)
	if w.Code != http.StatusOK {
		p.Errorf("%s: GET %s: %d %s", p.key, path, w.Code, w.Body)
	}
	piece := parsed(p, w.Body.String())
	p.second(path, piece)
	return piece
}

// second reports where a piece of the page speaks of its reader by name, but for its headings.
func (p *tapper) second(what string, piece element) {
	p.Helper()
	name, others := "", []string{}
	p.within(func() {
		for _, a := range p.session.State().Actors {
			if a.Key == p.key {
				name = a.Name
			} else {
				others = append(others, a.Name, "")
			}
		}
	})
	without := strings.NewReplacer(others...)
	for n := range piece.Descendants() {
		if n.Type == html.TextNode && strings.Contains(without.Replace(n.Data), name) && !slices.Contains([]string{"h1", "title", "a", "script"}, n.Parent.Data) {
			p.Errorf("%s: %s says %q", p.key, what, strings.TrimSpace(n.Data))
		}
	}
}

// tapAll taps the buttons of a piece of the page that open something or send something.
func (p *tapper) tapAll(of element) {
	p.Helper()
	for _, b := range of.all("button") {
		d := b.value
		if b.has("disabled") {
			if b.has("data-never") && b.text() == "" {
				p.Errorf("%s: a disabled button says nothing", p.key)
			}
			continue
		}
		p.tapped++
		switch {
		case b.has("data-again"):
			p.say(b.text(), players.Want{Deed: d("data-deed"), Whom: d("data-whom"), With: d("data-with")})
		case b.has("data-way"):
			p.weigh(b.text(), players.Want{Other: players.Moving, Whom: d("data-whom")})
		case b.has("data-other"):
			p.say(b.text(), players.Want{Other: d("data-other"), Check: d("data-check"), With: d("data-with")})
		case b.has("data-skills"):
			p.tapAll(p.get("/seat/skills?as=" + p.key))
		case b.has("data-who"):
			p.tapAll(p.get("/seat/person?as=" + p.key + "&id=" + url.QueryEscape(d("data-who"))))
		case b.has("data-deed") || b.has("data-check"):
			p.weigh(b.text(), players.Want{Deed: d("data-deed"), Check: d("data-check"), Whom: d("data-whom")})
		}
	}
}

// weigh opens a card and taps Send.
func (p *tapper) weigh(name string, want players.Want) {
	p.Helper()
	p.passes(1e9)
	w := p.ask("POST", "/seat/weigh?as="+p.key, wantBody(want), p.with)
	if w.Code != http.StatusOK {
		p.Errorf("%s: %s: %d %s", p.key, name, w.Code, w.Body)
		return
	}
	card := parsed(p, w.Body.String())
	p.second(name, card)
	forms := card.all("form")
	if len(forms) != 1 {
		p.Errorf("%s: %s opens no card: %s", p.key, name, card.text())
		return
	}
	for _, send := range forms[0].all("button") {
		if !strings.Contains(send.value("class"), "do") {
			continue
		}
		if !send.has("disabled") {
			p.say(name, forms[0].wanted())
			return
		}
		for _, says := range forms[0].all("p") {
			if says.value("class") == "no" && says.text() != "" {
				p.reasons[name+": "+says.text()]++
				return
			}
		}
		p.Errorf("%s: %s can't be sent, for no reason: %s", p.key, name, card.text())
		return
	}
	p.Errorf("%s: the card of %s has nothing to send it with", p.key, name)
}

// say sends something to the game master, and takes it back.
func (p *tapper) say(name string, want players.Want) {
	p.Helper()
	p.passes(1e9)
	if w := p.ask("POST", "/seat/say?as="+p.key, sayBody(seatMessage{Want: &want}), p.with); w.Code != http.StatusOK {
		p.Errorf("%s: %s (%+v) is offered and refused: %s", p.key, name, want, w.Body)
		return
	}
	p.sent++
	for _, proposal := range p.proposed() {
		p.passes(1e9)
		p.ask("POST", "/seat/say?as="+p.key, sayBody(seatMessage{Drop: proposal.Number}), p.with)
	}
}

// TestNoButtonIsDead taps every button that opens or sends something on the pages of all games, at rest, before a turn and in it: each
// opens something that can be sent.
func TestNoButtonIsDead(t *testing.T) {
	gmtest.SkipIfShort(t)
	if testing.Short() {
		t.Skip("skipped: thousands of requests")
	}
	t.Parallel()
	for _, game := range []struct {
		campaign, encounter string
		keys                []string
	}{
		{campaign.Sample, "warehouse", []string{"kira", "dov"}},
		{campaign.Sample, "rooftops", []string{"bram", "ilse"}},
		{"cold_lantern", "lock_four", []string{"juno", "oren"}},
		{"two_tribes", "skirmish_at_the_well", []string{"red_champion"}},
		{"catacombs", "proving_ground", []string{"torgils"}},
		{"heresiarch", "proving_ground", []string{"purifier", "ambrosius"}},
		{"../testdata/bones/game", "", []string{"ann"}},
		{"../testdata/targets/game", "duel", []string{"ann"}},
	} {
		t.Run(filepath.Base(strings.TrimSuffix(game.campaign, "/game"))+" "+game.encounter, func(t *testing.T) {
			t.Parallel()
			c := open(t, game.campaign)
			tb, reasons, tapped, sent := newTableOf(t, c, Options{}), map[string]int{}, 0, 0
			seats := map[string]func(*http.Request){}
			tap := func() {
				for _, key := range game.keys {
					here := false
					tb.within(func() { here = tb.session.State().Find(key) != nil })
					if !here {
						continue
					}
					if seats[key] == nil {
						seats[key] = tb.seat(key)
						tb.listen("/seat/events?as="+key, seats[key]).message()
					}
					p := &tapper{table: tb, with: seats[key], key: key, reasons: reasons}
					p.tapAll(p.get("/seat?as=" + key))
					p.tapAll(p.get("/seat/offer?as=" + key))
					tapped, sent = tapped+p.tapped, sent+p.sent
				}
			}
			tap()
			tb.do("begin " + cmp.Or(game.encounter, c.Encounters()[0].Name))
			for known := false; !known; { // as a page that is joined by lists them
				known = strings.Contains(tb.ask("POST", "/code", codeBody(tb.Code())).Body.String(), `value="`+game.keys[0]+`"`)
			}
			tap()
			turns := 1
			if *long {
				turns = 6
			}
			for range turns {
				tb.within(func() {
					if _, err := tb.session.Do(command.Command{Line: "next", Typed: true}); err != nil {
						t.Log(err)
					}
				})
				tap()
			}
			if tapped < 20 || sent < tapped/5 {
				t.Errorf("%d buttons are tapped, %d of them send something", tapped, sent)
			}
			t.Logf("%d buttons are tapped, %d of them send something", tapped, sent)
			for _, reason := range slices.Sorted(maps.Keys(reasons)) {
				t.Errorf("is offered and can't be sent, %d times: %s", reasons[reason], reason)
			}
		})
	}
}

// TestAQuestionIsInFront asks while another tab is read, and while a card is open: the question is a tap away, is announced, and the cursor
// gets to it, and back to where it was.
func TestAQuestionIsInFront(t *testing.T) {
	if testing.Short() {
		t.Skip("skipped: a browser takes seconds")
	}
	t.Parallel()
	tb := newTable(t, Options{}, "begin warehouse", "reveal shooter", "turn shooter 1", "next", "attack kira")
	b := &stranger{browser: newBrowser(t), who: "kira"}
	r, _ := http.NewRequest("GET", tb.URL(), nil)
	tb.seat("kira")(r)
	b.do(chromedp.EmulateViewport(390, 844), network.SetCookie(r.Cookies()[0].Name, r.Cookies()[0].Value).WithURL(tb.URL()), chromedp.Navigate(tb.URL()+"seat?as=kira"))
	b.sees(`document.querySelector("header") !== null && document.querySelector("[data-offline]").hidden`)
	taps := func(selector string) { // wherever the page has it, as it may be drawn again meanwhile; no button is focused, as in Safari
		b.sees(fmt.Sprintf("document.querySelector(%q) !== null", selector))
		b.run(fmt.Sprintf("{document.activeElement.blur(); document.querySelector(%q).click()}", selector))
	}
	taps(`[data-to=log]`)
	tb.carry(command.Command{Line: "next"})
	b.sees(`document.querySelector("main .nudge") !== null && document.querySelector("[data-heard]").textContent.includes("Answer")`)
	taps(`main .nudge`)
	b.sees(`document.body.dataset.tab === "now" && document.activeElement.matches("[data-question] h2")`)
	tb.do("undo")
	b.sees(`document.querySelector("[data-question]") === null`)
	tb.do("redo")
	tb.passes(time.Minute)
	taps(`[data-to=act]`)
	taps(`.act [data-who]`)
	b.sees(`document.querySelector("dialog[open] #whom") !== null`)
	tb.carry(command.Command{Line: "next"})
	b.sees(`document.querySelector("dialog[open] .nudge") !== null`)
	b.looks("look-asked-in-a-card-390")
	taps(`dialog .nudge`)
	b.sees(`!document.querySelector("dialog").open && document.body.dataset.tab === "now" && document.activeElement.matches("[data-question] h2")`)
	taps(`[data-choice=none]`)
	tb.settle(b)
	b.sees(`document.querySelector("[data-question]") === null`)
	tb.passes(time.Minute)
	taps(`.now [data-who]`)
	b.sees(`document.querySelector("dialog[open] #whom") !== null`)
	tb.do("set kira PFT -3", "set dov PFT -20") // draws anew what the card was opened from
	b.sees(`document.querySelector("header").textContent.includes("Kira") && document.querySelector(".mates .tag") !== null`)
	taps(`[data-close]`)
	b.sees(`!document.querySelector("dialog").open && "who" in document.activeElement.dataset`)
	tb.do("show mole_receipt.txt to kira")
	tb.passes(time.Minute)
	taps(`[data-to=now]`)
	b.sees(`document.querySelector(".now .handout") !== null`)
	b.looks("look-handout-390")
	taps(`[data-to=log]`)
	taps(`[data-is=shelf] summary`)
	b.looks("look-shelf-390")
	if list := b.fails(); len(list) > 0 {
		t.Errorf("the scripts fail: %s", strings.Join(list, "\n"))
	}
}

// TestTextsAreCards shows a text: it is a card with its lines as they are, found again on the shelf, and gone after an undo.
func TestTextsAreCards(t *testing.T) {
	tb := newTable(t, Options{})
	with := tb.seat("kira")
	page := tb.listen("/seat/events", with)
	page.message()
	tb.do("show mole_receipt.txt to kira", "show mole_ledger.txt to kira", "show mole_receipt.txt to kira")
	for !strings.Contains(string(page.parts["shelf"]), "<small>2</small>") || !strings.Contains(string(page.parts["shown"]), "RECEIPT") {
		page.message()
	}
	card := parsed(t, tb.ask("GET", "/seat?as=kira", "", with).Body.String())
	var shown []string
	for _, e := range card.all("p") {
		if strings.Contains(e.value("class"), "handout") {
			shown = append(shown, e.FirstChild.Data)
		}
	}
	lines := 0
	for _, text := range shown {
		lines += strings.Count(text, "\n")
	}
	if len(shown) != 3 || shown[0] != shown[1] || shown[1] == shown[2] || lines < 3 { // the card, and two on the shelf
		t.Errorf("shown are %q", shown)
	}
	tb.do("undo", "undo", "undo")
	for page.parts["shelf"] != "" || page.parts["shown"] != "" {
		page.message()
	}
	if rest := tb.ask("GET", "/seat?as=kira", "", with).Body.String(); strings.Contains(rest, "handout\"") {
		t.Errorf("a text is still shown:\n%s", rest)
	}
	other := tb.seat("dov")
	tb.listen("/seat/events?as=dov", other).message()
	tb.do("show mole_receipt.txt to kira")
	for page.parts["shelf"] == "" {
		page.message()
	}
	if rest := tb.ask("GET", "/seat?as=dov", "", other).Body.String(); strings.Contains(rest, "handout\"") {
		t.Errorf("another is shown the text:\n%s", rest)
	}
}
