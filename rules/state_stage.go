package rules

import "slices"

// The position of a stage, a phase of play with steps, such as the aftermath of a battle: its step, and the side whose turn it is.
// turn_stage.go advances it.

// StageAt is the position of a stage. It is a value: every change makes a new one.
type StageAt struct {
	Name  string   // name of the stage
	Step  int      // index of the step
	Side  string   // side whose turn it is; "" if no side has the turn, as in a step for all sides together
	Sides []string // sides that take part, in their order
	Done  []string // sides that have finished a step for all sides together
}

// moveStage applies an event to the position of the stage.
func (s *State) moveStage(e *Event) {
	switch {
	case e.What == "":
		s.Stage = nil
	case e.How == HowDone && s.Stage != nil:
		next := *s.Stage
		next.Done = append(slices.Clip(next.Done), e.Who)
		s.Stage = &next
	default:
		s.Stage = &StageAt{Name: e.What, Step: int(e.At), Side: e.Who, Sides: e.Words}
	}
}
