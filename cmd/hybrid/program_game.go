package main

import "hybrid/rules"

// gameName returns the label of the campaign's game.
func (p *program) gameName() string {
	if p.loadError != nil || p.campaign == nil {
		return "a campaign"
	}
	return p.campaign.Rules.Pack.Label
}

// throwsFaces reports whether the check of the game throws dice with faces.
func throwsFaces(rs *rules.Ruleset) bool {
	check, ok := rs.Checks.Get(rs.Pack.Check)
	return ok && check.Throw.Text != ""
}

// checkWord returns the placeholder for the subject of a check in usage lines: SKILL, or STAT in a game without skills.
func checkWord(rs *rules.Ruleset) string {
	if len(rs.Skills.All) == 0 {
		return "STAT"
	}
	return "SKILL"
}
