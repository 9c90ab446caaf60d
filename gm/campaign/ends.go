package campaign

import (
	"cmp"
	"slices"

	"hybrid/rules"
	"hybrid/rules/collect"
	"hybrid/rules/source"
)

// Ends, the conditions that decide a fight while several sides can still act (`ends` in the encounter's file), and the leaders of sides.

// compileEnds compiles the ends in file and adds them to e. It also warns of combatants whose tactic depends on a leader if their side has
// none.
func (c *Campaign) compileEnds(e *Encounter, file *encounterFile, report *source.Report) {
	if c.Rules == nil {
		return
	}
	keys := collect.Map(e.Combatants, func(m Combatant) string { return m.Key })
	var sides []string
	for _, m := range e.Combatants {
		if m.Side != "" && !slices.Contains(sides, m.Side) {
			sides = append(sides, m.Side)
		}
	}
	for i := range file.Ends {
		if end := file.Ends[i].Compile(c.Rules, keys, sides, report); end != nil {
			e.Ends = append(e.Ends, end)
		}
	}
	for _, m := range file.Combatants {
		t := c.Rules.Tactic(m.Value.Tactic.Text)
		isLeader := func(o Combatant) bool { return o.Side == m.Value.Side && o.Leader }
		if m.Value.Tactic.Text != "" && t != nil && t.ReadsLeader() && !slices.ContainsFunc(e.Combatants, isLeader) {
			report.Warn(source.Missing, m.Value.Tactic.Pos, "Tactic %s needs a leader, and side %s has none. Add `leader: true` to a combatant.", t.Name, cmp.Or(m.Value.Side, "none"))
		}
	}
}

// FindEnd returns the first end whose condition is true in state s, or nil if there is none. e can be nil.
func (e *Encounter) FindEnd(rs *rules.Ruleset, s *rules.State) *rules.End {
	if e == nil {
		return nil
	}
	for _, end := range e.Ends {
		if end.Holds(rs, s) {
			return end
		}
	}
	return nil
}

// Winner returns the key of the side that has won in state s, by the rules of the game or by an end whose condition is true. It returns ""
// if there is none. e can be nil.
func (e *Encounter) Winner(rs *rules.Ruleset, s *rules.State) string {
	if end := e.FindEnd(rs, s); s.Won == "" && end != nil {
		return end.Winner
	}
	return s.Won
}

// Leader returns the leader of a side in state s. If the side has several, it returns the first who is not out or, if all are out, the
// first one present. It returns nil if none is present; hasLeft then reports whether a leader has left the fight. e can be nil.
func (e *Encounter) Leader(rs *rules.Ruleset, s *rules.State, side string) (found *rules.Actor, hasLeft bool) {
	if e == nil {
		return nil, false
	}
	for i := range e.Combatants {
		m := &e.Combatants[i]
		if !m.Leader || m.Side != side {
			continue
		}
		a := s.Find(m.Key)
		if a != nil && !a.IsOut(rs) {
			return a, false
		}
		found, hasLeft = cmp.Or(found, a), hasLeft || a == nil && slices.Contains(s.Leavers, m.Key)
	}
	return found, hasLeft && found == nil
}
