package gm

import (
	"errors"
	"fmt"
	"testing"

	"hybrid/gm/campaign"
	"hybrid/gm/command"
	"hybrid/gm/gmtest"
	"hybrid/gm/verbs"
	"hybrid/rules"
)

// TestEveryVerbTakesAnyActor types every verb and action of each game with an actor and with a side as subject and as
// object, whole and cut short. Each line is previewed, completed and carried out: it is answered, asked about or refused
// in one line, never with a panic.
func TestEveryVerbTakesAnyActor(t *testing.T) {
	gmtest.SkipIfShort(t)
	names := []string{campaign.Sample, "two_tribes", "testdata/turns/game", "testdata/bare/game"}
	if *long {
		names = append(names, "catacombs", "heresiarch", "testdata/bones/game", "testdata/things/game")
	}
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := opened(t, gmtest.Campaign(t, name, nil), "", 1)
			sayAll(t, s) // before an encounter
			do(t, s, "begin "+s.Campaign().Encounters()[0].Name)
			sayAll(t, s)
		})
	}
}

// sayAll types the lines of TestEveryVerbTakesAnyActor in the session and undoes them.
func sayAll(t *testing.T, s *Session) {
	t.Helper()
	who := []string{""}
	if list := s.State().Actors; len(list) > 0 {
		who = append(who, list[0].Key, list[len(list)-1].Key)
	}
	for _, side := range s.State().Sides {
		who = append(who, side.Key)
	}
	for _, a := range append(s.State().Actors[:len(s.State().Actors):len(s.State().Actors)], s.State().Sides...) {
		for _, action := range s.Rules().Actions.All {
			s.Ranking(a.Key).ListTargets(a, action)
		}
		s.Ranking(a.Key).ListActions(a)
	}
	for _, verb := range append(verbs.Table.Names(), s.Rules().Actions.Names()...) {
		if verb == "undo" || verb == "redo" || verb == "back" {
			continue
		}
		for _, subject := range who {
			for _, object := range who {
				rests := []string{"", "nothing", "5", "because"}
				if !*long && subject != "" && object != "" {
					rests = rests[:1]
				}
				for _, rest := range rests {
					line := fmt.Sprintf("%s %s %s", verb, object, rest)
					if subject != "" {
						line = subject + ": " + line
					}
					sayOnce(t, s, line)
				}
			}
		}
	}
}

// sayOnce previews, completes and carries out a line, and undoes it.
func sayOnce(t *testing.T, s *Session, line string) {
	t.Helper()
	defer func() {
		if r := recover(); r != nil {
			t.Errorf("%s: panic: %v", line, r)
		}
	}()
	s.Complete(line, len(line))
	s.Complete(line+" ", len(line)+1)
	s.game.Preview(line)
	s.Explain(line)
	if _, err := s.DryRun(line); err != nil {
		oneLine(t, line, err.Error())
	}
	entries := len(s.inForce)
	_, err := s.Do(command.Command{Line: line})
	var refusal *rules.Refusal
	var need *rules.Need
	if err != nil && !errors.As(err, &refusal) && !errors.As(err, &need) {
		t.Errorf("%s: %v is neither a refusal nor a question", line, err)
	}
	if asked := s.OpenQuestion(); asked != nil {
		s.Withdraw(asked.ID)
	}
	if len(s.inForce) > entries {
		do(t, s, "undo")
	}
}
