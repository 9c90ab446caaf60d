package formula

import "math"

// Compiled parts of a formula: functions of an environment E, such as a frame of the rules, with the ranges of their values. Constant parts
// are evaluated when they are compiled.

// node is a compiled part of a formula. Every node has the function for its type, even if it is fixed, and a number has its span.
type node[E any] struct {
	typ         Type    // type of the value
	fixed       bool    // whether it is a constant
	constNumber float64 // value of a fixed number
	constFlag   bool    // value of a fixed flag
	constText   string  // value of a fixed text

	num  func(E) float64 // value of a number
	flag func(E) bool    // value of a flag
	text func(E) string  // value of a text

	path         string   // full path of a name; "" for other nodes
	when         *node[E] // condition of a choice between then and orElse; nil for other nodes
	then, orElse *node[E] // the two branches of a choice; nil for other nodes

	rolls bool      // whether it rolls dice
	words []string  // all values of a text; nil if it can be anything or is a literal
	terms []term[E] // at most three terms that are added up; nil for other nodes
	plus  float64   // constant added to the terms
	span            // range of a number
}

// term is a term of a sum. A node with terms is their sum, from left to right, plus the constant plus.
type term[E any] struct {
	factor float64         // constant factor
	num    func(E) float64 // number that is multiplied by it
}

// fixedNumber returns the node of a constant number.
func fixedNumber[E any](x float64) *node[E] {
	return &node[E]{typ: Number, fixed: true, constNumber: x, span: span{x, x}, num: func(E) float64 { return x }}
}

// fixedFlag returns the node of a constant flag.
func fixedFlag[E any](b bool) *node[E] {
	return &node[E]{typ: Flag, fixed: true, constFlag: b, flag: func(E) bool { return b }}
}

// fixedText returns the node of a constant text.
func fixedText[E any](s string) *node[E] {
	return &node[E]{typ: Text, fixed: true, constText: s, text: func(E) string { return s }}
}

// numberNode returns a node with a range and no other properties.
func numberNode[E any](num func(E) float64, s span) *node[E] {
	if math.IsNaN(s.lo) || math.IsNaN(s.hi) || math.IsInf(s.lo, 1) || math.IsInf(s.hi, -1) {
		s = unboundedSpan()
	}
	return &node[E]{typ: Number, num: num, span: s}
}

// flagNode returns a yes/no node without other properties.
func flagNode[E any](f func(E) bool) *node[E] {
	return &node[E]{typ: Flag, flag: f}
}

// markRolling sets n.rolls if one of the parts rolls dice and n isn't a constant, and returns n.
func markRolling[E any](n *node[E], parts ...*node[E]) *node[E] {
	if n.fixed {
		return n
	}
	for _, p := range parts {
		n.rolls = n.rolls || p.rolls
	}
	return n
}

// valueNode returns the node of a name.
func valueNode[E any](v Value[E]) *node[E] {
	var none E
	switch {
	case v.Type == Number && v.Const:
		return fixedNumber[E](v.Num(none))
	case v.Type == Flag && v.Const:
		return fixedFlag[E](v.Flag(none))
	case v.Type == Text && v.Const:
		n := fixedText[E](v.Text(none))
		n.words = v.Words
		return n
	case v.Type == Flag:
		return flagNode(v.Flag)
	case v.Type == Text:
		return &node[E]{typ: Text, text: v.Text, words: v.Words}
	case v.Bounded:
		return numberNode(v.Num, span{v.Min, v.Max})
	}
	return numberNode(v.Num, unboundedSpan())
}

// sumTerms returns the terms of a number that is not fixed. A number without terms becomes a single term.
func (n *node[E]) sumTerms() []term[E] {
	if n.terms != nil {
		return n.terms
	}
	return n.singleTerm()
}

// singleTerm returns the number as one term.
func (n *node[E]) singleTerm() []term[E] {
	return []term[E]{{1, n.num}}
}

// scaledTerm returns the number times k as one term. Factors are combined only if one of them is 1 or -1, which can't change the rounding.
func (n *node[E]) scaledTerm(k float64) term[E] {
	parts := n.sumTerms()
	if len(parts) > 1 || n.plus != 0 || math.Abs(parts[0].factor) != 1 && math.Abs(k) != 1 {
		return term[E]{k, n.num}
	}
	return term[E]{k * parts[0].factor, parts[0].num}
}

// addNodes returns a + sign × b. Sums of up to three terms and a constant are one closure. Additions keep their order as written, so that
// results are equal to the last bit.
func addNodes[E any](a, b *node[E], sign float64) *node[E] {
	s := a.add(b.span)
	if sign < 0 {
		s = a.add(b.negate())
	}
	if a.fixed && b.fixed {
		return fixedNumber[E](a.constNumber + sign*b.constNumber)
	}
	if a.fixed {
		return markRolling(sumNode([]term[E]{b.scaledTerm(sign)}, a.constNumber, s), b)
	}
	terms := a.sumTerms()
	if a.plus != 0 || len(terms) == 3 && !b.fixed {
		terms = a.singleTerm()
	}
	if b.fixed {
		return markRolling(sumNode(terms, sign*b.constNumber, s), a)
	}
	terms = append(terms[:len(terms):len(terms)], b.scaledTerm(sign))
	return markRolling(sumNode(terms, 0, s), a, b)
}

// sumNode returns the node of the sum of terms and plus, whose range is s.
func sumNode[E any](terms []term[E], plus float64, s span) *node[E] {
	n := numberNode(sumFunc(terms, plus), s)
	n.terms, n.plus = terms, plus
	return n
}

// sumFunc returns a function for the sum of one to three terms and plus. k, l and m are their factors; f, g and h their numbers. The
// conversions to float64 prevent compilers from fusing × and +, which would round differently on some machines.
func sumFunc[E any](terms []term[E], plus float64) func(E) float64 {
	k, f := terms[0].factor, terms[0].num
	if len(terms) == 1 && k == 1 && plus == 0 {
		return f
	}
	if len(terms) == 1 && plus == 0 {
		return func(e E) float64 { return k * f(e) }
	}
	if len(terms) == 1 {
		return func(e E) float64 { return float64(k*f(e)) + plus }
	}
	l, g := terms[1].factor, terms[1].num
	if len(terms) == 2 {
		return func(e E) float64 { return float64(k*f(e)) + float64(l*g(e)) + plus }
	}
	m, h := terms[2].factor, terms[2].num
	return func(e E) float64 { return float64(k*f(e)) + float64(l*g(e)) + float64(m*h(e)) + plus }
}

// multiplyNodes returns a times b. A constant factor scales the terms of the other operand.
func multiplyNodes[E any](a, b *node[E]) *node[E] {
	s := a.mul(b.span)
	switch {
	case a.fixed && b.fixed:
		return fixedNumber[E](a.constNumber * b.constNumber)
	case a.fixed:
		return markRolling(sumNode([]term[E]{b.scaledTerm(a.constNumber)}, 0, s), b)
	case b.fixed:
		return markRolling(sumNode([]term[E]{a.scaledTerm(b.constNumber)}, 0, s), a)
	}
	f, g := a.num, b.num
	return markRolling(numberNode(func(e E) float64 { return f(e) * g(e) }, s), a, b)
}

// divideNodes returns a divided by b. If b is fixed, it must not be zero.
func divideNodes[E any](a, b *node[E]) *node[E] {
	if a.fixed && b.fixed {
		return fixedNumber[E](a.constNumber / b.constNumber)
	}
	s := a.div(b.span)
	f, g, d := a.num, b.num, b.constNumber
	if !b.fixed {
		return markRolling(numberNode(func(e E) float64 { return quotient(f(e), g(e)) }, s), a, b)
	}
	if mantissa, _ := math.Frexp(d); mantissa == 0.5 { // a power of two: multiplying by its inverse is exact
		return multiplyNodes(a, fixedNumber[E](1/d))
	}
	return markRolling(numberNode(func(e E) float64 { return f(e) / d }, s), a)
}

// quotient returns x / y, or 0 if y is nearly 0.
func quotient(x, y float64) float64 {
	if isNearZero(y) {
		return 0
	}
	return x / y
}

// binaryNode returns a node that applies f to two numbers.
func binaryNode[E any](a, b *node[E], s span, f func(x, y float64) float64) *node[E] {
	if a.fixed && b.fixed {
		return fixedNumber[E](f(a.constNumber, b.constNumber))
	}
	g, h := a.num, b.num
	return markRolling(numberNode(func(e E) float64 { return f(g(e), h(e)) }, s), a, b)
}

// remainder returns the remainder of x / y with the sign of x, or 0 if y is nearly 0.
func remainder(x, y float64) float64 {
	if isNearZero(y) {
		return 0
	}
	r := math.Mod(x, y)
	if isNearZero(r) || isNearZero(math.Abs(r)-math.Abs(y)) {
		return 0
	}
	return r
}

// power returns x to the power of y, or 0 if it is undefined or infinite: zero to a negative power, a negative number to a fraction, an
// overflow.
func power(x, y float64) float64 {
	p := math.Pow(x, y)
	if math.IsNaN(p) || math.IsInf(p, 0) {
		return 0
	}
	return p
}

// minMaxNode returns the smaller of a and b if less is set, else the larger.
func minMaxNode[E any](a, b *node[E], less bool) *node[E] {
	s := span{max(a.lo, b.lo), max(a.hi, b.hi)}
	if less {
		s = span{min(a.lo, b.lo), min(a.hi, b.hi)}
	}
	if a.fixed && b.fixed && less {
		return fixedNumber[E](min(a.constNumber, b.constNumber))
	}
	if a.fixed && b.fixed {
		return fixedNumber[E](max(a.constNumber, b.constNumber))
	}
	if a.fixed {
		a, b = b, a
	}
	f, g, c := a.num, b.num, b.constNumber
	if b.fixed {
		return markRolling(numberNode(func(e E) float64 {
			if x := f(e); x < c == less { // x is the one to return
				return x
			}
			return c
		}, s), a)
	}
	return markRolling(numberNode(func(e E) float64 {
		x, y := f(e), g(e)
		if x < y == less {
			return x
		}
		return y
	}, s), a, b)
}

// floor rounds x down. Like ceil and round, it treats a number closer than epsilon to a threshold as being on it.
func floor(x float64) float64 { return math.Floor(x + epsilon) }

// ceil rounds x up.
func ceil(x float64) float64 { return math.Ceil(x - epsilon) }

// round rounds x to the nearest whole number, and halves up.
func round(x float64) float64 { return math.Floor(x + (0.5 + epsilon)) }

// unaryNode returns a node that applies floor, ceil, round or abs to a number. Each closure calls its function by name, so that it can be
// inlined.
func unaryNode[E any](name string, a *node[E]) *node[E] {
	f := a.num
	var n *node[E]
	switch name {
	case "floor":
		n = numberNode(func(e E) float64 { return floor(f(e)) }, a.applyToEnds(floor))
	case "ceil":
		n = numberNode(func(e E) float64 { return ceil(f(e)) }, a.applyToEnds(ceil))
	case "round":
		n = numberNode(func(e E) float64 { return round(f(e)) }, a.applyToEnds(round))
	default:
		n = numberNode(func(e E) float64 { return math.Abs(f(e)) }, a.abs())
	}
	if a.fixed {
		var none E
		return fixedNumber[E](n.num(none))
	}
	return markRolling(n, a)
}

// lookupNode returns a node that looks up a number in a table.
func lookupNode[E any](table func(E, float64) float64, a *node[E]) *node[E] {
	f, c := a.num, a.constNumber
	if a.fixed {
		return numberNode(func(e E) float64 { return table(e, c) }, unboundedSpan())
	}
	return markRolling(numberNode(func(e E) float64 { return table(e, f(e)) }, unboundedSpan()), a)
}

// compareNodes returns a node for x op y, where op is one of == != < <= > >=.
func compareNodes[E any](op string, a, b *node[E]) *node[E] {
	if a.fixed && b.fixed {
		var none E
		return fixedFlag[E](compareToConstant(op, a.num, b.constNumber)(none))
	}
	if b.fixed {
		return markRolling(flagNode(compareToConstant(op, a.num, b.constNumber)), a)
	}
	if a.fixed {
		return markRolling(flagNode(compareToConstant(mirrorOperator(op), b.num, a.constNumber)), b)
	}
	return markRolling(flagNode(compareBoth(op, a.num, b.num)), a, b)
}

// mirrorOperator returns the comparison operator for exchanged operands.
func mirrorOperator(op string) string {
	switch op {
	case "<":
		return ">"
	case "<=":
		return ">="
	case ">":
		return "<"
	case ">=":
		return "<="
	}
	return op
}

// compareToConstant returns a comparison of f with a constant. Numbers closer than epsilon are equal.
func compareToConstant[E any](op string, f func(E) float64, c float64) func(E) bool {
	switch op {
	case "==":
		return func(e E) bool { return isNearZero(f(e) - c) }
	case "!=":
		return func(e E) bool { return !isNearZero(f(e) - c) }
	case "<":
		return func(e E) bool { return c-f(e) >= epsilon }
	case "<=":
		return func(e E) bool { return f(e)-c < epsilon }
	case ">":
		return func(e E) bool { return f(e)-c >= epsilon }
	}
	return func(e E) bool { return c-f(e) < epsilon }
}

// compareBoth returns a comparison of f with g. Numbers closer than epsilon are equal. It always calls f before g, since both can roll
// dice.
func compareBoth[E any](op string, f, g func(E) float64) func(E) bool {
	switch op {
	case "==":
		return func(e E) bool { return isNearZero(f(e) - g(e)) }
	case "!=":
		return func(e E) bool { return !isNearZero(f(e) - g(e)) }
	case "<":
		return func(e E) bool { x := f(e); return g(e)-x >= epsilon }
	case "<=":
		return func(e E) bool { return f(e)-g(e) < epsilon }
	case ">":
		return func(e E) bool { return f(e)-g(e) >= epsilon }
	}
	return func(e E) bool { x := f(e); return g(e)-x < epsilon }
}

// equalNodes returns a node for a == b of two flags or two texts.
func equalNodes[E any](a, b *node[E]) *node[E] {
	if a.fixed && b.fixed {
		return fixedFlag[E](a.constFlag == b.constFlag && a.constText == b.constText)
	}
	if a.fixed {
		a, b = b, a
	}
	if a.typ == Text {
		return equalTexts(a, b)
	}
	if b.fixed && b.constFlag {
		return a
	}
	if b.fixed {
		return notNode(a)
	}
	f, g := a.flag, b.flag
	return markRolling(flagNode(func(e E) bool { return f(e) == g(e) }), a, b)
}

// equalTexts returns a node that compares two texts. If b is fixed, its text is kept as a constant.
func equalTexts[E any](a, b *node[E]) *node[E] {
	f, g, s := a.text, b.text, b.constText
	if b.fixed {
		return markRolling(flagNode(func(e E) bool { return f(e) == s }), a)
	}
	return markRolling(flagNode(func(e E) bool { return f(e) == g(e) }), a, b)
}

// notNode returns the negation of a.
func notNode[E any](a *node[E]) *node[E] {
	if a.fixed {
		return fixedFlag[E](!a.constFlag)
	}
	f := a.flag
	return markRolling(flagNode(func(e E) bool { return !f(e) }), a)
}

// andNode returns a node that is true if a and b are. Dice in a are rolled even if b is never true.
func andNode[E any](a, b *node[E]) *node[E] {
	switch {
	case a.fixed && a.constFlag:
		return b
	case a.fixed || b.fixed && !b.constFlag && !a.rolls:
		return fixedFlag[E](false)
	case b.fixed && b.constFlag:
		return a
	}
	f, g := a.flag, b.flag
	return markRolling(flagNode(func(e E) bool { return f(e) && g(e) }), a, b)
}

// orNode returns a node that is true if a or b is. Dice in a are rolled even if b is always true.
func orNode[E any](a, b *node[E]) *node[E] {
	switch {
	case a.fixed && !a.constFlag:
		return b
	case a.fixed || b.fixed && b.constFlag && !a.rolls:
		return fixedFlag[E](true)
	case b.fixed && !b.constFlag:
		return a
	}
	f, g := a.flag, b.flag
	return markRolling(flagNode(func(e E) bool { return f(e) || g(e) }), a, b)
}

// chooseNode returns a node for when ? a : b, which evaluates only the chosen branch.
func chooseNode[E any](when, a, b *node[E]) *node[E] {
	if when.fixed && when.constFlag {
		return a
	}
	if when.fixed {
		return b
	}
	holds := when.flag
	n := &node[E]{typ: a.typ, span: a.join(b.span), when: when, then: a, orElse: b}
	switch a.typ {
	case Number:
		n.num = eitherFunc(holds, a.num, b.num)
	case Flag:
		n.flag = eitherFunc(holds, a.flag, b.flag)
	case Text:
		n.text = eitherFunc(holds, a.text, b.text)
		n.words = eitherWords(a, b)
	}
	return markRolling(n, when, a, b)
}

// eitherWords returns all values that either of two text nodes can have; nil if one of them can have any value.
func eitherWords[E any](a, b *node[E]) (words []string) {
	for _, n := range []*node[E]{a, b} {
		switch {
		case n.words != nil:
			words = append(words, n.words...)
		case n.fixed:
			words = append(words, n.constText)
		default:
			return nil
		}
	}
	return words
}

// eitherFunc returns a function that calls f if holds returns true, else g.
func eitherFunc[E, V any](holds func(E) bool, f, g func(E) V) func(E) V {
	return func(e E) V {
		if holds(e) {
			return f(e)
		}
		return g(e)
	}
}
