package dashboard

import (
	"fmt"
	"math"
	"strings"

	"hybrid/gm/command"
	"hybrid/gm/dashboard/draw"
	"hybrid/gm/simulate"
	"hybrid/rules"
	"hybrid/rules/collect"
)

// The view of the encounter builder (mode_builder.go), the editor of an encounter's file: rows at the left; at the right the likely
// result of the fight (odds) and a page, such as the sheet of the current combatant. The rows are rowLabel to rowScene, and then one for
// each combatant, whose indexes begin at headRows. The draft is the encounter as edited so far. In layout, inspecting is set if there is
// room for a page, and vast if the page fits to the right of the odds.

// findBuilder returns the open builder, even below other overlays, or nil if there is none.
func findBuilder(d *Dashboard) *builder {
	for _, o := range d.overlays {
		if b, ok := o.(*builder); ok {
			return b
		}
	}
	return nil
}

// drawBelowOverlay draws the builder and the overlay top above it. If there is room for a page, the overlay covers only the left half;
// for a list, the page is then the current item's.
func (b *builder) drawBelowOverlay(c draw.Canvas, top overlay) {
	lay := b.d.layout
	if lay.hasInspector {
		lay.popup.X, lay.popup.W = 0, b.leftCells(lay.page.W, &lay)
	}
	list, ok := top.(*picker)
	if !ok || list.leftLines != nil {
		b.draw(c, &lay)
		top.draw(c, &lay)
		return
	}
	list.refreshItems()
	var page *draw.Page
	if list.inspect != nil {
		page = list.inspect(list.currentItem())
	}
	b.drawWith(c, &lay, page)
	list.drawWithPage(c.In(lay.popup), nil)
}

// nextHint returns the text for the row of the prompt: whether the draft is written, and what to do next.
func (b *builder) nextHint() string {
	inBuilder := b.d.mode() == modeBuild
	switch {
	case inBuilder && len(b.draft.Combatants) == 0:
		return "No combatants yet. Press + to add one, or a group."
	case inBuilder && b.changed:
		return "not written yet; w previews its file"
	case b.changed || len(b.draft.Combatants) == 0:
		return "not written yet"
	}
	return "same as its file"
}

// characterSheet returns the sheet of the character with the file name from, or nil if it can't be read.
func (b *builder) characterSheet(from string) *rules.Sheet {
	sheet, _, err := b.d.session.Campaign().Character(from)
	if err != nil {
		return nil
	}
	return sheet
}

// rowText returns the texts of the builder's row i: its name (for a combatant, the side), its content, and the text at its right end.
func (b *builder) rowText(i int) (lead, text, right string) {
	switch i {
	case rowLabel:
		return "name", b.draft.Label, ""
	case rowRead:
		return "read aloud", b.draft.Read, ""
	case rowNotes:
		return "notes", b.draft.Notes, ""
	case rowScene:
		labels := collect.Map(b.draft.Situations, func(name string) string { return b.d.situationLabel(name) })
		return "scene", strings.Join(labels, ", "), ""
	}
	m := b.draft.Combatants[i-headRows]
	name := m.Name
	if sheet := b.characterSheet(m.From); name == "" && sheet != nil {
		name = sheet.Person.Name
	}
	if m.Place != nil {
		right = draw.Tenths(*m.Place) + " m"
	}
	return m.Side, name, strings.Join(nonEmpty(m.Tactic, right), " · ")
}

// rowNameCells is the width of the column of the rows' names, in cells.
const rowNameCells = 11

// builderLine is a line of the left half: a row, or the continuation of a text that takes several lines.
type builderLine struct {
	row               int    // index of the row
	name, text, right string // label of the row, or the combatant's side; content; and text at the right end
}

// rowLines returns the rows as lines of width w. The text to read aloud and the notes take several lines if the other rows leave room
// within height.
func (b *builder) rowLines(w, height int) (list []builderLine) {
	spare := max(0, height-headRows-len(b.draft.Combatants)) // lines left for the texts
	for i := range headRows + len(b.draft.Combatants) {
		lead, text, right := b.rowText(i)
		if i != rowRead && i != rowNotes {
			list = append(list, builderLine{i, lead, text, right})
			continue
		}
		var wrapped []string
		for _, part := range strings.Split(text, "\n") {
			wrapped = append(wrapped, draw.Wrap(part, w)...)
		}
		maxLines := 1 + spare
		if i == rowRead {
			maxLines = 1 + spare*2/3 // the rest is for the notes
		}
		if len(wrapped) > maxLines {
			remainder := strings.Join(wrapped[maxLines-1:], " ")
			wrapped = append(wrapped[:maxLines-1], draw.Clip(remainder, w))
		}
		if len(wrapped) == 0 {
			wrapped = []string{""}
		}
		spare -= len(wrapped) - 1
		for n, row := range wrapped {
			if n > 0 {
				lead = ""
			}
			list = append(list, builderLine{row: i, name: lead, text: row})
		}
	}
	return list
}

// leftCells returns the width of the left half, which holds the rows, on a screen of w cells.
func (b *builder) leftCells(w int, lay *layout) int {
	if lay.vast { // the odds and a page are next to each other
		return w * 2 / 5
	}
	return w * 52 / 100 // a little more than half
}

// draw draws the builder, with the sheet of the current combatant if there is room.
func (b *builder) draw(c draw.Canvas, lay *layout) {
	var page *draw.Page
	if m := b.at - headRows; lay.hasInspector && m >= 0 {
		if sheet := b.characterSheet(b.draft.Combatants[m].From); sheet != nil {
			page = b.d.pages.sheetPage(b.d.session.Rules().NewActor(b.draft.Combatants[m].Key, sheet))
		}
	}
	b.drawWith(c, lay, page)
}

// drawWith draws the rows, the odds and, if there is room, a page; page may be nil.
func (b *builder) drawWith(c draw.Canvas, lay *layout, page *draw.Page) {
	c = c.In(lay.page)
	c.Clear()
	c.Rule(0, "build: "+b.draft.Label, draw.RoleTitle)
	leftPane := c.Part(0, 1, b.leftCells(c.W, lay), c.H-1)
	list := b.rowLines(leftPane.W-rowNameCells-4, leftPane.H)
	from, to := 0, 0 // indexes of the first and last lines of the current row
	for i, l := range list {
		if l.row < b.at {
			from = i + 1
		}
		if l.row <= b.at {
			to = i
		}
	}
	b.top = max(min(b.top, from), to-leftPane.H+1, 0)
	for y := 0; y < leftPane.H && b.top+y < len(list); y++ {
		b.drawLine(leftPane, y, &list[b.top+y], b.top+y == from)
	}
	leftPane.ScrollMarks(b.top > 0, b.top+leftPane.H < len(list))
	right := c.Part(leftPane.W+1, 1, c.W-leftPane.W-1, c.H-1)
	drawColumnLine(c, leftPane.W, 0, c.H)
	b.drawRight(right, lay, page)
}

// drawLine draws a line of the builder at y. cursor is set for the first line of the current row, which is marked.
func (b *builder) drawLine(c draw.Canvas, y int, l *builderLine, cursor bool) {
	r := draw.RoleText
	switch {
	case l.row == b.at:
		r = draw.RoleChosen
	case l.row >= headRows && l.name == b.playersSide:
		r = draw.RoleOurs
	case l.row >= headRows:
		r = draw.RoleTheirs
	}
	if cursor {
		c.Text(0, y, "▸", draw.RoleKey)
	}
	c.Fit(1, y, rowNameCells, l.name, draw.RoleDim)
	c.TextRight(c.W-1, y, l.right, draw.RoleDim)
	c.Fit(rowNameCells+2, y, c.W-rowNameCells-4-draw.Width(l.right), l.text, r)
}

// drawRight draws the odds and, if there is room, a page below them or to their right.
func (b *builder) drawRight(c draw.Canvas, lay *layout, page *draw.Page) {
	var odds, pager draw.Pager
	right := c.Part(1, 0, c.W-1, c.H)
	if page == nil || !lay.hasInspector {
		odds.Draw(right, b.odds)
		return
	}
	var pageCanvas draw.Canvas
	if lay.vast {
		half := c.W / 2
		for y := range c.H {
			c.Text(half, y, "│", draw.RoleRule)
		}
		right, pageCanvas = c.Part(1, 0, half-1, c.H), c.Part(half+2, 0, c.W-half-2, c.H)
	} else {
		height := min(b.odds.Height(c.W-2), c.H*2/3)
		c.Rule(height, "", draw.RoleDim)
		right, pageCanvas = c.Part(1, 0, c.W-1, height), c.Part(1, height+1, c.W-1, c.H-height-1)
	}
	odds.Draw(right, b.odds)
	pager.Draw(pageCanvas, page)
}

// winCells is the width, in cells, of the bar that shows a side's chance to win.
const winCells = 8

// addFightForecast adds result, the likely result of a fight, to p: who wins, how long it takes, and the losses of each side and combatant.
// Low and High of a share are its confidence interval; those of a duration are the range that holds 80% of the fights.
func addFightForecast(p *draw.Page, rs *rules.Ruleset, result *simulate.Result) {
	if result.Runs == 0 {
		p.Text(draw.RoleDim, "No fight ended in time.")
		return
	}
	for _, side := range result.Sides {
		wins := side.Wins
		text := fmt.Sprintf("%s, %s to %s", rules.FormatPercent(wins.Share), rules.FormatPercent(wins.Low), rules.FormatPercent(wins.High))
		p.Add(draw.PageLine{Left: side.Side + " wins", Right: text, Share: wins.Share, Bar: winCells})
	}
	if result.Undecided.Times > 0 {
		p.Pair(draw.RoleText, "draw", rules.FormatPercent(result.Undecided.Share))
	}
	if rs.Pack.Seconds() > 0 {
		p.Pair(draw.RoleText, "over in", fmt.Sprintf("%s s (%s to %s)", oneDecimal(result.Seconds.Median), oneDecimal(result.Seconds.Low), oneDecimal(result.Seconds.High)))
	} else {
		p.Pair(draw.RoleText, "over after", fmt.Sprintf("%s (%s to %s)", command.FormatCounts(rs, result.Counts.Median),
			draw.Tenths(result.Counts.Low), draw.Tenths(result.Counts.High)))
	}
	if result.Undecided.Times < result.Runs {
		p.Pair(draw.RoleText, "decided after", command.FormatCounts(rs, result.Turns.Median))
	}
	p.Gap()
	for i := range result.Sides {
		if side := &result.Sides[i]; len(side.PoolLosses) > 0 {
			p.Add(draw.PageLine{Left: side.Side, Note: lossText(side.PoolLosses)})
		}
	}
	for i := range result.Fighters {
		m := &result.Fighters[i]
		end := "out " + rules.FormatPercent(m.OutRate.Share)
		if m.LeaveRate.Times > 0 {
			end += ", left " + rules.FormatPercent(m.LeaveRate.Share)
		}
		p.Add(draw.PageLine{Left: m.Name, Note: lossText(m.PoolLosses), Right: end})
	}
	p.Text(draw.RoleDim, fmt.Sprintf("%d fights; the range holds 80%% of them", result.Runs))
}

// lossText lists the average losses of pools, rounded to whole points.
func lossText(pools []simulate.PoolLost) string {
	return strings.Join(collect.Map(pools, func(pool simulate.PoolLost) string {
		return pool.Pool + " " + draw.FormatSigned(-math.Round(pool.Mean))
	}), ", ")
}

// oneDecimal formats a number, rounded to one decimal.
func oneDecimal(x float64) string { return draw.Tenths(math.Round(10*x) / 10) }
