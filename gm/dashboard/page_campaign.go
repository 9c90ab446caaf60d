package dashboard

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"hybrid/gm"
	"hybrid/gm/campaign"
	"hybrid/gm/dashboard/draw"
	"hybrid/gm/players"
	"hybrid/rules"
	"hybrid/rules/collect"
)

// The page of the campaign: the last evening (a day of play, which users call a session), the scenes (its encounters) and the notes.
// menu_briefing.go shows it.

// overviewPage returns a page about the campaign in three columns: a recap of the last evening, the scenes in order with their
// combatants, and the notes. The scene at index at is marked.
func (ps pages) overviewPage(at int) *draw.Page {
	c := ps.session.Campaign()
	p := &draw.Page{Title: c.Label}
	var when []string
	if evening := ps.session.EveningNumber(); evening > 1 {
		when = append(when, "session "+strconv.FormatInt(evening, 10))
	}
	p.Right = strings.Join(nonEmpty(append(when, ps.endings().Date(ps.shownState()))...), " · ")
	column := func(add func()) { // calls add; the first line that it adds begins a column
		from := len(p.Lines)
		if add(); from < len(p.Lines) {
			p.Lines[from].Column = true
			p.Gap()
		}
	}
	column(func() { ps.addSummary(p) })
	column(func() { ps.addSceneLines(p, at) })
	column(func() {
		if c.Notes != "" {
			p.Text(draw.RoleStrong, "Notes")
			p.Paragraphs(draw.RoleText, c.Notes)
		}
	})
	return p
}

// addSummary adds the recap of the last evening, or of the current one if it has an entry, and the current situation.
func (ps pages) addSummary(p *draw.Page) {
	m := ps.session.Summary()
	if m.Text != "" {
		p.Text(draw.RoleStrong, collect.Choose(ps.session.IsNewEvening(), "Last time", "This session"))
		p.Text(draw.RoleText, m.Text)
		p.Gap()
	}
	addListed(p, "Now", m.Now...)
	addListed(p, "Open", m.Open...)
	p.Gap()
}

// addSceneLines lists the scenes in order, each with its status, and the marked scene with its combatants.
func (ps pages) addSceneLines(p *draw.Page, at int) {
	scenes := ps.preparedScenes()
	if len(scenes) > 0 {
		p.Text(draw.RoleStrong, "Scenes")
	}
	for i, scene := range scenes {
		l := draw.PageLine{Left: strconv.Itoa(i+1) + " " + scene.Label, Right: scene.status, Indent: 2, Role: scene.role, Ref: strconv.Itoa(i)}
		if i == at {
			l.Left, l.Indent = "▸ "+l.Left, 0
		}
		p.Add(l)
		for _, text := range scene.goals {
			p.Add(draw.PageLine{Left: text, Indent: 4, Role: draw.RoleDim})
		}
		if i != at {
			continue
		}
		for _, text := range rosterTexts(ps.session.Campaign(), scene.Encounter, ps.session.State()) {
			p.Add(draw.PageLine{Left: text, Indent: 4, Role: draw.RoleDim})
		}
	}
}

// preparedScene is a scene of the campaign with its status: played, in progress, next or skipped.
type preparedScene struct {
	*campaign.Encounter
	status string    // status as text; "" for a scene after the next one
	role   draw.Role // style of its line, which shows the status
	goals  []string  // goals with their results; nil until the scene has ended
}

// preparedScenes returns the scenes of the campaign with their status. A scene that wasn't begun counts as skipped if a later
// one was begun.
func (ps pages) preparedScenes() (list []preparedScene) {
	played, s := ps.playedScenes(), ps.session.State()
	last := -1 // index of the last scene that was begun
	for i, e := range ps.session.Campaign().Encounters() {
		prepared := preparedScene{Encounter: e}
		scene, begun := played[e.Name]
		switch {
		case e.Name == s.Encounter && s.IsSceneOn():
			prepared.status, prepared.role, last = "now", draw.RoleKey, i
		case begun:
			prepared.status, prepared.role, last = ps.endingText(scene), draw.RoleDim, i
			prepared.goals = ps.session.Goals(scene)
		}
		list = append(list, prepared)
	}
	for i := range list {
		switch {
		case list[i].status != "": // begun
		case i < last:
			list[i].status, list[i].role = "skipped", draw.RoleDim
		case i == last+1:
			list[i].status, list[i].role = "next", draw.RoleKey
		}
	}
	return list
}

// nextScene returns the index of the next scene, or that of the last one if there is no next, or -1 if the campaign has none.
func (ps pages) nextScene() int {
	list := ps.preparedScenes()
	at := slices.IndexFunc(list, func(scene preparedScene) bool { return scene.status == "next" })
	return collect.Choose(at < 0, len(list)-1, at)
}

// nextScenes returns the labels of the next scene and those after it, at most three.
func (ps pages) nextScenes() (labels []string) {
	const maxScenes = 3
	list := ps.preparedScenes()
	for _, scene := range list[max(0, ps.nextScene()):] {
		if (scene.status == "next" || scene.status == "") && len(labels) < maxScenes {
			labels = append(labels, scene.Label)
		}
	}
	return labels
}

// rosterTexts lists the combatants of an encounter, one text per side, such as "party: Kira, Dov". Combatants that are away in the state s
// are marked.
func rosterTexts(c *campaign.Campaign, e *campaign.Encounter, s *rules.State) []string {
	var sides []string
	names := map[string][]string{}
	for _, who := range e.Combatants {
		name := cmp.Or(who.Short, who.Name)
		if sheet, _, err := c.Character(who.From); err == nil && name == "" {
			name = cmp.Or(sheet.Person.Short, sheet.Person.Name)
		}
		if players.IsAway(s, who.Key) {
			name = cmp.Or(name, who.Key) + " (away)"
		}
		if names[who.Side] == nil {
			sides = append(sides, who.Side)
		}
		names[who.Side] = append(names[who.Side], cmp.Or(name, who.Key))
	}
	for i, side := range sides {
		sides[i] = strings.TrimPrefix(side+": ", ": ") + strings.Join(names[side], ", ")
	}
	return sides
}

// playedScenes returns the scenes that were begun, by key, each as it was last played.
func (ps pages) playedScenes() map[string]gm.Scene {
	played := map[string]gm.Scene{}
	for _, scene := range ps.session.Scenes() {
		played[scene.Name] = scene
	}
	return played
}

// endingText describes how a scene ended and when, such as "won 21:40".
func (ps pages) endingText(scene gm.Scene) string { return cmp.Or(ps.session.Ending(scene), "played") }
