package simulate

import (
	"errors"
	"maps"
	"math"
	"strings"
	"testing"

	"hybrid/gm"
	"hybrid/gm/command"
	"hybrid/gm/gmtest"
	"hybrid/rules"
)

// TestTurnsArePlayed: what tactics would do, with the reason in the line, is taken by the session each time, and so is
// what they answer, on to blows that land.
func TestTurnsArePlayed(t *testing.T) {
	gmtest.SkipIfShort(t)
	s := opened(t, gmtest.Sample(t))
	do := func(cmd command.Command) {
		t.Helper()
		if err := answered(t, s, cmd, func(command.Command, *rules.Need) {}); err != nil {
			t.Fatalf("%s: %v", cmd.Line, err)
		}
	}
	do(command.Command{Line: "begin warehouse"})
	landed := 0
	for range 60 {
		open := s.Game().OpenActor()
		if open == nil {
			owed := s.Game().ListPending()
			if len(owed) > 0 && owed[0].Kind == rules.PendingAct {
				landed++
			}
			do(command.Command{Line: "next"})
			continue
		}
		turn, err := TacticTurn(s.Game(), s.Targets(), open.Key)
		if err != nil {
			t.Fatalf("%s: %v", open.Name, err)
		}
		if turn.Why == "" {
			t.Errorf("%s has no reason", turn.Line)
		}
		if acts := strings.Contains(turn.Line, ": attack"); acts && (len(turn.By) < 2 || turn.By[0].Key != "do" || turn.By[0].Pos.Line == 0) {
			t.Errorf("%s is by %v", turn.Line, turn.By)
		}
		do(command.Command{Line: turn.LineWithReason()})
	}
	if landed < 5 {
		t.Errorf("only %d blows landed", landed)
	}
	if _, err := TacticTurn(s.Game(), s.Targets(), "nobody"); !rules.IsRefusal(err) {
		t.Errorf("nobody's turn came to %v", err)
	}
}

// TestRefusedSimulations: what a simulation of a fight in progress, and a proposal by a tactic, are refused with.
func TestRefusedSimulations(t *testing.T) {
	s := opened(t, gmtest.Sample(t))
	gmtest.Do(t, s, "begin warehouse", "turn kira 1", "next")
	_, waits := TacticTurn(s.Game(), s.Targets(), "dov")
	camps := opened(t, gmtest.Campaign(t, "../testdata/camps/game", nil))
	gmtest.Do(t, camps, "begin yard")
	sim, err := FromGame(camps.Game(), camps.Targets())
	if err != nil {
		t.Fatal(err)
	}
	_, without := sim.RunPart(t.Context(), nil)
	for want, err := range map[string]error{
		"It isn't Dov Hallam's turn yet. Type `next`.":                              waits,
		"Ann has no tactic. Add one to the combatant, or a default in pack.tactic.": without,
	} {
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

// answered carries out a command, with the answers of tactics, and returns why it is refused. look sees each question before it is
// answered.
func answered(t *testing.T, s *gm.Session, cmd command.Command, look func(command.Command, *rules.Need)) error {
	t.Helper()
	for {
		_, err := s.Do(cmd)
		var need *rules.Need
		if !errors.As(err, &need) {
			return err
		}
		look(cmd, need)
		answer, err := AnswerOf(s.Game(), cmd, need)
		if err != nil {
			t.Fatal(err)
		}
		cmd.Answers = maps.Clone(cmd.Answers)
		if cmd.Answers == nil {
			cmd.Answers = map[string]string{}
		}
		cmd.Answers[need.Key] = answer
	}
}

// TestOwnOddsOfAnAnswer: the odds of an answer's own roll, explored no further than that roll, are those that exploring the whole
// action finds.
func TestOwnOddsOfAnAnswer(t *testing.T) {
	gmtest.SkipIfShort(t)
	for _, row := range []struct{ campaign, encounter string }{
		{"saltmarket", "warehouse"}, {"saltmarket", "rooftops"}, {"heresiarch", "prowlers"}, {"catacombs", "robbery"}, {"two_tribes", "skirmish_at_the_well"}, {"cold_lantern", "choir"},
	} {
		s := opened(t, gmtest.Campaign(t, row.campaign, nil))
		asked, rolled := 0, 0
		look := func(cmd command.Command, need *rules.Need) {
			if asked++; asked > 8 || need.Die != 0 {
				return
			}
			whole, rolls := s.Game().AnswerEffects(cmd, need), s.Game().OwnOdds(cmd, need)
			for _, name := range need.ChoiceNames() {
				own, ok := rolls[name]
				switch want := whole[name].Own; {
				case name == rules.NoAnswer:
				case ok != (want != nil):
					t.Errorf("%s, %s, %s: rolls %v, in the whole %v", row.encounter, need.Text, name, ok, want != nil)
				case ok && (math.Abs(own.Mean-want.Mean) > 1e-9 || own.Label != want.Label):
					t.Errorf("%s, %s, %s: %s at %g, in the whole %s at %g", row.encounter, need.Text, name, own.Label, own.Mean, want.Label, want.Mean)
				case ok:
					rolled++
				}
			}
		}
		gmtest.Do(t, s, "begin "+row.encounter)
		for range 60 {
			line := "next"
			for _, a := range s.State().Actors {
				if open := s.Game().OpenActor(); open != nil && open != a {
					continue
				}
				if turn, err := TacticTurn(s.Game(), s.Targets(), a.Key); err == nil && (s.Game().OpenActor() != nil || s.Game().Rules.Order.InRounds()) {
					line = turn.LineWithReason()
					break
				}
			}
			if err := answered(t, s, command.Command{Line: line}, look); err != nil {
				break // the fight is over
			}
		}
		if t.Logf("%s: %d questions, %d rolls compared", row.encounter, asked, rolled); row.campaign == "saltmarket" && rolled == 0 {
			t.Errorf("%s: no roll was compared", row.encounter)
		}
	}
}

// TestFlight lets the thieves on the rooftops flee: towards the exit, and out of the fight once they are there. One whose way
// is barred does not run to its opponents, and without exits it runs away from them.
func TestFlight(t *testing.T) {
	c := gmtest.Sample(t)
	for _, row := range []struct {
		name, who, line, why string
		lines                []string
	}{
		{"to the exit", "runner_1", "move runner_1 to crane running", "the dock crane is the way out", nil},
		{"on its way", "runner_1", "waive runner_1", "the dock crane is the way out", []string{"move runner_1 to crane running"}},
		{"still slower", "runner_1", "move runner_1 to crane running", "the dock crane is the way out", []string{"move runner_1 to crane running, dice 1", "waive runner_1", "turn runner_1 1", "next"}},
		{"slower, and waits", "runner_1", "initiative runner_1", "the dock crane is the way out", []string{"move runner_1 to crane running, dice 1", "runner_1: wait"}},
		{"there", "runner_1", "remove runner_1", "the dock crane is reached", []string{"place runner_1 120"}},
		{"barred", "runner_1", "waive runner_1", "its tactic has no move", []string{"place bram 60"}},
		{"the pursuer is out", "runner_1", "move runner_1 to crane running", "the dock crane is the way out", []string{"place bram 60", "put bram unconscious"}},
		{"cannot move", "runner_1", "waive runner_1", "its tactic has no move", []string{"place bram 19", "put bram gripping 30 by runner_1", "put runner_1 held 30 by bram"}},
		{"on the way to one who is out, after another", "ilse", "ilse: attack runner_1", "", []string{
			"move ilse to runner_2 walking", "ilse: attack runner_1", "next, answer none, dice 95", "next", "place lad 6", "put runner_2 unconscious"}},
		{"the lookout, alone", "lad", "lad: attack bram", "", []string{"place bram 40"}},
		{"the lookout, with company", "lad", "move lad to crane running", "the dock crane is the way out", []string{"place bram 57"}},
	} {
		s := opened(t, c)
		gmtest.Do(t, s, "begin rooftops", "turn "+row.who+" 1", "next")
		gmtest.Do(t, s, row.lines...)
		turn, err := TacticTurn(s.Game(), s.Targets(), row.who)
		if err != nil || turn.Line != row.line || row.why != "" && turn.Why != row.why {
			t.Errorf("%s: %v, %s because %s", row.name, err, turn.Line, turn.Why)
			continue
		}
		gmtest.Do(t, s, turn.LineWithReason())
	}
}

// TestFlightWhileWaiting refuses to act for a fighter who waits and is on its way at full pace.
func TestFlightWhileWaiting(t *testing.T) {
	s := opened(t, gmtest.Sample(t))
	gmtest.Do(t, s, "begin rooftops", "turn runner_1 1", "do runner_1 running", "next", "move runner_1 to crane running", "runner_1: wait")
	if _, err := TacticTurn(s.Game(), s.Targets(), "runner_1"); !rules.IsRefusal(err) || err.Error() != "Wren flees already. Type `next`." {
		t.Errorf("got %v", err)
	}
}

// TestFlightWithoutExits lets a fighter run away from the nearest opponent until it is far enough from all of them.
func TestFlightWithoutExits(t *testing.T) {
	c := gmtest.Sample(t)
	for _, row := range []struct {
		ours, theirs string
		to           float64
		out          bool
	}{{"20", "16", 70, false}, {"20", "24", -30, false}, {"20", "69", -30, false}, {"20", "70", 0, true}} {
		e, err := c.ReadEncounter("test.yaml", []byte("combatants: {bram: {side: party, place: "+row.ours+", tactic: run_away}, grell: {side: gang, place: "+row.theirs+"}}"))
		if err != nil {
			t.Fatal(err)
		}
		sim, err := FromEncounter(c, e)
		if err != nil {
			t.Fatal(err)
		}
		sides, err := sim.checkAndPrepare()
		if err != nil {
			t.Fatal(err)
		}
		f := newFight(sim, sides)
		f.live.Begin(f.dice)
		for i := range f.fighters {
			f.updateFighter(&f.fighters[i])
		}
		if way, ok := f.planEscape(&f.fighters[0]); !ok || way.destination != row.to || way.out != row.out {
			t.Errorf("%s against %s: %+v, %v", row.ours, row.theirs, way, ok)
		}
	}
}

// TestWaitingTakesTime: who waits as a simulation begins declares once time has gone on to what comes next; where nothing comes, at once.
func TestWaitingTakesTime(t *testing.T) {
	one, other, _ := strings.Cut(swordsmenFiles, "|")
	c := gmtest.Campaign(t, gmtest.Folder(t, map[string]string{"campaign.yaml": "cast: [a, b]\n", "characters/a.yaml": one, "characters/b.yaml": other,
		"encounters/fight.yaml": "combatants: {a: {side: a, tactic: strike_on}, b: {side: b, tactic: strike_on}}\n"}), nil)
	for _, row := range []struct {
		lines []string
		at    float64 // when a declares
	}{{[]string{"turn b 9"}, 9}, {[]string{"turn b 3", "next", "b: wait"}, 3}} {
		s := opened(t, c)
		gmtest.Do(t, s, "begin fight", "turn b 20", "turn a 3", "next", "a: wait")
		gmtest.Do(t, s, row.lines...)
		sim, err := FromGame(s.Game(), s.Targets())
		if err != nil {
			t.Fatal(err)
		}
		sides, err := sim.checkAndPrepare()
		if err != nil {
			t.Fatal(err)
		}
		f, at := newFight(sim, sides), -1.0
		f.onDeclare = func(*rules.OngoingAction) {
			if f.declarer.Key == "a" && at < 0 {
				at = f.state.Count
			}
		}
		f.beginRun(sim, 0)
		for at < 0 && !f.isOver() {
			if err := f.advanceStep(); err != nil {
				t.Fatal(err)
			}
		}
		if at != row.at {
			t.Errorf("after %q: a declares at %g, not at %g", row.lines, at, row.at)
		}
	}
}

// TestTacticLines: a turn by a tactic names the lines of it that decide, with their places.
func TestTacticLines(t *testing.T) {
	c := led(t, "")
	s := opened(t, c)
	gmtest.Do(t, s, "begin led", "set grell PBD 0", "turn needle 1", "next")
	turn, err := TacticTurn(s.Game(), s.Targets(), "needle")
	if err != nil || len(turn.By) != 1 || turn.By[0].Key != "leave" || !strings.HasSuffix(turn.By[0].Pos.String(), "house.yaml:3:31") {
		t.Errorf("%v %+v", err, turn)
	}
	rounds := opened(t, gmtest.Campaign(t, "heresiarch", nil))
	gmtest.Do(t, rounds, "begin proving_ground", "next")
	turn, err = TacticTurn(rounds.Game(), rounds.Targets(), "")
	if err != nil || len(turn.By) != 2 || turn.By[0].Key != "side" || turn.By[1].Key != "when" || turn.By[1].Words != "count <= 1" {
		t.Errorf("%v %+v", err, turn)
	}
}
