package source

import (
	"testing"
)

func TestLay(t *testing.T) {
	tests := []struct {
		name, under, over, want string
	}{
		{"maps merge deep down", "s: {a: {x: 1, y: 2}, b: {x: 3}}", "s: {a: {y: 4, z: 5}}", "{s: {a: {x: 1, y: 4, z: 5}, b: {x: 3}}}"},
		{"new last", "s: {a: 1}\nt: {b: 2}", "u: {c: 3}\ns: {d: 4}", "{s: {a: 1, d: 4}, t: {b: 2}, u: {c: 3}}"},
		{"lists are replaced", "a: [1, 2, 3]", "a: [4]", "{a: [4]}"},
		{"a map replaces a value", "a: 1", "a: {x: 1}", "{a: {x: 1}}"},
		{"a value replaces a map", "a: {x: 1}", "a: 1", "{a: 1}"},
		{"a list replaces a map", "a: {x: 1}", "a: [x]", "{a: [x]}"},
		{"empty over a map", "a: {x: 1}", "a:", "{a: {x: 1}}"},
		{"empty over a value", "a: 1", "a:", "{a: ~}"},
		{"a map over empty", "a:", "a: {x: 1}", "{a: {x: 1}}"},
		{"removed", "s: {a: 1, b: 2, c: 3}", "s: {b: removed}", "{s: {a: 1, c: 3}}"},
		{"removed section", "s: {a: 1}\nt: 1", "s: removed", "{t: 1}"},
		{"the word removed", "s: {a: 1}", `s: {a: "removed"}`, "{s: {a: <removed>}}"},
		{"removed in a list", "s: [a]", "s: [removed]", "{s: [removed]}"},
		{"after", "s: {a: {}, b: {}, c: {}}", "s: {n: {x: 1, after: a}}", "{s: {a: {}, n: {x: 1}, b: {}, c: {}}}"},
		{"two after one", "s: {a: {}, b: {}}", "s: {n: {after: a}, m: {after: a}}", "{s: {a: {}, n: {}, m: {}, b: {}}}"},
		{"after a new one", "s: {a: {}, b: {}}", "s: {n: {after: m}, m: {after: a}, o: {after: a}}", "{s: {a: {}, m: {}, n: {}, o: {}, b: {}}}"},
		{"after the last", "s: {a: {}}", "s: {n: {}, m: {after: a}}", "{s: {a: {}, m: {}, n: {}}}"},
		{"after moves an old one", "s: {a: {x: 1}, b: 2, c: {}}", "s: {a: {after: b, y: 2}, b: {after: c}}", "{s: {c: {}, b: 2, a: {x: 1, y: 2}}}"},
		{"after, deep in a new one", "s: {}", "s: {n: {steps: {a: {}, b: {}, c: {after: a}}}}", "{s: {n: {steps: {a: {}, c: {}, b: {}}}}}"},
		{"after, in what replaces", "s: 1", "s: {a: {}, b: {}, c: {after: a}}", "{s: {a: {}, c: {}, b: {}}}"},
		{"many keys", "{a: 1, b: 1, c: 1, d: 1, e: 1, f: 1, g: 1, h: 1, i: 1, j: 1, k: 1, l: 1, m: 1}", "{m: 2, a: 2, n: 2, l: removed, o: 2}",
			"{a: 2, b: 1, c: 1, d: 1, e: 1, f: 1, g: 1, h: 1, i: 1, j: 1, k: 1, m: 2, n: 2, o: 2}"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			under, over := parse(t, "under.yaml", tt.under), parse(t, "over.yaml", tt.over)
			before := show(under) + show(over)
			var r Report
			if got := show(Lay(under, over, &r)); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
			if err := r.Err(); err != nil {
				t.Errorf("unexpected: %v", err)
			}
			if got := show(under) + show(over); got != before {
				t.Errorf("the layers changed: got %s, want %s", got, before)
			}
		})
	}
}

func TestLayNil(t *testing.T) {
	n := parse(t, "a.yaml", "s: {a: {}, b: {}, c: {after: a}}")
	var r Report
	if got := Lay(n, nil, &r); got != n {
		t.Errorf("nil over a layer: got %s, want the layer", show(got))
	}
	if got, want := show(Lay(nil, n, &r)), "{s: {a: {}, c: {}, b: {}}}"; got != want {
		t.Errorf("a layer over nil: got %s, want %s", got, want)
	}
	if got := Lay(nil, nil, &r); got != nil {
		t.Errorf("nil over nil: got %s, want nil", show(got))
	}
	if err := r.Err(); err != nil {
		t.Errorf("unexpected: %v", err)
	}
}

func TestLayPlaces(t *testing.T) {
	under := parse(t, "under.yaml", "s:\n  a: {x: 1, y: 2}\n  b: 3\n")
	over := parse(t, "over.yaml", "s: {a: {y: 4}, b: 5, c: 6}\n")
	var r Report
	want := `s over.yaml:1:1 over.yaml:1:4
a over.yaml:1:5 over.yaml:1:8
x under.yaml:2:7 under.yaml:2:10
y over.yaml:1:9 over.yaml:1:12
b over.yaml:1:16 over.yaml:1:19
c over.yaml:1:22 over.yaml:1:25
`
	if got := places(Lay(under, over, &r)); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
