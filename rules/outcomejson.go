package rules

import (
	"cmp"
	"encoding/json"
	"slices"
	"strconv"
)

// Outcomes are as many as events, and longer: what they are written as and read from is said once, in shapes, which both
// ways go along. What is out of the ordinary goes to package encoding/json, as with events. TestOutcomesAreJSON holds both
// equal, so that a field that is forgotten here is found.

// shape is the fields of a struct in their order, as they are written.
type shape[T any] []struct {
	name   string
	always bool           // it is written where it is empty, too
	in     func(s *T) any // a pointer to the field
}

var outcomeShape = shape[Outcome]{
	{"step", true, func(o *Outcome) any { return &o.Step }},
	{"way", false, func(o *Outcome) any { return &o.Way }},
	{"label", true, func(o *Outcome) any { return &o.Label }},
	{"kind", true, func(o *Outcome) any { return &o.Kind }},
	{"who", false, func(o *Outcome) any { return &o.Who }},
	{"whom", false, func(o *Outcome) any { return &o.Whom }},
	{"source", false, func(o *Outcome) any { return &o.Source }},
	{"guide", false, func(o *Outcome) any { return &o.Guide }},
	{"skill", false, func(o *Outcome) any { return &o.Skill }},
	{"chance", false, func(o *Outcome) any { return &o.Chance }},
	{"roll", false, func(o *Outcome) any { return &o.Roll }},
	{"margin", false, func(o *Outcome) any { return &o.Margin }},
	{"success", false, func(o *Outcome) any { return &o.Success }},
	{"likely", false, func(o *Outcome) any { return &o.Likely }},
	{"beyond", false, func(o *Outcome) any { return &o.Beyond }},
	{"degree", false, func(o *Outcome) any { return &o.Degree }},
	{"factor", false, func(o *Outcome) any { return &o.Factor }},
	{"row", false, func(o *Outcome) any { return &o.Row }},
	{"side", false, func(o *Outcome) any { return &o.Side }},
	{"total", false, func(o *Outcome) any { return &o.Total }},
	{"choice", false, func(o *Outcome) any { return &o.Choice }},
	{"throw", false, func(o *Outcome) any { return &o.Throw }},
	{"versus", false, func(o *Outcome) any { return &o.Versus }},
	{"text", false, func(o *Outcome) any { return &o.Text }},
	{"secret", false, func(o *Outcome) any { return &o.Secret }},
	{"belief", false, func(o *Outcome) any { return &o.Belief }},
	{"overruled", false, func(o *Outcome) any { return &o.Overruled }},
	{"because", false, func(o *Outcome) any { return &o.Because }},
	{"dice", false, func(o *Outcome) any { return &o.Dice }},
	{"terms", false, func(o *Outcome) any { return &o.Terms }},
	{"events", false, func(o *Outcome) any { return &o.Events }},
}

var dieShape = shape[Die]{
	{"die", true, func(d *Die) any { return &d.Die }},
	{"result", true, func(d *Die) any { return &d.Result }},
	{"face", false, func(d *Die) any { return &d.Face }},
	{"sides", false, func(d *Die) any { return &d.Sides }},
	{"typed", true, func(d *Die) any { return &d.Typed }},
	{"for", false, func(d *Die) any { return &d.For }},
	{"ahead", false, func(d *Die) any { return &d.Ahead }},
}

var termShape = shape[Term]{
	{"label", true, func(t *Term) any { return &t.Label }},
	{"value", true, func(t *Term) any { return &t.Value }},
	{"source", false, func(t *Term) any { return &t.Source }},
	{"guide", false, func(t *Term) any { return &t.Guide }},
	{"inputs", false, func(t *Term) any { return &t.Inputs }},
	{"parts", false, func(t *Term) any { return &t.Parts }},
	{"times", false, func(t *Term) any { return &t.Times }},
	{"filled", false, func(t *Term) any { return &t.Filled }},
	{"unknown", false, func(t *Term) any { return &t.Unknown }},
}

var inputShape = shape[Input]{
	{"name", true, func(i *Input) any { return &i.Name }},
	{"value", true, func(i *Input) any { return &i.Value }},
}

// usualOutcome is how many bytes an outcome mostly takes.
const usualOutcome = 512

// AppendOutcomes writes outcomes as json.Marshal does, behind what is there already.
func AppendOutcomes(out []byte, outcomes []Outcome) ([]byte, error) {
	if outcomes == nil {
		return append(out, "null"...), nil
	}
	w := jsonWriter{out: slices.Grow(out, usualOutcome*len(outcomes))}
	writeList(&w, outcomeShape, outcomes)
	return w.out, w.err
}

func writeList[T any](w *jsonWriter, of shape[T], list []T) {
	w.out = append(w.out, '[')
	for i := range list {
		if i > 0 {
			w.out = append(w.out, ',')
		}
		begin := len(w.out)
		for k := range of {
			w.field(of[k].name, of[k].always, of[k].in(&list[i]))
		}
		if len(w.out) == begin {
			w.out = append(w.out, '{')
		} else {
			w.out[begin] = '{' // in the place of the first comma
		}
		w.out = append(w.out, '}')
	}
	w.out = append(w.out, ']')
}

// field writes a field, with a comma in front, unless it is empty and need not be there.
func (w *jsonWriter) field(name string, always bool, in any) {
	switch in := in.(type) {
	case *string:
		if always || *in != "" {
			w.name(name)
			w.text(*in)
		}
	case *float64:
		if always || *in != 0 {
			w.name(name)
			w.number(*in)
		}
	case *int:
		if always || *in != 0 {
			w.name(name)
			w.out = strconv.AppendInt(w.out, int64(*in), 10)
		}
	case *bool:
		if always || *in {
			w.name(name)
			w.out = strconv.AppendBool(w.out, *in)
		}
	case **float64:
		if *in != nil {
			w.name(name)
			w.number(**in)
		}
	case *[]Die:
		writeField(w, name, dieShape, *in)
	case *[]Term:
		writeField(w, name, termShape, *in)
	case *[]Input:
		writeField(w, name, inputShape, *in)
	case *[]Event:
		if len(*in) > 0 {
			w.name(name)
			out, err := AppendEvents(w.out, *in)
			if w.err = cmp.Or(w.err, err); err == nil {
				w.out = out
			}
		}
	}
}

func (w *jsonWriter) name(name string) {
	w.out = append(append(append(w.out, ',', '"'), name...), '"', ':')
}

func writeField[T any](w *jsonWriter, name string, of shape[T], list []T) {
	if len(list) > 0 {
		w.name(name)
		writeList(w, of, list)
	}
}

// ReadOutcomes reads outcomes as json.Unmarshal does.
func ReadOutcomes(data []byte) (list []Outcome, err error) {
	r := jsonReader{data: data, words: wordCaches.Get().(*wordCache)}
	defer wordCaches.Put(r.words)
	if readList(&r, outcomeShape, &list) && r.at == len(data) {
		return list, nil
	}
	list = nil
	err = json.Unmarshal(data, &list)
	return list, err
}

// readList reads a list of structs; it is false for what is out of the ordinary, such as a list that was there before.
func readList[T any](r *jsonReader, of shape[T], list *[]T) bool {
	if *list != nil || !r.skip('[') {
		return false
	}
	*list = make([]T, 0, 2)
	for more := !r.skip(']'); more; {
		*list = append(*list, *new(T))
		if !readStruct(r, of, &(*list)[len(*list)-1]) {
			return false
		}
		if more = r.skip(','); !more && !r.skip(']') {
			return false
		}
	}
	return true
}

// readStruct reads a struct, whose fields mostly come in their order.
func readStruct[T any](r *jsonReader, of shape[T], s *T) bool {
	if !r.skip('{') {
		return false
	}
	next := 0
	for more := !r.skip('}'); more; {
		name, ok := r.plain()
		if !ok || !r.skip(':') {
			return false
		}
		at := -1
		for k := range of {
			if i := (next + k) % len(of); of[i].name == string(name) {
				at = i
				break
			}
		}
		if at < 0 || !r.into(of[at].in(s)) {
			return false
		}
		next = at + 1
		if more = r.skip(','); !more && !r.skip('}') {
			return false
		}
	}
	return true
}

// into reads the value of a field.
func (r *jsonReader) into(in any) (ok bool) {
	switch in := in.(type) {
	case *string:
		*in, ok = r.text()
	case *float64:
		*in, ok = r.number()
	case *int:
		*in, ok = r.whole()
	case *bool:
		if *in, ok = true, r.word("true"); !ok {
			*in, ok = false, r.word("false")
		}
	case **float64:
		var x float64
		x, ok = r.number()
		*in = &x
	case *[]Die:
		ok = readList(r, dieShape, in)
	case *[]Term:
		ok = readList(r, termShape, in)
	case *[]Input:
		ok = readList(r, inputShape, in)
	case *[]Event:
		ok = *in == nil && r.events(in)
	}
	return ok
}
