package command

import (
	"strings"

	"hybrid/rules"
	"hybrid/rules/collect"
)

// What the program knows of a verb of its own, and the table of them that a game is handed. The verbs are in package verbs.

// Verb is a word of the prompt that the program itself knows, with all that the program knows of it. A new verb is one literal
// in the table of package verbs; a verb of the session (Session) also has its handler in package gm.
type Verb struct {
	Name string
	Old  []string // former names and others that are read as well
	Also []string // other words that find it in a search

	Exists   func(*rules.Ruleset) bool                         // whether a game has a use for it; nil: every game has
	Hidden   bool                                              // not read where it does not exist, so that its letters are free
	Help     func(*rules.Ruleset) (does, takes string)         // for the list of all commands; nil: a key of the dashboard is table
	Next     func(g Completions, fields []string) []Completion // how a line goes on after fields, the verb being the first; nil: with an actor
	Verbatim bool                                              // what follows is kept as it is, commas and colons too

	Session    bool                                                   // decided by the session: it changes its entries, or who rolls
	Several    bool                                                   // a line names first whom it is about: one, several, or a side
	Incomplete bool                                                   // decided even while the rules lack something that an actor has
	Player     bool                                                   // a player may propose it for the character that the line names
	OfAbsent   bool                                                   // a player who is away may propose it with the character's key alone
	Pins       func(l *Line) bool                                     // whether a line that names nobody is about the actor whose turn it is; nil: no
	Idle       func(g *Game) bool                                     // whether it may be given while no encounter is running; nil: no
	AtRest     func(g *Game, l *Line, k rules.Known) (Decided, error) // instead of Decide while nobody takes turns; nil: Decide, as Idle says
	Options    func(l *Line) error                                    // refuses options that it does not take; nil: it takes none
	Decide     func(g *Game, l *Line, k rules.Known) (Decided, error)
	Departs    func(g *Game, l *Line) (d Departure, ok bool)     // how a line sets its actor going; nil: no line does
	Odds       func(g *Game, l *Line) (*rules.ActionOdds, error) // of a line that rolls by itself; nil: a line does what it declares
}

// Names returns the name of the verb, which is its label, too.
func (v *Verb) Names() (name, label string) { return v.Name, v.Name }

// IsAlso reports whether text is one of the other words that find the verb.
func (v *Verb) IsAlso(text string) bool { return rules.IsAlso(v.Also, text) }

// Verbs is a table of verbs. Package verbs has the one of the program; a Game is handed it.
type Verbs struct {
	list   []*Verb // in the order in which they are offered
	byName map[string]*Verb
}

// NewVerbs makes a table of list, in the order in which its verbs are offered.
func NewVerbs(list []*Verb) *Verbs {
	t := Verbs{list, make(map[string]*Verb, len(list))}
	for _, v := range list {
		t.byName[v.Name] = v
	}
	return &t
}

// Get returns the verb of this name. For the empty name of a line that begins with an action, and for any other, it
// returns the verb that declares.
func (t *Verbs) Get(name string) *Verb {
	if v := t.byName[name]; v != nil {
		return v
	}
	return t.byName[verbCheck]
}

// All returns the program's own verbs. Everything else one can do is an action of the pack.
func (t *Verbs) All() []*Verb { return t.list }

// Names returns the names of the verbs.
func (t *Verbs) Names() []string { return namesOf(t.list) }

// Words lists the names of the verbs and the other words that find them.
func (t *Verbs) Words() (words []string) {
	for _, v := range t.list {
		words = append(append(words, v.Name), v.Also...)
	}
	return words
}

// In returns the verbs that a game has a use for.
func (t *Verbs) In(rs *rules.Ruleset) (list []*Verb) {
	return collect.Filter(t.list, func(v *Verb) bool { return v.Exists == nil || v.Exists(rs) })
}

// VerbOf returns the verb of a line: for one that begins with an action, the verb that declares.
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
