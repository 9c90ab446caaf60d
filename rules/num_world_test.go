package rules

import (
	"math"
	"testing"

	"hybrid/rules/source"
)

func TestMistakesAboutTheOthers(t *testing.T) {
	for name, row := range map[string]struct{ yaml, want string }{
		"two formulas":   {"conditions: {led: {holds: \"ours(MIGHT, 2) > 0\"}}", "own.yaml:1:28: ours needs one formula, not 2. [bad-formula]"},
		"no formula":     {"conditions: {led: {holds: \"ours() > 0\"}}", "own.yaml:1:28: ours needs one formula, not 0. [bad-formula]"},
		"a text":         {"conditions: {led: {holds: \"ours('x') > 0\"}}", "own.yaml:1:33: Expected a number or yes/no, found a text. [bad-formula]"},
		"unknown within": {"conditions: {led: {holds: \"theirs(is.ded) > 0\"}}", "own.yaml:1:35: Unknown name “is.ded”. Did you mean “is.dead”? [unknown-name]"},
		"circle":         {"conditions: {brave: {holds: ours(is.brave) > 0}}", "own.yaml:1:29: This depends on itself: condition brave → condition brave. Change one of these formulas. [circle]"},
		"out and cannot": {"conditions: {gone: {holds: HP.now < 0, out: true, cannot: [act]}}", "own.yaml:1:60: With `out`, an actor can't act, notice or defend anyway. Remove cannot from gone. [unused]"},
		"out is no word": {"conditions: {gone: {holds: HP.now < 0, out: dead}}", "own.yaml:1:45: Expected true or false, found \"dead\". Write one of the two. [wrong-kind]"},
		"whom":           {"actions: {hug: {whom: anybody}}", "own.yaml:1:23: Write true, false, any, or a number from 2 to 20. [bad-value]"},
		"most of a pool": {"pools: {AIR: {max: ours(MIGHT)}}", "own.yaml:1:20: ours(MIGHT): Only the character's own sheet is known here. ours(…) can be used in numbers, conditions and steps. [bad-formula]"},
		"total":          {"conditions: {led: {holds: total > 0}}", "own.yaml:1:27: “total” isn't known here. `hybrid help formulas` lists the names of each place. [unknown-name]"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := vetGame(t, "testdata/games/world.yaml", row.yaml); got != row.want {
				t.Errorf("got\n%s\nwant\n%s", got, row.want)
			}
		})
	}
}

// A fight played in place comes to what one decided comes to, though formulas read all actors and the count.
func TestTheOthersInAFightPlayedInPlace(t *testing.T) {
	s := &scene{t: t, load: func(choices map[string]string) *Ruleset { return gamePack(t, "testdata/games/world.yaml", choices) }}
	s.clear()
	s.play("who ann MIGHT 2, LEADS 1; side red\nwho amy MIGHT 3, LEADS 0; side red\nwho bob MIGHT 4, LEADS 0; side blue\nbegin\n----\n")
	rs, live := s.rules(), s.rules().Live(s.state, nil)
	brave, _ := rs.Conditions.Get("brave")
	live.Begin(NewSeededDice([32]byte{1}))
	amy := live.Actor(1)
	for live.Actor(0).Levels[0].Now > 0 {
		if !amy.HasCondition(rs, brave) {
			t.Fatal("nobody leads, though ann stands")
		}
		if err := live.Declare(live.Actor(2), &OngoingAction{Action: "strike", Whom: "ann"}); err != nil {
			t.Fatal(err)
		}
	}
	if amy.HasCondition(rs, brave) {
		t.Error("ann leads, though she is dead")
	}
	if err := live.Declare(live.Actor(2), &OngoingAction{Action: "strike", Whom: "ann"}); !IsRefusal(err) {
		t.Errorf("one who is out can be struck: %v", err)
	}
}

// The odds of what formulas read of the others are those of every way the dice can fall: whoever is out helps nobody any more.
func TestOddsOfTheOthersAreThoseOfEveryWay(t *testing.T) {
	own := source.File{Name: "own.yaml", Data: []byte(`
actions:
  twice:
    whom: true
    any_time: true
    basis: {else: MIGHT}
    steps:
      one:  {label: First, check: luck}
      hurt: {who: other, when: one.made, do: [{lose: HP, by: 6}]}
      back: {label: Back, who: other, check: luck, basis: MIGHT}
      fear: {when: back.made, do: [{lose: NERVE, by: "theirs(not is.out) + 2 * ours(LEADS > 0)"}]}
      all:  {who: theirs, when: one.missed, do: [{lose: NERVE, by: 1d6}]}
      led:  {who: theirs, when: other.is.brave, do: [{gain: HP, by: -1}]}
`)}
	rs, err := Load([]Layer{{Name: "game", Files: []source.File{fileOf(t, "testdata/games/world.yaml")}}, {Name: "own", Files: []source.File{own}}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	s := &State{}
	for _, row := range [][3]string{{"ann", "red", "MIGHT: 3, LEADS: 1"}, {"amy", "red", "MIGHT: 2, LEADS: 0"}, {"bob", "blue", "MIGHT: 2, LEADS: 1"}, {"ben", "blue", "MIGHT: 1, LEADS: 0"}} {
		if s, err = rs.Apply(s, []Event{{Kind: EventJoin, Who: row[0], What: row[1], Sheet: "character: {name: " + row[0] + "}\nstats: {" + row[2] + "}\n"}}); err != nil {
			t.Fatal(err)
		}
	}
	odds, err := rs.ActionOdds(s, "ann", OngoingAction{Action: "twice", Whom: "bob"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]float64{}
	eachWay(t, rs, s, OngoingAction{Action: "twice", Whom: "bob"}, nil, func(weight float64, after *State, _ []Event) {
		for _, a := range after.Actors {
			for _, pool := range rs.Pools.All {
				want[a.Key+" "+pool.Name] += weight * (s.Find(a.Key).Levels[pool.index].Now - a.Levels[pool.index].Now)
			}
		}
	})
	// By hand: with a friend and 3, ann makes it with 4 of 6; bob, with a friend and 2, with 3 of 6, and with 2 of 6 alone.
	want["ann NERVE"] = 4.0/6*2/6*(1+2) + 2.0/6*3/6*(2+2)
	got := map[string]float64{}
	for _, end := range odds.Ends {
		for _, losing := range end.Pools {
			got[end.Who+" "+losing.Pool] = losing.Mean
		}
	}
	for what, x := range want {
		if math.Abs(got[what]-x) > 1e-9 {
			t.Errorf("%s %g, counted %g", what, got[what], x)
		}
	}
}
