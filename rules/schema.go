package rules

import (
	"reflect"
	"slices"

	"hybrid/rules/source"
)

// Facts about the YAML for tools: the types that files are decoded into, and the forms that each value can have. `hybrid schema` and the
// manual are generated from them.

// PackFields returns a value of the type into which a file of a pack, or of a layer over it, is decoded. Schemas are generated from its
// fields.
func PackFields() any { return sections{} }

// Sections lists the sections of a pack that contain named entries.
func Sections() (names []string) {
	t := reflect.TypeFor[sections]()
	for i := range t.NumField() {
		if name := t.Field(i).Tag.Get("entry"); name != "" {
			names = append(names, name)
		}
	}
	return names
}

// Ranges returns the lowest and the highest value of each range that struct tags refer to, by the name of the range.
func (rs *Ruleset) Ranges() map[string][2]float64 {
	return map[string][2]float64{"ranks": {float64(rs.Skill.Least), float64(rs.Skill.Most)}}
}

// CharacterFields returns a value of the type into which a character file is decoded.
func CharacterFields() any { return Character{} }

// Forms implements [source.FormProvider]: a tag can be just its text.
func (*Tag) Forms() []any { return []any{source.Text{}, Tag{}} }

// Forms implements [source.FormProvider]: a tally is a map of lines.
func (*Tally) Forms() []any { return []any{source.Map[TallyLine]{}} }

// Forms implements [source.FormProvider]: a line can be just the number that it adds.
func (*TallyLine) Forms() []any { return []any{source.FormulaForm{}, TallyLine{}} }

// Forms implements [source.FormProvider]: a row can be written as the value of its only cell.
func (*Row) Forms() []any { return []any{source.Text{}, Row{}} }

// Forms implements [source.FormProvider]: a step of a ladder can be just its formula.
func (*Rung) Forms() []any { return []any{source.FormulaForm{}, Rung{}} }

// Forms implements [source.FormProvider]: the result of a task can be just its text.
func (*TaskResult) Forms() []any { return []any{source.Text{}, TaskResult{}} }

// Forms implements [source.FormProvider]: Gives is a map keyed by modifier.
func (*Gives) Forms() []any {
	return []any{source.Keyed{Form: source.Map[ByTag]{}, Names: "modifiers"}}
}

// Forms implements [source.FormProvider]: a value by tag can be one value for all tags.
func (*ByTag) Forms() []any {
	return []any{source.FormulaForm{}, source.Keyed{Form: source.Map[source.FormulaForm]{}, Names: "tags otherwise"}}
}

// Vocabulary returns all names of the game, by their kind, as named in struct tags.
func (rs *Ruleset) Vocabulary() map[string][]string {
	words := map[string][]string{
		"stats": rs.Stats.Names(), "pools": rs.Pools.Names(), "skills": rs.Skills.Names(), "items": rs.Items.Names(), "hazards": rs.Hazards.Names(),
		"conditions": rs.Conditions.Names(), "situations": rs.Situations.Names(), "rulings": rs.RulingsWithChoices(),
		"checks": rs.Checks.Names(), "dice": rs.FacedDice.Names(), "tables": rs.Tables.Names(), "sequences": rs.Sequences.Names(), "ladders": rs.Ladders.Names(),
		"actions": rs.Actions.Names(), "tactics": rs.Tactics.Names(), "tags": rs.tagWords(), "aspects": rs.Skill.Aspects,
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
		words["rulings."+ruling.Name] = ruling.choiceWords()
	}
	words["endings"] = untilWords
	words["groups"], words["pronouns"] = groupNames(rs), rs.Language.PronounNames()
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

// tagWords lists the words that a roll can have as tags, without duplicates.
func (rs *Ruleset) tagWords() []string {
	c := &compiler{rs: rs}
	c.collectWords()
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

// Likenesses returns the words for the closeness of related skills, which are the rows of a table; nil if the game has none.
func (r *SkillRules) Likenesses() []string {
	if r.likeness == nil {
		return nil
	}
	return r.likeness.rowNames()
}

// DefaultDieFaces returns the number of faces of the default check's die: chances are relative to this number. It returns 100 if that check
// throws faced dice, if its number of faces varies, or if there is no such check.
func (rs *Ruleset) DefaultDieFaces() int {
	if rs.check == nil || rs.check.die == 0 {
		return percent
	}
	return rs.check.die
}

// groupNames returns the groups of conditions and activities.
func groupNames(rs *Ruleset) (list []string) {
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

// formulaNames lists every name that any formula can use: the names available at each place in the YAML, and the names of the steps of all
// sequences, of checks, and of tables that are looked up.
func formulaNames(rs *Ruleset) []string {
	c := &compiler{rs: rs}
	c.collectWords()
	p := scopeEverywhere(c)
	p.inVisibility, p.inTactic = true, true
	list := append(c.listNames(p), "draws", "otherwise", "action.counts", askedName, KeepLowest, KeepHighest)
	for _, seq := range c.allSequences() {
		list = append(list, c.localNames(nameScope{seq: seq, steps: len(seq.steps)})...)
	}
	for _, check := range rs.Checks.All {
		p := nameScope{check: check, numbers: len(check.Numbers), results: len(check.results), readsRoll: true}
		if check.ladder != nil && check.ladder.Draw != nil {
			p.draw = check.ladder.Draw.Name
		}
		list = append(list, c.localNames(p)...)
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
		list = append(list, withPrefix(askedName+".", append(slices.Clone(table.Columns), codeField))...)
	}
	for _, die := range rs.FacedDice.All {
		list = append(list, withPrefix(askedName+".", die.names)...)
	}
	for _, pool := range rs.Pools.Names() { // including pools of sides
		list = append(list, withPrefix("other."+pool+".", []string{"now", "max", "lost"})...)
	}
	slices.Sort(list)
	return slices.Compact(list)
}
