package main

import (
	"fmt"
	"strings"
	"testing"
	"time"
	"unicode/utf8"
)

// A fight in a real terminal with the bytes of a mouse alone.

// click sends the bytes of a click on the last place at which a text stands on the screen, and waits until the screen rests. It reports
// whether the text is there.
func (s *screen) click(text string) bool {
	s.t.Helper()
	rows := strings.Split(s.text(), "\n")
	for y := len(rows) - 1; y >= 0; y-- {
		if at := strings.LastIndex(rows[y], text); at >= 0 {
			x := utf8.RuneCountInString(rows[y][:at])
			s.keys(fmt.Sprintf("\x1b[<0;%d;%dM\x1b[<0;%[1]d;%[2]dm", x+1, y+1))
			s.rest()
			return true
		}
	}
	return false
}

// rest waits until nothing more is drawn: something within a second, then nothing for a moment.
func (s *screen) rest() {
	wait := time.Second
	for {
		select {
		case _, ok := <-s.drawn:
			if !ok {
				return
			}
			wait = 15 * time.Millisecond
		case <-time.After(wait):
			return
		}
	}
}

// TestMouseOnly plays a whole fight in counts and one in rounds with clicks alone, with -long two more: from the campaign's page
// through initiative, attacks, answers and dice to its end.
func TestMouseOnly(t *testing.T) {
	for campaign, scene := range map[string]string{"saltmarket": "5 The Parlour That Listens", "cold_lantern": "1 Boarding at Lock Four", "catacombs": "1 ", "two_tribes": "1 "} {
		t.Run(campaign, func(t *testing.T) {
			if campaign != "saltmarket" && (testing.Short() || campaign != "two_tribes" && !*long) {
				t.Skip("skipped: a fight takes seconds; -long plays it")
			}
			fightByMouse(t, campaign, scene)
		})
	}
}

// fightByMouse plays a scene of a campaign with clicks until its fight is over.
func fightByMouse(t *testing.T, campaign, scene string) {
	s := start(t, installed(t), t.TempDir(), "play", campaign, "--seed", "5")
	s.wait("Scenes", "Enter begin")
	s.click(scene)
	s.wait("▸ " + scene)
	s.click("Enter begin")
	s.wait("n ")
	over, clicks := false, 0
	defer func() { t.Log(clicks, "clicks") }()
	for ; clicks < 900; clicks++ {
		text := s.text()
		bar := text[strings.LastIndex(text, "\n")+1:]
		over = over || strings.Contains(text, "F ends the fight") || strings.HasPrefix(strings.TrimSpace(bar), "F end the fight")
		switch {
		case strings.Contains(text, ": summary"):
			s.wait("no fight", "Esc close")
			s.click("Esc close")
			if s.rest(); strings.Contains(s.text(), "Esc close") {
				t.Errorf("the summary stays\n%s", s.text())
			}
			return
		case strings.Contains(bar, "r roll it"):
			s.click("r roll it")
		case strings.Contains(bar, "Esc back") && strings.Contains(text, "\n ! "):
			s.click("Esc back")
			if strings.Contains(s.text(), "w wait") {
				s.click("w wait")
			}
		case over && strings.Contains(text, "▸ 1 Fight on") && strings.Contains(text, " 2 End it"):
			s.click("2 End it")
		case strings.Contains(bar, "Enter "):
			s.click("Enter ")
		case over && strings.Contains(bar, "F end the"):
			s.click("F end the")
		case over:
			s.click("»")
		case strings.Contains(bar, "n fight"):
			s.click("n fight")
		case strings.Contains(bar, "x done") && strings.Contains(text, " can act · x ends one turn"): // in rounds, until nobody of the side can act
			attack := "a attack"
			if !strings.Contains(bar, attack) {
				attack = "a melee attack"
			}
			if s.click(attack); strings.Contains(s.text(), attack) {
				s.click("x done")
			}
		case strings.Contains(text, "declares now") && strings.Contains(bar, "a attack"):
			if s.click("a attack"); strings.Contains(s.text(), "a attack") {
				s.click("w wait")
			}
		case strings.Contains(bar, "n next"):
			s.click("n next")
		default:
			s.click("»")
		}
	}
	t.Fatalf("the fight did not end\n%s", s.text())
}
