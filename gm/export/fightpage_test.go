package export

import (
	"bytes"
	"context"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

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
	s, _, err := gm.Open(gmtest.Sample(t), gm.Options{Dir: t.TempDir(), Clock: gmtest.Clock()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	r := gmtest.NewRandom(5, s.Game)
	gmtest.Do(t, s, "begin warehouse")
	for n := 0; n < 40 && s.State().Running; n++ {
		if a := s.Game().Open(); a != nil {
			gmtest.DoAtRandom(t, r, s, r.Declaration(a))
		} else {
			gmtest.DoAtRandom(t, r, s, "next")
		}
	}
	f, err := analysis.Last(s, "")
	if err != nil {
		t.Fatal(err)
	}
	return s, f
}

// TestFightPage: the page of a fight works in a browser, without a request or an error; its dice come from the revealed seed, its lines
// play the fight again.
func TestFightPage(t *testing.T) {
	gmtest.Sequential(t)
	s, f := foughtSession(t)
	if _, err := s.Reveal(1); err != nil {
		t.Fatal(err)
	}
	l, err := analysis.Analyse(context.Background(), s.Game(), f, analysis.Options{Fights: 8})
	if err != nil {
		t.Fatal(err)
	}
	var page bytes.Buffer
	if err := WriteFight(&page, s, f, l); err != nil {
		t.Fatal(err)
	}
	checkScript(t, s, f)
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
		chromedp.Evaluate(`[...document.querySelectorAll("button, input, textarea, svg[role=img]")].filter(e => !(e.textContent.trim() || e.getAttribute("aria-label"))).length`, &unnamed),
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
