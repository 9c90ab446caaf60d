package gm

import (
	"errors"
	"fmt"
	"time"

	"hybrid/gm/journal"
)

// notice keeps a line about something that went wrong, and does not keep anybody from playing.
func (s *Session) notice(what string, err error) {
	if err != nil {
		what += ": " + cause(err).Error()
	}
	if what != "" {
		s.notices = append(s.notices, what)
	}
}

// Durable reports whether the session is kept on disk at all.
func (s *Session) Durable() bool { return s.journal != nil }

// now is the time as the journal keeps it.
func (s *Session) now() time.Time { return s.clock().UTC().Truncate(time.Millisecond) }

// record writes an entry down.
func (s *Session) record(k *kept, r *journal.Record) (err error) {
	r.At, r.Session = k.at, k.evening
	k.kind, k.target = r.Kind, r.Target
	if s.journal == nil {
		return s.write(r)
	}
	if err := k.put(r); err != nil {
		return err
	}
	return s.write(r)
}

// write appends records to the journal, all or none; only then has anything happened. Where the journal's file is not
// there any more, they are kept all the same: in another file, or at least in memory.
func (s *Session) write(list ...*journal.Record) error {
	if s.journal == nil {
		s.number(list)
		return nil
	}
	err := s.keepSeeds()
	switch {
	case err != nil || s.astray:
	case len(list) == 1:
		err = s.journal.Append(list[0])
	default:
		err = s.journal.AppendAll(list)
	}
	if s.strays(err) {
		s.number(list)
		s.flee(list)
		return nil
	}
	if err != nil {
		s.broken = fmt.Errorf("not done, it could not be saved: %w", cause(err))
		return s.broken
	}
	s.broken, s.seq = nil, last(list).Seq
	return nil
}

// number gives records the next numbers.
func (s *Session) number(list []*journal.Record) {
	for _, r := range list {
		s.seq++
		r.Seq = s.seq
	}
}

// cause is an error of the journal without the path of its file, which is of no use at the table.
func cause(err error) error {
	if inner := errors.Unwrap(err); inner != nil {
		return inner
	}
	return err
}
