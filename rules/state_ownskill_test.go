package rules

import (
	"strings"
	"testing"
)

const ownSkillFile = `character: {name: Wren}
stats: {PST: 10, PEN: 10, DEX: 10, PAG: 12, PAW: 14, MST: 8, MEN: 8, MAG: 8, MAW: 10, PSI: 5}
skills:
  searching: 5
  tracking: {rank: 6, basis: (PAW + MAW) / 2, tools: simple, bonus: {searching: 2}}
  sword: {rank: 4, cost: 9, difficulty: -3}
  knife: {rank: 4}
`

// A character's file may say that a skill is otherwise for this one alone: its chance, its cost, its difficulty follow, and
// those of all others stay.
func TestOwnSkills(t *testing.T) {
	rs := hybridPack(t)
	sheet, err := rs.ReadSheet("wren", []byte(ownSkillFile))
	if err != nil {
		t.Fatal(err)
	}
	plain := strings.NewReplacer("{rank: 6, basis: (PAW + MAW) / 2, tools: simple, bonus: {searching: 2}}", "6", "{rank: 4, cost: 9, difficulty: -3}", "4").Replace(ownSkillFile)
	common, err := rs.ReadSheet("wren", []byte(plain))
	if err != nil {
		t.Fatal(err)
	}
	chance := func(sheet *Sheet, name string) float64 {
		state := &State{Actors: []*Actor{rs.NewActor("wren", sheet)}}
		preview, err := rs.Preview(state, "wren", OngoingAction{Skill: name}, nil)
		if err != nil {
			t.Fatal(err)
		}
		return preview.Roll.Chance
	}
	tracking, _ := rs.Skills.Get("tracking")
	sword, _ := rs.Skills.Get("sword")
	actor, other := rs.NewActor("wren", sheet), rs.NewActor("wren", common)
	if got := actor.BasisOf(rs, tracking); got != 12 {
		t.Errorf("tracking rests on %g", got)
	}
	own := sheet.SkillOf(tracking)
	df := own.Difficulty - tracking.Difficulty
	if want := chance(common, "tracking") + 3*(12-other.BasisOf(rs, tracking)) + 2*5 + 5*df; chance(sheet, "tracking") != want || df == 0 {
		t.Errorf("tracking at %g, want %g; its DF is %g", chance(sheet, "tracking"), want, own.Difficulty)
	}
	if want := chance(common, "sword") + 5*(-3-sword.Difficulty); chance(sheet, "sword") != want {
		t.Errorf("sword at %g, want %g", chance(sheet, "sword"), want)
	}
	steps, err := sheet.SkillOf(sword).RaiseCosts(rs, 4, 5)
	if err != nil || steps[0].Cost != 9*3 {
		t.Errorf("rank 5 costs %v, %v", steps, err)
	}
	if chance(sheet, "knife") != chance(common, "knife") || sheet.Rank(tracking) != 6 {
		t.Error("what is not otherwise is otherwise")
	}
}

func TestWhatIsWrongWithOwnSkills(t *testing.T) {
	rs := hybridPack(t)
	for _, row := range []struct{ skill, want string }{
		{"{basis: PAW}", "Skill tracking needs a rank"},
		{"{rank: 99}", "Rank 99 in tracking is out of range"},
		{"{rank: 3, basis: PWA}", "PWA"},
		{"{rank: 3, tools: smple}", "Table tools has no row “smple”. Did you mean “simple”?"},
		{"{rank: 3, tool: simple}", "No key named “tool”. Did you mean “tools”?"},
		{"{rank: 3, bonus: {serching: 1}}", "No skill named “serching”. Did you mean “searching”?"},
		{"{rank: 3, cost: much}", "Expected a number"},
		{"{rank: 3, points: {pluss: 1}}", "No key named “pluss”. Did you mean “plus”?"},
	} {
		text := strings.Replace(ownSkillFile, "{rank: 6, basis: (PAW + MAW) / 2, tools: simple, bonus: {searching: 2}}", row.skill, 1)
		if _, err := rs.ReadSheet("wren", []byte(text)); err == nil || !strings.Contains(err.Error(), row.want) {
			t.Errorf("%s: %v", row.skill, err)
		}
	}
}

// A character's file may say that a use of a skill adds other points here than the rank is worth; they grow with the rank.
func TestOwnPoints(t *testing.T) {
	rs := hybridPack(t)
	for _, row := range []struct {
		skill string
		want  float64
	}{{"4", 2}, {"{rank: 4, points: {plus: 3}}", 5}, {"{rank: 4, points: {value: 1}}", 1}, {"{rank: 4, points: {plus: -9}}", 0}, {"{rank: 6, points: {plus: 3}}", 6}} {
		sheet, err := rs.ReadSheet("wren", []byte(strings.Replace(ownSkillFile, "{rank: 4, cost: 9, difficulty: -3}", row.skill, 1)))
		if err != nil {
			t.Fatal(err)
		}
		sword, _ := rs.Skills.Get("sword")
		worth, err := rs.PlainPreview(&State{Actors: []*Actor{rs.NewActor("wren", sheet)}}, "wren", OngoingAction{Skill: sword.Name})
		if err != nil || worth.Points != row.want {
			t.Errorf("%s: %g points, want %g; %v", row.skill, worth.Points, row.want, err)
		}
	}
}
