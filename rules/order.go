package rules

import (
	"slices"

	"hybrid/rules/source"
)

// Order says who acts when.
type Order struct {
	Head       `yaml:",inline"`
	Scheme     string                  `yaml:"scheme" one:"counts rounds"` // who acts when: counts, or sides in rounds
	Figures    source.Text             `yaml:"figures"`                    // in rounds: how many of a side have one turn of it, or all; 1 without it
	Cost       source.Map[source.Text] `yaml:"cost" names:"pools"`         // in rounds: what it takes to have a turn, paid when it is taken
	Over       source.Text             `yaml:"over"`                       // in rounds: as long as this holds one has no turn
	Last       float64                 `yaml:"last"`                       // in rounds: turns that the others have once a side must pass; as many as they can without it
	Wins       source.Text             `yaml:"wins"`                       // a side has won when this holds, where the encounter says nothing else of it
	Enter      source.Text             `yaml:"enter"`                      // the sequence of an actor who comes in
	AtTurn     source.Text             `yaml:"at_turn" of:"sequences"`     // a sequence carried out when an actor's turn comes, before what its conditions do
	Initiative *Tally                  `yaml:"initiative"`                 // how many counts from now the next turn comes
	First      float64                 `yaml:"first"`                      // the least counts until a turn
	Excess     source.Text             `yaml:"excess"`                     // the pool that gains what is below that
	Next       source.Text             `yaml:"next"`                       // a yes/no formula: initiative is rolled again after an action
	Resume     source.Text             `yaml:"resume"`                     // a yes/no formula: an action in progress goes on after an answer and lands later by the answer's time; else the answer gives it up
	Time       source.Text             `yaml:"time"`                       // the number that an action takes, in counts
	Points     source.Text             `yaml:"points"`                     // the number of points that a use of a skill adds
	Ties       []source.Text           `yaml:"ties"`                       // formulas that break ties, the highest first
	Effort     []*Effect               `yaml:"effort"`                     // what an action costs as it takes effect, and an answer as it is given
	Pair       *Pair                   `yaml:"pair"`                       // two actions declared at once; without it only one can be
	enter      *Sequence
	atTurn     *Sequence
	figures    *Formula
	all        bool // a side has one turn a round, all of it together
	cost       costs
	over       *Formula
	wins       *Formula
	excess     *Pool
	next       *Formula
	resume     *Formula // nil where an answer always gives up the action in progress
	time       *Tally
	points     *Tally
	ties       []*Formula
	about      tagSet // what the roll of a side is about
}

// initiative rolls when an actor's next turn comes, counted from a count. G 4.
func (s subject) initiative(from float64) {
	order := &s.rs.Order
	if order.InRounds() {
		rounds{s.Run}.comes(s, from)
		return
	}
	f := s.frame(s.a, nil)
	if f.average = !s.roller.later(); f.average { // what comes after is another matter, but what counts in it is used
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

// rolledBySides reports whether the sides roll for who begins a round.
func (o *Order) rolledBySides() bool { return o.InRounds() && o.Initiative != nil }

// enter rolls what an actor who comes into the scene rolls: perception, then initiative.
func (s subject) enter() {
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

// answerTime returns how many counts an answer delays the next turn of the actor who gives it, without options.
func (action *Action) answerTime(rs *Ruleset, f *Frame) float64 {
	kept := *f
	f.answerSkill(action)
	counts := action.lasts(rs, f, 0, nil)
	*f = kept
	return counts
}

// answerSkill turns a frame to the actor who answers, with the skill and the counts of the answer. An unranked skill takes
// longer.
func (f *Frame) answerSkill(action *Action) {
	f.flip()
	f.pickSkill(nil, true)
	f.counts = action.counts.Num(f)
}

// timed returns how many counts an answer takes with the points spent on it, and how many of them come from the saved pool,
// after those of the skill itself. Points that make it no faster are not spent. The error says that there are too few points,
// or that the related skill cannot stand in. The answer must be prepared: see answering. R37.
func (o Offer) timed(got reply) (counts, beyond float64, err error) {
	f, action, rs := o.f, got.action, o.run.rs
	kept := *f
	defer func() { *f = kept }()
	f.answerSkill(action)
	if got.stands != nil && f.use.standIn != got.stands && f.use.skill != got.stands {
		return 0, 0, refuse("%s can't stand in for %s. Choose a related skill that %s has learnt.", got.stands.Label, Within(action.Label), f.sides[0].actor.Name)
	}
	points, own, saved := got.points, rs.points(f), 0.0
	if pool := rs.Order.excess; pool != nil {
		saved = f.sides[0].actor.Now(pool)
	}
	if points > own+saved {
		return 0, 0, refuse("%s has %s points to spend: %s of the skill, %s saved. Spend fewer.", f.sides[0].actor.Name, formatNumber(own+saved), formatNumber(own), formatNumber(saved))
	}
	for points >= 1 && action.lasts(rs, f, points-1, nil) <= action.lasts(rs, f, points, nil) {
		points--
	}
	return action.lasts(rs, f, points, nil), max(0, points-own), nil
}

// effortStep is the name under which the cost of an action stands among its steps.
const effortStep = "effort"

// effort is what an action, or an answer, costs the one who does it, before its own steps; counts is how long it takes.
func (r *Run) effort(f *Frame, counts float64) {
	order := &r.rs.Order
	if len(order.Effort) == 0 || counts <= 0 {
		return
	}
	began, window := r.savepoint(), r.window
	r.window = counts
	doer := r.roller.does(f.sides[0].actor)
	terms := r.do(f, order.Effort, nil)
	r.roller.does(doer)
	r.window = window
	if r.record && len(r.events) > began.events {
		r.insertRecord(Outcome{Step: effortStep, Label: order.Effort[0].Label, Kind: kindNames[stepDo], Who: f.sides[0].actor.Key,
			Source: order.Effort[0].where, Guide: order.Effort[0].Src, Terms: terms}, began)
	}
}

// points is how many points the skill used adds for this use, to this actor.
func (rs *Ruleset) points(f *Frame) float64 {
	if rs.Order.points == nil {
		return 0
	}
	total, _ := rs.Order.points.total(f, nil)
	return f.use.skill.pointsOf(total)
}

func (c *compiler) order() {
	o := &c.rs.Order
	p := nameScope{action: true, skill: true}
	if o.Scheme == "" {
		c.mistake(source.Missing, o.Pos, "order needs scheme: counts, or rounds")
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
		c.mistake(source.Missing, o.Time.Pos, "order needs time: the number that says how many counts an action takes")
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
func (s subject) giveUp() {
	if s.a.Doing == nil {
		return
	}
	s.dropDoing()
	s.initiativeAgain()
}

// dropDoing ends what an actor has in the making.
func (s subject) dropDoing() {
	for s.a.Doing != nil && s.err == nil {
		s.happen(&Event{Kind: EventDone, Text: "gives up " + s.a.Doing.words()})
	}
}
