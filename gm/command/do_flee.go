package command

import (
	"math"
	"slices"
	"strings"

	"hybrid/gm/campaign"
	"hybrid/rules"
	"hybrid/rules/message"
)

// `flee`: the way out is chosen and becomes a line of move.

// flee lets an actor get away from its opponents, or from those that are named, as move does: through the nearest exit that it
// reaches first or, if the encounter has none, away from the nearest of them.
//
//	flee
//	flee from gang
//	kira: flee to crane dashing
func (g downtime) flee(l *Line, k rules.Known) (Decided, error) {
	move, err := g.flight(l)
	if err != nil {
		return Decided{}, err
	}
	w, err := g.move(&move, k)
	w.Title = strings.Replace(w.Title, " moves to", " flees to", 1)
	return w, err
}

// flight returns the line of move that a line of flee stands for.
func (g downtime) flight(l *Line) (move Line, err error) {
	a, rest, err := g.fleeing(l)
	if err != nil {
		return move, err
	}
	pace := rest[len(rest):]
	if n := len(rest); n > 0 {
		if _, err := g.activityOf(rest[n-1:]); err == nil {
			rest, pace = rest[:n-1], rest[n-1:]
		}
	}
	if len(pace) == 0 {
		usual := UsualPace(g.Rules, a)
		if usual == nil {
			return move, RefusalOf(message.Missing(a.Name+" has no pace", "flee to WHERE ACTIVITY"))
		}
		pace = []string{usual.Name}
	}
	from, to := Pursuers(g.Rules, g.State, a), ""
	switch {
	case len(rest) > 1 && rest[0] == "to":
		to = strings.Join(rest[1:], " ")
	case len(rest) > 1 && rest[0] == "from":
		if from, err = g.parseActors(rest[1:]); err != nil {
			return move, err
		}
		from = slices.DeleteFunc(from, func(o *rules.Actor) bool { return o == a })
	case len(rest) > 0:
		return move, RefusalOf(message.NotA(strings.Join(rest, " "), "a way out", "Type `flee from WHOM` or `flee to EXIT`"))
	}
	if to == "" {
		if to, err = g.wayOut(a, from); err != nil {
			return move, err
		}
	}
	move = *l
	move.Who, move.Words = a.Key, append([]string{"to", to}, pace...)
	return move, nil
}

// fleeing returns the actor that flees by a line, and the words that follow its name.
func (g downtime) fleeing(l *Line) (*rules.Actor, []string, error) {
	if namesNobody(l) {
		a, err := g.subject(l)
		return a, l.Words, err
	}
	return g.leadSubject(l)
}

// namesNobody reports whether a line of flee is about whose turn it is.
func namesNobody(l *Line) bool {
	return l.Who == "" && (len(l.Words) == 0 || l.Words[0] == "from" || l.Words[0] == "to")
}

// Pursuers returns those who are not of an actor's side, have a place, and can act and move.
func Pursuers(rs *rules.Ruleset, s *rules.State, a *rules.Actor) (list []*rules.Actor) {
	for _, o := range s.Actors {
		able, _ := o.CanAct(rs)
		moves, _ := o.CanMove(rs)
		if o.Side != a.Side && o.Placed && able && moves {
			list = append(list, o)
		}
	}
	return list
}

// UsualPace returns the activity by which an actor runs where none is named: that by which the usual tactic approaches, else
// the fastest. It is nil if the actor has no pace.
func UsualPace(rs *rules.Ruleset, a *rules.Actor) *rules.Activity {
	if usual := rs.Tactic(""); usual != nil && usual.Approaches() != nil && a.PaceBy(rs, usual.Approaches()) > 0 {
		return usual.Approaches()
	}
	var fastest rules.Speed
	for _, speed := range a.Speeds(rs) {
		if speed.Pace > fastest.Pace && !speed.Activity.Stays {
			fastest = speed
		}
	}
	return fastest.Activity
}

// WayOut returns the exit by which an actor flees from others: the nearest that it is nearer to than they are, or nil if there
// is none.
func WayOut(exits []campaign.Exit, a *rules.Actor, from []*rules.Actor) (way *campaign.Exit) {
	for i := range exits {
		exit := &exits[i]
		far := math.Abs(exit.Place - a.Place)
		ahead := !slices.ContainsFunc(from, func(o *rules.Actor) bool { return math.Abs(exit.Place-o.Place) <= far })
		if ahead && (way == nil || far < math.Abs(way.Place-a.Place)) {
			way = exit
		}
	}
	return way
}

// wayOut returns where an actor flees to from others: the name of an exit, or a place in metres.
func (g downtime) wayOut(a *rules.Actor, from []*rules.Actor) (string, error) {
	if !a.Placed {
		return "", Refusal("%s has no place yet. Type `place %s 0`, or `remove %s` to leave at once.", a.Name, a.Key, a.Key)
	}
	if e, ok := g.Campaign.Encounter(g.State.Encounter); ok && len(e.Exits) > 0 {
		way := WayOut(e.Exits, a, from)
		if way == nil {
			return "", Refusal("%s reaches no exit before an enemy. Choose: %s.", a.Name, strings.Join(exitNames(e.Exits), ", "))
		}
		return way.Name, nil
	}
	clear := 0.0
	for _, tactic := range g.Rules.Tactics.All {
		clear = math.Max(clear, tactic.Clear)
	}
	if clear == 0 {
		return "", RefusalOf(message.Missing("This encounter has no exits", "flee to METRES"))
	}
	var nearest *rules.Actor
	for _, o := range from {
		if o.Placed && (nearest == nil || math.Abs(o.Place-a.Place) < math.Abs(nearest.Place-a.Place)) {
			nearest = o
		}
	}
	if nearest != nil && nearest.Place > a.Place {
		clear = -clear
	}
	return Number(math.Round(a.Place + clear)), nil
}

// exitNames lists exits as a line names them.
func exitNames(exits []campaign.Exit) (names []string) {
	for _, exit := range exits {
		names = append(names, exit.Name)
	}
	return names
}
