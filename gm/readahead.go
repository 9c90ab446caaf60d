package gm

import (
	"iter"
	"math"
	"runtime"

	"hybrid/gm/journal"
	"hybrid/rules"
)

// decoded is an entry with what was read of it.
type decoded struct {
	*kept
	coded
	events   []rules.Event
	told     *payload
	outcomes []rules.Outcome
	err      error // before all of it is read, too
}

// mostAtOnce is how many entries are read at once.
const mostAtOnce = 256

// entriesRead is some entries that are being read.
type entriesRead struct {
	list []decoded
	done chan struct{}
}

// readAhead gives entries in their order. While some are used those after them are read already, on all cores. fetch is
// called with some of them before read is with each.
func (t *tree) readAhead(list []*kept, fetch func([]decoded), read func(*decoded)) iter.Seq[*decoded] {
	return func(yield func(*decoded) bool) {
		size, rest := 8, list
		fetchNow, fetchThen := fetch, func([]decoded) {}
		if t.past { // any goroutine may ask for them
			size, fetchNow, fetchThen = mostAtOnce, fetchThen, fetch
		}
		begin := func() *entriesRead {
			size = min(2*size, mostAtOnce)
			b := &entriesRead{make([]decoded, min(size, len(rest))), make(chan struct{})}
			for i := range b.list {
				b.list[i].kept = rest[i]
			}
			rest = rest[len(b.list):]
			fetchNow(b.list)
			go func() {
				defer close(b.done)
				fetchThen(b.list)
				for i := range b.list {
					read(&b.list[i])
				}
			}()
			return b
		}
		var under []*entriesRead
		defer func() {
			for _, b := range under {
				<-b.done
			}
		}()
		for used := 0; used < len(list); {
			for len(rest) > 0 && len(under) <= runtime.GOMAXPROCS(0) {
				under = append(under, begin())
			}
			now := under[0]
			<-now.done
			under = under[1:]
			t.tell(used, len(list))
			for i := range now.list {
				if !yield(&now.list[i]) {
					return
				}
				now.list[i] = decoded{}
			}
			used += len(now.list)
		}
		t.tell(len(list), len(list))
	}
}

// readEvents reads the events of an entry.
func (d *decoded) readEvents() {
	if d.err == nil {
		d.events, d.err = d.settledAs(d.coded)
	}
}

// readPayload reads the command of an entry.
func (d *decoded) readPayload() {
	if d.err != nil || d.pack == nil {
		return
	}
	if told := &d.of.told[d.place]; *told == nil {
		*told = d.said(d.coded)
	}
}

// unpack takes entries as they are stored.
func unpack(list []decoded) {
	for i := range list {
		d := &list[i]
		d.coded = d.kept.coded()
		d.err = d.coded.err
	}
}

// fetched takes entries as they are stored, with their steps: those that are not there are asked of a journal, all at once where
// they lie close together.
func fetched(from *journal.Journal) func([]decoded) {
	return func(list []decoded) {
		unpack(list)
		var asked []*decoded
		least, most := int64(math.MaxInt64), int64(0)
		for i := range list {
			if d := &list[i]; d.err == nil && d.unreported(from) {
				asked = append(asked, d)
				least, most = min(least, d.seq), max(most, d.seq)
			}
		}
		if n := int64(len(asked)); n > 1 && most-least < 2*n {
			reports := make(map[int64][]byte, n)
			if from.Reports(least-1, most, func(seq int64, report []byte) { reports[seq] = report }) == nil {
				for _, d := range asked {
					d.coded.report = reports[d.seq]
				}
				return
			}
		}
		for _, d := range asked { // what cannot be read is the matter of one
			d.coded.report, d.err = from.Report(d.seq)
		}
	}
}

// unreported reports whether the steps of an entry are to be asked of a journal.
func (d *decoded) unreported(from *journal.Journal) bool {
	lazy := d.pack != nil && d.pack.block != nil
	return !lazy && len(d.coded.report) == 0 && d.outcomes == nil && from != nil && d.seq != 0
}

// readAll reads an entry whose steps were fetched.
func (d *decoded) readAll() {
	d.told = d.saidAs(lineShape, d.coded)
	d.readWith(rules.ReadOutcomes)
}

// readOutline reads one without the terms of its steps.
func (d *decoded) readOutline() {
	d.told = d.saidAs(lineShape, d.coded)
	d.readWith(rules.ReadOutline)
}

// readRolls reads of one no more than what it did and what was rolled.
func (d *decoded) readRolls() {
	d.told = &payload{}
	d.readWith(rules.ReadRolls)
}

func (d *decoded) readWith(steps func([]byte) ([]rules.Outcome, error)) {
	if d.err != nil {
		return
	}
	if d.readEvents(); d.err == nil {
		d.outcomes, d.err = d.stepsOf(d.coded.report, steps)
	}
}
