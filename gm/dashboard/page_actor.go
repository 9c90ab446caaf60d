package dashboard

import (
	"strings"

	"hybrid/gm/dashboard/draw"
	"hybrid/rules"
)

// Basic pages of the inspector, the panel with the details of one thing: an item of a list, an action, a combatant. Other pages are in
// files named page_…. A line is the text of a command. Its preview (view_previews.go) describes the action or check that it declares; a
// dry run finds the state after it. An action lands when it takes effect.

// pages creates the pages in the inspector and on the whole screen, each from the view alone. It has many methods
// because each kind of page has its own, as have parts of pages.
type pages struct{ *view }

// itemPage returns the page of a list item: its own, or the effect of its line.
func (ps pages) itemPage(it *listItem) *draw.Page {
	switch {
	case it == nil:
		return &draw.Page{}
	case it.inspect != nil:
		return it.inspect()
	case it.line != "":
		return ps.changePage(it.line)
	}
	p := &draw.Page{Title: it.label}
	if it.note != nil {
		p.Text(draw.RoleDim, it.note())
	}
	return p
}

// actionPage returns a page with the effect of line, which declares action, and the rules' text about that action.
func (ps pages) actionPage(line string, action *rules.Action) *draw.Page {
	p := ps.previewLine(line)
	if action.Text != "" {
		p.Gap()
		p.Text(draw.RoleDim, action.Text)
	}
	return p
}

// rollPage returns a page with the chance of each combatant of a side, or of everyone if side is "all", in a check of skill.
func (ps pages) rollPage(skill *rules.Skill, side string) *draw.Page {
	p := &draw.Page{Title: "everyone: " + rules.MidSentence(skill.Label)}
	for _, actor := range ps.session.State().Actors {
		if side == "all" || strings.EqualFold(actor.Side, side) {
			p.Pair(draw.RoleText, actor.Name, ps.chanceText(actor.Key+": check "+skill.Name))
		}
	}
	return p
}

// promptPage returns a page with the effect of text, the line at the prompt. It returns nil if the line isn't complete, has no effect, or
// rolls dice for anything but a declared action.
func (ps pages) promptPage(text string) *draw.Page {
	if text == "" {
		return nil
	}
	v, err := ps.preview(text)
	if err == nil && (v.Check != nil || v.Counts > 0) {
		return ps.previewPage(&v, text, ps.pageW, ps.pageH)
	}
	f, err := ps.dryRun(text)
	if err != nil || f.Rolls {
		return nil
	}
	if p := ps.changePage(text); len(p.Lines) > 0 && f.Before != f.After {
		return p
	}
	return nil
}

// idlePage returns the page for the inspector if there is nothing else to show. Before turns are taken, it is the scene, unless vast is
// set, since very large screens have a pane for the scene; otherwise it is the selected combatant or, if there is none, the campaign.
func (ps pages) idlePage(vast bool) *draw.Page {
	if !vast && ps.isBeforeTurns() {
		return ps.noFightPage()
	}
	if a := ps.shownState().Find(ps.selected); a != nil {
		return ps.actorPage(a)
	}
	return ps.campaignPage()
}

// playerAndSide returns the names of an actor's player and side. In a game in rounds, player is "" if the side has the same name.
func playerAndSide(v *view, a *rules.Actor) (player, side string) {
	player, side = a.Sheet.Person.Player, a.Side
	if sideActor := v.shownState().Find(a.Side); a.Side != "" && sideActor != nil && v.inRounds() {
		if side = sideActor.Name; side == player {
			player = ""
		}
	}
	return player, side
}

// nameWithAbsence returns the name of a combatant, with "(away)" if its player is away.
func nameWithAbsence(a *rules.Actor) string {
	if a.Absent != "" {
		return a.Name + " (away)"
	}
	return a.Name
}

// actorPage returns a page with a summary of a combatant: items in hand, next turn or action in progress, place, burden (the modifier to
// all its rolls), state, favourites (lines on its number keys) and notes.
func (ps pages) actorPage(a *rules.Actor) *draw.Page {
	p := &draw.Page{Title: nameWithAbsence(a)}
	player, side := playerAndSide(ps.view, a)
	if text := strings.Join(nonEmpty(player, side), " · "); text != "" {
		p.Text(draw.RoleDim, text)
	}
	for _, item := range a.InHand() {
		p.Pair(draw.RoleText, a.ItemPlace(item), item.Label)
	}
	if a.Doing == nil {
		p.Pair(draw.RoleText, "next", turnText(ps.session.Rules(), ps.shownState(), a))
	}
	for doing := a.Doing; doing != nil; doing = doing.Beside { // Beside is the second of two simultaneous actions
		p.Text(ps.sideRole(a), ps.textWithSign(doing)+", lands at "+draw.Tenths(doing.At))
	}
	ps.addPlaceLines(p, a)
	value, parts := ps.burdenOf(a)
	p.Gap()
	if value != 0 || !ps.inRounds() {
		p.Pair(draw.RoleStrong, ps.burdenLabel(), draw.FormatSigned(value))
	}
	for _, part := range parts {
		p.Add(draw.PageLine{Left: part.Label, Note: part.Guide, Right: draw.FormatSigned(part.Value), Indent: 2})
		ps.addSourceIfShown(p, part, 4)
	}
	ps.addStateLines(p, a)
	addFavouriteLines(p, a)
	if a.Sheet.Person.Notes != "" {
		p.Gap()
		p.Text(draw.RoleDim, a.Sheet.Person.Notes)
	}
	ps.addNoteLines(p, rules.PinnedNotes{Who: a.Key}, "")
	return p
}

// campaignPage returns a page with the campaign's notes.
func (ps pages) campaignPage() *draw.Page {
	campaign := ps.session.Campaign()
	p := &draw.Page{Title: campaign.Label}
	p.Text(draw.RoleText, campaign.Notes)
	return p
}
