package rules

import (
	"regexp"
	"slices"

	"hybrid/rules/collect"
	"hybrid/rules/phrase"
	"hybrid/rules/source"
)

// Warnings of patterns: cases that never come, ways that lose the degree, sentences about nobody, braces in plain text.

// telling is what is settled of a fact by the cases that lead to a pattern.
type telling struct {
	of      string    // name of what the pattern belongs to, with its kind
	degrees []*Degree // possible results of a roll
	rolls   bool      // whether it is a roll
	tally   bool      // whether it adds up
	no      []string  // tags and outcomes that earlier cases took
	actor   bool      // whether a sentence has to say whom it is about
}

// tellings warns of patterns that look wrong.
func (v vetter) tellings() {
	rs := v.c.rs
	if rs.Language == nil {
		return
	}
	steps := func(steps source.Map[Step]) {
		for i := range steps {
			step := &steps[i].Value
			at := telling{of: "step " + steps[i].Name, actor: true, tally: step.kind == stepTally}
			if step.kind == stepCheck {
				at.degrees, at.rolls = step.check.degreesOf(rs), true
			}
			if step.kind != stepSequence && step.kind != stepReply || step.Say == nil || step.Say.Pattern != nil {
				v.telling(step.Say, at)
				continue
			}
			for _, within := range step.Say.Cases {
				v.telling(within.Say, telling{of: "step " + within.Word, degrees: rs.Degrees.All, rolls: true, actor: true})
			}
		}
	}
	for _, action := range rs.Actions.All {
		v.telling(action.Say, telling{of: "action " + action.Name, actor: true})
		steps(action.Steps)
	}
	for _, seq := range rs.Sequences.All {
		steps(seq.Steps)
	}
	for _, hazard := range rs.Hazards.All {
		v.telling(hazard.Say, telling{of: "hazard " + hazard.Name, actor: true})
		steps(hazard.Steps)
	}
	for _, task := range rs.Tasks.All {
		v.telling(task.Say, telling{of: "task " + task.Name, degrees: rs.Degrees.All, rolls: true, actor: true})
	}
	for _, condition := range rs.Conditions.All {
		v.telling(condition.Say, telling{of: "condition " + condition.Name, actor: condition.Of == ""})
	}
	for _, activity := range rs.Activities.All {
		v.telling(activity.Say, telling{of: "activity " + activity.Name, actor: true})
	}
	v.bracedTexts(v.c.root)
}

// degreesOf returns the degrees to which a roll of a check can come.
func (check *Check) degreesOf(rs *Ruleset) (degrees []*Degree) {
	if check == nil || check.ladder == nil {
		return rs.Degrees.All
	}
	return collect.Map(check.ladder.rungs, func(r rung) *Degree { return r.degree })
}

// telling warns of the patterns of a say, of which some things are settled.
func (v vetter) telling(s *phrase.Say, at telling) {
	if s == nil {
		return
	}
	if s.Pattern != nil {
		if at.actor && len(s.Pattern.Clauses) > 0 && s.Pattern.Clauses[0].Joint == "" && !s.Pattern.HasActor() {
			v.c.report.Warn(source.NoActor, s.Pos, "“%s” names no one. Write whom it is about, for example with `{who is}` or `{who's}`.", s.Text.Text)
		}
		return
	}
	v.unevenWays(s, at)
	for _, way := range s.Ways {
		v.telling(way, at)
	}
	v.sameWords(s)
	whole := s.Case(phrase.CaseWhole) != nil
	unnamed := collect.Filter(at.degrees, func(d *Degree) bool { return s.Case(d.Name) == nil }) // to cases without a degree
	fails := func(d *Degree) bool { return d.Factor <= 0 }
	no := slices.Clip(at.no)
	for i := range s.Cases {
		c := &s.Cases[i]
		inner, never := at, ""
		inner.no = no
		_, isDegree := v.c.rs.Degrees.Get(c.Word)
		rolled := isDegree || c.Word == overruleMade || c.Word == overruleMissed
		switch {
		case whole && (rolled || c.Word == phrase.CaseElse):
			never = "`whole` is told first. Put the case into it"
		case rolled && !at.rolls:
			never = "nothing is rolled here. Remove it"
		case rolled:
			inner.degrees = collect.Filter(collect.Choose(isDegree, at.degrees, unnamed), func(d *Degree) bool {
				return d.Name == c.Word || !isDegree && fails(d) == (c.Word == overruleMissed)
			})
			if len(inner.degrees) == 0 && len(at.degrees) > 0 {
				never = "no such roll is left to it. Remove it"
			}
		case c.Word == phrase.CaseElse:
			inner.degrees = collect.Filter(unnamed, func(d *Degree) bool {
				return s.Case(collect.Choose(fails(d), overruleMissed, overruleMade)) == nil
			})
			if len(inner.degrees) == 0 && len(at.degrees) > 0 {
				never = "the other cases take every roll. Remove it"
			}
		case c.Asks != nil || v.isTold(c.Word):
			switch {
			case slices.Contains(no, c.Word):
				never = "an earlier case takes it. Remove it"
			case c.Asks != nil && v.neverGoes(c.Asks):
				never = "no step of that name goes so. Ask for how it can go"
			case c.Asks == nil && v.isWorkedOut(c.Word):
				never = "nothing carries the tag itself. Use the tags of its formula"
			case (c.Word == phrase.CaseNone || c.Word == phrase.CaseSome) && !at.tally:
				never = "nothing is added up here. Remove it"
			}
			no = append(no, c.Word)
		case c.Word == sayOfRun:
			inner.degrees, inner.rolls = v.c.rs.Degrees.All, true
		case slices.Contains([]string{phrase.CaseBeing, phrase.CaseResult, sayOfQuestion, phrase.CaseYou}, c.Word):
			inner.actor = false
		}
		if never != "" {
			v.c.report.Warn(source.Unreachable, c.Pos, "Case %s of %s never comes: %s.", c.Word, at.of, never)
			continue
		}
		v.telling(c.Say, inner)
	}
}

// isTold reports whether a case is one that goes by what is done, or what it is done with.
func (v vetter) isTold(word string) bool {
	if _, isTag := v.c.rs.Tags.Get(word); isTag && !slices.Contains(slices.Concat(sayOfAction, sayOfCondition, sayOfPool), word) {
		return true
	}
	return slices.Contains([]string{phrase.CasePhrase, phrase.CaseItem, phrase.CaseChase, phrase.CaseNone, phrase.CaseSome}, word)
}

// isWorkedOut reports whether a tag holds by a formula alone: no item, action or hazard carries it, and patterns ask no formula.
func (v vetter) isWorkedOut(word string) bool {
	rs := v.c.rs
	tag, ok := rs.Tags.Get(word)
	has := func(tags []source.Text) bool {
		return slices.ContainsFunc(tags, func(t source.Text) bool { return t.Text == word })
	}
	return ok && tag.When.Text != "" &&
		!slices.ContainsFunc(rs.Items.All, func(i *Item) bool { return i.Is(word) }) &&
		!slices.ContainsFunc(rs.Actions.All, func(a *Action) bool { return a.Name == word || has(a.Tags) }) &&
		!slices.ContainsFunc(rs.Hazards.All, func(h *Hazard) bool { return h.Name == word || has(h.Tags) || has(h.Kinds) })
}

// neverGoes reports whether no step goes as a case asks: nothing is rolled, or nothing added up.
func (v vetter) neverGoes(asks *phrase.AskedOutcome) bool {
	if asks.Within || asks.Outcome == phrase.CaseChosen {
		return false
	}
	kind := collect.Choose(asks.Outcome == phrase.CaseNone || asks.Outcome == phrase.CaseSome, stepTally, stepCheck)
	for name, step := range v.c.rs.allSteps() {
		if name == asks.Of && step.kind == kind {
			return false
		}
	}
	return true
}

// unevenWays warns of ways of which only some tell the degree of a roll that may have come to several.
func (v vetter) unevenWays(s *phrase.Say, at telling) {
	if len(at.degrees) < 2 {
		return
	}
	adverbs := 0
	for _, d := range at.degrees {
		if d.Say != "" {
			adverbs++
		}
	}
	tells := collect.Filter(s.Ways, func(way *phrase.Say) bool { return slices.ContainsFunc(way.Leaves(), tellsDegree) })
	if adverbs == 0 || len(tells) == 0 {
		return
	}
	for _, way := range s.Ways {
		for _, leaf := range way.Leaves() {
			if !tellsDegree(leaf) {
				v.c.report.Warn(source.LostDegree, leaf.Pos, "“%s” loses the degree, which other ways tell. Add `[ {how}]`.", leaf.Text.Text)
			}
		}
	}
}

// tellsDegree reports whether a pattern says how well it went.
func tellsDegree(s *phrase.Say) bool { return slices.Contains(s.Pattern.Values(), phrase.ValueHow) }

// sameWords warns of the case of a degree that says what another case of the same place says.
func (v vetter) sameWords(s *phrase.Say) {
	for i := range s.Cases {
		c := &s.Cases[i]
		degree := c.Word
		if c.Asks != nil {
			degree = c.Asks.Outcome
		}
		if _, ok := v.c.rs.Degrees.Get(degree); !ok {
			continue
		}
		for j := range s.Cases {
			for _, other := range s.Cases[j].Say.Leaves() {
				for _, leaf := range c.Say.Leaves() {
					if i != j && leaf.Text.Text == other.Text.Text && leaf.Text.Text != "" && !tellsDegree(leaf) {
						v.c.report.Warn(source.LostDegree, leaf.Pos, "“%s” loses the degree: case %s says the same. Write how well it went.", leaf.Text.Text, s.Cases[j].Word)
					}
				}
			}
		}
	}
}

// placeOfPattern matches a place of a pattern, such as {who} or {own tool}.
var placeOfPattern = regexp.MustCompile(`\{(?:who|other|own|self|tool)(?:'s)?(?: [^{}]*)?\}`)

// bracedTexts warns of texts that hold places of a pattern and are none: they are shown as they stand.
func (v vetter) bracedTexts(n *source.Node) {
	for _, f := range n.Entries() {
		switch f.Key {
		case "say", "facts", "recap", "verbs": // patterns, and rows, which bracedRows reads
		default:
			if place := placeOfPattern.FindString(f.Value.Text); f.Value.Kind == source.Scalar && place != "" {
				v.c.report.Warn(source.PlainText, f.Value.Pos, "%s is plain text, so %s is shown as it is. Write it out, or move the sentence into `say`.", f.Key, place)
			}
			v.bracedTexts(f.Value)
		}
	}
	for _, item := range n.Items {
		v.bracedTexts(item)
	}
}
