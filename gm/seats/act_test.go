package seats

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"hybrid/gm"
	"hybrid/gm/campaign"
	"hybrid/gm/command"
	"hybrid/gm/gmtest"
	"hybrid/gm/players"
	"hybrid/rules"
)

func sayBody(said seatMessage) string {
	data, _ := json.Marshal(said)
	return string(data)
}

func wantBody(want players.Want) string {
	data, _ := json.Marshal(want)
	return string(data)
}

// proposed is what is proposed to the game master.
func (tb *table) proposed() (list []gm.Proposal) {
	tb.within(func() { list = tb.session.Proposals().List() })
	return list
}

// plans waits for a message with the part about what is planned, and returns it.
func (l *listener) plans() string {
	l.Helper()
	for {
		if act, ok := l.message().Parts["act"]; ok {
			return string(act)
		}
	}
}

// TestATargetIsNoPerCent weighs a deed whose roll no series of faces says: the per cents are told apart from the target.
func TestATargetIsNoPerCent(t *testing.T) {
	c, err := campaign.Open("../testdata/targets/game", nil)
	if err != nil {
		t.Fatal(err)
	}
	tb := newTableOf(t, c, Options{}, "begin duel", "initiative, dice 1 6 6 6", "next")
	weighed := tb.ask("POST", "/seat/weigh", wantBody(players.Want{Deed: "pray"}), tb.seat("ann")).Body.String()
	if !strings.Contains(weighed, "66%") || !strings.Contains(weighed, "· target 5") {
		t.Errorf("not both 66%% and target 5 in\n%s", weighed)
	}
}

// TestHarmIsSaid reads what a weapon does, and of which kind that is, where it is chosen, where it is used and on the sheet, and not of a
// deed that hurts nobody.
func TestHarmIsSaid(t *testing.T) {
	tb := newTable(t, Options{}, "begin warehouse", "turn shooter 900", "turn kira 8", "turn dov 1")
	with := tb.seat("kira")
	page := tb.listen("/seat/events", with)
	page.message()
	_, foes, _ := strings.Cut(tb.ask("GET", "/seat", "", with).Body.String(), "<h2>Others here")
	whom := between(foes, `data-who=`, `>`)
	deeds := map[string]string{}
	for _, row := range parsed(t, tb.ask("GET", "/seat/person?id="+whom, "", with).Body.String()).all("button") {
		deeds[row.value("data-deed")] = row.text()
	}
	if !strings.Contains(deeds["attack"], "2d6+4, cutting · 7 counts") || strings.Contains(deeds["disarm"], "2d6") || deeds["disarm"] == "" {
		t.Errorf("an attack is %q, a disarming %q", deeds["attack"], deeds["disarm"])
	}
	weighed := parsed(t, tb.ask("POST", "/seat/weigh", wantBody(players.Want{Deed: "attack", Whom: whom}), with).Body.String()).text()
	sheet := parsed(t, tb.ask("GET", "/seat/sheet", "", with).Body.String()).text()
	for text, wants := range map[string][]string{
		weighed: {"7 counts 2d6+4, cutting", "1d6+2, crushing"},
		sheet:   {"Sabre in hand · 2d6+4, cutting", "Close fist 8.4, crushing", "Skill pools Blades Sword, Knife, Axe +4.6", "crushing 3, piercing 2, cutting 5"},
	} {
		for _, want := range wants {
			if !strings.Contains(text, want) {
				t.Errorf("no %s in\n%s", want, text)
			}
		}
	}
}

// TestADeedIsProposed puts an attack together, proposes it, takes it back, and has it declined.
func TestADeedIsProposed(t *testing.T) {
	tb := newTable(t, Options{}, "begin warehouse", "turn shooter 900", "turn kira 8", "turn dov 1")
	with := tb.seat("kira")
	page := tb.listen("/seat/events", with)
	page.message()
	offer := tb.ask("GET", "/seat/offer", "", with).Body.String()
	for _, want := range []string{"Not possible now", `data-deed="attack"`, "data-skills", "Tell the game master"} {
		if !strings.Contains(offer, want) {
			t.Errorf("no %s in\n%s", want, offer)
		}
	}
	_, foes, _ := strings.Cut(tb.ask("GET", "/seat", "", with).Body.String(), "<h2>Others here")
	whom := between(foes, `data-who=`, `>`)
	person := tb.ask("GET", "/seat/person?id="+whom, "", with).Body.String()
	name := parsed(t, person).all("h2")[0].text()
	for _, want := range []string{`<b>Attack</b>`, "7 counts · before ", " defence", `<b class=n>75 or less</b>`, "In hand: ", "Everything else with"} {
		if !strings.Contains(person, want) {
			t.Errorf("no %s in\n%s", want, person)
		}
	}
	if gone := tb.ask("GET", "/seat/person?id=p99", "", with).Body.String(); !strings.Contains(gone, "no one is there any more") {
		t.Errorf("of nobody it says\n%s", gone)
	}
	want := players.Want{Deed: "attack", Whom: whom, Ticks: []players.Tick{{Name: "all_out"}, {Name: "called_shot", Row: "hand"}}, Text: "for <Dov>"}
	weighed := tb.ask("POST", "/seat/weigh", wantBody(want), with).Body.String()
	for _, want := range []string{`value="all_out" checked`, `<option value="hand" selected>`, "before ", "worked out?", "Plan it for 8", "for &lt;Dov&gt;", `name=whom value="` + whom + `" checked`, "<summary>Target: " + name + "</summary>"} {
		if !strings.Contains(weighed, want) {
			t.Errorf("no %s in\n%s", want, weighed)
		}
	}
	if w := tb.ask("POST", "/seat/say", sayBody(seatMessage{Want: &want}), with); w.Code != http.StatusOK {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
	list := tb.proposed()
	if len(list) != 1 || !strings.HasPrefix(list[0].Line, "kira: attack ") || !strings.HasSuffix(list[0].Line, ", all_out, called_shot hand") {
		t.Fatalf("proposed %+v", list)
	}
	if act := page.plans(); !strings.Contains(act, "Planned for your turn at 8") || !strings.Contains(act, "You go for ") || !strings.Contains(act, "“for &lt;Dov&gt;”") {
		t.Errorf("got\n%s", act)
	}
	tb.within(func() { _ = tb.session.Proposals().Decline(list[0].ID, "not with <b>Dov</b> there") })
	if act := page.plans(); !strings.Contains(act, "The game master says no") || !strings.Contains(act, "“not with &lt;b&gt;Dov&lt;/b&gt; there”") {
		t.Errorf("got\n%s", act)
	}
	if w := tb.ask("POST", "/seat/say", sayBody(seatMessage{Drop: 1}), with); w.Code != http.StatusOK {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	if act := page.plans(); strings.Contains(act, "The game master") || len(tb.session.Log()) != 4 {
		t.Errorf("after that %d entries and\n%s", len(tb.session.Log()), act)
	}
}

// between is what stands between two texts, after the first place where the first one does.
func between(text, before, after string) string {
	_, text, _ = strings.Cut(text, before)
	text, _, _ = strings.Cut(text, after)
	return text
}

// TestWhatASeatSays sends what is no offer, and what is.
func TestWhatASeatSays(t *testing.T) {
	tb := newTable(t, Options{}, "begin warehouse", "turn kira 1", "turn grell 30", "next")
	with := tb.seat("kira")
	page := tb.listen("/seat/events", with)
	page.message()
	for _, test := range []struct {
		name string
		body string
		want int
		text string
	}{
		{"nothing", `{}`, 422, emptyText},
		{"no words", sayBody(seatMessage{Want: &players.Want{Text: " "}}), 422, refusedText},
		{"a line", `{"Line":"undo"}`, 400, ""},
		{"no deed", sayBody(seatMessage{Want: &players.Want{Deed: "fly"}}), 422, players.NotOffered},
		{"nobody", sayBody(seatMessage{Want: &players.Want{Deed: "attack", Whom: "grell"}}), 422, players.NotSeen},
		{"a rank in a fight", sayBody(seatMessage{Want: &players.Want{Other: "raise", Check: "sword"}}), 422, players.NotOffered},
		{"undo of nothing", sayBody(seatMessage{Undo: true}), 422, undoneText},
		{"words", sayBody(seatMessage{Want: &players.Want{Text: "set grell PFT 0"}}), 200, ""},
		{"to wait", sayBody(seatMessage{Want: &players.Want{Other: "wait"}}), 200, ""},
	} {
		if w := tb.ask("POST", "/seat/say", test.body, with); w.Code != test.want || !strings.Contains(w.Body.String(), test.text) {
			t.Errorf("%s: %d %s", test.name, w.Code, w.Body)
		}
	}
	if list := tb.proposed(); len(list) != 1 || list[0].Line != "kira: wait" {
		t.Errorf("proposed %+v", list)
	}
	for path, body := range map[string]string{"/seat/say": `{"Drop":true}`, "/seat/weigh": `{"Deed":"attack"}`} {
		if w := tb.ask("POST", path, body); w.Code != http.StatusForbidden {
			t.Errorf("%s of a stranger: %d", path, w.Code)
		}
	}
	if w := tb.ask("GET", "/seat/offer", ""); w.Code != http.StatusForbidden {
		t.Errorf("an offer to a stranger: %d", w.Code)
	}
	tb.do("kira: glimpse")
	if w := tb.ask("POST", "/seat/say", sayBody(seatMessage{Undo: true}), with); w.Code != http.StatusUnprocessableEntity {
		t.Errorf("undo of a secret roll: %d %s", w.Code, w.Body)
	}
	tb.within(func() {
		if _, err := tb.session.Proposals().Take(tb.session.Proposals().List()[0].ID); err != nil {
			t.Error(err)
		}
	})
	if w := tb.ask("POST", "/seat/say", sayBody(seatMessage{Undo: true, Why: "too late"}), with); w.Code != http.StatusOK {
		t.Errorf("undo: %d %s", w.Code, w.Body)
	}
	entries := len(tb.session.Log())
	list := tb.proposed()
	if len(list) != 1 || list[0].Undo == 0 || list[0].Text != "too late" || len(tb.session.Log()) != entries {
		t.Fatalf("proposed %+v", list)
	}
	tb.within(func() {
		if _, err := tb.session.Proposals().Take(list[0].ID); err != nil || !tb.session.State().Find("kira").Open {
			t.Errorf("undone: %v", err)
		}
	})
}

// TestReady holds until the page shows something else, and says nothing to others.
func TestReady(t *testing.T) {
	tb := newTable(t, Options{}, "begin warehouse")
	with := tb.seat("kira")
	page := tb.listen("/seat/events", with)
	page.message()
	if w := tb.ask("POST", "/seat/say", sayBody(seatMessage{Ready: true}), with); w.Code != http.StatusOK || !slices.Equal(tb.ReadyKeys(), []string{"kira"}) {
		t.Errorf("%d, ready are %v", w.Code, tb.ReadyKeys())
	}
	tb.do("set kira PFT -3")
	page.message()
	if len(tb.ReadyKeys()) != 0 {
		t.Errorf("ready are %v", tb.ReadyKeys())
	}
}

// TestRanksAreBought proposes to raise a skill between fights.
func TestRanksAreBought(t *testing.T) {
	tb := newTable(t, Options{}, "begin warehouse", "finish", "award 7 kira")
	with := tb.seat("kira")
	offer := tb.ask("GET", "/seat/offer", "", with).Body.String()
	skill := between(offer, `data-other=raise data-check="`, `"`)
	if skill == "" || !strings.Contains(offer, "You have 7 experience to learn with") || !strings.Contains(offer, "Still out of reach") {
		t.Fatalf("offered is\n%s", offer)
	}
	if deeds := strings.Index(offer, `data-deed="attack"`); deeds < strings.Index(offer, "You have 7 experience to learn with") || deeds < strings.Index(offer, "How do you spend the time?") {
		t.Errorf("between fights, fighting comes first\n%s", offer)
	}
	if w := tb.ask("POST", "/seat/say", sayBody(seatMessage{Want: &players.Want{Other: "raise", Check: skill}}), with); w.Code != http.StatusOK {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
	list := tb.proposed()
	if len(list) != 1 || list[0].Line != "kira: raise "+skill || !strings.Contains(list[0].Told, " rank ") {
		t.Errorf("proposed %+v", list)
	}
}

// TestOwnDice has a player say that she throws her own dice, and then that she does not.
func TestOwnDice(t *testing.T) {
	tb := newTable(t, Options{}, "begin warehouse")
	with := tb.seat("kira")
	entries := len(tb.session.Log())
	for _, own := range []bool{true, false} {
		if w := tb.ask("POST", "/seat/say", sayBody(seatMessage{Dice: true}), with); w.Code != http.StatusOK {
			t.Fatalf("%d %s", w.Code, w.Body)
		}
		var types, other bool
		tb.within(func() { types, other = tb.session.TypesDice("kira"), tb.session.TypesDice("dov") })
		offer := tb.ask("GET", "/seat/offer", "", with).Body.String()
		if types != own || other || strings.Contains(offer, "You roll your own dice") != own || len(tb.session.Log()) != entries {
			t.Errorf("she throws her own: %v, Dov his: %v", types, other)
		}
	}
}

// TestHoursAreSpent has two players rest, which is done once, and one train.
func TestHoursAreSpent(t *testing.T) {
	tb := newTable(t, Options{}, "begin warehouse", "set kira PEX -9", "set dov PEX -9", "finish")
	kira, dov := tb.seat("kira"), tb.seat("dov")
	offer := tb.ask("GET", "/seat/offer", "", kira).Body.String()
	for _, want := range []string{`data-other=pass data-check="sleeping" data-with="8 h"`, `<option value="teacher">teacher: 10 h for a point</option>`} {
		if !strings.Contains(offer, want) {
			t.Errorf("no %s in\n%s", want, offer)
		}
	}
	for _, want := range []players.Want{{Other: "pass", Check: "sleeping", With: "9 h"}, {Other: "pass", Check: "sleeping"}, {Other: "pass", With: "8 h"}, {Other: "pass", Check: "dashing", With: "8 h"},
		{Other: "train", Check: "magic", Number: 3}, {Other: "train", Check: "alone"}, {Other: "train", Check: "alone", Number: -1}, {Other: "train", Check: "alone", Number: 1e6}, {Other: "pass", Check: "sleeping by all", With: "8 h"}} {
		if w := tb.ask("POST", "/seat/say", sayBody(seatMessage{Want: &want}), kira); w.Code != http.StatusUnprocessableEntity {
			t.Errorf("%+v: %d %s", want, w.Code, w.Body)
		}
	}
	say := func(want players.Want, with func(*http.Request)) {
		t.Helper()
		if w := tb.ask("POST", "/seat/say", sayBody(seatMessage{Want: &want}), with); w.Code != http.StatusOK {
			t.Fatalf("%+v: %d %s", want, w.Code, w.Body)
		}
	}
	sleep := players.Want{Other: "pass", Check: "sleeping", With: "8 h"}
	say(sleep, kira)
	say(players.Want{Other: "train", Check: "alone", Number: 30}, dov)
	if list := tb.proposed(); len(list) != 2 || list[0].Line != "kira: pass 8 h sleeping" || list[0].Told != "sleeping for 8 h" || list[1].Line != "dov: train 30 h alone" || list[1].Told != "train for 30 h: alone" {
		t.Fatalf("proposed %+v", list)
	}
	say(sleep, dov)
	tb.within(func() {
		s := tb.session
		if said := s.Proposals().Describe(&s.Proposals().List()[0]); said != "pass 8 h sleeping, with Dov Hallam" {
			t.Errorf("it says %q", said)
		}
		before := s.State()
		e, err := s.Proposals().Take(s.Proposals().List()[0].ID)
		if err != nil || len(s.Proposals().List()) != 1 || s.Proposals().List()[0].Line != "dov: train 30 h alone" {
			t.Fatalf("%v, still proposed %+v", err, s.Proposals().List())
		}
		pool, _ := s.Rules().Pools.Get("PEX")
		for _, key := range []string{"kira", "dov"} {
			if was, is := before.Find(key).PoolValue(pool), s.State().Find(key).PoolValue(pool); is <= was {
				t.Errorf("%s: %v before, %v after %s", key, was, is, e.Line)
			}
		}
		if hours := (s.State().Elapsed - before.Elapsed) / 3600; hours != 8 {
			t.Errorf("%v h go by with %s", hours, e.Line)
		}
	})
	say(players.Want{Other: "train", Check: "alone", Number: 30}, dov)
	tb.within(func() {
		if _, err := tb.session.Proposals().Take(tb.session.Proposals().List()[0].ID); err != nil {
			t.Error(err)
		}
		pool, _ := tb.session.Rules().Pools.Get(tb.session.Rules().Skill.Currency)
		if got := tb.session.State().Find("dov").PoolValue(pool); got != 1 {
			t.Errorf("Dov has %v points", got)
		}
	})
}

// TestDiceThrownAhead throws ahead on a phone: a secret roll takes them, and none of it reaches the phone.
func TestDiceThrownAhead(t *testing.T) {
	tb := newTableWithDice(t, sample(), Options{}, &rules.TypedDice{}, "begin warehouse") // rolled by the seed of the evening, which dice thrown ahead are added to
	with := tb.seat("kira")
	page := tb.listen("/seat/events", with)
	page.message()
	for _, shown := range []string{"x", "37; undo", "37 because", "-3", "4000", strings.Repeat("5 ", 101)} {
		if w := tb.ask("POST", "/seat/say", sayBody(seatMessage{Ahead: shown}), with); w.Code != http.StatusUnprocessableEntity || w.Body.String() != aheadText+"\n" {
			t.Errorf("%s: %d %s", shown, w.Code, w.Body)
		}
	}
	if w := tb.ask("POST", "/seat/say", sayBody(seatMessage{Ahead: "37, 4 91"}), with); w.Code != http.StatusOK {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
	offer := func() string { return tb.ask("GET", "/seat/offer", "", with).Body.String() }
	before := offer()
	if !strings.Contains(before, "3 rolled this session") {
		t.Errorf("offered is\n%s", before)
	}
	var rolled, left int // some results roll again: whether this one does, the seed of the evening says
	tb.within(func() {
		rolled = len(gmtest.Do(t, tb.session, "roll glimpse by kira").Dice)
		_, left = gm.CountDiceAhead(tb.session, "kira")
	})
	if after := offer(); rolled == 0 || left != max(0, 3-rolled) || after != before {
		t.Errorf("after %d rolls %d are left, and the phone shows\n%s\nbefore it showed\n%s", rolled, left, after, before)
	}
	var lines []string
	tb.within(func() { lines, _ = tb.RunLine("") })
	if want := fmt.Sprintf("%d of 3 dice rolled ahead are left", left); !slices.ContainsFunc(lines, func(line string) bool { return strings.Contains(line, want) }) {
		t.Errorf("the game master reads %q", lines)
	}
}

// TestTheTableSaysNothing has the screen that all look at propose something.
func TestTheTableSaysNothing(t *testing.T) {
	tb := newTable(t, Options{}, "begin warehouse")
	screen := tb.seat(players.TableSeat)
	for _, said := range []seatMessage{{Want: &players.Want{Text: "I shout"}}, {Undo: true}, {Ready: true}, {Dice: true}} {
		if w := tb.ask("POST", "/seat/say", sayBody(said), screen); w.Code != http.StatusUnprocessableEntity || len(tb.proposed()) != 0 {
			t.Errorf("%+v: %d, proposed %+v", said, w.Code, tb.proposed())
		}
	}
}

// TestWhatIsToComeIsAskedOfNoPhone has hours pass in which Kira would bleed to death, and not know of what.
func TestWhatIsToComeIsAskedOfNoPhone(t *testing.T) {
	tb := newTable(t, Options{}, "begin warehouse", "put kira bleeding, secret", "finish")
	page := tb.listen("/seat/events", tb.seat("kira"))
	page.message()
	tb.carry(command.Command{Line: "pass 8 h sleeping by kira", Typed: true})
	tb.within(func() {
		if q := tb.session.OpenQuestion(); q == nil || !strings.Contains(q.Need.Text, "Continue?") {
			t.Fatalf("asked is %+v", q)
		}
	})
	if p := tb.truth("kira"); p.parts["ask"] != "" {
		t.Errorf("asked on the phone is\n%s", p.parts["ask"])
	}
}

// TestASecretDieIsAskedOfNoPhone has Kira throw her own dice: what she is not to see the program rolls, and no phone is asked.
func TestASecretDieIsAskedOfNoPhone(t *testing.T) {
	tb := newTable(t, Options{}, "begin warehouse", "dice kira")
	with := tb.seat("kira")
	page := tb.listen("/seat/events", with)
	page.message()
	tb.carry(command.Command{Line: "initiative kira", Typed: true})
	if card := page.asks(); !strings.Contains(card, "d6") || strings.Contains(strings.ToLower(card), "perception") {
		t.Errorf("asked is\n%s", card)
	}
	tb.within(func() {
		e, err := tb.session.Reply(tb.session.OpenQuestion().ID, gm.Reply{Rest: true})
		if err != nil || len(e.Dice) < 2 || e.Dice[0].Typed {
			t.Errorf("%+v, %v", e.Dice, err)
		}
	})
}
