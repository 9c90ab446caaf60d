package gmtest

import (
	"fmt"
	"testing"

	"hybrid/gm/command"
	"hybrid/rules"
	"hybrid/rules/collect"
)

// playedSession is a session, such as a *gm.Session.
type playedSession[E any] interface {
	Do(command.Command) (E, error)
	State() *rules.State
	Game() *command.Game
}

// Crowd begins a fight of the given number of combatants in a session of the sample campaign, those of the warehouse and more
// on either side, and rolls their initiative.
func Crowd[E any](t testing.TB, s playedSession[E], combatants int) {
	t.Helper()
	Do(t, s, "begin warehouse fresh")
	for n := 0; len(s.State().Actors)+1 < combatants; n++ {
		more := min(50, (combatants-len(s.State().Actors))/2)
		Do(t, s, fmt.Sprintf("add %d dock_cutter as Left%d side party", more, n), fmt.Sprintf("add %d dock_cutter as Right%d side gang", more, n))
	}
	Do(t, s, "initiative")
}

// Clash lets the actors of a session who may declare attack random opponents, for the given number of entries.
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

// Opponent returns the key of a random actor of another side. chance returns a random number below its argument.
func Opponent(s *rules.State, a *rules.Actor, chance func(int) int) string {
	keys := collect.MapIf(s.Actors, func(other *rules.Actor) bool { return other.Side != a.Side }, func(other *rules.Actor) string { return other.Key })
	return keys[chance(len(keys))]
}
