package verbs

import (
	"slices"
	"strings"

	"hybrid/gm/campaign"
	"hybrid/gm/command"
	"hybrid/rules"
	"hybrid/rules/collect"
)

// The table of verbs: a literal for each, with its words, help, completions and the function that decides it. A new verb is a
// literal here.

// Small types over a game, each for the verbs of one kind. It has many methods because each verb is one.
type (
	timeline struct{ *command.Game } // what an encounter, its timeline and those in it come to
	downtime struct{ *command.Game } // hours, rolls outside the timeline, places and experience
)

// Table is the table of all verbs of the program.
var Table = command.NewVerbs(listVerbs())

// listVerbs makes the table of verbs.
func listVerbs() []*command.Verb {
	declared := &command.Verb{Name: "check", Pins: always, Options: anyOptions, Decide: with(timeline.declare), AtRest: with(downtime.attempt),
		Next: func(g command.Completions, _ []string) []command.Completion { return append(g.Skills(), stats(g)...) }}
	task := *declared
	task.Name, task.Exists, task.Next = "task", hasTasks, nil
	condition := func(g command.Completions, fields []string) []command.Completion {
		if len(fields) == 1 {
			return peopleAndSides(g)
		}
		return conditions(g, fields[0], fields[1])
	}
	aspects := func(g command.Completions, fields []string) []command.Completion {
		if len(fields) == 1 {
			return g.People()
		}
		return knowable(g, fields)
	}
	return []*command.Verb{
		{Name: "begin", Idle: anytime, Options: anyOptions, Decide: with(timeline.begin), Next: func(g command.Completions, _ []string) []command.Completion { return encounters(g) }},
		{Name: "finish", Idle: withActors, Decide: without(timeline.finish), Next: nothing, Options: func(l *command.Line) error {
			if len(l.Words) == 0 && l.Who == "" {
				return nil
			}
			return command.Refusal("Add conditions that end or continue after a comma: finish, end NAME CONDITION, keep NAME CONDITION")
		}},
		{Name: "initiative", Idle: withActors, Exists: func(rs *rules.Ruleset) bool { return !rs.Order.InRounds() || rs.Order.Initiative != nil },
			Options: anyOptions, Decide: with(timeline.initiative), Next: func(g command.Completions, fields []string) []command.Completion {
				switch {
				case len(fields) > 1:
					return nil
				case g.Rules.Order.InRounds():
					return g.OwnSides()
				}
				return g.People()
			}},
		{Name: "next", Idle: withActors, Decide: with(timeline.next), Next: nothing, Options: noWords},
		{Name: "wait", Exists: func(rs *rules.Ruleset) bool { return !rs.Order.InRounds() }, Player: true,
			Pins: func(l *command.Line) bool { return len(l.Words) == 0 }, Decide: without(timeline.wait)},
		declared,
		{Name: "undo", Session: true, Next: nothing},
		{Name: "redo", Session: true, Next: nothing},
		{Name: "set", Idle: withActors, Several: true, Decide: with(each(timeline.set)), Next: func(g command.Completions, fields []string) []command.Completion {
			switch len(fields) {
			case 1:
				return peopleAndSides(g)
			case 2:
				return settable(g, fields[1])
			case 3:
				return []command.Completion{{Text: "to", Hint: "a value, even below zero: to -5. Without `to`, -5 subtracts 5"}}
			}
			return nil
		}},
		{Name: "pay", Also: []string{"buy", "spend", "sell", "price", "hand over"}, Exists: func(rs *rules.Ruleset) bool { return len(rs.PaidPools()) > 0 },
			Help: says("pay someone, or for a thing", "WHO 5 POOL by WHO, or 5 POOL by WHO"), Idle: withActors,
			Pins: func(l *command.Line) bool { return !slices.Contains(l.Words, "by") }, Decide: with(timeline.pay), Next: payments},
		{Name: "put", Idle: withActors, Several: true, Decide: with(each(timeline.changeCondition)), Next: condition, Options: only(rules.Secretly, command.Secretly)},
		{Name: "end", Idle: withActors, Several: true, Decide: with(each(timeline.changeCondition)), Next: condition},
		{Name: "add", Idle: anytime, Decide: func(g *command.Game, l *command.Line, k rules.Known) (command.Decided, error) {
			return timeline{g}.add(l, nil, k)
		},
			Next: func(g command.Completions, _ []string) []command.Completion {
				return command.CompletionsOf(g.Campaign.Characters())
			}},
		{Name: "remove", Idle: withActors, Several: true, Decide: with(each(timeline.remove))},
		{Name: "side", Also: []string{"defect", "ally", "betray", "traitor", "change sides"}, Idle: withActors, Help: says("go over to another side", "WHO SIDE"),
			Several: true, Decide: with(each(timeline.changeSide)), Options: only(rules.Secretly, command.Secretly), Next: func(g command.Completions, fields []string) []command.Completion {
				if len(fields) == 1 {
					return g.People()
				}
				return command.CompletionsOf(g.Sides())
			}},
		{Name: "absent", Also: []string{"away", "missing", "bot", "by tactic"}, Idle: withActors, Several: true,
			Help: says("play a character whose player is away", "WHO, or WHO, out"), Decide: with(downtime.absent), Options: only(rules.LeftOut)},
		{Name: "here", Also: []string{"present", "returns", "attendance"}, Idle: anytime, Several: true, OfAbsent: true,
			Help: says("bring back a character whose player was away", "WHO"), Decide: with(downtime.present)},
		{Name: "rename", Verbatim: true, Idle: withActors, Help: says("give a combatant another name", "WHO NEW NAME"), Decide: without(timeline.rename),
			Next: func(g command.Completions, fields []string) []command.Completion {
				if len(fields) == 1 {
					return g.People()
				}
				return nil
			}},
		{Name: "hold", Idle: withActors, Several: true, Decide: with(each(timeline.hold)), Next: func(g command.Completions, fields []string) []command.Completion {
			switch len(fields) {
			case 1:
				return g.People()
			case 2:
				return things(g, fields[1])
			}
			return nil
		}},
		{Name: "turn", Also: []string{"turn order"}, Decide: with(timeline.turn),
			Help: func(rs *rules.Ruleset) (does, takes string) {
				if rs.Order.InRounds() {
					return "start the turn of a combatant or side", "WHO, or SIDE"
				}
				return "move a combatant's turn to a count", "WHO COUNT"
			},
			Next: func(g command.Completions, fields []string) []command.Completion {
				if len(fields) == 1 {
					return peopleAndSides(g)
				}
				return nil
			}},
		{Name: "do", Exists: hasActivities, Idle: withActors, Several: true, Decide: with(each(downtime.activity)), Departs: departsAtPace,
			Next: func(g command.Completions, fields []string) []command.Completion {
				if len(fields) == 1 {
					return g.People()
				}
				return command.CompletionsOf(g.Rules.Activities.Names())
			}},
		{Name: "scene", Idle: anytime, Options: anyOptions, Decide: without(timeline.scene), Next: func(g command.Completions, _ []string) []command.Completion { return g.Situations() }},
		{Name: "remind", Also: []string{"reminder", "timer", "alarm"}, Verbatim: true, Help: says("be reminded at a time or a count", "3 min TEXT, 22:30 TEXT, at 60 TEXT, or drop 1"),
			Idle: anytime, Decide: without(timeline.remind), Next: moments},
		{Name: "goal", Also: []string{"progress", "negotiation", "extended"}, Help: says("change by hand how far a goal of the scene is", "KEY +1, or KEY 2"),
			Idle: anytime, Decide: without(timeline.goal), Next: func(g command.Completions, fields []string) []command.Completion {
				e, ok := g.Campaign.Encounter(g.State.Encounter)
				if !ok || len(fields) > 1 {
					return nil
				}
				return collect.Map(e.Goals, func(goal campaign.Goal) command.Completion {
					return command.Completion{Text: goal.Key, Hint: goal.Label}
				})
			}},
		{Name: "gather", Also: []string{"assemble"}, Help: says("bring in the players' characters, without a fight", ""), Idle: anytime, Decide: with(timeline.gather), Next: nothing, Options: noWords},
		{Name: "note", Verbatim: true, Incomplete: true, Idle: anytime, Options: anyOptions,
			Decide: without(timeline.note), Next: func(g command.Completions, fields []string) []command.Completion {
				if len(fields) == 1 {
					return noted(g)
				}
				return nil
			}},
		{Name: "give", Player: true, Pins: func(l *command.Line) bool { return len(l.Words) == 1 }, Decide: with(timeline.giveUp),
			Next: func(g command.Completions, fields []string) []command.Completion {
				if list := cardsOf(g, fields); g.Rules.HasDecks() {
					return append([]command.Completion{{Text: "up"}}, list...)
				}
				return []command.Completion{{Text: "up"}}
			}},
		{Name: "take", Idle: anytime, Exists: (*rules.Ruleset).HasDecks, Help: says("take a card back into its deck", "WHO CARD, or WHO CARD PILE"), Decide: with(timeline.takeCard), Next: cardsOf},
		&task,
		{Name: "roll", Help: says("a check without time, for one or many; or plain dice", "{CHECK} by WHO, or 2d6+4"),
			Pins: always, Idle: anytime, Options: anyOptions, Decide: with(downtime.roll)},
		{Name: "ask", Session: true, Help: says("ask players for a check on their phones", "WHO {CHECK}, OPTIONS; or rest, drop"), Options: anyOptions,
			Next: func(g command.Completions, fields []string) []command.Completion {
				if len(fields) == 1 {
					return peopleAndSides(g)
				}
				return append(g.Skills(), stats(g)...)
			}},
		{Name: "contest", Also: []string{"versus", "opposed", "against"}, Help: says("one {check} against another", "WHO {CHECK} against WHOM {CHECK}"),
			Idle: anytime, Options: anyOptions, Decide: with(downtime.contest), Next: func(g command.Completions, fields []string) []command.Completion {
				side := fields[1:]
				if at := slices.Index(side, "against"); at >= 0 {
					side = side[at+1:]
				}
				switch {
				case len(side) == 0:
					return g.People()
				case len(side) == 1:
					return append(g.Skills(), stats(g)...)
				case len(side) == 2 && !slices.Contains(fields, "against"):
					return []command.Completion{{Text: "against"}}
				}
				return nil
			}},
		{Name: "pass", Exists: hasActivities, Help: says("time outside a fight", "20 min ACTIVITY by WHO"),
			Player: true, Idle: anytime, Options: only(anyway), Decide: with(downtime.pass)},
		{Name: "place", Also: []string{"position"}, Help: says("set a combatant's position", "WHO METRES, or a place of the scene"),
			Idle: withActors, Several: true, Decide: with(each(downtime.place)), Next: func(g command.Completions, fields []string) []command.Completion {
				if len(fields) == 1 {
					return g.People()
				}
				return collect.Map(downtime{g.Game}.places(), func(p campaign.Place) command.Completion { return command.Completion{Text: p.Key, Hint: p.Label} })
			}},
		{Name: "move", Also: []string{"chase", "pursue", "pursuit", "follow", "catch"}, Exists: hasActivities, Idle: withActors, Player: true,
			Help: says("move a combatant", "WHO to WHOM ACTIVITY"), Decide: with(downtime.move), Departs: departsByMove,
			Next: func(g command.Completions, fields []string) []command.Completion {
				switch {
				case len(fields) == 1:
					return g.People()
				case len(fields) > 2 && fields[len(fields)-1] == "to":
					return destinations(g)
				}
				return nil
			}},
		{Name: "flee", Also: []string{"escape", "run away", "exit"}, Exists: hasActivities, Player: true, Pins: namesNobody,
			Help: says("get away, by an exit if there is one", "WHO from WHOM, or WHO to EXIT"), Decide: with(downtime.flee), Departs: departsByFlight,
			Next: func(g command.Completions, fields []string) []command.Completion {
				switch fields[len(fields)-1] {
				case "flee":
					return append(g.People(), command.CompletionsOf([]string{"from", "to"})...)
				case "to":
					return destinations(g)
				case "from":
					return append(g.People(), command.CompletionsOf(g.Sides())...)
				}
				return append(command.CompletionsOf([]string{"from", "to"}), command.CompletionsOf(g.Rules.Activities.Names())...)
			}},
		{Name: "award", Also: []string{"xp", "experience", "reward"}, Exists: hasExperience, Help: says("give experience", "POINTS WHO"),
			Idle: anytime, Decide: with(downtime.award)},
		{Name: "train", Also: []string{"learn", "study"}, Exists: hasExperience,
			Help: says("turn hours into experience", "WHO 40 h HOW"), Player: true, Idle: anytime, Several: true, Decide: with(each(downtime.train))},
		{Name: "raise", Also: []string{"level", "level up", "improvement"},
			Exists: func(rs *rules.Ruleset) bool {
				return hasExperience(rs) && len(rs.Skills.All)+len(rs.Raisable()) > 0
			},
			Help: says("buy the next rank of a skill, or a point of a statistic", "WHO {CHECK}"), Player: true, Idle: anytime, Several: true, Decide: with(each(downtime.raise)),
			Next: func(g command.Completions, fields []string) []command.Completion {
				switch len(fields) {
				case 1:
					return g.People()
				case 2:
					return raisable(g)
				}
				return nil
			}},
		{Name: "favourite", Verbatim: true, Help: says("keep a line at hand on a number key", "WHO LINE, or WHO drop 1"), Idle: anytime, Decide: without(timeline.favourite)},
		{Name: "replace", Incomplete: true, Help: says("replace an entry that a character has", "conditions OLD with NEW"), Idle: anytime, Decide: without(timeline.replace)},
		{Name: "amend", Old: []string{"mend"}, Verbatim: true, Session: true},
		{Name: "accept", Session: true},
		{Name: "refuse", Session: true},
		{Name: "history", Session: true},
		{Name: "back", Session: true},
		{Name: "waive", Decide: with(timeline.waive)},
		{Name: "tick", Decide: without(timeline.tick)},
		{Name: "act", Decide: without(timeline.act)},
		{Name: "dice", Session: true, Next: func(g command.Completions, fields []string) []command.Completion {
			if len(fields) > 1 {
				return append(command.CompletionsOf([]string{"ahead"}), g.People()...)
			}
			return append(command.CompletionsOf([]string{"players", "nobody", "all"}), g.People()...)
		}},
		{Name: "hurt", Old: []string{"damage"}, Exists: func(rs *rules.Ruleset) bool { return len(rs.Hazards.All) > 0 },
			Help: says("damage without an action, such as a hazard", "WHO HAZARD NUMBER, or DICE TAG PLACE"),
			Idle: anytime, Several: true, Options: anyOptions, Decide: with(timeline.hurt), Odds: hurtOdds, Next: func(g command.Completions, fields []string) []command.Completion {
				if len(fields) == 1 {
					return g.People()
				}
				return command.CompletionsOf(g.Rules.Hazards.Names())
			}},
		{Name: "clock", Also: []string{"date", "calendar"}, Verbatim: true, Help: says("set the calendar: the day and the time", "day 2 06:30, or 06:30"),
			Idle: anytime, Decide: without(timeline.clock)},
		{Name: "orders", Exists: (*rules.Ruleset).HasOrders, Hidden: true, Player: true, Decide: with(roundGame.orders)},
		{Name: verbDone, Exists: func(rs *rules.Ruleset) bool { return rs.Order.InRounds() }, Hidden: true, Player: true, Decide: with(roundGame.done)},
		{Name: "reveal", Also: []string{"name", "identify", "recognise", "recognize"}, Help: says("reveal facts about a character to players, or how a fight turned", "WHO name, hand, … to WHOM; or line"),
			Idle: anytime, Decide: without(knowledge.reveal), Next: aspects},
		{Name: "conceal", Help: says("withdraw revealed facts about a character", "WHO name, hand, … from WHOM"),
			Idle: anytime, Decide: without(knowledge.conceal), Next: func(g command.Completions, fields []string) []command.Completion {
				if len(fields) == 1 {
					return append(g.People(), command.CompletionsOf(shownNames(g.Game))...)
				}
				return knowable(g, fields)
			}},
		{Name: "secret", Also: []string{"clue", "discover"}, Help: says("reveal a prepared secret of the scene", "KEY to WHOM, or KEY from WHOM"),
			Idle: anytime, Decide: without(knowledge.secret), Next: func(g command.Completions, fields []string) []command.Completion {
				switch {
				case len(fields) == 1:
					return collect.Map(Secrets(g.Game), func(c Secret) command.Completion { return command.Completion{Text: c.Key, Hint: c.Text} })
				case fields[len(fields)-1] == "to":
					return append(g.People(), command.CompletionsOf(g.Sides())...)
				}
				return []command.Completion{{Text: "to", Hint: "the players of a character or a side; all by default"}}
			}},
		{Name: "thread", Also: []string{"open question", "plot"}, Verbatim: true, Help: says("keep an open question, show or close it", "TEXT, or KEY closed, KEY to WHOM"),
			Idle: anytime, Decide: without(timeline.thread), Next: func(g command.Completions, fields []string) []command.Completion {
				list := g.State.Threads()
				if len(fields) == 1 {
					return collect.Map(list, func(t rules.Thread) command.Completion {
						return command.Completion{Text: ThreadKey(g.Game, t), Hint: t.Text}
					})
				}
				if last := fields[len(fields)-1]; last == "to" || last == "from" {
					return append(g.People(), command.CompletionsOf(g.Sides())...)
				}
				return command.CompletionsOf([]string{threadClosed, threadOpen, "to", "from"})
			}},
		{Name: "whisper", Also: []string{"message"}, Verbatim: true, Help: says("tell one player a secret", "WHO TEXT"),
			Idle: anytime, Several: true, Decide: without(knowledge.whisper)},
		{Name: "show", Also: []string{"map", "handout", "image", "picture"}, Help: says("show a picture or a text to players", "FILE to WHOM"),
			Idle: anytime, Decide: without(knowledge.show), Next: func(g command.Completions, fields []string) []command.Completion {
				switch {
				case len(fields) == 1:
					return command.CompletionsOf(g.Campaign.ListHandouts())
				case fields[len(fields)-1] == "to":
					return append(g.People(), command.CompletionsOf(g.Sides())...)
				}
				return []command.Completion{{Text: "to", Hint: "the players of a character or a side; all by default"}}
			}},
	}
}

// with decides by a method of one of the small types over a game.
func with[T timeline | downtime | knowledge | roundGame](decide func(T, *command.Line, rules.Known) (command.Decided, error)) func(*command.Game, *command.Line, rules.Known) (command.Decided, error) {
	return func(g *command.Game, l *command.Line, k rules.Known) (command.Decided, error) {
		return decide(T{g}, l, k)
	}
}

// without adapts a method that needs neither dice nor answers, as with does.
func without[T timeline | downtime | knowledge | roundGame](decide func(T, *command.Line) (command.Decided, error)) func(*command.Game, *command.Line, rules.Known) (command.Decided, error) {
	return func(g *command.Game, l *command.Line, _ rules.Known) (command.Decided, error) { return decide(T{g}, l) }
}

// says returns the help of a verb, with the game's word for a check in place of {check} and {CHECK}.
func says(does, takes string) func(*rules.Ruleset) (string, string) {
	return func(rs *rules.Ruleset) (string, string) {
		word := command.CheckWord(rs)
		fill := strings.NewReplacer("{check}", word, "{CHECK}", strings.ToUpper(word))
		return fill.Replace(does), fill.Replace(takes)
	}
}

// noWords refuses words after the verb.
func noWords(l *command.Line) error {
	if len(l.Words) > 0 || l.Who != "" {
		return command.Refusal("“%s” is used alone. Remove the rest.", l.Verb)
	}
	return l.RejectOptions()
}

// anyOptions takes all options; the verb reads them.
func anyOptions(*command.Line) error { return nil }

// only returns a check that allows a single option, one of options.
func only(options ...string) func(*command.Line) error {
	return func(l *command.Line) error {
		if len(l.Options) == 1 && slices.Contains(options, l.Options[0]) {
			return nil
		}
		return l.RejectOptions()
	}
}

func anytime(*command.Game) bool { return true }

func withActors(g *command.Game) bool { return len(g.State.Actors) > 0 }

func always(*command.Line) bool { return true }

func nothing(command.Completions, []string) []command.Completion { return nil }

func hasTasks(rs *rules.Ruleset) bool { return len(rs.Tasks.All) > 0 }

func hasActivities(rs *rules.Ruleset) bool { return len(rs.Activities.All) > 0 }

// hasExperience reports whether a game has the pool that skills are bought with.
func hasExperience(rs *rules.Ruleset) bool {
	_, has := rs.Pools.Get(rs.Skill.Currency)
	return has
}
