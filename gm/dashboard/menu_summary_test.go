package dashboard

import "testing"

// TestFightWithoutAScene: a fight among those who gathered ends with its losses, as one of a scene does, and whoever was on the way
// stands.
func TestFightWithoutAScene(t *testing.T) {
	session := sampleSession(t)
	play(t, session, "gather", "add grell side gang", "place all 0", "place grell 20", "move kira to grell running", "next", "hurt dov 7")
	s := newStage(t, session, 80, 24).keys("F", "2")
	s.shows(t, "Dov Hallam", "not", "No fight has begun")
	if kira := session.State().Find("kira"); kira.Going != nil || len(kira.Activities) > 0 && kira.Activities[0].Name != "standing_still" {
		t.Errorf("Kira is still on the way: %v, %v\n%s", kira.Going, kira.Activities, s.frame())
	}
}

// TestRecapAfterAFight opens the recap with C from the summary of the fight, which lists the key.
func TestRecapAfterAFight(t *testing.T) {
	session := sampleSession(t)
	play(t, session, "begin warehouse", "initiative", "next")
	s := newStage(t, session, 80, 24).keys("F", "2")
	s.shows(t, "C recap", "Esc close")
	s.keys("C").shows(t, "This session", "Scenes", "Warehouse at Low Tide")
}
