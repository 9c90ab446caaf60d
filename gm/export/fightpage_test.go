package export

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/cryptotest"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"hybrid/gm"
	"hybrid/gm/analysis"
	"hybrid/gm/command"
	"hybrid/gm/gmtest"
	"hybrid/gm/gmtest/chromium"
	"hybrid/rules"
)

// foughtSession is a session on disk, whose dice come from a seed, with some entries of a fight.
func foughtSession(t *testing.T) (*gm.Session, *analysis.Fight) {
	t.Helper()
	cryptotest.SetGlobalRandom(t, 1) // the seed, which the page shows
	s, _, err := gm.Open(gmtest.Sample(t), gm.Options{Dir: t.TempDir(), Clock: gmtest.Clock()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	r := gmtest.NewRandom(5, s.Game)
	gmtest.Do(t, s, "begin warehouse")
	for n := 0; n < 40 && s.State().Running; n++ {
		if a := s.Game().OpenActor(); a != nil {
			gmtest.DoAtRandom(t, r, s, r.Declaration(a))
		} else {
			gmtest.DoAtRandom(t, r, s, "next")
		}
	}
	f, err := analysis.LastFight(s, "")
	if err != nil {
		t.Fatal(err)
	}
	return s, f
}

// TestFightPage: the page of a fight works in a browser, without a request or an error; its dice come from the revealed seed, its lines
// play the fight again.
func TestFightPage(t *testing.T) {
	gmtest.SkipIfShort(t)
	s, f := foughtSession(t)
	if _, err := s.RevealSeeds(1); err != nil {
		t.Fatal(err)
	}
	l, err := analysis.Analyse(context.Background(), s.Game(), f, analysis.Options{Fights: 3})
	if err != nil {
		t.Fatal(err)
	}
	var page bytes.Buffer
	if err := WriteFight(&page, s, f, l); err != nil {
		t.Fatal(err)
	}
	checkScript(t, s, f)
	checkStanding(t, s, f, page.String())
	file := filepath.Join(t.TempDir(), "fight.html")
	if err := os.WriteFile(file, page.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	ctx := chromium.Start(t)
	var wrong, asked []string
	chromedp.ListenTarget(ctx, func(event any) {
		switch e := event.(type) {
		case *runtime.EventExceptionThrown:
			wrong = append(wrong, e.ExceptionDetails.Error())
		case *network.EventRequestWillBeSent:
			asked = append(asked, e.Request.URL)
		}
	})
	var checked, first, next, turns string
	var dice, rows, unnamed int
	err = chromedp.Run(ctx, network.Enable(), chromedp.Navigate((&url.URL{Scheme: "file", Path: file}).String()),
		chromedp.Evaluate(`go(0); check().text`, &checked),
		chromedp.Evaluate(`F.fell.length`, &dice),
		chromedp.Evaluate(`document.querySelector("#now .when").textContent`, &first),
		chromedp.KeyEvent(kb.ArrowRight),
		chromedp.Evaluate(`document.querySelector("#now .when").textContent`, &next),
		chromedp.Evaluate(`document.querySelectorAll("#tale li button").length`, &rows),
		chromedp.Evaluate(`[...document.querySelectorAll("button, input, textarea, [role=img]")].filter(e => !(e.textContent.trim() || e.getAttribute("aria-label"))).length`, &unnamed),
		chromedp.Evaluate(`$("lines").value`, &turns),
	)
	if err != nil {
		t.Fatal(err)
	}
	if len(wrong) > 0 || len(asked) != 1 {
		t.Errorf("errors %q, requests %q", wrong, asked)
	}
	if !strings.HasPrefix(checked, "✓ The seed fits its fingerprint, and all") || dice < 10 || strings.Contains(checked, "not revealed") {
		t.Errorf("%d dice: %q", dice, checked)
	}
	if first == next || rows < 3 || unnamed > 0 || !strings.HasPrefix(turns, "begin warehouse") {
		t.Errorf("%q, then %q; %d rows, %d without a name; %q", first, next, rows, unnamed, turns)
	}
	var bad string
	if err := chromedp.Run(ctx, chromedp.Evaluate(`F.fell[3].r = F.fell[3].r % F.fell[3].f + 1; check().text`, &bad)); err != nil || !strings.HasPrefix(bad, "1 of ") {
		t.Errorf("a die that was changed: %q, %v", bad, err)
	}
	checkSpoken(t, ctx)
	if checkLooks(t, ctx, file); len(wrong) > 0 {
		t.Errorf("errors %q", wrong)
	}
}

// checkSpoken holds what a screen reader is told: the parts of the page with their names, the line as one picture, whose row a number is in,
// and no more than the moment when another one is chosen.
func checkSpoken(t *testing.T, ctx context.Context) {
	t.Helper()
	type value struct {
		Value any `json:"value"`
	}
	var tree struct {
		Nodes []struct {
			Ignored bool  `json:"ignored"`
			Role    value `json:"role"`
			Name    value `json:"name"`
		} `json:"nodes"`
	}
	var live string
	err := chromedp.Run(ctx, chromedp.Evaluate(`document.querySelector("#now [aria-live]").innerText`, &live), chromedp.ActionFunc(func(ctx context.Context) error {
		return chromedp.FromContext(ctx).Target.Execute(ctx, "Accessibility.getFullAXTree", nil, &tree)
	}))
	if err != nil {
		t.Fatal(err)
	}
	spoken := ""
	for _, node := range tree.Nodes {
		if !node.Ignored && node.Role.Value != "InlineTextBox" {
			spoken += fmt.Sprintf("%v %v\n", node.Role.Value, node.Name.Value)
		}
	}
	for _, want := range []string{"main ", "region How likely who wins\n", "image Party wins ", "slider Entry of the fight\n", "region The moment\n", "group Party\n", "region What happened\n",
		"table Dice and choices\n", "columnheader own dice\n", "rowheader Kira\n", "status ", "textbox Lines up to the chosen moment\n"} {
		if !strings.Contains(spoken, want) {
			t.Errorf("a screen reader is not told %q of\n%s", want, spoken)
		}
	}
	if strings.Contains(spoken, "StaticText 75%\n") || !strings.Contains(live, "entry") || strings.Contains(live, "unhurt") {
		t.Errorf("a screen reader is told the marks of the axis, or at each moment how all are: %q of\n%s", live, spoken)
	}
}

// faults is a script that lists what is wrong with how a page looks: what is wider than the screen, targets too small for a finger on a phone,
// controls without a name, and text whose contrast is less than 4.5:1.
const faults = `(() => {
const list = [], shown = e => e.getClientRects().length > 0;
if (document.documentElement.scrollWidth > innerWidth) list.push("the page is " + document.documentElement.scrollWidth + " wide on " + innerWidth);
for (const e of document.querySelectorAll("button, input, textarea, [role=img], th")) {
  const name = e.textContent.trim() || e.getAttribute("aria-label");
  if (!shown(e)) continue;
  if (!name) list.push("no name: " + e.outerHTML.slice(0, 80));
  if (innerWidth < 500 && e.matches("button, input") && e.getBoundingClientRect().height < 44) list.push(e.getBoundingClientRect().height + " high: " + name.slice(0, 40));
}
const colour = text => (text.match(/[\d.]+/g) || []).map(Number);
const light = c => { const [r, g, b] = c.map(v => (v /= 255) <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4); return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
const under = e => { for (; e; e = e.parentElement) { const c = colour(getComputedStyle(e).backgroundColor); if (c.length === 3 || c[3] > 0) return c.slice(0, 3); } return [255, 255, 255]; };
const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
while (walk.nextNode()) {
  const e = walk.currentNode.parentElement;
  if (!walk.currentNode.data.trim() || ["SCRIPT", "STYLE"].includes(e.tagName) || e.closest("svg") || !shown(e)) continue;
  const [a, b] = [light(colour(getComputedStyle(e).color).slice(0, 3)), light(under(e))].sort((x, y) => y - x), ratio = (a + 0.05) / (b + 0.05);
  if (ratio < 4.5) list.push("contrast " + ratio.toFixed(1) + ": " + walk.currentNode.data.trim().slice(0, 40));
}
return list;
})()`

// checkLooks holds the page of a fight to how it has to look, by day and by night, on a desk, on a phone and on paper, and presses all its
// buttons.
func checkLooks(t *testing.T, ctx context.Context, file string) {
	t.Helper()
	for _, look := range []struct {
		media, scheme string
		width         int64
	}{{"screen", "light", 1180}, {"screen", "light", 390}, {"screen", "dark", 1180}, {"screen", "dark", 390}, {"print", "dark", 700}} {
		var list []string
		var now, paper string
		hidden := 0
		err := chromedp.Run(ctx, emulation.SetEmulatedMedia().WithMedia(look.media).WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: look.scheme}}),
			chromedp.EmulateViewport(look.width, 844), chromedp.Navigate((&url.URL{Scheme: "file", Path: file}).String()), chromedp.Evaluate(faults, &list),
			chromedp.Evaluate(`[...document.querySelectorAll("#chart button, input")].filter(e => !e.getClientRects().length).length`, &hidden),
			chromedp.Evaluate(`getComputedStyle(document.documentElement).backgroundColor`, &paper),
			chromedp.Evaluate(`document.querySelectorAll("#chart button").forEach(b => b.click()); document.querySelector("#now .when").textContent`, &now))
		if err != nil || len(list) > 0 || strings.Contains(now, "NaN") {
			t.Errorf("%+v: %v, %q, then %q", look, err, list, now)
		}
		if printed := look.media == "print"; printed != (hidden > 3) || printed && paper != "rgb(255, 255, 255)" {
			t.Errorf("%+v: %d controls are hidden, the paper is %s", look, hidden, paper)
		}
	}
}

// checkStanding holds how each is on the page to how it is in the session.
func checkStanding(t *testing.T, s *gm.Session, f *analysis.Fight, page string) {
	t.Helper()
	_, data, _ := strings.Cut(page, `type="application/json">`)
	data, _, _ = strings.Cut(data, "</script>")
	var shown fightPage
	if err := json.Unmarshal([]byte(data), &shown); err != nil {
		t.Fatal(err)
	}
	words := map[string]bool{}
	for i, e := range f.Entries {
		for k, one := range shown.People {
			a, stands := e.After.Find(one.Key), shown.Standings[i][k]
			if (a == nil) != (stands == nil) {
				t.Errorf("entry %d: %s is %+v", e.Seq, one.Key, stands)
			} else if a != nil && (stands.Word != a.Bearing(s.Rules()).Word || stands.Able == a.IsOut(s.Rules())) {
				t.Errorf("entry %d: %s is %+v, really %+v", e.Seq, one.Key, stands, a.Bearing(s.Rules()))
			} else if a != nil {
				words[stands.Word] = true
			}
		}
	}
	if len(words) < 3 {
		t.Errorf("only %v", words)
	}
}

// checkScript plays the lines of a fight again, and compares how it then stands.
func checkScript(t *testing.T, s *gm.Session, f *analysis.Fight) {
	t.Helper()
	again, _, err := gm.Open(gmtest.Sample(t), gm.Options{Dice: rules.NewSeededDice([32]byte{9}), Clock: gmtest.Clock()})
	if err != nil {
		t.Fatal(err)
	}
	for i, line := range f.Script(s.Game()) {
		if _, err := again.Do(command.Command{Line: line}); err != nil {
			t.Fatalf("line %d, %q (it was %q): %v", i+1, line, f.Entries[i].Line, err)
		}
	}
	if got, want := again.State(), s.State(); got.Count != want.Count || len(got.Actors) != len(want.Actors) {
		t.Fatalf("count %g, want %g", got.Count, want.Count)
	}
	for i, a := range again.State().Actors {
		if b := s.State().Actors[i]; a.Key != b.Key || a.Turn != b.Turn || len(a.Conditions) != len(b.Conditions) || a.Levels[0] != b.Levels[0] {
			t.Errorf("%s stands otherwise: %+v, %+v", a.Key, a.Levels, b.Levels)
		}
	}
}

// TestToldPage: the players' page has nothing but what they were told, and chances rounded to 5% once they are revealed; in a browser it
// works with them and without.
func TestToldPage(t *testing.T) {
	gmtest.SkipIfShort(t)
	s, f := foughtSession(t)
	l, err := analysis.Analyse(context.Background(), s.Game(), f, analysis.Options{Fights: 3})
	if err != nil {
		t.Fatal(err)
	}
	if err := WritePlayersFight(io.Discard, s, &analysis.Fight{Name: f.Name}, nil); err == nil || !strings.Contains(err.Error(), "The players were told nothing of this fight.") {
		t.Errorf("a fight of which nothing was told: %v", err)
	}
	ctx := chromium.Start(t)
	for _, line := range []*analysis.Line{nil, l} {
		var page bytes.Buffer
		if err := WritePlayersFight(&page, s, f, line); err != nil {
			t.Fatal(err)
		}
		_, data, _ := strings.Cut(page.String(), `type="application/json">`)
		data, _, _ = strings.Cut(data, "</script>")
		for _, secret := range []string{"cutter_1", `:"attack `, "tactic\"", "dock_cutter"} {
			if strings.Contains(data, secret) {
				t.Errorf("players read %q in\n%s", secret, data)
			}
		}
		players, err := PlayersLine(s, f, line)
		if err != nil || len(players.Points) < 5 || len(players.Points) >= len(l.Points) {
			t.Fatalf("%d points of %d, %v", len(players.Points), len(l.Points), err)
		}
		for _, p := range players.Points {
			if len(p.Chances) > 0 != (line != nil) || line != nil && math.Abs(20*p.Chances[0].Share-math.Round(20*p.Chances[0].Share)) > 1e-9 || p.Who+p.Line+p.Chooser+p.Usual+p.Mark != "" {
				t.Errorf("%+v", p)
			}
		}
		file := filepath.Join(t.TempDir(), "told.html")
		if err := os.WriteFile(file, page.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
		var wrong []string
		chromedp.ListenTarget(ctx, func(event any) {
			if e, ok := event.(*runtime.EventExceptionThrown); ok {
				wrong = append(wrong, e.ExceptionDetails.Error())
			}
		})
		var rows int
		var text string
		err = chromedp.Run(ctx, chromedp.Navigate((&url.URL{Scheme: "file", Path: file}).String()),
			chromedp.KeyEvent(kb.ArrowRight),
			chromedp.Evaluate(`document.querySelectorAll("#tale li button").length`, &rows),
			chromedp.Evaluate(`document.body.innerText`, &text))
		checkLooks(t, ctx, file)
		if err != nil || len(wrong) > 0 || rows < 5 {
			t.Errorf("%v, %q, %d rows", err, wrong, rows)
		}
		if strings.Contains(text, "%") != (line != nil) || strings.Contains(text, "Continue from here") || strings.Contains(text, "checked here") {
			t.Errorf("with a line %v: %s", line != nil, text)
		}
	}
}

// TestSecretsMakeNoDifferenceToTheToldPage: the players' page without chances is the same, byte by byte, of two fights that differ in a
// secret, and so is that of a fight whose line was revealed.
func TestSecretsMakeNoDifferenceToTheToldPage(t *testing.T) {
	gmtest.SkipIfShort(t)
	plain, count := gmtest.OpenFiles(t, gmtest.SecretFiles(t)), 0
	for _, k := range gmtest.Secrets(t) {
		if k.Deed != "" {
			continue
		}
		games := k.Campaigns(t, plain)
		var pages [2]string
		for is, lines := range [][]string{k.First, k.Lines} {
			before := slices.Concat([]string{"begin hatch", "turn kira 30", "turn dov 40", "turn mate 300", "turn hanne 4", "turn shooter 500", "set hanne PFT -3"}, k.Before)
			s := opened(t, games[is], "", 4)
			for n, line := range slices.Concat(before, lines, []string{"put mate prone", "set kira PEX -2", "finish"}) {
				line = strings.NewReplacer("SOON", "9", "LAST", fmt.Sprint(n)).Replace(line)
				if _, err := s.Do(command.Command{Line: line}); err != nil && line != "finish" {
					t.Fatalf("%s, %s: %v", k.Name, line, err)
				}
			}
			if is == 1 && !s.State().Running {
				_, _ = s.Do(command.Command{Line: "reveal line"})
			}
			f, err := analysis.LastFight(s, "hatch")
			if err != nil {
				t.Fatal(err)
			}
			var page bytes.Buffer
			if err := WritePlayersFight(&page, s, f, nil); err == nil {
				count++
			}
			pages[is] = page.String()
		}
		if pages[0] != pages[1] {
			_, one, _ := strings.Cut(pages[0], `type="application/json">`)
			_, two, _ := strings.Cut(pages[1], `type="application/json">`)
			t.Errorf("%s:\n%.1500s\nwith the secret\n%.1500s", k.Name, one, two)
		}
	}
	if count < 60 {
		t.Errorf("only %d pages", count)
	}
}
