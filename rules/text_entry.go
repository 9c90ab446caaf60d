package rules

import (
	"fmt"
	"slices"
	"strings"

	"hybrid/rules/message"
	"hybrid/rules/source"
)

// The head of every entry of the game (name, label, source, position in its file), sets of entries by name, and words for names. An entry
// can be renamed in a layer; its former names still find it. The file also has a few small functions and constants that many other files
// use, since it is on the lowest floor, to which all files may refer (see the package comment).

// Head is the set of keys that every entry of a pack has.
type Head struct {
	Name  string   // name of the entry, its key in the section
	Label string   `yaml:"label" text:"line"` // The name to show. Default: made from the entry's own name.
	Also  []string `yaml:"also"`              // Other words that find the entry: `also: [heal, bandage]`.
	// A description in clauses, with semicolons between them. `hybrid rule` makes sentences of them. For a modifier: the form of its value,
	// such as `"{value}%"`.
	Text string `yaml:"text"`
	Src  string `yaml:"src"` // The source of the rule: a chapter of the guide, such as `G 7`, or `ours`.
	// The new name of an entry of the layers below: `sword: {renamed: blades}`. References to the old name in those layers still work.
	Renamed string `yaml:"renamed"`
	// Earlier names of the entry, which still refer to it: `formerly: [sword]`.
	Formerly []source.Text `yaml:"formerly"`
	Pos      source.Pos    `yaml:",pos"`
	where    string        // Pos as file:line:column
	index    int           // index in its section
}

// head returns the head of an entry that embeds it.
func (h *Head) head() *Head { return h }

// Names returns the name of the entry, as in formulas, and its label.
func (h *Head) Names() (name, label string) { return h.Name, h.Label }

// HasAlias reports whether text is one of the entry's other words (`also`), or one of its former names.
func (h *Head) HasAlias(text string) bool {
	return ContainsWord(h.Also, text) || h.WasNamed(text)
}

// WasNamed reports whether text is a former name of the entry.
func (h *Head) WasNamed(text string) bool {
	return slices.ContainsFunc(h.Formerly, func(name source.Text) bool { return name.Text == text })
}

// ContainsWord reports whether text is one of the words in also, regardless of case.
func ContainsWord(also []string, text string) bool {
	return slices.ContainsFunc(also, func(word string) bool { return strings.EqualFold(word, text) })
}

// Where returns the position of the entry in the YAML, as file:line:column.
func (h *Head) Where() string { return h.where }

// setName sets the name and the position and, if no label is written, a label built from the name.
func (h *Head) setName(name string, pos source.Pos) {
	h.Name, h.Pos, h.where = name, pos, pos.String()
	if h.Label == "" {
		h.Label = ReadableName(name)
	}
}

// ReadableName returns a name for display: `badly_stunned` reads "Badly stunned".
func ReadableName(name string) string {
	return message.Capitalise(strings.ReplaceAll(name, "_", " "))
}

// Set holds the entries of a section in file order, with an index by name.
type Set[T any] struct {
	All     []T            // entries, in file order
	indexes map[string]int // index in All, by current and former names
}

// Get returns the entry with the given name.
func (s *Set[T]) Get(name string) (entry T, ok bool) {
	if name == "" { // no name is given
		return entry, false
	}
	i, ok := s.indexes[name]
	if !ok {
		return entry, false
	}
	return s.All[i], true
}

// lookupEntry stores the entry with the given name in into. If name is empty, it leaves into unchanged. It returns an error for an unknown
// name; kind is the word for an entry of the section.
func (s *Set[T]) lookupEntry(kind, name string, into *T) error {
	if name == "" {
		return nil
	}
	entry, ok := s.Get(name)
	if !ok {
		return refusalOf(message.Unknown(kind, name, s.Names()))
	}
	*into = entry
	return nil
}

// NewRefusal returns a refusal with text, whose first letter is capitalised unless it begins with a path such as campaign.yaml.
func NewRefusal(text string) *Refusal {
	if word, _, _ := strings.Cut(text, " "); !strings.ContainsAny(strings.TrimRight(word, "."), "./") {
		text = message.Capitalise(text)
	}
	return &Refusal{Text: text}
}

// refusalOf returns a refusal with the text m.
func refusalOf(m message.Text) error { return NewRefusal(string(m)) }

// refuse returns a refusal with a formatted text.
func refuse(format string, args ...any) error { return NewRefusal(fmt.Sprintf(format, args...)) }

// Names returns the names in file order.
func (s *Set[T]) Names() []string {
	names := make([]string, len(s.All))
	for name, i := range s.indexes {
		if h := any(s.All[i]).(interface{ head() *Head }).head(); h.Name == name {
			names[i] = name
		}
	}
	return names
}

// Labels returns the labels by name.
func (s *Set[T]) Labels() map[string]string {
	labels := make(map[string]string, len(s.All))
	for _, entry := range s.All {
		h := any(entry).(interface{ head() *Head }).head()
		labels[h.Name] = h.Label
	}
	return labels
}

// headedEntry is a pointer to an entry that has a Head.
type headedEntry[T any] interface {
	*T
	head() *Head // returns the entry's Head
}

// newEntrySet converts a decoded section to a set, and gives each entry its name, label and position.
func newEntrySet[T any, P headedEntry[T]](section source.Map[T]) Set[P] {
	set := Set[P]{indexes: make(map[string]int, len(section))}
	for i := range section {
		entry := P(&section[i].Value)
		entry.head().setName(section[i].Name, section[i].Pos)
		entry.head().index = i
		set.indexes[section[i].Name] = len(set.All)
		set.All = append(set.All, entry)
	}
	for i, entry := range set.All {
		for _, name := range entry.head().Formerly {
			if _, taken := set.indexes[name.Text]; !taken {
				set.indexes[name.Text] = i
			}
		}
	}
	return set
}

// pendingGroupSize is the number of actors that share one entry of Live.pendingByGroup.
const pendingGroupSize = 16

// mayDeclare reports whether the actor can declare an action: it is its turn, or it is waiting.
func mayDeclare(a *Actor) bool { return a.Open || a.Waiting }

// addMistake reports a mistake in the YAML at a position.
func (c *compiler) addMistake(code source.Code, pos source.Pos, format string, args ...any) {
	c.report.Add(code, pos, format, args...)
}

// maxFaces is the largest number of faces of a die of a check, a ladder or a table.
const maxFaces = 10_000

// namesOrCommand returns the fix for an unknown name: the known names, if there are only a few, or the command that lists them. noun is the
// word for an entry.
func namesOrCommand(names []string, noun string) string {
	if len(names) > 0 && len(names) <= message.Choices {
		return "Choose: " + strings.Join(names, ", ")
	}
	return "`hybrid show " + strings.ReplaceAll(Plural(noun), " ", "_") + "` lists them."
}

// UnknownEntry returns the message that no entry of a kind has this name. If none of names is similar, it lists them or gives the command
// that lists them.
func UnknownEntry(kind, name string, names []string) message.Text {
	return message.UnknownOr(kind, name, names, namesOrCommand(names, kind))
}

// Singular returns words with the first of them, a plural, in the singular: “metre” for “metres”, “die” for “dice”, “hour away” for “hours
// away”.
func Singular(words string) string {
	word, others, more := strings.Cut(words, " ")
	if word == "dice" {
		word = "die"
	} else if stem := strings.TrimSuffix(word, "es"); Plural(stem) == word {
		word = stem
	} else if stem := strings.TrimSuffix(word, "s"); Plural(stem) == word {
		word = stem
	}
	if more {
		word += " " + others
	}
	return word
}

// Plural returns the plural of a word: rounds, glasses.
func Plural(word string) string {
	if stem, y := strings.CutSuffix(word, "y"); y && !strings.ContainsAny(stem[max(0, len(stem)-1):], "aeou") {
		return stem + "ies"
	}
	if word == "die" {
		return "dice"
	}
	for _, end := range []string{"s", "x", "z", "ch", "sh"} {
		if strings.HasSuffix(word, end) {
			return word + "es"
		}
	}
	return word + "s"
}

// nameIndex returns the index for suggestions of names of the given kind, and builds it on the first call.
func (c *compiler) nameIndex(kind string, names func() []string) *message.Index {
	if c.indexes[kind] == nil {
		if c.indexes == nil {
			c.indexes = map[string]*message.Index{}
		}
		c.indexes[kind] = message.NewIndex(names())
	}
	return c.indexes[kind]
}

// findEntry returns the entry that t names, or nil if t is empty or names no entry; the latter is reported as a mistake. noun is the word
// for an entry, for the message.
func findEntry[T any](c *compiler, set *Set[T], t source.Text, noun string) (entry T) {
	if t.Text == "" {
		return entry
	}
	entry, ok := set.Get(t.Text)
	if ok {
		c.warnFormerName(any(entry).(interface{ head() *Head }).head(), t, noun)
	}
	if pos, removed := c.removals[[2]string{noun + "s", t.Text}]; removed && !ok {
		c.addMistake(source.UnknownName, t.Pos, "%s %s%s%s removes it. Keep it, or change this too.", noun, t.Text, source.NeededHere, pos)
	} else if !ok {
		c.addMistake(source.UnknownName, t.Pos, "%s", c.nameIndex(noun, set.Names).Unknown(noun, t.Text, namesOrCommand(set.Names(), noun)))
	}
	return entry
}

// warnFormerName warns if t uses a former name of an entry, in a character's file or in a layer that is not below the one that renamed it.
func (c *compiler) warnFormerName(h *Head, t source.Text, noun string) {
	for _, former := range h.Formerly {
		if former.Text == t.Text && h.Name != t.Text && !c.stack.IsBelow(t.Pos, former.Pos) {
			c.report.Warn(source.UnknownName, t.Pos, "%s %s is named %s here (%s). Write %s.", message.Capitalise(noun), t.Text, h.Name, former.Pos, h.Name)
		}
	}
}

// JoinWords joins names for display, with commas between them. Underscores become spaces.
func JoinWords(list []source.Text) string {
	names := make([]string, len(list))
	for i := range list {
		names[i] = strings.ReplaceAll(list[i].Text, "_", " ")
	}
	return strings.Join(names, ", ")
}
