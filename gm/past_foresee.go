package gm

import (
	"hybrid/gm/command"
)

// DryRun decides a line without carrying it out, and returns the resulting state. If the line rolls dice, the result says only that it
// does. A line that would be refused returns the same refusal.
func (s *Session) DryRun(text string) (command.DryRun, error) {
	l, err := s.game.Parse(text)
	if err != nil {
		return command.DryRun{}, err
	}
	if l.Verb == "undo" || l.Verb == "redo" {
		return dryRunUndo(s, &l, command.DryRun{Title: l.Text, Before: s.game.State, After: s.game.State})
	}
	return s.game.DryRun(&l)
}

// dryRunUndo returns the state after an undo or redo, without performing it.
func dryRunUndo(s *Session, l *command.Line, result command.DryRun) (command.DryRun, error) {
	times, err := parseTimes(l)
	if err != nil {
		return result, err
	}
	if list := s.undoList(l.Verb == "undo"); times > len(list) {
		return result, refusal("You can %s only %s. Type `%s %d`.", l.Verb, command.CountText(len(list), "entry", "entries"), l.Verb, len(list))
	}
	result.After, err = s.stateAfterSteps(s.game.Rules, times, l.Verb == "undo")
	return result, err
}
