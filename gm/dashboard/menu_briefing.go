package dashboard

import (
	"slices"
	"strconv"
	"strings"

	"hybrid/gm/campaign"
	"hybrid/gm/dashboard/draw"
)

// The pages of a scene and of the campaign, over the whole screen. A scene is one of the campaign's encounters; an evening is a session of
// play. The page of the campaign lists its scenes. The tour guides a newcomer through a fight.

// briefing is the page of a scene: the text to read aloud, framed, and next to or below it the game master's notes. It is also the page
// of the campaign, on which one scene is marked, which Enter can begin.
type briefing struct {
	scrolledPage
	label          string            // title: the label of the scene or of the campaign
	scene          string            // name of the scene; "" on the page of the campaign
	read           string            // text to read aloud; "" if there is none
	notes          func() *draw.Page // returns the notes; called on each draw
	minColumnWidth int               // minimum width of a column, in cells
	offersTour     bool              // whether the page offers the tour
	startsScene    func() bool       // reports whether Enter begins the marked scene, as in a new campaign; nil on the page of a scene
	at             int               // index of the marked scene; unused on the page of a scene
	x, y           int               // screen cell at which its columns begin, as last drawn
}

// mode returns modeBriefing, the mode whose keys these pages use.
func (b *briefing) mode() mode { return modeBriefing }

// isOverview reports whether b is the page of the campaign.
func (b *briefing) isOverview() bool { return b.scene == "" }

// maxReadCells is the maximum width of the text to read aloud, in cells. Longer rows are hard to read.
const maxReadCells = 84

// draw draws the page: the offer of the tour, the text to read aloud, and next to or below it the notes in columns.
func (b *briefing) draw(c draw.Canvas, lay *layout) {
	c = c.In(lay.page)
	c.Clear()
	notes := b.notes()
	c.Rule(0, b.label, draw.RoleTitle)
	if notes.Right != "" {
		c.TextRight(c.W-3, 0, " "+notes.Right+" ", draw.RoleDim)
	}
	body := c.Part(1, 1, c.W-1, c.H-1)
	if b.offersTour {
		body.Fit(0, 0, body.W-1, "New here? Press T for a tour of a sample fight: ten steps, nothing is saved.", draw.RoleKey)
		body = body.Part(0, 2, body.W, body.H-2)
	}
	if b.read != "" {
		body = b.drawReadAloudBox(body, c.W)
	}
	b.x, b.y = body.X, body.Y
	b.pager.DrawColumns(body, notes, max(1, min(3, (body.W-1)/b.minColumnWidth)))
}

// drawReadAloudBox draws the text to read aloud in a frame, at the top of body or, on a wide screen, in its left half, and returns the rest
// of body. screenWidth is in cells.
func (b *briefing) drawReadAloudBox(body draw.Canvas, screenWidth int) draw.Canvas {
	isBeside := screenWidth >= wideWidth
	width := min(screenWidth-2, maxReadCells)
	if isBeside {
		width = min(width, screenWidth/2)
	}
	rows := draw.WrapLines(b.read, width-4)
	rows = rows[:min(len(rows), max(1, body.H-5))] // the notes keep a few rows
	box := body.Part(0, 0, width, len(rows)+2)
	box.Frame("read aloud")
	for i, row := range rows {
		box.Fit(2, 1+i, width-4, row, draw.RoleStrong)
	}
	if isBeside {
		return body.Part(width+2, 0, body.W-width-2, body.H)
	}
	return body.Part(0, len(rows)+3, body.W, body.H-len(rows)-3)
}

// showBriefing shows the page of a scene.
func (m menus) showBriefing(e *campaign.Encounter) {
	m.d.openOverlay(&briefing{label: e.Label, scene: e.Name, read: e.Read, notes: func() *draw.Page { return m.d.pages.gameMasterPage(e) },
		minColumnWidth: columnCells, offersTour: m.d.offerTour})
}

// Brief shows the campaign's page when the program starts, unless an encounter of the same evening continues. On a new evening of a
// campaign that was played before, it asks which players are present; in a new campaign that names no characters, it asks who takes part.
// fresh is set if nothing was played yet.
func (d *Dashboard) Brief(fresh bool) {
	c, last := d.session.Campaign(), d.session.PreviousRecap()
	if s := d.session.State(); (s.Running || s.IsSceneOn()) && !fresh && last == "" {
		return
	}
	// A campaign that was played before and has just one scene offers no other scene to begin.
	hasSceneToBegin := fresh && len(c.Encounters()) > 0 || len(c.Encounters()) > 1
	if hasSceneToBegin || c.Notes != "" || last != "" {
		d.menus.openCampaignScreen()
	}
	if fresh && len(d.session.State().Actors) == 0 && !d.namesPlayers() {
		d.menus.openGatherMenu()
	}
	if !fresh && d.session.IsNewEvening() && len(d.castOfPlayers()) > 1 {
		d.menus.openAttendanceMenu(true)
	}
}

// namesPlayers reports whether the campaign names the players' characters: in its cast, or in a scene.
func (d *Dashboard) namesPlayers() bool {
	c := d.session.Campaign()
	return len(c.Cast()) > 0 || slices.ContainsFunc(c.Encounters(), func(e *campaign.Encounter) bool { return e.PlayersSide(c) != "" })
}

// overviewCells is the minimum width of a column of the campaign's page, in cells.
const overviewCells = 36

// openCampaignScreen shows the campaign's page on top of everything else.
func (m menus) openCampaignScreen() {
	d := m.d
	b := &briefing{label: d.session.Campaign().Label, minColumnWidth: overviewCells, offersTour: d.offerTour, at: d.pages.nextScene(),
		startsScene: func() bool { return d.session.State().Encounter == "" }}
	b.notes = func() *draw.Page { return d.pages.overviewPage(b.at) }
	d.openOverlay(b)
}

// editRecap lets the user edit the recap of the latest evening on the page of the campaign, and saves the text as that evening's note. An
// empty text restores the generated recap.
func (d *Dashboard) editRecap() {
	evening := d.session.LatestEvening()
	if evening == 0 || !topOverlay[*briefing](d).isOverview() {
		return
	}
	d.openOverlay(newTextEditor(d, "recap of session "+strconv.FormatInt(evening, 10), d.session.Recap(false), func(text string) {
		if err := d.session.SetEveningNote(evening, text); err != nil {
			d.showRefusal(err.Error())
		}
	}))
}

// chosenScene returns the marked scene, or nil if the campaign has none.
func (d *Dashboard) chosenScene(b *briefing) *campaign.Encounter {
	if list := d.session.Campaign().Encounters(); b.at >= 0 && b.at < len(list) {
		return list[b.at]
	}
	return nil
}

// moveMark moves the mark on the page of the campaign down by a number of scenes, or scrolls the page of a scene down by as many rows; a
// negative number means up.
func (b *briefing) moveMark(d *Dashboard, by int) {
	if !b.isOverview() {
		b.scroll(by)
		return
	}
	b.at = moveIndex(b.at, by, len(d.session.Campaign().Encounters()))
}

// markNumber marks the scene with the given number, from 1. It returns false if the page doesn't list such a scene.
func (b *briefing) markNumber(d *Dashboard, number int) bool {
	if !b.isOverview() || number > len(d.session.Campaign().Encounters()) {
		return false
	}
	b.at = number - 1
	return true
}

// enterBriefing closes the page, or begins the marked scene in a new campaign.
func (d *Dashboard) enterBriefing() {
	b := topOverlay[*briefing](d)
	if b.isOverview() && b.startsScene() {
		d.beginMarked()
		return
	}
	d.closeOverlay()
}

// beginMarked begins the marked scene. It first asks which conditions and activities continue after the current one.
func (d *Dashboard) beginMarked() {
	b := topOverlay[*briefing](d)
	e := d.chosenScene(b)
	if e == nil {
		d.showMessage(strings.TrimSuffix(noScenesText, ".") + ". Press B on the desk to build one.")
		return
	}
	d.closeOverlay()
	d.menus.settleEncounterThen("begin the next", func() { d.doLine("begin " + e.Name) }, nil)
}

// noScenesText is the message shown if the campaign has no scenes.
const noScenesText = "This campaign has no scenes."
