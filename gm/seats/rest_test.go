package seats

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"

	"hybrid/gm"
	"hybrid/gm/campaign"
	"hybrid/gm/gmtest"
	"hybrid/gm/players"
)

// partOf returns one part of a page.
func partOf(page, name string) string { return between(page, `data-part="`+name+`"`, "</section>") }

// TestAtRest: between fights a phone says where one is and who is here, offers checks with their chance, takes several wishes and tells
// what one knows; in a fight none of this is there.
func TestAtRest(t *testing.T) {
	tb := newTable(t, Options{}, "gather", "begin parlour", "secret page to kira", "whisper kira mind the cards",
		"thread answer to kira", "thread Who lied")
	kira, sefa := tb.seat("kira"), tb.seat("sefa")
	page := tb.ask("GET", "/seat", "", kira).Body.String()
	for part, wants := range map[string][]string{
		"top": {"Madame Orlo&#39;s parlour · no fight", "day 1 <b>21:40</b>"},
		"now": {"<h2>Here</h2>", "<b>Sefa</b>", "<b>Orlo</b>", "data-skills>Check a skill<", "You know <small>2</small>", "The torn page is under her cards.", "Mind the cards.", "Still open <small>1</small>", "What did Orlo see at the crane?"},
	} {
		for _, want := range wants {
			if text := partOf(page, part); !strings.Contains(text, want) {
				t.Errorf("no %q in %s\n%s", want, part, text)
			}
		}
	}
	if page := tb.ask("GET", "/seat", "", sefa).Body.String(); strings.Contains(page, "You know") || strings.Contains(page, "cards.") || strings.Contains(page, "Still open") {
		t.Errorf("another knows it, too:\n%s", page)
	}
	if skills := tb.ask("GET", "/seat/skills", "", kira).Body.String(); !strings.Contains(skills, `data-check="sword"`) || !strings.Contains(skills, "<b class=n>90%</b>") {
		t.Errorf("the skills:\n%s", skills)
	}
	if sum := between(tb.ask("POST", "/seat/weigh", `{"Check": "sword"}`, kira).Body.String(), "<div class=sum>", "</form>"); !strings.Contains(sum, "Send to the game master") || strings.Contains(sum, "counts") {
		t.Errorf("the check:\n%s", sum)
	}
	for _, w := range []players.Want{{Check: "sword"}, {Other: players.Resting, Check: "sleeping", With: "8 h"}, {Text: "I whistle"}} {
		if w := tb.ask("POST", "/seat/say", sayBody(seatMessage{Want: &w}), kira); w.Code != http.StatusOK {
			t.Fatalf("%d %s", w.Code, w.Body)
		}
	}
	if now := partOf(tb.has("/seat?as=kira", "I whistle", kira), "now"); strings.Count(now, "data-drop") != 3 || !strings.Contains(now, "Sleeping for 8 h") {
		t.Errorf("three wishes:\n%s", now)
	}
	if w := tb.ask("POST", "/seat/say", sayBody(seatMessage{Drop: 2}), kira); w.Code != http.StatusOK {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	if list := tb.proposed(); len(list) != 2 || list[0].Line != "kira: check sword" || list[1].Text != "I whistle" {
		t.Errorf("left are %+v", list)
	}
	tb.within(func() {
		for line, want := range map[string]string{"take kira 99": "No proposal “kira 99”. Choose: ", "take dov": "No proposal “dov”. Choose: "} {
			if _, _, err := ProposalLine(tb.session, tb.options, line); err == nil || !strings.HasPrefix(err.Error(), want) {
				t.Errorf("%s: %v, want %s…", line, err, want)
			}
		}
		if texts, _, err := ProposalLine(tb.session, tb.options, "refuse kira 3 not here"); err != nil || len(texts) != 1 {
			t.Errorf("%q, %v", texts, err)
		}
		if texts, _, err := ProposalLine(tb.session, tb.options, "auto checks"); err != nil || !strings.Contains(strings.Join(texts, ""), "roll their checks") {
			t.Errorf("%q, %v", texts, err)
		}
		before := len(tb.session.Log())
		if texts, err := CarryOutDue(tb.session, tb.options); err != nil || len(texts) != 1 || len(tb.session.Log()) != before+1 {
			t.Errorf("the check goes through: %q, %v", texts, err)
		}
	})
	if now := partOf(tb.has("/seat?as=kira", "“not here”", kira), "now"); strings.Count(now, "data-drop") != 1 || !strings.Contains(now, "“not here”") {
		t.Errorf("refused:\n%s", now)
	}
	if sum := tb.ask("POST", "/seat/weigh", `{"Check": "sword"}`, kira).Body.String(); !strings.Contains(sum, ">Roll<") {
		t.Errorf("a check that one may roll:\n%s", sum)
	}
	tb.do("next")
	page = tb.has("/seat?as=kira", "Others here", kira)
	if strings.Contains(page, "data-skills") || strings.Contains(page, "You know") || strings.Contains(page, "21:40") {
		t.Errorf("in a fight:\n%s", page)
	}
}

// TestTimeOfAPhone: a phone's clock moves with time that passes for others in its scene, although its player is told nothing.
func TestTimeOfAPhone(t *testing.T) {
	tb := newTable(t, Options{}, "begin mole")
	kira := tb.seat("kira")
	for _, step := range [][2]string{{"note the tide", "21:40"}, {"pass 20 min by dov", "22:00"}, {"pass 40 min by pell", "22:40"}, {"undo", "22:00"}} {
		tb.do(step[0])
		tb.has("/seat?as=kira", "day 1 <b>"+step[1]+"</b>", kira)
	}
}

// TestSamePersonAgain: who is removed and added again has the same name on the phones, without a number, under the same key and under
// another one.
func TestSamePersonAgain(t *testing.T) {
	reveal := []string{"reveal grell name to kira", "reveal scar name to kira"}
	tb := newTable(t, Options{}, "begin warehouse")
	kira := tb.seat("kira")
	tb.do(reveal...)
	tb.has("/seat?as=kira", "<b>Grell</b>", kira)
	tb.do("remove grell", "remove scar", "add grell side gang", "add dock_cutter as Scar side gang")
	tb.do(reveal...)
	tb.do("hurt grell fall 9", "set scar PBD -40")
	now := partOf(tb.has("/seat?as=kira", "Scar goes down", kira), "now")
	for _, wrong := range []string{"Grell (2)", "Scar (2)", "econd Grell", "econd Scar"} {
		if strings.Contains(now, wrong) || !strings.Contains(now, "Grell falls 9") {
			t.Errorf("%q:\n%s", wrong, now)
		}
	}
}

// lastEvening returns the table of a campaign on the evening after one on which lines were played.
func lastEvening(t *testing.T, c *campaign.Campaign, lines ...string) *table {
	t.Helper()
	dir := t.TempDir()
	s, _, err := gm.Open(c, gm.Options{Dir: dir, Clock: func() time.Time { return time.Date(2024, 5, 1, 20, 0, 0, 0, time.UTC) }})
	if err != nil {
		t.Fatal(err)
	}
	gmtest.Do(t, s, lines...)
	s.Close()
	return newTableIn(t, dir, c, Options{}, nil)
}

// TestLastTime: an evening opens with what each reader was told on the one before: the phone with its own, the screen with what all know.
func TestLastTime(t *testing.T) {
	tb := lastEvening(t, sample(), "begin warehouse", "set grell PBD -40", "put scar unconscious", "set kira PFT 0", "set dov PFT 0", "finish")
	kira, dov, screen := tb.seat("kira"), tb.seat("dov"), tb.seat(players.TableSeat)
	for as, want := range map[string]string{"kira": "You and Dov were badly hurt.", "dov": "You and Kira were badly hurt."} {
		now := partOf(tb.ask("GET", "/seat", "", map[string]func(*http.Request){"kira": kira, "dov": dov}[as]).Body.String(), "now")
		if !strings.Contains(now, "<h2>Last time</h2><p>") || !strings.Contains(now, want) || strings.Contains(now, "Recently") {
			t.Errorf("%s reads no %q:\n%s", as, want, now)
		}
	}
	if story := partOf(tb.ask("GET", "/seat?as=/table", "", screen).Body.String(), "story"); !strings.Contains(story, "<h2>Last time</h2>") || !strings.Contains(story, "Kira and Dov were badly hurt.") {
		t.Errorf("the screen:\n%s", story)
	}
	tb.do("roll climbing by kira")
	if now := partOf(tb.has("/seat?as=kira", "Recently", kira), "now"); !strings.Contains(now, "<summary>Last time</summary><p>") {
		t.Errorf("later:\n%s", now)
	}
	tb.drawn()
	if story := partOf(tb.ask("GET", "/seat?as=/table", "", screen).Body.String(), "story"); strings.Contains(story, "Last time") {
		t.Errorf("the screen later:\n%s", story)
	}
}

// TestLastTimeOfAQuietScene: where nothing of weight happened, the phone reads the place, who was there, how long it took and whether it is
// over.
func TestLastTimeOfAQuietScene(t *testing.T) {
	tb := lastEvening(t, sample(), "begin mole", "pass 20 min by party")
	for as, want := range map[string]string{
		"kira": "The excise house on the mole: you, Dov, Ilse and Bram met an excise officer, a second and a third. After 20 min the scene was not over.",
		"ilse": "The excise house on the mole: you, Kira, Dov and Bram met an excise officer, a second and a third.",
	} {
		if now := partOf(tb.ask("GET", "/seat", "", tb.seat(as)).Body.String(), "now"); !strings.Contains(now, want) {
			t.Errorf("%s reads no %q:\n%s", as, want, now)
		}
	}
}

// TestLastTimeWithoutOne: a member of the party who is out cold keeps no recap from the screen, where the others read it.
func TestLastTimeWithoutOne(t *testing.T) {
	tb := lastEvening(t, sample(), "begin warehouse", "set kira PFT 0", "put dov unconscious")
	for as, want := range map[string]bool{players.TableSeat: true, "kira": true, "dov": false} {
		page := tb.ask("GET", "/seat?as="+as, "", tb.seat(as)).Body.String()
		if is := strings.Contains(page, "Last time"); is != want {
			t.Errorf("%s reads the recap: %t, not %t\n%s", as, is, want, between(page, "<main", "</main>"))
		}
	}
}

// TestSceneAndItsEnd: the phone and the screen name the scene as players read it, and once it is over how it ended.
func TestSceneAndItsEnd(t *testing.T) {
	tb := newTableOf(t, sample(), Options{}, "begin warehouse", "initiative bram dice 1 3 3", "turn bram 1", "next", "bram: attack cutter_1", "next, answer none, answer none, dice 96")
	whose := map[string]func(*http.Request){"kira": tb.seat("kira"), players.TableSeat: tb.seat(players.TableSeat)}
	reads := func(want string) {
		t.Helper()
		tb.drawn()
		for as, with := range whose {
			if page := tb.ask("GET", "/seat?as="+as, "", with).Body.String(); !strings.Contains(page, want) || strings.Contains(page, "Warehouse at Low Tide") {
				t.Errorf("%s reads no %q", as, want)
			}
		}
	}
	reads("The scene begins: the old salt warehouse.")
	tb.do("finish")
	reads("The fight is over: broken off.")
	tb.do("finish")
	reads("The old salt warehouse: broken off")
	reads("The scene is over: broken off.")
	tb.do("begin mole")
	reads("The excise house on the mole")
}

// TestTurningPointsInLastTime: where the last fight turned is on no phone and on no screen before the line is revealed, and from then on only
// at entries that its reader was told: else pages are the same, byte by byte, as those of a table that knows nothing about it.
func TestTurningPointsInLastTime(t *testing.T) {
	plain := gmtest.OpenFiles(t, gmtest.SecretFiles(t))
	lines := []string{"begin hatch", "turn kira 30", "turn dov 40", "turn mate 300", "turn hanne 4", "turn shooter 500", "put kira prone", "put hanne prone, secret", "finish"}
	const told, hidden = "75% → 40%: ", "40% → 60%"
	for _, row := range []struct {
		name  string
		after []string
		turns []int64 // entries at which it turned, by their numbers
		want  bool
	}{
		{"not revealed", nil, []int64{7, 8}, false},
		{"revealed, of an entry that was not told", []string{"reveal line"}, []int64{8}, false},
		{"revealed", []string{"reveal line"}, []int64{7, 8}, true},
		{"taken back", []string{"reveal line", "undo"}, []int64{7, 8}, false},
	} {
		var read [2]string
		for is := range read {
			tb := lastEvening(t, plain, slices.Concat(lines, row.after)...)
			tb.within(func() {
				var turns []gm.TurningPoint
				for _, seq := range row.turns[:is*len(row.turns)] {
					turns = append(turns, gm.TurningPoint{Entry: seq, Side: "party", From: []float64{0.731, 0.4}[seq-7], To: []float64{0.402, 0.6}[seq-7]})
				}
				if err := tb.session.KeepTurningPoints(1, 9, turns); err != nil {
					t.Error(err)
				}
			})
			for _, as := range []string{"kira", "dov", players.TableSeat} {
				tb.markChanged()
				page := tb.ask("GET", "/seat?as="+as, "", tb.seat(as)).Body.String()
				if !strings.Contains(page, "<h2>Last time</h2>") || strings.Contains(page, hidden) || strings.Contains(page, told) != (row.want && is == 1) {
					t.Errorf("%s, %s reads\n%s", row.name, as, between(page, "<h2>Last time</h2>", "</p>"))
				}
				read[is] += roomEpoch.ReplaceAllString(pageNumber.ReplaceAllString(strings.ReplaceAll(page, tb.hosts[0], "HOST"), ""), "-$1") + "\n"
			}
		}
		if (read[0] == read[1]) == row.want {
			t.Errorf("%s: the pages are the same: %v\n%.1500s", row.name, !row.want, read[1][differs(read[0], read[1]):])
		}
	}
}

// TestSecretsInLastTime: what a seat wasn't told isn't in what it reads the next time.
func TestSecretsInLastTime(t *testing.T) {
	gmtest.SkipIfShort(t)
	plain, kinds, compared := gmtest.OpenFiles(t, gmtest.SecretFiles(t)), gmtest.Secrets(t), 0
	for i := range *pairs {
		k := &kinds[i%len(kinds)]
		if *pairs < len(kinds) {
			k = &kinds[i*len(kinds) / *pairs]
		}
		if k.Deed != "" {
			continue
		}
		t.Run(fmt.Sprint(k.Name, " ", i), func(t *testing.T) {
			games := k.Campaigns(t, plain)
			var read [2]string
			for is, lines := range [][]string{k.First, k.Lines} {
				before := []string{"begin hatch", "turn kira 30", "turn dov 40", "turn mate 300", "turn hanne 4", "turn shooter 500", "set hanne PFT -3"}
				lines = slices.Clone(lines)
				for n, line := range lines {
					lines[n] = strings.NewReplacer("SOON", "9", "LAST", fmt.Sprint(len(before)+len(k.Before)+n)).Replace(line)
				}
				all := slices.Concat(before, k.Before, lines, []string{"put mate prone", "set kira PEX -2"})
				if !slices.Contains(all, "finish") {
					all = append(all, "finish")
				}
				tb := lastEvening(t, games[is], all...)
				for _, as := range []string{"kira", players.TableSeat} {
					page := tb.ask("GET", "/seat?as="+as, "", tb.seat(as)).Body.String()
					read[is] += between(page, "<h2>Last time</h2>", "</p>") + "\n"
				}
			}
			if read[0] != read[1] {
				t.Errorf("without the secret\n%s\nwith it\n%s", read[0], read[1])
			}
			if strings.TrimSpace(read[0]) != "" {
				compared++
			}
		})
	}
	if compared < *pairs/2 {
		t.Errorf("only %d of %d have a last time", compared, *pairs)
	}
}

// TestRestInABrowser goes through what a phone and the screen show at rest: who is here, a check, two wishes, what one knows, last time.
func TestRestInABrowser(t *testing.T) {
	if testing.Short() {
		t.Skip("skipped: browsers take seconds")
	}
	t.Parallel()
	b := newBrowser(t)
	tb := lastEvening(t, sample(), "begin warehouse", "set grell PBD -40", "put scar unconscious", "set kira PFT 0", "set dov PFT 0", "finish", "begin parlour")
	phone, screen := httptest.NewRequest("GET", "/", nil), httptest.NewRequest("GET", "/", nil)
	tb.seat("kira")(phone)
	tb.seat(players.TableSeat)(screen)
	shows := func(r *http.Request, path string, width, height int64) {
		b.do(chromedp.EmulateViewport(width, height), network.SetCookie(r.Cookies()[0].Name, r.Cookies()[0].Value).WithURL(tb.URL()), chromedp.Navigate(tb.URL()+path))
	}
	shows(screen, "seat?as=/table", 1280, 800)
	b.sees(`document.querySelector(".story").textContent.includes("Last time")`)
	b.looks("rest-table-1280")
	shows(phone, "seat?as=kira", 390, 844)
	b.sees(`document.querySelector("[data-part=now]").textContent.includes("Last time")`)
	b.looks("rest-last-390")
	tb.do("secret page to kira", "whisper kira mind the cards", "roll climbing by kira")
	b.sees(`document.querySelector("[data-is=known]") !== null`)
	b.run(`document.querySelector(".whisper [data-away]").click()`)
	b.click("[data-is=known] summary")
	b.looks("rest-known-390")
	b.click("[data-skills]")
	b.sees(`document.querySelector("dialog [data-check=balance]") !== null`)
	b.looks("rest-skills-390")
	b.click("dialog [data-check=balance]")
	b.sees(`document.querySelector("dialog [data-want] .sum") !== null`)
	b.looks("rest-check-390")
	b.click("[data-want] .do")
	b.sees(`document.querySelector("[data-drop]") !== null && !document.querySelector("dialog").open`)
	b.click("[data-to=now]")
	b.click("[data-speak]")
	b.sees(`document.activeElement.name === "text"`)
	b.run(`{const e = document.querySelector("[data-words] [name=text]"); e.value = "I look behind the curtain"; e.form.requestSubmit()}`)
	b.sees(`document.querySelectorAll("[data-part=now] [data-drop]").length === 2`)
	b.click("[data-to=now]")
	b.looks("rest-wishes-390")
	b.click("[data-part=now] [data-drop]")
	b.sees(`document.querySelectorAll("[data-part=now] [data-drop]").length === 1`)
	tb.do("absent kira")
	b.sees(`document.querySelector("[data-part=now]").textContent.includes("You are away.")`)
	b.looks("rest-away-390")
	shows(screen, "seat?as=/table", 1280, 800)
	b.sees(`document.querySelector(".story .last") !== null`)
	b.looks("rest-table-later-1280")
	if list := b.fails(); len(list) > 0 {
		t.Errorf("the scripts: %v", list)
	}
}
