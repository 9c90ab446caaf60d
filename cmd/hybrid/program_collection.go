package main

import (
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"time"
)

// Garbage collection: the first one is delayed, and later ones run while the program is idle, when no one presses a key or loads a page.

// firstGCPercent delays the first garbage collection until 64 MB are in use, instead of Go's 4 MB.
const firstGCPercent = 1600

// delayFirstCollection delays the first garbage collection. Most subcommands end before it, and during play, no other collection would
// delay a player's page as long. After it, the default percentage applies, unless a subcommand has set a different one. The environment
// variable GOGC takes precedence.
func delayFirstCollection() {
	if os.Getenv("GOGC") != "" {
		return
	}
	debug.SetGCPercent(firstGCPercent)
	// nothing refers to the new value, so the first collection removes it and the cleanup is called
	runtime.AddCleanup(&struct{ collected *int }{}, func(int) {
		if now := debug.SetGCPercent(100); now != firstGCPercent {
			debug.SetGCPercent(now)
		}
	}, 0)
}

// historyGCPercent is the growth of the heap between collections while all entries of a session are read, in percent of the live heap,
// which is some tens of megabytes.
const historyGCPercent = 400

// The program is idle if it allocates less than quietBytes in idleTime. Garbage is then collected, provided that more than minGarbageBytes
// were allocated since the last collection in an idle phase.
const (
	idleTime        = time.Second
	quietBytes      = 1 << 20 // 1 MB
	minGarbageBytes = 8 << 20 // 8 MB
)

// idleWatch finds idle phases. Both numbers count bytes since the program began.
type idleWatch struct {
	lastAllocated  uint64 // bytes allocated before the last call of shouldCollect
	lastCollection uint64 // bytes allocated before the last collection in an idle phase
}

// shouldCollect reports whether to collect garbage now, given the bytes allocated since the program began. It must be called every
// idleTime.
func (w *idleWatch) shouldCollect(allocated uint64) bool {
	quiet := allocated-w.lastAllocated < quietBytes
	w.lastAllocated = allocated
	if !quiet || allocated-w.lastCollection < minGarbageBytes {
		return false
	}
	w.lastCollection = allocated
	return true
}

// collectWhenIdle collects garbage whenever the program is idle, for as long as it runs. At another time, a key or a player's page would
// have to wait several milliseconds for a collection.
func collectWhenIdle() {
	var watch idleWatch
	allocated := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	for range time.Tick(idleTime) {
		if metrics.Read(allocated); watch.shouldCollect(allocated[0].Value.Uint64()) {
			runtime.GC()
		}
	}
}
