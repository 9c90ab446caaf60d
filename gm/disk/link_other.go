//go:build !unix

package disk

import "os"

// HasOtherNames returns false, since a file's other names can't be detected on this system.
func HasOtherNames(os.FileInfo) bool { return false }

// haveSameOwner returns true, since owners can't be compared on this system.
func haveSameOwner(_, _ os.FileInfo) bool { return true }
