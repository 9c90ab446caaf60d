package disk

import (
	"errors"
	"io/fs"
	"os"
)

// Lock is a lock on a file, which the system frees when the process dies. The file stays: removing it would let two in.
type Lock struct{ file *os.File }

// TryLock takes the lock on a file, which it makes for its owner alone where there is none; nil if a process has it, this
// one too. Others may read and write what is in the file meanwhile.
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

// Unlock gives the lock free; closing the file is all it takes.
func (l *Lock) Unlock() error { return l.file.Close() }

// Remove gives the lock free for ever: no process will look for it under this name again. Where an open file cannot be removed,
// it is closed first.
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
