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

// Atomic replacement of files: a reader, even after a power cut, finds the old content or the new. The new content is written to a
// temporary file, the part, which then replaces the file. link_unix.go and link_other.go compare owners.

// Rename renames the file from to to, and replaces a file that is already there. On Windows this fails while another program,
// such as a virus scanner, has either file open, so Rename retries for a while.
func Rename(from, to string) error {
	return retryWhileHeld(runtime.GOOS, time.Sleep, func() error { return os.Rename(from, to) })
}

// firstWait and maxTries limit the wait for another program to close a file. Each wait is twice as long as the previous one; all of them
// together take about half a second.
const (
	firstWait = time.Millisecond
	maxTries  = 10
)

// retryWhileHeld calls do, which fails while another program has a file open, until it succeeds, fails for a different reason, or was
// called maxTries times. It calls sleep between two attempts. system is a GOOS value.
func retryWhileHeld(system string, sleep func(time.Duration), do func() error) error {
	err, wait := do(), firstWait
	for try := 1; try < maxTries && isHeldElsewhere(system, err); try++ {
		sleep(wait)
		err, wait = do(), 2*wait
	}
	return err
}

// isHeldElsewhere reports whether err means, on the given system, that another program has the file open.
func isHeldElsewhere(system string, err error) bool {
	const accessDenied, sharingViolation, lockViolation = syscall.Errno(5), syscall.Errno(32), syscall.Errno(33) // error numbers of Windows
	var number syscall.Errno
	if system != "windows" || !errors.As(err, &number) {
		return false
	}
	return number == accessDenied || number == sharingViolation || number == lockViolation
}

// WriteWhole replaces the content of file with the output of write, so that readers find either the old content or all of the new, even
// after a power cut. A new file gets the mode that the umask allows; an existing one keeps its mode. Links are followed. A file that
// isn't regular, such as a pipe or a device, is written directly. A file that can't be replaced, because it has further names or a
// different owner or because its folder can't be written, is overwritten in place after write has succeeded.
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
	if err := cmp.Or(err, old.Close()); err != nil { // Windows can't replace an open file
		return err
	}
	if file, err = filepath.EvalSymlinks(file); err != nil {
		return err
	}
	return replaceFile(file, info, write)
}

// maxLinks is the maximum number of links followed, as in Linux.
const maxLinks = 40

// linkTarget follows symbolic links from file, which doesn't lead to an existing file, and returns the path to which
// they lead.
func linkTarget(file string) (string, error) {
	for range maxLinks {
		to, err := os.Readlink(file)
		if err != nil {
			return file, nil // not a link
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

// replaceFile replaces a regular file, whose links are resolved, with the output of write. old describes the existing file, or is nil if
// there is none.
func replaceFile(file string, old fs.FileInfo, write func(io.Writer) error) error {
	if old != nil && HasOtherNames(old) { // the other names would keep the old content
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

// createPart creates a temporary file in the folder of file, which will replace file. Users who can't read the existing file, described by
// old, can't read the temporary one either.
func createPart(file string, old fs.FileInfo) (*os.File, error) {
	mode := fs.FileMode(0o666)
	if old != nil {
		mode = old.Mode().Perm() | private // private adds read and write for the owner
	}
	for {
		part, err := os.OpenFile(fmt.Sprintf("%s.%08x.part", file, rand.Uint32()), os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
		if !errors.Is(err, fs.ErrExist) {
			return part, err
		}
	}
}

// overwrite replaces the content of file in place with the output of write, unless write fails.
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

// SyncFolder makes the names of the files in a folder survive a power cut, on systems that support it.
func SyncFolder(folder string) {
	f, err := os.Open(folder)
	if err != nil {
		return
	}
	defer f.Close()
	f.Sync()
}
