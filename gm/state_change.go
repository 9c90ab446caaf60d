package gm

import (
	"slices"
	"sync"
)

// listeners are told that something has changed.
type listeners struct {
	mu   sync.Mutex
	list []*func() // it is replaced, not changed, when one is taken out
}

// OnChange has do called, in the session's goroutine, whenever the present, or the question that is open, has changed or is
// about to: do may note that, but must not ask the session. It is called until stop is, which any goroutine may do.
func (s *Session) OnChange(do func()) (stop func()) {
	if s.changed == nil {
		s.changed = new(listeners)
	}
	all, one := s.changed, &do
	all.mu.Lock()
	defer all.mu.Unlock()
	all.list = append(all.list, one)
	return func() {
		all.mu.Lock()
		defer all.mu.Unlock()
		all.list = slices.DeleteFunc(slices.Clone(all.list), func(other *func()) bool { return other == one })
	}
}

// tellChange calls all functions that wait for a change of the session.
func (s *Session) tellChange() {
	if s.changed == nil {
		return
	}
	s.changed.mu.Lock()
	list := s.changed.list
	s.changed.mu.Unlock()
	for _, do := range list {
		(*do)()
	}
}
