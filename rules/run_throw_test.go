package rules

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"hybrid/rules/source"
)

// bones is a small game of dice with faces: a blow is two throws, a test is a throw against a difficulty.
const bones = `
pack: {label: Bones, count: 1, unit: s, check: luck, watch: [LIFE, RAGE]}
order: {scheme: counts, time: haste, initiative: {die: {add: 1}}}
numbers: {haste: {own: {add: action.counts}}}
dice:
  war:   {faces: {hit: 2, save: 2, rage: 1, wild: 1}}
  power: {faces: {blank: 2, point: 3, bonus: 1}}
stats: {ATT: {}, GRD: {}, MIND: {}}
pools:
  LIFE: {max: 5}
  RAGE: {max: none, start: 0}
conditions: {down: {cannot: [act], bad: true}}
degrees: {good: {factor: 1}, poor: {factor: 0}}
ladders: {plain: {steps: {good: made, poor: otherwise}}}
checks:
  luck:
    numbers: {chance: {even: {add: basis}}}
    roll: d6
    results: {made: roll <= chance, margin: chance - roll}
    ladder: plain
  mind:
    numbers: {thrown: {own: {add: basis}}, difficulty: {asked: {add: action.counts}}}
    throw: power
    dice: thrown
    results: {points: "(point + bonus) * max(1, bonus)", margin: points - difficulty, made: dice > 0 and margin >= 0}
    ladder: plain
  best:
    numbers: {chance: {even: {add: MIND}}}
    roll: d10
    dice: 1 + LIFE.now
    keep: lowest
    results: {made: roll <= chance, margin: chance - roll}
    ladder: plain
tables:
  scars:
    roll: 2 war
    rows:
      nothing: {roll: hit hit}
      scratch: {roll: save hit, do: [{lose: LIFE, by: 1}]}
      roar:    {roll: hit rage}
      madness: {roll: wild hit}
      numb:    {roll: save save}
      cough:   {roll: save rage}
      daze:    {roll: save wild}
      fury:    {roll: rage rage, do: [{gain: RAGE, by: 3}]}
      trance:  {roll: wild rage}
      death:   {roll: wild wild, do: [{put: down}]}
  place: {roll: power, rows: {blank: {}, point: {}, bonus: {}}}
sequences:
  throwing:
    takes: [dice, attacking]
    steps:
      thrown: {label: War dice, throw: war, dice: dice}
      gained: {when: thrown.rage > 0, do: [{gain: RAGE, by: thrown.rage}]}
actions:
  hit:
    whom: true
    steps:
      blows: {sequence: throwing, with: {dice: ATT, attacking: 1}}
      guard: {who: other, sequence: throwing, with: {dice: other.GRD, attacking: 0}}
      held:  {stop: blows.thrown.hit + blows.thrown.wild <= guard.thrown.save + guard.thrown.wild}
      wound: {who: other, do: [{lose: LIFE, by: blows.thrown.hit}]}
      fall:  {who: other, do: [{put: down}]}
    report: {hits: blows.thrown.hit, dice: blows.thrown.dice}
  think: {counts: 3, basis: {else: MIND}, steps: {test: {label: Test, check: mind}, won: {when: test.bonus > 1, do: [{gain: RAGE, by: 1}]}}}
  guess: {steps: {test: {label: Guess, check: best, results: {made: [{put: down}]}}}}
  scar:  {steps: {drawn: {label: Scar, table: scars}}}
  where: {steps: {drawn: {label: Place, table: place}}}
`

func bonesLayer(more string) Layer {
	return Layer{Name: "bones", Files: []source.File{{Name: "bones.yaml", Data: []byte(bones + more)}}}
}

// bonesWith is the game of bones with more sections, and ann and bob in it.
func bonesWith(t testing.TB, more, ann, bob string) (*Ruleset, *State) {
	t.Helper()
	rs, err := Load([]Layer{bonesLayer(more)}, nil)
	if err != nil {
		t.Fatal(err)
	}
	s := &State{}
	for key, stats := range map[string]string{"ann": ann, "bob": bob} {
		sheet := fmt.Sprintf("character: {name: %s}\nstats: {%s}\n", key, stats)
		if s, err = rs.Apply(s, []Event{{Kind: EventJoin, Who: key, What: key, Sheet: sheet}}); err != nil {
			t.Fatal(err)
		}
	}
	return rs, s
}

// everyWay plays an action with every way its dice can fall, and gives how likely each end is, in words.
func everyWay(t *testing.T, rs *Ruleset, s *State, d OngoingAction, answers map[string]string, end func(*State) string) map[string]float64 {
	t.Helper()
	ends := map[string]float64{}
	eachWay(t, rs, s, d, answers, func(weight float64, after *State, _ []Event) { ends[end(after)] += weight })
	return ends
}

// eachWay plays an action with every way its dice can fall.
func eachWay(t *testing.T, rs *Ruleset, s *State, d OngoingAction, answers map[string]string, ended func(weight float64, after *State, events []Event)) {
	t.Helper()
	faces := []int{}
	for {
		weight := 1.0
		drawn, err := rs.Perform(s, "ann", d, DecisionInput{Dice: &TypedDice{Faces: faces}, Answers: answers, Brief: true})
		if need, ok := err.(*Need); ok && need.Die > 0 {
			faces = append(faces, 1)
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		for i := range drawn.Dice {
			weight /= float64(drawn.Dice[i].FaceCount())
		}
		after, err := rs.Apply(s, drawn.Events)
		if err != nil {
			t.Fatal(err)
		}
		ended(weight, after, drawn.Events)
		for n := len(faces) - 1; ; n-- {
			if n < 0 {
				return
			}
			if faces[n] < drawn.Dice[n].FaceCount() {
				faces[n]++
				faces = faces[:n+1]
				break
			}
		}
	}
}

// The odds of throws are those of every way the dice can fall.
func TestOddsOfThrowsAreThoseOfEveryWay(t *testing.T) {
	rs, s := bonesWith(t, "", "ATT: 2, GRD: 1, MIND: 3", "ATT: 1, GRD: 2, MIND: 1")
	for _, row := range []struct{ action, whom string }{{"hit", "bob"}, {"think", ""}, {"scar", ""}, {"where", ""}} {
		d := OngoingAction{Action: row.action, Whom: row.whom}
		odds, err := rs.ActionOdds(s, "ann", d, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, end := range odds.Ends {
			for _, pool := range end.Pools {
				was := s.Find(end.Who).Levels[poolIndex(rs, pool.Pool)].Now
				ways := everyWay(t, rs, s, d, nil, func(after *State) string {
					return short(was - after.Find(end.Who).Levels[poolIndex(rs, pool.Pool)].Now)
				})
				for _, p := range pool.Points {
					if math.Abs(ways[short(p.Value)]-p.Probability) > 1e-9 {
						t.Errorf("%s: %s loses %s %s with %g, counted %g", row.action, end.Who, pool.Pool, p.Name, p.Probability, ways[short(p.Value)])
					}
				}
			}
			out := everyWay(t, rs, s, d, nil, func(after *State) string {
				able, _ := after.Find(end.Who).CanAct(rs)
				return fmt.Sprint(able)
			})
			if math.Abs(out["false"]-end.Out) > 1e-9 {
				t.Errorf("%s: %s is out with %g, counted %g", row.action, end.Who, end.Out, out["false"])
			}
		}
	}
}

// So are those of what is done about a throw, with the answers that were said.
func TestOddsOfAnswersToThrowsAreThoseOfEveryWay(t *testing.T) {
	rs := gamePack(t, "testdata/games/bones.yaml", nil)
	s := &State{}
	for _, row := range [][2]string{{"ann", "ATT: 2, GRD: 1, MIND: 2"}, {"bob", "ATT: 1, GRD: 1, MIND: 2"}} {
		sheet := fmt.Sprintf("character: {name: %s}\nstats: {%s}\n", row[0], row[1])
		var err error
		if s, err = rs.Apply(s, []Event{{Kind: EventJoin, Who: row[0], What: row[0], Sheet: sheet}}); err != nil {
			t.Fatal(err)
		}
	}
	none := map[string]string{"ann.feats": NoAnswer, "bob.feats": NoAnswer, "ann.keep": "0", "bob.keep": "0"}
	for name, row := range map[string]struct {
		action  string
		answers map[string]string
	}{
		"plain":         {"hit", none},
		"wilds kept":    {"hit", with(none, "ann.keep", "1", "bob.keep", "20")},
		"a die more":    {"hit", with(none, "ann.feats", "more", "ann.feats.2", NoAnswer)},
		"anew":          {"hit", with(none, "ann.feats", "reroll save rage", "ann.feats.2", NoAnswer, "bob.feats", "reroll hit", "bob.feats.2", NoAnswer)},
		"both":          {"hit", with(none, "ann.feats", "more", "ann.feats.2", "reroll save", "bob.keep", "1")},
		"stab":          {"stab", map[string]string{"bob.guard": "parry (card 2)", "ann.luck": "once_more"}},
		"stab only":     {"stab", map[string]string{"bob.guard": "none", "ann.luck": "once_more"}},
		"dare":          {"dare", map[string]string{"ann.luck": "once_more"}},
		"dare, no luck": {"dare", map[string]string{"ann.luck": NoAnswer}},
		"swing":         {"swing", map[string]string{"bob.luck": "more_ward", "bob.luck.2": "break_blow", "bob.luck.3": NoAnswer}},
		"stab, no luck": {"stab", map[string]string{"bob.guard": "parry", "ann.luck": NoAnswer}},
	} {
		d := OngoingAction{Action: row.action, Whom: "bob"}
		odds, err := rs.ActionOdds(s, "ann", d, row.answers)
		if err != nil {
			t.Fatal(name, err)
		}
		want := map[string]float64{}
		eachWay(t, rs, s, d, row.answers, func(weight float64, after *State, events []Event) {
			for _, a := range after.Actors {
				if able, _ := a.CanAct(rs); !able {
					want[a.Key+" out"] += weight
				}
				for _, pool := range rs.Pools.All {
					want[a.Key+" "+pool.Name] += weight * (s.Find(a.Key).Levels[pool.index].Now - a.Levels[pool.index].Now)
				}
			}
			for _, e := range events {
				if e.Kind == EventPaid { // what is paid is no loss
					want[e.Who+" "+e.What] += weight * e.By
				}
			}
		})
		got := map[string]float64{}
		for _, end := range odds.Ends {
			got[end.Who+" out"] = end.Out
			for _, losing := range end.Pools {
				got[end.Who+" "+losing.Pool] = losing.Mean
			}
		}
		for what, x := range want {
			if math.Abs(got[what]-x) > 1e-9 {
				t.Errorf("%s: %s %g, counted %g", name, what, got[what], x)
			}
		}
	}
}

// A throw that is changed is of whoever threw, even where that is the other one, and so are its new dice.
func TestWhoseThrowIsChanged(t *testing.T) {
	rs := gamePack(t, "testdata/games/bones.yaml", nil)
	s := &State{}
	for _, key := range []string{"ann", "bob"} {
		var err error
		if s, err = rs.Apply(s, []Event{{Kind: EventJoin, Who: key, What: key, Sheet: "character: {name: " + key + "}\nstats: {ATT: 2, GRD: 1, MIND: 1}\n"}}); err != nil {
			t.Fatal(err)
		}
	}
	answers := map[string]string{"bob.luck": "more_ward", "bob.luck.2": "break_blow", "bob.luck.3": NoAnswer}
	drawn, err := rs.Perform(s, "ann", OngoingAction{Action: "swing", Whom: "bob"}, DecisionInput{Dice: NewSeededDice([32]byte{3}), Answers: answers})
	if err != nil {
		t.Fatal(err)
	}
	whose := ""
	for _, e := range drawn.Events {
		if e.Kind == EventThrow {
			whose += e.Other + " " + e.What + ", "
		}
	}
	for _, die := range drawn.Dice {
		whose += die.Who + " "
	}
	if want := "bob wards, ann blows, ann ann bob bob "; whose != want {
		t.Errorf("changed %s, want %s", whose, want)
	}
}

// with is a map with more in it.
func with(all map[string]string, more ...string) map[string]string {
	all = maps.Clone(all)
	for i := 0; i < len(more); i += 2 {
		all[more[i]] = more[i+1]
	}
	return all
}

func poolIndex(rs *Ruleset, name string) int {
	pool, _ := rs.Pools.Get(name)
	return pool.index
}

// What is called the chance of a check that throws is how much of all throws make it, the same before the throw, in its
// odds and when it is thrown.
func TestChanceOfAThrow(t *testing.T) {
	rs, s := bonesWith(t, "", "ATT: 3, GRD: 1, MIND: 4", "ATT: 1, GRD: 2, MIND: 1")
	d := OngoingAction{Action: "think"}
	preview, err := rs.Preview(s, "ann", d, nil)
	if err != nil {
		t.Fatal(err)
	}
	odds, err := rs.ActionOdds(s, "ann", d, nil)
	if err != nil {
		t.Fatal(err)
	}
	ways := 0
	for code := range 6 * 6 * 6 * 6 {
		point, bonus := 0, 0
		for i, n := 0, code; i < 4; i, n = i+1, n/6 {
			switch n % 6 {
			case 2, 3, 4:
				point++
			case 5:
				bonus++
			}
		}
		if (point+bonus)*max(1, bonus) >= 3 {
			ways++
		}
	}
	want := 100 * float64(ways) / 1296
	drawn, err := rs.Perform(s, "ann", d, DecisionInput{Dice: &TypedDice{Faces: []int{typedFace(t, "po"), typedFace(t, "bon"), 6, 0}}})
	if err != nil {
		t.Fatal(err)
	}
	out := drawn.Outcomes[0]
	for name, got := range map[string]float64{"preview": preview.Roll.Chance, "odds": odds.Chance, "rolled": out.Chance, "made": 100 * odds.Made} {
		if math.Abs(got-want) > 1e-6 {
			t.Errorf("%s: %g %%, want %g %%", name, got, want)
		}
	}
	if out.Versus != "4 dice against 3" || out.Throw != "1 point, 3 bonus" || *out.Total != 12 || out.Roll != 0 {
		t.Errorf("told as %q, %q, %g, %d", out.Versus, out.Throw, *out.Total, out.Roll)
	}
	if die := out.Dice[1]; die.Die != "power" || die.Face != "bonus" || die.FaceCount() != 6 || !die.Typed {
		t.Errorf("kept as %+v", die)
	}
}

// typedFace is a face as it is typed.
func typedFace(t testing.TB, word string) int {
	t.Helper()
	typed, ok := ParseTypedDie(word)
	if !ok {
		t.Fatalf("%s is no face", word)
	}
	return typed
}

// Of several plain dice the lowest, or the highest, counts; the odds are those of every way.
func TestKeptDie(t *testing.T) {
	for _, row := range []struct {
		keep  string
		faces []int
		roll  int
	}{{"lowest", []int{7, 3, 9}, 3}, {"highest", []int{7, 3, 9}, 9}} {
		rs, s := bonesWith(t, "", "MIND: 4, ATT: 1, GRD: 1", "MIND: 1, ATT: 1, GRD: 1")
		if row.keep == "highest" {
			var err error
			rs, err = Load([]Layer{bonesLayer(""), {Name: "own", Files: []source.File{{Name: "own.yaml", Data: []byte("checks: {best: {keep: highest}}\n")}}}}, nil)
			if err != nil {
				t.Fatal(err)
			}
		}
		s, _ = rs.Apply(s, []Event{{Kind: EventPool, Who: "ann", What: "LIFE", Value: 2}})
		d := OngoingAction{Action: "guess"}
		drawn, err := rs.Perform(s, "ann", d, DecisionInput{Dice: &TypedDice{Faces: row.faces}})
		if err != nil {
			t.Fatal(err)
		}
		if out := drawn.Outcomes[0]; out.Roll != row.roll || len(out.Dice) != 3 {
			t.Errorf("%s of %v is %d, want %d", row.keep, row.faces, out.Roll, row.roll)
		}
		odds, err := rs.ActionOdds(s, "ann", d, nil)
		if err != nil {
			t.Fatal(err)
		}
		ways := everyWay(t, rs, s, d, nil, func(after *State) string {
			able, _ := after.Find("ann").CanAct(rs)
			return fmt.Sprint(!able)
		})
		if math.Abs(odds.Made-ways["true"]) > 1e-9 || math.Abs(drawn.Outcomes[0].Likely-ways["true"]) > 1e-9 {
			t.Errorf("%s: made with %g, told %g, counted %g", row.keep, odds.Made, drawn.Outcomes[0].Likely, ways["true"])
		}
	}
}

// Faces are typed by their beginnings, or as the side of the die; what is on no die says which it is for.
func TestTypedFaces(t *testing.T) {
	rs, s := bonesWith(t, "", "ATT: 3, GRD: 1, MIND: 4", "ATT: 1, GRD: 0, MIND: 1")
	for text, want := range map[string]string{
		"hit wild rage": "1 hit, 1 rage, 1 wild",
		"h s 0":         "1 hit, 1 save, 1 wild",
		"1 2 3":         "2 hit, 1 save",
		"hit hit miss":  "Die 3, for war dice: “miss” isn't a face of a war die. Choose: hit, save, rage or wild.",
		"hit hit 7":     "Die 3, for war dice: “7” isn't on a war die. Type hit, save, rage or wild, or 1 to 6.",
	} {
		var faces []int
		for _, word := range strings.Fields(text) {
			faces = append(faces, typedFace(t, word))
		}
		drawn, err := rs.Perform(s, "ann", OngoingAction{Action: "hit", Whom: "bob"}, DecisionInput{Dice: &TypedDice{Faces: faces}})
		got := fmt.Sprint(err)
		if err == nil {
			got = drawn.Outcomes[0].Throw
		}
		if got != want {
			t.Errorf("%s: got %s, want %s", text, got, want)
		}
	}
	_, err := rs.Perform(s, "ann", OngoingAction{Action: "hit", Whom: "bob"}, DecisionInput{Dice: &TypedDice{}})
	if need, ok := err.(*Need); !ok || need.Faced == nil || need.Text != "War dice: a war die: hit, save, rage or wild" {
		t.Errorf("asked: %v", err)
	}
}

// What is wrong about dice is said in one line.
func TestMistakesAboutFaces(t *testing.T) {
	for name, row := range map[string]struct{ yaml, want string }{
		"no such face":     {"actions: {hit: {steps: {more: {value: blows.thrown.saves}}}}", "own.yaml:1:39: “blows.thrown.saves” isn't a face: war has no face saves. Did you mean “save”? [unknown-name]"},
		"keep missing":     {"checks: {luck: {dice: 2}}", "own.yaml:1:23: Check luck rolls several dice. Write `keep: lowest` or `keep: highest`. [missing]"},
		"keep":             {"checks: {best: {keep: lowes}}", "own.yaml:1:23: Unknown name “lowes”. Did you mean “lowest”? [unknown-name]"},
		"both":             {"checks: {luck: {throw: power}}", "own.yaml:1:24: Check luck has both roll and throw. Remove one. [one-kind]"},
		"hole":             {"tables: {scars: {rows: {death: removed}}}", "bones.yaml:35:3: Table scars has no row for wild wild. (own.yaml:1:25 changes scars) [hole]"},
		"double":           {"tables: {scars: {rows: {again: {roll: hit hit}}}}", "own.yaml:1:39: Row again is for hit hit, like row nothing. [repeated]"},
		"row of a face":    {"tables: {scars: {rows: {again: {roll: hit hti}}}}", "own.yaml:1:39: War has no face “hti”. Did you mean “hit”? [unknown-name]"},
		"too few faces":    {"tables: {scars: {rows: {again: {roll: hit}}}}", "own.yaml:1:39: Table scars is rolled with 2 dice. Name 2 faces, not 1. [bad-value]"},
		"unknown die":      {"actions: {scar: {steps: {more: {throw: wra}}}}", "own.yaml:1:40: No die named “wra”. Did you mean “war”? [unknown-name]"},
		"no such again":    {"dice: {war: {again: [hits]}}", "own.yaml:1:22: War has no face “hits”. Did you mean “hit”? [unknown-name]"},
		"all again":        {"dice: {coin: {faces: {head: 1, tail: 1}, again: [head, tail]}}", "own.yaml:1:50: Every face of coin explodes, without end. Remove one. [out-of-range]"},
		"one face":         {"dice: {coin: {faces: {head: 2}}}", "own.yaml:1:8: A die must have 2 to 10 different faces; coin has 1. [out-of-range]"},
		"too many dice":    {"checks: {best: {dice: 21}}", "own.yaml:1:23: At most 20 dice are rolled together; this makes 21 or more. [out-of-range]"},
		"too many thrown":  {"actions: {scar: {steps: {more: {throw: war, dice: 25}}}}", "own.yaml:1:51: At most 20 dice are rolled together; this makes 25 or more. [out-of-range]"},
		"too many more":    {"actions: {scar: {steps: {blows: {throw: war}, more: {do: [{throw: blows, by: 25}]}}}}", "own.yaml:1:78: At most 20 dice are rolled together; this makes 25 or more. [out-of-range]"},
		"asked of several": {"actions: {scar: {steps: {more: {who: theirs, ask: {what: points, least: 0}}}}}", "own.yaml:1:51: Step more can ask only the target (`who: other`) or, without who, the actor. [bad-value]"},
		"reply to many":    {"actions: {scar: {steps: {blows: {throw: war}, feats: {offer: feats, many: true}, taken: {reply: feats}}}}", "own.yaml:1:97: Answers to step feats run at once, because it is `many`. Remove reply. [bad-value]"},
		"unknown offer":    {"actions: {push: {answers: feat, steps: {more: {do: [{throw: blows, by: 1}]}}}}", ": No offer named “feat”. [unknown-name]"},
		"a number again":   {"checks: {mind: {results: {point: 1}}}", "own.yaml:1:27: point is already a face of power. Rename the result. [repeated]"},
	} {
		_, err := Load([]Layer{bonesLayer(""), {Name: "own", Files: []source.File{{Name: "own.yaml", Data: []byte(row.yaml)}}}}, nil)
		if err == nil || !strings.Contains(fmt.Sprint(codes(err)), row.want) {
			t.Errorf("%s:\n got: %v\nwant: %s", name, codes(err), row.want)
		}
	}
}

// As many dice as a statistic says are no mistake: who has more than go together throws these.
func TestDiceOfAStatistic(t *testing.T) {
	rs, err := Load([]Layer{bonesLayer(""), {Name: "own", Files: []source.File{{Name: "own.yaml", Data: []byte("checks: {best: {dice: MIND}}\nactions: {scar: {steps: {more: {throw: war, dice: ATT}, much: {do: [{gain: RAGE, by: more.dice}]}}}}\n")}}}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	s, err := rs.Apply(&State{}, []Event{{Kind: EventJoin, Who: "ann", What: "ann", Sheet: "character: {name: ann}\nstats: {ATT: 30, GRD: 1, MIND: 1}\n"}})
	if err != nil {
		t.Fatal(err)
	}
	drawn, err := rs.Perform(s, "ann", OngoingAction{Action: "scar"}, DecisionInput{Dice: NewSeededDice([32]byte{1})})
	if err != nil {
		t.Fatal(err)
	}
	if n := len(drawn.Dice); n != 22 { // two of the table
		t.Errorf("%d dice fall, not 22", n)
	}
}

// codes is what is wrong, each with its code.
func codes(err error) (list []string) {
	if mistakes, ok := err.(source.Mistakes); ok {
		for _, m := range mistakes {
			list = append(list, m.Error()+" ["+string(m.Code)+"]")
		}
	}
	return list
}

// Seven dice against seven, counted in every way.
func BenchmarkThrowOdds(b *testing.B) {
	rs, s := bonesWith(b, "", "ATT: 7, GRD: 1, MIND: 8", "ATT: 1, GRD: 7, MIND: 1")
	feats := gamePack(b, "testdata/games/bones.yaml", nil)
	for name, d := range map[string]OngoingAction{"seven against seven": {Action: "hit", Whom: "bob"}, "eight against a difficulty": {Action: "think"}, "with feats": {Action: "hit", Whom: "bob"}} {
		b.Run(name, func(b *testing.B) {
			rs, s := rs, s
			if name == "with feats" {
				rs = feats
				s = &State{}
				for _, key := range []string{"ann", "bob"} {
					var err error
					if s, err = rs.Apply(s, []Event{{Kind: EventJoin, Who: key, What: key, Sheet: "character: {name: " + key + "}\nstats: {ATT: 7, GRD: 7, MIND: 1}\n"}}); err != nil {
						b.Fatal(err)
					}
				}
			}
			for b.Loop() {
				rs.classes.classes = nil
				if _, err := rs.ActionOdds(s, "ann", d, nil); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// A statistic with a usual value need not be given, and a sheet shows it where it differs.
func TestUsualStatistic(t *testing.T) {
	rs, err := Load([]Layer{bonesLayer(""), {Name: "own", Files: []source.File{{Name: "own.yaml", Data: []byte("stats: {FELON: {label: Felon/X, usual: 0}}\n")}}}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	stat, _ := rs.Stats.Get("FELON")
	for text, want := range map[string]float64{"": 0, ", FELON: 0": 0, ", FELON: 3": 3} {
		sheet, err := rs.ReadSheet("ann.yaml", []byte("character: {name: ann}\nstats: {ATT: 1, GRD: 1, MIND: 1"+text+"}\n"))
		if err != nil {
			t.Fatal(err)
		}
		if sheet.Stat(stat) != want || sheet.ShowsStat(stat) != (want != 0) {
			t.Errorf("%q: %g, shown %v", text, sheet.Stat(stat), sheet.ShowsStat(stat))
		}
	}
	_, err = rs.ReadSheet("ann.yaml", []byte("character: {name: ann}\nstats: {ATT: 1, GRD: 1, MIND: 1, FELLON: 3}\n"))
	if err == nil || !strings.Contains(err.Error(), "“FELLON”. Did you mean “FELON”?") {
		t.Error(err)
	}
}

// A bare check on a statistic rolls the check of the pack on it, where no action is what a bare check is.
func TestBareCheckOnAStatistic(t *testing.T) {
	rs, s := bonesWith(t, "", "ATT: 3, GRD: 1, MIND: 1", "ATT: 1, GRD: 1, MIND: 1")
	drawn, err := rs.Perform(s, "ann", OngoingAction{Stat: "ATT"}, DecisionInput{Dice: &TypedDice{Faces: []int{3}}})
	if err != nil {
		t.Fatal(err)
	}
	if out := drawn.Outcomes[0]; out.Chance != 3 || out.Roll != 3 || out.Degree != "Good" {
		t.Errorf("%+v", out)
	}
}

// A fight played in place comes to what decisions come to with the same dice: throws, feats taken as often as they can be
// paid, and what is usual where a number is asked for.
func TestThrowsInPlaceAreThoseOfDecisions(t *testing.T) {
	rs := gamePack(t, "testdata/games/bones.yaml", nil)
	begun := &State{Running: true}
	for _, key := range []string{"ann", "bob"} {
		sheet := "character: {name: " + key + "}\nstats: {ATT: 3, GRD: 2, MIND: 2}\n"
		var err error
		if begun, err = rs.Apply(begun, []Event{{Kind: EventJoin, Who: key, What: key, Sheet: sheet}}); err != nil {
			t.Fatal(err)
		}
	}
	first := func(_ *Actor, offer Offer) int { return min(0, len(offer.Answers())-1) }
	live := rs.Live(begun, first)
	for seed := range 40 {
		s := begun
		dice, other := NewSeededDice([32]byte{byte(seed)}), NewSeededDice([32]byte{byte(seed)})
		live.Begin(other)
		for _, action := range []string{"hit", "duel", "stab", "hit", "hit"} {
			d := OngoingAction{Action: action, Whom: "bob"}
			decision, err := rs.Declare(s, "ann", d, DecisionInput{Dice: dice, Choose: first, Brief: seed%2 == 0})
			again := live.Declare(live.Actor(0), &d)
			if (err == nil) != (again == nil) {
				t.Fatalf("%s: decided %v, in place %v", action, err, again)
			}
			if err != nil {
				break
			}
			if s, err = rs.Apply(s, decision.Events); err != nil {
				t.Fatal(err)
			}
			if got, want := standing(live.State), standing(s); got != want {
				t.Fatalf("seed %d, %s:\n in place %s\n decided %s", seed, action, got, want)
			}
		}
	}
}

// A check tells whether its die has to be high or low, as its results read it.
func TestHighAndLowDice(t *testing.T) {
	for more, high := range map[string]bool{"{}": false, "checks: {best: {results: {margin: roll + chance - 11, made: roll + chance >= 11}}}": true} {
		_, s := bonesWith(t, "", "MIND: 4, ATT: 1, GRD: 1", "MIND: 1, ATT: 1, GRD: 1")
		rs, err := Load([]Layer{bonesLayer(""), {Name: "own", Files: []source.File{{Name: "own.yaml", Data: []byte(more)}}}}, nil)
		if err != nil {
			t.Fatal(err)
		}
		drawn, err := rs.Perform(s, "ann", OngoingAction{Action: "guess"}, DecisionInput{Dice: &TypedDice{Faces: slices.Repeat([]int{7}, 20)}})
		if err != nil {
			t.Fatal(err)
		}
		if out := drawn.Outcomes[0]; out.High != high {
			t.Errorf("%s: high is %t", more, out.High)
		}
	}
}

// Dice that explode fall in as many ways as following each die, one after the other, says.
func TestOddsOfFacesThatExplode(t *testing.T) {
	die := &FacedDie{Head: Head{Name: "six"}, Faces: source.Map[int]{{Name: "blank", Value: 3}, {Name: "hit", Value: 1}, {Name: "six", Value: 1}, {Name: "crit", Value: 1}},
		names: []string{"blank", "hit", "six", "crit"}, lastSides: []int{3, 4, 5, 6}, exploding: maskOfOneFace(2) | maskOfOneFace(3)}
	type thrown struct {
		counts  faceCounts
		pending int
	}
	for _, dice := range []int{0, 1, 3, 19} {
		now, counted := map[thrown]float64{{0, dice}: 1}, map[faceCounts]float64{}
		for len(now) > 0 {
			next := map[thrown]float64{}
			for at, p := range now {
				if at.pending == 0 || at.counts.diceCount() == maxThrown {
					counted[at.counts] += p
					continue
				}
				for face := range die.names {
					to := thrown{at.counts.withDice(face, 1), at.pending - 1}
					if die.explodes(face) {
						to.pending++
					}
					next[to] += p * die.faceShare(face)
				}
			}
			now = next
		}
		sum, without, mean := 0.0, 0.0, 0.0
		for counts, p := range die.allThrows(dice, everyFace) {
			exact, _ := die.exactProbability(counts, dice, everyFace).Float64()
			if math.Abs(p-counted[counts]) > 1e-12 || math.Abs(p-exact) > 1e-12 {
				t.Errorf("%d dice, %x: %g, exactly %g, counted %g", dice, counts, p, exact, counted[counts])
			}
			if sum, mean = sum+p, mean+p*float64(counts.diceCount()); counts.count(2) == 0 {
				without += p
			}
		}
		if none, _ := die.shareWithout(2, dice); math.Abs(sum-1) > 1e-9 || math.Abs(none-without) > 1e-9 {
			t.Errorf("%d dice: in all %g, without a six %g, counted %g", dice, sum, none, without)
		}
		if _, all := die.shareWithout(noFace, dice); math.Abs(all-mean) > 1e-9 {
			t.Errorf("%d dice: %g thrown, counted %g", dice, all, mean)
		}
		merged := 0.0
		for counts, p := range die.allThrows(dice, 0) {
			exact, _ := die.exactProbability(counts, dice, 0).Float64()
			if merged += p; math.Abs(p-exact) > 1e-12 {
				t.Errorf("%d dice, merged %x: %g, exactly %g", dice, counts, p, exact)
			}
		}
		if math.Abs(merged-1) > 1e-9 {
			t.Errorf("%d dice, merged: in all %g", dice, merged)
		}
	}
}

// Dice that explode are typed one after the other, and odds count them all.
func TestThrowThatExplodes(t *testing.T) {
	rs := gamePack(t, "testdata/games/trial.yaml", nil)
	_, s := trialOf(t, "MIGHT: 3, PACE: 4", "MIGHT: 1, PACE: 1")
	d, err := rs.Perform(s, "ann", OngoingAction{Action: "pool"}, DecisionInput{Dice: &TypedDice{Faces: []int{6, 1, 5, 6, 2}}})
	if err != nil || len(d.Dice) != 5 || d.Outcomes[0].Throw == "" {
		t.Fatal(err, d.Dice)
	}
	odds, err := rs.ActionOdds(s, "ann", OngoingAction{Action: "pool"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	mean := odds.Ends[0].Pools[0].Mean // of each die 2/6, and of as many more as explode: 3 dice of 1/3 / (1 - 1/6)
	if math.Abs(mean-3.0/3/(5.0/6)) > 1e-9 {
		t.Errorf("loses %g on average", mean)
	}
}

// Dice may be added to a throw again and again: with all the dice that may fall, none is added.
func TestThrowAddedToAgainAndAgain(t *testing.T) {
	rs, err := Load([]Layer{{Name: "own", Files: []source.File{{Name: "own.yaml", Data: []byte(`
pack: {label: Pools}
order: {scheme: rounds}
stats: {MIGHT: {label: Might}}
pools: {HEART: {label: Heart, max: 40}, FURY: {label: Fury, max: none, start: 3}}
dice: {night: {faces: {blank: 1, ten: 1}, again: [ten]}}
actions:
  strike:
    counts: 1
    steps:
      pool: {throw: night, dice: MIGHT}
      push: {offer: push, many: true}
      hurt: {do: [{lose: HEART, by: pool.ten}]}
  push_on:
    answers: push
    cost: {FURY: 1}
    steps: {more: {do: [{throw: pool, by: 2}]}}
`)}}}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	s, err := rs.Apply(&State{}, []Event{{Kind: EventJoin, Who: "ann", What: "ann", Sheet: "character: {name: ann}\nstats: {MIGHT: 18}\n"}})
	if err != nil {
		t.Fatal(err)
	}
	odds, err := rs.ActionOdds(s, "ann", OngoingAction{Action: "strike"}, map[string]string{"ann.push": "push_on"})
	if err != nil || len(odds.Ends) == 0 {
		t.Fatal(err)
	}
}
