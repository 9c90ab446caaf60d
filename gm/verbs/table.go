package verbs

import (
	"slices"
	"strings"

	"hybrid/gm/campaign"
	"hybrid/gm/command"
	"hybrid/rules"
	"hybrid/rules/collect"
)

// The table of verbs: a literal for each, with its words, help, completions and its decide function; [command.Verb] explains the fields. A
// new verb is a literal here.

// Each type wraps a game and adds the decide methods for one kind of verbs. It has many methods because each verb has its own.
type (
	timeline struct{ *command.Game } // encounters, their timelines and their actors
	downtime struct{ *command.Game } // hours, rolls outside the timeline, places and experience
)

// Table holds all verbs of the program.
var Table = command.NewVerbs(listVerbs())

// listVerbs returns the verbs in the order in which help lists them.
func listVerbs() []*command.Verb {
	// The verbs for declarations in an actor's turn: `check`, and `task`, which differs only in its name, its completions and the games
	// that have it.
	declared := &command.Verb{Name: "check", Pins: alwaysPins, Options: anyOptions, Decide: adaptDecide(timeline.declareAction), DecideAtRest: adaptDecide(downtime.attemptAtRest),
		Next: func(g command.Completions, _ []string) []command.Completion {
			return append(g.Skills(), completeStatistics(g)...)
		}}
	task := *declared
	task.Name, task.Exists, task.Next = "task", hasTasks, func(g command.Completions, fields []string) []command.Completion {
		return completeUnlessNamed(fields[1:], completeTasks(g))
	}
	condition := func(g command.Completions, fields []string) []command.Completion {
		if len(fields) == 1 {
			return completePeopleAndSides(g)
		}
		return completeConditionLine(g, fields)
	}
	aspects := func(g command.Completions, fields []string) []command.Completion {
		if len(fields) == 1 {
			return g.People()
		}
		return completeKnowable(g, fields)
	}
	return []*command.Verb{
		{Name: "begin", Also: []string{"next scene", "new scene", "next encounter", "start scene"}, AllowedOutside: alwaysAllowed, Options: anyOptions, Decide: adaptDecide(timeline.beginEncounter), Next: func(g command.Completions, _ []string) []command.Completion { return completeEncounters(g) }},
		{Name: "finish", Also: []string{"end fight", "end combat", "end scene", "end encounter", "finish fight", "finish scene", "finish encounter"}, AllowedOutside: hasActors, Decide: adaptSimple(timeline.finishEncounter), Next: completeNothing, Options: func(l *command.Line) error {
			if len(l.Words) == 0 && l.Who == "" {
				return nil
			}
			return command.Refusal("Add conditions that end or continue after a comma: finish, end NAME CONDITION, keep NAME CONDITION")
		}},
		{Name: "initiative", AllowedOutside: hasActors, Exists: func(rs *rules.Ruleset) bool { return !rs.Order.InRounds() || rs.Order.Initiative != nil },
			Options: anyOptions, Decide: adaptDecide(timeline.rollInitiative), Next: func(g command.Completions, fields []string) []command.Completion {
				switch {
				case len(fields) > 1:
					return nil
				case g.Rules.Order.InRounds():
					return g.OwnSides()
				}
				return g.People()
			}},
		{Name: "next", AllowedOutside: hasActors, Decide: adaptDecide(timeline.next), Next: completeNothing, Options: rejectWords},
		{Name: "wait", Exists: func(rs *rules.Ruleset) bool { return !rs.Order.InRounds() }, Player: true,
			Pins: func(l *command.Line) bool { return len(l.Words) == 0 }, Decide: adaptSimple(timeline.waitForTurn)},
		declared,
		{Name: "undo", Session: true, Next: completeNothing},
		{Name: "redo", Session: true, Next: completeNothing},
		{Name: "set", AllowedOutside: hasActors, TakesSeveral: true, Decide: adaptDecide(forEachActor(timeline.setPool)), Next: func(g command.Completions, fields []string) []command.Completion {
			switch len(fields) {
			case 1:
				return completePeopleAndSides(g)
			case 2:
				return completeSettablePools(g, fields[1])
			case 3:
				return []command.Completion{{Text: "to", Hint: "a value, even below zero: to -5. Without `to`, -5 subtracts 5"}}
			}
			return nil
		}},
		{Name: "pay", Also: []string{"buy", "spend", "sell", "price", "hand over"}, Exists: func(rs *rules.Ruleset) bool { return len(rs.PaidPools()) > 0 },
			Help: verbHelpText("pay someone, or for a thing", "WHO 5 POOL by WHO, or 5 POOL by WHO"), AllowedOutside: hasActors,
			Pins: func(l *command.Line) bool { return !slices.Contains(l.Words, "by") }, ByActors: true, Decide: adaptDecide(timeline.payPoints), Next: completePayment},
		{Name: "put", AllowedOutside: hasActors, TakesSeveral: true, Decide: adaptDecide(forEachActor(timeline.changeCondition)), Next: condition, Options: allowOneOf(rules.HowSecret, command.SecretlyWord)},
		{Name: "end", AllowedOutside: hasActors, TakesSeveral: true, Decide: adaptDecide(forEachActor(timeline.changeCondition)), Next: condition},
		{Name: "add", AllowedOutside: alwaysAllowed, Decide: func(g *command.Game, l *command.Line, k rules.DecisionInput) (command.DecidedCommand, error) {
			return timeline{g}.addActors(l, nil, k)
		},
			Next: func(g command.Completions, _ []string) []command.Completion {
				return command.CompletionsOf(g.Campaign.Characters())
			}},
		{Name: "remove", Also: []string{"leaves", "left", "leave"}, AllowedOutside: hasActors, TakesSeveral: true, Decide: adaptDecide(forEachActor(timeline.removeActor))},
		{Name: "side", Also: []string{"defect", "ally", "betray", "traitor", "change sides"}, AllowedOutside: hasActors, Help: verbHelpText("go over to another side", "WHO SIDE"),
			TakesSeveral: true, Decide: adaptDecide(forEachActor(timeline.changeSide)), Options: allowOneOf(rules.HowSecret, command.SecretlyWord), Next: func(g command.Completions, fields []string) []command.Completion {
				if len(fields) == 1 {
					return g.People()
				}
				return command.CompletionsOf(g.Sides())
			}},
		{Name: "absent", Also: []string{"away", "gone", "missing", "leaves", "left", "leave", "bot", "by tactic"}, AllowedOutside: hasActors, TakesSeveral: true,
			Help: verbHelpText("play a character whose player is away", "WHO, or WHO, out"), Decide: adaptDecide(downtime.markAbsent), Options: allowOneOf(rules.AbsentLeftOut)},
		{Name: "here", Also: []string{"back", "present", "returns", "returned", "attendance"}, AllowedOutside: alwaysAllowed, TakesSeveral: true, ForAbsentPlayers: true,
			Help: verbHelpText("bring back a character whose player was away", "WHO"), Decide: adaptDecide(downtime.markPresent)},
		{Name: "rename", Verbatim: true, AllowedOutside: hasActors, Help: verbHelpText("give a combatant another name", "WHO NEW NAME"), Decide: adaptSimple(timeline.renameActor),
			Next: func(g command.Completions, fields []string) []command.Completion {
				if len(fields) == 1 {
					return g.People()
				}
				return nil
			}},
		{Name: "hold", AllowedOutside: hasActors, TakesSeveral: true, Decide: adaptDecide(forEachActor(timeline.holdItem)), Next: func(g command.Completions, fields []string) []command.Completion {
			switch len(fields) {
			case 1:
				return g.People()
			case 2:
				return completeCarriedItems(g, fields[1])
			}
			return nil
		}},
		{Name: "turn", Also: []string{"turn order"}, Decide: adaptDecide(timeline.moveTurn),
			Help: func(rs *rules.Ruleset) (does, takes string) {
				if rs.Order.InRounds() {
					return "start the turn of a combatant or side", "WHO, or SIDE"
				}
				return "move a combatant's turn to a count", "WHO COUNT"
			},
			Next: func(g command.Completions, fields []string) []command.Completion {
				if len(fields) == 1 {
					return completePeopleAndSides(g)
				}
				return nil
			}},
		{Name: "do", Exists: hasActivities, AllowedOutside: hasActors, TakesSeveral: true, Decide: adaptDecide(forEachActor(downtime.beginActivity)), Departure: departureAtPace,
			Next: func(g command.Completions, fields []string) []command.Completion {
				if len(fields) == 1 {
					return g.People()
				}
				return command.CompletionsOf(g.Rules.Activities.Names())
			}},
		{Name: "scene", AllowedOutside: alwaysAllowed, Options: anyOptions, Decide: adaptSimple(timeline.setSituations), Next: func(g command.Completions, _ []string) []command.Completion { return g.Situations() }},
		{Name: "remind", Also: []string{"reminder", "timer", "alarm"}, Verbatim: true, Help: verbHelpText("be reminded at a time or a count", "3 min TEXT, 22:30 TEXT, at 60 TEXT, or drop 1"),
			AllowedOutside: alwaysAllowed, Decide: adaptSimple(timeline.editReminder), Next: completeMoment},
		{Name: "goal", Also: []string{"progress", "negotiation", "extended"}, Help: verbHelpText("change by hand how far a goal of the scene is", "KEY +1, or KEY 2"),
			AllowedOutside: alwaysAllowed, Decide: adaptSimple(timeline.changeGoal), Next: func(g command.Completions, fields []string) []command.Completion {
				e, ok := g.Campaign.Encounter(g.State.Encounter)
				if !ok || len(fields) > 1 {
					return nil
				}
				return collect.Map(e.Goals, func(goal campaign.Goal) command.Completion {
					return command.Completion{Text: goal.Key, Hint: goal.Label}
				})
			}},
		{Name: "gather", Also: []string{"assemble"}, Help: verbHelpText("bring in the players' characters, without a fight", ""), AllowedOutside: alwaysAllowed, Decide: adaptDecide(timeline.gatherParty), Next: completeNothing, Options: rejectWords},
		{Name: "note", Verbatim: true, Incomplete: true, AllowedOutside: alwaysAllowed, Options: anyOptions,
			Decide: adaptSimple(timeline.writeNote), Next: func(g command.Completions, fields []string) []command.Completion {
				if len(fields) == 1 {
					return completeNoteTargets(g)
				}
				return nil
			}},
		{Name: "give", Player: true, Pins: func(l *command.Line) bool { return len(l.Words) == 1 }, Decide: adaptDecide(timeline.giveUpAction),
			Next: func(g command.Completions, fields []string) []command.Completion {
				if list := completeCard(g, fields); g.Rules.HasDecks() {
					return append([]command.Completion{{Text: "up"}}, list...)
				}
				return []command.Completion{{Text: "up"}}
			}},
		{Name: "take", AllowedOutside: alwaysAllowed, Exists: (*rules.Ruleset).HasDecks, Help: verbHelpText("take a card back into its deck", "WHO CARD, or WHO CARD PILE"), Decide: adaptDecide(timeline.takeCard), Next: completeCard},
		&task,
		{Name: "roll", Help: verbHelpText("a check without time, for one or many; or plain dice", "{CHECK} by WHO, or 2d6+4"),
			Pins: alwaysPins, ByActors: true, AllowedOutside: alwaysAllowed, Options: anyOptions, Decide: adaptDecide(downtime.rollChecks), Next: completeRoll},
		{Name: "ask", Session: true, Help: verbHelpText("ask players for a check on their phones", "WHO {CHECK}, OPTIONS; or rest, drop"), Options: anyOptions,
			Next: func(g command.Completions, fields []string) []command.Completion {
				if len(fields) == 1 {
					return completePeopleAndSides(g)
				}
				return append(g.Skills(), completeStatistics(g)...)
			}},
		{Name: "contest", Also: []string{"versus", "opposed", "against"}, Help: verbHelpText("one {check} against another", "WHO {CHECK} against WHOM {CHECK}"),
			AllowedOutside: alwaysAllowed, Options: anyOptions, Decide: adaptDecide(downtime.rollContest), Next: func(g command.Completions, fields []string) []command.Completion {
				side := fields[1:]
				if at := slices.Index(side, "against"); at >= 0 {
					side = side[at+1:]
				}
				switch {
				case len(side) == 0:
					return g.People()
				case len(side) == 1:
					return append(g.Skills(), completeStatistics(g)...)
				case len(side) == 2 && !slices.Contains(fields, "against"):
					return []command.Completion{{Text: "against"}}
				}
				return nil
			}},
		{Name: "pass", Exists: hasActivities, Help: verbHelpText("time outside a fight", "20 min ACTIVITY by WHO"),
			Player: true, ByActors: true, AllowedOutside: alwaysAllowed, Options: allowOneOf(anywayOption), Decide: adaptDecide(downtime.passTime), Next: completePass},
		{Name: "place", Also: []string{"position"}, Help: verbHelpText("set a combatant's position", "WHO METRES, or a place of the scene"),
			AllowedOutside: hasActors, TakesSeveral: true, Decide: adaptDecide(forEachActor(downtime.placeActor)), Next: func(g command.Completions, fields []string) []command.Completion {
				if len(fields) == 1 {
					return g.People()
				}
				return collect.Map(downtime{g.Game}.namedPlaces(), func(p campaign.Place) command.Completion { return command.Completion{Text: p.Key, Hint: p.Label} })
			}},
		{Name: "move", Also: []string{"chase", "pursue", "pursuit", "follow", "catch"}, Exists: hasActivities, AllowedOutside: hasActors, Player: true,
			Help: verbHelpText("move a combatant", "WHO to WHOM ACTIVITY"), Decide: adaptDecide(downtime.moveActor), Departure: departureByMove,
			Next: func(g command.Completions, fields []string) []command.Completion {
				switch {
				case len(fields) == 1:
					return g.People()
				case len(fields) > 2 && fields[len(fields)-1] == "to":
					return completeDestinations(g)
				}
				return nil
			}},
		{Name: "flee", Also: []string{"escape", "run away", "exit"}, Exists: hasActivities, Player: true, Pins: namesNobody,
			Help: verbHelpText("get away, by an exit if there is one", "WHO from WHOM, or WHO to EXIT"), Decide: adaptDecide(downtime.fleeOpponents), Departure: departureByFlight,
			Next: func(g command.Completions, fields []string) []command.Completion {
				switch fields[len(fields)-1] {
				case "flee":
					return append(g.People(), command.CompletionsOf([]string{"from", "to"})...)
				case "to":
					return completeDestinations(g)
				case "from":
					return append(g.People(), command.CompletionsOf(g.Sides())...)
				}
				return append(command.CompletionsOf([]string{"from", "to"}), command.CompletionsOf(g.Rules.Activities.Names())...)
			}},
		{Name: "award", Also: []string{"xp", "experience", "reward"}, Exists: hasExperience, Help: verbHelpText("give experience", "POINTS WHO"),
			AllowedOutside: alwaysAllowed, Decide: adaptDecide(downtime.awardExperience), Next: func(g command.Completions, fields []string) []command.Completion {
				switch len(fields) {
				case 1:
					return []command.Completion{{Text: "1", Hint: "points"}}
				case 2:
					return completePeopleAndGroups(g)
				}
				return nil
			}},
		{Name: "train", Also: []string{"learn", "study"}, Exists: hasExperience,
			Help: verbHelpText("turn hours into experience", "WHO 40 h HOW"), Player: true, AllowedOutside: alwaysAllowed, TakesSeveral: true, Decide: adaptDecide(forEachActor(downtime.trainActor)), Next: completeTraining},
		{Name: "raise", Also: []string{"level", "level up", "improvement"},
			Exists: func(rs *rules.Ruleset) bool {
				return hasExperience(rs) && len(rs.Skills.All)+len(rs.RaisableStats()) > 0
			},
			Help: verbHelpText("buy the next rank of a skill, or a point of a statistic", "WHO {CHECK}"), Player: true, AllowedOutside: alwaysAllowed, TakesSeveral: true, Decide: adaptDecide(forEachActor(downtime.raiseRank)),
			Next: func(g command.Completions, fields []string) []command.Completion {
				switch len(fields) {
				case 1:
					return g.People()
				case 2:
					return completeRaisable(g)
				}
				return nil
			}},
		{Name: "favourite", Verbatim: true, Help: verbHelpText("keep a line at hand on a number key", "WHO LINE, or WHO drop 1"), AllowedOutside: alwaysAllowed, Decide: adaptSimple(timeline.editFavourite)},
		{Name: "replace", Incomplete: true, Help: verbHelpText("replace an entry that a character has", "conditions OLD with NEW"), AllowedOutside: alwaysAllowed, Decide: adaptSimple(timeline.replaceEntry)},
		{Name: "amend", OldNames: []string{"mend"}, Verbatim: true, Session: true},
		{Name: "accept", Session: true},
		{Name: "refuse", Session: true},
		{Name: "history", Session: true},
		{Name: "back", Session: true},
		{Name: "waive", Decide: adaptDecide(timeline.waivePending)},
		{Name: "tick", Decide: adaptSimple(timeline.moveTick)},
		{Name: "act", Decide: adaptSimple(timeline.moveLanding)},
		{Name: "dice", Session: true, Next: func(g command.Completions, fields []string) []command.Completion {
			if len(fields) > 1 {
				return append(command.CompletionsOf([]string{"ahead"}), g.People()...)
			}
			return append(command.CompletionsOf([]string{"players", "nobody", "all"}), g.People()...)
		}},
		{Name: "hurt", OldNames: []string{"damage"}, Exists: func(rs *rules.Ruleset) bool { return len(rs.Hazards.All) > 0 },
			Help:           verbHelpText("damage without an action, such as a hazard", "WHO HAZARD NUMBER, or DICE TAG PLACE"),
			AllowedOutside: alwaysAllowed, TakesSeveral: true, Options: anyOptions, Decide: adaptDecide(timeline.hurtActors), Odds: hurtOdds, Next: func(g command.Completions, fields []string) []command.Completion {
				if len(fields) == 1 {
					return g.People()
				}
				return command.CompletionsOf(g.Rules.Hazards.Names())
			}},
		{Name: "clock", Also: []string{"date", "calendar"}, Verbatim: true, Help: verbHelpText("set the calendar: the day and the time", "day 2 06:30, or 06:30"),
			AllowedOutside: alwaysAllowed, Decide: adaptSimple(timeline.setCalendar)},
		{Name: "orders", Exists: (*rules.Ruleset).HasOrders, Hidden: true, Player: true, Decide: adaptDecide(roundGame.orderFigures), Next: completeOrder},
		{Name: verbDone, Exists: func(rs *rules.Ruleset) bool { return rs.Order.InRounds() }, Hidden: true, Player: true, Decide: adaptDecide(roundGame.endTurn)},
		{Name: "reveal", Also: []string{"name", "identify", "recognise", "recognize"}, Help: verbHelpText("reveal facts about a character to players, or how a fight turned", "WHO name, hand, … to WHOM; or line"),
			AllowedOutside: alwaysAllowed, Decide: adaptSimple(knowledge.revealFacts), Next: aspects},
		{Name: "conceal", Help: verbHelpText("withdraw revealed facts about a character", "WHO name, hand, … from WHOM"),
			AllowedOutside: alwaysAllowed, Decide: adaptSimple(knowledge.concealFacts), Next: func(g command.Completions, fields []string) []command.Completion {
				if len(fields) == 1 {
					return append(g.People(), command.CompletionsOf(shownNames(g.Game))...)
				}
				return completeKnowable(g, fields)
			}},
		{Name: "secret", Also: []string{"clue", "discover"}, Help: verbHelpText("reveal a prepared secret of the scene", "KEY to WHOM, or KEY from WHOM"),
			AllowedOutside: alwaysAllowed, Decide: adaptSimple(knowledge.revealSecret), Next: func(g command.Completions, fields []string) []command.Completion {
				switch {
				case len(fields) == 1:
					return collect.Map(Secrets(g.Game), func(c Secret) command.Completion { return command.Completion{Text: c.Key, Hint: c.Text} })
				case fields[len(fields)-1] == "to":
					return append(g.People(), command.CompletionsOf(g.Sides())...)
				}
				return []command.Completion{{Text: "to", Hint: "the players of a character or a side; all by default"}}
			}},
		{Name: "thread", Also: []string{"open question", "plot"}, Verbatim: true, Help: verbHelpText("keep an open question, show or close it", "TEXT, or KEY closed, KEY to WHOM"),
			AllowedOutside: alwaysAllowed, Decide: adaptSimple(timeline.editThread), Next: func(g command.Completions, fields []string) []command.Completion {
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
		{Name: "whisper", Also: []string{"message"}, Verbatim: true, Help: verbHelpText("tell one player a secret", "WHO TEXT"),
			AllowedOutside: alwaysAllowed, TakesSeveral: true, Decide: adaptSimple(knowledge.whisperText)},
		{Name: "show", Also: []string{"map", "handout", "image", "picture"}, Help: verbHelpText("show a picture or a text to players", "FILE to WHOM"),
			AllowedOutside: alwaysAllowed, Decide: adaptSimple(knowledge.showFile), Next: func(g command.Completions, fields []string) []command.Completion {
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

// adaptDecide adapts a method of one of the types above to a function for [command.Verb].Decide.
func adaptDecide[T timeline | downtime | knowledge | roundGame](decide func(T, *command.Line, rules.DecisionInput) (command.DecidedCommand, error)) func(*command.Game, *command.Line, rules.DecisionInput) (command.DecidedCommand, error) {
	return func(g *command.Game, l *command.Line, k rules.DecisionInput) (command.DecidedCommand, error) {
		return decide(T{g}, l, k)
	}
}

// adaptSimple adapts a method that needs neither dice nor answers, as adaptDecide does.
func adaptSimple[T timeline | downtime | knowledge | roundGame](decide func(T, *command.Line) (command.DecidedCommand, error)) func(*command.Game, *command.Line, rules.DecisionInput) (command.DecidedCommand, error) {
	return func(g *command.Game, l *command.Line, _ rules.DecisionInput) (command.DecidedCommand, error) {
		return decide(T{g}, l)
	}
}

// verbHelpText returns the help of a verb, with the game's word for a check in place of {check} and {CHECK}.
func verbHelpText(does, takes string) func(*rules.Ruleset) (string, string) {
	return func(rs *rules.Ruleset) (string, string) {
		word := command.AbilityWord(rs)
		fill := strings.NewReplacer("{check}", word, "{CHECK}", strings.ToUpper(word))
		return fill.Replace(does), fill.Replace(takes)
	}
}

// rejectWords refuses words after the verb.
func rejectWords(l *command.Line) error {
	if len(l.Words) > 0 || l.Who != "" {
		return command.Refusal("“%s” is used alone. Remove the rest.", l.Verb)
	}
	return l.RejectOptions()
}

// anyOptions allows all options; the verb reads them.
func anyOptions(*command.Line) error { return nil }

// allowOneOf returns a function that allows at most one option, one of options.
func allowOneOf(options ...string) func(*command.Line) error {
	return func(l *command.Line) error {
		if len(l.Options) == 1 && slices.Contains(options, l.Options[0]) {
			return nil
		}
		return l.RejectOptions()
	}
}

// alwaysAllowed reports that a command is allowed even while no encounter is running.
func alwaysAllowed(*command.Game) bool { return true }

// hasActors reports whether the game has actors.
func hasActors(g *command.Game) bool { return len(g.State.Actors) > 0 }

// alwaysPins reports that a line that names no one is about the actor whose turn it is.
func alwaysPins(*command.Line) bool { return true }

// completeNothing returns no completions.
func completeNothing(command.Completions, []string) []command.Completion { return nil }

// hasTasks reports whether the rules have tasks.
func hasTasks(rs *rules.Ruleset) bool { return len(rs.Tasks.All) > 0 }

// hasActivities reports whether the rules have activities.
func hasActivities(rs *rules.Ruleset) bool { return len(rs.Activities.All) > 0 }

// hasExperience reports whether a game has the pool that skills are bought with.
func hasExperience(rs *rules.Ruleset) bool {
	_, has := rs.Pools.Get(rs.Skill.Currency)
	return has
}
