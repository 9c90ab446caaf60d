package gm

import (
	"iter"
	"runtime"
	"sync"
	"sync/atomic"

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
	err      error
}

// mostAtOnce is how many entries are read at once.
const mostAtOnce = 512

// readAhead gives entries in their order. While some are used those after them are read already, on all cores; fetch is called
// by the caller's own goroutine before read is, for each in turn.
func (t *tree) readAhead(list []*kept, fetch, read func(*decoded)) iter.Seq[*decoded] {
	return func(yield func(*decoded) bool) {
		size, rest := 8, list
		begin := func() (batch []decoded, wait func()) {
			size = min(2*size, mostAtOnce)
			batch = make([]decoded, min(size, len(rest)))
			for i := range batch {
				batch[i].kept = rest[i]
				fetch(&batch[i])
			}
			rest = rest[len(batch):]
			var next atomic.Int64
			var under sync.WaitGroup
			for range min(runtime.GOMAXPROCS(0), len(batch)) {
				under.Go(func() {
					for i := next.Add(1) - 1; i < int64(len(batch)); i = next.Add(1) - 1 {
						read(&batch[i])
					}
				})
			}
			return batch, under.Wait
		}
		for batch, wait := begin(); len(batch) > 0; {
			wait()
			if t.progress != nil {
				t.progress(len(list)-len(rest)-len(batch), len(list))
			}
			now := batch
			batch, wait = begin()
			for i := range now {
				if !yield(&now[i]) {
					wait()
					return
				}
				now[i] = decoded{}
			}
		}
		if t.progress != nil {
			t.progress(len(list), len(list))
		}
	}
}

// readEvents reads the events of an entry.
func (d *decoded) readEvents() { d.events, d.err = d.settledAs(d.coded) }

// unpack takes an entry as it is stored.
func (d *decoded) unpack() { d.coded = d.kept.coded() }

// fetch takes an entry as it is stored, and asks the journal for its steps.
func (d *decoded) fetch(j *journal.Journal) {
	d.unpack()
	if len(d.coded.report) == 0 {
		d.coded.report, d.err = d.reported(j)
	}
}

// readAll reads an entry whose steps were fetched.
func (d *decoded) readAll() { d.readWith(rules.ReadOutcomes) }

// readOutline reads one without the terms of its steps.
func (d *decoded) readOutline() { d.readWith(rules.ReadOutline) }

func (d *decoded) readWith(steps func([]byte) ([]rules.Outcome, error)) {
	if d.err != nil {
		return
	}
	if d.readEvents(); d.err == nil {
		d.told = d.said(d.coded)
		d.outcomes, d.err = d.stepsOf(d.coded.report, steps)
	}
}
