package rules

import (
	"math"
	"strings"

	"hybrid/rules/source"
)

// Step is one step of an action or sequence. Exactly one of Check, Table, Tally, Value, Do, Offer, Reply, Sequence
// and Stop says what it is.
type Step struct {
	Head     `yaml:",inline"`
	When     source.Text             `yaml:"when"`
	Who      string                  `yaml:"who"` // other; the one who acts without it
	Check    source.Text             `yaml:"check"`
	Skill    []source.Text           `yaml:"skill"`
	Basis    *ByTag                  `yaml:"basis"`
	Tags     []source.Text           `yaml:"tags"`
	Within   source.Text             `yaml:"within"` // metres, where places are kept
	Give     Gives                   `yaml:"give"`
	Against  source.Text             `yaml:"against"` // an earlier check, whose margin is taken off
	Results  source.Map[[]*Effect]   `yaml:"results"`
	Table    source.Text             `yaml:"table"`
	Row      source.Text             `yaml:"row"` // a situation that asked for a row, or words that name one
	By       source.Text             `yaml:"by"`
	Tally    *Tally                  `yaml:"tally"`
	Believe  bool                    `yaml:"believe"`
	Value    source.Text             `yaml:"value"`
	Do       []*Effect               `yaml:"do"`
	Offer    source.Text             `yaml:"offer"`
	Reply    source.Text             `yaml:"reply"`
	Sequence source.Text             `yaml:"sequence"`
	With     source.Map[source.Text] `yaml:"with"`
	Stop     source.Text             `yaml:"stop"`
	Text     string                  `yaml:"text"`

	kind    stepKind
	index   int
	when    *Formula
	check   *Check
	skills  []*Skill
	tool    bool // the skill is the tool's
	against int
	within  *Formula
	made    []*Effect
	missed  []*Effect
	degrees map[*Degree][]*Effect
	table   *Table
	asker   *Situation // the situation whose row it takes
	row     *Formula
	by      *Formula
	value   typed
	stop    *Formula
	answers []*Action
	offer   int // for a reply, the index of its offer
	sub     *Sequence
	with    []*Formula
	tags    []int
	giver
}

type stepKind int

const (
	stepNone stepKind = iota
	stepCheck
	stepTable
	stepTally
	stepValue
	stepDo
	stepOffer
	stepReply
	stepSequence
	stepStop
)

var kindNames = [...]string{"", "check", "table", "tally", "value", "do", "offer", "reply", "sequence", "stop"}

// Outcome is one step of an action as it went, with everything that explains it.
type Outcome struct {
	Step    string   `json:"step"`
	Label   string   `json:"label"`
	Kind    string   `json:"kind"`
	Who     string   `json:"who,omitempty"`
	Source  string   `json:"source,omitempty"`
	Guide   string   `json:"guide,omitempty"`
	Skill   string   `json:"skill,omitempty"`
	Chance  float64  `json:"chance,omitempty"`
	Roll    int      `json:"roll,omitempty"`
	Margin  float64  `json:"margin,omitempty"`
	Success bool     `json:"success,omitempty"`
	Degree  string   `json:"degree,omitempty"`
	Factor  float64  `json:"factor,omitempty"`
	Row     string   `json:"row,omitempty"`
	Side    string   `json:"side,omitempty"`
	Total   *float64 `json:"total,omitempty"`
	Choice  string   `json:"choice,omitempty"`
	Text    string   `json:"text,omitempty"`
	Secret  bool     `json:"secret,omitempty"`
	Belief  bool     `json:"belief,omitempty"`
	Dice    []Die    `json:"dice,omitempty"`
	Terms   []Term   `json:"terms,omitempty"`
	Events  []Event  `json:"events,omitempty"`
}

// Prospect is a roll before it is made: its chance, why, and what must be said first.
type Prospect struct {
	Chance float64 `json:"chance"`
	Told   string  `json:"told,omitempty"`
	Terms  []Term  `json:"terms"`
	Skill  string  `json:"skill,omitempty"`
	Check  *Check  `json:"-"`
}

// Run is one decision being made: it draws dice, asks what it must know, and collects events. It works on copies of
// the actors, so that the state it began from stays as it was.
type Run struct {
	rs       *Ruleset
	state    *State // nil outside an encounter
	dice     Dice
	answers  map[string]string
	record   bool
	copies   []*Actor
	events   []Event
	outcomes []Outcome
	drawn    []Die
	spent    []spent
	purpose  string
	among    []string
	centre   *Actor // the one it is done to, where it reaches others beside
	words    string // what was said with the action, such as the trigger of a preset one
	window   float64
	against  float64 // a margin given by hand, for the checks of the one who acts
	secret   bool
	prospect *Prospect
	stopped  bool
	err      error
}

type spent struct {
	who string
	id  int
}

func (r *Run) timeless() bool { return r.state == nil || !r.state.Running }

func (r *Run) count() float64 {
	if r.state == nil {
		return 0
	}
	return r.state.Count
}

// die rolls one die, unless the run has stopped already.
func (r *Run) die(faces int, purpose string) int {
	if r.err != nil {
		return 0
	}
	face, typed, err := r.dice.Roll(faces, purpose)
	if err != nil {
		r.err = err
		return 0
	}
	r.drawn = append(r.drawn, Die{Die: dieName(faces), Result: face, Typed: typed, For: purpose})
	return face
}

func dieName(faces int) string {
	switch faces {
	case 100:
		return "d100"
	case 6:
		return "d6"
	}
	return "d" + whole(float64(faces))
}

// emit adds an event and applies it to the run's own copies.
func (r *Run) emit(e Event) {
	if r.err != nil {
		return
	}
	if e.Kind == EventTell && r.prospect != nil {
		return
	}
	r.events = append(r.events, e)
	if e.Who == "" || e.Kind == EventTell || e.Kind == EventJoin || e.Kind == EventLeave {
		return
	}
	if actor := r.copy(e.Who); actor != nil {
		r.err = r.rs.change(actor, &e)
	}
}

// copy is the run's own copy of an actor.
func (r *Run) copy(key string) *Actor {
	for _, actor := range r.copies {
		if actor.Key == key {
			return actor
		}
	}
	if r.state == nil {
		return nil
	}
	actor := r.state.Find(key)
	if actor == nil {
		return nil
	}
	return r.adopt(actor)
}

// adopt takes an actor into the run, as a copy.
func (r *Run) adopt(a *Actor) *Actor {
	for _, actor := range r.copies {
		if actor.Key == a.Key {
			return actor
		}
	}
	copied := a.clone()
	r.copies = append(r.copies, copied)
	return copied
}

// frame is a frame of this run.
func (r *Run) frame(a, other *Actor) *Frame {
	f := r.rs.frame(a)
	f.run = r
	f.sides[0].ticked = r.scene()
	if other != nil {
		f.sides[1] = &side{actor: other, tool: other.Tool, ticked: f.sides[0].ticked}
	}
	return f
}

// scene is what holds for everybody in the encounter.
func (r *Run) scene() []Ticked {
	if r.state == nil || len(r.state.Situations) == 0 {
		return nil
	}
	list := make([]Ticked, 0, len(r.state.Situations)+2)
	for _, name := range r.state.Situations {
		if situation, ok := r.rs.Situations.Get(name); ok {
			list = append(list, Ticked{Situation: situation})
		}
	}
	return list
}

// tagged builds the words of a roll anew: acting for the one who acts, else for whoever suffers it.
func (r *Run) tagged(f *Frame, acting bool, step *Step) tagSet {
	set := make(tagSet, r.rs.tagWords)
	for seq := f.seq; seq != nil; seq = seq.parent {
		if seq == f.seq {
			if acting {
				set.add(seq.acting)
			} else {
				set.add(seq.tool)
			}
		}
		for _, row := range seq.rows {
			set.add(row.tags)
		}
	}
	if step != nil {
		set.add(step.tags)
	}
	if task := f.sides[0].task; acting && task != nil {
		set.add(task.tags)
	}
	if f.use.skill != nil {
		set.add(f.use.skill.tags)
	}
	for i := range f.sides[0].ticked {
		set.add(f.sides[0].ticked[i].Situation.tags)
	}
	f.tags = set
	for _, tag := range r.rs.derived {
		if tag.when.Flag(f) {
			set[tag.bit>>6] |= 1 << (tag.bit & 63)
		}
	}
	return set
}

// carry carries out the steps of a sequence in order.
func (r *Run) carry(f *Frame, seq *Sequence, takes []float64, acting, tool []int) *seqFrame {
	sf := &seqFrame{seq: seq, parent: f.seq, results: make([]stepResult, len(seq.steps)), takes: takes, acting: acting, tool: tool}
	g := *f
	g.seq = sf
	secret := r.secret
	r.secret = r.secret || seq.Secret
	for _, step := range seq.steps {
		if r.err != nil || r.stopped {
			break
		}
		g.use, g.step = skillUse{}, nil
		r.tagged(&g, true, nil)
		if !step.when.Flag(&g) {
			continue
		}
		if r.step(&g, step, &sf.results[step.index]) {
			break
		}
	}
	r.secret = secret
	return sf
}

// Whom a step may be about, beside the one who acts.
const (
	whoOther     = "other"     // the one it is done to
	whoOnlookers = "onlookers" // everybody of another side who notices and may act
	whoAmong     = "among"     // the one it is done to, and everybody it reaches beside
)

// step carries out one step, for each whom it is about; it tells whether the sequence ends here.
func (r *Run) step(f *Frame, step *Step, result *stepResult) (stop bool) {
	if step.Who != whoOnlookers && step.Who != whoAmong {
		return r.once(f, step, result)
	}
	for _, a := range r.concerned(f, step) {
		g := *f
		g.sides[1] = &side{actor: a, tool: a.Tool, ticked: r.scene()}
		r.tagged(&g, true, nil)
		r.once(&g, step, result)
	}
	return false
}

// concerned lists whom a step is about that is about several.
func (r *Run) concerned(f *Frame, step *Step) (list []*Actor) {
	if r.state == nil {
		return []*Actor{f.sides[1].actor}
	}
	self, target := f.sides[0].actor, f.sides[1].actor
	for _, there := range r.state.Actors {
		a := r.copy(there.Key)
		far := math.Inf(1)
		if step.within != nil {
			far = step.within.Num(f)
		}
		switch {
		case step.Who == whoAmong && (a == target || contains(r.among, a.Key)):
			list = append(list, a)
		case step.Who == whoAmong && step.within != nil && a.Placed && target.Placed && math.Abs(a.Place-target.Place) <= far:
			list = append(list, a)
		case step.Who == whoOnlookers && a != self && a.Side != self.Side && r.rs.Aware(a) && a.cannot(r.rs, cannotAct) == nil && apart(a, self) <= far:
			list = append(list, a)
		}
	}
	return list
}

// once carries out a step for one.
func (r *Run) once(f *Frame, step *Step, result *stepResult) (stop bool) {
	drawn, events, first := len(r.drawn), len(r.events), len(r.outcomes)
	var out Outcome
	switch step.kind {
	case stepStop:
		return step.stop.Flag(f)
	case stepCheck:
		r.check(f, step, result, &out)
	case stepTable:
		r.look(f, step, result, &out)
	case stepTally:
		r.tally(f, step, result, &out)
	case stepValue:
		result.total = step.value.number(f)
		return false
	case stepDo:
		result.lost = make([]float64, len(r.rs.Pools.All))
		r.affect(f, step, step.Do, result.lost)
	case stepOffer:
		r.offer(f, step, result, &out)
	case stepReply:
		r.reply(f, step, f.seq)
		return false
	case stepSequence:
		takes := make([]float64, len(step.with))
		for i := range step.with {
			takes[i] = step.with[i].Num(f)
		}
		g := *f
		if step.Who == whoOther {
			g = f.flip()
		}
		result.sub = r.carry(&g, step.sub, takes, f.seq.acting, f.seq.tool)
		return false
	}
	r.settle()
	if r.err != nil || !r.record || r.stopped {
		return false
	}
	r.note(f, step, out, drawn, events, first)
	return false
}

// note writes down how a step went.
func (r *Run) note(f *Frame, step *Step, out Outcome, drawn, events, first int) {
	out.Step, out.Label, out.Kind = step.Name, step.Label, kindNames[step.kind]
	out.Source, out.Guide, out.Secret = step.where, step.Src, r.secret
	out.Who = f.sides[0].actor.Key
	if step.Who != "" {
		out.Who = f.sides[1].actor.Key
	}
	out.Dice = r.drawn[drawn:len(r.drawn):len(r.drawn)]
	out.Events = r.events[events:len(r.events):len(r.events)]
	if step.kind == stepDo && len(out.Events) == 0 || step.kind == stepOffer && out.Choice == "" {
		return
	}
	r.outcomes = append(r.outcomes, Outcome{})
	copy(r.outcomes[first+1:], r.outcomes[first:])
	r.outcomes[first] = out
}

// settle ends the conditions that ended by being used.
func (r *Run) settle() {
	for _, s := range r.spent {
		actor := r.copy(s.who)
		if actor == nil || actor.held(s.id) == nil {
			continue
		}
		r.emit(Event{Kind: EventEnd, Who: s.who, What: actor.held(s.id).Condition.Name, ID: s.id})
	}
	r.spent = r.spent[:0]
}

// affect carries out effects on whom the step is about.
func (r *Run) affect(f *Frame, step *Step, effects []*Effect, lost []float64) {
	if step.Who == "" {
		r.do(f, effects, lost)
		return
	}
	// The numbers are read by the one who acts, the other one bears them.
	for _, effect := range effects {
		if r.err == nil && effect.when.Flag(f) {
			g := f.flip()
			r.effect(&g, f, effect, lost)
		}
	}
}

// check rolls a check for the one the step is about.
func (r *Run) check(f *Frame, step *Step, result *stepResult, out *Outcome) {
	g, acting := *f, step.Who == ""
	if !acting {
		g = f.flip()
		g.sides[0] = g.sides[0].idle()
	}
	g.step, g.chk = step, checkFrame{}
	r.skill(&g, step, acting)
	r.tagged(&g, acting, step)
	if basis := step.basis(&g, acting); basis != nil {
		g.use.basis = basis
	}
	if step.against < 0 && step.Against.Text == "" && acting {
		g.chk.against = r.against
	}
	if step.against >= 0 {
		g.chk.against = f.seq.results[step.against].check.Margin
	} else if step.Against.Text != "" {
		if earlier := f.seq.parent.find(step.Against.Text); earlier != nil {
			g.chk.against = earlier.check.Margin
		}
	}
	if acting && r.prospect != nil {
		r.foresee(&g, step.check)
		return
	}
	result.check = r.roll(&g, step.check, step.Label)
	r.report(&g, &result.check, out)
	if r.err != nil {
		return
	}
	if acting {
		r.tell(g.sides[0], result.check.Degree)
	}
	if effects, ok := step.degrees[result.check.Degree]; ok {
		r.do(&g, effects, nil)
		return
	}
	if result.check.Success {
		r.do(&g, step.made, nil)
		return
	}
	r.do(&g, step.missed, nil)
}

// basis is the stat basis that a step or its action says beats the skill's own.
func (s *Step) basis(f *Frame, acting bool) *Formula {
	if by := s.Basis.fits(f); by != nil {
		return by
	}
	if action := f.sides[0].action; acting && action != nil && len(s.skills) == 0 && !s.tool {
		return action.Basis.fits(f)
	}
	return nil
}

// skill finds the skill a check is rolled on: the step's, else the one asked for or the action's; none where the step
// has a basis alone. Without a step it is the action's.
func (r *Run) skill(g *Frame, step *Step, acting bool) {
	side := g.sides[0]
	var skills []*Skill
	tool := false
	switch {
	case step != nil && (step.tool || step.skills != nil):
		tool, skills = step.tool, step.skills
	case step != nil && step.Basis != nil || !acting:
	case side.skill != nil:
		skills = []*Skill{side.skill}
	case side.task != nil:
		g.useTask(side.task, side.stands)
		return
	case side.action != nil:
		tool, skills = side.action.tool, side.action.skills
	}
	if tool && side.tool != nil && side.tool.skill != nil {
		skills = []*Skill{side.tool.skill}
	}
	g.useSkill(skills, side.stands)
}

// foresee works out the chance of a roll that is not made.
func (r *Run) foresee(g *Frame, check *Check) {
	r.prospect.Chance, r.prospect.Told = check.chance(g, &r.prospect.Terms)
	r.prospect.Check = check
	if g.use.skill != nil {
		r.prospect.Skill = g.use.skill.Name
	}
	r.stopped = true
}

// roll works out the chance of a check, rolls it and judges it.
func (r *Run) roll(g *Frame, check *Check, purpose string) (result CheckResult) {
	var terms *[]Term
	if r.record {
		terms = &result.Terms
	}
	result.Chance, result.Told = check.chance(g, terms)
	r.judge(g, check, purpose, &result)
	result.Skill, result.Rank, result.Trained = g.use.skill, g.use.rank, g.use.trained
	return result
}

// judge rolls a check whose chance is in the frame.
func (r *Run) judge(g *Frame, check *Check, purpose string, result *CheckResult) {
	result.Roll = check.throw(r, purpose)
	if r.err != nil {
		return
	}
	result.Success, result.Margin, result.Degree = check.judge(g, result.Roll, func(die int) int {
		return r.die(die, purpose)
	})
}

// report copies a check into the outcome of its step.
func (r *Run) report(g *Frame, c *CheckResult, out *Outcome) {
	if !r.record || r.err != nil {
		return
	}
	out.Chance, out.Roll, out.Margin, out.Success, out.Terms, out.Text = c.Chance, c.Roll, c.Margin, c.Success, c.Terms, c.Told
	if c.Degree != nil {
		out.Degree, out.Factor = c.Degree.Label, c.Degree.Factor
	}
	if c.Skill != nil {
		out.Skill = c.Skill.Label
	}
}

// look rolls on a table, or looks a row up; the row takes part from then on and may do something.
func (r *Run) look(f *Frame, step *Step, result *stepResult, out *Outcome) {
	table := step.table
	switch {
	case step.asker != nil && f.ticked(step.asker) != nil:
		ticked := f.ticked(step.asker)
		result.row, result.side = ticked.Row, ticked.Side
	case step.row != nil:
		result.row = table.row(step.row.String(f))
	case step.by != nil:
		result.row = table.reach(step.by.Num(f))
	default:
		face := r.die(table.die, step.Label)
		if r.err != nil {
			return
		}
		result.row = table.reach(float64(face))
		result.side = table.side(result.row, face)
		out.Roll = face
	}
	if result.row == nil {
		return
	}
	f.seq.rows = append(f.seq.rows, result.row)
	out.Row, out.Side = result.row.Label, result.side
	if len(result.row.Do) > 0 {
		r.affect(f, step, result.row.Do, nil)
	}
}

// ticked finds a situation among those ticked for the one who acts.
func (f *Frame) ticked(s *Situation) *Ticked {
	for i := range f.sides[0].ticked {
		if f.sides[0].ticked[i].Situation == s && f.sides[0].ticked[i].Row != nil {
			return &f.sides[0].ticked[i]
		}
	}
	return nil
}

func (r *Run) tally(f *Frame, step *Step, result *stepResult, out *Outcome) {
	var terms *[]Term
	if r.record {
		terms = &out.Terms
	}
	r.purpose = step.Label
	g := *f
	if step.Who == whoOther {
		g = f.flip()
	}
	result.total, _ = step.Tally.total(&g, terms)
	if r.record {
		total := result.total
		out.Total, out.Belief = &total, step.Believe
	}
}

// offer lets the other one choose an answer. What it gives counts from here; its own steps come with the reply.
func (r *Run) offer(f *Frame, step *Step, result *stepResult, out *Outcome) {
	other := f.sides[1]
	choices := r.rs.answersFor(f, step)
	if len(choices) == 0 {
		return
	}
	key := other.actor.Key + "." + step.Name
	name, known := r.answers[key]
	if !known {
		if r.prospect == nil {
			r.err = &Need{Key: key, Who: other.actor.Key, Text: other.actor.Name + ": " + strings.ToLower(step.Label) + "?", Choices: choices}
		}
		return
	}
	action, tool, ok := r.rs.chosen(f, step, name)
	if !ok {
		if name != "" && name != NoAnswer {
			r.err = refuse("%s cannot answer with %s here; choose %s", other.actor.Name, name, choiceNames(choices))
		}
		return
	}
	result.chosen, result.tool = action, tool
	out.Choice = action.Label
	copied := *other
	copied.action, copied.tool, copied.ticked = action, tool, r.scene()
	f.sides[1] = &copied
	counts := r.rs.answerTime(f, action)
	if counts > 0 {
		r.giveUp(other.actor) // one without time goes beside an action in the making
	}
	for _, condition := range action.puts {
		r.put(other.actor, condition, 0, "")
	}
	r.delay(other.actor, counts)
}

// NoAnswer is the answer of one who does nothing against an attack.
const NoAnswer = "none"

// reply carries out the steps of the answer that was chosen, seen by the one who answers.
func (r *Run) reply(f *Frame, step *Step, seq *seqFrame) {
	offered := seq.find(step.Reply.Text)
	if offered == nil || offered.chosen == nil {
		return
	}
	g := f.flip()
	about := seq.tool
	if offered.chosen.Own && offered.tool != nil {
		about = offered.tool.tags
	}
	acting := append(append([]int(nil), offered.chosen.tags...), about...)
	r.carry(&g, offered.chosen.body, nil, acting, about)
}

func choiceNames(choices []Choice) string {
	names := make([]string, 0, len(choices)+1)
	for _, choice := range choices {
		names = append(names, choice.Name)
	}
	return strings.Join(append(names, NoAnswer), ", ")
}

// answersFor lists how the other one may answer an offer.
func (rs *Ruleset) answersFor(f *Frame, step *Step) (choices []Choice) {
	g := f.flip()
	if g.sides[0].actor.cannot(rs, cannotDefend) != nil {
		return nil
	}
	for _, action := range step.answers {
		tools := action.Tools(g.sides[0].actor)
		for i, tool := range tools {
			if !action.answers(&g, tool) {
				continue
			}
			name, label := action.Name, action.Label
			if tool != nil && i > 0 {
				name, label = name+" "+tool.Name, label+" with "+tool.Label
			}
			choices = append(choices, Choice{name, label})
		}
	}
	return choices
}

// answers tells whether the one a frame looks from may answer with an action and a tool now.
func (a *Action) answers(f *Frame, tool *Item) bool {
	side := *f.sides[0]
	side.tool = tool
	g := *f
	g.sides[0] = &side
	g.counts = a.counts.Num(&g)
	return a.when.Flag(&g)
}

// chosen reads the name of an answer that is possible: an action, and with what where it matters.
func (rs *Ruleset) chosen(f *Frame, step *Step, text string) (*Action, *Item, bool) {
	name, with, _ := strings.Cut(text, " ")
	with = strings.TrimPrefix(with, "with ")
	g := f.flip()
	for _, action := range step.answers {
		if action.Name != name {
			continue
		}
		for _, tool := range action.Tools(f.sides[1].actor) {
			if (with == "" || tool != nil && tool.Name == with) && action.answers(&g, tool) {
				return action, tool, true
			}
		}
	}
	return nil, nil, false
}

// Tools lists what an actor may do the action with, what is in hand first. An action without tools gives one nil.
func (a *Action) Tools(actor *Actor) []*Item {
	if len(a.With) == 0 {
		return []*Item{actor.Tool}
	}
	var list []*Item
	if actor.Tool != nil && actor.Tool.Is(a.With...) {
		list = append(list, actor.Tool)
	}
	for _, item := range actor.Sheet.Items {
		if item != actor.Tool && item.Is(a.With...) {
			list = append(list, item)
		}
	}
	return list
}

// giveUp ends the action an actor has in the making; initiative is rolled from now.
func (r *Run) giveUp(a *Actor) {
	if a.Doing == nil {
		return
	}
	r.emit(Event{Kind: EventDone, Who: a.Key, Text: "gives up " + a.Doing.Action})
	r.again(a)
}

// apart is how many metres are between two, where places are kept; 0 where they are not.
func apart(a, b *Actor) float64 {
	if !a.Placed || !b.Placed {
		return 0
	}
	return math.Abs(a.Place - b.Place)
}
