package simulate

import (
	"math"
	"testing"

	"hybrid/gm/gmtest"
	"hybrid/rules"
)

// Encounters of games in rounds end with a side that wins, by what the game says of winning: a battle of tribes after four
// rounds at the latest, however many are left.
func TestRoundsEnd(t *testing.T) {
	gmtest.SkipIfShort(t)
	for _, row := range []struct {
		campaign, encounter string
		most                float64 // rounds
	}{
		{"two_tribes", "skirmish_at_the_well", 4}, {"two_tribes", "raid", 4},
		{"catacombs", "lost_treasure", UsualCounts}, {"catacombs", "escape", 10}, {"catacombs", "end_of_reign", UsualCounts},
		{"heresiarch", "prowlers", UsualCounts}, {"heresiarch", "first", UsualCounts},
	} {
		t.Run(row.encounter, func(t *testing.T) {
			c := gmtest.Campaign(t, row.campaign, nil)
			e, ok := c.Encounter(row.encounter)
			if !ok {
				t.Fatal("no such encounter")
			}
			sim, err := FromEncounter(c, e)
			if err != nil {
				t.Fatal(err)
			}
			sim.Runs = 40
			l := simulated(t, sim)
			wins := 0
			for _, side := range l.Sides {
				wins += side.Wins.Times
			}
			if l.Runs != 40 || wins != 40 || l.Undecided.Times != 0 || l.Counts.Median > row.most || l.Counts.High > row.most {
				t.Errorf("%d of 40 fights are won, after %+v", wins, l.Counts)
			}
		})
	}
}

// What comes of one deed in simulated rounds is what its exact odds say.
func TestRoundsAgreeWithOdds(t *testing.T) {
	gmtest.SkipIfShort(t)
	for name, row := range map[string]struct {
		campaign string
		lines    []string
		tactic   [2]string
		odds     string
		whom     string
	}{
		"tribes": {"two_tribes", []string{"begin skirmish_at_the_well", "next", "put red_prince ko", "put red_champion ko", "put red_warrior_2 ko", "put red_youngblood_1 ko",
			"put blue_prince ko", "put blue_champion ko", "put blue_youngblood_1 ko", "set red SAV 1", "set blue SAV 0"},
			[2]string{"red", "hold"}, "red_warrior_1: attack blue_warrior_1", "blue_warrior_1"},
		"tribes with a feat": {"two_tribes", []string{"begin skirmish_at_the_well", "next", "put red_prince ko", "put red_champion ko", "put red_warrior_2 ko", "put red_youngblood_1 ko",
			"put blue_prince ko", "put blue_champion ko", "put blue_youngblood_1 ko", "set red SAV 2", "set blue SAV 0"},
			[2]string{"red", "horde"}, "red_warrior_1: attack blue_warrior_1, answer forge_die", "blue_warrior_1"},
		"catacombs": {"catacombs", []string{"begin end_of_reign", "remove revenant_3 and revenant_4 and revenant_5 and revenant_6 and vampire and more_rats",
			"set irf HP 0", "set esterella HP 0", "set klavien HP 0", "set skell HP 0", "set revenant_2 HP 0", "set rats HP 0", "set revenant_1 HP 0",
			"next", "set king HP 8", "set torgils AP 1"},
			[2]string{"torgils", "brute"}, "torgils: strike king", "king"},
		"catacombs, with destiny": {"catacombs", []string{"begin end_of_reign", "remove revenant_3 and revenant_4 and revenant_5 and revenant_6 and vampire and more_rats",
			"set irf HP 0", "set esterella HP 0", "set klavien HP 0", "set skell HP 0", "set revenant_2 HP 0",
			"set rats HP 0", "set revenant_1 HP 0", "next", "set king HP 8", "set torgils AP 1"},
			[2]string{"torgils", "hero"}, "torgils: strike king, answer use_fate", "king"},
		"laboratories": {"heresiarch", []string{"begin first", "set p2 NV 0", "set h2 NV 0", "set hybrid_one NV 1", "next"},
			[2]string{"griffin", "fight_on"}, "purifier: strike hybrid_one", "hybrid_one"},
	} {
		t.Run(name, func(t *testing.T) {
			seen := false
			c := gmtest.Campaign(t, row.campaign, nil)
			s := opened(t, c)
			gmtest.Do(t, s, row.lines...)
			exact, err := s.Game().LineOdds(row.odds, false)
			if err != nil {
				t.Fatal(err)
			}
			sim, err := FromGame(s.Game(), s.Targets())
			if err != nil {
				t.Fatal(err)
			}
			if sim, err = sim.WithTactic(row.tactic[0], row.tactic[1]); err != nil {
				t.Fatal(err)
			}
			sim.Runs, sim.Counts = 1500, 0.5
			l := simulated(t, sim)
			for _, f := range l.Fighters {
				p := exact.TargetOdds().Out
				seen = seen || f.Who == row.whom && p > 0.1 && p < 0.9
				if within := 4 * math.Sqrt(p*(1-p)/1500); f.Who == row.whom && math.Abs(f.OutRate.Share-p) > within {
					t.Errorf("%s is out with %.4f, by its exact odds with %.4f ± %.4f", f.Name, f.OutRate.Share, p, within)
				}
			}
			if !seen {
				t.Error("its odds say nothing")
			}
		})
	}
}

// An answer that stops nothing is given by a tactic that names it: who has a point of destiny for each blow that would kill
// never goes down, and who fights by another tactic as often as the exact odds say.
func TestNamedAnswers(t *testing.T) {
	c := gmtest.Campaign(t, "catacombs", nil)
	s := opened(t, c)
	gmtest.Do(t, s, "begin end_of_reign", "put torgils dead", "put irf dead", "put klavien dead", "remove skell and vampire and rats and more_rats",
		"remove revenant_1 and revenant_2 and revenant_3 and revenant_4 and revenant_5 and revenant_6", "next", "heroes: done", "next", "set esterella HP 8", "set king AP 2")
	exact, err := s.Game().LineOdds("king: powerful_strike esterella", false)
	if err != nil {
		t.Fatal(err)
	}
	for tactic, down := range map[string]float64{"hero": 0, "dead": exact.TargetOdds().Out} {
		sim, err := FromGame(s.Game(), s.Targets())
		if err == nil {
			sim, err = sim.WithTactic("esterella", tactic)
		}
		if err != nil {
			t.Fatal(err)
		}
		sim.Runs, sim.Counts = 1500, 0.5
		l := simulated(t, sim)
		for _, f := range l.Fighters {
			if within := 4 * math.Sqrt(down*(1-down)/1500); f.Who == "esterella" && math.Abs(f.OutRate.Share-down) > within {
				t.Errorf("by %s she is down with %.4f, not %.4f ± %.4f", tactic, f.OutRate.Share, down, within)
			}
		}
	}
}

// TestRoundsKeepToAnOrder simulates a fight in whose round a side has given its figures an order in secret: the first one acts first.
func TestRoundsKeepToAnOrder(t *testing.T) {
	s := opened(t, gmtest.Campaign(t, "heresiarch", nil))
	gmtest.Do(t, s, "begin first", "put griffin numbered", "put scorpion numbered", "next, dice 2 9", "griffin: orders p2 purifier", "scorpion: orders h2 hybrid_one")
	rs, at := s.Game().Rules, s.State()
	for key, may := range map[string]bool{"p2": true, "purifier": false, "h2": false, "hybrid_one": false} {
		if rs.CanActNow(at, at.Find(key)) != may {
			t.Errorf("that %s may act is %t", key, !may)
		}
	}
	sim, err := FromGame(s.Game(), s.Targets())
	if err != nil {
		t.Fatal(err)
	}
	sides, err := sim.checkAndPrepare()
	if err != nil {
		t.Fatal(err)
	}
	f, first := newFight(sim, sides), map[string]string{}
	f.onDeclare = func(*rules.OngoingAction) {
		if side := f.declarer.Side; first[side] == "" && !f.declarer.IsSide() && f.state.Count == 1 {
			first[side] = f.declarer.Key
		}
	}
	sim.Runs = 20
	simulated(t, sim)
	if err := f.playToEnd(sim, 1); err != nil || first["griffin"] == "purifier" || first["scorpion"] == "hybrid_one" {
		t.Errorf("first act %v, %v", first, err)
	}
}
