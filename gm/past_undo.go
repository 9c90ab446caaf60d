package gm

import (
	"math"

	"hybrid/gm/command"
	"hybrid/gm/journal"
	"hybrid/rules"
	"hybrid/rules/collect"
)

// Undo and redo: a record of the journal says which entries are undone or in force again (log_tree.go); no entry changes.

// undoOrRedo undoes the last entries in force, or redoes the last undone ones. The line gives their number, which is 1 by default. If there
// are fewer, it refuses the line.
func undoOrRedo(s *Session, _ *command.Command, l *command.Line) (Entry, error) {
	s.pendingDice = pendingDice{}
	undo := l.Verb == "undo"
	times, err := parseTimes(l)
	if err != nil {
		return Entry{}, err
	}
	list := s.undoList(undo)
	switch {
	case len(list) == 0:
		return Entry{}, refusal("Nothing to %s.", l.Verb)
	case times > len(list):
		return Entry{}, refusal("You can %s only %s. Type `%s %d`.", l.Verb, command.CountText(len(list), "entry", "entries"), l.Verb, len(list))
	}
	next, err := s.stateAfterSteps(s.game.Rules, times, undo)
	if err != nil {
		return Entry{}, err
	}
	k := list[len(list)-times] // the farthest one: the journal stores it, and it includes everything nearer
	kind := collect.Choose(undo, kindUndo, kindRedo)
	step := &record{Record: journal.Record{Session: s.evenings.current, At: s.now(), Kind: kind, Target: k.Seq}}
	if err := s.appendRecords(&step.Record); err != nil {
		return Entry{}, err
	}
	s.undos = append(s.undos, step)
	s.undoRedo(times, undo)
	s.game.State = next
	return s.readableEntry(k), nil
}

// parseTimes returns the number of steps that an undo or redo line asks for.
func parseTimes(l *command.Line) (int, error) {
	if len(l.Words) > 1 || len(l.Options) > 0 || l.Who != "" {
		return 0, refusal("`%s` takes one number at most, such as `%s 2`.", l.Verb, l.Verb)
	}
	if len(l.Words) == 0 {
		return 1, nil
	}
	n, err := command.ParseAmount(l.Words[0], l.Verb)
	if err == nil && (n < 1 || n != math.Trunc(n)) {
		err = refusal("`%s` needs a whole number from 1, not “%s”.", l.Verb, l.Words[0])
	}
	return int(n), err
}

// stateAfterSteps returns the state after the given number of undo or redo steps, without taking them.
func (t *tree) stateAfterSteps(rs *rules.Ruleset, times int, undo bool) (*rules.State, error) {
	if undo {
		return t.computeState(rs, lastRecord(t.inForce[:len(t.inForce)-times]))
	}
	return t.computeState(rs, t.redoable[len(t.redoable)-times])
}

// UndoLabel returns the title of the entry that undo would take back; empty if there is none.
func (t *tree) UndoLabel() string { return lastTitle(t.inForce) }

// RedoLabel returns the title of the entry that redo would bring back; empty if there is none.
func (t *tree) RedoLabel() string { return lastTitle(t.redoable) }

// lastTitle returns the title of the last entry of list, or "" if it is empty.
func lastTitle(list []*record) string {
	if len(list) == 0 {
		return ""
	}
	return lastRecord(list).payload().Title
}
