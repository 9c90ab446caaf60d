package draw

import (
	"time"

	"github.com/gdamore/tcell/v2"
)

// escapeWait is how long the rest of a key that begins with an escape may be away. tcell waits 60 ms for it; a terminal sends
// it at once.
const escapeWait = 10 * time.Millisecond

// escaping is a terminal that says the key Esc, when nothing follows it, in the words of the keyboard protocol that have an
// end, so that tcell need not wait.
type escaping struct {
	tcell.Tty
	follows func() bool // reports whether there is more to read, after waiting for it
}

const (
	escape    = "\x1b"
	escapeKey = "\x1b[27u"
)

func (t escaping) Read(b []byte) (int, error) {
	n, err := t.Tty.Read(b)
	if err == nil && string(b[:n]) == escape && len(b) >= len(escapeKey) && !t.follows() {
		n = copy(b, escapeKey)
	}
	return n, err
}
