package draw

import (
	"bytes"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/gdamore/tcell/v2"
)

// A terminal sends a key that is not a character as a sequence: the escape character and further bytes. The key Esc is the escape character
// alone. This file translates input into sequences that tcell reads without waiting: the keys Esc and Alt, and old mouse reports. It drops
// invalid UTF-8, and removes the terminal's reply about the colour of its background.

// maxEscapeGap is the longest time between the escape character and the rest of a key's sequence. A terminal sends both at once; if the
// connection splits them, the rest still arrives before anyone can press the next key.
const maxEscapeGap = 10 * time.Millisecond

// escapeTranslator is a terminal whose key Esc is reported as a sequence of the keyboard protocol, which has an end. For a bare escape
// character, tcell would wait 60 ms for further bytes. If the rest of another key's sequence follows the Esc after all, that key is
// reported as well, so that its bytes aren't taken for typed characters.
type escapeTranslator struct {
	tcell.Tty
	now      func() time.Time // returns the current time
	escapeAt time.Time        // time when the last Esc was read
	raw      []byte           // bytes read from the terminal that are not a complete sequence yet
	ready    []byte           // translated bytes that tcell has not read yet
	light    func(light bool) // called when the terminal reports whether its background is light; may be nil
}

// Sequences of the terminal, and their parts.
const (
	escape    = "\x1b"     // the escape character
	escapeKey = "\x1b[27u" // the key Esc in the keyboard protocol

	oldMouse       = "\x1b[M"      // beginning of a mouse report; followed by the button, the column and the row, one byte each
	background     = "\x1b]11;"    // beginning of a report of the background; followed by the colour
	askBackground  = "\x1b]11;?\a" // asks the terminal for the colour of its background
	maxReply       = 64            // length in bytes above which an unfinished report is dropped
	sequenceStarts = "]NPX^_\\"    // characters after an escape for which tcell waits for more
)

// Start begins to read and discards earlier input.
func (t *escapeTranslator) Start() error {
	t.raw, t.ready = nil, nil
	return t.Tty.Start()
}

// Read reads translated bytes into b, and waits for a complete sequence if there are none.
func (t *escapeTranslator) Read(b []byte) (int, error) {
	for len(t.ready) == 0 {
		chunk := make([]byte, 256)
		n, err := t.Tty.Read(chunk)
		if err != nil || n == 0 {
			return 0, err
		}
		t.translate(string(chunk[:n]))
	}
	n := copy(b, t.ready)
	t.ready = t.ready[n:]
	return n, nil
}

// translate translates input, bytes that arrived together, and adds the result to ready.
func (t *escapeTranslator) translate(input string) {
	switch {
	case strings.Trim(input, escape) == "" && len(t.raw) == 0: // input is nothing but Esc
		t.ready, t.escapeAt = append(t.ready, strings.Repeat(escapeKey, len(input))...), t.now()
		return
	case len(input) == 2 && input[0] == escape[0] && strings.Contains(sequenceStarts, input[1:]):
		t.ready = fmt.Appendf(t.ready, "\x1b[%d;3u", input[1]) // Alt with that character
		return
	case isKeyRest(input) && t.now().Sub(t.escapeAt) < maxEscapeGap: // the escape character before it was already reported as Esc
		input = escape + input
	}
	t.raw = append(t.raw, input...)
	for len(t.raw) > 0 {
		n, complete := t.translateNext()
		if !complete {
			return
		}
		t.raw = t.raw[n:]
	}
}

// translateNext translates the sequence at the beginning of raw into ready and returns its length in bytes; complete is false if its rest
// is still missing.
func (t *escapeTranslator) translateNext() (n int, complete bool) {
	raw := t.raw
	switch {
	case bytes.HasPrefix(raw, []byte(oldMouse)):
		if len(raw) < len(oldMouse)+3 {
			return 0, false
		}
		button, x, y := int(raw[3])-' ', int(raw[4])-' ', int(raw[5])-' '
		end := "M"            // pressed, in the newer report that tcell reads
		if button&0x63 == 3 { // bits of the button's number, without those of Shift, Alt and Ctrl; 3 means released
			end = "m"
		}
		t.ready = fmt.Appendf(t.ready, "\x1b[<%d;%d;%d%s", button, x, y, end)
		return len(oldMouse) + 3, true
	case bytes.HasPrefix(raw, []byte(background)):
		end := bytes.IndexAny(raw, "\a\\")
		if end < 0 {
			return len(raw), len(raw) > maxReply // dropped as complete if it is too long to be a reply
		}
		light, ok := isLightColour(strings.TrimRight(string(raw[len(background):end]), escape))
		if ok && t.light != nil {
			t.light(light)
		}
		return end + 1, true
	case !utf8.FullRune(raw):
		return 0, false
	}
	r, n := utf8.DecodeRune(raw)
	if r != utf8.RuneError || n > 1 { // valid UTF-8, which may contain U+FFFD itself
		t.ready = append(t.ready, raw[:n]...)
	}
	return n, true
}

// isKeyRest reports whether input can be the sequence of a key without its first byte, the escape character.
func isKeyRest(input string) bool {
	return len(input) > 1 && (strings.HasPrefix(input, "[") || strings.HasPrefix(input, "O"))
}

// isLightColour reports whether a colour is nearer to white than to black. The terminal writes it as rgb:RRRR/GGGG/BBBB, each of one to
// four hexadecimal digits. ok is false if colour is malformed.
func isLightColour(colour string) (light, ok bool) {
	parts := strings.Split(strings.TrimPrefix(strings.TrimPrefix(colour, "rgba:"), "rgb:"), "/")
	if len(parts) < 3 {
		return false, false
	}
	sum := 0.0
	for i, weight := range []float64{0.299, 0.587, 0.114} { // contributions of red, green and blue to the brightness
		var value int
		if _, err := fmt.Sscanf(parts[i], "%x", &value); err != nil || len(parts[i]) > 4 {
			return false, false
		}
		sum += weight * float64(value) / float64(int(1)<<(4*len(parts[i]))-1)
	}
	return sum > 0.5, true
}

// hasLightBackground reports whether the terminal's background is light according to variable, the value of COLORFGBG. Its part after the
// last semicolon is the number of the background's colour, of which 7 and 15 are light.
func hasLightBackground(variable string) bool {
	number := variable[strings.LastIndex(variable, ";")+1:]
	return strings.Contains(variable, ";") && (number == "7" || number == "15")
}
