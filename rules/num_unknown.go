package rules

import (
	"math"
	"slices"
	"strings"

	"hybrid/rules/formula"
)

// What a player does not know, taken out of a state: strangers stand for the others, and a run notes what it read of them.

// UnknownActor is an actor of whom one who takes part knows no number: that it is there, and as far as it is seen what
// is in the hand, and where.
type UnknownActor struct {
	Key   string // of whom it stands for
	As    string // the key in the state that is known
	Name  string // what it is called there
	Hand  *Item
	Place *float64
}

// RedactedFor returns the state at a count as an actor has it who knows nothing of the others: they are strangers, in this order,
// without any properties. It keeps everything of the actor except secrets, of the scene what players see, and drops what the game
// master set by hand. A preview or an answer in it depends on nothing else: a name of the other actor reads as 0 or no
// (num_unknown.go), and nothing is refused because of it.
func (s *State) RedactedFor(rs *Ruleset, who string, count float64, others []UnknownActor) *State {
	own := s.Find(who)
	if own == nil {
		return nil
	}
	as := func(key string) string {
		for _, o := range others {
			if o.Key == key {
				return o.As
			}
		}
		if key == who || key == "" {
			return key
		}
		return unseenKey
	}
	a := Openly(rs, own).clone()
	a.Situations, a.Sees, a.Knows, a.Favourites = nil, nil, nil, nil
	for i := range a.Conditions {
		a.Conditions[i].Other = as(a.Conditions[i].Other)
	}
	a.Doing = a.Doing.redactedFor(as)
	if a.Going != nil {
		going := *a.Going
		going.Whom = as(going.Whom)
		a.Going = &going
	}
	redacted := &State{Running: s.Running, Count: count, Actors: []*Actor{a}, viewer: who}
	if a.SecretSituations = nil; rs.Knowledge.SeesScene() {
		a.Situations, redacted.Situations = unconcealed(own.Situations, own.SecretSituations), unconcealed(s.Situations, s.SecretSituations)
	}
	for _, o := range others {
		b := *rs.nobody.actor
		b.Key, b.Name, b.Short, b.Tool = o.As, o.Name, o.Name, o.Hand
		if o.Hand != nil {
			sheet := *b.Sheet
			sheet.Items = []*Item{o.Hand}
			b.Sheet = &sheet
		}
		if o.Place != nil {
			b.Placed, b.Place = true, *o.Place
		}
		redacted.Actors = append(redacted.Actors, &b)
	}
	return redacted
}

// WithoutSecrets returns the state without secrets, as everyone has it in a game that does not track what actors know.
func (s *State) WithoutSecrets(rs *Ruleset) *State {
	redacted := s.Replacing(func(a *Actor) *Actor {
		open := Openly(rs, a)
		if len(a.SecretSituations) > 0 {
			if open == a {
				open = a.clone()
			}
			open.Situations, open.SecretSituations = unconcealed(a.Situations, a.SecretSituations), nil
		}
		return open
	})
	if len(s.SecretSituations) > 0 {
		copied := *redacted
		copied.Situations, copied.SecretSituations = unconcealed(s.Situations, s.SecretSituations), nil
		redacted = &copied
	}
	return redacted
}

// Replacing returns the state with each actor and each side replaced by what with returns: the state itself where these are the same.
func (s *State) Replacing(with func(*Actor) *Actor) *State {
	redacted := *s
	changed := false
	for _, list := range []*[]*Actor{&redacted.Actors, &redacted.Sides} {
		cloned := false
		for i, a := range *list {
			open := with(a)
			if open == a {
				continue
			}
			if !cloned {
				*list, cloned, changed = slices.Clone(*list), true, true
			}
			(*list)[i] = open
		}
	}
	if !changed {
		return s
	}
	return &redacted
}

// hidesScene reports whether a state is one player's who sees nothing of what may hold in a scene.
func (rs *Ruleset) hidesScene(s *State) bool {
	return s.viewer != "" && !rs.Knowledge.SeesScene() && slices.ContainsFunc(rs.Situations.All, (*Situation).Lasting)
}

// unconcealed returns the situations that are not kept back.
func unconcealed(names, keptBack []string) []string {
	if len(keptBack) == 0 {
		return names
	}
	return slices.DeleteFunc(slices.Clone(names), func(name string) bool { return slices.Contains(keptBack, name) })
}

// unseenKey is the key, in a state that is known alone, of those who are not in it.
const unseenKey = "?"

// redactedFor returns an action in progress without what was given to it by hand; as maps the keys of actors.
func (d *Doing) redactedFor(as func(string) string) *Doing {
	if d == nil {
		return nil
	}
	copied := *d
	copied.Given, copied.Against, copied.Among, copied.Help = nil, nil, nil, nil
	copied.Whom, copied.Beside = as(d.Whom), d.Beside.redactedFor(as)
	return &copied
}

// Openly returns an action without what was given to it by hand; as maps the keys of actors.
func (d *Doing) Openly(as func(string) string) *Doing { return d.redactedFor(as) }

// unknown is what a run leaves out in which one who takes part knows nothing of the others, and whether it did.
type unknown struct {
	who     string
	read    bool // since it was last asked
	ever    bool
	numbers uint // those of the check under way that read it, a bit each
}

// unknown returns what is not known of the others, or nil if the frame is not of a run or everything is known.
func (f *Frame) unknown() *unknown {
	if f.run == nil {
		return nil
	}
	return f.run.unknown
}

// isUnknown reports whether the other one is not known to the one whose view counts. It notes that something was read of it.
func (f *Frame) isUnknown() bool {
	u := f.unknown()
	if u == nil {
		return false
	}
	if key := f.sides[1].actor.Key; key == "" || key == u.who {
		return false
	}
	u.note()
	return true
}

func (u *unknown) note() { u.read, u.ever = true, true }

// KnownAnswer is an answer to a question as the one who is asked knows it.
type KnownAnswer struct {
	Answer
	Always  bool          // it is possible whatever it answers
	Roll    *CheckPreview // its own, before anything it is opposed by; nil without one
	Counts  float64       // by which the next turn, or the action in progress, comes later
	GivesUp bool          // the action in progress is given up for it
	Lands   float64       // when the action in progress takes effect after it; 0 without one
	ticks   func() []*Situation
}

// Ticks lists the situations that may be ticked for the answer.
func (k *KnownAnswer) Ticks() []*Situation {
	if k.ticks == nil {
		return nil
	}
	return k.ticks()
}

// readsAnswered reports whether a formula reads the action that is answered: a tag of it, or how long it took.
func readsAnswered(by *Formula) bool {
	return by != nil && slices.ContainsFunc(by.Reads, func(read formula.Read[*Frame]) bool {
		return read.Path == "window" || strings.HasPrefix(read.Path, "tag.") || strings.HasPrefix(read.Path, "with.")
	})
}

// offer finds a step that asks for an answer, in a sequence or those within it.
func (s *Sequence) offer(name string, depth int) (*Sequence, *Step) {
	for _, step := range s.steps {
		if step.kind == stepOffer && step.Name == name {
			return s, step
		}
		if step.kind == stepSequence && step.sub != nil && depth < maxNested {
			if in, found := step.sub.offer(name, depth+1); found != nil {
				return in, found
			}
		}
	}
	return nil, nil
}

// maxNested is how many sequences within each other are searched.
const maxNested = 16

// leftOut reports whether something unknown was read since it was last asked.
func (f *Frame) leftOut() bool {
	u := f.unknown()
	if u == nil {
		return false
	}
	read := u.read
	u.read = false
	return read
}

// everRead reports whether anything unknown was read.
func (u *unknown) everRead() bool { return u != nil && u.ever }

// maybe evaluates a precondition. If it reads something that the player does not know, it returns usually instead, so that
// offers reveal nothing; the game master has the last word.
func (f *Frame) maybe(by *Formula, usually bool) bool {
	u := f.unknown()
	if u == nil {
		return f.holds(by)
	}
	saved := *u
	u.read = false
	holds := f.holds(by)
	if u.read {
		holds = usually
	}
	*u = saved
	return holds
}

// ofOther lets a name of the other actor read as 0, no or an empty text for an actor who does not know the other.
func ofOther(v scopeValue, ok bool) (scopeValue, bool) {
	if !ok {
		return v, false
	}
	switch v.Type {
	case formula.Number:
		minimum := 0.0
		if v.Bounded {
			minimum = math.Min(math.Max(0, v.Min), v.Max) // it may be a divisor
		}
		v.Num = orNeutral(v.Num, minimum)
	case formula.Flag:
		v.Flag = orNeutral(v.Flag, false)
	case formula.Text:
		v.Text = orNeutral(v.Text, "")
	}
	return v, true
}

// orNeutral reads something of the other one, or what stands for it to one who does not know the other one.
func orNeutral[T any](get func(*Frame) T, neutral T) func(*Frame) T {
	return func(f *Frame) T {
		if f.isUnknown() {
			return neutral
		}
		return get(f)
	}
}
