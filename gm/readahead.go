package gm

import (
	"iter"
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
// called before read is, for each in turn: by the caller's own goroutine, but where a shelf has the entries.
func (t *tree) readAhead(list []*kept, fetch, read func(*decoded)) iter.Seq[*decoded] {
	return func(yield func(*decoded) bool) {
		size, rest := 8, list
		begin := func() *entriesRead {
			size = min(2*size, mostAtOnce)
			if t.past {
				size = mostAtOnce
			}
			b := &entriesRead{make([]decoded, min(size, len(rest))), make(chan struct{})}
			for i := range b.list {
				b.list[i].kept = rest[i]
				if !t.past {
					fetch(&b.list[i])
				}
			}
			rest = rest[len(b.list):]
			go func() {
				defer close(b.done)
				for i := range b.list {
					if t.past {
						fetch(&b.list[i])
					}
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
			if t.progress != nil {
				t.progress(used, len(list))
			}
			for i := range now.list {
				if !yield(&now.list[i]) {
					return
				}
				now.list[i] = decoded{}
			}
			used += len(now.list)
		}
		if t.progress != nil {
			t.progress(len(list), len(list))
		}
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

// unpack takes an entry as it is stored.
func (d *decoded) unpack() {
	d.coded = d.kept.coded()
	d.err = d.coded.err
}

// fetch takes an entry as it is stored, and asks the journal for its steps.
func (d *decoded) fetch(j *journal.Journal) {
	d.unpack()
	if onShelf := d.pack != nil && d.pack.board != nil; !onShelf && len(d.coded.report) == 0 {
		d.coded.report, d.err = d.reported(j)
	}
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
