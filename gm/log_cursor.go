package gm

import (
	"fmt"
	"iter"
	"slices"

	"hybrid/rules"
)

// Cursor goes along what stands of a session, entry by entry, as that grows. It belongs to the goroutine of the session.
type Cursor struct {
	s     *Session
	rules *rules.Ruleset
	reached
}

// NewCursor returns a trail at the beginning of a session.
func NewCursor(s *Session) *Cursor { return &Cursor{s: s} }

// Stands reports whether an entry stands, and with it everything before it; 0, the beginning, does.
func (t *Cursor) Stands(seq int64) bool {
	k, err := t.s.numbered(seq)
	return err == nil && (k == nil || !k.undone)
}

// After goes through what stands behind an entry that stands, in the order in which it happened, at most limit entries. Where the last
// way ended there, it goes on from the state that it reached. After an error, which comes without an entry, there is nothing more.
func (t *Cursor) After(seq int64, limit int) iter.Seq2[*HistoryEntry, error] {
	return func(yield func(*HistoryEntry, error) bool) {
		from, err := t.s.numbered(seq)
		if err == nil && from != nil && from.undone {
			err = fmt.Errorf("Entry %d is undone.", seq)
		}
		if err == nil && (t.last != from || t.state == nil || t.rules != t.s.game.Rules) {
			t.rules, t.last = t.s.game.Rules, from
			t.state, err = t.s.sum(t.rules, from)
		}
		if err != nil {
			yield(nil, err)
			return
		}
		var way []*record
		for k := t.s.tip(); k != from; k = k.before {
			way = append(way, k)
		}
		slices.Reverse(way)
		for k := range t.s.progressing(way[:min(limit, len(way))]) {
			e, err := historyEntry(t.s, k, t.state)
			if err != nil {
				yield(nil, err)
				return
			}
			t.reached = reached{k, e.After}
			if !yield(e, nil) {
				return
			}
		}
	}
}
