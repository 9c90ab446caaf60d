//go:build !linux

package gmtest

// memoryFolder returns "", since only Linux is sure to have a folder whose files are kept in memory.
func memoryFolder() string { return "" }
