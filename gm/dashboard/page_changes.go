package dashboard

import (
	"cmp"
	"slices"

	"hybrid/gm/dashboard/draw"
	"hybrid/rules"
	"hybrid/rules/collect"
)

// Differences between two states, by combatant, which show the effect of a line (the text of a command) that needs no dice. The burden is
// the modifier to all rolls of a combatant.

// changeLines lists the differences of the combatants and the scene between two states: a line with the name of each combatant that
// differs, followed by a line for each difference.
func (ps pages) changeLines(before, after *rules.State) []draw.PageLine {
	var list []draw.PageLine
	for _, a := range after.Actors {
		old := before.Find(a.Key)
		if old == a { // the actor itself is unchanged, but the scene might change its burden
			if parts := ps.burdenChangeLines(before, after, a, a); len(parts) > 0 {
				list = append(append(list, draw.PageLine{Left: a.Name, Role: draw.RoleStrong}), parts...)
			}
			continue
		}
		if old == nil {
			list = append(list, draw.PageLine{Left: a.Name + " comes in", Role: draw.RoleStrong})
			continue
		}
		if parts := ps.actorChangeLines(before, after, old, a); len(parts) > 0 {
			list = append(append(list, draw.PageLine{Left: a.Name, Role: draw.RoleStrong}), parts...)
		}
	}
	for _, a := range before.Actors {
		if after.Find(a.Key) == nil {
			list = append(list, draw.PageLine{Left: a.Name + " leaves", Role: draw.RoleStrong})
		}
	}
	return append(list, ps.sceneChangeLines(before, after)...)
}

// sceneChangeLines lists what began or ended between the states before and after: the scene or the fight, and situations of the scene.
func (ps pages) sceneChangeLines(before, after *rules.State) (list []draw.PageLine) {
	if before.Running == after.Running && !before.SceneOver && after.SceneOver {
		list = append(list, draw.PageLine{Left: "the scene ends", Role: draw.RoleStrong})
	}
	if before.Running != after.Running {
		isFight := ps.session.Rules().IsFightOn(before) || after.Encounter == before.Encounter && after.Running
		subject := collect.Choose(isFight, "the fight", "the scene")
		list = append(list, draw.PageLine{Left: subject + collect.Choose(before.Running, " ends", " begins"), Role: draw.RoleStrong})
	}
	for _, name := range after.Situations {
		if !slices.Contains(before.Situations, name) {
			list = append(list, draw.PageLine{Left: "for everyone: " + ps.situationLabel(name), Indent: 1})
		}
	}
	for _, name := range before.Situations {
		if !slices.Contains(after.Situations, name) {
			list = append(list, draw.PageLine{Left: "no longer for everyone: " + ps.situationLabel(name), Indent: 1})
		}
	}
	return list
}

// actorChangeLines lists the differences of one combatant, old in the state before and current in the state after.
func (ps pages) actorChangeLines(before, after *rules.State, old, current *rules.Actor) (list []draw.PageLine) {
	add := func(r draw.Role, left, right string) {
		list = append(list, draw.PageLine{Left: left, Right: right, Indent: 2, Role: r})
	}
	for _, pool := range ps.session.Rules().PoolsOf(old) {
		if change := current.PoolValue(pool) - old.PoolValue(pool); change != 0 {
			r := collect.Choose(change < 0, draw.RoleLow, draw.RoleGood)
			add(r, pool.Label, draw.FormatSigned(change)+" → "+draw.Tenths(current.PoolValue(pool)))
		}
	}
	for _, text := range missingTexts(ps.conditionNames(current), ps.conditionNames(old)) {
		add(draw.RoleLow, "is now "+text, "")
	}
	for _, text := range missingTexts(ps.conditionNames(old), ps.conditionNames(current)) {
		add(draw.RoleText, "no longer "+text, "")
	}
	list = append(list, ps.burdenChangeLines(before, after, old, current)...)
	for _, text := range missingTexts(activityNames(current), activityNames(old)) {
		add(draw.RoleText, text, "")
	}
	if old.HeldItemsText() != current.HeldItemsText() {
		add(draw.RoleText, current.HeldItemsText(), "")
	}
	if old.Placed != current.Placed || old.Place != current.Place {
		add(draw.RoleText, "stands at", metres(current.Place))
	}
	if old.Spot != current.Spot {
		add(draw.RoleText, "is at", cmp.Or(current.Spot, "no named place"))
	}
	rs := ps.session.Rules()
	if oldTurn, newTurn := turnText(rs, before, old), turnText(rs, after, current); before.Running && after.Running && oldTurn != newTurn {
		add(draw.RoleText, oldTurn, "→ "+newTurn)
	}
	return list
}

// turnText describes when a combatant acts next or, in a game in rounds, the status of its turn.
func turnText(rs *rules.Ruleset, s *rules.State, a *rules.Actor) string {
	switch {
	case rs.Order.ActsTogether() && rs.CanActNow(s, a):
		return turnWords[rules.TurnOpen]
	case rs.Order.InRounds():
		return turnWords[rs.TurnOf(s, a)]
	case a.Open:
		return "declares now"
	case a.Waiting:
		return "waits"
	case a.Doing != nil:
		return "acts at " + draw.Tenths(a.Doing.At)
	case a.Turn >= 0:
		return "ready at " + draw.Tenths(a.Turn)
	}
	return "nothing"
}

// burdenChangeLines returns a line with the change in a combatant's burden (the modifier to all its rolls), or nil if there is none.
func (ps pages) burdenChangeLines(before, after *rules.State, old, current *rules.Actor) []draw.PageLine {
	oldBurden, _ := ps.burdenIn(before, old)
	newBurden, _ := ps.burdenIn(after, current)
	if oldBurden == newBurden {
		return nil
	}
	return []draw.PageLine{{Left: ps.burdenLabel(), Right: draw.Tenths(oldBurden) + " → " + draw.Tenths(newBurden), Indent: 2, Role: draw.RoleText}}
}

// activityNames returns the labels of an actor's activities, for the middle of a sentence.
func activityNames(a *rules.Actor) (list []string) {
	return collect.Map(a.Activities, func(activity *rules.Activity) string { return rules.MidSentence(activity.Label) })
}

// missingTexts returns the texts of list that have no equal text in other; each text of other matches only one.
func missingTexts(list, other []string) (missing []string) {
	unmatched := slices.Clone(other)
	for _, text := range list {
		if at := slices.Index(unmatched, text); at >= 0 {
			unmatched = slices.Delete(unmatched, at, at+1)
			continue
		}
		missing = append(missing, text)
	}
	return missing
}

// changePage returns a page with the effect of the line text, or the reason why it is refused. For a line that rolls dice, the page says
// only that.
func (ps pages) changePage(text string) *draw.Page {
	p := &draw.Page{Title: text}
	f, err := ps.dryRun(text)
	if err != nil {
		reason, _ := errorText(err)
		p.Text(draw.RoleBad, "! "+reason)
		return p
	}
	p.Title = f.Title
	if f.Rolls {
		p.Text(draw.RoleDim, "rolls dice")
		return p
	}
	p.Lines = ps.changeLines(f.Before, f.After)
	if len(p.Lines) == 0 {
		p.Text(draw.RoleDim, "changes no one's numbers now")
	}
	return p
}
