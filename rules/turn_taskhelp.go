package rules

import (
	"slices"
	"strings"

	"hybrid/rules/message"
	"hybrid/rules/source"
)

// Help with a task: the characters that can help, and the modifiers that each of them gives to the roll.

// Help holds the rules for helping with a task: the condition and the modifiers. Formulas are evaluated for each helper.
type Help struct {
	Most   int         `yaml:"most" min:"0" max:"20"` // The highest number of helpers. Default: 1.
	When   source.Text `yaml:"when" formula:"yes"`    // Only characters for whom this formula is true can help, such as `DEX > 8`.
	Refuse string      `yaml:"refuse"`                // The message if `when` isn't true.
	Give   Gives       `yaml:"give" need:"yes"`       // Changes of modifiers by each helper, such as `{df: 1}`.
	Pos    source.Pos  `yaml:",pos"`
	when   *Formula    // compiled `when`; nil if everyone can help
	giver              // compiled `give`
}

// findHelpers finds the helpers that the declaration names, and adds them to the acting side. It returns an error if one of them
// can't help.
func (m act) findHelpers() error {
	if len(m.d.Help) == 0 {
		return nil
	}
	side := m.f.sides[0]
	if side.task == nil || side.task.Help == nil {
		return refuse("“%s” takes no helpers. Remove them.", m.d.MeansText(m.rs))
	}
	help := side.task.Help
	if maximum := max(1, help.Most); len(m.d.Help) > maximum {
		return refuse("%s: no more than %d can help. Remove %s.", side.task.Label, maximum, strings.Join(m.d.Help[maximum:], ", "))
	}
	for i, key := range m.d.Help {
		a := m.actorCopy(key)
		switch {
		case a == nil:
			return refusalOf(message.Unknown("combatant", key, nil))
		case a == side.actor || slices.Contains(m.d.Help[:i], key):
			return refuse("%s is named twice. Name each helper once.", a.Name)
		}
		if why := a.forbiddenBy(m.rs, cannotAct); why != nil {
			return refuse("%s can't help: %s.", a.Name, MidSentence(why.Label))
		}
		if help.when != nil && !a.evalHolds(m.rs, help.when) {
			if help.Refuse == "" {
				return refuse("%s can't help with this. Remove %s.", a.Name, a.Name)
			}
			return refuse("%s can't help with this: %s. Remove %s.", a.Name, help.Refuse, a.Name)
		}
		side.help = append(side.help, a)
	}
	return nil
}
