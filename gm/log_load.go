package gm

import (
	"errors"
	"fmt"
	"time"

	"hybrid/gm/journal"
)

// loader takes up the records of a journal, one after the other.
type loader struct {
	s      *Session
	last   time.Time     // when the last one was written
	mended []*record     // those of a changed past, until the record that it is the past
	file   func(*record) // puts aside what is long past
}

// take takes up a record.
func (l *loader) take(r journal.Record) error {
	s := l.s
	s.seq, s.evenings.now, l.last = r.Seq, r.Session, r.At
	s.report(len(s.entries), 0)
	if !s.past && !s.journal.Summed() && !(valid(r.Command) && valid(r.Events)) {
		return unreadable(r.Seq, errors.New("it is not JSON"))
	}
	k := &record{seq: r.Seq, evening: r.Session, at: r.At, stored: &rawEntry{command: r.Command, events: r.Events, report: r.Report}, kind: r.Kind, target: r.Target}
	k.mark()
	switch r.Kind {
	case kindDo:
		s.keep(k, s.tip())
		l.file(k)
		return nil
	case kindAmended:
		l.mended = append(l.mended, k)
		l.file(k)
		return nil
	case kindAmend, kindBack:
		to, err := s.numbered(r.Target)
		if err != nil {
			return unreadable(r.Seq, err)
		}
		s.branchFrom(to, l.mended, k)
		l.file(k)
		l.mended = nil
		return nil
	case kindUndo, kindRedo:
		times, err := s.distance(r.Target, r.Kind == kindUndo)
		if err != nil {
			return unreadable(r.Seq, err)
		}
		s.undoRedo(times, r.Kind == kindUndo)
		s.undos = append(s.undos, k)
		return nil
	}
	return fmt.Errorf("entry %d is of a newer version of this program; update the program to open it", r.Seq)
}
