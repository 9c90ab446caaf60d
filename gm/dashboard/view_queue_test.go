package dashboard

import (
	"strings"
	"testing"
)

// TestTwoAtOnce: of two actions at the same time the queue and the table name both, while they are chosen and afterwards.
func TestTwoAtOnce(t *testing.T) {
	session := sampleSession(t)
	play(t, session, "begin warehouse", "turn bram 16", "turn grell 30", "next")
	s := newStage(t, session, 80, 24).keys("a", "3", "&", "1", "Enter")
	s.shows(t, "20 ┄▷ front kick → Osric", "22 ┄▷ roundhouse kick → Grell", "at the same time front kick → Osric")
	s.keys("Enter")
	if got, want := lineOf(s.frame(), "Bram Teague"), "† front kick → Osric · † → Grell"; !strings.HasSuffix(got, want) {
		t.Errorf("%q does not end with %q\n%s", got, want, s.frame())
	}
	s.shows(t, "20 Bram † front kick ━▶ Osric", "22 Bram † roundhouse kick ━▶ Grell")
}

// TestPlanGivesWay: where not all fits into the queue, a preset keeps its trigger there and leaves what it plans to the table, so that who
// is attacked is seen.
func TestPlanGivesWay(t *testing.T) {
	session := sampleSession(t)
	play(t, session, "begin warehouse", "turn kira 1", "turn ilse 2", "turn shooter 3", "turn grell 4", "turn bram 4", "turn dov 5", "turn bruiser 6", "turn cutter_1 20",
		"turn warden 21", "turn hanne 22", "next", "attack grell", "next", "preset when Grell attacks, then attack grell", "next", "attack kira", "next", "attack dov", "next", "attack hanne")
	s := newStage(t, session, 80, 24)
	s.d.selected = "kira"
	s.draw()
	s.shows(t, "Ilse preset: when Grell attacks", "Tilde † ═▶ Kira !", "not", " more")
}
