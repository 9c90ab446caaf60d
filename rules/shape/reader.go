package shape

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"encoding/json"
	"errors"
	"math"
	"math/bits"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Reads JSON as it is written by this package; anything unusual is left to encoding/json, with the same result.

// Read reads a struct as json.Unmarshal does.
func (of Shape[T]) Read(data []byte, into *T) error {
	var s T
	if decoded(data, func(r *reader) bool { return read(r, of, &s) }) {
		*into = s
		return nil
	}
	return json.Unmarshal(data, into)
}

// ReadList reads a list of structs likewise.
func (of Shape[T]) ReadList(data []byte) (list []T, err error) {
	room := 1
	if len(of) > 0 {
		room = bytes.Count(data, []byte("{"+of[0].begin[1:])) // with those of lists within, if there are
	}
	if decoded(data, func(r *reader) bool {
		return readList(r, &list, room, func(r *reader, s *T) bool { return read(r, of, s) })
	}) {
		return list, nil
	}
	list = nil
	err = json.Unmarshal(data, &list)
	return list, err
}

// ReadFirst reads the first struct of a list, and nothing behind it.
func (of Shape[T]) ReadFirst(data []byte, into *T) error {
	var s T
	if decoded(data, func(r *reader) bool {
		ok := r.skip('[') && read(r, of, &s)
		r.at = len(r.data)
		return ok
	}) {
		*into = s
		return nil
	}
	var list []T
	if err := json.Unmarshal(data, &list); err != nil || len(list) == 0 {
		return cmp.Or(err, errors.New("the list is empty"))
	}
	*into = list[0]
	return nil
}

// Each reads a list of structs likewise, and gives them one after the other, each in the memory of the one before.
func (of Shape[T]) Each(data []byte, fn func(*T)) error {
	var s T
	done := 0
	if decoded(data, func(r *reader) bool {
		return r.items(func() bool {
			s = *new(T)
			ok := read(r, of, &s)
			if ok {
				done++
				fn(&s)
			}
			return ok
		})
	}) {
		return nil
	}
	var list []T
	if err := json.Unmarshal(data, &list); err != nil {
		return err
	}
	for i := range list[done:] {
		fn(&list[done+i])
	}
	return nil
}

// decoded lets a function read all of the data; it is false for what is out of the ordinary, which may be valid JSON.
func decoded(data []byte, read func(*reader) bool) bool {
	var r *reader
	select {
	case r = <-readers:
	default:
		r = new(reader)
	}
	r.data, r.at = data, 0
	ok := read(r) && r.at == len(data)
	r.data = nil
	select {
	case readers <- r:
	default:
	}
	return ok
}

// reader reads JSON without spaces, as it is written here.
type reader struct {
	data  []byte
	at    int
	texts [1 << knownBits]string // texts that were read, by their hash: most come again and again, and are one piece of memory then
	files [1 << 6]escaped        // likewise those with lines, such as what a character's file holds
}

// escaped is a text, and how it is written.
type escaped struct{ written, text string }

// readers have read before. They outlive a collection of garbage, other than those of a sync.Pool, with what they know.
var readers = make(chan *reader, 8)

// maxKnown is how long a text may be that is known again, and there are 1 << knownBits places for them.
const (
	maxKnown  = 64
	knownBits = 12
)

// string returns b as a string, the same one for words that come again.
func (r *reader) string(b []byte) string {
	if len(b) > maxKnown || len(b) == 0 {
		return string(b)
	}
	slot := &r.texts[place(b)]
	if *slot != string(b) {
		*slot = string(b)
	}
	return *slot
}

// place hashes a text to its place among the known ones. It looks at the length and both ends, which differ in most texts.
func place(b []byte) uint64 {
	var from, to uint64
	if n := len(b); n >= 8 {
		from, to = binary.LittleEndian.Uint64(b), binary.LittleEndian.Uint64(b[n-8:])
	} else {
		for _, c := range b {
			from = from<<8 | uint64(c)
		}
	}
	hash := (from*0x9e3779b97f4a7c15 ^ to ^ uint64(len(b))) * 0xff51afd7ed558ccd
	return hash >> (64 - knownBits)
}

// skip advances past c, and reports whether c was next.
func (r *reader) skip(c byte) bool {
	if r.at < len(r.data) && r.data[r.at] == c {
		r.at++
		return true
	}
	return false
}

// readList reads a list, for so many of which room is made at first. It must not be there yet.
func readList[E any](r *reader, list *[]E, room int, read func(*reader, *E) bool) bool {
	*list = make([]E, 0, room)
	return r.items(func() bool {
		*list = append(*list, *new(E))
		return read(r, &(*list)[len(*list)-1])
	})
}

// items reads a list by reading each of what is in it.
func (r *reader) items(read func() bool) bool {
	if !r.skip('[') {
		return false
	}
	for more := !r.skip(']'); more; {
		if !read() {
			return false
		}
		if more = r.skip(','); !more && !r.skip(']') {
			return false
		}
	}
	return true
}

// read reads a struct, whose fields mostly come in their order.
func read[T any](r *reader, of Shape[T], s *T) bool {
	if !r.skip('{') {
		return false
	}
	next := 0
	for more := !r.skip('}'); more; {
		at := next
		if next < len(of) && r.names(of[next].begin) {
			r.at += len(of[next].begin) - 1
		} else {
			name, ok := r.plain()
			if !ok || !r.skip(':') {
				return false
			}
			for of[at%len(of)].name != string(name) {
				if at++; at == next+len(of) {
					return false
				}
			}
			at %= len(of)
		}
		if !of[at].read(r, s) {
			return false
		}
		next = at + 1
		if more = r.skip(','); !more && !r.skip('}') {
			return false
		}
	}
	return true
}

// names reports whether the name of a field is next.
func (r *reader) names(begin string) bool {
	rest := r.data[r.at:]
	return len(rest) >= len(begin)-1 && string(rest[:len(begin)-1]) == begin[1:]
}

// plain returns the bytes of an ASCII text without escapes; ok is false for any other text.
func (r *reader) plain() ([]byte, bool) {
	if !r.skip('"') {
		return nil, false
	}
	for i := r.at; i < len(r.data); i++ {
		switch textKinds[r.data[i]] {
		case plainByte:
		case quoteByte:
			text := r.data[r.at:i]
			r.at = i + 1
			return text, true
		default:
			return nil, false
		}
	}
	return nil, false
}

// unplain returns the index from i on of the first byte that is not plain text, or a number behind the end of data. It looks
// at eight bytes at a time: the lowest set bit of what it finds belongs to the first of them.
func unplain(data []byte, i int) int {
	const each = 0x0101010101010101
	for ; i+8 <= len(data); i += 8 {
		x := binary.LittleEndian.Uint64(data[i:])
		quote, escape := x^each*'"', x^each*'\\'
		if found := ((quote-each)&^quote | (escape-each)&^escape | (x-each*' ')&^x | x) & (each << 7); found != 0 {
			return i + bits.TrailingZeros64(found)/8
		}
	}
	for i < len(data) && textKinds[data[i]] == plainByte {
		i++
	}
	return i
}

// textKinds is what the bytes of a text are, as it is written.
var textKinds = func() (kinds [256]byte) {
	for c := range kinds {
		switch {
		case c == '"':
			kinds[c] = quoteByte
		case c == '\\':
			kinds[c] = escapeByte
		case c < ' ':
			kinds[c] = wrongByte
		case c >= utf8.RuneSelf:
			kinds[c] = otherByte
		}
	}
	return kinds
}()

const (
	plainByte = iota
	quoteByte
	escapeByte
	wrongByte // may not be there
	otherByte // than ASCII
)

// text reads a string, with its escapes.
func (r *reader) text() (s string, ok bool) {
	from := r.at
	if !r.skip('"') {
		return "", false
	}
	foreign, escapes := false, false
	for i := unplain(r.data, r.at); i < len(r.data); i = unplain(r.data, i+1) {
		switch textKinds[r.data[i]] {
		case quoteByte:
			text := r.data[r.at:i]
			r.at = i + 1
			switch {
			case foreign && !utf8.Valid(text):
			case !escapes:
				return r.string(text), true
			default:
				slot := &r.files[place(text)%uint64(len(r.files))]
				if slot.written == string(text) {
					return slot.text, true
				}
				if s, ok := unescaped(text); ok {
					*slot = escaped{string(text), s}
					return s, true
				}
			}
			return rareText(r.data[from:r.at])
		case wrongByte:
			return "", false
		case escapeByte:
			escapes = true
			i++
		case otherByte:
			foreign = true
		}
	}
	return "", false
}

// rareText lets package encoding/json read a text.
func rareText(data []byte) (s string, ok bool) {
	ok = json.Unmarshal(data, &s) == nil
	return s, ok
}

// unescaped resolves escapes of one letter; ok is false if the text has others.
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

// flag reads true or false. ok is false if neither is next.
func (r *reader) flag() (is, ok bool) {
	for _, word := range []string{"true", "false"} {
		if bytes.HasPrefix(r.data[r.at:], []byte(word)) {
			r.at += len(word)
			return word == "true", true
		}
	}
	return false, false
}

// whole reads a whole number below 1e15. ok is false for another number or text.
func (r *reader) whole() (n int64, ok bool) {
	from := r.at
	x, ok := r.number()
	n = int64(x)
	return n, ok && float64(n) == x && math.Abs(x) < 1e15 && bytes.IndexByte(r.data[from:r.at], '.') < 0
}

// number reads a number as JSON allows it, without an exponent.
func (r *reader) number() (x float64, ok bool) {
	from := r.at
	for r.at < len(r.data) && (isDigit(r.data[r.at]) || r.data[r.at] == '-' || r.data[r.at] == '.') {
		r.at++
	}
	digits := r.data[from:r.at]
	if len(digits) == 0 || len(digits) > 1 && digits[0] == '0' && digits[1] != '.' || !(digits[0] == '-' || isDigit(digits[0])) || !isDigit(digits[len(digits)-1]) {
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

// value lets package encoding/json read a value.
func (r *reader) value(into any) bool {
	from := r.at
	return r.pass() && json.Unmarshal(r.data[from:r.at], into) == nil
}

// pass goes over a value.
func (r *reader) pass() bool {
	depth := 0
	for i := r.at; i < len(r.data); i++ {
		switch passKinds[r.data[i]] {
		case beginByte:
			depth++
		case endByte:
			if depth--; depth == 0 {
				i++
			}
			if depth <= 0 {
				return r.passed(i)
			}
		case nextByte:
			if depth == 0 {
				return r.passed(i)
			}
		case beginText:
			for i++; i < len(r.data) && r.data[i] != '"'; i++ {
				if r.data[i] == '\\' {
					i++
				}
			}
		}
	}
	return false
}

// passed goes on from a place behind a value; where it is the place it was at, there is none.
func (r *reader) passed(at int) bool {
	is := at > r.at
	r.at = at
	return is
}

// passKinds is what the bytes are of what is passed over.
var passKinds = [256]byte{'"': beginText, '{': beginByte, '[': beginByte, '}': endByte, ']': endByte, ',': nextByte}

const (
	beginText = 1 + iota
	beginByte
	endByte
	nextByte
)
