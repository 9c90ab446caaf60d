package rules

import "slices"

// Where a stage is: its step, and whose turn it is in it. turn_stage.go moves it on.

// StageAt is where a stage is. It is a value: what changes it makes another one.
type StageAt struct {
	Name  string
	Step  int
	Side  string   // whose turn it is; empty where it is that of all, or of none
	Sides []string // those that take part, in their order
	Done  []string // those that are done, in a step of all together
}

// moveStage applies an event to where the stage is.
func (s *State) moveStage(e *Event) {
	switch {
	case e.What == "":
		s.Stage = nil
	case e.How == Done && s.Stage != nil:
		next := *s.Stage
		next.Done = append(slices.Clip(next.Done), e.Who)
		s.Stage = &next
	default:
		s.Stage = &StageAt{Name: e.What, Step: int(e.At), Side: e.Who, Sides: e.Words}
	}
}
