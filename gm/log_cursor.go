package gm

import (
	"fmt"
	"iter"
	"slices"

	"hybrid/rules"
)

// Cursor follows the entries in force, which are those that aren't undone, one by one as they are added. It must be used in the goroutine
// of the session.
type Cursor struct {
	s        *Session       // session whose entries are visited
	rules    *rules.Ruleset // rules under which the state was computed
	position                // last visited entry, and the state after it
}

// NewCursor returns a cursor at the beginning of a session.
func NewCursor(s *Session) *Cursor { return &Cursor{s: s} }

// IsInForce reports whether an entry, and so everything before it, is in force. It returns true for 0, the beginning.
func (t *Cursor) IsInForce(seq int64) bool {
	k, err := t.s.findEntry(seq)
	return err == nil && (k == nil || !k.undone)
}

// EntriesAfter iterates over at most limit entries in force after the entry with the number seq, in the order in which they happened. If
// the last iteration ended at that entry, the state after it is still known; otherwise the state is computed. An error comes without an
// entry and ends the iteration.
func (t *Cursor) EntriesAfter(seq int64, limit int) iter.Seq2[*HistoryEntry, error] {
	return func(yield func(*HistoryEntry, error) bool) {
		from, err := t.s.findEntry(seq)
		if err == nil && from != nil && from.undone {
			err = fmt.Errorf("Entry %d is undone.", seq)
		}
		if err == nil && (t.last != from || t.state == nil || t.rules != t.s.game.Rules) {
			t.rules, t.last = t.s.game.Rules, from
			t.state, err = t.s.computeState(t.rules, from)
		}
		if err != nil {
			yield(nil, err)
			return
		}
		var entries []*record
		for k := t.s.lastInForce(); k != from; k = k.previous {
			entries = append(entries, k)
		}
		slices.Reverse(entries)
		for k := range t.s.withProgress(entries[:min(limit, len(entries))]) {
			e, err := historyEntry(t.s, k, t.state)
			if err != nil {
				yield(nil, err)
				return
			}
			t.position = position{k, e.After}
			if !yield(e, nil) {
				return
			}
		}
	}
}
