package rules

import (
	"math"
	"slices"
	"strings"

	"hybrid/rules/collect"
	"hybrid/rules/formula"
	"hybrid/rules/source"
)

// Numbers that can be explained: lines that add, multiply or limit, evaluated in a Frame (state_frame.go). A trace (text_trace.go) collects
// a Term (num_term.go) for each line that changes the number, so that screens can show where the number comes from. For live play,
// live_specialise.go builds shorter lists of lines, in which everything that is constant for a roll is computed in advance. In the state
// that a player knows, a line can read unknown facts (num_unknown.go); Frame.takeUnknown returns the first one read since its last call,
// which the line's term then names in place of the value.

// Tally is a number that can be explained: its lines change it one after the other, from top to bottom.
type Tally struct {
	Head
	Sheet bool           // whether sheets show it
	Lines []*TallyLine   // lines as written, from top to bottom
	lines []compiledLine // lines in executable form
	id    int            // index among all tallies of the game
}

// Number is a number that every actor always has: an entry whose other keys are the lines of a tally.
type Number struct {
	Head  `yaml:",inline"`
	Sheet bool                  `yaml:"sheet"` // True: sheets and the list of combatants show it. Default: false.
	Lines source.Map[TallyLine] `yaml:",rest"`
}

// asTally returns the number as a tally.
func (n *Number) asTally() *Tally {
	t := &Tally{Head: n.Head, Sheet: n.Sheet}
	t.setLines(n.Lines)
	return t
}

// sentenceName returns the name of a number for the middle of a sentence: the label of its only line, or its name in words.
func (t *Tally) sentenceName() string {
	if len(t.Lines) == 1 && t.Lines[0].Label != "" && !strings.Contains(t.Lines[0].Label, "{") {
		return MidSentence(t.Lines[0].Label)
	}
	return MidSentence(ReadableName(t.Name))
}

// SheetNumbers returns the numbers that sheets and lists of combatants show.
func (rs *Ruleset) SheetNumbers() (list []*Tally) {
	return collect.Filter(rs.Numbers, func(number *Tally) bool { return number.Sheet })
}

// compiledLine is a TallyLine in executable form. A specialised line, or one replaced by its result, has no TallyLine.
type compiledLine struct {
	kind     lineKind   // operation on the sum
	when     flagFunc   // condition of the line; nil if it always applies
	valueOf  numFunc    // function for the value; nil if the value is constant
	value    float64    // constant value
	readsSum bool       // whether it reads the sum of the lines before it
	origin   *TallyLine // line that explains it, or nil
}

// TallyLine is a line of a tally. It has exactly one of Add, Times, Least, Most and Round.
type TallyLine struct {
	Head  `yaml:",inline"`
	When  source.Text `yaml:"when" formula:"yes"`          // The line counts only if this formula is true.
	Add   source.Text `yaml:"add" formula:"yes"`           // Adds this: a formula, such as `2 * PAG`.
	Times source.Text `yaml:"times" formula:"yes"`         // Multiplies by this: a formula, such as `1/2`.
	Least source.Text `yaml:"least" formula:"yes"`         // Raises the result to this if it is lower.
	Most  source.Text `yaml:"most" formula:"yes"`          // Lowers the result to this if it is higher.
	Round string      `yaml:"round" one:"nearest down up"` // Rounds the result: nearest, down or up.
	Tell  string      `yaml:"tell"`                        // The text to show if the line changed the result.

	when           *Formula     // compiled `when`; nil if the line always counts
	formula        *Formula     // compiled form of Add, Times, Least or Most; nil for Round
	kind           lineKind     // operation on the sum
	parts          []linePart   // components of its value that can be explained further
	byModifierPart *Formula     // value with Frame.explainedPart in place of the part; nil unless the only part is a modifier of the actor itself
	byNumberPart   *Formula     // value with explainedPart for the only part, a number, to find what one of its lines adds; else nil
	inputs         []int        // indices in the formula's Reads of the names that are not parts
	labelWithNames string       // label with the names of its placeholders instead of their values
	label          []labelPiece // compiled label; nil if the label has no placeholders

	readsOther bool // whether it reads the other actor, or the distance to it, directly
}

// linePart is a part of a line that is explained by terms of its own: a modifier by the entries that give it, a number by its lines, or the
// effective rank. If it is none of these, it is the bonus from support skills.
type linePart struct {
	modifier  *Modifier // modifier; nil if the part isn't one
	number    *Tally    // number; nil if the part isn't one
	isRank    bool      // whether the part is the effective rank
	isOfOther bool      // whether the part is read from the other actor
}

// lineKind is the operation of a line on the sum: a key of the line, or a way to round.
type lineKind int

const (
	lineAdd     lineKind = iota // adds the value
	lineTimes                   // multiplies by the value
	lineLeast                   // raises the sum to the value
	lineMost                    // lowers the sum to the value
	lineNearest                 // rounds to the nearest whole number
	lineDown                    // rounds down
	lineUp                      // rounds up
)

// DecodeNode reads a tally, which is a map of lines.
func (t *Tally) DecodeNode(n *source.Node, r *source.Report) {
	var lines source.Map[TallyLine]
	source.Decode(n, &lines, r)
	t.Pos = n.Pos
	t.setLines(lines)
}

// setLines sets the lines of a tally and their names.
func (t *Tally) setLines(lines source.Map[TallyLine]) {
	for i := range lines {
		line := &lines[i].Value
		line.setName(lines[i].Name, lines[i].Pos)
		t.Lines = append(t.Lines, line)
	}
}

// DecodeNode reads a line. A bare value is the number to add.
func (l *TallyLine) DecodeNode(n *source.Node, r *source.Report) {
	if n.Kind == source.Scalar {
		l.Add = source.Text{Text: n.Text, Pos: n.Pos, Quoted: n.Quoted}
		return
	}
	type plain TallyLine
	source.Decode(n, (*plain)(l), r)
}

// total evaluates the lines in a frame. With a trace, it adds a term for each line that changed the number. notice is the text to show with
// the number; "" for none.
func (t *Tally) total(f *Frame, trace *termTrace) (sum float64, notice string) {
	if trace == nil && f.run != nil {
		return f.run.sink.tallyTotal(t, f), ""
	}
	return applyLines(t.lines, 0, f, trace)
}

// applyLines applies lines to a number and returns the result. The lines can be original, specialised, or replaced by their results in
// another roll.
func applyLines(lines []compiledLine, sum float64, f *Frame, trace *termTrace) (total float64, notice string) {
	outer := f.total // the sum of the tally that reads this one
	for i := range lines {
		line := &lines[i]
		if line.readsSum {
			f.total = TrimNoise(sum)
		}
		if line.when != nil && !f.testFlag(line.when) {
			if trace != nil && line.origin != nil {
				line.origin.addUnknownTerm(f, trace)
			}
			continue
		}
		before, operand, first := sum, line.value, trace.beginList()
		switch {
		case trace != nil && line.origin != nil && line.origin.byModifierPart != nil:
			f.explainedPart = line.origin.parts[0].explainPart(f, trace)
			operand = line.origin.byModifierPart.Num(f) + 0 // -0 + 0 is 0
		case line.valueOf != nil:
			operand = line.valueOf(f) + 0
		}
		sum = line.kind.apply(sum, operand)
		if line.origin == nil {
			continue
		}
		if line.origin.Tell != "" && sum != before {
			notice = line.origin.Tell
		}
		if trace != nil {
			line.origin.addChangeTerm(f, trace, first, sum, before)
		}
	}
	f.total = outer
	return TrimNoise(sum), notice
}

// apply returns the result of applying a line with the given value to sum. Rounding adds slack, so that a whole number that is a little too
// low because of floating-point noise isn't rounded down.
func (k lineKind) apply(sum, value float64) float64 {
	switch k {
	case lineAdd:
		return sum + value
	case lineTimes:
		return sum * value
	case lineLeast:
		return math.Max(sum, value)
	case lineMost:
		return math.Min(sum, value)
	case lineNearest:
		return math.Floor(sum + 0.5 + slack)
	case lineDown:
		return math.Floor(sum + slack)
	default:
		return math.Ceil(sum - slack)
	}
}

// addChangeTerm adds a term for the change, if any, that the line made to a number. The open terms from first on explain parts of the line.
func (l *TallyLine) addChangeTerm(f *Frame, trace *termTrace, first int, sum, before float64) {
	unknown := f.takeUnknown()
	if u := f.unknownRecord(); u != nil && unknown == "" {
		unknown = l.unknownChoice(u)
	}
	isRankCancelled := l.readsRank() && f.use.trained && f.use.rank == 0 && f.ranks.rank > 0 // listed as a term of 0
	if sum == before && unknown == "" && !isRankCancelled {
		trace.open = trace.open[:first]
		return
	}
	var room [4]float64
	parts := room[:0] // values of l.parts, for the label
	if l.byModifierPart != nil {
		parts = append(parts, f.explainedPart) // applyLines has explained this part already
	}
	for _, part := range l.parts[len(parts):] {
		parts = append(parts, part.explainPart(f, trace))
	}
	label, inputs, partTerms := l.Label, l.listInputs(f, trace), trace.endList(first)
	if l.label != nil {
		label = trace.fillLabel(f, l.label, parts)
	}
	trace.open = append(trace.open, Term{})
	term := &trace.open[len(trace.open)-1]
	term.Label, term.Value, term.Source, term.Guide = label, TrimNoise(sum-before), l.where, l.Src
	term.Inputs, term.Parts, term.Filled, term.line = inputs, partTerms, l.label != nil, l
	if unknown != "" {
		f.takeUnknown() // the explanation read the unknown facts again
		if term.Unknown, term.Lacks = true, unknown; l.readsOther {
			l.hideDetails(term)
		}
	}
}

// unknownChoice returns the unknown fact that decides which basis or rank the line reads; "" for none.
func (l *TallyLine) unknownChoice(u *unknownFacts) string {
	if u.basis != "" && l.formula.ReadsName("basis") {
		return u.basis
	}
	if l.readsRank() {
		return u.rank
	}
	return ""
}

// readsRank reports whether the effective rank is a part of the line.
func (l *TallyLine) readsRank() bool {
	return slices.ContainsFunc(l.parts, func(p linePart) bool { return p.isRank })
}

// addUnknownTerm adds a term for a line whose condition is false, if the player can't know whether the condition is really false.
func (l *TallyLine) addUnknownTerm(f *Frame, trace *termTrace) {
	if f.takeUnknown() == "" {
		return
	}
	term := Term{Source: l.where, Guide: l.Src, line: l}
	l.hideDetails(&term)
	trace.open = append(trace.open, term)
}

// hideDetails removes the details of the line's term that would reveal unknown facts.
func (l *TallyLine) hideDetails(t *Term) {
	t.Label, t.Inputs, t.Filled, t.Unknown, t.Lacks = l.labelWithNames, nil, false, true, MidSentence(l.labelWithNames)
}

// explainPart returns the value of the part for the actor that it is read from, and adds its terms to trace. If that actor is the other one
// and the player doesn't know it, the value is 0.
func (p linePart) explainPart(f *Frame, trace *termTrace) (value float64) {
	if !p.isOfOther {
		return p.valueWithTerms(f, trace)
	}
	if f.isUnknown("") {
		return 0
	}
	saved := *f
	f.swapSides()
	value = p.valueWithTerms(f, trace)
	*f = saved
	return value
}

// valueWithTerms returns the value of the part and adds its terms to trace, which may be nil.
func (p linePart) valueWithTerms(f *Frame, trace *termTrace) (value float64) {
	switch {
	case p.modifier != nil:
		return f.sumModifier(p.modifier, trace)
	case p.number != nil:
		value, _ = p.number.total(f, trace)
		return value
	case p.isRank:
		return f.rankTerms(trace)
	}
	return f.sumSupportBonus(trace)
}

// listInputs lists the numbers that the line's formula read. A basis is replaced by the statistics in it.
func (l *TallyLine) listInputs(f *Frame, trace *termTrace) []Input {
	if len(l.inputs) == 0 {
		return nil
	}
	list := trace.inputs.allocN(len(l.inputs))[:0]
	for _, i := range l.inputs {
		read := &l.formula.Reads[i]
		if read.Path == "basis" && f.use.basis != nil && len(f.use.basis.Reads) > 0 {
			for j := range f.use.basis.Reads {
				if stat := &f.use.basis.Reads[j]; stat.Num != nil {
					list = append(list, Input{stat.Path, TrimNoise(stat.Num(f))})
				}
			}
			continue
		}
		list = append(list, Input{read.Path, TrimNoise(read.Num(f))})
	}
	return list
}

// compile compiles the lines of a tally and sets its id, which is its index in the data of a Live.
func (t *Tally) compile(c *compiler, p nameScope) {
	if t == nil {
		return
	}
	p.allowsDice, p.readsTotal = !p.readsRanks, true // a rank is read repeatedly, even when no one rolls
	t.id = c.rs.counted.tallies
	c.rs.counted.tallies++
	for _, line := range t.Lines {
		line.when = c.compileFlag(line.When, p.withoutDice())
		line.compile(c, p)
		t.lines = append(t.lines, line.compileLine())
	}
}

// rollsDice reports whether a tally rolls dice.
func (t *Tally) rollsDice() bool {
	return slices.ContainsFunc(t.Lines, func(line *TallyLine) bool { return line.formula.Rolls() })
}

// compile compiles a line, which has exactly one of add, times, least, most and round.
func (l *TallyLine) compile(c *compiler, p nameScope) {
	kinds := 0
	var operand source.Text
	for _, key := range []struct {
		text source.Text
		kind lineKind
	}{{l.Add, lineAdd}, {l.Times, lineTimes}, {l.Least, lineLeast}, {l.Most, lineMost}} {
		if key.text.Text != "" {
			kinds++
			l.kind, l.formula, operand = key.kind, c.compileNumber(key.text, p), key.text
		}
	}
	if l.Round != "" {
		kinds++
		l.kind = map[string]lineKind{"nearest": lineNearest, "down": lineDown, "up": lineUp}[l.Round]
	}
	if kinds != 1 {
		c.addMistake(source.OneKind, l.Pos, "Line %s needs exactly one of add, times, least, most and round.", l.Name)
	}
	l.label, l.labelWithNames = c.labelPieces(l.Label, l.Pos, p.withoutDice()), l.Label
	if l.label != nil {
		l.labelWithNames = LabelPlaces(l.Label)
	}
	if l.formula != nil {
		l.compileParts(c, p)
	}
	l.readsOther = readsOther(l.formula) || readsOther(l.when)
	// A formula with ours(…) or theirs(…) reads names for several actors, which one number can't replace.
	readsEach := l.formula != nil && slices.ContainsFunc(l.formula.Reads, func(r formula.ReadName[*Frame]) bool { return r.Each })
	if len(l.parts) == 1 && l.parts[0].modifier != nil && !l.parts[0].isOfOther && !readsEach {
		p.part = "mod." + l.parts[0].modifier.Name
		l.byModifierPart = c.compileNumber(operand, p)
	}
	if len(l.parts) == 1 && l.parts[0].number != nil && !readsEach {
		p.part = l.parts[0].number.Name
		if l.parts[0].isOfOther {
			p.part = "other." + p.part
		}
		l.byNumberPart = c.compileNumber(operand, p)
	}
	for i := range l.label { // a placeholder for a modifier shows the value of that part
		if name, ok := strings.CutPrefix(l.label[i].name, "mod."); ok {
			m, _ := c.rs.Modifiers.Get(name)
			l.label[i].part = slices.Index(l.parts, linePart{modifier: m})
		}
	}
}

// readsOther reports whether a formula reads the other actor, or the distance to it, directly.
func readsOther(compiled *Formula) bool {
	return compiled != nil && slices.ContainsFunc(compiled.Reads, func(read formula.ReadName[*Frame]) bool {
		return strings.HasPrefix(read.Path, "other.") || read.Path == againstMargin || read.Path == "distance" || read.Path == "placed"
	})
}

// compileLine returns the line in executable form.
func (l *TallyLine) compileLine() compiledLine {
	own := compiledLine{kind: l.kind, origin: l, readsSum: l.formula.ReadsName("total") || l.when.ReadsName("total")}
	if l.when != nil {
		own.when = l.when.FlagFunc()
	}
	if l.formula != nil {
		own.valueOf = l.formula.NumFunc()
	}
	return own
}

// compileParts sorts the reads of a line in scope p into parts that can be explained further and plain inputs.
func (l *TallyLine) compileParts(c *compiler, p nameScope) {
	for i := range l.formula.Reads {
		if l.formula.Reads[i].Each {
			continue
		}
		path := strings.TrimPrefix(l.formula.Reads[i].Path, "other.")
		other := path != l.formula.Reads[i].Path
		if modifier, ok := c.rs.Modifiers.Get(strings.TrimPrefix(path, "mod.")); ok && strings.HasPrefix(path, "mod.") {
			l.parts = append(l.parts, linePart{modifier: modifier, isOfOther: other})
			continue
		}
		number := p.numberBefore(path)
		if number == nil {
			number = c.findNumber(path)
		}
		if number != nil {
			l.parts = append(l.parts, linePart{number: number, isOfOther: other})
			continue
		}
		if path == "skill.rank" && c.rs.Skill.Rank != nil && !other {
			l.parts = append(l.parts, linePart{isRank: true})
			l.inputs = append(l.inputs, i) // also a plain number, for the label and for programs
			continue
		}
		if path == "skill.support" {
			l.parts = append(l.parts, linePart{})
			continue
		}
		if l.formula.Reads[i].Num != nil && !throwsDice(c, path) {
			l.inputs = append(l.inputs, i)
		}
	}
}

// throwsDice reports whether reading a name rolls dice. Such a name is not listed as an input, since listing it would roll the dice again.
func throwsDice(c *compiler, path string) bool {
	for _, field := range c.rs.fields {
		if field.allowsDice && path == "tool."+field.name {
			return true
		}
	}
	return false
}

// checkSheet reports a mistake if a number for sheets reads an opponent, since a sheet has none.
func (t *Tally) checkSheet(c *compiler) {
	for _, line := range t.Lines {
		for _, compiled := range []*Formula{line.when, line.formula} {
			if !t.Sheet || compiled == nil {
				continue
			}
			if i := slices.IndexFunc(compiled.Reads, func(r formula.ReadName[*Frame]) bool { return strings.HasPrefix(r.Path, "other.") && !r.Each }); i >= 0 {
				c.addMistake(source.BadValue, compiled.Pos, "A sheet has no opponent, so it can't show %s. Remove sheet or %s.", t.Name, compiled.Reads[i].Path)
			}
		}
	}
}

// findNumber returns the tally of the derived number named name, or nil if there is none.
func (c *compiler) findNumber(name string) *Tally {
	for _, number := range c.rs.Numbers {
		if number.Name == name {
			return number
		}
	}
	return nil
}

// Number returns a number of an actor outside any action.
func (a *Actor) Number(rs *Ruleset, tally *Tally) float64 {
	total, _ := tally.total(rs.newFrame(a), nil)
	return TrimNoise(total)
}
