package rules

import (
	"slices"
	"strings"

	"hybrid/rules/formula"
)

// Names of particular actors, by key or by role on a side, in formulas of encounters and tactics. A resolved name is a scopeValue: a
// function that reads the value from a Frame, whose side 0 has the actor of the formula (state_frame.go). A value of another actor is read
// from a borrowed frame with that actor on side 0. Each function that resolves names returns false if it doesn't know the name.

// cast lists the keys of the actors that a formula can refer to: `grell.is.out`.
type cast struct{ keys []string }

// Standing is the state of an actor's side, for its tactic: `side.all`, `side.out` and `side.leader.NAME`.
type Standing struct {
	All           float64 // number of actors that have joined, including any that have left
	Out           float64 // number of these that are out or have left
	Leader        *Actor  // actor who leads the side; nil if there is none or the leader has left
	HasLeaderLeft bool    // whether the leader has left
}

// Beginnings of the names of an actor's side in a tactic.
const (
	sideWord   = "side."
	leaderWord = "side.leader."
)

// resolveNamed resolves a name of a particular actor or, in a tactic, of the actor's side.
func (c *compiler) resolveNamed(p nameScope, path string, parts []string) (scopeValue, bool) {
	switch first := parts[0]; {
	case p.cast != nil && len(parts) > 1 && slices.Contains(p.cast.keys, first):
		return c.resolveOfActor(parts[1:], func(f *Frame) (*Actor, bool) {
			s := f.state()
			if s == nil {
				return nil, false
			}
			return s.Find(first), slices.Contains(s.Leavers, first)
		})
	case !p.inTactic:
		return scopeValue{}, false
	case path == sideWord+"all":
		return numberValue(func(f *Frame) float64 { return f.standing.All })
	case path == sideWord+outName:
		return numberValue(func(f *Frame) float64 { return f.standing.Out })
	case strings.HasPrefix(path, leaderWord):
		return c.resolveOfActor(parts[2:], func(f *Frame) (*Actor, bool) { return f.standing.Leader, f.standing.HasLeaderLeft })
	}
	return scopeValue{}, false
}

// readsNamed reports whether a formula reads a name with this prefix.
func readsNamed(compiled *Formula, prefix string) bool {
	return compiled != nil && slices.ContainsFunc(compiled.Reads, func(r formula.ReadName[*Frame]) bool { return strings.HasPrefix(r.Path, prefix) })
}

// resolveOfActor resolves a name of the actor that find returns, which is nil if the actor is absent. An actor that has left counts as out;
// every other flag of an absent actor is false.
func (c *compiler) resolveOfActor(parts []string, find func(*Frame) (a *Actor, hasLeft bool)) (scopeValue, bool) {
	v, ok := c.resolveActorName(0, parts) // value for the actor whose frame is borrowed
	if !ok {
		return v, false
	}
	borrowFrame := func(f *Frame) (own *pooledFrame, isGone bool) { // isGone: absent because it has left
		a, hasLeft := find(f)
		if a == nil {
			a = f.rs.nobody.actor
		}
		return f.rs.borrowFrame(a), hasLeft && a.Key == ""
	}
	resolved := scopeValue{Type: v.Type, Words: v.Words, Min: v.Min, Max: v.Max, Bounded: v.Bounded}
	switch out := strings.Join(parts, ".") == "is."+outName; v.Type {
	case formula.Number:
		resolved.Num = func(f *Frame) float64 {
			g, _ := borrowFrame(f)
			defer f.rs.pooledFrames.put(g)
			return v.Num(&g.Frame)
		}
	case formula.Text:
		resolved.Text = func(f *Frame) string {
			g, _ := borrowFrame(f)
			defer f.rs.pooledFrames.put(g)
			return v.Text(&g.Frame)
		}
	case formula.Flag:
		resolved.Flag = func(f *Frame) bool {
			g, isGone := borrowFrame(f)
			defer f.rs.pooledFrames.put(g)
			return out && isGone || g.own.actor.Key != "" && v.Flag(&g.Frame)
		}
	}
	return resolved, true
}

// listNamed lists the names that compiler.resolveNamed resolves. actorNames are the names that every actor has; for a leader only
// conditions and pools are listed.
func (p nameScope) listNamed(actorNames []string) (more []string) {
	if p.inTactic {
		more = append(more, sideWord+"all", sideWord+outName)
		for _, name := range actorNames {
			if first, _, found := strings.Cut(name, "."); found && (first == "is" || first == strings.ToUpper(first)) {
				more = append(more, leaderWord+name)
			}
		}
	}
	if p.cast != nil {
		for _, key := range p.cast.keys {
			more = append(more, withPrefix(key+".", actorNames)...)
		}
	}
	return more
}
