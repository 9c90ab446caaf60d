package gm

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"hybrid/gm/command"
	"hybrid/rules"
	"hybrid/rules/source"
)

// What of the rules the entries name, kept so that a session can be read after an entry of the rules is gone (state_gone.go).

// missingRef is an entry of the rules that was played with and is not there any more.
type missingRef struct {
	Section rules.Section
	Name    string
}

// usedNames lists, in order, everything of the rules that the entries up to one of them name. An entry never changes its names, so
// each is read once, however often the rules change.
type usedNames struct {
	To    int64                      `json:"to"`
	Names map[rules.Section][]string `json:"names"`
}

// read reads the entries that were not read yet.
func (n *usedNames) read(t *tree) error {
	from, _ := slices.BinarySearchFunc(t.entries, n.To+1, func(k *record, seq int64) int { return cmp.Compare(k.seq, seq) })
	if from == len(t.entries) {
		return nil
	}
	found := newNaming()
	for d := range t.readAhead(t.entries[from:], unpack, (*decoded).readEvents) {
		if d.err != nil {
			return d.err
		}
		for i := range d.events {
			found.event(&d.events[i])
		}
	}
	n.add(found, last(t.entries).seq)
	return nil
}

func newNaming() *references { return &references{map[missingRef]bool{}, map[string]bool{}} }

// references is what some events name, as they are gone through.
type references struct {
	names  map[missingRef]bool
	sheets map[string]bool // those that were read: the same people join again and again
}

// event takes up what an event names.
func (n *references) event(e *rules.Event) {
	if e.Sheet == "" || !n.sheets[e.Sheet] {
		n.sheets[e.Sheet] = true
		namedBy(e, func(g missingRef) { n.names[g] = true })
	}
}

// namedBy calls yield with each entry of the rules that an event names.
func namedBy(e *rules.Event, yield func(missingRef)) {
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
		namedInSheet(e.Sheet, one)
	}
	if e.Doing != nil {
		one(rules.OfItems, e.Doing.Tool)
		one(rules.OfSkills, e.Doing.Skill)
		for _, option := range e.Doing.Options {
			one(rules.OfSituations, option.Situation)
		}
	}
}

// namedInSheet calls one with what a character file names.
func namedInSheet(text string, one func(rules.Section, ...string)) {
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
	keys("stats", command.OfStats)
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

// add adds what the entries name that were not read yet, to and with one.
func (n *usedNames) add(found *references, to int64) {
	for in, list := range n.Names {
		for _, name := range list {
			found.names[missingRef{in, name}] = true
		}
	}
	n.To, n.Names = to, map[rules.Section][]string{}
	for _, g := range slices.SortedFunc(maps.Keys(found.names), compareGone) {
		n.Names[g.Section] = append(n.Names[g.Section], g.Name)
	}
}

func compareGone(a, b missingRef) int {
	return strings.Compare(string(a.Section)+" "+a.Name, string(b.Section)+" "+b.Name)
}

// settingNamed is everything of the rules that the entries name, as far as they were read for it.
const settingNamed = "named"
