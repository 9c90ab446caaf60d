//go:build !unix

package journal

import "os"

func linked(os.FileInfo) bool { return false }
