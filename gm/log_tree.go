package gm

import (
	"bytes"
	"cmp"
	"fmt"
	"iter"
	"slices"
	"sort"
	"strconv"
	"strings"

	"hybrid/gm/command"
	"hybrid/gm/journal"
	"hybrid/gm/story"
	"hybrid/rules"
	"hybrid/rules/message"
)

// The tree of entries: those in force, the undone ones, and the path between two of them. It writes nothing.

// tree holds the entries of a session: those in force, those undone, and those from before the past was changed.
type tree struct {
	entries  []*record // all entries that were ever decided, undone ones included
	undos    []*record // records of undo and redo, which aren't entries
	inForce  []*record // entries in force that undo takes back, in order
	redoable []*record // undone entries that redo brings back, the next one last
	log      []LogLine // entries as lines, in the same order
	pastOnly bool      // whether only the past is needed, without the current state
	progressFunc
}

// addCurrentEntry adds an entry in force after another one. Entries undone earlier can't be redone any more.
func (t *tree) addCurrentEntry(k, before *record) {
	t.addEntry(k, before)
	t.inForce, t.redoable = append(t.inForce, k), nil
}

// addEntry adds an entry to the entries and to the log. It keeps the state of every stateInterval-th entry.
func (t *tree) addEntry(k, before *record) {
	if k.previous = before; before != nil {
		k.depth = before.depth + 1
	}
	if k.depth%stateInterval != 0 {
		k.state = nil
	}
	t.entries = append(t.entries, k)
	t.log = append(t.log, LogLine{k})
}

// lastInForce returns the last entry in force, or nil.
func (t *tree) lastInForce() *record { return lastRecord(t.inForce) }

// maxWayEntries is the maximum number of entries that recentWays searches.
const maxWayEntries = 300

// recentWays returns the ways, that is, the phrasings, that the last entries up to k have used, newest last. The next entry avoids them.
func recentWays(k *record) (ways story.Phrasings) {
	for back := 0; k != nil && back < maxWayEntries && len(ways) < story.RecentPhrasings; back, k = back+1, k.previous {
		if entry := k.payload().Told; entry != nil {
			for _, way := range slices.Backward(entry.Ways) {
				ways = append(ways, way)
			}
		}
	}
	slices.Reverse(ways)
	return ways
}

// lastRecord returns the last of list, or nil if it is empty.
func lastRecord[T any](list []*T) *T {
	if len(list) == 0 {
		return nil
	}
	return list[len(list)-1]
}

// countSteps returns the number of entries that an undo takes back, or a redo brings back, if entry seq is the last of them.
func (t *tree) countSteps(seq int64, undo bool) (times int, err error) {
	list := t.undoList(undo)
	for i := len(list) - 1; i >= 0; i-- {
		if list[i].Seq == seq {
			return len(list) - i, nil
		}
	}
	return 0, fmt.Errorf("it undoes or redoes entry %d, which is missing", seq)
}

// undoList returns the entries that undo, or redo, works on, the next one last.
func (t *tree) undoList(undo bool) []*record {
	if undo {
		return t.inForce
	}
	return t.redoable
}

// undoRedo undoes the last entries in force, or redoes the last undone ones; times is their number.
func (t *tree) undoRedo(times int, undo bool) {
	from := t.lastInForce()
	for range times {
		if undo {
			t.inForce, t.redoable = t.inForce[:len(t.inForce)-1], append(t.redoable, t.lastInForce())
			continue
		}
		t.inForce, t.redoable = append(t.inForce, lastRecord(t.redoable)), t.redoable[:len(t.redoable)-1]
	}
	moveTip(from, t.lastInForce())
}

// moveTip updates which entries are in force when the current state moves from one entry to another.
func moveTip(from, to *record) {
	for from != to {
		if to == nil || from != nil && from.depth >= to.depth {
			from.undone = true
			from = from.previous
			continue
		}
		to.undone = false
		to = to.previous
	}
}

// findEntry returns the entry seq, or nil for 0, which is before the first.
func (t *tree) findEntry(seq int64) (*record, error) {
	i, found := sort.Find(len(t.entries), func(i int) int { return cmp.Compare(seq, t.entries[i].Seq) })
	if found {
		return t.entries[i], nil
	}
	if seq != 0 {
		return nil, refusal("No entry %d. `history` lists them.", seq)
	}
	return nil, nil
}

// branchFrom replaces all entries in force after a given one with other entries, followed by step, the entry that records the change of the
// past.
func (t *tree) branchFrom(to *record, entries []*record, step *record) {
	from := t.lastInForce()
	for _, k := range entries {
		t.addEntry(k, to)
		to = k
	}
	step.isPastChange = true
	t.addCurrentEntry(step, to)
	moveTip(from, step)
}

// lastLinesInForce returns the lines of the last n entries in force, or of all if n is -1.
func (t *tree) lastLinesInForce(n int) (list []LogLine) {
	for k := t.lastInForce(); k != nil && len(list) != n; k = k.previous {
		list = append(list, LogLine{k})
	}
	for i, j := 0, len(list)-1; i < j; i, j = i+1, j-1 {
		list[i], list[j] = list[j], list[i]
	}
	return list
}

// stateInterval is the number of entries from one kept state to the next, so that computing a state decodes at most this many.
const stateInterval = 256

// withProgress iterates over list and reports progress.
func (t *tree) withProgress(list []*record) iter.Seq[*record] {
	return func(yield func(*record) bool) {
		for i, k := range list {
			if t.reportProgress(i, len(list)); !yield(k) {
				return
			}
		}
		t.reportProgress(len(list), len(list))
	}
}

// computeState returns the state after the given entry, computed from the nearest state that is kept.
func (t *tree) computeState(rs *rules.Ruleset, to *record) (*rules.State, error) {
	var entries []*record // entries to apply
	from := to
	for from != nil && from.state == nil {
		entries, from = append(entries, from), from.previous
	}
	state := &rules.State{}
	if from != nil {
		state = from.state
	}
	slices.Reverse(entries)
	for k := range t.withProgress(entries) {
		next, err := k.stateAfter(rs, state)
		if err != nil {
			return nil, err
		}
		if state = next; k.depth%stateInterval == 0 {
			k.state = state
		}
	}
	return state, nil
}

// records returns all entries as they are stored, including undone ones.
func (t *tree) records() (list []*journal.Record) {
	for _, k := range slices.Concat(t.entries, t.undos) {
		r := k.Record
		list = append(list, &r)
	}
	slices.SortFunc(list, func(a, b *journal.Record) int { return cmp.Compare(a.Seq, b.Seq) })
	return list
}

// visitContaining calls visit for each entry in force whose encoded events contain text, the oldest first. It stops at the first unreadable
// entry and returns the error.
func (t *tree) visitContaining(text string, visit func(*record, []rules.Event)) error {
	for _, line := range t.lastLinesInForce(-1) {
		if line.record.damage == nil && !bytes.Contains(line.record.Events, []byte(text)) {
			continue
		}
		events, err := line.record.decodeEvents()
		if err != nil {
			return err
		}
		visit(line.record, events)
	}
	return nil
}

// LinesInForce returns the lines of all entries in force, the oldest first.
func (t *tree) LinesInForce() []LogLine { return t.lastLinesInForce(-1) }

// parseEntry returns the entry whose number is given by word, or nil for 0, the beginning.
func (t *tree) parseEntry(word string) (*record, error) {
	seq, err := strconv.ParseInt(strings.TrimSuffix(word, ","), 10, 64)
	if err != nil || seq < 0 {
		return nil, command.RefusalOf(message.NotA(word, "an entry number", "`history` lists them"))
	}
	return t.findEntry(seq)
}
