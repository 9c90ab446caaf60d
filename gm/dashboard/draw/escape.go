package draw

import (
	"bytes"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/gdamore/tcell/v2"
)

// What a terminal sends, put into words that tcell reads: the keys Esc and Alt, bytes that are no UTF-8, old mouse reports and the
// colour of the background.

// escapeRest is how long after an escape the rest of a key that begins with one may come. A terminal sends all of it at once;
// where a connection parts it, the rest is there sooner than a hand presses the next key.
const escapeRest = 10 * time.Millisecond

// escaping is a terminal that says the key Esc in the words of the keyboard protocol that have an end: tcell waits 60 ms for
// what may follow an escape. Should the rest of another key follow after all, that key is told behind the Esc, and nothing
// of it is taken for what was typed. Of what tcell would wait for in vain nothing is passed on.
type escaping struct {
	tcell.Tty
	now      func() time.Time
	escapeAt time.Time        // when Esc was
	raw      []byte           // read, and not complete yet
	ready    []byte           // to be passed on
	light    func(light bool) // is called when the terminal says whether its background is light; may be nil
}

const (
	escape    = "\x1b"
	escapeKey = "\x1b[27u"

	oldMouse      = "\x1b[M"   // is followed by the button, the column and the row, in a byte each
	background    = "\x1b]11;" // is followed by the colour
	askBackground = "\x1b]11;?\a"
	maxReply      = 64         // bytes of an answer of the terminal
	beginners     = "]NPX^_\\" // what tcell takes for the beginning of more behind an escape
)

// Start begins to read. Nothing is left of what was read before.
func (t *escaping) Start() error {
	t.raw, t.ready = nil, nil
	return t.Tty.Start()
}

// Read reads what is complete.
func (t *escaping) Read(b []byte) (int, error) {
	for len(t.ready) == 0 {
		chunk := make([]byte, 256)
		n, err := t.Tty.Read(chunk)
		if err != nil || n == 0 {
			return 0, err
		}
		t.take(string(chunk[:n]))
	}
	n := copy(b, t.ready)
	t.ready = t.ready[n:]
	return n, nil
}

// take takes what was sent at once.
func (t *escaping) take(got string) {
	switch {
	case strings.Trim(got, escape) == "" && len(t.raw) == 0:
		t.ready, t.escapeAt = append(t.ready, strings.Repeat(escapeKey, len(got))...), t.now()
		return
	case len(got) == 2 && got[0] == escape[0] && strings.Contains(beginners, got[1:]):
		t.ready = fmt.Appendf(t.ready, "\x1b[%d;3u", got[1]) // Alt and that character
		return
	case isRest(got) && t.now().Sub(t.escapeAt) < escapeRest:
		got = escape + got
	}
	t.raw = append(t.raw, got...)
	for len(t.raw) > 0 {
		n, complete := t.next()
		if !complete {
			return
		}
		t.raw = t.raw[n:]
	}
}

// next passes on what raw begins with, and returns the number of its bytes; complete is false if the rest of it is to come.
func (t *escaping) next() (n int, complete bool) {
	raw := t.raw
	switch {
	case bytes.HasPrefix(raw, []byte(oldMouse)):
		if len(raw) < len(oldMouse)+3 {
			return 0, false
		}
		button, x, y := int(raw[3])-' ', int(raw[4])-' ', int(raw[5])-' '
		end := "M"
		if button&0x63 == 3 {
			end = "m" // released
		}
		t.ready = fmt.Appendf(t.ready, "\x1b[<%d;%d;%d%s", button, x, y, end)
		return len(oldMouse) + 3, true
	case bytes.HasPrefix(raw, []byte(background)):
		end := bytes.IndexAny(raw, "\a\\")
		if end < 0 {
			return len(raw), len(raw) > maxReply
		}
		light, ok := isLight(strings.TrimRight(string(raw[len(background):end]), escape))
		if ok && t.light != nil {
			t.light(light)
		}
		return end + 1, true
	case !utf8.FullRune(raw):
		return 0, false
	}
	r, n := utf8.DecodeRune(raw)
	if r != utf8.RuneError || n > 1 {
		t.ready = append(t.ready, raw[:n]...)
	}
	return n, true
}

// isRest reports whether this may be a key that begins with an escape, without that.
func isRest(got string) bool {
	return len(got) > 1 && (strings.HasPrefix(got, "[") || strings.HasPrefix(got, "O"))
}

// isLight reports whether a colour is nearer to white than to black, as a terminal names it: rgb:RRRR/GGGG/BBBB, each of one to
// four hexadecimal digits.
func isLight(colour string) (light, ok bool) {
	parts := strings.Split(strings.TrimPrefix(strings.TrimPrefix(colour, "rgba:"), "rgb:"), "/")
	if len(parts) < 3 {
		return false, false
	}
	sum := 0.0
	for i, weight := range []float64{0.299, 0.587, 0.114} {
		var value int
		if _, err := fmt.Sscanf(parts[i], "%x", &value); err != nil || len(parts[i]) > 4 {
			return false, false
		}
		sum += weight * float64(value) / float64(int(1)<<(4*len(parts[i]))-1)
	}
	return sum > 0.5, true
}

// lightBackground reports whether the variable COLORFGBG says that the background of the terminal is light: its last part is the
// number of the background's colour.
func lightBackground(variable string) bool {
	number := variable[strings.LastIndex(variable, ";")+1:]
	return strings.Contains(variable, ";") && (number == "7" || number == "15")
}
