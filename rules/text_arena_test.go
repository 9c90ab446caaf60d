package rules

import (
	"encoding/json"
	"runtime"
	"sync"
	"testing"
	"weak"
)

// What a run leaves to the next one must not show in what it decided, however many run at once.
func TestRunsShareNothingThatShows(t *testing.T) {
	rs := hybridPack(t)
	kira, grell := sheetOf(t, rs, "kira"), sheetOf(t, rs, "grell")
	attack := func(seed byte) (*State, Decision) {
		s := &State{Actors: []*Actor{rs.NewActor("kira", kira), rs.NewActor("grell", grell)}, Situations: []string{"light_half"}}
		known := DecisionInput{Dice: NewSeededDice([32]byte{seed}), Answers: map[string]string{"grell.answer": "parry"}}
		d, err := rs.Perform(s, "kira", OngoingAction{Action: "attack", Whom: "grell"}, known)
		if err != nil {
			t.Error(err)
		}
		return s, d
	}
	written := func(d Decision) string {
		data, err := json.Marshal(d)
		if err != nil {
			t.Error(err)
		}
		return string(data)
	}
	const seeds = 50
	first, texts, states := [seeds]Decision{}, [seeds]string{}, [seeds]*State{}
	for seed := range first {
		states[seed], first[seed] = attack(byte(seed))
		texts[seed] = written(first[seed])
	}
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			for seed := range first {
				if _, d := attack(byte(seed)); written(d) != texts[seed] {
					t.Errorf("seed %d comes out another way the second time", seed)
				}
			}
		})
	}
	group.Wait()
	for seed := range first {
		if written(first[seed]) != texts[seed] {
			t.Errorf("seed %d: later runs changed what was decided", seed)
		}
		if a := states[seed].Actors[1]; a.idleFrame != nil || len(a.Conditions) != 0 {
			t.Errorf("seed %d: the run changed the state it began from", seed)
		}
	}
}

// TestDroppedGameIsCollected: a game that was played with and is held no more takes no memory after one collection of garbage.
func TestDroppedGameIsCollected(t *testing.T) {
	rs, err := loadPack(nil)
	if err != nil {
		t.Fatal(err)
	}
	s := &scene{t: t, rs: rs, state: &State{}, choices: map[string]string{}}
	s.play("who ann all 10\nwho bob all 10\nann: attack bob; dice 90\n----\n")
	held := weak.Make(rs)
	if runtime.GC(); held.Value() != nil {
		t.Error("it is still in memory")
	}
}
