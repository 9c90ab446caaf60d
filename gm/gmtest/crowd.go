package gmtest

import (
	"fmt"
	"testing"

	"hybrid/gm/command"
	"hybrid/rules"
	"hybrid/rules/collect"
)

// Fights of many combatants, to test costs that must not grow with their number.

// playedSession is a session whose entries have the type E. A *gm.Session is one; gmtest can't import gm.
type playedSession[E any] interface {
	Do(command.Command) (E, error) // carries out a command
	State() *rules.State           // returns the current state
	Game() *command.Game           // returns the current game
}

// Crowd begins a fight of the given number of combatants in a session of the sample campaign: those of the encounter warehouse, and
// dock cutters added to both sides. It rolls their initiative.
func Crowd[E any](t testing.TB, s playedSession[E], combatants int) {
	t.Helper()
	Do(t, s, "begin warehouse fresh")
	for n := 0; len(s.State().Actors)+1 < combatants; n++ {
		more := min(50, (combatants-len(s.State().Actors))/2)
		Do(t, s, fmt.Sprintf("add %d dock_cutter as Left%d side party", more, n), fmt.Sprintf("add %d dock_cutter as Right%d side gang", more, n))
	}
	Do(t, s, "initiative")
}

// Clash plays the given number of entries of a fight: actors who may declare attack random opponents, or wait if they can't; otherwise time
// advances.
func Clash[E any](t testing.TB, s playedSession[E], entries int) {
	t.Helper()
	random := NewRandom(1, s.Game)
	for n := 0; n < entries; n++ {
		line := "next"
		for _, a := range s.State().Actors {
			if a.Open {
				line = fmt.Sprintf("%s: attack %s", a.Key, Opponent(s.State(), a, random.Rng.IntN))
				break
			}
		}
		if _, err := DoAtRandom(t, random, s, line); err != nil && !rules.IsRefusal(err) {
			t.Fatalf("%s: %v", line, err)
		} else if err != nil {
			Do(t, s, "wait")
		}
	}
}

// Opponent returns the key of a random actor of a side other than a's. chance(n) returns a random number from 0 to n-1.
func Opponent(s *rules.State, a *rules.Actor, chance func(int) int) string {
	keys := collect.MapIf(s.Actors, func(other *rules.Actor) bool { return other.Side != a.Side }, func(other *rules.Actor) string { return other.Key })
	return keys[chance(len(keys))]
}
