package rules

import (
	"cmp"
	"iter"
	"strings"

	"hybrid/rules/collect"
	"hybrid/rules/source"
)

// Finding a step by its path, such as actions/attack.blow: for replies, overrules and sentences that speak of a step.

// The sections that a path begins with.
const (
	inActions    = "actions/"
	inSequences  = "sequences/"
	inHazards    = "hazards/"
	inConditions = "conditions/"
	inActivities = "activities/"
)

// StepPath returns the steps that a path, such as "actions/attack.blow sequences/blow", and the name of a step lead to: from the
// outermost, the last one its own. What the rules no longer have is nil.
func (rs *Ruleset) StepPath(in, step string) []*Step {
	words := strings.Fields(in)
	list := make([]*Step, len(words))
	for i, word := range words {
		body, name, _ := strings.Cut(word, ".")
		if i == len(words)-1 {
			name = step
		}
		if steps := stepsOf(rs, body); steps != nil {
			list[i] = stepNamed(steps, name)
		}
	}
	return list
}

// stepNamed returns the step of that name among steps, or nil. It looks at them in place: a step is large, and telling looks for many.
func stepNamed(steps source.Map[Step], name string) *Step {
	for i := range steps {
		if steps[i].Name == name {
			return &steps[i].Value
		}
	}
	return nil
}

// stepsOf returns the steps of an action, a sequence or a hazard, by its section and name.
func stepsOf(rs *Ruleset, body string) source.Map[Step] {
	if name, ok := strings.CutPrefix(body, inActions); ok {
		if action, ok := rs.Actions.Get(name); ok {
			return action.Steps
		}
	} else if name, ok := strings.CutPrefix(body, inSequences); ok {
		if seq, ok := rs.Sequences.Get(name); ok {
			return seq.Steps
		}
	} else if name, ok := strings.CutPrefix(body, inHazards); ok {
		if hazard, ok := rs.Hazards.Get(name); ok {
			return hazard.Steps
		}
	}
	return nil
}

// FindStep returns the path of the first step of a name and a label to which an action leads, through the sequences that it
// carries out and the answers that it offers; empty for none. It finds steps of entries from before their path was kept.
func (rs *Ruleset) FindStep(action, name, label string) (found string) {
	seen := map[string]bool{}
	var search func(body string)
	search = func(body string) {
		if found != "" || seen[body] {
			return
		}
		seen[body] = true
		steps := stepsOf(rs, body)
		for i := range steps {
			step := &steps[i].Value
			if steps[i].Name == name && (label == "" || strings.EqualFold(step.Label, label)) {
				found = body
				return
			}
			if step.sub != nil {
				search(inSequences + step.sub.Name)
			}
			for _, answer := range step.answers {
				search(inActions + answer.Name)
			}
		}
	}
	search(inActions + action)
	return found
}

// RowSaid returns how a sentence names the row with a label in the table of a step; empty where the row says nothing of it.
func (s *Step) RowSaid(label string) string {
	if s.table != nil {
		for _, row := range s.table.rows {
			if row.Label == label {
				return row.Say.Text
			}
		}
	}
	return ""
}

// RowOf returns how a sentence names the first row of the table of a step, the first of that name; empty for a step without a table.
func (rs *Ruleset) RowOf(step string) string {
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
