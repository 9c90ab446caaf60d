package main

import (
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync"
	"time"
)

// usualHeap is how much is in use, in bytes, before garbage is collected.
const usualHeap = 64 << 20

// collection is when garbage is collected.
var collection struct {
	sync.Mutex
	floor       int // in use before, in bytes; 0 where nothing is put off
	lastPercent int // what was said last: how much may gather until the next one, in percent of what is in use
}

// putOffCollection puts garbage collections off while less than so many bytes are in use: most subcommands are over before the
// first, and at the table they are what a player's page waits for longest. Above that, as much garbage gathers as is usual.
func putOffCollection(floor int) {
	if os.Getenv("GOGC") != "" {
		return
	}
	defer collection.Unlock()
	collection.Lock()
	if collection.floor == 0 {
		collectAgain()
	}
	collection.floor, collection.lastPercent = floor, floor>>20*100/4 // of the 4 MB of Go
	debug.SetGCPercent(collection.lastPercent)
}

// collectAgain says after the next collection how much may gather until the one after it, unless a subcommand has said
// otherwise than the percentage that was said last.
func collectAgain() {
	runtime.AddCleanup(&struct{ collected *int }{}, func(int) {
		live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
		metrics.Read(live)
		defer collection.Unlock()
		collection.Lock()
		next := max(100, collection.floor*100/int(max(1, live[0].Value.Uint64()))-100)
		if now := debug.SetGCPercent(next); now != collection.lastPercent {
			debug.SetGCPercent(now)
			collection.floor = 0
			return
		}
		collection.lastPercent = next
		collectAgain()
	}, 0)
}

// pastHeap is how much is in use, in bytes, before garbage is collected while all entries are gone through. All but a few tens of
// millions of it is garbage.
const pastHeap = 160 << 20

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
