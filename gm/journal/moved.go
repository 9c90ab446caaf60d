package journal

import (
	"os"
	"time"
)

// Detection of a campaign's file that was removed, replaced or changed by another program while it was open.

// stamp identifies the state of a file when this Journal last used it.
type stamp struct {
	name string      // path of the file
	info os.FileInfo // size, modification time and identity of the file; nil if there was no file
}

// markFiles records the current state of the campaign's file and its -wal file.
func (j *Journal) markFiles() {
	for i := range j.stamps {
		j.stamps[i].info, _ = os.Stat(j.stamps[i].name)
	}
}

// checkNotMoved returns ErrMoved if a write could be lost: the file or -wal file at the path is no longer the opened campaign's, or
// another program wrote to it and left it damaged.
func (j *Journal) checkNotMoved() error {
	isChanged := false // whether another program has changed a file
	for _, s := range j.stamps {
		if s.info == nil {
			continue
		}
		now, err := os.Stat(s.name)
		if err != nil || !os.SameFile(s.info, now) {
			return ErrMoved
		}
		isChanged = isChanged || now.Size() != s.info.Size() || !now.ModTime().Equal(s.info.ModTime())
	}
	if !isChanged {
		return nil
	}
	if length, err := verifyAndCountEntries(j.file); err != nil || length != j.length {
		return ErrMoved
	}
	j.markFiles()
	return nil
}

// UnusedName returns an unused name for a new file in the campaign's folder: path, suffix, and the time now to the second, in its zone.
func UnusedName(path, suffix string, now time.Time) (string, error) {
	return findFreeName(path + "." + suffix + "-" + now.Format("2006-01-02-150405"))
}
