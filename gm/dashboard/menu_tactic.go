package dashboard

import (
	"cmp"
	"context"
	"reflect"
	"slices"

	"hybrid/gm/command"
	"hybrid/gm/simulate"
	"hybrid/rules"
)

// Combatants without a player act by their tactics: one action, or a whole side until a player is concerned. gm/simulate chooses the
// lines.

// hasPlayer reports whether a is played by a player who is present.
func hasPlayer(a *rules.Actor) bool { return a != nil && a.Played() }

// acting returns the combatant whose turn a tactic could take: one who may declare now, or else the selected one.
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

// actOnce lets the tactic of the combatant who is due act, with the reason in the line.
func (m menus) actOnce() {
	a := m.acting()
	switch {
	case m.d.session.Game().AtRest() && len(m.d.session.Asks()) > 0:
		m.d.do(rollRest)
		return
	case a == nil:
		m.d.say(m.d.nobodyText())
		return
	case hasPlayer(a):
		m.d.say(a.Sheet.Person.Player + " plays " + a.Name + ". Type `advise` for the value of each action.")
		return
	}
	if m.d.session.Game().AtRest() {
		m.beginTurns(needsTurns("A tactic"), "")
		return
	}
	if text := m.d.notDue(a.Key, nil); text != "" && !m.d.inRounds() {
		m.d.refuse(text)
		return
	}
	m.takeTurn(a.Key)
}

// takeTurn carries out the tactic of the combatant called key once it is worked out, unless something else has happened by then. In
// rounds "" stands for the one of the side who acts next by the tactics.
func (m menus) takeTurn(key string) {
	game, targets, state := m.d.session.Game(), m.d.session.Targets(), m.d.session.State()
	m.d.await(func(ctx context.Context) func() {
		turn, err := simulate.TacticTurn(game.Until(ctx), targets, key)
		return func() {
			switch {
			case err != nil:
				m.d.warn(err)
			case m.d.session.State() == state:
				m.act(state.Find(turn.Who), &turn)
			}
		}
	})
}

// act carries out the turn of an actor, and shows the reason.
func (m menus) act(a *rules.Actor, turn *simulate.Turn) {
	if !m.d.do(turn.Whole()) {
		return
	}
	if turn.Why == "" || len(m.d.menus.offered) > 0 { // a trigger that someone waited for comes first
		return
	}
	now := m.d.session.State().Find(a.Key)
	if now == nil || now.Doing == nil { // it was done at once, and the log has the reason
		log := m.d.session.Log()
		m.d.say(saidOf(log[len(log)-1]))
		if now != nil && now.Open && now.Going != a.Going { // a move takes no turn: try something else
			m.passAfter(now, m.d.message)
		}
		return
	}
	text := now.Doing.Whose(now.Short, m.d.session.Rules())
	if now.Doing.Whom != "" {
		text += " → " + m.d.shortNameOf(now.Doing.Whom)
	}
	m.d.say(text + ": " + turn.Why)
}

// passAfter ends an actor's turn if its tactic has nothing else to do, and shows message again.
func (m menus) passAfter(a *rules.Actor, message bottomLine) {
	game, targets, key, state := m.d.session.Game(), m.d.session.Targets(), a.Key, m.d.session.State()
	m.d.await(func(ctx context.Context) func() {
		next, err := simulate.TacticTurn(game.Until(ctx), targets, key)
		return func() {
			if err == nil && next.Passes() && m.d.session.State() == state && m.d.do(next.Line) {
				m.d.message = message
			}
		}
	})
}

// unplayed returns the sides without a player.
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

// maxSideSteps is the maximum number of entries that a side makes for one key.
const maxSideSteps = 60

// actOn lets the side of the combatant who is due, or else the only one without players, act by its tactics, until one of the party is
// concerned: has a turn, is the target of the next effect, or was touched by the last.
func (m menus) actOn() {
	a := m.acting()
	if a == nil {
		m.d.say(m.d.nobodyText())
		return
	}
	side := a.Side
	if hasPlayer(a) && !m.d.inRounds() {
		others := m.unplayed()
		if len(others) != 1 {
			m.d.say(a.Name + "'s side has players. Z is for sides without players.")
			return
		}
		side = others[0]
	}
	m.d.wait()
	m.d.awaited.side = &sideTurns{m: m, side: side}
	m.d.goOn()
}

// sideTurns is a side played by its tactics, entry by entry. The tactics are worked out in the background; Esc stops the side between two
// entries. In rounds it is the side whose turn it is.
type sideTurns struct {
	m        menus
	side     string
	steps    int          // entries begun
	before   *rules.State // state before the entry in progress; nil between two entries
	tick     bool         // whether that entry applies a condition, such as bleeding
	answered int64        // ID of the question that a tactic answered last; 0 for none
}

// step continues the entry in progress, or begins the next one. It is called again when what it waits for has arrived.
func (r *sideTurns) step() {
	if r.before != nil {
		if !r.finish() {
			return
		}
	}
	if r.steps == maxSideSteps {
		r.end(r.counted("stopped after many entries. Press Z to continue."))
		return
	}
	if why := r.halt(); why != "" {
		r.end(r.counted(why))
		return
	}
	r.steps++
	r.before = r.m.d.session.State()
	switch a := r.due(); {
	case a != nil && r.m.d.inRounds():
		r.m.takeTurn("")
		return
	case a != nil:
		r.m.takeTurn(a.Key)
		return
	}
	next, _ := r.m.d.session.Rules().NextOwed(r.before)
	r.tick = next.Kind == rules.OwedTick
	r.m.d.do("next")
}

// finish reports whether the entry in progress is complete and the side can continue. It lets a tactic answer a question of a combatant
// without a player; another question, a die or a refusal stays on the screen.
func (r *sideTurns) finish() bool {
	d := r.m.d
	if open := d.session.OpenQuestion(); open != nil {
		if open.ID == r.answered || !r.m.answerByTactic() {
			r.end("")
		}
		r.answered = open.ID
		return false
	}
	before, why := r.before, ""
	switch {
	case d.session.State() == before, len(d.menus.offered) > 0: // or someone waited for this
		r.end("")
		return false
	case r.tick:
		why = r.m.dropped(before)
	case d.inRounds():
		why = cmp.Or(aimedAt(r.m), r.m.touched(before))
	default:
		why = r.m.touched(before)
	}
	r.before, r.tick = nil, false
	if why != "" {
		r.end(r.counted(why))
	}
	return why == ""
}

// end stops the side and shows why, unless why is "".
func (r *sideTurns) end(why string) {
	r.m.d.awaited.side = nil
	if why != "" {
		r.m.d.say(why)
	}
}

// counted prefixes text with the number of entries, unless there are none or the game has rounds.
func (r *sideTurns) counted(text string) string {
	if r.steps == 0 || r.m.d.inRounds() {
		return text
	}
	return command.Plural(r.steps, "entry", "entries") + ": " + text
}

// due returns the actor whose tactic acts now, or nil if time advances first.
func (r *sideTurns) due() *rules.Actor {
	s := r.m.d.session.State()
	if !r.m.d.inRounds() {
		return s.Find(r.m.d.declarer())
	}
	at := slices.IndexFunc(s.Actors, func(a *rules.Actor) bool {
		return a.Side == s.Round.Side() && r.m.d.session.Rules().MayAct(s, a)
	})
	if at < 0 {
		return nil
	}
	return s.Actors[at]
}

// halt says why the side stops acting by its tactics, or returns "" if it continues.
func (r *sideTurns) halt() string {
	m := r.m
	if !m.d.inRounds() {
		return m.halt(r.side)
	}
	a, side := r.due(), m.d.session.State().Round.Side()
	switch {
	case side == "":
		return "No side has its turn. Press n to continue."
	case a == nil:
		return "No one of " + m.d.nameOf(side) + " can act. Press n to continue."
	case m.ours(a):
		return m.d.nameOf(side) + " has players; they decide for themselves."
	}
	return ""
}

// halt says why a side stops acting by its tactics, or returns "" if it continues.
func (m menus) halt(side string) string {
	s := m.d.session.State()
	if !s.Running {
		return "The fight is over."
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
		return "" // blood loss is nobody's turn
	case next.Actor.Side != side || m.ours(next.Actor):
		return next.Actor.Name + " is next. Press n to continue."
	case next.Kind == rules.OwedAct && m.ours(s.Find(next.Doing.Whom)):
		return m.d.session.Game().OwedText(next) + " is next. Press n to continue."
	}
	return ""
}

// ours reports whether a combatant is of the party: played, or on the side of a played one.
func (m menus) ours(a *rules.Actor) bool {
	if a == nil {
		return false
	}
	return slices.ContainsFunc(m.d.session.State().Actors, func(other *rules.Actor) bool { return other.Side == a.Side && hasPlayer(other) })
}

// aimedAt says which of the party was the target of the last entry, or returns "" if none was.
func aimedAt(m menus) string {
	list := m.d.session.Log()
	last, err := m.d.session.Entry(list[len(list)-1].Seq())
	if err != nil || !m.ours(m.d.session.State().Find(last.Whom)) {
		return ""
	}
	return m.d.nameOf(last.Whom) + " is affected."
}

// touched says which of the party has changed since the state before, or returns "" if none has.
func (m menus) touched(before *rules.State) string {
	for _, a := range m.d.session.State().Actors {
		if was := before.Find(a.Key); m.ours(a) && !reflect.DeepEqual(was, a) {
			return a.Name + " is affected."
		}
	}
	return ""
}

// dropped says which of the party could act in the state before and can't any more, or returns "" if there is none.
func (m menus) dropped(before *rules.State) string {
	for _, a := range m.d.session.State().Actors {
		if was := before.Find(a.Key); was != nil && m.ours(a) && m.d.out(a) && !m.d.out(was) {
			return a.Name + " is out"
		}
	}
	return ""
}

// answerByTactic answers the question on top by the tactic of the combatant who is asked. It reports whether that has no player.
func (m menus) answerByTactic() bool {
	var answer func()
	switch top := m.d.top().(type) {
	case *picker:
		answer = top.byTactic
	case *dialog:
		answer = top.byTactic
	}
	if answer == nil {
		return false
	}
	answer()
	return true
}
