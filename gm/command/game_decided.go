package command

import (
	"fmt"
	"slices"
	"sort"

	"hybrid/rules"
	"hybrid/rules/message"
)

// Commands and their decisions. To decide a command is to compute what it changes, without applying it: the result is a DecidedCommand, the
// input a Command. The constructors of refusals are also here: a refusal (*rules.Refusal) is an error whose text the user sees.

// DecidedCommand is the result of deciding a command, not stored yet.
type DecidedCommand struct {
	rules.Decision
	Title        string // short description, such as “Kira waits”
	Who, Whom    string // keys of the actor and of the target; "" for none
	TitledEvents int    // number of leading events that the title describes
	LeadOutcomes int    // number of leading outcomes that belong to the time that passes before the line's own action
	CheckNote    string // note on the line's checks for the title and the log: the time they took, or that they are secret; "" if neither applies
	Passive      bool   // whether no actor caused it; the first roll is then a resistance roll
	ShortText    string // text that the log shows instead of the line; "" to show the line
}

// Settle returns the state after a decision. It appends to the decision the events for what the players' characters notice in that state.
func (w *DecidedCommand) Settle(g *Game) (*rules.State, error) {
	next, err := g.Rules.Apply(g.State, w.Events)
	if err != nil {
		return nil, fmt.Errorf("apply the command: %w", err)
	}
	if g.OldDecisions && !next.Running { // earlier versions noticed nothing after a fight
		return next, nil
	}
	noticed := next.NoticeEvents(g.Rules, g.State)
	if len(noticed) == 0 {
		return next, nil
	}
	w.Events = append(w.Events, noticed...)
	return g.Rules.Apply(next, noticed)
}

// checkOverrules returns a *rules.Refusal if the line overrules (forces the result of) a step that was never reached.
func (w *DecidedCommand) checkOverrules(l *Line) error {
	steps := make([]string, 0, len(l.overrule))
	for step := range l.overrule {
		steps = append(steps, step)
	}
	sort.Strings(steps)
	for _, step := range steps {
		if slices.ContainsFunc(w.Outcomes, func(o rules.Outcome) bool { return o.Overruled && o.IsNamed(step) }) {
			continue
		}
		var names []string
		for i := range w.Outcomes {
			if o := &w.Outcomes[i]; o.Kind != KindInitiative && !slices.Contains(names, o.UniqueName()) {
				names = append(names, o.UniqueName())
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

// Command is a prompt line with its answers and dice.
type Command struct {
	Line    string            `json:"line"`              // text of the line
	Answers map[string]string `json:"answers,omitempty"` // answers to the questions that the decision raises, by rules.Need.Key
	Faces   []int             `json:"-"`                 // typed dice of all actors, in the order of the rolls; the program rolls the rest
	Dice    map[string][]int  `json:"-"`                 // typed dice by key of the actor, in order; ByProgram and RestByProgram are dice that the program rolls
	By      string            `json:"by,omitempty"`      // key of the character whose player proposed it; "" for the game master
	Typed   bool              `json:"-"`                 // whether to ask for missing dice of players who roll their own dice
	Ask     int64             `json:"-"`                 // number of the gm.Ask whose check it rolls; 0 if it rolls none
}

// ByProgram is the value, among the typed dice of a player, of a die that the program rolls.
const ByProgram = -1

// RestByProgram is the value after the typed dice of a player if the program rolls all further ones.
const RestByProgram = -2

// CountText returns n and, after it, the word one if n is 1, otherwise the word many.
func CountText(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// RewindableDice is a source of the dice of one command. After each answered question, the command is decided again from its start, with
// the same dice.
type RewindableDice interface {
	rules.Dice
	// Rewind makes the first die the next one again.
	Rewind()
}

// KindInitiative is the kind of the step that sets an actor's next turn.
const KindInitiative = "initiative"

// TimedDice is a source of dice that distinguishes a line's own rolls from those for the time that passes before its action.
// SetPassing(true) announces rolls for passing time; SetPassing(false) announces the line's own.
type TimedDice interface{ SetPassing(on bool) }
