package rules

import "strings"

// The trace that collects the terms which explain a number (num_term.go), and its memory.

// termTrace collects the terms of numbers as they are calculated. Lists can nest, like the parts of a term; an inner list ends before the
// outer one. A nil *termTrace collects nothing.
type termTrace struct {
	open   []Term          // terms of the lists that have not ended, the outermost list first
	terms  slab[Term]      // memory for the terms of ended lists
	inputs slab[Input]     // memory for inputs of the terms
	text   strings.Builder // memory for labels
}

// labelBlockSize is the size of a block of memory for labels, in bytes.
const labelBlockSize = 512

// copyText returns text as a string, which stays valid after the run.
func (trace *termTrace) copyText(text []byte) string {
	if trace.text.Len()+len(text) > trace.text.Cap() {
		trace.text.Reset()
		trace.text.Grow(max(labelBlockSize, len(text)))
	}
	from := trace.text.Len()
	trace.text.Write(text)
	return trace.text.String()[from:]
}

// beginList begins a list of terms and returns its position, for termTrace.endList.
func (trace *termTrace) beginList() int {
	if trace == nil {
		return 0
	}
	return len(trace.open)
}

// add adds a term to the innermost open list.
func (trace *termTrace) add(t Term) { trace.open = append(trace.open, t) }

// endList ends the list that began at from and returns its terms, which stay valid after the run.
func (trace *termTrace) endList(from int) []Term {
	if trace == nil || len(trace.open) == from {
		return nil
	}
	list := trace.terms.allocN(len(trace.open) - from)
	copy(list, trace.open[from:])
	trace.open = trace.open[:from]
	return list
}

// slab allocates zeroed values in blocks. Values are never reused.
type slab[T any] struct {
	free []T // unused rest of the current block
}

// slabSize is the number of values in a block.
const slabSize = 16

// allocN returns n zeroed values in one block.
func (s *slab[T]) allocN(n int) []T {
	if n > len(s.free) {
		s.free = make([]T, max(n, slabSize))
	}
	list := s.free[:n:n]
	s.free = s.free[n:]
	return list
}
