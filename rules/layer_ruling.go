package rules

import "hybrid/rules/source"

// Ruling is a rule variant. A choice can change the pack. A ruling without choices only says how a rule is read.
type Ruling struct {
	Head    `yaml:",inline"`
	Choice  source.Text  `yaml:"choice"`  // The choice that applies.
	Choices *source.Node `yaml:"choices"` // The choices: a list of words for formulas, or a map of changes to the pack.
	Was     source.Text  `yaml:"was"`     // The default before it changed. A session that was played under it says so once.
}

// Default returns the choice of the pack; own is false if a campaign or a flag has made another one.
func (r *Ruling) Default() (choice string, own bool) {
	return r.Choice.Text, r.Choice.Pos.File == r.Pos.File
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

// isReading reports whether an entry of the rulings only says how a rule is read: it has a text, and nothing to choose.
func isReading(ruling *source.Node) bool {
	return ruling.Get(choiceKey) == nil && ruling.Get(choicesKey) == nil && ruling.Get(textKey) != nil
}

// The keys under which rulings and their choices stand.
const (
	rulingsKey = "rulings"
	choiceKey  = "choice"
	choicesKey = "choices"
	textKey    = "text"
)

func choiceName(ruling, choice string) string { return "ruling " + ruling + "=" + choice }

// ChoicePos returns the position of mistakes about a choice that was made outside the layers: that of the ruling's name, or
// that of the choice. Code that read them from a file knows the true position.
func ChoicePos(ruling string, choice bool) source.Pos {
	pos := source.Pos{File: "ruling " + ruling}
	if choice {
		pos.Col = 1
	}
	return pos
}

// nestedNode returns a node with one scalar at the end of a path of keys.
func nestedNode(text string, pos source.Pos, path ...string) *source.Node {
	node := &source.Node{Kind: source.Scalar, Text: text, Pos: pos}
	for i := len(path) - 1; i >= 0; i-- {
		node = &source.Node{Kind: source.Mapping, Fields: []source.Field{{Key: path[i], Value: node}}}
	}
	return node
}
