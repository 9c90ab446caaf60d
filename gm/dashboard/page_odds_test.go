package dashboard

import (
	"errors"
	"strings"
	"testing"

	"hybrid/gm/command"
	"hybrid/gm/gmtest"
	"hybrid/rules"
)

func TestAllOdds(t *testing.T) {
	gmtest.SkipIfShort(t)
	s := newStage(t, sampleSession(t), 120, 50)
	for _, line := range []string{"begin warehouse", "turn kira 1", "next", "set grell PFT 0"} {
		s.d.doLine(line)
	}
	s.d.selected = "kira"
	s.d.prompt.openWith("odds kira: attack grell")
	s.d.enterLine()
	s.draw()
	frame := s.frame()
	for _, want := range []string{"Grell out of the fight", "Grell hurt, then by", "location", "likely hurts loses out", "abdomen", "worth", "Sword rank", "if Grell answers", "parry", "not at all", "degree", "then rolled", "Percent"} {
		if !strings.Contains(frame, want) {
			t.Errorf("no %q in\n%s", want, frame)
		}
	}
	t.Log("\n" + frame)
}

// An action that does not hurt shows by answer what else it does; a long page says how to scroll, and its arrow hides no
// number.
func TestOddsOfAGrip(t *testing.T) {
	gmtest.SkipIfShort(t)
	s := newStage(t, sampleSession(t), 120, 40)
	for _, line := range []string{"begin warehouse", "turn kira 1", "next", "kira: drop_weapon"} {
		s.d.doLine(line)
	}
	s.d.selected = "kira"
	s.d.prompt.openWith("odds kira: grapple grell")
	s.d.enterLine()
	s.draw()
	if frame := s.frame(); !strings.Contains(frame, "gripped") || strings.Contains(frame, "Grell hurt") {
		t.Errorf("no word of the grip, or of wounds:\n%s", frame)
	}
	s = newStage(t, sampleSession(t), 80, 24)
	for _, line := range []string{"begin warehouse", "turn kira 1", "next"} {
		s.d.doLine(line)
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
// fight. In the first none is hurt yet, in the second all are without fatigue, and every blow may bring anything.
func BenchmarkOdds(b *testing.B) {
	for _, fatigue := range []string{"all of it", "none"} {
		b.Run(fatigue, func(b *testing.B) {
			session := sampleSession(b)
			s := newStage(b, session, 120, 40)
			for _, line := range []string{"begin warehouse", "initiative", "turn kira 1", "next"} {
				s.d.doLine(line)
			}
			for _, who := range []string{"grell", "cutter_1", "cutter_2"} {
				if fatigue == "none" {
					s.d.doLine("set " + who + " PFT 0")
				}
			}
			s.d.selected = "kira"
			s.keys("a")
			keys := []string{"↓", "↑"}
			for i := 0; b.Loop(); i++ {
				s.d.dropCached() // as if it were the first time
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
		s.d.doLine(line)
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
	s.d.doLine("begin parlour")
	s.d.prompt.openWith("sefa: attack orlo with mind_blast")
	if s.draw(); !strings.Contains(s.frame(), "Madame Orlo hurt, then by") {
		t.Errorf("no word of it:\n%s", s.frame())
	}
}

// BenchmarkRows is all the odds of a list, from nothing: of the answers to a thrown harpoon, and of what an actor could do. Per
// ten rows they are to take less than 20 ms; the list stands there before them.
func BenchmarkRows(b *testing.B) {
	session := sampleSession(b)
	play(b, session, "begin warehouse", "turn hanne 1", "next", "attack ilse", "turn ilse 400")
	per := func(b *testing.B, rows int) {
		if rows == 0 {
			b.Fatal("the list has no rows")
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(rows)/1e5, "ms/10rows")
	}
	b.Run("answers", func(b *testing.B) {
		next, rows := command.Command{Line: "next"}, 0
		_, err := session.Do(next)
		var need *rules.Need
		if !errors.As(err, &need) {
			b.Fatal(err)
		}
		for b.Loop() {
			rows = len(session.Game().AnswerEffects(next, need))
		}
		per(b, rows)
	})
	b.Run("advice", func(b *testing.B) {
		rows := 0
		for b.Loop() {
			rows = len(session.Ranking("ilse").Advise(session.State().Find("ilse")))
		}
		per(b, rows)
	})
}

// TestPartsOfWhatIsTakenOff: a part of a defence has the sign of the defence.
func TestPartsOfWhatIsTakenOff(t *testing.T) {
	gmtest.SkipIfShort(t)
	session := sampleSession(t)
	play(t, session, "begin parlour", "turn sefa 1", "turn orlo 2", "next")
	frame := newStage(t, session, 120, 40).keys(":").types("attack orlo with mind_blast").frame()
	if !strings.Contains(frame, "Mental defence  R15             −16") {
		t.Errorf("the mental defence has another sign\n%s", frame)
	}
}
