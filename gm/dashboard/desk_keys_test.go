package dashboard

import (
	"slices"
	"strings"
	"testing"

	"hybrid/gm/gmtest"
)

// What a key that means nothing says, and where Ctrl-C leads: it closes what is open, and never leaves.
func TestKeysThatSaySomething(t *testing.T) {
	gmtest.SkipIfShort(t)
	tests := []struct{ name, keys, want string }{
		{"an unknown key", "Q", "Q does nothing here"},
		{"a letter in a short list", "c n", "Answer first: 1–5"},
		{"another number", "c 9", "on which skill?"},
		{"not due", "j a", "Dov is ready at 41. Press n to continue."},
		{"next, on a page", "v n", "It's Kira's turn. Press a, p or c, or w to wait."},
		{"next, on a page over another", "v ? n", "n does nothing here. Esc closes the page."},
		{"next, while somebody declares", "n", "It's Kira's turn. Press a, p or c, or w to wait."},
		{"next, which selects who declares", "j j n", "▸○Kira "},
		{"busy", "j j a", "Ilse's bow lands at 48. Press n to continue, g to cancel it."},
		{"a check of one who is not due", "j c", "Dov is ready at 41. Press n to continue."},
		{"initiative of one whose turn is known", "j i", "Dov is ready at 41 › roll initiative again?"},
		{"wait of one who is not due", "j w", "Dov is ready at 41. Press n to continue."},
		{"initiative of all, which all have", "I", "Everyone has initiative. Select one and press i to roll again."},
		{"giving up of one who does nothing, beside one who does", "g", "Kira has no action to give up. Ilse has."},
		{"what is in hand", "h", "Kira › in hand, at once"},
		{"Ctrl-C at rest", "Ctrl-C", "Press q to quit."},
		{"a choice that nothing begins with", "+ Enter Tab Tab Tab %", "No choice here begins with “%"},
		{"a number beyond the steps of an entry", "H 9", "This entry has no step 9"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			session := warehouse(t)
			done := len(session.Log())
			s := newStage(t, session, 80, 24).keys(strings.Fields(test.keys)...)
			if frame := s.frame(); !strings.Contains(frame, test.want) {
				t.Errorf("no %q in\n%s", test.want, frame)
			}
			if len(session.Log()) > done {
				t.Errorf("it did %s", lastEntry(t, session).Line)
			}
			for range 4 {
				s.keys("Ctrl-C")
			}
			if len(s.d.overlays) > 0 || s.d.prompt.isOpen || s.d.isInPast() {
				t.Errorf("Ctrl-C left something open\n%s", s.frame())
			}
		})
	}
}

// A paste is typed where something is typed, and presses no keys elsewhere.
func TestAPastePressesNoKeys(t *testing.T) {
	session := warehouse(t)
	done := len(session.Log())
	s := newStage(t, session, 80, 24)
	s.d.insertPaste("nnnu quit\nw")
	if s.draw(); len(session.Log()) != done || !strings.Contains(s.frame(), "Nowhere to paste. Open the prompt first") {
		t.Errorf("at rest\n%s", s.frame())
	}
	s.keys(":")
	if s.d.insertPaste("attack\nscar"); s.d.prompt.edit.Text != "attack scar" {
		t.Errorf("the prompt has %q", s.d.prompt.edit.Text)
	}
	s.keys("Esc", "/")
	if s.d.insertPaste("stun 1"); topOverlay[*picker](s.d).filter != "stun 1" || len(session.Log()) != done {
		t.Errorf("find has\n%s", s.frame())
	}
}

// What a paste asks for where nothing is typed can be done there: the prompt opens on the campaign's page, and Esc leaves the builder.
func TestPasteSaysWhatIsPossible(t *testing.T) {
	session := warehouse(t)
	s := newStage(t, session, 80, 24).keys("C")
	s.d.insertPaste("note from the page")
	s.draw()
	s.shows(t, "Open the prompt first with :.")
	s.keys(":")
	s.d.insertPaste("note from the page")
	if s.keys("Enter"); lastEntry(t, session).Line != "note from the page" {
		t.Errorf("got %s\n%s", lastEntry(t, session).Line, s.frame())
	}
	s.keys(":").types("build warehouse").keys("Enter")
	s.d.insertPaste("note")
	s.draw()
	s.shows(t, "Nowhere to paste. Go back first with Esc.")
}

// What is done all evening takes so many keys at the most, and the line is done.
func TestFewKeys(t *testing.T) {
	gmtest.SkipIfShort(t)
	hit := []string{"attack scar", "turn scar 90", "next, answer none, dice 40 20", "note and on"}
	tests := []struct {
		name       string
		most       int
		keys, want string
		lines      []string
	}{
		{"an attack", 3, "a Enter Enter", "attack grell", nil},
		{"an answer", 1, "2", "next", []string{"attack scar", "turn scar 90"}},
		{"tend a friend", 5, "/ t e Enter", "tend ilse", []string{"put ilse bleeding"}},
		{"tend one of two", 5, "/ t e Enter Enter", "tend ilse", []string{"put ilse bleeding", "put bram bleeding", "set ilse PFT 3"}},
		{"break free", 2, "/ Enter", "break_hold bruiser", []string{"put kira gripped by pummel"}},
		{"a fall", 3, "d 4 Enter", "hurt kira fall 4", nil},
		{"a newcomer with a name", 8, "+ l a Enter T a m Enter", "add lantern_lad as Tam side gang now", nil},
		{"the damage that the log shows", 6, "H 3 1 2 Enter Enter", "amend 6, overrule damage 12", append(slices.Clone(hit[:3]), "next")},
		{"an old damage", 7, "H ↑ 3 1 2 Enter Enter", "amend 6, overrule damage 12", hit},
		{"a damage long ago", 7, "H / k 3 9 Enter Enter", "amend 6, overrule damage 9", append(slices.Clone(hit), "note a", "note b", "note c", "note d")},
		{"the light", 1, "G", "scene poor_light", nil},
		{"the end of the fight", 2, "F 2", "finish", []string{"put grell bleeding"}},
		{"eight hours of sleep", 2, "r 3", "pass 8 h sleeping by party", []string{"finish"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			session := sampleSession(t)
			play(t, session, append([]string{"begin warehouse", "turn kira 1", "next"}, test.lines...)...)
			s := newStage(t, session, 80, 24)
			if test.want == "next" {
				s.keys("n")
			}
			if n := len(strings.Fields(test.keys)); n > test.most {
				t.Errorf("%d keys, %d at the most", n, test.most)
			}
			if s.keys(strings.Fields(test.keys)...); lastEntry(t, session).Line != test.want {
				t.Errorf("got %s, want %s\n%s", lastEntry(t, session).Line, test.want, s.frame())
			}
		})
	}
}

// Each key of the desk that has a name is among those that its help has by what they are for.
func TestHelpHasEveryKeyOfTheDesk(t *testing.T) {
	s := newStage(t, warehouse(t), 200, 60)
	s.keys("?")
	frame := s.frame()
	for _, k := range s.d.bindings {
		if word, _, _ := strings.Cut(k.label, " "); k.mode == modeDesk && k.label != "" && !strings.Contains("/?", k.names[0]) && !strings.Contains(frame, k.names[0]+" "+word) {
			t.Errorf("no %s %s in\n%s", k.names[0], k.label, frame)
		}
	}
}
