package dashboard

import (
	"slices"
	"strings"

	"hybrid/gm/dashboard/draw"
	"hybrid/rules"
	"hybrid/rules/collect"
	"hybrid/rules/message"
)

// The page shown after a fight or during it, with the changes of each combatant and side since the fight began.

// showSummary shows how the current or last fight has changed all combatants. After a fight, the page has keys for what usually comes next.
func (d *Dashboard) showSummary() {
	began, err := d.session.StateAtFightStart()
	if err != nil {
		d.showError(err)
		return
	}
	if began == nil {
		d.showMessage("No fight has begun. Press n to begin one.")
		return
	}
	v := &pageView{page: d.pages.summaryPage(began, d.session.State())}
	if !d.session.State().Running {
		closeAnd := func(open func()) func() {
			return func() {
				d.overlays = nil
				open()
			}
		}
		v.bar = []barKey{{name: "r", label: "hours", run: closeAnd(d.menus.openHoursMenu)}, {name: "b", label: "next scene", run: closeAnd(d.menus.openBeginMenu)},
			{name: "C", label: "recap", run: closeAnd(d.menus.openCampaignScreen)}, {name: "%", label: "how it turned", run: closeAnd(func() { d.bindings.findBinding(modeDesk, "%").run(d) })},
			{name: "u", label: "undo", run: func() { d.doLine("undo") }}, {name: "U", label: "redo", run: func() { d.doLine("redo") }}, {name: "Esc", label: "close"}}
		if len(d.session.Rules().Activities.All) == 0 {
			v.bar = v.bar[1:] // no time to pass
		}
	}
	d.openOverlay(v)
}

// summaryPage returns a page that compares all combatants in two states: began, when the encounter began, and now.
func (ps pages) summaryPage(began, now *rules.State) *draw.Page {
	scope := collect.Choose(!now.Running, "summary", "so far")
	p := &draw.Page{Title: message.Capitalise(scope)}
	if now.Label != "" {
		p.Title = now.Label + ": " + scope
	}
	p.Text(draw.RoleDim, ps.elapsedText(now))
	if ps.inRounds() {
		ps.addSidesSummary(p, began, now)
		return p
	}
	var sides []string
	for _, a := range now.Actors {
		if !slices.Contains(sides, a.Side) {
			sides = append(sides, a.Side)
			ps.addSideSummary(p, draw.PageLine{Left: rules.ReadableName(a.Side)}, a.Side, began, now)
		}
	}
	for _, a := range began.Actors {
		if now.Find(a.Key) == nil {
			p.Gap()
			p.Add(draw.PageLine{Left: a.Name, Right: "left", Role: draw.RoleDim})
		}
	}
	return p
}

// addSidesSummary adds to p, in a game in rounds, the side that won, and for each side the changes of its own pools and of its combatants
// between the states began and now.
func (ps pages) addSidesSummary(p *draw.Page, began, now *rules.State) {
	if now.Won != "" {
		p.Text(draw.RoleGood, ps.actorName(now.Won)+" won")
	}
	for _, side := range now.Sides {
		l := draw.PageLine{Left: side.Name}
		if before := began.Find(side.Key); before != nil {
			var parts []string
			for _, pool := range ps.session.Rules().PoolsOf(side) {
				if change := side.PoolValue(pool) - before.PoolValue(pool); change != 0 && pool.Refill.Text == "" {
					parts = append(parts, rules.MidSentence(pool.Label)+" "+draw.FormatSigned(change))
				}
			}
			l.Right = strings.Join(parts, ", ")
		}
		ps.addSideSummary(p, l, side.Key, began, now)
	}
}

// addSideSummary adds to p the line head, about a side, and the changes of the side's combatants between the states began and now. Unhurt
// ones share a line.
func (ps pages) addSideSummary(p *draw.Page, head draw.PageLine, side string, began, now *rules.State) {
	p.Gap()
	head.Role, head.Column = draw.RoleTitle, true
	p.Add(head)
	var unhurt []string
	for _, a := range now.Actors {
		if a.Side != side {
			continue
		}
		changes := &draw.Page{}
		ps.addActorSummary(changes, began.Find(a.Key), a)
		if isUnhurt := len(changes.Lines) == 2 && changes.Lines[1].Left == unhurtText; isUnhurt { // only the name and unhurtText
			unhurt = append(unhurt, a.Short)
			continue
		}
		p.Lines = append(p.Lines, changes.Lines...)
	}
	if len(unhurt) > 0 {
		p.Text(draw.RoleDim, unhurtText+": "+strings.Join(unhurt, ", "))
	}
}

// unhurtText is the text for a combatant without any changes.
const unhurtText = "unhurt"

// elapsedText describes how long the encounter took.
func (ps pages) elapsedText(s *rules.State) string {
	text := countText(ps.session.Rules(), s)
	if pack := ps.session.Rules().Pack; pack.Count > 0 {
		text += " · " + strings.TrimSpace(draw.Tenths(s.Count*pack.Count)+" "+pack.Unit)
	}
	return text
}

// mergeRepeats returns each text of a list once, with its number of occurrences if there are several.
func mergeRepeats(list []string) (short []string) {
	times := map[string]int{}
	for _, text := range list {
		times[text]++
		if times[text] == 1 {
			short = append(short, text)
		}
	}
	for i, text := range short {
		if n := times[text]; n > 1 {
			short[i] = text + " ×" + draw.Tenths(float64(n))
		}
	}
	return short
}

// addActorSummary adds a line with the name of a combatant to p, and below it its changes. old is the combatant when the encounter began,
// or nil if it joined later.
func (ps pages) addActorSummary(p *draw.Page, old, current *rules.Actor) {
	head := draw.PageLine{Left: current.Name, Role: draw.RoleStrong}
	able, why := current.CanAct(ps.session.Rules())
	isDown := !able && (why.Bad || why.Out)
	if !able {
		head.Right, head.Role = "! "+rules.MidSentence(why.Label), draw.RoleBad
	}
	p.Add(head)
	from := len(p.Lines)
	for _, pool := range ps.session.Rules().PoolsOf(current) {
		oldPoints := current.PoolValue(pool)
		if old != nil {
			oldPoints = old.PoolValue(pool)
		}
		by := current.PoolValue(pool) - oldPoints
		if by == 0 || pool.Refill.Text != "" {
			continue // losses in a pool that is refilled each round don't last
		}
		l := draw.PageLine{Left: pool.Label, Right: draw.FormatSigned(by) + " → " + draw.Tenths(current.PoolValue(pool)), Indent: 2}
		if maximum, limited := current.Sheet.Max(pool); limited && maximum > 0 {
			l.Right += "/" + draw.Tenths(maximum)
			l.Bar, l.Share, l.Role = 8, current.PoolValue(pool)/maximum, poolRole(current.PoolValue(pool)/maximum)
		}
		p.Add(l)
	}
	var before []string
	if old != nil {
		before = ps.conditionNames(old)
	}
	if gained := mergeRepeats(missingTexts(ps.conditionNames(current), before)); len(gained) > 0 {
		p.Add(draw.PageLine{Left: strings.Join(gained, " · "), Indent: 2, Role: draw.RoleLow})
	}
	if len(p.Lines) == from {
		p.Add(draw.PageLine{Left: collect.Choose(isDown, "as before", unhurtText), Indent: 2, Role: draw.RoleDim})
	}
}
