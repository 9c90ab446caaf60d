package rules

import (
	"cmp"
	"slices"
	"strings"
)

// The answers to an attack: which are possible, what each costs and how likely it stops the attack, and how the chosen one is
// carried out. ask_reply.go reads which one it is; an answer is an Action with `answers`.

// RatedAnswer is an answer that an actor may give, and how likely it is to stop the attack, in percent: where it has a roll
// of its own, the chance of that before the margin of the attack is taken off; where it has other steps, these come off
// for certain; where it has none, the part of the attack's chance that it takes away from its declaration on.
type RatedAnswer struct {
	Action *Action
	Tool   *Item
	Chance float64
}

// Offer is a question to an actor how to answer, before anything is known of the answers.
type Offer struct {
	run  *Run
	f    *Frame
	step *Step
}

// NoAnswer is the answer of one who does nothing against an attack.
const NoAnswer = "none"

// answer is an action with which an actor may answer an offer now, and with what. The first tool goes unnamed.
type answer struct {
	action *Action
	tool   *Item
	first  bool
}

// take makes an action the answer of the other one.
func (o Offer) take(result *stepResult, out *Outcome, got reply) {
	action, tool := got.action, got.tool
	result.chosen, result.tool = action, tool
	out.Choice = action.Label
	other := o.f.sides[1]
	o.answering(got)
	counts, saved := o.timed(got)
	if saved > 0 {
		o.run.of(other.actor).lose(o.run.rs.Order.excess, nil, saved, nil)
	}
	carrying := other.actor == o.run.acting && counts > 0
	if carrying {
		o.run.late += counts // it is carrying its action out, which goes on; what comes next comes later
	} else if counts > 0 && GivesUpToAnswer(o.run.rs, other.actor) {
		o.run.of(other.actor).giveUp()
	}
	for _, condition := range action.puts {
		partner := ""
		if condition.paired {
			partner = o.f.sides[0].actor.Key
		}
		o.run.of(other.actor).put(tool, condition, 0, partner)
	}
	if !carrying {
		o.run.of(other.actor).delay(counts)
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

// timed returns how many counts a prepared answer (see answering) takes with the points spent on it, and how many of these
// come from the saved pool, after those of the skill itself. Points that make it no faster are not spent. R37.
func (o Offer) timed(got reply) (counts, saved float64) {
	old := *o.f
	defer func() { *o.f = old }()
	o.f.answerSkill(got.action, got.points)
	points := got.action.fewerPoints(o.run.rs, o.f, got.points)
	return got.action.lasts(o.run.rs, o.f, points, nil), max(0, points-o.run.rs.points(o.f))
}

// affords returns the refusal of the points, of the related skill or of a modifier of a prepared answer; nil if all apply.
func (o Offer) affords(got reply) error {
	saved := *o.f
	defer func() { *o.f = saved }()
	o.f.answerSkill(got.action, got.points)
	if err := cmp.Or(o.f.misplacedGiven(got.action), o.f.misplacedStandIn()); err != nil {
		return err
	}
	return o.run.rs.tooManyPoints(o.f, got.points)
}

// answering prepares the other side to give an answer.
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
	answering.use.skill = nil // what the skill itself gives is for the roll with it
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

// choices returns answers as they are offered to an actor.
func (o Offer) choices(list []answer) []Answer {
	choices := make([]Answer, len(list))
	for i, a := range list {
		choices[i] = Answer{Name: a.action.Name, Label: a.action.Label, With: a.tool, Asks: a.action.Ask, Prices: o.prices(a)}
		if a.tool != nil && !a.first {
			choices[i].Name, choices[i].Label = a.action.Name+" "+a.tool.Name, a.action.Label+" with "+a.tool.Label
		}
	}
	return choices
}

// prices returns what an answer costs the actor who gives it.
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

// turn makes the frame that of the actor who is asked, as the `when` and the price of an answer are read: with the tool of
// the answer, the number that it asks for, and these options, which count as in the rolls of the answer. other is the
// memory for that side.
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

// refuses returns the refusal of an answer, by what it needs or by its price; nil if it can be given.
func (o Offer) refuses(got reply) error {
	saved := *o.f
	defer func() { *o.f = saved }()
	o.turn(answer{action: got.action, tool: got.tool}, got.askedNumber, &got.replyOptions, o.run.sides.alloc())
	if bar := got.action.barred(o.f); bar != nil {
		return bar.refuses(got.action)
	}
	return got.action.cost.refuses(o.f, got.action.Label)
}

// raised lists the answers that are not possible now but are with an option, such as the points of a card.
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

// raises returns the first option that makes an answer possible; nil if none does. One that asks for a number is ticked
// with its highest.
func (o Offer) raises(got reply) *Situation {
	for _, s := range o.run.rs.AnswerTicks(got.action, got.tool) {
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

// rate works out what an answer is worth, and leaves everything as it was.
func (o Offer) rate(a answer) RatedAnswer {
	w := RatedAnswer{Action: a.action, Tool: a.tool, Chance: sure}
	saved, spent := *o.f, len(o.run.usedUp)
	body := a.action.body
	switch {
	case len(body.steps) == 0 && len(a.action.gifts) == 0:
		w.Chance = 0
	case len(body.steps) == 0:
		before := o.likely()
		o.answering(reply{action: a.action, tool: a.tool, askedNumber: a.action.Ask.Usually()})
		w.Chance = sure * max(0, before-o.likely()) / max(1, before)
	default:
		if step := o.prepare(a, body); step != nil {
			w.Chance = o.previewChance(step)
		}
	}
	*o.f, o.run.usedUp = saved, o.run.usedUp[:spent]
	return w
}

// sure is the chance of what cannot fail.
const sure = 100

// likely returns the chance of the first roll after an offer.
func (o Offer) likely() float64 {
	for _, step := range o.f.seq.seq.steps[o.step.index+1:] {
		if step.kind == stepCheck && step.Who == "" && o.f.holds(step.when) {
			return o.previewChance(step)
		}
	}
	return 0
}

// previewChance returns the chance of a roll without making it.
func (o Offer) previewChance(step *Step) float64 {
	r, roller := o.run, o.run.roller
	r.previewRoller = unrolled{thrown: thrown{r}, of: o.f.sides[0].actor, preview: &r.arena.roll}
	r.arena.roll, r.roller = CheckPreview{}, &r.previewRoller
	stepper{r, o.f, step, &o.f.seq.results[step.index], nil}.check()
	r.stopped, r.roller = false, roller
	return r.arena.roll.Chance
}

// prepare turns a frame to an answer, as its reply would, and finds its first roll; nil if it has none.
func (o Offer) prepare(a answer, body *Sequence) *Step {
	o.answering(reply{action: a.action, tool: a.tool, askedNumber: a.action.Ask.Usually()})
	c := call{seq: body, turned: true}
	c.acting, c.tool = o.f.seq.replyTags(a.action, a.tool)
	*o.f = o.run.sequence(o.f, &c).frame
	o.run.tagged(o.f, true, nil)
	for _, step := range body.steps {
		if step.kind == stepCheck && step.Who == "" && o.f.holds(step.when) {
			return step
		}
	}
	return nil
}

// ask returns what an answer asks of the actor who gives it.
func (o Offer) ask(answer *Action) *Ask {
	saved := *o.f
	o.f.flip()
	ask := answer.Ask.limitedIn(o.f)
	*o.f = saved
	return ask.among(o.lying(answer))
}

// lying counts the faces of the dice that an answer would reroll by name.
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

// foresee works one answer out, and leaves everything as it was.
func (o Offer) foresee(a answer, forecast *KnownAnswer) {
	r, saved, spent := o.run, *o.f, len(o.run.usedUp)
	got := reply{action: a.action, tool: a.tool}
	o.answering(got)
	forecast.Counts, _ = o.timed(got)
	if actor := o.f.sides[1].actor; actor.Doing != nil && forecast.Counts > 0 {
		if forecast.GivesUp = GivesUpToAnswer(r.rs, actor); !forecast.GivesUp {
			forecast.Lands = trimNoise(actor.Doing.At + forecast.Counts)
		}
	}
	*o.f = saved
	if step := o.prepare(a, a.action.body); step != nil {
		if r.unknown != nil {
			*r.unknown = unknown{who: r.unknown.who}
		}
		r.record = true
		o.previewChance(step)
		r.record = false
		roll := r.arena.roll
		roll.Unknown = r.unknown.everRead()
		forecast.Roll = &roll
	}
	*o.f, r.usedUp = saved, r.usedUp[:spent]
}

// among returns what is asked of the dice that lie there: the usual ones are those that show a usual face.
func (a *Ask) among(lying faceCounts) *Ask {
	if a == nil || a.faced == nil {
		return a
	}
	here := *a
	here.usual = float64(lying.common(faceCounts(a.usual)))
	return &here
}
