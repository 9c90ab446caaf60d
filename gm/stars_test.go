package gm

import (
	"math"
	"strings"
	"testing"

	"hybrid/gm/campaign"
	"hybrid/gm/command"
	"hybrid/gm/gmtest"
	"hybrid/rules"
)

// The second campaign that comes along is another game in places, with no Go of its own: it shows in numbers.

func stars(t *testing.T) *campaign.Campaign {
	t.Helper()
	c := gmtest.Campaign(t, "cold_lantern", nil)
	return c
}

func boarding(t *testing.T) *Session {
	t.Helper()
	s := opened(t, stars(t), "", 3)
	must(t, s, "begin lock_four")
	must(t, s, "initiative")
	return s
}

func must(t *testing.T, s *Session, line string) Entry {
	t.Helper()
	entry, err := s.Do(command.Command{Line: line})
	if err != nil {
		t.Fatalf("%s: %v", line, err)
	}
	return entry
}

// TestStarsDegrees counts the faces of the die for each degree by the campaign's own table and compares.
func TestStarsDegrees(t *testing.T) {
	s := boarding(t)
	p, err := s.game.Preview("juno: attack moreau, df 5")
	if err != nil {
		t.Fatal(err)
	}
	chance, want := p.Check.Chance, map[string]float64{}
	for roll := 1.0; roll < 100; roll++ {
		want[void(roll, chance)] += 0.01
	}
	for again := 1.0; again <= 100; again++ {
		want[void(100+again, chance)] += 0.0001
	}
	if want["grazing_success"] == 0 {
		t.Fatalf("no graze at a chance of %g", chance)
	}
	for _, odd := range p.Odds {
		if math.Abs(odd.Probability-want[odd.Degree.Name]) > 1e-9 {
			t.Errorf("%s at %g: %g, want %g", odd.Degree.Name, chance, odd.Probability, want[odd.Degree.Name])
		}
		delete(want, odd.Degree.Name)
	}
	for name, p := range want {
		t.Errorf("no %s, want %g", name, p)
	}
	for name, factor := range map[string]float64{"amazing_success": 4, "very_notable_success": 2.5, "notable_success": 1.75, "solid_success": 1.25, "plain_success": 1, "grazing_success": 0.5, "plain_failure": 0} {
		if degree, ok := s.Rules().Degrees.Get(name); !ok || degree.Factor != factor {
			t.Errorf("%s: %+v, want a factor of %g", name, degree, factor)
		}
	}
}

func void(roll, chance float64) string {
	switch {
	case roll <= chance/20:
		return "amazing_success"
	case roll <= chance/8:
		return "very_notable_success"
	case roll <= chance/4:
		return "notable_success"
	case roll <= chance/2:
		return "solid_success"
	case roll <= chance && roll > 0.9*chance:
		return "grazing_success"
	case roll <= chance:
		return "plain_success"
	case roll > 3*chance:
		return "amazing_failure"
	case roll > 2.5*chance:
		return "very_notable_failure"
	case roll > 2*chance:
		return "notable_failure"
	case roll > 1.5*chance:
		return "solid_failure"
	}
	return "plain_failure"
}

// TestStarsPlasma lets the same dice fall on the same chest, once of plasma and once of a bolt: each kind of damage is
// stopped by its own figure, plasma burns on, and every hole leaks.
func TestStarsPlasma(t *testing.T) {
	for weapon, want := range map[string]struct{ damage, stopped float64 }{
		"cutting_torch": {2 + 2 + 5, 3},
		"rivet_gun":     {2 + 2 + 3, 2},
	} {
		s := opened(t, stars(t), "", 3)
		must(t, s, "begin lock_four")
		must(t, s, "add oren as tester side crew")
		must(t, s, "turn tester 0")
		must(t, s, "next")
		chance := chanceOf(t, s, "tester: attack pell with "+weapon+", df 12")
		must(t, s, "tester: attack pell with "+weapon+", df 12")
		before := level(s, s.State().Find("pell"), "PFT")
		hit, err := s.Do(command.Command{Line: "next", Answers: map[string]string{"pell.answer": rules.NoAnswer}, Faces: []int{40, 12, 2, 2}})
		if err != nil {
			t.Fatal(err)
		}
		factor := map[string]float64{"solid_success": 1.25, "plain_success": 1, "notable_success": 1.75}[void(40, chance)]
		lost := before - level(s, s.State().Find("pell"), "PFT")
		if came := math.Floor(want.damage*factor+0.5) - want.stopped; factor == 0 || lost != came {
			t.Errorf("%s at %g: %g points of fatigue, want %g × %g − %g = %g", weapon, chance, lost, want.damage, factor, want.stopped, came)
		}
		var burns bool
		for _, o := range hit.Outcomes {
			burns = burns || o.Step == "burns"
		}
		if burns != (weapon == "cutting_torch") {
			t.Errorf("%s: it burns: %v", weapon, burns)
		}
	}
}

// chanceOf is the chance of a line.
func chanceOf(t *testing.T, s *Session, line string) float64 {
	t.Helper()
	p, err := s.game.Preview(line)
	if err != nil {
		t.Fatal(err)
	}
	return p.Check.Chance
}

// TestStarsBurning lets a fire burn down: it acts every ten counts and is cooler each time.
func TestStarsBurning(t *testing.T) {
	s := opened(t, stars(t), "", 3)
	must(t, s, "begin lock_four")
	for _, a := range s.State().Actors {
		must(t, s, "turn "+a.Key+" 90")
	}
	before := level(s, s.State().Find("pell"), "PFT")
	must(t, s, "put pell burning 3")
	var at []float64
	for len(at) < 3 {
		entry := must(t, s, "next")
		if strings.Contains(entry.Title, "urning") {
			at = append(at, s.State().Count)
		}
	}
	pell := s.State().Find("pell")
	if got := before - level(s, pell, "PFT"); got != 3+2+1 || at[0] != 10 || at[1] != 20 || at[2] != 30 {
		t.Errorf("burnt for %g at %v, want 6 at 10, 20 and 30", got, at)
	}
	for _, held := range pell.Conditions {
		if held.Condition.Name == "burning" {
			t.Error("it still burns")
		}
	}
}

// level is where a pool of an actor stands.
func level(s *Session, a *rules.Actor, name string) float64 {
	pool, _ := s.Rules().Pools.Get(name)
	return a.PoolValue(pool)
}
