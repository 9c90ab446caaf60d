package dashboard

import (
	"strings"
	"testing"

	"hybrid/gm/campaign"
)

// TestRounds draws a game in which sides have turns, at both sizes, and plays the first action of a side's turn with keys.
func TestRounds(t *testing.T) {
	for _, game := range []struct{ campaign, encounter string }{
		{"catacombs", "proving_ground"}, {"two_tribes", "raid"}, {"two_tribes", "skirmish_at_the_well"}} {
		campaign, err := campaign.Open(game.campaign, nil)
		session := openSession(t, campaign, err)
		play(t, session, "begin "+game.encounter, "next")
		newStage(t, session, 80, 24).golden("rounds-" + game.encounter + "-80x24")
		newStage(t, session, 120, 40).golden("rounds-" + game.encounter + "-120x40")
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
	if frame := s.frame(); !strings.Contains(frame, "turn 1, The heroes") || !strings.Contains(frame, "4 may act · heroes: done ends the turn") {
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
