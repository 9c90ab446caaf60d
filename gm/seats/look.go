package seats

import (
	"sync"

	"hybrid/gm"
	"hybrid/gm/players"
)

// look is what one seat sees now.
type look struct {
	key    string
	name   string        // of the one of the seat
	seen   *players.Seen // nil where its character is not here
	err    error
	asked  *gm.Question // by the session, of whomever
	number int64        // of the question, as the seat knows it
	plan   *planView    // what its player proposed; nil for nothing
	before *page        // the page as it was; nil for none
}

// looks is what the seats of open rooms saw at a moment.
type looks struct {
	number int64 // a later one has a larger number
	by     map[string]look
}

// follow draws the pages of the open rooms anew whenever the present has changed, until the server closes.
func (s *Server) follow() {
	drawn := int64(0)
	for {
		var seen looks
		select {
		case <-s.ctx.Done():
			return
		case seen = <-s.looks:
		case <-s.changed:
			for seen.number == 0 {
				var err error
				if seen, err = inLoop(s.ctx, s.loop, s.look); err != nil {
					return
				}
			}
		}
		if seen.number <= drawn {
			continue // it is of before
		}
		drawn = seen.number
		var drawing sync.WaitGroup
		for key, one := range seen.by {
			drawing.Go(func() { s.show(key, one) })
		}
		drawing.Wait()
	}
}

// Look looks at once at what has changed, so that nothing waits for the loop to be free. It must be called within it, and
// need not be called at all.
func (s *Server) Look() {
	select {
	case <-s.changed:
	default:
		return
	}
	seen := s.look()
	if seen.number == 0 {
		s.touch() // the rest is for later
		return
	}
	select {
	case <-s.looks: // nobody has seen it yet, and needs to no more
	default:
	}
	s.looks <- seen
}

// look is what seats see now; its number is 0 where there is more to tell first: a long history is told little by little,
// so that the loop is never held for long. It must be called within the loop.
func (s *Server) look() looks {
	keys := s.openRooms()
	if all, err := s.telling.Advance(keys, toldAtOnce); !all && err == nil {
		return looks{}
	}
	s.looked++
	seen := looks{s.looked, map[string]look{}}
	for _, key := range keys {
		one, err := s.telling.SeenBy(key)
		seen.by[key] = look{seen: one, err: err, asked: s.session.Asked(), plan: s.planOf(key)}
	}
	return seen
}
