package dashboard

import (
	"slices"
	"strings"

	"hybrid/gm/command"
	"hybrid/gm/dashboard/draw"
	"hybrid/rules/rulebook"
)

// Pages about entries of the rules, such as a condition or an action. A rulebook.Rule describes an entry in words.

// rulePage returns a page about a rule: its text, its facts, the combatants whom it affects now, and its place in the rules' files.
func (ps pages) rulePage(r *rulebook.Rule) *draw.Page {
	p := &draw.Page{Title: r.Head.Label + ", " + r.Kind, Right: r.Head.Src}
	if r.Text != "" {
		p.Text(draw.RoleText, r.Text)
		p.Gap()
	}
	for _, fact := range r.Facts {
		p.Text(draw.RoleText, fact)
	}
	if names := command.ListConcerned(ps.session.Game(), r.Entry); len(names) > 0 {
		p.Gap()
		p.Text(draw.RoleStrong, "now: "+strings.Join(names, ", "))
	}
	p.Gap()
	p.Text(draw.RoleDim, r.Head.Where())
	return p
}

// manualPage returns a page about a manual change: the rule in book whose entry is the given one, and the effect of line, which names
// that entry. If book lacks the entry, it returns only the effect.
func (ps pages) manualPage(line string, book []rulebook.Rule, entry any) *draw.Page {
	change := ps.changePage(line)
	at := slices.IndexFunc(book, func(r rulebook.Rule) bool { return r.Entry == entry })
	if at < 0 {
		return change
	}
	p := ps.rulePage(&book[at])
	p.Gap()
	p.Text(draw.RoleStrong, change.Title)
	p.Lines = append(p.Lines, change.Lines...)
	return p
}
