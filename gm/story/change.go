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

// Conversion of an entry's events to facts, limited to what the reader knows according to c.veil. A fact (fact.go) is one thing that a
// sentence tells; its Who and Other are numbers of people in the passage, and State marks a state that lasts. An outsider is an actor about
// whom the reader doesn't know everything. A paired condition has two halves, one for each of the two actors that share it.

// addStepChanges adds facts about the effects of a step.
func (c *collector) addStepChanges(events []rules.Event) {
	for i := range events {
		c.addChange(&events[i], events)
	}
}

// addChange adds the facts about one event, as known to the reader; among holds the events of the same step, including e. This is the only
// place that distinguishes the kinds of events: a new kind needs a case here.
func (c *collector) addChange(e *rules.Event, among []rules.Event) {
	outsider := c.isOutsider(e.Who)
	who := func() int { return c.personNumber(e.Who) }
	c.origin = e
	switch e.Kind {
	case rules.EventPool, rules.EventPaid:
		c.addPoolChange(e, among)
	case rules.EventPut, rules.EventEnd:
		switch {
		case e.How == rules.HowShownOnly && c.veil.All(): // a pretence that the game master sees through
		case e.Kind == rules.EventPut:
			c.addConditionBegin(e, among)
		default:
			c.addConditionEnd(e, among)
		}
	case rules.EventNumber:
		c.addConditionNumber(e, among)
	case rules.EventActivity:
		c.addActivityChange(e)
	case rules.EventDrop:
		if item, ok := c.rs.Items.Get(e.What); ok && (!outsider || c.veil.Sees(e.Who, rules.KnowHand)) {
			c.addFact(Fact{Kind: Drop, Of: e.What, Label: c.rs.MidSentence(item.Label), Who: who()})
		}
	case rules.EventTell:
		if !e.RepeatsMove(among) && !isToldByActivity(e, among) {
			c.addSpeech(e)
		}
	case rules.EventKnow:
		c.addLearnt(e)
	case rules.EventJoin:
		if !outsider || c.veil.Sees(e.Who, rules.KnowThere) {
			c.addFact(Fact{Kind: Join, Who: who()})
		}
	case rules.EventLeave:
		c.addLeaving(e)
	case rules.EventWaiting:
		hasDeed := func(f Fact) bool { return f.Kind == Deed && f.Who == who() } // whose sentence tells it
		if !slices.ContainsFunc(c.passage.Facts, hasDeed) && !outsider {
			c.addFact(Fact{Kind: Waits, Who: who()})
		}
	case rules.EventAllegiance:
		c.addAllegianceChange(e)
	case rules.EventRank, rules.EventStat:
		if label := c.learnableLabel(e); label != "" && !outsider {
			c.addFact(Fact{Kind: Rank, Label: label, Who: who(), Number: e.Value})
		}
	case rules.EventPlace:
		if !outsider || e.Going != nil && c.isMovementSeen(e.Who) {
			c.addMovement(e)
		}
	case rules.EventRound, rules.EventSideTurn, rules.EventTurn, rules.EventStage, rules.EventScene:
		if c.veil.All() { // seats show the round, the turn and the state of the scene
			c.addCourse(e)
		}
	case rules.EventBegin, rules.EventFinish, rules.EventWon, rules.EventDoing, rules.EventDone, rules.EventHold, rules.EventTick, rules.EventFight: // told elsewhere
	case rules.EventClock, rules.EventTime, rules.EventDelay, rules.EventOpen, rules.EventRefill, rules.EventRolled, rules.EventReplace,
		rules.EventFavour, rules.EventName, rules.EventPin, rules.EventRemind, rules.EventAbsent, rules.EventLimit, rules.EventGoal, rules.EventSee,
		rules.EventThrow, rules.EventSide, rules.EventForget, rules.EventCard: // not told
	}
}

// addCourse adds a fact about the course of a scene, which only the game master is told: a round, a side's turn, a stage of the game, or
// the situations of the scene.
func (c *collector) addCourse(e *rules.Event) {
	switch e.Kind {
	case rules.EventRound:
		c.addFact(Fact{Kind: Round, Text: c.rs.CountWord(), Number: e.At, At: e.At})
	case rules.EventSideTurn:
		kind := map[string]Kind{rules.HowPasses: MustPass, rules.HowDone: SideDone}[e.How]
		c.addFact(Fact{Kind: cmp.Or(kind, SideTurn), Who: c.personNumber(e.Who)})
	case rules.EventTurn:
		// In rounds, an actor whose next turn is one round later has just ended its turn.
		if e.By == 1 && c.rs.Order.InRounds() && !c.veil.IsManual() && c.isIdleTurn() {
			c.addFact(Fact{Kind: SideDone, Who: c.personNumber(e.Who)})
		}
	case rules.EventStage:
		stage, ok := c.rs.Stages.Get(e.What)
		if !ok || e.How != "" || e.Who == "" {
			return
		}
		if label := stage.StepLabel(int(e.At)); label != "" {
			c.addFact(Fact{Kind: Stage, Who: c.personNumber(e.Who), Text: c.rs.MidSentence(label)})
		}
	case rules.EventScene:
		c.addFact(Fact{Kind: Scene, Who: c.personNumber(e.Who), Text: c.situationLabels(e.Words)})
	}
}

// addConditionNumber adds the new number of a condition, unless the condition is a secret, or the second half of a paired one.
func (c *collector) addConditionNumber(e *rules.Event, among []rules.Event) {
	x, ok := c.rs.Conditions.Get(e.What)
	if !ok || c.isOutsider(e.Who) || c.isMirrored(e, among) || !c.veil.All() && c.veil.IsSecret(e) {
		return
	}
	c.addFact(Fact{
		Kind: Number, Of: e.What, Label: c.rs.MidSentence(x.Label), Who: c.personNumber(e.Who), Other: c.personNumber(e.Other),
		Number: e.Value, State: true,
	})
}

// addActivityChange adds an activity that begins. A plain activity, such as standing, is told only if it ends another one of its group.
func (c *collector) addActivityChange(e *rules.Event) {
	x, ok := c.rs.Activities.Get(e.What)
	isKnown := ok && e.At >= 0 && (c.isMovementSeen(e.Who) || x.Plain && c.isDeedSeen(e.Who))
	if isKnown && (!x.Plain || c.wasActiveInGroup(e.Who, x)) {
		c.addFact(Fact{Kind: Activity, Of: e.What, Label: c.rs.MidSentence(x.Label), Who: c.personNumber(e.Who)})
	}
}

// isFallSeen reports whether e is a condition that takes an actor out, and the reader sees the actor.
func (c *collector) isFallSeen(e *rules.Event) bool {
	condition, ok := c.rs.Conditions.Get(e.What)
	return ok && e.Kind == rules.EventPut && takesOut(condition) && c.veil.Sees(e.Who, rules.KnowThere)
}

// isMovementSeen reports whether the reader sees an actor set off.
func (c *collector) isMovementSeen(key string) bool {
	return !c.isOutsider(key) || c.isDeedSeen(key) && c.veil.Sees(key, rules.KnowDeed)
}

// addLeaving adds the fact that an actor leaves the scene, if the reader has met and sees that actor.
func (c *collector) addLeaving(e *rules.Event) {
	if c.isOutsider(e.Who) && !(c.veil.HasMet(e.Who) && c.veil.Sees(e.Who, rules.KnowThere)) {
		return
	}
	a := c.entry.Before.Find(e.Who)
	c.addFact(Fact{Kind: Leave, Who: c.personNumber(e.Who), Chase: a != nil && a.Going != nil && hasPacedActivity(a)})
}

// isToldByActivity reports whether the sentence about an activity also tells e, a message of the rules: the event before e in among begins
// an activity of the same actor.
func isToldByActivity(e *rules.Event, among []rules.Event) bool {
	i := slices.IndexFunc(among, func(o rules.Event) bool { return areSameEvent(&o, e) })
	return i > 0 && e.What == "" && among[i-1].Kind == rules.EventActivity && among[i-1].Who == e.Who
}

// addMovement adds a change of place, e: a move by some metres, or the beginning of a movement towards a destination. A stop isn't told.
func (c *collector) addMovement(e *rules.Event) {
	switch {
	case e.By != 0 && e.Going == nil:
		c.addFact(Fact{Kind: Moves, Who: c.personNumber(e.Who), Amount: math.Abs(e.By)})
	case e.By == 0 && e.Going != nil:
		f := Fact{Kind: Goes, Who: c.personNumber(e.Who), Other: max(0, c.personNumber(e.Going.Whom)), Text: e.Going.Name}
		if e.Going.Whom == "" && f.Text == "" {
			f.Of, f.Number = "place", e.Going.To // a place without a name, by its position
		}
		if a := c.entry.After.Find(e.Who); a != nil {
			f.Stands = !hasPacedActivity(a)
		}
		if b := c.entry.After.Find(e.Going.Whom); b != nil && (c.veil.KnowsAllOf(b.Key) || c.veil.Sees(b.Key, rules.KnowDeed)) {
			f.Chase = b.Going != nil && b.Going.Whom == "" && hasPacedActivity(b)
		}
		c.addFact(f)
	}
}

// isIdleTurn reports whether the entry does nothing but end the turn of an actor, before any other turn comes.
func (c *collector) isIdleTurn() bool {
	comes := func(e rules.Event) bool { return e.Kind == rules.EventSideTurn || e.Kind == rules.EventRound }
	isOfAction := func(o rules.Outcome) bool { return o.Path == "" || strings.HasPrefix(o.Path, "actions/") }
	return !slices.ContainsFunc(c.entry.Events, comes) && !slices.ContainsFunc(c.entry.Outcomes, isOfAction) && !c.passage.hasFact(Deed)
}

// addAllegianceChange adds the fact that an actor changes sides, if the reader sees it. A secret change isn't seen, nor is a change to the
// side that the actor already pretended to be on.
func (c *collector) addAllegianceChange(e *rules.Event) {
	if !c.veil.All() {
		a := c.entry.Before.Find(e.Who)
		if a == nil || e.How == rules.HowSecret || a.ApparentSide() == e.What {
			return
		}
		if c.isOutsider(e.Who) && !(c.veil.HasMet(e.Who) && c.veil.Sees(e.Who, rules.KnowSide)) {
			return
		}
	}
	f := Fact{Kind: GoesOver, Who: c.personNumber(e.Who), Text: strings.ToLower(rules.ReadableName(e.What))}
	if side := c.personNumber(e.What); side > 0 {
		f.Of, f.Other, f.Text = "side", side, ""
	}
	c.addFact(f)
}

// hasPacedActivity reports whether an actor has an activity with a pace.
func hasPacedActivity(a *rules.Actor) bool {
	return slices.ContainsFunc(a.Activities, func(x *rules.Activity) bool { return !x.Plain && x.Pace.Text != "" })
}

// wasActiveInGroup reports whether an actor was in an activity of plain's group before the entry, or began one earlier in this passage. It
// returns false if the entry also moves the actor, since the sentence about the place already implies it.
func (c *collector) wasActiveInGroup(who string, plain *rules.Activity) bool {
	if slices.ContainsFunc(c.entry.Events, func(e rules.Event) bool { return e.Kind == rules.EventPlace && e.Who == who && e.By != 0 }) {
		return false
	}
	isInGroup := func(x *rules.Activity) bool { return x.Group == plain.Group && !x.Plain }
	a := c.entry.Before.Find(who)
	return a != nil && slices.ContainsFunc(a.Activities, isInGroup) || c.entry.After.Running && slices.ContainsFunc(c.passage.Facts, func(f Fact) bool {
		x, ok := c.rs.Activities.Get(f.Of)
		return f.Kind == Activity && f.Who == c.personNumber(who) && ok && isInGroup(x)
	})
}

// addPoolChange adds the amount by which a pool changed, if the reader may know it, as for the reader's own actor. It also records that the
// actor's state of health, which others see, may have changed.
func (c *collector) addPoolChange(e *rules.Event, among []rules.Event) {
	pool, ok := c.rs.Pools.Get(e.What)
	if !ok {
		return
	}
	a := c.entry.findActor(e.Who)
	you := a != nil && c.veil.Person(a).You
	affectsHealth := e.Kind == rules.EventPool && e.By != 0 && c.rs.Knowledge.ShowsLosses(pool)
	isToldAsAmount := you && (c.veil.IsManual() || pool.Say.Case(string(Lost)) != nil)
	seesHealth := a != nil && !a.IsSide() && (c.veil.KnowsAllOf(e.Who) || c.veil.Sees(e.Who, rules.KnowHealth))
	if affectsHealth && !isToldAsAmount && seesHealth && !slices.Contains(c.hurtKeys, e.Who) {
		c.hurtKeys = append(c.hurtKeys, e.Who)
	}
	isAmountHidden := c.isOutsider(e.Who) || c.isPrivatePool(pool, e.Who) || !you && !c.veil.IsManual()
	isTooSmall := math.Abs(e.By) < 0.5 // would be rounded to 0
	if isAmountHidden || isTooSmall || e.Kind == rules.EventPaid || IsDrained(c.rs, e, among) {
		return
	}
	kind := collect.Choose(e.By > 0, Gained, Lost)
	c.addFact(Fact{Kind: kind, Of: e.What, Label: c.poolNoun(pool, e.By), Who: c.personNumber(e.Who), Amount: e.By})
}

// isPrivatePool reports whether the reader must not learn the level of an actor's pool, because ranks are paid from it: only the actor's
// own player and the game master may.
func (c *collector) isPrivatePool(pool *rules.Pool, who string) bool {
	a := c.entry.findActor(who)
	return pool.Name == c.rs.Skill.Currency && !c.veil.All() && !(a != nil && c.veil.Person(a).You)
}

// poolNoun returns the word for n points of a pool: its label, in the singular for one.
func (c *collector) poolNoun(pool *rules.Pool, n float64) string {
	if pool.One != "" && math.Abs(n) == 1 {
		return pool.One
	}
	return c.rs.MidSentence(pool.Label)
}

// IsDrained reports whether e is a loss that only follows from a loss in another pool of the same actor, such as tiredness from wounds.
func IsDrained(rs *rules.Ruleset, e *rules.Event, events []rules.Event) bool {
	return slices.ContainsFunc(events, func(other rules.Event) bool {
		pool, ok := rs.Pools.Get(other.What)
		drains := ok && pool.Drain != nil && pool.Drain.Lose.Text == e.What
		return drains && other.Kind == rules.EventPool && other.Who == e.Who && other.By <= e.By
	})
}

// addConditionBegin adds the beginning of a condition, and records in the veil whether the reader learns of it.
func (c *collector) addConditionBegin(e *rules.Event, among []rules.Event) {
	condition, ok := c.rs.Conditions.Get(e.What)
	if !ok {
		return
	}
	if others := c.isOutsider(e.Who); !c.veil.All() && (c.veil.IsSecret(e) || others && !c.veil.Sees(e.Who, rules.KnowCondition)) {
		c.veil.RecordConditionBegin(e, false)
		return
	}
	c.veil.RecordConditionBegin(e, true)
	if c.isMirrored(e, among) {
		return
	}
	f := Fact{Kind: Put, Of: e.What, Label: c.rs.MidSentence(condition.Label), Tool: e.Tool, Number: e.Value, State: !condition.IsPaired()}
	f.Who, f.Other, f.Side = c.personNumber(e.Who), c.partnerOf(condition, e), condition.Partner.Text
	changesNothing := condition.Bad && condition.Every == nil && !condition.Out && !condition.ForbidsActing()
	f.Idle = changesNothing && c.isStillDown(e.Who)
	if !c.isOutsider(e.Who) {
		f.Text = e.Text
	}
	f.Was = c.replacedCondition(condition, e.Who, among)
	if a := c.entry.Before.Find(e.Who); a != nil && condition.Many && a.HasCondition(c.rs, condition) {
		f.Was = condition.Name
	}
	c.addFact(f)
}

// replacedCondition returns the name of the condition that ended because condition, another one of its group, began, as far as the reader
// knows, or "" if there is none. If several ended, it returns the last one in among.
func (c *collector) replacedCondition(condition *rules.Condition, who string, among []rules.Event) (name string) {
	for i := range among {
		e := &among[i]
		replaced, ok := c.rs.Conditions.Get(e.What)
		if !ok || e.Kind != rules.EventEnd || e.Who != who || replaced == condition {
			continue
		}
		isSameGroup := condition.Group != "" && replaced.Group == condition.Group
		if isSameGroup && (c.veil.All() || !c.veil.IsSecret(e)) {
			name = replaced.Name
		}
	}
	return name
}

// addConditionEnd adds the end of a condition, unless it also began in this entry, or a condition of its group replaces it.
func (c *collector) addConditionEnd(e *rules.Event, among []rules.Event) {
	condition, ok := c.rs.Conditions.Get(e.What)
	wasTold, known := c.veil.TakeConditionRecord(e)
	outsider := c.isOutsider(e.Who)
	if !ok || IsFleeting(c.rs, among, e) || c.isMirrored(e, among) {
		return
	}
	isMissed := outsider && !(wasTold && c.veil.Sees(e.Who, rules.KnowCondition)) || !outsider && c.veil.IsSecret(e)
	if !c.veil.All() && (known && !wasTold || isMissed) {
		return
	}
	c.addFact(Fact{
		Kind: End, Of: e.What, Label: c.rs.MidSentence(condition.Label), Tool: e.Tool, Who: c.personNumber(e.Who),
		Other: c.partnerOf(condition, e), State: !condition.IsPaired(),
	})
}

// partnerOf returns the number of the other actor of a paired condition, or 0 if it is not paired.
func (c *collector) partnerOf(x *rules.Condition, e *rules.Event) int {
	if !x.IsPaired() {
		return 0
	}
	return c.personNumber(e.Other)
}

// IsFleeting reports whether e ends a condition that began within these events, or that another one of its group replaced within them.
func IsFleeting(rs *rules.Ruleset, events []rules.Event, e *rules.Event) bool {
	if e.Kind != rules.EventEnd {
		return false
	}
	ended, known := rs.Conditions.Get(e.What)
	return slices.ContainsFunc(events, func(o rules.Event) bool {
		if o.Kind != rules.EventPut || o.Who != e.Who {
			return false
		}
		x, ok := rs.Conditions.Get(o.What)
		beganHere := o.What == e.What && (e.Other == "" || o.Other == e.Other)
		return beganHere || ok && known && x.Group != "" && x.Group == ended.Group
	})
}

// isMirrored reports whether an event is the second half of a paired condition's change, whose first half is the event before it.
func (c *collector) isMirrored(e *rules.Event, among []rules.Event) bool {
	return IsMirrored(c.rs, among, e)
}

// IsMirrored reports whether e is the second half of a paired condition's change, whose first half is the event before it in among.
func IsMirrored(rs *rules.Ruleset, among []rules.Event, e *rules.Event) bool {
	i := slices.IndexFunc(among, func(o rules.Event) bool { return areSameEvent(&o, e) })
	if i <= 0 || among[i].Kind != among[i-1].Kind || among[i].Other != among[i-1].Who || among[i].Who != among[i-1].Other {
		return false
	}
	x, ok := rs.Conditions.Get(e.What)
	return ok && x.Mirror.Text == among[i-1].What
}

// addSpeech adds a message: one of the rules if e has no What, otherwise one of the game master to individual players.
func (c *collector) addSpeech(e *rules.Event) {
	switch {
	case e.What == "" && c.veil.All() && len(c.entry.Outcomes) == 0 && !c.veil.IsManual(): // the numbers in the log show it
	case e.What == "" && (c.veil.All() || e.How != rules.HowSecret && e.How != rules.HowGMOnly && c.veil.KnowsAllOf(e.Who)):
		kind := Says
		first, _ := utf8.DecodeRuneInString(e.Text)
		isSentence := c.rs.Language != nil && unicode.IsUpper(first) && strings.ContainsAny(e.Text[len(e.Text)-1:], c.rs.Language.Closers)
		if isSentence {
			kind = Told
		}
		c.addFact(Fact{Kind: kind, Who: c.personNumber(e.Who), Text: e.Text, InMargin: e.How == rules.HowGMOnly || kind == Told && e.How == "" && c.isInstruction(e)})
	case e.What != "" && (c.veil.All() || c.veil.Learns(e)):
		who := 0 // the message is for all
		if a := c.entry.findActor(e.Who); a != nil && (c.veil.All() || c.veil.Person(a).You) {
			who = c.personNumber(e.Who)
		}
		c.addFact(Fact{Kind: Whisper, Of: e.What, Who: who, Text: strings.Join(strings.Fields(cmp.Or(e.Text, e.Tool)), " ")})
	}
}

// isInstruction reports whether a message of the rules is an instruction to the table, such as the text of a card: its step has no roll. A
// message about the result of a task isn't one: its step has the degree of a roll.
func (c *collector) isInstruction(e *rules.Event) bool {
	return slices.ContainsFunc(c.entry.Outcomes, func(o rules.Outcome) bool {
		return o.Degree == "" && slices.ContainsFunc(o.Events, func(x rules.Event) bool { return areSameEvent(&x, e) })
	})
}

// addLearnt adds a fact that a character learns about another actor, unless the reader sees it anyway.
func (c *collector) addLearnt(e *rules.Event) {
	aspect := rules.AspectOf(e.What)
	pool, isPool := c.rs.Pools.Get(e.What)
	isAboutActor := e.Other != "" && (aspect != 0 || isPool)
	if !isAboutActor || e.How == rules.LearntSeen || !c.veil.All() && !c.veil.Learns(e) {
		return
	}
	was, now := c.veil.NameBefore(e.Other), c.entry.findActor(e.Other)
	if now == nil {
		return
	}
	name := c.veil.Person(now).Name
	unknown := was == "" || c.veil.Person(now).Unknown
	switch {
	case aspect == rules.KnowThere && !unknown,
		aspect == rules.KnowName && (was == e.Text || was == "" && name == e.Text): // the reader knew it before
		return
	}
	f := Fact{Kind: Learn, Of: e.What, Who: c.personNumber(e.Who), Other: c.personNumber(e.Other), Text: cmp.Or(e.Text, formatNumber(e.Value)), Was: cmp.Or(was, name)}
	if f.Text == rules.NothingKnown(e.What) {
		f.Of = "no_" + f.Of // a case for an empty hand or no armour
	}
	if isPool {
		f.Label = c.poolNoun(pool, e.Value)
	}
	if slices.ContainsFunc(c.passage.Facts, func(g Fact) bool { return g.Kind == Learn && g.Of == f.Of && g.Who == f.Who && g.Other == f.Other }) {
		return // an earlier event of the entry told it
	}
	if x, err := strconv.ParseFloat(f.Text, 64); err == nil {
		f.Text = formatNumber(x)
	}
	c.addFact(f)
}

// learnableLabel returns the label of the skill or statistic whose rank or value e changes, or "" if the rules lack it.
func (c *collector) learnableLabel(e *rules.Event) string {
	if skill, ok := c.rs.Skills.Get(e.What); ok && e.Kind == rules.EventRank {
		return skill.Label
	}
	if stat, ok := c.rs.Stats.Get(e.What); ok && e.Kind == rules.EventStat {
		return stat.Label
	}
	return ""
}

// situationLabels returns the labels of situations as one text.
func (c *collector) situationLabels(names []string) string {
	var list []string
	for _, name := range names {
		if s, ok := c.rs.Situations.Get(name); ok {
			list = append(list, c.rs.MidSentence(s.Label))
		}
	}
	return strings.Join(list, ", ")
}

// addChangeOutsideSteps adds a change that doesn't belong to a step of the entry (see Entry.EventsOutsideSteps). among holds the events
// that are told with it.
func (c *collector) addChangeOutsideSteps(e *rules.Event, among []rules.Event) {
	switch {
	case e.Kind == rules.EventTell && e.What != "" || e.Kind == rules.EventPlace && e.Going != nil || slices.Contains([]rules.EventKind{rules.EventKnow, rules.EventJoin, rules.EventLeave}, e.Kind):
	case c.isOutsider(e.Who) && c.entry.findActor(e.Who) != nil && !c.entry.findActor(e.Who).IsSide() && !(c.veil.IsManual() && (c.veil.HasMet(e.Who) || c.isFallSeen(e))):
		return
	}
	c.addChange(e, among)
}

// addWinners adds the winning sides, after all facts except those of the stage that follows.
func (c *collector) addWinners() {
	at := slices.IndexFunc(c.entry.Events, func(e rules.Event) bool { return e.Kind == rules.EventWon })
	if at < 0 {
		return
	}
	var later []laterFact
	for i := 0; i < len(c.passage.Facts); i++ {
		switch {
		case c.happenedAfter(at, c.passage.origins[i]):
			later = append(later, c.removeFact(i))
		case c.rs.Order.Final && c.passage.Facts[i].Kind == SideTurn: // no turn follows
			c.removeFact(i)
		default:
			continue
		}
		i--
	}
	e := &c.entry.Events[at]
	c.origin = e
	f := Fact{Kind: Won, Who: c.personNumber(e.What), Text: e.Text}
	isWinner := func(who string) bool {
		a := c.entry.After.Find(who)
		return a != nil && a.ApparentSide() == e.What
	}
	// whether nothing in the passage is important, and the winners succeeded in nothing
	isFutile := !slices.ContainsFunc(c.passage.Facts, func(g Fact) bool { return c.factWeight(&g) > Light || g.Made && isWinner(c.passage.Key(g.Who)) })
	isWinnersDeed := func(g Fact) bool { return g.Kind == Deed && g.Other > 0 && isWinner(c.passage.Key(g.Who)) }
	isWinnersFall := func(g Fact) bool {
		return c.isFallFact(&g) && !c.isDepartureByDeed(&g) && isWinner(c.passage.Key(g.Who))
	}
	if isFutile && slices.ContainsFunc(c.passage.Facts, isWinnersDeed) || slices.ContainsFunc(c.passage.Facts, isWinnersFall) {
		f.Sum = "despite" // the side wins although its own deed failed, or one of its members fell
	}
	c.addFact(f)
	for _, fact := range later {
		c.restoreFact(fact)
	}
}

// happenedAfter reports whether the source of a fact happened after the event at an index.
func (c *collector) happenedAfter(at int, origin any) bool {
	e, _ := origin.(*rules.Event)
	if o, _ := origin.(*rules.Outcome); o != nil && len(o.Events) > 0 {
		e = &o.Events[0]
	}
	same := func(there rules.Event) bool { return areSameEvent(&there, e) }
	return e != nil && !slices.ContainsFunc(c.entry.Events[:at+1], same) && slices.ContainsFunc(c.entry.Events[at+1:], same)
}

// visibleBearing returns an actor's bearing, as the reader sees it.
func (c *collector) visibleBearing(a *rules.Actor) rules.Bearing {
	switch {
	case c.veil.All():
		return a.Bearing(c.rs)
	case c.veil.Person(a).You:
		return c.rs.WithoutSecrets(a).Bearing(c.rs)
	case c.veil.KnowsAllOf(a.Key) || c.veil.Sees(a.Key, rules.KnowCondition):
		return a.SeenBearing(c.rs, rules.KnowHealth|rules.KnowCondition)
	}
	return a.SeenBearing(c.rs, rules.KnowHealth)
}

// addHealthChanges adds the states of health whose word has changed, through pools or new conditions, for the people whose wounds the
// reader sees.
func (c *collector) addHealthChanges() {
	for _, who := range c.hurtKeys {
		a, was := c.entry.After.Find(who), c.entry.Before.Find(who)
		if a == nil {
			continue
		}
		// pools and poolsThen are the bearings by pools alone; now and then also count the conditions that the reader sees.
		now, pools := c.visibleBearing(a), a.SeenBearing(c.rs, rules.KnowHealth)
		var then, poolsThen rules.Bearing
		if was != nil {
			then, poolsThen = c.visibleBearing(was), was.SeenBearing(c.rs, rules.KnowHealth)
		}
		switch {
		case (was == nil || pools.Level != poolsThen.Level) && pools.Level == now.Level: // the pools explain the change
			then = poolsThen
		case was == nil || now.Level >= then.Level: // a condition already shows the state of health
			continue
		}
		c.addFact(Fact{Kind: Health, Who: c.personNumber(who), Text: now.HealthWord, Was: then.HealthWord, State: true})
	}
}

// seesState reports whether the reader sees the conditions of an actor.
func (c *collector) seesState(key string) bool {
	return c.veil.All() || c.veil.KnowsAllOf(key) || c.veil.HasMet(key) && c.veil.Sees(key, rules.KnowCondition)
}

// isStillDown reports whether the reader sees that an actor was down before the entry and still is.
func (c *collector) isStillDown(key string) bool {
	down := func(s *rules.State) bool {
		a := s.Find(key)
		if a == nil {
			return false
		}
		if !c.veil.All() {
			a = c.rs.WithoutSecrets(a)
		}
		return slices.ContainsFunc(a.FormulaConditions(c.rs), func(x *rules.Condition) bool { return x.Bad && x.ForbidsActing() })
	}
	return c.seesState(key) && down(c.entry.Before) && down(c.entry.After)
}

// addAbilityChanges adds the automatic conditions by which people can no longer act, or are beyond help, since this entry, and the ends of
// such conditions.
func (c *collector) addAbilityChanges() {
	for a, then := range c.entry.After.EachChanged(c.entry.Before) {
		if then == nil || a.Sheet.Person.Name != then.Sheet.Person.Name || !c.seesState(a.Key) {
			continue
		}
		if !c.veil.All() {
			a, then = c.rs.WithoutSecrets(a), c.rs.WithoutSecrets(then)
		}
		now, was := a.FormulaConditions(c.rs), then.FormulaConditions(c.rs)
		for _, x := range now {
			if !slices.Contains(was, x) && (x.Bad || x.ForbidsActing() || x.Out) {
				c.addFact(Fact{Kind: Put, Of: x.Name, Label: c.rs.MidSentence(x.Label), Who: c.personNumber(a.Key), State: true})
			}
		}
		for _, x := range was {
			if !slices.Contains(now, x) && (x.ForbidsActing() || x.Out) {
				c.addFact(Fact{Kind: End, Of: x.Name, Label: c.rs.MidSentence(x.Label), Who: c.personNumber(a.Key), State: true})
			}
		}
	}
}

// addTimeSpan adds time that passes outside a fight: each person's activity, and its gains and costs in total. It reports whether the entry
// is such a span of time.
func (c *collector) addTimeSpan() bool {
	did := map[string][]string{} // names of each person's activities in order, by key
	var order []string           // keys of these people
	for i := range c.entry.Outcomes {
		o := &c.entry.Outcomes[i]
		if activity, ok := c.rs.Activities.Get(o.Step); ok {
			if did[o.Who] == nil {
				order = append(order, o.Who)
			}
			did[o.Who] = append(did[o.Who], activity.Name)
		}
	}
	if len(order) == 0 || c.passage.hasFact(Deed) {
		return false
	}
	areSeen := c.veil.SeesDeeds() || c.veil.TakePart(order)
	for _, who := range order {
		activity := c.activityOf(did[who])
		if !activity.Plain && !c.staysDown(who) && (c.veil.KnowsAllOf(who) || areSeen && c.veil.Sees(who, rules.KnowDeed)) {
			c.addFact(Fact{Kind: Activity, Of: activity.Name, Label: c.rs.MidSentence(activity.Label), Who: c.personNumber(who)})
		}
	}
	c.addSpanChanges()
	c.addAbilityChanges()
	return true
}

// staysDown reports whether an actor seems unable to act before and after the entry.
func (c *collector) staysDown(key string) bool {
	isDown := func(s *rules.State) bool {
		a := s.Find(key)
		if a == nil {
			return false
		}
		bearing := a.SeenBearing(c.rs, rules.KnowHealth|rules.KnowCondition)
		return bearing.Barred != nil
	}
	return isDown(c.entry.Before) && isDown(c.entry.After)
}

// activityOf returns the activity that consists of the given ones: the one whose plan for a day begins with them if they are several,
// otherwise the last one.
func (c *collector) activityOf(parts []string) *rules.Activity {
	for _, activity := range c.rs.Activities.All {
		plan := collect.Map(activity.DayPlan(), func(s rules.Stretch) string { return s.Activity.Name })
		if n := len(parts); len(plan) > 0 && n > 1 && slices.Equal(parts, slices.Repeat(plan, n/len(plan)+1)[:n]) {
			return activity
		}
	}
	activity, _ := c.rs.Activities.Get(parts[len(parts)-1])
	return activity
}

// hasPassed reports whether an event begins a condition that the actor no longer has after the entry.
func (c *collector) hasPassed(e rules.Event) bool {
	x, ok := c.rs.Conditions.Get(e.What)
	a := c.entry.After.Find(e.Who)
	return ok && e.Kind == rules.EventPut && a != nil && !a.HasCondition(c.rs, x)
}

// addSpanChanges adds what changed while time passed: conditions that last, and the sum of each actor's changes in each pool.
func (c *collector) addSpanChanges() {
	lasting := slices.DeleteFunc(slices.Clone(c.entry.Events), c.hasPassed)
	type account struct{ who, pool string } // an actor's points in a pool, by their keys
	sums := map[account]float64{}
	var accounts []account // accounts that changed, in the order of the events
	for i := range c.entry.Events {
		switch e := &c.entry.Events[i]; {
		case e.Kind == rules.EventPool && c.veil.KnowsAllOf(e.Who):
			key := account{e.Who, e.What}
			if _, ok := sums[key]; !ok {
				accounts = append(accounts, key)
			}
			sums[key] += e.By
		case e.Kind != rules.EventTick && !(e.Kind == rules.EventTell && e.What == "" && c.veil.All()): // the numbers in the log show it
			if !c.hasPassed(*e) {
				c.addChangeOutsideSteps(e, lasting)
			}
		}
	}
	for _, key := range accounts {
		if pool, ok := c.rs.Pools.Get(key.pool); ok && math.Abs(sums[key]) >= 1 && !c.isPrivatePool(pool, key.who) {
			kind := collect.Choose(sums[key] > 0, Gained, Lost)
			c.addFact(Fact{Kind: kind, Of: key.pool, Label: c.poolNoun(pool, sums[key]), Who: c.personNumber(key.who), Amount: sums[key]})
		}
	}
}
