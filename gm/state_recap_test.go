package gm

import (
	"strings"
	"testing"
	"time"

	"hybrid/gm/gmtest"
)

// TestRecapOfAScene tells each fight of a scene with its own end, the goal that is reached, the last check of the party, and days of rest.
func TestRecapOfAScene(t *testing.T) {
	fight := []string{"begin mole", "initiative", "hurt kira 5", "finish"}
	for _, row := range []struct {
		name      string
		lines     []string
		want, not string // sentences separated by “|”
	}{
		{"a fight has ended", fight, "The fight was broken off.", "not over"},
		{"a goal is reached after it", append(fight, "goal pell +2"), "The fight was broken off.|The goal was reached.", "not over"},
		{"and the scene ends", append(fight, "goal pell +2", "finish"), "The fight was broken off.|The goal was reached.", "not over"},
		{"a second fight is on", append(fight, "initiative"), "The fight was broken off. Another fight began. The fight was not over.", ""},
		{"a second fight has ended", append(fight, "initiative", "hurt dov 5", "finish"), "The fight was broken off. Another fight began.", "not over"},
		{"a goal is reached without a fight", []string{"begin mole", "goal pell +2"}, "The goal was reached.", "not over"},
		{"two fights without a blow", []string{"begin parlour", "initiative", "finish", "initiative", "finish"}, "The Parlour That Listens|Another fight began. The fight was broken off.", "not over"},
		{"days in camp", []string{"gather", "pass 8 h sleeping by party", "pass 3 d camp_life by party"}, "All six slept. All six rested.", ""},
		{"a night in a scene", []string{"begin parlour", "pass 8 h sleeping by party"}, "slept.|After 8 h the scene was not over.", ""},
		{"a check before much else", []string{"gather", "roll hiding by party", "hurt kira 10", "hurt dov 10", "hurt ilse 10", "hurt bram 10"}, "tried their hiding", ""},
	} {
		s := opened(t, gmtest.Campaign(t, "saltmarket", nil), "", 7)
		do(t, s, row.lines...)
		text := s.Recap(false)
		for _, want := range strings.Split(row.want, "|") {
			if !strings.Contains(text, want) || row.not != "" && strings.Contains(text, row.not) {
				t.Errorf("%s: want %q, got %q", row.name, row.want, text)
			}
		}
		if _, err := s.Verify(); err != nil {
			t.Errorf("%s: %v", row.name, err)
		}
	}
}

// TestRecapOfTheNextEvening: a scene that goes on after a fight in it is named on the next evening, too, and one that is over isn't.
func TestRecapOfTheNextEvening(t *testing.T) {
	for _, isOver := range []bool{false, true} {
		now, folder := time.Date(2024, 5, 1, 20, 0, 0, 0, time.UTC), t.TempDir()
		open := func() *Session {
			s, _, err := Open(gmtest.Campaign(t, "saltmarket", nil), Options{Dir: folder, Clock: func() time.Time { return now }})
			if err != nil {
				t.Fatal(err)
			}
			return s
		}
		s := open()
		do(t, s, "begin mole", "initiative", "hurt kira 5", "finish")
		if isOver {
			do(t, s, "finish")
		}
		s.Close()
		now = now.Add(24 * time.Hour)
		s = open()
		do(t, s, "roll hiding by party")
		if text := s.Recap(false); strings.Contains(text, "Under the Excise Lanterns") == isOver {
			t.Errorf("over: %v, and the recap says %q", isOver, text)
		}
		s.Close()
	}
}
