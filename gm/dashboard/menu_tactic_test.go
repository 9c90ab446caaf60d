package dashboard

import (
	"strings"
	"testing"

	"github.com/rivo/tview"

	"hybrid/gm"
	"hybrid/gm/gmtest"
)

// pairOfHands is the sample fight with Grell's turn come, and Kira's to come.
func pairOfHands(t *testing.T, lines ...string) *gm.Session {
	session := sampleSession(t)
	play(t, session, append([]string{"begin warehouse", "turn grell 1", "turn scar 2", "turn warden 3", "turn kira 30", "turn dov 61", "turn ilse 62",
		"turn bram 63", "turn shooter 70", "turn hanne 71", "turn bruiser 72", "next"}, lines...)...)
	return session
}

// TestTacticActs: z does what the tactic of the one who is due would, as a line with its reason, which undo takes back;
// for one who has a player it says what helps.
func TestTacticActs(t *testing.T) {
	session := pairOfHands(t)
	s := newStage(t, session, 80, 24).keys("z")
	e := lastEntry(t, session)
	if !strings.HasPrefix(e.Line, "grell: attack ") || !strings.Contains(e.Reason, "hurts 4") || !strings.Contains(s.frame(), "least attacked · hurts 4") {
		t.Errorf("z made %q because %q\n%s", e.Line, e.Reason, s.frame())
	}
	s.keys("u")
	if !session.State().Find("grell").Open {
		t.Errorf("undo did not take it back")
	}
	play(t, session, "grell: wait")
	s.d.selectKey("cutter_1")
	if s.keys("z"); !strings.Contains(s.frame(), "Scar is ready at 2. Press n to continue.") {
		t.Errorf("z does not say when Scar is due\n%s", s.frame())
	}
	play(t, session, "next", "wait", "next", "wait", "next")
	s.d.selectKey("kira")
	before := len(session.Log())
	if s.keys("z"); len(session.Log()) != before || !strings.Contains(s.frame(), "advise") {
		t.Errorf("z acted for whom somebody plays\n%s", s.frame())
	}
}

// TestTacticByMouse: at the turn of one without a player z is on the first page of the bottom line, and at that of one with a player it
// is not; after a click on a key of a later page, the first page is shown again.
func TestTacticByMouse(t *testing.T) {
	session := pairOfHands(t)
	s := newStage(t, session, 80, 24)
	s.draw()
	click := func(text string) {
		s.clickOnce(tview.MouseLeftClick, text)
		s.draw()
	}
	click("z tactic")
	if e := lastEntry(t, session); !strings.HasPrefix(e.Line, "grell: attack ") {
		t.Errorf("a click on z made %q", e.Line)
	}
	for n := 0; !strings.Contains(s.frame(), "l numbers"); n++ {
		if click("»"); n > 20 {
			t.Fatalf("no numbers in the bottom line\n%s", s.frame())
		}
	}
	click("l numbers")
	s.shows(t, "a attack", "not", "l numbers")
	play(t, session, "turn kira 2", "next")
	s.d.selectKey("kira")
	s.draw()
	s.shows(t, "a attack", "not", "z tactic")
}

// TestSideActsByItself: Z lets the gang declare until one of the party is concerned.
func TestSideActsByItself(t *testing.T) {
	session := pairOfHands(t)
	before := len(session.Log())
	s := newStage(t, session, 80, 24).keys("Z")
	s.golden("side-80x24")
	for _, who := range []string{"grell", "cutter_1", "warden"} {
		if session.State().Find(who).Doing == nil {
			t.Errorf("%s does nothing\n%s", who, s.frame())
		}
	}
	for _, a := range session.State().Actors {
		if a.Sheet.Person.Player != "" && (a.Doing != nil || a.Open) {
			t.Errorf("%s was moved", a.Name)
		}
	}
	s.keys("u")
	if got := len(session.Log()) - before; got < 4 {
		t.Errorf("Z made %d entries", got)
	}
}

// With one of the party selected Z is for the only side without a player.
func TestTheOtherSideActsByItself(t *testing.T) {
	session := pairOfHands(t, "attack kira")
	s := newStage(t, session, 80, 24)
	s.d.selected = "ilse"
	if s.keys("Z"); session.State().Find("cutter_1").Doing == nil {
		t.Errorf("Scar does nothing\n%s", s.frame())
	}
}

// TestTacticAnswers: z at a question answers as the tactic of the one who is asked would.
func TestTacticAnswers(t *testing.T) {
	gmtest.SkipIfShort(t)
	session := pairOfHands(t, "wait", "next", "wait", "next", "wait", "next", "attack warden")
	s := newStage(t, session, 80, 24).keys("n", "z")
	e := lastEntry(t, session)
	if e.Line != "next" || e.Answers["warden.answer"] == "" || len(s.d.overlays) > 0 && s.d.mode() == modeList {
		t.Errorf("z answered %v to %s\n%s", e.Answers, e.Line, s.frame())
	}
}

// TestAdvise: the line lists what one could do with what it is worth; Enter does the first.
func TestAdvise(t *testing.T) {
	session := pairOfHands(t)
	s := newStage(t, session, 80, 24).keys(":").types("advise").keys("Enter")
	s.golden("advise-80x24")
	s.keys("Enter")
	if e := lastEntry(t, session); !strings.HasPrefix(e.Line, "grell: ") {
		t.Errorf("Enter made %s", e.Line)
	}
}

// For one with a player the list goes by what that player knows: another one's secret numbers change nothing in it.
func TestAdviceForAPlayer(t *testing.T) {
	frame := func(lines ...string) string {
		session := pairOfHands(t, append(lines, "grell: wait", "turn kira 2", "turn scar 90", "next")...)
		_, list, _ := strings.Cut(newStage(t, session, 80, 24).keys(":").types("advise kira").keys("Enter").frame(), "as far as Kira knows")
		return list
	}
	open := frame()
	if secret := frame("set grell PFT 9", "set scar PBD 3"); !strings.Contains(open, "attack → Grell") || secret != open {
		t.Errorf("\n%s\nwith other secret numbers\n%s", open, secret)
	}
}

// What a player knows after a long session is worked out between the keys, and Esc stops it.
func TestAdviceAfterALongSession(t *testing.T) {
	session := pairOfHands(t, "wait", "turn kira 2", "next")
	for range 2 * maxEntriesTold {
		play(t, session, "note more")
	}
	s := newStage(t, session, 80, 24).keys(":").types("advise kira")
	s.press("Enter")
	if !s.d.isWaiting() {
		t.Fatalf("all of it was worked out at once\n%s", s.frame())
	}
	s.press("Esc")
	if s.draw(); len(s.d.overlays) > 0 {
		t.Errorf("after Esc\n%s", s.frame())
	}
	if s.keys(":").types("advise kira").keys("Enter"); !strings.Contains(s.frame(), "attack → ") {
		t.Errorf("no advice\n%s", s.frame())
	}
}

// A drop of blood is nobody's turn: the side goes on, and says so only if one of the party drops by it.
func TestASideDoesNotStopAtBlood(t *testing.T) {
	session := pairOfHands(t, "put kira bleeding", "wait", "turn cutter_1 300", "turn warden 300", "turn kira 200", "turn dov 210", "turn ilse 220", "turn bram 230")
	s := newStage(t, session, 80, 24).keys("Z")
	if session.State().Count < 70 {
		t.Errorf("the side stops at a drop of blood\n%s", s.frame())
	}
}

// What a tactic does at once is told in the words of the log, with its reason.
func TestAMoveByTacticIsTold(t *testing.T) {
	session := unacceleratedSession(t)
	play(t, session, "begin rooftops", "turn runner_1 1", "next")
	frame := newStage(t, session, 80, 24).keys("z").frame()
	if !strings.Contains(frame, "Wren runs for the dock crane") || strings.Contains(frame, "→ Wren") {
		t.Errorf("the move is not told\n%s", frame)
	}
	session = sampleSession(t)
	play(t, session, "begin rooftops", "turn runner_1 1", "next")
	if frame = newStage(t, session, 80, 24).keys("z").frame(); !strings.Contains(frame, "Wren jogs toward the dock crane") || !strings.Contains(frame, "the dock crane is the way out") {
		t.Errorf("the roll is not told\n%s", frame)
	}
}

// A runner takes one key a turn: it sets out, or keeps going, and its turn goes by. The log has no line of that.
func TestRunnerTakesOneKey(t *testing.T) {
	for _, session := range []*gm.Session{sampleSession(t), unacceleratedSession(t)} {
		play(t, session, "begin rooftops", "turn runner_1 1", "turn ilse 900", "turn bram 900", "turn runner_2 900", "turn lad 900", "next")
		s := newStage(t, session, 80, 24)
		for turn := range 2 {
			s.keys("z")
			a := session.State().Find("runner_1")
			if a.Open || a.Turn < 0 || a.Going == nil {
				t.Fatalf("turn %d: z leaves %s with its turn\n%s", turn, a.Name, s.frame())
			}
			if frame := s.frame(); strings.Contains(frame, "waived") || strings.Contains(frame, "1 Wren keeps going") || strings.Contains(frame, "2 Wren keeps going") {
				t.Errorf("turn %d: the log tells that a turn went by\n%s", turn, frame)
			}
			s.keys("n")
		}
	}
}

// Where to go may be a place on the line; then it is asked how.
func TestWalkToAPlace(t *testing.T) {
	session := unacceleratedSession(t)
	play(t, session, "begin rooftops", "turn lad 1", "next")
	s := newStage(t, session, 80, 24).keys("M", "6").types("away").keys("Enter")
	if !strings.Contains(s.frame(), "metres along the line") {
		t.Errorf("a word is no place\n%s", s.frame())
	}
	if s.types("120").keys("Enter"); !strings.Contains(s.frame(), "Tam Wick › to 120 m › how?") || !strings.Contains(s.frame(), "there at") {
		t.Errorf("it is not asked how\n%s", s.frame())
	}
	if s.keys("Enter"); lastEntry(t, session).Line != "move lad to 120 running" {
		t.Errorf("Enter did %s\n%s", lastEntry(t, session).Line, s.frame())
	}
}

// In rounds advice says nothing of counts, goes by the odds where nobody keeps what is known, and lists what a side does by itself.
func TestAdviseInRounds(t *testing.T) {
	session := sessionOf(t, "two_tribes", nil)
	play(t, session, "begin skirmish_at_the_well", "next")
	s := newStage(t, session, 80, 24).keys(":").types("advise red_champion").keys("Enter")
	s.golden("rounds-advise-80x24")
	s.keys("Esc")
	play(t, session, "finish")
	s.keys(":").types("advise red").keys("Enter").golden("rounds-advise-side-80x24")
	s.keys("1")
	if got := lastEntry(t, session).Line; got != "red: open_intermission" {
		t.Errorf("Enter made %s", got)
	}
}

// A check is on a statistic where the game has no skills.
func TestCheckOnAStatistic(t *testing.T) {
	session := sessionOf(t, "catacombs", nil)
	play(t, session, "begin proving_ground", "next")
	s := newStage(t, session, 80, 24).keys("c")
	s.golden("rounds-check-80x24")
	s.types("agi").keys("Enter")
	if got := lastEntry(t, session).Line; got != "torgils: check AGI" {
		t.Errorf("Enter made %s\n%s", got, s.frame())
	}
}

// A combatant whose tactic would leave stays while a blow of the party is under way against it.
func TestTacticDoesNotLeaveUnderABlow(t *testing.T) {
	session := pairOfHands(t)
	play(t, session, "set hanne PFT 1", "turn hanne 6", "turn dov 5", "turn scar 70", "turn warden 71", "grell: wait", "next", "dov: attack hanne", "next")
	s := newStage(t, session, 80, 24)
	if s.d.selectKey("hanne"); session.State().Find("dov").Doing == nil || !session.State().Find("hanne").Open {
		t.Fatalf("the fixture is another\n%s", s.frame())
	}
	if s.keys("z"); session.State().Find("hanne") == nil || strings.HasPrefix(lastEntry(t, session).Line, "remove") {
		t.Errorf("Hanne left before the axe landed: %s\n%s", lastEntry(t, session).Line, s.frame())
	}
}

// TestAdviceOrder lists a surrender behind every attack, and no attack on an ally, though something is about to land.
func TestAdviceOrder(t *testing.T) {
	gmtest.SkipIfShort(t)
	for _, who := range []string{"grell", "kira"} {
		session := pairOfHands(t)
		if who == "kira" {
			play(t, session, "attack kira", "turn kira 4", "turn cutter_1 60", "turn warden 61", "next")
		} else {
			play(t, session, "wait", "turn cutter_1 60", "turn warden 61", "turn kira 3", "next", "kira: attack grell")
		}
		frame := newStage(t, session, 120, 40).keys(":").types("advise " + who).keys("Enter").frame()
		_, list, _ := strings.Cut(frame, "best first")
		attack, surrender := strings.Index(list, "attack →"), strings.Index(list, "urrender")
		if attack < 0 || surrender >= 0 && surrender < attack {
			t.Errorf("%s: a surrender stands above an attack\n%s", who, frame)
		}
		for _, v := range session.Ranking(who).Advise(session.State().Find(who)) {
			words := strings.Fields(v.Line)
			if whom := session.State().Find(words[len(words)-1]); strings.HasPrefix(v.Line, "attack") && whom != nil && whom.Side == session.State().Find(who).Side {
				t.Errorf("%s: advises %s", who, v.Line)
			}
		}
	}
}

// TestThievesFlee lets the thieves on the rooftops act by their tactics: they flee to the dock crane, and leave there.
func TestThievesFlee(t *testing.T) {
	gmtest.SkipIfShort(t)
	session := sampleSession(t)
	play(t, session, "begin rooftops", "turn runner_1 1", "turn runner_2 3", "turn lad 900", "turn ilse 900", "turn bram 900", "next")
	s := newStage(t, session, 80, 24)
	for range 12 {
		s.keys("Esc", "Z")
	}
	for _, who := range []string{"runner_1", "runner_2"} {
		if a := session.State().Find(who); a != nil {
			t.Errorf("%s is still at %v m\n%s", who, a.Place, s.frame())
		}
	}
	left := 0
	for _, line := range session.Log() {
		e, err := session.Entry(line.Seq())
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasPrefix(e.Line, "remove runner_") && e.Reason == "the dock crane is reached" {
			left++
		}
	}
	if left != 2 {
		t.Errorf("%d escaped by the crane\n%s", left, s.frame())
	}
}

// TestWhereToExit lists the exits of the encounter among the places to go to.
func TestWhereToExit(t *testing.T) {
	session := unacceleratedSession(t)
	play(t, session, "begin rooftops", "turn ilse 1", "next")
	s := newStage(t, session, 80, 24).keys("M")
	if frame := s.frame(); !strings.Contains(frame, "the dock crane") {
		t.Fatalf("no exit\n%s", frame)
	}
	s.keys("5", "Enter")
	if got := lastEntry(t, session).Line; got != "move ilse to crane running" || !strings.Contains(s.frame(), "120 m to crane") {
		t.Errorf("Enter did %s\n%s", got, s.frame())
	}
}

// TestSideAnswersNumbers: a question for a number in the middle of the blow of an NPC gets the usual number where its side acts by
// itself.
func TestSideAnswersNumbers(t *testing.T) {
	session := sessionOf(t, "heresiarch", nil)
	play(t, session, "begin prowlers", "next, dice 2 9", "purifier: guard", "next")
	session.State().Find("aberration").Sheet.Person.Player = "" // an NPC
	s := newStage(t, session, 120, 40)
	s.keys(":").types("aberration: strike purifier, combined, answer none, dice 2 3").keys("Enter")
	open := session.OpenQuestion()
	if open == nil || open.Need.Wants == nil {
		t.Fatalf("no number is asked for\n%s", s.frame())
	}
	answered := s.d.menus.answerByTactic()
	s.draw()
	if next := session.OpenQuestion(); !answered || next != nil && next.ID == open.ID {
		t.Errorf("the number stays asked for\n%s", s.frame())
	}
}

// TestTacticFinishesItsAction presses z once for a blow whose thrower is asked before it counts, and for a number: the tactic answers both.
func TestTacticFinishesItsAction(t *testing.T) {
	session := sessionOf(t, gmtest.Folder(t, map[string]string{
		"campaign.yaml":       "campaign: {label: Home, pack: game}",
		"characters/ann.yaml": "character: {name: Ann}\nstats: {MIGHT: 2}\n",
		"characters/bob.yaml": "character: {name: Bob, player: Bert}\nstats: {MIGHT: 2}\n",
		"encounters/one.yaml": "sides: {a: {label: The ones}, b: {label: The others}}\ncombatants: {ann: {side: a}, bob: {side: b}}",
		"game/game.yaml": `
pack: {label: Pools, tactic: gnaw}
order: {scheme: rounds}
stats: {MIGHT: {label: Might}}
pools: {HEART: {label: Heart, max: 40}}
dice: {night: {faces: {blank: 1, ten: 1}}}
conditions: {down: {holds: HEART.now <= 0, out: true, bad: true}, pushed: {until: sequence}}
actions:
  strike:
    whom: true
    counts: 1
    steps:
      pool: {throw: night, dice: MIGHT}
      push: {offer: push, many: true}
      hurt: {who: other, do: [{lose: HEART, by: pool.ten}]}
  push_on: {answers: push, put: [pushed], when: not is.pushed, ask: {what: dice to add, least: 1, most: 2, usual: 2}, steps: {more: {do: [{throw: pool, by: asked}]}}}
tactics: {gnaw: {do: [strike, push_on]}}
`}), nil)
	play(t, session, "begin one", "next")
	checkStruck := func(s *stage) {
		t.Helper()
		if last := lastEntry(t, session); !strings.HasPrefix(last.Line, "ann: strike bob") || session.OpenQuestion() != nil || s.d.overlayOnTop() != nil {
			t.Errorf("after z, %q and:\n%s", last.Line, s.frame())
		}
	}
	checkStruck(newStage(t, session, 80, 24).keys("z"))
	s := newStage(t, session, 80, 24).keys("u", ":").types("ann: strike bob").keys("Enter")
	if s.d.mode() != modeList {
		t.Fatalf("no question\n%s", s.frame())
	}
	checkStruck(s.keys("z")) // one key for whether Ann adds dice, and how many
}
