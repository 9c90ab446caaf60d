package gm

import (
	"slices"
	"sync"
	"time"

	"hybrid/rules"
)

// Seating is who was let in to a character from outside, such as on a phone. It is a setting, no entry: no undo unseats
// a player.
type Seating struct {
	Evening int64  `json:"evening"` // on which Code was made
	Code    string `json:"code"`    // what a player who asks to be let in has to know
	Seats   []Seat `json:"seats"`
}

// Seat is one device that was let in to one character.
type Seat struct {
	Key    string    `json:"key"`              // of the actor, as a character's file is called
	Player string    `json:"player,omitempty"` // the name that was typed on the device
	Hash   string    `json:"hash"`             // SHA-256 of the secret that only the device has, in hexadecimal
	Since  time.Time `json:"since"`
}

// unseen reports whether a die is asked for that its player throws on a device, but is not to see: the program rolls it, as
// the question alone would tell.
func (g *Seating) unseen(need *rules.Need) bool {
	return need.Die > 0 && need.Secret && slices.ContainsFunc(g.Seats, func(seat Seat) bool { return seat.Key == need.Who })
}

// settingSeats is the setting that says who was let in.
const settingSeats = "seats"

// Seating is who was let in. The caller may change it.
func (s *Session) Seating() Seating {
	seating := s.seating
	seating.Seats = slices.Clone(seating.Seats)
	return seating
}

// KeepSeating keeps who was let in with the session's settings.
func (s *Session) KeepSeating(seating Seating) error {
	seating.Seats = slices.Clone(seating.Seats)
	if err := s.keepSetting(settingSeats, seating); err != nil {
		return err
	}
	s.seating = seating
	return nil
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

// listeners are told that something has changed.
type listeners struct {
	mu   sync.Mutex
	list []*func() // it is replaced, not changed, when one is taken out
}

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
