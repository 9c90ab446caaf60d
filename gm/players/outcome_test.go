package players

import (
	"strings"
	"testing"

	"hybrid/gm"
	"hybrid/gm/gmtest"
	"hybrid/rules"
	"hybrid/rules/collect"
)

// TestWonByHand fells people of the other side by hand: who saw them all fall reads that the fight was won, and who saw one stand does not.
func TestWonByHand(t *testing.T) {
	all := []string{"wren", "hanne", "rower"}
	for _, felled := range [][]string{all[2:], all} {
		s, _, err := gm.Open(gmtest.Sample(t), gm.Options{Clock: gmtest.Clock(), Dice: rules.NewSeededDice([32]byte{5})})
		if err != nil {
			t.Fatal(err)
		}
		gmtest.Do(t, s, "begin tide_turn", "initiative all")
		for _, key := range felled {
			gmtest.Do(t, s, "reveal "+key, "hurt "+key+" 90 cutting head")
		}
		gmtest.Do(t, s, "finish")
		seen, err := NewTelling(s).SeatViewOf("ilse")
		if err != nil {
			t.Fatal(err)
		}
		want := collect.Choose(len(felled) < len(all), "broken off", rules.OutcomeWon)
		if last := seen.Log[len(seen.Log)-1].Text; !strings.Contains(last, want) {
			t.Errorf("%v are down: %s, want %s", felled, last, want)
		}
	}
}

// TestChaseIsOver chases one who gets away: nobody has won, the whole table reads of the chase, and so do the game master's list and the
// recap.
func TestChaseIsOver(t *testing.T) {
	s, _, err := gm.Open(gmtest.Sample(t), gm.Options{Clock: gmtest.Clock(), Dice: rules.NewSeededDice([32]byte{5})})
	if err != nil {
		t.Fatal(err)
	}
	gmtest.Do(t, s, "begin tide_turn", "remove hanne", "remove rower", "initiative all", "reveal wren")
	for i, moved := 0, map[string]bool{}; !moved["ilse"] || !moved["wren"]; i++ {
		if i > 40 {
			t.Fatal("Ilse and Wren have no turn")
		}
		due := collect.Filter(s.State().Actors, func(a *rules.Actor) bool { return a.Open })
		if len(due) == 0 {
			gmtest.Do(t, s, "next")
			continue
		}
		switch key := due[0].Key; {
		case key == "ilse" && moved["wren"] && !moved[key]:
			moved[key] = true
			gmtest.Do(t, s, "ilse: move to wren running, dice 5")
		case key == "wren" && !moved[key]:
			moved[key] = true
			gmtest.Do(t, s, "wren: flee to longboat running, dice 5")
		default:
			gmtest.Do(t, s, key+": wait")
		}
	}
	gmtest.Do(t, s, "remove wren", "finish")
	for seat, wanted := range map[string][]string{"bram": {"toward the longboat", "at a jog after Wren"}, TableSeat: {"Ilse jogs toward Wren"}} {
		seen, err := NewTelling(s).SeatViewOf(seat)
		if err != nil {
			t.Fatal(err)
		}
		text := strings.Join(collect.Map(seen.Log, func(p *Passage) string { return p.Text }), "\n")
		for _, want := range append(wanted, "gets away", rules.OutcomeEscaped) {
			if !strings.Contains(text, want) {
				t.Errorf("seat %s lacks %q:\n%s", seat, want, text)
			}
		}
	}
	scenes := s.Evenings()[0].Encounters
	if got := s.Ending(scenes[0]); !strings.HasPrefix(got, rules.OutcomeEscaped) {
		t.Errorf("the list of scenes says %q", got)
	}
	if got := s.Recap(true); !strings.Contains(got, "got away") || strings.Contains(got, "won") {
		t.Errorf("the recap says %q", got)
	}
}

// TestSeenAfterFight lets a hero sleep through the end of a fight: when she wakes she sees who lies there and who comes, as others do, and
// reads of the end as the game master decided it.
func TestSeenAfterFight(t *testing.T) {
	s, _, err := gm.Open(gmtest.Sample(t), gm.Options{Clock: gmtest.Clock(), Dice: rules.NewSeededDice([32]byte{5})})
	if err != nil {
		t.Fatal(err)
	}
	gmtest.Do(t, s, "begin tide_turn", "initiative all", "put ilse unconscious", "put wren unconscious", "put hanne unconscious", "put rower unconscious", "finish")
	health := func(seat string) map[string]string {
		seen, err := NewTelling(s).SeatViewOf(seat)
		if err != nil {
			t.Fatal(err)
		}
		if text := seen.Log[len(seen.Log)-1].Text; seat == "bram" && strings.Contains(text, "is over") && !strings.Contains(text, rules.OutcomeWon) {
			t.Errorf("Bram reads %q", text)
		}
		list := map[string]string{}
		for _, o := range seen.Others {
			list[o.Short] = strings.TrimSpace(o.Health + " " + strings.Join(o.Conditions, " "))
		}
		return list
	}
	if awake := health("bram"); awake["Runner with a satchel"] == "" || awake["Runner with a satchel"] == health("ilse")["Runner with a satchel"] {
		t.Errorf("Bram sees %v, Ilse %v", awake, health("ilse"))
	}
	gmtest.Do(t, s, "end ilse unconscious", "add dock_cutter as Grub side gang")
	awake := health("bram")
	delete(awake, "Ilse")
	for name, state := range health("ilse") {
		if name != "Bram" && state != awake[name] {
			t.Errorf("Ilse sees %s: %q, Bram %q", name, state, awake[name])
		}
	}
	if _, err := s.Verify(); err != nil {
		t.Error(err)
	}
}

// TestFurtherFight begins another fight in a scene, and the scene again: the list has one row, without the outcome of the first fight while the
// second is on.
func TestFurtherFight(t *testing.T) {
	s, _, err := gm.Open(gmtest.Sample(t), gm.Options{Clock: gmtest.Clock(), Dice: rules.NewSeededDice([32]byte{5})})
	if err != nil {
		t.Fatal(err)
	}
	endings := func() (list []string) {
		for _, scene := range s.Scenes() {
			list = append(list, s.Ending(scene))
		}
		return list
	}
	gmtest.Do(t, s, "begin tide_turn", "begin tide_turn", "initiative all", "put wren unconscious", "put hanne unconscious", "put rower unconscious", "finish")
	if list := endings(); len(list) != 1 || !strings.HasPrefix(list[0], "fight won") {
		t.Errorf("after the first fight: %q", list)
	}
	gmtest.Do(t, s, "end wren unconscious", "next")
	if list := endings(); len(list) != 1 || list[0] != "" {
		t.Errorf("in the second fight: %q", list)
	}
	gmtest.Do(t, s, "finish")
	if list := endings(); len(list) != 1 || !strings.HasPrefix(list[0], "fight broken off") {
		t.Errorf("after the second fight: %q", list)
	}
}
