//go:build !linux

package gmtest

// memory returns "": only Linux is sure to have a folder whose files are kept in memory.
func memoryFolder() string { return "" }
