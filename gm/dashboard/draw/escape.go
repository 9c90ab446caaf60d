package draw

import (
	"strings"
	"time"

	"github.com/gdamore/tcell/v2"
)

// escapeRest is how long after an escape the rest of a key that begins with one may come. A terminal sends all of it at once;
// where a connection parts it, the rest is there sooner than a hand presses the next key.
const escapeRest = 10 * time.Millisecond

// escaping is a terminal that says the key Esc in the words of the keyboard protocol that have an end: tcell waits 60 ms for
// what may follow an escape. Should the rest of another key follow after all, that key is told behind the Esc, and nothing
// of it is taken for what was typed.
type escaping struct {
	tcell.Tty
	now      func() time.Time
	escapeAt time.Time // when Esc was
}

const (
	escape    = "\x1b"
	escapeKey = "\x1b[27u"
)

func (t *escaping) Read(b []byte) (int, error) {
	n, err := t.Tty.Read(b)
	switch got := string(b[:n]); {
	case err != nil:
	case got == escape && len(b) >= len(escapeKey):
		n, t.escapeAt = copy(b, escapeKey), t.now()
	case isRest(got) && n < len(b) && t.now().Sub(t.escapeAt) < escapeRest:
		n = copy(b, escape+got)
	}
	return n, err
}

// isRest reports whether this may be a key that begins with an escape, without that.
func isRest(got string) bool {
	return len(got) > 1 && (strings.HasPrefix(got, "[") || strings.HasPrefix(got, "O"))
}
