package story

import (
	"slices"

	"hybrid/rules"
	"hybrid/rules/collect"
	"hybrid/rules/phrase"
)

// The importance of facts to the narrator. A fact is one thing that happens in an entry of the log, such as a hit; a [Passage] holds the
// facts of an entry as one reader knows them. A log shows all facts; a retelling omits the lightest and emphasizes the heaviest.

// Weight is the importance of a fact in a retelling.
type Weight int

// The weights of facts, lightest first.
const (
	Weightless Weight = iota // the clock, a wait, something that passes automatically
	Light                    // a miss, a block, a step
	Heavy                    // a hit, a new word for health, something learnt
	Peak                     // a fall, the first blood, the last one standing, a win
)

// Weight returns the weight of the heaviest fact.
func (p *Passage) Weight() (heaviest Weight) {
	for i := range p.Facts {
		heaviest = max(heaviest, p.Facts[i].Weight)
	}
	return heaviest
}

// addFightMilestones adds facts that follow only from the course of the whole fight: the first wound, and the last member of a side who can
// act. They are only for readers from whom nothing is hidden, since for others a missing sentence would reveal that something is.
func (c *collector) addFightMilestones() {
	if !c.entry.Before.Running || !c.entry.After.Running || !c.veil.All() && c.rs.Knowledge.IsTracked() {
		return
	}
	c.origin = nil // no event or outcome is the source of a milestone
	wound := slices.IndexFunc(c.passage.Facts, func(f Fact) bool { return f.Kind == Health })
	deed := slices.IndexFunc(c.passage.Facts, func(f Fact) bool { return f.Kind == Deed && f.Who > 0 })
	if wound >= 0 && deed >= 0 && c.isFirstBlood(c.passage.Facts[deed].Who, c.passage.Facts[wound].Who) {
		c.insertFirstBlood(deed, wound)
	}
	for _, f := range slices.Clone(c.passage.Facts) {
		a := c.entry.After.Find(c.passage.Key(f.Who))
		if a == nil || !c.isFallFact(&f) || c.isDepartureByDeed(&f) {
			continue
		}
		if last := c.lastOfSide(a.Side); last != "" {
			f := Fact{Kind: LastOne, Who: c.personNumber(last), State: true}
			if c.isReadersSide(a.Side) {
				f.Of = "ours"
			}
			c.addFact(f)
			return
		}
	}
}

// insertFirstBlood inserts the fact that the deed with the index deed drew the first blood, the wound with the index wound. It comes right
// after the last step, answer or deed before the wound, ahead of the results.
func (c *collector) insertFirstBlood(deed, wound int) {
	f := Fact{Kind: Blood, Who: c.passage.Facts[deed].Who, Other: c.passage.Facts[wound].Who}
	drawsBlood := func(f *Fact) bool { return f.Kind == Step || f.Kind == Answer || f.Kind == Deed }
	at := wound
	for at > 0 && !drawsBlood(&c.passage.Facts[at-1]) {
		at--
	}
	c.passage.Facts, c.passage.origins = slices.Insert(c.passage.Facts, at, f), slices.Insert(c.passage.origins, at, nil)
}

// isFirstBlood reports whether a wound that attacker gave victim is the first one in the fight. People who wound themselves, and things,
// don't count.
func (c *collector) isFirstBlood(attacker, victim int) bool {
	return attacker != victim && !c.wasAnyoneHurt() && !isLifeless(c.entry.After.Find(c.passage.Key(victim)))
}

// isReadersSide reports whether a side is the reader, or includes the reader.
func (c *collector) isReadersSide(side string) bool {
	if s := c.entry.After.Find(side); s != nil && c.veil.Person(s).You {
		return true
	}
	return slices.ContainsFunc(c.entry.After.Actors, func(a *rules.Actor) bool { return a.Side == side && c.veil.Person(a).You })
}

// isFallFact reports whether a fact says that a person becomes unable to act.
func (c *collector) isFallFact(f *Fact) bool {
	x, ok := c.rs.Conditions.Get(f.Of)
	if !ok || f.Kind != Put || !takesOut(x) {
		return false
	}
	return c.wasAbleToAct(f.Who)
}

// isDepartureByDeed reports whether a fact says that a person leaves the fight by a deed of that person, such as an escape. Such a
// departure doesn't count as a fall.
func (c *collector) isDepartureByDeed(f *Fact) bool {
	x, ok := c.rs.Conditions.Get(f.Of)
	return ok && x.Out && !x.Bad && x.Holds.Text == "" && f.Who == c.numbers[c.entry.Who]
}

// isLifeless reports whether an actor can't act by nature, such as a door.
func isLifeless(a *rules.Actor) bool {
	return a != nil && slices.ContainsFunc(a.Conditions, func(h rules.HeldCondition) bool { return h.Condition.ForbidsActing() && !h.Condition.Bad })
}

// wasAbleToAct reports whether a person could act before the entry.
func (c *collector) wasAbleToAct(who int) bool {
	a := c.entry.Before.Find(c.passage.Key(who))
	if a == nil {
		return true
	}
	able, _ := a.CanAct(c.rs)
	return able
}

// takesOut reports whether a condition puts its actor down or out of the fight. Conditions that are not bad, such as those of things, don't
// count.
func takesOut(x *rules.Condition) bool { return x.Out || x.ForbidsActing() && x.Bad }

// wasAnyoneHurt reports whether anyone was hurt before the entry.
func (c *collector) wasAnyoneHurt() bool {
	return slices.ContainsFunc(c.entry.Before.Actors, func(a *rules.Actor) bool {
		b := a.SeenBearing(c.rs, rules.KnowHealth)
		return b.Level < b.Levels-1 // the last level is unhurt
	})
}

// lastOfSide returns the key of the only member of a side who can still act. It returns "" if several members can act or none can, or if
// fewer than two are down.
func (c *collector) lastOfSide(side string) (last string) {
	fell := 0
	for _, a := range c.entry.After.Actors {
		if a.Side != side {
			continue
		}
		switch able, _ := a.CanAct(c.rs); {
		case able && last != "":
			return ""
		case able:
			last = a.Key
		case slices.ContainsFunc(a.FormulaConditions(c.rs), takesOut),
			slices.ContainsFunc(a.Conditions, func(h rules.HeldCondition) bool { return takesOut(h.Condition) }):
			fell++
		}
	}
	if fell < 2 {
		return ""
	}
	return last
}

// weighFacts sets the weight of each fact: its weight on its own, adjusted to the other facts of the passage.
func (c *collector) weighFacts() {
	hasNoHarm := slices.ContainsFunc(c.passage.Facts, func(f Fact) bool { return f.Sum == phrase.CaseNone })
	hasTick := slices.ContainsFunc(c.passage.Facts, func(f Fact) bool { return f.Kind == Tick })
	getsWorse := func(who int) bool {
		return slices.ContainsFunc(c.passage.Facts, func(f Fact) bool { return f.Who == who && (f.Kind == Health || c.isFallFact(&f)) })
	}
	for i := range c.passage.Facts {
		f := &c.passage.Facts[i]
		f.Weight = c.factWeight(f)
		doesHarm := f.Made && (f.Sum == phrase.CaseSome || f.Sum == phrase.CaseLittle)
		switch {
		case f.Kind == Step && (doesHarm || f.Row != "" && !hasNoHarm): // Row is, for example, the body part that is hit
			f.Weight = Heavy
		case hasTick && f.Kind == Lost: // the loss is told with the condition that causes it
			f.Weight = Weightless
		case f.Kind == Tick && getsWorse(f.Who): // otherwise the reader doesn't learn the reason
			f.Weight = Light
		}
	}
}

// factWeight returns the weight of a fact on its own.
func (c *collector) factWeight(f *Fact) Weight {
	switch f.Kind {
	case Won, Blood, LastOne:
		return Peak
	case Told, Says:
		return collect.Choose(f.InMargin, Weightless, Heavy)
	case Put, End:
		x, ok := c.rs.Conditions.Get(f.Of)
		switch {
		case c.isFallFact(f):
			return Peak
		case !ok || x.Say.Case(string(f.Kind)).IsSilent() || x.Say == nil && x.IsBookkeeping():
			return Weightless
		case f.Kind == End && (x.ForbidsActing() || x.Out), f.Kind == Put && x.Bad:
			return Heavy
		case f.Kind == End:
			return Weightless
		}
		return Light
	case Health, Lost, Gained, Drop, Contest, Hazard, Join, Leave, Learn, Whisper, Rank, Stood:
		return Heavy
	case Deed, Activity:
		_, isTask := c.rs.Tasks.Get(f.Of)
		before, after := c.entry.Before, c.entry.After
		isDowntime := after.Elapsed > before.Elapsed && (after.Count == before.Count || !c.veil.FightOn(before) && !c.veil.FightOn(after)) // hours pass, without turns
		if isTask || f.Kind == Deed && f.Of == "" || isDowntime {
			return Heavy
		}
		return Light
	case Step, Answer, Hold, Stops, GivesUp, Moves, Goes, Believes, Number:
		return Light
	}
	return Weightless
}
