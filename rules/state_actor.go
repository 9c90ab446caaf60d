package rules

import (
	"slices"

	"strings"

	"hybrid/rules/collect"
)

// An actor: a character who takes part, with its pools, conditions, place and turn. Its sheet never changes (state_sheet.go).

// Actor is a character in play. Its values change only by events. It has many methods because formulas, steps and screens ask
// it what a character has, can and does.
type Actor struct {
	Key              string
	Name             string
	Short            string // what it is called where there is little room
	Portrait         string // the file of its picture; empty for none
	Looks            string // what it is called by those who do not know its name; empty where its name will do
	Side             string
	Absent           string // how it is played while its player isn't here, ByTactic or LeftOut; empty for one who is here or has no player
	ShownSide        string // side that players take it to be of, where it went over in secret; else empty
	Sheet            *Sheet
	Levels           []Level // by pool index
	Conditions       []Held
	Outranked        []Held // conditions that players are shown, though a secret one of the group counts in their stead; nil for none. It is never changed in place
	Activities       []*Activity
	Dropped          []*Item // lying on the ground
	Tool             *Item   // in hand
	Aside            []*Item // in the other hand, or on the arm
	Turn             float64 // count of the next turn; -1 without one
	Open             bool    // the turn has come and waits for a declaration
	Waiting          bool    // may declare at any later count
	Doing            *Doing  // the action in the making
	Place            float64 // metres along the line; only where Placed
	Placed           bool
	Spot             string         // the named place of the scene where it is, as its label, without metres; empty for none
	Going            *Going         // where it moves to, if anywhere
	Slow             bool           // the last action used a skill the actor does not have
	Favourites       []string       // prompt lines that are kept at hand, in order
	Goals            []GoalProgress // of tasks that take several rolls
	Situations       []string       // ticked for this actor alone, by name
	SecretSituations []string       // subset of Situations that no player sees; nil for none
	Sees             []Sight        // by key of the other one; nil before anything was settled
	Knows            []Learnt       // what it learnt of others, the oldest first
	Cards            []Card         // in its piles, ordered; never changed in place
	order            int
	serial           int
	worn             []worn
	stats            []float64
	idleFrame        *Frame // in which it does nothing in particular; only where a run has its own copy
	live             *liveActor
	aSide            bool   // it is a side
	openly           bool   // secret conditions that hold by a formula are left out
	world            *world // what its formulas find of the others; nil where none asks
}

// Going is where an actor moves to: a place on the line, or up to another actor.
type Going struct {
	To   float64 `json:"to"`
	Whom string  `json:"whom,omitempty"`
	From float64 `json:"from,omitempty"` // where it set out
	Name string  `json:"name,omitempty"` // what the place is called, such as an exit
}

// Level is the current value of a pool, and the remainder of what drains it.
type Level struct {
	Now   float64 `json:"now"`
	Carry float64 `json:"carry,omitempty"`
	own   float64 // points spent by what one does oneself, less those gained; counted for odds alone
	price float64 // points paid; likewise
}

// shortName returns the name of an actor where there is little room: the given one, else the word of its name that is its
// key, else the whole name.
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

// Played reports whether an actor has a player who is here.
func (a *Actor) Played() bool { return a.Sheet.HasPlayer() && a.Absent == "" }

// AbleSides lists the sides of which somebody can act, in the order they came. Where others are here, a single one has won.
func (s *State) AbleSides(rs *Ruleset) (list []string) {
	for _, a := range s.Actors {
		if able, _ := a.CanAct(rs); able && !slices.Contains(list, a.Side) {
			list = append(list, a.Side)
		}
	}
	return list
}

// Protagonists lists the actors who have a player, who may be away.
func (s *State) Protagonists() []*Actor {
	return collect.Filter(s.Actors, func(a *Actor) bool { return a.Sheet.HasPlayer() })
}

// Now returns the present value of a pool of the actor, or of its side.
func (a *Actor) Now(pool *Pool) float64 { return pool.level(a).Now }

// Over returns what a pool lost since its drain last drew, 0 for one without a drain.
func (a *Actor) Over(pool *Pool) float64 { return a.Levels[pool.index].Carry }

// Has reports whether the actor has a condition, by itself or because it holds.
func (a *Actor) Has(rs *Ruleset, c *Condition) bool {
	if a = ofWhom(a, c.OfSide()); a == nil {
		return false
	}
	if c.holds != nil {
		return !(a.openly && c.Secret) && a.holds(rs, c.holds)
	}
	for i := range a.Conditions {
		if a.Conditions[i].Condition == c {
			return true
		}
	}
	return false
}

// holds reports whether a yes/no formula holds for the actor alone.
func (a *Actor) holds(rs *Ruleset, by *Formula) bool {
	f := a.idleFrame
	if f == nil || f.busy || a.aSide {
		frame := rs.borrowFrame(a)
		holds := by.Flag(&frame.Frame)
		rs.pooledFrames.put(frame)
		return holds
	}
	f.busy, f.sides[0].tool = true, a.Tool
	holds := by.Flag(f)
	f.busy = false
	return holds
}

// cannot returns the condition that keeps the actor from acting, noticing or defending, or nil.
func (a *Actor) cannot(rs *Ruleset, what cannot) *Condition {
	if a.live == nil { // an actor of a Live remembers it, in all its runs and between them
		return a.barred(rs, what)
	}
	was := &a.live.bars[what]
	if !was.known {
		was.by, was.known = a.barred(rs, what), true
	}
	return was.by
}

// barred returns the condition that keeps a from what, or nil. A side is kept from nothing.
func (a *Actor) barred(rs *Ruleset, what cannot) *Condition {
	if a.aSide {
		return nil
	}
	for i := range a.Conditions {
		if a.Conditions[i].Condition.cannot&what != 0 {
			return a.Conditions[i].Condition
		}
	}
	for _, c := range rs.hindering {
		if c.cannot&what != 0 && !(a.openly && c.Secret) && a.holds(rs, c.holds) {
			return c
		}
	}
	return nil
}

// Aware reports whether the actor would notice an attack now.
func (a *Actor) Aware(rs *Ruleset) bool { return a.cannot(rs, cannotNotice) == nil }

// Out reports whether something keeps the actor from noticing anything, and no secret is made of that.
func (a *Actor) Out(rs *Ruleset) bool {
	return rs.Openly(a).cannot(rs, cannotNotice) != nil
}

const (
	cannotAct cannot = 1 << iota
	cannotNotice
	cannotDefend
	cannotMove
	cannotRest
	cannotBeThere // it is out
)

// CanAct reports whether the actor may declare anything; if not, why is the condition that forbids it.
func (a *Actor) CanAct(rs *Ruleset) (ok bool, why *Condition) {
	why = a.cannot(rs, cannotAct)
	return why == nil, why
}

// CanMove reports whether the actor may go anywhere; if not, why is the condition that forbids it.
func (a *Actor) CanMove(rs *Ruleset) (ok bool, why *Condition) {
	if why = a.cannot(rs, cannotAct); why == nil {
		why = a.cannot(rs, cannotMove)
	}
	return why == nil, why
}

// Holding lists the conditions that an actor has because they hold, worst last.
func (a *Actor) Holding(rs *Ruleset) []*Condition {
	var list []*Condition
	f := rs.borrowFrame(a)
	for _, c := range rs.Conditions.All {
		if c.holds != nil && c.OfSide() == a.aSide && !(a.openly && c.Secret) && c.holds.Flag(&f.Frame) {
			list = append(list, c)
		}
	}
	rs.pooledFrames.put(f)
	return list
}

// item finds what the actor carries, by name.
func (a *Actor) item(name string) *Item {
	for _, item := range a.Sheet.Items {
		if item.Name == name {
			return item
		}
	}
	return nil
}

// at returns the index of the actor's activity in a group, 0 if it has none of it.
func (a *Actor) at(list []*Activity) int {
	for i, activity := range list {
		for _, own := range a.Activities {
			if own == activity {
				return i
			}
		}
	}
	return 0
}
