package gm

import (
	"math"
	"strings"
	"testing"

	"hybrid/gm/command"
	"hybrid/gm/gmtest"
	"hybrid/gm/logtext"
	"hybrid/rules"
)

func TestForeseeChangesNothing(t *testing.T) {
	s := opened(t, sample(t), "", 1)
	do(t, s, "begin warehouse")
	before := s.State()
	f, err := s.DryRun("put kira prone")
	if err != nil {
		t.Fatal(err)
	}
	if len(f.After.Find("kira").Conditions) != 1 || len(before.Find("kira").Conditions) != 0 || s.State() != before {
		t.Errorf("got %+v", f.After.Find("kira").Conditions)
	}
	if f, err = s.DryRun("initiative"); err != nil || !f.Rolls || f.After != before {
		t.Errorf("initiative: got %+v, %v", f, err)
	}
	if f, err = s.DryRun("undo"); err != nil || f.After.Running {
		t.Errorf("undo: got %+v, %v", f, err)
	}
	if _, err = s.DryRun("put kira nonsense"); err == nil {
		t.Error("nonsense is not refused")
	}
}

// Every word of the prompt, and every beginning of one, can be looked ahead of at any moment, alone and with more behind it, also
// as a change of the past.
func TestForeseeEveryWord(t *testing.T) {
	gmtest.SkipIfShort(t)
	s := opened(t, sample(t), "", 1)
	for _, moment := range []string{"", "begin warehouse", "turn kira 1", "next", "attack grell", "next", "put kira bleeding", "finish"} {
		if moment != "" {
			s.Do(command.Command{Line: moment, Answers: map[string]string{}})
		}
		_, words := s.Complete("", 0)
		for _, word := range words {
			for end := 1; end <= len(word.Text); end++ {
				if end == len(word.Text) || end < 5 {
					s.DryRun(word.Text[:end])
				}
			}
			for _, behind := range []string{"", " kira", " kira 3", " party", " 3", ", and", ", dice 3"} {
				line := word.Text + behind
				s.DryRun(line)
				s.Game().Preview(line)
				if len(s.Log()) > 3 && behind == "" {
					s.Do(command.Command{Line: "mend 3 before " + line})
					s.Do(command.Command{Line: "refuse"})
				}
			}
		}
	}
}

// TestAnswersAreWeighed holds what is told about an answer to what is then rolled, with every face that hits.
func TestAnswersAreWeighed(t *testing.T) {
	gmtest.SkipIfShort(t)
	s := opened(t, sample(t), "", 1)
	do(t, s, "begin warehouse", "turn kira 1", "turn grell 30", "next", "attack grell, percent -0.4")
	need := asked(t, s, command.Command{Line: "next"})
	weighed := s.game.AnswerEffects(command.Command{Line: "next"}, need)
	if a := weighed["parry"]; a.Turn <= 30 || a.GivesUp || a.Odds.Chance != 60.5 || a.Own == nil || a.Own.Before != 51 || a.Own.Most != 50.5 {
		t.Errorf("parry: told %+v, %+v", a, a.Own)
	}
	for _, choice := range need.Choices {
		a, ok := weighed[choice.Name]
		if !ok {
			t.Errorf("%s is not weighed", choice.Name)
			continue
		}
		least, most, sum, faces := 100.0, 0.0, 0.0, int(a.Odds.Chance)
		for face := 1; face <= faces; face++ {
			entry, err := s.Do(command.Command{Line: "next", Answers: map[string]string{need.Key: choice.Name}, Faces: []int{face}})
			if err != nil {
				t.Fatal(err)
			}
			if hit := rolledBy(&entry, "kira", "hit"); hit.Chance != a.Odds.Chance {
				t.Errorf("%s: to hit is %v, and %v was told", choice.Name, hit.Chance, a.Odds.Chance)
			}
			if own := rolledBy(&entry, "grell", "attempt"); own == nil != (a.Own == nil) {
				t.Errorf("%s: told %+v, rolled %+v", choice.Name, a.Own, own)
			} else if own != nil {
				least, most, sum = min(least, own.Chance), max(most, own.Chance), sum+own.Chance
			}
			do(t, s, "undo")
		}
		if own := a.Own; own != nil && (own.Least != least || own.Most != most || math.Abs(own.Mean-sum/float64(faces)) > 1e-9) {
			t.Errorf("%s: told %+v, rolled with %v to %v, on average %v", choice.Name, own, least, most, sum/float64(faces))
		}
	}
}

// What is told about the time of an answer is what the answer then costs, with an action in progress.
func TestAnswersDelayTheAction(t *testing.T) {
	gmtest.SkipIfShort(t)
	for _, choice := range []string{"added", "given_up"} {
		s := opened(t, gmtest.Campaign(t, "saltmarket", map[string]string{"answering": choice}), "", 1)
		do(t, s, "begin warehouse", "turn kira 1", "turn grell 3", "next", "attack grell", "next", "grell: attack kira")
		need := asked(t, s, command.Command{Line: "next"})
		weighed := s.game.AnswerEffects(command.Command{Line: "next"}, need)
		for _, name := range []string{"parry", "crouch", "roll_with", rules.NoAnswer} {
			told := weighed[name]
			if _, err := s.Do(command.Command{Line: "next", Answers: map[string]string{need.Key: name}}); err != nil {
				t.Fatal(err)
			}
			switch a := s.State().Find("grell"); {
			case told.GivesUp != (a.Doing == nil && !told.RerollsInitiative), told.GivesUp && choice == "added":
				t.Errorf("%s, %s: told %+v, and then %+v", choice, name, told, a.Doing)
			case a.Doing != nil && a.Doing.At != told.Lands:
				t.Errorf("%s, %s: told that it lands at %v, and it does at %v", choice, name, told.Lands, a.Doing.At)
			}
			do(t, s, "undo")
		}
	}
}

// rolledBy is a check of an entry; nil if it was not made.
func rolledBy(e *Entry, who, step string) *rules.Outcome {
	for i := range e.Outcomes {
		if o := &e.Outcomes[i]; o.Who == who && o.Step == step && o.Degree != "" {
			return o
		}
	}
	return nil
}

func TestBeganIsTheStateBeforeTheFight(t *testing.T) {
	s := opened(t, sample(t), "", 1)
	if began, err := s.StateAtFightStart(); began != nil || err != nil {
		t.Errorf("before anything: got %v, %v", began, err)
	}
	do(t, s, "begin warehouse", "set kira PFT -5", "finish")
	began, err := s.StateAtFightStart()
	if err != nil {
		t.Fatal(err)
	}
	pool, _ := s.Rules().Pools.Get("PFT")
	if got := began.Find("kira").PoolValue(pool) - s.State().Find("kira").PoolValue(pool); got != 5 {
		t.Errorf("lost %v, want 5", got)
	}
	do(t, s, "next", "add sefa side gang", "set kira PFT -1", "set sefa PFT -3", "finish") // a second fight, and one who comes in
	if began, err = s.StateAtFightStart(); err != nil {
		t.Fatal(err)
	}
	for who, want := range map[string]float64{"kira": 1, "sefa": 3} {
		if got := began.Find(who).PoolValue(pool) - s.State().Find(who).PoolValue(pool); got != want {
			t.Errorf("%s lost %v, want %v", who, got, want)
		}
	}
}

func TestFavourites(t *testing.T) {
	dir := t.TempDir()
	s := opened(t, sample(t), dir, 1)
	do(t, s, "begin warehouse", "favourite kira attack with sabre, all_out", "favourite kira check climbing, df -2 because it rains", "kira: favourite wait")
	want := "attack with sabre, all_out|check climbing, df -2 because it rains|wait"
	if got := strings.Join(s.State().Find("kira").Favourites, "|"); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	do(t, s, "favourite kira drop 2", "undo", "redo")
	for _, line := range []string{"favourite kira wait", "favourite kira fly", "favourite kira drop 3", "favourite kira", "favourite kira favourite kira wait"} {
		refused(t, s, command.Command{Line: line})
	}
	s.Close()
	s = opened(t, sample(t), dir, 2)
	if got := strings.Join(s.State().Find("kira").Favourites, "|"); got != "attack with sabre, all_out|wait" {
		t.Errorf("reopened: got %s", got)
	}
	do(t, s, "finish", "begin warehouse")
	if got := len(s.State().Find("kira").Favourites); got != 2 {
		t.Errorf("the next encounter has %d", got)
	}
}

func TestWhyInitiativeAndTime(t *testing.T) {
	s := opened(t, sample(t), "", 1)
	do(t, s, "begin warehouse")
	if _, _, err := s.Explain("kira initiative"); err == nil {
		t.Error("nobody rolled yet, and it is explained")
	}
	do(t, s, "initiative kira dice 30 3 4")
	terms, text, err := s.Explain("kira initiative")
	if err != nil || len(terms) == 0 || !strings.Contains(text, "acts at 13") {
		t.Errorf("got %v, %s, %v", terms, text, err)
	}
	if terms, text, err = s.Explain("kira attack"); err != nil || len(terms) == 0 || !strings.Contains(text, "takes 7 counts") {
		t.Errorf("got %v, %s, %v", terms, text, err)
	}
}

func TestTogetherTellsWhatSeveralRolled(t *testing.T) {
	s := opened(t, sample(t), "", 1)
	do(t, s, "begin warehouse")
	entry := do(t, s, "roll sneaking by party dice 10 20 30 40")
	e, ok := logtext.GroupRolls(entry.Outcomes, entry.Events, entry.Who)
	if !ok || len(e.Rolls) != 4 || len(e.Turns) != 0 {
		t.Errorf("got %+v", e)
	}
	log := s.Log()
	if text := log[len(log)-1].Text(); strings.Count(text, " check ") != 4 || strings.Count(text, " · ") != 4 {
		t.Errorf("got %s", text)
	}
	entry = do(t, s, "initiative")
	if e, ok = logtext.GroupRolls(entry.Outcomes, entry.Events, entry.Who); !ok || len(e.Turns) != 10 || len(e.Rolls) != 0 {
		t.Errorf("got %+v", e)
	}
	var none []rules.Outcome
	if _, ok = logtext.GroupRolls(none, nil, ""); ok {
		t.Error("nothing is told as something")
	}
}

// TestNamesakesOfAnotherEncounter holds that only the same person comes in with the wounds of another encounter.
func TestNamesakesOfAnotherEncounter(t *testing.T) {
	s := opened(t, sample(t), "", 1)
	do(t, s, "begin warehouse", "set kira PFT -5", "set warden PFT -5", "finish", "begin parlour")
	if who := s.State().Find("warden"); who.Name != "Brass warden" {
		t.Errorf("%s comes in", who.Name)
	}
	pool, _ := s.Rules().Pools.Get("PFT")
	if kira := s.State().Find("kira"); rested(kira, pool) {
		t.Error("Kira comes in rested")
	}
}

func rested(a *rules.Actor, pool *rules.Pool) bool {
	most, _ := a.Sheet.Max(pool)
	return a.PoolValue(pool) >= most
}
