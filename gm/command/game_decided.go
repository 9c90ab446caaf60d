package command

import (
	"fmt"
	"slices"
	"sort"

	"hybrid/rules"
	"hybrid/rules/message"
)

// A Decided is a command that was decided and not yet applied; Command is what comes in. Refusals are made here.

// Decided is a command decided but not yet written down.
type Decided struct {
	rules.Decision
	Title        string
	Who, Whom    string
	TitledEvents int    // number of leading events that the title covers
	LeadOutcomes int    // number of leading outcomes that belong to time passing before the entry's subject
	Checked      string // how checks were rolled because the line said so: the time that they took, or in secret; empty for nothing
	Passive      bool   // caused by no actor; the first roll is a resistance roll
	ShortText    string // what the log shows instead of the whole line; empty for that
}

// Settle returns the state after a decision in a game. What the players' characters notice of it becomes part of its events.
func (w *Decided) Settle(g *Game) (*rules.State, error) {
	next, err := g.Rules.Apply(g.State, w.Events)
	if err != nil {
		return nil, fmt.Errorf("apply the command: %w", err)
	}
	seen := next.Notice(g.Rules, g.State)
	if len(seen) == 0 {
		return next, nil
	}
	w.Events = append(w.Events, seen...)
	return g.Rules.Apply(next, seen)
}

// checkOverrules returns a *rules.Refusal if the line overrules a step that was not reached.
func (w *Decided) checkOverrules(l *Line) error {
	steps := make([]string, 0, len(l.overrule))
	for step := range l.overrule {
		steps = append(steps, step)
	}
	sort.Strings(steps)
	for _, step := range steps {
		if slices.ContainsFunc(w.Outcomes, func(o rules.Outcome) bool { return o.Overruled && o.Called(step) }) {
			continue
		}
		var names []string
		for i := range w.Outcomes {
			if o := &w.Outcomes[i]; o.Kind != KindInitiative && !slices.Contains(names, o.Address()) {
				names = append(names, o.Address())
			}
		}
		if len(names) == 0 {
			return Refusal("Nothing to overrule yet. Add it when an action takes effect: `next, overrule %s %s`.", step, l.overrule[step])
		}
		return RefusalOf(message.Unknown("step", step, names))
	}
	return nil
}

// Refusal returns a *rules.Refusal: one line with the problem and the fix.
func Refusal(format string, args ...any) error {
	return rules.NewRefusal(fmt.Sprintf(format, args...))
}

// RefusalOf returns a message as a *rules.Refusal.
func RefusalOf(m message.Text) error { return rules.NewRefusal(m.Error()) }

// Command is one thing to be done: a prompt line, and what is known beside it.
type Command struct {
	Line    string            `json:"line"`
	Answers map[string]string `json:"answers,omitempty"` // to rules.Need, by its key
	Faces   []int             `json:"-"`                 // dice typed ahead, in the order of the rolls, for all actors; the rest falls by itself
	Dice    map[string][]int  `json:"-"`                 // typed dice by who rolls them, in order
	By      string            `json:"by,omitempty"`      // the character whose player proposed it; empty for the game master
	Typed   bool              `json:"-"`                 // ask for dice that are missing of those who type theirs
	Ask     int64             `json:"-"`                 // the number of what players were asked for that it rolls; 0 for nothing
}

// ByProgram stands for a die that the program rolls, among those of a person who types.
const ByProgram = -1

// RestByProgram stands for all further dice of a person who types: the program rolls them.
const RestByProgram = -2

// Plural returns n with the word for one or for many.
func Plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// RewindableDice is the dice of one command, which may be decided again from its start.
type RewindableDice interface {
	rules.Dice
	Rewind()
}

// KindInitiative is the kind of the step with which the rules say when an actor acts.
const KindInitiative = "initiative"

// TimedDice are dice that tell a line's own rolls from those of the time that passes before it. SetPassing marks the rolls that
// follow as the latter.
type TimedDice interface{ SetPassing(on bool) }
