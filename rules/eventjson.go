package rules

import (
	"bytes"
	"encoding/json"
	"math"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"
)

// Events are written down and read more often than anything else, hundreds of thousands when a long session is opened,
// verified or exported. So both are done here by hand, in a quarter of the time of package encoding/json, which does
// whatever is out of the ordinary. TestEventsAreJSON holds both equal, so that a field of Event that is forgotten here is found.

// AppendEvents writes events as json.Marshal does, behind what is there already.
func AppendEvents(out []byte, events []Event) ([]byte, error) {
	if events == nil {
		return append(out, "null"...), nil
	}
	out = append(out, '[')
	for i := range events {
		if i > 0 {
			out = append(out, ',')
		}
		var err error
		if out, err = events[i].append(out); err != nil {
			return nil, err
		}
	}
	return append(out, ']'), nil
}

// append writes the event.
func (e *Event) append(out []byte) (_ []byte, err error) {
	w := jsonWriter{out: append(out, `{"k":`...)}
	w.text(string(e.Kind))
	w.textField(`,"who":`, e.Who)
	w.textField(`,"what":`, e.What)
	w.numberField(`,"v":`, e.Value)
	w.numberField(`,"carry":`, e.Carry)
	w.numberField(`,"by":`, e.By)
	w.numberField(`,"at":`, e.At)
	if e.ID != 0 {
		w.out = strconv.AppendInt(append(w.out, `,"id":`...), int64(e.ID), 10)
	}
	w.textField(`,"other":`, e.Other)
	w.textField(`,"tool":`, e.Tool)
	if e.Doing != nil {
		w.value(`,"doing":`, e.Doing)
	}
	if e.Going != nil {
		w.value(`,"going":`, e.Going)
	}
	w.textField(`,"text":`, e.Text)
	if len(e.Words) > 0 {
		w.value(`,"words":`, e.Words)
	}
	w.textField(`,"sheet":`, e.Sheet)
	w.textField(`,"how":`, e.How)
	return append(w.out, '}'), w.err
}

// jsonWriter writes values as package encoding/json does.
type jsonWriter struct {
	out []byte
	err error
}

func (w *jsonWriter) textField(name, s string) {
	if s != "" {
		w.out = append(w.out, name...)
		w.text(s)
	}
}

func (w *jsonWriter) numberField(name string, x float64) {
	if x != 0 {
		w.out = append(w.out, name...)
		w.number(x)
	}
}

func (w *jsonWriter) number(x float64) {
	abs := math.Abs(x)
	switch {
	case x == math.Trunc(x) && abs < 1e15 && (x != 0 || !math.Signbit(x)):
		w.out = strconv.AppendInt(w.out, int64(x), 10)
	case abs >= 1e-6 && abs < 1e21:
		w.out = strconv.AppendFloat(w.out, x, 'f', -1, 64)
	default:
		w.value("", x)
	}
}

// byteKinds is how bytes of a text are written: as they are, escaped, or as they are if all of the text is UTF-8.
var byteKinds = func() (kinds [256]byte) {
	for c := range kinds {
		switch {
		case c < ' ' || strings.IndexByte(`"\<>&`, byte(c)) >= 0:
			kinds[c] = escapedByte
		case c >= utf8.RuneSelf:
			kinds[c] = foreignByte
		}
	}
	return kinds
}()

const (
	escapedByte = 1 + iota
	foreignByte
)

func (w *jsonWriter) text(s string) {
	foreign := false
	for i := 0; i < len(s); i++ {
		switch byteKinds[s[i]] {
		case escapedByte:
			w.value("", s)
			return
		case foreignByte:
			foreign = true
		}
	}
	if foreign && (!utf8.ValidString(s) || strings.ContainsAny(s, "\u2028\u2029")) {
		w.value("", s)
		return
	}
	w.out = append(append(append(w.out, '"'), s...), '"')
}

// value writes what is out of the ordinary.
func (w *jsonWriter) value(name string, v any) {
	data, err := json.Marshal(v)
	if err != nil && w.err == nil {
		w.err = err
	}
	w.out = append(append(w.out, name...), data...)
}

// ReadEvents reads events as json.Unmarshal does.
func ReadEvents(data []byte) ([]Event, error) {
	if list, ok := quickEvents(data); ok {
		return list, nil
	}
	var list []Event
	err := json.Unmarshal(data, &list)
	return list, err
}

// quickEvents reads events as AppendEvents writes them; ok is false for anything else, which may be valid JSON.
func quickEvents(data []byte) (list []Event, ok bool) {
	r := jsonReader{data: data, words: wordCaches.Get().(*wordCache)}
	defer wordCaches.Put(r.words)
	list = make([]Event, 0, bytes.Count(data, []byte(`{"k":`)))
	if !r.events(&list) || r.at < len(data) {
		return nil, false
	}
	return list, true
}

// jsonReader reads JSON without spaces, as it is written here.
type jsonReader struct {
	data  []byte
	at    int
	words *wordCache
}

// wordCache keeps texts that were read, by their hash: most come again and again, such as the names of pools and of steps,
// and are one piece of memory then.
type wordCache [1 << 10]string

var wordCaches = sync.Pool{New: func() any { return new(wordCache) }}

// mostCached is how long a text may be that is kept.
const mostCached = 64

func (c *wordCache) text(b []byte) string {
	if len(b) > mostCached {
		return string(b)
	}
	h := uint32(2166136261)
	for _, c := range b {
		h = (h ^ uint32(c)) * 16777619
	}
	kept := &c[(h^h>>16)%uint32(len(c))]
	if *kept != string(b) {
		*kept = string(b)
	}
	return *kept
}

func (r *jsonReader) skip(c byte) bool {
	if r.at < len(r.data) && r.data[r.at] == c {
		r.at++
		return true
	}
	return false
}

// events reads a list of events.
func (r *jsonReader) events(list *[]Event) bool {
	if !r.skip('[') {
		return false
	}
	if *list == nil {
		*list = []Event{}
	}
	for more := !r.skip(']'); more; {
		*list = append(*list, Event{})
		if !r.event(&(*list)[len(*list)-1]) {
			return false
		}
		if more = r.skip(','); !more && !r.skip(']') {
			return false
		}
	}
	return true
}

// event reads an event, with what is out of the ordinary read by package encoding/json.
func (r *jsonReader) event(e *Event) bool {
	if !r.skip('{') {
		return false
	}
	for {
		name, ok := r.plain()
		if !ok || !r.skip(':') || !r.field(e, name) {
			return false
		}
		if r.skip('}') {
			return true
		}
		if !r.skip(',') {
			return false
		}
	}
}

// field reads the value of a field.
func (r *jsonReader) field(e *Event, name []byte) (ok bool) {
	switch string(name) {
	case "k":
		var kind string
		kind, ok = r.text()
		e.Kind = EventKind(kind)
	case "who":
		e.Who, ok = r.text()
	case "what":
		e.What, ok = r.text()
	case "v":
		e.Value, ok = r.number()
	case "carry":
		e.Carry, ok = r.number()
	case "by":
		e.By, ok = r.number()
	case "at":
		e.At, ok = r.number()
	case "id":
		e.ID, ok = r.whole()
	case "other":
		e.Other, ok = r.text()
	case "tool":
		e.Tool, ok = r.text()
	case "doing":
		ok = r.value('{', &e.Doing)
	case "going":
		ok = r.value('{', &e.Going)
	case "text":
		e.Text, ok = r.text()
	case "words":
		ok = r.value('[', &e.Words)
	case "sheet":
		e.Sheet, ok = r.text()
	case "how":
		e.How, ok = r.text()
	}
	return ok
}

// plain is the bytes of a text without escapes, of ASCII.
func (r *jsonReader) plain() ([]byte, bool) {
	if !r.skip('"') {
		return nil, false
	}
	for i := r.at; i < len(r.data); i++ {
		switch c := r.data[i]; {
		case c == '"':
			text := r.data[r.at:i]
			r.at = i + 1
			return text, true
		case c < ' ' || c >= utf8.RuneSelf || c == '\\':
			return nil, false
		}
	}
	return nil, false
}

func (r *jsonReader) text() (s string, ok bool) {
	from := r.at
	if !r.skip('"') {
		return "", false
	}
	foreign, escaped := false, false
	for i := r.at; i < len(r.data); i++ {
		switch c := r.data[i]; {
		case c == '"':
			text := r.data[r.at:i]
			r.at = i + 1
			switch {
			case foreign && !utf8.Valid(text):
			case !escaped:
				return r.words.text(text), true
			default:
				if s, ok := unescaped(text); ok {
					return s, true
				}
			}
			r.at = from
			ok = r.value('"', &s)
			return s, ok
		case c < ' ':
			return "", false
		case c == '\\':
			escaped = true
			i++
		case c >= utf8.RuneSelf:
			foreign = true
		}
	}
	return "", false
}

// unescaped is a text with escapes of one letter; ok is false where it has others.
func unescaped(text []byte) (s string, ok bool) {
	var b strings.Builder
	b.Grow(len(text))
	for {
		at := bytes.IndexByte(text, '\\')
		if at < 0 {
			b.Write(text)
			return b.String(), true
		}
		b.Write(text[:at])
		letter := strings.IndexByte(`"\/nrtbf`, text[at+1])
		if letter < 0 {
			return "", false
		}
		b.WriteByte("\"\\/\n\r\t\b\f"[letter])
		text = text[at+2:]
	}
}

func (r *jsonReader) word(word string) bool {
	if !bytes.HasPrefix(r.data[r.at:], []byte(word)) {
		return false
	}
	r.at += len(word)
	return true
}

func (r *jsonReader) whole() (n int, ok bool) {
	from := r.at
	x, ok := r.number()
	n = int(x)
	return n, ok && float64(n) == x && math.Abs(x) < 1e15 && bytes.IndexByte(r.data[from:r.at], '.') < 0
}

func (r *jsonReader) number() (x float64, ok bool) {
	from := r.at
	for r.at < len(r.data) && (r.data[r.at] >= '0' && r.data[r.at] <= '9' || r.data[r.at] == '-' || r.data[r.at] == '.') {
		r.at++
	}
	digits := r.data[from:r.at]
	if len(digits) == 0 || len(digits) > 1 && digits[0] == '0' && digits[1] != '.' || !(digits[0] == '-' || digits[0] >= '0' && digits[0] <= '9') || !isDigit(digits[len(digits)-1]) {
		return 0, false
	}
	if digits[0] == '-' && !(len(digits) > 1 && isDigit(digits[1]) && (digits[1] != '0' || len(digits) == 2 || digits[2] == '.')) {
		return 0, false
	}
	if len(digits) < 15 && bytes.IndexByte(digits, '.') < 0 && digits[0] != '-' {
		n := 0
		for _, c := range digits {
			if c == '-' {
				return 0, false
			}
			n = 10*n + int(c-'0')
		}
		return float64(n), true
	}
	x, err := strconv.ParseFloat(string(digits), 64)
	return x, err == nil
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// value lets package encoding/json read a value that begins with a byte.
func (r *jsonReader) value(begins byte, into any) bool {
	if r.at >= len(r.data) || r.data[r.at] != begins {
		return false
	}
	from, depth, quoted := r.at, 0, false
	for i := from; i < len(r.data); i++ {
		switch c := r.data[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
			if !quoted && depth == 0 {
				r.at = i + 1
				return json.Unmarshal(r.data[from:r.at], into) == nil
			}
		case quoted:
		case c == '{' || c == '[':
			depth++
		case c == '}' || c == ']':
			if depth--; depth == 0 {
				r.at = i + 1
				return json.Unmarshal(r.data[from:r.at], into) == nil
			}
		}
	}
	return false
}
