package dashboard

import (
	"slices"
	"strings"

	"hybrid/gm/command"
	"hybrid/rules"
	"hybrid/rules/collect"
)

// The keys for turns in games in rounds, in which sides take turns instead of acting at counts of a timeline. A round can have stages,
// whose steps wait for a side. The other keys are in desk_keys.go; a binding is a key with its function. A tick is an option of a list,
// which the user can tick.

// countKeys have no function in rounds, and activityKeys none in games without activities; the game's rules can assign them to actions.
const (
	countKeys    = "wgPW"
	activityKeys = "mMrf"
)

// programBindings returns the program's own keys that have a function in a game, with their labels in that game.
func programBindings(rs *rules.Ruleset) []binding {
	list := builtInBindings()
	if !rs.Order.InRounds() {
		return list
	}
	turn := []binding{ // keys that come first
		{modeDesk, []string{"n"}, "next", "advance to the next side's turn or the next " + rs.CountWord() + "; asks again if someone can still act", func(d *Dashboard) { d.nextTurn() }},
		{modeDesk, []string{"x"}, "done", "done: end the turn of the selected combatant, even if it only moved; between fights, experience", func(d *Dashboard) { d.endSelectedTurn() }},
	}
	var later []binding // keys that come before the key y
	if !rs.Order.ActsTogether() {
		later = append(later, binding{modeDesk, []string{"i"}, "take turn", "take the turn of the selected combatant and pay for it", func(d *Dashboard) { d.takeTurn() }})
	}
	if rs.Order.Initiative != nil {
		word := rules.MidSentence(rs.Order.InitiativeWord())
		later = append(later, binding{modeDesk, []string{"I"}, word, word + " of a side for the next " + rs.CountWord() + ", with what counts in it", func(d *Dashboard) { d.openRollSideMenu() }})
	}
	roundKeys := append(turn, later...)
	list = slices.DeleteFunc(list, func(k binding) bool { // reports whether k is replaced or has no function in this game
		name := k.names[0]
		isReplaced := slices.ContainsFunc(roundKeys, func(o binding) bool { return o.names[0] == name })
		if k.mode != modeDesk || len(name) != 1 {
			return false
		}
		switch {
		case isReplaced, name == "I", name == "i", strings.Contains(countKeys, name):
			return true
		case len(rs.Activities.All) == 0 && strings.Contains(activityKeys, name), len(rs.Hazards.All) == 0 && name == "d":
			return true
		}
		return name == "S" && !slices.ContainsFunc(rs.Situations.All, (*rules.Situation).CanLast)
	})
	for i := range list {
		switch k := &list[i]; {
		case k.mode == modeDesk && k.names[0] == "c":
			k.help = "check on a " + command.AbilityWord(rs)
		case k.mode == modeDesk && k.names[0] == "S":
			k.help = "scene: conditions for everyone"
		}
	}
	at := slices.IndexFunc(list, func(k binding) bool { return k.mode == modeDesk && k.names[0] == "y" })
	return slices.Concat(turn, list[:at], later, list[at:])
}

// endSelectedTurn ends the step of the round for the side for which the round waits, or else the turn of the selected combatant. While no
// one takes turns, it opens the list of experience instead.
func (d *Dashboard) endSelectedTurn() {
	if side := d.stepSide(); side != "" {
		d.doLine(side + ": done")
		return
	}
	if d.session.Game().AtRest() {
		d.menus.openExperienceMenu()
		return
	}
	d.doAsSelected("done")
}

// nextTurn handles the key n in rounds: it advances to the next side's turn, or to the next round. If a side or combatant would lose the
// rest of its turn, it only shows a warning; n pressed again ends that turn.
func (d *Dashboard) nextTurn() {
	s := d.session.State()
	key := d.session.Rules().BlockingTurn(s)
	if key == "" || !s.Running {
		d.doLine("next")
		return
	}
	if d.menus.endTurnState != s {
		d.menus.endTurnState = s
		who := s.Find(key)
		text := who.Name + " can still act"
		if key != s.Round.Side() { // a combatant rather than the side
			text = who.Name + " has its turn"
		}
		d.showRefusal(text + ". Press n again to end the turn.")
		return
	}
	if d.doLine(key+": done") && d.session.Rules().BlockingTurn(d.session.State()) == "" {
		d.doLine("next")
	}
}

// takeTurn lets the selected combatant take its turn, or shows a message if it is taking it already.
func (d *Dashboard) takeTurn() {
	a := d.session.State().Find(d.selected)
	switch {
	case a == nil: // no one is selected
	case a.Open:
		d.showRefusal(a.Short + " already has its turn. Press x to end it.")
	default:
		d.doLine("turn " + a.Key)
	}
}

// openRollSideMenu asks which side rolls initiative for the next round, and with which options. If sides don't roll now, it shows the
// session's refusal.
func (d *Dashboard) openRollSideMenu() {
	rs, s := d.session.Rules(), d.session.State()
	sides, word := rs.SidesToRoll(s), rs.Order.InitiativeWord()
	if len(sides) == 0 {
		if len(s.Sides) > 0 {
			d.doLine("initiative " + s.Sides[0].Key) // the session refuses this, and its refusal gives the reason
			return
		}
		d.showRefusal("No sides yet. Press b to begin a scene.")
		return
	}
	items := collect.Map(sides, func(key string) listItem {
		return listItem{name: key, label: s.Find(key).Name, line: "initiative " + key}
	})
	l := &picker{title: word + " of which side?", load: func() []listItem { return items }, fixed: true}
	l.line = func() string { return currentLine(l) }
	l.choose = func(it *listItem) { d.rollSideOptions(it.name) }
	d.openOverlay(l)
}

// rollSideOptions asks which situations apply to a side's initiative roll, and rolls. If there are none to choose from, it rolls at once.
func (d *Dashboard) rollSideOptions(side string) {
	situations := d.session.Rules().SideRollTicks(d.session.State(), side)
	ticks := &tickList{d: d, ticks: situationTicks(situations, d.session.State().Find(side)), value: map[string]string{}}
	ticks.line = func(ticked string) string { return strings.TrimSuffix("initiative "+side+", "+ticked, ", ") }
	if len(ticks.ticks) == 0 {
		d.doLine(ticks.lineText())
		return
	}
	ticks.openMenu(d.actorName(side)+" › "+strings.ToLower(d.session.Rules().Order.InitiativeWord())+" › how?", func() { d.doLine(ticks.lineText()) })
}
