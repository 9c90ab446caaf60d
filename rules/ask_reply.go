package rules

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"hybrid/rules/formula"
	"hybrid/rules/message"
	"hybrid/rules/source"
)

// Steps that offer answers: they find the actor who is asked, parse the reply, and run the steps of the chosen answer. An `offer` step asks
// an actor, usually the target of an attack, who then chooses an action as the answer. The steps of that action run at the `reply` step. An
// Offer (ask_answer.go) is one such question. The asked actor is sides[1] of its frame, the opponent sides[0]. The roller of a run decides
// what an unanswered question does: in play it stops the run with a Need, in previews and odds it counts as unanswered. The chooser of a
// run, if it has one, answers for actors that a tactic plays. A stepper carries out one step (run_stepper.go). ask_answer.go checks and
// carries out the answer.

// reply is an answer as it was given: an action, its tool, the number entered and the options. It is typed as the action, its tool, the
// number or the faces, and the options in parentheses: parry buckler (in_cover, card 3).
type reply struct {
	action      *Action // action chosen as the answer
	tool        *Item   // tool that the action is done with; nil if it takes none
	askedNumber float64 // number that the action asks for, or faces or cards as Ask encodes them
	lacksNumber bool    // whether that number was not entered
	replyOptions
}

// replyOptions holds the options of an answer, such as aiming or a modifier entered manually.
type replyOptions struct {
	ticked  []TickedSituation // situations chosen for the answer
	manual  []ManualModifier  // modifiers entered by the game master
	points  float64           // points spent to answer faster
	standIn *Skill            // related skill to use instead; nil for none
}

// hasOptions reports whether an answer has options.
func (opts *replyOptions) hasOptions() bool {
	return len(opts.ticked) > 0 || len(opts.manual) > 0 || opts.points > 0 || opts.standIn != nil
}

// maxReplies is the highest number of times that an offer with `many` is made.
const maxReplies = 12

// buildOffer returns the offer of a step: to the other actor, or to the acting one if the step has no `who`.
func (p stepper) buildOffer() Offer {
	o := Offer{run: p.Run, frame: p.f, step: p.step}
	if p.step.asksActor() {
		frame := p.frames.alloc()
		*frame = *p.f
		frame.swapSides()
		o.frame = frame
	}
	return o
}

// asksActor reports whether the step asks the acting actor.
func (s *Step) asksActor() bool { return s.kind == stepOffer && s.Who == "" }

// AsksActor reports whether the acting actor is asked rather than the other actor.
func (o Offer) AsksActor() bool { return o.step.asksActor() }

// Opponent returns the other actor: the one whose action is answered, not the one who is asked.
func (o Offer) Opponent() *Actor { return o.frame.sides[0].actor }

// IsRepeated reports whether the offer is repeated until the answer is NoAnswer.
func (o Offer) IsRepeated() bool { return o.step.Many }

// parseReply parses text as one of the answers in list, where an action occurs once for each of its tools; the first tool is used if text
// names none. ok is false if text isn't one of the answers; err reports invalid details of an answer in list.
func (o Offer) parseReply(list []answer, text string) (rep reply, ok bool, err error) {
	choice, _, _ := strings.Cut(text, "(")
	words := strings.Fields(choice)
	if len(words) == 0 {
		return rep, false, nil
	}
	rest := words[1:]
	if len(rest) > 0 && rest[0] == "with" {
		rest = rest[1:]
	}
	for _, a := range list {
		isToolNamed := len(rest) > 0 && a.tool != nil && a.tool.Name == rest[0]
		if a.action.Name != words[0] || rep.action != nil && !isToolNamed {
			continue // another action, or the same one with a tool that isn't named
		}
		if isToolNamed {
			rep.action, rep.tool, rest = a.action, a.tool, rest[1:]
			break
		}
		rep.action, rep.tool = a.action, a.tool
	}
	if rep.action == nil {
		return rep, false, nil
	}
	if len(rest) > 0 && rep.action.Ask == nil {
		return rep, false, nil // names an unavailable tool
	}
	rep.lacksNumber = rep.action.Ask != nil && len(rest) == 0
	if rep.askedNumber, err = o.limitedAsk(rep.action).parseAnswer(rep.action.Label, strings.Join(rest, " ")); err != nil {
		return rep, true, err
	}
	rep.replyOptions, err = o.parseOptions(text)
	return rep, true, err
}

// parseOptions parses the options in parentheses after an answer.
func (o Offer) parseOptions(text string) (replyOptions, error) {
	_, options, _ := strings.Cut(text, "(")
	return o.parseOptionList(strings.TrimSuffix(strings.TrimSpace(options), ")"))
}

// parseOptionList parses the options of an answer: situations by name, each with its input, manual modifiers by flag, points and a related
// skill.
func (o Offer) parseOptionList(text string) (opts replyOptions, err error) {
	for _, part := range strings.Split(text, ",") {
		words := strings.Fields(part)
		if len(words) == 0 {
			continue
		}
		rs := o.run.rs
		if done, err := opts.parseManual(rs, words); err != nil {
			return opts, err
		} else if done {
			continue
		}
		s, ok := rs.Situations.Get(words[0])
		if !ok {
			return opts, refusalOf(message.Unknown("situation", words[0], rs.Situations.Names()))
		}
		option := TickedOption{Situation: s.Name}
		if value := strings.Join(words[1:], " "); s.Ask != nil && s.Ask.table != nil {
			option.Side, option.Row = s.Ask.CutSide(value)
		} else if s.Ask.AsksCards() {
			if option.Number, err = s.Ask.parseAnswer(s.Label, value); err != nil {
				return opts, err
			}
		} else if value != "" {
			x, number := source.ReadNumber(value)
			if !number || s.Ask == nil {
				return opts, refuse("%s doesn't take %s.", s.Label, value)
			}
			option.Number = x
		}
		t := TickedSituation{Situation: s, Number: option.Number, Side: option.Side}
		if err := s.checkAnswer(&t, option); err != nil {
			return opts, err
		}
		opts.ticked = append(opts.ticked, t)
	}
	return opts, nil
}

// First words of the options of an answer that are neither a situation nor a modifier.
const (
	pointsWord  = "points"
	relatedWord = "related"
)

// parseManual parses an option that is not a situation: a modifier by its flag, points, or a related skill. It returns false for any other
// option.
func (opts *replyOptions) parseManual(rs *Ruleset, words []string) (bool, error) {
	value := strings.Join(words[1:], " ")
	if words[0] == relatedWord {
		return true, rs.Skills.lookupEntry("skill", value, &opts.standIn)
	}
	flagged := slices.IndexFunc(rs.Modifiers.All, func(m *Modifier) bool { return m.Flag != "" && m.Flag == words[0] })
	if words[0] != pointsWord && flagged < 0 {
		return false, nil
	}
	x, isNumber := source.ReadNumber(value)
	switch {
	case !isNumber:
		return true, refuse("“%s” must be a number, not “%s”.", words[0], value)
	case flagged >= 0:
		opts.manual = append(opts.manual, ManualModifier{Modifier: rs.Modifiers.All[flagged].Name, Label: "Entered manually", Value: x})
	case x < 0 || x > maxPoints:
		return true, refuse("Points must be 0 to %d, not %s.", maxPoints, formatNumber(x))
	default:
		opts.points = x
	}
	return true, nil
}

// checkReply returns an error if the options of an answer don't apply, or if the answer is impossible with them or with the number entered.
func (o Offer) checkReply(rep reply) error {
	saved := *o.frame
	defer func() { *o.frame = saved }()
	if err := o.checkTicks(rep); err != nil {
		return err
	}
	if err := o.checkNeeds(rep); err != nil {
		return err
	}
	o.prepareAnswer(rep)
	return o.checkOptions(rep)
}

// checkTicks returns an error if a situation that is ticked for an answer doesn't apply.
func (o Offer) checkTicks(rep reply) error {
	if len(rep.ticked) == 0 {
		return nil
	}
	saved := *o.frame
	defer func() { *o.frame = saved }()
	o.frame.swapSides()
	o.frame.askedNumber = rep.askedNumber
	c := o.answerCall(rep)
	o.frame.seq = o.run.newSeqFrame(o.frame, &c).frame.seq
	o.run.tagRoll(o.frame, true, nil)
	if err := checkGroups(o.frame, rep.ticked); err != nil {
		return err
	}
	for _, t := range rep.ticked {
		if err := t.checkTicked(o.run.rs, o.frame); err != nil {
			return err
		}
	}
	return nil
}

// possibleTicks returns the situations that can be ticked for an answer, each checked alone, with its highest or its usual number.
func (o Offer) possibleTicks(rep reply) []*Situation {
	return slices.DeleteFunc(o.run.rs.answerTicks(rep.action, rep.tool), func(s *Situation) bool {
		for _, number := range []float64{s.Ask.highestNumber(), s.Ask.UsualNumber()} {
			if rep.ticked = []TickedSituation{{Situation: s, Number: number}}; o.checkTicks(rep) == nil {
				return false
			}
		}
		return true
	})
}

// answerCall returns the call that runs the steps of a chosen answer.
func (o Offer) answerCall(rep reply) call {
	c := call{seq: rep.action.body, askedNumber: rep.askedNumber}
	c.actionTags, c.toolTags = o.frame.seq.replyTags(rep.action, rep.tool)
	return c
}

// Key returns the key of the question: the actor who is asked and the step, prefixed by the path if two paths lead there, and followed by
// a number if the question is repeated.
func (o Offer) Key() string {
	who := o.frame.sides[1].actor.Key
	key := o.run.questionKey(who, o.step)
	if n := int(o.frame.seq.results[o.step.index].total); o.step.Many && n > 0 {
		key += "." + strconv.Itoa(n+1)
	}
	return key
}

// questionKey returns the key of a step's question to the actor with key who: that key and the step's name or, if the run reaches the same
// pair by a second path, that key and the path.
func (r *Run) questionKey(who string, step *Step) string {
	key, path := who+"."+step.Name, ""
	for _, sf := range r.stack {
		if at := sf.at - 1; at >= 0 && at < len(sf.seq.steps) {
			path += sf.seq.steps[at].Name + "."
		}
	}
	if r.askedPaths == nil {
		r.askedPaths = map[string]string{}
	}
	if first, asked := r.askedPaths[key]; !asked {
		r.askedPaths[key] = path
	} else if first != path {
		return who + "." + strings.TrimSuffix(path, ".")
	}
	return key
}

// chooseAnswer returns the answer that the asked actor gives; ok is false if it gives none.
func (p stepper) chooseAnswer(o Offer) (rep reply, ok bool) {
	if p.chooser != nil && !o.isAnswered() {
		return p.chooseByTactic(o)
	}
	key := o.Key()
	if p.watched != nil && p.watched.key == key { // the odds are computed for each answer to this question
		p.watched.offer = p.step
	}
	text, known := p.answersByKey[key]
	opts, err := o.parseOptions(text)
	answers := o.possibleAnswers(&opts)
	if !known {
		if len(answers) > 0 || p.roller.rejectsImpossible() && len(o.answersWithOption()) > 0 {
			p.roller.noteUnanswered(key, func() *Need { return o.buildNeed(key, answers) })
		}
		return rep, false
	}
	if text == "" || text == NoAnswer {
		return rep, false
	}
	if err != nil {
		p.err = err
		return rep, false
	}
	return p.readReply(o, key, text, answers)
}

// chooseByTactic returns the answer that the tactic of the asked actor chooses; ok is false if it gives none.
func (p stepper) chooseByTactic(o Offer) (rep reply, ok bool) {
	i := p.chooser(o.frame.sides[1].actor, o)
	if i < 0 {
		return rep, false
	}
	a := p.answers[i] // the chooser chose from Offer.Answers, which lists them in this order
	rep = reply{action: a.action, tool: a.tool, askedNumber: a.action.Ask.UsualNumber()}
	return rep, len(rep.action.cost) == 0 || o.checkReply(rep) == nil
}

// readReply reads text as one of answers to the question with the given key. If it is none of them, or not possible, it sets p.err in play;
// in odds, the branch continues without an answer. ok is false if there is no answer, or if an input that the answer needs was not entered.
func (p stepper) readReply(o Offer, key, text string, answers []answer) (rep reply, ok bool) {
	rep, ok, err := o.parseReply(answers, text)
	switch {
	case err == nil && !ok && !p.roller.rejectsImpossible(): // impossible in this branch of the odds
		return rep, false
	case err == nil && !ok:
		err = refuse("%s can't answer with “%s” here. Choose: %s.", o.frame.sides[1].actor.Name, text, choiceNames(o.listChoices(answers)))
	case err == nil && rep.lacksNumber && p.roller.rejectsImpossible():
		rep, err = p.askFollowUp(o, rep, key)
		if need, ok := err.(*Need); ok {
			p.roller.noteUnanswered(need.Key, func() *Need { return need })
			return rep, false
		}
	}
	if err == nil && (rep.askedNumber != 0 || rep.hasOptions()) {
		if err = o.checkReply(rep); err != nil && !p.roller.rejectsImpossible() {
			return rep, false
		}
	}
	p.err = err
	return rep, ok && err == nil
}

// askFollowUp returns rep with the number that its action asks for, or a Need if that was not entered.
func (p stepper) askFollowUp(o Offer, rep reply, key string) (reply, error) {
	key += "." + askedName
	ask, who := o.limitedAsk(rep.action), o.frame.sides[1].actor
	text, known := p.answersByKey[key]
	if !known {
		return rep, &Need{Key: key, Who: who.Key, Step: p.step.Name, Wants: ask, Thrown: o.frame.seq.describeThrows(o.step),
			Text: who.Name + ": " + MidSentence(rep.action.Label) + ", " + ask.questionLine(), Lead: who.Name + ": ", About: MidSentence(rep.action.Label) + ", " + ask.wantedWithoutChoices()}
	}
	var err error
	rep.askedNumber, err = ask.parseAnswer(rep.action.Label, text)
	return rep, err
}

// buildNeed returns the question as a Need, with answers as its choices.
func (o Offer) buildNeed(key string, answers []answer) *Need {
	responder, asker := o.frame.sides[1], o.frame.sides[0]
	need := &Need{Key: key, Who: responder.actor.Key, Path: o.frame.seq.path, Step: o.step.Name, Whom: asker.actor.Key, Repeats: o.step.Many, AsksActor: o.step.asksActor(),
		Text: responder.actor.Name + ": " + MidSentence(o.step.Label) + "?", Lead: responder.actor.Name + ": ",
		About: MidSentence(o.step.Label), Choices: o.listChoices(answers), DiceBefore: append([]Die(nil), o.run.rolledDice...)}
	need.PossibleWithOption = o.answersWithOption()
	actorFrame := *o.frame
	if o.step.asksActor() {
		actorFrame.swapSides()
	}
	need.setQuestion(o.step, &actorFrame)
	if need.Before = o.frame.seq.throwsBefore(o.step); need.Before != "" {
		need.Text += " " + need.Before
	}
	need.Thrown = o.frame.seq.describeThrows(o.step)
	if outside := o.frame.seq.outerResults(); o.step.asksActor() && len(outside) > 0 { // the question is about the result of the enclosing sequence
		need.Thrown = strings.Join(slices.DeleteFunc(append([]string{need.Thrown}, outside...), func(part string) bool { return part == "" }), " · ")
	}
	if o.step.asksActor() && need.Thrown == "" {
		need.Thrown = o.run.describeEarlierRolls(responder.actor, true)
	}
	// a sequence named like the offer is the part of the action that is answered
	if seq := o.frame.seq.seq; seq.Name == o.step.Offer.Text && (asker.action == nil || seq != asker.action.body) {
		need.Part = seq.Label
	}
	if o.step.asksActor() { // the question is about the actor's own action
		asker = responder
	}
	if asker.action != nil {
		need.Action = asker.action.Name
		if asker.tool != nil && len(asker.action.With) > 0 {
			need.Tool = asker.tool.Name
		}
	}
	return need
}

// setQuestion replaces n.About, the subject of the question, with the text of the step's question, if it has one, and keeps the former
// subject as n.Plain. A text that names the asked actor needs no lead. f is a frame in which the step's actor acts.
func (n *Need) setQuestion(step *Step, f *Frame) {
	text := step.questionText(f)
	if text == "" {
		return
	}
	former := n.Lead + n.About
	if n.Plain = n.About; slices.ContainsFunc(step.question, func(piece labelPiece) bool { return piece.name == cmp.Or(step.Who, whoActor) }) {
		n.Lead, text = "", message.Capitalise(text)
	}
	n.About = text
	if n.Wants != nil { // About is the whole question, and faces that can be chosen follow it after a colon
		if bounds := n.Wants.BoundsText(); bounds != "" {
			n.About += ", " + bounds
		}
		n.About += "?"
		n.Text = strings.Replace(n.Text, former+":", former, 1)
	}
	n.Text = strings.Replace(n.Text, former, n.Lead+n.About, 1)
}

// AboutAsQuestion returns About with its question mark.
func (n *Need) AboutAsQuestion() string { return strings.TrimSuffix(n.About, "?") + "?" }

// Answers returns all possible answers, each rated. The list is valid until the next question.
func (o Offer) Answers() []RatedAnswer {
	r, possible := o.run, o.possibleAnswers(&replyOptions{})
	r.rated = r.rated[:0]
	if !o.AsksActor() && !o.IsRepeated() {
		r.rated = o.rateAnswers(possible, r.rated)
		return r.rated
	}
	for _, a := range possible { // unrated: these answers change a throw and avert no attack
		r.rated = append(r.rated, RatedAnswer{Action: a.action, Tool: a.tool})
	}
	return r.rated
}

// isAnswered reports whether the question already has an answer.
func (o Offer) isAnswered() (known bool) {
	if len(o.run.answersByKey) > 0 {
		_, known = o.run.answersByKey[o.Key()]
	}
	return known
}

// possibleAnswers returns the answers that the actor who is asked can give now with these options.
func (o Offer) possibleAnswers(opts *replyOptions) []answer {
	if !o.step.asksActor() && o.frame.sides[1].actor.forbiddenBy(o.run.rs, cannotDefend) != nil {
		return nil
	}
	saved, list, room := *o.frame, o.run.answers[:0], o.run.sides.alloc()
	for _, action := range o.step.answers {
		for i, tool := range o.run.findTools(action, saved.sides[1].actor) {
			a := answer{action, tool, i == 0}
			o.swapToAnswerer(a, action.Ask.UsualNumber(), opts, room)
			if _, unpayable := action.cost.firstUnpayable(o.frame); !unpayable && action.firstHindrance(o.frame) == nil {
				list = append(list, a)
			}
			*o.frame = saved
		}
	}
	o.run.answers = list
	return list
}

// repeatOffer makes an offer again, unless it has been made maxReplies times. The chosen answer is carried out at once.
func (p stepper) repeatOffer() {
	if p.result.total >= maxReplies {
		return
	}
	o := p.buildOffer()
	if o.frame == p.f { // the other actor answers in a frame of its own
		frame := p.frames.alloc()
		*frame = *p.f
		o.frame = frame
	}
	rep, ok := p.chooseAnswer(o)
	if !ok || p.err != nil {
		return
	}
	c := o.answerCall(rep)
	o.takeAnswer(p.result, p.out, rep)
	p.result.total++
	c.answerer, c.swapsSides, c.doer = o.frame.sides[1], !p.step.asksActor(), o.frame.sides[1].actor.nilIfOut(p.rs)
	p.answering = &c
}

// offerAnswers lets an actor choose an answer. The answer's modifiers apply from here on; its steps run at the `reply` step.
func (p stepper) offerAnswers() {
	o := p.buildOffer()
	if rep, ok := p.chooseAnswer(o); ok {
		o.takeAnswer(p.result, p.out, rep)
		if p.step.asksActor() {
			p.result.answerer = o.frame.sides[1]
		}
	}
}

// askNumber sets the step's total to the number that an actor enters, or to the faces, encoded as faceCounts. If the game master overrules
// the step, the total is the game master's number. If a tactic plays, it is the usual number.
func (p stepper) askNumber() {
	saved := *p.f
	if p.step.isSeenBySubject() { // the step's subject is asked, not the acting actor
		p.f.swapSides()
	}
	who, ask, total := p.f.sides[0].actor, p.step.Ask.limitIn(p.f), &p.result.total
	*p.f = saved
	*total = ask.UsualNumber()
	p.overruleNumber()
	if p.out.Overruled || p.chooser != nil {
		p.recordAnswer(*total)
		return
	}
	key := p.questionKey(who.Key, p.step)
	text, known := p.answersByKey[key]
	if !known {
		p.roller.noteUnanswered(key, func() *Need {
			need := &Need{
				Key: key, Who: who.Key, Path: p.f.seq.path, Step: p.step.Name, Wants: ask, Text: who.Name + ": " + ask.questionLine(), Lead: who.Name + ": ",
				About: ask.wantedWithoutChoices(), Before: p.f.seq.throwsBefore(p.step),
			}
			need.setQuestion(p.step, &saved)
			if need.Thrown = p.f.seq.describeThrows(p.step); need.Before == "" {
				need.Before = p.describeEarlierRolls(who, false)
				need.Thrown = need.Before
			}
			if need.Before != "" {
				need.Text += " · " + need.Before
			}
			return need
		})
		return
	}
	var err error
	if *total, err = ask.parseAnswer(p.step.Label, text); err != nil && !p.roller.rejectsImpossible() && p.step.Ask.maximum != nil && *total > *ask.Most {
		*total, err = *ask.Most, nil // in odds, limited to the highest number possible in each branch
	}
	p.err = err
	p.recordAnswer(*total)
}

// carryOutStep carries out p's step and reports whether the sequence stops there. Steps of a sequence or an answer don't run here: they are
// pushed on the stack and run next. A step that repeats its offer is carried out again after the steps of each answer.
func (p stepper) carryOutStep() (stop bool) {
	if p.step.kind == stepCheck && p.step.Who == "" {
		p.rollFilters()
	}
	before := p.savepoint()
	switch p.step.kind {
	case stepStop:
		return p.f.isTrue(p.step.stop)
	case stepCheck:
		p.runCheck()
	case stepTable:
		p.drawRow()
	case stepTally:
		p.runTally()
	case stepValue:
		p.result.total = p.step.value.numericValue(p.f)
		p.overruleNumber()
		if !p.out.Overruled {
			return false // a calculated value is not recorded
		}
	case stepDo:
		p.result.losses = p.points.allocN(len(p.rs.Pools.All))
		p.out.Terms = p.applyEffectsTo(p.f, p.step.Do, p.step.Who, p.result.losses)
	case stepAsk:
		p.askNumber()
	case stepThrow:
		p.throwStep()
	case stepPick:
		p.pickTarget()
	case stepOffer:
		if p.step.Many {
			p.answering = nil
			p.repeatOffer()
		} else {
			p.offerAnswers()
		}
	case stepReply, stepSequence:
		if c, ok := p.f.sequenceCall(p.step); ok {
			p.result.sub = &p.pushSequence(p.f, &c).stepResults
		}
		return false
	}
	p.endUsedUp()
	if p.err == nil && p.record && !p.stopped {
		p.recordStep(before)
	}
	p.payAnswerEffort()
	if c := p.answering; c != nil && p.err == nil {
		p.answering = nil
		p.pushSequence(p.f, c)
		p.f.seq.at-- // the offer is made again after the answer
	}
	return false
}

// rejectsImpossible returns true: in play, impossible answers are refused.
func (t playRoller) rejectsImpossible() bool { return true }

// rejectsImpossible returns false: in odds, a branch in which the answer is impossible continues without it.
func (x *explorer) rejectsImpossible() bool { return false }

// answerTicks returns the situations that a player can tick for an answer, whether or not they can be ticked now. Situations that apply
// automatically or to the scene can't be ticked, nor can those that ask for words or dice.
func (rs *Ruleset) answerTicks(action *Action, tool *Item) (list []*Situation) {
	for _, s := range rs.Situations.All {
		if s.Holds.Text == "" && !s.Scene && (s.Ask == nil || !s.Ask.Words && !s.Ask.Dice) && s.MatchIndex(rs, action, tool) >= 0 {
			list = append(list, s)
		}
	}
	return list
}

// warnFreeRepeatedOffers warns of a repeated offer (`many`) in which every answer is free.
func (c *compiler) warnFreeRepeatedOffers() {
	for _, seq := range c.allSequences() {
		for _, step := range seq.steps {
			if !step.Many || len(step.answers) == 0 {
				continue
			}
			if !slices.ContainsFunc(step.answers, func(a *Action) bool { return len(a.cost) > 0 || a.When.Text != "" }) {
				c.report.Warn(source.Unreachable, step.Offer.Pos, "Offer %s is many and every answer is free, up to %d times. Add a cost or `when`.", step.Offer.Text, maxReplies)
			}
		}
	}
}

// isAlwaysPossible reports whether an answer is possible against any action: its `when`, price and `unless` read neither the other actor
// nor the tags and the time of the answered action.
func (o Offer) isAlwaysPossible(a answer) bool {
	f := o.frame
	saved := *f
	defer func() { *f = saved }()
	o.swapToAnswerer(a, a.action.Ask.UsualNumber(), &replyOptions{}, o.run.sides.alloc())
	if readsAnsweredAction(a.action.when) || !f.holdsOr(a.action.when, false) {
		return false
	}
	for i := range a.action.Unless {
		if bar := a.action.Unless[i].Value; readsAnsweredAction(bar.when) || f.holdsOr(bar.when, true) {
			return false
		}
	}
	return !slices.ContainsFunc(a.action.cost, func(c cost) bool { return c.priceFor(f).Unknown || readsAnsweredAction(c.formula) })
}

// readsSteps reports whether a formula may read the results of earlier steps, that is, anything but the two actors, their tools and tags.
func readsSteps(expr *Formula) bool {
	return slices.ContainsFunc(expr.Reads, func(read formula.ReadName[*Frame]) bool {
		first, _, _ := strings.Cut(read.Path, ".")
		return !slices.Contains([]string{"tag", "tool", "other", "is", "with"}, first)
	})
}
