package command

import "hybrid/rules"

// landingText returns what d does, to whom, and the count at which it lands.
func landingText(rs *rules.Ruleset, s *rules.State, d *rules.Doing) string {
	text := d.Means(rs)
	if whom := s.Find(d.Whom); whom != nil {
		text += " → " + whom.Short
	}
	return text + " (" + Number(d.At) + ")"
}
