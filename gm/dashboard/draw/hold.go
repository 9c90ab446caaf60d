package draw

import (
	"sync/atomic"
	"time"

	"github.com/gdamore/tcell/v2"
)

// hold is a span of time in which keys are dropped because nothing could respond to them. It is safe for concurrent use.
type hold struct {
	until  atomic.Int64 // end of the span, in nanoseconds since 1970
	escape atomic.Bool  // whether Esc or Ctrl-C was pressed meanwhile
}

// Hold drops keys for the given time, or until Release.
func (s *Screen) Hold(limit time.Duration) { s.hold.until.Store(time.Now().Add(limit).UnixNano()) }

// Escaped reports whether Esc or Ctrl-C was pressed since Hold.
func (s *Screen) Escaped() bool { return s.hold.escape.Load() }

// Release ends Hold: keys are passed on again.
func (s *Screen) Release() {
	s.hold.until.Store(0)
	s.hold.escape.Store(false)
}

// holdsBack reports whether event is dropped. It notes Esc and Ctrl-C.
func (h *hold) holdsBack(event tcell.Event) bool {
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
