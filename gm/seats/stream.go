package seats

import (
	"fmt"
	"math"
	"net/http"
	"sync/atomic"
	"time"
)

// Streams on which devices are told what changes in their room.

// stream is one open connection on which a device is told what changes.
type stream struct {
	hash    string
	wake    chan struct{}
	revoked chan struct{}        // closed when its seat is revoked
	taken   atomic.Pointer[page] // page of which its latest message was made; nil for none
}

// poke says that there may be something to send.
func (one *stream) poke() {
	select {
	case one.wake <- struct{}{}:
	default:
	}
}

// end says that the seat is revoked. The server's mutex must be held.
func (one *stream) end() {
	select {
	case <-one.revoked:
	default:
		close(one.revoked)
	}
}

// events tells a device what changes, until it leaves, its seat is revoked or the server closes.
func (s *Server) events(w http.ResponseWriter, r *http.Request) {
	seat, ok := seatOrRefuse(s, w, r)
	if !ok {
		return
	}
	one := &stream{hash: seat.Hash, wake: make(chan struct{}, 1), revoked: make(chan struct{})}
	room := s.attend(seat.Key, one)
	if room == nil {
		fail(w, http.StatusTooManyRequests, "Too many pages of this seat are open. Close one.")
		return
	}
	others := watchBeside(s, r, seat.Key, one)
	s.options.Notify()
	defer func() {
		s.leave(room, one, others)
		s.options.Notify()
	}()
	h := w.Header()
	h.Set("Content-Type", "text/event-stream")
	h.Set("X-Accel-Buffering", "no") // or some proxies keep messages back
	out := sender{w: w, control: http.NewResponseController(w)}
	hello := "retry: 1000\n\n"
	if of := r.FormValue("of"); of != "" && of != s.version { // the program is another one than that which the page is from
		hello += "event: renew\ndata: 0\n\n"
	}
	if out.send(hello) != nil {
		return
	}
	lines := linesAtOnce // of the log that it has, or more
	sent, had := s.pageOfDevice(room, r), map[string]bool{}
	beat := time.NewTicker(s.beat)
	defer beat.Stop()
	greeted := false // the page has heard that it shows the present
	for {
		now, text := s.current(room), ""
		if now != nil && now != sent {
			if data := difference(sent, now, &lines, had); data != nil {
				text = fmt.Sprintf("id: %s\ndata: %s\n\n", room.idOf(now), data)
			}
			sent = now
		}
		text += others.news(s)
		one.taken.Store(now)
		if text == "" && now != nil && !greeted {
			text = "event: beat\ndata: 0\n\n"
		}
		if text != "" {
			greeted = true
			if out.send(text) != nil {
				return
			}
		}
		select {
		case <-one.wake:
		case <-one.revoked:
			_ = out.send("event: gone\ndata: 0\n\n")
			return
		case <-beat.C:
			if out.send("event: beat\ndata: 0\n\n") != nil {
				return
			}
		case <-r.Context().Done():
			return
		case <-s.ctx.Done():
			return
		}
	}
}

// attend adds a stream to a room; nil if there are too many.
func (s *Server) attend(key string, one *stream) *room {
	s.mu.Lock()
	defer s.mu.Unlock()
	mine := 0
	room := s.enter(key)
	for each := range room.streams {
		if each.hash == one.hash {
			mine++
		}
	}
	if mine >= streamsPerSeat || s.streams >= streamsInAll {
		return nil
	}
	s.streams++
	room.streams[one] = true
	return room
}

// leave removes a stream from its room and from those of the device's other characters.
func (s *Server) leave(room *room, one *stream, others *otherSeats) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.streams--
	delete(room.streams, one)
	room.used = s.options.Clock()
	others.leave(s, one)
}

// current returns the latest page of room.
func (s *Server) current(room *room) *page {
	s.mu.Lock()
	defer s.mu.Unlock()
	return room.now
}

// pageOfDevice returns the present page of a room if a device has that, by the number of its last message or of the page that it loaded;
// else nil.
func (s *Server) pageOfDevice(room *room, r *http.Request) *page {
	now := s.current(room)
	if now == nil {
		return nil
	}
	if last := r.Header.Get("Last-Event-ID"); last != "" && last == room.idOf(now) || last == "" && r.FormValue("at") == room.idOf(now) {
		return now
	}
	return nil
}

// difference returns the update from the last page sent to a device, given its number of log lines and its parts, or the
// whole page if none was sent.
func difference(sent, now *page, lines *int, had map[string]bool) []byte {
	anew := false
	if sent != nil {
		drop, added, _ := added(sent.log, now.log)
		*lines += len(added) - drop
		anew = *lines < min(linesAtOnce/2, len(now.log)) // much was undone
	}
	m := changes(sent, now)
	if anew {
		m.Drop, m.Log, m.Parts[logPart] = 0, "", join(now.lastLines(math.MaxInt64))
	}
	if _, all := m.Parts[logPart]; all {
		*lines = linesAtOnce
	}
	if m.nothing() {
		return nil
	}
	m.shorten(sent, had)
	return m.data()
}

// sender sends messages on a stream; one that cannot be sent in time ends it.
type sender struct {
	w       http.ResponseWriter
	control *http.ResponseController
}

// send writes text to the device at once, or fails after writeTime.
func (o *sender) send(text string) error {
	_ = o.control.SetWriteDeadline(time.Now().Add(writeTime))
	if _, err := o.w.Write([]byte(text)); err != nil {
		return err
	}
	return o.control.Flush()
}
