package dashboard

import (
	"strings"

	"hybrid/gm/dashboard/draw"
)

// The pane of the encounter, which is shown below the combatants on very large screens. An encounter is a scene of the
// campaign.

// encounterPane draws a summary of the encounter: the situations of the scene, how many combatants of each side can act and where they are,
// and the encounter's texts.
func (ps pages) encounterPane(c draw.Canvas) {
	s := ps.shownState()
	p := &draw.Page{Title: s.Label}
	if scene := ps.sceneTexts(); len(scene) > 0 {
		p.Add(draw.PageLine{Lead: "scene", Left: strings.Join(scene, ", ")})
	}
	for i, label := range ps.sides() {
		if label == "all" { // the word for everyone, which ends the list of sides
			continue
		}
		able, all := 0, 0   // combatants of the side that can act, and all
		var places []string // name and place of each that has a place
		for _, a := range s.Actors {
			if a.Side != label {
				continue
			}
			if all++; !ps.cannotAct(a) {
				able++
			}
			if a.Placed {
				places = append(places, a.Short+" "+metres(a.Place))
			}
		}
		text := draw.Tenths(float64(able)) + " of " + draw.Tenths(float64(all)) + " can act"
		role := side(min(i, 2)).role() // all sides from the third on share a role
		p.Add(draw.PageLine{Lead: label, Left: strings.Join(append([]string{text}, places...), " · "), Role: role})
	}
	if e, ok := ps.session.Campaign().Encounter(s.Encounter); ok {
		addSection(p, "read aloud", draw.RoleStrong, e.Read)
		addSection(p, "notes", draw.RoleText, e.Notes)
		p.Gap()
		p.Lines = append(p.Lines, ps.contentsPage(e, false).Lines...)
	}
	c.Clear()
	c.Fit(1, 0, c.W-2, p.Title, draw.RoleTitle)
	y := 1
	for _, l := range p.Lines {
		l.Draw(c.Part(1, 0, c.W-2, c.H), y)
		y += l.Height(c.W - 2)
	}
}
