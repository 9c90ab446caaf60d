package dashboard

import (
	"strings"
	"testing"
)

func TestAllOdds(t *testing.T) {
	s := newStage(t, sampleSession(t), 120, 50)
	for _, line := range []string{"begin warehouse", "turn kira 1", "next", "set grell PFT 0"} {
		s.d.do(line)
	}
	s.d.selected = "kira"
	s.d.prompt.open("odds kira: attack grell")
	s.d.enterLine()
	s.draw()
	frame := s.frame()
	for _, want := range []string{"Grell out of the fight", "Grell hurt, then by", "location", "likely hurts loses out", "abdomen", "worth", "Sword rank", "if answered", "parry", "not at all", "degree", "then rolled", "In per cent"} {
		if !strings.Contains(frame, want) {
			t.Errorf("no %q in\n%s", want, frame)
		}
	}
	t.Log("\n" + frame)
}

// An action that does not hurt shows by answer what else it does; a long page says how to scroll, and its arrow hides no
// number.
func TestOddsOfAGrip(t *testing.T) {
	s := newStage(t, sampleSession(t), 120, 40)
	for _, line := range []string{"begin warehouse", "turn kira 1", "next", "kira: drop_weapon"} {
		s.d.do(line)
	}
	s.d.selected = "kira"
	s.d.prompt.open("odds kira: grapple grell")
	s.d.enterLine()
	s.draw()
	if frame := s.frame(); !strings.Contains(frame, "gripped") || strings.Contains(frame, "Grell hurt") {
		t.Errorf("no word of the grip, or of wounds:\n%s", frame)
	}
	s = newStage(t, sampleSession(t), 80, 24)
	for _, line := range []string{"begin warehouse", "turn kira 1", "next"} {
		s.d.do(line)
	}
	s.keys("a", "%")
	if frame := s.frame(); !strings.Contains(frame, "Ctrl-D further") || !strings.Contains(frame, "▼") {
		t.Errorf("no way further, or not all numbers:\n%s", frame)
	}
	s.keys("Ctrl-D")
	if frame := s.frame(); !strings.Contains(frame, "abdomen") {
		t.Errorf("not further:\n%s", frame)
	}
}

// BenchmarkOdds is one key to another target, with the odds of an attack on that one worked out anew, in the sample
// fight. In the first nobody is hurt yet, in the second all are without fatigue, and every blow may bring anything.
func BenchmarkOdds(b *testing.B) {
	for _, fatigue := range []string{"all of it", "none"} {
		b.Run(fatigue, func(b *testing.B) {
			session := sampleSession(b)
			s := newStage(b, session, 120, 40)
			for _, line := range []string{"begin warehouse", "initiative", "turn kira 1", "next"} {
				s.d.do(line)
			}
			for _, who := range []string{"grell", "cutter_1", "cutter_2"} {
				if fatigue == "none" {
					s.d.do("set " + who + " PFT 0")
				}
			}
			s.d.selected = "kira"
			s.keys("a")
			keys := []string{"↓", "↑"}
			for i := 0; b.Loop(); i++ {
				s.d.previewCache.state = nil // as if it were the first time
				s.keys(keys[i%2])
			}
			if !strings.Contains(s.frame(), " hurt, then by ") {
				b.Fatal(s.frame())
			}
		})
	}
}

// The bottom line offers odds only of what is rolled.
func TestOddsKey(t *testing.T) {
	s := newStage(t, sampleSession(t), 120, 40)
	for _, line := range []string{"begin warehouse", "turn kira 1", "next"} {
		s.d.do(line)
	}
	if s.keys("m"); strings.Contains(s.frame(), "% odds") {
		t.Errorf("odds of what is not rolled:\n%s", s.frame())
	}
	if s.keys("Esc", "c"); !strings.Contains(s.frame(), "% odds") {
		t.Errorf("no odds of a check:\n%s", s.frame())
	}
}

// What is lost of pools that are not watched hurts, too.
func TestOddsOfTheMind(t *testing.T) {
	s := newStage(t, sampleSession(t), 120, 40)
	s.d.do("begin parlour")
	s.d.prompt.open("sefa: attack orlo with mind_blast")
	if s.draw(); !strings.Contains(s.frame(), "Madame Orlo hurt, then by") {
		t.Errorf("no word of it:\n%s", s.frame())
	}
}
