package players

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"hybrid/gm/campaign"
	"hybrid/gm/command"
	"hybrid/rules"
	"hybrid/rules/collect"
)

// The places that a character can go to, and the winner of a race there, computed as for the game master's menus, but only among the actors
// whose place the character sees.

// Ways holds the places that a player can send the character to.
type Ways struct {
	Plan    bool    // whether the turn has not come yet
	Paces   []Means // paces, such as walking or running, the slowest first
	Pace    string  // name of the pace used to weigh the ways
	List    []Way   // current way first, then exits or ways away from others, then people who are present
	Chosen  string  // name of the chosen way; empty if it no longer exists
	Likened bool    // whether others are assumed to be as fast as the character, since nothing is known of their speed
}

// Way is a place or a person that a character can go to, or flee from.
type Way struct {
	Name   string   // name that a player sends to choose the way: "on", "to EXIT", "from ID", or the ID of the person to go to
	Label  string   // description of the way, such as "go to the dock crane"
	ID     string   // person to go to, as the ID used in pages; empty for a place
	Far    *float64 // distance in metres; nil if unknown
	There  *float64 // count of the arrival; nil if there is none
	AtBest bool     // whether There assumes that rolls succeed
	Ends   string   // outcome of a race against opponents, in words; empty for none
	flees  bool     // whether it leads away from opponents
}

// onward is the name of the way that a character is already on.
const onward = "on"

// commandLine returns the line that declares a way at a pace. key returns the key of a person with the given ID.
func (w *Way) commandLine(pace string, key func(id string) string) string {
	verb := collect.Choose(w.flees, "flee ", "move ")
	kind, where, _ := strings.Cut(w.Name, " ")
	switch kind {
	case onward:
		return verb + onward
	case "from":
		return verb + "from " + key(where) + " " + pace
	case "to":
		return verb + w.Name + " " + pace
	}
	return verb + "to " + key(w.ID) + " " + pace
}

// travel is the game in which the character's movements are forecast. In its state, only the places known to the character exist, all
// others are as fast as the character, and the character's turn has come.
type travel struct {
	command.Game
	own        *rules.Actor // seat's character in that state
	knowsStart bool         // whether the count at which the character sets out is known
}

// canTravel reports whether the character can move between places: it isn't at rest and has a particular place.
func (k *knownState) canTravel(atRest bool) bool {
	able, _ := k.actor.CanMove(k.rs)
	return able && k.actor.Placed && !atRest && len(paceActivities(k.rs, k.actor)) > 0
}

// newTravel returns the game in which the character's movements are forecast, with the places that the character knows, or nil if it
// can't move between them.
func (k *knownState) newTravel(seen *SeatView) *travel {
	if !k.canTravel(seen.AtRest) {
		return nil
	}
	t := &travel{Game: *k.log.game, knowsStart: true}
	s, own := *k.state, *k.actor
	own.Open, own.Doing = true, nil
	s.Encounter, s.Actors = k.whole.Encounter, []*rules.Actor{&own}
	if !seen.Own.Declares {
		if t.knowsStart = seen.Own.Turn != nil; t.knowsStart {
			s.Count = *seen.Own.Turn
		}
	}
	for i := range seen.Others {
		o := &seen.Others[i]
		switch {
		case k.unrestricted:
			s.Actors = append(s.Actors, k.state.Find(k.keys[o.ID]))
		case o.Here && o.Place != nil:
			standIn := own
			standIn.Key, standIn.Name, standIn.Short, standIn.Side, standIn.Place = o.ID, o.Name, o.Name, "others", *o.Place
			if o.Own || o.Down != "" {
				standIn.Side = own.Side // it doesn't pursue the character
			}
			standIn.Open, standIn.Turn, standIn.Going, standIn.Activities, standIn.Conditions = false, -1, nil, nil, nil
			s.Actors = append(s.Actors, &standIn)
		}
	}
	t.State, t.own = &s, &own
	return t
}

// paceActivities returns the activities by which an actor moves along the line, the slowest first.
func paceActivities(rs *rules.Ruleset, a *rules.Actor) []rules.Speed {
	return collect.Filter(a.Speeds(rs), func(speed rules.Speed) bool { return !speed.Activity.Stays })
}

// Ways returns the possible destinations of the seat's character, each weighed at the wanted pace, or else its current pace, or else the
// usual one. It returns nil if the character can't move.
func (l *Log) Ways(s *rules.State, w Want) *Ways {
	k, seen := l.newKnownState(s, ""), l.SeatView(s)
	if k == nil || seen == nil {
		return nil
	}
	t := k.newTravel(seen)
	if t == nil {
		return nil
	}
	ways := &Ways{Plan: !seen.Own.Declares, Likened: !k.unrestricted}
	if usual := command.UsualPace(k.rs, t.own); usual != nil {
		ways.Pace = usual.Name
	}
	for _, speed := range paceActivities(k.rs, t.own) {
		ways.Paces = append(ways.Paces, Means{Name: speed.Activity.Name, Label: speed.Activity.Label, Harm: formatTyped(math.Round(speed.Pace*10)/10) + " m/s"})
		if w.With == speed.Activity.Name || w.With == "" && slices.Contains(t.own.Activities, speed.Activity) {
			ways.Pace = speed.Activity.Name
		}
	}
	for _, way := range t.listWays(k, seen) {
		if t.weighWay(&way, ways.Pace, k) {
			ways.List = append(ways.List, way)
		}
		if way.Name == w.Whom {
			ways.Chosen = w.Whom
		}
	}
	if w.Whom == "" && len(ways.List) > 0 {
		ways.Chosen = ways.List[0].Name
	}
	return ways
}

// listWays lists the possible destinations of the character, without weighing the ways.
func (t *travel) listWays(k *knownState, seen *SeatView) (list []Way) {
	distanceTo := func(to float64) *float64 { return numberPointer(math.Round(math.Abs(to - t.own.Place))) }
	if going := t.own.Going; going != nil && seen.Own.Declares {
		way := Way{Name: onward, Label: "keep going"}
		switch whom := t.State.Find(going.Whom); {
		case whom != nil:
			way.Label, way.Far = "keep going after "+whom.Short, distanceTo(whom.Place)
		case going.Whom == "":
			way.Label, way.Far = "keep going to "+cmp.Or(going.Name, formatTyped(going.To)+" m"), distanceTo(going.To)
		}
		list = append(list, way)
	}
	var exits []campaign.Exit
	if e, ok := t.Campaign.Encounter(t.State.Encounter); ok && (k.unrestricted || k.rs.Knowledge.ShowsScene()) {
		exits = e.Exits
	}
	pursuers := command.Pursuers(t.Rules, t.State, t.own)
	safeExit := command.EscapeExit(exits, t.own, pursuers)
	for i := range exits {
		way := Way{Name: "to " + exits[i].Name, Label: "go to " + exits[i].Label, Far: distanceTo(exits[i].Place)}
		if &exits[i] == safeExit && len(pursuers) > 0 {
			way.Label, way.flees = "flee to "+exits[i].Label, true
			list = slices.Insert(list, min(len(list), 1), way)
			continue
		}
		list = append(list, way)
	}
	var people []Way
	for i := range seen.Others {
		o := &seen.Others[i]
		target := t.State.Find(k.knownKey(o.ID))
		if target == nil || !target.Placed {
			continue
		}
		if len(exits) == 0 && !o.Own {
			list = append(list, Way{Name: "from " + o.ID, Label: "flee from " + o.Name, flees: true})
		}
		if target.Place == t.own.Place {
			continue
		}
		way := Way{Name: o.ID, ID: o.ID, Label: "go after " + o.Name, Far: distanceTo(target.Place)}
		if o.Own {
			way.Label = "go to " + o.Name
		}
		people = append(people, way)
	}
	slices.SortStableFunc(people, func(x, y Way) int {
		return compareBools(strings.HasPrefix(x.Label, "go after"), strings.HasPrefix(y.Label, "go after"))
	})
	return append(list, people...)
}

// weighWay forecasts moving along way at a pace. It reports whether the way is possible.
func (t *travel) weighWay(way *Way, pace string, k *knownState) bool {
	after := t.State
	if way.Name != onward {
		l, err := t.Parse(t.own.Key + ": " + way.commandLine(pace, k.knownKey))
		if err != nil {
			return false
		}
		f, err := t.DryRun(&l)
		if err != nil {
			return false
		}
		after, way.AtBest = cmp.Or(f.AtBest, f.After), f.AtBest != nil
	}
	own := after.Find(t.own.Key)
	j, ok := t.Rules.JourneyOf(after, own)
	if !ok || !t.knowsStart || own.Going.Whom != "" && j.Whom == nil { // the target's position is unknown
		return true
	}
	if !math.IsInf(j.At, 1) {
		way.There = &j.At
	}
	away := way.Far == nil // a flight from someone, which has no destination
	if away {
		way.Far = numberPointer(math.Round(j.Remaining))
	}
	way.Ends = t.raceText(after, own, away, way.AtBest)
	return true
}

// raceText says in words whether the character or a pursuer arrives first, if the character continues from the state after; it returns ""
// if there is nothing to tell. away is true if the character flees without a destination, and atBest if the forecast assumes that rolls
// succeed.
func (t *travel) raceText(after *rules.State, own *rules.Actor, away, atBest bool) string {
	r := command.ComputeRace(t.Rules, after, own)
	switch r.End {
	case command.RaceFree:
		if away {
			return "no one can reach you"
		} else if !atBest {
			return "you are there before " + command.JoinNames(collect.Map(command.Pursuers(t.Rules, after, own), func(o *rules.Actor) string { return o.Short }))
		}
	case command.RaceCaught:
		return r.Who.Short + " could reach you at " + command.Number(r.At)
	case command.RaceHeadOff:
		return r.Who.Short + " could be there before you, at " + command.Number(r.At)
	case command.RaceAhead:
		return "you are there before " + r.Who.Short
	case command.RaceBehind, command.RaceTooSlow:
		return r.Who.Short + " is there before you, at " + command.Number(r.At)
	case command.RaceNoNearer:
		return "you come no nearer"
	}
	return ""
}

// findChosen returns the way that want chooses and the label of its pace. ok is false if either wasn't offered.
func (w *Ways) findChosen(want *Want) (way Way, pace string, ok bool) {
	i := slices.IndexFunc(w.List, func(way Way) bool { return way.Name == want.Whom })
	at := slices.IndexFunc(w.Paces, func(m Means) bool { return m.Name == cmp.Or(want.With, w.Pace) })
	if i < 0 || at < 0 {
		return way, "", false
	}
	return w.List[i], w.Paces[at].Label, true
}
