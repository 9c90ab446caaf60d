package rules

import (
	"math"
	"strings"

	"hybrid/rules/collect"
	"hybrid/rules/message"
	"hybrid/rules/source"
)

// Effects on dice that have fallen: more dice, dice again, a face turned. The step that they name may lie in a calling
// sequence.

// rethrow is what an effect does to a throw that has fallen: dice more, dice again, or a face turned. The step that threw is
// one before it in its sequence, or in the one that made the offer which it answers.
type rethrow struct {
	step       source.Text
	from, to   string
	asked      bool       // the dice that were asked for, and not all
	facesLater faceCounts // the faces it reads
}

// findStep looks for an earlier step by name, outwards through the sequences, and for the sequence it is of.
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

// common returns the dice that two throws have in common.
func (c faceCounts) common(d faceCounts) (both faceCounts) {
	for face := range maxKinds {
		both = both.with(face, min(c.count(face), d.count(face)))
	}
	return both
}

// compileRethrow reads an effect on a throw; what it names is found when every sequence is known.
func (e *Effect) compileRethrow(c *compiler, p nameScope) {
	switch e.verb {
	case verbThrow:
		e.throw = &rethrow{step: e.Throw}
		e.by = c.num(e.By, p)
		if e.By.Text == "" {
			c.mistake(source.Missing, e.Throw.Pos, "This needs `by`, the number of extra dice for %s.", e.Throw.Text)
		}
		fewDice(c, e.by, e.By)
	case verbAnew:
		e.throw = &rethrow{step: e.Again}
		if e.By.Text != "" {
			e.throw.asked = true
			if e.By.Text != askedName || p.ask == nil || p.ask.Faces.Text == "" {
				c.mistake(source.BadValue, e.By.Pos, "`by` of again must be removed, or `asked` for the dice of `ask: {faces: …}`, not %s.", e.By.Text)
			}
			e.throw.facesLater = everyFace
		}
	case verbTurn:
		e.throw = &rethrow{step: e.Turn, from: e.From.Text, to: e.To.Text}
		if e.By.Text != "" {
			e.by = c.num(e.By, p)
		}
		if e.From.Text == "" || e.To.Text == "" {
			c.mistake(source.Missing, e.Turn.Pos, "turn needs from and to, two faces of the die.")
		}
	}
	c.soon = append(c.soon, func() { e.findThrow(c, p) })
}

// findThrow finds the step that an effect on a throw is about, wherever it may be carried out.
func (e *Effect) findThrow(c *compiler, p nameScope) {
	if p.seq == nil {
		c.mistake(source.BadValue, e.throw.step.Pos, "No throw to change here. Move this after the throw, or into an answer to a later offer.")
		return
	}
	if step := p.seq.step(e.throw.step.Text, min(p.steps, len(p.seq.steps))); step != nil {
		e.checkThrow(c, step)
		return
	}
	word, offers := p.seq.answers(c), 0
	for _, seq := range c.bodies() {
		for _, offer := range seq.steps {
			if word == "" || offer.Offer.Text != word {
				continue
			}
			offers++
			if step := seq.step(e.throw.step.Text, offer.index); step != nil {
				e.checkThrow(c, step)
				continue
			}
			c.mistake(source.UnknownName, e.throw.step.Pos, "No step “%s” before the offer %s of %s.", e.throw.step.Text, word, seq.Name)
		}
	}
	if offers == 0 {
		c.mistake(source.UnknownName, e.throw.step.Pos, "%s", message.Unknown("earlier step", e.throw.step.Text, nil))
	}
}

// answers returns the word that the action with these steps answers; empty if there is none.
func (s *Sequence) answers(c *compiler) string {
	for _, action := range c.rs.Actions.All {
		if action.body == s {
			return action.Answers
		}
	}
	return ""
}

// checkThrow reports what is wrong with the step that an effect on a throw is about.
func (e *Effect) checkThrow(c *compiler, step *Step) {
	die, name := step.facedDie(), e.throw.step
	switch {
	case step.kind == stepCheck && step.check != nil && len(step.Results) > 0:
		c.mistake(source.BadValue, name.Pos, "steps.%s is rolled again after its results took effect. Move those after the offer.", step.Name)
	case die == nil && (step.kind != stepCheck || e.verb != verbAnew):
		c.mistake(source.BadValue, name.Pos, "Step %s throws no faced dice.", step.Name)
	case die == nil && e.throw.asked:
		c.mistake(source.BadValue, e.By.Pos, "Step %s has no faces to choose from. Remove by.", step.Name)
	}
	if die == nil {
		return
	}
	for _, face := range []source.Text{e.From, e.To} {
		if face.Text != "" && die.find(face.Text) == noFace {
			c.mistake(source.UnknownName, face.Pos, "%s", message.Lacks(die.Name, "face", face.Text, die.names))
		}
	}
	if from := die.find(e.throw.from); e.verb == verbTurn && from != noFace {
		e.throw.facesLater |= onlyFace(from)
	}
}

// rethrows returns the effects of a step on throws.
func (s *Step) rethrows() (list []*Effect) {
	add := func(effects []*Effect) {
		list = append(list, collect.Filter(effects, func(e *Effect) bool { return e.throw != nil })...)
	}
	add(s.Do)
	for i := range s.Results {
		add(s.Results[i].Value)
	}
	return list
}

// rolls reports whether an effect on a throw leaves something to chance.
func (e *Effect) rolls() bool { return e.throw != nil && e.verb != verbTurn }

// againTheTurn is what an effect gives that gives one more turn in this round.
const againTheTurn = "turn"

// warnThrowsTaken warns of steps that cannot be rolled again, since again means something else by their name.
func (c *compiler) warnThrowsTaken() {
	words := map[string]string{againInitiative: "rerolls the turn order"}
	if c.rs.Order.InRounds() {
		words[againTheTurn] = "gives an extra turn"
	}
	for _, seq := range c.bodies() {
		for _, step := range seq.steps {
			if means, taken := words[step.Name]; taken && (step.kind == stepCheck || step.facedDie() != nil) {
				c.report.Warn(source.Hidden, step.Pos, "again: %s %s and doesn't reroll this step. Rename it.", step.Name, means)
			}
		}
	}
}

// throwsBefore describes what the steps of a sequence before one have thrown, for the question that follows.
func (s *seqFrame) throwsBefore(step *Step) string {
	var parts []string
	for _, before := range s.seq.steps[:step.index] {
		if text := before.thrownAs(&s.results[before.index]); text != "" {
			parts = append(parts, MidSentence(s.called(before))+" "+text)
		}
	}
	return strings.Join(parts, "; ")
}

// called returns the label of a throw by one of its steps.
func (s *seqFrame) called(step *Step) string {
	if p := s.parent; p != nil && p.at > 0 && step.kind == stepThrow {
		return throwLabel(step, p.seq.steps[p.at-1])
	}
	return step.Label
}

// thrownAs describes what a step threw; empty if it threw nothing.
func (s *Step) thrownAs(result *stepResult) string {
	die := s.facedDie()
	if die == nil || s.facesOf(result) == 0 {
		return ""
	}
	return die.text(s.facesOf(result)) + s.madeBy(result)
}

// cameTo describes the results of the steps before one that throw nothing: rows and sums.
func (s *seqFrame) cameTo(step *Step) (parts []string) {
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

// cameToOutside describes the results of the steps before a nested sequence that throw nothing, the nearest sequence first.
func (s *seqFrame) cameToOutside() (parts []string) {
	for outer := s.parent; outer != nil; outer = outer.parent {
		if outer.at > 0 {
			parts = append(parts, outer.cameTo(outer.seq.steps[outer.at-1])...)
		}
	}
	return parts
}

// madeBy says by how much a check was made or missed; empty for a throw that is none.
func (s *Step) madeBy(result *stepResult) string {
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

// thrown describes what throwsBefore does, and what other parts of the action have thrown before, for the actor who decides
// against it; for a step after a throw also the results of the steps between. It is empty if nothing was thrown.
func (s *seqFrame) thrown(step *Step) string {
	var parts []string
	if before := s.throwsBefore(step); before != "" {
		parts = append(parts, before)
	}
	for outer := s.parent; outer != nil; outer = outer.parent {
		for i := 0; i < outer.at-1 && i < len(outer.results); i++ {
			part := outer.seq.steps[i]
			if text := part.thrownAs(&outer.results[i]); text != "" {
				parts = append(parts, MidSentence(part.Label)+" "+text)
			}
			sub := outer.results[i].sub
			if sub == nil {
				continue
			}
			for _, before := range sub.seq.steps {
				if text := before.thrownAs(&sub.results[before.index]); text != "" {
					parts = append(parts, MidSentence(part.Label)+" "+text)
				}
			}
		}
	}
	if len(parts) > 0 {
		parts = append(parts, s.cameTo(step)...)
	}
	return strings.Join(parts, " · ")
}
