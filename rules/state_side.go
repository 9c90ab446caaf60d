package rules

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"hybrid/rules/collect"
	"hybrid/rules/source"
)

// A side takes part as an actor without statistics: it has the pools and conditions with `of: side`, declares the actions with `of: side`,
// and acts through its conditions. It is an Actor in State.Sides; actors belong to the side whose key is their Side. Between encounters, a
// side is kept in State.SidesAway; it joins the next encounter with its pools and conditions.

// SideEntry is a side in an encounter file.
type SideEntry struct {
	Label string      `yaml:"label" text:"line"`  // The name to show.
	Wins  source.Text `yaml:"wins"`               // The side wins when this formula is true.
	Plays string      `yaml:"player" text:"line"` // The player of the side, and of its members without a player of their own.
	// The pronouns of sentences, such as many for “The heroes pass.” Default: they, with a singular verb.
	Pronouns source.Text         `yaml:"pronouns" of:"pronouns"`
	Now      source.Map[float64] `yaml:"pools_now" names:"pools"`    // Values of the side's pools at the start: `pools_now: {SAV: 3}`.
	Has      []source.Text       `yaml:"conditions" of:"conditions"` // Conditions of the side.
	Pos      source.Pos          `yaml:",pos"`
}

// OfSide is the word for an entry that belongs to a side.
const OfSide = "side"

// BelongsToSide reports whether the pool belongs to a side rather than to an actor.
func (p *Pool) BelongsToSide() bool { return p.Of == OfSide }

// BelongsToSide reports whether the condition belongs to a side rather than to an actor.
func (c *Condition) BelongsToSide() bool { return c.Of == OfSide }

// BelongsToSide reports whether a side declares the action rather than an actor.
func (a *Action) BelongsToSide() bool { return a.Of == OfSide }

// IsSide reports whether the actor is a side.
func (a *Actor) IsSide() bool { return a.isSide }

// SideName returns the name of a side, or its key in words if it has no name.
func (s *State) SideName(key string) string {
	if side := s.Find(key); side != nil && side.isSide {
		return side.Name
	}
	return ReadableName(key)
}

// IsOwnedBy reports whether the pool belongs to an actor. A side has the pools of sides, other actors have the pools of actors; pools of
// items belong to neither.
func (p *Pool) IsOwnedBy(a *Actor) bool { return a.isSide == p.BelongsToSide() && !p.BelongsToItem() }

// PoolsOf returns the pools of an actor: pools of sides if it is a side, else pools of actors.
func (rs *Ruleset) PoolsOf(a *Actor) (list []*Pool) {
	return collect.Filter(rs.Pools.All, func(pool *Pool) bool { return pool.IsOwnedBy(a) })
}

// PaidPools returns the pools whose points actors can pay to each other.
func (rs *Ruleset) PaidPools() []*Pool {
	return collect.Filter(rs.Pools.All, func(pool *Pool) bool { return pool.Paid })
}

// WithoutPurses returns the values of a side's pools without those of paid pools.
func (rs *Ruleset) WithoutPurses(values source.Map[float64]) source.Map[float64] {
	return collect.Filter(values, func(entry source.MapItem[float64]) bool {
		pool, _ := rs.Pools.Get(entry.Name)
		return pool == nil || !pool.Paid
	})
}

// WatchedPools returns the pools that the pack always shows: of sides if ofSide is set, else of actors.
func (rs *Ruleset) WatchedPools(ofSide bool) (list []*Pool) {
	for _, name := range rs.Pack.Watch {
		if pool, ok := rs.Pools.Get(name); ok && pool.BelongsToSide() == ofSide && !pool.BelongsToItem() {
			list = append(list, pool)
		}
	}
	return list
}

// ScorePools returns the pools that are scores and in which at least one of the sides has points.
func (rs *Ruleset) ScorePools(sides []*Actor) []*Pool {
	return collect.Filter(rs.Pools.All, func(pool *Pool) bool {
		return pool.Score && slices.ContainsFunc(sides, func(side *Actor) bool { return side.PoolValue(pool) != 0 })
	})
}

// SidePools returns the pools of sides to show on the dashboard: the pools that the pack always shows, and scores in which a side has
// points.
func (rs *Ruleset) SidePools(s *State) []*Pool {
	list := rs.WatchedPools(true)
	return append(list, slices.DeleteFunc(rs.ScorePools(s.Sides), func(pool *Pool) bool { return slices.Contains(list, pool) })...)
}

// UsesSides reports whether sides take part in every encounter of the game.
func (rs *Ruleset) UsesSides() bool { return rs.hasSides }

// SidesAct reports whether sides can take turns, act, win or have conditions. If not, they have only pools, such as money.
func (rs *Ruleset) SidesAct() bool { return rs.sidesAct }

// sidesHaveDeeds determines whether sides can take turns, act, win or have conditions.
func sidesHaveDeeds(rs *Ruleset) bool {
	return rs.Order.InRounds() || rs.Order.wins != nil || slices.ContainsFunc(rs.Conditions.All, (*Condition).BelongsToSide) || slices.ContainsFunc(rs.Actions.All, (*Action).BelongsToSide)
}

// Values of an event of the kind EventSide: how much of its state a side from an earlier encounter keeps when it joins. Sessions store the
// numbers.
const (
	keepsState   = 0 // everything
	joinsAnew    = 1 // nothing
	joinsAsGiven = 2 // everything that the encounter file does not give
)

// JoinEvent returns the event that adds the side to an encounter under the given key. A side of an earlier encounter keeps its state,
// except for the pools and conditions that e gives; if reset is set, it loses its state.
func (e *SideEntry) JoinEvent(key string, reset bool) Event {
	var b strings.Builder
	fmt.Fprintf(&b, "label: %s\n", strconv.Quote(cmp.Or(e.Label, ReadableName(key))))
	if e.Wins.Text != "" {
		fmt.Fprintf(&b, "wins: %s\n", strconv.Quote(e.Wins.Text))
	}
	if e.Pronouns.Text != "" {
		fmt.Fprintf(&b, "pronouns: %s\n", strconv.Quote(e.Pronouns.Text))
	}
	if e.Plays != "" {
		fmt.Fprintf(&b, "player: %s\n", strconv.Quote(e.Plays))
	}
	var now, has []string
	for _, entry := range e.Now {
		now = append(now, entry.Name+": "+formatNumber(entry.Value))
	}
	for _, text := range e.Has {
		has = append(has, text.Text)
	}
	if len(now) > 0 {
		fmt.Fprintf(&b, "pools_now: {%s}\n", strings.ReplaceAll(strings.Join(now, ", "), "−", "-"))
	}
	if len(has) > 0 {
		fmt.Fprintf(&b, "conditions: [%s]\n", strings.Join(has, ", "))
	}
	joined := Event{Kind: EventSide, Who: key, Text: cmp.Or(e.Label, ReadableName(key)), Sheet: b.String()}
	switch {
	case reset:
		joined.Value = joinsAnew
	case len(now)+len(has) > 0:
		joined.Value = joinsAsGiven
	}
	return joined
}

// WinFormula returns the formula for whether the side with this sheet has won, or nil for never.
func (s *Sheet) WinFormula() *Formula { return s.wins }

// maximumAndStart returns the maximum of a pool, or -1 for none, and its starting value, both evaluated in f.
func (p *Pool) maximumAndStart(f *Frame) (maximum, start float64) {
	maximum = -1
	if p.max != nil {
		maximum = TrimNoise(p.max.Num(f))
		start = maximum
	}
	if p.start != nil {
		start = TrimNoise(p.start.Num(f))
	}
	return maximum, start
}

// joinSide applies an event of the kind EventSide, which adds a side to the encounter.
func (s *State) joinSide(rs *Ruleset, e *Event) error {
	sheet, err := rs.sheets.readThrough(OfSide+" "+e.Who, e.Sheet, func(report *source.Report) (*Sheet, error) {
		var entry SideEntry
		if node := source.Parse(e.Who, []byte(e.Sheet), report); node != nil {
			source.Decode(node, &entry, report)
		}
		return entry.compileSheet(rs, e.Who, report), report.Err()
	})
	if err != nil {
		return err
	}
	side := rs.NewActor(e.Who, sheet)
	side.Side, side.isSide = e.Who, true
	for i, away := range s.SidesAway {
		if away.Key != e.Who {
			continue
		}
		if e.Value != joinsAnew {
			side.restoreState(away, e.Value == joinsAsGiven)
		}
		s.SidesAway = append(s.SidesAway[:i:i], s.SidesAway[i+1:]...)
		break
	}
	side.order = len(s.Sides)
	s.Sides = append(s.Sides, side)
	return nil
}

// restoreState gives a side the state that it had in an earlier encounter. If keepGiven is set, the pools whose values the encounter file
// gives (Sheet.givenPools) keep these values, and the conditions that it gives are added.
func (a *Actor) restoreState(earlier *Actor, keepGiven bool) {
	levels := slices.Clone(earlier.Levels)
	a.Conditions, a.Outranked, a.serial, a.Cards = slices.Clip(earlier.Conditions), earlier.Outranked, earlier.serial, earlier.Cards
	if keepGiven {
		for _, pool := range a.Sheet.givenPools {
			levels[pool.index] = a.Levels[pool.index]
		}
		for _, held := range a.Sheet.startConditions {
			if _, has := a.conditionNumber(held.Condition); !has {
				a.serial++
				held.ID = a.serial
				a.Conditions = append(a.Conditions, held)
			}
		}
	}
	a.Levels = levels
}

// sidesToKeep returns the sides, away and present, as they are kept for later encounters: without conditions that end with the encounter.
func (s *State) sidesToKeep() []*Actor {
	list := append([]*Actor(nil), s.SidesAway...)
	for _, side := range s.Sides {
		copied := side.clone()
		copied.Conditions, copied.Outranked = outlastingConditions(side.Conditions, s.Count), outlastingConditions(side.Outranked, s.Count)
		list = append(list, copied)
	}
	return list
}

// sideWithKey returns the current version of the side with this key, or nil.
func (w *world) sideWithKey(key string) *Actor {
	if w == nil || w.state == nil {
		return nil
	}
	for _, side := range w.state.Sides {
		if side.Key == key {
			return w.ownCopy(side)
		}
	}
	return nil
}

// ownCopy returns the current version of an actor: the run's copy if formulas are evaluated in a run, else the actor itself.
func (w *world) ownCopy(actor *Actor) *Actor {
	if w.run != nil {
		return w.run.actorCopy(actor.Key)
	}
	return actor
}

// otherSide returns the first side whose key isn't the given one, or nil.
func (w *world) otherSide(key string) *Actor {
	if w == nil || w.state == nil {
		return nil
	}
	for _, side := range w.state.Sides {
		if side.Key != key {
			return w.ownCopy(side)
		}
	}
	return nil
}

// ownerOf returns the owner of a pool or condition that the actor uses: the actor itself or, if ofSide is set, its side, which is nil if it
// has none.
func ownerOf(a *Actor, ofSide bool) *Actor {
	if !ofSide || a.isSide {
		return a
	}
	return a.world.sideWithKey(a.Side)
}

// faceOtherSide makes the first other side the other actor in the frame of a side, unless the frame has another actor.
func (f *Frame) faceOtherSide() {
	if a := f.sides[0].actor; a.isSide && f.sides[1] == f.rs.nobody {
		if other := a.world.otherSide(a.Key); other != nil {
			f.sides[1] = &side{actor: other}
		}
	}
}

// levelOf returns the level of a pool of an actor, of its side, or of the item in its hand.
func (p *Pool) levelOf(a *Actor) Level {
	level, _ := p.levelAndMax(a, a.Tool)
	return level
}
