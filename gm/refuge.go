package gm

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"time"

	"hybrid/gm/journal"
)

// strays reports whether the session's file is not the one any more that is being written, after an error of the
// journal or since an earlier one.
func (s *Session) strays(err error) bool {
	return s.astray || errors.Is(err, journal.ErrMoved) || errors.Is(err, journal.ErrDamaged)
}

// flee writes everything that was decided to a new file beside the one that is gone, with the records that are just
// being written, and goes on there. Where that is impossible, everything stays in memory, and the next command tries
// again.
func (s *Session) flee(list []*journal.Record) {
	to, err := s.rewrite(list)
	if err != nil {
		if !s.astray {
			s.notices = append(s.notices, fmt.Sprintf("%s is not there any more, and no other file can be written: %v. What is played is in memory only until one can; do not quit.", s.path, cause(err)))
		}
		s.astray = true
		s.broken = fmt.Errorf("in memory only, the session's file is gone and no other can be written: %w", cause(err))
		return
	}
	s.astray, s.broken, s.refuge = false, nil, to
	s.notices = append(s.notices, fmt.Sprintf("%s was removed or replaced while it was played. Nothing is lost: everything is in %s, where it goes on.", s.path, to))
}

// rewrite makes a new file of everything in memory, with more records behind it, and makes it the session's journal.
func (s *Session) rewrite(more []*journal.Record) (to string, err error) {
	if err := os.MkdirAll(filepath.Dir(s.path), 0o700); err != nil {
		return "", err
	}
	if to, err = journal.Fresh(s.path, savedFile, s.clock()); err != nil {
		return "", err
	}
	anew, err := journal.Open(to)
	if err != nil {
		return "", err
	}
	old := s.journal
	err = s.copyTo(anew, more)
	if err != nil {
		anew.Close()
		return "", errors.Join(err, os.Remove(to))
	}
	s.journal = anew
	old.Close() // whatever it says, it is not needed any more
	return to, nil
}

// batch is how many records are written at once.
const batch = 1000

// copyTo writes everything to another journal.
func (s *Session) copyTo(anew *journal.Journal, more []*journal.Record) error {
	all := slices.Concat(s.entries, s.undos)
	slices.SortFunc(all, func(a, b *kept) int { return cmp.Compare(a.seq, b.seq) })
	var list []*journal.Record
	flush := func(list []*journal.Record) error {
		numbers := make([]int64, len(list))
		for i, r := range list {
			numbers[i] = r.Seq
		}
		if err := anew.AppendAll(list); err != nil {
			return err
		}
		for i, r := range list {
			if r.Seq != numbers[i] {
				return fmt.Errorf("entry %d is missing in memory", r.Seq)
			}
		}
		return nil
	}
	for _, k := range all {
		r := &journal.Record{Seq: k.seq, Session: k.evening, At: k.at, Kind: k.kind, Target: k.target}
		if k.kind != kindUndo && k.kind != kindRedo {
			if err := k.put(r); err != nil {
				return err
			}
			if r.Report == nil && k.seq <= s.journal.Len() {
				r.Report, _ = s.journal.Report(k.seq) // of a file that is gone, as far as it can be read
			}
		}
		if list = append(list, r); len(list) == batch {
			if err := flush(list); err != nil {
				return err
			}
			list = nil
		}
	}
	if err := flush(append(list, more...)); err != nil {
		return err
	}
	return errors.Join(putSetting(anew, settingNotes, s.notes), putSetting(anew, settingSeeds, s.seeds), putSetting(anew, settingFolder, ownerOf(s.game.Campaign)), putSetting(anew, settingLabels, s.labels),
		putSetting(anew, settingTypists, s.typists))
}

// Saved is nil while everything that was done is on disk.
func (s *Session) Saved() error { return s.broken }

// Refuge is the file that everything is in since the session's own was removed or replaced; empty while that is there.
func (s *Session) Refuge() string { return s.refuge }

// Notices are what went wrong with the session's file, a sentence or two each, until somebody acknowledged them.
func (s *Session) Notices() []string { return s.notices }

// Acknowledge is said when the notices were read.
func (s *Session) Acknowledge() { s.notices = nil }

// refound looks for a file that was written when a session's own was gone, and puts it in its place: where there is
// nothing, or only what the other one begins with. It gives the file to open.
func refound(path string, read bool, clock func() time.Time) (file, notice string, err error) {
	list := dated(path, savedFile, stampLayout)
	_, err = os.Lstat(path)
	missing := errors.Is(err, fs.ErrNotExist)
	if missing {
		list = append(list, dated(path, salvagedFile, stampLayout)...)
	}
	if len(list) == 0 {
		return path, "", nil
	}
	from := list[len(list)-1]
	if read && missing {
		return from, "", nil
	}
	if read {
		return path, "", nil
	}
	if !missing {
		switch within, err := begins(path, from); {
		case errors.Is(err, journal.ErrDamaged):
			missing = true // it is set aside
		case err != nil || !within:
			return path, fmt.Sprintf("what was played while %s was gone is in %s; hybrid session restore %s takes it back", filepath.Base(path), from, filepath.Base(from)), nil
		}
	}
	if !missing {
		aside, err := journal.Fresh(path, replacedFile, clock())
		if err == nil {
			err = journal.Move(path, aside)
		}
		if errors.Is(err, journal.ErrDamaged) {
			aside, err = journal.SetAside(path, clock())
		}
		if err != nil {
			return "", "", err
		}
		notice = fmt.Sprintf("; the older one that was there is %s now", filepath.Base(aside))
	}
	if missing { // what belonged to it may be left, or it is damaged
		if _, err := journal.SetAside(path, clock()); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return "", "", err
		}
	}
	if err := journal.Move(from, path); err != nil {
		return "", "", err
	}
	return path, fmt.Sprintf("%s was gone when it was played last; what was kept in %s is in its place again%s", path, filepath.Base(from), notice), nil
}

// begins reports whether a journal has no other entries than those with which another one begins.
func begins(part, whole string) (bool, error) {
	b, err := journal.OpenReadOnly(whole)
	if err != nil {
		return false, fmt.Errorf("look into it: %s", err) // its damage says nothing about the other
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
			return io.EOF
		}
		n++
		return nil
	})
	if err != nil && err != io.EOF {
		return false, err
	}
	return n == len(list), nil
}
