package purchase

import (
	"cmp"
	"math"
	"slices"

	"hybrid/rules"
)

// Purchases with experience: their price and benefit, and plans for the best use of points. The benefit is measured by plain checks, rolls
// of a skill or a statistic under ordinary circumstances. A raise is one more rank of a skill, or one more point of a statistic. An aim is
// a skill that the player wants to improve; a plan is the set of raises that improves the aims most for a given number of points.

// Worth is the performance of an actor in a plain check of a skill or a statistic.
type Worth struct {
	Likely rules.Likelihood // likelihood of a plain check
	Points float64          // points that one use yields, which can be spent on speed
	Counts float64          // time of a plain check, in counts
	Cap    rules.RankCap    // limit that another skill puts on the rank
}

// SkillWorth returns the worth of a skill to the actor with the key who. It returns an error if the rules have no check for a skill.
func SkillWorth(rs *rules.Ruleset, s *rules.State, who string, skill *rules.Skill) (w Worth, err error) {
	p, err := rs.PlainPreview(s, who, rules.OngoingAction{Skill: skill.Name})
	if err != nil {
		return w, err
	}
	return PreviewWorth(rs, s.Find(who), &p)
}

// PreviewWorth computes the worth of a skill to an actor from the preview of a plain check. It returns a refusal if the rules have no check
// for a skill.
func PreviewWorth(rs *rules.Ruleset, a *rules.Actor, p *rules.ActionPreview) (w Worth, err error) {
	if p.Roll == nil {
		return w, rules.NewRefusal("This game has no skill checks.")
	}
	w = Worth{p.Roll.Likelihood(), p.Points, p.Counts, p.Roll.RankCap()}
	if saved := rs.Order.ExcessPool(); saved != nil {
		w.Points -= a.PoolValue(saved) // the preview adds the points saved from earlier actions, which this use doesn't yield
	}
	return w, nil
}

// Offer is the next rank of a skill, or the next point of a statistic, with its cost and benefit.
type Offer struct {
	rules.Learnable                  // skill or statistic
	rules.Raise                      // its next rank or point, with the cost
	Worth                            // performance after the purchase
	Before          rules.Likelihood // likelihood before the purchase
	Gain            float64          // increase of the chance, in percentage points
	MorePoints      float64          // increase of Worth.Points
	Others          []SkillGain      // other skills whose chance changes
	Pools           []rules.PoolGain // pools whose maximum changes
}

// SkillGain is the change of a skill's chance, in percentage points.
type SkillGain struct {
	Skill *rules.Skill // skill whose chance changes
	Gain  float64      // increase of the chance; negative for a loss
}

// TotalGain returns the sum of the gains: for a skill its own gain, for a statistic the gain of a roll on it and the gains of the skills
// based on it.
func (p *Offer) TotalGain() float64 {
	sum := p.Gain
	if p.Stat != nil {
		for _, other := range p.Others {
			sum += other.Gain
		}
	}
	return rules.TrimNoise(sum)
}

// GainPerPoint returns the gain per point of cost.
func (p *Offer) GainPerPoint() float64 { return p.TotalGain() / max(p.Cost, slack) }

// ListOffers returns an offer for the next rank or point of each skill or statistic in things that the actor with the key who can buy, best
// value first. Skills and statistics at their maximum are omitted. Circumstances of the scene, such as its light, are ignored.
func ListOffers(rs *rules.Ruleset, s *rules.State, who string, things []rules.Learnable) (list []Offer, err error) {
	s = s.WithoutScene()
	a := s.Find(who)
	now := map[*rules.Skill]Worth{}
	for _, skill := range a.Sheet.Skills {
		if now[skill], err = SkillWorth(rs, s, who, skill); err != nil {
			return nil, err
		}
	}
	for _, l := range things {
		if maximum, limited := l.Highest(rs); limited && l.CurrentValue(a.Sheet)+1 > maximum {
			continue
		}
		p, err := makeOffer(rs, s, who, l, now)
		if err != nil {
			return nil, err
		}
		list = append(list, p)
	}
	slices.SortStableFunc(list, func(x, y Offer) int {
		return cmp.Or(cmp.Compare(y.GainPerPoint(), x.GainPerPoint()), cmp.Compare(x.Cost, y.Cost))
	})
	return list, nil
}

// makeOffer returns the next rank or point of l for the actor with the key who. now holds the worth of the actor's skills before the
// purchase.
func makeOffer(rs *rules.Ruleset, s *rules.State, who string, l rules.Learnable, now map[*rules.Skill]Worth) (p Offer, err error) {
	sheet := s.Find(who).Sheet
	p.Learnable = l
	if p.Raise, err = l.NextRaise(rs, sheet); err != nil {
		return p, err
	}
	before, err := learnableWorth(rs, s, who, l)
	if err != nil {
		return p, err
	}
	raised := s.WithRaise(rs, who, l, p.Rank)
	if p.Worth, err = learnableWorth(rs, raised, who, l); err != nil {
		return p, err
	}
	p.Before, p.Gain, p.MorePoints = before.Likely, p.Likely.GainOver(before.Likely), rules.TrimNoise(p.Points-before.Points)
	p.Pools = rs.PoolGains(sheet, raised.Find(who).Sheet)
	for _, other := range sheet.Skills {
		if other == l.Skill {
			continue
		}
		w, err := SkillWorth(rs, raised, who, other)
		if err != nil {
			return p, err
		}
		if gain := w.Likely.GainOver(now[other].Likely); gain != 0 {
			p.Others = append(p.Others, SkillGain{other, gain})
		}
	}
	return p, nil
}

// WorthAtRank returns the worth that a skill or a statistic would have to an actor at the given rank or value, ignoring
// circumstances of the scene.
func WorthAtRank(rs *rules.Ruleset, s *rules.State, who string, l rules.Learnable, value float64) (Worth, error) {
	return learnableWorth(rs, s.WithoutScene().WithRaise(rs, who, l, value), who, l)
}

// learnableWorth returns the worth of a plain check on l to the actor with key who.
func learnableWorth(rs *rules.Ruleset, s *rules.State, who string, l rules.Learnable) (Worth, error) {
	if l.Stat == nil {
		return SkillWorth(rs, s, who, l.Skill)
	}
	p, err := rs.PlainPreview(s, who, rules.OngoingAction{Stat: l.Stat.Name})
	if err != nil {
		return Worth{}, err
	}
	return PreviewWorth(rs, s.Find(who), &p)
}

// Plan is a set of ranks and points of statistics to buy together.
type Plan struct {
	Raises []Advance // purchases, one for each skill or statistic
	Aims   []Aim     // aims with their likelihoods after the purchase
	Cost   float64   // total cost, in points
}

// Advance is the raise of a skill or a statistic in a plan, by one or more ranks or points.
type Advance struct {
	rules.Learnable         // skill or statistic
	From, To        float64 // rank or value before and after
	Cost            float64 // total cost, in points
}

// Aim is a skill to be improved.
type Aim struct {
	Skill         *rules.Skill     // skill to improve
	Weight        float64          // importance, relative to other aims
	Before, After rules.Likelihood // likelihood before and after the purchase
	Cap           rules.RankCap    // limit on the rank after the purchase
}

// slack is the difference below which two numbers count as equal, so that sums of thirds or tenths do not miss a threshold.
const slack = 1e-9

// maxPlans limits the search: with this many ways to spend the points, or more, raises are bought one after the other instead.
const maxPlans = 3000

// FindPlan returns the raises to buy for at most the given points so that the weighted sum of the chances in aims is highest. It considers
// ranks of the skills in aims, ranks of the actor's other skills that help them, and statistics that experience can raise. Of equally good
// plans it returns the cheapest. If there are too many ways to try, it buys the best value first, so the plan is good but may not be the
// best. Circumstances of the scene are ignored.
func FindPlan(rs *rules.Ruleset, s *rules.State, who string, points float64, aims []Aim) (Plan, error) {
	p := &planner{rs: rs, state: s.WithoutScene(), who: who, aims: aims, sums: map[string]float64{}, prices: map[[2]int]float64{}}
	if err := p.findCandidates(); err != nil {
		return Plan{}, err
	}
	p.best, p.bestSum = p.emptyRaises(), p.planWorth(p.emptyRaises())
	if p.countWays(p.emptyRaises(), 0, points, 0) < maxPlans {
		p.tryAllWays(p.emptyRaises(), 0, points)
	} else {
		p.buyGreedily(points)
	}
	return p.buildPlan(), p.err
}

// planner searches for the best plan. A plan is a list of raises: for each of the planner's things, by index, the number of ranks
// or points to buy.
type planner struct {
	rs      *rules.Ruleset     // the game
	state   *rules.State       // state before the purchase, without the scene
	who     string             // key of the actor
	aims    []Aim              // skills to improve
	things  []rules.Learnable  // skills and statistics that help an aim
	sums    map[string]float64 // weighted sums of chances, by raises
	prices  map[[2]int]float64 // cost of the next raise, by thing and number of raises
	best    []int              // best raises so far
	bestSum float64            // weighted sum of chances with best
	err     error              // first error of a preview; nil for none
}

// stepsAhead is the number of ranks that are raised together when testing whether a thing helps, since some things help only from a certain
// rank on.
const stepsAhead = 3

// findCandidates sets p.things: the aims, and the skills and statistics that improve them when raised, alone or together with the aims.
func (p *planner) findCandidates() error {
	a := p.state.Find(p.who)
	aimed := map[*rules.Skill]bool{}
	combined := p.state // state with all aims raised
	for _, aim := range p.aims {
		l := rules.Learnable{Skill: aim.Skill}
		aimed[aim.Skill], combined = true, p.raisedAhead(combined, l)
		p.things = append(p.things, l)
	}
	for _, l := range slices.Concat(rules.Learnables(a.Sheet.Skills), p.rs.RaisableStats()) {
		if l.Skill != nil && aimed[l.Skill] {
			continue
		}
		for _, s := range []*rules.State{p.state, combined} {
			unraised, err := p.weightedSum(s)
			if err != nil {
				return err
			}
			raised, err := p.weightedSum(p.raisedAhead(s, l))
			if err != nil {
				return err
			}
			if raised > unraised+slack {
				p.things = append(p.things, l)
				break
			}
		}
	}
	return nil
}

// raisedAhead returns s with l raised by stepsAhead ranks or points, but not above its maximum.
func (p *planner) raisedAhead(s *rules.State, l rules.Learnable) *rules.State {
	current := l.CurrentValue(p.state.Find(p.who).Sheet)
	to := current + stepsAhead
	if maximum, limited := l.Highest(p.rs); limited {
		to = max(min(to, maximum), current)
	}
	return s.WithRaise(p.rs, p.who, l, to)
}

// weightedSum returns the sum of the weighted chances of the aims in a state.
func (p *planner) weightedSum(s *rules.State) (sum float64, err error) {
	for _, aim := range p.aims {
		w, err := SkillWorth(p.rs, s, p.who, aim.Skill)
		if err != nil {
			return 0, err
		}
		sum += aim.Weight * w.Likely.InPercent()
	}
	return sum, nil
}

// emptyRaises returns raises of 0.
func (p *planner) emptyRaises() []int { return make([]int, len(p.things)) }

// rankAfter returns the rank or value of p.things[i] after it was raised count times.
func (p *planner) rankAfter(i, count int) float64 {
	return p.things[i].CurrentValue(p.state.Find(p.who).Sheet) + float64(count)
}

// raisedState returns the state after the purchase of the given raises.
func (p *planner) raisedState(raises []int) *rules.State {
	s := p.state
	for i, n := range raises {
		if n > 0 {
			s = s.WithRaise(p.rs, p.who, p.things[i], p.rankAfter(i, n))
		}
	}
	return s
}

// planWorth returns the weighted sum of the chances of the aims after the purchase of the given raises.
func (p *planner) planWorth(raises []int) float64 {
	key := make([]byte, len(raises))
	for i, n := range raises {
		key[i] = byte(n) // nextPrice allows no more than a byte can hold
	}
	if sum, known := p.sums[string(key)]; known {
		return sum
	}
	sum, err := p.weightedSum(p.raisedState(raises))
	p.err = cmp.Or(p.err, err)
	p.sums[string(key)] = sum
	return sum
}

// nextPrice returns the cost of one more raise of p.things[i] after it was raised count times. ok is false if it is then at its maximum.
func (p *planner) nextPrice(i, count int) (cost float64, ok bool) {
	l, to := p.things[i], p.rankAfter(i, count)
	if maximum, limited := l.Highest(p.rs); count == math.MaxUint8 || limited && to+1 > maximum {
		return 0, false
	}
	if cost, known := p.prices[[2]int{i, count}]; known {
		return cost, true
	}
	sheet := p.state.Find(p.who).Sheet
	if count > 0 {
		sheet = l.RaisedSheet(p.rs, sheet, to)
	}
	next, err := l.NextRaise(p.rs, sheet)
	if p.err = cmp.Or(p.err, err); err != nil {
		return 0, false
	}
	p.prices[[2]int{i, count}] = next.Cost
	return next.Cost, true
}

// countWays returns counted plus the number of ways to spend points on p.things[i:], after the given raises of the things before. It stops
// counting at maxPlans.
func (p *planner) countWays(raises []int, i int, points float64, counted int) int {
	if i == len(p.things) {
		return counted + 1
	}
	raises = slices.Clone(raises)
	for counted = p.countWays(raises, i+1, points, counted); counted < maxPlans; counted = p.countWays(raises, i+1, points, counted) {
		cost, ok := p.nextPrice(i, raises[i])
		if !ok || cost > points+slack {
			break
		}
		points -= cost
		raises[i]++
	}
	return counted
}

// tryAllWays tries every way to spend points on p.things[i:], after the given raises of the things before, and keeps the best plan
// in p.best.
func (p *planner) tryAllWays(raises []int, i int, points float64) {
	if i == len(p.things) {
		if sum := p.planWorth(raises); sum > p.bestSum+slack || sum > p.bestSum-slack && p.totalCost(raises) < p.totalCost(p.best)-slack {
			p.best, p.bestSum = slices.Clone(raises), sum
		}
		return
	}
	raises = slices.Clone(raises)
	for {
		p.tryAllWays(raises, i+1, points)
		cost, ok := p.nextPrice(i, raises[i])
		if !ok || cost > points+slack {
			return
		}
		points -= cost
		raises[i]++
	}
}

// buyGreedily buys raises until no affordable raise is a gain. Each time it buys the raises of one thing, at most stepsAhead of them, that
// gain the most for their cost.
func (p *planner) buyGreedily(points float64) {
	for {
		var next []int
		maximum, paid := 0.0, 0.0
		for i := range p.things {
			raises, price := slices.Clone(p.best), 0.0
			for range stepsAhead {
				cost, ok := p.nextPrice(i, raises[i])
				if price += cost; !ok || price > points+slack {
					break
				}
				raises[i]++
				if gain := (p.planWorth(raises) - p.bestSum) / max(price, slack); gain > maximum+slack {
					next, maximum, paid = slices.Clone(raises), gain, price
				}
			}
		}
		if next == nil {
			return
		}
		p.best, p.bestSum, points = next, p.planWorth(next), points-paid
	}
}

// totalCost returns the cost of the given raises.
func (p *planner) totalCost(raises []int) (sum float64) {
	for i := range p.things {
		for n := range raises[i] {
			cost, _ := p.nextPrice(i, n)
			sum += cost
		}
	}
	return rules.TrimNoise(sum)
}

// buildPlan returns the best raises as a plan.
func (p *planner) buildPlan() (plan Plan) {
	end := p.raisedState(p.best)
	for i, l := range p.things {
		if p.best[i] == 0 {
			continue
		}
		single := p.emptyRaises()
		single[i] = p.best[i]
		plan.Raises = append(plan.Raises, Advance{l, p.rankAfter(i, 0), p.rankAfter(i, p.best[i]), p.totalCost(single)})
	}
	for _, aim := range p.aims {
		now, err := SkillWorth(p.rs, p.state, p.who, aim.Skill)
		worth, err2 := SkillWorth(p.rs, end, p.who, aim.Skill)
		p.err = cmp.Or(p.err, err, err2)
		plan.Aims = append(plan.Aims, Aim{aim.Skill, aim.Weight, now.Likely, worth.Likely, worth.Cap})
	}
	plan.Cost = p.totalCost(p.best)
	return plan
}
