package rules

import (
	"cmp"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"hybrid/rules/source"
)

// Ruling is a setting: how a rule that can be read two ways is read. A choice may lay a layer over the pack. A ruling
// without choices is a reading: its text can be looked up, and nothing can be set.
type Ruling struct {
	Head    `yaml:",inline"`
	Choice  source.Text  `yaml:"choice"`  // the choice made
	Choices *source.Node `yaml:"choices"` // a list of words, or a map from word to what that choice lays over the pack
}

// choices returns the words of which one is chosen, none for a reading.
func (r *Ruling) choices() []string { return r.Choices.Words() }

// Settings lists the names of the rulings of a game that have choices.
func Settings(rs *Ruleset) (names []string) {
	for _, ruling := range rs.Rulings.All {
		if ruling.Choices != nil {
			names = append(names, ruling.Name)
		}
	}
	return names
}

// choose lays what the choices of the rulings say over the pack.
func (s *layerStack) choose(choices map[string]string) {
	rulings := s.root.Get(rulingsKey)
	if rulings == nil {
		return
	}
	var names []string
	for _, field := range rulings.Fields {
		names = append(names, field.Key)
	}
	for name, choice := range choices {
		switch ruling := rulings.Get(name); {
		case ruling == nil:
			s.report.Add(source.UnknownName, ChoicePos(name, false), "no ruling is called %s%s", name, source.Suggest(name, names))
			continue
		case isReading(ruling):
			s.report.Add(source.UnknownName, ChoicePos(name, false), "Ruling %s has no choices. Remove it.", name)
			continue
		}
		s.lay(fmt.Sprintf("choice of %s", name), true, nestedNode(choice, ChoicePos(name, true), rulingsKey, name, choiceKey))
	}
	for _, field := range s.root.Get(rulingsKey).Fields {
		if isReading(field.Value) {
			continue
		}
		chosen := field.Value.Get(choiceKey)
		options := field.Value.Get(choicesKey)
		if chosen == nil || options == nil {
			s.report.Add(source.Missing, field.Pos, "Ruling %s needs a choice and its choices, or only a text. Add them.", field.Key)
			continue
		}
		words := options.Words()
		if !slices.Contains(words, chosen.Text) {
			s.report.Add(source.UnknownName, chosen.Pos, "ruling %s has no choice %s%s", field.Key, chosen.Text, source.Among(chosen.Text, words))
			continue
		}
		if layer := options.Get(chosen.Text); layer != nil && layer.Kind == source.Mapping {
			s.lay(choiceName(field.Key, chosen.Text), true, layer.Without(source.After))
		}
	}
}

// isReading reports whether an entry of the rulings only says how a rule is read: it has a text, and nothing to choose.
func isReading(ruling *source.Node) bool {
	return ruling.Get(choiceKey) == nil && ruling.Get(choicesKey) == nil && ruling.Get(textKey) != nil
}

// VetChoices tries the choices of rulings that are not made, each alone beside those that are. A mistake in one is a
// mistake. One that a layer below brings and a layer above makes impossible is a warning, there. The layers must load as
// they are.
func VetChoices(layers []Layer, choices map[string]string) (list source.Mistakes) {
	on := &layerStack{report: &source.Report{}}
	on.read(layers)
	var others [][2]string
	for _, ruling := range on.root.Get(rulingsKey).Entries() {
		for _, choice := range ruling.Value.Get(choicesKey).Entries() {
			if len(choice.Value.Entries()) > 0 && choice.Key != cmp.Or(choices[ruling.Key], ruling.Value.Get("choice").Word()) {
				others = append(others, [2]string{ruling.Key, choice.Key})
			}
		}
	}
	found := make([]source.Mistakes, len(others))
	var next atomic.Int32
	var all sync.WaitGroup
	for range min(len(others), runtime.GOMAXPROCS(0)) {
		all.Go(func() {
			for i := next.Add(1) - 1; int(i) < len(others); i = next.Add(1) - 1 {
				found[i] = on.vetChoice(others[i][0], others[i][1], choices)
			}
		})
	}
	all.Wait()
	return slices.Concat(found...)
}

func (s *layerStack) vetChoice(ruling, choice string, choices map[string]string) source.Mistakes {
	made := map[string]string{ruling: choice}
	for name, other := range choices {
		if name != ruling {
			made[name] = other
		}
	}
	with := &layerStack{root: s.root, report: &source.Report{}, laid: slices.Clone(s.laid), layers: s.layers}
	with.compile(made)
	var mistakes source.Mistakes
	errors.As(with.report.Err(), &mistakes)
	for i, m := range mistakes {
		if pos, found := s.culprit(s.root.At(rulingsKey, ruling, choicesKey, choice), m); found {
			return source.Mistakes{{Pos: pos, Code: source.LostChoice, Warning: true, Text: fmt.Sprintf("%s cannot be made with this: %s (%s); mend it, or take it out: `rulings: {%s: {choices: {%s: removed}}}`",
				choiceName(ruling, choice), m.Text, m.Pos, ruling, choice)}}
		}
		mistakes[i].Text = fmt.Sprintf("with %s: %s", choiceName(ruling, choice), m.Text)
	}
	return mistakes
}

// The keys under which rulings and their choices stand.
const (
	rulingsKey = "rulings"
	choiceKey  = "choice"
	choicesKey = "choices"
	textKey    = "text"
)

func choiceName(ruling, choice string) string { return "ruling " + ruling + "=" + choice }

// ChoicePos is where mistakes about a choice that was made beside the layers are placed: that of the ruling's name, or
// that of the choice. Code that read them from a file knows the true place.
func ChoicePos(ruling string, choice bool) source.Pos {
	pos := source.Pos{File: "ruling " + ruling}
	if choice {
		pos.Col = 1
	}
	return pos
}

// nestedNode is a node with one scalar at the end of a path of keys.
func nestedNode(text string, pos source.Pos, path ...string) *source.Node {
	node := &source.Node{Kind: source.Scalar, Text: text, Pos: pos}
	for i := len(path) - 1; i >= 0; i-- {
		node = &source.Node{Kind: source.Mapping, Fields: []source.Field{{Key: path[i], Value: node}}}
	}
	return node
}
