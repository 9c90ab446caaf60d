package rules

import (
	"regexp"
	"slices"

	"hybrid/rules/collect"
	"hybrid/rules/phrase"
	"hybrid/rules/source"
)

// Warnings about the patterns of sentences under `say`: cases that never occur, variants that lose the degree of success, sentences without
// a subject, braces in plain text. A say is a pattern, a list of variants (in messages: ways), or cases with a say each. A case is a word
// for the fact that is described: a degree, made or missed (overruleMade, overruleMissed), a tag, the outcome of a step, or `else`. The
// case `whole` tells a deed and its result in one sentence, `then` the result after the sentence of the deed. A pattern tells the degree
// with the placeholder {how}.

// sayContext holds facts implied by the cases around a pattern.
type sayContext struct {
	owner       string    // kind and name of the pattern's owner, such as "step hit"
	degrees     []*Degree // degrees that a roll can still have here; nil without a roll
	rolls       bool      // whether the fact is a roll
	isTally     bool      // whether the fact is a tally
	excluded    []string  // tags and outcomes that earlier cases already cover
	needsActor  bool      // whether a sentence must name its subject
	tellsDegree bool      // whether the sentence that the pattern replaces tells the degree
	neverActs   bool      // whether its owner is a condition without recurring effects
}

// warnPatterns warns of patterns that look wrong.
func (c *compiler) warnPatterns() {
	rs := c.rs
	if rs.Language == nil {
		return
	}
	warnSteps := func(steps source.Map[Step]) {
		for i := range steps {
			step := &steps[i].Value
			ctx := sayContext{owner: "step " + steps[i].Name, needsActor: true, isTally: step.kind == stepTally}
			if step.kind == stepCheck {
				ctx.degrees, ctx.rolls = step.check.possibleDegrees(rs), true
			}
			if step.kind != stepSequence && step.kind != stepReply || step.Say == nil || step.Say.Pattern != nil {
				c.warnPattern(step.Say, ctx)
				continue
			}
			for _, part := range step.Say.Cases { // the say of a sequence: one case for each of its steps
				c.warnPattern(part.Say, sayContext{owner: "step " + part.Word, degrees: rs.Degrees.All, rolls: true, needsActor: true})
			}
		}
	}
	for _, action := range rs.Actions.All {
		c.warnPattern(action.Say, sayContext{owner: "action " + action.Name, needsActor: true})
		warnSteps(action.Steps)
	}
	for _, seq := range rs.Sequences.All {
		warnSteps(seq.Steps)
	}
	for _, hazard := range rs.Hazards.All {
		c.warnPattern(hazard.Say, sayContext{owner: "hazard " + hazard.Name, needsActor: true})
		warnSteps(hazard.Steps)
	}
	for _, task := range rs.Tasks.All {
		c.warnPattern(task.Say, sayContext{owner: "task " + task.Name, degrees: rs.Degrees.All, rolls: true, needsActor: true})
	}
	for _, condition := range rs.Conditions.All {
		c.warnPattern(condition.Say, sayContext{owner: "condition " + condition.Name, needsActor: condition.Of == "", neverActs: condition.Every == nil})
	}
	for _, activity := range rs.Activities.All {
		c.warnPattern(activity.Say, sayContext{owner: "activity " + activity.Name, needsActor: true})
	}
	c.warnBracedTexts(c.root)
}

// possibleDegrees returns the degrees that a roll of the check can have.
func (check *Check) possibleDegrees(rs *Ruleset) (degrees []*Degree) {
	if check == nil || check.ladder == nil {
		return rs.Degrees.All
	}
	return collect.Map(check.ladder.rungs, func(r rung) *Degree { return r.degree })
}

// warnPattern warns of odd patterns in a say. ctx holds the facts implied by the cases around it.
func (c *compiler) warnPattern(s *phrase.Say, ctx sayContext) {
	if s == nil {
		return
	}
	if s.Pattern != nil {
		losesDegree := ctx.tellsDegree && s.Text.Text != "" && !tellsDegree(s)
		if losesDegree && slices.ContainsFunc(ctx.degrees, func(d *Degree) bool { return d.Say != "" }) {
			c.report.Warn(source.LostDegree, s.Pos, "“%s” loses the degree, which `whole` tells. Add `[ {how}]`.", s.Text.Text)
		}
		beginsSentence := len(s.Pattern.Clauses) > 0 && s.Pattern.Clauses[0].Joint == ""
		if ctx.needsActor && beginsSentence && !s.Pattern.HasActor() {
			c.report.Warn(source.NoActor, s.Pos, "“%s” names no one. Write whom it is about, for example with `{who is}` or `{who's}`.", s.Text.Text)
		}
		return
	}
	c.warnUnevenVariants(s, ctx)
	for _, variant := range s.Variants {
		c.warnPattern(variant, ctx)
	}
	c.warnSameWords(s)
	c.warnDroppedDegrees(s)
	whole := s.Case(phrase.CaseWhole)
	excluded := slices.Clip(ctx.excluded)
	for i := range s.Cases {
		part := &s.Cases[i]
		inner := ctx
		inner.excluded = excluded
		inner.tellsDegree = ctx.tellsDegree || part.Word == phrase.CaseThen && whole != nil && slices.ContainsFunc(whole.Leaves(), tellsDegree)
		excludes, never := c.narrowToCase(&inner, s, part)
		if excludes {
			excluded = append(excluded, part.Word)
		}
		if never != "" {
			c.report.Warn(source.Unreachable, part.Pos, "Case %s of %s is never used: %s.", part.Word, ctx.owner, never)
			continue
		}
		c.warnPattern(part.Say, inner)
	}
}

// narrowToCase adds the facts implied by part, a case of say s, to ctx, which holds those implied around s. excludes is whether part's word
// is certainly untrue in later cases. never says why the case can't occur, and how to fix that; it is "" if it can occur.
func (c *compiler) narrowToCase(ctx *sayContext, s *phrase.Say, part *phrase.Case) (excludes bool, never string) {
	degrees := ctx.degrees
	unnamed := collect.Filter(degrees, func(d *Degree) bool { return s.Case(d.Name) == nil }) // degrees without a case of their own
	fails := func(d *Degree) bool { return d.Factor <= 0 }
	_, isDegree := c.rs.Degrees.Get(part.Word)
	isResult := isDegree || part.Word == overruleMade || part.Word == overruleMissed // whether the case is for the result of a roll
	switch {
	case ctx.neverActs && (part.Word == string(EventTick) || part.Word == phrase.CaseLast):
		never = "the condition has no `every`. Remove it"
	case s.Case(phrase.CaseWhole) != nil && (isResult || part.Word == phrase.CaseElse):
		never = "`whole` is told first. Put the case into it"
	case isResult && !ctx.rolls:
		never = "nothing is rolled here. Remove it"
	case isResult:
		ctx.degrees = collect.Filter(collect.Choose(isDegree, degrees, unnamed), func(d *Degree) bool {
			return d.Name == part.Word || !isDegree && fails(d) == (part.Word == overruleMissed)
		})
		if len(ctx.degrees) == 0 && len(degrees) > 0 {
			never = "no such roll is left to it. Remove it"
		}
	case part.Word == phrase.CaseElse:
		ctx.degrees = collect.Filter(unnamed, func(d *Degree) bool {
			return s.Case(collect.Choose(fails(d), overruleMissed, overruleMade)) == nil
		})
		if len(ctx.degrees) == 0 && len(degrees) > 0 {
			never = "the other cases take every roll. Remove it"
		}
	case part.Asks != nil || c.isDeedCase(part.Word):
		return true, c.neverOccurs(part, ctx)
	case part.Word == runCase:
		ctx.degrees, ctx.rolls = c.rs.Degrees.All, true
	case slices.Contains([]string{phrase.CaseBeing, phrase.CaseResult, questionCase, phrase.CaseYou}, part.Word):
		ctx.needsActor = false
	}
	return false, never
}

// neverOccurs says why a case for the outcome of a step, or for the deed or tool, can't occur in ctx, and how to fix that; "" if it can.
func (c *compiler) neverOccurs(part *phrase.Case, ctx *sayContext) string {
	switch {
	case slices.Contains(ctx.excluded, part.Word):
		return "an earlier case takes it. Remove it"
	case part.Asks != nil && c.neverHappens(part.Asks):
		return "no step of that name goes so. Ask for how it can go"
	case part.Asks == nil && c.isDerivedTag(part.Word):
		return "nothing carries the tag itself. Use the tags of its formula"
	case slices.Contains(tallyCases, part.Word) && !ctx.isTally:
		return "nothing is added up here. Remove it"
	}
	return ""
}

// tallyCases lists the cases for the result of a tally, a step that adds up.
var tallyCases = []string{phrase.CaseNone, phrase.CaseSome, phrase.CaseLittle}

// isDeedCase reports whether a case depends on the deed or the tool.
func (c *compiler) isDeedCase(word string) bool {
	if _, isTag := c.rs.Tags.Get(word); isTag && !slices.Contains(slices.Concat(actionCases, conditionCases, poolCases), word) {
		return true
	}
	if condition, named := c.rs.Conditions.Get(word); named && condition.HasWords() {
		return true
	}
	return slices.Contains([]string{
		phrase.CasePhrase, phrase.CaseItem, phrase.CaseChase, phrase.CaseStill, phrase.CaseSelf, phrase.CaseMany,
		phrase.CaseNone, phrase.CaseSome, phrase.CaseLittle,
	}, word)
}

// isDerivedTag reports whether a tag applies only by a formula: no item, action or hazard carries it. Patterns do not evaluate such
// formulas.
func (c *compiler) isDerivedTag(word string) bool {
	rs := c.rs
	tag, ok := rs.Tags.Get(word)
	has := func(tags []source.Text) bool {
		return slices.ContainsFunc(tags, func(t source.Text) bool { return t.Text == word })
	}
	return ok && tag.When.Text != "" &&
		!slices.ContainsFunc(rs.Items.All, func(i *Item) bool { return i.HasTag(word) }) &&
		!slices.ContainsFunc(rs.Actions.All, func(a *Action) bool { return a.Name == word || has(a.Tags) }) &&
		!slices.ContainsFunc(rs.Hazards.All, func(h *Hazard) bool { return h.Name == word || has(h.Tags) || has(h.Kinds) })
}

// neverHappens reports whether no step can have the outcome that a case asks for, since nothing is rolled or added up.
func (c *compiler) neverHappens(asks *phrase.AskedOutcome) bool {
	if asks.IsSequence || asks.Outcome == phrase.CaseChosen {
		return false
	}
	kind := collect.Choose(slices.Contains(tallyCases, asks.Outcome), stepTally, stepCheck)
	for name, step := range c.rs.allSteps() {
		if name == asks.Name && step.kind == kind {
			return false
		}
	}
	return true
}

// warnUnevenVariants warns of the variants that don't mention the degree of a roll, if others do and the roll can have several degrees.
func (c *compiler) warnUnevenVariants(s *phrase.Say, ctx sayContext) {
	if len(ctx.degrees) < 2 {
		return
	}
	adverbs := 0 // number of degrees with words to fill in
	for _, d := range ctx.degrees {
		if d.Say != "" {
			adverbs++
		}
	}
	tells := collect.Filter(s.Variants, func(variant *phrase.Say) bool { return slices.ContainsFunc(variant.Leaves(), tellsDegree) })
	if adverbs == 0 || len(tells) == 0 {
		return
	}
	for _, variant := range s.Variants {
		for _, leaf := range variant.Leaves() {
			if !tellsDegree(leaf) {
				c.report.Warn(source.LostDegree, leaf.Pos, "“%s” loses the degree, which other ways tell. Add `[ {how}]`.", leaf.Text.Text)
			}
		}
	}
}

// tellsDegree reports whether a pattern tells the degree.
func tellsDegree(s *phrase.Say) bool { return slices.Contains(s.Pattern.ValueNames(), phrase.ValueHow) }

// warnSameWords warns of a case for a degree that has the same text as another case of the say.
func (c *compiler) warnSameWords(s *phrase.Say) {
	for i := range s.Cases {
		part := &s.Cases[i]
		degree := part.Word
		if part.Asks != nil {
			degree = part.Asks.Outcome
		}
		if _, ok := c.rs.Degrees.Get(degree); !ok {
			continue
		}
		for j := range s.Cases {
			for _, other := range s.Cases[j].Say.Leaves() {
				for _, leaf := range part.Say.Leaves() {
					if i != j && leaf.Text.Text == other.Text.Text && leaf.Text.Text != "" && !tellsDegree(leaf) {
						c.report.Warn(source.LostDegree, leaf.Pos, "“%s” loses the degree: case %s says the same. Write how well it went.", leaf.Text.Text, s.Cases[j].Word)
					}
				}
			}
		}
	}
}

// warnDroppedDegrees warns of a case for the outcome of one step that hides later cases for the degree of another step.
func (c *compiler) warnDroppedDegrees(s *phrase.Say) {
	outcomes := []string{overruleMade, overruleMissed, phrase.CaseChosen}
	for i := range s.Cases {
		part := &s.Cases[i]
		for j := i + 1; j < len(s.Cases) && part.Asks != nil && slices.Contains(outcomes, part.Asks.Outcome); j++ {
			if asks := s.Cases[j].Asks; c.asksDegree(asks) && asks.Name != part.Asks.Name && !c.asksWithin(part.Say, asks.Name) {
				c.report.Warn(source.LostDegree, part.Pos, "Case %s loses the degree of %s, for which a later case asks. Ask for it there, too.", part.Word, asks.Name)
				break
			}
		}
	}
}

// asksDegree reports whether a case asks for a degree.
func (c *compiler) asksDegree(asks *phrase.AskedOutcome) bool {
	if asks == nil {
		return false
	}
	_, ok := c.rs.Degrees.Get(asks.Outcome)
	return ok
}

// asksWithin reports whether a case of a say, or one nested in it, asks for the degree of the step named word.
func (c *compiler) asksWithin(s *phrase.Say, word string) bool {
	return slices.ContainsFunc(s.Cases, func(part phrase.Case) bool {
		return c.asksDegree(part.Asks) && part.Asks.Name == word || c.asksWithin(part.Say, word)
	}) || slices.ContainsFunc(s.Variants, func(variant *phrase.Say) bool { return c.asksWithin(variant, word) })
}

// patternPlaceholder matches a placeholder of a pattern, such as {who} or {own tool}.
var patternPlaceholder = regexp.MustCompile(`\{(?:who|other|own|self|tool)(?:'s)?(?: [^{}]*)?\}`)

// anyPlaceholder matches a placeholder of any kind.
var anyPlaceholder = regexp.MustCompile(`\{[^{}]*\}`)

// warnBracedTexts warns of placeholders in texts that are not patterns and are shown unchanged.
func (c *compiler) warnBracedTexts(n *source.Node) {
	for _, f := range n.Entries() {
		switch f.Key {
		case "say", "facts", "recap", "verbs", "question": // patterns, and rows, which warnBracedRows reads
		case "renamed":
			if f.Value.Kind == source.Scalar {
				c.report.Warn(source.NothingThere, f.Value.Pos, "Only an entry of a section can be renamed. Remove the entry here, and write a new one.")
			}
		case "what":
			if place := anyPlaceholder.FindString(f.Value.Text); f.Value.Kind == source.Scalar && place != "" {
				c.report.Warn(source.PlainText, f.Value.Pos, "The subject of a question is plain text, so %s is shown as it is. Write values into `question` of the step.", place)
			}
		default:
			if place := patternPlaceholder.FindString(f.Value.Text); f.Value.Kind == source.Scalar && place != "" {
				c.report.Warn(source.PlainText, f.Value.Pos, "%s is plain text, so %s is shown as it is. Write it out, or move the sentence into `say`.", f.Key, place)
			}
			c.warnBracedTexts(f.Value)
		}
	}
	for _, item := range n.Items {
		c.warnBracedTexts(item)
	}
}
