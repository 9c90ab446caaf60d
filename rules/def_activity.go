package rules

import (
	"cmp"
	"slices"
	"strings"

	"hybrid/rules/phrase"
	"hybrid/rules/source"
)

// The section `activities`: things that an actor does over time, such as walking or resting, with their costs and gains. run_elapse.go lets
// time pass. An actor has at most one activity of a group at a time. The plain activity of a group, such as standing, is used if none is
// named.

// Activity is something that an actor does over time, such as walking or resting.
type Activity struct {
	Head  `yaml:",inline"`
	Group string        `yaml:"group"`              // An actor does only one activity of a group at a time, such as `moving`.
	For   []source.Text `yaml:"for" of:"tags"`      // Tags of the rolls in which it counts, at least one of them. Default: all rolls.
	Pace  source.Text   `yaml:"pace" formula:"yes"` // Its speed in metres per second: a formula, such as `PMV / 10`.
	// The action with which an actor starts it in an encounter. It must `ask` for a number, which becomes the activity's place in its
	// group, 0 for the first.
	Begin           source.Text             `yaml:"begin" of:"actions"`
	Stays           bool                    `yaml:"stays"`                // True: the actor reaches a place without leaving its own, as a mind does. Default: false.
	Cost            source.Map[source.Text] `yaml:"cost" names:"pools"`   // Points it drains from pools: a rate (`1/min`, `2/s`, `6/h`), or points at once.
	Gain            source.Map[source.Text] `yaml:"gain" names:"pools"`   // Points it restores to pools: a rate (`1/min`, `6/h`), or points at once.
	Give            Gives                   `yaml:"give"`                 // Changes of modifiers while it lasts, such as `give: {df: -3}`.
	Spans           []source.Text           `yaml:"spans" pattern:"time"` // Usual durations, such as `[10 min, 1 h]`. The screen offers them when time passes.
	Day             []source.Text           `yaml:"day"`                  // A plan for a day: activities one after the other, such as `[sleeping 8 h, walking 6 h]`. The rest of the day goes to the plain activity.
	Plain           bool                    `yaml:"plain"`                // True: this one is used when no activity of its group is named. Default: false.
	Until           source.Text             `yaml:"until" formula:"yes"`  // The activity stops when this formula is true, such as `PFT.now <= 0`.
	Warn            source.Text             `yaml:"warn" formula:"yes"`   // An actor who begins it while this formula is true gets a warning.
	Say             *phrase.Say             `yaml:"say"`                  // The sentence for its beginning.
	cost            []poolRate              // compiled form of Cost
	gain            []poolRate              // compiled form of Gain
	until           *Formula                // compiled form of Until; nil if no formula ends it
	warn            *Formula                // compiled form of Warn; nil for no warning
	pace            *Formula                // speed in metres per second; nil if the actor stays where it is
	begin           *Action                 // action that Begin names; nil if it is started without an action
	day             []Stretch               // plan for a day; nil for none
	groupActivities []*Activity             // activities of the group, in order; nil if Begin isn't set
	giver                                   // compiled form of For and Give
}

// Stretch is a part of a plan for a day: an activity and its length.
type Stretch struct {
	Activity *Activity // activity during the stretch
	Seconds  float64   // length in seconds
	Unit     float64   // number of seconds in the unit in which the length is written, such as 3600 for h
}

// DayPlan returns the activity's plan for a day, whose stretches fill 24 hours; nil for none.
func (x *Activity) DayPlan() []Stretch { return x.day }

// compileDay reads the plan for a day and fills the rest of the day with the plain activity.
func (x *Activity) compileDay(c *compiler) {
	remaining := float64(SecondsInDay)
	for _, text := range x.Day {
		name, span, _ := strings.Cut(text.Text, " ")
		activity := findEntry(c, &c.rs.Activities, source.Text{Text: name, Pos: text.Pos}, "activity")
		seconds, err := ParseSpan(span)
		switch remaining -= seconds; {
		case activity == nil:
			return
		case err != nil || seconds <= 0 || len(activity.Day) > 0:
			c.addMistake(source.BadValue, text.Pos, "Expected an activity and a time, such as %s 8 h, not %s.", c.rs.Activities.All[0].Name, text.Text)
			return
		case remaining < 0:
			c.addMistake(source.BadValue, text.Pos, "%s has more than 24 h a day. Shorten it.", x.Name)
			return
		}
		x.day = append(x.day, Stretch{activity, seconds, SpanScale(span)})
	}
	if plain := slices.IndexFunc(c.rs.Activities.All, func(o *Activity) bool { return o.Plain }); plain >= 0 && len(x.day) > 0 && remaining > 0 {
		x.day = append(x.day, Stretch{c.rs.Activities.All[plain], remaining, unitSeconds("h")})
	}
}

// poolRate is the change of one pool by an activity: per second, or at once.
type poolRate struct {
	pool   *Pool   // pool that changes
	points float64 // points per second, or points if atOnce
	atOnce bool    // whether the points don't depend on the duration, such as those of a meal
}

// RestoreRate returns the points per second that the activity restores to a pool, or 0 if it restores none over time.
func (x *Activity) RestoreRate(pool *Pool) float64 {
	for _, g := range x.gain {
		if g.pool == pool && !g.atOnce {
			return g.points
		}
	}
	return 0
}

// compileBegin finds the action that starts the activity.
func (x *Activity) compileBegin(c *compiler) {
	if x.begin = findEntry(c, &c.rs.Actions, x.Begin, "action"); x.begin == nil {
		return
	}
	if x.begin.Ask == nil || x.begin.Whom || x.Group == "" {
		c.addMistake(source.BadValue, x.Begin.Pos, "%s can't begin %s. It must ask for a number and need no target, and the activity needs a group.", x.begin.Name, x.Name)
	}
	for _, other := range c.rs.Activities.All {
		if other.Group == x.Group {
			x.groupActivities = append(x.groupActivities, other)
		}
	}
}

// Restores reports whether the activity restores points to a pool.
func (x *Activity) Restores(pool *Pool) bool {
	return slices.ContainsFunc(x.gain, func(rate poolRate) bool { return rate.pool == pool }) ||
		slices.ContainsFunc(x.day, func(part Stretch) bool { return part.Activity.Restores(pool) })
}

// Recovery is the time that an activity needs to refill a pool.
type Recovery struct {
	Activity *Activity // activity that restores the pool
	Pool     *Pool     // pool that isn't full
	Missing  float64   // points below the maximum
	Seconds  float64   // time needed; 0 if it restores Points at once
	Points   float64   // points that it restores at once; 0 if it needs Seconds
}

// Recoveries lists for each pool the activities that restore an actor's lost points, the quickest first; activities that restore points at
// once come last.
func (rs *Ruleset) Recoveries(a *Actor) (list []Recovery) {
	for _, pool := range rs.Pools.All {
		maximum, limited := a.Sheet.Max(pool)
		missing := TrimNoise(maximum - a.PoolValue(pool))
		if !limited || missing <= 0 {
			continue
		}
		from := len(list)
		for _, x := range rs.Activities.All {
			for _, rate := range x.gain {
				switch {
				case rate.pool != pool || rate.points <= 0:
				case rate.atOnce:
					list = append(list, Recovery{x, pool, missing, 0, rate.points})
				default:
					list = append(list, Recovery{x, pool, missing, TrimNoise(missing / rate.points), 0})
				}
			}
		}
		slices.SortStableFunc(list[from:], func(x, y Recovery) int {
			if (x.Seconds == 0) != (y.Seconds == 0) {
				return cmp.Compare(y.Seconds, x.Seconds)
			}
			return cmp.Compare(x.Seconds, y.Seconds)
		})
	}
	return list
}

// compileRates reads pool rates such as `{PFT: 1/min, PEX: 6}`.
func (c *compiler) compileRates(texts source.Map[source.Text]) (list []poolRate) {
	for _, entry := range texts {
		pool := findEntry(c, &c.rs.Pools, source.Text{Text: entry.Name, Pos: entry.Pos}, "pool")
		points, unit, perTime := strings.Cut(entry.Value.Text, "/")
		amount, ok := source.ReadNumber(strings.TrimSpace(points))
		seconds := unitSeconds(strings.TrimSpace(unit))
		if !ok || perTime && seconds == 0 {
			c.addMistake(source.BadValue, entry.Value.Pos, "Expected a rate such as 1/min, 2/s or 6/h, or points such as 6, not %s.", entry.Value.Text)
			continue
		}
		if perTime {
			amount /= seconds
		}
		if pool != nil && pool.BelongsToItem() {
			c.addMistake(source.BadValue, entry.Pos, "%s belongs to items, and an activity uses none. Remove it.", pool.Name)
		} else if pool != nil {
			list = append(list, poolRate{pool, amount, !perTime})
		}
	}
	return list
}
