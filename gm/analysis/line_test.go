package analysis

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"hybrid/gm"
	"hybrid/gm/campaign"
	"hybrid/gm/gmtest"
	"hybrid/rules"
)

var long = flag.Bool("long", false, "play and simulate many more fights")

// analysed is the line of a fight.
func analysed(t testing.TB, s *gm.Session, f *Fight, o Options) *Line {
	t.Helper()
	l, err := Analyse(context.Background(), s.Game(), f, o)
	if err != nil {
		t.Fatalf("%s: %v", f.Name, err)
	}
	return l
}

// checkParts checks that the parts of each swing add up, and the swings to the whole.
func checkParts(t *testing.T, l *Line) {
	t.Helper()
	sum, before := 0.0, l.Points[0].Chances[0].Share
	for i := range l.Points {
		p := &l.Points[i]
		parts := p.Dice.Share + p.Choice.Share + p.Hand.Share
		sum += parts
		all := 0.0
		for _, c := range p.Chances {
			all += c.Share
		}
		if math.Abs(p.Swing.Share-parts) > 1e-9 || math.Abs(before+p.Swing.Share-p.Chances[0].Share) > 1e-9 || math.Abs(all-1) > 1e-9 {
			t.Errorf("%s, entry %d (%s): %+v", l.Label, p.Seq, p.Line, p)
		}
		before = p.Chances[0].Share
	}
	if change := l.Points[len(l.Points)-1].Chances[0].Share - l.Points[0].Chances[0].Share; math.Abs(change-sum) > 1e-9 {
		t.Errorf("%s: it changes by %g, its parts add up to %g", l.Label, change, sum)
	}
}

// TestPartsAddUp: dice, choice and hand add up exactly, whatever is played in whatever game.
func TestPartsAddUp(t *testing.T) {
	gmtest.SkipIfShort(t)
	seeds, lines := uint64(1), 25
	if *long {
		seeds, lines = 12, 150
	}
	for _, name := range []string{"saltmarket", "cold_lantern", "heresiarch", "catacombs", "two_tribes"} {
		for seed := range seeds {
			s := played(t, gmtest.Campaign(t, name, nil), byte(seed), 0).Session
			r := gmtest.NewRandom(seed+3, s.Game)
			for _, e := range s.Campaign().Encounters() {
				if gmtest.DoAtRandom(t, r, s, "begin "+e.Name); s.State().Running {
					break
				}
			}
			for range lines {
				gmtest.DoAtRandom(t, r, s, r.Line())
			}
			fights, err := ListFights(s)
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range fights {
				l, err := Analyse(context.Background(), s.Game(), f, Options{Fights: 3})
				if err != nil {
					if strings.Contains(err.Error(), "has no tactic") {
						continue
					}
					t.Fatalf("%s, seed %d: %v", name, seed, err)
				}
				checkParts(t, l)
			}
		}
	}
}

// flips is a game that can be solved by counting: with each flip one of two loses a point of three, the second twice as often as the first,
// no matter which of them flips.
var flips = map[string]string{
	"campaign.yaml":        "campaign: {label: Flips, pack: game}\ncast: [ann, bob]\n",
	"characters/ann.yaml":  "character: {name: Ann, player: Jo}\nstats: {AIM: 4}\n",
	"characters/bob.yaml":  "character: {name: Bob}\nstats: {AIM: 2}\n",
	"encounters/duel.yaml": "encounter: {label: A duel}\ncombatants:\n  bob: {side: blue, tactic: flips}\n  ann: {side: red, tactic: flips}\n",
	"game/game.yaml": `pack: {label: Flips, count: 1, unit: s, check: luck, watch: [LIFE]}
stats: {AIM: {label: Aim}}
pools: {LIFE: {label: Life, max: 3}}
degrees: {good: {factor: 1}, poor: {factor: 0}}
ladders: {plain: {steps: {good: made, poor: otherwise}}}
checks:
  luck:
    numbers: {chance: {own: {label: Basis, add: basis}}}
    roll: d6
    results: {made: roll <= chance, margin: chance - roll}
    ladder: plain
conditions: {gone: {label: Gone, holds: LIFE.now <= 0, out: true, cannot: [act]}}
numbers: {lasts: {own: {label: Action, add: action.counts}}}
order: {scheme: counts, first: 1, time: lasts, initiative: {die: {label: Die, add: 1d6}}}
actions:
  flip:
    whom: true
    counts: 2
    basis: {else: AIM}
    steps:
      test: {label: Flip, check: luck}
      hurt: {who: other, when: test.made, do: [{lose: LIFE, by: 1}]}
      harm: {when: test.missed, do: [{lose: LIFE, by: 1}]}
tactics: {flips: {text: flips, target: nearest, do: flip}}
`,
}

// solved is how likely the first wins, by the points that both have left.
func solved(ann, bob float64) float64 {
	switch {
	case bob <= 0:
		return 1
	case ann <= 0:
		return 0
	}
	return 2*solved(ann, bob-1)/3 + solved(ann-1, bob)/3
}

// TestSolvedDuel: every moment of a duel that can be solved is as likely won as counting says.
func TestSolvedDuel(t *testing.T) {
	gmtest.SkipIfShort(t)
	c, err := campaign.Open(gmtest.Folder(t, flips), nil)
	if err != nil {
		t.Fatal(err)
	}
	moved := 0
	for seed := range byte(6) {
		p := played(t, c, seed, 0)
		f := p.fight(t, "duel", 100)
		l := analysed(t, p.Session, f, Options{Fights: 2000})
		checkParts(t, l)
		if l.Sides[0] != "red" || l.Assumption != "if both sides go on by their tactics" || l.Fights != 2000 {
			t.Errorf("%+v", l)
		}
		life, _ := c.Rules.Pools.Get("LIFE")
		for i := range l.Points {
			after := f.Entries[i].After
			want := solved(after.Find("ann").PoolValue(life), after.Find("bob").PoolValue(life))
			if got := l.Points[i].Chances[0]; math.Abs(got.Share-want) > 2*got.HalfWidth+1e-12 { // four standard errors
				t.Errorf("seed %d, entry %d: %.4f ± %.4f, want %.4f", seed, l.Points[i].Seq, got.Share, got.HalfWidth, want)
			}
			if l.Points[i].Choice.Share != 0 || l.Points[i].Hand.Share != 0 || l.Points[i].Mark != "" {
				t.Errorf("by tactics alone: %+v", l.Points[i])
			}
			if l.Points[i].Swing.Share != 0 {
				moved++
			}
		}
		if dice, _, _ := l.Sums(); f.WinningSide(p.Game()) == "" || math.Abs(dice.Share-(l.Points[len(l.Points)-1].Chances[0].Share-l.Points[0].Chances[0].Share)) > 1e-9 {
			t.Errorf("dice %+v, won %q", dice, f.WinningSide(p.Game()))
		}
	}
	if moved < 18 {
		t.Errorf("only %d entries moved the line", moved)
	}
}

// TestQuietEntriesDoNotMoveTheLine: where no die fell and all did as their tactics do, the same fights are won after the entry as before it.
func TestQuietEntriesDoNotMoveTheLine(t *testing.T) {
	gmtest.SkipIfShort(t)
	most := 5
	if *long {
		most = 60
	}
	for _, of := range [][2]string{{"saltmarket", "rooftops"}, {"saltmarket", "warehouse"}, {"cold_lantern", "choir"}} {
		p := played(t, gmtest.Campaign(t, of[0], nil), 5, 0)
		f := p.fight(t, of[1], 20+10*most)
		list, err := f.readMoments(context.Background(), p.Game(), nil)
		if err != nil {
			t.Fatal(err)
		}
		r, quiet := prober{sides: f.Sides()}, 0
		for i, m := range list {
			if m.hasDeviation() {
				t.Errorf("%s, entry %d: %s chose %q, its tactic %q (by hand %v)", of[1], m.Seq, m.chooser, m.chosen, m.usual, m.byHand)
			}
			if i == 0 || len(m.Dice) > 0 || i%3 > 0 || quiet == most {
				continue
			}
			quiet++
			before, after := &probe{moment: m, startsBefore: true}, &probe{moment: m}
			for _, p := range []*probe{before, after} {
				if err := r.runFights(context.Background(), p, 6); err != nil {
					t.Fatal(err)
				}
			}
			if !slices.Equal(before.won, after.won) {
				t.Errorf("%s, entry %d (%s): %v before, %v after", of[1], m.Seq, m.Line, before.won, after.won)
			}
		}
		if quiet < min(most, 15) { // a fight may be over sooner
			t.Errorf("%s: only %d quiet entries", of[1], quiet)
		}
	}
}

// TestLineDoesNotDependOnCores: one core and eight come to the same, to the last bit.
func TestLineDoesNotDependOnCores(t *testing.T) {
	gmtest.SkipIfShort(t)
	p := played(t, gmtest.Campaign(t, "saltmarket", nil), 8, 0.2)
	f := p.fight(t, "rooftops", 40)
	var texts []string
	for _, workers := range []int{1, 8} {
		l := analysed(t, p.Session, f, Options{Fights: 8, Workers: workers})
		data, err := json.Marshal(l)
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, string(data))
		checkParts(t, l)
	}
	if texts[0] != texts[1] {
		t.Errorf("on one core\n%s\non eight\n%s", texts[0], texts[1])
	}
}

// TestLineIsFair checks that in fights played by tactics, the first chance and the one after a third of the fight are right on average, so
// the swings of their dice sum to 0, and a fight that is simulated from its middle has forgotten nothing that helps a side.
func TestLineIsFair(t *testing.T) {
	gmtest.SkipIfShort(t)
	type row struct {
		campaign, encounter string
		fights              int
	}
	rows := []row{{"", "duel", 40}, {"heresiarch", "prowlers", 12}}
	if *long {
		rows = []row{{"", "duel", 200}, {"heresiarch", "prowlers", 200}, {"two_tribes", "skirmish_at_the_well", 200}, {"cold_lantern", "choir", 120}, {"saltmarket", "rooftops", 60}, {"saltmarket", "warehouse", 20}}
	}
	for _, row := range rows {
		c, err := campaign.Open(gmtest.Folder(t, flips), nil)
		if row.campaign != "" {
			c = gmtest.Campaign(t, row.campaign, nil)
		}
		if err != nil {
			t.Fatal(err)
		}
		var sum, varies [2]float64
		for seed := range row.fights {
			p := played(t, c, byte(seed), 0)
			f := p.fight(t, row.encounter, 3000)
			happened := 0.0
			switch f.WinningSide(p.Game()) {
			case f.Sides()[0]:
				happened = 1
			case "":
				happened = 0.5
			}
			for i, at := range []int{0, len(f.Entries) / 3} {
				r := prober{sides: f.Sides(), seed: uint64(seed)}
				here := &probe{moment: f.momentAt(p.Game(), at)}
				if err := r.runFights(context.Background(), here, 100); err != nil {
					t.Fatal(err)
				}
				said := r.chanceOfSide(here, 0, 100).Share
				sum[i], varies[i] = sum[i]+happened-said, varies[i]+max(0.01, said*(1-said)*1.01)
			}
		}
		n := float64(row.fights)
		for i, when := range []string{"as they begin", "after a third"} {
			mean, sure := sum[i]/n, math.Sqrt(varies[i])/n
			if t.Logf("%s, %s: wins are %.3f above the chance, the standard error is %.3f", row.encounter, when, mean, sure); math.Abs(mean) > 3*sure {
				t.Errorf("%s, %s: wins are %.3f above the chance, the standard error is %.3f", row.encounter, when, mean, sure)
			}
		}
	}
}

// TestMarks: to drop what is in hand before two attackers is a blunder; to do as the tactic does is none.
func TestMarks(t *testing.T) {
	gmtest.SkipIfShort(t)
	dir := gmtest.Folder(t, map[string]string{"campaign.yaml": "campaign: {label: Home}\ncast: [dov]\n",
		"encounters/pit.yaml": "encounter: {label: The pit}\ncombatants:\n  dov: {side: party}\n  one: {from: dock_cutter, side: gang}\n  two: {from: dock_cutter, side: gang}\n"})
	c, err := campaign.Open(dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	p := played(t, c, 2, 0)
	gmtest.Do(t, p.Session, "begin pit")
	for n := 0; n < 40; n++ {
		if a := p.Game().OpenActor(); a != nil && a.Key == "dov" && len(p.Targets()) > 1 {
			break
		}
		if _, err := p.do(p.line()); err != nil {
			t.Fatal(err)
		}
	}
	gmtest.Do(t, p.Session, "dov: drop_weapon")
	for range 6 {
		if _, err := p.do(p.line()); err != nil {
			t.Fatal(err)
		}
	}
	gmtest.Do(t, p.Session, "set one PFT 0")
	f, err := LastFight(p.Session, "The pit")
	if err != nil {
		t.Fatal(err)
	}
	l := analysed(t, p.Session, f, Options{Fights: 150})
	checkParts(t, l)
	marked, hand := "", 0.0
	for i := range l.Points {
		if point := &l.Points[i]; point.Mark != "" {
			marked += fmt.Sprintf("%s %s %s;", point.Line, point.Mark, point.Chooser)
		}
		hand += math.Abs(l.Points[i].Hand.Share)
	}
	if marked != "dov: drop_weapon ?? dov;" {
		t.Errorf("marked are %q", marked)
	}
	dropped := slices.IndexFunc(l.Points, func(p Point) bool { return p.Mark == "??" })
	better, err := FindAlternatives(context.Background(), p.Game(), f, l.Points[max(0, dropped)].Seq, Options{Fights: 100})
	if err != nil || len(better) == 0 || better[0].Gain.Share < 0.12 || better[0].Line == "drop_weapon" {
		t.Errorf("better than to drop it is %+v, %v", better, err)
	}
	if last := l.Points[len(l.Points)-1]; hand != last.Hand.Share || hand < 0.05 {
		t.Errorf("by hand %g: %+v", hand, last)
	}
}

// TestMarksOf holds the bounds of marks.
func TestMarksOf(t *testing.T) {
	for gains, want := range map[float64]string{-0.2: "??", -0.12: "??", -0.07: "?", -0.03: "?!", -0.02: "", 0: "", 0.05: "", 0.06: "+"} {
		if got := markOfChoice(Chance{gains, 0.005}); got != want {
			t.Errorf("%g: %q, want %q", gains, got, want)
		}
		if got := markOfChoice(Chance{gains, 0.3}); got != "" {
			t.Errorf("%g, which may be chance: %q", gains, got)
		}
	}
}

// TestTurningPoints are large swings, none of them near a larger one in the same direction.
func TestTurningPoints(t *testing.T) {
	l := &Line{}
	for _, swing := range []float64{0, 0.11, -0.2, 0.15, 0, 0, 0, 0, 0.12, 0.05, -0.1, 0.5} {
		l.Points = append(l.Points, Point{Swing: Chance{swing, 0.01}})
	}
	l.Points[11].Swing.HalfWidth = 0.4
	if got := l.turningPoints(); !slices.Equal(got, []int{2, 3, 10}) && !slices.Equal(got, []int{2, 3, 8, 10}) {
		t.Errorf("%v", got)
	}
}

// TestPlayedOn holds the line to the session: from one moment fights are played on by the tactics line by line, as z does at the table, and
// are won as often as the line says.
func TestPlayedOn(t *testing.T) {
	gmtest.SkipIfShort(t)
	type row struct {
		campaign, encounter string
		lines, fights       int
	}
	rows := []row{{"", "duel", 6, 80}}
	if *long {
		rows = append(rows, row{"heresiarch", "prowlers", 12, 60}, row{"cold_lantern", "choir", 20, 60}, row{"saltmarket", "rooftops", 20, 60})
	}
	for _, row := range rows {
		c, err := campaign.Open(gmtest.Folder(t, flips), nil)
		if row.campaign != "" {
			c = gmtest.Campaign(t, row.campaign, nil)
		}
		if err != nil {
			t.Fatal(err)
		}
		p := played(t, c, 2, 0)
		f := p.fight(t, row.encounter, row.lines)
		r, sides := prober{sides: f.Sides()}, f.Sides()
		here := &probe{moment: f.momentAt(p.Game(), len(f.Entries)-1)}
		if err := r.runFights(context.Background(), here, 600); err != nil {
			t.Fatal(err)
		}
		said, won := r.chanceOfSide(here, 0, 600), 0.0
		for seed := range row.fights {
			s, err := p.PrepareCopy(rules.NewSeededDice([32]byte{byte(seed), 99}))()
			if err != nil {
				t.Fatal(err)
			}
			on := &player{s, rand.New(rand.NewPCG(uint64(seed), 2)), 0}
			on.playOn(3000)
			end, err := LastFight(s, "")
			if err != nil {
				t.Fatal(err)
			}
			switch end.WinningSide(s.Game()) {
			case sides[0]:
				won++
			case "":
				won += 1 / float64(len(sides))
			}
		}
		n := float64(row.fights)
		sure := math.Hypot(said.HalfWidth/2, math.Sqrt(max(said.Share*(1-said.Share), 0.05)/n))
		if t.Logf("%s: the line says %s, played on %.0f of %d", row.encounter, said.Text(), won, row.fights); math.Abs(won/n-said.Share) > 3*sure {
			t.Errorf("%s: the line says %s, and played on %.0f of %d are won", row.encounter, said.Text(), won, row.fights)
		}
	}
}
