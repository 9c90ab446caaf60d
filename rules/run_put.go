package rules

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"hybrid/rules/collect"
	"hybrid/rules/message"
	"hybrid/rules/phrase"
	"hybrid/rules/source"
)

// Conditions: compiling, putting and ending them, both halves of a paired condition, and the time of a condition's next effect.
//
// A paired condition, such as a grapple, is shared by two actors; each has its half, the mirror of the other's. Of the conditions in a
// group, an actor has only the worst. If a secret condition is worse than one that players see, the latter is outranked: it is moved to
// Actor.Outranked, gets the negative of its ID, and no longer has an effect, but players still see it. Such conditions are called
// “shown-only”. While a secret condition has an effect, s.secretEffects is set, and conditions that it puts are secret as well. Conditions
// of items, such as a jam, belong to one item of the actor. A span is time that passes at once, such as the hours of a rest.

// maxConditions is the highest number of conditions that an actor can have. It stops rules that would put conditions endlessly.
const maxConditions = 200

// putCondition gives the actor a condition. other is the key of the actor who caused it, and tool the item on which a condition of items is
// put. A paired condition needs another actor, who gets its mirror. number is the condition's number; if it is 0, the condition's own
// formula is evaluated.
func (s runActor) putCondition(tool *Item, c *Condition, number float64, other string) {
	if c.paired && (other == "" || other == s.a.Key) {
		return
	}
	if number == 0 && c.Number.Text != "" {
		number = TrimNoise(c.number.Num(s.newFrame(s.a, s.partnerOf(&HeldCondition{Condition: c, Other: other}))))
	}
	s.putUnmirrored(tool, c, number, other)
	if b := s.actorCopy(other); c.mirror != nil && b != nil {
		s.withActor(b).putUnmirrored(cmp.Or(s.partnerItem, b.Tool), c.mirror, number, s.a.Key)
	}
}

// putUnmirrored gives the actor a condition without its mirror. Of the conditions in its group, the actor keeps only the worst. If the
// condition is not secret, but a worse one remains that players don't see, the condition is put as shown only.
func (s runActor) putUnmirrored(tool *Item, c *Condition, number float64, other string) {
	if !c.Tool {
		tool = nil
	}
	canPut, onlyShown := s.endReplaced(tool, c, number, other)
	if !canPut || !s.secretEffects && !c.Secret && !s.replaceShown(tool, c, number, other, onlyShown) {
		return
	}
	if len(s.a.Conditions) >= maxConditions {
		s.err = refuseEndless("%s has %d conditions and can't get %s too. End some, and check the rule that gives them.", s.a.Name, len(s.a.Conditions), c.Label)
		return
	}
	var event Event
	event.Kind, event.What, event.condition, event.ID = EventPut, c.Name, c, s.a.serial+1
	// Carry is the count at which the condition begins; At is the count of its next effect.
	event.Value, event.Other, event.At, event.Carry = number, other, noCount, s.count()
	if tool != nil {
		event.Tool = tool.Name
	}
	if c.Says { // the condition shows the words that were said with the action
		event.Text = s.words
	}
	if s.secretEffects {
		event.How = HowSecret
	}
	if onlyShown {
		event.ID, event.How = -event.ID, HowShownOnly
		s.emitOwn(&event)
		return
	}
	if c.Every != nil && (!s.isTimeless() || s.span != nil) {
		event.At = s.count() + s.nextInterval(&HeldCondition{Condition: c, Number: number, Other: other})
	}
	s.emitOwn(&event)
	for _, more := range c.puts {
		s.putCondition(tool, more, 0, other)
	}
}

// endReplaced ends the conditions that a new one replaces: the same one, and better ones of its group. canPut is false if the new one
// changes nothing, or if a worse one of the group keeps it from being put. onlyShown reports whether a worse one remains. If canPut is also
// true, players don't see the worse one, and the new one is only shown to them. If s.asEarlier is set, an entry of an old log is replayed
// by the rules of that time, which didn't show outranked conditions.
func (s runActor) endReplaced(tool *Item, c *Condition, number float64, other string) (canPut, onlyShown bool) {
	for i := len(s.a.Conditions) - 1; i >= 0; i-- {
		held := &s.a.Conditions[i]
		isReplaced := held.isRepeatedBy(c, tool, other)
		isUnchanged := isReplaced && held.Number == number && c.staysOnRepeat()
		becomesOpen := held.Secret && !s.secretEffects && !s.asEarlier // a secret one that is now put openly
		if isUnchanged && !becomesOpen {
			return false, false
		}
		if c.Group != "" && held.Condition.Group == c.Group && held.Condition != c {
			// A worse condition stays. The new one is not even shown if players see the worse one, or may not see the new one.
			onlyShown = held.Condition.ordinal > c.ordinal
			canShow := held.IsHidden() && !s.secretEffects && !c.Secret && !s.asEarlier
			if onlyShown && !canShow {
				return false, onlyShown
			}
			isReplaced = !onlyShown
		}
		if isReplaced && s.secretEffects && !s.asEarlier && !held.IsHidden() { // players still see it
			s.emitEnd(held, HowShownOnly)
		} else if isReplaced {
			s.emitEnd(held, "")
		}
	}
	return true, onlyShown
}

// isRepeatedBy reports whether the condition c would be the same as this one, so that it replaces this one instead of being added. tool is
// the item on which c is put, and other the key of the actor who puts it.
func (held *HeldCondition) isRepeatedBy(c *Condition, tool *Item, other string) bool {
	return held.Condition == c && !c.Many && held.countsWith(tool) && (!c.paired || held.Other == other)
}

// staysOnRepeat reports whether a condition that the actor already has is kept unchanged when it is put again. A condition that lasts until
// the next action or declaration starts over.
func (c *Condition) staysOnRepeat() bool {
	return c.Every == nil && c.until != untilAction && c.until != untilDeclaration
}

// replaceShown ends the shown-only conditions that a new condition, which players see, replaces. onlyShown is true if the new one would
// itself be shown-only. In that case it returns false if players already see the same one, or a worse one of its group, so that it must not
// be put.
func (s runActor) replaceShown(tool *Item, c *Condition, number float64, other string, onlyShown bool) bool {
	for _, held := range slices.Backward(s.a.Outranked) {
		same := held.isRepeatedBy(c, tool, other)
		inGroup := c.Group != "" && held.Condition.Group == c.Group && held.Condition != c
		isWorse, isUnchanged := inGroup && held.Condition.ordinal > c.ordinal, same && held.Number == number && c.staysOnRepeat()
		if onlyShown && (isWorse || isUnchanged) {
			return false
		}
		if same || inGroup {
			s.endUnmirrored(&held)
		}
	}
	return true
}

// scheduleTicks schedules the next effect of each condition that has effects at intervals but none scheduled, such as a condition that
// the actor's file lists when the actor joins.
func (s runActor) scheduleTicks() {
	for i := range s.a.Conditions {
		if held := s.a.Conditions[i]; held.Condition.Every != nil && held.NextTick == noCount {
			count := s.count() + s.nextInterval(&held)
			s.emitOwn(&Event{Kind: EventTick, What: held.Condition.Name, ID: held.ID, At: count})
		}
	}
}

// nextInterval returns the number of counts until the condition's next effect.
func (s runActor) nextInterval(held *HeldCondition) float64 {
	if !s.roller.runsFuture() { // odds, which ignore later counts
		return 1
	}
	f := s.newFrame(s.a, s.partnerOf(held))
	f.number = held.Number
	s.purpose, s.rollingActor = held.Condition.Label, s.a.Key
	return math.Max(1, held.Condition.Every.counts.Num(f)) * s.span.intervalFactor(held.Condition)
}

// endCondition ends a condition; a condition of an item ends only if it is on tool. If the actor has the condition several times, as can
// happen with wounds, the oldest one ends (R63). A paired condition ends only with the partner whose key is other, or with every partner if
// other is "".
func (s runActor) endCondition(tool *Item, c *Condition, other string) {
	for i := len(s.a.Conditions) - 1; i >= 0 && c.paired; i-- {
		if held := s.a.Conditions[i]; held.Condition == c && held.countsWith(tool) && (other == "" || held.Other == other) {
			s.endWithMirror(&held)
		}
	}
	for i := 0; i < len(s.a.Conditions) && !c.paired; i++ {
		if held := &s.a.Conditions[i]; held.Condition == c && held.countsWith(tool) {
			s.endWithMirror(held)
			return
		}
	}
	for _, held := range s.a.Outranked {
		if held.Condition == c && held.countsWith(tool) && (!c.paired || other == "" || held.Other == other) {
			s.endWithMirror(&held)
		}
	}
}

// endWithMirror ends a condition that the actor has, and its mirror.
func (s runActor) endWithMirror(held *HeldCondition) {
	b, mirrored := s.findMirror(held)
	s.endUnmirrored(held)
	if mirrored != nil {
		s.withActor(b).endUnmirrored(mirrored)
	}
}

// findMirror returns the partner in a paired condition, and the partner's half of it; mirrored is nil if there is none. Two actors can
// share a condition several times if it belongs to items. The halves are then in the same order in the lists of both actors.
func (s runActor) findMirror(held *HeldCondition) (b *Actor, mirrored *HeldCondition) {
	if held.Condition.mirror == nil {
		return nil, nil
	}
	if b = s.actorCopy(held.Other); b == nil {
		return nil, nil
	}
	skipped, own, others := 0, s.a.AllConditions(), b.AllConditions()
	for i := range own {
		if h := &own[i]; h.ID == held.ID {
			break
		} else if h.Condition == held.Condition && h.Other == held.Other {
			skipped++ // an earlier pair of the two actors
		}
	}
	for i := range others {
		if h := &others[i]; h.Condition == held.Condition.mirror && h.Other == s.a.Key {
			if mirrored = h; skipped == 0 {
				break
			}
			skipped--
		}
	}
	return b, mirrored
}

// endUnmirrored ends a condition without its mirror. If players didn't see it, the conditions of its group that it outranked also end if
// they have effects that could have ended them by now.
func (s runActor) endUnmirrored(held *HeldCondition) {
	how := ""
	if held.IsOnlyShown() {
		how = HowShownOnly
	}
	outranks, group := held.IsHidden(), held.Condition.Group
	s.emitEnd(held, how)
	for _, shown := range s.a.Outranked {
		if outranks && shown.Condition.Group == group && shown.Condition.canEndItself() {
			s.endUnmirrored(&shown)
		}
	}
}

// emitEnd emits the end of a condition. If how is HowShownOnly and the condition was in force, it becomes shown only.
func (s runActor) emitEnd(held *HeldCondition, how string) {
	e := Event{Kind: EventEnd, What: held.Condition.Name, ID: held.ID, Tool: held.toolName(), How: how}
	if held.Condition.paired {
		e.Other = held.Other
	}
	s.emitOwn(&e)
}

// canEndItself reports whether the condition has effects that can end it, or ends when it is used. A condition that is shown only does
// neither.
func (c *Condition) canEndItself() bool { return c.HasTimedEffects() || c.until == untilUsed }

// changeNumber adds change to the number of a condition and of its mirror. A paired condition is changed only if the partner's key is
// other.
func (s runActor) changeNumber(tool *Item, c *Condition, other string, change float64) {
	for i := range s.a.Conditions {
		held := &s.a.Conditions[i]
		if held.Condition != c || !held.countsWith(tool) || c.paired && held.Other != other {
			continue
		}
		e := Event{Kind: EventNumber, What: c.Name, ID: held.ID, Value: TrimNoise(held.Number + change), By: change, Tool: held.toolName()}
		if c.paired {
			e.Other = other
		}
		s.emitOwn(&e)
		if b, mirrored := s.findMirror(held); mirrored != nil {
			s.withActor(b).emitOwn(&Event{Kind: EventNumber, What: c.mirror.Name, ID: mirrored.ID, Value: e.Value, By: change, Other: s.a.Key, Tool: mirrored.toolName()})
		}
		return
	}
}

// stopActivity ends an activity: the actor returns to the plain activity of the group, if there is one. why is the text to show.
func (s runActor) stopActivity(activity *Activity, why string) {
	end := Event{Kind: EventActivity, What: activity.Name, At: noCount}
	for _, plain := range s.rs.Activities.All {
		if plain.Group == activity.Group && plain.Plain {
			end.What, end.At = plain.Name, 0 // 0: the actor has this activity; noCount: it has no activity of the group
		}
	}
	s.emitOwn(&end)
	s.emitOwn(&Event{Kind: EventTell, Text: why})
}

// moveInGroup moves the actor by the given number of steps within the effect's group of conditions or activities. If steps is negative, it
// moves towards the first; before the first condition, the actor has none of the group.
func (s runActor) moveInGroup(e *Effect, steps int) {
	if e.groupActivities != nil {
		s.changePace(e.groupActivities, steps)
		return
	}
	s.moveShownInGroup(e, steps)
	index, number := noCount, 0.0 // index of the actor's condition in the group; noCount, which is -1, if it has none
	for i, c := range e.groupConditions {
		for j := range s.a.Conditions {
			if s.a.Conditions[j].Condition == c {
				index, number = i, s.a.Conditions[j].Number
			}
		}
	}
	to := min(index+steps, len(e.groupConditions)-1)
	if index >= 0 && to != index {
		s.endCondition(s.a.Tool, e.groupConditions[index], "")
	}
	if to >= 0 && to != index {
		s.putCondition(s.a.Tool, e.groupConditions[to], number, "")
	}
}

// moveShownInGroup moves an outranked condition of the actor within the group as well, so that players see it change with the secret one.
func (s runActor) moveShownInGroup(e *Effect, steps int) {
	for _, held := range s.a.Outranked {
		index := slices.Index(e.groupConditions, held.Condition)
		if index < 0 {
			continue
		}
		s.endUnmirrored(&held)
		if to := min(index+steps, len(e.groupConditions)-1); to >= 0 {
			// Shown-only conditions have negative IDs; serial is the ID of the last condition that was put.
			s.emitOwn(&Event{Kind: EventPut, What: e.groupConditions[to].Name, ID: -s.a.serial - 1, Value: held.Number, At: noCount, Carry: s.count(), How: HowShownOnly})
		}
	}
}

// leaveEncounter removes the actor from the encounter, and ends the conditions that other actors share with it.
func (s runActor) leaveEncounter() {
	for _, other := range s.state.Actors {
		for _, held := range slices.Backward(other.AllConditions()) {
			if held.Condition.paired && held.Other == s.a.Key {
				s.withActor(s.actorCopy(other.Key)).endUnmirrored(&held)
			}
		}
	}
	s.emitOwn(&Event{Kind: EventLeave, How: collect.Choose(s.asEarlier, "", HowMayReturn)})
}

// dropTarget ends the actor's actions against an actor that leaves, whose key is leaver, and its movement towards that actor. An actor that
// then has no action in progress gets its turn now.
func (s runActor) dropTarget(leaver string) {
	for s.a.Doing != nil && s.a.Doing.Whom == leaver && s.err == nil {
		s.emitOwn(&Event{Kind: EventDone, Text: "gives up " + s.a.Doing.actionWords()})
		if s.a.Doing == nil {
			s.giveTurnNow()
		}
	}
	if s.a.Going != nil && s.a.Going.Whom == leaver {
		s.stopMoving("stops moving")
	}
}

// giveTurnNow gives the actor its turn at the current count, unless the game has rounds.
func (s runActor) giveTurnNow() {
	if !s.rs.Order.InRounds() {
		s.emitOwn(&Event{Kind: EventTurn, At: s.count()})
	}
}

// intervalFactor returns the factor that the span applies to the intervals of a condition; 1 for nil.
func (x *span) intervalFactor(c *Condition) float64 {
	if x == nil || !c.Every.Scaled {
		return 1
	}
	return x.scale
}

// endUsedUp ends the conditions that last until a roll reads them (untilUsed) if a roll of the run has done so.
func (r *Run) endUsedUp() {
	for _, s := range r.usedUp {
		actor := r.actorCopy(s.who)
		if actor == nil || actor.heldByID(s.id) == nil {
			continue
		}
		r.withActor(actor).endWithMirror(actor.heldByID(s.id))
	}
	r.usedUp = r.usedUp[:0]
}

// endByFormula ends the conditions whose `until` formula is true, for every actor that the run has copied. It is called after each
// sequence that a step runs.
func endByFormula(r *Run) {
	for i := 0; r.rs.hasFormulaEnds && i < len(r.copies) && r.err == nil && !r.stopped; i++ {
		r.withActor(r.copies[i]).endFinished(false)
	}
}

// compile compiles the condition and adds it to the ruleset's lists of conditions that hide aspects or hinder actors.
func (x *Condition) compile(c *compiler) {
	p := nameScope{readsNumber: true}
	x.holds = c.compileFlag(x.Holds, nameScope{})
	if x.Holds.Text == "" {
		x.holds = nil
	} else if len(x.Give.list) > 0 || x.Every != nil || x.Until.Text != "" || x.AtTurn.Text != "" || len(x.Put) > 0 {
		c.addMistake(source.BadValue, x.Holds.Pos, "%s applies automatically, so it can't have give, every, until or put. Use a situation with holds for `give`.", x.Name)
	}
	x.number = c.compileNumber(x.Number, p)
	c.compileGiver(&x.giver, x.For, &x.Give, p)
	x.atTurn = findEntry(c, &c.rs.Sequences, x.AtTurn, "sequence")
	x.puts = c.findConditions(x.Put)
	x.compileCannot(c)
	x.compileHealth(c)
	x.compilePartner(c)
	if x.hides = c.readAspects(x.Hides); x.holds != nil && x.hides != 0 {
		c.rs.hiding = append(c.rs.hiding, x)
	}
	c.rs.holdsSecrets = c.rs.holdsSecrets || x.holds != nil && x.Secret
	if x.holds != nil && x.cannot != 0 {
		c.rs.hindering = append(c.rs.hindering, x)
	}
	x.compileUntil(c, p)
	if x.Every != nil {
		q := p
		q.allowsDice = true
		x.Every.counts = c.compileNumber(x.Every.Counts, q)
		if acts := len(x.Every.Do) > 0 || x.Every.Sequence.Text != ""; acts && x.Every.Counts.Text == "" {
			c.addMistake(source.Missing, x.Every.Pos, "`every` needs `counts`, the counts from one time to the next.")
		} else if n, fixed := x.Every.counts.Const(); fixed && x.Every.counts != nil && n < 1 {
			c.addMistake(source.OutOfRange, x.Every.Counts.Pos, "An interval must be at least 1 count, not %s.", x.Every.Counts.Text)
		}
		x.Every.sequence = findEntry(c, &c.rs.Sequences, x.Every.Sequence, "sequence")
		c.compileEffects(x.Every.Do, x.Label, p)
	}
}

// compileUntil compiles the key `until`.
func (x *Condition) compileUntil(c *compiler, p nameScope) {
	if i := slices.Index(untilWords, x.Until.Text); i >= 0 || x.Until.Text == "" {
		x.until = conditionEnd(i + 1) // the constants have the order of untilWords, after untilHand for no word
		return
	}
	x.until = untilFormula
	if n, _, _ := strings.Cut(x.Until.Text, " "); strings.Trim(n, "0123456789") == "" {
		c.addMistake(source.BadValue, x.Until.Pos, "until can't be “%s”. For %s counts or rounds write `every: {counts: %s, do: [{end: %s}]}` instead.", x.Until.Text, n, n, x.Name)
		return
	}
	if word := !strings.ContainsAny(x.Until.Text, " .<>=()"); word && !slices.Contains(c.listNames(p), x.Until.Text) {
		c.addMistake(source.BadValue, x.Until.Pos, "%s", message.NotOneOf("until", x.Until.Text, append(slices.Clip(untilWords), "a yes/no formula")))
		return
	}
	p.anyItem = !x.Tool
	x.endFormula = c.compileFlag(x.Until, p)
	p.anyItem = false
	x.endsByPools = c.readsOnlyOwnPools(x.endFormula)
	x.endsByPartner = x.Partner.Pos.Line > 0 && slices.ContainsFunc(anyFormula{num: x.endFormula}.readPaths(), func(path string) bool { return strings.HasPrefix(path, "other.") })
	c.rs.hasPartnerEnds, c.rs.hasFormulaEnds = c.rs.hasPartnerEnds || x.endsByPartner, true
}

// compileHealth compiles the share of health that the condition leaves, and the words for an actor that the condition keeps from acting.
func (x *Condition) compileHealth(c *compiler) {
	if x.maxHealth = 1; x.Health.Text != "" {
		share, ok := source.ReadNumber(strings.ReplaceAll(x.Health.Text, " ", ""))
		if !ok || share < 0 || share > 1 {
			c.addMistake(source.BadValue, x.Health.Pos, "%s", message.NotA(x.Health.Text, "a share of health", "Write a number such as 0, 1/4, 0.5 or 1"))
		}
		x.maxHealth = share
	}
	being := x.Say.Case(phrase.CaseBeing)
	if being != nil {
		x.bearerText = being.Text.Text
	}
	if being != nil && strings.ContainsAny(being.Text.Text, "{[") {
		c.addMistake(source.BadValue, being.Pos, "`being` is plain words, such as `knocked out`. Write it without places.")
	} else if being != nil && !x.ForbidsActing() {
		c.report.Warn(source.Unused, being.Pos, "%s doesn't keep anyone from acting, so `being` is never shown. Remove it, or add `cannot: [act]`.", x.Name)
	}
	if x.holds != nil && (x.maxHealth < 1 || x.ForbidsActing()) {
		c.rs.healthConditions = append(c.rs.healthConditions, x)
	}
}

// endFinished ends the actor's conditions whose `until` formula is true. If final is set, at the end of a run, it also ends conditions that
// last for a sequence, and paired conditions whose tool was put away.
func (s runActor) endFinished(final bool) {
	// last condition found to continue; its formula reads only pools, so other instances of the condition continue as well
	var continuing *Condition
	conditions := s.a.AllConditions()
	for i := len(conditions) - 1; i >= 0; i-- {
		held := &conditions[i]
		switch c := held.Condition; {
		case final && (c.until == untilSequence || c.paired && held.Tool != nil && !s.a.IsReady(held.Tool)):
			s.endWithMirror(held)
		case c.until == untilFormula && c != continuing && s.isOver(held):
			began := s.savepoint()
			s.endWithMirror(held)
			if s.record && !final {
				s.insertRecord(Outcome{Step: c.Name, Label: c.Label, Kind: stepKindNames[stepDo], Who: s.a.Key, Source: c.where, Guide: c.Src}, began)
			}
		case c.endsByPools:
			continuing = c
		}
	}
}

// isOver reports whether the condition's `until` formula is true.
func (s runActor) isOver(held *HeldCondition) bool {
	c := held.Condition
	if c.endsByPools {
		return s.a.evalHolds(s.rs, c.endFormula)
	}
	f := s.newFrame(s.a, s.partnerOf(held))
	if f.number = held.Number; held.Tool != nil {
		f.sides[0].tool = held.Tool
	}
	return c.endFormula.Flag(f)
}
