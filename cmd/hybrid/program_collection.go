package main

import (
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"time"
)

// Garbage collection: later at the start, and while the table is idle.

// firstPercent delays the first garbage collection until 64 MB are in use, instead of Go's 4 MB.
const firstPercent = 1600

// putOffCollection delays the first garbage collection: most subcommands end before it, and at the table it would delay a player's page
// most. Afterwards the default percentage applies, unless a subcommand sets another.
func putOffCollection() {
	if os.Getenv("GOGC") != "" {
		return
	}
	debug.SetGCPercent(firstPercent)
	runtime.AddCleanup(&struct{ collected *int }{}, func(int) { // called after the first collection, since nothing refers to the value
		if now := debug.SetGCPercent(100); now != firstPercent {
			debug.SetGCPercent(now)
		}
	}, 0)
}

// pastPercent is the growth of the heap between collections while all entries are read, in percent of the live heap of some tens of
// megabytes.
const pastPercent = 400

// The program is idle if it allocates less than quietBytes in restTime. Garbage is then collected, provided that more than gatherBytes were
// allocated since the last collection in an idle phase.
const (
	restTime    = time.Second
	quietBytes  = 1 << 20 // 1 MB
	gatherBytes = 8 << 20 // 8 MB
)

// restWatch finds idle phases. It holds the number of bytes allocated before the last call, and before the last collection in an idle
// phase.
type restWatch struct{ before, collection uint64 }

// shouldCollect reports whether to collect garbage now, given the bytes allocated since the program began. It must be called every
// restTime.
func (w *restWatch) shouldCollect(allocated uint64) bool {
	quiet := allocated-w.before < quietBytes
	w.before = allocated
	if !quiet || allocated-w.collection < gatherBytes {
		return false
	}
	w.collection = allocated
	return true
}

// collectAtRest collects garbage while the table is idle, for as long as the program runs. At another time, a key or a player's page would
// have to wait several milliseconds for a collection.
func collectAtRest() {
	var watch restWatch
	allocated := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	for range time.Tick(restTime) {
		if metrics.Read(allocated); watch.shouldCollect(allocated[0].Value.Uint64()) {
			runtime.GC()
		}
	}
}
