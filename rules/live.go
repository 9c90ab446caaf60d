package rules

import (
	"math"
	"slices"
)

// A fight played in place, for simulations: the same runs as in play, but without stored events and copies. Cached numbers are invalidated
// when actors change: each actor has a version number, and a cached number the version for which it was computed. Actors are in one class
// if everything is equal that formulas can read and a fight can't change. A specialised number is one whose constant parts are already
// added up (live_specialise.go). An event is pending if it is still to come on the timeline: the effect of an action, a turn, or the next
// effect of a condition. A NaN in a cache of counts means that the count must be recomputed. Ruleset.nobody is the side that stands for a
// missing actor.

// Live is an encounter played in place: events change its state at once and are not kept. It is for fights that are played many times and
// never recorded, such as simulations. With the same dice, its results are exactly those of a Ruleset's decisions. It is not safe for
// concurrent use.
type Live struct {
	State *State // current state; only the Live may change it

	from            *State                            // initial state
	world           world                             // world that formulas read through the actors
	dice            Dice                              // source of all rolls in the current fight
	choose          func(who *Actor, offer Offer) int // function that chooses an answer: returns its index, or -1 for none
	actors          []liveActor                       // all actors, in the order of the initial state, then its sides
	pendingCounts   []float64                         // count of each actor's next pending event; +Inf for none, NaN if it must be recomputed
	pendingByGroup  []float64                         // minimum of pendingCounts for each group of pendingGroupSize actors; NaN if it must be recomputed
	nextActors      []int                             // indexes of the actors with the next pending event
	ready           int                               // number of actors that can declare now
	changed         []*Actor                          // actors that the last command changed, as ChangedActors returns them
	memory          arena                             // working memory of run
	sink            eventSink                         // receiver of the runs' events: the Live itself, or an observer
	run             Run                               // execution of the current command
	lastVersion     uint64                            // last version number given to an actor
	firstVersion    uint64                            // version number from which those of the actors in the initial state are counted
	scene           []TickedSituation                 // situations of the scene, which apply to every actor
	specialisesRank bool                              // whether the tally being specialised is the rank
	canVary         bool                              // whether a number computed since cachedAction can change during the fight; read by cacheAction
	noActionTags    tagKey                            // cached tags of a roll without an action
	classes         int                               // number of classes of equal actors
	specialTallies  [][]specialTallies                // specialised tallies, by Tally.id and classIndex; nil for a tally that wasn't used yet
}

// liveActor is an actor of a Live, with its own caches.
type liveActor struct {
	Actor
	live          *Live            // fight that it takes part in
	index         int              // index in Live.actors
	class         int              // number of its class of equal actors, from 0
	version       uint64           // version number, replaced when anything changes that a formula can read
	acting        *Action          // action in progress; nil for none
	frame         Frame            // frame for formulas while it isn't acting
	side          side             // its side in that frame
	doing         [4]OngoingAction // memory for the action in progress and the next one, and for their second actions
	wasStopped    bool             // whether a run that involved it has been settled, which ends its action if it can't act
	wasUnable     bool             // whether it couldn't act when the run began
	changed       bool             // whether it is listed in Live.changed
	cachedActions []actionCache    // actions that it has looked up
	lastCached    int              // index in cachedActions of the action used last
	lastTarget    int              // index in State.Actors of the target found last
	ties          struct {
		state  uint64    // version number for which values were computed
		values []float64 // numbers, the most important first
	} // numbers that break ties between simultaneous events, cached for a version number
	bars [cannotBeThere + 1]struct {
		known bool
		by    *Condition
	} // condition that forbids a deed, such as acting, by impossibility; nil for none; cached if known is set
}

// Live returns a Live that plays a copy of s in place, with brief decisions. choose answers questions to actors, like Known.Choose.
func (rs *Ruleset) Live(s *State, choose func(who *Actor, offer Offer) int) *Live {
	l := &Live{State: &State{}, from: s, choose: choose, actors: make([]liveActor, len(s.Actors)+len(s.Sides))}
	l.run.rs, l.sink = rs, l
	l.pendingCounts = make([]float64, len(l.actors))
	l.pendingByGroup = make([]float64, len(l.actors)/pendingGroupSize+1)
	for i := range l.actors {
		l.actors[i].index = i
	}
	l.specialTallies = make([][]specialTallies, rs.counted.tallies)
	l.lastVersion = uint64(len(l.actors))
	l.classifyActors()
	l.scene = slices.Clip(slices.Clone((&Run{rs: rs, state: s, arena: &l.memory}).sceneSituations()))
	l.memory.clear()
	return l
}

// SetInitialState makes Begin return to another state of the same fight. It returns false if that is impossible: the actors, and everything
// that can't change in a fight, must be the same.
func (l *Live) SetInitialState(s *State) bool {
	isSame := func(a, b *Actor) bool { // compares everything that can't change in a fight
		return a.Key == b.Key && a.Side == b.Side && a.Sheet == b.Sheet && haveEqualStatics(a, b) && slices.Equal(a.Situations, b.Situations)
	}
	if !slices.EqualFunc(l.from.Actors, s.Actors, isSame) || !slices.EqualFunc(l.from.Sides, s.Sides, isSame) || !slices.Equal(l.from.Situations, s.Situations) {
		return false
	}
	// New version numbers, so that numbers cached for the former state aren't used.
	l.from, l.firstVersion = s, l.lastVersion
	l.lastVersion += uint64(len(l.actors))
	return true
}

// Begin returns to the initial state, and takes new dice.
func (l *Live) Begin(dice Dice) {
	l.dice = dice
	l.changed = l.changed[:0]
	actors, sides := l.State.Actors[:0], l.State.Sides[:0]
	*l.State = *l.from
	l.ready = 0
	l.world = world{state: l.State}
	for i, from := range slices.Concat(l.from.Actors, l.from.Sides) {
		own := &l.actors[i]
		levels, held := append(own.Levels[:0], from.Levels...), append(own.Conditions[:0], from.Conditions...)
		own.Actor = *from
		own.Levels, own.Conditions = levels, held
		own.side = side{actor: &own.Actor}
		own.frame = Frame{rs: l.run.rs, sides: [2]*side{&own.side, l.run.rs.nobody}}
		if from.world != nil {
			own.Actor.world = &l.world
		}
		own.idleFrame, own.Actor.live, own.live = &own.frame, own, l
		own.wasStopped, own.wasUnable, own.changed = false, false, false
		clear(own.bars[:])
		l.invalidatePending(i)
		own.version = l.firstVersion + uint64(i+1) // differs by actor, since a paired condition can be tied to one of them
		own.findAction()
		own.lastTarget = 0
		l.countReady(&own.Actor, false)
		if i < len(l.from.Actors) {
			actors = append(actors, &own.Actor)
		} else {
			sides = append(sides, &own.Actor)
		}
	}
	l.State.Actors, l.State.Sides = actors, sides
}

// Actor returns the actor at index i of the initial state. An actor that has left keeps its last state.
func (l *Live) Actor(i int) *Actor { return &l.actors[i].Actor }

// HasReadyActor reports whether any actor can declare an action now.
func (l *Live) HasReadyActor() bool { return l.ready > 0 }

// countReady updates the number of actors that can declare; before is whether a was one of them.
func (l *Live) countReady(a *Actor, before bool) {
	switch now := mayDeclare(a); {
	case now && !before:
		l.ready++
	case before && !now:
		l.ready--
	}
}

// ChangedActors returns the actors whose pools or conditions the last command changed, and the actors that left. It is valid until the next
// command.
func (l *Live) ChangedActors() []*Actor { return l.changed }

// Enter adds actors to the fight, like Ruleset.Enter.
func (l *Live) Enter(who []*Actor) error {
	r := l.beginRun()
	for _, a := range who {
		if a = r.adoptActor(a); a.forbiddenBy(r.rs, cannotAct) == nil {
			r.withActor(a).enterScene()
		}
	}
	return l.endRun(nil)
}

// Declare declares an action, like Ruleset.Declare. If it is refused, nothing changes.
func (l *Live) Declare(a *Actor, d *OngoingAction) error {
	r := l.beginRun()
	r.adoptActor(a)
	_, err := r.withActor(a).declareAction(a.live.copyDoing(d, 0))
	return l.endRun(err)
}

// Next advances to the next pending event on the timeline, like Ruleset.Next.
func (l *Live) Next() error {
	if l.run.rs.Order.InRounds() {
		return l.endRun(l.beginRun().advanceRound())
	}
	next, err := l.findDue()
	if err != nil {
		return err
	}
	_, err = l.beginRun().advanceToPending(next, l.State.Count)
	return l.endRun(err)
}

// findDue returns the next pending event on the timeline, or the error of the package's function findDue.
func (l *Live) findDue() (PendingEvent, error) {
	order := turnOrder{rs: l.run.rs, live: l}
	if l.ready > 0 {
		return findDue(l.State, order.firstPending)
	}
	next, ok := order.firstPending(l.State)
	if !ok {
		return PendingEvent{}, errIdle
	}
	return next, nil
}

// GiveOrder numbers the figures of a side, like Ruleset.GiveOrder.
func (l *Live) GiveOrder(side string, figures []string) error {
	return l.endRun(l.beginRun().giveOrder(side, figures))
}

// EndTurn ends the turn of an actor in a game with rounds, like Ruleset.EndTurn.
func (l *Live) EndTurn(a *Actor) error {
	r := l.beginRun()
	return l.endRun(r.endTurn(r.adoptActor(a)))
}

// RollInitiative rolls the count of an actor's next turn, counted from now.
func (l *Live) RollInitiative(a *Actor) error {
	r := l.beginRun()
	r.withActor(r.adoptActor(a)).rollInitiative(r.count())
	return l.endRun(nil)
}

// Leave removes an actor, and ends the actions that target it.
func (l *Live) Leave(a *Actor) error {
	r := l.beginRun()
	r.withActor(a).leaveEncounter()
	for _, other := range l.State.Actors {
		r.withActor(r.adoptActor(other)).dropTarget(a.Key)
	}
	return l.endRun(nil)
}

// IsPossibleAt reports whether an actor could take an action now from another position.
func (l *Live) IsPossibleAt(a *Actor, place float64, d *OngoingAction) bool {
	r, saved := l.beginRun(), a.Place
	r.adoptActor(a)
	a.Place = place
	a.live.invalidate()
	m, err := r.prepareAct(a.Key, d)
	ok := err == nil && m.refuseImpossible() == nil
	a.Place = saved
	a.live.invalidate()
	l.memory.clearUnrecorded()
	return ok
}

// Follow starts the movement of a towards whom by an activity, such as walking.
func (l *Live) Follow(a *Actor, activity *Activity, whom *Actor) error {
	return l.setOff(a, activity, &Destination{Whom: whom.Key, From: a.Place})
}

// MoveTo starts the movement of a to a position by an activity, such as walking.
func (l *Live) MoveTo(a *Actor, activity *Activity, to float64) error {
	return l.setOff(a, activity, &Destination{To: to, From: a.Place})
}

// setOff starts the movement of a to the destination going by an activity.
func (l *Live) setOff(a *Actor, activity *Activity, going *Destination) error {
	r := l.beginRun()
	r.adoptActor(a)
	return l.endRun(r.withActor(a).setOff(activity, going))
}

// IsRefusal reports whether an error returned by a Live is a refusal.
func IsRefusal(err error) bool {
	_, refused := err.(*Refusal)
	return refused
}

// invalidate marks the cached numbers of the actor as outdated, after a change that a formula can read.
func (o *liveActor) invalidate() {
	clear(o.bars[:])
	o.live.lastVersion++
	o.version = o.live.lastVersion
}

// invalidateAll marks the cached numbers of all actors as outdated.
func (l *Live) invalidateAll() {
	for i := range l.actors {
		l.actors[i].invalidate()
	}
}

// invalidatePending drops the cached count of the next pending event of the actor at index i, and its group's minimum.
func (l *Live) invalidatePending(i int) {
	l.pendingCounts[i], l.pendingByGroup[i/pendingGroupSize] = math.NaN(), math.NaN()
}

// firstPendingIndexes returns the indexes of the actors with the next pending event, or an empty list if nothing is pending. It
// recalculates only the counts of actors that have changed.
func (l *Live) firstPendingIndexes() []int {
	counts, first := l.pendingCounts[:len(l.from.Actors)], math.Inf(1)
	for i := range l.pendingByGroup {
		if l.pendingByGroup[i] != l.pendingByGroup[i] { // NaN
			l.pendingByGroup[i] = l.firstPendingInGroup(i * pendingGroupSize)
		}
		first = min(first, l.pendingByGroup[i])
	}
	l.nextActors = l.nextActors[:0]
	for group, minimum := range l.pendingByGroup {
		if minimum > first || minimum == math.Inf(1) {
			continue
		}
		for i := group * pendingGroupSize; i < min(len(counts), (group+1)*pendingGroupSize); i++ {
			if counts[i] == first {
				l.nextActors = append(l.nextActors, i)
			}
		}
	}
	return l.nextActors
}

// firstPendingInGroup returns the count of the first pending event for the group of actors that begins at index from.
func (l *Live) firstPendingInGroup(from int) float64 {
	first := math.Inf(1)
	for i := from; i < min(len(l.from.Actors), from+pendingGroupSize); i++ {
		if at := l.pendingCounts[i]; at != at { // NaN
			l.pendingCounts[i] = l.actors[i].nextPendingCount()
		}
		first = min(first, l.pendingCounts[i])
	}
	return first
}

// nextPendingCount returns the count of the actor's next pending event; infinity for none.
func (o *liveActor) nextPendingCount() float64 {
	at := math.Inf(1)
	conditions := o.AllConditions()
	for i := range conditions {
		if next := conditions[i].Next; next >= 0 && next < at { // negative for none
			at = next
		}
	}
	if o.Doing != nil && o.Doing.At < at {
		at = o.Doing.At
	}
	if o.Turn >= 0 && o.Turn < at { // negative for none
		at = o.Turn
	}
	return at
}

// findAction looks up the action in progress.
func (o *liveActor) findAction() {
	o.acting = nil
	if o.Doing != nil {
		o.acting, _ = o.live.run.rs.Actions.Get(o.Doing.Action)
	}
}

// beginRun prepares the run of l for the next entry, reusing its memory.
func (l *Live) beginRun() *Run {
	for _, a := range l.changed {
		a.live.changed = false
	}
	l.changed = l.changed[:0]
	r, rs := &l.run, l.run.rs
	*r = Run{}
	r.rs, r.arena, r.state, r.dice, r.chooser, r.sceneTicks = rs, &l.memory, l.State, l.dice, l.choose, l.scene
	r.sink, r.noActionTags, r.omitsReasons = l.sink, &l.noActionTags, true
	r.roller = liveRoller{playRoller{r}}
	return r
}

// endRun finishes the run and clears its memory. It returns err, or an error from finishing.
func (l *Live) endRun(err error) error {
	if err == nil {
		err = l.run.settleRun()
	}
	for _, a := range l.run.copies {
		a.live.wasStopped = a.live.wasStopped || err == nil
	}
	l.memory.clearUnrecorded()
	return err
}

// noteUnable records, before a run changes the actor, whether it is unable to act. An actor that was stopped before but has a turn or an
// action again counts as able.
func (o *liveActor) noteUnable(rs *Ruleset) {
	o.wasUnable = (!o.wasStopped || o.Turn < 0 && o.Doing == nil) && o.forbiddenBy(rs, cannotAct) != nil
}

// ownActor implements eventSink. It returns a itself, since the run changes actors in place.
func (l *Live) ownActor(a *Actor) *Actor {
	a.live.noteUnable(l.run.rs)
	return a
}

// wasUnable implements eventSink.
func (l *Live) wasUnable(a *Actor) bool { return a.live.wasUnable }

// markStale implements eventSink.
func (l *Live) markStale(a *Actor) { a.live.invalidate() }

// pendingAction implements eventSink.
func (l *Live) pendingAction(a *Actor) *Action { return a.live.acting }

// takeEvent implements eventSink: it applies an event to the state.
func (l *Live) takeEvent(e *Event) error {
	if e.Kind == EventTell || e.Kind == EventThrow || e.Kind == EventKnow { // knowledge doesn't affect numbers
		return nil
	}
	err := l.applyEvent(e)
	if l.run.rs.readsWorld {
		l.invalidateAll() // formulas of all actors can read it
	}
	return err
}

// applyEvent applies e to the state in place and marks the actors whose turns and cached numbers it changes.
func (l *Live) applyEvent(e *Event) error {
	if e.Who == "" || e.Kind == EventSideTurn || e.Kind == EventRolled || e.Kind == EventStage { // an event of the whole encounter
		for i := range l.actors {
			if e.Kind != EventClock {
				l.invalidatePending(i)
			}
		}
		return l.State.applyEvent(l.run.rs, e, nil)
	}
	a := e.of
	if a == nil {
		a = l.State.Find(e.Who)
	}
	l.invalidatePending(a.live.index)
	switch e.Kind {
	case EventPool, EventPaid, EventPut, EventEnd, EventNumber, EventLeave:
		if !a.live.changed {
			a.live.changed = true
			l.changed = append(l.changed, a)
		}
	}
	ready := mayDeclare(a)
	if e.Kind == EventLeave {
		l.pendingCounts[a.live.index] = math.Inf(1) // the minimum of the group must be recalculated
		err := l.State.applyEvent(l.run.rs, e, a)
		if ready {
			l.ready--
		}
		return err
	}
	slow, wasVisible := a.Slow, a.Doing.isVisibleToFormulas()
	err := a.live.applyOwn(e)
	l.State.updateTurns(a, e)
	l.countReady(a, ready)
	switch e.Kind {
	case EventTurn, EventOpen, EventWaiting, EventTick, EventLimit: // formulas can't read what they change
	case EventDoing, EventDone, EventDelay:
		a.live.findAction()
		if a.Slow != slow || wasVisible || a.Doing.isVisibleToFormulas() {
			a.live.invalidate()
		}
	default:
		a.live.invalidate()
	}
	return err
}

// tallyTotal returns the total of a tally. If possible it uses, or makes, a version that is specialised for the two actors' classes and the
// roll's tags.
func (l *Live) tallyTotal(t *Tally, f *Frame) float64 {
	acting, other := f.sides[0], f.sides[1]
	// A tally isn't specialised if more than the two actors and the tags determine it: tags that change in play, the actors' sides, or a
	// task.
	if f.tagKey == nil || f.tagKey.dynamic || l.run.rs.hasSides || acting.task != nil || other.task != nil {
		l.canVary = true
		total, _ := applyLines(t.lines, 0, f, nil) // the sum begins at 0; no terms are recorded
		return total
	}
	n := l.classes + 1 // number of classes, and one more for actors without a class
	classIndex := acting.actor.classOr(l.classes)*n + other.actor.classOr(l.classes)
	if l.specialTallies[t.id] == nil {
		l.specialTallies[t.id] = make([]specialTallies, n*n)
	}
	list := &l.specialTallies[t.id][classIndex]
	l.specialisesRank = t == l.run.rs.Skill.Rank
	for i := range list.rolls {
		if roll := &list.rolls[i]; roll.tagKey == f.tagKey && roll.step == f.step {
			if x := &list.keys[i]; x.matchesFrame(f) && (!l.specialisesRank || x.ranks == f.ranks) {
				return l.valueOfTally(&x.total, f)
			}
		}
	}
	x := l.specialiseTally(t, f)
	list.rolls = append(list.rolls, specialRoll{f.tagKey, f.step})
	list.keys = append(list.keys, specialTallyKey{f.staticKey(), f.ranks, *x})
	return l.valueOfTally(&list.keys[len(list.keys)-1].total, f)
}

// applyOwn applies an event to the actor, using the actor's own memory.
func (o *liveActor) applyOwn(e *Event) error {
	if e.Kind == EventDelay && e.Value == 0 {
		o.Doing = o.copyDoing(o.Doing, 0)
		o.Doing.delayEffect(e.By)
		return nil
	}
	return o.applyEvent(o.live.run.rs, e)
}

// copyDoing copies a declaration into o.doing, at index slot, or at the next index if the action in progress uses that slot. slot is 0 for
// an action and 2 for the second action that is done at the same time.
func (o *liveActor) copyDoing(d *OngoingAction, slot int) *OngoingAction {
	room := &o.doing[slot]
	if o.Doing == room || o.Doing != nil && o.Doing.Beside == room {
		room = &o.doing[slot+1]
	}
	*room = *d
	if d.Beside != nil {
		room.Beside = o.copyDoing(d.Beside, 2)
	}
	return room
}
