package seats

import (
	"cmp"
	"fmt"
	"math"
	"net/http"
	"sync/atomic"
	"time"
)

// Streams of server-sent events, which tell devices the changes in their room (room.go): the page of a character, shared by all devices
// that show it. A mark is a short text about what the player of another of the device's characters must do next.

// stream is one open connection that sends changes to a device.
type stream struct {
	hash     string               // SHA-256 of the secret of the device's seat
	wake     chan struct{}        // channel with an element if there may be something to send
	revoked  chan struct{}        // channel that is closed when its seat is revoked
	lastPage atomic.Pointer[page] // page of the latest message; nil if none was sent
}

// signalNews wakes the stream, since there may be something to send.
func (t *stream) signalNews() {
	select {
	case t.wake <- struct{}{}:
	default:
	}
}

// endRevoked ends the stream because its seat is revoked. The server's mutex must be held.
func (t *stream) endRevoked() {
	select {
	case <-t.revoked:
	default:
		close(t.revoked)
	}
}

// serveEvents sends changes to a device until it leaves, its seat is revoked or the server closes.
func (s *Server) serveEvents(w http.ResponseWriter, r *http.Request) {
	seat, ok := seatOrRefuse(s, w, r)
	if !ok {
		return
	}
	device := &stream{hash: seat.Hash, wake: make(chan struct{}, 1), revoked: make(chan struct{})}
	room := s.addStream(seat.Key, device)
	if room == nil {
		writeError(w, http.StatusTooManyRequests, "Too many pages of this seat are open. Close one.")
		return
	}
	others := watchOtherSeats(s, r, seat.Key, device)
	s.options.Notify()
	defer func() {
		s.removeStream(room, device, others)
		s.options.Notify()
	}()
	out, err := s.startEvents(w, r)
	if err != nil {
		return
	}
	shown := deviceState{page: s.pageOfDevice(room, r), parts: map[string]bool{}, lines: linesAtOnce}
	beat := time.NewTicker(s.beatInterval)
	defer beat.Stop()
	for greeted := false; ; { // greeted: whether the device has been notified that its page is up to date
		now := s.latestPage(room)
		text := shown.updateTo(now, room) + others.changedMarks(s)
		device.lastPage.Store(now)
		if text == "" && now != nil && !greeted {
			text = heartbeatEvent
		}
		if text != "" {
			greeted = true
			if out.sendText(text) != nil {
				return
			}
		}
		select {
		case <-device.wake:
		case <-device.revoked:
			_ = out.sendText("event: gone\ndata: 0\n\n")
			return
		case <-beat.C:
			if out.sendText(heartbeatEvent) != nil {
				return
			}
		case <-r.Context().Done():
			return
		case <-s.ctx.Done():
			return
		}
	}
}

// heartbeatEvent is the message that keeps a stream open and says that the page is up to date.
const heartbeatEvent = "event: beat\ndata: 0\n\n"

// deviceState records which parts of its page a device shows, according to the messages that its stream has sent.
type deviceState struct {
	page  *page           // page that the device shows; nil if unknown
	parts map[string]bool // names of the parts that the device has, in the version of page
	lines int             // minimum number of log lines that the device has
}

// updateTo returns the message that makes the device show now, the latest page of room, and updates d to that page. It returns "" if the
// device shows that page already, or none was drawn yet.
func (d *deviceState) updateTo(now *page, room *room) string {
	if now == nil || now == d.page {
		return ""
	}
	data := updateForDevice(d.page, now, &d.lines, d.parts)
	d.page = now
	if data == nil {
		return ""
	}
	return fmt.Sprintf("id: %s\ndata: %s\n\n", room.pageToken(now), data)
}

// startEvents starts the HTTP response in which events are sent: its header, the time after which a device connects again, and the request
// to load the page again if it is from another version of the program. It returns the sender of the events.
func (s *Server) startEvents(w http.ResponseWriter, r *http.Request) (sender, error) {
	h := w.Header()
	h.Set("Content-Type", "text/event-stream")
	h.Set("X-Accel-Buffering", "no") // otherwise some proxies hold messages back
	hello := "retry: 1000\n\n"
	if version := r.FormValue("of"); version != "" && version != s.version {
		hello += "event: renew\ndata: 0\n\n"
	}
	out := sender{w: w, control: http.NewResponseController(w)}
	return out, out.sendText(hello)
}

// addStream adds a stream to a room, or returns nil if there are too many.
func (s *Server) addStream(key string, device *stream) *room {
	s.mu.Lock()
	defer s.mu.Unlock()
	count := 0 // streams of the same seat
	room := s.enterRoom(key)
	for each := range room.streams {
		if each.hash == device.hash {
			count++
		}
	}
	if count >= streamsPerSeat || s.streams >= maxStreams {
		return nil
	}
	s.streams++
	room.streams[device] = true
	return room
}

// removeStream removes a stream from its room and from those of the device's other characters.
func (s *Server) removeStream(room *room, device *stream, others *otherSeats) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.streams--
	delete(room.streams, device)
	room.lastUsed = s.options.Clock()
	others.stopWatching(s, device)
}

// latestPage returns the latest page of a room.
func (s *Server) latestPage(room *room) *page {
	s.mu.Lock()
	defer s.mu.Unlock()
	return room.latest
}

// pageOfDevice returns the current page of a room if the device has it already, judged by the number of its last message or of the page
// that it loaded; otherwise nil.
func (s *Server) pageOfDevice(room *room, r *http.Request) *page {
	now := s.latestPage(room)
	if now == nil {
		return nil
	}
	if cmp.Or(r.Header.Get("Last-Event-ID"), r.FormValue("at")) == room.pageToken(now) {
		return now
	}
	return nil
}

// updateForDevice returns the update that turns sent, the last page that the device got, into now, or the whole page if sent is nil. lines
// is the device's number of log lines, and had has the names of its parts; both are updated.
func updateForDevice(sent, now *page, lines *int, had map[string]bool) []byte {
	fewLines := false
	if sent != nil {
		drop, added, _ := addedLines(sent.log, now.log)
		*lines += len(added) - drop
		fewLines = *lines < min(linesAtOnce/2, len(now.log)) // many entries were undone
	}
	m := pageChanges(sent, now)
	if fewLines {
		m.Drop, m.Log, m.Parts[logPart] = 0, "", joinLines(now.lastLogLines(math.MaxInt64))
	}
	if _, replacesLog := m.Parts[logPart]; replacesLog {
		*lines = linesAtOnce
	}
	if m.isEmpty() {
		return nil
	}
	m.useEdits(sent, had)
	return m.encodeUpdate()
}

// sender sends messages on a stream. A message that can't be sent in time ends the stream.
type sender struct {
	w       http.ResponseWriter      // HTTP response that the messages are written to
	control *http.ResponseController // sets deadlines and flushes
}

// sendText writes text to the device at once, or fails after writeTime.
func (o *sender) sendText(text string) error {
	_ = o.control.SetWriteDeadline(time.Now().Add(writeTime))
	if _, err := o.w.Write([]byte(text)); err != nil {
		return err
	}
	return o.control.Flush()
}
