package journal

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"hybrid/gm/disk"
)

// Backup writes the campaign as it stands, with every entry so far, to a new
// file at path, which can be opened like any campaign. It never overwrites: if
// there is a file, the error is fs.ErrExist. After an error there is no file at
// path. It reads the whole campaign, about 3 ms for each megabyte. Meanwhile it
// calls progress, if that is not nil, in a goroutine of its own, with the number
// of entries copied and of all, as far as the length of the file shows that.
func (j *Journal) Backup(path string, progress func(done, of int)) error {
	if err := j.backup(path, progress); err != nil {
		return fmt.Errorf("back up journal %s to %s: %w", j.path, path, explain(err))
	}
	return nil
}

// backup writes the copy that Backup promises; its errors are not explained yet.
func (j *Journal) backup(path string, progress func(done, of int)) error {
	if j.db == nil {
		return os.ErrClosed
	}
	target, err := filepath.Abs(path)
	if err != nil {
		return err
	}
	exists, err := present(target)
	if err != nil {
		return err
	}
	if exists {
		return fs.ErrExist
	}
	part, err := os.CreateTemp(filepath.Dir(target), filepath.Base(target)+".*.part")
	if err != nil {
		return cause(err)
	}
	defer os.Remove(part.Name())
	defer part.Close()
	if err := j.copied(part.Name(), progress); err != nil {
		return err
	}
	if err := part.Sync(); err != nil {
		return cause(err)
	}
	if err := part.Close(); err != nil {
		return cause(err)
	}
	if err := disk.Rename(part.Name(), target); err != nil {
		return cause(err)
	}
	disk.SyncFolder(filepath.Dir(target))
	return nil
}

// tellEvery is how often a backup tells how far it has come.
const tellEvery = 100 * time.Millisecond

// copied writes the campaign into an empty file.
func (j *Journal) copied(part string, progress func(done, of int)) error {
	if progress == nil {
		progress = func(int, int) {}
	}
	of := int(j.Len())
	full, err := os.Stat(j.file)
	if err != nil {
		return cause(err)
	}
	stop, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		for tick := time.NewTicker(tellEvery); ; {
			select {
			case <-stop:
				tick.Stop()
				return
			case <-tick.C:
				if now, err := os.Stat(part); err == nil {
					progress(min(of-1, int(float64(of)*float64(now.Size())/float64(full.Size()))), of)
				}
			}
		}
	}()
	err = run(j.db, `VACUUM INTO ?`, part)
	close(stop)
	<-stopped
	progress(of, of)
	return err
}
