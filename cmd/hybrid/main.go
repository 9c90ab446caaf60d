package main

import (
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

func main() {
	putOffCollection()
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// leastHeap is what is in use, in bytes, before garbage is collected.
const leastHeap = 64 << 20

// firstHeap is that, in percent of the 4 MB of Go.
const firstHeap = leastHeap >> 20 * 100 / 4

// putOffCollection puts garbage collections off while little is in use: most subcommands are over before the first, and at the
// table they are what a player's page waits for longest. Above that, as much garbage gathers as is usual.
func putOffCollection() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(firstHeap)
		collectAgain(firstHeap)
	}
}

// collectAgain says after the next collection how much may gather until the one after it, unless a subcommand has said
// otherwise than the percentage that was said last.
func collectAgain(last int) {
	runtime.AddCleanup(&struct{ collected *int }{}, func(int) {
		live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
		metrics.Read(live)
		next := max(100, int(leastHeap*100/max(1, live[0].Value.Uint64()))-100)
		if now := debug.SetGCPercent(next); now != last {
			debug.SetGCPercent(now)
			return
		}
		collectAgain(next)
	}, 0)
}
