package verbs

import (
	"math"
	"slices"
	"strings"

	"hybrid/gm/campaign"
	"hybrid/gm/command"
	"hybrid/rules"
	"hybrid/rules/collect"
	"hybrid/rules/message"
)

// `flee`: chooses the way out and turns it into a `move` line. A departure is the beginning of an actor's movement to a destination. A
// downtime (downtime.go) wraps a game and adds the methods for verbs about time and places.

// fleeOpponents lets an actor escape from its opponents, or from the named ones, by a move: through the nearest exit that it reaches before
// them or, if the encounter has none, away from the nearest of them.
//
//	flee
//	flee from gang
//	kira: flee to crane dashing
func (g downtime) fleeOpponents(l *command.Line, k rules.DecisionInput) (command.DecidedCommand, error) {
	move, err := g.flightMove(l)
	if err != nil {
		return command.DecidedCommand{}, err
	}
	w, err := g.moveActor(&move, k)
	w.Title = strings.Replace(w.Title, " moves to", " flees to", 1)
	return w, err
}

// departureByFlight returns the departure that a `flee` line describes.
func departureByFlight(g *command.Game, l *command.Line) (x command.Departure, ok bool) {
	moving, err := downtime{g}.flightMove(l)
	if err == nil {
		x, err = downtime{g}.readMove(&moving)
	}
	return x, err == nil
}

// flightMove returns the `move` line that is equivalent to a `flee` line.
func (g downtime) flightMove(l *command.Line) (move command.Line, err error) {
	a, rest, err := g.readFleeingActor(l)
	if err != nil {
		return move, err
	}
	var pace []string // activity in which the actor flees
	if n := len(rest); n > 0 {
		if _, err := findActivity(g.Game, rest[n-1:]); err == nil {
			rest, pace = rest[:n-1], rest[n-1:]
		}
	}
	if len(pace) == 0 {
		usual := command.UsualPace(g.Rules, a)
		if usual == nil {
			return move, command.RefusalOf(message.Missing(a.Name+" has no pace", "flee to WHERE ACTIVITY"))
		}
		pace = []string{usual.Name}
	}
	from, to := command.Pursuers(g.Rules, g.State, a), "" // opponents, and the name of an exit
	switch {
	case len(rest) > 1 && rest[0] == "to":
		to = strings.TrimPrefix(strings.Join(rest[1:], " "), "the ")
	case len(rest) > 1 && rest[0] == "from":
		if from, err = g.ParseActors(rest[1:]); err != nil {
			return move, err
		}
		from = slices.DeleteFunc(from, func(o *rules.Actor) bool { return o == a })
	case len(rest) > 0:
		return move, command.RefusalOf(message.NotA(strings.Join(rest, " "), "a way out", "Type `flee from WHOM` or `flee to EXIT`"))
	}
	if to == "" {
		if to, err = g.flightTarget(a, from); err != nil {
			return move, err
		}
	}
	move = *l
	move.Who, move.Words = a.Key, append([]string{"to", to}, pace...)
	return move, nil
}

// readFleeingActor returns the actor that a line makes flee, and the words that follow its name.
func (g downtime) readFleeingActor(l *command.Line) (*rules.Actor, []string, error) {
	if at := slices.Index(l.Words, "by"); at >= 0 && l.Who == "" {
		a, err := g.Actor(strings.Join(l.Words[at+1:], " "))
		return a, l.Words[:at], err
	}
	if namesNobody(l) {
		a, err := g.Subject(l)
		return a, l.Words, err
	}
	return g.ParseSubject(l)
}

// namesNobody reports whether a `flee` line names no one, so that it is about the actor whose turn it is.
func namesNobody(l *command.Line) bool {
	return l.Who == "" && !slices.Contains(l.Words, "by") && (len(l.Words) == 0 || l.Words[0] == "from" || l.Words[0] == "to")
}

// flightTarget returns the destination of an actor that flees from others: the name of an exit, or a position in metres.
func (g downtime) flightTarget(a *rules.Actor, from []*rules.Actor) (string, error) {
	if !a.Placed {
		return "", command.Refusal("%s has no place yet. Type `place %s 0`, or `remove %s` to leave at once.", a.Name, a.Key, a.Key)
	}
	if e, ok := g.Campaign.Encounter(g.State.Encounter); ok && len(e.Exits) > 0 {
		exit := command.EscapeExit(e.Exits, a, from)
		if exit == nil {
			return "", command.Refusal("%s reaches no exit before an enemy. Choose: %s.", a.Name, strings.Join(exitNames(e.Exits), ", "))
		}
		return exit.Name, nil
	}
	distance := 0.0 // metres, far enough for every tactic
	for _, tactic := range g.Rules.Tactics.All {
		distance = math.Max(distance, tactic.Clear)
	}
	if distance == 0 {
		return "", command.RefusalOf(message.Missing("This encounter has no exits", "flee to METRES"))
	}
	var nearest *rules.Actor
	for _, o := range from {
		if o.Placed && (nearest == nil || math.Abs(o.Place-a.Place) < math.Abs(nearest.Place-a.Place)) {
			nearest = o
		}
	}
	if nearest != nil && nearest.Place > a.Place {
		distance = -distance
	}
	return command.Number(math.Round(a.Place + distance)), nil
}

// exitNames lists exits by the names used in lines.
func exitNames(exits []campaign.Exit) (names []string) {
	return collect.Map(exits, func(exit campaign.Exit) string { return exit.Name })
}
