package rules

import (
	"math"
	"slices"
	"strings"

	"hybrid/rules/message"
	"hybrid/rules/source"
)

// Two actions declared at once: the actions that can be paired, and their situations and tools. The first to take effect holds the second
// in its field Beside.

// Pair is the rule for two actions declared at once. Each takes effect at its own count, with a situation of its own.
// G 4, Table 2.4.
type Pair struct {
	Head `yaml:",inline"`
	// Tags that make up the kinds. Two actions with the same of these tags are of one kind.
	Kinds []source.Text `yaml:"kinds" of:"tags"`
	Same  []source.Text `yaml:"same" of:"situations"`  // The situations of the first and the second action if they are of one kind.
	Mixed []source.Text `yaml:"mixed" of:"situations"` // The situations of the first and the second action if their kinds differ.
	// True: initiative counts from the later action. Otherwise, it counts from the earlier one. A yes/no formula.
	Later source.Text  `yaml:"later"`
	kinds []int        // tags of Kinds, by index in a tagSet
	same  []*Situation // situations of Same
	mixed []*Situation // situations of Mixed
	later *Formula     // compiled Later
}

// initiativeFrom returns the count from which initiative is rolled after action d: the current count, now, or, after the second of two
// paired actions, the count of the first unless `later` is true. p may be nil.
func (p *Pair) initiativeFrom(f *Frame, d *OngoingAction, now float64) float64 {
	if p == nil || d.First == 0 || p.later.Flag(f) {
		return now
	}
	return d.First
}

// CompletePair completes two actions, d and d.Beside, that an actor would declare at once: it ticks their situations, and chooses the tool
// of the second.
func (rs *Ruleset) CompletePair(s *State, who string, d *OngoingAction) error {
	r := rs.newRun(s, DecisionInput{})
	defer r.release()
	a := r.actorCopy(who)
	if a == nil {
		return refusalOf(message.Unknown("combatant", who, nil))
	}
	return r.withActor(a).completePair(d)
}

// completePair completes d and its second action, d.Beside: it chooses the second action's tool and ticks the situations of a pair for both
// actions. It returns an error if the pair is impossible.
func (s runActor) completePair(d *OngoingAction) error {
	pair, second := s.rs.Order.Pair, d.Beside
	if pair == nil {
		return refuse("This game has no rules for two actions at once. Declare one.")
	}
	m, err := s.prepareAct(s.a.Key, d)
	if err != nil {
		return err
	}
	m.nameDefaults()
	kinds := pair.kindsOf(&m)
	if second.Tool == "" {
		if second.Tool, err = s.otherTool(d, second); err != nil {
			return err
		}
	}
	if m, err = s.prepareAct(s.a.Key, second); err != nil {
		return err
	}
	m.nameDefaults()
	if tool := m.f.sides[0].tool; len(m.action.With) > 0 && !s.canHoldBoth(d.Tool, tool) {
		if tool.Name == d.Tool {
			return refuse("%s can't serve two actions at once. Choose another item for the second.", tool.Label)
		}
		return refuse("No hand is free for %s next to %s. Choose another item for the second.", MidSentence(tool.Label), strings.ReplaceAll(d.Tool, "_", " "))
	}
	situations := pair.same
	if kinds != pair.kindsOf(&m) {
		situations = pair.mixed
	}
	d.markPaired(situations[0])
	second.markPaired(situations[1])
	return nil
}

// kindsOf returns the tags that make up the kind of a declared action. They are among the tags of the action and its task. If none of these
// tags belongs to a kind, all tags of the roll are considered, such as the tags of its tool and skill.
func (p *Pair) kindsOf(m *act) tagSet {
	own := m.action.tags
	if task := m.f.sides[0].task; task != nil {
		own.addAll(&task.tags)
	}
	if kinds := p.kindsAmong(&own); kinds != (tagSet{}) {
		return kinds
	}
	return p.kindsAmong(&m.f.tags)
}

// kindsAmong returns those of the given tags that make up kinds of actions.
func (p *Pair) kindsAmong(tags *tagSet) (kinds tagSet) {
	for _, bit := range p.kinds {
		if tags.has(bit) {
			kinds.add(bit)
		}
	}
	return kinds
}

// canHoldBoth reports whether the actor has enough hands for other and for its item with the given name, which must be different items if
// they need hands.
func (s runActor) canHoldBoth(name string, other *Item) bool {
	own := s.a.itemNamed(name)
	return !own.needsHands() || !other.needsHands() || own != other && own.Hands+other.Hands <= maxHands
}

// inHandBonus is added to the rank with a tool in hand, so that otherTool prefers that tool to all others.
const inHandBonus = 1000

// otherTool returns the default tool of the second of two actions: a tool that the first doesn't use, preferably one in hand, with the
// actor's highest rank.
func (s runActor) otherTool(first, second *OngoingAction) (string, error) {
	action, ok := s.rs.Actions.Get(second.Action)
	if !ok || len(action.With) == 0 {
		return "", nil
	}
	best, maximum := "", math.Inf(-1)
	for _, tool := range append([]*Item(nil), s.findTools(action, s.a)...) {
		if tool.Name == first.Tool || !s.canHoldBoth(first.Tool, tool) {
			continue
		}
		tried := *second
		tried.Tool = tool.Name
		m, err := s.prepareAct(s.a.Key, &tried)
		if err != nil {
			return "", err
		}
		rank := m.f.use.rank // rank in the skill of the tool
		if slices.Contains(s.a.OffHand, tool) || tool == s.a.Tool {
			rank += inHandBonus
		}
		if rank > maximum {
			best, maximum = tool.Name, rank
		}
	}
	if best != "" {
		return best, nil
	}
	return "", refuse("%s has no second item to %s with. Name one.", s.a.Name, MidSentence(action.Label))
}

// declarePair declares two actions of the actor at once. The first to take effect is put first.
func (s runActor) declarePair(d *OngoingAction) error {
	if err := s.completePair(d); err != nil {
		return err
	}
	second := d.Beside
	d.Beside = nil
	var acts [2]act
	for i, declared := range []*OngoingAction{d, second} {
		m, err := s.prepareAction(declared)
		if err != nil {
			return err
		}
		if declared.At <= declared.From {
			return refuse("%s takes no time. Declare it alone, before or after the other action.", m.action.Label)
		}
		m.nameDefaults()
		acts[i] = m
	}
	s.endLastingUntil(untilDeclaration)
	for _, m := range acts {
		m.setAsCurrent()
		m.startConditions()
	}
	if second.At < d.At {
		d, second = second, d
	}
	d.Beside, second.First = second, d.At
	s.emitOwn(&Event{Kind: EventDoing, Doing: d})
	return nil
}
