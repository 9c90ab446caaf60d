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
	f := rs.frame(rs.NewActor("kira", s))
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
func perform(b *testing.B, d Doing, faces []int, brief bool, steps ...string) {
	rs := hybridPack(b)
	s := fighters(b, rs)
	known := Known{Answers: map[string]string{"grell.answer": "none"}, Brief: brief}
	do := func() Decision {
		known.Dice = &Typed{Faces: faces}
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
	perform(b, Doing{Action: "skill_use", Skill: "knife"}, []int{42}, false)
}

// BenchmarkAttack is an attack that brings everything with it: location, damage, wound, bleeding and shock.
func BenchmarkAttack(b *testing.B) {
	attack := Doing{Action: "attack", Whom: "grell"}
	faces := []int{3, 20, 6, 6, 95, 99}
	steps := []string{"hit", "place", "damage", "through", "wound", "bleeding", "shock", "shaken"}
	b.Run("terms", func(b *testing.B) { perform(b, attack, faces, false, steps...) })
	b.Run("brief", func(b *testing.B) { perform(b, attack, faces, true, steps...) })
}

// BenchmarkLoad is the whole pack, from its YAML to a ruleset.
func BenchmarkLoad(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if _, err := loadPack(nil); err != nil {
			b.Fatal(err)
		}
	}
}
