//go:build !linux

package gmtest

// memoryFolder returns "", since systems other than Linux need not have a folder whose files are kept in memory.
func memoryFolder() string { return "" }
