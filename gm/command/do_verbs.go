package command

import (
	"slices"
	"strings"

	"hybrid/rules"
)

// The table of verbs: a literal for each, with its words, help, completions and the function that decides it. A new verb is a
// literal here.

// listVerbs makes the table of verbs.
func listVerbs() []*Verb {
	declared := &Verb{Name: "check", Pins: always, Options: anyOptions, Decide: with(timeline.declare), Next: func(g Completions, _ []string) []Completion {
		return append(g.skills(), g.stats()...)
	}}
	task := *declared
	task.Name, task.Exists, task.Next = "task", hasTasks, nil
	conditions := func(g Completions, fields []string) []Completion {
		if len(fields) == 1 {
			return g.peopleAndSides()
		}
		return g.conditions(fields[0], fields[1])
	}
	knowable := func(g Completions, fields []string) []Completion {
		if len(fields) == 1 {
			return g.people()
		}
		return g.knowable(fields)
	}
	return []*Verb{
		{Name: "begin", Idle: anytime, Decide: with(timeline.begin), Next: func(g Completions, _ []string) []Completion { return g.encounters() }},
		{Name: "finish", Idle: func(g *Game) bool { return Endings{g}.Owed() }, Decide: without(timeline.finish), Next: nothing, Options: func(l *Line) error {
			if len(l.Words) == 0 && l.Who == "" {
				return nil
			}
			return Refusal("Add conditions that end or continue after a comma: finish, end NAME CONDITION, keep NAME CONDITION")
		}},
		{Name: "initiative", Exists: func(rs *rules.Ruleset) bool { return !rs.Order.InRounds() || rs.Order.Initiative != nil },
			Options: anyOptions, Decide: with(timeline.initiative), Next: func(g Completions, fields []string) []Completion {
				switch {
				case len(fields) > 1:
					return nil
				case g.Rules.Order.InRounds():
					return g.ownSides()
				}
				return g.people()
			}},
		{Name: "next", Decide: with(timeline.next), Next: nothing, Options: func(l *Line) error {
			if len(l.Words) > 0 || l.Who != "" {
				return Refusal("“%s” is used alone. Remove the rest.", l.Verb)
			}
			return l.rejectOptions()
		}},
		{Name: "wait", Exists: func(rs *rules.Ruleset) bool { return !rs.Order.InRounds() }, Player: true,
			Pins: func(l *Line) bool { return len(l.Words) == 0 }, Decide: without(timeline.wait)},
		declared,
		{Name: "undo", Session: true, Next: nothing},
		{Name: "redo", Session: true, Next: nothing},
		{Name: "set", Idle: withActors, Decide: with(timeline.set), Next: func(g Completions, fields []string) []Completion {
			switch len(fields) {
			case 1:
				return g.peopleAndSides()
			case 2:
				return g.settable(fields[1])
			case 3:
				return []Completion{{Text: "to", Hint: "a value, even below zero: to -5. Without `to`, -5 subtracts 5"}}
			}
			return nil
		}},
		{Name: "put", Idle: withActors, Decide: with(timeline.changeCondition), Next: conditions, Options: only(rules.Secretly)},
		{Name: "end", Idle: withActors, Decide: with(timeline.changeCondition), Next: conditions},
		{Name: "add", Decide: func(g *Game, l *Line, k rules.Known) (Decided, error) { return timeline{g}.add(l, nil, k) },
			Next: func(g Completions, _ []string) []Completion { return completions(g.Campaign.Characters()) }},
		{Name: "remove", Decide: without(timeline.remove)},
		{Name: "rename", Verbatim: true, Idle: withActors, Help: says("give a combatant another name", "WHO NEW NAME"), Decide: without(timeline.rename),
			Next: func(g Completions, fields []string) []Completion {
				if len(fields) == 1 {
					return g.people()
				}
				return nil
			}},
		{Name: "hold", Decide: without(timeline.hold), Next: func(g Completions, fields []string) []Completion {
			switch len(fields) {
			case 1:
				return g.people()
			case 2:
				return g.things(fields[1])
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
			Next: func(g Completions, fields []string) []Completion {
				if len(fields) == 1 {
					return g.peopleAndSides()
				}
				return nil
			}},
		{Name: "do", Exists: hasActivities, Decide: with(downtime.activity), Next: func(g Completions, fields []string) []Completion {
			if len(fields) == 1 {
				return g.people()
			}
			return completions(g.Rules.Activities.Names())
		}},
		{Name: "scene", Idle: anytime, Options: anyOptions, Decide: without(timeline.scene), Next: func(g Completions, _ []string) []Completion { return g.situations() }},
		{Name: "note", Also: []string{"remind", "reminder"}, Verbatim: true, Incomplete: true, Idle: anytime, Options: anyOptions,
			Decide: without(timeline.note), Next: func(g Completions, fields []string) []Completion {
				if len(fields) == 1 {
					return g.noted()
				}
				return nil
			}},
		{Name: "give", Player: true, Pins: func(l *Line) bool { return len(l.Words) == 1 }, Decide: with(timeline.giveUp),
			Next: func(Completions, []string) []Completion { return []Completion{{Text: "up"}} }},
		&task,
		{Name: "roll", Help: says("a check without time, for one or many; or plain dice", "{CHECK} by WHO, or 2d6+4"),
			Pins: always, Idle: anytime, Options: anyOptions, Decide: with(downtime.roll)},
		{Name: "contest", Also: []string{"versus", "opposed", "against"}, Help: says("one {check} against another", "WHO {CHECK} against WHOM {CHECK}"),
			Idle: anytime, Options: anyOptions, Decide: with(downtime.contest), Next: func(g Completions, fields []string) []Completion {
				side := fields[1:]
				if at := slices.Index(side, "against"); at >= 0 {
					side = side[at+1:]
				}
				switch {
				case len(side) == 0:
					return g.people()
				case len(side) == 1:
					return append(g.skills(), g.stats()...)
				case len(side) == 2 && !slices.Contains(fields, "against"):
					return []Completion{{Text: "against"}}
				}
				return nil
			}},
		{Name: "pass", Exists: hasActivities, Help: says("time outside a fight", "20 min ACTIVITY by WHO"),
			Player: true, Idle: anytime, Options: only(anyway), Decide: with(downtime.pass)},
		{Name: "place", Also: []string{"position"}, Help: says("set a combatant's position", "WHO METRES"), Decide: without(downtime.place)},
		{Name: "move", Exists: hasActivities, Help: says("move a combatant", "WHO to WHOM ACTIVITY"), Decide: with(downtime.move),
			Next: func(g Completions, fields []string) []Completion {
				switch {
				case len(fields) == 1:
					return g.people()
				case len(fields) > 2 && fields[len(fields)-1] == "to":
					return g.destinations()
				}
				return nil
			}},
		{Name: "flee", Also: []string{"escape", "run away", "exit"}, Exists: hasActivities, Pins: namesNobody,
			Help: says("get away, by an exit if there is one", "WHO from WHOM, or WHO to EXIT"), Decide: with(downtime.flee),
			Next: func(g Completions, fields []string) []Completion {
				switch fields[len(fields)-1] {
				case "flee":
					return append(g.people(), completions([]string{"from", "to"})...)
				case "to":
					return g.destinations()
				case "from":
					return append(g.people(), completions(g.sides())...)
				}
				return append(completions([]string{"from", "to"}), completions(g.Rules.Activities.Names())...)
			}},
		{Name: "award", Also: []string{"xp", "experience", "reward"}, Exists: hasExperience, Help: says("give experience", "POINTS WHO"),
			Idle: anytime, Decide: with(downtime.award)},
		{Name: "train", Also: []string{"learn", "study"}, Exists: hasExperience, Help: says("turn hours into experience", "WHO 40 h HOW"), Player: true, Idle: anytime, Decide: with(downtime.train)},
		{Name: "raise", Also: []string{"level", "level up", "improvement"},
			Exists: func(rs *rules.Ruleset) bool {
				return hasExperience(rs) && len(rs.Skills.All)+len(rules.Raisable(rs)) > 0
			},
			Help: says("buy the next rank of a skill, or a point of a statistic", "WHO {CHECK}"), Player: true, Idle: anytime, Decide: with(downtime.raise),
			Next: func(g Completions, fields []string) []Completion {
				switch len(fields) {
				case 1:
					return g.people()
				case 2:
					return g.raisable()
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
		{Name: "dice", Session: true, Next: func(g Completions, fields []string) []Completion {
			if len(fields) > 1 {
				return append(completions([]string{"ahead"}), g.people()...)
			}
			return append(completions([]string{"players", "nobody", "all"}), g.people()...)
		}},
		{Name: "hurt", Exists: func(rs *rules.Ruleset) bool { return len(rs.Hazards.All) > 0 },
			Help: says("damage without an action, such as a hazard", "WHO HAZARD NUMBER, or DICE TAG PLACE"),
			Idle: anytime, Options: anyOptions, Decide: with(timeline.hurt), Next: func(g Completions, fields []string) []Completion {
				if len(fields) == 1 {
					return g.people()
				}
				return completions(g.Rules.Hazards.Names())
			}},
		{Name: "clock", Also: []string{"date", "calendar"}, Verbatim: true, Help: says("set the calendar: the day and the time", "day 2 06:30, or 06:30"),
			Idle: anytime, Decide: without(timeline.clock)},
		{Name: verbDone, Exists: func(rs *rules.Ruleset) bool { return rs.Order.InRounds() }, Hidden: true, Decide: with(roundGame.done)},
		{Name: "reveal", Also: []string{"name", "identify", "recognise", "recognize"}, Help: says("reveal facts about a character to players", "WHO name, hand, … to WHOM"),
			Idle: anytime, Decide: without(knowledge.reveal), Next: knowable},
		{Name: "conceal", Help: says("withdraw revealed facts about a character", "WHO name, hand, … from WHOM"),
			Idle: anytime, Decide: without(knowledge.conceal), Next: func(g Completions, fields []string) []Completion {
				if len(fields) == 1 {
					return append(g.people(), completions(knowledge(g).shownNames())...)
				}
				return g.knowable(fields)
			}},
		{Name: "whisper", Also: []string{"secret", "message"}, Verbatim: true, Help: says("tell one player a secret", "WHO TEXT"),
			Idle: anytime, Decide: without(knowledge.whisper)},
		{Name: "show", Also: []string{"map", "handout", "image", "picture"}, Help: says("show a picture or a text to players", "FILE to WHOM"),
			Idle: anytime, Decide: without(knowledge.show), Next: func(g Completions, fields []string) []Completion {
				switch {
				case len(fields) == 1:
					return completions(g.Campaign.ListHandouts())
				case fields[len(fields)-1] == "to":
					return append(g.people(), completions(g.sides())...)
				}
				return []Completion{{Text: "to", Hint: "the players of a character or a side; all by default"}}
			}},
	}
}

// with decides by a method of one of the small types over a game.
func with[T timeline | downtime | knowledge | roundGame](decide func(T, *Line, rules.Known) (Decided, error)) func(*Game, *Line, rules.Known) (Decided, error) {
	return func(g *Game, l *Line, k rules.Known) (Decided, error) { return decide(T{g}, l, k) }
}

// without adapts a method that needs neither dice nor answers, as with does.
func without[T timeline | downtime | knowledge | roundGame](decide func(T, *Line) (Decided, error)) func(*Game, *Line, rules.Known) (Decided, error) {
	return func(g *Game, l *Line, _ rules.Known) (Decided, error) { return decide(T{g}, l) }
}

// says returns what a verb does and takes, with the game's word for a check in the place of {check} and {CHECK}.
func says(does, takes string) func(*rules.Ruleset) (string, string) {
	return func(rs *rules.Ruleset) (string, string) {
		word := CheckWord(rs)
		fill := strings.NewReplacer("{check}", word, "{CHECK}", strings.ToUpper(word))
		return fill.Replace(does), fill.Replace(takes)
	}
}

// anyOptions takes all options; the verb reads them.
func anyOptions(*Line) error { return nil }

// only takes a single option.
func only(option string) func(*Line) error {
	return func(l *Line) error {
		if slices.Equal(l.Options, []string{option}) {
			return nil
		}
		return l.rejectOptions()
	}
}

func anytime(*Game) bool { return true }

func withActors(g *Game) bool { return len(g.State.Actors) > 0 }

func always(*Line) bool { return true }

func nothing(Completions, []string) []Completion { return nil }

func hasTasks(rs *rules.Ruleset) bool { return len(rs.Tasks.All) > 0 }

func hasActivities(rs *rules.Ruleset) bool { return len(rs.Activities.All) > 0 }

// hasExperience reports whether a game has the pool that skills are bought with.
func hasExperience(rs *rules.Ruleset) bool {
	_, has := rs.Pools.Get(rs.Skill.Currency)
	return has
}
