package simulate

import (
	"errors"
	"testing"

	"hybrid/gm/campaign"
	"hybrid/gm/command"
	"hybrid/gm/gmtest"
	"hybrid/rules"
)

// TestTurnsArePlayed: what tactics would do, with the reason in the line, is taken by the session each time, and so is
// what they answer, on to blows that land.
func TestTurnsArePlayed(t *testing.T) {
	gmtest.Sequential(t)
	c, err := campaign.Open(campaign.Sample, nil)
	if err != nil {
		t.Fatal(err)
	}
	s := opened(t, c)
	do := func(cmd command.Command) {
		t.Helper()
		for {
			_, err := s.Do(cmd)
			var need *rules.Need
			if !errors.As(err, &need) {
				if err != nil {
					t.Fatalf("%s: %v", cmd.Line, err)
				}
				return
			}
			answer, err := AnswerOf(s.Game(), cmd, need)
			if err != nil {
				t.Fatal(err)
			}
			if cmd.Answers == nil {
				cmd.Answers = map[string]string{}
			}
			cmd.Answers[need.Key] = answer
		}
	}
	do(command.Command{Line: "begin warehouse"})
	landed := 0
	for range 60 {
		open := s.Game().Open()
		if open == nil {
			owed := s.Game().Owed()
			if len(owed) > 0 && owed[0].Kind == rules.OwedAct {
				landed++
			}
			do(command.Command{Line: "next"})
			continue
		}
		turn, err := TacticTurn(s.Ranking(open.Key), open.Key)
		if err != nil {
			t.Fatalf("%s: %v", open.Name, err)
		}
		if turn.Why == "" {
			t.Errorf("%s has no reason", turn.Line)
		}
		do(command.Command{Line: turn.Whole()})
	}
	if landed < 5 {
		t.Errorf("only %d blows landed", landed)
	}
	if _, err := TacticTurn(s.Ranking("nobody"), "nobody"); !rules.Refused(err) {
		t.Errorf("nobody's turn came to %v", err)
	}
}
