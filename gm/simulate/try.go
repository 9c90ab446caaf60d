package simulate

import (
	"cmp"
	"slices"

	"hybrid/rules"
)

// The actions that a tactic tries in a turn, with target, number, options and cards, and the actions of its side before them.

// tryAction lets by, a fighter or its side, use an action by the tactic of the fighter m: on m's target, on the first ally for whom it is
// possible, weakest first, or on the first such opponent, best target first. done is false if the action is not possible.
func (f *fight) tryAction(m *fighter, by *rules.Actor, action *rules.Action) (done bool, err error) {
	var target *rules.Actor
	if m.target >= 0 {
		target = f.fighters[m.target].Actor
	}
	switch {
	case m.tactic.AimsAtAlly(action):
		for _, friend := range f.friendsByNeed(m) {
			if done, err = f.tryActionOn(m, by, action, friend.Actor); done || err != nil {
				return done, err
			}
		}
		return false, nil
	case m.tactic.AimsAtAnyone(action):
		for _, other := range f.opponentsByMerit(m) {
			if done, err = f.tryActionOn(m, by, action, other.Actor); done || err != nil {
				return done, err
			}
		}
		return false, nil
	case action.Whom && target == nil:
		return false, nil
	}
	return f.tryActionOn(m, by, action, target)
}

// tryActionOn lets by, the fighter m or its side, use an action, on the actor other if it needs one, unless m's tactic excludes that actor.
func (f *fight) tryActionOn(m *fighter, by *rules.Actor, action *rules.Action, other *rules.Actor) (bool, error) {
	number, ok := m.tactic.WouldTry(f.rules, action, m.Actor, other, f.sideStanding(m))
	if !ok {
		return false, nil
	}
	d := &f.scratch[0]
	*d = rules.OngoingAction{Action: action.Name, Asked: number}
	if action.Whom {
		d.Whom = other.Key
	}
	if by == m.Actor {
		return f.declareAction(m, d)
	}
	err := f.live.Declare(by, d)
	if rules.IsRefusal(err) {
		return false, nil
	}
	f.recordDeclared(by, d)
	return true, f.updateChangedFighters(err)
}

// lastTargetIndex returns the index of the opponent that the last tried action was used on, or before if it had none.
func (f *fight) lastTargetIndex(m *fighter, before int) int {
	k := slices.IndexFunc(f.fighters, func(o fighter) bool { return o.Key == f.scratch[0].Whom })
	if k < 0 || f.fighters[k].side == m.side {
		return before
	}
	return k
}

// friendsByNeed lists the fighters of m's side who are still in the fight, including m, the weakest first.
func (f *fight) friendsByNeed(m *fighter) (list []*fighter) {
	for _, i := range f.members[m.side] {
		if !f.fighters[i].hasLeft {
			list = append(list, &f.fighters[i])
		}
	}
	slices.SortStableFunc(list, func(a, b *fighter) int { return cmp.Compare(a.share, b.share) })
	return list
}

// opponentsByMerit lists the fighters on other sides who aren't out, the best target first.
func (f *fight) opponentsByMerit(m *fighter) (list []*fighter) {
	merits := map[*fighter]merit{}
	for k := range f.fighters {
		if o := &f.fighters[k]; o.inFight && o.side != m.side {
			list, merits[o] = append(list, o), f.rateTarget(m, k, float64(f.attackers[k]))
		}
	}
	slices.SortStableFunc(list, func(a, b *fighter) int { return merits[a].compare(merits[b]) })
	return list
}

// declareForSide lets the side of a fighter take the first possible action that the fighter's tactic has for it.
func (f *fight) declareForSide(m *fighter) (done bool, err error) {
	actions := m.tactic.SideActions()
	side := sideOfFighter(f.state, m)
	if len(actions) == 0 || side == nil || f.sideActions > maxTimes {
		return false, nil
	}
	for _, action := range actions {
		if done, err = f.tryAction(m, side, action); done || err != nil {
			f.sideActions++
			return done, err
		}
	}
	f.sideActions = 0
	return false, nil
}

// tacticOptions returns the options of its tactic that apply to the fighter's action, and the cards that it would play.
func (f *fight) tacticOptions(m *fighter, d *rules.OngoingAction) (list []rules.TickedOption) {
	candidates := m.ticks[0]
	if cards := m.tactic.PlayedCards(f.rules, f.state, m.Actor, f.state.Find(d.Whom), f.sideStanding(m)); len(cards) > 0 {
		candidates = slices.Concat(candidates, cards)
	}
	if len(candidates) == 0 {
		return nil
	}
	tried := *d
	for _, option := range candidates {
		tried.Options = append(list, option) // with the accepted options; overwrites one that was rejected
		if f.live.IsPossibleAt(m.Actor, m.Place, &tried) {
			list = tried.Options
		}
	}
	return slices.Clip(list)
}
