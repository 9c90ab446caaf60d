//go:build !unix

package disk

import "os"

// Linked returns false: on this system a file's other names can't be detected.
func Linked(os.FileInfo) bool { return false }

// haveSameOwner returns true: on this system owners can't be compared.
func haveSameOwner(_, _ os.FileInfo) bool { return true }
