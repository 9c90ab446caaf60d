package verbs

import (
	"cmp"
	"errors"
	"iter"
	"math"
	"slices"
	"strings"

	"hybrid/gm/command"
	"hybrid/rules"
	"hybrid/rules/collect"
)

// Help after a fight: the actors who can treat others, and lines that declare an action while no encounter is running. Such an action has
// no turn; it takes effect after its time has passed. A downtime (downtime.go) wraps a game and adds the methods for verbs about time
// outside a fight; Endings (finish.go) adds those for ending an encounter.

// attendAlly decides an action, such as first aid, on the actor's own side outside an encounter. Its time passes for all who take part;
// then it takes effect. If its time is interrupted, it has no effect.
func (g downtime) attendAlly(l *command.Line, k rules.DecisionInput) (command.DecidedCommand, error) {
	a, declared, err := g.Declaration(l)
	if err != nil {
		return command.DecidedCommand{}, err
	}
	if able, why := a.CanAct(g.Rules); !able {
		return command.DecidedCommand{}, command.Refusal("%s can't act: %s.", a.Name, rules.MidSentence(why.Label))
	}
	preview, err := g.PreviewAction(a, &declared)
	if err != nil {
		return command.DecidedCommand{}, err
	}
	decided := command.DecidedCommand{Who: a.Key, Whom: declared.Whom, Title: a.Name + ": " + g.DoingText(&declared)}
	seconds, unit := checkDuration(l.Options)
	if seconds > 0 { // the line gives the duration
		decided.CheckNote = rules.SpanText(seconds)
	} else {
		seconds = preview.Counts * g.Rules.Pack.Seconds()
	}
	after, whole, err := g.spendTime(&decided, rules.Downtime{Who: g.busyKeys(a, &declared), Seconds: seconds, Unit: unit, HelpsOthers: true}, k)
	if err != nil || !whole {
		return decided, err
	}
	done, err := g.Rules.Perform(after, a.Key, declared, k)
	if refused := (*rules.Refusal)(nil); errors.As(err, &refused) && len(decided.Events) > 0 { // it was possible before the time passed
		decided.ShortText = "no longer possible: " + strings.TrimSuffix(cmp.Or(refused.Why, refused.Text), ".")
		return decided, nil
	}
	if err != nil {
		return decided, err
	}
	if seconds > 0 {
		decided.Title += ", " + rules.SpanText(seconds)
	}
	decided.Append(&done)
	return decided, nil
}

// spendTime lets the time pass that an action outside an encounter takes before its effect, records it in decided, and returns the state
// after it. If it takes no time, or the rules have no activity to pass it with, state and time stay the same. whole is false if the time
// was interrupted; the title then says so.
func (g downtime) spendTime(decided *command.DecidedCommand, span rules.Downtime, k rules.DecisionInput) (after *rules.State, whole bool, err error) {
	if span.Activity = g.defaultActivity(); span.Seconds <= 0 || span.Activity == nil {
		return g.State, true, nil
	}
	timed, isTimed := k.Dice.(command.TimedDice) // dice that distinguish rolls for passing time
	if isTimed {
		timed.SetPassing(true)
	}
	decision, passed, err := g.Rules.PassTime(g.State, span, k)
	if isTimed {
		timed.SetPassing(false)
	}
	if decided.Decision = decision; err != nil {
		return nil, false, err
	}
	decided.LeadOutcomes = len(decided.Outcomes)    // outcomes of the passed time come before the action's
	if math.Round((span.Seconds-passed)*1000) > 0 { // the span was cut short, by a millisecond or more
		decided.Title += ", cut short after " + rules.SpanText(passed)
		return nil, false, nil
	}
	after, err = g.Rules.Apply(g.State, decided.Events)
	return after, err == nil, err
}

// busyKeys returns the keys of the actors whose time an action takes: the actor, its target and its helpers.
func (g downtime) busyKeys(a *rules.Actor, d *rules.OngoingAction) []string {
	keys := append([]string{a.Key}, d.Help...)
	if d.Whom != "" && d.Whom != a.Key {
		keys = append(keys, d.Whom)
	}
	return keys
}

// Helper is an actor who could treat another actor's condition while no encounter is running.
type Helper struct {
	Who     *rules.Actor        // actor who can give the treatment
	Line    string              // prompt line of the treatment
	Check   *rules.CheckPreview // check to be rolled; nil if there is none
	Seconds float64             // duration of the treatment, in seconds
}

// Helpers lists the actors who could treat condition c of patient, best first; among equals, the patient's side comes first and the
// patient last. The state should be one after an encounter, as [Endings.CarryOut] returns it.
func (g Endings) Helpers(patient *rules.Actor, c *rules.Condition) []Helper {
	list := slices.Collect(g.eachHelper(patient, c))
	chance := func(p *rules.CheckPreview) float64 { // in percent; hopeless chances count as equal
		if p.Notice != "" {
			return 0
		}
		return p.Likelihood().InPercent()
	}
	slices.SortStableFunc(list, func(x, y Helper) int {
		if x.Check == nil || y.Check == nil {
			return command.FalseFirst(x.Check != nil, y.Check != nil)
		}
		return cmp.Or(cmp.Compare(chance(y.Check), chance(x.Check)),
			command.FalseFirst(x.Who.Side != patient.Side, y.Who.Side != patient.Side),
			command.FalseFirst(x.Who.Key == patient.Key, y.Who.Key == patient.Key))
	})
	return list
}

// HasHelpers reports whether Helpers lists anyone.
func (g Endings) HasHelpers(patient *rules.Actor, c *rules.Condition) bool {
	for range g.eachHelper(patient, c) {
		return true
	}
	return false
}

// eachHelper yields each actor who can treat condition c of patient, with each action that does.
func (g Endings) eachHelper(patient *rules.Actor, c *rules.Condition) iter.Seq[Helper] {
	return func(yield func(Helper) bool) {
		for _, action := range g.Rules.Actions.All {
			if !action.HelpsWith(c) {
				continue
			}
			for _, a := range g.State.Actors {
				if g.IsStale() { // the result is no longer needed
					return
				}
				if able, _ := a.CanAct(g.Rules); !able {
					continue
				}
				p, err := g.PreviewAction(a, &rules.OngoingAction{Action: action.Name, Whom: patient.Key})
				if err != nil {
					continue
				}
				h := Helper{Who: a, Check: p.Check, Line: a.Key + ": " + action.Name + " " + patient.Key, Seconds: p.Counts * g.Rules.Pack.Seconds()}
				if !yield(h) {
					return
				}
			}
		}
	}
}

// HarmfulConditions lists the conditions of an actor to deal with after an encounter: conditions that some action treats, and those that
// act at intervals and forbid rest. An actor beyond help has none.
func (g Endings) HarmfulConditions(a *rules.Actor) (list []*rules.Condition) {
	if pastHelpCondition(g.Rules, a) != nil {
		return nil
	}
	for i := range a.Conditions {
		c := a.Conditions[i].Condition
		isTreatable := slices.ContainsFunc(g.Rules.Actions.All, func(x *rules.Action) bool { return x.HelpsWith(c) })
		if (isTreatable || c.ForbidsRest() && c.HasTimedEffects()) && !slices.Contains(list, c) {
			list = append(list, c)
		}
	}
	return list
}

// defaultActivity returns the activity of lines that name none, the first plain one, or nil if the rules have none.
func (g downtime) defaultActivity() *rules.Activity {
	i := slices.IndexFunc(g.Rules.Activities.All, func(x *rules.Activity) bool { return x.Plain })
	if i < 0 {
		return nil
	}
	return g.Rules.Activities.All[i]
}

// pastHelpCondition returns an automatic condition that prevents both acting and resting, so that the actor is beyond help, or nil if there
// is none.
func pastHelpCondition(rs *rules.Ruleset, a *rules.Actor) *rules.Condition {
	return collect.First(a.FormulaConditions(rs), func(c *rules.Condition) bool { return c.ForbidsActing() && c.ForbidsRest() })
}
