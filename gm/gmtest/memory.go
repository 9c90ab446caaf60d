package gmtest

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// Temporary files of tests, kept in memory where possible, since many tests wait for the disk.

// onDisk is the flag -disk, which makes tests write to the disk.
var onDisk = flag.Bool("disk", false, "write to the disk, and wait for it, where files would be kept in memory")

// InMemory calls tests, with their temporary files in memory if the system has enough of it, and returns their exit code. Memory serves
// tests that kill programs as well as a disk does, since the files outlive the program. Benchmarks, and tests with -disk, use the disk.
func InMemory(tests func() int) int {
	flag.Parse()
	folder := memoryFolder()
	if *onDisk || folder == "" || strings.HasPrefix(os.TempDir(), folder) || flag.Lookup("test.bench").Value.String() != "" {
		return tests()
	}
	removeLeftovers(folder)
	own, err := os.MkdirTemp(folder, fmt.Sprintf("hybrid-test-%d-", os.Getpid()))
	if err != nil {
		return tests()
	}
	defer os.RemoveAll(own)
	os.Setenv("TMPDIR", own)
	return tests()
}

// removeLeftovers removes the files that killed test programs left in folder. Such files would fill the memory.
func removeLeftovers(folder string) {
	left, _ := filepath.Glob(filepath.Join(folder, "hybrid-test-*"))
	for _, name := range left {
		var pid int
		if _, err := fmt.Sscanf(filepath.Base(name), "hybrid-test-%d-", &pid); err != nil {
			continue
		}
		if process, err := os.FindProcess(pid); err != nil || process.Signal(syscall.Signal(0)) != nil {
			os.RemoveAll(name)
		}
	}
}
