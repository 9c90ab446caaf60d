package rules

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"hybrid/rules/collect"
	"hybrid/rules/message"
)

// Time outside a fight: activities, conditions that act at intervals, recoveries, and the questions that stop a span.

// Downtime is time that passes outside a fight: some do an activity.
type Downtime struct {
	Who      []string
	Activity *Activity
	Seconds  float64
	Unit     float64 // the seconds in a unit of the time scale that is played, such as 60 for minutes; 0 for a count's
	Urgent   bool    // it is no rest but help: nothing is asked of one who cannot act already and goes on losing
	Onward   bool    // those who move go on by what they do
	Warns    bool    // it asks before a condition that bars rest first costs a resting actor points
}

// continueAnswer is the answer by which a span goes on; any other stops it.
const continueAnswer = "go_on"

// maxDue is how many times conditions may act in one span.
const maxDue = 100_000

// Pass lets time go by: every actor named does the activity, and what conditions do at intervals is done in its order.
// In an encounter the clock moves on for every actor, and Pass refuses while a turn is owed or an action is in the
// making. Outside one, the time is that of those named, and of every other actor of whom a condition asks it, such as one
// who bleeds, as far as it has not come so far already. Before an actor becomes unable to act, or an actor who is
// goes on losing what made it so, a *Need asks, unless none of its side is named; where the answer is not to go on, the
// span ends there. passed is how long it was, in seconds.
func (rs *Ruleset) Pass(s *State, what Downtime, k Known) (d Decision, passed float64, err error) {
	if err := s.noDowntimeOwed(); err != nil {
		return Decision{}, 0, err
	}
	what.stopAtReminder(s)
	moving := *s
	r := rs.run(&moving, k)
	x := &span{r: r, Downtime: what, scale: math.Max(1, what.Unit/rs.second())}
	if err := x.begin(s); err != nil {
		d, err = r.fail(err)
		return d, 0, err
	}
	for r.err == nil && !x.piece() {
	}
	if x.done <= slack && x.stopped != "" && r.err == nil {
		r.err = refuse("Time can't pass: %s.", x.stopped)
	}
	if r.err != nil {
		d, err = r.fail(r.err)
		return d, 0, err
	}
	x.restart()
	x.recovered(s)
	x.settle(s)
	r.remind(s.farthest(what.Who) + x.done)
	d = Decision{Events: append([]Event(nil), r.events...), Dice: append([]Die(nil), r.rolledDice...)}
	d.Outcomes = r.outcomes(d.Dice, d.Events)
	r.over()
	return d, x.done, nil
}

// stopAtReminder shortens a span to the first reminder that comes in it. One that is overdue stops nothing, and help goes on to its
// end.
func (d *Downtime) stopAtReminder(s *State) {
	now := s.farthest(d.Who)
	at := slices.IndexFunc(s.Reminders, func(m Reminder) bool { return m.At > now+slack })
	if at >= 0 && !d.Urgent {
		d.Seconds = math.Min(d.Seconds, TrimNoise(s.Reminders[at].At-now))
	}
}

// farthest returns up to which time those of some actors have been played who have come farthest, in seconds since the campaign began.
func (s *State) farthest(keys []string) (at float64) {
	if s.Running {
		return s.Elapsed
	}
	for _, key := range keys {
		at = math.Max(at, s.Lived(key))
	}
	return at
}

// noDowntimeOwed refuses to let time pass while the timeline owes a turn or an action.
func (s *State) noDowntimeOwed() error {
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

// span is a Downtime under way. A nil one is none.
type span struct {
	r *Run
	Downtime
	doers  []*Actor           // who does the activity
	people []*Actor           // who lives through the time
	places map[string]int     // where each is among them, by key
	moved  bool               // since things were saved time has passed for all of them
	ended  bool               // what is over was ended, and nothing else ends before something happens to who has it
	lived  map[string]float64 // by key the counts that one who is not named has lived through already
	start  float64            // seconds since the campaign began, of those named who have come farthest
	scale  float64            // counts in a unit of the time scale that is played
	from   float64            // the count at which it begins
	done   float64            // seconds
	due    int                // how often conditions acted
	metres []float64
	causes []poolCause

	questions int
	stopped   string // what it stopped at
	losing    []*Actor
	acting    *Condition // the condition that acts, nil while time goes on
	harmed    []*Actor   // those for whom the span goes on though a condition that bars their rest harms them
	blocks    [][2]int   // the events that stay as they are, since dice were thrown for them
	before    spanSnapshot
}

// poolCause is what a pool of an actor lost or gained by one activity or condition.
type poolCause struct {
	who  *Actor
	pool *Pool
	by   *Head
	sum  float64
}

// spanSnapshot is how everything stood at a moment of a span.
type spanSnapshot struct {
	people                      []Actor
	bars                        [][]*Condition
	metres                      []float64
	causes                      []poolCause
	events, dice, noted, blocks int
	count, done                 float64
	due                         int
}

// begin lets those named begin the activity.
func (x *span) begin(s *State) error {
	r := x.r
	x.from = s.Count
	for _, key := range x.Who {
		a := r.copy(key)
		if a == nil {
			return refusalOf(message.Unknown("combatant", key, nil))
		}
		x.doers = append(x.doers, a)
	}
	if !s.Running {
		x.people = slices.Clip(x.doers)
	}
	x.start = s.farthest(x.Who)
	for _, a := range s.Actors {
		if s.Running || x.carried(s, a) {
			x.people = append(x.people, r.copy(a.Key))
		}
	}
	x.metres, x.moved = make([]float64, len(x.people)), true
	x.before.people, x.before.bars = make([]Actor, len(x.people)), make([][]*Condition, len(x.people))
	x.places = make(map[string]int, len(x.people))
	for i, a := range x.people {
		x.places[a.Key] = i
	}
	for _, a := range x.people {
		r.of(a).wake() // in counts of the timeline: rescale stretches them
	}
	r.span = x
	for _, a := range x.doers {
		why := a.cannot(r.rs, cannotAct)
		if effort := x.Activity.pace != nil || len(x.Activity.cost) > 0; why != nil && effort {
			if a.Activities = nil; !x.Urgent {
				r.emit(&Event{Kind: EventTell, Who: a.Key, How: visibility(a.Conditions, &why.Head), Text: "can't join: " + MidSentence(why.Label)})
			}
			continue
		}
		moves := a.pace(r.rs, true) > 0
		if x.Onward && moves && !r.earlier {
			continue
		}
		if moves && a.PaceBy(r.rs, x.Activity) == 0 && !r.earlier {
			for _, other := range a.Activities {
				r.emit(&Event{Kind: EventActivity, of: a, Who: a.Key, What: other.Name, At: none})
			}
			a.Going = nil
		}
		a.Activities = []*Activity{x.Activity}
		r.of(a).warn(x.Activity)
		r.of(a).atOnce(x.Activity)
	}
	x.rescale(x.scale)
	for _, a := range x.people {
		x.postpone(a, x.lived[a.Key])
	}
	return nil
}

// carried reports whether an actor who is not named lives through the time of those who are, since a condition asks it of
// it, and notes how far it is ahead of them.
func (x *span) carried(s *State, a *Actor) bool {
	lead := s.Lived(a.Key) - x.start
	if slices.Contains(x.Who, a.Key) || lead >= x.Seconds-slack || !slices.ContainsFunc(a.Lasting(), func(held Held) bool { return held.Condition.passes() || held.Limit > 0 }) {
		return false
	}
	if lead > slack {
		if x.lived == nil {
			x.lived = map[string]float64{}
		}
		x.lived[a.Key] = lead / x.r.rs.second()
	}
	x.r.copy(a.Key).Activities = nil
	return true
}

// passes reports whether time alone does something to a condition outside an encounter: it acts at intervals, or is over
// with the encounter.
func (c *Condition) passes() bool { return c.Every != nil || c.until == untilEncounter }

// postpone puts off by some counts what the conditions of an actor do.
func (x *span) postpone(a *Actor, by float64) {
	a.Outranked = slices.Clone(a.Outranked)
	for _, list := range [][]Held{a.Conditions, a.Outranked} {
		for i := range list {
			list[i].shift(by)
		}
	}
}

// restart makes the conditions act again as they do outside a span: in counts of the timeline, and without waiting for
// those who were behind.
func (x *span) restart() {
	for _, a := range x.people {
		x.postpone(a, -math.Max(0, x.lived[a.Key]-(x.r.count()-x.from)))
	}
	x.rescale(1 / x.scale)
}

// rescale stretches the time until those conditions act that go by the time scale that is played.
func (x *span) rescale(by float64) {
	for _, a := range x.people {
		for i := range a.Conditions {
			held := &a.Conditions[i]
			if held.NextTick < 0 || held.Condition.Every == nil || !held.Condition.Every.Scaled {
				continue
			}
			held.plan(TrimNoise(x.r.count()+(held.NextTick-x.r.count())*by), held.Limit)
		}
	}
}

// piece plays on to what comes due next, or to the end; over reports whether the span ends there.
func (x *span) piece() (over bool) {
	end := x.from + x.Seconds/x.r.rs.second()
	next, ok := x.next()
	if !ok || next.At > end {
		return x.playUntil(end) || x.r.count() >= end-slack
	}
	if x.playUntil(next.At) {
		return true
	}
	if x.r.count() < next.At {
		return false
	}
	if x.due++; x.due > maxDue {
		x.r.err = refuse("Too much happens in %s. Let less time pass at once.", SpanText(x.Seconds))
		return true
	}
	x.acting = next.Held.Condition
	over = x.step(func() { x.act(next.Actor, next.Held) })
	x.acting = nil
	return over
}

// next returns the condition that acts next.
func (x *span) next() (next Owed, ok bool) {
	for _, a := range x.people {
		lasting := a.Lasting()
		for i := range lasting {
			if held := &lasting[i]; held.Next >= 0 && (!ok || held.Next < next.At) {
				next, ok = Owed{Kind: OwedTick, At: math.Max(held.Next, x.r.count()), Actor: a, Held: held}, true
			}
		}
	}
	return next, ok
}

// act lets a condition act. If no dice fall, its part is only added up.
func (x *span) act(a *Actor, held *Held) {
	r, by := x.r, held.Condition
	before, levels := r.savepoint(), r.of(a).levels()
	r.of(a).acts(held.ID)
	x.finish()
	if len(r.rolledDice) > before.dice {
		x.blocks = append(x.blocks, [2]int{before.events, len(r.events)})
		return
	}
	r.records = r.records[:before.records]
	x.because(a, &by.Head, levels)
}

// because adds what the pools of an actor changed to what something did.
func (x *span) because(a *Actor, by *Head, levels []float64) {
	for i, pool := range x.r.rs.Pools.All {
		change := a.Levels[i].Now - levels[i]
		if change == 0 {
			continue
		}
		at := slices.IndexFunc(x.causes, func(c poolCause) bool { return c.who == a && c.pool == pool && c.by == by })
		if at < 0 {
			at = len(x.causes)
			x.causes = append(x.causes, poolCause{who: a, pool: pool, by: by})
		}
		x.causes[at].sum += change
	}
}

// playUntil lets every actor go on with what they do until a count; over reports whether the span ends before.
func (x *span) playUntil(to float64) (over bool) {
	from := x.r.count()
	if to <= from {
		return false
	}
	if to = math.Min(to, x.spent()); to <= from {
		return false
	}
	x.save()
	x.advance(to)
	if who, _ := x.question(); who == nil || x.r.err != nil {
		return false
	}
	for range 40 { // the moment at which it comes
		x.restore()
		half := (from + to) / 2
		if x.advance(half); x.asks() {
			to = half
		} else {
			from = half
		}
	}
	x.restore()
	x.advance(from)
	return x.step(func() { x.advance(to) })
}

// spent returns the count at which the first activity that may end for lack of points has used up a pool.
func (x *span) spent() float64 {
	at := math.Inf(1)
	for _, a := range x.people {
		for _, activity := range a.Activities {
			for _, cost := range activity.cost {
				if rest := a.Now(cost.pool) - cost.pool.minimum; activity.until != nil && !cost.atOnce && rest > slack {
					at = math.Min(at, x.r.count()+rest/cost.by/x.r.rs.second())
				}
			}
		}
	}
	return at
}

// asks reports whether the time stops at a question.
func (x *span) asks() bool {
	who, _ := x.question()
	return who != nil
}

// advance lets every actor go on until a count.
func (x *span) advance(to float64) {
	r := x.r
	x.moved, x.ended = true, false
	seconds := (to - r.count()) * r.rs.second()
	levels := make([][]float64, len(x.people))
	for i, a := range x.people {
		levels[i] = r.of(a).levels()
	}
	doing := make([]*Activity, len(x.people))
	for i, a := range x.people {
		if len(a.Activities) > 0 {
			doing[i] = a.Activities[0]
		}
	}
	r.advance(x.people, seconds)
	for i, a := range x.people {
		if doing[i] != nil {
			x.because(a, &doing[i].Head, levels[i])
		}
	}
	r.state.Count, x.done = to, TrimNoise((to-x.from)*r.rs.second())
	x.finish()
}

// step does something, unless it brings a question with it that is answered with a stop; over reports whether it is.
func (x *span) step(do func()) (over bool) {
	x.save()
	do()
	who, text := x.harm()
	key := ""
	if who != nil {
		if key = who.Key + "." + x.Activity.Name + ".loss"; x.r.answersByKey[key] == continueAnswer {
			x.harmed = append(x.harmed, who)
			who = nil
		}
	}
	if who == nil {
		if who, text = x.question(); who == nil || x.r.err != nil {
			return false
		}
		x.questions++
		key = fmt.Sprintf("%s.%s%d", who.Key, x.Activity.Name, x.questions)
	}
	answer, known := x.r.answersByKey[key]
	switch {
	case !known:
		x.r.err = &Need{Key: key, Who: who.Key, Secret: true, Text: text + ". Continue?", About: text,
			Choices: []Answer{{Name: NoAnswer, Label: "Stop before it"}, {Name: continueAnswer, Label: "Continue"}}}
	case answer == continueAnswer:
		if x.before.bars[slices.Index(x.people, who)] != nil {
			x.losing = append(x.losing, who)
		}
		return false
	}
	x.stopped = text
	dice := len(x.r.rolledDice)
	x.restore()
	x.r.rolledDice = x.r.rolledDice[:dice] // they decided where the span ends
	return true
}

// harm returns the first resting actor whom the condition that acts, one that bars rest, has cost points since the last savepoint,
// and the text for the question. who is nil if there is none, if it cannot act already, or if the span goes on all the same.
func (x *span) harm() (who *Actor, text string) {
	if !x.Warns || x.acting == nil || !x.acting.BarsRest() || len(x.Activity.gain) == 0 {
		return nil, ""
	}
	for _, i := range x.changed() {
		a := x.people[i]
		if !slices.Contains(x.doers, a) || slices.Contains(x.harmed, a) || len(x.before.bars[i]) > 0 {
			continue
		}
		var parts []string
		for _, pool := range x.r.rs.Pools.All {
			if by := x.before.people[i].Levels[pool.index].Now - a.Levels[pool.index].Now; by > slack {
				parts = append(parts, formatNumber(TrimNoise(by))+" "+pool.Name)
			}
		}
		if len(parts) > 0 {
			return a, fmt.Sprintf("%s (%s) loses %s %s", a.Name, MidSentence(x.acting.Label), strings.Join(parts, ", "), x.when())
		}
	}
	return nil, ""
}

// question returns the actor that became unable to act since the last savepoint, or goes on losing what made it so, and the
// text for the question.
func (x *span) question() (who *Actor, text string) {
	for _, i := range x.changed() {
		a := x.people[i]
		if !x.concerns(a) {
			continue
		}
		was := x.before.bars[i]
		for _, c := range a.bars(x.r.rs) {
			if !slices.Contains(was, c) {
				return a, fmt.Sprintf("%s is %s %s", a.Name, MidSentence(c.Label), x.when())
			}
		}
		if len(was) == 0 || x.Urgent || slices.Contains(x.losing, a) {
			continue
		}
		for _, pool := range poolsBehind(x.r.rs, was) {
			if now := a.Levels[pool.index].Now; now < x.before.people[i].Levels[pool.index].Now {
				return a, fmt.Sprintf("%s, %s already, has %s %s %s", a.Name, MidSentence(was[0].Label), pool.Name, FormatMinus(now), x.when())
			}
		}
	}
	return nil, ""
}

// concerns reports whether the span may stop for an actor: outside an encounter, for those of the sides of those named.
func (x *span) concerns(a *Actor) bool {
	return x.r.state.Running || slices.ContainsFunc(x.doers, func(doer *Actor) bool { return doer.Side == a.Side })
}

// when says how long after the beginning it is now.
func (x *span) when() string {
	if x.done <= slack {
		return "at once"
	}
	return "after " + SpanText(x.done)
}

// bars returns the conditions that keep an actor from acting.
func (a *Actor) bars(rs *Ruleset) (list []*Condition) {
	for i := range a.Conditions {
		if c := a.Conditions[i].Condition; c.cannot&cannotAct != 0 {
			list = append(list, c)
		}
	}
	list = append(list, collect.Filter(rs.hindering, func(c *Condition) bool { return c.cannot&cannotAct != 0 && a.holds(rs, c.holds) })...)
	return list
}

// poolsBehind returns the pools on which it depends whether conditions hold.
func poolsBehind(rs *Ruleset, conditions []*Condition) (list []*Pool) {
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

// finish ends what is over now. As long as that can have changed only for those to whom something happened since things were
// saved, it looks at no others.
func (x *span) finish() {
	r := x.r
	readsMore := func(a *Actor) bool {
		return slices.ContainsFunc(a.Conditions, func(held Held) bool { return held.Condition.until == untilFormula && !held.Condition.overByPools })
	}
	if !x.ended || r.state.Running {
		r.finish()
		x.ended = !slices.ContainsFunc(x.people, readsMore)
		return
	}
	r.settle()
	for at := 0; r.err == nil; at++ {
		list := x.changed()
		i, _ := slices.BinarySearch(list, at)
		if i == len(list) {
			return
		}
		at = list[i]
		a, began := x.people[at], len(r.events)
		r.of(a).stopUnable()
		for i := began; i < len(r.events); i++ {
			x.ended = x.ended && r.events[i].Who == a.Key
		}
		x.ended = x.ended && !readsMore(a)
	}
}

// changed returns the indices of the actors that may have changed since the last savepoint, in order.
func (x *span) changed() (list []int) {
	all := x.moved
	for i := x.before.events; i < len(x.r.events) && !all; i++ {
		e := &x.r.events[i]
		if e.Kind == EventTell {
			continue
		}
		place, known := x.places[e.Who]
		if all = !known; !slices.Contains(list, place) { // what happens to something else may be read by anybody
			list = append(list, place)
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

// save remembers how things stand.
func (x *span) save() {
	b, r := &x.before, x.r
	for _, i := range x.changed() {
		restoreActor(&b.people[i], x.people[i])
		b.bars[i] = x.people[i].bars(r.rs)
	}
	x.moved = false
	b.metres, b.causes = append(b.metres[:0], x.metres...), append(b.causes[:0], x.causes...)
	b.events, b.dice, b.noted, b.blocks = len(r.events), len(r.rolledDice), len(r.records), len(x.blocks)
	b.count, b.done, b.due = r.count(), x.done, x.due
}

// restore makes everything as it was when it was saved.
func (x *span) restore() {
	b, r := &x.before, x.r
	for i, a := range x.people {
		restoreActor(a, &b.people[i])
	}
	x.moved = false
	x.metres, x.causes = append(x.metres[:0], b.metres...), append(x.causes[:0], b.causes...)
	r.events, r.rolledDice, r.records, x.blocks = r.events[:b.events], r.rolledDice[:b.dice], r.records[:b.noted], x.blocks[:b.blocks]
	r.state.Count, x.done, x.due = b.count, b.done, b.due
}

// recovered ends what is over with an encounter, where none is under way and a minute has passed.
func (x *span) recovered(s *State) {
	if s.Running || x.done < minute-slack {
		return
	}
	for _, a := range x.people {
		for _, held := range slices.Clone(a.Lasting()) {
			if held.Condition.until == untilEncounter && held.Limit == 0 && a.held(held.ID) != nil {
				x.r.of(a).ended(&held)
			}
		}
	}
}

// settle sums up what happened: what conditions and dice did stays in its order, and behind it stands for each what
// changed by and by. s is the state before.
func (x *span) settle(s *State) {
	r := x.r
	all := r.events
	r.events = nil
	if s.Running {
		r.events = append(r.events, Event{Kind: EventClock, At: TrimNoise(r.count())})
	}
	for _, a := range x.people {
		if s.Running {
			break
		}
		at := s.Lived(a.Key) + x.done
		if !slices.Contains(x.doers, a) {
			at = math.Max(s.Lived(a.Key), x.start+x.done)
		}
		r.events = append(r.events, Event{Kind: EventTime, Who: a.Key, At: TrimNoise(at)})
	}
	byActor, by := map[string][]Event{}, make([]int, len(x.blocks))
	at := 0
	for i := 0; i <= len(all); i++ {
		if at < len(x.blocks) && i == x.blocks[at][0] {
			block := x.blocks[at]
			by[at] = len(r.events) - block[0]
			r.events = append(r.events, all[block[0]:block[1]]...)
			i, at = block[1]-1, at+1
			continue
		}
		if i == len(all) {
			break
		}
		switch e := all[i]; e.Kind {
		case EventPool, EventPaid, EventRefill, EventTick, EventLimit, EventNumber, EventPlace:
		case EventTell:
			byActor[e.Who] = append(byActor[e.Who], e)
		default:
			r.events = append(r.events, e)
		}
	}
	x.shift(by)
	front := r.events
	for i, a := range x.people {
		began := r.savepoint()
		x.difference(s.Find(a.Key), a, front)
		r.events = append(append(r.events, byActor[a.Key]...), x.hidden(s.Find(a.Key), a)...)
		if metres := math.Round(x.metres[i]*10) / 10; metres > 0 && slices.Contains(x.doers, a) {
			r.events = append(r.events, Event{Kind: EventTell, Who: a.Key, Text: formatNumber(metres) + " m"})
		}
		if r.record && slices.Contains(x.doers, a) {
			r.insertRecord(Outcome{Step: x.Activity.Name, Label: x.Activity.Label, Kind: kindNames[stepDo], In: inActivities + x.Activity.Name, By: a.Key, Who: a.Key,
				Source: x.Activity.where, Guide: x.Activity.Src, Terms: x.terms(a)}, began)
		}
	}
	if x.stopped != "" {
		r.events = append(r.events, Event{Kind: EventTell, Text: "it ends before " + x.stopped})
	}
}

// shift moves the steps of each block of events by so many places, each once: where one goes, another block may have been.
func (x *span) shift(by []int) {
	at := 0
	for i := range x.r.records {
		n := &x.r.records[i]
		for at < len(x.blocks) && x.blocks[at][1] < n.events[1] {
			at++
		}
		if at < len(x.blocks) && n.events[0] >= x.blocks[at][0] {
			n.events[0], n.events[1] = n.events[0]+by[at], n.events[1]+by[at]
		}
	}
}

// difference adds events for what differs in an actor before and after, beside the events there are already.
func (x *span) difference(was, is *Actor, events []Event) {
	r := x.r
	b, blocks := was.clone(), make([]float64, len(was.Levels))
	for i := range events {
		if e := events[i]; e.Who == is.Key {
			b.apply(r.rs, &e)
			if pool, ok := r.rs.Pools.Get(e.What); ok && e.Kind == EventPool {
				blocks[pool.index] += e.By
			}
		}
	}
	for i, pool := range r.rs.Pools.All {
		if now := is.Levels[i]; now != b.Levels[i] {
			by := TrimNoise(now.Now - was.Levels[i].Now - blocks[i])
			r.events = append(r.events, Event{Kind: EventPool, Who: is.Key, What: pool.Name, Value: TrimNoise(now.Now), Carry: TrimNoise(now.Carry), By: by})
		}
	}
	for _, held := range is.Lasting() {
		there := b.held(held.ID)
		if there != nil && there.Number != held.Number {
			r.events = append(r.events, Event{Kind: EventNumber, Who: is.Key, What: held.Condition.Name, ID: held.ID, Value: held.Number, By: TrimNoise(held.Number - there.Number)})
		}
		if !r.state.Running { // the clock stands, and what is to come comes nearer
			held.shift(x.from - r.count())
		}
		if there != nil && there.NextTick != held.NextTick {
			r.events = append(r.events, Event{Kind: EventTick, Who: is.Key, What: held.Condition.Name, ID: held.ID, At: held.NextTick})
		}
		if there != nil && there.Limit != held.Limit {
			r.events = append(r.events, Event{Kind: EventLimit, Who: is.Key, What: held.Condition.Name, ID: held.ID, At: held.Limit})
		}
	}
	if is.Place != b.Place || is.Going != b.Going {
		r.events = append(r.events, Event{Kind: EventPlace, Who: is.Key, Value: is.Place, By: TrimNoise(is.Place - was.Place), Going: is.Going})
	}
}

// hidden says what conditions took or gave where the change of the pool does not show it, since other things changed it
// too.
func (x *span) hidden(was, is *Actor) (list []Event) {
	for _, c := range x.causes {
		if i := c.pool.index; c.who == is && c.by != &x.Activity.Head && math.Abs(is.Levels[i].Now-was.Levels[i].Now-c.sum) > slack {
			text := c.pool.Name + " " + strings.Replace(labelNumber(c.sum), "-", "−", 1) + " by " + MidSentence(c.by.Label)
			list = append(list, Event{Kind: EventTell, Who: is.Key, How: visibility(is.Conditions, c.by), Text: text})
		}
	}
	return list
}

// terms returns what made the pools of an actor change, if it was more than one thing.
func (x *span) terms(a *Actor) (list []Term) {
	several := slices.ContainsFunc(x.causes, func(c poolCause) bool { return c.who == a && c.by != &x.Activity.Head })
	for _, c := range x.causes {
		if c.who == a && several {
			list = append(list, Term{Label: c.pool.Name + " by " + MidSentence(c.by.Label), Value: TrimNoise(c.sum), Source: c.by.where, Guide: c.by.Src})
		}
	}
	return list
}
