package dashboard

import (
	"fmt"
	"slices"

	"hybrid/gm/dashboard/draw"
	"hybrid/rules"
	"hybrid/rules/message"
)

// Initiative, which sets the count at which a combatant acts, and how a fight begins and continues. Counts are the game's units of time. A
// combatant whose turn has come (Open) is the declarer: it may declare an action, which is then in progress (Doing). A combatant that is
// moving has a destination (Going). At rest means that no one takes turns. desk_turnkeys.go has turns in rounds.

// rollInitiative rolls the initiative of a combatant. If the combatant already has a turn or an action in progress, it asks first.
func (m menus) rollInitiative(a *rules.Actor) {
	d := m.d
	line := "initiative " + a.Key
	state := ""
	switch {
	case d.inRounds():
		d.doLine(line)
		return
	case a.Open:
		state = "declares now"
	case a.Doing != nil:
		state = "has an action in progress, due at " + draw.Tenths(a.Doing.At)
	case a.Turn >= 0:
		state = "is ready at " + draw.Tenths(a.Turn)
	default:
		d.doLine(line)
		return
	}
	items := []listItem{
		{name: "again", label: "Roll again", line: line, run: func() { d.doLine(line) }},
		{name: "stay", label: "Leave it", run: d.closeOverlay},
	}
	m.openLineMenu(&picker{title: a.Name + " " + state + " › roll initiative again?", load: func() []listItem { return items }})
}

// rollAll rolls initiative for all combatants who have no turn yet. If all who can act have one, it shows a message about rolling again.
func (m menus) rollAll() {
	d := m.d
	hasTurn := func(a *rules.Actor) bool {
		able, _ := a.CanAct(d.session.Rules())
		return !able || a.Turn >= 0 || a.Doing != nil || a.Waiting
	}
	lacksTurn := func(a *rules.Actor) bool { return !hasTurn(a) }
	if s := d.session.State(); s.Running && !d.inRounds() && !slices.ContainsFunc(s.Actors, lacksTurn) {
		d.showRefusal("Everyone has initiative. Select one and press i to roll again.")
		return
	}
	d.doLine("initiative all")
}

// beginTurns asks for confirmation and begins a fight among the actors present; if there are none, it lists the scenes. why is the reason
// why a fight is needed. line, which may be "", is offered in the first turn of its combatant.
func (m menus) beginTurns(why, line string) {
	if len(m.d.session.State().Actors) == 0 {
		m.openBeginMenu()
		return
	}
	label := "Roll initiative for everyone here"
	if m.d.inRounds() {
		label = "Begin the first " + m.d.session.Rules().CountWord()
	}
	begin := listItem{name: "begin", label: label, line: "next", run: func() {
		m.d.menus.intendedLine = line
		m.d.doLine("next")
	}}
	items := []listItem{begin, {name: "scene", label: "Begin a scene", run: m.openBeginMenu}, {name: "stay", label: "Leave it", run: m.d.closeOverlay}}
	if m.d.isOneSided() { // a fight is the least likely wish
		items = append(items[1:], begin)
	}
	m.openLineMenu(&picker{title: why + " › begin one?", load: func() []listItem { return items }})
}

// isOneSided reports whether there are several sides here, but at most one has someone who can act.
func (d *Dashboard) isOneSided() bool {
	s := d.session.State()
	isOther := func(a *rules.Actor) bool { return a.Side != s.Actors[0].Side }
	return slices.ContainsFunc(s.Actors, isOther) && len(s.AbleSides(d.session.Rules())) < 2
}

// nextEvent handles the key n: it advances to the next event. On the way it skips drops, that is, effects of conditions on combatants who
// can't act anyway. If a combatant must declare first, it selects that combatant and shows its keys instead; a moving combatant can also
// keep moving. In a scene that prepares no fight, or if only one side can act, it asks for confirmation before it begins one.
func (m menus) nextEvent() {
	if m.d.session.Game().AtRest() && (!m.d.session.State().Running || !m.d.isFightPrepared() || m.d.isOneSided()) {
		m.beginTurns("No fight is on", "")
		return
	}
	a := m.d.session.State().Find(m.d.declarer())
	if a == nil || !a.Open {
		for n := 0; n < maxDrops && m.d.countDrops() > 0; n++ {
			if !m.d.doLine("next") {
				return
			}
		}
		m.d.doLine("next") // the event after the drops
		return
	}
	if a.Going != nil {
		m.d.selectKey(a.Key)
		items := m.continueMoveItems(a)
		m.openLineMenu(&picker{title: a.Name + " is moving; Esc to declare something", load: func() []listItem { return items }})
		return
	}
	var keys []string
	for _, action := range m.d.session.Rules().Actions.All {
		k := m.d.bindings.findBinding(modeDesk, action.Key)
		if action.Key != "" && k != nil && k.label == rules.MidSentence(action.Label) { // unless the program uses the key itself
			keys = append(keys, action.Key)
		}
	}
	keys = append(keys, "c")
	m.d.selectKey(a.Key)
	m.d.showRefusal(fmt.Sprintf("It's %s's turn. Press %s, or w to wait.", a.Short, message.JoinOr(keys)))
}
