package disk

import (
	"errors"
	"io/fs"
	"os"
	"runtime"
)

// private is the mode of a file that only its owner can read and write.
const private = 0o600

// Private is the mode of a file that only its owner can read and write.
const Private fs.FileMode = private

// KeepPrivate removes the access of other users from those of the files that exist and that their owner can write. On Windows it does
// nothing, since access depends on the folder, and StateDir is private there.
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

// isTooOpen reports whether a mode that lets its owner write also gives access to other users.
func isTooOpen(system string, mode fs.FileMode) bool {
	return system != "windows" && mode.IsRegular() && mode.Perm()&private == private && mode.Perm() != private
}
