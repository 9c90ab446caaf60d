package dashboard

import (
	"math"
	"strings"

	"hybrid/gm/dashboard/draw"
	"hybrid/rules"
)

// roundsPanel stands where the timeline does, in a game in which sides have turns: a column a side with its pools and its
// people, or a row a side where there is little room.
type roundsPanel struct{ *view }

// inRounds reports whether the game is one in which sides have turns.
func (v *view) inRounds() bool { return v.session.Rules().Order.InRounds() }

// countText is where an encounter stands: "count 12", "turn 3" where counts are rounds.
func countText(rs *rules.Ruleset, s *rules.State) string {
	return rules.CountWord(rs) + " " + draw.Number(s.Count)
}

// notInTurn says why the selected combatant cannot declare now, in a game of rounds, and what helps; empty if it can.
func (p roundsPanel) notInTurn(a *rules.Actor) string {
	s, rs := p.session.State(), p.session.Rules()
	if rules.MayAct(rs, s, a) {
		return ""
	}
	if able, why := a.CanAct(rs); !able {
		return a.Short + " cannot act: " + strings.ToLower(why.Label)
	}
	on := ": n goes on"
	if rules.TurnsLeft(rs, s) != "" {
		on = ": j k choose another, " + s.Round.Side() + ": done ends it"
	}
	if rules.TurnOf(rs, s, a) == rules.TurnTaken {
		return a.Short + " has had its turn" + on
	}
	if side := s.Find(s.Round.Side()); side != nil && side.Key != a.Side {
		return "it is the turn of " + side.Name + on
	}
	return a.Short + " cannot take its turn now" + on
}

// follow selects who may act next where the selected combatant may not, because it could in the state before and has had
// its turn, or because another side, or nobody, had its turn then. Nil is a state in which nobody had.
func (p roundsPanel) follow(was *rules.State) {
	s, rs := p.session.State(), p.session.Rules()
	a := s.Find(p.selected)
	if s.Round.Side() == "" || a != nil && rules.MayAct(rs, s, a) {
		return
	}
	if was != nil && was.Round.Side() == s.Round.Side() && was.Count == s.Count {
		if before := was.Find(p.selected); before == nil || !rules.MayAct(rs, was, before) {
			return
		}
	}
	from := p.selectedAt() + 1
	for i := range s.Actors {
		if next := s.Actors[(from+i)%len(s.Actors)]; rules.MayAct(rs, s, next) {
			p.selected = next.Key
			return
		}
	}
}

// acting says whose turn it is, and how it ends; empty where nobody may act.
func (p roundsPanel) acting() string {
	s, rs := p.session.State(), p.session.Rules()
	var names []string
	for _, a := range s.Actors {
		if rules.MayAct(rs, s, a) {
			names = append(names, a.Short)
		}
	}
	switch {
	case len(names) == 0:
		return ""
	case len(names) > 3:
		names = []string{draw.Number(float64(len(names)))}
	}
	return strings.Join(names, ", ") + " may act · " + s.Round.Side() + ": done ends the turn"
}

// turnSigns are the signs of how it stands with a turn: it cannot be had, is taken, is to come, is open.
var turnSigns = [...]string{rules.NoTurn: "·", rules.TurnTaken: "●", rules.TurnToCome: "○", rules.TurnOpen: "▶"}

// turnWords say the same.
var turnWords = [...]string{rules.NoTurn: "no turn", rules.TurnTaken: "has had its turn", rules.TurnToCome: "its turn is to come", rules.TurnOpen: "acts now"}

// sides are the sides in the order of their turns, each with its people; a side without a turn stands last.
func (p roundsPanel) sides() (list []sideColumn) {
	s := p.shownState()
	place := map[string]int{}
	column := func(key string) *sideColumn {
		at, known := place[key]
		if !known {
			at = len(list)
			place[key] = at
			list = append(list, sideColumn{key: key, label: key})
		}
		return &list[at]
	}
	if s.Round != nil {
		for _, key := range s.Round.Sides {
			column(key)
		}
	}
	for _, side := range s.Sides {
		c := column(side.Key)
		c.label = side.Name
		for _, pool := range rules.WatchedPools(p.session.Rules(), true) {
			c.label += "  " + pool.Name + " " + draw.Number(side.Now(pool))
		}
	}
	for _, a := range s.Actors {
		c := column(a.Side)
		c.people = append(c.people, a)
	}
	return list
}

// sideColumn is a side with its people.
type sideColumn struct {
	key, label string
	people     []*rules.Actor
}

// heading is a side as it stands over its people; whose turn it is has a sign before it, and how many may still take theirs
// behind it.
func (p roundsPanel) heading(side *sideColumn) []draw.StyledText {
	s := p.shownState()
	role, sign := draw.RoleText, "  "
	if len(side.people) > 0 {
		role = p.sideOf(side.people[0]).role()
	}
	turn := s.Round != nil && s.Round.Side() == side.key
	if turn {
		sign = "▶ "
	}
	spans := []draw.StyledText{{Text: sign, Role: draw.RoleKey}, {Text: side.label, Role: role}}
	if turn && s.Round.Left >= 1 && !math.IsInf(s.Round.Left, 0) {
		spans = append(spans, draw.StyledText{Text: "  " + draw.Number(s.Round.Left) + " to go", Role: draw.RoleDim})
	}
	return spans
}

// person returns a combatant's name with the sign of its turn.
func (p roundsPanel) person(a *rules.Actor, name string) []draw.StyledText {
	state := rules.TurnOf(p.session.Rules(), p.shownState(), a)
	sign := draw.StyledText{Text: turnSigns[state] + " ", Role: draw.RoleKey}
	role := p.sideOf(a).role()
	if state <= rules.TurnTaken {
		sign.Role = draw.RoleDim
	}
	if state == rules.NoTurn {
		role = draw.RoleDim
	}
	if a.Key == p.selected {
		role = draw.RoleChosen
	}
	return []draw.StyledText{sign, {Text: name, Role: role}}
}

// draw draws a column a side, as many as there is room for, and a row for each of its people.
func (p roundsPanel) draw(c draw.Canvas) {
	p.lanes = p.lanes[:0]
	sides := p.sides()
	if len(sides) == 0 {
		return
	}
	wide := max(20, c.W/len(sides))
	for i := range sides {
		x := i * wide
		if x+wide > c.W {
			break
		}
		c.Spans(x+1, 0, wide-2, p.heading(&sides[i]))
		rows := c.H - 1
		for n, a := range sides[i].people {
			if n == rows-1 && n < len(sides[i].people)-1 {
				c.Fit(x+3, 1+n, wide-4, draw.Number(float64(len(sides[i].people)-n))+" more", draw.RoleDim)
				break
			}
			c.Spans(x+1, 1+n, wide-2, p.person(a, a.Name))
		}
	}
}

// drawRows draws a row a side, with its people in short, or how many of them have which sign.
func (p roundsPanel) drawRows(c draw.Canvas) {
	p.lanes = p.lanes[:0]
	sides := p.sides()
	for y := range min(c.H, len(sides)) {
		var people []draw.StyledText
		wide, many := 0, [len(turnSigns)]int{}
		for _, a := range sides[y].people {
			many[rules.TurnOf(p.session.Rules(), p.shownState(), a)]++
			people = append(append(people, draw.StyledText{Text: "  "}), p.person(a, a.Short)...)
			wide += 4 + draw.Width(a.Short)
		}
		x := c.Spans(1, y, c.W-2, p.heading(&sides[y]))
		if x+wide > c.W-1 {
			people = people[:0]
			for state := len(many) - 1; state >= 0; state-- {
				if many[state] > 0 {
					people = append(people, draw.StyledText{Text: "  " + turnSigns[state] + " " + draw.Number(float64(many[state])), Role: draw.RoleDim})
				}
			}
		}
		c.Spans(x, y, c.W-1-x, people)
	}
}
