package rules

import "strings"

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

// Answers are all possible answers, each rated, until the next question. It changes nothing.
func (o Offer) Answers() []RatedAnswer {
	r := o.run
	r.rated = r.rated[:0]
	for _, a := range r.answersFor(o.f, o.step) {
		r.rated = append(r.rated, r.rate(o.f, o.step, a))
	}
	return r.rated
}

// NoAnswer is the answer of one who does nothing against an attack.
const NoAnswer = "none"

// answer is an action with which an actor may answer an offer now, and with what. The first tool goes unnamed.
type answer struct {
	action *Action
	tool   *Item
	first  bool
}

// offer lets the other one choose an answer. What it gives counts from here; its own steps come with the reply.
func (r *Run) offer(f *Frame, step *Step, result *stepResult, out *Outcome) {
	other := f.sides[1]
	if r.chooser != nil && !r.answered(other.actor, step) {
		if i := r.chooser(other.actor, Offer{r, f, step}); i >= 0 {
			r.take(f, result, out, r.answers[i].action, r.answers[i].tool)
		}
		return
	}
	answers := r.answersFor(f, step)
	if len(answers) == 0 {
		return
	}
	name, known := r.known[other.actor.Key+"."+step.Name]
	var action *Action
	var tool *Item
	ok := false
	if !known {
		r.roller.unanswered(&Need{Key: other.actor.Key + "." + step.Name, Who: other.actor.Key,
			Text: other.actor.Name + ": " + strings.ToLower(step.Label) + "?", Choices: choices(answers)})
		return
	}
	if name != "" {
		action, tool, ok = chosenAnswer(answers, name)
	}
	if !ok {
		if name != "" && name != NoAnswer {
			r.err = refuse("%s cannot answer with %s here; choose %s", other.actor.Name, name, choiceNames(choices(answers)))
		}
		return
	}
	r.take(f, result, out, action, tool)
}

// answered reports whether an offer is answered already.
func (r *Run) answered(who *Actor, step *Step) (known bool) {
	if len(r.known) > 0 {
		_, known = r.known[who.Key+"."+step.Name]
	}
	return known
}

// take makes an action the answer of the other one.
func (r *Run) take(f *Frame, result *stepResult, out *Outcome, action *Action, tool *Item) {
	result.chosen, result.tool = action, tool
	out.Choice = action.Label
	other := f.sides[1]
	r.answering(f, action, tool)
	counts := action.answerTime(r.rs, f)
	carrying := other.actor == r.acting && counts > 0
	if carrying {
		r.late += counts // it is carrying its action out, which goes on; what comes next comes later
	} else if counts > 0 {
		r.of(other.actor).giveUp() // one without time goes beside an action in the making
	}
	for _, condition := range action.puts {
		partner := ""
		if condition.paired {
			partner = f.sides[0].actor.Key
		}
		r.of(other.actor).put(tool, condition, 0, partner)
	}
	if !carrying {
		r.of(other.actor).delay(counts)
	}
	if len(r.rs.Order.Effort) == 0 {
		return
	}
	kept := *f
	f.flip()
	f.seq = r.seqs.alloc()
	f.seq.acting = actingTags(action, tool)
	r.tagged(f, true, nil)
	r.effort(f, counts)
	*f = kept
}

// answering prepares the other side to give an answer.
func (r *Run) answering(f *Frame, action *Action, tool *Item) {
	answering := r.sides.alloc()
	*answering = *f.sides[1]
	answering.action, answering.tool, answering.ticked = action, tool, r.around(answering.actor)
	f.sides[1], answering.use = answering, skillUse{}
	if !action.skilled {
		return
	}
	kept := *f
	f.flip()
	r.skill(f, nil, true)
	if by := action.Basis.fits(f); by != nil {
		f.use.basis = by
	}
	answering.use = f.use
	answering.use.skill = nil // what the skill itself gives is for the roll with it
	*f = kept
}

func choiceNames(choices []Answer) string {
	names := make([]string, 0, len(choices)+1)
	for _, choice := range choices {
		names = append(names, choice.Name)
	}
	return strings.Join(append(names, NoAnswer), ", ")
}

// choices are answers as they are put to an actor.
func choices(list []answer) []Answer {
	choices := make([]Answer, len(list))
	for i, a := range list {
		choices[i] = Answer{a.action.Name, a.action.Label, a.tool}
		if a.tool != nil && !a.first {
			choices[i] = Answer{a.action.Name + " " + a.tool.Name, a.action.Label + " with " + a.tool.Label, a.tool}
		}
	}
	return choices
}

// chosenAnswer reads the name of one of the answers: an action, and with what where it matters.
func chosenAnswer(list []answer, text string) (*Action, *Item, bool) {
	name, with, _ := strings.Cut(text, " ")
	with = strings.TrimPrefix(with, "with ")
	for _, a := range list {
		if a.action.Name == name && (with == "" || a.tool != nil && a.tool.Name == with) {
			return a.action, a.tool, true
		}
	}
	return nil, nil, false
}

// answersFor lists how the other one may answer an offer.
func (r *Run) answersFor(f *Frame, step *Step) []answer {
	if f.sides[1].actor.cannot(r.rs, cannotDefend) != nil {
		return nil
	}
	kept, list := *f, r.answers[:0]
	other := r.sides.alloc()
	*other = *f.sides[1]
	f.sides[1] = other
	f.flip()
	for _, action := range step.answers {
		for i, tool := range r.toolsFor(action, other.actor) {
			other.tool = tool
			f.counts = action.counts.Num(f)
			if action.barred(f) == nil {
				list = append(list, answer{action, tool, i == 0})
			}
		}
	}
	*f, r.answers = kept, list
	return list
}

// toolsFor lists what an actor may do an action with, until the next list is made.
func (r *Run) toolsFor(action *Action, a *Actor) []*Item {
	r.tools = action.tools(r.tools[:0], a)
	return r.tools
}

// rate works out what an answer is worth, and leaves everything as it was.
func (r *Run) rate(f *Frame, offer *Step, a answer) RatedAnswer {
	w := RatedAnswer{Action: a.action, Tool: a.tool, Chance: sure}
	kept, spent := *f, len(r.usedUp)
	body := a.action.body
	switch {
	case len(body.steps) == 0 && len(a.action.gifts) == 0:
		w.Chance = 0
	case len(body.steps) == 0:
		before := r.likely(f, offer)
		r.answering(f, a.action, a.tool)
		w.Chance = sure * max(0, before-r.likely(f, offer)) / max(1, before)
	default:
		if step := r.prepare(f, a, body); step != nil {
			w.Chance = r.previewChance(f, step)
		}
	}
	*f, r.usedUp = kept, r.usedUp[:spent]
	return w
}

// sure is the chance of what cannot fail.
const sure = 100

// likely is the chance of the first roll that comes after an offer.
func (r *Run) likely(f *Frame, offer *Step) float64 {
	for _, step := range f.seq.seq.steps[offer.index+1:] {
		if step.kind == stepCheck && step.Who == "" && f.holds(step.when) {
			return r.previewChance(f, step)
		}
	}
	return 0
}

// previewChance is the chance of a roll that is not made.
func (r *Run) previewChance(f *Frame, step *Step) float64 {
	roller := r.roller
	r.ahead = unrolled{thrown: thrown{r}, of: f.sides[0].actor, preview: &r.aheadRoll}
	r.aheadRoll, r.roller = CheckPreview{}, &r.ahead
	r.check(f, step, &f.seq.results[step.index], nil)
	r.stopped, r.roller = false, roller
	return r.aheadRoll.Chance
}

// prepare turns a frame to an answer, as its reply would, and finds its first roll; nil if it has none.
func (r *Run) prepare(f *Frame, a answer, body *Sequence) *Step {
	r.answering(f, a.action, a.tool)
	c := call{seq: body, turned: true}
	c.acting, c.tool = f.seq.replyTags(a.action, a.tool)
	*f = r.sequence(f, c).frame
	r.tagged(f, true, nil)
	for _, step := range body.steps {
		if step.kind == stepCheck && step.Who == "" && f.holds(step.when) {
			return step
		}
	}
	return nil
}
