package simulate

import (
	"strings"
	"testing"

	"hybrid/gm/campaign"
	"hybrid/gm/gmtest"
	"hybrid/rules"
)

// fought simulates an encounter of a campaign with so many fights, some fighters by other tactics.
func fought(t *testing.T, name, encounter string, runs int, tactics ...string) *Result {
	t.Helper()
	c := gmtest.Campaign(t, name, nil)
	e, ok := c.Encounter(encounter)
	if !ok {
		t.Fatal(encounter)
	}
	sim, err := FromEncounter(c, e)
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range tactics {
		who, tactic, _ := strings.Cut(text, "=")
		if sim, err = sim.WithTactic(who, tactic); err != nil {
			t.Fatal(err)
		}
	}
	sim.Runs = runs
	return simulated(t, sim)
}

// share is how often a side wins.
func share(l *Result, side string) float64 {
	for _, end := range l.Sides {
		if end.Side == side {
			return end.Wins.Share
		}
	}
	return 0
}

// did is how often a fighter does an action in a fight.
func did(l *Result, who, action string) float64 {
	for _, m := range l.Fighters {
		for _, deed := range m.Declarations {
			if m.Who == who && deed.Action == action {
				return deed.Mean
			}
		}
	}
	return -1
}

// TestTacticsOfTheGames has the acceptance cases S 34, T 34 and C 29: who wins once figures fight as their books say. What tactics do at the
// table, with the reason, is in TestTacticSaysWhy; that who shoots goes on until somebody is in sight waits for places on a board.
func TestTacticsOfTheGames(t *testing.T) {
	gmtest.SkipIfShort(t)
	if combined := declaredLines(t, "heresiarch", "prowlers", 10); !strings.Contains(combined, ", combined") || !strings.Contains(combined, "sacrifice") {
		t.Errorf("no combined attack in\n%s", combined)
	}
	clones := fought(t, "heresiarch", "prowlers", 300, "griffin=fight_on")
	if wins, bursts := share(clones, "scorpion"), did(clones, "pest", "sacrifice"); wins <= 0.5 || bursts <= 0.5 {
		t.Errorf("the clones win %.2f, the pest bursts %.2f times", wins, bursts)
	}
	vats := fought(t, "heresiarch", "vats", 100)
	if wins, moved := share(vats, "griffin"), did(vats, "purifier", "walk"); wins <= 0.2 || wins >= 0.8 || moved < 1 || did(vats, "purifier", "objective") > moved {
		t.Errorf("the Lodge wins %.2f at the vats, the purifier moves %.2f times", wins, moved)
	}
	same := fought(t, "two_tribes", "skirmish_at_the_well", 300, "red=horde", "blue=horde")
	well := fought(t, "two_tribes", "skirmish_at_the_well", 300, "red=horde", "blue=balanced")
	if share(same, "blue") > 0.4 || share(well, "blue") <= 0.5 || did(well, "blue_prince", "harvest") <= 0 {
		t.Errorf("blue wins %.2f, and %.2f if it harvests, %.2f times", share(same, "blue"), share(well, "blue"), did(well, "blue_prince", "harvest"))
	}
	with, without := fought(t, "catacombs", "escape", 200), fought(t, "catacombs", "escape", 200, "heroes=hero")
	if share(with, "heroes") <= 0.5 || share(without, "heroes") != 0 {
		t.Errorf("heroes win %.2f, and %.2f without the way out", share(with, "heroes"), share(without, "heroes"))
	}
}

// declaredLines lists what is declared in the first simulated fights of an encounter.
func declaredLines(t *testing.T, name, encounter string, runs int) (lines string) {
	t.Helper()
	c := gmtest.Campaign(t, name, nil)
	e, _ := c.Encounter(encounter)
	sim, err := FromEncounter(c, e)
	if err != nil {
		t.Fatal(err)
	}
	sides, err := sim.checkAndPrepare()
	if err != nil {
		t.Fatal(err)
	}
	f := newFight(sim, sides)
	f.onDeclare = func(d *rules.OngoingAction) { lines += f.declarer.Key + ": " + f.lineWords(d) + "\n" }
	for run := range runs {
		if err := f.playToEnd(sim, run); err != nil {
			t.Fatal(err)
		}
	}
	return lines
}

// TestTacticSaysWhy holds what a tactic does at the table, and why, against S 34, T 34 and C 29.
func TestTacticSaysWhy(t *testing.T) {
	for _, row := range []struct {
		campaign, encounter string
		lines               []string
		who, line, why      string
	}{
		{"two_tribes", "skirmish_at_the_well", nil, "blue_prince", "blue_prince: harvest", "RES.now <= HATE.now"},
		{"heresiarch", "prowlers", []string{"pest: basic_move"}, "pest", "pest: sacrifice ambrosius", "other.NV.now > 0"},
		{"two_tribes", "three_huts", []string{"red: done", "next", "blue: done", "next"}, "red_champion", "red_champion: enter_hut camp_hut_1", "HUTS.now < count - 1"},
		{"catacombs", "robbery", nil, "revenant_1", "revenant_1: powerful_strike klavien", "worth more than half of its damage"},
		{"catacombs", "robbery", nil, "skell", "skell: strike irf", ""},
		{"catacombs", "escape", nil, "esterella", "esterella: decipher", "not is.door_open"},
	} {
		c := gmtest.Campaign(t, row.campaign, nil)
		s := opened(t, c)
		gmtest.Do(t, s, "begin "+row.encounter)
		for n := 0; n < 30 && !s.Game().Rules.CanActNow(s.State(), s.State().Find(row.who)); n++ {
			line := "next"
			if side := s.State().Round.Side(); side != "" && s.Game().Rules.BlockingTurn(s.State()) != "" {
				line = side + ": done"
			}
			gmtest.Do(t, s, line)
		}
		gmtest.Do(t, s, row.lines...)
		_, whom, _ := strings.Cut(row.line, ": ")
		whom = whom[strings.LastIndex(whom, " ")+1:]
		turn, err := TacticTurn(s.Game(), map[string]string{row.who: whom}, row.who)
		if err != nil || turn.Line != row.line || !strings.Contains(turn.Why, row.why) {
			t.Errorf("%s %s: %q because %q, %v; want %q", row.campaign, row.who, turn.Line, turn.Why, err, row.line)
		}
	}
}

// Each key of a tactic does what its comment says.
func TestKeysOfTactics(t *testing.T) {
	const house = `tactics:
  picks: {prefer: other.PAG, do: attack}
  waits: {do: attack, when: {attack: count > 50}}
  tends: {do: [tend, attack], whom: {tend: ours}}
  aims_first: {aims: get_up, do: attack}
  set_up: {do: attack, options: [all_out, set_up]}
`
	for tactic, row := range map[string]struct {
		lines []string
		want  string
	}{
		"picks":      {nil, "grell: attack bram"},
		"waits":      {nil, "waive grell"},
		"tends":      {[]string{"put lad bleeding"}, "grell: tend lad"},
		"aims_first": {[]string{"put grell prone"}, "grell: get_up"},
		"set_up":     {nil, "grell: attack"},
	} {
		dir := gmtest.Folder(t, map[string]string{"campaign.yaml": "campaign: {label: Home}", "tables/house.yaml": house,
			"encounters/one.yaml": "combatants: {kira: {side: party}, bram: {side: party}, grell: {side: gang, tactic: " + tactic + "}, lad: {side: gang, from: lantern_lad}}"})
		c, err := campaign.Open(dir, nil)
		if err != nil {
			t.Fatal(err)
		}
		s := opened(t, c)
		gmtest.Do(t, s, "begin one", "turn grell 1")
		gmtest.Do(t, s, row.lines...)
		for s.Game().OpenActor() == nil {
			gmtest.Do(t, s, "next")
		}
		turn, err := TacticTurn(s.Game(), nil, "grell")
		if err != nil || !strings.HasPrefix(turn.Line, row.want) {
			t.Errorf("%s: %q because %q, %v; want %q", tactic, turn.Line, turn.Why, err, row.want)
		}
	}
}

// A side's action, a number that is asked for and a card are parts of the line that one would type.
func TestTacticPlaysCards(t *testing.T) {
	s := opened(t, gmtest.Campaign(t, "heresiarch", nil))
	gmtest.Do(t, s, "begin prowlers", "next")
	side := s.State().Round.Side()
	turn, err := TacticTurn(s.Game(), nil, "")
	if err != nil || turn.Line != side+": deal_hand" || turn.Who != side {
		t.Fatalf("%q by %s: %v", turn.Line, turn.Who, err)
	}
	gmtest.Do(t, s, turn.Line, "set hybrid_one NV 1")
	for n := 0; n < 40; n++ {
		turn, err = TacticTurn(s.Game(), nil, "")
		if err != nil || strings.Contains(turn.Line, ", card ") {
			break
		}
		gmtest.Do(t, s, "next")
	}
	if !strings.Contains(turn.Line, "card feint") && !strings.Contains(turn.Line, "card rush") && !strings.Contains(turn.Line, "card fury") && !strings.Contains(turn.Line, "card omen") {
		t.Errorf("no card in %q: %v", turn.Line, err)
	}
}

// An answer is given only while the formula under `when` is true.
func TestAnswersKeepToWhen(t *testing.T) {
	for when, gives := range map[string]bool{"other.HEART.now > 0": true, "other.HEART.now < 0": false} {
		dir := gmtest.Folder(t, map[string]string{
			"campaign.yaml":       "campaign: {label: Home, pack: game}",
			"characters/ann.yaml": "character: {name: Ann}\nstats: {MIGHT: 2}\n",
			"characters/bob.yaml": "character: {name: Bob}\nstats: {MIGHT: 2}\n",
			"encounters/one.yaml": "combatants: {ann: {side: a}, bob: {side: b}}",
			"game/game.yaml": `
pack: {label: Pools, tactic: gnaw}
order: {scheme: rounds}
stats: {MIGHT: {label: Might}}
pools: {HEART: {label: Heart, max: 4}}
dice: {night: {faces: {blank: 1, ten: 1}}}
conditions: {down: {holds: HEART.now <= 0, out: true, bad: true}, pushed: {until: sequence}}
actions:
  strike:
    whom: true
    counts: 1
    steps:
      pool: {throw: night, dice: MIGHT}
      push: {offer: push, many: true}
      hurt: {who: other, do: [{lose: HEART, by: pool.ten}]}
  push_on: {answers: push, put: [pushed], when: not is.pushed, steps: {more: {do: [{throw: pool, by: 2}]}}}
tactics: {gnaw: {do: [strike, push_on], when: {push_on: "` + when + `"}}}
`})
		if l := fought(t, dir, "one", 20); (did(l, "ann", "push_on") > 0) != gives || did(l, "ann", "strike") <= 0 {
			t.Errorf("%s: pushes on %g times", when, did(l, "ann", "push_on"))
		}
	}
}
