package gm

import (
	"slices"
	"time"

	"hybrid/rules"
)

// Seating holds the devices, such as phones, that were admitted to characters' seats. It is a setting of the campaign and not an entry of
// the log, so undo unseats no player. An evening is a session of play.
type Seating struct {
	Evening int64  `json:"evening"` // number of the evening on which Code was made
	Code    string `json:"code"`    // code that a player needs to ask to be let in
	Seats   []Seat `json:"seats"`   // admitted devices
}

// Seat is one device that was admitted to one character's seat.
type Seat struct {
	Key    string    `json:"key"`              // key of the actor, which is the name of the character's file
	Player string    `json:"player,omitempty"` // name that was typed on the device
	Hash   string    `json:"hash"`             // SHA-256, in hex, of the secret that only the device has
	Since  time.Time `json:"since"`            // time when it was admitted

	Evening int64 `json:"evening,omitempty"` // number of the session of play in which the device was last heard from
}

// isUnseenDie reports whether a player would roll a die on a device but must not learn of the roll. The program rolls it, since the
// question for a die would reveal that there is a secret roll.
func (g *Seating) isUnseenDie(need *rules.Need) bool {
	return need.Die > 0 && need.Secret && g.isSeated(need.Who)
}

// isActiveSeat reports whether a device admitted to the character's seat was heard from on the given evening.
func (g *Seating) isActiveSeat(key string, evening int64) bool {
	return slices.ContainsFunc(g.Seats, func(seat Seat) bool { return seat.Key == key && seat.Evening == evening })
}

// isSeated reports whether any device has been admitted to the character's seat.
func (g *Seating) isSeated(key string) bool {
	return slices.ContainsFunc(g.Seats, func(seat Seat) bool { return seat.Key == key })
}

// settingSeats is the key of the setting with the Seating.
const settingSeats = "seats"

// Seating returns the devices that were let in. The caller may change it.
func (s *Session) Seating() Seating {
	seating := s.seats
	seating.Seats = slices.Clone(seating.Seats)
	return seating
}

// KeepSeating stores the devices that were let in with the session's settings. The caller can change seating afterwards.
func (s *Session) KeepSeating(seating Seating) error {
	seating.Seats = slices.Clone(seating.Seats)
	if err := s.keepSetting(settingSeats, seating); err != nil {
		return err
	}
	s.seats = seating
	return nil
}
