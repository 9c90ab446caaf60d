package rules

import (
	"cmp"
	"slices"
	"strings"

	"hybrid/rules/source"
)

// Activity is what an actor does over time.
type Activity struct {
	Head  `yaml:",inline"`
	Group string                  `yaml:"group"`                // of a group one counts; the one farthest down wins
	For   []source.Text           `yaml:"for" of:"tags"`        // it counts only in rolls about one of these tags
	Pace  source.Text             `yaml:"pace" formula:"yes"`   // metres per second
	Stays bool                    `yaml:"stays"`                // one gets somewhere by it, but not from one's place, as the mind does
	Cost  source.Map[source.Text] `yaml:"cost" names:"pools"`   // what it takes from pools: 1/min, 2/s, 6/h, or points at once
	Gain  source.Map[source.Text] `yaml:"gain" names:"pools"`   // what it gives back to pools, at such rates
	Give  Gives                   `yaml:"give"`                 // what it changes, by modifier
	Spans []source.Text           `yaml:"spans" pattern:"time"` // how long one usually does it at once, such as 10 min: what the screen offers
	Plain bool                    `yaml:"plain"`                // the one meant when none is named
	Until source.Text             `yaml:"until" formula:"yes"`  // when one has to stop
	Warn  source.Text             `yaml:"warn" formula:"yes"`   // while this holds, an actor who begins it is warned
	Say   *Say                    `yaml:"say"`                  // how its beginning is told
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

// Restores reports whether an activity gives a pool something back.
func (x *Activity) Restores(pool *Pool) bool {
	return slices.ContainsFunc(x.gain, func(rate poolRate) bool { return rate.pool == pool })
}

// Recovery is how long an activity takes to give a pool back all that is lost of it.
type Recovery struct {
	Activity *Activity
	Pool     *Pool
	Lost     float64
	Seconds  float64 // 0 where it gives back at once, Points of it
	Points   float64
}

// Recoveries lists what gives an actor back what is lost, by pool, the quickest first; what gives back at once comes last.
func Recoveries(rs *Ruleset, a *Actor) (list []Recovery) {
	for _, pool := range rs.Pools.All {
		most, limited := a.Sheet.Max(pool)
		lost := trimNoise(most - a.Now(pool))
		if !limited || lost <= 0 {
			continue
		}
		from := len(list)
		for _, x := range rs.Activities.All {
			for _, rate := range x.gain {
				switch {
				case rate.pool != pool || rate.by <= 0:
				case rate.atOnce:
					list = append(list, Recovery{x, pool, lost, 0, rate.by})
				default:
					list = append(list, Recovery{x, pool, lost, trimNoise(lost / rate.by), 0})
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

// rates reads `{PFT: 1/min, PEX: 6}`.
func (c *compiler) rates(texts source.Map[source.Text]) (list []poolRate) {
	for _, entry := range texts {
		pool := findEntry(c, &c.rs.Pools, source.Text{Text: entry.Name, Pos: entry.Pos}, "pool")
		points, unit, perTime := strings.Cut(entry.Value.Text, "/")
		by, ok := source.ReadNumber(strings.TrimSpace(points))
		seconds := secondsOf(strings.TrimSpace(unit))
		if !ok || perTime && seconds == 0 {
			c.mistake(source.BadValue, entry.Value.Pos, "expected a rate like 1/min, 2/s or 6/h, or points at once like 6, found %s", entry.Value.Text)
			continue
		}
		if perTime {
			by /= seconds
		}
		if pool != nil && pool.OfItem() {
			c.mistake(source.BadValue, entry.Pos, "%s is of things; what one does over time is done with none of them", pool.Name)
		} else if pool != nil {
			list = append(list, poolRate{pool, by, !perTime})
		}
	}
	return list
}
