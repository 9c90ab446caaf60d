package players

import (
	"slices"
	"strings"

	"hybrid/gm"
	"hybrid/gm/command"
	"hybrid/rules"
	"hybrid/rules/collect"
)

// The answers to a question that the asked player can give, as its character knows them. They are computed in the known state: the state of
// play with placeholders for what the character doesn't know. offer.go has the deeds that a player can propose.

// answerChoices returns the answers to a question, as the asked actor knows them. If only the action is known and not its tool, it
// returns the answers that are possible against any tool.
func (l *Log) answerChoices(s *rules.State, open *gm.Question) (list []Answer) {
	need := &open.Need
	if need.Die > 0 {
		return nil
	}
	if need.Wants != nil {
		for _, choice := range need.Wants.ListAnswers() {
			list = append(list, Answer{Name: choice.Name, Kind: choice.Label, Label: choice.Label})
		}
		return list
	}
	deed, k := l.knownInterruptedDeed(s, open)
	g := *l.game
	g.State = k.state
	all := slices.Concat(need.Choices, need.PossibleWithOption)
	knowsTool := need.AsksActor || k.rs.Knowledge.ShowsWholeDeed()
	for _, reply := range k.rs.ForecastReplies(k.state, deed, need, all) {
		if reply.Name == rules.NoAnswer || !knowsTool && !reply.Always {
			continue
		}
		c := k.answerOf(&reply)
		if reply.GivesUp {
			c.GivesUp = g.BothText(k.actor.Doing, (*command.Game).DoingText)
		}
		list = append(list, c)
	}
	slices.SortStableFunc(list, func(x, y Answer) int { return compareBools(!x.isHopeless(), !y.isHopeless()) })
	return append(list, Answer{Name: rules.NoAnswer, Kind: "Nothing", Label: "Nothing", None: true})
}

// answerOf returns a reply as the page shows it. It leaves GivesUp, the action in progress that the reply gives up, empty.
func (k *knownState) answerOf(reply *rules.KnownAnswer) Answer {
	c := Answer{Name: reply.Name, Kind: reply.Label, Label: reply.Label, Counts: reply.Counts, Lands: reply.Lands, Roll: k.knownRoll(reply.Roll),
		Costs: rules.PricesInWords(reply.Prices)}
	if k.rs.Order.InRounds() {
		c.Counts = 0 // in rounds, its duration only ends the turn
	}
	if action, ok := k.rs.Actions.Get(strings.Fields(reply.Name)[0]); ok {
		c.Kind, c.Text = action.Label, action.Hint
		if reply.With != nil && len(action.With) > 0 {
			c.With = reply.With.Label
		}
		c.Options = append(c.Options, collect.MapIf(reply.Ticks, func(tick *rules.Situation) bool { return !isOnlyForGM(tick) }, k.situationOption)...)
	}
	if reply.Needs != nil {
		with := ", with " + rules.MidSentence(reply.Needs.Label)
		c.Kind, c.Label = c.Kind+with, c.Label+with
	}
	return c
}

// isHopeless reports whether the roll of an answer has no more than the minimum chance that the rules allow.
func (c *Answer) isHopeless() bool { return c.Roll != nil && c.Roll.IsHopeless() }
