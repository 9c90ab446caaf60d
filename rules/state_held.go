package rules

import (
	"math"
	"slices"
	"strings"

	"hybrid/rules/source"
)

// A condition of an actor, with its number, item and partner, and the texts for it. def_condition.go has the rules for conditions. A paired
// condition, such as a grapple, is shared by two actors, each of whom has a half of it. Of the conditions in a group, an actor has only the
// worst one; if that one is secret, players still see the one that it outranks.

// HeldCondition is a condition that an actor has.
type HeldCondition struct {
	ID        int        // serial number among the actor's conditions, see SerialOf; negative if IsOnlyShown
	Condition *Condition // condition as the rules define it
	Number    float64    // number of the condition; 0 if it has none
	Other     string     // key of the actor that caused it; in a paired condition, that is the partner
	Since     float64    // count at which it began
	Text      string     // text added to the label; "" for none
	Next      float64    // count of its next effect or of its end, whichever comes first; -1 for never
	NextTick  float64    // count of its next effect; -1 for never
	Limit     float64    // count at which it expires; 0 if it has no limit
	Tool      *Item      // item to which it belongs; nil if it belongs to the actor
	Secret    bool       // whether only the game master sees it
}

// planNext sets the count of a condition's next effect, -1 for never, and the count at which it expires, 0 for no limit. An effect at the
// count of expiry still happens.
func (h *HeldCondition) planNext(tick, limit float64) {
	h.Next, h.NextTick, h.Limit = tick, tick, limit
	if limit > 0 && (tick < 0 || limit < tick) {
		h.Next = limit
	}
}

// shiftCounts adds counts to the counts of a condition's next effect and of its end.
func (h *HeldCondition) shiftCounts(counts float64) {
	tick, limit := h.NextTick, h.Limit
	if tick >= 0 {
		tick = TrimNoise(tick + counts)
	}
	if limit > 0 {
		limit = math.Max(slack, TrimNoise(limit+counts))
	}
	h.planNext(tick, limit)
}

// Expires reports whether a condition expires before its next effect.
func (h *HeldCondition) Expires() bool { return h.Limit > 0 && h.Next != h.NextTick }

// Label returns the label with the item to which the condition belongs, the partner's name and its text, if any. name is the name of the
// partner in a paired condition, or "".
func (h *HeldCondition) Label(name string) string { return h.withNote(h.LabelWithoutText(name)) }

// LabelWithoutText returns the label without the condition's text, which only its actor and the game master may read. name is as in Label.
func (h *HeldCondition) LabelWithoutText(name string) string {
	return h.Condition.LabelOf(h.Tool, name)
}

// NextEffect returns the count of a condition's next effect, or -1 if there is none or if dice decide the count.
func (h *HeldCondition) NextEffect() float64 {
	if every := h.Condition.Every; every != nil {
		if _, fixed := source.ReadNumber(every.Counts.Text); fixed {
			return h.NextTick
		}
	}
	return -1
}

// Words returns the text of Label for the middle of a sentence.
func (h *HeldCondition) Words(name string) string {
	return h.withNote(h.Condition.SentenceLabelOf(h.Tool, name))
}

// ShownNumber returns the number that is shown with the condition, or 0.
func (h *HeldCondition) ShownNumber() float64 {
	if h.Condition.HidesNumber() {
		return 0
	}
	return h.Number
}

// FormatNumber formats the number x of a condition for use after its label: " 12", or with a unit " (reach 1)". It returns "" for 0.
func (c *Condition) FormatNumber(x float64) string {
	text := strings.Replace(formatNumber(x), "-", "−", 1)
	switch {
	case x == 0:
		return ""
	case c.Unit != "":
		return " (" + c.Unit + " " + text + ")"
	}
	return " " + text
}

// HidesNumber reports whether the number of a condition is not shown: because it only stores a value for a comparison in the formula of
// `until`, or because the condition is hidden from others.
func (c *Condition) HidesNumber() bool {
	_, fixed := source.ReadNumber(c.Number.Text)
	return c.Hidden != "" || !fixed && c.Number.Text != "" && strings.Contains(c.Until.Text, c.Number.Text)
}

// withNote returns text with the condition's own text after a colon.
func (h *HeldCondition) withNote(text string) string {
	if h.Text != "" {
		text += ": " + h.Text
	}
	return text
}

// PromptName returns the words for the condition at the prompt, such as “held by kira”.
func (h *HeldCondition) PromptName() string {
	text := h.Condition.Name
	if h.Condition.paired {
		text += " by " + h.Other
	}
	if h.Tool != nil {
		text += " with " + h.Tool.Name
	}
	return text
}

// toolName returns the name of the item to which the condition belongs, or "".
func (h *HeldCondition) toolName() string {
	if h.Tool == nil {
		return ""
	}
	return h.Tool.Name
}

// countsWith reports whether the condition applies when its actor uses tool. A condition without an item, as in old sessions, applies with
// every tool.
func (h *HeldCondition) countsWith(tool *Item) bool { return h.Tool == nil || h.Tool == tool }

// countsAgainst reports whether the condition applies against other. A paired condition applies only against its partner.
func (h *HeldCondition) countsAgainst(other *Actor) bool {
	return !h.Condition.paired || h.Other == other.Key
}

// findHeld returns the condition c of the side's actor, if it applies, or nil. A condition of an item applies only if the item is used, and
// a paired condition only against the partner, or against anyone if other has no key.
func (s *side) findHeld(c *Condition, other *Actor) *HeldCondition {
	for i := range s.actor.Conditions {
		if h := &s.actor.Conditions[i]; h.Condition == c && h.countsWith(s.tool) && (other.Key == "" || h.countsAgainst(other)) {
			return h
		}
	}
	return nil
}

// heldByID returns the condition of a with this id, or nil.
func (a *Actor) heldByID(id int) *HeldCondition {
	list := a.Conditions
	if id < 0 {
		list = a.Outranked
	}
	for i := range list {
		if list[i].ID == id {
			return &list[i]
		}
	}
	return nil
}

// AllConditions returns the conditions of an actor in the order in which they were put, including outranked conditions.
func (a *Actor) AllConditions() []HeldCondition {
	if len(a.Outranked) == 0 {
		return a.Conditions
	}
	list := slices.Concat(a.Conditions, a.Outranked)
	slices.SortStableFunc(list, func(x, y HeldCondition) int { return SerialOf(x.ID) - SerialOf(y.ID) })
	return list
}

// SerialOf returns the serial number of the condition with the given ID among all conditions that an actor has had. It stays the same if
// the condition is outranked, which makes its ID negative.
func SerialOf(id int) int { return max(id, -id) }

// IsOnlyShown reports whether a secret condition of its group outranks the condition: players see it, but it has no effect.
func (h *HeldCondition) IsOnlyShown() bool { return h.ID < 0 }

// sharedWith returns the paired condition c that the actor shares with another one, whose key is other; nil if they don't share it.
func (a *Actor) sharedWith(c *Condition, other string) *HeldCondition {
	for i := range a.Conditions {
		if held := &a.Conditions[i]; held.Condition == c && held.Other == other {
			return held
		}
	}
	return nil
}

// partnerOf returns the partner in a paired condition, or nil.
func (r *Run) partnerOf(h *HeldCondition) *Actor {
	if !h.Condition.paired {
		return nil
	}
	return r.actorCopy(h.Other)
}

// LabelOf returns the label with the item to which the condition belongs and the partner's name, if any: "Weapon bound (sabre) with Scar".
func (c *Condition) LabelOf(tool *Item, name string) string {
	return c.withPartner(withItem(c.Label, tool), name)
}

// SentenceLabelOf returns the text of LabelOf for the middle of a sentence.
func (c *Condition) SentenceLabelOf(tool *Item, name string) string {
	return c.withPartner(withItem(MidSentence(c.Label), tool), name)
}

// withPartner returns label with the name of the partner in a paired condition, such as “holds Kira”.
func (c *Condition) withPartner(label, name string) string {
	if !c.paired || name == "" {
		return label
	}
	return strings.Join(strings.Fields(label+" "+c.Partner.Text+" "+name), " ")
}

// withItem returns a label with the name of an item, if any.
func withItem(label string, tool *Item) string {
	if tool == nil {
		return label
	}
	return label + " (" + MidSentence(tool.Label) + ")"
}

// OutlastsEncounter reports whether a condition can continue after an encounter: its `until` must allow it, and a paired condition must
// have words for it.
func (c *Condition) OutlastsEncounter() bool {
	return (!c.paired || c.After.Stays != "") && (c.until == untilHand || c.until == untilFormula || c.until == untilEncounter || c.isKeptUp())
}

// HasTimedEffects reports whether a condition has effects at intervals, or at the turns of its actor.
func (c *Condition) HasTimedEffects() bool { return c.Every != nil || c.atTurn != nil }

// isKeptUp reports whether a condition has a recurring effect, such as a cost, and lasts until the actor declares an action.
func (c *Condition) isKeptUp() bool { return c.until == untilDeclaration && c.Every != nil }

// conditionEnd is the event that ends a condition.
type conditionEnd int

const (
	untilHand        conditionEnd = iota // an effect or the game master ends it
	untilUsed                            // a formula of a roll has read it
	untilAction                          // its actor's action is over
	untilTurn                            // its actor's turn comes
	untilDeclaration                     // its actor declares the next action
	untilSequence                        // the outermost sequence of the run is over
	untilRound                           // the next round starts
	untilEncounter                       // the encounter ends, unless the game master lets it continue
	untilFormula                         // its formula becomes true
)

// untilWords are the words for the constants after untilHand, in their order.
var untilWords = []string{"used", "action", "turn", "declaration", "sequence", "round", "encounter"}

// conditionNumber returns the number of the actor's condition c; ok is false if it has none.
func (a *Actor) conditionNumber(c *Condition) (number float64, ok bool) {
	for i := range a.Conditions {
		if a.Conditions[i].Condition == c {
			return a.Conditions[i].Number, true
		}
	}
	return 0, false
}

// HasExpiry reports whether events that follow the state end a condition that has a limit.
func (s *State) HasExpiry(events []Event) bool {
	return slices.ContainsFunc(events, func(e Event) bool {
		a := s.Find(e.Who)
		return e.Kind == EventEnd && a != nil && slices.ContainsFunc(a.Conditions, func(held HeldCondition) bool { return held.ID == e.ID && held.Limit > 0 })
	})
}
