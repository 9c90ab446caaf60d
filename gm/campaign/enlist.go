package campaign

import (
	"slices"
	"strconv"
	"strings"

	"hybrid/rules"
)

// Who is who takes part, and how, as lines of a file.
func (e *Encounter) Who() string {
	var b strings.Builder
	for i := range e.Combatants {
		b.WriteString(combatantText(&e.Combatants[i]))
	}
	return b.String()
}

// Enlist adds so many who take part like this one, each with a key of its own; several have numbers behind their names.
func (e *Encounter) Enlist(m Combatant, n int) {
	base := FileName(m.Name)
	if base == "" {
		base = m.From
	}
	name, short := m.Name, m.Short
	if name == "" && n > 1 {
		name = rules.Words(m.From)
	}
	taken := func(key string) bool {
		return slices.ContainsFunc(e.Combatants, func(o Combatant) bool { return o.Key == key })
	}
	for number := 1; n > 0; number++ {
		m.Key = base
		if n > 1 || number > 1 || taken(base) {
			m.Key = base + "_" + strconv.Itoa(number)
		}
		if taken(m.Key) {
			continue
		}
		if m.Name = name; name != "" && m.Key != base {
			m.Name = name + " " + strconv.Itoa(number)
		}
		if m.Short = short; short != "" && m.Key != base {
			m.Short = short + " " + strconv.Itoa(number)
		}
		e.Combatants = append(e.Combatants, m)
		n--
	}
}
