package draw

import (
	"sync/atomic"
	"time"

	"github.com/gdamore/tcell/v2"
)

// hold is a time in which keys are not passed on, as nothing could answer them. Any goroutine may ask.
type hold struct {
	until  atomic.Int64 // when they are passed on again, in nanoseconds of Unix
	escape atomic.Bool  // Esc or Ctrl-C was pressed meanwhile
}

// Hold passes no key on for some time, or until Release.
func (s *Screen) Hold(limit time.Duration) { s.hold.until.Store(time.Now().Add(limit).UnixNano()) }

// Escaped reports whether Esc or Ctrl-C was pressed since Hold.
func (s *Screen) Escaped() bool { return s.hold.escape.Load() }

// Release passes keys on again.
func (s *Screen) Release() {
	s.hold.until.Store(0)
	s.hold.escape.Store(false)
}

// takes reports whether an event is held back.
func (h *hold) takes(event tcell.Event) bool {
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
