package simulate

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"math"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"hybrid/gm/campaign"
	"hybrid/gm/command"
	"hybrid/gm/guard"
	"hybrid/rules"
	"hybrid/rules/collect"
	"hybrid/rules/message"
)

// Simulations, from an encounter to the result with its confidence intervals. fight.go plays one fight. Game time passes in counts, whose
// length in seconds the game decides.

// Simulation is a fight that is to be played many times, with the tactics of the participants.
type Simulation struct {
	Rules      *rules.Ruleset    // rules of the game
	State      *rules.State      // state in which each run begins
	Tactics    map[string]string // tactics of combatants, by key; others use the pack's default
	Runs       int               // number of runs
	Seed       uint64            // seed from which all dice are derived
	Counts     float64           // number of counts after which a fight is undecided
	Workers    int               // number of parallel runs; 0 for the number of cores
	First      int               // number of the first run; each number has its own dice
	Shard      Shard             // part of the runs to carry out here
	Targets    map[string]string // first targets of combatants, by key; an action in progress takes precedence, a movement does not
	Confidence float64           // confidence level of the result's intervals, as a share; UsualConfidence if 0

	tactics  map[string]*rules.Tactic // each combatant's tactic, by its key; set when the runs begin
	text     map[string]string        // texts of the character files by key of the combatant, for WithValue
	campaign *campaign.Campaign       // source of characters for variations
	scene    *campaign.Encounter      // encounter with exits, leaders and ends; nil if there is none
}

// Default parameters of a simulation.
const (
	UsualRuns       = 2000 // number of runs
	UsualCounts     = 6000 // number of counts after which a fight is undecided
	UsualHalfWidth  = 0.02 // half the width of an interval of wins, as a share
	UsualConfidence = 0.95 // confidence level of intervals
)

// Limits of a simulation.
const (
	maxRuns    = 1_000_000 // number of runs
	maxWorkers = 1024      // number of parallel runs
)

// Result summarises the ends of a fight over many runs.
type Result struct {
	Runs       int          `json:"runs"`      // number of runs; fewer than requested if time was up
	Seed       uint64       `json:"seed"`      // seed from which all dice were derived
	Confidence float64      `json:"sure"`      // confidence level of intervals, as a share
	Sides      []SideEnd    `json:"sides"`     // outcome for each side
	Undecided  Rate         `json:"undecided"` // runs in which several sides were left, or none, or time was up
	Counts     Spread       `json:"counts"`    // duration in counts
	Seconds    Spread       `json:"seconds"`   // duration in seconds; 0 if a count has no length
	Turns      Spread       `json:"turns"`     // first count from which the eventual winner leads until the end
	Fighters   []FighterEnd `json:"fighters"`  // outcome for each combatant
}

// SideEnd is the outcome for a side over many fights.
type SideEnd struct {
	Side        string     `json:"side"`           // key of the side
	Wins        Rate       `json:"wins"`           // rate of winning
	MemberCount int        `json:"of"`             // number of members
	Losses      Mean       `json:"losses"`         // number of members who are out at the end
	PoolLosses  []PoolLost `json:"lost,omitempty"` // losses of the side's own pools
}

// Rate is the frequency of an outcome with the bounds of its Wilson interval. For wins, the share is corrected for the luck of the dice
// (luck.go).
type Rate struct {
	Times int     `json:"times"` // number of runs with the outcome
	Share float64 `json:"share"` // share of all runs, from 0 to 1
	Low   float64 `json:"low"`   // lower bound of the interval
	High  float64 `json:"high"`  // upper bound of the interval
}

// Spread is the median of many numbers, and the range of the middle 80% of them.
type Spread struct {
	Median float64 `json:"median"` // median, or 50th percentile
	Low    float64 `json:"low"`    // 10th percentile
	High   float64 `json:"high"`   // 90th percentile
}

// FighterEnd is the cost of the fight for an actor.
type FighterEnd struct {
	Who          string            `json:"who"`    // key of the actor
	Name         string            `json:"name"`   // name of the actor
	Side         string            `json:"side"`   // key of its side
	Tactic       string            `json:"tactic"` // name of its tactic
	OutRate      Rate              `json:"out"`    // rate of being out of the fight at the end, or unable to act if it could act at the beginning
	LeaveRate    Rate              `json:"left"`   // rate of leaving the fight
	PoolLosses   []PoolLost        `json:"lost"`   // losses of its pools
	Declarations []DeclarationRate `json:"did"`    // actions of its tactic, in its order
}

// DeclarationRate is the average number of declarations of an action in a fight.
type DeclarationRate struct {
	Action string  `json:"action"` // name of the action
	Mean   float64 `json:"mean"`   // average number per fight
}

// PoolLost is the average loss of points of a pool; negative for a gain.
type PoolLost struct {
	Pool string  `json:"pool"` // name of the pool
	Mean float64 `json:"mean"` // average loss in points
}

// StandardErrors returns the half width of an interval in standard errors for a confidence level, a share below 1.
func StandardErrors(sure float64) float64 { return math.Sqrt2 * math.Erfinv(sure) }

// wilsonInterval returns a share with its Wilson interval, whose bounds are z standard errors away.
func wilsonInterval(times, n, z float64) Rate {
	r := Rate{Times: int(times)}
	if n == 0 {
		r.High = 1
		return r
	}
	p := times / n
	middle, half := p+z*z/(2*n), z*math.Sqrt(p*(1-p)/n+z*z/(4*n*n))
	r.Share, r.Low, r.High = p, max(0, (middle-half)/(1+z*z/n)), min(1, (middle+half)/(1+z*z/n))
	return r
}

// FromEncounter prepares the simulation of an encounter, with the combatants as their character files describe them, regardless of play.
func FromEncounter(c *campaign.Campaign, e *campaign.Encounter) (*Simulation, error) {
	list := append([]rules.Event{{Kind: rules.EventBegin, What: e.Name, Text: e.Label, Words: e.Situations}}, e.JoinEvents(c.Rules, nil, true)...)
	sim := &Simulation{Rules: c.Rules, Runs: UsualRuns, Counts: UsualCounts, Tactics: map[string]string{}, text: map[string]string{}, campaign: c, scene: e}
	for _, m := range e.Combatants {
		_, text, err := c.Combatant(&m)
		if err != nil {
			return nil, err
		}
		list = append(list, m.CompleteJoinEvents(rules.Event{Kind: rules.EventJoin, Who: m.Key, What: m.Side, Text: m.Name, Sheet: text})...)
		sim.Tactics[m.Key], sim.text[m.Key] = m.Tactic, text
	}
	state, err := c.Rules.Apply(&rules.State{}, list)
	if err != nil {
		return nil, err
	}
	sim.State = state
	return sim, nil
}

// FromGame prepares the simulation of a game's current fight from now on: with its wounds, pending turns, and the target of each combatant.
// targets holds the last opponent of each combatant, by key; an action in progress takes precedence. The simulation may run in any
// goroutine while the game continues.
func FromGame(g *command.Game, targets map[string]string) (*Simulation, error) {
	if !g.State.Running {
		return nil, g.RestRefusal("A simulated fight")
	}
	sim := &Simulation{Rules: g.Rules, State: g.State, Runs: UsualRuns, Counts: UsualCounts, Tactics: map[string]string{}, Targets: targets, campaign: g.Campaign}
	if e, ok := g.Campaign.Encounter(g.State.Encounter); ok {
		for _, m := range e.Combatants {
			sim.Tactics[m.Key] = m.Tactic
		}
		sim.scene = e
	}
	return sim, nil
}

// tacticOfActor returns the tactic of an actor in the current fight, or nil.
func tacticOfActor(g *command.Game, key string) (*rules.Tactic, error) {
	sim, err := FromGame(g, nil)
	if err != nil {
		return nil, err
	}
	return g.Rules.Tactic(sim.Tactics[key]), nil
}

// chosenTactic returns the tactic of an actor.
func (sim *Simulation) chosenTactic(key string) *rules.Tactic { return sim.tactics[key] }

// SidesOf lists the sides of the participants, in the order in which they joined.
func SidesOf(s *rules.State) (sides []string) {
	for _, a := range s.Actors {
		if !slices.Contains(sides, a.Side) {
			sides = append(sides, a.Side)
		}
	}
	return sides
}

// checkAndPrepare checks that the state is a fight, and finds the tactics.
func (sim *Simulation) checkAndPrepare() (sides []string, err error) {
	sim.tactics, sides = map[string]*rules.Tactic{}, SidesOf(sim.State)
	for _, a := range sim.State.Actors {
		t := sim.Rules.Tactic(sim.Tactics[a.Key])
		if t == nil {
			return nil, command.Refusal("%s has no tactic. Add one to the combatant, or a default in pack.tactic.", a.Name)
		}
		sim.tactics[a.Key] = t
	}
	if len(sides) == 0 {
		return nil, command.Refusal("No combatants yet. Add them under combatants in the encounter, a side each.")
	}
	if len(sides) < 2 {
		return nil, command.Refusal("All combatants are on one side. A fight needs two.")
	}
	return sides, nil
}

// runEnd is the end of one run.
type runEnd struct {
	winner  int       // index of the winning side; -1 for none
	counts  float64   // duration in counts
	turned  float64   // time in counts after which the winner led until the end; 0 without a winner
	out     []bool    // whether each combatant was out at the end
	hasLeft []bool    // whether each combatant left the fight
	did     [][]int   // number of declarations, for each combatant and action of its tactic
	losses  []float64 // points lost: one row per combatant, then one per side, each with a value per watched pool
	luck    []int32   // luck variables (luck.go)
}

// Run carries the simulation out. Each run rolls its own dice, so the result does not depend on the number of parallel runs. When the
// context is done, it stops and evaluates the runs so far. done is called after each run with the number of runs so far; it may be nil.
func (sim *Simulation) Run(ctx context.Context, done func(runs int)) (*Result, error) {
	part, err := sim.RunPart(ctx, done)
	if err != nil {
		return nil, err
	}
	return part.Fight.Result(&part.Counts), nil
}

// Sizes of the batches of RunUntil, in runs.
const (
	firstBatch = 60  // size of the first batch, from which the needed number is estimated
	minBatch   = 100 // minimum size of a later batch
)

// RunUntil carries out runs in batches until the confidence interval of each side's win rate is at most twice precision wide; precision is
// a share, from 0 to 1. The same seed gives the same result on any number of cores. progress, which may be nil, is called after each batch
// with all runs so far. When the context is done, it stops and returns the runs so far.
func (sim *Simulation) RunUntil(ctx context.Context, precision float64, progress func(*Part)) (*Part, error) {
	if !(precision >= 0.001) { // true also for NaN
		return nil, command.Refusal("Figures cannot be that exact. Write --within 0.1%% or more.")
	}
	next, merged := *sim, (*Part)(nil)
	for next.Runs = firstBatch; ; {
		part, err := next.RunPart(ctx, nil)
		if err != nil {
			return nil, err
		}
		next.First += part.Counts.Runs
		if merged != nil {
			part.Counts.Add(&merged.Counts)
		}
		merged, part.Fight.Runs = part, part.Counts.Runs
		if progress != nil {
			progress(merged)
		}
		runs := merged.Counts.Runs
		more := merged.runsForPrecision(precision) - runs
		if more <= 0 || runs >= maxRuns || ctx.Err() != nil {
			return merged, nil
		}
		next.Runs = min(max(more, minBatch), 3*runs, maxRuns-runs) // at most 3*runs, since an estimate from few runs is rough
	}
}

// runsForPrecision estimates the number of runs after which the confidence interval of each side's win rate is at most twice precision
// wide.
func (p *Part) runsForPrecision(precision float64) int {
	widest := 0.0
	for i := range p.Fight.Sides {
		wins := p.Fight.rateOfWins(&p.Counts, i, StandardErrors(p.Fight.Confidence))
		widest = max(widest, wins.High-wins.Low)
	}
	times := widest / (2 * precision)
	return int(math.Ceil(float64(p.Counts.Runs) * times * times))
}

// RunPart carries out the runs that belong to the shard, as [Simulation.Run] does, to be merged with those of other shards.
func (sim *Simulation) RunPart(ctx context.Context, done func(runs int)) (*Part, error) {
	sides, err := sim.checkAndPrepare()
	if err != nil {
		return nil, err
	}
	switch {
	case sim.Runs > maxRuns:
		return nil, command.Refusal("A simulation can have at most %d runs, not %d. %d are exact to within 0.1%%.", maxRuns, sim.Runs, maxRuns)
	case sim.Workers > maxWorkers:
		return nil, command.Refusal("At most %d runs can run in parallel, not %d. Remove it to use all cores.", maxWorkers, sim.Workers)
	case !(sim.Counts > 0):
		return nil, command.Refusal("A fight needs at least one count. Write a larger --counts.")
	}
	part := &Part{Shard: sim.Shard, Fight: *sim.describeFight(sides)}
	workers := sim.Workers
	if workers < 1 {
		workers = runtime.GOMAXPROCS(0)
	}
	var next, finished atomic.Int64
	errs, tallies := make([]error, workers), make([]*Counts, workers)
	var wait sync.WaitGroup
	for w := range workers {
		tallies[w] = newCounts(&part.Fight)
		wait.Go(func() {
			countRun := func() {
				if n := int(finished.Add(1)); done != nil {
					done(n)
				}
			}
			failed := guard.RunReadOnly("Simulation", func() { errs[w] = sim.playRuns(ctx, sides, &part.Fight, tallies[w], &next, countRun) })
			if failed != nil {
				errs[w] = failed
			}
		})
	}
	wait.Wait()
	part.Counts = *newCounts(&part.Fight)
	for w, err := range errs {
		if err != nil {
			return nil, err
		}
		part.Counts.Add(tallies[w])
	}
	return part, nil
}

// playRuns plays runs of the shard, whose indexes it takes from next, until none is left or ctx is done. It adds each result to tally and
// then calls countRun.
func (sim *Simulation) playRuns(ctx context.Context, sides []string, fought *SimulatedFight, tally *Counts, next *atomic.Int64, countRun func()) error {
	f := newFight(sim, sides)
	for ctx.Err() == nil {
		run := int(next.Add(1)) - 1
		if run >= sim.Runs {
			return nil
		}
		if !sim.Shard.Contains(run) {
			continue
		}
		if err := f.playToEnd(sim, sim.First+run); err != nil {
			return err
		}
		ending := f.endOfFight(sim.State)
		tally.addFight(fought, &ending)
		countRun()
	}
	return nil
}

// describeFight describes the simulated fight.
func (sim *Simulation) describeFight(sides []string) *SimulatedFight {
	described := &SimulatedFight{Label: sim.State.Label, Unit: sim.Rules.CountWord(), Count: sim.Rules.Pack.Seconds(), Seed: sim.Seed, Runs: sim.Runs, Confidence: cmp.Or(sim.Confidence, UsualConfidence), Sides: sides}
	watch := watchedPools(sim.Rules)
	owned := func(a *rules.Actor) (list []int) {
		for p, pool := range watch {
			if pool.IsOwnedBy(a) {
				list = append(list, p)
			}
		}
		return list
	}
	for _, a := range sim.State.Actors {
		t := sim.chosenTactic(a.Key)
		m := participant{Who: a.Key, Name: a.Name, Side: a.Side, Tactic: t.Name, Pools: owned(a)}
		m.Actions = append(m.Actions, collect.Map(t.Actions(), func(action *rules.Action) string { return action.Name })...)
		described.Fighters = append(described.Fighters, m)
	}
	for _, a := range sim.State.Sides {
		described.Owners = append(described.Owners, participant{Who: a.Key, Name: a.Name, Side: a.Key, Pools: owned(a)})
	}
	described.Pools = append(described.Pools, collect.Map(watch, func(pool *rules.Pool) string { return pool.Name })...)
	if !sim.Shard.IsWhole() {
		described.Digest = sim.fingerprint(described)
	}
	return described
}

// fingerprint returns a hash of the fight's rules and of its participants at the beginning.
func (sim *Simulation) fingerprint(fought *SimulatedFight) string {
	hash := sha256.New()
	fmt.Fprintf(hash, "%s %d %g %g %q\n", sim.campaign.Fingerprint(), sim.First, sim.State.Count, sim.Counts, sim.State.Situations)
	for i, a := range sim.State.Actors {
		fmt.Fprintf(hash, "%+v %q %g", fought.Fighters[i], sim.text[a.Key], a.Place)
		for _, pool := range sim.Rules.Pools.All {
			if pool.IsOwnedBy(a) {
				fmt.Fprintf(hash, " %g", a.PoolValue(pool))
			}
		}
	}
	return hex.EncodeToString(hash.Sum(nil)[:8])
}

// endOfFight returns the outcome of a fight, compared with from, the state at its beginning.
func (f *fight) endOfFight(from *rules.State) runEnd {
	r := runEnd{winner: f.winnerIndex(), luck: f.dice.luck, counts: f.state.Count - from.Count,
		out: make([]bool, len(f.fighters)), hasLeft: make([]bool, len(f.fighters)), did: make([][]int, len(f.fighters)), losses: make([]float64, (len(f.fighters)+len(from.Sides))*len(f.watched))}
	switch {
	case f.state.Won == "" && f.standingCount < 2:
		// the fight was over when fewer than two sides were left, even if time went on
		r.counts = f.aloneAt - from.Count
	case (f.state.Won != "" || f.state.Count > f.until) && f.state.Round.IsUntouched():
		r.counts-- // the round had only begun
	}
	if r.winner >= 0 {
		r.turned = min(f.lastBehind[r.winner]-from.Count, r.counts)
	}
	for i, a := range from.Actors {
		m := &f.fighters[i]
		could, _ := a.CanAct(f.rules) // whether it could act at the beginning; if not, it counts as out only if it is out of the fight
		r.did[i] = m.declared
		r.hasLeft[i], r.out[i] = m.hasLeft, !m.able && !m.hasLeft && (could || !m.inFight)
		for p, pool := range f.watched {
			r.losses[i*len(f.watched)+p] = a.PoolValue(pool) - m.PoolValue(pool)
		}
	}
	for i, side := range from.Sides {
		for p, pool := range f.watched {
			r.losses[(len(f.fighters)+i)*len(f.watched)+p] = side.PoolValue(pool) - f.state.Sides[i].PoolValue(pool)
		}
	}
	return r
}

// boolToInt returns 1 for true and 0 for false.
func boolToInt(yes bool) int {
	if yes {
		return 1
	}
	return 0
}

// WithValue returns a copy of a prepared encounter in which a number of a character file has the given value. path is WHO.SECTION.NAME: the
// key of a combatant or a side, then keys of the character file.
func (sim *Simulation) WithValue(path string, value float64) (*Simulation, error) {
	who, rest, _ := strings.Cut(path, ".")
	keys := strings.Split(rest, ".")
	if rest == "" || slices.Contains(keys, "") {
		return nil, command.RefusalOf(message.NotA(path, "a path to a value", "Write WHO.SECTION.NAME, with a section of a character file"))
	}
	override := command.Number(value)
	for i := len(keys) - 1; i >= 0; i-- {
		override = keys[i] + ": " + override
		if i > 0 {
			override = "{" + override + "}"
		}
	}
	copied := *sim
	copied.text = maps.Clone(sim.text)
	found := false
	for _, a := range sim.State.Actors {
		if a.Key != who && a.Side != who {
			continue
		}
		found = true
		copied.text[a.Key] += "\n# " + override
		sheet, err := sim.Rules.ReadSheetOver(a.Key, []byte(sim.text[a.Key]), path, []byte(override))
		if err != nil {
			return nil, fmt.Errorf("vary %s: %w", path, err)
		}
		copied.State = sim.Rules.RestartActor(copied.State, a.Key, sheet)
	}
	if !found {
		return nil, command.RefusalOf(message.Unknown("combatant or side", who, sim.participantNames()))
	}
	return &copied, nil
}

// participantNames lists the combatants and sides that WithValue and WithTactic can name.
func (sim *Simulation) participantNames() (names []string) {
	for _, a := range sim.State.Actors {
		names = append(names, a.Key)
		if !slices.Contains(names, a.Side) {
			names = append(names, a.Side)
		}
	}
	return names
}

// WithCombatant returns a copy of the simulation in which the named character joins a side.
func (sim *Simulation) WithCombatant(c *campaign.Campaign, name, side string) (*Simulation, error) {
	sheet, text, err := c.Character(name)
	if err != nil {
		return nil, err
	}
	key := sheet.Key
	for n := 2; sim.State.Find(key) != nil; n++ {
		key = fmt.Sprintf("%s_%d", sheet.Key, n)
	}
	copied := *sim
	copied.State, err = sim.Rules.Apply(sim.State, []rules.Event{{Kind: rules.EventJoin, Who: key, What: side, Text: rules.ReadableName(key), Sheet: text}})
	return &copied, err
}

// WithTactic returns a copy of the simulation in which an actor, or everyone on a side, fights with another tactic.
func (sim *Simulation) WithTactic(who, tactic string) (*Simulation, error) {
	if _, ok := sim.Rules.Tactics.Get(tactic); !ok {
		names := sim.Rules.Tactics.Names()
		return nil, command.RefusalOf(message.Unknown("tactic", tactic, names))
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
		return nil, command.RefusalOf(message.Unknown("combatant or side", who, sim.participantNames()))
	}
	return &copied, nil
}
