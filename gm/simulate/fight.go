package simulate

import (
	"fmt"
	"slices"

	"hybrid/gm/campaign"
	"hybrid/gm/command"
	"hybrid/rules"
	"hybrid/rules/source"
)

// One fight played by tactics: each fighter's target and actions. A tactic is the list of actions, with conditions, by which an NPC is
// played. The engine, rules.Live, carries the actions out; rounds.go has games in which sides take turns.
//
// Game time passes in counts. A fighter whose turn has come is Open until it declares an action, which takes effect at a later count; one
// that is Waiting can declare at any count. Commands of the engine return an error for which rules.IsRefusal is true if the rules don't
// allow them; the fighter then tries something else.

// fight is one fight that is played by tactics. The engine carries it out. It has many methods because each kind of choice has its own.
type fight struct {
	rules          *rules.Ruleset       // the game's rules
	live           *rules.Live          // engine, which changes the state in place
	dice           *PersonDice          // current run's dice
	state          *rules.State         // current state of live
	watched        []*rules.Pool        // pools whose remaining share is a fighter's strength, if they have a maximum
	fighters       []fighter            // combatants of all sides, in the order in which they joined
	names          []string             // keys of the sides; other lists of sides have the same order
	strength       []float64            // remaining strength of each side: the sum of its fighters' shares
	startStrength  []float64            // strength of each side at the beginning of the run
	lastBehind     []float64            // last count at which each side did not lead
	start          float64              // count at which the fight begins
	until          float64              // count at which the fight is given up
	standingCount  int                  // number of sides with a fighter who isn't out of the fight
	standing       []bool               // whether each side has a fighter who isn't out of the fight
	members        [][]int              // indexes in fighters of the fighters of each side
	places         map[*rules.Actor]int // index of each actor in fighters
	attackers      []int                // scratch space: number of attackers of each fighter
	targets        []int                // index of each fighter's first target; -1 if it has none
	steps          int                  // number of commands so far
	stalled        bool                 // whether nothing can happen any more
	lastDeclaredAt float64              // last round in which a fighter declared something; only in rounds
	rulesDecide    bool                 // whether the game's rules decide who has won, rather than the fighters who are left
	aloneAt        float64              // count at which standingCount fell below two; only meaningful while it is
	winsByCount    bool                 // whether winning depends on the count

	exits   []campaign.Exit     // encounter's exits
	scene   *campaign.Encounter // encounter whose ends and leaders apply; nil if there is none
	decided *rules.End          // end of the encounter that was reached; nil until then

	scratch [2]rules.OngoingAction // scratch space for the action being tried and for a second action that accompanies it

	sideActions       int                   // number of consecutive actions of sides by their tactics
	sideTurnCount     int                   // number of times that the turn passed to another side; only in rounds
	earlierLevels     []rules.Level         // scratch space for the earlier pool levels of the acting fighter and, after them, of its side
	earlierConditions []rules.HeldCondition // scratch space for the earlier conditions of the acting fighter

	onDeclare func(*rules.OngoingAction) // function called with each declaration; nil in a simulation
	declarer  *rules.Actor               // fighter or side whose declaration onDeclare is called with
}

// fighter is an actor in a fight.
type fighter struct {
	*rules.Actor
	side          int                     // index of its side
	target        int                     // index of its target; -1 if it has none yet
	share         float64                 // remaining share of the watched pools, 0 to 1
	able          bool                    // whether it can act and has not left
	hasLeft       bool                    // whether it left the fight
	flight        *escape                 // route of its flight; nil if it does not flee
	inFight       bool                    // whether it is not out of the fight; such a fighter can still be unable to act for a while
	tactic        *rules.Tactic           // tactic that plays it
	ticks         [2][]rules.TickedOption // options ticked by its tactic: 0 normally, 1 as a last resort
	declared      []int                   // number of declarations and answers in this run, for each action of its tactic
	usesInTurn    []int                   // number of uses in this turn, for each action of its tactic; only in rounds, like the fields below
	lastActedTurn int                     // number of the side's turn, as in sideTurnCount, in which it acted last; -1 before
	waitingTurn   int                     // number of the side's turn in which it keeps waiting; -1 for none
	waitAction    int                     // index of the action with which it waits
}

// maxSteps is the number of commands after which a fight is given up: it might never end, because no time passes in it.
const maxSteps = 200_000

// newFight prepares a fight once for many runs.
func newFight(sim *Simulation, sides []string) *fight {
	f := &fight{}
	f.live = sim.Rules.Live(sim.State, f.answerByTactic)
	f.state = f.live.State
	f.prepareRuns(sim, sides, newPersonDice(sim.State))
	return f
}

// prepareRuns prepares everything except the engine, which already has the state in which the runs begin.
func (f *fight) prepareRuns(sim *Simulation, sides []string, dice *PersonDice) {
	*f = fight{
		rules: sim.Rules, live: f.live, dice: dice, state: f.state,
		watched:  watchedPools(sim.Rules),
		fighters: make([]fighter, len(sim.State.Actors)),
		names:    sides,
		strength: make([]float64, len(sides)), startStrength: make([]float64, len(sides)), lastBehind: make([]float64, len(sides)),
		start: sim.State.Count, until: sim.State.Count + sim.Counts,
		standing: make([]bool, len(sides)), members: make([][]int, len(sides)),
		places:    map[*rules.Actor]int{},
		attackers: make([]int, len(sim.State.Actors)),
		exits:     sim.encounterExits(),
		scene:     sim.scene,
	}
	for _, side := range sim.State.Sides {
		f.rulesDecide = f.rulesDecide || f.rules.Order.InRounds() && side.Sheet.WinFormula() != nil
		f.winsByCount = f.winsByCount || side.Sheet.WinFormula().ReadsName("count")
	}
	for i, a := range sim.State.Actors {
		t := sim.chosenTactic(a.Key)
		f.fighters[i] = fighter{
			Actor: f.live.Actor(i), side: slices.Index(sides, a.Side), tactic: t,
			ticks:    [2][]rules.TickedOption{tickOptions(f.rules, t.Options), tickOptions(f.rules, t.Resort)},
			declared: make([]int, len(t.Actions())), usesInTurn: make([]int, len(t.Actions())),
		}
		f.places[f.fighters[i].Actor] = i
		f.members[f.fighters[i].side] = append(f.members[f.fighters[i].side], i)
	}
	for _, a := range sim.State.Actors { // the target of an action in progress, else the given one, else that of a movement
		whom := sim.Targets[a.Key]
		switch {
		case a.Doing != nil && a.Doing.Whom != "":
			whom = a.Doing.Whom
		case whom == "" && a.Going != nil:
			whom = a.Going.Whom
		}
		f.targets = append(f.targets, slices.IndexFunc(sim.State.Actors, func(o *rules.Actor) bool { return o.Key == whom && o.Side != a.Side }))
	}
}

// watchedPools returns the pools that a game master watches, except those refilled each round. If none of these ends a fight, it
// also returns the pools that do.
func watchedPools(rs *rules.Ruleset) (list []*rules.Pool) {
	for _, name := range rs.Pack.Watch {
		if pool, ok := rs.Pools.Get(name); ok && !pool.Refills() {
			list = append(list, pool)
		}
	}
	for _, ofSide := range []bool{false, true} {
		ending := rs.EndingPools(ofSide)
		if !slices.ContainsFunc(ending, func(pool *rules.Pool) bool { return slices.Contains(list, pool) }) {
			list = append(list, ending...)
		}
	}
	return list
}

// beginRun restores the state at the beginning, with the dice of a run.
func (f *fight) beginRun(sim *Simulation, run int) {
	f.dice.Reset(sim.Seed, run)
	f.resetState()
}

// resetState restores the state at the beginning, without resetting the dice.
func (f *fight) resetState() {
	f.live.Begin(f.dice)
	f.steps, f.stalled, f.lastDeclaredAt, f.sideTurnCount, f.sideActions = 0, false, f.start, 0, 0
	for i := range f.fighters {
		m := &f.fighters[i]
		m.target, m.hasLeft, m.flight, m.lastActedTurn, m.waitingTurn = f.targets[i], false, nil, -1, -1
		clear(m.declared)
		f.updateFighter(m)
	}
	f.standingCount, f.aloneAt = 2, f.start // as if two sides were left, so that sumSides sets aloneAt if there are fewer
	f.sumSides()
	f.decided = f.scene.FindEnd(f.rules, f.state)
	copy(f.startStrength, f.strength)
	for i := range f.lastBehind {
		f.lastBehind[i] = f.start
	}
}

// playToEnd plays a run of the fight to its end.
func (f *fight) playToEnd(sim *Simulation, run int) error {
	f.beginRun(sim, run)
	return f.finishRun(sim, run)
}

// finishRun plays a started run to its end.
func (f *fight) finishRun(sim *Simulation, run int) error {
	if err := f.rollInitiative(); err != nil {
		return err
	}
	for !f.isOver() {
		if err := f.advanceStep(); err != nil {
			return fmt.Errorf("fight %d of seed %d, count %s: %w", run, sim.Seed, command.Number(f.state.Count), err)
		}
	}
	return nil
}

// updateFighter updates a fighter's state.
func (f *fight) updateFighter(m *fighter) {
	m.able, m.inFight = false, false
	if !m.hasLeft {
		m.share = shareLeft(f.watched, m.Actor)
		m.able, _ = m.Actor.CanAct(f.rules)
		m.inFight = !m.Actor.IsOut(f.rules)
	}
}

// sumSides adds up the strength of each side.
func (f *fight) sumSides() {
	clear(f.strength)
	clear(f.standing)
	for i := range f.fighters {
		if m := &f.fighters[i]; m.inFight {
			f.strength[m.side] += m.share
			f.standing[m.side] = true
		}
	}
	before := f.standingCount
	f.standingCount = 0
	for _, isStanding := range f.standing {
		f.standingCount += boolToInt(isStanding)
	}
	if f.standingCount < 2 && before >= 2 {
		f.aloneAt = f.state.Count
	}
}

// shareLeft returns the average remaining share of a fighter's limited pools.
func shareLeft(pools []*rules.Pool, a *rules.Actor) float64 {
	sum, n := 0.0, 0
	for _, pool := range pools {
		if maximum, limited := a.Sheet.Max(pool); limited && maximum > 0 {
			sum += max(0, a.PoolValue(pool)/maximum)
			n++
		}
	}
	if n == 0 {
		return 1
	}
	return sum / float64(n)
}

// isOver reports whether the fight is over: fewer than two sides are left, although the rules can still decide who has won as long as
// something is declared; or a side has won; or an end of the encounter was reached; or time is up; or nothing can happen any more.
func (f *fight) isOver() bool {
	hasStandstill := !f.winsByCount && f.state.Count > f.lastDeclaredAt+1 // no one declared anything in the last round
	hasNoOpponents := f.standingCount < 2 && (!f.rulesDecide || hasStandstill)
	isDecided := f.state.Won != "" || f.decided != nil
	return hasNoOpponents || isDecided || f.state.Count > f.until || f.stalled || f.steps > maxSteps
}

// winnerIndex returns the index of the side that has won, or of the only one with a fighter who isn't out, or -1 for none.
func (f *fight) winnerIndex() int {
	switch {
	case f.state.Won != "":
		return slices.Index(f.names, f.state.Won)
	case f.decided != nil:
		return slices.Index(f.names, f.decided.Winner)
	}
	if f.standingCount != 1 {
		return -1
	}
	return slices.Index(f.standing, true)
}

// updateChangedFighters updates the fighters that the last command changed. err is the error of that command; if it isn't nil, updateChangedFighters only
// returns it.
func (f *fight) updateChangedFighters(err error) error {
	if err != nil {
		return err
	}
	f.steps++
	if f.decided == nil {
		f.decided = f.scene.FindEnd(f.rules, f.state)
	}
	changed := f.live.ChangedActors()
	if len(changed) == 0 {
		return nil
	}
	for _, a := range changed {
		if m := &f.fighters[f.places[a]]; !m.hasLeft {
			f.updateFighter(m)
		}
	}
	f.sumSides()
	f.updateLastBehind()
	return nil
}

// updateLastBehind records the count for each side that does not lead. A side leads if it alone has the largest remaining share.
func (f *fight) updateLastBehind() {
	for i := range f.strength {
		for j := range f.strength {
			if i != j && f.shareOfSide(i) <= f.shareOfSide(j)+1e-9 { // apart from rounding errors
				f.lastBehind[i] = f.state.Count
			}
		}
	}
}

// shareOfSide returns the remaining share of a side's points, from 0 to 1.
func (f *fight) shareOfSide(side int) float64 {
	if f.startStrength[side] == 0 {
		return 0
	}
	return f.strength[side] / f.startStrength[side]
}

// rollInitiative rolls for the fighters who have no turn pending.
func (f *fight) rollInitiative() error {
	var who []*rules.Actor
	if f.rules.Order.InRounds() {
		return nil // they join when a round begins
	}
	for i := range f.fighters {
		if f.fighters[i].isIdle() {
			who = append(who, f.fighters[i].Actor)
		}
	}
	if len(who) == 0 {
		return nil
	}
	return f.updateChangedFighters(f.live.Enter(who))
}

// isIdle reports whether a fighter can act, but has no turn pending, does nothing and doesn't wait.
func (m *fighter) isIdle() bool {
	return m.able && m.Turn < 0 && m.Doing == nil && !m.Waiting
}

// advanceStep lets a fighter declare, or advances time.
func (f *fight) advanceStep() error {
	if f.rules.Order.InRounds() {
		return f.stepInRounds()
	}
	if m := f.firstToDeclare(f.state.Count > f.start); m != nil {
		return f.takeTurn(m)
	}
	err := f.live.Next()
	if rules.IsRefusal(err) {
		if m := f.firstToDeclare(true); m != nil {
			return f.takeTurn(m)
		}
		return f.rerollIdle()
	}
	return f.updateChangedFighters(err)
}

// firstToDeclare returns the first fighter who can declare now, or nil. waiters is true if fighters who wait can also declare: when the
// fight begins they let time pass first, so that waiting has its cost.
func (f *fight) firstToDeclare(waiters bool) *fighter {
	for i := range f.fighters {
		if m := &f.fighters[i]; f.live.HasReadyActor() && (m.Open || m.Waiting && waiters) && !m.hasLeft {
			return m
		}
	}
	return nil
}

// rerollIdle rolls for the fighters who could act and have no turn pending; if there are none, the fight has stalled.
func (f *fight) rerollIdle() error {
	before := f.steps
	err := f.rollInitiative()
	f.stalled = f.steps == before
	return err
}

// removeFighter removes a fighter from the fight.
func (f *fight) removeFighter(m *fighter) error {
	err := f.live.Leave(m.Actor)
	m.hasLeft, m.able, m.inFight = true, false, false
	return f.updateChangedFighters(err)
}

// isUnderAttack reports whether an opponent's action against a fighter is in progress.
func (f *fight) isUnderAttack(m *fighter) bool {
	for i := range f.fighters {
		o := &f.fighters[i]
		for d := o.Doing; d != nil && o.side != m.side; d = d.Beside {
			if d.Whom == m.Key {
				return true
			}
		}
	}
	return false
}

// takeTurn lets a fighter flee, or take the first possible action of its tactic, or approach its target, or let its turn pass. If the
// fighter does nothing to the target chosen for this turn, it keeps its earlier one. A fighter who lets its turn pass rolls for its next
// one.
func (f *fight) takeTurn(m *fighter) error {
	if !m.able {
		return f.updateChangedFighters(f.live.RollInitiative(m.Actor))
	}
	if f.wantsToLeave(m) {
		if done, err := f.fleeOrLeave(m); done || err != nil {
			return err
		}
	}
	before := m.target
	m.target = f.chooseTarget(m)
	if done, err := f.declareForSide(m); done || err != nil {
		return err
	}
	for k, action := range m.tactic.Actions() {
		done, err := f.tryAction(m, m.Actor, action)
		if err != nil {
			return err
		}
		if !done && action.Whom && !m.tactic.AimsAtAlly(action) && m.target >= 0 {
			if done, err = f.tryOnPaired(m, action); err != nil {
				return err
			}
		}
		m.declared[k] += boolToInt(done)
		if done {
			if m.target = f.lastTargetIndex(m, before); !m.Open && !m.Waiting {
				return nil // the action has used its turn
			}
			before, m.target = m.target, f.chooseTarget(m) // the fighter can still declare: choose a target for the next action
		}
	}
	if err := f.approachTarget(m); err != nil {
		return err
	}
	if m.target >= 0 && (m.Going == nil || m.Going.Whom != f.fighters[m.target].Key) {
		m.target = before // it did nothing to the opponent
	}
	return f.updateChangedFighters(f.live.RollInitiative(m.Actor))
}

// tryOnPaired lets m use an action on the first possible opponent who is bound to m by a paired condition, such as a grip.
func (f *fight) tryOnPaired(m *fighter, action *rules.Action) (done bool, err error) {
	for i := 0; i < len(m.Conditions) && !done && err == nil; i++ {
		if whom := f.pairedOpponent(m, &m.Conditions[i]); whom != nil {
			done, err = f.tryActionOn(m, m.Actor, action, whom)
		}
	}
	return done, err
}

// pairedOpponent returns the opponent that shares a paired condition with m, if that opponent can act and is not m's target already;
// otherwise nil.
func (f *fight) pairedOpponent(m *fighter, held *rules.HeldCondition) *rules.Actor {
	for k := range f.fighters {
		if o := &f.fighters[k]; held.Condition.IsPaired() && k != m.target && o.Key == held.Other && o.able && o.side != m.side {
			return o.Actor
		}
	}
	return nil
}

// approachTarget lets a fighter move towards its target, if some action of its tactic would be possible there. The distance shrinks as time
// passes.
func (f *fight) approachTarget(m *fighter) error {
	activity := m.tactic.ApproachActivity()
	if activity == nil || m.target < 0 {
		return nil
	}
	whom := f.fighters[m.target].Actor
	if distanceBetween(m.Actor, whom) == 0 || m.Going != nil && m.Going.Whom == whom.Key && m.isFastEnough(f.state, activity) {
		return nil
	}
	for _, action := range m.tactic.Actions() {
		if action.Whom && f.live.IsPossibleAt(m.Actor, whom.Place, &rules.OngoingAction{Action: action.Name, Whom: whom.Key}) {
			return f.settleDeparture(f.live.Follow(m.Actor, activity, whom))
		}
	}
	return nil
}

// isFastEnough reports whether a fighter that moves by an activity in state s has no reason to go faster.
func (m *fighter) isFastEnough(s *rules.State, activity *rules.Activity) bool {
	_, slower := m.DeclarationToBegin(s, activity)
	return !slower
}

// settleDeparture updates the fighters after a departure that returned err. A refusal isn't an error: a fighter that can't go faster this
// turn continues as before.
func (f *fight) settleDeparture(err error) error {
	if rules.IsRefusal(err) {
		return nil
	}
	return f.updateChangedFighters(err)
}

// declareAction lets a fighter declare an action, with the applicable options of its tactic. done is false if the action is not possible.
// If the action isn't possible with the item in hand, for example because it is used up, the fighter tries the other items that it carries,
// and then the options that its tactic ticks as a last resort.
func (f *fight) declareAction(m *fighter, d *rules.OngoingAction) (done bool, err error) {
	if d.Options = f.tacticOptions(m, d); len(d.Options) > 0 {
		if done, err = f.declareWithSecond(m, d); done || err != nil {
			return done, err
		}
	}
	d.Options = nil
	if done, err = f.declareWithSecond(m, d); done || err != nil {
		return done, err
	}
	if action, ok := f.rules.Actions.Get(d.Action); ok && d.Tool == "" {
		for _, tool := range action.OtherTools(f.rules, m.Actor) {
			d.Tool = tool.Name
			if done, err = f.declareWithSecond(m, d); done || err != nil {
				return done, err
			}
		}
		d.Tool = ""
	}
	if d.Options = m.ticks[1]; len(d.Options) == 0 {
		return false, nil
	}
	return f.declareWithSecond(m, d)
}

// tickOptions returns the named situations as ticked options of an action, with the usual number if they ask for one.
func tickOptions(rs *rules.Ruleset, names []source.Text) (list []rules.TickedOption) {
	for _, name := range names {
		option := rules.TickedOption{Situation: name.Text}
		if situation, ok := rs.Situations.Get(name.Text); ok {
			option.Number = situation.Ask.UsualNumber()
		}
		list = append(list, option)
	}
	return list
}

// declareWithSecond declares an action, along with a second one if the tactic has one that is possible.
func (f *fight) declareWithSecond(m *fighter, d *rules.OngoingAction) (bool, error) {
	for _, action := range m.tactic.SecondActions() {
		if action.Whom && m.target < 0 {
			continue
		}
		second := &f.scratch[1]
		*second = rules.OngoingAction{Action: action.Name, Asked: action.Ask.UsualNumber()}
		if action.Whom {
			second.Whom = f.fighters[m.target].Key
		}
		d.Beside = second
		err := f.live.Declare(m.Actor, d)
		if !rules.IsRefusal(err) {
			f.recordDeclared(m.Actor, d)
			d.Beside = nil
			return true, f.updateChangedFighters(err)
		}
		d.Beside = nil
	}
	err := f.live.Declare(m.Actor, d)
	if rules.IsRefusal(err) {
		return false, nil
	}
	f.recordDeclared(m.Actor, d)
	return true, f.updateChangedFighters(err)
}

// recordDeclared records the count of a declaration, and calls onDeclare, if it is set.
func (f *fight) recordDeclared(a *rules.Actor, d *rules.OngoingAction) {
	f.lastDeclaredAt = f.state.Count
	if f.onDeclare != nil {
		f.declarer = a
		f.onDeclare(d)
	}
}

// chooseTarget returns the index of m's best target by its tactic, or -1 if there is none. Targets are the fighters on other sides who
// aren't out of the fight; those who can act come first.
func (f *fight) chooseTarget(m *fighter) int {
	best, found := merit{}, -1
	clear(f.attackers)
	for _, i := range f.members[m.side] {
		if o := &f.fighters[i]; o != m && o.able && o.target >= 0 {
			f.attackers[o.target]++
		}
	}
	for k := range f.fighters {
		o := &f.fighters[k]
		if !o.inFight || o.side == m.side {
			continue
		}
		if found >= 0 && f.fighters[found].able && !o.able {
			continue // the best target so far can act, and this one can't
		}
		isFirstAble := found >= 0 && o.able && !f.fighters[found].able
		if merit := f.rateTarget(m, k, float64(f.attackers[k])); found < 0 || isFirstAble || merit.compare(best) < 0 {
			best, found = merit, k
		}
	}
	return found
}

// merit ranks targets, or the fighters of a side by their targets: at the first number that differs, the lower one is better. The first
// number ranks the fighters themselves, and is 0 for targets.
type merit [6]float64

// compare returns a negative number if a is better than b, and 0 if they are equal.
func (a merit) compare(b merit) int {
	for i := range a {
		switch {
		case a[i] < b[i]:
			return -1
		case a[i] > b[i]:
			return 1
		}
	}
	return 0
}

// rateTarget rates opponent k as a target of m. attackers is the number of fighters on m's side who have it as a target.
func (f *fight) rateTarget(m *fighter, k int, attackers float64) merit {
	switchCost := 1.0 // 0 for the current target
	if m.target == k {
		switchCost = 0
	}
	distance, disfavour := distanceBetween(m.Actor, f.fighters[k].Actor), -m.tactic.Rating(f.rules, m.Actor, f.fighters[k].Actor, f.sideStanding(m))
	switch m.tactic.Target {
	case rules.TargetWeakest:
		return merit{0, disfavour, f.fighters[k].share, switchCost, distance, attackers}
	case rules.TargetStrongest:
		return merit{0, disfavour, -f.fighters[k].share, switchCost, distance, attackers}
	case rules.TargetShared:
		return merit{0, disfavour, -attackers, switchCost, distance}
	}
	return merit{0, disfavour, switchCost, distance, attackers}
}

// distanceBetween returns the distance of two actors in metres, or 0 if places are not tracked.
func distanceBetween(a, b *rules.Actor) float64 {
	if !a.Placed || !b.Placed {
		return 0
	}
	return max(a.Place-b.Place, b.Place-a.Place)
}

// answerByTactic chooses an actor's answer to an attack by the actor's tactic.
func (f *fight) answerByTactic(who *rules.Actor, offer rules.Offer) int {
	t := f.tacticOfFighter(who)
	if t == nil {
		return -1
	}
	k, action := chooseAnswer(f.rules, t, who, offer, func() *rules.Standing { return f.standingOf(who.Side) })
	if i := slices.Index(t.Actions(), action); k >= 0 && i >= 0 {
		f.fighters[f.places[who]].declared[i]++
	}
	return k
}

// chooseAnswer returns the index, among the offered answers, of the one that a tactic gives, and its action; -1 and nil for none. It is the
// answer that averts most of the attack. If the offer is made to the acting fighter or many times, or if nothing averts the attack, it is
// the first that the tactic lists. Actions whose `when` is false are skipped. standing returns the standing of who's side.
func chooseAnswer(rs *rules.Ruleset, t *rules.Tactic, who *rules.Actor, offer rules.Offer, standing func() *rules.Standing) (int, *rules.Action) {
	best, attacked := -1, !offer.AsksActor() && !offer.IsRepeated() // index of the best answer so far; whether an attack is answered
	if attacked && (t.Answer == rules.AnswerNever || t.Answer == rules.AnswerIdle && rs.GivesUpToAnswer(who)) {
		return -1, nil
	}
	wouldTry := func(action *rules.Action) bool {
		_, ok := t.WouldTry(rs, action, who, offer.Opponent(), standing)
		return ok
	}
	list := offer.Answers()
	for k := 0; attacked && k < len(list); k++ {
		averts := list[k].Averts
		isBetter := averts > 0 && averts >= t.Least && (best < 0 || averts > list[best].Averts)
		if isBetter && wouldTry(list[k].Action) {
			best = k
		}
	}
	for i := 0; best < 0 && i < len(t.Actions()); i++ {
		best = slices.IndexFunc(list, func(a rules.RatedAnswer) bool { return a.Action == t.Actions()[i] && wouldTry(a.Action) })
	}
	if best < 0 {
		return -1, nil
	}
	return best, list[best].Action
}

// tacticOfFighter returns the tactic of a fighter, or nil.
func (f *fight) tacticOfFighter(who *rules.Actor) *rules.Tactic {
	if i, ok := f.places[who]; ok {
		return f.fighters[i].tactic
	}
	return nil
}
