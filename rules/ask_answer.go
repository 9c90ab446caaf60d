package rules

import (
	"cmp"
	"slices"
	"strings"
)

// The answers to an attack: Actions with `answers`, which a step with `offer` offers to its target. Offer.choices and Offer.raised
// list them, Offer.refuses and Offer.affords check the chosen one, Offer.answering and Offer.timed prepare it, and Offer.take carries
// it out. A new rule for when an answer is possible belongs in Offer.refuses, one for its price in Offer.prices. ask_reply.go asks the
// question, reads the reply and calls these; ask_rate.go rates answers.

// Offer is a question to an actor which answer it chooses, before the possible answers are known.
type Offer struct {
	run  *Run
	f    *Frame
	step *Step
}

// answer is an action that an actor can choose as its answer to an offer, with its tool. first marks the first of several tools, which
// stays unnamed.
type answer struct {
	action *Action
	tool   *Item
	first  bool
}

// take makes got the answer of the other side: it spends its time, puts its conditions, carries out its first steps and charges its
// costs.
func (o Offer) take(result *stepResult, out *Outcome, got reply) {
	action, tool := got.action, got.tool
	result.chosen, result.tool = action, tool
	if out.Choice = action.Label; o.run.record {
		chosen := got
		out.reply = &chosen
	}
	other := o.f.sides[1]
	o.answering(got)
	counts, saved := o.timed(got)
	if saved > 0 {
		o.run.of(other.actor).lose(o.run.rs.Order.excess, nil, saved, nil)
	}
	carrying := other.actor == o.run.acting && counts > 0
	if carrying {
		o.run.late += counts // its own action goes on, so only what comes next is delayed
	} else if counts > 0 && o.run.rs.GivesUpToAnswer(other.actor) {
		o.run.of(other.actor).giveUp()
	}
	for _, condition := range action.puts {
		partner := ""
		if condition.paired {
			partner = o.f.sides[0].actor.Key
		}
		o.run.of(other.actor).put(tool, condition, 0, partner)
	}
	if len(action.First) > 0 {
		old := *o.f
		o.f.flip()
		o.run.do(o.f, action.First)
		*o.f = old
	}
	if !carrying {
		o.run.of(other.actor).delay(counts)
	}
	if action.row != nil || len(got.ticked) > 0 {
		old := *o.f
		o.f.flip()
		o.run.playCards(o.f, action, got.ticked)
		*o.f = old
	}
	if len(o.run.rs.Order.Effort) == 0 && len(action.cost) == 0 {
		return
	}
	old := *o.f
	o.f.flip()
	o.f.askedNumber = got.askedNumber
	out.Terms = o.run.charge(o.f, action.cost, action.Src)
	o.f.seq = o.run.seqs.alloc()
	o.f.seq.acting = actingTags(action, tool)
	o.run.tagged(o.f, true, nil)
	o.run.answerEffort = &owedEffort{*o.f, counts}
	*o.f = old
}

// timed returns the counts that a prepared answer (see Offer.answering) takes with the points spent on it, and how many of these the saved pool
// pays after the points of the skill. Points that make it no faster are not spent. R37.
func (o Offer) timed(got reply) (counts, saved float64) {
	old := *o.f
	defer func() { *o.f = old }()
	o.f.answerSkill(got.action, got.points)
	points := got.action.fewerPoints(o.run.rs, o.f, got.points)
	return got.action.lasts(o.run.rs, o.f, points, nil), max(0, points-o.run.rs.points(o.f))
}

// counts returns the counts that an answer takes. It restores the frame.
func (o Offer) counts(got reply) float64 {
	saved := *o.f
	o.answering(got)
	counts, _ := o.timed(got)
	*o.f = saved
	return counts
}

// affords returns the refusal of a prepared answer's points, related skill or modifiers; nil if all apply.
func (o Offer) affords(got reply) error {
	saved := *o.f
	defer func() { *o.f = saved }()
	o.f.answerSkill(got.action, got.points)
	if err := cmp.Or(o.f.misplacedGiven(got.action), o.f.misplacedStandIn()); err != nil {
		return err
	}
	return o.run.rs.tooManyPoints(o.f, got.points)
}

// answering prepares the other side of the frame for an answer: action, tool, ticks and the basis of its skill.
func (o Offer) answering(got reply) {
	action, tool := got.action, got.tool
	answering := o.run.sides.alloc()
	*answering = *o.f.sides[1]
	answering.action, answering.tool, answering.ticked = action, tool, o.run.around(answering.actor)
	answering.manual, answering.stands = got.manual, got.stands
	if answering.askedNumber = got.askedNumber; len(got.ticked) > 0 {
		answering.ticked = append(slices.Clip(answering.ticked), got.ticked...)
	}
	o.f.sides[1], answering.use = answering, skillUse{}
	if !action.skilled {
		return
	}
	saved := *o.f
	o.f.flip()
	o.f.pickSkill(nil, true)
	if by := action.Basis.fits(o.f); by != nil {
		o.f.use.basis = by
	}
	answering.use = o.f.use
	answering.use.skill = nil // what the skill itself gives applies to the roll with it
	*o.f = saved
}

// choiceNames returns the names of choices and NoAnswer, separated by commas, for a message.
func choiceNames(choices []Answer) string {
	names := make([]string, 0, len(choices)+1)
	for _, choice := range choices {
		names = append(names, choice.Name)
	}
	return strings.Join(append(names, NoAnswer), ", ")
}

// choices converts answers to the Answers of a Need.
func (o Offer) choices(list []answer) []Answer {
	choices := make([]Answer, len(list))
	for i, a := range list {
		choices[i] = Answer{Name: a.action.Name, Label: a.action.Label, With: a.tool, Asks: a.action.Ask, Prices: o.prices(a), Counts: o.counts(reply{action: a.action, tool: a.tool})}
		if a.tool != nil && !a.first {
			choices[i].Name, choices[i].Label = a.action.Name+" "+a.tool.Name, a.action.Label+" with "+a.tool.Label
		}
	}
	return choices
}

// prices returns the prices that the answering actor pays.
func (o Offer) prices(a answer) []Price {
	if len(a.action.cost) == 0 {
		return nil
	}
	saved := *o.f
	defer func() { *o.f = saved }()
	other := *o.f.sides[1]
	other.tool, o.f.sides[1] = a.tool, &other
	o.f.flip()
	o.f.askedNumber = a.action.Ask.Usually()
	return a.action.cost.prices(o.f)
}

// turn turns the frame to the actor who is asked, to evaluate the `when` and the price of an answer: with the answer's tool, the number
// entered for it, and the options that count in its rolls. other is the memory for the actor's side.
func (o Offer) turn(a answer, number float64, with *replyOptions, other *side) {
	*other = *o.f.sides[1]
	other.tool, o.f.sides[1] = a.tool, other
	other.manual, other.stands = with.manual, with.stands
	o.f.flip()
	o.f.askedNumber, o.f.spent = number, with.points
	o.f.counts = a.action.counts.Num(o.f)
	if len(with.ticked) > 0 {
		other.ticked = append(slices.Clip(o.run.around(other.actor)), with.ticked...)
		o.f.tags.join(&a.action.tags)
		o.f.follow()
	}
}

// refuses returns the refusal of an answer by its needs or its price; nil if it can be given.
func (o Offer) refuses(got reply) error {
	saved := *o.f
	defer func() { *o.f = saved }()
	o.turn(answer{action: got.action, tool: got.tool}, got.askedNumber, &got.replyOptions, o.run.sides.alloc())
	if bar := got.action.barred(o.f); bar != nil {
		return bar.refuses(got.action)
	}
	return got.action.cost.refuses(o.f, got.action.Label)
}

// raised returns the answers that are impossible now but possible with an option, such as the points of a card.
func (o Offer) raised() (list []Answer) {
	if !o.step.own() && o.f.sides[1].actor.cannot(o.run.rs, cannotDefend) != nil {
		return nil
	}
	for _, action := range o.step.answers {
		for i, tool := range slices.Clone(o.run.toolsFor(action, o.f.sides[1].actor)) {
			got := reply{action: action, tool: tool, askedNumber: action.Ask.Usually()}
			if o.refuses(got) == nil {
				continue
			}
			if s := o.raises(got); s != nil {
				raised := o.choices([]answer{{action, tool, i == 0}})[0]
				raised.Needs = s
				list = append(list, raised)
			}
		}
	}
	return list
}

// raises returns the first option that makes an answer possible, or nil. An option with a number counts with its highest.
func (o Offer) raises(got reply) *Situation {
	for _, s := range o.run.rs.answerTicks(got.action, got.tool) {
		if len(s.gifts) == 0 || s.Ask != nil && s.Ask.table != nil {
			continue
		}
		t := Ticked{Situation: s, Number: s.Ask.highest()}
		if got.ticked = []Ticked{t}; o.allows(got) == nil {
			return s
		}
	}
	return nil
}

// ask returns what an answer asks of the answering actor, with its limits.
func (o Offer) ask(answer *Action) *Ask {
	saved := *o.f
	o.f.flip()
	ask := answer.Ask.limitedIn(o.f)
	*o.f = saved
	return ask.among(o.lying(answer))
}

// lying returns the faces of the dice that an answer would reroll by name.
func (o Offer) lying(answer *Action) (counts faceCounts) {
	for _, step := range answer.body.steps {
		for _, e := range step.Do {
			if e.throw == nil || !e.throw.asked {
				continue
			}
			if of, thrown := o.f.seq.findStep(e.throw.step.Text); of != nil {
				counts = thrown.facesOf(&of.results[thrown.index])
			}
		}
	}
	return counts
}

// among returns a with the usual faces limited to those that lie on the table.
func (a *Ask) among(lying faceCounts) *Ask {
	if a == nil || a.faced == nil {
		return a
	}
	here := *a
	here.usual = float64(lying.common(faceCounts(a.usual)))
	return &here
}
