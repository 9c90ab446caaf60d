package simulate

import (
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"hybrid/campaigns"
	"hybrid/gm"
	"hybrid/gm/campaign"
	"hybrid/gm/command"
	"hybrid/gm/gmtest"
	"hybrid/rules"
)

var long = flag.Bool("long", false, "play twenty fights both ways from each moment instead of one, from twenty-one moments more of three fights, and a hundred of each encounter")

// alikeMoment is a moment from which a fight is played both ways.
type alikeMoment struct {
	campaign, encounter string
	before              int // entries played before the moment
}

// TestTacticsPlayAlike: from any moment of a fight, tactics at the table do what they do in a simulation with the same dice, to the
// same end. Each step is compared.
func TestTacticsPlayAlike(t *testing.T) {
	gmtest.SkipIfShort(t)
	moments := []alikeMoment{
		{"saltmarket", "warehouse", 3}, {"saltmarket", "warehouse", 40}, {"saltmarket", "warehouse", 121}, {"saltmarket", "rooftops", 20},
		{"cold_lantern", "choir", 10}, {"cold_lantern", "lock_four", 15}, {"heresiarch", "prowlers", 0}, {"catacombs", "robbery", 0}, {"two_tribes", "skirmish_at_the_well", 0},
		{"../testdata/adds/game", "duel", 0}, {"../testdata/targets/game", "duel", 5}, {"../testdata/bonus/game", "duel", 5}, {"../testdata/under/game", "duel", 5},
	}
	seeds := uint64(1)
	if *long {
		seeds = 20
		for before := 5; before <= 95; before += 15 {
			moments = append(moments, alikeMoment{"saltmarket", "warehouse", before}, alikeMoment{"cold_lantern", "choir", before}, alikeMoment{"saltmarket", "rooftops", before})
		}
	}
	for _, row := range moments {
		for seed := range seeds {
			dice := rules.NewSeededDice([32]byte{byte(seed), 1})
			s, _, err := gm.Open(withTactics(t, row.campaign), gm.Options{Dice: dice, Clock: gmtest.Clock()})
			if err != nil {
				t.Fatal(err)
			}
			gmtest.Do(t, s, "begin "+row.encounter)
			for range row.before {
				tableStep(t, s)
			}
			compareFight(t, s, dice, fmt.Sprintf("%s %d, seed %d", row.encounter, row.before, seed), seed, 400)
		}
	}
}

// TestEncountersByHand plays fights of each encounter at the table, by tactics, and in a simulation with the same dice: step by step they
// come to the same, and to the same winner. With -long so many are played that their shares can be held against those of `simulate`.
func TestEncountersByHand(t *testing.T) {
	gmtest.SkipIfShort(t)
	seeds, steps, names := uint64(1), 400, []string{"heresiarch", "two_tribes", "catacombs"}
	if *long {
		seeds, steps, names = 100, 4000, append(names, "saltmarket", "cold_lantern")
	}
	for _, name := range names {
		c := withTactics(t, name)
		for _, encounter := range c.Encounters() {
			sim, err := FromEncounter(c, encounter)
			if err != nil {
				continue // nobody is there to fight
			}
			t.Run(name+"/"+encounter.Name, func(t *testing.T) {
				dice := rules.NewSeededDice([32]byte{1})
				won := map[string]int{}
				for seed := range seeds {
					s, _, err := gm.Open(c, gm.Options{Dice: dice, Clock: gmtest.Clock()})
					if err != nil {
						t.Fatal(err)
					}
					gmtest.Do(t, s, "begin "+encounter.Name)
					won[compareFight(t, s, dice, fmt.Sprintf("seed %d", seed), seed, steps)]++
				}
				if !*long {
					return
				}
				sim.Runs = 300
				result := simulated(t, sim)
				t.Logf("won %v of %d", won, seeds)
				for _, side := range result.Sides {
					p, n := side.Wins.Share, float64(won[side.Side])/float64(seeds)
					t.Logf("%s: by hand %.0f%%, simulated %.0f%%", side.Side, 100*n, 100*p)
					if noise := 4*math.Sqrt((p*(1-p)+0.01)/float64(seeds)) + 0.01; math.Abs(p-n) > noise {
						t.Errorf("%s wins %.2f of the fights by hand, and %.2f ± %.2f of those that are simulated", side.Side, n, p, noise)
					}
				}
			})
		}
	}
}

// TestOrdersAlike: where sides number their figures in secret, tactics at the table and in a simulation give the same orders, by `first`
// before the best target, and come to the same end.
func TestOrdersAlike(t *testing.T) {
	gmtest.SkipIfShort(t)
	own := heresiarchWith(t, "tactics: {clone: {first: other.NV.now - NV.now}}")
	dice := rules.NewSeededDice([32]byte{3})
	for _, row := range []struct{ campaign, order string }{
		{"heresiarch", "scorpion: orders hybrid_one h2"},
		{own, "scorpion: orders h2 hybrid_one"},
	} {
		c := gmtest.Campaign(t, row.campaign, nil)
		s, _, err := gm.Open(c, gm.Options{Dice: dice, Clock: gmtest.Clock()})
		if err != nil {
			t.Fatal(err)
		}
		gmtest.Do(t, s, "begin first", "put griffin numbered", "put scorpion numbered", "set h2 NV 1", "next, dice 2 9")
		turn, err := TacticTurn(s.Game(), s.Targets(), "scorpion")
		if err != nil || turn.Line != row.order {
			t.Errorf("%s: %q, %v, want %q", row.campaign, turn.Line, err, row.order)
		}
		compareFight(t, s, dice, "orders", 1, 400)
	}
}

// TestOrdersWithoutSentences: a condition that only numbers figures needs no sentences of its own; the log doesn't say that someone “is lot”.
func TestOrdersWithoutSentences(t *testing.T) {
	c := gmtest.Campaign(t, heresiarchWith(t, "conditions: {lot: {hidden: others, until: round}}\nstages: {round: {steps: {counters: {orders: lot}}}}"), nil)
	s, _, err := gm.Open(c, gm.Options{Dice: rules.NewSeededDice([32]byte{3}), Clock: gmtest.Clock()})
	if err != nil {
		t.Fatal(err)
	}
	gmtest.Do(t, s, "begin first", "put griffin numbered", "put scorpion numbered", "next, dice 2 9", "griffin: orders p2 purifier", "scorpion: orders hybrid_one h2")
	log, orders := s.Log(), ""
	for _, line := range log[len(log)-2:] {
		orders += line.Text() + "\n"
	}
	if !strings.Contains(orders, "The Lodge of Hod: order given") || strings.Contains(orders, "is lot") {
		t.Errorf("the orders are told as\n%s", orders)
	}
}

// TestStepsAlike: where a step of a stage lists actions, tactics do them at the table and in a simulation, of figures and of sides, and come
// to the same end; at no other time do they.
func TestStepsAlike(t *testing.T) {
	gmtest.SkipIfShort(t)
	own := heresiarchWith(t, `
stages: {round: {steps: {muster: {actions: [muster, brace, tend], sides: together}}}}
conditions:
  mustered: {of: side, until: round}
  tended:   {of: side}
  braced:   {until: round}
actions:
  muster: {of: side, any_time: true, when: not is.mustered, steps: {up: {do: [{put: mustered}]}}}
  brace:  {any_time: true, when: not is.braced, steps: {up: {do: [{put: braced}]}}}
  tend:   {of: side, whom: any, any_time: true, when: not foe and not is.tended, steps: {up: {do: [{gain: NV, by: 1, who: other}, {put: tended}]}}}
tactics:
  clone: {do: [infiltrate, strike, brace], side: [deal_hand, tend], when: {tend: other.NV.lost > 0}, whom: {tend: ours}}
  lodge: {side: [deal_hand, muster]}
`)
	c, dice := gmtest.Campaign(t, own, nil), rules.NewSeededDice([32]byte{3})
	e, _ := c.Encounter("proving_ground")
	sim, err := FromEncounter(c, e)
	if err != nil {
		t.Fatal(err)
	}
	sim.Runs = 40
	did := map[string]float64{}
	for _, deeds := range simulated(t, sim).Deeds() {
		for _, d := range deeds.Declarations {
			did[d.Action] += d.Mean
		}
	}
	if did["infiltrate"] == 0 || did["brace"] == 0 {
		t.Errorf("declared in a simulation: %v", did)
	}
	lines := ""
	for seed := range uint64(6) {
		s, _, err := gm.Open(c, gm.Options{Dice: dice, Clock: gmtest.Clock()})
		if err != nil {
			t.Fatal(err)
		}
		gmtest.Do(t, s, "begin proving_ground")
		compareFight(t, s, dice, "steps", seed, 400)
		for _, line := range s.Log() {
			if entry, err := s.Entry(line.Seq()); err == nil {
				lines += entry.Line + "\n"
			}
		}
	}
	for _, want := range []string{"shell: infiltrate", "griffin: muster", ": brace", "scorpion: tend", "scorpion: done"} {
		if !strings.Contains(lines, want) {
			t.Errorf("nobody did %q in\n%s", want, lines)
		}
	}
}

// heresiarchWith is the folder of a campaign with a table of its own.
func heresiarchWith(t *testing.T, table string) string {
	t.Helper()
	from, err := fs.Sub(campaigns.Files, "heresiarch")
	if err != nil {
		t.Fatal(err)
	}
	own := t.TempDir()
	if err := os.CopyFS(own, from); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(own+"/tables/own.yaml", []byte(table), 0o600); err != nil {
		t.Fatal(err)
	}
	return own
}

// withTactics opens a campaign, a test's own with tactics for its heroes too.
func withTactics(t *testing.T, name string) *campaign.Campaign {
	t.Helper()
	if !strings.HasPrefix(name, "..") {
		return gmtest.Campaign(t, name, nil)
	}
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(name)); err != nil {
		t.Fatal(err)
	}
	file := dir + "/encounters/duel.yaml"
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	text := strings.ReplaceAll(string(data), "side: heroes,", "side: heroes, tactic: hard,")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return gmtest.Campaign(t, dir, nil)
}

// compareFight plays the running fight on in a simulation and at the table, with the same dice, compares the steps, and returns the side
// that won; empty for none.
func compareFight(t *testing.T, s *gm.Session, dice *rules.SeededDice, name string, seed uint64, most int) (winner string) {
	t.Helper()
	sim, err := FromGame(s.Game(), s.Targets())
	if err != nil {
		t.Fatal(err)
	}
	sides, err := sim.checkAndPrepare()
	if err != nil {
		t.Fatal(err)
	}
	f := newFight(sim, sides)
	f.beginRun(sim, 0)
	from := [32]byte{byte(seed), 2}
	dice.Reset(from)
	f.live.Begin(rules.NewSeededDice(from))
	if err := f.rollInitiative(); err != nil {
		t.Fatal(err)
	}
	steps := 0
	for ; !f.isOver() && steps < most; steps++ {
		var deed string
		f.onDeclare = func(d *rules.OngoingAction) { deed = f.lineWords(d) }
		before := standing(f.state)
		if err := f.advanceStep(); err != nil {
			t.Fatal(err)
		}
		var lines []string
		for len(lines) < 8 && standing(s.State()) != standing(f.state) {
			lines = append(lines, tableStep(t, s)+" → "+standing(s.State()))
		}
		if got, want := standing(s.State()), standing(f.state); got != want {
			t.Errorf("%s, step %d: from\n%s\nthe simulation does %q and comes to\n%s\nthe table does %q and comes to\n%s", name, steps, before, deed, want, lines, got)
			return ""
		}
	}
	if steps < 20 && !f.isOver() {
		t.Errorf("%s: only %d steps", name, steps)
	}
	if at := f.winnerIndex(); at >= 0 {
		winner = f.names[at]
	}
	at := s.State()
	end := f.scene.FindEnd(s.Game().Rules, at)
	if at.Won != f.state.Won || (end == nil) != (f.decided == nil) || end != nil && end.Winner != f.decided.Winner {
		t.Errorf("%s: at the table %q wins, by %+v; in the simulation %q, by %+v", name, at.Won, end, f.state.Won, f.decided)
	}
	return winner
}

// tableStep lets the combatant whose turn it is act by its tactic, or takes what comes next, and returns the line.
func tableStep(t *testing.T, s *gm.Session) string {
	t.Helper()
	g, line, who := s.Game(), "next", ""
	if at := slices.IndexFunc(s.State().Actors, func(a *rules.Actor) bool { return a.Open || a.Waiting }); at >= 0 && !g.Rules.Order.InRounds() {
		who = s.State().Actors[at].Key
	}
	if who != "" || g.Rules.Order.InRounds() && (g.State.Round.Side() != "" || len(g.Rules.StageSides(s.State())) > 0) {
		turn, err := TacticTurn(g, s.Targets(), who)
		switch {
		case err == nil:
			line = turn.Line
		case who != "":
			t.Fatalf("%s: %v", who, err)
		}
	}
	cmd := command.Command{Line: line}
	for {
		_, err := s.Do(cmd)
		var need *rules.Need
		if err == nil {
			return line
		}
		if !errors.As(err, &need) {
			return line + ": " + err.Error()
		}
		answer, err := AnswerOf(s.Game(), cmd, need)
		if err != nil {
			t.Fatal(err)
		}
		if cmd.Answers = maps.Clone(cmd.Answers); cmd.Answers == nil {
			cmd.Answers = map[string]string{}
		}
		cmd.Answers[need.Key] = answer
	}
}

// standing describes a state: the count, and of each combatant and side its turn, action, pools and conditions.
func standing(s *rules.State) string {
	var list []string
	for _, a := range slices.Concat(s.Actors, s.Sides) {
		text := fmt.Sprintf("%s at %.3g turn %.4g open %v waiting %v", a.Key, a.Place, a.Turn, a.Open, a.Waiting)
		if a.Doing != nil {
			text += fmt.Sprintf(" %s %s %s at %.4g", a.Doing.Action, a.Doing.Whom, a.Doing.Tool, a.Doing.At)
		}
		for _, level := range a.Levels {
			text += fmt.Sprintf(" %.4g", level.Now)
		}
		for _, held := range a.Conditions {
			text += " " + held.Condition.Name
		}
		list = append(list, text)
	}
	slices.Sort(list)
	return fmt.Sprintf("%.4g\n%s", s.Count, strings.Join(list, "\n"))
}
