package seats

import (
	"cmp"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"hybrid/gm"
	"hybrid/gm/players"
	"hybrid/rules/collect"
)

// Letting devices in: the code, which changes each evening of play, requests to join, secrets in cookies, and revoking seats. A seat is the
// right of a device to play one character. The loop ([Loop]) runs functions in the goroutine that the session belongs to.

// The form of codes.
const (
	codeLetters = "ABCDEFGHJKLMNPQRSTUVWXYZ" // without I and O, which resemble 1 and 0
	codeLength  = 6                          // number of letters of a code
)

// cookieName is the name of the cookie with the secrets of a device, one for each of its seats.
const cookieName = "seats"

// JoinRequest is a request of a device to be let in.
type JoinRequest struct {
	ID        int64     // number with which the game master accepts or declines it
	Key       string    // key of the requested character
	Character string    // name of that character
	Player    string    // player's name as typed
	From      string    // address of the device
	Since     time.Time // time of the request
	hash      string    // SHA-256 of the secret in the device's cookie
}

// SeatedCharacter is a character with the devices that were let in to play it.
type SeatedCharacter struct {
	Key       string    // key of the character
	Character string    // name of the character
	Players   []string  // names of the players, as typed on their devices
	Devices   int       // number of devices
	Open      int       // number of these devices with an open page
	Last      time.Time // time of the latest contact; zero if there was none since the seats were opened
}

// randomText returns n random bytes in hexadecimal.
func randomText(n int) string {
	secret := make([]byte, n)
	_, _ = rand.Read(secret) // it never fails
	return hex.EncodeToString(secret)
}

// hashSecret returns the hash of a device's secret, which is stored instead of the secret.
func hashSecret(secret string) string {
	sum := sha256.Sum256([]byte(secret))
	return hex.EncodeToString(sum[:])
}

// renewCode generates the evening's code if there is none yet.
func (s *Server) renewCode() error {
	if s.seating.Code != "" && s.seating.Evening == s.session.EveningNumber() {
		return nil
	}
	s.seating.Evening, s.seating.Code = s.session.EveningNumber(), randomCode()
	return s.session.KeepSeating(s.seating)
}

// randomCode returns a code of random letters, all of them equally likely.
func randomCode() string {
	code := make([]byte, 0, codeLength)
	for random := [1]byte{}; len(code) < cap(code); {
		_, _ = rand.Read(random[:])
		if n := len(codeLetters); int(random[0]) < 256/n*n { // larger bytes would make some letters likelier
			code = append(code, codeLetters[int(random[0])%n])
		}
	}
	return string(code)
}

// Code returns this evening's code.
func (s *Server) Code() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.seating.Code
}

// updateCharacters updates the characters that a device may ask for. It must be called within the session's event loop.
func (s *Server) updateCharacters() {
	list := players.Characters(s.session)
	names := map[string]string{}
	for _, c := range list {
		names[c.Key] = c.Name
	}
	s.mu.Lock()
	s.names, s.cast = names, list
	s.mu.Unlock()
}

// deviceSeats returns the seats of the device that sent a request, in the order in which it got them. The mutex must be held.
func (s *Server) deviceSeats(r *http.Request) (list []gm.Seat) {
	for _, hash := range cookieHashes(r) {
		list = append(list, collect.Filter(s.seating.Seats, func(seat gm.Seat) bool { return seat.Hash == hash })...)
	}
	return list
}

// maxSeats is the largest number of seats of a device.
const maxSeats = 8

// cookieSecrets returns the secrets of the seats in the cookie of r.
func cookieSecrets(r *http.Request) []string {
	cookie, err := r.Cookie(cookieName)
	if err != nil || cookie.Value == "" {
		return nil
	}
	list := strings.Split(cookie.Value, ".")
	return list[:min(len(list), maxSeats)]
}

// cookieHashes returns the hashes of the secrets in the cookie of r.
func cookieHashes(r *http.Request) (list []string) {
	return collect.Map(cookieSecrets(r), hashSecret)
}

// requestedSeat returns the seat that a request is about: the one named by its parameter `as`, or else the device's first. ok is false if
// the device has none.
func (s *Server) requestedSeat(r *http.Request) (seat gm.Seat, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	as := r.FormValue("as")
	return collect.Find(s.deviceSeats(r), func(seat gm.Seat) bool { return as == "" || seat.Key == as })
}

// seatOrRefuse returns the seat that a request is from. If there is none, it refuses the request.
func seatOrRefuse(s *Server, w http.ResponseWriter, r *http.Request) (seat gm.Seat, ok bool) {
	if seat, ok = s.requestedSeat(r); !ok {
		writeError(w, http.StatusForbidden, "This seat is no longer yours. Ask to join again.")
	}
	return seat, ok
}

// isRightCode reports whether a code is this evening's. Wrong codes are counted; after too many, codes are ignored for a while, and silent
// is true. A device that was let in is exempt from this.
func (s *Server) isRightCode(r *http.Request, code string) (right, silent bool) {
	code = strings.ToUpper(strings.Join(strings.Fields(code), ""))
	s.mu.Lock()
	defer s.mu.Unlock()
	addr, now, stranger := s.requestAddress(r), s.options.Clock(), len(s.deviceSeats(r)) == 0
	if stranger && s.wrongCodes.isSilenced(addr, now) {
		return false, true
	}
	if code == s.seating.Code {
		return true, false
	}
	if stranger {
		s.wrongCodes.countWrongCode(addr, now)
	}
	return false, false
}

// Messages to a device whose code is rejected.
const (
	silentText = "Too many wrong codes. Wait a minute."
	wrongText  = "This isn't tonight's code. The game master has it on the screen."
)

// serveJoinPage asks for the code. A code in the address is only filled in: a link on a foreign page must not count as a guess.
func (s *Server) serveJoinPage(w http.ResponseWriter, r *http.Request) {
	code := strings.ToUpper(cmp.Or(r.PathValue("code"), r.FormValue("code")))
	status := http.StatusOK
	if code != "" && (len(code) != codeLength || strings.Trim(code, codeLetters) != "") { // not a code; perhaps a browser asks for an icon
		status, code = http.StatusNotFound, ""
	}
	view := joinView{Style: assets().joinStyle, Script: assets().script.path, Code: code, Table: players.TableSeat, Screen: r.URL.Path == players.TableSeat}
	writePage(w, status, assets().pages, "join", view)
}

// codeOrRefuse reports whether a code is this evening's, as isRightCode does; if not, it refuses the request.
func (s *Server) codeOrRefuse(w http.ResponseWriter, r *http.Request, code string) bool {
	right, silent := s.isRightCode(r, code)
	switch {
	case silent:
		writeError(w, http.StatusTooManyRequests, silentText)
	case !right:
		writeError(w, http.StatusForbidden, wrongText)
	}
	return right
}

// enterCode checks a code from the page, and answers the right one with the part of the page that asks for a character and the player's
// name.
func (s *Server) enterCode(w http.ResponseWriter, r *http.Request) {
	var request struct {
		Code   string
		Screen bool
	}
	if !readJSON(w, r, &request) {
		return
	}
	if !s.codeOrRefuse(w, r, request.Code) {
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), s.loopTimeout)
	defer cancel()
	_, _ = runInLoop(ctx, s.loop, func() bool { s.updateCharacters(); return true }) // if this fails, the earlier names stay
	writePage(w, http.StatusOK, assets().pages, "entered", joinView{Code: s.Code(), Table: players.TableSeat, Screen: request.Screen, Characters: s.joinableCharacters()})
}

// joinableCharacters returns the characters that a device can ask for, by name.
func (s *Server) joinableCharacters() (list []players.Character) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for key, name := range s.names {
		list = append(list, players.Character{Key: key, Name: name})
	}
	slices.SortFunc(list, func(a, b players.Character) int { return strings.Compare(a.Name, b.Name) })
	return list
}

// handleJoin stores a device's request for a character. The secret that it puts into the device's cookie is valid once the game master
// accepts.
func (s *Server) handleJoin(w http.ResponseWriter, r *http.Request) {
	var ask struct{ Code, Key, Player string }
	if !readJSON(w, r, &ask) {
		return
	}
	if !s.codeOrRefuse(w, r, ask.Code) {
		return
	}
	secret := randomText(16)
	if status, refused := s.addJoinRequest(r, ask.Key, gm.CleanText(ask.Player, maxNameLength), hashSecret(secret)); refused != "" {
		writeError(w, status, refused)
		return
	}
	s.addCookieSecret(w, r, secret)
	writeJSON(w, map[string]string{"state": "waiting", "as": ask.Key})
	s.options.Notify()
}

// addCookieSecret gives a device a secret in addition to its valid ones. The seat of the newest secret is shown.
func (s *Server) addCookieSecret(w http.ResponseWriter, r *http.Request, secret string) {
	secrets := append([]string{secret}, slices.DeleteFunc(s.validSecrets(r), func(other string) bool { return other == secret })...)
	http.SetCookie(w, &http.Cookie{Name: cookieName, Value: strings.Join(secrets[:min(len(secrets), maxSeats)], "."), Path: "/",
		HttpOnly: true, SameSite: http.SameSiteStrictMode, Secure: s.requestScheme(r) == "https", MaxAge: 400 * 24 * 3600})
}

// validSecrets returns the valid secrets of a device.
func (s *Server) validSecrets(r *http.Request) (list []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, secret := range cookieSecrets(r) {
		if slices.ContainsFunc(s.seating.Seats, func(seat gm.Seat) bool { return seat.Hash == hashSecret(secret) }) {
			list = append(list, secret)
		}
	}
	return list
}

// addJoinRequest adds a request to join, or returns a status and the reason for refusing it.
func (s *Server) addJoinRequest(r *http.Request, key, player, hash string) (status int, refused string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	now, from := s.options.Clock(), s.requestAddress(r)
	s.joinRequests = slices.DeleteFunc(s.joinRequests, func(a *JoinRequest) bool {
		return now.Sub(a.Since) > joinTime || a.From == from && a.Key == key && slices.Contains(cookieHashes(r), a.hash)
	})
	_, known := s.names[key]
	switch {
	case !known && key != players.TableSeat:
		return http.StatusNotFound, "This character isn't in the campaign. Choose another."
	case player == "":
		return http.StatusBadRequest, "Enter your name, so the game master knows who you are."
	}
	s.joinRequests = dropOldestRequest(s.joinRequests, from)
	s.joinRequestCount++
	s.joinRequests = append(s.joinRequests, &JoinRequest{ID: s.joinRequestCount, Key: key, Character: s.characterName(key), Player: player, From: from, Since: now, hash: hash})
	return 0, ""
}

// reportJoinResult tells a device whether it was let in.
func (s *Server) reportJoinResult(w http.ResponseWriter, r *http.Request) {
	state := "no"
	if _, ok := s.requestedSeat(r); ok {
		state = "in"
	} else if s.isWaiting(r) {
		state = "waiting"
	}
	writeJSON(w, map[string]string{"state": state})
}

// isWaiting reports whether this device has asked for a seat and has no answer yet.
func (s *Server) isWaiting(r *http.Request) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	hashes := cookieHashes(r)
	return slices.ContainsFunc(s.joinRequests, func(a *JoinRequest) bool { return slices.Contains(hashes, a.hash) })
}

// JoinRequests lists the devices that wait to be let in, the earliest first.
func (s *Server) JoinRequests() (list []JoinRequest) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return collect.Map(s.joinRequests, func(a *JoinRequest) JoinRequest { return *a })
}

// ListSeated lists the characters with devices that were let in.
func (s *Server) ListSeated() (list []SeatedCharacter) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, seat := range s.seating.Seats {
		i := slices.IndexFunc(list, func(seated SeatedCharacter) bool { return seated.Key == seat.Key })
		if i < 0 {
			i = len(list)
			list = append(list, SeatedCharacter{Key: seat.Key, Character: s.characterName(seat.Key)})
			if room := s.rooms[seat.Key]; room != nil {
				list[i].Open = len(room.streams)
			}
		}
		seated := &list[i]
		seated.Devices++
		if last := s.lastContact[seat.Hash]; last.After(seated.Last) {
			seated.Last = last
		}
		if !slices.Contains(seated.Players, seat.Player) {
			seated.Players = append(seated.Players, seat.Player)
		}
	}
	return list
}

// charactersOfPlayer returns a character and the other characters of the same player, by the names in the character files. The mutex must
// be held.
func (s *Server) charactersOfPlayer(key string) (keys []string) {
	keys = []string{key}
	i := slices.IndexFunc(s.cast, func(c players.Character) bool { return c.Key == key })
	if i < 0 {
		return keys
	}
	for _, c := range s.cast {
		if c.Key != key && c.Player == s.cast[i].Player {
			keys = append(keys, c.Key)
		}
	}
	return keys
}

// Accept lets a device in, for all characters of the same player. It must be called within the loop.
func (s *Server) Accept(id int64) error {
	s.mu.Lock()
	i := slices.IndexFunc(s.joinRequests, func(a *JoinRequest) bool { return a.ID == id })
	if i < 0 {
		s.mu.Unlock()
		return fmt.Errorf("This player no longer asks to join.")
	}
	a := s.joinRequests[i]
	seating := s.seating
	seating.Seats = slices.Clone(seating.Seats)
	for _, key := range s.charactersOfPlayer(a.Key) {
		seating.Seats = append(seating.Seats, gm.Seat{Key: key, Player: a.Player, Hash: a.hash, Since: s.options.Clock().UTC(), Evening: s.session.EveningNumber()})
	}
	s.mu.Unlock()
	if err := s.session.KeepSeating(seating); err != nil {
		return err
	}
	s.mu.Lock()
	s.seating = seating
	s.joinRequests = slices.DeleteFunc(s.joinRequests, func(one *JoinRequest) bool { return one == a })
	s.mu.Unlock()
	s.options.Notify()
	return nil
}

// Decline refuses to let a device in.
func (s *Server) Decline(id int64) {
	s.mu.Lock()
	s.joinRequests = slices.DeleteFunc(s.joinRequests, func(a *JoinRequest) bool { return a.ID == id })
	s.mu.Unlock()
	s.options.Notify()
}

// Revoke removes all seats of the devices that have one of a character, or of all devices if key is empty, and returns the number of those
// devices. Their pages go blank. It must be called within the loop.
func (s *Server) Revoke(key string) (n int, err error) {
	s.mu.Lock()
	seating := s.seating
	revoked := map[string]bool{}
	for _, seat := range seating.Seats {
		if key == "" || seat.Key == key {
			revoked[seat.Hash] = true
		}
	}
	seating.Seats = slices.DeleteFunc(slices.Clone(seating.Seats), func(seat gm.Seat) bool { return revoked[seat.Hash] })
	s.mu.Unlock()
	if err := s.session.KeepSeating(seating); err != nil {
		return 0, err
	}
	s.mu.Lock()
	s.seating = seating
	for _, room := range s.rooms {
		for device := range room.streams {
			if revoked[device.hash] {
				device.endRevoked()
			}
		}
	}
	s.mu.Unlock()
	s.options.Notify()
	return len(revoked), nil
}
