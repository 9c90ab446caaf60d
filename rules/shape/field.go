package shape

// Fields of a shape: one constructor for each kind of value, with how it is read.

// Shape is the fields of a struct in their order, as they are written.
type Shape[T any] []Field[T]

// Field is a field of a struct.
type Field[T any] struct {
	name  string
	begin string                     // the name as it is written, with a comma in front
	read  func(r *reader, s *T) bool // false for what is out of the ordinary
}

func field[T any](name string, read func(r *reader, s *T) bool) Field[T] {
	return Field[T]{name, `,"` + name + `":`, read}
}

// Text returns a field that is a text.
func Text[T any, S ~string](name string, in func(*T) *S) Field[T] {
	return field(name, func(r *reader, s *T) bool {
		text, ok := r.text()
		*in(s) = S(text)
		return ok
	})
}

// Number returns a field that is a number.
func Number[T any](name string, in func(*T) *float64) Field[T] {
	return field(name, func(r *reader, s *T) (ok bool) {
		*in(s), ok = r.number()
		return ok
	})
}

// MaybeNumber returns a field that is a pointer to a number.
func MaybeNumber[T any](name string, in func(*T) **float64) Field[T] {
	return field(name, func(r *reader, s *T) bool {
		x, ok := r.number()
		*in(s) = &x
		return ok
	})
}

// Whole returns a field that is a whole number.
func Whole[T any, N int | int64](name string, in func(*T) *N) Field[T] {
	return field(name, func(r *reader, s *T) bool {
		n, ok := r.whole()
		*in(s) = N(n)
		return ok
	})
}

// Flag returns a field that is true or false.
func Flag[T any](name string, in func(*T) *bool) Field[T] {
	return field(name, func(r *reader, s *T) (ok bool) {
		*in(s), ok = r.flag()
		return ok
	})
}

// Texts returns a field that is a list of texts.
func Texts[T any](name string, in func(*T) *[]string) Field[T] {
	return several(name, in, func(r *reader, s *string) (ok bool) {
		*s, ok = r.text()
		return ok
	})
}

// List returns a field that is a list of structs of shape of.
func List[T, E any](name string, of *Shape[E], in func(*T) *[]E) Field[T] {
	return several(name, in, func(r *reader, s *E) bool { return read(r, *of, s) })
}

// several returns the field name of a list of structs.
func several[T, E any](name string, in func(*T) *[]E, read func(*reader, *E) bool) Field[T] {
	return field(name, func(r *reader, s *T) bool { return *in(s) == nil && readList(r, in(s), 2, read) })
}

// Pointer returns a field that points to a struct of shape of.
func Pointer[T, E any](name string, of *Shape[E], in func(*T) **E) Field[T] {
	return field(name, func(r *reader, s *T) bool {
		if *in(s) != nil {
			return false
		}
		*in(s) = new(E)
		return read(r, *of, *in(s))
	})
}

// Rest returns a field that encoding/json reads, an object or a list. empty reports whether it was not read yet.
func Rest[T, E any](name string, in func(*T) *E, empty func(E) bool) Field[T] {
	return field(name, func(r *reader, s *T) bool { return empty(*in(s)) && r.value(in(s)) })
}
