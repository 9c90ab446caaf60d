package rules

import "slices"

// notes collects terms while numbers are worked out. A list may begin within another one, as the parts of a term do;
// it ends first. A nil *notes collects nothing.
type notes struct {
	open   []Term      // of the lists that have not ended, one behind the other
	inputs slab[Input] // what they read; kept with them
}

// begin is where a list begins.
func (n *notes) begin() int {
	if n == nil {
		return 0
	}
	return len(n.open)
}

func (n *notes) add(t Term) { n.open = append(n.open, t) }

// end is the list that began at from; it may be kept.
func (n *notes) end(from int) []Term {
	if n == nil || len(n.open) == from {
		return nil
	}
	list := make([]Term, len(n.open)-from)
	copy(list, n.open[from:])
	n.open = n.open[:from]
	return list
}

// means is terms on average over several ways a number may be made up. Terms of one line are one; what they read, and
// their parts, are kept where all have the same.
type means []Term

func (m *means) add(terms []Term, weight float64) {
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
func (m means) list(weight float64) []Term {
	list := slices.Clone(m)
	for i := range list {
		list[i].Value = tidy(list[i].Value / weight)
	}
	return list
}

// same reports whether another term is of the same line.
func (t Term) same(other Term) bool { return t.Label == other.Label && t.Source == other.Source }
