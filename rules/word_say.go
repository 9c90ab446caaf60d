package rules

import (
	"slices"
	"strings"

	"hybrid/rules/message"
	"hybrid/rules/phrase"
	"hybrid/rules/source"
)

// The entries and steps that have patterns for sentences (`say`), here called places, and the cases that each place allows, such as made or
// missed. Package phrase parses patterns, gm/story fills them in. A deed is the sentence for an action or an answer; the sentences for its
// steps follow it. A run, in a retelling, is a single sentence for an action that failed several times. A case such as block.made depends
// on the outcome of another step or answer.

// The cases that each kind of place allows, in addition to tags and the cases that every place allows.
var (
	actionCases    = []string{"deed", "declared", "asked", questionCase, "stops", "gives_up", "alone", runCase}
	runCase        = "run"
	questionCase   = "question"
	stepCases      = []string{overruleMade, overruleMissed, phrase.CaseResult}
	conditionCases = []string{"put", "again", "from", "end", "tick", phrase.CaseLast, phrase.CaseBeing}
	poolCases      = []string{"lost", "gained", "paid"}
)

// compileSayings compiles the patterns of all entries. Without a language, as in a pack that is read alone, patterns are not parsed.
func (c *compiler) compileSayings() {
	if c.rs.Language == nil {
		return
	}
	p := sayPlace{compiler: c}
	p.parser = &phrase.Parser{Language: c.rs.Language, Verbs: c.rs.Pack.Verbs, IsStep: func(name string) bool { return isStepAnywhere(c.rs, name) }, IsSecret: c.isSecretStep, Mistake: c.addMistake}
	for i := range c.rs.Pack.Verbs {
		p.compileVerb(&c.rs.Pack.Verbs[i].Value)
	}
	for _, item := range c.rs.Items.All {
		for i := range item.Verbs {
			if _, known := phrase.FindVerb(c.rs.Pack.Verbs, item.Verbs[i].Name); !known {
				c.addMistake(source.UnknownName, item.Verbs[i].Pos, "%s", message.Unknown("verb", item.Verbs[i].Name, phrase.VerbNames(c.rs.Pack.Verbs)))
			}
			p.compileVerb(&item.Verbs[i].Value)
		}
	}
	for _, action := range c.rs.Actions.All {
		p.compile(action.Say, actionCases)
		p.compileSteps(action.Steps)
	}
	for _, seq := range c.rs.Sequences.All {
		p.compileSteps(seq.Steps)
	}
	for _, hazard := range c.rs.Hazards.All {
		p.compile(hazard.Say, nil)
		p.compileSteps(hazard.Steps)
	}
	for _, task := range c.rs.Tasks.All {
		p.compile(task.Say, append(slices.Clip(actionCases), stepCases...))
	}
	for _, condition := range c.rs.Conditions.All {
		p.compile(condition.Say, conditionCases)
	}
	idle := p
	idle.hasNoDeed = true
	for _, activity := range c.rs.Activities.All {
		idle.compile(activity.Say, nil)
	}
	for _, pool := range c.rs.Pools.All {
		idle.compile(pool.Say, poolCases)
	}
	for _, list := range []source.Map[phrase.Say]{c.rs.Language.Facts, c.rs.Language.Recap} {
		for i := range list {
			p.compile(&list[i].Value, nil)
		}
	}
}

// sayPlace compiles the patterns of a place.
type sayPlace struct {
	*compiler
	parser    *phrase.Parser // parses the patterns
	hasNoDeed bool           // whether the sentence is used while no action is in progress, so that there is no deed
}

// compileSteps compiles the patterns of the steps of an action, a sequence or a hazard. A step that runs other steps can have patterns for
// these steps, by name.
func (p sayPlace) compileSteps(steps source.Map[Step]) {
	for i := range steps {
		step := &steps[i].Value
		if step.kind != stepSequence && step.kind != stepReply || step.Say == nil || step.Say.Pattern != nil {
			p.compile(step.Say, stepCases)
			continue
		}
		for _, inner := range step.Say.Cases {
			if !isStepAnywhere(p.compiler.rs, inner.Word) {
				p.addMistake(source.UnknownName, inner.Pos, "No step “%s” here. `say` of a sequence names its steps.", inner.Word)
			}
			p.compile(inner.Say, stepCases)
		}
	}
}

// compile compiles the patterns of a place. cases lists the cases that it allows; nil allows any.
func (p sayPlace) compile(s *phrase.Say, cases []string) {
	if s == nil {
		return
	}
	if s.Pattern != nil {
		p.parser.ParsePattern(s)
		return
	}
	for _, variant := range s.Variants {
		p.compile(variant, cases)
	}
	for i := range s.Cases {
		entry := &s.Cases[i]
		if !slices.Contains(cases, entry.Word) {
			entry.Word = p.currentWord(entry.Word)
		}
		if step, outcome, asks := phrase.SplitOutcome(entry.Word); asks {
			entry.Asks = p.compileAsked(entry, step, outcome)
			p.compile(entry.Say, cases)
			continue
		}
		if word, _, _ := strings.Cut(entry.Word, " "); cases != nil && !slices.Contains(cases, word) && !p.isCase(entry.Word) {
			choices := append(slices.Clip(cases), phrase.CaseWhole, phrase.CaseThen, phrase.CaseYou, phrase.CaseElse, phrase.CaseQuiet)
			p.addMistake(source.UnknownKey, entry.Pos, "%s", message.UnknownOr("case", entry.Word,
				slices.Concat(choices, p.rs.Degrees.Names(), p.words), "Choose a tag, a degree, or one of: "+strings.Join(choices, ", ")))
		}
		if p.hasNoDeed && (entry.Word == phrase.CaseWhole || entry.Word == phrase.CaseThen) {
			p.addMistake(source.UnknownKey, entry.Pos, "%s never tells a deed here. Write the pattern without it.", entry.Word)
		}
		if entry.Word == runCase && cases != nil {
			p.compile(entry.Say, []string{phrase.CaseMissed}) // in a run, the only possible case is for an actor who missed
			continue
		}
		p.compile(entry.Say, cases)
	}
}

// currentWord returns the word of a case with the current name of an entry, such as a degree, that a layer has renamed.
func (p sayPlace) currentWord(word string) string {
	of, outcome, asks := phrase.SplitOutcome(word)
	if asks {
		return of + "." + p.currentWord(outcome)
	}
	if degree, ok := p.rs.Degrees.Get(word); ok {
		return degree.Name
	}
	if condition, ok := p.rs.Conditions.Get(word); ok {
		return condition.Name
	}
	return p.compiler.currentWord(word)
}

// compileAsked compiles a case for an outcome of another step, or of an answer, such as block.made. step is the word before the dot.
func (p sayPlace) compileAsked(entry *phrase.Case, step, outcome string) *phrase.AskedOutcome {
	action, isAction := p.rs.Actions.Get(step)
	sequence, isSequence := p.rs.Sequences.Get(step)
	_, isDegree := p.rs.Degrees.Get(outcome)
	switch {
	case isAction:
		step = action.Name
	case isSequence:
		step = sequence.Name
	}
	outcomes := []string{overruleMade, overruleMissed, phrase.CaseNone, phrase.CaseSome, phrase.CaseLittle, phrase.CaseChosen}
	isStep := isStepAnywhere(p.compiler.rs, step) && !(isAction && onlyOffers(p.rs, step)) // an offer has no outcome of its own
	ofAnyStep := (isAction || isSequence) && !isStep                                       // any step of the action or sequence counts
	switch {
	case !ofAnyStep && !isStep:
		p.addMistake(source.UnknownName, entry.Pos, "%s", message.Unknown("step, answer or sequence", step, slices.Concat(p.rs.Actions.Names(), p.rs.Sequences.Names())))
	case !isDegree && !slices.Contains(outcomes, outcome) && !slices.Contains(p.namesInAllLayers(nil, "degrees"), outcome):
		p.addMistake(source.UnknownName, entry.Pos, "%s", message.Unknown("outcome", outcome, append(outcomes, p.rs.Degrees.Names()...)))
	case outcome == phrase.CaseChosen && !isAction:
		p.addMistake(source.BadValue, entry.Pos, "%s isn't an action, and can't be chosen as an answer. Ask for made or missed.", step)
	case !ofAnyStep && p.isSecretStep(step):
		p.addMistake(source.BadValue, entry.Pos, "“%s” asks for a secret step, which everyone would read. Remove it.", entry.Word)
	}
	return &phrase.AskedOutcome{Name: step, IsSequence: ofAnyStep, Outcome: outcome}
}

// onlyOffers reports whether all steps with this name are offers.
func onlyOffers(rs *Ruleset, name string) bool {
	for step, s := range rs.allSteps() {
		if step == name && s.Offer.Text == "" {
			return false
		}
	}
	return true
}

// casesOfAllPlaces are the cases that every place allows.
var casesOfAllPlaces = []string{phrase.CaseWhole, phrase.CaseThen, phrase.CaseYou, phrase.CaseElse, phrase.CasePhrase, phrase.CaseItem,
	phrase.CaseChase, phrase.CaseStill, phrase.CaseSelf, phrase.CaseMany, phrase.CaseNone, phrase.CaseSome, phrase.CaseLittle}

// isCase reports whether every place allows a case with this name. Tags and degrees that an upper layer removed count as well, since
// patterns of lower layers may still use them.
func (p sayPlace) isCase(word string) bool {
	_, degree := p.rs.Degrees.Get(word)
	condition, named := p.rs.Conditions.Get(word)
	return degree || named && len(condition.HealthWords) > 0 || slices.Contains(casesOfAllPlaces, word) ||
		slices.Contains(p.namesInAllLayers(p.words, "tags"), word) || slices.Contains(p.namesInAllLayers(nil, "degrees"), word)
}

// compileVerb compiles a verb of the pack.
func (p sayPlace) compileVerb(verb *phrase.TaggedVerb) {
	for i := range verb.Cases {
		entry := &verb.Cases[i]
		entry.Tag = p.currentWord(entry.Tag)
		if entry.Tag != phrase.CaseElse && !p.isCase(entry.Tag) {
			p.addMistake(source.UnknownName, entry.Pos, "%s", message.Unknown("tag", entry.Tag, p.words))
		}
		p.parser.ParseCase(entry)
	}
}

// Verb returns the verb with this name for an action with item, which may be nil: the item's replacement if it has one, else the pack's
// verb. tagged reports whether the action has a tag; it chooses the form of the verb. The result is nil for an unknown name.
func (p *Pack) Verb(name string, item *Item, tagged func(string) bool) *phrase.TagCase {
	if item != nil {
		if verb, ok := phrase.FindVerb(item.Verbs, name); ok {
			return verb.CaseFor(tagged)
		}
	}
	if verb, ok := phrase.FindVerb(p.Verbs, name); ok {
		return verb.CaseFor(tagged)
	}
	return nil
}

// isSecretStep reports whether only the game master sees the steps with this name.
func (c *compiler) isSecretStep(name string) bool {
	found := false
	for _, seq := range c.rs.Sequences.All {
		if step := stepNamed(seq.Steps, name); step != nil {
			found = true
			if !seq.Secret {
				return false
			}
		}
	}
	return found
}
