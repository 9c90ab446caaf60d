package rules

import (
	"math"
	"slices"
	"strings"

	"hybrid/rules/source"
)

// Decision is what a command came to: events, which are settled facts, and how each step went.
type Decision struct {
	Events   []Event
	Outcomes []Outcome
	Dice     []Die
	Report   []Reported // what the action says of itself to scripts
}

// Reported is one value of an action's report, in the order of the YAML.
type Reported struct {
	Name  string
	Value any // a number, a bool or a string; nil for what somebody would hold true and did not come to
}

// Known is what a decision is made from beside the state: dice, and the answers known so far.
type Known struct {
	Dice    Dice
	Answers map[string]string
	Brief   bool // do not write down steps and terms

	// Choose answers what Answers does not: it gives the place of an answer in the list of the offer, or -1 for none.
	// Without it the question is a Need.
	Choose func(who *Actor, offer Offer) int

	Overrule map[string]string // what somebody says of a step, by its name, instead of what came of it
	Because  string            // why
}

func (rs *Ruleset) run(s *State, k Known) *Run {
	memory, again := rs.spare.Get().(*arena)
	if !again {
		memory = &arena{}
	}
	return &Run{rs: rs, arena: memory, state: s, dice: k.Dice, known: k.Answers, record: !k.Brief, chooser: k.Choose, overrule: k.Overrule, because: k.Because}
}

// decision ends a run: conditions that lasted for it end, and who cannot act any more stops.
func (r *Run) decision() (Decision, error) {
	if err := r.finish(); err != nil {
		return r.fail(err)
	}
	d := Decision{Events: append([]Event(nil), r.events...), Dice: append([]Die(nil), r.drawn...)}
	d.Outcomes = r.outcomes(d.Dice, d.Events)
	r.over()
	return d, nil
}

// finish ends the conditions that lasted for a run, and stops who cannot act any more.
func (r *Run) finish() error {
	r.settle()
	for i := 0; i < len(r.copies) && r.err == nil; i++ {
		r.stopUnable(r.copies[i])
	}
	return r.err
}

// decided ends a run that came to something, or to nothing.
func (r *Run) decided(report []Reported, err error) (Decision, error) {
	if err != nil {
		return r.fail(err)
	}
	d, err := r.decision()
	d.Report = report
	return d, err
}

// fail ends a run that came to nothing.
func (r *Run) fail(err error) (Decision, error) {
	r.over()
	return Decision{}, err
}

// outcomes is what was written down, each with its part of the dice and events.
func (r *Run) outcomes(dice []Die, events []Event) []Outcome {
	if len(r.records) == 0 {
		return nil
	}
	list := make([]Outcome, len(r.records))
	for i := range r.records {
		n := &r.records[i]
		list[i] = n.out
		list[i].Dice = dice[n.dice[0]:n.dice[1]:n.dice[1]]
		list[i].Events = events[n.events[0]:n.events[1]:n.events[1]]
	}
	return list
}

// over leaves the memory of a run to the next one. Nothing of the run may be used any more.
func (r *Run) over() {
	r.arena.clear()
	r.rs.spare.Put(r.arena)
	r.arena = nil
}

func (r *Run) stopUnable(a *Actor) {
	for i := len(a.Conditions) - 1; i >= 0; i-- {
		held := a.Conditions[i]
		over := held.Condition.until == untilSequence
		if held.Condition.until == untilFormula {
			f := r.frame(a, r.partner(&held))
			f.number = held.Number
			over = held.Condition.over.Flag(f)
		}
		if over {
			r.ended(a, &held)
		}
	}
	if r.timeless() {
		return
	}
	why := a.cannot(r.rs, cannotAct)
	if (why != nil || a.cannot(r.rs, cannotMove) != nil) && (a.Going != nil || len(a.Activities) > 0) {
		r.stand(a, "moves no more")
	}
	for why != nil && a.Doing != nil && r.err == nil {
		r.emit(&Event{Kind: EventDone, of: a, Who: a.Key, Text: why.Label})
	}
	if why != nil && (a.Turn >= 0 || a.Waiting) {
		r.emit(&Event{Kind: EventTurn, of: a, Who: a.Key, At: none})
	}
	if why == nil && r.span == nil && a.Turn < 0 && a.Doing == nil && r.couldNot(a) {
		r.initiative(a, r.count())
	}
}

// couldNot reports whether somebody could not act when the run began.
func (r *Run) couldNot(a *Actor) bool {
	if r.live != nil {
		return a.live.wasUnable
	}
	before := r.state.Find(a.Key)
	return before != nil && before.cannot(r.rs, cannotAct) != nil
}

// Enter is somebody, or several, coming into the scene: each perceives, then rolls initiative. G 4.
func (rs *Ruleset) Enter(s *State, who []string, k Known) (Decision, error) {
	r := rs.run(s, k)
	for _, key := range who {
		a := r.copy(key)
		if a == nil {
			return r.fail(refuse("nobody here is called %s", key))
		}
		if a.cannot(rs, cannotAct) == nil {
			r.enter(a)
		}
	}
	return r.decision()
}

// setting finds everything a declared action names, and makes its frame.
func (r *Run) setting(key string, d *Doing) (*Frame, *Action, error) {
	rs := r.rs
	a := r.copy(key)
	if a == nil {
		return nil, nil, refuse("nobody here is called %s", key)
	}
	action := rs.use
	found := r.live.cachedAction(a, d)
	if found != nil {
		action = found.action
	} else if d.Action != "" {
		var ok bool
		if action, ok = rs.Actions.Get(d.Action); !ok {
			return nil, nil, refuse("no action is called %s%s", d.Action, source.Suggest(d.Action, rs.Actions.Names()))
		}
	}
	if action == nil {
		return nil, nil, refuse("%s has no action that rolls a skill: pack: use names one", rs.Pack.Label)
	}
	f := r.frame(a, nil)
	side := f.sides[0]
	side.action, side.given = action, d.Given
	if action.Whom || d.Whom != "" {
		other := r.copy(d.Whom)
		if other == nil {
			return nil, nil, refuse("%s needs somebody it is done to: name one of those here", strings.ToLower(action.Label))
		}
		f.sides[1] = r.side(other)
	}
	if found != nil {
		side.tool = found.tool
	} else if err := r.equip(f, action, d); err != nil {
		return nil, nil, err
	}
	if err := r.tick(f, d); err != nil {
		return nil, nil, err
	}
	if action.Ask != nil {
		if err := action.Ask.refuses(action.Label, d.Asked); err != nil {
			return nil, nil, err
		}
	}
	f.asked, r.words, r.among, r.centre = d.Asked, d.Words, d.Among, f.sides[1].actor
	if d.Against != nil {
		r.against = *d.Against
	}
	r.window, r.called = d.At-d.From, d.Called
	f.seq = r.seqs.alloc()
	if found != nil {
		found.fill(f)
		return f, action, nil
	}
	r.skill(f, nil, true)
	if stands := f.sides[0].stands; stands != nil && f.use.standIn == nil && !f.use.trained {
		return nil, nil, refuse("%s cannot stand in here; it is not related, or %s has not learnt it", stands.Label, a.Name)
	}
	f.seq.seq, f.seq.acting = action.body, actingTags(action, side.tool)
	r.tagged(f, true, nil)
	if by := action.Basis.fits(f); by != nil {
		f.use.basis = by
	}
	f.counts = action.time(f)
	if task := f.sides[0].task; task != nil && task.Seconds > 0 {
		f.counts = math.Round(task.Seconds / rs.second())
	}
	r.live.cacheAction(f, d)
	return f, action, nil
}

func actingTags(action *Action, tool *Item) tagSet {
	set := action.tags
	if tool != nil && len(action.With) > 0 {
		set.join(&tool.tags)
	}
	return set
}

// equip finds the tool and the skill of an action.
func (r *Run) equip(f *Frame, action *Action, d *Doing) error {
	side, rs := f.sides[0], r.rs
	if d.Skill != "" {
		skill, ok := rs.Skills.Get(d.Skill)
		if !ok {
			return refuse("no skill is called %s%s", d.Skill, source.Suggest(d.Skill, rs.Skills.Names()))
		}
		side.skill = skill
	}
	if d.Task != "" {
		task, ok := rs.Tasks.Get(d.Task)
		if !ok {
			return refuse("no task is called %s%s", d.Task, source.Suggest(d.Task, rs.Tasks.Names()))
		}
		side.task = task
	}
	if d.StandIn != "" {
		skill, ok := rs.Skills.Get(d.StandIn)
		if !ok {
			return refuse("no skill is called %s%s", d.StandIn, source.Suggest(d.StandIn, rs.Skills.Names()))
		}
		side.stands = skill
	}
	if len(action.With) == 0 {
		return nil
	}
	tools := r.toolsFor(action, side.actor)
	if d.Tool == "" && len(tools) > 0 {
		side.tool = tools[0]
		return nil
	}
	var names []string
	for _, tool := range tools {
		if tool.Name == d.Tool {
			side.tool = tool
			return nil
		}
		names = append(names, tool.Name)
	}
	if len(names) == 0 {
		return refuse("%s has nothing to %s with", side.actor.Name, strings.ToLower(action.Label))
	}
	return refuse("%s has no %s to %s with; there is %s", side.actor.Name, d.Tool, strings.ToLower(action.Label), strings.Join(names, ", "))
}

// tick finds the situations that are ticked for an action.
func (r *Run) tick(f *Frame, d *Doing) error {
	side := f.sides[0]
	for _, option := range d.Options {
		s := side.task.situation(option.Situation)
		ok := s != nil
		if !ok {
			s, ok = r.rs.Situations.Get(option.Situation)
		}
		if !ok {
			return refuse("no situation is called %s%s", option.Situation, source.Suggest(option.Situation, r.rs.Situations.Names()))
		}
		t := Ticked{Situation: s, Asked: option.Number, Side: option.Side}
		if err := s.answered(&t, option); err != nil {
			return err
		}
		side.ticked = append(side.ticked, t)
	}
	return nil
}

// answered checks what a ticked situation asked for.
func (s *Situation) answered(t *Ticked, option Option) error {
	if s.Ask == nil {
		return nil
	}
	if s.Ask.table == nil {
		return s.Ask.refuses(s.Label, option.Number)
	}
	t.Row = s.Ask.table.row(option.Row)
	rows := s.Ask.Rows()
	if t.Row == nil || !slices.Contains(rows, option.Row) {
		return refuse("%s needs one of %s, not %q", s.Label, strings.Join(rows, ", "), option.Row)
	}
	return nil
}

// Rows are the rows that may be named, where a row is asked for.
func (a *Ask) Rows() []string {
	var names []string
	if a == nil || a.table == nil {
		return nil
	}
	column, limited := a.table.columns[a.With]
	for _, row := range a.table.rows {
		if !limited || row.cells[column].given {
			names = append(names, row.Name)
		}
	}
	return names
}

// Allowed reports whether a situation may be ticked for what a frame is about.
func (s *Situation) allowed(f *Frame) bool {
	return s.holds == nil && (s.task == nil || s.task == f.sides[0].task) && s.about(f) && f.holds(s.when)
}

// Declare is an actor saying what it does. It takes effect after its counts; an action without time at once, beside
// any other. G 4.
func (rs *Ruleset) Declare(s *State, who string, d Doing, k Known) (Decision, error) {
	r := rs.run(s, k)
	a := r.copy(who)
	if a == nil {
		return r.fail(refuse("nobody here is called %s", who))
	}
	if d.Beside != nil {
		beside := *d.Beside
		d.Beside = &beside
	}
	return r.decided(r.declare(a, &d))
}

// declare changes nothing where it refuses. The actor keeps what it declares.
func (r *Run) declare(a *Actor, d *Doing) ([]Reported, error) {
	if why := a.cannot(r.rs, cannotAct); why != nil {
		return nil, refuse("%s cannot act: %s; somebody else may, or: next", a.Name, strings.ToLower(why.Label))
	}
	if d.Beside != nil {
		return nil, r.declarePair(a, d)
	}
	f, action, err := r.ready(a, d)
	if err != nil {
		return nil, err
	}
	if d.At > d.From {
		r.until(a, untilDeclaration)
	}
	r.stance(f, a, action, d)
	d.name(f, action)
	if d.At > d.From {
		r.emit(&Event{Kind: EventDoing, of: a, Who: a.Key, Doing: d})
		return nil, nil
	}
	return r.body(f, action), nil
}

// ready works out when an action would take effect, and pays the points it spends. It refuses what cannot be declared.
func (r *Run) ready(a *Actor, d *Doing) (*Frame, *Action, error) {
	f, action, err := r.setting(a.Key, d)
	if err != nil {
		return nil, nil, err
	}
	if err := r.permit(f, a, action, d); err != nil {
		return nil, nil, err
	}
	if err := r.pay(f, action, d); err != nil {
		return nil, nil, err
	}
	d.From, d.At = r.count(), r.count()+r.rs.time(f, action, d.Points, nil)
	return f, action, nil
}

// name writes down what the declaration left to what is usual: the action and its tool.
func (d *Doing) name(f *Frame, action *Action) {
	if d.Action == "" {
		d.Action = action.Name
	}
	if d.Tool == "" && len(action.With) > 0 && f.sides[0].tool != nil {
		d.Tool = f.sides[0].tool.Name
	}
}

// errImpossible is the refusal of an action where nobody reads why.
var errImpossible = refuse("this is not possible now")

// possible refuses an action, or one of its options, that does not go with how things are.
func possible(f *Frame, action *Action, d *Doing) error {
	if bar := action.barred(f); bar != nil {
		if f.run.live != nil {
			return errImpossible
		}
		return refuse("%s is not possible: %s", strings.ToLower(action.Label), bar.Refuse)
	}
	for _, ticked := range declared(f, d) {
		if t := ticked.Situation; !t.allowed(f) {
			return refuse("%s does not go with this; leave it out", t.Label)
		}
	}
	return nil
}

// permit refuses what cannot be declared now.
func (r *Run) permit(f *Frame, a *Actor, action *Action, d *Doing) error {
	if action.Answers != "" {
		return refuse("%s is an answer; it is chosen when somebody asks for one", strings.ToLower(action.Label))
	}
	if err := possible(f, action, d); err != nil {
		return err
	}
	if action.AnyTime || a.Open || a.Waiting {
		return nil
	}
	if a.Doing != nil {
		return refuse("%s is busy until count %s; give it up first: give up", a.Name, formatNumber(a.Doing.At))
	}
	if a.Turn >= 0 {
		return refuse("%s acts at count %s; it is count %s, let time go on: next", a.Name, formatNumber(a.Turn), formatNumber(r.count()))
	}
	return refuse("%s has no initiative yet: initiative %s", a.Name, a.Key)
}

// mostPoints is how many points are spent on one action at the most.
const mostPoints = 1000

// pay takes the points spent to be faster: those of the skill itself first, then those of the pool. R37.
func (r *Run) pay(f *Frame, action *Action, d *Doing) error {
	if d.Points <= 0 {
		return nil
	}
	if d.Points > mostPoints {
		return refuse("nobody spends more than %d points at once", mostPoints)
	}
	own, pool := r.rs.points(f), r.rs.Order.excess
	a := f.sides[0].actor
	banked := 0.0
	if pool != nil {
		banked = a.Now(pool)
	}
	if d.Points > own+banked {
		return refuse("%s has %s points to spend: %s of the skill, %s saved", a.Name, formatNumber(own+banked), formatNumber(own), formatNumber(banked))
	}
	r.rs.spend(f, action, d)
	if beyond := d.Points - own; beyond > 0 {
		r.lose(a, pool, nil, beyond, nil)
	}
	return nil
}

// spend takes back points that make an action no faster.
func (rs *Ruleset) spend(f *Frame, action *Action, d *Doing) {
	d.Points = min(d.Points, mostPoints)
	for d.Points >= 1 && rs.time(f, action, d.Points-1, nil) <= rs.time(f, action, d.Points, nil) {
		d.Points--
	}
}

// unsaid makes an action what it is once it is declared, if it is not: its points are spent, its time is the window for
// answers, and what it brings from its declaration on is there.
func (r *Run) unsaid(f *Frame, action *Action, d *Doing) {
	if d.At == d.From {
		r.rs.spend(f, action, d)
		r.window = r.rs.time(f, action, d.Points, nil)
		r.stance(f, f.sides[0].actor, action, d)
	}
	f.spent = d.Points
}

// stance gives the conditions that an action and its options bring from their declaration on.
func (r *Run) stance(f *Frame, a *Actor, action *Action, d *Doing) {
	r.do(f, action.First, nil)
	for _, condition := range action.puts {
		r.put(a, f.sides[0].tool, condition, 0, f.other(condition))
	}
	for _, ticked := range declared(f, d) {
		if ticked.Situation.Group != "" && f.worse(ticked.Situation) {
			continue
		}
		for _, condition := range ticked.Situation.puts {
			r.put(a, f.sides[0].tool, condition, 0, f.other(condition))
		}
	}
}

// other is the key of the other one, where a condition is between two.
func (f *Frame) other(c *Condition) string {
	if !c.paired {
		return ""
	}
	return f.sides[1].actor.Key
}

// declared is what was ticked for this action alone, without what holds for everybody.
func declared(f *Frame, d *Doing) []Ticked {
	list := f.sides[0].ticked
	return list[len(list)-len(d.Options):]
}

// until ends the conditions of an actor that last until this. What it took on at this very count, beside the action
// it now declares, stays.
func (r *Run) until(a *Actor, what until) {
	for i := len(a.Conditions) - 1; i >= 0; i-- {
		if held := a.Conditions[i]; held.Condition.until == what && (what != untilDeclaration || held.Since < r.count()) {
			r.ended(a, &held)
		}
	}
}

// body carries out the steps of an action and reads its report.
func (r *Run) body(f *Frame, action *Action) []Reported {
	r.effort(f, r.window)
	if action.Hold && f.sides[0].tool != nil {
		r.emit(&Event{Kind: EventHold, Who: f.sides[0].actor.Key, What: f.sides[0].tool.Name})
	}
	tool := action.tags
	if f.sides[0].tool != nil && len(action.With) > 0 {
		tool = f.sides[0].tool.tags
	}
	outside := f.seq
	f.seq = nil
	f.seq = r.runSequence(f, action.body, nil, outside.acting, tool)
	list := r.reports(f, action)
	f.seq = outside
	return list
}

func (r *Run) reports(f *Frame, action *Action) []Reported {
	if r.err != nil || !r.record || len(action.report) == 0 {
		return nil
	}
	list := make([]Reported, len(action.report))
	for i, entry := range action.report {
		r.unbelieved = false
		if list[i] = (Reported{entry.name, entry.by.any(f)}); r.unbelieved {
			list[i].Value = nil
		}
	}
	return list
}

// Perform is an action carried out at once, outside the timeline: for a player's own roll, or a script.
func (rs *Ruleset) Perform(s *State, who string, d Doing, k Known) (Decision, error) {
	r := rs.run(s, k)
	return r.decided(r.perform(who, &d))
}

func (r *Run) perform(who string, d *Doing) ([]Reported, error) {
	f, action, err := r.setting(who, d)
	if err != nil {
		return nil, err
	}
	if err := possible(f, action, d); err != nil {
		return nil, err
	}
	r.unsaid(f, action, d)
	return r.body(f, action), nil
}

// Next lets the timeline go on to what it owes next: a condition acts, an action takes effect, or a turn comes. It
// refuses while somebody whose turn has come has not declared.
func (rs *Ruleset) Next(s *State, k Known) (Decision, error) {
	next, err := rs.due(s)
	if err != nil {
		return Decision{}, err
	}
	moved := *s
	moved.Count = math.Max(s.Count, next.At)
	r := rs.run(&moved, k)
	return r.decided(r.next(next, s.Count))
}

// due is what the timeline owes next, unless somebody is to declare first.
func (rs *Ruleset) due(s *State) (Owed, error) {
	for _, a := range s.Actors {
		if a.Open {
			return Owed{}, refuse("%s is to declare first; or: wait", a.Name)
		}
	}
	next, ok := rs.first(s)
	if !ok {
		return Owed{}, errIdle
	}
	return next, nil
}

// errIdle is the refusal to let time go on where nothing is owed.
var errIdle = refuse("nothing is owed; roll for those who are to act: initiative")

// next lets the count move on to what is owed, and carries that out.
func (r *Run) next(next Owed, from float64) ([]Reported, error) {
	id := 0
	if next.Held != nil {
		id = next.Held.ID
	}
	if next.At > from {
		r.emit(&Event{Kind: EventClock, At: next.At})
		r.elapseAll((next.At - from) * r.rs.second())
	}
	a := r.copy(next.Actor.Key)
	switch next.Kind {
	case OwedTick:
		r.acts(a, id)
	case OwedTurn:
		r.open(a)
	case OwedAct:
		return r.takeEffect(a)
	}
	return nil, nil
}

// acts is a condition doing what it does at intervals.
func (r *Run) acts(a *Actor, id int) {
	held := *a.held(id)
	f := r.frame(a, r.partner(&held))
	f.number, f.asked = held.Number, held.Number
	began := r.savepoint()
	every := held.Condition.Every
	terms := r.do(f, every.Do, nil)
	if r.record && len(every.Do) > 0 {
		r.insertRecord(Outcome{Step: held.Condition.Name, Label: held.Condition.Label, Kind: kindNames[stepDo], Who: a.Key,
			Source: held.Condition.where, Guide: held.Condition.Src, Terms: terms}, began)
	}
	if every.sequence != nil {
		r.runSequence(f, every.sequence, nil, tagSet{}, tagSet{})
	}
	if a.held(id) != nil && every.Once {
		r.emit(&Event{Kind: EventTick, of: a, Who: a.Key, What: held.Condition.Name, ID: id, At: noMore})
		return
	}
	if a.held(id) != nil && r.err == nil {
		r.emit(&Event{Kind: EventTick, of: a, Who: a.Key, What: held.Condition.Name, ID: id, At: r.count() + r.interval(a, &held)})
	}
}

// open is the turn of an actor coming: what its conditions do at its turn, then it is to declare.
func (r *Run) open(a *Actor) {
	for _, held := range append(r.held.allocN(len(a.Conditions))[:0], a.Conditions...) {
		if held.Condition.atTurn == nil || a.held(held.ID) == nil {
			continue
		}
		f := r.frame(a, r.partner(&held))
		f.number, f.asked = held.Number, held.Number
		r.runSequence(f, held.Condition.atTurn, nil, tagSet{}, tagSet{})
	}
	r.until(a, untilTurn)
	r.emit(&Event{Kind: EventOpen, of: a, Who: a.Key})
}

// takeEffect is an action reaching its count. Then initiative is rolled again, from there. R11.
func (r *Run) takeEffect(a *Actor) ([]Reported, error) {
	d := a.Doing
	r.takingEffect = d
	if d.Paired && a.live != nil {
		a.live.invalidate()
	}
	f, action, err := r.setting(a.Key, d)
	if bar := action.hindered(f); err == nil && bar != nil {
		err = &Refusal{bar.Refuse}
	}
	if _, impossible := err.(*Refusal); impossible { // whom it was for has left, or the tool is gone
		r.emit(&Event{Kind: EventDone, of: a, Who: a.Key, Text: "it comes to nothing: " + err.Error()})
		if a.Doing == nil {
			r.initiative(a, r.count())
		}
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	f.spent = d.Points
	ending := r.held.allocN(len(a.Conditions))[:0]
	for _, held := range a.Conditions {
		if held.Condition.until == untilAction {
			ending = append(ending, held)
		}
	}
	slow := 0.0
	if f.use.asked && !f.use.trained {
		slow = 1
	}
	r.acting = a
	report := r.body(f, action)
	r.acting = nil
	for _, held := range ending {
		if a.held(held.ID) != nil {
			r.ended(a, &held)
		}
	}
	if a.Doing == d {
		r.emit(&Event{Kind: EventDone, of: a, Who: a.Key, Value: slow})
	}
	if r.err != nil || a.Doing != nil || a.cannot(r.rs, cannotAct) != nil || a.Turn >= 0 {
		return report, nil
	}
	if f.holds(r.rs.Order.next) {
		r.initiative(a, r.rs.Order.Pair.since(f, d, r.count())+r.late)
	} else {
		r.emit(&Event{Kind: EventTurn, of: a, Who: a.Key, At: r.count() + r.late})
	}
	return report, nil
}

// ByHand carries out what a game master does by hand: an effect on somebody, outside any action.
func (rs *Ruleset) ByHand(s *State, k Known, do func(*Run)) (Decision, error) {
	r := rs.run(s, k)
	do(r)
	return r.decision()
}

// Initiative rolls the next turn of an actor from now.
func (r *Run) Initiative(key string) {
	if a := r.copy(key); a != nil {
		r.initiative(a, r.count())
	}
}

// Put gives an actor a condition by hand: the tool is what one about a thing is about, the key of the other one is needed
// for one between two.
func (r *Run) Put(key string, c *Condition, tool *Item, number float64, other string) {
	if a := r.copy(key); a != nil {
		r.put(a, tool, c, number, other)
	}
}

// End takes a condition from an actor by hand; one between two ends with the other one named, or with everybody.
func (r *Run) End(key string, c *Condition, tool *Item, other string) {
	if a := r.copy(key); a != nil {
		r.end(a, tool, c, other)
	}
}

// Leave lets an actor go; what others have with it alone ends.
func (r *Run) Leave(key string) {
	if a := r.state.Find(key); a != nil {
		r.leave(a)
	}
}

// Set brings a pool to a value by hand; one outside its bounds is refused.
func (r *Run) Set(key string, pool *Pool, value float64) {
	a := r.copy(key)
	if a == nil {
		return
	}
	level := a.Levels[pool.index]
	if most, limited := a.Sheet.Max(pool); limited && value > math.Max(most, level.Now) {
		r.err = refuse("%s of %s is at most %s", pool.Name, a.Name, formatNumber(most))
	}
	if value < pool.least {
		r.err = refuse("%s of %s is at least %s", pool.Name, a.Name, formatNumber(pool.least))
	}
	r.emit(&Event{Kind: EventPool, Who: key, What: pool.Name, Value: trimNoise(value), Carry: level.Carry, By: trimNoise(value - level.Now)})
}

// SetOver sets what a pool lost since its drain last drew, by hand; what a drain would draw at once is refused.
func (r *Run) SetOver(key string, pool *Pool, over float64) {
	a := r.copy(key)
	if a == nil {
		return
	}
	if r.err = pool.carries(over); r.err == nil {
		r.emit(&Event{Kind: EventPool, Who: key, What: pool.Name, Value: a.Levels[pool.index].Now, Carry: trimNoise(over)})
	}
}

// Emit adds an event by hand.
func (r *Run) Emit(e Event) { r.emit(&e) }

// GiveUp ends the action somebody has in the making; initiative is rolled from now.
func (r *Run) GiveUp(key string) {
	if a := r.copy(key); a != nil {
		r.giveUp(a)
	}
}

// Actor is the run's own copy of somebody.
func (r *Run) Actor(key string) *Actor { return r.copy(key) }

// Burden is what a modifier comes to for an actor doing nothing in particular, and what gives it.
func (rs *Ruleset) Burden(s *State, a *Actor, modifier string, words ...string) (sum float64, parts []Term) {
	m, ok := rs.Modifiers.Get(modifier)
	if !ok {
		return 0, nil
	}
	r := rs.run(s, Known{})
	f := r.frame(a, nil)
	f.seq = &seqFrame{seq: &Sequence{}}
	for _, word := range words {
		if bit, known := rs.bits[word]; known {
			f.seq.acting.add(bit)
		}
	}
	r.tagged(f, true, nil)
	f.run = nil
	sum = trimNoise(f.sum(m, &r.trace))
	return sum, r.trace.end(0)
}

// time is how many counts an action takes by itself.
func (a *Action) time(f *Frame) float64 {
	counts := a.counts.Num(f)
	for _, phase := range a.Phases {
		counts += phase.Counts
	}
	return counts
}
