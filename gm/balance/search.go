package balance

import (
	"cmp"
	"context"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"hybrid/gm/campaign"
	"hybrid/gm/command"
	"hybrid/gm/simulate"
	"hybrid/rules/collect"
	"hybrid/rules/message"
)

// The search for mixes whose results are close to the wanted ones, in rounds of increasing numbers of fights. wish.go rates a result.

// Search finds mixes of opponents that make an encounter as hard as wished.
type Search struct {
	Campaign  *campaign.Campaign
	Encounter *campaign.Encounter
	Axes      []Axis        // properties that vary
	Side      string        // side whose wins and losses are wished
	Win       Wish          // rate of wins, 0 to 1
	Losses    Wish          // average number of the side's members who are out at the end
	Runs      int           // fights of each mix in the final; 0 for as many as Precision requires
	Precision float64       // half the width of the confidence intervals in the final, as a share; 0 means UsualWithin
	Sure      float64       // confidence level of intervals, as a share; 0 means simulate.UsualSure
	Most      int           // maximum number of mixes; if there are more, an evenly spread selection is searched
	Best      int           // number of mixes that reach the final; 0 means UsualBest
	Seed      uint64        // seed of the dice
	Counts    float64       // number of counts after which a fight is undecided
	Workers   int           // number of parallel fights; 0 for the number of cores
	Time      time.Duration // time limit of the search; 0 for none

	few int // fights of each mix in the first round; 0 means firstFights
}

// The usual size of a search.
const (
	UsualWithin = 0.03 // half the width of the final's confidence intervals, as a share
	UsualMost   = 400  // maximum number of mixes
	UsualBest   = 5    // number of finalists
	UsualTime   = 20 * time.Second
)

// The rounds of a search.
const (
	firstFights = 16      // fights of each mix in the first round
	batchMixes  = 16      // mixes that fight in the first round before they can exclude others
	probeEvery  = 16      // one of this many excluded mixes fights as a probe
	dropSure    = 0.999   // confidence level of the intervals used to exclude and drop mixes
	finalBatch  = 200     // fights of a mix in the final between two checks of its precision
	finalFirst  = 1 << 20 // number of the first fight of the final
	finalMost   = 20_000  // maximum number of fights of a mix in the final
)

// maxMixes is the maximum number of mixes from which a search can select.
const maxMixes = 100_000

// Mix is one value for each axis, and the results of its fights.
type Mix struct {
	Values []string                `json:"values"` // values, one for each axis
	Final  bool                    `json:"final"`  // whether its results are from the final
	Fight  simulate.SimulatedFight `json:"of"`     // simulated fight
	Counts simulate.Counts         `json:"tally"`  // totals of its fights
	number int                     // number among all possible mixes
	probe  bool                    // whether it was excluded and fights only to check the exclusion
	sim    *simulate.Simulation    // prepared simulation; nil until it fights
}

// SearchResult is the result of a search.
type SearchResult struct {
	Label   string   `json:"label"`
	Side    string   `json:"side"` // as in Search, like the next three
	Win     Wish     `json:"-"`
	Losses  Wish     `json:"-"`
	Sure    float64  `json:"sure"`
	Axes    []string `json:"axes"`    // names of the axes
	Ranges  []string `json:"ranges"`  // values of each axis, as text
	Mixes   int      `json:"mixes"`   // number of all possible mixes
	Sampled int      `json:"sampled"` // mixes searched
	Ruled   int      `json:"ruled"`   // sampled mixes excluded without a fight, because others prove them too hard or too easy
	Fought  int      `json:"fought"`  // mixes that fought
	Stopped bool     `json:"stopped"` // whether the search was cut short, by its time limit or its context
	Fights  int      `json:"fights"`  // total number of fights
	Seed    uint64   `json:"seed"`
	Best    []Mix    `json:"best"` // best mixes, nearest to the wish first
}

// countMixes returns the number of mixes, or an error if the search is invalid.
func (s *Search) countMixes() (mixes int, err error) {
	switch {
	case !s.Win.IsSet() && !s.Losses.IsSet():
		return 0, command.Refusal(`Choose the difficulty, for example --win 70%% or --losses "<1".`)
	case s.Most < 1:
		return 0, command.Refusal("A search needs at least one mix. Write --mixes 400.")
	case s.precision() < 0.002 || s.precision() > 0.5 || s.confidenceLevel() < 0.5 || s.confidenceLevel() > 0.9999:
		return 0, command.Refusal("The search cannot be that exact. Write --within 0.2%% to 50%%, and --sure 50%% to 99.99%%.")
	}
	sides := collect.Map(s.Encounter.Combatants, func(m campaign.Combatant) string { return m.Side })
	if !slices.Contains(sides, s.Side) {
		return 0, command.RefusalOf(message.Unknown("side", s.Side, sides))
	}
	mixes = 1
	full := s.copyEncounter()
	for _, axis := range s.Axes {
		if mixes *= len(axis.Values); mixes == 0 || mixes > maxMixes {
			return 0, command.Refusal("These ranges make more than %d mixes. Allow fewer values, or larger steps such as 4..12/2.", maxMixes)
		}
		if axis.number {
			if _, err := axis.set(full, axis.Values[len(axis.Values)-1]); err != nil {
				return 0, err
			}
		}
	}
	for _, axis := range s.Axes {
		for _, value := range axis.Values {
			e := cloneEncounter(full)
			touched, err := axis.set(e, value)
			if err != nil {
				return 0, err
			}
			if len(touched) == 0 && !axis.number {
				who, _, _ := strings.Cut(strings.TrimSuffix(axis.Name, " fights"), ".")
				return 0, command.RefusalOf(message.Unknown("combatant or side", who, nil))
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

// copyEncounter returns a copy of the encounter whose combatants can be changed.
func (s *Search) copyEncounter() *campaign.Encounter { return cloneEncounter(s.Encounter) }

// cloneEncounter returns a copy of e whose combatants can be changed.
func cloneEncounter(e *campaign.Encounter) *campaign.Encounter {
	copied := *e
	copied.Combatants = slices.Clone(e.Combatants)
	return &copied
}

// EncounterWith returns the encounter with one value for each axis.
func (s *Search) EncounterWith(values []string) (*campaign.Encounter, error) {
	e := s.copyEncounter()
	for _, numbers := range []bool{true, false} { // first the combatants are set, then their values
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

// valuesOfMix returns the values of the mix with the given number.
func (s *Search) valuesOfMix(number int) []string {
	list := make([]string, len(s.Axes))
	for i := len(s.Axes) - 1; i >= 0; i-- {
		n := len(s.Axes[i].Values)
		list[i], number = s.Axes[i].Values[number%n], number/n
	}
	return list
}

// selectMixes lists the numbers of the mixes to search, those with the fewest opponents first. If there are too many, it selects them at
// even intervals. Mixes that give the same encounter are listed once.
func (s *Search) selectMixes(mixes int) (list []int, err error) {
	step := max(1, int(float64(mixes)*0.6180339887)) // the golden ratio spreads any number of steps evenly
	for gcd(step, mixes) != 1 {
		step++
	}
	seen := map[string]bool{}
	for i, number := 0, 0; i < mixes && len(list) < s.Most; i, number = i+1, (number+step)%mixes {
		e, err := s.EncounterWith(s.valuesOfMix(number))
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
	slices.SortFunc(list, func(a, b int) int { return cmp.Or(cmp.Compare(s.netFoes(a), s.netFoes(b)), cmp.Compare(a, b)) })
	return list, nil
}

// netFoes returns the number of opponents minus the number of allies that the axes contribute to a mix.
func (s *Search) netFoes(number int) (n int) {
	for i, value := range s.valuesOfMix(number) {
		n += s.Axes[i].countFoes(value, s.Side)
	}
	return n
}

// isHarder reports whether a differs from b only by more opponents or fewer allies.
func (s *Search) isHarder(a, b *Mix) bool {
	for i := range s.Axes {
		axis := &s.Axes[i]
		// The values differ otherwise than by more opponents or fewer allies.
		if a.Values[i] != b.Values[i] && (!axis.number || axis.countFoes(a.Values[i], s.Side) < axis.countFoes(b.Values[i], s.Side)) {
			return false
		}
	}
	return true
}

// gcd returns the greatest common divisor of a and b.
func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// Progress is the progress of a search.
type Progress struct {
	Fights, Of int    // Of is an estimate, which can decrease
	Best       []*Mix // best mixes so far, at most Search.Best; nil before the first fight
}

// Run finds the mixes nearest to the wish, as the package comment says under "The search". When ctx is done or s.Time is over, it stops and
// returns the best mixes found so far. It calls progress, which may be nil, from time to time, never concurrently.
func (s *Search) Run(ctx context.Context, progress func(Progress)) (*SearchResult, error) {
	mixes, err := s.countMixes()
	if err != nil {
		return nil, err
	}
	numbers, err := s.selectMixes(mixes)
	if err != nil {
		return nil, err
	}
	if len(numbers) == 0 {
		return nil, command.Refusal("All combatants are on one side. A fight needs two.")
	}
	found := &SearchResult{Label: s.Encounter.Label, Side: s.Side, Win: s.Win, Losses: s.Losses, Sure: s.confidenceLevel(), Mixes: mixes, Sampled: len(numbers), Seed: s.Seed}
	for _, axis := range s.Axes {
		found.Axes = append(found.Axes, axis.Name)
		text := strings.Join(axis.Values, ", ")
		if n := len(axis.Values); n > 2 {
			text = axis.Values[0] + " to " + axis.Values[n-1]
		}
		found.Ranges = append(found.Ranges, text)
	}
	r := &race{search: s, found: found, progress: progress}
	racing := ctx // context of the race; with a deadline before that of ctx, which leaves time for the final
	if s.Time > 0 {
		var stop, stopRacing context.CancelFunc
		ctx, stop = context.WithTimeout(ctx, s.Time)
		defer stop()
		racing, stopRacing = context.WithTimeout(ctx, s.Time*3/4)
		defer stopRacing()
	}
	if err := r.runFirstRound(racing, numbers); err != nil {
		return nil, err
	}
	list, err := r.halveMixes(racing)
	if err != nil {
		return nil, err
	}
	if racing.Err() != nil {
		found.Stopped, list = true, list[:min(len(list), s.finalistCount())]
	}
	if err := r.runFinal(ctx, list); err != nil {
		return nil, err
	}
	found.Stopped = found.Stopped || ctx.Err() != nil
	found.Fought = len(r.mixesByDistance(r.all))
	found.Best = append(found.Best, collect.MapIf(r.mixesByDistance(list), func(m *Mix) bool { return m.Counts.Runs > 0 }, func(m *Mix) Mix { return *m })...)
	found.Fights = r.fights
	return found, nil
}

func (s *Search) precision() float64       { return cmp.Or(s.Precision, UsualWithin) }
func (s *Search) confidenceLevel() float64 { return cmp.Or(s.Sure, simulate.UsualSure) }
func (s *Search) finalistCount() int       { return cmp.Or(s.Best, UsualBest) }

// race is a search in progress.
type race struct {
	search   *Search
	found    *SearchResult // result so far
	progress func(Progress)
	all      []*Mix // mixes that fought
	fights   int    // number of fights so far
	of       int    // estimate of the total number of fights
	lock     sync.Mutex
}

// runFirstRound simulates a few fights of each mix. Mixes excluded by earlier ones don't fight, except a few probes, which check that one
// more opponent makes a fight harder. If a probe shows that it does not, all mixes fight.
func (r *race) runFirstRound(ctx context.Context, numbers []int) error {
	fights := cmp.Or(r.search.few, firstFights)
	var ruled []int
	monotone := true
	for len(numbers) > 0 && ctx.Err() == nil {
		var batch []*Mix
		for len(numbers) > 0 && len(batch) < batchMixes {
			m := &Mix{Values: r.search.valuesOfMix(numbers[0]), number: numbers[0]}
			numbers = numbers[1:]
			if monotone && r.findExcluder(m) != nil {
				ruled = append(ruled, m.number)
				if m.probe = len(ruled)%probeEvery == 1; !m.probe {
					continue
				}
			}
			batch = append(batch, m)
		}
		r.all = append(r.all, batch...)
		r.estimateFights((len(numbers)+len(batch))*fights, len(r.all)+len(numbers), fights)
		if err := r.prepareFights(batch); err != nil {
			return err
		}
		if err := r.fightMixes(ctx, batch, 0, fights); err != nil {
			return err
		}
		for _, m := range batch {
			if monotone && m.probe && r.surelyBeats(m) {
				monotone, numbers, ruled = false, append(numbers, unfoughtMixes(ruled, r.all)...), nil
			}
		}
	}
	r.found.Ruled = len(unfoughtMixes(ruled, r.all))
	return nil
}

// unfoughtMixes lists the numbers of the mixes that did not fight.
func unfoughtMixes(numbers []int, fought []*Mix) (list []int) {
	return collect.Filter(numbers, func(number int) bool {
		return !slices.ContainsFunc(fought, func(m *Mix) bool { return m.number == number })
	})
}

// findExcluder returns a mix that was found too hard and of which m is a harder form, or nil if there is none.
func (r *race) findExcluder(m *Mix) *Mix {
	for _, other := range r.all {
		// An easier form of m that fought and was too hard.
		if other != m && other.Counts.Runs > 0 && !other.probe && r.isTooHard(other) && r.search.isHarder(m, other) {
			return other
		}
	}
	return nil
}

// surelyBeats reports whether a mix certainly wins more often than an easier mix that fought.
func (r *race) surelyBeats(m *Mix) bool {
	wins := func(m *Mix) simulate.Rate { return m.Fight.SideOutcomeAt(&m.Counts, r.search.Side, dropSure).Wins }
	return slices.ContainsFunc(r.all, func(other *Mix) bool {
		return other != m && other.Counts.Runs > 0 && r.search.isHarder(m, other) && wins(m).Low > wins(other).High
	})
}

// isTooHard reports whether a mix certainly wins less often, or loses more members, than wished.
func (r *race) isTooHard(m *Mix) bool {
	s, end := r.search, m.Fight.SideOutcomeAt(&m.Counts, r.search.Side, dropSure)
	return s.Win.IsSet() && end.Wins.High < s.Win.Low || s.Losses.IsSet() && end.Losses.Low > s.Losses.High
}

// halveMixes repeatedly doubles the fights of the nearer half of the mixes, until as many are left as reach the final, and returns these. A
// mix that is certainly farther from the wish than that many others is dropped at once.
func (r *race) halveMixes(ctx context.Context) ([]*Mix, error) {
	list := r.mixesByDistance(r.all)
	fought := cmp.Or(r.search.few, firstFights)
	for best := r.search.finalistCount(); len(list) > best && ctx.Err() == nil; fought *= 2 {
		hopeful := r.hopefulMixes(list)
		if list = hopeful[:max(best, min(len(hopeful), (len(list)+1)/2))]; len(list) <= best {
			break
		}
		r.estimateFights(len(list)*fought, len(list), 2*fought)
		if err := r.fightMixes(ctx, list, fought, fought); err != nil {
			return nil, err
		}
		list = r.mixesByDistance(list)
	}
	return list, nil
}

// hopefulMixes returns the mixes that may still be among the nearest, according to their confidence intervals. list is sorted by distance.
func (r *race) hopefulMixes(list []*Mix) []*Mix {
	s, k := r.search, r.search.finalistCount()
	if len(list) <= k {
		return list
	}
	worst := make([]float64, len(list))
	for i, m := range list {
		_, worst[i] = s.distanceBounds(m)
	}
	slices.Sort(worst)
	hopeful := list[:k:k]
	for _, m := range list[k:] {
		if minimum, _ := s.distanceBounds(m); minimum <= worst[k-1] {
			hopeful = append(hopeful, m)
		}
	}
	return hopeful
}

// distanceBounds returns the minimum and maximum distance from the wish, according to the confidence intervals of a mix.
func (s *Search) distanceBounds(m *Mix) (minimum, greatest float64) {
	end := m.Fight.SideOutcomeAt(&m.Counts, s.Side, dropSure)
	side := max(1, float64(end.Of))
	return s.Win.minDistance(end.Wins.Low, end.Wins.High) + s.Losses.minDistance(end.Losses.Low, end.Losses.High)/side,
		max(s.Win.distanceTo(end.Wins.Low), s.Win.distanceTo(end.Wins.High)) + max(s.Losses.distanceTo(end.Losses.Low), s.Losses.distanceTo(end.Losses.High))/side
}

// runFinal simulates fights of mixes with new dice until the confidence intervals are narrow enough. A mix that is interrupted before its
// first fight of the final keeps its earlier results.
func (r *race) runFinal(ctx context.Context, list []*Mix) error {
	s := r.search
	batch := cmp.Or(s.Runs, finalBatch)
	r.estimateFights(len(list)*cmp.Or(s.Runs, s.finalFights()), 0, 0)
	for fought, rest := 0, list; len(rest) > 0 && ctx.Err() == nil; fought += batch {
		var next []*Mix
		for _, m := range rest {
			before := m.Counts
			if !m.Final {
				m.Counts, m.Final = simulate.Counts{}, true
			}
			if err := r.fightMix(ctx, m, finalFirst+fought, batch, s.Workers); err != nil {
				return err
			}
			if m.Counts.Runs == 0 {
				m.Counts, m.Final = before, false
			}
			if s.Runs == 0 && !s.isExactEnough(m) {
				next = append(next, m)
			}
		}
		rest = next
	}
	return nil
}

// finalFights estimates the number of fights of a mix in the final.
func (s *Search) finalFights() int {
	z := simulate.StandardErrors(s.confidenceLevel()) / s.precision()
	return min(finalMost, int(z*z/5))
}

// isExactEnough reports whether the confidence intervals of a mix are as narrow as required.
func (s *Search) isExactEnough(m *Mix) bool {
	end := s.OutcomeOf(m)
	return m.Counts.Runs >= finalMost ||
		(!s.Win.IsSet() || end.Wins.High-end.Wins.Low <= 2*s.precision()) && (!s.Losses.IsSet() || end.Losses.High-end.Losses.Low <= 2*s.precision()*float64(end.Of))
}

// prepareFights prepares the fights of mixes.
func (r *race) prepareFights(list []*Mix) error {
	s := r.search
	for _, m := range list {
		e, err := s.EncounterWith(m.Values)
		if err != nil {
			return err
		}
		if m.sim, err = simulate.FromEncounter(s.Campaign, e); err != nil {
			return err
		}
		m.sim.Seed, m.sim.Counts = s.Seed, s.Counts
	}
	return nil
}

// estimateFights estimates the total number of fights: of this round, of the rounds that halve the mixes and double their fights, and of
// the final.
func (r *race) estimateFights(round, mixes, fights int) {
	s := r.search
	r.of = r.fights + round
	for ; (mixes+1)/2 > s.finalistCount(); fights *= 2 {
		mixes = (mixes + 1) / 2
		r.of += mixes * fights
	}
	if fights > 0 {
		r.of += s.finalistCount() * cmp.Or(s.Runs, s.finalFights())
	}
}

// fightMixes simulates fights of each mix, several mixes at once. first, the number of their first fight, determines their dice, so that
// all mixes of a round have the same dice.
func (r *race) fightMixes(ctx context.Context, list []*Mix, first, fights int) error {
	cores := r.search.Workers
	if cores < 1 {
		cores = runtime.GOMAXPROCS(0)
	}
	queue, errs := make(chan *Mix), make(chan error, len(list))
	var wait sync.WaitGroup
	for range min(cores, len(list)) {
		wait.Go(func() {
			for m := range queue {
				errs <- r.fightMix(ctx, m, first, fights, max(1, cores/len(list)))
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

// fightMix simulates fights of a mix on up to workers cores.
func (r *race) fightMix(ctx context.Context, m *Mix, first, fights, workers int) error {
	sim := *m.sim
	sim.First, sim.Runs, sim.Workers, sim.Sure = first, fights, workers, r.search.Sure
	part, err := sim.RunPart(ctx, nil)
	if err != nil {
		return err
	}
	r.lock.Lock()
	defer r.lock.Unlock()
	r.fights += part.Counts.Runs
	if m.Counts.Runs == 0 {
		m.Fight, m.Counts = part.Fight, part.Counts
	} else {
		m.Counts.Add(&part.Counts)
	}
	if r.progress != nil {
		near := r.mixesByDistance(r.all)
		r.progress(Progress{r.fights, max(r.of, r.fights), near[:min(len(near), r.search.finalistCount())]})
	}
	return nil
}

// expectedDistance returns the expected distance of a mix from the wish, given its confidence intervals.
func (s *Search) expectedDistance(m *Mix) float64 {
	end := s.OutcomeOf(m)
	return s.Win.meanDistance(end.Wins.Low, end.Wins.Share, end.Wins.High) + s.Losses.meanDistance(end.Losses.Low, end.Losses.Mean, end.Losses.High)/max(1, float64(end.Of))
}

// OutcomeOf returns the average outcome of a mix's fights for the searched side.
func (s *Search) OutcomeOf(m *Mix) simulate.SideEnd { return m.Fight.SideOutcome(&m.Counts, s.Side) }

// mixesByDistance returns the mixes of a list that fought, sorted by distance from the wish; mixes of the final come first.
func (r *race) mixesByDistance(list []*Mix) []*Mix {
	var fought []*Mix
	misses := map[*Mix]float64{}
	for _, m := range list {
		if m.Counts.Runs > 0 {
			fought, misses[m] = append(fought, m), r.search.expectedDistance(m)
			if !m.Final {
				misses[m] += 2
			}
		}
	}
	slices.SortStableFunc(fought, func(a, b *Mix) int {
		return cmp.Or(cmp.Compare(misses[a], misses[b]), slices.Compare(a.Values, b.Values))
	})
	return fought
}

// Meets reports whether a mix meets the wish, according to its confidence intervals.
func (f *SearchResult) Meets(m *Mix) bool {
	end := f.OutcomeOf(m)
	return f.Win.isMetBy(end.Wins.Share, end.Wins.Low, end.Wins.High) && f.Losses.isMetBy(end.Losses.Mean, end.Losses.Low, end.Losses.High)
}

// OutcomeOf returns the average outcome of a mix's fights for the searched side.
func (f *SearchResult) OutcomeOf(m *Mix) simulate.SideEnd {
	return m.Fight.SideOutcome(&m.Counts, f.Side)
}

func (w Wish) isMetBy(x, low, high float64) bool { return !w.IsSet() || w.isSurelyMet(x, low, high) }
