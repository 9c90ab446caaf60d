package rules

import (
	"math"
	"strconv"
	"strings"

	"hybrid/rules/source"
)

// Activity is what an actor does over time.
type Activity struct {
	Head  `yaml:",inline"`
	Group string                  `yaml:"group"`              // of a group one counts; the one farthest down wins
	For   []source.Text           `yaml:"for" of:"tags"`      // it counts only in rolls about one of these tags
	Pace  source.Text             `yaml:"pace"`               // metres per second
	Cost  source.Map[source.Text] `yaml:"cost" names:"pools"` // what it takes from pools: 1/min, 2/s, 6/h, or points at once
	Gain  source.Map[source.Text] `yaml:"gain" names:"pools"` // what it gives back to pools, at such rates
	Give  Gives                   `yaml:"give"`               // what it changes, by modifier
	Plain bool                    `yaml:"plain"`              // the one meant when none is named
	Until source.Text             `yaml:"until"`              // when one has to stop
	Warn  source.Text             `yaml:"warn"`               // while this holds, whoever begins it is warned
	cost  []rate
	gain  []rate
	until *Formula
	warn  *Formula
	pace  *Formula
	giver
}

// rate is what an activity costs or restores of one pool: so much a second, or at once.
type rate struct {
	pool   *Pool
	by     float64 // points per second; points where it is at once
	atOnce bool
}

// secondsOf is how many seconds a unit of time has; 0 for a word that is none.
func secondsOf(unit string) float64 {
	switch unit {
	case "s", "sec", "second", "seconds":
		return 1
	case "min", "minute", "minutes":
		return 60
	case "h", "hour", "hours":
		return 3600
	case "d", "day", "days":
		return 86400
	}
	return 0
}

// rates reads `{PFT: 1/min, PEX: 6}`.
func (c *compiler) rates(texts source.Map[source.Text]) (list []rate) {
	for _, entry := range texts {
		pool := find(c, &c.rs.Pools, source.Text{Text: entry.Name, Pos: entry.Pos}, "pool")
		points, unit, perTime := strings.Cut(entry.Value.Text, "/")
		by, err := strconv.ParseFloat(strings.TrimSpace(points), 64)
		seconds := secondsOf(strings.TrimSpace(unit))
		if err != nil || perTime && seconds == 0 {
			c.mistake(source.BadValue, entry.Value.Pos, "expected a rate like 1/min, 2/s or 6/h, or points at once like 6, found %s", entry.Value.Text)
			continue
		}
		if perTime {
			by /= seconds
		}
		if pool != nil {
			list = append(list, rate{pool, by, !perTime})
		}
	}
	return list
}

// Seconds reads a span of time in words, such as "20 min", "1 h 30 min" or "45 s".
func Seconds(text string) (seconds float64, err error) {
	words := strings.Fields(text)
	for i := 0; i+1 < len(words); i += 2 {
		n, err := strconv.ParseFloat(words[i], 64)
		unit := secondsOf(words[i+1])
		if err != nil || !(n >= 0) || unit == 0 || n*unit > 1e10 {
			return 0, refuse("%s is no span of time; write 20 min, 45 s, 1 h 30 min or 2 d", text)
		}
		seconds += n * unit
	}
	if len(words) == 0 || len(words)%2 != 0 {
		return 0, refuse("%q is no span of time; write 20 min, 45 s, 1 h 30 min or 2 d", text)
	}
	return seconds, nil
}

// elapse lets an actor go on with its activities for some seconds. What a pool has none of any more is told, with the
// second at which it ran out. G 4.
func (r *Run) elapse(a *Actor, seconds float64) {
	for _, activity := range a.Activities {
		for _, cost := range activity.cost {
			r.spend(a, activity, cost, seconds)
		}
		if activity.until != nil && activity.until.Flag(r.frame(a, nil)) {
			r.stop(a, activity)
		}
		for _, gain := range activity.gain {
			if !gain.atOnce {
				r.gain(a, gain.pool, gain.by*seconds)
			}
		}
	}
}

// atOnce is what an activity restores at once, however long it takes: a meal.
func (r *Run) atOnce(a *Actor, activity *Activity) {
	for _, gain := range activity.gain {
		if gain.atOnce {
			r.gain(a, gain.pool, gain.by)
		}
	}
}

// Warning is what whoever begins an activity should be told first; empty if nothing. R44.
func (rs *Ruleset) Warning(a *Actor, activity *Activity) string {
	if activity.warn == nil || !activity.warn.Flag(rs.frame(a)) {
		return ""
	}
	return strings.ToLower(activity.Label) + " with nothing left for it (" + activity.Warn.Text + ")"
}

// stop brings an actor back to the plain activity of the group.
func (r *Run) stop(a *Actor, activity *Activity) {
	for _, plain := range r.rs.Activities.All {
		if plain.Group == activity.Group && plain.Plain {
			r.emit(&Event{Kind: EventActivity, Who: a.Key, What: plain.Name})
			r.emit(&Event{Kind: EventTell, Who: a.Key, Text: activity.Label + " is over"})
		}
	}
}

func (r *Run) spend(a *Actor, activity *Activity, cost rate, seconds float64) {
	points := cost.by
	if !cost.atOnce {
		points *= seconds
	}
	had := a.Levels[cost.pool.index].Now
	watched := r.levels(a)
	r.lose(a, cost.pool, nil, points, nil)
	for _, pool := range r.rs.Pools.All {
		if watched[pool.index] > pool.least && a.Levels[pool.index].Now <= pool.least {
			text := pool.Label + " ran out"
			if pool == cost.pool && cost.by > 0 && !cost.atOnce {
				text += " after " + Span(had/cost.by)
			}
			r.emit(&Event{Kind: EventTell, Who: a.Key, Text: text})
		}
	}
}

func (r *Run) levels(a *Actor) []float64 {
	list := r.points.take(len(a.Levels))
	for i := range a.Levels {
		list[i] = a.Levels[i].Now
	}
	return list
}

// Span is a number of seconds in words.
func Span(seconds float64) string {
	whole := func(x float64) string { return strconv.FormatFloat(math.Round(x*10)/10, 'f', -1, 64) }
	switch {
	case seconds < 120:
		return whole(seconds) + " s"
	case seconds < 7200:
		return whole(seconds/60) + " min"
	case seconds < 172800:
		return whole(seconds/3600) + " h"
	}
	return whole(seconds/86400) + " d"
}

// Pass lets time go by outside a fight: everybody named does an activity for some seconds.
func (rs *Ruleset) Pass(s *State, who []string, activity *Activity, seconds float64, k Known) (Decision, error) {
	r := rs.run(s, k)
	for _, key := range who {
		a := r.copy(key)
		if a == nil {
			return Decision{}, refuse("nobody here is called %s", key)
		}
		before := a.Activities
		a.Activities = []*Activity{activity}
		began := r.mark()
		if warning := rs.Warning(a, activity); warning != "" {
			r.emit(&Event{Kind: EventTell, Who: key, Text: warning})
		}
		r.elapse(a, seconds)
		r.atOnce(a, activity)
		a.Activities = before
		if r.record {
			r.write(Outcome{Step: activity.Name, Label: activity.Label, Kind: kindNames[stepDo], Who: key,
				Source: activity.where, Guide: activity.Src}, began)
		}
	}
	return r.decision()
}

// goOn lets everybody go on with what they do over time while the clock moves: activities cost and restore, and who
// is going somewhere comes nearer.
func (r *Run) goOn(seconds float64) {
	for _, there := range r.state.Actors {
		if len(there.Activities) == 0 && there.Going == nil {
			continue
		}
		a := r.copy(there.Key)
		r.elapse(a, seconds)
		r.travel(a, seconds)
	}
}

// travel moves somebody along the line, as far as the pace of its activities takes it, and not beyond where it goes.
func (r *Run) travel(a *Actor, seconds float64) {
	if a.Going == nil || !a.Placed || a.cannot(r.rs, cannotAct) != nil {
		return
	}
	to := a.Going.To
	if whom := r.copy(a.Going.Whom); whom != nil && whom.Placed {
		to = whom.Place
	}
	far := r.rs.Pace(a) * seconds
	place, going := to, (*Going)(nil)
	if far < math.Abs(to-a.Place) {
		place, going = a.Place+math.Copysign(far, to-a.Place), a.Going
	} else if a.Going.Whom != "" {
		going = a.Going
	}
	if place != a.Place || going != a.Going {
		r.emit(&Event{Kind: EventPlace, Who: a.Key, Value: tidy(place), By: tidy(place - a.Place), Going: going})
	}
}

// Pace is how fast somebody moves, in metres per second.
func (rs *Ruleset) Pace(a *Actor) float64 {
	pace := 0.0
	for _, activity := range a.Activities {
		if activity.pace != nil {
			pace = math.Max(pace, activity.pace.Num(rs.frame(a)))
		}
	}
	return pace
}
