package rules

import (
	"hybrid/rules/source"
)

// PackFile is what a file of a pack, or of a layer over one, is decoded into; CharacterFile what a character file is.
// They are for the schemas, which are made of the types that the program loads.
func PackFile() any { return sections{} }

// CharacterFile is what a character file is decoded into.
func CharacterFile() any { return Character{} }

// Forms says that a tag may be its meaning alone.
func (*Tag) Forms() []any { return []any{source.Text{}, Tag{}} }

// Forms says that a tally is a map of lines.
func (*Tally) Forms() []any { return []any{source.Map[TallyLine]{}} }

// Forms says that a line may be what it adds alone.
func (*TallyLine) Forms() []any { return []any{source.Text{}, TallyLine{}} }

// Forms says that a row may be its only cell alone.
func (*Row) Forms() []any { return []any{source.Text{}, Row{}} }

// Forms says that a step of a ladder may be its formula alone.
func (*Rung) Forms() []any { return []any{source.Text{}, Rung{}} }

// Forms says that what comes of a task may be its text alone.
func (*TaskResult) Forms() []any { return []any{source.Text{}, TaskResult{}} }

// Forms says that gives are a map by modifier.
func (*Gives) Forms() []any {
	return []any{source.Keyed{Form: source.Map[ByTag]{}, Names: "modifiers"}}
}

// Forms says that a value by tag may be one value for all.
func (*ByTag) Forms() []any {
	return []any{source.Text{}, source.Keyed{Form: source.Map[source.Text]{}, Names: "tags otherwise"}}
}

// Vocabulary is every name of the game, by the word that the fields of files use for what they take.
func (rs *Ruleset) Vocabulary() map[string][]string {
	words := map[string][]string{
		"stats": rs.Stats.Names(), "pools": rs.Pools.Names(), "skills": rs.Skills.Names(), "items": rs.Items.Names(), "hazards": rs.Hazards.Names(),
		"conditions": rs.Conditions.Names(), "situations": rs.Situations.Names(), "rulings": rs.Rulings.Names(),
		"checks": rs.Checks.Names(), "dice": rs.FacedDice.Names(), "tables": rs.Tables.Names(), "sequences": rs.Sequences.Names(), "ladders": rs.Ladders.Names(),
		"actions": rs.Actions.Names(), "tactics": rs.Tactics.Names(), "tags": rs.vocabulary(), "aspects": rs.Skill.Aspects,
		"modifiers": rs.Modifiers.Names(), "degrees": rs.Degrees.Names(), "otherwise": {otherwise}, "outcomes": {overruleMade, overruleMissed},
	}
	words["powers"] = rs.Generation.PowerNames()
	if rs.worn != nil {
		words["places"] = rs.worn.rowNames()
	}
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

// Likenesses are the words for how near skills are related.
func (r *SkillRules) Likenesses() []string {
	if r.likeness == nil {
		return nil
	}
	return r.likeness.rowNames()
}

// Die is how many faces the die of the check has that is meant where none is named: what its chance is out of. Where that
// throws dice with faces, its chance is in percent.
func (rs *Ruleset) Die() int {
	if rs.check.faced != nil {
		return percent
	}
	return rs.check.die
}

// Fields lists what items may say of themselves.
func (rs *Ruleset) Fields() []string {
	names := make([]string, len(rs.fields))
	for i := range rs.fields {
		names[i] = rs.fields[i].name
	}
	return names
}
