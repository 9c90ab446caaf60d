package rules

import (
	"math"
	"slices"
	"strings"

	"hybrid/rules/collect"
	"hybrid/rules/message"
	"hybrid/rules/source"
)

// Effects that change an earlier throw of dice: extra dice, rerolls, or turned dice, which then show a different face. Typically, an offer
// after the throw lets an actor choose an answer with such an effect. run_stepper.go carries them out. A throw is stored as faceCounts, the
// number of dice that show each face.

// rethrow is a change of an earlier throw: extra dice, a reroll or a turned face. The throwing step precedes the effect in its sequence. If
// the effect belongs to an answer, the throwing step can also precede the answered offer in the sequence of that offer.
type rethrow struct {
	step       source.Text // name of the throwing step
	from, to   string      // face to turn, and new face; "" unless a face is turned
	onlyChosen bool        // whether only the chosen dice are rerolled
	facesLater faceCounts  // mask of the faces that it distinguishes: all faces if it asks which dice to reroll, else the face to turn
}

// findStep looks up an earlier step by name, outwards through the sequences, and returns it with its sequence, or nil.
func (s *seqFrame) findStep(name string) (*seqFrame, *Step) {
	for ; s != nil; s = s.parent {
		for _, step := range s.seq.steps {
			if step.Name == name {
				return s, step
			}
		}
	}
	return nil, nil
}

// intersect returns the dice that both throws have in common.
func (c faceCounts) intersect(d faceCounts) (both faceCounts) {
	for face := range maxKinds {
		both = both.withDice(face, min(c.count(face), d.count(face)))
	}
	return both
}

// compileRethrow compiles an effect on a throw. Its step is looked up after all sequences are compiled.
func (e *Effect) compileRethrow(c *compiler, p nameScope) {
	switch e.verb {
	case verbThrow:
		e.throw = &rethrow{step: e.Throw}
		e.amount = c.compileNumber(e.By, p)
		if e.By.Text == "" {
			c.addMistake(source.Missing, e.Throw.Pos, "This needs `by`, the number of extra dice for %s.", e.Throw.Text)
		}
		verifyDiceCount(c, e.amount, e.By)
	case verbReroll:
		e.throw = &rethrow{step: e.Again}
		if e.By.Text != "" {
			e.throw.onlyChosen = true
			if e.By.Text != askedName || p.ask == nil || p.ask.Faces.Text == "" {
				c.addMistake(source.BadValue, e.By.Pos, "`by` of again must be removed, or `asked` for the dice of `ask: {faces: …}`, not %s.", e.By.Text)
			}
			e.throw.facesLater = everyFace
		}
	case verbTurn:
		e.throw = &rethrow{step: e.Turn, from: e.From.Text, to: e.To.Text}
		if e.By.Text != "" {
			e.amount = c.compileNumber(e.By, p)
		}
		if e.From.Text == "" || e.To.Text == "" {
			c.addMistake(source.Missing, e.Turn.Pos, "turn needs from and to, two faces of the die.")
		}
	}
	c.afterNames = append(c.afterNames, func() { e.findThrow(c, p) })
}

// findThrow looks up the step whose throw the effect changes, and reports mistakes. In an answer, it does so for every offer that can be
// answered with it.
func (e *Effect) findThrow(c *compiler, p nameScope) {
	if p.seq == nil {
		c.addMistake(source.BadValue, e.throw.step.Pos, "No throw to change here. Move this after the throw, or into an answer to a later offer.")
		return
	}
	if step := p.seq.earlierStep(e.throw.step.Text, min(p.steps, len(p.seq.steps))); step != nil {
		e.verifyThrow(c, step)
		return
	}
	word, offers := p.seq.answeredOffer(c), 0
	var words []string // names of all offers
	for _, seq := range c.allSequences() {
		for _, offer := range seq.steps {
			if offer.Offer.Text != "" && !slices.Contains(words, offer.Offer.Text) {
				words = append(words, offer.Offer.Text)
			}
			if word == "" || offer.Offer.Text != word {
				continue
			}
			offers++
			if step := seq.earlierStep(e.throw.step.Text, offer.index); step != nil {
				e.verifyThrow(c, step)
				continue
			}
			c.addMistake(source.UnknownName, e.throw.step.Pos, "No step “%s” before the offer %s of %s.", e.throw.step.Text, word, seq.Name)
		}
	}
	switch {
	case offers == 0 && word != "":
		c.addMistake(source.UnknownName, e.throw.step.Pos, "%s", message.Unknown("offer", word, words))
	case offers == 0:
		c.addMistake(source.UnknownName, e.throw.step.Pos, "%s", message.Unknown("earlier step", e.throw.step.Text, nil))
	}
}

// answeredOffer returns the word of the offer that is answered by the action whose body is this sequence, or "".
func (seq *Sequence) answeredOffer(c *compiler) string {
	for _, action := range c.rs.Actions.All {
		if action.body == seq {
			return action.Answers
		}
	}
	return ""
}

// verifyThrow reports mistakes about the step whose throw the effect changes.
func (e *Effect) verifyThrow(c *compiler, step *Step) {
	die, name := step.facedDie(), e.throw.step
	switch {
	case step.kind == stepCheck && step.check != nil && len(step.Results) > 0:
		c.addMistake(source.BadValue, name.Pos, "steps.%s is rolled again after its results took effect. Move those after the offer.", step.Name)
	case die == nil && (step.kind != stepCheck || e.verb != verbReroll):
		c.addMistake(source.BadValue, name.Pos, "Step %s throws no faced dice.", step.Name)
	case die == nil && e.throw.onlyChosen:
		c.addMistake(source.BadValue, e.By.Pos, "Step %s has no faces to choose from. Remove by.", step.Name)
	}
	if die == nil {
		return
	}
	for _, face := range []source.Text{e.From, e.To} {
		if face.Text != "" && die.findFace(face.Text) == noFace {
			c.addMistake(source.UnknownName, face.Pos, "%s", message.Lacking(die.Name, "face", face.Text, die.names))
		}
	}
	if from := die.findFace(e.throw.from); e.verb == verbTurn && from != noFace {
		e.throw.facesLater |= maskOfOneFace(from)
	}
}

// rethrowEffects returns the effects of the step that change a throw.
func (s *Step) rethrowEffects() (list []*Effect) {
	add := func(effects []*Effect) {
		list = append(list, collect.Filter(effects, func(e *Effect) bool { return e.throw != nil })...)
	}
	add(s.Do)
	for i := range s.Results {
		add(s.Results[i].Value)
	}
	return list
}

// rollsAgain reports whether the effect rolls new dice for an earlier throw.
func (e *Effect) rollsAgain() bool { return e.throw != nil && e.verb != verbTurn }

// againTheTurn is the value of `again` that gives the actor another turn in this round.
const againTheTurn = "turn"

// warnReservedThrows warns of steps that can't be rolled again because `again` gives their names another meaning.
func (c *compiler) warnReservedThrows() {
	words := map[string]string{againInitiative: "rerolls the turn order"}
	if c.rs.Order.InRounds() {
		words[againTheTurn] = "gives an extra turn"
	}
	for _, seq := range c.allSequences() {
		for _, step := range seq.steps {
			if meaning, taken := words[step.Name]; taken && (step.kind == stepCheck || step.facedDie() != nil) {
				c.report.Warn(source.Hidden, step.Pos, "again: %s %s and doesn't reroll this step. Rename it.", step.Name, meaning)
			}
		}
	}
}

// throwsBefore describes the throws of the sequence before step, for the question that step asks.
func (s *seqFrame) throwsBefore(step *Step) string {
	var parts []string
	for _, before := range s.seq.steps[:step.index] {
		if text := before.throwText(&s.results[before.index]); text != "" {
			parts = append(parts, MidSentence(s.labelOfThrow(before))+" "+text)
		}
	}
	return strings.Join(parts, "; ")
}

// labelOfThrow returns the label of a throw by one of the sequence's steps: the label of the calling step if it has its own, else the label
// of the step itself.
func (s *seqFrame) labelOfThrow(step *Step) string {
	if p := s.parent; p != nil && p.at > 0 && step.kind == stepThrow {
		return throwLabel(step, p.seq.steps[p.at-1])
	}
	return step.Label
}

// throwText describes the result of the step's throw; "" if it threw nothing.
func (s *Step) throwText(result *stepResult) string {
	die := s.facedDie()
	if die == nil || s.thrownFaces(result) == 0 {
		return ""
	}
	return die.throwText(s.thrownFaces(result)) + s.marginText(result)
}

// resultsBefore describes the results of tables and tallies before step.
func (s *seqFrame) resultsBefore(step *Step) (parts []string) {
	for _, before := range s.seq.steps[:step.index] {
		result := &s.results[before.index]
		switch {
		case before.kind == stepTable && result.row != nil:
			parts = append(parts, MidSentence(before.Label)+" "+MidSentence(result.row.Label))
		case before.kind == stepTally && result.total != 0:
			parts = append(parts, MidSentence(before.Label)+" "+formatNumber(result.total))
		}
	}
	return parts
}

// outerResults describes the results of tables and tallies in the calling sequences, the nearest first.
func (s *seqFrame) outerResults() (parts []string) {
	for outer := s.parent; outer != nil; outer = outer.parent {
		if outer.at > 0 {
			parts = append(parts, outer.resultsBefore(outer.seq.steps[outer.at-1])...)
		}
	}
	return parts
}

// marginText describes success and margin of a check; "" for a throw without a check.
func (s *Step) marginText(result *stepResult) string {
	if s.check == nil {
		return ""
	}
	text := ": missed"
	if result.check.success {
		text = ": made"
	}
	if margin := math.Abs(result.check.margin); margin > 0 {
		text += " by " + formatNumber(margin)
	}
	return text
}

// throwsOfStep describes the throw of the step with the given index and the throws of the sequence that it ran, each after the step's
// label.
func (s *seqFrame) throwsOfStep(index int) (parts []string) {
	step, result := s.seq.steps[index], &s.results[index]
	if text := step.throwText(result); text != "" {
		parts = append(parts, MidSentence(step.Label)+" "+text)
	}
	if result.sub == nil {
		return parts
	}
	for _, nested := range result.sub.seq.steps {
		if text := nested.throwText(&result.sub.results[nested.index]); text != "" {
			parts = append(parts, MidSentence(step.Label)+" "+text)
		}
	}
	return parts
}

// describeThrows describes the throws before step, in its sequence and in the calling sequences, for the actor who chooses how to change
// them. The results of tables and tallies follow. It returns "" if nothing was thrown.
func (s *seqFrame) describeThrows(step *Step) string {
	var parts []string
	if before := s.throwsBefore(step); before != "" {
		parts = append(parts, before)
	}
	for outer := s.parent; outer != nil; outer = outer.parent {
		for i := 0; i < outer.at-1 && i < len(outer.results); i++ { // the steps that are finished; the step at outer.at-1 is in progress
			parts = append(parts, outer.throwsOfStep(i)...)
		}
	}
	if len(parts) > 0 {
		parts = append(parts, s.resultsBefore(step)...)
	}
	return strings.Join(parts, " · ")
}
