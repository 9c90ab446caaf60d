package rules

import (
	"cmp"
	"errors"
	"maps"
	"slices"
	"strings"

	"hybrid/rules/formula"
	"hybrid/rules/message"
	"hybrid/rules/source"
)

// A character file: reading it, compiling it into a Sheet (state_sheet.go), and overlaying it with other files, whose keys replace or
// extend those of the file below. A side is a team of a fight. In a game in which sides act, a side has a sheet, too, compiled from its
// entry in an encounter.

// Character is the content of a character file.
type Character struct {
	Character Person              `yaml:"character" need:"yes"`           // Name, player and looks of the character.
	Stats     source.Map[float64] `yaml:"stats" names:"stats" need:"yes"` // The statistics. A derived statistic given here replaces its formula.
	Adjust    source.Map[Adjust]  `yaml:"adjust" names:"stats pools"`     // Personal or racial changes of derived numbers: `adjust: {PMV: {plus: 2}}`.
	// Ranks of learnt skills: `sword: 4`. Use a map for personal changes: `tracking: {rank: 6, basis: PAW}`.
	Skills source.Map[SkillRank] `yaml:"skills" names:"skills" range:"ranks"`
	// Groups of skills learnt together: `shared` lists pools of the game; any other key is a pool of your own and lists its skills.
	Pools  source.Map[[]source.Text] `yaml:"pools"`
	Gear   []source.Text             `yaml:"gear" of:"items" known_as:"items weapons equipment inventory"` // Items carried. The first one starts in hand.
	Armour source.Map[source.Text]   `yaml:"armour" names:"places" of:"items"`                             // Items worn, by body part: `armour: {head: iron_cap}`.
	Has    []source.Text             `yaml:"conditions" of:"conditions"`                                   // Permanent conditions.
	// Situations that apply to this character only: `situations: [light_half]`. They override those of the same group for
	// all combatants.
	Around []source.Text `yaml:"situations" of:"situations"`
	// Current values of pools that aren't full: `pools_now: {PFT: 12}`. Pools of an item go under its name.
	Now  source.Map[PoolNow] `yaml:"pools_now" names:"pools items"`
	Over source.Map[float64] `yaml:"left_over" names:"pools"` // Losses not yet passed on by pools with a `drain`. The program writes it.
	Pos  source.Pos          `yaml:",pos"`

	misplacedName bool // whether the file has `name` in the wrong place, a mistake that is already reported
}

// Person is the head of a character file: name, player and looks.
type Person struct {
	Name     string      `yaml:"name" text:"line" need:"yes"` // The name.
	Short    string      `yaml:"short" text:"line"`           // A shorter name for narrow columns.
	Player   string      `yaml:"player" text:"line"`          // The player of the character. Without one, the game master plays it.
	Kind     string      `yaml:"kind" text:"line"`            // The kind of character in any words, such as `pc` or `adversary`.
	Power    source.Text `yaml:"power" of:"powers"`           // The power level. `hybrid vet` checks the file against its points and highest rank.
	Pronouns source.Text `yaml:"pronouns" of:"pronouns"`      // The pronouns: she, he, it, they, or many for a swarm. Default: they.
	// The article before the name in sentences, where the name is a noun: `article: the` makes “the king” of King.
	Article string `yaml:"article" one:"the"`
	Looks   string `yaml:"looks" text:"line"` // The description that players see until they learn the name: `a man with a harpoon`.
	// The picture that players see: a PNG, JPEG or WebP file of at most 200 kB in the campaign's folder or its `pictures`.
	Portrait source.Text `yaml:"portrait"`
	Notes    string      `yaml:"notes"` // Notes for the game master.
}

// Adjust is a personal or racial change of a derived number.
type Adjust struct {
	Plus  float64    `yaml:"plus"`  // Points added after `times`. Default: 0.
	Times *float64   `yaml:"times"` // A factor. Default: 1.
	Value *float64   `yaml:"value"` // The value to use instead of the formula.
	Src   string     `yaml:"src"`   // The source of the change, such as `race`.
	Pos   source.Pos `yaml:",pos"`
}

// CharacterOverride holds sections that override those of a character file, for one combatant of an encounter.
type CharacterOverride struct{ Node *source.Node }

// DecodeNode implements [source.Decoder].
func (o *CharacterOverride) DecodeNode(n *source.Node, _ *source.Report) { o.Node = n }

// Forms implements [source.FormProvider].
func (*CharacterOverride) Forms() []any { return []any{Character{}} }

// ApplyTo applies the overrides to a character file and returns the sheet and the text of the result. Mistakes in the overrides are
// reported.
func (o *CharacterOverride) ApplyTo(rs *Ruleset, name string, data []byte, report *source.Report) (sheet *Sheet, text string) {
	under := source.Parse(name, data, &source.Report{})
	if under == nil || o.Node == nil || o.Node.Kind != source.Mapping {
		source.Decode(o.Node, new(Character), report)
		return nil, ""
	}
	node := source.Lay(under, o.Node, report)
	sheet, err := rs.compileCharacter(name, node, report)
	if err != nil {
		return nil, ""
	}
	return sheet, strings.Join(source.FormatLines(node, "", mergedLineWidth), "\n") + "\n"
}

// mergedLineWidth is the line width of a merged file, in characters.
const mergedLineWidth = 120

// ReadSheet reads a character file. All mistakes are reported together, as source.Mistakes.
func (rs *Ruleset) ReadSheet(name string, data []byte) (*Sheet, error) {
	return rs.readSheet(name, data, &source.Report{})
}

// ReadSheetOver reads a character file overlaid by another one, in the way that one layer of a pack overlays another.
func (rs *Ruleset) ReadSheetOver(name string, data []byte, overName string, over []byte) (*Sheet, error) {
	report := &source.Report{}
	under, upper := source.Parse(name, data, report), source.Parse(overName, over, report)
	if under == nil || upper == nil {
		return nil, report.Err()
	}
	return rs.compileCharacter(name, source.Lay(under, upper, report), report)
}

// readSheet reads a character file; name is its name in messages. Mistakes are added to report and returned as an error.
func (rs *Ruleset) readSheet(name string, data []byte, report *source.Report) (*Sheet, error) {
	node := source.Parse(name, data, report)
	if node == nil {
		return nil, report.Err()
	}
	return rs.compileCharacter(name, node, report)
}

// compileCharacter compiles the character written in node.
func (rs *Ruleset) compileCharacter(name string, node *source.Node, report *source.Report) (*Sheet, error) {
	var written Character
	source.Decode(node, &written, report)
	_, written.misplacedName = node.Find("name")
	sheet := written.compileSheet(rs, brokenSections(node, report), report)
	sheet.Key, sheet.Warnings = name, report.Warnings()
	if err := report.Err(); err != nil {
		return nil, err
	}
	return sheet, nil
}

// brokenSections returns a function that reports whether a section of the file already has a mistake, so that consequences of the mistake
// are not reported as well.
func brokenSections(node *source.Node, report *source.Report) func(section string) bool {
	var mistakes source.Mistakes
	errors.As(report.Err(), &mistakes)
	return func(section string) bool {
		if len(mistakes) == 0 {
			return false
		}
		for i, f := range node.Fields {
			if f.Key != section {
				continue
			}
			for _, m := range mistakes {
				if last := i+1 == len(node.Fields); !m.Pos.Before(f.Pos) && (last || m.Pos.Before(node.Fields[i+1].Pos)) {
					return true
				}
			}
		}
		return false
	}
}

// compileSheet compiles a character for rs. Mistakes in sections for which isBroken returns true are not reported.
func (w *Character) compileSheet(rs *Ruleset, isBroken func(section string) bool, report *source.Report) *Sheet {
	compilerFor := func(section string) *compiler {
		if isBroken(section) {
			return &compiler{rs: rs, report: &source.Report{}}
		}
		return &compiler{rs: rs, report: report}
	}
	s := &Sheet{Person: w.Character, adjust: map[string]Adjust{}, ranks: unlearntRanks(len(rs.Skills.All)), poolBonuses: make([]float64, len(rs.Skills.All))}
	rs.checkPronouns(s.Person.Pronouns, report)
	if power := s.Person.Power; power.Text != "" && rs.Generation.Power(power.Text) == nil {
		compilerFor("character").addMistake(source.UnknownName, power.Pos, "%s", message.Unknown("power", power.Text, rs.Generation.PowerNames()))
	}
	if s.Person.Name == "" && !w.misplacedName {
		compilerFor("character").addMistake(source.Missing, w.Pos, "A character needs a name: `character: {name: …}`.")
	}
	w.readAdjustments(compilerFor("adjust"), s)
	w.readStatistics(compilerFor("stats"), s)
	w.readRanks(compilerFor("skills"), s)
	w.readEquipment(compilerFor(""), s) // it reads several sections, whose mistakes are always reported
	s.addItemPools(rs)
	w.readPoolLevels(compilerFor("pools_now"), s)
	w.readLeftOver(compilerFor("left_over"), s)
	w.readSkillPools(compilerFor("pools"), s)
	return s
}

// readAdjustments copies the adjustments of stats and pools into s and reports unknown names.
func (w *Character) readAdjustments(c *compiler, s *Sheet) {
	rs := c.rs
	names := append(rs.Stats.Names(), rs.Pools.Names()...)
	for _, entry := range w.Adjust {
		name := source.Text{Text: entry.Name, Pos: entry.Pos}
		if stat, ok := rs.Stats.Get(entry.Name); ok {
			c.warnFormerName(&stat.Head, name, "stat")
			name.Text = stat.Name
		} else if pool, ok := rs.Pools.Get(entry.Name); ok {
			c.warnFormerName(&pool.Head, name, "pool")
			name.Text = pool.Name
		} else {
			c.addMistake(source.UnknownName, entry.Pos, "%s", message.Unknown("stat or pool", entry.Name, names))
		}
		s.adjust[name.Text] = entry.Value
	}
}

// readStatistics copies the given stats into s and derives the others.
func (w *Character) readStatistics(c *compiler, s *Sheet) {
	rs := c.rs
	s.stats, s.isStated = make([]float64, len(rs.Stats.All)), make([]bool, len(rs.Stats.All))
	values := map[string]float64{}
	s.fileStats = values
	for _, entry := range w.Stats {
		stat := findEntry(c, &rs.Stats, source.Text{Text: entry.Name, Pos: entry.Pos}, "stat")
		if stat == nil {
			continue
		}
		values[stat.Name] = entry.Value
		if stat.IsGiven() && stat.minimum > 0 && entry.Value < 1 {
			c.addMistake(source.OutOfRange, entry.Pos, "%s must be at least 1, not %g.", stat.Name, entry.Value)
		}
	}
	var missing []string
	for _, stat := range rs.Stats.All {
		if _, written := values[stat.Name]; !written && stat.Usual == nil && stat.IsGiven() {
			missing = append(missing, stat.Name)
		}
	}
	switch len(missing) {
	case 0:
	case 1:
		c.addMistake(source.Missing, w.Pos, "Statistic %s is missing. Add it to `stats`.", missing[0])
	default:
		c.addMistake(source.Missing, w.Pos, "Statistics are missing. Add to `stats`: %s.", strings.Join(missing, ", "))
	}
	s.deriveNumbers(rs)
}

// readRanks copies ranks and personal values of skills into s and checks the range of ranks.
func (w *Character) readRanks(c *compiler, s *Sheet) {
	rs := c.rs
	for _, entry := range w.Skills {
		skill := findEntry(c, &rs.Skills, source.Text{Text: entry.Name, Pos: entry.Pos}, "skill")
		if skill == nil {
			continue
		}
		learnt := &entry.Value
		if !learnt.hasRank {
			c.addMistake(source.Missing, entry.Pos, "Skill %s needs a rank: `%s: {rank: …}`.", entry.Name, entry.Name)
			continue
		}
		if learnt.Rank < rs.Skill.Least || learnt.Rank > rs.Skill.Most {
			c.addMistake(source.OutOfRange, entry.Pos, "Rank %d in %s is out of range. Choose %d to %d.", learnt.Rank, entry.Name, rs.Skill.Least, rs.Skill.Most)
			continue
		}
		s.ranks[skill.index] = learnt.Rank
		if own := learnt.compileOwnSkill(c, skill); own != nil {
			if s.personalSkills == nil {
				s.personalSkills = map[int]*Skill{}
			}
			s.personalSkills[skill.index] = own
		}
		s.Skills = append(s.Skills, skill)
	}
}

// readEquipment copies gear, armour, situations and lasting conditions into s.
func (w *Character) readEquipment(c *compiler, s *Sheet) {
	rs := c.rs
	for _, text := range w.Gear {
		if item := findEntry(c, &rs.Items, text, "item"); item != nil {
			s.Items = append(s.Items, item)
		}
	}
	for _, entry := range w.Armour {
		item := findEntry(c, &rs.Items, entry.Value, "item")
		if rs.worn == nil {
			c.addMistake(source.UnknownName, entry.Pos, "This game has no armour locations.")
			break
		}
		row := rs.worn.rowNamed(entry.Name)
		if row == nil {
			c.addMistake(source.UnknownName, entry.Pos, "%s", message.Unknown("armour location", entry.Name, rs.worn.rowNames()))
		}
		if item == nil || row == nil {
			continue
		}
		s.Armour = append(s.Armour, Armour{row, item})
		s.worn = append(s.worn, wornItem{item, rs.bits[row.Name]})
	}
	for _, text := range w.Around {
		situation := findEntry(c, &rs.Situations, text, "situation")
		if situation != nil && !situation.CanLast() {
			c.addMistake(source.BadValue, text.Pos, "%s applies automatically or asks a question, so a character can't have it.", text.Text)
		} else if situation != nil {
			s.situations = append(s.situations, situation.Name)
		}
	}
	for _, text := range w.Has {
		condition := findEntry(c, &rs.Conditions, text, "condition")
		if condition != nil && condition.Partner.Pos.Line > 0 {
			c.addMistake(source.BadValue, text.Pos, "%s is between two actors, so a character can't start with it.", text.Text)
		} else if condition != nil && condition.BelongsToSide() {
			c.addMistake(source.BadValue, text.Pos, "%s belongs to a side, not a character. Move it to `sides` of an encounter.", text.Text)
		} else if condition != nil {
			s.addCondition(condition)
		}
	}
}

// readPoolLevels sets the starting values of pools that are not full.
func (w *Character) readPoolLevels(c *compiler, s *Sheet) {
	rs := c.rs
	for _, entry := range w.Now {
		if len(entry.Value.Things) > 0 {
			s.readItemPools(c, entry)
			continue
		}
		pool := findEntry(c, &rs.Pools, source.Text{Text: entry.Name, Pos: entry.Pos}, "pool")
		if pool == nil {
			continue
		}
		if pool.BelongsToSide() {
			c.addMistake(source.BadValue, entry.Pos, "%s belongs to a side, not a character. Move it to `sides` of an encounter.", pool.Name)
			continue
		}
		if maximum, limited := s.Max(pool); limited && entry.Value.Value > maximum {
			c.addMistake(source.OutOfRange, entry.Pos, "%s %g is above its maximum, %g.", entry.Name, entry.Value.Value, maximum)
		}
		if pool.BelongsToItem() {
			c.addMistake(source.BadValue, entry.Pos, "%s belongs to items. Write, for example, {ITEM: {%s: %g}}.", pool.Name, pool.Name, entry.Value.Value)
			continue
		}
		s.startValues[pool.index] = entry.Value.Value
	}
}

// readLeftOver reads the losses of pools that their drains have not yet passed on.
func (w *Character) readLeftOver(c *compiler, s *Sheet) {
	rs := c.rs
	s.undrained = make([]float64, len(rs.Pools.All))
	for _, entry := range w.Over {
		pool := findEntry(c, &rs.Pools, source.Text{Text: entry.Name, Pos: entry.Pos}, "pool")
		if pool == nil {
			continue
		}
		if err := pool.checkLeftOver(entry.Value); err != nil {
			c.addMistake(source.OutOfRange, entry.Pos, "%s", err)
			continue
		}
		s.undrained[pool.index] = entry.Value
	}
}

// sharedPools is the key of a character file under which skill pools of the pack are named.
const sharedPools = "shared"

// readSkillPools calculates the bonuses of the skill pools: each skill gets the bonus of its best pool.
func (w *Character) readSkillPools(c *compiler, s *Sheet) {
	rs := c.rs
	for _, entry := range w.Pools {
		if entry.Name == sharedPools {
			for _, text := range entry.Value {
				if pool := findEntry(c, &rs.SkillPools, text, "skill pool"); pool != nil {
					s.addSkillPool(rs, pool.Label, pool.members)
				}
			}
			continue
		}
		var members []*Skill
		for _, text := range entry.Value {
			if skill := findEntry(c, &rs.Skills, text, "skill"); skill != nil {
				members = append(members, skill)
			}
		}
		s.addSkillPool(rs, message.Capitalise(ReadableName(entry.Name)), members)
	}
}

// NeverWinsBefore reports whether a side can never win before other, whose formula for winning is checked first: both have the same
// formula, and it reads only the round and rulings.
func (e *SideEntry) NeverWinsBefore(rs *Ruleset, other *SideEntry) bool {
	if e.Wins.Text == "" || e.Wins.Text != other.Wins.Text {
		return false
	}
	c := compilerOf(rs, &source.Report{})
	expr := c.compileFlag(e.Wins, nameScope{})
	return expr != nil && len(expr.Reads) > 0 && !slices.ContainsFunc(expr.Reads, func(r formula.ReadName[*Frame]) bool {
		return r.Path != "count" && !strings.HasPrefix(r.Path, "ruling.")
	})
}

// checkPronouns reports a mistake if the language doesn't have the pronouns.
func (rs *Ruleset) checkPronouns(pronouns source.Text, report *source.Report) {
	if names := rs.Language.PronounNames(); pronouns.Text != "" && len(names) > 0 && !slices.Contains(names, pronouns.Text) {
		report.Add(source.UnknownName, pronouns.Pos, "%s", message.Unknown("pronouns", pronouns.Text, names))
	}
}

// compileSheet compiles the sheet of a side, which takes part like an actor: it has pools and conditions, but no statistics of its own.
func (e *SideEntry) compileSheet(rs *Ruleset, key string, report *source.Report) *Sheet {
	c := compilerOf(rs, report)
	sheet := *rs.nobody.actor.Sheet
	sheet.Key, sheet.Person = key, Person{Name: cmp.Or(e.Label, ReadableName(key)), Short: ReadableName(key), Player: e.Plays, Pronouns: e.Pronouns}
	rs.checkPronouns(e.Pronouns, report)
	sheet.maxima, sheet.startValues, sheet.startConditions = make([]float64, len(rs.Pools.All)), make([]float64, len(rs.Pools.All)), nil
	f := rs.newFrame(nil)
	for i, pool := range rs.Pools.All {
		sheet.maxima[i] = -1 // no limit
		if pool.BelongsToSide() {
			sheet.maxima[i], sheet.startValues[i] = pool.maximumAndStart(f)
		}
	}
	for _, entry := range e.Now {
		pool := findEntry(c, &rs.Pools, source.Text{Text: entry.Name, Pos: entry.Pos}, "pool")
		switch {
		case pool == nil:
		case !pool.BelongsToSide():
			c.addMistake(source.BadValue, entry.Pos, "Pool %s belongs to a character, not a side. Move it to the character file.", pool.Name)
		case sheet.maxima[pool.index] >= 0 && entry.Value > sheet.maxima[pool.index]:
			c.addMistake(source.OutOfRange, entry.Pos, "%s %g is above its maximum, %g.", pool.Name, entry.Value, sheet.maxima[pool.index])
		default:
			sheet.startValues[pool.index] = entry.Value
			sheet.givenPools = append(sheet.givenPools, pool)
		}
	}
	for _, text := range e.Has {
		condition := findEntry(c, &rs.Conditions, text, "condition")
		switch {
		case condition == nil:
		case !condition.BelongsToSide() || condition.Holds.Text != "":
			c.addMistake(source.BadValue, text.Pos, "%s can't be a side's condition. It needs `of: side`, and no `holds`.", condition.Name)
		default:
			sheet.addCondition(condition)
		}
	}
	sheet.wins = c.compileWins(e.Wins)
	if e.Wins.Text != "" {
		c.checkSideFormula("wins", sheet.wins)
		c.warnAlwaysTrue(e.Wins, sheet.wins)
	}
	return &sheet
}

// compileOwnSkill returns a character's own version of a skill, or nil if it has none.
func (s *SkillRank) compileOwnSkill(c *compiler, skill *Skill) *Skill {
	if s.Basis.Text == "" && s.Cost == nil && s.Difficulty == nil && len(s.Bonus) == 0 && s.Points == nil && len(s.Rest) == 0 {
		return nil // only a rank
	}
	rs, own := c.rs, *skill
	// Compiling formulas can register names. This compiler registers them in copies, since the ruleset is already in use and must not
	// change.
	c = &compiler{rs: rs, report: c.report, tagBits: maps.Clone(rs.bits), rulings: map[string]bool{}, scopes: map[nameScope]*formula.Scope[*Frame]{}}
	if s.Basis.Text != "" {
		own.Basis = s.Basis
		own.basis = c.compileNumber(s.Basis, nameScope{})
	}
	own.aspects = append([]*Row(nil), skill.aspects...)
	for _, entry := range s.Rest {
		i := slices.Index(rs.Skill.Aspects, entry.Name)
		if i < 0 {
			keys := append([]string{"rank", "basis", "cost", "difficulty", "bonus", "points"}, rs.Skill.Aspects...)
			c.addMistake(source.UnknownKey, entry.Pos, "%s", message.Unknown("key", entry.Name, keys))
			continue
		}
		table, _ := rs.Tables.Get(entry.Name)
		if row := table.rowNamed(entry.Value.Text); row != nil {
			own.aspects[i] = row
			continue
		}
		c.addMistake(source.UnknownName, entry.Value.Pos, "%s", message.Lacking("table "+entry.Name, "row", entry.Value.Text, table.rowNames()))
	}
	for _, entry := range s.Bonus {
		if other := findEntry(c, &rs.Skills, source.Text{Text: entry.Name, Pos: entry.Pos}, "skill"); other != nil {
			own.bonus = append(own.bonus, skillBonus{other, entry.Value})
		}
	}
	if own.points = s.Points; s.Points != nil && rs.Order.points == nil {
		c.addMistake(source.UnknownKey, s.Points.Pos, "In this game, using a skill adds no points: order has no points.")
	}
	f := rs.newFrame(nil)
	f.use.skill = &own
	own.Cost, own.Difficulty, own.Percent = TrimNoise(rs.Skill.cost.Num(f)), TrimNoise(rs.Skill.difficulty.Num(f)), TrimNoise(rs.Skill.percent.Num(f))
	if s.Cost != nil {
		own.Cost = *s.Cost
	}
	if s.Difficulty != nil {
		own.Difficulty = *s.Difficulty
	}
	return &own
}

// Check reports the mistakes in a side's entry at their positions. key is the side's key in the encounter.
func (e *SideEntry) Check(rs *Ruleset, key string, report *source.Report) {
	e.compileSheet(rs, key, report)
}

// compileWins compiles a side's formula for winning, or returns the formula of the section `order` if t is empty. Equal texts share one
// formula, so that a side that is compiled again compares equal.
func (c *compiler) compileWins(t source.Text) *Formula {
	if cached, ok := c.rs.ends.Load(t.Text); ok {
		return cached.(*Formula)
	}
	wrong := c.report.Len()
	expr := c.compileFlagOr(t, c.rs.Order.wins)
	if t.Text != "" && c.report.Len() == wrong {
		cached, _ := c.rs.ends.LoadOrStore(t.Text, expr)
		return cached.(*Formula)
	}
	return expr
}
