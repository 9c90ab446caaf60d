package rules

import (
	"hybrid/rules/formula"
	"hybrid/rules/source"
)

// Names in formulas for results of earlier steps of a sequence, such as blow.margin. A resolved name is a scopeValue: a function that reads
// the value from a Frame, the context in which a formula is evaluated (state_frame.go). numberValue, flagValue and textValue make one. Each
// function that resolves names returns false if it doesn't know the name. A belief is the total of a tally step that its subject believes,
// right or wrong (the key `believe`). run_stepper.go produces the results.

// noResult is the result of a step that did not run. It must not be modified.
var noResult stepResult

// resolveStep resolves a name for a result of an earlier step of a sequence, such as throw.made or harm.PFT. Only the steps with an index
// below before can be read. get returns the results of the sequence in a frame, or nil.
func (c *compiler) resolveStep(seq *Sequence, before int, parts []string, get func(*Frame) *stepResults) (scopeValue, bool) {
	if seq == nil || before > len(seq.steps) {
		return scopeValue{}, false
	}
	step := seq.earlierStep(parts[0], before)
	if step == nil {
		return scopeValue{}, false
	}
	if step.kind == stepSequence && len(parts) > 1 && step.sub != nil {
		return c.resolveStep(step.sub, len(step.sub.steps), parts[1:], func(f *Frame) *stepResults {
			if outer := get(f); outer != nil {
				return outer.results[step.index].sub
			}
			return nil
		})
	}
	result := func(f *Frame) *stepResult {
		if outer := get(f); outer != nil {
			return &outer.results[step.index]
		}
		return &noResult
	}
	if len(parts) == 1 {
		return resolveBareStep(step, result)
	}
	if len(parts) != 2 {
		return scopeValue{}, false
	}
	return c.resolveStepField(step, parts[1], result)
}

// resolveBareStep resolves a step's name without a field. Only steps that ask, pick or compute a value have such a name.
func resolveBareStep(step *Step, result func(*Frame) *stepResult) (scopeValue, bool) {
	if step.kind == stepAsk { // the path consists of the step's name, here "", which the functions below ignore
		if step.Ask.AsksCards() {
			return step.Ask.resolveCardField([]string{""}, func(f *Frame) float64 { return result(f).total })
		}
		if step.Ask.Faces.Text != "" {
			return step.Ask.resolveFaces([]string{""}, func(f *Frame) float64 { return result(f).total })
		}
		return numberValue(func(f *Frame) float64 { return result(f).total })
	}
	if step.kind != stepValue && step.kind != stepPick {
		return scopeValue{}, false
	}
	if step.kind == stepPick {
		return numberValue(func(f *Frame) float64 { return result(f).total })
	}
	if step.value.flag != nil {
		return flagValue(func(f *Frame) bool { return result(f).total != 0 })
	}
	return numberValue(func(f *Frame) float64 { return result(f).total })
}

// answeredName is the field of an offer that is true if it was answered.
const answeredName = "answered"

// resolveStepField resolves STEP.FIELD. result returns the step's result in a frame, which can be the frame of a calling sequence.
func (c *compiler) resolveStepField(step *Step, field string, result func(*Frame) *stepResult) (scopeValue, bool) {
	if v, ok := resolveThrowField(step, field, result); ok {
		return v, true
	}
	switch step.kind {
	case stepAsk:
		if step.Ask.AsksCards() {
			return step.Ask.resolveCardField([]string{"", field}, func(f *Frame) float64 { return result(f).total })
		}
		return step.Ask.resolveFaces([]string{"", field}, func(f *Frame) float64 { return result(f).total })
	case stepCheck:
		return c.resolveCheckField(field, result)
	case stepTally:
		switch {
		case field == "total" && step.Believe:
			return numberValue(func(f *Frame) float64 {
				s := result(f)
				if !s.believed && f.run != nil { // no actor holds the belief; reports then omit the value
					f.run.unbelieved = true
				}
				return s.total
			})
		case field == "total":
			return numberValue(func(f *Frame) float64 { return result(f).total })
		}
	case stepDo:
		if pool, ok := c.rs.Pools.Get(field); ok {
			return numberValue(func(f *Frame) float64 {
				if losses := result(f).losses; losses != nil {
					return losses[pool.index]
				}
				return 0
			})
		}
	case stepOffer:
		if field == answeredName {
			return flagValue(func(f *Frame) bool { return result(f).chosen != nil })
		}
		if c.stack.Excludes("actions", field) { // the campaign excludes the action, so it is never chosen
			return neverValue()
		}
		if action, ok := c.rs.Actions.Get(field); ok {
			return flagValue(func(f *Frame) bool { return result(f).chosen == action })
		}
	case stepTable:
		return c.resolveTableField(step.table, field, result)
	}
	return scopeValue{}, false
}

// resolveCheckField resolves a field of a check's result, such as made, margin or degree.
func (c *compiler) resolveCheckField(field string, result func(*Frame) *stepResult) (scopeValue, bool) {
	switch field {
	case "made":
		return flagValue(func(f *Frame) bool { return result(f).check.success })
	case "missed":
		return flagValue(func(f *Frame) bool { c := &result(f).check; return c.degree != nil && !c.success })
	case "margin":
		return numberValue(func(f *Frame) float64 { return f.zeroIfNaN(result(f).check.margin, field) })
	case "chance":
		return numberValue(func(f *Frame) float64 { return result(f).check.chance })
	case "roll":
		return numberValue(func(f *Frame) float64 { return float64(result(f).check.roll) })
	case "factor":
		return numberValue(func(f *Frame) float64 {
			if degree := result(f).check.degree; degree != nil {
				return degree.Factor
			}
			return 0
		})
	case "degree", "grade":
		words := c.namesInAllLayers(c.rs.Degrees.Names(), "degrees")
		if field == "grade" {
			words = nil
		}
		return textValue(words, func(f *Frame) string {
			degree := result(f).check.degree
			if degree == nil {
				return ""
			}
			if field == "grade" {
				return degree.Label
			}
			return degree.Name
		})
	}
	return scopeValue{}, false
}

// resolveTableField resolves a field of a drawn row: its name, label, side or a column.
func (c *compiler) resolveTableField(table *Table, field string, result func(*Frame) *stepResult) (scopeValue, bool) {
	if table == nil {
		return scopeValue{}, false
	}
	switch field {
	case "row", "label":
		words := c.namesInAllLayers(table.rowNames(), "tables", table.Name, "rows")
		if field == "label" {
			words = nil
		}
		return textValue(words, func(f *Frame) string {
			row := result(f).row
			if row == nil {
				return ""
			}
			if field == "label" {
				return row.Label
			}
			return row.Name
		})
	case "side":
		return textValue(c.namesInAllLayers(table.sideNames(), "tables", table.Name, "sides"), func(f *Frame) string { return result(f).side })
	}
	column, ok := table.columns[field]
	if !ok {
		return scopeValue{}, false
	}
	if table.isTextColumn(field) {
		return textValue(nil, func(f *Frame) string {
			if row := result(f).row; row != nil {
				return row.cells[column].text
			}
			return ""
		})
	}
	return numberValue(func(f *Frame) float64 { return result(f).row.columnValue(f, column, 0) })
}

// compileAny compiles a formula of the first type that it can have. If it has mistakes, those of a number are reported.
func (c *compiler) compileAny(t source.Text, p nameScope) anyFormula {
	for _, want := range []formula.Type{formula.Number, formula.Flag, formula.Text} {
		var quiet source.Report
		compiled := formula.Compile(t, want, c.scopeAt(p), &quiet)
		if quiet.Len() > 0 {
			continue
		}
		switch want {
		case formula.Number:
			return anyFormula{num: compiled}
		case formula.Flag:
			return anyFormula{flag: compiled}
		}
		return anyFormula{text: compiled}
	}
	return anyFormula{num: c.compileNumber(t, p)}
}

// facedDie returns the faced die that a step throws directly or in its check, or nil.
func (s *Step) facedDie() *FacedDie {
	if s.check != nil {
		return s.check.facedDie
	}
	return s.faced
}

// resolveThrowField resolves a face, or the number of dice, of a step that throws.
func resolveThrowField(step *Step, field string, result func(*Frame) *stepResult) (scopeValue, bool) {
	die := step.facedDie()
	if die == nil {
		return scopeValue{}, false
	}
	if field == diceName {
		return numberValue(func(f *Frame) float64 { return float64(step.thrownFaces(result(f)).diceCount()) })
	}
	face := die.findFace(field)
	if face == noFace {
		return scopeValue{}, false
	}
	return numberValue(func(f *Frame) float64 { return float64(step.thrownFaces(result(f)).count(face)) })
}

// thrownFaces returns the faces that a step threw.
func (s *Step) thrownFaces(result *stepResult) faceCounts {
	if s.check != nil {
		return faceCounts(result.check.roll)
	}
	return result.faces
}
