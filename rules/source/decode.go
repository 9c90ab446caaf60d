package source

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"hybrid/rules/message"
)

// Decoding of nodes into Go values by reflection. The tags `yaml`, `one`, `of` and others describe the fields. schema.go reads the same
// tags. A type with a short form, such as a single number in place of a map, is a Decoder.

// Text is a scalar as written, such as a formula or a name, with its position. The zero Text is absent.
type Text struct {
	Text   string // scalar without quotation marks
	Pos    Pos    // position of its first character, including a quotation mark
	Quoted bool   // whether it is written in ' or "
}

// MapItem is one `name: value` of a map.
type MapItem[T any] struct {
	Name  string // key as written
	Pos   Pos    // position of Name
	Value T      // decoded value
}

// Map is a YAML map in file order. Names are unique.
type Map[T any] []MapItem[T]

// valueField is the index of the field Value in every MapItem, for reflection.
const valueField = 2

// mapItem marks the type as an anyMapItem.
func (MapItem[T]) mapItem() {}

// anyMapItem is a MapItem of any type; a slice of such items is decoded as a map.
type anyMapItem interface{ mapItem() }

// Decoder is implemented, on the pointer, by types with short forms. For the long form, DecodeNode can call Decode with a pointer converted
// to a type of the same fields and no methods (`type plain Step; Decode(n, (*plain)(s), r)`). A struct that embeds a Decoder becomes a
// Decoder by promotion, which is seldom intended.
type Decoder interface {
	// DecodeNode decodes n into the receiver, and adds a mistake to r for each part that does not fit.
	DecodeNode(n *Node, r *Report)
}

// Decode stores a node in the value that into points to. It reports parts that do not fit, each at its position, and stores all other
// parts. Fields of structs are those tagged `yaml:"key"`; another key is a mistake. Tags without a key:
//
//	`yaml:",inline"`  an embedded struct whose keys belong to the outer one
//	`yaml:",pos"`     a Pos, the position of the node
//	`yaml:",rest"`    a Map, for all keys without a field
//
// A field tagged `text:"line"` is one line without non-printing characters, such as a name. A field can be a string, bool (true or
// false), int, float64 (decimal), Text, *Node (raw), a struct, a Map, a pointer (set if the key is present) or a slice (a list, or a
// single element). An empty value leaves a text, struct, Map or slice unchanged, and is a mistake for a number or bool. A nil node
// changes nothing. Decode panics for other types.
func Decode(n *Node, into any, r *Report) {
	v := reflect.ValueOf(into)
	if v.Kind() != reflect.Pointer || v.IsNil() {
		panic(fmt.Sprintf("source: decode into %T, no pointer", into))
	}
	if n == nil {
		return
	}
	decodeValue(n, v.Elem(), r)
}

// decodeValue stores n in v. Mistakes are added to r and leave v unchanged.
func decodeValue(n *Node, v reflect.Value, r *Report) {
	switch into := v.Addr().Interface().(type) {
	case Decoder:
		into.DecodeNode(n, r)
		return
	case **Node:
		*into = n
		return
	case *Text:
		decodeText(n, into, r)
		return
	}
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() {
			v.Set(reflect.New(v.Type().Elem()))
		}
		decodeValue(n, v.Elem(), r)
	case reflect.Struct:
		decodeStruct(n, v, r)
	case reflect.Slice:
		decodeSlice(n, v, r)
	default:
		decodeScalar(n, v, r)
	}
}

// decodeScalar stores n in v, which must be a string, a bool or a number; otherwise it panics.
func decodeScalar(n *Node, v reflect.Value, r *Report) {
	switch v.Kind() {
	case reflect.String:
		var t Text
		decodeText(n, &t, r)
		v.SetString(t.Text)
	case reflect.Bool:
		decodeBool(n, v, r)
	case reflect.Int:
		decodeInt(n, v, r)
	case reflect.Float64:
		decodeFloat(n, v, r)
	default:
		panic(fmt.Sprintf("source: cannot decode into %s", v.Type()))
	}
}

// scalarText returns the text of n. If n is not a scalar, it reports a mistake with the expected kind of value and the fix, and returns
// false.
func scalarText(n *Node, expected, fix string, r *Report) (string, bool) {
	if n.Kind == Scalar {
		return n.Text, true
	}
	reportWrongKind(n, expected, fix, r)
	return "", false
}

// reportWrongKind reports that n is not of the expected kind, such as "a number". fix is a sentence.
func reportWrongKind(n *Node, expected, fix string, r *Report) {
	r.Add(WrongKind, n.Pos, "Expected %s, found %s. %s", expected, n.describe(), fix)
}

// Fixes for a wrong kind of scalar.
const (
	fixValue  = "Write one value."
	fixBool   = "Write one of the two."
	fixWhole  = "Write digits, such as 3."
	fixNumber = "Write digits, such as 2.5."
)

// decodeText stores n in into. Null leaves into unchanged, with a warning if it is written as a word; a list or a map is a mistake.
func decodeText(n *Node, into *Text, r *Report) {
	if n.Kind == Null {
		if n.Text != "" {
			r.Warn(OddValue, n.Pos, "%s isn't a text. Remove the key, or put %s in quotes.", n.Text, n.Text)
		}
		return
	}
	into.Pos = n.Pos // set even if n isn't a text, so that the value counts as present
	if s, ok := scalarText(n, "a value", fixValue, r); ok {
		*into = Text{s, n.Pos, n.Quoted}
	}
}

// decodeBool stores n in v. It must be true or false.
func decodeBool(n *Node, v reflect.Value, r *Report) {
	s, ok := scalarText(n, "true or false", fixBool, r)
	if !ok {
		return
	}
	if s != "true" && s != "false" {
		reportWrongKind(n, "true or false", fixBool, r)
		return
	}
	v.SetBool(s == "true")
}

// decodeInt stores n in v. It must be a whole number.
func decodeInt(n *Node, v reflect.Value, r *Report) {
	s, ok := scalarText(n, "a whole number", fixWhole, r)
	if !ok {
		return
	}
	i, err := strconv.Atoi(s)
	if err != nil {
		reportWrongKind(n, "a whole number", fixWhole, r)
		return
	}
	WarnOfOctal(Text{s, n.Pos, n.Quoted}, r)
	v.SetInt(int64(i))
}

// decodeFloat stores n in v. It must be a number and not a fraction.
func decodeFloat(n *Node, v reflect.Value, r *Report) {
	s, ok := scalarText(n, "a number", fixNumber, r)
	if !ok {
		return
	}
	f, ok := ReadNumber(s)
	if !ok || strings.ContainsAny(s, "/−") {
		reportWrongKind(n, "a number", fixNumber, r)
		return
	}
	WarnOfOctal(Text{s, n.Pos, n.Quoted}, r)
	v.SetFloat(f)
}

// decodeSlice stores a list in v. A single value counts as a list of one. If v is a list of texts, items that are not texts are skipped.
func decodeSlice(n *Node, v reflect.Value, r *Report) {
	elem := v.Type().Elem()
	if elem.Implements(reflect.TypeFor[anyMapItem]()) {
		decodeMap(n, v, r)
		return
	}
	var items []*Node
	switch n.Kind {
	case Null:
		return
	case List:
		items = n.Items
	default:
		items = []*Node{n}
	}
	if elem == reflect.TypeFor[Text]() || elem.Kind() == reflect.String {
		items = slices.DeleteFunc(slices.Clone(items), func(item *Node) bool {
			expected, fix := "a value", fixValue
			if item == n {
				expected, fix = "a list", "Write [NAME, NAME]."
			}
			_, ok := scalarText(item, expected, fix, r)
			return !ok
		})
	}
	out := reflect.MakeSlice(v.Type(), len(items), len(items))
	for i, item := range items {
		decodeValue(item, out.Index(i), r)
	}
	v.Set(out)
}

// decodeMap stores a map with free keys in v, in the order of the file.
func decodeMap(n *Node, v reflect.Value, r *Report) {
	if n.Kind == Null {
		return
	}
	if n.Kind != Mapping {
		reportWrongKind(n, "a map of names", "Write `NAME: VALUE`.", r)
		return
	}
	out := reflect.MakeSlice(v.Type(), len(n.Fields), len(n.Fields))
	for i, f := range n.Fields {
		decodeMapItem(f, out.Index(i), r)
	}
	v.Set(out)
}

// decodeMapItem stores a field in a MapItem, whose fields are name, position and value in this order.
func decodeMapItem(f Field, v reflect.Value, r *Report) {
	r.outer = nil
	v.Field(0).SetString(f.Key)
	*v.Field(1).Addr().Interface().(*Pos) = f.Pos
	decodeValue(f.Value, v.Field(valueField), r)
	if text, ok := v.Field(valueField).Addr().Interface().(*Text); ok && *text == (Text{}) {
		text.Pos = f.Value.Pos // an empty value has a position, unlike an absent one
	}
}

// shape holds the decodable fields of a struct type.
type shape struct {
	keys   []string               // keys in order of the fields
	fields map[string]*fieldShape // decodable fields, by key
	pos    [][]int                // index paths of the position fields
	other  map[string]string      // keys by the words that other programs use for them, such as "tables" by "decks"
	own    string                 // key whose value is one of the names that the entry itself has, such as a choice; "" for none
	rest   []int                  // index path of the field for other keys; nil for none
}

// fieldShape is a struct field with a key.
type fieldShape struct {
	index     []int        // index path in the outermost struct, for reflect.Value.FieldByIndex
	valueType reflect.Type // type of the field
	words     []string     // allowed values; nil for any
	isOneLine bool         // whether its text must be one line of printing characters, as for a name or a label
}

// decodeStruct stores a map in the fields of v. Other keys go into its rest field, or are mistakes.
func decodeStruct(n *Node, v reflect.Value, r *Report) {
	s := shapeOf(v.Type())
	for _, index := range s.pos {
		*v.FieldByIndex(index).Addr().Interface().(*Pos) = n.Pos
	}
	if n.Kind == Null {
		return
	}
	if n.Kind != Mapping {
		example := s.keys[0] + ": VALUE"
		if key, value := s.keyWithin(n); key != "" {
			example = "{" + key + ": " + value + "}"
		}
		reportWrongKind(n, "a map of "+joinKeys(s.keys), "Write `"+example+"`.", r)
		return
	}
	outer := r.outer
	defer func() { r.outer = outer }()
	for i, f := range n.Fields {
		switch field, known := s.fields[f.Key]; {
		case known:
			r.outer = &outerMap{keys: s.keys, key: f.Key}
			field.decodeField(f, v, r)
		case s.rest == nil:
			r.Add(UnknownKey, f.Pos, "No key named “%s”%s", f.Key, s.unknownKeyHint(n.Fields[:i], f.Key, f.Value, outer))
		default:
			rest := v.FieldByIndex(s.rest)
			entry := reflect.New(rest.Type().Elem()).Elem()
			decodeMapItem(f, entry, r)
			rest.Set(reflect.Append(rest, entry))
		}
	}
}

// outerMap is a map with fixed keys, one of which holds the map being decoded.
type outerMap struct {
	keys []string // keys that it can have
	key  string   // key that holds the map being decoded
}

// keyWithin returns the key and the value that a text in place of a map seems to give: the key in a text such as "10 counts", or the key
// whose value can stand for the entry. key is "" if there is none.
func (s *shape) keyWithin(n *Node) (key, value string) {
	if n.Kind != Scalar {
		return "", ""
	}
	if number, word, found := strings.Cut(n.Text, " "); found && slices.Contains(s.keys, word) {
		return word, number
	}
	return s.own, n.Text
}

// decodeField stores the value of f in the field of the struct v.
func (s *fieldShape) decodeField(f Field, v reflect.Value, r *Report) {
	decodeValue(f.Value, v.FieldByIndex(s.index), r)
	for _, chosen := range append(slices.Clip(f.Value.Fields), f) { // the value itself or, in a map, each value must be an allowed word
		if chosen.Value.Kind == Scalar && len(s.words) > 0 && !slices.Contains(s.words, chosen.Value.Text) {
			r.Add(BadValue, chosen.Value.Pos, "%s", message.NotOneOf(chosen.Key, chosen.Value.Text, s.words))
		}
	}
	if !s.isOneLine || r.AnyText {
		return
	}
	if text := nonPrintingMessage(f.Value.Text, nonPrintingInLine); text != "" {
		r.Add(BadValue, f.Value.Pos, "%s must be one line. %s", f.Key, text)
	} else if f.Value.Text != "" && IsBlank(f.Value.Text) {
		r.Add(BadValue, f.Value.Pos, "%s is blank. Write a text, or remove the key.", f.Key)
	}
}

// unknownKeyHint returns the end of the message for an unknown key: the key that it belongs under or beside, the nearest key, or the list of
// keys. before holds the fields above it, value is its value. outer is the map around it, or nil.
func (s *shape) unknownKeyHint(before []Field, key string, value *Node, outer *outerMap) string {
	hint := message.Suggest(key, s.keys)
	if own := s.other[key]; own != "" {
		return ". Did you mean “" + own + "”?"
	}
	if parent := s.parentKey(key); hint == "" && parent != "" {
		return ". It belongs under " + parent + ": `" + parent + ": {" + key + ": …}`."
	}
	if hint == "" && outer != nil && slices.Contains(outer.keys, key) {
		return ". It belongs next to " + outer.key + ", not under it. Indent it less."
	}
	if isAfterComma(before, value) {
		if strings.ContainsAny(before[len(before)-1].Value.Text, "“”„«»") {
			return curlyHint
		}
		return commaHint
	}
	short := utf8.RuneCountInString(key) < 3 // any word is near a key as short as this
	if last := len(before) - 1; (hint == "" || short) && last >= 0 && before[last].Value.Kind == Null {
		return ". If it belongs to " + before[last].Key + " above, indent it farther."
	}
	if _, number := ReadNumber(value.Text); hint == "" && number && slices.Contains(s.keys, "give") {
		return ". To change a number, write `give: {" + key + ": " + value.Text + "}`. Keys here: " + joinKeys(s.keys) + "."
	}
	return cmp.Or(hint, ". Keys here: "+joinKeys(s.keys)+".")
}

// parentKey returns the first key of s whose value can contain key, except maps with free keys; "" if there is none.
func (s *shape) parentKey(key string) string {
	for _, own := range s.keys {
		t := s.fields[own].valueType
		if t.Kind() == reflect.Pointer {
			t = t.Elem()
		}
		forms := []reflect.Type{t}
		if former, ok := reflect.New(t).Interface().(FormProvider); ok {
			forms = nil
			for _, form := range former.Forms() {
				forms = append(forms, reflect.TypeOf(form))
			}
		}
		for _, form := range forms {
			if form.Kind() != reflect.Struct || form == reflect.TypeFor[Text]() || form == reflect.TypeFor[Pos]() {
				continue
			}
			if _, found := shapeOf(form).fields[key]; found {
				return own
			}
		}
	}
	return ""
}

// commaHint is the end of the message for a key that is really part of a value containing a comma.
const commaHint = ". Inside { } a comma ends a value. Put a value with a comma in quotes."

// curlyHint is the end of the message for a key that is really a part of a value in typographic quotation marks.
const curlyHint = ". Curly quotation marks don't count for YAML. Write straight ones: \"…\"."

// isAfterComma reports whether a key without a value follows another key on the same line, which suggests an unquoted text with a comma
// within braces.
func isAfterComma(before []Field, value *Node) bool {
	last := len(before) - 1
	return value.Kind == Null && last >= 0 && before[last].Value.Kind == Scalar && before[last].Pos.Line == value.Pos.Line
}

// joinKeys joins keys with commas, or returns "names" if any key is allowed.
func joinKeys(keys []string) string {
	if len(keys) == 0 {
		return "names"
	}
	return strings.Join(keys, ", ")
}

// shapes caches each *shape by its reflect.Type, since reflection is slow.
var shapes sync.Map

// shapeOf returns the shape of a struct type.
func shapeOf(t reflect.Type) *shape {
	if s, ok := shapes.Load(t); ok {
		return s.(*shape)
	}
	s := &shape{fields: map[string]*fieldShape{}, other: map[string]string{}}
	s.addFields(t, nil)
	shapes.Store(t, s)
	return s
}

// addFields adds the fields of a struct type; index is its index path in the outermost struct.
func (s *shape) addFields(t reflect.Type, index []int) {
	for i := range t.NumField() {
		f := t.Field(i)
		tag, ok := f.Tag.Lookup("yaml")
		if !ok {
			continue
		}
		fieldIndex := append(index[:len(index):len(index)], i)
		switch tag {
		case ",inline":
			s.addFields(f.Type, fieldIndex)
		case ",pos":
			s.pos = append(s.pos, fieldIndex)
		case ",rest":
			s.rest = fieldIndex
		default:
			if f.Tag.Get("own") != "" {
				s.own = tag
			}
			for _, word := range strings.Fields(f.Tag.Get("known_as")) {
				s.other[word] = tag
			}
			s.addKey(t, tag, &fieldShape{index: fieldIndex, valueType: f.Type, words: strings.Fields(f.Tag.Get("one")), isOneLine: f.Tag.Get("text") == "line"})
		}
	}
}

// addKey adds field under key. It panics if the key is taken, which is a mistake in the program.
func (s *shape) addKey(t reflect.Type, key string, field *fieldShape) {
	if _, twice := s.fields[key]; twice || key == "" || strings.Contains(key, ",") {
		panic(fmt.Sprintf("source: %s: bad or repeated tag %q", t, key))
	}
	s.keys = append(s.keys, key)
	s.fields[key] = field
}
