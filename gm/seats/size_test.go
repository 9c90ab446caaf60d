package seats

import (
	"fmt"
	"math/rand/v2"
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

// The most that a page, an event, and an event in the middle of a fight may weigh, in bytes: a phone is far from the router, and there
// are many of them.
const (
	pageMost   = 30 << 10
	eventMost  = pageMost / 3
	middleMost = eventMost * 3 / 5
)

// thirtySkills is a character with that many skills, in a fight of nine.
func thirtySkills(t *testing.T) *campaign.Campaign {
	t.Helper()
	var skills []string
	for _, name := range []string{"sword", "knife", "axe", "club", "flail", "staff", "polearm", "throwing", "archery", "crossbow", "sling", "brawling", "kicking", "wrestling", "general_perception", "combat_perception",
		"searching", "tracking", "acrobatics", "dodging", "evasion", "climbing", "swimming", "diving", "leaping", "balance", "horsemanship", "sneaking", "hiding", "shadowing"} {
		skills = append(skills, name+": 8")
	}
	c, err := campaign.Open(gmtest.Folder(t, map[string]string{
		"campaign.yaml": "campaign: {label: The Nine, pack: hybrid}\ncast: [dov, ilse, bram, grell, harpooner, bruiser, dock_cutter, door_warden]\n",
		"characters/yann.yaml": fmt.Sprintf(`character: {name: Yann Corbel, player: Ana, portrait: kira.png}
stats: {PST: 14, PEN: 14, DEX: 14, PAG: 14, PAW: 14, MST: 11, MEN: 12, MAG: 12, MAW: 13, PSI: 5}
skills: {%s}
gear: [sabre, buckler, dagger, close_fist, long_bow]
`, strings.Join(skills, ", ")),
		"encounters/quay.yaml": `encounter: {label: Quay, read: "Two lanterns swing over the crates, and a voice has just broken off."}
combatants:
  yann: {side: party}
  dov: {side: party}
  ilse: {side: party}
  bram: {side: party}
  grell: {side: gang}
  harpooner: {side: gang}
  bruiser: {side: gang}
  dock_cutter: {side: gang}
  door_warden: {side: gang}
`}), nil)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// TestSizes fights with nine people, one of them with thirty skills: the page that is opened at the end, and what a phone hears of
// each change, are small.
func TestSizes(t *testing.T) {
	gmtest.SkipIfShort(t)
	tb := newTableWithDice(t, thirtySkills(t), Options{}, rules.NewSeededDice([32]byte{1}), "begin quay", "reveal grell", "turn yann 1", "turn dov 11", "turn ilse 14", "turn bram 9", "turn grell 4", "next", "yann: attack grell")
	yann := tb.seat("yann")
	if m := tb.listen("/seat/events?as=yann", yann).message(); m.Parts["sheet"] == "" {
		t.Fatal("the first message has no sheet")
	}
	var sizes []int
	for before, n := tb.truth("yann"), 0; n < 60; n++ {
		tb.strikes(1)
		now := tb.truth("yann")
		if m := pageChanges(before, now); !m.isEmpty() {
			sizes = append(sizes, len(m.encodeUpdate()))
		}
		before = now
	}
	tb.do("set yann PFT 9", "set yann PBD 3", "put yann bleeding", "put yann prone", "set dov PFT 12", "set grell PFT 7", "put grell prone")
	slices.Sort(sizes)
	page := tb.has("/seat?as=yann", "Bleeding", yann)
	t.Logf("the page has %d bytes; of %d messages the middle one %d, the 99th in a hundred %d, the largest %d", len(page), len(sizes), sizes[len(sizes)/2], sizes[len(sizes)*99/100], sizes[len(sizes)-1])
	if len(page) > pageMost || strings.Contains(page, "Shadowing") {
		t.Errorf("the page has %d bytes, with the sheet %t", len(page), strings.Contains(page, "Shadowing"))
	}
	if n := len(sizes); n < 30 || sizes[n-1] > eventMost {
		t.Errorf("of %d messages the middle one has %d bytes, the largest %d", n, sizes[n/2], sizes[n-1])
	}
	sheet := tb.ask("GET", "/seat/sheet?as=yann", "", yann)
	if !strings.Contains(sheet.Body.String(), "Shadowing") {
		t.Errorf("the sheet, when it is opened: %d, %d bytes", sheet.Code, sheet.Body.Len())
	}
}

// TestEventsOfAFight has three players answer, throw their dice and attack from the first turn of a fight to its last, of ten and of
// sixteen combatants, and one with a long exchange at the first wound: no event to a phone is large.
func TestEventsOfAFight(t *testing.T) {
	gmtest.SkipIfShort(t)
	for _, of := range []struct {
		name string
		seed uint64
		more []string
	}{{"ten", 7, nil}, {"sixteen", 8, []string{"add 6 bruiser side gang"}}, {"a long exchange", 34, nil}} {
		t.Run(of.name, func(t *testing.T) {
			if of.more == nil && !*long {
				t.Skip("with -long")
			}
			f := newPhoneFight(t, of.seed, of.more...)
			for n := 0; f.step(); n++ {
				if n > 5000 {
					t.Fatal("the fight does not end")
				}
			}
			if len(f.events) < 200 {
				t.Fatalf("%d events: too few for this test", len(f.events))
			}
			slices.SortFunc(f.events, func(a, b string) int { return len(a) - len(b) })
			middle, largest := f.events[len(f.events)/2], f.events[len(f.events)-1]
			t.Logf("of %d events the middle one has %d bytes, the largest %d", len(f.events), len(middle), len(largest))
			if len(middle) > middleMost || len(largest) > eventMost {
				t.Errorf("an event has %d bytes, the middle one %d:\n%s", len(largest), len(middle), largest)
			}
		})
	}
}

// phoneFight is a fight in the warehouse with three phones, and what they are sent.
type phoneFight struct {
	*testing.T
	session *gm.Session
	telling *players.Telling
	rng     *rand.Rand
	pages   map[string]*page
	asked   map[string]*pageQuestion
	events  []string
}

// newPhoneFight begins a fight with dice of a seed, in which lines were carried out.
func newPhoneFight(t *testing.T, seed uint64, lines ...string) *phoneFight {
	session, _, err := gm.Open(sample(), gm.Options{Dice: rules.NewSeededDice([32]byte{byte(seed)})})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { session.Close() })
	gmtest.Do(t, session, slices.Concat([]string{"begin warehouse", "dice kira", "dice dov", "dice ilse"}, lines, []string{"initiative all"})...)
	f := &phoneFight{t, session, players.NewTelling(session), rand.New(rand.NewPCG(seed, 0)), map[string]*page{}, map[string]*pageQuestion{}, nil}
	f.look()
	return f
}

// step lets one thing happen: an answer, a die, an attack or the next turn. It reports whether the fight goes on.
func (f *phoneFight) step() (goesOn bool) {
	able := map[bool][]string{} // of the party, and of the others
	for _, a := range f.session.State().Actors {
		if can, _ := a.CanAct(f.session.Rules()); can {
			able[a.Side == "party"] = append(able[a.Side == "party"], a.Key)
		}
	}
	q := f.session.OpenQuestion()
	if q == nil && (len(able[true]) == 0 || len(able[false]) == 0) {
		return false
	}
	var err error
	switch open := f.session.Game().OpenActor(); {
	case q != nil && q.Need.Die > 0:
		_, err = f.session.Reply(q.ID, gm.Reply{Text: fmt.Sprint(1 + f.rng.IntN(q.Need.Die))})
	case q != nil:
		_, err = f.session.Reply(q.ID, gm.Reply{Choice: q.Need.ChoiceNames()[0]})
	case open == nil:
		_, err = f.session.Do(command.Command{Line: "next", Typed: true})
	default:
		whom := able[open.Side != "party"]
		if _, err = f.session.Do(command.Command{Line: "attack " + whom[f.rng.IntN(len(whom))], Typed: true}); err != nil && f.session.OpenQuestion() == nil {
			_, err = f.session.Do(command.Command{Line: "wait", Typed: true})
		}
	}
	if err != nil && f.session.OpenQuestion() == nil {
		f.Fatal(err)
	}
	f.look()
	return true
}

// look draws what each phone shows, and keeps the event that it is sent.
func (f *phoneFight) look() {
	for _, key := range []string{"kira", "dov", "ilse"} {
		seen, err := f.telling.SeatViewOf(key)
		if err != nil {
			f.Fatal(err)
		}
		if f.asked[key] == nil {
			f.asked[key] = &pageQuestion{}
		}
		l := seatSnapshot{key: key, seen: seen}
		f.asked[key].updateQuestion(l)
		l.number = f.asked[key].number
		now := drawPage(l)
		if before := f.pages[key]; before != nil {
			m := pageChanges(before, now)
			if m.isEmpty() {
				continue
			}
			f.events = append(f.events, string(m.encodeUpdate()))
		}
		f.pages[key] = now
	}
}
