package rules

import "slices"

// termTrace collects terms while numbers are worked out. A list may begin within another one, as the parts of a term do;
// it ends first. A nil *notes collects nothing.
type termTrace struct {
	open   []Term            // of the lists that have not ended, one behind the other
	inputs arenaSlice[Input] // what they read; kept with them
}

// begin is where a list begins.
func (trace *termTrace) begin() int {
	if trace == nil {
		return 0
	}
	return len(trace.open)
}

func (trace *termTrace) add(t Term) { trace.open = append(trace.open, t) }

// end is the list that began at from; it may be kept.
func (trace *termTrace) end(from int) []Term {
	if trace == nil || len(trace.open) == from {
		return nil
	}
	list := make([]Term, len(trace.open)-from)
	copy(list, trace.open[from:])
	trace.open = trace.open[:from]
	return list
}

// averageTerms is terms on average over several ways a number may be made up. Terms of one line are one; what they read, and
// their parts, are kept where all have the same.
type averageTerms []Term

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
		if !slices.Equal(sum.Inputs, term.Inputs) {
			sum.Inputs = nil
		}
		if !slices.EqualFunc(sum.Parts, term.Parts, func(a, b Term) bool { return a.same(b) && a.Value == b.Value }) {
			sum.Parts = nil
		}
	}
}

// list is the terms, of ways that are so likely on the whole.
func (m averageTerms) list(weight float64) []Term {
	list := slices.Clone(m)
	for i := range list {
		list[i].Value = trimNoise(list[i].Value / weight)
	}
	return list
}

// same reports whether another term is of the same line.
func (t Term) same(other Term) bool { return t.Label == other.Label && t.Source == other.Source }
