package rules

import (
	"cmp"
	"slices"

	"hybrid/rules/source"
)

// Tactic is how somebody fights whom nobody plays, as in a simulation.
type Tactic struct {
	Head     `yaml:",inline"`
	Text     string        `yaml:"text"`                                          // what people read of it
	Target   string        `yaml:"target" one:"nearest weakest strongest shared"` // whom it goes for: nearest, weakest, strongest, shared
	Do       []source.Text `yaml:"do" of:"actions"`                               // what it does in its turn: the first of these that is possible
	Beside   []source.Text `yaml:"beside" of:"actions"`                           // what it does at the same time, with another tool: the first of these that is possible
	Options  []source.Text `yaml:"options" of:"situations"`                       // what is ticked for these, where it may be
	Resort   []source.Text `yaml:"resort" of:"situations"`                        // what is ticked where nothing would be possible without it
	Answer   string        `yaml:"answer" one:"always idle never"`                // when it answers an attack, by what stops it most likely: always, idle, never
	Least    float64       `yaml:"least"`                                         // it answers only with what stops the attack with a chance of at least this
	Approach source.Text   `yaml:"approach" of:"activities"`                      // how it moves up to whom it cannot reach; without it, it stays where it is
	Leave    source.Text   `yaml:"leave"`                                         // it leaves the fight in its turn if this holds
	actions  []*Action
	beside   []*Action
	approach *Activity
	leave    *Formula
}

// Whom a tactic goes for. It stays with somebody as long as the word lets it.
const (
	TargetNearest   = "nearest"   // whom it fights already, else the nearest; of those the one fewest others go for
	TargetWeakest   = "weakest"   // who has least left of the pools watched
	TargetStrongest = "strongest" // who has most left of them
	TargetShared    = "shared"    // the one most of its side go for
)

// When a tactic answers an attack.
const (
	AnswerAlways = "always"
	AnswerIdle   = "idle" // while it has no action in the making that it would lose
	AnswerNever  = "never"
)

// Actions are what the tactic does in its turn: the first that is possible.
func (t *Tactic) Actions() []*Action { return t.actions }

// Seconds are what the tactic does beside its action: the first that is possible.
func (t *Tactic) Seconds() []*Action { return t.beside }

// Approaches is how it moves up to whom it cannot reach; nil if it stays where it is.
func (t *Tactic) Approaches() *Activity { return t.approach }

// Leaves reports whether an actor with this tactic would leave the fight now.
func (rs *Ruleset) Leaves(t *Tactic, a *Actor) bool {
	return t.leave != nil && t.leave.Flag(rs.frame(a))
}

// Tactic finds a tactic by its name, and the usual one of the pack without a name; nil if there is none.
func (rs *Ruleset) Tactic(name string) *Tactic {
	tactic, ok := rs.Tactics.Get(cmp.Or(name, rs.Pack.Tactic))
	if !ok {
		return nil
	}
	return tactic
}

// tactics compiles the tactics, when actions and situations are known.
func (c *compiler) tactics() {
	rs := c.rs
	for _, t := range rs.Tactics.All {
		t.Target, t.Answer = cmp.Or(t.Target, TargetNearest), cmp.Or(t.Answer, AnswerNever)
		for _, text := range t.Do {
			if action := find(c, &rs.Actions, text, "action"); action != nil {
				t.actions = append(t.actions, action)
			}
		}
		for _, text := range t.Beside {
			if action := find(c, &rs.Actions, text, "action"); action != nil {
				t.beside = append(t.beside, action)
			}
		}
		if len(t.Beside) > 0 && rs.Order.Pair == nil {
			c.mistake(source.Missing, t.Beside[0].Pos, "two actions at once need order: {pair: …}, which says what each is worth")
		}
		for _, text := range append(slices.Clone(t.Options), t.Resort...) {
			find(c, &rs.Situations, text, "situation")
		}
		t.approach = find(c, &rs.Activities, t.Approach, "activity")
		if t.approach != nil && t.approach.pace == nil {
			c.report.Warn(source.Missing, t.Approach.Pos, "nobody gets anywhere by %s; name an activity with a pace", t.Approach.Text)
		}
		if t.Leave.Text != "" {
			t.leave = c.flag(t.Leave, place{})
		}
		if len(t.Do) == 0 && t.leave == nil {
			c.mistake(source.Missing, t.Pos, "tactic %s does nothing; say which actions under do, the first that is possible counts", t.Name)
		}
	}
	find(c, &rs.Tactics, c.said("pack", "tactic", rs.Pack.Tactic), "tactic")
}

// RatedAnswer is an answer that somebody may give, and how likely it is to stop the attack, in percent: where it has a roll
// of its own, the chance of that before the margin of the attack is taken off; where it has other steps, these come off
// for certain; where it has none, the part of the attack's chance that it takes away from its declaration on.
type RatedAnswer struct {
	Action *Action
	Tool   *Item
	Chance float64
}

// Offer is a question to somebody how to answer, before anything is known of the answers.
type Offer struct {
	run  *Run
	f    *Frame
	step *Step
}

// Answers are all possible answers, each rated, until the next question. It changes nothing.
func (o Offer) Answers() []RatedAnswer {
	r := o.run
	r.rated = r.rated[:0]
	for _, a := range r.answersFor(o.f, o.step) {
		r.rated = append(r.rated, r.rate(o.f, o.step, a))
	}
	return r.rated
}

// rate works out what an answer is worth, and leaves everything as it was.
func (r *Run) rate(f *Frame, offer *Step, a answer) RatedAnswer {
	w := RatedAnswer{Action: a.action, Tool: a.tool, Chance: sure}
	kept, spent := *f, len(r.usedUp)
	body := a.action.body
	switch {
	case len(body.steps) == 0 && len(a.action.gifts) == 0:
		w.Chance = 0
	case len(body.steps) == 0:
		before := r.likely(f, offer)
		r.answering(f, a.action, a.tool)
		w.Chance = sure * max(0, before-r.likely(f, offer)) / max(1, before)
	default:
		if step := r.prepare(f, a, body); step != nil {
			w.Chance = r.previewChance(f, step)
		}
	}
	*f, r.usedUp = kept, r.usedUp[:spent]
	return w
}

// sure is the chance of what cannot fail.
const sure = 100

// likely is the chance of the first roll that comes after an offer.
func (r *Run) likely(f *Frame, offer *Step) float64 {
	for _, step := range f.seq.seq.steps[offer.index+1:] {
		if step.kind == stepCheck && step.Who == "" && f.holds(step.when) {
			return r.previewChance(f, step)
		}
	}
	return 0
}

// previewChance is the chance of a roll that is not made.
func (r *Run) previewChance(f *Frame, step *Step) float64 {
	r.ahead, r.preview, r.previewed = CheckPreview{}, &r.ahead, f.sides[0].actor
	r.check(f, step, &f.seq.results[step.index], nil)
	r.preview, r.stopped = nil, false
	return r.ahead.Chance
}

// prepare turns a frame to an answer, as its reply would, and finds its first roll; nil if it has none.
func (r *Run) prepare(f *Frame, a answer, body *Sequence) *Step {
	r.answering(f, a.action, a.tool)
	sf := r.seqs.alloc()
	sf.seq, sf.parent, sf.results, sf.rows = body, f.seq, r.results.allocN(len(body.steps)), sf.room[:0]
	sf.tool = f.seq.tool
	if a.action.Own && a.tool != nil {
		sf.tool = a.tool.tags
	}
	sf.acting = a.action.tags
	sf.acting.join(&sf.tool)
	f.flip()
	f.seq, f.use, f.step = sf, skillUse{}, nil
	r.tagged(f, true, nil)
	for _, step := range body.steps {
		if step.kind == stepCheck && step.Who == "" && f.holds(step.when) {
			return step
		}
	}
	return nil
}

// ReadSheetOver reads a character file with another one laid over it, as layers of a pack are.
func (rs *Ruleset) ReadSheetOver(name string, data []byte, overName string, over []byte) (*Sheet, error) {
	report := &source.Report{}
	under, upper := source.Parse(name, data, report), source.Parse(overName, over, report)
	if under == nil || upper == nil {
		return nil, report.Err()
	}
	var written Character
	node := source.Lay(under, upper, report)
	source.Decode(node, &written, report)
	sheet := rs.sheet(&written, broken(node, report), report)
	sheet.Key = name
	if err := report.Err(); err != nil {
		return nil, err
	}
	return sheet, nil
}

// RestartActor is a state in which somebody starts anew with another sheet; the old one stays as it was.
func (rs *Ruleset) RestartActor(s *State, key string, sheet *Sheet) *State {
	next := *s
	next.Actors = append([]*Actor(nil), s.Actors...)
	for i, a := range next.Actors {
		if a.Key == key {
			b := rs.NewActor(key, sheet)
			b.Name, b.Side, b.order = a.Name, a.Side, a.order
			next.Actors[i] = b
		}
	}
	return &next
}
