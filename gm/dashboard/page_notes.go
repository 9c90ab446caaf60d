package dashboard

import (
	"slices"
	"strconv"
	"strings"

	"hybrid/gm/campaign"
	"hybrid/gm/dashboard/draw"
	"hybrid/gm/verbs"
	"hybrid/rules"
	"hybrid/rules/collect"
	"hybrid/rules/source"
)

// Pages about scenes, the campaign's encounters: the text to read aloud, the notes, and the contents. A pinned note is one that the game
// master added to an actor, an encounter or a place in it; a thread is such a note about an open question. Secrets are facts to reveal,
// goals are tasks that several checks accomplish, and clocks are events that happen at a set time. menu_briefing.go shows the pages.

// addNoteLines adds the pinned notes on a target to p, each with its number, under heading unless that is "".
func (ps pages) addNoteLines(p *draw.Page, target rules.PinnedNotes, heading string) {
	s, first := ps.shownState(), true
	for i, text := range s.NotesOn(target) {
		t, isThread := collect.Find(s.Threads(), func(t rules.Thread) bool { // t.Index is an index among the notes on its owner
			return t.Index == i && t.Owner.Who == target.Who && t.Owner.Where == target.Where && t.Owner.Place == target.Place
		})
		switch {
		case isThread && target.Where != "": // addSecretLines lists the threads of a scene
			continue
		case isThread:
			text = tickBox(!t.Open) + t.Text
		}
		if first {
			p.Gap()
		}
		if first && heading != "" {
			p.Text(draw.RoleStrong, heading)
		}
		first = false
		p.Add(draw.PageLine{Left: strconv.Itoa(i+1) + " " + text, Indent: 1})
	}
}

// tickBox returns the box before an item, with a cross if done is set.
func tickBox(done bool) string { return collect.Choose(done, "[x] ", "[ ] ") }

// addSecretLines adds the secrets of an encounter to p, with the actors who know them, and its goals, clocks and threads. Known secrets,
// reached goals and closed threads are ticked.
func (ps pages) addSecretLines(p *draw.Page, e *campaign.Encounter) {
	s := ps.shownState()
	addListed(p, "secrets", collect.Map(verbs.SecretsOf(e), func(c verbs.Secret) string {
		who := collect.Map(c.Knowers(s), func(a *rules.Actor) string { return a.Short })
		return tickBox(len(who) > 0) + c.Key + ": " + c.Text + collect.Choose(len(who) > 0, " ("+strings.Join(who, ", ")+")", "")
	})...)
	var threads []string // the threads in the encounter's file that are not in the session yet
	begun := collect.Filter(s.Threads(), func(t rules.Thread) bool { return t.Owner.Where == e.Name && t.Owner.Who == "" })
	for _, t := range e.Threads {
		if !slices.ContainsFunc(begun, func(o rules.Thread) bool { return o.Text == t.Text }) {
			threads = append(threads, tickBox(false)+t.Text)
		}
	}
	addListed(p, "goals", ps.goalTexts(e)...)
	addListed(p, "clocks", ps.clockTexts(e)...)
	addListed(p, "threads", append(threads, collect.Map(begun, func(t rules.Thread) string { return tickBox(!t.Open) + t.Text })...)...)
}

// placeTexts lists the named places of an encounter, with the actors there if it is the current one, and their notes.
func (ps pages) placeTexts(e *campaign.Encounter) []string {
	return collect.Map(e.Places, func(place campaign.Place) string {
		var names []string
		if s := ps.shownState(); s.Encounter == e.Name {
			at := collect.Filter(s.Actors, func(a *rules.Actor) bool { return a.Spot == place.Label })
			names = collect.Map(at, func(a *rules.Actor) string { return a.Short })
		}
		parts := []string{place.Key + ": " + place.Label, strings.Join(names, ", "), strings.Join(strings.Fields(place.Notes), " ")}
		return strings.Join(slices.DeleteFunc(parts, func(text string) bool { return text == "" }), " · ")
	})
}

// goalTexts lists the goals of an encounter with their progress and the checks that count for them. Reached goals are ticked.
func (ps pages) goalTexts(e *campaign.Encounter) (list []string) {
	s := ps.shownState()
	if s.Encounter != e.Name {
		s = &rules.State{} // without progress
	}
	for i := range e.Goals {
		goal := &e.Goals[i]
		reached, _ := goal.Outcome(s.Progress(goal.Key))
		check := (&rules.OngoingAction{Task: goal.Task, Skill: goal.Skill}).MeansText(ps.session.Rules())
		list = append(list, tickBox(reached)+goalText(goal, s)+" ("+check+")")
	}
	return list
}

// clockTexts lists the clocks of an encounter: with the times at which they will happen if it is the current one, otherwise as set in
// its file.
func (ps pages) clockTexts(e *campaign.Encounter) []string {
	linesText := func(lines []string) string {
		return collect.Choose(len(lines) > 0, " → "+strings.Join(lines, ", "), "")
	}
	if s := ps.shownState(); s.Encounter == e.Name {
		own := collect.Filter(s.Reminders, func(m rules.Reminder) bool { return m.Scene == e.Name })
		return collect.Map(own, func(m rules.Reminder) string { return ps.endings().TimeText(m.At) + " " + m.Text + linesText(m.Lines) })
	}
	return collect.Map(e.Clocks, func(c campaign.Clock) string {
		when := c.Time
		if when == "" {
			when = "after " + rules.SpanText(c.After)
		}
		return when + " " + c.Text + linesText(collect.Map(c.Lines, func(line source.Text) string { return line.Text }))
	})
}

// encounterPage returns a page with the text to read aloud at the beginning of an encounter, and below it the contents of gameMasterPage.
func (ps pages) encounterPage(e *campaign.Encounter) *draw.Page {
	p := &draw.Page{Title: e.Label}
	addSection(p, "read aloud", draw.RoleStrong, e.Read)
	p.Gap()
	p.Lines = append(p.Lines, ps.gameMasterPage(e).Lines...)
	return p
}

// addSection adds a text under a heading, or nothing if the text is empty.
func addSection(p *draw.Page, heading string, r draw.Role, text string) {
	if text = strings.TrimSpace(text); text == "" {
		return
	}
	p.Gap()
	p.Text(draw.RoleKey, heading)
	for _, line := range strings.Split(text, "\n") {
		p.Add(draw.PageLine{Left: line, Indent: 2, Role: r})
	}
}

// addListed adds a line for each text in list, with heading at the left of the first one, or nothing if there are none.
func addListed(p *draw.Page, heading string, list ...string) {
	for i, text := range list {
		if i == 0 {
			p.Gap()
		}
		p.Add(draw.PageLine{Lead: collect.Choose(i == 0, heading, " "), Left: text})
	}
}

// gameMasterPage returns a page with the parts of an encounter that only the game master may read: notes, combatants, places and secrets.
// If the page is drawn in columns, the notes and the lists are in separate ones.
func (ps pages) gameMasterPage(e *campaign.Encounter) *draw.Page {
	p, facts := &draw.Page{Title: e.Label}, ps.contentsPage(e, true)
	addSection(p, "notes", draw.RoleText, e.Notes)
	if len(p.Lines) > 0 {
		p.Lines[0].Column = true
	}
	if p.Gap(); len(facts.Lines) > 0 {
		facts.Lines[0].Column = true
	}
	p.Lines = append(p.Lines, facts.Lines...)
	return p
}

// contentsPage returns a page with the contents of an encounter as lists: the combatants if people is set, exits, pinned notes, secrets and
// places.
func (ps pages) contentsPage(e *campaign.Encounter, people bool) *draw.Page {
	p := &draw.Page{}
	if people {
		addListed(p, "people", rosterTexts(ps.session.Campaign(), e, ps.session.State())...)
	}
	if len(e.Exits) > 0 {
		addListed(p, "exits", exitsText(e))
	}
	ps.addNoteLines(p, rules.PinnedNotes{Where: e.Name}, "noted")
	for _, target := range ps.shownState().Pinned {
		if target.Where == e.Name && target.Place != "" {
			ps.addNoteLines(p, target, target.Place)
		}
	}
	for _, c := range e.Combatants {
		if target := (rules.PinnedNotes{Who: c.Key}); len(ps.shownState().NotesOn(target)) > 0 {
			ps.addNoteLines(p, target, verbs.PinnedName(ps.session.Game(), target))
		}
	}
	ps.addSecretLines(p, e)
	addListed(p, "places", ps.placeTexts(e)...)
	if name := e.NameForPlayers(); name != e.Label {
		addListed(p, "players read", name)
	}
	return p
}

// noFightPage returns the game master's page while no one takes turns: the current scene, after a fight in it with a recap; and the next
// scenes.
func (ps pages) noFightPage() *draw.Page {
	s := ps.shownState()
	e, hasScene := ps.session.Campaign().Encounter(s.Encounter)
	p := &draw.Page{Title: ps.session.Campaign().Label}
	if hasScene {
		p.Title = e.Label + collect.Choose(s.IsSceneOn(), "", ": over")
		addSection(p, "read aloud", draw.RoleStrong, collect.Choose(s.Running, e.Read, ""))
		addSection(p, collect.Choose(s.IsSceneOn(), "so far", "last scene"), draw.RoleText, collect.Choose(s.Running, "", ps.session.Recap(true)))
		addSection(p, "notes", draw.RoleText, e.Notes)
		p.Gap()
		p.Lines = append(p.Lines, ps.contentsPage(e, false).Lines...)
	} else {
		addSection(p, "notes", draw.RoleText, ps.session.Campaign().Notes)
	}
	addListed(p, "next scenes", ps.nextScenes()...)
	return p
}

// exitsText lists the exits of an encounter, each with its place, in metres along the line of places.
func exitsText(e *campaign.Encounter) string {
	return strings.Join(collect.Map(e.Exits, func(exit campaign.Exit) string { return exit.Label + " (" + metres(exit.Place) + ")" }), ", ")
}

// pinnedPage returns a page about the target of pinned notes: a combatant's sheet, an encounter, or only the notes.
func (ps pages) pinnedPage(target rules.PinnedNotes) *draw.Page {
	if a := ps.shownState().Find(target.Who); a != nil {
		return ps.sheetPage(a)
	}
	if e, ok := ps.session.Campaign().Encounter(target.Where); ok {
		return ps.encounterPage(e)
	}
	p := &draw.Page{Title: verbs.PinnedName(ps.session.Game(), target)}
	ps.addNoteLines(p, target, "Noted")
	return p
}
