package rules

import (
	"hybrid/rules/source"
)

// The section `order`: initiative, the duration of actions, and points spent on speed. turn_rounds.go has rounds. In a game with counts,
// each actor has its turn at its own count and declares an action, which takes effect some counts later. A roll of initiative below the
// lowest number of counts can be saved: the difference becomes points of a pool (Excess). These points, and the speed points that a skill
// yields for each use, can be spent to act sooner. A figure is an actor of a side in a game with rounds.

// Order is the section for initiative and turns.
type Order struct {
	Head    `yaml:",inline"`
	Scheme  string                  `yaml:"scheme" one:"counts rounds"` // `counts`: each actor acts at its own count. `rounds`: sides take turns.
	Figures source.Text             `yaml:"figures"`                    // In rounds: the number of figures that act in a side's turn, or `all`. Default: 1.
	Cost    source.Map[source.Text] `yaml:"cost" names:"pools"`         // In rounds: the price of a turn, paid at its start: `cost: {SAV: COST}`.
	// The message if `over` is true. A list has one message for each part of an `over` joined by `or`.
	Refuse []string    `yaml:"refuse"`
	Over   source.Text `yaml:"over"` // In rounds: a figure has no turn while this formula is true.
	// In rounds: the number of turns that the other sides have left once a side passes. Default: no limit.
	Last float64 `yaml:"last"`
	// In rounds: the side for which this formula is true begins. Default: the order of the encounter.
	Begins source.Text `yaml:"begins" formula:"yes"`
	Wins   source.Text `yaml:"wins"` // A side wins when this formula is true. An encounter can have its own.
	// In rounds: the numbers to show when a side has won, each with the other side's: `score: [lower, higher]`.
	Score []source.Text `yaml:"score"`
	// In rounds: true if no one has a turn or acts between a victory and the end of the fight. Default: false.
	Final      bool        `yaml:"final"`
	Enter      source.Text `yaml:"enter"`                  // The sequence for a combatant who joins the fight.
	AtTurn     source.Text `yaml:"at_turn" of:"sequences"` // The sequence that runs at the start of a turn, before conditions act.
	Initiative *Tally      `yaml:"initiative"`             // The counts until the next turn: a tally, which can contain dice.
	First      float64     `yaml:"first"`                  // The lowest number of counts until a turn.
	Excess     source.Text `yaml:"excess"`                 // The pool that gains the counts that `first` cuts off.
	// True if initiative is rolled again after an action: a yes/no formula. An action that delays its own actor's turn sets that turn instead.
	Next source.Text `yaml:"next"`
	// True if an answer delays the defender's action in progress by its time. Otherwise, the answer cancels that
	// action. A yes/no formula.
	Resume source.Text `yaml:"resume"`
	// After a return to the fight: `roll` rolls initiative, `keep` gives back the turn that the actor had, or an immediate turn if that one
	// has passed. Default: roll.
	Back         string         `yaml:"back" one:"roll keep"`
	Time         source.Text    `yaml:"time"`   // The number that gives an action's duration, in counts.
	Points       source.Text    `yaml:"points"` // The number that gives the speed points of a skill use.
	Ties         []source.Text  `yaml:"ties"`   // Formulas that break ties. The highest value goes first.
	Effort       []*Effect      `yaml:"effort"` // Effects that each action costs when it takes effect, and each answer when it is given.
	Pair         *Pair          `yaml:"pair"`   // The rules for two actions at once. Without it, only one can be declared.
	enter        *Sequence      // compiled `enter`; nil for none
	atTurn       *Sequence      // compiled `at_turn`; nil for none
	figures      *Formula       // number of actors in a side's turn; nil for one
	actsTogether bool           // whether a side has one turn per round, for all its figures together
	cost         costs          // price of a turn
	over         *Formula       // compiled `over`; nil for never
	reasons      refusalReasons // messages of `over`
	wins         *Formula       // compiled `wins`; nil for never
	begins       *Formula       // compiled `begins`; nil for the order of the encounter
	score        []*Tally       // compiled Score
	excess       *Pool          // pool that gains the counts that First cuts off; nil for none
	next         *Formula       // compiled `next`; nil for always
	resume       *Formula       // compiled `resume`; nil if an answer always cancels the action in progress
	time         *Tally         // duration of an action, in counts
	points       *Tally         // speed points that a use of a skill yields; nil if it yields none
	ties         []*Formula     // compiled Ties
	sideRollTags tagSet         // tags of a side's roll for the next round
}

// ExcessPool returns the pool that gains the counts that `first` cuts off, or nil.
func (o *Order) ExcessPool() *Pool { return o.excess }

// enterScene makes the rolls of an actor who joins the fight: perception unless it was in an earlier fight of the scene, then initiative.
func (s runActor) enterScene() {
	s.scheduleTicks()
	if seq := s.rs.Order.enter; seq != nil && !s.a.HasEntered {
		s.runSequence(s.newFrame(s.a, nil), call{seq: seq})
	}
	s.rollInitiative(s.count())
}

// duration returns the number of counts that the action takes if the given speed points are spent. Its terms are added to trace,
// which may be nil.
func (a *Action) duration(rs *Ruleset, f *Frame, points float64, trace *termTrace) float64 {
	f.spent = points
	if rs.Order.InRounds() {
		return 0 // an action's time ends the turn and delays the next one
	}
	counts, _ := rs.Order.time.total(f, trace)
	return counts
}

// swapToAnswerer swaps the sides of the frame, so that it belongs to the answering actor. It also prepares the frame for computing the
// duration of the answer action with the given speed points. The duration depends on the action's counts and skill: with a skill that is
// not learnt, the action takes longer.
func (f *Frame) swapToAnswerer(action *Action, points float64) {
	f.swapSides()
	f.pickSkill(nil, true)
	f.counts, f.spent = action.counts.Num(f), points
}

// maxPoints is the highest number of points spent on one action.
const maxPoints = 1000

// spendablePoints returns the speed points that the frame's actor can spend: own points, which the skill yields for this use, and saved
// points, which are in the pool and are spent last (R37).
func (rs *Ruleset) spendablePoints(f *Frame) (own, saved float64) {
	if pool := rs.Order.excess; pool != nil {
		saved = f.sides[0].actor.PoolValue(pool)
	}
	return rs.skillPoints(f), saved
}

// usefulPoints returns the number of points to spend on speed: the given number minus the points that wouldn't make the action faster.
func (a *Action) usefulPoints(rs *Ruleset, f *Frame, points float64) float64 {
	points = min(points, maxPoints)
	for points >= 1 && a.duration(rs, f, points-1, nil) <= a.duration(rs, f, points, nil) {
		points--
	}
	return points
}

// refusePoints returns an error if the frame's actor does not have these points.
func (rs *Ruleset) refusePoints(f *Frame, points float64) error {
	if points > maxPoints {
		return refuse("Points must be 0 to %d, not %s.", maxPoints, formatNumber(points))
	}
	own, saved := rs.spendablePoints(f)
	if points > own+saved {
		return refuse("%s has %s points to spend: %s of the skill, %s saved. Spend fewer.", f.sides[0].actor.Name, formatNumber(own+saved), formatNumber(own), formatNumber(saved))
	}
	return nil
}

// skillPoints returns the speed points that the frame's skill yields for one use.
func (rs *Ruleset) skillPoints(f *Frame) float64 {
	if rs.Order.points == nil {
		return 0
	}
	total, _ := rs.Order.points.total(f, nil)
	return f.use.skill.pointsOf(total)
}

// GivesUpToAnswer reports whether an answer that takes time would cancel the actor's action in progress instead of delaying it, by
// Order.Resume.
func (rs *Ruleset) GivesUpToAnswer(a *Actor) bool {
	return a.Doing != nil && (rs.Order.resume == nil || !a.evalHolds(rs, rs.Order.resume))
}

// giveUpAction cancels the actor's action in progress, and rolls the actor's initiative from now.
func (s runActor) giveUpAction() {
	if s.a.Doing == nil {
		return
	}
	s.giveUpActions()
	s.rerollInitiative()
}
