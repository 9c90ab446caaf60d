package workbook

import (
	"fmt"
	"math"
	"slices"
	"sort"
	"strconv"
	"strings"

	"hybrid/gm/campaign"
	"hybrid/gm/command"
	"hybrid/rules"
	"hybrid/rules/collect"
	"hybrid/rules/message"
	"hybrid/rules/purchase"
)

// Conversion of a workbook's contents (see Contents) to a character file: missing skills, contradictory numbers, and values to keep. A
// value that differs from the rules becomes an adjustment in the file, if it is kept. A remark is a difference or a problem that was found.
// The layout says what each cell holds. “The sheet” is the player's sheet of the character, the workbook. A raw value is that of a
// statistic before its change, an amount added to it or a factor; the workbook also shows the changed number. Numbers derived from
// statistics, such as the maximum of a pool, have a change but no raw value. The basis of a skill is the statistic, or the mean of several,
// that its chance starts from. An aspect is a property of a skill, such as the need for tools, from which the rules compute its difficulty.

// ConvertedCharacter is the character made from a workbook, for a campaign.
type ConvertedCharacter struct {
	LackingSkillsText string        // file with the skills that the campaign lacks; empty if it has all
	LackingSkills     []string      // names of these skills
	rows              []learntSkill // list of skills, without unreadable and repeated rows
	sheet             *Contents     // contents of the workbook
	remarks           []remark      // differences and problems found so far, in the order in which they were found
}

// learntSkill is a row of the skill list with its skill in the campaign.
type learntSkill struct {
	SkillRow
	skill      string       // name of the skill in files
	ruleSkill  *rules.Skill // campaign's skill; nil if it lacks the skill
	basis      string       // formula of the skill's basis; empty if it has none
	basisStats []string     // names of the statistics in basis
	keep       bool         // whether the sheet's value is kept if it differs from the rules
}

// converter compares a workbook's contents with a campaign.
type converter struct {
	*Contents
	campaign *campaign.Campaign  // campaign that the contents are compared with
	result   *ConvertedCharacter // result so far
}

// addRemark records a remark of kind k about a place in the workbook.
func (m *converter) addRemark(k remarkKind, where, format string, args ...any) {
	m.result.remarks = append(m.result.remarks, remark{kind: k, where: where, item: fmt.Sprintf(format, args...)})
}

// addRowRemark records a remark about a skill's row.
func (m *converter) addRowRemark(k remarkKind, row *SkillRow, format string, args ...any) {
	m.result.remarks = append(m.result.remarks, remark{kind: k, where: fmt.Sprintf("%s row %d", m.list.sheet, row.Row), row: row.Row, item: fmt.Sprintf(format, args...)})
}

// CompareWith matches the workbook's skills with those of a campaign, and writes the missing ones as a file of its tables.
func (s *Contents) CompareWith(c *campaign.Campaign) *ConvertedCharacter {
	m := &converter{s, c, &ConvertedCharacter{remarks: slices.Clone(s.remarks), sheet: s}}
	exact, near, words := m.skillWords()
	taken := map[string]int{} // row of each skill so far, by its name in files
	for _, row := range s.Skills {
		l := learntSkill{SkillRow: row}
		l.skill = campaign.FileName(row.Name)
		if l.ruleSkill = exact[l.skill]; l.ruleSkill == nil {
			if word := findMisspelt(l.skill, words); word != "" {
				l.ruleSkill = near[word]
				m.addRowRemark(remarkOtherSkillName, &row, "%s → %s", row.Name, l.ruleSkill.Label)
			}
		}
		if l.ruleSkill != nil {
			l.skill = l.ruleSkill.Name
		}
		if l.skill == "" { // the name has no letters
			m.addRowRemark(remarkNoLetters, &row, "“%s” (row %d)", row.Name, row.Row)
			continue
		}
		if first, again := taken[l.skill]; again {
			m.addRowRemark(remarkRepeatedSkill, &row, "%s (rows %d and %d)", row.Name, first, row.Row)
			continue
		}
		l.basis, l.basisStats = m.basisFormula(&row)
		taken[l.skill] = row.Row
		m.result.rows = append(m.result.rows, l)
	}
	m.writeLackingSkills()
	return m.result
}

// skillWords returns the campaign's skills by name and by label (exact), and those of them that no row of the sheet names exactly (near),
// which a misspelt row can mean. words are the keys of near.
func (m *converter) skillWords() (exact, near map[string]*rules.Skill, words []string) {
	exact, near = map[string]*rules.Skill{}, map[string]*rules.Skill{}
	for _, skill := range m.campaign.Rules.Skills.All {
		for _, word := range []string{skill.Name, campaign.FileName(skill.Label)} {
			exact[word] = skill
		}
	}
	taken := map[*rules.Skill]bool{} // set of the skills that a row names exactly
	for i := range m.Contents.Skills {
		taken[exact[campaign.FileName(m.Contents.Skills[i].Name)]] = true
	}
	for _, skill := range m.campaign.Rules.Skills.All {
		if taken[skill] {
			continue
		}
		for _, word := range []string{skill.Name, campaign.FileName(skill.Label)} {
			near[word] = skill
			words = append(words, word)
		}
	}
	return exact, near, words
}

// findMisspelt returns the word that name probably misspells, or "". Both begin with the same letter: deception is not perception.
func findMisspelt(name string, words []string) string {
	const short = 4
	if len(name) <= short {
		return ""
	}
	if near := message.NearestWord(name, words); near != "" && near[0] == name[0] && message.IsMisspelling(name, near) {
		return near
	}
	return ""
}

// basisFormula returns the formula of a skill's basis, a statistic or the mean of several, and the names of these statistics.
func (m *converter) basisFormula(row *SkillRow) (formula string, list []string) {
	for _, word := range row.Stats {
		if _, ok := m.campaign.Rules.Stats.Get(word); !ok {
			stat := m.found.numberByWord[word]
			if _, ok := m.campaign.Rules.Stats.Get(stat); !ok {
				if stat = message.NearestWord(word, m.campaign.Rules.Stats.Names()); stat == "" {
					m.addRowRemark(remarkUnknownStat, row, "%s (%s)", word, row.Name)
					continue
				}
				m.addRowRemark(remarkOtherStatName, row, "%s → %s (%s)", word, stat, row.Name)
			}
			word = stat
		}
		list = append(list, word)
	}
	if len(list) == 0 {
		return "", nil
	}
	if slices.Max(list) == slices.Min(list) {
		return list[0], list
	}
	return fmt.Sprintf("(%s) / %d", strings.Join(list, " + "), len(list)), list
}

// aspectValue is an aspect of a skill, such as its difficulty, and its value.
type aspectValue struct{ name, value string }

// aspectsOfRow returns the aspects of a skill from the codes in its row. An unknown code stands for the usual value or, if the campaign has
// the skill, for no aspect. If note is set, unknown codes are added to the remarks.
func (m *converter) aspectsOfRow(l *learntSkill, note bool) (list []aspectValue) {
	for _, entry := range m.layout.Skills.Aspects {
		code, value := l.Codes[entry.Name], ""
		for _, known := range entry.Value.Codes {
			if known.Name == code {
				value = known.Value
			}
		}
		if note && value == "" && code != "" {
			m.addRowRemark(remarkBadCode, &l.SkillRow, "%s %s (%s)", entry.Name, code, l.Name)
		}
		if value == "" && l.ruleSkill == nil {
			value = entry.Value.Usual
		}
		if value != "" {
			list = append(list, aspectValue{entry.Name, value})
		}
	}
	return list
}

// writeLackingSkills writes a file with the skills that the campaign lacks.
func (m *converter) writeLackingSkills() {
	var b strings.Builder
	for i := range m.result.rows {
		l := &m.result.rows[i]
		if l.ruleSkill != nil {
			continue
		}
		basis := l.basis
		if basis == "" {
			basis = m.campaign.GivenStats()[0].Name
			m.addRowRemark(remarkNoStat, &l.SkillRow, "%s (%s for now)", l.Name, basis)
		}
		parts := []string{"label: " + campaign.QuoteScalar(l.Name)}
		aspects := m.aspectsOfRow(l, false)
		parts = append(parts, collect.Map(aspects, func(aspect aspectValue) string { return aspect.name + ": " + aspect.value })...)
		parts = append(parts, "basis: "+basis, "tags: ["+m.usualTags(aspects)+"]")
		fmt.Fprintf(&b, "  %s: {%s}\n", l.skill, strings.Join(parts, ", "))
		m.result.LackingSkills = append(m.result.LackingSkills, l.skill)
		m.addRowRemark(remarkNewSkill, &l.SkillRow, "%s", l.Name)
	}
	if b.Len() > 0 {
		m.result.LackingSkillsText = "# Skills of " + m.characterName() + " that the campaign lacked. Check their tags, aspects and related skills.\nskills:\n" + b.String()
	}
}

// usualTags returns the list of tags that is most frequent among the campaign's skills with the same first aspect, or the layout's tags if
// there are no such skills.
func (m *converter) usualTags(aspects []aspectValue) string {
	highest, usual, count := 0, strings.Join(m.layout.Skills.Tags, ", "), map[string]int{}
	if len(aspects) == 0 {
		return usual
	}
	for _, skill := range m.campaign.Rules.Skills.All {
		if !skill.HasAspect(m.campaign.Rules, aspects[0].name, aspects[0].value) {
			continue
		}
		var words []string
		for _, tag := range skill.Tags {
			words = append(words, tag.Text)
		}
		tags := strings.Join(words, ", ")
		if count[tags]++; count[tags] > highest {
			highest, usual = count[tags], tags
		}
	}
	return usual
}

// characterName returns the character's name for messages.
func (m *converter) characterName() string {
	if m.Name == "" {
		return "an unnamed character"
	}
	return m.Name
}

// tolerance is the largest difference at which two numbers count as equal.
const tolerance = 0.005

// almostEqual reports whether a and b differ by less than tolerance.
func almostEqual(a, b float64) bool { return math.Abs(a-b) < tolerance }

// equalWhenRounded reports whether two numbers are equal, or one of them is the other, rounded to a whole number.
func equalWhenRounded(a, b float64) bool {
	return almostEqual(a, b) || math.Abs(a-b) <= 0.5 && (a == math.Round(a) || b == math.Round(b))
}

// formatForFile formats a number for a file.
func formatForFile(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }

// formatRounded formats a number for a file, rounded to four decimals.
func formatRounded(x float64) string { return formatForFile(math.Round(x*1e4) / 1e4) }

// Keep marks the named skills, or all skills if none are named. For these, Character keeps the sheet's values even if they contradict the
// rules.
func (made *ConvertedCharacter) Keep(skills ...string) error {
	var choices []string // two names for each row
	for i := range made.rows {
		made.rows[i].keep = made.rows[i].keep || len(skills) == 0
		choices = append(choices, made.rows[i].skill, campaign.FileName(made.rows[i].Name))
	}
	for _, name := range skills {
		name = campaign.FileName(name)
		at := slices.Index(choices, name)
		if name == "" || at < 0 {
			return message.Lacking("the spreadsheet", "skill", name, choices)
		}
		made.rows[at/2].keep = true // the row of this name
	}
	return nil
}

// Character returns the character file for a campaign that has all of the skills, and a note for each kind of difference from the rules.
// Differences to keep (see [ConvertedCharacter.Keep]) are written to the file as values of this character.
func (made *ConvertedCharacter) Character(c *campaign.Campaign, name string) (text string, notes []Note, err error) {
	m := &converter{made.sheet, c, &ConvertedCharacter{remarks: slices.Clone(made.remarks)}}
	stats, changed, err := m.statisticsSection()
	if err != nil {
		return "", nil, err
	}
	head := m.headSection(name) + "stats: {" + strings.Join(stats, ", ") + "}\n"
	ranks, bare := m.ranksSection(made.rows) // bare: the section of skills with the ranks alone, without values that differ
	base, err := c.Rules.ReadSheet("import", []byte(head+adjustLine(changed)+bare))
	if err != nil {
		return "", nil, err
	}
	more, err := m.adjustmentParts(base)
	if err != nil {
		return "", nil, err
	}
	adjust := adjustLine(append(changed, more...))
	full, err := c.Rules.ReadSheet("import", []byte(head+adjust+bare))
	if err != nil {
		return "", nil, err
	}
	text = head + adjust + m.skillsSection(full, made.rows, ranks)
	if _, err := c.Rules.ReadSheet("import", []byte(text)); err != nil {
		return "", nil, err
	}
	return text, groupRemarks(m.result.remarks), nil
}

// headSection returns the first section of a character file: the given name and, as notes, the workbook's texts, a paragraph for each line.
func (m *converter) headSection(name string) string {
	var head strings.Builder
	head.WriteString("character:\n  name: " + campaign.QuoteScalar(name) + "\n")
	if lines := append(slices.Clone(m.About), m.Notes...); len(lines) > 0 {
		head.WriteString("  notes: >-\n")
		for i, line := range lines {
			if i > 0 {
				head.WriteString("\n")
			}
			head.WriteString("    " + strings.Join(strings.Fields(line), " ") + "\n")
		}
	}
	return head.String()
}

// statisticsSection returns the entries of the section of statistics, and the adjustments of statistics whose raw value plus change is the
// number shown.
func (m *converter) statisticsSection() (stats, adjust []string, err error) {
	var missing []string
	for _, stat := range m.campaign.GivenStats() {
		x, ok := m.Stats[stat.Name]
		if err := m.checkStatistic(stat, x, ok); err != nil {
			return nil, nil, err
		}
		if !ok {
			missing = append(missing, stat.Name)
			continue
		}
		raw, isRaw := m.RawValues[stat.Name]
		change, isChanged := m.Changes[stat.Name]
		isChanged = isChanged && change.applyTo(raw) != raw
		switch {
		case !isRaw && isChanged:
			m.addRemark(remarkNoRaw, change.Where, "%s %s (%s)", stat.Name, change, change.Where)
		case isRaw && !almostEqual(change.applyTo(raw), x):
			m.addRemark(remarkTypedOver, m.cellOfNumber(stat.Name), "%s %s (raw %s)", stat.Name, command.Number(x), command.Number(change.applyTo(raw)))
		case isRaw && isChanged: // the file has the raw value, and an adjustment
			x = raw
			adjust = append(adjust, m.adjustmentText(stat.Name, change))
			m.addRemark(remarkAdjusted, change.Where, "%s %s (%s)", stat.Name, change, change.Where)
		}
		stats = append(stats, stat.Name+": "+formatForFile(x))
	}
	if len(missing) > 0 {
		return nil, nil, fmt.Errorf("%s has no number for %s. Name the cell, or write the abbreviation left of it.", m.found.main, strings.Join(missing, ", "))
	}
	return stats, adjust, nil
}

// checkStatistic returns an error if the sheet's value x of a statistic isn't plausible or, if isRead is false, if its cell has a content
// that isn't a number. It returns nil for an empty or missing cell.
func (m *converter) checkStatistic(stat *rules.Stat, x float64, isRead bool) error {
	if isRead {
		if limit := m.maxStatistic(stat); x <= 0 || x > limit {
			return fmt.Errorf("%s in %s is %s. A statistic is above 0 and at most %s. Correct the cell.", stat.Name, m.cellOfNumber(stat.Name), formatForFile(x), formatForFile(limit))
		}
		return nil
	}
	p, isLocated := m.found.cellByNumber[stat.Name]
	if !isLocated {
		return nil
	}
	switch c := m.found.cells[p.sheet][p.cellPosition]; {
	case c.unsaved:
		return fmt.Errorf("%s in %s is a formula without a stored value. Open the workbook in a spreadsheet program and save it again.", stat.Name, p)
	case trimCell(c.text) != "":
		return fmt.Errorf("%s in %s is “%s”. Correct the cell to a number.", stat.Name, p, shortenText(trimCell(c.text)))
	}
	return nil
}

// maxStatistic returns the maximum plausible value of a statistic: several times its typical maximum, for heroes and giants.
func (m *converter) maxStatistic(stat *rules.Stat) float64 {
	const times, fallback = 4, 1000 // fallback if the rules give no typical range
	if _, limit := stat.Range(); limit > 0 {
		return times * limit
	}
	return fallback
}

// cellOfNumber returns the cell of a number, or the main sheet if it has none.
func (m *converter) cellOfNumber(name string) string {
	if p, ok := m.found.cellByNumber[name]; ok {
		return p.String()
	}
	return m.found.main
}

// adjustmentText formats a change for a file.
func (m *converter) adjustmentText(name string, change Adjustment) string {
	word := collect.Choose(change.Times, "times", "plus")
	src := ""
	if change.Where != "" {
		src = ", src: " + change.Where
	}
	return fmt.Sprintf("%s: {%s: %s%s}", name, word, formatRounded(change.By), src)
}

// adjustLine returns the `adjust` line of a character file, or "" if there are no parts.
func adjustLine(parts []string) string {
	if len(parts) == 0 {
		return ""
	}
	return "adjust: {" + strings.Join(parts, ", ") + "}\n"
}

// adjustmentParts returns the adjustments of derived numbers, in the order of the layout: numbers for which the sheet gives a change, or
// whose value differs from the rules.
func (m *converter) adjustmentParts(base *rules.Sheet) (parts []string, err error) {
	// add adds the adjustment of a number; its parameters are those of addDerivedAdjustment
	add := func(name string, onSheet float64, isOnSheet bool, byRules float64) {
		const far, atLeast = 20, 10 // a value above far times (the value by the rules plus atLeast) is a mistake
		if math.Abs(onSheet) > far*(math.Abs(byRules)+atLeast) && err == nil {
			err = fmt.Errorf("%s in %s is %s, and %s by the rules. Correct the cell.", name, m.cellOfNumber(name), formatForFile(onSheet), command.Number(byRules))
		}
		parts = m.addDerivedAdjustment(parts, name, onSheet, isOnSheet, byRules)
	}
	for _, entry := range m.layout.Main.Pools {
		if pool, ok := m.campaign.Rules.Pools.Get(entry.Name); ok {
			if limit, limited := base.Max(pool); limited {
				onSheet, isOnSheet := m.Pools[entry.Name]
				add(entry.Name, onSheet, isOnSheet, limit)
			}
		}
	}
	for _, entry := range m.layout.Main.Stats {
		if stat, ok := m.campaign.Rules.Stats.Get(entry.Name); ok && !stat.IsGiven() {
			onSheet, isOnSheet := m.Stats[entry.Name]
			add(entry.Name, onSheet, isOnSheet, base.Stat(stat))
		}
	}
	return parts, err
}

// addDerivedAdjustment appends to parts the adjustment that gives a derived number the value onSheet, if one is needed, and adds a remark.
// name is the name of the number, and byRules its value by the rules. If isOnSheet is false, the sheet has no value for it, but it can have
// a change.
func (m *converter) addDerivedAdjustment(parts []string, name string, onSheet float64, isOnSheet bool, byRules float64) []string {
	change, isChanged := m.Changes[name]
	if isChanged && isOnSheet && !almostEqual(change.applyTo(byRules), onSheet) {
		other := change // sheets differ in whether a change is an addition or a factor
		if other.Times = !change.Times; almostEqual(other.applyTo(byRules), onSheet) {
			change = other
		}
	}
	isChanged = isChanged && change.applyTo(byRules) != byRules
	switch {
	case isChanged && (!isOnSheet || almostEqual(change.applyTo(byRules), onSheet)):
		m.addRemark(remarkAdjusted, change.Where, "%s %s (%s)", name, change, change.Where)
		return append(parts, m.adjustmentText(name, change))
	case !isOnSheet || almostEqual(onSheet, byRules) && !isChanged:
		return parts
	}
	cell := m.cellOfNumber(name)
	why := command.Number(math.Round(byRules*100)/100) + " by the rules"
	if isChanged {
		why += fmt.Sprintf(", %s in %s", change, change.Where)
	}
	if almostEqual(onSheet, byRules) { // the number doesn't include the change
		m.addRemark(remarkChangeNotShown, change.Where, "%s %s (%s)", name, command.Number(onSheet), why)
		return parts
	}
	if p, ok := m.found.cellByNumber[name]; ok {
		if formula := m.found.cells[p.sheet][p.cellPosition].formula; formula != "" {
			why += ", the sheet has =" + formula
		} else {
			why += ", typed in"
		}
	}
	change = Adjustment{By: onSheet - byRules}
	if slices.Contains(m.layout.Main.Factors, name) && byRules != 0 {
		change = Adjustment{By: onSheet / byRules, Times: true}
	}
	m.addRemark(remarkOverruledRules, cell, "%s %s (%s)", name, command.Number(onSheet), why)
	return append(parts, m.adjustmentText(name, change))
}

// ranksSection returns the ranks of the rows, limited to the range of the rules, and the section of a character file with all of them.
func (m *converter) ranksSection(rows []learntSkill) (ranks []int, section string) {
	var parts []string
	for i := range rows {
		l := &rows[i]
		l.ruleSkill, _ = m.campaign.Rules.Skills.Get(l.skill)
		rank := max(m.campaign.Rules.Skill.Least, min(m.campaign.Rules.Skill.Most, int(math.Floor(l.Rank))))
		if float64(rank) != l.Rank {
			m.addRowRemark(remarkRankCut, &l.SkillRow, "%s %s → %d", l.Name, command.Number(l.Rank), rank)
		}
		ranks = append(ranks, rank)
		parts = append(parts, fmt.Sprintf("%s: %d", l.skill, rank))
	}
	return ranks, "skills: {" + strings.Join(parts, ", ") + "}\n"
}

// skillsSection returns the section of skills: ranks, and values that differ from the rules. character is the character by the rules, with
// the adjustments of its numbers; ranks are those of rows.
func (m *converter) skillsSection(character *rules.Sheet, rows []learntSkill, ranks []int) string {
	if len(rows) == 0 {
		return "skills: {}\n"
	}
	var b strings.Builder
	b.WriteString("skills:\n")
	comparison := &skillComparison{converter: m, character: character, rows: rows, ranks: ranks}
	probe := m.probeActor()
	skillAt := map[int]string{} // name of the skill, by row of the sheet
	for i := range rows {
		skillAt[rows[i].Row] = rows[i].skill
	}
	for i := range rows {
		l, own := &rows[i], []string{} // own: entries of the skill other than its rank, as YAML
		if l.basis != "" && !hasSameBasis(m.campaign, probe, l) {
			own = append(own, "basis: "+l.basis)
		}
		for _, aspect := range m.aspectsOfRow(l, true) {
			if !l.ruleSkill.HasAspect(m.campaign.Rules, aspect.name, aspect.value) {
				own = append(own, aspect.name+": "+aspect.value)
			}
		}
		if bonus := m.bonusFromRows(l, skillAt); bonus != "" {
			own = append(own, bonus)
		}
		own = append(own, comparison.compareSkill(i, own)...)
		if len(own) == 0 {
			fmt.Fprintf(&b, "  %s: %d\n", l.skill, ranks[i])
			continue
		}
		fmt.Fprintf(&b, "  %s: {%s}\n", l.skill, strings.Join(append([]string{fmt.Sprintf("rank: %d", ranks[i])}, own...), ", "))
	}
	return b.String()
}

// bonusFromRows returns, as a YAML entry, the amounts that each rank in other rows adds to the chance of a row, or "" if there are none.
// skillAt holds the names of the skills by row of the sheet.
func (m *converter) bonusFromRows(l *learntSkill, skillAt map[int]string) string {
	var parts []string
	rows := make([]int, 0, len(l.Related))
	for row := range l.Related {
		rows = append(rows, row)
	}
	sort.Ints(rows)
	for _, row := range rows {
		if skillAt[row] == "" {
			m.addRowRemark(remarkStrayBonus, &l.SkillRow, "%s (row %d)", l.Name, row)
			continue
		}
		parts = append(parts, skillAt[row]+": "+formatForFile(l.Related[row]))
	}
	if len(parts) == 0 {
		return ""
	}
	return "bonus: {" + strings.Join(parts, ", ") + "}"
}

// probeActor returns a character with different values in all statistics, so that only equal bases give equal values, or nil if the rules
// can't compile one.
func (m *converter) probeActor() *rules.Actor {
	var stats []string
	for i, stat := range m.campaign.GivenStats() {
		stats = append(stats, fmt.Sprintf("%s: %g", stat.Name, 5+math.Sqrt(float64(7*i+2)))) // roots: different bases hardly ever have equal means
	}
	sheet, err := m.campaign.Rules.ReadSheet("probe", []byte("character: {name: probe}\nstats: {"+strings.Join(stats, ", ")+"}\n"))
	if err != nil {
		return nil
	}
	return m.campaign.Rules.NewActor("probe", sheet)
}

// hasSameBasis reports whether the basis of a row equals that of the campaign's skill: whether both have the same value for probe (see
// probeActor) or, if probe is nil, the same text.
func hasSameBasis(c *campaign.Campaign, probe *rules.Actor, l *learntSkill) bool {
	if probe == nil {
		return l.ruleSkill.Basis.Text == l.basis
	}
	sum := 0.0
	for _, name := range l.basisStats {
		stat, _ := c.Rules.Stats.Get(name)
		sum += probe.Sheet.Stat(stat)
	}
	return math.Abs(sum/float64(len(l.basisStats))-probe.BasisOf(c.Rules, l.ruleSkill)) < 1e-6
}

// skillComparison compares the rows of the list of skills with the rules, for the imported character.
type skillComparison struct {
	*converter
	character *rules.Sheet  // sheet by the rules, with the adjustments of its numbers
	rows      []learntSkill // list of skills
	ranks     []int         // rank of each row, within the limits of the rules
}

// compareSkill adds remarks on the values of row i that differ from the rules, and returns the YAML entries that keep those values. own
// holds the other entries of the skill, such as its basis.
func (m *skillComparison) compareSkill(i int, own []string) (more []string) {
	l := &m.rows[i]
	actor, state, err := m.actorWithSkill(i, own)
	if err != nil {
		m.addRowRemark(remarkNotCompared, &l.SkillRow, "%s (%v)", l.Name, err)
		return nil
	}
	skill := actor.Sheet.SkillOf(l.ruleSkill)
	alike := almostEqual
	if l.Chance == nil { // a sheet without chances rounds bases to whole numbers
		alike = equalWhenRounded
	}
	if basis := actor.BasisOf(m.campaign.Rules, l.ruleSkill); l.Mean != nil && !alike(*l.Mean, basis) {
		m.addDifference(l, remarkOtherMean, remarkOtherMean, "mean", command.Number(*l.Mean), command.Number(basis))
	}
	difficulty := skill.Difficulty
	if l.DF != nil && !almostEqual(*l.DF, difficulty) {
		m.addDifference(l, remarkOtherDF, remarkOtherDF, "df", command.FormatSigned(*l.DF), command.FormatSigned(difficulty))
		more = append(more, "difficulty: "+formatForFile(*l.DF))
		difficulty = *l.DF
		if actor, state, err = m.actorWithSkill(i, slices.Concat(own, more)); err != nil { // its speed and chance depend on the difficulty
			return more
		}
	}
	if l.Cost != nil && !almostEqual(*l.Cost, skill.Cost) {
		m.addDifference(l, remarkOtherCost, remarkKeptCost, "cost", command.Number(*l.Cost), command.Number(skill.Cost))
		if l.keep {
			more = append(more, "cost: "+formatForFile(*l.Cost))
		}
	}
	worth, err := purchase.SkillWorth(m.campaign.Rules, state, actor.Key, l.ruleSkill)
	if err != nil {
		return more
	}
	if l.Speed != nil && !equalWhenRounded(*l.Speed, worth.Points) {
		m.addDifference(l, remarkOtherSpeed, remarkKeptSpeed, "speed", command.Number(*l.Speed), command.Number(worth.Points))
		if l.keep {
			more = append(more, "points: {plus: "+formatRounded(*l.Speed-worth.Points)+"}")
		}
	}
	if l.Chance != nil && !equalWhenRounded(*l.Chance, worth.Likely.InPercent()) {
		m.addDifference(l, remarkOtherChance, remarkKeptChance, "chance", command.Number(*l.Chance)+"%", worth.Likely.PercentText())
		if l.keep {
			more = m.keepChance(i, own, more, difficulty, *l.Chance-worth.Likely.InPercent())
		}
	}
	return more
}

// keepChance returns more, the YAML entries that keep the values of row i, plus the difficulty that raises the chance by missing percentage
// points, to the sheet's. own holds the other entries of the skill; difficulty is its current one. It returns more unchanged if the chance
// doesn't depend on the difficulty.
func (m *skillComparison) keepChance(i int, own, more []string, difficulty, missing float64) []string {
	perPoint := m.chancePerPoint(i, own, difficulty)
	if perPoint == 0 {
		return more
	}
	more = slices.DeleteFunc(more, func(s string) bool { return strings.HasPrefix(s, "difficulty: ") })
	return append(more, "difficulty: "+formatRounded(difficulty+missing/perPoint))
}

// addDifference adds a remark on a row's value under a heading: onSheet in the sheet, byRules by the rules. The remark's kind is ifKept if
// the sheet's value is kept, or ifRuled if the rules are followed.
func (m *skillComparison) addDifference(l *learntSkill, ifRuled, ifKept remarkKind, head, onSheet, byRules string) {
	why := byRules + " by the rules"
	if l.Why[head] != "" {
		why += ", " + l.Why[head]
	}
	m.addRowRemark(collect.Choose(l.keep, ifKept, ifRuled), &l.SkillRow, "%s %s (%s)", l.Name, onSheet, why)
}

// chancePerPoint returns the change of the chance in row i per point of difficulty, in percentage points, or 0 if it can't be computed. own
// holds the other entries of the skill; difficulty is its current one.
func (m *skillComparison) chancePerPoint(i int, own []string, difficulty float64) float64 {
	var chances [2]float64 // at this difficulty, and at one point more
	for points := range chances {
		actor, state, err := m.actorWithSkill(i, slices.Concat(own, []string{"difficulty: " + formatForFile(difficulty+float64(points))}))
		if err != nil {
			return 0
		}
		worth, err := purchase.SkillWorth(m.campaign.Rules, state, actor.Key, m.rows[i].ruleSkill)
		if err != nil {
			return 0
		}
		chances[points] = worth.Likely.InPercent()
	}
	return chances[1] - chances[0]
}

// actorWithSkill returns an actor with the character's statistics and ranks, whose skill of row i also has the given entries, such as
// "basis: AGI", and a state with that actor alone.
func (m *skillComparison) actorWithSkill(i int, entries []string) (*rules.Actor, *rules.State, error) {
	var stats, skills []string
	stats = append(stats, collect.Map(m.campaign.Rules.Stats.All, func(stat *rules.Stat) string { return stat.Name + ": " + formatForFile(m.character.Stat(stat)) })...)
	for k := range m.rows {
		skills = append(skills, fmt.Sprintf("%s: %d", m.rows[k].skill, m.ranks[k]))
	}
	text := "character: {name: import}\nstats: {" + strings.Join(stats, ", ") + "}\nskills: {" + strings.Join(skills, ", ") + "}\n"
	overlay := fmt.Sprintf("skills: {%s: {%s}}\n", m.rows[i].skill, strings.Join(append([]string{fmt.Sprintf("rank: %d", m.ranks[i])}, entries...), ", "))
	with, err := m.campaign.Rules.ReadSheetOver("import", []byte(text), "import", []byte(overlay))
	if err != nil {
		return nil, nil, err
	}
	actor := m.campaign.Rules.NewActor("import", with)
	return actor, &rules.State{Actors: []*rules.Actor{actor}}, nil
}
