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

// The public side of the package: types, scopes, and a compiled Formula. Text becomes a tree in walk.go, a tree functions in
// node.go.

// Type is what a formula, or a name in one, gives.
type Type int

// The types. There is no way from one to another: a Flag is not 1 or 0.
const (
	Number Type = iota
	Flag
	Text
)

// String names the type as mistakes do: "a number", "yes/no", "a text".
func (t Type) String() string {
	switch t {
	case Number:
		return "a number"
	case Flag:
		return "yes/no"
	}
	return "a text"
}

// Value is a name a formula may use: how to find its value in an E. The func of its Type must be set; it may be
// called many times for one result, or not at all.
type Value[E any] struct {
	Type Type
	Num  func(E) float64
	Flag func(E) bool
	Text func(E) string

	// Const values never change: Compile calls their func once, with the zero E, and writes the answer in.
	Const bool
	// Min and Max are the range of a Bounded number, both ends included. A divisor must have one without 0.
	Min, Max float64
	Bounded  bool
	// Rolls says that reading a Number may roll dice, as a name for an item's dice does.
	Rolls bool
	// Words are all that a Text may be, beside empty; nil where it may be anything. A text that is compared with it must be
	// one of them.
	Words []string

	Of any // what the scope remembers of the name; formulas do not look at it
}

// Scope is what exists where a formula stands. Only Name must be set. A name made like dice (d6) is always dice.
type Scope[E any] struct {
	Name  func(path string) (Value[E], bool)                 // by its full path: "speed", "other.wounds.now"
	Func  func(name string) (func(E, float64) float64, bool) // tables, as functions of one number
	Dice  func(count, faces int) func(E) float64             // rolls and adds up; nil where dice may not stand
	Many  func(faces int) func(E, float64) float64           // rolls as many dice as a number says, likewise
	Each  func(name string) (Each[E], bool)                  // functions of a formula, which is read for several
	Lacks func(path string) string                           // why a name that is known elsewhere is not here; empty if it is known nowhere
	Words func() []string                                    // all names and tables, for "did you mean"

	words []string          // what Words returned the first time
	index *message.Index    // of words; nil until the first unknown name
	hints map[string]string // suggestions for unknown names, by path
}

// Each is a function of a formula, such as ours(…): it is read in other E than that around it, and its values are added up,
// of which a yes counts 1.
type Each[E any] struct {
	Sum    func(e E, of func(E) float64) float64
	Wrong  func(paths []string) string // what is wrong with a formula that reads just these names; empty for nothing
	Marker Value[E]                    // stands among the Reads, as those of the formula do
}

// Read is a name that stands in a formula and what it was found to be.
type Read[E any] struct {
	Path string
	Value[E]
	Each bool // it stands in a function that reads it for several alone, such as ours(…), or is that function's Marker
}

// Formula is a compiled formula. It never changes and may be run by many at once. A nil *Formula is one that is
// absent: its number is 0, its text is empty and its flag holds.
type Formula[E any] struct {
	Text  string // as written
	Pos   source.Pos
	Calls []string  // the tables that it asks for a number
	Reads []Read[E] // each name that stands in it, once, in order of appearance; do not change

	root  *node[E]
	num   func(E) float64 // of the root
	flag  func(E) bool    // likewise
	tree  ast.Node        // what it was compiled from; nil for a plain value
	dice  map[int]dice
	scope *Scope[E]
	each  bool // a part of it is read for several
}

// Compile makes a formula of a text, adding what is wrong with it to the report, each mistake at its column. It is
// nil after a mistake, and without one for an absent (zero) text.
func Compile[E any](t source.Text, want Type, s *Scope[E], r *source.Report) *Formula[E] {
	if t == (source.Text{}) {
		return nil
	}
	if root := plain[E](strings.TrimSpace(t.Text)); root != nil && root.typ == want {
		source.WarnOfOctal(t, r)
		return (&Formula[E]{Text: t.Text, Pos: t.Pos, scope: s}).of(root)
	}
	c := &compiler[E]{text: t, scope: s, report: r}
	root := c.compile(want)
	if root == nil || c.wrong {
		return nil
	}
	f := &Formula[E]{Text: t.Text, Pos: t.Pos, Reads: c.reads, tree: c.tree, dice: c.dice, Calls: c.tables, scope: s, each: c.each}
	return f.of(root)
}

// of makes the formula one that is worth what a node is.
func (f *Formula[E]) of(root *node[E]) *Formula[E] {
	f.root, f.num, f.flag = root, root.num, root.flag
	return f
}

// Specialise returns the formula with another value for each name in it, such as one that is Const from now on; what does
// not change any more is computed once. The formula has the same value to the last bit as long as the names have. One that
// cannot be specialised is returned as it is.
func (f *Formula[E]) Specialise(name func(Read[E]) Value[E]) *Formula[E] {
	if f == nil || f.tree == nil || f.each {
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
	root := c.walk(f.tree, f.root.typ)
	if root == nil || c.wrong || root.typ != f.root.typ {
		return f
	}
	own := &Formula[E]{Text: f.Text, Pos: f.Pos, Reads: c.reads, tree: f.tree, dice: f.dice, Calls: c.tables, scope: f.scope}
	return own.of(root)
}

// Rolls reports whether running the formula may roll dice.
func (f *Formula[E]) Rolls() bool { return f != nil && f.root.rolls }

// Num returns the value of a formula compiled for a Number, 0 for a nil one. It is never NaN, an infinity or -0 as long as
// the names give numbers of sane size.
func (f *Formula[E]) Num(e E) float64 {
	if f == nil {
		return 0
	}
	return f.num(e) + 0 // -0 + 0 is 0
}

// Flag returns the value of a formula compiled for a Flag, true for a nil one.
func (f *Formula[E]) Flag(e E) bool {
	if f == nil {
		return true
	}
	return f.flag(e)
}

// String returns the value of a formula compiled for a Text, "" for a nil one. The formula as written is Text.
func (f *Formula[E]) String(e E) string {
	if f == nil {
		return ""
	}
	return f.root.text(e)
}

// Numbers returns the function behind Num; it may give -0 where Num gives 0.
func (f *Formula[E]) Numbers() func(E) float64 { return f.num }

// Flags returns the function behind Flag.
func (f *Formula[E]) Flags() func(E) bool { return f.flag }

// Const returns the value of a number formula and true if that never changes. A flag counts as 1 or 0 here; a text has no
// Const. For a nil formula it returns 0 and true.
func (f *Formula[E]) Const() (float64, bool) {
	if f == nil {
		return 0, true
	}
	if !f.root.fixed || f.root.typ == Text {
		return 0, false
	}
	if f.root.typ == Flag && f.root.b {
		return 1, true
	}
	return f.root.n + 0, true
}

// Word returns the value of a text formula and true if that never changes.
func (f *Formula[E]) Word() (string, bool) {
	if f == nil || f.root.typ != Text || !f.root.fixed {
		return "", false
	}
	return f.root.s, true
}

// Bounds returns a range that holds every value the number formula can have as long as the names keep to theirs; an unknown
// end is infinite. It may be wider than necessary. For a nil formula it returns 0, 0.
func (f *Formula[E]) Bounds() (lo, hi float64) {
	if f == nil {
		return 0, 0
	}
	return f.root.lo, f.root.hi
}

// At returns the formula with its present value for good; a formula of a Text is returned as it is.
func (f *Formula[E]) At(e E) *Formula[E] {
	switch {
	case f == nil || f.root.fixed || f.root.typ == Text:
		return f
	case f.root.typ == Flag:
		return (&Formula[E]{Text: f.Text, Pos: f.Pos}).of(fixedFlag[E](f.flag(e)))
	}
	return (&Formula[E]{Text: f.Text, Pos: f.Pos}).of(fixedNum[E](f.Num(e)))
}

// Names reports whether a name stands in the formula.
func (f *Formula[E]) Names(path string) bool {
	return f != nil && slices.ContainsFunc(f.Reads, func(r Read[E]) bool { return r.Path == path })
}

// Name returns the name whose value the formula has now, if it is a name or a choice among names, else an empty text.
func (f *Formula[E]) Name(e E) string {
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

// Alone reports whether the formula depends on nothing but its Reads: it throws no dice and asks no table.
func (f *Formula[E]) Alone() bool { return f == nil || len(f.dice) == 0 && len(f.Calls) == 0 }

// compiler is one formula on its way. Places in it are characters from the start of the text, from 0.
type compiler[E any] struct {
	text   source.Text
	runes  []rune // of the text, once it is known not to be plain
	scope  *Scope[E]
	report *source.Report
	wrong  bool

	tree   ast.Node
	tables []string        // asked for a number
	dice   map[int]dice    // by the place of their first character
	calls  map[string]bool // the words that a ( follows
	reads  []Read[E]
	each   bool
}

func (c *compiler[E]) mistake(at int, format string, args ...any) {
	c.add(source.BadFormula, at, format, args...)
}

// add adds a mistake of some kind at a character of the formula.
func (c *compiler[E]) add(code source.Code, at int, format string, args ...any) {
	c.wrong = true
	pos := c.text.Pos
	pos.Col += at
	if c.text.Quoted {
		pos.Col++
	}
	c.report.Add(code, pos, format, args...)
}

// compile returns the formula as a node of the type wanted, or nil after a mistake.
func (c *compiler[E]) compile(want Type) *node[E] {
	written := strings.TrimSpace(c.text.Text)
	if written == "" {
		c.mistake(0, "Expected %s, found nothing.", want)
		return nil
	}
	start := utf8.RuneCountInString(c.text.Text[:strings.Index(c.text.Text, written)])
	if strings.Contains(written, ":") && strings.Trim(written, "0123456789:") == "" { // a time, or a number to base 60 of YAML 1.1
		c.mistake(start, "Expected %s, found %q.", want, written)
		return nil
	}
	root := plain[E](written) // of another type than is wanted
	if root == nil {
		root = c.parse(want)
	}
	if root == nil || !c.expect(want, root, start) {
		return nil
	}
	return root
}

// expect reports a value of the wrong type at its place.
func (c *compiler[E]) expect(want Type, n *node[E], at int) bool {
	if n.typ == want {
		return true
	}
	c.mistake(at, "Expected %s, found %s.", want, n.typ)
	return false
}

// read returns the value of a name and notes that the formula reads it.
func (c *compiler[E]) read(path string) (Value[E], bool) {
	i := slices.IndexFunc(c.reads, func(r Read[E]) bool { return r.Path == path })
	if i >= 0 {
		c.reads[i].Each = false
		return c.reads[i].Value, true
	}
	v, ok := c.scope.Name(path)
	if !ok {
		return v, false
	}
	c.reads = append(c.reads, Read[E]{Path: path, Value: v})
	return v, true
}

// names returns the names that the scope knows, for suggestions. They are listed once.
func (s *Scope[E]) names() []string {
	if s.words == nil && s.Words != nil {
		s.words = s.Words()
	}
	return s.words
}

// suggest returns the suggestion for an unknown name, as [message.Suggest] words it. A scope keeps its suggestions, as one
// misspelling may stand in thousands of formulas.
func (c *compiler[E]) suggest(path string) string {
	s := c.scope
	hint, kept := s.hints[path]
	if !kept {
		if s.hints == nil {
			s.index, s.hints = message.NewIndex(s.names()), map[string]string{}
		}
		hint = s.index.Suggest(path)
		s.hints[path] = hint
	}
	return hint
}

// near is the distance from which on two numbers differ.
const near = 1e-9

func zero(x float64) bool { return math.Abs(x) < near }
