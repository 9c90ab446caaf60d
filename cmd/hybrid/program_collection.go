package main

import (
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"time"
)

// firstPercent puts the first collection of garbage off until 64 MB are in use, for the 4 MB of Go.
const firstPercent = 1600

// putOffCollection puts the first garbage collection off: most subcommands are over before it, and at the table it is what a
// player's page waits for longest. From then on as much garbage gathers as is usual, unless a subcommand says otherwise.
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

// pastPercent is how much garbage gathers while all entries are gone through, in percent of what is in use, a few tens of
// megabytes.
const pastPercent = 400

// The program is at rest where it allocates less than quietBytes in restTime. Then garbage is collected if it allocated more than
// gatherBytes since that was done last.
const (
	restTime    = time.Second
	quietBytes  = 1 << 20
	gatherBytes = 8 << 20
)

// restWatch holds how many bytes were allocated up to a moment ago, and up to the last collection at rest.
type restWatch struct{ before, collection uint64 }

// isDue reports whether garbage is to be collected now that so many bytes were allocated since the program began. It is to be called
// every restTime.
func (w *restWatch) isDue(allocated uint64) bool {
	quiet := allocated-w.before < quietBytes
	w.before = allocated
	if !quiet || allocated-w.collection < gatherBytes {
		return false
	}
	w.collection = allocated
	return true
}

// collectAtRest collects garbage while nothing is done at the table, as long as the program runs. A collection takes several
// milliseconds, for which a key or a player's page would wait.
func collectAtRest() {
	var watch restWatch
	allocated := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	for range time.Tick(restTime) {
		if metrics.Read(allocated); watch.isDue(allocated[0].Value.Uint64()) {
			runtime.GC()
		}
	}
}
