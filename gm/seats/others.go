package seats

import (
	"encoding/json"
	"fmt"
	"net/http"

	"hybrid/gm/players"
)

// The other characters of a device whose player has several. A room (room.go) is the page of one character; a stream (stream.go) sends its
// changes to one device.

// otherSeats holds the characters of a device other than the one whose page it shows. The device learns which of them have a question or
// their turn, and nothing else about them.
type otherSeats struct {
	hashes []string // SHA-256 of each of the device's secrets
	own    string   // key of the character whose page is shown
	rooms  []*room  // other characters' rooms
	sent   string   // last marks sent to the device, as JSON
}

// watchOtherSeats lets the device's stream wake whenever the page of one of its other characters changes.
func watchOtherSeats(s *Server, r *http.Request, own string, device *stream) *otherSeats {
	s.mu.Lock()
	defer s.mu.Unlock()
	b := &otherSeats{hashes: cookieHashes(r), own: own, sent: "{}"}
	for _, seat := range s.deviceSeats(r) {
		if seat.Key == own || seat.Key == players.TableSeat {
			continue
		}
		room := s.enterRoom(seat.Key)
		room.watchers[device] = true
		b.rooms = append(b.rooms, room)
	}
	return b
}

// stopWatching undoes watchOtherSeats. The mutex must be held.
func (b *otherSeats) stopWatching(s *Server, device *stream) {
	for _, room := range b.rooms {
		delete(room.watchers, device)
		room.lastUsed = s.options.Clock()
	}
}

// changedMarks returns a message with the marks of the device's other characters, by key, or "" if they have not changed. A mark tells what
// a character's player must do next (see page.mark). A revoked seat has no mark.
func (b *otherSeats) changedMarks(s *Server) string {
	if len(b.rooms) == 0 {
		return ""
	}
	s.mu.Lock()
	marks := map[string]string{}
	for _, hash := range b.hashes {
		for _, seat := range s.seating.Seats {
			if seat.Hash != hash || seat.Key == b.own {
				continue
			}
			if room := s.rooms[seat.Key]; room != nil && room.latest != nil && room.latest.mark != "" {
				marks[seat.Key] = room.latest.mark
			}
		}
	}
	s.mu.Unlock()
	data, _ := json.Marshal(marks)
	if string(data) == b.sent {
		return ""
	}
	b.sent = string(data)
	return fmt.Sprintf("event: beside\ndata: %s\n\n", data)
}
