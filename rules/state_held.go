package rules

import (
	"math"
	"slices"
	"strings"

	"hybrid/rules/source"
)

// A condition that an actor has, with its number, thing and partner, and how it is worded. The rules of a condition are in
// def_condition.go.

// Held is a condition that an actor has.
type Held struct {
	ID        int
	Condition *Condition
	Number    float64
	Other     string // whom it came from; of a condition between two, the other one
	Since     float64
	Text      string  // what was said with it
	Next      float64 // count at which it acts again or ends, whichever is first; -1 never
	NextTick  float64 // count at which it acts again; -1 never
	Limit     float64 // count at which its time is up; 0 without a limit
	Tool      *Item   // the thing that it is about; nil for one that is about the actor
	Secret    bool    // for the game master alone
}

// plan sets the counts at which a condition acts again, -1 for never, and at which its time is up, 0 for no limit. What comes at
// its last count still comes.
func (h *Held) plan(tick, limit float64) {
	h.Next, h.NextTick, h.Limit = tick, tick, limit
	if limit > 0 && (tick < 0 || limit < tick) {
		h.Next = limit
	}
}

// shift puts off by some counts when a condition acts again and when its time is up.
func (h *Held) shift(by float64) {
	tick, limit := h.NextTick, h.Limit
	if tick >= 0 {
		tick = TrimNoise(tick + by)
	}
	if limit > 0 {
		limit = math.Max(slack, TrimNoise(limit+by))
	}
	h.plan(tick, limit)
}

// Expires reports whether what comes next of a condition is the end of its time.
func (h *Held) Expires() bool { return h.Limit > 0 && h.Next != h.NextTick }

// Label returns the label, with the item it is about, what was said with it, and the name of the actor it is shared with, if
// any.
func (h *Held) Label(name string) string { return h.withNote(h.Unsaid(name)) }

// Unsaid returns the label without what was said with the condition, which is for its actor and the game master alone. name
// is as in Label.
func (h *Held) Unsaid(name string) string { return h.Condition.LabelOf(h.Tool, name) }

// Due returns the count at which a condition acts again, where that is certain; -1 where it does not act again, or dice decide.
func (h *Held) Due() float64 {
	if every := h.Condition.Every; every != nil {
		if _, fixed := source.ReadNumber(every.Counts.Text); fixed {
			return h.NextTick
		}
	}
	return -1
}

// Words returns Label as the middle of a sentence has it.
func (h *Held) Words(name string) string { return h.withNote(h.Condition.WordsOf(h.Tool, name)) }

// ShownNumber returns the number that people read with it, or 0.
func (h *Held) ShownNumber() float64 {
	if h.Condition.Marks() {
		return 0
	}
	return h.Number
}

// Numbered returns the number x of a condition as it stands behind its label: " 12", or with a unit " (reach 1)". It is
// empty for 0.
func (c *Condition) Numbered(x float64) string {
	text := strings.Replace(formatNumber(x), "-", "−", 1)
	switch {
	case x == 0:
		return ""
	case c.Unit != "":
		return " (" + c.Unit + " " + text + ")"
	}
	return " " + text
}

// Marks reports whether the number of a condition is not shown: it only marks where something stood as it was put, for `until` to compare
// with, or is hidden.
func (c *Condition) Marks() bool {
	_, fixed := source.ReadNumber(c.Number.Text)
	return c.Hidden != "" || !fixed && c.Number.Text != "" && strings.Contains(c.Until.Text, c.Number.Text)
}

// withNote appends the text of the condition to text, after a colon.
func (h *Held) withNote(text string) string {
	if h.Text != "" {
		text += ": " + h.Text
	}
	return text
}

// PromptName returns its name at the prompt.
func (h *Held) PromptName() string {
	text := h.Condition.Name
	if h.Condition.paired {
		text += " by " + h.Other
	}
	if h.Tool != nil {
		text += " with " + h.Tool.Name
	}
	return text
}

// tool returns the name of the item it is about, or an empty text.
func (h *Held) tool() string {
	if h.Tool == nil {
		return ""
	}
	return h.Tool.Name
}

// with reports whether it counts for an actor that uses a thing. One that was put before things were told apart counts with
// all of them.
func (h *Held) with(tool *Item) bool { return h.Tool == nil || h.Tool == tool }

// facing reports whether a condition counts where its actor faces another one: one between two only between these.
func (h *Held) facing(other *Actor) bool { return !h.Condition.paired || h.Other == other.Key }

// held returns the side's condition, or nil; one about an item only for the item that it uses, a paired one only with the
// other actor, if there is one.
func (s *side) held(c *Condition, other *Actor) *Held {
	for i := range s.actor.Conditions {
		if h := &s.actor.Conditions[i]; h.Condition == c && h.with(s.tool) && (other.Key == "" || h.facing(other)) {
			return h
		}
	}
	return nil
}

// held returns the condition of a with this id, or nil.
func (a *Actor) held(id int) *Held {
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

// Lasting returns the conditions of an actor with those that are outranked, which end as others do, in the order in which they came.
func (a *Actor) Lasting() []Held {
	if len(a.Outranked) == 0 {
		return a.Conditions
	}
	list := slices.Concat(a.Conditions, a.Outranked)
	slices.SortStableFunc(list, func(x, y Held) int { return SerialOf(x.ID) - SerialOf(y.ID) })
	return list
}

// SerialOf returns the place of a condition among those that an actor had, which stays the same where it is outranked.
func SerialOf(id int) int { return max(id, -id) }

// OnlyShown reports whether a condition is outranked by a secret one of its group: players are shown it, and it counts for nothing.
func (h *Held) OnlyShown() bool { return h.ID < 0 }

// shares returns the condition that an actor shares with another one, or nil.
func (a *Actor) shares(c *Condition, other string) *Held {
	for i := range a.Conditions {
		if held := &a.Conditions[i]; held.Condition == c && held.Other == other {
			return held
		}
	}
	return nil
}

// partner returns the actor that shares a condition, or nil.
func (r *Run) partner(h *Held) *Actor {
	if !h.Condition.paired {
		return nil
	}
	return r.copy(h.Other)
}

// LabelOf returns the label with the item it is about, if any, and the name of the actor it is shared with, if any: "Weapon
// bound (sabre) with Scar".
func (c *Condition) LabelOf(tool *Item, name string) string {
	return c.with(about(c.Label, tool), name)
}

// WordsOf returns LabelOf as the middle of a sentence has it.
func (c *Condition) WordsOf(tool *Item, name string) string {
	return c.with(about(MidSentence(c.Label), tool), name)
}

// with returns label with the name of the partner in a paired condition, such as “holds Kira”.
func (c *Condition) with(label, name string) string {
	if !c.paired || name == "" {
		return label
	}
	return strings.Join(strings.Fields(label+" "+c.Partner.Text+" "+name), " ")
}

// about returns a label with the item it is about, if any.
func about(label string, tool *Item) string {
	if tool == nil {
		return label
	}
	return label + " (" + MidSentence(tool.Label) + ")"
}

// Outlasts reports whether a condition may go on after an encounter; one that may not is over by its nature. One that ties two actors
// may if it has words for that.
func (c *Condition) Outlasts() bool {
	return (!c.paired || c.After.Stays != "") && (c.until == untilHand || c.until == untilFormula || c.until == untilEncounter || c.held())
}

// Goes reports whether a condition does something as time passes, or at the turns of who has it.
func (c *Condition) Goes() bool { return c.Every != nil || c.atTurn != nil }

// held reports whether a condition is held on to, at a cost that comes again and again, until its actor declares something.
func (c *Condition) held() bool { return c.until == untilDeclaration && c.Every != nil }

// until says what ends a condition.
type until int

const (
	untilHand until = iota
	untilUsed
	untilAction
	untilTurn        // the turn comes
	untilDeclaration // the next action is declared
	untilSequence
	untilRound     // the next round begins
	untilEncounter // is over, unless the game master says that it goes on
	untilFormula
)

// untilWords are the words for what ends a condition, in the order of the constants behind untilHand.
var untilWords = []string{"used", "action", "turn", "declaration", "sequence", "round", "encounter"}
