package rules

import (
	"cmp"
	"slices"
)

// Worth is what a skill is worth to an actor as it stands.
type Worth struct {
	Chance float64 // of a plain check, in percent; an average where dice fall before it
	Points float64 // that a use adds, to be spent on its time
	Counts float64 // that a plain check takes
}

// Worth works out what a skill is worth to the actor with that key. It fails where these rules roll nothing for a skill.
func (skill *Skill) Worth(rs *Ruleset, s *State, who string) (w Worth, err error) {
	p, err := rs.Preview(s, who, Doing{Skill: skill.Name}, nil)
	if err != nil {
		return w, err
	}
	return WorthOf(rs, s.Find(who), &p)
}

// WorthOf is what a skill is worth to an actor by the preview of a plain check. It fails where these rules roll nothing for a
// skill.
func WorthOf(rs *Ruleset, a *Actor, p *ActionPreview) (w Worth, err error) {
	if p.Roll == nil {
		return w, refuse("these rules roll nothing for a skill")
	}
	w = Worth{p.Roll.Chance, p.Points, p.Counts}
	if rs.Order.excess != nil {
		w.Points -= a.Now(rs.Order.excess)
	}
	return w, nil
}

// Purchase is the next rank of a skill: what it costs, and what it is worth.
type Purchase struct {
	Skill *Skill
	Raise
	Worth
	Gain       float64    // in the chance
	MorePoints float64    // in the points
	Others     []Bettered // other skills whose chance changes
}

// Bettered is by how much the chance of a skill changes.
type Bettered struct {
	Skill *Skill
	Gain  float64
}

// PerPoint is what the chance of the skill gains for each point that it costs.
func (p *Purchase) PerPoint() float64 { return p.Gain / max(p.Cost, slack) }

// Purchases lists the next ranks that an actor could buy in some skills, the best for their cost first. A skill at its
// highest rank is left out.
func Purchases(rs *Ruleset, s *State, who string, skills []*Skill) (list []Purchase, err error) {
	a := s.Find(who)
	now := map[*Skill]Worth{}
	for _, skill := range slices.Concat(a.Sheet.Skills, skills) {
		if _, known := now[skill]; known {
			continue
		}
		if now[skill], err = skill.Worth(rs, s, who); err != nil {
			return nil, err
		}
	}
	for _, skill := range skills {
		from := a.Sheet.Rank(skill)
		if from >= rs.Skill.Most {
			continue
		}
		steps, err := a.Sheet.Own(skill).Advance(rs, from, from+1)
		if err != nil {
			return nil, err
		}
		raised := s.raised(rs, who, skill, from+1)
		p := Purchase{Skill: skill, Raise: steps[0]}
		if p.Worth, err = skill.Worth(rs, raised, who); err != nil {
			return nil, err
		}
		p.Gain, p.MorePoints = trimNoise(p.Chance-now[skill].Chance), trimNoise(p.Points-now[skill].Points)
		for _, other := range a.Sheet.Skills {
			if other == skill {
				continue
			}
			w, err := other.Worth(rs, raised, who)
			if err != nil {
				return nil, err
			}
			if gain := trimNoise(w.Chance - now[other].Chance); gain != 0 {
				p.Others = append(p.Others, Bettered{other, gain})
			}
		}
		list = append(list, p)
	}
	slices.SortStableFunc(list, func(x, y Purchase) int {
		return cmp.Or(cmp.Compare(y.PerPoint(), x.PerPoint()), cmp.Compare(x.Cost, y.Cost))
	})
	return list, nil
}

// raised is a state in which an actor has another rank in a skill.
func (s *State) raised(rs *Ruleset, who string, skill *Skill, rank int) *State {
	next := *s
	next.Actors = slices.Clone(s.Actors)
	i := s.place(who, 0)
	a := next.Actors[i].clone()
	a.Sheet = a.Sheet.withRank(rs, skill, rank)
	next.Actors[i] = a
	return &next
}

// RankPlan is ranks that are worth buying together.
type RankPlan struct {
	Raises []RankRaise
	Aims   []RankAim
	Cost   float64
}

// RankRaise is a skill that is raised, and what that costs in all.
type RankRaise struct {
	Skill    *Skill
	From, To int
	Cost     float64
}

// RankAim is a skill that is to be better, and its chance before and after.
type RankAim struct {
	Skill    *Skill
	Now, May float64
}

// mostPlans is how many ways to spend points are tried; where there are more, one rank is bought after the other.
const mostPlans = 3000

// PlanRanks finds the ranks that raise the chances of some skills most, in sum, for at most so many points: in these
// skills, and in others of the actor that help them. Of equal ones it is the cheapest. Where there are more ways than can
// be tried, what gains most for its cost is bought first, and the plan is a good one, but there may be a better.
func PlanRanks(rs *Ruleset, s *State, who string, points float64, aims []*Skill) (RankPlan, error) {
	p := &planner{rs: rs, from: s, who: who, aims: aims, sums: map[string]float64{}}
	if err := p.candidates(); err != nil {
		return RankPlan{}, err
	}
	p.best, p.sum = p.start(), p.worth(p.start())
	if p.ways(p.start(), 0, points, 0) < mostPlans {
		p.tryAll(p.start(), 0, points)
	} else {
		p.buyBest(points)
	}
	return p.plan(), p.err
}

// planner looks for the best ranks. Ranks are those of its skills, in their order.
type planner struct {
	rs     *Ruleset
	from   *State
	who    string
	aims   []*Skill
	skills []*Skill // those that help an aim
	sums   map[string]float64
	best   []int
	sum    float64 // of the chances with the best ranks
	err    error
}

// stepsAhead is how many ranks are looked ahead, for what helps only from some rank on.
const stepsAhead = 3

// candidates finds the skills that help: the aims, and what betters them when it is raised, now or with them.
func (p *planner) candidates() error {
	p.skills = slices.Clone(p.aims)
	a := p.from.Find(p.who)
	higher := func(s *State, skill *Skill) *State {
		return s.raised(p.rs, p.who, skill, min(p.rs.Skill.Most, a.Sheet.Rank(skill)+stepsAhead))
	}
	apart, together := p.from, p.from
	for _, skill := range p.aims {
		together = higher(together, skill)
	}
	for _, skill := range a.Sheet.Skills {
		if slices.Contains(p.aims, skill) {
			continue
		}
		for _, s := range []*State{apart, together} {
			without, err := p.sumIn(s)
			if err != nil {
				return err
			}
			with, err := p.sumIn(higher(s, skill))
			if err != nil {
				return err
			}
			if with > without+slack {
				p.skills = append(p.skills, skill)
				break
			}
		}
	}
	return nil
}

// sumIn is the sum of the chances of the aims in a state.
func (p *planner) sumIn(s *State) (sum float64, err error) {
	for _, skill := range p.aims {
		w, err := skill.Worth(p.rs, s, p.who)
		if err != nil {
			return 0, err
		}
		sum += w.Chance
	}
	return sum, nil
}

func (p *planner) start() []int {
	ranks := make([]int, len(p.skills))
	for i, skill := range p.skills {
		ranks[i] = p.from.Find(p.who).Sheet.Rank(skill)
	}
	return ranks
}

// worth is the sum of the chances of the aims with these ranks.
func (p *planner) worth(ranks []int) float64 {
	key := make([]byte, len(ranks))
	for i, rank := range ranks {
		key[i] = byte(rank + 1)
	}
	if sum, known := p.sums[string(key)]; known {
		return sum
	}
	s, start := p.from, p.start()
	for i, rank := range ranks {
		if rank != start[i] {
			s = s.raised(p.rs, p.who, p.skills[i], rank)
		}
	}
	sum, err := p.sumIn(s)
	p.err = cmp.Or(p.err, err)
	p.sums[string(key)] = sum
	return sum
}

// price is what the next rank of a skill costs; ok is false at the highest.
func (p *planner) price(i, rank int) (cost float64, ok bool) {
	if rank >= p.rs.Skill.Most {
		return 0, false
	}
	steps, err := p.from.Find(p.who).Sheet.Own(p.skills[i]).Advance(p.rs, rank, rank+1)
	if p.err = cmp.Or(p.err, err); err != nil {
		return 0, false
	}
	return steps[0].Cost, true
}

// ways counts the ways to spend points on the skills from one on, as far as they are to be tried.
func (p *planner) ways(ranks []int, i int, points float64, counted int) int {
	if i == len(p.skills) {
		return counted + 1
	}
	ranks = slices.Clone(ranks)
	for counted = p.ways(ranks, i+1, points, counted); counted < mostPlans; counted = p.ways(ranks, i+1, points, counted) {
		cost, ok := p.price(i, ranks[i])
		if !ok || cost > points+slack {
			break
		}
		points -= cost
		ranks[i]++
	}
	return counted
}

// tryAll tries every way to spend points on the skills from one on.
func (p *planner) tryAll(ranks []int, i int, points float64) {
	if i == len(p.skills) {
		if sum := p.worth(ranks); sum > p.sum+slack || sum > p.sum-slack && p.cost(ranks) < p.cost(p.best)-slack {
			p.best, p.sum = slices.Clone(ranks), sum
		}
		return
	}
	ranks = slices.Clone(ranks)
	for {
		p.tryAll(ranks, i+1, points)
		cost, ok := p.price(i, ranks[i])
		if !ok || cost > points+slack {
			return
		}
		points -= cost
		ranks[i]++
	}
}

// buyBest buys what gains most for its cost, one skill after the other, as long as the points reach.
func (p *planner) buyBest(points float64) {
	for {
		var next []int
		most, paid := 0.0, 0.0
		for i := range p.skills {
			ranks, sum := slices.Clone(p.best), 0.0
			for range stepsAhead {
				cost, ok := p.price(i, ranks[i])
				if sum += cost; !ok || sum > points+slack {
					break
				}
				ranks[i]++
				if gain := (p.worth(ranks) - p.sum) / max(sum, slack); gain > most+slack {
					next, most, paid = slices.Clone(ranks), gain, sum
				}
			}
		}
		if next == nil {
			return
		}
		p.best, p.sum, points = next, p.worth(next), points-paid
	}
}

// cost is what it costs to come to these ranks.
func (p *planner) cost(ranks []int) (sum float64) {
	for i, rank := range p.start() {
		for ; rank < ranks[i]; rank++ {
			cost, _ := p.price(i, rank)
			sum += cost
		}
	}
	return trimNoise(sum)
}

// plan is the best ranks as they are told.
func (p *planner) plan() (plan RankPlan) {
	end, start := p.from, p.start()
	for i, skill := range p.skills {
		if p.best[i] == start[i] {
			continue
		}
		alone := slices.Clone(start)
		alone[i] = p.best[i]
		plan.Raises = append(plan.Raises, RankRaise{skill, start[i], p.best[i], p.cost(alone)})
		end = end.raised(p.rs, p.who, skill, p.best[i])
	}
	for _, skill := range p.aims {
		now, err := skill.Worth(p.rs, p.from, p.who)
		may, err2 := skill.Worth(p.rs, end, p.who)
		p.err = cmp.Or(p.err, err, err2)
		plan.Aims = append(plan.Aims, RankAim{skill, now.Chance, may.Chance})
	}
	plan.Cost = p.cost(p.best)
	return plan
}
