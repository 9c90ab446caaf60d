package rules

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"hybrid/rules/formula"
)

// States from which the facts that a player doesn't know have been removed. In such a known state, strangers without properties replace the
// other actors; a run on it records which facts about them it reads (unknownFacts), so that previews can name them instead of showing a
// wrong number.

// UnknownActor is an actor whose numbers a player character does not know. The known state of the character contains only that the actor is
// present and, if seen, the actor's item in hand and position.
type UnknownActor struct {
	Key   string   // key of the actor that it replaces
	As    string   // key in the known state
	Name  string   // name in the known state
	Hand  *Item    // item in hand; nil if none is seen
	Place *float64 // position in metres; nil if not seen
}

// RedactedFor returns the known state of the actor with key who, at the given count. The other actors are strangers without properties, in
// the order of others. The actor itself is kept, except for secrets, and so are the situations of the scene that players see; everything
// that the game master set is dropped. Since nothing else is in the state, previews and answers in it can't reveal anything: a formula that
// reads the other actor gets 0, no or an empty text, and such a value is never a reason for a refusal.
func (s *State) RedactedFor(rs *Ruleset, who string, count float64, others []UnknownActor) *State {
	own := s.Find(who)
	if own == nil {
		return nil
	}
	redacted := &State{Running: s.Running, Count: count, viewer: who, unknownActors: others, omitsScene: s.omitsScene}
	as := redacted.knownKey // translates keys of actors into those of the known state
	a := rs.WithoutSecrets(own).clone()
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
	if a.SecretSituations = nil; rs.Knowledge.ShowsScene() {
		a.Situations = withoutConcealed(own.Situations, own.SecretSituations)
	}
	redacted.Situations = s.VisibleSituations(rs)
	for _, o := range others {
		b := *rs.nobody.actor
		b.Key, b.Name, b.Short = o.As, o.Name, o.Name
		b.setVisibleTool(o.Hand)
		if o.Place != nil {
			b.Placed, b.Place = true, *o.Place
		}
		redacted.Actors = append(redacted.Actors, &b)
	}
	return redacted
}

// VisibleSituations lists the situations of the scene that players see; nil if the game hides the scene from them.
func (s *State) VisibleSituations(rs *Ruleset) []string {
	if !rs.Knowledge.ShowsScene() {
		return nil
	}
	return withoutConcealed(s.Situations, s.SecretSituations)
}

// knownKey returns the key that an actor has in the known state s; key is its key there or in the full state. If s is a full state, it
// returns key.
func (s *State) knownKey(key string) string {
	if s.viewer == "" || key == "" || key == s.viewer {
		return key
	}
	for _, o := range s.unknownActors {
		if o.Key == key || o.As == key {
			return o.As
		}
	}
	return unseenKey
}

// setVisibleTool sets the item that a stranger holds, or none if item is nil. Nothing else is known of its gear.
func (a *Actor) setVisibleTool(item *Item) {
	if a.Tool = item; item != nil {
		sheet := *a.Sheet
		sheet.Items = []*Item{item}
		a.Sheet = &sheet
	}
}

// WithoutSecrets returns the state without secrets, which is what everyone knows in a game that does not track knowledge.
func (s *State) WithoutSecrets(rs *Ruleset) *State {
	redacted := s.MapActors(func(a *Actor) *Actor {
		open := rs.WithoutSecrets(a)
		if len(a.SecretSituations) > 0 {
			if open == a {
				open = a.clone()
			}
			open.Situations, open.SecretSituations = withoutConcealed(a.Situations, a.SecretSituations), nil
		}
		return open
	})
	if len(s.SecretSituations) > 0 {
		copied := *redacted
		copied.Situations, copied.SecretSituations = withoutConcealed(s.Situations, s.SecretSituations), nil
		redacted = &copied
	}
	return redacted
}

// MapActors returns a copy of the state with each actor and each side replaced by the result of replace, or s itself if nothing changes.
func (s *State) MapActors(replace func(*Actor) *Actor) *State {
	mapped := *s
	changed := false
	for _, list := range []*[]*Actor{&mapped.Actors, &mapped.Sides} {
		cloned := false
		for i, a := range *list {
			replacement := replace(a)
			if replacement == a {
				continue
			}
			if !cloned {
				*list, cloned, changed = slices.Clone(*list), true, true
			}
			(*list)[i] = replacement
		}
	}
	if !changed {
		return s
	}
	return &mapped
}

// WithoutScene returns the state without the situations of the scene, such as darkness, for numbers that don't belong to one scene.
// Previews in it note that situations are missing.
func (s *State) WithoutScene() *State {
	bare := *s.MapActors(func(a *Actor) *Actor {
		if slices.Equal(a.Situations, a.Sheet.situations) {
			return a
		}
		open := a.clone()
		open.Situations, open.SecretSituations = a.Sheet.situations, nil
		return open
	})
	bare.Situations, bare.SecretSituations, bare.omitsScene = nil, nil, true
	return &bare
}

// hidesScene reports whether the state may lack situations of the scene: because they were removed, or because it is the state of a player
// who doesn't see them.
func (rs *Ruleset) hidesScene(s *State) bool {
	return (s.omitsScene || s.viewer != "" && !rs.Knowledge.ShowsScene()) && slices.ContainsFunc(rs.Situations.All, (*Situation).CanLast)
}

// withoutConcealed returns the names that are not in concealed.
func withoutConcealed(names, concealed []string) []string {
	if len(concealed) == 0 {
		return names
	}
	return slices.DeleteFunc(slices.Clone(names), func(name string) bool { return slices.Contains(concealed, name) })
}

// unseenKey replaces, in a known state, the key of any actor that is not in that state.
const unseenKey = "?"

// redactedFor returns a copy of an action in progress without the game master's modifiers and without the other actors that it
// concerns. as translates keys of actors. d may be nil.
func (d *OngoingAction) redactedFor(as func(string) string) *OngoingAction {
	if d == nil {
		return nil
	}
	copied := *d
	copied.Given, copied.Against, copied.Among, copied.Help = nil, nil, nil, nil
	copied.Whom, copied.Beside = as(d.Whom), d.Beside.redactedFor(as)
	return &copied
}

// unknownFacts records which unknown facts a run on a known state reads. A fact is stored in words, such as "whether it is lifeless".
type unknownFacts struct {
	who       string             // key of the actor whose known state it is
	firstFact string             // first fact read since Frame.takeUnknown; "" for none
	anyRead   bool               // whether the run has read an unknown fact
	numbers   [maxNumbers]string // unknown fact that each number of the current check read; "" for none
	basis     string             // unknown fact read when choosing the check's basis; "" for none
	rank      string             // unknown fact read when choosing and limiting the check's skill; "" for none
	tags      []unknownTag       // unknown tags of the current roll
	tool      tagSet             // tags that another actor's unknown tool may have
}

// unknownTag is a tag that the roll may have, with the unknown fact that decides it.
type unknownTag struct {
	bit  int    // index of the tag in a tagSet
	fact string // unknown fact that decides it, in words
}

// unknownRecord returns the record of unknown facts, or nil if the frame has no run or everything is known.
func (f *Frame) unknownRecord() *unknownFacts {
	if f.run == nil {
		return nil
	}
	return f.run.unknown
}

// isUnknown reports whether the other actor is a stranger to the player, and if so records that fact was read about it.
func (f *Frame) isUnknown(fact string) bool {
	u := f.unknownRecord()
	if u == nil {
		return false
	}
	if key := f.sides[1].actor.Key; key == "" || key == u.who {
		return false
	}
	u.noteRead(fact)
	return true
}

// noteRead records that the unknown fact was read.
func (u *unknownFacts) noteRead(fact string) {
	u.firstFact, u.anyRead = cmp.Or(u.firstFact, fact), true
}

// hasTag reports whether a roll has a tag. If that is unknown, it records that the fact which decides it was read.
func (f *Frame) hasTag(bit int) bool {
	if u := f.unknownRecord(); u != nil {
		for _, tag := range u.tags {
			if tag.bit == bit {
				u.noteRead(tag.fact)
			}
		}
		if u.tool.has(bit) {
			u.noteRead("the item used")
		}
	}
	return f.tags.has(bit)
}

// addDerivedOrUnknown adds the derived tags, which apply by a formula, to the tags of the frame's roll, and records the tags whose formula
// reads an unknown fact.
func (f *Frame) addDerivedOrUnknown() {
	u := f.run.unknown
	u.tags = u.tags[:0]
	for _, tag := range f.rs.derived {
		if fact := u.unknownReadIn(func() {
			if f.isTrue(tag.when) {
				f.tags.add(tag.bit)
			}
		}); fact != "" {
			u.tags = append(u.tags, unknownTag{tag.bit, fact})
		}
	}
}

// noteUnknownDistance records that the distance to the other actor is unknown, if only one of the two positions is known.
func (f *Frame) noteUnknownDistance() {
	if u, other := f.unknownRecord(), f.sides[1].actor; u != nil && other.Key != "" && f.sides[0].actor.Placed != other.Placed {
		u.noteRead("how far it is")
	}
}

// zeroIfNaN returns x, or 0 if x is NaN, which means that the number is unknown.
func (f *Frame) zeroIfNaN(x float64, fact string) float64 {
	if u := f.unknownRecord(); u != nil && x != x { // x != x: x is NaN
		u.noteRead(fact)
		return 0
	}
	return x
}

// KnownAnswer is a possible answer to a question, with everything that the answering player knows about it.
type KnownAnswer struct {
	Answer
	Always  bool          // whether it is possible regardless of unknown facts
	Roll    *CheckPreview // roll of the answer, before any opposing margin; nil for none
	Counts  float64       // counts by which the answer delays the actor's next turn or action in progress
	GivesUp bool          // whether the answer cancels the action in progress
	Lands   float64       // count at which the action in progress will then take effect; 0 for none
	Ticks   []*Situation  // situations that can be ticked for it
}

// readsAnsweredAction reports whether a formula reads a tag or the duration (`window`) of the action that is being answered.
func readsAnsweredAction(compiled *Formula) bool {
	return compiled != nil && slices.ContainsFunc(compiled.Reads, func(read formula.ReadName[*Frame]) bool {
		return read.Path == "window" || strings.HasPrefix(read.Path, "tag.") || strings.HasPrefix(read.Path, "with.")
	})
}

// takeUnknown returns the first unknown fact that was read since the last call, in words, or "".
func (f *Frame) takeUnknown() (fact string) {
	if u := f.unknownRecord(); u != nil {
		fact, u.firstFact = u.firstFact, ""
	}
	return fact
}

// wasRead reports whether an unknown fact was read. u may be nil.
func (u *unknownFacts) wasRead() bool { return u != nil && u.anyRead }

// unknownReadIn calls do and returns the first unknown fact that it read, in words, or "". It leaves the record unchanged. u may be nil.
func (u *unknownFacts) unknownReadIn(do func()) (fact string) {
	if u == nil {
		do()
		return ""
	}
	firstBefore, anyBefore := u.firstFact, u.anyRead
	u.firstFact = ""
	do()
	fact, u.firstFact, u.anyRead = u.firstFact, firstBefore, anyBefore
	return fact
}

// holdsOr returns the value of a precondition. If the formula reads a fact that the player does not know, it returns usually instead, so
// that the offers made to the player reveal nothing; the game master has the last word.
func (f *Frame) holdsOr(condition *Formula, usually bool) bool {
	u := f.unknownRecord()
	if u == nil {
		return f.isTrue(condition)
	}
	holds := false
	if u.unknownReadIn(func() { holds = f.isTrue(condition) }) != "" {
		return usually
	}
	return holds
}

// resolveOfOther resolves a name of the other actor. parts are the parts of the name between dots, without the leading `other`. If the
// other actor is unknown, a flag reads as no, a text as empty, and a number as 0 or the nearest value that it can have.
func (c *compiler) resolveOfOther(parts []string) (scopeValue, bool) {
	v, ok := c.resolveActorName(1, parts)
	if !ok {
		return v, false
	}
	fact := MidSentence(ReadableName(parts[len(parts)-1]))
	if v.Type == formula.Flag {
		fact = "whether it is " + fact
	}
	switch v.Type {
	case formula.Number:
		minimum := 0.0
		if v.Bounded {
			minimum = math.Min(math.Max(0, v.Min), v.Max) // the value may be a divisor
		}
		v.Num = neutralIfUnknown(v.Num, minimum, fact)
	case formula.Flag:
		v.Flag = neutralIfUnknown(v.Flag, false, fact)
	case formula.Text:
		v.Text = neutralIfUnknown(v.Text, "", fact)
	}
	return v, true
}

// neutralIfUnknown returns a function that reads get, or returns neutral if the other actor is unknown.
func neutralIfUnknown[T any](get func(*Frame) T, neutral T, fact string) func(*Frame) T {
	return func(f *Frame) T {
		if f.isUnknown(fact) {
			return neutral
		}
		return get(f)
	}
}
