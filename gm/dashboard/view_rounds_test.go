package dashboard

import (
	"slices"
	"strings"
	"testing"

	"hybrid/campaigns"
	"hybrid/gm"
	"hybrid/gm/campaign"
	"hybrid/gm/gmtest"
)

// TestRounds draws a game in which sides have turns, at both sizes, and plays the first action of a side's turn with keys.
func TestRounds(t *testing.T) {
	for _, game := range []struct{ campaign, encounter string }{
		{"catacombs", "proving_ground"}, {"two_tribes", "raid"}, {"two_tribes", "skirmish_at_the_well"}, {"heresiarch", "prowlers"}} {
		campaign, err := campaign.Open(game.campaign, nil)
		session := openSession(t, campaign, err)
		play(t, session, "begin "+game.encounter, "next")
		newStage(t, session, 80, 24).golden("rounds-" + game.encounter + "-80x24")
		newStage(t, session, 120, 40).golden("rounds-" + game.encounter + "-120x40")
		newStage(t, session, 60, 16).golden("rounds-" + game.encounter + "-60x16")
	}
	session := sessionOf(t, "catacombs", nil)
	play(t, session, "begin proving_ground")
	s := newStage(t, session, 80, 24)
	s.draw()
	if frame := s.frame(); !strings.Contains(frame, "n: turn 1 begins") {
		t.Errorf("before the first turn:\n%s", frame)
	}
	s.keys("n")
	if frame := s.frame(); !strings.Contains(frame, "turn 1 · The heroes") || !strings.Contains(frame, "Klavien can act · x ends one turn, n n the side's") {
		t.Errorf("the turn of a side:\n%s", frame)
	}
	s.keys("/")
	if frame := s.frame(); !strings.Contains(frame, "1 AP  80%  a") || !strings.Contains(frame, "1 AP  w") {
		t.Errorf("what an action costs is not behind it:\n%s", frame)
	}
	s.keys("Esc", "a")
	if frame := s.frame(); !strings.Contains(frame, ": Torgils: strike King") {
		t.Errorf("an attack in one's turn:\n%s", frame)
	}
	s.keys("Esc")
	play(t, session, "heroes: done", "next")
	s.draw()
	s.keys("a")
	if frame := s.frame(); !strings.Contains(frame, "Torgils has taken its turn") {
		t.Errorf("an attack after one's turn:\n%s", frame)
	}
}

// TestRoundFrames draws what a table sees in a game in which sides have turns: whom an action is for, its options and what it
// costs, dice that are typed, the question after a throw, the history, help, and the end.
func TestRoundFrames(t *testing.T) {
	gmtest.SkipIfShort(t)
	for _, game := range []struct{ campaign, encounter, won string }{
		{"two_tribes", "raid", "put red victorious"}, {"catacombs", "end_of_reign", "set king HP 0"}, {"heresiarch", "prowlers", "set aberration NV 0; set hybrid_one NV 0; set pest NV 0"}} {
		campaign, err := campaign.Open(game.campaign, nil)
		start := func() *gm.Session {
			session := openSession(t, campaign, err)
			play(t, session, "begin "+game.encounter, "next")
			return session
		}
		for _, scene := range []struct {
			name string
			play string
			keys []string
		}{
			{name: "before"},
			{name: "whom", keys: []string{"a"}},
			{name: "find", keys: []string{"/"}},
			{name: "help", keys: []string{"?"}},
			{name: "won", play: game.won},
			{name: "over", play: game.won, keys: []string{"F", "2"}},
			{name: "sheet", keys: []string{"v"}},
			{name: "past", keys: []string{"n", "n", "H"}},
		} {
			for _, size := range []struct {
				name string
				w, h int
			}{{"80x24", 80, 24}, {"120x40", 120, 40}, {"60x16", 60, 16}} {
				if size.h == 16 && scene.name != "whom" && scene.name != "won" {
					continue
				}
				session := start()
				if scene.play != "" {
					play(t, session, strings.Split(scene.play, "; ")...)
				}
				newStage(t, session, size.w, size.h).keys(scene.keys...).golden("rounds-" + game.encounter + "-" + scene.name + "-" + size.name)
			}
		}
	}
}

// TestThrowFrames draws a throw from the options of the action to the question after it, with dice that are typed by the
// beginnings of their faces.
func TestThrowFrames(t *testing.T) {
	gmtest.SkipIfShort(t)
	for _, size := range []struct {
		name string
		w, h int
	}{{"80x24", 80, 24}, {"120x40", 120, 40}, {"60x16", 60, 16}} {
		session := sessionOf(t, "two_tribes", nil)
		play(t, session, "begin raid", "next", "dice all")
		s := newStage(t, session, size.w, size.h)
		s.keys("j", "j", "a", "3").golden("rounds-throw-options-" + size.name)
		s.keys("Enter").types("hi wi").golden("rounds-throw-dice-" + size.name)
		s.keys("Enter").golden("rounds-throw-question-" + size.name)
		s.keys("3").golden("rounds-throw-again-" + size.name)
		s.types("w").keys("Enter").types("sav").keys("Enter")
		s.golden("rounds-throw-shorter-" + size.name)
	}
}

// TestExperienceInRounds presses the key of experience at rest, where it ends no turn, and in a fight, where it does.
func TestExperienceInRounds(t *testing.T) {
	session := sessionOf(t, "two_tribes", nil)
	newStage(t, session, 80, 24).keys("x").shows(t, "This game has no experience.")
	play(t, session, "begin skirmish_at_the_well", "next")
	if text := newStage(t, session, 80, 24).keys("x").frame(); strings.Contains(text, "This game has no experience.") {
		t.Errorf("in a fight x is experience:\n%s", text)
	}
}

// TestTicksExclude ticks one of two situations of a group, which takes the tick of the other away.
func TestTicksExclude(t *testing.T) {
	session := sessionOf(t, "two_tribes", nil)
	play(t, session, "begin skirmish_at_the_well", "next")
	s := newStage(t, session, 80, 24)
	s.keys("j", "a", "3", "4", "3")
	frame := s.frame()
	for _, want := range []string{"[x] The attacker is higher", "[ ] The defender is higher", ": Red champion: attack Blue warrior 1, high ground\n"} {
		if !strings.Contains(frame, want) {
			t.Errorf("%q is missing:\n%s", want, frame)
		}
	}
	if frame := s.keys("1").frame(); !strings.Contains(frame, "from 1 to 8") {
		t.Errorf("which numbers may be said is missing:\n%s", frame)
	}
}

// TestUsualDiceAgain throws again with Enter alone those of the dice that are usual, an attacker's save, and refuses Enter where
// none is.
func TestUsualDiceAgain(t *testing.T) {
	session := sessionOf(t, "two_tribes", nil)
	play(t, session, "begin skirmish_at_the_well", "next", "dice all")
	s := newStage(t, session, 80, 24)
	s.keys("j", "a", "3", "Enter").types("hit save").keys("Enter", "3")
	if frame := s.frame(); !strings.Contains(frame, "Enter: save") {
		t.Errorf("what Enter means is not said:\n%s", frame)
	}
	s.keys("Enter").types("wild").keys("Enter", "1", "Enter").types("hit hit").keys("Enter")
	if frame := s.frame(); !strings.Contains(frame, "── Blue warrior 1: before it counts? · Red champion: attack ─") {
		t.Errorf("who is asked does not stand first:\n%s", frame)
	}
	s.keys("1")
	if e := lastEntry(t, session); e.Answers["red_champion.feats.asked"] != "save" {
		t.Errorf("answered %v:\n%s", e.Answers, s.frame())
	}
	s.keys("n", "n", "j", "a", "2", "Enter").types("hit hit").keys("Enter", "3", "Enter")
	if frame := s.frame(); !strings.Contains(frame, "! Enter at least one of them.") {
		t.Errorf("nothing usual lies there:\n%s", frame)
	}
}

// TestDestinyFrames draws what a missed throw and a blow that would kill are asked about.
func TestDestinyFrames(t *testing.T) {
	gmtest.SkipIfShort(t)
	for _, size := range []struct {
		name string
		w, h int
	}{{"80x24", 80, 24}, {"120x40", 120, 40}} {
		session := sessionOf(t, "catacombs", nil)
		play(t, session, "begin proving_ground", "next", "dice all")
		s := newStage(t, session, size.w, size.h)
		s.keys("p", "1", "Enter").golden("rounds-fate-throw-" + size.name)
		s.types("bl bl bl po po").keys("Enter").golden("rounds-fate-missed-" + size.name)
		s.keys("2").golden("rounds-fate-again-" + size.name)
		s.types("po po po po bo").keys("Enter").golden("rounds-fate-location-" + size.name)
		s.types("head").keys("Enter").golden("rounds-fate-done-" + size.name)
		play(t, session, "heroes: done", "next")
		s.keys(":").types("king: powerful_strike esterella, dice point point bonus bonus point head").keys("Enter").golden("rounds-fate-death-" + size.name)
		s.keys("2").golden("rounds-fate-spared-" + size.name)
	}
}

// TestStepsByKeys ends the steps of stages with x, in a round and after a victory, where the mark moves to the side that a step waits for.
func TestStepsByKeys(t *testing.T) {
	session := sessionOf(t, "../testdata/joust/game", nil)
	play(t, session, "begin lists", "next")
	s := newStage(t, session, 80, 24)
	ends := func(text, line string) {
		t.Helper()
		if frame := s.frame(); !strings.Contains(frame, text) {
			t.Errorf("the frame lacks %q:\n%s", text, frame)
		}
		s.keys("x")
		if got := lastEntry(t, session).Line; got != line {
			t.Errorf("%s: x does %q, not %q", text, got, line)
		}
	}
	ends("Gear: Red, Blue · x ends it", "red: done")
	ends("Gear: Blue · x ends it", "blue: done")
	if !s.d.doLine("ann: show_off bob, dice 1") {
		t.Fatal("not done")
	}
	s.draw()
	if s.d.selected != "ann" {
		t.Errorf("%s is marked while the red are awaited", s.d.selected)
	}
	ends("Red won · Forge: Red · x ends it", "red: done")
	if s.d.selected != "bob" {
		t.Errorf("%s is marked while the blue are awaited", s.d.selected)
	}
}

// TestTypedFaces types the names of faces whole, even where a letter of one is a key of the dialog.
func TestTypedFaces(t *testing.T) {
	session := sessionOf(t, "catacombs", nil)
	play(t, session, "begin proving_ground", "next", "dice all")
	s := newStage(t, session, 80, 24)
	s.keys("a", "2", "Enter").types("point point b")
	if frame := s.frame(); !strings.Contains(frame, "5 power dice") {
		t.Errorf("how many dice are thrown is not said:\n%s", frame)
	}
	s.keys("Enter")
	if frame := s.frame(); !strings.Contains(frame, "could be blank or bonus") {
		t.Errorf("a beginning of two faces:\n%s", frame)
	}
	s.types("on bl bl").golden("rounds-typed-80x24")
	s.keys("Enter").types("arm")
	if frame := s.frame(); !strings.Contains(frame, "location die arm   1 arm") {
		t.Errorf("a face with a letter that is a key:\n%s", frame)
	}
	s.keys("Enter")
	if frame := s.frame(); !strings.Contains(frame, "5 dice against 1, 99%: 3 success") {
		t.Errorf("what was typed is not what fell:\n%s", frame)
	}
}

// TestChanceOfAD10 reads the lists of a game with a d10: every chance is in per cent, and a natural 1 makes a roll against 1.
func TestChanceOfAD10(t *testing.T) {
	session := sessionOf(t, "heresiarch", nil)
	play(t, session, "begin first", "set purifier NV 1", "put purifier on_guard", "next, dice 5 2")
	s := newStage(t, session, 80, 24).keys(":").types("hybrid_one: strike purifier").keys("Enter")
	for _, want := range []string{"How does the purifier answer?", "No answer, hits 50%", "Basic parry: averts the hit if it succeeds                10%   45%    1"} {
		if frame := s.frame(); !strings.Contains(frame, want) {
			t.Errorf("%q is missing:\n%s", want, frame)
		}
	}
	if frame := s.keys("Esc", "Esc", "a").frame(); !strings.Contains(frame, "50%") {
		t.Errorf("whom to strike:\n%s", frame)
	}
}

// TestTurnOfTheSameSide selects who may act where a side has another turn since the others have none left.
func TestTurnOfTheSameSide(t *testing.T) {
	session := sessionOf(t, "heresiarch", nil)
	play(t, session, "begin first", "set p2 NV 0", "next, dice 2 5")
	s := newStage(t, session, 80, 24)
	play(t, session, "purifier: guard", "next", "hybrid_one: guard")
	if s.d.selected = "hybrid_one"; s.keys("n").d.selected != "h2" {
		t.Errorf("selected is %s\n%s", s.d.selected, s.frame())
	}
}

// TestUndoAfterTheEnd takes the end of a fight back on the page that shows what it did, and does it again.
func TestUndoAfterTheEnd(t *testing.T) {
	session := sessionOf(t, "catacombs", nil)
	play(t, session, "begin proving_ground", "next")
	s := newStage(t, session, 80, 24).keys("F", "2")
	if frame := s.frame(); session.State().Running || !strings.Contains(frame, "u undo") {
		t.Errorf("the fight is not over:\n%s", frame)
	}
	if s.keys("u"); !session.State().Running {
		t.Errorf("u does not take the end back:\n%s", s.frame())
	}
	if s.keys("U"); session.State().Running {
		t.Errorf("U does not end it again:\n%s", s.frame())
	}
	play(t, session, "begin old_fool")
	if s.keys("u", "u", "U", "U"); !session.State().Running {
		t.Errorf("U does not go on behind the end:\n%s", s.frame())
	}
}

// TestIntermissionKeys does what a side does after a battle with keys: captives, the village, the end of the intermission.
func TestIntermissionKeys(t *testing.T) {
	session := sessionOf(t, "two_tribes", nil)
	play(t, session, "begin skirmish_at_the_well", "next", "red_prince: attack blue_champion, answer none, answer none, dice hit hit hit save save",
		"put blue_champion carried by red_prince", "put red victorious", "set red SLOTS 1", "finish")
	s := newStage(t, session, 80, 24)
	s.keys("/").golden("rounds-intermission-80x24")
	s.keys("Esc")
	for _, find := range []struct{ word, line string }{
		{"open", "red: open_intermission"}, {"cook", "red: cook blue_champion"}} {
		s.keys("/").types(find.word).keys("Enter")
		if got := lastEntry(t, session).Line; got != find.line {
			t.Errorf("%s: %s\n%s", find.word, got, s.frame())
		}
	}
	s.keys("/").types("build").keys("Enter").golden("rounds-build-80x24")
	s.keys("Enter")
	if got := lastEntry(t, session).Line; got != "red: build, site oven" {
		t.Errorf("build: %s\n%s", got, s.frame())
	}
	s.keys("/").types("close").keys("Enter")
	if got := lastEntry(t, session).Line; got != "red: close_intermission" {
		t.Errorf("close: %s\n%s", got, s.frame())
	}
}

// TestAfterTheBattle ends a battle with many who are out, and does then what belongs to the intermission.
func TestAfterTheBattle(t *testing.T) {
	session := sessionOf(t, "two_tribes", nil)
	play(t, session, "begin raid", "next", "put red_prince ko", "put red_shaman ko", "put red_champion ko", "put red_warrior_1 ko", "put red_warrior_2 ko", "put red victorious")
	s := newStage(t, session, 80, 24)
	if frame := s.keys("F").frame(); !strings.Contains(frame, "3 knocked out: Red prince, Red shaman,") {
		t.Errorf("what many have is not said:\n%s", frame)
	}
	s.keys("2", "Esc", "/").types("open").keys("Enter", "/").types("scar roll").keys("Enter", "1")
	for i, want := range []string{"red: scar_roll red_prince", "red: open_intermission", "finish"} {
		entry, err := session.Entry(lastEntry(t, session).Seq - int64(i))
		if err != nil || entry.Line != want {
			t.Errorf("%d: %s, want %s: %v\n%s", i, entry.Line, want, err, s.frame())
		}
	}
}

// TestTacticInRounds lets the tactic of one without a player act, until it can do no more; then the next of its side is selected.
func TestTacticInRounds(t *testing.T) {
	session := sessionOf(t, "catacombs", nil)
	play(t, session, "begin proving_ground", "next", "heroes: done", "next")
	s := newStage(t, session, 80, 24)
	act := func() string {
		s.keys("z")
		for len(s.d.overlays) > 0 {
			s.keys("Enter")
		}
		return lastEntry(t, session).Line
	}
	if line := act(); !strings.HasPrefix(line, "king: powerful_strike ") || !strings.Contains(line, " because ") {
		t.Errorf("the tactic of the king: %q\n%s", line, s.frame())
	}
	for range 12 {
		act()
	}
	s.keys("Z")
	if frame := s.frame(); !strings.Contains(frame, " is affected.") && !strings.Contains(frame, "may act: n goes on") && len(s.d.overlays) == 0 {
		t.Errorf("the side by itself:\n%s", frame)
	}
	if a := session.State().Find("king"); a.PoolValue(session.Rules().Pools.All[1]) > 0 || s.d.selected == "king" {
		t.Errorf("the king has points left, or is still selected:\n%s", s.frame())
	}
}

// TestWhoActsNextIsSelected follows the turns of a game in which each side has a turn of some of its people: the cursor goes
// to a combatant who may act, stays where one looks at another, and one who had its turn is told what goes on.
func TestWhoActsNextIsSelected(t *testing.T) {
	session := sessionOf(t, "two_tribes", nil)
	play(t, session, "begin skirmish_at_the_well")
	s := newStage(t, session, 80, 24)
	s.keys("n")
	selected := func(want, when string) {
		t.Helper()
		if s.d.selected != want {
			t.Errorf("%s: %s is selected, not %s", when, s.d.selected, want)
		}
	}
	selected("red_prince", "the first turn")
	if !s.d.doLine("red_prince: harvest") {
		t.Fatal(s.d.message.text)
	}
	selected("red_champion", "the second of the turn")
	s.keys("k", "a")
	if frame := s.frame(); !strings.Contains(frame, "Red prince has taken its turn. j k choose another, n n ends the turn.") {
		t.Errorf("an attack of one who had its turn:\n%s", frame)
	}
	if !s.d.doLine("set red SAV 5") {
		t.Fatal(s.d.message.text)
	}
	selected("red_prince", "whom one looks at")
	if !s.d.doLine("red_champion: harvest") {
		t.Fatal(s.d.message.text)
	}
	s.keys("n")
	selected("blue_prince", "the other side's turn")
	s.keys("k", "a")
	if frame := s.frame(); !strings.Contains(frame, "Another side acts: The blue tribe. j k choose another, n n ends the turn.") {
		t.Errorf("an attack in the other side's turn:\n%s", frame)
	}
	if !s.d.doLine("blue: done") {
		t.Fatal(s.d.message.text)
	}
	s.keys("k", "a")
	if frame := s.frame(); !strings.Contains(frame, "Press n to continue.") {
		t.Errorf("nobody may act:\n%s", frame)
	}
}

// TestTurnKeys ends turns with keys: x that of one who only moves, n twice that of a side of which a combatant could still act,
// I is a side's roll for the next round with what counts in it, and ← → go from column to column.
func TestTurnKeys(t *testing.T) {
	session := sessionOf(t, "two_tribes", nil)
	play(t, session, "begin skirmish_at_the_well")
	s := newStage(t, session, 80, 24)
	shows := func(want, when string) {
		t.Helper()
		if frame := s.frame(); !strings.Contains(frame, want) {
			t.Errorf("%s: no %q in\n%s", when, want, frame)
		}
	}
	s.keys("n", "i", "i")
	shows("! Red prince already has its turn. Press x to end it.", "a turn that is taken twice")
	s.keys("x")
	shows("▶ The red tribe · 1 to go", "one only moved")
	shows("● Red prince", "one only moved")
	s.keys("n")
	shows("! The red tribe can still act. Press n again to end the turn.", "n while a turn is left")
	s.keys("j", "n")
	shows("! The red tribe can still act. Press n again to end the turn.", "n after another key")
	s.keys("n")
	shows("▶ The blue tribe · 2 to go", "n twice")
	s.keys("→")
	if s.d.selected != "blue_prince" {
		t.Errorf("→ goes to %s from the last column", s.d.selected)
	}
	s.keys("←")
	if a := session.State().Find(s.d.selected); a.Side != "red" {
		t.Errorf("← goes to %s", s.d.selected)
	}
	s.keys("i")
	shows("in another side's turn", "a turn that is not to be had")
	s.keys("n", "n")
	shows("The blue tribe is done for this turn and passes", "a side of which nobody acted")
	if undone := s.keys("u", "u").frame(); !strings.Contains(undone, "▶ The blue tribe · 2 to go") {
		t.Errorf("undone:\n%s", undone)
	}
}

// TestSideRolls rolls for who begins with keys, with cards that are bid, from the third round on.
func TestSideRolls(t *testing.T) {
	session := sessionOf(t, "heresiarch", nil)
	play(t, session, "begin prowlers", "next")
	s := newStage(t, session, 80, 24)
	if ticks := session.Rules().SideRollTicks(session.State(), "griffin"); len(ticks) != 0 {
		t.Errorf("in the first rounds %v may be ticked for a side's roll", ticks[0].Label)
	}
	for range 2 * 3 * 2 { // two rounds of three on both sides
		if s.keys("x"); session.State().Count == 2 && session.Rules().NextSide(session.State()) == "" {
			break
		}
		s.keys("n")
	}
	if frame := s.frame(); !strings.Contains(frame, ": n: round 3 begins · I: activation roll with modifiers") {
		t.Errorf("before the third round:\n%s", frame)
	}
	s.keys("I").golden("rounds-roll-80x24")
	s.keys("↓", "Enter", "Space").types("3").keys("Enter").golden("rounds-bid-80x24")
	s.keys("Enter")
	if e := lastEntry(t, session); e.Line != "initiative scorpion, cards_bid 3" {
		t.Errorf("the line is %q\n%s", e.Line, s.frame())
	}
	s.keys("I").golden("rounds-rolled-80x24")
}

// A parry is asked for when the blow comes, with what each is worth; Space lays open cards for it.
func TestParryIsAsked(t *testing.T) {
	for _, size := range []struct {
		name string
		w, h int
	}{{"80x24", 80, 24}, {"120x40", 120, 40}} {
		session := sessionOf(t, "heresiarch", nil)
		play(t, session, "begin prowlers", "dice all", "next, dice 3 7", "purifier: guard", "next")
		s := newStage(t, session, size.w, size.h)
		s.keys("j", "a", "2", "Enter", "↓", "↓", "↓").golden("rounds-parry-" + size.name)
		s.keys("Space").golden("rounds-parry-options-" + size.name)
		s.keys("1", "Enter").types("5").golden("rounds-parry-die-" + size.name)
		s.keys("Enter").types("4").keys("Enter").types("1").keys("Enter").golden("rounds-parried-" + size.name)
		if e := lastEntry(t, session); e.Answers["purifier.answer"] != "skilled_parry (near_leader)" {
			t.Errorf("%s, answered %v", e.Line, e.Answers)
		}
	}
}

// TestAskedNumberInTheLog says a number that a player was asked for by its name, though something is gained afterwards.
func TestAskedNumberInTheLog(t *testing.T) {
	session := sessionOf(t, "two_tribes", nil)
	play(t, session, "begin skirmish_at_the_well", "next",
		"red_champion: attack blue_warrior_1, answer none, answer 1, answer none, dice savagery wild save save")
	s := newStage(t, session, 80, 24)
	s.draw()
	if frame := s.frame(); !strings.Contains(frame, "· wilds 1") {
		t.Errorf("the number that was asked for has no name:\n%s", frame)
	}
}

// TestConditionsOfThings names the thing that a condition is about in the column of a side.
func TestConditionsOfThings(t *testing.T) {
	campaign, err := campaign.Open("../testdata/things/game", nil)
	session := openSession(t, campaign, err)
	play(t, session, "begin yard", "next", "ann: shoot bob with crossbow, dice 6", "ann: shoot bob with pistol, dice 6")
	if frame := newStage(t, session, 120, 40).frame(); !strings.Contains(frame, "jammed (crossbow) · jammed (pistol)") {
		t.Errorf("what jammed is not said:\n%s", frame)
	}
}

// TestWhatASideHas checks that the column of a side says all that it has, and a condition of a combatant in which turn it acts next.
func TestWhatASideHas(t *testing.T) {
	session := sessionOf(t, "catacombs", nil)
	play(t, session, "begin proving_ground", "next", "put master unexpected", "set torgils HP 0", "put torgils dying 2")
	frame := newStage(t, session, 120, 40).frame()
	for _, want := range []string{"unexpected · reinforced      HP AP  PD", "dying 2 (turn 2)"} {
		if !strings.Contains(frame, want) {
			t.Errorf("%s is missing:\n%s", want, frame)
		}
	}
}

// TestSideRollIsFound: what a side rolls is found, and asked as by its key.
func TestSideRollIsFound(t *testing.T) {
	session := sessionOf(t, "heresiarch", nil)
	play(t, session, "begin first")
	s := newStage(t, session, 80, 24).keys("/").types("activation roll")
	if frame := s.frame(); strings.Contains(frame, "initiative") {
		t.Errorf("what is found speaks of initiative\n%s", frame)
	}
	asked := s.keys("Enter").frame()
	if by := newStage(t, session, 80, 24).keys("I").frame(); asked != by {
		t.Errorf("found it is\n%s\nand by its key\n%s", asked, by)
	}
}

// TestAllThatIsTold says all that the players have to do after a blow, however much it came to.
func TestAllThatIsTold(t *testing.T) {
	session := sessionOf(t, "heresiarch", nil)
	play(t, session, "begin prowlers", "next, dice 9 2", "aberration: strike purifier, combined, dice 6 6, answer 2")
	frame := strings.Join(strings.Fields(newStage(t, session, 80, 24).frame()), " ")
	for _, want := range []string{"action cards: deck → hand", "draws the second army card", "each player draws an army card"} {
		if !strings.Contains(frame, want) {
			t.Errorf("no %s in\n%s", want, frame)
		}
	}
}

// TestNumberIsAskedAtOnce asks for the number that an action in a round needs, says between what, and does it.
func TestNumberIsAskedAtOnce(t *testing.T) {
	session := sessionOf(t, "heresiarch", nil)
	play(t, session, "begin prowlers", "next, dice 9 2")
	s := newStage(t, session, 80, 24)
	if frame := s.keys("m").frame(); !strings.Contains(frame, "1 to 20") {
		t.Errorf("it is not said what may be typed:\n%s", frame)
	}
	s.types("x").shows(t, "“x” isn't a number. Write it in digits.", "not", "Movement points: x")
	s.types("4").keys("Enter")
	if e := lastEntry(t, session); e.Line != "ambrosius: walk 4" && e.Line != "aberration: walk 4" {
		t.Errorf("the line is %q\n%s", e.Line, s.frame())
	}
}

// TestEnterTakesTheUsualNumber: Enter alone takes the usual number of an action's question, of a situation's and of a side's roll; a number
// without a usual one has to be typed.
func TestEnterTakesTheUsualNumber(t *testing.T) {
	session := sessionOf(t, "heresiarch", nil)
	play(t, session, "begin vats", "end griffin seeking", "next, dice 2 9")
	s := newStage(t, session, 80, 24).keys("/").types("take an objective").keys("Enter", "1")
	s.shows(t, "from 0 to 9 · Enter: 0")
	s.keys("Enter").shows(t, "objective 0")
	if s.keys("Enter"); lastEntry(t, session).Line != "ambrosius: objective 0" {
		t.Errorf("done is %q:\n%s", lastEntry(t, session).Line, s.frame())
	}
	s.keys("m").shows(t, "from 1 to 20", "not", "Enter: 1")
	if s.keys("Enter").shows(t, "isn't a number"); lastEntry(t, session).Line != "ambrosius: objective 0" {
		t.Errorf("Enter took %q", lastEntry(t, session).Line)
	}
}

// TestKeysAfterTheVictory: after a victory that ends the battle no key offers a turn, nobody is marked as able to act, and undo brings all
// of it back; a stage after the battle keeps the keys of its steps.
func TestKeysAfterTheVictory(t *testing.T) {
	session := sessionOf(t, "heresiarch", nil)
	play(t, session, "begin vats", "end griffin seeking", "next, dice 2 9", "purifier: objective 1", "purifier: objective 2", "purifier: objective 3")
	s := newStage(t, session, 120, 40)
	names := func() (list []string) {
		for _, k := range s.d.keyBar.visibleKeys() {
			list = append(list, k.names[0])
		}
		return list
	}
	if list := names(); list[0] != "F" || slices.ContainsFunc(list, func(name string) bool { return strings.Contains("a f g m n x w z Z i I", name) }) {
		t.Errorf("keys after the victory: %s\n%s", list, s.frame())
	}
	s.shows(t, "F end the fight", "not", "to go", "not", "○ Ambrosius")
	if s.keys("u"); !slices.Contains(names(), "a") || !slices.Contains(names(), "n") {
		t.Errorf("keys after undo: %s\n%s", names(), s.frame())
	}
	session = sessionOf(t, "two_tribes", nil)
	play(t, session, "begin skirmish_at_the_well", "put red in_steps", "put blue in_steps", "next", "put red victorious")
	s = newStage(t, session, 80, 24)
	if list := names(); !slices.Contains(list, "x") || !slices.Contains(list, "n") || slices.Contains(list, "a") || slices.Contains(list, "i") {
		t.Errorf("keys of a step after the battle: %s\n%s", list, s.frame())
	}
}

// TestWhoLiesThereIsNotUnhurt: whoever was knocked out in an earlier battle and still lies there isn't listed as unhurt, and whoever is
// knocked out now is named so, even if something else keeps it from acting, too.
func TestWhoLiesThereIsNotUnhurt(t *testing.T) {
	session := sessionOf(t, "two_tribes", nil)
	play(t, session, "begin skirmish_at_the_well", "next", "put red_champion ko", "finish", "begin three_huts", "next", "put camp_hut_1 ko")
	for _, s := range []*stage{newStage(t, session, 80, 24).keys("A"), newStage(t, session, 80, 40).keys("F", "2")} {
		s.shows(t, "Red champion                                                              ! KO\n   as before", "unhurt: Red prince, Red warrior 1, Red warrior 2",
			"Warrior of the first hut                                                  ! KO", "not", "unhurt: Red champion", "Red prince, Red champion")
	}
}

// TestCardsAreChosen ticks cards of a hand for a roll and for an action, completes their names, and looks into the hand.
func TestCardsAreChosen(t *testing.T) {
	session := sessionOf(t, "heresiarch", nil)
	play(t, session, "begin first", "griffin: deal_hand, dice feint feint rush omen", "next, dice 2 9")
	s := newStage(t, session, 80, 24)
	has := func(wants ...string) {
		t.Helper()
		for _, want := range wants {
			if frame := s.frame(); !strings.Contains(frame, want) {
				t.Errorf("%q is missing:\n%s", want, frame)
			}
		}
	}
	if frame := s.frame(); strings.Count(frame, "NV MP") != 2 || !strings.Contains(frame, "hand 4") {
		t.Errorf("a side's cards hide the names of pools:\n%s", frame)
	}
	s.keys(":", "Ctrl-U").types("purifier: strike hybrid_one, card f").keys("Tab")
	has("card feint")
	s.keys("Esc", "v", "h", "Enter")
	has("2 × feint, rush, omen")
	s.keys("Esc", "Esc", "a")
	s.keys("1", "2")
	has("── Card: cards of one's own hand ──", "1 [ ] Feint  Points 1\n", "4 [ ] Omen   Points 4\n")
	s.keys("4", "1", "1", "2", "Enter")
	has("[x] Card omen feint", ": Purifier: strike Hybrid, card omen feint\n")
	s.keys("Enter")
	if e := lastEntry(t, session); !strings.HasSuffix(e.Line, "strike hybrid_one, card omen feint") {
		t.Errorf("done is %q:\n%s", e.Line, s.frame())
	}
}

// TestWhoRolledForTheRound: the entry of a round says whose roll it is, and what decides it alone instead of a sum.
func TestWhoRolledForTheRound(t *testing.T) {
	session := sessionOf(t, "heresiarch", nil)
	play(t, session, "begin first")
	frame := newStage(t, session, 120, 40).keys(":").types("next, dice 1 7").keys("Enter").frame()
	for _, want := range []string{"Griffin: activation", "1, a natural 1 wins", "Scorpion: activation roll"} {
		if !strings.Contains(frame, want) {
			t.Errorf("no %q in\n%s", want, frame)
		}
	}
}

// TestOrdersByTactic: z and Z give the figures of a side without a player their order, and of no other side.
func TestOrdersByTactic(t *testing.T) {
	sheet, err := campaigns.Files.ReadFile("heresiarch/characters/hybrid_one.yaml")
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{
		"campaign.yaml":              "campaign: {label: Two against two, pack: laboratories}",
		"characters/hybrid_one.yaml": string(sheet),
		"encounters/yard.yaml": "encounter: {label: The yard}\nsides: {ours: {pronouns: it, player: Ann, conditions: [numbered]}, theirs: {pronouns: it, conditions: [numbered]}}\n" +
			"combatants: {a: {side: ours, from: hybrid_one}, b: {side: theirs, from: hybrid_one, tactic: clone}, c: {side: theirs, from: hybrid_one, tactic: clone}}",
	}
	for _, key := range []string{"z", "Z"} {
		session := sessionOf(t, gmtest.Folder(t, files), nil)
		play(t, session, "begin yard", "next, dice 2 9")
		s := newStage(t, session, 80, 24)
		if frame := s.frame(); !strings.Contains(frame, "/ gives the order, z by tactic") {
			t.Errorf("z isn't offered:\n%s", frame)
		}
		s.keys(key)
		if e := lastEntry(t, session); e.Line != "theirs: orders b c" {
			t.Errorf("%s did %q:\n%s", key, e.Line, s.frame())
		}
		if s.keys(key); lastEntry(t, session).Line != "theirs: orders b c" {
			t.Errorf("%s gave the order of a side with a player:\n%s", key, s.frame())
		}
	}
}

// TestOrderAtTheDesk gives a side's figures their order with keys, and finds who may act after it.
func TestOrderAtTheDesk(t *testing.T) {
	session := sessionOf(t, "heresiarch", nil)
	play(t, session, "begin first", "put griffin numbered", "put scorpion numbered", "next, dice 2 9")
	s := newStage(t, session, 80, 24)
	if frame := s.frame(); !strings.Contains(frame, "Counters: The Lodge of Hod, The clones of Dirz · / gives the order") {
		t.Errorf("what the step waits for is not said:\n%s", frame)
	}
	s.keys(":", "Ctrl-U").types("scorpion: orders ").keys("Tab")
	if frame := s.frame(); !strings.Contains(frame, "scorpion: orders hybrid_one") {
		t.Errorf("completed is not a figure of the side:\n%s", frame)
	}
	s.keys("Esc", "/").types("order").keys("Enter", "2", "Enter")
	if e := lastEntry(t, session); e.Line != "griffin: orders p2 purifier" {
		t.Errorf("done is %q:\n%s", e.Line, s.frame())
	}
	s.keys(":", "Ctrl-U").types("scorpion: orders h2 hybrid_one").keys("Enter")
	if frame := s.frame(); s.d.selected != "p2" || !strings.Contains(frame, "Purifier Two can act") {
		t.Errorf("selected is %s:\n%s", s.d.selected, frame)
	}
	s.keys("k", "a")
	if frame := s.frame(); !strings.Contains(frame, "Purifier Two acts before Purifier") {
		t.Errorf("why the other one can't act is not said:\n%s", frame)
	}
}

// TestSideSelected finds what a side does while the side is selected, and reads its sheet.
func TestSideSelected(t *testing.T) {
	session := sessionOf(t, "heresiarch", nil)
	play(t, session, "begin first", "next, dice 2 9")
	s := newStage(t, session, 80, 24)
	s.keys(":", "Ctrl-U").types("sheet griffin").keys("Enter")
	if frame := s.frame(); strings.Count(frame, "The Lodge of Hod") != 3 || strings.Contains(frame, "NVS") {
		t.Errorf("the sheet of a side:\n%s", frame)
	}
	s.keys("Esc", "/").types("deal")
	if frame := s.frame(); !strings.Contains(frame, "Deal hand") {
		t.Errorf("what the side does is not found:\n%s", frame)
	}
}
