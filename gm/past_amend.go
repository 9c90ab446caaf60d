package gm

import (
	"cmp"
	"fmt"
	"slices"

	"hybrid/gm/command"
	"hybrid/gm/journal"
	"hybrid/rules"
)

// Amending an entry of the past: the correction, the plan that replays all later entries, and its acceptance. The replaced entries stay
// in the log as undone ones. past_redecide.go replays the entries.

// Correction is a change of an entry. The zero value changes nothing.
type Correction struct {
	Line        string            // new line; "" keeps the old one
	Answers     map[string]string // new answers, by key of the question (rules.Need.Key), which replace old ones with the same key
	Faces       map[int]int       // new faces of its dice, by place from 0; places beyond the last are new dice
	Drop        bool              // whether the entry is removed; the actor who declared it waits instead
	LinesBefore []string          // lines inserted before it
	LinesAfter  []string          // lines inserted after it
}

// Amendment is a planned change of the past. Accept applies it.
type Amendment struct {
	Seq     int64                // first entry that is changed
	Title   string               // title, such as "changes entry 12 (Kira: attack → Grell)"
	Entries []Redecision         // first changed entry and all later ones, in their new order
	Effects []command.Difference // differences in the scene, actors and sides between the current state and the replayed one
	State   *rules.State         // replayed state, after the last entry

	changes map[int64]Correction // planned changes, by number of the entry
	records []*record            // new entries, not stored yet
	base    *record              // entry after which everything is replaced
	tip     *record              // last entry in force when it was planned
	seq     int64                // number of the newest record when it was planned
	line    string               // line that planned it; empty if it wasn't a line
	reason  string               // reason that the game master gave
}

// Redecision compares an entry with its replacement.
type Redecision struct {
	Seq     int64       // number that the entry had; 0 for a new one
	Was     string      // earlier line of the log; empty for a new entry
	Now     string      // new line of the log; empty if it doesn't happen any more
	Entry   Entry       // new entry; it gets its number when the plan is accepted
	Refused string      // reason why it doesn't happen any more; empty if it does, or was dropped
	Same    bool        // whether its result is unchanged
	New     []rules.Die // dice that were not rolled for the earlier entry
}

// Amend plans to change an entry in force. It and all later entries are replayed, with the earlier dice, lines and answers; nothing
// happens before Accept. Turns, actions and conditions occur when the replayed timeline says so; an actor whose turn comes declares its
// next unused line. It returns a *rules.Need for an answer that is not known yet. The key of the need begins with the entry's number:
// `23:grell.answer`. A *rules.Refusal explains why the change itself is not possible.
func (s *Session) Amend(seq int64, change Correction) (Amendment, error) {
	return s.planChanges(map[int64]Correction{seq: change}, command.Command{})
}

// planChanges plans the given changes, keyed by entry number. c holds the new answers, by their full key, and new dice.
func (s *Session) planChanges(changes map[int64]Correction, c command.Command) (Amendment, error) {
	m, err := newPastReplay(s, changes, c)
	if err == nil {
		err = m.decideAll()
	}
	if err == nil && len(m.newFaces) > 0 {
		err = refusal("No more dice are asked for. Remove %s.", lastDiceText(len(m.newFaces)))
	}
	if err != nil {
		return Amendment{}, err
	}
	m.plan.State, m.plan.records = m.game.State, m.records
	m.plan.Effects = s.game.Differences(m.game.State)
	return m.plan, nil
}

// firstChanged returns the first of the entries to be changed, or an error if one of them isn't in force.
func (t *tree) firstChanged(changes map[int64]Correction) (first *record, err error) {
	for seq := range changes {
		k, err := t.findEntry(seq)
		if err != nil {
			return nil, err
		}
		switch {
		case k == nil:
			return nil, refuseUnknownEntry(seq)
		case k.isPastChange || k.undone:
			return nil, t.refuseNotInForce(seq, k)
		}
		if first == nil || k.Seq < first.Seq {
			first = k
		}
	}
	return first, nil
}

// refuseNotInForce returns the refusal that an entry isn't in force, naming the one that replaced it.
func (t *tree) refuseNotInForce(seq int64, k *record) error {
	for now := t.lastInForce(); now != nil && now.Seq > seq; now = now.previous {
		if original := now.payload().Of; original != 0 && original == originalNumber(k) {
			return refusal("Entry %d was amended. It is entry %d now.", seq, now.Seq)
		}
	}
	return refusal("Entry %d is undone. `history` lists the others.", seq)
}

// originalNumber returns the number that an entry had before the past was first amended.
func originalNumber(k *record) int64 {
	if original := k.payload().Of; original != 0 {
		return original
	}
	return k.Seq
}

// Accept puts a plan into force. The change is one atomic step, and undo reverts it.
func (s *Session) Accept(m Amendment) (Entry, error) {
	if m.State == nil || m.tip != s.lastInForce() || m.seq != s.seq {
		s.plan = nil
		return Entry{}, refusal("The session has changed since this was planned. Plan it again: `amend %d …`.", m.Seq)
	}
	step := &record{Record: journal.Record{Session: s.evenings.current, At: s.now()}, state: m.State,
		content: &payload{Command: command.Command{Line: cmp.Or(m.line, "amend "+fmt.Sprint(m.Seq))}, Count: m.State.Count, Title: m.Title, Text: m.logSummary(), Told: m.logEntry(), Reason: m.reason}}
	step.content.Told.When = s.game.TimeOf(m.State, m.State)
	var list []*journal.Record
	for i, k := range m.records {
		events, err := k.decodeEvents()
		if err != nil {
			return Entry{}, err
		}
		// the fingerprint of the rules is stored with the first replayed entry only
		if s.rulesetHashes.stampRuleset(k, events, s.game.Campaign); i > 0 {
			k.content.Rules = ""
		}
	}
	for i, k := range append(slices.Clone(m.records), step) {
		s.reportProgress(i, len(m.records)+1)
		k.Kind, k.Target = kindAmended, k.content.Of // for step, both are replaced below
		if err := k.encodeContent(); err != nil {
			return Entry{}, err
		}
		list = append(list, &k.Record)
	}
	if step.Kind = kindAmend; m.base != nil {
		step.Target = m.base.Seq
	}
	defer s.reportProgress(len(list), len(list))
	if err := s.appendRecords(list...); err != nil {
		return Entry{}, err
	}
	for _, k := range m.records {
		s.rulesetHashes.commitStamp(k)
	}
	s.branchFrom(m.base, m.records, step)
	s.game.State, s.plan = m.State, nil
	return s.readableEntry(step), nil
}
