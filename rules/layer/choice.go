package layer

import (
	"fmt"
	"slices"

	"hybrid/rules/collect"
	"hybrid/rules/message"
	"hybrid/rules/source"
)

// Merging of the choices of rulings into the layers. A ruling is an entry for a question that the rules leave open. Its choices are the
// possible answers, one of which is chosen; a choice can change other entries, and is then merged like a layer. trial.go tries the other
// choices.

// rulingsWithChoices returns the names of the rulings that have choices.
func (s *Stack) rulingsWithChoices() (names []string) {
	for _, field := range s.Root.Get(RulingsKey).Entries() {
		if field.Value.Get(ChoicesKey) != nil {
			names = append(names, field.Key)
		}
	}
	return names
}

// isExplanation reports whether a ruling only explains a rule: it has a text and no choices.
func isExplanation(ruling *source.Node) bool {
	return ruling.Get(choiceKey) == nil && ruling.Get(ChoicesKey) == nil && ruling.Get(textKey) != nil
}

// Keys of rulings and their choices.
const (
	RulingsKey = "rulings"
	choiceKey  = "choice"
	ChoicesKey = "choices"
	textKey    = "text"
)

// choiceName returns the name of a choice for messages.
func choiceName(ruling, choice string) string { return "ruling " + ruling + "=" + choice }

// ChoicePos returns a stand-in position for mistakes in a choice that was made outside the layers, such as in a campaign's file. It stands
// for the position of the ruling's name or, if choice is set, of the chosen name (column 1). A caller that knows the true position replaces
// it.
func ChoicePos(ruling string, choice bool) source.Pos {
	pos := source.Pos{File: "ruling " + ruling}
	if choice {
		pos.Col = 1
	}
	return pos
}

// nestedNode returns a mapping that contains only the scalar text, at the given path of keys.
func nestedNode(text string, pos source.Pos, path ...string) *source.Node {
	node := &source.Node{Kind: source.Scalar, Text: text, Pos: pos}
	for i := len(path) - 1; i >= 0; i-- {
		node = &source.Node{Kind: source.Mapping, Fields: []source.Field{{Key: path[i], Value: node}}}
	}
	return node
}

// Choose merges the changes of the chosen choices of the rulings into the layers. choices overrides the choices in the files, by ruling.
func (s *Stack) Choose(choices map[string]string) {
	s.overrideChoices(choices)
	for _, field := range s.Root.Get(RulingsKey).Entries() {
		if !isExplanation(field.Value) && field.Value.Kind != source.Scalar { // decoding reports a scalar
			s.mergeChosen(field)
		}
	}
}

// overrideChoices replaces the choices made in the files by choices, whose keys are rulings.
func (s *Stack) overrideChoices(choices map[string]string) {
	rulings := s.Root.Get(RulingsKey)
	names := collect.Map(rulings.Entries(), func(field source.Field) string { return field.Key })
	for name, choice := range choices {
		switch ruling := rulings.Get(name); {
		case ruling == nil:
			text := message.Unknown("ruling", name, names)
			if len(names) > message.Choices {
				text = message.UnknownOr("ruling", name, names, "`hybrid show rulings` lists them.")
			}
			s.Report.Add(source.UnknownName, ChoicePos(name, false), "%s", text)
			continue
		case isExplanation(ruling):
			s.Report.Add(source.UnknownName, ChoicePos(name, false), "Ruling %s has no choices. Remove it.", name)
			continue
		}
		s.mergeLayer(fmt.Sprintf("choice of %s", name), true, nestedNode(choice, ChoicePos(name, true), RulingsKey, name, choiceKey))
	}
}

// mergeChosen merges the changes of a ruling's chosen choice, or reports a mistake in the ruling.
func (s *Stack) mergeChosen(ruling source.Field) {
	chosen := ruling.Value.Get(choiceKey)
	options := ruling.Value.Get(ChoicesKey)
	if chosen != nil && options == nil && message.NearestWord(ruling.Key, s.rulingsWithChoices()) != "" {
		// a ruling with a choice but no list of choices overrides the choice of another layer's ruling; here its name is misspelt
		s.Report.Add(source.UnknownName, ruling.Pos, "%s", message.Unknown("ruling", ruling.Key, s.rulingsWithChoices()))
		return
	}
	if chosen == nil || options == nil {
		s.Report.Add(source.Missing, ruling.Pos, "Ruling %s needs a choice and its choices, or only a text. Add them.", ruling.Key)
		return
	}
	words := options.Words()
	if !slices.Contains(words, chosen.Text) {
		s.Report.Add(source.UnknownName, chosen.Pos, "%s", message.Lacking("ruling "+ruling.Key, "choice", chosen.Text, words))
		return
	}
	if layer := options.Get(chosen.Text); layer != nil && layer.Kind == source.Mapping {
		s.mergeLayer(choiceName(ruling.Key, chosen.Text), true, s.withoutStaleRemovals(layer.WithoutKey(source.After)))
	}
}

// withoutStaleRemovals returns over, the part of a choice at path, without the removals of entries that a layer has already removed, since
// removing an entry that doesn't exist would be a mistake.
func (s *Stack) withoutStaleRemovals(over *source.Node, path ...string) *source.Node {
	for _, f := range over.Removals() {
		if s.wasRemoved(append(path, f.Key)) {
			over = over.WithoutKey(f.Key)
		}
	}
	for _, f := range over.Entries() {
		if f.Value.Kind != source.Mapping {
			continue
		}
		below := s.withoutStaleRemovals(f.Value, append(path[:len(path):len(path)], f.Key)...)
		if len(below.Fields) < len(f.Value.Fields) && len(below.Fields) == 0 {
			over = over.WithoutKey(f.Key)
		} else if below != f.Value {
			over = over.WithValueAt(below, f.Key)
		}
	}
	return over
}

// wasRemoved reports whether a layer other than a choice removed the node at path or a node above it.
func (s *Stack) wasRemoved(path []string) bool {
	if s.Root.At(path...) != nil {
		return false
	}
	for _, layer := range s.mergedLayers {
		for n := range path {
			if !layer.isChoice && slices.ContainsFunc(layer.node.At(path[:n]...).Removals(), func(f source.Field) bool { return f.Key == path[n] }) {
				return true
			}
		}
	}
	return false
}
