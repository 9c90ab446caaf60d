package rules

import "strings"

// Thrown is dice that were for nothing the rules know, and what they came to.
type Thrown struct {
	Faces []int
	Total float64
}

// Text returns the faces and the total: "5 + 3 + 4 = 12".
func (t Thrown) Text(p Points) string {
	var parts []string
	for _, face := range t.Faces {
		parts = append(parts, formatNumber(float64(face)))
	}
	text := strings.Join(parts, " + ")
	switch {
	case p.Plus > 0:
		text += " + " + formatNumber(p.Plus)
	case p.Plus < 0:
		text += " − " + formatNumber(-p.Plus)
	}
	if total := formatMinus(t.Total); text != total {
		text += " = " + total
	}
	return text
}

// Throw rolls dice that are for nothing the rules know, such as 2d6+4. Nothing changes but that it is told.
func (p Points) Throw(rs *Ruleset, s *State, k Known) (Decision, Thrown, error) {
	r, t := rs.run(s, k), Thrown{Total: p.Plus}
	for range p.Count {
		face := r.die(p.Faces, p.String())
		t.Faces, t.Total = append(t.Faces, face), t.Total+float64(face)
	}
	d, err := r.decision()
	return d, t, err
}
