package seats

import (
	"net"
	"net/http"
	"slices"
	"strings"
	"time"
)

// The entrance for every request, which checks its origin, its size and the rate of requests. A seat is the right of a device to play one
// character.

// ServeHTTP serves a browser's request, unless another site's page or a stranger made it.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cache-Control", "no-store")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	host := strings.ToLower(r.Host)
	if !slices.Contains(s.hosts, host) {
		h.Set("Content-Security-Policy", "default-src 'none'")
		writeError(w, http.StatusMisdirectedRequest, "These seats have another address. Ask the game master for the link.")
		return
	}
	h.Set("Content-Security-Policy", securityPolicy(s.requestScheme(r)+"://"+host))
	switch {
	case r.Method == http.MethodPost && !s.isSameOrigin(r, host):
		writeError(w, http.StatusForbidden, "Another page sent this. Open the table's page again.")
	case r.Method == http.MethodPost && !isJSON(r):
		writeError(w, http.StatusUnsupportedMediaType, "The request isn't JSON.")
	case !s.withinLimits(r):
		w.Header().Set("Retry-After", "1")
		writeError(w, http.StatusTooManyRequests, "Too many requests. Wait a moment.")
	default:
		limit := int64(bodyBytes)
		if r.URL.Path == notesPath {
			limit = notesBytes
		}
		r.Body = http.MaxBytesReader(w, r.Body, limit)
		if r.Method == http.MethodPost {
			_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(bodyTime))
		}
		s.mux.ServeHTTP(w, r)
	}
}

// isSameOrigin reports whether a page of this server sent a request. Browsers send Origin with every POST; their other headers about the
// origin are sent only over TLS.
func (s *Server) isSameOrigin(r *http.Request, host string) bool {
	site := r.Header.Get("Sec-Fetch-Site")
	return (site == "" || site == "same-origin") && strings.EqualFold(r.Header.Get("Origin"), s.requestScheme(r)+"://"+host)
}

// withinLimits counts a request, records that its device has been in contact, and reports whether the request is within the limit of its
// seat, or of its address if it has no seat.
func (s *Server) withinLimits(r *http.Request) bool {
	key := "at " + s.requestAddress(r)
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.options.Clock()
	list := s.deviceSeats(r)
	if len(list) > 0 {
		key = list[0].Hash
		for _, seat := range list {
			s.lastContact[seat.Hash] = now
		}
	}
	if c, ok := r.Context().Value(connKey{}).(net.Conn); ok {
		s.connections.markServing(c, len(list) > 0)
	}
	if strings.HasPrefix(r.URL.Path, picturePath) {
		key = "pictures of " + key // a page with many faces loads many at once
	}
	return s.requests.allowRequest(key, now)
}
