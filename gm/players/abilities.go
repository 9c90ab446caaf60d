package players

import (
	"reflect"
	"slices"

	"hybrid/gm/command"
	"hybrid/rules"
	"hybrid/rules/message"
)

// abilities holds the skills, statistics, paces and weapons of an actor at a count.
type abilities struct {
	of     *rules.Actor
	count  float64
	scene  []string // what is said of the scene
	skills []Skill
	stats  []NamedNumber
	paces  []NamedNumber
	arms   []Arm
	uses   []string
	// what holds around it, each with what it adds
	situations []string
}

// able is what the log's seat is able to, with the chances of plain checks as far as the character knows of what weighs on
// it.
func (l *Log) able(s *rules.State, a *rules.Actor) *abilities {
	k := l.knows(s, "")
	for i, same := range l.abilities {
		if same != nil && slices.Equal(same.scene, k.s.Situations) && (same.of == a || alike(same.of, a)) && (same.count == l.count || !chancesDiffer(l.game.Rules, a, same.count, l.count)) {
			same.of, same.count = a, l.count
			l.abilities[0], l.abilities[i] = same, l.abilities[0]
			return same
		}
	}
	able := &abilities{of: a, count: l.count, scene: k.s.Situations, skills: make([]Skill, 0, len(a.Sheet.Skills)), stats: make([]NamedNumber, 0, len(l.game.Rules.Stats.All))}
	for _, skill := range a.Sheet.Skills {
		one := Skill{Name: skill.Name, Label: skill.Label, Rank: a.Sheet.Rank(skill), Pool: a.Sheet.PoolBonus(skill)}
		if p, err := rules.PlainPreview(k.rs, k.s, k.a.Key, rules.Doing{Skill: skill.Name}); err == nil && p.Roll != nil && !p.Roll.Unknown {
			one.Likely = likelihoodOf(p.Roll)
		}
		able.skills = append(able.skills, one)
	}
	for _, stat := range k.rs.Stats.All {
		if a.Sheet.Shows(stat) {
			able.stats = append(able.stats, NamedNumber{stat.Name, stat.Label, rules.Words(stat.Group), a.Sheet.Stat(stat), stat.Unit})
		}
	}
	for _, pace := range a.Speeds(k.rs) {
		able.paces = append(able.paces, NamedNumber{Label: pace.Activity.Label, Value: pace.Pace, Unit: "m/s"})
	}
	able.arms, able.uses = k.arms()
	var terms []rules.Term
	if m := k.rs.HandModifier(); m != nil {
		_, terms = k.a.Burden(k.rs, k.s, m.Name, k.rs.Pack.Burden...)
	}
	for _, name := range slices.Concat(k.s.Situations, k.a.Situations) {
		able.situations = append(able.situations, message.Capital(command.SceneText(k.rs, name, terms)))
	}
	l.abilities[0], l.abilities[1] = able, l.abilities[0]
	return able
}

// chancesDiffer reports whether an actor that hasn't changed may have other chances at the count to than at the count from. A condition
// that began between them may end with the next declaration, and an action may be in another phase.
func chancesDiffer(rs *rules.Ruleset, a *rules.Actor, from, to float64) bool {
	for d := a.Doing; d != nil; d = d.Beside {
		if action, ok := rs.Actions.Get(d.Action); ok && len(action.Phases) > 0 {
			return true
		}
	}
	return rs.ReadsCount() || slices.ContainsFunc(a.Conditions, func(h rules.Held) bool { return h.Since < from != (h.Since < to) })
}

// numbers lists the numbers that sheets show, of the log's seat, as far as the character knows what they read.
func (l *Log) numbers(s *rules.State) (list []NamedNumber) {
	numbers := rules.SheetNumbers(l.game.Rules)
	if len(numbers) == 0 {
		return nil
	}
	k := l.knows(s, "")
	for _, number := range numbers {
		list = append(list, NamedNumber{rules.Words(number.Name), number.Label, "Numbers", rules.NumberOf(k.rs, k.a, number), ""})
	}
	return list
}

// alike reports whether two states of an actor differ in nothing but what it knows of others, which changes no number.
func alike(a, b *rules.Actor) bool {
	x, y := *a, *b
	x.Knows, y.Knows = nil, nil
	return reflect.DeepEqual(&x, &y)
}
