package main

import (
	"slices"
	"strings"

	"hybrid/gm/campaign"
	"hybrid/rules"
)

// addAnswerRoll makes the roll of an answer, such as PARRY or PARRY with ITEM, the check of on; the action that it answers is unknown. The
// item is in hand. own is false if words don't name an answer.
func addAnswerRoll(p *program, on *subject, words []string) (own bool, err error) {
	with := ""
	if at := slices.Index(words, "with"); at > 0 {
		words, with = words[:at], strings.Join(words[at+1:], " ")
	}
	name := strings.Join(words, " ")
	for _, action := range p.campaign.Rules.Actions.All {
		if action.Answers == "" || action.Name != campaign.FileName(name) && !strings.EqualFold(action.Label, name) {
			continue
		}
		on.doing, on.label = rules.OngoingAction{Action: action.Name}, action.Label
		if with == "" {
			return true, nil
		}
		item, err := p.session.Game().Item(on.actor, with)
		if err != nil {
			return true, badInput(err)
		}
		held := rules.Event{Kind: rules.EventHold, Who: on.actor.Key, What: item.Name}
		if on.state, err = p.campaign.Rules.Apply(on.state, []rules.Event{held}); err != nil {
			return true, err
		}
		on.actor, on.doing.Tool = on.state.Find(on.actor.Key), item.Name
		on.label += " with " + lowerLabel(item.Label)
		return true, nil
	}
	return false, nil
}

// lowerLabel returns label with a lower-case first letter, unless it begins with an abbreviation.
func lowerLabel(label string) string {
	if len(label) > 1 && label[1] >= 'a' && label[1] <= 'z' {
		return strings.ToLower(label[:1]) + label[1:]
	}
	return label
}
