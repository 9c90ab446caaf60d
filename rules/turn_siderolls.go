package rules

import (
	"cmp"
	"math"
	"slices"

	"hybrid/rules/collect"
	"hybrid/rules/source"
)

// With order.initiative, the sides roll to decide which of them begins a round. A side can roll before the round, with options, which are
// situations ticked for the roll; the other sides roll when the round begins. Ties are rolled again, with the same options. This file also
// contains the beginning of a round.

// SideRoll is a side's roll for the next round.
type SideRoll struct {
	Side  string         // key of the side
	Total float64        // result; lower totals begin earlier
	With  *OngoingAction // options of the roll; nil for none
}

// earlierSideRoll returns the roll that a side has already made; ok is false if there is none.
func (r *Run) earlierSideRoll(side string) (roll SideRoll, ok bool) {
	for _, rolled := range r.state.SideRolls {
		if rolled.Side == side {
			return rolled, true
		}
	}
	return SideRoll{Side: side}, false
}

// maxTies is the highest number of times that ties are rolled again. After that, the order of the sides decides.
const maxTies = 100

// sortByRolls sorts sides by their rolls, the lowest first, and rolls ties again. Ties without dice, such as cards drawn at the
// table, keep the order of the sides.
func (r *Run) sortByRolls(list []string) []string {
	rolls := make(map[string]float64, len(list))
	for _, key := range list {
		earlier, ok := r.earlierSideRoll(key)
		if rolls[key] = earlier.Total; !ok {
			rolls[key] = r.rollForSide(key, nil)
		}
	}
	for range maxTies {
		tied := r.findTied(list, rolls)
		if len(tied) == 0 || r.err != nil || !r.rs.Order.Initiative.rollsDice() {
			break
		}
		for _, key := range tied {
			earlier, _ := r.earlierSideRoll(key)
			rolls[key] = r.rollForSide(key, earlier.With)
		}
	}
	slices.SortStableFunc(list, func(a, b string) int { return cmp.Compare(rolls[a], rolls[b]) })
	return list
}

// findTied returns the sides in list whose roll equals that of another side. rolls holds the rolls by side.
func (r *Run) findTied(list []string, rolls map[string]float64) (tied []string) {
	for _, key := range list {
		if slices.ContainsFunc(list, func(other string) bool { return other != key && math.Abs(rolls[key]-rolls[other]) < slack }) {
			tied = append(tied, key)
		}
	}
	return tied
}

// rollForSide rolls for a side's place in the next round, with options, which may be nil, and returns the result.
func (r *Run) rollForSide(key string, options *OngoingAction) float64 {
	order := &r.rs.Order
	before := r.savepoint()
	r.purpose, r.rollingActor = order.InitiativeWord(), key
	trace, first := r.startTrace()
	r.countOffset++ // formulas then read the count of the next round
	f, err := r.sideRollFrame(key, options)
	if err != nil && r.err == nil {
		r.err = err
	}
	total := 0.0
	if r.err == nil {
		total, _ = order.Initiative.total(f, trace)
	}
	r.countOffset--
	terms := trace.endList(first)
	if r.record && r.err == nil {
		r.insertRecord(Outcome{Step: againInitiative, Label: order.InitiativeWord(), Kind: stepKindNames[stepTally], Who: key,
			Source: order.Initiative.Pos.String(), Guide: order.Src, Total: &total, Terms: terms}, before)
	}
	return total
}

// sideRollFrame returns the frame of a side's roll, with its options, which may be nil. It returns an error if an option does not apply.
func (r *Run) sideRollFrame(key string, options *OngoingAction) (*Frame, error) {
	f := r.newFrame(r.actorCopy(key), nil)
	f.tags = r.rs.Order.sideRollTags
	if options == nil {
		return f, nil
	}
	m := act{Run: r, f: f, d: options}
	f.sides[0].manual = options.Given
	if err := m.tickOptions(); err != nil {
		return nil, err
	}
	for _, ticked := range m.tickedOptions() {
		if t := ticked.Situation; len(t.For) == 0 {
			return nil, refuse("%s isn't for this roll. Remove it.", t.Label)
		}
		if err := ticked.checkTicked(r.rs, f); err != nil {
			return nil, err
		}
	}
	return f, nil
}

// SideRollTicks lists the situations that can be ticked for a side's roll for the next round.
func (rs *Ruleset) SideRollTicks(s *State, side string) (list []*Situation) {
	r := rs.newRun(s, DecisionInput{Brief: true})
	defer r.release()
	r.countOffset++
	f, err := r.sideRollFrame(side, nil)
	for _, t := range rs.Situations.All {
		isForRoll := slices.ContainsFunc(t.For, func(roll source.Text) bool { return roll.Text == againInitiative })
		if err == nil && t.Holds.Text == "" && isForRoll && t.canTick(f, t.Ask.InitialNumber()) {
			list = append(list, t)
		}
	}
	return list
}

// SidesToRoll lists the sides that can roll now for the next round, in the order of the encounter.
func (rs *Ruleset) SidesToRoll(s *State) (list []string) {
	if !rs.Order.sidesRollInitiative() || !s.Running {
		return nil
	}
	r := rs.newRun(s, DecisionInput{Brief: true})
	defer r.release()
	return collect.Filter(r.sidesTakingPart(), func(key string) bool { return r.refuseSideRoll(r.actorCopy(key)) == nil })
}

// RollSide rolls for a side's place in the next round, with options, which may be nil. The roll is kept for the beginning of the round.
func (rs *Ruleset) RollSide(s *State, key string, options *OngoingAction, k DecisionInput) (Decision, error) {
	return decideTurn(rs, s, key, k, func(r *Run, side *Actor) error {
		if err := r.refuseSideRoll(side); err != nil {
			return err
		}
		total := r.rollForSide(key, options)
		r.emit(&Event{Kind: EventRolled, Who: key, Value: TrimNoise(total), Doing: options})
		return r.err
	})
}

// refuseSideRoll returns an error if a side can't roll now.
func (r *Run) refuseSideRoll(side *Actor) error {
	word, unit := r.rs.Order.InitiativeWord(), r.rs.CountWord()
	switch next, _ := r.turns().nextSide(); {
	case !side.isSide:
		return refuse("The %s is rolled by sides. Type `initiative %s`.", MidSentence(word), side.Side)
	case r.refuseLostTurn() != nil:
		return r.refuseLostTurn()
	case next != "":
		return refuse("This %s isn't over: it's %s's turn. Type `next`.", unit, r.state.SideName(next))
	}
	if _, rolled := r.earlierSideRoll(side.Key); rolled {
		return refuse("%s has already rolled. Type `undo` to take it back.", side.Name)
	}
	if !slices.Contains(r.sidesTakingPart(), side.Key) {
		return refuse("No combatant of %s can act.", side.Name)
	}
	return nil
}

// advanceRound advances to the next side's turn, or to the next round. It returns an error if that would skip a turn.
func (r *Run) advanceRound() error {
	if err := cmp.Or(r.endOrRefuseStep(), r.refuseAfterEnd(), r.refuseLostTurn()); err != nil {
		return err
	}
	if len(r.state.Sides) == 0 {
		return refuse("No combatant has a side. Add a combatant, or restart the encounter.")
	}
	for _, a := range r.membersOf(r.state.Round.Side()) {
		if a.Open {
			r.withActor(a).emitOwn(&Event{Kind: EventTurn, At: r.count() + 1, By: 1})
		}
	}
	if r.state.Round == nil || !r.beginNextSide() {
		r.beginRound()
	}
	return nil
}

// beginRound begins a round. Pools are refilled, and conditions that last for a round end. Pending effects of conditions are applied, first
// to actors and then to sides. Finally the first side has its turn or, if the game has a stage at the start of rounds, that stage begins.
func (r *Run) beginRound() {
	count := r.state.Count + 1
	everyone := make([]*Actor, 0, len(r.state.Actors)+len(r.state.Sides)) // first the sides, then the actors
	for _, actor := range slices.Concat(r.state.Sides, r.state.Actors) {
		everyone = append(everyone, r.actorCopy(actor.Key))
	}
	for _, a := range everyone {
		if a.isSide {
			r.withActor(a).scheduleTicks()
		} else if a.Turn < 0 && !a.Open && !a.Waiting && a.forbiddenBy(r.rs, cannotAct) == nil {
			r.withActor(a).enterScene()
		}
	}
	order := r.sideOrder()
	r.emit(&Event{Kind: EventRound, At: count, Words: order})
	r.showReminders(r.rs.ReminderClock(r.state))
	for _, a := range everyone {
		r.refillPools(a)
	}
	for _, a := range everyone {
		r.withActor(a).endLastingUntil(untilRound)
		if a.Waiting || a.Open {
			r.withActor(a).emitOwn(&Event{Kind: EventTurn, At: count})
		}
	}
	sides, actors := everyone[:len(r.state.Sides)], everyone[len(r.state.Sides):]
	r.applyDueTicks(slices.Concat(actors, sides), count)
	present := slices.DeleteFunc(slices.Clone(actors), func(a *Actor) bool { return a.IsOut(r.rs) })
	if e, ok := r.rs.PassedOverEvent(present); ok && r.record {
		r.emit(&e)
	}
	if r.err != nil {
		return
	}
	if stage := r.rs.stageAt(stageAtRound); stage != nil {
		r.beginStage(stage)
	} else {
		r.beginNextSide()
	}
}

// applyDueTicks applies the effects of conditions of the actors in list that come at the given count or before, the earliest first.
func (r *Run) applyDueTicks(list []*Actor, count float64) {
	for r.err == nil {
		next, ok := firstTick(list, count)
		if !ok {
			return
		}
		r.withActor(next.Actor).applyInterval(next.Held.ID)
	}
}

// sortSidesFirst puts the sides for which the given formula is true before the others; a nil formula keeps the order.
func (r *Run) sortSidesFirst(sides []string, first *Formula) (list []string) {
	var others []string
	for _, key := range sides {
		if first != nil && first.Flag(r.newFrame(r.actorCopy(key), nil)) {
			list = append(list, key)
		} else {
			others = append(others, key)
		}
	}
	return append(list, others...)
}

// sideOrder returns the sides of a round in the order of their turns. These are sides with an actor who can act in this round or could act
// in an earlier one. With `initiative`, the lowest roll begins.
func (r *Run) sideOrder() (list []string) {
	list = r.sidesTakingPart()
	if r.rs.Order.Initiative == nil {
		return r.sortSidesFirst(list, r.rs.Order.begins)
	}
	return r.sortByRolls(list)
}
