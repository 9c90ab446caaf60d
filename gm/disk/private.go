package disk

import (
	"errors"
	"io/fs"
	"os"
	"runtime"
)

// private is the mode of a file that its owner alone may read and write.
const private = 0o600

// Private is that mode, for those who make files.
const Private fs.FileMode = private

// KeepPrivate takes files that are there, and which their owner may write, away from every other user. On Windows that is a
// matter of the folder they are in; StateDir is the user's own there.
func KeepPrivate(files ...string) error {
	for _, file := range files {
		info, err := os.Stat(file)
		if err != nil || !tooOpen(runtime.GOOS, info.Mode()) {
			continue
		}
		if err := os.Chmod(file, private); err != nil && !errors.Is(err, fs.ErrPermission) {
			return err
		}
	}
	return nil
}

// tooOpen reports whether a file that its owner may write is another user's, too, by what its mode says on that system.
func tooOpen(system string, mode fs.FileMode) bool {
	return system != "windows" && mode.IsRegular() && mode.Perm()&private == private && mode.Perm() != private
}
