//go:build unix

package disk

import (
	"os"
	"syscall"
)

// HasOtherNames reports whether a file has more than one name (hard link) in the file system. A program that opens the file by another
// name would use a different lock and a different -wal file of SQLite.
func HasOtherNames(info os.FileInfo) bool {
	stat, ok := info.Sys().(*syscall.Stat_t)
	return ok && info.Mode().IsRegular() && stat.Nlink > 1
}

// haveSameOwner reports whether two files belong to the same user and group.
func haveSameOwner(a, b os.FileInfo) bool {
	statA, okA := a.Sys().(*syscall.Stat_t)
	statB, okB := b.Sys().(*syscall.Stat_t)
	return okA && okB && statA.Uid == statB.Uid && statA.Gid == statB.Gid
}
