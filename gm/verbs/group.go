package verbs

import (
	"slices"
	"strings"

	"hybrid/gm/command"
	"hybrid/rules"
)

// Lines about several actors at once: `put party blessed`, `set kira and dov PFT -5`. A timeline (timeline.go) and a downtime (downtime.go)
// each wrap a game and add the methods for one kind of verb: in fights, and outside them.

// placeSeparator separates the actor's name from the place in the title of a `place` line.
const placeSeparator = " is "

// forEachActor returns a function that decides a line about several actors by calling decide for each of them. If the line names a side
// with values of its own, such as pools, decide is first tried for that side.
func forEachActor[T timeline | downtime](decide func(T, *command.Line, rules.DecisionInput) (command.DecidedCommand, error)) func(T, *command.Line, rules.DecisionInput) (command.DecidedCommand, error) {
	return func(g T, l *command.Line, k rules.DecisionInput) (command.DecidedCommand, error) {
		game := struct{ *command.Game }(g)
		words := l.Words
		if l.Who != "" {
			return decide(g, l, k)
		}
		who, rest, err := game.ParseLeadingGroup(words)
		if refused := game.RefuseAbsentLead(words); refused != nil {
			return command.DecidedCommand{}, refused
		}
		if err != nil && slices.Contains(words, "except") {
			return command.DecidedCommand{}, err
		}
		subject, _, _ := game.WithSideNames().ParseLeadingActor(words)
		// The words can mean the side itself, which has data of its own, or its members.
		namesSide := subject != nil && subject.IsSide() && len(who) > 0 && who[0] != subject
		if err != nil || len(who) < 2 && !namesSide {
			return decide(g, l, k)
		}
		single := *l
		single.Words = slices.Clone(words)
		if namesSide {
			if w, err := decide(g, &single, k); err == nil {
				return w, nil
			}
		}
		return decideEach(g, l, k, who, rest, decide)
	}
}

// decideEach decides a line for each actor in who, one after the other, by calling decide. rest holds the words after the actors' names. An
// `end` line is decided for the actors who have the condition; any other line is refused if one of the actors can't do it.
func decideEach[T timeline | downtime](g T, l *command.Line, k rules.DecisionInput, who []*rules.Actor, rest []string, decide func(T, *command.Line, rules.DecisionInput) (command.DecidedCommand, error)) (command.DecidedCommand, error) {
	game := struct{ *command.Game }(g)
	w, now := command.DecidedCommand{}, *game.Game
	var titles []string // title for each actor in done
	var done []*rules.Actor
	var refused error
	for _, a := range who {
		line := *l
		line.Who, line.Words = a.Key, slices.Clone(rest)
		d, err := decide(T{&now}, &line, k)
		switch {
		case err != nil && l.Verb == "end":
			refused = err
			continue
		case err != nil:
			return command.DecidedCommand{}, err
		}
		titles, done = append(titles, d.Title), append(done, a)
		w.Append(&d.Decision)
		if now.State, err = game.Rules.Apply(now.State, d.Events); err != nil {
			return command.DecidedCommand{}, err
		}
	}
	if len(done) == 0 {
		return command.DecidedCommand{}, refused
	}
	w.Title = describeGroup(game.Game, done, func(a *rules.Actor) string { return a.Name }) + ": " + strings.Join(append([]string{l.Verb}, rest...), " ")
	if !slices.ContainsFunc(w.Events, func(e rules.Event) bool { return e.Kind != rules.EventPlace }) {
		w.Title = placesTitle(done, titles) // the title gives the places, since no sentence does
	}
	return w, nil
}

// placesTitle combines titles, one for each actor in done and of the form “Kira is at the cards”: if all places are the same, it names the
// place once.
func placesTitle(done []*rules.Actor, titles []string) string {
	_, where, _ := strings.Cut(titles[0], placeSeparator)
	isElsewhere := func(title string) bool { return !strings.HasSuffix(title, placeSeparator+where) }
	if slices.ContainsFunc(titles, isElsewhere) {
		return strings.Join(titles, "; ")
	}
	return joinNames(done) + " are " + where
}
