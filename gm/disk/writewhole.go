package disk

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"syscall"
	"time"
)

// Files replaced as a whole: a reader, or a power cut, finds the old content or the new. link_unix.go and link_other.go compare owners.

// Rename renames a file, replacing any file of that name. Windows refuses that while another program, such as a virus scanner, has one of
// the two open: so it tries again for a while.
func Rename(from, to string) error {
	return retryWhileHeld(runtime.GOOS, time.Sleep, func() error { return os.Rename(from, to) })
}

// firstWait and maxTries limit the wait for another program: each wait is twice the last, about half a second in all.
const (
	firstWait = time.Millisecond
	maxTries  = 10
)

// retryWhileHeld repeats do as long as it fails because another program has a file open.
func retryWhileHeld(system string, sleep func(time.Duration), do func() error) error {
	err, wait := do(), firstWait
	for try := 1; try < maxTries && isHeldElsewhere(system, err); try++ {
		sleep(wait)
		err, wait = do(), 2*wait
	}
	return err
}

// isHeldElsewhere reports whether an error says, on that system, that another program has the file open.
func isHeldElsewhere(system string, err error) bool {
	const accessDenied, sharingViolation, lockViolation = syscall.Errno(5), syscall.Errno(32), syscall.Errno(33)
	var number syscall.Errno
	if system != "windows" || !errors.As(err, &number) {
		return false
	}
	return number == accessDenied || number == sharingViolation || number == lockViolation
}

// WriteWhole lets a function write a file so that a reader finds either what was in it before or all of this; a power cut leaves
// one of the two, too. A new file has the mode that the umask leaves. One that is there keeps its mode, and links that lead to
// it stay. What isn't a regular file, such as a pipe or a device, is written straight into. A file that has another name or
// owner, or whose folder can't be written, is overwritten in place, once the function has succeeded.
func WriteWhole(file string, write func(io.Writer) error) error {
	old, err := os.OpenFile(file, os.O_WRONLY, 0)
	if errors.Is(err, fs.ErrNotExist) {
		if file, err = linkTarget(file); err != nil {
			return err
		}
		return replaceFile(file, nil, write)
	}
	if err != nil {
		return err
	}
	info, err := old.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = write(old)
		return cmp.Or(err, old.Close())
	}
	if err := cmp.Or(err, old.Close()); err != nil { // Windows replaces no file that is open
		return err
	}
	if file, err = filepath.EvalSymlinks(file); err != nil {
		return err
	}
	return replaceFile(file, info, write)
}

// maxLinks is the number of links that are followed, as in Linux.
const maxLinks = 40

// linkTarget returns the path that file leads to through links, where there is nothing yet.
func linkTarget(file string) (string, error) {
	for range maxLinks {
		to, err := os.Readlink(file)
		if err != nil {
			return file, nil // it is no link
		}
		if !filepath.IsAbs(to) {
			folder, err := filepath.EvalSymlinks(filepath.Dir(file))
			if err != nil {
				return "", err
			}
			to = filepath.Join(folder, to)
		}
		file = to
	}
	return "", &fs.PathError{Op: "open", Path: file, Err: errors.New("too many links")}
}

// replaceFile lets a function write the regular file at a path, which no link leads on from; old is nil if there is none yet.
func replaceFile(file string, old fs.FileInfo, write func(io.Writer) error) error {
	if old != nil && Linked(old) {
		return overwrite(file, write)
	}
	part, err := createPart(file, old)
	if old != nil && errors.Is(err, fs.ErrPermission) {
		return overwrite(file, write)
	}
	if err != nil {
		return err
	}
	defer os.Remove(part.Name())
	defer part.Close()
	if info, err := part.Stat(); err == nil && old != nil && !haveSameOwner(info, old) {
		return overwrite(file, write)
	}
	if err = write(part); err == nil {
		err = part.Sync()
	}
	if err = cmp.Or(err, part.Close()); err == nil && old != nil {
		err = os.Chmod(part.Name(), old.Mode().Perm())
	}
	if err == nil {
		err = Rename(part.Name(), file)
	}
	if err == nil {
		SyncFolder(filepath.Dir(file))
	}
	return err
}

// createPart creates the file that is to replace the one at a path, beside it. Nobody may read it who may not read the old one.
func createPart(file string, old fs.FileInfo) (*os.File, error) {
	mode := fs.FileMode(0o666)
	if old != nil {
		mode = old.Mode().Perm() | private
	}
	for {
		part, err := os.OpenFile(fmt.Sprintf("%s.%08x.part", file, rand.Uint32()), os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
		if !errors.Is(err, fs.ErrExist) {
			return part, err
		}
	}
}

// overwrite replaces the content of the file at a path by what a function writes, unless that fails.
func overwrite(file string, write func(io.Writer) error) error {
	var whole bytes.Buffer
	if err := write(&whole); err != nil {
		return err
	}
	to, err := os.OpenFile(file, os.O_WRONLY|os.O_TRUNC, 0)
	if err != nil {
		return err
	}
	if _, err = to.Write(whole.Bytes()); err == nil {
		err = to.Sync()
	}
	return cmp.Or(err, to.Close())
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
