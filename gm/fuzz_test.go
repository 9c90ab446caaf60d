package gm

import (
	"errors"
	"testing"
	"unicode/utf8"

	"hybrid/gm/command"
	"hybrid/rules"
)

// seeds are lines to begin fuzzing from: each form there is, and what has gone wrong.
var seeds = []string{
	"", " ", ":", ",", ", ,", "kira:", ": attack", "next", "NEXT", "nex", "n", "undo", "undo 1e9", "undo NaN", "undo -1", "undo 0.5", "redo 1e309",
	"attack grell", "kira: attack grell with sabre, called_shot left hand, rush 0.5, points 2, df -2 dice 17 5 because it is late: very",
	"attack with", "attack grell with", "attack grell, ,", "attack grell, rush NaN", "attack grell, rush", "attack grell, points -1e309",
	"set kira PFT", "set kira PFT +", "set kira PFT −5", "set kira PFT =-", "set kira PFT inf", "set kira PFT 0x1p-1074", "put kira bleeding 1e400",
	"end kira", "add", "add as", "add as as", "add dock_cutter as side", "add ../../etc/passwd", "add /", "remove", "hold kira", "turn kira", "turn kira 1e308",
	"do kira", "scene", "scene called_shot", "scene ,", "note", "note a: b, c because d dice 3", "give", "give up up", "check", "check sword, related",
	"initiative all kira", "next, answer", "next, answer parry, answer", "next dice", "next dice 0", "next dice 99999999999999999999", "next dice -1 +5",
	"begin", "begin warehouse\r\n", "a\x00b\x1b[31m\u2028c", "\xff\xfe", "kira: kira: attack", "because", "x because because", "dice dice 3", "pass 20 min",
	"pass 1e300 h resting", "roll", "roll sneaking by", "contest", "contest kira against", "place kira NaN", "move kira to", "award 1e7 all", "award x", "train kira h",
	"raise kira", "task", "attack grell, called_shot left", "ġrell: next", "é", "answer", "who with", "why",
}

// FuzzParse: no line makes the session panic, every refusal is one line, and what is refused changes nothing.
func FuzzParse(f *testing.F) {
	for _, line := range seeds {
		f.Add(line)
	}
	s := fought(f)
	f.Fuzz(func(t *testing.T, text string) {
		before, entries := s.State(), len(s.Log())
		entry, err := s.Do(command.Command{Line: text})
		var refusal *rules.Refusal
		var need *rules.Need
		switch {
		case err == nil:
			if entry.Title == "" || !utf8.ValidString(entry.Line) {
				t.Errorf("%q was done as %+v", text, entry)
			}
			if len(s.Log()) > entries {
				oneLine(t, text, s.Log()[entries].Text())
				do(t, s, "undo")
			}
		case errors.As(err, &refusal):
			oneLine(t, text, refusal.Text)
			if s.State() != before {
				t.Errorf("%q was refused and changed something", text)
			}
		case errors.As(err, &need):
			oneLine(t, text, need.Text)
		default:
			t.Errorf("%q: %v is neither a refusal nor a question", text, err)
		}
		if _, err := s.game.Preview(text); err != nil {
			oneLine(t, text, err.Error())
		}
		if _, _, err := s.Explain(text); err != nil {
			oneLine(t, text, err.Error())
		}
	})
}

// FuzzComplete: wherever the cursor stands, what is offered can be put there.
func FuzzComplete(f *testing.F) {
	for _, line := range seeds {
		f.Add(line, len(line))
		f.Add(line, len(line)/2)
	}
	f.Add("attack g", -1)
	f.Add("attack g", 1000)
	s := fought(f)
	f.Fuzz(func(t *testing.T, text string, cursor int) {
		from, words := s.Complete(text, cursor)
		if from < 0 || from > len(text) || cursor >= 0 && cursor <= len(text) && from > cursor {
			t.Fatalf("%q at %d: from %d", text, cursor, from)
		}
		for _, word := range words {
			if word.Text == "" {
				t.Errorf("%q at %d: an empty word is offered", text, cursor)
			}
		}
	})
}

// fought is a session in the middle of a fight.
func fought(t testing.TB) *Session {
	s := opened(t, sample(t), "", 1)
	do(t, s, "begin warehouse", "initiative", "next")
	for range 12 {
		if _, err := s.Do(command.Command{Line: "next, answer none"}); err != nil {
			_, _ = s.Do(command.Command{Line: "attack " + s.foe()})
		}
	}
	return s
}

// foe is one of another side than the one whose turn it is.
func (s *Session) foe() string {
	for _, a := range s.game.State.Actors {
		for _, b := range s.game.State.Actors {
			if can, _ := b.CanAct(s.game.Rules); a.Open && b.Side != a.Side && can {
				return b.Key
			}
		}
	}
	return "nobody"
}
