package source

import (
	"fmt"
	"testing"
)

func TestDecode(t *testing.T) {
	text := `label: 010
count: 010
scale: -2.50
secret: true
skills:
  sword: {label: Sword, basis: "PCA", tags: [physical, no], give: {df: {targeted: -10, else: 3}, chance: 1/4}}
  knife:
    tags: physical
    when: not x
    steps:
      a: 2d6 + 4
      b: {times: 1/2}
  axe:
tables:
  location: {columns: PST, rows: {chest: {roll: 07-30, df: 00, do: [{lose: PBD}]}, head: }}
order: {ties: {}, first: -3, costs: [1, 2.5, 1e3], lines: [1, {times: 2}]}
raw: [1]
`
	var p pack
	var r Report
	Decode(parse(t, "p.yaml", text), &p, &r)
	if err := r.Err(); err == nil || err.Error() != "p.yaml:16:15: Expected a list, found a map. Write [NAME, NAME]." {
		t.Errorf("mistakes: got %v, want p.yaml:16:15: Expected a list, found a map. Write [NAME, NAME].", err)
	}
	sword, knife, axe := p.Skills[0], p.Skills[1], p.Skills[2]
	rows := p.Tables[0].Value.Rows
	tests := []struct {
		name      string
		got, want any
	}{
		{"place of the top", p.Pos, Pos{"p.yaml", 1, 1}},
		{"string", p.Label, "010"},
		{"int", p.Count, 10},
		{"float", p.Scale, -2.5},
		{"bool", p.Secret, true},
		{"entries", []string{sword.Name, knife.Name, axe.Name}, []string{"sword", "knife", "axe"}},
		{"place of an entry", knife.Pos, Pos{"p.yaml", 7, 3}},
		{"place of a value", sword.Value.Place, Pos{"p.yaml", 6, 10}},
		{"place of an empty value", axe.Value.Place, Pos{"p.yaml", 13, 3}},
		{"inline", sword.Value.Label, Text{"Sword", Pos{"p.yaml", 6, 18}, false}},
		{"text, quoted", sword.Value.Basis, Text{"PCA", Pos{"p.yaml", 6, 32}, true}},
		{"text, absent", axe.Value.Basis, Text{}},
		{"list", sword.Value.Tags, []string{"physical", "no"}},
		{"list of one", knife.Value.Tags, []string{"physical"}},
		{"list, absent", axe.Value.Tags, []string(nil)},
		{"long form", sword.Value.Give[0].Value.Tags[1].Value.Text, "3"},
		{"short form", sword.Value.Give[1].Value.Else.Text, "1/4"},
		{"short form, dice", knife.Value.Steps[0].Value.Add.Text, "2d6 + 4"},
		{"long form of a line", knife.Value.Steps[1].Value.Times.Text, "1/2"},
		{"list of one text", p.Tables[0].Value.Columns[0].Text, "PST"},
		{"range", rows[0].Value.Roll, "07-30"},
		{"rest", rows[0].Value.Columns[0].Value.Text, "00"},
		{"rest, names", rows[0].Value.Columns[0].Name + rows[0].Value.Columns[1].Name, "dfdo"},
		{"rest, absent", len(rows[1].Value.Columns), 0},
		{"pointer", p.Order.First, -3},
		{"floats", p.Order.Costs, []float64{1, 2.5, 1000}},
		{"mixed short and long", p.Order.Lines[0].Add.Text + p.Order.Lines[1].Times.Text, "12"},
		{"raw", show(p.Raw), "[1]"},
		{"untagged", p.Hidden, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got, want := fmt.Sprintf("%#v", tt.got), fmt.Sprintf("%#v", tt.want); got != want {
				t.Errorf("got %s, want %s", got, want)
			}
		})
	}
}

// What is no text is told once, and is not in the list.
func TestDecodeNoTexts(t *testing.T) {
	var p pack
	var r Report
	Decode(parse(t, "p.yaml", "skills: {sword: {tags: [{a: 1}, physical, null, [no]]}}\ntables: {location: {columns: [{b: 2}, PST, ~]}}"), &p, &r)
	want := "p.yaml:1:25: Expected a value, found a map. Write one value.\np.yaml:1:43: Expected a value, found nothing. Write one value.\np.yaml:1:49: Expected a value, found a list. Write one value.\n" +
		"p.yaml:2:31: Expected a value, found a map. Write one value.\np.yaml:2:44: Expected a value, found nothing. Write one value."
	if err := r.Err(); err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
	if tags, columns := p.Skills[0].Value.Tags, p.Tables[0].Value.Columns; len(tags) != 1 || tags[0] != "physical" || len(columns) != 1 || columns[0].Text != "PST" {
		t.Errorf("got %q and %v", tags, columns)
	}
}

func TestDecodeAbsent(t *testing.T) {
	p := pack{Label: "kept"}
	var r Report
	Decode(nil, &p, &r)
	Decode(parse(t, "p.yaml", "count: 1"), &p, &r)
	if p.Label != "kept" || p.Order != nil || p.Raw != nil || r.Len() > 0 {
		t.Errorf("got %+v and %v, want the label kept, no pointers and no mistakes", p, r.Err())
	}
}

func TestDecodeNumbers(t *testing.T) {
	for _, text := range []string{"12abc", "1_000", "0x10", "inf", "NaN", "1/2", "", "1,5", "99999999999999999999", "true", "1e999", "x"} {
		t.Run(text, func(t *testing.T) {
			n := &Node{Kind: Scalar, Text: text, Pos: Pos{"f", 1, 2}}
			var whole int
			var r Report
			Decode(n, &whole, &r)
			if want := fmt.Sprintf("f:1:2: Expected a whole number, found %q. Write digits, such as 3.", text); r.Err() == nil || r.Err().Error() != want {
				t.Errorf("got %v, want %s", r.Err(), want)
			}
			if text == "99999999999999999999" {
				return
			}
			var number float64
			r = Report{}
			Decode(n, &number, &r)
			if want := fmt.Sprintf("f:1:2: Expected a number, found %q. Write digits, such as 2.5.", text); r.Err() == nil || r.Err().Error() != want {
				t.Errorf("got %v, want %s", r.Err(), want)
			}
		})
	}
}

func TestDecodeOurMistakes(t *testing.T) {
	n := &Node{Kind: Mapping}
	tests := []struct {
		name string
		into any
	}{
		{"no pointer", pack{}},
		{"nil", (*pack)(nil)},
		{"a Go map", &map[string]int{}},
		{"a tag twice", &struct {
			A int `yaml:"a"`
			B int `yaml:"a"`
		}{}},
		{"an unknown option", &struct {
			A int `yaml:"a,omitempty"`
		}{}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			defer func() {
				if recover() == nil {
					t.Error("got no panic, want one")
				}
			}()
			Decode(n, tt.into, new(Report))
		})
	}
}
