package command_test

import "testing"

// TestColonsOfTimesStay checks the actor that a line names before its colon. The colon of a time of day ends no name.
func TestColonsOfTimesStay(t *testing.T) {
	g := played(t, "begin warehouse").Game()
	for line, who := range map[string]string{
		"kira: attack grell": "kira", "clock 22:30": "", "kira: clock 22:30": "kira", "note nothing at all": "", "note 9:30: late": "",
	} {
		if l, err := g.Parse(line); err != nil || l.Who != who {
			t.Errorf("Parse(%q) = Who %q, %v; want %q", line, l.Who, err, who)
		}
	}
	if l, err := g.Parse("2: 30 by night"); err == nil {
		t.Errorf("“2” of “2: 30” is read as %q", l.Who)
	}
}
