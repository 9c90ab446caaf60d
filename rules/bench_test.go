package rules

import (
	"testing"
	"time"
)

// Every figure is also given as a ratio, formulas/op: how many of one compiled formula would take as long in the same
// run. That is what can be compared between machines, and between a busy hour and a quiet one.

// formulaTime is how many nanoseconds the formula of a derived statistic takes just now.
func formulaTime(rs *Ruleset, s *Sheet) float64 {
	var by *Formula
	for _, stat := range rs.Stats.All {
		if stat.formula != nil && len(stat.formula.Reads) > 1 {
			by = stat.formula
		}
	}
	f := rs.newFrame(rs.NewActor("kira", s))
	const times = 1 << 20
	sum, began := 0.0, time.Now()
	for range times {
		sum += by.Num(f)
	}
	took := float64(time.Since(began).Nanoseconds()) / times
	if sum == 0 {
		return 0
	}
	return took
}

// fighters are two fighters, of whom the second bleeds at once: no fatigue is left to it.
func fighters(b *testing.B, rs *Ruleset) *State {
	s := &State{Actors: []*Actor{rs.NewActor("kira", sheetOf(b, rs, "kira")), rs.NewActor("grell", sheetOf(b, rs, "grell"))}}
	fatigue, _ := rs.Pools.Get("PFT")
	s.Actors[1].Levels[fatigue.index].Now = 0
	return s
}

// perform measures an action of the first with these dice. steps must be among those it comes to.
func perform(b *testing.B, d OngoingAction, faces []int, brief bool, steps ...string) {
	rs := hybridPack(b)
	s := fighters(b, rs)
	known := DecisionInput{Answers: map[string]string{"grell.answer": "none"}, Brief: brief}
	do := func() Decision {
		known.Dice = &TypedDice{Faces: faces}
		decision, err := rs.Perform(s, "kira", d, known)
		if err != nil {
			b.Fatal(err)
		}
		return decision
	}
	decision := do()
	if len(decision.Dice) != len(faces) {
		b.Fatalf("%d of %d dice fell", len(decision.Dice), len(faces))
	}
	came := map[string]bool{}
	for _, out := range decision.Outcomes {
		came[out.Step] = true
	}
	for _, step := range steps {
		if !brief && !came[step] {
			b.Fatalf("it does not come to %s", step)
		}
	}
	one := formulaTime(rs, s.Actors[0].Sheet)
	b.ReportAllocs()
	for b.Loop() {
		do()
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/one, "formulas/op")
}

// BenchmarkCheck is one check from its declaration to its degree, with all terms.
func BenchmarkCheck(b *testing.B) {
	perform(b, OngoingAction{Action: "skill_use", Skill: "knife"}, []int{42}, false)
}

// BenchmarkAttack is an attack that brings everything with it: location, damage, wound, bleeding and shock.
func BenchmarkAttack(b *testing.B) {
	attack := OngoingAction{Action: "attack", Whom: "grell"}
	faces := []int{3, 20, 6, 6, 95, 99}
	steps := []string{"hit", "place", "damage", "through", "wound", "bleeding", "shock", "shaken"}
	b.Run("terms", func(b *testing.B) { perform(b, attack, faces, false, steps...) })
	b.Run("brief", func(b *testing.B) { perform(b, attack, faces, true, steps...) })
}

// BenchmarkLoad is the whole pack, from its YAML to a ruleset; the files are as they were, so that they are parsed once.
func BenchmarkLoad(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if _, err := loadPack(nil); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkRatio holds what the engine does against the same in plain Go, written for this one fight.
//
// A duel is far from ten times: on a quiet core it takes thirty-five, 106,000 cycles to 3,000, and between twenty and forty on a
// busy one, which plain Go minds more. Its profile is flat: seven attacks and 17 calls of Next, in 78 steps of some 3,500
// instructions with what is around them, of which about a third is formulas, and the rest is what play, odds and simulation
// share; no function has 4 % of it, and nothing is allocated. The loop with a stack, so that an explorer can branch at any step
// of it, is a tenth of it, the copies of frames 3 %. To be faster, actions would be compiled to one flat list of functions for a
// class of fighters (see the package's comment): a second evaluator, to be held equal to this one. A profile for the compiler
// gives 6 % without a line of code, for a program whose packages are all compiled twice, once for it and once for the tests.
func BenchmarkRatio(b *testing.B) {
	rs := hybridPack(b)
	known := DecisionInput{Choose: func(*Actor, Offer) int { return -1 }}
	attack := OngoingAction{Action: "attack", Whom: "grell"}
	perform := func(d OngoingAction, brief bool, faces ...int) func(s *State) {
		return func(s *State) {
			known.Brief, known.Dice = brief, &TypedDice{Faces: faces}
			if _, err := rs.Perform(s, "kira", d, known); err != nil {
				b.Fatal(err)
			}
		}
	}
	var formula *Formula
	for _, stat := range rs.Stats.All {
		if stat.formula != nil && len(stat.formula.Reads) > 1 {
			formula = stat.formula
		}
	}
	alone := rs.newFrame(rs.NewActor("kira", sheetOf(b, rs, "kira")))
	var live *Live
	seed := byte(0)
	bones, two := bonesWith(b, "", "ATT: 7, GRD: 1, MIND: 8", "ATT: 1, GRD: 7, MIND: 1")
	hit, thrown := OngoingAction{Action: "hit", Whom: "bob"}, []int{1, 2, 1, 5, 6, 3, 1, 3, 4, 2, 5, 6, 1, 3}
	rows := []struct {
		name  string
		times int // how often a call does it, of either
		do    func(s *State)
		plain func(g *plainFight)
	}{
		{"formula", 1000, func(*State) {
			for range 1000 {
				formula.Num(alone)
			}
		}, func(g *plainFight) {
			for range 1000 {
				g.sink += g.formula()
			}
		}},
		{"check", 1, perform(OngoingAction{Action: "skill_use", Skill: "knife"}, false, 42), func(g *plainFight) { g.sink += float64(g.check(42)) }},
		{"attack/terms", 1, perform(attack, false, 3, 20, 6, 6, 95, 99), func(g *plainFight) { g.attack(0, 3, 20, 6, 6, 95, 99) }},
		{"attack/brief", 1, perform(attack, true, 3, 20, 6, 6, 95, 99), func(g *plainFight) { g.attack(0, 3, 20, 6, 6, 95, 99) }},
		{"odds", 1, func(s *State) {
			if _, err := rs.ActionOdds(s, "kira", attack, nil); err != nil {
				b.Fatal(err)
			}
		}, func(g *plainFight) { g.odds() }},
		{"odds/answers", 1, func(s *State) { // what `odds attack` works out: unanswered, and with each answer
			none, err := rs.ActionOdds(s, "kira", attack, nil)
			if err != nil {
				b.Fatal(err)
			}
			for _, answer := range none.Unanswered[0].Choices {
				if _, err := rs.ActionOdds(s, "kira", attack, map[string]string{none.Unanswered[0].Key: answer.Name}); err != nil {
					b.Fatal(err)
				}
			}
		}, func(g *plainFight) { g.odds() }},
		{"duel", 1, func(s *State) {
			if live == nil {
				s = &State{Running: true, Actors: []*Actor{s.Actors[0].clone(), s.Actors[1].clone()}}
				live = rs.Live(s, func(*Actor, Offer) int { return -1 })
			}
			seed++
			playDuel(b, rs, live, seed)
		}, func(g *plainFight) { g.duel() }},
		{"throw", 1, func(*State) { // seven dice with faces against seven, and what comes of them
			if _, err := bones.Perform(two, "ann", hit, DecisionInput{Brief: true, Dice: &TypedDice{Faces: thrown}}); err != nil {
				b.Fatal(err)
			}
		}, func(g *plainFight) { g.throw(thrown) }},
		{"throw/odds", 1, func(*State) {
			bones.classes.classes = nil
			if _, err := bones.ActionOdds(two, "ann", hit, nil); err != nil {
				b.Fatal(err)
			}
		}, func(g *plainFight) { g.throwOdds() }},
	}
	for _, row := range rows {
		b.Run(row.name, func(b *testing.B) {
			s := fighters(b, rs)
			plain := newPlainFight()
			engine, other, calls := time.Duration(0), time.Duration(0), 0
			for b.Loop() {
				began := time.Now()
				row.do(s)
				engine += time.Since(began)
				if began = time.Now(); calls < 4096 {
					for range plainTimes {
						random := plain.random // no fight is the same as the one before
						*plain = *newPlainFight()
						plain.random = random
						row.plain(plain)
					}
					other, calls = other+time.Since(began), calls+1
				}
			}
			took, yardstick := float64(engine)/float64(b.N*row.times), float64(other)/float64(calls*plainTimes*row.times)
			b.ReportMetric(0, "ns/op") // of both together, which says nothing
			b.ReportMetric(took/1000, "µs")
			b.ReportMetric(yardstick/1000, "µs/yardstick")
			b.ReportMetric(took/yardstick, "times")
		})
	}
}

// plainTimes is how often plain Go does something between two looks at the clock.
const plainTimes = 64

// playDuel lets two attack each other until one of them cannot act.
func playDuel(b *testing.B, rs *Ruleset, live *Live, seed byte) {
	live.Begin(NewSeededDice([32]byte{seed}))
	if err := live.Enter(live.State.Actors); err != nil {
		b.Fatal(err)
	}
	keys := [2]string{"grell", "kira"}
	for range 200 {
		for i := range keys {
			a := live.Actor(i)
			if !a.Open {
				continue
			}
			if err := live.Declare(a, &OngoingAction{Action: "attack", Whom: keys[i]}); err != nil {
				return
			}
		}
		if err := live.Next(); err != nil {
			return
		}
		for _, a := range live.State.Actors {
			if able, _ := a.CanAct(rs); !able {
				return
			}
		}
	}
}

// plainFight is two fighters as one would write them down for this one purpose.
type plainFight struct {
	fighters [2]struct{ strength, agility, rank, hit, blood, fatigue, shock, df, armour float64 }
	wound    [2][20]float64
	random   uint64
	sink     float64
}

func newPlainFight() *plainFight {
	g := &plainFight{random: 88172645463325252}
	for i := range g.fighters {
		f := &g.fighters[i]
		f.strength, f.agility, f.rank, f.hit, f.blood, f.fatigue, f.shock, f.armour = 11, 12, 5, 60, 40, 30, 50, 3
	}
	return g
}

//go:noinline
func (g *plainFight) formula() float64 {
	f := &g.fighters[0]
	return (2*f.strength + f.agility + f.rank) / 4
}

//go:noinline
func (g *plainFight) check(roll int) int {
	f := &g.fighters[0]
	return plainDegree(3*f.agility+4*f.rank+5*f.df, roll)
}

func plainDegree(chance float64, roll int) int {
	r := float64(roll)
	switch {
	case r <= chance/20:
		return 5
	case r <= chance/4:
		return 4
	case r <= chance:
		return 3
	case r > 100-(100-chance)/20:
		return 0
	case r > 100-(100-chance)/4:
		return 1
	}
	return 2
}

var plainFactor = [6]float64{0, 0, 0, 1, 1.5, 2}

// attack is a hit, a place, damage through armour, a wound that bleeds, shock.
//
//go:noinline
func (g *plainFight) attack(who, hit, place, first, second, bleeds, shaken int) bool {
	f, other := &g.fighters[who], &g.fighters[1-who]
	degree := plainDegree(3*f.agility+4*f.rank+5*f.df, hit)
	if plainFactor[degree] == 0 {
		return false
	}
	through := max(0, plainFactor[degree]*float64(first+second)+f.strength/4-other.armour)
	g.wound[1-who][place%20] += through
	other.hit -= through
	other.shock -= through
	if plainDegree(5*through, bleeds) > 2 {
		other.blood -= through / 2
	}
	if plainDegree(3*other.strength-through, shaken) < 3 {
		other.df--
	}
	return other.hit <= 0
}

// odds is how likely each loss of points is, of all rolls, places and dice.
//
//go:noinline
func (g *plainFight) odds() (lost [64]float64) {
	for roll := 1; roll <= 100; roll++ {
		f, other := &g.fighters[0], &g.fighters[1]
		factor := plainFactor[plainDegree(3*f.agility+4*f.rank+5*f.df, roll)]
		if factor == 0 {
			lost[0] += 0.01
			continue
		}
		for place := range 20 {
			for first := 1; first <= 6; first++ {
				for second := 1; second <= 6; second++ {
					through := max(0, factor*float64(first+second)+f.strength/4-other.armour*float64(place%2))
					lost[min(63, int(through))] += 0.01 / 20 / 36
				}
			}
		}
	}
	return lost
}

func (g *plainFight) die(faces uint64) int {
	g.random ^= g.random << 13
	g.random ^= g.random >> 7
	g.random ^= g.random << 17
	return int(g.random%faces) + 1
}

//go:noinline
func (g *plainFight) duel() {
	for range 200 {
		for who := range 2 {
			if g.attack(who, g.die(100), g.die(20), g.die(6), g.die(6), g.die(100), g.die(100)) {
				return
			}
		}
	}
}

// dieFaces is how many sides of a die with faces show a hit, a save, rage, and what is wild.
var dieFaces = [4]int{2, 2, 1, 1}

// throw is seven dice of one against seven of the other.
//
//go:noinline
func (g *plainFight) throw(sides []int) {
	var counts [2][4]int
	for i, side := range sides {
		face := 0
		for side > dieFaces[face] {
			side -= dieFaces[face]
			face++
		}
		counts[i/7][face]++
	}
	g.thrown(&counts[0], &counts[1])
}

// thrown is what comes of two throws.
func (g *plainFight) thrown(own, other *[4]int) bool {
	f := &g.fighters[1]
	g.fighters[0].fatigue += float64(own[2])
	f.fatigue += float64(other[2])
	if own[0]+own[3] <= other[1]+other[3] {
		return false
	}
	f.hit -= float64(own[0])
	return true
}

// throwOdds is how likely each loss is, of all throws of seven dice against seven.
//
//go:noinline
func (g *plainFight) throwOdds() (lost [8]float64) {
	var ways [][4]int
	var weights []float64
	for hit := range 8 {
		for save := range 8 - hit {
			for rage := range 8 - hit - save {
				way, weight, left := [4]int{hit, save, rage, 7 - hit - save - rage}, 1.0, 7
				for face, n := range way {
					for k := range n {
						weight *= float64(left-k) / float64(k+1) * float64(dieFaces[face]) / 6
					}
					left -= n
				}
				ways, weights = append(ways, way), append(weights, weight)
			}
		}
	}
	for i := range ways {
		for k := range ways {
			loses := 0
			if g.thrown(&ways[i], &ways[k]) {
				loses = ways[i][0]
			}
			lost[loses] += weights[i] * weights[k]
		}
	}
	return lost
}
