/*
Package formula compiles the formulas of a game and evaluates them. It does not know what the names in a formula mean:
a [Scope] finds them, and E, a type of the caller, is what they are read from.

# The language

A formula is written in the syntax of expr: + - * / % and ^ (or **), == != < <= > >=, and or not, a ? b : c, the
functions min max floor ceil round abs, decimal numbers, true and false, texts in quotes, the names and tables of its
scope and, where the scope has them, dice such as 2d6 and dice(n, 6). Nothing else may stand in one.

A formula is a [Number], a [Flag] (yes or no) or a [Text], and there is no way from one to another. Numbers nearer to each
other than 1e-9 are equal: every comparison, floor, ceil, round and % keeps to that, so that thirds and tenths do not
slip a boundary. round takes halves up. What is divided by zero is 0, and a divisor that may be 0 is a mistake.

# Parts

Compiling. [Compile] turns a source.Text into a [Formula]; what is wrong goes to a source.Report, at the column where it
stands, and the formula is nil then. scan.go finds dice and signs that are not of the language before expr parses the
rest, parsed.go remembers what texts were parsed to, walk.go goes through the tree that expr gives and checks types, node.go
makes of each part a Go function, and bounds.go works out in which range its value lies.

Evaluating. [Formula.Num], [Formula.Flag] and [Formula.String] give the value; a nil formula is 0, true or empty, so that
what was left out needs no case of its own. A Formula never changes; evaluating it is safe for concurrent use if the
functions of the scope are.

Asking. [Formula.Rolls], [Formula.Alone], [Formula.Const] and [Formula.Bounds] say without evaluating what a formula may
do and give. Its Reads are the names that stand in it, and what the scope said they are.

Specialising. [Formula.Specialise] is the formula with other values for its names: where some do not change any more, what
depends on them alone is worked out once. [Formula.At] works all of it out.

# Where to begin

	scope := &formula.Scope[*Actor]{Name: func(path string) (formula.Value[*Actor], bool) {
		if path != "speed" {
			return formula.Value[*Actor]{}, false
		}
		return formula.Value[*Actor]{Type: formula.Number, Num: func(a *Actor) float64 { return a.Speed }}, true
	}}
	var report source.Report
	walk := formula.Compile(source.Text{Text: "2 * speed"}, formula.Number, scope, &report)
	metres := walk.Num(actor)

A new function is a name in builtins (walk.go) and a case of unary (node.go), with its range; fuzz_test.go compares grown
formulas with the same worked out plainly.
*/
package formula
