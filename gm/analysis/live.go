package analysis

import (
	"context"
	"slices"
	"time"

	"hybrid/gm/command"
)

// The line of a fight in progress, for the dashboard. The line is the course of the fight: the chance of its first side after each entry. A
// probe is a state from which fights are simulated to find that chance (probe.go).

// Live keeps the line of a fight up to date. Simulations of the state after an entry are kept until that entry or an earlier one is undone
// or amended; changes of later entries don't affect them. The zero Live has no fight yet. Only one goroutine can use it at a time.
type Live struct{ analysis }

// showEvery is the minimum time between two updates of an unfinished line.
const showEvery = time.Second

// Follow computes the line of fight f as it is now, the newest entries first. It calls show as soon as the newest entry's swing is known,
// then at intervals of at least showEvery while the line becomes more precise, and at the end. It returns early when ctx is done;
// simulations made until then are kept for the next call.
func (v *Live) Follow(ctx context.Context, g *command.Game, f *Fight, o Options, show func(*Line)) error {
	if err := v.setFight(ctx, g, f, o); err != nil {
		return err
	}
	plain, choices := v.wantedProbes() // probes for the chances after entries, and for the value of choices
	first, lastShown := min(firstFights, o.worstCaseFights()), time.Time{}
	if o.Fights > 0 {
		first = o.Fights
	}
	fights := first // number of fights for each state that the line is built from
	// simulate runs the given number of fights for each probe, the last one first. It calls show after showAt probes, if that isn't 0, and
	// whenever showEvery has passed.
	simulate := func(list []*probe, runs, showAt int) error {
		for i, p := range slices.Backward(list) {
			if len(p.won) >= runs {
				continue
			}
			if err := v.runFights(ctx, p, runs); err != nil {
				return err
			}
			if len(list)-i == showAt || time.Since(lastShown) > showEvery {
				lastShown = time.Now()
				show(v.buildLine(fights))
			}
		}
		return nil
	}
	if err := simulate(plain, first, 2); err != nil { // the newest state and the one before it
		return err
	}
	show(v.buildLine(fights))
	if o.Fights == 0 {
		fights = v.neededFights(first, o)
	}
	if err := simulate(plain, fights, 0); err != nil {
		return err
	}
	if err := simulate(choices, 2*fights, 0); err != nil { // twice as many, since marks depend on small differences
		return err
	}
	show(v.buildLine(fights))
	return nil
}
