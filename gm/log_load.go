package gm

import (
	"errors"
	"fmt"
	"time"

	"hybrid/gm/journal"
)

// Reading a journal into a session. The entries form a tree (log_tree.go): those in force, and those that were undone or amended, on other
// branches. A record is an entry, or an undo, a redo or a change of the past.

// loader adds the records of a journal to a session, one after the other.
type loader struct {
	s       *Session  // session that is being loaded
	last    time.Time // time of the last record
	amended []*record // entries of an amended past, until the record that puts them into force is read
}

// addRecord adds a record; damage is nil if it is intact. A session opened only for its past keeps damaged records; for any other session
// addRecord returns the damage.
func (l *loader) addRecord(r journal.Record, damage error) error {
	s := l.s
	s.seq, s.evenings.current, l.last = r.Seq, r.Session, r.At
	s.reportProgress(len(s.entries), 0)
	if damage == nil && s.journal != nil && !s.journal.HasChecksums() && !(isEmptyOrJSON(r.Command) && isEmptyOrJSON(r.Events)) {
		damage = newEntryError(r.Seq, errors.New("it is not JSON"))
	}
	if damage != nil && !s.pastOnly {
		return damage
	}
	k := &record{Record: r, damage: damage}
	switch r.Kind {
	case kindDo:
		s.addCurrentEntry(k, s.lastInForce())
		return nil
	case kindAmended:
		l.amended = append(l.amended, k)
		return nil
	case kindAmend, kindBack:
		to, err := s.findEntry(r.Target)
		if err != nil {
			return newEntryError(r.Seq, err)
		}
		s.branchFrom(to, l.amended, k)
		l.amended = nil
		return nil
	case kindUndo, kindRedo:
		times, err := s.countSteps(r.Target, r.Kind == kindUndo)
		if err != nil {
			return newEntryError(r.Seq, err)
		}
		s.undoRedo(times, r.Kind == kindUndo)
		s.undos = append(s.undos, k)
		return nil
	}
	return fmt.Errorf("Entry %d was written by a newer version. Update hybrid to open it.", r.Seq)
}
