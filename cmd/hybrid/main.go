package main

import (
	"os"
	"runtime"
	"runtime/debug"
)

func main() {
	putOffCollection()
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// firstHeap is what may be taken before the first garbage collection, in percent of the 4 MB of Go: 64 MB.
const firstHeap = 1600

// putOffCollection puts the first garbage collection off, for most subcommands are over before it. From then on as much garbage
// gathers as is usual.
func putOffCollection() {
	if os.Getenv("GOGC") != "" {
		return
	}
	debug.SetGCPercent(firstHeap)
	first := &struct{ collected *int }{}
	runtime.AddCleanup(first, func(int) {
		if now := debug.SetGCPercent(100); now != firstHeap { // a subcommand has said otherwise
			debug.SetGCPercent(now)
		}
	}, 0)
}
