package draw

import (
	"time"

	"github.com/gdamore/tcell/v2"
)

// Keys that come faster than anybody types are a paste, though not every terminal marks one.
const (
	burstGap  = 3 * time.Millisecond // how long a character waits for another one
	burstKeys = 6                    // how many characters in such a row are a paste
)

// PollEvent waits for the next event. A burst of characters comes as a paste, with its beginning and its end; one that
// begins with a key that opens a line or a search is typed.
func (s *Screen) PollEvent() tcell.Event {
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
		s.waiting = burst(s.incoming)
	}
	if len(s.waiting) == 0 {
		return nil
	}
	event := s.waiting[0]
	s.waiting = s.waiting[1:]
	return event
}

// burst takes the next event, and where it is a character all that follow it at once. What the terminal marked as a paste
// comes as it is.
func burst(incoming <-chan tcell.Event) []tcell.Event {
	event, open := <-incoming
	if !open {
		return nil
	}
	if paste, ok := event.(*tcell.EventPaste); ok && paste.Start() {
		return pasted(incoming, event)
	}
	list := []tcell.Event{event}
	for last := event; isCharacter(last) || isEnter(last) && len(list) > burstKeys; {
		if last = soon(incoming); last == nil {
			break
		}
		list = append(list, last)
	}
	keys := len(list)
	for keys > 0 && !isCharacter(list[keys-1]) { // a key after it stays one
		keys--
	}
	if keys < burstKeys || opensLine(list[0]) {
		return list
	}
	marked := append([]tcell.Event{tcell.NewEventPaste(true)}, list[:keys]...)
	return append(append(marked, tcell.NewEventPaste(false)), list[keys:]...)
}

// pasted takes what the terminal marked as a paste, up to its end.
func pasted(incoming <-chan tcell.Event, start tcell.Event) []tcell.Event {
	list := []tcell.Event{start}
	for event := range incoming {
		list = append(list, event)
		if paste, ok := event.(*tcell.EventPaste); ok && paste.End() {
			break
		}
	}
	return list
}

// soon takes an event that follows at once; nil for none.
func soon(incoming <-chan tcell.Event) tcell.Event {
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

func isEnter(event tcell.Event) bool {
	key, ok := event.(*tcell.EventKey)
	return ok && key.Key() == tcell.KeyEnter
}

func isCharacter(event tcell.Event) bool {
	key, ok := event.(*tcell.EventKey)
	return ok && key.Key() == tcell.KeyRune
}

func opensLine(event tcell.Event) bool {
	key, ok := event.(*tcell.EventKey)
	return ok && (key.Rune() == ':' || key.Rune() == '/')
}
