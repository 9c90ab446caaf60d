package gm

import (
	"errors"
	"sync"

	"hybrid/gm/journal"
)

// lazyEntries is the entries of a session that is opened only for what was played of it: they stay in the journal, and are
// read there when they are asked for, so many at a time. Any goroutine may ask.
type lazyEntries struct {
	lock    sync.Mutex // of the journal, and of what was read
	journal *journal.Journal
	packs   []*pack
}

// blockSize is how many entries are read at a time; the tests read few.
var blockSize int64 = 256

// block is some of these entries, which are read together.
type block struct {
	of          *lazyEntries
	after, last int64 // they come behind the one, to and with the other
}

// put puts the next entry there, in the order of the journal; of what is stored of it the beginning of an encounter is kept.
func (s *lazyEntries) put(k *kept) {
	if n := len(s.packs); n == 0 || k.seq > s.packs[n-1].block.after+blockSize {
		s.packs = append(s.packs, &pack{block: &block{of: s, after: k.seq - 1}})
	}
	on := last(s.packs)
	on.block.last = k.seq
	k.pack, k.place = on, int(k.seq-on.block.after)-1
	k.begun = begunBy(k.raw)
	k.command, k.raw, k.report = nil, nil, nil
}

// read reads the entries, with their steps. Of what cannot be read each says why.
func (b *block) read() []coded {
	list := make([]coded, 0, b.last-b.after)
	from := b.of.journal
	err := from.Between(b.after, b.last, func(r journal.Record) error {
		is := coded{command: r.Command, events: r.Events, report: r.Report}
		if !from.Summed() && !(valid(r.Command) && valid(r.Events)) {
			is.err = unreadable(r.Seq, errors.New("it is not JSON"))
		}
		list = append(list, is)
		return nil
	})
	for len(list) < cap(list) {
		list = append(list, coded{err: err})
	}
	return list
}
