package rules

import (
	"math"
	"slices"
	"strings"
)

// Short summaries of the changes that a situation makes, for lists of options: “DF −2, time × 1½”. An option is a situation that a player
// can tick for a roll. A gift is the change that a situation, condition or other giver makes to one modifier (def_modifier.go).

// Hint returns in a few words the effects of a situation on every roll: "DF −2, time × 1½". Effects that depend on the roll or on an answer
// are omitted.
func (s *Situation) Hint() string { return s.hintText() }

// hintText returns g's constant gifts in words, such as “df 2, initiative 1”. Other formulas are omitted, since they need a fight.
func (g *giver) hintText() string {
	var h hint
	for _, gift := range g.gifts {
		if expr := gift.hintFormula(nil); expr != nil {
			h.addModifier(gift.modifier, expr.Num(nil), "")
		}
	}
	return h.joinParts()
}

// describeOptions notes in each option how ticking or unticking it changes the roll of a frame, with the other ticks unchanged, and which
// conditions it puts. For an option with a question it adds the question, or the rows to choose from. It toggles the ticks one by one in a
// copy of the frame.
func (r *Run) describeOptions(f *Frame, options []OptionPreview) {
	g, side, usedUp := *f, *f.sides[0], len(r.usedUp)
	g.sides[0] = &side
	ticked, current := slices.Clip(side.tickedSituations), map[*Modifier]float64{} // current: value of each modifier with the ticks as they are
	for _, s := range options {
		for i := range s.gifts {
			m := s.gifts[i].modifier
			if _, known := current[m]; !known {
				current[m] = g.sumModifier(m, nil)
			}
		}
	}
	for k := range options {
		s := options[k].Situation
		at := slices.IndexFunc(ticked, func(t TickedSituation) bool { return t.Situation == s })
		wasTicked := at >= 0
		// toggle the option's tick in the copied frame g
		if side.tickedSituations = append(ticked, TickedSituation{Situation: s}); wasTicked {
			side.tickedSituations = slices.Delete(slices.Clone(ticked), at, at+1)
		}
		r.tagRoll(&g, true, g.step)
		without := &f.tags // tags of the roll without the option
		if wasTicked {
			without = &g.tags
		}
		list := s.changedModifiers(&g, current, wasTicked)
		options[k].Gives = s.giftSummary(&g, without, list)
		options[k].Untimed = options[k].Gives
		total := len(list) // below, the modifiers of the action's time are removed from list
		if list = slices.DeleteFunc(list, func(change modifierChange) bool { return r.rs.Order.isTimedBy(change.modifier) }); len(list) < total {
			options[k].Untimed = s.giftSummary(&g, without, list)
		}
	}
	r.usedUp = r.usedUp[:usedUp]
}

// modifierChange is a modifier and the change that a situation makes to its value.
type modifierChange struct {
	modifier *Modifier // modifier that changes
	amount   float64   // difference, or factor if the modifier multiplies
}

// changedModifiers returns the modifiers that a situation changes. g is a frame in which its tick is toggled, before holds the values
// without the toggle, and ticked is whether it was ticked originally.
func (s *Situation) changedModifiers(g *Frame, before map[*Modifier]float64, ticked bool) (list []modifierChange) {
	for i := range s.gifts {
		m := s.gifts[i].modifier
		if s.gifts[i].hintFormula(g) == nil || slices.ContainsFunc(s.gifts[:i], func(other gift) bool { return other.modifier == m }) {
			continue
		}
		without, with := before[m], g.sumModifier(m, nil)
		if ticked {
			without, with = with, without
		}
		list = append(list, modifierChange{m, m.changeBetween(without, with)})
	}
	return list
}

// giftSummary summarises the effects of a situation: kinds of harm that are not in without, the changes in list, conditions put, and its
// question; if there are none, its text.
func (s *Situation) giftSummary(f *Frame, without *tagSet, list []modifierChange) string {
	var h hint
	for _, harm := range s.harms {
		if !without.has(harm.bit) {
			h.addWords(MidSentence(ReadableName(harm.name)))
		}
	}
	for _, change := range list {
		h.addModifier(change.modifier, change.amount, "")
	}
	for _, put := range s.puts {
		h.addCondition(f, put)
	}
	if s.Text != "" && (s.Ask != nil && s.Ask.table == nil || s.Ask == nil && len(h.parts) == 0) {
		h.addWords(s.Text) // the text also says what is asked
	} else {
		h.addQuestion(f, s.Ask)
	}
	return h.joinParts()
}

// hint collects short descriptions of effects. Modifiers with the same factor are listed together, with the factor once.
type hint struct{ parts []hintPart }

// hintPart is a part of a hint: a text, or modifiers with the factor that they share.
type hintPart struct {
	names []string // labels of the modifiers or rows; nil if words is the whole part
	words string   // value that they share, or the whole text
}

// addModifier appends the value of m. about describes the rolls that it is for, and comes first; "" for all rolls. Modifiers with the same
// factor are joined: “strength and speed × ½”.
func (h *hint) addModifier(m *Modifier, value float64, about string) {
	switch {
	case !m.multiplies:
		h.addWords(strings.TrimSpace(about + " " + m.formatLabelled(value)))
		return
	case len(h.parts) > 0 && about == "" && h.parts[len(h.parts)-1].words == m.formatSigned(value):
		last := &h.parts[len(h.parts)-1]
		last.names = append(last.names, lowerFirst(m.Label))
		return
	}
	h.parts = append(h.parts, hintPart{[]string{strings.TrimSpace(about + " " + lowerFirst(m.Label))}, m.formatSigned(value)})
}

// addWords adds words as a part of the hint.
func (h *hint) addWords(words string) { h.parts = append(h.parts, hintPart{words: words}) }

// addCondition adds the effects of a condition that the situation puts: its text, or its modifiers for a roll like that of f and for rolls
// with other tags.
func (h *hint) addCondition(f *Frame, c *Condition) {
	if c.Text != "" {
		h.addWords(c.Text)
		return
	}
	for _, gift := range c.gifts {
		here := gift.value.matchFormula(f)
		if here != nil {
			if value := here.Num(f); !gift.modifier.isNeutral(value) {
				h.addModifier(gift.modifier, value, "")
			}
		}
		for _, other := range gift.value.cases {
			if other.formula == nil || other.formula == here || other.bit < 0 { // a negative bit marks the case for all other rolls
				continue
			}
			if value := other.formula.Num(f); !gift.modifier.isNeutral(value) {
				h.addModifier(gift.modifier, value, strings.ToLower(ReadableName(other.word)))
			}
		}
	}
}

// addQuestion adds the input that a question asks for: its text or, if it asks for a row of a table, the rows with their numbers. Of rows
// with the same number, only the first is named.
func (h *hint) addQuestion(f *Frame, ask *Ask) {
	switch {
	case ask == nil:
		return
	case ask.table == nil:
		h.addWords(ask.What)
		return
	}
	column, ok := ask.table.columns[ask.With]
	if !ok {
		return
	}
	var rows []hintPart
	for _, row := range ask.table.rows {
		if !row.cells[column].isGiven {
			continue
		}
		value := FormatMinus(row.cells[column].formula.Num(f))
		if at := slices.IndexFunc(rows, func(p hintPart) bool { return p.words == value }); at >= 0 {
			rows[at].names = append(rows[at].names, row.Label)
			continue
		}
		rows = append(rows, hintPart{[]string{row.Label}, value})
	}
	for _, row := range rows {
		if len(row.names) > 1 { // other rows have this number, too
			row.names[0] += " …"
		}
		h.addWords(row.names[0] + " " + row.words)
	}
}

// joinParts returns the parts of h, separated by commas.
func (h *hint) joinParts() string {
	var list []string
	for _, part := range h.parts {
		if len(part.names) == 0 {
			list = append(list, part.words)
			continue
		}
		list = append(list, strings.Join(part.names, " and ")+" "+part.words)
	}
	return strings.Join(list, ", ")
}

// lowerFirst lowers the first letter of a label, for use within a sentence; abbreviations keep their capitals.
func lowerFirst(label string) string {
	if len(label) > 1 && label[1] >= 'A' && label[1] <= 'Z' {
		return label
	}
	return MidSentence(label)
}

// isNeutral reports whether value changes nothing.
func (m *Modifier) isNeutral(value float64) bool {
	return !m.multiplies && value == 0 || m.multiplies && value == 1
}

// formatLabelled formats the value of an added modifier with its label or text: "DF −2", "+15%".
func (m *Modifier) formatLabelled(value float64) string {
	if strings.Contains(m.Text, "{value}") {
		return strings.ReplaceAll(m.Text, "{value}", m.formatSigned(value))
	}
	return m.Label + " " + m.formatSigned(value)
}

// formatSigned formats a value of a modifier for a list: −2, +3, × 1½. Values of ten or more are truncated to a whole number.
func (m *Modifier) formatSigned(value float64) string {
	text := strings.Replace(shortNumber(value), "-", "−", 1)
	switch {
	case m.multiplies:
		return "× " + text
	case value > 0:
		return "+" + text
	}
	return text
}

// shortNumber formats a number for a list: with quarters and halves as fractions, else with at most one decimal.
func shortNumber(x float64) string {
	x = TrimNoise(x)
	if math.Abs(x) >= 10 {
		return formatNumber(math.Trunc(x))
	}
	whole, part := math.Modf(x)
	fraction := ""
	switch math.Abs(part) {
	case 0.25:
		fraction = "¼"
	case 0.5:
		fraction = "½"
	case 0.75:
		fraction = "¾"
	}
	switch {
	case fraction == "":
		return formatNumber(math.Round(x*10)/10 + 0)
	case whole == 0 && x < 0:
		return "-" + fraction
	case whole == 0:
		return fraction
	}
	return formatNumber(whole) + fraction
}

// GiftText summarises the condition's modifiers of every roll; "" for none.
func (c *Condition) GiftText() string { return c.hintText() }
