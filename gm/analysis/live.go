package analysis

import (
	"context"
	"slices"
	"time"

	"hybrid/gm/command"
)

// The line of a fight in progress.

// Live keeps the line of a fight up to date. Simulations made after an entry are kept while that entry is in force, even if later entries
// are undone or amended. The zero Live has no fight yet. Only one goroutine may use it at a time.
type Live struct{ analysis }

// showEvery is the minimum time between two updates of an unfinished line.
const showEvery = time.Second

// Follow computes the line of the fight as it is now, the newest entries first. It calls show as soon as there is something to show, then
// from time to time while the line becomes exact, and at the end. The simulations made until ctx is done are kept for the next call.
func (v *Live) Follow(ctx context.Context, g *command.Game, f *Fight, o Options, show func(*Line)) error {
	if err := v.readFight(ctx, g, f, o); err != nil {
		return err
	}
	plain, choices := v.wantedProbes()
	first, lastShown := min(firstFights, o.worstCaseFights()), time.Time{}
	if o.Fights > 0 {
		first = o.Fights
	}
	fights := first
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
	if err := simulate(choices, 2*fights, 0); err != nil {
		return err
	}
	show(v.buildLine(fights))
	return nil
}
