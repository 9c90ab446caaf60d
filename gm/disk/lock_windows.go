package disk

import (
	"errors"
	"os"

	"golang.org/x/sys/windows"
)

// lockOffsetHigh is the upper half of the position of the locked byte. On Windows no other process can read or write a locked byte, so
// the byte is far beyond the end of the file.
const lockOffsetHigh = 0x4000_0000

// tryLock locks a byte beyond the end of a file, which stands for the whole file, and reports whether it was free.
func tryLock(f *os.File) (free bool, err error) {
	err = windows.LockFileEx(windows.Handle(f.Fd()), windows.LOCKFILE_EXCLUSIVE_LOCK|windows.LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0, &windows.Overlapped{OffsetHigh: lockOffsetHigh})
	if errors.Is(err, windows.ERROR_LOCK_VIOLATION) || errors.Is(err, windows.ERROR_IO_PENDING) {
		return false, nil
	}
	return err == nil, err
}
