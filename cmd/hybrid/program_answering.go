package main

import (
	"slices"
	"strings"

	"hybrid/gm/campaign"
	"hybrid/rules"
)

// addAnswerRoll lets sub roll an answer outside a fight. An answer is an action by which a target reacts to another action, such as a
// parry; that action is unknown here. words are the answer's name or label, optionally with an item, which the actor takes in hand.
// isAnswer is false if words don't name an answer.
func addAnswerRoll(p *program, sub *subject, words []string) (isAnswer bool, err error) {
	itemName := ""
	if at := slices.Index(words, "with"); at > 0 {
		words, itemName = words[:at], strings.Join(words[at+1:], " ")
	}
	name := strings.Join(words, " ")
	for _, action := range p.campaign.Rules.Actions.All {
		if action.Answers == "" || action.Name != campaign.FileName(name) && !strings.EqualFold(action.Label, name) {
			continue
		}
		sub.doing, sub.label = rules.OngoingAction{Action: action.Name}, action.Label
		if itemName == "" {
			return true, nil
		}
		item, err := p.session.Game().Item(sub.actor, itemName)
		if err != nil {
			return true, badInput(err)
		}
		takeInHand := rules.Event{Kind: rules.EventHold, Who: sub.actor.Key, What: item.Name}
		if sub.state, err = p.campaign.Rules.Apply(sub.state, []rules.Event{takeInHand}); err != nil {
			return true, err
		}
		sub.actor, sub.doing.Tool = sub.state.Find(sub.actor.Key), item.Name
		sub.label += " with " + lowerLabel(item.Label)
		return true, nil
	}
	return false, nil
}

// lowerLabel returns label with a lower-case first letter. It leaves label unchanged if its second character isn't a lower-case letter, as
// in an abbreviation.
func lowerLabel(label string) string {
	if len(label) > 1 && label[1] >= 'a' && label[1] <= 'z' {
		return strings.ToLower(label[:1]) + label[1:]
	}
	return label
}
