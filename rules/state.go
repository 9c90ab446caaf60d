package rules

import (
	"cmp"
	"iter"
	"slices"

	"hybrid/rules/collect"
)

// The state of play: an encounter at one moment, and everything that is kept from earlier ones. Only events change it (state_event.go).
// Copies are cheap, and every look-ahead works on a copy. Counts are the units of the timeline in a fight; in an order by rounds, a count
// is a round. A known state (num_unknown.go) contains only what one actor knows.

// State is an encounter at one moment: the count, the actors, and the situations of the scene. It is a value: Apply returns a new one and
// leaves the old one unchanged.
type State struct {
	Encounter        string         // name of the encounter; "" before the first one
	Label            string         // label of the encounter
	Running          bool           // whether the timeline runs, as in a fight
	SceneOver        bool           // whether the scene has ended (see IsSceneOn)
	Count            float64        // current count of the timeline
	Actors           []*Actor       // actors present, in the order in which they joined
	Situations       []string       // situations of the scene, by name, which apply to every actor
	SecretSituations []string       // subset of Situations that no player sees; nil for none
	Joined           int            // number of actors that have ever joined, for breaking ties
	Away             []*Actor       // actors of earlier encounters and those who left this one, as they left
	Sides            []*Actor       // sides, in the order of play; nil if neither the game nor the encounter has sides
	SidesAway        []*Actor       // sides of earlier encounters, as they left
	Round            *Round         // position in the order by rounds; nil in games without rounds and before the first round
	SideRolls        []SideRoll     // initiative rolls of sides for the next round
	Stage            *StageAt       // step of the running stage, or nil
	Won              string         // key of the side that has won; "" while none has
	Pinned           []PinnedNotes  // notes of the game master
	Reminders        []Reminder     // reminders of the game master, the next one first
	Goals            []GoalProgress // progress towards the goals of the scene; goals without a try are missing
	Leavers          []string       // keys of the actors who left the encounter, in the order in which they left
	EndedAt          float64        // time at which the last fight or the scene ended, as in Elapsed; 0 before
	Departures       []Departure    // those who left the current fight, or the last one before its end, in the order in which they left
	Clock                           // time that has passed in the campaign

	unknownActors []UnknownActor // placeholders for the actors whom the viewer doesn't know, in a known state; nil in the full state
	omitsScene    bool           // whether situations of the scene are omitted, a fact that previews then mention
	viewer        string         // key of the actor whose known state it is; "" for the full state
	indexByKey    map[string]int // index in Actors by key, replaced when an actor joins or leaves; nil for few actors
}

// IsSceneOn reports whether a scene has begun and isn't over. A scene goes on after a fight in it, until it ends or another scene begins.
func (s *State) IsSceneOn() bool { return s.Encounter != "" && !s.SceneOver }

// actorsToKeep returns the actors, away and present, without anything that belongs to the past fight.
func (s *State) actorsToKeep() []*Actor {
	away := append([]*Actor(nil), s.Away...)
	for _, a := range s.Actors {
		away = append(away, a.withoutFightState(s.Count))
	}
	return away
}

// withoutFightState returns a copy of an actor without anything that belongs to the fight, which ended at count.
func (a *Actor) withoutFightState(count float64) *Actor {
	b := a.clone()
	b.Turn, b.Open, b.Waiting, b.Doing, b.Slow, b.Placed, b.Going, b.Activities, b.Spot = noCount, false, false, nil, false, false, nil, nil, ""
	b.Sees, b.HasEntered = nil, false
	b.Conditions, b.Outranked, b.Situations = outlastingConditions(a.Conditions, count), outlastingConditions(a.Outranked, count), b.Sheet.situations
	return b
}

// outlastingConditions returns the conditions that outlast an encounter that ends at count, with their counts relative to its end.
func outlastingConditions(list []HeldCondition, count float64) (remaining []HeldCondition) {
	for _, held := range list {
		// A condition with a time limit lasts until that time, unless it is shared with another actor, who might not stay.
		if held.Condition.OutlastsEncounter() || held.Limit > 0 && !held.Condition.paired {
			tick, limit := held.NextTick, held.Limit
			if tick >= 0 {
				tick -= count
			}
			if limit > 0 {
				limit = max(slack, limit-count) // above 0, which would mean no limit
			}
			held.Since = 0
			held.planNext(tick, limit)
			remaining = append(remaining, held)
		}
	}
	return remaining
}

// shiftCounts adds counts to the current count, and to the counts at which conditions began, have their next effect and expire. It doesn't
// shift turns, so it must not be called while actors have any.
func (s *State) shiftCounts(counts float64) {
	if counts == 0 {
		return
	}
	s.Count = TrimNoise(s.Count + counts)
	for _, list := range [][]*Actor{s.Actors, s.Sides} {
		for i, a := range list {
			a = a.clone()
			a.Outranked = slices.Clone(a.Outranked)
			for _, held := range [][]HeldCondition{a.Conditions, a.Outranked} {
				for j := range held {
					held[j].Since = TrimNoise(held[j].Since + counts)
					held[j].shiftCounts(counts)
				}
			}
			list[i] = a
		}
	}
}

// DetachedCopy returns a copy of an actor for use outside play: without a turn, an action in progress, a destination or sights of others.
// Losses, equipment and conditions are kept.
func DetachedCopy(a *Actor) *Actor {
	b := a.clone()
	b.Turn, b.Open, b.Waiting, b.Doing, b.Going, b.Sees = noCount, false, false, nil, nil, nil
	return b
}

// Find returns the actor or the side with this key, or nil.
func (s *State) Find(key string) *Actor { return s.FindNear(key, 0) }

// FindAnywhere returns the actor or the side with this key, even if it has left, or nil.
func (s *State) FindAnywhere(key string) *Actor {
	return cmp.Or(s.Find(key), collect.First(s.Away, func(a *Actor) bool { return a.Key == key }))
}

// FindNear finds an actor like Find does, looking first at the index near, such as the actor's index in another state.
func (s *State) FindNear(key string, near int) *Actor {
	if i := s.indexNear(key, near); i >= 0 {
		return s.Actors[i]
	}
	for _, side := range s.Sides {
		if side.Key == key {
			return side
		}
	}
	return nil
}

// indexNear returns the index of the actor with this key, looking first at near; -1 for none.
func (s *State) indexNear(key string, near int) int {
	if near < len(s.Actors) && s.Actors[near].Key == key {
		return near
	}
	if i, known := s.indexByKey[key]; known && i < len(s.Actors) && s.Actors[i].Key == key {
		return i
	}
	near = min(near, len(s.Actors))
	for i, actor := range s.Actors[near:] {
		if actor.Key == key {
			return near + i
		}
	}
	for i, actor := range s.Actors[:near] {
		if actor.Key == key {
			return i
		}
	}
	return -1
}

// updateIndexes updates s.indexByKey after an actor joined or left.
func (s *State) updateIndexes() {
	if s.indexByKey = nil; len(s.Actors) <= fewActors {
		return
	}
	s.indexByKey = make(map[string]int, len(s.Actors))
	for i, a := range s.Actors {
		s.indexByKey[a.Key] = i
	}
}

// EachChanged iterates over the actors that differ from their versions in before, an earlier state. It yields them in their order, each
// with its earlier version, or nil if there was none.
func (s *State) EachChanged(before *State) iter.Seq2[*Actor, *Actor] {
	return func(yield func(a, earlier *Actor) bool) {
		for i, a := range s.Actors {
			if i < len(before.Actors) && before.Actors[i] == a {
				continue
			}
			if earlier := before.FindNear(a.Key, i); earlier != a && !yield(a, earlier) {
				return
			}
		}
	}
}

// changedActors returns the actors that differ from their versions in before, an earlier state.
func (s *State) changedActors(before *State) (list []*Actor) {
	for a := range s.EachChanged(before) {
		list = append(list, a)
	}
	return list
}

// WithoutArmour returns a state in which one actor, given by key, wears no armour. It is for damage that ignores armour.
func (s *State) WithoutArmour(who string) *State {
	bare := *s
	bare.Actors = slices.Clone(s.Actors)
	for i, a := range bare.Actors {
		if a.Key == who {
			bare.Actors[i] = a.clone()
			bare.Actors[i].worn = nil
		}
	}
	return &bare
}

// RestartActor returns a state in which the actor starts afresh with the given sheet, in the same place. s stays unchanged.
func (rs *Ruleset) RestartActor(s *State, key string, sheet *Sheet) *State {
	next := *s
	next.Actors, next.Sides = slices.Clone(s.Actors), slices.Clone(s.Sides)
	own := map[string]*Actor{}
	for i, a := range next.Actors {
		if a.Key == key {
			b := rs.NewActor(key, s.sheetWithSidePlayer(a.Side, sheet))
			b.Name, b.Short, b.Looks, b.Portrait, b.Side, b.order = a.Name, a.Short, a.Looks, a.Portrait, a.Side, a.order
			b.Place, b.Placed, b.Spot = a.Place, a.Placed, a.Spot
			next.Actors[i], own[key] = b, b
		}
	}
	next.linkWorld(rs, own)
	return &next
}

// linkWorld gives the actors of a new state their world, through which their formulas read the other actors. own holds, by key, the actors
// that belong to this state alone; others are shared with another state, and are therefore copied first.
func (s *State) linkWorld(rs *Ruleset, own map[string]*Actor) {
	if !rs.readsWorld && len(s.Sides) == 0 {
		return
	}
	w := &world{state: s}
	for _, list := range [][]*Actor{s.Actors, s.Sides} {
		for i, a := range list {
			if own[a.Key] != a {
				a = a.clone()
				list[i] = a
			}
			a.world = w
		}
	}
}

// secondsPerCount returns the seconds in a count, or 0 if a count has no length.
func (rs *Ruleset) secondsPerCount() float64 { return rs.Pack.Seconds() }

// ReminderClock returns the current time of s on the clock that reminders use: seconds since the campaign began or, if a count has no
// length, the count.
func (rs *Ruleset) ReminderClock(s *State) float64 {
	if rs.secondsPerCount() == 0 {
		return s.Count
	}
	return s.Elapsed
}

// CountSpan returns the length of a count in the unit of Ruleset.ReminderClock: the seconds in it, or 1 if it has no length.
func (p *Pack) CountSpan() float64 { return cmp.Or(p.Seconds(), 1) }

// CountsText returns the length of n counts as a span of time or, if a count has no length, their number.
func (rs *Ruleset) CountsText(n float64) string {
	switch {
	case rs.secondsPerCount() > 0:
		return SpanText(n * rs.secondsPerCount())
	case n == 1:
		return "1 " + rs.CountWord()
	}
	return formatNumber(n) + " " + rs.CountWord() + "s"
}

// Seconds returns the seconds in a count, or 0 if it has no length.
func (p *Pack) Seconds() float64 { return p.Count * unitSeconds(p.Unit) }
