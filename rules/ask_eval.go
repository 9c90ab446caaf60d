package rules

import (
	"strings"

	"hybrid/rules/formula"
	"hybrid/rules/source"
)

// A formula typed by a user (`hybrid try formula`), evaluated for an actor, a skill and an opponent, each of which may be missing. Play
// never uses it. A scope is the set of names that formulas can use in one place of the YAML; here the names of all places are available,
// so a name can lack a value.

// EvalContext is the context of a stand-alone formula. Each part can be missing.
type EvalContext struct {
	Who, Other *Actor             // actor and opponent; nil for none
	Skill      *Skill             // skill rolled against; nil for none
	Set        map[string]float64 // values set manually, by name; nil for none
}

// Eval is a stand-alone formula in an [EvalContext]. It is not safe for concurrent use.
type Eval struct {
	Type    formula.Type        // type of its value
	formula *Formula            // compiled formula
	frame   *Frame              // frame that it is evaluated in
	set     map[string]*float64 // values set manually, by name
}

// EvalInput is a name that a formula reads and its value: a number, a bool or a string.
type EvalInput struct {
	Name  string `json:"name"`  // full path, such as other.PFT.now
	Value any    `json:"value"` // number, bool or string
}

// Eval compiles a stand-alone formula, which may use dice and the names available in any section. Errors in the formula are returned as
// source.Mistakes; a name without a value in the context is a different error.
func (rs *Ruleset) Eval(text source.Text, ctx EvalContext) (*Eval, error) {
	t := &Eval{set: map[string]*float64{}}
	for name, value := range ctx.Set {
		t.set[name] = &value
	}
	c := compilerOf(rs, &source.Report{})
	scope := *c.scopeAt(scopeEverywhere(c))
	resolve := scope.Name
	scope.Name = func(path string) (scopeValue, bool) {
		if x, ok := t.set[path]; ok {
			return numberValue(func(*Frame) float64 { return *x })
		}
		return resolve(path)
	}
	// The formula has the first type with which it compiles. If there is none, the mistakes of a number are reported.
	for _, t.Type = range []formula.Type{formula.Text, formula.Flag, formula.Number} {
		c.report = &source.Report{}
		if t.formula = formula.Compile(text, t.Type, &scope, c.report); t.formula != nil {
			break
		}
	}
	if err := c.report.Err(); err != nil {
		return nil, err
	}
	for _, read := range t.formula.Reads {
		if lacks := missingContext(c, read.Path, ctx); lacks != "" && t.set[read.Path] == nil {
			return nil, refuse("“%s” has no value of its own. %s.", read.Path, lacks)
		}
	}
	t.prepareFrame(rs, ctx)
	return t, nil
}

// missingContext describes what to add to the context to give the name a value; "" if nothing is missing.
func missingContext(c *compiler, path string, ctx EvalContext) string {
	parts := strings.Split(path, ".")
	const setManually = "set it"
	has := func(p nameScope) bool { _, ok := c.resolveName(p, path); return ok }
	switch { // nameScope{} has the names of an actor, nameScope{skill: true} also those of a roll with a skill
	case parts[0] == "ruling" || parts[0] == "tag" || path == otherwiseName:
		return ""
	case parts[0] == "other" && has(nameScope{}):
		return requestUnless(ctx.Other != nil, "Name the opponent, or "+setManually)
	case has(nameScope{}):
		return requestUnless(ctx.Who != nil, "Name a combatant, or "+setManually)
	case has(nameScope{readsSkill: true}) || path == "rank":
		return requestUnless(ctx.Who != nil && ctx.Skill != nil, "Name a combatant and a skill, or "+setManually)
	}
	return "Set it"
}

// requestUnless returns request, or "" if isGiven is true.
func requestUnless(isGiven bool, request string) string {
	if isGiven {
		return ""
	}
	return request
}

// prepareFrame prepares t's frame for the actors, the tool and the skill of ctx, in a state with those actors only. Dice count as their
// average.
func (t *Eval) prepareFrame(rs *Ruleset, ctx EvalContext) {
	s := &State{}
	for _, actor := range []*Actor{ctx.Who, ctx.Other} {
		if actor != nil {
			s.Actors = append(s.Actors, actor)
		}
	}
	t.frame = rs.newFrame(ctx.Who)
	if ctx.Other != nil {
		t.frame.sides[1] = &side{actor: ctx.Other, tool: ctx.Other.Tool}
	}
	t.frame.run, t.frame.average = rs.newRun(s, DecisionInput{Brief: true}), true
	if ctx.Who != nil && ctx.Skill != nil {
		t.frame.useSkill([]*Skill{ctx.Skill}, nil)
		t.frame.ranks.rank = t.frame.use.plain
	}
}

// Rolls reports whether the formula rolls dice.
func (t *Eval) Rolls() bool { return t.formula.Rolls() }

// SetValue changes the value of a name that was set manually in the context.
func (t *Eval) SetValue(name string, x float64) { *t.set[name] = x }

// Value returns the value of the formula: a number, in which every die counts as its average, a bool, or a string.
func (t *Eval) Value() any {
	switch t.Type {
	case formula.Flag:
		return t.formula.Flag(t.frame)
	case formula.Text:
		return t.formula.String(t.frame)
	}
	return TrimNoise(t.formula.Num(t.frame))
}

// Inputs returns the names in the formula, in order, with their values, except names that are read for several actors.
func (t *Eval) Inputs() (list []EvalInput) {
	for _, read := range t.formula.Reads {
		if read.Each {
			continue
		}
		r := EvalInput{Name: read.Path}
		switch read.Type {
		case formula.Flag:
			r.Value = read.Flag(t.frame)
		case formula.Text:
			r.Value = read.Text(t.frame)
		default:
			r.Value = TrimNoise(read.Num(t.frame))
		}
		list = append(list, r)
	}
	return list
}
