package rules

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"hybrid/rules/source"
)

// Terms are the lines of an explained number, as the command `why` and previews show them. This file also averages terms over the branches
// (odds_branch.go) that an explorer of the odds follows, and compiles the placeholders of labels.

// Term is one line of an explained number: its label, its change of the number, and the position of its rule. The values of a number's
// terms add up to the number. Parts name the sources of the change; their values are in the unit of their modifier (a DF, a factor), not in
// that of the term.
type Term struct {
	Label  string  `json:"label"`            // text of the line, with its inputs filled in
	Value  float64 `json:"value"`            // change of the number
	Source string  `json:"source,omitempty"` // position of the rule, as file:line:column
	Guide  string  `json:"guide,omitempty"`  // reference to the rule book; "" for none
	Inputs []Input `json:"inputs,omitempty"` // names that the formula read
	Parts  []Term  `json:"parts,omitempty"`  // sources of the change; nil for none
	Times  bool    `json:"times,omitempty"`  // whether the term is a part that multiplies, so that Value is a factor

	Filled bool `json:"filled,omitempty"` // whether the label contains the inputs

	Unknown bool   `json:"unknown,omitempty"` // whether the value is omitted because it depends on an unknown fact about the other actor
	Lacks   string `json:"-"`                 // unknown fact, such as “defence” or “whether it is lifeless”; "" for none

	line    *TallyLine // tally line that it explains; nil for a part, and for a term read from an entry
	formula *Formula   // formula for a part's value; nil for none
}

// WithEffectSigns returns terms for display: if a term subtracts the sum of its parts, their signs are reversed, so that they show their
// effect on the number.
func WithEffectSigns(terms []Term) []Term {
	if !slices.ContainsFunc(terms, Term.subtractsAnyPart) {
		return terms
	}
	return withSign(terms, 1)
}

// withSign returns terms with their values multiplied by sign. The sign is reversed for the parts of a term that subtracts them.
func withSign(terms []Term, sign float64) []Term {
	list := slices.Clone(terms)
	for i := range list {
		t, partSign := &list[i], sign
		if t.subtractsParts() {
			partSign = -sign
		}
		if t.Parts = withSign(t.Parts, partSign); !t.Times {
			t.Value = sign*t.Value + 0 // no −0
		}
	}
	return list
}

// subtractsAnyPart reports whether a term, or a part at any depth, subtracts the sum of its parts.
func (t Term) subtractsAnyPart() bool {
	return t.subtractsParts() || slices.ContainsFunc(t.Parts, Term.subtractsAnyPart)
}

// subtractsParts reports whether a term subtracts the sum of its parts: its value is minus that sum.
func (t *Term) subtractsParts() bool {
	sum := 0.0
	for i := range t.Parts {
		sum += t.Parts[i].Value
	}
	return t.Value != 0 && math.Abs(sum+t.Value) < 1e-6
}

// OtherActorLabel returns the label of a term that depends only on the other actor, such as its defence. ok is false for other terms, and
// for terms that were read from an entry.
func (t *Term) OtherActorLabel() (label string, ok bool) {
	formula := t.formula
	if t.line != nil {
		formula = t.line.formula
	}
	if formula == nil || len(formula.Reads) == 0 {
		return "", false
	}
	for i := range formula.Reads {
		if !strings.HasPrefix(formula.Reads[i].Path, "other.") {
			return "", false
		}
	}
	if t.line != nil {
		return t.Label, true
	}
	return ReadableName(strings.TrimPrefix(formula.Reads[0].Path, "other.")), len(formula.Reads) == 1
}

// IsLimit reports whether the term is the effect of a lower or upper limit on the number.
func (t *Term) IsLimit() bool {
	return t.line != nil && (t.line.kind == lineLeast || t.line.kind == lineMost)
}

// InputsToShow returns the inputs of the line's formula, or nil if the label contains them.
func (t *Term) InputsToShow() []Input {
	if t.Filled {
		return nil
	}
	return t.Inputs
}

// firstUnknown returns the first unknown fact that terms or their parts omit, or "".
func firstUnknown(terms []Term) string {
	for i := range terms {
		if fact := cmp.Or(terms[i].Lacks, firstUnknown(terms[i].Parts)); fact != "" {
			return fact
		}
	}
	return ""
}

// isSameLine reports whether other explains the same line.
func (t Term) isSameLine(other Term) bool {
	return t.Source == other.Source && (t.Source != "" || t.Label == other.Label)
}

// Input is a name that a line's formula read, with its value.
type Input struct {
	Name  string  `json:"name"`  // path of the name, such as other.level
	Value float64 `json:"value"` // value of the name
}

// averageTerms averages terms over several branches. Terms of the same line are merged; their inputs and parts are kept only if they are
// equal in all branches. Until averages is called, values are sums weighted by the branches' probabilities.
type averageTerms []Term

// add adds the terms of one branch, multiplied by its weight, and merges terms of the same line.
func (m *averageTerms) add(terms []Term, weight float64) {
	for i := range terms {
		term := &terms[i]
		at := slices.IndexFunc(*m, term.isSameLine)
		if at < 0 {
			at = len(*m)
			*m = append(*m, *term)
			(*m)[at].Value = 0
		}
		sum := &(*m)[at]
		sum.Value += weight * term.Value
		if sum.Label != term.Label && sum.line != nil { // the inputs in the labels differ
			sum.Label = sum.line.labelWithNames // names of the placeholders instead of values
		}
		sum.Unknown, sum.Lacks = sum.Unknown || term.Unknown, cmp.Or(sum.Lacks, term.Lacks)
		if !slices.Equal(sum.Inputs, term.Inputs) {
			sum.Inputs = nil
		}
		if !slices.EqualFunc(sum.Parts, term.Parts, func(a, b Term) bool { return a.isSameLine(b) && a.Value == b.Value }) {
			sum.Parts = nil
		}
	}
}

// averages returns the terms divided by the total weight.
func (m averageTerms) averages(weight float64) []Term {
	list := slices.Clone(m)
	for i := range list {
		list[i].Value = TrimNoise(list[i].Value / weight)
	}
	return list
}

// labelPieces compiles a label with formulas in braces, or returns nil if it has none.
func (c *compiler) labelPieces(label string, pos source.Pos, p nameScope) (list []labelPiece) {
	return c.splitBraces("label", source.Text{Text: label, Pos: pos}, func(piece *labelPiece) {
		if piece.name != labelSkill {
			piece.formula = c.compileNumber(source.Text{Text: piece.name, Pos: pos}, p)
		}
	})
}

// splitBraces splits a text into fixed pieces and placeholders in braces, and calls compile for each placeholder. noun names the text in
// messages. It returns nil if the text has no placeholders.
func (c *compiler) splitBraces(noun string, text source.Text, compile func(piece *labelPiece)) (list []labelPiece) {
	for rest := text.Text; rest != ""; {
		before, after, found := strings.Cut(rest, "{")
		if before != "" {
			list = append(list, labelPiece{text: before})
		}
		if !found {
			break
		}
		name, more, closed := strings.Cut(after, "}")
		if !closed {
			c.addMistake(source.BadFormula, text.Pos, "The %s %q has a { without a }.", noun, text.Text)
			return nil
		}
		piece := labelPiece{name: name, part: -1} // TallyLine.compile sets part if a part of the line has the value
		compile(&piece)
		list, rest = append(list, piece), more
	}
	if !slices.ContainsFunc(list, func(x labelPiece) bool { return x.name != "" }) {
		return nil
	}
	return list
}
