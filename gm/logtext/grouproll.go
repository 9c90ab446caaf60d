package logtext

import (
	"math"
	"slices"
	"sort"
	"strings"

	"hybrid/gm/command"
	"hybrid/rules"
)

// One line of the log for the rolls of several actors, such as the initiative of a whole side.

// GroupRoll holds the rolls of several actors for one line of the log: the turns, the rolls and the new conditions.
type GroupRoll struct {
	Turns      []ActorTurn      // actors with their turns, the earliest first
	Rolls      []ActorRoll      // rolls of the actors that aren't in Turns
	Conditions []ConditionGroup // conditions that the rolls gave the actors
}

// ActorTurn is the count of an actor's turn.
type ActorTurn struct {
	Who string  // key of the actor
	At  float64 // count of the turn
}

// ActorRoll is the roll of one actor in a group.
type ActorRoll struct {
	Who     string         // key of the actor
	Outcome *rules.Outcome // step with the roll
}

// ConditionGroup is a set of conditions that the same actors acquired.
type ConditionGroup struct {
	Conditions []string // condition names
	Who        []string // keys of the actors
}

// GroupRolls combines the outcomes of an entry in which several actors made the same roll and none of them is the subject. ok is false for
// any other entry, such as the start of a side's turn, when each actor's own conditions act.
func GroupRolls(outcomes []rules.Outcome, events []rules.Event, subject string) (e GroupRoll, ok bool) {
	if subject != "" || slices.ContainsFunc(outcomes, isUngroupable) || isSideTurn(events) {
		return e, false
	}
	acting, conditions := map[string]bool{}, map[string][]string{} // by key of an actor
	var order []string                                             // those keys in the order of their first steps
	for i := range outcomes {
		o := &outcomes[i]
		if o.Who != "" && conditions[o.Who] == nil {
			conditions[o.Who] = []string{}
			order = append(order, o.Who)
		}
		if o.Kind == command.KindInitiative {
			e.Turns = append(e.Turns, ActorTurn{o.Who, command.NextTurnCount(o.Events)})
			acting[o.Who] = true
		}
		conditions[o.Who] = append(conditions[o.Who], lastingConditions(o)...)
	}
	for i := range outcomes {
		if o := &outcomes[i]; o.Degree != "" && !acting[o.Who] {
			e.Rolls = append(e.Rolls, ActorRoll{o.Who, o})
		}
	}
	if len(order) < 2 || len(e.Turns)+len(e.Rolls) < 2 {
		return GroupRoll{}, false
	}
	sort.SliceStable(e.Turns, func(i, j int) bool { return e.Turns[i].At < e.Turns[j].At })
	for _, who := range order {
		e.addConditions(who, conditions[who])
	}
	return e, true
}

// isUngroupable reports whether a step can't be part of a group of rolls: it affects a target without an actor, it is a side's initiative
// roll, or it changes a pool without a roll of its own.
func isUngroupable(o rules.Outcome) bool {
	lacksActor := o.Who == "" && o.Whom != ""
	isSideInitiative := o.Step == command.KindInitiative && o.Kind != command.KindInitiative
	return lacksActor || isSideInitiative || o.Kind == "do" && slices.ContainsFunc(o.Events, func(e rules.Event) bool { return e.Kind == rules.EventPool && math.Abs(e.By) >= 0.5 })
}

// isSideTurn reports whether events begin a side's turn.
func isSideTurn(events []rules.Event) bool {
	return slices.ContainsFunc(events, func(e rules.Event) bool { return e.Kind == rules.EventSideTurn })
}

// lastingConditions lists the conditions that a step gave its own actor.
func lastingConditions(o *rules.Outcome) (names []string) {
	for i := range o.Events {
		if e := &o.Events[i]; e.Kind == rules.EventPut && e.Who == o.Who {
			names = append(names, e.What)
		}
	}
	return names
}

// addConditions adds an actor to the group with exactly these conditions.
func (e *GroupRoll) addConditions(who string, names []string) {
	if len(names) == 0 {
		return
	}
	for i := range e.Conditions {
		if strings.Join(e.Conditions[i].Conditions, " ") == strings.Join(names, " ") {
			e.Conditions[i].Who = append(e.Conditions[i].Who, who)
			return
		}
	}
	e.Conditions = append(e.Conditions, ConditionGroup{names, []string{who}})
}
