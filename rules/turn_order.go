package rules

import (
	"cmp"
	"math"
	"slices"

	"hybrid/rules/source"
)

// The section `order`: initiative, how long actions take, and points spent to be faster. Rounds are in turn_rounds.go.

// Order is the section for initiative and turns.
type Order struct {
	Head    `yaml:",inline"`
	Scheme  string                  `yaml:"scheme" one:"counts rounds"` // `counts`: each actor acts at its own count. `rounds`: sides take turns.
	Figures source.Text             `yaml:"figures"`                    // In rounds: the number of figures that act in a side's turn, or `all`. Default: 1.
	Cost    source.Map[source.Text] `yaml:"cost" names:"pools"`         // In rounds: the price of a turn, paid at its start: `cost: {SAV: COST}`.
	Refuse  string                  `yaml:"refuse"`                     // The message if `over` is true.
	Over    source.Text             `yaml:"over"`                       // In rounds: a figure has no turn while this formula is true.
	// In rounds: the number of turns that others have left once a side passes. Default: no limit.
	Last       float64     `yaml:"last"`
	Wins       source.Text `yaml:"wins"`                   // A side wins when this formula is true. An encounter can have its own.
	Enter      source.Text `yaml:"enter"`                  // The sequence for a combatant who joins the fight.
	AtTurn     source.Text `yaml:"at_turn" of:"sequences"` // The sequence that runs at the start of a turn, before conditions act.
	Initiative *Tally      `yaml:"initiative"`             // The counts until the next turn: a tally, which can contain dice.
	First      float64     `yaml:"first"`                  // The lowest number of counts until a turn.
	Excess     source.Text `yaml:"excess"`                 // The pool that gains the counts that `first` cuts off.
	Next       source.Text `yaml:"next"`                   // True if initiative is rolled again after an action: a yes/no formula.
	// True if an answer delays the defender's action in progress by its time. Otherwise, the answer cancels that
	// action. A yes/no formula.
	Resume source.Text `yaml:"resume"`
	// After a return to the fight: `roll` rolls initiative, `keep` takes the turn it had, or acts now if that has passed.
	// Default: roll.
	Back    string        `yaml:"back" one:"roll keep"`
	Time    source.Text   `yaml:"time"`   // The number that gives an action's duration, in counts.
	Points  source.Text   `yaml:"points"` // The number that gives the speed points of a skill use.
	Ties    []source.Text `yaml:"ties"`   // Formulas that break ties. The highest value goes first.
	Effort  []*Effect     `yaml:"effort"` // Effects that each action costs when it takes effect, and each answer when it is given.
	Pair    *Pair         `yaml:"pair"`   // The rules for two actions at once. Without it, only one can be declared.
	enter   *Sequence
	atTurn  *Sequence
	figures *Formula
	all     bool // a side has one turn a round, all of it together
	cost    costs
	over    *Formula
	wins    *Formula
	excess  *Pool
	next    *Formula
	resume  *Formula // nil where an answer always gives up the action in progress
	time    *Tally
	points  *Tally
	ties    []*Formula
	about   tagSet // what the roll of a side is about
}

// ExcessPool returns the pool that gains the counts that `first` cuts off, or nil.
func (o *Order) ExcessPool() *Pool { return o.excess }

// initiative rolls when an actor's next turn comes, counted from a count. G 4.
func (s runActor) initiative(from float64) {
	order := &s.rs.Order
	if order.InRounds() {
		turnEngine{s.Run}.comes(s, from)
		return
	}
	f := s.frame(s.a, nil)
	if f.average = !s.roller.runsFuture(); f.average { // what comes after is another matter, but what counts in it is used
		order.Initiative.total(f, nil)
		s.settle()
		return
	}
	began := s.savepoint()
	s.purpose, s.rolling = againInitiative, s.a.Key
	trace, first := s.tracing()
	counts, _ := order.Initiative.total(f, trace)
	terms := trace.end(first)
	if s.err != nil {
		return
	}
	if lacking := order.First - counts; lacking > 0 {
		if order.excess != nil {
			s.gain(order.excess, lacking)
		}
		counts = order.First
	}
	at := max(from+counts, s.count()+order.First)
	s.happen(&Event{Kind: EventTurn, At: at, By: at - from})
	s.settle()
	if s.record {
		total := counts
		s.insertRecord(Outcome{Step: againInitiative, Label: Words(againInitiative), Kind: againInitiative, Who: s.a.Key,
			Source: order.Initiative.Pos.String(), Guide: order.Src, Total: &total, Terms: terms}, began)
	}
}

// enter rolls what an actor who comes into the scene rolls: perception, then initiative.
func (s runActor) enter() {
	s.wake()
	if seq := s.rs.Order.enter; seq != nil {
		s.runSequence(s.frame(s.a, nil), call{seq: seq})
	}
	s.initiative(s.count())
}

// lasts works out how many counts an action takes, and how that adds up.
func (action *Action) lasts(rs *Ruleset, f *Frame, points float64, trace *termTrace) float64 {
	f.spent = points
	if rs.Order.InRounds() {
		return 0 // what it takes ends the turn, and puts the next one off
	}
	counts, _ := rs.Order.time.total(f, trace)
	return counts
}

// answerSkill turns a frame to the actor who answers, with the skill, the counts and the points of the answer. An unranked
// skill takes longer.
func (f *Frame) answerSkill(action *Action, points float64) {
	f.flip()
	f.pickSkill(nil, true)
	f.counts, f.spent = action.counts.Num(f), points
}

// effortStep is the name under which the cost of an action stands among its steps.
const effortStep = "effort"

// maxPoints is how many points are spent on one action at the most.
const maxPoints = 1000

// spendable returns how many points the frame's actor may spend on what it does: those that its skill adds for this use, and
// those saved in the pool, which are taken last. R37.
func (rs *Ruleset) spendable(f *Frame) (own, saved float64) {
	if pool := rs.Order.excess; pool != nil {
		saved = f.sides[0].actor.Now(pool)
	}
	return rs.points(f), saved
}

// fewerPoints returns points without those that make an action no faster.
func (action *Action) fewerPoints(rs *Ruleset, f *Frame, points float64) float64 {
	points = min(points, maxPoints)
	for points >= 1 && action.lasts(rs, f, points-1, nil) <= action.lasts(rs, f, points, nil) {
		points--
	}
	return points
}

// tooManyPoints returns the refusal of points that an actor does not have; nil if it has them.
func (rs *Ruleset) tooManyPoints(f *Frame, points float64) error {
	if points > maxPoints {
		return refuse("Points must be 0 to %d, not %s.", maxPoints, formatNumber(points))
	}
	own, saved := rs.spendable(f)
	if points > own+saved {
		return refuse("%s has %s points to spend: %s of the skill, %s saved. Spend fewer.", f.sides[0].actor.Name, formatNumber(own+saved), formatNumber(own), formatNumber(saved))
	}
	return nil
}

// points returns how many speed points the skill used adds for this use by this actor.
func (rs *Ruleset) points(f *Frame) float64 {
	if rs.Order.points == nil {
		return 0
	}
	total, _ := rs.Order.points.total(f, nil)
	return f.use.skill.pointsOf(total)
}

// order compiles the section `order`: who acts when, by counts or by rounds.
func (c *compiler) order() {
	o := &c.rs.Order
	p := nameScope{action: true, skill: true}
	if o.Scheme == "" {
		c.mistake(source.Missing, o.Pos, "order needs `scheme: counts` or `scheme: rounds`.")
		return
	}
	o.Initiative.compile(c, p)
	c.late = append(c.late, func() {
		if bit, ok := c.bits[againInitiative]; ok && o.rolledBySides() {
			o.about.add(bit)
		}
	})
	o.enter = findEntry(c, &c.rs.Sequences, o.Enter, "sequence")
	o.atTurn = findEntry(c, &c.rs.Sequences, o.AtTurn, "sequence")
	o.wins = c.flagOr(o.Wins, nil)
	sideReads{c}.always(o.Wins, o.wins)
	o.inRounds(c)
	if o.InRounds() {
		return
	}
	o.excess = findEntry(c, &c.rs.Pools, o.Excess, "pool")
	o.next = c.flag(o.Next, nameScope{})
	o.resume = c.flag(o.Resume, nameScope{})
	o.time, o.points = c.number(o.Time.Text), c.number(o.Points.Text)
	if o.time == nil {
		c.mistake(source.Missing, cmp.Or(o.Time.Pos, o.Pos), "order needs `time`, the number of counts that an action takes.")
	}
	c.effects(o.Effort, effortStep, p)
	o.Pair.compile(c)
	for _, text := range o.Ties {
		if by := c.num(text, nameScope{}); by != nil {
			o.ties = append(o.ties, by)
		}
	}
}

// timedBy reports whether how long an action takes goes by a modifier.
func (o *Order) timedBy(m *Modifier) bool {
	return o.time != nil && slices.ContainsFunc(o.time.Lines, func(line *TallyLine) bool {
		return slices.ContainsFunc(line.parts, func(part linePart) bool { return part.modifier == m })
	})
}

// GivesUpToAnswer reports whether an answer that takes time would make the actor give up an action in progress. If not,
// the answer delays that action. See Order.Resume.
func GivesUpToAnswer(rs *Ruleset, a *Actor) bool {
	return a.Doing != nil && (rs.Order.resume == nil || !a.holds(rs, rs.Order.resume))
}

// giveUp ends what an actor has in the making; initiative is rolled from now.
func (s runActor) giveUp() {
	if s.a.Doing == nil {
		return
	}
	s.dropDoing()
	s.initiativeAgain()
}

// dropDoing ends what an actor has in the making.
func (s runActor) dropDoing() {
	for s.a.Doing != nil && s.err == nil {
		s.happen(&Event{Kind: EventDone, Text: "gives up " + s.a.Doing.words()})
	}
}

// inRounds compiles what belongs to rounds alone, and refuses it elsewhere; what belongs to counts is refused in rounds.
func (o *Order) inRounds(c *compiler) {
	said := func(key string) (source.Pos, bool) {
		node := c.root.Get("order").Get(key)
		if node == nil {
			return source.Pos{}, false
		}
		return node.Pos, true
	}
	others, needs := []string{"figures", "cost", "over", "refuse", "last"}, "scheme: rounds"
	if o.InRounds() {
		others, needs = []string{"time", "first", "excess", "next", "resume", "back", "points", "ties", "effort", "pair"}, "scheme: counts"
	}
	for _, key := range others {
		if pos, ok := said(key); ok {
			c.mistake(source.UnknownKey, pos, "%s belongs to `%s`. Remove it.", key, needs)
		}
	}
	if !o.InRounds() {
		return
	}
	if o.all = o.Figures.Text == allFigures; !o.all && o.Figures.Text != "" {
		o.figures = c.num(o.Figures, nameScope{})
		if n, fixed := o.figures.Const(); fixed && o.figures != nil && (n < 1 || n > maxFigures) {
			c.mistake(source.OutOfRange, o.Figures.Pos, "figures must be 1 to %d, or all, not %s.", maxFigures, o.Figures.Text)
		}
	}
	if pos, ok := said("last"); ok && (o.Last < 1 || o.Last != math.Floor(o.Last)) {
		c.mistake(source.OutOfRange, pos, "last must be 1 turn or more. Remove it for no limit.")
	}
	o.cost = c.costs(o.Cost, nameScope{}, "order")
	o.over = c.flagOr(o.Over, nil)
	if over, fixed := o.over.Const(); fixed && o.over != nil && over == 1 {
		c.report.Warn(source.Unreachable, o.Over.Pos, "This is always true, so no actor ever has a turn.")
	}
	for _, action := range c.rs.Actions.All {
		if counts, fixed := action.counts.Const(); fixed && counts >= 3 {
			c.report.Warn(source.OutOfRange, action.Counts.Pos, "%s prevents actions for %s rounds. Did you mean “cost”?", action.Name, formatNumber(counts))
		}
	}
}
