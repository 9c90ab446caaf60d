package simulate

import (
	"context"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"hybrid/gm/guard"
	"hybrid/rules"
)

// The ends of single runs, for comparing two moments of a fight run by run. Two fights that run with the same number have the same dice as
// far as possible (dice_person.go).

// End is the end of one run: the winning side, empty if there is none, and each side's luck variables, whose means are 0.
type End struct {
	Winner string  // key of the winning side; "" for none
	Luck   []int32 // luck variables of the sides, in the order of PersonDice.luck
}

// Start prepares a run with the run's dice. It returns the state in which the run begins and the target of each combatant, by key.
type Start func(dice *PersonDice) (*rules.State, map[string]string, error)

// Bench keeps prepared fights, one for each parallel run, to simulate many moments of the same fight. The zero Bench has none. It is not
// safe for concurrent use.
type Bench struct {
	fights []*fight // prepared fight of each parallel run; nil for one that isn't prepared
}

// RunEnds carries out sim.Runs runs, from number sim.First on, and returns the end of each. start, if it is not nil, is called before each
// run, possibly by several goroutines at once. If only one side is left, it has won.
func (b *Bench) RunEnds(ctx context.Context, sim *Simulation, start Start) ([]End, error) {
	workers := sim.Workers
	if workers < 1 {
		workers = runtime.GOMAXPROCS(0)
	}
	for len(b.fights) < workers {
		b.fights = append(b.fights, nil)
	}
	var next atomic.Int64
	list, errs := make([]End, sim.Runs), make([]error, workers)
	var wait sync.WaitGroup
	for w := range workers {
		wait.Go(func() {
			if panicErr := guard.RunReadOnly("Simulation", func() { errs[w] = sim.runEnds(ctx, &b.fights[w], start, list, &next) }); panicErr != nil {
				errs[w], b.fights[w] = panicErr, nil
			}
		})
	}
	wait.Wait()
	for _, err := range errs {
		if err != nil {
			return nil, err
		}
	}
	return list, ctx.Err()
}

// runEnds carries out runs, whose indexes it takes from next, and stores their ends in list. f points to a prepared fight, which it reuses
// or, if it doesn't fit, replaces.
func (sim *Simulation) runEnds(ctx context.Context, f **fight, start Start, list []End, next *atomic.Int64) error {
	dice, prepared := newPersonDice(sim.State), false
	for ctx.Err() == nil {
		i := int(next.Add(1)) - 1
		if i >= len(list) {
			break
		}
		run, current := sim.First+i, *sim
		dice.Reset(sim.Seed, run)
		if start != nil {
			var err error
			if current.State, current.Targets, err = start(dice); err != nil {
				return err
			}
		}
		if start != nil || !prepared {
			if sides := SidesOf(current.State); len(sides) < 2 {
				list[i] = End{strings.Join(sides, ""), slices.Clone(dice.luck)}
				continue
			}
			sides, err := current.checkAndPrepare()
			if err != nil {
				return err
			}
			if reused := *f; reused != nil && reused.rules == sim.Rules && reused.live.SetInitialState(current.State) {
				reused.prepareRuns(&current, sides, dice)
			} else {
				*f = newFight(&current, sides)
				(*f).dice = dice
			}
			prepared = true
		}
		(*f).resetState()
		if err := (*f).finishRun(&current, run); err != nil {
			return err
		}
		list[i] = End{Luck: slices.Clone(dice.luck)}
		if won := (*f).winnerIndex(); won >= 0 {
			list[i].Winner = (*f).names[won]
		}
	}
	return nil
}
