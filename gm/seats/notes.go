package seats

import (
	"context"
	"net/http"
)

// The notes that players write for themselves: only devices of their seat get them, and only on request. A seat is the right of a device to
// play one character. The loop ([Loop]) runs functions in the goroutine that the session belongs to.

// notesPath is the route for a seat's own notes.
const notesPath = "/seat/notes"

// serveNotes answers with a seat's own notes, to be edited.
func (s *Server) serveNotes(w http.ResponseWriter, r *http.Request) {
	s.answerWithNotes(w, r, func(key string) (string, error) { return s.session.NotesOfPlayer(key), nil })
}

// saveNotes saves a seat's own notes.
func (s *Server) saveNotes(w http.ResponseWriter, r *http.Request) {
	var request struct{ Text string }
	if readJSON(w, r, &request) {
		s.answerWithNotes(w, r, func(key string) (string, error) { return s.session.SavePlayerNotes(key, request.Text) })
	}
}

// answerWithNotes answers with the notes that do returns for the seat of a request, given by its key. do runs within the loop.
func (s *Server) answerWithNotes(w http.ResponseWriter, r *http.Request, do func(key string) (string, error)) {
	seat, ok := seatOrRefuse(s, w, r)
	if !ok {
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), s.loopTimeout)
	defer cancel()
	var text string
	err, late := runInLoop(ctx, s.loop, func() (err error) {
		text, err = do(seat.Key)
		return err
	})
	if late != nil || err != nil {
		writeError(w, http.StatusServiceUnavailable, busyText)
		return
	}
	writePage(w, http.StatusOK, assets().pages, "notes", text)
}
