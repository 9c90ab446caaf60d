package disk

import (
	"errors"
	"io/fs"
	"os"
)

// Locks that keep other processes from writing the files that this one writes: each process must hold the lock before it writes. tryLock is
// in lock_unix.go and lock_windows.go.

// Lock is a lock on a file. The operating system releases it when the process ends. The file must not be removed while it is in use, since
// a new file of the same name could be locked a second time.
type Lock struct{ file *os.File }

// TryLock locks the file with the given name, which it creates if it doesn't exist, readable only by its owner. It returns nil without an
// error if a process, possibly this one, already holds the lock. Other processes can still read and write the file.
func TryLock(name string) (*Lock, error) {
	f, err := os.OpenFile(name, os.O_CREATE|os.O_RDWR, private)
	if errors.Is(err, fs.ErrPermission) { // read access is enough for locking
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

// Remove removes the file and then releases the lock. If the system can't remove an open file, it releases the lock first.
func (l *Lock) Remove() error {
	name := l.file.Name()
	err := os.Remove(name)
	closeErr := l.file.Close()
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		err = os.Remove(name)
	}
	if err == nil || errors.Is(err, fs.ErrNotExist) { // a missing file counts as removed
		err = closeErr
	}
	return err
}
