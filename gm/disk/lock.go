package disk

import (
	"errors"
	"io/fs"
	"os"
)

// Lock is a lock on a file. The system releases it when the process ends. The file is never removed while it is in use, since a new file of
// the same name could be locked a second time.
type Lock struct{ file *os.File }

// TryLock locks the file called name, which it creates if it does not exist, readable only for its owner. It returns nil if any process,
// including this one, holds the lock. Other processes can still read and write the file.
func TryLock(name string) (*Lock, error) {
	f, err := os.OpenFile(name, os.O_CREATE|os.O_RDWR, private)
	if errors.Is(err, fs.ErrPermission) { // reading is enough for a lock
		f, err = os.OpenFile(name, os.O_CREATE|os.O_RDONLY, private)
	}
	if err != nil {
		return nil, err
	}
	free, err := tryLock(f)
	if err != nil || !free {
		f.Close()
		return nil, err
	}
	return &Lock{f}, nil
}

// Unlock releases the lock by closing the file.
func (l *Lock) Unlock() error { return l.file.Close() }

// Remove releases the lock and removes its file. Where an open file can't be removed, it is closed first.
func (l *Lock) Remove() error {
	name := l.file.Name()
	err := os.Remove(name)
	closed := l.file.Close()
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		err = os.Remove(name)
	}
	if err == nil || errors.Is(err, fs.ErrNotExist) {
		err = closed
	}
	return err
}
