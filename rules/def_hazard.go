package rules

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"hybrid/rules/collect"
	"hybrid/rules/phrase"
	"hybrid/rules/source"
)

// The section `hazards`: dangers without an attacker, and the syntax of their dice. turn_declare.go carries them out as actions: each kind
// of a hazard is compiled to an Action and to an Item, its tool, from which formulas read the hazard's fields.

// Hazard is a danger without an attacker, such as a fall or a fire. Its steps read its own fields as tool.FIELD. The victim is `other`.
type Hazard struct {
	Head `yaml:",inline"`
	// The question that it asks, such as the height. Fields and steps read the answer as `asked`.
	Ask     *Ask                     `yaml:"ask"`
	Tags    []source.Text            `yaml:"tags" of:"tags"`   // Tags for its rolls, such as `[physical, crushing]`.
	Kinds   []source.Text            `yaml:"kinds" of:"tags"`  // Alternative tags. The first applies if none is named: `fire` or `cold`.
	Steps   source.Map[Step]         `yaml:"steps" need:"yes"` // Checks and effects, run in order.
	Say     *phrase.Say              `yaml:"say"`              // The sentence for it.
	Rest    source.Map[*source.Node] `yaml:",rest" names:"fields"`
	fields  []*Formula               // formulas of custom fields, by index in Ruleset.fields; nil for a missing one
	body    *Sequence                // steps of the hazard, shared by all of actions
	actions []*Action                // one action for each kind, or a single one without kinds
	tools   []*Item                  // items that represent the hazard in formulas, parallel to actions
}

// HazardStrike is a hazard as it strikes an actor, with the details that the game master gave.
type HazardStrike struct {
	Name  string   `json:"name"`            // hazard's name in the YAML
	Kind  string   `json:"kind,omitempty"`  // tag of its kind; "" for the first
	Place string   `json:"place,omitempty"` // body part that is struck, a row of a table; "" for the hazard's own choice
	Side  string   `json:"side,omitempty"`  // left or right, for a body part that exists twice; "" for the side of the die's first face
	Dice  *DiceSum `json:"dice,omitempty"`  // dice or points, if the hazard asks for them; nil if not
}

// DiceSum is a sum of dice and a number, such as 2d6 + 1.
type DiceSum struct {
	Count int     `json:"count,omitempty"` // number of dice; 0 for none
	Faces int     `json:"faces,omitempty"` // faces of each die
	Plus  float64 `json:"plus,omitempty"`  // number added to the dice
}

// String returns the dice and the number as text, such as 2d6+1.
func (p DiceSum) String() string {
	text := ""
	if p.Count > 0 {
		text = strconv.Itoa(p.Count) + "d" + strconv.Itoa(p.Faces)
	}
	switch {
	case text == "":
		return formatNumber(p.Plus)
	case p.Plus > 0:
		text += "+" + formatNumber(p.Plus)
	case p.Plus < 0:
		text += formatNumber(p.Plus)
	}
	return text
}

// ParseDiceSum parses text such as 2d6, d6, 2d6+1, 2d6-1 or 7. ok is false for any other text, for a negative number without dice, and for
// more than maxDice dice or maxFaces faces.
func ParseDiceSum(text string) (p DiceSum, ok bool) {
	text = strings.ToLower(strings.ReplaceAll(text, "−", "-"))
	if count, rest, dice := strings.Cut(text, "d"); dice {
		faces, plus := rest, ""
		at := strings.IndexAny(rest, "+-")
		if at >= 0 {
			faces, plus = rest[:at], strings.TrimPrefix(rest[at:], "+")
		}
		n, err := strconv.Atoi(cmp.Or(count, "1"))
		sides, err2 := strconv.Atoi(faces)
		if err != nil || err2 != nil || n < 1 || n > maxDice || sides < 2 || sides > maxFaces {
			return p, false
		}
		if p.Count, p.Faces = n, sides; at < 0 {
			return p, true
		}
		text = plus
	}
	x, ok := source.ReadNumber(text)
	p.Plus = x
	return p, ok && (p.Count > 0 || x >= 0)
}

// KindNames returns the tags of the hazard's kinds, from which one is chosen.
func (h *Hazard) KindNames() (names []string) {
	return collect.Map(h.Kinds, func(kind source.Text) string { return kind.Text })
}

// harmTag is a tag that a hazard lists as a kind of harm.
type harmTag struct {
	name string // tag as written
	bit  int    // bit in a tagSet; -1 if no formula reads the tag
}

// findHarmTags returns the kinds of harm among tags.
func (c *compiler) findHarmTags(tags []source.Text) []*harmTag {
	var list []*harmTag
	for _, text := range tags {
		if slices.ContainsFunc(c.rs.Hazards.All, func(h *Hazard) bool {
			return slices.ContainsFunc(h.Kinds, func(kind source.Text) bool { return kind.Text == text.Text })
		}) {
			harm := &harmTag{text.Text, -1}
			list = append(list, harm)
			c.afterTags = append(c.afterTags, func() {
				if bit, ok := c.tagBits[harm.name]; ok {
					harm.bit = bit
				}
			})
		}
	}
	return list
}

// diceRecorder is a roller that records the dice of a formula without rolling them. It has only the method that formulas call.
type diceRecorder struct {
	recordedDice []DiceSum // dice recorded so far
	roller                 // nil, since only sumDice is called
}

// sumDice records the dice and returns 0.
func (n *diceRecorder) sumDice(count, faces int, _ bool) float64 {
	n.recordedDice = append(n.recordedDice, DiceSum{Count: count, Faces: faces})
	return 0
}

// compile compiles the hazard into actions that no actor can declare, one for each of its kinds, each with a tool that no actor carries.
func (h *Hazard) compile(c *compiler) {
	h.Ask.compile(c, nil)
	h.fields = c.compileFields(h.Rest, nameScope{readsAsked: true, ask: h.Ask}, "label", "also", "src", "text", "ask", "tags", "kinds", "steps", "say")
	h.body = &Sequence{Head: h.Head, Steps: h.Steps, Ask: h.Ask, path: hazardsPrefix + h.Name}
	if h.body.compile(c); len(h.Steps) == 0 {
		c.addMistake(source.Missing, h.Pos, "Hazard %s does nothing. Add steps.", h.Name)
	}
	kinds := h.Kinds
	if len(kinds) == 0 {
		kinds = []source.Text{{}} // one action without a kind
	}
	for _, kind := range kinds {
		tags := h.Tags
		if kind.Text != "" {
			tags = append(slices.Clip(tags), kind)
		}
		action := &Action{Head: h.Head, Whom: true, With: []source.Text{{Text: h.Name, Pos: h.Pos}}, Ask: h.Ask, body: h.body}
		tool := &Item{Head: h.Head, fields: h.fields}
		c.compileTags(&action.tags, h.Name, tags)
		c.compileTags(&tool.tags, h.Name, tags)
		h.actions, h.tools = append(h.actions, action), append(h.tools, tool)
	}
}
