package rules

import (
	"cmp"
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
	redacted := &State{Running: s.Running, Count: count, viewer: who, others: others, apart: s.apart}
	as := redacted.as
	a := rs.Openly(own).clone()
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
	redacted.Actors = []*Actor{a}
	if a.SecretSituations = nil; rs.Knowledge.SeesScene() {
		a.Situations = unconcealed(own.Situations, own.SecretSituations)
	}
	redacted.Situations = s.SceneSeen(rs)
	for _, o := range others {
		b := *rs.nobody.actor
		b.Key, b.Name, b.Short = o.As, o.Name, o.Name
		b.wield(o.Hand)
		if o.Place != nil {
			b.Placed, b.Place = true, *o.Place
		}
		redacted.Actors = append(redacted.Actors, &b)
	}
	return redacted
}

// SceneSeen lists the situations of the scene that players see; none in a game in which nobody sees the scene.
func (s *State) SceneSeen(rs *Ruleset) []string {
	if !rs.Knowledge.SeesScene() {
		return nil
	}
	return unconcealed(s.Situations, s.SecretSituations)
}

// as returns the key, in a state that is known alone, of the actor with a key in the state as it is.
func (s *State) as(key string) string {
	if s.viewer == "" || key == "" || key == s.viewer {
		return key
	}
	for _, o := range s.others {
		if o.Key == key || o.As == key {
			return o.As
		}
	}
	return unseenKey
}

// wield gives a stranger an item in hand, all that is known of its gear; nil for nothing.
func (a *Actor) wield(item *Item) {
	if a.Tool = item; item != nil {
		sheet := *a.Sheet
		sheet.Items = []*Item{item}
		a.Sheet = &sheet
	}
}

// WithoutSecrets returns the state without secrets, as everyone has it in a game that does not track what actors know.
func (s *State) WithoutSecrets(rs *Ruleset) *State {
	redacted := s.Replacing(func(a *Actor) *Actor {
		open := rs.Openly(a)
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

// WithoutScene returns the state without what holds in the scene, for numbers that are to last longer than that. They say that it is
// left out.
func (s *State) WithoutScene() *State {
	bare := *s.Replacing(func(a *Actor) *Actor {
		if slices.Equal(a.Situations, a.Sheet.around) {
			return a
		}
		open := a.clone()
		open.Situations, open.SecretSituations = a.Sheet.around, nil
		return open
	})
	bare.Situations, bare.SecretSituations, bare.apart = nil, nil, true
	return &bare
}

// hidesScene reports whether a state leaves out what may hold in a scene: one without that, or of a player who sees nothing of it.
func (rs *Ruleset) hidesScene(s *State) bool {
	return (s.apart || s.viewer != "" && !rs.Knowledge.SeesScene()) && slices.ContainsFunc(rs.Situations.All, (*Situation).Lasting)
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

// unknown is what a run leaves out in which one who takes part knows nothing of the others, and whether it did. What was read is held in
// words, such as "whether it is lifeless".
type unknown struct {
	who     string
	read    string // since it was last asked, the first thing; empty for nothing
	ever    bool
	numbers [maxNumbers]string // what each number of the check under way read
	basis   string             // what the choice of its basis read
	rank    string             // likewise of its skill, and of what limits that
	tags    []unknownTag       // of the roll under way
	tool    tagSet             // that what another one acts with may have, which is not known
}

// unknownTag is a tag of which it is not known whether a roll has it, and what that depends on.
type unknownTag struct {
	bit int
	by  string
}

// unknown returns what is not known of the others, or nil if the frame is not of a run or everything is known.
func (f *Frame) unknown() *unknown {
	if f.run == nil {
		return nil
	}
	return f.run.unknown
}

// isUnknown reports whether the other one is not known to the one whose view counts. It notes what was read of it.
func (f *Frame) isUnknown(what string) bool {
	u := f.unknown()
	if u == nil {
		return false
	}
	if key := f.sides[1].actor.Key; key == "" || key == u.who {
		return false
	}
	u.note(what)
	return true
}

// note notes that something unknown was read.
func (u *unknown) note(what string) { u.read, u.ever = cmp.Or(u.read, what), true }

// hasTag reports whether a roll is about a tag. It notes where that is not known.
func (f *Frame) hasTag(bit int) bool {
	if u := f.unknown(); u != nil {
		for _, tag := range u.tags {
			if tag.bit == bit {
				u.note(tag.by)
			}
		}
		if u.tool.has(bit) {
			u.note("the item used")
		}
	}
	return f.tags.has(bit)
}

// followUnknown adds the tags that follow from those of the frame's roll, and from what has happened. It notes those of which it is not
// known whether they do.
func (f *Frame) followUnknown() {
	u := f.run.unknown
	u.tags = u.tags[:0]
	for _, tag := range f.rs.derived {
		if by := u.reads(func() {
			if f.holds(tag.when) {
				f.tags.add(tag.bit)
			}
		}); by != "" {
			u.tags = append(u.tags, unknownTag{tag.bit, by})
		}
	}
}

// notePlace notes where it is not known how far away the other actor is, though places are kept.
func (f *Frame) notePlace() {
	if u, other := f.unknown(), f.sides[1].actor; u != nil && other.Key != "" && f.sides[0].actor.Placed != other.Placed {
		u.note("how far it is")
	}
}

// unlessNaN returns a number, or 0 for NaN, which stands for one that is not known.
func (f *Frame) unlessNaN(x float64, what string) float64 {
	if u := f.unknown(); u != nil && x != x {
		u.note(what)
		return 0
	}
	return x
}

// KnownAnswer is an answer to a question as the one who is asked knows it.
type KnownAnswer struct {
	Answer
	Always  bool          // it is possible whatever it answers
	Roll    *CheckPreview // its own, before anything it is opposed by; nil without one
	Counts  float64       // by which the next turn, or the action in progress, comes later
	GivesUp bool          // the action in progress is given up for it
	Lands   float64       // when the action in progress takes effect after it; 0 without one
	Ticks   []*Situation  // that may be ticked for it
}

// readsAnswered reports whether a formula reads the action that is answered: a tag of it, or how long it took.
func readsAnswered(by *Formula) bool {
	return by != nil && slices.ContainsFunc(by.Reads, func(read formula.Read[*Frame]) bool {
		return read.Path == "window" || strings.HasPrefix(read.Path, "tag.") || strings.HasPrefix(read.Path, "with.")
	})
}

// leftOut returns the first unknown thing that was read since it was last asked, in words; empty for nothing.
func (f *Frame) leftOut() (what string) {
	if u := f.unknown(); u != nil {
		what, u.read = u.read, ""
	}
	return what
}

// everRead reports whether anything unknown was read.
func (u *unknown) everRead() bool { return u != nil && u.ever }

// reads returns the first unknown thing that is read within do, in words, which counts for nothing else; empty for nothing. The receiver
// may be nil.
func (u *unknown) reads(do func()) (what string) {
	if u == nil {
		do()
		return ""
	}
	read, ever := u.read, u.ever
	u.read = ""
	do()
	what, u.read, u.ever = u.read, read, ever
	return what
}

// maybe evaluates a precondition. If it reads something that the player does not know, it returns usually instead, so that
// offers reveal nothing; the game master has the last word.
func (f *Frame) maybe(by *Formula, usually bool) bool {
	u := f.unknown()
	if u == nil {
		return f.holds(by)
	}
	holds := false
	if u.reads(func() { holds = f.holds(by) }) != "" {
		return usually
	}
	return holds
}

// ofOther lets a name of the other actor, without other., read as 0, no or an empty text for an actor who does not know the other.
func (c *compiler) ofOther(parts []string) (scopeValue, bool) {
	v, ok := c.actorName(1, parts)
	if !ok {
		return v, false
	}
	what := MidSentence(Words(parts[len(parts)-1]))
	if v.Type == formula.Flag {
		what = "whether it is " + what
	}
	switch v.Type {
	case formula.Number:
		minimum := 0.0
		if v.Bounded {
			minimum = math.Min(math.Max(0, v.Min), v.Max) // it may be a divisor
		}
		v.Num = orNeutral(v.Num, minimum, what)
	case formula.Flag:
		v.Flag = orNeutral(v.Flag, false, what)
	case formula.Text:
		v.Text = orNeutral(v.Text, "", what)
	}
	return v, true
}

// orNeutral reads something of the other one, or what stands for it to one who does not know the other one.
func orNeutral[T any](get func(*Frame) T, neutral T, what string) func(*Frame) T {
	return func(f *Frame) T {
		if f.isUnknown(what) {
			return neutral
		}
		return get(f)
	}
}
