package gm

import (
	"testing"

	"hybrid/gm/command"
	"hybrid/gm/guard"
	"hybrid/rules"
)

// brokenDice panic at the roll that has a number, counted from 1.
type brokenDice struct {
	rules.Dice
	left int
}

func (d *brokenDice) Roll(faces int, purpose string) (result int, typed bool, err error) {
	if d.left--; d.left == 0 {
		panic("planted")
	}
	return d.Dice.Roll(faces, purpose)
}

// TestPanicInAChange plants a panic in a blow: it ends the program also where guarding is on. What was acknowledged before is in the
// file, nothing of the blow is, and the same blow can be struck after a new start.
func TestPanicInAChange(t *testing.T) {
	c, dir := sample(t), t.TempDir()
	dice := &brokenDice{Dice: rules.NewSeededDice([32]byte{1})}
	s, _, err := Open(c, Options{Dir: dir, Dice: dice, Clock: ticking()})
	if err != nil {
		t.Fatal(err)
	}
	do(t, s, "begin warehouse", "turn kira 1", "turn grell 30", "next", "attack grell with sabre")
	before := len(s.Log())

	guard.Enable()
	defer guard.Disable()
	dice.left = 2 // the first die says that the blow hits, the second where
	panicked := func() (panicked any) {
		defer func() { panicked = recover() }()
		_ = guard.Try("Key", func() { _, _ = s.Do(command.Command{Line: "next, answer none, dice 20"}) })
		return nil
	}()
	if panicked != "planted" {
		t.Fatalf("the panic was %v", panicked)
	}
	s.Close()

	s = opened(t, c, dir, 2)
	if len(s.Log()) != before {
		t.Errorf("%d lines of the log are left of %d", len(s.Log()), before)
	}
	if _, err := s.Verify(); err != nil {
		t.Error(err)
	}
	if do(t, s, "next, answer none, dice 20"); len(s.Log()) != before+1 {
		t.Error("the blow is not struck after a new start")
	}
}
