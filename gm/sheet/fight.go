package sheet

import (
	"slices"
	"strings"

	"hybrid/rules"
	"hybrid/rules/collect"
	"hybrid/rules/source"
)

// Tables of attacks and defences, whose columns depend on the game. A live sheet, for a screen during play, shows the tools in hand; a
// sheet for paper shows the chances with each tool. A tool is an item used for an action, such as a weapon. The kinds of an attack are
// those of the tools that it can be made with, such as blades and bows; the chance of a defence can depend on them.

// other is the key of the opponent in previews, an actor about whom nothing is known.
const other = "other"

// answerableAttacks returns the attacks: actions against others, with a tool, that others can answer.
func answerableAttacks(rs *rules.Ruleset) (attacks []*rules.Action) {
	for _, answer := range rs.Actions.All {
		if attack, ok := rs.Actions.Get(answer.Answers); ok && attack.Whom && len(attack.With) > 0 && !slices.Contains(attacks, attack) {
			attacks = append(attacks, attack)
		}
	}
	return attacks
}

// stateAgainstStranger returns a state with only the character and a stranger who holds the item hand, or nothing if hand is nil. On a
// sheet for paper, the character holds tool, unless it is nil.
func (b *builder) stateAgainstStranger(tool, hand *rules.Item) *rules.State {
	s := b.state.RedactedFor(b.rs, b.actor.Key, b.state.Count, []rules.UnknownActor{{Key: other, As: other, Name: other, Hand: hand}})
	if tool != nil && !b.live {
		s.Actors[0].Tool, s.Actors[0].OffHand = tool, nil
	}
	return s
}

// durationCell returns a cell with a duration in counts; an empty cell in games of rounds.
func (b *builder) durationCell(counts float64) Cell {
	if b.rs.Order.InRounds() {
		return Cell{}
	}
	return Cell{Text: numberCell(counts).Text}
}

// attackTable returns the table of attacks: duration, and chance without situations and with each situation listed on printed sheets.
func (b *builder) attackTable() Section {
	t := Section{Key: "attacks", Title: "Attacks", Label: "Attack", Columns: []Column{{"skill", "skill", true}, {"counts", "counts", false}, {"plain", "plain", false}}}
	var situations []*rules.Situation
	for _, situation := range b.rs.Situations.All {
		if situation.Sheet && !b.live {
			situations = append(situations, situation)
			t.Columns = append(t.Columns, Column{Key: situation.Name, Head: rules.MidSentence(situation.Label)})
		}
	}
	for _, attack := range b.attacks {
		for _, tool := range attack.Tools(b.actor) {
			if row, ok := b.attackRow(attack, tool, situations); ok {
				t.Rows = append(t.Rows, row)
			}
		}
	}
	return t.WithoutEmptyColumns()
}

// attackRow returns the row of an attack with a tool: its skill, its duration, and its chance without situations and with each of the given
// ones. ok is false if nothing is rolled, or the actor can't make the attack.
func (b *builder) attackRow(attack *rules.Action, tool *rules.Item, situations []*rules.Situation) (row Row, ok bool) {
	s, doing := b.stateAgainstStranger(tool, nil), rules.OngoingAction{Action: attack.Name, Whom: other, Tool: tool.Name}
	plain, err := b.rs.PlainPreview(s, b.actor.Key, doing)
	if err != nil || plain.Roll == nil {
		return Row{}, false
	}
	row = Row{Label: rules.LabelWithStock(b.actor, tool), Cells: []Cell{{}, b.durationCell(plain.Counts), chanceCell(plain.Roll)}}
	if len(b.attacks) > 1 {
		row.Label += ": " + rules.MidSentence(attack.Label)
	}
	if skill, ok := b.rs.Skills.Get(plain.Roll.Skill); ok {
		row.Cells[0].Text = skill.Label
	}
	if b.live && slices.Contains(b.actor.InHand(), tool) {
		row.Note = b.actor.ItemPlace(tool)
	}
	if attack.Harms() {
		row.Harm = tool.HarmText(b.rs, b.actor)
	}
	for _, situation := range situations {
		var cell Cell
		doing.Options = []rules.TickedOption{{Situation: situation.Name}}
		if p, err := b.rs.PlainPreview(s, b.actor.Key, doing); err == nil && p.Roll != nil && p.CheckOptions(b.rs, &doing) == nil {
			cell = chanceCell(p.Roll)
		}
		row.Cells = append(row.Cells, cell)
	}
	return row, true
}

// defence is a way to defend oneself, and a row of the table of defences.
type defence struct {
	action *rules.Action // answer to an attack, or declared action
	with   *rules.Item   // tool of the action; nil if it needs none
}

// leadingColumns is the number of columns before the chances in the table of defences.
const leadingColumns = 2

// defenceRows collects the rows of the table of defences.
type defenceRows struct {
	*builder
	list []defence        // defences so far, in the order in which they were added
	rows map[defence]*Row // their rows
}

// addChance adds the chance of d, or "yes" if nothing is rolled, to a column of its row, unless the row has one there. It adds the row if
// necessary. counts is the time that the defence takes.
func (r *defenceRows) addChance(d defence, counts float64, column int, roll *rules.CheckPreview) {
	if r.rows[d] == nil {
		r.rows[d] = &Row{Label: d.action.Label, Group: d.action.Name, Note: d.action.Text, Cells: []Cell{{}, r.durationCell(counts)}}
		r.list = append(r.list, d)
		if d.with != nil {
			r.rows[d].Cells[0].Text = rules.LabelWithStock(r.actor, d.with)
		}
	}
	row, cell := r.rows[d], Cell{Text: "yes"}
	row.Cells = append(row.Cells, make([]Cell, max(0, column+1-len(row.Cells)))...)
	if roll != nil {
		row.Note, cell = "", chanceCell(roll)
	}
	if row.Cells[column].Text == "" {
		row.Cells[column] = cell
	}
}

// addReplies adds to a column the answers to an attack by a stranger. tool and hand are the items of the character and of the stranger, as
// in stateAgainstStranger; both can be nil.
func (r *defenceRows) addReplies(column int, attack *rules.Action, tool, hand *rules.Item) {
	deed := rules.ActiveDeed{Who: other, Doing: rules.OngoingAction{Action: attack.Name, Whom: r.actor.Key}}
	for _, reply := range r.rs.ForecastDefences(r.stateAgainstStranger(tool, hand), deed, r.actor.Key) {
		action, ok := r.rs.Actions.Get(strings.Fields(reply.Name)[0])
		if !ok || tool != nil && reply.With != tool {
			continue // the row without the tool exists already
		}
		d := defence{action, reply.With}
		if len(action.With) == 0 {
			d.with = nil
		}
		r.addChance(d, reply.Counts, column, reply.Roll)
	}
}

// sortedRows returns the rows, each with the given number of cells. The rows of an action are together, at the place of its first row.
func (r *defenceRows) sortedRows(cells int) (rows []Row) {
	firstIndex := func(d defence) int {
		return slices.IndexFunc(r.list, func(other defence) bool { return other.action == d.action })
	}
	sorted := slices.Clone(r.list)
	slices.SortStableFunc(sorted, func(a, b defence) int { return firstIndex(a) - firstIndex(b) })
	for _, d := range sorted {
		row := *r.rows[d]
		row.Cells = append(row.Cells, make([]Cell, cells-len(row.Cells))...)
		rows = append(rows, row)
	}
	return rows
}

// defenceTable returns a table of the answers to attacks (on printed sheets, one row for each tool) and the declared defences, with their
// chances. A live sheet has a column for each attack, a printed one for each kind of attack.
func (b *builder) defenceTable() Section {
	t := Section{Key: "defences", Title: "Defences", Label: "Defence", Columns: []Column{{"with", "with", true}, {"counts", "counts", false}}}
	r := &defenceRows{builder: b, rows: map[defence]*Row{}}
	for _, attack := range b.attacks {
		if b.live {
			t.Columns = append(t.Columns, Column{Key: attack.Name, Head: rules.MidSentence(attack.Label)})
			r.addReplies(len(t.Columns)-1, attack, nil, nil)
			continue
		}
		for _, kind := range attack.With {
			column := Column{Key: kind.Text, Head: rules.MidSentence(rules.ReadableName(kind.Text))}
			hand := sampleItem(b.rs, kind.Text)
			if hand == nil || slices.Contains(t.Columns, column) {
				continue
			}
			t.Columns = append(t.Columns, column)
			for _, tool := range append([]*rules.Item{nil}, b.actor.Sheet.Items...) {
				r.addReplies(len(t.Columns)-1, attack, tool, hand)
			}
		}
	}
	for _, action := range b.declaredDefences() {
		p, err := b.rs.PlainPreview(b.stateAgainstStranger(nil, nil), b.actor.Key, rules.OngoingAction{Action: action.Name})
		for column := leadingColumns; err == nil && column < len(t.Columns); column++ {
			r.addChance(defence{action: action}, p.Counts, column, p.Roll)
		}
	}
	t.Rows = r.sortedRows(len(t.Columns))
	return t.WithoutEmptyColumns()
}

// declaredDefences returns the actions on oneself that share a tag with answers to attacks, if no action against others has that tag. A
// live sheet lists none.
func (b *builder) declaredDefences() (list []*rules.Action) {
	if b.live {
		return nil
	}
	// tagsOf returns the tags of the actions for which isWanted returns true
	tagsOf := func(isWanted func(*rules.Action) bool) (tags []string) {
		for _, action := range b.rs.Actions.All {
			if isWanted(action) {
				tags = append(tags, collect.Map(action.Tags, func(tag source.Text) string { return tag.Text })...)
			}
		}
		return tags
	}
	answerTags := tagsOf(func(action *rules.Action) bool { return action.Answers != "" })
	attackTags := tagsOf(func(action *rules.Action) bool { return action.Answers == "" && action.Whom })
	isDefensive := func(tag source.Text) bool {
		return slices.Contains(answerTags, tag.Text) && !slices.Contains(attackTags, tag.Text)
	}
	for _, action := range b.rs.Actions.All {
		if action.IsDeclaredByName(b.rs) && !action.Whom && slices.ContainsFunc(action.Tags, isDefensive) {
			list = append(list, action)
		}
	}
	return list
}

// sampleItem returns an item of a kind that can be used for attacks, or nil if there is none.
func sampleItem(rs *rules.Ruleset, kind string) *rules.Item {
	i := slices.IndexFunc(rs.Items.All, func(item *rules.Item) bool { return item.HasTag(kind) && item.Skill.Text != "" })
	if i < 0 {
		return nil
	}
	return rs.Items.All[i]
}

// liveWeapons returns the weapons at hand, each with the chance of the attack and of the first defence with it.
func (b *builder) liveWeapons() Section {
	t := b.attackTable().Without("skill")
	if t.Key, t.Title, t.Label = "weapons", "Weapons", "Weapon"; len(t.Rows) == 0 {
		return t
	}
	t.Columns[len(t.Columns)-1].Head = b.attacks[0].Label
	defences := b.defenceTable().ByTool(Section{})
	// only the chances of the first defence remain
	for len(defences.Columns) > 1 {
		defences = defences.Without(defences.Columns[1].Key)
	}
	return t.Join(defences)
}

// ByTool returns t, a table of defences, as a table with a row for each tool. A defence has one column, or several if its chance depends on
// the kind of attack. The rows begin with the labels of the table tools. Defences without a tool are omitted.
func (t Section) ByTool(tools Section) Section {
	byTool, firstKind := Section{Label: "Weapon"}, 1 // firstKind is the index of the first column of t with chances
	if len(t.Columns) < 2 || t.Columns[0].Key != "with" {
		return byTool
	}
	if t.Columns[1].Key == "counts" {
		firstKind = 2
	}
	byTool.Rows = append(byTool.Rows, collect.Map(tools.Rows, func(row Row) Row { return Row{Label: row.Label, Note: row.Note} })...)
	for _, group := range t.Groups() { // a group has the rows of one defence
		if group.Rows[0].Cells[0].Text == "" { // it has no tool
			continue
		}
		columns, heads := group.distinctColumns(firstKind)
		for i, column := range columns {
			head := group.Rows[0].Label
			if len(columns) > 1 {
				head += " (" + strings.Join(heads[i], ", ") + ")"
			}
			table := Section{Columns: []Column{{Key: head, Head: head}}}
			for j, row := range group.Rows {
				table.Rows = append(table.Rows, Row{Label: row.Cells[0].Text, Cells: column[j : j+1]})
			}
			byTool = byTool.Join(table)
		}
	}
	byTool.Rows = slices.DeleteFunc(byTool.Rows, func(row Row) bool { return !slices.ContainsFunc(row.Cells, isFilled) })
	return byTool
}

// distinctColumns returns the cells of t's columns from index firstKind on, one slice for each distinct column: columns that agree share
// one. Empty columns are omitted, and hopeless chances become empty cells. heads holds, for each slice, the headings of the columns that
// share it.
func (t Section) distinctColumns(firstKind int) (columns [][]Cell, heads [][]string) {
	for i, kind := range t.Columns[firstKind:] {
		var cells []Cell
		for _, row := range t.Rows {
			cell := row.Cells[firstKind+i]
			if cell.Likely != nil && cell.Likely.IsHopeless() {
				cell = Cell{}
			}
			cells = append(cells, cell)
		}
		at := slices.IndexFunc(columns, func(column []Cell) bool { return columnsAgree(column, cells) })
		switch {
		case !slices.ContainsFunc(cells, isFilled):
		case at < 0:
			columns, heads = append(columns, cells), append(heads, []string{kind.Head})
		default: // complete the column that agrees
			heads[at] = append(heads[at], kind.Head)
			for j, cell := range cells {
				if isFilled(cell) {
					columns[at][j] = cell
				}
			}
		}
	}
	return columns, heads
}

// isFilled reports whether a cell has a text.
func isFilled(cell Cell) bool { return cell.Text != "" }

// columnsAgree reports whether two columns are equal in all rows in which both have a text.
func columnsAgree(a, b []Cell) bool {
	for i := range a {
		if isFilled(a[i]) && isFilled(b[i]) && a[i].Text != b[i].Text {
			return false
		}
	}
	return true
}

// MergeAlike returns t with the rows that have the same cells merged into one, whose label lists theirs.
func (t Section) MergeAlike() Section {
	var rows []Row
	for _, row := range t.Rows {
		if i := slices.IndexFunc(rows, func(other Row) bool { return slices.Equal(cellTexts(other), cellTexts(row)) }); i >= 0 {
			rows[i].Label += ", " + row.Label
			continue
		}
		rows = append(rows, row)
	}
	t.Rows = rows
	return t
}

// cellTexts returns the texts of a row's cells.
func cellTexts(row Row) (list []string) {
	return collect.Map(row.Cells, func(cell Cell) string { return cell.Text })
}
