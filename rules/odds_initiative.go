package rules

import (
	"cmp"
	"slices"
)

// The odds of initiative: the probabilities of the count at which an actor has its next turn. A count is a unit of the timeline. All
// possible results of the dice are tried.

// TurnOdds is the probability that the next turn comes after the given number of counts.
type TurnOdds struct {
	Counts      float64 `json:"counts"`      // counts until the turn
	Probability float64 `json:"probability"` // from 0 to 1
}

// maxThrows is the highest number of throws that InitiativeOdds follows, since dice can explode without bound.
const maxThrows = 100_000

// InitiativeOdds returns the probability that an actor's next turn comes after each number of counts, soonest first, if it rolls initiative
// now. All possible results of the dice are followed. It returns a *Refusal if sides take turns, if an answer is needed, or if there are
// too many results.
func (rs *Ruleset) InitiativeOdds(s *State, who string) ([]TurnOdds, error) {
	if rs.Order.InRounds() || rs.Order.Initiative == nil {
		return nil, refuse("No combatant rolls initiative in these rules: sides take turns.")
	}
	sum := map[float64]float64{}
	throws := throwEnumerator{}
	for n := 0; ; n++ {
		if n == maxThrows {
			return nil, refuse("Initiative has more than %d possible results. Simulate an encounter instead.", maxThrows)
		}
		throws.at, throws.share = 0, 1
		d, err := rs.DecideManually(s, DecisionInput{Dice: &throws, Brief: true}, func(h *ManualChanges) { h.RollInitiative(who) })
		if err != nil {
			return nil, err
		}
		for _, e := range d.Events {
			if e.Kind == EventTurn && e.Who == who { // By is the number of counts until the turn
				sum[e.By] += throws.share
			}
		}
		if !throws.nextThrow() {
			break
		}
	}
	list := make([]TurnOdds, 0, len(sum))
	for counts, share := range sum {
		list = append(list, TurnOdds{counts, share})
	}
	slices.SortFunc(list, func(a, b TurnOdds) int { return cmp.Compare(a.Counts, b.Counts) })
	return list, nil
}

// throwEnumerator is a source of dice that goes through all possible results: nextThrow moves on to the next one, by raising the last die
// that doesn't show its highest face and forgetting the dice after it.
type throwEnumerator struct {
	faces, sides []int   // face and number of sides of each die so far
	at           int     // index of the next die
	share        float64 // probability of the current throw
}

// Roll returns the face of the next die of this throw. It implements [Dice].
func (t *throwEnumerator) Roll(faces int, _ string) (result int, typed bool, err error) {
	if t.at == len(t.faces) {
		t.faces, t.sides = append(t.faces, 1), append(t.sides, faces)
	}
	face := t.faces[t.at]
	t.at++
	t.share /= float64(faces)
	return face, false, nil
}

// nextThrow sets the dice to the next result. It returns false after the last.
func (t *throwEnumerator) nextThrow() bool {
	for n := len(t.faces) - 1; n >= 0; n-- {
		if t.faces[n] < t.sides[n] {
			t.faces[n]++
			t.faces, t.sides = t.faces[:n+1], t.sides[:n+1]
			return true
		}
	}
	return false
}

// CompareInitiative returns the probability that the first of two initiative rolls comes sooner, and the probability that both come at the
// same count.
func CompareInitiative(first, second []TurnOdds) (sooner, same float64) {
	for _, a := range first {
		for _, b := range second {
			switch {
			case a.Counts < b.Counts:
				sooner += a.Probability * b.Probability
			case a.Counts == b.Counts:
				same += a.Probability * b.Probability
			}
		}
	}
	return sooner, same
}
