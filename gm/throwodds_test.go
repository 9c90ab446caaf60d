package gm

import (
	"fmt"
	"math"
	"testing"

	"hybrid/gm/command"
	"hybrid/gm/gmtest"
	"hybrid/rules"
)

// A question after a throw is weighed with the dice that lie on the table, and not as if they had still to fall.
func TestOddsAfterAThrow(t *testing.T) {
	for _, c := range []struct {
		campaign, encounter, line string
		replies                   []string
		end                       string
		want                      map[string]float64
	}{
		{"catacombs", "proving_ground", "torgils: strike king, dice 1 1 1 3 3", nil, "hurt", map[string]float64{"none": 0, "use_fate": 0.8004}},
		{"catacombs", "proving_ground", "torgils: powerful_strike king, dice 1 1 1 3 3", nil, "hurt", map[string]float64{"none": 0, "use_fate": 0.8004}},
		{"two_tribes", "skirmish_at_the_well", "red_champion: attack blue_warrior_1, dice hit wild", nil, "out", map[string]float64{"none": 0.75, "forge_die": 0.875, "card_die": 0.875}},
		{"two_tribes", "skirmish_at_the_well", "red_champion: attack blue_warrior_1, dice save save", nil, "out", map[string]float64{"none": 0, "forge_die": 0.125}},
		{"two_tribes", "skirmish_at_the_well", "red_champion: attack blue_warrior_1, dice hit hit save save", []string{"none"}, "out", map[string]float64{"none": 0, "forge_die": 0}},
		{"two_tribes", "skirmish_at_the_well", "red_champion: attack blue_warrior_1, dice hit hit save hit", []string{"none"}, "out", map[string]float64{"none": 1, "forge_die": 0.5}},
		{"two_tribes", "skirmish_at_the_well", "red_champion: attack blue_warrior_1, dice hit save hit save hit", []string{"forge_reroll save", "none"}, "out", map[string]float64{"none": 1, "forge_die": 0.5}},
	} {
		s := opened(t, gmtest.Campaign(t, c.campaign, nil), "", 1)
		do(t, s, "begin "+c.encounter, "next")
		q := needs(t, s, command.Command{Line: c.line})
		for _, reply := range c.replies {
			if _, err := s.Reply(q.ID, Reply{Choice: reply}); s.OpenQuestion() == nil {
				t.Fatalf("%s: after %s no question: %v", c.line, reply, err)
			}
			q = s.OpenQuestion()
		}
		weighed := s.Game().AnswerEffects(q.Command, &q.Need)
		for name, want := range c.want {
			got := math.NaN()
			if odds := weighed[name].Odds; odds != nil {
				got = map[string]func(rules.EndOdds) float64{"hurt": func(e rules.EndOdds) float64 { return e.Hurt }, "out": func(e rules.EndOdds) float64 { return e.Out }}[c.end](odds.TargetOdds())
			}
			if fmt.Sprintf("%.4f", got) != fmt.Sprintf("%.4f", want) {
				t.Errorf("%s: %s %s with %.4f, want %.4f", c.line, name, c.end, got, want)
			}
		}
	}
}
