package main

import (
	"slices"
	"testing"

	"hybrid/gm/gmtest"
	"hybrid/rules/phrase"
)

// TestEverySentenceIsShown: `try say` shows every pattern of every rule of every campaign, in each case and each way, as somebody reads it.
func TestEverySentenceIsShown(t *testing.T) {
	for _, name := range []string{"saltmarket", "cold_lantern", "two_tribes", "catacombs", "heresiarch"} {
		trial := newSayTrial(&program{campaign: gmtest.Campaign(t, name, nil)})
		list := sayableRules(trial.campaign.Rules)
		trial.sentencesReport(list)
		var shown []string
		for _, row := range trial.rows {
			shown = append(shown, row[3].value.(string))
		}
		slices.Sort(shown)
		count := 0
		check := func(rule string, say *phrase.Say) {
			for _, leaf := range say.Leaves() {
				if count++; len(leaf.Pattern.Clauses) == 0 || len(trial.campaign.Rules.Items.All) == 0 && slices.Contains(leaf.Pattern.ValueNames(), "tool") {
					continue
				}
				if _, ok := slices.BinarySearch(shown, leaf.Pos.String()); !ok {
					t.Errorf("%s: %s: %s is not shown", leaf.Pos, rule, leaf.Text.Text)
				}
			}
		}
		for i := range list {
			check(list[i].name, list[i].say)
			for j := range list[i].steps {
				check(list[i].name, list[i].steps[j].Value.Say)
			}
		}
		if count < 140 {
			t.Errorf("%s: only %d patterns", name, count)
		}
	}
}
