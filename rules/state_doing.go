package rules

import (
	"slices"
	"strings"
)

// An action that was declared but has not taken effect yet, with all details of its declaration. An actor can declare two actions at once
// if the game pairs them, such as an attack with each hand; the first to take effect holds the other in its field Beside.

// OngoingAction is an action in progress. It refers to entries by name, so that the journal, in which sessions are saved, can hold it.
type OngoingAction struct {
	Action  string           `json:"action"`            // name of the action
	Whom    string           `json:"whom,omitempty"`    // key of the target; "" for none
	Tool    string           `json:"tool,omitempty"`    // name of the item used; "" for the default
	Skill   string           `json:"skill,omitempty"`   // name of the chosen skill; "" for the action's own
	Stat    string           `json:"stat,omitempty"`    // name of the statistic for a roll without a skill; "" for none
	Task    string           `json:"task,omitempty"`    // name of the task; "" for none
	Hazard  *HazardStrike    `json:"hazard,omitempty"`  // hazard to carry out instead of an action; nil for none
	StandIn string           `json:"standIn,omitempty"` // related skill that replaces the skill; "" for none
	Options []TickedOption   `json:"options,omitempty"` // situations chosen for it
	Given   []ManualModifier `json:"given,omitempty"`   // modifiers given by the game master
	Against *float64         `json:"against,omitempty"` // margin to roll against, given by the game master; nil for none
	Asked   float64          `json:"asked,omitempty"`   // answer to the action's question
	Called  bool             `json:"called,omitempty"`  // whether the game master calls for it, not the actor
	Secret  bool             `json:"secret,omitempty"`  // whether it is a roll without effects that only the game master sees
	Words   string           `json:"words,omitempty"`   // words said with it, such as the trigger of a preset action
	Among   []string         `json:"among,omitempty"`   // keys of the other actors that it reaches
	Help    []string         `json:"help,omitempty"`    // keys of the helpers with a task
	From    float64          `json:"from"`              // count at which it was declared
	At      float64          `json:"at"`                // count at which it takes effect or, once it is prolonged, ends
	Points  float64          `json:"points,omitempty"`  // points spent to be faster

	Paired bool `json:"paired,omitempty"` // whether it is one of two actions declared at once
	// The second of two paired actions, which takes effect no sooner than this one, or nil. While the two are being declared, their order
	// is not fixed yet.
	Beside *OngoingAction `json:"beside,omitempty"`
	First  float64        `json:"first,omitempty"` // on the second of two paired actions: count at which the first takes effect; else 0

	Delayed float64 `json:"delayed,omitempty"` // counts that the actor's answers have added to At

	Prolonged float64 `json:"prolonged,omitempty"` // number of counts that it continues after its steps have run; 0 until then
}

// actionWords returns the name of the action for the middle of a sentence.
func (d *OngoingAction) actionWords() string { return strings.ReplaceAll(d.Action, "_", " ") }

// TickedOption is a situation ticked for one action, with the answer to its question.
type TickedOption struct {
	Situation string  `json:"situation"`        // name of the situation
	Number    float64 `json:"number,omitempty"` // answer, if it is a number
	Row       string  `json:"row,omitempty"`    // answer, if it is the row of a table
	Side      string  `json:"side,omitempty"`   // side of the body, for a paired row
}

// ManualModifier is a value that the game master gives to a modifier of a roll.
type ManualModifier struct {
	Modifier string  `json:"modifier"`        // name of the modifier
	Label    string  `json:"label,omitempty"` // reason to show; "" for none
	Value    float64 `json:"value"`           // value, in the unit of the modifier
}

// MovedTo returns a copy of an action in progress that takes effect at the given count. If the second of two paired actions then takes
// effect sooner than the first, it returns the second, with the first as its Beside.
func (d *OngoingAction) MovedTo(at float64) *OngoingAction {
	moved := *d
	moved.At = at
	if d.Beside == nil {
		return &moved
	}
	second := *d.Beside
	if first := &moved; second.At < first.At {
		first.Beside, first.First = nil, second.At
		second.Beside, second.First = first, 0
		return &second
	}
	moved.Beside, second.First = &second, at
	return &moved
}

// delayEffect adds counts to the time at which an action in progress, and its paired one, take effect.
func (d *OngoingAction) delayEffect(counts float64) {
	for ; d != nil; d = d.Beside {
		d.At, d.Delayed = TrimNoise(d.At+counts), TrimNoise(d.Delayed+counts)
		if d.First > 0 {
			d.First = TrimNoise(d.First + counts)
		}
	}
}

// prolong returns a copy of an action in progress whose steps have run. It ends at the count at, which is counts later than before.
func (d *OngoingAction) prolong(at, counts float64) *OngoingAction {
	longer := *d
	longer.Prolonged = counts
	return longer.MovedTo(at)
}

// clone returns a copy of an action in progress, including the paired one.
func (d *OngoingAction) clone() *OngoingAction {
	if d == nil {
		return nil
	}
	copied := *d
	copied.Beside = d.Beside.clone()
	return &copied
}

// markPaired marks an action as one of a pair, and ticks for it the situation s of the rule for pairs.
func (d *OngoingAction) markPaired(s *Situation) {
	d.Paired = true
	if !slices.ContainsFunc(d.Options, func(o TickedOption) bool { return o.Situation == s.Name }) {
		d.Options = append(slices.Clip(d.Options), TickedOption{Situation: s.Name})
	}
}

// isVisibleToFormulas reports whether formulas can distinguish the action in progress from none.
func (d *OngoingAction) isVisibleToFormulas() bool {
	return d != nil && (d.Paired || len(d.Options) > 0)
}

// isPlain reports whether the action was declared with no details except its target and its tool.
func (d *OngoingAction) isPlain() bool {
	return d.Skill == "" && d.Stat == "" && d.Task == "" && d.StandIn == "" && len(d.Options) == 0 && len(d.Given) == 0
}
