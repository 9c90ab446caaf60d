package gm

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"hybrid/gm/journal"
)

// Where a session is written: all or nothing, and only then has anything happened. What to do when the file is gone is in
// log_refuge.go.

// store is where a session is written down: its journal, and what is the matter with that.
type store struct {
	journal  *journal.Journal // nil keeps everything in memory only
	clock    func() time.Time
	seq      int64    // the number of the newest record
	readOnly bool     // it is open for reading only
	path     string   // of the file, where there is one
	broken   error    // why not everything is on disk
	lost     bool     // the file is not there any more, and there is no other yet: what is done is in memory only
	refuge   string   // the file that everything was written to when the one at path was not there any more
	notices  []string // what went wrong, until it is acknowledged
	all      snapshotter

	oldestPending time.Time // of the first record since the last checkpoint; zero if there is none
}

// snapshotter provides the full content of a store for a replacement file.
type snapshotter interface {
	records() []*journal.Record
	settings() []setting
}

// setting is what a journal keeps beside the records, under a key.
type setting struct {
	key   string
	value any
}

// notice keeps a line about something that went wrong, which is no reason not to play.
func (s *store) notice(what string, err error) {
	if err != nil {
		what += ": " + cause(err).Error()
	}
	if what != "" {
		s.notices = append(s.notices, what)
	}
}

// now returns the time as the journal stores it: UTC, to the millisecond.
func (s *store) now() time.Time { return s.clock().UTC().Truncate(time.Millisecond) }

// number gives records the next numbers.
func (s *store) number(list []*journal.Record) {
	for _, r := range list {
		s.seq++
		r.Seq = s.seq
	}
}

// cause removes the file's path from an error of the journal; it is of no use at the table.
func cause(err error) error {
	if inner := errors.Unwrap(err); inner != nil {
		return inner
	}
	return err
}

// append adds records to the journal, all or none; only then has anything happened. Where the journal's file is not there
// any more, they are kept all the same: in another file, or at least in memory.
func (s *store) append(list ...*journal.Record) (err error) {
	switch {
	case s.journal == nil:
		s.number(list)
		return nil
	case s.lost:
	case len(list) == 1:
		err = s.journal.Append(list[0])
	default:
		err = s.journal.AppendAll(list)
	}
	if s.fileLost(err) {
		s.number(list)
		s.failOver(list)
		return nil
	}
	if err != nil {
		return s.fail(err)
	}
	s.broken, s.seq = nil, last(list).Seq
	switch at := last(list).At; {
	case s.oldestPending.IsZero():
		s.oldestPending = at
	case at.Sub(s.oldestPending) > checkpointEvery:
		s.checkpoint()
	}
	return nil
}

// checkpointEvery is how long what was appended may be missing in a copy of the one file, if something is appended then.
const checkpointEvery = 2 * time.Minute

// checkpoint moves what was written into the one file, so that a copy of it, such as one that a program makes that keeps folders in
// step, has nearly everything. What can't be moved now is moved the next time.
func (s *store) checkpoint() {
	if s.onDisk() {
		s.oldestPending = time.Time{}
		_ = s.journal.Checkpoint()
	}
}

// fail says that something could not be written, and so has not happened.
func (s *store) fail(err error) error {
	s.broken = fmt.Errorf("Not done, since it couldn't be saved: %w", cause(err))
	return s.broken
}

// onDisk reports whether what was written can be read again.
func (s *store) onDisk() bool { return s.journal != nil && !s.lost }

// Close lets go of the file.
func (s *store) Close() error {
	if s.journal == nil {
		return nil
	}
	if s.lost {
		s.failOver(nil)
	}
	err := s.journal.Close()
	if s.lost {
		return fmt.Errorf("Entries are lost: %w", s.broken)
	}
	return err
}

// keepSetting writes a setting to the journal, where there is one.
func (s *store) keepSetting(key string, value any) error {
	if s.journal == nil || s.lost {
		return nil // in memory it goes with everything else
	}
	err := putSetting(s.journal, key, value)
	if s.fileLost(err) {
		s.failOver(nil)
		return nil
	}
	if err != nil {
		return fmt.Errorf("Not done, since it couldn't be saved: %w", cause(err))
	}
	return nil
}

// putSetting writes a setting to a journal.
func putSetting(j *journal.Journal, key string, value any) error {
	data, err := json.Marshal(value)
	if err != nil {
		return fmt.Errorf("write the %s down: %w", key, err)
	}
	return j.Put(key, data)
}

// setting reads a setting of the journal; what was never written leaves value as it is.
func (s *store) setting(key string, value any) error {
	data, err := s.journal.Get(key)
	if err != nil || data == nil {
		return err
	}
	if err := json.Unmarshal(data, value); err != nil {
		return fmt.Errorf("%w (the setting %s cannot be read: %v)", journal.ErrDamaged, key, err)
	}
	return nil
}

// LooksOn reports whether a session is open for reading only.
func (s *store) LooksOn() bool { return s.readOnly }

// Saved returns nil while everything that was done is on disk, else the error.
func (s *store) Saved() error { return s.broken }

// Refuge returns the file that has everything since the session's own was removed or replaced; empty while that one is
// there.
func (s *store) Refuge() string { return s.refuge }

// Notices returns what went wrong with the session's file, in a sentence or two each, until it is acknowledged.
func (s *store) Notices() []string { return s.notices }

// Acknowledge clears the notices.
func (s *store) Acknowledge() { s.notices = nil }
