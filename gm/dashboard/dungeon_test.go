package dashboard

import (
	"strings"
	"testing"
)

// inDungeon is a dungeon at 80 by 24 in which the heroes have the first turn, and these lines were played.
func inDungeon(t *testing.T, lines ...string) *stage {
	t.Helper()
	session := sessionOf(t, "catacombs", nil)
	play(t, session, append([]string{"begin proving_ground", "next"}, lines...)...)
	return newStage(t, session, 80, 24)
}

// shows fails where the screen lacks one of some texts, or has one of those behind "not".
func (s *stage) shows(t *testing.T, texts ...string) {
	t.Helper()
	wanted := true
	for _, text := range texts {
		if text == "not" {
			wanted = false
		} else if strings.Contains(s.frame(), text) != wanted {
			t.Errorf("%q on the screen: %v\n%s", text, !wanted, s.frame())
		}
	}
}

// TestPutBy: who has put points by for the others' turn has a sign of its own, stands in the log, and acts then.
func TestPutBy(t *testing.T) {
	s := inDungeon(t, "klavien: hold_back").keys("j", "j", "j", "w")
	s.shows(t, "▸~ Klavien        28  1", "1 Klavien holds back", "! Sir Klavien the Paladin is waiting")
	play(t, s.d.session, "heroes: done", "next")
	s.keys("Esc")
	s.shows(t, "▶ Klavien", "6 can act")
	play(t, s.d.session, "klavien: walk")
	s.draw()
	s.shows(t, "● Klavien")
}

// TestTurnBegins: what comes with a side's turn is told of each in one go, by its short name, whatever was rolled.
func TestTurnBegins(t *testing.T) {
	s := inDungeon(t, "put master unexpected", "heroes: done", "next", "master: done", "put torgils burning", "put torgils facing 3", "put klavien facing 3",
		"next, dice 1 2 6 4 1 1 1 3 3 3 3, answer none")
	s.shows(t, "Turn 2 begins", "Master unexpected event 2d6: 1 2 = 3", "haste", "Spider AP +2", "Torgils fire (4 up) 1d6: 6", "burns 1d6: 4", "HP −4", "keep calm 3 dice", "Klavien keep calm 4 dice", "not", "Torgils Dark Wolf")
}

// TestAskedAboutOneself checks that a question about one's own throw, or about what befalls one, says what that was.
func TestAskedAboutOneself(t *testing.T) {
	s := inDungeon(t, "dice all", "set torgils HP 5").keys("/").types("trap, r").keys("Enter").types("4 4 4 4").keys("Enter")
	s.shows(t, "Torgils Dark Wolf: destiny?", "spikes 16", "As it is", "Cheat death", "1 PD")
	s = inDungeon(t, "dice all").keys("c").types("agil").keys("Enter").types("bl bl bl").keys("Enter")
	s.shows(t, "test 3 blank: missed by 1", "As it is", "Throw again")
}

// TestLosesWithoutPrice: who falls into a trap loses what no action is paid with, and spends nothing.
func TestLosesWithoutPrice(t *testing.T) {
	s := inDungeon(t).keys("/").types("trap, r")
	s.shows(t, "Torgils hurt 100%, then by 14 on average", "not", "spends")
}

// TestDieOfFire: a die that takes no points says what it is for.
func TestDieOfFire(t *testing.T) {
	s := inDungeon(t, "torgils: strike revenant_1 with torch, dice 3 1 1 1 1 2 4")
	s.shows(t, "HP −2 · fire (4 up) 1d6: 4 = 4")
}

// TestNewcomerInRounds: who comes in acts from the next turn on, and rolls no initiative.
func TestNewcomerInRounds(t *testing.T) {
	s := inDungeon(t).keys("+").types("vamp").keys("Enter")
	s.shows(t, ": add vampire side master", "acts from the next turn on", "not", "initiative", "count")
}

// TestHealsTheWorstOff: a spell that heals has the worst off in front.
func TestHealsTheWorstOff(t *testing.T) {
	s := inDungeon(t, "set irf HP 1").keys("j", "j", "/").types("mend").keys("Enter")
	s.shows(t, "▸ 1 Irf the Hunter")
}

// TestRangeIsAskedOnce: the number that an option wants is asked once, with what it may be behind it.
func TestRangeIsAskedOnce(t *testing.T) {
	s := inDungeon(t).keys("j", "f", "1", "Space")
	s.shows(t, "how many squares away:                                          from 2 to 24", "not", "away:                                 how")
}

// TestWhoIsConcerned: a side that acts by itself stops where one of the party is aimed at, and says who.
func TestWhoIsConcerned(t *testing.T) {
	s := inDungeon(t, "put torgils dead", "set torgils HP 0", "heroes: done", "next").keys("Z")
	whom := lastEntry(t, s.d.session).Whom
	if a := s.d.session.State().Find(whom); a == nil || whom == "torgils" || len(s.d.overlays) == 0 && !strings.Contains(s.frame(), a.Name+" is affected.") {
		t.Errorf("%s is aimed at\n%s", whom, s.frame())
	}
}
