package journal

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"time"

	"hybrid/gm/disk"
)

// Setting aside damaged or unwanted journals under a name that gives the reason, and renaming journals. A journal's main file and its
// side files (-wal, -journal and -shm, which SQLite keeps next to it) are moved together. The seal is the checksum of a closed journal's
// whole file, which its lock file holds.

// SetAside moves a damaged campaign, with all of its files, to a new name in the same folder and returns that name, which contains the
// time now to the second, in its zone. Afterwards path is free for Open or a backup. SetAside overwrites nothing. The error is ErrBusy
// if the campaign is open for writing, and fs.ErrNotExist if there is nothing to move.
func SetAside(path string, now time.Time) (moved string, err error) {
	moved, err = setAside(path, now)
	if err != nil {
		return "", fmt.Errorf("set aside journal %s: %w", path, explainError(err))
	}
	return moved, nil
}

// setAside moves the journal at path and its side files to a name that contains the current time, now, and returns the name.
func setAside(path string, now time.Time) (string, error) {
	file, err := resolveLinks(path)
	if err != nil {
		return "", err
	}
	found, err := existingSuffixes(file)
	if err != nil {
		return "", err
	}
	if len(found) == 0 {
		return "", fs.ErrNotExist
	}
	lock, err := acquireLock(file)
	if err != nil {
		return "", err
	}
	defer lock.Unlock()
	target, err := UnusedName(file, "damaged", now)
	if err != nil {
		return "", err
	}
	for _, suffix := range found {
		if err := disk.Rename(file+suffix, target+suffix); err != nil {
			return "", stripPath(err)
		}
	}
	return target, cmp.Or(removeSeal(file), keepPrivate(target))
}

// Move renames a campaign, which no process may have open, to an unused name. Afterwards all data is in its main file. It returns the
// errors of Open, or fs.ErrExist.
func Move(from, to string) error {
	if err := moveFiles(from, to); err != nil {
		return fmt.Errorf("move journal %s to %s: %w", from, to, explainError(err))
	}
	return nil
}

// moveFiles renames the journal from and its side files to to.
func moveFiles(from, to string) error {
	file, err := resolveLinks(from)
	if err != nil {
		return err
	}
	if exists, err := fileExists(file); err != nil || !exists {
		return cmp.Or(err, fs.ErrNotExist)
	}
	target, err := locateFile(to)
	if err != nil {
		return err
	}
	taken, err := existingSuffixes(target)
	if err != nil || len(taken) > 0 {
		return cmp.Or(err, fs.ErrExist)
	}
	j, err := Open(file)
	if err != nil {
		return err
	}
	lock := j.lock
	j.lock = nil
	defer lock.Unlock() // fails after lock.Remove, since the file is already closed
	if err := removeSeal(file); err != nil {
		return errors.Join(err, j.releaseAll())
	}
	settleWAL(j.db)
	if err := j.releaseAll(); err != nil {
		return err
	}
	others, err := existingSuffixes(file)
	if err != nil || len(others) > 1 {
		return cmp.Or(err, ErrBusy) // another process reads it, so the newest entries are still in -wal
	}
	if err := disk.Rename(file, target); err != nil {
		return stripPath(err)
	}
	disk.SyncFolder(filepath.Dir(target))
	return stripPath(lock.Remove())
}

// existingSuffixes returns the suffixes of a campaign's existing files. The suffix of the main file, "", is last: if the program dies while
// moving them, no side file may remain and be mistaken for part of a new campaign.
func existingSuffixes(file string) ([]string, error) {
	var found []string
	for _, suffix := range []string{"-wal", "-journal", "-shm", ""} {
		exists, err := fileExists(file + suffix)
		if err != nil {
			return nil, err
		}
		if exists {
			found = append(found, suffix)
		}
	}
	return found, nil
}

// findFreeName returns name, or name-2, name-3 … if it is in use.
func findFreeName(name string) (string, error) {
	candidate := name
	for n := 2; ; n++ {
		taken, err := existingSuffixes(candidate)
		if err != nil {
			return "", err
		}
		if len(taken) == 0 {
			return candidate, nil
		}
		candidate = fmt.Sprintf("%s-%d", name, n)
	}
}
