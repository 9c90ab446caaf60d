package simulate

import (
	"hybrid/gm/campaign"
	"hybrid/rules"
)

// The state of a fighter's side, which decides whether fighters with some tactics leave.

// wantsToLeave reports whether a fighter would leave the fight now by its tactic.
func (f *fight) wantsToLeave(m *fighter) bool {
	return m.tactic.WouldLeave(f.rules, m.Actor, f.nearestOpponent(m), f.sideStanding(m))
}

// sideStanding returns the state of a fighter's side, for a tactic that asks for it.
func (f *fight) sideStanding(m *fighter) func() *rules.Standing {
	return func() *rules.Standing { return f.standingOf(m.Side) }
}

// standingOf returns the state of a side, by key.
func (f *fight) standingOf(side string) *rules.Standing {
	return standingIn(f.rules, f.scene, f.state, side)
}

// standingIn returns the state of a side in a scene, which may be nil. Fighters who have left count as long as the scene's file lists them.
func standingIn(rs *rules.Ruleset, scene *campaign.Encounter, state *rules.State, side string) *rules.Standing {
	s := &rules.Standing{}
	for _, a := range state.Actors {
		if a.Side == side {
			s.All++
			s.Out += float64(boolToInt(a.IsOut(rs)))
		}
	}
	for _, key := range state.Leavers {
		if m := scene.Combatant(key); m != nil && m.Side == side && state.Find(key) == nil {
			s.All++
			s.Out++
		}
	}
	s.Leader, s.HasLeaderLeft = scene.Leader(rs, state, side)
	return s
}

// encounterExits returns the exits of the encounter.
func (sim *Simulation) encounterExits() []campaign.Exit {
	if sim.scene == nil {
		return nil
	}
	return sim.scene.Exits
}
