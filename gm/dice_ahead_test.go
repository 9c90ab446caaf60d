package gm

import (
	"slices"
	"strings"
	"testing"

	"hybrid/gm/command"
)

// TestThrownAhead has a roll that its player must not see take a die that she threw ahead: once, and so that all can
// check it after the evening.
func TestThrownAhead(t *testing.T) {
	t.Parallel()
	c, dir := sample(t), t.TempDir()
	s := fairly(t, c, dir, "2024-05-01 20:00")
	do(t, s, "begin warehouse")
	lines := func(line string) []string {
		t.Helper()
		e, err := s.Do(command.Command{Line: line})
		if err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		return e.Lines
	}
	if got := lines("dice kira ahead 37 4 00"); !slices.Equal(got, []string{"Kira Vance has rolled 3 dice ahead this session; 3 are left for hidden rolls"}) {
		t.Errorf("it says %q", got)
	}
	for _, line := range []string{"dice kira ahead", "dice kira ahead red", "dice kira ahead -1", "dice kira ahead 1001", "dice nobody_here ahead 3", "dice kira ahead" + strings.Repeat(" 7", 98)} {
		if _, err := s.Do(command.Command{Line: line}); err == nil {
			t.Errorf("%s is taken", line)
		}
	}
	used := func() (list []int) {
		for _, k := range s.entries {
			for i, die := range k.payload().Dice {
				if die.Ahead > 0 && k.payload().Whose[i] == "kira" {
					list = append(list, die.Ahead)
				}
			}
		}
		return list
	}
	do(t, s, "roll glimpse by dov", "roll sneaking by kira", "set kira PFT -1")
	if list := used(); len(list) > 0 {
		t.Errorf("what is seen, and what another rolls, took %v of them", list)
	}
	do(t, s, "roll glimpse by kira", "undo")
	s.Close()
	s = fairly(t, c, dir, "2024-05-01 21:00")
	do(t, s, "roll glimpse by kira", "roll glimpse by kira", "roll glimpse by kira")
	if list := used(); !slices.Equal(list, []int{37, 4, 100}) {
		t.Errorf("the rolls took %v", list)
	}
	if all, left := CountDiceAhead(s, "kira"); all != 3 || left != 0 {
		t.Errorf("of %d thrown %d are left", all, left)
	}
	if list := BlindDice(s, 1); len(list) > 0 {
		t.Errorf("before the seed is revealed it is shown: %+v", list)
	}
	if _, _, err := s.CheckDice(); err != nil {
		t.Error(err)
	}
	if _, err := s.RevealSeeds(1); err != nil {
		t.Fatal(err)
	}
	list := BlindDice(s, 1)
	for _, die := range list {
		if die.Who != "kira" || die.Result != (die.Ahead+die.Seed-1)%100+1 {
			t.Errorf("a die that does not add up: %+v", die)
		}
	}
	if len(list) != 3 {
		t.Errorf("there are %d dice: %+v", len(list), list)
	}
	last := s.entries[len(s.entries)-1]
	last.payload().Dice[0].Ahead++
	if _, _, err := s.CheckDice(); len(used()) == 3 && err == nil {
		t.Error("a die for which something else was thrown is not found")
	}
	last.payload().Dice[0].Ahead--
	do(t, s, "dice kira ahead 12")
	s.Close()
	s = fairly(t, c, dir, "2024-05-03 20:00") // another evening
	do(t, s, "roll glimpse by kira")
	if list := used(); len(list) != 3 {
		t.Errorf("what was thrown on another evening counts: %v", list)
	}
}
