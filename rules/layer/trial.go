package layer

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"hybrid/rules/message"
	"hybrid/rules/source"
)

// A ruling is a question that the rules leave open. Its choices are alternative layers, one of which is chosen and merged (choice.go).
// Trials compile the other choices, several at once, to find mistakes in them before someone chooses one. A choice is given as an array of
// the ruling's name and the choice's name.

// Trials tries the choices of rulings that are not chosen.
type Trials struct {
	stack   *Stack                          // layers with the rulings, before choices are merged
	chosen  map[string]string               // choices made outside the layers, by ruling
	compile func(*Stack, map[string]string) // compiles a stack with choices, by ruling; mistakes are added to the stack's report
}

// NewTrials returns trials of the choices of a stack that are not chosen. compile compiles a stack with the given choices and adds mistakes
// to its report; it is called from several goroutines at once.
func (s *Stack) NewTrials(chosen map[string]string, compile func(stack *Stack, choices map[string]string)) *Trials {
	return &Trials{s, chosen, compile}
}

// Run tries each other choice together with the chosen ones, and returns the mistakes. If an upper layer makes a choice of a lower layer
// impossible, the mistake becomes a warning at the position of the cause. The layers must compile with the chosen choices.
func (t *Trials) Run() source.Mistakes {
	groups := t.Groups(t.OtherChoices())
	found := make([]source.Mistakes, len(groups))
	var next atomic.Int32 // index of the next group to try
	var workers sync.WaitGroup
	for range min(len(groups), runtime.GOMAXPROCS(0)) {
		workers.Go(func() {
			for i := next.Add(1) - 1; int(i) < len(groups); i = next.Add(1) - 1 {
				group := groups[i]
				if len(group) > 1 && t.fitTogether(group) {
					continue
				}
				for _, other := range group {
					found[i] = append(found[i], t.TryOne(other[0], other[1])...)
				}
			}
		})
	}
	workers.Wait()
	return slices.Concat(found...)
}

// TryOne returns the mistakes that appear with another choice of a ruling, together with the chosen choices of the other rulings.
func (t *Trials) TryOne(ruling, choice string) source.Mistakes {
	stack := t.compileVariant([][2]string{{ruling, choice}})
	var mistakes source.Mistakes
	errors.As(stack.Report.Err(), &mistakes)
	for i, m := range mistakes {
		if pos, found := t.stack.findCulprit(t.stack.Root.At(RulingsKey, ruling, ChoicesKey, choice), m); found {
			return source.Mistakes{{Pos: pos, Code: source.LostChoice, Warning: true,
				Text: fmt.Sprintf("%s doesn't work with this: %s See %s, or remove the choice: `rulings: {%s: {choices: {%s: removed}}}`",
					choiceName(ruling, choice), message.AsSentence(m.Text), m.Pos, ruling, choice)}}
		}
		mistakes[i].Text = fmt.Sprintf("with %s: %s", choiceName(ruling, choice), m.Text)
	}
	return mistakes
}

// OtherChoices returns the choices that change something and are not chosen, as pairs of ruling and choice.
func (t *Trials) OtherChoices() (others [][2]string) {
	for _, ruling := range t.stack.Root.Get(RulingsKey).Entries() {
		for _, choice := range ruling.Value.Get(ChoicesKey).Entries() {
			if len(choice.Value.Entries()) > 0 && choice.Key != cmp.Or(t.chosen[ruling.Key], ruling.Value.Get(choiceKey).Word()) {
				others = append(others, [2]string{ruling.Key, choice.Key})
			}
		}
	}
	return others
}

// fitTogether reports whether several choices, each of a different ruling, compile together.
func (t *Trials) fitTogether(others [][2]string) bool {
	return t.compileVariant(others).Report.Len() == 0
}

// compileVariant returns the layers compiled with other choices in place of the chosen ones.
func (t *Trials) compileVariant(others [][2]string) *Stack {
	choices := maps.Clone(t.chosen)
	if choices == nil {
		choices = map[string]string{}
	}
	for _, other := range others {
		choices[other[0]] = other[1]
	}
	stack := &Stack{Root: t.stack.Root, Report: &source.Report{}, mergedLayers: slices.Clone(t.stack.mergedLayers), layers: t.stack.layers}
	t.compile(stack, choices)
	return stack
}

// Groups partitions choices into groups that can be compiled together: no two choices in a group belong to the same ruling, and none
// changes an entry that another changes or mentions. Within a group, the order is kept. If a group has a mistake, each of its choices is
// tried alone. Forty choices form about seven groups.
func (t *Trials) Groups(others [][2]string) (list [][][2]string) {
	var reaches []choiceReach
	format := t.stack.formatKeys()
	for _, other := range others {
		reach, at := t.reachOfChoice(other[0], other[1], format), 0
		// Find the first group without another choice of the ruling and without a conflict.
		for at < len(list) && (slices.ContainsFunc(list[at], func(o [2]string) bool { return o[0] == other[0] }) || reaches[at].conflictsWith(reach)) {
			at++
		}
		if at == len(list) {
			list, reaches = append(list, nil), append(reaches, choiceReach{map[string]bool{}, map[string]bool{}})
		}
		list[at] = append(list[at], other)
		maps.Copy(reaches[at].changes, reach.changes)
		maps.Copy(reaches[at].words, reach.words)
	}
	return list
}

// choiceReach holds the names that a choice of a ruling changes or mentions.
type choiceReach struct {
	changes map[string]bool // names in its changes, and in the changes of the choice that it replaces
	words   map[string]bool // all words of the changed entries, before and after
}

// conflictsWith reports whether one of two choices changes a name that the other changes or mentions.
func (r choiceReach) conflictsWith(other choiceReach) bool {
	for _, pair := range [][2]choiceReach{{r, other}, {other, r}} {
		for name := range pair[0].changes {
			if pair[1].words[name] {
				return true
			}
		}
	}
	return false
}

// reachOfChoice returns the reach of a choice. Keys in format, such as label, are not names.
func (t *Trials) reachOfChoice(ruling, choice string, format map[string]bool) choiceReach {
	reach := choiceReach{changes: map[string]bool{ruling: true}, words: map[string]bool{ruling: true}}
	addWord := func(word string, _ bool) { reach.words[word] = true }
	options := t.stack.Root.At(RulingsKey, ruling, ChoicesKey)
	current := cmp.Or(t.chosen[ruling], t.stack.Root.At(RulingsKey, ruling, choiceKey).Word())
	for _, layer := range []*source.Node{options.Get(choice), options.Get(current)} {
		for _, section := range layer.Entries() {
			for _, entry := range section.Value.Entries() {
				reach.changes[entry.Key], reach.words[entry.Key] = true, true
				eachWord(entry.Value, func(word string, key bool) {
					reach.words[word] = true
					if key && !format[word] {
						reach.changes[word] = true
					}
				})
				if base := t.stack.Root.At(section.Key, entry.Key); base != nil {
					eachWord(base, addWord)
				}
			}
		}
	}
	return reach
}

// formatKeys returns the keys that occur in entries of several sections, such as label.
func (s *Stack) formatKeys() map[string]bool {
	first, format := map[string]string{}, map[string]bool{}
	for _, section := range s.Root.Entries() {
		for _, entry := range section.Value.Entries() {
			eachWord(entry.Value, func(word string, key bool) {
				if !key {
					return
				}
				if at, known := first[word]; known && at != section.Key {
					format[word] = true
				}
				first[word] = section.Key
			})
		}
	}
	return format
}

// eachWord calls visit with the keys of a node, for which isKey is set, and with the words of its texts, at any depth.
func eachWord(n *source.Node, visit func(word string, isKey bool)) {
	for _, word := range splitWords(n.Text) {
		visit(word, false)
	}
	for _, item := range n.Items {
		eachWord(item, visit)
	}
	for _, f := range n.Fields {
		visit(f.Key, true)
		eachWord(f.Value, visit)
	}
}
