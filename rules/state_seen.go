package rules

import (
	"cmp"
	"slices"
	"strings"

	"hybrid/rules/collect"
)

// What others can see of an actor, aspect by aspect, and what is secret.

// The aspects, in the order in which they are named.
const (
	KnowThere Aspects = 1 << iota
	KnowName
	KnowHand
	KnowDeed
	KnowTurn
	KnowHealth
	KnowCondition
	KnowPlace
	KnowSide
	KnowWorn
	KnowFace
)

// Aspect returns the present value of an actor's aspect or pool, as text and as a number.
func (a *Actor) Aspect(rs *Ruleset, what string) (text string, value float64) {
	switch AspectOf(what) {
	case KnowThere:
		return "here", 0
	case KnowName:
		return a.Name, 0
	case KnowHand:
		if a.Tool == nil {
			return NothingKnown(what), 0
		}
		return MidSentence(a.Tool.Label), 0
	case KnowDeed:
		if a.Doing == nil {
			return NothingKnown(what), 0
		}
		return a.Doing.describe(rs), 0
	case KnowTurn:
		if a.Turn < 0 {
			return NothingKnown(what), 0
		}
		return "", a.Turn
	case KnowHealth:
		return a.SeenBearing(rs, KnowHealth|KnowCondition).Word, 0
	case KnowCondition:
		return cmp.Or(strings.ToLower(strings.Join(a.Visible(rs), ", ")), NothingKnown(what)), 0
	case KnowPlace:
		return "", a.Place
	case KnowSide:
		return a.OpenSide(), 0
	case KnowWorn:
		return cmp.Or(a.wornWords(), NothingKnown(what)), 0
	}
	if pool, ok := rs.Pools.Get(what); ok {
		return "", a.Now(pool)
	}
	return "", 0
}

// NothingKnown returns the text of an aspect, by its name, where there is nothing to know: of an empty hand, or of someone who does
// nothing, has no turn, no visible condition or no armour. Session files keep it, so it is the same in all languages.
func NothingKnown(aspect string) string {
	switch AspectOf(aspect) {
	case KnowTurn, KnowCondition:
		return "none"
	}
	return "nothing"
}

// AspectOf returns the aspect with this name, or 0.
func AspectOf(name string) Aspects {
	if i := slices.Index(aspectNames[:], name); i >= 0 {
		return 1 << i
	}
	return 0
}

// describe describes an action in progress, without its target.
func (d *Doing) describe(rs *Ruleset) string {
	text := d.words()
	if action, ok := rs.Actions.Get(d.Action); ok {
		text = MidSentence(action.Label)
	}
	if item, ok := rs.Items.Get(d.Tool); ok {
		text += " (" + MidSentence(item.Label) + ")"
	}
	return text
}

// wornWords returns the armour that a wears in words, or an empty text.
func (a *Actor) wornWords() string {
	var items []*Item
	var names []string
	for _, armour := range a.Sheet.Armour {
		if slices.Contains(items, armour.Item) {
			continue
		}
		items = append(items, armour.Item)
		if name := MidSentence(armour.Item.Label); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return strings.Join(names, ", ")
}

// Visible returns the labels of the conditions that others can see of an actor, those that hold by themselves too. What
// was said with a condition is not in them.
func (a *Actor) Visible(rs *Ruleset) (list []string) {
	lasting := a.Lasting()
	for i := range lasting {
		if held := &lasting[i]; held.Seen(rs, a) {
			list = append(list, held.Unsaid(""))
		}
	}
	for _, c := range rs.Openly(a).Holding(rs) {
		list = append(list, c.Label)
	}
	return list
}

// Seen returns an actor with those of its conditions alone that others can see.
func (a *Actor) Seen(rs *Ruleset) *Actor {
	seen := a.clone()
	seen.Conditions = collect.Filter(a.Conditions, func(h Held) bool { return h.Seen(rs, a) })
	return seen
}

// Hidden reports whether a condition is for the game master alone.
func (h *Held) Hidden() bool { return h.Secret || h.Condition.Secret }

// Seen reports whether others can see a condition of an actor: it is not secret or hidden from them, and no part of an action that has
// not taken effect yet.
func (h *Held) Seen(rs *Ruleset, a *Actor) bool {
	return !h.Hidden() && h.Condition.Hidden == "" && !a.Doing.brings(rs, h)
}

// brings reports whether an action in progress has put a condition on its actor as it was declared: the action itself, or
// an option ticked for it.
func (d *Doing) brings(rs *Ruleset, h *Held) bool {
	if d == nil {
		return false
	}
	if h.Since < d.From {
		return d.Beside.brings(rs, h)
	}
	if action, ok := rs.Actions.Get(d.Action); ok {
		if brought(action.puts, h.Condition) || slices.ContainsFunc(action.First, func(e *Effect) bool { return e.Put.Text == h.Condition.Name }) {
			return true
		}
	}
	for _, o := range d.Options {
		if s, ok := rs.Situations.Get(o.Situation); ok && brought(s.puts, h.Condition) {
			return true
		}
	}
	return d.Beside.brings(rs, h)
}

// brought reports whether a condition is in a list, or comes along with one of it.
func brought(list []*Condition, c *Condition) bool {
	return slices.ContainsFunc(list, func(x *Condition) bool { return x == c || brought(x.puts, c) })
}

// Openly returns an actor without its secret conditions, those that hold by a formula included, and with those that these outrank: the
// actor itself if it has none and the game has none of the latter.
func (rs *Ruleset) Openly(a *Actor) *Actor { return rs.OpenlyBut(a, nil) }

// OpenlyBut returns an actor as Openly does, and without the conditions for which hidden holds; nil hides no others.
func (rs *Ruleset) OpenlyBut(a *Actor, hidden func(*Held) bool) *Actor {
	hides := func(h Held) bool { return h.Hidden() || hidden != nil && hidden(&h) }
	if (a.openly || !rs.holdsSecrets) && len(a.Outranked) == 0 && a.ShownSide == "" && !slices.ContainsFunc(a.Conditions, hides) {
		return a
	}
	a = a.clone()
	a.openly = rs.holdsSecrets
	a.Side, a.ShownSide = a.OpenSide(), ""
	a.Conditions, a.Outranked = slices.DeleteFunc(a.Lasting(), hides), nil
	return a
}

// Bearing is how an actor is seen to stand.
type Bearing struct {
	Word   string     // word for the state: the label of what bars the actor from acting, else how badly it is hurt
	Hurt   string     // how badly it is hurt, a word of the pack
	Level  int        // the place of that word among those of the pack, 0 for the worst
	Levels int        // how many words there are
	Barred *Condition // condition that keeps the actor from acting; nil for none
}

// Bearing returns how an actor stands, by its pools and all its conditions. One that is barred from acting never has the best word.
func (a *Actor) Bearing(rs *Ruleset) Bearing { return a.bearing(rs, KnowHealth|KnowCondition, true) }

// SeenBearing returns how an actor seems to stand to those who see these aspects of it: by its pools, and by its conditions if they see
// them. A secret condition does not count, nor one of an action that has not taken effect yet.
func (a *Actor) SeenBearing(rs *Ruleset, of Aspects) Bearing {
	return a.bearing(rs, of, false)
}

// bearing returns how an actor stands by its pools and, if of says so, its conditions: all of them, or those that others can see.
func (a *Actor) bearing(rs *Ruleset, of Aspects, all bool) (b Bearing) {
	share, words := a.poolShare(rs), []string(nil)
	add := func(c *Condition) {
		if c.HasWords() {
			words = c.words
		}
		if share = min(share, c.share); c.cannot&cannotAct != 0 && (b.Barred == nil || c.Out && !b.Barred.Out) {
			b.Barred = c
		}
	}
	list := a.Conditions
	if !all {
		list = a.Lasting()
	}
	for i := range list {
		if held := &list[i]; of&KnowCondition != 0 && (all || held.Seen(rs, a)) {
			add(held.Condition)
		}
	}
	for _, c := range rs.bearings {
		if of&KnowCondition != 0 && c.OfSide() == a.aSide && !(c.Secret && (!all || a.openly)) && a.holds(rs, c.holds) {
			add(c)
		}
	}
	marks := rs.Knowledge.healthMarks()
	for i, mark := range marks {
		if share >= mark.from-slack {
			b.Level = i
		}
	}
	if b.Levels = len(marks); b.Barred != nil {
		b.Level = max(0, min(b.Level, b.Levels-2))
	}
	if b.Hurt = marks[b.Level].word; words != nil {
		b.Hurt = words[b.Level]
	}
	if b.Word = b.Hurt; b.Barred != nil {
		b.Word = b.Barred.StateWord()
	}
	return b
}

// StateWord returns how one is who has the condition, in the middle of a sentence: as every face says it.
func (c *Condition) StateWord() string { return cmp.Or(c.being, MidSentence(c.Label)) }

// poolShare returns the share that an actor has left, from 0 to 1, of what shows of its health: of the pool that lacks most, among the
// vital ones that have a maximum.
func (a *Actor) poolShare(rs *Ruleset) float64 {
	share := 1.0
	for _, pool := range rs.vital {
		if maximum, limited := a.Sheet.Max(pool); limited && maximum > 0 {
			if now := a.Now(pool); maximum-now >= 0.5 { // less is too little to see
				share = min(share, now/maximum)
			}
		}
	}
	return max(0, share)
}

// HealthLevel returns the place of a word for health among those of the pack or of a condition, as in a [Bearing]; -1 for any other word.
func (k *Knowledge) HealthLevel(word string) (level, levels int) {
	marks := k.healthMarks()
	level = slices.IndexFunc(marks, func(m healthMark) bool { return m.word == word })
	for i := 0; level < 0 && i < len(k.Health.other); i++ {
		level = slices.Index(k.Health.other[i].words, word)
	}
	return level, len(marks)
}

// healthMarks returns the words for health, the worst first; there is at least one, from 0 on.
func (k *Knowledge) healthMarks() []healthMark {
	if len(k.Health.marks) == 0 {
		return []healthMark{{0, "badly hurt"}, {0.5, "hurt"}, {1, "unhurt"}}
	}
	return k.Health.marks
}

// HasWords reports whether how badly its bearer is hurt has words of its own.
func (x *Condition) HasWords() bool { return x.words != nil }

// Shows reports whether the loss of a pool is one that others see.
func (k *Knowledge) Shows(pool *Pool) bool {
	if len(k.Health.pools) > 0 {
		return slices.Contains(k.Health.pools, pool)
	}
	return pool.max != nil
}

// WholeDeed reports whether one who sees a deed also sees to whom, and with what.
func (k *Knowledge) WholeDeed() bool { return k.Deed.As != "action" }

// aspectsOf returns the aspects named in text, separated by spaces.
func aspectsOf(text string) (of Aspects) {
	for _, name := range strings.Fields(text) {
		of |= AspectOf(name)
	}
	return of
}

// aspectNames are the names of the aspects, by their bits.
var aspectNames = [...]string{"there", "name", "hand", "deed", "turn", "health", "condition", "place", "side", "worn", "face"}
