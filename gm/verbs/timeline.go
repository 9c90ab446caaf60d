package verbs

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"hybrid/gm/campaign"
	"hybrid/gm/command"
	"hybrid/rules"
	"hybrid/rules/collect"
	"hybrid/rules/source"
)

// Prompt lines for fights timed in counts, the time unit of the timeline: begin, initiative, next, wait, give up, set, put, end, remove,
// rename, hold, turn, scene and declared actions. A tick is the next time that a condition has an effect. In a game with rounds, roundGame
// carries out some of these lines.

// beginEncounter begins an encounter. With `fresh` as the last word, its actors start as in their files, even if they were played before.
func (g timeline) beginEncounter(l *command.Line, k rules.DecisionInput) (command.DecidedCommand, error) {
	if g.State.Running && !g.AtRest() {
		return command.DecidedCommand{}, command.Refusal("%s is still running. End it first with `finish`.", cmp.Or(g.State.Label, "A fight"))
	}
	if g.State.Running { // a scene without turns ends when the next one begins
		after, endEvents, err := Endings(g).CarryOut()
		if err != nil {
			return command.DecidedCommand{}, err
		}
		decided, err := timeline(after).beginEncounter(l, k)
		decided.Events, decided.TitledEvents = append(endEvents, decided.Events...), len(endEvents)+decided.TitledEvents
		return decided, err
	}
	list := g.Campaign.Encounters()
	fresh := len(l.Words) > 1 && l.Words[len(l.Words)-1] == "fresh" // whether all actors start as in their files
	if fresh {
		l.Words = l.Words[:len(l.Words)-1]
	}
	if len(l.Words) == 0 && len(list) > 0 {
		return command.DecidedCommand{}, command.Refusal("Name the encounter: `begin %s`.", g.UpcomingEncounter())
	}
	i, err := command.Pick("encounter", strings.Join(l.Words, " "), len(list), func(i int) (string, string) { return list[i].Name, list[i].Label })
	if err != nil {
		return command.DecidedCommand{}, cmp.Or(suggestEncounter(list, l.Words), err)
	}
	e := list[i]
	fresh = fresh || e.Fresh
	decided := command.DecidedCommand{Title: "the scene begins: " + e.Label}
	attend, with, err := g.attendingCast(e, l)
	if err != nil {
		return command.DecidedCommand{}, err
	}
	decided.Title += with + g.missingPartyText(attend)
	decided.Events = append(decided.Events, rules.Event{Kind: rules.EventBegin, What: e.Name, Text: e.Label, Words: e.Situations})
	decided.Events = append(decided.Events, append(g.threadsEvent(e), g.clockEvents(e)...)...)
	decided.Events = append(decided.Events, e.JoinEvents(g.Rules, g.State, fresh)...)
	begun := *g.Game // copy of the game that the actors join
	if begun.State, err = g.Rules.Apply(g.State, decided.Events); err != nil {
		return command.DecidedCommand{}, err
	}
	joins, err := g.joinEventsOfCast(attend, fresh)
	if err != nil {
		return command.DecidedCommand{}, err
	}
	decided.Events = append(decided.Events, roundGame{&begun}.withSides(joins)...)
	if err := g.addMissingSideConditions(&decided); err != nil {
		return decided, err
	}
	decided.TitledEvents = len(decided.Events)
	err = g.scheduleJoinEffects(&decided, k)
	return decided, err
}

// joinEventsOfCast returns the events with which combatants join and take their places, except those who take part in no scene. Unless
// fresh is set, combatants who were there before join as they left the last encounter.
func (g timeline) joinEventsOfCast(attend []campaign.Combatant, fresh bool) (list []rules.Event, err error) {
	for _, c := range attend {
		if isLeftOut(g.Game, c.Key) {
			continue
		}
		join := rules.Event{Kind: rules.EventJoin, Who: c.Key, What: c.Side}
		if fresh || !hasJoinedBefore(g.Game, c) {
			if join, _, err = g.joinEvent(&c); err != nil {
				return nil, err
			}
		}
		list = append(list, c.CompleteJoinEvents(join)...)
	}
	return list, nil
}

// missingPartyText names the party members present who aren't in attend; "" if there are none.
func (g timeline) missingPartyText(attend []campaign.Combatant) string {
	missing := collect.Filter(g.State.Protagonists(), func(a *rules.Actor) bool {
		return a.Absent != rules.AbsentLeftOut && !slices.ContainsFunc(attend, func(c campaign.Combatant) bool { return c.Key == a.Key })
	})
	if len(missing) == 0 {
		return ""
	}
	return ", without " + command.JoinNames(collect.Map(missing, func(a *rules.Actor) string { return a.Short }))
}

// addMissingSideConditions gives sides the starting conditions that this encounter lists for them. Sides from an earlier encounter may lack
// these.
func (g timeline) addMissingSideConditions(decided *command.DecidedCommand) error {
	next, err := g.Rules.Apply(g.State, decided.Events)
	if err != nil {
		return err
	}
	more, err := g.Rules.DecideManually(next, rules.DecisionInput{}, func(h *rules.ManualChanges) {
		for _, side := range next.Sides {
			h.PutMissingConditions(side.Key)
		}
	})
	decided.Events = append(decided.Events, more.Events...)
	return err
}

// scheduleJoinEffects schedules the timed effects of the conditions with which newcomers join.
func (g timeline) scheduleJoinEffects(decided *command.DecidedCommand, k rules.DecisionInput) error {
	next, err := g.Rules.Apply(g.State, decided.Events)
	if err != nil {
		return err
	}
	more, err := g.Rules.DecideManually(next, k, func(h *rules.ManualChanges) {
		for _, e := range decided.Events {
			if e.Kind == rules.EventJoin && e.Sheet != "" {
				h.ScheduleTicks(e.Who)
			}
		}
	})
	decided.Events, decided.Dice = append(decided.Events, more.Events...), append(decided.Dice, more.Dice...)
	return err
}

// joinEvent returns the event with which an actor joins, with the current content of the character file, and the name that it gets.
func (g timeline) joinEvent(c *campaign.Combatant) (join rules.Event, name string, err error) {
	sheet, text, err := g.Campaign.Combatant(c)
	if err != nil {
		return join, "", command.Refusal("%s", strings.SplitN(err.Error(), "\n", 2)[0]) // the first mistake
	}
	return rules.Event{Kind: rules.EventJoin, Who: cmp.Or(c.Key, sheet.Key), What: c.Side, Text: c.Name, Sheet: text}, cmp.Or(c.Name, sheet.Person.Name), nil
}

// rollInitiative rolls for one actor, or for all who have no turn, have no action in progress and aren't waiting.
func (g timeline) rollInitiative(l *command.Line, k rules.DecisionInput) (command.DecidedCommand, error) {
	return g.withTurns(func(g timeline) (command.DecidedCommand, error) { return g.rollInitiativeInFight(l, k) })
}

// suggestEncounter returns the refusal that suggests the only encounter of list with a word of its label that begins with words; nil if
// there is none.
func suggestEncounter(list []*campaign.Encounter, words []string) error {
	text := " " + strings.ToLower(strings.Join(words, " "))
	found := collect.Filter(list, func(e *campaign.Encounter) bool { return strings.Contains(" "+strings.ToLower(e.Label), text) })
	if len(words) == 0 || len(found) != 1 {
		return nil
	}
	return command.Refusal("“%s” is part of a name, %s. Type `begin %s`.", text[1:], found[0].Label, found[0].Name)
}

// rollInitiativeInFight carries out rollInitiative in a running fight.
func (g timeline) rollInitiativeInFight(l *command.Line, k rules.DecisionInput) (command.DecidedCommand, error) {
	decided := command.DecidedCommand{Title: "initiative"}
	if g.Rules.Order.InRounds() {
		return roundGame(g).rollForFirst(l, k)
	}
	if err := l.RejectOptions(); err != nil {
		return decided, err
	}
	var who []string
	all := l.Who == "" && (len(l.Words) == 0 || len(l.Words) == 1 && command.IsAllWord(l.Words[0]))
	if all {
		if who = g.IdleKeys(); len(who) == 0 {
			return decided, command.Refusal("All combatants have initiative. To reroll one, type `initiative NAME`.")
		}
	} else {
		a, err := soleSubject(g.Game, l)
		if err == nil {
			err = g.checkFree(a)
		}
		if err != nil {
			return decided, err
		}
		decided.Title, decided.Who = a.Name+": initiative", a.Key
		who = []string{a.Key}
	}
	var err error
	decided.Decision, err = g.Rules.Enter(g.State, who, k)
	if e, ok := g.Rules.PassedOverEvent(g.State.Actors); ok && all && err == nil {
		decided.Events = append(decided.Events, e)
	}
	return decided, err
}

// next advances to the next turn, tick of a condition, or action that takes effect. If no one has a turn, it rolls initiative instead.
func (g timeline) next(l *command.Line, k rules.DecisionInput) (command.DecidedCommand, error) {
	if !g.State.Running {
		return g.withTurns(func(g timeline) (command.DecidedCommand, error) { return g.next(l, k) })
	}
	if g.Rules.Order.InRounds() {
		return roundGame(g).advanceTurn(k)
	}
	if g.lacksInitiative() {
		return g.rollInitiative(&command.Line{}, k)
	}
	decided := command.DecidedCommand{Title: "next"}
	event, ok := g.Rules.NextEvent(g.State)
	if !ok {
		return decided, g.refuseStandstill()
	}
	decided.Title, decided.Who = g.PendingEventText(event), event.Actor.Key
	if held := event.Held; event.Kind == rules.PendingTick && held.Expires() {
		decided.Title = event.Actor.Name + ": no longer " + held.Condition.SentenceLabelOf(held.Tool, g.NameOf(held.Other))
	}
	if at := g.Rules.FirstReminder(g.State); at > g.State.Count && at <= event.At { // a reminder is due first
		decided.Title, decided.Who, event.Doing = "time continues to "+g.countText(at), "", nil
	}
	if event.Doing != nil {
		decided.Whom = event.Doing.Whom
	}
	var err error
	decided.Decision, err = g.Rules.Next(g.State, k)
	return decided, err
}

// refuseStandstill returns the refusal that time can't advance, with the reason and a fix.
func (g timeline) refuseStandstill() error {
	for _, a := range g.State.Actors {
		if a.Open {
			return command.Refusal("%s must declare first, or `wait`.", a.Name)
		}
	}
	for _, a := range g.State.Actors {
		if a.Waiting {
			return command.Refusal("Everyone is waiting. Type `%s: …` to act, or `initiative %s`.", a.Key, a.Key)
		}
	}
	return command.Refusal("No one can act. Type `finish` to end the fight, or `add NAME`.")
}

// waitForTurn lets an actor wait, so that it can declare at any later count. In rounds it is refused.
func (g timeline) waitForTurn(l *command.Line) (command.DecidedCommand, error) {
	if len(l.Words) > 0 && l.Who == "" {
		l.Who, l.Words = strings.Join(l.Words, " "), nil
	}
	if len(l.Words) > 0 {
		return command.DecidedCommand{}, command.Refusal("“%s” takes only a name. Remove: %s", l.Verb, strings.Join(l.Words, " "))
	}
	if g.Rules.Order.InRounds() {
		return command.DecidedCommand{}, command.Refusal("Combatants can't wait in rounds. End a turn with `NAME: done`.")
	}
	a, err := g.Subject(l)
	if err != nil {
		return command.DecidedCommand{}, err
	}
	if !a.Open {
		return command.DecidedCommand{}, command.Refusal("%s can wait only when their turn comes. Type `next`.", a.Name)
	}
	return titledDecision(a.Name+" waits", a.Key, rules.Event{Kind: rules.EventWaiting, Who: a.Key}), nil
}

// giveUpAction ends an action that was declared and hasn't taken effect, or moves a card if the line is `give` without `up`.
func (g timeline) giveUpAction(l *command.Line, k rules.DecisionInput) (command.DecidedCommand, error) {
	if len(l.Words) == 0 || l.Words[0] != "up" {
		if g.Rules.HasDecks() {
			return g.moveCard(l, rules.PileDeck, "")
		}
		return command.DecidedCommand{}, command.Refusal("Usage: [NAME:] give up")
	}
	if len(l.Words) > 1 && l.Who == "" {
		l.Who = strings.Join(l.Words[1:], " ")
	}
	a, err := g.busyActor(l)
	if err != nil {
		return command.DecidedCommand{}, err
	}
	decided := command.DecidedCommand{Title: a.Name + " gives up: " + g.BothText(a.Doing, (*command.Game).DoingText), Who: a.Key, TitledEvents: 1}
	decided.Decision, err = g.Rules.DecideManually(g.State, k, func(h *rules.ManualChanges) { h.GiveUp(a.Key) })
	decided.ShortText = "gives up " + g.BothText(a.Doing, landingText)
	if slices.ContainsFunc(decided.Outcomes, func(o rules.Outcome) bool { return o.Kind == command.KindInitiative }) {
		decided.ShortText += ", rolls initiative"
	}
	return decided, err
}

// setPool sets a pool to a value, or changes it: `set NAME POOL 20`, `… -5 because a fall`; `… to -5` or `… = -5` for a value below zero;
// `set NAME POOL left_over 6` for its loss since its drain was last applied.
func (g timeline) setPool(l *command.Line, k rules.DecisionInput) (command.DecidedCommand, error) {
	a, rest, err := g.WithSideNames().ParseSubject(l)
	if err != nil {
		return command.DecidedCommand{}, err
	}
	line, err := g.readPoolLine(a, rest)
	if err != nil {
		return command.DecidedCommand{}, err
	}
	value, err := command.ParseAmount(strings.TrimPrefix(line.value, "="), strings.Join(append([]string{l.Verb}, l.Words[:len(l.Words)-1]...), " "))
	if err != nil {
		return command.DecidedCommand{}, err
	}
	now, name := line.currentValue(a)
	sign := line.value[0]
	if sign == '-' || sign == '+' {
		value += now
	}
	top, isLimited := a.Sheet.Max(line.pool)
	isRise := sign == '+' && !line.isRemainder && line.tool == nil
	isBelowTop := now < top || now == top && l.Who != "" // for several actors, also if one has reached the maximum already
	if isRise && isLimited && value > top && isBelowTop {
		value = top // a rise ends at the maximum
	}
	decided := command.DecidedCommand{Title: fmt.Sprintf("%s: %s %s → %s", a.Name, name, command.Number(now), command.Number(value)), Who: a.Key, TitledEvents: 1}
	if sign == '-' && value < 0 {
		decided.Title += ", by " + command.FormatSigned(value-now)
	}
	decided.Decision, err = g.Rules.DecideManually(g.State, k, func(h *rules.ManualChanges) {
		if line.isRemainder {
			h.SetUndrainedLoss(a.Key, line.pool, value)
		} else {
			h.SetPool(a.Key, line.tool, line.pool, value)
		}
	})
	return decided, err
}

// poolLine is a pool and its new value as a `set` line names them.
type poolLine struct {
	pool        *rules.Pool // pool to be set
	tool        *rules.Item // item whose pool it is; nil for a pool of the actor itself
	isRemainder bool        // whether the value is the pool's loss since its drain was last applied
	value       string      // value as typed, with ASCII signs: +5 or -5 for a change, otherwise a number, optionally after =
}

// currentValue returns the current value that the line is to change, for actor a, and its name for the title.
func (x *poolLine) currentValue(a *rules.Actor) (value float64, name string) {
	switch {
	case x.isRemainder:
		return a.UndrainedLoss(x.pool), x.pool.Name + " remainder"
	case x.tool != nil:
		value, _ = rules.StockOf(a, x.tool, x.pool)
		return value, rules.MidSentence(x.tool.Label) + " " + x.pool.Name
	}
	return a.PoolValue(x.pool), x.pool.Name
}

// readPoolLine reads the words after the name of actor a in a `set` line.
func (g timeline) readPoolLine(a *rules.Actor, words []string) (line poolLine, err error) {
	tool, rest, err := g.ItemOfPool(a, normalizeValue(words))
	if err != nil {
		return line, err
	}
	pools := g.Rules.PoolsOf(a)
	if tool != nil {
		pools = g.Rules.Pools.All
	}
	if len(pools) == 0 {
		return line, refuseNoPools(a)
	}
	isRemainder := len(rest) == 3 && rest[1] == leftOverWord
	if isRemainder {
		rest = []string{rest[0], rest[2]}
	}
	if len(rest) != 2 {
		return line, command.Refusal("Name a pool and a value: `set %s %s 20`, -5 or +5 to change it, to -5 for a negative value.", a.Key, pools[0].Name)
	}
	pool, err := g.pickPool(a, pools, rest[0], rest[1])
	return poolLine{pool, tool, isRemainder, strings.ReplaceAll(rest[1], "−", "-")}, err
}

// pickPool returns the pool in pools that has the given name. The refusal of a pool that a doesn't own says who does; value is the value to
// be set, which an example in the refusal repeats.
func (g timeline) pickPool(a *rules.Actor, pools []*rules.Pool, name, value string) (*rules.Pool, error) {
	i, err := command.Pick("pool", name, len(pools), func(i int) (string, string) { return strings.ToLower(pools[i].Name), pools[i].Label })
	if err == nil {
		return pools[i], nil
	}
	if pool, ok := g.Rules.Pools.Get(strings.ToUpper(name)); ok && pool.BelongsToSide() {
		err = command.Refusal("%s belongs to a side. Type `set %s %s %s`.", pool.Name, cmp.Or(a.Side, "SIDE"), pool.Name, value)
	} else if ok {
		err = command.Refusal("%s belongs to combatants, not to a side.", pool.Name)
	}
	return nil, err
}

// refuseNoPools refuses to set a pool of an actor that has none.
func refuseNoPools(a *rules.Actor) error {
	if a.IsSide() {
		return command.Refusal("Sides have no pools in this game. Name a combatant.")
	}
	return command.Refusal("Combatants have no pools in this game.")
}

// normalizeValue rewrites the forms of setting a pool to a value, `to -5`, `= -5` and `POOL=-5`, as `=-5`.
func normalizeValue(words []string) (list []string) {
	for _, word := range strings.Fields(strings.ReplaceAll(strings.Join(words, " "), "=", " = ")) {
		if n := len(list); n > 0 && list[n-1] == "=" {
			list[n-1] += word
		} else if word == "to" {
			list = append(list, "=")
		} else {
			list = append(list, word)
		}
	}
	return list
}

// changeCondition puts or ends a condition manually, secretly if the line has that option. A secret condition is hidden from its actor and
// the players.
func (g timeline) changeCondition(l *command.Line, k rules.DecisionInput) (command.DecidedCommand, error) {
	decided, err := g.editCondition(l, k)
	if len(l.Options) == 0 || err != nil {
		return decided, err
	}
	isOfKind := func(kind rules.EventKind) func(rules.Event) bool {
		return func(e rules.Event) bool { return e.Kind == kind }
	}
	if slices.ContainsFunc(decided.Events, isOfKind(rules.EventLimit)) && !slices.ContainsFunc(decided.Events, isOfKind(rules.EventPut)) {
		return decided, command.Refusal("That condition is there already, and no secret. Remove: %s", rules.HowSecret)
	}
	if at := slices.IndexFunc(decided.Events, isOfKind(rules.EventPut)); at >= 0 && decided.Events[at].How == rules.HowShownOnly {
		return command.DecidedCommand{}, refuseOutranked(g.State.Find(decided.Who), g.Rules, decided.Events[at].What)
	}
	makeSecret(&decided, g.Game)
	return decided, nil
}

// refuseOutranked refuses to put a condition on an actor that has a worse one of its group.
func refuseOutranked(a *rules.Actor, rs *rules.Ruleset, condition string) error {
	c, _ := rs.Conditions.Get(condition)
	worse := a.Conditions[slices.IndexFunc(a.Conditions, func(h rules.HeldCondition) bool { return h.Condition.Group == c.Group })].Condition
	return command.Refusal("%s is already %s, which is worse. End that first: `end %s %s`.", a.Name, rules.MidSentence(worse.Label), a.Key, worse.Name)
}

// conditionLine is a condition as a `put` or `end` line names it.
type conditionLine struct {
	condition *rules.Condition // condition that begins or ends
	tool      *rules.Item      // item after `with`, otherwise the one in the actor's hand; nil if there is neither
	namesTool bool             // whether the line names the item
	other     string           // key of the partner in a condition between two actors, after `by`; "" for none
	number    float64          // size of the condition; 0 for none
	counts    float64          // duration of the condition, in counts; 0 for no limit
}

// readConditionLine reads the words after the name of actor a in a `put` or `end` line, and checks that the condition can be put or ended
// manually, and that it has an item and a partner only if it is about them.
func (g timeline) readConditionLine(l *command.Line, a *rules.Actor, rest []string) (x conditionLine, err error) {
	if l.Verb == "put" {
		if rest, x.counts, err = g.cutLimit(rest, a); err != nil {
			return x, err
		}
	}
	if at := slices.Index(rest, "by"); at > 0 {
		b, err := g.Actor(strings.Join(rest[at+1:], " "))
		if err != nil {
			return x, err
		}
		x.other, rest = b.Key, rest[:at]
	}
	cutNumber := func() { // the size of the condition is the last word, or the last before `with`
		if n := len(rest); n > 1 && l.Verb == "put" {
			if value, err := command.ParseAmount(rest[n-1], "a condition"); err == nil {
				x.number, rest = value, rest[:n-1]
			}
		}
	}
	cutNumber()
	x.tool = a.Tool
	if at := slices.Index(rest, "with"); at >= 0 {
		if x.tool, err = g.Item(a, strings.Join(rest[at+1:], " ")); err != nil {
			return x, err
		}
		x.namesTool, rest = true, rest[:at]
		cutNumber()
	}
	c, err := command.PickEntry("condition", strings.Join(rest, " "), g.Rules.Conditions.All)
	if err != nil {
		return x, err
	}
	x.condition = c
	switch {
	case c.Holds.Text != "":
		return x, command.Refusal("%s applies automatically (%s). Change the values in its formula.", c.Label, c.Holds.Text)
	case l.Verb == "put" && a.IsSide() && !c.BelongsToSide() && !g.OldDecisions:
		return x, command.Refusal("%s isn't a condition of a side. Name a combatant of %s.", c.Label, a.Name)
	case c.BelongsToSide() && !a.IsSide() && !a.HoldsItself(c) && !g.OldDecisions: // earlier versions put it on the combatant, where nothing reads it
		return x, command.Refusal("%s is a condition of a side. Type `%s %s %s`.", c.Label, l.Verb, cmp.Or(a.Side, "SIDE"), c.Name)
	case !c.Tool && x.namesTool:
		return x, command.Refusal("%s isn't about an item. Remove: with %s", c.Label, x.tool.Name)
	case c.Tool && x.tool == nil:
		return x, command.Refusal("Name an item: `%s %s %s with ITEM`.", l.Verb, a.Key, c.Name)
	case x.other != "" && (!c.IsPaired() || x.other == a.Key):
		return x, command.Refusal("%s isn't between %s and %s. Remove `by`.", c.Label, a.Name, g.NameOf(x.other))
	}
	return x, nil
}

// editCondition puts or ends a condition manually.
func (g timeline) editCondition(l *command.Line, k rules.DecisionInput) (command.DecidedCommand, error) {
	a, rest, err := g.ParseSubject(l)
	if err != nil {
		return command.DecidedCommand{}, err
	}
	x, err := g.readConditionLine(l, a, rest)
	switch {
	case err != nil:
		return command.DecidedCommand{}, err
	case l.Verb == "put":
		return g.putCondition(a, x.condition, x.tool, x.number, x.other, x.counts, k)
	}
	return g.endCondition(a, x, k)
}

// endCondition ends the condition that x names, for the actor a.
func (g timeline) endCondition(a *rules.Actor, x conditionLine, k rules.DecisionInput) (decided command.DecidedCommand, err error) {
	c, tool, other := x.condition, x.tool, x.other
	conditions := a.AllConditions()
	for i := range conditions {
		if held := &conditions[i]; !x.namesTool && held.Condition == c && (other == "" || held.Other == other) {
			if tool = held.Tool; tool == a.Tool {
				break // if it concerns several items, the one in hand
			}
		}
	}
	isOnlyShown := slices.ContainsFunc(a.Outranked, func(h rules.HeldCondition) bool { return h.Condition == c }) // see rules.HowShownOnly
	if !isOnlyShown && !a.HasCondition(g.Rules, c) {
		return command.DecidedCommand{}, refuseLacking(a, rules.MidSentence(c.Label))
	}
	decided = command.DecidedCommand{Title: a.Name + ": no longer " + c.SentenceLabel(g.NameOf(other)), Who: a.Key}
	decided.Decision, err = g.Rules.DecideManually(g.State, k, func(h *rules.ManualChanges) { h.EndCondition(a.Key, c, tool, other) })
	if isOnlyShown {
		decided.Title += " " + command.ShownMark
	}
	if err == nil && c.IsPaired() && len(decided.Events) == 0 {
		return decided, refuseLacking(a, c.SentenceLabel(g.NameOf(other)))
	}
	for decided.TitledEvents < len(decided.Events) && decided.Events[decided.TitledEvents].Kind == rules.EventEnd {
		decided.TitledEvents++
	}
	return decided, err
}

// putCondition puts the condition c on a. tool is the item concerned, which is ignored unless c is about items; number is the condition's
// size, 0 for none; other is the key of the partner in a paired condition, "" for none; counts is its duration, 0 for no limit.
func (g timeline) putCondition(a *rules.Actor, c *rules.Condition, tool *rules.Item, number float64, other string, counts float64, k rules.DecisionInput) (decided command.DecidedCommand, err error) {
	if c.IsPaired() && other == "" {
		return decided, command.Refusal("%s is between two combatants. Name the other: `put %s %s by NAME`.", c.Label, a.Key, c.Name)
	}
	if !c.Tool {
		tool = nil
	}
	decided = command.DecidedCommand{Title: a.Name + ": " + c.SentenceLabelOf(tool, g.NameOf(other)), Who: a.Key}
	decided.Decision, err = g.Rules.DecideManually(g.State, k, func(h *rules.ManualChanges) {
		h.PutCondition(a.Key, c, tool, number, other)
		if counts > 0 {
			h.LimitCondition(a.Key, c, tool, other, g.State.Count+counts)
		}
	})
	put := slices.IndexFunc(decided.Events, func(e rules.Event) bool { return e.Kind == rules.EventPut })
	if counts > 0 {
		decided.Title += ", " + command.LimitText(g.Rules, g.AtRest(), g.State.Count, g.State.Count+counts)
	}
	if err == nil && put < 0 && len(decided.Events) == 0 {
		if a.HasCondition(g.Rules, c) { // old scripts put conditions that another condition now puts
			return unchangedDecision(a, c.SentenceLabelOf(tool, g.NameOf(other))), nil
		}
		return decided, refuseOutranked(a, g.Rules, c.Name)
	}
	if put < 0 { // only its duration changes
		decided.TitledEvents = len(decided.Events)
		return decided, err
	}
	if decided.Events[put].How == rules.HowShownOnly {
		decided.Title += " " + command.ShownMark
		decided.TitledEvents = len(decided.Events)
		return decided, err
	}
	endsAtOnce := func(e rules.Event) bool {
		return e.Kind == rules.EventEnd && e.Who == a.Key && e.ID == decided.Events[put].ID
	}
	if err == nil && slices.ContainsFunc(decided.Events[put:], endsAtOnce) {
		return decided, g.refuseEndingAtOnce(a, c, tool, number, other, k.Dice)
	}
	decided.TitledEvents = put + 1
	return decided, err
}

// unchangedDecision returns a decision that only says that a condition, given in words, already holds for a.
func unchangedDecision(a *rules.Actor, words string) command.DecidedCommand {
	name := a.Name
	if a.IsSide() {
		name = rules.MidSentence(name)
	}
	text := "Nothing changes. “" + words + "” already holds for " + name + "."
	return titledDecision(text, a.Key, rules.Event{Kind: rules.EventTell, Text: text})
}

// refuseEndingAtOnce returns the refusal of a condition that would end as soon as it is put, with the reason and, if there is one, a fix.
// The parameters are as in putCondition.
func (g timeline) refuseEndingAtOnce(a *rules.Actor, c *rules.Condition, tool *rules.Item, number float64, other string, dice rules.Dice) error {
	why, missing := c.ExplainEnd(g.Rules, a, number)
	if why == "" {
		return command.Refusal("%s lasts only during an action, so it would end at once.", c.Label)
	}
	if number <= 0 { // checks whether it would stay with a size
		if _, err := g.putCondition(a, c, tool, 1, other, 0, rules.DecisionInput{Dice: dice}); err == nil {
			return command.Refusal("%s needs a number. Add it: `put %s %s 1%s`.", c.Label, a.Key, c.Name, strings.TrimSuffix(" by "+other, " by "))
		}
	}
	if missing == nil {
		return command.Refusal("%s would end at once: %s %s.", c.Label, a.Name, why)
	}
	with := g.NameOf(other)
	first := "put " + a.Key + " " + missing.Name
	if missing.IsPaired() {
		with, first = cmp.Or(with, "another combatant"), first+" by "+cmp.Or(other, "NAME")
	}
	return command.Refusal("%s would end at once: %s isn't %s. Put that first: `%s`.", c.Label, a.Name, missing.SentenceLabel(with), first)
}

// removeActor removes an actor from the encounter.
func (g timeline) removeActor(l *command.Line, _ rules.DecisionInput) (command.DecidedCommand, error) {
	a, err := soleSubject(g.Game, l)
	if err != nil {
		return command.DecidedCommand{}, err
	}
	decided := command.DecidedCommand{Title: a.Name + " leaves", Who: a.Key}
	decided.Decision, err = g.Rules.DecideManually(g.State, rules.DecisionInput{}, func(h *rules.ManualChanges) {
		h.RemoveActor(a.Key)
		if !g.OldDecisions {
			g.endPlans(h, a)
		}
	})
	return decided, err
}

// endPlans ends the actions, waits and plans of other actors that concern an actor who leaves. In a game with counts, their turns come at
// once.
func (g timeline) endPlans(h *rules.ManualChanges, leaver *rules.Actor) {
	for _, a := range g.State.Actors {
		if a == leaver {
			continue
		}
		h.DropTarget(a.Key, leaver.Key)
		for i := range a.Conditions {
			if held := &a.Conditions[i]; held.Condition.Says && g.WaitsFor(a, held.Text, leaver) { // a prepared reaction, with its trigger as Text
				h.EndCondition(a.Key, held.Condition, held.Tool, "")
				h.GiveTurnNow(a.Key)
			}
		}
	}
}

// renameActor gives an actor another name, `rename warden Captain Osric`, for everyone who knows its current one. The key is unchanged.
func (g timeline) renameActor(l *command.Line) (command.DecidedCommand, error) {
	a, rest, err := g.ParseSubject(l)
	if err != nil {
		return command.DecidedCommand{}, err
	}
	name := strings.Join(rest, " ")
	if source.IsBlank(name) {
		return command.DecidedCommand{}, command.Refusal("Enter the new name: `rename %s NAME`.", a.Key)
	}
	if err := g.checkName(name, a.Side, "Choose another name."); err != nil {
		return command.DecidedCommand{}, err
	}
	if g.isNameTaken(name, a) {
		return command.DecidedCommand{}, command.Refusal("“%s” is taken. Choose another name.", name)
	}
	var short []string
	if slices.Contains(rest, a.Short) {
		short = []string{a.Short}
	}
	events := []rules.Event{{Kind: rules.EventName, Who: a.Key, Text: name, Words: short}}
	for _, other := range g.State.Actors {
		if learnt := other.BeliefAbout(a.Key, rules.KnowName.String()); learnt != nil && learnt.Text == a.Name {
			events = append(events, rules.Event{Kind: rules.EventKnow, Who: other.Key, What: learnt.What, Other: a.Key, Text: name, At: learnt.Since, How: learnt.How})
		}
	}
	return titledDecision(a.Name+" has a new name: "+name, a.Key, events...), nil
}

// holdItem puts an item in hand at once, without taking time: `hold kira dagger`, or `hold kira dagger other` for the other hand. Items
// worn ready are moved automatically. `hold kira nothing` empties both hands.
func (g timeline) holdItem(l *command.Line, _ rules.DecisionInput) (command.DecidedCommand, error) {
	a, rest, err := g.ParseSubject(l)
	if err != nil {
		return command.DecidedCommand{}, err
	}
	if len(rest) == 1 && rest[0] == "nothing" {
		return titledDecision(a.Name+" has nothing in hand", a.Key, rules.Event{Kind: rules.EventHold, Who: a.Key}), nil
	}
	aside := len(rest) > 1 && rest[len(rest)-1] == "other"
	if aside {
		rest = rest[:len(rest)-1]
	}
	item, err := g.Item(a, strings.Join(rest, " "))
	if err != nil {
		return command.DecidedCommand{}, err
	}
	e := rules.Event{Kind: rules.EventHold, Who: a.Key, What: item.Name}
	if aside || item.Worn.Text != "" || rules.FitsOffHand(a, item) {
		e.Value = 1
	}
	before, heldItems := a.HeldItemsText(), append([]*rules.Item{a.Tool}, a.OffHand...)
	decided := titledDecision("", a.Key, e)
	after, err := g.Rules.Apply(g.State, decided.Events)
	if err != nil {
		return command.DecidedCommand{}, err
	}
	if decided.Title = a.Name + " has " + after.Find(a.Key).HeldItemsText(); after.Find(a.Key).HeldItemsText() == before {
		return command.DecidedCommand{}, command.Refusal("%s already has %s.", a.Name, before)
	}
	var away []string
	for _, item := range heldItems {
		if item != nil && after.Find(a.Key).ItemPlace(item) == "" {
			away = append(away, rules.MidSentence(item.Label))
		}
	}
	if len(away) > 0 {
		decided.Title += "; puts away " + strings.Join(away, " and ")
	}
	return decided, nil
}

// moveTurn moves an actor's turn to a count manually.
func (g timeline) moveTurn(l *command.Line, k rules.DecisionInput) (command.DecidedCommand, error) {
	a, rest, err := g.ParseSubject(l)
	if err != nil {
		return command.DecidedCommand{}, err
	}
	if g.Rules.Order.InRounds() && len(rest) == 0 {
		return roundGame(g).takeTurn(a, k)
	}
	if len(rest) != 1 {
		return command.DecidedCommand{}, command.Refusal("Enter a %s: `turn %s %s`.", g.Rules.CountWord(), a.Key, command.Number(g.State.Count+5))
	}
	at, err := command.ParseAmount(rest[0], l.Verb+" "+a.Key)
	if err != nil {
		return command.DecidedCommand{}, err
	}
	return g.withTurns(func(g timeline) (command.DecidedCommand, error) {
		if at < g.State.Count {
			return command.DecidedCommand{}, g.refusePassed(at)
		}
		if err := g.checkFree(a); err != nil {
			return command.DecidedCommand{}, err
		}
		return titledDecision(fmt.Sprintf("%s's turn is at %s", a.Name, g.countText(at)), a.Key,
			rules.Event{Kind: rules.EventTurn, Who: a.Key, At: at, By: at - g.State.Count}), nil
	})
}

// setSituations sets the situations, which modify rolls, of the whole scene or of the named actor: `scene dark, rain secret`. Situations
// marked secret are hidden from players. Without words, it removes all.
func (g timeline) setSituations(l *command.Line) (command.DecidedCommand, error) {
	if len(g.State.Actors) == 0 {
		return command.DecidedCommand{}, g.RestRefusal("")
	}
	title, old := "the scene", g.State.Situations
	if l.Who != "" {
		a, err := g.Actor(l.Who)
		if err != nil {
			return command.DecidedCommand{}, err
		}
		title, old = "the scene for "+a.Name+" only", a.Situations
	}
	var names, labels, secretNames []string
	texts := l.Options
	if len(l.Words) > 0 {
		texts = append([]string{strings.Join(l.Words, " ")}, texts...)
	}
	allSecret := slices.Contains(texts, rules.HowSecret) // the word alone, between commas, applies to all of them
	for _, text := range texts {
		if text == rules.HowSecret && len(texts) > 1 {
			continue
		}
		situation, rest, err := command.FindTicked(g.Rules.Situations.All, text)
		if err != nil {
			return command.DecidedCommand{}, err
		}
		secret := allSecret || rest == rules.HowSecret
		if rest != "" && rest != rules.HowSecret || !situation.CanLast() {
			return command.DecidedCommand{}, command.Refusal("“%s” can't last longer than one roll. Name situations, separated by commas, such as `scene %s`.", text, g.exampleSituation())
		}
		if !slices.Contains(names, situation.Name) {
			names, labels = append(names, situation.Name), append(labels, rules.MidSentence(situation.Label))
			if secret {
				secretNames, labels[len(labels)-1] = append(secretNames, situation.Name), labels[len(labels)-1]+" (secret)"
			}
		}
	}
	if len(names) == 0 {
		labels = []string{"nothing special"}
		for _, name := range old {
			if situation, ok := g.Rules.Situations.Get(name); ok {
				labels = append(labels, "no longer "+rules.MidSentence(situation.Label))
			}
		}
	}
	return titledDecision(title+": "+strings.Join(labels, ", "), l.Who, rules.Event{Kind: rules.EventScene, Who: l.Who, Words: names, Text: strings.Join(secretNames, " ")}), nil
}

// exampleSituation returns a situation that lasts longer than one roll, as an example for a message.
func (g timeline) exampleSituation() string {
	for _, situation := range g.Rules.Situations.All {
		if situation.CanLast() {
			return situation.Name
		}
	}
	return "NAME"
}

// declareAction decides a line in which an actor declares an action. A secret check takes place at once instead.
func (g timeline) declareAction(l *command.Line, k rules.DecisionInput) (command.DecidedCommand, error) {
	a, err := g.Subject(l)
	if err != nil {
		return command.DecidedCommand{}, err
	}
	d, err := g.DeclaredAction(l, a)
	if err != nil {
		return command.DecidedCommand{}, err
	}
	if d.Secret {
		return downtime(g).attemptAtRest(l, k)
	}
	decided := command.DecidedCommand{Who: a.Key, Whom: d.Whom}
	decided.Decision, err = g.Rules.Declare(g.State, a.Key, d, k)
	decided.Title = a.Name + ": " + g.BothText(&d, (*command.Game).DoingText)
	// The action waits for a trigger in words; k.Brief omits hints for the game master.
	if action, ok := g.Rules.Actions.Get(d.Action); err == nil && !k.Brief && ok && action.Ask != nil && action.Ask.Words {
		trigger, _ := command.CutReaction(d.Words)
		for _, vague := range command.VagueTriggers(g.Game, a.Key, trigger) {
			text := "The rules have no action “" + vague.Word + "”. You are asked whenever " + vague.Whom.Short + " acts, moves or is in a note."
			decided.Events = append(decided.Events, rules.Event{Kind: rules.EventTell, How: rules.HowGMOnly, Text: text})
		}
	}
	for _, e := range decided.Events {
		if e.Kind == rules.EventDoing && e.Who == a.Key {
			decided.Title = a.Name + ": " + g.BothText(e.Doing, (*command.Game).LandingText)
		}
	}
	return decided, err
}

// leftOverWord is the word for the loss of a pool since its drain was last applied.
const leftOverWord = "left_over"

// refuseLacking refuses to end a condition, given as words, that an actor doesn't have. It lists the conditions that the actor has.
func refuseLacking(a *rules.Actor, words string) error {
	if len(a.AllConditions()) == 0 {
		return command.Refusal("%s has no conditions.", a.Name)
	}
	had := collect.Map(a.AllConditions(), func(one rules.HeldCondition) string { return one.Condition.Name })
	return command.Refusal("%s isn't %s. Choose: %s.", a.Name, words, strings.Join(had, ", "))
}

// checkFree returns a refusal if an actor can't act or is busy.
func (g timeline) checkFree(a *rules.Actor) error {
	if ok, why := a.CanAct(g.Rules); !ok {
		return command.Refusal("%s can't act: %s. Name another combatant, or type `next`.", a.Name, rules.MidSentence(why.Label))
	}
	if a.Doing != nil {
		return command.Refusal("%s already has an action in progress. To stop it, type `%s: give up`.", a.Name, a.Key)
	}
	return nil
}

// busyActor finds the actor who gives up an action: the one named, or the only one with an action in progress.
func (g timeline) busyActor(l *command.Line) (*rules.Actor, error) {
	var found *rules.Actor
	var keys, names []string
	for _, a := range g.State.Actors {
		if a.Doing != nil {
			found, keys, names = a, append(keys, a.Key), append(names, a.Short)
		}
	}
	if l.Who != "" {
		a, err := g.Actor(l.Who)
		switch {
		case err != nil || a.Doing != nil:
			return a, err
		case found == nil:
			return nil, command.Refusal("%s has no action to give up, and neither has anyone else.", a.Name)
		}
		have := "has"
		if len(names) > 1 {
			have = "have"
		}
		return nil, command.Refusal("%s has no action to give up. %s %s.", a.Name, strings.Join(names, ", "), have)
	}
	switch {
	case found == nil:
		return nil, command.Refusal("No one has an action to give up.")
	case len(keys) > 1:
		return nil, command.Refusal("Choose who gives up (%s): `%s: give up`.", strings.Join(keys, " or "), found.Key)
	}
	return found, nil
}

// landingText describes d: the action, its target, and the count at which it takes effect.
func landingText(g *command.Game, d *rules.OngoingAction) string {
	text := d.MeansText(g.Rules)
	if whom := g.State.Find(d.Whom); whom != nil {
		text += " → " + whom.Short
	}
	return text + " (" + command.Number(d.At) + ")"
}
