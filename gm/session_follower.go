package gm

import (
	"errors"
	"os"
)

// Following a session that another program plays: the entries that it adds to the journal are read as they appear.

// Follower follows a session that another program plays and that is open for reading here. It writes nothing.
type Follower struct {
	s       *Session    // followed session
	version int64       // Journal.Version at the last read
	file    os.FileInfo // identity of the file when it was opened
}

// ErrReplaced is the error of Poll when the session continues in another file, which must be opened.
var ErrReplaced = errors.New("The log continues in another file. Open it again.")

// NewFollower follows a session that was opened for reading.
func NewFollower(s *Session) *Follower {
	f := &Follower{s: s}
	f.file, _ = os.Stat(s.journal.Path())
	return f
}

// Poll reads the entries written since the last poll, and reports whether there were any. After an error the session can be out of date;
// open it again.
func (f *Follower) Poll() (changed bool, err error) {
	s := f.s
	if file, err := os.Stat(s.journal.Path()); err != nil || !os.SameFile(f.file, file) {
		return false, ErrReplaced
	}
	var question keptQuestion
	err = s.journal.Snapshot(func() (err error) {
		version, err := s.journal.Version()
		if changed = version != f.version; err != nil || !changed {
			return err
		}
		f.version = version
		l := loader{s: s}
		return errors.Join(l.readSettings(), s.journal.EachAfter(s.seq, l.addRecord), s.readSetting(settingQuestion, &question))
	})
	if err != nil || !changed {
		return false, err
	}
	if s.game.State, err = s.computeState(s.game.Rules, s.lastInForce()); err != nil {
		return false, err
	}
	s.reopenQuestion(question)
	s.notifyListeners()
	return true, nil
}
