package command

import "hybrid/rules"

func landingText(rs *rules.Ruleset, s *rules.State, d *rules.Doing) string {
	text := d.Means(rs)
	if whom := s.Find(d.Whom); whom != nil {
		text += " → " + whom.Short
	}
	return text + " (" + Number(d.At) + ")"
}
