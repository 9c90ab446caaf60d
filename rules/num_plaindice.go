package rules

import (
	"strings"

	"hybrid/rules/collect"
)

// Thrown is dice that were for nothing the rules know, and what they came to.
type Thrown struct {
	Faces []int
	Total float64
}

// Text returns the faces and the total: "5 + 3 + 4 = 12".
func (t Thrown) Text(p Points) string {
	parts := collect.Map(t.Faces, func(face int) string { return formatNumber(float64(face)) })
	text := strings.Join(parts, " + ")
	switch {
	case p.Plus > 0:
		text += " + " + formatNumber(p.Plus)
	case p.Plus < 0:
		text += " − " + formatNumber(-p.Plus)
	}
	if total := FormatMinus(t.Total); text != total {
		text += " = " + total
	}
	return text
}
