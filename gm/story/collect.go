package story

import (
	"cmp"
	"iter"
	"math"
	"slices"
	"strings"

	"hybrid/rules"
	"hybrid/rules/collect"
	"hybrid/rules/phrase"
)

// Conversion of an entry to the facts that one reader knows, in the order in which they are told. A fact (fact.go) is one thing that a
// sentence tells, about people given by their numbers in the passage. A deed is an action as the story tells it; a step is a part of it
// with a result. tell.go turns facts into sentences.

// Entry is a decided command with everything that it caused.
type Entry struct {
	Before, After *rules.State    // states before and after the entry
	Who, Whom     string          // keys of the actor and of the target; "" if there is none
	Outcomes      []rules.Outcome // results of the steps, each with its own events
	Events        []rules.Event   // all events, including those of the steps
}

// findActor returns an actor as it was after the entry or, if it has left, before; nil if the key is unknown.
func (e *Entry) findActor(key string) *rules.Actor {
	return cmp.Or(e.After.Find(key), e.Before.Find(key))
}

// Veil decides which facts the reader of a passage may know.
type Veil interface {
	// All reports whether the reader knows everything.
	All() bool
	// Title returns the title of a scene as the reader knows it, by the event that begins the scene, or "" if it has none.
	Title(begin *rules.Event) string
	// KnowsAllOf reports whether the reader knows everything that happens to an actor: the reader's own actor, or one of the party. key is
	// the actor's key, as in the other methods.
	KnowsAllOf(key string) bool
	// FightOn reports whether, as far as the reader knows, a fight is under way in a state.
	FightOn(s *rules.State) bool
	// SeesDeeds reports whether the reader sees the deeds of others in this entry.
	SeesDeeds() bool
	// TakePart reports whether all characters of the readers are among the actors with these keys, such as those who rest together.
	TakePart(keys []string) bool
	// IsConcerned reports whether the entry concerns an actor of the reader.
	IsConcerned() bool
	// IsManual reports whether the entry is a manual change by the game master, without rolls or elapsed time.
	IsManual() bool
	// Person returns an actor, or a side, as the reader knows it.
	Person(a *rules.Actor) Person
	// NameBefore returns the name that an actor had for the reader before the entry.
	NameBefore(key string) string
	// Sees reports whether the reader sees one of the given aspects of an actor, before the entry or after it.
	Sees(key string, aspects rules.Aspects) bool
	// HasMet reports whether the reader has heard of an actor.
	HasMet(key string) bool
	// Meet records that the reader has now heard of an actor.
	Meet(key string)
	// IsSecret reports whether the condition that e changes is known to the game master alone.
	IsSecret(e *rules.Event) bool
	// Learns reports whether the reader is told what a character learns by e.
	Learns(e *rules.Event) bool
	// RecordConditionBegin records whether the reader was told of the beginning of a condition.
	RecordConditionBegin(e *rules.Event, told bool)
	// TakeConditionRecord returns and deletes the record of RecordConditionBegin; known is false if there is none.
	TakeConditionRecord(e *rules.Event) (told, known bool)
}

// Collect returns the facts of an entry that a reader may know, in the order in which they are told.
func Collect(rs *rules.Ruleset, e *Entry, v Veil) Passage {
	c := &collector{rs: rs, entry: e, veil: v, numbers: map[string]int{}}
	c.passage.People, c.passage.Keys, c.passage.Elapsed = []Person{{}}, []string{""}, e.After.Elapsed
	c.passage.BeginsFight = v.FightOn(e.After) && !v.FightOn(e.Before)
	c.collectFacts()
	c.mergeHeadings()
	c.addFightMilestones()
	c.weighFacts()
	return c.passage
}

// collector makes the facts of one entry for one reader. It has many methods because each makes one kind of fact of the same entry.
type collector struct {
	rs            *rules.Ruleset // rules of the entry
	entry         *Entry         // entry that is converted
	veil          Veil           // knowledge of the reader
	passage       Passage        // passage built so far
	numbers       map[string]int // number in passage of each person mentioned, by key; Unseen for one that the reader doesn't notice
	origin        any            // source of the facts that are added now: an event, an outcome or nil
	interruptions []laterFact    // interrupted actions, to be told after their cause
	hurtKeys      []string       // keys of actors whose health may have changed, in the order of the events
}

// addFact adds f. If conditions of the person concerned (the target of a deed, otherwise Who) have their own wordings, it tags f with them.
func (c *collector) addFact(f Fact) {
	hasTarget := f.Other > 0 && slices.Contains([]Kind{Deed, Declared, Asked, Step}, f.Kind)
	if who := collect.Choose(hasTarget, f.Other, f.Who); who > 0 && f.Kind != Hazard {
		f.Tags = c.wordedConditions(c.passage.Keys[who])
	}
	c.passage.Facts, c.passage.origins = append(c.passage.Facts, f), append(c.passage.origins, c.origin)
}

// wordedConditions names the conditions of an actor that have their own wording and that the reader sees.
func (c *collector) wordedConditions(key string) string {
	a := c.entry.findActor(key)
	if a == nil || !c.seesState(key) {
		return ""
	}
	if !c.veil.All() {
		a = c.rs.WithoutSecrets(a)
	}
	var list []string
	for i := range a.Conditions {
		if x := a.Conditions[i].Condition; x.HasWords() {
			list = append(list, x.Name)
		}
	}
	return strings.Join(list, " ")
}

// personNumber returns the number of an actor or a side, or 0 for none.
func (c *collector) personNumber(key string) int {
	if key == "" {
		return 0
	}
	if n, ok := c.numbers[key]; ok {
		return n
	}
	a := c.entry.findActor(key)
	if a == nil {
		return 0
	}
	person := c.veil.Person(a)
	if person.Unknown && !c.veil.Sees(key, rules.KnowThere) {
		c.numbers[key] = Unseen
		return Unseen
	}
	c.veil.Meet(key)
	c.passage.People, c.passage.Keys = append(c.passage.People, person), append(c.passage.Keys, key)
	c.numbers[key] = len(c.passage.People) - 1
	return c.numbers[key]
}

// roleNumber returns the number of one of the two people in a step. An actor who acts unseen has the number Unseen, which doesn't reveal
// who it is.
func (c *collector) roleNumber(key string) int {
	if key != "" && !c.veil.KnowsAllOf(key) && !c.isDeedSeen(key) {
		return Unseen
	}
	return c.personNumber(key)
}

// isDeedSeen reports whether the reader sees the deed of an actor other than the reader's in this entry. If several actors do the same,
// only some of them may be seen.
func (c *collector) isDeedSeen(key string) bool {
	return c.veil.SeesDeeds() || c.entry.isSharedDeed() && key != "" && c.veil.Sees(key, rules.KnowDeed)
}

// isSharedDeed reports whether the entry is one instant action by several actors, such as a group check.
func (e *Entry) isSharedDeed() bool {
	isElsewhere := func(o rules.Outcome) bool { return !strings.HasPrefix(o.Path, actionPath) }
	return e.Who == "" && len(e.Outcomes) > 0 && !slices.ContainsFunc(e.Outcomes, isElsewhere)
}

// actionPath is the beginning of the paths of all steps of actions.
const actionPath = "actions/"

// replaceRerolled overwrites the fact of the named step with now, the result of its reroll, and reports whether there was one. The first
// result is left out of the story.
func (c *collector) replaceRerolled(step string, now *Fact) bool {
	for i := len(c.passage.Facts) - 1; i >= 0 && step != ""; i-- {
		if f := &c.passage.Facts[i]; f.Kind == Step && f.Of == step && f.Who == now.Who {
			f.Degree, f.Made, f.Row, f.Side = now.Degree, now.Made, now.Row, now.Side
			return true
		}
	}
	return false
}

// isOutsider reports whether a key belongs to an actor about whom the reader doesn't know everything.
func (c *collector) isOutsider(key string) bool { return key != "" && !c.veil.KnowsAllOf(key) }

// collectFacts collects all facts of the entry.
func (c *collector) collectFacts() {
	if c.addSceneLimits() {
		return
	}
	c.addDrawnItem()
	isContest := c.addContest()
	if !isContest {
		c.addDeeds()
	}
	c.addHazard()
	c.origin = nil
	if c.addTimeSpan() {
		return
	}
	c.addConditionTicks()
	if !isContest {
		c.addOutcomes()
	}
	for e := range c.entry.EventsOutsideSteps() {
		if !isContest || e.How != rules.HowContest {
			c.addChangeOutsideSteps(e, c.entry.Events)
		}
	}
	c.mergePayments()
	c.dropFleeting()
	messages := c.removeMessages()
	for _, interruption := range c.interruptions { // told with the cause of the interruption
		interruption.fact.State = true
		c.restoreFact(interruption)
	}
	c.origin = nil
	c.addHealthChanges()
	c.addAbilityChanges()
	c.addFatalTicks()
	for _, m := range messages {
		c.restoreFact(m)
	}
	c.addWinners()
}

// addSceneLimits adds the beginning or the end of a scene, and reports whether the entry is one of these. The game master is told the
// outcome as entered.
func (c *collector) addSceneLimits() bool {
	isFinish := func(e *rules.Event) bool { return e.Kind == rules.EventFinish }
	isBegin := func(e *rules.Event) bool { return e.Kind == rules.EventBegin }
	outcome, end := "", collect.FindPointer(c.entry.Events, isFinish)
	if end != nil && c.veil.All() {
		outcome = end.Text
	}
	if begin := collect.FindPointer(c.entry.Events, isBegin); begin != nil {
		c.addFact(Fact{Kind: Begins, Text: c.veil.Title(begin), Was: outcome, State: c.entry.Before.Running})
		c.passage.addAttendees(c.entry.After.Actors, c.veil.Person, func(a *rules.Actor) bool { return c.veil.Sees(a.Key, rules.KnowSide) })
		return true
	}
	if end != nil {
		c.addWinners()
		c.addFact(Fact{Kind: Ends, Text: outcome, Sum: collect.Choose(c.veil.FightOn(c.entry.Before), phrase.CaseFight, "")})
		return true
	}
	return false
}

// addOutcomes adds the results of the steps. If several actors do the same, the deed of each precedes its steps.
func (c *collector) addOutcomes() {
	for i := range c.entry.Outcomes {
		o := &c.entry.Outcomes[i]
		isNextDoer := i == 0 || c.entry.Outcomes[i-1].Doer != o.Doer
		if c.entry.isSharedDeed() && isNextDoer && (c.veil.KnowsAllOf(o.Doer) || c.isDeedSeen(o.Doer)) {
			c.addInstantDeed(o.Doer, c.entry.Outcomes[i:i+1])
		}
		c.addOutcome(o)
	}
}

// removeMessages removes and returns the messages of the rules that are full sentences, which are told last.
func (c *collector) removeMessages() (messages []laterFact) {
	for i := 0; i < len(c.passage.Facts); i++ {
		if c.passage.Facts[i].Kind == Told {
			messages = append(messages, c.removeFact(i))
			i--
		}
	}
	return messages
}

// dropFleeting removes the beginnings and ends of conditions that begin and end in this entry, such as bleeding by an actor with no blood
// left. If the actor had the condition before, the end is told.
func (c *collector) dropFleeting() {
	for i := 0; i < len(c.passage.Facts); i++ {
		put := c.passage.Facts[i]
		end := slices.IndexFunc(c.passage.Facts, func(f Fact) bool { return f.Kind == End && f.Of == put.Of && f.Who == put.Who })
		x, ok := c.rs.Conditions.Get(put.Of)
		endsLater := put.Kind == Put && end >= i
		if !endsLater || !ok || x.Say.Case(string(End)).IsSilent() {
			continue
		}
		if put.Was != put.Of {
			c.removeFact(end)
		}
		c.removeFact(i)
		i--
	}
}

// mergePayments combines manual losses of several actors from a pool and the gain of another into one fact, if the pool has a wording for
// payments.
func (c *collector) mergePayments() {
	for i := range c.passage.Facts {
		gain := c.passage.Facts[i]
		pool, ok := c.rs.Pools.Get(gain.Of)
		if gain.Kind != Gained || !ok || !c.veil.IsManual() || pool.Say.Case(CasePaid) == nil {
			continue
		}
		sum := gain.Amount
		for _, f := range c.passage.Facts {
			if f.Kind == Lost && f.Of == gain.Of {
				sum += f.Amount
			}
		}
		if math.Abs(sum) > 0.5 {
			continue // the reader knows nothing of these losses or gains
		}
		c.removeFact(i)
		for j := range c.passage.Facts {
			if f := &c.passage.Facts[j]; f.Kind == Lost && f.Of == gain.Of {
				f.Other = gain.Who
			}
		}
		return
	}
}

// mergeHeadings combines an actor's new pace and destination into one fact, and removes the destination of an actor who doesn't move.
func (c *collector) mergeHeadings() {
	for i := 0; i < len(c.passage.Facts); i++ {
		g := c.passage.Facts[i]
		if g.Kind != Goes {
			continue
		}
		at := slices.IndexFunc(c.passage.Facts, func(f Fact) bool { return f.Kind == Activity && f.Who == g.Who })
		if at < 0 && !g.Stands {
			continue
		}
		if at >= 0 && g.Of == "" {
			f := &c.passage.Facts[at]
			f.Other, f.Text, f.Chase = g.Other, g.Text, g.Chase
		}
		c.removeFact(i)
		i--
	}
}

// laterFact is a fact that is told later than it was collected.
type laterFact struct {
	fact   Fact // fact to tell
	origin any  // event or outcome that it comes from; nil for none
}

// removeFact removes a fact and returns it with its origin.
func (c *collector) removeFact(i int) laterFact {
	m := laterFact{c.passage.Facts[i], c.passage.origins[i]}
	c.passage.Facts, c.passage.origins = slices.Delete(c.passage.Facts, i, i+1), slices.Delete(c.passage.origins, i, i+1)
	return m
}

// restoreFact adds a removed fact, with its origin.
func (c *collector) restoreFact(m laterFact) {
	c.origin = m.origin
	c.addFact(m.fact)
}

// addContest adds the result of one roll against another, if the reader sees both people's deeds, and reports whether it did.
func (c *collector) addContest() bool {
	at := slices.IndexFunc(c.entry.Events, func(e rules.Event) bool { return e.Kind == rules.EventTell && e.How == rules.HowContest })
	hidden := func(o rules.Outcome) bool { return o.Secret }
	isSeen := func(key string) bool { return c.veil.KnowsAllOf(key) || c.veil.Sees(key, rules.KnowDeed) }
	if at < 0 || !c.veil.All() && (!isSeen(c.entry.Who) || !isSeen(c.entry.Whom) || slices.ContainsFunc(c.entry.Outcomes, hidden)) {
		return false
	}
	won := &c.entry.Events[at]
	f := Fact{Kind: Contest, Who: c.personNumber(c.entry.Who), Other: c.personNumber(c.entry.Whom), Degree: "neither"}
	if won.Other != "" {
		f.Degree = collect.Choose(won.Other == c.entry.Who, "won", "lost")
	}
	for i := range c.entry.Outcomes {
		if o := &c.entry.Outcomes[i]; o.Degree != "" && f.Label == "" {
			f.Label = c.checkedSkill(o)
		} else if o.Degree != "" {
			f.Text = c.checkedSkill(o)
		}
	}
	c.origin = won
	c.addFact(f)
	return true
}

// EventsOutsideSteps iterates over the events of an entry that belong to none of its steps.
func (e *Entry) EventsOutsideSteps() iter.Seq[*rules.Event] {
	return func(yield func(*rules.Event) bool) {
		inStep := make([]bool, len(e.Events))
		for i := range e.Outcomes {
			for j := range e.Outcomes[i].Events {
				for k := range e.Events {
					if !inStep[k] && areSameEvent(&e.Events[k], &e.Outcomes[i].Events[j]) {
						inStep[k] = true
						break
					}
				}
			}
		}
		for i := range e.Events {
			if !inStep[i] && !yield(&e.Events[i]) {
				return
			}
		}
	}
}

// areSameEvent reports whether an event of the entry and one of its step are the same event.
func areSameEvent(a, b *rules.Event) bool {
	return a.Kind == b.Kind && a.Who == b.Who && a.What == b.What && a.ID == b.ID && a.Value == b.Value && a.At == b.At && a.Other == b.Other && a.Text == b.Text
}

// addDrawnItem adds the item that is taken in hand for the deed.
func (c *collector) addDrawnItem() {
	for i := range c.entry.Events {
		e := &c.entry.Events[i]
		if item, ok := c.rs.Items.Get(e.What); ok && e.Kind == rules.EventHold && c.veil.KnowsAllOf(e.Who) {
			c.origin = e
			if a := c.entry.Before.Find(e.Who); a == nil || !a.IsReady(item) {
				c.addFact(Fact{Kind: Hold, Of: e.What, Label: c.rs.MidSentence(item.Label), Who: c.personNumber(e.Who)})
			}
		}
	}
}

// addDeeds adds the deeds: those of the reader's own actors when they are declared, others' when they take effect.
func (c *collector) addDeeds() {
	acted := false
	for i := range c.entry.Events {
		e := &c.entry.Events[i]
		c.origin = e
		switch {
		case e.Kind == rules.EventDoing && c.veil.KnowsAllOf(e.Who):
			acted = acted || e.Who == c.entry.Who
			c.addAction(Declared, e.Who, e.Doing)
			if e.Doing.Beside != nil {
				c.addAction(Declared, e.Who, e.Doing.Beside)
			}
		case e.Kind != rules.EventDone:
		case e.Who == c.entry.Who && e.Text == "" && !c.veil.IsManual():
			acted = true
			if a := c.entry.Before.Find(e.Who); a != nil && a.Doing != nil && a.Doing.Prolonged == 0 && (c.veil.KnowsAllOf(e.Who) || c.veil.SeesDeeds()) {
				c.addAction(Deed, e.Who, a.Doing)
			}
		case c.veil.KnowsAllOf(e.Who) && !c.isToldByAnswer(e.Who):
			if a := c.entry.Before.Find(e.Who); a != nil && a.Doing != nil {
				c.postponeInterruption(Stops, e.Who, a.Doing)
			}
		}
	}
	c.origin = nil
	if !acted && c.entry.Who != "" && (c.veil.KnowsAllOf(c.entry.Who) || c.veil.SeesDeeds()) {
		c.addInstantDeed(c.entry.Who, c.entry.Outcomes)
	}
}

// postponeInterruption stores the fact that an actor breaks off an action because of an event, to be told after that event.
func (c *collector) postponeInterruption(kind Kind, who string, d *rules.OngoingAction) {
	c.addAction(kind, who, d)
	if last := len(c.passage.Facts) - 1; last >= 0 && c.passage.Facts[last].Kind == kind {
		c.interruptions = append(c.interruptions, c.removeFact(last))
	}
}

// addInstantDeed adds a deed that takes no time. Its action, target and tool are taken from its first step.
func (c *collector) addInstantDeed(who string, outcomes []rules.Outcome) {
	for i := range outcomes {
		o := &outcomes[i]
		body, isActionStep := strings.CutPrefix(o.Path, actionPath)
		if !isActionStep || o.Doer != who || o.Secret && !o.Belief && !c.veil.All() {
			continue
		}
		body, _, _ = strings.Cut(body, ".")
		body, _, _ = strings.Cut(body, " ")
		action, ok := c.rs.Actions.Get(body)
		if !ok {
			continue
		}
		d := c.rolledAbility(o)
		d.Action, d.Whom = body, c.entry.Whom
		if len(action.With) > 0 {
			d.Tool = o.Tool
		}
		c.addAction(Deed, who, d)
		return
	}
}

// rolledAbility returns the task, skill or statistic that a step rolls, in the form of a declaration.
func (c *collector) rolledAbility(o *rules.Outcome) *rules.OngoingAction {
	if _, ok := c.rs.Tasks.Get(o.Ability); ok {
		return &rules.OngoingAction{Task: o.Ability}
	} else if _, ok := c.rs.Skills.Get(o.Ability); ok {
		return &rules.OngoingAction{Skill: o.Ability}
	}
	return &rules.OngoingAction{Stat: o.Ability}
}

// checkedSkill returns the label, as a noun, of the skill or statistic that a check was rolled on; for a task, of its skill.
func (c *collector) checkedSkill(o *rules.Outcome) string {
	if task, ok := c.rs.Tasks.Get(o.Ability); ok && len(task.Skills()) > 0 {
		return c.rs.MidSentence(cmp.Or(o.Skill, task.Skills()[0].Label))
	}
	return cmp.Or(DeedOf(c.rs, Contest, c.rolledAbility(o)).Label, c.rs.MidSentence(o.Skill), c.rs.MidSentence(o.Label))
}

// isToldByAnswer reports whether an actor breaks off an action for an answer, whose sentence tells it.
func (c *collector) isToldByAnswer(who string) bool {
	return slices.ContainsFunc(c.entry.Outcomes, func(o rules.Outcome) bool { return o.Choice != "" && o.Who == who && isInterruption(&o) })
}

// isInterruption reports whether a step breaks off the action of its own actor.
func isInterruption(o *rules.Outcome) bool {
	return slices.ContainsFunc(o.Events, func(e rules.Event) bool { return e.Kind == rules.EventDone && e.Who == o.Who })
}

// addAction adds an actor's action as a fact.
func (c *collector) addAction(kind Kind, who string, d *rules.OngoingAction) {
	whom, tool := d.Whom, d.Tool
	if c.isOutsider(who) && !c.veil.KnowsAllOf(whom) && !c.rs.Knowledge.ShowsWholeDeed() {
		whom, tool = "", ""
	}
	f := DeedOf(c.rs, kind, d)
	f.Who, f.Other, f.Tool, f.At = c.personNumber(who), c.personNumber(whom), tool, d.At
	if c.veil.KnowsAllOf(who) {
		f.Text = d.Words
	}
	c.addFact(f)
}

// DeedOf returns a Fact of the given kind that describes d, without the people.
func DeedOf(rs *rules.Ruleset, kind Kind, d *rules.OngoingAction) Fact {
	f := Fact{Kind: kind, Of: d.Action, Label: d.Action, Tool: d.Tool, Amount: d.Asked}
	if a, ok := rs.Actions.Get(d.Action); ok {
		f.Label = rs.MidSentence(a.Label)
	}
	if task, ok := rs.Tasks.Get(d.Task); ok {
		f.Of, f.Label = d.Task, rs.MidSentence(task.Label)
	} else if skill, ok := rs.Skills.Get(d.Skill); ok {
		f.Label = rs.MidSentence(skill.Label)
	} else if stat, ok := rs.Stats.Get(d.Stat); ok {
		f.Label = rs.MidSentence(stat.Label)
	}
	return f
}

// TellDeed returns the sentence about one deed, declared, planned or answered, given as a fact. who is the actor and whom the target: the
// actor again if the deed is done to oneself, the zero Person if there is no target. The result isn't told.
func TellDeed(rs *rules.Ruleset, f Fact, who, whom Person) string {
	p := Passage{Proposed: true, People: []Person{{}, who}}
	switch f.Who = 1; {
	case whom == who:
		f.Other = 1
	case whom != (Person{}):
		p.People, f.Other = append(p.People, whom), 2
	}
	p.Facts = []Fact{f}
	return Tell(rs, p)
}

// TellQuestion returns the question that asks a person how to answer the named action, or "" if the language has no such question.
func TellQuestion(rs *rules.Ruleset, action string, who Person) string {
	return Tell(rs, Passage{People: []Person{{}, who}, Facts: []Fact{{Kind: Question, Of: action, Who: 1}}})
}

// addHazard adds harm without an actor, for readers who see the victim.
func (c *collector) addHazard() {
	var victims []string
	for i := range c.entry.Outcomes {
		o := &c.entry.Outcomes[i]
		name, ok := strings.CutPrefix(o.Path, "hazards/")
		if !ok {
			continue
		}
		name, _, _ = strings.Cut(name, ".")
		name, _, _ = strings.Cut(name, " ")
		whom := cmp.Or(o.Whom, o.Who, c.entry.Whom, c.entry.Who)
		h, known := c.rs.Hazards.Get(name)
		if !known || slices.Contains(victims, whom) {
			continue
		}
		if c.veil.KnowsAllOf(whom) || c.veil.IsConcerned() || c.veil.Sees(whom, rules.KnowDeed) {
			c.addFact(Fact{Kind: Hazard, Of: name, Label: c.rs.MidSentence(h.Label), Other: c.personNumber(whom), Amount: o.Asked})
			victims = append(victims, whom)
		}
	}
}

// addConditionTicks adds the recurring effects of conditions of the reader's own actors.
func (c *collector) addConditionTicks() {
	for i := range c.entry.Events {
		e := &c.entry.Events[i]
		c.origin = e
		x, ok := c.rs.Conditions.Get(e.What)
		if !ok || e.Kind != rules.EventTick || !c.veil.KnowsAllOf(e.Who) || c.isEmptyTick(e) {
			continue
		}
		if c.veil.All() || !c.veil.IsSecret(e) {
			c.addFact(Fact{Kind: Tick, Of: e.What, Label: c.rs.MidSentence(cmp.Or(x.EffectText(), x.Label)), Who: c.personNumber(e.Who), State: true})
		}
	}
}

// addFatalTicks adds the conditions that worsened the state of health of others, each before the fact of that change, if the reader saw the
// condition begin.
func (c *collector) addFatalTicks() {
	for i := range c.entry.Events {
		e := &c.entry.Events[i]
		x, ok := c.rs.Conditions.Get(e.What)
		if !ok || e.Kind != rules.EventTick || x.Hidden != "" || c.veil.IsSecret(e) {
			continue
		}
		isSeenOnly := !c.veil.KnowsAllOf(e.Who) && c.veil.Sees(e.Who, rules.KnowCondition) && c.veil.HasMet(e.Who)
		if !isSeenOnly {
			continue
		}
		a := c.entry.Before.Find(e.Who)
		who := c.numbers[e.Who]
		at := slices.IndexFunc(c.passage.Facts, func(f Fact) bool { return who > 0 && f.Who == who && f.State && (f.Kind == Health || c.isFallFact(&f)) })
		if at < 0 || a == nil || !c.rs.WithoutSecrets(a).HasCondition(c.rs, x) {
			continue
		}
		f := Fact{Kind: Tick, Of: e.What, Label: c.rs.MidSentence(cmp.Or(x.EffectText(), x.Label)), Who: who, State: true, Tags: c.wordedConditions(e.Who)}
		c.passage.Facts, c.passage.origins = slices.Insert(c.passage.Facts, at, f), slices.Insert(c.passage.origins, at, any(e))
	}
}

// isEmptyTick reports whether a condition acts on an actor without effect, because nothing is left to lose, and the reader sees that the
// actor is still down.
func (c *collector) isEmptyTick(tick *rules.Event) bool {
	takes := func(o rules.Outcome) bool { return o.Who == tick.Who && o.Step == tick.What && len(o.Events) > 0 }
	return c.isStillDown(tick.Who) && !slices.ContainsFunc(c.entry.Outcomes, takes)
}

// addOutcome adds a step, limited to the reader's knowledge.
func (c *collector) addOutcome(o *rules.Outcome) {
	c.origin = o
	switch {
	case c.veil.All() || !o.Secret && (c.veil.KnowsAllOf(o.Who) || c.isDeedSeen(o.Who) && o.Kind != initiativeStep):
		c.addStepResult(o)
		c.addStepChanges(o.Events)
	case o.Secret:
		if o.Belief && o.Total != nil && c.veil.KnowsAllOf(o.Who) {
			c.addFact(Fact{Kind: Believes, Who: c.personNumber(o.Who), Number: *o.Total})
		}
		c.hideChanges(o.Events)
		for i := range o.Events { // changes of the reader's own pools show
			if e := &o.Events[i]; c.veil.KnowsAllOf(e.Who) && (e.Kind == rules.EventPool || e.Kind == rules.EventPaid) {
				c.addChange(e, o.Events)
			}
		}
	default: // only its effects on the reader's own actors are known
		for i := range o.Events {
			e := &o.Events[i]
			if c.veil.KnowsAllOf(e.Who) && e.Kind != rules.EventTell {
				c.addChange(e, o.Events)
			} else {
				c.hideChanges(o.Events[i : i+1])
			}
		}
	}
}

// initiativeStep is the kind of a step that rolls for the next turn; the clock shows its result.
const initiativeStep = "initiative"

// addStepResult adds the result of a step.
func (c *collector) addStepResult(o *rules.Outcome) {
	if _, lasts := c.rs.Activities.Get(o.Step); lasts || o.Kind == initiativeStep || o.Step == initiativeStep || o.Kind == rules.KindFilter {
		return
	}
	by, other := c.rolesOfStep(o)
	f := Fact{
		Kind: Step, Of: o.Step, Label: c.rs.MidSentence(o.Label), StepPath: o.Path, Who: c.roleNumber(by), Other: c.roleNumber(other),
		Row: c.rowWording(o), Side: o.Side, Text: o.Text, RolledByOther: o.Who != by,
	}
	if o.Path == "" {
		f.StepPath = c.pathOfOldStep(o)
	}
	if by == "" {
		f.Who = Unseen
	}
	if c.veil.KnowsAllOf(by) || c.isDeedSeen(by) && c.rs.Knowledge.ShowsWholeDeed() {
		f.Tool = o.Tool
	}
	f.Sum = c.sizeOfTotal(o, cmp.Or(other, by))
	// whether the activity changes without starting or stopping the actor's movement
	changesActivity := slices.ContainsFunc(o.Events, func(e rules.Event) bool { return e.Kind == rules.EventActivity })
	if was, now := c.entry.Before.Find(o.Who), c.entry.After.Find(o.Who); changesActivity && was != nil && now != nil {
		f.Stands = !hasPacedActivity(was) && !hasPacedActivity(now)
	}
	if o.Degree != "" {
		f.Made, f.Number = o.Success, o.Factor
		for _, degree := range c.rs.Degrees.All {
			if degree.Label == o.Degree {
				f.Degree = degree.Name
			}
		}
	}
	f.Idle = o.Degree != "" && (len(o.Events) == 0 && c.seesState(o.Who) || c.isStillDown(o.Who))
	if o.Belief && o.Total != nil {
		c.addFact(Fact{Kind: Believes, Who: c.personNumber(o.Who), Number: *o.Total})
		return
	}
	if o.Choice != "" {
		c.addAnswer(o, by, f)
	} else if !c.replaceRerolled(o.ChangedStep, &f) {
		c.addFact(f)
	}
}

// rolesOfStep returns the keys of the two people in a step: the actor whose deed it belongs to, and the other person, such as the victim of
// an effect; "" for none.
func (c *collector) rolesOfStep(o *rules.Outcome) (by, other string) {
	if o.Path == "" {
		return c.rolesOfOldStep(o)
	}
	if o.Who != o.Doer {
		return o.Doer, o.Who
	}
	if step := c.findStep(o); step != nil && step.Who != "" {
		return o.Doer, o.Who
	}
	return o.Doer, o.Whom
}

// sizeOfTotal returns the case for the size of a step's amount, such as harm to the actor with the key victim. It returns "" if the step
// has none, or if the reader may not know it.
func (c *collector) sizeOfTotal(o *rules.Outcome, victim string) string {
	knowsAll := c.veil.All() || c.veil.KnowsAllOf(victim)
	switch {
	case o.Total == nil || o.Degree != "" || o.Row != "", !knowsAll && !c.veil.Sees(victim, rules.KnowHealth):
		return ""
	case *o.Total <= 0:
		return phrase.CaseNone
	case knowsAll && len(o.Terms) > 1 && *o.Total < o.Terms[0].Value/4: // the first term is the starting value
		return phrase.CaseLittle
	}
	return phrase.CaseSome
}

// addAnswer adds the fact that a person chose an answer. by is the key of the actor whose deed is answered; f has the fields that the
// answer shares with a step.
func (c *collector) addAnswer(o *rules.Outcome, by string, f Fact) {
	f.Kind, f.Who, f.Other, f.Label, f.Degree, f.Row = Answer, c.roleNumber(o.Who), c.roleNumber(by), c.rs.MidSentence(o.Choice), "", ""
	f.Of = ""
	for _, action := range c.rs.Actions.All {
		if action.Label == o.Choice && action.Answers != "" {
			f.Of = action.Name
		}
	}
	if f.Who == f.Other {
		f.Other = c.roleNumber(c.entry.Whom)
	}
	if f.Of == "" {
		return
	}
	c.addFact(f)
	if a := c.entry.Before.Find(o.Who); a != nil && a.Doing != nil && c.veil.KnowsAllOf(o.Who) && isInterruption(o) {
		c.postponeInterruption(GivesUp, o.Who, a.Doing)
	}
}

// findStep returns the step of the rules that an outcome belongs to, or nil if the rules lack it.
func (c *collector) findStep(o *rules.Outcome) *rules.Step {
	path := c.rs.StepPath(o.Path, o.Step)
	if len(path) == 0 {
		return nil
	}
	return path[len(path)-1]
}

// rowWording returns the wording, for a sentence, of the row that a step resulted in.
func (c *collector) rowWording(o *rules.Outcome) string {
	if o.Row == "" {
		return ""
	}
	if step := c.findStep(o); step != nil {
		if text := step.RowPhrase(o.Row); text != "" {
			return text
		}
	}
	return c.rs.MidSentence(o.Row)
}

// rolesOfOldStep returns the two people in a step of an old entry, which doesn't record whose deed the step belongs to (Outcome.Doer). That
// is the entry's actor or, for a step of an answer, the person who answers; the other person is the one that the step names.
func (c *collector) rolesOfOldStep(o *rules.Outcome) (by, other string) {
	actor, target := c.entry.Who, c.entry.Whom
	if o.Choice == "" && slices.ContainsFunc(c.entry.Outcomes, func(a rules.Outcome) bool {
		return a.Choice != "" && a.Who == o.Who && o.Whom != "" && strings.EqualFold(a.Choice, o.Label)
	}) {
		return o.Who, o.Whom
	}
	if o.Who != "" && o.Who != actor {
		return actor, o.Who
	}
	return actor, cmp.Or(o.Whom, target)
}

// pathOfOldStep returns the path of a step of an old entry, which doesn't record it: the path of the action that contains the step.
func (c *collector) pathOfOldStep(o *rules.Outcome) string {
	action := ""
	if a := c.entry.Before.Find(c.entry.Who); a != nil && a.Doing != nil {
		action = a.Doing.Action
	}
	for _, answer := range c.entry.Outcomes {
		if answer.Choice != "" && answer.Who == o.Who && strings.EqualFold(answer.Choice, o.Label) {
			for _, x := range c.rs.Actions.All {
				if x.Label == answer.Choice {
					action = x.Name
				}
			}
		}
	}
	return c.rs.FindStep(action, o.Step, o.Label)
}

// hideChanges records that changes were not told, so that their ends aren't told either. Facts learnt are told anyway.
func (c *collector) hideChanges(events []rules.Event) {
	for i := range events {
		switch e := &events[i]; e.Kind {
		case rules.EventKnow:
			c.addLearnt(e)
		case rules.EventPut:
			c.veil.RecordConditionBegin(e, false)
		}
	}
}
