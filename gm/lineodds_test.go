package gm

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"

	"hybrid/gm/campaign"
	"hybrid/gm/command"
	"hybrid/gm/gmtest"
	"hybrid/rules"
)

func TestLineOdds(t *testing.T) {
	gmtest.SkipIfShort(t)
	s := opened(t, sample(t), "", 1)
	do(t, s, "begin warehouse", "turn kira 1", "next", "set grell PFT 0")
	before := s.State()
	o, err := s.game.LineOdds("kira: attack grell with sabre, df -2", true)
	if err != nil {
		t.Fatal(err)
	}
	p, err := s.game.Preview("kira: attack grell with sabre, df -2")
	if err != nil {
		t.Fatal(err)
	}
	if s.State() != before || o.Chance != p.Check.Chance {
		t.Errorf("chance %g, and %g by the preview", o.Chance, p.Check.Chance)
	}
	if end := o.TargetOdds(); end.Who != "grell" || end.Out <= 0 || end.Hurt <= end.Out || len(o.Rows) == 0 {
		t.Errorf("%+v", end)
	}
	if len(o.Answers) != 1 || len(o.Answers[0].List) < 3 {
		t.Fatalf("%d tables of answers", len(o.Answers))
	}
	for _, answered := range o.Answers[0].List {
		if hurt := answered.TargetOdds().Hurt; hurt > o.TargetOdds().Hurt+1e-9 {
			t.Errorf("%s: it hurts with %g, unanswered with %g", answered.Name, hurt, o.TargetOdds().Hurt)
		}
	}
	worth := 0.0
	for _, w := range o.Worths {
		if w.Label == "by hand" || w.Number == -10 {
			worth = w.Made
		}
	}
	free, err := s.game.LineOdds("kira: attack grell with sabre", false)
	if err != nil {
		t.Fatal(err)
	}
	if math.Abs(free.Made+worth-o.Made) > 1e-9 {
		t.Errorf("−2 by hand is said to be worth %g; it makes %g of %g", worth, o.Made, free.Made)
	}
	for _, line := range []string{"next", "kira: attack nobody", "set kira PFT 3"} {
		if _, err := s.game.LineOdds(line, false); err == nil {
			t.Errorf("%s has odds", line)
		}
	}
}

// Two questions of one actor stand apart, each with the one for whom its answers make a difference, and say what a second answer costs.
func TestAnswersToSeveralQuestions(t *testing.T) {
	gmtest.SkipIfShort(t)
	c, err := campaign.Open("testdata/bones/game", nil)
	if err != nil {
		t.Fatal(err)
	}
	s := opened(t, c, "", 1)
	do(t, s, "begin yard")
	o, err := s.game.LineOdds("ann: duel bob", true)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, table := range o.Answers {
		first := &table.List[0]
		got = append(got, fmt.Sprintf("%s %t %s: %s", table.Who, table.HasEarlierTable, table.AffectedKey, first.Costs(s.game.Rules)))
	}
	want := []string{"ann false bob: 1 rage; two: 2 rage", "ann true ann: 1 rage; two: 2 rage", "bob false bob: 1 rage; two: 2 rage", "bob true ann: 1 rage; two: 2 rage"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// What is said of an answer is what comes of it when the action in the making lands.
func TestLineOddsOfAnswers(t *testing.T) {
	gmtest.SkipIfShort(t)
	s := opened(t, sample(t), "", 1)
	do(t, s, "begin warehouse", "initiative all", "turn kira 1", "next", "kira: attack grell", "turn grell 40", "turn dov 50")
	for s.game.ListPending()[0].Kind != rules.PendingAct {
		do(t, s, "turn "+s.game.ListPending()[0].Actor.Key+" 60")
	}
	_, err := s.Do(command.Command{Line: "next"})
	var need *rules.Need
	if !errors.As(err, &need) || len(need.Choices) == 0 {
		t.Skip("it is not answered:", err)
	}
	list := s.game.AnswerEffects(command.Command{Line: "next"}, need)
	none := list[rules.NoAnswer]
	if none.Odds == nil || none.Odds.TargetOdds().Who != "grell" {
		t.Fatalf("%+v", none)
	}
	for name, a := range list {
		if a.Odds == nil || a.Odds.TargetOdds().Hurt > none.Odds.TargetOdds().Hurt+1e-9 {
			t.Errorf("%s: %+v", name, a.Odds)
		}
	}
}

// What one rolls against the consequences is not the roll of the answer.
func TestAnswersHaveTheirOwnRolls(t *testing.T) {
	gmtest.SkipIfShort(t)
	s := opened(t, sample(t), "", 1)
	do(t, s, "begin warehouse", "turn kira 1", "next", "set grell PFT 0")
	c := command.Command{Line: "attack grell"}
	d, err := s.Do(c)
	if err == nil {
		c = command.Command{Line: "next"}
		_, err = s.Do(c)
	}
	var need *rules.Need
	if !errors.As(err, &need) {
		t.Fatalf("it is not asked: %v, %v", d, err)
	}
	list := s.game.AnswerEffects(c, need)
	for name, rolls := range map[string]bool{rules.NoAnswer: false, "crouch": false, "parry": true, "block": true, "roll_with": true} {
		if a, ok := list[name]; !ok || (a.Own != nil) != rolls {
			t.Errorf("%s rolls %+v (known %v)", name, a.Own, ok)
		}
	}
}

// The better of two dice, and a duellist: cases 10 and 13 of the skirmish.
func TestOddsOfTheSkirmish(t *testing.T) {
	s := opened(t, gmtest.Campaign(t, "heresiarch", nil), "", 1)
	do(t, s, "begin prowlers", "next")
	for line, want := range map[string][3]float64{ // a perfect success, hurt, a critical failure
		"hybrid_one: strike purifier, master_strike, card_points 1": {0.19, 0.84, 0.01},
		"ambrosius: strike aberration":                              {0.20, 0.60, 0.10},
	} {
		o, err := s.game.LineOdds(line, false)
		if err != nil {
			t.Fatal(err)
		}
		got := [3]float64{o.Degrees[0].Probability, o.TargetOdds().Hurt, o.Degrees[len(o.Degrees)-1].Probability}
		for i := range got {
			if math.Abs(got[i]-want[i]) > 1e-9 {
				t.Errorf("%s: %v, want %v", line, got, want)
				break
			}
		}
	}
}

// What hurts in a pool that is not watched hurts as well, and the pool is shown once a combatant lacks points of it.
func TestHurtBeyondTheWatched(t *testing.T) {
	s := opened(t, sample(t), "", 1)
	do(t, s, "begin parlour")
	o, err := s.game.LineOdds("orlo: attack kira with mind_blast", false)
	if err != nil {
		t.Fatal(err)
	}
	if whom := o.TargetOdds(); whom.Hurt < 0.5 || whom.Loss < 5 {
		t.Errorf("a blow at the mind hurts with %g, by %g", whom.Hurt, whom.Loss)
	}
	shown := func() (names []string) {
		for _, pool := range s.Rules().PoolsFor(s.State().Find("kira"), s.State().Find("orlo")) {
			names = append(names, pool.Name)
		}
		return names
	}
	if got := shown(); !slices.Equal(got, s.Rules().Pack.Watch) {
		t.Errorf("those who lack nothing show %v", got)
	}
	do(t, s, "set kira MFT 3")
	if got, want := shown(), append(slices.Clone(s.Rules().Pack.Watch), "MFT"); !slices.Equal(got, want) {
		t.Errorf("shown %v, not %v", got, want)
	}
}

// TestOddsOfATestThrownAgain: a test by itself, which nothing reads afterwards, has odds with each answer, too. One die that is
// made on four faces of six is thrown again where it was missed, for a point of destiny.
func TestOddsOfATestThrownAgain(t *testing.T) {
	s := opened(t, gmtest.Campaign(t, "catacombs", nil), "", 1)
	do(t, s, "begin end_of_reign", "next")
	o, err := s.game.LineOdds("torgils: check SHO", true)
	if err != nil {
		t.Fatal(err)
	}
	if len(o.Answers) != 1 || math.Abs(o.Answers[0].List[0].Steps[0].Results[0].Probability-8./9) > 1e-9 {
		t.Errorf("want that it is made at last in 8 of 9, by one answer\n%+v", o.Answers)
	}
}
