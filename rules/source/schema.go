package source

import (
	"reflect"
	"strings"
)

// Former is implemented, on the pointer, by Decoders to say what they read: values of the types any of which may stand.
// A struct among them stands for its fields, as if it had no DecodeNode.
type Former interface {
	Forms() []any
}

// Keyed is a form whose keys are names, as the tag `names` says it of a field.
type Keyed struct {
	Form  any
	Names string
}

// Vocabulary is what the schema of a file knows beside the types: descriptions and names. Fields say by tags which
// names they take: `names:"stats pools"` the keys of a map, `of:"skills"` its values, or a value by itself, and
// `one:"nearest down up"` the words themselves.
type Vocabulary struct {
	Doc    func(t reflect.Type, field string) string // of a field, or of the type where field is empty
	Names  map[string][]string
	Strict bool // another name as a value is a mistake; else they are only offered. Another key always is one
	Layers bool // entries may be `removed`, and stand `after` another one
}

// Schema is the JSON Schema (draft 7, which editors read) of a file that is decoded into a value of this type.
func Schema(title string, of any, v Vocabulary) map[string]any {
	s := schema{Vocabulary: v, definitions: map[string]any{}}
	t := reflect.TypeOf(of)
	root := s.object(t)
	delete(root["properties"].(map[string]any), After)
	root["$schema"] = "http://json-schema.org/draft-07/schema#"
	root["title"] = title
	root["definitions"] = s.definitions
	return root
}

type schema struct {
	Vocabulary
	definitions map[string]any
}

// of is the schema of a value; the tag says which names it takes.
func (s *schema) of(t reflect.Type, tag reflect.StructTag) any {
	if t.Implements(reflect.TypeFor[Former]()) || reflect.PointerTo(t).Implements(reflect.TypeFor[Former]()) {
		return s.named(t, func() any { return s.forms(t, tag) })
	}
	if reflect.PointerTo(t).Implements(reflect.TypeFor[Decoder]()) {
		panic("source: " + t.String() + " decodes itself and does not say what it reads")
	}
	switch {
	case t == reflect.TypeFor[Text]():
		return s.text(tag)
	case t == reflect.TypeFor[*Node]():
		return map[string]any{}
	}
	switch t.Kind() {
	case reflect.Pointer:
		return s.of(t.Elem(), tag)
	case reflect.Struct:
		if t.Name() == "" {
			return orNothing(s.object(t))
		}
		return s.named(t, func() any { return orNothing(s.object(t)) })
	case reflect.Slice:
		return s.slice(t, tag)
	case reflect.String:
		return s.text(tag)
	case reflect.Bool:
		return map[string]any{"type": "boolean"}
	case reflect.Int:
		return map[string]any{"type": "integer"}
	}
	return map[string]any{"type": "number"}
}

// named puts a type's schema among the definitions, once, and refers to it.
func (s *schema) named(t reflect.Type, make func() any) any {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return s.define(t.Name(), make)
}

// define puts a schema among the definitions, once, and refers to it.
func (s *schema) define(name string, make func() any) any {
	if _, done := s.definitions[name]; !done {
		s.definitions[name] = nil // it may refer to itself
		s.definitions[name] = make()
	}
	return map[string]any{"$ref": "#/definitions/" + name}
}

func (s *schema) forms(t reflect.Type, tag reflect.StructTag) any {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	var some []any
	for _, form := range reflect.New(t).Interface().(Former).Forms() {
		if keyed, ok := form.(Keyed); ok {
			form, tag = keyed.Form, reflect.StructTag(`names:"`+keyed.Names+`"`)
		}
		kind := reflect.TypeOf(form)
		if kind == t {
			some = append(some, s.object(t))
			continue
		}
		some = append(some, s.of(kind, tag))
	}
	all := map[string]any{"anyOf": some}
	s.describe(all, s.doc(t, ""))
	return all
}

// text is any scalar, or one of the names that the tag speaks of.
func (s *schema) text(tag reflect.StructTag) any {
	free := map[string]any{"type": []any{"string", "number", "boolean", "null"}}
	if words := tag.Get("one"); words != "" {
		values := list(strings.Fields(words))
		for i, word := range values {
			if word == "true" || word == "false" {
				values[i] = word == "true"
			}
		}
		return map[string]any{"enum": values}
	}
	kind := tag.Get("of")
	names := s.words(kind)
	if names == nil {
		return free
	}
	known := s.define("one_of_"+strings.ReplaceAll(kind, " ", "_"), func() any { return map[string]any{"enum": list(names)} })
	if s.Strict {
		return known
	}
	return map[string]any{"anyOf": []any{known, free}}
}

func (s *schema) words(kinds string) (words []string) {
	for _, kind := range strings.Fields(kinds) {
		words = append(words, s.Names[kind]...)
	}
	return words
}

// slice is a map of names, or a list; one thing may stand for a list of one.
func (s *schema) slice(t reflect.Type, tag reflect.StructTag) any {
	if t.Elem().Implements(reflect.TypeFor[entryLike]()) {
		return s.entries(t.Elem().Field(2).Type, tag)
	}
	each := s.of(t.Elem(), tag)
	return map[string]any{"anyOf": []any{map[string]any{"type": "array", "items": each}, each, nothing()}}
}

// entries is a map from names to values of a type.
func (s *schema) entries(t reflect.Type, tag reflect.StructTag) any {
	each := s.removable(s.of(t, tag))
	object := map[string]any{"type": []any{"object", "null"}, "additionalProperties": each}
	if names := s.words(tag.Get("names")); names != nil {
		properties := map[string]any{}
		for _, name := range names {
			properties[name] = each
		}
		object["properties"], object["additionalProperties"] = properties, false
	}
	return object
}

func (s *schema) removable(each any) any {
	if !s.Layers {
		return each
	}
	return map[string]any{"anyOf": []any{each, map[string]any{"const": removed}}}
}

// object is a struct by its tagged fields.
func (s *schema) object(t reflect.Type) map[string]any {
	properties := map[string]any{}
	object := map[string]any{"type": "object", "properties": properties, "additionalProperties": false}
	s.fields(t, object, properties)
	if s.Layers {
		properties[After] = map[string]any{"type": "string", "description": "The entry behind which this one is to stand."}
	}
	s.describe(object, s.doc(t, ""))
	return object
}

func (s *schema) fields(t reflect.Type, object, properties map[string]any) {
	for i := range t.NumField() {
		f := t.Field(i)
		key, ok := f.Tag.Lookup("yaml")
		if !ok {
			continue
		}
		switch key {
		case ",inline":
			s.fields(f.Type, object, properties)
		case ",pos":
		case ",rest":
			s.rest(f, object, properties)
		default:
			properties[key] = s.property(s.of(f.Type, f.Tag).(map[string]any), s.fieldDoc(t, f))
		}
	}
}

// property is a value with its description. Draft 7 reads nothing beside a reference, so one gets a cover.
func (s *schema) property(value map[string]any, doc string) map[string]any {
	switch {
	case s.Layers:
		value = map[string]any{"anyOf": []any{value, map[string]any{"const": removed}}}
	case value["$ref"] != nil:
		value = map[string]any{"allOf": []any{value}}
	}
	s.describe(value, doc)
	return value
}

// rest is the keys that no field takes: those that the game names, and any where it names none.
func (s *schema) rest(f reflect.StructField, object, properties map[string]any) {
	kind := f.Tag.Get("names")
	names := s.words(kind)
	if names == nil {
		object["additionalProperties"] = true
		return
	}
	for _, name := range names {
		value := map[string]any{}
		if rows := s.Names[kind+"."+name]; rows != nil {
			value["enum"] = list(append(rows[:len(rows):len(rows)], removed))
		}
		properties[name] = value
	}
}

// fieldDoc is the description of a field; without one, that of what it holds.
func (s *schema) fieldDoc(t reflect.Type, f reflect.StructField) string {
	if text := s.doc(t, f.Name); text != "" {
		return text
	}
	of := f.Type
	for of.Kind() == reflect.Pointer || of.Kind() == reflect.Slice {
		of = of.Elem()
		if of.Implements(reflect.TypeFor[entryLike]()) {
			of = of.Field(2).Type
		}
	}
	return s.doc(of, "")
}

func (s *schema) doc(t reflect.Type, field string) string {
	if s.Doc == nil {
		return ""
	}
	return s.Doc(t, field)
}

func (s *schema) describe(object map[string]any, text string) {
	if text != "" {
		object["description"] = text
	}
}

// orNothing is an object that may be left empty.
func orNothing(object map[string]any) any {
	object["type"] = []any{"object", "null"}
	return object
}

func nothing() any { return map[string]any{"type": "null"} }

func list(words []string) []any {
	out := make([]any, len(words))
	for i, word := range words {
		out[i] = word
	}
	return out
}
