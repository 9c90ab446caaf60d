package players

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"hybrid/gm"
	"hybrid/gm/command"
	"hybrid/gm/gmtest"
	"hybrid/rules"
	"hybrid/rules/collect"
)

// offers is what is offered to the player now, with some of it weighed, proposed and, where it was forged, refused.
func (w *twin) offers(seed uint64) string {
	rng := rand.New(rand.NewPCG(seed, 3))
	o := w.log.ListOffers(w.s.State())
	all := []any{o}
	if seed%16 == 0 {
		for _, a := range w.log.Advise(context.Background(), w.s.State()) {
			a.Line = "" // which goes to the game master alone
			all = append(all, a)
		}
	}
	for _, d := range o.Deeds {
		for _, id := range d.Whom {
			if d.Name == "attack" {
				all = append(all, w.log.Weigh(w.s.State(), Want{Deed: d.Name, Whom: id.Name}))
			}
		}
	}
	for _, id := range []string{"p1", "p2", "p3", "p4", "p9", Self} {
		all = append(all, w.log.Person(w.s.State(), id))
	}
	for _, i := range rng.Perm(len(o.Deeds))[:min(3, len(o.Deeds))] {
		want := Want{Deed: o.Deeds[i].Name}
		if len(o.Deeds[i].Whom) > 0 {
			want.Whom = o.Deeds[i].Whom[rng.IntN(len(o.Deeds[i].Whom))].Name
		}
		weight := w.log.Weigh(w.s.State(), want)
		if n := len(weight.Options); n > 0 {
			want.Ticks = []Tick{{Name: weight.Options[rng.IntN(n)].Name}}
		}
		if rng.IntN(3) == 0 {
			want.Whom = []string{"p1", "p3", "p9", "p?", "hanne", "shooter", Self}[rng.IntN(7)]
		}
		p, refused := w.log.Proposal(w.s.State(), want)
		all = append(all, weight, w.log.Weigh(w.s.State(), want), p.Line != "", refused)
	}
	if ways := w.log.Ways(w.s.State(), Want{}); ways != nil {
		all = append(all, ways)
		for _, way := range ways.List {
			p, refused := w.log.Proposal(w.s.State(), Want{Other: Moving, Whom: way.Name, With: ways.Paces[rng.IntN(len(ways.Paces))].Name})
			all = append(all, p.Told, refused)
		}
	}
	data, err := json.Marshal(all)
	if err != nil {
		w.t.Fatal(err)
	}
	return string(data)
}

// atTheHatch is a fight with one in hiding, as the player of kira has it.
func atTheHatch(t testing.TB, lines ...string) (*gm.Session, *Log) {
	t.Helper()
	c := gmtest.OpenFiles(t, gmtest.SecretFiles(t))
	s := opened(t, c)
	gmtest.Do(t, s, append([]string{"begin hatch", "turn kira 2", "turn hanne 3", "turn shooter 500", "next"}, lines...)...)
	log := NewLog(s.Game(), "kira")
	for e, err := range s.History() {
		if err != nil {
			t.Fatal(err)
		}
		log.Next(e)
	}
	return s, log
}

// Every deed that is offered, to all to whom it is, weighs something and makes a proposal that the game reads as
// just that.
func TestOffersAreDeeds(t *testing.T) {
	s, log := atTheHatch(t)
	o := log.ListOffers(s.State())
	text, _ := json.Marshal(o)
	for _, secret := range []string{"hanne", "shooter", "Tilde", "harpooner", "dov\"", "mate"} {
		if strings.Contains(string(text), secret) {
			t.Errorf("%s is offered", secret)
		}
	}
	attack := o.Deeds[slices.IndexFunc(o.Deeds, func(d Deed) bool { return d.Name == "attack" })]
	ids := map[string]string{}
	for _, other := range log.SeatView(s.State()).Others {
		ids[other.ID] = other.Name
	}
	if len(attack.Whom) != 3 || attack.Whom[0].Label != "a woman with a harpoon" || ids[attack.Whom[0].Name] != attack.Whom[0].Label || len(attack.With) == 0 {
		t.Errorf("attack is offered as %+v of %v", attack, ids)
	}
	n, refused := 0, 0
	for _, d := range o.Deeds {
		if d.Refused != "" {
			refused++
			if strings.HasPrefix(d.Refused, rules.MidSentence(d.Label)) {
				t.Errorf("%s is refused with its name again: %s", d.Name, d.Refused)
			}
			if w := log.Weigh(s.State(), Want{Deed: d.Name}); w.Refused == "" {
				t.Errorf("%s is refused, %s, and weighs %+v", d.Name, d.Refused, w)
			}
			continue
		} else if refused > 0 {
			t.Errorf("%s comes after what is refused", d.Name)
		}
		if len(d.Whom) == 0 {
			d.Whom = []Means{{}}
		}
		for _, whom := range d.Whom {
			if !d.Needs && n%2 == 0 {
				whom = Means{}
			}
			n++
			want := Want{Deed: d.Name, Whom: whom.Name}
			if d.Least != nil {
				want.Number = *d.Least
			}
			weight := log.Weigh(s.State(), want)
			if weight.Refused != "" || weight.Text == "" {
				t.Errorf("%+v weighs %+v", want, weight)
				continue
			}
			p, refused := log.Proposal(s.State(), want)
			if refused == "" {
				p, err := s.Proposals().Propose(p)
				if err != nil && d.Asks == "" {
					t.Errorf("%+v: %q: %v", want, p.Line, err)
				}
			}
			for _, o := range weight.Options[:min(5, len(weight.Options))] {
				want.Ticks = []Tick{{Name: o.Name}}
				if len(o.Rows) > 0 {
					want.Ticks[0].Row = o.Rows[len(o.Rows)-1].Name
				}
				p, refused := log.Proposal(s.State(), want)
				if refused != "" {
					continue // it needs a number within bounds, or does not go with this
				}
				if _, err := s.Proposals().Propose(p); err != nil && o.Asks == "" {
					t.Errorf("%+v: %q: %v", want, p.Line, err)
				}
			}
		}
	}
	if n < 20 || refused < 3 || len(o.Checks) == 0 {
		t.Errorf("%d deeds, %d refused, %d checks", n, refused, len(o.Checks))
	}
}

// A weight says the own part of the chance, what is left out of it, and the time; a line of it can be typed.
func TestWeight(t *testing.T) {
	s, log := atTheHatch(t)
	var hanne string
	for _, o := range log.SeatView(s.State()).Others {
		if !o.Own {
			hanne = o.ID
		}
	}
	want := Want{Deed: "attack", Whom: hanne, Ticks: []Tick{{Name: "all_out"}, {Name: "called_shot", Row: "left hand"}}, Text: "for Dov"}
	w := log.Weigh(s.State(), want)
	sum := 0.0
	for _, term := range w.Roll.Terms {
		sum += term.Value
	}
	if w.Refused != "" || fmt.Sprint(w.Roll.Before) != "[defence]" || w.Counts == 0 || math.Abs(sum-w.Roll.Number) > 1e-9 || len(w.Options) < 10 {
		t.Errorf("got %+v, %+v", w, w.Roll)
	}
	p, refused := log.Proposal(s.State(), want)
	if refused != "" || p.Line != "kira: attack hanne, all_out, called_shot left hand" || p.Text != "for Dov" || p.By != "kira" {
		t.Errorf("got %+v, %s", p, refused)
	}
	if p, err := s.Proposals().Propose(p); err != nil {
		t.Error(err)
	} else if e, err := s.Proposals().Take(p.ID); err != nil || e.By != "kira" || e.Whom != "hanne" {
		t.Errorf("got %+v, %v", e, err)
	}
}

// TestCardsOfAProposal takes proposals whose options and deeds name cards of a hand, however they are written: each plays these cards.
func TestCardsOfAProposal(t *testing.T) {
	s := scripted(t, "heresiarch", "> begin first\n> griffin: deal_hand, dice feint feint rush omen\n> next, dice 2 9\n")
	log := logOf(t, s, "p2")
	var whom string
	for _, o := range log.SeatView(s.State()).Others {
		if !o.Own && whom == "" {
			whom = o.ID
		}
	}
	for row, line := range map[string]string{"feint": ", card feint", "rush, fe": ", card rush feint"} {
		p, refused := log.Proposal(s.State(), Want{Deed: "strike", Whom: whom, Ticks: []Tick{{Name: "card", Row: row}}})
		p, err := s.Proposals().Propose(p)
		if refused != "" || err != nil || !strings.HasSuffix(p.Line, line) {
			t.Errorf("with %s: %q, %s, %v", row, p.Line, refused, err)
			continue
		}
		if l, err := s.Game().Parse(p.Line); err != nil || !strings.HasSuffix(s.Game().HideCards(&l, p.Line), collect.Choose(strings.Contains(row, ","), "card 2 cards", "card 1 card")) {
			t.Errorf("%s is shown as %s, %v", p.Line, s.Game().HideCards(&l, p.Line), err)
		}
	}
}

// What was not offered is refused in one of three lines, whatever it names.
func TestForgedWants(t *testing.T) {
	s, log := atTheHatch(t)
	for want, of := range map[string]Want{
		NotSeen:    {Deed: "attack", Whom: "hanne"},
		NotOffered: {Deed: "attack", Whom: "p1", Ticks: []Tick{{Name: "light_half"}}},
	} {
		if w := log.Weigh(s.State(), of); w.Refused != want {
			t.Errorf("%+v: %+v", of, w)
		}
	}
	for _, of := range []Want{{Deed: "parry"}, {Deed: "sing"}, {Deed: "attack"}, {Deed: "attack", Whom: "p?"}, {Deed: "attack", Whom: "p1", With: "cannon"},
		{Deed: "attack", Whom: "p1", Points: -1}, {Deed: "attack", Whom: "p1", Points: 1e5}, {Deed: "attack", Whom: "p1", Ticks: []Tick{{Name: "all_out, df 9"}}},
		{Deed: "attack", Whom: "p1", Ticks: []Tick{{Name: "called_shot", Row: "hand\nset hanne PFT 0"}}}, {Deed: "attack", Whom: "p1", With: "sabre, df 9"},
		{Check: "flying"}, {Check: "sword", Whom: "p1"}, {Deed: "attack", Check: "sword"}, {Deed: "attack dice 1"}} {
		w := log.Weigh(s.State(), of)
		if p, refused := log.Proposal(s.State(), of); w.Refused == "" || refused != w.Refused || p.Line != "" {
			t.Errorf("%+v: %+v, %+v %q", of, w, p, refused)
		}
		if !slices.Contains([]string{NotOffered, NotSeen, NotNow}, w.Refused) {
			t.Errorf("%+v: %s", of, w.Refused)
		}
	}
}

// The truth is the game master's to say: a player is not asked for it, cannot send it, and does not read it.
func TestTruthIsNotAsked(t *testing.T) {
	s, log := atTheHatch(t, "turn kira 2", "turn hanne 30", "next")
	for _, deed := range []string{"perceive", "sense"} {
		i := slices.IndexFunc(log.ListOffers(s.State()).Deeds, func(d Deed) bool { return d.Name == deed })
		if i < 0 {
			t.Fatalf("%s is not offered", deed)
		}
		if d := log.ListOffers(s.State()).Deeds[i]; d.Asks != "" {
			t.Errorf("%s asks for %s", deed, d.Asks)
		}
		if w := log.Weigh(s.State(), Want{Deed: deed, Number: 40}); w.Refused != NotOffered {
			t.Errorf("%s with a number: %q", deed, w.Refused)
		}
		if p, refused := log.Proposal(s.State(), Want{Deed: deed, Number: 40}); p.Line != "" || refused != NotOffered {
			t.Errorf("%s with a number is proposed as %q, %q", deed, p.Line, refused)
		}
		if p, _ := log.Proposal(s.State(), Want{Deed: deed}); p.Line != "kira: "+deed {
			t.Errorf("%s is proposed as %q", deed, p.Line)
		}
	}
	gmtest.Do(t, s, "kira: perceive, truth 4321")
	seen, err := NewTelling(s).SeatViewOf("kira")
	if err != nil {
		t.Fatal(err)
	}
	if text, _ := json.Marshal(seen); strings.Contains(string(text), "4321") || seen.Own.Doing == "" {
		t.Errorf("the page has the truth: %s", text)
	}
}

// An answer says its own chance, before what the character does not know of the attack, its time, and when the action in progress
// lands after it.
func TestAnswersAsTheyAreKnown(t *testing.T) {
	s, _ := atTheHatch(t, "turn kira 8", "turn hanne 3", "next", "hanne: attack kira", "next", "kira: attack hanne")
	var q *Question
	for range 4 {
		if _, err := s.Do(command.Command{Line: "next"}); err != nil && s.OpenQuestion() != nil {
			seen, err := NewTelling(s).SeatViewOf("kira")
			if err != nil {
				t.Fatal(err)
			}
			q = seen.Question
			break
		}
	}
	if q == nil {
		t.Fatalf("nothing is asked: %v", s.OpenQuestion())
	}
	kinds := map[string]int{}
	for _, c := range q.Choices {
		kinds[c.Kind]++
		if c.Name == "parry" && (c.Roll == nil || len(c.Roll.Before) == 0 || c.Roll.Number < 10 || c.With == "" || c.GivesUp != "" || c.Counts == 0 || c.Lands != s.State().Find("kira").Doing.At+c.Counts) {
			t.Errorf("parry: %+v %+v", c, c.Roll)
		}
	}
	if kinds["Parry"] == 0 || q.Who != "a woman with a harpoon" {
		t.Errorf("got %+v", q)
	}
	text, _ := json.Marshal(q)
	for _, secret := range []string{"hanne", "Hanne", "harpooner"} {
		if strings.Contains(string(text), secret) {
			t.Errorf("the question has %s: %s", secret, text)
		}
	}
}

// What an answer costs is worked out from what the seat knows: a price that reads the attacker isn't told, one of its own is.
func TestPriceOfAnAnswerHidesTheAttacker(t *testing.T) {
	asked := func(force string) *Question {
		files := gmtest.SecretFiles(t)
		files["tables/priced.yaml"] = "actions:\n  parry: {cost: {PFT: other.PST - 10}}\n  block: {cost: {PFT: PST - 10}}\n"
		files["characters/harpooner.yaml"] = strings.Replace(files["characters/harpooner.yaml"], "PST: 15", "PST: "+force, 1)
		s := opened(t, gmtest.OpenFiles(t, files))
		gmtest.Do(t, s, "begin hatch", "turn shooter 500", "turn kira 40", "turn hanne 3", "next", "hanne: attack kira")
		for range 4 {
			if _, err := s.Do(command.Command{Line: "next"}); err != nil && s.OpenQuestion() != nil {
				break
			}
		}
		if s.OpenQuestion() == nil {
			t.Fatal("nothing is asked")
		}
		log := NewLog(s.Game(), "kira")
		return log.Question(s.State(), s.OpenQuestion())
	}
	var told []string
	for _, force := range []string{"12", "17"} {
		q := asked(force)
		costs := map[string]string{}
		for _, c := range q.Choices {
			costs[c.Name] = c.Costs
		}
		if costs["parry"] != "? fatigue" || !strings.HasSuffix(costs["block"], " fatigue") || strings.Contains(costs["block"], "?") {
			t.Errorf("force %s: parry costs %q, block %q", force, costs["parry"], costs["block"])
		}
		text, _ := json.Marshal(q)
		told = append(told, string(text))
	}
	if told[0] != told[1] {
		t.Errorf("the question differs:\n%s\n%s", told[0], told[1])
	}
}

func BenchmarkOffered(b *testing.B) {
	s, log := atTheHatch(b)
	for b.Loop() {
		log.ListOffers(s.State())
	}
}

func BenchmarkWeigh(b *testing.B) {
	s, log := atTheHatch(b)
	for b.Loop() {
		log.Weigh(s.State(), Want{Deed: "attack", Whom: "p1"})
	}
}

// What was done before comes first, to whom it was done last; what has a key of its own comes before the rest.
func TestOffersAreRanked(t *testing.T) {
	s, log := atTheHatch(t)
	if o := log.ListOffers(s.State()); o.Deeds[0].Name != "attack" || !o.Declares || !o.Wait || o.GiveUp != "" || len(o.Raises) != 0 {
		t.Errorf("at first %s, %+v", o.Deeds[0].Name, o)
	}
	s, log = atTheHatch(t, "kira: dodge", "give up kira", "turn kira 3", "next", "kira: attack mate", "give up kira", "turn kira 3", "next", "kira: dodge")
	o := log.ListOffers(s.State())
	names := map[string]string{}
	for _, other := range log.SeatView(s.State()).Others {
		names[other.ID] = other.Name
	}
	if o.Deeds[0].Name != "dodge" || o.Deeds[1].Name != "attack" || o.GiveUp != "dodge" {
		t.Errorf("then %s, %s, gives up %s", o.Deeds[0].Name, o.Deeds[1].Name, o.GiveUp)
	}
	for _, w := range []Want{{Other: "wait"}, {Other: "give up"}} {
		p, refused := log.Proposal(s.State(), w)
		if _, err := s.Proposals().Propose(p); err != nil || refused != "" || p.Line != "kira: "+w.Other || p.Told == "" {
			t.Errorf("%+v: %+v, %s, %v", w, p, refused, err)
		}
	}
	for _, w := range []Want{{Other: "undo"}, {Other: "wait", Check: "sword"}, {Other: "raise", Check: "sword"}, {Other: "raise"}} {
		if p, refused := log.Proposal(s.State(), w); refused != NotOffered || p.Line != "" {
			t.Errorf("%+v: %+v, %s", w, p, refused)
		}
	}
}

// Between fights ranks are bought: what is affordable comes first.
func TestRaisesAreOffered(t *testing.T) {
	s, log := atTheHatch(t, "finish", "award 60 kira")
	o := log.ListOffers(s.State())
	if !o.AtRest || o.Bought == "" || o.Has != 60 || len(o.Raises) < 5 || o.Raises[0].Short != 0 {
		t.Fatalf("got %+v", o)
	}
	for _, r := range o.Raises {
		p, refused := log.Proposal(s.State(), Want{Other: "raise", Check: r.Name})
		if (refused == "") != (r.Cost <= 60) {
			t.Errorf("%+v: %+v %s", r, p, refused)
		}
	}
	p, _ := log.Proposal(s.State(), Want{Other: "raise", Check: o.Raises[0].Name})
	if p, err := s.Proposals().Propose(p); err != nil {
		t.Error(err)
	} else if e, err := s.Proposals().Take(p.ID); err != nil || e.By != "kira" {
		t.Errorf("%+v: %+v, %v", p, e, err)
	}
	if a := s.State().Find("kira"); a.Sheet.Rank(s.Rules().Skills.All[slices.IndexFunc(s.Rules().Skills.All, func(sk *rules.Skill) bool { return sk.Name == o.Raises[0].Name })]) != int(o.Raises[0].Rank) {
		t.Errorf("%s is not raised", o.Raises[0].Name)
	}
}

// A rank that is for sale says what it counts as where something caps it that is worn: the ice of the scene will be gone.
func TestRaisesNameTheirCap(t *testing.T) {
	s := opened(t, gmtest.Campaign(t, "../testdata/adds/game", nil))
	gmtest.Do(t, s, "begin duel", "award 9 ann cay", "finish")
	caps := map[string]string{}
	for _, key := range []string{"ann", "cay"} {
		log, err := NewTelling(s).Log(key)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range log.ListOffers(s.State()).Raises {
			if r.Cap != "" {
				caps[key+" "+r.Name] = r.Cap
			}
		}
	}
	const bulk = "counts as 2: Bulk rank 2 (heavy armour)"
	if want := map[string]string{"cay spears": bulk, "cay skates": bulk}; !maps.Equal(caps, want) {
		t.Errorf("caps %v, want %v", caps, want)
	}
}

// A chance says who gives what of its DF, but for what the character is not to know of.
func TestWhoGivesTheDF(t *testing.T) {
	for line, told := range map[string]bool{"put kira bleeding": false, "put kira stunned": true, "put kira stunned, secret": false} {
		s := secretive(t, "turn kira 0", "next", line)
		log, err := NewTelling(s).Log("kira")
		if err != nil {
			t.Fatal(err)
		}
		of := ""
		for _, term := range log.Weigh(s.State(), Want{Check: "dodging"}).Roll.Terms {
			of += fmt.Sprint(term.Of)
		}
		if strings.Contains(of, "Stunned") != told {
			t.Errorf("%s: %s", line, of)
		}
	}
}

// TestProposalTellsNoOutcome checks that the sentence of a proposal gives no outcome: "but she stands" belongs to a blow that has
// landed.
func TestProposalTellsNoOutcome(t *testing.T) {
	c := gmtest.Campaign(t, "two_tribes", nil)
	s := opened(t, c)
	gmtest.Do(t, s, "begin skirmish_at_the_well", "next")
	log := NewLog(s.Game(), "red_prince")
	for e, err := range s.History() {
		if err != nil {
			t.Fatal(err)
		}
		log.Next(e)
	}
	champion := ""
	for _, o := range log.SeatView(s.State()).Others {
		if o.Name == "Blue champion" {
			champion = o.ID
		}
	}
	p, refused := log.Proposal(s.State(), Want{Deed: "attack", Whom: champion})
	if want := "You attack the blue champion."; refused != "" || p.Told != want {
		t.Errorf("told is %q, want %q; refused: %s", p.Told, want, refused)
	}
}

// TestEveryAnswerSaysWhatItDoes: in every campaign, each answer to an action or a throw has a hint of one or two short sentences,
// which stands in the lists of the phones and the dashboard.
func TestEveryAnswerSaysWhatItDoes(t *testing.T) {
	answers := 0
	for _, name := range storyCampaigns {
		for _, action := range gmtest.Campaign(t, name, nil).Rules.Actions.All {
			if action.Answers == "" {
				continue
			}
			answers++
			if n := len(action.Hint); n == 0 || n > 90 || !strings.HasSuffix(action.Hint, ".") {
				t.Errorf("%s: the answer %s has the hint %q", name, action.Name, action.Hint)
			}
		}
	}
	if answers < 25 {
		t.Errorf("only %d answers", answers)
	}
}

// A scene that players see stands on their pages and in their chances; what is kept back is in neither, nor in what the chance is before.
func TestTheSceneIsSeen(t *testing.T) {
	s, log := atTheHatch(t)
	weigh := func() (*Roll, []string) {
		w := log.Weigh(s.State(), Want{Check: "sword"})
		return w.Roll, log.SeatView(s.State()).Own.Situations
	}
	plain, _ := weigh()
	gmtest.Do(t, s, "scene light_half, secret")
	if kept, around := weigh(); kept.Number != plain.Number || len(around) > 0 || len(kept.Before) > 0 {
		t.Errorf("kept back: %g %q %q, want %g", kept.Number, kept.Before, around, plain.Number)
	}
	gmtest.Do(t, s, "scene gravity_double, light_half secret")
	if _, around := weigh(); len(around) > 1 || slices.Contains(around, "Half light −3") {
		t.Errorf("one of two kept back: %q", around)
	}
	gmtest.Do(t, s, "scene light_half")
	if seen, around := weigh(); seen.Number != plain.Number-15 || !slices.Contains(around, "Half light −3") {
		t.Errorf("seen: %g %q, want %g", seen.Number, around, plain.Number-15)
	}
}

// kirasTurn opens the sample campaign at a turn of Kira's in the warehouse, carries out lines, and returns the log of her seat.
func kirasTurn(t *testing.T, lines ...string) (*gm.Session, *Log) {
	t.Helper()
	s, _, err := gm.Open(gmtest.Campaign(t, "saltmarket", nil), gm.Options{Clock: gmtest.Clock()})
	if err != nil {
		t.Fatal(err)
	}
	gmtest.Do(t, s, append([]string{"begin warehouse", "turn kira 1", "next"}, lines...)...)
	log, err := NewTelling(s).Log("kira")
	if err != nil {
		t.Fatal(err)
	}
	return s, log
}

// Two options of one group are refused by their names, which the player can do something about.
func TestOptionsOfOneGroup(t *testing.T) {
	s, log := kirasTurn(t)
	want := Want{Check: "sword", Ticks: []Tick{{Name: "same_primary"}, {Name: "mixed_primary"}}}
	if got := log.Weigh(s.State(), want).Refused; got != "“Florentine primary (alike)” and “Florentine primary (mixed)” exclude each other. Choose one." {
		t.Error(got)
	}
	if got := log.Weigh(s.State(), Want{Check: "sword", Ticks: []Tick{{Name: "difficult"}}}).Refused; got != NotOffered {
		t.Errorf("how hard it is says the game master: %q", got)
	}
}

// TestHelpIsForWhoNeedsIt offers to tend whoever is seen to bleed, and nobody else; where conditions are not seen, everybody.
func TestHelpIsForWhoNeedsIt(t *testing.T) {
	s, log := kirasTurn(t)
	tended := func() (names []string) {
		for _, d := range log.ListOffers(s.State()).Deeds {
			if d.Name == "tend" {
				names = append(collect.Map(d.Whom, func(m Means) string { return m.Label }), d.Refused)
			}
			if d.Name == "glimpse" {
				t.Error("a passive perception is offered")
			}
		}
		return slices.DeleteFunc(names, func(name string) bool { return name == "" })
	}
	if got := tended(); len(got) != 1 || got[0] != noneNeeds {
		t.Errorf("nobody bleeds: %q", got)
	}
	for lines, want := range map[string][]string{
		"put dov bleeding; put ilse bleeding, secret": {"Dov Hallam"},
		"put dov bleeding; put kira bleeding":         {"Dov Hallam", "yourself"},
	} {
		for line := range strings.SplitSeq(lines, "; ") {
			gmtest.Do(t, s, line)
		}
		if got := tended(); !slices.Equal(got, want) {
			t.Errorf("%s: %q", lines, got)
		}
		gmtest.Do(t, s, "undo", "undo")
	}
	gmtest.Do(t, s, "put dov cloaked")
	if got := tended(); len(got) > 0 && got[0] == "Dov Hallam" {
		t.Errorf("of one who does not bleed: %q", got)
	}
}

// TestOneUnseenIsBrokenFreeOf has somebody gripped by one who vanishes: the grip is still felt, and can be broken without a name.
func TestOneUnseenIsBrokenFreeOf(t *testing.T) {
	s, log := kirasTurn(t, "put kira gripped by grell", "put grell unseen")
	for _, d := range log.ListOffers(s.State()).Deeds {
		whom := collect.Map(d.Whom, func(m Means) string { return m.Label })
		switch {
		case d.Name == "break_hold" && !slices.Equal(whom, []string{"someone"}):
			t.Errorf("broken free of %q, %s", whom, d.Refused)
		case d.Name != "break_hold" && slices.Contains(whom, "someone"):
			t.Errorf("%s is done to someone unseen", d.Name)
		}
	}
	want := Want{Deed: "break_hold", Whom: unnoticedID}
	if w := log.Weigh(s.State(), want); w.Refused != "" || w.Roll == nil || strings.Contains(w.Says, "Grell") {
		t.Errorf("weighed as %+v", w)
	}
	p, refused := log.Proposal(s.State(), want)
	if refused != "" || strings.Contains(p.Told, "Grell") || !strings.Contains(p.Line, "grell") {
		t.Errorf("proposed is %+v, %s", p, refused)
	}
	gmtest.Do(t, s, "end kira gripped")
	if w := log.Weigh(s.State(), want); w.Refused == "" {
		t.Error("one unseen can be aimed at without a grip")
	}
}

// TestAKickIsNotInHand says nothing of the hand where what is used takes none.
func TestAKickIsNotInHand(t *testing.T) {
	s, _ := kirasTurn(t)
	seen, err := NewTelling(s).SeatViewOf("kira")
	if err != nil || seen.Own.Hand != "Sabre" {
		t.Fatalf("%v, in hand is %q", err, seen.Own.Hand)
	}
	gmtest.Do(t, s, "hold kira close_fist")
	if seen, err = NewTelling(s).SeatViewOf("kira"); err != nil || seen.Own.Hand != "" {
		t.Errorf("%v, in hand is %q", err, seen.Own.Hand)
	}
}

// TestTheCountIsThatOfWhatIsAsked shows the count at which a blow lands while its answer is asked for, not the last one noticed.
func TestTheCountIsThatOfWhatIsAsked(t *testing.T) {
	s, _, err := gm.Open(gmtest.Campaign(t, "saltmarket", nil), gm.Options{Clock: gmtest.Clock()})
	if err != nil {
		t.Fatal(err)
	}
	gmtest.Do(t, s, "begin warehouse", "turn kira 90", "turn grell 1", "next")
	if _, err := s.Do(command.Command{Line: "grell: attack kira", Typed: true}); err != nil {
		t.Fatal(err)
	}
	tell := NewTelling(s)
	for range 20 {
		if _, err := s.Do(command.Command{Line: "next", Typed: true}); err != nil || len(s.Questions("kira")) > 0 {
			break
		}
	}
	seen, err := tell.SeatViewOf("kira")
	if err != nil || seen.Question == nil || seen.Count <= 1 {
		t.Errorf("%v: asked is %v at count %g", err, seen.Question, seen.Count)
	}
}
