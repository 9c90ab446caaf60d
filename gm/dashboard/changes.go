package dashboard

import (
	"slices"
	"strings"

	"hybrid/gm/dashboard/draw"
	"hybrid/rules"
)

// changeLines says how people differ between two states, those who do: a line for the name, and one for each difference.
func (d *Dashboard) changeLines(before, after *rules.State) []draw.Line {
	var list []draw.Line
	for _, a := range after.Actors {
		was := before.Find(a.Key)
		if was == a {
			if parts := d.burdenChange(before, after, a, a); len(parts) > 0 {
				list = append(append(list, draw.Line{Left: a.Name, Role: draw.RoleStrong}), parts...)
			}
			continue
		}
		if was == nil {
			list = append(list, draw.Line{Left: a.Name + " comes in", Role: draw.RoleStrong})
			continue
		}
		if parts := d.actorChange(before, after, was, a); len(parts) > 0 {
			list = append(append(list, draw.Line{Left: a.Name, Role: draw.RoleStrong}), parts...)
		}
	}
	for _, a := range before.Actors {
		if after.Find(a.Key) == nil {
			list = append(list, draw.Line{Left: a.Name + " leaves", Role: draw.RoleStrong})
		}
	}
	return append(list, d.sceneChange(before, after)...)
}

// sceneChange says what began or ceased to hold for everybody, and that a fight began or ended.
func (d *Dashboard) sceneChange(before, after *rules.State) (list []draw.Line) {
	if before.Running != after.Running {
		text := "the encounter begins"
		if before.Running {
			text = "the encounter ends"
		}
		list = append(list, draw.Line{Left: text, Role: draw.RoleStrong})
	}
	for _, name := range after.Situations {
		if !slices.Contains(before.Situations, name) {
			list = append(list, draw.Line{Left: "for everybody: " + d.situationLabel(name), Indent: 1})
		}
	}
	for _, name := range before.Situations {
		if !slices.Contains(after.Situations, name) {
			list = append(list, draw.Line{Left: "no longer for everybody: " + d.situationLabel(name), Indent: 1})
		}
	}
	return list
}

func (d *Dashboard) situationLabel(name string) string {
	if situation, ok := d.session.Rules().Situations.Get(name); ok {
		return strings.ToLower(situation.Label)
	}
	return rules.Words(name)
}

// actorChange says how one differs.
func (d *Dashboard) actorChange(before, after *rules.State, was, now *rules.Actor) (list []draw.Line) {
	add := func(r draw.Role, left, right string) {
		list = append(list, draw.Line{Left: left, Right: right, Indent: 2, Role: r})
	}
	for _, pool := range d.session.Rules().Pools.All {
		if by := now.Now(pool) - was.Now(pool); by != 0 {
			r := draw.RoleGood
			if by < 0 {
				r = draw.RoleLow
			}
			add(r, pool.Label, draw.Signed(by)+" → "+draw.Number(now.Now(pool)))
		}
	}
	for _, text := range missingFrom(d.conditionNames(now), d.conditionNames(was)) {
		add(draw.RoleLow, "is now "+text, "")
	}
	for _, text := range missingFrom(d.conditionNames(was), d.conditionNames(now)) {
		add(draw.RoleText, "no longer "+text, "")
	}
	list = append(list, d.burdenChange(before, after, was, now)...)
	for _, text := range missingFrom(activityNames(now), activityNames(was)) {
		add(draw.RoleText, text, "")
	}
	if was.Tool != now.Tool && now.Tool != nil {
		add(draw.RoleText, "in hand", now.Tool.Label)
	}
	if was.Placed != now.Placed || was.Place != now.Place {
		add(draw.RoleText, "stands at", metres(now.Place))
	}
	if before.Running && after.Running && turnText(was) != turnText(now) {
		add(draw.RoleText, turnText(was), "→ "+turnText(now))
	}
	return list
}

// burdenChange says how what weighs on somebody differs.
func (d *Dashboard) burdenChange(before, after *rules.State, was, now *rules.Actor) []draw.Line {
	x, y := d.burdenIn(before, was), d.burdenIn(after, now)
	if x == y {
		return nil
	}
	return []draw.Line{{Left: d.burdenLabel(), Right: draw.Number(x) + " → " + draw.Number(y), Indent: 2, Role: draw.RoleText}}
}

// burdenIn is what weighs on somebody in a state that need not be the present.
func (d *Dashboard) burdenIn(s *rules.State, a *rules.Actor) float64 {
	rs := d.session.Rules()
	m := rs.ByHand()
	if m == nil {
		return 0
	}
	value, _ := rs.Burden(s, a, m.Name, rs.Pack.Burden...)
	return value
}

// conditionNames lists the conditions that somebody has, by themselves or because they hold.
func (d *Dashboard) conditionNames(a *rules.Actor) (list []string) {
	for i := range a.Conditions {
		list = append(list, a.Conditions[i].Words(d.nameOf(a.Conditions[i].Other))+numberSuffix(a.Conditions[i].Number))
	}
	for _, c := range d.session.Rules().Holding(a) {
		list = append(list, strings.ToLower(c.Label))
	}
	return list
}

func activityNames(a *rules.Actor) (list []string) {
	for _, activity := range a.Activities {
		list = append(list, strings.ToLower(activity.Label))
	}
	return list
}

// missingFrom lists what is in one list and not in another, each as often as it is missing there.
func missingFrom(list, other []string) (missing []string) {
	rest := slices.Clone(other)
	for _, text := range list {
		if at := slices.Index(rest, text); at >= 0 {
			rest = slices.Delete(rest, at, at+1)
			continue
		}
		missing = append(missing, text)
	}
	return missing
}

// changePage is what a line would change, or why it cannot be done.
func (d *Dashboard) changePage(text string) *draw.Page {
	p := &draw.Page{Title: text}
	f, err := d.foresee(text)
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
	p.Lines = d.changeLines(f.Before, f.After)
	if len(p.Lines) == 0 {
		p.Text(draw.RoleDim, "changes nothing that can be seen")
	}
	return p
}
