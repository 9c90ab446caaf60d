package rules

import (
	"cmp"
	"slices"
	"strings"
)

// The answers to an attack: actions with `answers`, which a step with `offer` offers to its target. Offer.listChoices and
// Offer.answersWithOption list them, Offer.checkNeeds and Offer.checkOptions check the chosen one, Offer.prepareAnswer and Offer.answerTime
// prepare it, and Offer.takeAnswer carries it out. A new rule for when an answer is possible belongs in Offer.checkNeeds, one for its price
// in Offer.answerPrices. ask_reply.go asks the question, reads the reply and calls these; ask_rate.go rates answers.
//
// In an offer's frame, sides[0] is the actor whose action is answered, and sides[1] the actor who is asked. A formula belongs to sides[0]
// of its frame. To evaluate the formulas of an answer, a method therefore swaps the sides of the frame and restores it afterwards. An
// answer is prepared once its action, tool and options are entered in sides[1]. A tick is a situation that a player chose for a roll.

// Offer asks an actor to choose an answer. It doesn't hold the possible answers; they are determined when they are needed.
type Offer struct {
	run   *Run   // current run
	frame *Frame // frame in which sides[1] is the actor who is asked
	step  *Step  // step that makes the offer
}

// answer is an action that an actor can choose as its answer to an offer, with its tool.
type answer struct {
	action      *Action // action that is the answer
	tool        *Item   // tool that the action is done with; nil for none
	isFirstTool bool    // whether it is the first of several tools, so that the answer's name omits it
}

// takeAnswer carries out rep as the answer of the actor who is asked: it spends the answer's time, puts its conditions, applies the effects
// under its `first`, plays its cards and charges its costs. The answer's steps run later, at the `reply` step.
func (o Offer) takeAnswer(result *stepResult, out *Outcome, rep reply) {
	action, tool := rep.action, rep.tool
	result.chosen, result.tool = action, tool
	if out.Choice = action.Label; o.run.record {
		chosen := rep
		out.reply = &chosen
	}
	other := o.frame.sides[1]
	o.prepareAnswer(rep)
	counts, excess := o.answerTime(rep)
	if excess > 0 {
		o.run.withActor(other.actor).losePoints(o.run.rs.Order.excess, nil, excess, nil)
	}
	// While an actor's own action takes effect, an answer delays only its next turn.
	isActing := other.actor == o.run.acting && counts > 0
	if isActing {
		o.run.turnDelay += counts
	} else if counts > 0 && o.run.rs.GivesUpToAnswer(other.actor) {
		o.run.withActor(other.actor).giveUpAction()
	}
	for _, condition := range action.puts {
		partner := ""
		if condition.paired {
			partner = o.frame.sides[0].actor.Key
		}
		o.run.withActor(other.actor).putCondition(tool, condition, 0, partner)
	}
	if len(action.First) > 0 {
		before := *o.frame
		o.frame.swapSides()
		o.run.applyEffects(o.frame, action.First)
		*o.frame = before
	}
	if !isActing {
		o.run.withActor(other.actor).addDelay(counts)
	}
	if action.card != nil || len(rep.ticked) > 0 {
		before := *o.frame
		o.frame.swapSides()
		o.run.playCards(o.frame, action, rep.ticked)
		*o.frame = before
	}
	if len(o.run.rs.Order.Effort) > 0 || len(action.cost) > 0 {
		o.chargeCosts(out, rep, counts)
	}
}

// chargeCosts charges the costs of the answer rep, with their terms in out, and notes its effort for the given counts, which is charged
// later.
func (o Offer) chargeCosts(out *Outcome, rep reply, counts float64) {
	action := rep.action
	before := *o.frame
	o.frame.swapSides()
	o.frame.askedNumber = rep.askedNumber
	out.Terms = o.run.payCosts(o.frame, action.cost, action.Src)
	o.frame.seq = o.run.newTagFrame()
	o.frame.seq.actionTags = actingTags(action, rep.tool)
	o.run.tagRoll(o.frame, true, nil)
	o.run.answerEffort = &pendingEffort{*o.frame, counts} // charged once the step is recorded, by Run.payAnswerEffort
	*o.frame = before
}

// answerTime returns the counts that a prepared answer (see Offer.prepareAnswer) takes with the points spent on it. excess is the number of
// these points that the skill doesn't provide; they are paid from the pool `excess` of the section `order`. Points that would not make the
// answer faster are not spent (ruling R37).
func (o Offer) answerTime(rep reply) (counts, excess float64) {
	saved := *o.frame
	defer func() { *o.frame = saved }()
	o.frame.swapToAnswerer(rep.action, rep.points)
	points := rep.action.usefulPoints(o.run.rs, o.frame, rep.points)
	return rep.action.duration(o.run.rs, o.frame, points, nil), max(0, points-o.run.rs.skillPoints(o.frame))
}

// answerCounts returns the counts that an answer takes. It restores the frame.
func (o Offer) answerCounts(rep reply) float64 {
	saved := *o.frame
	o.prepareAnswer(rep)
	counts, _ := o.answerTime(rep)
	*o.frame = saved
	return counts
}

// checkOptions returns an error if the points, the related skill or the modifiers of a prepared answer don't apply.
func (o Offer) checkOptions(rep reply) error {
	saved := *o.frame
	defer func() { *o.frame = saved }()
	o.frame.swapToAnswerer(rep.action, rep.points)
	if err := cmp.Or(o.frame.givenModifierError(rep.action), o.frame.standInError()); err != nil {
		return err
	}
	return o.run.rs.refusePoints(o.frame, rep.points)
}

// prepareAnswer prepares the asked actor's side of the frame for an answer: action, tool, ticks and the basis of its skill.
func (o Offer) prepareAnswer(rep reply) {
	action, tool := rep.action, rep.tool
	answering := o.run.sides.alloc()
	*answering = *o.frame.sides[1]
	answering.action, answering.tool, answering.tickedSituations = action, tool, o.run.situationsOf(answering.actor)
	answering.manual, answering.standIn = rep.manual, rep.standIn
	if answering.askedNumber = rep.askedNumber; len(rep.ticked) > 0 {
		answering.tickedSituations = append(slices.Clip(answering.tickedSituations), rep.ticked...)
	}
	o.frame.sides[1], answering.use = answering, skillUse{}
	if !action.modifierReadsSkill {
		return
	}
	saved := *o.frame
	o.frame.swapSides()
	o.frame.pickSkill(nil, true) // the answer's own skill
	if expr := action.Basis.matchFormula(o.frame); expr != nil {
		o.frame.use.basis = expr
	}
	answering.use = o.frame.use
	answering.use.skill = nil // the skill's own modifiers are added to the roll made with it
	*o.frame = saved
}

// choiceNames returns the names of choices and NoAnswer, separated by commas, for a message.
func choiceNames(choices []Answer) string {
	names := make([]string, 0, len(choices)+1)
	for _, choice := range choices {
		names = append(names, choice.Name)
	}
	return strings.Join(append(names, NoAnswer), ", ")
}

// listChoices converts answers to the Answers of a Need.
func (o Offer) listChoices(list []answer) []Answer {
	choices := make([]Answer, len(list))
	for i, a := range list {
		choices[i] = Answer{
			Name: a.action.Name, Label: a.action.Label, With: a.tool, Asks: a.action.Ask, Prices: o.answerPrices(a),
			Counts: o.answerCounts(reply{action: a.action, tool: a.tool}),
		}
		if a.tool != nil && !a.isFirstTool {
			choices[i].Name, choices[i].Label = a.action.Name+" "+a.tool.Name, a.action.Label+" with "+a.tool.Label
		}
	}
	return choices
}

// answerPrices returns the prices that the answering actor pays for a.
func (o Offer) answerPrices(a answer) []Price {
	if len(a.action.cost) == 0 {
		return nil
	}
	saved := *o.frame
	defer func() { *o.frame = saved }()
	answerer := *o.frame.sides[1]
	answerer.tool, o.frame.sides[1] = a.tool, &answerer
	o.frame.swapSides()
	o.frame.askedNumber = a.action.Ask.UsualNumber()
	return a.action.cost.listPrices(o.frame)
}

// swapToAnswerer makes the actor who is asked the frame's actor, in order to evaluate the `when` and the price of an answer. The frame gets
// the answer's tool, the number entered for it, and the options that count in its rolls. room is memory for the actor's side. Unlike
// Frame.swapToAnswerer, it doesn't need a prepared answer.
func (o Offer) swapToAnswerer(a answer, number float64, opts *replyOptions, room *side) {
	*room = *o.frame.sides[1]
	room.tool, o.frame.sides[1] = a.tool, room
	room.manual, room.standIn = opts.manual, opts.standIn
	o.frame.swapSides()
	o.frame.askedNumber, o.frame.spent = number, opts.points
	o.frame.counts = a.action.counts.Num(o.frame)
	if len(opts.ticked) > 0 {
		room.tickedSituations = append(slices.Clip(o.run.situationsOf(room.actor)), opts.ticked...)
		o.frame.tags.addAll(&a.action.tags)
		o.frame.addDerivedTags()
	}
}

// checkNeeds returns an error if an answer is impossible: because of its price, or because of an unmet condition, such as its `when`.
func (o Offer) checkNeeds(rep reply) error {
	saved := *o.frame
	defer func() { *o.frame = saved }()
	o.swapToAnswerer(answer{action: rep.action, tool: rep.tool}, rep.askedNumber, &rep.replyOptions, o.run.sides.alloc())
	if bar := rep.action.firstHindrance(o.frame); bar != nil {
		return rep.action.refusalFor(bar, o.frame)
	}
	return rep.action.cost.refuseUnpayable(o.frame, rep.action.Label)
}

// answersWithOption returns the answers that are impossible now but possible with an option, such as the points of a card.
func (o Offer) answersWithOption() (list []Answer) {
	if !o.step.asksActor() && o.frame.sides[1].actor.forbiddenBy(o.run.rs, cannotDefend) != nil {
		return nil
	}
	for _, action := range o.step.answers {
		for i, tool := range slices.Clone(o.run.findTools(action, o.frame.sides[1].actor)) {
			rep := reply{action: action, tool: tool, askedNumber: action.Ask.UsualNumber()}
			if o.checkNeeds(rep) == nil {
				continue
			}
			if s := o.enablingOption(rep); s != nil {
				choice := o.listChoices([]answer{{action, tool, i == 0}})[0]
				choice.Needs = s
				list = append(list, choice)
			}
		}
	}
	return list
}

// enablingOption returns the first option that makes an answer possible, or nil. An option that takes a number is tried with its highest
// number.
func (o Offer) enablingOption(rep reply) *Situation {
	for _, s := range o.run.rs.answerTicks(rep.action, rep.tool) {
		if len(s.gifts) == 0 || s.Ask != nil && s.Ask.table != nil {
			continue // it changes no number, or needs a row
		}
		t := TickedSituation{Situation: s, Number: s.Ask.highestNumber()}
		if rep.ticked = []TickedSituation{t}; o.checkReply(rep) == nil {
			return s
		}
	}
	return nil
}

// limitedAsk returns the question that the answer with this action asks the answering actor, with its limits; nil if it asks nothing.
func (o Offer) limitedAsk(action *Action) *Ask {
	saved := *o.frame
	o.frame.swapSides()
	ask := action.Ask.limitIn(o.frame)
	*o.frame = saved
	return ask.withUsualAmong(o.rerolledFaces(action))
}

// rerolledFaces returns the faces that dice show now, if the answer with this action lets the actor choose some of these dice to reroll.
func (o Offer) rerolledFaces(action *Action) (counts faceCounts) {
	for _, step := range action.body.steps {
		for _, e := range step.Do {
			if e.throw == nil || !e.throw.onlyChosen {
				continue
			}
			if sf, thrown := o.frame.seq.findStep(e.throw.step.Text); sf != nil {
				counts = thrown.thrownFaces(&sf.results[thrown.index])
			}
		}
	}
	return counts
}

// withUsualAmong returns a copy of a question that asks for faces, with its usual answer limited to the faces in visible. Any other
// question is returned unchanged.
func (a *Ask) withUsualAmong(visible faceCounts) *Ask {
	if a == nil || a.faced == nil {
		return a
	}
	limited := *a
	limited.usual = float64(visible.intersect(faceCounts(a.usual))) // faces, encoded in the number
	return &limited
}
