package rules

import (
	"cmp"
	"slices"

	"hybrid/rules/source"
)

// The section `tactics`: what characters without a player do. Rules only compile them; gm/simulate and the dashboard play by
// them.

// Tactic is how a character without a player fights, at the table and in simulations.
type Tactic struct {
	Head    `yaml:",inline"`
	Target  string        `yaml:"target" one:"nearest weakest strongest shared"` // The target it prefers: nearest, weakest, strongest or shared. Default: nearest.
	Do      []source.Text `yaml:"do" of:"actions"`                               // Actions for its turn. The first possible one is used: `[pull_free, attack]`.
	Beside  []source.Text `yaml:"beside" of:"actions"`                           // Actions to do at the same time with another tool. The first possible one is used.
	Options []source.Text `yaml:"options" of:"situations"`                       // Situations to choose whenever possible.
	Resort  []source.Text `yaml:"resort" of:"situations"`                        // Situations to choose only if nothing else is possible.
	// When it answers attacks: `always`; `idle`, unless that cancels its own action; `never`. Default: never.
	Answer string  `yaml:"answer" one:"always idle never"`
	Least  float64 `yaml:"least"` // How much of an attack an answer must avert to be used: the probability, in percent, that a hit has no effect.
	// The activity for closing in on a target out of reach, such as `running`. Default: it stays where it is.
	Approach source.Text `yaml:"approach" of:"activities"`
	// It flees in its turn if this formula is true, such as `PBD.lost > 0 or side.leader.is.out`. The other actor is the nearest opponent.
	Leave source.Text `yaml:"leave" formula:"yes"`
	// The activity for fleeing, such as `running`, if places are kept: towards an exit, or away from the nearest opponent.
	// Default: it leaves the fight at once.
	Flight source.Text `yaml:"flight" of:"activities"`
	// How far away from all opponents, in metres, it has escaped if the encounter has no exits. Default: 0.
	Clear    float64 `yaml:"clear"`
	actions  []*Action
	paired   []*Action
	approach *Activity
	leave    *Formula
	flight   *Activity
}

// Whom a tactic goes for. It stays with an actor as long as the word lets it.
const (
	TargetNearest   = "nearest"   // whom it fights already, else the nearest; of those the one fewest others go for
	TargetWeakest   = "weakest"   // who has least left of the pools watched
	TargetStrongest = "strongest" // who has most left of them
	TargetShared    = "shared"    // the one most of its side go for
)

// When a tactic answers an attack.
const (
	AnswerAlways = "always"
	AnswerIdle   = "idle" // while it has no action in progress that it would give up
	AnswerNever  = "never"
)

// Actions returns the actions that the tactic tries in its turn; the first possible one is done.
func (t *Tactic) Actions() []*Action { return t.actions }

// Seconds returns the actions that the tactic tries next to its action; the first possible one is done.
func (t *Tactic) Seconds() []*Action { return t.paired }

// Approaches returns the activity by which it approaches a target out of reach, or nil if it stays where it is.
func (t *Tactic) Approaches() *Activity { return t.approach }

// Leaves reports whether an actor with this tactic would leave the fight now. nearest is its nearest opponent, or nil.
func (t *Tactic) Leaves(rs *Ruleset, a, nearest *Actor, standing func() *Standing) bool {
	return t.leave != nil && t.leave.Flag(t.frame(rs, a, nearest, standing, t.leave))
}

// ReadsLeader reports whether the tactic reads who leads its side.
func (t *Tactic) ReadsLeader() bool { return readsNamed(t.leave, leaderWord) }

// frame returns a frame in which an actor decides by a formula of its tactic, facing another one or none.
func (t *Tactic) frame(rs *Ruleset, a, other *Actor, standing func() *Standing, by *Formula) *Frame {
	f := rs.frame(a)
	if other != nil {
		f.sides[1] = &side{actor: other, tool: other.Tool}
	}
	if readsNamed(by, sideWord) {
		f.standing = standing()
	}
	return f
}

// Flees returns the activity by which an actor with this tactic gets away where places are kept, or nil if it leaves at once.
func (t *Tactic) Flees() *Activity { return t.flight }

// Tactic finds a tactic by its name, and the usual one of the pack without a name; nil if there is none.
func (rs *Ruleset) Tactic(name string) *Tactic {
	tactic, ok := rs.Tactics.Get(cmp.Or(name, rs.Pack.Tactic))
	if !ok {
		return nil
	}
	return tactic
}

// tactics compiles the tactics, when actions and situations are known.
func (c *compiler) tactics() {
	rs := c.rs
	for _, t := range rs.Tactics.All {
		t.Target, t.Answer = cmp.Or(t.Target, TargetNearest), cmp.Or(t.Answer, AnswerNever)
		for _, text := range t.Do {
			switch action := findEntry(c, &rs.Actions, text, "action"); {
			case action == nil:
			case action.OfSide():
				c.mistake(source.BadValue, text.Pos, "%s is an action of a side, so tactics can't use it.", action.Name)
			default:
				t.actions = append(t.actions, action)
			}
		}
		for _, text := range t.Beside {
			if action := findEntry(c, &rs.Actions, text, "action"); action != nil {
				t.paired = append(t.paired, action)
			}
		}
		if len(t.Beside) > 0 && rs.Order.Pair == nil {
			c.mistake(source.Missing, t.Beside[0].Pos, "Two actions at once need `order: {pair: …}`, which gives their costs.")
		}
		for _, text := range append(slices.Clone(t.Options), t.Resort...) {
			findEntry(c, &rs.Situations, text, "situation")
		}
		t.approach = findEntry(c, &rs.Activities, t.Approach, "activity")
		if t.approach != nil && t.approach.pace == nil {
			c.report.Warn(source.Missing, t.Approach.Pos, "%s has no pace. Name an activity with a pace.", t.Approach.Text)
		}
		if t.Leave.Text != "" {
			t.leave = c.flag(t.Leave, nameScope{tactic: true})
		}
		t.flight = findEntry(c, &rs.Activities, t.Flight, "activity")
		switch {
		case t.flight != nil && t.flight.pace == nil:
			c.report.Warn(source.Missing, t.Flight.Pos, "“%s” has no pace, so no one escapes by it. Name an activity with a pace.", t.Flight.Text)
		case t.flight != nil && t.leave == nil:
			c.report.Warn(source.Missing, t.Flight.Pos, "Tactic %s never flees. Add `leave: FORMULA`.", t.Name)
		}
		if len(t.Do) == 0 && t.leave == nil {
			c.mistake(source.Missing, t.Pos, "Tactic %s does nothing. List its actions under do; the first possible one is used.", t.Name)
		}
	}
	findEntry(c, &rs.Tactics, c.scalarAt("pack", "tactic", rs.Pack.Tactic), "tactic")
}
