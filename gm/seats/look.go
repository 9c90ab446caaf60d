package seats

import (
	"runtime"
	"sync"
	"time"

	"hybrid/gm"
	"hybrid/gm/guard"
	"hybrid/gm/players"
)

// look is what one seat sees now.
type look struct {
	key      string
	name     string        // of the one of the seat
	seen     *players.Seen // nil where its character is not here
	err      error
	question *gm.Question // by the session, of whomever
	number   int64        // of the question, as the seat knows it
	plan     *planView    // what its player proposed; nil for nothing
}

// follow draws the pages of the open rooms again whenever the present has changed, until the server closes. The frame of the
// command that changed it is drawn first, since that is done in the loop.
func (s *Server) follow() {
	for {
		select {
		case <-s.ctx.Done():
			return
		case <-s.changed:
			s.renew()
		}
	}
}

// renew draws the pages of the open rooms again, with all processors. What they show is worked out in the loop in several short visits,
// so that the loop can do its own work between them.
func (s *Server) renew() {
	keys := s.openRooms()
	for all := false; !all; { // a long history is told little by little
		var err error
		all, err = inLoop(s.ctx, s.loop, func() bool {
			all, err := s.telling.Advance(keys, toldAtOnce)
			return all || err != nil
		})
		if err != nil {
			return
		}
	}
	looks, end := make(chan look, len(keys)), make(chan struct{})
	var pages, drawing sync.WaitGroup // still to be drawn, and goroutines that draw
	pages.Add(len(keys))
	for range min(len(keys), runtime.GOMAXPROCS(0)) {
		drawing.Go(func() {
			for {
				select {
				case l := <-looks:
					_ = guard.Look("Page", func() { s.show(l) })
					pages.Done()
				case <-end:
					return
				}
			}
		})
	}
	defer drawing.Wait()
	defer close(end)
	for len(keys) > 0 {
		n, err := inLoop(s.ctx, s.loop, func() int { return s.lookFor(keys, looks) })
		if err != nil { // the rest may still come and isn't drawn
			return
		}
		keys = keys[n:]
	}
	pages.Wait()
}

// lookFor sends what the seats of keys see now to looks, one after another, until all are done or it has taken lookTime. It returns how
// many it sent, at least one. It must be called within the loop.
func (s *Server) lookFor(keys []string, looks chan<- look) (n int) {
	for began := time.Now(); n < len(keys) && (n == 0 || time.Since(began) < lookTime); n++ {
		var l look
		if err := guard.Try("Page", func() { l = s.look(keys[n]) }); err != nil {
			l = look{err: err}
		}
		l.key = keys[n]
		looks <- l
	}
	return n
}

// look is what a seat sees now. It must be called within the loop.
func (s *Server) look(key string) look {
	one, err := s.telling.SeenBy(key)
	return look{seen: one, err: err, question: s.session.OpenQuestion(), plan: s.planOf(key)}
}
