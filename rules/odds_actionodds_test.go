package rules

import (
	"errors"
	"flag"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"hybrid/rules/source"
)

var long = flag.Bool("long", false, "more of the same, for hours nobody waits")

// At random moments of random fights the odds of whatever an actor might do are held against the same done many times
// with dice.
func TestActionOddsAgainstDice(t *testing.T) {
	sequential(t)
	rs := hybridPack(t)
	fights, times := 15, 1200
	if *long {
		fights, times = 400, 20_000
	}
	compared := map[string]bool{}
	for seed := range fights {
		w := newWalk(t, rs, uint64(seed))
		for range 3 {
			for range 8 {
				w.step()
			}
			for range 10 {
				a := w.state.Actors[w.rng.IntN(len(w.state.Actors))]
				if d := w.deed(a); againstDice(t, w, a.Key, d, times) {
					compared[d.Action] = true
					break
				}
			}
		}
	}
	if len(compared) < 6 {
		t.Errorf("only %d actions were compared", len(compared))
	}
}

// Chances with dice in them, with what a skill is worth in a roll without one, and with ranks of which the game says
// nothing, are counted like all others.
func TestActionOddsOfStrangeChances(t *testing.T) {
	sequential(t)
	for name, yaml := range map[string]string{
		"dice against the margin":  `checks: {percent: {numbers: {chance: {opposed: {add: "2d6 - max(0, against.margin)"}}}}}`,
		"a skill that is not used": `checks: {percent: {numbers: {chance: {opposed: {add: skill.percent + skill.cost + skill.difficulty + type.df}}}}}`,
		"ranks as they are":        `skill: {rank: removed}`,
	} {
		t.Run(name, func(t *testing.T) {
			over := Layer{Name: "over", Files: []source.File{{Name: "over.yaml", Data: []byte(yaml)}}}
			rs := packWith(t, nil, over)
			w := newWalk(t, rs, 1)
			attacker, other := w.state.Actors[0], w.state.Actors[1]
			for range 4 {
				if !againstDice(t, w, attacker.Key, OngoingAction{Action: "attack", Whom: other.Key}, 400) {
					t.Fatal("nobody can be attacked")
				}
			}
		})
	}
}

// What hurts by itself is as likely as with dice: each hazard, of each of its kinds, and dice that are typed.
func TestActionOddsOfHazards(t *testing.T) {
	w := newWalk(t, hybridPack(t), 4)
	struck := w.state.Actors[1]
	for _, hazard := range w.rs.Hazards.All {
		for _, kind := range append(hazard.KindNames(), "") {
			d := OngoingAction{Hazard: &HazardStrike{Name: hazard.Name, Kind: kind, Dice: &DiceSum{2, 6, 1}}, Whom: struck.Key, Asked: 3}
			if hazard.Ask.Least != nil {
				d.Asked = max(d.Asked, *hazard.Ask.Least)
			}
			if !againstDice(t, w, "", d, 300) {
				t.Errorf("%s %s does not hurt", hazard.Name, kind)
			}
		}
	}
}

// What reaches several is as likely for each as with dice, where it is thrown among them.
func TestActionOddsOfABlast(t *testing.T) {
	w := newWalk(t, hybridPack(t), 3)
	bomb := slices.IndexFunc(w.rs.Items.All, func(i *Item) bool { return i.HasTag("explosive") && i.HasTag("thrown") })
	thrower := w.state.Actors[0]
	thrower.Tool = w.rs.Items.All[bomb]
	thrower.Sheet.Items = append(thrower.Sheet.Items, thrower.Tool)
	d := OngoingAction{Action: "attack", Whom: w.state.Actors[1].Key, Tool: thrower.Tool.Name, Among: []string{w.state.Actors[2].Key}}
	if !againstDice(t, w, thrower.Key, d, 1500) {
		t.Error("it cannot be thrown")
	}
}

// againstDice compares the odds of one action; false where it cannot be done.
func againstDice(t *testing.T, w *walk, who string, d OngoingAction, times int) bool {
	t.Helper()
	rs, answers := w.rs, map[string]string{}
	dice := &recorded{from: w.dice}
	perform := func() (Decision, error) {
		for {
			decision, err := rs.Perform(w.state, who, d, DecisionInput{Dice: dice, Answers: answers, Brief: true})
			var need *Need
			if !errors.As(err, &need) || len(need.Choices) == 0 {
				return decision, err
			}
			answers[need.Key] = NoAnswer
			if i := w.rng.IntN(2 * len(need.Choices)); i < len(need.Choices) {
				answers[need.Key] = need.Choices[i].Name
			}
		}
	}
	if _, err := perform(); err != nil {
		return false
	}
	for range 20 { // so that every question has come
		if _, err := perform(); err != nil {
			return false
		}
	}
	before := fmt.Sprint(w.state.Actors[0].Levels, w.state.Actors[0].Conditions)
	o, err := rs.ActionOdds(w.state, who, d, answers)
	if err != nil {
		t.Errorf("%s %+v: %v", who, d, err)
		return true
	}
	if after := fmt.Sprint(w.state.Actors[0].Levels, w.state.Actors[0].Conditions); after != before {
		t.Errorf("%s %s: the state is not what it was", who, d.Action)
	}
	seen, sums, squares := map[string]float64{}, map[string]float64{}, map[string]float64{}
	for range times {
		decision, err := perform()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.rs.Apply(w.state, decision.Events); err != nil {
			t.Fatalf("%s %+v %v: %v", who, d, answers, err)
		}
		ended(t, w, decision, seen, sums, squares)
	}
	want := map[string]float64{}
	for _, end := range o.Ends {
		want[end.Who+" out"], want[end.Who+" hurt"] = end.Out, end.Hurt
		if slices.ContainsFunc(end.Pools, func(l PoolLoss) bool { return l.Cost != 0 }) {
			delete(want, end.Who+" hurt") // what it spends is not told from what it loses by the state alone
			delete(seen, end.Who+" hurt")
		}
		for _, put := range end.Puts {
			want[end.Who+" "+put.Name] += put.Probability
		}
		for _, pool := range end.Pools {
			mean, n := sums[end.Who+" "+pool.Pool]/float64(times), float64(times)
			square := squares[end.Who+" "+pool.Pool] / n
			for _, points := range pool.Points { // a great loss that is rare may not have come
				square = max(square, points.Value*points.Value*points.Probability)
			}
			off := math.Sqrt(max(0, square-mean*mean)/n) + 1e-9
			if math.Abs(mean-pool.Mean) > 5.5*off+8/n {
				t.Errorf("%s %+v %v: %s of %s loses %g on average, with dice %g (one deviation is %g)", who, d, answers, pool.Pool, end.Who, pool.Mean, mean, off)
			}
			delete(sums, end.Who+" "+pool.Pool)
		}
	}
	for name, sum := range sums {
		if rare := o.Samples > 0 && math.Abs(sum) <= 8; sum != 0 && !rare { // 4000 drawn ways can miss what came once
			t.Errorf("%s %+v %v: %s changes with dice, %g, and not by the odds", who, d, answers, name, sum)
		}
	}
	for name := range seen {
		want[name] += 0
	}
	for name, p := range want {
		got, off := seen[name]/float64(times), math.Sqrt(p*(1-p)/float64(times))
		if p < -1e-9 || p > 1+1e-9 || math.Abs(got-p) > 5.5*off+6/float64(times) {
			t.Errorf("%s %+v %v: %s %.5f, with dice %.5f", who, d, answers, name, p, got)
		}
	}
	return true
}

// ended counts what became of all.
func ended(t *testing.T, w *walk, decision Decision, seen, sums, squares map[string]float64) {
	t.Helper()
	after, err := w.rs.Apply(w.state, decision.Events)
	if err != nil {
		t.Fatal(err)
	}
	for i, a := range after.Actors {
		was, hurt := w.state.Actors[i], false
		for _, pool := range w.rs.Pools.All {
			lost := was.PoolValue(pool) - a.PoolValue(pool)
			sums[a.Key+" "+pool.Name] += lost
			squares[a.Key+" "+pool.Name] += lost * lost
		}
		watched := 0.0
		for _, pool := range w.rs.harmPools {
			watched += was.PoolValue(pool) - a.PoolValue(pool)
		}
		hurt = watched > 0
		if hurt {
			seen[a.Key+" hurt"]++
		}
		before, _ := was.CanAct(w.rs)
		if now, _ := a.CanAct(w.rs); before && !now {
			seen[a.Key+" out"]++
		}
		for k := range a.Conditions {
			if held := &a.Conditions[k]; was.heldByID(held.ID) == nil {
				seen[a.Key+" "+held.Condition.Label]++
			}
		}
	}
}

// small is a pack in which the dice have so few faces that all ways they can fall can be counted one by one.
const small = `
items: {blunt: {label: Blunt, skill: brawling, counts: 5, damage: 40, mean: 40, reach: 0, tags: [physical, unarmed, hand_to_hand, crushing], src: ours}}
checks: {percent: {roll: d8, again: {at: 8, most: 1}, numbers: {chance: {tenth: {label: A tenth, times: 0.08, after: factor}}}}}
tables:
  hit_location:
    roll: d5
    rows: {head: {roll: 1}, chest: {roll: 2-3}, abdomen: {roll: removed}, groin: {roll: 4}, upper_leg: {roll: removed}, lower_leg: {roll: 5},
      foot: {roll: removed}, upper_arm: {roll: removed}, lower_arm: {roll: removed}, hand: {roll: removed}}
  shock_result: {rows: {25+: removed, 50+: removed, 75+: removed, 1+: {label: Little, do: [{put: stunned}]}, 2+: {label: More, do: [{put: unconscious}]}}}
`

// every throws dice in every way, one after the other.
type every struct{ way chooser }

func (e *every) Roll(faces int, _ string) (int, bool, error) {
	return e.way.chooseIndex(evenWeights(faces)) + 1, false, nil
}

// The odds are held against all ways the dice can fall, decided one by one.
func TestActionOddsAgainstEveryWay(t *testing.T) {
	rs := packWith(t, nil, Layer{Name: "small", Files: []source.File{{Name: "small.yaml", Data: []byte(small)}}})
	for _, row := range []struct {
		name, tool, answer string
		worn               bool
	}{{"bare", "close_fist", NoAnswer, false}, {"dagger", "dagger", NoAnswer, true}, {"parried", "close_fist", "parry", true}, {"blocked", "close_fist", "block", false}, {"rolled", "close_fist", "roll_with", false}, {"felled", "blunt", NoAnswer, false}} {
		t.Run(row.name, func(t *testing.T) {
			kira, grell := rs.NewActor("kira", sheetOf(t, rs, "kira")), rs.NewActor("grell", sheetOf(t, rs, "grell"))
			fatigue, _ := rs.Pools.Get("PFT")
			grell.Levels[fatigue.index].Now = 3
			kira.Tool = itemOf(rs, row.tool)
			kira.Sheet.Items = append(kira.Sheet.Items, kira.Tool)
			w := &walk{t: t, rs: rs, state: &State{Actors: []*Actor{kira, grell}}}
			d, answers := OngoingAction{Action: "attack", Whom: "grell", Tool: row.tool}, map[string]string{"grell.answer": row.answer}
			againstEveryWay(t, w, "kira", d, answers)
		})
	}
}

// againstEveryWay holds the odds of one action against all ways the dice can fall, decided one by one.
func againstEveryWay(t *testing.T, w *walk, who string, d OngoingAction, answers map[string]string) {
	t.Helper()
	o, err := w.rs.ActionOdds(w.state, who, d, answers)
	if err != nil {
		t.Fatal(err)
	}
	seen, sums := map[string]float64{}, map[string]float64{}
	dice := &every{}
	for n := 0; ; n++ {
		decision, err := w.rs.Perform(w.state, who, d, DecisionInput{Dice: dice, Answers: answers, Brief: true})
		if err != nil {
			t.Skip(err)
		}
		one, sum := map[string]float64{}, map[string]float64{}
		ended(t, w, decision, one, sum, map[string]float64{})
		for name, times := range one {
			seen[name] += times * dice.way.probability()
		}
		for name, lost := range sum {
			sums[name] += lost * dice.way.probability()
		}
		if !dice.way.startNextWay() {
			t.Logf("%d ways", n+1)
			break
		}
		if n > 2_000_000 {
			t.Fatal("too many")
		}
	}
	for _, end := range o.Ends {
		check := func(name string, p float64) {
			if math.Abs(seen[name]-p) > 1e-9 {
				t.Errorf("%s: %.12f, and %.12f of all ways", name, p, seen[name])
			}
			delete(seen, name)
		}
		check(end.Who+" out", end.Out)
		check(end.Who+" hurt", end.Hurt)
		for _, put := range end.Puts {
			check(end.Who+" "+put.Name, put.Probability)
		}
		for _, pool := range end.Pools {
			if got := sums[end.Who+" "+pool.Pool]; math.Abs(got-pool.Mean) > 1e-9 {
				t.Errorf("%s of %s loses %.12f, and %.12f over all ways", pool.Pool, end.Who, pool.Mean, got)
			}
		}
	}
	for name, p := range seen {
		t.Errorf("%s: %.12f of all ways, and no odds", name, p)
	}
}

// ending is conditions that formulas end, and checks that may give them; what is done with both is made at random.
const ending = `
checks: {plain: {roll: d4, numbers: {chance: {basis: {label: Basis, add: basis}}}, results: {made: roll <= chance, margin: chance - roll}, ladder: bands}}
conditions:
  cut:      {many: true, until: PBD.now <= 2}
  bruise:   {many: true, until: PFT.lost < PFT.max - 4}
  graze:    {many: true, until: PBD.now > 5 or PFT.now <= 1}
  scratch:  {until: PFT.now <= 2}
  nick:     {until: PFT.now <= 1}
  daze:     {many: true, until: is.scratch}
  dread:    {many: true, until: other.PBD.now < 0}
  sting:    {many: true, until: number > 1}
  itch:     {many: true}
  rattled:  {many: true, cannot: [act], until: PFT.now <= 5}
`

// deedAtRandom is an action, and a sequence in it, of steps that put, hurt, heal and end.
func deedAtRandom(rng *rand.Rand, n int) (sequence, action string) {
	pick := func(list ...string) string { return list[rng.IntN(len(list))] }
	conditions := []string{"cut", "bruise", "graze", "scratch", "nick", "daze", "dread", "sting", "itch", "rattled", "cut", "bruise", "graze"}
	from := rng.IntN(len(conditions) - 2)
	step := func(i int) string {
		condition := pick(conditions[from : from+3]...)
		switch rng.IntN(8) {
		case 0:
			return fmt.Sprintf("s%d: {who: other, do: [{%s: %s, by: %s}]}", i, pick("lose", "gain", "lose"), pick("PFT", "PBD"), pick("d3", "2", "4"))
		case 1:
			return fmt.Sprintf("s%d: {who: other, do: [{put: %s}]}", i, pick("prone", condition))
		case 2:
			return fmt.Sprintf("s%d: {who: other, do: [{end: graze}]}", i)
		}
		return fmt.Sprintf("s%d: {check: plain, who: other, when: %s, basis: %s, results: {%s: [{put: %s}]}}", i, pick("PBD.lost >= 0", "PFT.lost > 1", "other.PFT.lost > 3"), pick("1", "2", "3"), pick("made", "missed"), condition)
	}
	for i := range 3 {
		sequence += step(i) + ", "
	}
	for i := range 2 {
		action += step(i) + ", "
	}
	sequence = fmt.Sprintf("  inner_%d: {steps: {%s}}\n", n, sequence)
	return sequence, fmt.Sprintf("  deed_%d: {whom: true, counts: 5, steps: {worn: {who: other, do: [{lose: PFT, by: d4}]}, %sinner: {sequence: inner_%d}, late: {who: other, do: [{%s: %s, by: d2}]}}}\n", n, action, n, pick("lose", "gain"), pick("PFT", "PBD"))
}

// What a formula ends before it is seen is not among what an action puts, whether it held when it was put, comes to
// hold later, or ceases to: in actions made at random, by every way the dice can fall.
func TestActionOddsOfWhatAFormulaEnds(t *testing.T) {
	sequential(t)
	rng := rand.New(rand.NewPCG(16, 1))
	deeds := 40
	if *long {
		deeds = 1500
	}
	sequences, actions := "sequences:\n", `actions:
  in_order: {whom: true, counts: 5, steps: {worn: {who: other, do: [{lose: PFT, by: d4}, {put: scratch}]}, check: {check: plain, who: other, basis: 2, results: {missed: [{put: daze}]}}, late: {who: other, do: [{lose: PFT, by: d4}]}}}
`
	for n := range deeds {
		sequence, action := deedAtRandom(rng, n)
		sequences, actions = sequences+sequence, actions+action
	}
	yaml := ending + sequences + actions
	rs := packWith(t, nil, Layer{Name: "ending", Files: []source.File{{Name: "ending.yaml", Data: []byte(yaml)}}})
	kira, grell := rs.NewActor("kira", sheetOf(t, rs, "kira")), rs.NewActor("grell", sheetOf(t, rs, "grell"))
	fatigue, _ := rs.Pools.Get("PFT")
	body, _ := rs.Pools.Get("PBD")
	grell.Levels[fatigue.index].Now, grell.Levels[body.index].Now = 7, 4
	quiet := 0
	for _, seq := range rs.Sequences.All {
		for _, step := range seq.steps {
			if step.resultUnread && step.check.Name == "plain" {
				quiet++
			}
		}
	}
	if quiet < deeds/2 {
		t.Errorf("only %d checks matter to nothing else", quiet)
	}
	for n := range deeds + 1 {
		d := OngoingAction{Action: fmt.Sprintf("deed_%d", n-1), Whom: "grell"}
		if n == 0 {
			d.Action = "in_order" // what ends first is read by the formula that ends the other one
		}
		t.Run(d.Action, func(t *testing.T) {
			againstEveryWay(t, &walk{t: t, rs: rs, state: &State{Actors: []*Actor{kira, grell}}}, "kira", d, nil)
		})
	}
}

func itemOf(rs *Ruleset, name string) *Item {
	item, _ := rs.Items.Get(name)
	return item
}

// What belongs together adds up.
func TestActionOddsAddsUp(t *testing.T) {
	rs := hybridPack(t)
	s := &State{Actors: []*Actor{rs.NewActor("kira", sheetOf(t, rs, "kira")), rs.NewActor("grell", sheetOf(t, rs, "grell"))}}
	o, err := rs.ActionOdds(s, "kira", OngoingAction{Action: "attack", Whom: "grell"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	preview, err := rs.Preview(s, "kira", OngoingAction{Action: "attack", Whom: "grell"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if o.Chance != preview.Roll.Chance {
		t.Errorf("the chance is %g, and %g by the preview", o.Chance, preview.Roll.Chance)
	}
	for i, odd := range rs.Odds(nil, o.Chance) {
		if math.Abs(odd.Probability-o.Degrees[i].Probability) > 1e-12 {
			t.Errorf("%s: %g, and %g by the odds of the check", odd.Name, o.Degrees[i].Probability, odd.Probability)
		}
	}
	grell := o.TargetOdds()
	out := 0.0
	for _, row := range o.Rows {
		out += row.Probability * row.Out
	}
	made, at, _ := o.OddsAtChance(rs, o.Chance)
	if grell.Who != "grell" || math.Abs(out-grell.Out) > 1e-9 || math.Abs(at-grell.Out) > 1e-9 || len(o.Rows) != 10 {
		t.Fatalf("out %+v, by rows %g, by degrees %g", grell, out, at)
	}
	hit := slices.IndexFunc(o.Steps, func(s StepOdds) bool { return s.Step == "place" })
	if hit < 0 || math.Abs(o.Steps[hit].Reached-made) > 1e-9 {
		t.Errorf("it hits with %g, and a place is rolled with %+v", made, o.Steps)
	}
	if more, worse, _ := o.OddsAtChance(rs, 150); more <= made || worse <= at {
		t.Errorf("at 150 it hits with %g and drops with %g", more, worse)
	}
	if len(o.Unanswered) != 1 || len(o.Unanswered[0].Choices) == 0 {
		t.Errorf("asked %+v", o.Unanswered)
	}
	for _, pool := range grell.Pools {
		sum := 0.0
		for _, p := range pool.Points {
			sum += p.Probability
		}
		if math.Abs(sum-1) > 1e-9 {
			t.Errorf("the losses of %s add up to %g", pool.Pool, sum)
		}
	}
}

// One roll against another: the four ways add up, and are as likely as with dice.
func TestContest(t *testing.T) {
	rs := hybridPack(t)
	s := &State{Actors: []*Actor{rs.NewActor("ilse", sheetOf(t, rs, "ilse")), rs.NewActor("grell", sheetOf(t, rs, "grell"))}}
	d, against := OngoingAction{Skill: "sneaking", Given: []ManualModifier{{Modifier: "df", Value: -9}}}, OngoingAction{Skill: "combat_perception"}
	c, err := rs.Contest(s, "ilse", d, "grell", against)
	if err != nil {
		t.Fatal(err)
	}
	if sum := c.Both + c.FirstOnly + c.SecondOnly + c.Neither; math.Abs(sum-1) > 1e-9 {
		t.Errorf("they add up to %g", sum)
	}
	const times = 4000
	dice, seen := NewSeededDice([32]byte{5}), [4]float64{}
	for range times {
		first, err := rs.Perform(s, "ilse", d, DecisionInput{Dice: dice})
		if err != nil {
			t.Fatal(err)
		}
		against.Against = &first.Outcomes[0].Margin
		second, err := rs.Perform(s, "grell", against, DecisionInput{Dice: dice})
		if err != nil {
			t.Fatal(err)
		}
		i := 0
		if !first.Outcomes[0].Success {
			i = 2
		}
		if !second.Outcomes[0].Success {
			i++
		}
		seen[i] += 1.0 / times
	}
	for i, p := range []float64{c.Both, c.FirstOnly, c.SecondOnly, c.Neither} {
		if math.Abs(seen[i]-p) > 5*math.Sqrt(p*(1-p)/times)+2.0/times {
			t.Errorf("%d: %.4f, with dice %.4f", i, p, seen[i])
		}
	}
}

// BenchmarkActionOdds is the exact odds of an attack, against one attack carried out without terms.
func BenchmarkActionOdds(b *testing.B) {
	rs := hybridPack(b)
	s := fighters(b, rs)
	known := DecisionInput{Answers: map[string]string{"grell.answer": "none"}, Brief: true}
	attack := OngoingAction{Action: "attack", Whom: "grell"}
	for _, answer := range []string{NoAnswer, "parry"} {
		b.Run(answer, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := rs.ActionOdds(s, "kira", attack, map[string]string{"grell.answer": answer}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	fatigue, _ := rs.Pools.Get("PFT")
	fresh := &State{Actors: []*Actor{s.Actors[0], s.Actors[1].clone()}}
	fresh.Actors[1].Levels[fatigue.index].Now = 30
	b.Run("fresh", func(b *testing.B) {
		for b.Loop() {
			if _, err := rs.ActionOdds(fresh, "kira", attack, nil); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("one attack", func(b *testing.B) {
		for b.Loop() {
			known.Dice = &TypedDice{Faces: []int{3, 20, 6, 6, 95, 99}}
			if _, err := rs.Perform(s, "kira", attack, known); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// The odds at another chance are those worked out there, where the chance is given by hand: whatever the ladder goes by,
// and whatever follows asks of the roll.
func TestOddsAtAnotherChance(t *testing.T) {
	sequential(t)
	ladders := map[string]string{
		"bands":    "degrees: {amazing_success: {factor: 3}}",
		"chance":   "ladders: {bands: {steps: {amazing_success: made and chance <= 40}}}",
		"margin":   "ladders: {bands: {steps: {amazing_success: made and margin > 45, notable_failure: not made and chance > 60}}}",
		"either":   "ladders: {bands: {steps: {amazing_success: roll > chance - 10 and roll < chance + 15}}}",
		"severity": "rulings: {failures: {choice: margin}}",
		"number":   "checks: {percent: {numbers: {edge: {value: {label: Edge, add: 20}}, chance: {after: edge, basis: {label: Basis, add: 3 * basis}}}, results: {made: roll <= chance + edge and roll <= 90, margin: chance + edge - roll}}}",
		"person":   "checks: {percent: {results: {made: roll <= chance and roll < 3 * PST + PFT.now}}}",
	}
	rng := rand.New(rand.NewPCG(11, 3))
	deeds, anew := []string{"attack", "grapple", "hurl"}, 0
	for _, name := range slices.Sorted(maps.Keys(ladders)) {
		rs := packWith(t, nil, Layer{Name: name, Files: []source.File{{Name: name + ".yaml", Data: []byte(ladders[name])}}})
		kira, grell := rs.NewActor("kira", sheetOf(t, rs, "kira")), rs.NewActor("grell", sheetOf(t, rs, "grell"))
		s := &State{Actors: []*Actor{kira, grell}}
		for i, deed := range deeds {
			for _, pool := range []string{"PFT", "PBD"} {
				p, _ := rs.Pools.Get(pool)
				grell.Levels[p.index].Now = float64(2 + rng.IntN(12))
			}
			d, answers := OngoingAction{Action: deed, Whom: "grell"}, map[string]string{"grell.answer": []string{NoAnswer, "parry"}[i%2]}
			o, err := rs.ActionOdds(s, "kira", d, answers)
			if err != nil {
				t.Fatal(err)
			}
			chances := 1
			if *long {
				chances = 5
			}
			for range chances {
				chance := float64(2*rng.IntN(100)+2) / 2
				d.Given = []ManualModifier{{Modifier: "percent", Value: chance - o.Chance}}
				there, err := rs.ActionOdds(s, "kira", d, answers)
				if err == nil && name == "number" { // the number beside the chance is what is reached at least
					chance = max(chance, there.Chance)
				}
				if err != nil || there.Chance != chance {
					t.Fatal(err, there.Chance, chance)
				}
				made, out, err := o.OddsAtChance(rs, chance)
				if err != nil {
					t.Fatal(err)
				}
				if _, _, ok := o.oddsByDegree(rs, chance); !ok {
					anew++
				}
				if math.Abs(made-there.Made) > 1e-9 || math.Abs(out-there.TargetOdds().Out) > 1e-9 {
					t.Errorf("%s, %s from %g at %g: made %.9f and out %.9f; worked out there %.9f and %.9f", name, deed, o.Chance, chance, made, out, there.Made, there.TargetOdds().Out)
				}
			}
		}
	}
	if anew == 0 {
		t.Error("all of it follows from the degrees")
	}
}

// before is actions with something left to chance before their roll, in a pack with small dice.
const before = `
checks:
  percent: {numbers: {chance: {swing: {label: Swing, add: 5 * d4, when: tag.wild}}}}
  plain: {roll: d8, numbers: {chance: {five: {label: Five, add: 5}, opposed: {label: Opposed, add: "-max(0, against.margin)"}}}, results: {made: roll <= chance, margin: chance - roll}, ladder: bands}
tables: {luck: {roll: d4, rows: {bad: {roll: 1-2, give: {df: -2}}, good: {roll: 3, do: [{put: prone}]}, best: {roll: 4, give: {df: 1}}}}}
sequences: {inner: {steps: {save: {check: plain, who: other, basis: PAG, against: aim}, hurt: {when: save.missed, who: other, do: [{lose: PFT, by: 3}]}}}}
conditions: {rash: {label: Rash, until: action, give: {df: 1}}}
tags: {wild: {label: Wild}}
actions:
  diced:    {counts: 5, steps: {more: {tally: {d: {label: d, add: 2d6}}}, aim: {check: percent, basis: more.total}, hurt: {when: aim.made, do: [{lose: PFT, by: 3}]}}}
  wild:     {counts: 5, basis: PAG, tags: [wild], steps: {aim: {check: percent}}}
  drawn:    {counts: 5, basis: {else: PAG}, steps: {draw: {table: luck}, aim: {check: percent}, hurt: {when: aim.missed, do: [{lose: PFT, by: d3}]}}}
  first:    {counts: 5, basis: {else: PAG}, first: [{lose: PFT, by: d4}], steps: {cost: {when: PFT.lost > 2, do: [{put: stunned}]}, aim: {check: percent}}}
  stopped:  {counts: 5, basis: {else: PAG}, steps: {more: {tally: {d: {label: d, add: d6}}}, low: {stop: more.total < 3}, aim: {check: percent, give: {df: -more.total}}}}
  opposed:  {counts: 5, whom: true, basis: {else: PAG}, steps: {watch: {check: percent, who: other, basis: PAW}, aim: {check: percent, against: watch}, hurt: {when: aim.made, who: other, do: [{lose: PFT, by: 5}]}}}
  margins:  {counts: 5, whom: true, basis: {else: PAG}, steps: {watch: {check: plain, who: other, basis: PAW}, aim: {check: plain, against: watch, results: {made: [{lose: PFT, by: 5, when: margin + against.margin < 0}]}}}}
  sided:    {counts: 5, whom: true, basis: {else: PAG}, steps: {place: {table: hit_location}, aim: {check: percent}, hurt: {when: aim.made and place.side == "left", who: other, do: [{lose: PFT, by: 3}]}}}
  around:   {counts: 5, whom: true, basis: {else: PAG}, steps: {aim: {check: plain}, rest: {when: aim.made, sequence: inner}}}
  certain:  {counts: 5, basis: {else: PAG}, steps: {more: {tally: {d: {label: d, add: d6}}}, aim: {check: percent}, hurt: {when: aim.made, do: [{lose: PFT, by: more.total}]}}}
`

// The roll of an action before which dice fall is shown as it is on the whole: by all the ways they can fall, decided one
// by one. The terms add up to the chance.
func TestPreviewAgainstEveryWay(t *testing.T) {
	rs := packWith(t, nil, Layer{Name: "small", Files: []source.File{{Name: "small.yaml", Data: []byte(small)}}}, Layer{Name: "before", Files: []source.File{{Name: "before.yaml", Data: []byte(before)}}})
	s := &State{Actors: []*Actor{rs.NewActor("kira", sheetOf(t, rs, "kira")), rs.NewActor("grell", sheetOf(t, rs, "grell"))}}
	for _, name := range []string{"diced", "wild", "drawn", "first", "stopped", "opposed", "margins", "sided", "around", "certain"} {
		t.Run(name, func(t *testing.T) {
			d := OngoingAction{Action: name, Whom: "grell"}
			preview, err := rs.Preview(s, "kira", d, nil)
			if err != nil {
				t.Fatal(err)
			}
			o, err := rs.ActionOdds(s, "kira", d, nil)
			if err != nil {
				t.Fatal(err)
			}
			least, most, mean, rolled, made, degrees := math.Inf(1), math.Inf(-1), 0.0, 0.0, 0.0, map[string]float64{}
			sums := map[string]float64{}
			for dice, more := (&every{}), true; more; more = dice.way.startNextWay() {
				decision, err := rs.Perform(s, "kira", d, DecisionInput{Dice: dice})
				if err != nil {
					t.Fatal(err)
				}
				seen, lost := map[string]float64{}, map[string]float64{}
				ended(t, &walk{t: t, rs: rs, state: s}, decision, seen, lost, map[string]float64{})
				for name, points := range lost {
					sums[name] += dice.way.probability() * points
				}
				i := slices.IndexFunc(decision.Outcomes, func(o Outcome) bool { return o.Degree != "" && o.Who == "kira" })
				if i < 0 {
					continue
				}
				roll, weight := &decision.Outcomes[i], dice.way.probability()
				least, most = min(least, roll.Chance), max(most, roll.Chance)
				mean += weight * roll.Chance
				rolled += weight
				degrees[roll.Degree] += weight
				if roll.Success {
					made += weight
				}
			}
			p, sum := preview.Roll, 0.0
			for _, term := range p.Terms {
				sum += term.Value
			}
			if p.Least != least || p.Most != most || math.Abs(p.Chance-mean/rolled) > 1e-7 || math.Abs(sum-p.Chance) > 1e-7 {
				t.Errorf("from %g to %g, %g on average, terms %g; of all ways from %g to %g, %g", p.Least, p.Most, p.Chance, sum, least, most, mean/rolled)
			}
			odds, likely := p.Odds()
			if math.Abs(likely-made/rolled) > 1e-9 || math.Abs(o.Made-made/rolled) > 1e-9 || o.Chance != p.Chance {
				t.Errorf("made %g, by the odds of the action %g; of all ways %g; chance %g and %g", likely, o.Made, made/rolled, p.Chance, o.Chance)
			}
			for i, odd := range odds {
				if want := degrees[odd.Name] / rolled; math.Abs(odd.Probability-want) > 1e-9 || math.Abs(o.Degrees[i].Probability-want) > 1e-9 {
					t.Errorf("%s: %g, by the odds of the action %g; of all ways %g", odd.Name, odd.Probability, o.Degrees[i].Probability, want)
				}
			}
			for _, end := range o.Ends {
				for _, pool := range rs.Pools.All {
					mean := 0.0
					for _, losing := range end.Pools {
						if losing.Pool == pool.Name {
							mean = losing.Mean
						}
					}
					if want := sums[end.Who+" "+pool.Name]; math.Abs(mean-want) > 1e-9 {
						t.Errorf("%s loses %g %s on average, and %g over all ways", end.Who, mean, pool.Name, want)
					}
				}
			}
			if p.Varies() != slices.Contains([]string{"diced", "wild", "drawn", "first", "stopped", "opposed", "margins"}, name) {
				t.Errorf("it varies: %v", p.Varies())
			}
			if p.Check == rs.check {
				worthOf(t, rs, s, d, ManualModifier{Modifier: "percent", Value: 7}, o)
			}
		})
	}
}

// worthOf holds what a number given by hand is worth against the odds without it.
func worthOf(t *testing.T, rs *Ruleset, s *State, d OngoingAction, given ManualModifier, without *ActionOdds) {
	t.Helper()
	d.Given = []ManualModifier{given}
	o, err := rs.ActionOdds(s, "kira", d, nil)
	if err != nil {
		t.Fatal(err)
	}
	preview, err := rs.Preview(s, "kira", d, nil)
	if err != nil {
		t.Fatal(err)
	}
	list, err := o.Contributions(rs, preview.Roll)
	if err != nil {
		t.Fatal(err)
	}
	if len(list) == 0 {
		t.Fatal("nothing is worth anything")
	}
	got, want := list[0], Contribution{Number: o.Chance - without.Chance, Made: o.Made - without.Made, Out: o.TargetOdds().Out - without.TargetOdds().Out}
	for _, pair := range [][2]float64{{got.Number, want.Number}, {got.Made, want.Made}, {got.Out, want.Out}} {
		if math.Abs(pair[0]-pair[1]) > 1e-7 {
			t.Errorf("by hand is worth %+v, and the odds without it differ by %+v", list, want)
		}
	}
}

// TestBranchesForget: a branch whose memory was used before has nothing of that left, not even of steps that nothing reads any more:
// what was thrown before a question is listed from all of them.
func TestBranchesForget(t *testing.T) {
	frame, from := branchFrame{results: []stepResult{{sub: &stepResults{}}, {sub: &stepResults{}}}}, branchFrame{results: make([]stepResult, 2)}
	if frame.copyLiveResults(&from, []stepRead{{step: 1}}); frame.results[0].sub != nil || frame.results[1].sub != nil {
		t.Errorf("left over: %+v", frame.results)
	}
}
