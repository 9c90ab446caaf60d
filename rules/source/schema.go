package source

import (
	"cmp"
	"reflect"
	"slices"
	"strings"
)

// The JSON Schema of a file, for completion and checks in editors, from the type into which the file is decoded and the tags that decode.go
// reads. A layer is laid over other files (layer.go); its entries can be `removed`, and need not repeat keys of the layers below.

// FormProvider is implemented, on the pointer, by Decoders to describe their input.
type FormProvider interface {
	// Forms returns a value of each type that is allowed. A struct among them is described by its fields, as if it had no DecodeNode.
	Forms() []any
}

// Keyed is a map form whose keys are names of the kinds in Names, as for fields with the tag `names`.
type Keyed struct {
	Form  any    // form of the map
	Names string // kinds of names, with spaces between
}

// FormulaForm is the form of a formula.
type FormulaForm struct{}

// Vocabulary holds the names and descriptions for the schema of a file. The tags of fields refer to it:
//
//	`names:"stats pools"`    the keys of a map are names of these kinds
//	`of:"skills"`            the value, or each value of a map or list, is a name of this kind
//	`one:"nearest down up"`  the value is one of these words
//	`open:"tags"`            names of these kinds are suggested for keys or values; others are allowed as well
//	`formula:"yes"`          the value is a formula, in which names of the kind formula can occur
//	`pattern:"faces"`        the value has the form with this name, see scalarPatterns
//	`min` `max` `range`      the value is a number within these bounds
//	`entry:"skills"`         the map is the section of this name
//	`own:"yes"`              the value is one of the names that the entry itself has, such as a choice of this ruling
//	`need:"yes"`             the key is required in an entry, unless a layer below has the entry
//	`verb:"yes"`             exactly one of the keys with this tag is required
type Vocabulary struct {
	Doc    func(t reflect.Type, field string) string // returns the description of a field, or of t if field is ""; nil for none
	Names  map[string][]string                       // names by kind
	Below  map[string][]string                       // entries that a layer below has, by section
	About  map[string]string                         // descriptions of names, by kind and name: "skills.sword"
	Ranges map[string][2]float64                     // bounds by the word of the tag `range`
	Layers bool                                      // whether entries can be `removed`, and have `after`
}

// Schema returns the JSON Schema (draft 7, which editors read) of a file that is decoded into value's type.
func Schema(title string, value any, v Vocabulary) map[string]any {
	s := schema{Vocabulary: v, definitions: map[string]any{}}
	t := reflect.TypeOf(value)
	root := s.objectSchema(t)
	if needed := s.neededKeys(t); !v.Layers && len(needed) > 0 {
		root["required"] = needed
	}
	delete(root["properties"].(map[string]any), After)
	root["$schema"] = "http://json-schema.org/draft-07/schema#"
	root["title"] = title
	root["definitions"] = s.definitions
	return root
}

// schema builds a JSON Schema, as maps and lists that encoding/json can write.
type schema struct {
	Vocabulary                 // names and descriptions to use
	definitions map[string]any // schemas of types so far, by name of the type
}

// valueSchema returns the schema of a value of type t with the tag of its field.
func (s *schema) valueSchema(t reflect.Type, tag reflect.StructTag) any {
	if t.Implements(reflect.TypeFor[FormProvider]()) || reflect.PointerTo(t).Implements(reflect.TypeFor[FormProvider]()) {
		return s.defineType(t, func() any { return s.formsSchema(t, tag) })
	}
	if reflect.PointerTo(t).Implements(reflect.TypeFor[Decoder]()) {
		panic("source: " + t.String() + " has a decoder but no description of its input")
	}
	switch {
	case t == reflect.TypeFor[FormulaForm]():
		return s.formulaSchema()
	case t == reflect.TypeFor[Text]():
		return s.textSchema(tag)
	case t == reflect.TypeFor[*Node]():
		return map[string]any{}
	}
	switch t.Kind() {
	case reflect.Pointer:
		return s.valueSchema(t.Elem(), tag)
	case reflect.Struct:
		if t.Name() == "" {
			return allowNull(s.objectSchema(t))
		}
		return s.defineType(t, func() any { return allowNull(s.standaloneSchema(t)) })
	case reflect.Slice:
		return s.sliceSchema(t, tag)
	case reflect.String:
		return s.textSchema(tag)
	case reflect.Bool:
		return map[string]any{"type": "boolean"}
	case reflect.Int:
		return s.addBounds(map[string]any{"type": "integer"}, tag)
	}
	fraction := map[string]any{"type": "string", "pattern": `^[+-]?[0-9.]+ */ *[0-9.]+$`}
	return s.addBounds(map[string]any{"anyOf": []any{map[string]any{"type": "number"}, fraction}}, tag)
}

// addBounds adds the bounds given in the tag to the schema of a number.
func (s *schema) addBounds(number map[string]any, tag reflect.StructTag) any {
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

// standaloneSchema returns the schema of a struct that is not an entry of a section. Its needed keys are required, unless a layer below can
// have them, and exactly one of its verbs is required.
func (s *schema) standaloneSchema(t reflect.Type) map[string]any {
	object := s.objectSchema(t)
	if needed := s.neededKeys(t); !s.Layers && len(needed) > 0 {
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

// neededKeys returns the keys that a struct requires.
func (s *schema) neededKeys(t reflect.Type) (keys []any) {
	for i := range t.NumField() {
		f := t.Field(i)
		switch key := f.Tag.Get("yaml"); {
		case f.Tag.Get("need") == "": // not required
		case key == ",rest":
			keys = append(keys, anyList(s.namesOfKinds(f.Tag.Get("names")))...)
		default:
			keys = append(keys, key)
		}
	}
	return keys
}

// scalarPatterns returns the regular expressions of scalars, by the word of the tag `pattern`.
func scalarPatterns() map[string]string {
	return map[string]string{
		"time":     `^ *([0-9]+([.,][0-9]+)? *(s|min|h|d)[a-z]* *)+$`,
		"targets":  `^(true|false|any|[1-9][0-9]*)$`,
		"faces":    `^d([1-9][0-9]*|\(.+\))$`,
		"die":      `^(d[1-9][0-9]*|([1-9][0-9]* )?[A-Za-z_][A-Za-z_0-9]*)$`,
		"facespan": `^[1-9][0-9]*(\+| *- *[1-9][0-9]*)?$`,
		"span":     `^-?[0-9.]+(-[0-9.]+)?$`,
	}
}

// formulaSchema returns the schema of a formula: a number or bool, or names, numbers and quoted texts separated by operators. A regular
// expression can't check that brackets match.
func (s *schema) formulaSchema() any {
	return s.addDefinition("formula", func() any {
		before := `(?:[-+(\s!]|not\b|` + bareName + `\()*`
		operand := `(?:(?:[0-9]+(?:\.[0-9]+)?|\.[0-9]+)(?:[eE][0-9]+)?|"[^"]*"|'[^']*'|true|false|[0-9]*d[0-9]+|` + s.nameChoice() + `)`
		operator := `(?:\*\*|==|!=|<=|>=|&&|\|\||[-+*/%^<>?:,]|and\b|or\b)`
		pattern := "^" + before + operand + `[)!\s]*(?:` + operator + before + operand + `[)!\s]*)*$`
		forms := []any{map[string]any{"type": []any{"number", "boolean"}}, map[string]any{"type": "string", "pattern": pattern}}
		// The names are for completion; the pattern also matches each of them. A name with a description is a form of its own, as editors
		// show the description of a form.
		var names []string
		for _, name := range s.Names["formula"] {
			if about := s.About["formula."+name]; about != "" {
				forms = append(forms, map[string]any{"const": name, "description": about})
			} else {
				names = append(names, name)
			}
		}
		if len(names) > 0 {
			forms = append(forms, map[string]any{"enum": anyList(names)})
		}
		return map[string]any{"anyOf": forms}
	})
}

// bareName is a regular expression for a name in a formula, with dots.
const bareName = `[A-Za-z_][A-Za-z_0-9.]*`

// nameChoice returns a regular expression for all names in formulas. To keep it short, names with the same endings (the parts after the
// first dot) share a branch.
func (s *schema) nameChoice() string {
	ends, order := map[string][]string{}, []string{} // endings by the part before the first dot, and these parts in order
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

// defineType adds a type's schema to the definitions, once, and returns a reference to it.
func (s *schema) defineType(t reflect.Type, build func() any) any {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return s.addDefinition(t.Name(), build)
}

// addDefinition adds a schema to the definitions, once, and returns a reference to it.
func (s *schema) addDefinition(name string, build func() any) any {
	if _, done := s.definitions[name]; !done {
		s.definitions[name] = nil // the definition may refer to itself
		s.definitions[name] = build()
	}
	return map[string]any{"$ref": "#/definitions/" + name}
}

// formsSchema returns the schema of a type with several forms. tag is the tag of its field.
func (s *schema) formsSchema(t reflect.Type, tag reflect.StructTag) any {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	var forms []any
	for _, form := range reflect.New(t).Interface().(FormProvider).Forms() {
		formTag := tag
		if keyed, ok := form.(Keyed); ok {
			form, formTag = keyed.Form, reflect.StructTag(`names:"`+keyed.Names+`"`)
		}
		kind := reflect.TypeOf(form)
		switch {
		case kind == t:
			forms = append(forms, s.objectSchema(t))
			continue
		case kind.Kind() == reflect.Slice && kind.Elem() == t: // a list; unlike in sliceSchema, a single element is one of the other forms
			forms = append(forms, map[string]any{"type": "array", "items": s.valueSchema(t, formTag)})
			continue
		}
		forms = append(forms, s.valueSchema(kind, formTag))
	}
	union := map[string]any{"anyOf": forms}
	s.addDescription(union, s.description(t, ""))
	return union
}

// textSchema returns the schema of a scalar: any text, or one of the names, words or patterns in the tag.
func (s *schema) textSchema(tag reflect.StructTag) any {
	free := map[string]any{"type": []any{"string", "number", "boolean", "null"}}
	if tag.Get("formula") != "" {
		return s.formulaSchema()
	}
	if pattern := scalarPatterns()[tag.Get("pattern")]; pattern != "" {
		types := []any{"string", "number"}
		if strings.Contains(pattern, "true") {
			types = append(types, "boolean")
		}
		return map[string]any{"type": types, "pattern": pattern}
	}
	if words := tag.Get("one"); words != "" {
		values := anyList(strings.Fields(words))
		for i, word := range values {
			if word == "true" || word == "false" {
				values[i] = word == "true"
			}
		}
		return map[string]any{"enum": values}
	}
	kind := tag.Get("of")
	if words := s.namesOfKinds(tag.Get("open")); words != nil {
		return map[string]any{"anyOf": []any{map[string]any{"enum": anyList(words)}, free}}
	}
	names := s.namesOfKinds(kind)
	if names == nil {
		return free
	}
	return s.addDefinition("one_of_"+strings.ReplaceAll(kind, " ", "_"), func() any { return map[string]any{"enum": anyList(names)} })
}

// namesOfKinds returns the names of the given kinds, which are separated by spaces.
func (s *schema) namesOfKinds(kinds string) (words []string) {
	for _, kind := range strings.Fields(kinds) {
		words = append(words, s.Names[kind]...)
	}
	return words
}

// sliceSchema returns the schema of a slice type: a Map, which is a slice of MapItem, or a list, for which a single element is also
// allowed.
func (s *schema) sliceSchema(t reflect.Type, tag reflect.StructTag) any {
	if t.Elem().Implements(reflect.TypeFor[anyMapItem]()) {
		return s.entriesSchema(t.Elem().Field(valueField).Type, tag)
	}
	return listSchema(s.valueSchema(t.Elem(), tag))
}

// listSchema returns the schema of a list, for which a single element is also allowed.
func listSchema(element any) any {
	return map[string]any{"anyOf": []any{map[string]any{"type": "array", "items": element}, element, nullSchema()}}
}

// entriesSchema returns the schema of a map from names to values of type t.
func (s *schema) entriesSchema(t reflect.Type, tag reflect.StructTag) any {
	value := s.allowRemoval(s.valueSchema(t, tag))
	object := map[string]any{"type": []any{"object", "null"}, "additionalProperties": value}
	if kinds := tag.Get("names"); s.namesOfKinds(kinds) != nil {
		object["properties"], object["additionalProperties"] = s.namedKeySchemas(t, kinds, s.namesOfKinds(kinds), value), false
	}
	if kinds := tag.Get("open"); s.namesOfKinds(kinds) != nil {
		object["properties"] = s.namedKeySchemas(t, kinds, s.namesOfKinds(kinds), value)
	}
	if below, known := s.Below[tag.Get("entry")]; known {
		properties := s.namedKeySchemas(nil, tag.Get("entry"), below, value)
		s.suggestOwnNames(t, tag.Get("entry"), properties)
		object["properties"] = properties
		if fresh, needs := s.newEntrySchema(t); needs {
			object["additionalProperties"] = fresh
		}
	}
	return object
}

// suggestOwnNames adds the names that each entry of a section has to the schema of that entry, as values of the keys with the tag `own`. t
// is the type of the entries. They are suggestions, as a layer can add a name.
func (s *schema) suggestOwnNames(t reflect.Type, section string, properties map[string]any) {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	for i := range t.NumField() {
		f := t.Field(i)
		if f.Tag.Get("own") == "" {
			continue
		}
		for name, value := range properties {
			if words := s.Names[section+"."+name]; words != nil {
				suggested := map[string]any{"anyOf": []any{map[string]any{"enum": anyList(words)}, map[string]any{"type": "string"}}}
				entry := map[string]any{"allOf": []any{value, map[string]any{"properties": map[string]any{f.Tag.Get("yaml"): suggested}}}}
				s.addDescription(entry, s.About[section+"."+name])
				properties[name] = entry
			}
		}
	}
}

// namedKeySchemas returns the schemas of keys that are names of the given kinds, with their descriptions. A name can have values of its
// own, such as the choices of a ruling; unless limited is nil, the schema of such a name allows only these, or a list of them if limited is
// the type of a list. All other names have the schema in usual.
func (s *schema) namedKeySchemas(limited reflect.Type, kinds string, names []string, usual any) map[string]any {
	properties := map[string]any{}
	for _, name := range names {
		value, about := usual, ""
		for _, kind := range strings.Fields(kinds) {
			if words := s.Names[kind+"."+name]; words != nil && limited != nil {
				var choice any = map[string]any{"enum": anyList(words)}
				if limited.Kind() == reflect.Slice {
					choice = listSchema(choice)
				}
				value = s.allowRemoval(choice)
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

// newEntrySchema returns the schema of an entry that no layer below has, and whether such an entry requires any key.
func (s *schema) newEntrySchema(t reflect.Type) (any, bool) {
	form := t
	for form.Kind() == reflect.Pointer {
		form = form.Elem()
	}
	if form.Kind() != reflect.Struct || form.Implements(reflect.TypeFor[FormProvider]()) || reflect.PointerTo(form).Implements(reflect.TypeFor[FormProvider]()) {
		return nil, false
	}
	needed := s.neededKeys(form)
	if len(needed) == 0 {
		return nil, false
	}
	whole := s.addDefinition("new_"+form.Name(), func() any {
		return map[string]any{"allOf": []any{s.valueSchema(t, ""), map[string]any{"type": "object", "required": needed}}}
	})
	return s.allowRemoval(whole), true
}

// allowRemoval returns a schema that also allows the word `removed`, if files can be layers.
func (s *schema) allowRemoval(value any) any {
	if !s.Layers {
		return value
	}
	return map[string]any{"anyOf": []any{value, map[string]any{"const": removed}}}
}

// objectSchema returns the schema of a struct by its tagged fields.
func (s *schema) objectSchema(t reflect.Type) map[string]any {
	properties := map[string]any{}
	object := map[string]any{"type": "object", "properties": properties, "additionalProperties": false}
	s.addFields(t, object, properties)
	if s.Layers {
		properties[After] = map[string]any{"type": "string", "description": "The entry that this one follows."}
	}
	s.addDescription(object, s.description(t, ""))
	return object
}

// addFields adds the keys of t to object and properties.
func (s *schema) addFields(t reflect.Type, object, properties map[string]any) {
	for i := range t.NumField() {
		f := t.Field(i)
		key, ok := f.Tag.Lookup("yaml")
		if !ok {
			continue
		}
		switch key {
		case ",inline":
			s.addFields(f.Type, object, properties)
		case ",pos": // not a key
		case ",rest":
			s.addRestKeys(f, object, properties)
		default:
			properties[key] = s.propertySchema(s.valueSchema(f.Type, f.Tag).(map[string]any), s.fieldDoc(t, f))
		}
	}
}

// propertySchema adds a description to the schema of a value. Draft 7 ignores everything next to a reference, so a reference is wrapped.
func (s *schema) propertySchema(value map[string]any, doc string) map[string]any {
	switch {
	case s.Layers:
		value = map[string]any{"anyOf": []any{value, map[string]any{"const": removed}}}
	case value["$ref"] != nil:
		value = map[string]any{"allOf": []any{value}}
	}
	s.addDescription(value, doc)
	return value
}

// addRestKeys adds the keys allowed by the rest field f to object and properties: names of the game, or any key if the game has none.
func (s *schema) addRestKeys(f reflect.StructField, object, properties map[string]any) {
	kind := f.Tag.Get("names")
	names := s.namesOfKinds(kind)
	if element := f.Type.Elem().Field(valueField).Type; element != reflect.TypeFor[*Node]() { // f is a Map, a slice of MapItem
		object["additionalProperties"] = s.allowRemoval(s.valueSchema(element, f.Tag))
		return
	}
	if names == nil {
		object["additionalProperties"] = true
		return
	}
	for _, name := range names {
		value := map[string]any{}
		if kind == "fields" { // custom fields of items and hazards, whose values are formulas
			value["allOf"] = []any{s.allowRemoval(s.formulaSchema())}
		}
		if rows := s.Names[kind+"."+name]; rows != nil {
			value["enum"] = anyList(append(rows[:len(rows):len(rows)], removed))
		}
		properties[name] = value
	}
}

// fieldDoc returns the description of a field, or of its type if it has none.
func (s *schema) fieldDoc(t reflect.Type, f reflect.StructField) string {
	if text := s.description(t, f.Name); text != "" {
		return text
	}
	element := f.Type
	for element.Kind() == reflect.Pointer || element.Kind() == reflect.Slice {
		element = element.Elem()
		if element.Implements(reflect.TypeFor[anyMapItem]()) {
			element = element.Field(valueField).Type
		}
	}
	return s.description(element, "")
}

// description returns the description of a field, or of the type if field is empty.
func (s *schema) description(t reflect.Type, field string) string {
	if s.Doc == nil {
		return ""
	}
	return s.Doc(t, field)
}

// addDescription adds text to the schema of a value as its description, unless it is "".
func (s *schema) addDescription(object map[string]any, text string) {
	if text != "" {
		object["description"] = text
	}
}

// allowNull makes the schema of an object allow null, and returns it.
func allowNull(object map[string]any) any {
	object["type"] = []any{"object", "null"}
	return object
}

// nullSchema returns the schema of an empty value.
func nullSchema() any { return map[string]any{"type": "null"} }

// anyList returns words as a list of any, as JSON needs it.
func anyList(words []string) []any {
	out := make([]any, len(words))
	for i, word := range words {
		out[i] = word
	}
	return out
}
