package balance

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"

	"hybrid/gm/campaign"
	"hybrid/gm/command"
	"hybrid/gm/simulate"
	"hybrid/rules/source"
)

// Search is an encounter that is to become as hard as one wants, and what may be otherwise in it.
type Search struct {
	Campaign  *campaign.Campaign
	Encounter *campaign.Encounter
	Axes      []Axis
	Side      string // whose evening it is
	Win       Wish   // how often it wins, 0 to 1
	Losses    Wish   // how many of it are out in the end, on average
	Runs      int    // fights of each mix in the final
	Most      int    // mixes that are fought; of more, so many evenly spread
	Seed      uint64
	Counts    float64
	Workers   int
	Shard     simulate.Shard // which of the brackets

	few int // fights of each mix in the first round; firstFights without it
}

// The usual size of a search.
const (
	UsualRuns = 1000
	UsualMost = 400
)

// The search itself: mixes in a bracket, fights of each in its first round, and how many of them go to the final.
const (
	bracketMixes = 16
	firstFights  = 32
	finalists    = 2
	dealt        = 1 << 20 // the number of the first fight of the final
)

// mostMixes is the largest number of mixes that a search may be about.
const mostMixes = 1_000_000_000

// Mix is one way in which an encounter may be, and what its fights came to.
type Mix struct {
	Values []string        `json:"values"` // one for each axis
	Final  bool            `json:"final"`  // it fought in the final
	Of     simulate.Fought `json:"of"`
	Counts simulate.Counts `json:"tally"`
	number int
	sim    *simulate.Simulation
}

// Found is what a search came to.
type Found struct {
	Digest  string         `json:"digest"` // the same for shards of the same search
	Shard   simulate.Shard `json:"shard"`
	Label   string         `json:"label"`
	Side    string         `json:"side"`
	Wins    string         `json:"win"`
	Loses   string         `json:"losses"`
	Axes    []string       `json:"axes"`
	Ranges  []string       `json:"ranges"`
	Mixes   int            `json:"mixes"`   // all there are
	Sampled int            `json:"sampled"` // how many of them were fought
	Fights  int            `json:"fights"`
	Seed    uint64         `json:"seed"`
	Best    []Mix          `json:"best"` // the finalists, the nearest first
	Asked   Asked          `json:"asked"`
}

// Asked is what a search was asked for, as it was said: who reads its result finds the mixes again by that.
type Asked struct {
	Encounter string   `json:"encounter"`
	With      []string `json:"with,omitempty"`
	Vary      []string `json:"vary,omitempty"`
	Tactics   []string `json:"tactics,omitempty"`
}

// check says what is wrong with a search before anything is fought.
func (s *Search) check() (mixes int, err error) {
	switch {
	case !s.Win.Is() && !s.Losses.Is():
		return 0, command.Refusal(`say how hard it should be: --win 70%%, --losses "<1"`)
	case s.Runs < 1 || s.Most < 1:
		return 0, command.Refusal("a search needs at least one fight, and one mix")
	}
	var sides []string
	for _, m := range s.Encounter.Combatants {
		sides = append(sides, m.Side)
	}
	if !slices.Contains(sides, s.Side) {
		return 0, command.Refusal("no side is called %s%s", s.Side, source.Suggest(s.Side, sides))
	}
	mixes = 1
	full := s.copied()
	for _, axis := range s.Axes {
		if mixes *= len(axis.Values); mixes == 0 || mixes > mostMixes {
			return 0, command.Refusal("that is too much to search; allow fewer values, or other steps: 4..12/2")
		}
		if axis.number {
			if _, err := axis.set(full, axis.Values[len(axis.Values)-1]); err != nil {
				return 0, err
			}
		}
	}
	for _, axis := range s.Axes {
		for _, value := range axis.Values {
			e := clone(full)
			touched, err := axis.set(e, value)
			if err != nil {
				return 0, err
			}
			if len(touched) == 0 && !axis.number {
				who, _, _ := strings.Cut(strings.TrimSuffix(axis.Name, " fights"), ".")
				return 0, command.Refusal("nobody here is called %s, and no side", who)
			}
			for _, i := range touched {
				if _, _, err := s.Campaign.Combatant(&e.Combatants[i]); err != nil {
					return 0, fmt.Errorf("%s=%s: %w", axis.Name, value, err)
				}
			}
		}
	}
	return mixes, nil
}

func (s *Search) copied() *campaign.Encounter { return clone(s.Encounter) }

func clone(e *campaign.Encounter) *campaign.Encounter {
	copied := *e
	copied.Combatants = slices.Clone(e.Combatants)
	return &copied
}

// With is the encounter with one value for each axis.
func (s *Search) With(values []string) (*campaign.Encounter, error) {
	e := s.copied()
	for _, numbers := range []bool{true, false} { // who takes part first, then how they are
		for i, axis := range s.Axes {
			if axis.number != numbers {
				continue
			}
			if _, err := axis.set(e, values[i]); err != nil {
				return nil, err
			}
		}
	}
	return e, nil
}

// values are those of a mix by its number.
func (s *Search) values(number int) []string {
	list := make([]string, len(s.Axes))
	for i := len(s.Axes) - 1; i >= 0; i-- {
		n := len(s.Axes[i].Values)
		list[i], number = s.Axes[i].Values[number%n], number/n
	}
	return list
}

// deal lists the numbers of the mixes that are fought, evenly spread from the first on, each encounter once.
func (s *Search) deal(mixes int) (list []int, err error) {
	step := max(1, int(float64(mixes)*0.6180339887))
	for gcd(step, mixes) != 1 {
		step++
	}
	seen := map[string]bool{}
	for i, number := 0, 0; i < mixes && len(list) < s.Most; i, number = i+1, (number+step)%mixes {
		e, err := s.With(s.values(number))
		if err != nil {
			return nil, err
		}
		key := e.Who()
		other := func(m campaign.Combatant) bool { return m.Side != e.Combatants[0].Side }
		if !seen[key] && slices.ContainsFunc(e.Combatants, other) {
			list = append(list, number)
		}
		seen[key] = true
	}
	return list, nil
}

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// Progress is how far a search is.
type Progress struct {
	Fights, Of int
	Best       *Mix // nil before the first
}

// Run looks for the mixes that come nearest to what is wished. When the context is done, it stops: what was found so far
// counts. tell, which may be nil, is told from time to time how far it is; never twice at once.
func (s *Search) Run(ctx context.Context, tell func(Progress)) (*Found, error) {
	mixes, err := s.check()
	if err != nil {
		return nil, err
	}
	numbers, err := s.deal(mixes)
	if err != nil {
		return nil, err
	}
	if len(numbers) == 0 {
		return nil, command.Refusal("everybody is on one side, whatever is otherwise; a fight needs two")
	}
	found := &Found{Digest: s.digest(), Shard: s.Shard, Label: s.Encounter.Label, Side: s.Side, Wins: s.Win.String(), Loses: s.Losses.String(), Mixes: mixes, Seed: s.Seed}
	for _, axis := range s.Axes {
		found.Axes = append(found.Axes, axis.Name)
		text := strings.Join(axis.Values, ", ")
		if n := len(axis.Values); n > 2 {
			text = axis.Values[0] + " to " + axis.Values[n-1]
		}
		found.Ranges = append(found.Ranges, text)
	}
	r := &race{search: s, found: found, tell: tell}
	var brackets [][]int
	for i, bracket := range slices.Collect(slices.Chunk(numbers, bracketMixes)) {
		if s.Shard.Has(i) {
			brackets = append(brackets, bracket)
			r.of += fightsOf(len(bracket), s.first()) + min(finalists, len(bracket))*s.Runs
		}
	}
	for _, bracket := range brackets {
		if ctx.Err() != nil {
			break
		}
		if err := r.bracket(ctx, bracket); err != nil {
			return nil, err
		}
	}
	final := slices.DeleteFunc(slices.Clone(r.all), func(m *Mix) bool { return m.sim == nil })
	if ctx.Err() == nil {
		before := map[*Mix]simulate.Counts{}
		for _, m := range final {
			before[m], m.Counts, m.Final = m.Counts, simulate.Counts{}, true
		}
		if err := r.fight(ctx, final, dealt, s.Runs); err != nil {
			return nil, err
		}
		for _, m := range final {
			if m.Counts.Runs == 0 {
				m.Counts, m.Final = before[m], false
			}
		}
	}
	r.rank(r.all)
	for _, m := range r.all {
		if m.Counts.Runs > 0 && (m.Final || ctx.Err() != nil) {
			found.Best = append(found.Best, *m)
		}
	}
	found.Fights = r.fights
	return found, nil
}

// digest tells a search from others.
func (s *Search) digest() string {
	hash := sha256.New()
	fmt.Fprintf(hash, "%s %s %s %s %s %s %d %d %d %g", s.Campaign.Fingerprint(), s.Campaign.PeopleFingerprint(), s.Encounter.Name, s.Side, s.Win.text, s.Losses.text, s.Runs, s.Most, s.Seed, s.Counts)
	for _, axis := range s.Axes {
		fmt.Fprintf(hash, "%s %q", axis.Name, axis.Values)
	}
	return hex.EncodeToString(hash.Sum(nil)[:8])
}

// first is how often each mix fights in the first round.
func (s *Search) first() int { return cmp.Or(s.few, firstFights) }

// race is a search under way.
type race struct {
	search *Search
	found  *Found
	tell   func(Progress)
	all    []*Mix // those that were fought
	fights int
	of     int
	lock   sync.Mutex
}

// fightsOf is how many fights a bracket takes.
func fightsOf(mixes, first int) (sum int) {
	for fights := first; ; fights *= 2 {
		sum += mixes * fights
		if mixes <= finalists {
			return sum
		}
		mixes = max(finalists, (mixes+1)/2)
	}
}

// bracket fights a few mixes until only those are left that go to the final; they keep their simulation.
func (r *race) bracket(ctx context.Context, numbers []int) error {
	s := r.search
	var list []*Mix
	for _, number := range numbers {
		values := s.values(number)
		e, err := s.With(values)
		if err != nil {
			return err
		}
		sim, err := simulate.FromEncounter(s.Campaign, e)
		if err != nil {
			return err
		}
		sim.Seed, sim.Counts = s.Seed, s.Counts
		list = append(list, &Mix{Values: values, number: number, sim: sim})
	}
	r.all = append(r.all, list...)
	r.found.Sampled += len(list)
	first := 0
	for fights := s.first(); ctx.Err() == nil; fights *= 2 {
		if err := r.fight(ctx, list, first, fights); err != nil {
			return err
		}
		first += fights
		if len(list) <= finalists || ctx.Err() != nil {
			break
		}
		r.rank(list)
		left := max(finalists, (len(list)+1)/2)
		for _, m := range list[left:] {
			m.sim = nil
		}
		list = list[:left]
	}
	return nil
}

// fight lets mixes fight so many times more, several at once.
func (r *race) fight(ctx context.Context, list []*Mix, first, fights int) error {
	cores := r.search.Workers
	if cores < 1 {
		cores = runtime.GOMAXPROCS(0)
	}
	queue, errs := make(chan *Mix), make(chan error, len(list))
	var wait sync.WaitGroup
	for range min(cores, len(list)) {
		wait.Go(func() {
			for m := range queue {
				errs <- r.one(ctx, m, first, fights, max(1, cores/len(list)))
			}
		})
	}
	for _, m := range list {
		queue <- m
	}
	close(queue)
	wait.Wait()
	close(errs)
	for err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// one lets a mix fight.
func (r *race) one(ctx context.Context, m *Mix, first, fights, workers int) error {
	sim := *m.sim
	sim.First, sim.Runs, sim.Workers = first, fights, workers
	told := 0
	part, err := sim.RunPart(ctx, func(runs int) {
		if r.lock.TryLock() {
			if runs > told {
				r.fights, told = r.fights+runs-told, runs
				r.progress()
			}
			r.lock.Unlock()
		}
	})
	if err != nil {
		return err
	}
	r.lock.Lock()
	defer r.lock.Unlock()
	r.fights += part.Counts.Runs - told
	if m.Counts.Runs == 0 {
		m.Of, m.Counts = part.Of, part.Counts
	} else {
		m.Counts.Add(&part.Counts)
	}
	r.progress()
	return nil
}

// progress tells how far the search is.
func (r *race) progress() {
	if r.tell == nil {
		return
	}
	var best *Mix
	for _, m := range r.all {
		if m.Counts.Runs > 0 && (best == nil || r.search.miss(m) < r.search.miss(best)) {
			best = m
		}
	}
	r.tell(Progress{r.fights, r.of, best})
}

// miss is how far a mix is from what is wished, as it may be expected from its intervals.
func (s *Search) miss(m *Mix) float64 {
	return missOf(m, s.Side, s.Win, s.Losses)
}

func missOf(m *Mix, side string, win, losses Wish) float64 {
	end := m.End(side)
	return win.missIn(end.Wins.Low, end.Wins.Share, end.Wins.High) + losses.missIn(end.Losses.Low, end.Losses.Mean, end.Losses.High)/max(1, float64(end.Of))
}

// End is how the fights of a mix end for a side.
func (m *Mix) End(side string) simulate.SideEnd { return m.Of.End(&m.Counts, side) }

// rank sorts mixes, the nearest to what is wished first.
func (r *race) rank(list []*Mix) {
	misses := map[*Mix]float64{}
	for _, m := range list {
		misses[m] = 2
		if m.Counts.Runs > 0 {
			misses[m] = r.search.miss(m)
		}
	}
	slices.SortStableFunc(list, func(a, b *Mix) int {
		return cmp.Or(cmp.Compare(misses[a], misses[b]), slices.Compare(a.Values, b.Values))
	})
}

// Meets reports whether a mix meets what is wished, as far as its fights tell.
func (f *Found) Meets(m *Mix) (bool, error) {
	win, losses, err := f.wishes()
	end := m.End(f.Side)
	return win.metBy(end.Wins.Share, end.Wins.Low, end.Wins.High) && losses.metBy(end.Losses.Mean, end.Losses.Low, end.Losses.High), err
}

func (w Wish) metBy(x, low, high float64) bool { return !w.Is() || w.met(x, low, high) }

// wishes are what was wished.
func (f *Found) wishes() (win, losses Wish, err error) {
	if f.Wins != "" {
		if win, err = ReadWish(f.Wins, true); err != nil {
			return win, losses, err
		}
	}
	if f.Loses != "" {
		losses, err = ReadWish(f.Loses, false)
	}
	return win, losses, err
}

// Merge puts the shards of one search together: the whole, with the shards that are missing. It is an error where two are
// the same shard, or of different searches; names are what they are called in it.
func Merge(names []string, list []*Found) (whole *Found, missing []simulate.Shard, err error) {
	copied := *list[0]
	whole = &copied
	whole.Best, whole.Sampled, whole.Fights, whole.Shard = nil, 0, 0, simulate.Shard{}
	var shards []simulate.Shard
	for i, f := range list {
		if f.Digest != whole.Digest || f.Shard.Of != list[0].Shard.Of {
			return nil, nil, fmt.Errorf("%s is of another search than %s: everything but the part has to be the same", names[i], names[0])
		}
		shards = append(shards, f.Shard)
		whole.Sampled, whole.Fights = whole.Sampled+f.Sampled, whole.Fights+f.Fights
		for k := range f.Best {
			if m := &f.Best[k]; len(m.Values) != len(whole.Axes) || !m.Of.Counted(&m.Counts) || m.Of.Index(whole.Side) < 0 {
				return nil, nil, fmt.Errorf("%s was changed: it does not fit together", names[i])
			}
		}
		whole.Best = append(whole.Best, f.Best...)
	}
	if missing, err = simulate.MissingShards(names, shards); err != nil {
		return nil, nil, err
	}
	win, losses, err := whole.wishes()
	if err != nil {
		return nil, nil, err
	}
	slices.SortStableFunc(whole.Best, func(a, b Mix) int {
		return cmp.Or(cmp.Compare(missOf(&a, whole.Side, win, losses), missOf(&b, whole.Side, win, losses)), slices.Compare(a.Values, b.Values))
	})
	return whole, missing, nil
}
