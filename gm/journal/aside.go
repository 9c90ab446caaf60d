package journal

import (
	"fmt"
	"io/fs"
	"os"
	"time"
)

// SetAside moves a damaged campaign, with the files that belong to it, to a new
// name beside it that tells the time now, to the second in now's zone, and
// returns that name; path is then free for Open to start again or for a backup.
// It overwrites nothing. The error is ErrBusy if the campaign is open for
// writing, and fs.ErrNotExist if there is nothing to move.
func SetAside(path string, now time.Time) (moved string, err error) {
	moved, err = setAside(path, now)
	if err != nil {
		return "", fmt.Errorf("set aside journal %s: %w", path, explain(err))
	}
	return moved, nil
}

func setAside(path string, now time.Time) (string, error) {
	file, err := resolve(path)
	if err != nil {
		return "", err
	}
	found, err := family(file)
	if err != nil {
		return "", err
	}
	if len(found) == 0 {
		return "", fs.ErrNotExist
	}
	lock, err := acquire(file)
	if err != nil {
		return "", err
	}
	defer lock.Unlock()
	target, err := freeName(file + ".damaged-" + now.Format("2006-01-02-150405"))
	if err != nil {
		return "", err
	}
	for _, tail := range found {
		if err := os.Rename(file+tail, target+tail); err != nil {
			return "", cause(err)
		}
	}
	return target, nil
}

// family is which files of a campaign there are, as what comes after its name.
// The campaign's own is last: were the program to die while moving them, none
// of the others may stay behind to be taken for part of a new campaign.
func family(file string) ([]string, error) {
	var found []string
	for _, tail := range []string{"-wal", "-journal", "-shm", ""} {
		exists, err := present(file + tail)
		if err != nil {
			return nil, err
		}
		if exists {
			found = append(found, tail)
		}
	}
	return found, nil
}

// freeName is name, or name-2, name-3 … if that is taken.
func freeName(name string) (string, error) {
	try := name
	for n := 2; ; n++ {
		taken, err := family(try)
		if err != nil {
			return "", err
		}
		if len(taken) == 0 {
			return try, nil
		}
		try = fmt.Sprintf("%s-%d", name, n)
	}
}
