package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"

	"hybrid/rules"
)

// object is a JSON object that keeps the order of its keys.
type object []member

type member struct {
	key   string
	value any
}

// set adds a key; one that is there already stays as it is.
func (o *object) set(key string, value any) {
	for _, m := range *o {
		if m.key == key {
			return
		}
	}
	*o = append(*o, member{key, value})
}

// MarshalJSON writes the keys in the order in which they were set.
func (o object) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, m := range o {
		if i > 0 {
			b.WriteByte(',')
		}
		if err := encode(&b, m.key, ""); err != nil {
			return nil, err
		}
		b.WriteByte(':')
		if err := encode(&b, m.value, ""); err != nil {
			return nil, err
		}
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

func encode(w io.Writer, value any, indent string) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", indent)
	return e.Encode(value)
}

func (p *program) writeJSON(value any) error {
	if err := encode(p.stdout, value, "  "); err != nil {
		return fmt.Errorf("write JSON: %w", err)
	}
	return nil
}

// line is a term as JSON shows it: with every key, even where there is nothing to say.
type line struct {
	Label  string        `json:"label"`
	Value  float64       `json:"value"`
	Source string        `json:"source"`
	Guide  string        `json:"guide"`
	Inputs []rules.Input `json:"inputs,omitempty"`
	Parts  []line        `json:"parts,omitempty"`
	Times  bool          `json:"times,omitempty"`
}

func lines(terms []rules.Term) []line {
	list := make([]line, len(terms))
	for i, t := range terms {
		list[i] = line{t.Label, t.Value, t.Source, t.Guide, t.Inputs, nil, t.Times}
		if len(t.Parts) > 0 {
			list[i].Parts = lines(t.Parts)
		}
	}
	return list
}

// addCheck adds what a check came to.
func (o *object) addCheck(check *rules.Outcome) {
	o.set("chance", check.Chance)
	o.set("roll", check.Roll)
	o.set("margin", check.Margin)
	o.set("success", check.Success)
	o.set("degree", check.Degree)
	o.set("factor", check.Factor)
}

// addChance adds the chance of a roll, and where it varies its bounds.
func (o *object) addChance(p *rules.Prospect) {
	o.set("chance", p.Chance)
	if p.Varies() {
		o.set("least", p.Least)
		o.set("most", p.Most)
	}
}

// addWays adds the checks on filter skills before a roll, and the roll by which of them are made.
func (o *object) addWays(p *rules.Prospect) {
	if len(p.Filters) == 0 {
		return
	}
	var filters, ways []object
	for _, f := range p.Filters {
		_, made := f.Roll.Odds()
		filter := object{{"label", f.Skill.Label}}
		filter.addChance(f.Roll)
		filter.addTold(f.Roll.Told)
		filter.set("made", made)
		filter.set("terms", lines(f.Roll.Terms))
		filters = append(filters, filter)
	}
	for _, w := range p.Ways {
		way := object{{"made", skillNames(w.Lifted)}, {"probability", w.Probability}}
		way.addChance(w.Roll)
		way.addTold(w.Roll.Told)
		way.set("terms", lines(w.Roll.Terms))
		ways = append(ways, way)
	}
	o.set("filters", filters)
	o.set("ways", ways)
}

func skillNames(skills []*rules.Skill) []string {
	names := make([]string, len(skills))
	for i, skill := range skills {
		names[i] = skill.Label
	}
	return names
}

func (o *object) addTold(text string) {
	if text != "" {
		o.set("told", text)
	}
}
