package analysis

import (
	"context"
	"math"
	"slices"

	"hybrid/gm/simulate"
)

// Fights simulated from a state. A run is one simulated fight; runs with the same number have the same dice, so the runs from two similar
// states can be compared one by one, which makes small differences significant.

// probe is a state of a fight, and the winners of the fights simulated from it.
type probe struct {
	moment         *moment // entry at which the fights begin: after it, or before it if startsBefore is set
	startsBefore   bool    // whether the fights begin in the state before the entry, rather than after it
	rerollsEntry   bool    // whether each run first decides the entry again with the run's dice; only with startsBefore
	uninformedSide string  // key of the side whose opponents fight by the pack's default tactic; "" if all fight by their own
	won            []int8  // index of the winning side, by run; -1 for none
}

// prober simulates probes of one fight.
type prober struct {
	sides   []string       // keys of the sides
	bench   simulate.Bench // fights prepared for simulation
	seed    uint64         // seed from which the dice are derived
	workers int            // number of parallel fights; 0 for the number of cores
	fights  int            // number of fights simulated so far, for all probes
}

// runFights simulates fights from p until it has the given number of runs. It does nothing if p has as many already.
func (r *prober) runFights(ctx context.Context, p *probe, runs int) error {
	runs -= len(p.won)
	if runs <= 0 {
		return nil
	}
	m, g := p.moment, p.moment.game
	targets := m.targets
	if !p.startsBefore {
		g.State, targets = m.After, m.targetsAfter
	}
	sim, err := simulate.FromGame(&g, targets)
	if err != nil {
		return err
	}
	if p.uninformedSide != "" {
		for _, a := range g.State.Actors {
			if a.Side != p.uninformedSide {
				delete(sim.Tactics, a.Key)
			}
		}
	}
	sim.Runs, sim.First, sim.Seed, sim.Workers = runs, len(p.won), r.seed, r.workers
	var start simulate.Start
	if p.rerollsEntry {
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

// shareOfWin returns the value of a fight for the side with the given index: 1 if it won, an equal share if no side did, otherwise 0. won
// is the index of the winning side, or -1.
func (r *prober) shareOfWin(won int8, side int) float64 {
	switch int(won) {
	case side:
		return 1
	case -1:
		return 1 / float64(len(r.sides))
	}
	return 0
}

// Chance is an estimated share, or a difference of two, with its symmetric 95% interval.
type Chance struct {
	Share     float64 `json:"share"` // estimate, from 0 to 1, or from -1 to 1 for a difference
	HalfWidth float64 `json:"sure"`  // half the width of the interval, as a share
}

// isBeyondChance reports whether the share is more than the given number of standard errors away from 0.
func (c Chance) isBeyondChance(errors float64) bool {
	return math.Abs(c.Share) > errors*c.HalfWidth/standardErrors
}

// standardErrors is half the width of a 95% interval, in standard errors.
var standardErrors = simulate.StandardErrors(simulate.UsualConfidence)

// chanceOfSide returns the chance of the side with the given index, from at most the given number of p's runs.
func (r *prober) chanceOfSide(p *probe, side, runs int) Chance {
	return r.chanceDifference(nil, p, side, runs)
}

// chanceDifference returns the chance of the side with the given index in to minus that in from, compared run by run, from at most the
// given number of runs. If from is nil, it returns the chance in to.
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
		variance = max(variance, 1/n) // at least as large as if one run had ended differently, so that the interval isn't empty
	}
	return Chance{mean, standardErrors * math.Sqrt(variance/n)}
}
