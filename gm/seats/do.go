package seats

import (
	"context"
	"errors"
	"net/http"

	"hybrid/gm"
	"hybrid/gm/players"
)

// Replies to questions: checked against the open question, and passed on to the session. The loop ([Loop]) runs functions in the goroutine
// that the session belongs to.

// reply is a device's reply to the question on its page, decoded from JSON.
type reply struct {
	Question int64          // number of the question on the page
	Choice   string         // name of the chosen answer
	Ticks    []players.Tick // ticked options of the answer
	Text     string         // face of a die as typed, or the requested number or faces
	Roll     bool           // whether the program rolls this die
	Rest     bool           // whether the program rolls this die and all later ones
}

// byProgram stands in place of the face of a die that the program rolls.
const byProgram = -1

// Messages to a device whose reply is rejected. The engine's own error texts are for the game master.
const (
	settledText = "This was already answered."
	dieText     = "This die has no such face."
	refusedText = "This isn't possible now. Ask the game master."
	busyText    = "The table is busy. Try again."
)

// handleReply carries out the reply of a device. Of several replies the first valid one counts.
func (s *Server) handleReply(w http.ResponseWriter, r *http.Request) {
	seat, ok := seatOrRefuse(s, w, r)
	if !ok {
		return
	}
	var typed reply
	if !readJSON(w, r, &typed) {
		return
	}
	id, status, refused := s.resolveReply(seat.Key, &typed)
	if refused == "" && !s.beginErrand(errand{device: seat.Hash}) {
		status, refused = http.StatusTooManyRequests, busyText
	}
	if refused != "" {
		writeError(w, status, refused)
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), s.loopTimeout)
	defer cancel()
	err, late := runInLoop(ctx, s.loop, func() error {
		defer s.endErrand(errand{device: seat.Hash})
		return s.replyToSession(id, &typed)
	})
	switch {
	case late != nil:
		writeError(w, http.StatusServiceUnavailable, busyText)
	case errors.Is(err, gm.ErrSettled):
		writeError(w, http.StatusConflict, settledText)
	case err != nil && typed.Text != "":
		writeError(w, http.StatusUnprocessableEntity, dieText)
	case err != nil:
		writeError(w, http.StatusUnprocessableEntity, refusedText)
	default:
		writeJSON(w, map[string]string{"state": "done"})
	}
}

// resolveReply returns the session's number of the question that typed answers, and turns the choice and ticks in typed into the text of an
// answer. If that question isn't open or typed doesn't answer it, it returns an HTTP status and a message.
func (s *Server) resolveReply(key string, typed *reply) (id int64, status int, refused string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	room := s.rooms[key]
	if room == nil || room.question.id == 0 || room.question.number != typed.Question {
		return 0, http.StatusConflict, settledText
	}
	if question := room.question.content; question.Die == 0 {
		answer, offered := question.Answer(typed.Choice, typed.Text, typed.Ticks)
		if !offered || typed.Roll || typed.Rest {
			return 0, http.StatusUnprocessableEntity, refusedText
		}
		*typed = reply{Choice: answer}
	} else if typed.Choice != "" {
		return 0, http.StatusUnprocessableEntity, refusedText
	}
	return room.question.id, 0, ""
}

// replyToSession passes a reply on to the session. It isn't an error if the session then asks another question.
func (s *Server) replyToSession(id int64, typed *reply) error {
	answer := gm.Reply{Choice: typed.Choice, Text: typed.Text, Rest: typed.Rest}
	if typed.Roll {
		answer.Faces = []int{byProgram}
	}
	_, err := s.options.RunForSeat(func(session *gm.Session) (gm.Entry, error) { return session.Reply(id, answer) })
	if err == nil || errors.Is(err, gm.ErrSettled) {
		return err
	}
	if open := s.session.OpenQuestion(); open != nil && open.ID != id {
		return nil
	}
	return err
}

// errand identifies a job of a device, by its hash, that waits for the loop. Jobs that only read have a place of their own, so that a
// preview never delays an answer.
type errand struct {
	device    string // hash of the device's secret
	readsOnly bool   // whether it only reads
}

// beginErrand registers an errand, and reports whether none like it was waiting for the loop.
func (s *Server) beginErrand(e errand) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.busyErrands[e] {
		return false
	}
	s.busyErrands[e] = true
	return true
}

// endErrand lets errands like e be registered again.
func (s *Server) endErrand(e errand) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.busyErrands, e)
}
