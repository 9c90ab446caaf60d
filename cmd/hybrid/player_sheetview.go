package main

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"hybrid/gm/command"
	"hybrid/rules"
)

// sheetView is a character sheet as it is written, in whatever format: all of it comes from the rules and the character.
type sheetView struct {
	Key, Name, Title, Notes string
	Stats                   []statGroup // a column each
	Pools                   []poolView
	Conditions              []string
	Rates                   []rateGroup
	Skills                  []rankLine
	Degrees                 []*rules.Degree // those that a roll of these skills can come to by one die, best first
	Weapons                 []weaponView
	Fields                  []string // what the weapons say of themselves
	Armour                  []placeView
	Protects                []string // the headings of what armour gives
	Gear                    []string
	Unit                    string // behind a chance
	actor                   *rules.Actor
}

type statGroup struct {
	Name  string
	Stats []statView
}

type statView struct{ Name, Label, Value string }

type poolView struct {
	Name, Label string
	Now, Most   float64
	Limited     bool
}

type rateGroup struct {
	Name  string
	Rates []rateView
}

type rateView struct{ Label, Pace string }

// rankLine is one skill of a sheet: its rank, basis and cost, the chance of a plain check now, the points that a use adds to
// be spent on its time, the counts it takes, and what the die must show.
type rankLine struct {
	Skill  string      `json:"skill"`
	Label  string      `json:"label"`
	Rank   int         `json:"rank"`
	Basis  string      `json:"basis"`
	Worth  float64     `json:"basis_value"`
	Cost   float64     `json:"cost"`
	DF     float64     `json:"df"`
	Chance float64     `json:"chance"`
	Points float64     `json:"points"`
	Counts float64     `json:"counts"`
	Rolls  []rollRange `json:"rolls"`
}

// rollRange is the faces of the die that come to a degree.
type rollRange struct {
	Degree string `json:"degree"`
	Made   bool   `json:"made"`
	From   int    `json:"from"`
	To     int    `json:"to"`
	degree *rules.Degree
}

// Rolled returns the faces that come to a degree, such as 10–22; "" where none does. Where the low ones are the good ones a
// degree that is missed goes from its first face on, as in 97+: the next one says where it ends.
func (r rankLine) Rolled(d *rules.Degree) string {
	lowIsGood := len(r.Rolls) > 0 && r.Rolls[0].Made
	for _, roll := range r.Rolls {
		switch {
		case roll.degree != d:
		case !roll.Made && lowIsGood:
			return fmt.Sprintf("%d+", roll.From)
		case roll.From == roll.To:
			return fmt.Sprint(roll.To)
		default:
			return fmt.Sprintf("%d–%d", roll.From, roll.To)
		}
	}
	return ""
}

type weaponView struct {
	Label, Skill, Chance string
	Fields               []string // beside those of the view
}

type placeView struct {
	Place, Roll, Item string
	Protects          []string // beside those of the view
}

// viewSheet works a sheet out.
func viewSheet(rs *rules.Ruleset, s *rules.State) (*sheetView, error) {
	a := s.Actors[0]
	person := a.Sheet.Person
	v := &sheetView{Key: a.Key, Name: a.Name, Title: a.Name, Notes: person.Notes, Unit: command.ChanceUnit(rs), actor: a}
	if person.Kind != "" {
		v.Title += ", " + person.Kind
	}
	if person.Player != "" {
		v.Title += ", played by " + person.Player
	}
	v.addStats(rs)
	for _, pool := range rules.PoolsOf(rs, a) {
		if !pool.Shows(a) {
			continue
		}
		most, limited := a.Sheet.Max(pool)
		v.Pools = append(v.Pools, poolView{pool.Name, pool.Label, a.Now(pool), most, limited})
	}
	for i := range a.Conditions {
		v.Conditions = append(v.Conditions, a.Conditions[i].Condition.Label)
	}
	for _, c := range a.Holding(rs) {
		v.Conditions = append(v.Conditions, c.Label)
	}
	for _, rate := range a.Speeds(rs) {
		group := func(g rateGroup) bool { return g.Name == rate.Activity.Group }
		i := slices.IndexFunc(v.Rates, group)
		if i < 0 {
			i = len(v.Rates)
			v.Rates = append(v.Rates, rateGroup{Name: rate.Activity.Group})
		}
		v.Rates[i].Rates = append(v.Rates[i].Rates, rateView{rate.Activity.Label, command.Number(rate.Pace)})
	}
	if err := v.addSkills(rs, s); err != nil {
		return nil, err
	}
	v.addItems(rs, s)
	v.addArmour(rs)
	return v, nil
}

func (v *sheetView) addStats(rs *rules.Ruleset) {
	for _, stat := range rs.Stats.All {
		if !v.actor.Sheet.Shows(stat) {
			continue
		}
		i := slices.IndexFunc(v.Stats, func(g statGroup) bool { return g.Name == stat.Group })
		if i < 0 {
			i = len(v.Stats)
			v.Stats = append(v.Stats, statGroup{Name: stat.Group})
		}
		v.Stats[i].Stats = append(v.Stats[i].Stats, statView{stat.Name, stat.Label, oneDecimal(v.actor.Sheet.Stat(stat))})
	}
	groups := v.Stats
	v.Stats = nil
	for _, group := range groups {
		columns := (len(group.Stats) + mostStatRows - 1) / mostStatRows
		for part := range slices.Chunk(group.Stats, (len(group.Stats)+columns-1)/columns) {
			v.Stats = append(v.Stats, statGroup{group.Name, part})
		}
	}
}

// mostStatRows is how many statistics stand in a column at the most; a group of more is several columns.
const mostStatRows = 8

func (v *sheetView) addSkills(rs *rules.Ruleset, s *rules.State) error {
	possible := map[*rules.Degree]bool{}
	for _, skill := range v.actor.Sheet.Skills {
		preview, err := rules.PlainPreview(rs, s, v.Key, rules.Doing{Skill: skill.Name})
		if err != nil {
			return err
		}
		own := v.actor.Sheet.Own(skill)
		line := rankLine{Skill: skill.Name, Label: skill.Label, Rank: v.actor.Sheet.Rank(skill), Basis: own.Basis.Text, Worth: v.actor.BasisOf(rs, skill), Cost: own.Cost, DF: own.Difficulty, Counts: preview.Counts, Rolls: []rollRange{}}
		worth, err := rules.WorthOf(rs, v.actor, &preview)
		if err != nil {
			return err
		}
		line.Chance, line.Points = worth.Chance, worth.Points
		for _, band := range preview.Roll.Bands() {
			if band.Degree == nil {
				continue
			}
			possible[band.Degree] = true
			line.Rolls = append(line.Rolls, rollRange{band.Degree.Label, band.Made, band.From, band.To, band.Degree})
		}
		v.Skills = append(v.Skills, line)
	}
	for _, degree := range rs.Degrees.All {
		if possible[degree] {
			v.Degrees = append(v.Degrees, degree)
		}
	}
	return nil
}

// addItems tells weapons, which say something of themselves in numbers, from other gear.
func (v *sheetView) addItems(rs *rules.Ruleset, s *rules.State) {
	for _, field := range rs.Fields() {
		if slices.ContainsFunc(v.actor.Sheet.Items, func(item *rules.Item) bool { return item.FieldText(rs, field) != "" }) {
			v.Fields = append(v.Fields, field)
		}
	}
	for _, item := range v.actor.Sheet.Items {
		if item.Note(rs) == "" {
			v.Gear = append(v.Gear, rules.Called(v.actor, item))
			continue
		}
		weapon := weaponView{Label: rules.Called(v.actor, item)}
		if skill, ok := rs.Skills.Get(item.Skill.Text); ok {
			weapon.Skill = skill.Label
			if p, err := rules.PlainPreview(rs, s, v.Key, rules.Doing{Skill: skill.Name, Tool: item.Name}); err == nil && p.Roll != nil {
				weapon.Chance = command.Number(p.Roll.Percent()) + "%"
			}
		}
		for _, field := range v.Fields {
			text := item.FieldText(rs, field)
			if slices.Contains(rs.DiceFields(), field) {
				text = item.Harm(rs, v.actor)
			}
			weapon.Fields = append(weapon.Fields, text)
		}
		v.Weapons = append(v.Weapons, weapon)
	}
}

// addArmour lists the places of the body with what is worn there, and what that gives, by what it gives it against.
func (v *sheetView) addArmour(rs *rules.Ruleset) {
	table, ok := rs.Tables.Get(rs.Pack.Worn)
	if !ok {
		return
	}
	worn := map[*rules.Row]*rules.Item{}
	var heads []string
	for _, armour := range v.actor.Sheet.Armour {
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
		place := placeView{Place: row.Label, Roll: row.Roll.Text}
		if item != nil {
			place.Item = rules.Called(v.actor, item)
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

// shortDegree is what a degree is called in a column, beside others: without the last word, which they share.
func shortDegree(d *rules.Degree) string {
	words := strings.Fields(d.Label)
	return strings.Join(words[:max(1, len(words)-1)], " ")
}

func (v *sheetView) json(rs *rules.Ruleset) object {
	var o, stats, rates object
	for _, stat := range rs.Stats.All {
		stats.set(stat.Name, math.Round(v.actor.Sheet.Stat(stat)*1e9)/1e9)
	}
	for _, rate := range v.actor.Speeds(rs) {
		rates.set(rate.Activity.Name, rate.Pace)
	}
	weapons, armour := []object{}, []object{}
	for _, weapon := range v.Weapons {
		one := object{{"label", weapon.Label}, {"skill", weapon.Skill}, {"chance", weapon.Chance}}
		for i, field := range v.Fields {
			one.set(field, weapon.Fields[i])
		}
		weapons = append(weapons, one)
	}
	for _, place := range v.Armour {
		one := object{{"place", place.Place}, {"roll", place.Roll}, {"item", place.Item}}
		for i, head := range v.Protects {
			one.set(strings.ToLower(head), place.Protects[i])
		}
		armour = append(armour, one)
	}
	o.set("who", v.Key)
	o.set("name", v.Name)
	o.set("stats", stats)
	o.set("pools", poolsJSON(rs, v.actor, nil))
	o.set("conditions", conditionsJSON(rs, v.actor))
	o.set("rates", rates)
	o.set("skills", append([]rankLine{}, v.Skills...))
	o.set("weapons", weapons)
	o.set("armour", armour)
	o.set("gear", append([]string{}, v.Gear...))
	return o
}

// wornAs lists what is worn, each thing with its places and what it gives.
func (v *sheetView) wornAs() (list []string) {
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
