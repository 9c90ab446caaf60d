package players

import (
	"slices"

	"hybrid/rules"
)

// The common knowledge of the members of a log's audience, and the actors that all of them notice. Nothing else is told at the table
// screen. The members are the characters of all players, or the one of a seat; viewers are the members who notice what goes on.

// noticingActors lists the actors who notice what goes on, or all if none does. An actor that openly notices nothing, for example because
// it has fainted, doesn't reduce the common knowledge of the others; one that secretly notices nothing does.
func noticingActors(rs *rules.Ruleset, all []*rules.Actor) []*rules.Actor {
	noticesNothing := func(a *rules.Actor) bool { return a.IsVisiblyUnaware(rs) }
	if len(all) < 2 || !slices.ContainsFunc(all, noticesNothing) {
		return all
	}
	list := slices.DeleteFunc(slices.Clone(all), noticesNothing)
	if len(list) == 0 {
		return all
	}
	return list
}

// noticedByAll returns the aspects of an actor that all viewers notice, as reported by notices. A viewer notices everything of itself.
func noticedByAll(viewers []*rules.Actor, a *rules.Actor, notices func(o, a *rules.Actor) rules.Aspects) rules.Aspects {
	if len(viewers) == 0 {
		return 0
	}
	all := ^rules.Aspects(0)
	for _, o := range viewers {
		if o.Key != a.Key {
			all &= notices(o, a)
		}
	}
	return all
}

// commonName returns the members' common name for an actor: the name that all of them know, or its looks if they disagree. Members who do
// not know of the actor, for example because they have fainted, are ignored. ok is false if some viewer does not know of it. here is false
// if some viewer does not notice it now; its deeds are then told without a name.
func (l *Log) commonName(members, viewers []*rules.Actor, a *rules.Actor) (name string, ok, here bool) {
	here = noticedByAll(viewers, a, l.noticesOrRemembers)&rules.KnowThere != 0
	ok = len(viewers) > 0
	named := false
	for _, o := range members {
		label, own := a.Looks, o.Key == a.Key
		seen, learnt := l.noticesOrRemembers(o, a), l.beliefAbout(o, a.Key, rules.KnowName.String())
		if !own && seen&rules.KnowThere == 0 && l.beliefAbout(o, a.Key, rules.KnowThere.String()) == nil {
			ok = ok && !slices.Contains(viewers, o)
			continue
		}
		switch {
		case own || seen&rules.KnowName != 0:
			label = a.Name
		case learnt != nil:
			label = learnt.Text
		}
		if named && label != name {
			label = a.Looks
		}
		name, named = label, true
	}
	if !ok || name == "" {
		return unknown, ok, here
	}
	return name, true, here
}

// commonKnowledge lists the knowledge about an actor that all viewers, except the actor itself, share.
func (l *Log) commonKnowledge(viewers []*rules.Actor, a *rules.Actor) (list []rules.Belief) {
	viewers = slices.DeleteFunc(slices.Clone(viewers), func(o *rules.Actor) bool { return o.Key == a.Key })
	for i, o := range viewers {
		knows := l.knowledgeOf(o, a.Key)
		if i == 0 {
			list = knows
			continue
		}
		list = slices.DeleteFunc(list, func(k rules.Belief) bool {
			same := findBelief(knows, k.What)
			return same == nil || same.Text != k.Text || same.Value != k.Value
		})
	}
	return list
}
