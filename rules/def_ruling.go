package rules

import (
	"hybrid/rules/collect"
	"hybrid/rules/source"
)

// Ruling is a rule variant. A choice can change the pack. A ruling without choices only explains how a rule is interpreted.
type Ruling struct {
	Head    `yaml:",inline"`
	Choice  source.Text  `yaml:"choice" own:"yes"` // The choice that applies.
	Choices *source.Node `yaml:"choices"`          // The choices: a list of words for formulas, or a map of changes to the pack.
	Was     source.Text  `yaml:"was"`              // The default before it changed. A session that was played under it says so once.
	// The meaning of each choice at the table, as a sentence: `says: {faster: the faster one goes first}`.
	Says source.Map[string] `yaml:"says"`
}

// ChoiceText returns the meaning of a choice at the table, or "" if the ruling has none for it.
func (r *Ruling) ChoiceText(choice string) string {
	item, _ := collect.Find(r.Says, func(item source.MapItem[string]) bool { return item.Name == choice })
	return item.Value
}

// CurrentChoice returns the choice in effect; own is true if the pack's own file sets it, false if a campaign or a flag does.
func (r *Ruling) CurrentChoice() (choice string, own bool) {
	return r.Choice.Text, r.Choice.Pos.File == r.Pos.File
}

// choiceWords returns the words to choose from, or nil for a ruling without choices.
func (r *Ruling) choiceWords() []string { return r.Choices.Words() }

// RulingsWithChoices lists the names of the rulings of a game that have choices.
func (rs *Ruleset) RulingsWithChoices() (names []string) {
	return collect.MapIf(rs.Rulings.All, func(ruling *Ruling) bool { return ruling.Choices != nil }, func(ruling *Ruling) string { return ruling.Name })
}
