package main

import "hybrid/rules"

// gameName returns the label of the game that the campaign plays, or "a campaign" if it could not be loaded.
func (p *program) gameName() string {
	if p.loadError != nil || p.campaign == nil {
		return "a campaign"
	}
	return p.campaign.Rules.Pack.Label
}

// throwsFaces reports whether the game's default check throws dice with symbols on their faces, rather than comparing a die with a number.
func throwsFaces(rs *rules.Ruleset) bool {
	check, ok := rs.Checks.Get(rs.Pack.Check)
	return ok && check.Throw.Text != ""
}

// checkWord returns the placeholder in usage lines for the ability on which a check is rolled: SKILL, or STAT in a game without skills.
func checkWord(rs *rules.Ruleset) string {
	if len(rs.Skills.All) == 0 {
		return "STAT"
	}
	return "SKILL"
}
