package rules

import "math"

// ByHand carries out what a game master does by hand: an effect on an actor, outside any action.
func (rs *Ruleset) ByHand(s *State, k Known, do func(*Run)) (Decision, error) {
	r := rs.run(s, k)
	do(r)
	return r.decision()
}

// Initiative rolls the next turn of an actor from now.
func (r *Run) Initiative(key string) {
	if a := r.copy(key); a != nil {
		r.initiative(a, r.count())
	}
}

// Put gives an actor a condition by hand: the tool is what one about a thing is about, the key of the other one is needed
// for one between two.
func (r *Run) Put(key string, c *Condition, tool *Item, number float64, other string) {
	if a := r.copy(key); a != nil {
		r.put(a, tool, c, number, other)
	}
}

// End takes a condition from an actor by hand; one between two ends with the other one named, or with every actor.
func (r *Run) End(key string, c *Condition, tool *Item, other string) {
	if a := r.copy(key); a != nil {
		r.end(a, tool, c, other)
	}
}

// Leave lets an actor go; what others have with it alone ends.
func (r *Run) Leave(key string) {
	if a := r.state.Find(key); a != nil {
		r.leave(a)
	}
}

// Set brings a pool to a value by hand; one outside its bounds is refused.
func (r *Run) Set(key string, pool *Pool, value float64) {
	a := r.copy(key)
	if a == nil {
		return
	}
	level := a.Levels[pool.index]
	if most, limited := a.Sheet.Max(pool); limited && value > math.Max(most, level.Now) {
		r.err = refuse("%s of %s is at most %s", pool.Name, a.Name, formatNumber(most))
	}
	if value < pool.least {
		r.err = refuse("%s of %s is at least %s", pool.Name, a.Name, formatNumber(pool.least))
	}
	r.emit(&Event{Kind: EventPool, Who: key, What: pool.Name, Value: trimNoise(value), Carry: level.Carry, By: trimNoise(value - level.Now)})
}

// SetOver sets what a pool lost since its drain last drew, by hand; what a drain would draw at once is refused.
func (r *Run) SetOver(key string, pool *Pool, over float64) {
	a := r.copy(key)
	if a == nil {
		return
	}
	if r.err = pool.carries(over); r.err == nil {
		r.emit(&Event{Kind: EventPool, Who: key, What: pool.Name, Value: a.Levels[pool.index].Now, Carry: trimNoise(over)})
	}
}

// Emit adds an event by hand.
func (r *Run) Emit(e Event) { r.emit(&e) }

// GiveUp ends the action an actor has in the making; initiative is rolled from now.
func (r *Run) GiveUp(key string) {
	if a := r.copy(key); a != nil {
		r.giveUp(a)
	}
}

// Actor is the run's own copy of an actor.
func (r *Run) Actor(key string) *Actor { return r.copy(key) }

// Wake lets those conditions of an actor begin to act at intervals that it came with.
func (r *Run) Wake(key string) {
	if a := r.copy(key); a != nil {
		r.wake(a)
	}
}
