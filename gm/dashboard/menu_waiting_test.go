package dashboard

import (
	"strings"
	"testing"

	"hybrid/gm/command"
	"hybrid/gm/gmtest"
)

// TestTriggerIsOffered: an action is preset with its trigger in words by keys alone; the words stand in the state, and
// when one of them occurs letting it go is two keys.
func TestTriggerIsOffered(t *testing.T) {
	session := sampleSession(t)
	play(t, session, "begin warehouse", "turn dov 1", "turn grell 2", "next")
	s := newStage(t, session, 80, 24).keys("/").types("preset").keys("Enter")
	if !strings.Contains(s.frame(), "then attack guard") {
		t.Errorf("the form doesn't say how an action is planned\n%s", s.frame())
	}
	s.types("Grell rushes or draws steel there")
	if line := lineOf(s.frame(), "steel there"); strings.Contains(line, "guard") {
		t.Errorf("the example is mixed with what is typed\n%s", line)
	}
	for range len(" steel there") {
		s.keys("Backspace")
	}
	s.keys("Enter")
	if got := lastEntry(t, session).Line; got != "preset Grell rushes or draws" {
		t.Fatalf("the keys made %s\n%s", got, s.frame())
	}
	if !strings.Contains(s.frame(), "preset: Grell rushes") {
		t.Errorf("the trigger does not stand in the state\n%s", s.frame())
	}
	s.keys("n")
	play(t, session, "note nothing at all")
	s.keys("N", "Ctrl-W").types("the door opens").keys("Enter")
	if strings.Contains(s.frame(), "was waiting") {
		t.Errorf("it is offered though nothing happened\n%s", s.frame())
	}
	s.keys(":").types("note Grell grins").keys("Enter")
	if !strings.Contains(s.frame(), "P: Dov Hallam was waiting for this (Grell rushes or draws)") {
		t.Errorf("it is not offered\n%s", s.frame())
	}
	s.keys("Esc")
	if !strings.Contains(s.frame(), "P: Dov Hallam was waiting") {
		t.Errorf("Esc leaves no hint\n%s", s.frame())
	}
	s.keys("P")
	s.golden("trigger-80x24")
	s.keys("Enter")
	if got := lastEntry(t, session).Line; got != "dov: release" {
		t.Errorf("P Enter made %s", got)
	}
}

// TestVagueTrigger: a preset whose verb the rules don't have says so in the log, and has a question mark in the table.
func TestVagueTrigger(t *testing.T) {
	session := sampleSession(t)
	play(t, session, "begin warehouse", "turn dov 1", "turn kira 2", "next", "preset when Grell sneezes, then attack grell", "next", "preset when Grell declares")
	s := newStage(t, session, 120, 40)
	s.draw()
	s.shows(t, "~ ? when Grell sneezes → attack Grell", "~ ? when Grell… → attack", "The rules have no action “sneezes”.", "You are asked whenever Grell acts,", "preset: when Grell declares", "not", "? when Grell declares")
}

// TestPlannedReaction: a preset names the action that it will do. When its trigger comes the clock waits for Enter or Esc, with
// the odds of firing first; released, the planned action is offered as soon as the turn comes.
func TestPlannedReaction(t *testing.T) {
	gmtest.SkipIfShort(t)
	session := sampleSession(t)
	play(t, session, "begin warehouse", "turn dov 1", "turn tilde 2", "next", "preset tilde shoots or attacks, then attack tilde, all_out")
	s := newStage(t, session, 120, 40)
	if want := "~ tilde shoots… → attack Tilde…"; !strings.Contains(s.frame(), want) {
		t.Errorf("no %q in\n%s", want, s.frame())
	}
	s.keys("n")
	s.d.doLine("tilde: attack ilse")
	before := lastEntry(t, session).Seq
	s.keys("n")
	if got := lastEntry(t, session); got.Seq != before {
		t.Errorf("the clock did not wait: %s", got.Line)
	}
	if frame := s.frame(); !strings.Contains(frame, "A prepared action is triggered") || !strings.Contains(frame, "fires first 0%") {
		t.Errorf("no question with odds\n%s", frame)
	}
	s.keys("Enter")
	if got := lastEntry(t, session).Line; got != "dov: release" {
		t.Fatalf("Enter made %s", got)
	}
	if want := "planned: attack Tilde, all out"; !strings.Contains(s.frame(), want) {
		t.Errorf("no %q in\n%s", want, s.frame())
	}
	offered := "Dov Hallam planned this"
	for n := 0; n < 5 && !strings.Contains(s.frame(), offered); n++ {
		if s.keys("n"); strings.Contains(s.frame(), "How does") {
			s.keys("Enter")
		}
	}
	if !strings.Contains(s.frame(), offered) {
		t.Fatalf("the planned reaction is not offered\n%s", s.frame())
	}
	s.keys("Enter")
	if got := lastEntry(t, session).Line; got != "dov: attack Tilde, all out" {
		t.Errorf("Enter made %s\n%s", got, s.frame())
	}
}

// TestLongTrigger: of a trigger that is too long for the state its beginning stands there, and all of it in the queue.
func TestLongTrigger(t *testing.T) {
	session := sampleSession(t)
	play(t, session, "begin warehouse", "turn kira 1", "turn grell 2", "next", "preset Grell attacks, or the door opens")
	frame := newStage(t, session, 80, 24).frame()
	for _, want := range []string{"any  preset: Grell attacks, or the door…", "Kira preset: Grell attacks, or the door opens"} {
		if !strings.Contains(frame, want) {
			t.Errorf("no %q in\n%s", want, frame)
		}
	}
}

// A trigger that names who attacks is met by that combatant's attack alone, even where a tactic chooses it.
func TestTriggerNamesWhoActs(t *testing.T) {
	gmtest.SkipIfShort(t)
	session := sampleSession(t)
	play(t, session, "begin warehouse", "turn dov 1", "turn kira 2", "turn hanne 3", "turn ilse 4", "next", "preset when Hanne attacks", "next")
	s := newStage(t, session, 80, 24)
	hint := "P: Dov Hallam was waiting for this (when Hanne attacks)"
	for _, line := range []string{"attack hanne", "ilse: attack grell"} {
		if s.d.doLine(line); strings.Contains(s.frame(), hint) {
			t.Errorf("offered at %s\n%s", line, s.frame())
		}
		s.d.doLine("next")
	}
	s.d.selected = "hanne"
	if s.keys("z"); !strings.Contains(s.frame(), hint) {
		t.Errorf("not offered at %s\n%s", lastEntry(t, session).Line, s.frame())
	}
}

// TestTriggerStopsTactics: where a tactic meets a trigger, z and Z stop and ask. Esc lets nothing go, leaves the hint, and P asks again.
func TestTriggerStopsTactics(t *testing.T) {
	gmtest.SkipIfShort(t)
	for _, key := range []string{"z", "Z"} {
		t.Run(key, func(t *testing.T) {
			session := sampleSession(t)
			play(t, session, "begin warehouse", "turn dov 1", "turn hanne 3", "turn grell 4", "next", "preset Hanne attacks, then attack hanne", "next")
			s := newStage(t, session, 80, 24)
			if s.d.selected = "hanne"; key == "Z" && s.d.menus.timelineHaltReason("gang") != "" {
				t.Fatal("the gang does not act: ", s.d.menus.timelineHaltReason("gang"))
			}
			s.keys(key)
			entry := lastEntry(t, session)
			if entry.Who != "hanne" || !strings.Contains(s.frame(), "A prepared action is triggered") {
				t.Fatalf("%s did %q and asked nothing\n%s", key, entry.Line, s.frame())
			}
			s.keys("Esc")
			if hint := "P: Dov Hallam was waiting for this (Hanne attacks)"; !strings.Contains(s.frame(), hint) || len(command.ReleasableTriggers(session.Game())) != 1 {
				t.Errorf("Esc let it go, or left no hint\n%s", s.frame())
			}
			if s.keys("P", "Enter"); lastEntry(t, session).Line != "dov: release" {
				t.Errorf("P Enter made %s", lastEntry(t, session).Line)
			}
		})
	}
}
