package main

import (
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"time"
)

// firstPercent delays the first garbage collection until 64 MB are in use, instead of the 4 MB of Go.
const firstPercent = 1600

// putOffCollection delays the first garbage collection: most subcommands end before it, and at the table a player's page waits for it
// longest. Afterwards the usual percentage applies, unless a subcommand sets another.
func putOffCollection() {
	if os.Getenv("GOGC") != "" {
		return
	}
	debug.SetGCPercent(firstPercent)
	runtime.AddCleanup(&struct{ collected *int }{}, func(int) {
		if now := debug.SetGCPercent(100); now != firstPercent {
			debug.SetGCPercent(now)
		}
	}, 0)
}

// pastPercent is the growth of the heap between collections while all entries are read, in percent of the live heap, a few tens of
// megabytes.
const pastPercent = 400

// The program is at rest if it allocates less than quietBytes in restTime. Then garbage is collected, provided that more than gatherBytes
// were allocated since the last collection at rest.
const (
	restTime    = time.Second
	quietBytes  = 1 << 20
	gatherBytes = 8 << 20
)

// restWatch holds the number of bytes allocated at the last call, and at the last collection at rest.
type restWatch struct{ before, collection uint64 }

// shouldCollect reports whether to collect garbage now, given the bytes allocated since the program began. It must be called every restTime.
func (w *restWatch) shouldCollect(allocated uint64) bool {
	quiet := allocated-w.before < quietBytes
	w.before = allocated
	if !quiet || allocated-w.collection < gatherBytes {
		return false
	}
	w.collection = allocated
	return true
}

// collectAtRest collects garbage while the table is idle, as long as the program runs. A collection takes several milliseconds, for which
// a key or a player's page would wait.
func collectAtRest() {
	var watch restWatch
	allocated := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	for range time.Tick(restTime) {
		if metrics.Read(allocated); watch.shouldCollect(allocated[0].Value.Uint64()) {
			runtime.GC()
		}
	}
}
