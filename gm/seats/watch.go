package seats

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"

	"hybrid/gm"
	"hybrid/gm/players"
)

// Links for spectators: anyone who opens one sees the table screen, without a code and without being admitted by the game master. A seat is
// the right of a device to play one character.

// watchPath is the path of links for spectators; the secret follows it.
const watchPath = "/watch/"

// spectators is the name of the devices that were let in by a link.
const spectators = "spectators"

// createSpectatorLink creates a link that shows the table screen to everyone who opens it, until the seats of that screen are revoked. All
// spectators share one seat and its limits. It must be called within the loop.
func (s *Server) createSpectatorLink() ([]string, error) {
	secret := randomText(16)
	s.mu.Lock()
	seating := s.seating
	seating.Seats = append(slices.Clone(seating.Seats), gm.Seat{Key: players.TableSeat, Player: spectators, Hash: hashSecret(secret), Since: s.options.Clock().UTC()})
	s.mu.Unlock()
	if err := s.session.KeepSeating(seating); err != nil {
		return nil, err
	}
	s.mu.Lock()
	s.seating = seating
	s.mu.Unlock()
	s.options.Notify()
	return []string{"Spectators open " + s.URL() + watchPath[1:] + secret, fmt.Sprintf("At most %d at once. `%s revoke %s` takes it back.", streamsPerSeat, Verb, players.TableSeat)}, nil
}

// admitSpectator lets a device in by a link, and forwards it to the screen. It can't use a redirection: browsers don't send a new cookie
// with one if the link is on another site's page.
func (s *Server) admitSpectator(w http.ResponseWriter, r *http.Request) {
	secret := r.PathValue("secret")
	hash := hashSecret(secret)
	s.mu.Lock()
	known := slices.ContainsFunc(s.seating.Seats, func(seat gm.Seat) bool { return seat.Hash == hash && seat.Key == players.TableSeat })
	s.mu.Unlock()
	if !known {
		writeError(w, http.StatusNotFound, "This link no longer works. Ask the game master for another.")
		return
	}
	s.addCookieSecret(w, r, secret)
	to := "/seat?as=" + players.TableSeat
	if size := overlaySize(r); size != "" {
		to += "&overlay=" + url.QueryEscape(size)
	}
	w.Header().Set("Refresh", "0; url="+to)
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	_, _ = fmt.Fprint(w, "<!doctype html><title>Hybrid</title><p>Opening the table’s screen …")
}
