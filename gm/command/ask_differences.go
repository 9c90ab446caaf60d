package command

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"hybrid/rules"
	"hybrid/rules/collect"
)

// Differences between two states, as lines for the game master, in previews of lines and in plans to change the past. The current state is
// that of the Game; the other state is a possible one.

// Difference describes how an actor or the scene differs between two states.
type Difference struct {
	Name, Short string // full and short name of the actor; "" for the scene
	Text        string // differences, separated by commas, or the predicate of a sentence such as “is here”
	isList      bool   // whether Text is a list rather than a predicate
}

// String returns the difference as a line: “Grell: PFT 30 → 27 (−3)”.
func (d Difference) String() string {
	switch {
	case d.Name == "":
		return d.Text
	case d.isList:
		return d.Name + ": " + d.Text
	}
	return d.Name + " " + d.Text
}

// Brief returns the difference with the short name of the actor, without a colon, as the log shows it.
func (d Difference) Brief() string { return strings.TrimLeft(d.Short+" "+d.Text, " ") }

// Differences lists the differences between the current state and other: one for the scene, and one for each side or actor that differs, is
// missing in other, or is only in other.
func (g *Game) Differences(other *rules.State) (list []Difference) {
	game := *g
	game.State = other
	if text := g.sceneDifferences(other); text != "" {
		list = append(list, Difference{Text: text})
	}
	for _, before := range slices.Concat(g.State.Sides, g.State.Actors) {
		after := other.Find(before.Key)
		if after == nil {
			list = append(list, Difference{Name: before.Name, Short: before.Short, Text: "is not here"})
			continue
		}
		if parts := g.actorDifferences(&game, before, after); len(parts) > 0 {
			list = append(list, Difference{before.Name, before.Short, strings.Join(parts, ", "), true})
		}
	}
	for _, after := range slices.Concat(other.Sides, other.Actors) {
		if g.State.Find(after.Key) == nil {
			list = append(list, Difference{Name: after.Name, Short: after.Short, Text: "is here"})
		}
	}
	return list
}

// sceneDifferences describes how the encounter differs in the state other: whether a fight is in progress, its count, the side whose turn
// it is, the winner, and the situations of the scene. It returns "" if nothing differs.
func (g *Game) sceneDifferences(other *rules.State) string {
	var parts []string
	if g.State.Label != other.Label || g.State.Running != other.Running {
		parts = append(parts, describeReplacement(describeEncounter(other), describeEncounter(g.State)))
	}
	if g.State.SceneOver != other.SceneOver {
		parts = append(parts, "the scene "+collect.Choose(other.SceneOver, "is over", "continues"))
	}
	if g.State.Count != other.Count {
		parts = append(parts, describeReplacement(g.Rules.CountWord()+" "+Number(other.Count), Number(g.State.Count)))
	}
	if was, now := g.State.Round.Side(), other.Round.Side(); was != now && (g.State.Running || other.Running) {
		parts = append(parts, describeReplacement("the turn of "+cmp.Or(g.NameOf(now), "nobody"), cmp.Or(g.NameOf(was), "nobody")))
	}
	if g.State.Won != other.Won {
		parts = append(parts, describeReplacement("won by "+cmp.Or(g.NameOf(other.Won), "nobody"), cmp.Or(g.NameOf(g.State.Won), "nobody")))
	}
	if !slices.Equal(g.State.Situations, other.Situations) {
		parts = append(parts, describeReplacement("scene "+situationsText(other.Situations), situationsText(g.State.Situations)))
	}
	return strings.Join(parts, ", ")
}

// describeEncounter says whether a fight is in progress in state s, with the label of the encounter.
func describeEncounter(s *rules.State) string {
	if s.Running {
		return cmp.Or(s.Label, "A fight") + " is under way"
	}
	return "no fight is on"
}

// describeReplacement describes a difference: “AFTER instead of BEFORE”.
func describeReplacement(after, before string) string { return after + " instead of " + before }

// situationsText joins the names of a scene's situations, or says that there are none.
func situationsText(names []string) string {
	if len(names) == 0 {
		return "nothing special"
	}
	return strings.ReplaceAll(strings.Join(names, " and "), "_", " ")
}

// actorDifferences lists the differences of an actor between two states: before is the actor in the current state, after in the other one.
// other is the game in the other state.
func (g *Game) actorDifferences(other *Game, before, after *rules.Actor) (parts []string) {
	for _, pool := range g.Rules.PoolsOf(before) {
		if was, now := before.PoolValue(pool), after.PoolValue(pool); was != now {
			parts = append(parts, fmt.Sprintf("%s %s → %s (%s)", pool.Name, Number(was), Number(now), FormatSigned(now-was)))
		}
	}
	for i, now := range rules.ItemPoolsOf(after) {
		if had := rules.ItemPoolsOf(before); i < len(had) && had[i].Now != now.Now {
			parts = append(parts, fmt.Sprintf("%s %s %s → %s (%s)", rules.MidSentence(now.Item.Label), now.Pool.Name, Number(had[i].Now), Number(now.Now), FormatSigned(now.Now-had[i].Now)))
		}
	}
	if !slices.Equal(before.Situations, after.Situations) {
		parts = append(parts, describeReplacement("scene "+situationsText(after.Situations), situationsText(before.Situations)))
	}
	was, now := g.conditionTexts(before), g.conditionTexts(after)
	for _, text := range was {
		if !slices.Contains(now, text) {
			parts = append(parts, "no longer "+text)
		}
	}
	parts = append(parts, collect.Filter(now, func(text string) bool { return !slices.Contains(was, text) })...)
	parts = append(parts, other.knowledgeDifferences(before, after)...)
	if onlyAwaitsTurn(g.Rules, before) && onlyAwaitsTurn(other.Rules, after) {
		if by := after.Turn - before.Turn; by != 0 {
			parts = append(parts, fmt.Sprintf("next %s (%s)", Number(after.Turn), FormatSigned(by)))
		}
	} else if was, now := g.pendingText(before), other.pendingText(after); was != now {
		parts = append(parts, describeReplacement(now, was))
	}
	for _, pair := range [][2]string{
		{before.HeldItemsText(), after.HeldItemsText()},
		{activitiesText(before), activitiesText(after)},
		{placeText(before), placeText(after)},
	} {
		if pair[0] != pair[1] {
			parts = append(parts, describeReplacement(pair[1], pair[0]))
		}
	}
	return parts
}

// conditionTexts lists the conditions of an actor, automatic ones included, in the words of the log.
func (g *Game) conditionTexts(a *rules.Actor) (list []string) {
	for _, held := range a.Conditions {
		text := held.Words(g.NameOf(held.Other)) // Other is the partner in a condition between two actors
		list = append(list, text+held.Condition.FormatNumber(held.ShownNumber()))
	}
	list = append(list, collect.Map(a.FormulaConditions(g.Rules), func(c *rules.Condition) string { return rules.MidSentence(c.Label) })...)
	return list
}

// knowledgeDifferences lists the differences in an actor's knowledge of others: what it sees of them, and what it has learnt about them.
func (g *Game) knowledgeDifferences(before, after *rules.Actor) (parts []string) {
	for _, subject := range g.State.Actors {
		was, now := before.Sight(subject.Key), after.Sight(subject.Key) // sets of visible aspects
		if more := now &^ was; more != 0 {
			parts = append(parts, "sees of "+subject.Name+": "+strings.ReplaceAll(more.String(), " ", ", "))
		}
		if less := was &^ now; less != 0 {
			parts = append(parts, "no longer sees of "+subject.Name+": "+strings.ReplaceAll(less.String(), " ", ", "))
		}
		// Knowledge that the second actor of a pair has and the first lacks: first what is new, then what is lost.
		for _, pair := range [][2]*rules.Actor{{before, after}, {after, before}} {
			for _, k := range pair[1].Knows {
				if k.Other != subject.Key || k.How == rules.LearntSeen { // knowledge by sight is listed above
					continue
				}
				text := "knows of " + subject.Name + ": " + LearntValue(&k)
				if pair[0] == after {
					text = "does not know of " + subject.Name + ": " + LearntValue(&k)
				}
				if other := pair[0].BeliefAbout(subject.Key, k.What); other == nil || LearntValue(other) != LearntValue(&k) {
					parts = append(parts, text)
				}
			}
		}
	}
	return parts
}

// onlyAwaitsTurn reports whether the actor only waits for its turn at a known count: it isn't acting, declaring, or holding back.
func onlyAwaitsTurn(rs *rules.Ruleset, a *rules.Actor) bool {
	return !rs.Order.InRounds() && !a.Open && a.Doing == nil && !a.Waiting && a.Turn >= 0
}

// pendingText describes what an actor is about to do: declare an action, complete the one in progress, or take its next turn.
func (g *Game) pendingText(a *rules.Actor) string {
	switch rounds := g.Rules.Order.InRounds(); {
	case a.Open && rounds:
		return "has its turn"
	case a.Open:
		return "must declare"
	case a.Doing != nil:
		return g.BothText(a.Doing, func(s *Game, d *rules.OngoingAction) string { return s.DoingText(d) + " at " + Number(d.At) })
	case a.Waiting:
		return "waits"
	case a.Turn >= 0 && rounds:
		return "acts in " + g.Rules.CountWord() + " " + Number(a.Turn)
	case a.Turn >= 0:
		return "acts at " + Number(a.Turn)
	}
	return "has no turn"
}

// activitiesText names the activities of an actor, such as running, or says that it stands there.
func activitiesText(a *rules.Actor) string {
	names := collect.Map(a.Activities, func(activity *rules.Activity) string { return rules.MidSentence(activity.Label) })
	return cmp.Or(strings.Join(names, " and "), "standing there")
}

// placeText returns the position of an actor in metres as text, or "no place" if positions aren't tracked.
func placeText(a *rules.Actor) string {
	if !a.Placed {
		return "no place"
	}
	return "at " + Number(a.Place) + " m"
}
