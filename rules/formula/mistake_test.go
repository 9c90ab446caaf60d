package formula_test

import (
	"strconv"
	"strings"
	"testing"

	"hybrid/rules/formula"
	"hybrid/rules/source"
)

func mistakes(t *testing.T, written source.Text, want formula.Type, s *formula.Scope[*hero]) string {
	t.Helper()
	var r source.Report
	if f := formula.Compile(written, want, s, &r); f != nil {
		t.Errorf("%s: compiled", written.Text)
	}
	if r.Err() == nil {
		return ""
	}
	return strings.ReplaceAll(r.Err().Error(), "a.yaml:3:", "")
}

func TestMistakes(t *testing.T) {
	const allowed = "; there are min max floor ceil round abs dice and the tables"
	const operators = "; there are + - * / % ^ == != < <= > >= and or not"
	for _, c := range []struct {
		typ     formula.Type
		formula string
		want    string
	}{
		// names
		{formula.Number, "PCB", "1: unknown name PCB. Did you mean PCA?"},
		{formula.Number, "3 * PCB + other.PTF.now", "5: unknown name PCB. Did you mean PCA?\n11: unknown name other.PTF.now. Did you mean other.PFT.now?"},
		{formula.Number, "max(PST, qqqqqq)", "10: unknown name qqqqqq"},
		{formula.Number, "nil", "1: unknown name nil"},
		{formula.Number, "1 + floor", "5: floor is a function; write floor(…)"},
		{formula.Number, "speed * 2", "1: speed is a function; write speed(…)"},
		{formula.Number, "(PST + 1).now", "11: PST + 1 has no part that could be named"},
		{formula.Number, "PST?.now", "1: PST?.now cannot stand in a formula"},
		{formula.Number, "PST.", "5: the formula ends too early"},
		{formula.Number, "PST.+1", "4: expected a name after the point"},
		{formula.Text, "offered", `1: unknown name offered; a text stands in quotes: "offered"`},
		{formula.Flag, "ruling.mishaps == offered", `19: unknown name offered; a text stands in quotes: "offered"`},
		{formula.Flag, "tool == tol", "9: unknown name tol. Did you mean tool?"},
		// types
		{formula.Number, "is.prone", "1: expected a number, found yes/no"},
		{formula.Number, "  is.prone", "3: expected a number, found yes/no"},
		{formula.Number, "true", "1: expected a number, found yes/no"},
		{formula.Flag, "3", "1: expected yes/no, found a number"},
		{formula.Text, "3", "1: expected a text, found a number"},
		{formula.Number, `"x"`, "1: expected a number, found a text"},
		{formula.Flag, "PST", "1: expected yes/no, found a number"},
		{formula.Number, "1 + is.prone", "5: expected a number, found yes/no"},
		{formula.Number, "tool - is.prone", "1: expected a number, found a text\n8: expected a number, found yes/no"},
		{formula.Number, "2 * (PST > 3)", "6: expected a number, found yes/no"},
		{formula.Number, "-is.prone", "2: expected a number, found yes/no"},
		{formula.Flag, "not PST > 3", "5: expected yes/no, found a number"},
		{formula.Flag, "is.prone and PST", "14: expected yes/no, found a number"},
		{formula.Flag, "PST or is.prone", "1: expected yes/no, found a number"},
		{formula.Flag, "is.prone > aware", "1: expected a number, found yes/no\n12: expected a number, found yes/no"},
		{formula.Flag, "PST == is.prone", "8: expected a number, found yes/no"},
		{formula.Flag, `PST == "x"`, "8: expected a number, found a text"},
		{formula.Flag, `is.prone != "x"`, "13: expected yes/no, found a text"},
		{formula.Flag, `tool < "x"`, "1: expected a number, found a text\n8: expected a number, found a text"},
		{formula.Number, "PST ? 1 : 2", "1: expected yes/no, found a number"},
		{formula.Number, "is.prone ? 1 : aware", "16: expected a number, found yes/no"},
		{formula.Number, "is.prone ? tool : aware", "19: expected a text, found yes/no"},
		{formula.Number, "floor(tool)", "7: expected a number, found a text"},
		{formula.Number, "max(1, aware)", "8: expected a number, found yes/no"},
		{formula.Number, "speed(aware)", "7: expected a number, found yes/no"},
		// functions
		{formula.Number, "now()", "1: unknown function now" + allowed},
		{formula.Number, "1 + len(tool)", "5: unknown function len" + allowed + "\n9: expected a number, found a text"},
		{formula.Number, "flor(2)", "1: unknown function flor. Did you mean floor?"},
		{formula.Number, "sped(2)", "1: unknown function sped. Did you mean speed?"},
		{formula.Number, "map(PST, 3)", "1: unknown function map. Did you mean max?"},
		{formula.Number, "reduce(PST)", "1: unknown function reduce" + allowed},
		{formula.Number, "PST(2)", "1: PST is no function"},
		{formula.Number, "other.PST(2)", "1: unknown function other.PST" + allowed},
		{formula.Number, "min()", "1: min needs a number"},
		{formula.Number, "floor()", "1: floor takes one number, found 0"},
		{formula.Number, "floor(1, 2)", "1: floor takes one number, found 2"},
		{formula.Number, "speed(1, 2)", "1: speed takes one number, found 2"},
		{formula.Number, "2d6(3)", "1: 2d6 cannot be called"},
		{formula.Number, "filter(PST, 3)", "1: filter takes one number, found 2"},
		// division
		{formula.Number, "PST / 0", "7: PST / 0 divides by zero"},
		{formula.Number, "1/0", "3: 1 / 0 divides by zero"},
		{formula.Number, "PST % 0", "7: PST % 0 divides by zero"},
		{formula.Number, "1 / (1 - 1)", "6: 1 / (1 - 1) divides by zero"},
		{formula.Number, "PST / zero", "7: PST / zero may divide by zero; write max(1, zero)"},
		{formula.Number, "PST % zero", "7: PST % zero may divide by zero; write max(1, zero)"},
		{formula.Number, "1 + PST / (PAG - 2)", "12: PST / (PAG - 2) may divide by zero; write max(1, PAG - 2)"},
		{formula.Number, "PST / speed(2)", "7: PST / speed(2) may divide by zero; write max(1, speed(2))"},
		{formula.Number, "PST / (2d6 - 2)", "8: PST / (2d6 - 2) may divide by zero; write max(1, 2d6 - 2)"},
		// size
		{formula.Number, "9999999999999999999999", "1: 9999999999999999999999 is no number"},
		{formula.Number, "2000000000000000", "1: not a number, or one beyond 1e+15"},
		{formula.Number, "PST + 10 ** 400", "7: not a number, or one beyond 1e+15"},
		{formula.Number, "0 ** -1", "1: not a number, or one beyond 1e+15"},
		{formula.Number, "(-1) ** 0.5", "2: not a number, or one beyond 1e+15"},
		{formula.Number, strings.Repeat("1+", 2000) + "1", "1: a formula of 4001 characters; 4000 is the most"},
		// dice
		{formula.Number, "0d6", "1: expected dice such as 2d6, which come to 10000 together at the most"},
		{formula.Number, "2d0", "1: expected dice such as 2d6, which come to 10000 together at the most"},
		{formula.Number, "1000d1000000", "1: expected dice such as 2d6, which come to 10000 together at the most"},
		{formula.Number, "1 + 99999999999999999999d6", "5: expected dice such as 2d6, which come to 10000 together at the most"},
		{formula.Number, "2D6", "1: 2D6 is no number; dice are written 2d6"},
		{formula.Number, "2d", "1: 2d is no number"},
		{formula.Number, "2d6x", "1: 2d6x is no number"},
		{formula.Number, "1.2d6", "1: 1.2d6 is no number"},
		{formula.Number, "d6.now", "4: d6 has no part that could be named"},
		{formula.Flag, "2 min", "3: unexpected min; a formula has numbers without units, and times in counts"},
		{formula.Number, "2 d6", "3: unexpected d6; an operator or a comma is missing before it"},
		// operators that formulas do not have
		{formula.Flag, "1 < PST < 5", "9: compare two at a time: 1 < PST and PST < 5"},
		{formula.Flag, "1 <= 2d6 <= 5", "10: compare two at a time: 1 <= 2d6 and 2d6 <= 5"},
		{formula.Flag, "PST in PAG", "5: unknown operator in" + operators},
		{formula.Flag, `tool matches "s"`, "6: unknown operator matches" + operators},
		{formula.Flag, `tool startsWith "s"`, "6: unknown operator startsWith" + operators},
		{formula.Number, "PST ?? 3", "5: unknown operator ??" + operators},
		{formula.Number, "1..3", "2: unknown operator .." + operators},
		{formula.Flag, "aware ?: is.prone", "1: ?: cannot stand in a formula; write a ? b : c"},
		{formula.Number, "PST | floor()", "5: | cannot stand in a formula; write or"},
		{formula.Flag, "aware & aware", "7: & cannot stand in a formula; write and"},
		{formula.Flag, "PST = 3", "5: = cannot stand in a formula; write == to compare"},
		{formula.Number, "PST // 2", "5: // cannot stand in a formula; write / to divide"},
		{formula.Number, "PST /* half */", "5: /* cannot stand in a formula; write / to divide"},
		{formula.Number, "[1, 2]", "1: [ cannot stand in a formula; a part of a name is written a.b\n6: ] cannot stand in a formula; a part of a name is written a.b"},
		{formula.Number, "if aware {1}", "10: { cannot stand in a formula; a choice is written a ? b : c\n12: } cannot stand in a formula; a choice is written a ? b : c"},
		{formula.Number, "1; 2", "2: ; cannot stand in a formula"},
		{formula.Number, "3 × PST ÷ 2", "3: × cannot stand in a formula; write *\n9: ÷ cannot stand in a formula; write /"},
		{formula.Number, "#", "1: # cannot stand in a formula"},
		{formula.Number, "$env", "1: $ cannot stand in a formula"},
		{formula.Text, `b"x"`, `1: b"x" cannot stand in a formula`},
		{formula.Number, "0x10", "1: 0x10 is no number"},
		{formula.Number, "1_000", "1: 1_000 is no number"},
		// what does not hold together
		{formula.Number, "", "1: expected a number, found nothing"},
		{formula.Flag, "  ", "1: expected yes/no, found nothing"},
		{formula.Number, "3 +", "4: the formula ends too early"},
		{formula.Number, "3 +  ", "4: the formula ends too early"},
		{formula.Number, "3 + * 4", "5: unexpected *"},
		{formula.Number, "3 PST", "3: unexpected PST; an operator or a comma is missing before it"},
		{formula.Number, "max(1 2)", "7: unexpected 2; an operator or a comma is missing before it"},
		{formula.Number, "(1, 2)", "3: unexpected ,"},
		{formula.Number, "max(1, (2)", "4: ( without its )"},
		{formula.Number, "1 + 2)", "6: ) without its ("},
		{formula.Number, ")(", "1: ) without its (\n2: ( without its )"},
		{formula.Text, `"x`, `1: " is never closed`},
		{formula.Text, `1 + 'x"`, `5: ' is never closed`},
		{formula.Number, "aware ? 1", "10: the formula ends too early"},
		{formula.Number, "1\n+ 2", "2: a formula stands on one line"},
		{formula.Number, "1e", "1: 1e is no number"},
		{formula.Number, "dice(6)", "1: dice takes how many there are and how many faces each has, such as dice(asked, 6); found 1"},
		{formula.Number, "1 + dice(2, PST)", "13: a die has a whole number of faces, from 1 to 10000"},
		{formula.Number, "dice(2, 2.5)", "9: a die has a whole number of faces, from 1 to 10000"},
		{formula.Text, `"\q"`, "3: invalid char escape"},
		// places are characters, not bytes
		{formula.Flag, `tool == "äöü" and PCB > 1`, "19: unknown name PCB. Did you mean PCA?"},
		{formula.Number, "ärger + PCB", "1: unknown name ärger\n9: unknown name PCB. Did you mean PCA?"},
	} {
		for range 2 { // nothing is lost when the text is known from the first time
			if got := mistakes(t, text(c.formula), c.typ, scope()); got != c.want {
				t.Errorf("%s\n got %s\nwant %s", c.formula, got, c.want)
			}
		}
	}
}

func TestPlaceOfMistake(t *testing.T) {
	for _, quoted := range []bool{false, true} {
		written := source.Text{Text: "3 * PCB", Pos: source.Pos{File: "a.yaml", Line: 3, Col: 17}, Quoted: quoted}
		col := 21
		if quoted {
			col++
		}
		got, want := mistakes(t, written, formula.Number, scope()), strconv.Itoa(col)+": unknown name PCB. Did you mean PCA?"
		if got != want {
			t.Errorf("quoted %v: got %s, want %s", quoted, got, want)
		}
	}
}

func TestNameThatIsElsewhere(t *testing.T) {
	bare := &formula.Scope[*hero]{Name: name, Lacks: func(path string) string {
		if path == "later" {
			return "is not known yet"
		}
		return ""
	}}
	for written, want := range map[string]string{"PST + later": "7: later is not known yet", "nowhere": "1: unknown name nowhere", "PST * 1,5": "8: unexpected ,; write 1.5 with a point"} {
		if got := mistakes(t, text(written), formula.Number, bare); got != want {
			t.Errorf("%s\n got %s\nwant %s", written, got, want)
		}
	}
}

func TestScopeWithoutDiceAndTables(t *testing.T) {
	bare := &formula.Scope[*hero]{Name: name}
	for _, c := range []struct{ formula, want string }{
		{"PST + 2d6", "7: dice cannot stand here, only where something is rolled: in tallies, effects, intervals and some fields of items"},
		{"d100", "1: dice cannot stand here, only where something is rolled: in tallies, effects, intervals and some fields of items"},
		{"speed(2)", "1: unknown function speed; there are min max floor ceil round abs dice"},
		{"PCB", "1: unknown name PCB"},
	} {
		// Where the same text stood before with dice and tables makes no difference.
		formula.Compile(text(c.formula), formula.Number, scope(), &source.Report{})
		if got := mistakes(t, text(c.formula), formula.Number, bare); got != c.want {
			t.Errorf("%s\n got %s\nwant %s", c.formula, got, c.want)
		}
	}
}
