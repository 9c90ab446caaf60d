package source

import (
	"slices"
	"strings"
	"testing"
)

func TestDifferences(t *testing.T) {
	old := parse(t, "a.yaml", "skills: {a: {x: 1, y: 2}, b: {z: 1}}\ntables: {t: {rows: {p: 1, q: 2}}}\nold: {c: 1}")
	now := parse(t, "a.yaml", "skills: {a: {x: 3, y: 2, w: 4}}\ntables: {t: {rows: {q: 2, p: 1}}}\nnew: {d: {e: 1}}")
	var got []string
	for _, c := range Differences(old, now) {
		got = append(got, strings.Join(c.Path, ".")+" "+string(c.Kind)+" "+c.Old+">"+c.Text)
	}
	want := []string{"skills.a.x replaces 1>3", "skills.a.w new >4", "skills.b removes {z: 1}>", "tables.t.rows moves >", "new.d new >{e: 1}", "old.c removes 1>"}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	if list := Differences(now, now); len(list) > 0 {
		t.Errorf("of itself: %v", list)
	}
}
