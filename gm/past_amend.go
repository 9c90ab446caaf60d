package gm

import (
	"cmp"
	"fmt"
	"slices"

	"hybrid/gm/command"
	"hybrid/gm/journal"
	"hybrid/rules"
)

// Changing an entry of the past: what was wrong, the plan, and accepting it. The entries are decided again in past_redecide.go.

// Correction is what should have been different about an entry. The zero value changes nothing.
type Correction struct {
	Line    string            // what should have been said; empty keeps it
	Answers map[string]string // to rules.Need, by its key, over those that were given
	Faces   map[int]int       // what its dice show, by their place from 0; beyond the last, dice that were not there before
	Drop    bool              // it never happened; who declared it waits instead
	Before  []string          // lines that should have come before it
	After   []string
}

// Amendment is a past decided again, which Accept makes the past.
type Amendment struct {
	Seq     int64                // the first entry that is changed
	Title   string               // "changes entry 12 (Kira: attack → Grell)"
	Entries []Redecided          // everything from there on, in the order in which it happens now
	Effects []command.Difference // what it comes to in the end, a line for each actor who gains or loses something
	State   *rules.State

	changes map[int64]Correction
	nodes   []*record
	base    *record // after which everything is replaced
	tip     *record // the present that it was planned in
	seq     int64
	line    string
	reason  string
}

// Redecided is an entry decided again.
type Redecided struct {
	Seq     int64       // the entry it was; 0 for one that is new
	Was     string      // its line of the log then
	Now     string      // its line of the log now; empty if it does not happen any more
	Entry   Entry       // as it is now; its number comes when it is accepted
	Refused string      // why it does not happen any more; empty if it does, or was dropped
	Same    bool        // it comes out as it did
	New     []rules.Die // dice that were not there before
}

// Amend plans to change an entry that stands. It and everything after it is decided again, with the dice, lines and
// answers that were; nothing happens before Accept. What the timeline orders keeps to the timeline: turns, actions and
// conditions come when they are due now, and who is to declare declares what comes next of its own. A *rules.Need asks
// for an answer that was not given before, its key begins with the entry: `23:grell.answer`. A *rules.Refusal says why
// the change itself is not possible.
func (s *Session) Amend(seq int64, change Correction) (Amendment, error) {
	return s.redecide(map[int64]Correction{seq: change}, command.Command{})
}

// redecide plans changes. The command knows what else was answered: answers by their whole key, and dice that were not
// there before.
func (s *Session) redecide(changes map[int64]Correction, c command.Command) (Amendment, error) {
	m, err := newRedeciding(s, changes, c)
	if err == nil {
		err = m.all()
	}
	if err == nil && len(m.typed) > 0 {
		err = refusal("No more dice are asked for. Remove %s.", lastOf(len(m.typed)))
	}
	if err != nil {
		return Amendment{}, err
	}
	m.plan.State, m.plan.nodes = m.game.State, m.nodes
	m.plan.Effects = s.game.Differences(m.game.State)
	return m.plan, nil
}

// earliest returns the first of the entries to be changed. It is an error if one of them is not in force.
func (t *tree) earliest(changes map[int64]Correction) (first *record, err error) {
	for seq := range changes {
		k, err := t.numbered(seq)
		if err != nil {
			return nil, err
		}
		switch {
		case k == nil:
			return nil, noEntry(seq)
		case k.step || k.undone:
			return nil, t.refuseGone(seq, k)
		}
		if first == nil || k.Seq < first.Seq {
			first = k
		}
	}
	return first, nil
}

// refuseGone says that an entry does not stand, and which one stands in its place.
func (t *tree) refuseGone(seq int64, k *record) error {
	for now := t.tip(); now != nil && now.Seq > seq; now = now.before {
		if of := now.payload().Of; of != 0 && of == rootOf(k) {
			return refusal("Entry %d was amended. It is entry %d now.", seq, now.Seq)
		}
	}
	return refusal("Entry %d is undone. `history` lists the others.", seq)
}

// rootOf returns the number that an entry had before the past was first amended.
func rootOf(k *record) int64 {
	if of := k.payload().Of; of != 0 {
		return of
	}
	return k.Seq
}

// Accept makes a plan the past. It is one step, written down whole or not at all; undo brings back what was before.
func (s *Session) Accept(m Amendment) (Entry, error) {
	if m.State == nil || m.tip != s.tip() || m.seq != s.seq {
		s.plan = nil
		return Entry{}, refusal("The session has changed since this was planned. Plan it again: `amend %d …`.", m.Seq)
	}
	step := &record{Record: journal.Record{Session: s.evenings.now, At: s.now()}, state: m.State,
		content: &payload{Command: command.Command{Line: cmp.Or(m.line, "amend "+fmt.Sprint(m.Seq))}, Count: m.State.Count, Title: m.Title, Text: m.summary(), Told: m.logEntry(), Reason: m.reason}}
	var list []*journal.Record
	for i, k := range m.nodes {
		events, err := k.settled()
		if err != nil {
			return Entry{}, err
		}
		if s.rulesetHashes.stampRuleset(k, events, s.game.Campaign); i > 0 {
			k.content.Rules = ""
		}
	}
	for i, k := range append(slices.Clone(m.nodes), step) {
		s.report(i, len(m.nodes)+1)
		k.Kind, k.Target = kindAmended, k.content.Of
		if err := k.encode(); err != nil {
			return Entry{}, err
		}
		list = append(list, &k.Record)
	}
	if step.Kind = kindAmend; m.base != nil {
		step.Target = m.base.Seq
	}
	defer s.report(len(list), len(list))
	if err := s.write(list...); err != nil {
		return Entry{}, err
	}
	for _, k := range m.nodes {
		s.rulesetHashes.commitStamp(k)
	}
	s.branchFrom(m.base, m.nodes, step)
	s.game.State, s.plan = m.State, nil
	return s.entry(step), nil
}
