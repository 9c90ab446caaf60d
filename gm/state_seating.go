package gm

import (
	"slices"
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

	Evening int64 `json:"evening,omitempty"` // on which the device was heard of last
}

// unseen reports whether a die is asked for that its player throws on a device, but is not to see: the program rolls it, as
// the question alone would tell.
func (g *Seating) unseen(need *rules.Need) bool {
	return need.Die > 0 && need.Secret && g.seats(need.Who)
}

// asks reports whether a device that was let in to a character was heard of on an evening.
func (g *Seating) asks(key string, evening int64) bool {
	return slices.ContainsFunc(g.Seats, func(seat Seat) bool { return seat.Key == key && seat.Evening == evening })
}

// seats reports whether a device was let in to a character.
func (g *Seating) seats(key string) bool {
	return slices.ContainsFunc(g.Seats, func(seat Seat) bool { return seat.Key == key })
}

// settingSeats is the setting that says who was let in.
const settingSeats = "seats"

// Seating returns who was let in. The caller may change it.
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
