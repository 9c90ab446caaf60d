package sheet

import (
	"fmt"
	"html/template"
	"math"
	"slices"
	"strings"

	"hybrid/gm/command"
	"hybrid/rules"
	"hybrid/rules/message"
	"hybrid/rules/purchase"
)

// The model of a sheet, for all layouts: stats, skills, pools, weapons. Attacks and defences are in fight.go.

// Sheet is a character sheet: what all layouts of it show.
type Sheet struct {
	Key, Name, Title, Notes string
	Part                    string      // who plays the character, or else what it is
	Stats                   []StatGroup // a column each
	Pools                   []Pool
	Conditions              []string
	Rates                   []RateGroup
	Skills                  []Skill
	Degrees                 []*rules.Degree // those that a roll of these skills can come to by one die, best first
	SkillPools              []SkillPool
	Weapons                 []Weapon
	Fields                  []string // what the weapons say of themselves
	Armour                  []Place
	Protects                []string // the headings of what armour gives
	Gear                    []string
	Attacks                 Table        // an own attack a row, before anything of the target; a column for each usual situation
	Defences                Table        // a defence a row; a column for what it answers
	Portrait                template.URL // of a picture, with its data; "" for none
	Actor                   *rules.Actor
}

type StatGroup struct {
	Name  string
	Stats []Stat
}

type Stat struct{ Name, Label, Value string }

type Pool struct {
	Name, Label string
	Now, Most   float64
	Limited     bool
}

type RateGroup struct {
	Name  string
	Rates []Rate
}

type Rate struct{ Label, Pace string }

// Skill is one skill of a sheet: its rank, basis and cost, the chance of a plain check now, the points that a use adds to
// be spent on its time, the counts it takes, and what the die must show.
type Skill struct {
	Skill  string           `json:"skill"`
	Label  string           `json:"label"`
	Rank   int              `json:"rank"`
	Basis  string           `json:"basis"`
	Worth  float64          `json:"basis_value"`
	Cost   float64          `json:"cost"`
	DF     float64          `json:"df"`
	Chance float64          `json:"chance"`           // in per cent, whatever die is rolled
	Target *float64         `json:"target,omitempty"` // what the die is compared with; nil where that is the chance
	Likely rules.Likelihood `json:"-"`
	Points float64          `json:"points"`
	Counts float64          `json:"counts"`
	Rolls  []RollRange      `json:"rolls"`
}

// SkillPool is skills that were learnt together, and what that adds to the rank of each.
type SkillPool struct {
	Label  string   `json:"label"`
	Adds   float64  `json:"adds"`
	Skills []string `json:"skills"`
}

// RollRange is the faces of the die that come to a degree.
type RollRange struct {
	Degree string `json:"degree"`
	Made   bool   `json:"made"`
	From   int    `json:"from"`
	To     int    `json:"to"` // 0 where further dice come to it
	band   rules.Band
}

// RollRange returns the faces that come to a degree, such as 10–22; "" where none does. Where the low ones are the good ones a
// degree that is missed goes from its first face on, as in 97+: the next one says where it ends.
func (r Skill) RollRange(d *rules.Degree) string {
	lowIsGood := len(r.Rolls) > 0 && r.Rolls[0].Made
	for _, roll := range r.Rolls {
		switch {
		case roll.band.Degree != d:
		case !roll.Made && lowIsGood:
			return fmt.Sprintf("%d+", roll.From)
		default:
			return roll.band.Text()
		}
	}
	return ""
}

type Weapon struct {
	Label, Skill, Chance string
	Fields               []string // beside those of the view
}

type Place struct {
	Place, Roll, Item string
	Protects          []string // beside those of the view
}

// New returns the sheet of the first actor of a state. It fails if a skill cannot be rolled for.
func New(rs *rules.Ruleset, s *rules.State) (*Sheet, error) {
	a := s.Actors[0]
	person := a.Sheet.Person
	v := &Sheet{Key: a.Key, Name: a.Name, Title: a.Name, Notes: person.Notes, Actor: a}
	var parts []string
	if person.Kind != "" {
		parts = append(parts, person.Kind)
	}
	if person.Player != "" {
		parts = append(parts, "played by "+person.Player)
	}
	v.Title = strings.Join(append([]string{a.Name}, parts...), ", ")
	if len(parts) > 0 {
		v.Part = message.Capital(parts[len(parts)-1])
	}
	v.addStats(rs)
	for _, pool := range rules.PoolsOf(rs, a) {
		if !pool.Shows(a) {
			continue
		}
		maximum, limited := a.Sheet.Max(pool)
		v.Pools = append(v.Pools, Pool{pool.Name, pool.Label, a.Now(pool), maximum, limited})
	}
	for i := range a.Conditions {
		v.Conditions = append(v.Conditions, a.Conditions[i].Condition.Label)
	}
	for _, c := range a.Holding(rs) {
		v.Conditions = append(v.Conditions, c.Label)
	}
	for _, rate := range a.Speeds(rs) {
		group := func(g RateGroup) bool { return g.Name == rate.Activity.Group }
		i := slices.IndexFunc(v.Rates, group)
		if i < 0 {
			i = len(v.Rates)
			v.Rates = append(v.Rates, RateGroup{Name: rate.Activity.Group})
		}
		v.Rates[i].Rates = append(v.Rates[i].Rates, Rate{rate.Activity.Label, command.Number(rate.Pace)})
	}
	if err := v.addSkills(rs, s); err != nil {
		return nil, err
	}
	v.addItems(rs, s)
	v.addArmour(rs)
	v.addFighting(rs, s)
	return v, nil
}

// addStats adds the statistics that the sheet shows.
func (v *Sheet) addStats(rs *rules.Ruleset) {
	for _, stat := range rs.Stats.All {
		if !v.Actor.Sheet.Shows(stat) {
			continue
		}
		i := slices.IndexFunc(v.Stats, func(g StatGroup) bool { return g.Name == stat.Group })
		if i < 0 {
			i = len(v.Stats)
			v.Stats = append(v.Stats, StatGroup{Name: stat.Group})
		}
		v.Stats[i].Stats = append(v.Stats[i].Stats, Stat{stat.Name, stat.Label, Decimal(v.Actor.Sheet.Stat(stat))})
	}
	if numbers := rules.SheetNumbers(rs); len(numbers) > 0 {
		own := StatGroup{Name: "numbers"}
		for _, number := range numbers {
			own.Stats = append(own.Stats, Stat{rules.Words(number.Name), number.Label, Decimal(rules.NumberOf(rs, v.Actor, number))})
		}
		v.Stats = append(v.Stats, own)
	}
	groups := v.Stats
	v.Stats = nil
	for _, group := range groups {
		columns := (len(group.Stats) + maxStatRows - 1) / maxStatRows
		for part := range slices.Chunk(group.Stats, (len(group.Stats)+columns-1)/columns) {
			v.Stats = append(v.Stats, StatGroup{group.Name, part})
		}
	}
}

// maxStatRows is how many statistics stand in a column at the most; a group of more is several columns.
const maxStatRows = 8

// addSkills adds the skills with their chances, and the degrees these can reach.
func (v *Sheet) addSkills(rs *rules.Ruleset, s *rules.State) error {
	possible := map[*rules.Degree]bool{}
	for _, skill := range v.Actor.Sheet.Skills {
		preview, err := rules.PlainPreview(rs, s, v.Key, rules.Doing{Skill: skill.Name})
		if err != nil {
			return err
		}
		own := v.Actor.Sheet.Own(skill)
		line := Skill{Skill: skill.Name, Label: skill.Label, Rank: v.Actor.Sheet.Rank(skill), Basis: own.Basis.Text, Worth: v.Actor.BasisOf(rs, skill), Cost: own.Cost, DF: own.Difficulty, Counts: preview.Counts, Rolls: []RollRange{}}
		worth, err := purchase.PreviewWorth(rs, v.Actor, &preview)
		if err != nil {
			return err
		}
		line.Chance, line.Points, line.Likely = worth.Chance, worth.Points, preview.Roll.Likelihood()
		if !line.Likely.Percent {
			line.Target = &line.Likely.Number
		}
		for _, band := range preview.Roll.Bands() {
			if band.Degree == nil {
				continue
			}
			possible[band.Degree] = true
			line.Rolls = append(line.Rolls, RollRange{band.Degree.Label, band.Made, band.From, band.To, band})
		}
		v.Skills = append(v.Skills, line)
	}
	for _, pool := range v.Actor.Sheet.SkillPools() {
		one := SkillPool{Label: pool.Label, Adds: math.Round(pool.Bonus*1e9) / 1e9}
		for _, skill := range pool.Skills {
			one.Skills = append(one.Skills, skill.Label)
		}
		v.SkillPools = append(v.SkillPools, one)
	}
	for _, degree := range rs.Degrees.All {
		if possible[degree] {
			v.Degrees = append(v.Degrees, degree)
		}
	}
	return nil
}

// addItems tells weapons, which say something of themselves in numbers, from other gear.
func (v *Sheet) addItems(rs *rules.Ruleset, s *rules.State) {
	for _, field := range rs.Fields() {
		if slices.ContainsFunc(v.Actor.Sheet.Items, func(item *rules.Item) bool { return item.FieldText(rs, field) != "" }) {
			v.Fields = append(v.Fields, field)
		}
	}
	for _, item := range v.Actor.Sheet.Items {
		if item.Note(rs) == "" {
			v.Gear = append(v.Gear, rules.Called(v.Actor, item))
			continue
		}
		weapon := Weapon{Label: rules.Called(v.Actor, item)}
		if skill, ok := rs.Skills.Get(item.Skill.Text); ok {
			weapon.Skill = skill.Label
			if p, err := rules.PlainPreview(rs, s, v.Key, rules.Doing{Skill: skill.Name, Tool: item.Name}); err == nil && p.Roll != nil {
				weapon.Chance = v.chance(p.Roll)
			}
		}
		for _, field := range v.Fields {
			text := item.FieldText(rs, field)
			if slices.Contains(rs.DiceFields(), field) {
				text = item.Harm(rs, v.Actor)
			}
			weapon.Fields = append(weapon.Fields, text)
		}
		v.Weapons = append(v.Weapons, weapon)
	}
}

// addArmour lists the places of the body with what is worn there, and what that gives, by what it gives it against.
func (v *Sheet) addArmour(rs *rules.Ruleset) {
	table, ok := rs.Tables.Get(rs.Pack.Worn)
	if !ok {
		return
	}
	worn := map[*rules.Row]*rules.Item{}
	var heads []string
	for _, armour := range v.Actor.Sheet.Armour {
		worn[armour.At] = armour.Item
		for _, give := range armour.Item.Give.Texts() {
			if head := giveHead(rs, give); give.By != "0" && !slices.Contains(heads, head) {
				heads = append(heads, head)
			}
		}
	}
	v.Protects = heads
	for _, row := range table.All() {
		item := worn[row]
		if item == nil && table.Roll.Text != "" && table.Share(row) == 0 {
			continue
		}
		place := Place{Place: row.Label, Roll: row.Roll.Text}
		if item != nil {
			place.Item = rules.Called(v.Actor, item)
		}
		for _, head := range heads {
			text := ""
			if item != nil {
				for _, give := range item.Give.Texts() {
					if giveHead(rs, give) == head {
						text = give.By
					}
				}
			}
			place.Protects = append(place.Protects, text)
		}
		v.Armour = append(v.Armour, place)
	}
}

// giveHead is what something is given to: what a roll is about, or else the modifier.
func giveHead(rs *rules.Ruleset, give rules.GiveText) string {
	if give.About != "" {
		return rules.Words(give.About)
	}
	if m, ok := rs.Modifiers.Get(give.Modifier); ok {
		return m.Label
	}
	return rules.Words(give.Modifier)
}

// ShortDegree returns the label of a degree for a column: without the last word, which they share.
func ShortDegree(d *rules.Degree) string {
	words := strings.Fields(d.Label)
	return strings.Join(words[:max(1, len(words)-1)], " ")
}

// Worn returns what is worn as lines, each thing with its places and what it gives.
func (v *Sheet) Worn() (list []string) {
	var items []string
	places, gives := map[string][]string{}, map[string]string{}
	for _, place := range v.Armour {
		if place.Item == "" {
			continue
		}
		if places[place.Item] == nil {
			items = append(items, place.Item)
		}
		places[place.Item] = append(places[place.Item], place.Place)
		var parts []string
		for i, text := range place.Protects {
			if text != "" && text != "0" {
				parts = append(parts, strings.ToLower(v.Protects[i])+" "+text)
			}
		}
		gives[place.Item] = strings.Join(parts, ", ")
	}
	for _, item := range items {
		list = append(list, strings.TrimSuffix(item+" ("+strings.Join(places[item], ", ")+"): "+gives[item], ": "))
	}
	return list
}

// Decimal formats a number with at most one decimal.
func Decimal(x float64) string { return command.Number(math.Round(x*10) / 10) }
