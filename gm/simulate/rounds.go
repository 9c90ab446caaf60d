package simulate

import "hybrid/rules"

// stepInRounds lets one of the side whose turn it is act, or ends its turn, or goes on to the next side's.
func (f *fight) stepInRounds() error {
	if m := f.next(); m != nil {
		return f.roundTurn(m)
	}
	err := f.live.Next()
	if rules.Refused(err) {
		f.stalled = true
		return nil
	}
	return f.settle(err)
}

// next is who acts next: one whose turn is open, else the one of the side to whom its tactic gives the best target; nil for
// no side. Ties go to the one who came first.
func (f *fight) next() (found *fighter) {
	best := [4]float64{}
	for i := range f.all {
		m := &f.all[i]
		if m.left || m.Waiting || !rules.MayAct(f.rules, f.state, m.Actor) {
			continue
		}
		if m.Open {
			return m
		}
		if k := f.goal(m); k >= 0 {
			if merit := f.merit(m, k, float64(f.aims[k])); found == nil || ahead(merit, best) {
				best, found = merit, m
			}
		} else if found == nil {
			found = m
		}
	}
	return found
}

// roundTurn is a fighter doing the first thing of its tactic that is possible; its turn ends where nothing is.
func (f *fight) roundTurn(m *fighter) error {
	if m.tactic.Leaves(f.rules, m.Actor) {
		return f.leave(m)
	}
	m.target = f.goal(m)
	for k, action := range m.tactic.Actions() {
		if action.Whom && m.target < 0 {
			continue
		}
		if done, err := f.declare(m, f.doing(m, action, 0)); done || err != nil {
			m.did[k] += oneIf(done)
			return err
		}
	}
	return f.settle(f.live.EndTurn(m.Actor))
}
