//go:build !linux

package gmtest

// memory is a folder whose files are kept in memory; other systems have none that is always there.
func memory() string { return "" }
