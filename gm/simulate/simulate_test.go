package simulate

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"

	"hybrid/gm"
	"hybrid/gm/campaign"
	"hybrid/gm/command"
	"hybrid/gm/gmtest"
	"hybrid/rules"
)

// opened is a session of a campaign in memory, with dice from a seed.
func opened(t testing.TB, c *campaign.Campaign) *gm.Session {
	t.Helper()
	s, _, err := gm.Open(c, gm.Options{Dice: rules.NewSeededDice([32]byte{1}), Clock: gmtest.Clock()})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// simulated is what a simulation comes to.
func simulated(t testing.TB, sim *Simulation) *Result {
	t.Helper()
	likely, err := sim.Run(context.Background(), nil)
	if err != nil {
		t.Fatal(err)
	}
	return likely
}

// prepared is an encounter file of the sample campaign, ready to be simulated.
func prepared(t testing.TB, text string) *Simulation {
	t.Helper()
	c := gmtest.Sample(t)
	e, err := c.ReadEncounter("test.yaml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	sim, err := FromEncounter(c, e)
	if err != nil {
		t.Fatal(err)
	}
	return sim
}

const duelFile = "combatants: {kira: {side: party}, grell: {side: gang, tactic: careful}}"

func TestSimulationDoesNotDependOnWorkers(t *testing.T) {
	var texts []string
	for _, workers := range []int{1, 2, 5} {
		sim := prepared(t, duelFile)
		sim.Runs, sim.Seed, sim.Workers = 60, 7, workers
		data, err := json.Marshal(simulated(t, sim))
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, string(data))
	}
	if texts[0] != texts[1] || texts[0] != texts[2] {
		t.Errorf("with one worker\n%s\nwith two\n%s\nwith five\n%s", texts[0], texts[1], texts[2])
	}
	other := prepared(t, duelFile)
	other.Runs, other.Seed = 60, 8
	if data, _ := json.Marshal(simulated(t, other)); string(data) == texts[0] {
		t.Error("another seed gives the same")
	}
}

func TestSimulationOfWhatIsDecided(t *testing.T) {
	sim := prepared(t, "combatants: {kira: {side: party}, dov: {side: party}, ilse: {side: party}, bram: {side: party}, lad: {side: gang, from: lantern_lad}}")
	sim.Runs = 100
	l := simulated(t, sim)
	if l.Runs != 100 || l.Sides[0].Side != "party" || l.Sides[0].Wins.Times < 97 {
		t.Errorf("%+v", l.Sides)
	}
	if lad := l.Fighters[4]; lad.OutRate.Times != l.Sides[0].Wins.Times || lad.PoolLosses[0].Mean <= 0 {
		t.Errorf("%+v", lad)
	}
	if l.Turns.Median > l.Counts.Median {
		t.Errorf("the fight turns at %+v and ends at %+v", l.Turns, l.Counts)
	}
}

// Where a game says who is out of the fight, one who can neither act nor is out is gone for when no other is left,
// and a fight in which none can be gone for goes on without a panic.
func TestSimulationOfThoseWhoAreOut(t *testing.T) {
	for _, rule := range []string{"rulings: {fallen_foes: {choice: spared}}", "conditions: {out_of_fight: {cannot: [], out: true}}", "conditions: {jolted: {out: true}}"} {
		dir := gmtest.Folder(t, map[string]string{"campaign.yaml": "campaign: {label: Home}", "tables/house.yaml": rule})
		c, err := campaign.Open(dir, nil)
		if err != nil {
			t.Fatal(err)
		}
		e, err := c.ReadEncounter("test.yaml", []byte(duelFile))
		if err != nil {
			t.Fatal(err)
		}
		sim, err := FromEncounter(c, e)
		if err != nil {
			t.Fatal(err)
		}
		sim.Runs = 40
		if l := simulated(t, sim); l.Runs != 40 || l.Sides[0].Wins.Times+l.Sides[1].Wins.Times+l.Undecided.Times != 40 || l.Undecided.Times > 4 && !strings.Contains(rule, "jolted") {
			t.Errorf("%s: %+v", rule, l)
		}
	}
}

// Where shots are counted, who has shot takes what else there is; who has nothing else loads again.
func TestSimulationOfEmptyWeapons(t *testing.T) {
	for gear, want := range map[string][]string{
		"[light_crossbow, boat_knife]": {"attack", "attack boat_knife"},
		"[light_crossbow]":             {"attack", "reload"},
	} {
		dir := gmtest.Folder(t, map[string]string{"campaign.yaml": "campaign: {label: Home}\nrulings: {ammunition: counted}",
			"characters/archer.yaml": "character: {name: Archer}\nstats: {PST: 10, PEN: 10, DEX: 10, PAG: 10, PAW: 10, MST: 10, MEN: 10, MAG: 10, MAW: 10, PSI: 10}\nskills: {crossbow: 8, knife: 4}\ngear: " + gear})
		c, err := campaign.Open(dir, nil)
		if err != nil {
			t.Fatal(err)
		}
		e, err := c.ReadEncounter("test.yaml", []byte("combatants: {archer: {side: loft}, kira: {side: party}}"))
		if err != nil {
			t.Fatal(err)
		}
		sim, err := FromEncounter(c, e)
		if err != nil {
			t.Fatal(err)
		}
		sim.Counts = 200
		sides, err := sim.checkAndPrepare()
		if err != nil {
			t.Fatal(err)
		}
		f := newFight(sim, sides)
		var done []string
		f.onDeclare = func(d *rules.OngoingAction) {
			if d.Whom == "kira" || d.Whom == "" {
				done = append(done, strings.TrimSpace(d.Action+" "+d.Tool))
			}
		}
		if err := f.playToEnd(sim, 1); err != nil {
			t.Fatal(err)
		}
		if len(done) < 2 || done[0] != want[0] || done[1] != want[1] {
			t.Errorf("with %s: %q, want %q first", gear, done, want)
		}
	}
}

func TestSimulationVaries(t *testing.T) {
	gmtest.SkipIfShort(t)
	sim := prepared(t, duelFile)
	sim.Runs = 200
	last := math.Inf(1)
	for _, rank := range []float64{1, 9, 18} {
		varied, err := sim.WithValue("grell.skills.sword", rank)
		if err != nil {
			t.Fatal(err)
		}
		share := simulated(t, varied).Sides[0].Wins.Share
		if share >= last {
			t.Errorf("at rank %g the others win %.2f, before %.2f", rank, share, last)
		}
		last = share
	}
	for path, want := range map[string]string{
		"grel.skills.sword":  "No combatant or side named “grel”. Did you mean “grell”?",
		"grell":              "“grell” isn't a path to a value. Write WHO.SECTION.NAME, with a section of a character file.",
		"grell.skills.swrod": "vary grell.skills.swrod: grell.skills.swrod:1:10: No skill named “swrod”. Did you mean “sword”?",
	} {
		if _, err := sim.WithValue(path, 3); err == nil || err.Error() != want {
			t.Errorf("%s: %v", path, err)
		}
	}
}

func TestVaryingToTheSameValueChangesNothing(t *testing.T) {
	gmtest.SkipIfShort(t)
	for _, name := range []string{"saltmarket", "cold_lantern", "two_tribes", "catacombs", "heresiarch"} {
		c := gmtest.Campaign(t, name, nil)
		for _, e := range c.Encounters() {
			sim, err := FromEncounter(c, e)
			if err != nil {
				t.Fatal(err)
			}
			if len(SidesOf(sim.State)) < 2 {
				continue
			}
			sim.Runs, sim.Seed = 4, 3
			want := simulated(t, sim)
			a := sim.State.Actors[0]
			stat := c.GivenStats()[0]
			varied, err := sim.WithValue(a.Key+".stats."+stat.Name, a.Sheet.Stat(stat))
			if err != nil {
				t.Fatal(err)
			}
			if got := simulated(t, varied); !reflect.DeepEqual(got, want) {
				t.Errorf("%s, %s: with the %s of %s as it is\n%+v, want\n%+v", name, e.Name, stat.Name, a.Key, got, want)
			}
		}
	}
}

func TestSimulationFromHere(t *testing.T) {
	s := opened(t, gmtest.Sample(t))
	if _, err := FromGame(s.Game(), s.Targets()); err == nil {
		t.Error("nothing is under way, and it is simulated")
	}
	gmtest.Do(t, s, "begin warehouse", "turn kira 1", "next", "kira: attack grell with sabre", "set grell PFT 0", "set grell PBD 1")
	before := s.State()
	sim, err := FromGame(s.Game(), s.Targets())
	if err != nil {
		t.Fatal(err)
	}
	sim.Runs, sim.scene = 30, nil
	l := simulated(t, sim)
	if s.State() != before || l.Runs != 30 {
		t.Errorf("the session went on: %d runs", l.Runs)
	}
	if grell := l.Fighters[4]; grell.Who != "grell" || grell.OutRate.Times < 25 || grell.PoolLosses[0].Mean != 0 {
		t.Errorf("%+v", grell)
	}
	away, err := sim.WithTactic("gang", "run_away")
	if err != nil {
		t.Fatal(err)
	}
	if l := simulated(t, away); l.Sides[0].Wins.Times != 30 {
		t.Errorf("they flee, and %+v", l.Sides)
	}
	held, err := sim.WithTactic("gang", "hold_out")
	if err != nil {
		t.Fatal(err)
	}
	tired, left := 0.0, 0
	for _, m := range simulated(t, held).Fighters[5:] {
		tired, left = tired+m.PoolLosses[0].Mean*30, left+m.LeaveRate.Times
	}
	if left == 0 || tired < 10*float64(left) {
		t.Errorf("%d left, and all of them lost %.0f in all the fights", left, tired)
	}
	more, err := sim.WithCombatant(s.Campaign(), "dock_cutter", "gang")
	if err != nil {
		t.Fatal(err)
	}
	if l := simulated(t, more); len(l.Fighters) != 11 {
		t.Errorf("%d take part", len(l.Fighters))
	}
}

// Where places are kept, those who cannot reach a foe come nearer and then stand, by the means of the pack.
func TestSimulationClosesIn(t *testing.T) {
	s := opened(t, gmtest.Sample(t))
	gmtest.Do(t, s, "begin warehouse", "place kira 0", "place dov 0", "place ilse 0", "place bram 0", "place grell 40", "place cutter_1 41",
		"place warden 42", "place shooter 43", "place hanne 44", "place bruiser 45")
	sim, err := FromGame(s.Game(), s.Targets())
	if err != nil {
		t.Fatal(err)
	}
	sides, err := sim.checkAndPrepare()
	if err != nil {
		t.Fatal(err)
	}
	f, far := newFight(sim, sides), 0
	for run := range 20 {
		if err := f.playToEnd(sim, run); err != nil {
			t.Fatal(err)
		}
		if f.winnerIndex() < 0 {
			t.Errorf("fight %d: nobody won by count %g", run, f.state.Count)
		}
		for i := range f.fighters {
			if m := &f.fighters[i]; m.able && m.Going == nil && len(m.Activities) > 0 {
				t.Errorf("fight %d: %s goes nowhere, %s", run, m.Key, m.Activities[0].Name)
			}
			if f.fighters[i].Place != sim.State.Actors[i].Place {
				far++
			}
		}
	}
	if far < 40 {
		t.Errorf("%d have moved in all fights", far)
	}
	for _, m := range sim.State.Actors {
		if m.Going != nil || len(m.Activities) > 0 {
			t.Errorf("%s of the session moves", m.Key)
		}
	}
}

func TestSimulationStops(t *testing.T) {
	sim := prepared(t, duelFile)
	ctx, stop := context.WithCancel(context.Background())
	sim.Workers, sim.Runs = 1, 1_000_000
	l, err := sim.Run(ctx, func(runs int) {
		if runs == 5 {
			stop()
		}
	})
	if err != nil || l.Runs != 5 {
		t.Errorf("%+v, %v", l, err)
	}
}

// Those who stand apart in the encounter file have to come near before anything happens.
func TestSimulationOfThoseApart(t *testing.T) {
	near := prepared(t, "combatants: {kira: {side: party, place: 0}, grell: {side: gang, place: 1}}")
	far := prepared(t, "combatants: {kira: {side: party, place: 0}, grell: {side: gang, place: 80}}")
	var took [2]float64
	for i, sim := range []*Simulation{near, far} {
		sim.Runs = 60
		took[i] = simulated(t, sim).Counts.Median
	}
	if took[1] < took[0]+50 {
		t.Errorf("it takes %g counts a metre apart, and %g eighty metres apart", took[0], took[1])
	}
	c := gmtest.Sample(t)
	s := opened(t, c)
	gmtest.Do(t, s, "begin rooftops")
	if wren := s.State().Find("runner_1"); !wren.Placed || wren.Place != 20 {
		t.Errorf("Wren stands at %g (%v)", wren.Place, wren.Placed)
	}
}

// TestEndless is what would go on for ever: it is refused.
func TestEndless(t *testing.T) {
	home := gmtest.Folder(t, map[string]string{
		"campaign.yaml":       "cast: [kira, grell]\n",
		"encounters/one.yaml": "combatants: {kira: {side: party}, grell: {side: gang}}\n",
		"tables/house.yaml":   "conditions: {swarm: {many: true, every: {counts: 1, do: [{put: swarm}, {put: swarm}]}, give: {df: -1}}}\n",
	})
	c, err := campaign.Open(home, nil)
	if err != nil {
		t.Fatal(err)
	}
	s := opened(t, c)
	gmtest.Do(t, s, "begin one", "put kira swarm")
	sim, err := FromGame(s.Game(), s.Targets())
	if err != nil {
		t.Fatal(err)
	}
	for name, row := range map[string]struct {
		change func(*Simulation)
		want   string
	}{
		"runs":    {func(sim *Simulation) { sim.Runs = 1e12 }, "A simulation can have at most 1000000 runs, not 1000000000000. 1000000 are exact to within 0.1%."},
		"workers": {func(sim *Simulation) { sim.Workers = 1e8 }, "At most 1024 runs can run in parallel, not 100000000. Remove it to use all cores."},
		"counts":  {func(sim *Simulation) { sim.Counts = math.NaN() }, "A fight needs at least one count. Write a larger --counts."},
		"swarm":   {func(sim *Simulation) { sim.Runs = 1 }, "fight 0 of seed 0, count 5: Kira Vance has 200 conditions and can't get Swarm too. End some, and check the rule that gives them."},
	} {
		other := *sim
		row.change(&other)
		if _, err := other.Run(context.Background(), nil); err == nil || !strings.Contains(err.Error(), row.want) {
			t.Errorf("%s: got %v, want %s", name, err, row.want)
		}
	}
	for range 250 {
		if _, err = s.Do(command.Command{Line: "next"}); err != nil {
			break
		}
	}
	if err == nil || !strings.HasPrefix(err.Error(), "Kira Vance has 200 conditions and") {
		t.Errorf("got %v", err)
	}
	gmtest.Do(t, s, "end kira swarm", "undo")
}

func TestWilson(t *testing.T) {
	for _, row := range []struct {
		times, of float64
		low, high float64
	}{{0, 10, 0, 0.2775}, {5, 10, 0.2366, 0.7634}, {10, 10, 0.7225, 1}, {81, 263, 0.2553, 0.3662}, {0, 0, 0, 1}} {
		r := wilsonInterval(row.times, row.of, StandardErrors(UsualConfidence))
		if math.Abs(r.Low-row.low) > 5e-5 || math.Abs(r.High-row.high) > 5e-5 {
			t.Errorf("%g of %g: %+v", row.times, row.of, r)
		}
	}
}

// BenchmarkSimulation is how many whole fights there are in a second.
func BenchmarkSimulation(b *testing.B) {
	for _, row := range []struct{ name, text string }{
		{"duel", duelFile},
		{"warehouse", ""},
	} {
		for _, workers := range []int{1, 2} {
			b.Run(fmt.Sprintf("%s/%d", row.name, workers), func(b *testing.B) {
				var sim *Simulation
				if sim = prepared(b, duelFile); row.text == "" {
					c := gmtest.Sample(b)
					e, _ := c.Encounter("warehouse")
					var err error
					if sim, err = FromEncounter(c, e); err != nil {
						b.Fatal(err)
					}
				}
				sim.Runs, sim.Workers = b.N, workers
				b.ReportAllocs()
				b.ResetTimer()
				simulated(b, sim)
				b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "fights/s")
			})
		}
	}
}

// Where the pack watches no pool that ends a fight, those that do are counted, too.
func TestEndingPoolsAreWatched(t *testing.T) {
	c := gmtest.Campaign(t, campaign.Sample, nil)
	names := func() (text string) {
		for _, pool := range watchedPools(c.Rules) {
			text += " " + pool.Name
		}
		return text
	}
	if got := names(); got != " PFT PBD PEX" {
		t.Errorf("watched are%s", got)
	}
	before := c.Rules.Pack.Watch
	t.Cleanup(func() { c.Rules.Pack.Watch = before }) // other campaigns share it
	c.Rules.Pack.Watch = []string{"PEX"}
	if got := names(); got != " PEX PBD MBD" {
		t.Errorf("where none of those watched ends a fight they are%s", got)
	}
}
