package rules

import (
	"cmp"
	"slices"
	"strings"

	"hybrid/rules/collect"
)

// Aspects of an actor that others can see, and secrets. The bearing of an actor is how healthy it looks, as a word from the pack such as
// “unhurt”; it depends on the remaining share of its worst vital pool, and conditions can lower it. Of the conditions in a group, a secret
// one can outrank one that players still see. A condition with `holds` is not put; the actor has it while its formula is true.

// The aspects, in their usual order.
const (
	KnowThere     Aspects = 1 << iota // presence
	KnowName                          // name
	KnowHand                          // item in hand
	KnowDeed                          // action in progress
	KnowTurn                          // count of the next turn
	KnowHealth                        // word for the health
	KnowCondition                     // visible conditions
	KnowPlace                         // position
	KnowSide                          // side that it is openly on
	KnowWorn                          // armour
	KnowFace                          // portrait
)

// Aspect returns the current value of an actor's aspect or pool, as a text and as a number.
func (a *Actor) Aspect(rs *Ruleset, aspect string) (text string, value float64) {
	switch AspectOf(aspect) {
	case KnowThere:
		return "here", 0
	case KnowName:
		return a.Name, 0
	case KnowHand:
		if a.Tool == nil {
			return NothingKnown(aspect), 0
		}
		return MidSentence(a.Tool.Label), 0
	case KnowDeed:
		if a.Doing == nil {
			return NothingKnown(aspect), 0
		}
		return a.Doing.describeAction(rs), 0
	case KnowTurn:
		if a.Turn < 0 {
			return NothingKnown(aspect), 0
		}
		return "", a.Turn
	case KnowHealth:
		return a.SeenBearing(rs, KnowHealth|KnowCondition).Word, 0
	case KnowCondition:
		return cmp.Or(strings.ToLower(strings.Join(a.VisibleConditionLabels(rs), ", ")), NothingKnown(aspect)), 0
	case KnowPlace:
		return "", a.Place
	case KnowSide:
		return a.ApparentSide(), 0
	case KnowWorn:
		return cmp.Or(a.armourText(), NothingKnown(aspect)), 0
	}
	if pool, ok := rs.Pools.Get(aspect); ok {
		return "", a.PoolValue(pool)
	}
	return "", 0
}

// NothingKnown returns the text for an aspect without a value, by the aspect's name: an empty hand, or no action, turn, visible condition
// or armour. Session files store the text, so it is the same in all languages.
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

// describeAction describes an action in progress, without its target.
func (d *OngoingAction) describeAction(rs *Ruleset) string {
	text := d.actionWords()
	if action, ok := rs.Actions.Get(d.Action); ok {
		text = MidSentence(action.Label)
	}
	if item, ok := rs.Items.Get(d.Tool); ok {
		text += " (" + MidSentence(item.Label) + ")"
	}
	return text
}

// armourText returns the armour of an actor in words, or "".
func (a *Actor) armourText() string {
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

// VisibleConditionLabels returns the labels, without their texts, of the actor's conditions that others can see, including conditions with
// `holds`.
func (a *Actor) VisibleConditionLabels(rs *Ruleset) (list []string) {
	conditions := a.AllConditions()
	for i := range conditions {
		if held := &conditions[i]; held.IsSeenBy(rs, a) {
			list = append(list, held.LabelWithoutText(""))
		}
	}
	for _, c := range rs.WithoutSecrets(a).FormulaConditions(rs) {
		list = append(list, c.Label)
	}
	return list
}

// WithVisibleConditions returns a copy of an actor with only the conditions that others can see.
func (a *Actor) WithVisibleConditions(rs *Ruleset) *Actor {
	seen := a.clone()
	seen.Conditions = collect.Filter(a.Conditions, func(h HeldCondition) bool { return h.IsSeenBy(rs, a) })
	return seen
}

// IsHidden reports whether only the game master may see a condition.
func (h *HeldCondition) IsHidden() bool { return h.Secret || h.Condition.Secret }

// IsSeenBy reports whether others can see the condition of actor a: it is not secret or hidden from them, and was not put by declaring an
// action that has not taken effect yet.
func (h *HeldCondition) IsSeenBy(rs *Ruleset, a *Actor) bool {
	return !h.IsHidden() && h.Condition.Hidden == "" && !a.Doing.putByAction(rs, h)
}

// putByAction reports whether declaring the action in progress, or the one paired with it, put a condition on its actor: by the action
// itself or by an option that was ticked for it. d may be nil.
func (d *OngoingAction) putByAction(rs *Ruleset, h *HeldCondition) bool {
	if d == nil {
		return false
	}
	if h.Since < d.From { // older than the action
		return d.Beside.putByAction(rs, h)
	}
	if action, ok := rs.Actions.Get(d.Action); ok {
		if putsCondition(action.puts, h.Condition) || slices.ContainsFunc(action.First, func(e *Effect) bool { return e.Put.Text == h.Condition.Name }) {
			return true
		}
	}
	for _, o := range d.Options {
		if s, ok := rs.Situations.Get(o.Situation); ok && putsCondition(s.puts, h.Condition) {
			return true
		}
	}
	return d.Beside.putByAction(rs, h)
}

// putsCondition reports whether a condition is in list, or is put by one of them.
func putsCondition(list []*Condition, c *Condition) bool {
	return slices.ContainsFunc(list, func(x *Condition) bool { return x == c || putsCondition(x.puts, c) })
}

// WithoutSecrets returns actor a as it appears to everyone who doesn't know its secrets: without its secret conditions, including
// conditions with `holds`; with the conditions outranked by these; and on the side that it openly belongs to. It returns a itself if
// nothing changes.
func (rs *Ruleset) WithoutSecrets(a *Actor) *Actor { return rs.WithoutHidden(a, nil) }

// WithoutHidden is like WithoutSecrets but also removes the conditions for which hidden returns true. hidden may be nil.
func (rs *Ruleset) WithoutHidden(a *Actor, hidden func(*HeldCondition) bool) *Actor {
	hides := func(h HeldCondition) bool { return h.IsHidden() || hidden != nil && hidden(&h) }
	hasNoSecretHolds := a.omitsSecret || !rs.holdsSecrets
	if hasNoSecretHolds && len(a.Outranked) == 0 && a.ShownSide == "" && !slices.ContainsFunc(a.Conditions, hides) {
		return a
	}
	a = a.clone()
	a.omitsSecret = rs.holdsSecrets
	a.Side, a.ShownSide = a.ApparentSide(), ""
	a.Conditions, a.Outranked = slices.DeleteFunc(a.AllConditions(), hides), nil
	return a
}

// Bearing is the visible state of an actor.
type Bearing struct {
	Word       string     // word for the state: the label of the condition that keeps the actor from acting, else the word for its health
	HealthWord string     // word for its health
	Level      int        // index of HealthWord among the pack's words for health; 0 is the worst
	Levels     int        // number of these words
	Barred     *Condition // condition that keeps the actor from acting, or nil
}

// IsImpaired reports whether an actor is in less than its best state.
func (b *Bearing) IsImpaired() bool { return b.Barred != nil || b.Level < b.Levels-1 }

// Bearing returns the state of an actor by its pools and all its conditions. The best word is never used for an actor that can't act.
func (a *Actor) Bearing(rs *Ruleset) Bearing {
	return a.computeBearing(rs, KnowHealth|KnowCondition, true)
}

// SeenBearing returns the state of an actor as it appears to observers that see the given aspects: by its pools and, if they see them, its
// conditions. Secret conditions do not count, nor do conditions of an action that has not taken effect yet.
func (a *Actor) SeenBearing(rs *Ruleset, aspects Aspects) Bearing {
	return a.computeBearing(rs, aspects, false)
}

// CompareBarring compares two conditions that forbid acting by how bad they are; the result is above 0 if c is worse. A condition that
// takes its actor out of the fight is the worst, then one that also forbids resting.
func CompareBarring(c, d *Condition) int {
	badness := func(x *Condition) int {
		return collect.Choose(x.Out, 2, 0) + collect.Choose(x.cannot&cannotRest != 0, 1, 0)
	}
	return badness(c) - badness(d)
}

// computeBearing returns the state of an actor by its pools and, if aspects includes KnowCondition, its conditions: all conditions if all
// is set, else only those that others can see.
func (a *Actor) computeBearing(rs *Ruleset, aspects Aspects, all bool) (b Bearing) {
	share, words := a.poolShare(rs), []string(nil)
	add := func(c *Condition) {
		if c.HasWords() {
			words = c.words
		}
		if share = min(share, c.maxHealth); c.cannot&cannotAct != 0 && (b.Barred == nil || CompareBarring(c, b.Barred) > 0) {
			b.Barred = c
		}
	}
	list := a.Conditions
	if !all {
		list = a.AllConditions()
	}
	for i := range list {
		if held := &list[i]; aspects&KnowCondition != 0 && (all || held.IsSeenBy(rs, a)) {
			add(held.Condition)
		}
	}
	for _, c := range rs.healthConditions {
		isHidden := c.Secret && (!all || a.omitsSecret)
		if aspects&KnowCondition != 0 && c.BelongsToSide() == a.isSide && !isHidden && a.evalHolds(rs, c.holds) {
			add(c)
		}
	}
	marks := rs.Knowledge.healthMarks()
	for i, mark := range marks {
		if share >= mark.minShare-slack {
			b.Level = i
		}
	}
	if b.Levels = len(marks); b.Barred != nil { // never the best word
		b.Level = max(0, min(b.Level, b.Levels-2))
	}
	if b.HealthWord = marks[b.Level].word; words != nil {
		b.HealthWord = words[b.Level]
	}
	if b.Word = b.HealthWord; b.Barred != nil {
		b.Word = b.Barred.StateWord()
	}
	return b
}

// StateWord returns the words for an actor with the condition, for the middle of a sentence.
func (c *Condition) StateWord() string { return cmp.Or(c.bearerText, MidSentence(c.Label)) }

// poolShare returns the remaining share of an actor's visible health, from 0 to 1: the share in the vital pool with the greatest loss.
// Pools without a maximum are ignored.
func (a *Actor) poolShare(rs *Ruleset) float64 {
	share := 1.0
	for _, pool := range rs.vital {
		if maximum, limited := a.Sheet.Max(pool); limited && maximum > 0 {
			if now := a.PoolValue(pool); maximum-now >= 0.5 { // smaller losses can't be seen
				share = min(share, now/maximum)
			}
		}
	}
	return max(0, share)
}

// HealthLevel returns the index of a word for health among the words of the pack or of a condition, as in a [Bearing], and their number.
// level is -1 for any other word.
func (k *Knowledge) HealthLevel(word string) (level, levels int) {
	marks := k.healthMarks()
	level = slices.IndexFunc(marks, func(m healthMark) bool { return m.word == word })
	for i := 0; level < 0 && i < len(k.Health.conditionsWithWords); i++ {
		level = slices.Index(k.Health.conditionsWithWords[i].words, word)
	}
	return level, len(marks)
}

// healthMarks returns the words for health, the worst first. There is at least one word, and the first begins at 0.
func (k *Knowledge) healthMarks() []healthMark {
	if len(k.Health.healthMarks) == 0 {
		return []healthMark{{0, "badly hurt"}, {0.5, "hurt"}, {1, "unhurt"}}
	}
	return k.Health.healthMarks
}

// HasWords reports whether the condition has its own words for the health of its bearer.
func (x *Condition) HasWords() bool { return x.words != nil }

// ShowsLosses reports whether others can see that an actor loses points of a pool.
func (k *Knowledge) ShowsLosses(pool *Pool) bool {
	if len(k.Health.pools) > 0 {
		return slices.Contains(k.Health.pools, pool)
	}
	return pool.max != nil
}

// ShowsWholeDeed reports whether observers of an action also see its target and tool.
func (k *Knowledge) ShowsWholeDeed() bool { return k.Deed.As != "action" }

// parseAspects returns the aspects named in text, separated by spaces.
func parseAspects(text string) (aspects Aspects) {
	for _, name := range strings.Fields(text) {
		aspects |= AspectOf(name)
	}
	return aspects
}

// aspectNames lists the names of the aspects, by bit.
var aspectNames = [...]string{"there", "name", "hand", "deed", "turn", "health", "condition", "place", "side", "worn", "face"}
