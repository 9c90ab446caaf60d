package dashboard

import (
	"sort"
	"strings"

	"hybrid/gm/command"
	"hybrid/gm/dashboard/draw"
	"hybrid/rules"
)

// timelinePanel is the timeline, a lane for each combatant: an action in the making from ● to ▶, a turn to come as ○,
// waiting as ~, what a condition does as ·, somebody on the way as », and the action that is being composed as ┄▷.
// Where there is no room for all, those have lanes who act next.
type timelinePanel struct {
	*view

	lanes []string // the key of the combatant in each lane, as drawn last
}

// laneMark is one thing on a lane.
type laneMark struct {
	from, at float64
	sign     string
	line     string // what is drawn from from to at; empty for nothing
	text     string
	role     draw.Role
	now      bool
	planned  bool // is only being composed
}

// nextCount returns the next count at which anything happens to a combatant; a large number if nothing does.
func nextCount(a *rules.Actor) float64 {
	const far = 1e9
	next := far
	if a.Open || a.Waiting {
		return -1
	}
	if a.Turn >= 0 {
		next = min(next, a.Turn)
	}
	if a.Doing != nil {
		next = min(next, a.Doing.At)
	}
	for i := range a.Conditions {
		if at := a.Conditions[i].Next; at >= 0 {
			next = min(next, at)
		}
	}
	return next
}

// chooseLanes picks the actors that get one of so many lanes, in the order of the state: the one with the key seen, and
// those who are next.
func chooseLanes(s *rules.State, rows int, seen string) []*rules.Actor {
	if len(s.Actors) <= rows {
		return s.Actors
	}
	list := append([]*rules.Actor(nil), s.Actors...)
	sort.SliceStable(list, func(i, j int) bool {
		if first := list[i].Key == seen; first != (list[j].Key == seen) {
			return first
		}
		return nextCount(list[i]) < nextCount(list[j])
	})
	picked := make(map[*rules.Actor]bool, rows)
	for _, actor := range list[:rows] {
		picked[actor] = true
	}
	list = list[:0]
	for _, actor := range s.Actors {
		if picked[actor] {
			list = append(list, actor)
		}
	}
	return list
}

// laneMarks lists what a combatant owes, in order of time.
func (t *timelinePanel) laneMarks(s *rules.State, a *rules.Actor) []laneMark {
	var list []laneMark
	if a.Open {
		list = append(list, laneMark{from: s.Count, at: s.Count, sign: "○", text: "declares now", role: draw.RoleKey, now: true})
	} else if a.Turn >= 0 {
		list = append(list, laneMark{from: a.Turn, at: a.Turn, sign: "○", text: "ready " + draw.Number(a.Turn), role: draw.RoleText})
	}
	if a.Waiting {
		list = append(list, laneMark{from: s.Count, at: s.Count, sign: "~", text: "waits", role: draw.RoleAnswer, now: true})
	}
	for doing := a.Doing; doing != nil; doing = doing.Beside {
		list = append(list, t.doingMark(doing))
	}
	if going, ok := t.goingMark(s, a); ok {
		list = append(list, going)
	}
	for i := range a.Conditions {
		held := &a.Conditions[i]
		if held.Next >= 0 {
			list = append(list, laneMark{from: held.Next, at: held.Next, sign: "·", text: strings.ToLower(held.Condition.Label) + " " + draw.Number(held.Next), role: draw.RoleLow})
		}
	}
	sort.SliceStable(list, func(i, j int) bool { return list[i].at < list[j].at })
	return nameOnce(list)
}

// nameOnce keeps the first name of a condition that acts again and again.
func nameOnce(list []laneMark) []laneMark {
	named := ""
	for i := range list {
		label := list[i].text
		if at := strings.LastIndexByte(label, ' '); list[i].sign == "·" && at >= 0 {
			if label[:at] == named {
				list[i].text = ""
			}
			named = label[:at]
		}
	}
	return list
}

// withPlanned returns the marks of a lane with a planned action among them.
func withPlanned(marks []laneMark, g laneMark) []laneMark {
	list := append([]laneMark(nil), marks...)
	for i := range list {
		if list[i].at <= g.from && list[i].line == "" {
			list[i].text = ""
		}
	}
	list = append(list, g)
	sort.SliceStable(list, func(i, j int) bool { return list[i].at < list[j].at })
	return list
}

func (v *view) doingMark(doing *rules.Doing) laneMark {
	rs := v.session.Rules()
	m := laneMark{from: doing.From, at: doing.At, sign: "▶", line: "━", role: draw.RoleBusy}
	what := rules.Words(doing.Action)
	if action, ok := rs.Actions.Get(doing.Action); ok {
		what = action.Label
	}
	if doing.Tool != "" {
		what = itemLabel(rs, doing.Tool)
	} else if skill, ok := rs.Skills.Get(doing.Skill); ok {
		what = skill.Label
	}
	m.text = strings.ToLower(what)
	if doing.Whom != "" {
		m.text += " → " + v.nameOf(doing.Whom)
	}
	m.text += " (" + draw.Number(doing.At) + ")"
	return m
}

// plannedAction is what is being composed as it would stand on the timeline: an action, or two at the same time.
type plannedAction struct {
	who   string
	marks []laneMark
}

// planned returns the action that a line declares, nil if it declares none.
func (t *timelinePanel) planned(line string) *plannedAction {
	if line == "" {
		return nil
	}
	v, err := t.preview(line)
	if err != nil || v.Counts <= 0 || v.Who == "" {
		return nil
	}
	plan := &plannedAction{who: v.Who, marks: []laneMark{t.plannedMark(&v)}}
	if v.Beside != nil {
		plan.marks = append(plan.marks, t.plannedMark(v.Beside))
	}
	return plan
}

// plannedMark is the mark of an action that is being composed.
func (t *timelinePanel) plannedMark(v *command.Preview) laneMark {
	from, at := t.actionSpan(v)
	what := v.Title
	if _, after, ok := strings.Cut(what, ": "); ok {
		what = after
	}
	return laneMark{from: from, at: at, sign: "▷", line: "┄", role: draw.RoleDim, planned: true, text: what + " lands at " + draw.Number(at)}
}

// cellsPerCount returns the width of a count at which everything fits, with room for its text.
func cellsPerCount(from, to float64, cells int) float64 {
	per := float64(cells-26) / max(to-from, 1)
	for _, step := range []float64{4, 3, 2, 1, 0.5, 0.25, 0.125} {
		if step <= per {
			return step
		}
	}
	return max(per, 0.001)
}

// horizon is how many counts ahead the timeline reaches. What comes later stands at its end.
const horizon = 150

// draw draws the heading and the lanes, with the action that line declares. names is the width of the column of names.
func (t *timelinePanel) draw(c draw.Canvas, names int, line string) {
	s := t.shownState()
	plan := t.planned(line)
	seen := ""
	if plan != nil {
		seen = plan.who
	}
	actors := chooseLanes(s, c.H-1, seen)
	last := s.Count + 10
	marks := make([][]laneMark, len(actors))
	for i, actor := range actors {
		if s.Running {
			marks[i] = t.laneMarks(s, actor)
		}
		if plan != nil && plan.who == actor.Key {
			for _, m := range plan.marks {
				marks[i] = withPlanned(marks[i], m)
			}
		}
		if n := len(marks[i]); n > 0 {
			last = max(last, marks[i][n-1].at)
		}
	}
	last = min(last, s.Count+horizon)
	per := cellsPerCount(s.Count, last, c.W-names-3)
	lane := c.Part(names+3, 0, c.W-names-3, c.H)
	c.Fit(1, 0, names, "counts", draw.RoleDim)
	if !s.Running {
		c.Fit(names+3, 0, c.W-names-3, t.idleText(), draw.RoleDim)
	} else {
		t.drawRuler(lane, s.Count, per)
	}
	t.lanes = t.lanes[:0]
	for i, actor := range actors {
		r := t.sideRole(actor)
		if actor.Key == t.selected {
			c.Text(0, 1+i, "▸", draw.RoleKey)
			r = draw.RoleChosen
		}
		c.Fit(1, 1+i, names+1, actor.Name, r)
		drawLane(lane, 1+i, marks[i], s.Count, per)
		t.lanes = append(t.lanes, actor.Key)
	}
	if more := len(s.Actors) - len(actors); more > 0 {
		text := " " + draw.Number(float64(more)) + " more later"
		c.Right(c.W-1, 0, text, draw.RoleDim)
	}
}

// idleText says that no time runs, and what can be done.
func (t *timelinePanel) idleText() string {
	if t.shownState().Encounter == "" {
		return "no encounter is running · b begins one"
	}
	return "over · A shows what it did to everybody, b begins another, / pass lets time go by"
}

// drawRuler draws the ruler of counts.
func (t *timelinePanel) drawRuler(c draw.Canvas, from, per float64) {
	step := 1.0
	for _, step = range []float64{1, 2, 5, 10, 20, 50, 100, 200, 500, 1000} {
		if step*per >= 6 {
			break
		}
	}
	c.Text(0, 0, draw.Number(from), draw.RoleStrong)
	free := draw.Width(draw.Number(from)) + 3
	for n := 1; ; n++ {
		at := (float64(int(from/step)) + float64(n)) * step
		x := int((at - from) * per)
		if x+draw.Width(draw.Number(at)) > c.W-14 {
			return
		}
		if x >= free {
			c.Text(x, 0, draw.Number(at), draw.RoleDim)
			free = x + draw.Width(draw.Number(at)) + 1
		}
	}
}

// drawLane draws the marks of one lane. A text has room up to the next mark.
func drawLane(c draw.Canvas, y int, marks []laneMark, from, per float64) {
	free := 0
	for i, m := range marks {
		x := max(free, int((m.at-from)*per+0.5))
		if edge := max(free, c.W-draw.Width(m.text)-3); m.at > from+horizon && x > edge {
			x = edge
		}
		if m.line != "" {
			start := max(free, int((m.from-from)*per+0.5))
			if x <= start {
				x = start + 1
			}
			c.Text(start, y, strings.Repeat(m.line, max(0, x-start)), m.role)
			if m.line == "━" && m.from >= from {
				c.Text(start, y, "●", m.role)
			}
		}
		x = c.Text(x, y, m.sign, m.role)
		room := c.W - x - 1
		if i+1 < len(marks) {
			room = min(room, int((marks[i+1].at-from)*per+0.5)-x-2)
			if room < draw.Width(m.text) && i+1 == len(marks)-1 {
				room = min(draw.Width(m.text), c.W-x-4-draw.Width(marks[i+1].text))
			}
		}
		free = x
		if room >= 3 {
			free = c.Fit(x+1, y, room, m.text, m.role) + 1
		}
	}
}
