package gm

import (
	"iter"
	"math"
	"runtime"

	"hybrid/gm/journal"
	"hybrid/rules"
)

// Entries read and decoded on several cores while earlier ones are used, in their order.

// decoded is an entry with what was read of it.
type decoded struct {
	*record
	rawEntry
	events   []rules.Event
	content  *payload
	outcomes []rules.Outcome
	err      error // before all of it is read, too
}

// maxAtOnce is how many entries are read at once.
const maxAtOnce = 256

// readAhead gives entries in their order. While some are used those after them are read already, on all cores. fetch is
// called with some of them before read is with each.
func (t *tree) readAhead(list []*record, fetch func([]decoded), read func(*decoded)) iter.Seq[*decoded] {
	return func(yield func(*decoded) bool) {
		size, rest := 8, list
		fetchNow, fetchThen := fetch, func([]decoded) {}
		if t.past { // any goroutine may ask for them
			size, fetchNow, fetchThen = maxAtOnce, fetchThen, fetch
		}
		used := 0
		for now := range prefetch(func() func() []decoded {
			size = min(2*size, maxAtOnce, len(rest))
			some := make([]decoded, size)
			for i := range some {
				some[i].record = rest[i]
			}
			if rest = rest[size:]; size == 0 {
				return nil
			}
			fetchNow(some)
			return func() []decoded {
				fetchThen(some)
				for i := range some {
					read(&some[i])
				}
				return some
			}
		}) {
			t.report(used, len(list))
			for i := range now {
				if !yield(&now[i]) {
					return
				}
				now[i] = decoded{}
			}
			used += len(now)
		}
		t.report(len(list), len(list))
	}
}

// prefetch gives what some functions return, in their order. While that of one is used, those after it are called already, on all
// cores. begin gives the next function, nil behind the last.
func prefetch[T any](begin func() func() T) iter.Seq[T] {
	return func(yield func(T) bool) {
		var under []chan T
		defer func() {
			for _, done := range under {
				<-done
			}
		}()
		for more := true; ; {
			for more && len(under) <= runtime.GOMAXPROCS(0) {
				if work := begin(); work != nil {
					done := make(chan T, 1)
					go func() { done <- work() }()
					under = append(under, done)
				} else {
					more = false
				}
			}
			if len(under) == 0 {
				return
			}
			now := <-under[0]
			if under = under[1:]; !yield(now) {
				return
			}
		}
	}
}

// readEvents reads the events of an entry.
func (d *decoded) readEvents() {
	if d.err == nil {
		d.events, d.err = d.settledAs(d.rawEntry)
	}
}

// readPayload reads the command of an entry.
func (d *decoded) readPayload() {
	if d.err != nil || d.pack == nil {
		return
	}
	if content := &d.of.contents[d.place]; *content == nil {
		*content = d.decode(d.rawEntry)
	}
}

// unpack takes entries as they are stored.
func unpack(list []decoded) {
	for i := range list {
		d := &list[i]
		d.rawEntry = d.record.raw()
		d.err = d.rawEntry.err
	}
}

// fetched takes entries as they are stored, with their steps: those that are not there are asked of a journal, all at once where
// they lie close together.
func fetched(from *journal.Journal) func([]decoded) {
	return func(list []decoded) {
		unpack(list)
		var requested []*decoded
		minimum, maximum := int64(math.MaxInt64), int64(0)
		for i := range list {
			if d := &list[i]; d.err == nil && d.unreported(from) {
				requested = append(requested, d)
				minimum, maximum = min(minimum, d.seq), max(maximum, d.seq)
			}
		}
		if n := int64(len(requested)); n > 1 && maximum-minimum < 2*n {
			reports := make(map[int64][]byte, n)
			if from.Reports(minimum-1, maximum, func(seq int64, report []byte) { reports[seq] = report }) == nil {
				for _, d := range requested {
					d.rawEntry.report = reports[d.seq]
				}
				return
			}
		}
		for _, d := range requested { // what cannot be read is the matter of one
			d.rawEntry.report, d.err = from.Report(d.seq)
		}
	}
}

// unreported reports whether the steps of an entry are to be asked of a journal.
func (d *decoded) unreported(from *journal.Journal) bool {
	lazy := d.pack != nil && d.pack.block != nil
	return !lazy && len(d.rawEntry.report) == 0 && d.outcomes == nil && from != nil && d.seq != 0
}

// readAll reads an entry whose steps were fetched. The error goes to d.err.
func (d *decoded) readAll() {
	d.content = d.decode(d.rawEntry)
	if d.readEvents(); d.err == nil {
		d.outcomes, d.err = d.stepsOf(d.rawEntry.report)
	}
}
