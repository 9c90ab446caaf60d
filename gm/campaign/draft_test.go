package campaign

import (
	"math/rand/v2"
	"testing"

	"hybrid/rules"
)

// A character made at random spends every point, is in every range, and loads.
func TestRandomCharacters(t *testing.T) {
	if testing.Short() {
		t.Skip("skipped: it does one thing at a time, so there is nothing to race")
	}
	c := sample(t)
	for _, power := range c.Rules.Generation.PowerNames() {
		for seed := uint64(0); seed < 8; seed++ {
			d, err := c.Random(power, rand.New(rand.NewPCG(seed, 0)))
			if err != nil {
				t.Fatal(err)
			}
			if err := d.Check(c.Rules); err != nil {
				t.Errorf("%s %d: %v", power, seed, err)
			}
			if got := float64(d.SumSpent()); got != d.Power.Stats {
				t.Errorf("%s %d: %g points for statistics, want %g", power, seed, got, d.Power.Stats)
			}
			if left := d.Power.Skills - d.SkillCost(c.Rules); left > d.Power.Skills/10 {
				t.Errorf("%s %d: %g points for skills are left", power, seed, left)
			}
			d.Person.Name = "Somebody: a \"name\""
			if _, err := c.Rules.ReadSheet("a.yaml", []byte(d.File(c.Rules, "One."))); err != nil {
				t.Errorf("%s %d: %v\n%s", power, seed, err, d.File(c.Rules, "One."))
			}
			d.TakePackage(c.Rules.Packages.All[0], 2) // the other skills make room for it
			d.LowerOthers(c.Rules, nil)
			if err := d.Check(c.Rules); err != nil {
				t.Errorf("%s %d, with a package: %v", power, seed, err)
			}
		}
	}
}

// Those who are like a model differ from each other, with the same points.
func TestVariedCharacters(t *testing.T) {
	c := sample(t)
	rng := rand.New(rand.NewPCG(1, 0))
	for _, name := range c.Cast() {
		model, err := c.Model(name)
		if err != nil {
			t.Fatal(err)
		}
		seen := map[string]bool{}
		for range 6 {
			d := c.Vary(model, rng)
			text := d.File(c.Rules, "Like "+name)
			if seen[text] {
				t.Errorf("%s: two are alike", name)
			}
			seen[text] = true
			if d.SumSpent() != model.SumSpent() {
				t.Errorf("%s: %d points, the model has %d", name, d.SumSpent(), model.SumSpent())
			}
			if _, err := c.Rules.ReadSheet(name, []byte(text)); err != nil {
				t.Error(err)
			}
		}
	}
}

func TestScalar(t *testing.T) {
	for text, want := range map[string]string{
		"Kira": "Kira", "Big Osric": "Big Osric", "no": `"no"`, "A: b": `"A: b"`, "#1": `"#1"`, "": `""`, "12": `"12"`, "Zoë d'Arc": "Zoë d'Arc", "a #b": `"a #b"`, "end ": `"end "`,
	} {
		if got := QuoteScalar(text); got != want {
			t.Errorf("%q: got %s, want %s", text, got, want)
		}
	}
}

// Whatever each statistic gets of its room, the last one still has room, and all points can be spent.
func TestRoom(t *testing.T) {
	c := sample(t)
	for name, pick := range map[string]func(StatRange) int{"least": func(r StatRange) int { return r.Min }, "most": func(r StatRange) int { return r.Max }, "usual": func(r StatRange) int { return r.Usual }} {
		d := &Draft{Power: &c.Rules.Generation.Powers[0].Value, Stats: map[*rules.Stat]int{}}
		for i, stat := range c.GivenStats() {
			least, most := stat.Range()
			r := d.RangeOf(c.Rules, stat)
			if r.Min != int(least) || r.Max < r.Min || r.Max > int(most) || r.Usual < r.Min || r.Usual > r.Max || r.Open != len(c.GivenStats())-i {
				t.Errorf("%s: %s has the room %+v, of %g to %g", name, stat.Name, r, least, most)
			}
			d.Stats[stat] = pick(r)
		}
		if over := d.SumSpent() - int(d.Power.Stats); over > 0 || name == "usual" && over != 0 {
			t.Errorf("%s: %d points of %g are spent", name, d.SumSpent(), d.Power.Stats)
		}
	}
}
