package seats

import (
	"context"
	"io"
	"math"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"time"

	"hybrid/gm/players"
)

// Pages and pictures that a device loads in full. The loop ([Loop]) runs functions in the goroutine that the session belongs to. A room
// (room.go) is the page of one character, shared by the devices that show it.

// serveSeatPage answers with a seat's page in its current state.
func (s *Server) serveSeatPage(w http.ResponseWriter, r *http.Request) {
	seat, ok := s.requestedSeat(r)
	if !ok {
		http.Redirect(w, r, "/", http.StatusSeeOther)
		return
	}
	s.mu.Lock()
	room, name := s.enterRoom(seat.Key), s.characterName(seat.Key)
	seats := s.deviceSeats(r)
	var own []players.Character
	for _, other := range seats {
		own = append(own, players.Character{Key: other.Key, Name: s.characterName(other.Key)})
	}
	s.mu.Unlock()
	ctx, cancel := context.WithTimeout(r.Context(), s.loopTimeout)
	defer cancel()
	select {
	case <-room.firstDraw:
	case <-ctx.Done():
		w.Header().Set("Retry-After", "2")
		writeError(w, http.StatusServiceUnavailable, "The table is busy. Try again in a moment.")
		return
	}
	now := s.latestPage(room)
	a := assets()
	v := seatView{Style: a.style, Script: a.script.path, At: room.pageToken(now), As: seat.Key, Of: s.version,
		Title: now.title, Parts: now.parts, Log: joinLines(now.lastLogLines(math.MaxInt64)), Most: players.MaxPassages}
	if len(own) > 1 {
		v.Seats = own
	}
	v.Steps = healthBars(now.levels)
	if v.Title == "Hybrid" {
		v.Title = name
	}
	if seat.Key == players.TableSeat {
		v.Style, v.Script, v.Overlay = a.tableStyle, a.tableScript.path, overlaySize(r)
		writePage(w, http.StatusOK, a.tablePages, "table", v)
		return
	}
	writePage(w, http.StatusOK, a.pages, "seat", v)
}

// serveEarlierLines answers with lines of the log that are older than the device's lines.
func (s *Server) serveEarlierLines(w http.ResponseWriter, r *http.Request) {
	seat, ok := seatOrRefuse(s, w, r)
	if !ok {
		return
	}
	before, _ := strconv.ParseInt(r.FormValue("before"), 10, 64)
	s.mu.Lock()
	room := s.rooms[seat.Key]
	var now *page
	if room != nil {
		now = room.latest
	}
	s.mu.Unlock()
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	if now != nil {
		_, _ = io.WriteString(w, string(joinLines(now.lastLogLines(before))))
	}
}

// overlaySize returns the size at which a table screen overlays another picture, as in a video stream; empty if it doesn't.
func overlaySize(r *http.Request) string {
	sizes, isOverlay := r.URL.Query()["overlay"]
	switch {
	case !isOverlay:
		return ""
	case slices.Contains([]string{"small", "large"}, sizes[0]):
		return sizes[0]
	}
	return "medium"
}

// serveTableScreen answers with the table screen, or asks for the code.
func (s *Server) serveTableScreen(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	isAdmitted := false
	for _, seat := range s.deviceSeats(r) {
		isAdmitted = isAdmitted || seat.Key == players.TableSeat
	}
	s.mu.Unlock()
	if isAdmitted {
		to := "/seat?as=" + url.QueryEscape(players.TableSeat)
		if size := overlaySize(r); size != "" {
			to += "&overlay=" + size
		}
		http.Redirect(w, r, to, http.StatusSeeOther)
		return
	}
	s.serveJoinPage(w, r)
}

// servePicture answers with a picture that the seat's page shows now. For any other picture it answers that there is none, so as to reveal
// nothing.
func (s *Server) servePicture(w http.ResponseWriter, r *http.Request) {
	hash := r.PathValue("hash")
	seat, ok := s.requestedSeat(r)
	s.mu.Lock()
	room := s.rooms[seat.Key]
	ok = ok && room != nil && room.latest != nil && slices.Contains(room.latest.pictures, hash)
	s.mu.Unlock()
	if !ok {
		http.NotFound(w, r)
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), s.loopTimeout)
	defer cancel()
	read, err := runInLoop(ctx, s.loop, func() func() ([]byte, string, error) { return players.Picture(s.session.Game(), seat.Key, hash) })
	if err != nil {
		writeError(w, http.StatusServiceUnavailable, busyText)
		return
	}
	if read == nil {
		http.NotFound(w, r)
		return
	}
	data, kind, err := read()
	if err != nil {
		writeError(w, http.StatusGone, "The picture is gone. Ask the game master to show it again.")
		return
	}
	if players.IsPortrait(hash) {
		w.Header().Set("Cache-Control", "private, max-age=86400, immutable") // another picture has another name
	}
	w.Header().Set("Content-Type", kind)
	w.Header().Set("Content-Length", strconv.Itoa(len(data)))
	_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(pictureTime))
	_, _ = w.Write(data)
}
