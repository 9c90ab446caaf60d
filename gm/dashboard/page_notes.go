package dashboard

import (
	"strconv"
	"strings"

	"hybrid/gm/campaign"
	"hybrid/gm/dashboard/draw"
	"hybrid/gm/verbs"
	"hybrid/rules"
	"hybrid/rules/collect"
)

// noteLines lists what is noted about an actor, or about an encounter or a place in it, each with its number.
func (ps pages) noteLines(p *draw.Page, on rules.Pinned, heading string) {
	notes := ps.shownState().NotesOn(on)
	if len(notes) == 0 {
		return
	}
	p.Gap()
	if heading != "" {
		p.Text(draw.RoleStrong, heading)
	}
	for i, text := range notes {
		p.Add(draw.PageLine{Left: strconv.Itoa(i+1) + " " + text, Indent: 1})
	}
}

// encounterPage shows what is read aloud when an encounter begins, and what is for the game master alone.
func (ps pages) encounterPage(e *campaign.Encounter) *draw.Page {
	p := ps.masterPage(e)
	if e.Read != "" {
		read := &draw.Page{}
		read.Text(draw.RoleDim, "Read aloud")
		read.Paragraphs(draw.RoleStrong, e.Read)
		p.Lines = append(append(read.Lines, draw.PageLine{}), p.Lines...)
	}
	return p
}

// masterPage shows what is for the game master alone about an encounter, its places and its people.
func (ps pages) masterPage(e *campaign.Encounter) *draw.Page {
	p := &draw.Page{Title: e.Label}
	if e.Notes != "" {
		p.Paragraphs(draw.RoleText, e.Notes)
	}
	if len(e.Exits) > 0 {
		p.Gap()
		p.Pair(draw.RoleText, "exits", exitsText(e))
	}
	ps.noteLines(p, rules.Pinned{Where: e.Name}, "Noted")
	for _, on := range ps.shownState().Pinned {
		if on.Where == e.Name && on.Place != "" {
			ps.noteLines(p, on, on.Place)
		}
	}
	for _, c := range e.Combatants {
		if on := (rules.Pinned{Who: c.Key}); len(ps.shownState().NotesOn(on)) > 0 {
			ps.noteLines(p, on, verbs.PinnedName(ps.session.Game(), on))
		}
	}
	return p
}

// exitsText lists the exits of an encounter, each with its place on the line.
func exitsText(e *campaign.Encounter) string {
	return strings.Join(collect.Map(e.Exits, func(exit campaign.Exit) string { return exit.Label + " (" + metres(exit.Place) + ")" }), ", ")
}

// pageOn shows that which notes are pinned to: a sheet, an encounter, or the notes alone.
func (ps pages) pageOn(on rules.Pinned) *draw.Page {
	if a := ps.shownState().Find(on.Who); a != nil {
		return ps.sheetPage(a)
	}
	if e, ok := ps.session.Campaign().Encounter(on.Where); ok {
		return ps.encounterPage(e)
	}
	p := &draw.Page{Title: verbs.PinnedName(ps.session.Game(), on)}
	ps.noteLines(p, on, "Noted")
	return p
}
