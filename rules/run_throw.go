package rules

import (
	"math"
)

// A `throw` step throws faced dice, which show symbols. Later steps read the number of dice that show each face. A throw is stored as
// faceCounts, the number of dice that show each face; their order does not matter to a branch of the odds (odds_branch.go). Each roller
// (run_roller.go) throws in its own way: the roller for play rolls the dice, the roller for previews doesn't, and an explorer follows all
// results.

// throwFaced throws the given number of faced dice, and one more for each that explodes, at most maxThrown.
func (r *Run) throwFaced(die *FacedDie, dice int, purpose string) (c faceCounts) {
	for i, thrown := 0, dice; i < dice; i++ {
		r.again = i >= thrown
		face := r.roller.rollFace(die, purpose)
		r.again = false
		if need, ok := r.err.(*Need); ok && dice > 1 && need.Faced == die {
			need.Nth, need.Count = i+1, dice
		}
		if r.err != nil {
			return c
		}
		if c = c.withDice(face, 1); die.explodes(face) {
			dice = min(dice+1, maxThrown)
		}
	}
	return c
}

// rollFace rolls a faced die and returns the index of its face, or 0 if the run stops because the die is missing.
func (t playRoller) rollFace(die *FacedDie, purpose string) int {
	if dice, ok := t.r.dice.(FaceDice); ok {
		dice.SetNextFacedDie(die)
		defer dice.SetNextFacedDie(nil)
	}
	side := t.rollDie(die.sideCount(), purpose)
	if need, ok := t.r.err.(*Need); ok && need.Die > 0 {
		need.Faced = die
		if n := len(t.r.stack); n > 0 {
			if sf := t.r.topSequence(); sf.at > 0 {
				need.Thrown = sf.describeThrows(sf.seq.steps[sf.at-1])
			}
		}
		need.Text = purpose + ": " + die.labelWithArticle() + ": " + die.FaceList()
	}
	if t.r.err != nil {
		return 0
	}
	face := die.faceOfSide(side)
	if n := len(t.r.rolledDice); n > 0 {
		t.r.rolledDice[n-1] = t.r.rolledDice[n-1].WithFacedDie(die)
	}
	return face
}

// rollFace returns 0 and marks the preview as uncertain.
func (u *previewRoller) rollFace(*FacedDie, string) int {
	u.isUncertain = true
	return 0
}

// rollRow returns no row and marks the preview as uncertain.
func (u *previewRoller) rollRow(*Frame, *Step) (*Row, string, int) {
	u.isUncertain = true
	return nil, "", 0
}

// throwFaces throws the dice of a step: its first dice, or additional ones.
func (t playRoller) throwFaces(step *Step, die *FacedDie, dice int) faceCounts {
	return t.r.throwFaced(die, dice, step.Label)
}

// throwFaces returns no faces and marks the preview as uncertain.
func (u *previewRoller) throwFaces(*Step, *FacedDie, int) faceCounts {
	u.isUncertain = true
	return 0
}

// throwKey is the cache key of the possible results of a throw.
type throwKey struct {
	die      *FacedDie  // die that is thrown
	dice     int        // number of dice thrown
	distinct faceCounts // mask of the faces that later steps distinguish; all others count as one
}

// throwResults holds the possible results of a throw, with their probabilities.
type throwResults struct {
	counts  []faceCounts // the possible results
	weights []float64    // probabilities, in the order of counts
}

// throwFaces forks over the possible results of a step's dice; all faces that no later step reads count as one.
func (x *explorer) throwFaces(step *Step, die *FacedDie, dice int) faceCounts {
	if len(x.rolledDice) > 0 {
		return x.r.throwFaced(die, dice, step.Label)
	}
	var distinct faceCounts
	if step.laterReads != nil {
		distinct = step.laterReads.faces
	}
	if step.check != nil {
		distinct |= step.check.facesLater
	}
	results := x.findThrowResults(throwKey{die, dice, distinct})
	return results.counts[x.fork.chooseIndex(results.weights)]
}

// findThrowResults returns the possible results of the throw with this key. They are cached.
func (x *explorer) findThrowResults(key throwKey) *throwResults {
	if cached := x.throws[key]; cached != nil {
		return cached
	}
	results := &throwResults{}
	for counts, weight := range key.die.allThrows(key.dice, key.distinct) {
		results.counts, results.weights = append(results.counts, counts), append(results.weights, weight)
	}
	if x.throws == nil {
		x.throws = map[throwKey]*throwResults{}
	}
	x.throws[key] = results
	return results
}

// findOrAddThrow returns the counter for throws of the step by the rolling actor within the current enclosing steps, which are the steps
// that run the sequences in progress. It creates a missing counter.
func (t *oddsCounter) findOrAddThrow(step *Step, r *Run) *stepCount {
	var outer [maxNesting]*Step
	for i := range outer {
		outer[i] = callingStep(r, i)
	}
	for _, c := range t.steps {
		if c.step == step && c.who == r.rollingActor && c.outer == outer {
			return c
		}
	}
	c := &stepCount{step: step, who: r.rollingActor, outer: outer}
	t.steps = append(t.steps, c)
	return c
}

// callingStep returns the step that runs the innermost sequence or, if level is above 0, the sequence that is that number of levels farther
// out; nil if there is none.
func callingStep(r *Run, level int) *Step {
	if i := len(r.stack) - 2 - level; i >= 0 && r.stack[i].at > 0 {
		return r.stack[i].seq.steps[r.stack[i].at-1]
	}
	return nil
}

// throwLabel returns the label of a throw: the label of the enclosing step if that has its own, else the label of the throwing step.
func throwLabel(step, enclosing *Step) string {
	if enclosing != nil && enclosing.kind == stepSequence && enclosing.Label != ReadableName(enclosing.Name) {
		return enclosing.Label
	}
	return step.Label
}

// maxNesting is the highest number of enclosing steps by which throws of the same step are distinguished.
const maxNesting = 4

// MeanDiceText describes the average number of dice that the step throws, such as "4 war dice".
func (s *StepOdds) MeanDiceText() string {
	dice := math.Round(10*s.Mean) / 10 // to tenths
	return formatNumber(dice) + " " + s.step.faced.NameFor(dice)
}

// addFaceOdds adds the odds of the thrown faces to s. It adds the average number of dice, in total and for each face, if the step is
// reached, and for each face the probability that at least one die shows it. probability returns the probability for the parts of a sum.
func (c *stepCount) addFaceOdds(s *StepOdds, probability func([]float64) float64) {
	die := c.step.faced
	for _, thrown := range c.totals.list {
		if s.Reached > 0 {
			s.Mean += thrown.key * probability(thrown.parts) / s.Reached
		}
	}
	s.Mean = trimShare(s.Mean)
	for i, name := range die.names {
		face := Possibility{Name: faceWords(name), Key: name}
		for _, thrown := range c.totals.list {
			dice, p := thrown.key, probability(thrown.parts) // number of dice thrown at first, and its probability
			_, all := die.shareWithout(noFace, int(dice))    // average number of dice, including dice added by exploding ones
			face.Value += p * all * die.faceShare(i)
			none, _ := die.shareWithout(i, int(dice))
			face.Probability += p * (1 - none)
		}
		if s.Reached > 0 {
			face.Value = trimShare(face.Value / s.Reached)
		}
		face.Probability = trimShare(face.Probability)
		s.Results = append(s.Results, face)
	}
}

// facesOfField returns the mask of the faces that a formula reads by the given field of the step, such as NAME.hit; ok is false for
// other fields.
func (s *Step) facesOfField(field string) (faces faceCounts, ok bool) {
	die := s.facedDie()
	switch {
	case die == nil:
		return 0, false
	case field == diceName:
		return everyFace, true
	case die.findFace(field) == noFace:
		return 0, false
	}
	return maskOfOneFace(die.findFace(field)), true
}

// WithFacedDie returns d with the name, the face and the number of sides of the faced die that was rolled. If faced is nil, it returns d
// unchanged.
func (d Die) WithFacedDie(faced *FacedDie) Die {
	if faced != nil {
		d.Die, d.Face, d.Sides = faced.Name, faced.names[faced.faceOfSide(d.Result)], faced.sideCount()
	}
	return d
}
