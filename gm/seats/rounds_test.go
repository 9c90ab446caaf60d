package seats

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"hybrid/gm/campaign"
	"hybrid/gm/command"
	"hybrid/gm/players"
)

// open opens a campaign that comes along.
func open(t *testing.T, name string) *campaign.Campaign {
	t.Helper()
	c, err := campaign.Open(name, nil)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// TestATribeAtASeat plays one side of a game in rounds on a device: all of it are let in together, what one does is proposed,
// dice with faces are thrown, and what is done about a throw is answered.
func TestATribeAtASeat(t *testing.T) {
	tb := newTableOf(t, open(t, "two_tribes"), Options{}, "begin skirmish_at_the_well", "next", "dice red_champion")
	join := tb.ask("POST", "/code", codeBody(tb.Code())).Body.String()
	for _, want := range []string{`value="red"`, `value="red_champion"`, `value="blue_prince"`} {
		if !strings.Contains(join, want) {
			t.Fatalf("no %s in\n%s", want, join)
		}
	}
	with := tb.seat("red_champion")
	for _, key := range []string{"red", "red_prince", "red_warrior_1"} {
		if w := tb.ask("GET", "/seat?as="+key, "", with); w.Code != http.StatusOK {
			t.Errorf("%s: %d %s", key, w.Code, w.Body)
		}
	}
	if w := tb.ask("GET", "/seat?as=blue_prince", "", with); w.Code == http.StatusOK {
		t.Error("the other tribe is let in too")
	}
	page := tb.listen("/seat/events?as=red_champion", with)
	if top := page.message().Parts["top"]; !strings.Contains(string(top), "round <b>1</b>") || !strings.Contains(string(top), "Your turn") {
		t.Errorf("it is the turn of its side, and the page says\n%s", top)
	}
	_, foes, _ := strings.Cut(tb.ask("GET", "/seat?as=red_champion", "", with).Body.String(), "Or tap a target")
	whom := between(foes, `data-who=`, `>`)
	if person := tb.ask("GET", "/seat/person?as=red_champion&id="+whom, "", with).Body.String(); !strings.Contains(person, `data-deed="attack"`) {
		t.Fatalf("offered is\n%s", person)
	}
	want := players.Want{Deed: "attack", Whom: whom, Ticks: []players.Tick{{Name: "support", Number: 1}}}
	if w := tb.ask("POST", "/seat/say?as=red_champion", sayBody(seatMessage{Want: &want}), with); w.Code != http.StatusOK {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
	tb.within(func() { _, _ = tb.session.Proposals().Take(tb.session.Proposals().List()[0].ID) })
	card := page.asks()
	if !strings.Contains(card, `data-digit="savagery "`) || !strings.Contains(card, "What do your 3 dice show?") || strings.Contains(card, "d6") {
		t.Fatalf("asked is\n%s", card)
	}
	answer := func(said reply, want int) {
		t.Helper()
		said.Question = 0
		if q := between(card, `data-question="`, `"`); q != "" {
			said.Question = int64(q[0] - '0')
		}
		if w := tb.ask("POST", "/seat/do?as=red_champion", replyBody(said), with); w.Code != want {
			t.Fatalf("%+v: %d %s, want %d; asked is\n%s", said, w.Code, w.Body, want, card)
		}
	}
	answer(reply{Text: "seven"}, http.StatusUnprocessableEntity)
	answer(reply{Text: "save save wild"}, http.StatusOK)
	card = page.asks()
	if !strings.Contains(card, "Before it counts?</h2><p>attack 2 save, 1 wild</p>") || !strings.Contains(card, `data-choice="forge_reroll"`) || !strings.Contains(card, " Costs 1 ") {
		t.Fatalf("asked is\n%s", card)
	}
	answer(reply{Choice: "undo"}, http.StatusUnprocessableEntity)
	answer(reply{Choice: "forge_reroll"}, http.StatusOK)
	card = page.asks()
	if !strings.Contains(card, "dice to throw again") || !strings.Contains(card, "<p>attack 2 save, 1 wild</p>") || !strings.Contains(card, `data-digit="save "`) || strings.Contains(card, "data-roll") {
		t.Fatalf("asked is\n%s", card)
	}
	answer(reply{Text: "undo"}, http.StatusUnprocessableEntity)
	answer(reply{Text: "save", Ticks: []players.Tick{{Name: "support"}}}, http.StatusUnprocessableEntity)
	answer(reply{}, http.StatusOK) // what is usual: both saves
	if card = page.asks(); !strings.Contains(card, "What do your 2 dice show?") {
		t.Fatalf("asked is\n%s", card)
	}
	answer(reply{Rest: true}, http.StatusOK)
	for n := 0; n < 9 && tb.session.OpenQuestion() != nil; n++ {
		tb.within(func() {
			q := tb.session.OpenQuestion()
			if q != nil {
				_, _ = tb.session.Do(command.Command{Line: q.Command.Line, By: q.Command.By, Answers: map[string]string{q.Need.Key: q.Need.DefaultAnswer()}, Dice: q.Command.Dice})
			}
		})
	}
}

// TestAHeroAtASeat has a hero of a game with action points act and throw on a device.
func TestAHeroAtASeat(t *testing.T) {
	tb := newTableOf(t, open(t, "catacombs"), Options{}, "begin proving_ground", "next", "dice torgils")
	with := tb.seat("torgils")
	page := tb.listen("/seat/events", with)
	page.message()
	if offer := tb.ask("GET", "/seat/offer", "", with).Body.String(); !strings.Contains(offer, "things to do") || strings.Contains(offer, "later count") {
		t.Fatalf("offered is\n%s", offer)
	}
	whom := ""
	tb.within(func() {
		seen, err := players.NewTelling(tb.session).SeatViewOf("torgils")
		if err != nil {
			t.Fatal(err)
		}
		for _, o := range seen.Others {
			if strings.HasPrefix(o.Name, "King") {
				whom = o.ID
			}
		}
	})
	if w := tb.ask("POST", "/seat/say", sayBody(seatMessage{Want: &players.Want{Deed: "strike", Whom: whom}}), with); w.Code != http.StatusOK {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
	tb.within(func() {
		of := tb.session.Proposals().List()[0]
		if _, err := tb.session.Proposals().Take(of.ID); tb.session.OpenQuestion() == nil {
			t.Fatalf("%s asks for no die: %v", of.Line, err)
		}
	})
	card := page.asks()
	for n := 1; strings.Contains(card, "data-throw") && n < 9; n++ {
		if w := tb.ask("POST", "/seat/do", replyBody(reply{Question: int64(n), Text: "6"}), with); w.Code != http.StatusOK {
			t.Fatalf("%d %s", w.Code, w.Body)
		}
		card = page.asks()
	}
	log := tb.session.Log()
	if last := log[len(log)-1]; !strings.Contains(last.Text(), "melee attack") || !slices.Equal([]string{last.WrittenBy()}, []string{"torgils"}) {
		t.Errorf("the last entry is %q of %q", last.Text(), last.WrittenBy())
	}
}

// TestAFighterAtASeat is offered, in a game in which everybody knows everything, what is possible and nothing else, with the
// chances in per cent.
func TestAFighterAtASeat(t *testing.T) {
	tb := newTableOf(t, open(t, "heresiarch"), Options{}, "begin prowlers", "next, dice 2 9", "set pest NV 0", "set ambrosius NV 3")
	with := tb.seat("purifier")
	page := tb.listen("/seat/events", with)
	page.message()
	offer := tb.ask("GET", "/seat/offer", "", with).Body.String()
	_, foes, _ := strings.Cut(tb.ask("GET", "/seat", "", with).Body.String(), "<h2>Or tap a target")
	offer += tb.ask("GET", "/seat/person?id="+between(foes, `data-who=`, `>`), "", with).Body.String()
	for _, want := range []string{`<b>Strike</b>`, `<b>Fire</b>`, `<b class=n>4 or less · 40%</b>`, "not in ambush"} {
		if !strings.Contains(offer, want) {
			t.Errorf("no %s in\n%s", want, offer)
		}
	}
	for _, not := range []string{"<b>4</b>", "before what", "Roll ahead", "it needs"} {
		if strings.Contains(offer, not) {
			t.Errorf("%s in\n%s", not, offer)
		}
	}
	for _, row := range []struct {
		want       players.Want
		shows, not []string
	}{
		{players.Want{Deed: "strike"}, []string{">Aberration<", ">Hybrid<", "near_leader", `<b class=n>4</b><p>or less on d10`, `placeholder="1 to 16"`, `class="do">`}, []string{"Purifier Two", "Ambrosius", "Pest", "master_strike", "all you know"}},
		{players.Want{Deed: "strike", Ticks: []players.Tick{{Name: "near_leader"}, {Name: "card_points", Number: 2}}}, []string{`<b class=n>7</b>`, "master_strike"}, []string{"heroic_strike"}},
		{players.Want{Deed: "fire"}, []string{">Aberration<", ">Purifier Two<small>with you</small>"}, []string{"Pest"}},
		{players.Want{Deed: "nurse"}, []string{`name=asked inputmode=decimal autocomplete=off value="1"`, ">Venerable Ambrosius<small>with you</small>", `class="do">`}, []string{"Pest"}},
		{players.Want{Deed: "walk"}, []string{`value="1"`, `class="do">`}, nil},
	} {
		tb.mu.Lock()
		tb.weighings.buckets = nil // its clock stands still
		tb.mu.Unlock()
		weighed := tb.ask("POST", "/seat/weigh", wantBody(row.want), with).Body.String()
		for _, want := range row.shows {
			if !strings.Contains(weighed, want) {
				t.Errorf("%s: no %s in\n%s", row.want.Deed, want, weighed)
			}
		}
		for _, not := range row.not {
			if strings.Contains(weighed, not) {
				t.Errorf("%s: %s in\n%s", row.want.Deed, not, weighed)
			}
		}
	}
}

// TestDestinyAtASeat: who is asked about what befalls it reads what that is.
func TestDestinyAtASeat(t *testing.T) {
	tb := newTableOf(t, open(t, "catacombs"), Options{}, "begin proving_ground", "next", "set torgils HP 5")
	page := tb.listen("/seat/events", tb.seat("torgils"))
	page.message()
	tb.within(func() { _, _ = tb.session.Do(command.Command{Line: "torgils: trap_running, dice 6 6 6 6"}) })
	if card := page.asks(); !strings.Contains(card, "Destiny?</h2>") || !strings.Contains(card, "<p>spikes 24</p>") || !strings.Contains(card, "Costs 1 point of destiny") {
		t.Errorf("asked is\n%s", card)
	}
}

// TestTheTableScreenInRounds has the screen say whose turn it is, and stand one side in each column where players play against each other.
func TestTheTableScreenInRounds(t *testing.T) {
	for _, game := range []struct {
		campaign, encounter string
		turns               []string // of the first turn and, after everybody is done, of the next
		left, right, pips   string
	}{
		{"two_tribes", "skirmish_at_the_well", []string{"Turn: The red tribe", "Turn: The blue tribe"}, "The blue tribe", "The red tribe", ""},
		{"catacombs", "proving_ground", []string{"The party’s turn"}, "The party", "Others here", "Points of destiny ●"},
	} {
		tb := newTableOf(t, open(t, game.campaign), Options{}, "begin "+game.encounter, "next")
		with := tb.seat(players.TableSeat)
		page := tb.listen("/seat/events?as="+url.QueryEscape(players.TableSeat), with)
		page.message()
		for i, turn := range game.turns {
			if i > 0 {
				tb.do("red: done", "next")
				page.message()
			}
			screen := parsed(t, tb.ask("GET", "/seat?as="+url.QueryEscape(players.TableSeat), "", with).Body.String()).text()
			for _, want := range []string{turn + " ", " " + game.left + " ", " " + game.right + " "} {
				if !strings.Contains(screen, want) {
					t.Errorf("%s: no %q in\n%s", game.campaign, want, screen)
				}
			}
		}
		if game.pips != "" {
			hero := tb.seat("torgils")
			tb.listen("/seat/events?as=torgils", hero).message()
			if top := parsed(t, tb.ask("GET", "/seat?as=torgils", "", hero).Body.String()).all("header")[0].text(); !strings.Contains(top, game.pips) {
				t.Errorf("%s: no %q in %s", game.campaign, game.pips, top)
			}
		}
	}
}

// TestAWonFightOnPhones reads on phones and on the table screen who has won, and no longer whose turn it is.
func TestAWonFightOnPhones(t *testing.T) {
	for _, game := range []struct{ campaign, encounter, win, seat, won string }{
		{"two_tribes", "three_huts", "set red HUTS 3", "red_champion", "The red tribe won"},
		{"two_tribes", "three_huts", "set red HUTS 3", "red", "The red tribe won"},
		{"heresiarch", "vats", "set griffin OBJECTIVES 3", "ambrosius", "The Lodge of Hod won"},
		{"catacombs", "robbery", "put heroes quest_done", "torgils", "The heroes won"},
		{"catacombs", "robbery", "put heroes quest_done", "irf", "The heroes won"},
		{"catacombs", "robbery", "absent torgils, put heroes quest_done", "torgils", "The heroes won"},
	} {
		tb := newTableOf(t, open(t, game.campaign), Options{}, "begin "+game.encounter, "next")
		tb.do(strings.Split(game.win, ", ")...)
		for _, seat := range []string{game.seat, players.TableSeat} {
			with := tb.seat(seat)
			tb.listen("/seat/events?as="+url.QueryEscape(seat), with).message()
			page := parsed(t, tb.ask("GET", "/seat?as="+url.QueryEscape(seat), "", with).Body.String()).text()
			if !strings.Contains(page, game.won) {
				t.Errorf("%s at %s: no %q", game.campaign, seat, game.won)
			}
			for _, wrong := range []string{"Turn: ", "Your turn", "Your side has the turn", "The party’s turn", "your turn comes", "What do you do?"} {
				if strings.Contains(page, wrong) {
					t.Errorf("%s at %s: %q is read", game.campaign, seat, wrong)
				}
			}
		}
	}
}

// TestOpenCardsOnAllScreens has the acceptance cases T 7 and S 15: phones of both sides and the table screen show cards that lie open, and of
// those laid aside how many.
func TestOpenCardsOnAllScreens(t *testing.T) {
	for _, row := range []struct {
		campaign string
		lines    []string
		seats    []string
		want     []string
		not      string
	}{
		{"two_tribes", []string{"begin skirmish_at_the_well", "put red card_deck", "put blue card_deck", "next, dice war_cry war_cry iron_skin iron_skin"},
			[]string{"red", "blue", "red_champion", players.TableSeat}, []string{"war cry", "iron skin"}, "blood trail"},
		{"heresiarch", []string{"begin first", "give griffin omen aside", "give griffin rush aside", "next, dice 2 9"},
			[]string{"scorpion", "hybrid_one", players.TableSeat}, []string{"aside 2"}, "omen"},
	} {
		tb := newTableOf(t, open(t, row.campaign), Options{}, row.lines...)
		for _, seat := range row.seats {
			page := strings.ToLower(parsed(t, tb.ask("GET", "/seat?as="+url.QueryEscape(seat), "", tb.seat(seat)).Body.String()).text())
			for _, want := range row.want {
				if !strings.Contains(page, want) {
					t.Errorf("%s at %s: no %q in\n%s", row.campaign, seat, want, page)
				}
			}
			if strings.Contains(page, row.not) {
				t.Errorf("%s at %s: %q in\n%s", row.campaign, seat, row.not, page)
			}
		}
	}
}

// TestPilesOnTheTableScreen lists the piles of each deck and holder in a line below the columns.
func TestPilesOnTheTableScreen(t *testing.T) {
	tb := newTableOf(t, open(t, "heresiarch"), Options{}, "begin first", "griffin: deal_hand, dice feint feint rush omen", "give scorpion fury discard", "next, dice 2 9")
	with := tb.seat(players.TableSeat)
	page := parsed(t, tb.ask("GET", "/seat?as="+url.QueryEscape(players.TableSeat), "", with).Body.String())
	piles := page.all("footer")[0].text()
	for _, want := range []string{"Action cards: deck ", " · discard 1 (fury)", "The Lodge of Hod, action cards: hand 4"} {
		if !strings.Contains(piles, want) {
			t.Errorf("no %q in\n%s", want, piles)
		}
	}
	if others := page.all("main")[0].text(); strings.Contains(others, "hand") {
		t.Errorf("piles stand in the columns:\n%s", others)
	}
}
