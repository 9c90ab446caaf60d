package rules

import (
	"slices"
	"strings"

	"hybrid/rules/collect"
)

// An actor: a character in play, with its pools, conditions, position and turn. Its sheet, which holds the data of its file, never changes
// (state_sheet.go). Of the conditions in a group, an actor has only one; if it is secret, players may still see one that it outranks. A
// condition with `holds` is not put; the actor has it while its formula is true. The drain of a pool passes part of its losses on to
// another pool. A Live (live.go) plays the fights of a simulation, changing its actors in place.

// Actor is a character in play. Its values change only by events. It has many methods because formulas, steps and screens query it.
type Actor struct {
	Key              string          // unique name in events and commands
	Name             string          // full name
	Short            string          // short name for narrow columns
	Portrait         string          // file name of its picture; "" for none
	Looks            string          // description for players who do not know its name; "" if they see the name
	Side             string          // key of its side; "" for none
	Absent           string          // AbsentByTactic or AbsentLeftOut while its player is away; "" if the player is here or it has none
	ShownSide        string          // side that players still believe it to be on, after it secretly changed sides; "" otherwise
	Sheet            *Sheet          // values that the character's file gives
	Levels           []Level         // levels of its pools, by pool index, followed by the levels of Sheet.itemPools
	Conditions       []HeldCondition // conditions in force, in the order in which they were put
	Outranked        []HeldCondition // conditions that players still see, though a secret one outranks them; never changed in place
	Activities       []*Activity     // current activities, one of each group at most
	Dropped          []*Item         // items of the sheet that are on the ground
	Tool             *Item           // item in the main hand, or nil
	OffHand          []*Item         // items in the off hand, or on the arm
	Turn             float64         // count of the next turn; -1 for none
	Open             bool            // whether its turn has come and it has yet to declare
	Waiting          bool            // whether it can declare at any later count
	Doing            *OngoingAction  // action in progress, or nil
	Place            float64         // metres along the line; meaningless unless Placed
	Placed           bool            // whether its position is known
	Spot             string          // label of the actor's place in the scene, if places have names instead of positions; "" for none
	Going            *Destination    // destination of its movement, or nil
	HasEntered       bool            // whether it was present when a fight of the scene ended, so that it doesn't enter again
	Slow             bool            // whether its last action used a skill that it has not learnt
	Favourites       []string        // favourite prompt lines, in order
	Goals            []GoalProgress  // progress of tasks that take several rolls
	Situations       []string        // situations ticked for this actor alone, by name
	SecretSituations []string        // subset of Situations that no player sees, or nil
	Sees             []Sight         // aspects of others that it sees, sorted by the key of the other actor; nil until one is recorded
	Knows            []Belief        // knowledge about others, the oldest first
	Cards            []Card          // cards in its piles, ordered; never changed in place
	order            int             // position in the order of joining, for breaking ties
	serial           int             // number of conditions that it has had so far; the ID of the next is one more
	worn             []wornItem      // items worn, as on the sheet unless armour is ignored
	stats            []float64       // values of its statistics, by index
	idleFrame        *Frame          // frame for formulas of the actor while it is not acting; nil except in a run's own copy
	live             *liveActor      // cached facts about it in a Live; nil for other actors
	isSide           bool            // whether it is a side
	omitsSecret      bool            // whether secret conditions with `holds` are omitted
	world            *world          // its formulas' access to the other actors; nil if no formula reads them
}

// Destination is the destination of an actor: a position on the line, or another actor.
type Destination struct {
	To   float64 `json:"to"`             // position in metres, if Whom is ""
	Whom string  `json:"whom,omitempty"` // key of the actor to move to; "" for a position
	From float64 `json:"from,omitempty"` // starting position, in metres
	Name string  `json:"name,omitempty"` // name of the destination, such as an exit
}

// Level is the current value of a pool, and the loss that its drain has not yet passed on.
type Level struct {
	Now   float64 `json:"now"`             // current value
	Carry float64 `json:"carry,omitempty"` // loss that the drain has not yet passed on
	own   float64 // points that the actor spent by its own action, minus points that it gained; only in odds
	price float64 // points paid as the price of an action; only in odds
}

// shortName returns the short name of an actor: shortText, else the word of its name that equals its key, else the whole name.
func shortName(key, name, shortText string) string {
	if shortText != "" {
		return shortText
	}
	for _, word := range strings.Fields(name) {
		if strings.EqualFold(word, key) {
			return word
		}
	}
	return name
}

// IsPlayed reports whether an actor has a player who is present.
func (a *Actor) IsPlayed() bool { return a.Sheet.HasPlayer() && a.Absent == "" }

// AbleSides lists the sides with an actor who can act, in the order in which these actors joined. If there is only one and actors of other
// sides are present, it has won.
func (s *State) AbleSides(rs *Ruleset) (list []string) {
	for _, a := range s.Actors {
		if able, _ := a.CanAct(rs); able && !slices.Contains(list, a.Side) {
			list = append(list, a.Side)
		}
	}
	return list
}

// Protagonists lists the actors who have a player, including those whose player is away.
func (s *State) Protagonists() []*Actor {
	return collect.Filter(s.Actors, func(a *Actor) bool { return a.Sheet.HasPlayer() })
}

// PoolValue returns the current value of a pool of the actor, or of its side.
func (a *Actor) PoolValue(pool *Pool) float64 { return pool.levelOf(a).Now }

// UndrainedLoss returns the loss that a pool has not yet passed on by its drain; 0 if it has no drain.
func (a *Actor) UndrainedLoss(pool *Pool) float64 { return a.Levels[pool.index].Carry }

// HasCondition reports whether the actor has a condition, whether it was put or holds by its formula.
func (a *Actor) HasCondition(rs *Ruleset, c *Condition) bool {
	if a = ownerOf(a, c.BelongsToSide()); a == nil {
		return false
	}
	if c.holds != nil {
		return !(a.omitsSecret && c.Secret) && a.evalHolds(rs, c.holds)
	}
	return a.HoldsItself(c)
}

// HoldsItself reports whether the condition was put on the actor itself, not on its side.
func (a *Actor) HoldsItself(c *Condition) bool {
	_, isHeld := a.conditionNumber(c)
	return isHeld
}

// evalHolds reports whether a yes/no formula is true for the actor, as if it were not acting.
func (a *Actor) evalHolds(rs *Ruleset, formula *Formula) bool {
	f := a.idleFrame
	if f == nil || f.busy || a.isSide { // busy: a formula that reads this one is being evaluated in the frame
		frame := rs.borrowFrame(a)
		holds := formula.Flag(&frame.Frame)
		rs.pooledFrames.put(frame)
		return holds
	}
	f.busy, f.sides[0].tool = true, a.Tool
	holds := formula.Flag(f)
	f.busy = false
	return holds
}

// forbiddenBy returns the condition that forbids the deed to the actor, or nil. A deed is a bit such as cannotAct.
func (a *Actor) forbiddenBy(rs *Ruleset, deed impossibility) *Condition {
	if a.live == nil { // for an actor of a Live, the result is cached across runs
		return a.findForbidding(rs, deed)
	}
	cached := &a.live.bars[deed]
	if !cached.known {
		cached.by, cached.known = a.findForbidding(rs, deed), true
	}
	return cached.by
}

// findForbidding determines the condition that forbids the actor the deed, or nil. If several conditions that were put forbid the deed, it
// returns one that takes the actor out of the fight, else the first. Conditions with `holds` come last. Nothing is forbidden to a side.
func (a *Actor) findForbidding(rs *Ruleset, deed impossibility) (first *Condition) {
	if a.isSide {
		return nil
	}
	for i := range a.Conditions {
		switch c := a.Conditions[i].Condition; {
		case c.cannot&deed == 0:
		case c.Out:
			return c
		case first == nil:
			first = c
		}
	}
	if first != nil {
		return first
	}
	for _, c := range rs.hindering {
		if c.cannot&deed != 0 && !(a.omitsSecret && c.Secret) && a.evalHolds(rs, c.holds) {
			return c
		}
	}
	return nil
}

// IsAware reports whether the actor would notice an attack now.
func (a *Actor) IsAware(rs *Ruleset) bool { return a.forbiddenBy(rs, cannotNotice) == nil }

// IsVisiblyUnaware reports whether anything that is not secret keeps the actor from noticing its surroundings.
func (a *Actor) IsVisiblyUnaware(rs *Ruleset) bool {
	return rs.WithoutSecrets(a).forbiddenBy(rs, cannotNotice) != nil
}

// Deeds that a condition can forbid, one bit each.
const (
	cannotAct impossibility = 1 << iota
	cannotNotice
	cannotDefend
	cannotMove
	cannotRest
	cannotBeThere // set if it has left the fight
)

// CanAct reports whether the actor can declare an action. If not, why is the condition that forbids it.
func (a *Actor) CanAct(rs *Ruleset) (ok bool, why *Condition) {
	why = a.forbiddenBy(rs, cannotAct)
	return why == nil, why
}

// CanMove reports whether the actor can move. If not, why is the condition that forbids it.
func (a *Actor) CanMove(rs *Ruleset) (ok bool, why *Condition) {
	if why = a.forbiddenBy(rs, cannotAct); why == nil {
		why = a.forbiddenBy(rs, cannotMove)
	}
	return why == nil, why
}

// FormulaConditions lists the conditions with `holds` that an actor has, in the order of the pack, the worst of a group last.
func (a *Actor) FormulaConditions(rs *Ruleset) []*Condition {
	var list []*Condition
	f := rs.borrowFrame(a)
	for _, c := range rs.Conditions.All {
		if c.holds != nil && c.BelongsToSide() == a.isSide && !(a.omitsSecret && c.Secret) && c.holds.Flag(&f.Frame) {
			list = append(list, c)
		}
	}
	rs.pooledFrames.put(f)
	return list
}

// itemNamed finds an item on the actor's sheet by name, or returns nil.
func (a *Actor) itemNamed(name string) *Item {
	for _, item := range a.Sheet.Items {
		if item.Name == name {
			return item
		}
	}
	return nil
}

// activityIndex returns the index in list of the actor's activity, or 0 if it has no activity in list.
func (a *Actor) activityIndex(list []*Activity) int {
	for i, activity := range list {
		if slices.Contains(a.Activities, activity) {
			return i
		}
	}
	return 0
}
