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

// KeepPrivate removes every other user's access to files that exist and that their owner may write. On Windows access depends on the
// folder; StateDir is the user's own there.
func KeepPrivate(files ...string) error {
	for _, file := range files {
		info, err := os.Stat(file)
		if err != nil || !isTooOpen(runtime.GOOS, info.Mode()) {
			continue
		}
		if err := os.Chmod(file, private); err != nil && !errors.Is(err, fs.ErrPermission) {
			return err
		}
	}
	return nil
}

// isTooOpen reports whether the mode of a file that its owner may write gives access to other users.
func isTooOpen(system string, mode fs.FileMode) bool {
	return system != "windows" && mode.IsRegular() && mode.Perm()&private == private && mode.Perm() != private
}
