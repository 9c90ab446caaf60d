package rules

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"hybrid/rules/source"
)

// A Term is a line of an explained number, as `why` and previews show it; averages over several ways are made here.

// Term is one line of an explained number: what it is, how much it changed the number, and where the rule stands.
// The values of the terms of a number add up to it. Parts say who gave what; their values are in the unit of the
// modifier they give (a DF, a factor), not in that of the term.
type Term struct {
	Label  string  `json:"label"`
	Value  float64 `json:"value"`
	Source string  `json:"source,omitempty"`
	Guide  string  `json:"guide,omitempty"`
	Inputs []Input `json:"inputs,omitempty"`
	Parts  []Term  `json:"parts,omitempty"`
	Times  bool    `json:"times,omitempty"` // a part that is a factor

	Filled bool `json:"filled,omitempty"` // the label says what was read

	Unknown bool   `json:"unknown,omitempty"` // it goes by something of the other one that is not known, and left out
	Lacks   string `json:"-"`                 // what that is, in words: defence, whether it is lifeless

	line *TallyLine // that it explains; nil where it is no line's
	by   *Formula   // by which a part came to its value, where it is given by one
}

// AsCounted returns terms as faces show them: the parts of one that takes off what they add up to count with the other sign, as they do in
// the number.
func AsCounted(terms []Term) []Term {
	if !slices.ContainsFunc(terms, Term.turns) {
		return terms
	}
	return asCounted(terms, 1)
}

// asCounted returns terms with their parts as they count, times sign.
func asCounted(terms []Term, sign float64) []Term {
	list := slices.Clone(terms)
	for i := range list {
		t, of := &list[i], sign
		if t.takesOff() {
			of = -sign
		}
		if t.Parts = asCounted(t.Parts, of); !t.Times {
			t.Value = sign*t.Value + 0 // no −0
		}
	}
	return list
}

// turns reports whether a term, or a part at any depth, takes off what its parts add up to.
func (t Term) turns() bool { return t.takesOff() || slices.ContainsFunc(t.Parts, Term.turns) }

// takesOff reports whether a term takes off what its parts add up to.
func (t *Term) takesOff() bool {
	sum := 0.0
	for i := range t.Parts {
		sum += t.Parts[i].Value
	}
	return t.Value != 0 && math.Abs(sum+t.Value) < 1e-6
}

// OfOther returns what a term is called that goes by what the other one has alone, such as that one's defence. It is known as
// long as the term is not read from an entry.
func (t *Term) OfOther() (label string, ok bool) {
	by := t.by
	if t.line != nil {
		by = t.line.by
	}
	if by == nil || len(by.Reads) == 0 {
		return "", false
	}
	for i := range by.Reads {
		if !strings.HasPrefix(by.Reads[i].Path, "other.") {
			return "", false
		}
	}
	if t.line != nil {
		return t.Label, true
	}
	return Words(strings.TrimPrefix(by.Reads[0].Path, "other.")), len(by.Reads) == 1
}

// Bounds reports whether the term is what the number was short of the least that it can be, or beyond the most.
func (t *Term) Bounds() bool {
	return t.line != nil && (t.line.kind == lineLeast || t.line.kind == lineMost)
}

// Unsaid returns what the line's formula read, unless the label says it.
func (t *Term) Unsaid() []Input {
	if t.Filled {
		return nil
	}
	return t.Inputs
}

// lacking returns the first thing that is not known and left out of some terms; empty for nothing.
func lacking(terms []Term) string {
	for i := range terms {
		if what := cmp.Or(terms[i].Lacks, lacking(terms[i].Parts)); what != "" {
			return what
		}
	}
	return ""
}

// same reports whether another term is of the same line.
func (t Term) same(other Term) bool {
	return t.Source == other.Source && (t.Source != "" || t.Label == other.Label)
}

// Input is a name that a line's formula read, and its value then.
type Input struct {
	Name  string  `json:"name"`
	Value float64 `json:"value"`
}

// averageTerms is terms on average over several ways a number may be made up. Terms of one line are one; what they read, and
// their parts, are kept where all have the same.
type averageTerms []Term

// add adds the terms of one branch, multiplied by its weight. Terms of the same origin are summed.
func (m *averageTerms) add(terms []Term, weight float64) {
	for i := range terms {
		term := &terms[i]
		at := slices.IndexFunc(*m, term.same)
		if at < 0 {
			at = len(*m)
			*m = append(*m, *term)
			(*m)[at].Value = 0
		}
		sum := &(*m)[at]
		sum.Value += weight * term.Value
		if sum.Label != term.Label && sum.line != nil {
			sum.Label = sum.line.places
		}
		sum.Unknown, sum.Lacks = sum.Unknown || term.Unknown, cmp.Or(sum.Lacks, term.Lacks)
		if !slices.Equal(sum.Inputs, term.Inputs) {
			sum.Inputs = nil
		}
		if !slices.EqualFunc(sum.Parts, term.Parts, func(a, b Term) bool { return a.same(b) && a.Value == b.Value }) {
			sum.Parts = nil
		}
	}
}

// list returns the terms, divided by the total weight.
func (m averageTerms) list(weight float64) []Term {
	list := slices.Clone(m)
	for i := range list {
		list[i].Value = TrimNoise(list[i].Value / weight)
	}
	return list
}

// labelPieces compiles a label with places, which hold what stands in the formulas around it; nil for one without places.
func (c *compiler) labelPieces(label string, pos source.Pos, p nameScope) (list []labelPiece) {
	for rest := label; rest != ""; {
		before, after, found := strings.Cut(rest, "{")
		if before != "" {
			list = append(list, labelPiece{text: before})
		}
		if !found {
			break
		}
		name, more, closed := strings.Cut(after, "}")
		if !closed {
			c.mistake(source.BadFormula, pos, "The label %q has a { without a }.", label)
			return nil
		}
		piece := labelPiece{name: name, part: -1}
		if name != labelSkill {
			piece.by = c.num(source.Text{Text: name, Pos: pos}, p)
		}
		list, rest = append(list, piece), more
	}
	if !slices.ContainsFunc(list, func(x labelPiece) bool { return x.name != "" }) {
		return nil
	}
	return list
}
