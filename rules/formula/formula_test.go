package formula_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"hybrid/rules/formula"
	"hybrid/rules/source"
)

// hero is what the formulas of these tests are about.
type hero struct {
	nums  map[string]float64
	flags map[string]bool
	words map[string]string
	dice  []float64 // what the next dice show, in order
	asked []string  // "2d6", as they were rolled
}

func conan() *hero {
	return &hero{
		nums:  map[string]float64{"PST": 12, "PAG": 9, "PCA": 10.5, "zero": 0, "third": 1.0 / 3, "other.PFT.now": 21, "low": -4},
		flags: map[string]bool{"is.prone": true, "aware": false, "tag.mental": true},
		words: map[string]string{"asked.called": "head", "tool": "sword"},
	}
}

func scope() *formula.Scope[*hero] {
	return &formula.Scope[*hero]{
		Name: name,
		Func: func(name string) (func(*hero, float64) float64, bool) {
			return func(h *hero, x float64) float64 { return 10*x + h.nums["zero"] }, slices.Contains(tables(), name)
		},
		Dice:  roll,
		Many:  rollMany,
		Words: func() []string { return append(slices.Clone(names()), tables()...) },
	}
}

func tables() []string { return []string{"speed", "filter", "other.speed"} }

func names() []string {
	return []string{"PST", "PAG", "PCA", "zero", "third", "other.PFT.now", "low", "is.prone", "aware", "tag.mental",
		"asked.called", "tool", "ruling.sign", "ruling.mishaps", "ruling.hard"}
}

func name(path string) (formula.Value[*hero], bool) {
	v := formula.Value[*hero]{
		Num:  func(h *hero) float64 { return h.nums[path] },
		Flag: func(h *hero) bool { return h.flags[path] },
		Text: func(h *hero) string { return h.words[path] },
	}
	switch path {
	case "PST", "PAG", "PCA":
		v.Bounded, v.Min, v.Max = true, 1, 20
	case "zero", "third", "other.PFT.now":
	case "low":
		v.Bounded, v.Min, v.Max = true, -6, -2
	case "is.prone", "aware", "tag.mental":
		v.Type = formula.Flag
	case "asked.called", "tool":
		v.Type = formula.Text
	case "ruling.sign":
		v.Const, v.Num = true, func(*hero) float64 { return -1 }
	case "ruling.mishaps":
		v.Type, v.Const, v.Text = formula.Text, true, func(*hero) string { return "offered" }
	case "ruling.hard":
		v.Type, v.Const, v.Flag = formula.Flag, true, func(*hero) bool { return true }
	default:
		return v, false
	}
	return v, true
}

func roll(count, faces int, again bool) func(*hero) float64 {
	written := strings.Repeat("+", count) + "d" + string(rune('0'+faces%10))
	if again {
		written += "!"
	}
	return func(h *hero) float64 {
		h.asked = append(h.asked, written)
		shown := h.dice[0]
		h.dice = h.dice[1:]
		return shown
	}
}

func rollMany(again bool) func(h *hero, count, faces float64) float64 {
	return func(h *hero, count, faces float64) float64 { return roll(int(count), int(faces), again)(h) }
}

func text(s string) source.Text {
	return source.Text{Text: s, Pos: source.Pos{File: "a.yaml", Line: 3, Col: 1}}
}

func compile(t *testing.T, written string, want formula.Type) *formula.Formula[*hero] {
	t.Helper()
	var r source.Report
	f := formula.Compile(text(written), want, scope(), &r)
	if err := r.Err(); err != nil || f == nil {
		t.Fatalf("Compile(%q) = %v, %v", written, f, err)
	}
	return f
}

func TestNumbers(t *testing.T) {
	for _, c := range []struct {
		formula string
		want    float64
	}{
		// plain
		{"3", 3}, {" 3 ", 3}, {"-0.25", -0.25}, {"1/2", 0.5}, {"-1 / 4", -0.25}, {"010", 10}, {"00", 0}, {"-0", 0},
		{"1e3", 1000}, {".5", 0.5}, {"+3", 3}, {"25e-1", 2.5}, {"1000000000000000", 1e15},
		// constants
		{"1 + 2 * 3", 7}, {"(1 + 2) * 3", 9}, {"7 / 2", 3.5}, {"7 % 4", 3}, {"-7 % 4", -3}, {"2 ** 3 ** 2", 512},
		{"2 ^ 10", 1024}, {"-2 ^ 2", -4}, {"10 - 4 - 3", 3}, {"100 / 10 / 2", 5}, {"2 - -3", 5}, {"--3", 3},
		// names with constants, either way round
		{"PST", 12}, {"-PST", -12}, {"+PST", 12}, {"PST + 1", 13}, {"1 + PST", 13}, {"PST - 1", 11}, {"1 - PST", -11},
		{"PST * 2", 24}, {"2 * PST", 24}, {"PST / 4", 3}, {"PST / 5", 2.4}, {"60 / PST", 5}, {"PST % 5", 2}, {"30 % PST", 6},
		{"PST ^ 2", 144}, {"PST ** 2", 144}, {"2 ^ PST", 4096}, {"other.PFT.now", 21}, {"0 * PST", 0}, {"-(0 * PST)", 0},
		// names with names
		{"PST + PAG", 21}, {"PST - PAG", 3}, {"PST * PAG", 108}, {"PAG / PST", 0.75}, {"PST % PAG", 3}, {"PST ^ (PAG - 7)", 144},
		// sums
		{"3 * PST + 4 * PAG + 5 * PCA", 124.5}, {"3 * PST - 4 * PAG - 5 * PCA", -52.5},
		{"PST + PAG + PCA + PST + PAG + PCA + 1", 64}, {"1 + PST - PAG", 4}, {"1 - PST + PAG", -2}, {"1 - (PST - PAG)", -2},
		{"PST + 1 + PAG", 22}, {"PST + 1 + 1", 14}, {"PST - 1 - 1", 10}, {"2 * (PST + PAG)", 42}, {"2 * (PST + 1)", 26},
		{"-(PST + PAG)", -21}, {"-(PST - 1)", -11}, {"-(2 * PST)", -24}, {"2 * (3 * PST)", 72}, {"2 * -PST", -24},
		{"PST - (PAG + PCA)", -7.5}, {"(PST + PAG) / 2", 10.5}, {"(PST + PAG) / 3", 7}, {"20 + 2 * PST", 44},
		{"3 * PST + 20 - 4 * PAG", 20}, {"PST * PAG + PST * PCA", 234}, {"PST / 2 + PAG / 2", 10.5},
		{"PST + PAG + PCA + 5", 36.5}, {"5 - PST - PAG - PCA", -26.5}, {"ruling.sign * PST * 2", -24},
		// functions
		{"min(PST, PAG)", 9}, {"max(PST, PAG)", 12}, {"min(3, PST)", 3}, {"min(PST, 3)", 3}, {"max(3, PST)", 12},
		{"max(PST, 30)", 30}, {"min(PST)", 12}, {"max(1, 2, 3)", 3}, {"min(1, 2, 3)", 1}, {"min(PST, PAG, PCA, 10, 9.5)", 9},
		{"max(low, zero, third)", 1.0 / 3}, {"floor(PCA)", 10}, {"ceil(PCA)", 11}, {"round(PCA)", 11}, {"abs(low)", 4},
		{"round(-2.5)", -2}, {"round(2.5)", 3}, {"round(2.4)", 2}, {"floor(-2.5)", -3}, {"ceil(-0.5)", 0}, {"abs(-3)", 3},
		{"floor(third * 3)", 1}, {"floor(0.7 * 10 * third * 3)", 7}, {"ceil(third + third + third)", 1}, {"floor(2.9999999)", 2},
		{"ceil((0.1 + 0.2) * 10)", 3}, {"round(0.49999999999)", 1}, {"speed(PST)", 120}, {"speed(2)", 20},
		{"filter(PST + 1)", 130}, {"other.speed(1) + 1", 11},
		// nothing runs to infinity
		{"PST / max(1, zero)", 12}, {"(zero - 4) ^ 0.5", 0}, {"zero ^ -1", 0}, {"PST ^ 1000", 0}, {"0.3 % 0.1", 0}, {"(third * 3) % 1", 0},
		// choices
		{"tag.mental ? PST : PAG", 12}, {"aware ? PST : PAG", 9}, {"true ? PST : PAG", 12}, {"false ? PST : PAG", 9},
		{"PST > 10 ? (PAG > 10 ? 1 : 2) : 3", 2}, {"(ruling.hard ? 2 : 1) * PST", 24},
	} {
		f := compile(t, c.formula, formula.Number)
		got := f.Num(conan())
		if math.Abs(got-c.want) > 1e-12 || math.Signbit(got) != math.Signbit(c.want) {
			t.Errorf("%s: got %v, want %v", c.formula, got, c.want)
		}
		if lo, hi := f.Bounds(); got < lo-1e-9 || got > hi+1e-9 {
			t.Errorf("%s: %v is out of its bounds %v to %v", c.formula, got, lo, hi)
		}
	}
}

func TestFlags(t *testing.T) {
	for _, c := range []struct {
		formula string
		want    bool
	}{
		{"true", true}, {"false", false}, {"is.prone", true}, {"not is.prone", false}, {"!is.prone", false}, {"not not aware", false},
		{"is.prone and aware", false}, {"is.prone or aware", true}, {"is.prone && aware", false}, {"aware || is.prone", true},
		{"true and is.prone", true}, {"is.prone and true", true}, {"false and is.prone", false}, {"is.prone and false", false},
		{"true or aware", true}, {"aware or true", true}, {"false or aware", false}, {"aware or false", false},
		{"not true", false}, {"is.prone == aware", false}, {"is.prone != aware", true}, {"is.prone == true", true},
		{"false == is.prone", false}, {"true == true", true}, {"true != true", false},
		{"1 == 1", true}, {"1 != 1", false}, {"1 < 2", true}, {"2 <= 1", false}, {"1 > 2", false}, {"2 >= 1", true},
		{"PST == 12", true}, {"PST != 12", false}, {"PST < 12", false}, {"PST <= 12", true}, {"PST > 12", false}, {"PST >= 12", true},
		{"12 == PST", true}, {"12 != PST", false}, {"12 < PST", false}, {"12 <= PST", true}, {"12 > PST", false}, {"12 >= PST", true},
		{"11 < PST", true}, {"11 <= PST", true}, {"11 > PST", false}, {"11 >= PST", false},
		{"PST == PAG", false}, {"PST != PAG", true}, {"PST < PAG", false}, {"PST <= PAG", false}, {"PST > PAG", true}, {"PST >= PAG", true},
		{"PAG < PST", true}, {"PAG <= PST", true}, {"PST <= PST", true}, {"PST < PST", false}, {"PST >= PST", true}, {"PST > PST", false},
		{"third + third + third == 1", true}, {"third + third + third < 1", false}, {"0.1 + 0.2 <= 0.3", true}, {"0.1 + 0.2 > 0.3", false},
		{"PST + 0.1 + 0.2 == PST + 0.3", true}, {"PST + 0.1 + 0.2 > PST + 0.3", false}, {"PST + 0.1 + 0.2 <= PST + 0.3", true},
		{"1.00000001 == 1", false}, {"1.00000001 > 1", true},
		{`tool == "sword"`, true}, {`tool != "sword"`, false}, {`"axe" == tool`, false}, {`tool == asked.called`, false},
		{`tool != asked.called`, true}, {`'axe' == "axe"`, true}, {`ruling.mishaps == "offered" and PST < 0`, false},
		{"aware ? is.prone : tag.mental", true}, {"not (PST > 3 and PAG > 3)", false},
		{"PAG >= 0.25 * PST and PST < 100 / 2", true}, {"PST<-3", false}, {`tool == "2d6 + d4 ( = |"`, false},
	} {
		if got := compile(t, c.formula, formula.Flag).Flag(conan()); got != c.want {
			t.Errorf("%s: got %v, want %v", c.formula, got, c.want)
		}
	}
}

func TestTexts(t *testing.T) {
	for _, c := range []struct{ formula, want string }{
		{`"x"`, "x"}, {`'x y'`, "x y"}, {`""`, ""}, {"tool", "sword"}, {"asked.called", "head"}, {"ruling.mishaps", "offered"},
		{`is.prone ? "down" : "up"`, "down"}, {`aware ? "down" : tool`, "sword"}, {`"ü\"é"`, `ü"é`},
	} {
		if got := compile(t, c.formula, formula.Text).String(conan()); got != c.want {
			t.Errorf("%s: got %q, want %q", c.formula, got, c.want)
		}
	}
}

func TestDice(t *testing.T) {
	for _, c := range []struct {
		formula string
		dice    []float64
		want    float64
		asked   string
		lo, hi  float64
	}{
		{"2d6", []float64{7}, 7, "++d6", 2, 12},
		{"d6", []float64{3}, 3, "+d6", 1, 6},
		{"2d6 + 4", []float64{7}, 11, "++d6", 6, 16},
		{"10 - 2d6", []float64{7}, 3, "++d6", -2, 8},
		{"2d6 + 1d4 - d8", []float64{7, 3, 5}, 5, "++d6 +d4 +d8", -5, 15},
		{"d6 + (d4 + d8)", []float64{1, 2, 3}, 6, "+d6 +d4 +d8", 3, 18},
		{"d6 * d4", []float64{5, 3}, 15, "+d6 +d4", 1, 24},
		{"(d6 + 1) / d4", []float64{5, 3}, 2, "+d6 +d4", 0.5, 7},
		{"max(d6, d4, 2)", []float64{1, 4}, 4, "+d6 +d4", 2, 6},
		{"max(2, d6)", []float64{1}, 2, "+d6", 2, 6},
		{"0 * d6", []float64{4}, 0, "+d6", 0, 0},
		{"false and d6 > 3 ? 1 : 2", nil, 2, "", 2, 2},
		{"d6 > 3 and false ? 1 : 2", []float64{4}, 2, "+d6", 1, 2},
		{"d6 > 3 or true ? 1 : 2", []float64{1}, 1, "+d6", 1, 2},
		{"d4 < d6 ? d8 : 0", []float64{1, 2, 3}, 3, "+d4 +d6 +d8", 0, 8},
		{"d4 >= d6 ? d8 : 0", []float64{1, 2}, 0, "+d4 +d6", 0, 8},
		{"dice(PAG / 3, 6)", []float64{11}, 11, "+++d6", 0, 40},
		{"2 * dice(PAG - 8, 4) + 1", []float64{3}, 7, "+d4", 1, 97},
		{"2d6! + d4", []float64{17, 3}, 20, "++d6! +d4", 3, math.Inf(1)},
		{"d(PAG - 3)", []float64{5}, 5, "+d6", 0, 17},
		{"dice(2, PAG)! + d(8)!", []float64{11, 9}, 20, "++d9! +d8!", 0, math.Inf(1)},
		{"d6!=3 ? 1 : 2", []float64{3}, 2, "+d6", 1, 2},
		{"speed(d4)", []float64{2}, 20, "+d4", math.Inf(-1), math.Inf(1)},
	} {
		f := compile(t, c.formula, formula.Number)
		h := conan()
		h.dice = c.dice
		if got := f.Num(h); got != c.want {
			t.Errorf("%s: got %v, want %v", c.formula, got, c.want)
		}
		if asked := strings.Join(h.asked, " "); asked != c.asked {
			t.Errorf("%s: rolled %s, want %s", c.formula, asked, c.asked)
		}
		if lo, hi := f.Bounds(); lo != c.lo || hi != c.hi {
			t.Errorf("%s: bounds %v to %v, want %v to %v", c.formula, lo, hi, c.lo, c.hi)
		}
	}
}

func TestBounds(t *testing.T) {
	inf := math.Inf(1)
	for _, c := range []struct {
		formula string
		lo, hi  float64
	}{
		{"7", 7, 7}, {"PST", 1, 20}, {"zero", -inf, inf}, {"-PST", -20, -1}, {"2 * PST + 1", 3, 41}, {"PST - PAG", -19, 19},
		{"PST * low", -120, -2}, {"PST / 2", 0.5, 10}, {"1 / PST", 0.05, 1}, {"PST / low", -10, -1.0 / 6},
		{"max(1, zero)", 1, inf}, {"min(1, zero)", -inf, 1}, {"max(PST, 5)", 5, 20}, {"abs(low)", 2, 6}, {"abs(PST - PAG)", 0, 19},
		{"abs(zero)", 0, inf}, {"abs(PST)", 1, 20}, {"floor(PST / 3)", 0, 6}, {"ceil(PST / 3)", 1, 7}, {"round(PST / 3)", 0, 7},
		{"PST ^ 2", 1, 400}, {"low ^ 2", 4, 36}, {"(PST - 10) ^ 2", 0, 100}, {"zero ^ 2", -inf, inf}, {"PST % 6", 0, 6},
		{"low % 4", -4, 0}, {"PST % PAG", 0, 20}, {"is.prone ? PST : low", -6, 20}, {"ruling.hard ? PST : low", 1, 20},
		{"speed(PST)", -inf, inf}, {"0 * zero", 0, 0}, {"PST / max(1, zero)", 0, 20}, {"zero - zero", -inf, inf},
	} {
		lo, hi := compile(t, c.formula, formula.Number).Bounds()
		if math.Abs(lo-c.lo) > 1e-12 || math.Abs(hi-c.hi) > 1e-12 {
			t.Errorf("%s: got %v to %v, want %v to %v", c.formula, lo, hi, c.lo, c.hi)
		}
	}
}

func TestConst(t *testing.T) {
	for _, c := range []struct {
		formula string
		typ     formula.Type
		want    float64
		fixed   bool
	}{
		{"3", formula.Number, 3, true}, {"1/2 + max(2, 3)", formula.Number, 3.5, true}, {"PST", formula.Number, 0, false},
		{"5 * ruling.sign", formula.Number, -5, true}, {"d6", formula.Number, 0, false}, {"speed(3)", formula.Number, 0, false},
		{"ruling.hard ? 2 : PST", formula.Number, 2, true}, {"true", formula.Flag, 1, true}, {"1 > 2", formula.Flag, 0, true},
		{`ruling.mishaps == "never" and aware`, formula.Flag, 0, true}, {`aware and ruling.mishaps == "never"`, formula.Flag, 0, true},
		{"not ruling.hard or aware", formula.Flag, 0, false}, {`"x"`, formula.Text, 0, false}, {"floor(2.5)", formula.Number, 2, true},
	} {
		got, fixed := compile(t, c.formula, c.typ).Const()
		if got != c.want || fixed != c.fixed {
			t.Errorf("%s: got %v, %v, want %v, %v", c.formula, got, fixed, c.want, c.fixed)
		}
	}
}

func TestReads(t *testing.T) {
	f := compile(t, "is.prone ? other.PFT.now + PST : ruling.sign * PST + speed(PAG) + d6", formula.Number)
	var paths []string
	for _, r := range f.Reads {
		paths = append(paths, r.Path)
	}
	if got, want := strings.Join(paths, " "), "is.prone other.PFT.now PST ruling.sign PAG"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if r := f.Reads[2]; r.Type != formula.Number || r.Max != 20 || r.Num(conan()) != 12 {
		t.Errorf("PST reads as %+v", r)
	}
}

func TestAbsent(t *testing.T) {
	var r source.Report
	f := formula.Compile(source.Text{}, formula.Number, scope(), &r)
	if f != nil || r.Len() != 0 {
		t.Errorf("an absent formula: %v, %v", f, r.Err())
	}
	if f.Num(nil) != 0 || !f.Flag(nil) || f.String(nil) != "" {
		t.Errorf("a nil formula: %v %v %q", f.Num(nil), f.Flag(nil), f.String(nil))
	}
	if x, ok := f.Const(); x != 0 || !ok {
		t.Errorf("a nil formula is constant: %v, %v", x, ok)
	}
	if lo, hi := f.Bounds(); lo != 0 || hi != 0 {
		t.Errorf("bounds of a nil formula: %v, %v", lo, hi)
	}
}

// A name's range is a promise that YAML can break; a division must hold all the same.
func TestBrokenBounds(t *testing.T) {
	f := compile(t, "7 / PST + 7 % PST + PAG / PST", formula.Number)
	if got := f.Num(&hero{}); got != 0 {
		t.Errorf("got %v, want 0", got)
	}
}
