package disk

import (
	"errors"
	"io/fs"
	"os"
	"runtime"
)

// Files that only their owner can read and write.

// private is the value of Private as an untyped constant: read and write for the owner only.
const private = 0o600

// Private is the mode of a file that only its owner can read and write.
const Private fs.FileMode = private

// KeepPrivate withdraws other users' access to those of the files that exist and that their owner can write. On Windows it does nothing,
// since access there depends on the folder, and StateDir is private.
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

// isTooOpen reports whether mode, of a file on the given system (a GOOS value), lets the owner read and write and also gives access to
// other users.
func isTooOpen(system string, mode fs.FileMode) bool {
	return system != "windows" && mode.IsRegular() && mode.Perm()&private == private && mode.Perm() != private
}
