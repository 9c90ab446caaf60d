package gm

import (
	"encoding/binary"
	"errors"
	"fmt"

	"hybrid/rules"
)

// fight is one fight that nobody plays, carried out by the engine from a state that stays as it was.
type fight struct {
	rules   *rules.Ruleset
	known   rules.Known
	watch   []*rules.Pool // those with a maximum count for how well somebody stands
	state   *rules.State
	all     []fighter
	sides   []float64 // how well each side stands, against how it began
	began   []float64
	behind  []float64 // by side, the last count at which it did not lead
	until   float64   // the count at which nobody waits for the end any more
	steps   int
	stalled bool // nothing would ever happen again
}

// fighter is one who takes part in a fight.
type fighter struct {
	key    string
	side   int
	tactic *rules.Tactic
	target int          // whom it goes for, by place; -1 for nobody yet
	able   bool         // it may act, and has not left
	left   bool         // it left the fight
	gone   *rules.Actor // as it left
	share  float64      // how much is left of the pools watched, 0 to 1
}

// mostSteps ends a fight in which no time passes.
const mostSteps = 200_000

// seedOf is the seed of the dice of one run, so that it depends on nothing but the seed of all and the run's number.
func seedOf(seed uint64, run int) (s [32]byte) {
	binary.LittleEndian.PutUint64(s[:], seed)
	binary.LittleEndian.PutUint64(s[8:], uint64(run))
	return s
}

// newFight sets a fight up once for many runs.
func newFight(sim *Simulation, sides []string) *fight {
	f := &fight{rules: sim.Rules, watch: watched(sim.Rules), sides: make([]float64, len(sides)), began: make([]float64, len(sides)),
		behind: make([]float64, len(sides)), all: make([]fighter, len(sim.State.Actors)), until: sim.State.Count + sim.Counts}
	f.known = rules.Known{Brief: true, Choose: f.choose}
	return f
}

// watched are the pools that a game master sees all the time.
func watched(rs *rules.Ruleset) (list []*rules.Pool) {
	for _, name := range rs.Pack.Watch {
		if pool, ok := rs.Pools.Get(name); ok {
			list = append(list, pool)
		}
	}
	return list
}

// play carries a fight out to its end.
func (f *fight) play(sim *Simulation, sides []string, run int) error {
	f.known.Dice = rules.NewRolled(seedOf(sim.Seed, run))
	f.state, f.steps, f.stalled = sim.State, 0, false
	clear(f.sides)
	for i, a := range f.state.Actors {
		f.all[i] = fighter{key: a.Key, side: sideOf(sides, a.Side), tactic: sim.tactic(a.Key), target: -1}
		f.look(i, a)
	}
	copy(f.began, f.sides)
	for i := range f.behind {
		f.behind[i] = f.state.Count
	}
	if err := f.enter(); err != nil {
		return err
	}
	for !f.over() {
		if err := f.step(); err != nil {
			return fmt.Errorf("fight %d of seed %d, count %s: %w", run, sim.Seed, Number(f.state.Count), err)
		}
	}
	return nil
}

func sideOf(sides []string, name string) int {
	for i, side := range sides {
		if side == name {
			return i
		}
	}
	return -1
}

// look takes in how somebody stands.
func (f *fight) look(i int, a *rules.Actor) {
	m := &f.all[i]
	if m.able {
		f.sides[m.side] -= m.share
	}
	m.able = false
	if m.left {
		return
	}
	m.share = shareOf(f.watch, a)
	if m.able, _ = f.rules.CanAct(a); m.able {
		f.sides[m.side] += m.share
	}
}

// shareOf is how much somebody has left of the pools that have a maximum, on average.
func shareOf(pools []*rules.Pool, a *rules.Actor) float64 {
	sum, n := 0.0, 0
	for _, pool := range pools {
		if most, limited := a.Sheet.Max(pool); limited && most > 0 {
			sum += max(0, a.Now(pool)/most)
			n++
		}
	}
	if n == 0 {
		return 1
	}
	return sum / float64(n)
}

// over tells whether fewer than two sides have somebody who can act, or time is up.
func (f *fight) over() bool {
	return f.standing() < 2 || f.state.Count > f.until || f.stalled || f.steps > mostSteps
}

// standing counts the sides that have somebody who can act.
func (f *fight) standing() (n int) {
	for i := range f.sides {
		if f.has(i) {
			n++
		}
	}
	return n
}

func (f *fight) has(side int) bool {
	for i := range f.all {
		if f.all[i].able && f.all[i].side == side {
			return true
		}
	}
	return false
}

// winner is the side that alone has somebody who can act; -1 without one.
func (f *fight) winner() int {
	if f.standing() != 1 {
		return -1
	}
	for i := range f.sides {
		if f.has(i) {
			return i
		}
	}
	return -1
}

// settle applies what a decision came to, and looks at whom it touched.
func (f *fight) settle(d rules.Decision) error {
	next, err := f.rules.Apply(f.state, d.Events)
	if err != nil {
		return err
	}
	f.state = next
	f.steps++
	changed := false
	for i := range d.Events {
		switch e := &d.Events[i]; e.Kind {
		case rules.EventPool, rules.EventPut, rules.EventEnd, rules.EventNumber, rules.EventLeave:
			if k := f.index(e.Who); k >= 0 && !f.all[k].left {
				f.all[k].left = e.Kind == rules.EventLeave
				f.look(k, f.state.Find(e.Who))
				changed = true
			}
		}
	}
	if changed {
		f.leading()
	}
	return nil
}

func (f *fight) index(key string) int {
	for i := range f.all {
		if f.all[i].key == key {
			return i
		}
	}
	return -1
}

// leading notes which sides do not lead: a side leads that alone has the greatest part left of what it began with.
func (f *fight) leading() {
	for i := range f.sides {
		for j := range f.sides {
			if i != j && f.part(i) <= f.part(j)+1e-9 {
				f.behind[i] = f.state.Count
			}
		}
	}
}

func (f *fight) part(side int) float64 {
	if f.began[side] == 0 {
		return 0
	}
	return f.sides[side] / f.began[side]
}

// enter rolls for those who have nothing to wait for.
func (f *fight) enter() error {
	var who []string
	for _, a := range f.state.Actors {
		if f.idle(a) {
			who = append(who, a.Key)
		}
	}
	if len(who) == 0 {
		return nil
	}
	d, err := f.rules.Enter(f.state, who, f.known)
	if err != nil {
		return err
	}
	return f.settle(d)
}

func (f *fight) idle(a *rules.Actor) bool {
	able, _ := f.rules.CanAct(a)
	return able && a.Turn < 0 && a.Doing == nil && !a.Waiting
}

// step lets somebody declare, or time go on.
func (f *fight) step() error {
	for _, a := range f.state.Actors {
		if a.Open || a.Waiting {
			return f.turn(a)
		}
	}
	d, err := f.rules.Next(f.state, f.known)
	var refused *rules.Refusal
	if errors.As(err, &refused) {
		return f.revive()
	}
	if err != nil {
		return err
	}
	return f.settle(d)
}

// revive rolls for those who could act and are owed nothing; without any the fight stands still.
func (f *fight) revive() error {
	before := f.steps
	err := f.enter()
	f.stalled = f.steps == before
	return err
}

// turn is somebody doing the first thing of its tactic that is possible, or letting the turn go by.
func (f *fight) turn(a *rules.Actor) error {
	i := f.index(a.Key)
	m := &f.all[i]
	if !m.able {
		return f.pass(a.Key)
	}
	if f.rules.Leaves(m.tactic, a) {
		m.gone = a
		return f.settle(rules.Decision{Events: []rules.Event{{Kind: rules.EventLeave, Who: a.Key}}})
	}
	m.target = f.goal(i)
	for _, action := range m.tactic.Actions() {
		d := rules.Doing{Action: action.Name}
		if action.Whom {
			d.Whom = f.all[m.target].key
		}
		done, err := f.declare(a.Key, m.tactic, d)
		if err != nil {
			return err
		}
		now := f.state.Find(a.Key)
		if done && (now == nil || !now.Open && !now.Waiting) {
			return nil
		}
	}
	return f.pass(a.Key)
}

// declare lets somebody declare an action, with the options of its tactic where they go with it; done is false if it
// is not possible.
func (f *fight) declare(who string, t *rules.Tactic, d rules.Doing) (done bool, err error) {
	if len(t.Options) > 0 {
		with := d
		for _, text := range t.Options {
			with.Options = append(with.Options, rules.Option{Situation: text.Text})
		}
		if done, err = f.declared(who, with); done || err != nil {
			return done, err
		}
	}
	return f.declared(who, d)
}

func (f *fight) declared(who string, d rules.Doing) (bool, error) {
	decision, err := f.rules.Declare(f.state, who, d, f.known)
	var refused *rules.Refusal
	if errors.As(err, &refused) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	return true, f.settle(decision)
}

// pass rolls for somebody's next turn.
func (f *fight) pass(who string) error {
	d, err := f.rules.Hand(f.state, f.known, func(r *rules.Run) { r.Initiative(who) })
	if err != nil {
		return err
	}
	return f.settle(d)
}

// goal is whom somebody goes for, by place: of those of other sides who can act, the best by its tactic.
func (f *fight) goal(i int) int {
	best, found := [4]float64{}, -1
	for k := range f.all {
		if !f.all[k].able || f.all[k].side == f.all[i].side {
			continue
		}
		if merit := f.merit(i, k); found < 0 || ahead(merit, best) {
			best, found = merit, k
		}
	}
	return found
}

func ahead(a, b [4]float64) bool {
	for i := range a {
		if a[i] != b[i] {
			return a[i] < b[i]
		}
	}
	return false
}

// merit is how little one deserves to be gone for, the most important first.
func (f *fight) merit(i, k int) [4]float64 {
	m := &f.all[i]
	after, other := 0.0, 1.0
	for j := range f.all {
		if o := &f.all[j]; j != i && o.able && o.side == m.side && o.target == k {
			after++
		}
	}
	if m.target == k {
		other = 0
	}
	away := f.away(m.key, f.all[k].key)
	switch m.tactic.Target {
	case rules.TargetWeakest:
		return [4]float64{f.all[k].share, other, away, after}
	case rules.TargetStrongest:
		return [4]float64{-f.all[k].share, other, away, after}
	case rules.TargetShared:
		return [4]float64{-after, other, away, 0}
	}
	return [4]float64{other, away, after, 0}
}

// away is how many metres are between two, where places are kept.
func (f *fight) away(one, other string) float64 {
	a, b := f.state.Find(one), f.state.Find(other)
	if a == nil || b == nil || !a.Placed || !b.Placed {
		return 0
	}
	return max(a.Place-b.Place, b.Place-a.Place)
}

// choose answers an attack by a tactic: with the best of the rolls offered, or not at all.
func (f *fight) choose(who *rules.Actor, list []rules.Weighed) int {
	i := f.index(who.Key)
	if i < 0 {
		return -1
	}
	t := f.all[i].tactic
	if t.Answer == rules.AnswerNever || t.Answer == rules.AnswerIdle && who.Doing != nil {
		return -1
	}
	best := -1
	for k := range list {
		if list[k].Rolls && list[k].Chance >= t.Least && (best < 0 || list[k].Chance > list[best].Chance) {
			best = k
		}
	}
	return best
}
