package rules

import (
	"fmt"
	"slices"
	"strings"

	"hybrid/rules/collect"
	"hybrid/rules/message"
	"hybrid/rules/source"
)

// Lists of the names that can be used at a place, for suggestions, help and messages. A place is a kind of formula in the YAML, such as the
// formulas of conditions; a nameScope describes it. num_scope.go resolves the names; a name added there must be added here as well.

// hintElsewhere returns the reason why a name that exists elsewhere can't be read at a place, or "".
func (c *compiler) hintElsewhere(p nameScope, path string) string {
	first, rest, _ := strings.Cut(strings.TrimPrefix(path, "other."), ".")
	// section and name of each entry that the path could refer to, if a layer removed it
	for _, key := range [][2]string{{"stats", first}, {"pools", first}, {"numbers", first}, {"modifiers", rest}, {"conditions", rest}, {"skills", rest}} {
		if pos, removed := c.removals[key]; removed {
			return strings.TrimLeft(source.NeededHere, " ") + pos.String() + " removes it. Keep it, or change this too."
		}
	}
	if p.cast != nil && rest != "" && message.NearestWord(first, p.cast.keys) == "" {
		of := func(*Frame) (*Actor, bool) { return nil, false }
		if _, ok := c.resolveOfActor(strings.Split(rest, "."), of); ok && !strings.HasPrefix(path, "other.") {
			return "needs a combatant " + first + ". Choose: " + strings.Join(p.cast.keys, ", ") + "."
		}
	}
	if p.stats > 0 {
		if _, ok := c.rs.Stats.Get(path); ok {
			return "can't be read here: a statistic reads only those above it. Move it up."
		}
	}
	isNamedFirst := func(e source.MapItem[Step]) bool { return e.Name == first }
	if p.seq != nil && slices.ContainsFunc(p.seq.Steps, isNamedFirst) && p.seq.earlierStep(first, p.steps) == nil {
		return "isn't known yet: a step reads only earlier steps. Move it down."
	}
	if text := c.hintUnknownFace(p, path); text != "" {
		return text
	}
	// Outside a sequence, the name of a step in any sequence is recognized.
	if p.seq == nil && rest != "" && slices.ContainsFunc(c.allSequences(), func(seq *Sequence) bool {
		return seq != nil && slices.ContainsFunc(seq.Steps, isNamedFirst)
	}) {
		return "is a step, which only later steps can read. For an answer, use `when` at its offer."
	}
	isOwnStep := p.seq != nil && slices.ContainsFunc(p.seq.Steps, isNamedFirst) // only what is read of it is unknown
	if p.seq != nil && rest != "" && !isOwnStep && slices.ContainsFunc(c.allSequences(), func(seq *Sequence) bool {
		return seq != nil && seq != p.seq && slices.ContainsFunc(seq.Steps, isNamedFirst)
	}) {
		return "is a step of another sequence. Add a number to `takes` here, and set it under `with` there."
	}
	if condition, ok := c.rs.Conditions.Get(rest); ok && first == "with" {
		return "has no partner. Write is." + condition.Name + "."
	}
	if _, ok := c.resolveName(scopeEverywhere(c), path); ok {
		return "isn't known here. `hybrid help formulas` lists the names of each place."
	}
	return c.readHint(path)
}

// scopeEverywhere returns a scope with the names of all scopes.
func scopeEverywhere(c *compiler) nameScope {
	p := nameScope{readsAsked: true, readsNumber: true, readsSkill: true, readsRanks: true, readsAction: true, to: "to", allowsDice: true, readsTotal: true}
	if check := c.rs.check; check != nil {
		p.check, p.numbers, p.results, p.readsRoll = check, len(check.Numbers), len(check.results), true
	}
	return p
}

// readHint returns a hint on how formulas read the entry that a bare name refers to, or "" if there is none.
func (c *compiler) readHint(name string) string {
	if _, ok := c.rs.Pools.Get(name); ok {
		return fmt.Sprintf("is a pool. Write %s.now, %s.max or %s.lost.", name, name, name)
	}
	if _, ok := c.rs.Conditions.Get(name); ok {
		return "is a condition. Write is." + name + "."
	}
	if _, ok := c.rs.Modifiers.Get(name); ok {
		return "is a modifier. Write mod." + name + "."
	}
	if slices.Contains(c.rs.RulingsWithChoices(), name) {
		return "is a ruling. Write ruling." + name + "."
	}
	if _, ok := c.rs.Skills.Get(name); ok {
		return "is a skill. Write rank." + name + "."
	}
	isAbbreviation := len(name) > 1 && len(name) < 5 && name == strings.ToUpper(name) && !strings.Contains(name, ".")
	if list := c.rs.Pools.Names(); len(list) > 0 && isAbbreviation && message.NearestWord(name, c.rs.Stats.Names()) == "" {
		stats := collect.MapIf(c.rs.Stats.All, func(stat *Stat) bool { return stat.Formula.Text == "" }, func(stat *Stat) string { return stat.Name })
		return "isn't a statistic or a pool. Statistics: " + strings.Join(stats, ", ") + ". Pools: " + strings.Join(list, ", ") + ", read as " + list[0] + ".now"
	}
	if c.wordSet[name] {
		return "is a tag. Write tag." + name + "."
	}
	return ""
}

// localNames returns the names that exist only at place p, such as results of earlier steps, for suggestions and help.
func (c *compiler) localNames(p nameScope) (list []string) {
	if p.inVisibility {
		list = append(withPrefix("scene.", c.rs.Situations.Names()), withPrefix("other.scene.", c.rs.Situations.Names())...)
	}
	if p.readsAction {
		list = append(list, "action.counts", "spent", "window", "called", "draws")
	}
	if p.readsAsked {
		list = append(append(list, askedName), withPrefix(askedName+".", p.ask.answerFields())...)
	}
	if p.readsTotal {
		list = append(list, "total")
	}
	if p.hasKeptDice {
		list = append(list, KeepHighest, KeepLowest)
	}
	if p.readsNumber {
		list = append(list, "number")
	}
	if p.readsRanks {
		list = append(list, "rank", "related", "pool", "filter", "best", "others")
	}
	if p.to != "" {
		list = append(list, p.to)
	}
	if p.check != nil {
		list = append(list, againstMargin)
		for i := 0; i < p.numbers; i++ {
			list = append(list, p.check.Numbers[i].Name)
		}
		if p.check.hasSeveralDice() {
			list = append(list, diceName)
		}
		if p.readsRoll && p.check.facedDie != nil {
			list = append(append(list, p.check.facedDie.names...), otherwiseName)
		} else if p.readsRoll {
			list = append(list, rollName, otherwiseName)
			if p.draw != "" {
				list = append(list, p.draw)
			}
		}
		for i := 0; i < p.results; i++ {
			list = append(list, p.check.Results[i].Name)
		}
	}
	if p.seq == nil {
		return list
	}
	list = append(list, p.seq.Takes...)
	for _, step := range p.seq.steps[:min(p.steps, len(p.seq.steps))] {
		list = append(list, c.stepResultNames(step)...)
	}
	return list
}

// stepResultNames returns the names of a step's results, prefixed with the step's name.
func (c *compiler) stepResultNames(step *Step) (list []string) {
	switch step.kind {
	case stepCheck:
		list = []string{"made", "missed", "margin", "roll", "factor", "degree", "grade", "chance"}
		if step.check != nil && step.check.facedDie != nil {
			list = append(append(list, step.check.facedDie.names...), diceName)
		}
	case stepAsk:
		return append([]string{step.Name}, withPrefix(step.Name+".", step.Ask.answerFields())...)
	case stepThrow:
		if step.faced != nil {
			list = append(slices.Clone(step.faced.names), diceName)
		}
	case stepTable:
		list = []string{"row", "label", "side"}
		if step.table != nil {
			list = append(append(list, step.table.Columns...), step.table.Texts...)
		}
	case stepTally:
		list = []string{"total"}
	case stepValue, stepPick:
		return []string{step.Name}
	case stepDo:
		list = c.rs.Pools.Names()
	case stepOffer:
		list = []string{answeredName}
		for _, action := range c.rs.Actions.All {
			if action.Answers != "" && (step.Offer.Text == "" || action.Answers == step.Offer.Text) {
				list = append(list, action.Name)
			}
		}
	case stepSequence:
		if step.sub != nil {
			for _, inner := range step.sub.steps {
				list = append(list, c.stepResultNames(inner)...)
			}
		}
	}
	return withPrefix(step.Name+".", list)
}

// withPrefix returns names, each with prefix in front.
func withPrefix(prefix string, names []string) []string {
	list := make([]string, len(names))
	for i, name := range names {
		list[i] = prefix + name
	}
	return list
}

// earlierStep returns the step with this name among the steps whose index is below before, or nil.
func (seq *Sequence) earlierStep(name string, before int) *Step {
	for _, step := range seq.steps[:before] {
		if step.Name == name {
			return step
		}
	}
	return nil
}

// hintUnknownFace explains that the name after a throwing step is not a face of the step's die; "" if that is not the mistake.
func (c *compiler) hintUnknownFace(p nameScope, path string) string {
	if p.seq == nil {
		return ""
	}
	name, field, found := strings.Cut(path, ".")
	step := p.seq.earlierStep(name, min(p.steps, len(p.seq.steps)))
	for found && step != nil && step.sub != nil {
		name, field, found = strings.Cut(field, ".")
		step = step.sub.earlierStep(name, len(step.sub.steps))
	}
	if !found || step == nil || step.facedDie() == nil {
		return ""
	}
	die := step.facedDie()
	return "isn't a face: " + die.Name + " has no face " + field + message.Suggest(field, die.names)
}

// allSequences returns the sequences of the game, including those of its actions and hazards.
func (c *compiler) allSequences() []*Sequence {
	list := slices.Clone(c.rs.Sequences.All)
	for _, action := range c.rs.Actions.All {
		list = append(list, action.body)
	}
	for _, hazard := range c.rs.Hazards.All {
		list = append(list, hazard.body)
	}
	if c.rs.bareAction != nil {
		list = append(list, c.rs.bareAction.body)
	}
	return list
}
