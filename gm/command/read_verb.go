package command

import (
	"strings"
	"sync"

	"hybrid/rules"
)

// What the program knows of a verb of its own, and the table once it is made. The verbs are in do_verbs.go.

// Verb is a word of the prompt that the program itself knows, with all that the program knows of it. A new verb is one literal
// in listVerbs; a verb of the session (Session) also has its handler in package gm.
type Verb struct {
	Name string
	Old  []string // former names, which are still read
	Also []string // other words that find it in a search

	Exists   func(*rules.Ruleset) bool                         // whether a game has a use for it; nil: every game has
	Hidden   bool                                              // not read where it does not exist, so that its letters are free
	Help     func(*rules.Ruleset) (does, takes string)         // for the list of all commands; nil: a key of the dashboard is table
	Next     func(g Completions, fields []string) []Completion // how a line goes on after fields, the verb being the first; nil: with an actor
	Verbatim bool                                              // what follows is kept as it is, commas and colons too

	Session    bool                // decided by the session: it changes its entries, or who rolls
	Incomplete bool                // decided even while the rules lack something that an actor has
	Player     bool                // a player may propose it for the character that the line names
	Pins       func(l *Line) bool  // whether a line that names nobody is about the actor whose turn it is; nil: no
	Idle       func(g *Game) bool  // whether it may be given while no encounter is running; nil: no
	Options    func(l *Line) error // refuses options that it does not take; nil: it takes none
	Decide     func(g *Game, l *Line, k rules.Known) (Decided, error)
}

// Names returns the name of the verb, which is its label, too.
func (v *Verb) Names() (name, label string) { return v.Name, v.Name }

// IsAlso reports whether text is one of the other words that find the verb.
func (v *Verb) IsAlso(text string) bool { return rules.IsAlso(v.Also, text) }

// verbDone ends the turn of a combatant, or of a side.
const verbDone = "done"

// verbTable is the table of verbs.
type verbTable struct {
	list   []*Verb // in the order in which they are offered
	byName map[string]*Verb
}

// table is the table once it is made. As the value of a variable it would depend on itself: deciding a favourite reads a line.
var table struct {
	sync.Once
	verbTable
}

// verbs returns the table of verbs.
func verbs() *verbTable {
	table.Do(func() {
		table.list, table.byName = listVerbs(), map[string]*Verb{}
		for _, v := range table.list {
			table.byName[v.Name] = v
		}
	})
	return &table.verbTable
}

// verbNamed returns the verb of this name. For the empty name of a line that begins with an action, and for any other, it
// returns the verb that declares.
func verbNamed(name string) *Verb {
	if v := verbs().byName[name]; v != nil {
		return v
	}
	return verbs().byName["check"]
}

// Verbs returns the names of the program's own verbs. Everything else one can do is an action of the pack.
func Verbs() []string {
	names := make([]string, 0, len(verbs().list))
	for _, v := range verbs().list {
		names = append(names, v.Name)
	}
	return names
}

// VerbWords lists the names of the verbs and the other words that find them.
func VerbWords() (words []string) {
	for _, v := range verbs().list {
		words = append(append(words, v.Name), v.Also...)
	}
	return words
}

// VerbsIn returns the verbs that a game has a use for.
func VerbsIn(rs *rules.Ruleset) (list []*Verb) {
	for _, v := range verbs().list {
		if v.Exists == nil || v.Exists(rs) {
			list = append(list, v)
		}
	}
	return list
}

// rejectOptions returns a *Refusal if a line has options that its verb does not take.
func (v *Verb) rejectOptions(l *Line) error {
	if v.Options != nil {
		return v.Options(l)
	}
	return l.rejectOptions()
}

// rejectOptions returns a *Refusal if the line has options.
func (l *Line) rejectOptions() error {
	if len(l.Options) > 0 {
		return Refusal("“%s” takes no options. Remove: %s", l.Verb, strings.Join(l.Options, ", "))
	}
	return nil
}
