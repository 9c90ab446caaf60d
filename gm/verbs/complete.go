package verbs

import (
	"math"
	"slices"

	"hybrid/gm/command"
	"hybrid/rules"
	"hybrid/rules/collect"
)

// Completions of the arguments of verbs: encounters, exits, conditions, pictures.

// completeCarriedItems lists the items that an actor carries. who is the actor's key or name.
func completeCarriedItems(g command.Completions, who string) (list []command.Completion) {
	a, err := g.Actor(who)
	if err != nil {
		return nil
	}
	return collect.Map(a.Sheet.Items, func(item *rules.Item) command.Completion {
		return command.Completion{Text: item.Name, Label: item.Label, Hint: a.Name}
	})
}

// completePeopleAndSides lists the actors, and the sides that have data of their own.
func completePeopleAndSides(g command.Completions) []command.Completion {
	return append(g.People(), g.OwnSides()...)
}

// completeOrder lists the figures of the line's side that still need a place in its order.
func completeOrder(g command.Completions, fields []string) []command.Completion {
	if g.NamedSubject == nil { // the line has no colon, and so no side
		return nil
	}
	figures := collect.Filter(g.Rules.StageFigures(g.State, g.NamedSubject.Key), func(a *rules.Actor) bool { return !slices.Contains(fields, a.Key) })
	return collect.Map(figures, func(a *rules.Actor) command.Completion { return command.Completion{Text: a.Key, Label: a.Name} })
}

// completeRaisable lists the skills and statistics that experience buys.
func completeRaisable(g command.Completions) []command.Completion {
	list := g.Skills()
	for _, what := range g.Rules.RaisableStats() {
		list = append(list, command.Completion{Text: what.Name(), Label: what.Label(), Hint: ""})
	}
	return list
}

// completeDestinations lists the actors and exits that an actor can move to.
func completeDestinations(g command.Completions) []command.Completion {
	list := g.People()
	if e, ok := g.Campaign.Encounter(g.State.Encounter); ok {
		for _, exit := range e.Exits {
			list = append(list, command.Completion{Text: exit.Name, Label: exit.Label, Hint: "an exit"})
		}
	}
	return list
}

// completeKnowable lists the facts that can be known about an actor or, after `to` (for the verb `reveal`) or `from` (for any other verb),
// the actors who can know them. fields holds the words so far, from the verb on.
func completeKnowable(g command.Completions, fields []string) []command.Completion {
	word := collect.Choose(fields[0] == "reveal", "to", "from")
	if slices.Contains(fields, word) {
		return append(g.People(), command.CompletionsOf(g.Sides())...)
	}
	return append(command.CompletionsOf(command.KnowableWords(g.Rules)), command.Completion{Text: word, Hint: "whom"})
}

// completeStatistics returns all statistics.
func completeStatistics(g command.Completions) (list []command.Completion) {
	return collect.Map(g.Rules.Stats.All, func(stat *rules.Stat) command.Completion {
		return command.Completion{Text: stat.Name, Label: stat.Label, Hint: "on its own"}
	})
}

// completeEncounters returns the encounters of the campaign.
func completeEncounters(g command.Completions) (list []command.Completion) {
	for _, e := range g.Campaign.Encounters() {
		list = append(list, command.Completion{Text: e.Name, Label: e.Label, Hint: ""})
	}
	return list
}

// completeConditions returns the conditions that a verb can name: for `end`, those of an actor, whose key or name is in who; for any other
// verb, all but the automatic ones, which a formula puts and ends.
func completeConditions(g command.Completions, verb, who string) (list []command.Completion) {
	if a, err := g.Actor(who); verb == "end" && err == nil {
		for _, held := range a.AllConditions() {
			list = append(list, command.Completion{Text: held.PromptName(), Label: held.Label(g.NameOf(held.Other)), Hint: ""})
		}
		return list
	}
	for _, c := range g.Rules.Conditions.All {
		if c.Holds.Text == "" {
			list = append(list, command.Completion{Text: c.Name, Label: c.Label, Hint: c.Text})
		}
	}
	return list
}

// completeConditionLine lists what can follow the words of a `put` or `end` line that names its actor: a condition, then its partner or its
// item, and for `put` its duration. fields holds the words so far, from the verb on.
func completeConditionLine(g command.Completions, fields []string) []command.Completion {
	list := completeConditions(g, fields[0], fields[1])
	last := fields[len(fields)-1]
	i := slices.IndexFunc(g.Rules.Conditions.All, func(c *rules.Condition) bool { return slices.Contains(fields[2:], c.Name) })
	if i < 0 {
		return completeUnlessNamed(fields[2:], list)
	}
	condition := g.Rules.Conditions.All[i]
	switch {
	case last == "by":
		return g.People()
	case last == "with":
		return completeCarriedItems(g, fields[1])
	case last == "until":
		return completeEnd(g)
	case last == "for":
		return completeDurations(g)
	case slices.Contains(fields, "until") || slices.Contains(fields, "for"):
		return nil
	}
	var words []command.Completion
	if condition.IsPaired() && !slices.Contains(fields, "by") {
		words = append(words, command.Completion{Text: "by", Hint: "the other"})
	}
	if condition.Tool && !slices.Contains(fields, "with") {
		words = append(words, command.Completion{Text: "with", Hint: "an item"})
	}
	if fields[0] == "put" {
		words = append(words, command.Completion{Text: "for", Hint: "how long"})
		if len(completeEnd(g)) > 0 {
			words = append(words, command.Completion{Text: command.Until, Hint: "when it ends"})
		}
	}
	return words
}

// completeDurations lists examples of a duration, in the units that the game has.
func completeDurations(g command.Completions) []command.Completion {
	list := []command.Completion{{Text: "3 " + g.Rules.CountWord() + "s"}}
	if g.Rules.Pack.Seconds() > 0 {
		list = append(list, command.Completion{Text: "3 min"}, command.Completion{Text: "1 h"})
	}
	return list
}

// completeEnd lists examples of the time at which something ends; there are none without a calendar outside a fight.
func completeEnd(g command.Completions) (list []command.Completion) {
	if t := (timeline{g.Game}); t.readsAsCount() {
		list = append(list, command.Completion{Text: command.Number(math.Floor(t.fightCount()) + 10), Hint: "a " + g.Rules.CountWord()})
	}
	return append(list, completeTimeOfDay(g)...)
}

// completeTimeOfDay lists an example of a time of day, if the campaign has a calendar.
func completeTimeOfDay(g command.Completions) []command.Completion {
	if g.Campaign.Begins == nil {
		return nil
	}
	return []command.Completion{{Text: "22:30", Hint: "a time of day"}}
}

// completeUnlessNamed returns list, unless one of words is in it already.
func completeUnlessNamed(words []string, list []command.Completion) []command.Completion {
	if slices.ContainsFunc(list, func(c command.Completion) bool { return slices.Contains(words, c.Text) }) {
		return nil
	}
	return list
}

// completePeopleAndGroups lists the actors, the sides, and the players' characters together.
func completePeopleAndGroups(g command.Completions) []command.Completion {
	list := append(g.People(), command.CompletionsOf(g.Sides())...)
	return append(list, command.Completion{Text: command.Party, Hint: "the players' characters"})
}

// completeTasks lists the ready-made tasks.
func completeTasks(g command.Completions) []command.Completion {
	return collect.Map(g.Rules.Tasks.All, func(task *rules.Task) command.Completion {
		return command.Completion{Text: task.Name, Label: task.Label}
	})
}

// completeRoll lists what can be rolled outside the timeline, and then, after `by`, who rolls. fields holds the words so far, from the verb
// on.
func completeRoll(g command.Completions, fields []string) []command.Completion {
	if len(fields) == 1 {
		return append(append(g.Skills(), completeStatistics(g)...), completeTasks(g)...)
	}
	return completeBy(g, fields)
}

// completeBy lists `by` and, after it, the actors and groups that the line can be about.
func completeBy(g command.Completions, fields []string) []command.Completion {
	switch at := slices.Index(fields, "by"); {
	case at < 0:
		return []command.Completion{{Text: "by", Hint: "whom"}}
	case at == len(fields)-1:
		return completePeopleAndGroups(g)
	}
	return nil
}

// completePass lists a time span, then the activities, then who takes part. fields holds the words so far, from the verb on.
func completePass(g command.Completions, fields []string) []command.Completion {
	last := fields[len(fields)-1]
	switch {
	case len(fields) == 1:
		list := []command.Completion{{Text: "10 min"}, {Text: "1 h"}}
		if g.Campaign.Begins != nil {
			list = append(list, command.Completion{Text: command.Until, Hint: "a time of day"})
		}
		return list
	case last == command.Until:
		return completeTimeOfDay(g)
	case command.IsNumber(last):
		return command.CompletionsOf([]string{"min", "h", "d"})
	}
	isActivity := func(a *rules.Activity) bool { return slices.Contains(fields, a.Name) }
	if list := completeBy(g, fields); slices.Contains(fields, "by") || slices.ContainsFunc(g.Rules.Activities.All, isActivity) {
		return list
	}
	return append(command.CompletionsOf(g.Rules.Activities.Names()), command.Completion{Text: "by", Hint: "whom"})
}

// completeTraining lists who trains, for how long, and the kinds of training. fields holds the words so far, from the verb on.
func completeTraining(g command.Completions, fields []string) []command.Completion {
	ways := g.Rules.Skill.TrainingWays()
	switch {
	case len(ways) == 0:
		return nil
	case len(fields) == 1:
		return g.People()
	case len(fields) == 2:
		return []command.Completion{{Text: "40 h"}}
	case command.IsNumber(fields[len(fields)-1]):
		return command.CompletionsOf([]string{"h", "min", "d"})
	}
	return completeUnlessNamed(fields, command.CompletionsOf(ways))
}

// shownNames returns the files of the pictures that any player is shown, each once.
func shownNames(g *command.Game) (names []string) {
	for _, a := range g.State.Actors {
		for _, k := range a.Knows {
			if k.What == rules.TellPicture && !slices.Contains(names, k.Text) {
				names = append(names, k.Text)
			}
		}
	}
	return names
}

// completeNoteTargets lists the targets that a note can be pinned to.
func completeNoteTargets(g command.Completions) (list []command.Completion) {
	list = collect.Map((timeline{g.Game}).pinnableTargets(), func(p pinTarget) command.Completion { return command.Completion{Text: p.key + ":", Label: p.name} })
	return append(list, command.Completion{Text: "here:", Hint: "the encounter"}, command.Completion{Text: "at", Hint: "a place in it"})
}

// completePayment lists recipients, currencies or payers. fields holds the words so far, from the verb on.
func completePayment(g command.Completions, fields []string) []command.Completion {
	last := fields[len(fields)-1]
	switch {
	case len(fields) == 1 || last == "by":
		return append(g.People(), command.CompletionsOf(g.Sides())...)
	case command.IsNumber(last):
		return collect.Map(g.Rules.PaidPools(), func(p *rules.Pool) command.Completion { return command.Completion{Text: p.Name, Label: p.Label} })
	case slices.ContainsFunc(fields, command.IsNumber):
		return []command.Completion{{Text: "by", Hint: "the payer"}}
	}
	return nil
}

// completeMoment lists the forms of the time of a reminder.
func completeMoment(g command.Completions, fields []string) []command.Completion {
	if len(fields) > 1 {
		return nil
	}
	list := []command.Completion{{Text: "10 min", Hint: "from now"}, {Text: "every 10 min", Hint: "again and again"}, {Text: "at", Hint: "a " + g.Rules.CountWord()}}
	if g.Campaign.Begins != nil {
		list = append(list, command.Completion{Text: "22:30", Hint: "a time of day"})
	}
	return append(list, command.Completion{Text: command.Party, Hint: "the players read it"}, command.Completion{Text: "drop", Hint: "a number"})
}

// completeSettablePools lists the pools of an actor that can be set. The pools of items are listed with their item.
func completeSettablePools(g command.Completions, who string) (list []command.Completion) {
	a, _ := g.Actor(who)
	for _, pool := range g.Rules.Pools.All {
		if pool.BelongsToItem() {
			continue
		}
		entry := command.Completion{Text: pool.Name, Label: pool.Label}
		if a != nil && pool.IsOwnedBy(a) {
			entry.Hint = command.Number(a.PoolValue(pool))
		}
		list = append(list, entry)
	}
	if a != nil {
		for _, stock := range rules.ItemPoolsOf(a) {
			list = append(list, command.Completion{Text: stock.Item.Name + " " + stock.Pool.Name, Label: stock.Item.Label + ": " + stock.Pool.Label, Hint: stock.Text()})
		}
	}
	return list
}
