package rules

import (
	"math"
	"testing"
)

// What is drawn where there are too many ways is what is worked out exactly where there are not, as far as it says of itself.
func TestDrawnOddsAreTheExactOnes(t *testing.T) {
	hybrid := hybridPack(t)
	kira, grell := hybrid.NewActor("kira", sheetOf(t, hybrid, "kira")), hybrid.NewActor("grell", sheetOf(t, hybrid, "grell"))
	bones, two := bonesWith(t, "", "ATT: 4, GRD: 1, MIND: 8", "ATT: 1, GRD: 4, MIND: 1")
	for name, row := range map[string]struct {
		rs  *Ruleset
		s   *State
		who string
		d   OngoingAction
	}{
		"an attack":    {hybrid, &State{Actors: []*Actor{kira, grell}}, "kira", OngoingAction{Action: "attack", Whom: "grell"}},
		"faced dice":   {bones, two, "ann", OngoingAction{Action: "hit", Whom: "bob"}},
		"without whom": {bones, two, "ann", OngoingAction{Action: "think"}},
	} {
		t.Run(name, func(t *testing.T) {
			exact, err := row.rs.ActionOdds(row.s, row.who, row.d, nil)
			if err != nil {
				t.Fatal(err)
			}
			drawn, err := row.rs.exploreAction(row.s, row.who, row.d, nil, &explorer{dice: samplingDice()})
			if err != nil {
				t.Fatal(err)
			}
			if exact.Samples != 0 || exact.PrecisionText() != "" || exact.Uncertainty(0.5) != 0 || drawn.Samples != sampleCount {
				t.Errorf("%d drawn exactly, %d otherwise", exact.Samples, drawn.Samples)
			}
			near := func(what string, got, want float64) {
				if math.Abs(got-want) > 2.5*drawn.Uncertainty(want)+1e-9 { // one in a million is farther off
					t.Errorf("%s: %.4f drawn, %.4f exactly", what, got, want)
				}
			}
			near("made", drawn.Made, exact.Made)
			if got, want := drawn.PrecisionText(), "about, ±1.5%: 4000 sampled ways, too many to follow all"; got != want {
				t.Errorf("got %s, want %s", got, want)
			}
			if drawn.TargetOdds().Who != exact.TargetOdds().Who {
				t.Fatalf("%s, and exactly %s", drawn.TargetOdds().Who, exact.TargetOdds().Who)
			}
			end, want := drawn.TargetOdds(), exact.TargetOdds()
			near("hurt", end.Hurt, want.Hurt)
			near("out", end.Out, want.Out)
			for _, put := range want.Puts {
				near(put.Name, end.PutProbability(put.Name), put.Probability)
			}
			if spread := math.Abs(end.Loss - want.Loss); spread > 0.05*math.Abs(want.Loss)+0.01 {
				t.Errorf("loses %.2f drawn, %.2f exactly", end.Loss, want.Loss)
			}
			again, err := row.rs.exploreAction(row.s, row.who, row.d, nil, &explorer{dice: samplingDice()})
			if err != nil || again.TargetOdds().Hurt != end.Hurt || again.TargetOdds().Loss != end.Loss {
				t.Errorf("asked again it is another: %v %v", again.TargetOdds(), err)
			}
		})
	}
}
