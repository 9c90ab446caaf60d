package dashboard

import (
	"strings"

	"hybrid/gm"
	"hybrid/gm/dashboard/draw"
)

// togetherLines is what several people rolled, as one table: who acts when, what each rolled, and who is what now.
func (d *Dashboard) togetherLines(p *draw.Page, e *gm.Everybody) {
	if len(e.Acts) > 0 {
		p.Text(draw.RoleTitle, "Acts at")
		for _, acting := range e.Acts {
			p.Add(draw.Line{Left: d.nameOf(acting.Who), Right: draw.Number(acting.At), Indent: 1})
		}
	}
	if len(e.Rolls) > 0 {
		p.Gap()
	}
	for _, rolled := range e.Rolls {
		o := rolled.Outcome
		p.Add(draw.Line{Left: d.nameOf(rolled.Who), Note: o.Label, Right: outcomeShort(o), Role: outcomeRole(o)})
		text := outcomeLong(o)
		if o.Text != "" {
			text = o.Text + " · " + text
		}
		p.Add(draw.Line{Left: text, Indent: 2, Role: draw.RoleDim})
	}
	for _, now := range e.Now {
		who, what := make([]string, len(now.Who)), make([]string, len(now.Conditions))
		for i, key := range now.Who {
			who[i] = d.nameOf(key)
		}
		for i, name := range now.Conditions {
			what[i] = strings.ToLower(conditionLabel(d.session.Rules(), name))
		}
		p.Gap()
		p.Text(draw.RoleLow, "! "+strings.Join(what, ", "))
		p.Add(draw.Line{Left: strings.Join(who, ", "), Indent: 2})
	}
}
