package rules

import "cmp"

// What an answer is worth, worked out without giving it: its chance to stop the attack, which tactics and advice go by, and what a
// preview shows of it. Each function leaves the frame as it was. ask_answer.go gives the answer.

// RatedAnswer is an answer that an actor may give, and how likely it is to stop the attack, in percent: where it has a roll
// of its own, the chance of that before the margin of the attack is taken off; where it has other steps, these come off
// for certain; where it has none, the part of the attack's chance that it takes away from its declaration on.
type RatedAnswer struct {
	Action *Action
	Tool   *Item
	Chance float64
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
		if step := o.prepare(reply{action: a.action, tool: a.tool, askedNumber: a.action.Ask.Usually()}, body); step != nil {
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

// previewChance returns how likely a roll is made, in per cent as lists show it, without making it.
func (o Offer) previewChance(step *Step) float64 {
	r, roller := o.run, o.run.roller
	r.previewRoller = unrolled{thrown: thrown{r}, of: o.f.sides[0].actor, preview: &r.arena.roll}
	r.arena.roll, r.roller = CheckPreview{}, &r.previewRoller
	stepper{r, o.f, step, &o.f.seq.results[step.index], nil}.check()
	r.stopped, r.roller = false, roller
	return r.arena.roll.rated
}

// prepare turns a frame to an answer, as its reply would, and finds its first roll; nil if it has none.
func (o Offer) prepare(got reply, body *Sequence) *Step {
	o.answering(got)
	c := call{seq: body, turned: true}
	c.acting, c.tool = o.f.seq.replyTags(got.action, got.tool)
	*o.f = o.run.sequence(o.f, &c).frame
	o.run.tagged(o.f, true, nil)
	for _, step := range body.steps {
		if step.kind == stepCheck && step.Who == "" && o.f.holds(step.when) {
			return step
		}
	}
	return nil
}

// foresee works one answer out with its options, and leaves everything as it was.
func (o Offer) foresee(got reply, forecast *KnownAnswer) {
	r, saved, spent := o.run, *o.f, len(o.run.usedUp)
	o.answering(got)
	forecast.Counts, _ = o.timed(got)
	if actor := o.f.sides[1].actor; actor.Doing != nil && forecast.Counts > 0 {
		if forecast.GivesUp = GivesUpToAnswer(r.rs, actor); !forecast.GivesUp {
			forecast.Lands = trimNoise(actor.Doing.At + forecast.Counts)
		}
	}
	*o.f = saved
	got.askedNumber = cmp.Or(got.askedNumber, got.action.Ask.Usually())
	if step := o.prepare(got, got.action.body); step != nil {
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
