package dashboard

import (
	"cmp"
	"reflect"
	"slices"

	"hybrid/gm/command"
	"hybrid/gm/simulate"
	"hybrid/rules"
)

// Combatants without a player act by their tactics: one action, or a whole side until a player is concerned. gm/simulate
// chooses the lines.

// hasPlayer reports whether a player speaks for a combatant.
func hasPlayer(a *rules.Actor) bool { return a != nil && a.Sheet.Person.Player != "" }

// acting is the combatant whose turn a tactic could take: who may declare now, or else the selected one.
func (m menus) acting() *rules.Actor {
	s := m.d.session.State()
	if a := s.Find(m.d.selected); a != nil && (a.Open || a.Waiting) {
		return a
	}
	if a := s.Find(m.d.declarer()); a != nil {
		return a
	}
	return s.Find(m.d.selected)
}

// actOnce does what the tactic of the combatant who is due would do, with the reason in the line.
func (m menus) actOnce() {
	a := m.acting()
	switch {
	case a == nil:
		m.d.say(noCombatants)
		return
	case hasPlayer(a):
		m.d.say(a.Sheet.Person.Player + " plays " + a.Name + ". Type `advise` for the value of each action.")
		return
	}
	if text := m.d.notDue(a.Key); text != "" && !m.d.inRounds() {
		m.d.refuse(text)
		return
	}
	m.takeTurn(a)
}

// takeTurn does what a tactic would do and reports whether something happened.
func (m menus) takeTurn(a *rules.Actor) bool {
	turn, err := simulate.TacticTurn(m.d.session.Ranking(a.Key), a.Key)
	if err != nil {
		m.d.warn(err)
		return false
	}
	if !m.d.do(turn.Whole()) {
		return false
	}
	if turn.Why == "" || len(m.d.menus.offered) > 0 { // what someone waited for is said first
		return true
	}
	now := m.d.session.State().Find(a.Key)
	if now == nil || now.Doing == nil { // it was done at once, and the log has the reason
		log := m.d.session.Log()
		text := saidOf(log[len(log)-1])
		if now != nil && now.Open && now.Going != a.Going { // a move takes no turn: what else is there to do?
			if next, err := simulate.TacticTurn(m.d.session.Ranking(a.Key), a.Key); err == nil && next.Passes() && !m.d.do(next.Line) {
				return false
			}
		}
		m.d.say(text)
		return true
	}
	text := now.Doing.Whose(now.Short, m.d.session.Rules())
	if now.Doing.Whom != "" {
		text += " → " + m.d.shortNameOf(now.Doing.Whom)
	}
	m.d.say(text + ": " + turn.Why)
	return true
}

// unplayed lists the sides without a player.
func (m menus) unplayed() (sides []string) {
	played := map[string]bool{}
	for _, a := range m.d.session.State().Actors {
		played[a.Side] = played[a.Side] || hasPlayer(a)
		if !slices.Contains(sides, a.Side) {
			sides = append(sides, a.Side)
		}
	}
	return slices.DeleteFunc(sides, func(side string) bool { return played[side] })
}

// maxSteps is how many entries a side makes by itself at the most.
const maxSideSteps = 60

// actOn lets the side of the combatant who is due, or else the only one without players, act by itself, until one of the party
// is concerned: has a turn, is aimed at by what takes effect next, or was touched by what did.
func (m menus) actOn() {
	a := m.acting()
	switch {
	case a == nil:
		m.d.say(noCombatants)
		return
	case m.d.inRounds():
		m.sideTurn()
		return
	}
	side, steps, why := a.Side, 0, ""
	if hasPlayer(a) {
		others := m.unplayed()
		if len(others) != 1 {
			m.d.say(a.Name + "'s side has players. Z is for sides without players.")
			return
		}
		side = others[0]
	}
	for ; steps < maxSideSteps && why == ""; steps++ {
		before := m.d.session.State()
		if why = m.halt(side); why != "" {
			break
		}
		done, tick := false, false
		if a := before.Find(m.d.declarer()); a != nil {
			done = m.takeTurn(a)
		} else {
			next, _ := m.d.session.Rules().NextOwed(before)
			tick = next.Kind == rules.OwedTick
			done = m.d.do("next")
			for m.answerByTactic() {
				done = m.d.session.State() != before
			}
		}
		if !done {
			return // a question, a die, or a refusal stands there
		}
		if len(m.d.menus.offered) > 0 {
			return // someone waited for this
		}
		if why = m.touched(before); tick {
			why = m.dropped(before)
		}
	}
	if why == "" {
		why = "stopped after many entries. Press Z to continue."
	}
	if steps > 0 {
		why = command.Plural(steps, "entry", "entries") + ": " + why
	}
	m.d.say(why)
}

// sideTurn lets the side whose turn it is act, if none of it is played, until one of the party is concerned or none of it may.
func (m menus) sideTurn() {
	rs, steps, why := m.d.session.Rules(), 0, ""
	for ; steps < maxSideSteps && why == ""; steps++ {
		before := m.d.session.State()
		side := before.Round.Side()
		at := slices.IndexFunc(before.Actors, func(a *rules.Actor) bool { return a.Side == side && rules.MayAct(rs, before, a) })
		switch {
		case at < 0:
			why = "No one of " + m.d.nameOf(side) + " can act. Press n to continue."
			if side == "" {
				why = "No side has its turn. Press n to continue."
			}
		case m.ours(before.Actors[at]):
			why = m.d.nameOf(side) + " has players; they decide for themselves."
		case !m.takeTurn(before.Actors[at]):
			return // a question, a die, or a refusal stands there
		case len(m.d.menus.offered) > 0:
			return // someone waited for this
		default:
			why = cmp.Or(aimedAt(m), m.touched(before))
		}
	}
	m.d.say(why)
}

// halt says why a side does not act by itself now; empty if it does.
func (m menus) halt(side string) string {
	s := m.d.session.State()
	if !s.Running {
		return "The encounter is over."
	}
	if a := s.Find(m.d.declarer()); a != nil {
		if a.Side != side || hasPlayer(a) {
			return a.Name + " declares"
		}
		return ""
	}
	next, ok := m.d.session.Rules().NextOwed(s)
	if !ok {
		return "No event is pending."
	}
	switch {
	case next.Kind == rules.OwedTick:
		return "" // a drop of blood is nobody's turn
	case next.Actor.Side != side || m.ours(next.Actor):
		return next.Actor.Name + " is next. Press n to continue."
	case next.Kind == rules.OwedAct && m.ours(s.Find(next.Doing.Whom)):
		return m.d.session.Game().OwedText(next) + " is next. Press n to continue."
	}
	return ""
}

// ours reports whether a combatant is of the party: played, or on the side of one who is.
func (m menus) ours(a *rules.Actor) bool {
	if a == nil {
		return false
	}
	for _, other := range m.d.session.State().Actors {
		if other.Side == a.Side && hasPlayer(other) {
			return true
		}
	}
	return false
}

// aimedAt says who of the party the last entry was done to; empty for none.
func aimedAt(m menus) string {
	list := m.d.session.Log()
	last, err := m.d.session.Entry(list[len(list)-1].Seq())
	if err != nil || !m.ours(m.d.session.State().Find(last.Whom)) {
		return ""
	}
	return m.d.nameOf(last.Whom) + " is affected."
}

// touched says who of the party something happened to since a state; empty for none.
func (m menus) touched(before *rules.State) string {
	for _, a := range m.d.session.State().Actors {
		if was := before.Find(a.Key); m.ours(a) && !reflect.DeepEqual(was, a) {
			return a.Name + " is affected."
		}
	}
	return ""
}

// dropped says who of the party could act in a state and cannot any more; empty for none.
func (m menus) dropped(before *rules.State) string {
	for _, a := range m.d.session.State().Actors {
		if was := before.Find(a.Key); was != nil && m.ours(a) && m.d.out(a) && !m.d.out(was) {
			return a.Name + " is out"
		}
	}
	return ""
}

// answerByTactic answers the question on top as the tactic of the one who is asked would, and reports whether there was
// one without a player.
func (m menus) answerByTactic() bool {
	n := len(m.d.overlays)
	if n == 0 {
		return false
	}
	l, ok := m.d.overlays[n-1].(*picker)
	if !ok || l.byTactic == nil {
		return false
	}
	l.byTactic()
	return true
}
