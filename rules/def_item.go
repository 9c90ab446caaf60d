package rules

import (
	"fmt"
	"slices"
	"strings"

	"hybrid/rules/collect"
	"hybrid/rules/message"
	"hybrid/rules/phrase"
	"hybrid/rules/source"
)

// The section `items`: weapons, armour and other things, their custom fields and tags. state_hands.go has the items in hand.

// Item is a weapon, armour or other thing.
type Item struct {
	Head  `yaml:",inline"`
	Skill source.Text   `yaml:"skill" of:"skills"`     // The skill to use it with.
	Tags  []source.Text `yaml:"tags" of:"tags"`        // Tags for its rolls, such as `[physical, melee, cutting]`.
	For   []source.Text `yaml:"for" of:"tags"`         // Tags of the rolls in which it counts, at least one of them: `for: [perception]`. Default: all rolls.
	Hands int           `yaml:"hands" min:"0" max:"2"` // The hands it needs: 1 or 2. Default: none, so it is always ready.
	Worn  source.Text   `yaml:"worn" of:"places"`      // The body part where it is ready from the start, such as a shield on `lower_arm`.
	Give  Gives         `yaml:"give"`                  // Changes of modifiers while it is used or worn, such as `give: {df: 1}`.
	// Verbs that replace the pack's, such as `{strikes_at: jabs at}`. The item isn't named next to them.
	Verbs  source.Map[phrase.TaggedVerb] `yaml:"verbs"`
	Rest   source.Map[*source.Node]      `yaml:",rest" names:"fields"`
	skill  *Skill                        // skill that Skill names; nil for none
	fields []*Formula                    // formulas of custom fields, by index in Ruleset.fields; nil for a missing one
	tags   tagSet                        // tags that its rolls have
	words  []string                      // Tags as plain strings
	kinds  []string                      // Tags that are kinds of harm, in words: those that armour distinguishes
	giver                                // compiled form of For and Give
}

// HasAnyTag reports whether the item has one of these tags.
func (item *Item) HasAnyTag(words []source.Text) bool {
	return slices.ContainsFunc(words, func(word source.Text) bool { return item.HasTag(word.Text) })
}

// HasTag reports whether the item has one of these words as a tag.
func (item *Item) HasTag(words ...string) bool {
	for _, word := range words {
		for _, w := range item.words {
			if w == word {
				return true
			}
		}
	}
	return false
}

// compileItems compiles all items, and determines for each action the items that it can use.
func (c *compiler) compileItems() {
	rs := c.rs
	for _, item := range rs.Items.All {
		item.skill = findEntry(c, &rs.Skills, item.Skill, "skill")
		c.compileGiver(&item.giver, item.For, &item.Give, nameScope{})
		item.fields = c.compileFields(item.Rest, nameScope{}, "label", "also", "src", "skill", "tags", "for", "hands", "worn", "give", "verbs")
		item.checkPlaces(c)
		c.compileTags(&item.tags, item.Name, item.Tags)
		for _, tag := range item.Tags {
			item.words = append(item.words, tag.Text)
		}
	}
	for _, action := range rs.Actions.All {
		for _, item := range rs.Items.All {
			action.canBeTool = append(action.canBeTool, item.HasAnyTag(action.With))
		}
	}
	rs.findHarmKinds()
}

// checkPlaces reports impossible hands and unknown places of the body.
func (item *Item) checkPlaces(c *compiler) {
	if item.Hands < 0 || item.Hands > maxHands {
		c.addMistake(source.OutOfRange, item.Pos, "%s takes %d hands, but there are %d.", item.Name, item.Hands, maxHands)
	}
	if item.Worn.Text == "" {
		return
	}
	if places, ok := c.rs.Tables.Get(c.rs.Pack.Worn); !ok || places.rowNamed(item.Worn.Text) == nil {
		c.addMistake(source.UnknownName, item.Worn.Pos, "%s isn't a location for %s. The table in pack.worn lists the locations%s", item.Worn.Text, item.Name, placeHint(c, item.Worn.Text))
	}
}

// compileFields compiles an item's custom fields, indexed like the ruleset's fields. keys are the built-in keys, for suggestions.
func (c *compiler) compileFields(written source.Map[*source.Node], p nameScope, keys ...string) []*Formula {
	fields := make([]*Formula, len(c.rs.fields))
	for _, entry := range written {
		if c.lacksValue(entry) {
			continue
		}
		i := slices.IndexFunc(c.rs.fields, func(f itemField) bool { return f.name == entry.Name })
		if i < 0 {
			choices := append(keys, c.rs.Fields()...)
			c.addMistake(source.UnknownKey, entry.Pos, "%s", message.UnknownOr("key", entry.Name, choices,
				fmt.Sprintf("Choose: %s. Add a field with `fields: {item: {%s: number}}`.", strings.Join(choices, ", "), entry.Name)))
			continue
		}
		if entry.Value.Kind != source.Scalar {
			c.addMistake(source.WrongKind, entry.Value.Pos, "Expected a value, not %s. Write one value.", entry.Value.Kind)
			continue
		}
		p.allowsDice = c.rs.fields[i].allowsDice
		fields[i] = c.compileNumber(source.Text{Text: entry.Value.Text, Pos: entry.Value.Pos, Quoted: entry.Value.Quoted}, p)
	}
	return fields
}

// placeHint suggests a place of the body close to word, or returns "".
func placeHint(c *compiler, word string) string {
	places, ok := c.rs.Tables.Get(c.rs.Pack.Worn)
	if !ok {
		return ""
	}
	return message.Suggest(word, places.rowNames())
}

// DiceFields lists the item fields that can contain dice.
func (rs *Ruleset) DiceFields() (names []string) {
	return collect.MapIf(rs.fields, func(field itemField) bool { return field.allowsDice }, func(field itemField) string { return field.name })
}

// FieldAverage returns the value of an item's field in an actor's hands, with every die at the average of its faces. It is exact
// if dice are only added; ok is false if the item lacks the field.
func (item *Item) FieldAverage(rs *Ruleset, a *Actor, field string) (average float64, ok bool) {
	for i := range rs.fields {
		if rs.fields[i].name != field || item.fields[i] == nil {
			continue
		}
		f := rs.newFrame(a)
		f.average = true
		return TrimNoise(item.fields[i].Num(f)), true
	}
	return 0, false
}

// Field returns the value of an item's field, or 0 if the item lacks it or the field contains dice.
func (item *Item) Field(rs *Ruleset, name string) float64 {
	for i := range rs.fields {
		if rs.fields[i].name == name && !rs.fields[i].allowsDice && item.fields[i] != nil {
			return item.fields[i].Num(rs.newFrame(nil))
		}
	}
	return 0
}

// FieldText returns an item's field as written, or "" if the item lacks it.
func (item *Item) FieldText(rs *Ruleset, name string) string {
	for i := range rs.fields {
		if rs.fields[i].name == name && item.fields[i] != nil {
			return item.fields[i].Text
		}
	}
	return ""
}

// FieldList lists an item's fields: "counts 7, damage 2d6 + 4, reach 2".
func (item *Item) FieldList(rs *Ruleset) string {
	var parts []string
	for i := range rs.fields {
		if item.fields[i] != nil {
			parts = append(parts, rs.fields[i].name+" "+item.fields[i].Text)
		}
	}
	return strings.Join(parts, ", ")
}

// HarmDice returns the item's fields with dice, with the values of actor a, who holds the item, filled in: "2d6+4", "16.5". It returns ""
// if the item has none.
func (item *Item) HarmDice(rs *Ruleset, a *Actor) string {
	var parts []string
	for i, field := range rs.fields {
		expr := item.fields[i]
		if !field.allowsDice || expr == nil {
			continue
		}
		f := rs.newFrame(a)
		if f.average = true; expr.DependsOnReadsOnly() {
			parts = append(parts, formatLabelNumber(expr.Num(f)))
			continue
		}
		text := strings.ReplaceAll(expr.Text, " ", "")
		for _, read := range expr.Reads {
			if read.Num != nil {
				text = strings.ReplaceAll(text, read.Path, formatLabelNumber(read.Num(f)))
			}
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, ", ")
}

// HarmText returns HarmDice, followed by the kinds of harm that armour distinguishes: "2d6+4, cutting". It returns "" if the item has no
// dice.
func (item *Item) HarmText(rs *Ruleset, a *Actor) string {
	parts := []string{item.HarmDice(rs, a)}
	if parts[0] == "" {
		return ""
	}
	return strings.Join(append(parts, item.kinds...), ", ")
}

// findHarmKinds finds the kinds of harm of each item: its tags for which an item other than a weapon gives a modifier, except tags that
// actions use to choose weapons.
func (rs *Ruleset) findHarmKinds() {
	guarded := map[string]bool{} // tags for which an item that isn't a weapon, such as armour, gives a modifier
	for _, item := range rs.Items.All {
		for _, give := range item.Give.Texts() {
			guarded[give.Tag] = guarded[give.Tag] || item.skill == nil
		}
	}
	for _, action := range rs.Actions.All {
		for _, word := range action.With {
			delete(guarded, word.Text)
		}
	}
	for _, item := range rs.Items.All {
		item.kinds = collect.MapIf(item.Tags, func(tag source.Text) bool { return guarded[tag.Text] }, func(tag source.Text) string { return MidSentence(ReadableName(tag.Text)) })
	}
}

// itemField is a custom field of items, declared by the pack.
type itemField struct {
	name       string // key in the YAML
	allowsDice bool   // whether it can contain dice
}

// GivesModifiers reports whether the item changes modifiers when it is used or worn.
func (item *Item) GivesModifiers() bool { return len(item.gifts) > 0 }

// WearableItems lists the items that share a tag with an item worn on one of the sheets, in the order of the pack.
func (rs *Ruleset) WearableItems(sheets []*Sheet) (list []*Item) {
	var words []string
	for _, sheet := range sheets {
		for _, armour := range sheet.Armour {
			words = append(words, armour.Item.words...)
		}
	}
	return collect.Filter(rs.Items.All, func(item *Item) bool { return item.HasTag(words...) })
}

// Fields lists the names of the custom fields of items.
func (rs *Ruleset) Fields() []string {
	names := make([]string, len(rs.fields))
	for i := range rs.fields {
		names[i] = rs.fields[i].name
	}
	return names
}
