package disk

import (
	"errors"
	"io/fs"
	"os"
)

// Lock is a lock on a file, which the system frees when the process dies. The file stays: removing it would let two in.
type Lock struct{ file *os.File }

// TryLock takes the lock on a file, which it creates for its owner alone if there is none; nil if a process has the lock, this one
// included. Others may still read and write the file.
func TryLock(name string) (*Lock, error) {
	f, err := os.OpenFile(name, os.O_CREATE|os.O_RDWR, private)
	if errors.Is(err, fs.ErrPermission) { // a lock needs no more than reading
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

// Remove releases the lock and removes its file, so that no process uses it under this name again. Where an open file can't be removed, it
// is closed first.
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
