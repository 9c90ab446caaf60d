package seats

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"

	"hybrid/gm/campaign"
	"hybrid/gm/command"
	"hybrid/rules"
)

// TestNumbersInABrowser reads what phones show of each skill, how that is worked out, and the card of its die, in games with targets and
// in games with chances, and holds it to the odds.
func TestNumbersInABrowser(t *testing.T) {
	if testing.Short() {
		t.Skip("skipped: a browser takes seconds")
	}
	t.Parallel()
	b := newBrowser(t)
	for _, game := range []struct{ campaign, encounter, who, line string }{
		{"../testdata/adds/game", "duel", "ann", "note nothing"},
		{"../testdata/adds/game", "duel", "cay", "scene dark"},
		{"../testdata/bonus/game", "duel", "ann", "note nothing"},
		{"../testdata/targets/game", "duel", "ann", "note nothing"},
		{"saltmarket", "warehouse", "kira", "scene light_half"},
	} {
		t.Run(strings.TrimSuffix(game.campaign, "/game")+" "+game.who, func(t *testing.T) {
			b.T = t
			c, err := campaign.Open(game.campaign, nil)
			if err != nil {
				t.Fatal(err)
			}
			tb := newTableOf(t, c, Options{}, "begin "+game.encounter, game.line)
			tb.mu.Lock()
			tb.weighings.burst, tb.requests.burst = 1e6, 1e6 // its clock stands still
			tb.mu.Unlock()
			r, _ := http.NewRequest("GET", tb.URL(), nil)
			tb.seat(game.who)(r)
			b.do(network.SetCookie(r.Cookies()[0].Name, r.Cookies()[0].Value).WithURL(tb.URL()), chromedp.Navigate(tb.URL()))
			b.sees(`document.readyState !== "loading" && document.body.dataset.page === "seat"`)
			tb.do("dice " + game.who)
			text := func(selector string) (text string) {
				b.do(chromedp.Evaluate(fmt.Sprintf(`document.querySelector(%q).textContent`, selector), &text))
				return strings.Join(strings.Fields(text), " ")
			}
			s := tb.session.State()
			for i, skill := range s.Find(game.who).Sheet.Skills {
				if i >= 5 {
					break
				}
				p, err := tb.session.Rules().Preview(s, game.who, rules.OngoingAction{Skill: skill.Name}, nil)
				if err != nil || p.Roll == nil || len(p.Roll.Ways) > 0 {
					continue
				}
				want := p.Roll.Likelihood()
				row := `[data-skill=` + skill.Name + `]`
				b.click(`[data-to=sheet]`)
				b.sees(`document.querySelector("` + row + ` b") !== null`)
				if got := text(row + " b"); got != want.FormatWholeForSheet() {
					t.Errorf("%s: the sheet shows %q, want %q", skill.Name, got, want.FormatWholeForSheet())
				}
				by := p.Roll.RankCap().Reason
				if got := text(row); !strings.Contains(got, by) {
					t.Errorf("%s: the sheet shows %q, and nothing of %s", skill.Name, got, by)
				}
				b.click(row)
				b.sees(`document.querySelector("[data-made]") !== null && /\d/.test(document.querySelector("[data-made] dl").textContent)`)
				lines := text("[data-made]")
				for _, term := range p.Roll.Terms {
					if term.Value != 0 && !strings.Contains(lines, term.Label) {
						t.Errorf("%s: no line of %s in %q", skill.Name, term.Label, lines)
					}
				}
				if !strings.Contains(lines, by) {
					t.Errorf("%s: nothing of %s in %q", skill.Name, by, lines)
				}
				b.click(row)
				b.sees(`document.querySelector("[data-made]") === null`)
				b.click(`[data-to=now]`)
				tb.carry(command.Command{Line: "roll " + skill.Name + " by " + game.who, Typed: true})
				b.sees(`document.querySelector("[data-throw]") !== null`)
				card := text("[data-question]")
				if faces := want.Faces.String(); faces != "" && !strings.Contains(card, faces) {
					t.Errorf("%s: the card says %q, want %s", skill.Name, card, faces)
				}
				b.sees(`(() => { const e = document.querySelector("[data-roll]"); if (e && !e.disabled) e.click(); return !document.querySelector("[data-question]"); })()`)
			}
			if list := b.fails(); len(list) > 0 {
				t.Errorf("the page's scripts fail: %s", strings.Join(list, "\n"))
			}
		})
	}
}
