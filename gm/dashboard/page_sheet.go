package dashboard

import (
	"strconv"
	"strings"

	"hybrid/gm/command"
	"hybrid/gm/dashboard/draw"
	"hybrid/gm/sheet"
	"hybrid/rules"
	"hybrid/rules/collect"
	"hybrid/rules/message"
)

// The sheet of a combatant as a page. gm/sheet computes its contents.

// sheetPage returns the sheet of the combatant or side a: person, notes, pools, cards, conditions, favourites, and the sections, such as
// skills and items.
func (ps pages) sheetPage(a *rules.Actor) *draw.Page {
	rs, person := ps.session.Rules(), a.Sheet.Person
	p := &draw.Page{Title: nameWithAbsence(a)}
	player, side := playerAndSide(ps.view, a)
	if a.IsSide() {
		side = ""
	}
	p.Text(draw.RoleDim, strings.Join(nonEmpty(person.Name, player, person.Kind, side), " · "))
	if person.Notes != "" {
		p.Paragraphs(draw.RoleText, person.Notes)
	}
	ps.addNoteLines(p, rules.PinnedNotes{Who: a.Key}, "Noted")
	p.Gap()
	v, err := sheet.New(rs, ps.shownState(), a, true)
	if err != nil {
		return p // impossible, since the sheet of a combatant in play is always valid
	}
	for _, pool := range v.Pools {
		l := draw.PageLine{Left: pool.Label, Right: draw.Tenths(pool.Now)}
		if pool.Max > 0 {
			l.Right += "/" + draw.PadLeft(draw.Tenths(pool.Max), 2)
			l.Bar, l.Share, l.Role = 10, pool.Now/pool.Max, poolRole(pool.Now/pool.Max)
		}
		p.Add(l)
	}
	ps.addPileLines(p, a)
	ps.addStateLines(p, a)
	addFavouriteLines(p, a)
	for _, section := range v.Sections {
		for _, group := range section.Groups() {
			addSectionLines(p, group)
		}
	}
	return p
}

// addSectionLines adds the title and rows of a sheet's section to p, with its columns aligned at the right edge.
func addSectionLines(p *draw.Page, section sheet.Section) {
	p.Gap()
	lines := []draw.PageLine{{Left: section.Title, Role: draw.RoleTitle}}
	for _, row := range section.Rows {
		l := draw.PageLine{Left: row.Label, Note: row.Note}
		if row.Short != "" && !strings.EqualFold(row.Short, row.Label) {
			l.Left = draw.PadRight(row.Short, 5) + row.Label
		}
		lines = append(lines, l)
	}
	for i, column := range section.Columns { // append the column to each line, as wide as its widest text
		texts, width := []string{message.Capitalise(column.Head)}, 0
		texts = append(texts, collect.Map(section.Rows, func(row sheet.Row) string { return strings.TrimSpace(row.Cells[i].Text + " " + row.Unit) })...)
		for _, text := range texts {
			width = max(width, draw.Width(text))
		}
		for j, text := range texts {
			if i > 0 {
				lines[j].Right += "  "
			}
			lines[j].Right += draw.PadLeft(text, width)
		}
	}
	p.Add(lines[0])
	for i, row := range section.Rows {
		p.Add(lines[i+1])
		if row.Cap != "" {
			p.Add(draw.PageLine{Left: row.Cap, Indent: 2, Role: draw.RoleDim})
		}
	}
}

// addFavouriteLines adds the favourites of a combatant (lines on its number keys) to p, each with its key.
func addFavouriteLines(p *draw.Page, a *rules.Actor) {
	if len(a.Favourites) == 0 {
		return
	}
	p.Gap()
	p.Text(draw.RoleTitle, "At hand")
	for i, text := range a.Favourites {
		p.Add(draw.PageLine{Left: strconv.Itoa(i+1) + " " + text, Indent: 1})
	}
}

// addStateLines adds the conditions and activities of a combatant to p.
func (ps pages) addStateLines(p *draw.Page, a *rules.Actor) {
	p.Gap()
	lasting := a.AllConditions()
	for i := range lasting {
		held := &lasting[i] // the condition as this combatant has it
		suffix := held.Condition.FormatNumber(held.ShownNumber())
		if held.IsOnlyShown() {
			suffix += " " + command.ShownMark
		}
		if held.IsHidden() && a.Sheet.HasPlayer() {
			suffix += " " + secretMark + " not told to " + a.Sheet.Person.Player
		}
		due := ""
		if held.Limit > 0 {
			due = limitText(ps.session.Rules(), ps.shownState(), held.Limit)
		} else if held.NextTick >= 0 {
			due = repeatTimeText(ps.session.Rules(), ps.shownState(), held.NextTick)
		}
		addConditionLine(p, held.Condition, held.Label(ps.actorName(held.Other)), suffix, due)
	}
	for _, c := range a.FormulaConditions(ps.session.Rules()) {
		addConditionLine(p, c, c.Label, "", "")
	}
	for _, activity := range a.Activities {
		p.Text(draw.RoleText, activity.Label)
	}
}

// addConditionLine adds a condition to p. suffix is the text after its label; due says when it ends or has its next effect, and is "" for
// never.
func addConditionLine(p *draw.Page, c *rules.Condition, label, suffix, due string) {
	l := draw.PageLine{Left: label + suffix, Right: due, Note: c.Text}
	if c.Bad {
		l.Left, l.Role = "! "+l.Left, draw.RoleLow
	}
	p.Add(l)
}
