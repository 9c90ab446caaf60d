package source

import (
	"cmp"
	"reflect"
	"slices"
	"strings"
)

// The JSON Schema of a type, for editors, from the tags that decode.go reads.

// Former is implemented, on the pointer, by Decoders to describe their input: values of the types that are allowed. A struct among them
// means its fields, as if it had no DecodeNode.
type Former interface {
	Forms() []any
}

// Keyed is a form whose keys are names of the kinds in Names, as in the tag `names` of a field.
type Keyed struct {
	Form  any
	Names string
}

// FormulaForm is the form of a formula.
type FormulaForm struct{}

// Vocabulary holds the names and descriptions for the schema of a file. The tags of fields refer to its names: `names:"stats pools"` for
// the keys of a map, `of:"skills"` for its values or a value by itself, and `one:"nearest down up"` for the words given. `formula` marks
// a formula with the names of kind formula, `pattern` names the form of a value, and `min`, `max` and `range` bound it. `need` marks a
// key that an entry requires, unless a layer below has it: `entry` names the section of a map. Of the keys marked `verb` one is required.
// `open` names kinds of names that are suggested for keys or values, where others are allowed, too.
type Vocabulary struct {
	Doc    func(t reflect.Type, field string) string // returns the description of a field, or of the type if field is ""
	Names  map[string][]string
	Below  map[string][]string   // entries that a layer below has, by section
	About  map[string]string     // descriptions of names, by kind and name: "skills.sword"
	Ranges map[string][2]float64 // bounds by the word of the tag `range`
	Layers bool                  // whether entries can be `removed`, and have `after`
}

// Schema returns the JSON Schema (draft 7, which editors read) of a file that is decoded into the type of of.
func Schema(title string, of any, v Vocabulary) map[string]any {
	s := schema{Vocabulary: v, definitions: map[string]any{}}
	t := reflect.TypeOf(of)
	root := s.object(t)
	if needed := s.needed(t); !v.Layers && len(needed) > 0 {
		root["required"] = needed
	}
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

// of returns the schema of a value of type t with the tag of its field.
func (s *schema) of(t reflect.Type, tag reflect.StructTag) any {
	if t.Implements(reflect.TypeFor[Former]()) || reflect.PointerTo(t).Implements(reflect.TypeFor[Former]()) {
		return s.defined(t, func() any { return s.forms(t, tag) })
	}
	if reflect.PointerTo(t).Implements(reflect.TypeFor[Decoder]()) {
		panic("source: " + t.String() + " has a decoder but no description of its input")
	}
	switch {
	case t == reflect.TypeFor[FormulaForm]():
		return s.formula()
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
		return s.defined(t, func() any { return orNothing(s.whole(t)) })
	case reflect.Slice:
		return s.slice(t, tag)
	case reflect.String:
		return s.text(tag)
	case reflect.Bool:
		return map[string]any{"type": "boolean"}
	case reflect.Int:
		return s.bounded(map[string]any{"type": "integer"}, tag)
	}
	return s.bounded(map[string]any{"anyOf": []any{map[string]any{"type": "number"}, map[string]any{"type": "string", "pattern": `^[+-]?[0-9.]+ */ *[0-9.]+$`}}}, tag)
}

// bounded adds the bounds in the tag to the schema of a number.
func (s *schema) bounded(number map[string]any, tag reflect.StructTag) any {
	bound := func(key, text string) {
		if x, ok := ReadNumber(text); ok {
			number[key] = x
		}
	}
	bound("minimum", tag.Get("min"))
	bound("maximum", tag.Get("max"))
	if r, ok := s.Ranges[tag.Get("range")]; ok {
		number["minimum"], number["maximum"] = r[0], r[1]
	}
	return number
}

// whole returns the schema of a struct in a list or on its own, which has no layer below and therefore requires its needed keys.
func (s *schema) whole(t reflect.Type) map[string]any {
	object := s.object(t)
	if needed := s.needed(t); !s.Layers && len(needed) > 0 {
		object["required"] = needed
	}
	var verbs []any
	for i := range t.NumField() {
		if f := t.Field(i); f.Tag.Get("verb") != "" {
			verbs = append(verbs, map[string]any{"required": []any{f.Tag.Get("yaml")}})
		}
	}
	if verbs != nil {
		object["oneOf"] = append(verbs, map[string]any{"type": "null"})
	}
	return object
}

// needed returns the keys that a struct requires.
func (s *schema) needed(t reflect.Type) (keys []any) {
	for i := range t.NumField() {
		f := t.Field(i)
		switch key := f.Tag.Get("yaml"); {
		case f.Tag.Get("need") == "":
		case key == ",rest":
			keys = append(keys, list(s.words(f.Tag.Get("names")))...)
		default:
			keys = append(keys, key)
		}
	}
	return keys
}

// patterns returns the regular expressions of scalars, by the word of the tag `pattern`.
func patterns() map[string]string {
	return map[string]string{
		"time":    `^ *([0-9]+([.,][0-9]+)? *(s|min|h|d)[a-z]* *)+$`,
		"targets": `^(true|false|any|[1-9][0-9]*)$`,
		"faces":   `^d([1-9][0-9]*|\(.+\))$`,
		"die":     `^(d[1-9][0-9]*|([1-9][0-9]* )?[A-Za-z_][A-Za-z_0-9]*)$`,
		"span":    `^-?[0-9.]+(-[0-9.]+)?$`,
	}
}

// formula returns the schema of a formula: a number or bool, or names, numbers and quoted texts separated by operators. It does not count
// brackets.
func (s *schema) formula() any {
	return s.define("formula", func() any {
		before := `(?:[-+(\s!]|not\b|` + bareName + `\()*`
		operand := `(?:(?:[0-9]+(?:\.[0-9]+)?|\.[0-9]+)(?:[eE][0-9]+)?|"[^"]*"|'[^']*'|true|false|[0-9]*d[0-9]+|` + s.nameChoice() + `)`
		operator := `(?:\*\*|==|!=|<=|>=|&&|\|\||[-+*/%^<>?:,]|and\b|or\b)`
		pattern := "^" + before + operand + `[)\s]*(?:` + operator + before + operand + `[)\s]*)*$`
		forms := []any{map[string]any{"type": []any{"number", "boolean"}}, map[string]any{"type": "string", "pattern": pattern}}
		if names := s.Names["formula"]; len(names) > 0 {
			forms = append(forms, map[string]any{"enum": list(names)}) // for completion; each matches the pattern, too
		}
		return map[string]any{"anyOf": forms}
	})
}

const bareName = `[A-Za-z_][A-Za-z_0-9.]*`

// nameChoice returns a regular expression for all names in formulas. Names with the same endings share a branch.
func (s *schema) nameChoice() string {
	ends, order := map[string][]string{}, []string{}
	for _, name := range s.Names["formula"] {
		first, rest, _ := strings.Cut(strings.TrimPrefix(name, "other."), ".")
		if _, known := ends[first]; !known {
			order = append(order, first)
		}
		if rest = strings.ReplaceAll(rest, ".", `\.`); !slices.Contains(ends[first], rest) {
			ends[first] = append(ends[first], rest)
		}
	}
	if len(order) == 0 {
		return bareName
	}
	byEnds, groups := map[string][]string{}, []string{}
	for _, first := range order {
		slices.Sort(ends[first]) // the name itself first
		key := strings.Join(ends[first], "|")
		if _, known := byEnds[key]; !known {
			groups = append(groups, key)
		}
		byEnds[key] = append(byEnds[key], first)
	}
	var all []string
	for _, key := range groups {
		firsts := "(?:" + strings.Join(byEnds[key], "|") + ")"
		switch {
		case key == "":
			all = append(all, firsts)
		case strings.HasPrefix(key, "|"):
			all = append(all, firsts+`(?:\.(?:`+key[1:]+`))?`)
		default:
			all = append(all, firsts+`\.(?:`+key+`)`)
		}
	}
	return `(?:other\.)?(?:` + strings.Join(all, "|") + `)\b`
}

// defined adds a type's schema to the definitions, once, and returns a reference to it.
func (s *schema) defined(t reflect.Type, make func() any) any {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return s.define(t.Name(), make)
}

// define adds a schema to the definitions, once, and returns a reference to it.
func (s *schema) define(name string, make func() any) any {
	if _, done := s.definitions[name]; !done {
		s.definitions[name] = nil // it may refer to itself
		s.definitions[name] = make()
	}
	return map[string]any{"$ref": "#/definitions/" + name}
}

// forms returns the schema of a type with several forms.
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

// text returns the schema of a scalar: any, or one of the names, words or patterns in the tag.
func (s *schema) text(tag reflect.StructTag) any {
	free := map[string]any{"type": []any{"string", "number", "boolean", "null"}}
	if tag.Get("formula") != "" {
		return s.formula()
	}
	if pattern := patterns()[tag.Get("pattern")]; pattern != "" {
		types := []any{"string", "number"}
		if strings.Contains(pattern, "true") {
			types = append(types, "boolean")
		}
		return map[string]any{"type": types, "pattern": pattern}
	}
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
	if words := s.words(tag.Get("open")); words != nil {
		return map[string]any{"anyOf": []any{map[string]any{"enum": list(words)}, free}}
	}
	names := s.words(kind)
	if names == nil {
		return free
	}
	return s.define("one_of_"+strings.ReplaceAll(kind, " ", "_"), func() any { return map[string]any{"enum": list(names)} })
}

// words returns the names of some kinds, which are separated by spaces.
func (s *schema) words(kinds string) (words []string) {
	for _, kind := range strings.Fields(kinds) {
		words = append(words, s.Names[kind]...)
	}
	return words
}

// slice returns the schema of a map of names, or of a list, for which a single element is allowed, too.
func (s *schema) slice(t reflect.Type, tag reflect.StructTag) any {
	if t.Elem().Implements(reflect.TypeFor[anyMapItem]()) {
		return s.entries(t.Elem().Field(2).Type, tag)
	}
	each := s.of(t.Elem(), tag)
	return map[string]any{"anyOf": []any{map[string]any{"type": "array", "items": each}, each, nothing()}}
}

// entries returns the schema of a map from names to values of type t.
func (s *schema) entries(t reflect.Type, tag reflect.StructTag) any {
	each := s.removable(s.of(t, tag))
	object := map[string]any{"type": []any{"object", "null"}, "additionalProperties": each}
	if kinds := tag.Get("names"); s.words(kinds) != nil {
		object["properties"], object["additionalProperties"] = s.keysNamed(kinds, kinds, s.words(kinds), each), false
	}
	if kinds := tag.Get("open"); s.words(kinds) != nil {
		object["properties"] = s.keysNamed(kinds, kinds, s.words(kinds), each)
	}
	if below, known := s.Below[tag.Get("entry")]; known {
		object["properties"] = s.keysNamed("", tag.Get("entry"), below, each)
		if fresh, needs := s.fresh(t); needs {
			object["additionalProperties"] = fresh
		}
	}
	return object
}

// keysNamed returns the schemas of keys that are names of kinds, with their descriptions. If valued is set and a name has values of its
// own, such as the choices of a ruling, the schema allows these, else it is each.
func (s *schema) keysNamed(valued, kinds string, names []string, each any) map[string]any {
	properties := map[string]any{}
	for _, name := range names {
		value, about := each, ""
		for _, kind := range strings.Fields(kinds) {
			if words := s.Names[kind+"."+name]; words != nil && valued != "" {
				value = s.removable(map[string]any{"enum": list(words)})
			}
			about = cmp.Or(about, s.About[kind+"."+name])
		}
		if about != "" {
			value = map[string]any{"allOf": []any{value}, "description": about}
		}
		properties[name] = value
	}
	return properties
}

// fresh returns the schema of an entry that no layer below has, and whether such an entry requires any key.
func (s *schema) fresh(t reflect.Type) (any, bool) {
	of := t
	for of.Kind() == reflect.Pointer {
		of = of.Elem()
	}
	if of.Kind() != reflect.Struct || of.Implements(reflect.TypeFor[Former]()) || reflect.PointerTo(of).Implements(reflect.TypeFor[Former]()) {
		return nil, false
	}
	needed := s.needed(of)
	if len(needed) == 0 {
		return nil, false
	}
	whole := s.define("new_"+of.Name(), func() any {
		return map[string]any{"allOf": []any{s.of(t, ""), map[string]any{"type": "object", "required": needed}}}
	})
	return s.removable(whole), true
}

// removable returns a schema that also allows the word that removes an entry, if files have layers below.
func (s *schema) removable(each any) any {
	if !s.Layers {
		return each
	}
	return map[string]any{"anyOf": []any{each, map[string]any{"const": removed}}}
}

// object returns the schema of a struct by its tagged fields.
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

// fields adds the keys of t to object and properties.
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

// property adds a description to the schema of a value. Draft 7 ignores everything next to a reference, so a reference is wrapped.
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

// rest adds the keys without a field to properties: the names of the game, or any if it has none.
func (s *schema) rest(f reflect.StructField, object, properties map[string]any) {
	kind := f.Tag.Get("names")
	names := s.words(kind)
	if each := f.Type.Elem().Field(2).Type; each != reflect.TypeFor[*Node]() {
		object["additionalProperties"] = s.removable(s.of(each, f.Tag))
		return
	}
	if names == nil {
		object["additionalProperties"] = true
		return
	}
	for _, name := range names {
		value := map[string]any{}
		if kind == "fields" {
			value["allOf"] = []any{s.removable(s.formula())}
		}
		if rows := s.Names[kind+"."+name]; rows != nil {
			value["enum"] = list(append(rows[:len(rows):len(rows)], removed))
		}
		properties[name] = value
	}
}

// fieldDoc returns the description of a field, or of its type if it has none.
func (s *schema) fieldDoc(t reflect.Type, f reflect.StructField) string {
	if text := s.doc(t, f.Name); text != "" {
		return text
	}
	of := f.Type
	for of.Kind() == reflect.Pointer || of.Kind() == reflect.Slice {
		of = of.Elem()
		if of.Implements(reflect.TypeFor[anyMapItem]()) {
			of = of.Field(2).Type
		}
	}
	return s.doc(of, "")
}

// doc returns the description of a field, or of the type if field is empty.
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

// orNothing makes the schema of an object allow null, and returns it.
func orNothing(object map[string]any) any {
	object["type"] = []any{"object", "null"}
	return object
}

func nothing() any { return map[string]any{"type": "null"} }

// list returns words as a list of any, as JSON needs it.
func list(words []string) []any {
	out := make([]any, len(words))
	for i, word := range words {
		out[i] = word
	}
	return out
}
