package simulate

// Deeds holds the average numbers of declarations per fight, for the fighters of a side that share a tactic.
type Deeds struct {
	Side         string            // key of the side
	Tactic       string            // name of the tactic
	Declarations []DeclarationRate // actions of the tactic, in its order
}

// Deeds lists the declared actions of each side and tactic, in the order of their first fighter.
func (l *Result) Deeds() (list []Deeds) {
	type kind struct{ side, tactic string }
	indexes, fighters := map[kind]int{}, []int(nil) // index in list of each kind, and number of fighters of each element of list
	for _, m := range l.Fighters {
		k := kind{m.Side, m.Tactic}
		i, known := indexes[k]
		if !known {
			i = len(list)
			indexes[k] = i
			list, fighters = append(list, Deeds{m.Side, m.Tactic, make([]DeclarationRate, len(m.Declarations))}), append(fighters, 0)
		}
		fighters[i]++
		for n, deed := range m.Declarations {
			list[i].Declarations[n].Action = deed.Action
			list[i].Declarations[n].Mean += deed.Mean
		}
	}
	for i, deeds := range list {
		for n := range deeds.Declarations {
			deeds.Declarations[n].Mean /= float64(fighters[i])
		}
	}
	return list
}
