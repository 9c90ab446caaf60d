package shape

import "strconv"

// Fields of a shape: one constructor for each kind of value, with how it is written and read.

// Shape is the fields of a struct in their order, as they are written.
type Shape[T any] []Field[T]

// Field is a field of a struct.
type Field[T any] struct {
	name   string
	begin  string // the name as it is written, with a comma in front
	always bool
	write  func(w *writer, f *Field[T], s *T)
	read   func(r *reader, s *T) bool // false for what is out of the ordinary
}

func field[T any](name string, write func(w *writer, f *Field[T], s *T), read func(r *reader, s *T) bool) Field[T] {
	return Field[T]{name: name, begin: `,"` + name + `":`, write: write, read: read}
}

// Always returns the field, to be written even if it is empty.
func (f Field[T]) Always() Field[T] {
	f.always = true
	return f
}

// Text returns a field that is a text.
func Text[T any, S ~string](name string, in func(*T) *S) Field[T] {
	return field(name, func(w *writer, f *Field[T], s *T) {
		if text := *in(s); text != "" || f.always {
			w.begin(f.begin)
			w.text(string(text))
		}
	}, func(r *reader, s *T) bool {
		text, ok := r.text()
		*in(s) = S(text)
		return ok
	})
}

// Number returns a field that is a number.
func Number[T any](name string, in func(*T) *float64) Field[T] {
	return field(name, func(w *writer, f *Field[T], s *T) {
		if x := *in(s); x != 0 || f.always {
			w.begin(f.begin)
			w.number(x)
		}
	}, func(r *reader, s *T) (ok bool) {
		*in(s), ok = r.number()
		return ok
	})
}

// MaybeNumber returns a field that is a number, or is left out if the pointer is nil.
func MaybeNumber[T any](name string, in func(*T) **float64) Field[T] {
	return field(name, func(w *writer, f *Field[T], s *T) {
		if p := *in(s); p != nil {
			w.begin(f.begin)
			w.number(*p)
		}
	}, func(r *reader, s *T) bool {
		x, ok := r.number()
		*in(s) = &x
		return ok
	})
}

// Whole returns a field that is a whole number.
func Whole[T any, N int | int64](name string, in func(*T) *N) Field[T] {
	return field(name, func(w *writer, f *Field[T], s *T) {
		if n := *in(s); n != 0 || f.always {
			w.begin(f.begin)
			w.out = strconv.AppendInt(w.out, int64(n), 10)
		}
	}, func(r *reader, s *T) bool {
		n, ok := r.whole()
		*in(s) = N(n)
		return ok
	})
}

// Flag returns a field that is true or false.
func Flag[T any](name string, in func(*T) *bool) Field[T] {
	return field(name, func(w *writer, f *Field[T], s *T) {
		if is := *in(s); is || f.always {
			w.begin(f.begin)
			w.out = strconv.AppendBool(w.out, is)
		}
	}, func(r *reader, s *T) (ok bool) {
		*in(s), ok = r.flag()
		return ok
	})
}

// Texts returns a field that is a list of texts; an empty list is left out.
func Texts[T any](name string, in func(*T) *[]string) Field[T] {
	return several(name, in, func(w *writer, s *string) { w.text(*s) }, func(r *reader, s *string) (ok bool) {
		*s, ok = r.text()
		return ok
	})
}

// List returns a field that is a list of structs of shape of; an empty list is left out.
func List[T, E any](name string, of *Shape[E], in func(*T) *[]E) Field[T] {
	return several(name, in, func(w *writer, s *E) { write(w, *of, s) }, func(r *reader, s *E) bool { return read(r, *of, s) })
}

// several returns the field name of a list of structs. An empty list is not written.
func several[T, E any](name string, in func(*T) *[]E, write func(*writer, *E), read func(*reader, *E) bool) Field[T] {
	return field(name, func(w *writer, f *Field[T], s *T) {
		if list := *in(s); len(list) > 0 {
			w.begin(f.begin)
			writeList(w, list, write)
		}
	}, func(r *reader, s *T) bool { return *in(s) == nil && readList(r, in(s), 2, read) })
}

// Pointer returns a field that points to a struct of shape of, or is left out if the pointer is nil.
func Pointer[T, E any](name string, of *Shape[E], in func(*T) **E) Field[T] {
	return field(name, func(w *writer, f *Field[T], s *T) {
		if p := *in(s); p != nil {
			w.begin(f.begin)
			write(w, *of, p)
		}
	}, func(r *reader, s *T) bool {
		if *in(s) != nil {
			return false
		}
		*in(s) = new(E)
		return read(r, *of, *in(s))
	})
}

// Rest returns a field that encoding/json writes and reads, an object or a list; it is left out if empty reports true.
func Rest[T, E any](name string, in func(*T) *E, empty func(E) bool) Field[T] {
	return field(name, func(w *writer, f *Field[T], s *T) {
		if v := *in(s); !empty(v) {
			w.begin(f.begin)
			w.value(v)
		}
	}, func(r *reader, s *T) bool { return empty(*in(s)) && r.value(in(s)) })
}
