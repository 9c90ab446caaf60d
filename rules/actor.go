package rules

import (
	"strings"

	"hybrid/rules/source"
)

// Character is a character file as written.
type Character struct {
	Character Person                    `yaml:"character"`                        // who it is
	Stats     source.Map[float64]       `yaml:"stats" names:"stats"`              // the given statistics, and any derived one that beats its formula
	Adjust    source.Map[Adjust]        `yaml:"adjust" names:"stats pools"`       // changes of derived numbers, racial or personal
	Skills    source.Map[int]           `yaml:"skills" names:"skills"`            // the rank in each skill learnt
	Pools     source.Map[[]source.Text] `yaml:"pools"`                            // skills learnt together: `shared` names pools of the pack, other names list skills
	Gear      []source.Text             `yaml:"gear" of:"items"`                  // what is carried; the first is in hand
	Armour    source.Map[source.Text]   `yaml:"armour" names:"places" of:"items"` // what is worn, by place
	Has       []source.Text             `yaml:"conditions" of:"conditions"`       // conditions it has for good
	Around    []source.Text             `yaml:"situations" of:"situations"`       // what holds for it alone, and for its rolls goes before what of the group holds for everybody
	Now       source.Map[float64]       `yaml:"pools_now" names:"pools"`          // where pools stand, if not at their maximum
	Over      source.Map[float64]       `yaml:"left_over" names:"pools"`          // what pools with a drain lost since it last drew
	Pos       source.Pos                `yaml:",pos"`
}

// Person is who a character is.
type Person struct {
	Name   string `yaml:"name" text:"line"`   // what it is called
	Player string `yaml:"player" text:"line"` // who plays it
	Kind   string `yaml:"kind" text:"line"`   // such as pc or adversary, in free words
	Notes  string `yaml:"notes"`              // what the game master wants to remember
}

// Adjust is a racial or personal change of a derived number; Value beats the formula outright.
type Adjust struct {
	Plus  float64    `yaml:"plus"`  // added last
	Times *float64   `yaml:"times"` // a factor
	Value *float64   `yaml:"value"` // instead of what the formula gives
	Src   string     `yaml:"src"`   // where it comes from
	Pos   source.Pos `yaml:",pos"`
}

func (a Adjust) apply(x float64) float64 {
	if a.Value != nil {
		x = *a.Value
	}
	if a.Times != nil {
		x *= *a.Times
	}
	return x + a.Plus
}

// Sheet is a character compiled against a ruleset. It never changes; what changes in play is in the Actor.
type Sheet struct {
	Key    string
	Person Person
	Skills []*Skill // those the character has, in the order of the file
	Items  []*Item
	Armour []Armour

	stats  []float64 // by stat index
	said   []bool    // by stat: the file says something of it
	maxima []float64 // by pool index; -1 for none
	start  []float64
	over   []float64 // left over of the drain, by pool index
	ranks  []int     // by skill index, Unranked
	bonus  []float64 // of the best skill pool, by skill index
	pools  [][]*Skill
	worn   []worn
	first  []Held
	around []string // situations
	adjust map[string]Adjust

	written map[string]float64 // the statistics that the file gives, before they are adjusted
}

// Armour is what is worn at one place.
type Armour struct {
	At   *Row
	Item *Item
}

type worn struct {
	item *Item
	bit  int
}

// Rank is the plain rank in a skill, Unranked without an entry.
func (s *Sheet) Rank(skill *Skill) int { return s.ranks[skill.index] }

// Stat is the value of a statistic, fractions kept.
func (s *Sheet) Stat(stat *Stat) float64 { return s.stats[stat.index] }

// Max is the maximum of a pool; limited is false for one that has none.
func (s *Sheet) Max(pool *Pool) (most float64, limited bool) {
	return s.maxima[pool.index], s.maxima[pool.index] >= 0
}

// Actor is somebody in play. Its values change only by events.
type Actor struct {
	Key        string
	Name       string
	Side       string
	Sheet      *Sheet
	Levels     []Level // by pool index
	Conditions []Held
	Activities []*Activity
	Dropped    []*Item // lying on the ground
	Tool       *Item   // in hand
	Turn       float64 // count of the next turn; -1 without one
	Open       bool    // the turn has come and waits for a declaration
	Waiting    bool    // may declare at any later count
	Doing      *Doing  // the action in the making
	Place      float64 // metres along the line; only where Placed
	Placed     bool
	Going      *Going   // where it moves to, if anywhere
	Slow       bool     // the last action used a skill the actor does not have
	Favourites []string // prompt lines that are kept at hand, in order
	Situations []string // ticked for this actor alone, by name
	order      int
	serial     int
	worn       []worn
	stats      []float64
	alone      *Frame // in which it does nothing in particular; only where a run has its own copy
	live       *liveActor
}

// Going is where somebody moves to: a place on the line, or up to somebody.
type Going struct {
	To   float64 `json:"to"`
	Whom string  `json:"whom,omitempty"`
	From float64 `json:"from,omitempty"` // where it set out
}

// Level is the current value of a pool, and the remainder of what drains it.
type Level struct {
	Now   float64 `json:"now"`
	Carry float64 `json:"carry,omitempty"`
	own   float64 // points lost by what one does oneself, less those gained; counted for odds alone
}

// Held is a condition that an actor has.
type Held struct {
	ID        int
	Condition *Condition
	Number    float64
	Other     string // whom it came from; of a condition between two, the other one
	Since     float64
	Text      string  // what was said with it
	Next      float64 // count at which it acts again; -1 never
	Tool      *Item   // the thing that it is about; nil for one that is about the actor
}

// Label is what it is called, with the thing that it is about, and with the name of the one it is shared with, if any.
func (h *Held) Label(name string) string { return h.about(h.Condition.With(name)) }

// Words is Label as the middle of a sentence has it.
func (h *Held) Words(name string) string { return h.about(h.Condition.Words(name)) }

func (h *Held) about(text string) string {
	if h.Tool == nil {
		return text
	}
	return text + " (" + strings.ToLower(h.Tool.Label) + ")"
}

// Named is how it is named at the prompt.
func (h *Held) Named() string {
	text := h.Condition.Name
	if h.Condition.paired {
		text += " by " + h.Other
	}
	if h.Tool != nil {
		text += " with " + h.Tool.Name
	}
	return text
}

// tool is the name of the thing that it is about.
func (h *Held) tool() string {
	if h.Tool == nil {
		return ""
	}
	return h.Tool.Name
}

// with reports whether it counts for whoever uses a thing. One that was put before things were told apart counts with
// all of them.
func (h *Held) with(tool *Item) bool { return h.Tool == nil || h.Tool == tool }

// held is the condition that the side has, of one about a thing only that about what it uses, of one between two that
// with the other one, where there is another one; nil without it.
func (s *side) held(c *Condition, other *Actor) *Held {
	for i := range s.actor.Conditions {
		if h := &s.actor.Conditions[i]; h.Condition == c && h.with(s.tool) && (other.Key == "" || h.facing(other)) {
			return h
		}
	}
	return nil
}

// Doing is an action in the making. It is kept by names, so that an entry can hold it.
type Doing struct {
	Action  string   `json:"action"`
	Whom    string   `json:"whom,omitempty"`
	Tool    string   `json:"tool,omitempty"`
	Skill   string   `json:"skill,omitempty"`
	Task    string   `json:"task,omitempty"`
	StandIn string   `json:"standIn,omitempty"`
	Options []Option `json:"options,omitempty"`
	Given   []Given  `json:"given,omitempty"`
	Against *float64 `json:"against,omitempty"`
	Asked   float64  `json:"asked,omitempty"`
	Called  bool     `json:"called,omitempty"` // the game master calls for it; it is no deed of one's own
	Words   string   `json:"words,omitempty"`
	Among   []string `json:"among,omitempty"` // who else it reaches
	From    float64  `json:"from"`
	At      float64  `json:"at"`
	Points  float64  `json:"points,omitempty"`

	Paired bool    `json:"paired,omitempty"` // it is one of two actions declared at once
	Beside *Doing  `json:"beside,omitempty"` // the other one of the two, which takes effect no sooner; declared so it may be either
	First  float64 `json:"first,omitempty"`  // the count at which the other one took effect
}

// words is the action as the middle of a sentence names it.
func (d *Doing) words() string { return strings.ReplaceAll(d.Action, "_", " ") }

// Option is a situation ticked for one action, with what it asked for.
type Option struct {
	Situation string  `json:"situation"`
	Number    float64 `json:"number,omitempty"`
	Row       string  `json:"row,omitempty"`
	Side      string  `json:"side,omitempty"`
}

// Given is a modifier that a person gave by hand.
type Given struct {
	Modifier string  `json:"modifier"`
	Label    string  `json:"label,omitempty"`
	Value    float64 `json:"value"`
}

func (a *Actor) clone() *Actor {
	copied := *a
	copied.Levels = append([]Level(nil), a.Levels...)
	copied.Conditions = append([]Held(nil), a.Conditions...)
	return &copied
}

// Now is the current value of a pool.
func (a *Actor) Now(pool *Pool) float64 { return a.Levels[pool.index].Now }

// Over is what a pool lost since its drain last drew, 0 for one without a drain.
func (a *Actor) Over(pool *Pool) float64 { return a.Levels[pool.index].Carry }

// Has reports whether the actor has a condition, by itself or because it holds.
func (rs *Ruleset) Has(a *Actor, c *Condition) bool { return a.has(rs, c) }

func (a *Actor) has(rs *Ruleset, c *Condition) bool {
	if c.holds != nil {
		return a.holds(rs, c.holds)
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
	f := a.alone
	if f == nil || f.busy {
		frame := rs.borrowFrame(a)
		holds := by.Flag(&frame.Frame)
		rs.pooledFrames.Put(frame)
		return holds
	}
	f.busy, f.sides[0].tool = true, a.Tool
	holds := by.Flag(f)
	f.busy = false
	return holds
}

// cannot reports whether a condition keeps the actor from acting, noticing or defending; it is the one that does.
func (a *Actor) cannot(rs *Ruleset, what cannot) *Condition {
	if a.live == nil {
		return a.barred(rs, what)
	}
	was := &a.live.bars[what]
	if !was.known {
		was.by, was.known = a.barred(rs, what), true
	}
	return was.by
}

func (a *Actor) barred(rs *Ruleset, what cannot) *Condition {
	for i := range a.Conditions {
		if a.Conditions[i].Condition.cannot&what != 0 {
			return a.Conditions[i].Condition
		}
	}
	for _, c := range rs.hindering {
		if c.cannot&what != 0 && a.holds(rs, c.holds) {
			return c
		}
	}
	return nil
}

// Aware reports whether the actor would notice an attack now.
func (rs *Ruleset) Aware(a *Actor) bool { return a.cannot(rs, cannotNotice) == nil }

// CanAct reports whether the actor may declare anything; if not, why is the condition that forbids it.
func (rs *Ruleset) CanAct(a *Actor) (ok bool, why *Condition) {
	why = a.cannot(rs, cannotAct)
	return why == nil, why
}

// CanMove reports whether the actor may go anywhere; if not, why is the condition that forbids it.
func (rs *Ruleset) CanMove(a *Actor) (ok bool, why *Condition) {
	if why = a.cannot(rs, cannotAct); why == nil {
		why = a.cannot(rs, cannotMove)
	}
	return why == nil, why
}

// Holding lists the conditions that an actor has because they hold, worst last.
func (rs *Ruleset) Holding(a *Actor) []*Condition {
	var list []*Condition
	f := rs.frame(a)
	for _, c := range rs.Conditions.All {
		if c.holds != nil && c.holds.Flag(f) {
			list = append(list, c)
		}
	}
	return list
}

func (a *Actor) held(id int) *Held {
	for i := range a.Conditions {
		if a.Conditions[i].ID == id {
			return &a.Conditions[i]
		}
	}
	return nil
}

// since is when a condition acts again, counted from a count on.
func (h *Held) since(count float64) float64 {
	if h.Next < 0 {
		return h.Next
	}
	return h.Next - count
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
