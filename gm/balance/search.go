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

// The search for mixes whose results are close to the wish, in rounds of increasing numbers of fights. doc.go describes its steps. An axis
// is a property of the encounter that varies. A mix is one value for each axis and thus one variant of the encounter; “a mix fights” means
// that a fight of it is simulated. Opponents and allies are those of the side Search.Side. wish.go rates a result.

// Search finds mixes of opponents that make an encounter as hard as Win and Losses ask for.
type Search struct {
	Campaign   *campaign.Campaign  // campaign with the character files of the encounter
	Encounter  *campaign.Encounter // encounter to vary
	Axes       []Axis              // properties that vary
	Side       string              // key of the side to which Win and Losses refer
	Win        Wish                // wished share of wins, 0 to 1
	Losses     Wish                // wished average number of the side's members who are out at the end
	Runs       int                 // number of fights of each mix in the final; 0 for as many as Precision requires
	Precision  float64             // half the width of the confidence intervals in the final, as a share; 0 means UsualPrecision
	Confidence float64             // confidence level of intervals, as a share; 0 means simulate.UsualConfidence
	MaxMixes   int                 // maximum number of mixes; if there are more, an evenly spread selection is searched
	Finalists  int                 // number of mixes that reach the final; 0 means UsualFinalists
	Seed       uint64              // seed of the dice
	Counts     float64             // number of counts after which a fight is undecided
	Workers    int                 // number of parallel fights; 0 for the number of cores
	Time       time.Duration       // time limit of the search; 0 for none

	firstRoundFights int // number of fights of each mix in the first round; 0 means firstFights
}

// Default size of a search.
const (
	UsualPrecision = 0.03             // half the width of the final's confidence intervals, as a share
	UsualMaxMixes  = 400              // maximum number of mixes
	UsualFinalists = 5                // number of finalists
	UsualTime      = 20 * time.Second // time limit
)

// Parameters of the rounds of a search.
const (
	firstFights     = 16      // number of fights of each mix in the first round
	batchMixes      = 16      // number of mixes that fight together in the first round before their results can exclude others
	probeInterval   = 16      // number of excluded mixes for each probe, which is the only one of them to fight
	dropConfidence  = 0.999   // confidence level of the intervals used to exclude and drop mixes
	finalBatch      = 200     // number of fights of a mix in the final between two checks of its precision
	firstFinalFight = 1 << 20 // number of the final's first fight, higher than any in the other rounds, so that its dice are new
	maxFinalFights  = 20_000  // maximum number of fights of a mix in the final
)

// maxMixes is the maximum number of mixes from which a search can select.
const maxMixes = 100_000

// Mix is one value for each axis, and the results of its fights.
type Mix struct {
	Values []string                `json:"values"` // values in the order of Search.Axes
	Final  bool                    `json:"final"`  // whether its results are from the final
	Fight  simulate.SimulatedFight `json:"of"`     // description of the simulated fight
	Counts simulate.Counts         `json:"tally"`  // results of its fights, added up
	number int                     // number among all possible mixes, from 0; see valuesOfMix
	probe  bool                    // whether it was excluded and fights only to check the exclusion
	sim    *simulate.Simulation    // prepared simulation; nil until it fights
}

// SearchResult is the result of a search.
type SearchResult struct {
	Label         string   `json:"label"`   // title of the encounter, to show
	Side          string   `json:"side"`    // key of the side, as in Search
	Win           Wish     `json:"-"`       // wished share of wins, as in Search
	Losses        Wish     `json:"-"`       // wished losses, as in Search
	Confidence    float64  `json:"sure"`    // confidence level of the intervals, as a share
	Axes          []string `json:"axes"`    // names of the axes
	Ranges        []string `json:"ranges"`  // values of each axis, as text
	Mixes         int      `json:"mixes"`   // number of all possible mixes
	SampledMixes  int      `json:"sampled"` // number of mixes searched
	ExcludedMixes int      `json:"ruled"`   // number of searched mixes that were excluded without a fight as certainly too hard
	FoughtMixes   int      `json:"fought"`  // number of mixes that fought
	Stopped       bool     `json:"stopped"` // whether the search was cut short, by its time limit or its context
	Fights        int      `json:"fights"`  // total number of fights
	Seed          uint64   `json:"seed"`    // seed of the dice
	Best          []Mix    `json:"best"`    // mixes of the final, the nearest to the wish first
}

// countMixes returns the number of all possible mixes. It returns an error if the search is invalid, or if a value of an axis can't be set.
func (s *Search) countMixes() (mixes int, err error) {
	if err := s.checkOptions(); err != nil {
		return 0, err
	}
	mixes = 1
	full := s.copyEncounter() // encounter with the largest number of combatants, so that values can be set for all of them
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
	for i := range s.Axes {
		if err := s.checkAxis(&s.Axes[i], full); err != nil {
			return 0, err
		}
	}
	return mixes, nil
}

// checkOptions returns an error if the wish, the precision, the size of the search, or its side is invalid.
func (s *Search) checkOptions() error {
	switch {
	case !s.Win.IsSet() && !s.Losses.IsSet():
		return command.Refusal(`Choose the difficulty, for example --win 70%% or --losses "<1".`)
	case s.MaxMixes < 1:
		return command.Refusal("A search needs at least one mix. Write --mixes 400.")
	case s.precision() < 0.002 || s.precision() > 0.5 || s.confidenceLevel() < 0.5 || s.confidenceLevel() > 0.9999:
		return command.Refusal("The search cannot be that exact. Write --within 0.2%% to 50%%, and --sure 50%% to 99.99%%.")
	}
	sides := collect.Map(s.Encounter.Combatants, func(m campaign.Combatant) string { return m.Side })
	if !slices.Contains(sides, s.Side) {
		return command.RefusalOf(message.Unknown("side", s.Side, sides))
	}
	return nil
}

// checkAxis returns an error if a value of an axis can't be set in the encounter full.
func (s *Search) checkAxis(axis *Axis, full *campaign.Encounter) error {
	for _, value := range axis.Values {
		e := cloneEncounter(full)
		touched, err := axis.set(e, value)
		if err != nil {
			return err
		}
		if len(touched) == 0 && !axis.number {
			who, _, _ := strings.Cut(strings.TrimSuffix(axis.Name, " fights"), ".") // " fights" ends the names of axes of tactics
			return command.RefusalOf(message.Unknown("combatant or side", who, nil))
		}
		for _, i := range touched {
			if _, _, err := s.Campaign.Combatant(&e.Combatants[i]); err != nil {
				return fmt.Errorf("%s=%s: %w", axis.Name, value, err)
			}
		}
	}
	return nil
}

// copyEncounter returns a copy of the encounter whose combatants can be changed.
func (s *Search) copyEncounter() *campaign.Encounter { return cloneEncounter(s.Encounter) }

// cloneEncounter returns a copy of e whose combatants can be changed.
func cloneEncounter(e *campaign.Encounter) *campaign.Encounter {
	copied := *e
	copied.Combatants = slices.Clone(e.Combatants)
	return &copied
}

// EncounterWith returns the encounter with the given values, in the order of s.Axes.
func (s *Search) EncounterWith(values []string) (*campaign.Encounter, error) {
	e := s.copyEncounter()
	for _, isNumber := range []bool{true, false} { // set the numbers of combatants first, then their values
		for i, axis := range s.Axes {
			if axis.number != isNumber {
				continue
			}
			if _, err := axis.set(e, values[i]); err != nil {
				return nil, err
			}
		}
	}
	return e, nil
}

// valuesOfMix returns the values of the mix with the given number: the digits of the number, where each axis is a digit with as many values
// as the axis has.
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
	for gcd(step, mixes) != 1 {                      // so that the steps reach every mix once
		step++
	}
	seen := map[string]bool{} // combatants of the encounters so far, as text
	for i, number := 0, 0; i < mixes && len(list) < s.MaxMixes; i, number = i+1, (number+step)%mixes {
		e, err := s.EncounterWith(s.valuesOfMix(number))
		if err != nil {
			return nil, err
		}
		key := e.CombatantLines()
		isOnOtherSide := func(m campaign.Combatant) bool { return m.Side != e.Combatants[0].Side }
		if !seen[key] && slices.ContainsFunc(e.Combatants, isOnOtherSide) {
			list = append(list, number)
		}
		seen[key] = true
	}
	slices.SortFunc(list, func(a, b int) int { return cmp.Or(cmp.Compare(s.netFoes(a), s.netFoes(b)), cmp.Compare(a, b)) })
	return list, nil
}

// netFoes returns the number of opponents minus the number of allies that the axes contribute to the mix with the given number.
func (s *Search) netFoes(number int) (n int) {
	for i, value := range s.valuesOfMix(number) {
		n += s.Axes[i].countFoes(value, s.Side)
	}
	return n
}

// isHarder reports whether a differs from b only by more opponents or fewer allies, or not at all.
func (s *Search) isHarder(a, b *Mix) bool {
	for i := range s.Axes {
		axis := &s.Axes[i]
		if a.Values[i] == b.Values[i] {
			continue
		}
		if !axis.number || axis.countFoes(a.Values[i], s.Side) < axis.countFoes(b.Values[i], s.Side) {
			return false // another kind of difference, or one in the other direction
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
	Fights, Expected int    // fights simulated so far, and the estimated total, which can decrease
	Best             []*Mix // best mixes so far, at most as many as reach the final; nil before the first fight
}

// Run finds the mixes nearest to the wish, as the package comment describes under "The search". When ctx is done or s.Time is over, it
// stops and returns the best mixes found so far. It calls progress, which can be nil, after the fights of each mix, never concurrently.
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
	found := &SearchResult{Label: s.Encounter.Label, Side: s.Side, Win: s.Win, Losses: s.Losses, Confidence: s.confidenceLevel(), Mixes: mixes, SampledMixes: len(numbers), Seed: s.Seed}
	for i := range s.Axes {
		found.Axes, found.Ranges = append(found.Axes, s.Axes[i].Name), append(found.Ranges, s.Axes[i].rangeText())
	}
	r := &race{search: s, found: found, progress: progress}
	racing := ctx // context of the rounds before the final, whose deadline leaves time for the final
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
	found.FoughtMixes = len(r.mixesByDistance(r.all))
	found.Best = append(found.Best, collect.MapIf(r.mixesByDistance(list), func(m *Mix) bool { return m.Counts.Runs > 0 }, func(m *Mix) Mix { return *m })...)
	found.Fights = r.fights
	return found, nil
}

// rangeText returns the values of the axis as text: all of them, or the first and the last one if there are more than two.
func (a *Axis) rangeText() string {
	if n := len(a.Values); n > 2 {
		return a.Values[0] + " to " + a.Values[n-1]
	}
	return strings.Join(a.Values, ", ")
}

// precision returns s.Precision or its default.
func (s *Search) precision() float64 { return cmp.Or(s.Precision, UsualPrecision) }

// confidenceLevel returns s.Confidence or its default.
func (s *Search) confidenceLevel() float64 { return cmp.Or(s.Confidence, simulate.UsualConfidence) }

// finalistCount returns s.Finalists or its default.
func (s *Search) finalistCount() int { return cmp.Or(s.Finalists, UsualFinalists) }

// race is a search in progress.
type race struct {
	search   *Search        // search that is carried out
	found    *SearchResult  // result so far
	progress func(Progress) // function that shows the progress; nil for none
	all      []*Mix         // mixes that fought or are about to fight for the first time
	fights   int            // number of fights so far
	expected int            // estimated total number of fights
	lock     sync.Mutex     // held while results of fights are added
}

// runFirstRound simulates a few fights of each of the mixes with the given numbers. Mixes excluded by earlier ones don't fight, except a
// few probes, which check that more opponents make a fight harder. If a probe shows that they don't, all mixes fight.
func (r *race) runFirstRound(ctx context.Context, numbers []int) error {
	fights := cmp.Or(r.search.firstRoundFights, firstFights)
	var excluded []int // numbers of the excluded mixes
	monotone := true   // whether more opponents have made fights harder so far
	for len(numbers) > 0 && ctx.Err() == nil {
		var batch []*Mix
		for len(numbers) > 0 && len(batch) < batchMixes {
			m := &Mix{Values: r.search.valuesOfMix(numbers[0]), number: numbers[0]}
			numbers = numbers[1:]
			if monotone && r.findExcluder(m) != nil {
				excluded = append(excluded, m.number)
				if m.probe = len(excluded)%probeInterval == 1; !m.probe { // the first of each probeInterval excluded mixes is a probe
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
				monotone, numbers, excluded = false, append(numbers, unfoughtMixes(excluded, r.all)...), nil
			}
		}
	}
	r.found.ExcludedMixes = len(unfoughtMixes(excluded, r.all))
	return nil
}

// unfoughtMixes returns the numbers that belong to no mix in fought.
func unfoughtMixes(numbers []int, fought []*Mix) (list []int) {
	return collect.Filter(numbers, func(number int) bool {
		return !slices.ContainsFunc(fought, func(m *Mix) bool { return m.number == number })
	})
}

// findExcluder returns a mix that fought and is certainly too hard although m is at least as hard, so that m needn't fight. It returns nil
// if there is none.
func (r *race) findExcluder(m *Mix) *Mix {
	for _, other := range r.all {
		if other != m && other.Counts.Runs > 0 && !other.probe && r.isTooHard(other) && r.search.isHarder(m, other) {
			return other
		}
	}
	return nil
}

// surelyBeats reports whether the side certainly wins m more often than an easier mix that fought.
func (r *race) surelyBeats(m *Mix) bool {
	wins := func(m *Mix) simulate.Rate {
		return m.Fight.SideOutcomeAt(&m.Counts, r.search.Side, dropConfidence).Wins
	}
	return slices.ContainsFunc(r.all, func(other *Mix) bool {
		return other != m && other.Counts.Runs > 0 && r.search.isHarder(m, other) && wins(m).Low > wins(other).High
	})
}

// isTooHard reports whether the side certainly wins a mix less often than wished, or certainly loses more members in it.
func (r *race) isTooHard(m *Mix) bool {
	s, end := r.search, m.Fight.SideOutcomeAt(&m.Counts, r.search.Side, dropConfidence)
	return s.Win.IsSet() && end.Wins.High < s.Win.Low || s.Losses.IsSet() && end.Losses.Low > s.Losses.High
}

// halveMixes repeatedly doubles the fights of the nearer half of the mixes, until as many are left as reach the final, and returns these. A
// mix is dropped at once if as many others as reach the final are certainly nearer to the wish.
func (r *race) halveMixes(ctx context.Context) ([]*Mix, error) {
	list := r.mixesByDistance(r.all)
	fought := cmp.Or(r.search.firstRoundFights, firstFights) // number of fights of each mix so far
	for best := r.search.finalistCount(); len(list) > best && ctx.Err() == nil; fought *= 2 {
		hopeful := r.hopefulMixes(list)
		// Keep the nearer half, but at least as many as reach the final.
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

// hopefulMixes returns the mixes in list that might still reach the final, according to their confidence intervals. list must be sorted by
// distance from the wish.
func (r *race) hopefulMixes(list []*Mix) []*Mix {
	s, k := r.search, r.search.finalistCount()
	if len(list) <= k {
		return list
	}
	worst := make([]float64, len(list)) // maximum distances of the mixes, sorted below
	for i, m := range list {
		_, worst[i] = s.distanceBounds(m)
	}
	slices.Sort(worst)
	hopeful := list[:k:k]
	for _, m := range list[k:] {
		if minimum, _ := s.distanceBounds(m); minimum <= worst[k-1] { // otherwise k mixes are certainly nearer
			hopeful = append(hopeful, m)
		}
	}
	return hopeful
}

// distanceBounds returns the minimum and maximum distance of a mix from the wish, according to its confidence intervals. The distance is
// that of the share of wins from s.Win, plus that of the average losses from s.Losses divided by the number of the side's members.
func (s *Search) distanceBounds(m *Mix) (minimum, maximum float64) {
	end := m.Fight.SideOutcomeAt(&m.Counts, s.Side, dropConfidence)
	members := max(1, float64(end.MemberCount))
	minimum = s.Win.minDistance(end.Wins.Low, end.Wins.High) + s.Losses.minDistance(end.Losses.Low, end.Losses.High)/members
	maxWins := max(s.Win.distanceTo(end.Wins.Low), s.Win.distanceTo(end.Wins.High))
	maxLosses := max(s.Losses.distanceTo(end.Losses.Low), s.Losses.distanceTo(end.Losses.High))
	return minimum, maxWins + maxLosses/members
}

// runFinal simulates fights of the mixes in list with new dice until the confidence intervals are narrow enough, and replaces their earlier
// results. If ctx is done before a mix's first fight in the final, that mix keeps its earlier results.
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
			if err := r.fightMix(ctx, m, firstFinalFight+fought, batch, s.Workers); err != nil {
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
	return min(maxFinalFights, int(z*z/5)) // variance / standard error², with 1/5 for the variance of a share, which is at most 1/4
}

// isExactEnough reports whether the confidence intervals of a mix are as narrow as required, or whether the mix had the maximum number of
// fights.
func (s *Search) isExactEnough(m *Mix) bool {
	end, width := s.OutcomeOf(m), 2*s.precision()
	hasExactWins := !s.Win.IsSet() || end.Wins.High-end.Wins.Low <= width
	hasExactLosses := !s.Losses.IsSet() || end.Losses.High-end.Losses.Low <= width*float64(end.MemberCount) // as a share of the side's members
	return m.Counts.Runs >= maxFinalFights || hasExactWins && hasExactLosses
}

// prepareFights sets the simulations of the mixes in list.
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

// estimateFights sets r.expected, the estimated total number of fights. It adds up the fights so far, those of the current round (round),
// those of the later rounds, each of which halves the mixes and doubles their fights, and those of the final. mixes is the number of mixes
// that remain after the current round, and fights the number of fights of each mix in the next one, or 0 in the final.
func (r *race) estimateFights(round, mixes, fights int) {
	s := r.search
	r.expected = r.fights + round
	for ; (mixes+1)/2 > s.finalistCount(); fights *= 2 {
		mixes = (mixes + 1) / 2
		r.expected += mixes * fights
	}
	if fights > 0 {
		r.expected += s.finalistCount() * cmp.Or(s.Runs, s.finalFights())
	}
}

// fightMixes simulates the given number of fights of each mix in list, several mixes at once. first is the number of the first fight; a
// fight's number determines its dice, so that all mixes of a round have the same dice.
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

// fightMix simulates fights of a mix, the first of which has the number first, on up to workers cores, and adds their results to the mix.
func (r *race) fightMix(ctx context.Context, m *Mix, first, fights, workers int) error {
	sim := *m.sim
	sim.First, sim.Runs, sim.Workers, sim.Confidence = first, fights, workers, r.search.Confidence
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
		r.progress(Progress{r.fights, max(r.expected, r.fights), near[:min(len(near), r.search.finalistCount())]})
	}
	return nil
}

// expectedDistance returns the expected distance of a mix from the wish, given its confidence intervals; see distanceBounds.
func (s *Search) expectedDistance(m *Mix) float64 {
	end := s.OutcomeOf(m)
	return s.Win.meanDistance(end.Wins.Low, end.Wins.Share, end.Wins.High) + s.Losses.meanDistance(end.Losses.Low, end.Losses.Mean, end.Losses.High)/max(1, float64(end.MemberCount))
}

// OutcomeOf returns the average outcome of a mix's fights for s.Side.
func (s *Search) OutcomeOf(m *Mix) simulate.SideEnd { return m.Fight.SideOutcome(&m.Counts, s.Side) }

// mixesByDistance returns the mixes of a list that fought, sorted by distance from the wish; mixes of the final come first.
func (r *race) mixesByDistance(list []*Mix) []*Mix {
	var fought []*Mix
	distances := map[*Mix]float64{}
	for _, m := range list {
		if m.Counts.Runs > 0 {
			fought, distances[m] = append(fought, m), r.search.expectedDistance(m)
			if !m.Final {
				distances[m] += 2 // the maximum distance, 1 for wins and 1 for losses
			}
		}
	}
	slices.SortStableFunc(fought, func(a, b *Mix) int {
		return cmp.Or(cmp.Compare(distances[a], distances[b]), slices.Compare(a.Values, b.Values))
	})
	return fought
}

// Meets reports whether a mix meets the wish. A wish that is a single value is met if the confidence interval contains it.
func (f *SearchResult) Meets(m *Mix) bool {
	end := f.OutcomeOf(m)
	return f.Win.isMetBy(end.Wins.Share, end.Wins.Low, end.Wins.High) && f.Losses.isMetBy(end.Losses.Mean, end.Losses.Low, end.Losses.High)
}

// OutcomeOf returns the average outcome of a mix's fights for f.Side.
func (f *SearchResult) OutcomeOf(m *Mix) simulate.SideEnd {
	return m.Fight.SideOutcome(&m.Counts, f.Side)
}

// isMetBy reports whether the number x, with a confidence interval from low to high, meets the wish. Every number meets an empty wish.
func (w Wish) isMetBy(x, low, high float64) bool { return !w.IsSet() || w.isSurelyMet(x, low, high) }
