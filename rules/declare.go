package rules

import (
	"math"
	"strings"

	"hybrid/rules/source"
)

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
	return r.decided(r.of(a).declare(&d))
}

// declare changes nothing where it refuses. The actor keeps what it declares.
func (s subject) declare(d *Doing) ([]Reported, error) {
	if why := s.a.cannot(s.rs, cannotAct); why != nil {
		return nil, refuse("%s cannot act: %s; somebody else may, or: next", s.a.Name, strings.ToLower(why.Label))
	}
	if d.Beside != nil {
		return nil, s.declarePair(d)
	}
	f, action, err := s.ready(d)
	if err != nil {
		return nil, err
	}
	if d.At > d.From {
		s.until(untilDeclaration)
	}
	s.stance(f, s.a, action, d)
	d.name(f, action)
	if d.At > d.From {
		s.happen(&Event{Kind: EventDoing, Doing: d})
		return nil, nil
	}
	return s.body(f, action), nil
}

// ready works out when an action would take effect, and pays the points it spends. It refuses what cannot be declared.
func (s subject) ready(d *Doing) (*Frame, *Action, error) {
	f, action, err := s.setting(s.a.Key, d)
	if err != nil {
		return nil, nil, err
	}
	if err := s.permit(f, s.a, action, d); err != nil {
		return nil, nil, err
	}
	if err := s.pay(f, action, d); err != nil {
		return nil, nil, err
	}
	d.From, d.At = s.count(), s.count()+action.lasts(s.rs, f, d.Points, nil)
	return f, action, nil
}

// setting finds everything a declared action names, and makes its frame.
func (r *Run) setting(key string, d *Doing) (*Frame, *Action, error) {
	rs := r.rs
	if d.Hazard != nil {
		return d.hazard(r)
	}
	a := r.copy(key)
	if a == nil {
		return nil, nil, refuse("nobody here is called %s", key)
	}
	action := rs.use
	found := r.ledger.found(a, d)
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
	f.pickSkill(nil, true)
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
	r.ledger.keep(f, d)
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

// name writes down what the declaration left to what is usual: the action and its tool.
func (d *Doing) name(f *Frame, action *Action) {
	if d.Action == "" {
		d.Action = action.Name
	}
	if d.Tool == "" && len(action.With) > 0 && f.sides[0].tool != nil {
		d.Tool = f.sides[0].tool.Name
	}
}

// errImpossible is the refusal of an action where the reason is not shown.
var errImpossible = refuse("this is not possible now")

// checkPossible refuses an action, or one of its options, that does not go with how things are.
func checkPossible(f *Frame, action *Action, d *Doing) error {
	if bar := action.barred(f); bar != nil {
		if f.run.terse {
			return errImpossible
		}
		return refuse("%s is not possible: %s", strings.ToLower(action.Label), bar.Refuse)
	}
	for _, ticked := range declaredTicks(f, d) {
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
	if err := checkPossible(f, action, d); err != nil {
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
	d.spend(r.rs, f, action)
	if beyond := d.Points - own; beyond > 0 {
		r.of(a).lose(pool, nil, beyond, nil)
	}
	return nil
}

// spend takes back points that make an action no faster.
func (d *Doing) spend(rs *Ruleset, f *Frame, action *Action) {
	d.Points = min(d.Points, mostPoints)
	for d.Points >= 1 && action.lasts(rs, f, d.Points-1, nil) <= action.lasts(rs, f, d.Points, nil) {
		d.Points--
	}
}

// unsaid makes an action what it is once it is declared, if it is not: its points are spent, its time is the window for
// answers, what lasts until a declaration is over, and what it brings from its own on is there.
func (r *Run) unsaid(f *Frame, action *Action, d *Doing) {
	if d.At == d.From {
		d.spend(r.rs, f, action)
		r.window = action.lasts(r.rs, f, d.Points, nil)
		if r.window > 0 && !d.Called {
			r.of(f.sides[0].actor).until(untilDeclaration)
		}
		r.stance(f, f.sides[0].actor, action, d)
	}
	f.spent = d.Points
}

// stance gives the conditions that an action and its options bring from their declaration on.
func (r *Run) stance(f *Frame, a *Actor, action *Action, d *Doing) {
	r.do(f, action.First, nil)
	for _, condition := range action.puts {
		r.of(a).put(f.sides[0].tool, condition, 0, f.other(condition))
	}
	for _, ticked := range declaredTicks(f, d) {
		if ticked.Situation.Group != "" && f.worse(ticked.Situation) {
			continue
		}
		for _, condition := range ticked.Situation.puts {
			r.of(a).put(f.sides[0].tool, condition, 0, f.other(condition))
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

// declaredTicks is what was ticked for this action alone, without what holds for every actor.
func declaredTicks(f *Frame, d *Doing) []Ticked {
	list := f.sides[0].ticked
	return list[len(list)-len(d.Options):]
}

// until ends the conditions of an actor that last until this. What it took on at this very count, beside the action
// it now declares, stays.
func (s subject) until(what until) {
	for i := len(s.a.Conditions) - 1; i >= 0; i-- {
		if held := s.a.Conditions[i]; held.Condition.until == what && (what != untilDeclaration || held.Since < s.count()) {
			s.ended(&held)
		}
	}
}
