package dashboard

import (
	"strings"
	"testing"
)

// TestEscTakesTheLastDieBack checks that while dice are typed Esc goes back to the previous one, whichever player threw it, and
// leaves the command only from the first; nothing else that was typed is lost. Ctrl-C leaves at once.
func TestEscTakesTheLastDieBack(t *testing.T) {
	session := sampleSession(t)
	play(t, session, "begin warehouse", "dice players")
	s := newStage(t, session, 80, 24).keys("n").types("37").keys("Enter").types("5 2").keys("Enter")
	asks := func(want string) {
		t.Helper()
		if frame := s.frame(); !strings.Contains(frame, want) {
			t.Fatalf("no %q in\n%s", want, frame)
		}
	}
	asks("Ben (Dov) rolls perception on entering")
	s.types("99").keys("Enter")
	asks("Ben (Dov) rolls initiative")
	s.keys("Esc")
	asks("Ben (Dov) rolls perception on entering")
	asks("Last answer undone")
	s.keys("Esc")
	asks("Ana (Kira) rolls initiative")
	s.types("6 1").keys("Enter").types("50 1 1 7").keys("Enter")
	asks("Chen (Ilse) rolls perception on entering")
	s.types("50 1 1").keys("Enter").types("50 1 1").keys("Enter")
	asks("1 typed die wasn't needed.")
	entry := lastEntry(t, session)
	typed := ""
	for _, die := range entry.Dice {
		if die.Typed {
			typed += " " + die.For
		}
	}
	if n := strings.Count(typed, "initiative"); n != 8 {
		t.Errorf("%d dice of initiative are typed:%s\n%s", n, typed, s.frame())
	}
	s.keys("u", "n").types("37").keys("Enter", "Ctrl-C")
	if s.d.mode() != modeDesk || session.OpenQuestion() != nil {
		t.Errorf("Ctrl-C stays\n%s", s.frame())
	}
	s.keys("n").types("37").keys("Enter", "Esc", "Esc")
	if s.d.mode() != modeDesk || session.OpenQuestion() != nil {
		t.Errorf("Esc does not leave the first die\n%s", s.frame())
	}
	s.keys("n").types("37").keys("Enter")
	s.d.ShowReload("Reloaded: nothing", false) // by other rules what led to the question may ask nothing, and would be done by Esc
	s.draw()
	if s.keys("Esc"); s.d.mode() != modeDesk || session.OpenQuestion() != nil {
		t.Errorf("after the rules changed Esc carries out what was typed under the old ones\n%s", s.frame())
	}
}

// TestTitleOfADie: the title of a die that a line asks for names the line once.
func TestTitleOfADie(t *testing.T) {
	session := sampleSession(t)
	play(t, session, "gather", "dice players")
	s := newStage(t, session, 80, 24).keys(":").types("check dodging by ilse").keys("Enter")
	if frame := s.frame(); !strings.Contains(frame, "Chen (Ilse): check dodging by ilse") {
		t.Error(frame)
	}
}

// TestOneMoreDie: where one more die says how it went, what fell before stands above it.
func TestOneMoreDie(t *testing.T) {
	session := sampleSession(t)
	play(t, session, "begin warehouse", "turn kira 1", "next", "dice players")
	s := newStage(t, session, 80, 24).keys("p", "Enter", "n", "0").keys("Enter")
	if frame := s.frame(); !strings.Contains(frame, "after 100 · ") {
		t.Errorf("it is not said what the second die is for\n%s", frame)
	}
}

// TestNewDiceOfAnotherPast: dice that fall anew when the past is changed are named once for what they are for.
func TestNewDiceOfAnotherPast(t *testing.T) {
	session := sampleSession(t)
	play(t, session, "begin warehouse", "hurt kira poison 1 dice 30 4")
	s := newStage(t, session, 80, 24).keys(":").types("amend 2 hurt kira poison 2 dice 30 4").keys("Enter")
	frame := s.frame()
	if strings.Count(frame, "die: d6 for damage rolled") != 1 {
		t.Errorf("the new dice are not told once\n%s", frame)
	}
}

// TestOnePersonsDice marks none of the usual choices once the dice of one combatant are typed.
func TestOnePersonsDice(t *testing.T) {
	s := newStage(t, warehouse(t), 80, 24).keys("D", "4")
	if frame := s.frame(); !strings.Contains(frame, "[x] Kira") || strings.Contains(frame, "●") && strings.Contains(lineOf(frame, "No one's"), "●") {
		t.Errorf("No one's is still on\n%s", frame)
	}
	s.keys("4")
	if row := lineOf(s.frame(), "No one's"); !strings.Contains(row, "●") {
		t.Errorf("No one's is off: %s", row)
	}
}
