package rules

// roller settles what a run leaves to chance: by dice, by going on in every branch, or not at all.
type roller interface {
	// step carries out a step of a sequence, for each whom it is about; it reports whether the sequence ends here.
	step(f *Frame, step *Step, result *stepResult) (stop bool)
	// die is the face that a die shows.
	die(faces int, purpose string) int
	// sum is what some dice of a formula add up to.
	sum(count, faces int) float64
	// chance works out the numbers of a check on a frame; the last is its chance.
	chance(g *Frame, check *Check, trace *termTrace) (chance float64, told string)
	// judge rolls a check whose chance is in the frame, and completes its result by what came of it. Results are values:
	// through an interface a pointer to one would cost an allocation each time.
	judge(g *Frame, check *Check, purpose string, result CheckResult) CheckResult
	// row is the row of a table that a step rolls on, with the face that fell, 0 for none; nil where the run has come to its
	// end.
	row(f *Frame, step *Step) (row *Row, side string, face int)
}

// thrown is the roller of what is played: dice fall, and are written down unless it is played in place.
type thrown struct{ r *Run }

func (t thrown) step(f *Frame, step *Step, result *stepResult) (stop bool) {
	r := t.r
	if step.Who != whoOnlookers && step.Who != whoAmong {
		return t.carryOut(f, step, result)
	}
	kept, depth := *f, len(r.stack)
	for _, a := range r.concerned(f, step) {
		f.sides[1] = r.side(a)
		r.tagged(f, true, nil)
		t.carryOut(f, step, result)
		if len(r.stack) > depth {
			r.carry()
			r.pop(depth)
		}
		*f = kept
	}
	return false
}

// carryOut carries out a step for one.
func (t thrown) carryOut(f *Frame, step *Step, result *stepResult) (stop bool) {
	if t.r.steps++; t.r.steps > mostSteps {
		t.r.err = errEndless
		return true
	}
	return t.r.carryOut(f, step, result)
}

func (t thrown) die(faces int, purpose string) int {
	r := t.r
	if dice, ok := r.dice.(Asker); ok {
		dice.Asks(r.rolling)
	}
	face, typed, err := r.dice.Roll(faces, purpose)
	if err != nil {
		r.err = err
		if need, ok := err.(*Need); ok && need.Who == "" {
			need.Who = r.rolling
		}
		return 0
	}
	if r.live != nil {
		return face
	}
	if len(r.drawn) == mostSteps {
		r.err = errEndless
		return 0
	}
	r.drawn = append(r.drawn, Die{Die: dieName(faces), Result: face, Typed: typed, For: purpose, Who: r.rolling})
	return face
}

func (t thrown) sum(count, faces int) float64 {
	sum := 0
	for range count {
		sum += t.r.die(faces, t.r.purpose)
	}
	return float64(sum)
}

func (t thrown) chance(g *Frame, check *Check, trace *termTrace) (chance float64, told string) {
	return check.chance(g, trace)
}

func (t thrown) judge(g *Frame, check *Check, purpose string, result CheckResult) CheckResult {
	r := t.r
	result.Roll = check.throw(r, g, purpose)
	if r.err != nil {
		return result
	}
	result.Success, result.Margin, result.Degree = check.judge(g, result.Roll, func(die int) int {
		return r.die(die, purpose)
	})
	if r.err != nil {
		roll := result.Roll
		r.shows(func(die int) []Band { return check.drawn(g, roll, die) })
	}
	if r.record && r.err == nil && (check != r.rs.check || !check.bare) {
		kept := g.chk
		odds, made := (&CheckPreview{Check: check, at: g}).Odds()
		result.Likely, result.Beyond = made, Beyond(odds, result.Degree.Label, result.Success)
		g.chk = kept
	}
	return result
}

func (t thrown) row(f *Frame, step *Step) (row *Row, side string, face int) {
	r := t.r
	r.rolling = f.sides[0].actor.Key
	face = r.die(step.table.die, step.Label)
	if r.err != nil || face == 0 {
		r.shows(func(int) []Band { return step.table.bands() })
		return nil, "", 0
	}
	row = step.table.reach(float64(face))
	return row, step.table.side(row, face), face
}

// shows says of the die that a run stopped at, if it did, what its faces come to.
func (r *Run) shows(bands func(die int) []Band) {
	if need, ok := r.err.(*Need); ok && need.Die > 0 {
		need.Bands = bands(need.Die)
	}
}

// unrolled is the roller of a preview: no die falls, and what would need one is unsure.
type unrolled struct{ thrown }

func (u unrolled) die(int, string) int {
	u.r.unsure = true
	return 0
}
