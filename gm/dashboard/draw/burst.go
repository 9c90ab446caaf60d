package draw

import (
	"slices"
	"time"

	"github.com/gdamore/tcell/v2"

	"hybrid/rules/collect"
)

// Not every terminal marks pasted text. This file recognises a paste as a burst, keys that arrive faster than a person types, and marks
// it. A key that is held down also repeats fast, but isn't a paste.

// Limits by which a paste is recognised.
const (
	burstGap  = 3 * time.Millisecond // longest gap between two keys of a burst
	burstKeys = 6                    // smallest number of keys in a burst that is a paste
)

// PollEvent waits for the next event. A burst is returned as a paste: its keys between two paste events. If the burst begins with a key
// that opens a line or a search, that key comes before the paste, as if typed. Keys and clicks are dropped during [Screen.Hold].
func (s *Screen) PollEvent() tcell.Event {
	event := s.nextEvent()
	for event != nil && s.hold.mustDrop(event) {
		event = s.nextEvent()
	}
	return event
}

// nextEvent waits for the next event and returns it, or nil if the screen is closed. Its first call starts the goroutine that reads events.
func (s *Screen) nextEvent() tcell.Event {
	if s.incoming == nil {
		s.incoming = make(chan tcell.Event, 256)
		go func() {
			defer close(s.incoming)
			for event := s.Screen.PollEvent(); event != nil; event = s.Screen.PollEvent() {
				s.incoming <- event
			}
		}()
	}
	if len(s.waiting) == 0 {
		s.waiting = readBurst(s.incoming)
	}
	if len(s.waiting) == 0 {
		return nil
	}
	event := s.waiting[0]
	s.waiting = s.waiting[1:]
	return event
}

// readBurst waits for the next event and returns it. If it is a key that may be text, readBurst also returns the events that follow at
// once; if these are a paste, it adds paste events around them. It returns a paste marked by the terminal unchanged.
func readBurst(incoming <-chan tcell.Event) []tcell.Event {
	event, open := <-incoming
	if !open {
		return nil
	}
	if paste, ok := event.(*tcell.EventPaste); ok && paste.Start() {
		return readPaste(incoming, event)
	}
	list := []tcell.Event{event}
	for last := event; isText(last); {
		if last = nextWithinGap(incoming); last == nil {
			break
		}
		list = append(list, last)
	}
	keys := len(list) // number of keys at the beginning of list that may be text
	if !isText(list[keys-1]) {
		keys--
	}
	if keys < burstKeys || isHeldDown(list[:keys]) {
		return list
	}
	first := collect.Choose(opensInputLine(list[0]), 1, 0)
	marked := append(list[:first:first], tcell.NewEventPaste(true))
	for _, event := range list[first:keys] {
		if key := event.(*tcell.EventKey); key.Key() == tcell.KeyCtrlJ {
			event = tcell.NewEventKey(tcell.KeyEnter, 0, tcell.ModNone)
		}
		marked = append(marked, event)
	}
	marked = append(marked, tcell.NewEventPaste(false))
	return append(marked, list[keys:]...)
}

// readPaste returns the events of a paste that the terminal marked: start, its first event, and those up to its end, which it waits for.
func readPaste(incoming <-chan tcell.Event, start tcell.Event) []tcell.Event {
	list := []tcell.Event{start}
	for event := range incoming {
		list = append(list, event)
		if paste, ok := event.(*tcell.EventPaste); ok && paste.End() {
			break
		}
	}
	return list
}

// nextWithinGap returns the next event if it arrives within burstGap, otherwise nil.
func nextWithinGap(incoming <-chan tcell.Event) tcell.Event {
	select {
	case next, open := <-incoming:
		if !open {
			return nil
		}
		return next
	case <-time.After(burstGap):
		return nil
	}
}

// isText reports whether an event may be a part of a text: a character, a line break or a tab.
func isText(event tcell.Event) bool {
	key, ok := event.(*tcell.EventKey)
	if !ok {
		return false
	}
	switch key.Key() {
	case tcell.KeyRune, tcell.KeyEnter, tcell.KeyTab, tcell.KeyCtrlJ: // terminals send a pasted line break as Enter or Ctrl-J
		return true
	}
	return false
}

// isHeldDown reports whether all of keys, which isn't empty, are the same key, as if it were held down.
func isHeldDown(keys []tcell.Event) bool {
	first := keys[0].(*tcell.EventKey)
	return !slices.ContainsFunc(keys, func(event tcell.Event) bool {
		key := event.(*tcell.EventKey)
		return key.Key() != first.Key() || key.Rune() != first.Rune()
	})
}

// opensInputLine reports whether event is one of the dashboard's keys that open an input line: the prompt or a search.
func opensInputLine(event tcell.Event) bool {
	key, ok := event.(*tcell.EventKey)
	return ok && (key.Rune() == ':' || key.Rune() == '/')
}
