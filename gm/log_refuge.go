package gm

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"time"

	"hybrid/gm/journal"
	"hybrid/rules/collect"
)

// The fallback of a store (log_store.go) when its file is gone: a refuge, which is a new file next to the missing one, or memory alone
// until such a file can be written.

// hasLostFile reports whether the journal's file has been moved, replaced or damaged, either now, according to err, or earlier.
func (s *store) hasLostFile(err error) bool {
	return s.isFileLost || errors.Is(err, journal.ErrMoved) || errors.Is(err, journal.ErrDamaged)
}

// failOver writes everything that was decided, and the records of list, to a new file next to the missing one, and continues there. If
// that is impossible, everything stays in memory, and the next command tries again.
func (s *store) failOver(list []*journal.Record) {
	to, err := s.writeReplacement(list)
	if err != nil {
		if !s.isFileLost {
			s.notices = append(s.notices, fmt.Sprintf("%s is not there any more, and no other file can be written: %v. What is played is in memory only until one can; do not quit.", s.path, stripPath(err)))
		}
		s.isFileLost = true
		s.writeError = fmt.Errorf("in memory only: the session's file is gone, and no other can be written: %w", stripPath(err))
		return
	}
	s.isFileLost, s.writeError, s.refuge = false, nil, to
	s.notices = append(s.notices, fmt.Sprintf("%s was removed or replaced during play. Nothing is lost: the session continues in %s.", s.path, to))
}

// writeReplacement writes a new file with everything in memory and the records of more, and makes it the session's journal.
func (s *store) writeReplacement(more []*journal.Record) (to string, err error) {
	if err := os.MkdirAll(filepath.Dir(s.path), 0o700); err != nil {
		return "", err
	}
	if to, err = journal.UnusedName(s.path, savedKind, s.clock()); err != nil {
		return "", err
	}
	moved, err := journal.Open(to)
	if err != nil {
		return "", err
	}
	old := s.journal
	err = s.copyTo(moved, more)
	if err != nil {
		moved.Close()
		return "", errors.Join(err, os.Remove(to))
	}
	s.journal = moved
	old.Close() // its error doesn't matter, the file is no longer needed
	return to, nil
}

// copyTo writes everything, and the records of more, to another journal.
func (s *store) copyTo(to *journal.Journal, more []*journal.Record) error {
	list := append(s.snapshot.records(), more...)
	for i, r := range list {
		if r.Seq != int64(i)+1 {
			return fmt.Errorf("entry %d is missing in memory", i+1)
		}
	}
	if err := to.AppendAll(list); err != nil {
		return err
	}
	return errors.Join(collect.Map(s.snapshot.settings(), func(s setting) error { return putSetting(to, s.key, s.value) })...)
}

// restoreRefuge searches for a file that was written while a session's own file was missing. It moves that file to path if there is no file
// there, or one with only the first entries; if readOnly is true, it moves nothing. It returns the path of the file to open, and a notice
// for the game master.
func restoreRefuge(path string, readOnly bool, clock func() time.Time) (file, notice string, err error) {
	list := datedFiles(path, savedKind, stampLayout)
	_, err = os.Lstat(path)
	isMissing := errors.Is(err, fs.ErrNotExist)
	if isMissing {
		list = append(list, datedFiles(path, salvagedKind, stampLayout)...)
	}
	if len(list) == 0 {
		return path, "", nil
	}
	from := list[len(list)-1]
	if readOnly {
		return refugeForReading(path, from, isMissing)
	}
	isDamaged := false // whether the session's own file exists, but is damaged
	if !isMissing {
		isContained, err := isPrefixOf(path, from)
		isDamaged = errors.Is(err, journal.ErrDamaged)
		if !isDamaged && (err != nil || !isContained) {
			return path, playedElsewhereNotice(path, from), nil
		}
	}
	if isMissing || isDamaged { // a missing file may have left its side files
		if _, err := journal.SetAside(path, clock()); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return "", "", err
		}
	} else {
		aside, err := setOlderAside(path, clock())
		if err != nil {
			return "", "", err
		}
		notice = fmt.Sprintf("; the older file there is %s now", filepath.Base(aside))
	}
	if err := journal.Move(from, path); err != nil {
		return "", "", err
	}
	return path, fmt.Sprintf("%s was missing at the end of the last session. The copy in %s replaces it%s", path, filepath.Base(from), notice), nil
}

// refugeForReading chooses the file to open for reading. It returns from (the file written while the session's own file was missing) if the
// own file is still missing, otherwise path (the session's own file). notice is for the game master.
func refugeForReading(path, from string, isMissing bool) (file, notice string, err error) {
	if isMissing {
		return from, fmt.Sprintf("%s is gone. This is from %s.", filepath.Base(path), filepath.Base(from)), nil
	}
	if isContained, err := isPrefixOf(from, path); err == nil && isContained {
		return path, "", nil
	}
	return path, playedElsewhereNotice(path, from), nil
}

// setOlderAside renames a session's file that is about to be replaced, and returns the new name. now is the current time.
func setOlderAside(path string, now time.Time) (aside string, err error) {
	aside, err = journal.UnusedName(path, replacedKind, now)
	if err == nil {
		err = journal.Move(path, aside)
	}
	if errors.Is(err, journal.ErrDamaged) {
		return journal.SetAside(path, now)
	}
	return aside, err
}

// playedElsewhereNotice returns the notice that the file at from has the entries that were made while the file at path was missing.
func playedElsewhereNotice(path, from string) string {
	return fmt.Sprintf("What was played while %s was gone is in %s. `hybrid session restore %s` takes it back.", filepath.Base(path), from, filepath.Base(from))
}

// isPrefixOf reports whether a journal has no other entries than the first ones of another. part and whole are the paths of their files.
func isPrefixOf(part, whole string) (bool, error) {
	b, err := journal.OpenReadOnly(whole)
	if err != nil {
		return false, fmt.Errorf("look into it: %s", err) // its damage says nothing about the other file
	}
	defer b.Close()
	a, err := journal.OpenReadOnly(part)
	if err != nil {
		return false, err
	}
	defer a.Close()
	var list []journal.Record
	if err := a.Each(func(r journal.Record) error { list = append(list, r); return nil }); err != nil {
		return false, err
	}
	n := 0
	err = b.Each(func(r journal.Record) error {
		if n == len(list) || !reflect.DeepEqual(r, list[n]) {
			return io.EOF // ends Each
		}
		n++
		return nil
	})
	if err != nil && err != io.EOF {
		return false, err
	}
	return n == len(list), nil
}
