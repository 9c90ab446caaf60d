package seats

import (
	"slices"

	"hybrid/gm"
	"hybrid/gm/guard"
	"hybrid/gm/players"
	"hybrid/rules/collect"
)

// Keeping the pages of seats up to date. What a page shows is read from the session in the loop, the goroutine that the session belongs to
// (loop.go); drawing the page needs no session.

// seatSnapshot is the content of one seat's page at a moment, as copied from the session.
type seatSnapshot struct {
	key    string            // seat's key
	name   string            // display name of the seat's character; set by showPage
	seen   *players.SeatView // content of the page; nil if the character is not present
	away   bool              // whether the player is away
	err    error             // error of computing seen; nil if there was none
	number int64             // the seat's number for the open question; 0 if there is none; set by showPage
	plans  []planView        // the player's proposals
	before *page             // previous state of the page, or nil if there is none; set by showPage
}

// redrawOnChange redraws the pages of the open rooms whenever the state has changed, until the server closes. The dashboard, which draws in
// the loop, draws its frame first.
func (s *Server) redrawOnChange() {
	for {
		select {
		case <-s.ctx.Done():
			return
		case <-s.changed:
			s.redrawRooms()
		}
	}
}

// redrawRooms redraws the pages of the open rooms, one after another. The content of each page is read in the loop, which can do other work
// between two of them.
func (s *Server) redrawRooms() {
	keys := s.pruneRooms()
	for isDone := false; !isDone; { // a long history is passed on in small portions
		var err error
		isDone, err = runInLoop(s.ctx, s.loop, func() bool {
			toldAll, err := s.telling.Advance(keys, entriesPerLoop)
			return toldAll || err != nil
		})
		if err != nil {
			return
		}
	}
	for _, key := range keys {
		l, err := runInLoop(s.ctx, s.loop, func() seatSnapshot { return s.snapshotOfSeat(key) })
		if s.ctx.Err() != nil {
			return
		}
		if err != nil {
			l = seatSnapshot{err: err}
		}
		l.key = key
		_ = guard.RunReadOnly("Page", func() { s.showPage(l) })
	}
}

// markPresentDevices records that the devices of a seat that have been in contact are present this evening. It must be called within the
// loop.
func (s *Server) markPresentDevices(key string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	seating, evening := s.seating, s.session.EveningNumber()
	isNew := func(seat gm.Seat) bool {
		return seat.Key == key && seat.Evening != evening && !s.lastContact[seat.Hash].IsZero()
	}
	if !slices.ContainsFunc(seating.Seats, isNew) {
		return
	}
	seating.Seats = collect.Map(seating.Seats, func(seat gm.Seat) gm.Seat {
		if isNew(seat) {
			seat.Evening = evening
		}
		return seat
	})
	if s.session.KeepSeating(seating) == nil {
		s.seating = seating
	}
}

// snapshotOfSeat marks the seat's devices that have been in contact as present this evening, and returns the current content of its page.
// It must be called within the loop.
func (s *Server) snapshotOfSeat(key string) seatSnapshot {
	s.markPresentDevices(key)
	seen, err := s.telling.SeatViewOf(key)
	return seatSnapshot{seen: seen, away: players.IsAway(s.session.State(), key), err: err, plans: s.plansOf(key)}
}
