package rules

import (
	"slices"
	"strings"
)

// An action that was declared and has not taken effect, with everything that was said of it.

// Doing is an action in the making. It is kept by names, so that an entry can hold it.
type Doing struct {
	Action  string           `json:"action"`
	Whom    string           `json:"whom,omitempty"`
	Tool    string           `json:"tool,omitempty"`
	Skill   string           `json:"skill,omitempty"`
	Stat    string           `json:"stat,omitempty"` // a statistic alone is rolled on
	Task    string           `json:"task,omitempty"`
	Hazard  *Hurting         `json:"hazard,omitempty"` // what hurts, instead of an action of the actor
	StandIn string           `json:"standIn,omitempty"`
	Options []TickedOption   `json:"options,omitempty"`
	Given   []ManualModifier `json:"given,omitempty"`
	Against *float64         `json:"against,omitempty"`
	Asked   float64          `json:"asked,omitempty"`
	Called  bool             `json:"called,omitempty"` // the game master calls for it; it is no deed of one's own
	Secret  bool             `json:"secret,omitempty"` // a roll for the game master alone, by which nothing changes
	Words   string           `json:"words,omitempty"`
	Among   []string         `json:"among,omitempty"` // who else it reaches
	Help    []string         `json:"help,omitempty"`  // who help with a task
	From    float64          `json:"from"`
	At      float64          `json:"at"`
	Points  float64          `json:"points,omitempty"`

	Paired bool    `json:"paired,omitempty"` // it is one of two actions declared at once
	Beside *Doing  `json:"beside,omitempty"` // the other one of the two, which takes effect no sooner; declared so it may be either
	First  float64 `json:"first,omitempty"`  // the count at which the other one took effect

	Delayed float64 `json:"delayed,omitempty"` // counts that answers of the actor have added to At

	Prolonged float64 `json:"prolonged,omitempty"` // counts by which it takes longer, now that its steps have been carried out; 0 before
}

// words returns the name of the action in the middle of a sentence.
func (d *Doing) words() string { return strings.ReplaceAll(d.Action, "_", " ") }

// TickedOption is a situation ticked for one action, with what it asked for.
type TickedOption struct {
	Situation string  `json:"situation"`
	Number    float64 `json:"number,omitempty"`
	Row       string  `json:"row,omitempty"`
	Side      string  `json:"side,omitempty"`
}

// ManualModifier is a modifier that a person gave by hand.
type ManualModifier struct {
	Modifier string  `json:"modifier"`
	Label    string  `json:"label,omitempty"`
	Value    float64 `json:"value"`
}

// Moved returns an action in progress that takes effect at another count. Of two, the one that comes first stays in front.
func (d *Doing) Moved(at float64) *Doing {
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

// delay adds counts to when an action in progress, and the one paired with it, take effect.
func (d *Doing) delay(counts float64) {
	for ; d != nil; d = d.Beside {
		d.At, d.Delayed = TrimNoise(d.At+counts), TrimNoise(d.Delayed+counts)
		if d.First > 0 {
			d.First = TrimNoise(d.First + counts)
		}
	}
}

// prolonged returns an action in progress whose steps have been carried out and which is over only at a later count.
func (d *Doing) prolonged(at, by float64) *Doing {
	longer := *d
	longer.Prolonged = by
	return longer.Moved(at)
}

// clone returns a copy of an action in progress, and of the one paired with it.
func (d *Doing) clone() *Doing {
	if d == nil {
		return nil
	}
	copied := *d
	copied.Beside = d.Beside.clone()
	return &copied
}

// pair makes an action one of two.
func (d *Doing) pair(s *Situation) {
	d.Paired = true
	if !slices.ContainsFunc(d.Options, func(o TickedOption) bool { return o.Situation == s.Name }) {
		d.Options = append(slices.Clip(d.Options), TickedOption{Situation: s.Name})
	}
}

// special reports whether formulas can tell an action in progress from none.
func (d *Doing) special() bool { return d != nil && (d.Paired || len(d.Options) > 0) }

// isPlain reports whether nothing was said of an action but what is done to whom, and with what.
func (d *Doing) isPlain() bool {
	return d.Skill == "" && d.Stat == "" && d.Task == "" && d.StandIn == "" && len(d.Options) == 0 && len(d.Given) == 0
}
