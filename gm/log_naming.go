package gm

import (
	"hybrid/gm/verbs"
	"hybrid/rules"
	"hybrid/rules/source"
)

// References of entries to the rules, stored so that a session can be read after an entry of the rules was deleted (state_gone.go).

// missingRef names an entry of the rules that the log refers to and that no longer exists.
type missingRef struct {
	Section rules.Section
	Name    string
}

// namesUsed returns all entries of the rules that the log refers to.
func (t *tree) namesUsed() (map[missingRef]bool, error) {
	found := references{map[missingRef]bool{}, map[string]bool{}}
	for k := range t.withProgress(t.entries) {
		events, err := k.decodeEvents()
		if err != nil {
			return nil, err
		}
		for i := range events {
			found.addEvent(&events[i])
		}
	}
	return found.names, nil
}

// references collects the entries of the rules that events refer to.
type references struct {
	names  map[missingRef]bool
	sheets map[string]bool // character files already read; the same people join again and again
}

// addEvent adds the references of an event.
func (n *references) addEvent(e *rules.Event) {
	if e.Sheet == "" || !n.sheets[e.Sheet] {
		n.sheets[e.Sheet] = true
		eachReference(e, func(g missingRef) { n.names[g] = true })
	}
}

// eachReference calls yield with each entry of the rules that an event refers to.
func eachReference(e *rules.Event, yield func(missingRef)) {
	one := func(in rules.Section, names ...string) {
		for _, name := range names {
			if name != "" {
				yield(missingRef{in, name})
			}
		}
	}
	switch e.Kind {
	case rules.EventPut, rules.EventEnd:
		one(rules.OfConditions, e.What)
	case rules.EventPool, rules.EventPaid:
		one(rules.OfPools, e.What)
	case rules.EventRank:
		one(rules.OfSkills, e.What)
	case rules.EventActivity:
		one(rules.OfActivities, e.What)
	case rules.EventHold, rules.EventDrop:
		one(rules.OfItems, e.What)
	case rules.EventBegin, rules.EventScene:
		one(rules.OfSituations, e.Words...)
	case rules.EventReplace:
		one(rules.Section(e.Text), e.What, e.Other)
	case rules.EventJoin:
		eachSheetReference(e.Sheet, one)
	}
	if e.Doing != nil {
		one(rules.OfItems, e.Doing.Tool)
		one(rules.OfSkills, e.Doing.Skill)
		for _, option := range e.Doing.Options {
			one(rules.OfSituations, option.Situation)
		}
	}
}

// eachSheetReference calls yield with each reference of a character file.
func eachSheetReference(text string, one func(rules.Section, ...string)) {
	node := source.Parse("", []byte(text), &source.Report{})
	if text == "" || node == nil {
		return
	}
	keys := func(section string, in rules.Section) {
		if n := node.Get(section); n != nil {
			for _, f := range n.Fields {
				one(in, f.Key)
			}
		}
	}
	items := func(n *source.Node, in rules.Section) {
		if n == nil {
			return
		}
		for _, item := range n.Items {
			one(in, item.Text)
		}
	}
	keys("stats", verbs.OfStats)
	keys("skills", rules.OfSkills)
	if n := node.Get("pools_now"); n != nil {
		for _, f := range n.Fields {
			if f.Value.Kind == source.Scalar {
				one(rules.OfPools, f.Key)
				continue
			}
			one(rules.OfItems, f.Key)
			for _, now := range f.Value.Fields {
				one(rules.OfPools, now.Key)
			}
		}
	}
	keys("left_over", rules.OfPools)
	items(node.Get("gear"), rules.OfItems)
	items(node.Get("conditions"), rules.OfConditions)
	items(node.Get("situations"), rules.OfSituations)
	if n := node.Get("armour"); n != nil {
		for _, f := range n.Fields {
			one(rules.OfItems, f.Value.Text)
		}
	}
	if n := node.Get("pools"); n != nil {
		for _, f := range n.Fields {
			if f.Key != "shared" {
				items(f.Value, rules.OfSkills)
			}
		}
	}
}
