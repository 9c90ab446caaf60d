package seats

import (
	"encoding/json"
	"errors"
	"mime"
	"net"
	"net/http"
	"strings"
)

// Helpers of the request handlers: the origin of a request, reading its body, and answering it.

// requestScheme returns the scheme that the browser sent a request with. Behind a proxy it is the one that the proxy reports.
func (s *Server) requestScheme(r *http.Request) string {
	if s.options.BehindProxy && r.Header.Get("X-Forwarded-Proto") == "https" {
		return "https"
	}
	return "http"
}

// requestAddress returns the address of the browser that sent a request.
func (s *Server) requestAddress(r *http.Request) string {
	if list := r.Header.Values("X-Forwarded-For"); s.options.BehindProxy && len(list) > 0 {
		last := list[len(list)-1]
		return strings.TrimSpace(last[strings.LastIndex(last, ",")+1:])
	}
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		return r.RemoteAddr
	}
	return host
}

// isJSON reports whether the body of r is declared as JSON.
func isJSON(r *http.Request) bool {
	kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	return err == nil && kind == "application/json"
}

// writeError answers with a status and one line of text.
func writeError(w http.ResponseWriter, status int, text string) { http.Error(w, text, status) }

// readJSON reads the body of a request and reports whether it succeeded; if not, it has answered the request with an error.
func readJSON(w http.ResponseWriter, r *http.Request, value any) bool {
	d := json.NewDecoder(r.Body)
	d.DisallowUnknownFields()
	if err := d.Decode(value); err != nil || d.More() {
		var large *http.MaxBytesError
		if errors.As(err, &large) {
			writeError(w, http.StatusRequestEntityTooLarge, "The text is too long. Shorten it.")
		} else {
			writeError(w, http.StatusBadRequest, "The request can't be read. Load the page again.")
		}
		return false
	}
	return true
}

// writeJSON writes value as the answer to a request.
func writeJSON(w http.ResponseWriter, value any) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(value)
}
