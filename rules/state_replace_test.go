package rules

import (
	"testing"

	"hybrid/rules/source"
)

// TestRenamedEntries has a layer rename entries of the game: what names them below keeps its meaning, also in the choices of rulings, and a
// character's file that names them as before reads the same and is warned of.
func TestRenamedEntries(t *testing.T) {
	const own = "skills: {sword: {renamed: blades}}\npools: {PFT: {renamed: BREATH}}\nstats: {DEX: {renamed: HANDS}}\nitems: {sabre: {renamed: cutlass}}\nconditions: {prone: {renamed: lying}}\n"
	over := Layer{Name: "own", Files: []source.File{{Name: "own.yaml", Data: []byte(own)}}}
	before, after := hybridPack(t), packWith(t, nil, over)
	chance := func(rs *Ruleset) float64 {
		s := &State{Actors: []*Actor{rs.NewActor("kira", sheetOf(t, rs, "kira")), rs.NewActor("grell", sheetOf(t, rs, "grell"))}}
		p, err := rs.Preview(s, "kira", OngoingAction{Action: "attack", Whom: "grell"}, nil)
		if err != nil {
			t.Fatal(err)
		}
		return p.Roll.Chance
	}
	if was, is := chance(before), chance(after); was != is {
		t.Errorf("the chance is %g, not %g", is, was)
	}
	if skill, ok := after.Skills.Get("sword"); !ok || skill.Name != "blades" {
		t.Errorf("sword means %v", skill)
	}
	if n := len(sheetOf(t, after, "kira").Warnings); n != 3 {
		t.Errorf("%d warnings: %v", n, sheetOf(t, after, "kira").Warnings)
	}
	if list := VetChoices([]Layer{hybridLayer(t), over}, nil); len(list) > 0 {
		t.Error(list)
	}
}
