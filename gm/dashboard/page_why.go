package dashboard

import (
	"cmp"
	"strings"

	"hybrid/gm/command"
	"hybrid/gm/dashboard/draw"
	"hybrid/rules"
)

// burdenPage returns a page that explains the burden of a combatant.
func (ps pages) burdenPage(a *rules.Actor) *draw.Page {
	value, parts := ps.session.Game().Burden(a.Key)
	p := &draw.Page{Title: ps.whyTitle(a.Key + " " + ps.burdenLabel())}
	for _, part := range parts {
		p.Add(draw.PageLine{Left: part.Label, Right: draw.FormatSigned(part.Value)})
		addSource(p, part, 2)
	}
	p.Rule()
	p.Pair(draw.RoleTitle, a.Name+"'s "+ps.burdenLabel(), draw.Tenths(value))
	return p
}

// actionWhy returns a page that explains the time of an action, and its chance against its likeliest target.
func (ps pages) actionWhy(a *rules.Actor, action *rules.Action) *draw.Page {
	text := a.Key + ": " + action.Name
	if whom := ps.likeliestTarget(a.Key, action); whom != "" {
		text += " " + whom
	}
	v, err := ps.preview(text)
	if err != nil {
		reason, _ := errorText(err)
		p := &draw.Page{Title: text}
		p.Text(draw.RoleBad, "! "+reason)
		return p
	}
	p := &draw.Page{Title: cmp.Or(ps.planSentence(&v), text)}
	ps.explainedTerms(p, v.Time, action.Label+" takes", command.FormatCounts(ps.session.Rules(), v.Counts))
	if v.Check != nil {
		p.Gap()
		ps.explainedTerms(p, v.Check.Terms, ps.session.Rules().DescribeComparison(v.Check.Check), comparedNumber(v.Check))
	}
	return p
}

// explainedTerms lists terms with their sources, and below them their sum after heading.
func (ps pages) explainedTerms(p *draw.Page, terms []rules.Term, heading, sum string) {
	detail := ps.showSources
	ps.showSources = true
	ps.addTerms(p, terms, 0)
	ps.showSources = detail
	p.Rule()
	p.Pair(draw.RoleTitle, heading, sum)
}

// whyPage returns a page that explains a number, which subject names, such as "kira pdf".
func (ps pages) whyPage(subject string) (*draw.Page, error) {
	terms, text, err := ps.session.Why(subject)
	if err != nil {
		return nil, err
	}
	p := &draw.Page{Title: ps.whyTitle(subject)}
	detail := ps.showSources
	ps.showSources = true
	ps.addTerms(p, terms, 0)
	ps.showSources = detail
	if text != "" {
		p.Rule()
		for _, row := range strings.Split(text, "\n") {
			p.Text(draw.RoleTitle, row)
		}
	}
	return p, nil
}

// whyTitle returns the title of an explanation.
func (ps pages) whyTitle(subject string) string {
	who, what, _ := strings.Cut(subject, " ")
	return "Why: " + ps.actorName(who) + ", " + what
}

// explainedPage returns a page that explains a number, or the reason why there is none.
func (ps pages) explainedPage(subject string) *draw.Page {
	p, err := ps.whyPage(subject)
	if err != nil {
		reason, _ := errorText(err)
		p = &draw.Page{Title: ps.whyTitle(subject)}
		p.Text(draw.RoleDim, reason)
	}
	return p
}
