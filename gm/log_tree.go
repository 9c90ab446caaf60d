package gm

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"iter"
	"slices"
	"sort"
	"strconv"
	"strings"

	"hybrid/gm/command"
	"hybrid/gm/journal"
	"hybrid/rules"
	"hybrid/rules/message"
)

// The tree of entries: what stands, what was undone, and the way between two of them. It writes nothing.

// tree is the entries of a session as they came after each other: what stands, what was undone, and what was played
// before the past was changed.
type tree struct {
	entries []*record // every one that was ever decided, undone ones too
	undos   []*record // the records of undo and redo, which are no entries
	applied []*record // the steps that stand, which undo takes back, in order
	undone  []*record // what redo brings back, the next one last
	log     []LogLine
	looked  *record // the old entry that was looked at last, which keeps its steps
	past    bool    // nothing but what was played is asked for
	packer
	progressFunc
}

// keep adds an entry that stands, after another one. What was undone before can no longer be brought back.
func (t *tree) keep(k, before *record) {
	t.file(k, before)
	t.applied, t.undone = append(t.applied, k), nil
}

// file adds an entry to the entries and to the log.
func (t *tree) file(k, before *record) {
	if k.before = before; before != nil {
		k.depth = before.depth + 1
	}
	t.entries = append(t.entries, k)
	t.log = append(t.log, LogLine{k})
}

// tip returns the last entry in force, or nil.
func (t *tree) tip() *record { return last(t.applied) }

// last returns the last of list, or nil if it is empty.
func last[T any](list []*T) *T {
	if len(list) == 0 {
		return nil
	}
	return list[len(list)-1]
}

// distance counts how many steps of undo, or of redo, it takes to and with an entry.
func (t *tree) distance(seq int64, undo bool) (times int, err error) {
	list := t.list(undo)
	for i := len(list) - 1; i >= 0; i-- {
		if list[i].seq == seq {
			return len(list) - i, nil
		}
	}
	return 0, fmt.Errorf("it undoes or redoes entry %d, which is missing", seq)
}

// list returns the entries that undo, or redo, works on, the next one last.
func (t *tree) list(undo bool) []*record {
	if undo {
		return t.applied
	}
	return t.undone
}

// undoRedo undoes the last steps, or brings the last undone ones back.
func (t *tree) undoRedo(times int, undo bool) {
	from := t.tip()
	for range times {
		if undo {
			t.applied, t.undone = t.applied[:len(t.applied)-1], append(t.undone, t.tip())
			continue
		}
		t.applied, t.undone = append(t.applied, last(t.undone)), t.undone[:len(t.undone)-1]
	}
	moveTip(from, t.tip())
}

// moveTip marks what no longer stands, and what stands again, when the present moves from one entry to another. Where
// that is far, the present that was keeps its state for the way back.
func moveTip(from, to *record) {
	was, far := from, from != nil && from.step || to != nil && to.step
	for from != to {
		if to == nil || from != nil && from.depth >= to.depth {
			if from.undone = true; !far || from != was {
				from.state = nil
			}
			from = from.before
			continue
		}
		to.undone = false
		to = to.before
	}
}

// numbered finds an entry; nil for 0, which is before the first.
func (t *tree) numbered(seq int64) (*record, error) {
	i, found := sort.Find(len(t.entries), func(i int) int { return cmp.Compare(seq, t.entries[i].seq) })
	if found {
		return t.entries[i], nil
	}
	if seq != 0 {
		return nil, refusal("No entry %d. `history` lists them.", seq)
	}
	return nil, nil
}

// branchFrom makes the present go on from an earlier entry: with other entries after it, and then the step that did it.
func (t *tree) branchFrom(to *record, entries []*record, step *record) {
	from := t.tip()
	for _, k := range entries {
		t.file(k, to)
		to = k
	}
	step.step = true
	t.keep(step, to)
	moveTip(from, step)
}

// standing returns the last n entries in force, or all for -1.
func (t *tree) standing(n int) (list []LogLine) {
	for k := t.tip(); k != nil && len(list) != n; k = k.before {
		list = append(list, LogLine{k})
	}
	for i, j := 0, len(list)-1; i < j; i, j = i+1, j-1 {
		list[i], list[j] = list[j], list[i]
	}
	return list
}

// The last window of standing entries keep their state, and farther back one of so many, so that undo is quick
// wherever one stands and memory stays in bounds.
const (
	window = 256
	every  = 256
)

// sum returns the state after entry to, computed from the nearest one that is kept. With keep, some states on the way are
// kept, too.
func (t *tree) sum(rs *rules.Ruleset, to *record, keep bool) (*rules.State, error) {
	var way []*record
	from := to
	for from != nil && from.state == nil {
		way, from = append(way, from), from.before
	}
	state := &rules.State{}
	if from != nil {
		state = from.state
	}
	slices.Reverse(way)
	behind := len(way)
	for d := range t.readAhead(way, unpack, (*decoded).readEvents) {
		if d.err != nil {
			return nil, d.err
		}
		next, err := d.applied(rs, state, d.events)
		if err != nil {
			return nil, err
		}
		state = next
		if behind--; keep && (d.depth%every == 0 || behind < window) {
			d.state = state
		}
	}
	return state, nil
}

// prune lets go of what the newest standing entry makes old; of its events and steps too where they are on disk.
func (t *tree) prune(onDisk bool) {
	old := t.tip()
	for i := 0; i < window && old != nil; i++ {
		old = old.before
	}
	if old != nil && old.depth%every != 0 {
		old.state = nil
	}
	if onDisk {
		t.forget(1)
	}
}

// forget lets go of what the journal can give back, after so many new entries.
func (t *tree) forget(n int) {
	to := len(t.entries) - window
	for i := max(0, to-n); i < to; i++ {
		t.entries[i].events, t.entries[i].outcomes = nil, nil
		t.packer.add(t.entries[i])
	}
}

// look returns the steps of an entry. Those of an old one are read from the journal and kept until another is looked at;
// there are none if that fails.
func (t *tree) look(k *record, j *journal.Journal) []rules.Outcome {
	outcomes, err := k.steps(j)
	if err != nil || k.outcomes != nil {
		return k.outcomes
	}
	if t.looked != nil {
		t.looked.outcomes = nil
	}
	t.looked, k.outcomes = k, outcomes
	return outcomes
}

// records iterates over all entries as they are written, undone ones included, with the steps that journal from still has.
func (t *tree) records(from *journal.Journal) iter.Seq2[*journal.Record, error] {
	all := slices.Concat(t.entries, t.undos)
	slices.SortFunc(all, func(a, b *record) int { return cmp.Compare(a.seq, b.seq) })
	return func(yield func(*journal.Record, error) bool) {
		for _, k := range all {
			r := &journal.Record{Seq: k.seq, Session: k.evening, At: k.at, Kind: k.kind, Target: k.target}
			var err error
			if k.kind != kindUndo && k.kind != kindRedo {
				err = k.put(r)
				if r.Report == nil && k.seq <= from.Len() {
					r.Report, _ = from.Report(k.seq) // of a file that is gone, as far as it can be read
				}
			}
			if !yield(r, err) || err != nil {
				return
			}
		}
	}
}

// containing calls visit for each entry in force whose events, as written, contain text, the oldest first. It returns the error of
// the first entry that can't be read and visits none after it.
func (t *tree) containing(text string, visit func(*record, []rules.Event)) error {
	for _, line := range t.standing(-1) {
		data, err := line.record.written()
		if err == nil && !bytes.Contains(data, []byte(text)) {
			continue
		}
		events, unread := line.record.settled()
		if err := errors.Join(err, unread); err != nil {
			return err
		}
		visit(line.record, events)
	}
	return nil
}

// Standing returns all entries in force, the oldest first.
func (t *tree) Standing() []LogLine { return t.standing(-1) }

// entryOf reads the number of an entry; nil is the beginning.
func (t *tree) entryOf(word string) (*record, error) {
	seq, err := strconv.ParseInt(strings.TrimSuffix(word, ","), 10, 64)
	if err != nil || seq < 0 {
		return nil, command.RefusalOf(message.NotA(word, "an entry number", "`history` lists them"))
	}
	return t.numbered(seq)
}
