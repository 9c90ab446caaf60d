package formula_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"hybrid/rules/formula"
	"hybrid/rules/source"
)

// Whatever a file holds, Compile either reports a mistake in it or gives a formula that runs.
func FuzzCompile(f *testing.F) {
	for _, s := range []string{
		"3", "-1/2", "3 * PST + 4 * PAG + 5 * PCA", "2d6 + 4", "max(1, zero) / PST", "is.prone ? tool : \"x\"", "1 < PST < 3",
		"other.PFT.now.", "not (PST > 3 and aware)", "((", "\"\\", "a?.b", "1;2", "let x = 1; x", "filter(PST)", "PST|abs()", "ü+'é'",
		"d6 ? : 1", "[1][0]", "{a: 1}", "#", "::abs(1)", "PST not in PAG", "1e400", "0 ^ -1", "PST ^ PST ^ PST", "\xff", "if a {b}",
		"round(third*3) % 1 == 0 or tool != asked.called", "2 ** 1000 * 2 ** 1000", "min()", "-(-PST)", "1..2", "b'x'", "1.e5",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, written string) {
		for _, typ := range []formula.Type{formula.Number, formula.Flag, formula.Text} {
			check(t, written, typ)
		}
	})
}

func check(t *testing.T, written string, typ formula.Type) {
	var r source.Report
	f := formula.Compile(text(written), typ, scope(), &r)
	if (f == nil) != (r.Len() > 0) {
		t.Fatalf("%q: %v with %v", written, f, r.Err())
	}
	if f == nil {
		return
	}
	h := conan()
	h.dice = make([]float64, 10_000)
	for i := range h.dice {
		h.dice[i] = 1
	}
	switch typ {
	case formula.Flag:
		f.Flag(h)
	case formula.Text:
		f.String(h)
	case formula.Number:
		f.Num(h)
		if x, ok := f.Const(); ok && (math.IsNaN(x) || math.IsInf(x, 0)) {
			t.Fatalf("%q is always %v", written, x)
		}
		if lo, hi := f.Bounds(); !(lo <= hi) {
			t.Fatalf("%q lies between %v and %v", written, lo, hi)
		}
	}
}

// garden grows formulas together with what they come to.
type garden struct {
	*rand.Rand
	h *hero
}

func (g garden) num(depth int) (string, float64) {
	if depth == 0 {
		return g.leaf()
	}
	a, x := g.num(g.IntN(depth))
	b, y := g.num(g.IntN(depth))
	switch g.IntN(9) {
	case 0, 1:
		return fmt.Sprintf("(%s + %s)", a, b), x + y
	case 2, 3:
		return fmt.Sprintf("(%s - %s)", a, b), x - y
	case 4:
		return fmt.Sprintf("%s * %s", a, b), x * y
	case 5:
		return fmt.Sprintf("(%s / max(1, %s))", a, b), x / max(1, y)
	case 6:
		return fmt.Sprintf("min(%s, %s)", a, b), min(x, y)
	case 7:
		return fmt.Sprintf("abs(-%s)", a), math.Abs(x)
	}
	when, yes := g.flag(depth - 1)
	if yes {
		return fmt.Sprintf("(%s ? %s : %s)", when, a, b), x
	}
	return fmt.Sprintf("(%s ? %s : %s)", when, a, b), y
}

func (g garden) leaf() (string, float64) {
	if g.IntN(2) == 0 {
		x := float64(g.IntN(20)) / 4
		return fmt.Sprint(x), x
	}
	name := []string{"PST", "PAG", "PCA", "low", "ruling.sign"}[g.IntN(5)]
	if name == "ruling.sign" {
		return name, -1
	}
	return name, g.h.nums[name]
}

func (g garden) flag(depth int) (string, bool) {
	if depth <= 0 {
		name := []string{"aware", "is.prone"}[g.IntN(2)]
		return name, g.h.flags[name]
	}
	a, x := g.num(depth - 1)
	b, y := g.num(depth - 1)
	p, v := g.flag(depth - 1)
	equal := math.Abs(x-y) < 1e-9
	switch g.IntN(7) {
	case 0:
		return fmt.Sprintf("(%s < %s)", a, b), x < y && !equal
	case 1:
		return fmt.Sprintf("(%s <= %s)", a, b), x < y || equal
	case 2:
		return fmt.Sprintf("(%s > %s)", a, b), x > y && !equal
	case 3:
		return fmt.Sprintf("(%s >= %s)", a, b), x > y || equal
	case 4:
		return fmt.Sprintf("(%s and %s == %s)", p, a, b), v && equal
	case 5:
		return fmt.Sprintf("(%s or %s != %s)", p, a, b), v || !equal
	}
	return fmt.Sprintf("not %s", p), !v
}

func TestGrownFormulas(t *testing.T) {
	g := garden{rand.New(rand.NewPCG(1, 2)), conan()}
	for range 5000 {
		written, want := g.num(1 + g.IntN(5))
		f := compile(t, written, formula.Number)
		got := f.Num(g.h)
		if math.Abs(got-want) > 1e-9*max(1, math.Abs(want)) {
			t.Fatalf("%s: got %v, want %v", written, got, want)
		}
		if lo, hi := f.Bounds(); got < lo-1e-6 || got > hi+1e-6 {
			t.Fatalf("%s: %v is out of its bounds %v to %v", written, got, lo, hi)
		}
	}
}
