package gm

import (
	"slices"
	"sync"
)

// Notifications of changes, for the pages of players and other watchers of a session.

// listeners holds functions to call on a change.
type listeners struct {
	mu   sync.Mutex // guards list
	list []*func()  // functions; replaced, not changed, when one is removed
}

// OnChange registers do to be called, in the session's goroutine, whenever the current state or the open question has changed or is about
// to. do must not query the session. stop ends the calls; any goroutine may call it.
func (s *Session) OnChange(do func()) (stop func()) {
	if s.listeners == nil {
		s.listeners = new(listeners)
	}
	all, listener := s.listeners, &do
	all.mu.Lock()
	defer all.mu.Unlock()
	all.list = append(all.list, listener)
	return func() {
		all.mu.Lock()
		defer all.mu.Unlock()
		all.list = slices.DeleteFunc(slices.Clone(all.list), func(other *func()) bool { return other == listener })
	}
}

// notifyListeners calls all functions registered with OnChange.
func (s *Session) notifyListeners() {
	if s.listeners == nil {
		return
	}
	s.listeners.mu.Lock()
	list := s.listeners.list
	s.listeners.mu.Unlock()
	for _, do := range list {
		(*do)()
	}
}
