package rules

// Contest holds the odds of one roll against another: by the rules of the game, the margin of the first lowers the chance of the second.
// Probabilities are exact, from 0 to 1.
type Contest struct {
	First      *CheckPreview `json:"-"`       // odds of the first roll
	Second     *CheckPreview `json:"-"`       // odds of the second roll, without the margin of the first
	FirstMade  float64       `json:"made"`    // probability that the first succeeds
	SecondMade float64       `json:"opposed"` // probability that the second succeeds
	Both       float64       `json:"both"`    // probability that both succeed
	FirstOnly  float64       `json:"first"`   // probability that only the first succeeds
	SecondOnly float64       `json:"second"`  // probability that only the second succeeds
	Neither    float64       `json:"neither"` // probability that neither succeeds
}

// Contest returns the odds of the roll of actor one for action, against the roll of actor other for otherAction, over every face of both
// dice.
func (rs *Ruleset) Contest(s *State, one string, action OngoingAction, other string, otherAction OngoingAction) (*Contest, error) {
	first, err := rs.previewRoll(s, one, action)
	if err != nil {
		return nil, err
	}
	second, err := rs.previewRoll(s, other, otherAction)
	if err != nil {
		return nil, err
	}
	c := &Contest{First: first, Second: second}
	made := map[float64]float64{} // probability that the second succeeds, by the margin of the first
	branches := first.Ways
	switch {
	case len(branches) > 0: // one roll for each result of the filter checks
	case first.shares == nil: // no dice are rolled before it
		branches = []FilterBranch{{Probability: 1, Roll: first}}
	default:
		return nil, refuse("Dice are rolled before %s, so its margin varies.", first.Check.Label)
	}
	for _, branch := range branches {
		for _, face := range branch.Roll.Check.weightedRolls(branch.Roll.frame, everyFace) {
			anyFace := func(int) int { return 1 } // a ladder's own die changes only the degree of success, which isn't used here
			success, margin, _ := branch.Roll.Check.judgeRoll(branch.Roll.frame, face.roll, anyFace)
			p, known := made[margin]
			if !known {
				otherAction.Against = &margin
				opposed, err := rs.previewRoll(s, other, otherAction)
				if err != nil {
					return nil, err
				}
				_, p = opposed.Odds()
				made[margin] = p
			}
			c.addFirstRoll(success, branch.Probability*face.weight, p)
		}
	}
	for _, p := range []*float64{&c.Both, &c.FirstOnly, &c.SecondOnly, &c.Neither} {
		*p = trimShare(*p)
	}
	c.FirstMade, c.SecondMade = trimShare(c.Both+c.FirstOnly), trimShare(c.Both+c.SecondOnly)
	return c, nil
}

// addFirstRoll adds a roll of the first actor with probability weight, against which the second succeeds with probability made.
func (c *Contest) addFirstRoll(success bool, weight, made float64) {
	if success {
		c.Both += weight * made
		c.FirstOnly += weight * (1 - made)
		return
	}
	c.SecondOnly += weight * made
	c.Neither += weight * (1 - made)
}

// previewRoll returns the preview of the roll for an action of the actor with key who. It refuses an action without a roll.
func (rs *Ruleset) previewRoll(s *State, who string, action OngoingAction) (*CheckPreview, error) {
	preview, err := rs.PlainPreview(s, who, action)
	if err != nil {
		return nil, err
	}
	if preview.Roll == nil {
		return nil, refuse("%s rolls nothing.", preview.Action.Label)
	}
	return preview.Roll, nil
}
