package command

import (
	"strings"

	"hybrid/rules"
	"hybrid/rules/collect"
)

// The description of a built-in verb, and the table of verbs that a game uses. The verbs are in package verbs.
//
// A line is a command as typed at the prompt: a verb, or an action of the rules, with its words and options. Deciding a line means working
// out its events in the current state. A session adds them to its log as an entry.

// Verb is a built-in word that begins a line, with everything the program knows about it. A new verb is one literal in the table of package
// verbs; a verb of the session (Session) also has its handler in package gm.
type Verb struct {
	Name     string   // word at the prompt
	OldNames []string // former names, which are still accepted like Name
	Also     []string // aliases, such as versus for contest: they find the verb in a search, and at the prompt if no name fits

	Hidden           bool // whether its name is unknown in games that don't use it (see Exists), so its first letters can mean another verb
	Verbatim         bool // whether the words after it are kept unchanged, including commas and colons
	Session          bool // whether the session carries it out, for example since it changes past entries
	TakesSeveral     bool // whether a line first names its actors: one, several, or a side
	ByActors         bool // whether a line names its actors after `by`
	Incomplete       bool // whether it works even while the rules lack something that an actor has
	Player           bool // whether a player may propose it for the character that the line names
	ForAbsentPlayers bool // whether players marked as away may propose it for their own characters, with only the character's key after it

	// Exists reports whether a game uses the verb; if nil, every game does.
	Exists func(*rules.Ruleset) bool
	// Help returns the text for the list of all commands: what the verb does, and the words that it takes. It is nil for a verb with a key
	// on the dashboard.
	Help func(*rules.Ruleset) (does, takes string)
	// Next lists completions after fields, the first of which is the verb; if nil, the actors are listed.
	Next func(g Completions, fields []string) []Completion
	// Pins reports whether a line that names no one is about the actor whose turn it is; if nil, no such line is.
	Pins func(l *Line) bool
	// AllowedOutside reports whether the verb is allowed while no encounter is running; if nil, it isn't.
	AllowedOutside func(g *Game) bool
	// Options returns an error if a line has options that the verb doesn't take; if nil, the verb takes none.
	Options func(l *Line) error
	// Decide decides a line. It is nil for a verb of the session.
	Decide func(g *Game, l *Line, k rules.DecisionInput) (DecidedCommand, error)
	// DecideAtRest decides a line in place of Decide while no one takes turns; if nil, Decide does.
	DecideAtRest func(g *Game, l *Line, k rules.DecisionInput) (DecidedCommand, error)
	// Departure returns the departure that a line begins; ok is false if it begins none. It is nil if no line of the verb begins one.
	Departure func(g *Game, l *Line) (d Departure, ok bool)
	// Odds returns the odds of a line that rolls dice itself; if nil, the odds are those of the declared action.
	Odds func(g *Game, l *Line) (*rules.ActionOdds, error)
}

// Names returns the name of the verb, which is also its label.
func (v *Verb) Names() (name, label string) { return v.Name, v.Name }

// HasAlias reports whether text is an alias of the verb (Verb.Also). Former names aren't aliases.
func (v *Verb) HasAlias(text string) bool { return rules.ContainsWord(v.Also, text) }

// Verbs is a table of verbs, such as the one of package verbs.
type Verbs struct {
	list   []*Verb          // verbs in the order in which they are offered
	byName map[string]*Verb // the same verbs by Verb.Name, without their other names
}

// NewVerbs returns a table of list, in the order in which its verbs are offered.
func NewVerbs(list []*Verb) *Verbs {
	t := Verbs{list, make(map[string]*Verb, len(list))}
	for _, v := range list {
		t.byName[v.Name] = v
	}
	return &t
}

// Get returns the verb with the given name. For an unknown name, and for the empty name of a line that begins with an action, it returns
// the verb check, which also declares actions.
func (t *Verbs) Get(name string) *Verb {
	if v := t.byName[name]; v != nil {
		return v
	}
	return t.byName[verbCheck]
}

// All returns the built-in verbs. Everything else that characters do is an action defined by the game's rules.
func (t *Verbs) All() []*Verb { return t.list }

// Names returns the names of the verbs.
func (t *Verbs) Names() []string { return entryNames(t.list) }

// Words lists the names and the aliases of the verbs, without their former names.
func (t *Verbs) Words() (words []string) {
	for _, v := range t.list {
		words = append(append(words, v.Name), v.Also...)
	}
	return words
}

// UsedBy returns the verbs that the game rs uses.
func (t *Verbs) UsedBy(rs *rules.Ruleset) (list []*Verb) {
	return collect.Filter(t.list, func(v *Verb) bool { return v.Exists == nil || v.Exists(rs) })
}

// VerbOf returns the verb of a line; if the line begins with an action, the verb check, which declares it.
func (g *Game) VerbOf(l *Line) *Verb { return g.Verbs.Get(l.Verb) }

// rejectOptions returns a *Refusal if a line has options that its verb does not take.
func (v *Verb) rejectOptions(l *Line) error {
	if v.Options != nil {
		return v.Options(l)
	}
	return l.RejectOptions()
}

// RejectOptions returns a *Refusal if the line has options.
func (l *Line) RejectOptions() error {
	if len(l.Options) > 0 {
		return Refusal("“%s” takes no options. Remove: %s", l.Verb, strings.Join(l.Options, ", "))
	}
	return nil
}
