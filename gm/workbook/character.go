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
	"hybrid/rules/source"
)

// Made is what a workbook comes to in a campaign.
type Made struct {
	Skills string   // the file of skills that the campaign lacks; empty where it has all
	Lacks  []string // their names
	Notes  []Note   // what did not add up, and what was made of it
	rows   []learnt
	sheet  *Contents
}

// learnt is a row with the skill that it is.
type learnt struct {
	SkillRow
	skill string // by name
	known *rules.Skill
	basis string   // its formula; empty where it rests on nothing
	on    []string // the statistics of it
	keep  bool     // what the sheet shows counts, where it does not add up
}

// maker holds a sheet against a campaign.
type maker struct {
	*Contents
	c    *campaign.Campaign
	made *Made
}

func (m *maker) tell(where, format string, args ...any) {
	m.made.Notes = append(m.made.Notes, Note{Where: where, Text: fmt.Sprintf(format, args...)})
}

// tellOf tells something of a skill's row.
func (m *maker) tellOf(row *SkillRow, format string, args ...any) {
	m.made.Notes = append(m.made.Notes, noteOf(m.layout, row.At, fmt.Sprintf(format, args...)))
}

// Against finds which of a sheet's skills a campaign has, and writes those that it lacks as a file of its tables.
func (s *Contents) Against(c *campaign.Campaign) *Made {
	m := &maker{s, c, &Made{Notes: slices.Clone(s.Told), sheet: s}}
	taken := map[string]int{}
	for _, row := range s.Skills {
		l := learnt{SkillRow: row}
		l.known = m.skillOf(&row)
		l.skill = campaign.FileName(row.Name)
		if l.known != nil {
			l.skill = l.known.Name
		}
		if l.skill == "" {
			m.tellOf(&row, "%s has no letter from a to z that a skill could be called by, and is left out", row.Name)
			continue
		}
		if first, twice := taken[l.skill]; twice {
			m.tellOf(&row, "%s stands in row %d already; this one is left out", row.Name, first)
			continue
		}
		l.basis, l.on = m.basis(&row)
		taken[l.skill] = row.At
		m.made.rows = append(m.made.rows, l)
	}
	m.lacking()
	return m.made
}

// skillOf is the skill of the campaign that a row is, by name or label, as misspelt as it may be; nil where there is none.
func (m *maker) skillOf(row *SkillRow) *rules.Skill {
	rs, called := m.c.Rules, map[string]*rules.Skill{}
	var words []string
	for _, skill := range rs.Skills.All {
		for _, word := range []string{skill.Name, campaign.FileName(skill.Label)} {
			called[word] = skill
			words = append(words, word)
		}
	}
	name := campaign.FileName(row.Name)
	if skill := called[name]; skill != nil {
		return skill
	}
	if near := source.Nearest(name, words); source.Alike(name, near) && len(name) > 4 {
		m.tellOf(row, "%s is taken for %s", row.Name, called[near].Label)
		return called[near]
	}
	return nil
}

// basis is the formula of a skill's basis: one statistic, or the mean of several. Words that are none are told.
func (m *maker) basis(row *SkillRow) (formula string, list []string) {
	for _, word := range row.Stats {
		if _, ok := m.c.Rules.Stats.Get(word); !ok {
			near := source.Nearest(word, m.c.Rules.Stats.Names())
			if near == "" {
				m.tellOf(row, "%s rests on %s, which is no statistic; that is left out", row.Name, word)
				continue
			}
			m.tellOf(row, "%s rests on %s; it is taken for %s", row.Name, word, near)
			word = near
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

// aspects are the aspects of a row, by what its codes mean; those that say nothing are left out where the campaign has the
// skill, else the usual ones.
func (m *maker) aspects(l *learnt, tell bool) (list [][2]string) {
	for _, entry := range m.layout.Skills.Aspects {
		code, value := l.Codes[entry.Name], ""
		for _, known := range entry.Value.Codes {
			if known.Name == code {
				value = known.Value
			}
		}
		if value == "" && code != "" && tell {
			m.tellOf(&l.SkillRow, "%s: %s is none of the codes for %s", l.Name, code, entry.Name)
		}
		if value == "" && l.known == nil {
			value = entry.Value.Usual
		}
		if value != "" {
			list = append(list, [2]string{entry.Name, value})
		}
	}
	return list
}

// lacking writes the skills that the campaign lacks.
func (m *maker) lacking() {
	var b strings.Builder
	for i := range m.made.rows {
		l := &m.made.rows[i]
		if l.known != nil {
			continue
		}
		basis := l.basis
		if basis == "" {
			given := m.c.Given()
			basis = given[0].Name
			m.tellOf(&l.SkillRow, "%s rests on no statistic; %s is written, which is to be looked at", l.Name, basis)
		}
		parts := []string{"label: " + campaign.QuoteScalar(l.Name)}
		aspects := m.aspects(l, false)
		for _, aspect := range aspects {
			parts = append(parts, aspect[0]+": "+aspect[1])
		}
		parts = append(parts, "basis: "+basis, "tags: ["+m.tags(aspects)+"]")
		fmt.Fprintf(&b, "  %s: {%s}\n", l.skill, strings.Join(parts, ", "))
		m.made.Lacks = append(m.made.Lacks, l.skill)
		m.tellOf(&l.SkillRow, "the campaign has no skill %s; it is written beside the character", l.Name)
	}
	if b.Len() > 0 {
		m.made.Skills = "# Skills of " + m.who() + " that the campaign did not have; look at their tags and aspects, and at what is related.\nskills:\n" + b.String()
	}
}

// tags are the tags that most skills of the campaign have whose first aspect is the same; those of the layout where there is none.
func (m *maker) tags(aspects [][2]string) string {
	most, usual, count := 0, strings.Join(m.layout.Skills.Tags, ", "), map[string]int{}
	if len(aspects) == 0 {
		return usual
	}
	for _, skill := range m.c.Rules.Skills.All {
		if !skill.Has(m.c.Rules, aspects[0][0], aspects[0][1]) {
			continue
		}
		var words []string
		for _, tag := range skill.Tags {
			words = append(words, tag.Text)
		}
		tags := strings.Join(words, ", ")
		if count[tags]++; count[tags] > most {
			most, usual = count[tags], tags
		}
	}
	return usual
}

func (m *maker) who() string {
	if m.Name == "" {
		return "an unnamed character"
	}
	return m.Name
}

// slight is how much two numbers may differ and still be the same.
const slight = 0.005

func same(a, b float64) bool { return math.Abs(a-b) < slight }

// rounded reports whether two numbers may be the same, one of them rounded to a whole one.
func rounded(a, b float64) bool {
	return same(a, b) || math.Abs(a-b) <= 0.5 && (a == math.Round(a) || b == math.Round(b))
}

// plain is a number as a file has it.
func plain(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }

// Keep has what the sheet shows of a skill kept where it does not add up: of those that are named, or of all without a name.
func (made *Made) Keep(skills ...string) error {
	var known []string
	for i := range made.rows {
		made.rows[i].keep = made.rows[i].keep || len(skills) == 0
		known = append(known, made.rows[i].skill, campaign.FileName(made.rows[i].Name))
	}
	for _, name := range skills {
		name = campaign.FileName(name)
		at := slices.Index(known, name)
		if name == "" || at < 0 {
			return fmt.Errorf("the spreadsheet has no skill %s%s", name, source.Suggest(name, known))
		}
		made.rows[at/2].keep = true
	}
	return nil
}

// Character is the character file, in a campaign that has all of the skills. What the sheet shows and the rules work out
// otherwise is told, row by row; where it is to be kept ([Made.Keep]), the file says it for this character alone.
func (made *Made) Character(c *campaign.Campaign, name string) (text string, notes []Note, err error) {
	m := &maker{made.sheet, c, &Made{Notes: made.Notes}}
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
	stats, changed, err := m.given()
	if err != nil {
		return "", nil, err
	}
	head.WriteString("stats: {" + strings.Join(stats, ", ") + "}\n")
	ranks, bare := m.ranks(c, made.rows)
	base, err := c.Rules.ReadSheet("import", []byte(head.String()+adjustments(changed)+bare))
	if err != nil {
		return "", nil, err
	}
	adjust := adjustments(append(changed, m.adjusted(base)...))
	full, err := c.Rules.ReadSheet("import", []byte(head.String()+adjust+bare))
	if err != nil {
		return "", nil, err
	}
	text = head.String() + adjust + m.skills(c, full, made.rows, ranks)
	if _, err := c.Rules.ReadSheet("import", []byte(text)); err != nil {
		return "", nil, err
	}
	sort.SliceStable(m.made.Notes, func(i, j int) bool { return m.made.Notes[i].row < m.made.Notes[j].row })
	return text, m.made.Notes, nil
}

// given are the statistics that are given, and what changes them where raw values with changes come to what the sheet shows.
func (m *maker) given() (stats, changed []string, err error) {
	for _, stat := range m.c.Given() {
		x, ok := m.Stats[stat.Name]
		if !ok {
			return nil, nil, fmt.Errorf("%s of the sheet shows no %s", m.layout.Main.Sheet, stat.Name)
		}
		raw, isRaw := m.Raw[stat.Name]
		change, isChanged := m.Change[stat.Name]
		switch {
		case !isRaw && isChanged:
			m.tell(change.Where, "%s is changed by %s, but its raw value is not there; %s of %s counts", stat.Name, change, command.Number(x), m.layout.Main.Sheet)
		case isRaw && !same(change.apply(raw), x):
			m.tell(m.layout.Main.Sheet, "%s is %s there, and %s in %s; the former counts", stat.Name, command.Number(x), command.Number(change.apply(raw)), m.layout.Statistics.Sheet)
		case isRaw && isChanged:
			x = raw
			changed = append(changed, m.adjustment(stat.Name, change))
			m.tell(change.Where, "%s is %s, changed by %s; that is an adjustment", stat.Name, command.Number(raw), change)
		}
		stats = append(stats, stat.Name+": "+plain(x))
	}
	return stats, changed, nil
}

// adjustment is a change as a file has it.
func (m *maker) adjustment(name string, change Adjustment) string {
	word := "plus"
	if change.Times {
		word = "times"
	}
	src := ""
	if change.Where != "" {
		src = ", src: " + change.Where
	}
	return fmt.Sprintf("%s: {%s: %s%s}", name, word, plain(math.Round(change.By*1e4)/1e4), src)
}

func adjustments(parts []string) string {
	if len(parts) == 0 {
		return ""
	}
	return "adjust: {" + strings.Join(parts, ", ") + "}\n"
}

// adjusted is what the sheet shows otherwise than the rules work it out, or says it is changed by, in the order of the layout.
func (m *maker) adjusted(base *rules.Sheet) (parts []string) {
	for _, entry := range m.layout.Main.Pools {
		if pool, ok := m.c.Rules.Pools.Get(entry.Name); ok {
			if most, limited := base.Max(pool); limited {
				shown, has := m.Pools[entry.Name]
				parts = m.derived(parts, entry.Name, shown, has, most)
			}
		}
	}
	for _, entry := range m.layout.Main.Stats {
		if stat, ok := m.c.Rules.Stats.Get(entry.Name); ok && !stat.Given() {
			shown, has := m.Stats[entry.Name]
			parts = m.derived(parts, entry.Name, shown, has, base.Stat(stat))
		}
	}
	return parts
}

// derived adds the adjustment of a number that the rules work out, where it has one. What is shown counts; where the sheet of
// statistics says why it is otherwise, so does the file.
func (m *maker) derived(parts []string, name string, shown float64, has bool, made float64) []string {
	change, changed := m.Change[name]
	by, main := command.Number(math.Round(made*100)/100)+" by the rules", m.layout.Main.Sheet
	switch {
	case changed && (!has || same(change.apply(made), shown)):
		m.tell(change.Where, "%s is %s, changed by %s; that is an adjustment", name, by, change)
		return append(parts, m.adjustment(name, change))
	case !has || same(shown, made) && !changed:
		return parts
	case changed:
		by = fmt.Sprintf("%s (%s, changed by %s in %s)", command.Number(math.Round(change.apply(made)*100)/100), by, change, change.Where)
	}
	change = Adjustment{By: shown - made}
	if slices.Contains(m.layout.Main.Factors, name) && made != 0 {
		change = Adjustment{By: shown / made, Times: true}
	}
	if same(shown, made) {
		m.tell(main, "%s is %s there, and %s; the former counts", name, command.Number(shown), by)
		return parts
	}
	m.tell(main, "%s is %s there, and %s; the former counts, by an adjustment", name, command.Number(shown), by)
	return append(parts, m.adjustment(name, change))
}

// ranks are the ranks of the rows, within what the rules allow, and all of them as a section of a character file.
func (m *maker) ranks(c *campaign.Campaign, rows []learnt) (ranks []int, section string) {
	var parts []string
	for i := range rows {
		l := &rows[i]
		l.known, _ = c.Rules.Skills.Get(l.skill)
		rank := max(c.Rules.Skill.Least, min(c.Rules.Skill.Most, int(math.Floor(l.Rank))))
		if float64(rank) != l.Rank {
			m.tellOf(&l.SkillRow, "%s has the rank %s; it is written as %d", l.Name, command.Number(l.Rank), rank)
		}
		ranks = append(ranks, rank)
		parts = append(parts, fmt.Sprintf("%s: %d", l.skill, rank))
	}
	return ranks, "skills: {" + strings.Join(parts, ", ") + "}\n"
}

// skills is the section of the skills: a rank, or what is otherwise with it here.
func (m *maker) skills(c *campaign.Campaign, sheet *rules.Sheet, rows []learnt, ranks []int) string {
	if len(rows) == 0 {
		return "skills: {}\n"
	}
	var b strings.Builder
	b.WriteString("skills:\n")
	probe := m.probe(c)
	at := map[int]string{}
	for i := range rows {
		at[rows[i].At] = rows[i].skill
	}
	for i := range rows {
		l, own := &rows[i], []string{}
		if l.basis != "" && !sameBasis(c, probe, l) {
			own = append(own, "basis: "+l.basis)
		}
		for _, aspect := range m.aspects(l, true) {
			if !l.known.Has(c.Rules, aspect[0], aspect[1]) {
				own = append(own, aspect[0]+": "+aspect[1])
			}
		}
		if bonus := m.bonus(l, at); bonus != "" {
			own = append(own, bonus)
		}
		own = append(own, m.compared(c, sheet, rows, ranks, i, own)...)
		if len(own) == 0 {
			fmt.Fprintf(&b, "  %s: %d\n", l.skill, ranks[i])
			continue
		}
		fmt.Fprintf(&b, "  %s: {%s}\n", l.skill, strings.Join(append([]string{fmt.Sprintf("rank: %d", ranks[i])}, own...), ", "))
	}
	return b.String()
}

// bonus is what other rows add to the chance of one, as data.
func (m *maker) bonus(l *learnt, at map[int]string) string {
	var parts []string
	rows := make([]int, 0, len(l.Related))
	for row := range l.Related {
		rows = append(rows, row)
	}
	sort.Ints(rows)
	for _, row := range rows {
		if at[row] == "" {
			m.tellOf(&l.SkillRow, "the chance of %s counts the rank of row %d, where no skill stands; that is left out", l.Name, row)
			continue
		}
		parts = append(parts, at[row]+": "+plain(l.Related[row]))
	}
	if len(parts) == 0 {
		return ""
	}
	return "bonus: {" + strings.Join(parts, ", ") + "}"
}

// probe is a character in whom no two statistics are alike, so that bases that are worth the same are the same; nil where these
// rules make none.
func (m *maker) probe(c *campaign.Campaign) *rules.Actor {
	var stats []string
	for i, stat := range c.Given() {
		stats = append(stats, fmt.Sprintf("%s: %g", stat.Name, 5+math.Sqrt(float64(7*i+2))))
	}
	sheet, err := c.Rules.ReadSheet("probe", []byte("character: {name: probe}\nstats: {"+strings.Join(stats, ", ")+"}\n"))
	if err != nil {
		return nil
	}
	return c.Rules.NewActor("probe", sheet)
}

// sameBasis reports whether a row rests on what the campaign's skill rests on.
func sameBasis(c *campaign.Campaign, probe *rules.Actor, l *learnt) bool {
	if probe == nil {
		return l.known.Basis.Text == l.basis
	}
	sum := 0.0
	for _, name := range l.on {
		stat, _ := c.Rules.Stats.Get(name)
		sum += probe.Sheet.Stat(stat)
	}
	return math.Abs(sum/float64(len(l.on))-probe.BasisOf(c.Rules, l.known)) < 1e-6
}

// compared tells what the sheet shows of a skill otherwise than the rules make it, and is what the file says to keep it.
func (m *maker) compared(c *campaign.Campaign, sheet *rules.Sheet, rows []learnt, ranks []int, i int, own []string) (more []string) {
	l := &rows[i]
	over := fmt.Sprintf("skills: {%s: {%s}}\n", l.skill, strings.Join(append([]string{fmt.Sprintf("rank: %d", ranks[i])}, own...), ", "))
	actor, state, err := m.withOwn(c, sheet, rows, ranks, over)
	if err != nil {
		m.tellOf(&l.SkillRow, "%s cannot be worked out: %v", l.Name, err)
		return nil
	}
	skill := actor.Sheet.Own(l.known)
	kept := "the rules' counts (--keep=" + l.skill + " keeps the sheet's)"
	if l.keep {
		kept = "the sheet's is kept"
	}
	if l.Mean != nil && !same(*l.Mean, actor.BasisOf(c.Rules, l.known)) {
		m.tellOf(&l.SkillRow, "%s rests on %s by the sheet, and on %s by its statistics; these count", l.Name, command.Number(*l.Mean), command.Number(actor.BasisOf(c.Rules, l.known)))
	}
	difficulty := skill.Difficulty
	if l.DF != nil && !same(*l.DF, difficulty) {
		m.tellOf(&l.SkillRow, "%s has the DF %s by the sheet, and %s by its parts; the sheet's is kept", l.Name, command.Signed(*l.DF), command.Signed(difficulty))
		more = append(more, "difficulty: "+plain(*l.DF))
		difficulty = *l.DF
		over = fmt.Sprintf("skills: {%s: {%s}}\n", l.skill, strings.Join(append(append([]string{fmt.Sprintf("rank: %d", ranks[i])}, own...), more...), ", "))
		if actor, state, err = m.withOwn(c, sheet, rows, ranks, over); err != nil {
			return nil
		}
	}
	if l.Cost != nil && !same(*l.Cost, skill.Cost) {
		m.tellOf(&l.SkillRow, "%s costs %s by the sheet, and %s by its parts; %s", l.Name, command.Number(*l.Cost), command.Number(skill.Cost), kept)
		if l.keep {
			more = append(more, "cost: "+plain(*l.Cost))
		}
	}
	worth, err := l.known.Worth(c.Rules, state, actor.Key)
	if err != nil {
		return more
	}
	if l.Speed != nil && !rounded(*l.Speed, worth.Points) {
		m.tellOf(&l.SkillRow, "%s has the speed %s by the sheet, and %s by its rank; %s", l.Name, command.Number(*l.Speed), command.Number(worth.Points), kept)
		if l.keep {
			more = append(more, "points: {plus: "+plain(math.Round((*l.Speed-worth.Points)*1e4)/1e4)+"}")
		}
	}
	if l.Chance != nil && !rounded(*l.Chance, worth.Chance) {
		m.tellOf(&l.SkillRow, "%s has a chance of %s%% by the sheet, and of %s%% by the rules; %s", l.Name, command.Number(*l.Chance), command.Number(worth.Chance), kept)
		if l.keep {
			if by := m.perPoint(c, sheet, rows, ranks, i, own, difficulty); by != 0 {
				more = slices.DeleteFunc(more, func(s string) bool { return strings.HasPrefix(s, "difficulty: ") })
				more = append(more, "difficulty: "+plain(math.Round((difficulty+(*l.Chance-worth.Chance)/by)*1e4)/1e4))
			}
		}
	}
	return more
}

// perPoint is what a point of difficulty is worth in the chance of a skill.
func (m *maker) perPoint(c *campaign.Campaign, sheet *rules.Sheet, rows []learnt, ranks []int, i int, own []string, difficulty float64) float64 {
	l := &rows[i]
	var chances [2]float64
	for k := range chances {
		over := fmt.Sprintf("skills: {%s: {%s}}\n", l.skill, strings.Join(append(append([]string{fmt.Sprintf("rank: %d", ranks[i])}, own...), "difficulty: "+plain(difficulty+float64(k))), ", "))
		actor, state, err := m.withOwn(c, sheet, rows, ranks, over)
		if err != nil {
			return 0
		}
		worth, err := l.known.Worth(c.Rules, state, actor.Key)
		if err != nil {
			return 0
		}
		chances[k] = worth.Chance
	}
	return chances[1] - chances[0]
}

// withOwn is an actor with a sheet over which something of its own is laid, alone in a state.
func (m *maker) withOwn(c *campaign.Campaign, sheet *rules.Sheet, rows []learnt, ranks []int, over string) (*rules.Actor, *rules.State, error) {
	var stats, skills []string
	for _, stat := range c.Rules.Stats.All {
		stats = append(stats, stat.Name+": "+plain(sheet.Stat(stat)))
	}
	for i := range rows {
		skills = append(skills, fmt.Sprintf("%s: %d", rows[i].skill, ranks[i]))
	}
	text := "character: {name: import}\nstats: {" + strings.Join(stats, ", ") + "}\nskills: {" + strings.Join(skills, ", ") + "}\n"
	with, err := c.Rules.ReadSheetOver("import", []byte(text), "import", []byte(over))
	if err != nil {
		return nil, nil, err
	}
	actor := c.Rules.NewActor("import", with)
	return actor, &rules.State{Actors: []*rules.Actor{actor}}, nil
}
