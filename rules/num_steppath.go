package rules

import (
	"cmp"
	"iter"
	"strings"

	"hybrid/rules/collect"
	"hybrid/rules/source"
)

// Finding a step by its path, such as actions/attack.blow, for replies, overrules and sentences that refer to a step. A path is the body of
// the step, that is, a section and an entry with steps, followed by the step's name.

// Beginnings of a path.
const (
	actionsPrefix    = "actions/"
	sequencesPrefix  = "sequences/"
	hazardsPrefix    = "hazards/"
	conditionsPrefix = "conditions/"
	activitiesPrefix = "activities/"
)

// StepPath returns the steps that lead to the step named step: path lists the paths of the enclosing steps, such as "actions/attack.blow
// sequences/blow", and ends with the body of the step. The outermost step is first and the named step last. Steps that no longer exist in
// the rules are nil.
func (rs *Ruleset) StepPath(path, step string) []*Step {
	words := strings.Fields(path)
	list := make([]*Step, len(words))
	for i, word := range words {
		body, name, _ := strings.Cut(word, ".")
		if i == len(words)-1 {
			name = step
		}
		if steps := stepsOfBody(rs, body); steps != nil {
			list[i] = stepNamed(steps, name)
		}
	}
	return list
}

// stepNamed returns the step with this name, or nil. It does not copy steps, since they are large and searched often.
func stepNamed(steps source.Map[Step], name string) *Step {
	for i := range steps {
		if steps[i].Name == name {
			return &steps[i].Value
		}
	}
	return nil
}

// stepsOfBody returns the steps of an action, a sequence or a hazard by its section and name, or nil.
func stepsOfBody(rs *Ruleset, body string) source.Map[Step] {
	if name, ok := strings.CutPrefix(body, actionsPrefix); ok {
		if action, ok := rs.Actions.Get(name); ok {
			return action.Steps
		}
	} else if name, ok := strings.CutPrefix(body, sequencesPrefix); ok {
		if seq, ok := rs.Sequences.Get(name); ok {
			return seq.Steps
		}
	} else if name, ok := strings.CutPrefix(body, hazardsPrefix); ok {
		if hazard, ok := rs.Hazards.Get(name); ok {
			return hazard.Steps
		}
	}
	return nil
}

// FindStep returns the body, such as "sequences/blow", of the first step with this name and label that an action runs, directly, through
// its sequences, or through the answers that it offers; "" for none. It is used for steps of old entries, which have no path.
func (rs *Ruleset) FindStep(action, name, label string) (found string) {
	seen := map[string]bool{}
	var search func(body string)
	search = func(body string) {
		if found != "" || seen[body] {
			return
		}
		seen[body] = true
		steps := stepsOfBody(rs, body)
		for i := range steps {
			step := &steps[i].Value
			if steps[i].Name == name && (label == "" || strings.EqualFold(step.Label, label)) {
				found = body
				return
			}
			if step.sub != nil {
				search(sequencesPrefix + step.sub.Name)
			}
			for _, answer := range step.answers {
				search(actionsPrefix + answer.Name)
			}
		}
	}
	search(actionsPrefix + action)
	return found
}

// RowPhrase returns the name that sentences use for the row with this label in the step's table; "" if it has none.
func (s *Step) RowPhrase(label string) string {
	if s.table != nil {
		for _, row := range s.table.rows {
			if row.Label == label {
				return row.Say.Text
			}
		}
	}
	return ""
}

// FirstRowPhrase returns the name that sentences use for the first row in the table of the first step with this name, as an example; "" if
// no such step has a table.
func (rs *Ruleset) FirstRowPhrase(step string) string {
	for name, s := range rs.allSteps() {
		if name == step && s.table != nil && len(s.table.rows) > 0 {
			return cmp.Or(s.table.rows[0].Say.Text, MidSentence(s.table.rows[0].Label))
		}
	}
	return ""
}

// allSteps lists the steps of all actions, sequences and hazards, by name.
func (rs *Ruleset) allSteps() iter.Seq2[string, *Step] {
	return func(yield func(string, *Step) bool) {
		bodies := collect.Map(rs.Actions.All, func(action *Action) source.Map[Step] { return action.Steps })
		for _, seq := range rs.Sequences.All {
			bodies = append(bodies, seq.Steps)
		}
		for _, hazard := range rs.Hazards.All {
			bodies = append(bodies, hazard.Steps)
		}
		for _, steps := range bodies {
			for i := range steps {
				if !yield(steps[i].Name, &steps[i].Value) {
					return
				}
			}
		}
	}
}
