package dashboard

import (
	"sort"
	"strings"

	"hybrid/rules"
)

// timeline shows a lane for everybody: an action in the making from ● to ▶, an answer under way as ~, a turn to come
// as ○, with · what conditions owe, with » who is on the way, and as ┄▷ the action that is being chosen. Everybody keeps a lane of their own while there is room; else those do who
// are next.
type timeline struct {
	lanes []string // whose lane is at which row, as drawn last
}

// mark is one thing on a lane.
type mark struct {
	from, at float64
	sign     string
	line     string // what leads up to it; empty for nothing
	text     string
	role     role
	now      bool
	ghost    bool // only being chosen
}

// owes is the nearest count at which an actor does anything; far if nothing.
func owes(a *rules.Actor) float64 {
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

// laned picks the actors that get one of so many lanes, in the order of the state: the one that must be seen, and those
// who are next.
func laned(s *rules.State, rows int, seen string) []*rules.Actor {
	if len(s.Actors) <= rows {
		return s.Actors
	}
	list := append([]*rules.Actor(nil), s.Actors...)
	sort.SliceStable(list, func(i, j int) bool {
		if first := list[i].Key == seen; first != (list[j].Key == seen) {
			return first
		}
		return owes(list[i]) < owes(list[j])
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

// marksOf lists what an actor owes, in order of time.
func (d *Dashboard) marksOf(s *rules.State, a *rules.Actor) []mark {
	var list []mark
	if a.Open {
		list = append(list, mark{from: s.Count, at: s.Count, sign: "○", text: "declares now", role: roleKey, now: true})
	} else if a.Turn >= 0 {
		list = append(list, mark{from: a.Turn, at: a.Turn, sign: "○", text: "ready " + number(a.Turn), role: roleText})
	}
	if a.Waiting {
		list = append(list, mark{from: s.Count, at: s.Count, sign: "~", text: "waits", role: roleAnswer, now: true})
	}
	for doing := a.Doing; doing != nil; doing = doing.Beside {
		list = append(list, d.doingMark(doing))
	}
	if going, ok := d.goingMark(s, a); ok {
		list = append(list, going)
	}
	for i := range a.Conditions {
		held := &a.Conditions[i]
		if held.Next >= 0 {
			list = append(list, mark{from: held.Next, at: held.Next, sign: "·", text: strings.ToLower(held.Condition.Label) + " " + number(held.Next), role: roleLow})
		}
	}
	sort.SliceStable(list, func(i, j int) bool { return list[i].at < list[j].at })
	return onceNamed(list)
}

// onceNamed leaves the name of what falls due again and again to the first time.
func onceNamed(list []mark) []mark {
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

// haunted is the marks of a lane with the action that is being chosen; what it would follow keeps only its sign.
func haunted(marks []mark, g mark) []mark {
	list := append([]mark(nil), marks...)
	for i := range list {
		if list[i].at <= g.from && list[i].line == "" {
			list[i].text = ""
		}
	}
	list = append(list, g)
	sort.SliceStable(list, func(i, j int) bool { return list[i].at < list[j].at })
	return list
}

func (d *Dashboard) doingMark(doing *rules.Doing) mark {
	rs := d.session.Rules()
	m := mark{from: doing.From, at: doing.At, sign: "▶", line: "━", role: roleBusy}
	what := rules.Words(doing.Action)
	if action, ok := rs.Actions.Get(doing.Action); ok {
		what = action.Label
		if action.Answers != "" {
			m.line, m.role = "~", roleAnswer
		}
	}
	if doing.Tool != "" {
		what = itemLabel(rs, doing.Tool)
	} else if skill, ok := rs.Skills.Get(doing.Skill); ok {
		what = skill.Label
	}
	m.text = strings.ToLower(what)
	if doing.Whom != "" {
		m.text += " → " + d.nameOf(doing.Whom)
	}
	m.text += " (" + number(doing.At) + ")"
	return m
}

// scale says how many cells a count takes, so that all that is owed fits with room for its text.
func scale(from, to float64, cells int) float64 {
	per := float64(cells-26) / max(to-from, 1)
	for _, step := range []float64{4, 3, 2, 1, 0.5, 0.25, 0.125} {
		if step <= per {
			return step
		}
	}
	return max(per, 0.001)
}

// horizon is how many counts ahead the timeline looks at most. What comes later stands at its end.
const horizon = 150

// draw draws the head and the lanes. names is how many cells the names take.
func (t *timeline) draw(d *Dashboard, p pen, names int) {
	s := d.now()
	g := d.ghosted()
	seen := ""
	if g != nil {
		seen = g.who
	}
	actors := laned(s, p.h-1, seen)
	last := s.Count + 10
	marks := make([][]mark, len(actors))
	for i, actor := range actors {
		if s.Running {
			marks[i] = d.marksOf(s, actor)
		}
		if g != nil && g.who == actor.Key {
			for _, m := range g.marks {
				marks[i] = haunted(marks[i], m)
			}
		}
		if n := len(marks[i]); n > 0 {
			last = max(last, marks[i][n-1].at)
		}
	}
	last = min(last, s.Count+horizon)
	per := scale(s.Count, last, p.w-names-3)
	lane := p.part(names+3, 0, p.w-names-3, p.h)
	p.fit(1, 0, names, "counts", roleDim)
	if !s.Running {
		p.fit(names+3, 0, p.w-names-3, d.overText(), roleDim)
	} else {
		t.counts(lane, s.Count, per)
	}
	t.lanes = t.lanes[:0]
	for i, actor := range actors {
		r := d.sideRole(actor)
		if actor.Key == d.selected {
			p.text(0, 1+i, "▸", roleKey)
			r = roleChosen
		}
		p.fit(1, 1+i, names+1, actor.Name, r)
		drawLane(lane, 1+i, marks[i], s.Count, per)
		t.lanes = append(t.lanes, actor.Key)
	}
	if more := len(s.Actors) - len(actors); more > 0 {
		text := " " + number(float64(more)) + " more later"
		p.right(p.w-1, 0, text, roleDim)
	}
}

// overText says that no time runs, and what can be done.
func (d *Dashboard) overText() string {
	if d.now().Encounter == "" {
		return "no encounter is running · b begins one"
	}
	return "over · A shows what it did to everybody, b begins another, / pass lets time go by"
}

// counts draws the ruler.
func (t *timeline) counts(p pen, from, per float64) {
	step := 1.0
	for _, step = range []float64{1, 2, 5, 10, 20, 50, 100, 200, 500, 1000} {
		if step*per >= 6 {
			break
		}
	}
	p.text(0, 0, number(from), roleStrong)
	free := width(number(from)) + 3
	for n := 1; ; n++ {
		at := (float64(int(from/step)) + float64(n)) * step
		x := int((at - from) * per)
		if x+width(number(at)) > p.w-14 {
			return
		}
		if x >= free {
			p.text(x, 0, number(at), roleDim)
			free = x + width(number(at)) + 1
		}
	}
}

// drawLane draws the marks of one lane. A text has room up to the next mark.
func drawLane(p pen, y int, marks []mark, from, per float64) {
	free := 0
	for i, m := range marks {
		x := max(free, int((m.at-from)*per+0.5))
		if edge := max(free, p.w-width(m.text)-3); m.at > from+horizon && x > edge {
			x = edge
		}
		if m.line != "" {
			start := max(free, int((m.from-from)*per+0.5))
			if x <= start {
				x = start + 1
			}
			p.text(start, y, strings.Repeat(m.line, max(0, x-start)), m.role)
			if m.line == "━" && m.from >= from {
				p.text(start, y, "●", m.role)
			}
		}
		x = p.text(x, y, m.sign, m.role)
		room := p.w - x - 1
		if i+1 < len(marks) {
			room = min(room, int((marks[i+1].at-from)*per+0.5)-x-2)
			if room < width(m.text) && i+1 == len(marks)-1 {
				room = min(width(m.text), p.w-x-4-width(marks[i+1].text))
			}
		}
		free = x
		if room >= 3 {
			free = p.fit(x+1, y, room, m.text, m.role) + 1
		}
	}
}
