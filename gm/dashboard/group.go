package dashboard

import (
	"strings"

	"hybrid/gm"
)

// togetherLines is what several people rolled, as one table: who acts when, what each rolled, and who is what now.
func (d *Dashboard) togetherLines(p *page, e *gm.Everybody) {
	if len(e.Acts) > 0 {
		p.text(roleTitle, "Acts at")
		for _, acting := range e.Acts {
			p.add(line{left: d.nameOf(acting.Who), right: number(acting.At), indent: 1})
		}
	}
	if len(e.Rolls) > 0 {
		p.gap()
	}
	for _, rolled := range e.Rolls {
		o := rolled.Outcome
		p.add(line{left: d.nameOf(rolled.Who), note: o.Label, right: outcomeShort(o), role: outcomeRole(o)})
		text := outcomeLong(o)
		if o.Text != "" {
			text = o.Text + " · " + text
		}
		p.add(line{left: text, indent: 2, role: roleDim})
	}
	for _, now := range e.Now {
		who, what := make([]string, len(now.Who)), make([]string, len(now.Conditions))
		for i, key := range now.Who {
			who[i] = d.nameOf(key)
		}
		for i, name := range now.Conditions {
			what[i] = strings.ToLower(conditionLabel(d.session.Rules(), name))
		}
		p.gap()
		p.text(roleLow, "! "+strings.Join(what, ", "))
		p.add(line{left: strings.Join(who, ", "), indent: 2})
	}
}
