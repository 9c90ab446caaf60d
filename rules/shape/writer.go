package shape

import (
	"cmp"
	"encoding/json"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Writes structs as encoding/json would, byte for byte.

// usual is how many bytes a struct of a list mostly takes.
const usual = 512

// Append writes a struct as json.Marshal does, behind what is there already.
func (of Shape[T]) Append(out []byte, s *T) ([]byte, error) {
	w := writer{out: slices.Grow(out, usual)}
	write(&w, of, s)
	return w.out, w.err
}

// AppendList writes a list of structs likewise.
func (of Shape[T]) AppendList(out []byte, list []T) ([]byte, error) {
	if list == nil {
		return append(out, "null"...), nil
	}
	w := writer{out: slices.Grow(out, usual*len(list))}
	writeList(&w, list, func(w *writer, s *T) { write(w, of, s) })
	return w.out, w.err
}

// writer writes values as package encoding/json does.
type writer struct {
	out []byte
	err error
}

// begin writes the name of a field.
func (w *writer) begin(name string) {
	if w.out[len(w.out)-1] == '{' {
		name = name[1:] // without the comma
	}
	w.out = append(w.out, name...)
}

// write appends s as a JSON object with the fields of its shape.
func write[T any](w *writer, of Shape[T], s *T) {
	w.out = append(w.out, '{')
	for i := range of {
		of[i].write(w, &of[i], s)
	}
	w.out = append(w.out, '}')
}

// writeList appends a JSON list, each entry by write.
func writeList[E any](w *writer, list []E, write func(*writer, *E)) {
	w.out = append(w.out, '[')
	for i := range list {
		if i > 0 {
			w.out = append(w.out, ',')
		}
		write(w, &list[i])
	}
	w.out = append(w.out, ']')
}

// number writes x as encoding/json does.
func (w *writer) number(x float64) {
	abs := math.Abs(x)
	switch {
	case x == math.Trunc(x) && abs < 1e15 && (x != 0 || !math.Signbit(x)):
		w.out = strconv.AppendInt(w.out, int64(x), 10)
	case abs >= 1e-6 && abs < 1e21:
		w.out = strconv.AppendFloat(w.out, x, 'f', -1, 64)
	default:
		w.value(x)
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

// text writes a string as encoding/json does.
func (w *writer) text(s string) {
	foreign := false
	for i := 0; i < len(s); i++ {
		switch byteKinds[s[i]] {
		case escapedByte:
			w.value(s)
			return
		case foreignByte:
			foreign = true
		}
	}
	if foreign && (!utf8.ValidString(s) || strings.Contains(s, "\u2028") || strings.Contains(s, "\u2029")) {
		w.value(s)
		return
	}
	w.out = append(append(append(w.out, '"'), s...), '"')
}

// value writes what is out of the ordinary.
func (w *writer) value(v any) {
	data, err := json.Marshal(v)
	w.err = cmp.Or(w.err, err)
	w.out = append(w.out, data...)
}
