package players

import (
	"errors"
	"fmt"
	"testing"

	"hybrid/gm"
	"hybrid/gm/campaign"
	"hybrid/gm/command"
	"hybrid/gm/gmtest"
	"hybrid/rules"
)

// A check that the game master calls for, without a deed, has its own part on the card of the die.
func TestCardOfACalledRoll(t *testing.T) {
	c, err := campaign.Open("saltmarket", nil)
	if err != nil {
		t.Fatal(err)
	}
	s, _, err := gm.Open(c, gm.Options{Clock: gmtest.Clock(), Dice: &rules.TypedDice{}})
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{"begin warehouse", "roll sword by kira"} {
		_, err = s.Do(command.Command{Line: line})
	}
	var need *rules.Need
	if !errors.As(err, &need) {
		t.Fatal(err)
	}
	q := NewLog(s.Game(), "kira").Question(s.State(), &gm.Question{Need: *need, Command: command.Command{Line: "roll sword by kira"}})
	if q == nil || q.Target == nil || q.Target.InPercent() < 10 || len(q.Target.Before) == 0 {
		t.Errorf("the card is %+v", q)
	}
}

// A die of a check's number that lies already counts on the card of the next one.
func TestCardAfterADieOfItsNumber(t *testing.T) {
	for face, want := range map[int]float64{2: 50, 6: 100} {
		c, err := campaign.Open("../testdata/targets/game", nil)
		if err != nil {
			t.Fatal(err)
		}
		s, _, err := gm.Open(c, gm.Options{Clock: gmtest.Clock(), Dice: &rules.TypedDice{}})
		if err != nil {
			t.Fatal(err)
		}
		line := fmt.Sprint("next, dice ", face)
		for _, line := range []string{"begin duel", "initiative, dice 1 6 6 6", "next", "ann: pray", line} {
			_, err = s.Do(command.Command{Line: line})
		}
		var need *rules.Need
		if !errors.As(err, &need) {
			t.Fatal(err)
		}
		q := NewLog(s.Game(), "ann").Question(s.State(), &gm.Question{Need: *need, Command: command.Command{Line: line}})
		if q == nil || q.Target == nil || q.Target.InPercent() != want {
			t.Errorf("after a wild die of %d the card is %+v", face, q)
		}
	}
}
