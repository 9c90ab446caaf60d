package gm

import (
	"bytes"
	"encoding/json"
	"errors"
	"maps"
	"runtime"
	"sync"

	"hybrid/gm/journal"
	"hybrid/rules"
)

// Entries that stay in the journal until they are looked at, for sessions that are opened only to look.

// lazyEntries is the entries of a session that is opened only for what was played of it: they stay in the journal, and are
// read there when they are asked for, so many at a time. Any goroutine may ask.
type lazyEntries struct {
	journals chan *journal.Journal // the same one, once for each goroutine that reads in it
	packs    []*pack
}

// newLazyEntries opens the journal once for each core, so that entries can be read at the same time.
func newLazyEntries(from *journal.Journal) *lazyEntries {
	s := &lazyEntries{journals: make(chan *journal.Journal, runtime.GOMAXPROCS(0))}
	for range cap(s.journals) {
		if second, err := from.OpenSecond(); err == nil {
			s.journals <- second
		}
	}
	if len(s.journals) == 0 {
		s.journals <- from
	}
	return s
}

// reading calls a function with a journal that nobody else reads in meanwhile.
func (s *lazyEntries) reading(fn func(*journal.Journal) error) error {
	from := <-s.journals
	defer func() { s.journals <- from }()
	return fn(from)
}

// blockSize is how many entries are read at a time, and headsAtOnce of how many the heads; the tests read few.
var blockSize, headsAtOnce int64 = 256, 4096

// heads is the heads of some entries, and what their events name, where that was asked for.
type heads struct {
	records []journal.Record
	names   *references
	err     error
}

// heads gives the heads of all entries to a loader, whose session then knows what they name, where that is asked for.
func (s *lazyEntries) heads(l *loader, names bool) error {
	found, to, length := newNaming(), int64(0), l.s.journal.Len()
	for part := range prefetch(func() func() *heads {
		from := to
		if to = min(from+headsAtOnce, length); from == to {
			return nil
		}
		until, upTo := to, l.s.missing.names.To
		if !names {
			upTo = length
		}
		return func() *heads { return s.headsOf(from, until, upTo) }
	}) {
		for _, r := range part.records {
			if err := l.take(r); err != nil {
				return err
			}
		}
		if part.err != nil {
			return part.err
		}
		maps.Copy(found.names, part.names.names)
	}
	if entries := l.s.entries; names && len(entries) > 0 {
		l.s.missing.names.add(found, last(entries).seq)
	}
	return nil
}

// headsOf reads the heads of the entries after after up to to. The names used in entries up to length are not collected
// again.
func (s *lazyEntries) headsOf(after, to, length int64) *heads {
	h := &heads{records: make([]journal.Record, 0, to-after), names: newNaming()}
	begin := beginning
	if length < to {
		begin = beginning[:1] // of all of them
	}
	h.err = s.reading(func(from *journal.Journal) error {
		return from.Heads(after, to, begin, func(r journal.Record) error {
			if r.Seq > length && len(r.Events) > 0 {
				var events []rules.Event
				if err := json.Unmarshal(r.Events, &events); err != nil {
					return unreadable(r.Seq, err)
				}
				for i := range events {
					h.names.event(&events[i])
				}
			}
			if !bytes.HasPrefix(r.Events, beginning) {
				r.Events = nil
			}
			h.records = append(h.records, r)
			return nil
		})
	})
	return h
}

// block is some of these entries, which are read together.
type block struct {
	lock        sync.Mutex // of what was read of it
	of          *lazyEntries
	after, last int64 // they come behind the one, to and with the other
}

// put puts the next entry there, in the order of the journal; of what is stored of it the beginning of an encounter is kept.
func (s *lazyEntries) put(k *record) {
	if n := len(s.packs); n == 0 || k.seq > s.packs[n-1].block.after+blockSize {
		s.packs = append(s.packs, &pack{block: &block{of: s, after: k.seq - 1}})
	}
	on := last(s.packs)
	on.block.last = k.seq
	k.pack, k.place = on, int(k.seq-on.block.after)-1
	k.begun, k.stored = begunBy(k.stored.events), nil
}

// read reads the entries, with their steps. Of what cannot be read each says why.
func (b *block) read() []rawEntry {
	list := make([]rawEntry, 0, b.last-b.after)
	err := b.of.reading(func(from *journal.Journal) error {
		return from.Between(b.after, b.last, func(r journal.Record) error {
			is := rawEntry{command: r.Command, events: r.Events, report: r.Report}
			if !from.Summed() && !(valid(r.Command) && valid(r.Events)) {
				is.err = unreadable(r.Seq, errors.New("it is not JSON"))
			}
			list = append(list, is)
			return nil
		})
	})
	for len(list) < cap(list) {
		list = append(list, rawEntry{err: err})
	}
	return list
}
