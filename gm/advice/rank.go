package advice

import (
	"cmp"
	"slices"
	"strings"

	"hybrid/gm/command"
	"hybrid/rules"
	"hybrid/rules/collect"
)

// The order in which actions, targets and options are offered: by recent use, by side, by ability to act. A line is a command of the prompt
// that declares an action. An option is a situation that can be ticked for the action, such as an attack from behind. An action's aim is
// the side that it is meant for: rules.TowardOurs for allies, rules.TowardTheirs for opponents.

// Ranking sorts a combatant's possible actions, their targets and their options. It uses only the rules, the state and the combatant's
// recent lines.
type Ranking struct {
	*command.Game
	Habits Habits // recent lines of the combatant
}

// Habits are a combatant's recent lines, the newest first.
type Habits []command.Line

// ParseHabit parses an earlier line of a combatant. ok is false if the line declares nothing or is no longer valid.
func (r Ranking) ParseHabit(text string) (l command.Line, ok bool) {
	l, err := r.Parse(text)
	return l, err == nil && l.IsDeclaration()
}

// lastLine returns the newest line that declared the action or, for a check or a task, used the same words, or nil if there is none.
func (h Habits) lastLine(action *rules.Action, words ...string) *command.Line {
	return collect.FindPointer(h, func(l *command.Line) bool {
		return l.Action == action && (action != nil || slices.Equal(append([]string{l.Verb}, l.Words...), words))
	})
}

// countTimes returns the number of lines that declared an action.
func (h Habits) countTimes(action *rules.Action) (n int) {
	for i := range h {
		if h[i].Action == action {
			n++
		}
	}
	return n
}

// Choice is an action with a target, if it needs one, that a combatant can choose, or that is refused now. Refused choices are shown only
// in full lists.
type Choice struct {
	Action      *rules.Action        // action as the rules define it
	Whom        *rules.Actor         // target; nil if the action needs none, or no target is present
	Tool        string               // name of the item that must be taken in hand to make the action possible; "" for the one in hand
	SuggestedBy *rules.HeldCondition // condition of the combatant that suggests the action now; nil if none does
	Refused     string               // reason why it is refused; "" if it is possible
}

// Line returns the line that declares the choice, without its subject.
func (c *Choice) Line() string {
	if c.Whom == nil {
		return c.Action.Name
	}
	line := c.Action.Name + " " + c.Whom.Key
	if c.Tool != "" {
		line += " with " + c.Tool
	}
	return line
}

// ListActions lists the actions that a combatant can declare. Actions that one of its conditions makes possible come first, then the ones
// it declared most often recently, then the ones with a key, then the others in file order. Refused actions come last.
func (r Ranking) ListActions(a *rules.Actor) []Choice {
	var list []Choice
	for _, action := range r.Rules.Actions.All {
		if !action.IsDeclaredByName(r.Rules) {
			continue
		}
		c := Choice{Action: action}
		if !action.Whom {
			c.Refused = r.refusalOf(a, rules.OngoingAction{Action: action.Name})
		} else if targets := r.ListTargets(a, action); len(targets) > 0 {
			likeliest := targets[0]
			if foe := slices.IndexFunc(targets, func(t Choice) bool { return t.Whom.Side != a.Side }); foe > 0 && action.UsualTargetSide() == rules.TowardTheirs {
				likeliest = targets[foe] // even if it is refused, since a target on the actor's own side must be chosen explicitly
			}
			c.Whom, c.Tool, c.Refused = likeliest.Whom, likeliest.Tool, likeliest.Refused
		} else {
			c.Refused = "no one else is here"
		}
		// In rounds, every action needs a running encounter; otherwise only an action with a target needs turns.
		lacksTurns := !r.State.Running && r.Rules.Order.InRounds() || r.AtRest() && action.Whom && !action.AnyTime
		if c.Refused == "" && !action.IsPossibleAtRest() && lacksTurns {
			c.Refused = "it needs turns"
		}
		if able, why := a.CanAct(r.Rules); !able && !action.BelongsToSide() {
			c.Refused = "can't act: " + rules.MidSentence(why.Label)
		}
		if c.Refused == "" {
			c.SuggestedBy = action.SuggestingCondition(a)
		}
		list = append(list, c)
	}
	slices.SortStableFunc(list, func(x, y Choice) int {
		return cmp.Or(
			command.FalseFirst(x.Refused != "", y.Refused != ""),
			command.FalseFirst(x.SuggestedBy == nil, y.SuggestedBy == nil),
			cmp.Compare(r.Habits.countTimes(y.Action), r.Habits.countTimes(x.Action)),
			command.FalseFirst(x.Action.Key == "", y.Action.Key == ""),
		)
	})
	return list
}

// refusalOf returns the reason why a combatant can't take an action now, whether or not its turn has come, or "" if it can.
func (r Ranking) refusalOf(a *rules.Actor, d rules.OngoingAction) string {
	action, _ := r.Rules.Actions.Get(d.Action)
	if action.Ask != nil && action.Ask.Least != nil { // the number that the action asks for isn't known yet: try the lowest one
		d.Asked = *action.Ask.Least
	}
	return rules.RefusalReason(r.Rules.CheckPossible(r.State, a.Key, d))
}

// ListTargets lists the possible targets of an action. The partner in a condition that the action needs comes first. If the action is meant
// for allies, allies follow, those with the lowest share of a pool first. Otherwise opponents follow, first those that can act; among them
// the last target, then actors whose action against the combatant is in progress, then the nearest. Refused choices come last.
func (r Ranking) ListTargets(a *rules.Actor, action *rules.Action) []Choice {
	t := targetComparison{r.Game, a, action, action.PartnerKeys(a), ""}
	if l := r.Habits.lastLine(action); l != nil && len(l.Words) > 0 {
		if whom, _, err := r.ParseLeadingActor(l.Words); err == nil {
			t.last = whom.Key
		}
	}
	list := make([]Choice, 0, len(r.State.Actors))
	list = append(list, collect.Map(r.State.Actors, func(whom *rules.Actor) Choice { return r.choiceFor(a, action, whom) })...)
	slices.SortStableFunc(list, func(x, y Choice) int {
		return cmp.Or(command.FalseFirst(x.Refused != "", y.Refused != ""), t.compareTargets(x.Whom, y.Whom))
	})
	return list
}

// choiceFor returns the choice of an action on target: with the item in hand, or with another carried item if the action is possible only
// with that.
func (r Ranking) choiceFor(a *rules.Actor, action *rules.Action, target *rules.Actor) Choice {
	d := rules.OngoingAction{Action: action.Name, Whom: target.Key}
	c := Choice{Action: action, Whom: target, Refused: r.refusalOf(a, d)}
	if c.Refused == "" || len(action.With) == 0 || action.UsualTargetSide() == rules.TowardOurs || target.Side == a.Side {
		return c
	}
	for _, item := range action.Tools(a) {
		if d.Tool = item.Name; r.refusalOf(a, d) == "" {
			c.Tool, c.Refused = item.Name, ""
			break
		}
	}
	return c
}

// targetComparison compares the possible targets of a combatant's action.
type targetComparison struct {
	*command.Game
	actor    *rules.Actor  // combatant that acts
	action   *rules.Action // action for which targets are compared
	partners []string      // keys of the partners in a condition that the action needs
	last     string        // key of the target when the combatant last declared the action; "" for none
}

// compareTargets compares two targets for the order that ListTargets documents. It returns a negative number if x comes first.
func (t *targetComparison) compareTargets(x, y *rules.Actor) int {
	first := command.FalseFirst(!slices.Contains(t.partners, x.Key), !slices.Contains(t.partners, y.Key))
	if t.action.UsualTargetSide() == rules.TowardOurs {
		return cmp.Or(first, command.FalseFirst(!t.isOnOurSide(x), !t.isOnOurSide(y)), cmp.Compare(t.lowestShare(x), t.lowestShare(y)))
	}
	return cmp.Or(first,
		command.FalseFirst(x == t.actor, y == t.actor),
		command.FalseFirst(t.isOnOurSide(x), t.isOnOurSide(y)),
		command.FalseFirst(t.cannotAct(x), t.cannotAct(y)),
		command.FalseFirst(x.Key != t.last, y.Key != t.last),
		command.FalseFirst(!t.isThreat(x), !t.isThreat(y)),
		cmp.Compare(t.distanceTo(x), t.distanceTo(y)),
	)
}

// isOnOurSide reports whether x is on the combatant's side.
func (t *targetComparison) isOnOurSide(x *rules.Actor) bool { return x.Side == t.actor.Side }

// cannotAct reports whether x can't act.
func (t *targetComparison) cannotAct(x *rules.Actor) bool {
	able, _ := x.CanAct(t.Rules)
	return !able
}

// isThreat reports whether x has an action in progress against the combatant.
func (t *targetComparison) isThreat(x *rules.Actor) bool {
	for doing := x.Doing; doing != nil; doing = doing.Beside {
		if doing.Whom == t.actor.Key {
			return true
		}
	}
	return false
}

// distanceTo returns the distance to x in metres, or 0 if places are not tracked.
func (t *targetComparison) distanceTo(x *rules.Actor) float64 {
	if !t.actor.Placed || !x.Placed {
		return 0
	}
	return max(x.Place-t.actor.Place, t.actor.Place-x.Place)
}

// lowestShare returns the lowest ratio of current to maximum points among x's pools.
func (t *targetComparison) lowestShare(x *rules.Actor) float64 {
	minimum := 1.0
	for _, pool := range t.Rules.PoolsOf(x) {
		if maximum, limited := x.Sheet.Max(pool); limited && maximum > 0 {
			minimum = min(minimum, x.PoolValue(pool)/maximum)
		}
	}
	return minimum
}

// shortList is the maximum number of options that are shown before the user asks for the rest.
const shortList = 8

// SplitOptions sorts the options in p, the preview of an action. first has up to shortList options: those ticked the last time with this
// action, then those about the action, then those with a flag on the command line. The rest is in more. Situations of the scene, which
// apply anyway, are in neither list. relevant is the number of options in first that were ticked the last time or are about the action. For
// a check or a task, action is nil and words are its words, as typed.
func (r Ranking) SplitOptions(action *rules.Action, p *command.Preview, words ...string) (first, more []command.Option, relevant int) {
	var ticked []string
	if l := r.Habits.lastLine(action, words...); l != nil {
		for _, text := range l.Options {
			name, _, _ := strings.Cut(text, " ")
			ticked = append(ticked, name)
		}
	}
	rank := map[string]int{} // rank of each option, by name
	list := slices.DeleteFunc(slices.Clone(p.Options), func(o command.Option) bool { return slices.Contains(r.State.Situations, o.Name) })
	for i := range list {
		rank[list[i].Name] = r.optionRank(&list[i], p, ticked)
	}
	slices.SortStableFunc(list, func(x, y command.Option) int { return cmp.Compare(rank[x.Name], rank[y.Name]) })
	for _, o := range list {
		switch optionRank := rank[o.Name]; {
		case optionRank >= rankMore, len(first) == shortList:
			more = append(more, o)
		default:
			first = append(first, o)
			if optionRank < rankFlagged {
				relevant++
			}
		}
	}
	return first, more, relevant
}

// The ranks of options, lowest first.
const (
	rankTicked  = 0    // options ticked the last time with this action
	rankAbout   = 1    // options about the action, plus the index of the matching tag
	rankFlagged = 1000 // options with a flag on the command line
	rankMore    = 1001 // all others
)

// optionRank returns the rank of an option of p; lower ranks come first. ticked holds the names of the options ticked the last time with
// the action.
func (r Ranking) optionRank(o *command.Option, p *command.Preview, ticked []string) int {
	situation, ok := r.Rules.Situations.Get(o.Name)
	switch {
	case slices.Contains(ticked, o.Name):
		return rankTicked
	case !ok:
		return rankAbout // an option of a task, or a substitute skill: it is always about this action
	case situation.Scene, situation.Lifts && !p.IsRankLimited: // it is for the whole scene, or lifts a limit that doesn't apply
		return rankMore
	}
	item, _ := r.Rules.Items.Get(p.Tool)
	if match := situation.MatchIndex(r.Rules, p.Action, item); match >= 0 {
		return rankAbout + match
	}
	if situation.Flag != "" {
		return rankFlagged
	}
	return rankMore
}

// ListConditions lists the conditions that the game master can put on a combatant, in groups: non-secret conditions that some combatant
// has, harmful ones, others, paired ones, and conditions that last only during an action. Each group is in file order. Automatic conditions
// are omitted.
func (r Ranking) ListConditions() []*rules.Condition {
	held := map[*rules.Condition]bool{} // conditions that a combatant has
	for _, a := range r.State.Actors {
		for i := range a.Conditions {
			held[a.Conditions[i].Condition] = true
		}
	}
	rank := func(c *rules.Condition) int {
		switch {
		case c.IsFleeting():
			return 4
		case c.IsPaired():
			return 3
		case !c.Secret && held[c]:
			return 0
		case c.Bad:
			return 1
		}
		return 2
	}
	list := slices.DeleteFunc(slices.Clone(r.Rules.Conditions.All), func(c *rules.Condition) bool { return c.Holds.Text != "" })
	slices.SortStableFunc(list, func(x, y *rules.Condition) int { return cmp.Compare(rank(x), rank(y)) })
	return list
}
