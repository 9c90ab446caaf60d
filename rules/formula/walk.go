package formula

import (
	"cmp"
	"errors"
	"math"
	"slices"
	"strings"
	"unicode"

	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/conf"
	"github.com/expr-lang/expr/file"
	"github.com/expr-lang/expr/parser"

	"hybrid/rules/collect"
	"hybrid/rules/message"
	"hybrid/rules/source"
)

// Conversion of the parser's tree to nodes, with checks of types. Each mistake is reported at its column. Names and functions come from the
// Scope. E is the environment that a formula is evaluated in, a type of the caller. A formula that is compiled again with fixed values for
// some of its names is specialised (Formula.Specialise).

// anyType stands for the wanted type if any type is allowed.
const anyType Type = -1

// parseAndCompile parses the text, unless the same text was parsed before, and compiles the tree.
func (c *compiler[E]) parseAndCompile(want Type) *node[E] {
	c.runes = []rune(c.text.Text)
	if !c.recallParsed() {
		if !c.parseTree() {
			return nil
		}
		c.rememberParsed()
	}
	return c.compileNode(c.tree, want)
}

// parseTree parses the text into a tree. It returns false after a mistake.
func (c *compiler[E]) parseTree() bool {
	masked, ok := c.scanText()
	if !ok {
		return false
	}
	custom := conf.FunctionsTable{} // names that expr must not treat as its built-in functions
	for name := range c.calls {
		custom[name] = nil
	}
	tree, err := parser.ParseWithConfig(masked, &conf.Config{Functions: custom})
	if err != nil {
		c.reportSyntaxError(err)
		return false
	}
	ast.Walk(&tree.Node, c)
	c.tree = tree.Node
	return true
}

// Visit implements [ast.Visitor]: it restores the text of dice that compiler.scanText replaced, for mistakes that quote part of the
// formula.
func (c *compiler[E]) Visit(n *ast.Node) {
	name, ok := (*n).(*ast.IdentifierNode)
	if !ok {
		return
	}
	if d, ok := c.dice[name.Location().From]; ok {
		name.Value = d.written
	}
}

// reportSyntaxError reports an error from expr's parser in our own words.
func (c *compiler[E]) reportSyntaxError(err error) {
	var e *file.Error
	if !errors.As(err, &e) {
		c.addMistake(0, "%v", err)
		return
	}
	end := len([]rune(strings.TrimRight(c.text.Text, " \t")))
	at := max(0, min(e.From, end))
	found := string(c.runes[at:max(at, min(e.To, end))])
	switch {
	case strings.HasSuffix(e.Message, "token EOF") || strings.HasPrefix(e.Message, "unexpected end") || at == end:
		hint := ""
		if strings.HasSuffix(strings.TrimRight(c.text.Text, " \t"), "%") {
			hint = ". % gives the remainder of a division; write 0.9 for 90%"
		} else if strings.Count(c.text.Text, "?") > strings.Count(c.text.Text, ":") {
			hint = choiceHint
		}
		c.addMistake(end, "The formula ends too early%s.", hint)
	case strings.HasPrefix(e.Message, "unexpected token") && slices.Contains(unitWords, found) && unicode.IsDigit(c.lastNonSpace(at)):
		c.addMistake(at, "Unexpected “%s”. Write numbers without units, and times in counts.", found)
	case strings.HasPrefix(e.Message, "unexpected token") && slices.Contains(choiceWords, found):
		c.addMistake(at, "Unexpected “%s”%s.", found, choiceHint)
	case strings.HasPrefix(e.Message, "unexpected token") && beginsOperand(found):
		c.addMistake(at, "Unexpected “%s”. An operator or a comma is missing before it.", found)
	case strings.HasPrefix(e.Message, "unexpected token"):
		hint := ""
		if found == "," && unicode.IsDigit(c.runeAt(at-1)) && unicode.IsDigit(c.runeAt(at+1)) {
			hint = ". Write 1.5 with a point"
		}
		c.addMistake(at, "Unexpected “%s”%s.", found, hint)
	case strings.HasPrefix(e.Message, "expected name"):
		c.addMistake(c.pointBefore(at), "Expected a name after the point.")
	case strings.HasPrefix(e.Message, "bad number") || strings.Contains(e.Message, "literal:"):
		at, found = c.numberAround(at)
		c.addMistake(at, "%s", notNumber(found))
	default:
		c.addMistake(at, "%s", e.Message)
	}
}

// choiceWords are words of other languages for a choice between two values.
var choiceWords = []string{"if", "then", "else"}

// choiceHint is the end of the message for a choice that isn't written as one.
const choiceHint = ". Write a choice as CONDITION ? VALUE : OTHER"

// notNumber returns the message that written, which begins with a digit, isn't a number, with the fix.
func notNumber(written string) message.Text {
	digits := written[:len(written)-len(strings.TrimLeft(written, "0123456789."))]
	rest := written[len(digits):]
	factor, isFactor := strings.CutPrefix(strings.ToLower(rest), "x")
	switch {
	case rest == "" && strings.Count(digits, ".") < 2:
		return message.Text("The number “" + written + "” is too large. Write fewer digits.")
	case rest == "":
		return message.NotA(written, "a number", "Write one point at most")
	case strings.ContainsAny(rest[:1], "dDwW"):
		return message.NotA(written, "a number", "Write dice as 2d6")
	case isFactor && digits != "0" && isNumeric(factor):
		return message.NotA(written, "a number", "Write * for “times”: "+digits+" * "+factor)
	case strings.Trim(rest, "0123456789") == rest: // a unit
		return message.NotA(written, "a number", "Write "+digits+" without letters")
	}
	return message.NotA(written, "a number", "Write digits alone, such as 10")
}

// unitWords are units that people write after a number, including a common misspelling.
var unitWords = strings.Fields("s sec secs second seconds min mins minute minutes minuts h hour hours d day days count counts round rounds m metre metres meter meters")

// lastNonSpace returns the last character before at that is not a space.
func (c *compiler[E]) lastNonSpace(at int) rune {
	for at--; c.runeAt(at) == ' ' && at > 0; at-- {
	}
	return c.runeAt(at)
}

// beginsOperand reports whether found begins an operand: a name, number, text or bracket.
func beginsOperand(found string) bool {
	r := []rune(found + " ")[0]
	return isWordRune(r) || strings.ContainsRune(`"'(`, r)
}

// numberAround returns the start and the text of the number around at.
func (c *compiler[E]) numberAround(at int) (int, string) {
	start, end := at, at
	for start > 0 && (isWordRune(c.runes[start-1]) || c.runes[start-1] == '.') {
		start--
	}
	for end < len(c.runes) && (isWordRune(c.runes[end]) || c.runes[end] == '.') {
		end++
	}
	return start, string(c.runes[start:end])
}

// pointBefore returns the position of the last dot before at.
func (c *compiler[E]) pointBefore(at int) int {
	for at > 0 && c.runes[at-1] != '.' {
		at--
	}
	return max(0, at-1)
}

// compileNode compiles a node of expr's tree, or returns nil after a mistake. want only affects the wording of mistakes.
func (c *compiler[E]) compileNode(n ast.Node, want Type) *node[E] {
	at := nodeStart(n)
	switch n := n.(type) {
	case *ast.IntegerNode:
		return c.checkConstant(at, fixedNumber[E](float64(n.Value)))
	case *ast.FloatNode:
		return c.checkConstant(at, fixedNumber[E](n.Value))
	case *ast.BoolNode:
		return fixedFlag[E](n.Value)
	case *ast.StringNode:
		return fixedText[E](n.Value)
	case *ast.IdentifierNode:
		return c.compileIdentifier(n, want)
	case *ast.MemberNode:
		return c.compileMember(n, want)
	case *ast.UnaryNode:
		return c.compileUnary(n)
	case *ast.BinaryNode:
		return c.compileBinary(n)
	case *ast.ConditionalNode:
		return c.compileConditional(n, want)
	case *ast.CallNode:
		return c.compileCall(n)
	case *ast.NilNode:
		c.addWithCode(source.UnknownName, at, "Unknown name “nil”.")
		return nil
	}
	c.addMistake(at, "%s can't be used in a formula.", n)
	return nil
}

// nodeStart returns the position of a node's first character, without brackets around the node.
func nodeStart(n ast.Node) int {
	switch n := n.(type) {
	case *ast.BinaryNode:
		return nodeStart(n.Left)
	case *ast.ConditionalNode:
		return nodeStart(n.Cond)
	case *ast.MemberNode:
		return nodeStart(n.Node)
	case *ast.ChainNode:
		return nodeStart(n.Node)
	case *ast.CallNode:
		return nodeStart(n.Callee)
	}
	return n.Location().From
}

// checkConstant returns n, or nil after reporting a constant that is not a number or is too large.
func (c *compiler[E]) checkConstant(at int, n *node[E]) *node[E] {
	if n == nil || n.typ != Number || !n.fixed {
		return n
	}
	if math.IsNaN(n.constNumber) || math.Abs(n.constNumber) > maxNumber {
		c.addMistake(at, "Not a number, or one beyond %.0e.", float64(maxNumber))
		return nil
	}
	return n
}

// compileTyped compiles a node that must have the type want.
func (c *compiler[E]) compileTyped(n ast.Node, want Type) *node[E] {
	x := c.compileNode(n, want)
	if x == nil || !c.expectType(want, x, nodeStart(n)) {
		return nil
	}
	return x
}

// compileBoth compiles two nodes that must have the type want. ok is false if either has a mistake.
func (c *compiler[E]) compileBoth(a, b ast.Node, want Type) (x, y *node[E], ok bool) {
	x, y = c.compileTyped(a, want), c.compileTyped(b, want)
	return x, y, x != nil && y != nil
}

// compileIdentifier compiles a single name, or dice that compiler.scanText replaced by a name.
func (c *compiler[E]) compileIdentifier(n *ast.IdentifierNode, want Type) *node[E] {
	d, ok := c.dice[n.Location().From]
	if !ok {
		return c.compileName(n.Value, n.Location().From, want)
	}
	x := numberNode(c.scope.Dice(d.count, d.faces, d.explodes), span{float64(d.count), highestTotal(float64(d.count*d.faces), d.explodes)})
	x.rolls = true
	return x
}

// compileMember compiles a dotted name.
func (c *compiler[E]) compileMember(n *ast.MemberNode, want Type) *node[E] {
	path, ok := c.dottedPath(n)
	if !ok {
		c.addMistake(n.Location().From, "%s has no parts to name.", n.Node)
		return nil
	}
	return c.compileName(path, nodeStart(n), want)
}

// dottedPath returns the dotted name that n consists of; ok is false if n is something else.
func (c *compiler[E]) dottedPath(n ast.Node) (string, bool) {
	switch n := n.(type) {
	case *ast.IdentifierNode:
		return n.Value, c.dice[n.Location().From].count == 0
	case *ast.MemberNode:
		front, ok := c.dottedPath(n.Node)
		last, named := n.Property.(*ast.StringNode)
		if !ok || !named || n.Optional {
			return "", false
		}
		return front + "." + last.Value, true
	}
	return "", false
}

// compileName compiles a name at position at. An unknown name is a mistake with a suggestion.
func (c *compiler[E]) compileName(path string, at int, want Type) *node[E] {
	v, ok := c.recordRead(path)
	if ok {
		n := valueNode(v)
		n.path, n.rolls = path, v.Rolls && !v.Const
		if n.rolls && c.scope.Dice == nil {
			c.addMistake(at, noDice)
		}
		return c.checkConstant(at, n)
	}
	if c.isFunction(path) {
		if path == roundName && slices.Contains(c.scope.knownNames(), countName) {
			c.addMistake(at, "“round” is a function: write round(…). The number of the round is `count`.")
			return nil
		}
		c.addMistake(at, "“%s” is a function. Write %s(…).", path, path)
		return nil
	}
	if c.scope.Lacks != nil && want != Text {
		if why := c.scope.Lacks(path); why != "" {
			c.addWithCode(source.UnknownName, at, "“%s” %s", path, why)
			return nil
		}
	}
	hint := c.suggestName(path)
	if hint == "" && want == Text {
		hint = `. Put a text in quotes: "` + path + `"`
	}
	c.addWithCode(source.UnknownName, at, "Unknown name “%s”%s", path, cmp.Or(hint, ". `hybrid help names` lists them."))
	return nil
}

// builtins returns the names of the built-in functions.
func builtins() []string {
	return []string{"min", "max", "floor", "ceil", roundName, "abs", diceName, dieName}
}

const (
	diceName  = "dice"  // name of the function that rolls a given number of dice
	dieName   = "d"     // name of the function that rolls one die
	roundName = "round" // name of the function that rounds
	countName = "count" // name of the current count or round
)

// highestTotal returns once, the highest total of dice that are each thrown only once, or infinity if again is set, since exploding dice
// have no highest total.
func highestTotal(once float64, again bool) float64 {
	if again && once > 0 {
		return math.Inf(1)
	}
	return once
}

// isFunction reports whether name is a built-in function or a table.
func (c *compiler[E]) isFunction(name string) bool {
	return slices.Contains(builtins(), name) || c.findTable(name) != nil
}

// functionNames returns the names of all functions and tables.
func (c *compiler[E]) functionNames() []string {
	names := builtins()
	names = append(names, collect.Filter(c.scope.knownNames(), func(w string) bool { return c.findTable(w) != nil })...)
	return names
}

// findTable returns the function that looks up the table name, or nil if there is none.
func (c *compiler[E]) findTable(name string) func(E, float64) float64 {
	if c.scope.Func == nil {
		return nil
	}
	f, ok := c.scope.Func(name)
	if !ok {
		return nil
	}
	return f
}

// compileUnary compiles `not` and the signs + and -.
func (c *compiler[E]) compileUnary(n *ast.UnaryNode) *node[E] {
	if n.Operator == "not" || n.Operator == "!" {
		x := c.compileTyped(n.Node, Flag)
		if x == nil {
			return nil
		}
		return notNode(x)
	}
	x := c.compileTyped(n.Node, Number)
	if x == nil || n.Operator == "+" {
		return x
	}
	return multiplyNodes(fixedNumber[E](-1), x)
}

// compileBinary compiles an operator with two sides.
func (c *compiler[E]) compileBinary(n *ast.BinaryNode) *node[E] {
	switch n.Operator {
	case "+", "-", "*", "/", "%", "**", "^":
		return c.checkConstant(nodeStart(n), c.compileArithmetic(n))
	case "==", "!=":
		return c.compileEquality(n)
	case "<", "<=", ">", ">=":
		x, y, ok := c.compileBoth(n.Left, n.Right, Number)
		if !ok {
			return nil
		}
		return compareNodes(n.Operator, x, y)
	case "and", "&&", "or", "||":
		return c.compileLogic(n)
	}
	c.addMistake(n.Location().From, "Unknown operator %s. Choose: + - * / %% ^ == != < <= > >= and or not.", n.Operator)
	return nil
}

// compileArithmetic compiles an operator between two numbers. A divisor that can be zero is a mistake.
func (c *compiler[E]) compileArithmetic(n *ast.BinaryNode) *node[E] {
	x, y, ok := c.compileBoth(n.Left, n.Right, Number)
	if !ok {
		return nil
	}
	switch n.Operator {
	case "+":
		return addNodes(x, y, 1)
	case "-":
		return addNodes(x, y, -1)
	case "*":
		return multiplyNodes(x, y)
	case "**", "^":
		if x.fixed && y.fixed {
			return fixedNumber[E](math.Pow(x.constNumber, y.constNumber))
		}
		return binaryNode(x, y, x.pow(y.span), power)
	}
	if !c.checkDivisor(n, y) {
		return nil
	}
	if n.Operator == "/" {
		return divideNodes(x, y)
	}
	return binaryNode(x, y, x.mod(y.span), remainder)
}

// checkDivisor reports whether a divisor is never zero. If it can be, that is a mistake.
func (c *compiler[E]) checkDivisor(n *ast.BinaryNode, y *node[E]) bool {
	if !y.hasZero() {
		return true
	}
	if y.fixed {
		c.addWithCode(source.ByZero, nodeStart(n.Right), "%s divides by zero.", n)
		return false
	}
	c.addWithCode(source.ByZero, nodeStart(n.Right), "%s can divide by zero. Write max(1, %s).", n, n.Right)
	return false
}

// compileEquality compiles == and !=. Both sides must have the same type.
func (c *compiler[E]) compileEquality(n *ast.BinaryNode) *node[E] {
	x := c.compileNode(n.Left, anyType)
	want := anyType
	if x != nil {
		want = x.typ
	}
	y := c.compileNode(n.Right, want)
	if x == nil || y == nil || !c.expectType(x.typ, y, nodeStart(n.Right)) {
		return nil
	}
	if x.typ == Number {
		return compareNodes(n.Operator, x, y)
	}
	if !c.checkPossibleText(n.Left, x, n.Right, y) || !c.checkPossibleText(n.Right, y, n.Left, x) {
		return nil
	}
	if n.Operator == "!=" {
		return notNode(equalNodes(x, y))
	}
	return equalNodes(x, y)
}

// checkPossibleText returns false and reports a mistake if right is a literal that left can never equal. The empty text is always possible.
// leftNode and rightNode are the nodes of expr's tree from which left and right were compiled.
func (c *compiler[E]) checkPossibleText(leftNode ast.Node, left *node[E], rightNode ast.Node, right *node[E]) bool {
	isLiteral := right.fixed && right.words == nil
	if left.words == nil || !isLiteral || right.constText == "" || slices.Contains(left.words, right.constText) {
		return true
	}
	c.addWithCode(source.UnknownName, nodeStart(rightNode), "%s is never %q%s", leftNode, right.constText, message.SuggestOrList(right.constText, left.words))
	return false
}

// compileLogic compiles `and` and `or`. A chain of comparisons such as a < b < c is a mistake.
func (c *compiler[E]) compileLogic(n *ast.BinaryNode) *node[E] {
	if second := secondComparison(n); second != nil {
		c.addMistake(second.Location().From, "Compare two values at a time: %s and %s.", n.Left, second)
		return nil
	}
	x, y, ok := c.compileBoth(n.Left, n.Right, Flag)
	if !ok {
		return nil
	}
	if n.Operator == "and" || n.Operator == "&&" {
		return andNode(x, y)
	}
	return orNode(x, y)
}

// secondComparison returns the second comparison of a chain a < b < c, or nil for other nodes. expr turns the chain into a < b and b < c
// with a shared b, whose dice would be rolled twice.
func secondComparison(n *ast.BinaryNode) *ast.BinaryNode {
	second, ok := n.Right.(*ast.BinaryNode)
	if !ok {
		return nil
	}
	first, ok := n.Left.(*ast.BinaryNode)
	if ok && first.Operator == "&&" {
		first, ok = first.Right.(*ast.BinaryNode)
	}
	if !ok || first.Right != second.Left {
		return nil
	}
	return second
}

// compileConditional compiles a ? b : c.
func (c *compiler[E]) compileConditional(n *ast.ConditionalNode, want Type) *node[E] {
	if n.Exp1 == n.Cond {
		c.addMistake(nodeStart(n), "?: can't be used in a formula. Write a ? b : c.")
		return nil
	}
	when, a := c.compileTyped(n.Cond, Flag), c.compileNode(n.Exp1, want)
	if a != nil {
		want = a.typ
	}
	b := c.compileNode(n.Exp2, want)
	if when == nil || a == nil || b == nil || !c.expectType(a.typ, b, nodeStart(n.Exp2)) {
		return nil
	}
	return chooseNode(when, a, b)
}

// compileCall compiles a call: a sum over combatants, a built-in function or a table.
func (c *compiler[E]) compileCall(n *ast.CallNode) *node[E] {
	at := nodeStart(n)
	name, ok := c.dottedPath(n.Callee)
	if !ok {
		c.addMistake(at, "%s isn't a function.", n.Callee)
		return nil
	}
	if c.scope.Each != nil {
		if each, known := c.scope.Each(name); known {
			return c.compileForEach(n, name, each)
		}
	}
	args, ok := c.compileArguments(n.Arguments)
	switch name {
	case "min", "max":
		if len(n.Arguments) == 0 {
			c.addMistake(at, "%s needs a number.", name)
			return nil
		}
		if !ok {
			return nil
		}
		n := args[0]
		for _, arg := range args[1:] {
			n = minMaxNode(n, arg, name == "min")
		}
		return n
	case "floor", "ceil", "round", "abs":
		if !c.expectOneArgument(name, at, n) || !ok {
			return nil
		}
		return unaryNode(name, args[0])
	case diceName, dieName:
		return c.compileDice(name, n, args, ok)
	}
	table := c.findTable(name)
	if table == nil {
		c.reportUnknownFunction(name, at)
		return nil
	}
	if !c.expectOneArgument(name, at, n) || !ok {
		return nil
	}
	c.tables = append(c.tables, name)
	return lookupNode(table, args[0])
}

// compileForEach compiles a call such as ours(…), whose argument is a formula that is evaluated for each of several values of type E.
func (c *compiler[E]) compileForEach(n *ast.CallNode, name string, each Each[E]) *node[E] {
	at := nodeStart(n)
	if len(n.Arguments) != 1 {
		c.addMistake(at, "%s needs one formula, not %d.", name, len(n.Arguments))
		return nil
	}
	outer := c.reads // names read so far, outside the argument
	c.reads = nil    // collects only the argument's reads, which are then appended to outer
	x := c.compileNode(n.Arguments[0], Flag)
	var paths []string // names that the argument reads
	for _, read := range c.reads {
		paths = append(paths, read.Path)
		if !slices.ContainsFunc(outer, func(r ReadName[E]) bool { return r.Path == read.Path }) {
			read.Each = true
			outer = append(outer, read)
		}
	}
	c.reads, c.evaluatesEach = append(outer, ReadName[E]{Path: name, Value: each.Marker, Each: true}), true
	if x == nil {
		return nil
	}
	if x.typ == Text {
		c.addMistake(nodeStart(n.Arguments[0]), "Expected a number or yes/no, found %s.", x.typ)
		return nil
	}
	if wrong := each.Wrong(paths); wrong != "" {
		c.addMistake(at, "%s(%s): %s", name, n.Arguments[0], wrong)
		return nil
	}
	value := x.num
	if x.typ == Flag {
		value = func(e E) float64 {
			if x.flag(e) {
				return 1
			}
			return 0
		}
	}
	y := numberNode(func(e E) float64 { return each.Sum(e, value) }, unboundedSpan())
	y.rolls = x.rolls
	return y
}

// compileDice compiles dice(n, 6), n dice of six faces, and d(n), a die of n faces, where n can depend on play.
func (c *compiler[E]) compileDice(name string, n *ast.CallNode, args []*node[E], ok bool) *node[E] {
	at := nodeStart(n)
	switch {
	case c.scope.Many == nil:
		c.addMistake(at, noDice)
		return nil
	case name == dieName && len(args) != 1:
		c.addMistake(at, "d needs a number of faces, such as d(asked), not %d values.", len(args))
		return nil
	case name == diceName && len(args) != 2:
		c.addMistake(at, "dice needs a number of dice and of faces, such as dice(asked, 6), not %d values.", len(args))
		return nil
	case !ok:
		return nil
	}
	count, faces, explodes := fixedNumber[E](1), args[len(args)-1], c.dice[at].explodes
	if name == diceName {
		count = args[0]
	}
	lowest := 1.0
	if explodes {
		lowest = 2
	}
	if faces.fixed && faces.constNumber != math.Trunc(faces.constNumber) || faces.hi < lowest || faces.lo > maxTotal {
		c.addMistake(nodeStart(n.Arguments[len(args)-1]), "A die must have a whole number of faces from %g to %d.", lowest, maxTotal)
		return nil
	}
	// Record the dice for Formula.DependsOnReadsOnly. While a formula is specialised, they are known already, and the map is shared with
	// the original formula, so it must not be written to.
	if _, known := c.dice[at]; !known {
		if c.dice == nil {
			c.dice = map[int]dice{}
		}
		c.dice[at] = dice{written: name}
	}
	roll, number := c.scope.Many(explodes), count.num
	x := numberNode(func(e E) float64 { return roll(e, number(e), faces.num(e)) },
		span{0, highestTotal(product(max(0, count.hi), min(maxTotal, faces.hi)), explodes)})
	x.rolls = true
	return x
}

// compileArguments compiles the arguments of a function, which must be numbers. ok is false if any has a mistake.
func (c *compiler[E]) compileArguments(nodes []ast.Node) (args []*node[E], ok bool) {
	ok = true
	for _, n := range nodes {
		x := c.compileTyped(n, Number)
		ok = ok && x != nil
		args = append(args, x)
	}
	return args, ok
}

// expectOneArgument reports whether the function name is called with one argument. Any other number is a mistake at position at.
func (c *compiler[E]) expectOneArgument(name string, at int, n *ast.CallNode) bool {
	if len(n.Arguments) != 1 {
		c.addMistake(at, "%s needs one number, not %d.", name, len(n.Arguments))
		return false
	}
	return true
}

// reportUnknownFunction reports a call of an unknown function, with suggestions.
func (c *compiler[E]) reportUnknownFunction(name string, at int) {
	if _, ok := c.scope.Name(name); ok {
		c.addMistake(at, "%s isn't a function.", name)
		return
	}
	choices := ". Choose: " + strings.Join(builtins(), " ")
	if c.scope.Each != nil {
		choices += " ours theirs"
	}
	if c.scope.Func != nil {
		choices += " and the tables"
	}
	if hint := message.Suggest(name, c.functionNames()); hint != "" {
		choices = hint
	}
	c.addWithCode(source.UnknownName, at, "Unknown function “%s”%s", name, choices)
}
