package disk

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"syscall"
	"time"
)

// Rename gives a file another name, in place of what has that name. Windows refuses that while another program has one of the
// two open, as one that looks for viruses has what was just written: so it is tried again for a while.
func Rename(from, to string) error {
	return patient(runtime.GOOS, time.Sleep, func() error { return os.Rename(from, to) })
}

// firstWait and maxTries are how long it is waited for another program: twice as long each time, about half a second in all.
const (
	firstWait = time.Millisecond
	maxTries  = 10
)

// patient does something again as long as it fails because another program has a file open.
func patient(system string, sleep func(time.Duration), do func() error) error {
	err, wait := do(), firstWait
	for try := 1; try < maxTries && heldElsewhere(system, err); try++ {
		sleep(wait)
		err, wait = do(), 2*wait
	}
	return err
}

// heldElsewhere reports whether an error says, on that system, that another program has the file open.
func heldElsewhere(system string, err error) bool {
	const accessDenied, sharingViolation, lockViolation = syscall.Errno(5), syscall.Errno(32), syscall.Errno(33)
	var number syscall.Errno
	if system != "windows" || !errors.As(err, &number) {
		return false
	}
	return number == accessDenied || number == sharingViolation || number == lockViolation
}

// WriteWhole lets a function write a file so that a reader finds either what was in it before or all of this.
func WriteWhole(file string, write func(io.Writer) error) error {
	part, err := os.CreateTemp(filepath.Dir(file), filepath.Base(file)+".*.part")
	if err != nil {
		return err
	}
	defer os.Remove(part.Name())
	err = write(part)
	if closed := part.Close(); err == nil {
		err = closed
	}
	if err == nil {
		err = os.Chmod(part.Name(), 0o644)
	}
	if err == nil {
		err = Rename(part.Name(), file)
	}
	return err
}

// SyncFolder makes a new name in a folder outlive a power cut, where the system can do that.
func SyncFolder(folder string) {
	f, err := os.Open(folder)
	if err != nil {
		return
	}
	defer f.Close()
	f.Sync()
}
