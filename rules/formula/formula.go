package formula

import (
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/expr-lang/expr/ast"

	"hybrid/rules/message"
	"hybrid/rules/source"
)

// The public side of the package: types, scopes, and a compiled Formula. walk.go turns text into a tree, node.go a tree into functions. E
// is the caller's type of an environment, from which names read their values, such as a frame of the rules with an actor and its target.

// Type is the type of a formula or of a name in one.
type Type int

// The types. They are never converted: a Flag is not 1 or 0.
const (
	Number Type = iota
	Flag
	Text
)

// String returns the name of the type in messages: "a number", "yes/no", "a text".
func (t Type) String() string {
	switch t {
	case Number:
		return "a number"
	case Flag:
		return "yes/no"
	}
	return "a text"
}

// Value describes a name that a formula can use, and reads its value from an E. The func for its Type must be set; one evaluation of a
// formula can call it any number of times.
type Value[E any] struct {
	Type Type            // type of the value, which decides the func to set
	Num  func(E) float64 // set for a Number
	Flag func(E) bool    // set for a Flag
	Text func(E) string  // set for a Text

	// Const is set if the value never changes: Compile calls the func once, with the zero E, and inserts the result.
	Const bool
	// Min and Max are the range of a Number if Bounded is set, both ends included. A name can be a divisor only if its range excludes 0.
	Min, Max float64
	Bounded  bool
	// Rolls is set if reading a Number can roll dice: the name stands for dice, such as the damage of a weapon.
	Rolls bool
	// Words lists all values of a Text other than ""; nil if it can have any value. A text that is compared with it must be one of them.
	Words []string

	Data any // data of the scope, which formulas ignore
}

// Scope is the set of names and functions that a formula can use. Only Name must be set. A name that looks like dice (d6) always means
// dice.
type Scope[E any] struct {
	Name  func(path string) (Value[E], bool)                       // finds a name by its full path: "speed", "other.wounds.now"
	Func  func(name string) (func(E, float64) float64, bool)       // finds a table as a function of a number
	Dice  func(count, faces int, again bool) func(E) float64       // rolls and adds up dice, which explode if again; nil if not allowed
	Many  func(again bool) func(e E, count, faces float64) float64 // the same if count or faces depends on e; nil if not allowed
	Each  func(name string) (Each[E], bool)                        // finds a function that evaluates a formula for several E
	Lacks func(path string) string                                 // explains why a name is unavailable here; "" if unknown everywhere
	Words func() []string                                          // returns all names and tables, for suggestions

	words []string          // result of the first call of Words
	index *message.Index    // index for suggestions; nil until the first unknown name
	hints map[string]string // suggestions for unknown names, by path
}

// Each is a function whose argument is a formula, such as ours(…). It evaluates the formula for several E, such as one for each member of a
// side, and adds up the values; yes counts as 1.
type Each[E any] struct {
	Sum    func(e E, value func(E) float64) float64 // adds up value over the E that the function stands for, seen from e
	Wrong  func(paths []string) string              // returns the mistake in an argument that reads exactly these names; "" if none
	Marker Value[E]                                 // value recorded in the formula's Reads under the function's name
}

// ReadName is a name that a formula reads, with its value in the scope.
type ReadName[E any] struct {
	Path string // full path, such as other.wounds.now
	Value[E]
	Each bool // whether it is read only in the argument of a function such as ours(…), or is that function's Marker
}

// Formula is a compiled formula. It never changes and is safe for concurrent use. A nil *Formula is an absent formula: its number is
// 0, its text is empty and its flag is true.
type Formula[E any] struct {
	Text   string        // text as written
	Pos    source.Pos    // position of the text
	Tables []string      // names of the tables that the formula looks up
	Reads  []ReadName[E] // names that the formula reads, each once, in order of appearance; must not be modified

	root          *node[E]        // the compiled formula
	num           func(E) float64 // root.num, copied for speed; nil unless the formula is a Number
	flag          func(E) bool    // root.flag, copied for speed; nil unless the formula is a Flag
	tree          ast.Node        // parsed formula; nil for a plain value
	dice          map[int]dice    // rolls such as 2d6, by the position of their first character
	scope         *Scope[E]       // scope that it was compiled in
	evaluatesEach bool            // whether part of the formula is evaluated for each of several values of type E
}

// Compile compiles text to a formula of the type want, and adds mistakes to r, each at its column. It returns nil after a mistake, and also
// for an absent (zero) text, which is not a mistake.
func Compile[E any](t source.Text, want Type, s *Scope[E], r *source.Report) *Formula[E] {
	if t == (source.Text{}) {
		return nil
	}
	if root := parsePlain[E](strings.TrimSpace(t.Text)); root != nil && root.typ == want {
		source.WarnOfOctal(t, r)
		return (&Formula[E]{Text: t.Text, Pos: t.Pos, scope: s}).withRoot(root)
	}
	c := &compiler[E]{text: t, scope: s, report: r}
	root := c.compileText(want)
	if root == nil || c.hasMistake {
		return nil
	}
	f := &Formula[E]{Text: t.Text, Pos: t.Pos, Reads: c.reads, tree: c.tree, dice: c.dice, Tables: c.tables, scope: s, evaluatesEach: c.evaluatesEach}
	return f.withRoot(root)
}

// withRoot sets the root of the formula and returns the formula.
func (f *Formula[E]) withRoot(root *node[E]) *Formula[E] {
	f.root, f.num, f.flag = root, root.num, root.flag
	return f
}

// Specialise returns the formula with other values for its names, such as values that are Const from now on; parts that can no longer
// change are evaluated once. As long as the names keep their values, results are the same bit for bit. A formula that can't be specialised
// is returned unchanged: one that reads no names (a plain value), or that uses a function such as ours(…).
func (f *Formula[E]) Specialise(name func(ReadName[E]) Value[E]) *Formula[E] {
	if f == nil || f.tree == nil || f.evaluatesEach {
		return f
	}
	named := func(path string) (v Value[E], ok bool) {
		for i := range f.Reads {
			if f.Reads[i].Path == path {
				return name(f.Reads[i]), true
			}
		}
		return v, false
	}
	c := &compiler[E]{text: source.Text{Text: f.Text, Pos: f.Pos}, dice: f.dice, tree: f.tree, report: &source.Report{},
		scope: &Scope[E]{Name: named, Func: f.scope.Func, Dice: f.scope.Dice, Many: f.scope.Many}}
	root := c.compileNode(f.tree, f.root.typ)
	if root == nil || c.hasMistake || root.typ != f.root.typ {
		return f
	}
	own := &Formula[E]{Text: f.Text, Pos: f.Pos, Reads: c.reads, tree: f.tree, dice: f.dice, Tables: c.tables, scope: f.scope}
	return own.withRoot(root)
}

// Rolls reports whether evaluating the formula can roll dice.
func (f *Formula[E]) Rolls() bool { return f != nil && f.root.rolls }

// Num returns the value of a Number formula, or 0 for nil. It is never -0, and neither NaN nor infinite unless the values of names are
// enormous.
func (f *Formula[E]) Num(e E) float64 {
	if f == nil {
		return 0
	}
	return f.num(e) + 0 // -0 + 0 is 0
}

// Flag returns the value of a Flag formula, or true for nil.
func (f *Formula[E]) Flag(e E) bool {
	if f == nil {
		return true
	}
	return f.flag(e)
}

// String returns the value of a Text formula, or "" for nil. The text of the formula is the field Text.
func (f *Formula[E]) String(e E) string {
	if f == nil {
		return ""
	}
	return f.root.text(e)
}

// NumFunc returns the function that Num calls. It can return -0 where Num returns 0.
func (f *Formula[E]) NumFunc() func(E) float64 { return f.num }

// FlagFunc returns the function that Flag calls.
func (f *Formula[E]) FlagFunc() func(E) bool { return f.flag }

// Const returns the value of a Number or Flag formula, with a flag as 1 or 0, and true if it never changes. For a formula that can
// change, or a Text, it returns false; for nil, 0 and true.
func (f *Formula[E]) Const() (float64, bool) {
	if f == nil {
		return 0, true
	}
	if !f.root.fixed || f.root.typ == Text {
		return 0, false
	}
	if f.root.typ == Flag && f.root.constFlag {
		return 1, true
	}
	return f.root.constNumber + 0, true
}

// ConstText returns the value of a Text formula, and true if it never changes.
func (f *Formula[E]) ConstText() (string, bool) {
	if f == nil || f.root.typ != Text || !f.root.fixed {
		return "", false
	}
	return f.root.constText, true
}

// Bounds returns a range that contains every possible value of a Number formula as long as the names stay within their ranges; an unknown
// bound is infinite. The range can be wider than necessary. For nil it returns 0, 0.
func (f *Formula[E]) Bounds() (lo, hi float64) {
	if f == nil {
		return 0, 0
	}
	return f.root.lo, f.root.hi
}

// AsConstant returns the formula as a constant: its value for e. A Text formula is returned unchanged.
func (f *Formula[E]) AsConstant(e E) *Formula[E] {
	switch {
	case f == nil || f.root.fixed || f.root.typ == Text:
		return f
	case f.root.typ == Flag:
		return (&Formula[E]{Text: f.Text, Pos: f.Pos}).withRoot(fixedFlag[E](f.flag(e)))
	}
	return (&Formula[E]{Text: f.Text, Pos: f.Pos}).withRoot(fixedNumber[E](f.Num(e)))
}

// ReadsName reports whether the formula reads the name path.
func (f *Formula[E]) ReadsName(path string) bool {
	return f != nil && slices.ContainsFunc(f.Reads, func(r ReadName[E]) bool { return r.Path == path })
}

// ChosenName returns the name that the formula evaluates to for e, if the formula is a name or a choice among names, else "".
func (f *Formula[E]) ChosenName(e E) string {
	if f == nil || f.root == nil {
		return ""
	}
	n := f.root
	for n.when != nil {
		if n.when.flag(e) {
			n = n.then
		} else {
			n = n.orElse
		}
	}
	return n.path
}

// DependsOnReadsOnly reports whether the formula depends only on its Reads: it rolls no dice and looks up no tables.
func (f *Formula[E]) DependsOnReadsOnly() bool {
	return f == nil || len(f.dice) == 0 && len(f.Tables) == 0
}

// compiler compiles one formula. Positions are character indices in the text.
type compiler[E any] struct {
	text       source.Text    // formula as written
	runes      []rune         // characters of text; nil if it is plain
	scope      *Scope[E]      // names that the formula can use
	report     *source.Report // receives mistakes
	hasMistake bool           // whether a mistake was reported

	tree          ast.Node        // parsed text; nil if it is plain
	tables        []string        // names of the tables that the formula looks up
	dice          map[int]dice    // rolls such as 2d6, by the position of their first character
	calls         map[string]bool // words followed by an opening bracket
	reads         []ReadName[E]   // names read so far
	evaluatesEach bool            // whether a part is evaluated for several E
}

// addMistake reports a mistake in the syntax at a character index of the formula.
func (c *compiler[E]) addMistake(at int, format string, args ...any) {
	c.addWithCode(source.BadFormula, at, format, args...)
}

// addWithCode reports a mistake of the given code at a character index of the formula.
func (c *compiler[E]) addWithCode(code source.Code, at int, format string, args ...any) {
	c.hasMistake = true
	pos := c.text.Pos
	pos.Col += at
	if c.text.Quoted {
		pos.Col++
	}
	c.report.Add(code, pos, format, args...)
}

// compileText returns the formula as a node of the type want, or nil after a mistake.
func (c *compiler[E]) compileText(want Type) *node[E] {
	written := strings.TrimSpace(c.text.Text)
	if written == "" {
		c.addMistake(0, "Expected %s, found nothing.", want)
		return nil
	}
	start := utf8.RuneCountInString(c.text.Text[:strings.Index(c.text.Text, written)])
	if strings.Contains(written, ":") && strings.Trim(written, "0123456789:") == "" { // a time, or a sexagesimal number of YAML 1.1
		c.addMistake(start, "Expected %s, found %q.", want, written)
		return nil
	}
	root := parsePlain[E](written) // a plain value of the wrong type; Compile has already returned plain values of the right type
	if root == nil {
		root = c.parseAndCompile(want)
	}
	if root == nil || !c.expectType(want, root, start) {
		return nil
	}
	return root
}

// expectType reports whether n has the type want. If not, that is a mistake at position at.
func (c *compiler[E]) expectType(want Type, n *node[E], at int) bool {
	if n.typ == want {
		return true
	}
	fix := ""
	switch {
	case want == Number && n.typ == Flag:
		fix = " Write (… ? 1 : 0) around it."
	case want == Flag && n.typ == Number:
		fix = " Compare it, such as … > 0."
	}
	c.addMistake(at, "Expected %s, found %s.%s", want, n.typ, fix)
	return false
}

// recordRead returns the value of a name and records that the formula reads it.
func (c *compiler[E]) recordRead(path string) (Value[E], bool) {
	i := slices.IndexFunc(c.reads, func(r ReadName[E]) bool { return r.Path == path })
	if i >= 0 {
		c.reads[i].Each = false
		return c.reads[i].Value, true
	}
	v, ok := c.scope.Name(path)
	if !ok {
		return v, false
	}
	c.reads = append(c.reads, ReadName[E]{Path: path, Value: v})
	return v, true
}

// knownNames returns the names of the scope for suggestions. The list is built once.
func (s *Scope[E]) knownNames() []string {
	if s.words == nil && s.Words != nil {
		s.words = s.Words()
	}
	return s.words
}

// suggestName returns the suggestion for an unknown name in the form of [message.Suggest]. The scope caches suggestions, since one
// misspelling can occur in thousands of formulas.
func (c *compiler[E]) suggestName(path string) string {
	s := c.scope
	hint, known := s.hints[path]
	if !known {
		if s.hints == nil {
			s.index, s.hints = message.NewIndex(s.knownNames()), map[string]string{}
		}
		hint = s.index.Suggest(path)
		s.hints[path] = hint
	}
	return hint
}

// epsilon is the difference below which two numbers are equal.
const epsilon = 1e-9

// isNearZero reports whether x counts as zero.
func isNearZero(x float64) bool { return math.Abs(x) < epsilon }
