package dashboard

import (
	"cmp"
	"strings"

	"hybrid/gm/command"
	"hybrid/gm/dashboard/draw"
	"hybrid/rules"
)

// Pages that explain a number, such as a chance: the terms that add up to it, each with the place of its rule in the rules' files (its
// source), and the sum.

// burdenPage returns a page that explains the burden of a combatant, the modifier to all its rolls.
func (ps pages) burdenPage(a *rules.Actor) *draw.Page {
	value, parts := ps.session.Game().Encumbrance(a.Key) // the burden, which package command names encumbrance
	p := &draw.Page{Title: ps.whyTitle(a.Key + " " + ps.burdenLabel())}
	for _, part := range parts {
		p.Add(draw.PageLine{Left: part.Label, Right: draw.FormatSigned(part.Value)})
		addSource(p, part, 2)
	}
	p.Rule()
	p.Pair(draw.RoleTitle, a.Name+"'s "+ps.burdenLabel(), draw.Tenths(value))
	return p
}

// actionWhyPage returns a page that explains the duration of a's action, and its chance, against its likeliest target.
func (ps pages) actionWhyPage(a *rules.Actor, action *rules.Action) *draw.Page {
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
	ps.addExplainedTerms(p, v.Time, action.Label+" takes", command.FormatCounts(ps.session.Rules(), v.Counts))
	if v.Check != nil {
		p.Gap()
		ps.addExplainedTerms(p, v.Check.Terms, ps.session.Rules().DescribeComparison(v.Check.Check), targetNumberText(v.Check))
	}
	return p
}

// addExplainedTerms adds terms to p, always with their sources, and below them heading and sum.
func (ps pages) addExplainedTerms(p *draw.Page, terms []rules.Term, heading, sum string) {
	showSources := ps.showSources
	ps.showSources = true
	ps.addTerms(p, terms, 0)
	ps.showSources = showSources
	p.Rule()
	p.Pair(draw.RoleTitle, heading, sum)
}

// whyPage returns a page that explains the number that subject names, such as "kira pdf", or an error if there is no such number.
func (ps pages) whyPage(subject string) (*draw.Page, error) {
	terms, text, err := ps.session.Explain(subject)
	if err != nil {
		return nil, err
	}
	p := &draw.Page{Title: ps.whyTitle(subject)}
	showSources := ps.showSources
	ps.showSources = true
	ps.addTerms(p, terms, 0)
	ps.showSources = showSources
	if text != "" {
		p.Rule()
		for _, row := range strings.Split(text, "\n") {
			p.Text(draw.RoleTitle, row)
		}
	}
	return p, nil
}

// whyTitle returns the title of an explanation; subject is the key of a combatant and the name of its number.
func (ps pages) whyTitle(subject string) string {
	who, what, _ := strings.Cut(subject, " ")
	return "Why: " + ps.actorName(who) + ", " + what
}

// explainedPage returns the same page as whyPage, or a page with the reason if there is no such number.
func (ps pages) explainedPage(subject string) *draw.Page {
	p, err := ps.whyPage(subject)
	if err != nil {
		reason, _ := errorText(err)
		p = &draw.Page{Title: ps.whyTitle(subject)}
		p.Text(draw.RoleDim, reason)
	}
	return p
}
