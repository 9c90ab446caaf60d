package simulate

import (
	"math"
	"slices"
	"sort"

	"hybrid/gm/command"
	"hybrid/rules"
)

// The results of fights, as integers that can be added up over parts of a simulation. Result computes shares and averages from them.

// SimulatedFight describes the simulated fight. It is the same for all parts of a simulation.
type SimulatedFight struct {
	Digest     string        `json:"digest"`           // hash that is equal for the same fight under the same rules
	Label      string        `json:"label"`            // encounter label
	Unit       string        `json:"unit"`             // word for a count
	Count      float64       `json:"count"`            // seconds in a count; 0 if unknown
	Seed       uint64        `json:"seed"`             // seed of all dice
	Runs       int           `json:"runs"`             // total number of runs in all parts
	Confidence float64       `json:"sure"`             // confidence level of intervals, as a share
	Sides      []string      `json:"sides"`            // keys of the sides
	Pools      []string      `json:"pools"`            // names of the pools whose losses are counted
	Fighters   []participant `json:"fighters"`         // combatants
	Owners     []participant `json:"owners,omitempty"` // sides with pools of their own
}

// participant is an actor that took part.
type participant struct {
	Who    string `json:"who"`              // key of the actor
	Name   string `json:"name"`             // name of the actor
	Side   string `json:"side"`             // key of its side
	Tactic string `json:"tactic,omitempty"` // name of its tactic; "" for none
	Pools  []int  `json:"pools"`            // indexes of its pools in SimulatedFight.Pools

	Actions []string `json:"actions,omitempty"` // names of the actions in its tactic
}

// Counts holds the totals of the simulated fights. They are integers, so that parts simulated on different machines have the same sum in
// any order.
type Counts struct {
	Runs         int         `json:"runs"`      // number of fights
	Wins         []int       `json:"wins"`      // number of wins of each side, in the order of SimulatedFight.Sides
	Undecided    int         `json:"undecided"` // number of fights without a winner
	Losses       [][]int     `json:"losses"`    // for each side, the number of fights by the number of its members who were out at the end, from 0
	OutAtEnd     []int       `json:"out"`       // number of fights in which each fighter was out at the end
	LeftFight    []int       `json:"left"`      // number of fights that each fighter left
	Declarations [][]int     `json:"did"`       // number of declarations, for each fighter and action of its tactic
	PointLosses  []int64     `json:"lost"`      // points lost, in millionths: one value for each pool, for each fighter and then for each side in Owners
	Counts       []Frequency `json:"counts"`    // durations, in counts
	Turns        []Frequency `json:"turns"`     // counts from which the winner led until the end
	Luck         []int64     `json:"luck"`      // sums of luck variables, as addLuck orders them
}

// Frequency is a number with its frequency.
type Frequency struct {
	Number float64 `json:"number"` // a value, such as the duration of a fight in counts
	Times  int     `json:"times"`  // number of fights with this value
}

// millionths is the number of parts into which a point is divided for counting.
const millionths = 1e6

// newCounts returns totals without any fights, with slices of the lengths that fought requires.
func newCounts(fought *SimulatedFight) *Counts {
	t := &Counts{Wins: make([]int, len(fought.Sides)), Losses: make([][]int, len(fought.Sides)), OutAtEnd: make([]int, len(fought.Fighters)), LeftFight: make([]int, len(fought.Fighters)),
		Declarations: make([][]int, len(fought.Fighters)), PointLosses: make([]int64, fought.lossCount()), Luck: make([]int64, fought.luckLength())}
	for i, side := range fought.Sides {
		t.Losses[i] = make([]int, 1+fought.sideStrength(side))
	}
	for k := range fought.Fighters {
		t.Declarations[k] = make([]int, len(fought.Fighters[k].Actions))
	}
	return t
}

// lossCount returns the length of Counts.PointLosses: one number for each pool of each fighter and side.
func (f *SimulatedFight) lossCount() int { return (len(f.Fighters) + len(f.Owners)) * len(f.Pools) }

// meanLosses returns the average loss from each pool of owner, a fighter or a side. k is its index among all fighters and, after them, the
// sides in Owners, which is also their order in Counts.PointLosses.
func (f *SimulatedFight) meanLosses(t *Counts, k int, owner *participant) (list []PoolLost) {
	for _, p := range owner.Pools {
		if p >= 0 && p < len(f.Pools) {
			list = append(list, PoolLost{f.Pools[p], float64(t.PointLosses[k*len(f.Pools)+p]) / millionths / max(1, float64(t.Runs))})
		}
	}
	return list
}

// SideName returns the name of the side with this key.
func (f *SimulatedFight) SideName(side string) string {
	for i := range f.Owners {
		if f.Owners[i].Who == side {
			return f.Owners[i].Name
		}
	}
	return side
}

// SpanText returns a length of time in counts as text, such as "5 counts".
func (f *SimulatedFight) SpanText(n float64) string {
	return command.CountText(int(n), f.Unit, rules.Plural(f.Unit))
}

// sideStrength returns the number of fighters on a side.
func (f *SimulatedFight) sideStrength(side string) (n int) {
	for _, m := range f.Fighters {
		n += boolToInt(m.Side == side)
	}
	return n
}

// addFight adds one fight.
func (t *Counts) addFight(fought *SimulatedFight, r *runEnd) {
	t.Runs++
	t.Counts = append(t.Counts, Frequency{r.counts, 1})
	if r.winner < 0 {
		t.Undecided++
	} else {
		t.Wins[r.winner]++
		t.Turns = append(t.Turns, Frequency{r.turned, 1})
	}
	t.addLuck(r.luck, r.winner)
	for i, side := range fought.Sides {
		out := 0
		for k, m := range fought.Fighters {
			out += boolToInt(m.Side == side && r.out[k])
		}
		t.Losses[i][out]++
	}
	for k := range fought.Fighters {
		addElementwise(t.Declarations[k], r.did[k])
		t.OutAtEnd[k], t.LeftFight[k] = t.OutAtEnd[k]+boolToInt(r.out[k]), t.LeftFight[k]+boolToInt(r.hasLeft[k])
	}
	for k, points := range r.losses {
		t.PointLosses[k] += int64(math.Round(points * millionths))
	}
}

// Add adds the totals of other runs of the same fight.
func (t *Counts) Add(more *Counts) {
	t.Runs, t.Undecided = t.Runs+more.Runs, t.Undecided+more.Undecided
	addElementwise(t.Wins, more.Wins)
	addElementwise(t.OutAtEnd, more.OutAtEnd)
	addElementwise(t.LeftFight, more.LeftFight)
	addElementwise(t.PointLosses, more.PointLosses)
	addElementwise(t.Luck, more.Luck)
	for i := range t.Losses {
		addElementwise(t.Losses[i], more.Losses[i])
	}
	for k := range t.Declarations {
		addElementwise(t.Declarations[k], more.Declarations[k])
	}
	t.Counts, t.Turns = mergeTimes(append(t.Counts, more.Counts...)), mergeTimes(append(t.Turns, more.Turns...))
}

// addElementwise adds each number of more to the sum at the same index.
func addElementwise[T int | int64](sums, more []T) {
	for i, n := range more {
		sums[i] += n
	}
}

// mergeTimes sorts a list by number and merges entries with the same number.
func mergeTimes(list []Frequency) []Frequency {
	sort.Slice(list, func(i, j int) bool { return list[i].Number < list[j].Number })
	out := list[:0]
	for _, entry := range list {
		if n := len(out); n > 0 && out[n-1].Number == entry.Number {
			out[n-1].Times += entry.Times
			continue
		}
		out = append(out, entry)
	}
	return out
}

// spreadOf returns the median of the numbers in list, which must be sorted, and the range of the middle 80% of them.
func spreadOf(list []Frequency) Spread {
	n := 0
	for _, entry := range list {
		n += entry.Times
	}
	quantile := func(part float64) float64 {
		k := int(part*float64(n-1) + 0.5)
		for _, entry := range list {
			if k -= entry.Times; k < 0 {
				return entry.Number
			}
		}
		return 0
	}
	return Spread{quantile(0.5), quantile(0.1), quantile(0.9)}
}

// Mean is an average, with the bounds of its confidence interval.
type Mean struct {
	Mean float64 `json:"mean"` // average
	Low  float64 `json:"low"`  // lower bound of the interval
	High float64 `json:"high"` // upper bound of the interval
}

// weightedMean returns the average of numbers from 0 up, whose frequencies are times, with bounds z standard errors away. With few fights
// the spread is at least that of a series in which one fight came out differently.
func weightedMean(times []int, z float64) Mean {
	n, sum, squares := 0.0, 0.0, 0.0
	for x, count := range times {
		n, sum, squares = n+float64(count), sum+float64(x*count), squares+float64(x*x*count)
	}
	maximum := float64(len(times) - 1)
	if n == 0 {
		return Mean{0, 0, maximum}
	}
	mean := sum / n
	spread := max(squares/n-mean*mean, 1/n)
	half := z * math.Sqrt(spread/n)
	return Mean{mean, max(0, mean-half), min(maximum, mean+half)}
}

// Result returns the result of the fights counted by t: shares and averages, with confidence intervals.
func (f *SimulatedFight) Result(t *Counts) *Result {
	z := StandardErrors(f.Confidence)
	result := &Result{Runs: t.Runs, Seed: f.Seed, Confidence: f.Confidence, Undecided: f.rateOfWins(t, -1, z), Counts: spreadOf(t.Counts), Turns: spreadOf(t.Turns)}
	for _, side := range f.Sides {
		result.Sides = append(result.Sides, f.SideOutcome(t, side))
	}
	result.Seconds = Spread{result.Counts.Median * f.Count, result.Counts.Low * f.Count, result.Counts.High * f.Count}
	for k, m := range f.Fighters {
		end := FighterEnd{Who: m.Who, Name: m.Name, Side: m.Side, Tactic: m.Tactic, OutRate: wilsonInterval(float64(t.OutAtEnd[k]), float64(t.Runs), z), LeaveRate: wilsonInterval(float64(t.LeftFight[k]), float64(t.Runs), z), PoolLosses: f.meanLosses(t, k, &m)}
		for i, action := range m.Actions {
			end.Declarations = append(end.Declarations, DeclarationRate{action, float64(t.Declarations[k][i]) / max(1, float64(t.Runs))})
		}
		result.Fighters = append(result.Fighters, end)
	}
	return result
}

// SideIndex returns the index of a side, or -1.
func (f *SimulatedFight) SideIndex(side string) int { return slices.Index(f.Sides, side) }

// SideOutcome returns the average outcome, for one of the sides, of the fights counted by t.
func (f *SimulatedFight) SideOutcome(t *Counts, side string) SideEnd {
	return f.SideOutcomeAt(t, side, f.Confidence)
}

// SideOutcomeAt returns the same as SideOutcome for another confidence level of intervals, a share below 1.
func (f *SimulatedFight) SideOutcomeAt(t *Counts, side string, sure float64) SideEnd {
	i, z := f.SideIndex(side), StandardErrors(sure)
	end := SideEnd{Side: side, Wins: f.rateOfWins(t, i, z), MemberCount: f.sideStrength(side), Losses: weightedMean(t.Losses[i], z)}
	for k := range f.Owners {
		if f.Owners[k].Who == side {
			end.PoolLosses = f.meanLosses(t, len(f.Fighters)+k, &f.Owners[k])
		}
	}
	return end
}

// Matches reports whether the totals are consistent with the fight; totals read from a file can contain anything.
func (f *SimulatedFight) Matches(t *Counts) bool {
	ok := len(t.Wins) == len(f.Sides) && len(t.Losses) == len(f.Sides) && len(t.OutAtEnd) == len(f.Fighters) && len(t.LeftFight) == len(f.Fighters) &&
		len(t.PointLosses) == f.lossCount() && len(t.Luck) == f.luckLength() && len(t.Declarations) == len(f.Fighters)
	for k := range t.Declarations {
		ok = ok && k < len(f.Fighters) && len(t.Declarations[k]) == len(f.Fighters[k].Actions)
	}
	for i := range t.Losses {
		ok = ok && i < len(f.Sides) && len(t.Losses[i]) == 1+f.sideStrength(f.Sides[i])
	}
	return ok
}
