package gm

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"hybrid/gm/journal"
)

// The store of a session writes all records of a command or none, and a command takes effect only once they are written. log_refuge.go
// handles a missing file.

// store is the journal of a session with its clock, its path and its errors.
type store struct {
	journal    *journal.Journal // open file; nil if everything is kept in memory only
	clock      func() time.Time // current time, for the records and the names of files
	seq        int64            // number of the newest record
	readOnly   bool             // whether it is open for reading only
	path       string           // file on disk; empty in memory
	writeError error            // error that kept data from being written to disk; nil if everything was written
	isFileLost bool             // whether the file is gone without a replacement, so that new records are in memory only
	refuge     string           // replacement to which everything was written when the file at path was gone; "" for none
	notices    []string         // problems that haven't been acknowledged yet
	snapshot   snapshotter      // provider of the full content, for a replacement file

	oldestPending time.Time // time of the first record since the last checkpoint; zero if there is none
}

// snapshotter provides the full content of a store for a replacement file.
type snapshotter interface {
	// records returns all records, by number.
	records() []*journal.Record
	// settings returns the values stored next to the records.
	settings() []setting
}

// setting is a value that a journal stores next to the records, under a key.
type setting struct {
	key   string // key in the journal
	value any    // value, which is stored as JSON
}

// addNotice keeps a message about a problem that doesn't stop play.
func (s *store) addNotice(problem string, err error) {
	if err != nil {
		problem += ": " + stripPath(err).Error()
	}
	if problem != "" {
		s.notices = append(s.notices, problem)
	}
}

// now returns the time as the journal stores it: UTC, to the millisecond.
func (s *store) now() time.Time { return s.clock().UTC().Truncate(time.Millisecond) }

// numberRecords numbers the records of list.
func (s *store) numberRecords(list []*journal.Record) {
	for _, r := range list {
		s.seq++
		r.Seq = s.seq
	}
}

// stripPath removes the file's path, which is of no use at the table, from an error of the journal.
func stripPath(err error) error {
	if inner := errors.Unwrap(err); inner != nil {
		return inner
	}
	return err
}

// append adds records to the journal, all or none. A command must take effect only after append has returned nil. If the journal's file is
// gone, append keeps them in another file, or at least in memory.
func (s *store) append(list ...*journal.Record) (err error) {
	switch {
	case s.journal == nil:
		s.numberRecords(list)
		return nil
	case s.isFileLost: // failOver tries again
	case len(list) == 1:
		err = s.journal.Append(list[0])
	default:
		err = s.journal.AppendAll(list)
	}
	if s.hasLostFile(err) {
		s.numberRecords(list)
		s.failOver(list)
		return nil
	}
	if err != nil {
		return s.storeError(err)
	}
	s.writeError, s.seq = nil, lastRecord(list).Seq
	switch at := lastRecord(list).At; {
	case s.oldestPending.IsZero():
		s.oldestPending = at
	case at.Sub(s.oldestPending) > checkpointInterval:
		s.checkpoint()
	}
	return nil
}

// checkpointInterval is the longest time that appended records stay only in SQLite's -wal file; it is checked at the next append.
const checkpointInterval = 2 * time.Minute

// checkpoint moves the records into the main file, so that a copy made by a program that synchronizes folders is nearly complete. If that
// fails, the next call tries again.
func (s *store) checkpoint() {
	if s.isOnDisk() {
		s.oldestPending = time.Time{}
		_ = s.journal.Checkpoint()
	}
}

// storeError returns err as the error of a command that could not be stored and therefore has no effect.
func (s *store) storeError(err error) error {
	s.writeError = fmt.Errorf("Not done, since it couldn't be saved: %w", stripPath(err))
	return s.writeError
}

// isOnDisk reports whether stored records can be read again.
func (s *store) isOnDisk() bool { return s.journal != nil && !s.isFileLost }

// Close closes the file. It fails if entries are in memory only and can't be written even now.
func (s *store) Close() error {
	if s.journal == nil {
		return nil
	}
	if s.isFileLost {
		s.failOver(nil)
	}
	err := s.journal.Close()
	if s.isFileLost {
		return fmt.Errorf("Entries are lost: %w", s.writeError)
	}
	return err
}

// keepSetting stores a setting in the journal, if there is one.
func (s *store) keepSetting(key string, value any) error {
	if s.journal == nil || s.isFileLost {
		return nil // without a file, the session itself keeps it
	}
	err := putSetting(s.journal, key, value)
	if s.hasLostFile(err) {
		s.failOver(nil)
		return nil
	}
	if err != nil {
		return fmt.Errorf("Not done, since it couldn't be saved: %w", stripPath(err))
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

// readSetting reads a setting of the journal into value, which stays unchanged if it was never stored.
func (s *store) readSetting(key string, value any) error {
	data, err := s.journal.Get(key)
	if err != nil || data == nil {
		return err
	}
	if err := json.Unmarshal(data, value); err != nil {
		return fmt.Errorf("%w (the setting %s cannot be read: %v)", journal.ErrDamaged, key, err)
	}
	return nil
}

// IsReadOnly reports whether the session is open for reading only.
func (s *store) IsReadOnly() bool { return s.readOnly }

// SaveError returns the error that keeps data from being written to disk, or nil if everything is written.
func (s *store) SaveError() error { return s.writeError }

// Refuge returns the replacement file that the session uses since its own file was removed or replaced; empty while its own file exists.
func (s *store) Refuge() string { return s.refuge }

// Notices returns the problems of the session's file, in a sentence or two each, until they are acknowledged.
func (s *store) Notices() []string { return s.notices }

// Acknowledge clears the notices.
func (s *store) Acknowledge() { s.notices = nil }
