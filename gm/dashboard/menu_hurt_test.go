package dashboard

import (
	"strings"
	"testing"

	"hybrid/gm/gmtest"
)

// brawl is the fight of the campaign that comes with the program, in which people can be hurt by anything.
func brawl(t *testing.T, w, h int) *stage {
	t.Helper()
	session := sampleSession(t)
	play(t, session, "begin warehouse", "initiative all")
	s := newStage(t, session, w, h)
	s.d.selectKey("bram")
	return s
}

// What a form comes to is a line that could be typed.
func TestHurtByAForm(t *testing.T) {
	gmtest.SkipIfShort(t)
	for _, test := range []struct {
		name string
		keys []string
		want string
	}{
		{"a fall in three keys", []string{"d", "4", "Enter"}, "hurt bram fall 4"},
		{"more than one digit", []string{"d", "1", "2", "Enter"}, "hurt bram fall 12"},
		{"taken back", []string{"d", "9", "Backspace", "3", "Enter"}, "hurt bram fall 3"},
		{"another hazard", []string{"d", "→", "3", "Enter"}, "hurt bram fire 3"},
		{"by its first letter", []string{"d", "Shift-Tab", "p", "Tab", "2", "Enter"}, "hurt bram poison 2"},
		{"bare damage", []string{"d", "←", "1", "d", "6", "+", "2", "Tab", "→", "Tab", "h", "Tab", "→", "Enter"}, "hurt bram blow 1d6+2 cutting head, without armour"},
		{"by letters at once", []string{"d", "p", "2", "Enter"}, "hurt bram poison 2"},
		{"by more letters", []string{"d", "f", "i", "r", "e", "3", "Enter"}, "hurt bram fire 3"},
		{"by letters after a wrong one", []string{"d", "x", "t", "r", "a", "p", "2", "Enter"}, "hurt bram trap 2"},
		{"by letters to dice", []string{"d", "b", "a", "r", "e", "1", "d", "6", "Enter"}, "hurt bram blow 1d6"},
		{"a kind", []string{"d", "Shift-Tab", "t", "Tab", "2", "Tab", "c", "Enter"}, "hurt bram trap 2 cutting"},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := brawl(t, 80, 24).keys(test.keys...)
			if got := lastEntry(t, s.d.session).Line; got != test.want {
				t.Errorf("got %s, want %s\n%s", got, test.want, s.frame())
			}
		})
	}
}

// What a form cannot take stays there to be mended, and nothing happens.
func TestFormThatIsRefused(t *testing.T) {
	s := brawl(t, 80, 24)
	done := len(s.d.session.Log())
	s.keys("d", "0", "Enter")
	if s.d.mode() != modeForm || len(s.d.session.Log()) != done {
		t.Errorf("the form is gone, or something happened\n%s", s.frame())
	}
	s.keys("Backspace", "2", "Enter")
	if got := lastEntry(t, s.d.session).Line; got != "hurt bram fall 2" {
		t.Errorf("got %s", got)
	}
}

// One of what is asked for is called so, and a letter is said to be none of it.
func TestOneMetre(t *testing.T) {
	s := brawl(t, 80, 24).keys("d")
	if frame := s.frame(); !strings.Contains(frame, "1 metre ") {
		t.Errorf("it is not one metre\n%s", frame)
	}
	if frame := s.keys("x").frame(); strings.Contains(frame, "x metre") || !strings.Contains(frame, "No choice here begins with “x") {
		t.Errorf("a letter is taken for metres\n%s", frame)
	}
	if frame := s.keys("Enter").frame(); !strings.Contains(frame, "falls 1 metre ") || strings.Contains(frame, "1 metres") {
		t.Errorf("it is not told as one metre\n%s", frame)
	}
	if frame := s.keys("d", "t", "1").frame(); !strings.Contains(frame, "1 die ") {
		t.Errorf("it is not one die\n%s", frame)
	}
}

func TestFormFrames(t *testing.T) {
	brawl(t, 80, 24).keys("d", "4").golden("hurt-80x24")
	brawl(t, 120, 40).keys("d", "4").golden("hurt-120x40")
	brawl(t, 80, 24).keys("d", "←").golden("hurt-bare-80x24")
}

// What hurts the whole body asks for no place and no armour, and a place that was chosen before is not said.
func TestHarmWithoutAPlace(t *testing.T) {
	s := brawl(t, 80, 24).keys("d", "3", "Tab", "→", "Shift-Tab")
	if frame := s.frame(); !strings.Contains(frame, "place ◂") || !strings.Contains(frame, "armour ◂ counts ▸") {
		t.Errorf("a fall asks for no place\n%s", frame)
	}
	if frame := s.keys("d", "r", "o").frame(); strings.Contains(frame, "place ◂") || strings.Contains(frame, "armour ◂") {
		t.Errorf("who drowns is asked for a place\n%s", frame)
	}
	s.keys("Enter")
	if got := lastEntry(t, s.d.session).Line; got != "hurt bram drowning 10" {
		t.Errorf("got %s\n%s", got, s.frame())
	}
}
