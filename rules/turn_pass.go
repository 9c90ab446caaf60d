package rules

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"hybrid/rules/collect"
	"hybrid/rules/message"
)

// Time outside a fight: activities, effects of conditions at intervals, recovery, and questions that stop a span.
//
// A span is played piece by piece, from one effect of a condition, or tick, to the next. Before each piece a snapshot is saved. If the
// piece raises a question, such as whether to continue although an actor falls unconscious, and the answer is to stop, the snapshot is
// restored. At the end, the many events of the span are replaced by a summary. A condition with the key `scaled` has its intervals in units
// of the played time scale (Downtime.Unit) instead of counts, so they are stretched while the span lasts. Conditions that keep an actor
// from acting are called its bars. If r.asEarlier is set, an entry of an old log is replayed by the rules of that time.

// Downtime is a span of time outside a fight, in which some actors do an activity.
type Downtime struct {
	Who      []string  // keys of the actors for whom time passes, here called named actors
	Activity *Activity // activity that they do during the span
	Seconds  float64   // maximum length of the span
	Unit     float64   // seconds in a unit of the played time scale, such as 60 for minutes; 0 for a count
	// whether the activity helps others: further losses of an actor that is already unable to act then raise no question
	HelpsOthers    bool
	KeepMoving     bool // whether actors that are moving continue with their own activity
	AsksBeforeHarm bool // whether to ask before a resting actor first loses points to a condition that bars rest
}

// continueAnswer is the answer that continues a span; any other answer stops it.
const continueAnswer = "go_on"

// maxTicks is the highest number of effects of conditions in one span. A span with more is refused.
const maxTicks = 100_000

// PassTime lets time pass: the actors in downtime.Who do the activity, and conditions have their effects at intervals, in order. In an
// encounter the clock advances for every actor, and Pass returns an error while a turn is pending or an action is in progress. Outside,
// time passes for the named actors, and for other actors with a condition that time affects, such as bleeding, unless they have already
// been played for that time. A *Need asks whether to continue before an actor becomes unable to act. It also asks before an actor that
// can't act loses more points of the pool responsible. Outside an encounter, only actors on the side of a named actor raise such questions.
// Any answer other than to continue ends the span there. passed is the length of the span in seconds.
func (rs *Ruleset) PassTime(s *State, downtime Downtime, k DecisionInput) (d Decision, passed float64, err error) {
	if err := s.refusePending(); err != nil {
		return Decision{}, 0, err
	}
	downtime.stopAtReminder(s)
	moving := *s
	r := rs.newRun(&moving, k)
	x := &span{r: r, Downtime: downtime, scale: math.Max(1, downtime.Unit/rs.secondsPerCount())}
	if err := x.beginActivity(s); err != nil {
		d, err = r.failWith(err)
		return d, 0, err
	}
	for r.err == nil && !x.playPiece() {
	}
	if x.elapsed <= slack && x.stopped != "" && r.err == nil {
		r.err = refuse("Time can't pass: %s.", x.stopped)
	}
	if r.err != nil {
		d, err = r.failWith(r.err)
		return d, 0, err
	}
	x.unscaleConditions()
	x.endStaleConditions(s)
	x.summarise(s)
	r.showReminders(s.LatestLived(downtime.Who) + x.elapsed)
	d = Decision{Events: append([]Event(nil), r.events...), Dice: append([]Die(nil), r.rolledDice...)}
	d.Outcomes = r.listOutcomes(d.Dice, d.Events)
	r.release()
	return d, x.elapsed, nil
}

// stopAtReminder shortens the span to the first reminder in it. Overdue reminders are ignored, and help is not shortened.
func (d *Downtime) stopAtReminder(s *State) {
	now := s.LatestLived(d.Who)
	i := slices.IndexFunc(s.Reminders, func(m Reminder) bool { return m.At > now+slack })
	if i >= 0 && !d.HelpsOthers {
		d.Seconds = math.Min(d.Seconds, TrimNoise(s.Reminders[i].At-now))
	}
}

// LatestLived returns the latest time up to which one of the actors with the given keys has been played, in seconds since the campaign
// began. In an encounter, that is the time of the clock.
func (s *State) LatestLived(keys []string) (latest float64) {
	if s.Running {
		return s.Elapsed
	}
	for _, key := range keys {
		latest = math.Max(latest, s.TimeLived(key))
	}
	return latest
}

// refusePending returns an error while a turn or an action is pending on the timeline.
func (s *State) refusePending() error {
	if !s.Running {
		return nil
	}
	for _, a := range s.Actors {
		switch {
		case a.Open:
			return refuse("%s must declare first. Time can't pass in a fight.", a.Name)
		case a.Doing != nil:
			return refuse("%s's action lasts until count %s, and time can't pass in a fight. Type `next`.", a.Name, formatNumber(a.Doing.At))
		case a.Turn >= 0:
			return refuse("%s acts at count %s, and time can't pass in a fight. Type `next` or `finish`.", a.Name, formatNumber(a.Turn))
		}
	}
	return nil
}

// span is a Downtime in progress.
type span struct {
	r              *Run               // run that plays the span
	Downtime                          // input: the actors, their activity and the length
	doers          []*Actor           // actors that do the activity
	people         []*Actor           // actors for whom time passes
	indexes        map[string]int     // index in people, by key
	mayHaveChanged bool               // whether actors may have changed since the snapshot in other ways than by events that name them
	settledAll     bool               // whether all finished conditions have been ended, so that only actors with new events need a check
	leads          map[string]float64 // counts by which unnamed actors have been played beyond the span's start, by key; nil if none have
	startTime      float64            // latest time up to which a named actor was played, in seconds since the campaign began
	scale          float64            // counts in a unit of the played time scale
	startCount     float64            // count at which the span begins
	elapsed        float64            // seconds that have passed
	hasExpired     bool               // whether a condition has reached its limit, which ends the span
	ticks          int                // number of effects of conditions so far
	metres         []float64          // metres moved so far, by index in people
	causes         []poolCause        // changes of pools so far, one entry for each actor, pool and cause

	questions    int          // number of questions asked
	stopped      string       // reason why the span stopped; "" while it continues
	losingActors []*Actor     // actors that couldn't act before the last step and lost points in it
	ticking      *Condition   // condition whose effect is being applied; nil while time passes
	acceptedHarm []*Actor     // resting actors for whom the span was allowed to continue although a condition costs them points
	blocks       [][2]int     // ranges of the run's events that are kept instead of summed up, since dice were rolled for them
	before       spanSnapshot // state before the last step
}

// poolCause is the change of an actor's pool by one activity or condition.
type poolCause struct {
	who   *Actor  // actor whose pool it is
	pool  *Pool   // pool that changed
	cause *Head   // head of the activity or condition
	sum   float64 // points gained, or lost if negative
}

// spanSnapshot is a saved state of a span.
type spanSnapshot struct {
	people                        []Actor        // copies of span.people
	bars                          [][]*Condition // conditions that keep each actor from acting, by index in people
	metres                        []float64      // span.metres at that time
	causes                        []poolCause    // span.causes at that time
	events, dice, records, blocks int            // lengths of the lists of events, dice, records and blocks
	count, elapsed                float64        // timeline's count, and seconds of the span that had passed
	ticks                         int            // span.ticks at that time
}

// beginActivity collects the actors for whom time passes, and begins the activity for the named actors.
func (x *span) beginActivity(s *State) error {
	r := x.r
	if err := x.collectPeople(s); err != nil {
		return err
	}
	for _, a := range x.people {
		r.withActor(a).scheduleTicks() // in counts of the timeline; scaleConditions stretches them below
	}
	r.span = x
	for _, a := range x.doers {
		x.beginFor(a)
	}
	x.scaleConditions(x.scale)
	for _, a := range x.people {
		x.postponeConditions(a, x.leads[a.Key])
	}
	return nil
}

// collectPeople sets x.doers, x.people and the fields that depend on them.
func (x *span) collectPeople(s *State) error {
	r := x.r
	x.startCount = s.Count
	for _, key := range x.Who {
		a := r.actorCopy(key)
		if a == nil {
			return refusalOf(message.Unknown("combatant", key, nil))
		}
		x.doers = append(x.doers, a)
	}
	if !s.Running {
		x.people = slices.Clip(x.doers)
	}
	x.startTime = s.LatestLived(x.Who)
	for _, a := range s.Actors {
		if s.Running || x.affectsUnnamed(s, a) {
			x.people = append(x.people, r.actorCopy(a.Key))
		}
	}
	x.metres, x.mayHaveChanged = make([]float64, len(x.people)), true
	x.before.people, x.before.bars = make([]Actor, len(x.people)), make([][]*Condition, len(x.people))
	x.indexes = make(map[string]int, len(x.people))
	for i, a := range x.people {
		x.indexes[a.Key] = i
	}
	return nil
}

// beginFor begins the activity for an actor, in place of its other activities. An actor that can't act doesn't join an activity that costs
// points or moves it. An actor that is moving continues to move if KeepMoving is set.
func (x *span) beginFor(a *Actor) {
	r := x.r
	why := a.forbiddenBy(r.rs, cannotAct)
	if needsEffort := x.Activity.pace != nil || len(x.Activity.cost) > 0; why != nil && needsEffort {
		if a.Activities = nil; !x.HelpsOthers {
			r.emit(&Event{Kind: EventTell, Who: a.Key, How: visibilityTo(a.Conditions, &why.Head), Text: "can't join: " + MidSentence(why.Label)})
		}
		return
	}
	moves := a.highestPace(r.rs, true) > 0
	if x.KeepMoving && moves && !r.asEarlier {
		return
	}
	if moves && a.PaceBy(r.rs, x.Activity) == 0 && !r.asEarlier { // the actor stops moving
		for _, other := range a.Activities {
			r.emit(&Event{Kind: EventActivity, of: a, Who: a.Key, What: other.Name, At: noCount})
		}
		a.Going = nil
	}
	a.Activities = []*Activity{x.Activity}
	r.withActor(a).warnUnpaid(x.Activity)
	r.withActor(a).applyOnce(x.Activity)
}

// affectsUnnamed reports whether time also passes for an unnamed actor because of a condition, and records the actor's lead over the named
// actors.
func (x *span) affectsUnnamed(s *State, a *Actor) bool {
	lead := s.TimeLived(a.Key) - x.startTime
	changesWithTime := func(held HeldCondition) bool { return held.Condition.timeAffects() || held.Limit > 0 }
	if slices.Contains(x.Who, a.Key) || lead >= x.Seconds-slack || !slices.ContainsFunc(a.AllConditions(), changesWithTime) {
		return false
	}
	if lead > slack {
		if x.leads == nil {
			x.leads = map[string]float64{}
		}
		x.leads[a.Key] = lead / x.r.rs.secondsPerCount()
	}
	x.r.actorCopy(a.Key).Activities = nil
	return true
}

// timeAffects reports whether time alone changes the condition outside an encounter: it has effects at intervals, or ends with the
// encounter.
func (c *Condition) timeAffects() bool { return c.Every != nil || c.until == untilEncounter }

// postponeConditions delays the next effects and the ends of an actor's conditions by the given number of counts.
func (x *span) postponeConditions(a *Actor, counts float64) {
	a.Outranked = slices.Clone(a.Outranked)
	for _, list := range [][]HeldCondition{a.Conditions, a.Outranked} {
		for i := range list {
			list[i].shiftCounts(counts)
		}
	}
}

// unscaleConditions converts scaled conditions back to counts of the timeline. For actors who were ahead, it also undoes the part of their
// conditions' delay that has not elapsed.
func (x *span) unscaleConditions() {
	for _, a := range x.people {
		x.postponeConditions(a, -math.Max(0, x.leads[a.Key]-(x.r.count()-x.startCount)))
	}
	x.scaleConditions(1 / x.scale)
}

// scaleConditions multiplies the counts until the next effect of scaled conditions by factor.
func (x *span) scaleConditions(factor float64) {
	for _, a := range x.people {
		for i := range a.Conditions {
			held := &a.Conditions[i]
			if held.NextTick < 0 || held.Condition.Every == nil || !held.Condition.Every.Scaled {
				continue
			}
			held.planNext(TrimNoise(x.r.count()+(held.NextTick-x.r.count())*factor), held.Limit)
		}
	}
}

// playPiece advances to the next effect of a condition and applies it, or to the end of the span if there is none. over reports whether the
// span ends there.
func (x *span) playPiece() (over bool) {
	end := x.startCount + x.Seconds/x.r.rs.secondsPerCount()
	next, ok := x.nextTick()
	if x.hasExpired && (!ok || next.At > x.r.count()+slack) {
		return true
	}
	if !ok || next.At > end {
		return x.playUntil(end) || x.r.count() >= end-slack
	}
	if x.playUntil(next.At) {
		return true
	}
	if x.r.count() < next.At { // something else came first, such as an empty pool
		return false
	}
	if x.ticks++; x.ticks > maxTicks {
		x.r.err = refuse("Too much happens in %s. Let less time pass at once.", SpanText(x.Seconds))
		return true
	}
	// Except while helping, a condition that reaches its limit ends the span after all effects at the same count.
	x.ticking, x.hasExpired = next.Held.Condition, x.hasExpired || next.Held.Expires() && !x.HelpsOthers && !x.r.asEarlier
	over = x.tryStep(func() { x.tickAndSum(next.Actor, next.Held) })
	x.ticking = nil
	return over
}

// nextTick returns the next effect or end of a condition, at the current count or later; ok is false if there is none.
func (x *span) nextTick() (next PendingEvent, ok bool) {
	for _, a := range x.people {
		conditions := a.AllConditions()
		for i := range conditions {
			if held := &conditions[i]; held.Next >= 0 && (!ok || held.Next < next.At) {
				next, ok = PendingEvent{Kind: PendingTick, At: math.Max(held.Next, x.r.count()), Actor: a, Held: held}, true
			}
		}
	}
	return next, ok
}

// tickAndSum applies the effect of a condition. If dice are rolled for it, its events are kept as a block; otherwise their changes are only
// added up.
func (x *span) tickAndSum(a *Actor, held *HeldCondition) {
	r, condition := x.r, held.Condition
	before, levels := r.savepoint(), r.withActor(a).poolLevels()
	r.withActor(a).applyInterval(held.ID)
	x.settlePiece()
	if len(r.rolledDice) > before.dice {
		x.blocks = append(x.blocks, [2]int{before.events, len(r.events)})
		return
	}
	r.records = r.records[:before.records]
	x.addCauses(a, &condition.Head, levels)
}

// addCauses adds the changes of an actor's pools to x.causes, under the activity or condition cause. levels holds the points before the
// change, by pool index.
func (x *span) addCauses(a *Actor, cause *Head, levels []float64) {
	for i, pool := range x.r.rs.Pools.All {
		change := a.Levels[i].Now - levels[i]
		if change == 0 {
			continue
		}
		k := slices.IndexFunc(x.causes, func(c poolCause) bool { return c.who == a && c.pool == pool && c.cause == cause })
		if k < 0 {
			k = len(x.causes)
			x.causes = append(x.causes, poolCause{who: a, pool: pool, cause: cause})
		}
		x.causes[k].sum += change
	}
}

// playUntil advances all actors to the given count, or to the moment at which an activity ends for lack of points. If this raises a
// question, it finds the moment of the question by bisection and asks the question there; over reports whether the span ends there.
func (x *span) playUntil(to float64) (over bool) {
	from := x.r.count()
	if to <= from {
		return false
	}
	if to = math.Min(to, x.firstDepletion()); to <= from {
		return false
	}
	x.saveSnapshot()
	x.advanceAll(to)
	if who, _ := x.findQuestion(); who == nil || x.r.err != nil {
		return false
	}
	for range 40 { // halvings of the time between from, where there is no question yet, and to, where there is one
		x.restoreSnapshot()
		half := (from + to) / 2
		if x.advanceAll(half); x.hasQuestion() {
			to = half
		} else {
			from = half
		}
	}
	x.restoreSnapshot()
	x.advanceAll(from)
	return x.tryStep(func() { x.advanceAll(to) })
}

// firstDepletion returns the count at which the first pool is emptied by an activity that ends for lack of points.
func (x *span) firstDepletion() float64 {
	at := math.Inf(1)
	for _, a := range x.people {
		for _, activity := range a.Activities {
			for _, cost := range activity.cost {
				if points := a.PoolValue(cost.pool) - cost.pool.minimum; activity.until != nil && !cost.atOnce && points > slack {
					at = math.Min(at, x.r.count()+points/cost.points/x.r.rs.secondsPerCount())
				}
			}
		}
	}
	return at
}

// hasQuestion reports whether the time since the snapshot raises a question.
func (x *span) hasQuestion() bool {
	who, _ := x.findQuestion()
	return who != nil
}

// advanceAll advances all actors to a count: activities cost and restore points, movers move, and conditions that are over end.
func (x *span) advanceAll(to float64) {
	r := x.r
	x.mayHaveChanged, x.settledAll = true, false
	seconds := (to - r.count()) * r.rs.secondsPerCount()
	levels := make([][]float64, len(x.people))
	for i, a := range x.people {
		levels[i] = r.withActor(a).poolLevels()
	}
	doing := make([]*Activity, len(x.people))
	for i, a := range x.people {
		if len(a.Activities) > 0 {
			doing[i] = a.Activities[0]
		}
	}
	r.advanceActors(x.people, seconds)
	for i, a := range x.people {
		if doing[i] != nil {
			x.addCauses(a, &doing[i].Head, levels[i])
		}
	}
	r.state.Count, x.elapsed = to, TrimNoise((to-x.startCount)*r.rs.secondsPerCount())
	x.settlePiece()
}

// tryStep saves a snapshot, runs do and asks the question that this raises, if any. If the answer is to stop, it undoes do and returns
// true. A question without an answer makes the run fail with a Need.
func (x *span) tryStep(do func()) (over bool) {
	x.saveSnapshot()
	do()
	who, key, text := x.nextQuestion()
	if who == nil {
		return false
	}
	answer, known := x.r.answersByKey[key]
	switch {
	case !known:
		x.r.err = &Need{Key: key, Who: who.Key, Secret: true, Text: text + ". Continue?", About: text,
			Choices: []Answer{{Name: NoAnswer, Label: "Stop before it"}, {Name: continueAnswer, Label: "Continue"}}}
	case answer == continueAnswer:
		if x.before.bars[slices.Index(x.people, who)] != nil { // further losses of the actor raise no more questions
			x.losingActors = append(x.losingActors, who)
		}
		return false
	}
	x.stopped = text
	dice := len(x.r.rolledDice)
	x.restoreSnapshot()
	x.r.rolledDice = x.r.rolledDice[:dice] // dice are kept, since they decided where the span ends
	return true
}

// nextQuestion returns the question that the time since the snapshot raises: the actor concerned, the question's key and its text. who is
// nil if there is none. If the question about harm was answered with continueAnswer, the actor is added to x.acceptedHarm.
func (x *span) nextQuestion() (who *Actor, key, text string) {
	if who, text = x.findHarm(); who != nil {
		if key = who.Key + "." + x.Activity.Name + ".loss"; x.r.answersByKey[key] != continueAnswer {
			return who, key, text
		}
		x.acceptedHarm = append(x.acceptedHarm, who)
	}
	if who, text = x.findQuestion(); who == nil || x.r.err != nil {
		return nil, "", ""
	}
	x.questions++
	return who, fmt.Sprintf("%s.%s%d", who.Key, x.Activity.Name, x.questions), text
}

// findHarm returns the first resting actor to whom the condition being applied, if it bars rest, has cost points since the snapshot, and
// the text for the question. who is nil if there is none. Actors that couldn't act before don't count, nor do actors for whom the question
// was answered.
func (x *span) findHarm() (who *Actor, text string) {
	if !x.AsksBeforeHarm || x.ticking == nil || !x.ticking.ForbidsRest() || len(x.Activity.gain) == 0 {
		return nil, ""
	}
	for _, i := range x.changedIndexes() {
		a := x.people[i]
		if !slices.Contains(x.doers, a) || slices.Contains(x.acceptedHarm, a) || len(x.before.bars[i]) > 0 {
			continue
		}
		var parts []string
		for _, pool := range x.r.rs.Pools.All {
			if points := x.before.people[i].Levels[pool.index].Now - a.Levels[pool.index].Now; points > slack {
				parts = append(parts, formatNumber(TrimNoise(points))+" "+pool.Name)
			}
		}
		if len(parts) > 0 {
			return a, fmt.Sprintf("%s (%s) loses %s %s", a.Name, MidSentence(x.ticking.Label), strings.Join(parts, ", "), x.timeText())
		}
	}
	return nil, ""
}

// findQuestion returns an actor about whom there is a question, and its text. Such an actor has become unable to act since the snapshot, or
// was unable before and has lost more points of the pool responsible.
func (x *span) findQuestion() (who *Actor, text string) {
	for _, i := range x.changedIndexes() {
		a := x.people[i]
		if !x.mayStopFor(a) {
			continue
		}
		barsBefore := x.before.bars[i]
		for _, c := range a.incapacities(x.r.rs) {
			if !slices.Contains(barsBefore, c) {
				return a, fmt.Sprintf("%s is %s %s", a.Name, MidSentence(c.Label), x.timeText())
			}
		}
		if len(barsBefore) == 0 || x.HelpsOthers || slices.Contains(x.losingActors, a) {
			continue
		}
		for _, pool := range poolsReadBy(x.r.rs, barsBefore) {
			if points := a.Levels[pool.index].Now; points < x.before.people[i].Levels[pool.index].Now {
				return a, fmt.Sprintf("%s, %s already, has %s %s %s", a.Name, MidSentence(barsBefore[0].Label), pool.Name, FormatMinus(points), x.timeText())
			}
		}
	}
	return nil, ""
}

// mayStopFor reports whether the span can stop for an actor: outside an encounter, only if it is on the side of a named actor.
func (x *span) mayStopFor(a *Actor) bool {
	return x.r.state.Running || slices.ContainsFunc(x.doers, func(doer *Actor) bool { return doer.Side == a.Side })
}

// timeText returns the time since the beginning of the span, in words, for the end of a sentence.
func (x *span) timeText() string {
	if x.elapsed <= slack {
		return "at once"
	}
	return "after " + SpanText(x.elapsed)
}

// incapacities returns the conditions that keep the actor from acting.
func (a *Actor) incapacities(rs *Ruleset) (list []*Condition) {
	for i := range a.Conditions {
		if c := a.Conditions[i].Condition; c.cannot&cannotAct != 0 {
			list = append(list, c)
		}
	}
	list = append(list, collect.Filter(rs.hindering, func(c *Condition) bool { return c.cannot&cannotAct != 0 && a.evalHolds(rs, c.holds) })...)
	return list
}

// poolsReadBy returns the pools that the formulas of conditions read.
func poolsReadBy(rs *Ruleset, conditions []*Condition) (list []*Pool) {
	for _, c := range conditions {
		if c.holds == nil {
			continue
		}
		for _, read := range c.holds.Reads {
			name, _, _ := strings.Cut(read.Path, ".")
			if pool, ok := rs.Pools.Get(name); ok {
				list = append(list, pool)
			}
		}
	}
	return list
}

// settlePiece completes a piece of the span as Run.settleRun completes a run: it calls runActor.stopUnable, which ends conditions whose
// `until` is true and stops actors that can no longer act. If possible, it considers only actors that changed since the snapshot, because
// spans can have many thousands of effects. It goes through the actors in order, including later ones that change in the meantime.
func (x *span) settlePiece() {
	r := x.r
	readsMore := func(a *Actor) bool { // reports whether a change of another actor can end a condition of a
		return slices.ContainsFunc(a.Conditions, func(held HeldCondition) bool {
			return held.Condition.until == untilFormula && !held.Condition.endsByPools
		})
	}
	if !x.settledAll || r.state.Running {
		r.settleRun()
		x.settledAll = !slices.ContainsFunc(x.people, readsMore)
		return
	}
	r.endUsedUp()
	// at is the index of the first actor that hasn't been settled. The list is computed again for each actor, since stopping one can change
	// others.
	for at := 0; r.err == nil; at++ {
		list := x.changedIndexes()
		i, _ := slices.BinarySearch(list, at)
		if i == len(list) {
			return
		}
		at = list[i]
		a, first := x.people[at], len(r.events)
		r.withActor(a).stopUnable()
		for i := first; i < len(r.events); i++ { // an event of another actor, such as the end of a paired condition
			x.settledAll = x.settledAll && r.events[i].Who == a.Key
		}
		x.settledAll = x.settledAll && !readsMore(a)
	}
}

// changedIndexes returns the indexes in x.people of the actors that may have changed since the snapshot, in order.
func (x *span) changedIndexes() (list []int) {
	all := x.mayHaveChanged
	for i := x.before.events; i < len(x.r.events) && !all; i++ {
		e := &x.r.events[i]
		if e.Kind == EventTell {
			continue
		}
		index, known := x.indexes[e.Who]
		if all = !known; !slices.Contains(list, index) { // an event that names no actor of the span can affect any of them
			list = append(list, index)
		}
	}
	if !all {
		slices.Sort(list)
		return list
	}
	list = make([]int, len(x.people))
	for i := range list {
		list[i] = i
	}
	return list
}

// saveSnapshot saves the current state of the span.
func (x *span) saveSnapshot() {
	b, r := &x.before, x.r
	for _, i := range x.changedIndexes() {
		restoreActor(&b.people[i], x.people[i])
		b.bars[i] = x.people[i].incapacities(r.rs)
	}
	x.mayHaveChanged = false
	b.metres, b.causes = append(b.metres[:0], x.metres...), append(b.causes[:0], x.causes...)
	b.events, b.dice, b.records, b.blocks = len(r.events), len(r.rolledDice), len(r.records), len(x.blocks)
	b.count, b.elapsed, b.ticks = r.count(), x.elapsed, x.ticks
}

// restoreSnapshot restores the saved state of the span.
func (x *span) restoreSnapshot() {
	b, r := &x.before, x.r
	for i, a := range x.people {
		restoreActor(a, &b.people[i])
	}
	x.mayHaveChanged = false
	x.metres, x.causes = append(x.metres[:0], b.metres...), append(x.causes[:0], b.causes...)
	r.events, r.rolledDice, r.records, x.blocks = r.events[:b.events], r.rolledDice[:b.dice], r.records[:b.records], x.blocks[:b.blocks]
	r.state.Count, x.elapsed, x.ticks = b.count, b.elapsed, b.ticks
}

// endStaleConditions ends conditions that can't continue while time passes: conditions that last until a turn or an action and, outside an
// encounter, conditions that last until the end of the encounter.
func (x *span) endStaleConditions(s *State) {
	if x.elapsed < minute-slack {
		return
	}
	for _, a := range x.people {
		for _, held := range slices.Clone(a.AllConditions()) {
			c := held.Condition
			endsWithEncounter := c.until == untilEncounter && !s.Running
			// before the end of the encounter: with a turn, an action or a round
			endsEarlier := c.until > untilHand && c.until < untilEncounter && !c.isKeptUp()
			if (endsWithEncounter || endsEarlier) && held.Limit == 0 && a.heldByID(held.ID) != nil {
				x.r.withActor(a).endWithMirror(&held)
			}
		}
	}
}

// summarise replaces the run's events with a summary. Events in blocks, and events that are not mere changes of numbers, stay in their
// order. The total changes of each actor and the texts about it follow. s is the state before the span.
func (x *span) summarise(s *State) {
	r := x.r
	all := r.events
	r.events = x.timeEvents(s)
	texts := x.keepEvents(all)
	keptEvents := r.events
	for i, a := range x.people {
		before := r.savepoint()
		x.addDifference(s.Find(a.Key), a, keptEvents)
		r.events = append(append(r.events, texts[a.Key]...), x.hiddenCauses(s.Find(a.Key), a)...)
		if metres := math.Round(x.metres[i]*10) / 10; metres > 0 && slices.Contains(x.doers, a) {
			r.events = append(r.events, Event{Kind: EventTell, Who: a.Key, Text: metresText(metres)})
		}
		if r.record && slices.Contains(x.doers, a) {
			r.insertRecord(Outcome{Step: x.Activity.Name, Label: x.Activity.Label, Kind: stepKindNames[stepDo],
				Path: activitiesPrefix + x.Activity.Name, Doer: a.Key, Who: a.Key,
				Source: x.Activity.where, Guide: x.Activity.Src, Terms: x.causeTerms(a)}, before)
		}
	}
	if x.stopped != "" {
		r.events = append(r.events, Event{Kind: EventTell, Text: "it ends before " + x.stopped})
	}
}

// timeEvents returns the events that advance the clock of an encounter or, without one, the time of each actor. s is the state before the
// span.
func (x *span) timeEvents(s *State) (list []Event) {
	if s.Running {
		return []Event{{Kind: EventClock, At: TrimNoise(x.r.count())}}
	}
	for _, a := range x.people {
		until := s.TimeLived(a.Key) + x.elapsed
		if !slices.Contains(x.doers, a) {
			until = math.Max(s.TimeLived(a.Key), x.startTime+x.elapsed)
		}
		list = append(list, Event{Kind: EventTime, Who: a.Key, At: TrimNoise(until)})
	}
	return list
}

// keepEvents appends to the run's events those events of all that are not summed up: whole blocks, and events other than changes of
// numbers. It returns the texts outside blocks, by actor, and shifts the records of the blocks.
func (x *span) keepEvents(all []Event) (texts map[string][]Event) {
	r := x.r
	texts = map[string][]Event{}
	offsets := make([]int, len(x.blocks)) // number of places by which each block moves
	next := 0                             // index of the next block
	for i := 0; i <= len(all); i++ {      // a block can be empty, even at the end of all
		if next < len(x.blocks) && i == x.blocks[next][0] {
			block := x.blocks[next]
			offsets[next] = len(r.events) - block[0]
			r.events = append(r.events, all[block[0]:block[1]]...)
			i, next = block[1]-1, next+1
			continue
		}
		if i == len(all) {
			break
		}
		switch e := all[i]; e.Kind {
		case EventPool, EventPaid, EventRefill, EventTick, EventLimit, EventNumber, EventPlace: // addDifference sums them up
		case EventTell:
			texts[e.Who] = append(texts[e.Who], e)
		default:
			r.events = append(r.events, e)
		}
	}
	x.shiftRecords(offsets)
	return texts
}

// metresText returns a number of metres to the tenth, such as "12.5 m".
func metresText(metres float64) string { return formatNumber(math.Round(metres*10)/10) + " m" }

// RepeatsMove reports whether e only tells the distance by which another event of the entry moves the same actor.
func (e *Event) RepeatsMove(among []Event) bool {
	return e.Kind == EventTell && slices.ContainsFunc(among, func(o Event) bool {
		return o.Kind == EventPlace && o.Who == e.Who && o.By != 0 && o.Going == nil && e.Text == metresText(math.Abs(o.By))
	})
}

// shiftRecords updates the records of outcomes whose events are in a block that was moved. offsets holds, for each block, the number of
// places by which it was moved.
func (x *span) shiftRecords(offsets []int) {
	at := 0
	for i := range x.r.records {
		n := &x.r.records[i]
		for at < len(x.blocks) && x.blocks[at][1] < n.events[1] {
			at++
		}
		if at < len(x.blocks) && n.events[0] >= x.blocks[at][0] {
			n.events[0], n.events[1] = n.events[0]+offsets[at], n.events[1]+offsets[at]
		}
	}
}

// addDifference adds events for the changes of an actor from before to after, except changes that events already make.
func (x *span) addDifference(before, after *Actor, events []Event) {
	r := x.r
	// the actor after events, and the changes of its pools in these events
	b, inBlocks := before.clone(), make([]float64, len(before.Levels))
	for i := range events {
		if e := events[i]; e.Who == after.Key {
			b.applyEvent(r.rs, &e)
			if pool, ok := r.rs.Pools.Get(e.What); ok && e.Kind == EventPool {
				inBlocks[pool.index] += e.By
			}
		}
	}
	for i, pool := range r.rs.Pools.All {
		if now := after.Levels[i]; now != b.Levels[i] {
			change := TrimNoise(now.Now - before.Levels[i].Now - inBlocks[i])
			r.events = append(r.events, Event{Kind: EventPool, Who: after.Key, What: pool.Name, Value: TrimNoise(now.Now), Carry: TrimNoise(now.Carry), By: change})
		}
	}
	for _, held := range after.AllConditions() {
		earlier := b.heldByID(held.ID)
		if earlier != nil && earlier.Number != held.Number {
			r.events = append(r.events, Event{Kind: EventNumber, Who: after.Key, What: held.Condition.Name, ID: held.ID, Value: held.Number, By: TrimNoise(held.Number - earlier.Number)})
		}
		if !r.state.Running { // the clock stands still, so the counts of later effects are reduced instead
			held.shiftCounts(x.startCount - r.count())
		}
		if earlier != nil && earlier.NextTick != held.NextTick {
			r.events = append(r.events, Event{Kind: EventTick, Who: after.Key, What: held.Condition.Name, ID: held.ID, At: held.NextTick})
		}
		if earlier != nil && earlier.Limit != held.Limit {
			r.events = append(r.events, Event{Kind: EventLimit, Who: after.Key, What: held.Condition.Name, ID: held.ID, At: held.Limit})
		}
	}
	if after.Place != b.Place || after.Going != b.Going {
		r.events = append(r.events, Event{Kind: EventPlace, Who: after.Key, Value: after.Place, By: TrimNoise(after.Place - before.Place), Going: after.Going})
	}
}

// hiddenCauses returns EventTell events that explain changes of an actor's pools by conditions if the total change of a pool doesn't show
// them, because something else also changed the pool.
func (x *span) hiddenCauses(before, after *Actor) (list []Event) {
	for _, c := range x.causes {
		if i := c.pool.index; c.who == after && c.cause != &x.Activity.Head && math.Abs(after.Levels[i].Now-before.Levels[i].Now-c.sum) > slack {
			text := c.pool.Name + " " + strings.Replace(formatLabelNumber(c.sum), "-", "−", 1) + " by " + MidSentence(c.cause.Label)
			list = append(list, Event{Kind: EventTell, Who: after.Key, How: visibilityTo(after.Conditions, c.cause), Text: text})
		}
	}
	return list
}

// causeTerms returns a term for each cause of the changes of an actor's pools, or nil if its activity is the only cause.
func (x *span) causeTerms(a *Actor) (list []Term) {
	hasOtherCause := slices.ContainsFunc(x.causes, func(c poolCause) bool { return c.who == a && c.cause != &x.Activity.Head })
	for _, c := range x.causes {
		if c.who == a && hasOtherCause {
			list = append(list, Term{Label: c.pool.Name + " by " + MidSentence(c.cause.Label), Value: TrimNoise(c.sum), Source: c.cause.where, Guide: c.cause.Src})
		}
	}
	return list
}
