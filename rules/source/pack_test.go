package source

import (
	"fmt"
	"strings"
	"testing"
)

// pack is what the tests decode into: every kind of field, in the manner of a real ruleset.
type pack struct {
	Pos    Pos        `yaml:",pos"`
	Label  string     `yaml:"label" text:"line"`
	Count  int        `yaml:"count"`
	Scale  float64    `yaml:"scale"`
	Secret bool       `yaml:"secret"`
	Skills Map[skill] `yaml:"skills"`
	Tables Map[table] `yaml:"tables"`
	Order  *order     `yaml:"order"`
	Raw    *Node      `yaml:"raw"`
	Hidden string
}

type header struct {
	Label Text `yaml:"label" text:"line"`
	Src   Text `yaml:"src"`
	When  Text `yaml:"when"`
}

type skill struct {
	header `yaml:",inline"`
	Place  Pos       `yaml:",pos"`
	Basis  Text      `yaml:"basis"`
	Tags   []string  `yaml:"tags"`
	Give   Map[give] `yaml:"give"`
	Steps  tally     `yaml:"steps"`
}

// tally is a map type of its own, without the methods of Map.
type tally Map[line]

type line struct {
	Add   Text `yaml:"add"`
	Times Text `yaml:"times"`
}

func (l *line) DecodeNode(n *Node, r *Report) {
	if n.Kind == Scalar {
		Decode(n, &l.Add, r)
		return
	}
	type plain line
	Decode(n, (*plain)(l), r)
}

type give struct {
	Else Text
	Tags Map[Text]
}

func (g *give) DecodeNode(n *Node, r *Report) {
	if n.Kind == Mapping {
		Decode(n, &g.Tags, r)
		return
	}
	Decode(n, &g.Else, r)
}

type table struct {
	Columns []Text   `yaml:"columns"`
	Rows    Map[row] `yaml:"rows"`
}

type row struct {
	Roll    string     `yaml:"roll"`
	Columns Map[*Node] `yaml:",rest"`
}

type order struct {
	Ties  []Text    `yaml:"ties"`
	First int       `yaml:"first"`
	Costs []float64 `yaml:"costs"`
	Lines []line    `yaml:"lines"`
}

// parse reads a text that must be sound.
func parse(t *testing.T, name, text string) *Node {
	t.Helper()
	var r Report
	n := Parse(name, []byte(text), &r)
	if err := r.Err(); err != nil || n == nil {
		t.Fatalf("parse %s: %v", name, err)
	}
	return n
}

// show writes a node on one line: scalars in brackets when quoted, null as ~.
func show(n *Node) string {
	if n == nil {
		return "nil"
	}
	switch n.Kind {
	case Scalar:
		if n.Quoted {
			return "<" + n.Text + ">"
		}
		return n.Text
	case List:
		items := make([]string, len(n.Items))
		for i, item := range n.Items {
			items[i] = show(item)
		}
		return "[" + strings.Join(items, ", ") + "]"
	case Mapping:
		fields := make([]string, len(n.Fields))
		for i, f := range n.Fields {
			fields[i] = f.Key + ": " + show(f.Value)
		}
		return "{" + strings.Join(fields, ", ") + "}"
	}
	return "~"
}

// places writes the place of every node and field, deep down.
func places(n *Node) string {
	var b strings.Builder
	for _, item := range n.Items {
		fmt.Fprintf(&b, "- %s\n%s", item.Pos, places(item))
	}
	for _, f := range n.Fields {
		fmt.Fprintf(&b, "%s %s %s\n%s", f.Key, f.Pos, f.Value.Pos, places(f.Value))
	}
	return b.String()
}
