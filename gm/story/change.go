package story

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"hybrid/rules"
	"hybrid/rules/collect"
)

// Events into facts, as far as the reader knows them. A new kind of event needs a case in collector.change.

// changes tells what a step did.
func (c *collector) changes(events []rules.Event) {
	for i := range events {
		c.change(&events[i], events)
	}
}

// change tells one event, as far as it is known; among are those that came with it. This is the one place that tells the kinds of
// events apart: a new kind needs a case here.
func (c *collector) change(e *rules.Event, among []rules.Event) {
	others := c.others(e.Who)
	who := func() int { return c.number(e.Who) }
	c.origin = e
	switch e.Kind {
	case rules.EventPool, rules.EventPaid:
		c.pool(e, among)
	case rules.EventPut, rules.EventEnd:
		switch {
		case e.How == rules.ShowOnly && c.v.All(): // it isn't so
		case e.Kind == rules.EventPut:
			c.put(e, among)
		default:
			c.end(e, among)
		}
	case rules.EventNumber:
		if x, ok := c.rs.Conditions.Get(e.What); ok && !others && !c.mirrored(e, among) && (c.v.All() || !c.v.Secret(e)) {
			c.add(Fact{Kind: Number, Of: e.What, Label: c.rs.MidSentence(x.Label), Who: who(), Other: c.number(e.Other), Number: e.Value, State: true})
		}
	case rules.EventActivity:
		if x, ok := c.rs.Activities.Get(e.What); ok && (!others || x.Plain && c.deedSeen(e.Who)) && e.At >= 0 && (!x.Plain || c.stirs(e.Who, x)) {
			c.add(Fact{Kind: Activity, Of: e.What, Label: c.rs.MidSentence(x.Label), Who: who()})
		}
	case rules.EventDrop:
		if item, ok := c.rs.Items.Get(e.What); ok && (!others || c.v.Sees(e.Who, rules.KnowHand)) {
			c.add(Fact{Kind: Drop, Of: e.What, Label: c.rs.MidSentence(item.Label), Who: who()})
		}
	case rules.EventTell:
		if i := slices.IndexFunc(among, func(o rules.Event) bool { return identical(&o, e) }); i > 0 && e.What == "" && among[i-1].Kind == rules.EventActivity && among[i-1].Who == e.Who {
			return // the activity says it
		}
		c.speech(e)
	case rules.EventKnow:
		c.learnt(e)
	case rules.EventJoin, rules.EventLeave, rules.EventWaiting:
		if e.Kind == rules.EventWaiting && slices.ContainsFunc(c.p.Facts, func(f Fact) bool { return f.Kind == Deed && f.Who == who() }) {
			return // the deed says it
		}
		kind := map[rules.EventKind]Kind{rules.EventJoin: Join, rules.EventLeave: Leave, rules.EventWaiting: Waits}[e.Kind]
		if !others || kind == Leave && c.v.Met(e.Who) && c.v.Sees(e.Who, rules.KnowThere) {
			f := Fact{Kind: kind, Who: who()}
			if a := c.e.Before.Find(e.Who); a != nil && kind == Leave {
				f.Chase = a.Going != nil && movesOn(a)
			}
			c.add(f)
		}
	case rules.EventAllegiance:
		c.tellAllegiance(e)
	case rules.EventRank, rules.EventStat:
		if label := c.learnable(e); label != "" && !others {
			c.add(Fact{Kind: Rank, Label: label, Who: who(), Number: e.Value})
		}
	case rules.EventPlace:
		switch {
		case others || e.By == 0 && e.Going == nil:
		case e.By != 0 && e.Going == nil:
			c.add(Fact{Kind: Moves, Who: who(), Amount: math.Abs(e.By)})
		case e.By == 0:
			f := Fact{Kind: Goes, Who: who(), Other: max(0, c.number(e.Going.Whom)), Text: e.Going.Name}
			if e.Going.Whom == "" && f.Text == "" {
				f.Of, f.Number = "place", e.Going.To
			}
			if a := c.e.After.Find(e.Who); a != nil {
				f.Stands = !movesOn(a)
			}
			if b := c.e.After.Find(e.Going.Whom); b != nil && (c.v.Own(b.Key) || c.v.Sees(b.Key, rules.KnowDeed)) {
				f.Chase = b.Going != nil && b.Going.Whom == "" && movesOn(b)
			}
			c.add(f)
		}
	case rules.EventRound:
		if c.v.All() {
			c.add(Fact{Kind: Round, Text: c.rs.CountWord(), Number: e.At, At: e.At})
		}
	case rules.EventSideTurn:
		kind := map[string]Kind{rules.Passes: MustPass, rules.Done: SideDone}[e.How]
		if c.v.All() {
			c.add(Fact{Kind: cmp.Or(kind, SideTurn), Who: c.number(e.Who)})
		}
	case rules.EventStage:
		if stage, ok := c.rs.Stages.Get(e.What); ok && e.How == "" && e.Who != "" && c.v.All() {
			if label := stage.StepLabel(int(e.At)); label != "" {
				c.add(Fact{Kind: Stage, Who: c.number(e.Who), Text: c.rs.MidSentence(label)})
			}
		}
	case rules.EventScene:
		if c.v.All() { // seats show how the scene stands
			c.add(Fact{Kind: Scene, Who: who(), Text: c.situations(e.Words)})
		}
	case rules.EventBegin, rules.EventFinish, rules.EventWon, rules.EventDoing, rules.EventDone, rules.EventHold, rules.EventTick, rules.EventFight: // told elsewhere
	case rules.EventClock, rules.EventTime, rules.EventTurn, rules.EventDelay, rules.EventOpen, rules.EventRefill, rules.EventRolled, rules.EventReplace,
		rules.EventFavour, rules.EventName, rules.EventPin, rules.EventRemind, rules.EventAbsent, rules.EventLimit, rules.EventGoal, rules.EventSee, rules.EventThrow, rules.EventSide, rules.EventForget, rules.EventCard: // not told
	}
}

// tellAllegiance tells that someone changes sides, to those who see that.
func (c *collector) tellAllegiance(e *rules.Event) {
	a := c.e.Before.Find(e.Who)
	if !c.v.All() && (e.How == rules.Secretly || a == nil || a.OpenSide() == e.What || c.others(e.Who) && !(c.v.Met(e.Who) && c.v.Sees(e.Who, rules.KnowSide))) {
		return
	}
	f := Fact{Kind: GoesOver, Who: c.number(e.Who), Text: strings.ToLower(rules.Words(e.What))}
	if side := c.number(e.What); side > 0 {
		f.Of, f.Other, f.Text = "side", side, ""
	}
	c.add(f)
}

// movesOn reports whether an actor has an activity with a pace.
func movesOn(a *rules.Actor) bool {
	return slices.ContainsFunc(a.Activities, func(x *rules.Activity) bool { return !x.Plain && x.Pace.Text != "" })
}

// stirs reports whether an actor did something of the group of an activity until now, as before the entry or as just told, and has
// not arrived by it. The sentence of the place tells an arrival.
func (c *collector) stirs(who string, plain *rules.Activity) bool {
	if slices.ContainsFunc(c.e.Events, func(e rules.Event) bool { return e.Kind == rules.EventPlace && e.Who == who && e.By != 0 }) {
		return false
	}
	does := func(x *rules.Activity) bool { return x.Group == plain.Group && !x.Plain }
	a := c.e.Before.Find(who)
	return a != nil && slices.ContainsFunc(a.Activities, does) || c.e.After.Running && slices.ContainsFunc(c.p.Facts, func(f Fact) bool {
		x, ok := c.rs.Activities.Get(f.Of)
		return f.Kind == Activity && f.Who == c.number(who) && ok && does(x)
	})
}

// pool tells a change of a pool: one's own by its amount, others' by how hurt they are then.
func (c *collector) pool(e *rules.Event, among []rules.Event) {
	pool, ok := c.rs.Pools.Get(e.What)
	if !ok {
		return
	}
	a := c.e.actor(e.Who)
	you := a != nil && c.v.Person(a).You
	if e.Kind == rules.EventPool && e.By != 0 && c.rs.Knowledge.Shows(pool) && !(you && (c.v.ByHand() || pool.Say.Case(string(Lost)) != nil)) && a != nil && !a.IsSide() && (c.v.Own(e.Who) || c.v.Sees(e.Who, rules.KnowHealth)) {
		if !slices.Contains(c.hurt, e.Who) {
			c.hurt = append(c.hurt, e.Who)
		}
	}
	if c.others(e.Who) || c.private(pool, e.Who) || e.Kind == rules.EventPaid || math.Abs(e.By) < 0.5 || Drained(c.rs, e, among) || !you && !c.v.ByHand() {
		return
	}
	kind := collect.Choose(e.By > 0, Gained, Lost)
	c.add(Fact{Kind: kind, Of: e.What, Label: c.noun(pool, e.By), Who: c.number(e.Who), Amount: e.By})
}

// private reports whether how much of a pool one has is for its own player alone: what ranks are paid in.
func (c *collector) private(pool *rules.Pool, who string) bool {
	a := c.e.actor(who)
	return pool.Name == c.rs.Skill.Currency && !c.v.All() && !(a != nil && c.v.Person(a).You)
}

// noun returns what n points of a pool are: the singular of its label for one.
func (c *collector) noun(pool *rules.Pool, n float64) string {
	if pool.One != "" && math.Abs(n) == 1 {
		return pool.One
	}
	return c.rs.MidSentence(pool.Label)
}

// Drained reports whether a pool lost something only because another one of the same actor did.
func Drained(rs *rules.Ruleset, e *rules.Event, events []rules.Event) bool {
	return slices.ContainsFunc(events, func(other rules.Event) bool {
		pool, ok := rs.Pools.Get(other.What)
		return ok && other.Kind == rules.EventPool && other.Who == e.Who && other.By <= e.By && pool.Drain != nil && pool.Drain.Lose.Text == e.What
	})
}

// put tells that someone has a condition now.
func (c *collector) put(e *rules.Event, among []rules.Event) {
	x, ok := c.rs.Conditions.Get(e.What)
	if !ok {
		return
	}
	if others := c.others(e.Who); !c.v.All() && (c.v.Secret(e) || others && !c.v.Sees(e.Who, rules.KnowCondition)) {
		c.v.Keep(e, false)
		return
	}
	c.v.Keep(e, true)
	if c.mirrored(e, among) {
		return
	}
	f := Fact{Kind: Put, Of: e.What, Label: c.rs.MidSentence(x.Label), Tool: e.Tool, Who: c.number(e.Who), Other: c.partner(x, e), Side: x.Partner.Text, Number: e.Value, State: !x.Paired()}
	f.Idle = x.Bad && x.Every == nil && !x.Out && !x.Bars() && c.staysDown(e.Who)
	if !c.others(e.Who) {
		f.Text = e.Text
	}
	for i := range among {
		if o, ok := c.rs.Conditions.Get(among[i].What); ok && among[i].Kind == rules.EventEnd &&
			among[i].Who == e.Who && o != x && x.Group != "" && o.Group == x.Group && (c.v.All() || !c.v.Secret(&among[i])) {
			f.Was = o.Name
		}
	}
	if a := c.e.Before.Find(e.Who); a != nil && x.Many && a.Has(c.rs, x) {
		f.Was = x.Name
	}
	c.add(f)
}

// end tells that a condition is over, unless it began and ended within this or gave way to another one.
func (c *collector) end(e *rules.Event, among []rules.Event) {
	x, ok := c.rs.Conditions.Get(e.What)
	wasTold, known := c.v.Kept(e)
	others := c.others(e.Who)
	if !ok || Fleeting(c.rs, among, e) || c.mirrored(e, among) {
		return
	}
	if !c.v.All() && (known && !wasTold || others && !(wasTold && c.v.Sees(e.Who, rules.KnowCondition)) || !others && c.v.Secret(e)) {
		return
	}
	c.add(Fact{Kind: End, Of: e.What, Label: c.rs.MidSentence(x.Label), Tool: e.Tool, Who: c.number(e.Who), Other: c.partner(x, e), State: !x.Paired()})
}

// partner returns the number of the other actor of a paired condition, or 0 if it is not paired.
func (c *collector) partner(x *rules.Condition, e *rules.Event) int {
	if !x.Paired() {
		return 0
	}
	return c.number(e.Other)
}

// Fleeting reports whether a condition began and ended within these events, or gave way to another of its group.
func Fleeting(rs *rules.Ruleset, events []rules.Event, e *rules.Event) bool {
	if e.Kind != rules.EventEnd {
		return false
	}
	ended, known := rs.Conditions.Get(e.What)
	return slices.ContainsFunc(events, func(o rules.Event) bool {
		if o.Kind != rules.EventPut || o.Who != e.Who {
			return false
		}
		x, ok := rs.Conditions.Get(o.What)
		return o.What == e.What && (e.Other == "" || o.Other == e.Other) || ok && known && x.Group != "" && x.Group == ended.Group
	})
}

// mirrored reports whether an event does to the other of the two what the event before it did.
func (c *collector) mirrored(e *rules.Event, among []rules.Event) bool {
	return Mirrored(c.rs, among, e)
}

// Mirrored reports whether an event does to the other of the two what the one before it among these did.
func Mirrored(rs *rules.Ruleset, among []rules.Event, e *rules.Event) bool {
	i := slices.IndexFunc(among, func(o rules.Event) bool { return identical(&o, e) })
	if i <= 0 || among[i].Kind != among[i-1].Kind || among[i].Other != among[i-1].Who || among[i].Who != among[i-1].Other {
		return false
	}
	x, ok := rs.Conditions.Get(e.What)
	return ok && x.Mirror.Text == among[i-1].What
}

// speech tells what the rules say, or what is said to some alone.
func (c *collector) speech(e *rules.Event) {
	switch {
	case e.What == "" && c.v.All() && len(c.e.Outcomes) == 0 && !c.v.ByHand(): // the numbers show it
	case e.What == "" && (c.v.All() || e.How != rules.Secretly && e.How != rules.ForGM && c.v.Own(e.Who)):
		kind := Says
		if first, _ := utf8.DecodeRuneInString(e.Text); c.rs.Language != nil && unicode.IsUpper(first) && strings.ContainsAny(e.Text[len(e.Text)-1:], c.rs.Language.Closers) {
			kind = Told
		}
		c.add(Fact{Kind: kind, Who: c.number(e.Who), Text: e.Text, Beside: e.How == rules.ForGM || kind == Told && e.How == "" && c.instructs(e)})
	case e.What != "" && (c.v.All() || c.v.Learns(e)):
		who := 0 // it is said to all together
		if a := c.e.actor(e.Who); a != nil && (c.v.All() || c.v.Person(a).You) {
			who = c.number(e.Who)
		}
		c.add(Fact{Kind: Whisper, Of: e.What, Who: who, Text: strings.Join(strings.Fields(cmp.Or(e.Text, e.Tool)), " ")})
	}
}

// instructs reports whether what the rules say is what a step without a roll has to say: what one does with a card. What the result of a
// task means is the degree's of its roll.
func (c *collector) instructs(e *rules.Event) bool {
	return slices.ContainsFunc(c.e.Outcomes, func(o rules.Outcome) bool {
		return o.Degree == "" && slices.ContainsFunc(o.Events, func(x rules.Event) bool { return identical(&x, e) })
	})
}

// learnt tells what a character learns of another one, unless the reader sees it anyway.
func (c *collector) learnt(e *rules.Event) {
	aspect := rules.AspectOf(e.What)
	pool, isPool := c.rs.Pools.Get(e.What)
	if e.How == rules.LearntSeen || aspect == 0 && !isPool || e.Other == "" || !c.v.All() && !c.v.Learns(e) {
		return
	}
	was, now := c.v.Before(e.Other), c.e.actor(e.Other)
	if now == nil {
		return
	}
	name := c.v.Person(now).Name
	unknown := was == "" || c.v.Person(now).Unknown
	if aspect == rules.KnowThere && !unknown || aspect == rules.KnowName && (was == e.Text || was == "" && name == e.Text) {
		return
	}
	f := Fact{Kind: Learn, Of: e.What, Who: c.number(e.Who), Other: c.number(e.Other), Text: cmp.Or(e.Text, number(e.Value)), Was: cmp.Or(was, name)}
	if f.Text == rules.NothingKnown(e.What) {
		f.Of = "no_" + f.Of // an empty hand, no armour: a case of its own
	}
	if isPool {
		f.Label = c.noun(pool, e.Value)
	}
	if slices.ContainsFunc(c.p.Facts, func(g Fact) bool { return g.Kind == Learn && g.Of == f.Of && g.Who == f.Who && g.Other == f.Other }) {
		return // it was learnt in this already
	}
	if x, err := strconv.ParseFloat(f.Text, 64); err == nil {
		f.Text = number(x)
	}
	c.add(f)
}

// learnable returns what is learnt by a rank or a value.
func (c *collector) learnable(e *rules.Event) string {
	if skill, ok := c.rs.Skills.Get(e.What); ok && e.Kind == rules.EventRank {
		return skill.Label
	}
	if stat, ok := c.rs.Stats.Get(e.What); ok && e.Kind == rules.EventStat {
		return stat.Label
	}
	return ""
}

// situations returns the labels of situations.
func (c *collector) situations(names []string) string {
	var list []string
	for _, name := range names {
		if s, ok := c.rs.Situations.Get(name); ok {
			list = append(list, c.rs.MidSentence(s.Label))
		}
	}
	return strings.Join(list, ", ")
}

// loose tells a change that belongs to no step. among are those that are told with it.
func (c *collector) loose(e *rules.Event, among []rules.Event) {
	switch {
	case e.Kind == rules.EventTell && e.What != "" || e.Kind == rules.EventKnow || e.Kind == rules.EventLeave:
	case c.others(e.Who) && c.e.actor(e.Who) != nil && !c.e.actor(e.Who).IsSide() && !(c.v.ByHand() && c.v.Met(e.Who)):
		return
	}
	c.change(e, among)
}

// won tells who won, after everything else but what the stage brings that follows.
func (c *collector) won() {
	at := slices.IndexFunc(c.e.Events, func(e rules.Event) bool { return e.Kind == rules.EventWon })
	if at < 0 {
		return
	}
	var later []laterFact
	for i := 0; i < len(c.p.Facts); i++ {
		switch {
		case c.after(at, c.p.origins[i]):
			later = append(later, c.remove(i))
		case c.rs.Order.Final && c.p.Facts[i].Kind == SideTurn: // no turn comes any more
			c.remove(i)
		default:
			continue
		}
		i--
	}
	e := &c.e.Events[at]
	c.origin = e
	f := Fact{Kind: Won, Who: c.number(e.What), Text: e.Text}
	ours := func(who string) bool {
		a := c.e.After.Find(who)
		return a != nil && a.OpenSide() == e.What
	}
	vain := !slices.ContainsFunc(c.p.Facts, func(g Fact) bool { return c.weight(&g) > Light })
	if vain && slices.ContainsFunc(c.p.Facts, func(g Fact) bool { return g.Kind == Deed && g.Other > 0 && ours(c.p.Key(g.Who)) }) || slices.ContainsFunc(c.p.Facts, func(g Fact) bool { return c.falls(&g) && !c.goes(&g) && ours(c.p.Key(g.Who)) }) {
		f.Sum = "despite" // the last blow
	}
	c.add(f)
	for _, m := range later {
		c.restore(m)
	}
}

// after reports whether what a fact comes of happened after the event at an index.
func (c *collector) after(at int, origin any) bool {
	e, _ := origin.(*rules.Event)
	if o, _ := origin.(*rules.Outcome); o != nil && len(o.Events) > 0 {
		e = &o.Events[0]
	}
	same := func(there rules.Event) bool { return identical(&there, e) }
	return e != nil && !slices.ContainsFunc(c.e.Events[:at+1], same) && slices.ContainsFunc(c.e.Events[at+1:], same)
}

// bearing returns how an actor stands, as the reader sees it.
func (c *collector) bearing(a *rules.Actor) rules.Bearing {
	switch {
	case c.v.All():
		return a.Bearing(c.rs)
	case c.v.Person(a).You:
		return c.rs.Openly(a).Bearing(c.rs)
	case c.v.Own(a.Key) || c.v.Sees(a.Key, rules.KnowCondition):
		return a.SeenBearing(c.rs, rules.KnowHealth|rules.KnowCondition)
	}
	return a.SeenBearing(c.rs, rules.KnowHealth)
}

// health tells how hurt those are now whose hurts are seen, where that has another word than before, by their pools or by what came on them.
func (c *collector) health() {
	for _, who := range c.hurt {
		a, was := c.e.After.Find(who), c.e.Before.Find(who)
		if a == nil {
			continue
		}
		now, pools := c.bearing(a), a.SeenBearing(c.rs, rules.KnowHealth)
		var then, poolsThen rules.Bearing
		if was != nil {
			then, poolsThen = c.bearing(was), was.SeenBearing(c.rs, rules.KnowHealth)
		}
		switch {
		case (was == nil || pools.Level != poolsThen.Level) && pools.Level == now.Level:
			then = poolsThen
		case was == nil || now.Level >= then.Level: // a condition tells how it is
			continue
		}
		c.add(Fact{Kind: Health, Who: c.number(who), Text: now.Hurt, Was: then.Hurt, State: true})
	}
}

// seesState reports whether the reader sees the conditions of an actor.
func (c *collector) seesState(key string) bool {
	return c.v.All() || c.v.Own(key) || c.v.Met(key) && c.v.Sees(key, rules.KnowCondition)
}

// staysDown reports whether the reader sees that an actor was down before the entry and still is.
func (c *collector) staysDown(key string) bool {
	down := func(s *rules.State) bool {
		a := s.Find(key)
		if a == nil {
			return false
		}
		if !c.v.All() {
			a = c.rs.Openly(a)
		}
		return slices.ContainsFunc(a.Holding(c.rs), func(x *rules.Condition) bool { return x.Bad && x.Bars() })
	}
	return c.seesState(key) && down(c.e.Before) && down(c.e.After)
}

// abilities tells what holds of someone since this entry, or no longer: who can no longer act, and who is past help.
func (c *collector) abilities() {
	for a, then := range c.e.After.Changed(c.e.Before) {
		if then == nil || a.Sheet.Person.Name != then.Sheet.Person.Name || !c.seesState(a.Key) {
			continue
		}
		if !c.v.All() {
			a, then = c.rs.Openly(a), c.rs.Openly(then)
		}
		now, was := a.Holding(c.rs), then.Holding(c.rs)
		for _, x := range now {
			if !slices.Contains(was, x) && (x.Bad || x.Bars() || x.Out) {
				c.add(Fact{Kind: Put, Of: x.Name, Label: c.rs.MidSentence(x.Label), Who: c.number(a.Key), State: true})
			}
		}
		for _, x := range was {
			if !slices.Contains(now, x) && (x.Bars() || x.Out) {
				c.add(Fact{Kind: End, Of: x.Name, Label: c.rs.MidSentence(x.Label), Who: c.number(a.Key), State: true})
			}
		}
	}
}

// span tells time that passes outside a fight: who does what, and what it gives and takes altogether. It reports whether the
// entry is that.
func (c *collector) span() bool {
	did := map[string]string{}
	var order []string
	for i := range c.e.Outcomes {
		o := &c.e.Outcomes[i]
		if activity, ok := c.rs.Activities.Get(o.Step); ok {
			if did[o.Who] == "" {
				order = append(order, o.Who)
			}
			did[o.Who] = activity.Name
		}
	}
	if len(order) == 0 || slices.ContainsFunc(c.p.Facts, func(f Fact) bool { return f.Kind == Deed }) {
		return false
	}
	for _, who := range order {
		if activity, _ := c.rs.Activities.Get(did[who]); !activity.Plain && (c.v.Own(who) || c.v.Deeds()) {
			c.add(Fact{Kind: Activity, Of: activity.Name, Label: c.rs.MidSentence(activity.Label), Who: c.number(who)})
		}
	}
	passed := func(e rules.Event) bool { // a condition that has come and gone meanwhile
		x, ok := c.rs.Conditions.Get(e.What)
		a := c.e.After.Find(e.Who)
		return ok && e.Kind == rules.EventPut && a != nil && !a.Has(c.rs, x)
	}
	lasting := slices.DeleteFunc(slices.Clone(c.e.Events), passed)
	type loss struct{ who, pool string }
	sums := map[loss]float64{}
	var losses []loss
	for i := range c.e.Events {
		switch e := &c.e.Events[i]; {
		case e.Kind == rules.EventPool && c.v.Own(e.Who):
			of := loss{e.Who, e.What}
			if _, ok := sums[of]; !ok {
				losses = append(losses, of)
			}
			sums[of] += e.By
		case e.Kind != rules.EventTick && !(e.Kind == rules.EventTell && e.What == "" && c.v.All()): // the numbers show it
			if !passed(*e) {
				c.loose(e, lasting)
			}
		}
	}
	for _, of := range losses {
		if pool, ok := c.rs.Pools.Get(of.pool); ok && math.Abs(sums[of]) >= 1 && !c.private(pool, of.who) {
			kind := collect.Choose(sums[of] > 0, Gained, Lost)
			c.add(Fact{Kind: kind, Of: of.pool, Label: c.noun(pool, sums[of]), Who: c.number(of.who), Amount: sums[of]})
		}
	}
	c.abilities()
	return true
}
