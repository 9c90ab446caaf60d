package balance

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"hybrid/gm/campaign"
	"hybrid/gm/command"
	"hybrid/rules/message"
	"hybrid/rules/source"
)

// The axes of a search for an encounter of a given difficulty. An axis is a property of the encounter that varies, with its possible
// values: a number of combatants, a value of a character file, or a tactic.

// Axis is one property of an encounter that a search varies, with its possible values.
type Axis struct {
	Name   string                                                               // name to show, such as guard or guard.skills.sword
	Values []string                                                             // possible values, as text
	set    func(e *campaign.Encounter, value string) (touched []int, err error) // function that sets a value in e and returns the indexes of the combatants that it changed
	number bool                                                                 // whether the axis varies a number of combatants
	side   string                                                               // key of the side of these combatants; "" unless number is set
}

// countFoes returns the number of combatants that a value of the axis puts into the encounter, as a negative number if they are on the
// given side and thus its allies. For an axis that doesn't vary a number of combatants, it returns 0.
func (a *Axis) countFoes(value, side string) int {
	if !a.number {
		return 0
	}
	n, _ := strconv.Atoi(value)
	if a.side == side {
		return -n
	}
	return n
}

// VaryNumbers returns an axis that varies the number of combatants on a side that use the same character file. Surplus combatants are removed
// from the end of the list, and additional ones are like the first. If side is "", it is the side of these combatants in encounter e or, if
// there are none, usual.
func VaryNumbers(c *campaign.Campaign, e *campaign.Encounter, character, side, usual string, values []string) (Axis, error) {
	sheet, _, err := c.Character(character)
	if err != nil {
		return Axis{}, err
	}
	isCounted := func(m *campaign.Combatant) bool {
		return baseName(m.From) == sheet.Key && (side == "" || m.Side == side)
	}
	template := campaign.Combatant{From: sheet.Key, Side: cmp.Or(side, usual)}
	for i := range e.Combatants {
		if m := &e.Combatants[i]; isCounted(m) {
			template.Side, template.Tactic, template.Place, template.Override = m.Side, m.Tactic, m.Place, m.Override
			break
		}
	}
	side = template.Side          // from here on, isCounted counts only combatants of this side
	for i := range e.Combatants { // if none has a place, they start at the first place of their side
		if m := &e.Combatants[i]; template.Place == nil && m.Side == side {
			template.Place = m.Place
		}
	}
	for _, value := range values {
		if n, err := strconv.Atoi(value); err != nil || n < 0 || n > maxOfCharacter {
			return Axis{}, command.RefusalOf(message.NotA(value, "a number of combatants", fmt.Sprintf("Write, for example, 0..6, with at most %d", maxOfCharacter)))
		}
	}
	return Axis{Name: sheet.Key, Values: values, number: true, side: side, set: func(e *campaign.Encounter, value string) ([]int, error) {
		n, _ := strconv.Atoi(value)
		var present []int
		for i := range e.Combatants {
			if isCounted(&e.Combatants[i]) {
				present = append(present, i)
			}
		}
		for ; len(present) > n; present = present[:len(present)-1] {
			last := present[len(present)-1]
			e.Combatants = slices.Delete(e.Combatants, last, last+1)
		}
		first := len(e.Combatants)
		e.Enlist(template, n-len(present))
		for i := first; i < len(e.Combatants); i++ {
			present = append(present, i)
		}
		return present, nil
	}}, nil
}

// maxOfCharacter is the maximum number of combatants that use the same character file.
const maxOfCharacter = 50

// baseName returns the name of a character file without its folder and extension.
func baseName(from string) string {
	return strings.TrimSuffix(from[strings.LastIndexAny(from, `/\`)+1:], ".yaml")
}

// gearSection is the key of a character file for the list of items, the first of which is in hand.
const gearSection = "gear"

// VaryValues returns an axis that varies a value of a character file. path is WHO.SECTION.NAME, where WHO is a combatant, a side or a
// character. WHO.gear is the item in hand; the other carried items are kept.
func VaryValues(c *campaign.Campaign, path string, values []string) (Axis, error) {
	who, field, _ := strings.Cut(path, ".")
	keys := strings.Split(field, ".")
	if field == "" || slices.Contains(keys, "") || len(keys) == 1 && field != gearSection {
		return Axis{}, command.RefusalOf(message.NotA(path, "a path to a value", "Write WHO.SECTION.NAME, with a section of a character file, or WHO."+gearSection))
	}
	return Axis{Name: path, Values: values, set: func(e *campaign.Encounter, value string) (touched []int, err error) {
		for i := range e.Combatants {
			m := &e.Combatants[i]
			if !isNamed(m, who) {
				continue
			}
			override := value
			if field == gearSection {
				if override, err = gearWithItem(c, m, value); err != nil {
					return nil, err
				}
			}
			for k := len(keys) - 1; k >= 0; k-- { // nest the value in maps: {skills: {sword: 4}}
				override = "{" + keys[k] + ": " + override + "}"
			}
			m.Override = mergeYAML(m.Override, override)
			touched = append(touched, i)
		}
		return touched, nil
	}}, nil
}

// mergeYAML lays the YAML value upper over lower, which can be "", and returns the result on one line.
func mergeYAML(lower, upper string) string {
	var report source.Report
	node := source.Parse("over", []byte(upper), &report)
	if lower != "" {
		node = source.Lay(source.Parse("under", []byte(lower), &report), node, &report)
	}
	return source.FormatFlow(node)
}

// gearWithItem returns a combatant's gear as a YAML list that begins with the item named first, which is therefore in hand.
func gearWithItem(c *campaign.Campaign, m *campaign.Combatant, first string) (string, error) {
	sheet, _, err := c.Combatant(m)
	if err != nil {
		return "", err
	}
	list := []string{first}
	for _, item := range sheet.Items {
		if item.Name != first {
			list = append(list, item.Name)
		}
	}
	return "[" + strings.Join(list, ", ") + "]", nil
}

// isNamed reports whether who names a combatant: by its key, its side, or its character.
func isNamed(m *campaign.Combatant, who string) bool {
	return m.Key == who || m.Side == who || baseName(m.From) == who
}

// VaryTactics returns an axis that varies the tactic of a combatant or a side.
func VaryTactics(c *campaign.Campaign, who string, values []string) (Axis, error) {
	for _, value := range values {
		if _, ok := c.Rules.Tactics.Get(value); !ok {
			names := c.Rules.Tactics.Names()
			return Axis{}, command.RefusalOf(message.Unknown("tactic", value, names))
		}
	}
	return Axis{Name: who + " fights", Values: values, set: func(e *campaign.Encounter, value string) (touched []int, err error) {
		for i := range e.Combatants {
			if m := &e.Combatants[i]; isNamed(m, who) {
				m.Tactic = value
				touched = append(touched, i)
			}
		}
		return touched, nil
	}}, nil
}

// usualMore is the default number of additional combatants of a kind that a search tries.
const usualMore = 2

// UsualAxes returns the default axes: the number of each kind of opponent of a side. A kind of opponent is a character file that combatants
// use under a key or name other than the file's, such as guard for guard_1; other opponents are individuals, whose number doesn't vary. It
// refuses an encounter that has only such opponents.
func UsualAxes(c *campaign.Campaign, e *campaign.Encounter, side string) (list []Axis, err error) {
	present := map[string]int{} // number of combatants of each kind
	var names []string
	for _, m := range e.Combatants {
		if from := baseName(m.From); m.Side != side && (m.Key != from || m.Name != "") {
			if present[from]++; present[from] == 1 {
				names = append(names, from)
			}
		}
	}
	for _, name := range names {
		var values []string
		for n := range present[name] + usualMore + 1 {
			values = append(values, strconv.Itoa(n))
		}
		axis, err := VaryNumbers(c, e, name, "", "", values)
		if err != nil {
			return nil, err
		}
		list = append(list, axis)
	}
	if len(list) == 0 {
		who := ""
		for _, m := range e.Combatants {
			if m.Side != side {
				who = baseName(m.From)
				break
			}
		}
		if who == "" {
			return nil, command.Refusal("No opponents yet. A fight needs two sides.")
		}
		return nil, command.Refusal("All opponents of %s are named characters, one of each. Choose the change: --with %s=0..6, --vary %s.SECTION.NAME=4..12 or --tactic %s=ONE,OTHER.", side, who, who, who)
	}
	return list, nil
}
