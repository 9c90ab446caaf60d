package rules

import "testing"

func TestMistakesAboutTheOthers(t *testing.T) {
	for name, row := range map[string]struct{ yaml, want string }{
		"two formulas":   {"conditions: {led: {holds: \"ours(MIGHT, 2) > 0\"}}", "own.yaml:1:28: ours needs one formula, found 2 [bad-formula]"},
		"no formula":     {"conditions: {led: {holds: \"ours() > 0\"}}", "own.yaml:1:28: ours needs one formula, found 0 [bad-formula]"},
		"a text":         {"conditions: {led: {holds: \"ours('x') > 0\"}}", "own.yaml:1:33: expected a number or yes/no, found a text [bad-formula]"},
		"unknown within": {"conditions: {led: {holds: \"theirs(is.ded) > 0\"}}", "own.yaml:1:35: unknown name is.ded; did you mean is.dead? [unknown-name]"},
		"circle":         {"conditions: {brave: {holds: ours(is.brave) > 0}}", "own.yaml:1:29: this is worked out from itself: condition brave → condition brave [circle]"},
		"out and cannot": {"conditions: {gone: {holds: HP.now < 0, out: true, cannot: [act]}}", "own.yaml:1:60: who is out cannot act, notice or defend anyway; take cannot out of gone [unused]"},
		"out is no word": {"conditions: {gone: {holds: HP.now < 0, out: dead}}", "own.yaml:1:45: expected true or false, found \"dead\" [wrong-kind]"},
		"whom":           {"actions: {hug: {whom: anybody}}", "own.yaml:1:23: whom is one of true, false, any, not anybody [bad-value]"},
		"most of a pool": {"pools: {AIR: {max: ours(MIGHT)}}", "own.yaml:1:20: ours(MIGHT): here one's own sheet is all that is known; ours(…) may stand in numbers, conditions and steps [bad-formula]"},
		"total":          {"conditions: {led: {holds: total > 0}}", "own.yaml:1:27: total is not known here; hybrid help formulas lists what is at each place [unknown-name]"},
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
		if !amy.Has(rs, brave) {
			t.Fatal("nobody leads, though ann stands")
		}
		if err := live.Declare(live.Actor(2), &Doing{Action: "strike", Whom: "ann"}); err != nil {
			t.Fatal(err)
		}
	}
	if amy.Has(rs, brave) {
		t.Error("ann leads, though she is dead")
	}
	if err := live.Declare(live.Actor(2), &Doing{Action: "strike", Whom: "ann"}); !Refused(err) {
		t.Errorf("one who is out can be struck: %v", err)
	}
}
