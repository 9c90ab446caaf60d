package source

import (
	"reflect"
	"strings"
)

// Listing of the keys that files can have, for tools, from the types into which files are decoded and the tags that decode.go reads.

// Key is a key that a map in a file can have.
type Key struct {
	Key    string       // key as written
	Struct reflect.Type // struct type into which the map is decoded
	Field  string       // name of the key's field in that type
	Value  reflect.Type // type of its value; for a map or a list, the type of each value in it
}

// Kind returns a word for the kind of value that the key has: name, names, number, value (a number, a word or a formula) and so on.
func (k Key) Kind() string {
	f, _ := k.Struct.FieldByName(k.Field)
	t := f.Type
	list := t.Kind() == reflect.Slice
	if list && t.Elem().Implements(reflect.TypeFor[anyMapItem]()) {
		return "map"
	}
	if list {
		t = t.Elem()
	}
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	plural := ""
	if list {
		plural = "s"
	}
	switch {
	case f.Tag.Get("of") != "":
		return "name" + plural
	case f.Tag.Get("one") != "":
		return "word" + plural
	case t == reflect.TypeFor[Text]():
		return "value" + plural
	case t.Kind() == reflect.String:
		return "text" + plural
	case t.Kind() == reflect.Bool:
		return "true"
	case t.Kind() == reflect.Struct || t.Kind() == reflect.Slice:
		return strings.ToLower(t.Name()) + plural
	}
	return "number" + plural
}

// Keys returns the keys of a file that is decoded into a value of value's type.
func Keys(value any) []Key { return KeysOf(reflect.TypeOf(value)) }

// KeysOf returns the keys of a map that is decoded into type t; nil if t is not a struct.
func KeysOf(t reflect.Type) (list []Key) {
	if t.Kind() != reflect.Struct || t == reflect.TypeFor[Text]() || t == reflect.TypeFor[Node]() {
		return nil
	}
	for i := range t.NumField() {
		f := t.Field(i)
		key, ok := f.Tag.Lookup("yaml")
		switch {
		case !ok || key == ",pos" || key == ",rest": // not a key
		case key == ",inline":
			list = append(list, KeysOf(f.Type)...)
		default:
			list = append(list, Key{key, t, f.Name, elementType(f.Type)})
		}
	}
	return list
}

// elementType returns the innermost element type of t: for a list the type of its elements, for a map the type of its values.
func elementType(t reflect.Type) reflect.Type {
	for {
		switch {
		case t == reflect.TypeFor[*Node]():
			return t
		case t.Kind() == reflect.Pointer:
			t = t.Elem()
		case t.Kind() == reflect.Slice && t.Elem().Implements(reflect.TypeFor[anyMapItem]()):
			t = t.Elem().Field(valueField).Type
		case t.Kind() == reflect.Slice:
			t = t.Elem()
		default:
			return t
		}
	}
}
