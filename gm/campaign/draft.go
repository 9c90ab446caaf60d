package campaign

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"sort"
	"strings"
	"unicode"

	"hybrid/rules"
	"hybrid/rules/collect"
	"hybrid/rules/message"
	"hybrid/rules/source"
)

// Creation of a character by the rules of generation: its points, skills and gear, and its file. The power level of a character limits the
// points that it can spend on statistics and on ranks of skills. A given statistic is one whose value the file states; others are derived
// from those. A package is a bundle of skills that are bought together, at one rank and for one price. Random characters resemble a model,
// which is a draft read from a character's file.

// Draft is a character being generated.
type Draft struct {
	Person       rules.Person           // name, pronouns and other texts
	Power        *rules.Power           // power level, which limits its points; nil for a model of other characters
	Stats        map[*rules.Stat]int    // values of the given statistics; statistics without a value yet are missing
	Skills       map[*rules.Skill]int   // ranks of its skills
	Packs        map[*rules.Package]int // ranks of the skill packages chosen; nil for none
	Gear         []string               // names of its items, the first one in hand
	Armour       [][2]string            // pairs of location and item, by name
	FurtherLines []string               // further lines of the file, such as its conditions, as written
	Pools        []string               // names of its skill pools
}

// NewDraft returns a character with the points of a power level spread evenly over the given statistics, and without skills. If the level
// is unknown, the error lists the known ones.
func (c *Campaign) NewDraft(power string) (*Draft, error) {
	g := &c.Rules.Generation
	p := g.Power(power)
	if len(g.PowerNames()) == 0 {
		return nil, errors.New("This game has no character creation. Write the character file yourself (`hybrid help character`), or add the section generation.")
	}
	if p == nil {
		return nil, message.Unknown("power", power, g.PowerNames())
	}
	d := &Draft{Power: p, Stats: map[*rules.Stat]int{}, Skills: map[*rules.Skill]int{}}
	d.FillStats(c.Rules)
	return d, nil
}

// givenStats lists the statistics that a character file gives.
func givenStats(rs *rules.Ruleset) (list []*rules.Stat) {
	return collect.Filter(rs.Stats.All, func(stat *rules.Stat) bool { return stat.IsGiven() })
}

// GivenStats lists the statistics that a character file gives.
func (c *Campaign) GivenStats() []*rules.Stat { return givenStats(c.Rules) }

// FillStats spreads the remaining points over the statistics without a value, as evenly as their ranges allow.
func (d *Draft) FillStats(rs *rules.Ruleset) {
	var missing []*rules.Stat
	for _, stat := range givenStats(rs) {
		if _, isSet := d.Stats[stat]; !isSet {
			missing = append(missing, stat)
		}
	}
	points := int(d.Power.Stats) - d.SumSpent()
	for i, stat := range missing {
		share := points / (len(missing) - i)
		d.Stats[stat] = clampToRange(stat, share)
		points -= d.Stats[stat]
	}
}

// clampToRange returns the value nearest to x in the range of a statistic, or x if the statistic has no range.
func clampToRange(stat *rules.Stat, x int) int {
	minimum, maximum := stat.Range()
	if maximum <= 0 {
		return x
	}
	return max(int(minimum), min(int(maximum), x))
}

// StatRange is the range of values that a draft can give a statistic.
type StatRange struct {
	Min, Max int // limits that result from its range, and from the points needed for the other statistics without a value
	Usual    int // default value: an even share of the remaining points, within the limits
	Unspent  int // number of points not given to any statistic yet
	Open     int // number of statistics without a value, including this one
}

// RangeOf returns the range of values that can be given to stat, which must have no value yet in the draft.
func (d *Draft) RangeOf(rs *rules.Ruleset, stat *rules.Stat) StatRange {
	minimum, maximum := stat.Range()
	r := StatRange{Min: int(minimum), Unspent: int(d.Power.Stats) - d.SumSpent()}
	spare := r.Unspent // points left after the minimum of every other statistic without a value
	for _, other := range givenStats(rs) {
		if _, isSet := d.Stats[other]; isSet {
			continue
		}
		r.Open++
		if lowest, _ := other.Range(); other != stat {
			spare -= int(lowest)
		}
	}
	r.Max = min(int(maximum), spare)
	r.Usual = max(r.Min, min(r.Max, r.Unspent/max(1, r.Open)))
	return r
}

// SumSpent returns the points spent on statistics.
func (d *Draft) SumSpent() (sum int) {
	for _, x := range d.Stats {
		sum += x
	}
	return sum
}

// SkillCost returns the points that the draft's packages and ranks cost a new character. A package has a price for all its skills, which
// then cost only the ranks above the package's.
func (d *Draft) SkillCost(rs *rules.Ruleset) (sum float64) {
	paid := map[*rules.Skill]float64{} // part of each skill's cost that a package covers
	for bundle, rank := range d.Packs {
		sum += bundle.Cost(rs, rank)
		for _, skill := range bundle.AllSkills() {
			paid[skill] = max(paid[skill], skill.StartCost(rs, rank))
		}
	}
	for skill, rank := range d.Skills {
		sum += skill.StartCost(rs, rank) - paid[skill]
	}
	return sum
}

// TakePackage adds a package of skills at a rank, and raises its skills to at least this rank.
func (d *Draft) TakePackage(bundle *rules.Package, rank int) {
	if d.Packs == nil {
		d.Packs = map[*rules.Package]int{}
	}
	d.Packs[bundle] = rank
	for _, skill := range bundle.AllSkills() {
		d.RaiseSkill(skill, rank)
	}
}

// LowerOthers lowers ranks, the highest first, until the points for skills suffice. It keeps the skills of packages and those in kept. A
// rank below the lowest one removes the skill.
func (d *Draft) LowerOthers(rs *rules.Ruleset, kept []*rules.Skill) {
	for bundle := range d.Packs {
		kept = append(kept, bundle.AllSkills()...)
	}
	for d.SkillCost(rs) > d.Power.Skills {
		var highest *rules.Skill
		for _, skill := range rs.Skills.All {
			if rank, has := d.Skills[skill]; has && !slices.Contains(kept, skill) && (highest == nil || rank > d.Skills[highest]) {
				highest = skill
			}
		}
		if highest == nil {
			return
		}
		if d.Skills[highest]--; d.Skills[highest] < rs.Skill.Least {
			delete(d.Skills, highest)
		}
	}
}

// RaiseSkill gives a skill a rank, or the rank of its package if that is higher.
func (d *Draft) RaiseSkill(skill *rules.Skill, rank int) {
	for bundle, bundleRank := range d.Packs {
		if slices.Contains(bundle.AllSkills(), skill) {
			rank = max(rank, bundleRank)
		}
	}
	d.Skills[skill] = rank
}

// Check returns an error for the first thing that exceeds the limits of the rules or of the draft's power level, or nil if there is none.
func (d *Draft) Check(rs *rules.Ruleset) error {
	for _, stat := range givenStats(rs) {
		minimum, maximum := stat.Range()
		if x := float64(d.Stats[stat]); maximum > 0 && (x < minimum || x > maximum) {
			return fmt.Errorf("%s can't be %g. Choose a value from %g to %g.", stat.Name, x, minimum, maximum)
		}
	}
	if over := float64(d.SumSpent()) - d.Power.Stats; over > 0 {
		return fmt.Errorf("The statistics take %d points, %g too many for power %s. Lower some, or choose a higher --power.", d.SumSpent(), over, d.Power.Name)
	}
	if over := d.SkillCost(rs) - d.Power.Skills; over > 0 {
		return fmt.Errorf("The skills take %g points, %g too many for power %s. Lower some, or choose a higher --power.", d.SkillCost(rs), over, d.Power.Name)
	}
	for _, skill := range rs.Skills.All {
		rank, has := d.Skills[skill]
		if has && (rank > rs.Skill.Most || rank < rs.Skill.Least) {
			return fmt.Errorf("Rank %d in %s is out of range. Choose %d to %d.", rank, skill.Name, rs.Skill.Least, rs.Skill.Most)
		}
		if maximum := d.Power.Most; has && maximum > 0 && rank > maximum {
			return fmt.Errorf("Rank %d in %s is too high for power %s (at most %d). Lower it, or choose a higher --power.", rank, skill.Name, d.Power.Name, maximum)
		}
	}
	return nil
}

// Model reads a character's file as a draft from which similar characters can be made. The draft has no power level.
func (c *Campaign) Model(name string) (*Draft, error) {
	sheet, text, err := c.Character(name)
	if err != nil {
		return nil, err
	}
	d := &Draft{Person: sheet.Person, Stats: map[*rules.Stat]int{}, Skills: map[*rules.Skill]int{}}
	for _, stat := range givenStats(c.Rules) {
		d.Stats[stat] = int(math.Round(sheet.Stat(stat)))
	}
	for _, skill := range sheet.Skills {
		d.Skills[skill] = sheet.Rank(skill)
	}
	d.Gear = append(d.Gear, collect.Map(sheet.Items, func(item *rules.Item) string { return item.Name })...)
	d.Armour = append(d.Armour, collect.Map(sheet.Armour, func(worn rules.Armour) [2]string { return [2]string{worn.At.Name, worn.Item.Name} })...)
	node := source.Parse(name, []byte(text), &source.Report{})
	for _, key := range []string{"adjust", "pools", "conditions"} {
		if more := node.Get(key); more != nil {
			d.FurtherLines = append(d.FurtherLines, key+": "+source.FormatFlow(more))
		}
	}
	return d, nil
}

// Vary returns a character similar to model: statistics and ranks differ a little, with nearly the same sums, each item can be replaced
// with a similar one, and a piece of armour can be missing.
func (c *Campaign) Vary(model *Draft, rng *rand.Rand) *Draft {
	d := &Draft{Person: model.Person, Stats: map[*rules.Stat]int{}, Skills: map[*rules.Skill]int{}, Armour: model.Armour, FurtherLines: model.FurtherLines}
	d.Person.Player = ""
	stats := c.GivenStats()
	for _, stat := range stats {
		d.Stats[stat] = model.Stats[stat]
	}
	for range len(stats) { // move single points between statistics
		from, to := stats[rng.IntN(len(stats))], stats[rng.IntN(len(stats))]
		isInRange := clampToRange(from, d.Stats[from]-1) == d.Stats[from]-1 && clampToRange(to, d.Stats[to]+1) == d.Stats[to]+1
		if isInRange && from != to {
			d.Stats[from]--
			d.Stats[to]++
		}
	}
	for _, skill := range c.Rules.Skills.All {
		if rank, has := model.Skills[skill]; has {
			d.Skills[skill] = max(c.Rules.Skill.Least, min(c.Rules.Skill.Most, rank+rng.IntN(5)-2)) // up to 2 ranks more or less
		}
	}
	for _, name := range model.Gear {
		d.Gear = append(d.Gear, c.similarItem(name, rng))
	}
	if len(d.Armour) > 1 && rng.IntN(2) == 0 {
		i := rng.IntN(len(d.Armour))
		d.Armour = append(append([][2]string(nil), d.Armour[:i]...), d.Armour[i+1:]...)
	}
	return d
}

// similarItem returns the name of a random item that uses the same skill and has the same tags as the item with the given name. Half of the
// time, and for an item without a skill, it returns the given name.
func (c *Campaign) similarItem(name string, rng *rand.Rand) string {
	item, ok := c.Rules.Items.Get(name)
	if !ok || item.UsageSkill() == nil || rng.IntN(2) == 0 {
		return name
	}
	var list []string
	for _, other := range c.Rules.Items.All {
		if other.UsageSkill() == item.UsageSkill() && haveSameTags(other, item) {
			list = append(list, other.Name)
		}
	}
	return list[rng.IntN(len(list))]
}

// haveSameTags reports whether a and b have the same tags.
func haveSameTags(a, b *rules.Item) bool {
	if len(a.Tags) != len(b.Tags) {
		return false
	}
	return !slices.ContainsFunc(a.Tags, func(tag source.Text) bool { return !b.HasTag(tag.Text) })
}

// Random returns a plausible random character of a power level. Its skills are modelled on those of two characters of the campaign, its
// statistics match the skills, and its equipment is similar to that of the first of the two.
func (c *Campaign) Random(power string, rng *rand.Rand) (*Draft, error) {
	d, err := c.NewDraft(power)
	if err != nil {
		return nil, err
	}
	var models []*Draft
	for _, name := range c.Characters() {
		model, err := c.Model(name)
		if err != nil {
			continue // the file has mistakes, or doesn't fit this game
		}
		// a character with special keys, such as conditions of its own, is a model only if it has many skills
		if len(model.Skills) > 1 && len(model.FurtherLines) == 0 || len(model.Skills) > 4 {
			models = append(models, model)
		}
	}
	if len(models) == 0 {
		return nil, fmt.Errorf("No character of the campaign has skills to copy.")
	}
	first, second := models[rng.IntN(len(models))], models[rng.IntN(len(models))]
	c.chooseSkills(d, first, second, rng)
	c.chooseStats(d, rng)
	for _, name := range first.Gear {
		d.Gear = append(d.Gear, c.similarItem(name, rng))
	}
	d.Armour = first.Armour
	return d, nil
}

// wish is a skill that a random character could get.
type wish struct {
	skill  *rules.Skill // skill to raise
	weight float64      // preference for raising it, relative to other wishes; above 0
}

// chooseSkills spends the points for skills at random, mainly on the skills of first, less on those of second, and least on skills related
// to the first's.
func (c *Campaign) chooseSkills(d, first, second *Draft, rng *rand.Rand) {
	weights := map[*rules.Skill]float64{}
	for skill, rank := range first.Skills {
		weights[skill] += 2 + float64(rank)
		for _, near := range skill.RelatedSkills() {
			weights[near] += 0.3
		}
	}
	for skill, rank := range second.Skills {
		weights[skill] += 1 + float64(rank)/3
	}
	var wishes []wish
	for _, skill := range c.Rules.Skills.All {
		if weights[skill] > 0 {
			wishes = append(wishes, wish{skill, weights[skill] * (0.5 + rng.Float64())})
		}
	}
	sort.SliceStable(wishes, func(i, j int) bool { return wishes[i].weight > wishes[j].weight })
	c.spendOnRanks(d, wishes, true)
	c.spendOnRanks(d, wishes, false)
}

// spendOnRanks raises ranks one by one until no wish can be raised any more. It always raises the wish with the greatest weight relative to
// its rank. If tapered is set, only the first wish can reach the power level's maximum rank; the maximum decreases from wish to wish.
func (c *Campaign) spendOnRanks(d *Draft, wishes []wish, tapered bool) {
	for {
		best, maximum := -1, 0.0
		for i, wish := range wishes {
			rank, has := d.Skills[wish.skill]
			next := c.Rules.Skill.Least
			if has {
				next = rank + 1
			}
			if tapered && next > d.Power.Most-i*d.Power.Most/len(wishes) {
				continue
			}
			if next > d.Power.Most || c.Rules.Skill.Most < next || !d.canAfford(c.Rules, wish.skill, next) {
				continue
			}
			if want := wish.weight / (1.5 + float64(next)); want > maximum {
				best, maximum = i, want
			}
		}
		if best < 0 {
			return
		}
		skill := wishes[best].skill
		if rank, has := d.Skills[skill]; has {
			d.Skills[skill] = rank + 1
		} else {
			d.Skills[skill] = c.Rules.Skill.Least
		}
	}
}

// canAfford reports whether the draft's points for skills suffice if the given skill gets the given rank.
func (d *Draft) canAfford(rs *rules.Ruleset, skill *rules.Skill, rank int) bool {
	before := 0.0
	if old, has := d.Skills[skill]; has {
		before = skill.StartCost(rs, old)
	}
	return d.SkillCost(rs)-before+skill.StartCost(rs, rank) <= d.Power.Skills
}

// chooseStats spends the points for statistics at random, with more on the statistics that the draft's skills are based on.
func (c *Campaign) chooseStats(d *Draft, rng *rand.Rand) {
	stats := c.GivenStats()
	weights, sum := make([]float64, len(stats)), 0.0
	for i, stat := range stats {
		weights[i] = 4 + 3*rng.Float64()
		for _, skill := range c.Rules.Skills.All {
			if rank, has := d.Skills[skill]; has {
				weights[i] += skill.StatShares(c.Rules)[stat] * float64(1+rank) / 5
			}
		}
		sum += weights[i]
	}
	points := int(d.Power.Stats)
	for i, stat := range stats {
		d.Stats[stat] = clampToRange(stat, int(math.Round(d.Power.Stats*weights[i]/sum)))
		points -= d.Stats[stat]
	}
	for tries := 0; points != 0 && tries < 1000; tries++ { // after rounding, some points are left over, or too many are spent
		stat, step := stats[rng.IntN(len(stats))], 1
		if points < 0 {
			step = -1
		}
		if x := d.Stats[stat] + step; clampToRange(stat, x) == x {
			d.Stats[stat], points = x, points-step
		}
	}
}

// File returns the content of the draft's character file, with the lines of comment as YAML comments at the top.
func (d *Draft) File(rs *rules.Ruleset, comment string) string {
	var b strings.Builder
	for _, line := range strings.Split(strings.TrimSpace(comment), "\n") {
		b.WriteString(strings.TrimRight("# "+line, " ") + "\n")
	}
	b.WriteString("character:\n  name: " + QuoteScalar(d.Person.Name) + "\n")
	for _, line := range [][2]string{{"player", d.Person.Player}, {"kind", d.Person.Kind}, {"power", d.Person.Power.Text}, {"notes", d.Person.Notes}} {
		if line[1] != "" {
			fmt.Fprintf(&b, "  %s: %s\n", line[0], QuoteScalar(line[1]))
		}
	}
	parts := collect.Map(givenStats(rs), func(stat *rules.Stat) string { return fmt.Sprintf("%s: %d", stat.Name, d.Stats[stat]) })
	fmt.Fprintf(&b, "stats: {%s}", strings.Join(parts, ", "))
	if d.Power != nil {
		fmt.Fprintf(&b, " # %d of %g points", d.SumSpent(), d.Power.Stats)
	}
	b.WriteString("\n")
	d.writeSkills(&b, rs)
	if len(d.Pools) > 0 {
		fmt.Fprintf(&b, "pools: {shared: [%s]}\n", strings.Join(d.Pools, ", "))
	}
	for _, line := range d.FurtherLines {
		b.WriteString(line + "\n")
	}
	if len(d.Gear) > 0 {
		fmt.Fprintf(&b, "gear: [%s] # the first is in hand\n", strings.Join(d.Gear, ", "))
	}
	if len(d.Armour) > 0 {
		parts = nil
		parts = append(parts, collect.Map(d.Armour, func(worn [2]string) string { return worn[0] + ": " + worn[1] })...)
		fmt.Fprintf(&b, "armour: {%s}\n", strings.Join(parts, ", "))
	}
	return b.String()
}

// writeSkills writes the `skills` section of a character file to b, the highest ranks first. A comment has the points spent.
func (d *Draft) writeSkills(b *strings.Builder, rs *rules.Ruleset) {
	var list []*rules.Skill
	for _, skill := range rs.Skills.All {
		if _, has := d.Skills[skill]; has {
			list = append(list, skill)
		}
	}
	sort.SliceStable(list, func(i, j int) bool { return d.Skills[list[i]] > d.Skills[list[j]] })
	head := collect.Choose(len(list) == 0, "skills: {}", "skills:")
	b.WriteString(head)
	if d.Power != nil {
		fmt.Fprintf(b, " # %g of %g points", d.SkillCost(rs), d.Power.Skills)
	}
	for _, bundle := range rs.Packages.All {
		if rank, taken := d.Packs[bundle]; taken {
			fmt.Fprintf(b, ", %s %d: %g", bundle.Name, rank, bundle.Cost(rs, rank))
		}
	}
	b.WriteString("\n")
	for _, skill := range list {
		fmt.Fprintf(b, "  %s: %d\n", skill.Name, d.Skills[skill])
	}
}

// QuoteScalar formats a text as a YAML scalar that can also be used within { }: plain if that is safe, otherwise in quotation marks.
func QuoteScalar(text string) string {
	switch strings.ToLower(text) {
	case "yes", "no", "on", "off", "true", "false", "null", "y", "n":
		return `"` + text + `"`
	}
	if isPlainScalar(text) {
		return text
	}
	var quoted strings.Builder
	encoder := json.NewEncoder(&quoted)
	encoder.SetEscapeHTML(false)
	if encoder.Encode(text) != nil {
		return `""`
	}
	return strings.TrimSuffix(quoted.String(), "\n")
}

// isPlainScalar reports whether a text is certainly safe as a plain YAML scalar, also within { }.
func isPlainScalar(text string) bool {
	for i, r := range text {
		if !unicode.IsLetter(r) && (i == 0 || !unicode.IsDigit(r) && !strings.ContainsRune(" .;'’()–-_", r)) {
			return false
		}
	}
	return text != "" && !strings.HasSuffix(text, " ")
}
