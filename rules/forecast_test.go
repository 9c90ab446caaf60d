package rules

import "testing"

// A forecast rolls nothing, whoever rolls first: it has no dice.
func TestForecastRollsNothing(t *testing.T) {
	rs := hybridPack(t)
	s := &State{Actors: []*Actor{rs.NewActor("kira", sheetOf(t, rs, "kira")), rs.NewActor("grell", sheetOf(t, rs, "grell"))}}
	for _, action := range rs.Actions.All {
		cast, err := rs.Forecast(s, "kira", Doing{Action: action.Name, Whom: "grell"}, nil)
		if err != nil {
			continue // not with what she carries
		}
		if p := cast.Prospect; p != nil && len(p.Terms) == 0 {
			t.Errorf("the chance of %s has no terms", action.Name)
		}
	}
	cast, err := rs.Forecast(s, "kira", Doing{Action: "free_weapon", Whom: "grell"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if cast.Prospect == nil {
		t.Error("freeing a weapon has no chance, though the other one rolls first")
	}
}
