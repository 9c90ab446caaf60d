package players

import (
	"reflect"
	"slices"

	"hybrid/gm/command"
	"hybrid/gm/sheet"
	"hybrid/rules"
	"hybrid/rules/message"
)

// abilities is the sheet of a seat's character, as the character knows it, with the count and the scene for which it was computed. A seat
// is the view of one player's character.
type abilities struct {
	actor      *rules.Actor // character whose sheet it is
	count      float64      // clock count for which it was computed
	scene      []string     // visible situations of the scene for which it was computed
	sheet      *sheet.Sheet // numbers of the character
	situations []string     // labels of the situations that apply to the character, each with its effect
}

// abilitiesOf returns the sheet of a, the seat's character, with the chances of plain checks as known to the character. It keeps the last
// two results, so that an undo finds the earlier one.
func (l *Log) abilitiesOf(s *rules.State, a *rules.Actor) *abilities {
	scene := s.VisibleSituations(l.game.Rules)
	for i, cached := range l.abilities {
		if cached != nil && slices.Equal(cached.scene, scene) && (cached.actor == a || equalExceptKnowledge(cached.actor, a)) &&
			(cached.count == l.count || !chancesDiffer(l.game.Rules, a, cached.count, l.count)) {
			cached.actor, cached.count = a, l.count
			l.abilities[0], l.abilities[i] = cached, l.abilities[0]
			return cached
		}
	}
	k := l.newKnownState(s, "") // the rules, the state and the character, as far as the character knows them
	computed := &abilities{actor: a, count: l.count, scene: scene}
	computed.sheet, _ = sheet.New(k.rs, k.state, k.actor, true) // a live sheet never fails
	var terms []rules.Term
	if m := k.rs.FlagModifier(); m != nil {
		_, terms = k.actor.ModifierValue(k.rs, k.state, m.Name, k.rs.Pack.Burden...)
	}
	for _, name := range slices.Concat(k.state.Situations, k.actor.Situations) {
		computed.situations = append(computed.situations, message.Capitalise(command.SceneText(k.rs, name, terms)))
	}
	l.abilities[0], l.abilities[1] = computed, l.abilities[0]
	return computed
}

// chancesDiffer reports whether the chances of an actor that hasn't changed may differ between the counts from and to. A condition that
// began between them may end with the next declaration, and an action may be in another phase.
func chancesDiffer(rs *rules.Ruleset, a *rules.Actor, from, to float64) bool {
	for d := a.Doing; d != nil; d = d.Beside {
		if action, ok := rs.Actions.Get(d.Action); ok && len(action.Phases) > 0 {
			return true
		}
	}
	return rs.ReadsCount() || slices.ContainsFunc(a.Conditions, func(h rules.HeldCondition) bool { return h.Since < from != (h.Since < to) })
}

// equalExceptKnowledge reports whether two states of an actor differ at most in its knowledge of others, which affects no number.
func equalExceptKnowledge(a, b *rules.Actor) bool {
	x, y := *a, *b
	x.Knows, y.Knows = nil, nil
	return reflect.DeepEqual(&x, &y)
}
