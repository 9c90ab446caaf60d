package draw

import (
	"sync/atomic"
	"time"

	"github.com/gdamore/tcell/v2"
)

// Dropping input while the program is busy, so that impatient key presses have no effect afterwards.

// hold is a span of time in which input is dropped because nothing could respond to it. It is safe for concurrent use, since the
// input is read outside the goroutine of the event loop.
type hold struct {
	until  atomic.Int64 // end of the span, in nanoseconds since 1970; 0 for none
	escape atomic.Bool  // whether Esc or Ctrl-C was pressed during the span
}

// Hold drops keys, pastes and clicks for the given time, or until Release. Calling it again extends the time.
func (s *Screen) Hold(limit time.Duration) { s.hold.until.Store(time.Now().Add(limit).UnixNano()) }

// WasEscapePressed reports whether Esc or Ctrl-C was dropped since the last Release.
func (s *Screen) WasEscapePressed() bool { return s.hold.escape.Load() }

// Release ends Hold: input is passed on again.
func (s *Screen) Release() {
	s.hold.until.Store(0)
	s.hold.escape.Store(false)
}

// mustDrop reports whether event must be dropped. It records Esc and Ctrl-C for WasEscapePressed.
func (h *hold) mustDrop(event tcell.Event) bool {
	key, isKey := event.(*tcell.EventKey)
	_, isPaste := event.(*tcell.EventPaste)
	_, isMouse := event.(*tcell.EventMouse)
	if !isKey && !isPaste && !isMouse || time.Now().UnixNano() >= h.until.Load() {
		return false
	}
	if isKey && (key.Key() == tcell.KeyEscape || key.Key() == tcell.KeyCtrlC) {
		h.escape.Store(true)
	}
	return true
}
