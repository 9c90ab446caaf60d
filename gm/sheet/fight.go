package sheet

import (
	"slices"
	"strings"

	"hybrid/gm/command"
	"hybrid/rules"
	"hybrid/rules/source"
)

// Attacks and defences of a sheet: tables whose columns depend on the game.

// Table is a table of a sheet whose columns depend on the game.
type Table struct {
	Title  string
	Heads  []string
	Keys   []string // of the columns, for scripts
	Rows   []Line
	texts  int // how many columns, from the first, are words
	strong int // the column of the chances that count most
}

// Line is a row of a table; a cell without anything to say is "".
type Line struct {
	Label string
	Note  string   // what it does, if no chance says it
	Cells []string // by column
	order *rules.Action
}

// Right reports whether a column is numbers, which stand at its right edge.
func (t Table) Right(column int) bool { return column >= t.texts }

// Strong reports whether a column is the chance that counts most.
func (t Table) Strong(column int) bool { return t.strong > 0 && column == t.strong }

// other is the key of whoever a character fights against, of whom nothing is known.
const other = "other"

// against returns the state in which a character, with a tool in its hand, stands alone against a stranger with something in
// its own.
func against(rs *rules.Ruleset, s *rules.State, who string, tool, hand *rules.Item) *rules.State {
	s = s.RedactedFor(rs, who, 0, []rules.UnknownActor{{Key: other, As: other, Name: other, Hand: hand}})
	if tool != nil {
		s.Actors[0].Tool, s.Actors[0].Aside = tool, nil
	}
	return s
}

// addFighting adds the attacks and the defences: those of the actions that others may answer.
func (v *Sheet) addFighting(rs *rules.Ruleset, s *rules.State) {
	var attacks []*rules.Action
	for _, answer := range rs.Actions.All {
		if attack, ok := rs.Actions.Get(answer.Answers); ok && attack.Whom && len(attack.With) > 0 && !slices.Contains(attacks, attack) {
			attacks = append(attacks, attack)
		}
	}
	if len(attacks) == 0 {
		return
	}
	v.addAttacks(rs, s, attacks)
	v.addDefences(rs, s, attacks)
}

// addAttacks adds the table of attacks: chance and duration, plain and with each situation that sheets show.
func (v *Sheet) addAttacks(rs *rules.Ruleset, s *rules.State, attacks []*rules.Action) {
	var situations []*rules.Situation
	for _, situation := range rs.Situations.All {
		if situation.Sheet {
			situations = append(situations, situation)
		}
	}
	t := Table{Title: "Attack", Heads: []string{"skill", "counts", "plain"}, Keys: []string{"skill", "counts", "plain"}, texts: 1}
	for _, situation := range situations {
		t.Heads, t.Keys = append(t.Heads, rules.MidSentence(situation.Label)), append(t.Keys, situation.Name)
	}
	for _, attack := range attacks {
		for _, tool := range attack.Tools(v.Actor) {
			s := against(rs, s, v.Key, tool, nil)
			doing := rules.Doing{Action: attack.Name, Whom: other, Tool: tool.Name}
			plain, err := rules.PlainPreview(rs, s, v.Key, doing)
			if err != nil || plain.Roll == nil {
				continue
			}
			line := Line{Label: rules.Called(v.Actor, tool), Cells: []string{"", "", v.chance(plain.Roll)}}
			if len(attacks) > 1 {
				line.Label += ": " + rules.MidSentence(attack.Label)
			}
			if skill, ok := rs.Skills.Get(plain.Roll.Skill); ok {
				line.Cells[0] = skill.Label
			}
			if !rs.Order.InRounds() {
				line.Cells[1] = command.Number(plain.Counts)
			}
			for _, situation := range situations {
				text := ""
				doing.Options = []rules.TickedOption{{Situation: situation.Name}}
				if p, err := rules.PlainPreview(rs, s, v.Key, doing); err == nil && p.Roll != nil && p.CheckOptions(rs, &doing) == nil {
					text = v.chance(p.Roll)
				}
				line.Cells = append(line.Cells, text)
			}
			t.Rows = append(t.Rows, line)
		}
	}
	v.Attacks = t.filled()
}

// chance formats the own part of a chance.
func (v *Sheet) chance(roll *rules.CheckPreview) string {
	return roll.Likelihood().Share()
}

// addDefences adds what the character may answer attacks with, by what these are done with, and what it does to defend itself
// without being asked.
func (v *Sheet) addDefences(rs *rules.Ruleset, s *rules.State, attacks []*rules.Action) {
	t := Table{Title: "Defence", Heads: []string{"with", "counts"}, Keys: []string{"with", "counts"}, texts: 1}
	const fixed = 2
	at := map[[2]string]int{} // rows, by action and tool
	line := func(action *rules.Action, with *rules.Item, counts float64) int {
		key := [2]string{action.Name}
		cells := []string{"", ""}
		if with != nil {
			key[1], cells[0] = with.Name, rules.Called(v.Actor, with)
		}
		if !rs.Order.InRounds() {
			cells[1] = command.Number(counts)
		}
		if _, known := at[key]; !known {
			at[key] = len(t.Rows)
			t.Rows = append(t.Rows, Line{Label: action.Label, Cells: append(cells, make([]string, len(t.Heads)-fixed)...), order: action})
		}
		return at[key]
	}
	for _, attack := range attacks {
		for _, kind := range attack.With {
			hand := sample(rs, kind.Text)
			if hand == nil || slices.Contains(t.Keys, kind.Text) {
				continue
			}
			t.Heads, t.Keys = append(t.Heads, rules.MidSentence(rules.Words(kind.Text))), append(t.Keys, kind.Text)
			for i := range t.Rows {
				t.Rows[i].Cells = append(t.Rows[i].Cells, "")
			}
			for _, tool := range append([]*rules.Item{nil}, v.Actor.Sheet.Items...) {
				for _, reply := range rs.OwnReplies(against(rs, s, v.Key, tool, hand), v.Key, other, attack.Name) {
					action, ok := rs.Actions.Get(strings.Fields(reply.Name)[0])
					if !ok || tool != nil && reply.With != tool {
						continue // what is there without the tool is there already
					}
					with := reply.With
					if len(action.With) == 0 {
						with = nil
					}
					cell := &t.Rows[line(action, with, reply.Counts)].Cells[len(t.Heads)-1]
					if *cell == "" {
						*cell = v.chanceOr(reply.Roll, "yes")
					}
				}
			}
		}
	}
	for _, action := range v.declaredDefences(rs) {
		p, err := rules.PlainPreview(rs, against(rs, s, v.Key, nil, nil), v.Key, rules.Doing{Action: action.Name})
		if err != nil {
			continue
		}
		row := line(action, nil, p.Counts)
		for i := fixed; i < len(t.Heads); i++ {
			t.Rows[row].Cells[i] = v.chanceOr(p.Roll, "yes")
		}
	}
	place := func(l Line) int {
		return slices.IndexFunc(t.Rows, func(other Line) bool { return other.order == l.order })
	}
	sorted := slices.Clone(t.Rows)
	slices.SortStableFunc(sorted, func(a, b Line) int { return place(a) - place(b) })
	for i, l := range sorted {
		if !slices.ContainsFunc(l.Cells[fixed:], func(cell string) bool { return strings.HasSuffix(cell, "%") }) {
			sorted[i].Note = l.order.Text
		}
	}
	t.Rows = sorted
	v.Defences = t.filled()
}

// declaredDefences returns the actions for oneself that have a tag in common with the answers to attacks which no action
// against others has.
func (v *Sheet) declaredDefences(rs *rules.Ruleset) (list []*rules.Action) {
	defensive := map[string]bool{}
	for _, action := range rs.Actions.All {
		for _, tag := range action.Tags {
			if action.Answers != "" {
				defensive[tag.Text] = true
			}
		}
	}
	for _, action := range rs.Actions.All {
		for _, tag := range action.Tags {
			if action.Answers == "" && action.Whom {
				delete(defensive, tag.Text)
			}
		}
	}
	for _, action := range rs.Actions.All {
		if action.ByName(rs) && !action.Whom && slices.ContainsFunc(action.Tags, func(tag source.Text) bool { return defensive[tag.Text] }) {
			list = append(list, action)
		}
	}
	return list
}

// chanceOr formats the own part of a chance; without a roll it returns or.
func (v *Sheet) chanceOr(roll *rules.CheckPreview, or string) string {
	if roll == nil {
		return or
	}
	return v.chance(roll)
}

// sample returns an item of the game that an attack of a kind is done with; nil for none.
func sample(rs *rules.Ruleset, kind string) *rules.Item {
	for _, item := range rs.Items.All {
		if item.Is(kind) && item.Skill.Text != "" {
			return item
		}
	}
	return nil
}

// filled returns a table without columns that are empty in every row.
func (t Table) filled() Table {
	for i := len(t.Heads) - 1; i >= 0; i-- {
		if !slices.ContainsFunc(t.Rows, func(l Line) bool { return l.Cells[i] != "" }) {
			t = t.without(i)
		}
	}
	return t
}

// Without returns a copy of a table without some columns, by key.
func (t Table) Without(keys ...string) Table {
	t.Heads, t.Keys, t.Rows = slices.Clone(t.Heads), slices.Clone(t.Keys), slices.Clone(t.Rows)
	for i := range t.Rows {
		t.Rows[i].Cells = slices.Clone(t.Rows[i].Cells)
	}
	for i := len(t.Keys) - 1; i >= 0; i-- {
		if slices.Contains(keys, t.Keys[i]) {
			t = t.without(i)
		}
	}
	return t
}

// without removes a column.
func (t Table) without(column int) Table {
	t.Heads, t.Keys = slices.Delete(t.Heads, column, column+1), slices.Delete(t.Keys, column, column+1)
	for i := range t.Rows {
		t.Rows[i].Cells = slices.Delete(t.Rows[i].Cells, column, column+1)
	}
	if column < t.texts {
		t.texts--
	}
	if column < t.strong {
		t.strong--
	}
	return t
}
