package verbs

import (
	"slices"

	"hybrid/gm/command"
	"hybrid/rules"
	"hybrid/rules/collect"
	"hybrid/rules/message"
)

// `absent` and `here`: characters whose players are away, and who plays them in the meantime. Actor.Absent is rules.AbsentByTactic if the
// character's tactic plays it, rules.AbsentLeftOut if it takes part in no scene, and "" if its player is there. A downtime (downtime.go)
// wraps a game and adds the methods for verbs about time outside a fight.

// Person is a character with a player, who may be present in the scene or not.
type Person struct {
	*rules.Actor
	Here bool // whether the character is in the scene
}

// PlayedCharacters lists the characters who have a player: those in the scene, then those who were in an earlier one.
func PlayedCharacters(s *rules.State) (list []Person) {
	for i, actors := range [][]*rules.Actor{s.Actors, s.Away} {
		for _, a := range actors {
			if a.Sheet.HasPlayer() {
				list = append(list, Person{a, i == 0})
			}
		}
	}
	return list
}

// markAbsent records that the player of a character is away. Its tactic plays the character or, with `out`, the character leaves and takes
// part in no scene:
//
//	absent ilse
//	absent ilse, out
func (g downtime) markAbsent(l *command.Line, _ rules.DecisionInput) (command.DecidedCommand, error) {
	out := slices.Contains(l.Options, rules.AbsentLeftOut) || len(l.Words) > 0 && l.Words[len(l.Words)-1] == rules.AbsentLeftOut
	if out && len(l.Options) == 0 { // the word follows without a comma
		l.Words = l.Words[:len(l.Words)-1]
	}
	list, err := g.readPeople(l)
	if err != nil {
		return command.DecidedCommand{}, err
	}
	var w command.DecidedCommand
	how := collect.Choose(out, rules.AbsentLeftOut, rules.AbsentByTactic)
	first := list[0]
	list = slices.DeleteFunc(list, func(a Person) bool { // characters who are away already
		return a.Absent == how || !out && a.Absent == rules.AbsentLeftOut
	})
	if len(list) == 0 {
		return w, command.Refusal("%s is away already. `here %s` brings the character back.", first.Name, first.Key)
	}
	for _, a := range list {
		w.Events = append(w.Events, rules.Event{Kind: rules.EventAbsent, Who: a.Key, How: how})
	}
	w.Title, w.TitledEvents = joinNames(toActors(list))+collect.Choose(out, ": away, out of the scenes", ": away, played by tactic"), len(list)
	if len(list) == 1 {
		w.Who = list[0].Key
	}
	next, err := g.Rules.Apply(g.State, w.Events)
	if err != nil || !out {
		return w, err
	}
	more, err := g.Rules.DecideManually(next, rules.DecisionInput{}, func(h *rules.ManualChanges) {
		for _, a := range list {
			if a.Here {
				h.RemoveActor(a.Key)
				timeline(g).endPlans(h, a.Actor)
			}
		}
	})
	w.Events = append(w.Events, more.Events...)
	return w, err
}

// markPresent brings back characters whose players were away. A character who took part in no scene joins the side of the other players.
func (g downtime) markPresent(l *command.Line, _ rules.DecisionInput) (command.DecidedCommand, error) {
	list, err := g.readPeople(l)
	if err != nil {
		return command.DecidedCommand{}, err
	}
	if list = slices.DeleteFunc(list, func(a Person) bool { return a.Absent == "" }); len(list) == 0 {
		return command.DecidedCommand{}, command.Refusal("None of them is away. Name someone who is.")
	}
	var w command.DecidedCommand
	for _, a := range list {
		if !a.Here && a.Absent == rules.AbsentLeftOut && len(g.State.Actors) > 0 {
			w.Events = append(w.Events, rules.Event{Kind: rules.EventJoin, Who: a.Key, What: playersSide(g.Game, a.Side)})
		}
		w.Events = append(w.Events, rules.Event{Kind: rules.EventAbsent, Who: a.Key})
	}
	w.Title, w.TitledEvents = joinNames(toActors(list))+": here again", len(w.Events)
	if len(list) == 1 {
		w.Who = list[0].Key
	}
	return w, nil
}

// playersSide returns the side that a character with a player joins: that of the players' characters present, otherwise fallback.
func playersSide(g *command.Game, fallback string) string {
	if here := g.State.Protagonists(); len(here) > 0 {
		return here[0].Side
	}
	return fallback
}

// resolveSide returns the key of the side that a line names: `party` stands for the players' side, unless a side has that name.
func resolveSide(g *command.Game, name string) string {
	hasName := func(a *rules.Actor) bool {
		return a.Side == name || a.ApparentSide() == name || a.IsSide() && a.Key == name
	}
	if name != command.Party || slices.ContainsFunc(slices.Concat(g.State.Actors, g.State.Sides), hasName) {
		return name
	}
	return playersSide(g, name)
}

// readPeople reads characters with a player, present or not: names joined by `and`, or a group.
func (g downtime) readPeople(l *command.Line) (list []Person, err error) {
	all := PlayedCharacters(g.State)
	words := l.Words
	if l.Who != "" {
		words = append([]string{l.Who}, words...)
	}
	if len(words) == 0 {
		return nil, command.RefusalOf(message.Missing("Name a character", l.Verb+" NAME"))
	}
	for _, part := range splitAnd(words) {
		isEveryone := len(part) == 1 && (command.IsAllWord(part[0]) || part[0] == command.Party)
		if isEveryone && l.Verb == "here" {
			return all, nil
		}
		who, rest, err := g.ParseLeadingGroup(part)
		if err != nil {
			who, rest, err = findElsewhere(all, part, err)
		}
		if err != nil {
			return nil, err
		}
		if len(rest) > 0 {
			return nil, command.Refusal("“%s” takes only names. Remove: %s", l.Verb, rest[0])
		}
		keys := command.KeysOf(who)
		players := collect.Filter(all, func(p Person) bool { return slices.Contains(keys, p.Key) && !slices.Contains(list, p) })
		if len(players) == 0 {
			return nil, command.Refusal("No player: %s. Add one in the character's file.", joinNames(who))
		}
		list = append(list, players...)
	}
	return list, nil
}

// splitAnd splits words at each `and`.
func splitAnd(words []string) (parts [][]string) {
	for at := slices.Index(words, "and"); at > 0; at = slices.Index(words, "and") {
		parts, words = append(parts, words[:at]), words[at+1:]
	}
	return append(parts, words)
}

// findElsewhere finds the character outside the scene that words begin with, and returns it with the words after its name. If there is
// none, it returns err, the error of the search in the scene.
func findElsewhere(all []Person, words []string, err error) ([]*rules.Actor, []string, error) {
	for _, a := range all {
		if len(words) > 0 && !a.Here && (message.SameName(a.Key, words[0]) || message.SameName(a.Short, words[0])) {
			return []*rules.Actor{a.Actor}, words[1:], nil
		}
	}
	return nil, nil, err
}

// toActors returns people as actors.
func toActors(list []Person) []*rules.Actor {
	return collect.Map(list, func(a Person) *rules.Actor { return a.Actor })
}

// isLeftOut reports whether a character takes part in no scene because its player is away.
func isLeftOut(g *command.Game, key string) bool {
	return slices.ContainsFunc(g.State.Away, func(a *rules.Actor) bool { return a.Key == key && a.Absent == rules.AbsentLeftOut })
}
