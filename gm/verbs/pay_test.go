package verbs_test

import (
	"testing"

	"hybrid/gm"
	"hybrid/gm/gmtest"
)

// TestPurseOfASide: the purse of the party is there from the first second, as the file of the first scene says, also in a scene that names
// nobody of it, and players see it on their phones.
func TestPurseOfASide(t *testing.T) {
	files := gmtest.SecretFiles(t)
	files["tables/money.yaml"] = "pools: {purse: {label: Silver, of: side, max: none, start: 0, paid: true}}\n"
	files["encounters/hatch.yaml"] += "sides: {party: {pools_now: {purse: 9}}, gang: {}}\n"
	files["encounters/shop.yaml"] = "encounter: {label: The shop}\ncombatants: {hanne: {side: shop, from: harpooner}}\n"
	s, _, err := gm.Open(gmtest.OpenFiles(t, files), gm.Options{Clock: gmtest.Clock()})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	gmtest.Do(t, s, "gather", "pay 2", "begin shop", "pay hanne 3", "pay kira 1 by hanne")
	pool, _ := s.Rules().Pools.Get("purse")
	for side, want := range map[string]float64{"party": 5, "shop": 2} {
		if a := s.State().Find(side); a == nil || a.PoolValue(pool) != want {
			t.Errorf("%s: %v, want %g", side, a, want)
		}
	}
	gmtest.Do(t, s, "begin hatch") // whose file fills the purse, but not twice
	if got := s.State().Find("party").PoolValue(pool); got != 5 {
		t.Errorf("begun again: %g, want 5", got)
	}
}

// TestPartyIsThePlayersSide: whoever comes in on the side `party`, or goes over to it, is with the players, whatever their side is called.
func TestPartyIsThePlayersSide(t *testing.T) {
	s, _, err := gm.Open(gmtest.Campaign(t, "cold_lantern", nil), gm.Options{Clock: gmtest.Clock()})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	gmtest.Do(t, s, "begin lock_four", "side pell party", "add reaver_breacher as Bo side party")
	for _, key := range []string{"pell", "bo"} {
		if got, want := s.State().Find(key).Side, s.State().Find("juno").Side; got != want {
			t.Errorf("%s is on the side %s, not %s", key, got, want)
		}
	}
}

// TestPartyAmongOthersOfItsSide: what the party does together while others are on its side is told once.
func TestPartyAmongOthersOfItsSide(t *testing.T) {
	s, _, err := gm.Open(gmtest.Campaign(t, "cold_lantern", nil), gm.Options{Clock: gmtest.Clock()})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	gmtest.Do(t, s, "begin lock_four", "side pell party", "pass 3 d camp by party")
	if log := s.Log(); log[len(log)-1].Text() != "Juno, Oren and Ilmi rest. · day 4 · 3 d of camp life: party" {
		t.Errorf("it says %s", log[len(log)-1].Text())
	}
}

// TestSideWithoutAnybody: where sides have money, an actor can go over to a side of the campaign that has nobody here, and to a new one;
// both have their money from then on. Undo takes the side away.
func TestSideWithoutAnybody(t *testing.T) {
	files := gmtest.SecretFiles(t)
	files["tables/money.yaml"] = "pools: {purse: {label: Silver, of: side, max: none, start: 0, paid: true}}\n"
	files["encounters/shop.yaml"] = "encounter: {label: The shop}\ncombatants: {hanne: {side: shop, from: harpooner}}\n"
	s, _, err := gm.Open(gmtest.OpenFiles(t, files), gm.Options{Clock: gmtest.Clock()})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	gmtest.Do(t, s, "gather", "side dov shop", "set shop purse +4", "side kira crew", "set crew purse 3")
	pool, _ := s.Rules().Pools.Get("purse")
	for side, want := range map[string]float64{"shop": 4, "crew": 3} {
		if a := s.State().Find(side); a == nil || a.PoolValue(pool) != want {
			t.Errorf("%s: %v, want %g", side, a, want)
		}
	}
	gmtest.Do(t, s, "undo 2")
	if s.State().Find("crew") != nil || s.State().Find("shop") == nil {
		t.Error("undo leaves the wrong sides")
	}
}
