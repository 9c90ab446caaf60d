package gm

import (
	"encoding/json"
	"fmt"
	"testing"

	"hybrid/gm/command"
	"hybrid/gm/gmtest"
	"hybrid/rules"
)

// crowd is a session with so many combatants, those of the warehouse and more on either side, whose initiative is rolled.
func crowd(b testing.TB, combatants int, dir string) *Session {
	s := opened(b, sample(b), dir, 1)
	do(b, s, "begin warehouse fresh")
	for n := 0; len(s.State().Actors)+1 < combatants; n++ {
		more := min(50, (combatants-len(s.State().Actors))/2)
		do(b, s, fmt.Sprintf("add %d dock_cutter as Left%d side party", more, n), fmt.Sprintf("add %d dock_cutter as Right%d side gang", more, n))
	}
	do(b, s, "initiative")
	return s
}

// clashed lets those of a session who may declare attack somebody of the other side, for so many entries.
func clashed(b testing.TB, s *Session, entries int) {
	random := gmtest.NewRandom(1, s.Game)
	for len(s.entries) < entries {
		line := "next"
		for _, a := range s.State().Actors {
			if a.Open {
				line = fmt.Sprintf("%s: attack %s", a.Key, opponent(s.State(), a, random.Rng.IntN))
				break
			}
		}
		if _, err := gmtest.DoAtRandom(b, random, s, line); err != nil && !rules.Refused(err) {
			b.Fatalf("%s: %v", line, err)
		} else if err != nil {
			if _, err := s.Do(command.Command{Line: "wait"}); err != nil {
				b.Fatalf("%s: %v", line, err)
			}
		}
	}
}

// opponent is one of the other side, by chance.
func opponent(s *rules.State, a *rules.Actor, chance func(int) int) string {
	var keys []string
	for _, other := range s.Actors {
		if other.Side != a.Side {
			keys = append(keys, other.Key)
		}
	}
	return keys[chance(len(keys))]
}

// BenchmarkRatioVerify holds deciding every entry again against decoding each once, in fights of more and more.
func BenchmarkRatioVerify(b *testing.B) {
	for _, n := range []int{10, 50, 200} {
		s := crowd(b, n, b.TempDir())
		clashed(b, s, 400)
		type coded struct{ payload, events, outcomes []byte }
		var list []coded
		for _, k := range s.entries {
			var c coded
			c.payload, _ = json.Marshal(k.payload())
			c.events, _ = k.written()
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

// BenchmarkRatioCrowd holds an attack that is declared among a thousand against one among ten.
func BenchmarkRatioCrowd(b *testing.B) {
	few, many := crowd(b, 10, ""), crowd(b, 1000, "")
	do(b, few, "next")
	do(b, many, "next")
	declare := func(s *Session) func() {
		var who string
		for _, a := range s.State().Actors {
			if a.Open {
				who = a.Key
			}
		}
		foe := opponent(s.State(), s.State().Find(who), func(int) int { return 0 })
		return func() { do(b, s, who+": attack "+foe, "undo") }
	}
	gmtest.Ratio(b, "declare", declare(many), declare(few))
}
