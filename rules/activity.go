package rules

import (
	"math"
	"slices"
	"strings"

	"hybrid/rules/source"
)

// Activity is what an actor does over time.
type Activity struct {
	Head  `yaml:",inline"`
	Group string                  `yaml:"group"`              // of a group one counts; the one farthest down wins
	For   []source.Text           `yaml:"for" of:"tags"`      // it counts only in rolls about one of these tags
	Pace  source.Text             `yaml:"pace"`               // metres per second
	Stays bool                    `yaml:"stays"`              // one gets somewhere by it, but not from one's place, as the mind does
	Cost  source.Map[source.Text] `yaml:"cost" names:"pools"` // what it takes from pools: 1/min, 2/s, 6/h, or points at once
	Gain  source.Map[source.Text] `yaml:"gain" names:"pools"` // what it gives back to pools, at such rates
	Give  Gives                   `yaml:"give"`               // what it changes, by modifier
	Plain bool                    `yaml:"plain"`              // the one meant when none is named
	Until source.Text             `yaml:"until"`              // when one has to stop
	Warn  source.Text             `yaml:"warn"`               // while this holds, an actor who begins it is warned
	cost  []poolRate
	gain  []poolRate
	until *Formula
	warn  *Formula
	pace  *Formula
	giver
}

// poolRate is what an activity costs or restores of one pool: so much a second, or at once.
type poolRate struct {
	pool   *Pool
	by     float64 // points per second; points where it is at once
	atOnce bool
}

// rates reads `{PFT: 1/min, PEX: 6}`.
func (c *compiler) rates(texts source.Map[source.Text]) (list []poolRate) {
	for _, entry := range texts {
		pool := findEntry(c, &c.rs.Pools, source.Text{Text: entry.Name, Pos: entry.Pos}, "pool")
		points, unit, perTime := strings.Cut(entry.Value.Text, "/")
		by, ok := source.Number(strings.TrimSpace(points))
		seconds := secondsOf(strings.TrimSpace(unit))
		if !ok || perTime && seconds == 0 {
			c.mistake(source.BadValue, entry.Value.Pos, "expected a rate like 1/min, 2/s or 6/h, or points at once like 6, found %s", entry.Value.Text)
			continue
		}
		if perTime {
			by /= seconds
		}
		if pool != nil {
			list = append(list, poolRate{pool, by, !perTime})
		}
	}
	return list
}

// elapse lets an actor go on with its activities for some seconds. What a pool has none of any more is told, with the
// second at which it ran out. G 4.
func (r *Run) elapse(a *Actor, seconds float64) {
	for _, activity := range a.Activities {
		for _, cost := range activity.cost {
			if !cost.atOnce {
				r.spend(a, activity, cost, seconds)
			}
		}
		if activity.until != nil && activity.until.Flag(r.frame(a, nil)) {
			r.stop(a, activity, activity.Label+" is over")
		}
		for _, gain := range activity.gain {
			if !gain.atOnce {
				r.gain(a, gain.pool, gain.by*seconds)
			}
		}
	}
}

// atOnce is what an activity takes and restores at once, however long it takes: a meal.
func (r *Run) atOnce(a *Actor, activity *Activity) {
	for _, cost := range activity.cost {
		if cost.atOnce {
			r.spend(a, activity, cost, 1)
		}
	}
	for _, gain := range activity.gain {
		if gain.atOnce {
			r.gain(a, gain.pool, gain.by)
		}
	}
}

// Begin is an actor beginning an activity by hand: who has nothing left for it is warned. R44.
func (r *Run) Begin(key string, activity *Activity) {
	a := r.copy(key)
	r.emit(&Event{Kind: EventActivity, of: a, Who: key, What: activity.Name})
	r.warn(a, activity)
	r.atOnce(a, activity)
}

// warn tells an actor that begins an activity with nothing left for it. R44.
func (r *Run) warn(a *Actor, activity *Activity) {
	if activity.warn != nil && activity.warn.Flag(r.frame(a, nil)) {
		r.emit(&Event{Kind: EventTell, Who: a.Key, Text: strings.ToLower(activity.Label) + " with nothing left for it (" + activity.Warn.Text + ")"})
	}
}

// stop ends an activity: the actor is back at the plain one of the group, where it has one.
func (r *Run) stop(a *Actor, activity *Activity, why string) {
	over := Event{Kind: EventActivity, of: a, Who: a.Key, What: activity.Name, At: none}
	for _, plain := range r.rs.Activities.All {
		if plain.Group == activity.Group && plain.Plain {
			over.What, over.At = plain.Name, 0
		}
	}
	r.emit(&over)
	r.emit(&Event{Kind: EventTell, Who: a.Key, Text: why})
}

// stand ends the way of an actor, and every activity that moves it.
func (r *Run) stand(a *Actor, why string) {
	if a.Going != nil {
		r.emit(&Event{Kind: EventPlace, of: a, Who: a.Key, Value: a.Place})
	}
	for _, activity := range a.Activities {
		if activity.pace != nil && (!activity.Stays || a.cannot(r.rs, cannotAct) != nil) {
			r.stop(a, activity, why)
		}
	}
}

func (r *Run) spend(a *Actor, activity *Activity, cost poolRate, seconds float64) {
	points := cost.by * seconds
	had := a.Levels[cost.pool.index].Now
	watched := r.levels(a)
	r.lose(a, cost.pool, nil, points, nil)
	for _, pool := range r.rs.Pools.All {
		if watched[pool.index] > pool.least && a.Levels[pool.index].Now <= pool.least {
			text := pool.Label + " ran out"
			if pool == cost.pool && cost.by > 0 && !cost.atOnce {
				text += " after " + Span(r.span.since()+had/cost.by)
			}
			r.emit(&Event{Kind: EventTell, Who: a.Key, Text: text})
		}
	}
}

func (r *Run) levels(a *Actor) []float64 {
	list := r.points.allocN(len(a.Levels))
	for i := range a.Levels {
		list[i] = a.Levels[i].Now
	}
	return list
}

// elapseAll lets every actor go on with what they do over time while the clock moves.
func (r *Run) elapseAll(seconds float64) {
	if slices.ContainsFunc(r.state.Actors, func(a *Actor) bool { return len(a.Activities) > 0 || a.Going != nil }) {
		r.advance(r.state.Actors, seconds)
	}
}

// advance lets some people go on with what they do: activities cost and restore, and who is going somewhere comes
// nearer. Who arrives stands from that moment on.
func (r *Run) advance(people []*Actor, seconds float64) {
	for r.err == nil {
		step, ways := r.journeys(people, seconds)
		for _, there := range people {
			if len(there.Activities) > 0 {
				a := r.copy(there.Key)
				r.span.walk(a, step)
				r.elapse(a, step)
			}
		}
		arrived := r.travel(ways, step)
		if seconds -= step; !arrived || seconds <= slack {
			return
		}
	}
}

// journey is an actor on the move along the line.
type journey struct {
	actor  *Actor
	whom   *Actor  // up to whom; nil for a place
	pace   float64 // metres per second, with the sign of the direction
	in     float64 // the seconds until it arrives
	whose  float64 // the pace of whom
	arrive bool
}

// journeys lists who of some is on the move, and says how many of some seconds pass until the first of them arrives.
func (r *Run) journeys(people []*Actor, seconds float64) (float64, []journey) {
	var list []journey
	for _, there := range people {
		if !there.Placed || there.Going == nil && !r.span.onward(there) {
			continue
		}
		a := r.copy(there.Key)
		if ok, _ := a.CanMove(r.rs); a.Going == nil && !r.span.onward(a) || !ok {
			continue
		}
		w := journey{actor: a, pace: a.Pace(r.rs), in: math.Inf(1)}
		if a.Going != nil {
			if whom := r.copy(a.Going.Whom); whom != nil && whom.Placed {
				w.whom = whom
			}
			w.pace = math.Copysign(w.pace, w.to()-a.Place)
		}
		list = append(list, w)
	}
	first := seconds
	for i := range list {
		w := &list[i]
		for j := range list {
			if list[j].actor == w.whom {
				w.whose = list[j].pace
			}
		}
		far := math.Abs(w.to() - w.actor.Place)
		if nearer := math.Abs(w.pace) - w.whose*math.Copysign(1, w.pace); far <= slack {
			w.in = 0
		} else if nearer > slack {
			w.in = far / nearer
		}
		first = math.Min(first, w.in)
	}
	for i := range list {
		list[i].arrive = list[i].in <= first+slack
	}
	return first, list
}

// to is where an actor goes, as things stand.
func (w *journey) to() float64 {
	switch {
	case w.whom != nil:
		return w.whom.Place
	case w.actor.Going != nil:
		return w.actor.Going.To
	}
	return math.Inf(1)
}

// travel moves every actor who is on the way for some seconds, until the first arrives; it reports whether one does.
func (r *Run) travel(list []journey, seconds float64) (arrived bool) {
	places := make([]float64, len(list))
	for i := range list {
		w := &list[i]
		places[i] = w.actor.Place + w.pace*seconds
		if w.arrive {
			places[i] = w.to() + w.whose*seconds
		}
	}
	for i := range list {
		w := &list[i]
		if place := trimNoise(places[i]); place != w.actor.Place {
			r.emit(&Event{Kind: EventPlace, of: w.actor, Who: w.actor.Key, Value: place, By: trimNoise(place - w.actor.Place), Going: w.actor.Going})
		}
		if w.arrive {
			arrived = true
			r.stand(w.actor, "stands at "+formatNumber(math.Round(w.actor.Place*100)/100)+" m")
		}
	}
	return arrived
}

// Pace is how fast an actor moves along the line, in metres per second.
func (a *Actor) Pace(rs *Ruleset) float64 { return a.pace(rs, false) }

// pace is how fast an actor gets on, from where it stands or, with all, in any way.
func (a *Actor) pace(rs *Ruleset, all bool) float64 {
	pace := 0.0
	for _, activity := range a.Activities {
		if activity.pace != nil && (all || !activity.Stays) {
			pace = math.Max(pace, activity.pace.Num(rs.frame(a)))
		}
	}
	return pace
}

// Speed is how fast an actor would be by an activity, in metres per second.
type Speed struct {
	Activity *Activity
	Pace     float64
}

// Speeds lists how fast an actor is by every activity by which one gets anywhere.
func (a *Actor) Speeds(rs *Ruleset) (list []Speed) {
	for _, activity := range rs.Activities.All {
		if activity.pace == nil {
			continue
		}
		if pace := activity.pace.Num(rs.frame(a)); pace > 0 {
			list = append(list, Speed{activity, trimNoise(pace)})
		}
	}
	return list
}
