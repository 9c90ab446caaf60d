package rules

import (
	"reflect"
	"slices"

	"hybrid/rules/source"
)

// What tools need to know of the YAML: the types that files are decoded into, and which forms each value may have. `hybrid
// schema` and the manual are made of it.

// PackFields returns the type that a file of a pack, or of a layer over one, is decoded into. The schemas are made of its
// fields.
func PackFields() any { return sections{} }

// Sections lists the sections of a pack that have entries by name.
func Sections() (names []string) {
	t := reflect.TypeFor[sections]()
	for i := range t.NumField() {
		if name := t.Field(i).Tag.Get("entry"); name != "" {
			names = append(names, name)
		}
	}
	return names
}

// Ranges returns the lowest and the highest of numbers, by the word that the fields of files use for them.
func (rs *Ruleset) Ranges() map[string][2]float64 {
	return map[string][2]float64{"ranks": {float64(rs.Skill.Least), float64(rs.Skill.Most)}}
}

// CharacterFields returns the type that a character file is decoded into.
func CharacterFields() any { return Character{} }

// Forms says that a tag may be its meaning alone.
func (*Tag) Forms() []any { return []any{source.Text{}, Tag{}} }

// Forms says that a tally is a map of lines.
func (*Tally) Forms() []any { return []any{source.Map[TallyLine]{}} }

// Forms says that a line may be what it adds alone.
func (*TallyLine) Forms() []any { return []any{source.FormulaForm{}, TallyLine{}} }

// Forms says that a row may be its only cell alone.
func (*Row) Forms() []any { return []any{source.Text{}, Row{}} }

// Forms says that a step of a ladder may be its formula alone.
func (*Rung) Forms() []any { return []any{source.FormulaForm{}, Rung{}} }

// Forms says that what comes of a task may be its text alone.
func (*TaskResult) Forms() []any { return []any{source.Text{}, TaskResult{}} }

// Forms says that gives are a map by modifier.
func (*Gives) Forms() []any {
	return []any{source.Keyed{Form: source.Map[ByTag]{}, Names: "modifiers"}}
}

// Forms says that a value by tag may be one value for all.
func (*ByTag) Forms() []any {
	return []any{source.FormulaForm{}, source.Keyed{Form: source.Map[source.FormulaForm]{}, Names: "tags otherwise"}}
}

// Vocabulary returns all names of the game, by the word that fields of files use for the kind of name they take.
func (rs *Ruleset) Vocabulary() map[string][]string {
	words := map[string][]string{
		"stats": rs.Stats.Names(), "pools": rs.Pools.Names(), "skills": rs.Skills.Names(), "items": rs.Items.Names(), "hazards": rs.Hazards.Names(),
		"conditions": rs.Conditions.Names(), "situations": rs.Situations.Names(), "rulings": rs.Settings(),
		"checks": rs.Checks.Names(), "dice": rs.FacedDice.Names(), "tables": rs.Tables.Names(), "sequences": rs.Sequences.Names(), "ladders": rs.Ladders.Names(),
		"actions": rs.Actions.Names(), "tactics": rs.Tactics.Names(), "tags": rs.vocabulary(), "aspects": rs.Skill.Aspects,
		"modifiers": rs.Modifiers.Names(), "degrees": rs.Degrees.Names(), "otherwise": {elseKey}, "outcomes": {overruleMade, overruleMissed},
	}
	words["powers"] = rs.Generation.PowerNames()
	if rs.worn != nil {
		words["places"] = rs.worn.rowNames()
	}
	words["beyond"] = []string{"drain", "none"}
	words["toolskill"], words["likenesses"], words["activities"], words["tasks"] = []string{"tool.skill"}, rs.Skill.Likenesses(), rs.Activities.Names(), rs.Tasks.Names()
	for _, action := range rs.Actions.All {
		if action.Answers != "" && !slices.Contains(words["offers"], action.Answers) {
			words["offers"] = append(words["offers"], action.Answers)
		}
	}
	for _, ruling := range rs.Rulings.All {
		words["rulings."+ruling.Name] = ruling.choices()
	}
	words["endings"] = untilWords
	words["groups"], words["pronouns"] = groupsOf(rs), rs.Language.PronounNames()
	words["formula"] = formulaNames(rs)
	for _, aspect := range rs.Skill.Aspects {
		if table, ok := rs.Tables.Get(aspect); ok {
			words["aspects."+aspect] = table.rowNames()
		}
	}
	for _, field := range rs.fields {
		words["fields"] = append(words["fields"], field.name)
	}
	return words
}

// vocabulary lists the words a roll can be about.
func (rs *Ruleset) vocabulary() []string {
	c := &compiler{rs: rs}
	c.vocabulary()
	seen := map[string]bool{}
	var list []string
	for _, word := range c.words {
		if !seen[word] {
			list = append(list, word)
		}
		seen[word] = true
	}
	return list
}

// Likenesses returns the words for how near skills are related.
func (r *SkillRules) Likenesses() []string {
	if r.likeness == nil {
		return nil
	}
	return r.likeness.rowNames()
}

// Die returns the number of faces of the default check's die, which its chance is out of. If that check throws dice with
// faces, if its die is not always the same, or if there is none, the chance is in percent.
func (rs *Ruleset) Die() int {
	if rs.check == nil || rs.check.die == 0 {
		return percent
	}
	return rs.check.die
}

// groupsOf returns the groups of conditions and activities.
func groupsOf(rs *Ruleset) (list []string) {
	add := func(group string) {
		if group != "" && !slices.Contains(list, group) {
			list = append(list, group)
		}
	}
	for _, x := range rs.Conditions.All {
		add(x.Group)
	}
	for _, x := range rs.Activities.All {
		add(x.Group)
	}
	return list
}

// formulaNames lists every name that a formula may use anywhere: those of all places, of the steps of all sequences, of checks,
// and of tables whose rows are looked up.
func formulaNames(rs *Ruleset) []string {
	c := &compiler{rs: rs}
	c.vocabulary()
	n := c
	p := everywhere(c)
	p.sight, p.tactic = true, true
	list := append(n.listNames(p), "draws", "otherwise", "action.counts", askedName, KeepLowest, KeepHighest)
	for _, seq := range c.bodies() {
		list = append(list, n.localNames(nameScope{seq: seq, steps: len(seq.steps)})...)
	}
	for _, check := range rs.Checks.All {
		p := nameScope{check: check, numbers: len(check.Numbers), results: len(check.results), rolled: true}
		if check.ladder != nil && check.ladder.Draw != nil {
			p.draw = check.ladder.Draw.Name
		}
		list = append(list, n.localNames(p)...)
	}
	for _, ladder := range rs.Ladders.All {
		if ladder.Draw != nil {
			list = append(list, ladder.Draw.Name)
		}
	}
	for _, table := range rs.Tables.All {
		if table.By != "" {
			list = append(list, table.By)
		}
		list = append(list, prefixed(askedName+".", append(slices.Clone(table.Columns), codeField))...)
	}
	for _, die := range rs.FacedDice.All {
		list = append(list, prefixed(askedName+".", die.names)...)
	}
	for _, pool := range rs.Pools.Names() { // of a side, too
		list = append(list, prefixed("other."+pool+".", []string{"now", "max", "lost"})...)
	}
	slices.Sort(list)
	return slices.Compact(list)
}
