package rules

import (
	"fmt"

	"hybrid/rules/source"
)

// Ruling is a setting: how a rule that can be read two ways is read. A choice may lay a layer over the pack.
type Ruling struct {
	Head    `yaml:",inline"`
	Text    string       `yaml:"text"`    // the question it settles
	Choice  source.Text  `yaml:"choice"`  // the choice made
	Choices *source.Node `yaml:"choices"` // a list of words, or a map from word to what that choice lays over the pack
}

// choose lays what the choices of the rulings say over the pack.
func (s *stack) choose(choices map[string]string) {
	rulings := s.root.Get("rulings")
	if rulings == nil {
		return
	}
	var names []string
	for _, field := range rulings.Fields {
		names = append(names, field.Key)
	}
	for name, choice := range choices {
		if rulings.Get(name) == nil {
			s.report.Add(source.UnknownName, ChoicePos(name, false), "no ruling is called %s%s", name, source.Suggest(name, names))
			continue
		}
		s.lay(fmt.Sprintf("choice of %s", name), true, nested(choice, ChoicePos(name, true), "rulings", name, "choice"))
	}
	for _, field := range s.root.Get("rulings").Fields {
		chosen := field.Value.Get("choice")
		options := field.Value.Get("choices")
		if chosen == nil || options == nil {
			s.report.Add(source.Missing, field.Pos, "ruling %s needs a choice and its choices", field.Key)
			continue
		}
		words, layer := choicesOf(options, chosen.Text)
		known := false
		for _, word := range words {
			known = known || word == chosen.Text
		}
		if !known {
			s.report.Add(source.UnknownName, chosen.Pos, "ruling %s has no choice %s%s", field.Key, chosen.Text, source.Among(chosen.Text, words))
		}
		if layer != nil && layer.Kind == source.Mapping {
			s.lay(fmt.Sprintf("ruling %s=%s", field.Key, chosen.Text), true, layer)
		}
	}
}

func choicesOf(options *source.Node, chosen string) (words []string, layer *source.Node) {
	for _, item := range options.Items {
		words = append(words, item.Text)
	}
	for _, field := range options.Fields {
		words = append(words, field.Key)
	}
	return words, options.Get(chosen)
}

// nested is a node with one scalar at the end of a path of keys.
// ChoicePos is where mistakes about a choice that was made beside the layers are placed: that of the ruling's name, or
// that of the choice. Whoever read them somewhere knows the true place.
func ChoicePos(ruling string, choice bool) source.Pos {
	pos := source.Pos{File: "ruling " + ruling}
	if choice {
		pos.Col = 1
	}
	return pos
}

func nested(text string, pos source.Pos, path ...string) *source.Node {
	node := &source.Node{Kind: source.Scalar, Text: text, Pos: pos}
	for i := len(path) - 1; i >= 0; i-- {
		node = &source.Node{Kind: source.Mapping, Fields: []source.Field{{Key: path[i], Value: node}}}
	}
	return node
}
