package analysis

import (
	"context"
	"math"
	"slices"

	"hybrid/gm/simulate"
)

// Fights simulated from a state, with the same run numbers everywhere.

// probe is a state, or the moment that leads to one, and the winners of the fights simulated from it, by run.
type probe struct {
	moment *moment // entry after which the fights begin, or before which if before is set
	before bool    // whether the fights begin in the state before the entry
	start  bool    // whether the entry is replayed before each run
	blind  string  // side whose opponents fight by the pack's default tactic; "" if all fight by their own
	won    []int8  // index of the winning side, by run; -1 for none
}

// prober simulates probes.
type prober struct {
	sides   []string       // keys of the sides
	bench   simulate.Bench // prepared fights
	seed    uint64         // number from which the dice are derived
	workers int            // number of parallel fights; 0 for the number of cores
	fights  int            // number of fights simulated so far
}

// runFights simulates fights until there are the given number of runs.
func (r *prober) runFights(ctx context.Context, p *probe, runs int) error {
	runs -= len(p.won)
	if runs <= 0 {
		return nil
	}
	m, g := p.moment, p.moment.game
	targets := m.targets
	if !p.before {
		g.State, targets = m.After, m.targetsAfter
	}
	sim, err := simulate.FromGame(&g, targets)
	if err != nil {
		return err
	}
	if p.blind != "" {
		for _, a := range g.State.Actors {
			if a.Side != p.blind {
				delete(sim.Tactics, a.Key)
			}
		}
	}
	sim.Runs, sim.First, sim.Seed, sim.Workers = runs, len(p.won), r.seed, r.workers
	var start simulate.Start
	if p.start {
		start = m.redecideEntry
	}
	ends, err := r.bench.RunEnds(ctx, sim, start)
	if err != nil {
		return err
	}
	for _, end := range ends {
		p.won = append(p.won, int8(slices.Index(r.sides, end.Winner)))
	}
	r.fights += runs
	return nil
}

// shareOfWin returns the value of a fight for a side: 1 if the side won, an equal share if no one did, otherwise 0.
func (r *prober) shareOfWin(won int8, side int) float64 {
	switch int(won) {
	case side:
		return 1
	case -1:
		return 1 / float64(len(r.sides))
	}
	return 0
}

// Chance is a share, or a difference of two, with its uncertainty: its 95 % interval is symmetric.
type Chance struct {
	Share     float64 `json:"share"` // from 0 to 1, or from -1 to 1 for a difference
	HalfWidth float64 `json:"sure"`  // half the width of the interval
}

// isBeyondChance reports whether the chance is more than the given number of standard errors away from 0.
func (c Chance) isBeyondChance(errors float64) bool {
	return math.Abs(c.Share) > errors*c.HalfWidth/standardErrors
}

// standardErrors is half the width of a 95% interval, in standard errors.
var standardErrors = simulate.StandardErrors(simulate.UsualSure)

// chanceOfSide returns the chance of a side in at most the given number of runs.
func (r *prober) chanceOfSide(p *probe, side, runs int) Chance {
	return r.chanceDifference(nil, p, side, runs)
}

// chanceDifference returns the difference between the chances of a side in two states, run by run, in at most the given number of runs. If
// from is nil, it returns the chance in to.
func (r *prober) chanceDifference(from, to *probe, side, runs int) Chance {
	if runs = min(runs, len(to.won)); from != nil {
		runs = min(runs, len(from.won))
	}
	sum, squares, n := 0.0, 0.0, float64(runs)
	for i, won := range to.won[:runs] {
		d := r.shareOfWin(won, side)
		if from != nil {
			d -= r.shareOfWin(from.won[i], side)
		}
		sum, squares = sum+d, squares+d*d
	}
	mean := sum / n
	variance := squares/n - mean*mean
	if from != to {
		variance = max(variance, 1/n) // at least the variance if one fight had come out differently
	}
	return Chance{mean, standardErrors * math.Sqrt(variance/n)}
}
