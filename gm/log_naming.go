package gm

import (
	"hybrid/gm/verbs"
	"hybrid/rules"
	"hybrid/rules/source"
)

// The log's references to the rules, stored so that a session can be read after an entry of the rules was deleted (state_gone.go).

// ruleRef names an entry of the rules that the log refers to, and that may no longer exist.
type ruleRef struct {
	Section rules.Section // section of the rules
	Name    string        // name of the entry in the section
}

// findReferences returns all entries of the rules that the log refers to.
func (t *tree) findReferences() (map[ruleRef]bool, error) {
	found := references{map[ruleRef]bool{}, map[string]bool{}}
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
	names  map[ruleRef]bool // entries found so far
	sheets map[string]bool  // character files already read; the same people join again and again
}

// addEvent adds the references of an event.
func (n *references) addEvent(e *rules.Event) {
	if e.Sheet == "" || !n.sheets[e.Sheet] {
		n.sheets[e.Sheet] = true
		eachReference(e, func(g ruleRef) { n.names[g] = true })
	}
}

// eachReference calls yield with each entry of the rules that an event refers to.
func eachReference(e *rules.Event, yield func(ruleRef)) {
	yieldNames := func(section rules.Section, names ...string) {
		for _, name := range names {
			if name != "" {
				yield(ruleRef{section, name})
			}
		}
	}
	switch e.Kind {
	case rules.EventPut, rules.EventEnd:
		yieldNames(rules.ConditionSection, e.What)
	case rules.EventPool, rules.EventPaid:
		yieldNames(rules.PoolSection, e.What)
	case rules.EventRank:
		yieldNames(rules.SkillSection, e.What)
	case rules.EventActivity:
		yieldNames(rules.ActivitySection, e.What)
	case rules.EventHold, rules.EventDrop:
		yieldNames(rules.ItemSection, e.What)
	case rules.EventBegin, rules.EventScene:
		yieldNames(rules.SituationSection, e.Words...)
	case rules.EventReplace:
		yieldNames(rules.Section(e.Text), e.What, e.Other)
	case rules.EventJoin:
		eachSheetReference(e.Sheet, yieldNames)
	}
	if e.Doing != nil {
		yieldNames(rules.ItemSection, e.Doing.Tool)
		yieldNames(rules.SkillSection, e.Doing.Skill)
		for _, option := range e.Doing.Options {
			yieldNames(rules.SituationSection, option.Situation)
		}
	}
}

// eachSheetReference calls yieldNames with the references of a character file, given as its text, by section of the rules.
func eachSheetReference(text string, yieldNames func(rules.Section, ...string)) {
	node := source.Parse("", []byte(text), &source.Report{})
	if text == "" || node == nil {
		return
	}
	yieldKeys := func(key string, section rules.Section) {
		if n := node.Get(key); n != nil {
			for _, f := range n.Fields {
				yieldNames(section, f.Key)
			}
		}
	}
	yieldItems := func(n *source.Node, section rules.Section) {
		if n == nil {
			return
		}
		for _, item := range n.Items {
			yieldNames(section, item.Text)
		}
	}
	yieldKeys("stats", verbs.StatSection)
	yieldKeys("skills", rules.SkillSection)
	if n := node.Get("pools_now"); n != nil { // numbers of the actor's own pools, and maps with those of its items
		for _, f := range n.Fields {
			if f.Value.Kind == source.Scalar {
				yieldNames(rules.PoolSection, f.Key)
				continue
			}
			yieldNames(rules.ItemSection, f.Key)
			for _, now := range f.Value.Fields {
				yieldNames(rules.PoolSection, now.Key)
			}
		}
	}
	yieldKeys("left_over", rules.PoolSection)
	yieldItems(node.Get("gear"), rules.ItemSection)
	yieldItems(node.Get("conditions"), rules.ConditionSection)
	yieldItems(node.Get("situations"), rules.SituationSection)
	if n := node.Get("armour"); n != nil {
		for _, f := range n.Fields {
			yieldNames(rules.ItemSection, f.Value.Text)
		}
	}
	if n := node.Get("pools"); n != nil {
		for _, f := range n.Fields {
			if f.Key != "shared" {
				yieldItems(f.Value, rules.SkillSection)
			}
		}
	}
}
