package sheet

import (
	"html/template"
	"math"
	"slices"
	"strconv"
	"strings"

	"hybrid/gm/command"
	"hybrid/rules"
	"hybrid/rules/collect"
	"hybrid/rules/message"
	"hybrid/rules/purchase"
)

// The model of a sheet, and its sections except attacks and defences (fight.go). A live sheet is for a screen during play, others are for
// paper. A plain check is one without opponents, situations or modifiers. A skill pool is a group of skills that are learnt together, and a
// cap is a limit on the rank that counts in a roll.

// Sheet is a character sheet: the content of all layouts, in order. It holds words and numbers, and no reference to the state from which it
// was computed.
type Sheet struct {
	Key        string       // key of the actor
	Name       string       // name of the character
	Title      string       // name, kind and player
	Notes      string       // notes from the campaign's files
	Part       string       // player of the character, such as "Played by Ana", or else its kind; "" if neither is known
	Pools      []Pool       // pools of the actor, in the order of the rules
	Conditions []string     // labels of the conditions
	Sections   []Section    // tables that aren't empty, in the order of the layouts
	Portrait   template.URL // picture as a data URL; "" for none
}

// Pool is a pool with its points.
type Pool struct {
	Name  string  // name in the rules
	Label string  // name to print
	Now   float64 // current points
	Max   float64 // maximum; 0 for none
}

// Section is a table of a sheet.
type Section struct {
	Key     string   // name, such as skills
	Title   string   // title, such as Skills
	Label   string   // heading of the column of labels, such as Skill
	Note    string   // sentence about the section; "" for none
	Columns []Column // columns after the labels
	Rows    []Row    // rows, in order
}

// Column is a column of a section, after the labels.
type Column struct {
	Key   string // name of the column for programs
	Head  string // heading; "" for none
	Words bool   // whether it holds words instead of numbers, which are right-aligned
}

// Row is a row of a section.
type Row struct {
	Key   string // name of an entry of the game; "" if it shows none
	Short string // short name next to the label, such as PST; "" for none
	Label string // text of the first column
	Group string // title of the group that the row belongs to; "" for none
	Note  string // short addition to the label, such as the location of a tool or the effect of armour; "" for none
	Harm  string // harm of an attack, such as "2d6+4, cutting"; "" for other rows
	Unit  string // unit after the number, such as m/s; "" for none
	Cap   string // cap on a skill's rank, with its reason, as text; "" for none
	Cells []Cell // cells, by column
}

// Cell is the content of a row in a column. The zero value is an empty cell.
type Cell struct {
	Text   string            // text shown
	Value  any               // value for programs; nil if the text is the value, or the cell is empty
	Likely *rules.Likelihood // chance shown in the text; nil if it shows none
}

// RollRange is the range of die faces that give a degree of success.
type RollRange struct {
	Degree string `json:"degree"` // label of the degree
	Made   bool   `json:"made"`   // whether the roll succeeds
	From   int    `json:"from"`   // first face of the range
	To     int    `json:"to"`     // last face of the range; 0 if further dice decide
	Bound  string `json:"-"`      // last face that gives the degree, as text; if high faces are good, the first one and a +
}

// builder builds a sheet from an actor in a state.
type builder struct {
	rs      *rules.Ruleset  // rules of the game
	state   *rules.State    // state in which the actor is shown
	actor   *rules.Actor    // owner of the sheet, as in state
	live    bool            // whether the sheet is for a screen during play, not for paper
	attacks []*rules.Action // attacks that others can answer
}

// New returns the sheet of an actor, without the effects of opponents. If live is true, it shows the character as in s, which can be a
// state reduced to the player's knowledge, with only plain chances. Otherwise it is for printing: with each tool in hand, without the
// scene, and with chances in the usual situations. An actor that is not in s is shown alone. It fails if a skill can't be rolled, unless
// live is true.
func New(rs *rules.Ruleset, s *rules.State, a *rules.Actor, live bool) (*Sheet, error) {
	if s.Find(a.Key) != a {
		s = &rules.State{Actors: []*rules.Actor{a}}
	}
	if !live {
		s = s.WithoutScene()
		a = s.Find(a.Key)
	}
	b := &builder{rs: rs, state: s, actor: a, live: live, attacks: answerableAttacks(rs)}
	v := &Sheet{Key: a.Key, Name: a.Name, Notes: a.Sheet.Person.Notes}
	v.setTitle(a.Sheet.Person.Kind, a.Sheet.Person.Player)
	for _, pool := range rs.PoolsOf(b.actor) {
		if pool.IsShownFor(b.actor) {
			v.Pools = append(v.Pools, PoolOf(b.actor, pool))
		}
	}
	for i := range b.actor.Conditions {
		v.Conditions = append(v.Conditions, b.actor.Conditions[i].Condition.Label)
	}
	v.Conditions = append(v.Conditions, collect.Map(b.actor.FormulaConditions(rs), func(c *rules.Condition) string { return c.Label })...)
	if a.IsSide() { // a side has neither statistics nor skills
		return v, nil
	}
	sections, err := b.allSections()
	if err != nil {
		return nil, err
	}
	v.Sections = append(v.Sections, collect.Filter(sections, func(t Section) bool { return len(t.Rows) > 0 })...)
	return v, nil
}

// setTitle sets Title to the name, the kind and the player, and Part to the player or else the kind. kind and player can be "".
func (v *Sheet) setTitle(kind, player string) {
	parts := []string{v.Name, kind, ""}
	if player != "" {
		parts[2] = "played by " + player
	}
	parts = slices.DeleteFunc(parts, func(part string) bool { return part == "" })
	if v.Title = strings.Join(parts, ", "); len(parts) > 1 {
		v.Part = message.Capitalise(parts[len(parts)-1])
	}
}

// allSections returns the sections of the sheet in their order, including empty ones.
func (b *builder) allSections() ([]Section, error) {
	skills, rolls, caps, err := b.skillSections()
	if err != nil {
		return nil, err
	}
	armour := b.armourSection()
	weapons, gear := b.itemSections()
	if b.live {
		return []Section{b.liveWeapons(), skills, b.skillPoolSection().withSkillsBelow(), b.statSection(), b.movementSection(), wornItems(armour), gear}, nil
	}
	return []Section{weapons, b.attackTable(), b.defenceTable().WithoutEmptyColumns(), skills, rolls, b.skillPoolSection(), caps, b.statSection(), b.movementSection(), armour, wornItems(armour), gear}, nil
}

// PoolOf returns a pool of an actor.
func PoolOf(a *rules.Actor, pool *rules.Pool) Pool {
	p := Pool{Name: pool.Name, Label: pool.Label, Now: a.PoolValue(pool)}
	if maximum, limited := a.Sheet.Max(pool); limited {
		p.Max = maximum
	}
	return p
}

// Section returns the section with a key, or an empty section if the sheet lacks it.
func (v *Sheet) Section(key string) Section {
	return collect.First(v.Sections, func(t Section) bool { return t.Key == key })
}

// Groups returns each group of rows as a section with the group's title, or t's title if it has none.
func (t Section) Groups() (list []Section) {
	for _, row := range t.Rows {
		if n := len(list); n == 0 || list[n-1].Rows[0].Group != row.Group {
			group := t
			if group.Rows = nil; row.Group != "" {
				group.Title = message.Capitalise(row.Group)
			}
			list = append(list, group)
		}
		last := &list[len(list)-1]
		last.Rows = append(last.Rows, row)
	}
	return list
}

// Without returns a copy of a section without the columns with these keys.
func (t Section) Without(keys ...string) Section {
	isDropped := func(c Column) bool { return slices.Contains(keys, c.Key) }
	columns := t.Columns
	t.Columns, t.Rows = slices.DeleteFunc(slices.Clone(columns), isDropped), slices.Clone(t.Rows)
	for i, row := range t.Rows {
		t.Rows[i].Cells = nil
		for j, cell := range row.Cells {
			if !isDropped(columns[j]) {
				t.Rows[i].Cells = append(t.Rows[i].Cells, cell)
			}
		}
	}
	return t
}

// WithoutEmptyColumns returns a copy of a section without the columns that are empty in all rows. Columns whose keys are in keep stay.
func (t Section) WithoutEmptyColumns(keep ...string) Section {
	var empty []string
	for i, column := range t.Columns {
		if !slices.Contains(keep, column.Key) && !slices.ContainsFunc(t.Rows, func(row Row) bool { return row.Cells[i].Text != "" }) {
			empty = append(empty, column.Key)
		}
	}
	return t.Without(empty...)
}

// Join returns t with the columns of other added. Rows with the same label are joined; the remaining rows of other follow.
func (t Section) Join(other Section) Section {
	ownColumns, rows := len(t.Columns), slices.Clone(t.Rows)
	t.Columns, t.Rows = slices.Concat(t.Columns, other.Columns), nil
	for _, row := range rows {
		cells := make([]Cell, len(other.Columns))
		if i := slices.IndexFunc(other.Rows, func(o Row) bool { return o.Label == row.Label }); i >= 0 {
			cells = other.Rows[i].Cells
		}
		row.Cells = slices.Concat(row.Cells, cells)
		t.Rows = append(t.Rows, row)
	}
	for _, row := range other.Rows {
		if !slices.ContainsFunc(rows, func(o Row) bool { return o.Label == row.Label }) {
			row.Cells = slices.Concat(make([]Cell, ownColumns), row.Cells)
			t.Rows = append(t.Rows, row)
		}
	}
	return t
}

// numberCell returns a cell with a number.
func numberCell(x float64) Cell { return Cell{Text: command.Number(x), Value: x} }

// decimalCell returns a cell with a number, shown with at most one decimal.
func decimalCell(x float64) Cell { return Cell{Text: Decimal(x), Value: x} }

// textCell returns a cell with a text.
func textCell(text string) Cell { return Cell{Text: text, Value: text} }

// Decimal formats a number with at most one decimal.
func Decimal(x float64) string { return command.Number(math.Round(x*10) / 10) }

// chanceCell returns a cell with the actor's own part of a chance; empty if nothing is rolled.
func chanceCell(roll *rules.CheckPreview) Cell {
	if roll == nil {
		return Cell{}
	}
	likely := roll.Likelihood()
	return Cell{Text: likely.FormatForSheet(), Likely: &likely}
}

// Before returns a text about the factors not included in a section's chances: "before defence and circumstances"; "" if all are included.
func (t Section) Before() string {
	var all rules.Likelihood
	for _, row := range t.Rows {
		for _, label := range row.Before() {
			if !slices.Contains(all.Before, label) {
				all.Before = append(all.Before, label)
			}
		}
	}
	return all.BeforeText("")
}

// Before lists the factors that are not included in a row's chances.
func (r Row) Before() (list []string) {
	for _, c := range r.Cells {
		if c.Likely != nil {
			list = append(list, c.Likely.Before...)
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// skillSections returns three tables: skills with the chances of plain checks, and for paper the die faces required and the caps on ranks.
func (b *builder) skillSections() (skills, rolls, caps Section, err error) {
	caps = Section{Key: "caps", Label: "Cap", Columns: []Column{{"rank", "rank counts as", false}, {"skills", "of", true}}}
	skills = Section{Key: "skills", Title: "Skills", Label: "Skill", Columns: []Column{{"rank", "rank", false}, {"chance", "chance", false}}}
	if !b.live {
		skills.Columns = []Column{{"rank", "rank", false}, {"basis", "basis", true}, {"basis_value", "", false}, {"cost", "cost", false}, {"df", "DF", false}, {"chance", "chance", false},
			{"target", "", false}, {"points", "speed", false}, {"counts", "", false}, {"rolls", "", false}}
	}
	rolls = Section{Key: "rolls", Label: "To roll", Note: "the lowest roll of each degree"}
	for _, degree := range b.rs.Degrees.All {
		if degree.Factor > 0 {
			words := strings.Fields(degree.Label) // all labels end with the same word, which the heading omits
			rolls.Columns = append(rolls.Columns, Column{Key: degree.Name, Head: strings.Join(words[:max(1, len(words)-1)], " ")})
		}
	}
	for _, skill := range b.actor.Sheet.Skills {
		p, err := b.rs.PlainPreview(b.state, b.actor.Key, rules.OngoingAction{Skill: skill.Name})
		if err != nil && !b.live {
			return skills, rolls, caps, err
		}
		rank, chance := numberCell(float64(b.actor.Sheet.Rank(skill))), Cell{}
		if p.Roll != nil && !p.Roll.Unknown {
			chance = chanceCell(p.Roll)
		}
		row := Row{Key: skill.Name, Label: skill.Label, Cells: []Cell{rank, chance}}
		if bonus := b.actor.Sheet.PoolBonus(skill); bonus > 0 {
			row.Note = "+ " + command.Number(bonus) + " pool"
		}
		if p.Roll != nil {
			if c := p.Roll.RankCap(); c.Reason != "" {
				row.Cap = c.Text()
				caps.addCappedSkill(c, skill.Label)
			}
		}
		if !b.live {
			worth, err := purchase.PreviewWorth(b.rs, b.actor, &p)
			if err != nil {
				return skills, rolls, caps, err
			}
			row.Cells = b.paperCells(skill, rank, chance, &worth)
			row.Cells = append(row.Cells, Cell{Value: rolls.addRolls(skill.Label, p.Roll)})
		}
		skills.Rows = append(skills.Rows, row)
	}
	return skills, rolls.WithoutEmptyColumns(), caps, nil
}

// paperCells returns the cells of a skill on a sheet for paper, except the last, in the order of the columns: rank, basis and its value,
// price of the next rank, difficulty, chance, target number if the die is compared with one, and the speed points and counts of a use.
func (b *builder) paperCells(skill *rules.Skill, rank, chance Cell, worth *purchase.Worth) []Cell {
	own, target := b.actor.Sheet.SkillOf(skill), Cell{}
	if chance.Value = worth.Likely.InPercent(); chance.Likely != nil && !chance.Likely.Percent {
		target.Value = chance.Likely.Number
	}
	return []Cell{rank, textCell(own.Basis.Text), decimalCell(b.actor.BasisOf(b.rs, skill)), numberCell(own.Cost), numberCell(own.Difficulty), chance,
		target, numberCell(worth.Points), numberCell(worth.Counts)}
}

// addRolls adds a row with the die faces for each degree of success of a roll to t, the table of rolls, and returns the ranges of all
// degrees, the lowest faces first. t.Note says whether the faces shown are the lowest or the highest of each degree.
func (t *Section) addRolls(label string, roll *rules.CheckPreview) []RollRange {
	list, row := []RollRange{}, Row{Label: label, Cells: make([]Cell, len(t.Columns))}
	for _, band := range roll.Bands() {
		if band.Degree == nil {
			continue
		}
		r := RollRange{band.Degree.Label, band.Made, band.From, band.To, strconv.Itoa(band.From) + "+"}
		if list = append(list, r); list[0].Made { // low faces succeed
			r.Bound, t.Note = strconv.Itoa(band.To), "the highest roll of each degree"
		}
		i := slices.IndexFunc(t.Columns, func(c Column) bool { return c.Key == band.Degree.Name })
		if i >= 0 && row.Cells[i].Text == "" {
			row.Cells[i] = Cell{Text: band.Text(), Value: r}
		}
	}
	t.Rows = append(t.Rows, row)
	return list
}

// addCappedSkill adds a skill to the row for the cap that limits its rank.
func (t *Section) addCappedSkill(c rules.RankCap, skill string) {
	i := slices.IndexFunc(t.Rows, func(r Row) bool { return r.Label == c.Reason })
	if i < 0 {
		i = len(t.Rows)
		t.Rows = append(t.Rows, Row{Label: c.Reason, Cells: []Cell{numberCell(c.Rank), {Value: []string{}}}})
	}
	cell := &t.Rows[i].Cells[1]
	list := append(cell.Value.([]string), skill)
	cell.Value, cell.Text = list, strings.Join(list, ", ")
}

// skillPoolSection returns the pools of skills learnt together, and their bonus to the rank of each.
func (b *builder) skillPoolSection() Section {
	t := Section{Key: "skill_pools", Label: "Skill pool", Columns: []Column{{"adds", "adds to rank", false}, {"skills", "of", true}}}
	for _, pool := range b.actor.Sheet.SkillPools() {
		labels := []string{}
		labels = append(labels, collect.Map(pool.Skills, func(skill *rules.Skill) string { return skill.Label })...)
		t.Rows = append(t.Rows, Row{Label: pool.Label, Cells: []Cell{{Text: "+" + command.Number(pool.Bonus), Value: rules.TrimNoise(pool.Bonus)}, {Text: strings.Join(labels, ", "), Value: labels}}})
	}
	return t
}

// withSkillsBelow returns skill pools with the skills below each label, for a narrow page.
func (t Section) withSkillsBelow() Section {
	t.Title, t.Columns = "Skill pools", []Column{{Key: "adds"}}
	for i, row := range t.Rows {
		t.Rows[i].Note, t.Rows[i].Cells = row.Cells[1].Text, row.Cells[:1]
	}
	return t
}

// statSection returns the statistics by group, and the derived numbers of sheets.
func (b *builder) statSection() Section {
	t := Section{Key: "stats", Title: "Statistics", Columns: []Column{{Key: "value"}}}
	for _, stat := range b.rs.Stats.All {
		if b.actor.Sheet.ShowsStat(stat) {
			t.Rows = append(t.Rows, Row{Short: stat.Name, Label: stat.Label, Group: rules.ReadableName(stat.Group), Unit: stat.Unit, Cells: []Cell{decimalCell(b.actor.Sheet.Stat(stat))}})
		}
	}
	for _, n := range b.rs.SheetNumbers() {
		t.Rows = append(t.Rows, Row{Short: rules.ReadableName(n.Name), Label: n.Label, Group: "numbers",
			Cells: []Cell{decimalCell(b.actor.Number(b.rs, n))}})
	}
	return t
}

// movementSection returns the character's paces and their speeds.
func (b *builder) movementSection() Section {
	t := Section{Key: "movement", Title: "Movement", Columns: []Column{{Key: "pace"}}}
	for _, speed := range b.actor.Speeds(b.rs) {
		t.Rows = append(t.Rows, Row{Label: speed.Activity.Label, Unit: "m/s", Cells: []Cell{numberCell(speed.Pace)}})
	}
	return t
}

// itemSections returns the weapons, which have numbers of their own, and the other gear. A live sheet lists everything as gear, with its
// location.
func (b *builder) itemSections() (weapons, gear Section) {
	weapons = Section{Key: "weapons", Title: "Weapons", Label: "Weapon", Columns: []Column{{"skill", "skill", true}, {"chance", "chance", false}}}
	gear = Section{Key: "gear", Title: "Gear", Columns: []Column{{"where", "", true}}}
	for _, field := range b.rs.Fields() {
		if slices.ContainsFunc(b.actor.Sheet.Items, func(item *rules.Item) bool { return item.FieldText(b.rs, field) != "" }) {
			weapons.Columns = append(weapons.Columns, Column{Key: field, Head: field})
		}
	}
	for _, item := range b.actor.Sheet.Items {
		row := Row{Label: rules.LabelWithStock(b.actor, item), Cells: []Cell{textCell(b.actor.ItemPlace(item))}}
		if b.live || item.FieldList(b.rs) == "" {
			gear.Rows = append(gear.Rows, row)
			continue
		}
		row.Cells = []Cell{textCell(""), textCell("")}
		if skill, ok := b.rs.Skills.Get(item.Skill.Text); ok {
			row.Cells[0] = textCell(skill.Label)
			if p, err := b.rs.PlainPreview(b.state, b.actor.Key, rules.OngoingAction{Skill: skill.Name, Tool: item.Name}); err == nil {
				row.Cells[1] = chanceCell(p.Roll)
			}
		}
		for _, column := range weapons.Columns[2:] { // those after the skill and the chance
			text := item.FieldText(b.rs, column.Key)
			if slices.Contains(b.rs.DiceFields(), column.Key) {
				text = item.HarmDice(b.rs, b.actor)
			}
			row.Cells = append(row.Cells, textCell(text))
		}
		weapons.Rows = append(weapons.Rows, row)
	}
	return weapons, gear
}

// armourSection returns the armour table: a row for each body location with the item worn there, and a column for each modifier or kind of
// roll that worn items affect.
func (b *builder) armourSection() Section {
	t := Section{Key: "armour", Title: "Armour", Label: "Place", Columns: []Column{{"roll", "roll", true}, {"item", "worn", true}}}
	table, ok := b.rs.Tables.Get(b.rs.Pack.Worn)
	if !ok {
		return t
	}
	worn := map[*rules.Row]*rules.Item{}
	for _, armour := range b.actor.Sheet.Armour {
		worn[armour.At] = armour.Item
		for _, give := range armour.Item.Give.Texts() {
			head := giveHeading(b.rs, give)
			if column := (Column{Key: strings.ToLower(head), Head: head}); give.Value != "0" && !slices.Contains(t.Columns, column) {
				t.Columns = append(t.Columns, column)
			}
		}
	}
	for _, place := range table.SortedRows() {
		item := worn[place]
		if item == nil && table.Roll.Text != "" && table.Probability(place) == 0 { // nothing ever hits it
			continue
		}
		row := Row{Label: place.Label, Cells: []Cell{textCell(place.Roll.Text), textCell("")}}
		var gives []string
		for _, column := range t.Columns[2:] { // those after the roll and the worn item
			text := ""
			if item != nil {
				for _, give := range item.Give.Texts() {
					if giveHeading(b.rs, give) == column.Head {
						text = give.Value
					}
				}
			}
			if row.Cells = append(row.Cells, textCell(text)); text != "" && text != "0" {
				gives = append(gives, column.Key+" "+text)
			}
		}
		if item != nil {
			row.Cells[1], row.Note = textCell(rules.LabelWithStock(b.actor, item)), strings.Join(gives, ", ")
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// giveHeading returns the heading of a bonus: the kind of roll that it applies to, or else the label of its modifier.
func giveHeading(rs *rules.Ruleset, give rules.GiveText) string {
	if give.Tag != "" {
		return rules.ReadableName(give.Tag)
	}
	if m, ok := rs.Modifiers.Get(give.Modifier); ok {
		return m.Label
	}
	return rules.ReadableName(give.Modifier)
}

// wornItems returns the worn items, each with its locations.
func wornItems(armour Section) Section {
	t := Section{Key: "worn", Title: armour.Title, Columns: []Column{{"places", "", true}}}
	for _, place := range armour.Rows {
		item := place.Cells[1].Text // from the column of worn items
		if i := slices.IndexFunc(t.Rows, func(row Row) bool { return row.Label == item }); i >= 0 {
			t.Rows[i].Cells[0].Text += ", " + place.Label
		} else if item != "" {
			t.Rows = append(t.Rows, Row{Label: item, Note: place.Note, Cells: []Cell{{Text: place.Label}}})
		}
	}
	return t
}
