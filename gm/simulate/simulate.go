package simulate

import (
	"context"
	"fmt"
	"math"
	"runtime"
	"slices"
	"sort"
	"strings"
	"sync"
	"sync/atomic"

	"hybrid/gm/campaign"
	"hybrid/gm/command"
	"hybrid/rules"
	"hybrid/rules/source"
)

// Simulation is a fight to be carried out many times by the engine itself, with the tactics of those who take part.
type Simulation struct {
	Rules   *rules.Ruleset
	State   *rules.State      // where each run begins
	Tactics map[string]string // by combatant; the pack's usual one for others
	Runs    int
	Seed    uint64
	Counts  float64 // after so many counts a fight is undecided
	Workers int     // how many runs are carried out at once; 0 for as many as there are cores

	tactics map[string]*rules.Tactic
	text    map[string]string // the character files, for Vary
}

// The usual size of a simulation.
const (
	UsualRuns   = 2000
	UsualCounts = 6000
)

// The largest simulation.
const (
	mostRuns    = 1_000_000
	mostWorkers = 1024
)

// Result is how a fight ends, by how it ended in many runs.
type Result struct {
	Runs      int          `json:"runs"` // carried out; fewer than asked for where time was up
	Seed      uint64       `json:"seed"`
	Sides     []SideEnd    `json:"sides"`
	Undecided Rate         `json:"undecided"` // no side alone was left, or time was up
	Counts    Spread       `json:"counts"`    // how long it takes
	Seconds   Spread       `json:"seconds"`
	Turns     Spread       `json:"turns"` // the first count after which the later winner leads for good
	Fighters  []FighterEnd `json:"fighters"`
}

// SideEnd is how often a side wins, and what it loses of its own pools.
type SideEnd struct {
	Side string     `json:"side"`
	Wins Rate       `json:"wins"`
	Lost []PoolLost `json:"lost,omitempty"`
}

// Rate is how often something happens, with the bounds of its 95 % interval (Wilson).
type Rate struct {
	Times int     `json:"times"`
	Share float64 `json:"share"`
	Low   float64 `json:"low"`
	High  float64 `json:"high"`
}

// Spread is the middle of many numbers, and between which of them eight of ten are.
type Spread struct {
	Median float64 `json:"median"`
	Low    float64 `json:"low"`
	High   float64 `json:"high"`
}

// FighterEnd is at what cost an actor fights.
type FighterEnd struct {
	Who    string     `json:"who"`
	Name   string     `json:"name"`
	Side   string     `json:"side"`
	Tactic string     `json:"tactic"`
	Out    Rate       `json:"out"`  // cannot act in the end, though it could at first or is out
	Left   Rate       `json:"left"` // left the fight
	Lost   []PoolLost `json:"lost"`
}

// PoolLost is how much of a pool is lost on average; less than 0 where it is gained.
type PoolLost struct {
	Pool string  `json:"pool"`
	Mean float64 `json:"mean"`
}

// wilson is the 95 % interval of a share.
func wilson(times, of int) Rate {
	r := Rate{Times: times}
	if of == 0 {
		r.High = 1
		return r
	}
	const z = 1.959963984540054
	n, p := float64(of), float64(times)/float64(of)
	middle, half := p+z*z/(2*n), z*math.Sqrt(p*(1-p)/n+z*z/(4*n*n))
	r.Share, r.Low, r.High = p, max(0, (middle-half)/(1+z*z/n)), min(1, (middle+half)/(1+z*z/n))
	return r
}

// spread sorts the numbers.
func spread(list []float64) Spread {
	if len(list) == 0 {
		return Spread{}
	}
	sort.Float64s(list)
	at := func(part float64) float64 { return list[int(part*float64(len(list)-1)+0.5)] }
	return Spread{at(0.5), at(0.1), at(0.9)}
}

// FromEncounter prepares an encounter to be simulated, each combatant as its character file says, whatever was played.
func FromEncounter(c *campaign.Campaign, e *campaign.Encounter) (*Simulation, error) {
	list := append([]rules.Event{{Kind: rules.EventBegin, What: e.Name, Text: e.Label, Words: e.Situations}}, e.Join(true)...)
	sim := &Simulation{Rules: c.Rules, Runs: UsualRuns, Counts: UsualCounts, Tactics: map[string]string{}, text: map[string]string{}}
	for _, m := range e.Combatants {
		_, text, err := c.Character(m.From)
		if err != nil {
			return nil, err
		}
		list = append(list, m.Placed(rules.Event{Kind: rules.EventJoin, Who: m.Key, What: m.Side, Text: m.Name, Sheet: text})...)
		sim.Tactics[m.Key], sim.text[m.Key] = m.Tactic, text
	}
	state, err := c.Rules.Apply(&rules.State{}, list)
	if err != nil {
		return nil, err
	}
	sim.State = state
	return sim, nil
}

// UnderWay prepares the fight under way in a game to be simulated from here: with its wounds, turns and what is owed. It
// may be carried out anywhere; the game goes on meanwhile.
func UnderWay(g *command.Game) (*Simulation, error) {
	if !g.State.Running {
		return nil, g.IdleRefusal()
	}
	sim := &Simulation{Rules: g.Rules, State: g.State, Runs: UsualRuns, Counts: UsualCounts, Tactics: map[string]string{}}
	if e, ok := g.Campaign.Encounter(g.State.Encounter); ok {
		for _, m := range e.Combatants {
			sim.Tactics[m.Key] = m.Tactic
		}
	}
	return sim, nil
}

// tactic is how an actor fights.
func (sim *Simulation) tactic(key string) *rules.Tactic { return sim.tactics[key] }

// ready checks that there is a fight, and finds the tactics.
func (sim *Simulation) ready() (sides []string, err error) {
	sim.tactics = map[string]*rules.Tactic{}
	for _, a := range sim.State.Actors {
		if !slices.Contains(sides, a.Side) {
			sides = append(sides, a.Side)
		}
		t := sim.Rules.Tactic(sim.Tactics[a.Key])
		if t == nil {
			return nil, command.Refusal("%s has no tactic; name one for the combatant, or the usual one in pack.tactic", a.Name)
		}
		sim.tactics[a.Key] = t
	}
	if len(sides) < 2 {
		return nil, command.Refusal("everybody is on one side; a fight needs two")
	}
	return sides, nil
}

// ending is how one run ended.
type ending struct {
	done   bool
	winner int
	counts float64
	turned float64
	out    []bool
	left   []bool
	lost   []float64 // by combatant, then side, and pool watched
}

// Run carries the simulation out. Each run rolls its own dice, so that the result does not depend on how many are
// carried out at once. When the context is done, it stops: what was carried out counts. done is told after each run
// how many there are so far; it may be nil.
func (sim *Simulation) Run(ctx context.Context, done func(runs int)) (*Result, error) {
	sides, err := sim.ready()
	if err != nil {
		return nil, err
	}
	switch {
	case sim.Runs < 1:
		return nil, command.Refusal("a simulation needs at least one run")
	case sim.Runs > mostRuns:
		return nil, command.Refusal("a simulation has at most %d runs, not %d; %d are exact to less than a tenth of a percent", mostRuns, sim.Runs, mostRuns)
	case sim.Workers > mostWorkers:
		return nil, command.Refusal("at most %d runs can be carried out at once, not %d; leave it out for as many as there are cores", mostWorkers, sim.Workers)
	case !(sim.Counts > 0):
		return nil, command.Refusal("a fight needs some counts to be fought in")
	}
	endings := make([]ending, sim.Runs)
	workers := sim.Workers
	if workers < 1 {
		workers = runtime.GOMAXPROCS(0)
	}
	var next, finished atomic.Int64
	errs := make([]error, workers)
	var wait sync.WaitGroup
	for w := range workers {
		wait.Go(func() {
			f := newFight(sim, sides)
			for ctx.Err() == nil {
				run := int(next.Add(1)) - 1
				if run >= sim.Runs {
					return
				}
				if errs[w] = f.play(sim, run); errs[w] != nil {
					return
				}
				endings[run] = f.ending(sim.State)
				if n := int(finished.Add(1)); done != nil {
					done(n)
				}
			}
		})
	}
	wait.Wait()
	for _, err := range errs {
		if err != nil {
			return nil, err
		}
	}
	return sim.sum(endings, sides), nil
}

// ending is how a fight ended, against how it began.
func (f *fight) ending(from *rules.State) ending {
	r := ending{done: true, winner: f.winner(), counts: f.state.Count - from.Count,
		out: make([]bool, len(f.all)), left: make([]bool, len(f.all)), lost: make([]float64, (len(f.all)+len(from.Sides))*len(f.watch))}
	switch {
	case f.state.Won != "" && f.state.Round.Untouched():
		r.counts-- // as the round began
	case f.state.Won == "" && f.up < 2:
		r.counts = f.aloneAt - from.Count
	}
	if r.winner >= 0 {
		r.turned = f.behind[r.winner] - from.Count
	}
	for i, a := range from.Actors {
		m := &f.all[i]
		could, _ := a.CanAct(f.rules)
		r.left[i], r.out[i] = m.left, !m.able && !m.left && (could || !m.in)
		for p, pool := range f.watch {
			r.lost[i*len(f.watch)+p] = a.Now(pool) - m.Now(pool)
		}
	}
	for i, side := range from.Sides {
		for p, pool := range f.watch {
			r.lost[(len(f.all)+i)*len(f.watch)+p] = side.Now(pool) - f.state.Sides[i].Now(pool)
		}
	}
	return r
}

// sum adds the runs up, in their order.
func (sim *Simulation) sum(endings []ending, sides []string) *Result {
	l := &Result{Seed: sim.Seed}
	watch, actors := watched(sim.Rules), sim.State.Actors
	wins, none := make([]int, len(sides)), 0
	out, left, lost := make([]int, len(actors)), make([]int, len(actors)), make([]float64, (len(actors)+len(sim.State.Sides))*len(watch))
	var counts, turned []float64
	for i := range endings {
		r := &endings[i]
		if !r.done {
			continue
		}
		l.Runs++
		counts = append(counts, r.counts)
		if r.winner < 0 {
			none++
		} else {
			wins[r.winner]++
			turned = append(turned, r.turned)
		}
		for k := range actors {
			out[k], left[k] = out[k]+oneIf(r.out[k]), left[k]+oneIf(r.left[k])
		}
		for k, points := range r.lost {
			lost[k] += points
		}
	}
	lostBy := func(a *rules.Actor, k int) (list []PoolLost) {
		for p, pool := range watch {
			if pool.OwnedBy(a) {
				list = append(list, PoolLost{pool.Name, lost[k*len(watch)+p] / max(1, float64(l.Runs))})
			}
		}
		return list
	}
	for i, side := range sides {
		end := SideEnd{Side: side, Wins: wilson(wins[i], l.Runs)}
		if at := slices.IndexFunc(sim.State.Sides, func(a *rules.Actor) bool { return a.Key == side }); at >= 0 {
			end.Lost = lostBy(sim.State.Sides[at], len(actors)+at)
		}
		l.Sides = append(l.Sides, end)
	}
	l.Undecided, l.Counts, l.Turns = wilson(none, l.Runs), spread(counts), spread(turned)
	count := sim.Rules.Pack.Count
	l.Seconds = Spread{l.Counts.Median * count, l.Counts.Low * count, l.Counts.High * count}
	for k, a := range actors {
		m := FighterEnd{Who: a.Key, Name: a.Name, Side: a.Side, Tactic: sim.tactic(a.Key).Name, Out: wilson(out[k], l.Runs), Left: wilson(left[k], l.Runs), Lost: lostBy(a, k)}
		l.Fighters = append(l.Fighters, m)
	}
	return l
}

func oneIf(yes bool) int {
	if yes {
		return 1
	}
	return 0
}

// Vary is a copy of a prepared encounter in which a number of a character file is another one: path is WHO.SECTION.NAME,
// such as a combatant, or a side, and then what a character file has.
func (sim *Simulation) Vary(path string, value float64) (*Simulation, error) {
	who, rest, _ := strings.Cut(path, ".")
	keys := strings.Split(rest, ".")
	if rest == "" || slices.Contains(keys, "") {
		return nil, command.Refusal("%s: write WHO.SECTION.NAME, with the sections of a character file", path)
	}
	over := command.Number(value)
	for i := len(keys) - 1; i >= 0; i-- {
		over = keys[i] + ": " + over
		if i > 0 {
			over = "{" + over + "}"
		}
	}
	copied := *sim
	found := false
	for _, a := range sim.State.Actors {
		if a.Key != who && a.Side != who {
			continue
		}
		found = true
		sheet, err := sim.Rules.ReadSheetOver(a.Key, []byte(sim.text[a.Key]), path, []byte(over))
		if err != nil {
			return nil, fmt.Errorf("vary %s: %w", path, err)
		}
		copied.State = sim.Rules.RestartActor(copied.State, a.Key, sheet)
	}
	if !found {
		return nil, command.Refusal("nobody here is called %s, and no side%s", who, source.Suggest(who, sim.who()))
	}
	return &copied, nil
}

// who lists whom Vary may name.
func (sim *Simulation) who() (names []string) {
	for _, a := range sim.State.Actors {
		names = append(names, a.Key)
		if !slices.Contains(names, a.Side) {
			names = append(names, a.Side)
		}
	}
	return names
}

// Join is a copy of a simulation into which another combatant comes on a side, by the name of a character.
func (sim *Simulation) Join(c *campaign.Campaign, name, side string) (*Simulation, error) {
	sheet, text, err := c.Character(name)
	if err != nil {
		return nil, err
	}
	key := sheet.Key
	for n := 2; sim.State.Find(key) != nil; n++ {
		key = fmt.Sprintf("%s_%d", sheet.Key, n)
	}
	copied := *sim
	copied.State, err = sim.Rules.Apply(sim.State, []rules.Event{{Kind: rules.EventJoin, Who: key, What: side, Text: rules.Words(key), Sheet: text}})
	return &copied, err
}

// Fight is a copy of a simulation in which an actor, or each of a side, fights by another tactic.
func (sim *Simulation) Fight(who, tactic string) (*Simulation, error) {
	if _, ok := sim.Rules.Tactics.Get(tactic); !ok {
		names := sim.Rules.Tactics.Names()
		return nil, command.Refusal("no tactic is called %s%s; there are %s", tactic, source.Suggest(tactic, names), strings.Join(names, ", "))
	}
	copied, found := *sim, false
	copied.Tactics = map[string]string{}
	for _, a := range sim.State.Actors {
		copied.Tactics[a.Key] = sim.Tactics[a.Key]
		if a.Key == who || a.Side == who {
			copied.Tactics[a.Key], found = tactic, true
		}
	}
	if !found {
		return nil, command.Refusal("nobody here is called %s, and no side%s", who, source.Suggest(who, sim.who()))
	}
	return &copied, nil
}
