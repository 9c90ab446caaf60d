package purchase

import (
	"slices"
	"testing"

	"hybrid/gm/gmtest"
	"hybrid/rules"
)

// TestFindPlan holds plans to what must be true of each: what they cost is within the points and is the sum of their raises,
// more points are worth no less, and no single rank that could still be paid for would better an aim.
func TestFindPlan(t *testing.T) {
	rs, s := purchaser(t)
	for _, aims := range [][]string{{"sword"}, {"sword", "dodging"}, {"climbing", "knife"}, {"sword", "knife", "dodging", "balance", "law_lore", "sword_parry"}} {
		skills := aimed(rs, aims)
		before := 0.0
		for _, points := range []float64{0, 12, 40} {
			plan, err := FindPlan(rs, s, "kira", points, skills)
			if err != nil {
				t.Fatal(err)
			}
			sum, gain, end := 0.0, 0.0, s
			for _, r := range plan.Raises {
				sum += r.Cost
				end = end.WithRaise(rs, "kira", r.Learnable, r.To)
			}
			for _, aim := range plan.Aims {
				gain += aim.After.GainOver(aim.Before)
			}
			if sum != plan.Cost || sum > points {
				t.Errorf("%v for %v costs %v, its raises %v", aims, points, plan.Cost, sum)
			}
			if gain < before-slack {
				t.Errorf("%v for %v gains %v, for fewer points %v", aims, points, gain, before)
			}
			before = gain
			next, err := ListOffers(rs, end, "kira", learnables(skills))
			if err != nil {
				t.Fatal(err)
			}
			if i := slices.IndexFunc(next, func(b Offer) bool { return b.Gain > 0 && b.Cost <= points-sum }); i >= 0 {
				t.Errorf("%v for %v leaves %v, and %s could be bought", aims, points, points-sum, next[i].Label())
			}
		}
	}
}

// TestBoughtInTurn holds what is bought one after the other to the best of all ways: it is near it.
func TestBoughtInTurn(t *testing.T) {
	rs, s := purchaser(t)
	aims := aimed(rs, []string{"sword", "dodging", "balance"})
	for _, points := range []float64{20, 45} {
		plan := func(find func(p *planner)) float64 {
			p := &planner{rs: rs, state: s, who: "kira", aims: aims, things: learnables(aims), sums: map[string]float64{}, prices: map[[2]int]float64{}}
			p.best, p.bestSum = p.emptyRaises(), p.planWorth(p.emptyRaises())
			was := p.bestSum
			find(p)
			return p.bestSum - was
		}
		best := plan(func(p *planner) { p.tryAllWays(p.emptyRaises(), 0, points) })
		inTurn := plan(func(p *planner) { p.buyGreedily(points) })
		if inTurn > best || inTurn < best*0.9 {
			t.Errorf("%v points gain %v in turn, %v at best", points, inTurn, best)
		}
	}
}

func aimed(rs *rules.Ruleset, names []string) (aims []Aim) {
	for _, name := range names {
		skill, _ := rs.Skills.Get(name)
		aims = append(aims, Aim{Skill: skill, Weight: 1})
	}
	return aims
}

func learnables(aims []Aim) (list []rules.Learnable) {
	for _, aim := range aims {
		list = append(list, rules.Learnable{Skill: aim.Skill})
	}
	return list
}

func purchaser(t *testing.T) (*rules.Ruleset, *rules.State) {
	t.Helper()
	rs := gmtest.Sample(t).Rules
	sheet, err := rs.ReadSheet("kira", []byte(`
character: {name: Kira}
stats: {PST: 14, PEN: 13, DEX: 16, PAG: 15, PAW: 14, MST: 11, MEN: 12, MAG: 12, MAW: 13, PSI: 5}
skills: {sword: 8, knife: 6, sword_parry: 3, dodging: 4, balance: 3, law_lore: 5}
pools: {shared: [blades]}
`))
	if err != nil {
		t.Fatal(err)
	}
	return rs, &rules.State{Actors: []*rules.Actor{rs.NewActor("kira", sheet)}}
}
