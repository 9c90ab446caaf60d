package dashboard

import (
	"strings"
	"testing"

	"hybrid/gm/campaign"
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
	campaign, err := campaign.Open("catacombs", nil)
	session := openSession(t, campaign, err)
	play(t, session, "begin proving_ground")
	s := newStage(t, session, 80, 24)
	s.draw()
	if frame := s.frame(); !strings.Contains(frame, "n: the first turn") {
		t.Errorf("before the first turn:\n%s", frame)
	}
	s.keys("n")
	if frame := s.frame(); !strings.Contains(frame, "turn 1 · The heroes") || !strings.Contains(frame, "4 may act · heroes: done ends the turn") {
		t.Errorf("the turn of a side:\n%s", frame)
	}
	s.keys("/")
	if frame := s.frame(); !strings.Contains(frame, "1 AP  80%  a") || !strings.Contains(frame, "1 AP  w") {
		t.Errorf("what an action costs is not behind it:\n%s", frame)
	}
	s.keys("Esc", "a")
	if frame := s.frame(); !strings.Contains(frame, ": torgils: strike king") {
		t.Errorf("an attack in one's turn:\n%s", frame)
	}
	s.keys("Esc")
	play(t, session, "heroes: done", "next")
	s.draw()
	s.keys("a")
	if frame := s.frame(); !strings.Contains(frame, "Torgils has had its turn") {
		t.Errorf("an attack after one's turn:\n%s", frame)
	}
}

// TestWhoActsNextIsSelected follows the turns of a game in which each side has a turn of some of its people: the cursor goes
// to a combatant who may act, stays where one looks at another, and one who had its turn is told what goes on.
func TestWhoActsNextIsSelected(t *testing.T) {
	campaign, err := campaign.Open("two_tribes", nil)
	session := openSession(t, campaign, err)
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
	if !s.d.do("red_prince: harvest") {
		t.Fatal(s.d.message.text)
	}
	selected("red_champion", "the second of the turn")
	s.keys("k", "a")
	if frame := s.frame(); !strings.Contains(frame, "Red prince has had its turn: j k choose another, red: done ends it") {
		t.Errorf("an attack of one who had its turn:\n%s", frame)
	}
	if !s.d.do("set red SAV 5") {
		t.Fatal(s.d.message.text)
	}
	selected("red_prince", "whom one looks at")
	if !s.d.do("red_champion: harvest") {
		t.Fatal(s.d.message.text)
	}
	s.keys("n")
	selected("blue_prince", "the other side's turn")
	s.keys("k", "a")
	if frame := s.frame(); !strings.Contains(frame, "it is the turn of The blue tribe: j k choose another, blue: done ends it") {
		t.Errorf("an attack in the other side's turn:\n%s", frame)
	}
	if !s.d.do("blue: done") {
		t.Fatal(s.d.message.text)
	}
	s.keys("k", "a")
	if frame := s.frame(); !strings.Contains(frame, "n goes on") {
		t.Errorf("nobody may act:\n%s", frame)
	}
}

// TestAskedNumberInTheLog says a number that a player was asked for by its name, though something is gained afterwards.
func TestAskedNumberInTheLog(t *testing.T) {
	campaign, err := campaign.Open("two_tribes", nil)
	session := openSession(t, campaign, err)
	play(t, session, "begin skirmish_at_the_well", "next",
		"red_champion: attack blue_warrior_1, answer none, answer 1, answer none, dice savagery wild save save")
	s := newStage(t, session, 80, 24)
	s.draw()
	if frame := s.frame(); !strings.Contains(frame, "wilds 1 ") {
		t.Errorf("the number that was asked for has no name:\n%s", frame)
	}
}
