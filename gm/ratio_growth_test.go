package gm

import (
	"encoding/json"
	"fmt"
	"testing"

	"hybrid/gm/gmtest"
	"hybrid/gm/verbs"
	"hybrid/rules"
)

// crowd is a session with so many combatants.
func crowd(b testing.TB, combatants int, dir string) *Session {
	s := opened(b, sample(b), dir, 1)
	gmtest.Crowd(b, s, combatants)
	return s
}

// BenchmarkRatioVerify holds deciding every entry again against decoding each once, in fights of more and more.
func BenchmarkRatioVerify(b *testing.B) {
	for _, n := range []int{10, 50, 200} {
		s := crowd(b, n, b.TempDir())
		gmtest.Clash(b, s, 400)
		type coded struct{ payload, events []byte }
		var list []coded
		for _, k := range s.entries {
			var c coded
			c.payload, _ = json.Marshal(k.payload())
			c.events = k.Events
			list = append(list, c)
		}
		gmtest.Ratio(b, fmt.Sprint(n), func() {
			if _, err := s.Verify(); err != nil {
				b.Fatal(err)
			}
		}, func() {
			for i := range list {
				var is payload
				var events []rules.Event
				if json.Unmarshal(list[i].payload, &is) != nil || json.Unmarshal(list[i].events, &events) != nil {
					b.Fatal("an entry cannot be read")
				}
			}
		})
	}
}

// BenchmarkRatioCrowd holds what is done among a thousand against what is done among few: an attack that is declared, and rolls
// of all, the end of a fight, and hours in which all bleed, against ten times those of a tenth.
func BenchmarkRatioCrowd(b *testing.B) {
	few, many := crowd(b, 10, ""), crowd(b, 1000, "")
	hundred := crowd(b, 100, "")
	for _, line := range []string{"roll dodge by all", "finish"} {
		gmtest.Ratio(b, line, func() { do(b, many, line, "undo") }, func() {
			for range 10 {
				do(b, hundred, line, "undo")
			}
		})
	}
	hours := func(s *Session, times int) func() {
		for _, a := range s.State().Actors {
			do(b, s, "put "+a.Key+" bleeding")
		}
		do(b, s, "finish")
		return func() {
			for range times {
				if _, err := (verbs.Endings{Game: s.Game()}).PreviewTime("pass 1 h resting by all"); err != nil {
					b.Fatal(err)
				}
			}
		}
	}
	gmtest.Ratio(b, "hours", hours(crowd(b, 300, ""), 1), hours(crowd(b, 30, ""), 10))
	do(b, few, "next")
	do(b, many, "next")
	declare := func(s *Session) func() {
		var who string
		for _, a := range s.State().Actors {
			if a.Open {
				who = a.Key
			}
		}
		foe := gmtest.Opponent(s.State(), s.State().Find(who), func(int) int { return 0 })
		return func() { do(b, s, who+": attack "+foe, "undo") }
	}
	gmtest.Ratio(b, "declare", declare(many), declare(few))
}
