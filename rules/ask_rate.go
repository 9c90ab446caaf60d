package rules

// Ratings of possible answers to an attack, calculated without giving any of them: the probability with which each would avert the attack.
// Tactics, which play NPCs, choose answers by this probability. An offer is the question that lets an actor answer; the steps of the answer
// run at a later step, of the kind `reply`. rateAnswers and rateAnswer leave the frame as it was. ask_answer.go carries out the answer that
// is given.

// RatedAnswer is a possible answer with its rating: the probability that an attack that would have had an effect has none.
type RatedAnswer struct {
	Action *Action // action that is the answer
	Tool   *Item   // tool that the action is done with; nil for none
	Averts float64 // probability in per cent, 0 to 100; 0 for an answer that only reduces the effect
}

// ratedRoll is the part of a check's odds that a rating needs.
type ratedRoll struct {
	made   float64 // probability that it succeeds, 0 to 1
	margin float64 // mean margin of the successful rolls; 0 if none can succeed
}

// rateAnswers appends a rating to list for each answer. The attack is the next check of the acting actor after the offer, if there is
// one. An answer averts an attack by its own roll, from which the mean margin of successful attacks is subtracted if the roll is against
// the attack, and by its modifiers on the attack's chance.
func (o Offer) rateAnswers(answers []answer, list []RatedAnswer) []RatedAnswer {
	var lands float64
	if attack := o.nextAttack(); attack != nil && len(answers) > 0 {
		roll := o.rateRoll(attack)
		lands = roll.made
		result := &o.frame.seq.results[attack.index].check
		defer func(saved float64) { result.margin = saved }(result.margin) // answers that are rolled against the attack read it
		result.margin = roll.margin
	}
	for _, a := range answers {
		list = append(list, o.rateAnswer(a, lands))
	}
	return list
}

// rateAnswer returns the rating of an answer to an attack. lands is the probability that the attack's roll succeeds; 0 if the roll is
// unknown or was already rolled.
func (o Offer) rateAnswer(a answer, lands float64) RatedAnswer {
	rated := RatedAnswer{Action: a.action, Tool: a.tool}
	body := a.action.body
	if len(body.steps) == 0 && len(a.action.gifts) == 0 {
		return rated
	}
	rep := reply{action: a.action, tool: a.tool, askedNumber: a.action.Ask.UsualNumber()}
	saved, usedUp := *o.frame, len(o.run.usedUp)
	stillHits := 1.0                            // probability that the attack still has an effect
	if a.action.affectsOpponents && lands > 0 { // its modifiers change the attack's chance
		o.prepareAnswer(rep)
		stillHits = min(1, o.rateRoll(o.nextAttack()).made/lands)
		*o.frame = saved
	}
	if len(body.steps) > 0 {
		if step := o.prepareFirstRoll(rep, body); step != nil {
			stillHits *= 1 - o.rateRoll(step).made
		} else { // it succeeds without a roll
			stillHits = 0
		}
	}
	*o.frame, o.run.usedUp = saved, o.run.usedUp[:usedUp]
	rated.Averts = percent * (1 - stillHits)
	return rated
}

// nextAttack returns the acting actor's next check after the offer, or nil if it makes none.
func (o Offer) nextAttack() *Step {
	for _, step := range o.frame.seq.seq.steps[o.step.index+1:] {
		if step.kind == stepCheck && step.Who == "" && o.frame.isTrue(step.when) {
			return step
		}
	}
	return nil
}

// ratingCache caches ratings of checks that depend only on their chance, indexed by a hash of the chance; a new rating replaces the one at
// its index. A simulation, for which the game master waits, repeats the same few checks: without the cache it takes 5% longer.
type ratingCache [256]struct {
	check  *Check  // nil for an unused entry
	chance float64 // chance for which it is rated, as the check's numbers give it
	ratedRoll
}

// rateRoll returns the rating of a check by the frame's acting actor, without rolling it. Its preview is in the run's arena.
func (o Offer) rateRoll(step *Step) ratedRoll {
	r, roller := o.run, o.run.roller
	r.previewRoller = previewRoller{playRoller: playRoller{r}, actor: o.frame.sides[0].actor, preview: &r.arena.roll, ratesRoll: true}
	r.arena.roll, r.roller = CheckPreview{}, &r.previewRoller
	stepper{r, o.frame, step, &o.frame.seq.results[step.index], nil}.runCheck()
	r.stopped, r.roller = false, roller
	return r.previewRoller.rated
}

// prepareFirstRoll prepares the frame as the `reply` step would before the answer's steps, body, and returns the answer's first roll, or
// nil if it has none.
func (o Offer) prepareFirstRoll(rep reply, body *Sequence) *Step {
	o.prepareAnswer(rep)
	c := call{seq: body, swapsSides: true}
	c.actionTags, c.toolTags = o.frame.seq.replyTags(rep.action, rep.tool)
	*o.frame = o.run.newSeqFrame(o.frame, &c).frame
	o.run.tagRoll(o.frame, true, nil)
	for _, step := range body.steps {
		if step.kind == stepCheck && step.Who == "" && o.frame.isTrue(step.when) {
			return step
		}
	}
	return nil
}
