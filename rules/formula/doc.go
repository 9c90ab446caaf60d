/*
Package formula compiles and evaluates the formulas of a game. It does not know the meaning of names: a [Scope] finds them, and their
values are read from an E, a type of the caller.

# The language

A formula is written in the syntax of expr: + - * / % and ^ (or **), == != < <= > >=, and or not, a ? b : c, the
functions min max floor ceil round abs, decimal numbers, true and false, texts in quotes, the names and tables of its
scope and, if the scope has them, dice such as 2d6 and dice(n, 6). Nothing else is allowed.

A formula is a [Number], a [Flag] (yes or no) or a [Text], without conversions between them. Numbers that differ by less than 1e-9
are equal in every comparison, floor, ceil, round and %, so that thirds and tenths do not miss a threshold. round rounds halves up.
Division by zero gives 0, and a divisor that can be 0 is a mistake.

# Parts

Compiling. [Compile] turns a source.Text into a [Formula]. Mistakes go to a source.Report, at their columns, and the formula is then
nil. scan.go finds dice and refuses characters that formulas lack before expr parses the rest, parsed.go caches parsed texts, walk.go
walks expr's tree and checks types, node.go makes a Go function of each part, and bounds.go calculates the range of its value.

Evaluating. [Formula.Num], [Formula.Flag] and [Formula.String] return the value; a nil formula is 0, true or empty, so that absent
formulas need no special case. A Formula never changes; evaluating it is safe for concurrent use if the functions of the scope are.

Asking. [Formula.Rolls], [Formula.DependsOnReadsOnly], [Formula.Const] and [Formula.Bounds] return properties of a formula without evaluating it.
Its Reads are its names and their values in the scope.

Specialising. [Formula.Specialise] returns the formula with other values for its names: parts whose names no longer change are
evaluated once. [Formula.AsConstant] evaluates the whole formula.

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

A new function is a name in builtins (walk.go) and a case in node.go, with its range; fuzz_test.go compares random formulas with
a plain evaluation.
*/
package formula
