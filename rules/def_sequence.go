package rules

import (
	"fmt"
	"math"
	"slices"

	"hybrid/rules/source"
)

// The section `sequences`: lists of steps that actions share, the subjects of a step, which are the actors that it concerns, and the limit
// on the number of steps that run. run_step.go compiles a step.

// Sequence is a list of steps that several actions share.
type Sequence struct {
	Head         `yaml:",inline"`
	Takes        []string         `yaml:"takes"`               // The numbers it needs, by name. The step that runs it gives them under `with`.
	Ask          *Ask             `yaml:"ask"`                 // A question to answer first. Formulas read the answer as `asked`.
	Secret       bool             `yaml:"secret"`              // `secret: true`: only the game master sees it. Default: false.
	While        source.Text      `yaml:"while" formula:"yes"` // As soon as this formula is false, its remaining steps don't run, except those with `always`.
	Steps        source.Map[Step] `yaml:"steps"`               // Checks and effects, run in order.
	while        *Formula         // compiled form of While; nil for always
	steps        []*Step          // compiled form of Steps
	outsideReads []stepRead       // steps whose results surrounding sequences read
	laterReads   []liveness       // for each step, the earlier results that it and the steps after it read; the last entry is for the end
	stretchEnds  []int            // for each step, index of the step before which odds merge equal branches again
	compiled     bool             // whether it is already compiled
	path         string           // section and name, such as sequences/blow
}

// stepKindNames are the names of the kinds of steps, by stepKind.
var stepKindNames = [...]string{"", KindCheck, "table", "tally", "value", "do", "offer", "reply", "sequence", "stop", "throw", "ask", KindPick}

// KindCheck is the kind of outcome of a step that is a check.
const KindCheck = "check"

// KindPick is the kind of outcome of a step in which a die picks a combatant, stored as Outcome.Whom.
const KindPick = "pick"

// startTrace returns the trace for the terms of a number, and the index of the first; nil and 0 if nothing is recorded.
func (r *Run) startTrace() (trace *termTrace, first int) {
	if !r.record {
		return nil, 0
	}
	return &r.trace, r.trace.beginList()
}

// extraConditions is the number of conditions that an actor can get in a run before its list of conditions is reallocated.
const extraConditions = 4

// Words for the subject of a step, if it isn't the acting actor, and for the actors in the text of a question.
const (
	whoActor     = "who"       // the acting actor, only in the text of a question
	whoOther     = "other"     // the target
	whoOnlookers = "onlookers" // every actor of another side who notices and can act
	whoAmong     = "among"     // the target and every other actor that the action reaches
)

// isSeenBySubject reports whether the step is evaluated from its subject's side instead of the acting side.
func (s *Step) isSeenBySubject() bool { return s.Who == whoOther || s.Who == whoOnlookers }

// subjectsOf lists the subjects of a step that can have several (see Step.hasSeveralSubjects), as the run's copies. Without a state, which
// holds all actors, the target is the only one.
func (r *Run) subjectsOf(f *Frame, step *Step) (list []*Actor) {
	if r.state == nil {
		return []*Actor{f.sides[1].actor}
	}
	self, target := f.sides[0].actor, f.sides[1].actor
	for _, present := range r.state.Actors {
		a := r.actorCopy(present.Key)
		isOnSubjectSide := (a.Side == self.Side) == (step.Who == whoOurs) // own side for ours, others for theirs
		if (step.Who == whoOurs || step.Who == whoTheirs) && isOnSubjectSide {
			list = append(list, a)
		}
		reach := math.Inf(1)
		if step.radius != nil {
			reach = step.radius.Num(f)
		}
		switch {
		case step.Who == whoAmong && (a == target || slices.Contains(r.otherTargets, a.Key)): // the target, or named with it
			list = append(list, a)
		case step.Who == whoAmong && step.radius != nil && a.Placed && target.Placed && math.Abs(a.Place-target.Place) <= reach:
			list = append(list, a)
		case step.Who == whoOnlookers && a != self && a.Side != self.Side && distanceApart(a, self) <= reach:
			if a.IsAware(r.rs) && a.forbiddenBy(r.rs, cannotAct) == nil {
				list = append(list, a)
			}
		}
	}
	return list
}

// maxSteps is the number of steps above which odds are sampled instead of computed exactly, and the limit of a single sampled run.
const maxSteps = 300_000

// errEndless is the error of a command that takes more than maxSteps steps.
var errEndless = refuseEndless("This makes more than %d steps or dice. Repeat its sequences less often, or for fewer actors.", maxSteps)

// hasSeveralSubjects reports whether a step runs once for each of several actors. Effects on a whole side are one step.
func (s *Step) hasSeveralSubjects() bool {
	switch s.Who {
	case whoOnlookers, whoAmong:
		return true
	case whoOurs, whoTheirs:
		return s.kind != stepDo
	}
	return false
}

// basisFormula returns the basis that a step or its action sets in place of the skill's, or nil.
func (s *Step) basisFormula(f *Frame, acting bool) *Formula {
	if expr := s.Basis.matchFormula(f); expr != nil {
		return expr
	}
	if action := f.sides[0].action; acting && action != nil && f.sides[0].stat == nil && len(s.skills) == 0 && !s.usesToolSkill {
		return action.Basis.matchFormula(f)
	}
	return nil
}

// copyInto copies the result of a check into the outcome of its step.
func (c *CheckResult) copyInto(out *Outcome) {
	out.Chance, out.Roll, out.Margin, out.Success, out.Terms, out.Text = c.Chance, c.Roll, c.Margin, c.Success, c.Terms, c.ChanceNotice
	out.Likely, out.Beyond, out.High, out.Number = c.Likely, c.Beyond, c.High, c.Number
	out.Throw, out.Versus, out.Total, out.Die, out.Counted, out.Needed = c.throw, c.versus, c.points, c.die, c.decidingFace, c.requirement
	if c.Degree != nil {
		out.Degree, out.Factor = c.Degree.Label, c.Degree.Factor
	}
	if c.Skill != nil {
		out.Skill = c.Skill.Label
	}
}

// tickedWithRow returns the acting side's ticked situation s with its answer, if that answer is a row, or nil.
func (f *Frame) tickedWithRow(s *Situation) *TickedSituation {
	for i := range f.sides[0].tickedSituations {
		if f.sides[0].tickedSituations[i].Situation == s && f.sides[0].tickedSituations[i].Row != nil {
			return &f.sides[0].tickedSituations[i]
		}
	}
	return nil
}

// distanceApart returns the distance between two actors in metres, or 0 if their positions are not tracked.
func distanceApart(a, b *Actor) float64 {
	if !a.Placed || !b.Placed {
		return 0
	}
	return math.Abs(a.Place - b.Place)
}

// refuseEndless returns the error of a command that would never end.
func refuseEndless(format string, args ...any) error {
	return &NoProgress{NewRefusal(fmt.Sprintf(format, args...))}
}

// isCertain reports whether the sequence always has the same result: its steps are all effects, and none of these has an amount.
func (seq *Sequence) isCertain() bool {
	hasAmount := func(e *Effect) bool { return e.By.Text+e.Number.Text+e.Delay.Text+e.Apart.Text != "" }
	return !slices.ContainsFunc(seq.steps, func(s *Step) bool { return s.kind != stepDo || slices.ContainsFunc(s.Do, hasAmount) })
}
