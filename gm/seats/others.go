package seats

import (
	"encoding/json"
	"fmt"
	"net/http"

	"hybrid/gm/players"
)

// otherSeats holds the characters of a device other than the one whose page it shows. The device learns which of them have a question or
// their turn, and nothing else about them.
type otherSeats struct {
	hashes []string
	own    string
	rooms  []*room
	sent   string // last message sent to the device
}

// watchOtherSeats makes changes to the pages of the device's other characters wake its stream.
func watchOtherSeats(s *Server, r *http.Request, own string, one *stream) *otherSeats {
	s.mu.Lock()
	defer s.mu.Unlock()
	b := &otherSeats{hashes: cookieHashes(r), own: own, sent: "{}"}
	for _, seat := range s.deviceSeats(r) {
		if seat.Key == own || seat.Key == players.TableSeat {
			continue
		}
		room := s.enterRoom(seat.Key)
		room.watched[one] = true
		b.rooms = append(b.rooms, room)
	}
	return b
}

// stopWatching undoes watchOtherSeats. The mutex must be held.
func (b *otherSeats) stopWatching(s *Server, one *stream) {
	for _, room := range b.rooms {
		delete(room.watched, one)
		room.used = s.options.Clock()
	}
}

// changedMarks returns a message with the marks of the device's other characters, by key, or "" if they have not changed. A revoked
// seat has no mark.
func (b *otherSeats) changedMarks(s *Server) string {
	if len(b.rooms) == 0 {
		return ""
	}
	s.mu.Lock()
	marks := map[string]string{}
	for _, hash := range b.hashes {
		for _, seat := range s.seating.Seats {
			if room := s.rooms[seat.Key]; seat.Hash == hash && seat.Key != b.own && room != nil && room.now != nil && room.now.mark != "" {
				marks[seat.Key] = room.now.mark
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
