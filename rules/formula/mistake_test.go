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
	const allowed = ". Choose: min max floor ceil round abs dice d and the tables"
	const operators = ". Choose: + - * / % ^ == != < <= > >= and or not."
	for _, c := range []struct {
		typ     formula.Type
		formula string
		want    string
	}{
		// names
		{formula.Number, "PCB", "1: Unknown name “PCB”. Did you mean “PCA”?"},
		{formula.Number, "3 * PCB + other.PTF.now", "5: Unknown name “PCB”. Did you mean “PCA”?\n11: Unknown name “other.PTF.now”. Did you mean “other.PFT.now”?"},
		{formula.Number, "max(PST, qqqqqq)", "10: Unknown name “qqqqqq”. `hybrid help names` lists them."},
		{formula.Number, "nil", "1: Unknown name “nil”."},
		{formula.Number, "1 + floor", "5: “floor” is a function. Write floor(…)."},
		{formula.Number, "speed * 2", "1: “speed” is a function. Write speed(…)."},
		{formula.Number, "(PST + 1).now", "11: PST + 1 has no parts to name."},
		{formula.Number, "PST?.now", "1: PST?.now can't be used in a formula."},
		{formula.Number, "PST.", "5: The formula ends too early."},
		{formula.Number, "PST.+1", "4: Expected a name after the point."},
		{formula.Text, "offered", `1: Unknown name “offered”. Put a text in quotes: "offered"`},
		{formula.Flag, "ruling.mishaps == offered", `19: Unknown name “offered”. Put a text in quotes: "offered"`},
		{formula.Flag, "tool == tol", "9: Unknown name “tol”. Did you mean “tool”?"},
		// types
		{formula.Number, "is.prone", "1: Expected a number, found yes/no. Write (… ? 1 : 0) around it."},
		{formula.Number, "  is.prone", "3: Expected a number, found yes/no. Write (… ? 1 : 0) around it."},
		{formula.Number, "true", "1: Expected a number, found yes/no. Write (… ? 1 : 0) around it."},
		{formula.Flag, "3", "1: Expected yes/no, found a number. Compare it, such as … > 0."},
		{formula.Text, "3", "1: Expected a text, found a number."},
		{formula.Number, `"x"`, "1: Expected a number, found a text."},
		{formula.Flag, "PST", "1: Expected yes/no, found a number. Compare it, such as … > 0."},
		{formula.Number, "1 + is.prone", "5: Expected a number, found yes/no. Write (… ? 1 : 0) around it."},
		{formula.Number, "tool - is.prone", "1: Expected a number, found a text.\n8: Expected a number, found yes/no. Write (… ? 1 : 0) around it."},
		{formula.Number, "2 * (PST > 3)", "6: Expected a number, found yes/no. Write (… ? 1 : 0) around it."},
		{formula.Number, "-is.prone", "2: Expected a number, found yes/no. Write (… ? 1 : 0) around it."},
		{formula.Flag, "not PST > 3", "5: Expected yes/no, found a number. Compare it, such as … > 0."},
		{formula.Flag, "is.prone and PST", "14: Expected yes/no, found a number. Compare it, such as … > 0."},
		{formula.Flag, "PST or is.prone", "1: Expected yes/no, found a number. Compare it, such as … > 0."},
		{formula.Flag, "is.prone > aware", "1: Expected a number, found yes/no. Write (… ? 1 : 0) around it.\n12: Expected a number, found yes/no. Write (… ? 1 : 0) around it."},
		{formula.Flag, "PST == is.prone", "8: Expected a number, found yes/no. Write (… ? 1 : 0) around it."},
		{formula.Flag, `PST == "x"`, "8: Expected a number, found a text."},
		{formula.Flag, `is.prone != "x"`, "13: Expected yes/no, found a text."},
		{formula.Flag, `tool < "x"`, "1: Expected a number, found a text.\n8: Expected a number, found a text."},
		{formula.Number, "PST ? 1 : 2", "1: Expected yes/no, found a number. Compare it, such as … > 0."},
		{formula.Number, "is.prone ? 1 : aware", "16: Expected a number, found yes/no. Write (… ? 1 : 0) around it."},
		{formula.Number, "is.prone ? tool : aware", "19: Expected a text, found yes/no."},
		{formula.Number, "floor(tool)", "7: Expected a number, found a text."},
		{formula.Number, "max(1, aware)", "8: Expected a number, found yes/no. Write (… ? 1 : 0) around it."},
		{formula.Number, "speed(aware)", "7: Expected a number, found yes/no. Write (… ? 1 : 0) around it."},
		// functions
		{formula.Number, "now()", "1: Unknown function “now”" + allowed},
		{formula.Number, "1 + len(tool)", "5: Unknown function “len”" + allowed + "\n9: Expected a number, found a text."},
		{formula.Number, "flor(2)", "1: Unknown function “flor”. Did you mean “floor”?"},
		{formula.Number, "sped(2)", "1: Unknown function “sped”. Did you mean “speed”?"},
		{formula.Number, "map(PST, 3)", "1: Unknown function “map”. Did you mean “max”?"},
		{formula.Number, "reduce(PST)", "1: Unknown function “reduce”" + allowed},
		{formula.Number, "PST(2)", "1: PST isn't a function."},
		{formula.Number, "other.PST(2)", "1: Unknown function “other.PST”" + allowed},
		{formula.Number, "min()", "1: min needs a number."},
		{formula.Number, "floor()", "1: floor needs one number, not 0."},
		{formula.Number, "floor(1, 2)", "1: floor needs one number, not 2."},
		{formula.Number, "speed(1, 2)", "1: speed needs one number, not 2."},
		{formula.Number, "2d6(3)", "1: 2d6 isn't a function."},
		{formula.Number, "filter(PST, 3)", "1: filter needs one number, not 2."},
		// division
		{formula.Number, "PST / 0", "7: PST / 0 divides by zero."},
		{formula.Number, "1/0", "3: 1 / 0 divides by zero."},
		{formula.Number, "PST % 0", "7: PST % 0 divides by zero."},
		{formula.Number, "1 / (1 - 1)", "6: 1 / (1 - 1) divides by zero."},
		{formula.Number, "PST / zero", "7: PST / zero can divide by zero. Write max(1, zero)."},
		{formula.Number, "PST % zero", "7: PST % zero can divide by zero. Write max(1, zero)."},
		{formula.Number, "1 + PST / (PAG - 2)", "12: PST / (PAG - 2) can divide by zero. Write max(1, PAG - 2)."},
		{formula.Number, "PST / speed(2)", "7: PST / speed(2) can divide by zero. Write max(1, speed(2))."},
		{formula.Number, "PST / (2d6 - 2)", "8: PST / (2d6 - 2) can divide by zero. Write max(1, 2d6 - 2)."},
		// size
		{formula.Number, "9999999999999999999999", "1: The number “9999999999999999999999” is too large. Write fewer digits."},
		{formula.Number, "2000000000000000", "1: Not a number, or one beyond 1e+15."},
		{formula.Number, "PST + 10 ** 400", "7: Not a number, or one beyond 1e+15."},
		{formula.Number, "0 ** -1", "1: Not a number, or one beyond 1e+15."},
		{formula.Number, "(-1) ** 0.5", "2: Not a number, or one beyond 1e+15."},
		{formula.Number, strings.Repeat("1+", 2000) + "1", "1: The formula has 4001 characters; at most 4000 are allowed."},
		// dice
		{formula.Number, "0d6", "1: Expected dice such as 2d6, with a total of at most 10000."},
		{formula.Number, "2d0", "1: Expected dice such as 2d6, with a total of at most 10000."},
		{formula.Number, "1000d1000000", "1: Expected dice such as 2d6, with a total of at most 10000."},
		{formula.Number, "1 + 99999999999999999999d6", "5: Expected dice such as 2d6, with a total of at most 10000."},
		{formula.Number, "2D6", "1: “2D6” isn't a number. Write dice as 2d6."},
		{formula.Number, "2d", "1: “2d” isn't a number. Write dice as 2d6."},
		{formula.Number, "2d6x", "1: “2d6x” isn't a number. Write dice as 2d6."},
		{formula.Number, "1.2d6", "1: “1.2d6” isn't a number. Write dice as 2d6."},
		{formula.Number, "d6.now", "4: d6 has no parts to name."},
		{formula.Flag, "2 min", "3: Unexpected “min”. Write numbers without units, and times in counts."},
		{formula.Number, "2 d6", "3: Unexpected “d6”. An operator or a comma is missing before it."},
		// operators that formulas do not have
		{formula.Flag, "1 < PST < 5", "9: Compare two values at a time: 1 < PST and PST < 5."},
		{formula.Flag, "1 <= 2d6 <= 5", "10: Compare two values at a time: 1 <= 2d6 and 2d6 <= 5."},
		{formula.Flag, "PST in PAG", "5: Unknown operator in" + operators},
		{formula.Flag, `tool matches "s"`, "6: Unknown operator matches" + operators},
		{formula.Flag, `tool startsWith "s"`, "6: Unknown operator startsWith" + operators},
		{formula.Number, "PST ?? 3", "5: Unknown operator ??" + operators},
		{formula.Number, "1..3", "2: Unknown operator .." + operators},
		{formula.Flag, "aware ?: is.prone", "1: ?: can't be used in a formula. Write a ? b : c."},
		{formula.Number, "PST | floor()", "5: | can't be used in a formula. Write or."},
		{formula.Flag, "aware & aware", "7: & can't be used in a formula. Write and."},
		{formula.Flag, "PST = 3", "5: = can't be used in a formula. Write == to compare."},
		{formula.Number, "PST // 2", "5: // can't be used in a formula. Write / to divide."},
		{formula.Number, "PST /* half */", "5: /* can't be used in a formula. Write / to divide."},
		{formula.Number, "[1, 2]", "1: [ can't be used in a formula. Write a part of a name as a.b.\n6: ] can't be used in a formula. Write a part of a name as a.b."},
		{formula.Number, "if aware {1}", "10: { can't be used in a formula. Write a choice as a ? b : c.\n12: } can't be used in a formula. Write a choice as a ? b : c."},
		{formula.Number, "1; 2", "2: ; can't be used in a formula."},
		{formula.Number, "3 × PST ÷ 2", "3: × can't be used in a formula. Write *.\n9: ÷ can't be used in a formula. Write /."},
		{formula.Number, "#", "1: # can't be used in a formula."},
		{formula.Number, "$env", "1: $ can't be used in a formula."},
		{formula.Text, `b"x"`, `1: b"x" can't be used in a formula.`},
		{formula.Number, "0x10", "1: “0x10” isn't a number. Write digits alone, such as 10."},
		{formula.Number, "1_000", "1: “1_000” isn't a number. Write digits alone, such as 10."},
		// what does not hold together
		{formula.Number, "", "1: Expected a number, found nothing."},
		{formula.Flag, "  ", "1: Expected yes/no, found nothing."},
		{formula.Number, "3 +", "4: The formula ends too early."},
		{formula.Number, "3 +  ", "4: The formula ends too early."},
		{formula.Number, "3 + * 4", "5: Unexpected “*”."},
		{formula.Number, "3 PST", "3: Unexpected “PST”. An operator or a comma is missing before it."},
		{formula.Number, "max(1 2)", "7: Unexpected “2”. An operator or a comma is missing before it."},
		{formula.Number, "(1, 2)", "3: Unexpected “,”."},
		{formula.Number, "max(1, (2)", "4: ( has no matching )."},
		{formula.Number, "1 + 2)", "6: ) has no matching (."},
		{formula.Number, ")(", "1: ) has no matching (.\n2: ( has no matching )."},
		{formula.Text, `"x`, `1: " is never closed.`},
		{formula.Text, `1 + 'x"`, `5: ' is never closed.`},
		{formula.Number, "aware ? 1", "10: The formula ends too early. Write a choice as CONDITION ? VALUE : OTHER."},
		{formula.Number, "1\n+ 2", "2: A formula must be on one line."},
		{formula.Number, "1e", "1: “1e” isn't a number. Write 1 without letters."},
		{formula.Number, "dice(6)", "1: dice needs a number of dice and of faces, such as dice(asked, 6), not 1 values."},
		{formula.Number, "1 + dice(2, low)", "13: A die must have a whole number of faces from 1 to 10000."},
		{formula.Number, "2d1!", "1: A die of one face would explode without end. Use at least 2 faces."},
		{formula.Number, "d(1)!", "3: A die must have a whole number of faces from 2 to 10000."},
		{formula.Number, "d(2, 6)", "1: d needs a number of faces, such as d(asked), not 2 values."},
		{formula.Number, "PST! + 2", "4: Unexpected “!”."},
		{formula.Number, "dice(2, 2.5)", "9: A die must have a whole number of faces from 1 to 10000."},
		{formula.Text, `"\q"`, "3: invalid char escape"},
		// places are characters, not bytes
		{formula.Flag, `tool == "äöü" and PCB > 1`, "19: Unknown name “PCB”. Did you mean “PCA”?"},
		{formula.Number, "ärger + PCB", "1: Unknown name “ärger”. `hybrid help names` lists them.\n9: Unknown name “PCB”. Did you mean “PCA”?"},
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
		got, want := mistakes(t, written, formula.Number, scope()), strconv.Itoa(col)+": Unknown name “PCB”. Did you mean “PCA”?"
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
	for written, want := range map[string]string{"PST + later": "7: “later” is not known yet", "nowhere": "1: Unknown name “nowhere”. `hybrid help names` lists them.", "PST * 1,5": "8: Unexpected “,”. Write 1.5 with a point."} {
		if got := mistakes(t, text(written), formula.Number, bare); got != want {
			t.Errorf("%s\n got %s\nwant %s", written, got, want)
		}
	}
}

func TestScopeWithoutDiceAndTables(t *testing.T) {
	bare := &formula.Scope[*hero]{Name: name}
	for _, c := range []struct{ formula, want string }{
		{"PST + 2d6", "7: Dice can't be used here. They belong in tallies, effects, intervals and some fields of items."},
		{"d100", "1: Dice can't be used here. They belong in tallies, effects, intervals and some fields of items."},
		{"speed(2)", "1: Unknown function “speed”. Choose: min max floor ceil round abs dice d"},
		{"PCB", "1: Unknown name “PCB”. `hybrid help names` lists them."},
	} {
		// Where the same text stood before with dice and tables makes no difference.
		formula.Compile(text(c.formula), formula.Number, scope(), &source.Report{})
		if got := mistakes(t, text(c.formula), formula.Number, bare); got != c.want {
			t.Errorf("%s\n got %s\nwant %s", c.formula, got, c.want)
		}
	}
}
